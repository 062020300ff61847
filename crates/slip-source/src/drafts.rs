//! Pieces of text that are looked at beside the files of a compilation: what an author has just written.
//!
//! They are added while everybody else reads, so a list that only grows holds them; nothing that was added moves.

use super::SourceFile;
use std::sync::OnceLock;

/// How many drafts there may be: their list is walked, and whoever needs more compiles again.
const MOST: usize = 400;

/// The drafts, oldest first.
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
    /// The draft of a number.
    pub(super) fn get(&self, at: usize) -> Option<&SourceFile> {
        let mut next = self.first.get()?;
        for _ in 0..at {
            next = next.next.get()?;
        }
        Some(&next.file)
    }

    /// Adds one and gives its number; `None` if there are too many.
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
