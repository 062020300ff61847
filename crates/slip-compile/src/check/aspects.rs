//! Aspects: those the rules derive, those the author wrote, and the slots left.
//!
//! A derived aspect is always added by the compiler. One written where it is earned is a note, unearned an error; one the
//! rules let the author rename is renamed in the list (`"Falling apart" as "Patched by optimists"`).

use super::design::AspectRule;
use super::errors;
use super::legality::Case;
use super::purchase::Phrase;
use super::reckon::Values;
use super::reckon::{Line, Part};
use ecow::EcoString;
use slip_pack::item::{Account, Aspect};
use slip_source::diagnostic::Diagnostics;

/// All aspects of an item, and their ledger lines. `modes` are the values of each mode, or of the item itself: an aspect
/// that any mode earns is there.
pub fn derive(case: &Case<'_, '_, '_>, modes: &[&Values<'_>], lines: &mut Vec<Line>, out: &mut Diagnostics) -> Vec<Aspect> {
    let mut aspects = Vec::new();
    for rule in &case.design.aspects {
        let earned = modes.iter().find_map(|values| Some((rule.reason(values)?, rule.words(values))));
        let Some((why, words)) = earned else { continue };
        // What it goes without is in the ledger with the stunts that are given (`build::given`).
        let written = case.purchase.aspects.iter().find(|aspect| aspect.text == words);
        if let Some(dropped) = case.purchase.without.iter().find(|dropped| !dropped.stunt && dropped.what == words) {
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
        if case.context.derived_notes {
            out.push(errors::derived_aspect(&case.declared.tree.name, rule, &why));
        }
        let slot = !rule.extra && case.design.slots.is_some();
        let text = renamed.filter(|_| rule.renamable).unwrap_or(&words);
        lines.push(Line {
            account: Account::Aspect,
            what: ecow::eco_format!("{text}: {why}"),
            points: i64::from(slot),
            span: written.map_or(rule.span, |written| written.span),
            written: written.is_some(),
            part: Part::Other,
        });
        let renamed_from = (*text != words).then(|| words.to_string());
        aspects.push(Aspect { text: text.to_string(), renamed_from, derived: true, slot, mark: None });
    }
    own(case, modes, &mut aspects, lines, out);
    phrases(case, modes, &mut aspects, lines);
    aspects
}

/// Phrases of ranks that the author made aspects too: derived data, outside the slots (R-N17); those of every mode (R-XD14).
fn phrases(case: &Case<'_, '_, '_>, modes: &[&Values<'_>], aspects: &mut Vec<Aspect>, lines: &mut Vec<Line>) {
    let mut told: Vec<EcoString> = Vec::new();
    for (values, (phrase, span)) in modes.iter().flat_map(|values| case.purchase.phrases.iter().map(move |phrase| (values, phrase))) {
        let (words, why) = match phrase {
            Phrase::Tech => (case.design.tech_called(values.tech), ecow::eco_format!("the phrase of T{}", values.tech)),
            Phrase::Stat(at) => {
                let (Some(rule), Some(rank)) = (case.design.stats.get(*at), values.stats.get(*at)) else { continue };
                let low = values.eval(&rule.low, 0).unwrap_or(0);
                (case.design.rank_called(*at, *rank, low), ecow::eco_format!("the phrase of {} {rank}", rule.name))
            }
        };
        // A rank without a phrase is an illegal one, and was reported.
        let Some(words) = words else { continue };
        let what = ecow::eco_format!("{words}: {why}");
        if told.contains(&what) {
            continue;
        }
        told.push(what.clone());
        lines.push(Line { account: Account::Aspect, what, points: 0, span: *span, written: true, part: Part::Other });
        aspects.push(Aspect { text: words.to_string(), renamed_from: None, derived: true, slot: false, mark: None });
    }
}

/// What the author wrote beyond derived aspects.
fn own(case: &Case<'_, '_, '_>, modes: &[&Values<'_>], aspects: &mut Vec<Aspect>, lines: &mut Vec<Line>, out: &mut Diagnostics) {
    let mut refused = case.purchase.twice;
    for written in &case.purchase.aspects {
        let is_rule = |rule: &&AspectRule| rule.text == written.text || modes.iter().any(|values| rule.words(values) == written.text);
        if let Some(rule) = case.design.aspects.iter().find(is_rule) {
            if is_refused(rule, modes) {
                let why = rule.condition.as_ref().zip(modes.first()).map(|(condition, values)| condition.why_false(values));
                out.push(errors::unearned_aspect(written, rule.span, why.as_deref()));
                refused += 1;
            }
            continue;
        }
        if let Some(renamed) = &written.renamed {
            let known = case.design.aspects.iter().filter(|rule| rule.renamable).map(|rule| rule.text.as_str());
            out.push(errors::nothing_to_rename(written, renamed, known));
        }
        lines.push(Line {
            account: Account::Aspect,
            what: written.text.clone(),
            points: 1,
            span: written.span,
            written: true,
            part: Part::Other,
        });
        aspects.push(Aspect { text: written.text.to_string(), renamed_from: None, derived: false, slot: true, mark: written.mark.clone() });
    }
    optional(case, modes, out);
    slots(case, modes, aspects, refused, out);
}

fn is_refused(rule: &AspectRule, modes: &[&Values<'_>]) -> bool {
    rule.condition.as_ref().is_some_and(|condition| modes.iter().all(|values| values.denies(&condition.formula)))
}

/// Whether it is not known if the rules give an aspect, or in which words.
fn is_unsure(rule: &AspectRule, modes: &[&Values<'_>]) -> bool {
    let formulas = || rule.condition.iter().map(|condition| &condition.formula).chain(rule.values.iter().map(|(_, formula, _)| formula));
    modes.iter().any(|values| formulas().any(|formula| values.is_unsure(formula)))
}

/// Words that may be claimed, one of a group, under its condition (R-D17).
fn optional(case: &Case<'_, '_, '_>, modes: &[&Values<'_>], out: &mut Diagnostics) {
    for rule in &case.design.optionals {
        let mut first: Option<&super::purchase::WrittenAspect> = None;
        for written in case.purchase.aspects.iter().filter(|aspect| rule.texts.contains(&aspect.text)) {
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

/// More aspects than slots is an error, fewer a warning (R-D19). Those that were `refused` have been spoken of already.
fn slots(case: &Case<'_, '_, '_>, modes: &[&Values<'_>], aspects: &[Aspect], refused: i64, out: &mut Diagnostics) {
    let Some(clause) = &case.design.slots else { return };
    if modes.iter().any(|values| values.is_unsure(&clause.formula)) {
        return;
    }
    // A thing with modes is one thing: it has the slots of the mode that has most.
    let Some(slots) = modes.iter().filter_map(|values| values.eval(&clause.formula, 0).ok()).max() else { return };
    let least = case.design.slots_least.as_ref().and_then(|least| modes.iter().filter_map(|values| values.eval(least, 0).ok()).min());
    let least = least.unwrap_or(slots);
    // One of the author's words may be the one that the rules would give in its place.
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
        out.push(errors::missing_aspects(name, span, filled, slots, least));
    }
    phases(case, span, out);
}

/// If any aspect says which phase of a life it tells of, each phase has as many as its design asks for.
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
