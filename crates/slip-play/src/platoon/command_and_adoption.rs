//! Command: the members of a platoon, and the adoption of units without a leader.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Event, Events, Grouping, Phase, Step};
use crate::ids::{ActorId, Id, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::roster::Arm;
use crate::platoon::state::PlatoonId;
use crate::platoon::zones::Region;

/// Number `n` of a step in [`Phase::Adopt`]: the player is asked. If `n` is 0, the engine looks for a unit to adopt.
const ASKED: u8 = 1;

impl PlatoonFight {
    /// Returns the distance from which a platoon's leader commands a unit: the leader's own range plus the effects of the unit.
    pub fn command_reach(&self, platoon: PlatoonId, unit: ActorId) -> i32 {
        let own = self.command_range_of(unit);
        let leaders = self.leader_of(platoon).filter(|&leader| leader != unit).map_or(0, |leader| self.command_range_of(leader));
        leaders.saturating_add(own)
    }

    /// Returns the zone in which a unit counts as being, for command and for attacks from the air on a whole zone. It is the unit's own
    /// zone, except that artillery without stunts of command range counts as being in its leader's zone if both are on the platoon's card.
    /// With `battery_gathers everybody` this applies to all units on the card.
    pub fn counted_in(&self, unit: ActorId) -> Option<ZoneId> {
        let own = self.place_of(unit)?;
        let leaders_zone = || {
            let platoon = self.platoon(unit)?;
            let card = Region::Card(platoon);
            let there = self.place_of(self.leader_of(platoon)?)?;
            let gathers = self.roster.arm(unit) == Arm::Battery || self.roster.settings.battery_gathers_all;
            let ground = &self.roster.ground;
            let together = ground.region(own) == card && ground.region(there) == card;
            (gathers && together && self.command_reach(platoon, unit) == 0).then_some(there)
        };
        Some(leaders_zone().unwrap_or(own))
    }

    /// True if a leader commands a unit now (R-L8): the unit is in range, and both are in command, or the unit is in the leader's zone.
    pub fn commands(&self, platoon: PlatoonId, unit: ActorId) -> bool {
        let Some(leader) = self.leader_of(platoon) else { return false };
        if leader == unit {
            return true;
        }
        let ooc = |who: ActorId| self.state.unit(who).map_or(0, |unit| unit.ooc);
        let (Some(own), Some(his)) = (self.counted_in(unit), self.place_of(leader)) else { return false };
        if ooc(leader) > 0 || (ooc(unit) > 0 && own != his) {
            return false;
        }
        self.range(own, his).is_some_and(|range| range <= self.command_reach(platoon, unit))
    }

    /// True if a unit is a member of its platoon now; aircraft always are (R-L11).
    pub fn is_member_now(&self, platoon: PlatoonId, unit: ActorId) -> bool {
        self.is_airborne(unit) || self.commands(platoon, unit)
    }

    /// Determines the members of the platoon, then asks for adoptions.
    pub(super) fn begin_platoon(&self, out: &mut Events) {
        let Some(platoon) = self.state.acting else { return };
        let lead = self.state.id_of_platoon(platoon);
        let who = self.units_of(platoon).filter(|&unit| self.is_member_now(platoon, unit)).collect();
        out.push(Event::Group { what: Grouping::Command, who, lead: Some(lead) });
        self.lift_interdictions(|by| self.platoon(by) == Some(platoon), out);
        PlatoonFight::go(out, Step::of(Phase::Adopt, Id::Actor(lead)));
    }

    /// Checks the membership of all units after deployment (R-L56): units out of their leader's range are orphans from the start.
    pub(super) fn check_deployment(&self, out: &mut Events) {
        for platoon in self.state.platoons.keys().filter(|&platoon| self.leader_of(platoon).is_some()) {
            let who: Vec<ActorId> = self.units_of(platoon).filter(|&unit| self.is_member_now(platoon, unit)).collect();
            if who.len() < self.units_of(platoon).count() {
                out.push(Event::Group { what: Grouping::Command, who, lead: Some(self.state.id_of_platoon(platoon)) });
            }
        }
    }

    /// Checks the membership of one unit at the start of its part of the turn, if the rules say so (R-L50).
    pub(super) fn check_membership(&self, unit: ActorId, out: &mut Events) {
        let Some(platoon) = self.platoon(unit).filter(|_| self.roster.settings.membership_by_unit) else { return };
        let now = self.is_member_now(platoon, unit);
        let was = |there: ActorId| self.state.unit(there).is_some_and(|there| there.member);
        if now == was(unit) {
            return;
        }
        let who = self.units_of(platoon).filter(|&there| if there == unit { now } else { was(there) }).collect();
        out.push(Event::Group { what: Grouping::Command, who, lead: Some(self.state.id_of_platoon(platoon)) });
    }

    /// Returns the orphans (units without a leader) that the acting platoon can adopt: orphans of its side that its leader commands now.
    fn adoptable(&self) -> impl Iterator<Item = ActorId> + '_ {
        let acting = self.state.acting.filter(|_| !self.roster.settings.no_adoption);
        let platoon = acting.filter(|&platoon| self.leader_of(platoon).is_some());
        let side = platoon.and_then(|platoon| self.roster.platoons.row(platoon)).map(|platoon| platoon.side);
        let own = side.and_then(|side| self.roster.sides.row(side)).map_or(&[][..], |side| &side.members);
        own.iter().copied().filter(move |&unit| {
            platoon.is_some_and(|platoon| self.platoon(unit) != Some(platoon) && self.is_orphan(unit) && self.commands(platoon, unit))
        })
    }

    /// Asks if the platoon adopts units without a leader (orphans). Without such units, continues with the next unit.
    pub(super) fn resume_adoption(&self, out: &mut Events) {
        let who = self.state.step.who;
        if self.adoptable().next().is_some() {
            PlatoonFight::go(out, Step::of(Phase::Adopt, who).n(ASKED));
        } else {
            PlatoonFight::go(out, Step::of(Phase::Unit, who));
        }
    }

    /// Lists the legal answers: no adoption, or one of the orphans (units without a leader).
    pub(super) fn legal_adopt(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
        for unit in self.adoptable() {
            out.push(Choice::of(Verb::Adopt).on(Id::Actor(unit)));
        }
    }

    /// Adopts an orphan (a unit without a leader), or ends adoption.
    pub(super) fn decide_adopt(&self, choice: Choice, out: &mut Events) {
        let who = self.state.step.who;
        match (choice.verb, choice.it.actor()) {
            (Verb::Adopt, Some(unit)) => {
                out.push(Event::Group { what: Grouping::Adopt, who: vec![unit], lead: who.actor() });
                PlatoonFight::go(out, Step::of(Phase::Adopt, who));
            }
            _ => PlatoonFight::go(out, Step::of(Phase::Unit, who)),
        }
    }
}
