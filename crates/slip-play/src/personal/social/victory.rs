//! Victory in a social conflict: the values of its conditions, and the times at which they are checked.

use crate::conflict::EndReason;
use crate::event::Event;
use crate::ids::{ActorId, Seat, TableKey, ZoneId};
use crate::personal::Personal;
use crate::victory::VictoryFacts;
use slip_pack::encounter::{Victory, VictorySubject, VictoryTerm};

impl Personal {
    /// Returns the actors that are the objective of a zone or condition, if they are still in the conflict.
    pub(super) fn objectives(&self, of: &VictorySubject) -> Vec<ActorId> {
        let mut meant = self.meant(of);
        meant.retain(|&who| self.state.actors[who].is_there());
        meant
    }

    /// Returns all actors that could win an objective: all other people, and pawns marked as suitors (R-SC14).
    pub(super) fn suitors<'a>(&'a self, objectives: &'a [ActorId]) -> impl Iterator<Item = ActorId> + 'a {
        let there = |&who: &ActorId| self.state.actors[who].is_there() && !objectives.contains(&who);
        let marked = self.pawns_with(|pawn| pawn.suitor);
        self.roster.people().chain(marked).filter(there)
    }

    fn pawns_with(&self, fits: impl Fn(&super::PawnActor) -> bool) -> impl Iterator<Item = ActorId> {
        let pawns = self.roster.social.iter().flat_map(|social| &social.pawns);
        self.roster.pawns().zip(pawns).filter(move |(_, pawn)| fits(pawn)).map(|(who, _)| who)
    }

    /// Returns the pawns of a group that are still in play.
    pub fn pawns_of(&self, group: usize) -> impl Iterator<Item = ActorId> {
        self.pawns_with(move |pawn| pawn.group == Some(group)).filter(|&who| self.state.actors[who].is_there())
    }

    fn pawns_in(&self, group: usize, zones: &[usize]) -> usize {
        let inside = |who: &ActorId| zones.is_empty() || zones.contains(&self.state.actors[*who].zone.place());
        self.pawns_of(group).filter(inside).count()
    }

    /// Returns the value of a part of a condition that only social conflicts have.
    pub(in crate::personal) fn social_value(&self, atom: &VictoryTerm) -> i32 {
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        match atom {
            // True if most of the group's pawns that are still in play are in these zones.
            VictoryTerm::Majority { group, zones } => i32::from(2 * self.pawns_in(*group, zones) > self.pawns_of(*group).count()),
            VictoryTerm::Pawns { group, zones } => count(self.pawns_in(*group, zones)),
            VictoryTerm::TimeOut => i32::from(self.roster.social.is_some() && self.state.boxes == 0),
            VictoryTerm::Boxes => i32::try_from(self.state.boxes).unwrap_or(i32::MAX),
            VictoryTerm::Fallen { objective, zone, by } => i32::from(self.has_fallen(objective, ZoneId::of(*zone), by.map(Seat::of))),
            VictoryTerm::LastSuitor { side, objective } => i32::from(self.is_last_suitor(Seat::of(*side), objective)),
            _ => 0,
        }
    }

    /// True if a side has won an objective; `by` is `None` for a pawn. The objective is won if exactly one suitor is in the zone with it.
    fn has_fallen(&self, objective: &VictorySubject, zone: ZoneId, by: Option<Seat>) -> bool {
        let there = |who: &ActorId| self.state.actors[*who].zone == zone;
        let objectives = self.objectives(objective);
        if !objectives.iter().any(there) {
            return false;
        }
        let mut with = self.suitors(&objectives).filter(there);
        match (with.next(), with.next()) {
            (Some(only), None) => self.side_that_acts(only) == by,
            _ => false,
        }
    }

    fn is_last_suitor(&self, side: Seat, objective: &VictorySubject) -> bool {
        let objectives = self.objectives(objective);
        let mut left = self.suitors(&objectives).peekable();
        left.peek().is_some() && left.all(|who| self.side_that_acts(who) == Some(side))
    }

    /// Returns the side of an actor. Pawns have no side, so `None` for a pawn.
    fn side_that_acts(&self, who: ActorId) -> Option<Seat> {
        let side = self.roster.side(who);
        self.roster.sides.row(side).map(|_| side)
    }

    /// True if a victory condition is checked only at the end of the round. There are two exceptions: a side has no actors left, or the
    /// condition is about a won objective and the rules have `triggers at_once` (R-SC14).
    pub(in crate::personal) fn waits_for_round(&self, victory: &Victory) -> bool {
        let mut falls = false;
        victory.condition.names(&mut |atom| falls |= matches!(atom, VictoryTerm::Fallen { .. }));
        let at_once = falls && self.checks_triggers_at_once();
        !at_once && self.roster.sides.keys().all(|side| self.active(side) > 0)
    }

    /// True if a side wins because it is the last side in the conflict: it has no victory condition, or all other sides have conceded.
    pub(in crate::personal) fn wins_alone(&self, side: Seat) -> bool {
        let own = |victory: &Victory| victory.side.map(Seat::of) == Some(side);
        let gave_in = |other: Seat| self.state.conceded >> other.0.min(31) & 1 == 1;
        let others: Vec<Seat> = self.roster.sides.keys().filter(|&other| other != side).collect();
        !others.is_empty() && (!self.roster.victories.iter().any(own) || others.into_iter().all(gave_in))
    }

    /// Returns the end of the conflict because its time is up. It is used if no victory condition has ended the conflict.
    pub(in crate::personal) fn time_is_up(&self) -> Option<Event> {
        let up = self.roster.social.is_some() && self.state.boxes == 0;
        up.then_some(Event::End { winner: None, why: EndReason::TimeOut, turns: self.state.round })
    }
}
