//! Explains why no legal design is left: conflicting stunts, or the cost. Only requested values of a part are named, because the user can
//! drop only those.

use super::{DesignPart, Search};
use crate::explore::ExploreRefusal;
use crate::explore::compared_values::ComparedValues;
use crate::explore::design_space::{DesignSpace, VariableId};

use std::collections::BTreeSet;

/// Number of build points for an unlimited budget. It leaves room for additions without overflow.
const BOUNDLESS: i64 = i64::MAX / 4;
/// Greatest number of options that are tried to find the cost of a part.
const FEW_WAYS: usize = 30_000;

/// Context of the search for a reason: the parts, and the pairs of stunts that exclude each other.
pub(super) struct ReasonContext<'s, 'a, 'p, 't> {
    pub space: &'s DesignSpace<'a, 'p, 't>,
    pub aims: &'s ComparedValues,
    pub places: &'s [Vec<usize>],
    pub clashes: &'s BTreeSet<(usize, usize)>,
}

/// Minimum cost of a part of a design, for any budget.
enum MinimumCost {
    /// The part costs at least this number of points.
    Points(i64),
    /// The part has no legal option.
    Never,
    /// The part has too many options to try.
    Unknown,
}

impl ReasonContext<'_, '_, '_, '_> {
    /// Returns an error if each part alone is legal, but the parts together are too expensive.
    pub(super) fn together(&self, parts: &[DesignPart]) -> Result<(), ExploreRefusal> {
        let least = parts.iter().filter_map(|part| part.legal.keys().next()).copied().fold(0, i64::saturating_add);
        if self.space.budget.is_none() || least <= self.space.left() { Ok(()) } else { Err(self.refusal()) }
    }

    /// Returns the reason why there is no legal design.
    pub(super) fn refusal(&self) -> ExploreRefusal {
        let said = match self.clash() {
            Some((one, other)) => format!("{one} and {other} exclude each other"),
            None => self.cost(),
        };
        ExploreRefusal(format!("there is no legal design: {said}"))
    }

    /// Returns two stunts that are both required although they exclude each other.
    fn clash(&self) -> Option<(String, String)> {
        let required = |offer: usize| {
            let mut variables = self.space.variables.iter();
            variables.any(|variable| {
                variable.what == VariableId::Offer(offer) && variable.asked && variable.values.iter().all(|times| *times > 0)
            })
        };
        let name = |offer: usize| self.space.offers.get(offer).map(|offer| offer.words.clone());
        let (one, other) = self.clashes.iter().find(|(one, other)| required(*one) && required(*other))?;
        Some((name(*one)?, name(*other)?))
    }

    /// Returns a sentence about the part of the design that is never legal or, if there is none, about the costs of all parts.
    fn cost(&self) -> String {
        let (mut dear, mut back) = (Vec::new(), 0_i64);
        for places in self.places {
            let names = self.asked(places);
            let cost = match self.least(places) {
                MinimumCost::Points(cost) => cost,
                MinimumCost::Never => {
                    let together = if names.len() == 1 { "" } else { " together" };
                    let points = if self.space.budget.is_some() { ", with any number of build points" } else { "" };
                    return format!("the requirements for {} cannot be met{together}{points}", enumerated(&names));
                }
                MinimumCost::Unknown if self.space.is_bounded(places) => self.space.least(places),
                // The minimum cost of these values together is unknown.
                MinimumCost::Unknown => return format!("there are only {} build points, which is not enough", self.space.left()),
            };
            if cost > 0 {
                dear.push(format!("{cost} for {}", enumerated(&names)));
            }
            back = back.saturating_add(cost.min(0));
        }
        let back = if back < 0 { format!("; other purchases give back at most {}", back.saturating_neg()) } else { String::new() };
        let takes = if dear.is_empty() { "more".to_owned() } else { format!("at least {}", enumerated(&dear)) };
        format!("there are only {} build points, and the requirements cost {takes}{back}", self.space.left())
    }

    fn least(&self, places: &[usize]) -> MinimumCost {
        let mut search = Search { most: FEW_WAYS, ..Search::of(self.space, self.aims, places, self.clashes, BOUNDLESS) };
        match search.go(0, 0).map(|()| search.legal.keys().next()) {
            Ok(Some(cost)) => MinimumCost::Points(*cost),
            Ok(None) => MinimumCost::Never,
            Err(_) => MinimumCost::Unknown,
        }
    }

    /// Returns the names of the values in a part that the user asked for. If the user asked for none of them, returns the names of all
    /// values in the part.
    fn asked(&self, places: &[usize]) -> Vec<String> {
        let space = self.space;
        let is_asked = |place: &&usize| space.variables.get(**place).is_some_and(|variable| variable.asked);
        let mut names: Vec<String> = places.iter().filter(is_asked).filter_map(|place| space.called(*place)).collect();
        let mine = |roots: BTreeSet<usize>| roots.iter().any(|root| places.contains(root));
        let bounded = space.bounded.iter().filter(|(axis, _)| mine(space.roots_of_axis(*axis)));
        names.extend(bounded.map(|(_, demand)| demand.what.clone()));
        if names.is_empty() { places.iter().filter_map(|place| space.called(*place)).collect() } else { names }
    }
}

fn enumerated(names: &[String]) -> String {
    slip_suggest::enumerate(names.iter().map(String::as_str))
}
