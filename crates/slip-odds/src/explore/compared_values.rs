//! Chooses the values by which designs are compared: the values that the user names, otherwise the values whose preferred direction follows
//! from their prices.

use super::design_space::{DesignSpace, VariableId};
use super::{ExploreRefusal, ExploreRequest, ExploredValue, refuse};
use slip_compile::check::better_direction::Direction;
use slip_compile::check::ledger::FormulaValues;

/// Value of a design to maximise or minimise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Name of the value: a statistic, a track, a stunt, `price`, `upkeep` or `points`.
    pub what: String,
    /// True to maximise the value, false to minimise it.
    pub more: bool,
}

/// Bound of a value that the user requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequiredBound {
    /// The value must be at least this number.
    AtLeast(i64),
    /// The value must be at most this number.
    AtMost(i64),
    /// The value must be exactly this number.
    Exactly(i64),
}

/// Requirement for every design: a stunt, a flag, or a bound of a statistic or track.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DesignRequirement {
    /// Name of the required value.
    pub what: String,
    /// Bound of a value; `None` for a stunt or flag, which must be present.
    pub bound: Option<RequiredBound>,
}

/// Constructor of a bound.
type Bounding = fn(i64) -> RequiredBound;

impl std::str::FromStr for DesignRequirement {
    type Err = String;

    fn from_str(text: &str) -> Result<DesignRequirement, String> {
        let signs: [(&str, Bounding); 3] = [(">=", RequiredBound::AtLeast), ("<=", RequiredBound::AtMost), ("=", RequiredBound::Exactly)];
        for (sign, bound) in signs {
            if let Some((what, number)) = text.split_once(sign) {
                let number = number.trim().parse().map_err(|_| format!("write a whole number after `{sign}`, such as `harm{sign}2`"))?;
                return Ok(DesignRequirement { what: what.trim().to_owned(), bound: Some(bound(number)) });
            }
        }
        if text.contains(['<', '>']) {
            return Err(format!("`{}` is not a bound: write `>=`, `<=` or `=`, such as `harm>=2`", text.trim()));
        }
        Ok(DesignRequirement { what: text.trim().to_owned(), bound: None })
    }
}

impl DesignRequirement {
    /// Parses a list with commas: `civilian, harm>=2`. Commas inside of brackets do not separate.
    ///
    /// # Errors
    /// A sentence about the first requirement that cannot be read.
    pub fn parse_list(text: &str) -> Result<Vec<DesignRequirement>, String> {
        let mut parts = vec![String::new()];
        let mut depth = 0_usize;
        for letter in text.chars() {
            match letter {
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            match parts.last_mut() {
                Some(part) if letter != ',' || depth > 0 => part.push(letter),
                _ => parts.push(String::new()),
            }
        }
        let wanted = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
        wanted.map(str::parse).collect()
    }

    /// True if a number satisfies the requirement.
    pub(super) fn allows(&self, number: i64) -> bool {
        match self.bound {
            None => number >= 1,
            Some(RequiredBound::AtLeast(least)) => number >= least,
            Some(RequiredBound::AtMost(most)) => number <= most,
            Some(RequiredBound::Exactly(wanted)) => number == wanted,
        }
    }
}

/// Numeric value of a design by which designs are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    Stat(usize),
    Track(usize),
    Price,
    Upkeep,
    /// An offer: a stunt with its arguments, by its index among the offers.
    Offer(usize),
    /// A stunt with any arguments, by its index among the design's stunts.
    Stunt(usize),
}

/// Values by which designs are compared.
pub(super) struct ComparedValues {
    /// Values that are compared between designs. Each has a flag that is true if more is better.
    pub axes: Vec<(Axis, bool)>,
    /// True if designs that cost fewer build points are better.
    pub points: bool,
    /// True if only designs with the same derived aspects are compared.
    pub apart: bool,
}

const PRICE: &str = "price";
const UPKEEP: &str = "upkeep";
const POINTS: &str = "points";

/// Determines the values by which designs are compared, from the user's request.
pub(super) fn read(space: &DesignSpace<'_, '_, '_>, wish: &ExploreRequest) -> Result<ComparedValues, ExploreRefusal> {
    if wish.aims.is_empty() {
        return usual(space);
    }
    let mut aims = ComparedValues { axes: Vec::new(), points: false, apart: false };
    for aim in &wish.aims {
        let axis = match aim.what.as_str() {
            POINTS if aim.more => return refuse("points cannot be maximised: maximise the values that they buy"),
            POINTS => {
                aims.points = true;
                continue;
            }
            PRICE if space.design.price.is_some() => Axis::Price,
            UPKEEP if space.design.upkeep.is_some() => Axis::Upkeep,
            word => named(space, word)?,
        };
        if aims.axes.iter().any(|(other, _)| *other == axis) {
            return refuse(format!("`{}` is named twice", aim.what));
        }
        aims.axes.push((axis, aim.more));
    }
    Ok(aims)
}

fn named(space: &DesignSpace<'_, '_, '_>, word: &str) -> Result<Axis, ExploreRefusal> {
    let design = space.design;
    if let Some(at) = design.stats.iter().position(|rule| rule.name == word || rule.also.as_deref() == Some(word)) {
        return Ok(Axis::Stat(at));
    }
    if let Some(at) = design.track(word) {
        return Ok(Axis::Track(at));
    }
    if let Some(at) = design.stunts.iter().position(|rule| rule.name == word) {
        return Ok(Axis::Stunt(at));
    }
    let stats = design.stats.iter().map(|rule| rule.name.as_str());
    let tracks = design.tracks.iter().map(|rule| rule.name.as_str());
    let stunts = design.stunts.iter().map(|rule| rule.name.as_str());
    let known: Vec<&str> = stats.chain(tracks).chain([PRICE, UPKEEP, POINTS]).collect();
    match slip_suggest::nearest(word, known.iter().copied().chain(stunts)) {
        Some(near) => refuse(format!("`{}` has no `{word}`; did you mean `{near}`?", design.name)),
        None => {
            refuse(format!("`{}` has no value `{word}`; it has {} and stunts", design.name, slip_suggest::enumerate(known.into_iter())))
        }
    }
}

/// Returns all values that can be compared because the prices of the design show their better direction (R-XEX1).
fn usual(space: &DesignSpace<'_, '_, '_>) -> Result<ComparedValues, ExploreRefusal> {
    let design = space.design;
    // Drawbacks are the first values, so that the designs with the fewest drawbacks come first in the output.
    let mut axes: Vec<(Axis, bool)> = Vec::new();
    let mut stunts = Vec::new();
    for (at, offer) in space.offers.iter().enumerate() {
        let sink = design.stunts.get(offer.rule).is_none_or(|rule| rule.sink);
        let sense = space.senses.stunts.get(offer.rule).copied().flatten();
        match sense.filter(|sense| !(sink && *sense == Direction::More)).and_then(|sense| directed(Axis::Offer(at), sense)) {
            Some((axis, false)) => axes.push((axis, false)),
            other => stunts.extend(other),
        }
    }
    if design.price.is_some() {
        axes.push((Axis::Price, false));
    }
    for (at, sense) in space.senses.stats.iter().enumerate() {
        axes.extend(directed(Axis::Stat(at), *sense));
    }
    for (at, sense) in space.senses.tracks.iter().enumerate() {
        axes.extend(directed(Axis::Track(at), *sense));
    }
    if design.upkeep.is_some() {
        axes.push((Axis::Upkeep, false));
    }
    axes.extend(stunts);
    // A value that is the same in all designs is dropped, and so is a value that depends only on such values.
    axes.retain(|(axis, _)| space.varies(*axis));
    if axes.iter().all(|(axis, _)| matches!(axis, Axis::Price | Axis::Upkeep)) {
        let unheard: Vec<String> = space.unheard.iter().map(|(what, why)| format!("for {what}, since {why}")).collect();
        let why = if unheard.is_empty() { "since no value that differs costs points".to_owned() } else { unheard.join("; ") };
        return refuse(format!("the prices of `{}` do not show which design is better, {why}: add --maximise or --minimise", design.name));
    }
    Ok(ComparedValues { axes, points: false, apart: true })
}

fn directed(axis: Axis, sense: Direction) -> Option<(Axis, bool)> {
    match sense {
        Direction::More => Some((axis, true)),
        Direction::Less => Some((axis, false)),
        Direction::Neither => None,
    }
}

impl ComparedValues {
    /// Returns the compared values in the form in which the result contains them.
    pub(super) fn measured(&self, space: &DesignSpace<'_, '_, '_>) -> Vec<ExploredValue> {
        let design = space.design;
        let what = |axis: Axis| match axis {
            Axis::Stat(at) => design.stats.get(at).map(|rule| rule.name.to_string()),
            Axis::Track(at) => design.tracks.get(at).map(|rule| rule.name.to_string()),
            Axis::Offer(at) => space.offers.get(at).map(|offer| offer.words.clone()),
            Axis::Stunt(at) => design.stunts.get(at).map(|rule| rule.name.to_string()),
            Axis::Price => Some(PRICE.to_owned()),
            Axis::Upkeep => Some(UPKEEP.to_owned()),
        };
        let measured = self.axes.iter().filter_map(|(axis, more)| {
            Some(ExploredValue { what: what(*axis)?, more: *more, stunt: matches!(axis, Axis::Offer(_) | Axis::Stunt(_)) })
        });
        let points = self.points.then(|| ExploredValue { what: POINTS.to_owned(), more: false, stunt: false });
        measured.chain(points).collect()
    }
}

impl DesignSpace<'_, '_, '_> {
    /// Returns the value of a design on one axis, given its evaluated formulas and the count of each offer.
    pub(super) fn number(&self, axis: Axis, values: &FormulaValues<'_>, counts: &[i64]) -> i64 {
        match axis {
            Axis::Stat(at) => values.stats.get(at).copied().unwrap_or(0),
            Axis::Track(at) => values.tracks.get(at).copied().unwrap_or(0),
            Axis::Price => self.price(values).unwrap_or(0),
            Axis::Upkeep => self.design.upkeep.as_ref().and_then(|clause| values.eval(&clause.formula, 0).ok()).unwrap_or(0),
            Axis::Stunt(rule) => values.stunts.get(rule).copied().unwrap_or(0),
            Axis::Offer(at) => {
                let rule = self.offers.get(at).and_then(|offer| self.design.stunts.get(offer.rule));
                // A stunt that changes nothing for this design is not counted.
                let idle =
                    rule.is_some_and(|rule| rule.idle.as_ref().is_some_and(|idle| values.holds(&idle.formula)) || is_given(rule, values));
                if idle { 0 } else { counts.get(at).copied().unwrap_or(0) }
            }
        }
    }

    /// True if the value of this axis can differ between designs.
    fn varies(&self, axis: Axis) -> bool {
        match axis {
            Axis::Price | Axis::Upkeep => !self.roots_of_axis(axis).is_empty(),
            Axis::Stat(at) => self.has(VariableId::Stat(at)),
            Axis::Track(at) => self.has(VariableId::Track(at)),
            Axis::Offer(at) => self.has(VariableId::Offer(at)),
            Axis::Stunt(_) => true,
        }
    }
}

fn is_given(rule: &slip_compile::check::design::StuntRule, values: &FormulaValues<'_>) -> bool {
    match &rule.inherent {
        slip_compile::check::design::Fixed::No => false,
        slip_compile::check::design::Fixed::Always => true,
        slip_compile::check::design::Fixed::When(condition) => values.holds(&condition.formula),
    }
}
