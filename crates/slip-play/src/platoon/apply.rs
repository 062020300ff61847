//! Applies events to the state of a platoon fight. No other module changes that state.

mod counter_events;
mod roll_events;

pub(super) use counter_events::skill_bit;
pub(super) use roll_events::scope_of;

use crate::aspects;
use crate::choice::Verb;
use crate::conflict::Outcome;
use crate::event::{CompelReply, Event, Grouping, Phase, Step};
use crate::ids::{ActorId, Id, Seat, ZoneId};
use crate::pending_offers::{self, PendingCompel};
use crate::platoon::roster::PlatoonRoster;
use crate::platoon::spared_aspects;
use crate::platoon::state::{BattleState, PassValue, PlatoonDeclaration, UnitHit, UnitState, UnitStatus, bit};
use crate::platoon::zones::{Region, UnitLocation};
use slip_dice::fate::Slots;
use slip_dice::fate::fate_points::{SpinToken, spend_spin};
use slip_pack::effect::Period;

/// Applies an event.
pub(super) fn apply(state: &mut BattleState, roster: &PlatoonRoster, event: &Event) {
    match event {
        Event::Answer { .. } => state.asked += 1,
        Event::Phase(step) => go(state, roster, *step),
        Event::Round { round, .. } => begin_turn(state, roster, *round),
        Event::Declare { me, act, it, using, term, say, .. } => {
            declare(state, *me, *act, *it, *using, *term);
            let said = using.and_then(crate::choice::Choice::skill).filter(|_| term.is_some());
            person_acts(state, roster, *me, said);
            if say.is_some() {
                state.words.clone_from(say);
            }
        }
        Event::Offer { by, on, aspect, demand, points, .. } => {
            let Some(aspect) = *aspect else { return };
            state.offer = Some(PendingCompel { by: *by, on: *on, aspect, demand: *demand, points: *points });
            change(state, *on, |unit| unit.compelled.push(aspect));
            state.moving.iter_mut().for_each(|moving| moving.compelled.push(aspect));
        }
        Event::Reply { answer, .. } => reply(state, *answer),
        Event::Roll { .. } => roll_events::rolled(state, roster, event),
        Event::Adjust { .. } => roll_events::adjusted(state, roster, event),
        Event::Fate { who, change: by, .. } => fate(state, *who, *by),
        Event::Spin { who, change: by, lapsed } => spin(state, roster, *who, *by, *lapsed),
        Event::AspectAdd { .. } | Event::AspectFree { .. } | Event::AspectDrop { .. } => aspects::change(&mut state.aspects, event),
        Event::Blow { who, track, shifts, .. } => {
            let by = state.contest.as_ref().and_then(|contest| contest.rolls.first()).map(|roll| roll.who).filter(|by| by != who);
            state.blows.push(UnitHit { who: *who, track: *track, shifts: *shifts, by });
        }
        Event::Hit { .. } => {
            if !state.blows.is_empty() {
                state.blows.remove(0);
            }
        }
        Event::Mark { who, track, up_to } => change(state, *who, |unit| unit.change_track(*track, |there| there.mark(*up_to))),
        Event::Boxes { who, track, boxes } => {
            change(state, *who, |unit| unit.change_track(*track, |there| *there = there.with_bits(*boxes)));
        }
        Event::Consequence { who, grade, .. } | Event::Recovered { who, grade, .. } => {
            let platoon = state.platoon_of_id(*who).or_else(|| state.unit(*who).map(|unit| unit.platoon));
            if let Some(platoon) = platoon.and_then(|platoon| state.platoons.row_mut(platoon)) {
                platoon.slots = match event {
                    Event::Recovered { .. } => platoon.slots.with(*grade),
                    _ => platoon.slots.without(Slots::NONE.with(*grade)),
                };
            }
            aspects::change(&mut state.aspects, event);
        }
        Event::Out { who, by, track, fate, say, .. } => {
            change(state, *who, |unit| unit.ended_on = *track);
            out(state, roster, *who, UnitStatus::Eliminated { by: *by, fate: *fate });
            match fate {
                None => state.untold.push(*who),
                Some(_) => state.untold.retain(|untold| untold != who),
            }
            if say.is_some() {
                change(state, *who, |unit| unit.ending.clone_from(say));
            }
        }
        Event::Move { who, from, to, paid, .. } => moved(state, roster, *who, (*from, *to), *paid),
        Event::PassValue { border, to, by, value, lasting } => {
            if *value == 0 {
                state.pass_values.retain(|there| (there.by, there.border, there.to) != (*by, *border, *to));
            } else {
                state.pass_values.push(PassValue { border: *border, to: *to, value: *value, by: *by, lasting: *lasting });
            }
        }
        Event::Counter { who, what, change, now } => counter_events::count(state, roster, *who, *what, (*change, *now)),
        Event::Hold { hold, now } => {
            let place = usize::from(*hold);
            if state.holds.len() <= place {
                state.holds.resize(place + 1, 0);
            }
            if let Some(rounds) = state.holds.get_mut(place) {
                *rounds = *now;
            }
        }
        Event::Concession { by, to, answer, .. } => concession(state, roster, *by, *to, *answer),
        Event::Group { what, who, lead } => group(state, roster, *what, who, *lead),
        Event::Seat { seat, asks, .. } => {
            if let Some(points) = state.asks.row_mut(*seat) {
                *points = *asks;
            }
        }
        Event::Override { events, .. } => events.iter().for_each(|event| apply(state, roster, event)),
        Event::End { winner, why, turns } => {
            state.outcome = Some(Outcome { winner: *winner, why: *why, rounds: *turns });
            state.step = Step::of(Phase::Over, Id::None);
        }
        // Recorded for the log only.
        Event::Result { .. } | Event::Effect { .. } => {}
        // Events of other conflicts.
        Event::Due { .. }
        | Event::Border { .. }
        | Event::Fact { .. }
        | Event::Veto { .. }
        | Event::Coin { .. }
        | Event::Fires { .. }
        | Event::Settled
        | Event::Faces { .. }
        | Event::Aside { .. }
        | Event::Resume
        | Event::Stage(_)
        | Event::Post { .. }
        | Event::Stakes(_)
        | Event::Social(_) => {}
    }
}

fn change(state: &mut BattleState, who: ActorId, how: impl FnOnce(&mut UnitState)) {
    if let Some(unit) = state.units.row_mut(who) {
        how(unit);
    }
}

/// Enters a step, and clears data that only earlier steps needed.
fn go(state: &mut BattleState, roster: &PlatoonRoster, step: Step) {
    // If a leader declares a whole action in place of the additional rally, the fight returns to `RallyToo` afterwards (R-L14).
    if step.phase == Phase::Declare && state.step.phase == Phase::RallyToo {
        state.back = Some(state.step);
    }
    state.step = step;
    match step.phase {
        Phase::Order => {
            state.acting = None;
            state.active = None;
            if step.n == super::turn_order::ASKED {
                state.player = Seat(step.m);
            }
            forget_action(state);
        }
        Phase::Turn => {
            state.acting = step.who.actor().and_then(|who| state.platoon_of_id(who));
            if let Some(platoon) = state.acting.and_then(|acting| roster.platoons.row(acting)) {
                state.player = platoon.side;
            }
        }
        Phase::Unit => {
            state.active = None;
            state.moving = None;
            forget_action(state);
        }
        // The free move continues from one zone to the next. The data of the free move is therefore kept.
        Phase::FreeMove if step.n == super::movement::UNDER_WAY => {}
        // The action ends the free move.
        Phase::Declare => state.moving = None,
        Phase::Intercept if step.n == 0 => {
            state.back = None;
            forget_action(state);
        }
        Phase::RallyToo | Phase::FreeMove | Phase::End => {
            state.back = None;
            state.intercepted = None;
            forget_action(state);
        }
        _ => {}
    }
}

/// Clears the declaration, its dice and its movement.
fn forget_action(state: &mut BattleState) {
    let acted = [state.active, state.declared.me];
    state.declared = PlatoonDeclaration { number: state.declared.number, ..PlatoonDeclaration::default() };
    state.words = None;
    state.repeated = false;
    state.targets.clear();
    state.contest = None;
    state.moving = None;
    state.share = None;
    state.marchers = None;
    state.chosen.clear();
    for who in acted.into_iter().flatten() {
        change(state, who, |unit| unit.compelled.clear());
    }
}

fn declare(
    state: &mut BattleState,
    me: ActorId,
    act: Option<Verb>,
    it: Id,
    using: Option<crate::choice::Choice>,
    term: Option<slip_dice::fate::AspectDuration>,
) {
    let number = state.declared.number;
    let Some(act) = act else {
        state.declared = PlatoonDeclaration { number, ..PlatoonDeclaration::default() };
        return;
    };
    let fresh = state.declared.act.is_none();
    // If dice are still on the table, the same act is declared once more. The old dice are removed.
    state.repeated |= state.contest.take().is_some();
    state.targets.clear();
    if matches!(state.step.phase, Phase::RallyToo | Phase::Intercept) {
        state.back = Some(state.step);
    }
    state.declared = PlatoonDeclaration {
        me: Some(me),
        act: Some(act),
        it,
        skill: using.and_then(crate::choice::Choice::skill),
        area: using.is_some_and(|using| using.how == crate::choice::Choice::AREA),
        number: number + u32::from(fresh),
        term,
    };
}

/// Marks the attached person who acts for a unit as having acted this turn.
fn person_acts(state: &mut BattleState, roster: &PlatoonRoster, me: ActorId, skill: Option<crate::ids::SkillId>) {
    let by_people = (state.step.phase, state.step.n) == (Phase::Declare, super::attached_people::PEOPLE);
    let people = roster.units.row(me).filter(|_| by_people).map_or(&[][..], |sheet| &sheet.attached);
    change(state, me, |unit| {
        let bits = (0..u32::BITS).map(|number| 1_u32 << number);
        let does = |(person, bit): &(&super::roster::Attached, u32)| {
            unit.people_acted & bit == 0 && person.does.is_some_and(|(own, _)| Some(own) == skill)
        };
        if let Some((_, bit)) = people.iter().zip(bits).find(does) {
            unit.people_acted |= bit;
        }
    });
}

/// Begins a turn and clears the state that lasts only until the end of a turn.
fn begin_turn(state: &mut BattleState, roster: &PlatoonRoster, round: u32) {
    roster.lines.renew(&mut state.uses, &[Period::Roll, Period::Phase, Period::Turn, Period::Round]);
    state.roused.retain(|(_, _, until)| *until >= round);
    state.turn = round;
    state.player = state.first.unwrap_or(Seat(0));
    state.stops = 0;
    state.offered = 0;
    for platoon in state.platoons.values_mut() {
        platoon.acted = false;
    }
    for unit in state.units.values_mut() {
        unit.activated = false;
        unit.was_carried = false;
        unit.defences.clear();
        unit.defended = 0;
        unit.moved = false;
        unit.rallied = false;
        unit.people_acted = 0;
        unit.fired_last_turn = std::mem::take(&mut unit.fired);
    }
}

/// Changes the fate points of a platoon, or of the people attached to a unit.
fn fate(state: &mut BattleState, who: ActorId, by: i32) {
    match state.platoon_of_id(who) {
        Some(platoon) => {
            if let Some(platoon) = state.platoons.row_mut(platoon) {
                platoon.fate.change(by);
            }
        }
        None => change(state, who, |unit| unit.fate.change(by)),
    }
}

/// Changes the spin of a platoon, given by its id as an actor. If spin is spent, the tokens that lapse first are spent first.
fn spin(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, by: i32, lapsed: bool) {
    if by > 0 {
        let left = u8::try_from(by).unwrap_or(u8::MAX);
        state.spin.push(SpinToken { owner: who.0, side: roster.side(who).0, left, last_turn: false });
    } else if lapsed {
        state.spin.retain(|token| token.owner != who.0 || !token.last_turn);
    } else {
        spend_spin(&mut state.spin, |token| token.owner == who.0, by.saturating_neg());
    }
}

/// Takes a unit out of the fight; separate events put down its passengers (R-L32).
fn out(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, status: UnitStatus) {
    let before = spared_aspects::kept_off(state, roster);
    change(state, who, |unit| {
        unit.status = status;
        unit.carrier = None;
    });
    disband(state, roster, who);
    spared_aspects::settle(state, roster, &before);
    state.blows.retain(|blow| blow.who != who);
    if let Some(moving) = &mut state.moving {
        moving.who.retain(|&mover| mover != who);
    }
}

/// Takes all units of a platoon except aircraft out of command if `who`, who left the fight, was its leader (R-L9, R-L11).
fn disband(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId) {
    let led = roster.platoons.iter().find(|(_, platoon)| platoon.leader == Some(who)).map(|(id, _)| id);
    let Some(platoon) = led else { return };
    for (id, unit) in state.units.iter_mut() {
        if unit.platoon == platoon && roster.arm(id) != super::roster::Arm::Airborne {
            unit.member = false;
        }
    }
}

/// Moves a unit and its passengers to another zone.
fn moved(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, (from, to): (ZoneId, ZoneId), paid: u8) {
    let place = UnitLocation::Zone(to);
    change(state, who, |unit| {
        unit.place = place;
        unit.status = UnitStatus::Active;
        unit.moved = true;
    });
    let tracked = |zone: ZoneId| matches!(roster.ground.region(zone), Region::Track(_));
    // An aircraft that leaves the last box of the track comes onto the map. Its passengers may still act, and it may be intercepted.
    let comes = tracked(from) && !tracked(to);
    for unit in state.units.values_mut().filter(|unit| unit.carrier == Some(who)) {
        unit.place = place;
        unit.was_carried |= !comes;
        unit.activated |= !comes;
    }
    if comes && state.step.phase != Phase::Intercept {
        state.intercepted = Some(who);
    }
    step(state, roster, who, to, paid);
}

/// Advances a movement that is under way by one zone. Enemies that are met there are recorded for the whole movement.
fn step(state: &mut BattleState, roster: &PlatoonRoster, who: ActorId, to: ZoneId, paid: u8) {
    let Some(moving) = state.moving.as_ref().filter(|moving| moving.who.contains(&who)) else { return };
    let leads = moving.who.first() == Some(&who);
    let side = roster.units.row(who).map_or(Seat(0), |sheet| sheet.side);
    let enemies = super::locations::enemies_in(state, roster, to, side);
    let Some(moving) = &mut state.moving else { return };
    if enemies != 0 {
        moving.met |= enemies | bit(who);
    }
    if leads {
        moving.shifts -= i32::from(paid);
        moving.steps -= i32::from(paid <= 1 || !roster.settings.pass_steps_uncounted);
    }
}

/// Applies the answer to a compel. If a moving unit accepts a compel to halt, its movement stops.
fn reply(state: &mut BattleState, answer: CompelReply) {
    state.offer = None;
    let halted = answer == CompelReply::Accept && state.step.phase == Phase::Halt;
    if let Some(moving) = state.moving.as_mut().filter(|_| halted) {
        moving.stopped = true;
    }
}

/// Returns the next side that must agree to terms of concession: the first opposing side after `after` that has a unit in the fight.
pub(super) fn next_judge(state: &BattleState, roster: &PlatoonRoster, by: ActorId, after: Option<Seat>) -> Option<Seat> {
    let side = |who: ActorId| roster.units.row(who).map(|unit| unit.side);
    let active = state.units.iter().filter(|(_, unit)| unit.is_active()).filter_map(|(id, _)| side(id));
    pending_offers::next_judge(active, side(by), after)
}

fn concession(state: &mut BattleState, roster: &PlatoonRoster, by: ActorId, to: Option<Seat>, answer: Option<bool>) {
    let next = next_judge(state, roster, by, to.filter(|_| answer.is_some()));
    pending_offers::step(&mut state.terms, by, to, answer, next);
    match (to, answer) {
        (_, None) => state.offered |= bit(by),
        (Some(_), Some(_)) => {}
        (None, Some(_)) => {
            let side = roster.units.row(by).map_or(0, |unit| unit.side.0);
            state.conceded |= 1_u32.checked_shl(u32::from(side)).unwrap_or(0);
            out(state, roster, by, UnitStatus::Conceded);
        }
    }
}

fn group(state: &mut BattleState, roster: &PlatoonRoster, what: Grouping, who: &[ActorId], lead: Option<ActorId>) {
    let platoon = lead.and_then(|lead| state.platoon_of_id(lead));
    let before = spared_aspects::kept_off(state, roster);
    match what {
        Grouping::Command => {
            let Some(platoon) = platoon else { return };
            for (id, unit) in state.units.iter_mut() {
                if unit.platoon == platoon {
                    unit.member = who.contains(&id);
                }
            }
            spared_aspects::settle(state, roster, &before);
        }
        Grouping::Adopt => {
            let Some(platoon) = platoon else { return };
            who.iter().for_each(|&id| {
                change(state, id, |unit| {
                    unit.platoon = platoon;
                    unit.member = true;
                });
            });
            spared_aspects::settle(state, roster, &before);
        }
        Grouping::Load => {
            let at = lead.and_then(|lead| state.unit(lead)).map(|carrier| carrier.place);
            who.iter().for_each(|&id| {
                change(state, id, |unit| {
                    unit.carrier = lead;
                    unit.place = at.unwrap_or(unit.place);
                });
            });
        }
        Grouping::Unload => who.iter().for_each(|&id| change(state, id, |unit| unit.carrier = None)),
        // All other groupings occur only in space combat.
        _ => {}
    }
}
