//! Evaluates formulas as far as possible with the values that are the same in every design.

use super::{DesignSpace, VariableId};
use crate::explore::compared_values::Axis;
use slip_compile::check::design::Fixed;
use slip_compile::check::formula::{DesignFormula, FormulaVariable as Named};
use slip_pack::formula::{Formula, FormulaOperator};
use std::collections::BTreeSet;

/// Greatest depth of references between statistics.
const DEEPEST: usize = 8;

/// Set of variables, by index.
pub(in crate::explore) type Roots = BTreeSet<usize>;

impl DesignSpace<'_, '_, '_> {
    /// Returns the variables that a formula depends on.
    pub(in crate::explore) fn roots(&self, formula: &DesignFormula) -> Roots {
        self.roots_within(formula, 0)
    }

    /// Returns the variables that a compared value depends on.
    pub(in crate::explore) fn roots_of_axis(&self, axis: Axis) -> Roots {
        let clause =
            |clause: Option<&slip_compile::check::design::Clause>| clause.map_or_else(Roots::new, |clause| self.roots(&clause.formula));
        match axis {
            Axis::Stat(at) => self.roots_of(&Named::Stat(at), 0),
            Axis::Track(at) => self.roots_of(&Named::Track(at), 0),
            Axis::Stunt(at) => self.roots_of(&Named::Stunt(at), 0),
            Axis::Upkeep => clause(self.design.upkeep.as_ref()),
            Axis::Price => {
                let condition = self.design.price_when.as_ref().map_or_else(Roots::new, |condition| self.roots(&condition.formula));
                clause(self.design.price.as_ref()).union(&condition).copied().collect()
            }
            Axis::Offer(at) => {
                let mut roots: Roots = self.place(VariableId::Offer(at)).into_iter().collect();
                let rule = self.offers.get(at).and_then(|offer| self.design.stunts.get(offer.rule));
                if let Some(idle) = rule.and_then(|rule| rule.idle.as_ref()) {
                    roots.extend(self.roots(&idle.formula));
                }
                roots
            }
        }
    }

    fn roots_within(&self, formula: &DesignFormula, depth: usize) -> Roots {
        let mut roots = Roots::new();
        if depth <= DEEPEST {
            self.fold(formula, depth).names(&mut |name| roots.extend(self.roots_of(name, depth)));
        }
        roots
    }

    pub(super) fn place(&self, what: VariableId) -> Option<usize> {
        self.variables.iter().position(|variable| variable.what == what)
    }

    fn roots_of(&self, name: &Named, depth: usize) -> Roots {
        let one = |what: VariableId| self.place(what).into_iter().collect::<Roots>();
        let of_rules = |is_it: &dyn Fn(usize) -> bool| {
            let offers = (0..self.offers.len()).filter(|at| self.offers.get(*at).is_some_and(|offer| is_it(offer.rule)));
            let mut roots: Roots = offers.filter_map(|at| self.place(VariableId::Offer(at))).collect();
            for rule in self.design.stunts.iter().enumerate().filter(|(at, _)| is_it(*at)).map(|(_, rule)| rule) {
                if let Fixed::When(condition) = &rule.inherent {
                    roots.extend(self.roots_within(&condition.formula, depth + 1));
                }
            }
            roots
        };
        match name {
            Named::Stat(at) | Named::Written(at) => {
                let own = one(VariableId::Stat(*at));
                let written = self.blank.bought.stats.get(*at).is_some_and(Option::is_some);
                match self.design.stats.get(*at) {
                    Some(rule) if own.is_empty() && !written => self.roots_within(&rule.base, depth + 1),
                    _ => own,
                }
            }
            Named::Track(at) => {
                let mut own = one(VariableId::Track(*at));
                if let Some(rule) = self.design.tracks.get(*at) {
                    own.extend(self.roots_within(&rule.base, depth + 1));
                    if let Fixed::When(condition) = &rule.fixed {
                        own.extend(self.roots_within(&condition.formula, depth + 1));
                    }
                }
                own
            }
            Named::Flag(at) => one(VariableId::Flag(*at)),
            Named::Choice(at) => one(VariableId::Choice(*at)),
            Named::Stunt(rule) => of_rules(&|other| other == *rule),
            Named::Group(group) => of_rules(&|other| self.design.stunts.get(other).is_some_and(|rule| rule.group.as_ref() == Some(group))),
            _ => Roots::new(),
        }
    }

    /// Returns a formula in which every value that is the same in all designs is replaced by a number.
    fn fold(&self, formula: &DesignFormula, depth: usize) -> DesignFormula {
        let next = |formula: &DesignFormula| self.fold(formula, depth);
        let folded = match formula {
            Formula::Value(Named::Rank | Named::Parameter(_) | Named::PartOf(..) | Named::IsA(..)) | Formula::Int(_) => {
                return formula.clone();
            }
            Formula::Value(name) => {
                let settled = self.roots_of(name, depth + 1).is_empty();
                let value = self.reckon(&self.blank).values.eval(formula, 0);
                return value.ok().filter(|_| settled).map_or_else(|| formula.clone(), Formula::Int);
            }
            Formula::Negate(inner) => Formula::Negate(Box::new(next(inner))),
            Formula::Not(inner) => Formula::Not(Box::new(next(inner))),
            Formula::Binary(op, sides) => {
                let (left, right) = (next(&sides.0), next(&sides.1));
                match (op, &left, &right) {
                    (FormulaOperator::And, Formula::Int(0), _) | (FormulaOperator::And, _, Formula::Int(0)) => return Formula::Int(0),
                    (FormulaOperator::Or, Formula::Int(value), _) | (FormulaOperator::Or, _, Formula::Int(value)) if *value != 0 => {
                        return Formula::Int(1);
                    }
                    (FormulaOperator::Multiply, Formula::Int(0), _) | (FormulaOperator::Multiply, _, Formula::Int(0)) => {
                        return Formula::Int(0);
                    }
                    _ => Formula::Binary(*op, Box::new((left, right))),
                }
            }
            Formula::If(parts) => match next(&parts.0) {
                Formula::Int(0) => return next(&parts.2),
                Formula::Int(_) => return next(&parts.1),
                condition => Formula::If(Box::new((condition, next(&parts.1), next(&parts.2)))),
            },
            Formula::Call(function, args) => Formula::Call(*function, args.iter().map(next).collect()),
            Formula::Table(members, index) => Formula::Table(members.iter().map(next).collect(), Box::new(next(index))),
        };
        let mut settled = true;
        folded.names(&mut |_| settled = false);
        match folded.eval(&mut |_: &Named| Ok(0)) {
            Ok(value) if settled => Formula::Int(value),
            _ => folded,
        }
    }
}
