//! Parses and checks the changed part of a file alone, without the rest of the file and without compiling its package again.

use super::changed_range::{ChangedRange, window};
use super::file_view::CompiledWorld;
use slip_compile::Rechecked;
use slip_compile::resolve::ReferenceLog;
use slip_source::FileId;

use slip_syntax::tree::File;
use std::sync::Arc;

/// Current text of a file, and the part of it that changed since the package was compiled.
#[derive(Debug)]
pub struct ChangedFile {
    pub(super) text: Arc<str>,
    pub(super) window: Option<ChangedRange>,
    pub(super) draft: Option<ChangedPart>,
}

/// New text of the changed part, which is parsed as a separate file.
#[derive(Debug)]
pub(super) struct ChangedPart {
    pub(super) tree: File,
    pub(super) trail: ReferenceLog,
    pub(super) checked: Rechecked,
}

impl ChangedFile {
    /// Compares the current text of a file with the compiled one, and checks the changed part.
    pub fn new(world: &CompiledWorld<'_, '_, '_, '_>, file: FileId, text: &Arc<str>) -> ChangedFile {
        let sources = world.standing.context.program.sources;
        let (Some(base), Some(tree)) = (sources.file(file), world.tree(file)) else {
            return ChangedFile { text: Arc::clone(text), window: None, draft: None };
        };
        let window = window(base.text(), &tree.items, text);
        let draft = window.and_then(|window| {
            let new = text.get(index(window.start)..index(window.end))?;
            draft(world, file, new)
        });
        ChangedFile { text: Arc::clone(text), window, draft }
    }

    /// True if the current text equals the compiled one.
    pub fn is_settled(&self) -> bool {
        self.window.is_none()
    }

    /// Returns the diagnostics of the changed part, if it could be checked.
    pub fn checked(&self) -> Option<&Rechecked> {
        self.draft.as_ref().map(|draft| &draft.checked)
    }

    /// Returns the current text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }
}

/// Parses and checks a piece of text as a separate file in the package of the file `of`.
pub(super) fn draft(world: &CompiledWorld<'_, '_, '_, '_>, of: FileId, text: &str) -> Option<ChangedPart> {
    let program = world.standing.context.program;
    let id = program.sources.add_draft(of, text)?;
    let (tree, parsed) = slip_syntax::parse(id, program.sources.file(id)?);
    let checked = world.standing.recheck(&tree, &parsed);
    Some(ChangedPart { tree, trail: program.take_trail(), checked })
}

/// Converts a byte offset to the type that slices are indexed by.
pub(super) fn index(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}
