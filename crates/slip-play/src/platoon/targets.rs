//! Possible targets: range, sight, observers for artillery, and the units that are struck by fire on a whole zone (R-L15, R-L20, R-L21,
//! R-L48).

use crate::effects::Act;
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::platoon::apply::skill_bit;
use crate::platoon::locations::each;
use crate::platoon::roll_kinds::UnitRoll;
use crate::platoon::roster::{Arm, CoreSkill};
use crate::platoon::state::{UnitState, bit};
use crate::platoon::zones::Region;
use crate::platoon::{AreaEffect, PlatoonFight, SkillReplacement};

/// One possible shot at a target: the skill, its rules and its penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitShot {
    /// Core skill whose rules for range and sight apply.
    pub trade: CoreSkill,
    /// Skill that is rolled, with its rank.
    pub way: SkillReplacement,
    /// True if the shot strikes every unit of the zone.
    pub area: bool,
    /// Penalty for the range.
    pub penalty: i32,
}

/// A skill with which a unit can fire now, before a target is considered; computed once and then used for every target.
#[derive(Clone, Copy, Debug)]
struct Weapon {
    trade: CoreSkill,
    way: SkillReplacement,
    /// Effect by which a whole zone may be fired at, if any.
    area: Option<AreaEffect>,
}

/// The properties of a target that range and sight depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Aim {
    zone: ZoneId,
    /// True if the target is in the air.
    air: bool,
    /// True if a unit in the target zone is spotted. If the zone is on a platoon's card, only a spotted target can be fired at (R-L21).
    spotted: bool,
}

/// Range of a shot, and a flag that is true if the range costs no penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ShotRange {
    /// Range in zones.
    range: i32,
    /// True if range has no penalty (artillery).
    free: bool,
}

/// Returns the greatest range in zones at which fire with a skill has no penalty.
const fn nearest(trade: CoreSkill) -> i32 {
    match trade {
        CoreSkill::IndirectFire => 2,
        CoreSkill::DirectFire => 1,
        _ => 0,
    }
}

impl PlatoonFight {
    /// Returns the zone of the map or of a card that a unit is in; `None` for passengers and on the re-arm track.
    pub fn stands(&self, who: ActorId) -> Option<ZoneId> {
        let zone = self.state.unit(who)?.zone()?;
        (!matches!(self.roster.ground.region(zone), Region::Track(_))).then_some(zone)
    }

    /// True if both zones are on the map, or on the same card.
    fn are_in_one_field(&self, a: ZoneId, b: ZoneId) -> bool {
        self.roster.ground.region(a) == self.roster.ground.region(b)
    }

    /// Returns the range in zones from a unit to a target; it is one more if only one of the two is in the air. `air` is true if the target
    /// is in the air.
    fn range_into(&self, me: ActorId, zone: ZoneId, air: bool) -> Option<i32> {
        let range = self.range(self.stands(me)?, zone)?;
        Some(range.saturating_add(i32::from(self.is_airborne(me) != air)))
    }

    /// True if a unit sees into a zone. With `air`, true if it sees an aircraft over the zone; aircraft over the map are seen from
    /// everywhere (R-L7).
    fn sees_into(&self, me: ActorId, zone: ZoneId, air: bool) -> bool {
        let Some(here) = self.stands(me) else { return false };
        if air { self.are_in_one_field(here, zone) || self.roster.ground.region(zone) == Region::Map } else { self.sees_zone(me, zone) }
    }

    /// True if artillery has an observer for this zone. The observer is a unit of its side that sees into the zone and has an OOC (out of
    /// command) level of 0. It must be under command or an aircraft.
    pub fn is_watched(&self, me: ActorId, zone: ZoneId, air: bool) -> bool {
        let watches = |(id, unit): (ActorId, &UnitState)| {
            let fit = !self.are_enemies(me, id) && unit.ooc == 0 && (unit.member || self.is_airborne(id));
            fit && self.sees_into(id, zone, air)
        };
        self.state.units.iter().any(watches)
    }

    /// True if a roll may be made with its skill. Either the unit has not used the skill in defence this turn, or an effect allows the unit
    /// to use it again (R-L15).
    pub fn is_unlocked(&self, who: ActorId, roll: UnitRoll) -> bool {
        let defended = |skill: SkillId| self.state.unit(who).is_none_or(|unit| unit.defended & skill_bit(skill) != 0);
        !roll.skill.is_some_and(defended) || self.may_reuse(who, roll)
    }

    /// Returns the skills with which a unit can make a roll of its own now. These are trained skills (R-L1) that it has not used in defence
    /// this turn (R-L15).
    pub fn open_ways(&self, me: ActorId, roll: UnitRoll, foe: Option<ActorId>) -> impl Iterator<Item = SkillReplacement> + '_ {
        let able = self.may_do(me, roll.act);
        let open =
            move |way: &SkillReplacement| able && self.is_unlocked(me, roll.with(way.skill)) && self.has_needs(me, roll.with(way.skill));
        self.ways(me, roll, foe).filter(open)
    }

    /// True if artillery out of command may not fire under the draft rules.
    fn is_silent(&self, me: ActorId) -> bool {
        let cut_off = self.state.unit(me).is_some_and(|unit| unit.ooc > 0);
        self.roster.settings.battery_silent && self.roster.arm(me) == Arm::Battery && cut_off
    }

    /// Returns the skills with which a unit can fire now.
    fn weapons(&self, me: ActorId) -> Vec<Weapon> {
        let silent = self.is_silent(me);
        let all = CoreSkill::ATTACKS.into_iter().filter(|_| !silent);
        let ways = all.flat_map(|trade| self.open_ways(me, UnitRoll::attack(trade.skill()), None).map(move |way| (trade, way)));
        ways.map(|(trade, way)| Weapon { trade, way, area: self.area(me, UnitRoll::attack(way.skill)) }).collect()
    }

    /// Returns the range at which a unit fires at a target with a skill. `None` if the target is out of range or sight.
    fn reach(&self, me: ActorId, trade: CoreSkill, aim: Aim) -> Option<ShotRange> {
        let here = self.stands(me)?;
        let (zone, air) = (aim.zone, aim.air);
        let card = matches!(self.roster.ground.region(zone), Region::Card(_));
        if air != (trade == CoreSkill::AntiAir) || (air && card && !self.are_in_one_field(here, zone)) {
            return None;
        }
        let range = self.range_into(me, zone, air)?;
        let guns = self.roster.arm(me) == Arm::Battery;
        let fits = match trade {
            CoreSkill::HandToHand => range == 0,
            CoreSkill::DirectFire => range >= 1 && self.sees_into(me, zone, false),
            CoreSkill::IndirectFire => guns || range >= 2,
            _ => true,
        };
        let directed = !guns || (card && aim.spotted) || self.is_watched(me, zone, air);
        (fits && directed).then_some(ShotRange { range, free: guns })
    }

    /// Returns the range penalty of an attack.
    fn penalty(&self, me: ActorId, trade: CoreSkill, reach: ShotRange) -> i32 {
        if reach.free { 0 } else { (reach.range - nearest(trade) - self.free_range(me)).max(0) }
    }

    /// True if a unit is spotted enough to be fired at; aircraft always are.
    pub(super) fn is_spotted(&self, who: ActorId) -> bool {
        self.is_airborne(who) || self.state.unit(who).is_some_and(|unit| unit.spotted > 0)
    }

    /// True if a unit may choose another as the target of its fire: the other is an enemy on the map or a card. Orphans (units without a
    /// leader) may fire only at units that have fired at them (R-L10).
    fn is_mark(&self, me: ActorId, it: ActorId) -> bool {
        let answers = || self.state.unit(me).is_some_and(|unit| unit.fired_on_by & bit(it) != 0);
        self.are_enemies(me, it) && self.stands(it).is_some() && (!self.is_orphan(me) || answers())
    }

    /// Returns the shots that a unit can make at another unit, or at all units in a zone.
    pub fn shots(&self, me: ActorId, it: Id) -> Vec<UnitShot> {
        self.shots_with(&self.weapons(me), me, it).collect()
    }

    /// Calls `take` with the possible targets of a unit's fire, first units and then zones, until a call returns true. Returns true if a
    /// call did.
    pub(super) fn any_mark(&self, me: ActorId, take: &mut dyn FnMut(Id) -> bool) -> bool {
        let weapons = self.weapons(me);
        if weapons.is_empty() {
            return false;
        }
        let on_zones = weapons.iter().any(|weapon| weapon.area.is_some());
        let units = self.state.units.keys().map(Id::Actor);
        let zones = self.roster.ground.zones.keys().map(Id::Zone).filter(|_| on_zones);
        units.chain(zones).any(|it| self.shots_with(&weapons, me, it).next().is_some() && take(it))
    }

    /// Returns the reason why the acting unit cannot attack, for players who ask.
    pub fn why_no_attack(&self) -> Option<String> {
        let me = self.state.declared.me.or_else(|| self.state.step.who.actor()).or(self.state.active)?;
        let title = self.roster.title_of(me);
        if self.stands(me).is_none() {
            return Some(format!("{title} is on the re-arm track"));
        }
        if !self.has_shots_left(me) {
            return Some(format!("{title} has no ammunition left"));
        }
        if self.is_silent(me) {
            return Some(format!("{title} is out of command, and artillery out of command cannot fire"));
        }
        let weapons = self.weapons(me);
        if weapons.is_empty() {
            return Some(format!("{title} has no skill left to attack with: it has none, or used it in defence this turn"));
        }
        let marks: Vec<ActorId> = self.state.units.keys().filter(|&it| self.is_mark(me, it)).collect();
        if marks.is_empty() {
            let orphan = self.is_orphan(me);
            return Some(if orphan {
                format!("{title} is not under command and can only fire at units that have fired at it")
            } else {
                "there is no enemy".to_owned()
            });
        }
        let in_reach = |it: &ActorId| {
            let aim = self.stands(*it).map(|zone| Aim { zone, air: self.is_airborne(*it), spotted: self.is_spotted(*it) });
            aim.is_some_and(|aim| weapons.iter().any(|weapon| self.reach(me, weapon.trade, aim).is_some()))
        };
        let reached: Vec<ActorId> = marks.into_iter().filter(in_reach).collect();
        Some(match reached.iter().any(|&it| self.is_spotted(it)) {
            _ if reached.is_empty() => "no enemy is in range and in sight of the unit's weapons".to_owned(),
            false => "no enemy in range is spotted".to_owned(),
            true => "no enemy in range can be attacked now".to_owned(),
        })
    }

    fn shots_with<'w>(&'w self, weapons: &'w [Weapon], me: ActorId, it: Id) -> impl Iterator<Item = UnitShot> + 'w {
        let mark = it.actor().filter(|&it| self.is_mark(me, it));
        let place = it.zone().filter(|_| !self.is_orphan(me));
        weapons.iter().filter_map(move |weapon| match (mark, place) {
            (Some(it), _) => self.shot_at(me, weapon, it),
            (None, Some(zone)) => self.shot_into(me, weapon, zone),
            (None, None) => None,
        })
    }

    fn shot_at(&self, me: ActorId, weapon: &Weapon, it: ActorId) -> Option<UnitShot> {
        let &Weapon { trade, way, area } = weapon;
        let zone = self.stands(it)?;
        let aim = Aim { zone, air: self.is_airborne(it), spotted: self.is_spotted(it) };
        let reach = self.reach(me, trade, aim).filter(|_| area.is_none_or(|area| !area.always))?;
        let found = aim.spotted || self.may_attack_unspotted(me, way.skill, Some(zone), false);
        (found && self.may_attack(me, way.skill, it)).then(|| UnitShot { trade, way, area: false, penalty: self.penalty(me, trade, reach) })
    }

    fn shot_into(&self, me: ActorId, weapon: &Weapon, zone: ZoneId) -> Option<UnitShot> {
        let &Weapon { trade, way, .. } = weapon;
        let struck = self.struck_by(me, weapon, zone)?;
        let enemies = || struck.iter().filter(|&&it| self.are_enemies(me, it));
        enemies().next()?;
        let aim = Aim { zone, air: trade == CoreSkill::AntiAir, spotted: enemies().any(|&it| self.is_spotted(it)) };
        let reach = self.reach(me, trade, aim)?;
        Some(UnitShot { trade, way, area: true, penalty: self.penalty(me, trade, reach) })
    }

    /// Returns the units that are hit if a unit fires at a whole zone, in the order of ids. `None` if the weapon cannot be fired at this
    /// zone.
    fn struck_by(&self, me: ActorId, weapon: &Weapon, zone: ZoneId) -> Option<Vec<ActorId>> {
        let (area, skill) = (weapon.area.filter(|area| !self.is_excepted(me, area, zone))?, weapon.way.skill);
        let blind = self.may_attack_unspotted(me, skill, Some(zone), true) && !self.roster.settings.zone_fire_spotted;
        let air = weapon.trade == CoreSkill::AntiAir;
        let found = |it: &ActorId| self.is_airborne(*it) == air && (blind || self.is_spotted(*it));
        Some(self.everybody_in(me, zone, UnitRoll::attack(skill), &area).into_iter().filter(found).collect())
    }

    /// True if a roll against a whole zone cannot be aimed at this zone, because it is the zone of the roller (`except own_zone`).
    fn is_excepted(&self, me: ActorId, area: &AreaEffect, zone: ZoneId) -> bool {
        area.spares.not_here && self.stands(me) == Some(zone)
    }

    /// Returns the units in a zone that a roll against the whole zone strikes.
    fn everybody_in(&self, me: ActorId, zone: ZoneId, roll: UnitRoll, area: &AreaEffect) -> Vec<ActorId> {
        each(self.found_in(zone, self.is_airborne(me))).filter(|&it| self.strikes(me, roll, area, it)).collect()
    }

    /// Returns all units that must defend against the declared act, in the order of ids.
    pub fn stricken(&self) -> Vec<ActorId> {
        let declared = &self.state.declared;
        let (Some(me), Some(act), Some(skill)) = (declared.me, declared.act.and_then(super::roll_kinds::act_of), declared.skill) else {
            return Vec::new();
        };
        match declared.it {
            Id::Actor(it) if self.state.unit(it).is_some_and(UnitState::is_active) => vec![it],
            Id::Zone(zone) if declared.area => self.stricken_in(me, act, skill, zone),
            _ => Vec::new(),
        }
    }

    /// Returns the units that are hit if a unit fires at a whole zone with a skill. With [`Act::Jam`], the units that are jammed.
    pub fn stricken_in(&self, me: ActorId, act: Act, skill: SkillId, zone: ZoneId) -> Vec<ActorId> {
        if act == Act::Jam {
            let roll = UnitRoll::of(Act::Jam, skill);
            let area = self.area(me, roll).filter(|area| !self.is_excepted(me, area, zone));
            return area.map_or_else(Vec::new, |area| self.everybody_in(me, zone, roll, &area));
        }
        let weapons = self.weapons(me);
        let open = |weapon: &&Weapon| weapon.way.skill == skill && self.shot_into(me, weapon, zone).is_some();
        let weapon = weapons.iter().find(open).copied().or_else(|| self.fired_into(me, skill, zone));
        weapon.and_then(|weapon| self.struck_by(me, &weapon, zone)).unwrap_or_default()
    }

    /// Returns the skill with which a unit is firing at a zone, while the dice of this attack are being resolved. The attack is resolved to
    /// its end even if firing has made the skill unavailable.
    fn fired_into(&self, me: ActorId, skill: SkillId, zone: ZoneId) -> Option<Weapon> {
        let declared = &self.state.declared;
        let said = (declared.me, declared.it, declared.skill, declared.area) == (Some(me), Id::Zone(zone), Some(skill), true);
        self.state.contest.as_ref().filter(|_| said)?;
        let stands_in = |trade: CoreSkill| {
            let mut uses = self.roster.uses.iter().filter(|(_, used)| used.basis == skill);
            uses.any(|(_, used)| used.skill.is_none_or(|skill| skill == trade.skill()))
        };
        let own = CoreSkill::of(skill).filter(|trade| CoreSkill::ATTACKS.contains(trade));
        let trade = own.or_else(|| CoreSkill::ATTACKS.into_iter().find(|&trade| stands_in(trade)))?;
        Some(Weapon { trade, way: SkillReplacement::plain(skill, 0), area: self.area(me, UnitRoll::attack(skill)) })
    }

    /// Returns the shots with which a unit can interdict the borders of a zone. The rules are those of an attack, but every zone of range
    /// costs a penalty (R-L25).
    pub fn interdictions(&self, me: ActorId, zone: ZoneId) -> Vec<UnitShot> {
        self.interdictions_with(&self.barriers(me), me, zone).collect()
    }

    /// Passes the zones that a unit may interdict to `take`, one by one. Stops when `take` returns true, and then returns true.
    pub(super) fn any_to_bar(&self, me: ActorId, take: &mut dyn FnMut(Id) -> bool) -> bool {
        let barriers = self.barriers(me);
        let mut zones = self.roster.ground.zones.keys().filter(|_| !barriers.is_empty());
        zones.any(|zone| self.interdictions_with(&barriers, me, zone).next().is_some() && take(Id::Zone(zone)))
    }

    /// Returns the skills with which a unit can interdict now. Each comes with the core skill that gives the rules for it.
    fn barriers(&self, me: ActorId) -> Vec<(CoreSkill, SkillReplacement)> {
        let barred = self.is_silent(me) || self.is_orphan(me);
        let grounded = CoreSkill::ATTACKS.into_iter().filter(|&trade| trade != CoreSkill::AntiAir && !barred);
        let with = |trade: CoreSkill| self.open_ways(me, UnitRoll::of(Act::Interdict, trade.skill()), None).map(move |way| (trade, way));
        grounded.flat_map(with).collect()
    }

    fn interdictions_with<'w>(
        &'w self,
        barriers: &'w [(CoreSkill, SkillReplacement)],
        me: ActorId,
        zone: ZoneId,
    ) -> impl Iterator<Item = UnitShot> + 'w {
        let ground = &self.roster.ground;
        let crossed = ground.region(zone) == Region::Map && !ground.ways(zone).is_empty();
        let aim = Aim { zone, air: false, spotted: false };
        barriers.iter().filter(move |_| crossed).filter_map(move |&(trade, way)| {
            let reach = self.reach(me, trade, aim)?;
            let roll = UnitRoll::of(Act::Interdict, trade.skill());
            let penalty = if reach.free { 0 } else { reach.range };
            self.may_do_in(me, roll, zone).then_some(UnitShot { trade, way, area: false, penalty })
        })
    }

    /// Returns the skills with which a unit can jam another unit, or all units in a zone. Jamming needs no range, sight or SPOTTED. Only
    /// jamming by fire may be limited to the range and sight of the fire, by the rules in force (R-L49).
    pub fn jams(&self, me: ActorId, it: Id) -> Vec<UnitShot> {
        let roll = UnitRoll::of(Act::Jam, CoreSkill::Signals.skill());
        let (target, zone) = match it {
            Id::Actor(it) if self.are_enemies(me, it) && self.state.unit(it).is_some_and(UnitState::is_active) => {
                (Some(it), self.stands(it))
            }
            // The units on one box of the re-arm track are not in a zone together. A box therefore cannot be jammed as a zone (R-YB10).
            Id::Zone(zone) if !matches!(self.roster.ground.region(zone), Region::Track(_)) => (None, Some(zone)),
            _ => return Vec::new(),
        };
        let jam = |way: SkillReplacement| {
            let with = roll.with(way.skill);
            let aimed = match (target, zone) {
                (Some(it), _) => self.area(me, with).is_none_or(|area| !area.always) && self.may_do_to(me, with, it),
                (None, Some(zone)) => self.stricken_in(me, Act::Jam, way.skill, zone).iter().any(|&it| self.are_enemies(me, it)),
                (None, None) => false,
            };
            let trade = CoreSkill::of(way.within.unwrap_or(way.skill)).unwrap_or(CoreSkill::Signals);
            let penalty = match (way.within.is_some() && self.roster.settings.graphite_fire, zone) {
                (false, _) => Some(0),
                (true, Some(zone)) => {
                    let air = target.is_some_and(|it| self.is_airborne(it));
                    let aim = Aim { zone, air: false, spotted: target.is_some_and(|it| self.is_spotted(it)) };
                    self.reach(me, trade, aim).filter(|_| !air).map(|reach| self.penalty(me, trade, reach))
                }
                (true, None) => None,
            };
            penalty.filter(|_| aimed).map(|penalty| UnitShot { trade, way, area: target.is_none(), penalty })
        };
        self.open_ways(me, roll, target).filter_map(jam).collect()
    }

    /// Calls `take` with each unit and zone that a unit may jam, until `take` returns true. Returns true if `take` returned true. Zones are
    /// only included if the unit can jam a whole zone.
    pub(super) fn any_to_jam(&self, me: ActorId, take: &mut dyn FnMut(Id) -> bool) -> bool {
        if !self.knows_jamming(me) {
            return false;
        }
        let roll = UnitRoll::of(Act::Jam, CoreSkill::Signals.skill());
        let on_zones = || self.open_ways(me, roll, None).any(|way| self.area(me, roll.with(way.skill)).is_some());
        let mut open = |it: Id| !self.jams(me, it).is_empty() && take(it);
        self.state.units.keys().map(Id::Actor).any(&mut open)
            || (on_zones() && self.roster.ground.zones.keys().map(Id::Zone).any(&mut open))
    }

    /// True if a unit can jam at all: it has the skill for it, or an effect lets it jam with another skill.
    fn knows_jamming(&self, me: ActorId) -> bool {
        let signals = CoreSkill::Signals.skill();
        let trained = self.roster.units.row(me).is_some_and(|sheet| sheet.rank(signals).is_some());
        trained || self.roster.uses.iter().any(|(_, used)| used.act == Some(Act::Jam) || used.skill == Some(signals))
    }

    /// Returns the skills with which a unit can spot another one. The target must be in sight, or be artillery that has fired and so
    /// revealed itself. Aircraft over the map need no spotting.
    pub fn spottings(&self, me: ActorId, it: ActorId) -> Vec<SkillReplacement> {
        let Some(unit) = self.state.unit(it) else { return Vec::new() };
        let Some(zone) = self.stands(it).filter(|_| self.stands(me).is_some()) else { return Vec::new() };
        let heard = self.roster.arm(it) == Arm::Battery && unit.has_fired;
        let roll = UnitRoll::of(Act::Spot, CoreSkill::Observation.skill());
        let hidden = !self.is_airborne(it) && unit.spotted < super::state::MOST;
        if !self.are_enemies(me, it) || !hidden || !(heard || self.sees_into(me, zone, false)) || !self.may_do_to(me, roll, it) {
            return Vec::new();
        }
        self.open_ways(me, roll, Some(it)).collect()
    }

    /// Returns the range penalty of a maneuver in a zone: none for artillery, as for its fire (R-L48); `None` if the zone is out of reach.
    pub fn maneuver_penalty(&self, me: ActorId, zone: ZoneId) -> Option<i32> {
        let range = self.range_into(me, zone, false)?;
        Some(if self.roster.arm(me) == Arm::Battery { 0 } else { range })
    }

    /// True if a maneuver may be aimed at a zone. If the rules require a spotted target, the zone must contain a spotted enemy, a unit of
    /// the same side, or no unit (R-L44).
    pub(super) fn may_maneuver_in(&self, me: ActorId, zone: ZoneId) -> bool {
        let there = || self.state.units.keys().filter(|&it| self.stands(it) == Some(zone));
        let open = |it: ActorId| !self.are_enemies(me, it) || self.is_spotted(it);
        !self.roster.settings.maneuver_spotted || there().next().is_none() || there().any(open)
    }
}
