//! Licences and notices next to a manifest.

use super::boundary::OutsideBoundary;
use super::{Boundary, Denied, LoadFailure, discover_packages, read_files};
use slip_limits::FILE_BYTES;
use slip_source::unmarked;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Beginnings of the names of licences and notices.
const BEGINNINGS: [&str; 5] = ["LICENCE", "LICENSE", "NOTICE", "COPYING", "OGL"];

/// Returns the licences and notices of a folder by name: file name and text.
///
/// # Errors
/// When one cannot be read, is not text, is too large, or is outside of the package.
pub(super) fn of_folder(folder: &Path) -> Result<Vec<(String, String)>, LoadFailure> {
    let boundary = Boundary::of_package(folder).map_err(|error| LoadFailure::io("read", folder, &error))?;
    let mut licences = Vec::new();
    for name in names(folder)? {
        let path = folder.join(&name);
        if !is_outside(&boundary, &path) && !path.is_file() {
            continue;
        }
        let text = text(&boundary, &path).map_err(|denied| denied.failure("read", &path))?;
        licences.push((name, unmarked(&text).replace("\r\n", "\n")));
    }
    Ok(licences)
}

/// Returns the licences and notices of a folder that are links out of the package.
///
/// # Errors
/// When the folder cannot be read.
pub(super) fn outside(boundary: &Boundary, folder: &Path) -> Result<Vec<(PathBuf, OutsideBoundary)>, LoadFailure> {
    let paths = names(folder)?.into_iter().map(|name| folder.join(name));
    let outside = paths.filter_map(|path| match boundary.real(&path) {
        Err(Denied::Outside(outside)) => Some((path, outside)),
        _ => None,
    });
    Ok(outside.collect())
}

/// Returns the names of the licences and notices of a folder, sorted.
///
/// # Errors
/// When the folder cannot be read.
pub(super) fn names_of_files(folder: &Path) -> Result<Vec<String>, LoadFailure> {
    let mut names = names(folder)?;
    names.retain(|name| folder.join(name).is_file());
    Ok(names)
}

fn is_outside(boundary: &Boundary, path: &Path) -> bool {
    matches!(boundary.real(path), Err(Denied::Outside(_)))
}

fn text(boundary: &Boundary, path: &Path) -> Result<String, Denied> {
    let most = u64::try_from(FILE_BYTES).unwrap_or(u64::MAX);
    let bytes = read_files::within(boundary, path, most)?;
    if bytes.len() > FILE_BYTES {
        return Err(Denied::Failed(Error::other(format!("it is larger than {} MiB", FILE_BYTES >> 20))));
    }
    String::from_utf8(bytes).map_err(|_| Denied::Failed(Error::new(ErrorKind::InvalidData, "it is not UTF-8 text")))
}

/// Returns the names of the files in a folder that are named like a licence, sorted.
fn names(folder: &Path) -> Result<Vec<String>, LoadFailure> {
    let failed = |error: Error| LoadFailure::io("read", folder, &error);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(discover_packages::real(folder)).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    names.retain(|name| {
        let large = name.to_uppercase();
        let ends = [".SLIP", ".TOML"].iter().any(|end| large.ends_with(end));
        !ends && BEGINNINGS.iter().any(|begins| large.starts_with(begins))
    });
    Ok(names)
}
