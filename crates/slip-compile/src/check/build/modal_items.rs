//! Checks modal items: the number of modes, the price of modes, and errors in some or all modes.
//!
//! Stunts and ranks outside the modes belong to every mode and are checked with each of them.

use crate::check::design::Design;
use crate::check::errors;
use crate::check::ledger::{FormulaValues, PointsSum};
use crate::check::legality::Case;
use crate::check::read_purchase::{Bought, BoughtStunt, ItemPurchase, WrittenMode};
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};

/// Checks the modes of an item. It must have one stunt that allows modes and at least two modes, and all modes must spend the same number
/// of points.
pub(super) fn price(case: &Case<'_, '_, '_>, reckonings: &[PointsSum<'_>], out: &mut Diagnostics) {
    let Case { design, declared, purchase, .. } = case;
    let name = &declared.tree.name;
    let modal: Vec<&BoughtStunt> =
        purchase.bought.stunts.iter().filter(|stunt| design.stunts.get(stunt.rule).is_some_and(|rule| rule.modes.is_some())).collect();
    let rule_of = |stunt: &BoughtStunt| design.stunts.get(stunt.rule);
    if let [first, second, ..] = modal.as_slice()
        && let (Some(one), Some(two)) = (rule_of(first), rule_of(second))
    {
        out.push(errors::mixed_modes(first.span, second.span, (&one.name, &two.name)));
    }
    let count = purchase.modes.len();
    let Some(first) = modal.first() else {
        // A stunt that could not be read may be the stunt that allows modes. In that case nothing is reported.
        if let Some(mode) = purchase.modes.first().filter(|_| !purchase.bought.misread) {
            let stunts = design.stunts.iter().filter(|rule| rule.modes.is_some()).map(|rule| rule.name.as_str());
            let stunts: Vec<&str> = stunts.collect();
            out.push(errors::modes_without_stunt(name, mode.name.span, stunts.into_iter()));
        }
        return;
    };
    if count < 2 {
        // A `mode` entry that did not parse may be the missing mode, so nothing is reported.
        if !declared.entries.iter().any(|entry| entry.broken && entry.word() == "mode") {
            out.push(errors::lone_mode(name, first.span, count));
        }
        return;
    }
    let totals: Vec<(&slip_syntax::tree::SpannedName, i64)> =
        purchase.modes.iter().zip(reckonings).map(|(mode, reckoning)| (&mode.name, reckoning.spent)).collect();
    let known = reckonings.iter().all(|reckoning| !reckoning.unsure);
    if known && totals.windows(2).any(|pair| matches!(pair, [(_, one), (_, two)] if one != two)) {
        out.push(errors::unequal_modes(name, &totals));
    }
    for mode in &purchase.modes {
        for stunt in &mode.own_stunts {
            if let Some(rule) = rule_of(stunt).filter(|rule| rule.whole || rule.modes.is_some()) {
                out.push(errors::whole_stunt_in_mode(rule, stunt.span));
            }
        }
    }
}

/// Returns the number of points by which each mode's budget is lowered because the item has several modes; 0 for items without modes.
pub(in crate::check) fn reduction(design: &Design, purchase: &ItemPurchase<'_>, values: &FormulaValues<'_>) -> i64 {
    let mut modal = purchase.bought.stunts.iter().filter_map(|stunt| design.stunts.get(stunt.rule)?.modes.as_ref());
    let each = modal.next().and_then(|each| values.eval(each, 0).ok()).unwrap_or(0);
    each.saturating_mul(i64::try_from(purchase.modes.len().saturating_sub(1)).unwrap_or(0))
}

/// Checks caps, tracks and stunts of every mode, or of the whole item; and reports stunts in different modes that exclude each other.
pub(super) fn judge(
    case: &Case<'_, '_, '_>,
    parts: &[(Option<&WrittenMode>, &Bought)],
    reckonings: &[PointsSum<'_>],
    out: &mut Diagnostics,
) {
    let said = parts.iter().zip(reckonings).map(|((_, bought), reckoning)| {
        let mut said = Diagnostics::new();
        case.ranks(bought, &reckoning.values, &mut said);
        case.stunts(bought, &reckoning.values, &mut said);
        case.tracks(&reckoning.values, &mut said);
        case.stunt_count(&reckoning.values, &mut said);
        case.setting(&reckoning.values, &mut said);
        said
    });
    out.append(together(case, said));
    case.unwritten_ranges(out);
    case.exclusions_across(out);
}

/// Merges the diagnostics of all modes. A diagnostic about text outside the modes is reported once, and lists the modes to which it
/// applies. A stunt is reported as useless only if it is useless in every mode.
pub(super) fn together(case: &Case<'_, '_, '_>, said: impl Iterator<Item = Diagnostics>) -> Diagnostics {
    let modes = &case.purchase.modes;
    if modes.is_empty() {
        return said.flatten().collect();
    }
    let mut found: Vec<(Diagnostic, Vec<usize>)> = Vec::new();
    for (at, said) in said.enumerate() {
        for one in said {
            let known = found.iter_mut().find(|(other, modes)| is_same(other, &one) && modes.last() != Some(&at));
            match known {
                Some((_, modes)) => modes.push(at),
                None => found.push((one, vec![at])),
            }
        }
    }
    let mut all = Diagnostics::new();
    for (mut one, wrong) in found {
        let in_some = wrong.len() < modes.len() && !modes.iter().any(|mode| mode.span.holds(one.primary.span));
        if in_some && matches!(one.code, Code::UselessStunt | Code::RedundantStunt) {
            continue;
        }
        if in_some {
            one.notes.push(errors::only_in_modes(wrong.iter().filter_map(|at| modes.get(*at)).map(|mode| mode.name.text.as_str())));
        }
        all.push(one);
    }
    all
}

/// True if two diagnostics from different modes report the same text and rule. Their numbers may differ.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    let labels = |finding: &Diagnostic| finding.secondary.iter().map(|label| label.span).collect::<Vec<_>>();
    // One entry may require several stunts. Each missing stunt then has its own diagnostic.
    let apart = one.code == Code::StuntNeedsStunt && one.message != other.message;
    one.code == other.code && one.primary.span == other.primary.span && !apart && labels(one) == labels(other)
}
