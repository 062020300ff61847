//! Draft texts that are parsed in addition to the files of a compilation, such as a line that an author is typing.
//!
//! Drafts are added while other threads read the list, so drafts are only ever appended, and never move in memory.

use super::SourceFile;
use std::sync::OnceLock;

/// Maximum number of drafts. The list is searched linearly; a caller that needs more drafts compiles again.
const MOST: usize = 400;

/// Drafts, oldest first.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    first: OnceLock<Box<Draft>>,
}

#[derive(Debug)]
struct Draft {
    file: SourceFile,
    next: OnceLock<Box<Draft>>,
}

impl Drafts {
    /// Returns the draft with a file number.
    pub(super) fn get(&self, at: usize) -> Option<&SourceFile> {
        let mut next = self.first.get()?;
        for _ in 0..at {
            next = next.next.get()?;
        }
        Some(&next.file)
    }

    /// Adds a draft and returns its file number; `None` if there are too many drafts.
    pub(super) fn push(&self, file: SourceFile) -> Option<usize> {
        let mut draft = Box::new(Draft { file, next: OnceLock::new() });
        let mut end = &self.first;
        for at in 0..MOST {
            match end.set(draft) {
                Ok(()) => return Some(at),
                Err(taken) => draft = taken,
            }
            end = &end.get()?.next;
        }
        None
    }
}
