//! Applies events to the state of a raise-and-see conflict. No other module changes that state.

use crate::conflict::Outcome;
use crate::event::{Event, Phase, StakesEvent, StakesOp, Step, TrackId};
use crate::ids::{ActorId, Id};
use crate::stakes::roster::{PartySheet, StakesRoster};
use crate::stakes::state::{PartyState, PartyStatus, Raise, StakesState};
use slip_pack::stakes_party::Approach;

/// Applies an event.
pub(super) fn apply(state: &mut StakesState, roster: &StakesRoster, event: &Event) {
    match event {
        Event::Answer { .. } => state.asked += 1,
        Event::Phase(step) => go(state, *step),
        Event::Stakes(event) => pool(state, roster, event),
        Event::Boxes { who, track: TrackId(track), boxes } => {
            let marked = u8::try_from(boxes.count_ones()).unwrap_or(u8::MAX).min(roster.boxes(*who));
            change(state, *who, |party| set(&mut party.boxes, *track, marked));
        }
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
        // Events of other conflicts.
        _ => {}
    }
}

/// Enters a step, and clears the data of the steps before.
fn go(state: &mut StakesState, step: Step) {
    match step.phase {
        // In a step of a choice of dice one at a time, `n` is the face that was just chosen, plus one; it is 1 if no face has been chosen
        // yet.
        Phase::See if step.n > 1 => state.by_hand.push(step.n - 1),
        _ => state.by_hand.clear(),
    }
    if step.phase == Phase::Sees {
        state.blow = None;
    }
    state.step = step;
}

fn change(state: &mut StakesState, who: ActorId, how: impl FnOnce(&mut PartyState)) {
    if let Some(party) = state.parties.row_mut(who) {
        how(party);
    }
}

fn set(boxes: &mut [u8], track: u8, marked: u8) {
    if let Some(there) = boxes.get_mut(usize::from(track)) {
        *there = marked;
    }
}

fn pool(state: &mut StakesState, roster: &StakesRoster, event: &StakesEvent) {
    let who = event.party;
    match event.op {
        StakesOp::Approach => change(state, who, |party| {
            if let Some(approach) = event.approach.and_then(Approach::of) {
                party.approach = approach;
                for stat in approach.stats() {
                    party.in_play = party.in_play.with(stat);
                    party.rolled = party.rolled.with(stat);
                }
            }
        }),
        StakesOp::BringIn => change(state, who, |party| party.used |= event.thing.map_or(0, |thing| 1 << thing.min(63))),
        StakesOp::Dangerous => change(state, who, |party| {
            let Some(thing) = event.thing else { return };
            let text = roster.parties.row(who).and_then(|sheet| sheet.thing(thing)).is_some_and(|thing| thing.dangerous);
            let bit = 1 << thing.min(63);
            party.danger_turned = if text == (event.boxes > 0) { party.danger_turned & !bit } else { party.danger_turned | bit };
        }),
        StakesOp::Roll => {
            if state.owed.first().is_some_and(|(owed, _)| *owed == who) {
                state.owed.remove(0);
            }
            change(state, who, |party| event.dice.iter().for_each(|&die| party.pool.add(die)));
        }
        StakesOp::Owed => state.owed.push((who, event.boxes)),
        StakesOp::Condition => change(state, who, |party| party.conditions.extend(event.say.clone())),
        StakesOp::Raise => raise(state, event),
        StakesOp::See => see(state, event),
        StakesOp::Hold => change(state, who, |party| party.held.extend(&event.dice)),
        StakesOp::Resist => change(state, who, |party| {
            party.pool = party.pool.without(&event.dice);
        }),
        StakesOp::Fallout => fallout(state, roster, event),
        StakesOp::Give => out(state, who, PartyStatus::Gave),
        StakesOp::Full => out(state, who, PartyStatus::Full),
        StakesOp::Lose => {
            out(state, who, PartyStatus::Lost);
            state.blow = (event.boxes > 0).then_some(event.boxes);
        }
        StakesOp::Die => change(state, who, |party| party.dead = true),
    }
}

/// Marks boxes. If this fills a row, the player's sentence is kept as a condition. If it fills a second track of an operative, the sentence
/// describes the operative's death.
fn fallout(state: &mut StakesState, roster: &StakesRoster, event: &StakesEvent) {
    let track = event.track.unwrap_or(0);
    let (room, row) = (roster.boxes(event.party), roster.settings.row_size.max(1));
    let operative = roster.parties.row(event.party).is_some_and(PartySheet::is_operative);
    // If the fallout comes from an effect, `say` is the title of the effect and not a sentence of a player.
    let said = event.say.as_ref().filter(|_| state.step.phase == Phase::Fallout).cloned();
    let marked = |party: &PartyState| party.boxes.get(usize::from(track)).copied().unwrap_or(0).saturating_add(event.boxes);
    let fills = state.party(event.party).is_some_and(|party| party.is_active() && marked(party) >= room);
    if fills && !operative {
        out(state, event.party, PartyStatus::Full);
    }
    change(state, event.party, |party| {
        let before = party.boxes.get(usize::from(track)).copied().unwrap_or(0);
        let after = before.saturating_add(event.boxes);
        set(&mut party.boxes, track, after);
        party.taken += u32::from(event.boxes);
        let full = party.boxes.iter().filter(|&&boxes| boxes >= room).count();
        if operative && after >= room && full >= 2 {
            party.death.clone_from(&said);
        } else if after / row > before / row {
            party.conditions.extend(said);
        }
    });
}

/// Puts dice forward for a raise. If the raise is already on the table, the event only adds opponents that have to see it.
fn raise(state: &mut StakesState, event: &StakesEvent) {
    let who = event.party;
    if event.dice.is_empty() {
        if let Some(raise) = &mut state.raise {
            raise.affected.extend(&event.to);
            raise.waiting.extend(&event.to);
        }
        return;
    }
    state.round += 1;
    change(state, who, |party| {
        for &die in &event.dice {
            match party.held.iter().position(|held| *held == die) {
                Some(place) => drop(party.held.remove(place)),
                None => drop(party.pool.take(die)),
            }
        }
    });
    state.raise = Some(Raise { by: who, total: event.total, affected: event.to.clone(), waiting: event.to.clone(), seen: Vec::new() });
}

fn see(state: &mut StakesState, event: &StakesEvent) {
    let who = event.party;
    change(state, who, |party| {
        party.pool = party.pool.without(&event.dice);
        party.blows += u32::from(event.boxes > 0);
    });
    state.blow = (event.boxes > 0).then_some(event.boxes);
    if let Some(raise) = &mut state.raise {
        raise.waiting.retain(|waiting| *waiting != who);
        raise.seen.push(who);
    }
}

fn out(state: &mut StakesState, who: ActorId, status: PartyStatus) {
    change(state, who, |party| party.status = status);
    if let Some(raise) = &mut state.raise {
        raise.waiting.retain(|waiting| *waiting != who);
    }
}
