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
    Diagnostic::new(Code::TooLarge, span, format!("a scenario has at most {most} steps")).because("this step is above the limit")
}

/// Reports `play` in a later step of a scenario, and every other key in its first step. `first` is true for the first step.
pub(super) fn step_order(span: Span, first: bool) -> Diagnostic {
    if first {
        Diagnostic::new(Code::WrongValue, span, "a scenario begins with `play`").because("nothing was played before")
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
        .with_help("derive another encounter with `from`: conditions could not tell two plays of one encounter apart")
}

/// Reports a step that is never played.
pub(super) fn unreachable_step(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(Code::UnreachableStep, span, format!("`{}` is never played", last(key)))
        .because("an earlier encounter is always played instead, or the condition of this one is never true")
        .with_help("correct the condition after `when`, or remove this encounter from the scenario")
}

/// Reports a `carry` to an encounter in which no participant of an earlier encounter takes part.
pub(super) fn nothing_to_carry(span: Span, encounter: &str) -> Diagnostic {
    Diagnostic::new(Code::NothingToCarry, span, format!("no actor in `{encounter}` took part in an earlier encounter"))
        .because("nothing is carried")
        .with_help("to give something to other actors, write an aspect: `aspect \"Weakened hull\" on scene`")
}

/// Reports an unknown word after `carry`.
pub(super) fn carry_form(span: Span, word: &str, nearest: Option<String>, known: impl Iterator<Item = &'static str> + Clone) -> Diagnostic {
    let message = if word.is_empty() {
        "`carry` needs a word".to_owned()
    } else {
        format!("`{word}` cannot be carried from one encounter into the next")
    };
    let diagnostic = Diagnostic::new(Code::WrongValue, span, message).because("cannot be carried").completed_by(known.clone());
    match nearest {
        Some(_) => suggesting(diagnostic, span, nearest),
        None => diagnostic
            .with_help(format!("write {}; spin cannot be carried, because it ends with the fight", slip_suggest::enumerate(known))),
    }
}

/// Reports a word that is written twice after `carry`.
pub(super) fn carried_twice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{word}` is written twice")).because("written again here")
}

/// Reports a malformed `aspect` entry.
pub(super) fn aspect_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "after `aspect`, write the text of the aspect in quotes, then `on` and its owner if it has one")
        .because("expected an aspect")
        .could_be(["TEXT on"])
        .with_help("write `aspect \"Weakened hull\" on long_margin`; for the scene, write `on scene` or leave `on` out")
}

/// Reports a malformed condition.
pub(super) fn not_a_condition(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::WrongValue,
        span,
        "a condition of a scenario can only test how earlier encounters ended, with `and`, `or` and `not`",
    )
    .because("has no meaning here")
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
        None => diagnostic.with_help(format!("a scenario can test {}", slip_suggest::alternatives(known))),
    }
}

/// Reports a predicate with wrong arguments.
pub(super) fn wrong_arguments(span: Span, name: &str, form: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("`{name}` has the wrong arguments"))
        .because(format!("expected for instance `{form}`"))
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
