//! Victory in platoon combat. It is checked at the end of a turn. It is also checked as soon as at most one side has a unit that is in the
//! fight or still to arrive (R-YC10).

use crate::event::{Event, Events};
use crate::ids::{ActorId, Seat, TableKey, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::state::{UnitState, UnitStatus};
use crate::victory::{self, VictoryConditions, VictoryFacts};
use slip_pack::encounter::{Role, VictorySubject, VictoryTerm};

impl PlatoonFight {
    /// Returns the event that ends the fight at the end of a turn; `None` if the fight goes on. The fight ends if a condition is true, only
    /// one side is left, or the limit is reached.
    pub(super) fn verdict(&self) -> Option<Event> {
        victory::verdict(self, true)
    }

    /// Returns the event that ends the fight during a turn, if at most one side is left.
    pub(super) fn ends_early(&self) -> Option<Event> {
        let standing = self.roster.sides.keys().filter(|&side| self.number_in_play(side) > 0).count();
        if standing > 1 { None } else { victory::verdict(self, false) }
    }

    /// For each `hold` condition, records the number of consecutive turns in which it has been true.
    pub(super) fn count_holds(&self, out: &mut Events) {
        victory::count_holds(self, out);
    }

    /// True if an actor counts as a unit. Directors of aircraft that are off the map do not.
    fn is_unit(&self, unit: ActorId) -> bool {
        self.roster.units.row(unit).is_some_and(|sheet| sheet.role != Role::Director)
    }

    /// Returns the worth of a side's units that are still in play, in quarters of a unit.
    pub fn worth_of(&self, side: Seat) -> i32 {
        let members = self.roster.sides.row(side).map_or(&[][..], |side| &side.members);
        let in_play = members.iter().filter(|&&unit| self.is_in_play(unit));
        in_play.filter_map(|&unit| self.roster.units.row(unit)).fold(0, |sum, sheet| sum.saturating_add(sheet.worth))
    }

    /// Returns the number of objective zones in which a side has a unit. Aircraft and passengers count too (R-YC12).
    pub fn objectives_of(&self, side: Seat) -> usize {
        let held = |zone: &&ZoneId| {
            let members = self.roster.sides.row(side).map_or(&[][..], |side| &side.members);
            members.iter().any(|&unit| self.place_of(unit) == Some(**zone))
        };
        self.roster.objectives.iter().filter(held).count()
    }
}

/// True if a unit has left the map from one of these zones. An empty list stands for any zone.
fn has_left(unit: &UnitState, zones: &[usize]) -> bool {
    matches!(unit.status, UnitStatus::Exited(zone) if zones.is_empty() || zones.contains(&zone.place()))
}

impl VictoryFacts for PlatoonFight {
    fn conditions(&self) -> VictoryConditions<'_> {
        let (roster, state) = (&*self.roster, &self.state);
        VictoryConditions {
            victories: &roster.victories,
            priority: &roster.priority,
            sides: roster.sides.len(),
            round: state.turn,
            limit: roster.limit,
            conceded: state.conceded,
            holds: &state.holds,
            aspects: &state.aspects,
        }
    }

    fn number_in_play(&self, side: Seat) -> usize {
        let members = self.roster.sides.row(side).map_or(&[][..], |side| &side.members);
        members.iter().filter(|&&unit| self.is_in_play(unit)).count()
    }

    /// True if the unit is in the fight, or will still arrive within the limit of turns.
    fn is_in_play(&self, who: ActorId) -> bool {
        let due = || self.roster.units.row(who).and_then(|sheet| sheet.arrives).is_some_and(|turn| turn <= self.roster.limit);
        self.is_unit(who)
            && self.state.unit(who).is_some_and(|unit| match unit.status {
                UnitStatus::Active => true,
                UnitStatus::Elsewhere => due(),
                UnitStatus::Exited(_) | UnitStatus::Eliminated { .. } | UnitStatus::Conceded => false,
            })
    }

    fn meant(&self, who: &VictorySubject) -> Vec<ActorId> {
        let members = |side: Seat| self.roster.sides.row(side).map(|side| side.members.clone());
        let mut meant = victory::members(
            who,
            |side| members(side).unwrap_or_default(),
            |side, place| self.roster.sides.row(side)?.members.get(place).copied(),
        );
        meant.retain(|&unit| self.is_unit(unit));
        meant
    }

    fn is_so_of(&self, who: ActorId, atom: &VictoryTerm) -> bool {
        let Some(unit) = self.state.unit(who) else { return false };
        match atom {
            VictoryTerm::Out(_) => !self.is_in_play(who),
            VictoryTerm::TakenOut(_) => matches!(unit.status, UnitStatus::Eliminated { .. }),
            VictoryTerm::LeftMap(_) => has_left(unit, &[]),
            VictoryTerm::Survive { .. } => self.is_in_play(who),
            // Always false for units: units cannot be captured, and the other conditions are about ships.
            _ => false,
        }
    }

    fn zone_of(&self, who: ActorId) -> Option<ZoneId> {
        self.place_of(who)
    }

    fn controls(&self, side: Seat, zone: ZoneId) -> bool {
        let there = self.state.units.keys().filter(|&unit| self.place_of(unit) == Some(zone));
        let mut sides = there.map(|unit| self.side(unit)).peekable();
        sides.peek().is_some() && sides.all(|there| there == side)
    }

    fn own_value(&self, atom: &VictoryTerm) -> i32 {
        let count = |who: &VictorySubject, test: &dyn Fn(&UnitState) -> bool| {
            self.meant(who).into_iter().filter(|&unit| self.state.unit(unit).is_some_and(test)).count()
        };
        let number = match atom {
            VictoryTerm::Exited { who, zones } => count(who, &|unit| has_left(unit, zones)),
            VictoryTerm::Lost(who) => count(who, &|unit| matches!(unit.status, UnitStatus::Eliminated { .. })),
            VictoryTerm::Worth(side) => return self.worth_of(Seat::of(*side)),
            VictoryTerm::Objectives(side) => self.objectives_of(Seat::of(*side)),
            // The remaining conditions occur only in other kinds of conflict.
            _ => 0,
        };
        i32::try_from(number).unwrap_or(i32::MAX)
    }
}
