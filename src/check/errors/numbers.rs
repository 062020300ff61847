//! Wording of messages about technology, ranks, tracks and the budget. Floor 4.

use super::{a_thing, labelled, points, tech_word};
use crate::check::design::Design;
use crate::check::purchase::Written;
use crate::check::reckon::Line;
use crate::check::repair::Repair;
use crate::diagnostic::{Code, Confidence, Diagnostic, Edit, Fix};
use crate::resolve::suggest;
use crate::source::Span;
use crate::syntax::tree::Name;

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
pub fn tech_above_campaign(tech: Written, most: i32, manifest: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::TechAboveCampaign,
        tech.span,
        format!("{} is above the campaign's {}", tech_word(tech.value), tech_word(most.into())),
    )
    .because("`max_tech` of slipyard.toml allows less")
    .with_help(format!("write `tech {}`, or allow it with a reason", tech_word(most.into())));
    labelled(diagnostic, manifest)
}

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

/// More is spent than allowed: every line that spends, and the smallest edits that help.
pub fn over_budget(
    name: &Name,
    mode: Option<&str>,
    tech: Option<Written>,
    spent: i64,
    budget: i64,
    lines: &[Line],
    repairs: Vec<Repair>,
) -> Diagnostic {
    let of = mode.map_or_else(String::new, |mode| format!(" in mode `{mode}`"));
    let at = tech.map_or_else(String::new, |tech| format!(" at {}", tech_word(tech.value)));
    let verb = if budget == 1 || budget == -1 { "is" } else { "are" };
    let message = format!("`{}` spends {}{of}, {budget} {verb} allowed{at}", name.text, points(spent));
    let mut diagnostic =
        Diagnostic::new(Code::OverBudget, name.span, message).because(format!("{} too many", spent.saturating_sub(budget)));
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
