//! Messages about technology, ranks, tracks and the budget.

use super::{a_thing, labelled, list, points, tech_word};
use crate::check::campaign_limits::{LimitSource, TechLimit};
use crate::check::design::Design;
use crate::check::ledger::LedgerAddend;
use crate::check::read_purchase::WrittenNumber;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::{Sources, Span};
use slip_syntax::tree::SpannedName;

/// Reports an item without `tech`.
pub fn missing_tech(name: &SpannedName, design: &Design, low: i64, high: i64) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, name.span, format!("`{}` has no technology level", name.text))
        .because("no `tech` in its block")
        .with_help(format!(
            "write for instance `tech {}`; {} can have a level from {} to {}",
            tech_word(0.clamp(low.min(high), high)),
            a_thing(&design.title),
            tech_word(low),
            tech_word(high)
        ))
}

/// Reports a technology outside the range of the design.
pub fn tech_out_of_range(tech: WrittenNumber, design: &Design, low: i64, high: i64, rule: Span) -> Diagnostic {
    let name = a_thing(&design.title);
    let nearest = tech.value.clamp(low, high);
    Diagnostic::new(Code::TechOutOfRange, tech.span, format!("{name} cannot have the technology level {}", tech_word(tech.value)))
        .because(format!("the levels go from {} to {}", tech_word(low), tech_word(high)))
        .with_label(rule, "set by the design")
        .with_help(format!("write `tech {}`", tech_word(nearest)))
        .with_fix(format!("write `tech {}`", tech_word(nearest)), Confidence::Unsafe, tech.at, tech_word(nearest))
        .sized(tech.value.abs_diff(nearest))
}

/// Reports a technology above the campaign's limit.
pub fn tech_above_campaign(name: &str, tech: WrittenNumber, limit: &TechLimit) -> Diagnostic {
    let most = limit.most;
    let diagnostic = Diagnostic::new(
        Code::TechAboveCampaign,
        tech.span,
        format!("`{name}` is {}, above the campaign's limit of {}", tech_word(tech.value), tech_word(most.into())),
    )
    .because(format!("`max_tech` in {} is {}", limit.source.file(), tech_word(most.into())))
    .with_help(format!("write `tech {}`, {}", tech_word(most.into()), limit.source.or_waiver(Code::TechAboveCampaign)))
    .sized(tech.value.abs_diff(most.into()));
    labelled(diagnostic, &limit.source)
}

/// Reports an item of another package whose technology is above the campaign's limit. `carrier` is the item that carries this item, if
/// there is one.
pub fn used_above_campaign(
    span: Span,
    (what, carrier): (&str, Option<&str>),
    (tech, written): (i64, Span),
    limit: &TechLimit,
) -> Diagnostic {
    let most = limit.most;
    let of = carrier.map_or(String::new(), |carrier| format!(", which `{carrier}` carries,"));
    let message = format!("`{what}`{of} is {}, above the campaign's limit of {}", tech_word(tech), tech_word(most.into()));
    let diagnostic = Diagnostic::new(Code::TechAboveCampaign, span, message)
        .because("used here")
        .with_label(written, format!("{} is written here", tech_word(tech)))
        .with_help(format!("use something else, or write an item of your own with `from {what}` and `tech {}`", tech_word(most.into())))
        .sized(tech.abs_diff(most.into()));
    labelled(diagnostic, &limit.source)
}

/// Reports an item of another package that the campaign bans, by itself or because of its stunt or design.
pub fn used_banned(
    span: Span,
    (what, carrier): (&str, Option<&str>),
    part: Option<&str>,
    source: &LimitSource,
    written: Span,
) -> Diagnostic {
    let of = carrier.map_or(String::new(), |carrier| format!(", which `{carrier}` carries"));
    let message = match part {
        Some(part) => format!("the campaign bans `{part}` of `{what}`{of}"),
        None => format!("the campaign bans `{what}`{of}"),
    };
    let diagnostic = Diagnostic::new(Code::BannedItem, span, message)
        .because("used here")
        .with_label(written, "this is banned")
        .with_help(format!("use something else, or write an item of your own with `from {what}` that the campaign allows"));
    labelled(diagnostic, source)
}

/// Reports an item or design that the package's own campaign bans.
pub fn banned_thing(span: Span, what: &str, source: &LimitSource) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::BannedItem, span, format!("the campaign bans `{what}`"))
        .because(format!("listed in `ban` in {}", source.file()))
        .with_help(format!("leave it out, {}", source.or_waiver(Code::BannedItem)));
    labelled(diagnostic, source)
}

/// Reports a member of `ban` that matches nothing.
pub fn bans_nothing(span: Span, text: &str, kind: Option<&str>, nearest: Option<String>) -> Diagnostic {
    let wanted = kind.unwrap_or("stunt, design or thing");
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no {wanted} called `{text}` that could be banned"))
        .because("bans nothing");
    match nearest {
        Some(near) => {
            let near = kind.map_or(near.clone(), |kind| format!("{kind} {near}"));
            diagnostic.with_help(format!("did you mean `{near}`?")).with_fix(
                format!("write `{near}`"),
                Confidence::Unsafe,
                span,
                format!("\"{near}\""),
            )
        }
        None => diagnostic.with_help("remove it from `ban`, or write the name of something that exists"),
    }
}

/// Reports a member of `ban` with too many words.
pub fn ban_form(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("`{text}` has too many words to be a name"))
        .because("not a name")
        .with_help("write a name (`full_auto`), a package and a name (`yards.long_gun`), or a kind and a name (`design energy_weapon`)")
}

/// Reports a kind that `ban` does not support.
pub fn ban_kind(span: Span, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownKind, span, format!("the campaign cannot ban {}", crate::resolve::errors::article(kind)))
        .because("not a kind that can be banned")
        .with_help("write a stunt, a design or a thing, as in `stunt full_auto`, `design energy_weapon` or `weapon long_gun`")
}

/// Reports a package in `ban` that is not used.
pub fn ban_package(span: Span, package: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownPackage, span, format!("there is no dependency called `{package}`"))
        .because("slipyard.toml lists no package with this name")
        .with_help("write the name of a package below `[dependencies]`, or `std`")
}

/// Reports a rank above its cap (R-D3). No fix is offered if the cap is below the lowest rank.
pub fn stat_above_cap(stat: &str, written: WrittenNumber, (low, cap): (i64, i64), why: &str, rule: Span) -> Diagnostic {
    let found = Diagnostic::new(Code::StatAboveCap, written.span, format!("`{stat}` is {}, above the cap of {cap}", written.value))
        .because(why)
        .with_label(rule, "the cap is set here")
        .sized(written.value.abs_diff(cap));
    if cap < low {
        return found.with_help(format!("remove `{stat}`"));
    }
    found.with_help(format!("lower `{stat}` to {cap}")).with_fix(
        format!("lower `{stat}` to {cap}"),
        Confidence::Unsafe,
        written.at,
        cap.to_string(),
    )
}

/// Reports a number out of range.
pub fn number_beyond(span: Span, key: &str, number: &str) -> Diagnostic {
    Diagnostic::new(Code::NumberTooLarge, span, format!("the number {number} of `{key}` is too large or too small"))
        .because(format!("numbers go from {} to {}", i32::MIN, i32::MAX))
        .with_help("write a number between these two")
}

/// Returns the code of the diagnostic about a rank below the lowest rank `least`.
pub const fn below_code(least: i64) -> Code {
    if least == 0 { Code::StatBelowZero } else { Code::StatBelowMinimum }
}

/// Reports a rank below the lowest rank.
pub fn stat_below(stat: &str, written: WrittenNumber, least: i64, rule: Span) -> Diagnostic {
    Diagnostic::new(below_code(least), written.span, format!("`{stat}` is {}, below the minimum of {least}", written.value))
        .because(format!("the minimum is {least}"))
        .with_label(rule, "declared here")
        .with_help(format!("raise `{stat}` to {least}"))
        .with_fix(format!("raise `{stat}` to {least}"), Confidence::Unsafe, written.at, least.to_string())
        .sized(written.value.abs_diff(least))
}

/// Reports a statistic that only other designs of the kind have.
pub fn stat_not_allowed(name: &SpannedName, entry: Span, design: &Design, others: &[&Design], sources: &Sources) -> Diagnostic {
    let because = match others {
        [other] => format!("only {} has it", a_thing(&other.title)),
        others => format!("only {} have it", list(others.iter().map(|other| other.name.as_str()))),
    };
    Diagnostic::new(Code::StatNotAllowed, name.span, format!("{} has no `{}`", a_thing(&design.title), name.text))
        .because(because)
        .taken_out(format!("remove `{}`", name.text), Confidence::Unsafe, sources, entry)
}

/// Reports a changed number of boxes of a track whose number is fixed.
pub fn fixed_track(track: &str, written: WrittenNumber, base: i64, why: &str, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::FixedTrack, written.span, format!("the boxes of the track `{track}` cannot be changed"))
        .because(why)
        .with_label(rule, "fixed by the design")
        .with_help(format!("remove this entry, or write `{track} {base}`"))
        .with_fix(format!("write `{track} {base}`"), Confidence::Unsafe, written.at, base.to_string())
}

/// Reports a track that a stunt removes.
pub fn track_taken_away(track: &str, written: WrittenNumber, why: &str, stunt: (&str, Span), sources: &Sources) -> Diagnostic {
    Diagnostic::new(
        Code::FixedTrack,
        written.span,
        format!("the track `{track}` does not exist, because the stunt `{}` removes it", stunt.0),
    )
    .because(why)
    .with_label(stunt.1, "removes the track")
    .taken_out("remove this entry", Confidence::Unsafe, sources, written.span)
}

/// Reports a track without boxes.
pub fn empty_track(track: &str, written: WrittenNumber) -> Diagnostic {
    Diagnostic::new(Code::EmptyTrack, written.span, format!("the track `{track}` has no boxes"))
        .because("the first hit on this track takes its owner out")
        .with_help(format!("write `{track} 1` or more, or write `allow empty-track \"why\"` in the block of the item"))
}

/// Reports a track that has no boxes after effects.
pub fn emptied_track(span: Span, track: &str) -> Diagnostic {
    Diagnostic::new(Code::EmptyTrack, span, format!("the effects leave the track `{track}` without boxes"))
        .because("the first hit on this track takes its owner out")
        .with_help("keep at least one box, or write `allow empty-track \"why\"` in the block of the item")
}

/// Reports a track with more boxes than play supports.
pub fn too_long_track(span: Span, track: &str, boxes: i64, most: i64) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the track `{track}` has {boxes} boxes, but a track can have at most {most}"))
        .because(format!("{} boxes too many", boxes.saturating_sub(most)))
        .with_help(format!("write `{track} {most}` or less; armour protects too"))
        .sized(boxes.abs_diff(most))
}

/// Reports an item that spends more points than its budget, with a label for every ledger line that spends points.
pub fn over_budget(
    name: &SpannedName,
    mode: Option<&str>,
    tech: Option<WrittenNumber>,
    spent: i64,
    budget: i64,
    lines: &[LedgerAddend],
) -> Diagnostic {
    let of = mode.map_or_else(String::new, |mode| format!(" in mode `{mode}`"));
    let at = tech.map_or_else(String::new, |tech| format!(" at {}", tech_word(tech.value)));
    let verb = if budget == 1 || budget == -1 { "is" } else { "are" };
    let message = format!("`{}` spends {}{of}, but {budget} {verb} allowed{at}", name.text, points(spent));
    let mut diagnostic =
        Diagnostic::new(Code::OverBudget, name.span, message).because(format!("{} too many", spent.saturating_sub(budget)));
    diagnostic = diagnostic.sized(spent.abs_diff(budget));
    if let Some(tech) = tech {
        diagnostic = diagnostic.with_label(tech.span, format!("{} allows {budget}", tech_word(tech.value)));
    }
    for line in lines.iter().filter(|line| line.points != 0 && line.written) {
        let words = line.what.strip_prefix("stunt ").unwrap_or(&line.what);
        let text = if line.points > 0 {
            format!("`{words}` costs {}", line.points)
        } else {
            format!("`{words}` gives back {}", line.points.saturating_neg())
        };
        diagnostic = diagnostic.with_label(line.span, text);
    }
    diagnostic
}

/// Help that introduces a list of repairs, each of which is enough by itself.
pub const ONE_OF: &str = "any one of these changes is enough:";

/// Returns the title of a fix that repairs several errors of one item.
pub fn repairs_all(change: &str, errors: usize, name: &str) -> String {
    let all = if errors == 2 { "both errors".to_owned() } else { format!("all {errors} errors") };
    format!("{change} (this repairs {all} of `{name}`)")
}

/// Note on a list of repairs that is incomplete, because the search stopped at its limit.
pub const SEARCH_CUT: &str = "there are too many possible changes to try them all; other changes may be enough too";
/// Note on an error without repairs, because the search stopped at its limit.
pub const SEARCH_GIVEN_UP: &str = "there are too many possible changes to try them all, and none of those tried is enough";

/// Returns the help for an error that no repair with at most `most` changes removes.
pub fn too_much_to_mend(most: usize) -> String {
    format!("remove parts that the item does not need: no {most} changes alone are enough")
}

/// Reports unspent points.
pub fn unspent_points(name: &SpannedName, mode: Option<&str>, spent: i64, budget: i64) -> Diagnostic {
    let of = mode.map_or_else(String::new, |mode| format!(" in mode `{mode}`"));
    let left = budget.saturating_sub(spent);
    Diagnostic::new(Code::UnspentPoints, name.span, format!("`{}` leaves {} unspent{of}", name.text, points(left)))
        .because(format!("{spent} of {budget} points spent"))
        .with_help("raise a number or buy a stunt; nothing has to change")
        .sized(budget.abs_diff(spent))
}

/// Reports a Cost of 0 or below (R-D5).
pub fn free_of_charge(name: &SpannedName, price: i64) -> Diagnostic {
    Diagnostic::new(Code::FreeOfCharge, name.span, format!("`{}` has a Cost of {price}, so a person gets it without a roll", name.text))
        .because("the rules allow a Cost of 0 or less")
        .with_help("nothing has to change; for a roll, make the thing more expensive until its Cost is 1 or more")
        .sized(price.abs_diff(1))
}

/// Reports an item that another item of the package dominates.
pub fn dominated_design(name: &SpannedName, better: &SpannedName, gains: &[String]) -> Diagnostic {
    let message = format!("`{}` is not better than `{}` in any respect, and does not cost less", name.text, better.text);
    let gains = slip_suggest::enumerate(gains.iter().map(String::as_str));
    Diagnostic::new(Code::DominatedDesign, name.span, message)
        .because("its numbers give no reason to choose it")
        .with_label(better.span, format!("this item has {gains}, and is not worse in any respect"))
        .with_help("spend its points differently, or write `allow dominated-design \"why\"` in its block")
}
