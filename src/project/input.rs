//! Reading what belongs to packages: files, and no more of one than is looked at. Floor 6.
//!
//! A package may come from anybody. A pipe under the name of a file would be waited for, a device read without end.

use super::discover;
use crate::limits::FILE_BYTES;
use std::fs::File;
use std::io::{Error, Read, Result};
use std::path::Path;

/// The bytes of a file of a package; of one that is larger than any may be, just enough to see that.
///
/// # Errors
/// When it cannot be read, or is no file.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    at_most(path, u64::try_from(FILE_BYTES).unwrap_or(u64::MAX))
}

/// The text of a stored file that has a limit of its own: a log, a lock of a game, a campaign, a part of a simulation, a baseline.
///
/// # Errors
/// When it cannot be read, is no file, has more bytes than `most`, or is not UTF-8 text.
pub fn stored_text(path: &Path, most: u64) -> Result<String> {
    String::from_utf8(stored_bytes(path, most)?).map_err(|_| Error::other("it is not UTF-8 text"))
}

/// The bytes of such a file.
///
/// # Errors
/// When it cannot be read, is no file, or has more bytes than `most`.
pub fn stored_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let bytes = at_most(path, most)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > most) { Err(beyond(most)) } else { Ok(bytes) }
}

/// The error for a file with more bytes than its limit.
pub fn beyond(most: u64) -> Error {
    Error::other(format!("it has more than {} MiB, the limit of such a file", most >> 20))
}

/// The bytes of a file, and one more than so many if there are more.
pub(super) fn at_most(path: &Path, most: u64) -> Result<Vec<u8>> {
    let path = discover::real(path);
    // Before it is opened: opening a pipe waits for whoever writes into it.
    let about = std::fs::metadata(&path)?;
    if !about.is_file() {
        return Err(Error::other("it is no file"));
    }
    let size = usize::try_from(about.len().min(most)).unwrap_or(0);
    let mut bytes = Vec::with_capacity(size.saturating_add(1));
    File::open(&path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
