//! Reads the ranges of a design: ranks, technologies, usual platoon sizes. A range with its ends in the wrong order is reported, and is
//! read with the ends swapped. It therefore causes no follow-up errors.

use super::design_reader::DesignReader;
use crate::check::design::declared_parts::StatRule;
use crate::check::errors;
use crate::check::formula::DesignFormula;
use slip_pack::formula::Formula;
use slip_source::Span;
use slip_syntax::tree::{Entry, Expr, ExprKind};

/// Lowest and highest technology.
const ALL: (i64, i64) = (-4, 4);

impl DesignReader<'_, '_, '_> {
    /// Returns the ends of a range in order, as formulas; `None` if the value is not a range or an end cannot be read.
    pub(super) fn ends(&mut self, range: &Expr) -> Option<(DesignFormula, DesignFormula)> {
        let (low, high) = self.in_order(range)?;
        self.number(low).zip(self.number(high))
    }

    /// Returns the ends of a range, the lower one first if both are constant.
    pub(super) fn in_order<'e>(&mut self, range: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
        let ExprKind::Range(ends) = &range.kind else { return None };
        let (low, high) = (&ends.0, &ends.1);
        match (constant(low), constant(high)) {
            (Some(first), Some(last)) if first > last => {
                let (low_text, high_text) = (self.text(low), self.text(high));
                self.out.push(errors::empty_range(range.span, &low_text, &high_text));
                Some((high, low))
            }
            _ => Some((low, high)),
        }
    }

    /// Reads the technologies of a design: `tech T-2..T4` or `tech T2`.
    pub(super) fn tech(&mut self, entry: &Entry) {
        let ends = entry.only().and_then(|only| match &only.kind {
            ExprKind::Tech(tech) => Some((*tech, *tech)),
            ExprKind::Range(ends) if is_tech(&ends.0) && is_tech(&ends.1) => {
                let (low, high) = self.in_order(only)?;
                constant(low).zip(constant(high))
            }
            _ => None,
        });
        match ends {
            Some((low, high)) => {
                self.design.tech = Some((low, high, entry.span));
                self.tech_words(entry, high.saturating_sub(low).saturating_add(1));
            }
            None => {
                let numbers = entry.only().and_then(|only| match &only.kind {
                    ExprKind::Range(ends) => ends.0.int().zip(ends.1.int()),
                    _ => None,
                });
                let numbers = numbers.filter(|(low, high)| ALL.0 <= *low && low <= high && *high <= ALL.1);
                self.out.push(match numbers {
                    Some(ends) => errors::techs_without_letter(entry, ends),
                    None => errors::one_value(entry, "a range of technologies, such as `T-2..T4`"),
                });
                // The range could not be read. It is replaced by the range of all technologies.
                self.design.tech = Some((ALL.0, ALL.1, entry.span));
            }
        }
    }

    /// Reads the usual number of units of this design in a platoon: `platoon 2..6`.
    pub(super) fn platoon(&mut self, entry: &Entry) {
        let ends = entry.only().and_then(|only| match &only.kind {
            ExprKind::Int(only) => Some((*only, *only)),
            ExprKind::Range(_) => {
                let (low, high) = self.in_order(only)?;
                low.int().zip(high.int())
            }
            _ => None,
        });
        match ends.filter(|(low, _)| 1 <= *low) {
            Some(usual) => self.design.platoon = Some(usual),
            None => self.out.push(errors::one_value(entry, "the usual number of units in a platoon, such as `2..6`")),
        }
    }

    /// Reports a base rank above the highest rank, because no author could write this rank. A base below the lowest rank is allowed and
    /// means that the item has no rank yet.
    pub(super) fn check_base(&mut self, rule: &mut StatRule, base: Option<Span>, ranks: Option<Span>) {
        let (Some(span), Some(ranks), Formula::Int(from), Formula::Int(high)) = (base, ranks, &rule.base, &rule.high) else { return };
        if from > high {
            self.out.push(errors::base_above_ranks(span, &rule.name, (*from, *high), ranks));
            rule.base = Formula::Int(*high);
        }
    }
}

fn is_tech(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Tech(_))
}

/// Returns the value of an end of a range, if it is constant.
fn constant(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Tech(tech) => Some(*tech),
        _ => expr.int(),
    }
}
