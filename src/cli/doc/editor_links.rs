//! Links from the pages of a site to the editor: which texts a page of a thing needs, and if they fit into a link.

use crate::cli::compile_projects::CompiledProject;
use rayon::prelude::*;
use slip_export::packed_package::called;
use slip_export::share_link;
use slip_export::site::SiteEditor;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_source::{FileId, PackageId, SourceFile, Sources};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the editor with a fragment for each file of a package. If the file has no errors without the package's other files, its fragment
/// contains the file, its manifest and the packages that the package depends on. Otherwise the fragment contains the whole package. Files
/// for which neither fits have no fragment.
pub(super) fn editor(world: &CompiledProject, address: &str) -> SiteEditor {
    let fragments = Texts::of(world).map_or_else(BTreeMap::new, |texts| texts.fragments());
    SiteEditor { address: address.to_owned(), fragments }
}

/// Texts of a package and of those that it depends on.
struct Texts<'w> {
    sources: &'w Sources,
    root: PackageId,
    /// Folder of each package in the editor. The folders have the same relative positions as on the disk, so that manifests find their
    /// dependencies.
    folders: BTreeMap<PackageId, String>,
}

impl<'w> Texts<'w> {
    /// Returns the texts; `None` if the editor could not read them: a dependency is packed or comes from another machine, or the package has
    /// its own standard library.
    fn of(world: &'w CompiledProject) -> Option<Texts<'w>> {
        let sources: &Sources = &world.project.sources;
        let root = *world.project.roots.first()?;
        let own = &sources.package(root)?.name;
        let mut folders = BTreeMap::from([(root, if own.is_empty() { "shared".to_owned() } else { own.clone() })]);
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            let package = sources.package(id)?;
            if package.sealed || package.foreign.is_some() || package.pinned_library.is_some() {
                return None;
            }
            let folder = folders.get(&id)?.clone();
            let wanted = package.manifest.and_then(|file| sources.file(file)).map(|file| dependencies(file.text())).unwrap_or_default();
            for (name, dependency) in package.dependencies.iter().filter(|(_, dependency)| *dependency != PackageId::STD) {
                let path = resolved(&folder, wanted.get(name)?)?;
                match folders.insert(*dependency, path.clone()) {
                    None => waiting.push(*dependency),
                    Some(before) if before != path => return None,
                    Some(_) => {}
                }
            }
        }
        Some(Texts { sources, root, folders })
    }

    fn fragments(&self) -> BTreeMap<String, String> {
        let whole = share_link::fragment(&self.texts(None));
        let own: Vec<(FileId, &SourceFile)> = self.sources.files_of(self.root).filter(|(_, file)| Sources::is_slip(file.path())).collect();
        let fragment = |(id, file): &(FileId, &SourceFile)| {
            let alone = share_link::fragment(&self.texts(Some(*id))).filter(|_| self.is_complete(*id));
            Some((called(self.sources, file), alone.or_else(|| whole.clone())?))
        };
        own.par_iter().filter_map(fragment).collect()
    }

    /// Returns the texts by their paths in the editor; of the package itself only one Slip file, if it is given.
    fn texts(&self, only: Option<FileId>) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        for (id, file) in self.sources.files() {
            let Some(folder) = self.folders.get(&file.package()) else { continue };
            let is_other = file.package() == self.root && Sources::is_slip(file.path()) && only.is_some_and(|only| only != id);
            let name = called(self.sources, file);
            let package = self.sources.package(file.package()).map_or("", |package| package.name.as_str());
            let inside = name.strip_prefix(package).map_or(name.as_str(), |rest| rest.trim_start_matches('/'));
            if !is_other {
                texts.insert(format!("{folder}/{inside}"), file.text().to_owned());
            }
        }
        texts
    }

    /// True if a file has no errors without the other files of the package.
    fn is_complete(&self, file: FileId) -> bool {
        let others = self.sources.files_of(self.root).filter(|(id, other)| *id != file && Sources::is_slip(other.path()));
        let emptied: BTreeMap<FileId, Arc<str>> = others.map(|(id, _)| (id, Arc::from(""))).collect();
        let found = slip_compile::verdict(&self.sources.with_texts(&emptied)).diagnostics;
        !found.iter().any(|found| found.severity == Severity::Error)
    }
}

/// Returns the folders of the dependencies that a manifest names, by their names.
fn dependencies(manifest: &str) -> BTreeMap<String, String> {
    let read = slip_manifest::manifest::read(FileId::default(), manifest, &mut Diagnostics::new());
    let in_folders = read.wanted.into_iter().filter(|wanted| wanted.remote.is_none() && !wanted.packed && !wanted.path.is_empty());
    in_folders.map(|wanted| (wanted.name, wanted.path)).collect()
}

/// Returns a path as seen from a folder; `None` if it leads out of the editor's files.
fn resolved(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            other => parts.push(other),
        }
    }
    (!parts.is_empty() && !parts.iter().any(|part| part.starts_with('.'))).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn packages_lie_to_each_other_as_their_manifests_say() {
        assert_eq!(resolved("yard", "../base").as_deref(), Some("base"));
        assert_eq!(resolved("yard", "parts/./engines").as_deref(), Some("yard/parts/engines"));
        assert_eq!(resolved("yard", "../../base"), None);
        assert_eq!(resolved("yard", ".."), None);
    }
}
