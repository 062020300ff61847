//! Writing what was mended back: every file is looked at before the first is written. Floor 7.

use super::Mended;
use crate::project::{Failure, Project, write_if_unchanged};
use std::path::Path;

/// Three bytes with which some editors begin a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Writes the mended files, each whole or not at all, with the byte-order mark it had.
///
/// # Errors
/// When a file is read-only, is gone, or is not what it was when it was read. Then nothing was written, unless it happened
/// between two files; the sentence says which of them.
pub fn write(project: &Project, mended: &Mended) -> Result<(), Failure> {
    let mut ready = Vec::new();
    for (id, before) in &mended.before {
        let Some(file) = project.sources.file(*id) else { continue };
        let path = Path::new(file.path());
        let on_disk = std::fs::read(path).map_err(|error| Failure::io("read", path, &error))?;
        let (mark, text) = match on_disk.strip_prefix(MARK) {
            Some(text) => (MARK, text),
            None => (&[][..], on_disk.as_slice()),
        };
        if text != before.as_bytes() {
            return Err(changed(file.path()));
        }
        if std::fs::metadata(path).map_err(|error| Failure::io("read", path, &error))?.permissions().readonly() {
            return Err(Failure::new(format!("cannot write `{}`: it is read-only; nothing was written", file.path())));
        }
        let bytes = [mark, file.text().as_bytes()].concat();
        ready.push((path, on_disk, bytes));
    }
    for (path, read, bytes) in ready {
        if !write_if_unchanged(path, Some(&read), &bytes)? {
            return Err(changed(&path.to_string_lossy()));
        }
    }
    Ok(())
}

fn changed(path: &str) -> Failure {
    Failure::new(format!("cannot write `{path}`: it was changed or removed while it was checked; check again"))
}
