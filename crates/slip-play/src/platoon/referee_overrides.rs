//! Invariants of a platoon fight, and rulings that no referee may make in it. [`crate::referee_overrides`] has the rules common to all
//! conflicts.

use crate::choice::Options;
use crate::conflict::Conflict;
use crate::event::{Counter, Event, Grouping, Step, TrackId};
use crate::ids::{ActorId, BorderId, TableKey, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::apply::skill_bit;
use crate::platoon::roster::Arm;
use crate::platoon::state::{MORALE, MOST, PlatoonId, PlatoonState, UnitState};
use crate::platoon::zones::{LAUNCH, REARM, Region, UnitLocation};
use crate::referee_overrides::{self, OverrideRules};
use slip_dice::fate::{Holder, Slots};

/// Checks the events of a ruling one after the other, each in the state after the previous ones. If a ruling puts a unit out of the fight,
/// its passengers are put down first. Skips a pending question that no longer has a legal answer.
///
/// # Errors
///
/// A message about the first event that the rules do not allow.
pub fn judged(fight: &PlatoonFight, events: Vec<Event>) -> Result<Vec<Event>, String> {
    let mut ruled: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        if let Event::Out { who, .. } | Event::Concession { by: who, .. } = event {
            ruled.extend(fight.put_down(who));
        }
        ruled.push(event);
    }
    let then = referee_overrides::judged(fight, &ruled)?;
    let mut options = Options::new();
    then.legal(&mut options);
    if options.is_empty() && then.state.outcome.is_none() {
        ruled.push(Event::Phase(Step { n: 0, ..then.state.step }));
    }
    Ok(ruled)
}

impl PlatoonFight {
    /// Returns the first invariant that this state breaks, if any.
    pub fn broken_law(&self) -> Option<String> {
        let state = &self.state;
        let units = || state.units.iter().find_map(|(id, unit)| self.broken_of(id, unit));
        let platoons = || state.platoons.iter().find_map(|(id, platoon)| self.broken_of_platoon(id, platoon));
        let values = || {
            let put =
                |border: BorderId, to: ZoneId| self.roster.ground.borders.row(border).is_some_and(|ends| ends.a == to || ends.b == to);
            let bad = state.pass_values.iter().find(|there| there.value <= 0 || !put(there.border, there.to));
            bad.map(|there| format!("border {} has a pass value of {} for a zone that it does not lead to", there.border.0, there.value))
        };
        let spin = || {
            let held = |owner: u8| state.platoon_of_id(ActorId(owner)).is_some();
            let bad = state.spin.iter().find(|token| token.left == 0 || !held(token.owner));
            bad.map(|token| format!("a spin token with {} points is empty or has no owner", token.left))
        };
        let over = || (state.turn > self.roster.limit).then(|| format!("turn {} is past the limit", state.turn));
        units().or_else(platoons).or_else(values).or_else(spin).or_else(over)
    }

    fn broken_of(&self, id: ActorId, unit: &UnitState) -> Option<String> {
        let sheet = self.roster.units.row(id)?;
        let name = &sheet.name;
        let stands = self.where_it_may_not_be(id, unit);
        let free = unit.defences.iter().filter_map(|roll| roll.skill).any(|skill| unit.defended & skill_bit(skill) == 0);
        let led = || self.roster.arm(id) == Arm::Airborne || self.leader_of(unit.platoon).is_some();
        let twice = unit.defences.iter().enumerate().any(|(place, roll)| {
            let mut before = unit.defences.iter().take(place);
            before.any(|other| other.skill == roll.skill)
        });
        Some(match () {
            () if unit.spotted > MOST => format!("{name} has more than {MOST} SPOTTED"),
            () if unit.ooc > MOST => format!("{name} has more than {MOST} OOC"),
            () if i32::from(unit.morale.length()) != sheet.morale.max(0) => format!("the morale track of {name} has changed its length"),
            () if self.state.platoons.row(unit.platoon).is_none() => format!("{name} has no platoon"),
            () if twice => format!("{name} has two defence rolls with the same skill"),
            () if free => format!("{name} has a defence roll, but its skill is not marked as used this turn"),
            () if unit.is_active() && unit.member && !led() => format!("{name} is under command, but its platoon has no leader"),
            () if stands.is_some() => return stands,
            () => return None,
        })
    }

    /// Returns the reason why a unit cannot be at its place. It may be on the re-arm track without being an aircraft, on the card of
    /// another platoon, or in a carrier that is not there.
    fn where_it_may_not_be(&self, id: ActorId, unit: &UnitState) -> Option<String> {
        let name = self.roster.name_of(id);
        if !unit.is_active() {
            return None;
        }
        let UnitLocation::Zone(zone) = unit.place else { return Some(format!("{name} is in no zone")) };
        let Some(there) = self.roster.ground.zones.row(zone) else { return Some(format!("the zone of {name} does not exist")) };
        if let Some(carrier) = unit.carrier {
            let with = self.state.unit(carrier).is_some_and(|it| it.is_active() && it.place == unit.place && it.carrier.is_none());
            if carrier == id || !with {
                return Some(format!("{name} has no carrier"));
            }
        }
        // Passengers of an aircraft may be on the track. Any other passenger may only be in a region that is allowed for its carrier.
        let flown = unit.carrier.is_some() && matches!(there.region, Region::Track(_));
        if flown { None } else { self.keeps_out_of(id, there.region) }
    }

    /// Returns the reason why a unit may not be in a part of the ground, unless it is there as a passenger.
    fn keeps_out_of(&self, id: ActorId, region: Region) -> Option<String> {
        let (name, own) = (self.roster.name_of(id), self.roster.units.row(id).map(|sheet| sheet.platoon));
        match (self.roster.arm(id), region) {
            (_, Region::Track(number)) if !(REARM..=LAUNCH).contains(&number) => {
                Some(format!("{name} is on box {number}, but the re-arm track has only {LAUNCH}"))
            }
            (Arm::Airborne, _) | (Arm::Ground, Region::Map) => None,
            (Arm::Battery, Region::Map) => Some(format!("{name} fires from its card and cannot be on the map")),
            (_, Region::Track(_)) => Some(format!("{name} is not an aircraft and cannot be on the re-arm track")),
            (_, Region::Card(card)) => {
                (Some(card) != own).then(|| format!("{name} is on the card of a platoon that it does not belong to"))
            }
        }
    }

    fn broken_of_platoon(&self, id: PlatoonId, platoon: &PlatoonState) -> Option<String> {
        let name = &self.roster.platoons.row(id)?.name;
        (!Slots::ALL.covers(platoon.slots)).then(|| format!("{name} has more free consequence slots than it began with"))
    }

    /// Returns the events that put down the passengers of a unit that leaves the fight. On the re-arm track, the passengers are lost with
    /// the unit (R-L32).
    fn put_down(&self, carrier: ActorId) -> Vec<Event> {
        let riders = self.state.units.iter().filter(|(_, unit)| unit.is_active() && unit.carrier == Some(carrier));
        let riders: Vec<ActorId> = riders.map(|(id, _)| id).collect();
        if matches!(self.region_of(carrier), Some(Region::Track(_))) {
            let lost = |who| Event::Out { who, by: None, track: MORALE, fate: Some(0), beyond_saving: false, for_good: false, say: None };
            return riders.into_iter().map(lost).collect();
        }
        if riders.is_empty() { Vec::new() } else { vec![Event::Group { what: Grouping::Unload, who: riders, lead: Some(carrier) }] }
    }

    fn unit_known(&self, who: ActorId) -> Result<&str, String> {
        match self.roster.units.row(who) {
            Some(sheet) => Ok(&sheet.name),
            None => Err(format!("{} is not a unit", self.known(who)?)),
        }
    }

    fn platoon_known(&self, who: ActorId) -> Result<&str, String> {
        let platoon = self.roster.platoon_of_id(who).and_then(|platoon| self.roster.platoons.row(platoon));
        match platoon {
            Some(platoon) => Ok(&platoon.name),
            None => Err(format!("{} is not a platoon", self.known(who)?)),
        }
    }

    fn zone_known(&self, zone: ZoneId) -> Result<Region, String> {
        self.roster.ground.zones.row(zone).map(|zone| zone.region).ok_or_else(|| format!("there is no zone {}", zone.0))
    }

    /// Checks that a unit may be ruled out of the fight now: it is in the fight, and no dice are on the table.
    fn may_be_ruled_out(&self, who: ActorId) -> Result<(), String> {
        let name = self.unit_known(who)?;
        let active = self.state.unit(who).is_some_and(UnitState::is_active);
        match () {
            () if !active => Err(format!("{name} is already out of the fight")),
            () if self.state.contest.is_some() || !self.state.blows.is_empty() => {
                Err(format!("{name} cannot leave the fight during a roll: finish the roll or undo it first"))
            }
            () => Ok(()),
        }
    }

    fn may_be_moved(&self, who: ActorId, to: ZoneId) -> Result<(), String> {
        let (name, region) = (self.unit_known(who)?, self.zone_known(to)?);
        let unit = self.state.unit(who).filter(|unit| unit.is_active());
        match unit {
            None => Err(format!("{name} is out of the fight")),
            Some(unit) if unit.carrier.is_some() => Err(format!("{name} is aboard another unit: unload it first")),
            Some(_) => self.keeps_out_of(who, region).map_or(Ok(()), Err),
        }
    }

    fn lawful_counter(&self, who: ActorId, what: Counter, now: i32) -> Result<(), String> {
        let name = self.unit_known(who)?;
        let unit = self.state.unit(who);
        match what {
            Counter::Line(number) | Counter::Roused(number) if self.roster.lines.get(number).is_none() => {
                Err(format!("there is no effect {number}"))
            }
            _ if now < 0 => Err("a count cannot be below 0".to_owned()),
            Counter::Spotted | Counter::Ooc if now > i32::from(MOST) => Err(format!("the value for {name} must be 0 to {MOST}, not {now}")),
            Counter::FiredOnBy(by) => self.unit_known(by).map(drop),
            Counter::Exits(zone) => {
                self.zone_known(zone)?;
                self.may_be_ruled_out(who)
            }
            Counter::Back => match unit.map(|unit| (unit.is_active(), unit.place)) {
                Some((true, _)) => Err(format!("{name} is already in the fight")),
                Some((false, UnitLocation::Zone(_))) => Ok(()),
                _ => Err(format!("{name} has no zone to return to")),
            },
            Counter::Spotted
            | Counter::Ooc
            | Counter::HasFired
            | Counter::Fired
            | Counter::Activated
            | Counter::Rallied
            | Counter::Line(_)
            | Counter::Roused(_) => Ok(()),
            _ => Err("a ruling cannot do this".to_owned()),
        }
    }

    fn lawful_group(&self, what: Grouping, who: &[ActorId], lead: Option<ActorId>) -> Result<(), String> {
        who.iter().try_for_each(|who| self.unit_known(*who).map(drop))?;
        if who.is_empty() {
            return Err("name the units".to_owned());
        }
        match (what, lead) {
            (Grouping::Load, Some(carrier)) => {
                let name = self.unit_known(carrier)?;
                let able = self.state.unit(carrier).is_some_and(|it| it.is_active() && it.carrier.is_none());
                if able && !who.contains(&carrier) { Ok(()) } else { Err(format!("{name} cannot carry units now")) }
            }
            (Grouping::Unload, _) => Ok(()),
            (Grouping::Adopt | Grouping::Command, Some(platoon)) => self.platoon_known(platoon).map(drop),
            _ => Err("a ruling cannot do this".to_owned()),
        }
    }
}

impl OverrideRules for PlatoonFight {
    fn known(&self, who: ActorId) -> Result<&str, String> {
        match self.roster.name_of(who) {
            "" => Err(format!("there is no unit or platoon with the number {}", who.0)),
            name => Ok(name),
        }
    }

    fn holder_known(&self, holder: Holder) -> Result<(), String> {
        match holder {
            Holder::Actor(who) => self.known(ActorId(who)).map(drop),
            Holder::Zone(zone) => self.zone_known(ZoneId(zone)).map(drop),
            Holder::Scene | Holder::System | Holder::Campaign => Ok(()),
            Holder::Gear(..) => Err("an aspect must be on a unit, a platoon, a zone or the scene".to_owned()),
        }
    }

    fn spin_held(&self, who: ActorId) -> Result<(&str, i32), String> {
        Ok((self.platoon_known(who)?, self.counters_of(who)))
    }

    fn slots_left(&self, who: ActorId) -> Result<(&str, Slots), String> {
        let platoon = self.roster.platoon_of_id(who).or_else(|| self.platoon(who));
        let slots = platoon.and_then(|platoon| self.state.platoons.row(platoon)).map_or(Slots::NONE, |platoon| platoon.slots);
        Ok((self.known(who)?, slots))
    }

    fn track_length(&self, who: ActorId, track: TrackId) -> Result<u8, String> {
        let name = self.unit_known(who)?;
        let length = self.state.unit(who).map(|unit| unit.track(track).length()).filter(|_| self.roster.tracks.has(track));
        length.ok_or_else(|| format!("{name} has no track {}", track.0))
    }

    fn points_that_stay(&self) -> Option<u32> {
        self.roster.settings.zero_sum.then(|| self.points_in_all())
    }

    fn broken_law(&self) -> Option<String> {
        PlatoonFight::broken_law(self)
    }

    fn own_lawful(&self, event: &Event) -> Result<(), String> {
        match event {
            Event::Out { who, by, track, fate, .. } => {
                by.map_or(Ok(""), |by| self.unit_known(by))?;
                self.track_length(*who, *track)?;
                if fate.is_none_or(|fate| usize::from(fate) >= self.roster.outcomes.len()) {
                    return Err(format!("name an outcome: {}", self.roster.outcomes.join(", ")));
                }
                self.may_be_ruled_out(*who)
            }
            Event::Move { who, to, .. } => self.may_be_moved(*who, *to),
            Event::PassValue { border, to, by, value, .. } => {
                self.unit_known(*by)?;
                let ends = self.roster.ground.borders.row(*border).ok_or_else(|| format!("there is no border {}", border.0))?;
                match () {
                    () if ends.a != *to && ends.b != *to => Err(format!("{} does not lead to the zone of the ruling", ends.title)),
                    () if *value < 0 => Err("a pass value cannot be below 0".to_owned()),
                    () => Ok(()),
                }
            }
            Event::Counter { who, what, now, .. } => self.lawful_counter(*who, *what, *now),
            Event::Group { what, who, lead } => self.lawful_group(*what, who, *lead),
            Event::End { winner, .. } => match winner {
                Some(side) if self.roster.sides.row(*side).is_none() => Err(format!("there is no side {}", side.place())),
                _ => Ok(()),
            },
            Event::Concession { by, .. } => self.may_be_ruled_out(*by),
            _ => Err("a ruling cannot do this".to_owned()),
        }
    }
}
