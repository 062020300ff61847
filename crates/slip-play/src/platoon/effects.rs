//! Effects in platoon combat: decides if an effect applies to a unit, a roll or an opponent, and if it was chosen or triggered.
//!
//! See also `quantities` (zones, ranges, stress, spin), `permissions` (permissions, whole zones, aspects), `optional_effects` and
//! `triggers`. Nothing here depends on a particular stunt.

use crate::effects::{Act, Carrier, CarrierSubject, EffectHost, EffectTable, OpponentFilter, RollFilter, TableEffect};
use crate::event::{RollAddend, RollAddends};
use crate::ids::{ActorId, AspectId, Id, SkillId, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::eval_context::PlatoonEvalContext;
use crate::platoon::roll_kinds::UnitRoll;
use crate::platoon::state::MORALE;

/// Query for effects: the roll, hit or number of a unit that is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitEffectQuery {
    /// Unit that rolls, is hit, or whose number is computed.
    pub(super) unit: ActorId,
    /// The roll, if the query is about a roll.
    pub(super) roll: Option<UnitRoll>,
    /// Opponent of the roll.
    pub(super) foe: Option<ActorId>,
    /// Zone aimed at, or the zone of the opponent.
    pub(super) zone: Option<ZoneId>,
    /// Aspect that is used.
    pub(super) aspect: Option<AspectId>,
    /// True if the roll affects every unit of the zone.
    pub(super) area: bool,
    /// Track that the query is about; `None` means Morale.
    pub(super) track: Option<u8>,
}

impl UnitEffectQuery {
    /// Returns the query for effects on a unit outside of a roll.
    pub(super) const fn of(unit: ActorId) -> UnitEffectQuery {
        UnitEffectQuery { unit, roll: None, foe: None, zone: None, aspect: None, area: false, track: None }
    }

    /// Returns the query about a unit's roll.
    pub(super) const fn rolling(unit: ActorId, roll: UnitRoll) -> UnitEffectQuery {
        UnitEffectQuery { roll: Some(roll), ..UnitEffectQuery::of(unit) }
    }

    /// Returns the query with an opponent.
    pub(super) const fn against(self, foe: Option<ActorId>) -> UnitEffectQuery {
        UnitEffectQuery { foe, ..self }
    }

    /// Returns the query with a zone; `area` is true if the roll affects every unit there.
    pub(super) const fn upon(self, zone: Option<ZoneId>, area: bool) -> UnitEffectQuery {
        UnitEffectQuery { zone, area, ..self }
    }

    /// True if the query is about a roll for this act.
    pub(super) fn is(&self, act: Act) -> bool {
        self.roll.is_some_and(|roll| roll.act == act)
    }
}

impl PlatoonFight {
    /// Returns the query about the declared roll: act, skill and target of the acting unit. For a defender's roll use
    /// [`UnitEffectQuery::rolling`] with [`UnitRoll::defence`] against the acting unit.
    pub(super) fn declared_at(&self, unit: ActorId) -> Option<UnitEffectQuery> {
        let declared = &self.state.declared;
        let act = super::roll_kinds::act_of(declared.act?)?;
        let roll = UnitRoll { act, skill: declared.skill, against: None };
        let zone = match declared.it {
            Id::Zone(zone) => Some(zone),
            Id::Actor(target) => self.state.unit(target).and_then(|target| target.zone()),
            Id::Scene | Id::None => None,
        };
        let foe = declared.it.actor().filter(|_| !declared.area);
        Some(UnitEffectQuery::rolling(unit, roll).against(foe).upon(zone, declared.area))
    }

    /// True if a unit is of a kind or design.
    pub(super) fn is_a(&self, unit: ActorId, kind: &str) -> bool {
        self.roster.units.row(unit).is_some_and(|sheet| sheet.kind == *kind || sheet.design == *kind)
    }

    /// True if an effect's subject (`whom`) includes a unit. The subject is interpreted relative to the unit or zone that carries the
    /// effect.
    pub(super) fn is_meant(&self, carrier: Carrier, whom: &CarrierSubject, unit: ActorId) -> bool {
        let declared = &self.state.declared;
        let Some(own) = carrier.person() else {
            let inside = match carrier {
                Carrier::Zone(zone) => self.place_of(unit) == Some(zone),
                _ => true,
            };
            return inside
                && match whom {
                    CarrierSubject::Actor => declared.me == Some(unit),
                    CarrierSubject::Target => self.is_aimed_at(unit),
                    CarrierSubject::Allied(kind) | CarrierSubject::Enemy(kind) => self.is_a(unit, kind),
                    _ => true,
                };
        };
        let enemies = || self.are_enemies(own, unit);
        match whom {
            CarrierSubject::Own => own == unit,
            CarrierSubject::Allies => own != unit && !enemies(),
            CarrierSubject::Enemies => enemies(),
            CarrierSubject::Others => own != unit,
            CarrierSubject::Everyone => true,
            CarrierSubject::Target => declared.me == Some(own) && self.is_aimed_at(unit),
            CarrierSubject::Actor => declared.me == Some(unit),
            CarrierSubject::Allied(kind) => own != unit && !enemies() && self.is_a(unit, kind),
            CarrierSubject::Enemy(kind) => enemies() && self.is_a(unit, kind),
            CarrierSubject::Platoon => self.is_led_with(own, unit),
            CarrierSubject::Carrier => self.state.unit(own).is_some_and(|there| there.carrier == Some(unit)),
            CarrierSubject::Attached => self.state.unit(unit).is_some_and(|there| there.carrier == Some(own)),
            CarrierSubject::Crew | CarrierSubject::Tethered => false,
        }
    }

    /// Like [`PlatoonFight::is_meant`], for the word after `by` in an effect. Here `allies` includes the unit that carries the effect.
    pub(super) fn is_meant_by(&self, carrier: Carrier, by: &CarrierSubject, unit: ActorId) -> bool {
        match (carrier.person(), by) {
            (Some(own), CarrierSubject::Allies) => !self.are_enemies(own, unit),
            (Some(own), CarrierSubject::Allied(kind)) => !self.are_enemies(own, unit) && self.is_a(unit, kind),
            _ => self.is_meant(carrier, by, unit),
        }
    }

    /// True if a unit belongs to the platoon of the unit `own`: both were under the same command at the last check of command (R-YE2).
    fn is_led_with(&self, own: ActorId, unit: ActorId) -> bool {
        let (Some(a), Some(b)) = (self.state.unit(own), self.state.unit(unit)) else { return false };
        own == unit || (a.platoon == b.platoon && b.member)
    }

    /// True if the declared act is aimed at a unit, alone or among others.
    fn is_aimed_at(&self, unit: ActorId) -> bool {
        let state = &self.state;
        state.declared.it == Id::Actor(unit) || state.targets.iter().any(|target| target.who == unit)
    }

    /// True if the roll is made against the opponent, skill or act that the effect names after `against`.
    pub(super) fn fits_foe(against: &OpponentFilter, carrier: Carrier, at: &UnitEffectQuery) -> bool {
        let withstood = at.roll.and_then(|roll| roll.against);
        match against {
            OpponentFilter::Carrier => at.foe.is_some() && carrier.person() == at.foe,
            OpponentFilter::Skill(skill) => withstood.is_some_and(|(_, with)| with == Some(*skill)),
            OpponentFilter::Act(act) => withstood.is_some_and(|(there, _)| there == *act),
            OpponentFilter::Thing(_) => false,
        }
    }
}

impl EffectHost for PlatoonFight {
    type At = UnitEffectQuery;
    type Eye<'a> = PlatoonEvalContext<'a>;

    fn table(&self) -> &EffectTable {
        &self.roster.lines
    }

    fn whose(&self, at: &UnitEffectQuery) -> ActorId {
        at.unit
    }

    fn track_asked(&self, at: &UnitEffectQuery) -> Option<u8> {
        Some(at.track.unwrap_or(MORALE.0))
    }

    fn words_asked(&self, at: &UnitEffectQuery) -> Option<&str> {
        at.aspect.and_then(|id| self.state.aspects.row(id)).map(|aspect| aspect.text.as_str())
    }

    fn is_carried_now(&self, carrier: Carrier) -> bool {
        carrier.person().is_none_or(|who| self.state.unit(who).is_some_and(|unit| unit.is_active()))
    }

    fn is_true_of(&self, line: &TableEffect, at: &UnitEffectQuery) -> bool {
        self.is_meant(line.carrier, &line.whom, at.unit)
    }

    fn fits_roll(&self, wanted: &RollFilter, carrier: Carrier, at: &UnitEffectQuery) -> bool {
        let Some(roll) = at.roll else { return wanted.act.is_none() && wanted.with_whatever() };
        let named = || roll.skill.is_some_and(|skill| wanted.skills.contains(&skill));
        wanted.act.is_none_or(|act| roll.act == act)
            && (wanted.with_whatever() || named())
            && wanted.against.as_ref().is_none_or(|against| PlatoonFight::fits_foe(against, carrier, at))
    }

    fn wanted(&self, number: u16, line: &TableEffect, at: &UnitEffectQuery) -> usize {
        usize::from(if line.waits() {
            self.state.roused.iter().any(|(there, who, _)| (*there, *who) == (number, at.unit))
        } else {
            !(line.choice || line.as_action) || self.state.chosen.contains(&(number, at.unit))
        })
    }

    /// True if the roll uses a plain number instead of a skill. Plain numbers are neither limited nor amplified.
    fn is_number(&self, parts: &RollAddends) -> bool {
        let number = |skill: SkillId| self.roster.skills.row(skill).is_some_and(|skill| skill.number.is_some());
        parts.iter().any(|(part, _)| matches!(part, RollAddend::Skill(skill) if number(skill)))
    }

    fn eye(&self, carrier: Carrier, at: &UnitEffectQuery) -> PlatoonEvalContext<'_> {
        PlatoonEvalContext::of(self, carrier, at)
    }
}
