//! Score of a side during a fight, for policies that compare positions.

use crate::ids::{ActorId, Seat};
use crate::platoon::PlatoonFight;

/// Score of one box, in hundredths.
const BOX: i64 = 100;

impl PlatoonFight {
    /// Returns the score of a side: the open boxes of its units and the free consequence slots of its platoons, minus those of all other
    /// sides, in hundredths of a box.
    ///
    /// Each unit counts one box more, because a unit with one open box still acts as well as ever. Units that have left by an edge or
    /// arrive later count, too. The slots of a platoon without a unit in the fight do not count.
    pub fn score(&self, side: Seat) -> i64 {
        use crate::platoon::state::UnitStatus;
        let sign = |of: Seat| if of == side { 1 } else { -1 };
        let units = self.state.units.iter().filter_map(|(id, unit)| {
            let left = match unit.status {
                UnitStatus::Active | UnitStatus::Elsewhere | UnitStatus::Exited(_) => i64::from(unit.morale.open()) + 1,
                UnitStatus::Eliminated { .. } | UnitStatus::Conceded => return None,
            };
            Some(sign(self.roster.units.row(id)?.side) * left)
        });
        let alive = |platoon| self.state.units.values().any(|unit| unit.is_active() && unit.platoon == platoon);
        let platoons = self
            .state
            .platoons
            .iter()
            .filter(|(id, _)| alive(*id))
            .filter_map(|(id, platoon)| Some(sign(self.roster.platoons.row(id)?.side) * i64::from(platoon.slots.count())));
        BOX * (units.sum::<i64>() + platoons.sum::<i64>())
    }

    /// Returns the number of open boxes of a unit plus the free slots of its platoon, while the unit is in the fight.
    pub fn all_left(&self, who: ActorId) -> i64 {
        let Some(unit) = self.state.unit(who).filter(|unit| unit.is_active()) else { return 0 };
        let slots = self.state.platoons.row(unit.platoon).map_or(0, |platoon| i64::from(platoon.slots.count()));
        i64::from(unit.morale.open()) + slots
    }
}
