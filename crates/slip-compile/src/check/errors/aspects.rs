//! Messages about aspects, requirements, waivers and missing entries of an item.

use super::{a_thing, list, with_nearest};
use crate::check::design::{AspectRule, Design, PhaseRule, Requirement, StuntRule};
use crate::check::read_purchase::{WaiverEntry, WrittenAspect};
use crate::resolve::errors::article;
use slip_pack::quoted;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Severity};

use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, NamePath, SpannedName};

/// Reports aspects of an item whose design has no aspect slots (R-D49).
pub fn no_aspects(entry: &Entry, design: &Design) -> Diagnostic {
    Diagnostic::new(Code::TooManyAspects, entry.span, format!("{} cannot have aspects of its own", a_thing(&design.title)))
        .because("this design has no slots for aspects")
        .with_help("remove this line; the rules add aspects such as `Very heavy` by themselves")
}

/// Reports a member of `aspects` that is not an aspect.
pub fn aspect_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not an aspect in quotes".to_owned())
        .because("an aspect belongs here")
        .with_help("write for instance `aspects \"Late again\", \"Falling apart\" as \"Patched by optimists\"`")
}

/// Reports an empty aspect.
pub fn blank_aspect(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this aspect is empty".to_owned())
        .because("the text is empty")
        .with_help("write a phrase between the quotes, or remove this aspect; too few aspects are only a warning")
}

/// Reports an aspect that is written twice.
pub fn duplicate_aspect(aspect: &WrittenAspect, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, aspect.span, format!("the aspect `{}` is written twice", aspect.shown()))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two, or write other words")
}

/// Reports a note on an aspect that the author wrote although a rule gives it to the item.
pub fn derived_aspect_written(aspect: &WrittenAspect, rule: &AspectRule) -> Diagnostic {
    Diagnostic::new(Code::DerivedAspectWritten, aspect.span, format!("the rules already add `{}`", rule.text))
        .because("not needed")
        .with_label(rule.span, "this rule adds the aspect")
        .with_help("remove it from this list")
}

/// Reports an aspect that is both written and removed by `without`.
pub fn aspect_dropped(aspect: &WrittenAspect, dropped: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, aspect.span, format!("`{}` is both written and removed by `without`", aspect.text))
        .because("written here")
        .with_label(dropped, "removed here")
        .with_help("remove the aspect here, or remove it after `without`")
}

/// Reports a note on an aspect that a rule gives to the item. This note is off by default.
pub fn derived_aspect(name: &SpannedName, rule: &AspectRule, why: &str) -> Diagnostic {
    Diagnostic::new(Code::DerivedAspect, name.span, format!("`{}` gets the aspect `{}`", name.text, rule.text))
        .because(why.to_owned())
        .with_label(rule.span, "this rule adds the aspect")
}

/// Reports an aspect that belongs to a rule of the design, if the item does not meet the condition of the rule.
pub fn unearned_aspect(aspect: &WrittenAspect, rule: Span, why: Option<&str>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("the rules do not allow the aspect `{}` for this item", aspect.text))
            .because(match why {
                Some(why) => format!("needs {why}"),
                None => "its condition is not true".to_owned(),
            });
    diagnostic.with_label(rule, "this rule gives the aspect").with_help("leave the aspect out, or choose other words for your own aspect")
}

/// Reports two optional aspects of which only one may be written.
pub fn one_of_optionals(aspect: &WrittenAspect, first: &WrittenAspect, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("only one of `{}` and `{}` can be used", first.text, aspect.text))
        .because("the second of these aspects")
        .with_label(first.span, "the first of these aspects")
        .with_label(rule, "this rule allows only one of them")
        .with_help(format!("remove `{}` or `{}`", first.text, aspect.text))
}

/// Reports `as` after an aspect that no rule derives. Only derived aspects can be renamed.
pub fn nothing_to_rename<'w>(aspect: &WrittenAspect, renamed: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("no rule adds the aspect `{}`, so it cannot be renamed", aspect.text))
            .because("not an aspect that the rules add");
    let alone = quoted(renamed);
    let diagnostic = match aspect.mark {
        None => diagnostic.with_fix(format!("write only `{alone}`"), Confidence::Unsafe, aspect.span, alone.clone()),
        Some(_) => diagnostic,
    };
    match known.clone().next() {
        Some(_) => diagnostic.with_help(format!("write only `{alone}`; the aspects that may be renamed are {}", list(known))),
        None => diagnostic.with_help(format!("write only `{alone}`")),
    }
}

/// Reports a new name for an aspect that may not be renamed.
pub fn not_renamable(aspect: &WrittenAspect, rule: &AspectRule) -> Diagnostic {
    Diagnostic::new(Code::UnearnedAspect, aspect.span, format!("the aspect `{}` cannot be renamed", rule.text))
        .because("renamed here")
        .with_label(rule.span, "the aspect of this rule keeps its name")
        .with_help("remove it from this list; the rules add it by themselves")
}

/// Reports more aspects than slots for them (R-D19).
pub fn too_many_aspects(name: &SpannedName, span: Span, filled: i64, slots: i64, derived: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::TooManyAspects,
        span,
        format!(
            "`{}` has {filled} aspect{}, but only {slots} fit{}",
            name.text,
            if filled == 1 { "" } else { "s" },
            if slots == 1 { "s" } else { "" }
        ),
    )
    .because(format!("{} too many", filled.saturating_sub(slots)))
    .sized(filled.abs_diff(slots));
    let diagnostic = diagnostic.with_help("remove some aspects from this list");
    if derived.is_empty() {
        diagnostic
    } else {
        let fill = if derived.len() == 1 { "fills" } else { "fill" };
        diagnostic.with_note(format!("the rules add {}, which also {fill} a slot", list(derived.iter().copied())))
    }
}

/// Reports fewer aspects than the slots that must be filled (R-D19).
///
/// `own` is the first aspect that the author wrote in the item's own list.
pub fn missing_aspects(name: &SpannedName, span: Span, filled: i64, (least, slots): (i64, i64), own: Option<&str>) -> Diagnostic {
    let left = slots.saturating_sub(filled);
    let of = if least == slots { format!("{slots}") } else { format!("{least} to {slots}") };
    let more = least.saturating_sub(filled);
    let gaps = if more == 1 { "\"…\"" } else { "\"…\", \"…\"" };
    let help = match own {
        Some(first) => {
            let aspects = if more == 1 { "aspect" } else { "aspects" };
            format!("write {more} more {aspects} in this list, with commas between them: `aspects {}, {gaps}`", quoted(first))
        }
        None => format!("write `aspects {gaps}`, with {more} in your own words"),
    };
    Diagnostic::new(Code::MissingAspects, span, format!("`{}` has {filled} of {of} aspects", name.text))
        .because(format!("{left} more can be written"))
        .with_help(help)
        .sized(slots.abs_diff(filled))
}

/// Reports a life phase with too many or too few aspects.
pub fn phases(name: &SpannedName, span: Span, wrong: &[(&PhaseRule, usize)]) -> Diagnostic {
    let count = |(phase, found): &(&PhaseRule, usize)| format!("`{}` has {found} of {} aspects", phase.name, phase.count);
    let counts: Vec<String> = wrong.iter().map(count).collect();
    Diagnostic::new(Code::AspectPhases, span, format!("the aspects of `{}` do not match the phases of a life", name.text))
        .because(counts.join(", "))
        .with_help("write the phase after each aspect, as in `\"Born on the ice\" growing_up`, or remove the phases from all of them")
        .sized(
            wrong.iter().map(|(phase, found)| u64::try_from(phase.count.abs_diff(*found)).unwrap_or(u64::MAX)).fold(0, u64::saturating_add),
        )
}

/// Reports an unknown mark after an aspect.
pub fn unknown_aspect_mark<'w>(word: &str, span: Span, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownMark, span, format!("an aspect cannot be marked `{word}` here"))
        .because("neither a phase of a life nor a mark that a stunt uses");
    with_nearest(diagnostic, word, span, known, "the marks are")
}

/// Returns the help for a failed requirement, which stays if no repair is found.
fn to_meet(rule: &Requirement) -> &'static str {
    if rule.advice { "change the item, or write `allow advice \"why\"` in its block" } else { "change the item so that this is true" }
}

/// Reports a failed requirement or advice of the design.
pub fn requirement(name: &SpannedName, rule: &Requirement, mode: Option<&str>, why: &str) -> Diagnostic {
    let code = if rule.advice { Code::Advice } else { Code::RequirementFailed };
    let of = mode.map_or_else(String::new, |mode| format!(" (mode `{mode}`)"));
    Diagnostic::new(code, name.span, format!("`{}`{of}: {}", name.text, rule.message))
        .because(format!("needs {why}"))
        .with_label(rule.span, "required by the design")
        .with_help(to_meet(rule))
}

/// Reports a held item whose kind or design the list does not allow.
pub fn held_of_other_kind(path: &NamePath, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, path.span(), format!("`{}` is not {}", path.name.text, article(wanted)))
        .because(format!("only {} is allowed here", article(wanted)))
        .with_help(format!("write the name of {} here", article(wanted)))
}

/// Reports a waiver for an error that does not occur.
pub fn unused_waiver(waiver: &WaiverEntry, name: &SpannedName, sources: &Sources) -> Diagnostic {
    let found = Diagnostic::new(Code::UnusedWaiver, waiver.span, format!("`{}` does not need `allow {}`", name.text, waiver.code))
        .because("there is nothing to allow: the item does not have this fault");
    found.taken_out("remove this line", Confidence::Safe, sources, waiver.span)
}

/// Reports a second waiver for the same error.
pub fn repeated_waiver(waiver: &WaiverEntry, first: Span, name: &SpannedName, sources: &Sources) -> Diagnostic {
    let found = Diagnostic::new(Code::UnusedWaiver, waiver.span, format!("`{}` allows `{}` twice", name.text, waiver.code))
        .because("already allowed")
        .with_label(first, "allowed here");
    found.taken_out("remove this line", Confidence::Safe, sources, waiver.span)
}

/// Reports a waiver for an error that cannot be waived.
pub fn unwaivable(waiver: &WaiverEntry) -> Diagnostic {
    let known: Vec<&str> = Code::ALL.iter().filter(|code| code.waivable()).map(|code| code.slug()).collect();
    let exists = Code::from_slug(&waiver.code).is_some();
    let message = if exists {
        format!("`{}` cannot be allowed", waiver.code)
    } else {
        format!("there is no finding with the code `{}`", waiver.code)
    };
    let diagnostic = Diagnostic::new(Code::UnknownCode, waiver.span, message).because(if exists {
        "the item cannot be compiled with this error"
    } else {
        "not a code that `slipyard check` prints"
    });
    match slip_suggest::nearest(&waiver.code, known.iter().copied()).filter(|_| !exists) {
        Some(nearest) => diagnostic.did_you_mean(waiver.named, nearest),
        None if exists => diagnostic.with_help("remove this line, and correct the fault itself"),
        None => diagnostic.with_help("write the code that `slipyard check` prints in brackets after `error` or `warning`"),
    }
}

/// Reports a person without `skills`.
pub fn missing_skills(name: &SpannedName, design: &Design, known: &[ecow::EcoString]) -> Diagnostic {
    let example = match known {
        [first, second, third, ..] => format!("3 {first}; 2 {second}; 1 {third}"),
        _ => "3 alertness; 2 stealth, tactics".to_owned(),
    };
    Diagnostic::new(Code::MissingEntry, name.span, format!("`{}` has no skills", name.text))
        .because("no `skills { … }` in its block")
        .with_help(format!("write the skills of {}, for instance `skills {{ {example} }}`", a_thing(&design.title)))
}

/// Reports a failed requirement of a stunt.
pub fn stunt_requirement(rule: &StuntRule, span: Span, requirement: &Requirement, why: &str) -> Diagnostic {
    let code = if requirement.advice { Code::Advice } else { Code::RequirementFailed };
    Diagnostic::new(code, span, format!("`{}`: {}", rule.name, requirement.message))
        .because(format!("needs {why}"))
        .with_label(requirement.span, "required by the stunt")
        .with_help(to_meet(requirement))
}

/// Reports a missing range, which the design asks authors to write (R-D33).
pub fn unwritten_range(name: &SpannedName, range: &str, message: &str) -> Diagnostic {
    Diagnostic::new(Code::Advice, name.span, format!("`{}`: {message}", name.text))
        .because(format!("no `{range}` in its block"))
        .with_help(format!("write `{range}` with its lowest and highest value, as in `{range} 1..3`"))
        .with_severity(Severity::Note)
}
