//! View of one file of a package as it is now, for requests of the editor such as `hover` and `complete`.
//!
//! If only this file was changed since the package was compiled, the changed part is checked alone and the rest of the compilation is kept.

use crate::positions::{Places, TextEdit, TextRange, UnitIndex};
use crate::session::Session;
use crate::world::World;
use slip_ide::{ChangedFile, CurrentRange, FileView, TextChange};
use slip_source::diagnostic::Diagnostic;
use slip_source::{FileId, Sources, Span};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// File of a package with the position of the cursor, for requests of the editor.
pub(crate) struct EditorView<'v, 's, 'p, 't> {
    pub(crate) file: FileView<'v, 's, 'p, 't>,
    pub(crate) world: &'v World,
    /// Offset of the cursor in bytes.
    pub(crate) cursor: u32,
    changed: &'v ChangedFile,
    units: OnceCell<UnitIndex>,
}

impl<'v> EditorView<'v, '_, '_, '_> {
    /// Returns the texts of the package as they were compiled.
    pub(crate) fn sources(&self) -> &'v Sources {
        &self.world.sources
    }

    /// Returns the findings in the file as it was compiled.
    pub(crate) fn found(&self) -> impl Iterator<Item = &'v Diagnostic> {
        self.world.found_in(self.file.file)
    }

    /// True if all findings in the current text are known.
    pub(crate) fn is_fully_checked(&self) -> bool {
        self.changed.is_settled() || self.changed.checked().is_some_and(|checked| checked.whole)
    }

    /// Converts a range in bytes to a range in UTF-16 units.
    pub(crate) fn range(&self, spot: CurrentRange) -> TextRange {
        let file = self.sources().file(spot.file).map(|file| file.path().to_owned()).unwrap_or_default();
        if spot.file == self.file.file {
            return TextRange { file, from: self.own_units().units(spot.start), to: self.own_units().units(spot.end) };
        }
        let of = |at: u32| self.world.units(spot.file).map_or(0, |index| index.units(at));
        TextRange { file, from: of(spot.start), to: of(spot.end) }
    }

    /// Converts an edit in bytes to an edit in UTF-16 units.
    pub(crate) fn edit(&self, change: &TextChange) -> TextEdit {
        TextEdit { range: self.range(change.spot), text: change.text.clone() }
    }

    /// Converts an offset in UTF-16 units to an offset in bytes.
    pub(crate) fn bytes(&self, units: usize) -> u32 {
        self.own_units().bytes(units)
    }

    fn own_units(&self) -> &UnitIndex {
        self.units.get_or_init(|| UnitIndex::new(Arc::clone(self.changed.text())))
    }
}

impl Places for EditorView<'_, '_, '_, '_> {
    fn range(&self, span: Span) -> Option<TextRange> {
        self.file.spot(span).map(|spot| self.range(spot))
    }

    fn line(&self, span: Span) -> u32 {
        match self.file.spot(span) {
            Some(spot) if spot.file == self.file.file => self.file.line(spot.start).0,
            _ => self.world.line(span),
        }
    }
}

/// Compiled package, with the current state of one of its files.
pub(crate) struct CurrentFile {
    world: Rc<World>,
    file: FileId,
    changed: Rc<ChangedFile>,
}

impl CurrentFile {
    /// Finds the current state of a file without compiling its package. `None` if the package was not compiled yet, or if other files have
    /// changed since.
    pub(crate) fn known(session: &Session, path: &str) -> Option<CurrentFile> {
        let world = session.world_before(path)?;
        CurrentFile::of(session, world, path)
    }

    /// Finds the current state of a file. Compiles its package if that is necessary.
    ///
    /// # Errors
    ///
    /// A sentence if there is no such file, if the file is not a Slip file, or if its package cannot be read.
    pub(crate) fn new(session: &Session, path: &str) -> Result<CurrentFile, String> {
        session.text(path)?;
        if let Some(known) = CurrentFile::known(session, path) {
            return Ok(known);
        }
        let world = session.world(&session.package_of(path))?;
        CurrentFile::of(session, world, path).ok_or_else(|| format!("`{path}` is not a Slip text"))
    }

    fn of(session: &Session, world: Rc<World>, path: &str) -> Option<CurrentFile> {
        let file = world.slip_file(path)?;
        let changed = world.changed(file, session.text(path).ok()?)?;
        Some(CurrentFile { world, file, changed })
    }

    /// Calls `look` with the view of the file. The cursor is in UTF-16 units. Returns `None` if the compilation is busy with another
    /// question.
    pub(crate) fn look<T: 'static>(self, cursor: usize, look: impl FnOnce(&EditorView<'_, '_, '_, '_>) -> T + 'static) -> Option<T> {
        let CurrentFile { world, file, changed } = self;
        let place = Rc::clone(&world);
        world.kept.ask(move |compiled| {
            let file = FileView::new(compiled, file, &changed);
            let mut view = EditorView { file, world: &place, cursor: 0, changed: &changed, units: OnceCell::new() };
            view.cursor = view.bytes(cursor);
            look(&view)
        })
    }
}

/// Calls `look` with the view of a file; the cursor is in UTF-16 units.
///
/// # Errors
/// A sentence if there is no such file, if it is not a Slip file, or if its package cannot be read.
pub(crate) fn look<T: 'static>(
    session: &Session,
    (path, cursor): (&str, usize),
    look: impl FnOnce(&EditorView<'_, '_, '_, '_>) -> T + 'static,
) -> Result<T, String> {
    let answer = CurrentFile::new(session, path)?.look(cursor, look);
    answer.ok_or_else(|| "internal error: the compiler was busy; please report it with your files".to_owned())
}
