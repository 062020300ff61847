//! Turn order of raises, and the end of the conflict (R-Q7).

use crate::conflict::EndReason;
use crate::event::{Event, Events, Phase, StakesEvent, StakesOp};
use crate::ids::{ActorId, Seat, TableKey};
use crate::stakes::{StakesConflict, TO_RAISE};

impl StakesConflict {
    /// Goes to the next raise, or ends the conflict.
    pub(super) fn next_raise(&self, out: &mut Events) {
        let mut standing = self.roster.sides.keys().filter(|&side| self.members_left(side) > 0);
        let (first, second) = (standing.next(), standing.next());
        if second.is_none() {
            return self.end(first, out);
        }
        if let Some(who) = self.next_raiser() {
            StakesConflict::go(out, Phase::Escalate, who, TO_RAISE);
        }
    }

    /// Returns the number of a side's parties that are still in the conflict.
    pub fn members_left(&self, side: Seat) -> usize {
        self.state.parties.iter().filter(|(who, party)| party.is_active() && self.side(*who) == side).count()
    }

    /// Returns the next raiser. Before the first raise: the initiator, otherwise the party with the two highest dice (R-Q8). Later: the
    /// first party that saw the last raise; if all of those are out, the next party in seating order after the raiser (R-Q7, R-ZA3).
    fn next_raiser(&self) -> Option<ActorId> {
        let Some(raise) = &self.state.raise else { return self.first_raiser() };
        let saw = raise.seen.iter().copied().find(|&who| self.state.is_active(who));
        saw.or_else(|| self.active_after(raise.by).next())
    }

    fn first_raiser(&self) -> Option<ActorId> {
        let initiator = self.roster.initiator.filter(|&who| self.state.is_active(who));
        initiator.or_else(|| {
            let active = self.state.parties.iter().filter(|(_, party)| party.is_active());
            let best = |who: &ActorId| {
                let highest = self.state.party(*who).into_iter().flat_map(|party| party.pool.dice().iter().rev().take(2));
                highest.map(|die| u32::from(die.face)).sum::<u32>()
            };
            active.map(|(who, _)| who).max_by_key(|who| (best(who), std::cmp::Reverse(who.place())))
        })
    }

    /// Ends the conflict. An operative with two full tracks dies now and not at the moment when the second track becomes full.
    fn end(&self, winner: Option<Seat>, out: &mut Events) {
        for (who, sheet) in self.roster.parties.iter() {
            if sheet.is_operative() && self.full_tracks(who) >= 2 {
                StakesConflict::tell(out, StakesEvent::of(StakesOp::Die, who));
            }
        }
        let why = if winner.is_some() { EndReason::LastStanding } else { EndReason::NobodyLeft };
        out.push(Event::End { winner, why, turns: self.state.round });
    }
}
