//! Rules by which several effects change one number when a thing is built.
//!
//! Changes add up. Of several values set with `is`, the one of the nearest carrier counts, then the smallest, then the
//! first. Bounds are applied last, and `at most` beats `at least`.

use super::{Bound, Effect, EffectSubject, Measure, MeasureObject, PackOperation, Play, Quantity};

/// Number that is computed when a thing is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildNumber<'a> {
    /// Rank of a statistic or skill.
    Rank(&'a str),
    /// Number of boxes of a track.
    Boxes(&'a str),
    /// Shifts that consequences take off hits on a track.
    Consequences(&'a str),
    /// Number of free slots of a grade of consequence.
    Slots(&'a str),
    /// Highest rank of a statistic or skill.
    Cap(&'a str),
    /// Highest technology of a thing that may be bought.
    TechLimit(&'a str),
    /// Number of fate points.
    Fate,
    /// Purchase Cost of the thing.
    Price,
    /// Rating that maintenance uses.
    Upkeep,
}

impl Effect {
    /// Returns the number that the effect sets, changes or bounds when a thing is built; `None` if the effect changes no such number.
    pub fn built(&self) -> Option<BuildNumber<'_>> {
        if !self.acts_in(Play::Build) || self.moment.is_some() || self.is_choice() {
            return None;
        }
        let quantity = match &self.op {
            PackOperation::Change(change) => &change.to,
            PackOperation::Set(set) => &set.what,
            _ => return None,
        };
        match quantity {
            Quantity::Stat(name) => Some(BuildNumber::Rank(name)),
            Quantity::Roll(_) => None,
            Quantity::Measure(measured) => Some(match (measured.what, &measured.of) {
                (Measure::Boxes, Some(MeasureObject::Name(track))) => BuildNumber::Boxes(track),
                (Measure::Consequences, Some(MeasureObject::Name(track))) => BuildNumber::Consequences(track),
                (Measure::Slots, Some(MeasureObject::Name(grade))) => BuildNumber::Slots(grade),
                (Measure::Cap, Some(MeasureObject::Name(stat))) => BuildNumber::Cap(stat),
                (Measure::TechLimit, Some(MeasureObject::Name(item))) => BuildNumber::TechLimit(item),
                (Measure::Fate, None) => BuildNumber::Fate,
                (Measure::Price, None) => BuildNumber::Price,
                (Measure::Upkeep, None) => BuildNumber::Upkeep,
                _ => return None,
            }),
        }
    }

    /// True if the effect applies to the thing that carries it, rather than to the bearer of the thing or to all.
    pub fn is_about_self(&self) -> bool {
        self.who.is_none()
    }

    /// True if the effect applies to the bearer of the thing that carries it.
    pub fn is_about_bearer(&self) -> bool {
        matches!(self.who, Some(EffectSubject::Bearer))
    }
}

/// Distance of an effect's carrier from the thing that is built, nearest first. Of several effects that set a value, the one of the nearest
/// carrier counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CarrierDistance {
    /// The carrier is something that the thing carries.
    Gear,
    /// The carrier is the thing itself.
    Own,
    /// The carrier is a ruleset.
    Rules,
}

/// Change that one effect makes to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildNumberChange {
    /// Adds this value to the number.
    Add(i64),
    /// Adds this value to the number, even above the cap.
    AddPastCap(i64),
    /// Sets the number to this value.
    Is(i64),
    /// Removes the number.
    Gone,
    /// Removes the upper bound of the number.
    Unbounded,
    /// Limits the number to at most this value.
    AtMost(i64),
    /// Raises the number to at least this value.
    AtLeast(i64),
}

impl BuildNumberChange {
    /// Returns the change of a number that an effect makes with this word (`is`, `at most`, `at least`) and this value.
    pub const fn set(how: Bound, value: i64) -> BuildNumberChange {
        match how {
            Bound::Is => BuildNumberChange::Is(value),
            Bound::AtMost => BuildNumberChange::AtMost(value),
            Bound::AtLeast => BuildNumberChange::AtLeast(value),
        }
    }
}

/// Result of applying several effects to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildNumberResult {
    /// Resulting number; `None` if an effect removed the number.
    pub value: Option<i64>,
    /// Resulting number if the effects that may exceed the cap are left out.
    pub within_cap: i64,
    /// Resulting number before the lowest allowed value is applied.
    pub raw: i64,
    /// Contribution of each effect to the number, in the order in which the effects were given.
    pub added: Vec<i64>,
}

/// Applies effects to a number. `least` is the lowest result: 0 except for prices and for statistics that may be negative.
pub fn outcome(base: i64, least: i64, lines: &[(CarrierDistance, BuildNumberChange)]) -> BuildNumberResult {
    let mut added = vec![0_i64; lines.len()];
    let mut add = |at: usize, points: i64| {
        if let Some(slot) = added.get_mut(at) {
            *slot = slot.saturating_add(points);
        }
    };
    // If several effects set a value, the nearest effect decides. Among equally near ones, the smallest value is used, then the first.
    let said = lines.iter().enumerate().filter_map(|(at, (near, act))| match act {
        BuildNumberChange::Is(value) => Some((*near, *value, at)),
        BuildNumberChange::Gone => Some((*near, i64::MIN, at)),
        BuildNumberChange::Unbounded => Some((*near, i64::MAX, at)),
        _ => None,
    });
    let mut value = base;
    if let Some((_, said, at)) = said.min() {
        if said == i64::MIN {
            add(at, base.saturating_neg());
            return BuildNumberResult { value: None, within_cap: 0, raw: 0, added };
        }
        add(at, said.saturating_sub(base));
        value = said;
    }
    let mut within_cap = value;
    for (at, (_, act)) in lines.iter().enumerate() {
        match act {
            BuildNumberChange::Add(points) => {
                value = value.saturating_add(*points);
                within_cap = within_cap.saturating_add(*points);
                add(at, *points);
            }
            BuildNumberChange::AddPastCap(points) => {
                value = value.saturating_add(*points);
                add(at, *points);
            }
            _ => {}
        }
    }
    let lowest = |most: bool| {
        let bounds = lines.iter().enumerate().filter_map(move |(at, (_, act))| match act {
            BuildNumberChange::AtMost(bound) if most => Some((*bound, at)),
            BuildNumberChange::AtLeast(bound) if !most => Some((bound.saturating_neg(), at)),
            _ => None,
        });
        bounds.min()
    };
    if let Some((bound, at)) = lowest(false).map(|(bound, at)| (bound.saturating_neg(), at)).filter(|(bound, _)| *bound > value) {
        add(at, bound.saturating_sub(value));
        value = bound;
    }
    if let Some((bound, at)) = lowest(true).filter(|(bound, _)| *bound < value) {
        add(at, bound.saturating_sub(value));
        value = bound;
    }
    BuildNumberResult { value: Some(value.max(least)), within_cap, raw: value, added }
}

#[cfg(test)]
mod tests {
    use super::*;
    use BuildNumberChange::{Add, AddPastCap, AtLeast, AtMost, Gone, Is};
    use CarrierDistance::{Gear, Own, Rules};

    fn value(base: i64, lines: &[(CarrierDistance, BuildNumberChange)]) -> Option<i64> {
        outcome(base, 0, lines).value
    }

    #[test]
    fn changes_add_up() {
        assert_eq!(value(3, &[(Own, Add(1)), (Gear, Add(2)), (Rules, Add(-1))]), Some(5));
    }

    #[test]
    fn the_nearest_value_counts_then_the_smaller() {
        assert_eq!(value(3, &[(Rules, Is(1)), (Own, Is(5)), (Gear, Is(9))]), Some(9));
        assert_eq!(value(3, &[(Own, Is(5)), (Own, Is(4))]), Some(4));
    }

    #[test]
    fn changes_come_on_top_of_a_value_and_bounds_come_last() {
        assert_eq!(value(3, &[(Own, Add(2)), (Own, Is(6)), (Own, AtMost(7))]), Some(7));
        assert_eq!(value(3, &[(Own, AtLeast(8)), (Own, AtMost(5))]), Some(5));
    }

    #[test]
    fn what_is_none_is_gone_whatever_is_added() {
        assert_eq!(value(3, &[(Own, Gone), (Own, Add(2))]), None);
    }

    #[test]
    fn a_number_stops_at_its_least() {
        assert_eq!(value(1, &[(Own, Add(-4))]), Some(0));
        assert_eq!(outcome(1, -4, &[(Own, Add(-4))]).value, Some(-3));
    }

    #[test]
    fn what_goes_past_the_cap_is_told_apart() {
        let outcome = outcome(3, 0, &[(Own, Add(1)), (Own, AddPastCap(2))]);
        assert_eq!((outcome.value, outcome.within_cap), (Some(6), 4));
        assert_eq!(outcome.added, [1, 2]);
    }
}
