//! Reads packed packages from the disk.

use super::boundary::OutsideBoundary;
use super::{Boundary, Denied, LoadFailure, Project, discover_packages, licence_files, load, lock, read_files};
use slip_pack::archive::{Archive, ArchiveRefusal};

use slip_source::PackageId;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Result of opening a packed file.
#[derive(Debug)]
pub(super) enum OpenedPack {
    /// There is no such file.
    Absent,
    /// The path is a link that leads out of its boundary.
    Outside(OutsideBoundary),
    /// The file does not have the requested hash, or no hash was requested; contains the hash of the file.
    Other(String),
    /// The file is not a valid pack.
    Refused(ArchiveRefusal),
    /// The file is a valid pack with the requested hash.
    Sound(Box<Archive>),
}

impl OpenedPack {
    /// Opens a packed file and checks its hash.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn open(boundary: &Boundary, path: &Path, wanted: Option<&str>) -> Result<OpenedPack, LoadFailure> {
        if !discover_packages::real(path).is_file() {
            return Ok(OpenedPack::Absent);
        }
        let bytes = match read_files::within(boundary, path, slip_limits::PACK_BYTES) {
            Ok(bytes) => bytes,
            Err(Denied::Outside(outside)) => return Ok(OpenedPack::Outside(outside)),
            Err(denied) => return Err(denied.failure("read", path)),
        };
        let hash = slip_pack::archive::hash(&bytes);
        if wanted.is_some_and(|wanted| wanted != hash) {
            return Ok(OpenedPack::Other(hash));
        }
        Ok(match Archive::read(&bytes) {
            Ok(_) if wanted.is_none() => OpenedPack::Other(hash),
            Ok(archive) => OpenedPack::Sound(Box::new(archive)),
            Err(refusal) => OpenedPack::Refused(refusal),
        })
    }
}

/// Returns the bytes of an untrusted file. A file above the size limit of packs is cut off just beyond it.
///
/// # Errors
/// When it cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>, LoadFailure> {
    let failed = |error: std::io::Error| LoadFailure::io("read", path, &error);
    read_files::at_most(path, slip_limits::PACK_BYTES).map_err(failed)
}

/// Reads a packed file named by the user.
pub(super) fn read(path: &Path) -> Result<Archive, LoadFailure> {
    let bytes = bytes(path)?;
    Archive::read(&bytes).map_err(|refusal| LoadFailure::new(format!("`{}` was refused: {refusal}", discover_packages::shown(path))))
}

/// Loads the package of an archive with its dependencies, all from the archive.
///
/// # Errors
/// When a dependency cannot be read.
pub fn load_packed(shown: &Path, archive: Archive) -> Result<Project, LoadFailure> {
    let target = discover_packages::LoadTarget::Packed { file: discover_packages::tidy(shown), archive: Arc::new(archive) };
    load::load(&[target], &mut std::io::empty(), &load::UnsavedTexts::new())
}

impl Project {
    /// True if a package was read from an archive and is therefore read-only.
    pub fn is_packed(&self, id: PackageId) -> bool {
        self.archives.contains_key(&id)
    }

    /// Returns the hash of the archive that a package was read from.
    pub fn archive_of(&self, id: PackageId) -> Option<&str> {
        self.archives.get(&id).map(|archive| archive.hash.as_str())
    }

    /// Returns a hash for each package, over its own texts and the texts of all its dependencies. Two packages with the same hash are
    /// compiled to the same content, wherever they are. For a missing dependency, its name is hashed.
    pub fn hashes_with_dependencies(&self) -> BTreeMap<PackageId, String> {
        let mut hashes: BTreeMap<PackageId, String> = BTreeMap::new();
        // Every package follows its dependencies in this list, so their hashes are known.
        for (id, package) in self.sources.packages() {
            let mut text = self.hash_of(id);
            for (name, dependency) in &package.dependencies {
                text.push_str(&format!("\n{name} {}", hashes.get(dependency).map_or("", String::as_str)));
            }
            for name in &package.missing {
                text.push_str(&format!("\nno {name}"));
            }
            if package.lost_library {
                text.push_str("\nno library");
            }
            let library = self.sources.library_of(id);
            let standard = hashes.get(&library).map_or("", String::as_str);
            let hash = lock::hash_of("", [("package", text), ("std", standard.to_owned())].into_iter());
            hashes.insert(id, hash);
        }
        hashes
    }

    /// Returns the requested packages by name, each with the hash over its texts and those of all its dependencies. Returns `None` if two
    /// packages have the same name, if a package has no name, or if the user asked only for parts of packages.
    pub fn roots_by_name(&self) -> Option<BTreeMap<String, (PackageId, String)>> {
        if self.is_partial() {
            return None;
        }
        let hashes = self.hashes_with_dependencies();
        let mut roots: BTreeMap<String, (PackageId, String)> = BTreeMap::new();
        for root in &self.roots {
            let name = self.sources.package(*root).map(|package| package.name.clone()).filter(|name| !name.is_empty())?;
            if roots.insert(name, (*root, hashes.get(root)?.clone())).is_some() {
                return None;
            }
        }
        Some(roots)
    }

    /// Returns the hash of a package's texts, as locks contain it.
    pub fn hash_of(&self, id: PackageId) -> String {
        lock::hash(&self.sources, id)
    }

    /// Returns the licences and notices next to a package's manifest: file name and text.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn licences(&self, id: PackageId) -> Result<Vec<(String, String)>, LoadFailure> {
        let Some(package) = self.sources.package(id) else { return Ok(Vec::new()) };
        match self.archives.get(&id) {
            Some(archive) => {
                let texts = archive.licences(&package.name);
                Ok(texts.map(|(name, bytes)| (name.to_owned(), String::from_utf8_lossy(bytes).into_owned())).collect())
            }
            None if package.manifest.is_some() => licence_files::of_folder(Path::new(&package.root)),
            None => Ok(Vec::new()),
        }
    }
}
