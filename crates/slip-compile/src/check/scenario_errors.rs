//! Messages about scenarios.

use slip_source::diagnostic::{Code, Diagnostic};

use slip_source::Span;

/// Adds a did-you-mean suggestion to a diagnostic.
fn suggesting(diagnostic: Diagnostic, span: Span, nearest: Option<String>) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic,
    }
}

/// Returns the name part of `package.name`.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Reports more steps than a scenario may have.
pub(super) fn too_many_steps(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the scenario has more than {most} steps"))
        .because("one step too many")
        .with_help("remove some steps, or write two scenarios")
}

/// Reports `play` in a later step of a scenario, and every other key in its first step. `first` is true for the first step.
pub(super) fn step_order(span: Span, first: bool) -> Diagnostic {
    if first {
        Diagnostic::new(Code::WrongValue, span, "the first step of a scenario must be `play`")
            .because("nothing was played before")
            .with_help("write `play` and the name of an encounter first")
    } else {
        Diagnostic::new(Code::WrongValue, span, "`play` can only be the first step")
            .because("another step comes before this one")
            .with_help("write `then` or `otherwise` for the steps that follow")
    }
}

/// Reports an encounter that is played twice.
pub(super) fn played_twice(span: Span, key: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("`{}` is played twice", last(key)))
        .because("played again here")
        .with_label(first, "first played here")
        .with_help("remove it here, or write a second encounter with `from` and play that one")
}

/// Reports a step that is never played.
pub(super) fn unreachable_step(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(Code::UnreachableStep, span, format!("`{}` is never played", last(key)))
        .because("its condition is never true at this point")
        .with_help("correct the condition after `when`, or remove this encounter from the scenario")
}

/// Reports a `carry` to an encounter in which no participant of an earlier encounter takes part.
pub(super) fn nothing_to_carry(span: Span, encounter: &str) -> Diagnostic {
    Diagnostic::new(Code::NothingToCarry, span, format!("no actor in `{encounter}` took part in an earlier encounter"))
        .because("there is nothing to carry")
        .with_help("remove this; to give something to other actors, write an aspect, as in `aspect \"Weakened hull\" on scene`")
}

/// Reports an unknown word after `carry`.
pub(super) fn carry_form(span: Span, word: &str, nearest: Option<String>, known: impl Iterator<Item = &'static str> + Clone) -> Diagnostic {
    let message = if word.is_empty() {
        "there is nothing after `carry`".to_owned()
    } else {
        format!("`{word}` cannot be carried from one encounter into the next")
    };
    let diagnostic = Diagnostic::new(Code::WrongValue, span, message).because("cannot be carried").completed_by(known.clone());
    match nearest {
        Some(_) => suggesting(diagnostic, span, nearest),
        None => diagnostic.with_help(format!("write one or more of {}", slip_suggest::enumerate(known))),
    }
}

/// Reports a word that is written twice after `carry`.
pub(super) fn carried_twice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{word}` is written twice"))
        .because("written again here")
        .with_help("remove it here")
}

/// Reports a malformed `aspect` entry.
pub(super) fn aspect_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `aspect` line is not written correctly")
        .because("a text in quotes, then `on` and an owner if it has one")
        .could_be(["TEXT on"])
        .with_help("write for instance `aspect \"Weakened hull\" on long_margin` or `aspect \"Smoke\" on scene`")
}

/// Reports a malformed condition.
pub(super) fn not_a_condition(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be part of a condition of a scenario")
        .because("only the ends of earlier encounters can be tested")
        .with_help("write for instance `won(customs_raid, crew) and not captured(customs_raid, iveta)`")
}

/// Reports an unknown predicate.
pub(super) fn unknown_fact(
    span: Span,
    word: &str,
    nearest: Option<String>,
    known: impl Iterator<Item = &'static str> + Clone,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownPredicate, span, format!("`{word}` cannot be tested in a scenario"))
        .because("not a condition about an encounter")
        .completed_by(known.clone());
    match nearest {
        Some(_) => suggesting(diagnostic, span, nearest),
        None => {
            let quoted: Vec<String> = known.map(|word| format!("`{word}`")).collect();
            diagnostic
                .with_help(format!("write one of these conditions: {}", slip_suggest::alternatives(quoted.iter().map(String::as_str))))
        }
    }
}

/// Reports a predicate with wrong arguments.
pub(super) fn wrong_arguments(span: Span, name: &str, form: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("the brackets of `{name}` do not contain the right words"))
        .because("the wrong words in the brackets")
        .with_help(format!("write for instance `{form}`"))
}

/// Reports a predicate about an encounter that was not played before.
pub(super) fn not_played_before(span: Span, word: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("the scenario does not play `{word}` before this step"))
        .because("not an earlier step");
    suggesting(diagnostic, span, nearest)
}

/// Reports a side that the encounter does not have.
pub(super) fn no_such_side(span: Span, word: &str, encounter: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownSide, span, format!("`{encounter}` has no side called `{word}`"))
        .because(format!("not a side of `{encounter}`"));
    suggesting(diagnostic, span, nearest)
}

/// Reports an actor who is not in the encounter.
pub(super) fn nobody_there(span: Span, word: &str, encounter: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NobodyCalled, span, format!("there is no side or actor called `{word}` in `{encounter}`"))
        .because("neither a side nor an actor");
    suggesting(diagnostic, span, nearest)
}
