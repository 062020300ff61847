//! What lines make of a number at building: the stacking rules of `effects.md`, section 4, in one place.
//!
//! Changes add up; of several values that something `is` the nearest carrier's counts, then the smaller, then the first; bounds
//! come last, and `at most` beats `at least`.

use super::{Bound, Effect, Measure, Of, Op, Play, Quantity, Who};

/// A number that building gives a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number<'a> {
    /// A statistic or skill.
    Rank(&'a str),
    /// Boxes of a track.
    Boxes(&'a str),
    /// What consequences take off hits on a track.
    Consequences(&'a str),
    /// Free slots of a grade of consequence.
    Slots(&'a str),
    /// The highest rank of a statistic or skill.
    Cap(&'a str),
    /// The highest technology of a thing that may be had.
    TechLimit(&'a str),
    /// Fate points.
    Fate,
    /// Purchase Cost.
    Price,
    /// The rating that maintenance uses.
    Upkeep,
}

impl Effect {
    /// The number that the line sets, changes or bounds at building; none if it says nothing about building.
    pub fn built(&self) -> Option<Number<'_>> {
        if !self.acts_in(Play::Build) || self.moment.is_some() || self.is_choice() {
            return None;
        }
        let quantity = match &self.op {
            Op::Change(change) => &change.to,
            Op::Set(set) => &set.what,
            _ => return None,
        };
        match quantity {
            Quantity::Stat(name) => Some(Number::Rank(name)),
            Quantity::Roll(_) => None,
            Quantity::Measure(measured) => Some(match (measured.what, &measured.of) {
                (Measure::Boxes, Some(Of::Name(track))) => Number::Boxes(track),
                (Measure::Consequences, Some(Of::Name(track))) => Number::Consequences(track),
                (Measure::Slots, Some(Of::Name(grade))) => Number::Slots(grade),
                (Measure::Cap, Some(Of::Name(stat))) => Number::Cap(stat),
                (Measure::TechLimit, Some(Of::Name(item))) => Number::TechLimit(item),
                (Measure::Fate, None) => Number::Fate,
                (Measure::Price, None) => Number::Price,
                (Measure::Upkeep, None) => Number::Upkeep,
                _ => return None,
            }),
        }
    }

    /// Whether the line is about the thing that carries it, rather than about its bearer or everybody.
    pub fn is_about_self(&self) -> bool {
        self.who.is_none()
    }

    /// True if the line is about whoever carries the thing.
    pub fn is_about_bearer(&self) -> bool {
        matches!(self.who, Some(Who::Bearer))
    }
}

/// How near a carrier is to what is built: of several values the nearest counts (section 4, rule 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// Something it carries.
    Gear,
    /// The thing itself.
    Own,
    /// A ruleset.
    Rules,
}

/// What one line does to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Adds so much.
    Add(i64),
    /// Adds so much, above the cap too.
    AddPastCap(i64),
    /// It is this.
    Is(i64),
    /// It is not there.
    Gone,
    /// It has no bound.
    Unbounded,
    /// At most this.
    AtMost(i64),
    /// At least this.
    AtLeast(i64),
}

impl Act {
    /// A value or a bound, by how the line says it.
    pub const fn set(how: Bound, value: i64) -> Act {
        match how {
            Bound::Is => Act::Is(value),
            Bound::AtMost => Act::AtMost(value),
            Bound::AtLeast => Act::AtLeast(value),
        }
    }
}

/// What became of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number; none if it was taken away.
    pub value: Option<i64>,
    /// What it would be without the lines that go past the cap.
    pub within_cap: i64,
    /// The number before it stops at the least.
    pub raw: i64,
    /// What each line added, in the order they were given.
    pub added: Vec<i64>,
}

/// Lays lines over a number. `least` is where it stops: 0 for all but prices and the statistics that go below.
pub fn outcome(base: i64, least: i64, lines: &[(Nearness, Act)]) -> Outcome {
    let mut added = vec![0_i64; lines.len()];
    let mut add = |at: usize, points: i64| {
        if let Some(slot) = added.get_mut(at) {
            *slot = slot.saturating_add(points);
        }
    };
    // The nearest of those that say what it is; of equally near ones the smaller, then the first.
    let said = lines.iter().enumerate().filter_map(|(at, (near, act))| match act {
        Act::Is(value) => Some((*near, *value, at)),
        Act::Gone => Some((*near, i64::MIN, at)),
        Act::Unbounded => Some((*near, i64::MAX, at)),
        _ => None,
    });
    let mut value = base;
    if let Some((_, said, at)) = said.min() {
        if said == i64::MIN {
            add(at, base.saturating_neg());
            return Outcome { value: None, within_cap: 0, raw: 0, added };
        }
        add(at, said.saturating_sub(base));
        value = said;
    }
    let mut within_cap = value;
    for (at, (_, act)) in lines.iter().enumerate() {
        match act {
            Act::Add(points) => {
                value = value.saturating_add(*points);
                within_cap = within_cap.saturating_add(*points);
                add(at, *points);
            }
            Act::AddPastCap(points) => {
                value = value.saturating_add(*points);
                add(at, *points);
            }
            _ => {}
        }
    }
    let lowest = |most: bool| {
        let bounds = lines.iter().enumerate().filter_map(move |(at, (_, act))| match act {
            Act::AtMost(bound) if most => Some((*bound, at)),
            Act::AtLeast(bound) if !most => Some((bound.saturating_neg(), at)),
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
    Outcome { value: Some(value.max(least)), within_cap, raw: value, added }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Act::{Add, AddPastCap, AtLeast, AtMost, Gone, Is};
    use Nearness::{Gear, Own, Rules};

    fn value(base: i64, lines: &[(Nearness, Act)]) -> Option<i64> {
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
