//! Moves by the winner of the position phase: the ships that it may move, and the distances (R-S7, R-S18, R-S24, R-S32, R-S41).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::position_phase::Entity;
use crate::space::state::{Band, ShipLocation};

/// The middle band.
const MIDDLE: Band = Band(0);

/// Values of [`Counter::Left`]: the ship was moved off the map by its own side (`ESCAPED`) or by another side (`DRIVEN_OFF`).
const ESCAPED: i32 = 1;
const DRIVEN_OFF: i32 = 2;

/// Winner of a position phase, with the limits of its moves. An entity is a group of ships that move together.
struct Won {
    winner: Entity,
    /// Maximum number of bands by which the winner may move its own entity.
    bands: i32,
    /// Maximum number of bands by which the winner may move another ship.
    bands_of_others: i32,
    /// Lowest total of all entities.
    lowest: i32,
}

impl Space {
    /// Returns the cost in shifts of a move from one band to another, and the number of bands. The step off the map counts as one more band
    /// (R-S7).
    pub fn way(&self, from: Band, to: Band) -> (i32, i32) {
        let settings = &self.roster.settings;
        let step = if to < from { -1 } else { 1 };
        let mut at = from.0;
        let mut shifts = 0;
        let mut bands = 0;
        while at != to.0 {
            let next = at + step;
            shifts += match at.abs().max(next.abs()) {
                Band::EDGE => settings.outer_edge_cost,
                farther if farther > Band::EDGE => settings.leave_cost,
                _ => settings.edge_cost,
            };
            bands += 1;
            at = next;
        }
        (shifts, bands)
    }

    /// Returns the maximum number of bands by which ships that move together may move themselves. It is the V-shift of the slowest ship
    /// (R-S18), or 0 if one of the ships fails to act (R-S4). A ship that is taken out is included as long as its drives work (R-S24).
    /// Coupled ships are not included.
    pub fn band_cap(&self, members: &[ActorId]) -> i32 {
        let speed = |&ship: &ActorId| {
            let state = self.state.ship(ship)?;
            let counts = matches!(state.berth, ShipLocation::Line(_)) && (state.is_active() || state.drive_ok);
            let stands = state.fails.is_some() && !self.is_towed(ship);
            counts.then(|| if stands { 0 } else { self.v_shift(ship) })
        };
        members.iter().filter_map(speed).min().unwrap_or(0).max(0)
    }

    /// Returns the maximum number of bands by which the winner may move other ships (R-S18). It is the V-shift of the ship whose total the
    /// winner uses, or 0 if that ship fails to act.
    pub fn push_cap(&self, lowest: ActorId) -> i32 {
        let stands = self.state.ship(lowest).is_none_or(|ship| ship.fails.is_some()) && !self.is_towed(lowest);
        if stands { 0 } else { self.v_shift(lowest).max(0) }
    }

    fn won(&self) -> Option<Won> {
        let entities = self.entities();
        let winner = self.winner(&entities)?.clone();
        let lowest = entities.iter().map(|entity| entity.total).min()?;
        Some(Won { bands: self.band_cap(&winner.members), bands_of_others: self.push_cap(winner.lowest), winner, lowest })
    }

    /// Returns the bands to which the winner may move the ships `moved`, whose total is `total`.
    fn reach<'a>(&'a self, won: &'a Won, moved: &[ActorId], total: i32) -> impl Iterator<Item = Band> + 'a {
        let from = moved.iter().find_map(|&ship| self.band_of(ship));
        let off = Band::EDGE + 1;
        let most = if moved.contains(&won.winner.lowest) { won.bands } else { won.bands_of_others };
        (-off..=off).map(Band).filter(move |&to| {
            from.is_some_and(|from| {
                let (shifts, bands) = self.way(from, to);
                to != from && shifts <= won.winner.total - total && bands <= most
            })
        })
    }

    /// Returns the ships that the winner may move, in groups that move together, including its own. Each entry has a representative ship,
    /// all ships of the group, and a total. The winner's total minus this total is the number of shifts for the move.
    fn movable(&self, won: &Won) -> Vec<(ActorId, Vec<ActorId>, i32)> {
        let itself = (won.winner.lowest, won.winner.members.clone(), won.lowest);
        let others = self.entities().into_iter().filter(|entity| entity.total < won.winner.total);
        let first = |members: &[ActorId]| members.iter().copied().find(|&ship| self.is_on_line(ship));
        let others = others.filter_map(|entity| Some((first(&entity.members)?, entity.members, entity.total)));
        let mut all: Vec<_> = std::iter::once(itself).chain(others).collect();
        all.retain(|(_, members, total)| self.reach(won, members, *total).next().is_some());
        all
    }

    /// Returns the first ship of each group that the winner may move, with the bands to which the group may be moved.
    pub fn open_shifts(&self) -> Vec<(ActorId, Vec<Band>)> {
        let Some(won) = self.won() else { return Vec::new() };
        let movable = self.movable(&won);
        movable.into_iter().map(|(ship, members, total)| (ship, self.reach(&won, &members, total).collect())).collect()
    }

    /// Asks the winner for its move; closes the phase if there is no winner or no possible move.
    pub(super) fn open_shift(&self, out: &mut Events) {
        let Some(won) = self.won() else { return self.close_stage(out) };
        let decides = won.winner.lowest;
        if self.movable(&won).is_empty() {
            return self.close_stage(out);
        }
        Space::go(out, Step::of(Phase::Shift, Id::Actor(decides)));
    }

    pub(super) fn legal_shift(&self, out: &mut Options) {
        let Some(won) = self.won() else { return };
        let movable = self.movable(&won);
        match self.state.declared.it.actor().filter(|_| self.state.declared.act.is_some()) {
            None => {
                out.push(Choice::of(Verb::Pass));
                for (ship, ..) in movable {
                    out.push(Choice::of(Verb::Target).on(Id::Actor(ship)));
                }
            }
            Some(chosen) => {
                for (_, members, total) in movable.iter().filter(|(ship, ..)| *ship == chosen) {
                    for band in self.reach(&won, members, *total) {
                        out.push(Choice::of(Verb::Band).n(i16::from(band.0)));
                    }
                }
            }
        }
        let default = out.default_choice();
        out.sort_with_default(default);
    }

    pub(super) fn decide_shift(&self, choice: Choice, out: &mut Events) {
        let Some(mover) = self.state.step.who.actor() else { return };
        match choice.verb {
            Verb::Target => out.push(Space::declaring(mover, Some(Verb::Move), choice.it)),
            Verb::Band => {
                let Some(chosen) = self.state.declared.it.actor() else { return };
                Space::take_back(mover, out);
                let to = Band(i8::try_from(choice.n).unwrap_or(0));
                self.move_all(mover, chosen, to, out);
                if to == MIDDLE { self.open_forming(out) } else { self.close_stage(out) }
            }
            _ => self.close_stage(out),
        }
    }

    /// Moves a ship and all ships that move with it.
    fn move_all(&self, mover: ActorId, chosen: ActorId, to: Band, out: &mut Events) {
        let members = self.entity(chosen);
        for &who in &members {
            let Some(from) = self.band_of(who) else { continue };
            let paid = u8::try_from(self.way(from, to).0).unwrap_or(u8::MAX);
            let forced_by = (!members.contains(&mover)).then_some(mover);
            out.push(Event::Move { who, from: from.zone(), to: to.zone(), border: None, paid, forced_by });
            if to == MIDDLE && self.is_on_line(who) {
                out.push(Event::Counter { who, what: Counter::Moved, change: 1, now: 1 });
            }
        }
        if !to.is_on_map() {
            self.leave_map(mover, &members, out);
        }
    }

    /// Takes ships that are off the map out of the fight, with all craft that they carry. They have escaped if their own side moved them;
    /// otherwise they were driven off.
    fn leave_map(&self, mover: ActorId, members: &[ActorId], out: &mut Events) {
        for who in self.with_riders(members) {
            let taken_out = self.state.ship(who).is_none_or(|ship| !ship.is_active());
            if !taken_out {
                let now = if self.are_enemies(mover, who) { DRIVEN_OFF } else { ESCAPED };
                out.push(Event::Counter { who, what: Counter::Left, change: now, now });
            } else if self.band_of(who).is_none() {
                let off = Band(Band::EDGE + 1).zone();
                out.push(Event::Move { who, from: off, to: off, border: None, paid: 0, forced_by: None });
            }
        }
    }

    /// Returns the given ships, all craft in their hangars, and all ships coupled to them.
    fn with_riders(&self, members: &[ActorId]) -> Vec<ActorId> {
        let mut all = members.to_vec();
        let mut next = 0;
        while let Some(&carrier) = all.get(next) {
            let rides = |berth: ShipLocation| berth == ShipLocation::Hangar(carrier) || berth == ShipLocation::Coupled(carrier);
            all.extend(self.state.ships.iter().filter(|(_, ship)| rides(ship.berth)).map(|(id, _)| id));
            next += 1;
        }
        all
    }
}
