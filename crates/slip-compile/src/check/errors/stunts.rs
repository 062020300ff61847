//! Messages about stunts and modes.

use super::{a_thing, labelled, list, tech_word, with_nearest};
use crate::check::campaign_limits::LimitSource;
use crate::check::design::{Design, StuntRule};
use crate::check::read_purchase::{BoughtStunt, WrittenAspect, WrittenNumber};
use crate::resolve::errors::article;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::{Entry, SpannedName};

/// Reports a member of `stunts` that is not a stunt.
pub fn stunt_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not the name of a stunt".to_owned())
        .because("a stunt belongs here")
        .with_help("write names of stunts with commas between them, as in `stunts civilian, sensors x2`")
}

/// Reports a stunt with a count of 0: `sensors x0`.
pub fn counted_none(count: Span, stunt: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, count, format!("`{stunt}` cannot be bought 0 times"))
        .because("the count is 0")
        .with_help(format!("write `{stunt}` without a count, or leave it out"))
}

/// Adds to the message about a stunt that a design does not sell that a word after `for` means a kind, not this design.
pub fn kind_is_no_design(found: Diagnostic, buyer: Span, design: &Design) -> Diagnostic {
    let name = &design.name;
    found
        .with_label(buyer, format!("the kind `{name}`, not the design"))
        .with_help(format!("for {} write `for design {name}`", a_thing(&design.title)))
}

/// Reports a stunt that the design does not sell. `elsewhere` are the designs that sell it.
pub fn stunt_not_sold<'w>(
    name: &SpannedName,
    design: &Design,
    sold: impl Iterator<Item = &'w str> + Clone,
    elsewhere: &[&Design],
) -> Diagnostic {
    let message = match elsewhere {
        [] => format!("there is no stunt `{}` for {}", name.text, a_thing(&design.title)),
        _ => format!("{} cannot have the stunt `{}`", a_thing(&design.title), name.text),
    };
    let because = match elsewhere {
        [] => "not available here".to_owned(),
        [other] => format!("available for {}", a_thing(&other.title)),
        others => format!("available for {}", list(others.iter().map(|other| other.name.as_str()))),
    };
    let diagnostic = Diagnostic::new(Code::StuntNotSold, name.span, message).because(because);
    if sold.clone().next().is_none() {
        return diagnostic.with_help(format!("leave the stunt out: {} cannot have stunts", a_thing(&design.title)));
    }
    let many = sold.clone().nth(12).is_some();
    let diagnostic = with_nearest(diagnostic, &name.text, name.span, sold, "its stunts are");
    match &diagnostic.help {
        Some(help) if many && diagnostic.fixes.is_empty() => {
            let help = format!("{help}; `slipyard show {}` lists all of them", design.name);
            diagnostic.with_help(help)
        }
        _ => diagnostic,
    }
}

/// Reports a stunt that the design would sell, but whose package is not imported here.
pub fn stunt_elsewhere(name: &SpannedName, package: &str) -> Diagnostic {
    let message = format!("the stunt `{}` belongs to the package `{package}`, which is not brought in here", name.text);
    let diagnostic = Diagnostic::new(Code::StuntNotSold, name.span, message).because("not visible in this file");
    crate::resolve::errors::elsewhere(diagnostic, &name.text, package)
}

/// Reports the purchase of a stunt that no design sells, because the stunt has no `for` entry.
pub fn stunt_for_nobody(name: &SpannedName, kind: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::StuntNotSold, name.span, format!("the stunt `{}` cannot be bought", name.text))
        .because("no kind of thing can buy it")
        .with_label(declared, "its block has no `for`")
        .with_help(format!("write `for {kind}` in its block"))
}

/// Reports a stunt that is sold only under a setting or condition.
pub fn stunt_needs_setting(rule: &StuntRule, span: Span, setting: &str, design: &Design) -> Diagnostic {
    Diagnostic::new(
        Code::StuntNotSold,
        span,
        format!("the stunt `{}` of {} needs an optional rule, which is not in force", rule.name, a_thing(&design.title)),
    )
    .because(format!("needs `{setting}`"))
    .with_label(rule.span, "required by the stunt")
    .with_help(format!("leave the stunt out, or {}", super::formulas::ruleset_for(setting)))
}

/// Reports a stunt for campaigns in an item for wargames, or a stunt for wargames in an item for campaigns.
pub fn stunt_of_other_game(rule: &StuntRule, span: Span, (game, at): (&str, Span), design: &Design) -> Diagnostic {
    Diagnostic::new(Code::StuntNotSold, span, format!("{} cannot have the stunt `{}`", a_thing(&design.title), rule.name))
        .because(format!("only available in {game}s"))
        .with_label(at, "required by the stunt")
        .with_help(match design.game {
            Some(made_for) => format!("`{}` is a design for {}s: leave the stunt out", design.name, made_for.word()),
            None => "the ruleset in force sets `wargame`: leave the stunt out, or build the thing under rules with `wargame no`".to_owned(),
        })
}

/// Reports `in wargame` in a stunt that only items for both games can buy. The words then exclude no item.
pub fn game_excludes_nothing(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`in wargame` does not keep the stunt out of campaigns")
        .because("things that are made for both games can buy the stunt")
        .with_help(
            "write `only when not rules wargame no`, which allows the stunt only under rulesets for wargames, or leave `in wargame` out",
        )
}

/// Reports an unknown game after `in`.
pub fn unknown_game(span: Span, word: &str, known: impl Iterator<Item = &'static str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{word}` is not a kind of game"))
        .because("only `campaign` or `wargame` can follow `in`")
        .completed_by(known.clone());
    match slip_suggest::nearest(word, known) {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help("write `in campaign` or `in wargame`, or remove the entry to allow both"),
    }
}

/// Reports a member of `for` that is neither a kind nor a design.
pub fn unknown_buyer(name: &SpannedName, stunt: &str, known: &[EcoString]) -> Diagnostic {
    let message = format!("there is no kind or design called `{}` that could have `{stunt}`", name.text);
    let diagnostic = Diagnostic::new(Code::UnknownKind, name.span, message).because("neither a kind nor a design");
    with_nearest(diagnostic, &name.text, name.span, known.iter().map(EcoString::as_str), "it can be")
}

/// Reports a malformed member of `for`.
pub fn buyer_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be written after `for`")
        .because("not the name of a kind or design")
        .with_help("write for instance `for npc, infantry`; write `for design armour` if a kind has the same name as the design")
}

/// Reports a stunt that requires a higher technology than the item has.
pub fn stunt_needs_tech(rule: &StuntRule, span: Span, needed: i64, tech: WrittenNumber, at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::StuntNeedsTech,
        span,
        format!("`{}` needs {}, but the item has {}", rule.name, tech_word(needed), tech_word(tech.value)),
    )
    .because(format!("needs {}", tech_word(needed)))
    .with_label(tech.span, format!("built at {}", tech_word(tech.value)))
    .with_label(at, "required by the stunt")
    .with_help(format!("raise `tech` to {}, or drop `{}`", tech_word(needed), rule.name))
    .with_fix(format!("raise `tech` to {}", tech_word(needed)), Confidence::Unsafe, tech.at, tech_word(needed))
    .sized(needed.abs_diff(tech.value))
}

/// Reports a stunt that requires another stunt, if the item does not have the other stunt.
pub fn stunt_needs_stunt(rule: &StuntRule, span: Span, wanted: &str, argument: Option<&str>) -> Diagnostic {
    let wanted = argument.map_or_else(|| wanted.to_owned(), |argument| format!("{wanted}({argument})"));
    Diagnostic::new(Code::StuntNeedsStunt, span, format!("`{}` needs the stunt `{wanted}`", rule.name))
        .because(format!("`{wanted}` is not bought"))
        .with_label(rule.span, "required by the stunt")
        .with_help(format!("add `{wanted}` to the stunts, or drop `{}`", rule.name))
}

/// Reports modes in an item without a stunt that allows modes.
pub fn modes_without_stunt<'w>(name: &SpannedName, span: Span, stunts: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    Diagnostic::new(Code::StuntNeedsStunt, span, format!("`{}` has modes, but no stunt that allows them", name.text))
        .because("only a modal weapon has modes")
        .with_help(format!(
            "add {} to the stunts outside the modes",
            slip_suggest::alternatives(stunts.map(|word| format!("`{word}`")).collect::<Vec<_>>().iter().map(String::as_str))
        ))
}

/// Returns the note that an error applies only to some modes of an item.
pub fn only_in_modes<'w>(modes: impl Iterator<Item = &'w str>) -> String {
    let modes: Vec<String> = modes.map(|mode| format!("`{mode}`")).collect();
    let what = if modes.len() == 1 { "mode" } else { "modes" };
    format!("this applies only to {what} {}", slip_suggest::enumerate(modes.iter().map(String::as_str)))
}

/// Reports two stunts that exclude each other.
pub fn excluded_stunt(rule: &StuntRule, span: Span, other: &StuntRule, other_span: Span) -> Diagnostic {
    Diagnostic::new(Code::ExcludedStunt, span, format!("`{}` and `{}` exclude each other", other.name, rule.name))
        .because(format!("cannot be bought with `{}`", other.name))
        .with_label(other_span, format!("cannot be bought with `{}`", rule.name))
        .with_help(format!("drop `{}` or `{}`", other.name, rule.name))
}

/// Reports a stunt and an aspect that exclude each other (R-D8).
pub fn excluded_aspect(rule: &StuntRule, span: Span, aspect: &WrittenAspect, mark: &str) -> Diagnostic {
    Diagnostic::new(Code::ExcludedStunt, span, format!("the stunt `{}` does not allow the {mark} aspect `{}`", rule.name, aspect.text))
        .because(format!("this stunt allows no aspect marked `{mark}`"))
        .with_label(aspect.span, format!("marked `{mark}`"))
        .with_help(format!("drop `{}`, or replace the aspect", rule.name))
}

/// Reports an aspect that seems to have a mark excluded by a stunt: the aspect contains a word of the mark, but not the mark itself (R-D8).
pub fn suspect_aspect(rule: &StuntRule, span: Span, aspect: &WrittenAspect, mark: &str, word: &str) -> Diagnostic {
    Diagnostic::new(
        Code::SuspectAspect,
        aspect.span,
        format!("`{}` sounds like {} aspect, which the stunt `{}` does not allow", aspect.text, article(mark), rule.name),
    )
    .because(format!("contains the word `{word}`"))
    .with_label(span, format!("this stunt allows no aspect marked `{mark}`"))
    .with_help(format!("write the aspect without the word `{word}`, or write `allow suspect-aspect \"why\"` in the block of the item"))
}

/// Reports a stunt bought twice (R-D4).
pub fn repeated_stunt(rule: &StuntRule, span: Span, first: Span) -> Diagnostic {
    // With `once per`, each purchase of the stunt needs another argument, so a number of purchases cannot be suggested.
    let counts = rule.many && rule.once_per.is_empty();
    let name = &rule.name;
    let help = if counts { format!("write `{name} x2`, or drop the second `{name}`") } else { format!("drop the second `{name}`") };
    Diagnostic::new(Code::RepeatedStunt, span, format!("`{}` is bought twice", rule.name))
        .because("bought again here")
        .with_label(first, "first bought here")
        .with_help(help)
}

/// Reports a count for a stunt that may be bought only once.
pub fn counted_stunt(rule: &StuntRule, span: Span) -> Diagnostic {
    let why = if rule.many { "this stunt can be bought once for each value" } else { "this stunt is declared without `many`" };
    Diagnostic::new(Code::RepeatedStunt, span, format!("`{}` can be bought only once", rule.name))
        .because("the count is written here")
        .with_label(rule.span, why)
        .with_help(format!("write `{}` without a count", rule.name))
}

/// Reports a stunt that is bought more often than allowed.
pub fn stunt_too_often(rule: &StuntRule, stunt: &BoughtStunt, most: i64) -> Diagnostic {
    let words = crate::check::ledger::stunt_words(&rule.name, &BoughtStunt { count: 1, ..stunt.clone() });
    let name = words.strip_prefix("stunt ").unwrap_or(&words);
    Diagnostic::new(Code::RepeatedStunt, stunt.span, format!("`{name}` is bought {} times, but {most} is the maximum", stunt.count))
        .because(format!("{} too many", stunt.count.saturating_sub(most)))
        .with_label(rule.span, format!("this stunt has `many {most}`"))
        .with_help(format!("write `{name} x{most}`"))
        .sized(stunt.count.abs_diff(most))
}

/// Reports a stunt bought twice with the same argument.
pub fn repeated_for(rule: &StuntRule, span: Span, first: Span, value: &str) -> Diagnostic {
    Diagnostic::new(Code::RepeatedStunt, span, format!("`{}` is bought twice for `{value}`", rule.name))
        .because("bought again here")
        .with_label(first, "first bought here")
        .with_help(format!("buy it once for `{value}`"))
}

/// Reports a stunt that the design gives for free.
pub fn redundant_stunt(rule: &StuntRule, span: Span, design: &Design) -> Diagnostic {
    Diagnostic::new(Code::RedundantStunt, span, format!("every {} already has `{}`", design.title.to_lowercase(), rule.name))
        .because("given for free")
        .with_help("leave this stunt out")
}

/// Reports a stunt that has nothing to act on.
pub fn useless_stunt(rule: &StuntRule, span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(Code::UselessStunt, span, format!("`{}` has nothing to act on", rule.name))
        .because(match why.split_once(" == ") {
            Some((stat, value)) if !why.contains(" and ") && !why.contains(" or ") => format!("`{stat}` is {value}"),
            _ => format!("useless here, because `{why}`"),
        })
        .with_help("leave this stunt out")
}

/// Reports a stunt that the campaign bans.
pub fn banned_stunt(rule: &StuntRule, span: Span, source: &LimitSource) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::BannedItem, span, format!("the campaign bans `{}`", rule.name))
        .because(format!("listed in `ban` in {}", source.file()))
        .with_help(format!("leave it out, {}", source.or_waiver(Code::BannedItem)));
    labelled(diagnostic, source)
}

/// Reports an item with too many or too few stunts. `heavy` are the stunts that count more than once.
pub fn stunt_count<'r>(
    name: &SpannedName,
    design: &Design,
    span: Span,
    found: i64,
    (low, high): (i64, i64),
    heavy: impl Iterator<Item = (&'r StuntRule, Span, i64)>,
) -> Diagnostic {
    let wanted = if low == high { format!("{high}") } else { format!("{low} to {high}") };
    let mut diagnostic = Diagnostic::new(
        if found < low { Code::TooFewStunts } else { Code::TooManyStunts },
        span,
        format!(
            "`{}` has {found} stunt{}, but {} must have {wanted}",
            name.text,
            if found == 1 { "" } else { "s" },
            a_thing(&design.title)
        ),
    )
    .because(if found > high {
        format!("{} too many", found.saturating_sub(high))
    } else {
        format!("{} missing", low.saturating_sub(found))
    })
    .sized(found.abs_diff(found.clamp(low.min(high), high)));
    if found < low {
        diagnostic = diagnostic.with_help(format!(
            "write {} more after `stunts`; `slipyard show {}` lists them",
            low.saturating_sub(found),
            design.name
        ));
    }
    for (rule, span, takes) in heavy {
        diagnostic = diagnostic.with_label(span, format!("`{}` counts as {takes} stunts here", rule.name));
    }
    diagnostic
}

/// Reports too many or too few arguments of a stunt.
pub fn argument_count(rule: &StuntRule, span: Span, found: usize) -> Diagnostic {
    let most = rule.params.len();
    let least = rule.params.iter().filter(|param| !param.optional).count();
    let names: Vec<String> = rule
        .params
        .iter()
        .map(|param| {
            let types: Vec<&str> = param.types.iter().map(|word| word.text.as_str()).collect();
            format!("{}: {}{}", param.name.text, types.join(" | "), if param.optional { "?" } else { "" })
        })
        .collect();
    Diagnostic::new(
        Code::ArgumentCount,
        span,
        format!(
            "the stunt `{}` needs {} value{} in brackets, but has {found} here",
            rule.name,
            match most.saturating_sub(least) {
                0 => most.to_string(),
                1 => format!("{least} or {most}"),
                _ => format!("{least} to {most}"),
            },
            if most == 1 { "" } else { "s" }
        ),
    )
    .because(if rule.params.is_empty() {
        "no brackets belong here".to_owned()
    } else {
        format!("the brackets must contain ({})", names.join(", "))
    })
    .with_label(rule.span, "declared here")
    .with_help(if most == 0 {
        format!("write `{}` alone", rule.name)
    } else {
        let types = rule.params.iter().filter(|param| !param.optional || least == 0).map(|param| {
            let types: Vec<String> = param.types.iter().map(|word| word.text.to_uppercase().to_string()).collect();
            types.join("_OR_")
        });
        format!("write `{}({})`, with your own values in place of the capitals", rule.name, types.collect::<Vec<_>>().join(", "))
    })
    .sized(u64::try_from(found.abs_diff(found.clamp(least.min(most), most))).unwrap_or(u64::MAX))
}

/// Reports an argument of the wrong kind.
pub fn parameter_kind<'w>(
    rule: &StuntRule,
    param: &str,
    span: Span,
    wanted: &str,
    written: &str,
    known: impl Iterator<Item = &'w str> + Clone,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::ParameterKind, span, format!("the stunt `{}` needs {wanted} here (`{param}`)", rule.name))
        .because(format!("not {wanted}"));
    if known.clone().next().is_none() {
        return diagnostic;
    }
    with_nearest(diagnostic, written, span, known, "it can be")
}

/// Adds to the diagnostic about a wrong argument that the name belongs to an item of another kind.
pub fn of_another_kind(unfit: Diagnostic, name: &str, kind: &str) -> Diagnostic {
    unfit.because(format!("`{name}` is {}", crate::resolve::errors::article(kind)))
}

/// Reports an entry in a mode that is only allowed in the item outside of its modes.
pub fn outside_modes(entry: &Entry) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, entry.key.span(), format!("`{}` cannot be written inside a mode", entry.word()))
        .because("belongs to the whole weapon")
        .with_help("move this line out of the block of the mode; it then applies to all modes")
}

/// Reports a stunt that is bought in one mode although it is allowed only for the whole item (R-D41).
pub fn whole_stunt_in_mode(rule: &StuntRule, span: Span) -> Diagnostic {
    Diagnostic::new(Code::StuntNotSold, span, format!("`{}` applies to the whole weapon, not to one mode", rule.name))
        .because("bought inside a mode")
        .with_help("move the stunt to `stunts` outside the modes")
}

/// Reports an item with fewer than two modes.
pub fn lone_mode(name: &SpannedName, span: Span, count: usize) -> Diagnostic {
    let found = if count == 0 { "none".to_owned() } else { count.to_string() };
    Diagnostic::new(Code::LoneMode, span, format!("a modal weapon needs at least two modes, but `{}` has {found}", name.text))
        .because("makes the weapon modal")
        .with_help("write a block for each mode, as in `mode burst { harm 2 }`, or drop the stunt")
        .sized(u64::try_from(count.abs_diff(2)).unwrap_or(u64::MAX))
}

/// Reports two stunts of one item that both make it modal (R-D42).
pub fn mixed_modes(first: Span, second: Span, names: (&str, &str)) -> Diagnostic {
    Diagnostic::new(Code::MixedModes, second, format!("`{}` and `{}` cannot be combined", names.0, names.1))
        .because("makes the weapon modal again")
        .with_label(first, "already makes it modal")
        .with_help("remove one of the two stunts")
}

/// Reports modes that spend different numbers of points (R-D40).
pub fn unequal_modes(name: &SpannedName, spent: &[(&SpannedName, i64)]) -> Diagnostic {
    let totals: Vec<String> = spent.iter().map(|(mode, spent)| format!("`{}` spends {spent}", mode.text)).collect();
    let points = || spent.iter().map(|(_, spent)| *spent);
    let (lowest, highest) = (points().min().unwrap_or(0), points().max().unwrap_or(0));
    let mut diagnostic =
        Diagnostic::new(Code::UnequalModes, name.span, format!("the modes of `{}` spend different numbers of points", name.text))
            .because(totals.join(", "))
            .with_help("change the numbers of one mode so that all modes spend the same number of points")
            .sized(highest.abs_diff(lowest));
    for (mode, spent) in spent {
        diagnostic = diagnostic.with_label(mode.span, format!("spends {spent}"));
    }
    diagnostic
}
