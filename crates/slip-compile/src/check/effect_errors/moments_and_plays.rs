//! Messages about the moment of an effect, and about the kinds of play in which it applies.

use super::{listed, quoted};
use crate::resolve::errors::article;
use slip_pack::effect::Play;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports two words of an effect that no kind of play has both.
pub(in crate::check) fn no_common_play(span: Span, word: &str, plays: &[Play], other: (Span, &str, &[Play])) -> Diagnostic {
    Diagnostic::new(Code::EffectWrongPlay, span, format!("no kind of play has both `{}` and `{word}`", other.1))
        .because(format!("`{word}` belongs to {}", names(plays)))
        .with_label(other.0, format!("`{}` belongs to {}", other.1, names(other.2)))
        .with_help(if plays == [Play::Build] || other.2 == [Play::Build] {
            "remove the part about play, because this number is fixed when the thing is built; or change a roll, as in `+1 to attack`"
        } else {
            "write two effects, one for each kind of play"
        })
}

/// Reports a word that exists in no kind of play in which the carrier of the effect takes part. If the word exists in one (`is_foreign` is
/// false), the other words of the effect do not, and `plays` are the kinds of play of all of them.
pub(in crate::check) fn not_in_carrier(
    span: Span,
    (word, is_foreign): (&str, bool),
    plays: &[Play],
    carrier: &str,
    own: &[Play],
) -> Diagnostic {
    let whole = if is_foreign { "" } else { "with the other words of this effect, " };
    Diagnostic::new(Code::EffectWrongPlay, span, format!("`{word}` cannot be used for {}", article(carrier)))
        .because(format!("{whole}`{word}` belongs to {}", names(plays)))
        .with_help(format!("remove the effect, or use only words of {}", enumerated(own)))
}

/// Reports a kind of play after `in` that does not have the words of the effect.
pub(in crate::check) fn play_lacks_words(span: Span, play: Play, possible: &[Play]) -> Diagnostic {
    Diagnostic::new(Code::EffectWrongPlay, span, format!("this effect cannot apply in `{play}`"))
        .because(format!("`{play}` does not have all words of this effect"))
        .with_help(match possible {
            [] => "remove `in` and the word after it".to_owned(),
            possible => format!(
                "write {} after `in`",
                slip_suggest::alternatives(quoted(possible.iter().map(|play| play.word())).iter().map(String::as_str))
            ),
        })
}

/// Reports a subject that is no actor in any conflict of the effect, such as `enemy weapon`.
pub(in crate::check) fn subject_never_acts(span: Span, who: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{who}` means no one here"))
        .because(format!("{} is no actor in these conflicts", article(kind)))
        .with_help("write a kind or design of actors after it, or `allies` or `enemies` in its place")
}

/// Reports an effect on a part that people do not have in space combat, such as their stress tracks.
pub(in crate::check) fn no_part_aboard(span: Span, part: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("people aboard a ship have no {part} of their own in space combat"))
        .because(format!("only the {part} of ships are in play there"))
        .with_help("leave out `in space`, or give the effect to the ship")
}

fn names(plays: &[Play]) -> String {
    if plays.len() >= 7 {
        return "play, not to the building of a thing".to_owned();
    }
    let words = quoted(plays.iter().map(|play| play.word()));
    listed(&words)
}

pub(super) fn enumerated(plays: &[Play]) -> String {
    slip_suggest::enumerate(quoted(plays.iter().map(|play| play.word())).iter().map(String::as_str))
}

/// Reports a price or limit on an effect that always applies, such as `+1 to boxes of health`.
pub(in crate::check) fn limit_on_standing(span: Span, what: &str, line: &str) -> Diagnostic {
    // Effects that begin with a sign, such as `+1 to boxes of health`, change a number once and for all when the item is built.
    let help = if line.starts_with(['+', '-']) {
        "remove the price or limit, because this number is fixed when the thing is built; or write a choice, as in `may …`, \
         or a bonus to a roll, as in `+1 to attack`"
    } else {
        "remove the price or limit, or write something that is chosen in play, as in `may …`, or a bonus to a roll, as in `+1 to attack`"
    };
    Diagnostic::new(Code::LimitOnStandingEffect, span, format!("`{line}` always applies and cannot have {what}"))
        .because("only an effect that is chosen in play can have a price or a limit")
        .with_help(help)
}

/// Reports an operation such as `suffers 1 on health` that is written without an event or a choice, so that it would never happen. `after
/// hit` or `once per scene` would help.
pub(in crate::check) fn deed_without_moment(span: Span, deed: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{deed}` does not say when it happens"))
        .because("a moment is missing before this")
        .with_help(format!(
            "write a moment before it, as in `after hit {deed}` or `each turn {deed}`, or a limit after it, as in `{deed} once per scene`"
        ))
}

/// Reports a word that refers to the event of an effect, such as `instead` or `out of turn`, although no event is written before it.
pub(in crate::check) fn word_without_moment(span: Span, word: &str) -> Diagnostic {
    let (means, help) = match word {
        "instead" => {
            ("in place of the event's usual result", "write the event first, as in `after maneuver may strip free_tag of enemies instead`")
        }
        "out of turn" => {
            ("before the actor of the event continues", "write the event first, as in `after enemies enter may attack it out of turn`")
        }
        _ => ("the actor of the event", "write the event first, as in `after enemies enter …`; the target of an action is `target`"),
    };
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{word}` needs an event, but this effect has none"))
        .because(format!("means {means}"))
        .with_help(help)
}

/// Reports a word for the result of a roll in an effect that acts before the roll.
pub(in crate::check) fn before_the_dice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{word}` is not known before the roll"))
        .because("used before the roll")
        .with_help("write a moment before the effect, as in `after attack …`, or remove this word")
}

/// Reports an effect that forbids an action and also limits how often it is allowed, for instance with `once per turn`.
pub(in crate::check) fn forbidden_pace(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, "an effect with `cannot` cannot have a limit")
        .because("a limit is only allowed after `may`")
        .with_help("remove the limit")
}
