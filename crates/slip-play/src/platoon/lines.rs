//! Lines of effects among platoons: whom they mean, which rolls they speak of, what was chosen or set off (effects.md).
//!
//! What others ask of lines stands in `numbers` (zones, ranges, stress, spin), `ways` (with which skill), `permits` (who may
//! what, whole zones, aspects), `aid` (what is chosen for a roll) and `moments` (what happens sets off). Nothing here knows a
//! stunt.

use crate::effects::{Act, Carrier, Foe, Line, Lines, RollOf, Whom, Witness};
use crate::event::{Part, Parts};
use crate::ids::{ActorId, AspectId, Id, SkillId, ZoneId};
use crate::platoon::Platoons;
use crate::platoon::kinds::UnitRoll;
use crate::platoon::looks::Eye;
use crate::platoon::state::MORALE;

/// A roll, hit or number of a unit, as lines are asked about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    /// Whose.
    pub(super) unit: ActorId,
    /// Which roll, if it is one.
    pub(super) roll: Option<UnitRoll>,
    /// Against whom.
    pub(super) foe: Option<ActorId>,
    /// Against which zone, or who stands there.
    pub(super) zone: Option<ZoneId>,
    /// With which aspect.
    pub(super) aspect: Option<AspectId>,
    /// Against everybody in the zone.
    pub(super) area: bool,
}

impl At {
    /// Something of a unit that is no roll.
    pub(super) const fn of(unit: ActorId) -> At {
        At { unit, roll: None, foe: None, zone: None, aspect: None, area: false }
    }

    /// A roll of a unit.
    pub(super) const fn rolling(unit: ActorId, roll: UnitRoll) -> At {
        At { roll: Some(roll), ..At::of(unit) }
    }

    /// The same, against somebody.
    pub(super) const fn against(self, foe: Option<ActorId>) -> At {
        At { foe, ..self }
    }

    /// The same, against a zone: everybody in it, if it is `area`.
    pub(super) const fn upon(self, zone: Option<ZoneId>, area: bool) -> At {
        At { zone, area, ..self }
    }

    /// True if it is a roll for an act.
    pub(super) fn is(&self, act: Act) -> bool {
        self.roll.is_some_and(|roll| roll.act == act)
    }
}

impl Platoons {
    /// The roll on the table or to come, as it was declared: what the unit that acts does, with what, at whom or where. The
    /// roll of a unit that withstands it is [`At::rolling`] with [`UnitRoll::defence`], against the unit that acts.
    pub(super) fn declared_at(&self, unit: ActorId) -> Option<At> {
        let declared = &self.state.declared;
        let act = super::kinds::act_of(declared.act?)?;
        let roll = UnitRoll { act, skill: declared.skill, against: None };
        let zone = match declared.it {
            Id::Zone(zone) => Some(zone),
            Id::Actor(target) => self.state.unit(target).and_then(|target| target.zone()),
            Id::Scene | Id::None => None,
        };
        let foe = declared.it.actor().filter(|_| !declared.area);
        Some(At::rolling(unit, roll).against(foe).upon(zone, declared.area))
    }

    /// Whether a unit is of a kind or design.
    pub(super) fn is_a(&self, unit: ActorId, kind: &str) -> bool {
        self.roster.units.row(unit).is_some_and(|sheet| sheet.kind == *kind || sheet.design == *kind)
    }

    /// True if a unit is among those a line of this carrier is true of.
    pub(super) fn is_meant(&self, carrier: Carrier, whom: &Whom, unit: ActorId) -> bool {
        let declared = &self.state.declared;
        let Some(own) = carrier.person() else {
            let inside = match carrier {
                Carrier::Zone(zone) => self.place_of(unit) == Some(zone),
                _ => true,
            };
            return inside
                && match whom {
                    Whom::Actor => declared.me == Some(unit),
                    Whom::Target => self.is_aimed_at(unit),
                    Whom::Allied(kind) | Whom::Enemy(kind) => self.is_a(unit, kind),
                    _ => true,
                };
        };
        let enemies = || self.are_enemies(own, unit);
        match whom {
            Whom::Own => own == unit,
            Whom::Allies => own != unit && !enemies(),
            Whom::Enemies => enemies(),
            Whom::Others => own != unit,
            Whom::Everyone => true,
            Whom::Target => declared.me == Some(own) && self.is_aimed_at(unit),
            Whom::Actor => declared.me == Some(unit),
            Whom::Allied(kind) => own != unit && !enemies() && self.is_a(unit, kind),
            Whom::Enemy(kind) => enemies() && self.is_a(unit, kind),
            Whom::Platoon => self.is_led_with(own, unit),
            Whom::Carrier => self.state.unit(own).is_some_and(|there| there.carrier == Some(unit)),
            Whom::Attached => self.state.unit(unit).is_some_and(|there| there.carrier == Some(own)),
            Whom::Crew | Whom::Tethered => false,
        }
    }

    /// As [`Platoons::is_meant`], behind `by`: there, self is one of its allies (effects.md 2).
    pub(super) fn is_meant_by(&self, carrier: Carrier, by: &Whom, unit: ActorId) -> bool {
        match (carrier.person(), by) {
            (Some(own), Whom::Allies) => !self.are_enemies(own, unit),
            (Some(own), Whom::Allied(kind)) => !self.are_enemies(own, unit) && self.is_a(unit, kind),
            _ => self.is_meant(carrier, by, unit),
        }
    }

    /// True if a unit belongs to the platoon of another: under the same command at its last check (R-YE2).
    fn is_led_with(&self, own: ActorId, unit: ActorId) -> bool {
        let (Some(a), Some(b)) = (self.state.unit(own), self.state.unit(unit)) else { return false };
        own == unit || (a.platoon == b.platoon && b.member)
    }

    /// Whether what is declared is aimed at a unit, alone or among others.
    fn is_aimed_at(&self, unit: ActorId) -> bool {
        let state = &self.state;
        state.declared.it == Id::Actor(unit) || state.targets.iter().any(|target| target.who == unit)
    }

    /// True if a roll is made against what a line speaks of.
    pub(super) fn fits_foe(against: &Foe, carrier: Carrier, at: &At) -> bool {
        let withstood = at.roll.and_then(|roll| roll.against);
        match against {
            Foe::Carrier => at.foe.is_some() && carrier.person() == at.foe,
            Foe::Skill(skill) => withstood.is_some_and(|(_, with)| with == Some(*skill)),
            Foe::Act(act) => withstood.is_some_and(|(there, _)| there == *act),
            Foe::Thing(_) => false,
        }
    }
}

impl Witness for Platoons {
    type At = At;
    type Eye<'a> = Eye<'a>;

    fn table(&self) -> &Lines {
        &self.roster.lines
    }

    fn whose(&self, at: &At) -> ActorId {
        at.unit
    }

    fn track_asked(&self, _at: &At) -> Option<u8> {
        Some(MORALE.0)
    }

    fn words_asked(&self, at: &At) -> Option<&str> {
        at.aspect.and_then(|id| self.state.aspects.row(id)).map(|aspect| aspect.text.as_str())
    }

    fn is_carried_now(&self, carrier: Carrier) -> bool {
        carrier.person().is_none_or(|who| self.state.unit(who).is_some_and(|unit| unit.is_active()))
    }

    fn is_true_of(&self, line: &Line, at: &At) -> bool {
        self.is_meant(line.carrier, &line.whom, at.unit)
    }

    fn fits_roll(&self, wanted: &RollOf, carrier: Carrier, at: &At) -> bool {
        let Some(roll) = at.roll else { return wanted.act.is_none() && wanted.with_whatever() };
        let named = || roll.skill.is_some_and(|skill| wanted.skills.contains(&skill));
        wanted.act.is_none_or(|act| roll.act == act)
            && (wanted.with_whatever() || named())
            && wanted.against.as_ref().is_none_or(|against| Platoons::fits_foe(against, carrier, at))
    }

    fn wanted(&self, number: u16, line: &Line, at: &At) -> usize {
        usize::from(if line.waits() {
            self.state.roused.iter().any(|(there, who, _)| (*there, *who) == (number, at.unit))
        } else {
            !(line.choice || line.as_action) || self.state.chosen.contains(&(number, at.unit))
        })
    }

    /// A number that stands in, which is called by itself, is neither limited nor backed (effects.md 2).
    fn is_number(&self, parts: &Parts) -> bool {
        let number = |skill: SkillId| self.roster.skills.row(skill).is_some_and(|skill| skill.number.is_some());
        parts.iter().any(|(part, _)| matches!(part, Part::Skill(skill) if number(skill)))
    }

    fn eye(&self, carrier: Carrier, at: &At) -> Eye<'_> {
        Eye::of(self, carrier, at)
    }
}
