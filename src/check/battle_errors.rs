//! Wording of messages about forms of battle. Floor 4.

use crate::diagnostic::{Code, Diagnostic};
use crate::pack::encounter::Form;
use crate::resolve::suggest;
use crate::source::Span;

/// A form that is none.
pub(super) fn unknown_form(span: Span, word: &str, nearest: Option<String>, known: impl Iterator<Item = &'static str>) -> Diagnostic {
    let message = if word.is_empty() { "`battle` wants its form".to_owned() } else { format!("`{word}` is not a form of battle") };
    let diagnostic = Diagnostic::new(Code::WrongValue, span, message).because("not a form of battle");
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("there are {}; anything else is said with `victory SIDE when …`", suggest::enumerate(known))),
    }
}

/// A form written twice.
pub(super) fn form_twice(span: Span, form: Form, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("the battle is a `{}` twice", form.word()))
        .because("written again here")
        .with_label(first, "first written here")
}

/// A form between two sides where there are more.
pub(super) fn several_others(span: Span, other: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("with more than two sides the form needs `{other}`"))
        .because(format!("`{other}` is missing"))
        .with_help(format!("write for instance `{other} hounds`"))
}

/// A side in both parts.
pub(super) fn against_itself(span: Span, one: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{one}` and `{other}` are the same side")).because("one side in both parts")
}

/// A map that nobody can leave.
pub(super) fn no_exit(span: Span, map: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("nobody can leave the map `{map}`"))
        .because("none of its zones is an exit")
        .with_help("mark the zones at its edge by which units may leave: `zone n north { exit }`")
}

/// A zone nobody can leave by.
pub(super) fn not_an_exit(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("nobody can leave the map by `{zone}`"))
        .because("not an exit")
        .with_help(format!("mark it in the map: `zone {zone} {{ exit }}`"))
}

/// More units wanted than there are.
pub(super) fn too_many_wanted(span: Span, wanted: u32, found: u32, who: &str, what: &str) -> Diagnostic {
    let has = if found == 1 { "there is 1".to_owned() } else { format!("there are {found}") };
    Diagnostic::new(Code::ImpossibleVictory, span, format!("{wanted} of `{who}` are to {what}, and {has} that can"))
        .because("can never come true")
        .with_help("guns on a card and aircraft do not leave by exits; count the others")
}

/// Nobody who could leave.
pub(super) fn nobody_leaves(span: Span, who: &str) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleVictory, span, format!("nobody of `{who}` can leave by an exit"))
        .because("aircraft and guns on a card")
        .with_help("only units on the ground leave the map by its exits")
}

/// `units` of another form.
pub(super) fn units_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`units` wants a number, or the units that must leave")
        .because("not units")
        .with_help("write `units 3`, or `units tin_mule, 2 ridge_rifles` for certain ones; a platoon's name stands for all of it")
}

/// A zone named twice.
pub(super) fn zone_twice(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{zone}` is written twice")).because("written again here")
}

/// Objectives without an end.
pub(super) fn no_end(span: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, "who is on most objectives is asked at the end, and this battle has none")
        .because("`limit` is missing")
        .with_help("say when it ends: `limit 8 turns`")
}
