//! Applies counter events of a platoon fight.

use super::{change, out};
use crate::choice::Verb;
use crate::event::{Counter, Phase};
use crate::ids::{ActorId, Seat, SkillId, ZoneId};
use crate::platoon::locations::{each, is_watched};
use crate::platoon::roster::{Arm, PlatoonRoster};
use crate::platoon::state::{BattleState, DefendingUnit, MOST, ManualShares, Moving, UnitState, UnitStatus, bit};
use crate::platoon::zones::{Region, UnitLocation};
use slip_dice::fate::{Aspect, AspectDuration};

pub(super) fn count(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, what: Counter, (change_by, now): (i32, i32)) {
    let small = u8::try_from(now).unwrap_or(0);
    let side = roster.units.row(who).map(|unit| unit.side);
    match what {
        Counter::Spotted => change(state, who, |unit| unit.spotted = small.min(MOST)),
        Counter::Ooc => change(state, who, |unit| unit.ooc = small.min(MOST)),
        Counter::HasFired => change(state, who, |unit| unit.has_fired = now > 0),
        Counter::FiredOnBy(by) => change(state, who, |unit| unit.fired_on_by |= bit(by)),
        Counter::Defended(skill) => change(state, who, |unit| unit.defended |= skill_bit(skill)),
        Counter::DefendsWith(skill) => {
            state.targets.retain(|target| target.who != who);
            state.targets.push(DefendingUnit { who, skill: Some(skill) });
        }
        Counter::Activated => activated(state, who, now == 1),
        Counter::PlatoonActs => acts(state, roster, who, now),
        Counter::Exits(zone) => exits(state, roster, who, zone),
        Counter::First => {
            state.first = side;
            state.player = side.unwrap_or(Seat(0));
        }
        Counter::Area => state.declared.area = now > 0,
        Counter::Rallied => change(state, who, |unit| unit.rallied = now > 0),
        Counter::Marches => {
            let known = state.marchers.unwrap_or(0);
            state.marchers = Some(if now > 0 { known | bit(who) } else { known & !bit(who) });
        }
        Counter::Rest => {
            let at = state.share.as_ref().map_or(0, |share| share.at.saturating_add(1));
            state.share = (now >= 0).then_some(ManualShares { rest: now, at });
        }
        Counter::Fired => change(state, who, |unit| {
            unit.fired = true;
            unit.attacks = unit.attacks.saturating_add(1);
        }),
        Counter::Starts(zone) => starts(state, who, zone),
        Counter::Movement => movement(state, roster, who, (change_by, now)),
        Counter::Heads(zone) => {
            if let Some(moving) = &mut state.moving {
                moving.goal = (now > 0).then_some(zone);
            }
        }
        Counter::Asked => state.set_up = u16::try_from(now).unwrap_or(u16::MAX),
        Counter::Stops => state.stops |= side.map_or(0, |side| 1 << side.0),
        Counter::Terms => {
            if let Some(terms) = &mut state.terms {
                terms.tag = small.checked_sub(1);
            }
        }
        Counter::Back => change(state, who, |unit| unit.status = UnitStatus::Active),
        Counter::Line(number) => {
            let place = roster.lines.get(number).map_or(usize::from(number), |line| usize::from(line.count));
            if let Some(uses) = state.uses.get_mut(place) {
                *uses = u32::try_from(now).unwrap_or(0);
            }
            state.chosen.push((number, who));
        }
        Counter::Roused(number) => {
            let until = u32::try_from(now).unwrap_or(u32::MAX);
            state.roused.retain(|(line, there, _)| (*line, *there) != (number, who));
            state.roused.push((number, who, until));
        }
        // The other counters do not occur here: they are only for readers of the log, or belong to other kinds of conflict.
        _ => {}
    }
}

/// Returns the bit of a skill in a set.
pub(in crate::platoon) fn skill_bit(skill: SkillId) -> u64 {
    1_u64.checked_shl(u32::from(skill.0)).unwrap_or(0)
}

/// Begins or ends a platoon's turn. At the beginning, all spin of the platoon is marked to lapse at the end of this turn. At the end
/// nothing is removed here, because a separate event removes that spin.
fn acts(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, now: i32) {
    if now == 1 {
        state.spin.iter_mut().filter(|token| token.owner == who.0).for_each(|token| token.last_turn = true);
    } else if let Some(platoon) = state.platoon_of_id(who).and_then(|platoon| state.platoons.row_mut(platoon)) {
        platoon.acted = true;
        state.player = after(roster, state.player);
    }
}

/// Returns the next player in seat order; after the last one, the first.
fn after(roster: &PlatoonRoster, seat: Seat) -> Seat {
    let next = Seat(seat.0.saturating_add(1));
    if usize::from(next.0) < roster.sides.len() { next } else { Seat(0) }
}

/// Begins a unit's part of the turn. Transient aspects that the unit placed earlier are marked to end with this part.
fn activated(state: &mut BattleState, who: ActorId, alone: bool) {
    change(state, who, |unit| unit.activated = true);
    let placed = |aspect: &&mut Aspect| aspect.present && aspect.term == AspectDuration::Transient && aspect.placer == Some(who.0);
    state.aspects.values_mut().filter(placed).for_each(|aspect| aspect.last_turn = true);
    if alone {
        state.active = Some(who);
    }
}

/// Begins a movement with `shifts` to spend on entering at most `zones` zones. If the movement has already begun, only its remaining shifts
/// are set; 0 shifts stop it.
fn movement(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, (zones, shifts): (i32, i32)) {
    if let Some(moving) = &mut state.moving {
        moving.shifts = shifts;
        moving.stopped |= shifts <= 0;
        return;
    }
    let marches = state.declared.act == Some(Verb::March);
    let along = each(state.marchers.filter(|_| marches).unwrap_or(0) & !bit(who));
    let movers: Vec<ActorId> = std::iter::once(who).chain(along).collect();
    let hides = |who: &ActorId| roster.arm(*who) != Arm::Airborne && on_map(state, roster, *who) && is_watched(state, roster, *who);
    let seen = movers.iter().filter(|who| hides(who)).fold(0, |set, &who| set | bit(who));
    let (free, compelled) = (state.step.phase == Phase::FreeMove, Vec::new());
    state.moving = Some(Moving { who: movers, shifts, steps: zones, free, seen, met: 0, stopped: false, goal: None, compelled });
}

/// True if a unit is on the map. The SPOTTED level can fall by moving out of sight only on the map; on a card it does not change (R-L18).
fn on_map(state: &BattleState, roster: &PlatoonRoster, who: ActorId) -> bool {
    state.unit(who).and_then(UnitState::zone).is_some_and(|zone| roster.ground.region(zone) == Region::Map)
}

/// Places a unit and its passengers at the start.
fn starts(state: &mut BattleState, who: ActorId, zone: ZoneId) {
    let there = |(id, unit): &(ActorId, &mut UnitState)| *id == who || unit.carrier == Some(who);
    state.units.iter_mut().filter(there).for_each(|(_, unit)| unit.place = UnitLocation::Zone(zone));
}

/// Takes a unit and its passengers off the map.
fn exits(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, zone: ZoneId) {
    let aboard: Vec<ActorId> = state.units.iter().filter(|(_, unit)| unit.carrier == Some(who)).map(|(id, _)| id).collect();
    for id in aboard.into_iter().chain([who]) {
        out(state, roster, id, UnitStatus::Exited(zone));
    }
}
