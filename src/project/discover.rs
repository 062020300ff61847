//! Which packages and files the paths of a command mean. Floor 6.

use super::packed;
use super::{Failure, MANIFEST};
use crate::archive::{self, Archive};
use ignore::WalkBuilder;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// One thing to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The standard input.
    Stdin,
    /// A folder with a manifest; with a part, only findings in it were asked for.
    Package { folder: PathBuf, part: Option<PathBuf> },
    /// Slip files that belong to no package.
    Loose { folder: PathBuf, files: Vec<PathBuf> },
    /// A packed file, read.
    Packed { file: PathBuf, archive: Arc<Archive> },
}

/// What the paths mean, in the order of the paths, folders by name.
pub(super) fn targets(paths: &[PathBuf]) -> Result<Vec<Target>, Failure> {
    let mut targets = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            targets.push(Target::Stdin);
            continue;
        }
        let path = tidy(path);
        let kind = std::fs::metadata(real(&path)).map_err(|error| Failure::io("read", &path, &error))?;
        if kind.is_dir() {
            targets.extend(in_folder(&path)?);
        } else if kind.is_file() && is_packed(&path) {
            let archive = packed::read(&path)?;
            targets.push(Target::Packed { file: path, archive: Arc::new(archive) });
        } else if kind.is_file() && is_misspelt(&path) {
            return Err(misspelt(&path));
        } else if kind.is_file() && !is_read(&path) {
            return Err(Failure::new(format!("`{}` is no Slip file: their names end in `.slip`", shown(&path))));
        } else {
            targets.push(of_file(&path));
        }
    }
    let mut seen = Vec::new();
    for target in targets {
        if !seen.contains(&target) {
            seen.push(target);
        }
    }
    Ok(seen)
}

/// The Slip files that paths mean, by name, each once: files as they are, folders with all that is below them. The standard
/// input is left out.
///
/// # Errors
/// When a path cannot be read, or is a file that is no Slip file.
pub fn slip_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths.iter().filter(|path| path.as_os_str() != "-") {
        let path = tidy(path);
        let kind = std::fs::metadata(real(&path)).map_err(|error| Failure::io("read", &path, &error))?;
        if kind.is_dir() {
            files.extend(walk(&path)?.into_iter().filter(|file| !is_manifest(file)));
        } else if kind.is_file() && is_read(&path) && !is_manifest(&path) {
            files.push(path);
        } else {
            return Err(Failure::new(format!("`{}` is no Slip file: their names end in `.slip`", shown(&path))));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// Whether a folder is a package or holds one.
pub fn holds_package(folder: &Path) -> bool {
    let folder = tidy(folder);
    real(&folder).is_dir() && walk(&folder).is_ok_and(|found| found.iter().any(|path| is_manifest(path)))
}

fn is_manifest(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MANIFEST)
}

fn of_file(path: &Path) -> Target {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    if path.file_name().is_some_and(|name| name == MANIFEST) {
        return Target::Package { folder, part: None };
    }
    match package_around(&folder) {
        Some(package) => Target::Package { folder: package, part: Some(path.to_path_buf()) },
        None => Target::Loose { folder, files: vec![path.to_path_buf()] },
    }
}

fn in_folder(folder: &Path) -> Result<Vec<Target>, Failure> {
    let mut packages: Vec<PathBuf> = Vec::new();
    let mut files: Vec<PathBuf> = Vec::new();
    for path in walk(folder)? {
        if path.file_name().is_some_and(|name| name == MANIFEST) {
            packages.push(path.parent().map(Path::to_path_buf).unwrap_or_default());
        } else {
            files.push(path);
        }
    }
    packages.sort();
    let outer = if packages.iter().any(|package| package == folder) { None } else { package_around(folder) };
    let loose: Vec<PathBuf> = files.iter().filter(|file| !packages.iter().any(|package| within(file, package))).cloned().collect();
    if packages.is_empty() && loose.is_empty() && outer.is_none() {
        return Err(Failure::new(format!("there is no `{MANIFEST}` and no `.slip` file in `{}`", shown(folder))));
    }
    let mut targets: Vec<Target> = packages.into_iter().map(|folder| Target::Package { folder, part: None }).collect();
    match outer {
        Some(package) if !loose.is_empty() || targets.is_empty() => {
            // The folder we are in stands for the package around it.
            let part = Some(folder.to_path_buf()).filter(|part| !part.as_os_str().is_empty());
            targets.insert(0, Target::Package { folder: package, part });
        }
        _ if !loose.is_empty() => targets.push(Target::Loose { folder: folder.to_path_buf(), files: loose }),
        _ => {}
    }
    Ok(targets)
}

/// Whether a path lies in a folder; the empty folder holds every relative path.
pub(super) fn within(path: &Path, folder: &Path) -> bool {
    path.starts_with(folder)
}

/// The nearest folder with a manifest, this one or one above it; shown as the author wrote it, with `..` for what lies above.
pub(super) fn package_around(folder: &Path) -> Option<PathBuf> {
    let mut candidate = tidy(folder);
    loop {
        if real(&candidate).join(MANIFEST).is_file() {
            return Some(candidate);
        }
        let above = real(&candidate).canonicalize().ok()?;
        above.parent()?;
        match candidate.components().next_back() {
            Some(Component::Normal(_)) => {
                candidate.pop();
            }
            Some(Component::RootDir | Component::Prefix(_)) => return None,
            _ => candidate.push(".."),
        }
    }
}

/// The Slip files of one package, by name, without those of packages inside it.
pub(super) fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let found = walk(folder)?;
    let inner: Vec<PathBuf> = found
        .iter()
        .filter(|path| path.file_name().is_some_and(|name| name == MANIFEST))
        .filter_map(|path| path.parent())
        .filter(|inner| *inner != folder)
        .map(Path::to_path_buf)
        .collect();
    let slip = found.into_iter().filter(|path| path.file_name().is_none_or(|name| name != MANIFEST));
    Ok(slip.filter(|file| !inner.iter().any(|inner| within(file, inner))).collect())
}

/// Manifests and Slip files below a folder, by name. Hidden folders and `target` are left out, whatever version control
/// ignores: the verdict must not depend on it.
fn walk(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let walker = WalkBuilder::new(real(folder))
        .standard_filters(false)
        .hidden(true)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != "target" || !entry.file_type().is_some_and(|kind| kind.is_dir()))
        .build();
    for entry in walker {
        let entry = entry.map_err(|error| unread(folder, &error))?;
        let path = entry.path();
        let is_file = !path.is_dir();
        if is_file && is_misspelt(path) {
            return Err(misspelt(&tidy(path)));
        }
        if is_file && is_read(path) {
            found.push(tidy(path));
        }
    }
    Ok(found)
}

/// What cannot be read on a walk, by its own name where that is known.
fn unread(folder: &Path, error: &ignore::Error) -> Failure {
    match (place(error), error.io_error()) {
        (Some(path), Some(inner)) => Failure::io("read", &tidy(path), inner),
        (None, Some(inner)) => Failure::io("read", folder, inner),
        _ => Failure::new(format!("cannot read `{}`: {error}", shown(folder))),
    }
}

fn place(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place(err),
        _ => None,
    }
}

/// A manifest by its letters, and not by their size: what is called so is read on some systems only.
fn is_misspelt(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name != MANIFEST && name.eq_ignore_ascii_case(MANIFEST))
}

fn misspelt(path: &Path) -> Failure {
    Failure::new(format!("`{}` is not read: a manifest is called `{MANIFEST}`, in small letters", shown(path)))
}

/// Whether a file is a Slip file or a manifest, by its name.
fn is_read(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MANIFEST)
        || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("slip"))
}

/// Whether a file is a packed one, by its name.
pub(super) fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(archive::EXTENSION))
}

/// The same path for the system, which has no empty folder.
pub(super) fn real(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_path_buf() }
}

/// The path without `.` and without `x/..`, so that one file has one name.
pub(super) fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match tidy.components().next_back() {
                Some(Component::Normal(_)) => {
                    tidy.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                _ => tidy.push(".."),
            },
            other => tidy.push(other),
        }
    }
    tidy
}

/// The path as people see it. A stroke that leans back parts folders on Windows only: elsewhere it is a sign of a name.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    if text.is_empty() { ".".to_owned() } else { text }
}
