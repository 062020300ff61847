//! Describes the cost and the odds of options after a declaration: defences, additions to rolls, consequences, shares of an attack.

use super::percent;
use crate::option_words::hints::{RollPart, chance, dice_and};
use crate::transcript::phrases::counted;
use crate::transcript::platoon::phrases::{boxes, name, skill_title, zone};
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Odds, Slots};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id};
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::roll_kinds::UnitRoll;
use slip_play::platoon::state::PlatoonContest;
use slip_play::roll::Roll;

/// Describes a defence, and the probability that it fails.
pub(super) fn defend(fight: &PlatoonFight, me: ActorId, choice: Choice) -> Option<String> {
    let (threat, skill) = (fight.withstood()?, choice.skill()?);
    let way = fight.defences(me, threat).into_iter().find(|way| way.skill == skill)?;
    let worth = fight.worth(me, way, threat);
    let against = fight.state.contest.as_ref().and_then(|contest| contest.rolls.first()).map(Roll::total);
    let fails = |rolls: u8| {
        let odds = against.map(|total| Odds { edge: total - worth, rolls, dice: fight.roster.settings.dice });
        odds.map_or_else(String::new, |odds| format!(", {}% to get through", percent(odds, 1)))
    };
    if choice.how == 1 {
        return Some(format!("already rolled: {worth}{}", fails(0)));
    }
    let used = fight.can_act(me) && fight.is_unlocked(me, UnitRoll::attack(skill)) && fight.roster.units.row(me)?.rank(skill).is_some();
    let used = if used { format!("; the unit can then not use {} for its action", skill_title(fight, skill)) } else { String::new() };
    Some(format!("{}{}{used}", dice_and(worth), fails(1)))
}

/// Describes an addition to a roll after the dice: the gain, the cost, and any change of the result.
pub(super) fn adjust(fight: &PlatoonFight, choice: Choice) -> Option<String> {
    let contest = fight.state.contest.as_ref()?;
    let roll = contest.rolls.get(usize::from(fight.state.step.n))?;
    let cost = cost(fight, roll, choice);
    if choice.how == Choice::REROLL && choice.verb != Verb::Spin {
        let now = roll.faces.total();
        let better = chance(fight.roster.settings.dice, now + 1);
        return Some(format!("{cost}; rolls the dice (now {now:+}) again, {better}% for a better roll"));
    }
    let gain = match choice.verb {
        Verb::Spin => i32::from(choice.n),
        _ => choice.aspect().map_or(0, |id| fight.invoke_bonus(id, roll.who)),
    };
    let only = choice.it.actor().filter(|&it| fight.are_enemies(it, roll.who));
    let only = only.map(|it| format!(" against {}", name(fight, it))).unwrap_or_default();
    Some(format!("{cost}; {} becomes {}{only}{}", roll.total(), roll.total() + gain, turns(fight, contest, roll, gain)))
}

fn cost(fight: &PlatoonFight, roll: &Roll, choice: Choice) -> String {
    match choice.verb {
        Verb::Free => "uses up the free tag".to_owned(),
        Verb::Spin => format!("leaves {} spin", fight.spin_of(roll.who) - i32::from(choice.n)),
        _ => {
            // People attached to a unit pay with their own fate points. All others pay with those of the platoon.
            let own = choice.it == Id::Actor(roll.who);
            let platoon = fight.platoon(roll.who).map(|platoon| fight.state.id_of_platoon(platoon));
            let payer = if own { Some(roll.who) } else { platoon };
            let purse = payer.map_or(0, |payer| fight.points(payer));
            let whose = payer.map(|payer| format!(" of {}", name(fight, payer))).unwrap_or_default();
            format!("costs 1 of {}{whose}", counted(i64::from(purse), "fate point", "fate points"))
        }
    }
}

/// Describes the change of the result that an addition causes. Returns an empty text for a roll against several units.
fn turns(fight: &PlatoonFight, contest: &PlatoonContest, roll: &Roll, gain: i32) -> String {
    let first = contest.rolls.first().is_some_and(|first| first.id == roll.id);
    let needs = i32::from(fight.state.declared.act != Some(Verb::Maneuver));
    let lacks = match (first, contest.rolls.as_slice()) {
        (true, [_]) => needs - fight.state.shifts_against(None),
        (true, [_, other]) => needs - fight.state.shifts_against(Some(other.who)),
        (true, _) => return String::new(),
        (false, _) => fight.state.shifts_against(Some(roll.who)),
    };
    let part = match (fight.state.declared.act, first) {
        (Some(Verb::Attack), true) => RollPart::Attack,
        (Some(Verb::Attack), false) => RollPart::Defence,
        _ => RollPart::Other,
    };
    format!(", {}", part.change(i64::from(lacks), i64::from(gain)))
}

/// Describes the part of a hit that remains after the consequences of an option are taken.
pub(super) fn take(fight: &PlatoonFight, choice: Choice) -> Option<String> {
    let blow = fight.state.blows.first()?;
    let set = Slots::from_number(choice.how);
    let track = fight.track(blow.track).replace('_', " ");
    let landing = match fight.lands(blow.who, blow.track, blow.shifts, set) {
        TrackHit::Nothing => format!("no box of {track}"),
        TrackHit::Box(number) => {
            let mut after = fight.state.unit(blow.who)?.track(blow.track);
            after.mark(number);
            format!("{track} {}", boxes(after))
        }
        TrackHit::Past => format!("past the end of {track}: taken out"),
    };
    let left = if set == Slots::NONE {
        String::new()
    } else {
        let left = fight.free_slots(blow.who, blow.track, blow.shifts).without(set).count();
        format!("; consequences that the platoon can still take: {left}")
    };
    Some(format!("a hit of {}: {landing}{left}", blow.shifts))
}

/// Describes the effect of assigning a share of the shifts to a border or a target.
pub(super) fn put(fight: &PlatoonFight, choice: Choice) -> Option<String> {
    let share = fight.state.share.as_ref();
    let rest = share.map_or(0, |share| share.rest);
    let amount = if choice.verb == Verb::Put { i32::from(choice.n) } else { rest };
    match (choice.it, choice.border()) {
        (Id::Zone(to), Some(border)) => {
            let Some(now) = fight.pass_value(border, to) else {
                return Some(format!("already closed to units going into {}", zone(fight, to)));
            };
            Some(format!("pass value {now} into {} becomes {}", zone(fight, to), now + amount))
        }
        (Id::Actor(who), _) => {
            let now = i32::from(fight.state.unit(who)?.ooc);
            Some(format!("OOC {now} becomes {}", (now - amount).max(0)))
        }
        _ if fight.state.declared.act == Some(Verb::March) => Some("all units that can join the march; they have then acted".to_owned()),
        _ => None,
    }
}
