//! Wording of messages about designs and the things built by them. Floor 4.

use super::design::{AspectRule, Design, Requirement, StuntRule};
use super::formula::Type;
use super::purchase::{WrittenAspect, WrittenWaiver, Written};
use super::reckon::Line;
use super::repair::Repair;
use crate::diagnostic::{Code, Confidence, Diagnostic, Edit, Fix, Severity};
use crate::pack::formula::Fault;
use crate::resolve::errors::article;
use crate::resolve::suggest;
use crate::source::Span;
use crate::syntax::tree::{Entry, Name, Path};

/// `a slug thrower`
pub fn a_thing(title: &str) -> String {
    article(&title.to_lowercase())
}

/// `T2`, `T-1`
fn tech_word(tech: i64) -> String {
    format!("T{tech}")
}

fn points(count: i64) -> String {
    format!("{count} build point{}", if count == 1 { "" } else { "s" })
}

fn with_nearest<'w>(diagnostic: Diagnostic, word: &str, span: Span, known: impl Iterator<Item = &'w str> + Clone, what: &str) -> Diagnostic {
    match suggest::nearest(word, known.clone()) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")).with_fix(
            format!("write `{nearest}`"),
            Confidence::Unsafe,
            span,
            nearest,
        ),
        None => diagnostic.with_help(format!("{what} {}", list(known))),
    }
}

/// At most a dozen words, then how many more.
fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let all: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    let shown = all.iter().take(12).map(String::as_str);
    let more = all.len().saturating_sub(12);
    if more == 0 { suggest::enumerate(shown) } else { format!("{} and {more} more", shown.collect::<Vec<_>>().join(", ")) }
}

// --- Forms: keys and values -------------------------------------------------------------------------------------------

/// A key its block does not know.
pub fn unknown_key<'w>(word: &str, span: Span, block: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKey, span, format!("{block} has no entry `{word}`")).because("not known here");
    with_nearest(diagnostic, word, span, known, "it takes")
}

/// A track the design does not have.
pub fn unknown_track<'w>(span: Span, word: &str, known: impl Iterator<Item = &'w str> + Clone, title: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownTrack, span, format!("{} has no track `{word}`", a_thing(title))).because("not one of its tracks");
    with_nearest(diagnostic, word, span, known, "its tracks are")
}

/// A rank entry outside `skills`.
pub fn rank_without_skills(entry: &Entry) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, entry.key.span(), "a rank stands outside `skills { … }`".to_owned())
        .because("a number cannot start an entry here")
        .with_help("put it inside: `skills { 3 gunnery }`")
}

/// A value of another form than the entry takes.
pub fn one_value(entry: &Entry, wanted: &str) -> Diagnostic {
    let key = entry.key.word().unwrap_or("the rank").to_owned();
    let message = format!("`{key}` takes {wanted}");
    if entry.values.is_empty() {
        return Diagnostic::new(Code::WrongValue, entry.key.span(), message).because("nothing is written behind it");
    }
    Diagnostic::new(Code::WrongValue, entry.values_span(), message).because(format!("not {wanted}"))
}

/// An entry that needs a block.
pub fn needs_block(entry: &Entry, example: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, entry.span, format!("`{}` needs a block", entry.word()))
        .because("no `{ … }` here")
        .with_help(format!("write `{example}`"))
}

/// An entry written twice.
pub fn duplicate_entry(entry: &Entry, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, entry.span, format!("`{}` is written twice", entry.word()))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("keep one of them")
}

/// A word that an entry does not know.
pub fn unknown_word(span: Span, known: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("only {} may stand here", list(known.iter().copied())))
        .because("not one of these words")
}

/// Not a range.
pub fn not_a_range(span: Span, example: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a range belongs here, such as {example}")).because("not a range")
}

/// A design without a kind.
pub fn design_without_kind(name: &Name) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("the design `{}` does not say what it builds", name.text))
        .because("no kind behind it")
        .with_help(format!("write the kind after a colon: `design {} : weapon`", name.text))
}

// --- Formulas ---------------------------------------------------------------------------------------------------------

/// A number where a truth value belongs, or the reverse.
pub fn formula_type(span: Span, wanted: Type) -> Diagnostic {
    let (wanted, help) = match wanted {
        Type::Truth => ("something true or false", "compare it, as in `trade >= 3`"),
        Type::Number | Type::Count => ("a number", "turn it into a number with `if … then 1 else 0`"),
    };
    Diagnostic::new(Code::FormulaType, span, format!("the formula needs {wanted} here"))
        .because(format!("not {wanted}"))
        .with_help(help)
}

/// A name no formula of this design knows.
pub fn unknown_formula_name(name: &str, span: Span, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("no stat, track or stunt of this design is called `{name}`"))
        .because("not known in this formula");
    match nearest {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")).with_fix(
            format!("write `{nearest}`"),
            Confidence::Unsafe,
            span,
            nearest,
        ),
        None => diagnostic,
    }
}

/// A function that does not exist.
pub fn unknown_function(name: &Name) -> Diagnostic {
    let known = ["abs", "clamp", "max", "min", "mod"];
    let diagnostic = Diagnostic::new(Code::UnknownName, name.span, format!("there is no function `{}`", name.text)).because("not a function");
    with_nearest(diagnostic, &name.text, name.span, known.into_iter(), "the functions are")
}

/// A function with the wrong number of arguments.
pub fn function_arguments(name: &Name, found: usize) -> Diagnostic {
    let wanted = match name.text.as_str() {
        "abs" => "one argument",
        "clamp" => "three arguments: the value, the least, the most",
        "mod" => "two arguments",
        _ => "at least one argument",
    };
    Diagnostic::new(Code::ArgumentCount, name.span, format!("`{}` takes {wanted}, here it has {found}", name.text)).because(format!("{found} given"))
}

/// Something that is not a formula.
pub fn not_a_formula(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be part of a formula".to_owned())
        .because("neither a number, a name nor a calculation")
        .with_help("formulas have whole numbers, names of the design, `+ - * /`, comparisons, `and or not`, `if … then … else …`, lists and `min max abs clamp mod`")
}

/// `x[…]` of something that is not a list.
pub fn not_a_list(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "only a list can be asked for one of its places".to_owned())
        .because("not a list")
        .with_help("write the list itself: `[4, 2, 0][rank]`")
}

/// A formula without a value.
pub fn formula_fault(name: &Name, what: &str, span: Span, fault: Fault) -> Diagnostic {
    let why = match fault {
        Fault::Overflow => "the numbers grow too large".to_owned(),
        Fault::DivisionByZero => "it divides by zero".to_owned(),
        Fault::Index { index, length } => format!("it asks for place {index} of a list of {length}, counted from 0"),
        Fault::Arguments => "a function has the wrong number of arguments".to_owned(),
    };
    Diagnostic::new(Code::FormulaFault, name.span, format!("`{what}` of `{}` has no value: {why}", name.text))
        .because("reckoned for this item")
        .with_label(span, "by this formula")
}

// --- Finding the design -----------------------------------------------------------------------------------------------

/// A kind with several designs.
pub fn ambiguous_design<'w>(kind: &Name, name: &Name, designs: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let first = designs.clone().next().unwrap_or("DESIGN").to_owned();
    Diagnostic::new(Code::AmbiguousDesign, name.span, format!("`{}` does not say which {} it is", name.text, kind.text))
        .because("no design after its name")
        .with_help(format!("write one of {} after a colon: `{} {} : {first}`", list(designs), kind.text, name.text))
}

/// A design that does not exist or builds another kind.
pub fn unknown_design<'w>(path: &Path, kind: &str, builds: Option<&str>, designs: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let name = &path.name;
    let message = format!("there is no {kind} design called `{}`", name.text);
    let diagnostic = Diagnostic::new(Code::UnknownDesign, path.span(), message).because(match builds {
        Some(other) => format!("this design builds {}", article(other)),
        None => "not the name of a design".to_owned(),
    });
    with_nearest(diagnostic, &name.text, name.span, designs, &format!("{kind} designs are"))
}

/// A design whose setting is off.
pub fn setting_off(name: &Name, design: &Design, setting: &str) -> Diagnostic {
    Diagnostic::new(Code::SettingOff, name.span, format!("{} is an optional rule that is not in force", a_thing(&design.title)))
        .because(format!("needs `{setting}`"))
        .with_label(design.span, "the design says so")
        .with_help("name a ruleset that sets it in `variants` of slipyard.toml")
}

// --- Technology -------------------------------------------------------------------------------------------------------

/// An item without `tech`.
pub fn missing_tech(name: &Name, design: &Design, low: i64, high: i64) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("`{}` does not say its technology", name.text))
        .because("no `tech` in its block")
        .with_help(format!("write `tech` and a rating: {} works from {} to {}", a_thing(&design.title), tech_word(low), tech_word(high)))
}

/// A technology at which the design does not work.
pub fn tech_out_of_range(tech: Written, design: &Design, low: i64, high: i64, rule: Span) -> Diagnostic {
    let name = a_thing(&design.title);
    let nearest = tech.value.clamp(low, high);
    Diagnostic::new(Code::TechOutOfRange, tech.span, format!("{name} cannot be built at {}", tech_word(tech.value)))
        .because(format!("it works from {} to {}", tech_word(low), tech_word(high)))
        .with_label(rule, "the design says so")
        .with_help(format!("write `tech {}`", tech_word(nearest)))
        .with_fix(format!("write `tech {}`", tech_word(nearest)), Confidence::Unsafe, tech.at, tech_word(nearest))
}

/// A technology above the campaign's cap.
pub fn tech_above_campaign(tech: Written, most: i32) -> Diagnostic {
    Diagnostic::new(Code::TechAboveCampaign, tech.span, format!("{} is above the campaign's {}", tech_word(tech.value), tech_word(most.into())))
        .because("`max_tech` of slipyard.toml allows less")
        .with_help(format!("write `tech {}`, or allow it with a reason", tech_word(most.into())))
}

// --- Stats and tracks -------------------------------------------------------------------------------------------------

/// A rank above its cap (R-D3).
pub fn stat_above_cap(stat: &str, written: Written, cap: i64, why: &str, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::StatAboveCap, written.span, format!("`{stat}` is {}, above the cap of {cap}", written.value))
        .because(why)
        .with_label(rule, "the cap comes from here")
        .with_help(format!("lower `{stat}` to {cap}"))
        .with_fix(format!("lower `{stat}` to {cap}"), Confidence::Unsafe, written.at, cap.to_string())
}

/// A rank below the least.
pub fn stat_below(stat: &str, written: Written, least: i64, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::StatBelowZero, written.span, format!("`{stat}` is {}, below the least of {least}", written.value))
        .because(format!("{least} is the least"))
        .with_label(rule, "declared here")
        .with_help(format!("raise `{stat}` to {least}"))
        .with_fix(format!("raise `{stat}` to {least}"), Confidence::Unsafe, written.at, least.to_string())
}

/// A stat that only other designs of the kind have.
pub fn stat_not_allowed(name: &Name, design: &Design, other: &str) -> Diagnostic {
    Diagnostic::new(Code::StatNotAllowed, name.span, format!("{} has no `{}`", a_thing(&design.title), name.text))
        .because(format!("only {} has it", a_thing(other)))
        .with_help("leave the line out")
}

/// A track that may not be changed.
pub fn fixed_track(track: &str, written: Written, base: i64, why: &str, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::FixedTrack, written.span, format!("the `{track}` track cannot be changed"))
        .because(why)
        .with_label(rule, "the design fixes it")
        .with_help(format!("leave the line out; it has {base} boxes"))
        .with_fix(format!("write {base}"), Confidence::Unsafe, written.at, base.to_string())
}

/// A track of no boxes.
pub fn empty_track(track: &str, written: Written) -> Diagnostic {
    Diagnostic::new(Code::EmptyTrack, written.span, format!("the `{track}` track has no boxes"))
        .because("the first hit on it takes it out")
        .with_help("keep at least one box, or allow it with a reason")
}

// --- Budget -----------------------------------------------------------------------------------------------------------

/// More is spent than allowed: every line that spends, and the smallest edits that help.
pub fn over_budget(name: &Name, mode: Option<&str>, tech: Option<Written>, spent: i64, budget: i64, lines: &[Line], repairs: Vec<Repair>) -> Diagnostic {
    let of = mode.map_or_else(String::new, |mode| format!(" in mode `{mode}`"));
    let at = tech.map_or_else(String::new, |tech| format!(" at {}", tech_word(tech.value)));
    let verb = if budget == 1 || budget == -1 { "is" } else { "are" };
    let message = format!("`{}` spends {}{of}, {budget} {verb} allowed{at}", name.text, points(spent));
    let mut diagnostic = Diagnostic::new(Code::OverBudget, name.span, message).because(format!("{} too many", spent.saturating_sub(budget)));
    if let Some(tech) = tech {
        diagnostic = diagnostic.with_label(tech.span, format!("{} allows {budget}", tech_word(tech.value)));
    }
    for line in lines.iter().filter(|line| line.points != 0 && line.written) {
        let words = line.what.strip_prefix("stunt ").unwrap_or(&line.what);
        let text = if line.points > 0 { format!("`{words}` costs {}", line.points) } else { format!("`{words}` gives back {}", line.points.saturating_neg()) };
        diagnostic = diagnostic.with_label(line.span, text);
    }
    if !repairs.is_empty() {
        let words: Vec<&str> = repairs.iter().map(|repair| repair.words.as_str()).collect();
        diagnostic = diagnostic.with_help(suggest::alternatives(words.into_iter()));
    }
    for repair in repairs {
        if let Some((span, replacement)) = repair.edit {
            diagnostic.fixes.push(Fix { title: repair.words, edits: vec![Edit { span, replacement }], confidence: Confidence::Unsafe });
        }
    }
    diagnostic
}

/// Points left over.
pub fn unspent_points(name: &Name, mode: Option<&str>, spent: i64, budget: i64) -> Diagnostic {
    let of = mode.map_or_else(String::new, |mode| format!(" in mode `{mode}`"));
    let left = budget.saturating_sub(spent);
    Diagnostic::new(Code::UnspentPoints, name.span, format!("`{}` leaves {} unspent{of}", name.text, points(left)))
        .because(format!("{spent} of {budget} spent"))
}

/// A Cost of 0 or below (R-D5).
pub fn free_of_charge(name: &Name, price: i64) -> Diagnostic {
    Diagnostic::new(Code::FreeOfCharge, name.span, format!("`{}` has a Cost of {price}: it is simply granted", name.text))
        .because("Cost is never raised to 1")
}

// --- Stunts -----------------------------------------------------------------------------------------------------------

/// Not a stunt.
pub fn stunt_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a stunt belongs here: its name, its arguments in brackets, how often as `x2`".to_owned())
        .because("not a stunt")
        .with_help("separate stunts by commas: `stunts civilian, sensors x2`")
}

/// A stunt the design does not sell.
pub fn stunt_not_sold<'w>(name: &Name, design: &Design, sold: impl Iterator<Item = &'w str> + Clone, elsewhere: Option<&str>) -> Diagnostic {
    let message = match elsewhere {
        Some(_) => format!("{} cannot have the stunt `{}`", a_thing(&design.title), name.text),
        None => format!("there is no stunt `{}` for {}", name.text, a_thing(&design.title)),
    };
    let diagnostic = Diagnostic::new(Code::StuntNotSold, name.span, message).because(match elsewhere {
        Some(other) => format!("sold to {}", a_thing(other)),
        None => "not sold here".to_owned(),
    });
    if sold.clone().next().is_none() {
        return diagnostic.with_help(format!("{} takes no stunts", a_thing(&design.title)));
    }
    with_nearest(diagnostic, &name.text, name.span, sold, "its stunts are")
}

/// A stunt sold only under a setting or condition.
pub fn stunt_needs_setting(rule: &StuntRule, span: Span, setting: &str, design: &Design) -> Diagnostic {
    Diagnostic::new(Code::StuntNotSold, span, format!("{} can have `{}` only with `{setting}`", a_thing(&design.title), rule.name))
        .because("not sold under the rules in force")
        .with_label(rule.span, "the stunt says so")
        .with_help("name a ruleset that sets it in `variants` of slipyard.toml, or leave the stunt out")
}

/// A stunt above the item's technology.
pub fn stunt_needs_tech(rule: &StuntRule, span: Span, needed: i64, tech: Written, at: Span) -> Diagnostic {
    Diagnostic::new(Code::StuntNeedsTech, span, format!("`{}` needs {}, this is {}", rule.name, tech_word(needed), tech_word(tech.value)))
        .because(format!("needs {}", tech_word(needed)))
        .with_label(tech.span, format!("built at {}", tech_word(tech.value)))
        .with_label(at, "the stunt says so")
        .with_help(format!("raise `tech` to {}, or drop `{}`", tech_word(needed), rule.name))
        .with_fix(format!("raise `tech` to {}", tech_word(needed)), Confidence::Unsafe, tech.at, tech_word(needed))
}

/// A stunt without the stunt it requires.
pub fn stunt_needs_stunt(rule: &StuntRule, span: Span, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::StuntNeedsStunt, span, format!("`{}` needs the stunt `{wanted}`", rule.name))
        .because(format!("`{wanted}` is not bought"))
        .with_label(rule.span, "the stunt says so")
        .with_help(format!("add `{wanted}` to the stunts, or drop `{}`", rule.name))
}

/// Modes without the stunt that gives them.
pub fn modes_without_stunt<'w>(name: &Name, span: Span, stunts: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    Diagnostic::new(Code::StuntNeedsStunt, span, format!("the modes of `{}` need a stunt", name.text))
        .because("only a modal weapon has modes")
        .with_help(format!("add {} to the stunts outside the modes", suggest::alternatives(stunts.map(|word| format!("`{word}`")).collect::<Vec<_>>().iter().map(String::as_str))))
}

/// Two stunts that exclude each other.
pub fn excluded_stunt(rule: &StuntRule, span: Span, other: &StuntRule, other_span: Span) -> Diagnostic {
    Diagnostic::new(Code::ExcludedStunt, span, format!("`{}` and `{}` exclude each other", other.name, rule.name))
        .because("this one")
        .with_label(other_span, "cannot go with this one")
        .with_help(format!("drop `{}` or `{}`", other.name, rule.name))
}

/// A stunt and an aspect that exclude each other (R-D8).
pub fn excluded_aspect(rule: &StuntRule, span: Span, aspect: &WrittenAspect, mark: &str) -> Diagnostic {
    Diagnostic::new(Code::ExcludedStunt, span, format!("`{}` excludes {mark} aspects such as `{}`", rule.name, aspect.text))
        .because(format!("allows no {mark} aspect"))
        .with_label(aspect.span, format!("marked `{mark}`"))
        .with_help(format!("drop `{}`, or replace the aspect", rule.name))
}

/// An aspect that sounds like one a stunt excludes (R-D8).
pub fn suspect_aspect(rule: &StuntRule, span: Span, aspect: &WrittenAspect, mark: &str, word: &str) -> Diagnostic {
    Diagnostic::new(Code::SuspectAspect, aspect.span, format!("`{}` sounds like {} aspect, which `{}` excludes", aspect.text, article(mark), rule.name))
        .because(format!("it says `{word}`"))
        .with_label(span, format!("allows no {mark} aspect"))
        .with_help("reword it, or allow it with a reason")
}

/// A stunt bought twice (R-D4).
pub fn repeated_stunt(rule: &StuntRule, span: Span, first: Span) -> Diagnostic {
    let help = if rule.many { format!("count it: `{} x2`", rule.name) } else { "keep one of them".to_owned() };
    Diagnostic::new(Code::RepeatedStunt, span, format!("`{}` is bought twice", rule.name))
        .because("bought again here")
        .with_label(first, "first bought here")
        .with_help(help)
}

/// A stunt counted that may be bought once only.
pub fn counted_stunt(rule: &StuntRule, span: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedStunt, span, format!("`{}` can be bought once only", rule.name))
        .because("counted here")
        .with_label(rule.span, "the stunt does not say `many`")
        .with_help(format!("write `{}` without a count", rule.name))
}

/// A stunt bought twice for one argument.
pub fn repeated_for(rule: &StuntRule, span: Span, first: Span, value: &str) -> Diagnostic {
    Diagnostic::new(Code::RepeatedStunt, span, format!("`{}` is bought twice for `{value}`", rule.name))
        .because("bought again here")
        .with_label(first, "first bought here")
        .with_help(format!("buy it once for `{value}`"))
}

/// A stunt that is already given.
pub fn redundant_stunt(rule: &StuntRule, span: Span, design: &Design) -> Diagnostic {
    Diagnostic::new(Code::RedundantStunt, span, format!("every {} has `{}` already", design.title.to_lowercase(), rule.name))
        .because("given for free")
        .with_help("leave it out")
}

/// A stunt with nothing to act on.
pub fn useless_stunt(rule: &StuntRule, span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(Code::UselessStunt, span, format!("`{}` has nothing to act on", rule.name))
        .because(format!("because `{why}`"))
        .with_help("leave it out")
}

/// A stunt the campaign bans.
pub fn banned_stunt(rule: &StuntRule, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BannedItem, span, format!("the campaign bans `{}`", rule.name))
        .because("named in `ban` of slipyard.toml")
        .with_help("leave it out, or allow it with a reason")
}

/// A stunt removed that is not there.
pub fn nothing_to_remove(name: &Name) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, name.span, format!("there is no `{}` to take away", name.text))
        .because("not among the stunts so far")
        .with_help("leave it out")
}

/// Too many or too few stunts.
pub fn stunt_count(name: &Name, design: &Design, span: Span, found: i64, low: i64, high: i64) -> Diagnostic {
    let wanted = if low == high { format!("{high}") } else { format!("{low} to {high}") };
    Diagnostic::new(Code::TooManyStunts, span, format!("`{}` has {found} stunt{}, {} has {wanted}", name.text, if found == 1 { "" } else { "s" }, a_thing(&design.title)))
        .because(if found > high { format!("{} too many", found.saturating_sub(high)) } else { format!("{} missing", low.saturating_sub(found)) })
}

/// Too many or too few arguments of a stunt.
pub fn argument_count(rule: &StuntRule, span: Span, found: usize) -> Diagnostic {
    let names: Vec<String> = rule.params.iter().map(|param| {
        let types: Vec<&str> = param.types.iter().map(|word| word.text.as_str()).collect();
        format!("{}: {}{}", param.name.text, types.join(" | "), if param.optional { "?" } else { "" })
    }).collect();
    Diagnostic::new(Code::ArgumentCount, span, format!("`{}` takes {} argument{}, here it has {found}", rule.name, rule.params.len(), if rule.params.len() == 1 { "" } else { "s" }))
        .because(if rule.params.is_empty() { "takes none".to_owned() } else { format!("takes ({})", names.join(", ")) })
        .with_label(rule.span, "declared here")
}

/// An argument that is not of its parameter's kind.
pub fn parameter_kind<'w>(rule: &StuntRule, param: &str, span: Span, wanted: &str, written: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::ParameterKind, span, format!("`{}` needs {wanted} for `{param}`", rule.name)).because(format!("not {wanted}"));
    if known.clone().next().is_none() {
        return diagnostic;
    }
    with_nearest(diagnostic, written, span, known, "it can be")
}

// --- Modes ------------------------------------------------------------------------------------------------------------

/// Something in a mode that belongs to the whole item.
pub fn outside_modes(entry: &Entry) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, entry.key.span(), format!("`{}` belongs to the whole weapon", entry.word()))
        .because("written inside a mode")
        .with_help("move it out of the mode; what stands outside belongs to all modes")
}

/// A stunt of the whole item bought in one mode (R-D41).
pub fn whole_stunt_in_mode(rule: &StuntRule, span: Span) -> Diagnostic {
    Diagnostic::new(Code::StuntNotSold, span, format!("`{}` is true of the whole weapon, not of one mode", rule.name))
        .because("bought inside a mode")
        .with_help("move it to `stunts` outside the modes")
}

/// Fewer than two modes.
pub fn lone_mode(name: &Name, span: Span, count: usize) -> Diagnostic {
    let found = if count == 0 { "none".to_owned() } else { count.to_string() };
    Diagnostic::new(Code::LoneMode, span, format!("a modal weapon needs two modes, `{}` has {found}", name.text))
        .because("makes the weapon modal")
        .with_help("write two blocks such as `mode burst { harm 2 }`, or drop the stunt")
}

/// Two stunts that make it modal (R-D42).
pub fn mixed_modes(first: Span, second: Span, names: (&str, &str)) -> Diagnostic {
    Diagnostic::new(Code::MixedModes, second, format!("`{}` and `{}` cannot go together", names.0, names.1))
        .because("makes the weapon modal again")
        .with_label(first, "already makes it modal")
        .with_help("keep one of them")
}

/// Modes that spend different totals (R-D40).
pub fn unequal_modes(name: &Name, spent: &[(&Name, i64)]) -> Diagnostic {
    let totals: Vec<String> = spent.iter().map(|(mode, spent)| format!("`{}` {spent}", mode.text)).collect();
    let mut diagnostic = Diagnostic::new(Code::UnequalModes, name.span, format!("the modes of `{}` spend different totals", name.text))
        .because(totals.join(", "))
        .with_help("bring them to one total; a stunt without effect can fill up");
    for (mode, spent) in spent {
        diagnostic = diagnostic.with_label(mode.span, format!("spends {spent}"));
    }
    diagnostic
}

// --- Aspects ----------------------------------------------------------------------------------------------------------

/// Aspects of a thing that has no slots (R-D49).
pub fn no_aspects(entry: &Entry, design: &Design) -> Diagnostic {
    Diagnostic::new(Code::TooManyAspects, entry.span, format!("{} has no aspects of its own", a_thing(&design.title)))
        .because("no slots to fill")
        .with_help("leave them out; the aspects that its rules derive are added by themselves")
}

/// Not an aspect.
pub fn aspect_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "an aspect belongs here, in quotes".to_owned())
        .because("not an aspect")
        .with_help("write `aspects \"Late again\", \"Falling apart\" as \"Patched by optimists\"`")
}

/// An aspect written twice.
pub fn duplicate_aspect(aspect: &WrittenAspect, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, aspect.span, format!("the aspect `{}` is written twice", aspect.text))
        .because("written again here")
        .with_label(first, "first written here")
}

/// A derived aspect that was written where it is earned.
pub fn derived_aspect_written(aspect: &WrittenAspect, rule: &AspectRule) -> Diagnostic {
    Diagnostic::new(Code::DerivedAspectWritten, aspect.span, format!("`{}` is added by the rules anyway", rule.text))
        .because("need not be written")
        .with_label(rule.span, "this rule adds it")
}

/// A derived aspect (off by default).
pub fn derived_aspect(name: &Name, rule: &AspectRule, why: &str) -> Diagnostic {
    Diagnostic::new(Code::DerivedAspect, name.span, format!("`{}` gets the aspect `{}`", name.text, rule.text))
        .because(why.to_owned())
        .with_label(rule.span, "this rule adds it")
}

/// A reserved aspect without its condition.
pub fn unearned_aspect(aspect: &WrittenAspect, rule: Span, why: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("the aspect `{}` is not earned", aspect.text)).because(match why {
        Some(why) => format!("needs `{why}`"),
        None => "its condition does not hold".to_owned(),
    });
    diagnostic.with_label(rule, "the rule that gives it").with_help("leave it out, or word your own aspect differently")
}

/// Both of two words of which one may be claimed.
pub fn one_of_optionals(aspect: &WrittenAspect, first: &WrittenAspect, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("`{}` and `{}` cannot both be claimed", first.text, aspect.text))
        .because("the second of them")
        .with_label(first.span, "the first of them")
        .with_label(rule, "the rule allows one")
        .with_help("keep one")
}

/// `as` behind an aspect that no rule derives.
pub fn nothing_to_rename<'w>(aspect: &WrittenAspect, renamed: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("no rule derives the aspect `{}`, so it cannot be renamed", aspect.text))
        .because("not a derived aspect");
    match known.clone().next() {
        Some(_) => diagnostic.with_help(format!("write `\"{renamed}\"` alone; the aspects that may be renamed are {}", list(known))),
        None => diagnostic.with_help(format!("write `\"{renamed}\"` alone")),
    }
}

/// A derived aspect that keeps its name.
pub fn not_renamable(aspect: &WrittenAspect, rule: &AspectRule) -> Diagnostic {
    Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("`{}` keeps its name", rule.text))
        .because("renamed here")
        .with_label(rule.span, "the rule does not say `renamable`")
        .with_help("leave it out; the rules add it")
}

/// More aspects than slots (R-D19).
pub fn too_many_aspects(name: &Name, span: Span, filled: i64, slots: i64, derived: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::TooManyAspects, span, format!("`{}` has {filled} aspects, {slots} fit", name.text))
        .because(format!("{} too many", filled.saturating_sub(slots)));
    if derived.is_empty() { diagnostic } else { diagnostic.with_note(format!("the rules add {}, which fills a slot too", list(derived.iter().copied()))) }
}

/// Fewer aspects than slots (R-D19).
pub fn missing_aspects(name: &Name, span: Span, filled: i64, slots: i64) -> Diagnostic {
    let left = slots.saturating_sub(filled);
    Diagnostic::new(Code::MissingAspects, span, format!("`{}` has {filled} of {slots} aspects", name.text))
        .because(format!("{left} slot{} still free", if left == 1 { "" } else { "s" }))
        .with_help("add `aspects \"…\"` in your own words")
}

// --- The rest ---------------------------------------------------------------------------------------------------------

/// A requirement or advice of the design.
pub fn requirement(name: &Name, rule: &Requirement, mode: Option<&str>, numbers: &str) -> Diagnostic {
    let code = if rule.advice { Code::Advice } else { Code::RequirementFailed };
    let of = mode.map_or_else(String::new, |mode| format!(" (mode `{mode}`)"));
    Diagnostic::new(code, name.span, format!("`{}`{of}: {}", name.text, rule.message))
        .because(format!("`{numbers}` does not hold"))
        .with_label(rule.span, "the design asks for it")
}

/// Something held that is of another kind.
pub fn held_of_other_kind(path: &Path, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, path.span(), format!("`{}` is not {}", path.name.text, article(wanted))).because(format!("only {} fits here", article(wanted)))
}

/// A waiver that waives nothing.
pub fn unused_waiver(waiver: &WrittenWaiver, name: &Name) -> Diagnostic {
    Diagnostic::new(Code::UnusedWaiver, waiver.span, format!("`{}` needs no waiver for `{}`", name.text, waiver.code))
        .because("waives nothing")
        .with_help("delete the line")
        .with_fix("delete the waiver", Confidence::Safe, waiver.span, "")
}

/// A waiver of something that cannot be waived.
pub fn unwaivable(waiver: &WrittenWaiver) -> Diagnostic {
    let known: Vec<&str> = Code::ALL.iter().filter(|code| code.waivable()).map(|code| code.slug()).collect();
    let exists = Code::from_slug(&waiver.code).is_some();
    let message = if exists { format!("`{}` cannot be allowed", waiver.code) } else { format!("there is no code `{}`", waiver.code) };
    let diagnostic = Diagnostic::new(Code::UnknownCode, waiver.span, message)
        .because(if exists { "the compiler cannot understand the item otherwise" } else { "not the code of a diagnostic" });
    match suggest::nearest(&waiver.code, known.iter().copied()).filter(|_| !exists) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")),
        None => diagnostic,
    }
}


/// A person without `skills`.
pub fn missing_skills(name: &Name, design: &Design) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("`{}` has no skills", name.text))
        .because("no `skills { … }` in its block")
        .with_help(format!("{} needs them: `skills {{ 3 alertness; 2 stealth, tactics }}`", a_thing(&design.title)))
}

/// A requirement of a stunt.
pub fn stunt_requirement(rule: &StuntRule, span: Span, requirement: &Requirement, numbers: &str) -> Diagnostic {
    Diagnostic::new(Code::RequirementFailed, span, format!("`{}`: {}", rule.name, requirement.message))
        .because(format!("`{numbers}` does not hold"))
        .with_label(requirement.span, "the stunt asks for it")
}

/// A range the author left to the design (R-D33).
pub fn unwritten_range(name: &Name, range: &str, message: &str) -> Diagnostic {
    Diagnostic::new(Code::Advice, name.span, format!("`{}`: {message}", name.text))
        .because(format!("no `{range}` in its block"))
        .with_severity(Severity::Note)
}
