//! Marks designs and stunts with errors, because items that are built with them are not played (R-XE9).
//!
//! The errors themselves are reported by the functions that read the designs and stunts.

use super::{Design, StuntRule};
use crate::resolve::{DeclId, DeclaredItem, Program};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_syntax::tree::Entry;
use std::collections::BTreeMap;

/// Marks designs and stunts whose text has an error.
pub fn mark(program: &Program<'_>, found: &Diagnostics, designs: &mut BTreeMap<DeclId, Design>) {
    // The error that a stunt has no effects does not make items with the stunt unplayable.
    let errors = found.iter().filter(|found| found.severity == Severity::Error && found.code != Code::IdleStunt);
    let mut places: Vec<Span> = errors.map(|found| found.primary.span).collect();
    if places.is_empty() {
        return;
    }
    places.sort_unstable();
    let errors = Errors { places };
    for design in designs.values_mut() {
        let Some(declared) = program.get(design.id) else { continue };
        design.faulty = errors.besides_stunts(declared);
        for rule in &mut design.stunts {
            rule.faulty = text_of(program, declared, rule).is_some_and(|span| errors.within(span));
        }
    }
}

/// Returns the span of a stunt: of its entry in a design, or of the item that declares it.
fn text_of(program: &Program<'_>, declared: &DeclaredItem<'_>, rule: &StuntRule) -> Option<Span> {
    match rule.loose {
        Some(loose) => program.get(loose).map(|loose| loose.tree.span),
        None => stunts(&declared.entries).map(|entry| entry.span).find(|span| span.holds(rule.span)),
    }
}

fn stunts(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.word() == "stunt")
}

/// Spans of errors, sorted.
struct Errors {
    places: Vec<Span>,
}

impl Errors {
    fn inside(&self, outer: Span) -> impl Iterator<Item = Span> + '_ {
        let first = self.places.partition_point(|place| (place.file, place.start) < (outer.file, outer.start));
        let behind = self.places.get(first..).unwrap_or_default().iter().copied();
        behind.take_while(move |place| place.file == outer.file && place.start <= outer.end).filter(move |place| outer.holds(*place))
    }

    fn within(&self, outer: Span) -> bool {
        self.inside(outer).next().is_some()
    }

    /// True if a design has errors outside its stunts: in its own text, or in entries that come from a base or patch.
    fn besides_stunts(&self, declared: &DeclaredItem<'_>) -> bool {
        let inherited = declared.entries.iter().filter(|entry| entry.word() != "stunt");
        let own = self.inside(declared.tree.span);
        inherited.into_iter().any(|entry| self.within(entry.span))
            || own.into_iter().any(|place| !stunts(&declared.entries).any(|entry| entry.span.holds(place)))
    }
}
