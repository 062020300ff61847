//! Tests quickly if moves (changes of an item) remove an error about aspects or about a requirement.
//!
//! Such an error depends on few values: the slots and the derived aspects, or the names in the requirement. Moves that change none of these
//! values cannot remove the error. For all other moves the result is computed once, since it does not depend on further moves.

use super::points_of_moves::{MoveIndex, looks};
use super::possible_moves::{Chain, RepairMove};
use super::{Key, RepairContext, key};
use crate::check::aspects::{self, is_same};
use crate::check::build::inherent_stunts;
use crate::check::context::CompilePurpose;
use crate::check::design::Requirement;
use crate::check::formula::DesignFormula;
use crate::check::ledger::{FormulaValues, reckon};
use crate::check::legality::{Case, is_broken};
use crate::check::read_purchase::ItemPurchase;
use slip_source::diagnostic::{Code, Diagnostics};
use std::collections::BTreeMap;

/// Quick test for one diagnostic.
pub(super) struct QuickTest<'w> {
    asks: RequiredFault<'w>,
    /// For each [`Chain`] of possible edits: true if its edits change a value on which the diagnostic depends.
    looked_at: Vec<bool>,
    known: BTreeMap<Vec<MoveIndex>, bool>,
    /// Number of computations so far.
    pub(super) reckoned: usize,
}

enum RequiredFault<'w> {
    /// The error is that there are more aspects than slots for them.
    Slots,
    /// The error is an aspect that no rule gives to the item.
    Earned,
    /// The error is an unmet requirement of the design.
    For(&'w Requirement),
}

impl<'w> QuickTest<'w> {
    /// Creates the test. `None` for kinds of diagnostics that the test does not support.
    pub(super) fn of(workshop: &RepairContext<'w, '_, '_>, target: &Key, chains: &[Chain]) -> Option<Self> {
        let design = workshop.design;
        let asks = match target.0 {
            Code::TooManyAspects => RequiredFault::Slots,
            Code::UnearnedAspect => RequiredFault::Earned,
            Code::RequirementFailed => RequiredFault::For(design.requirements.iter().find(|rule| Some(rule.span) == target.2)?),
            _ => return None,
        };
        let formulas: Vec<&DesignFormula> = match &asks {
            RequiredFault::Slots => {
                let slots = design.slots.iter().map(|clause| &clause.formula).chain(&design.slots_least);
                let conditions = design.aspects.iter().filter(|rule| !rule.extra).filter_map(|rule| rule.condition.as_ref());
                let here = |formula: &&DesignFormula| workshop.each(workshop.purchase, |values| values.holds(formula)).contains(&true);
                slots.chain(conditions.map(|condition| &condition.formula).filter(here)).collect()
            }
            RequiredFault::Earned => {
                let written = workshop.purchase.aspects.iter().find(|aspect| aspect.span == target.1)?;
                let derived = design.aspects.iter().filter(|rule| is_same(&rule.text, &written.text) || !rule.values.is_empty());
                let claimed = design.optionals.iter().filter(|rule| rule.texts.iter().any(|text| is_same(text, &written.text)));
                let conditions = derived.filter_map(|rule| rule.condition.as_ref());
                conditions.chain(claimed.filter_map(|rule| rule.condition.as_ref())).map(|condition| &condition.formula).collect()
            }
            RequiredFault::For(rule) => std::iter::once(&rule.condition).chain(&rule.when).map(|condition| &condition.formula).collect(),
        };
        let looked_at = looks(design, workshop.purchase, &formulas, chains, !matches!(asks, RequiredFault::For(_)))?;
        Some(QuickTest { asks, looked_at, known: BTreeMap::new(), reckoned: 0 })
    }

    /// True if the diagnostic depends on a value that this [`Chain`] of changes affects.
    pub(super) fn looks_at(&self, chain: usize) -> bool {
        self.looked_at.get(chain).copied().unwrap_or(true)
    }

    /// True if the moves `set` remove the diagnostic. Only moves that change a value of the diagnostic are considered.
    pub(super) fn end(&mut self, workshop: &RepairContext<'_, '_, '_>, target: &Key, chains: &[Chain], set: &[MoveIndex]) -> bool {
        let own: Vec<MoveIndex> = set.iter().filter(|(chain, _)| self.looks_at(*chain)).copied().collect();
        if let Some(known) = self.known.get(&own) {
            return *known;
        }
        let moves: Vec<&RepairMove> = own.iter().filter_map(|(chain, step)| chains.get(*chain)?.moves.get(*step)).collect();
        let changed = workshop.changed(&moves);
        let left = match &self.asks {
            RequiredFault::For(rule) => {
                workshop.each(&changed, |values| is_broken(rule, values)).into_iter().filter(|broken| *broken).count()
            }
            RequiredFault::Slots | RequiredFault::Earned => workshop.said_of_aspects(&changed, target),
        };
        let goes = left < workshop.before.errors.get(target).copied().unwrap_or(0).max(1);
        self.reckoned = self.reckoned.saturating_add(1);
        self.known.insert(own, goes);
        goes
    }
}

impl RepairContext<'_, '_, '_> {
    /// Calls `ask` with the values of each mode, or of the whole item if it has no modes, and returns the results.
    fn each<T>(&self, purchase: &ItemPurchase<'_>, ask: impl Fn(&FormulaValues<'_>) -> T) -> Vec<T> {
        let rules = self.context.rules_of(self.declared.package);
        let values = |bought| ask(&reckon(self.design, purchase, bought, &self.skills, rules).values);
        purchase.parts().into_iter().map(values).collect()
    }

    /// Counts the diagnostics about aspects that the changed purchase has and that are like `target`.
    fn said_of_aspects(&self, changed: &ItemPurchase<'_>, target: &Key) -> usize {
        let rules = self.context.rules_of(self.declared.package);
        let mut purchase = changed.clone();
        inherent_stunts::give(self.design, &mut purchase, &self.skills, rules);
        let reckonings: Vec<_> =
            purchase.parts().into_iter().map(|bought| reckon(self.design, &purchase, bought, &self.skills, rules)).collect();
        let values: Vec<&FormulaValues<'_>> = reckonings.iter().map(|reckoning| &reckoning.values).collect();
        let case = Case {
            context: self.context,
            design: self.design,
            declared: self.declared,
            purchase: &purchase,
            keep: CompilePurpose::Verdict,
        };
        let mut found = Diagnostics::new();
        aspects::derive(&case, &values, &mut Vec::new(), &mut found);
        found.iter().filter(|found| key(found) == *target).count()
    }
}
