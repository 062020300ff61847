//! View of one file of a compiled package, for requests of the editor such as `hover` and `complete`.

use crate::packages::{self, LoadedPackage};
use crate::positions::{self, TextEdit, TextRange};
use crate::session::Session;
use crate::world::ParsedFile;
use slip_ide::{ChangedFile, CompiledWorld, CurrentRange, FileView, TextChange};
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{SourceFile, Sources};
use slip_syntax::tree::File;
use std::rc::Rc;

/// File of a compiled package with the position of the cursor, for requests of the editor.
pub(crate) struct EditorView<'v, 's, 'p, 't> {
    pub(crate) file: FileView<'v, 's, 'p, 't>,
    pub(crate) sources: &'v Sources,
    /// Offset of the cursor in bytes.
    pub(crate) cursor: u32,
    /// Findings of the package.
    pub(crate) found: &'v [Diagnostic],
}

impl EditorView<'_, '_, '_, '_> {
    /// Converts a range in bytes to a range in UTF-16 units.
    pub(crate) fn range(&self, spot: CurrentRange) -> TextRange {
        positions::range(self.sources, spot.file, (spot.start, spot.end))
    }

    /// Converts an edit in bytes to an edit in UTF-16 units.
    pub(crate) fn edit(&self, change: &TextChange) -> TextEdit {
        TextEdit { range: self.range(change.spot), text: change.text.clone() }
    }

    /// Converts an offset in UTF-16 units to an offset in bytes.
    pub(crate) fn bytes(&self, units: usize) -> u32 {
        positions::bytes(self.file.text(), units)
    }
}

/// Compiles the package of a file, and calls `look` with the view of the file.
///
/// # Errors
/// A sentence if there is no such file, if it is not a Slip file, or if its package cannot be read.
pub(crate) fn look<T>(
    session: &Session,
    (path, cursor): (&str, usize),
    look: impl FnOnce(&EditorView<'_, '_, '_, '_>) -> T,
) -> Result<T, String> {
    let text = session.text(path)?.clone();
    let LoadedPackage { sources, root, diagnostics } = packages::load(session, &session.package_of(path))?;
    let (id, _) = sources.files().find(|(_, file)| file.path() == path).ok_or_else(|| format!("`{path}` is not a Slip text"))?;
    let parsed: Vec<Rc<ParsedFile>> =
        sources.files().filter(|(_, file)| Sources::is_slip(file.path())).map(|(id, file)| session.parse(id, file)).collect();
    let trees: Vec<&File> = parsed.iter().map(|parsed| &parsed.tree).collect();
    if !trees.iter().any(|tree| tree.id == id) {
        return Err(format!("`{path}` is not a Slip text"));
    }
    let found: Diagnostics = parsed.iter().flat_map(|parsed| parsed.found.iter().cloned()).collect();
    Ok(slip_compile::stand(&sources, &trees, &found, root, |standing| {
        let trail = standing.context.program.take_trail();
        let world = CompiledWorld { standing, trail: &trail, trees: &trees, root };
        let mut own: Vec<Diagnostic> = diagnostics.iter().cloned().chain(standing.of_root(root)).collect();
        own.retain(|found| found.primary.span.file == id);
        own.sort_by_key(|found| (found.primary.span, found.code));
        own.dedup();
        let settled = ChangedFile::new(&world, id, &text);
        let file = FileView::new(&world, id, &settled);
        let cursor = positions::bytes(&text, cursor);
        look(&EditorView { file, sources: &sources, cursor, found: &own })
    }))
}

impl Session {
    /// Parses a file, or returns the last result if the text is the same.
    fn parse(&self, id: slip_source::FileId, file: &SourceFile) -> Rc<ParsedFile> {
        let text = file.shared_text();
        if let Some(known) = self.parsed.borrow().get(&id).filter(|known| known.text == text) {
            return Rc::clone(known);
        }
        let (tree, found) = slip_syntax::parse(id, file);
        let parsed = Rc::new(ParsedFile { text, tree, found });
        self.parsed.borrow_mut().insert(id, Rc::clone(&parsed));
        parsed
    }
}
