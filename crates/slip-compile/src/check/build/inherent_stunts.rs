//! Adds parts of a design that cost nothing: inherent stunts, and the phrases, letters and notes of ranks.
//!
//! An inherent stunt with effects is treated as bought for 0 points, unless the item removes it with `without`. An inherent stunt without
//! effects is not listed on sheets.

use crate::check::aspects::is_same;
use crate::check::design::{AspectRule, CodePart, Design, Fixed, StuntRule};
use crate::check::errors;
use crate::check::formula::FormulaVariable;
use crate::check::ledger::{FormulaValues, LedgerAddend, LedgerPurchase, reckon};
use crate::check::legality::Case;
use crate::check::read_purchase::{BoughtStunt, ItemPurchase, UNKNOWN, digit_of};
use ecow::EcoString;
use slip_pack::item::{Account, BuiltItem};
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeMap;

/// True if a design gives its items a stunt with an effect for free.
pub(in crate::check) fn gives_any(design: &Design) -> bool {
    design.stunts.iter().any(is_given)
}

fn is_given(rule: &StuntRule) -> bool {
    !matches!(rule.inherent, Fixed::No) && rule.params.is_empty() && !rule.effects.is_empty()
}

/// Adds to the bought stunts those that the design gives for free.
pub fn give(design: &Design, purchase: &mut ItemPurchase<'_>, skills: &BTreeMap<EcoString, i64>, rules: Option<&Rules>) {
    if !gives_any(design) {
        return;
    }
    let given = |bought: &crate::check::read_purchase::Bought| {
        let values = reckon(design, purchase, bought, skills, rules).values;
        let mut given = Vec::new();
        for (at, rule) in design.stunts.iter().enumerate().filter(|(_, rule)| is_given(rule)) {
            let why = match &rule.inherent {
                Fixed::Always => Some(EcoString::from("always")),
                Fixed::When(condition) if values.holds(&condition.formula) => Some(condition.why_true(&values)),
                Fixed::When(_) | Fixed::No => None,
            };
            let dropped = purchase.without.iter().any(|dropped| dropped.stunt && dropped.what == rule.name);
            let bought = bought.stunts.iter().any(|stunt| stunt.rule == at);
            if let (Some(why), false, false) = (why, dropped, bought) {
                given.push(BoughtStunt {
                    rule: at,
                    args: Vec::new(),
                    filled: Vec::new(),
                    count: 1,
                    things: Vec::new(),
                    given: Some(why),
                    span: rule.span,
                });
            }
        }
        given
    };
    let whole = given(&purchase.bought);
    let modes: Vec<_> = purchase.modes.iter().map(|mode| given(&mode.bought)).collect();
    purchase.bought.stunts.extend(whole);
    for (mode, given) in purchase.modes.iter_mut().zip(modes) {
        mode.bought.stunts.extend(given);
    }
}

/// Returns the ledger lines of stunts that the design gives and of stunts that the item removes. Reports members of `without` that remove
/// nothing.
pub(super) fn account(case: &Case<'_, '_, '_>, modes: &[&FormulaValues<'_>], out: &mut Diagnostics) -> Vec<LedgerAddend> {
    let Case { design, declared, purchase, .. } = case;
    let mut lines = Vec::new();
    let mut line = |account, what, span, written| {
        lines.push(LedgerAddend { account, what, points: 0, span, written, part: LedgerPurchase::Other });
    };
    for stunt in &purchase.bought.stunts {
        if let (Some(rule), Some(why)) = (design.stunts.get(stunt.rule), &stunt.given) {
            line(Account::Given, ecow::eco_format!("{}: {why}", rule.title), stunt.span, false);
        }
    }
    for dropped in &purchase.without {
        // `without` may also remove a stunt or aspect that the design gives in only one of the modes, so every mode is tried.
        let why = modes.iter().find_map(|values| {
            if dropped.stunt { stunt_reason(design, &dropped.what, values) } else { aspect_reason(design, &dropped.what, values) }
        });
        match why {
            Some(why) => {
                let account = if dropped.stunt { Account::Given } else { Account::Aspect };
                line(
                    account,
                    ecow::eco_format!("without {}, which the rules would give because of {why}", dropped.what),
                    dropped.span,
                    true,
                );
            }
            // If a value is unknown, the design may give the stunt after all. Nothing is reported then.
            None if modes.iter().any(|values| !values.unknown.is_empty()) => {}
            None => {
                let earned =
                    |rule: &&AspectRule| modes.iter().find(|values| rule.reason(values).is_some()).map(|values| rule.words(values));
                let aspects = design.aspects.iter().filter_map(|rule| earned(&rule));
                let stunts = purchase.bought.stunts.iter().filter(|stunt| stunt.given.is_some());
                let stunts = stunts.filter_map(|stunt| Some(design.stunts.get(stunt.rule)?.name.clone()));
                let given: Vec<EcoString> = aspects.chain(stunts).collect();
                out.push(errors::nothing_to_drop(dropped.span, &dropped.what, &declared.tree.name, given.iter().map(EcoString::as_str)));
            }
        }
    }
    lines
}

fn stunt_reason(design: &Design, name: &str, values: &FormulaValues<'_>) -> Option<EcoString> {
    let rule = design.own_stunt(name).and_then(|at| design.stunts.get(at))?;
    match &rule.inherent {
        Fixed::No => None,
        Fixed::Always => Some("always".into()),
        Fixed::When(condition) => values.holds(&condition.formula).then(|| condition.why_true(values)),
    }
}

fn aspect_reason(design: &Design, words: &str, values: &FormulaValues<'_>) -> Option<EcoString> {
    design.aspects.iter().filter(|rule| is_same(&rule.words(values), words)).find_map(|rule| rule.reason(values))
}

/// Writes the letters, phrases and codes of ranks into an item, and the notes of all its modes.
pub(super) fn describe(design: &Design, values: &FormulaValues<'_>, modes: &[&FormulaValues<'_>], item: &mut BuiltItem) {
    for (at, (rule, rank)) in design.stats.iter().zip(&values.stats).enumerate() {
        if values.unknown.has(&FormulaVariable::Stat(at)) {
            continue;
        }
        if let Some(letter) = usize::try_from(*rank).ok().and_then(|at| rule.letters.get(at)) {
            item.letters.insert(rule.name.clone(), *letter);
        }
        let low = values.eval(&rule.low, 0).unwrap_or(0);
        if let Some(words) = design.rank_called(at, *rank, low) {
            item.phrases.insert(rule.name.clone(), words.to_string());
        }
    }
    if let Some(words) = design.tech_called(values.tech) {
        item.phrases.insert("tech".into(), words.to_string());
    }
    item.notes = notes(design, modes);
    for code in &design.codes {
        let sign = |part: &CodePart| match part {
            CodePart::Mark(mark) => Some(mark.to_string()),
            CodePart::Stat(at) if values.unknown.has(&FormulaVariable::Stat(*at)) => Some(UNKNOWN.to_string()),
            CodePart::Stat(at) => {
                let (rule, rank) = (design.stats.get(*at)?, *values.stats.get(*at)?);
                let letter = usize::try_from(rank).ok().and_then(|at| rule.letters.get(at)).copied();
                letter.or_else(|| digit_of(rank).filter(|_| rule.letters.is_empty())).map(String::from)
            }
        };
        if let Some(text) = code.parts.iter().map(sign).collect::<Option<String>>() {
            item.codes.insert(code.name.clone(), text);
        }
    }
}

/// Returns the notes that are true in any of the modes (R-XD14).
fn notes(design: &Design, modes: &[&FormulaValues<'_>]) -> Vec<String> {
    let true_here = |rule: &&crate::check::design::NoteRule| {
        rule.condition.as_ref().is_none_or(|condition| modes.iter().any(|values| values.holds(&condition.formula)))
    };
    design.notes.iter().filter(true_here).map(|rule| rule.text.to_string()).collect()
}
