//! Messages about `effect` entries.

use super::effect::TokenStreamKind;
use super::errors::below_code;
use crate::resolve::errors::article;
use ecow::EcoString;
use slip_pack::effect::build_numbers::BuildNumber;
use slip_pack::effect::{Action, ActionObject, Effect, EffectMoment, EffectSubject, Event, PackOperation, Permit, Play, Role, RollPattern};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;

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
    let diagnostic = Diagnostic::new(Code::UnknownEffect, span, message).because(format!("expected {expected}"));
    suggested(diagnostic, span, nearest, help)
}

/// Reports a divisor that is always 0.
pub(super) fn divides_by_zero(span: Span) -> Diagnostic {
    Diagnostic::new(Code::FormulaFault, span, "this divides by zero").because("the divisor is 0")
}

/// Reports a comma where an effect has no list.
pub(super) fn comma(span: Span, found: &str, expected: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{found}` cannot follow a comma in an effect"))
        .because(format!("expected {expected} after the comma"))
        .with_help(help.unwrap_or_else(|| "write two effects, separated by `;` or a new line".to_owned()))
}

/// Reports an effect that ends too early.
pub(super) fn ends_early(span: Span, whole: TokenStreamKind, before: Option<&str>, expected: &str, help: Option<String>) -> Diagnostic {
    let message = match before {
        Some(before) => format!("the {} ends too early, after `{before}`", whole.word()),
        None => format!("{} cannot be empty", article(whole.word())),
    };
    let diagnostic = Diagnostic::new(Code::UnknownEffect, span, message).because(format!("expected {expected}"));
    match help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

/// Reports `else`, a block or a sign in an `effect` entry, which cannot have these parts.
pub(super) fn no_part(span: Span, part: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("no {part} is allowed in an effect"))
        .because("not allowed here")
        .with_help("an effect is one sentence: [moment] [subject] operation [price] [limit] [in kind of play] [when condition]")
}

/// Reports an unknown name; `wanted` describes what the name must refer to.
pub(super) fn unknown_name(span: Span, name: &str, wanted: &str, nearest: Option<String>, help: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no {wanted} called `{name}`"))
        .because(format!("not the name of {}", article(wanted)));
    suggested(diagnostic, span, nearest, help)
}

/// Reports an unknown name in a condition.
pub(super) fn unknown_in_condition(span: Span, name: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{name}` cannot be tested in a condition"))
        .because("not a statistic, skill, stunt, track, choice or state");
    let help = "a condition may test skills, statistics, tracks, \
                stunts, kinds, choices (`may choose …`), states (`prone`, `moved`, `fired_last_round`), \
                `ROLE is MARK`, `ROLE has \"Aspect\"`, `rules SETTING`, or ask the players: `table \"…\"`";
    suggested(diagnostic, span, nearest, Some(help.to_owned()))
}

/// Reports an unknown name where a number is required.
pub(super) fn unknown_in_number(span: Span, name: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{name}` is not a number"))
        .because("expected a number; no statistic, skill, stunt or track has this name");
    let help =
        "write a number, or the name of a skill, statistic, stunt, track or parameter of the stunt: `suffers 1 on health`, `+n to attack`";
    suggested(diagnostic, span, nearest, Some(help.to_owned()))
}

/// Reports the name of a track that none of the items has on which the effect acts.
pub(super) fn unknown_track(span: Span, name: &str, whose: Option<&str>, tracks: &[&str], nearest: Option<String>) -> Diagnostic {
    let help = if tracks.is_empty() {
        "no design has a track; add one to a design: `track health { base 3 }`".to_owned()
    } else {
        format!("the tracks are {}", slip_suggest::enumerate(quoted(tracks.iter().copied()).iter().map(String::as_str)))
    };
    let message = match whose {
        Some(whose) => format!("{} has no track called `{name}`", article(whose)),
        None => format!("no design has a track called `{name}`"),
    };
    let diagnostic = Diagnostic::new(Code::UnknownTrack, span, message).because("not a track");
    suggested(diagnostic, span, nearest, Some(help))
}

/// Reports a mark that is not declared.
pub(super) fn unknown_mark(span: Span, name: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownMark, span, format!("there is no mark called `{name}`")).because("not a mark");
    let help = format!("declare it once, outside the item: `mark {name} \"what the mark means\"`");
    suggested(diagnostic, span, nearest, Some(help))
}

/// Reports an aspect that nothing in the program has, gives or places.
pub(super) fn unknown_aspect(span: Span, text: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownAspect, span, format!("no item, rule or effect gives the aspect \"{text}\""))
        .because("no such aspect");
    match nearest {
        Some(nearest) => diagnostic.with_help(format!("did you mean \"{nearest}\"?")).with_fix(
            format!("write \"{nearest}\""),
            Confidence::Unsafe,
            span,
            format!("\"{nearest}\""),
        ),
        None => diagnostic.with_help(format!("give the aspect first: `effect has aspect \"{text}\"`, or write it under `aspects`")),
    }
}

/// Reports a word without quotes after `has`, where an aspect in quotes is required.
pub(super) fn aspect_without_quotes(span: Span, written: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{written}` is not an aspect: aspects are written in quotes"))
        .because("not a text in quotes")
        .with_fix(format!("write `\"{written}\"`"), Confidence::Unsafe, span, format!("\"{written}\""))
}

/// Reports two words of an effect that belong to different kinds of play, so that no kind of play has both.
pub(super) fn no_common_play(span: Span, word: &str, plays: &[Play], other: (Span, &str, &[Play])) -> Diagnostic {
    Diagnostic::new(Code::EffectWrongPlay, span, format!("no kind of play has both `{}` and `{word}`", other.1))
        .because(format!("`{word}` belongs to {}", names(plays)))
        .with_label(other.0, format!("`{}` belongs to {}", other.1, names(other.2)))
        .with_help(if plays == [Play::Build] || other.2 == [Play::Build] {
            "a number that is fixed when the thing is built cannot depend on play: remove the part about play, or change a roll instead"
        } else {
            "write two effects, one for each kind of play"
        })
}

/// Reports a word that exists in no kind of play in which the carrier of the effect takes part.
pub(super) fn not_in_carrier(span: Span, word: &str, plays: &[Play], carrier: &str, own: &[Play]) -> Diagnostic {
    Diagnostic::new(Code::EffectWrongPlay, span, format!("`{word}` cannot be used for {}", article(carrier)))
        .because(format!("`{word}` belongs to {}", names(plays)))
        .with_help(format!("remove it: effects of {} can use only words of {}", article(carrier), enumerated(own)))
}

/// Reports a kind of play after `in` that does not have the words of the effect.
pub(super) fn play_lacks_words(span: Span, play: Play, possible: &[Play]) -> Diagnostic {
    Diagnostic::new(Code::EffectWrongPlay, span, format!("this effect cannot apply in `{play}`"))
        .because(format!("`{play}` lacks some words of this effect"))
        .with_help(match possible {
            [] => "leave `in` out".to_owned(),
            possible => format!("this effect can apply in {}", enumerated(possible)),
        })
}

/// Reports a skill where a number of the built item is required, if the items of the design have no skills.
pub(super) fn skill_is_no_stat(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectWrongPlay, span, format!("`{name}` is a skill, and this design has no skills"))
        .because("expected a number that is fixed when the thing is built")
        .with_help(format!("write `{name} rolls` for every roll of that skill, or `{name} attack`, `{name} defence` for one kind of roll"))
        .with_fix(format!("write `{name} rolls`"), Confidence::Unsafe, span, format!("{name} rolls"))
}

fn names(plays: &[Play]) -> String {
    if plays.len() >= 7 {
        return "play, not to the building of a thing".to_owned();
    }
    let words = quoted(plays.iter().map(|play| play.word()));
    listed(&words)
}

fn enumerated(plays: &[Play]) -> String {
    slip_suggest::enumerate(quoted(plays.iter().map(|play| play.word())).iter().map(String::as_str))
}

/// Reports two effects of one carrier that contradict each other.
pub(super) fn contradictory(span: Span, line: &str, other_span: Span, other: &str, why: &str) -> Diagnostic {
    Diagnostic::new(Code::ContradictoryEffects, span, format!("`{line}` contradicts `{other}`"))
        .because(why)
        .with_label(other_span, "contradicts this effect")
        .with_help("remove one of the two effects, or give each effect a different condition with `when`")
}

/// Reports an effect that does not say on whom it acts and cannot act on its carrier, because the carrier is neither an actor nor an item.
/// The fix writes `everyone` first.
pub(super) fn without_subject(span: Span, carrier: &str, sentence: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectWithoutSubject, span, format!("this effect of {} has no subject", article(carrier)))
        .because(format!("{} cannot be the subject", article(carrier)))
        .with_help(format!("write `everyone` first: `effect everyone {sentence}`"))
        .with_fix("write `everyone` first", Confidence::Unsafe, span.at_start(), "everyone ")
}

/// Reports a subject such as `allies`, which is relative to the carrier of the effect, if the carrier is neither an actor nor an item.
pub(super) fn nobodys(span: Span, carrier: &str, who: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectWithoutSubject, span, format!("`{who}` has no meaning in {}", article(carrier)))
        .because("this word needs a subject to refer to, and this effect has none")
        .with_help("write `everyone` as the subject and describe the people after `when`, or move the effect into a stunt")
}

/// Reports a condition that is always false.
pub(super) fn never_applies(span: Span, because: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect never applies")
        .because(because.map_or_else(|| "the condition of this effect is always false".to_owned(), str::to_owned))
        .with_help("remove the effect, or correct its condition")
}

/// Reports an effect that creates an aspect with an empty text.
pub(super) fn blank_aspect(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this aspect is empty")
        .because("the text is empty")
        .with_help("write a phrase in the quotes: `has aspect \"Blinded\"`")
}

/// Reports a word that is written twice in a list of an effect.
pub(super) fn listed_twice(span: Span, word: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("`{word}` is listed twice"))
        .because("listed again here")
        .with_label(first, "first listed here")
        .with_help("remove one of the two")
}

/// Reports a number that no effect can need.
pub(super) fn number_too_large(span: Span, most: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a number in an effect goes from -{most} to {most}"))
        .because("this number is larger")
        .with_help(format!("write a number up to {most}"))
}

/// Reports a stunt without any effect.
pub(super) fn idle_stunt(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::IdleStunt, span, format!("the stunt `{name}` does nothing"))
        .because("this stunt has no `effect`, and no formula or condition of the design uses the stunt")
        .with_help("give the stunt an `effect`, or write `sink` in its block if it only costs points")
}

/// Reports a `sink` stunt with effects.
pub(super) fn sink_with_effect(span: Span, effect: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::SinkWithEffect, span, format!("the stunt `{name}` is a sink and has an effect"))
        .because("`sink` means that the stunt only costs points")
        .with_label(effect, "the effect")
        .with_help("remove `sink`, or remove the effect")
}

/// Reports a price or limit on an effect that always applies, such as `+1 to boxes of health`.
pub(super) fn limit_on_standing(span: Span, what: &str, line: &str) -> Diagnostic {
    // Effects that begin with a sign, such as `+1 to boxes of health`, change a number that is fixed when the item is built.
    let help = if line.starts_with(['+', '-']) {
        "remove the price or limit, because this number is fixed when the thing is built; or write a choice (`may …`) \
         or a bonus to a roll (`+1 to attack`)"
    } else {
        "remove the price or limit, or write a choice: `may …`, `+1 to …`"
    };
    Diagnostic::new(Code::LimitOnStandingEffect, span, format!("`{line}` always applies and cannot have {what}"))
        .because("only an effect that is chosen in play can have a price or a limit")
        .with_help(help)
}

/// Reports an effect in an item, which is not paid for.
pub(super) fn unpriced(span: Span, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::UnpricedEffect, span, format!("an effect written directly in {} costs nothing", article(kind)))
        .because("no stunt was bought to get this effect")
        .with_help("make the effect a stunt of the design, with a cost, or write `allow unpriced-effect \"why\"`")
}

/// Reports a parameter of the wrong type.
pub(super) fn parameter_kind(span: Span, name: &str, has: &str, wanted: &str, declared: Option<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::ParameterKind, span, format!("`{name}` is {}, but {} is needed here", article(has), article(wanted)))
            .because(format!("expected {}", article(wanted)));
    match declared {
        Some(declared) => diagnostic
            .with_label(declared, format!("declared as {} here", article(has)))
            .with_help(format!("use a parameter that is {} here, or declare `{name}` otherwise", article(wanted))),
        None => diagnostic,
    }
}

/// Reports an unknown type of a parameter.
pub(super) fn parameter_type(span: Span, word: &str, types: &[&str], nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::ParameterKind, span, format!("a parameter cannot be {}", article(word)))
        .because("not a kind of parameter")
        .completed_by(types.iter().copied());
    let help = format!(
        "the type of a parameter is one of {}, or a list of names: `w: beam | torpedo`",
        slip_suggest::alternatives(types.iter().copied())
    );
    suggested(diagnostic, span, nearest, Some(help))
}

/// Reports a truth value where a number is required, or a number where a truth value is required.
pub(super) fn truth_or_number(span: Span, wanted_truth: bool) -> Diagnostic {
    let (wanted, help) = if wanted_truth {
        ("a condition", "compare this value with a number: `… >= 1`")
    } else {
        ("a number", "a comparison is true or false, not a number")
    };
    Diagnostic::new(Code::FormulaType, span, format!("{wanted} is needed here")).because(format!("not {wanted}")).with_help(help)
}

/// Reports dice or a percentage in a formula of an effect.
pub(super) fn not_a_whole_number(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{shown}` is not a whole number"))
        .because("formulas of effects have only whole numbers")
        .with_help("write a whole number, such as `+1`; the only dice are those of the roll")
}

/// Reports a condition that compares two plain numbers, so that it has the same result in every game.
pub(super) fn compares_numbers(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this comparison has the same result in every game")
        .because("compares a number with a number")
        .with_help("compare something that changes in play with a number, as in `when health <= 2`")
}

/// Reports an expression that conditions of effects do not support.
pub(super) fn not_a_condition(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, "an effect cannot contain this expression")
        .because("expected a number, a name or a comparison")
        .with_help("compare values, as in `when health <= 2`; what only the players can judge is `when table \"they have met her\"`")
}

/// Reports an unknown function.
pub(super) fn unknown_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("there is no function called `{name}`"))
        .because("not a function")
        .with_help("the functions are `min`, `max`, `abs`, `clamp` and `mod`")
}

/// Reports a function with the wrong number of arguments.
pub(super) fn function_arguments(span: Span, name: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("`{name}` needs {wanted}")).because("wrong number of arguments")
}

/// Joins alternatives to a list for a message.
pub(super) fn alternatives(parts: &[String]) -> String {
    listed(parts)
}

/// Reports an effect that is written correctly but changes nothing. `why` is the reason.
pub(super) fn says_nothing(span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing")
        .because(why)
        .with_help("remove the effect, or write one that changes something")
}

/// Reports an effect that an engine uses but that changes nothing. `why` is the reason, `help` says what to write.
pub(super) fn no_difference(span: Span, why: &str, help: String) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing").because(why).with_help(help)
}

/// Reports words that personal combat supports only in separate effects, not together in one effect.
pub(crate) fn nothing_in_personal(span: Span, effect: &Effect, why: &str) -> Diagnostic {
    let reads = |play: &Play| *play != Play::Personal && effect.unread_in(*play).is_none();
    let others: Vec<Play> = effect.plays.iter().copied().filter(reads).collect();
    let diagnostic = Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing in personal combat").because(why);
    match others.as_slice() {
        [] => diagnostic.with_help(format!("write for instance `{}`", effect.nearest_read(Play::Personal))),
        [only] => diagnostic.with_help(format!("if the effect is meant for another kind of play, write `in {only}`")),
        several => diagnostic.with_help(format!("if the effect is meant for another kind of play, write `in` and {}", enumerated(several))),
    }
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

/// Reports an effect by which an item gives a lasting aspect to others, in fights between ships or platoons. There, an item can give a
/// lasting aspect only to itself.
pub(super) fn aspect_of_others(span: Span, effect: &Effect) -> Diagnostic {
    let who = effect.who.as_ref().map(ToString::to_string).unwrap_or_default();
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{}` changes nothing in play", effect.text))
        .because("in this kind of play, an item can give a lasting aspect only to itself")
        .with_help(format!("give the aspect at a moment, such as `at start {who} {}`, or write the effect in the scene", effect.op))
}

/// Reports an effect on rolls with a statistic that no roll uses.
pub(super) fn stat_never_rolled(span: Span, stat: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("no roll is made with `{stat}`"))
        .because("no roll uses this statistic")
        .with_help(format!(
            "make a roll use this statistic, as in `must use {stat} for detection`, or write the roll itself: `+1 to detection`"
        ))
}

/// Reports an effect on a roll that is never made with the skills that the effect names.
pub(super) fn skill_never_rolled(span: Span, effect: &Effect, play: Play, roll: &RollPattern, skills: &[EcoString]) -> Diagnostic {
    let used = slip_suggest::alternatives(quoted(skills.iter().map(EcoString::as_str)).iter().map(String::as_str));
    let with = slip_suggest::enumerate(quoted(roll.with.iter().map(|name| name.as_str())).iter().map(String::as_str));
    let first = skills.first().map_or("", EcoString::as_str);
    let instead = effect.text.replacen(&roll.to_string(), &RollPattern { with: vec![first.into()], ..roll.clone() }.to_string(), 1);
    let all = effect.text.replacen(&roll.to_string(), &RollPattern { with: Vec::new(), ..roll.clone() }.to_string(), 1);
    let write =
        if roll.action == Action::Rolls { format!("write for instance `{instead}`") } else { format!("write `{instead}`, or `{all}`") };
    Diagnostic::new(Code::EffectNeverApplies, span, format!("no roll for `{}` is made with {with} in `{play}`", roll.action))
        .because(format!("these rolls are made with {used}"))
        .with_help(write)
}

/// Reports a roll with `against` that is never made: before the dice are rolled, only a defence has a known opponent.
pub(super) fn never_opposed(span: Span, effect: &Effect, play: Play, roll: &RollPattern) -> Diagnostic {
    let instead = effect.text.replacen(&roll.to_string(), &RollPattern { against: None, ..roll.clone() }.to_string(), 1);
    let help = match play {
        Play::Space => format!("write `{instead}`; only `defence` can be followed by `against`: `defence against torpedo`"),
        Play::Platoon => format!("write `{instead}`; only `defence` can be followed by `against`: `defence against direct_fire`"),
        _ => format!("write `{instead}`"),
    };
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{roll}` is never rolled in `{play}`"))
        .because("before the dice are rolled, only a defence has a known opponent")
        .with_help(help)
}

/// Reports an effect whose event has a subject, although the event happens once for everyone and has none.
pub(super) fn event_of_all(span: Span, effect: &Effect, event: Event) -> Diagnostic {
    let alone = effect.moment.as_ref().map_or_else(String::new, |moment| {
        let all = EffectMoment { who: None, ..moment.clone() };
        Effect { moment: Some(all), who: effect.who.clone().filter(|who| *who != EffectSubject::Actor), ..effect.clone() }.sentence()
    });
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{event}` happens once for everyone, so it has no subject"))
        .because("no subject is allowed in this moment")
        .with_help(format!("write `{alone}`"))
}

/// Reports an effect that forbids an action against a kind of target that this action never has.
pub(super) fn no_target_of(span: Span, effect: &Effect, action: Action) -> Diagnostic {
    let object = match &effect.op {
        PackOperation::Permit(Permit { object: Some(ActionObject::Zone(role)), .. }) => role.word(),
        PackOperation::Permit(Permit { object: Some(ActionObject::It), .. }) => "it",
        _ => "this",
    };
    let subject = effect.who.as_ref().map_or_else(String::new, |who| format!("{who} "));
    Diagnostic::new(Code::EffectNeverApplies, span, format!("the target of `{action}` is never `{object}`"))
        .because("this action never has such a target")
        .with_help(format!("forbid the action itself: `{subject}cannot {action}`"))
}

/// Reports an effect on a person that removes the need for training: only things require training.
pub(super) fn training_of_person(span: Span, effect: &Effect) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{}` is about a thing, not about a person", effect.op))
        .because("only things require training")
        .with_help(format!("write `effect {}` for the weapon or the armour; a person is trained with `is military SKILL`", effect.op))
}

/// Reports an effect that changes a number of all actors by the same amount, if only the order of these numbers counts, as for initiative.
pub(super) fn same_for_all(span: Span, effect: &Effect) -> Diagnostic {
    let others = Effect { who: Some(EffectSubject::Allies), ..effect.clone() };
    Diagnostic::new(
        Code::EffectNeverApplies,
        span,
        "this effect changes nothing: it changes everyone's number alike, and only the order of the numbers counts",
    )
    .because("the order stays the same")
    .with_help(format!("choose a subject that is not everyone, such as `{}`", others.sentence()))
}

/// Reports the use of a skill of a thing in an effect. Things have no skills, so the value would always be 0.
pub(super) fn skill_of_thing(span: Span, skill: &str, role: Role) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{skill} of {role}` is always 0"))
        .because("a thing has no skills")
        .with_help(format!("use a statistic of the {role}, or the skill of the person: `{skill} of bearer`"))
}

/// Reports an operation such as `suffers 1 on health` that is written without an event or a choice, so that it would never happen. `after
/// hit` or `once per scene` would help.
pub(super) fn deed_without_moment(span: Span, deed: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{deed}` needs a moment at which it happens"))
        .because("the moment is missing")
        .with_help(format!(
            "write a moment first, such as `after hit {deed}`, `each turn {deed}` or `at start {deed}`; or make it a \
            choice: `{deed} once per scene`"
        ))
}

/// Reports a word that refers to the event of an effect, such as `instead` or `out of turn`, in an effect that has no event before it.
pub(super) fn word_without_moment(span: Span, word: &str) -> Diagnostic {
    let (means, help) = match word {
        "instead" => {
            ("in place of the event's usual result", "write the event first: `after maneuver may strip free_tag of enemies instead`")
        }
        "out of turn" => {
            ("before the actor of the event continues", "write the event first: `after enemies enter may attack it out of turn`")
        }
        _ => ("the actor of the event", "write the event first: `after enemies enter …`; the target of an action is `target`"),
    };
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{word}` means {means}, but this effect has no event"))
        .because("no event to refer to")
        .with_help(help)
}

/// Reports a word for the result of a roll in an effect that acts before the roll.
pub(super) fn before_the_dice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{word}` is not known before the roll"))
        .because("used before the roll")
        .with_help(
            "write a moment first, such as `after attack …`; effects on a reroll, a hit or the stress of a roll can also use this word",
        )
}

/// Reports a word for a number after `is`, where a mark is required, as in `target is range`.
pub(super) fn not_a_mark(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::FormulaType, span, format!("`{word}` is a number, not a mark"))
        .because("`is` tests a mark, or a state that is true or false")
        .with_help(format!("compare the number: `when {word} >= 1`"))
}

/// Reports `range` in an effect for which no kind of play measures a range.
pub(super) fn no_range(span: Span, word: &str, play: Option<Play>) -> Diagnostic {
    let place = play.map_or_else(String::new, |play| format!(" in `{}`", play.word()));
    Diagnostic::new(Code::EffectNeverApplies, span, format!("there is no {word} here{place}: this effect has no target"))
        .because("no distance is measured here")
        .with_help(
            "write the effect for a roll with a target, such as `attack`, or for other actors, such as `enemies` or `allies`: then the range is the \
             distance between the bearer and each of them",
        )
}

/// Reports `base`, the value of a quantity before effects, in an effect that changes no quantity.
pub(super) fn no_base(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::EffectNeverApplies,
        span,
        "`base` is the value of a quantity without effects, but this effect changes no quantity",
    )
    .because("this effect changes no quantity, so `base` has no value")
    .with_help("use `base` where an effect sets a quantity: `endurance is (4 * base)`")
}

/// Reports an effect that forbids an action and also limits how often the action is allowed, as with `once per turn`.
pub(super) fn forbidden_pace(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, "`cannot` always forbids the action, so it cannot have a limit such as `once per turn`")
        .because("only allowed after `may`")
        .with_help("leave the limit out")
}

/// Reports a choice whose name has another meaning in conditions, so that `when NAME` would never test the choice.
pub(super) fn choice_of_another_name(span: Span, choice: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("a choice cannot be called `{choice}`"))
        .because(format!("after `when` this word has another meaning, so `when {choice}` never tests the choice"))
        .with_help("give the choice another name, as in `may choose aimed`")
}

/// Reports a choice that no effect uses.
pub(super) fn idle_choice(span: Span, choice: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("choosing `{choice}` changes nothing"))
        .because("no condition of an effect tests this choice")
        .with_help(format!("write an effect that depends on the choice: `effect +1 to attack when {choice}`"))
}

/// Reports the number 0 in an effect that does nothing with 0.
pub(super) fn at_least_one(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this number must be at least 1")
        .because("nothing would happen")
        .with_help("write 1 or more, or remove the effect")
}

/// Reports an effect that adds to a quantity whose value is not a number.
pub(super) fn no_number(span: Span, quantity: &str, taken: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("nothing can be added to `{quantity}`"))
        .because(format!("the value of this quantity is {taken}"))
        .with_help(format!("set the value instead of adding to it: `{quantity} … is …`"))
}

/// Reports `past cap` on a quantity without a cap.
pub(super) fn no_cap(span: Span, quantity: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{quantity}` has no cap that an effect could exceed"))
        .because("only statistics and skills have caps")
        .with_help("leave `past cap` out")
}

/// Reports an effect that sets a quantity to a value that the quantity cannot have.
pub(super) fn value_of_quantity(span: Span, quantity: &str, how: &str, value: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{quantity} {how} {value}` has no meaning"))
        .because(format!("expected {wanted}"))
        .with_help(format!("write {wanted} after `{how}`"))
}

/// Reports `my` or `of` with a plain number: `my 2`, `2 of leader`.
pub(super) fn number_is_nobodys(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`my` and `of` cannot be used with a number")
        .because("expected a skill or statistic")
        .with_help("write only the number, or write a skill: `my tactics`, `command of leader`")
}

/// Reports `my` together with `of`: `my command of leader`.
pub(super) fn mine_and_anothers(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`my` and `of …` cannot be used together")
        .because("`my` means the carrier of this effect")
        .with_help("leave out `my` or `of …`")
}

/// Reports a plain number with a cap: `may use 2 for defence up to 3`.
pub(super) fn number_is_not_capped(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`up to` cannot be used with a number")
        .because("`up to` caps the rank of a skill")
        .with_help("write only the number, and leave out `up to`")
}

/// Reports a statistic where a roll is required.
pub(super) fn stat_is_no_roll(span: Span, stat: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{stat}` alone is a statistic, but a roll is needed here"))
        .because("not a roll")
        .with_help(format!("write a roll: `{stat} rolls`, `{stat} attack`; to change the statistic write `+1 to {stat}` or `{stat} is …`"))
}

/// Reports an effect that raises a rank above its cap.
pub(super) fn built_above_cap(span: Span, stat: &str, value: i64, cap: i64, rule: Span) -> Diagnostic {
    Diagnostic::new(Code::StatAboveCap, span, format!("with its effects `{stat}` is {value}, above the cap of {cap}"))
        .because("raised here")
        .with_label(rule, "the cap is set here")
        .with_help(format!("buy less `{stat}`, or let the effect go past the cap: `+1 to {stat} past cap`"))
        .sized(value.abs_diff(cap))
}

/// Reports an effect that lowers a rank below the lowest rank of the statistic or skill.
pub(super) fn built_below(span: Span, stat: &str, value: i64, least: i64, rule: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(below_code(least), span, format!("with its effects `{stat}` is {value}, below the minimum of {least}"))
            .because("lowered here")
            .with_help(format!("buy more `{stat}`, or leave the effect out"))
            .sized(value.abs_diff(least));
    if rule == span { diagnostic } else { diagnostic.with_label(rule, "declared here") }
}

/// Reports an effect that changes how items are built, such as `+1 to boxes of health`, in an encounter, where all items are built already.
pub(super) fn built_too_late(span: Span, line: &str, help: &str) -> Diagnostic {
    Diagnostic::new(
        Code::BuiltTooLate,
        span,
        format!("`{line}` applies when a thing is built, and everything in this encounter is built already"),
    )
    .because("nothing is built in an encounter")
    .with_help(help)
}

/// Reports an effect of a carried item on a cap of its bearer. It would come too late, because ranks are bought before anything is carried.
pub(super) fn cap_of_bearer(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::EffectNeverApplies,
        span,
        "a thing cannot change the cap of its bearer: ranks are bought before anything is carried",
    )
    .because("changes the cap of the bearer")
    .with_help("raise the rank itself: `bearer +1 to …`; or make this a stunt of the bearer")
}

/// Reports an effect on a number that the item does not have: an untrained skill, a missing price.
pub(super) fn nothing_to_change(span: Span, line: &str, item: &str, number: BuildNumber<'_>) -> Diagnostic {
    let (lacks, help) = match number {
        BuildNumber::Rank(name) | BuildNumber::Cap(name) => (
            format!("no `{name}`"),
            "remove the effect, or buy ranks of the skill or statistic: without ranks it stays untrained".to_owned(),
        ),
        BuildNumber::Boxes(name) | BuildNumber::Consequences(name) => (
            format!("no track `{name}`"),
            format!("name another track, or give the design of `{item}` the track: `track {name} {{ base 0; fixed }}`"),
        ),
        BuildNumber::Fate => ("no fate points".to_owned(), format!("remove the effect, or give the design of `{item}` the entry `fate`")),
        BuildNumber::Price => ("no price".to_owned(), format!("remove the effect, or give the design of `{item}` the entry `price`")),
        BuildNumber::Upkeep => ("no upkeep".to_owned(), format!("remove the effect, or give the design of `{item}` the entry `upkeep`")),
        BuildNumber::Slots(name) | BuildNumber::TechLimit(name) => (format!("no `{name}`"), "remove the effect".to_owned()),
    };
    Diagnostic::new(Code::UselessStunt, span, format!("`{line}` changes nothing, because `{item}` has {lacks}"))
        .because("this item has the effect")
        .with_help(help)
}

/// Reports an effect of gear on a track that its bearer does not have.
pub(super) fn no_such_track(span: Span, (line, by): (&str, &str), item: &str, track: &str) -> Diagnostic {
    Diagnostic::new(Code::UselessStunt, span, format!("`{line}` of `{by}` changes nothing, because `{item}` has no track `{track}`"))
        .because("this thing has the effect")
        .with_help(format!(
            "give the track to the design of `{item}`, `track {track} {{ base 0; fixed }}`, or name another track in the effect"
        ))
}
