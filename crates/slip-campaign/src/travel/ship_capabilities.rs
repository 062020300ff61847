//! Capabilities of a ship on a trip: its thrust and limits. Effects of the ship and of the rules may change them.

use slip_pack::effect::build_numbers::{BuildNumberChange, CarrierDistance, outcome};
use slip_pack::effect::item_eval_context::ItemContext;
use slip_pack::effect::{Action, Effect, EffectSubject, Measure, PackOperation, Play, Quantity, SetValue, Special, State};
use slip_pack::item::BuiltItem;
use slip_pack::length_and_time::Time;
use slip_pack::ruleset::Rules;
use slip_pack::trip_effects::ReactionMass;
use std::borrow::Borrow;

/// Ship about to leave.
#[derive(Clone, Copy)]
pub struct Craft<'a> {
    /// Item of the ship.
    pub item: &'a BuiltItem,
    /// Rules in force.
    pub rules: &'a Rules,
    /// Amount of reaction mass.
    pub r_mass: ReactionMass,
}

/// Numeric property of a ship, such as its cruise speed, with the effects that changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipNumber {
    /// Value of the number.
    pub value: i64,
    /// Effects that changed the number, such as `Civilian: cruise_speed at most 3`.
    pub because: Vec<String>,
}

/// Permission for an action of a ship.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permission {
    /// Effect that allows the action, if any.
    pub allowed: Option<String>,
    /// Effect that forbids the action, if any; it takes precedence over an effect that allows the action.
    pub forbidden: Option<String>,
}

impl Permission {
    /// True if the action is allowed and not forbidden.
    pub fn is_given(&self) -> bool {
        self.allowed.is_some() && self.forbidden.is_none()
    }
}

impl<'a> Craft<'a> {
    /// Creates a ship with full tanks.
    pub fn new(item: &'a BuiltItem, rules: &'a Rules) -> Craft<'a> {
        Craft { item, rules, r_mass: ReactionMass::Ok }
    }

    /// Returns the thrust on the ship's sheet; `None` if it has no such statistic.
    pub fn v_shift(&self) -> Option<i32> {
        self.item.stats.get(self.rules.word("v_shift_stat", "v_shift")).copied()
    }

    /// Returns the current thrust of the ship.
    pub fn effective_v_shift(&self) -> Option<i32> {
        let own = self.v_shift()?;
        let empty = i32::try_from(self.rules.int("empty_v_shift", 0)).unwrap_or(0);
        Some(if self.r_mass == ReactionMass::Empty { own.min(empty) } else { own })
    }

    /// Returns the highest speed on a trip of more than a day (R-T2).
    pub fn cruise_speed(&self) -> ShipNumber {
        self.measure(Measure::CruiseSpeed, self.rules.int("sustained_v_shift", 5))
    }

    /// Returns the endurance of the reaction mass. `table` is the endurance in the travel table; effects change it by whole days.
    pub fn endurance(&self, table: Time) -> (Time, Vec<String>) {
        let days = table.whole_days();
        let reckoned = self.measure(Measure::Endurance, i64::try_from(days).unwrap_or(i64::MAX));
        if reckoned.because.is_empty() {
            return (table, reckoned.because);
        }
        (Time::days(u64::try_from(reckoned.value).unwrap_or(0)), reckoned.because)
    }

    /// Returns the endurance of air and food aboard.
    pub fn life_support(&self) -> (Time, Vec<String>) {
        let reckoned = self.measure(Measure::LifeSupport, self.rules.int("life_support_years", 1));
        (Time::years(u64::try_from(reckoned.value).unwrap_or(0)), reckoned.because)
    }

    /// Returns the permission for an action by the effects of the ship and of the rules. `sees` returns the values that conditions of
    /// effects read, such as the state of the place.
    pub fn permission(&self, action: Action, sees: &dyn Fn(State) -> i64) -> Permission {
        let mut permission = Permission::default();
        for effect in self.lines(sees) {
            let PackOperation::Permit(permit) = &effect.op else { continue };
            if effect.moment.is_none() && permit.actions.contains(&action) && permit.object.is_none() {
                let side = if permit.cannot { &mut permission.forbidden } else { &mut permission.allowed };
                side.get_or_insert_with(|| said(effect));
            }
        }
        permission
    }

    /// Returns the effects of the ship and of the rules that apply on a trip.
    pub fn lines<'s>(&'s self, sees: &'s dyn Fn(State) -> i64) -> impl Iterator<Item = &'s Effect> {
        let standing = ItemContext { item: self.item, rules: self.rules, carried: &[], station: None, sees };
        let own = self.item.effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.who.is_none());
        let of_rules = self.rules.effects.iter().filter(|effect| matches!(effect.who, Some(EffectSubject::Everyone)));
        own.chain(of_rules).filter(move |effect| effect.acts_in(Play::Travel) && standing.holds(effect))
    }

    /// Returns a number of the ship after all effects, starting from its value without effects.
    fn measure(&self, what: Measure, base: i64) -> ShipNumber {
        let sees = |state: State| if state == State::Base { base } else { 0 };
        let standing = ItemContext { item: self.item, rules: self.rules, carried: &[], station: None, sees: &sees };
        let own = self.item.effects.iter().map(|effect| (CarrierDistance::Own, Borrow::<Effect>::borrow(effect)));
        let of_rules = self.rules.effects.iter().map(|effect| (CarrierDistance::Rules, effect));
        let about = |near: CarrierDistance, effect: &Effect| match near {
            CarrierDistance::Rules => matches!(effect.who, Some(EffectSubject::Everyone)),
            _ => effect.who.is_none(),
        };
        let is_meant = |quantity: &Quantity| matches!(quantity, Quantity::Measure(measured) if measured.what == what);
        let mut lines: Vec<((CarrierDistance, BuildNumberChange), &Effect)> = Vec::new();
        for (near, effect) in own.chain(of_rules).filter(|(near, effect)| about(*near, effect)) {
            if effect.moment.is_some() || effect.is_choice() || !effect.acts_in(Play::Travel) || !standing.holds(effect) {
                continue;
            }
            let act = match &effect.op {
                PackOperation::Change(change) if is_meant(&change.to) && change.per.is_none() => {
                    BuildNumberChange::Add(standing.number(&change.by).saturating_mul(effect.count()))
                }
                PackOperation::Set(set) if is_meant(&set.what) && set.per.is_none() => match &set.value {
                    SetValue::Number(number) => BuildNumberChange::set(set.how, standing.number(number)),
                    SetValue::Special(Special::Base) => BuildNumberChange::set(set.how, base),
                    SetValue::Special(Special::Unlimited) => BuildNumberChange::Unbounded,
                    SetValue::Special(Special::None) => BuildNumberChange::Gone,
                    _ => continue,
                },
                _ => continue,
            };
            lines.push(((near, act), effect));
        }
        let acts: Vec<(CarrierDistance, BuildNumberChange)> = lines.iter().map(|(act, _)| *act).collect();
        let outcome = outcome(base, 0, &acts);
        let because = lines.iter().zip(&outcome.added).filter(|(_, added)| **added != 0).map(|((_, effect), _)| said(effect)).collect();
        ShipNumber { value: outcome.value.unwrap_or(0), because }
    }
}

/// Returns an effect with its source: `Civilian: cruise_speed at most 3`.
pub(super) fn said(effect: &Effect) -> String {
    match &effect.origin {
        Some(origin) => format!("{}: {}", origin.title, effect.text),
        None => effect.text.clone(),
    }
}
