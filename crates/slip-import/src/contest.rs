//! Decides between designs that fit a stat block equally well: the compiler builds the item by each of them.

use crate::draft::Draft;
use crate::settle::{self, Settled};
use crate::vocabulary::Vocabulary;
use slip_source::diagnostic::Severity;
use slip_source::{PackageId, Sources};

/// Number of compilations for a decision: one with what the input writes, and one with the corrected numbers.
const PASSES: usize = 2;

/// Faults of a draft: errors, wrong claims, warnings. Fewer are better, errors first.
type Faults = (usize, usize, usize);

/// Returns one draft for each item: the one with the fewest faults, or the first of equals.
pub(crate) fn decide(sources: &Sources, package: PackageId, items: Vec<Vec<Draft>>, words: &Vocabulary) -> Vec<Draft> {
    if items.iter().all(|drafts| drafts.len() <= 1) {
        return items.into_iter().flatten().collect();
    }
    let mut all: Vec<Draft> = items.iter().flatten().cloned().collect();
    let mut tried = sources.clone();
    let settled = settle::settle(&mut tried, (package, "imported.slip"), &mut all, (&[], &mut []), words, PASSES);
    let home = sources.package(package).map(|package| package.name.clone()).unwrap_or_default();
    let mut faults = faults(&settled, &all, &home, words).into_iter();
    items.into_iter().filter_map(|drafts| best(drafts, &mut faults, words)).collect()
}

fn best(drafts: Vec<Draft>, faults: &mut impl Iterator<Item = Faults>, words: &Vocabulary) -> Option<Draft> {
    let judged: Vec<(Faults, Draft)> = drafts.into_iter().zip(faults).map(|(draft, faults)| (faults, draft)).collect();
    let least = judged.iter().map(|(faults, _)| *faults).min()?;
    let path = |draft: &Draft| words.designs.get(draft.design).map(|design| design.path.clone()).unwrap_or_default();
    let mut equals = judged.into_iter().filter(|(faults, _)| *faults == least).map(|(_, draft)| draft);
    let mut first = equals.next()?;
    let others: Vec<String> = equals.map(|draft| format!("`{}`", path(&draft))).collect();
    if !others.is_empty() {
        first.remarks.push(format!("read as `{}`; it could also be {}", path(&first), others.join(" or ")));
    }
    Some(first)
}

/// Returns the faults of all drafts.
fn faults(settled: &Settled, drafts: &[Draft], home: &str, words: &Vocabulary) -> Vec<Faults> {
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
