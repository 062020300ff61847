//! Caches syntax trees from one compilation to the next.

use super::stdlib_trees::{ParsedFile, parsed};
use rayon::prelude::*;
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, Sources};
use slip_syntax::tree::File;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Parsed texts of the last compilation. A text is parsed again if it changed, or if its file number changed because of the files before
/// it.
#[derive(Debug, Default)]
pub struct TreeCache {
    kept: BTreeMap<FileId, Tree>,
}

#[derive(Debug)]
struct Tree {
    text: Arc<str>,
    file: Cow<'static, File>,
    found: Diagnostics,
}

impl TreeCache {
    /// True if nothing is cached.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Returns the trees of the wanted Slip files in their order, and the diagnostics of the parser. The cache drops the trees of all other
    /// files.
    pub(super) fn of(&mut self, sources: &Sources, wanted: impl Fn(FileId) -> bool) -> (Vec<&File>, Diagnostics) {
        let wanted: Vec<_> = sources.files().filter(|(id, file)| Sources::is_slip(file.path()) && wanted(*id)).collect();
        let mut before = std::mem::take(&mut self.kept);
        let mut trees: Vec<(FileId, Tree)> = Vec::new();
        let mut changed = Vec::new();
        for (id, source) in wanted {
            match before.remove(&id).filter(|tree| *tree.text == *source.text()) {
                Some(tree) => trees.push((id, tree)),
                None => changed.push((id, source)),
            }
        }
        trees.par_extend(changed.into_par_iter().map(|(id, source)| {
            let ParsedFile { tree: file, found } = parsed(id, source);
            (id, Tree { text: source.shared_text(), file, found })
        }));
        self.kept = trees.into_iter().collect();
        let mut diagnostics = Diagnostics::new();
        let mut files = Vec::with_capacity(self.kept.len());
        for tree in self.kept.values() {
            files.push(tree.file.as_ref());
            diagnostics.append(tree.found.clone());
        }
        (files, diagnostics)
    }
}
