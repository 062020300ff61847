//! Writes downloaded files into `.slipyard`, and nowhere else.

use super::git_tree::TreeFiles;
use crate::cli::{Stop, shown};
use crate::project::{Boundary, FETCHED, NeededDependency, TemporaryFolder, Writer};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Content of the file that keeps fetched dependencies out of a repository.
const IGNORE: &str = "*\n";

/// Writes a pack.
pub(super) fn pack(needed: &NeededDependency, hash: &str, bytes: &[u8]) -> Result<(), Stop> {
    let path = needed.path(hash);
    let (folder, boundary) = prepare(needed, &path)?;
    remove(&path)?;
    Writer::within(boundary).write(&path, bytes)?;
    keep_out(&folder)
}

/// Writes the files of a tree into a temporary folder, which is then renamed.
pub(super) fn tree(needed: &NeededDependency, hash: &str, files: &TreeFiles) -> Result<(), Stop> {
    let path = needed.path(hash);
    let (folder, _) = prepare(needed, &path)?;
    let beside = TemporaryFolder::in_folder(&folder)?;
    for (name, bytes) in files {
        let file = beside.path().join(name);
        let failed = |error: std::io::Error| Stop::unwritten(&file, &error);
        std::fs::create_dir_all(file.parent().unwrap_or(&folder)).map_err(failed)?;
        OpenOptions::new().write(true).create_new(true).open(&file).and_then(|mut open| open.write_all(bytes)).map_err(failed)?;
    }
    remove(&path)?;
    beside.rename(&path).map_err(|error| Stop::unwritten(&path, &error))?;
    keep_out(&folder)
}

/// Creates the folder of a dependency. Returns the folder `.slipyard` and its boundary. A link on the way that leads out of the package is
/// refused.
fn prepare(needed: &NeededDependency, path: &Path) -> Result<(PathBuf, Boundary), Stop> {
    let folder = needed.home.join(FETCHED);
    let failed = |error: std::io::Error| Stop::unwritten(&folder, &error);
    let package = Boundary::of_package(&needed.home).map_err(failed)?;
    package.real(path).map_err(|denied| denied.failure("write", path))?;
    let parent = path.parent().unwrap_or(&folder);
    std::fs::create_dir_all(parent).map_err(failed)?;
    package.real(parent).map_err(|denied| denied.failure("write", parent))?;
    let boundary = Boundary::of_folder(&folder).map_err(failed)?;
    boundary.real(parent).map_err(|denied| denied.failure("write", parent))?;
    Ok((folder, boundary))
}

/// Removes the file or folder at the place of a dependency. A link is removed and not followed.
fn remove(path: &Path) -> Result<(), Stop> {
    let removed = match path.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(about) if about.is_dir() => std::fs::remove_dir_all(path),
        Ok(_) => std::fs::remove_file(path),
    };
    removed.map_err(|error| Stop::because(format!("cannot replace `{}`: {error}", shown(path))))
}

fn keep_out(folder: &Path) -> Result<(), Stop> {
    let path = folder.join(".gitignore");
    if path.symlink_metadata().is_ok() {
        return Ok(());
    }
    Ok(Writer::in_folder(folder)?.write(&path, IGNORE.as_bytes())?)
}
