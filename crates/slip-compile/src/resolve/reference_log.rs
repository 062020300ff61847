//! Records the declaration to which each name in a text refers, for editors that jump from a name to its declaration and back.

use super::program::{DeclId, Kinds, Program};
use ecow::EcoString;
use slip_source::{FileId, Span};
use std::collections::BTreeSet;
use std::sync::PoisonError;

/// Recorded references.
#[derive(Clone, Debug, Default)]
pub struct ReferenceLog {
    /// Spans of names, each with the declaration to which it refers.
    pub found: Vec<(Span, DeclId)>,
    /// Spans of names of parts, such as a side of an encounter or a zone of a map. Each has the declaration that contains the part.
    pub parts: Vec<(Span, DeclId)>,
    /// Spans of names that could not be resolved, with the kinds that are allowed there.
    pub wanted: Vec<(Span, Vec<EcoString>)>,
    /// Spans of words that completion inserts, each with the built items that are allowed there.
    pub fitting: Vec<(Span, BTreeSet<DeclId>)>,
}

impl Program<'_> {
    /// Records that a name refers to a declaration. This is needed only for names that [`Program::find`] does not resolve, such as names
    /// that are looked up in a list of actors.
    pub fn note(&self, span: Span, id: DeclId) {
        if let Some(trail) = self.trail.as_ref().filter(|_| !span.is_empty()) {
            // A thread that panicked cannot leave a half-written entry, because entries are inserted only when complete.
            trail.lock().unwrap_or_else(PoisonError::into_inner).found.push((span, id));
        }
    }

    /// Records a reference from a name to a part of a declaration: a side of an encounter, a zone of a map.
    pub fn note_part(&self, span: Span, of: DeclId) {
        if let Some(trail) = self.trail.as_ref().filter(|_| !span.is_empty()) {
            trail.lock().unwrap_or_else(PoisonError::into_inner).parts.push((span, of));
        }
    }

    /// Records a reference from a name to the item with this package, kind and name.
    pub fn note_item(&self, span: Span, package: &str, kind: &str, name: &str) {
        if let Some(id) = self.noted(package, kind, name) {
            self.note(span, id);
        }
    }

    /// Records a reference from a name to a part of an item.
    pub fn note_part_of(&self, span: Span, package: &str, kind: &str, name: &str) {
        if let Some(id) = self.noted(package, kind, name) {
            self.note_part(span, id);
        }
    }

    /// Returns the item with this package, kind and name, even if the item is not visible; `None` if references are not recorded.
    fn noted(&self, package: &str, kind: &str, name: &str) -> Option<DeclId> {
        self.trail.as_ref()?;
        let called = self.sources.packages().filter(|(_, known)| known.name == package);
        called.filter_map(|(id, _)| self.declared(id, kind, name)).next()
    }

    /// Records a reference from a name that no other code looks up, if a declaration of one of these kinds has the name. The search begins
    /// in the package whose text contains the name.
    pub fn note_seen(&self, span: Span, kinds: &[&str], name: &str) {
        let from = self.trail.as_ref().and_then(|_| self.sources.file(span.file)).map(|file| file.package());
        let found = from.and_then(|from| kinds.iter().find_map(|kind| self.peek(from, kind, name)));
        if let Some(id) = found {
            self.note(span, id);
        }
    }

    pub(super) fn note_wanted(&self, span: Span, kinds: Kinds<'_>) {
        if let Some(trail) = self.trail.as_ref().filter(|_| !span.is_empty()) {
            trail.lock().unwrap_or_else(PoisonError::into_inner).wanted.push((span, self.list(kinds)));
        }
    }

    /// Takes the references recorded since the last call, sorted by span without duplicates. Empty if references are not recorded.
    pub fn take_trail(&self) -> ReferenceLog {
        let Some(trail) = &self.trail else { return ReferenceLog::default() };
        let mut taken = std::mem::take(&mut *trail.lock().unwrap_or_else(PoisonError::into_inner));
        taken.found.sort_unstable();
        taken.found.dedup();
        taken.found.shrink_to_fit();
        taken.parts.sort_unstable();
        taken.parts.dedup();
        taken.parts.shrink_to_fit();
        taken
    }
}

impl ReferenceLog {
    /// Returns the declaration to which the name at an offset refers. Between two adjacent names, the second counts.
    pub fn at(&self, file: FileId, offset: u32) -> Option<(Span, DeclId)> {
        near(&self.found, file, offset)
    }

    /// Returns the declaration that has the part named at an offset.
    pub fn part_at(&self, file: FileId, offset: u32) -> Option<(Span, DeclId)> {
        near(&self.parts, file, offset)
    }
}

fn near(noted: &[(Span, DeclId)], file: FileId, offset: u32) -> Option<(Span, DeclId)> {
    let near = noted.partition_point(|(span, _)| (span.file, span.start) <= (file, offset));
    let before = noted.get(..near).unwrap_or_default().iter().rev().take(8);
    before.copied().find(|(span, _)| span.file == file && span.start <= offset && offset <= span.end)
}
