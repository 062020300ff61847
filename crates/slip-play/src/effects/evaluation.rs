//! Evaluation of effects in a fight: selects the effects that apply, and applies them to a number.
//!
//! A conflict implements the subjects, the matching of rolls, the context of conditions, and the choices made. This module decides when and
//! in which order effects apply, once for all kinds of fights. A hook without effects costs one check. Only effects that may be about the
//! actor in question are evaluated.

use super::{
    Act, Carrier, Condition, ConditionVariable, EffectOperation, EffectTable, Hook, ModifiedQuantity, RollFilter, TableEffect, To,
    is_reckoned_late,
};
use crate::event::{RollAddend, RollAddends};
use crate::ids::ActorId;
use slip_pack::effect::Bound;
use slip_pack::formula::{Formula, FormulaError};

/// The number that means no bound.
pub(crate) const UNLIMITED: i32 = i32::MAX;

/// Context in which conditions and numbers of an effect are evaluated.
pub(crate) trait EvalContext: Sized {
    /// Returns the value of a variable in this context.
    fn look(&self, live: &ConditionVariable) -> i64;

    /// Returns this context with `base` as the value before effects.
    fn with_base(self, base: i32) -> Self;

    /// Returns the range from the actor of the roll or event to its target; `None` without a target.
    fn range(&self) -> Option<i64> {
        None
    }

    /// Returns the range between the carrier of the effect and the affected actor; `None` if one of them has no position.
    fn distance(&self) -> Option<i64> {
        None
    }

    /// Returns the value of a variable; a range that is not measured is an error.
    fn value(&self, live: &ConditionVariable) -> Result<i64, FormulaError> {
        match live {
            ConditionVariable::Range => self.range().ok_or(FormulaError::Unknown),
            ConditionVariable::Distance => self.distance().ok_or(FormulaError::Unknown),
            live => Ok(self.look(live)),
        }
    }

    /// True if a condition is true. A condition with an error (a division by 0, a range without a target) is false.
    fn holds(&self, condition: &Condition) -> bool {
        condition.eval(&mut |live| self.value(live)).is_ok_and(|value| value != 0)
    }

    /// Returns the value of a number; 0 on an error.
    fn number(&self, number: &Formula<ConditionVariable>) -> i32 {
        let value = number.eval(&mut |live| self.value(live)).unwrap_or(0);
        i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
    }
}

/// A fight whose effects are evaluated.
pub(crate) trait EffectHost {
    /// Query for effects: the roll, hit, turn or number for which effects are looked up.
    type At;
    /// Context in which conditions and numbers are evaluated.
    type Eye<'a>: EvalContext
    where
        Self: 'a;

    /// Returns the effects of the fight.
    fn table(&self) -> &EffectTable;

    /// Returns the actor that a query is about.
    fn whose(&self, at: &Self::At) -> ActorId;

    /// Returns the track that a query is about, if any.
    fn track_asked(&self, at: &Self::At) -> Option<u8>;

    /// Returns the words of the aspect that a query is about, if any.
    fn words_asked(&self, at: &Self::At) -> Option<&str>;

    /// True if the carrier of an effect is in the fight.
    fn is_carried_now(&self, carrier: Carrier) -> bool;

    /// True if an effect applies to the actor of the query.
    fn is_true_of(&self, line: &TableEffect, at: &Self::At) -> bool;

    /// True if a filter of rolls includes the roll for which effects are looked up.
    fn fits_roll(&self, roll: &RollFilter, carrier: Carrier, at: &Self::At) -> bool;

    /// Returns how many times an effect is applied. It is 0 for an option that was not chosen, and for an effect whose trigger did not
    /// occur.
    fn wanted(&self, number: u16, line: &TableEffect, at: &Self::At) -> usize;

    /// Returns the context for the conditions and numbers of an effect.
    fn eye(&self, carrier: Carrier, at: &Self::At) -> Self::Eye<'_>;

    /// Returns the effects of a hook that may be about the actor of a query, in order.
    fn listed<'a>(&'a self, hook: Hook, at: &Self::At) -> impl Iterator<Item = (u16, &'a TableEffect)> {
        self.table().concerning(hook, self.whose(at))
    }

    /// Returns the amount that was fixed when an effect was triggered; `None` if no amount was fixed at that time.
    fn came_to(&self, _number: u16, _line: &TableEffect, _at: &Self::At) -> Option<i32> {
        None
    }

    /// Returns the part of the number that comes from modifiers of sheets. It was already added, and an effect that sets the number does
    /// not remove it.
    fn gained(&self, _at: &Self::At) -> i32 {
        0
    }

    /// Returns the distance ([`Carrier::distance`]) of the sheet modifier that has set the number. Effects of more distant carriers do not
    /// set the number.
    fn set_at(&self, _at: &Self::At) -> u8 {
        u8::MAX
    }

    /// True if the query uses the item that carries the effect, or if the effect does not depend on the item used.
    fn fits_thing(&self, _line: &TableEffect, _at: &Self::At) -> bool {
        true
    }

    /// True if the roll uses a plain number instead of a skill. Effects do not limit or amplify plain numbers.
    fn is_number(&self, _parts: &RollAddends) -> bool {
        false
    }

    /// True if the condition of an effect is true.
    fn is_so(&self, line: &TableEffect, at: &Self::At) -> bool {
        line.condition.as_ref().is_none_or(|condition| self.eye(line.carrier, at).holds(condition))
    }

    /// True if an effect applies to a query, whether or not it was chosen. The subject and condition of a triggered effect were checked
    /// when it was triggered (R-XF5).
    fn may_count(&self, line: &TableEffect, at: &Self::At) -> bool {
        self.is_carried_now(line.carrier)
            && (line.cue.is_some() || self.is_true_of(line, at))
            && self.fits_thing(line, at)
            && line.roll().is_none_or(|roll| self.fits_roll(roll, line.carrier, at))
            && self.fits_what(line, at)
            && (line.cue.is_some() || self.is_so(line, at))
    }

    /// True if an effect is about the track or aspect that the query names.
    fn fits_what(&self, line: &TableEffect, at: &Self::At) -> bool {
        match &line.does {
            EffectOperation::Change(ModifiedQuantity::RollUp(track), _) | EffectOperation::Set(ModifiedQuantity::RollUp(track), ..) => {
                self.track_asked(at) == Some(*track)
            }
            EffectOperation::Change(ModifiedQuantity::Invoke(words), _) | EffectOperation::Set(ModifiedQuantity::Invoke(words), ..) => {
                self.words_asked(at) == Some(words)
            }
            _ => true,
        }
    }

    /// Returns how many times an effect is applied for a query: 0 if it does not apply, or was not chosen.
    fn in_force(&self, number: u16, line: &TableEffect, at: &Self::At) -> usize {
        let times = self.wanted(number, line, at);
        if times > 0 && self.may_count(line, at) { times } else { 0 }
    }

    /// Returns the effects of a hook that apply for a query, in the order of the text.
    fn lines_at<'a>(&'a self, hook: Hook, at: &'a Self::At) -> impl Iterator<Item = (u16, &'a TableEffect)> {
        self.listed(hook, at).filter(move |(number, line)| self.in_force(*number, line, at) > 0)
    }

    /// Returns a number after effects, and calls `tell` with the amount of each effect. Effects that set the number come first, then
    /// effects that change it, then effects that bound it.
    fn reckon(&self, hook: Hook, at: &Self::At, base: i32, tell: &mut dyn FnMut(u16, i32)) -> i32 {
        if !self.table().any(hook) {
            return base;
        }
        let bounds = self.bounds(hook, at, base);
        let mut now = base;
        let mut step = |number: u16, new: i32, now: &mut i32| {
            if new != *now {
                tell(number, new.saturating_sub(*now));
                *now = new;
            }
        };
        if let Some((_, value, number)) = bounds.set {
            let value = if value == UNLIMITED { value } else { value.saturating_add(self.gained(at)) };
            step(number, value, &mut now);
        }
        for (number, line) in self.listed(hook, at) {
            let EffectOperation::Change(_, by) = &line.does else { continue };
            let times = self.in_force(number, line, at);
            if times > 0 {
                let by = self.value(number, line, at, base, by).saturating_mul(i32::try_from(times).unwrap_or(1));
                let new = if now == UNLIMITED { now } else { now.saturating_add(by) };
                step(number, new, &mut now);
            }
        }
        if let Some((value, number)) = bounds.least {
            let new = now.max(value);
            step(number, new, &mut now);
        }
        if let Some((value, number)) = bounds.most {
            let new = now.min(value);
            step(number, new, &mut now);
        }
        // Rolls and the order of turns may be negative; all other numbers stop at 0.
        if matches!(hook, Hook::Roll | Hook::Order) { now } else { now.max(0) }
    }

    /// Returns the value that effects set a number to, and its bounds.
    fn bounds(&self, hook: Hook, at: &Self::At, base: i32) -> BoundedValue {
        let mut bounds = BoundedValue::default();
        for (number, line) in self.listed(hook, at) {
            let EffectOperation::Set(_, bound, to) = &line.does else { continue };
            if (*bound == Bound::Is && line.carrier.distance() > self.set_at(at)) || self.in_force(number, line, at) == 0 {
                continue;
            }
            let value = match to {
                To::Number(to) | To::PerZone(to) => self.value(number, line, at, base, to),
                To::Unlimited => UNLIMITED,
                To::Nothing => 0,
                To::Range(..) | To::Down => continue,
            };
            bounds.take(*bound, (line.carrier.distance(), value, number));
        }
        bounds
    }

    /// Returns the amount of an effect: the amount recorded when the effect was triggered, or else the present one.
    fn value(&self, number: u16, line: &TableEffect, at: &Self::At, base: i32, by: &Formula<ConditionVariable>) -> i32 {
        let then = self.came_to(number, line, at).filter(|_| !is_reckoned_late(by));
        then.unwrap_or_else(|| self.eye(line.carrier, at).with_base(base).number(by))
    }

    /// Like [`EffectHost::reckon`], without the amount of each effect.
    fn number(&self, hook: Hook, at: &Self::At, base: i32) -> i32 {
        self.reckon(hook, at, base, &mut |_, _| {})
    }

    /// Adds effects to the addends of a roll, each with its number: limits and amplifiers first, then changes.
    fn roll_parts(&self, at: &Self::At, parts: &mut RollAddends) {
        self.blend(at, parts);
        if self.table().any(Hook::Roll) {
            let base = parts.total();
            self.reckon(Hook::Roll, at, base, &mut |line, amount| parts.add(RollAddend::Line(line), amount));
        }
    }

    /// Applies the effects that limit or amplify the skill of a roll.
    fn blend(&self, at: &Self::At, parts: &mut RollAddends) {
        if !self.table().any(Hook::Blend) || self.is_number(parts) {
            return;
        }
        let blend = |(number, line): (u16, &TableEffect)| match &line.does {
            EffectOperation::Blend { limited, by, .. } => Some((number, *limited, self.eye(line.carrier, at).number(by))),
            _ => None,
        };
        let blends: Vec<_> = self.lines_at(Hook::Blend, at).filter_map(blend).collect();
        parts.blend(&blends);
    }

    /// True if a hit on a box that is already marked moves down the track instead of up. If several effects set the direction, the nearest
    /// effect decides.
    fn hits_go_down(&self, at: &Self::At) -> bool {
        if !self.table().any(Hook::RollUp) {
            return false;
        }
        let sets = self.lines_at(Hook::RollUp, at).filter_map(|(number, line)| match &line.does {
            EffectOperation::Set(_, _, to) => Some((line.carrier.distance(), number, *to == To::Down)),
            _ => None,
        });
        sets.min().is_some_and(|(_, _, down)| down)
    }

    /// True if an effect is a ban on an act. Its conditions are not checked here.
    fn forbids(&self, line: &TableEffect, act: Act) -> bool {
        let EffectOperation::Permit { cannot: true, acts, .. } = &line.does else { return false };
        acts.is_empty() || acts.contains(&act) || (act.is_attack() && acts.contains(&Act::Attack))
    }
}

/// Value that effects set a number to, and its bounds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoundedValue {
    set: Option<(u8, i32, u16)>,
    least: Option<(i32, u16)>,
    most: Option<(i32, u16)>,
}

impl BoundedValue {
    fn take(&mut self, bound: Bound, (far, value, number): (u8, i32, u16)) {
        match bound {
            // The nearest effect wins. Among effects that are equally near, the smaller value wins, and then the first effect.
            Bound::Is if self.set.is_none_or(|(old_far, old, _)| (far, value) < (old_far, old)) => self.set = Some((far, value, number)),
            Bound::AtLeast if self.least.is_none_or(|(old, _)| value > old) => self.least = Some((value, number)),
            Bound::AtMost if self.most.is_none_or(|(old, _)| value < old) => self.most = Some((value, number)),
            _ => {}
        }
    }
}
