//! Finds victories that are true from the start.

use super::SocialMapContext;
use crate::check::encounter::victory::{members, pawns};
use slip_pack::encounter::{VictorySubject, VictoryTerm};
use slip_pack::formula::Formula;

impl SocialMapContext<'_, '_, '_> {
    /// True if a condition is true at the end of the first round even if no actor does anything.
    pub(super) fn holds_at_the_start(&self, condition: &Formula<VictoryTerm>) -> bool {
        condition.eval(&mut |atom| Ok(self.at_the_start(atom))).is_ok_and(|value| value != 0)
    }

    fn at_the_start(&self, atom: &VictoryTerm) -> i64 {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        match atom {
            VictoryTerm::Turn => 1,
            VictoryTerm::Boxes => i64::from(self.social.time_boxes) - 1,
            VictoryTerm::TimeOut => i64::from(self.social.time_boxes <= 1),
            VictoryTerm::Active(side) => count(self.encounter.sides.get(*side).map_or(0, |side| side.actors.len())),
            VictoryTerm::ActiveOf(who) => count(members(who, self.encounter).len()),
            VictoryTerm::Reach { who, zones, at_least } => {
                let there = self.first(who).iter().filter(|zone| zones.contains(zone)).count();
                let wanted = at_least.map_or(self.first(who).len().max(1), |least| usize::try_from(least).unwrap_or(usize::MAX));
                i64::from(there >= wanted)
            }
            VictoryTerm::Pawns { group, zones } => count(self.standing(*group, zones).0),
            VictoryTerm::Majority { group, zones } => {
                let (there, all) = self.standing(*group, zones);
                i64::from(2 * there > all)
            }
            VictoryTerm::Fallen { objective, zone, by } => i64::from(self.alone_with(objective, *zone) == Some(*by)),
            _ => 0,
        }
    }

    /// Returns the zones in which these actors start by default. For pawns, returns the zones in which they start.
    fn first(&self, who: &VictorySubject) -> Vec<usize> {
        let actors = members(who, self.encounter).into_iter();
        let actors = actors.filter_map(|(side, place)| self.encounter.sides.get(side)?.actors.get(place)?.zone);
        actors.chain(pawns(who, self.encounter).into_iter().map(|pawn| pawn.zone)).collect()
    }

    /// Returns two numbers: the pawns of a group that are in these zones, and all pawns in the group. If `zones` is empty, pawns in any
    /// zone are counted.
    pub(super) fn standing(&self, group: usize, zones: &[usize]) -> (usize, usize) {
        let of = || self.social.pawns.iter().filter(|pawn| pawn.group == Some(group));
        (of().filter(|pawn| zones.is_empty() || zones.contains(&pawn.zone)).count(), of().count())
    }

    /// If exactly one suitor is in a zone with the objective, returns the side of the suitor: `Some(Some(side))` for an actor, `Some(None)`
    /// for a pawn. `None` if there is no suitor or more than one.
    fn alone_with(&self, objective: &VictorySubject, zone: usize) -> Option<Option<usize>> {
        let objectives = members(objective, self.encounter);
        if !self.first(objective).contains(&zone) {
            return None;
        }
        let mut there: Vec<Option<usize>> = Vec::new();
        for (number, side) in self.encounter.sides.iter().enumerate() {
            let suitors = side.actors.iter().enumerate().filter(|(place, _)| !objectives.contains(&(number, *place)));
            there.extend(suitors.filter(|(_, actor)| actor.zone == Some(zone)).map(|_| Some(number)));
        }
        let meant = pawns(objective, self.encounter);
        let rivals = self.social.pawns.iter().filter(|pawn| pawn.suitor && pawn.zone == zone && !meant.contains(pawn));
        there.extend(rivals.map(|_| None));
        match there.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }
}
