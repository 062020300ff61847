//! Decides between designs that fit a stat block equally well. The compiler builds the item by each design, and the results are compared.

use crate::draft::ItemDraft;
use crate::settle::{self, Settled};
use crate::vocabulary::Vocabulary;
use slip_source::diagnostic::Severity;
use slip_source::{PackageId, Sources};

/// Number of corrections before a decision.
const PASSES: usize = 3;

/// Largest number of drafts that are tried. For further items, the design that understands most of the block is used.
const MOST_DRAFTS: usize = 400;

/// Faults of a draft: errors, wrong claims, warnings. Fewer are better, errors first.
type Faults = (usize, usize, usize);

/// Returns one draft for each item: the one with the fewest faults; of equally good drafts, the first.
pub(crate) fn decide(sources: &Sources, package: PackageId, items: Vec<Vec<ItemDraft>>, words: &Vocabulary) -> Vec<ItemDraft> {
    let mut room = MOST_DRAFTS;
    let mut items = items;
    for drafts in items.iter_mut().filter(|drafts| drafts.len() > 1) {
        if drafts.len() > room {
            drafts.truncate(1);
        }
        room = room.saturating_sub(drafts.len());
    }
    if items.iter().all(|drafts| drafts.len() <= 1) {
        return items.into_iter().flatten().collect();
    }
    let mut all: Vec<ItemDraft> = items.iter().flatten().cloned().collect();
    let mut tried = sources.clone();
    let settled = settle::settle(&mut tried, (package, "imported.slip"), &mut all, (&[], &mut []), words, PASSES);
    let home = sources.package(package).map(|package| package.name.clone()).unwrap_or_default();
    let mut faults = faults(&settled, &all, &home, words).into_iter();
    items.into_iter().filter_map(|drafts| best(drafts, &mut faults, words)).collect()
}

fn best(drafts: Vec<ItemDraft>, faults: &mut impl Iterator<Item = Faults>, words: &Vocabulary) -> Option<ItemDraft> {
    let judged: Vec<(Faults, ItemDraft)> = drafts.into_iter().zip(faults).map(|(draft, faults)| (faults, draft)).collect();
    let least = judged.iter().map(|(faults, _)| *faults).min()?;
    let path = |draft: &ItemDraft| words.designs.get(draft.design).map(|design| design.path.clone()).unwrap_or_default();
    let mut equals = judged.into_iter().filter(|(faults, _)| *faults == least).map(|(_, draft)| draft);
    let mut first = equals.next()?;
    let others: Vec<String> = equals.map(|draft| format!("`{}`", path(&draft))).collect();
    if !others.is_empty() {
        first.remarks.push(format!("read as `{}`; it could also be {}", path(&first), others.join(" or ")));
    }
    Some(first)
}

/// Returns the faults of all drafts.
fn faults(settled: &Settled, drafts: &[ItemDraft], home: &str, words: &Vocabulary) -> Vec<Faults> {
    let mut faults: Vec<Faults> = vec![(0, 0, 0); drafts.len()];
    for found in settled.compiled.diagnostics.iter().filter(|found| found.primary.span.file == settled.file) {
        let start = usize::try_from(found.primary.span.start).unwrap_or(usize::MAX);
        let place = settled.ends.partition_point(|end| *end <= start);
        let Some(fault) = faults.get_mut(place) else { continue };
        match found.severity {
            Severity::Error => fault.0 += 1,
            Severity::Warning => fault.2 += 1,
            Severity::Note => {}
        }
    }
    for (draft, fault) in drafts.iter().zip(&mut faults) {
        fault.1 = settle::differences(std::slice::from_ref(draft), &settled.compiled.pack, home, words).len();
    }
    faults
}
