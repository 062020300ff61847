//! What the names of a text were found to mean while it was checked, for those who lead from a name to what it means and back.
//! Floor 3.

use super::program::{DeclId, Kinds, Program};
use crate::source::{FileId, Span};
use ecow::EcoString;
use std::sync::PoisonError;

/// What was looked for, and where.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The places of names, and what each means there.
    pub found: Vec<(Span, DeclId)>,
    /// The places of names that mean nothing, and the kinds of things that may stand there.
    pub wanted: Vec<(Span, Vec<EcoString>)>,
}

impl Program<'_> {
    pub(super) fn note(&self, span: Span, id: DeclId) {
        if let Some(trail) = self.trail.as_ref().filter(|_| !span.is_empty()) {
            // A thread that panicked left the list as it was: every entry is whole.
            trail.lock().unwrap_or_else(PoisonError::into_inner).found.push((span, id));
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
        taken
    }
}

impl Trail {
    /// What the name at a place means; of several that end and begin there, the one that begins.
    pub fn at(&self, file: FileId, offset: u32) -> Option<(Span, DeclId)> {
        let near = self.found.partition_point(|(span, _)| (span.file, span.start) <= (file, offset));
        let before = self.found.get(..near).unwrap_or_default().iter().rev().take(8);
        before.copied().find(|(span, _)| span.file == file && span.start <= offset && offset <= span.end)
    }
}
