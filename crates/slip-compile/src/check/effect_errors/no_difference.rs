//! Messages about effects that change nothing.

use super::quoted;
use ecow::EcoString;
use slip_pack::effect::{Action, ActionObject, Effect, EffectMoment, EffectSubject, Event, PackOperation, Permit, Play, Role, RollPattern};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports a condition that is always false.
pub(in crate::check) fn never_applies(span: Span, because: Option<&str>) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect never applies")
        .because(because.map_or_else(|| "the condition of this effect is always false".to_owned(), str::to_owned))
        .with_help("remove the effect, or correct its condition")
}

/// Reports a stunt without any effect.
pub(in crate::check) fn idle_stunt(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::IdleStunt, span, format!("the stunt `{name}` does nothing"))
        .because("without `effect`, and used by no formula or condition")
        .with_help("write an `effect` in its block, or write `sink` if it only costs points")
}

/// Reports a `sink` stunt with effects.
pub(in crate::check) fn sink_with_effect(span: Span, effect: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::SinkWithEffect, span, format!("the stunt `{name}` has `sink`, but also an effect"))
        .because("`sink` is for a stunt that only costs points")
        .with_label(effect, "the effect")
        .with_help("remove `sink`, or remove the effect")
}

/// Reports an effect that is written correctly but changes nothing. `why` is the reason.
pub(in crate::check) fn says_nothing(span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing")
        .because(why)
        .with_help("remove the effect, or write one that changes something")
}

/// Reports an effect that an engine uses but that changes nothing. `why` is the reason, `help` says what to write.
pub(in crate::check) fn no_difference(span: Span, why: &str, help: String) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing").because(why).with_help(help)
}

/// Reports words that personal combat supports only in separate effects, not together in one effect.
pub(in crate::check) fn nothing_in_personal(span: Span, effect: &Effect, why: &str) -> Diagnostic {
    let reads = |play: &Play| *play != Play::Personal && effect.unread_in(*play).is_none();
    let others: Vec<Play> = effect.plays.iter().copied().filter(reads).collect();
    let diagnostic = Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing in personal combat").because(why);
    match others.as_slice() {
        [] => diagnostic.with_help(format!("write for instance `{}`", effect.nearest_read(Play::Personal))),
        [only] => diagnostic.with_help(format!("remove it, or write `in {only}` after it if it is meant for that kind of play")),
        several => diagnostic.with_help(format!(
            "remove it, or write `in` and {} after it",
            slip_suggest::alternatives(quoted(several.iter().map(|play| play.word())).iter().map(String::as_str))
        )),
    }
}

/// Reports an effect by which an item gives a lasting aspect to others, in fights between ships or platoons. There, an item can give a
/// lasting aspect only to itself.
pub(in crate::check) fn aspect_of_others(span: Span, effect: &Effect) -> Diagnostic {
    let who = effect.who.as_ref().map(ToString::to_string).unwrap_or_default();
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{}` changes nothing in play", effect.text))
        .because("here an item can give a lasting aspect only to itself")
        .with_help(format!("write `at start {who} {}`, or write the effect in the scene", effect.op))
}

/// Reports an effect on rolls with a statistic that no roll uses.
pub(in crate::check) fn stat_never_rolled(span: Span, stat: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("no roll is made with `{stat}`"))
        .because("no roll uses this statistic")
        .with_help(format!("write a roll, as in `+1 to detection`, or make a roll use it, as in `must use {stat} for detection`"))
}

/// Reports an effect on a roll that is never made with the skills that the effect names.
pub(in crate::check) fn skill_never_rolled(
    span: Span,
    effect: &Effect,
    play: Play,
    roll: &RollPattern,
    skills: &[EcoString],
) -> Diagnostic {
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

/// Reports a roll with `against` that is never made. Before the dice are rolled, only a defence has a known opponent.
pub(in crate::check) fn never_opposed(span: Span, effect: &Effect, play: Play, roll: &RollPattern) -> Diagnostic {
    let instead = effect.text.replacen(&roll.to_string(), &RollPattern { against: None, ..roll.clone() }.to_string(), 1);
    let help = match play {
        Play::Space => format!("write `{instead}`; only a defence has an opponent, as in `defence against torpedo`"),
        Play::Platoon => format!("write `{instead}`; only a defence has an opponent, as in `defence against direct_fire`"),
        _ => format!("write `{instead}`"),
    };
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{roll}` is never rolled in `{play}`"))
        .because("before the dice are rolled, only a defence has a known opponent")
        .with_help(help)
}

/// Reports an effect whose event has a subject, although the event happens once for everyone and has none.
pub(in crate::check) fn event_of_all(span: Span, effect: &Effect, event: Event) -> Diagnostic {
    let alone = effect.moment.as_ref().map_or_else(String::new, |moment| {
        let all = EffectMoment { who: None, ..moment.clone() };
        Effect { moment: Some(all), who: effect.who.clone().filter(|who| *who != EffectSubject::Actor), ..effect.clone() }.sentence()
    });
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{event}` happens once for everyone, so it cannot be about one side"))
        .because("there is no single subject at this moment")
        .with_help(format!("write `{alone}`"))
}

/// Reports an effect that forbids an action against some kind of target, if the action never has targets of this kind.
pub(in crate::check) fn no_target_of(span: Span, effect: &Effect, action: Action) -> Diagnostic {
    let object = match &effect.op {
        PackOperation::Permit(Permit { object: Some(ActionObject::Zone(role)), .. }) => role.word(),
        PackOperation::Permit(Permit { object: Some(ActionObject::It), .. }) => "it",
        _ => "this",
    };
    let subject = effect.who.as_ref().map_or_else(String::new, |who| format!("{who} "));
    Diagnostic::new(Code::EffectNeverApplies, span, format!("the target of `{action}` is never `{object}`"))
        .because("this action has other targets")
        .with_help(format!("write `{subject}cannot {action}`"))
}

/// Reports an effect on a person that removes the need for training: only things require training.
pub(in crate::check) fn training_of_person(span: Span, effect: &Effect) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{}` is about a thing, not about a person", effect.op))
        .because("only things require training")
        .with_help(format!("write `effect {}` for the weapon or the armour; a person is trained with `is military SKILL`", effect.op))
}

/// Reports an effect that changes a number of all actors by the same amount, if only the order of the numbers counts. An example is
/// initiative.
pub(in crate::check) fn same_for_all(span: Span, effect: &Effect) -> Diagnostic {
    let others = Effect { who: Some(EffectSubject::Allies), ..effect.clone() };
    Diagnostic::new(Code::EffectNeverApplies, span, "this effect changes nothing, because it changes everyone's number alike")
        .because("only the order of the numbers counts, which stays the same")
        .with_help(format!("write it for some people only, as in `{}`", others.sentence()))
}

/// Reports the use of a skill of a thing in an effect. Things have no skills, so the value would always be 0.
pub(in crate::check) fn skill_of_thing(span: Span, skill: &str, role: Role) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("`{skill} of {role}` is always 0"))
        .because("a thing has no skills")
        .with_help(format!("write `{skill} of bearer` for the skill of the person, or a statistic of the {role}"))
}

/// Reports a choice that no effect uses.
pub(in crate::check) fn idle_choice(span: Span, choice: &str) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, format!("choosing `{choice}` changes nothing"))
        .because("no condition of an effect tests this choice")
        .with_help(format!("write an effect that asks for it, as in `effect +1 to attack when {choice}`"))
}
