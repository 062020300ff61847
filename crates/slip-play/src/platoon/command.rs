//! Who is under command (platoon.md 3).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Event, Events, Grouping, Phase, Step};
use crate::ids::{ActorId, Id, ZoneId};
use crate::platoon::Platoons;
use crate::platoon::ground::Region;
use crate::platoon::roster::Arm;
use crate::platoon::state::PlatoonId;

/// What is asked at [`Phase::Adopt`]: nothing yet, or whether to take somebody in.
const ASKED: u8 = 1;

impl Platoons {
    /// From how far away the leader of a platoon commands a unit: his own range and what the unit's lines add (3.1).
    pub fn command_reach(&self, platoon: PlatoonId, unit: ActorId) -> i32 {
        let own = self.command_range_of(unit);
        let leaders = self.leader_of(platoon).filter(|&leader| leader != unit).map_or(0, |leader| self.command_range_of(leader));
        leaders.saturating_add(own)
    }

    /// The zone that counts as a unit's for command and for attacks on whole zones from the air: of guns without stunts of
    /// command range it is their leader's, wherever on his card they stand (2.5). `battery_gathers everybody` says so of all
    /// who are there (draft, row 10).
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

    /// True if a leader commands a unit as things stand (3.2, R-L8): his word reaches it, he is in command himself, and so is
    /// it, unless it is in his zone.
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

    /// True if a unit is a member of its platoon as things stand: aircraft always are (R-L11).
    pub fn is_member_now(&self, platoon: PlatoonId, unit: ActorId) -> bool {
        self.is_airborne(unit) || self.commands(platoon, unit)
    }

    /// The membership check (3.2), then adoption.
    pub(super) fn begin_platoon(&self, out: &mut Events) {
        let Some(platoon) = self.state.acting else { return };
        let lead = self.state.id_of_platoon(platoon);
        let who = self.units_of(platoon).filter(|&unit| self.is_member_now(platoon, unit)).collect();
        out.push(Event::Group { what: Grouping::Command, who, lead: Some(lead) });
        Platoons::go(out, Step::of(Phase::Adopt, Id::Actor(lead)));
    }

    /// The check of one unit whose part begins, where the rules make it then (draft, row 36, R-L50).
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

    /// Orphans of its own side whom the acting platoon's leader commands (3.6).
    fn adoptable(&self) -> impl Iterator<Item = ActorId> + '_ {
        let acting = self.state.acting.filter(|_| !self.roster.settings.no_adoption);
        let platoon = acting.filter(|&platoon| self.leader_of(platoon).is_some());
        let side = platoon.and_then(|platoon| self.roster.platoons.row(platoon)).map(|platoon| platoon.side);
        let own = side.and_then(|side| self.roster.sides.row(side)).map_or(&[][..], |side| &side.members);
        own.iter().copied().filter(move |&unit| {
            platoon.is_some_and(|platoon| self.platoon(unit) != Some(platoon) && self.is_orphan(unit) && self.commands(platoon, unit))
        })
    }

    /// Whether orphans can be taken in; the units when there is none, or none is wanted.
    pub(super) fn resume_adoption(&self, out: &mut Events) {
        let who = self.state.step.who;
        if self.adoptable().next().is_some() {
            Platoons::go(out, Step::of(Phase::Adopt, who).n(ASKED));
        } else {
            Platoons::go(out, Step::of(Phase::Unit, who));
        }
    }

    /// No, or an orphan.
    pub(super) fn legal_adopt(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
        for unit in self.adoptable() {
            out.push(Choice::of(Verb::Adopt).on(Id::Actor(unit)));
        }
    }

    /// An orphan joins, or none does.
    pub(super) fn decide_adopt(&self, choice: Choice, out: &mut Events) {
        let who = self.state.step.who;
        match (choice.verb, choice.it.actor()) {
            (Verb::Adopt, Some(unit)) => {
                out.push(Event::Group { what: Grouping::Adopt, who: vec![unit], lead: who.actor() });
                Platoons::go(out, Step::of(Phase::Adopt, who));
            }
            _ => Platoons::go(out, Step::of(Phase::Unit, who)),
        }
    }
}
