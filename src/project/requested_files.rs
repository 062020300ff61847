//! Finds the files of a package that the files and folders given to a command mean.

use super::load::identity;
use super::{LoadFailure, discover_packages};
use slip_source::{FileId, PackageId, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Returns the files of the requested parts and of the packages requested as a whole. A part may be spelt differently from the files of its
/// package: if a command runs in the folder `guns`, the file of the package is `../guns/flint.slip`, and the part is `flint.slip`.
///
/// # Errors
/// When a part contains no files of its package, since nothing would be checked.
pub(super) fn files(sources: &Sources, parts: &[(PackageId, &Path)], whole: &[PackageId]) -> Result<BTreeSet<FileId>, LoadFailure> {
    let mut wanted: BTreeSet<FileId> = sources.files().filter(|(_, file)| whole.contains(&file.package())).map(|(id, _)| id).collect();
    let mut folders = Folders::default();
    // The files of each package are sorted by path, so that the files in a folder follow the path of the folder directly.
    let mut places: BTreeMap<(PackageId, PathBuf), Vec<FileId>> = BTreeMap::new();
    for (id, file) in sources.files().filter(|(_, file)| Sources::is_slip(file.path())) {
        places.entry((file.package(), folders.place(Path::new(file.path())))).or_default().push(id);
    }
    for (package, part) in parts {
        let place = if discover_packages::real(part).is_dir() { identity(part) } else { folders.place(part) };
        let near = places.range((*package, place.clone())..);
        let near = near.take_while(|((of, path), _)| of == package && discover_packages::within(path, &place));
        let mut inside: BTreeSet<FileId> = near.flat_map(|(_, files)| files).copied().collect();
        if inside.is_empty() {
            return Err(not_read(part, sources.package(*package).map_or("", |package| package.root.as_str())));
        }
        wanted.append(&mut inside);
    }
    Ok(wanted)
}

/// Identity of each folder (see [`identity`]), by the path of the folder as written.
#[derive(Default)]
struct Folders(BTreeMap<PathBuf, PathBuf>);

impl Folders {
    /// Returns the same path for all ways to write a path to a file. Links are resolved in the folder only: a package may contain linked
    /// files but no linked folders, so the file keeps its own name.
    fn place(&mut self, file: &Path) -> PathBuf {
        let folder = file.parent().unwrap_or(Path::new(""));
        let folder = self.0.entry(folder.to_path_buf()).or_insert_with(|| identity(folder));
        file.file_name().map_or_else(|| folder.clone(), |name| folder.join(name))
    }
}

fn not_read(part: &Path, package: &str) -> LoadFailure {
    let (part, package) = (discover_packages::shown(part), discover_packages::shown(Path::new(package)));
    LoadFailure::new(format!(
        "`{part}` is not part of the package in `{package}`: hidden files, linked folders, folders called `target` and files of `.gitignore` are left out"
    ))
}
