//! Placement: the first two ships, the others one each, what is tied by dice (space.md 4.4 to 4.6, D-S5, D-S6, R-S10).
//!
//! A step of [`Phase::Place`] names the rank that places (`m`) and how many ships it still has (`n`); one that names no ship is
//! the engine's: it finds out who is next, or lets a ship fall where the dice say.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::event::{Counter, Event, Events, Parts, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::state::{Band, Berth};
use slip_dice::Dice;

impl Space {
    /// Ships that have no place yet.
    fn unplaced(&self) -> impl Iterator<Item = ActorId> {
        self.state.ships.iter().filter(|(_, ship)| ship.is_active() && ship.berth == Berth::Unplaced).map(|(id, _)| id)
    }

    /// Who shares a place in the ranking.
    fn ranked(&self, rank: u8) -> Vec<ActorId> {
        self.state.ships.iter().filter(|(_, ship)| ship.rank == rank && rank > 0).map(|(id, _)| id).collect()
    }

    /// Who places next, or which ship the dice place.
    pub(super) fn place_next(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let rank = self.state.step.m;
        let Some(any) = self.unplaced().next() else {
            self.after_placing(out);
            return Ok(());
        };
        let next_rank = Step::of(Phase::Place, Id::None).m(rank.saturating_add(1));
        match self.ranked(rank).as_slice() {
            // The last rank places nothing: what is left for it falls where it falls. So does what no rank is left for.
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

    /// A ship falls where the dice say: the only way to begin on the outermost bands.
    fn fall(&self, ship: ActorId, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let total = self.cast(self.state.rolls, ship, None, Parts::new(), None, dice, out)?;
        let edge = i32::from(Band::EDGE);
        let band = Band(i8::try_from(total.clamp(-edge, edge)).unwrap_or(0));
        Space::put(ship, band, 0, out);
        Space::go(out, self.state.step);
        Ok(())
    }

    /// A ship is put on a band by whoever has this place in the ranking; 0 for the dice.
    fn put(ship: ActorId, band: Band, rank: u8, out: &mut Events) {
        out.push(Event::Counter { who: ship, what: Counter::Placed, change: i32::from(rank), now: i32::from(rank) });
        out.push(Event::Move { who: ship, from: band.zone(), to: band.zone(), border: None, paid: 0, forced_by: None });
    }

    /// A navigator says which ship, then on which band. One's own come first.
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

    /// All are placed: a single first says where the first turn begins; of several it begins with the position phase (R-S10).
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
