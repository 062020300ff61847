//! Range, sight and command of units, computed as if a unit were in another zone.

use super::option_evaluator::PlatoonEvaluator;
use super::unit_sets::{has, members, zone_bit};
use slip_play::ids::{ActorId, ZoneId};
use slip_play::platoon::roster::Arm;
use slip_play::platoon::state::UnitState;
use slip_play::platoon::zones::{FAR, Region};

/// Distance that is greater than any on a map.
pub(super) const NOWHERE: i64 = 99;

impl PlatoonEvaluator<'_> {
    /// Returns the state of a unit.
    pub(super) fn unit(&self, who: ActorId) -> Option<&UnitState> {
        self.fight.state.unit(who)
    }

    /// Returns the arm that a unit belongs to: ground, battery or airborne.
    pub(super) fn arm(&self, who: ActorId) -> Arm {
        self.fight.roster.units.row(who).map_or(Arm::Ground, |sheet| sheet.arm)
    }

    /// Returns the zone of the map or of a card that a unit is in.
    pub(super) fn zone(&self, who: ActorId) -> Option<ZoneId> {
        self.unit(who)?.zone().filter(|&zone| !matches!(self.fight.roster.ground.region(zone), Region::Track(_)))
    }

    /// Returns the range from the unit `me`, if it were in the zone `from`, to the unit `to`. The range is one more if only one of the two
    /// units is in the air.
    pub(super) fn range_from(&self, me: ActorId, from: ZoneId, to: ActorId) -> i64 {
        let Some(there) = self.zone(to) else { return NOWHERE };
        let ground = &self.fight.roster.ground;
        let steps = match ground.range(from, there) {
            FAR => i64::from(self.fight.roster.settings.card_range),
            steps => i64::from(steps),
        };
        let flies = |who: ActorId| self.arm(who) == Arm::Airborne;
        steps + i64::from(flies(me) != flies(to))
    }

    /// True if a unit would see another unit from a given zone. Aircraft are always visible and see everything (R-L7).
    pub(super) fn sees_from(&self, me: ActorId, from: ZoneId, to: ActorId) -> bool {
        let Some(there) = self.zone(to) else { return false };
        let ground = &self.fight.roster.ground;
        if self.arm(me) == Arm::Airborne || self.arm(to) == Arm::Airborne {
            return ground.region(from) == Region::Map || ground.region(there) == Region::Map;
        }
        ground.sees(from, there)
    }

    /// Returns the zones that any enemy on the ground sees; all zones if an enemy is in the air.
    pub(super) fn watched(&self) -> u128 {
        *self.watched.get_or_init(|| {
            let survey = self.survey();
            if survey.aloft & survey.theirs != 0 {
                return u128::MAX;
            }
            let ground = &self.fight.roster.ground;
            let seen = |from: ZoneId| ground.zones.keys().filter(move |&zone| ground.sees(from, zone));
            members::<ZoneId>(survey.their_zones).flat_map(seen).fold(0, |zones, zone| zones | zone_bit(zone))
        })
    }

    /// True if any enemy of a unit sees the unit where it is.
    pub(super) fn is_in_sight(&self, who: ActorId) -> bool {
        let Some(zone) = self.zone(who) else { return false };
        if has(self.survey().aloft, who) {
            return true;
        }
        if !self.is_theirs(who) {
            return self.watched() & zone_bit(zone) != 0;
        }
        let ours = self.survey().ours & self.survey().placed;
        members::<ActorId>(ours).any(|one| self.zone(one).is_some_and(|from| self.sees_from(one, from, who)))
    }

    /// True if a unit is an enemy of the deciding side.
    pub(super) fn is_theirs(&self, who: ActorId) -> bool {
        self.fight.side(who) != self.side
    }

    /// Returns the leader of a unit's current platoon, if the leader is active.
    pub(super) fn leader(&self, who: ActorId) -> Option<ActorId> {
        let platoon = self.unit(who)?.platoon;
        let leader = self.fight.roster.platoons.row(platoon)?.leader?;
        self.unit(leader).filter(|unit| unit.is_active() && unit.platoon == platoon).map(|_| leader)
    }

    /// Returns the number of zones by which a unit in the zone `from` is outside of the command range of a leader in the zone `at`. The
    /// number is 0 if one of the zones is not on the map.
    pub(super) fn gap_to(&self, leader: ActorId, at: ZoneId, unit: ActorId, from: ZoneId) -> i64 {
        let ground = &self.fight.roster.ground;
        let (Region::Map, Region::Map) = (ground.region(at), ground.region(from)) else { return 0 };
        let own = |who: ActorId| i64::from(self.fight.command_range_of(who));
        let reach = own(leader) + if unit == leader { 0 } else { own(unit) };
        (i64::from(ground.range(from, at)) - reach).max(0)
    }

    /// Returns the number of zones by which a unit in the given zone would be beyond its leader's command range. For a leader, returns the
    /// greatest such number among the units of its platoon if the leader were in the zone (R-YD1). With `follows`, the number is 1 less if
    /// the other unit has not acted yet and can follow by a free move.
    pub(super) fn command_gap(&self, who: ActorId, zone: ZoneId, follows: bool) -> i64 {
        if self.arm(who) == Arm::Airborne {
            return 0;
        }
        let Some(leader) = self.leader(who) else { return self.gap_to_any_leader(who, zone) };
        // A unit that has not acted yet can follow its leader by a free move.
        let comes = |other: ActorId| i64::from(follows && self.unit(other).is_some_and(|unit| !unit.activated));
        if leader != who {
            let Some(at) = self.zone(leader) else { return 0 };
            return (self.gap_to(leader, at, who, zone) - comes(leader)).max(0);
        }
        let Some(platoon) = self.unit(who).map(|unit| unit.platoon) else { return 0 };
        let own = members::<ActorId>(self.survey_of(who)).filter(|&unit| unit != who && self.arm(unit) != Arm::Airborne);
        own.filter_map(|unit| {
            let state = self.unit(unit).filter(|state| state.platoon == platoon && state.member)?;
            let from = state.zone()?;
            Some((self.gap_to(who, zone, unit, from) - comes(unit)).max(0))
        })
        .max()
        .unwrap_or(0)
    }

    /// Returns the number of zones by which a unit without a leader would be beyond the command range of the nearest other leader. A leader
    /// in range could adopt the unit. Returns 0 if there is no such leader on the map (R-YD8).
    fn gap_to_any_leader(&self, who: ActorId, zone: ZoneId) -> i64 {
        let ground = &self.fight.roster.ground;
        let leaders = members::<ActorId>(self.survey_of(who)).filter(|&other| self.leader(other) == Some(other));
        let on_map = leaders.filter_map(|other| Some((other, self.zone(other).filter(|&at| ground.region(at) == Region::Map)?)));
        on_map.map(|(leader, at)| self.gap_to(leader, at, who, zone)).min().unwrap_or(0)
    }

    /// Returns the active units of the side that a unit is on, one bit for each.
    pub(super) fn survey_of(&self, who: ActorId) -> u128 {
        if self.is_theirs(who) { self.survey().theirs } else { self.survey().ours }
    }

    /// True if a unit is within its leader's command range.
    pub(super) fn is_in_command(&self, who: ActorId) -> bool {
        match (self.leader(who), self.zone(who)) {
            (Some(leader), _) if leader == who => true,
            (Some(_), Some(zone)) => self.command_gap(who, zone, false) == 0,
            // Without a leader, only aircraft are in command.
            (None, _) => self.arm(who) == Arm::Airborne,
            (Some(_), None) => true,
        }
    }

    /// Returns the number of steps from a zone to the nearest zone of a set; `None` if none can be reached.
    pub(super) fn nearest_of(&self, from: ZoneId, zones: u128) -> Option<i64> {
        let ground = &self.fight.roster.ground;
        members::<ZoneId>(zones).map(|to| ground.range(from, to)).filter(|&steps| steps != FAR).min().map(i64::from)
    }

    /// Returns the number of steps from a zone to the nearest enemy on the ground; [`NOWHERE`] without one.
    pub(super) fn nearest_enemy(&self, from: ZoneId) -> i64 {
        self.nearest_of(from, self.survey().their_zones).unwrap_or(NOWHERE)
    }
}
