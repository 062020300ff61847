//! Checks the aspects of an item: aspects that the rules derive, aspects that the author wrote, and the free slots.
//!
//! The compiler always adds a derived aspect. If the author also writes it, a note is reported if the item has earned it, and an error
//! otherwise. If the rules allow another name for a derived aspect, the list can rename it (`"Falling apart" as "Patched by optimists"`).

use super::design::AspectRule;
use super::errors;
use super::ledger::FormulaValues;
use super::ledger::{LedgerAddend, LedgerPurchase};
use super::legality::Case;
use super::read_purchase::RankPhrase;
use ecow::EcoString;
use slip_pack::item::{Account, ItemAspect};
use slip_source::diagnostic::Diagnostics;

/// Marks that are ignored at the beginning and end of an aspect when aspects are compared.
const MARKS: &[char] = &['.', '!', '?', '…', ':', ';', ',', '"', '\'', '“', '”', '„', '’', '-', '–', '—', '_'];

/// Marks that are treated as a space between words when aspects are compared.
const JOINING: &[char] = &['-', '–', '—', '_'];

/// True if two aspects are the same to a reader. Capitals, repeated spaces, hyphens and marks at the ends make no difference.
pub fn is_same(one: &str, other: &str) -> bool {
    one == other || folded_letters(one).eq(folded_letters(other))
}

/// Returns the text of an aspect in the form in which aspects are compared: small letters, single spaces, no marks at the ends.
pub fn folded(text: &str) -> EcoString {
    folded_letters(text).collect()
}

fn folded_letters(text: &str) -> impl Iterator<Item = char> {
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || MARKS.contains(&letter));
    let words = text.split(|letter: char| letter.is_whitespace() || JOINING.contains(&letter)).filter(|word| !word.is_empty()).enumerate();
    words.flat_map(|(at, word)| (at > 0).then_some(' ').into_iter().chain(word.chars().flat_map(char::to_lowercase)))
}

/// Returns all aspects of an item, and adds their ledger lines. `modes` has the values of each mode, or those of the item if it has no
/// modes. An aspect that one mode earns is an aspect of the whole item.
pub fn derive(
    case: &Case<'_, '_, '_>,
    modes: &[&FormulaValues<'_>],
    lines: &mut Vec<LedgerAddend>,
    out: &mut Diagnostics,
) -> Vec<ItemAspect> {
    let mut aspects = Vec::new();
    for rule in &case.design.aspects {
        let earned = modes.iter().find_map(|values| Some((rule.reason(values)?, rule.words(values))));
        let Some((why, words)) = earned else { continue };
        // An item may remove a derived aspect with `without`. The ledger line of the removed aspect is written in `build::inherent_stunts`,
        // together with those of inherent stunts.
        let written = case.purchase.aspects.iter().find(|aspect| is_same(&aspect.text, &words));
        if let Some(dropped) = case.purchase.without.iter().find(|dropped| !dropped.stunt && is_same(&dropped.what, &words)) {
            if let Some(written) = written {
                out.push(errors::aspect_dropped(written, dropped.span));
            }
            continue;
        }
        if let Some(written) = written.filter(|written| written.renamed.is_none()) {
            out.push(errors::derived_aspect_written(written, rule));
        }
        let renamed = written.and_then(|written| written.renamed.as_ref());
        if let (Some(written), false, true) = (written, rule.renamable, renamed.is_some()) {
            out.push(errors::not_renamable(written, rule));
        }
        if case.context.derived_notes.contains(&case.declared.package) {
            out.push(errors::derived_aspect(&case.declared.tree.name, rule, &why));
        }
        let slot = !rule.extra && case.design.slots.is_some();
        let text = renamed.filter(|_| rule.renamable).unwrap_or(&words);
        lines.push(LedgerAddend {
            account: Account::Aspect,
            what: ecow::eco_format!("{text}: {why}"),
            points: i64::from(slot),
            span: written.map_or(rule.span, |written| written.span),
            written: written.is_some(),
            part: LedgerPurchase::Other,
        });
        let renamed_from = (*text != words).then(|| words.to_string());
        aspects.push(ItemAspect { text: text.to_string(), renamed_from, derived: true, slot, mark: None });
    }
    own(case, modes, &mut aspects, lines, out);
    phrases(case, modes, &mut aspects, lines);
    aspects
}

/// Adds the phrase of a rank as an aspect if the author wrote the name of a statistic, or `tech`, among the aspects. Such an aspect is
/// derived and fills no slot (R-N17). The phrases of every mode are added (R-XD14).
fn phrases(case: &Case<'_, '_, '_>, modes: &[&FormulaValues<'_>], aspects: &mut Vec<ItemAspect>, lines: &mut Vec<LedgerAddend>) {
    let mut told: Vec<EcoString> = Vec::new();
    for (values, (phrase, span)) in modes.iter().flat_map(|values| case.purchase.phrases.iter().map(move |phrase| (values, phrase))) {
        let (words, why) = match phrase {
            RankPhrase::Tech => (case.design.tech_called(values.tech), ecow::eco_format!("the phrase of T{}", values.tech)),
            RankPhrase::Stat(at) => {
                let (Some(rule), Some(rank)) = (case.design.stats.get(*at), values.stats.get(*at)) else { continue };
                let low = values.eval(&rule.low, 0).unwrap_or(0);
                (case.design.rank_called(*at, *rank, low), ecow::eco_format!("the phrase of {} {rank}", rule.name))
            }
        };
        // A rank without a phrase is illegal and was reported.
        let Some(words) = words else { continue };
        let what = ecow::eco_format!("{words}: {why}");
        if told.contains(&what) {
            continue;
        }
        told.push(what.clone());
        lines.push(LedgerAddend { account: Account::Aspect, what, points: 0, span: *span, written: true, part: LedgerPurchase::Other });
        aspects.push(ItemAspect { text: words.to_string(), renamed_from: None, derived: true, slot: false, mark: None });
    }
}

/// Adds the aspects that the author wrote and that no rule derives.
fn own(
    case: &Case<'_, '_, '_>,
    modes: &[&FormulaValues<'_>],
    aspects: &mut Vec<ItemAspect>,
    lines: &mut Vec<LedgerAddend>,
    out: &mut Diagnostics,
) {
    let mut refused = case.purchase.twice;
    for written in &case.purchase.aspects {
        let is_rule = |rule: &&AspectRule| {
            is_same(&rule.text, &written.text) || modes.iter().any(|values| is_same(&rule.words(values), &written.text))
        };
        if let Some(rule) = case.design.aspects.iter().find(is_rule) {
            // An author could rename a derived aspect so that it has the text of another rule's aspect, which the item has not earned. This
            // is reported.
            let taken = |other: &&AspectRule| {
                let is_its = written.renamed.as_ref().is_some_and(|words| is_same(words, &other.text));
                is_its && other.span != rule.span && is_refused(other, modes)
            };
            if let Some(taken) = case.design.aspects.iter().find(taken) {
                let why = taken.condition.as_ref().zip(modes.first()).map(|(condition, values)| condition.why_false(values));
                let shown = super::read_purchase::WrittenAspect { text: written.shown().clone(), renamed: None, ..written.clone() };
                out.push(errors::unearned_aspect(&shown, taken.span, why.as_deref()));
            }
            if is_refused(rule, modes) {
                let why = rule.condition.as_ref().zip(modes.first()).map(|(condition, values)| condition.why_false(values));
                out.push(errors::unearned_aspect(written, rule.span, why.as_deref()));
                refused += 1;
            }
            continue;
        }
        let text = case.design.optionals.iter().flat_map(|rule| &rule.texts).find(|text| is_same(text, &written.text));
        let text = text.unwrap_or(&written.text);
        if let Some(renamed) = &written.renamed {
            let known = case.design.aspects.iter().filter(|rule| rule.renamable).map(|rule| rule.text.as_str());
            out.push(errors::nothing_to_rename(written, renamed, known));
        }
        lines.push(LedgerAddend {
            account: Account::Aspect,
            what: text.clone(),
            points: 1,
            span: written.span,
            written: true,
            part: LedgerPurchase::Other,
        });
        aspects.push(ItemAspect { text: text.to_string(), renamed_from: None, derived: false, slot: true, mark: written.mark.clone() });
    }
    optional(case, modes, out);
    slots(case, modes, aspects, refused, out);
}

fn is_refused(rule: &AspectRule, modes: &[&FormulaValues<'_>]) -> bool {
    rule.condition.as_ref().is_some_and(|condition| modes.iter().all(|values| values.denies(&condition.formula)))
}

/// True if the rule depends on an unknown value, which decides if the rule gives its aspect, or the text of the aspect.
fn is_unsure(rule: &AspectRule, modes: &[&FormulaValues<'_>]) -> bool {
    let formulas = || rule.condition.iter().map(|condition| &condition.formula).chain(rule.values.iter().map(|(_, formula, _)| formula));
    modes.iter().any(|values| formulas().any(|formula| values.is_unsure(formula)))
}

/// Checks optional aspects: at most one of each group, and only if its condition is true (R-D17).
fn optional(case: &Case<'_, '_, '_>, modes: &[&FormulaValues<'_>], out: &mut Diagnostics) {
    for rule in &case.design.optionals {
        let mut first: Option<&super::read_purchase::WrittenAspect> = None;
        for written in case.purchase.aspects.iter().filter(|aspect| rule.texts.iter().any(|text| is_same(text, &aspect.text))) {
            let unearned = rule.condition.as_ref().filter(|condition| modes.iter().all(|values| values.denies(&condition.formula)));
            if let (Some(condition), Some(values)) = (unearned, modes.first()) {
                out.push(errors::unearned_aspect(written, rule.span, Some(&condition.why_false(values))));
            } else if let Some(first) = first {
                out.push(errors::one_of_optionals(written, first, rule.span));
            }
            first = first.or(Some(written));
        }
    }
}

/// Reports more aspects than slots as an error, and fewer as a warning (R-D19). `refused` is the number of written aspects with other
/// errors; the warning counts their slots as filled.
fn slots(case: &Case<'_, '_, '_>, modes: &[&FormulaValues<'_>], aspects: &[ItemAspect], refused: i64, out: &mut Diagnostics) {
    let Some(clause) = &case.design.slots else { return };
    if modes.iter().any(|values| values.is_unsure(&clause.formula)) {
        return;
    }
    // An item with modes has as many slots as the mode with the most slots.
    let Some(slots) = modes.iter().filter_map(|values| values.eval(&clause.formula, 0).ok()).max() else { return };
    let least = case.design.slots_least.as_ref().and_then(|least| modes.iter().filter_map(|values| values.eval(least, 0).ok()).min());
    let least = least.unwrap_or(slots);
    // A derived aspect whose text contains an unknown value may equal an aspect that the author wrote, so the slots are not counted.
    let worded = || case.design.aspects.iter().flat_map(|rule| &rule.values);
    if modes.iter().any(|values| worded().any(|(_, formula, _)| values.is_unsure(formula))) {
        return;
    }
    let filled = i64::try_from(aspects.iter().filter(|aspect| aspect.slot).count()).unwrap_or(i64::MAX);
    let name = &case.declared.tree.name;
    let span = case.own(case.purchase.aspects_at);
    let unsure = case.design.aspects.iter().any(|rule| is_unsure(rule, modes));
    if filled > slots {
        let derived: Vec<&str> = aspects.iter().filter(|aspect| aspect.derived && aspect.slot).map(|aspect| aspect.text.as_str()).collect();
        out.push(errors::too_many_aspects(name, span, filled, slots, &derived));
    } else if filled.saturating_add(refused) < least && !unsure {
        let own = aspects.iter().find(|aspect| !aspect.derived && span != name.span).map(|aspect| aspect.text.as_str());
        out.push(errors::missing_aspects(name, span, filled, (least, slots), own));
    }
    phases(case, span, out);
}

/// Checks that each life phase has the number of aspects that the design requires, if the author assigns any aspect to a phase. Reports
/// marks of aspects that are unknown.
fn phases(case: &Case<'_, '_, '_>, span: slip_source::Span, out: &mut Diagnostics) {
    let known = || {
        let asked = case.design.stunts.iter().flat_map(|stunt| &stunt.excluded_marks);
        case.design.phases.iter().map(|phase| &phase.name).chain(asked).map(|word| word.as_str())
    };
    for aspect in case.purchase.aspects.iter().filter(|_| !case.design.phases.is_empty()) {
        if let Some(mark) = aspect.mark.as_ref().filter(|mark| !known().any(|known| known == mark.as_str())) {
            out.push(errors::unknown_aspect_mark(mark, aspect.span, known()));
        }
    }
    let told = |phase: &str| case.purchase.aspects.iter().filter(move |aspect| aspect.mark.as_deref() == Some(phase)).count();
    let counts: Vec<(&super::design::PhaseRule, usize)> = case.design.phases.iter().map(|phase| (phase, told(&phase.name))).collect();
    let wrong: Vec<(&super::design::PhaseRule, usize)> = counts.iter().filter(|(phase, found)| *found != phase.count).copied().collect();
    if !wrong.is_empty() && counts.iter().any(|(_, found)| *found > 0) {
        out.push(errors::phases(&case.declared.tree.name, span, &wrong));
    }
}
