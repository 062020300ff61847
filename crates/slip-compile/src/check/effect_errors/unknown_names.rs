//! Messages about names that an effect does not know: statistics, tracks, marks, aspects, functions and parameters.

use super::{quoted, suggested};
use crate::resolve::errors::article;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports an unknown name; `wanted` describes what the name must refer to.
pub(in crate::check) fn unknown_name(span: Span, name: &str, wanted: &str, nearest: Option<String>, help: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no {wanted} called `{name}`"))
        .because(format!("not the name of {}", article(wanted)));
    suggested(diagnostic, span, nearest, help)
}

/// Reports a name that is written as two words.
pub(in crate::check) fn name_in_two_words(span: Span, joined: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{joined}` is one word, with an underscore")).because("two words here").with_fix(
        format!("write `{joined}`"),
        Confidence::Unsafe,
        span,
        joined,
    )
}

/// Reports an unknown name in a condition.
pub(in crate::check) fn unknown_in_condition(span: Span, name: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{name}` cannot be tested in a condition"))
        .because("not a statistic, skill, stunt, track, choice or state");
    let help = "write a skill, statistic, track, stunt, kind or choice, a state (`prone`, `moved`, `fired_last_round`), `target has \"ASPECT\"`, \
                `rules SETTING`, or `table \"…\"` for what the players judge";
    suggested(diagnostic, span, nearest, Some(help.to_owned()))
}

/// Reports a track in a condition of a carried thing, which has none itself.
pub(in crate::check) fn track_of_bearer(span: Span, track: &str, carrier: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("{} has no track `{track}`", article(carrier)))
        .because("a track of the person who carries it")
        .with_fix(format!("write `{track} of bearer`"), Confidence::Unsafe, span, format!("{track} of bearer"))
}

/// Reports an unknown name where a number is required.
pub(in crate::check) fn unknown_in_number(span: Span, name: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{name}` is not a number"))
        .because("not the name of a statistic, skill, stunt or track");
    let help = "write a number, or the name of a skill, statistic, stunt or track, as in `suffers 1 on health`";
    suggested(diagnostic, span, nearest, Some(help.to_owned()))
}

/// Reports the name of a track if none of the items that the effect acts on has the track.
pub(in crate::check) fn unknown_track(span: Span, name: &str, whose: Option<&str>, tracks: &[&str], nearest: Option<String>) -> Diagnostic {
    let help = if tracks.is_empty() {
        "write a track in a design first, as in `track health { base 3 }`".to_owned()
    } else {
        format!("write one of the tracks {}", slip_suggest::enumerate(quoted(tracks.iter().copied()).iter().map(String::as_str)))
    };
    let message = match whose {
        Some(whose) => format!("{} has no track called `{name}`", article(whose)),
        None => format!("no design has a track called `{name}`"),
    };
    let diagnostic = Diagnostic::new(Code::UnknownTrack, span, message).because("not a track");
    suggested(diagnostic, span, nearest, Some(help))
}

/// Reports a mark that is not declared.
pub(in crate::check) fn unknown_mark(span: Span, name: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownMark, span, format!("there is no mark called `{name}`")).because("not a mark");
    let help = format!("write `mark {name} \"what the mark means\"` once, outside of all items");
    suggested(diagnostic, span, nearest, Some(help))
}

/// Reports an aspect that nothing in the program has, gives or places.
pub(in crate::check) fn unknown_aspect(span: Span, text: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownAspect, span, format!("no item, rule or effect gives the aspect \"{text}\""))
        .because("nothing has this aspect");
    match nearest {
        Some(nearest) => diagnostic.with_help(format!("did you mean \"{nearest}\"?")).with_fix(
            format!("write \"{nearest}\""),
            Confidence::Unsafe,
            span,
            format!("\"{nearest}\""),
        ),
        None => diagnostic
            .with_help(format!("write it after `aspects` of an item, or give it by an effect, as in `effect has aspect \"{text}\"`")),
    }
}

/// Reports a word without quotes after `has`, where an aspect in quotes is required.
pub(in crate::check) fn aspect_without_quotes(span: Span, written: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the aspect `{written}` is written without quotes"))
        .because("a text in quotes belongs here")
        .with_fix(format!("write `\"{written}\"`"), Confidence::Unsafe, span, format!("\"{written}\""))
}

/// Reports a parameter of the wrong type.
pub(in crate::check) fn parameter_kind(span: Span, name: &str, has: &str, wanted: &str, declared: Option<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::ParameterKind, span, format!("`{name}` is {}, but {} is needed here", article(has), article(wanted)))
            .because(format!("not {}", article(wanted)));
    match declared {
        Some(declared) => diagnostic
            .with_label(declared, format!("declared as {} here", article(has)))
            .with_help(format!("write the name of {} here, or declare `{name}: {wanted}`", article(wanted))),
        None => diagnostic.with_help(format!("write the name of {} here", article(wanted))),
    }
}

/// Reports an unknown type of a parameter.
pub(in crate::check) fn parameter_type(span: Span, word: &str, types: &[&str], nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::ParameterKind, span, format!("a parameter cannot be {}", article(word)))
        .because("not a kind of parameter")
        .completed_by(types.iter().copied());
    let help =
        format!("write one of {}, or a choice of names, as in `w: beam | torpedo`", slip_suggest::alternatives(types.iter().copied()));
    suggested(diagnostic, span, nearest, Some(help))
}

/// Reports an unknown function.
pub(in crate::check) fn unknown_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("there is no function called `{name}`"))
        .because("not a function")
        .with_help("write one of `min`, `max`, `abs`, `clamp` and `mod`")
}

/// Reports a function with the wrong number of arguments.
pub(in crate::check) fn function_arguments(span: Span, name: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("the brackets of `{name}` do not contain {wanted}"))
        .because("too few or too many values")
        .with_help(format!("write {wanted} in the brackets"))
}
