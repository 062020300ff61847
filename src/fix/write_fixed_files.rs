//! Writes fixed files to the disk: all files are checked before the first is written.

use super::FixResult;
use crate::project::{Boundary, Denied, LoadFailure, Project, Writer, read_files, shown};
use slip_source::{PackageId, SourceFile};
use std::collections::BTreeMap;
use std::path::Path;

/// Byte-order mark, with which some editors begin a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Writes the fixed files atomically. A file that had a byte-order mark keeps it.
///
/// # Errors
/// When a file is read-only, is gone, or has changed since it was read. Then no file was written, unless the change happened between two
/// writes; the message names the file.
pub fn write(project: &Project, mended: &FixResult) -> Result<(), LoadFailure> {
    let mut ready = Vec::new();
    let mut writers: BTreeMap<PackageId, Writer> = BTreeMap::new();
    for (id, before) in &mended.before {
        let Some(file) = project.sources.file(*id) else { continue };
        let path = Path::new(file.path());
        let boundary = boundary_of(project, file)?;
        let read = match &boundary {
            Some(boundary) => read_files::within(boundary, path, u64::MAX),
            None => read_files::at_most(path, u64::MAX).map_err(Denied::Failed),
        };
        let on_disk = read.map_err(|denied| denied.failure("read", path))?;
        let (mark, text) = match on_disk.strip_prefix(MARK) {
            Some(text) => (MARK, text),
            None => (&[][..], on_disk.as_slice()),
        };
        if text != before.as_bytes() {
            return Err(changed(file.shown()));
        }
        if std::fs::metadata(path).map_err(|error| LoadFailure::io("read", path, &error))?.permissions().readonly() {
            return Err(LoadFailure::new(format!("cannot write `{}`: it is read-only; nothing was written", file.shown())));
        }
        let bytes = [mark, file.text().as_bytes()].concat();
        writers.entry(file.package()).or_insert_with(|| boundary.map_or_else(Writer::anywhere, Writer::within));
        ready.push((file.package(), path, on_disk, bytes));
    }
    for (package, path, read, bytes) in ready {
        let Some(writer) = writers.get(&package) else { continue };
        if !writer.write_if_unchanged(path, Some(&read), &bytes)? {
            return Err(changed(&shown(path)));
        }
    }
    Ok(())
}

/// Returns the boundary of the package of a file; `None` if the user named the file and it is in no package.
fn boundary_of(project: &Project, file: &SourceFile) -> Result<Option<Boundary>, LoadFailure> {
    let package = project.sources.package(file.package()).filter(|package| package.manifest.is_some());
    let Some(package) = package else { return Ok(None) };
    let folder = Path::new(&package.root);
    Boundary::of_package(folder).map(Some).map_err(|error| LoadFailure::io("read", folder, &error))
}

fn changed(path: &str) -> LoadFailure {
    LoadFailure::new(format!("cannot write `{path}`: it was changed or removed while it was checked; check again"))
}
