//! Placement of ships on bands after detection. The navigators place ships in the order of their ranks. If navigators are tied, their ships
//! are placed by dice (R-S10).
//!
//! In a step of [`Phase::Place`], `m` is the rank of the navigator that places ships and `n` the number of ships that it may still place.
//! If the step names no ship, the engine finds the next navigator, or places a ship by dice.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::event::{Counter, Event, Events, Phase, RollAddends, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::state::{Band, ShipLocation};
use slip_dice::Dice;

impl Space {
    /// Returns the ships that have no band yet.
    fn unplaced(&self) -> impl Iterator<Item = ActorId> {
        self.state.ships.iter().filter(|(_, ship)| ship.is_active() && ship.berth == ShipLocation::Unplaced).map(|(id, _)| id)
    }

    /// Returns the ships that have this rank in detection.
    fn ranked(&self, rank: u8) -> Vec<ActorId> {
        self.state.ships.iter().filter(|(_, ship)| ship.rank == rank && rank > 0).map(|(id, _)| id).collect()
    }

    /// Asks the next navigator to place a ship, or places a ship by dice.
    pub(super) fn place_next(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let rank = self.state.step.m;
        let Some(any) = self.unplaced().next() else {
            self.after_placing(out);
            return Ok(());
        };
        let next_rank = Step::of(Phase::Place, Id::None).m(rank.saturating_add(1));
        match self.ranked(rank).as_slice() {
            // Navigators place all ships except those of the last rank. Dice place the rest.
            [] => self.fall(any, dice, out)?,
            [_] if rank > 1 && self.ranked(rank + 1).is_empty() => self.fall(any, dice, out)?,
            [first] => Space::go(out, Step::of(Phase::Place, Id::Actor(*first)).n(if rank == 1 { 2 } else { 1 }).m(rank)),
            tied => match self.unplaced().find(|ship| tied.contains(ship)) {
                Some(ship) => self.fall(ship, dice, out)?,
                None => Space::go(out, next_rank),
            },
        }
        Ok(())
    }

    /// Places a ship by dice: the total is its band. Ships can be on the outermost bands only by dice.
    fn fall(&self, ship: ActorId, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let total = self.cast(self.state.rolls, ship, None, RollAddends::new(), None, dice, out)?;
        let edge = i32::from(Band::EDGE);
        let band = Band(i8::try_from(total.clamp(-edge, edge)).unwrap_or(0));
        Space::put(ship, band, 0, out);
        Space::go(out, self.state.step);
        Ok(())
    }

    /// Puts a ship on a band. `rank` is the rank of the navigator that placed it, 0 for dice.
    fn put(ship: ActorId, band: Band, rank: u8, out: &mut Events) {
        out.push(Event::Counter { who: ship, what: Counter::Placed, change: i32::from(rank), now: i32::from(rank) });
        out.push(Event::Move { who: ship, from: band.zone(), to: band.zone(), border: None, paid: 0, forced_by: None });
    }

    /// Adds the answers of a navigator: a ship, own ships first; then a band.
    pub(super) fn legal_place(&self, out: &mut Options) {
        let Some(navigator) = self.state.step.who.actor() else { return };
        if self.state.declared.act.is_some() {
            let limit = i16::from(self.roster.settings.placement_limit);
            for band in -limit..=limit {
                out.push(Choice::of(Verb::Band).n(band));
            }
            out.sort_with_default(Some(Choice::of(Verb::Band)));
            return;
        }
        for ship in self.unplaced() {
            out.push(Choice::of(Verb::Target).on(Id::Actor(ship)));
        }
        let own = self.unplaced().find(|&ship| self.side(ship) == self.side(navigator));
        out.sort_with_default(own.map(|ship| Choice::of(Verb::Target).on(Id::Actor(ship))));
    }

    pub(super) fn decide_place(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        let Some(navigator) = step.who.actor() else { return };
        if choice.verb == Verb::Target {
            out.push(Space::declaring(navigator, Some(Verb::Band), choice.it));
            return;
        }
        let Some(ship) = self.state.declared.it.actor() else { return };
        Space::take_back(navigator, out);
        Space::put(ship, Band(i8::try_from(choice.n).unwrap_or(0)), step.m, out);
        match step.n.checked_sub(1) {
            Some(left) if left > 0 && self.unplaced().any(|other| other != ship) => Space::go(out, step.n(left)),
            _ => Space::go(out, Step::of(Phase::Place, Id::None).m(step.m.saturating_add(1))),
        }
    }

    /// Ends placement. If only one ship has the first rank, its seat chooses the phase in which the first turn begins. Otherwise the turn
    /// begins with the position phase (R-S10).
    fn after_placing(&self, out: &mut Events) {
        match self.ranked(1).as_slice() {
            [first] => Space::go(out, Step::of(Phase::Begin, Id::Actor(*first))),
            _ => self.open_forming(out),
        }
    }

    pub(super) fn decide_begin(&self, choice: Choice, out: &mut Events) {
        if let Some(first) = self.state.step.who.actor().filter(|_| choice.how > 0) {
            out.push(Event::Counter { who: first, what: Counter::SkipsPosition, change: 1, now: 1 });
        }
        self.open_forming(out);
    }
}
