//! Messages about `effect` entries.

mod building_numbers;
mod moments_and_plays;
mod no_difference;
mod numbers_and_conditions;
mod unknown_names;

pub(super) use building_numbers::*;
pub(super) use moments_and_plays::*;
pub(super) use no_difference::*;
pub(super) use numbers_and_conditions::*;
pub(super) use unknown_names::*;

use super::effect::TokenStreamKind;
use crate::resolve::errors::article;
use slip_pack::effect::{Effect, Play};
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Maximum number of words that a message lists.
const LISTED: usize = 9;

fn suggested(diagnostic: Diagnostic, span: Span, nearest: Option<String>, otherwise: Option<String>) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => match otherwise {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        },
    }
}

fn quoted<'w>(words: impl Iterator<Item = &'w str>) -> Vec<String> {
    words.map(|word| format!("`{word}`")).collect()
}

fn listed(words: &[String]) -> String {
    if words.len() > LISTED {
        let first: Vec<&str> = words.iter().take(LISTED).map(String::as_str).collect();
        return format!("{} …", first.join(", "));
    }
    slip_suggest::alternatives(words.iter().map(String::as_str))
}

/// Reports a word that is not allowed at this place of an effect. `expected` describes the words that are allowed, `help` says what to
/// write.
pub(super) fn unexpected(
    span: Span,
    whole: TokenStreamKind,
    found: &str,
    before: Option<&str>,
    expected: &str,
    nearest: Option<String>,
    help: Option<String>,
) -> Diagnostic {
    let message = match before {
        Some(before) => format!("`{found}` cannot follow `{before}` in {}", article(whole.word())),
        None => format!("{} cannot start with `{found}`", article(whole.word())),
    };
    let diagnostic = Diagnostic::new(Code::UnknownEffect, span, message).because(format!("needed here: {expected}"));
    suggested(diagnostic, span, nearest, help)
}

/// Reports a comma where an effect has no list.
pub(super) fn comma(span: Span, found: &str, expected: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{found}` cannot follow a comma in an effect"))
        .because(format!("needed after the comma: {expected}"))
        .with_help(help.unwrap_or_else(|| "write `;` in place of the comma, and then a second effect".to_owned()))
}

/// Reports an effect that ends too early.
pub(super) fn ends_early(span: Span, whole: TokenStreamKind, before: Option<&str>, expected: &str, help: Option<String>) -> Diagnostic {
    let message = match before {
        Some(before) => format!("the {} ends too early, after `{before}`", whole.word()),
        None => format!("the {} is empty", whole.word()),
    };
    let diagnostic = Diagnostic::new(Code::UnknownEffect, span, message).because(format!("missing here: {expected}"));
    match help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic.with_help(format!("write {expected} here")),
    }
}

/// Reports `else`, a block or a sign in an `effect` entry, which cannot have these parts.
pub(super) fn no_part(span: Span, part: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("an effect cannot contain a {part}"))
        .because("not allowed here")
        .with_help("remove it; an effect is one sentence, as in `after hit target suffers 1 on health once per turn when prone`")
}

/// Reports a blank between a sign and its number.
pub(super) fn parted_number(span: Span, right: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, "the sign and the number are written together").because("a blank parts them").with_fix(
        format!("write `{right}`"),
        Confidence::Safe,
        span,
        right,
    )
}

/// Reports a skill where a number of the built item is required, if the items of the design have no skills.
pub(super) fn skill_is_no_stat(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectWrongPlay, span, format!("`{name}` is a skill, and this design has no skills"))
        .because("not a number that is fixed when the thing is built")
        .with_help(format!("write `{name} rolls` for every roll of that skill, or `{name} attack`, `{name} defence` for one kind of roll"))
        .with_fix(format!("write `{name} rolls`"), Confidence::Unsafe, span, format!("{name} rolls"))
}

/// Reports two effects of one carrier that contradict each other.
pub(super) fn contradictory(span: Span, line: &str, other_span: Span, other: &str, why: &str) -> Diagnostic {
    Diagnostic::new(Code::ContradictoryEffects, span, format!("`{line}` contradicts `{other}`"))
        .because(why)
        .with_label(other_span, "contradicts this effect")
        .with_help("remove one of the two effects, or write a different condition after `when` in each")
}

/// Reports an effect that names no subject and whose carrier cannot be the subject, because it is neither an actor nor an item. The fix
/// writes `everyone` first.
pub(super) fn without_subject(span: Span, carrier: &str, sentence: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectWithoutSubject, span, format!("this effect of {} does not say whom it is about", article(carrier)))
        .because("whom it is about is missing before this")
        .with_fix(format!("write `effect everyone {sentence}`"), Confidence::Unsafe, span.at_start(), "everyone ")
}

/// Reports a subject such as `allies` in an effect whose carrier is neither an actor nor an item. `allies` means the allies of the carrier,
/// so it has no meaning there.
pub(super) fn nobodys(span: Span, carrier: &str, who: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectWithoutSubject, span, format!("`{who}` has no meaning in {}", article(carrier)))
        .because("there is nobody here to whom this word could refer")
        .with_help("write `everyone` in its place and a condition after `when`, or write the effect in a stunt")
}

/// Reports an effect that creates an aspect with an empty text.
pub(super) fn blank_aspect(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this aspect is empty")
        .because("the text is empty")
        .with_help("write a phrase in the quotes, as in `has aspect \"Blinded\"`")
}

/// Reports a word that is written twice in a list of an effect.
pub(super) fn listed_twice(span: Span, word: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("`{word}` is listed twice"))
        .because("listed again here")
        .with_label(first, "first listed here")
        .with_help("remove one of the two")
}

/// Reports an effect that is written directly in an item, where it costs nothing.
pub(super) fn unpriced(span: Span, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::UnpricedEffect, span, format!("this effect of {} costs nothing", article(kind)))
        .because("no stunt was bought for it")
        .with_help(format!(
            "write a stunt with this effect and a cost, and buy it; or write `allow unpriced-effect \"why\"` in the block of the {kind}"
        ))
}

/// Joins alternatives to a list for a message.
pub(super) fn alternatives(parts: &[String]) -> String {
    listed(parts)
}

/// Reports an effect that the engine of a kind of play ignores, although the effect names this kind after `in`.
pub(crate) fn not_read_in(span: Span, effect: &Effect, play: Play, why: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{}` changes nothing in `{play}`", effect.text))
        .because(why)
        .with_help(format!("write for instance `{}`", effect.nearest_read(play)))
}

/// Reports an effect that the engines of all kinds of play ignore.
pub(crate) fn read_nowhere(span: Span, effect: &Effect) -> Diagnostic {
    let first = effect.plays.iter().copied().find(|play| *play != Play::Story && effect.unread_in(*play).is_some()).unwrap_or(Play::Story);
    let why = effect.unread_in(first).map_or_else(|| "no kind of play uses this effect".to_owned(), |unread| unread.why);
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{}` changes nothing in play", effect.text))
        .because(why)
        .with_help(format!("write for instance `{}`", effect.nearest_read(first)))
}

/// Reports words that have no meaning in a raise-and-see conflict.
pub(crate) fn nothing_in_stakes(span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing in a raise-and-see conflict")
        .because(why)
        .with_help("write for instance `+1 to raise`, `+1 to pool`, `cannot escalate` or `after fallout +1 to pool`")
}

/// Reports a choice whose name has another meaning in conditions, so that `when NAME` would never test the choice.
pub(super) fn choice_of_another_name(span: Span, choice: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("a choice cannot be called `{choice}`"))
        .because(format!("`when {choice}` already means something else"))
        .with_help("write another name for the choice, as in `may choose aimed`")
}
