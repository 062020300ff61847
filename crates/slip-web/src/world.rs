//! Compiled package of a session.

use crate::kept_world::KeptWorld;
use crate::packages::{self, LoadedPackage};
use crate::positions::UnitIndex;
use crate::session::Session;
use slip_compile::{Compiled, Exceptions};
use slip_ide::ChangedFile;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::thing_view::Thing;
use slip_report::Summary;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{FileId, PackageId, Sources};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Package with its dependencies, compiled.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) sources: Rc<Sources>,
    pub(crate) root: PackageId,
    /// Findings about the package, sorted by position.
    pub(crate) diagnostics: Diagnostics,
    /// Number of items that the package declares.
    pub(crate) items: usize,
    compiled: Rc<Compiled>,
    pub(super) kept: KeptWorld,
    /// Files of the package that were changed since, with their last texts.
    changed: RefCell<BTreeMap<FileId, Rc<ChangedFile>>>,
    units: RefCell<BTreeMap<FileId, Rc<UnitIndex>>>,
}

impl World {
    /// Compiles the package of a folder.
    pub(crate) fn new(session: &Session, folder: &str) -> Result<World, String> {
        let LoadedPackage { sources, root, mut diagnostics } = packages::load(session, folder)?;
        let sources = Rc::new(sources);
        let slip = sources.files().filter(|(_, file)| Sources::is_slip(file.path()));
        let files = slip.map(|(id, file)| session.parse(id, file)).collect();
        let kept = KeptWorld::new(Rc::clone(&sources), files, root);
        let (kept, compiled) =
            kept.ok_or_else(|| "internal error: the package was not compiled; please report it with your files".to_owned())?;
        diagnostics.append(compiled.diagnostics.clone());
        diagnostics.retain(|found| concerns(&sources, root, found));
        diagnostics.sort();
        diagnostics.dedup();
        let items = compiled.items.get(&root).copied().unwrap_or(0);
        Ok(World { sources, root, diagnostics, items, compiled, kept, changed: RefCell::default(), units: RefCell::default() })
    }

    /// Returns the pack of the package.
    pub(crate) fn pack(&self) -> &Pack {
        &self.compiled.pack
    }

    /// Returns the name of the package; empty for files without a package.
    pub(crate) fn name(&self) -> &str {
        self.sources.package(self.root).map_or("", |package| package.name.as_str())
    }

    /// Returns the Slip files of the package.
    pub(crate) fn own_files(&self) -> BTreeSet<FileId> {
        let own = self.sources.files_of(self.root).filter(|(_, file)| Sources::is_slip(file.path()));
        own.map(|(id, _)| id).collect()
    }

    /// Returns the id of a Slip file by its path.
    pub(crate) fn slip_file(&self, path: &str) -> Option<FileId> {
        self.sources.files().find(|(_, file)| file.path() == path && Sources::is_slip(path)).map(|(id, _)| id)
    }

    /// Returns the findings in one file as it was compiled.
    pub(crate) fn found_in(&self, file: FileId) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(move |found| found.primary.span.file == file)
    }

    /// Compares the current text of a file with the compiled text, and checks the part that changed. `None` if the part cannot be read alone.
    pub(crate) fn changed(&self, file: FileId, text: &Arc<str>) -> Option<Rc<ChangedFile>> {
        let known = self.changed.borrow().get(&file).filter(|known| *known.text() == *text).cloned();
        if known.is_some() {
            return known;
        }
        let now = Arc::clone(text);
        let changed = self.kept.ask(move |world| ChangedFile::new(world, file, &now)).map(Rc::new)?;
        let is_readable = changed.is_settled() || changed.checked().is_some();
        is_readable.then(|| {
            self.changed.borrow_mut().insert(file, Rc::clone(&changed));
            changed
        })
    }

    /// Returns the index of UTF-16 units of a file as it was compiled.
    pub(crate) fn units(&self, file: FileId) -> Option<Rc<UnitIndex>> {
        if let Some(known) = self.units.borrow().get(&file) {
            return Some(Rc::clone(known));
        }
        let index = Rc::new(UnitIndex::new(self.sources.file(file)?.shared_text()));
        self.units.borrow_mut().insert(file, Rc::clone(&index));
        Some(index)
    }

    /// Returns the numbers of files, items and waivers that were checked.
    pub(crate) fn summary(&self) -> Summary {
        let exceptions: Option<&Exceptions> = self.compiled.exceptions.get(&self.root);
        let waivers = exceptions.map_or(0, |exceptions| exceptions.waivers.len());
        Summary { packages: 1, files: self.own_files(), items: self.items, waivers, ..Summary::default() }
    }

    /// Returns the things that the package declares.
    pub(crate) fn things(&self) -> impl Iterator<Item = Thing<'_>> {
        Thing::all(self.pack()).filter(|thing| thing.package() == self.name())
    }

    /// Returns an encounter by its name.
    ///
    /// # Errors
    /// A sentence if there is no encounter of this name, or if it has errors.
    pub(crate) fn encounter(&self, name: &str) -> Result<&Encounter, String> {
        let encounter = self.things().find_map(|thing| match thing {
            Thing::Encounter(encounter) if encounter.name == name => Some(encounter),
            _ => None,
        });
        match encounter {
            None => Err(format!("there is no encounter `{name}` in this package")),
            Some(encounter) if !encounter.valid => Err(format!("the encounter `{name}` has errors: correct them first")),
            Some(encounter) => Ok(encounter),
        }
    }
}

/// True if a finding is reported for the package: an error in any file, any finding in a file of the package, or a warning with a label in
/// a file of the package.
fn concerns(sources: &Sources, root: PackageId, found: &Diagnostic) -> bool {
    let is_own = |file: FileId| sources.file(file).is_none_or(|file| file.package() == root);
    let is_part = || found.severity == Severity::Warning && found.secondary.iter().any(|label| is_own(label.span.file));
    is_own(found.primary.span.file) || found.severity == Severity::Error || is_part()
}
