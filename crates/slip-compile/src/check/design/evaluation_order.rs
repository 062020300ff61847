//! Order in which statistics and tracks are computed: each after those that occur in its base formula.
//!
//! Refuses base formulas that depend on each other in a circle (R-XY15).

use super::Fixed;
use super::design_reader::DesignReader;
use crate::check::errors;
use crate::check::formula::{DesignFormula, FormulaVariable};
use ecow::EcoString;
use slip_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A statistic or a track of a design, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Valued {
    /// A statistic, by its index in the design.
    Stat(usize),
    /// A track, by its index in the design.
    Track(usize),
}

/// Statistics and tracks that have no place in the order yet, each with the statistics and tracks that its base formula still needs.
type Waiting = BTreeMap<Valued, BTreeSet<Valued>>;

impl DesignReader<'_, '_, '_> {
    /// Computes the order of evaluation. All entries must have been read.
    pub(super) fn order(&mut self) {
        let mut waiting = self.waiting();
        let mut dependents: BTreeMap<Valued, Vec<Valued>> = BTreeMap::new();
        for (one, needs) in &waiting {
            needs.iter().for_each(|need| dependents.entry(*need).or_default().push(*one));
        }
        let mut ready: BTreeSet<Valued> = waiting.iter().filter(|(_, needs)| needs.is_empty()).map(|(one, _)| *one).collect();
        let mut order: Vec<Valued> = Vec::with_capacity(waiting.len());
        while !waiting.is_empty() {
            let next: BTreeSet<Valued> = match ready.pop_first() {
                Some(one) => BTreeSet::from([one]),
                // The statistics and tracks of a dependency circle are put into the order of their declaration.
                None => {
                    let circle = circle(&waiting);
                    self.report(&circle);
                    circle
                }
            };
            next.iter().for_each(|one| drop(waiting.remove(one)));
            for one in next {
                order.push(one);
                for dependent in dependents.remove(&one).unwrap_or_default() {
                    if let Some(needs) = waiting.get_mut(&dependent)
                        && needs.remove(&one)
                        && needs.is_empty()
                    {
                        ready.insert(dependent);
                    }
                }
            }
        }
        self.design.order = order;
    }

    fn waiting(&self) -> Waiting {
        let stats = self.design.stats.iter().enumerate().map(|(at, rule)| (Valued::Stat(at), needs(&[&rule.base])));
        let tracks = self.design.tracks.iter().enumerate().map(|(at, rule)| {
            let needs = match &rule.fixed {
                Fixed::When(condition) => needs(&[&rule.base, &condition.formula]),
                Fixed::No | Fixed::Always => needs(&[&rule.base]),
            };
            (Valued::Track(at), needs)
        });
        stats.chain(tracks).collect()
    }

    fn report(&mut self, circle: &BTreeSet<Valued>) {
        let design = &self.design;
        let named = |valued: &Valued| match valued {
            Valued::Stat(at) => design.stats.get(*at).map(|rule| (rule.name.clone(), rule.span)),
            Valued::Track(at) => design.tracks.get(*at).map(|rule| (rule.name.clone(), rule.span)),
        };
        let members: Vec<(EcoString, Span)> = circle.iter().filter_map(named).collect();
        if let Some((first, others)) = members.split_first() {
            self.out.push(errors::base_circle(first, others));
        }
    }
}

/// Returns the statistics and tracks that occur in some formulas.
fn needs(formulas: &[&DesignFormula]) -> BTreeSet<Valued> {
    let mut needs = BTreeSet::new();
    for formula in formulas {
        formula.names(&mut |name| {
            needs.extend(match name {
                FormulaVariable::Stat(at) => Some(Valued::Stat(*at)),
                FormulaVariable::Track(at) => Some(Valued::Track(*at)),
                _ => None,
            });
        });
    }
    needs
}

/// Returns the members of a circle of statistics and tracks. There is a circle, because each waiting member needs another one.
fn circle(waiting: &Waiting) -> BTreeSet<Valued> {
    let mut path: Vec<Valued> = Vec::new();
    let mut on_it: BTreeSet<Valued> = BTreeSet::new();
    let mut at = waiting.keys().next().copied();
    while let Some(one) = at {
        if !on_it.insert(one) {
            return path.into_iter().skip_while(|before| *before != one).collect();
        }
        path.push(one);
        at = waiting.get(&one).and_then(|needs| needs.first().copied());
    }
    on_it
}
