//! Locations, ranges, sight, and pass values of borders.
//!
//! A set of units is an integer with one bit per unit id, because such sets are computed often and must not allocate memory.

use crate::ids::{ActorId, BorderId, Seat, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::roster::{Arm, PlatoonRoster};
use crate::platoon::state::{BattleState, PlatoonId, bit};
use crate::platoon::zones::{FAR, GroundExit, Region, UnitLocation};

/// Returns the units of a set, in order.
pub(super) fn each(mut set: u128) -> impl Iterator<Item = ActorId> {
    std::iter::from_fn(move || {
        let first = u8::try_from(set.trailing_zeros()).ok().filter(|_| set != 0)?;
        set &= set - 1;
        Some(ActorId(first))
    })
}

/// Returns the units of other sides in a zone, including aircraft over it (R-YA1).
pub(super) fn enemies_in(state: &BattleState, roster: &PlatoonRoster, zone: ZoneId, side: Seat) -> u128 {
    let sides = roster.units.values().map(|sheet| sheet.side);
    let there = state.units.iter().zip(sides).filter(|((_, unit), of)| *of != side && unit.zone() == Some(zone));
    there.fold(0, |set, ((id, _), _)| set | bit(id))
}

/// True if units in one zone see units in another. On a card they always do (R-L40); between the map and a card they never do.
fn is_in_sight(roster: &PlatoonRoster, from: ZoneId, to: ZoneId) -> bool {
    let ground = &roster.ground;
    match (ground.region(from), ground.region(to)) {
        (Region::Map, Region::Map) => ground.sees(from, to),
        (Region::Card(a), Region::Card(b)) => a == b,
        _ => false,
    }
}

/// True if a unit sees another. Aircraft over the map see all of the map and are seen from all of it (R-L7).
pub(super) fn sees(state: &BattleState, roster: &PlatoonRoster, unit: ActorId, target: ActorId) -> bool {
    let zone = |who: ActorId| state.unit(who).and_then(|unit| unit.zone());
    let (Some(from), Some(to)) = (zone(unit), zone(target)) else { return false };
    let aloft = [unit, target].into_iter().any(|who| roster.arm(who) == Arm::Airborne);
    let on_map = |zone: ZoneId| roster.ground.region(zone) == Region::Map;
    if aloft && on_map(from) && on_map(to) { true } else { is_in_sight(roster, from, to) }
}

/// True if an enemy sees a unit.
pub(super) fn is_watched(state: &BattleState, roster: &PlatoonRoster, unit: ActorId) -> bool {
    let Some(own) = roster.units.row(unit).map(|sheet| sheet.side) else { return false };
    roster.units.iter().any(|(id, sheet)| sheet.side != own && sees(state, roster, id, unit))
}

impl PlatoonRoster {
    /// Returns the arm of a unit.
    pub fn arm(&self, unit: ActorId) -> Arm {
        self.units.row(unit).map_or(Arm::Ground, |sheet| sheet.arm)
    }
}

impl PlatoonFight {
    /// Returns the zone that a unit is in: of the map, of a card, or a box of the re-arm track. `None` for a passenger and for a unit that
    /// is not in the fight.
    pub fn zone_of(&self, unit: ActorId) -> Option<ZoneId> {
        self.state.unit(unit)?.zone()
    }

    /// Returns the zone that a unit is in; for a passenger, the zone of its carrier.
    pub fn place_of(&self, unit: ActorId) -> Option<ZoneId> {
        match self.state.unit(unit).filter(|unit| unit.is_active())?.place {
            UnitLocation::Zone(zone) => Some(zone),
            UnitLocation::Nowhere => None,
        }
    }

    /// Returns the part of the ground that a unit is in: map, card or re-arm track. A passenger is in the part that its carrier is in.
    pub fn region_of(&self, unit: ActorId) -> Option<Region> {
        self.place_of(unit).map(|zone| self.roster.ground.region(zone))
    }

    /// True if a unit is an aircraft.
    pub fn is_airborne(&self, unit: ActorId) -> bool {
        self.roster.arm(unit) == Arm::Airborne
    }

    /// True if the unit is an aircraft over the map or a card; such a unit is always seen.
    pub fn is_aloft(&self, unit: ActorId) -> bool {
        self.is_airborne(unit)
            && matches!(self.zone_of(unit).map(|zone| self.roster.ground.region(zone)), Some(Region::Map | Region::Card(_)))
    }

    /// Returns the range between two zones. `None` if there is no path, or if one zone is on the re-arm track. From a card to the map or to
    /// another card, the range is a fixed number (R-L48, R-YA2).
    pub fn range(&self, from: ZoneId, to: ZoneId) -> Option<i32> {
        let ground = &self.roster.ground;
        match (ground.region(from), ground.region(to)) {
            (Region::Track(_), _) | (_, Region::Track(_)) => None,
            (a, b) if a == b => Some(ground.range(from, to)).filter(|&steps| steps < FAR).map(i32::from),
            _ => Some(self.roster.settings.card_range),
        }
    }

    /// Returns the range from a unit to the ground of a zone. From the air it is one more.
    pub fn range_to(&self, unit: ActorId, zone: ZoneId) -> Option<i32> {
        let range = self.range(self.zone_of(unit)?, zone)?;
        Some(range.saturating_add(i32::from(self.is_airborne(unit))))
    }

    /// Returns the range between two units; between air and ground it is one more. `None` if no path leads from one to the other.
    pub fn range_between(&self, a: ActorId, b: ActorId) -> Option<i32> {
        let range = self.range(self.zone_of(a)?, self.zone_of(b)?)?;
        Some(range.saturating_add(i32::from(self.is_airborne(a) != self.is_airborne(b))))
    }

    /// True if a unit sees another (R-L7, R-L40).
    pub fn sees(&self, unit: ActorId, target: ActorId) -> bool {
        sees(&self.state, &self.roster, unit, target)
    }

    /// True if a unit sees into a zone; aircraft see all of the map.
    pub fn sees_zone(&self, unit: ActorId, zone: ZoneId) -> bool {
        let Some(from) = self.zone_of(unit) else { return false };
        let on_map = |zone: ZoneId| self.roster.ground.region(zone) == Region::Map;
        (self.is_airborne(unit) && on_map(from) && on_map(zone)) || is_in_sight(&self.roster, from, zone)
    }

    /// Returns the units of other sides in a zone, one bit each.
    pub fn enemies_in(&self, zone: ZoneId, side: Seat) -> u128 {
        enemies_in(&self.state, &self.roster, zone, side)
    }

    /// Returns the units in a zone, one bit each.
    pub fn units_in(&self, zone: ZoneId) -> u128 {
        self.state.units.iter().filter(|(_, unit)| unit.zone() == Some(zone)).fold(0, |set, (id, _)| set | bit(id))
    }

    /// Returns the units that an attack on a whole zone strikes, one bit for each. An attack from the air treats artillery that gathers
    /// around its leader ([`PlatoonFight::counted_in`]) as if it were in the leader's zone.
    pub fn found_in(&self, zone: ZoneId, from_the_air: bool) -> u128 {
        if !from_the_air {
            return self.units_in(zone);
        }
        let standing = self.state.units.iter().filter(|(_, unit)| unit.zone().is_some());
        standing.filter(|&(id, _)| self.counted_in(id) == Some(zone)).fold(0, |set, (id, _)| set | bit(id))
    }

    /// Returns the pass value of a border into a zone: the value of the map plus values placed on the border (R-L3). `None` if the border
    /// cannot be crossed.
    pub fn pass_value(&self, border: BorderId, to: ZoneId) -> Option<i32> {
        let ends = self.roster.ground.borders.row(border)?;
        let from = if ends.a == to { ends.b } else { ends.a };
        let way = self.roster.ground.ways(from).iter().find(|way| way.border == border)?;
        self.toll(way)
    }

    /// Like [`PlatoonFight::pass_value`]. The border is given as a way out of a zone.
    pub(super) fn toll(&self, way: &GroundExit) -> Option<i32> {
        let put = self.state.pass_values.iter().filter(|put| put.border == way.border && put.to == way.to);
        let put = put.fold(0_i32, |sum, put| sum.saturating_add(i32::from(put.value)));
        Some(way.value?.saturating_add(put).max(0))
    }

    /// Returns the leader of a platoon; `None` if the leader is not in the fight.
    pub fn leader_of(&self, platoon: PlatoonId) -> Option<ActorId> {
        let leader = self.roster.platoons.row(platoon)?.leader?;
        self.state.unit(leader).filter(|unit| unit.is_active()).map(|_| leader)
    }

    /// True if a unit leads a platoon.
    pub fn is_leader(&self, unit: ActorId) -> bool {
        self.roster.platoons.values().any(|platoon| platoon.leader == Some(unit))
    }

    /// True if a unit is an orphan (not under command). It was out of its leader's reach at the last check, or the leader is gone. Aircraft
    /// are never orphans (R-L11).
    pub fn is_orphan(&self, unit: ActorId) -> bool {
        self.state.unit(unit).is_some_and(|there| there.is_active() && !there.member) && !self.is_airborne(unit)
    }

    /// True if a unit can still act this turn: it is in the fight, has not acted, and has not been carried by another unit this turn.
    pub fn can_act(&self, unit: ActorId) -> bool {
        self.state.unit(unit).is_some_and(|there| there.is_active() && !there.activated && !there.was_carried && there.carrier.is_none())
    }

    /// Returns all units that belong to a platoon now, including aircraft and adopted units.
    pub fn units_of(&self, platoon: PlatoonId) -> impl Iterator<Item = ActorId> + '_ {
        self.state.units.iter().filter(move |(_, unit)| unit.platoon == platoon && unit.is_active()).map(|(id, _)| id)
    }
}
