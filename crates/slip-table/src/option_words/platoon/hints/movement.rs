//! Describes the cost of a step in platoon combat, and the situation after the step: enemies, their sight, and the range of orders.

use crate::transcript::phrases::{counted, listed};
use crate::transcript::platoon::phrases::name;
use slip_dice::fate::Holder;
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{MOST, bit};
use slip_play::platoon::zones::UnitLocation;

/// Describes a zone in which a unit may start, or which its player may choose as a prepared position (`prepared_positions`).
pub(super) fn begins(fight: &PlatoonFight, choice: Choice) -> Option<String> {
    let zone = fight.roster.ground.zones.row(choice.it.zone()?)?;
    let mut words = Vec::new();
    if zone.altitude != 0 {
        words.push(format!("altitude {}", zone.altitude));
    }
    words.extend(aspects(fight, choice.it.zone()?));
    (!words.is_empty()).then(|| words.join(", "))
}

/// Describes the cost to enter a zone, and the contents of the zone.
pub(super) fn enter(fight: &PlatoonFight, me: ActorId, choice: Choice) -> Option<String> {
    let to = choice.it.zone()?;
    let moving = fight.state.moving.as_ref().filter(|moving| !moving.free);
    let cost = moving.and_then(|moving| {
        let cost = if choice.verb == Verb::Go { fight.cost_to(to)? } else { fight.pass_value(choice.border()?, to)?.saturating_add(1) };
        Some(format!("{cost} of {}", counted(i64::from(moving.shifts), "shift", "shifts")))
    });
    let mut words: Vec<String> = cost.into_iter().collect();
    words.extend(awaits(fight, me, to));
    words.extend(aspects(fight, to));
    (!words.is_empty()).then(|| words.join("; "))
}

/// Describes the enemies in a zone, the enemies that see into the zone, and if orders reach it.
fn awaits(fight: &PlatoonFight, me: ActorId, to: ZoneId) -> Vec<String> {
    let mut then = fight.clone();
    if let Some(unit) = then.state.units.row_mut(me) {
        unit.place = UnitLocation::Zone(to);
    }
    let mut words = Vec::new();
    let met = in_set(fight, fight.enemies_in(to, fight.side(me)));
    if !met.is_empty() {
        words.push(meeting(fight, me, &met));
    }
    words.push(eyes(fight, &then, me, met.is_empty()));
    let platoon = fight.platoon(me).filter(|&platoon| fight.leader_of(platoon).is_some() && fight.leader_of(platoon) != Some(me));
    if let Some(platoon) = platoon.filter(|_| !fight.is_airborne(me)) {
        match (fight.commands(platoon, me), then.commands(platoon, me)) {
            (true, false) => words.push("out of its leader's reach".to_owned()),
            (false, true) => words.push("within its leader's reach".to_owned()),
            _ => {}
        }
    }
    words
}

/// Describes a meeting with enemies: `Grey coats #1 is there: SPOTTED of this unit goes from 0 to 3, and the unit stops there`.
fn meeting(fight: &PlatoonFight, me: ActorId, met: &[ActorId]) -> String {
    let names: Vec<&str> = met.iter().map(|&it| name(fight, it)).collect();
    let are = if names.len() == 1 { "is" } else { "are" };
    let before = fight.state.unit(me).map_or(0, |unit| unit.spotted);
    let gained = if fight.is_airborne(me) { 0 } else { fight.contact_spotted(me) };
    let now = before.saturating_add(gained).min(MOST);
    let seen = if now > before {
        format!(": SPOTTED of this unit goes from {before} to {now}")
    } else {
        ": SPOTTED of this unit does not change".to_owned()
    };
    let stops = if fight.may_pass(me) { "" } else { ", and this unit stops there" };
    format!("{} {are} there{seen}{stops}", listed(&names))
}

/// Describes the enemies that would see a unit in a zone, and the advantage of a move out of their sight.
fn eyes(fight: &PlatoonFight, then: &PlatoonFight, me: ActorId, alone: bool) -> String {
    let watchers = then.state.units.keys().filter(|&it| then.are_enemies(it, me) && then.sees(it, me)).count();
    if watchers > 0 {
        return format!("in sight of {}", counted(i64::try_from(watchers).unwrap_or(0), "enemy", "enemies"));
    }
    let was_seen = match &fight.state.moving {
        Some(moving) => moving.seen & bit(me) != 0,
        None => fight.state.units.keys().any(|it| fight.are_enemies(it, me) && fight.sees(it, me)),
    };
    let spotted = fight.state.unit(me).map_or(0, |unit| unit.spotted);
    match spotted.checked_sub(1).filter(|_| was_seen && alone) {
        Some(left) => format!("out of every enemy's sight: SPOTTED of this unit goes from {spotted} to {left} if it stays there"),
        None => "in no enemy's sight".to_owned(),
    }
}

fn in_set(fight: &PlatoonFight, set: u128) -> Vec<ActorId> {
    fight.state.units.keys().filter(|&it| set & bit(it) != 0).collect()
}

fn aspects(fight: &PlatoonFight, zone: ZoneId) -> Vec<String> {
    let there = fight.state.aspects.values().filter(|aspect| aspect.present && aspect.holder == Holder::Zone(zone.0));
    there.map(|aspect| format!("\"{}\"", aspect.text)).collect()
}

/// Describes the enemies that an aircraft finds when it lands in a zone.
pub(super) fn comes_down(fight: &PlatoonFight, me: ActorId, zone: ZoneId) -> Option<String> {
    let met = in_set(fight, fight.enemies_in(zone, fight.side(me)));
    let seen = met.iter().filter(|&&it| !fight.is_airborne(it) && fight.contact_spotted(it) > 0);
    let seen: Vec<String> = seen
        .filter_map(|&it| {
            let before = fight.state.unit(it)?.spotted;
            Some(format!("{} SPOTTED {before} to {}", name(fight, it), before.saturating_add(fight.contact_spotted(it)).min(MOST)))
        })
        .collect();
    Some(if seen.is_empty() { "no unit to spot there".to_owned() } else { seen.join(", ") })
}
