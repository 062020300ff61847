//! What the names of a text were found to mean while it was checked, for those who lead from a name to what it means and back.

use super::program::{DeclId, Kinds, Program};
use ecow::EcoString;
use slip_source::{FileId, Span};
use std::sync::PoisonError;

/// What was looked for, and where.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The places of names, and what each means there.
    pub found: Vec<(Span, DeclId)>,
    /// The places of names of parts, the sides of an encounter and the zones of a map, and what declares the part.
    pub parts: Vec<(Span, DeclId)>,
    /// The places of names that mean nothing, and the kinds of things that may stand there.
    pub wanted: Vec<(Span, Vec<EcoString>)>,
}

impl Program<'_> {
    /// Notes what a name means. Whoever looks it up by [`Program::find`] need not: this is for those who know it by other ways,
    /// such as out of a list of those who take part.
    pub fn note(&self, span: Span, id: DeclId) {
        if let Some(trail) = self.trail.as_ref().filter(|_| !span.is_empty()) {
            // A thread that panicked left the list as it was: every entry is whole.
            trail.lock().unwrap_or_else(PoisonError::into_inner).found.push((span, id));
        }
    }

    /// Notes that a name means a part of something: a side of an encounter, a zone of a map.
    pub fn note_part(&self, span: Span, of: DeclId) {
        if let Some(trail) = self.trail.as_ref().filter(|_| !span.is_empty()) {
            trail.lock().unwrap_or_else(PoisonError::into_inner).parts.push((span, of));
        }
    }

    /// Notes that a name means the item of a package and kind that has this name.
    pub fn note_item(&self, span: Span, package: &str, kind: &str, name: &str) {
        if let Some(id) = self.noted(package, kind, name) {
            self.note(span, id);
        }
    }

    /// Notes that a name means the part of an item.
    pub fn note_part_of(&self, span: Span, package: &str, kind: &str, name: &str) {
        if let Some(id) = self.noted(package, kind, name) {
            self.note_part(span, id);
        }
    }

    /// The item of a package, whether that is seen from anywhere or not; nothing if nobody keeps a trail.
    fn noted(&self, package: &str, kind: &str, name: &str) -> Option<DeclId> {
        self.trail.as_ref()?;
        let called = self.sources.packages().filter(|(_, known)| known.name == package);
        called.filter_map(|(id, _)| self.declared(id, kind, name)).next()
    }

    /// Notes what a name that was found without being looked up means where it is written, if one of these kinds has it.
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

    /// Takes what was looked for since the last time, in order of place, each once. Nothing if nobody keeps a trail.
    pub fn take_trail(&self) -> Trail {
        let Some(trail) = &self.trail else { return Trail::default() };
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

impl Trail {
    /// What the name at a place means; of several that end and begin there, the one that begins.
    pub fn at(&self, file: FileId, offset: u32) -> Option<(Span, DeclId)> {
        near(&self.found, file, offset)
    }

    /// What declares the part that is named at a place.
    pub fn part_at(&self, file: FileId, offset: u32) -> Option<(Span, DeclId)> {
        near(&self.parts, file, offset)
    }
}

fn near(noted: &[(Span, DeclId)], file: FileId, offset: u32) -> Option<(Span, DeclId)> {
    let near = noted.partition_point(|(span, _)| (span.file, span.start) <= (file, offset));
    let before = noted.get(..near).unwrap_or_default().iter().rev().take(8);
    before.copied().find(|(span, _)| span.file == file && span.start <= offset && offset <= span.end)
}
