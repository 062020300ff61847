//! Queries of policies about a social conflict, in addition to those about any fight.

use crate::ids::{ActorId, Seat, TableKey, ZoneId};
use crate::personal::Personal;
use crate::victory::VictoryFacts;
use slip_pack::encounter::VictoryTerm;

impl Personal {
    /// Returns the zones where a side wants an actor to be: the zones named by the side's `victory`. The actor may be a pawn or a person of
    /// any side.
    pub fn goals_of(&self, side: Seat, subject: ActorId) -> Vec<ZoneId> {
        let mut goals: Vec<ZoneId> = Vec::new();
        let own = self.roster.side(subject) == side;
        for victory in self.roster.victories.iter().filter(|victory| victory.side.map(Seat::of) == Some(side)) {
            victory.condition.names(&mut |atom| match atom {
                VictoryTerm::Reach { who, zones, .. } if self.meant(who).contains(&subject) => {
                    goals.extend(zones.iter().map(|&zone| ZoneId::of(zone)))
                }
                VictoryTerm::Majority { group, zones } | VictoryTerm::Pawns { group, zones }
                    if self.pawns_of(*group).any(|pawn| pawn == subject) =>
                {
                    goals.extend(zones.iter().map(|&zone| ZoneId::of(zone)));
                }
                VictoryTerm::Fallen { objective, zone, .. } if own || self.meant(objective).contains(&subject) => {
                    goals.push(ZoneId::of(*zone))
                }
                VictoryTerm::Hold { side: holder, zone, .. } | VictoryTerm::Control { side: holder, zone }
                    if own && Seat::of(*holder) == side =>
                {
                    goals.push(ZoneId::of(*zone));
                }
                _ => {}
            });
        }
        goals.sort_unstable();
        goals.dedup();
        goals
    }
}
