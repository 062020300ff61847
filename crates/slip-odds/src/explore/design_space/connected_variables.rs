//! Dependencies between variables: two variables are connected if one rule refers to both.

use super::partial_eval::Roots;
use super::{DesignSpace, VariableId};
use crate::explore::compared_values::{Axis, ComparedValues};
use slip_compile::check::build;
use slip_compile::check::design::{Clause, Design, Fixed, StatRule, StuntRule};
use slip_compile::check::formula::{DesignFormula, FormulaVariable as Named};
use slip_compile::check::read_purchase::BoughtStunt;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeSet;

/// True if the lowest or highest rank of a statistic depends on anything except technology and rules.
pub(super) fn hangs(rule: &StatRule) -> bool {
    let mut hangs = false;
    for formula in [&rule.low, &rule.high] {
        formula.names(&mut |name| hangs |= !matches!(name, Named::Tech | Named::Local | Named::Setting(..)));
    }
    hangs
}

/// Returns the flags and choices to which a rule of the design refers. The author may set all others freely.
pub(super) fn flags_and_choices(design: &Design) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let (mut flags, mut choices) = (BTreeSet::new(), BTreeSet::new());
    for formula in formulas(design) {
        formula.names(&mut |name| match name {
            Named::Flag(at) => {
                flags.insert(*at);
            }
            Named::Choice(at) => {
                choices.insert(*at);
            }
            _ => {}
        });
    }
    (flags, choices)
}

/// Iterates over every formula that prices, checks or describes a design.
fn formulas(design: &Design) -> impl Iterator<Item = &DesignFormula> {
    let clauses = [&design.budget, &design.price, &design.upkeep].into_iter().flatten().map(|clause| &clause.formula);
    let stats = design.stats.iter().flat_map(|rule| [Some(&rule.low), Some(&rule.high), Some(&rule.base), rule.cost.as_ref()]).flatten();
    let tracks = design.tracks.iter().flat_map(|rule| [Some(&rule.base), rule.cost.as_ref()]).flatten();
    let conditions = design.requirements.iter().map(|rule| &rule.condition.formula);
    let aspects = design.aspects.iter().filter_map(|rule| rule.condition.as_ref()).map(|condition| &condition.formula);
    let stunts = design.stunts.iter().filter_map(|rule| rule.cost.as_ref()).map(|clause| &clause.formula);
    clauses.chain(stats).chain(tracks).chain(conditions).chain(aspects).chain(stunts)
}

impl DesignSpace<'_, '_, '_> {
    /// Returns the connected groups of variables, ordered by their first member.
    pub(in crate::explore) fn parts(&self, aims: &ComparedValues) -> Vec<Vec<usize>> {
        let mut parts: Vec<usize> = (0..self.variables.len()).collect();
        for tie in self.ties(aims) {
            let Some(first) = tie.iter().filter_map(|place| parts.get(*place)).copied().min() else { continue };
            let joined: BTreeSet<usize> = tie.iter().filter_map(|place| parts.get(*place)).copied().collect();
            parts.iter_mut().filter(|part| joined.contains(part)).for_each(|part| *part = first);
        }
        let firsts: BTreeSet<usize> = parts.iter().copied().collect();
        let of = |first: usize| (0..parts.len()).filter(|place| parts.get(*place) == Some(&first)).collect();
        firsts.into_iter().map(of).collect()
    }

    fn ties(&self, aims: &ComparedValues) -> Vec<Roots> {
        let design = self.design;
        // Variables whose prices depend on each other belong to one part. The costs of all parts can then simply be added.
        let mut ties = self.addends_of_cost();
        for (at, rule) in design.stats.iter().enumerate() {
            let own: Roots = self.place(VariableId::Stat(at)).into_iter().collect();
            ties.push(self.joined(own, [&rule.low, &rule.high, &rule.base].into_iter()));
        }
        ties.extend((0..design.tracks.len()).map(|at| self.roots_of_axis(Axis::Track(at))));
        // A value that is the sum over several parts can rise in one part and fall in another. These parts are therefore connected.
        let summed = aims.axes.iter().map(|(axis, _)| *axis).chain(self.bounded.iter().map(|(axis, _)| *axis));
        ties.extend(summed.map(|axis| self.roots_of_axis(axis)));
        for rule in &design.requirements {
            let when = rule.when.as_ref().map(|when| &when.formula);
            // A rule that is never checked connects no variables.
            let asked = when.is_none_or(|when| !self.is_never(when));
            if asked && !rule.advice {
                ties.push(self.joined(Roots::new(), std::iter::once(&rule.condition.formula).chain(when)));
            }
        }
        for rule in &design.aspects {
            let values = rule.values.iter().map(|(_, formula, _)| formula);
            ties.push(self.joined(Roots::new(), rule.condition.iter().map(|condition| &condition.formula).chain(values)));
        }
        if self.slots_may_run_out() {
            ties.push(
                design.aspects.iter().flat_map(|rule| rule.condition.iter()).flat_map(|condition| self.roots(&condition.formula)).collect(),
            );
        }
        if design.stunt_count.is_some() {
            ties.push((0..self.offers.len()).filter_map(|at| self.place(VariableId::Offer(at))).collect());
        }
        self.stunts(&mut ties);
        ties
    }

    /// Returns, for each addend of a sum, the variables that it depends on. A formula that is not a sum is one addend.
    pub(super) fn addends(&self, clause: &Clause) -> Vec<Roots> {
        if clause.terms.is_empty() {
            return vec![self.roots(&clause.formula)];
        }
        clause.terms.iter().map(|(_, formula, _)| self.roots(formula)).collect()
    }

    pub(super) fn joined<'f>(&self, own: Roots, formulas: impl Iterator<Item = &'f DesignFormula>) -> Roots {
        formulas.fold(own, |mut roots, formula| {
            roots.extend(self.roots(formula));
            roots
        })
    }

    fn is_never(&self, formula: &DesignFormula) -> bool {
        self.roots(formula).is_empty() && !self.reckon(&self.blank).values.holds(formula)
    }

    /// True if a design may have more aspects than slots for them.
    pub(in crate::explore) fn slots_may_run_out(&self) -> bool {
        let Some(clause) = &self.design.slots else { return false };
        let Ok(slots) = self.reckon(&self.blank).values.eval(&clause.formula, 0) else { return false };
        let derived = self.design.aspects.iter().filter(|rule| !rule.extra).count();
        i64::try_from(derived.saturating_add(self.blank.aspects.len())).unwrap_or(i64::MAX) > slots
    }

    fn stunts(&self, ties: &mut Vec<Roots>) {
        for (at, offer) in self.offers.iter().enumerate() {
            let Some(rule) = self.design.stunts.get(offer.rule) else { continue };
            let own: Roots = self.place(VariableId::Offer(at)).into_iter().collect();
            ties.push(self.joined(own.clone(), asked_by(rule)));
            for (other_at, other) in self.offers.iter().enumerate() {
                let Some(other_rule) = self.design.stunts.get(other.rule) else { continue };
                let named = |other: &slip_compile::check::design::RelatedStunt| other.stunt == other_rule.name;
                let tied = rule.excludes.iter().any(named) || rule.requires.iter().any(named) || offer.rule == other.rule;
                if other_at != at && (tied || at < other_at && self.contradict(&[&offer.bought, &other.bought])) {
                    ties.push(own.iter().copied().chain(self.place(VariableId::Offer(other_at))).collect());
                }
            }
            if self.acts(offer.rule) {
                let stats = (0..self.design.stats.len())
                    .filter(|stat| self.design.stats.get(*stat).is_some_and(|stat| self.lifts(offer.rule, stat)));
                ties.push(own.iter().copied().chain(stats.filter_map(|stat| self.place(VariableId::Stat(stat)))).collect());
            }
        }
    }

    /// True if the effects of the given stunts contradict each other.
    fn contradict(&self, stunts: &[&BoughtStunt]) -> bool {
        let speaks = |stunt: &&BoughtStunt| self.design.stunts.get(stunt.rule).is_some_and(|rule| !rule.effects.is_empty());
        if !stunts.iter().all(speaks) {
            return false;
        }
        let mut purchase = self.blank.clone();
        purchase.bought.stunts.extend(stunts.iter().map(|stunt| (*stunt).clone()));
        let mut said = Diagnostics::new();
        build::contradictions(self.design, &purchase, self.declared.tree.name.span, &mut said);
        said.has_errors()
    }
}

/// Iterates over the formulas in the rules of a stunt.
fn asked_by(rule: &StuntRule) -> impl Iterator<Item = &DesignFormula> {
    let inherent = match &rule.inherent {
        Fixed::When(condition) => Some(condition),
        Fixed::No | Fixed::Always => None,
    };
    let conditions = [rule.only.as_ref(), rule.idle.as_ref(), inherent].into_iter().flatten().map(|condition| &condition.formula);
    let required = rule.requirements.iter().filter(|rule| !rule.advice);
    let required = required.flat_map(|rule| std::iter::once(&rule.condition).chain(&rule.when)).map(|condition| &condition.formula);
    rule.cost.iter().map(|clause| &clause.formula).chain(conditions).chain(required)
}
