//! Order in which statistics and tracks are evaluated: each after those that its base formula names.
//!
//! Refuses base formulas that depend on each other in a circle (R-XY15).

use super::Fixed;
use super::read::DesignReader;
use crate::check::errors;
use crate::check::formula::{DesignFormula, FormulaVariable};
use ecow::EcoString;
use slip_source::Span;
use std::collections::BTreeSet;

/// Statistic or track, as its index in the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Valued {
    /// A statistic.
    Stat(usize),
    /// A track.
    Track(usize),
}

/// Statistic or track that is not in the order yet, with those that its base formula names.
type Waiting = (Valued, BTreeSet<Valued>);

impl DesignReader<'_, '_, '_> {
    /// Computes the order of evaluation, after all entries are read.
    pub(super) fn order(&mut self) {
        let mut waiting = self.waiting();
        let mut order: Vec<Valued> = Vec::with_capacity(waiting.len());
        let mut known: BTreeSet<Valued> = BTreeSet::new();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|(one, needs)| {
                let ready = needs.is_subset(&known);
                if ready {
                    known.insert(*one);
                    order.push(*one);
                }
                !ready
            });
            if waiting.len() == before {
                // Members of a circle keep the order of their declaration.
                let circle = circle(&waiting, &known);
                self.report(&circle);
                waiting.retain(|(one, _)| !circle.contains(one));
                known.extend(&circle);
                order.extend(&circle);
            }
        }
        self.design.order = order;
    }

    fn waiting(&self) -> Vec<Waiting> {
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

/// Returns the statistics and tracks that some formulas name.
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

/// Returns a circle among the unordered statistics and tracks, each of which depends on another.
fn circle(waiting: &[Waiting], known: &BTreeSet<Valued>) -> BTreeSet<Valued> {
    let next = |one: Valued| {
        let needs = waiting.iter().find(|(other, _)| *other == one).map(|(_, needs)| needs);
        needs.into_iter().flatten().find(|need| !known.contains(need)).copied()
    };
    let mut path: Vec<Valued> = Vec::new();
    let mut on_it: BTreeSet<Valued> = BTreeSet::new();
    let mut at = waiting.first().map(|(one, _)| *one);
    while let Some(one) = at {
        if !on_it.insert(one) {
            return path.into_iter().skip_while(|before| *before != one).collect();
        }
        path.push(one);
        at = next(one);
    }
    on_it
}
