//! Compiled package of a session.

use crate::packages::{self, LoadedPackage};
use crate::session::Session;
use slip_compile::Exceptions;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::thing_view::Thing;
use slip_report::Summary;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{FileId, PackageId, Sources};
use slip_syntax::tree::File;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Package with its dependencies, compiled.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) sources: Sources,
    pub(crate) root: PackageId,
    pub(crate) pack: Pack,
    /// Findings about the package, sorted by position.
    pub(crate) diagnostics: Diagnostics,
    /// Number of items that the package declares.
    pub(crate) items: usize,
    exceptions: BTreeMap<PackageId, Exceptions>,
}

/// Parsed file, kept as long as its text is the same.
#[derive(Debug)]
pub(crate) struct ParsedFile {
    pub(crate) text: Arc<str>,
    pub(crate) tree: File,
    pub(crate) found: Diagnostics,
}

impl World {
    /// Compiles the package of a folder.
    pub(crate) fn new(session: &Session, folder: &str) -> Result<World, String> {
        let LoadedPackage { sources, root, mut diagnostics } = packages::load(session, folder)?;
        let compiled = slip_compile::compile(&sources);
        diagnostics.append(compiled.diagnostics);
        diagnostics.retain(|found| concerns(&sources, root, found));
        diagnostics.sort();
        diagnostics.dedup();
        let items = compiled.items.get(&root).copied().unwrap_or(0);
        Ok(World { sources, root, pack: compiled.pack, diagnostics, items, exceptions: compiled.exceptions })
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

    /// Returns the numbers of files, items and waivers that were checked.
    pub(crate) fn summary(&self) -> Summary {
        let waivers = self.exceptions.get(&self.root).map_or(0, |exceptions| exceptions.waivers.len());
        Summary { packages: 1, files: self.own_files(), items: self.items, waivers, ..Summary::default() }
    }

    /// Returns the things that the package declares.
    pub(crate) fn things(&self) -> impl Iterator<Item = Thing<'_>> {
        Thing::all(&self.pack).filter(|thing| thing.package() == self.name())
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

/// True if a finding is reported for the package: it is in one of its files, it is an error in any file, or it is a warning that has a
/// label in one of its files.
fn concerns(sources: &Sources, root: PackageId, found: &Diagnostic) -> bool {
    let is_own = |file: FileId| sources.file(file).is_none_or(|file| file.package() == root);
    let is_part = || found.severity == Severity::Warning && found.secondary.iter().any(|label| is_own(label.span.file));
    is_own(found.primary.span.file) || found.severity == Severity::Error || is_part()
}
