//! Applies events to the state of a space fight. Only this module changes the state.

mod counter_events;
mod roll_events;

pub(super) use roll_events::scope_of;

use crate::aspects;
use crate::conflict::Outcome;
use crate::event::{Event, Grouping, Phase, SpacePhase, Step, TrackId};
use crate::ids::{ActorId, Id, Seat};
use crate::pending_offers::{self, PendingCompel};
use crate::space::roster::{Post, SpaceRoster};
use crate::space::state::{
    Band, Boarding, Drives, FixedDefences, Phases, ShipHit, ShipLocation, ShipState, ShipStatus, SpaceDeclaration, SpaceRollSubject,
    SpaceState, TorpedoSystem,
};
use crate::tracks::TrackSet;
use slip_dice::fate::Slots;
use slip_dice::fate::fate_points::SpinToken;
use slip_pack::effect::Period;

/// Applies an event.
pub(super) fn apply(state: &mut SpaceState, roster: &SpaceRoster, event: &Event) {
    match event {
        Event::Answer { .. } => state.asked += 1,
        Event::Phase(step) => go(state, roster, *step),
        Event::Stage(stage) => begin_stage(state, roster, *stage),
        Event::Round { round, .. } => begin_turn(state, roster, *round),
        Event::Declare { me, act, it, using, thing, .. } => {
            let value = using.and_then(|using| u8::try_from(using.n).ok()).unwrap_or(0);
            state.declared = match act {
                Some(act) => SpaceDeclaration { me: Some(*me), act: Some(*act), it: *it, value, thing: *thing },
                None => SpaceDeclaration::default(),
            };
        }
        Event::Offer { by, on, aspect, demand, points, .. } => {
            let Some(aspect) = *aspect else { return };
            state.offer = Some(PendingCompel { by: *by, on: *on, aspect, demand: *demand, points: *points });
            change(state, *on, |ship| {
                ship.compelled.push(aspect);
                ship.compels = ship.compels.saturating_add(1);
            });
        }
        Event::Reply { .. } => state.offer = None,
        Event::Roll { .. } => roll_events::rolled(state, roster, event),
        Event::Adjust { .. } => roll_events::adjusted(state, roster, event),
        Event::Fate { who, change: by, .. } => fate(state, *who, *by),
        Event::Spin { who, change: by, lapsed } => spin(state, *who, *by, *lapsed),
        Event::AspectAdd { .. } | Event::AspectFree { .. } | Event::AspectDrop { .. } => aspects::change(&mut state.aspects, event),
        Event::Blow { who, track, besides, shifts } => {
            let by = striker(state, *who);
            state.blows.push(ShipHit { who: *who, track: *track, besides: *besides, shifts: *shifts, by });
        }
        Event::Hit { .. } => {
            if !state.blows.is_empty() {
                state.blows.remove(0);
            }
        }
        Event::Mark { who, track, up_to } => {
            change(state, *who, |ship| ship.tracks.change(*track, |boxes| boxes.mark(*up_to)));
        }
        Event::Boxes { who, track, boxes } => mark_exactly(state, *who, *track, *boxes),
        Event::Consequence { who, grade, .. } => {
            change(state, *who, |ship| ship.slots = ship.slots.without(Slots::NONE.with(*grade)));
            aspects::change(&mut state.aspects, event);
        }
        Event::Recovered { who, grade, .. } => {
            change(state, *who, |ship| ship.slots = ship.slots.with(*grade));
            aspects::change(&mut state.aspects, event);
        }
        Event::Out { who, by, track, fate, say, .. } => {
            out(state, *who, ShipStatus::TakenOut { by: *by, track: *track, fate: *fate });
            match fate {
                None => state.untold.push(*who),
                Some(_) => state.untold.retain(|untold| untold != who),
            }
            if say.is_some() {
                change(state, *who, |ship| ship.ending.clone_from(say));
            }
        }
        Event::Move { who, to, .. } => {
            let band = Band::of_zone(*to);
            change(state, *who, |ship| {
                ship.berth = if band.is_on_map() { ShipLocation::Line(band) } else { ShipLocation::Away };
                ship.moved = true;
            });
        }
        Event::Counter { who, what, change, now } => counter_events::count(state, roster, *who, *what, (*change, *now)),
        Event::Concession { by, to, answer, .. } => concession(state, *by, *to, *answer),
        Event::Group { what, who, lead } => group(state, *what, who, *lead),
        Event::Post { ship, post, by, acts } => work(state, *ship, *post, *by, *acts),
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
        // The rest of the event matters only in the log.
        Event::Result { against, .. } => {
            if let Some(contest) = &mut state.contest {
                contest.compared = *against;
            }
        }
        Event::Effect { .. } => {}
        // Events of other conflicts.
        Event::Due { .. }
        | Event::Border { .. }
        | Event::PassValue { .. }
        | Event::Hold { .. }
        | Event::Fact { .. }
        | Event::Veto { .. }
        | Event::Coin { .. }
        | Event::Fires { .. }
        | Event::Settled
        | Event::Faces { .. }
        | Event::Aside { .. }
        | Event::Resume
        | Event::Stakes(_)
        | Event::Social(_) => {}
    }
}

fn change(state: &mut SpaceState, who: ActorId, how: impl FnOnce(&mut ShipState)) {
    if let Some(ship) = state.ships.row_mut(who) {
        how(ship);
    }
}

/// Enters a step. Removes the current rolls, unless the new step is about them.
fn go(state: &mut SpaceState, roster: &SpaceRoster, step: Step) {
    state.step = step;
    if !matches!(step.phase, Phase::Throw | Phase::Adjust | Phase::Result | Phase::Overwatch) {
        state.contest = None;
    }
    if matches!(step.phase, Phase::Poll | Phase::StageEnd) {
        state.declared = SpaceDeclaration::default();
        state.struck.clear();
        state.overwatch.clear();
        if roster.settings.defence_by_system && state.stage == SpacePhase::Torpedoes {
            state.ships.values_mut().for_each(choose_defence_again);
        }
    }
}

/// Lets a ship choose its defence against the next torpedoes. The roll of the system that it used before is kept.
fn choose_defence_again(ship: &mut ShipState) {
    let system = ship.torpedo_system().unwrap_or(TorpedoSystem::Nothing);
    if let Some(roll) = ship.defence.take() {
        ship.keep_stood(system, &roll);
    }
    ship.fixed.torpedo = false;
    ship.beams_against = None;
}

fn begin_stage(state: &mut SpaceState, roster: &SpaceRoster, stage: SpacePhase) {
    state.chosen.clear();
    roster.lines.renew(&mut state.uses, &[Period::Roll, Period::Phase]);
    state.stage = stage;
    state.asked_in = 0;
    state.offered = 0;
    state.declared = SpaceDeclaration::default();
    for ship in state.ships.values_mut() {
        ship.fails = None;
        ship.drives = Drives::Unsaid;
        ship.burn = 0;
        ship.lowered = false;
        ship.standing = None;
        ship.defence = None;
        ship.fixed = FixedDefences::default();
        ship.beams_against = None;
        ship.stood = [None, None, None];
        ship.attacked = 0;
        ship.entered = false;
        ship.launched = false;
        ship.acted = 0;
        ship.compelled.clear();
    }
    state.people.iter_mut().for_each(|person| person.acted = false);
}

/// Begins a turn. Posts worked in detection count as worked in turn 1.
fn begin_turn(state: &mut SpaceState, roster: &SpaceRoster, round: u32) {
    roster.lines.renew(&mut state.uses, &[Period::Turn, Period::Round]);
    state.roused.retain(|(_, _, until)| *until >= round);
    state.turn = round;
    state.stops = 0;
    state.spin.iter_mut().for_each(|token| token.last_turn = true);
    for ship in state.ships.values_mut() {
        ship.beam_used = 0;
        ship.beam_defended = 0;
        ship.repaired = TrackSet::NONE;
        ship.moved = false;
        ship.beams_given_up = false;
        ship.compels = 0;
        ship.fired_last_turn = std::mem::take(&mut ship.fired);
    }
    if round < 2 {
        return;
    }
    state.ships.values_mut().for_each(|ship| (ship.worked, ship.phases) = (0, Phases::default()));
    for person in &mut state.people {
        (person.worked, person.helped, person.phases) = (0, 0, Phases::default());
    }
}

fn fate(state: &mut SpaceState, who: ActorId, by: i32) {
    match state.person_place(who) {
        Some(place) => {
            if let Some(person) = state.people.get_mut(place) {
                person.fate.change(by);
            }
        }
        None => change(state, who, |ship| ship.fate.change(by)),
    }
}

fn spin(state: &mut SpaceState, who: ActorId, by: i32, lapsed: bool) {
    let side = state.ships.row(who).map_or(0, |ship| ship.side.0);
    if by > 0 {
        let left = u8::try_from(by).unwrap_or(u8::MAX);
        state.spin.push(SpinToken { owner: who.0, side, left, last_turn: false });
    } else if lapsed {
        state.spin.retain(|token| token.owner != who.0 || !token.last_turn);
    }
}

/// Returns the ship that dealt a hit: the attacker or, if a failed attack has struck back at the attacker, the ship that it attacked.
fn striker(state: &SpaceState, struck: ActorId) -> Option<ActorId> {
    let contest = state.contest.as_ref().filter(|contest| contest.matter == SpaceRollSubject::Attack)?;
    let mut rolls = contest.rolls.iter().map(|roll| roll.who);
    let attacker = rolls.next()?;
    if attacker != struck { Some(attacker) } else { contest.compared.or_else(|| rolls.find(|&who| who != struck)) }
}

fn mark_exactly(state: &mut SpaceState, who: ActorId, track: TrackId, boxes: u32) {
    change(state, who, |ship| ship.tracks.change(track, |known| *known = known.with_bits(boxes)));
}

/// Takes a ship out of the fight. Other events release the fighters in its hangar and the ship coupled to it.
fn out(state: &mut SpaceState, who: ActorId, status: ShipStatus) {
    change(state, who, |ship| {
        ship.status = status;
        ship.formation = None;
    });
    state.blows.retain(|blow| blow.who != who);
}

/// Returns the next side that must agree to terms. It is the first opposing side after `after` that has a ship in the fight.
pub(super) fn next_judge(state: &SpaceState, by: ActorId, after: Option<Seat>) -> Option<Seat> {
    let active = state.ships.values().filter(|ship| ship.is_active()).map(|ship| ship.side);
    pending_offers::next_judge(active, state.ships.row(by).map(|ship| ship.side), after)
}

fn concession(state: &mut SpaceState, by: ActorId, to: Option<Seat>, answer: Option<bool>) {
    let next = next_judge(state, by, to.filter(|_| answer.is_some()));
    pending_offers::step(&mut state.terms, by, to, answer, next);
    match (to, answer) {
        (_, None) => state.offered |= 1_u128.checked_shl(u32::from(by.0)).unwrap_or(0),
        (Some(_), Some(_)) => {}
        (None, Some(_)) => {
            let side = state.ships.row(by).map_or(0, |ship| ship.side.0);
            state.conceded |= 1_u32.checked_shl(u32::from(side)).unwrap_or(0);
            out(state, by, ShipStatus::Conceded);
        }
    }
}

fn group(state: &mut SpaceState, what: Grouping, who: &[ActorId], lead: Option<ActorId>) {
    match what {
        Grouping::Form => {
            let known = who.iter().find_map(|&id| state.ships.row(id)?.formation);
            let taken = |number: u8| state.ships.values().any(|ship| ship.formation == Some(number));
            let number = known.or_else(|| (0..u8::MAX).find(|&number| !taken(number)));
            who.iter().for_each(|&id| change(state, id, |ship| ship.formation = number));
        }
        Grouping::Leave => {
            let left = who.iter().find_map(|&id| state.ships.row(id)?.formation);
            who.iter().for_each(|&id| change(state, id, |ship| ship.formation = None));
            let rest: Vec<ActorId> =
                state.ships.iter().filter(|(_, ship)| left.is_some() && ship.formation == left).map(|(id, _)| id).collect();
            if let [alone] = rest.as_slice() {
                change(state, *alone, |ship| ship.formation = None);
            }
        }
        Grouping::Tether => {
            who.iter().chain(&lead).for_each(|&id| change(state, id, |ship| ship.tether = lead));
        }
        Grouping::Release => {
            let ids: Vec<ActorId> = state.ships.keys().collect();
            for id in ids {
                change(state, id, |ship| {
                    if ship.tether == lead || who.contains(&id) {
                        ship.tether = None;
                        ship.boarding = None;
                    }
                });
            }
        }
        Grouping::Couple => {
            let Some(lead) = lead else { return };
            who.iter().for_each(|&id| change(state, id, |ship| ship.berth = ShipLocation::Coupled(lead)));
        }
        Grouping::Decouple | Grouping::Launch => {
            let band = lead.and_then(|lead| state.ships.row(lead)?.band());
            who.iter().for_each(|&id| change(state, id, |ship| ship.berth = band.map_or(ShipLocation::Away, ShipLocation::Line)));
            if what == Grouping::Launch {
                let beams = state.stage == SpacePhase::Beams;
                who.iter().chain(&lead).for_each(|&id| change(state, id, |ship| ship.launched = true));
                lead.iter().for_each(|&id| change(state, id, |ship| ship.beams_given_up |= beams));
            }
        }
        Grouping::Dock => {
            let Some(lead) = lead else { return };
            who.iter().for_each(|&id| change(state, id, |ship| ship.berth = ShipLocation::Hangar(lead)));
        }
        Grouping::Board => {
            let Some(by) = lead else { return };
            who.iter().for_each(|&id| change(state, id, |ship| ship.boarding = Some(Boarding { by, resisted: 0, succeeds: None })));
        }
        Grouping::Repel => who.iter().for_each(|&id| change(state, id, |ship| ship.boarding = None)),
        Grouping::Capture => {
            let side = lead.and_then(|lead| state.ships.row(lead)).map(|ship| ship.side);
            let Some(side) = side else { return };
            who.iter().for_each(|&id| change(state, id, |ship| ship.side = side));
        }
        // Groupings of platoons.
        Grouping::Command | Grouping::Adopt | Grouping::Load | Grouping::Unload => {}
    }
}

fn work(state: &mut SpaceState, ship: ActorId, post: u8, by: Option<ActorId>, acts: bool) {
    let post = Post::of(post);
    let bit = post.map_or(0, Post::bit);
    let stage = state.stage;
    state.at_post = Some((ship, by));
    let place = by.and_then(|by| state.person_place(by));
    match place.and_then(|place| state.people.get_mut(place)) {
        Some(person) => {
            person.worked |= bit;
            person.phases.act(stage, post);
            person.acted |= acts;
        }
        None => change(state, ship, |ship| {
            ship.worked |= bit;
            ship.phases.act(stage, post);
            if acts {
                ship.acted |= bit;
            }
        }),
    }
}
