//! Compiles the effects that go into the effect table. These are all effects that are not static modifiers of a sheet.
//!
//! Ignores effects about rolls or items that a conflict does not have. The checker refuses an effect that no conflict reads
//! (`slip_pack::effect::engine_words`).

use super::fight_effect::{
    Carrier, CarrierSubject, EffectOperation, EffectTrigger, LookCount, ModifiedQuantity, OpponentFilter, RollFilter, TableEffect, To,
    TriggerEvent,
};
use super::{AreaLimits, ConditionVariable, EffectInput, StandIn, StaticModifier, Verdict, act, base_name, is_choice};
use crate::event::TrackId;
use crate::ids::SkillId;
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{
    self, Action, Against, Bound, Effect, EffectNumber, EffectSubject, Measure, MeasureObject, Occurrence, PackOperation, Per, Play, Price,
    Quantity, RollPattern, SetValue, Spared, Special, UseLimit, Want, fold_constants,
};
use slip_pack::formula::{self, Formula};
use std::borrow::Borrow;

/// A compiled effect, before it has a number.
pub struct UnnumberedEffect {
    /// The effect. Its count of uses is filled in when the table is built.
    pub line: TableEffect,
    /// Skill substitutions that the effect makes.
    pub uses: Vec<StandIn>,
    /// True if the effect lends the carrier's own skills to others.
    pub my: bool,
    /// Stunt that grants the effect, if the limit of uses applies to the whole stunt.
    pub shared: Option<Name>,
}

impl UnnumberedEffect {
    /// Returns the effect in a form that does nothing in play. It still gets a number and a count of uses.
    fn muted(self) -> UnnumberedEffect {
        UnnumberedEffect { line: self.line.muted(), uses: Vec::new(), my: false, ..self }
    }
}

impl EffectInput<'_> {
    /// Returns the effects of a carrier for the effect table. In personal combat, static modifiers are left out; in other conflicts, all
    /// effects are returned.
    pub fn told<E: Borrow<Effect>>(&self, effects: &[E], carrier: Carrier) -> Vec<UnnumberedEffect> {
        let here = effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(self.play));
        let mut told = Vec::new();
        for effect in here {
            if self.play != Play::Personal || !self.is_plain(effect) {
                let lines = self.tell(effect, carrier).into_iter();
                told.extend(lines.map(|told| if effect.muted { told.muted() } else { told }));
            }
        }
        told
    }

    /// Returns the effects of a carrier that are only listed in the effect table, because their modifiers are in the sheet. Each effect
    /// comes with the number of its roll modifiers in the sheet, in the order of [`rows`](super::rows).
    pub fn on_sheet<E: Borrow<Effect>>(&self, effects: &[E], carrier: Carrier) -> Vec<(usize, UnnumberedEffect)> {
        if self.play != Play::Personal {
            return Vec::new();
        }
        let here = effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(self.play) && self.is_plain(effect));
        let named = here.filter_map(|effect| {
            let changes = self.row(effect).iter().filter(|row| matches!(row, StaticModifier::Roll(_))).count();
            // A muted effect keeps its number, but the sheet has no modifiers of it.
            let kept = if effect.muted { 0 } else { changes };
            (changes > 0).then(|| (kept, self.name_alone(effect, carrier)))
        });
        named.collect()
    }

    fn name_alone(&self, effect: &Effect, carrier: Carrier) -> UnnumberedEffect {
        let line = TableEffect {
            carrier,
            title: self.title(effect).into(),
            text: effect.text.as_str().into(),
            whom: CarrierSubject::Own,
            cue: None,
            condition: None,
            choice: false,
            price: 0,
            as_action: false,
            limit: None,
            count: 0,
            does: EffectOperation::OnSheet,
            place: effect.place.clone(),
            looks: LookCount::default(),
        };
        UnnumberedEffect { line, uses: Vec::new(), my: false, shared: None }
    }

    /// Returns the title of an effect: the title of its stunt, otherwise the title of its item, otherwise the text of the effect.
    fn title<'e>(&'e self, effect: &'e Effect) -> &'e str {
        let title = effect.origin.as_ref().map_or_else(|| self.thing.title.as_str(), |origin| origin.title.as_str());
        if title.is_empty() { effect.text.as_str() } else { title }
    }

    /// Returns numbers that are rolled like skills and depend on the carrier's own stats, with their ranks (`may use (max(0, trade - 2))
    /// for …`).
    pub fn reckoned<E: Borrow<Effect>>(&self, effects: &[E]) -> Vec<(SkillId, i32)> {
        let numbers = effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match &effect.op {
            PackOperation::Use(used) => match &used.basis.base {
                effect::RollBase::Number(number) => Some(((self.skill)(&used.basis.base.word())?, self.amount(number, 1)?)),
                effect::RollBase::Stat(_) => None,
            },
            _ => None,
        });
        numbers.collect()
    }

    fn tell(&self, effect: &Effect, carrier: Carrier) -> Vec<UnnumberedEffect> {
        let condition = match self.verdict(effect.condition.as_ref()) {
            Verdict::Never => return Vec::new(),
            Verdict::Always => None,
            Verdict::When(condition) => Some(condition),
        };
        let whom = match &effect.who {
            None => Some(CarrierSubject::Own),
            Some(who) => whom(who),
        };
        let cue = match &effect.moment {
            None => Some(None),
            Some(moment) => self.cue(moment).map(Some),
        };
        let (Some(whom), Some(cue)) = (whom, cue) else { return Vec::new() };
        let stunt = effect.origin.as_ref().and_then(|origin| Some((origin.limit?, origin.name.clone())));
        let (limit, shared) = match (effect.limit, stunt) {
            (Some(limit), _) => (Some(limit), None),
            (None, Some((limit, name))) => (Some(limit), Some(name)),
            (None, None) => (None, None),
        };
        let choice = is_choice(effect);
        let (does, uses) = self.does(effect);
        let title = self.title(effect);
        let told = |does: EffectOperation| UnnumberedEffect {
            line: TableEffect {
                carrier,
                title: title.into(),
                text: effect.text.as_str().into(),
                whom: whom.clone(),
                cue: cue.clone(),
                condition: condition.clone(),
                choice,
                price: match effect.price {
                    Some(Price::Fate(points)) => u16::try_from(points.max(0)).unwrap_or(u16::MAX),
                    Some(Price::Action) | None => 0,
                },
                as_action: effect.price == Some(Price::Action),
                limit: match limit {
                    Some(UseLimit::Times(times, period)) if choice => Some((times, period)),
                    _ => None,
                },
                count: 0,
                does,
                place: effect.place.clone(),
                looks: LookCount::default(),
            },
            uses: uses.clone(),
            my: matches!(&effect.op, PackOperation::Use(used) if used.basis.my),
            shared: shared.clone(),
        };
        let mut lines: Vec<UnnumberedEffect> = does.into_iter().map(told).collect();
        if effect.is_aura() && carrier.person().is_some() {
            lines.iter_mut().for_each(|told| told.line.measure_from_carrier());
        }
        lines
    }

    fn does(&self, effect: &Effect) -> (Vec<EffectOperation>, Vec<StandIn>) {
        let words = |text: &effect::EffectText| EcoString::from(text.words());
        let one = |does: EffectOperation| (vec![does], Vec::new());
        let none = (Vec::new(), Vec::new());
        match &effect.op {
            PackOperation::Change(change) => {
                let what = self.what(&change.to);
                let by = what.as_ref().and_then(|what| self.number(what, &change.by, effect.count(), change.per.as_ref()));
                what.zip(by).map_or(none, |(what, by)| one(EffectOperation::Change(what, by)))
            }
            PackOperation::Set(set) => {
                let what = self.what(&set.what);
                let to = what.as_ref().and_then(|what| self.to(what, set.how, &set.value, set.per.as_ref()));
                what.zip(to).map_or(none, |(what, to)| one(EffectOperation::Set(what, set.how, to)))
            }
            PackOperation::Use(used) => (vec![EffectOperation::Uses], self.uses(used, None)),
            PackOperation::Blend(blend) => {
                let by = match (base_name(&blend.by.base), &blend.by.base) {
                    (Some(name), _) => (self.skill)(&name).map(|skill| {
                        let role = blend.by.of.unwrap_or(if blend.by.my { effect::Role::Bearer } else { effect::Role::Own });
                        Formula::Value(ConditionVariable::Of(role, super::RoleFact::Rank(skill)))
                    }),
                    (None, effect::RollBase::Number(number)) => Some(self.live(number)),
                    _ => None,
                };
                let plus = blend.by.plus.as_ref().map(|plus| self.live(plus));
                match (by, self.roll_of(&blend.roll)) {
                    (Some(by), Some(roll)) => {
                        let by = plus.map_or(by.clone(), |plus| Formula::Binary(formula::FormulaOperator::Add, Box::new((by, plus))));
                        one(EffectOperation::Blend { roll, limited: blend.limited, by })
                    }
                    _ => none,
                }
            }
            PackOperation::Hits(hits) => match ((self.track)(&hits.track), self.roll_of(&hits.roll)) {
                (Some(track), Some(roll)) => one(EffectOperation::Tracks { roll, tracks: TrackSet::of(TrackId(track)), how: hits.how }),
                _ => none,
            },
            PackOperation::Divert(divert) => match ((self.track)(&divert.from), (self.track)(&divert.to)) {
                (Some(from), Some(to)) => one(EffectOperation::Divert { from, to, may: divert.may }),
                _ => none,
            },
            PackOperation::Area(area) => {
                let spares = |who: Spared| area.except.contains(&who);
                let of = AreaLimits {
                    not_here: spares(Spared::OwnZone),
                    spares_self: spares(Spared::Own),
                    spares_allies: spares(Spared::Allies),
                    always: area.always,
                };
                self.roll_of(&area.roll).map_or(none, |roll| one(EffectOperation::Area { roll, place: area.place, area: of }))
            }
            PackOperation::Permit(permit) => {
                let acts: Vec<super::Act> = permit.actions.iter().filter_map(|&action| act(action)).collect();
                let any = permit.actions.contains(&Action::Rolls);
                if acts.is_empty() && !any {
                    return none;
                }
                one(EffectOperation::Permit { cannot: permit.cannot, acts, object: permit.object, pace: permit.pace })
            }
            PackOperation::Choose(word) => one(EffectOperation::Choose(word.clone())),
            PackOperation::Reroll(roll) => self.roll_of(roll).map_or(none, |roll| one(EffectOperation::Reroll(roll))),
            PackOperation::Needs(needs) => {
                let marks = needs.wants.iter().filter_map(|want| match want {
                    Want::Mark(mark) => Some(mark.clone()),
                    Want::Trained(_) | Want::Military(_) => None,
                });
                let roll = needs.roll.as_ref().map(|roll| self.roll_of(roll));
                if roll.as_ref().is_some_and(Option::is_none) {
                    return none;
                }
                let skills = needs.wants.iter().filter_map(|want| match want {
                    Want::Trained(name) => Some((name.clone(), false)),
                    Want::Military(name) => Some((name.clone(), true)),
                    Want::Mark(_) => None,
                });
                one(EffectOperation::Needs { roll: roll.flatten(), marks: marks.collect(), skills: skills.collect() })
            }
            PackOperation::Tag(tag) => {
                let by = tag.by.as_ref().map(whom);
                if by.as_ref().is_some_and(Option::is_none) {
                    return none;
                }
                one(EffectOperation::Tag { never: tag.never, verb: tag.verb, aspect: words(&tag.aspect), by: by.flatten() })
            }
            PackOperation::Loses(text) => one(EffectOperation::Loses(words(text))),
            PackOperation::Place(place) => {
                let by = place.free_tag_by.as_ref().and_then(whom);
                one(EffectOperation::Place { aspect: words(&place.aspect), zones: u8::try_from(place.zones.max(0)).unwrap_or(u8::MAX), by })
            }
            PackOperation::Strip(strip) => whom(&strip.of).map_or(none, |of| one(EffectOperation::Strip { of, instead: strip.instead })),
            PackOperation::Suffers(suffers) => {
                (self.track)(&suffers.track).map_or(none, |track| one(EffectOperation::Suffers(self.live(&suffers.amount), track)))
            }
            PackOperation::Boxes(boxes) => (self.track)(&boxes.track)
                .map_or(none, |track| one(EffectOperation::Boxes { erase: boxes.erase, track, which: boxes.which })),
            PackOperation::Faces(faces) => match ((self.skill)(&faces.skill), (self.track)(&faces.track)) {
                (Some(skill), Some(track)) => one(EffectOperation::Faces { strength: self.live(&faces.strength), skill, track }),
                _ => none,
            },
            PackOperation::Pays(points) => one(EffectOperation::Pays(u16::try_from((*points).max(0)).unwrap_or(u16::MAX))),
            PackOperation::Drops(role) => one(EffectOperation::Drops(*role)),
            PackOperation::Is(mark) if !mark.military => one(EffectOperation::Mark(mark.name.clone())),
            // This applies only in platoon combat. The hangar of a ship is not an effect, because the encounter lists the fighters aboard.
            PackOperation::Carries(carries) if self.play == Play::Platoon => {
                let count = Formula::Binary(
                    formula::FormulaOperator::Multiply,
                    Box::new((self.live(&carries.count), Formula::Int(effect.count()))),
                );
                one(EffectOperation::Carries(fold_constants::number(&count), carries.what.clone()))
            }
            PackOperation::Is(_)
            | PackOperation::AllowsUntrained(_)
            | PackOperation::Grants(_)
            | PackOperation::Carries(_)
            | PackOperation::Charges(_)
            | PackOperation::Table(_) => none,
        }
    }

    fn what(&self, quantity: &Quantity) -> Option<ModifiedQuantity> {
        let measured = match quantity {
            Quantity::Roll(roll) => return self.roll_of(roll).map(ModifiedQuantity::Roll),
            Quantity::Stat(_) => return None,
            Quantity::Measure(measured) => measured,
        };
        let of_roll = match &measured.of {
            Some(MeasureObject::Roll(roll)) => self.roll_of(roll),
            _ => Some(RollFilter::default()),
        };
        Some(match (measured.what, &measured.of) {
            (Measure::Stress, None) => ModifiedQuantity::Stress,
            (Measure::Stress, _) => ModifiedQuantity::StressOf(of_roll?),
            (Measure::Spin, _) => ModifiedQuantity::Spin(of_roll?),
            (Measure::RollUp, Some(MeasureObject::Name(name))) => ModifiedQuantity::RollUp((self.track)(name)?),
            (Measure::Invoke, Some(MeasureObject::Aspect(text))) => ModifiedQuantity::Invoke(text.words().into()),
            (Measure::Attacks, _) => ModifiedQuantity::Attacks(of_roll?),
            (Measure::Ammo, _) => ModifiedQuantity::Ammo,
            (Measure::FreeMove, _) => ModifiedQuantity::FreeMove,
            (Measure::Order, _) => ModifiedQuantity::Order,
            (Measure::Harm, _) => ModifiedQuantity::Harm(of_roll?),
            (Measure::Penetration, _) => ModifiedQuantity::Penetration(of_roll?),
            (Measure::Defense, _) => ModifiedQuantity::Defense,
            (Measure::Range, _) => ModifiedQuantity::Range,
            (Measure::OutOfRange, _) => ModifiedQuantity::OutOfRange,
            (Measure::ZonesPerTurn, _) => ModifiedQuantity::Zones,
            (Measure::MaxMove, _) => ModifiedQuantity::MaxMove,
            (Measure::CommandRange, _) => ModifiedQuantity::CommandRange,
            (Measure::FreeRange, _) => ModifiedQuantity::FreeRange,
            (Measure::ContactSpotted, _) => ModifiedQuantity::ContactSpotted,
            (Measure::AttackSpotted, _) => ModifiedQuantity::AttackSpotted,
            (Measure::Interdiction, _) => ModifiedQuantity::Interdiction,
            (Measure::Pool, _) => ModifiedQuantity::Pool,
            (Measure::Fallout, _) => ModifiedQuantity::Fallout,
            (Measure::Rows, _) => ModifiedQuantity::Rows,
            _ => return None,
        })
    }

    fn to(&self, what: &ModifiedQuantity, how: Bound, value: &SetValue, per: Option<&Per>) -> Option<To> {
        let small = |value: i64| u8::try_from(value.max(0)).unwrap_or(u8::MAX);
        Some(match value {
            SetValue::Number(number) if (what, how, per) == (&ModifiedQuantity::OutOfRange, Bound::Is, Some(&Per::Zone)) => {
                To::PerZone(self.live(number))
            }
            SetValue::Number(number) => To::Number(self.number(what, number, 1, per)?),
            SetValue::Range(from, to) => To::Range(small(*from), small(*to)),
            SetValue::Special(Special::Unlimited | Special::Permanent) => To::Unlimited,
            SetValue::Special(Special::None) => To::Nothing,
            SetValue::Special(Special::Down) => To::Down,
            SetValue::Special(Special::Base) => To::Number(Formula::Value(ConditionVariable::Base)),
            SetValue::Schedule(..) | SetValue::Parameter(_) => return None,
        })
    }

    /// Simplifies a number: parts that do not depend on the fight are replaced by their values.
    fn live(&self, number: &EffectNumber) -> Formula<ConditionVariable> {
        fold_constants::number(&number.map(&mut |term| self.term(term)))
    }

    /// Multiplies a number by the purchases of its stunt and by the quantity that `per` counts. `per zone` counts the zones between actor
    /// and target. In an effect on the penalty out of range, it counts the zones beyond the range instead (R-E22).
    fn number(&self, what: &ModifiedQuantity, number: &EffectNumber, count: i64, per: Option<&Per>) -> Option<Formula<ConditionVariable>> {
        let live = self.live(number);
        let times = |by: Formula<ConditionVariable>| Formula::Binary(formula::FormulaOperator::Multiply, Box::new((live.clone(), by)));
        let counted = match per {
            Some(Per::Shift) => times(Formula::Value(ConditionVariable::Shifts)),
            Some(Per::Carried) if self.play != Play::Personal => times(Formula::Value(ConditionVariable::Carried)),
            Some(Per::Zone) if *what == ModifiedQuantity::OutOfRange => times(Formula::Value(ConditionVariable::Outside)),
            Some(Per::Zone) => times(Formula::Value(ConditionVariable::Range)),
            Some(Per::Consequence) => times(Formula::Value(ConditionVariable::Consequences)),
            known => times(Formula::Int(self.times(known)?)),
        };
        Some(fold_constants::number(&Formula::Binary(formula::FormulaOperator::Multiply, Box::new((counted, Formula::Int(count))))))
    }

    /// Returns the filter for the rolls that an effect names; `None` if there are no such rolls.
    fn roll_of(&self, roll: &RollPattern) -> Option<RollFilter> {
        let act = match roll.action {
            Action::Rolls => None,
            action => Some(act(action)?),
        };
        let skills = roll.with.iter().filter_map(|name| (self.skill)(name)).collect();
        let things = roll.with.iter().filter(|name| (self.skill)(name).is_none()).cloned().collect();
        Some(RollFilter { skills, things, act, against: roll.against.as_ref().map(|against| self.foe(against)) })
    }

    pub(super) fn foe(&self, against: &Against) -> OpponentFilter {
        match against {
            Against::This => OpponentFilter::Carrier,
            Against::Name(name) => match ((self.skill)(name), Action::from_word(name).and_then(act)) {
                (Some(skill), _) => OpponentFilter::Skill(skill),
                (None, Some(act)) => OpponentFilter::Act(act),
                (None, None) => OpponentFilter::Thing(name.clone()),
            },
        }
    }

    fn cue(&self, moment: &effect::EffectMoment) -> Option<EffectTrigger> {
        let who = match &moment.who {
            None => None,
            Some(who) => Some(whom(who)?),
        };
        let what = match &moment.what {
            Occurrence::Roll(roll) => TriggerEvent::Roll(self.roll_of(roll)?),
            Occurrence::Event(event) => TriggerEvent::Event(*event),
        };
        Some(EffectTrigger { when: moment.when, who, what })
    }
}

/// Returns the subjects that a word of an effect means in a fight; `None` for a word without a meaning there.
fn whom(who: &EffectSubject) -> Option<CarrierSubject> {
    Some(match who {
        EffectSubject::Bearer => CarrierSubject::Own,
        EffectSubject::Allies => CarrierSubject::Allies,
        EffectSubject::Enemies => CarrierSubject::Enemies,
        EffectSubject::Others => CarrierSubject::Others,
        EffectSubject::Everyone => CarrierSubject::Everyone,
        EffectSubject::Target => CarrierSubject::Target,
        EffectSubject::Actor => CarrierSubject::Actor,
        EffectSubject::Allied(name) => CarrierSubject::Allied(name.clone()),
        EffectSubject::Enemy(name) => CarrierSubject::Enemy(name.clone()),
        EffectSubject::Crew => CarrierSubject::Crew,
        EffectSubject::Tethered => CarrierSubject::Tethered,
        EffectSubject::Carrier => CarrierSubject::Carrier,
        EffectSubject::Attached => CarrierSubject::Attached,
        EffectSubject::Platoon => CarrierSubject::Platoon,
    })
}
