//! Stunts that an item may buy, each with its price or the reason why it cannot be bought.

use super::inherent_stunts::give;
use super::skill_ranks;
use crate::check::context::{CheckContext, CompilePurpose};
use crate::check::design::{Design, Fixed, StuntRule};
use crate::check::ledger::{FormulaValues, reckon};
use crate::check::legality::Case;
use crate::check::read_purchase::{self, BoughtStunt, ItemPurchase};
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_pack::effect::Argument;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use std::collections::BTreeMap;

/// Stunt that the design of an item sells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuntOffer {
    /// Index of the stunt in the design.
    pub rule: usize,
    /// Price of one purchase; `None` if the design has no prices.
    pub cost: Option<i64>,
    /// Message of the error that one more purchase would cause; `None` if it is allowed.
    pub barred: Option<String>,
}

/// Returns the stunts that the item could buy, in the order of the design. The budget is not checked, because an author may buy a stunt
/// first and remove another purchase afterwards.
pub fn stunt_offers(context: &CheckContext<'_, '_>, design: &Design, declared: &DeclaredItem<'_>) -> Vec<StuntOffer> {
    let mut purchase = read_purchase::read(context, design, declared, &mut Diagnostics::new());
    let ranks = skill_ranks(context, design, declared, &purchase);
    give(design, &mut purchase, &ranks, context.rules_of(declared.package));
    let is_seen =
        |rule: &StuntRule| rule.loose.is_none_or(|loose| context.program.peek(declared.package, "stunt", &rule.name) == Some(loose));
    let sold = design.stunts.iter().enumerate().filter(|(_, rule)| is_seen(rule) && !matches!(rule.inherent, Fixed::Always));
    sold.map(|(at, rule)| StuntOffer {
        rule: at,
        cost: cost(context, (design, declared), rule, &purchase, &ranks),
        barred: barred(context, (design, declared), (at, rule), &purchase, &ranks),
    })
    .collect()
}

fn cost(
    context: &CheckContext<'_, '_>,
    (design, declared): (&Design, &DeclaredItem<'_>),
    rule: &StuntRule,
    purchase: &ItemPurchase<'_>,
    ranks: &BTreeMap<EcoString, i64>,
) -> Option<i64> {
    let sum = reckon(design, purchase, purchase.first_part(), ranks, context.rules_of(declared.package));
    match &rule.cost {
        Some(cost) => sum.values.eval(&cost.formula, 0).ok(),
        None => design.budget.as_ref().map(|_| 0),
    }
}

/// Checks the stunts with one more purchase, and returns the message of the first error that involves it.
fn barred(
    context: &CheckContext<'_, '_>,
    (design, declared): (&Design, &DeclaredItem<'_>),
    (at, rule): (usize, &StuntRule),
    purchase: &ItemPurchase<'_>,
    ranks: &BTreeMap<EcoString, i64>,
) -> Option<String> {
    let mark = declared.tree.span.at_end();
    let mut trial = purchase.clone();
    let mut bought = trial.first_part().clone();
    bought.stunts.push(one_more(at, rule, mark));
    trial.bought.stunts.push(one_more(at, rule, mark));
    let sum = reckon(design, &trial, &bought, ranks, context.rules_of(declared.package));
    let values: &FormulaValues<'_> = &sum.values;
    let case = Case { context, design, declared, purchase: &trial, keep: CompilePurpose::Verdict };
    let mut found = Diagnostics::new();
    case.stunts(&bought, values, &mut found);
    let takes_part = |found: &&Diagnostic| found.primary.span == mark || found.secondary.iter().any(|label| label.span == mark);
    found.iter().filter(|found| found.severity == Severity::Error).find(takes_part).map(|found| found.message.clone())
}

/// Returns one purchase of a stunt without arguments. If no argument is required, the parameters are filled as absent.
fn one_more(at: usize, rule: &StuntRule, span: Span) -> BoughtStunt {
    let needs_none = rule.params.iter().all(|param| param.optional);
    let filled = rule.params.iter().filter(|_| needs_none).map(|param| (param.name.text.clone(), Argument::Absent)).collect();
    BoughtStunt { rule: at, args: Vec::new(), filled, things: Vec::new(), count: 1, given: None, span }
}
