//! Removes diagnostics about missing parts of items that did not parse completely. The text that did not parse may contain these parts.
//! Parts that parsed are checked as usual.

use crate::resolve::{DeclId, DeclaredItem, Program};
use slip_limits::BASES;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use slip_syntax::tree::{File, Item};
use slip_syntax::visit::{block, is_whole, is_whole_entry};
use std::collections::BTreeSet;

/// Codes of diagnostics about parts that are missing or too few.
const LACKS: &[Code] = &[
    Code::Advice,
    Code::DominatedDesign,
    Code::FreeOfCharge,
    Code::IdleStunt,
    Code::ImpossibleVictory,
    Code::LetterWithoutZone,
    Code::LoneMode,
    Code::MissingAspects,
    Code::MissingEntry,
    Code::NoStartZone,
    Code::SideWithoutActors,
    Code::SkillPyramid,
    Code::UnequalModes,
    Code::UnreachableGoal,
    Code::UnreachableZone,
    Code::UnspentPoints,
    Code::UnusedWaiver,
    Code::UselessStunt,
];

/// Codes of diagnostics that may be wrong if an entry of the item could not be understood: this entry may be the part that seems to be
/// missing. They are dropped then.
const LOST: &[Code] = &[
    Code::Advice,
    Code::DominatedDesign,
    Code::FreeOfCharge,
    Code::LoneMode,
    Code::MissingAspects,
    Code::MissingEntry,
    Code::UnequalModes,
    Code::UnspentPoints,
    Code::UselessStunt,
];

/// True if an entry of an item could not be understood, because its key is unknown or its values are malformed.
pub fn has_lost(found: &Diagnostics) -> bool {
    found.iter().any(|one| one.severity == Severity::Error && matches!(one.code, Code::UnknownKey | Code::WrongValue))
}

/// Removes diagnostics about missing parts if an entry could not be understood (`lost`). The missing parts may be in that entry.
pub fn silence_lost(lost: bool, found: &mut Diagnostics) {
    found.retain(|one| !lost || !LOST.contains(&one.code));
}

/// True if an entry, stunt or skill of an item could not be understood, so that some abilities of the item are unknown.
pub fn is_unsure(found: &Diagnostics) -> bool {
    let unknown = |code: Code| matches!(code, Code::StuntNotSold | Code::UnknownName | Code::SkillRank);
    has_lost(found) || found.iter().any(|one| one.severity == Severity::Error && unknown(one.code))
}

/// Returns the spans in which no part is reported as missing. For an item with a part that did not parse, they are its head, the entries
/// that did not parse, and its `aspects` entry. The required number of aspects depends on the other entries.
pub fn places(file: &File) -> Vec<Span> {
    let mut found = Vec::new();
    for item in &file.items {
        let Some(block) = block(item) else { continue };
        let broken_head = matches!(item, Item::Declaration(item) if item.broken);
        if broken_head || !is_whole(block) {
            found.push(Span { end: block.span.start, ..item.span() });
            found.extend(block.entries.iter().filter(|entry| !is_whole_entry(entry) || entry.word() == "aspects").map(|entry| entry.span));
        }
    }
    found
}

/// Returns the heads of items whose base was not found or is circular. Parts that these items lack may be in the base.
pub fn without_base(program: &Program<'_>) -> Vec<Span> {
    let lost = program.all().iter().filter(|declared| lacks_base(program, declared));
    lost.map(|declared| {
        declared.tree.block.as_ref().map_or(declared.tree.span, |block| Span { end: block.span.start, ..declared.tree.span })
    })
    .collect()
}

/// True if any item in an item's chain of bases is missing.
fn lacks_base(program: &Program<'_>, declared: &DeclaredItem<'_>) -> bool {
    let mut at = Some(declared);
    for _ in 0..=BASES {
        match at {
            Some(link) if link.base.is_some() => at = link.base.and_then(|base| program.get(base)),
            Some(link) => return link.tree.base.is_some(),
            None => return true,
        }
    }
    true
}

/// Drops diagnostics about words that a design seems to lack, if a part of the design did not parse. A word that is similar to a word of
/// the design is still reported as misspelt.
pub fn silence_unsold(program: &Program<'_>, design: DeclId, found: &mut Diagnostics) {
    let unsold = |one: &Diagnostic| matches!(one.code, Code::UnknownKey | Code::StuntNotSold) && one.fixes.is_empty();
    if found.iter().any(unsold) && program.get(design).is_some_and(|design| is_unread(program, design)) {
        found.retain(|one| !unsold(one));
    }
}

/// True if a part of an item, of its bases or of their patches did not parse.
pub fn is_unread(program: &Program<'_>, declared: &DeclaredItem<'_>) -> bool {
    let base = |link: &&DeclaredItem<'_>| link.base.and_then(|base| program.get(base));
    let mut chain = std::iter::successors(Some(declared), base).take(BASES.saturating_add(1));
    chain.any(|link| {
        let patched = program.patches_of(link.id).any(|patch| !patch.whole);
        patched || link.tree.flawed || !link.entries.iter().all(is_whole_entry)
    })
}

/// Removes diagnostics about missing parts whose span is inside one of `places`. The places are sorted by file and position.
pub fn silence(places: &[Span], diagnostics: &mut Diagnostics) {
    if places.is_empty() {
        return;
    }
    // The binary search of `within` requires spans that do not overlap. Spans of heads and entries never overlap, because the entries of an
    // item come after its head.
    diagnostics.retain(|found| !LACKS.contains(&found.code) || !within(places, found.primary.span));
}

/// Drops the diagnostics of items with an unclosed block, except syntax errors. After the missing `}`, entries belong to another block than
/// the author intended.
pub fn silence_adrift(files: &[&File], parsed: &Diagnostics, diagnostics: &mut Diagnostics) {
    let mut open: Vec<Span> = parsed.iter().filter(|found| found.code == Code::UnclosedBlock).map(|found| found.primary.span).collect();
    open.sort_unstable();
    let inside = |item: &Item| {
        let whole = block(item).filter(|block| block.unclosed)?.span;
        let next = open.partition_point(|at| (at.file, at.start) <= (whole.file, whole.start));
        let inner = open.get(next).filter(|at| at.file == whole.file && at.start < whole.end);
        inner.map(|_| item.span())
    };
    let mut adrift: Vec<Span> = files.iter().flat_map(|file| file.items.iter().filter_map(inside)).collect();
    if adrift.is_empty() {
        return;
    }
    adrift.sort_unstable();
    let known: BTreeSet<(Span, Code)> = parsed.iter().map(|found| (found.primary.span, found.code)).collect();
    diagnostics.retain(|found| !within(&adrift, found.primary.span) || known.contains(&(found.primary.span, found.code)));
}

/// True if a span is inside one of several spans, which are sorted and do not overlap.
fn within(places: &[Span], span: Span) -> bool {
    let after = places.partition_point(|place| (place.file, place.start) <= (span.file, span.start));
    let place = after.checked_sub(1).and_then(|before| places.get(before));
    place.is_some_and(|place| place.file == span.file && span.end <= place.end)
}
