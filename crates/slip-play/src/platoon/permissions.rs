//! Permissions and prohibitions by effects: acts, targets, whole zones, passengers, uses of aspects.

use crate::effects::{Act, AreaLimits, Carrier, CarrierSubject, EffectHost, EffectOperation, EvalContext, Hook, TableEffect, TriggerEvent};
use crate::ids::{ActorId, AspectId, SkillId, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::roll_kinds::UnitRoll;
use slip_dice::fate::{Aspect, Holder};
use slip_pack::effect::{ActionObject, Event as Word, ExtraActionTime, Place, TagVerb, When};

/// An effect that makes a roll strike a whole zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaEffect {
    /// Number of the effect.
    pub line: u16,
    /// True if the effect is mandatory.
    pub always: bool,
    /// Units and places that are left out when the roll is made against a whole area.
    pub spares: AreaLimits,
}

/// Effect that lets a unit know zones by heart. Before the first turn, it places an aspect on zones that the unit's player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupAspect<'a> {
    /// Number of the effect.
    pub line: u16,
    /// Text of the aspect.
    pub aspect: &'a str,
    /// Number of zones that the unit may choose.
    pub zones: u8,
    /// Sides that get a free tag on each aspect, one bit for each.
    pub sides: u32,
}

impl PlatoonFight {
    /// True if effects allow a unit to do an act, without regard to a target.
    pub fn may_do(&self, unit: ActorId, act: Act) -> bool {
        !self.is_forbidden(&UnitEffectQuery::of(unit), act)
    }

    /// True if effects allow a unit to do an act, such as attacking, jamming or spotting, to another unit. Units that cannot be chosen as
    /// targets are also spared by an attack on a whole zone.
    pub fn may_do_to(&self, unit: ActorId, roll: UnitRoll, target: ActorId) -> bool {
        let at = UnitEffectQuery::rolling(unit, roll).against(Some(target)).upon(self.place_of(target), false);
        !self.is_forbidden(&at, roll.act)
    }

    /// Like [`PlatoonFight::may_do_to`], for an attack with a skill.
    pub fn may_attack(&self, unit: ActorId, skill: SkillId, target: ActorId) -> bool {
        self.may_do_to(unit, UnitRoll::attack(skill), target)
    }

    /// True if effects allow a unit to do an act in or into a zone.
    pub fn may_do_in(&self, unit: ActorId, roll: UnitRoll, zone: ZoneId) -> bool {
        !self.is_forbidden(&UnitEffectQuery::rolling(unit, roll).upon(Some(zone), false), roll.act)
    }

    fn is_forbidden(&self, at: &UnitEffectQuery, act: Act) -> bool {
        self.roster.lines.any(Hook::Permit)
            && self
                .listed(Hook::Permit, at)
                .any(|(number, line)| self.forbids(line, act) && self.is_object(line, at) && self.in_force(number, line, at) > 0)
    }

    /// True if an act is aimed at the object that an effect names. An effect without an object applies to any target.
    fn is_object(&self, line: &TableEffect, at: &UnitEffectQuery) -> bool {
        let EffectOperation::Permit { object, .. } = &line.does else { return false };
        match object {
            None => true,
            Some(ActionObject::This) => match line.carrier {
                Carrier::Zone(zone) => at.zone == Some(zone),
                carrier => at.foe.is_some() && at.foe == carrier.person(),
            },
            Some(ActionObject::It) => at.foe.is_some() && at.foe == self.state.declared.me,
            Some(ActionObject::Zone(role)) => at.zone.is_some() && at.zone == self.eye(line.carrier, at).zone_of_role(*role),
        }
    }

    /// True if an effect allows a unit to do an act that its kind normally cannot do, and no effect forbids it.
    fn is_let(&self, at: &UnitEffectQuery, act: Act) -> bool {
        let lets = |line: &TableEffect| matches!(&line.does, EffectOperation::Permit { cannot: false, acts, pace: None, .. } if acts.contains(&act));
        self.roster.lines.any(Hook::Permit)
            && self.listed(Hook::Permit, at).any(|(number, line)| lets(line) && self.in_force(number, line, at) > 0)
            && !self.is_forbidden(at, act)
    }

    /// True if a unit may move on past enemies.
    pub fn may_pass(&self, unit: ActorId) -> bool {
        self.is_let(&UnitEffectQuery::of(unit), Act::PassEnemies)
    }

    /// True if an aircraft may stay over the map after it has acted.
    pub fn may_stay(&self, unit: ActorId) -> bool {
        self.is_let(&UnitEffectQuery::of(unit), Act::Stay)
    }

    /// True if a unit may roll a skill in its action although it has defended with this skill this turn.
    pub fn may_reuse(&self, unit: ActorId, roll: UnitRoll) -> bool {
        self.is_let(&UnitEffectQuery::rolling(unit, roll), Act::Reuse)
    }

    /// True if a unit may attack unspotted targets; `area` is true if it attacks a whole zone.
    pub fn may_attack_unspotted(&self, unit: ActorId, skill: SkillId, zone: Option<ZoneId>, area: bool) -> bool {
        self.is_let(&UnitEffectQuery::rolling(unit, UnitRoll::attack(skill)).upon(zone, area), Act::AttackUnspotted)
    }

    /// Returns the effect by which a roll may strike every unit in a zone, with the units that the effect spares. `always` is true if the
    /// roll must strike all the others. After the roll, an effect that was paid for still counts.
    pub fn area(&self, unit: ActorId, roll: UnitRoll) -> Option<AreaEffect> {
        if !self.roster.lines.any(Hook::Area) {
            return None;
        }
        let at = UnitEffectQuery::rolling(unit, roll).upon(None, true);
        let open = |(number, line): (u16, &TableEffect)| match &line.does {
            EffectOperation::Area { place: Place::Zone, area, .. } if self.may_count(line, &at) => {
                let open = self.is_in_use(number, unit) || self.can_use(line, number, unit);
                open.then_some(AreaEffect { line: number, always: area.always, spares: *area })
            }
            _ => None,
        };
        self.listed(Hook::Area, &at).find_map(open)
    }

    /// True if a unit's attack on a zone strikes another unit there.
    pub fn strikes(&self, unit: ActorId, roll: UnitRoll, area: &AreaEffect, other: ActorId) -> bool {
        let spares = &area.spares;
        let spared = (spares.spares_self && other == unit) || (spares.spares_allies && !self.are_enemies(unit, other));
        !spared && self.may_do_to(unit, roll, other)
    }

    /// Returns the total number of units of the kind of `load` that a unit can carry. Units that are already aboard are not subtracted.
    pub fn room_for(&self, unit: ActorId, load: ActorId) -> i32 {
        if !self.roster.lines.any(Hook::Carries) {
            return 0;
        }
        let at = UnitEffectQuery::of(unit);
        let room = self.lines_at(Hook::Carries, &at).filter_map(|(_, line)| match &line.does {
            EffectOperation::Carries(count, what) if self.is_a(load, what) => Some(self.eye(line.carrier, &at).number(count).max(0)),
            _ => None,
        });
        room.fold(0, i32::saturating_add)
    }

    /// True if a unit has room to carry one more unit of the kind of `load`.
    pub fn has_room_for(&self, unit: ActorId, load: ActorId) -> bool {
        let room = self.room_for(unit, load);
        room > 0 && {
            let aboard = self.state.units.values().filter(|there| there.is_active() && there.carrier == Some(unit)).count();
            i32::try_from(aboard).is_ok_and(|aboard| aboard < room)
        }
    }

    /// Returns the aspect that a unit places before the first turn on zones that it knows by heart. Its player chooses the zones in set-up.
    pub fn knows_by_heart(&self, unit: ActorId) -> Option<SetupAspect<'_>> {
        let at = UnitEffectQuery::of(unit);
        self.roster.lines.at(Hook::Moment).find_map(|(number, line)| {
            let EffectOperation::Place { aspect, zones, by } = &line.does else { return None };
            let cue = line
                .cue
                .as_ref()
                .filter(|cue| cue.when != When::After && matches!(cue.what, TriggerEvent::Event(Word::Setup | Word::Start)));
            if line.carrier != Carrier::Person(unit) || cue.is_none() || !self.is_so(line, &at) {
                return None;
            }
            let all = self.roster.sides.keys();
            let sides = by.as_ref().map_or(0, |by| by.sides(Some(self.side(unit)), all));
            Some(SetupAspect { line: number, aspect, zones: *zones, sides })
        })
    }

    /// True if a unit may use the free tag on an aspect. Its side must have the tag. If the effect that placed the aspect restricts the tag
    /// to certain units (`free_tag by allied artillery`), the unit must be one of them.
    pub fn is_free_for(&self, aspect: &Aspect, unit: ActorId) -> bool {
        let side = 1_u32.checked_shl(u32::from(self.side(unit).0)).unwrap_or(0);
        let open = aspect.free.is_some_and(|free| free.sides & side != 0);
        let placer = aspect.placer.map(ActorId);
        let placed = |line: &TableEffect| match &line.does {
            EffectOperation::Place { aspect: words, by: Some(by), .. } if *words == aspect.text && line.carrier.person() == placer => {
                Some(by.clone())
            }
            _ => None,
        };
        open && match placer.and_then(|_| self.roster.lines.at(Hook::Moment).find_map(|(_, line)| placed(line).map(|by| (line, by)))) {
            Some((line, by)) => self.is_meant_by(line.carrier, &by, unit),
            None => true,
        }
    }

    /// Returns the effect with which a unit may remove a free tag right after the dice of its maneuver. The flag is true if the removal
    /// takes the place of the maneuver's own aspect.
    pub fn strips(&self, unit: ActorId, zone: ZoneId) -> Option<(u16, bool)> {
        self.after_maneuver(unit, zone, |line| match &line.does {
            EffectOperation::Strip { instead, .. } => Some(*instead),
            _ => None,
        })
    }

    /// True if an effect lets a unit remove the free tag of this aspect. The aspect has a free tag, and the effect names the unit that
    /// placed the aspect.
    pub fn is_strippable(&self, line: u16, unit: ActorId, aspect: &Aspect) -> bool {
        let Some((there, EffectOperation::Strip { of, .. })) = self.roster.lines.get(line).map(|line| (line, &line.does)) else {
            return false;
        };
        let placer = aspect.placer.map(ActorId).filter(|_| aspect.present && aspect.free.is_some());
        placer.is_some_and(|placer| match of {
            CarrierSubject::Enemies => self.are_enemies(unit, placer),
            of => self.is_meant_by(there.carrier, of, placer),
        })
    }

    /// Returns the effect that permits a unit a second maneuver in its own zone, directly after the dice of the first.
    pub fn maneuvers_again(&self, unit: ActorId, zone: ZoneId) -> Option<u16> {
        let again = self.after_maneuver(unit, zone, |line| match &line.does {
            EffectOperation::Permit { cannot: false, acts, pace: Some(ExtraActionTime::AtOnce), .. } if acts.contains(&Act::Maneuver) => {
                Some(())
            }
            _ => None,
        });
        again.map(|(number, ())| number)
    }

    fn after_maneuver<T>(&self, unit: ActorId, zone: ZoneId, what: impl Fn(&TableEffect) -> Option<T>) -> Option<(u16, T)> {
        let roll = UnitRoll { act: Act::Maneuver, skill: self.state.declared.skill, against: None };
        let at = UnitEffectQuery::rolling(unit, roll).upon(Some(zone), false);
        self.roster.lines.at(Hook::Moment).find_map(|(number, line)| {
            let found = what(line)?;
            let meant = line.carrier.person().is_none_or(|own| own == unit);
            (meant && self.has_come(line, &at) && self.is_so(line, &at) && self.can_use(line, number, unit)).then_some((number, found))
        })
    }

    /// True if an effect is triggered after rolls of this kind (`after maneuver`).
    fn has_come(&self, line: &TableEffect, at: &UnitEffectQuery) -> bool {
        let Some(cue) = line.cue.as_ref().filter(|cue| cue.when == When::After) else { return false };
        let own = cue.who.as_ref().is_none_or(|whom| self.is_meant(line.carrier, whom, at.unit));
        own && matches!(&cue.what, TriggerEvent::Roll(roll) if self.fits_roll(roll, line.carrier, at))
    }

    /// Returns the effect that lets a unit attack the aircraft `foe` out of turn, when the aircraft comes onto the map (R-L31).
    pub fn intercepts(&self, unit: ActorId, foe: ActorId) -> Option<u16> {
        let at = UnitEffectQuery { foe: Some(foe), ..UnitEffectQuery::of(unit) };
        let open = |(number, line): (u16, &TableEffect)| {
            let cue = line.cue.as_ref().filter(|cue| cue.what == TriggerEvent::Event(Word::EnterMap))?;
            let EffectOperation::Permit { cannot: false, acts, pace: Some(ExtraActionTime::OutOfTurn), .. } = &line.does else {
                return None;
            };
            let about = acts.contains(&Act::Attack) && cue.who.as_ref().is_some_and(|whom| self.is_meant(line.carrier, whom, foe));
            let meant = self.is_carried_now(line.carrier) && self.is_true_of(line, &at);
            (about && meant && self.is_so(line, &at) && self.can_use(line, number, unit)).then_some(number)
        };
        self.roster.lines.at(Hook::Moment).find_map(open)
    }

    /// True if an effect keeps an aspect with this text off a unit (`platoon never has aspect "Out of ammo"`).
    pub fn never_has(&self, unit: ActorId, words: &str) -> bool {
        let at = UnitEffectQuery::of(unit);
        let says = |line: &TableEffect| matches!(&line.does, EffectOperation::Tag { never: true, verb: TagVerb::HasAspect, aspect, .. } if aspect == words);
        self.roster.lines.any(Hook::HasAspect) && self.lines_at(Hook::HasAspect, &at).any(|(_, line)| says(line))
    }

    /// True if an effect forbids a unit to tag, invoke or compel an aspect, or forbids free tags on it.
    pub fn never(&self, verb: TagVerb, aspect: AspectId, by: ActorId) -> bool {
        self.says_of(verb, aspect, by, true)
    }

    /// True if an effect forbids free tags on an aspect with this text that a unit has or gets now.
    pub(super) fn never_free(&self, words: &str, unit: ActorId) -> bool {
        self.says_of_words(TagVerb::FreeTag, (words, Holder::Actor(unit.0)), &UnitEffectQuery::of(unit), true)
    }

    /// True if an effect allows a unit to tag, invoke or compel an aspect that is otherwise not open to the unit.
    pub fn lets(&self, verb: TagVerb, aspect: AspectId, by: ActorId) -> bool {
        self.says_of(verb, aspect, by, false)
    }

    fn says_of(&self, verb: TagVerb, aspect: AspectId, by: ActorId, never: bool) -> bool {
        if !self.roster.lines.any(Hook::Tag) {
            return false;
        }
        let Some(there) = self.state.aspects.row(aspect).filter(|aspect| aspect.present) else { return false };
        self.says_of_words(verb, (&there.text, there.holder), &UnitEffectQuery { aspect: Some(aspect), ..UnitEffectQuery::of(by) }, never)
    }

    fn says_of_words(&self, verb: TagVerb, (text, holder): (&str, Holder), at: &UnitEffectQuery, never: bool) -> bool {
        self.roster.lines.at(Hook::Tag).any(|(_, line)| {
            let EffectOperation::Tag { never: forbids, verb: wanted, aspect: words, by: whom } = &line.does else { return false };
            let means = |whom: &Option<CarrierSubject>| match whom {
                Some(whom) => self.is_meant_by(line.carrier, whom, at.unit),
                None if never => true,
                None => match holder {
                    Holder::Actor(who) | Holder::Gear(who, _) => self.are_enemies(ActorId(who), at.unit),
                    Holder::Zone(_) | Holder::Scene | Holder::System | Holder::Campaign => true,
                },
            };
            *forbids == never
                && *wanted == verb
                && words == text
                && self.is_carried_now(line.carrier)
                && self.bears(line, holder)
                && means(whom)
                && self.is_so(line, at)
        })
    }

    /// True if an effect concerns the holder of an aspect: a unit that is a subject of the effect, or the place that carries the effect.
    pub(super) fn bears(&self, line: &TableEffect, holder: Holder) -> bool {
        match (holder, line.carrier) {
            (Holder::Actor(who) | Holder::Gear(who, _), carrier) => match self.state.platoon_of_id(ActorId(who)) {
                Some(platoon) => carrier.person().is_none_or(|own| self.platoon(own) == Some(platoon)),
                None => self.is_meant(carrier, &line.whom, ActorId(who)),
            },
            (Holder::Zone(there), Carrier::Zone(zone)) => zone.0 == there,
            (Holder::Zone(_) | Holder::Scene | Holder::System | Holder::Campaign, _) => true,
        }
    }
}
