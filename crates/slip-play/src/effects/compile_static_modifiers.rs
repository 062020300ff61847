//! Compiles effects that always apply to one item or actor into static modifiers of sheets.

use super::{After, AreaLimits, AspectOccasion, Condition, ConditionVariable, EffectInput, RollChange, StandIn, StaticModifier, Verdict};
use super::{RECOILLESS, act, base_name, is_attack, is_choice, is_own};
use crate::event::TrackId;
use crate::ids::SkillId;
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{
    Action, ActionObject, Against, Bound, Effect, EffectMoment, EffectSubject, Event, ExtraActionTime, Measure, MeasureObject, Occurrence,
    PackOperation, Per, Permit, Place, Quantity, Role, RollPattern, SetValue, Spared, TagVerb, Want, When,
};
use slip_pack::formula::Formula;

/// Kind of carrier of an effect. One operation has different static modifiers for a weapon, for armour and for a person.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CarrierKind {
    Weapon,
    Armour,
    Person,
}

/// The stat that makes an item armour.
const DEFENSE: &str = "defense";

impl EffectInput<'_> {
    fn sort(&self) -> CarrierKind {
        // If an actor is its own weapon, its effects are those of a person, not of a weapon.
        match (self.thing.skill.is_some() && !std::ptr::eq(self.thing, self.bearer), self.thing.stats.contains_key(DEFENSE)) {
            (true, _) => CarrierKind::Weapon,
            (false, true) if !std::ptr::eq(self.thing, self.bearer) => CarrierKind::Armour,
            _ => CarrierKind::Person,
        }
    }

    /// True if an effect is compiled into the sheet of its carrier. Such an effect always applies to the carrier or its item. Its condition
    /// tests only the carrier's own state, the current roll and the gravity. All other effects go into the effect table.
    pub(super) fn is_plain(&self, effect: &Effect) -> bool {
        let own = matches!(effect.who, None | Some(EffectSubject::Bearer));
        if self.placeless || !own || is_choice(effect) {
            return false;
        }
        let sort = self.sort();
        let live = match self.verdict(effect.condition.as_ref()) {
            // An effect that never applies is left out of both the sheets and the effect table.
            Verdict::Never => return true,
            Verdict::Always => false,
            Verdict::When(condition) if is_simple(&condition) => true,
            Verdict::When(_) => return false,
        };
        match &effect.moment {
            Some(moment) => self.is_plain_after(moment, &effect.op, live, sort),
            None => self.is_plain_standing(&effect.op, live, sort),
        }
    }

    fn is_plain_standing(&self, op: &PackOperation, live: bool, sort: CarrierKind) -> bool {
        let weapon = sort == CarrierKind::Weapon;
        match op {
            PackOperation::Change(change) => {
                let counted = matches!(change.per, None | Some(Per::Stunt(_))) && self.amount(&change.by, 1).is_some();
                counted
                    && match &change.to {
                        Quantity::Roll(roll) if weapon => !live && bare(roll) && roll.action == Action::Attack,
                        Quantity::Roll(roll) => {
                            let known = roll.with.iter().all(|name| (self.skill)(name).is_some());
                            roll.against.is_none() && known && (roll.action == Action::Rolls || act(roll.action).is_some())
                        }
                        Quantity::Measure(measured) if !live => match (measured.what, &measured.of) {
                            (Measure::Harm | Measure::Penetration, Some(MeasureObject::Roll(roll))) if weapon => {
                                bare(roll) && is_attack(roll)
                            }
                            (Measure::Harm | Measure::Penetration, Some(MeasureObject::Roll(roll))) => {
                                let known = roll.with.iter().all(|name| (self.skill)(name).is_some());
                                !roll.with.is_empty() && known && is_attack(roll)
                            }
                            (Measure::Harm | Measure::Penetration, None) => weapon,
                            (Measure::Defense, _) => sort == CarrierKind::Armour,
                            (Measure::Order, _) => !weapon,
                            _ => false,
                        },
                        _ => false,
                    }
            }
            PackOperation::Set(set) => {
                let of = |wanted: Measure| matches!(&set.what, Quantity::Measure(measured) if measured.what == wanted);
                let range = of(Measure::Range) && matches!(set.value, SetValue::Range(..));
                let outside = of(Measure::OutOfRange)
                    && matches!(&set.value, SetValue::Number(number) if self.amount(number, 1).is_some())
                    && matches!(set.per, None | Some(Per::Zone));
                weapon && !live && set.how == Bound::Is && (range || outside)
            }
            PackOperation::Use(used) => {
                let skills = base_name(&used.basis.base).is_some_and(|name| (self.skill)(&name).is_some());
                let plain = !used.harmless && !used.basis.roll && used.within_range_of.is_none() && used.roll.against.is_none();
                let plus = used.basis.plus.as_ref().is_none_or(|plus| self.amount(plus, 1).is_some());
                let rolled = used.roll.action == Action::Rolls || act(used.roll.action).is_some();
                let whole = if weapon { used.must && !live && is_attack(&used.roll) && self.is_own_attack(&used.roll) } else { true };
                let bare_hands = used.roll.with.is_empty() && matches!(used.roll.action, Action::Attack);
                plain && skills && plus && rolled && whole && is_own(&used.basis) && (weapon || !bare_hands)
            }
            PackOperation::Blend(blend) => {
                let skill = base_name(&blend.by.base).is_some_and(|name| (self.skill)(&name).is_some());
                weapon
                    && !live
                    && skill
                    && blend.by.plus.is_none()
                    && is_own(&blend.by)
                    && self.is_own_attack(&blend.roll)
                    && bare(&blend.roll)
            }
            PackOperation::Hits(hits) => {
                let known = hits.roll.with.iter().all(|name| (self.skill)(name).is_some());
                !live && is_attack(&hits.roll) && known && hits.roll.with.is_empty() == weapon
            }
            PackOperation::Area(area) => weapon && !live && self.is_own_attack(&area.roll) && area.place == Place::Zone,
            PackOperation::Permit(permit) if permit.cannot => {
                weapon && permit.actions.as_slice() == [Action::Attack] && permit.object.is_none() && permit.pace.is_none()
            }
            PackOperation::Permit(permit) => weapon && !live && permit.actions.as_slice() == [Action::SwitchMode],
            PackOperation::Choose(_) => weapon && !live,
            PackOperation::Needs(needs) => {
                let marks = needs.wants.iter().any(|want| matches!(want, Want::Mark(_)));
                let about = needs.roll.as_ref().is_none_or(|roll| {
                    let own = if weapon { Action::Attack } else { Action::Defence };
                    bare(roll) && roll.action == own
                });
                self.has_what(needs) || (!live && !marks && about && sort != CarrierKind::Person)
            }
            PackOperation::AllowsUntrained(_) => !live && sort != CarrierKind::Person,
            PackOperation::Tag(tag) if !live && tag.by.is_none() => match (tag.never, tag.verb) {
                (false, TagVerb::HasAspect) | (true, TagVerb::FreeTag) => true,
                (true, TagVerb::HasAspect) => !weapon,
                _ => false,
            },
            PackOperation::Is(mark) => mark.military,
            PackOperation::Table(_) | PackOperation::Grants(_) => true,
            _ => false,
        }
    }

    fn is_plain_after(&self, moment: &EffectMoment, op: &PackOperation, live: bool, sort: CarrierKind) -> bool {
        let own = matches!(moment.who, None | Some(EffectSubject::Bearer)) && moment.when == When::After;
        let attack = matches!(&moment.what, Occurrence::Roll(roll) if self.is_own_attack(roll) && roll.action == Action::Attack);
        let event = match &moment.what {
            Occurrence::Event(Event::AreaAttack | Event::Hit) => sort == CarrierKind::Weapon,
            Occurrence::Event(Event::ComposureAttack) => false,
            Occurrence::Roll(roll) if sort == CarrierKind::Weapon && roll.action == Action::Defence => bare(roll),
            _ => attack,
        };
        let aid = matches!(&moment.what, Occurrence::Roll(roll) if roll.action == Action::FirstAid && roll.with.is_empty());
        let told = matches!(moment.what, Occurrence::Event(Event::ComposureAttack)) || event || aid;
        own && match op {
            PackOperation::Tag(tag) if tag.never => tag.verb == TagVerb::HasAspect && sort != CarrierKind::Weapon && told && !live,
            PackOperation::Tag(tag) => {
                let free = tag.verb == TagVerb::FreeTag && matches!(tag.by, None | Some(EffectSubject::Enemies));
                sort == CarrierKind::Weapon && event && (free || (tag.verb == TagVerb::HasAspect && tag.by.is_none()))
            }
            PackOperation::Drops(Role::TargetZone) => sort == CarrierKind::Weapon && attack && !live,
            _ => false,
        }
    }

    pub(super) fn row(&self, effect: &Effect) -> Vec<StaticModifier> {
        let condition = match self.verdict(effect.condition.as_ref()) {
            Verdict::Never => return Vec::new(),
            Verdict::Always => None,
            Verdict::When(condition) => Some(condition),
        };
        // Effects on actors other than the carrier are in the effect table, not in a sheet.
        if !matches!(effect.who, None | Some(EffectSubject::Bearer)) {
            return Vec::new();
        }
        match &effect.moment {
            Some(moment) => self.after(effect, moment, condition).into_iter().collect(),
            None => self.standing(effect, condition),
        }
    }

    fn standing(&self, effect: &Effect, condition: Option<Condition>) -> Vec<StaticModifier> {
        let one = |row: StaticModifier| vec![row];
        match &effect.op {
            PackOperation::Change(change) => {
                let Some(times) = self.times(change.per.as_ref()) else { return Vec::new() };
                let Some(by) = self.amount(&change.by, effect.count().saturating_mul(times)) else { return Vec::new() };
                self.change(&change.to, by, condition)
            }
            PackOperation::Set(set) if condition.is_none() => self.set(&set.what, set.how, &set.value, set.per.as_ref()),
            PackOperation::Use(used) if is_own(&used.basis) => {
                self.uses(used, condition.as_ref()).into_iter().map(StaticModifier::Uses).collect()
            }
            PackOperation::Blend(blend) if condition.is_none() && self.is_own_attack(&blend.roll) && is_own(&blend.by) => {
                let by = base_name(&blend.by.base).and_then(|name| (self.skill)(&name));
                let row = if blend.limited { StaticModifier::Limited } else { StaticModifier::Amplified };
                by.map(row).into_iter().collect()
            }
            PackOperation::Hits(hits) if condition.is_none() && is_attack(&hits.roll) => {
                let Some(track) = (self.track)(&hits.track) else { return Vec::new() };
                let tracks = |skill| StaticModifier::Tracks(skill, TrackSet::of(TrackId(track)), hits.how);
                self.with(&hits.roll).into_iter().map(tracks).collect()
            }
            PackOperation::Area(area) if condition.is_none() && self.is_own_attack(&area.roll) && area.place == Place::Zone => {
                let spares = |who: Spared| area.except.contains(&who);
                one(StaticModifier::Area(AreaLimits {
                    not_here: spares(Spared::OwnZone),
                    spares_self: spares(Spared::Own),
                    spares_allies: spares(Spared::Allies),
                    always: area.always,
                }))
            }
            PackOperation::Permit(permit) => self.permit(permit, condition).into_iter().collect(),
            PackOperation::Choose(word) if condition.is_none() => one(StaticModifier::Choice(word.clone())),
            PackOperation::Needs(needs) if condition.is_none() && !self.has_what(needs) => {
                one(StaticModifier::Lacks(needs.roll.as_ref().and_then(|roll| act(roll.action))))
            }
            PackOperation::AllowsUntrained(skill) if condition.is_none() && self.is_about(skill.as_ref()) => {
                one(StaticModifier::AllowsUntrained)
            }
            PackOperation::Tag(tag) if condition.is_none() => {
                let words = EcoString::from(tag.aspect.words());
                match (tag.never, tag.verb) {
                    (true, TagVerb::FreeTag) => one(StaticModifier::NeverFree(words)),
                    (true, TagVerb::HasAspect) => one(StaticModifier::NeverHas(words)),
                    (false, TagVerb::HasAspect) => one(StaticModifier::Aspect(words)),
                    _ => Vec::new(),
                }
            }
            PackOperation::Is(mark) if !mark.military && condition.is_none() && mark.name == RECOILLESS => one(StaticModifier::Recoilless),
            _ => Vec::new(),
        }
    }

    fn after(&self, effect: &Effect, moment: &EffectMoment, condition: Option<Condition>) -> Option<StaticModifier> {
        let own = matches!(moment.who, None | Some(EffectSubject::Bearer));
        if moment.when != When::After || !own {
            return None;
        }
        let when = match &moment.what {
            Occurrence::Roll(roll) if self.is_own_attack(roll) => AspectOccasion::Attack,
            Occurrence::Roll(roll) if roll.action == Action::Defence && bare(roll) && self.sort() == CarrierKind::Weapon => {
                AspectOccasion::Defence
            }
            Occurrence::Event(Event::AreaAttack) => AspectOccasion::AreaAttack,
            Occurrence::Event(Event::Hit) => AspectOccasion::Hit,
            Occurrence::Event(Event::ComposureAttack) => AspectOccasion::Words,
            Occurrence::Roll(roll) if roll.action == Action::FirstAid && roll.with.is_empty() => AspectOccasion::FirstAid,
            _ => return None,
        };
        match &effect.op {
            PackOperation::Tag(tag) => {
                let aspect = EcoString::from(tag.aspect.words());
                match (tag.never, tag.verb) {
                    (true, TagVerb::HasAspect)
                        if condition.is_none() && matches!(when, AspectOccasion::Words | AspectOccasion::FirstAid) =>
                    {
                        Some(StaticModifier::NeverAfter(when, aspect))
                    }
                    (true, TagVerb::HasAspect) if condition.is_none() => Some(StaticModifier::NeverHas(aspect)),
                    (true, TagVerb::FreeTag) if condition.is_none() => Some(StaticModifier::NeverFree(aspect)),
                    (false, TagVerb::HasAspect) => Some(StaticModifier::After(After { when, aspect, free: false, condition })),
                    (false, TagVerb::FreeTag) if matches!(tag.by, None | Some(EffectSubject::Enemies)) => {
                        Some(StaticModifier::After(After { when, aspect, free: true, condition }))
                    }
                    _ => None,
                }
            }
            PackOperation::Drops(Role::TargetZone) if when == AspectOccasion::Attack && condition.is_none() => Some(StaticModifier::Drops),
            _ => None,
        }
    }

    fn change(&self, to: &Quantity, by: i32, condition: Option<Condition>) -> Vec<StaticModifier> {
        let own = self.sort() == CarrierKind::Weapon;
        match to {
            Quantity::Roll(roll) if own && roll.with.is_empty() && roll.action == Action::Attack => {
                if condition.is_none() {
                    vec![StaticModifier::Attack(by)]
                } else {
                    Vec::new()
                }
            }
            Quantity::Roll(roll) => self.roll_changes(roll, by, condition.as_ref()).into_iter().map(StaticModifier::Roll).collect(),
            Quantity::Measure(measured) if condition.is_none() => {
                let skills = match &measured.of {
                    Some(MeasureObject::Roll(roll)) => self.with(roll),
                    _ => vec![None],
                };
                match measured.what {
                    Measure::Harm => skills.into_iter().map(|skill| StaticModifier::Harm(skill, by)).collect(),
                    Measure::Penetration => skills.into_iter().map(|skill| StaticModifier::Penetration(skill, by)).collect(),
                    Measure::Defense => vec![StaticModifier::Defense(by)],
                    Measure::Order => vec![StaticModifier::Order(by)],
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn roll_changes(&self, roll: &RollPattern, by: i32, condition: Option<&Condition>) -> Vec<RollChange> {
        // A modifier with `against` depends on the opponent, so it cannot be static.
        if matches!(roll.against, Some(Against::This | Against::Name(_))) {
            return Vec::new();
        }
        let act = match roll.action {
            Action::Rolls => None,
            action => match act(action) {
                Some(act) => Some(act),
                None => return Vec::new(),
            },
        };
        let of = |skill| RollChange { skill, act, by, condition: condition.cloned(), line: None };
        self.with(roll).into_iter().map(of).collect()
    }

    fn set(&self, what: &Quantity, how: Bound, value: &SetValue, per: Option<&Per>) -> Vec<StaticModifier> {
        let Quantity::Measure(measured) = what else { return Vec::new() };
        let small = |value: i64| u8::try_from(value.max(0)).unwrap_or(u8::MAX);
        match (measured.what, how, value) {
            (Measure::Range, Bound::Is, SetValue::Range(from, to)) => vec![StaticModifier::Range(small(*from), small(*to))],
            (Measure::OutOfRange, Bound::Is, SetValue::Number(number)) => {
                let by = self.amount(number, 1);
                by.map(|by| StaticModifier::OutOfRange(by, matches!(per, Some(Per::Zone)))).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the skill substitutions that an effect makes, one for each replaced skill or item.
    pub(super) fn uses(&self, used: &slip_pack::effect::Substitution, condition: Option<&Condition>) -> Vec<StandIn> {
        let name = base_name(&used.basis.base).or_else(|| super::fixed_name(&used.basis.base));
        let Some(basis) = name.and_then(|name| (self.skill)(&name)) else { return Vec::new() };
        let plus = used.basis.plus.as_ref().map_or(Some(0), |plus| self.amount(plus, 1));
        let Some(plus) = plus else { return Vec::new() };
        let act = match used.roll.action {
            Action::Rolls => None,
            action => match act(action) {
                Some(act) => Some(act),
                None => return Vec::new(),
            },
        };
        let up_to = used.up_to.map(|up_to| i32::try_from(up_to).unwrap_or(i32::MAX));
        let full_for = used.full_for.map(|points| u16::try_from(points.max(0)).unwrap_or(u16::MAX));
        let stand_in = |skill: Option<SkillId>, thing: Option<Name>| {
            let condition = condition.cloned();
            StandIn {
                basis,
                skill,
                act,
                thing,
                up_to,
                full_for,
                lender: None,
                plus,
                must: used.must,
                condition,
                of: used.basis.of.filter(|role| !matches!(role, Role::Own | Role::Bearer)),
                lenders_roll: used.basis.roll,
                harmless: used.harmless,
                within: used.within_range_of.as_ref().and_then(|name| (self.skill)(name)),
                against: used.roll.against.as_ref().map(|against| self.foe(against)),
                line: None,
            }
        };
        if used.roll.with.is_empty() {
            return vec![stand_in(None, None)];
        }
        let of = |name: &Name| match (self.skill)(name) {
            Some(skill) => stand_in(Some(skill), None),
            None => stand_in(None, Some(name.clone())),
        };
        used.roll.with.iter().map(of).collect()
    }

    fn permit(&self, permit: &Permit, condition: Option<Condition>) -> Option<StaticModifier> {
        let attacks = permit.actions.contains(&Action::Attack);
        match (permit.cannot, permit.object, permit.pace) {
            (true, None, None) if attacks => Some(StaticModifier::Barred(condition.unwrap_or(Formula::Int(1)))),
            (false, None | Some(ActionObject::It), pace) if permit.actions.contains(&Action::SwitchMode) && condition.is_none() => {
                Some(StaticModifier::Switching(pace == Some(ExtraActionTime::AtOnce)))
            }
            _ => None,
        }
    }
}

/// True if a condition tests only the carrier's own state, the current roll and the gravity. Such a condition can be evaluated without a
/// context.
fn is_simple(condition: &Condition) -> bool {
    let mut simple = true;
    condition.names(&mut |live| {
        simple &= matches!(
            live,
            ConditionVariable::FiredLastRound
                | ConditionVariable::Prone
                | ConditionVariable::Moved
                | ConditionVariable::Boxes(_)
                | ConditionVariable::Shifts
                | ConditionVariable::Total
                | ConditionVariable::Gravity
        );
    });
    simple
}

/// True if a roll is named by its action alone, without a skill, a thing or an opponent.
fn bare(roll: &RollPattern) -> bool {
    roll.with.is_empty() && roll.against.is_none()
}
