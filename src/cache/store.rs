//! Stores verdicts as files, each named by its key and protected by a checksum.

use super::key::VerdictKey;
use crate::project::{Writer, read_files};
use sha2::{Digest, Sha256};
use slip_compile::Verdict;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// First bytes of every cache file.
const MAGIC: &[u8; 8] = b"slipkept";
/// Length in bytes of the checksum that follows the first bytes.
const HASH: usize = 32;
/// Size limit of the whole cache in bytes; above it the least recently used files are removed.
const MOST_KEPT: u64 = 256 << 20;
/// Size limit of a cache file in bytes.
const MOST_OF_ONE: usize = 64 << 20;
/// File extension of cache files.
const END: &str = "verdict";

/// Verdict in the form in which it is stored.
#[derive(Debug)]
pub struct StoredVerdict {
    /// Paths of the files that the verdict refers to. File numbers in the verdict are indexes into this list.
    pub paths: Vec<String>,
    /// Verdict, with indexes into `paths` in place of file ids.
    pub verdict: Verdict,
}

/// Folder that contains verdicts as files.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    writer: Writer,
}

impl Store {
    pub(super) fn new(folder: PathBuf) -> Store {
        Store { folder, writer: Writer::anywhere() }
    }

    /// Returns the verdict stored under a key, if the file exists and is undamaged.
    pub(super) fn read(&self, key: &VerdictKey) -> Option<StoredVerdict> {
        let path = self.path(key);
        let bytes = read_files::at_most(&path, u64::try_from(MOST_OF_ONE).ok()?).ok()?;
        if bytes.len() > MOST_OF_ONE {
            return None;
        }
        let kept = opened(key, &bytes)?;
        // The new modification time marks the file as used. If it cannot be set, the file is only removed sooner.
        let _ = std::fs::File::options().append(true).open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(kept)
    }

    /// Stores a verdict. A failure is ignored, since it only makes the next run slower.
    pub(super) fn write(&self, key: &VerdictKey, kept: &StoredVerdict) {
        let Ok(payload) = postcard::to_allocvec(&(&kept.paths, &kept.verdict)) else { return };
        let bytes = sealed(key, &payload);
        if bytes.len() <= MOST_OF_ONE {
            let _ = self.writer.write_lightly(&self.path(key), &bytes);
        }
    }

    fn path(&self, key: &VerdictKey) -> PathBuf {
        let mut name = String::with_capacity(2 * HASH + END.len());
        for byte in key {
            // Writing to a string cannot fail.
            let _ = write!(name, "{byte:02x}");
        }
        self.folder.join(format!("{name}.{END}"))
    }

    /// Removes the least recently used files until the cache is below its size limit.
    pub(super) fn sweep(&self) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let is_ours = |path: &Path| path.extension().is_some_and(|extension| extension == END);
        let mut kept: Vec<(SystemTime, PathBuf, u64)> = entries
            .flatten()
            .filter(|entry| is_ours(&entry.path()))
            .filter_map(|entry| {
                let about = entry.metadata().ok()?;
                Some((about.modified().ok()?, entry.path(), about.len()))
            })
            .collect();
        kept.sort();
        let mut bytes: u64 = kept.iter().map(|(.., length)| length).sum();
        for (_, path, length) in kept {
            if bytes <= MOST_KEPT {
                break;
            }
            // An error is ignored, since another run may have removed the file already.
            let _ = std::fs::remove_file(path);
            bytes = bytes.saturating_sub(length);
        }
    }
}

/// Decodes the bytes of a file that was stored under a key; `None` if the checksum does not match.
pub fn opened(key: &VerdictKey, bytes: &[u8]) -> Option<StoredVerdict> {
    let (hash, payload) = bytes.strip_prefix(MAGIC)?.split_at_checked(HASH)?;
    if seal(key, payload) != hash {
        return None;
    }
    let (paths, verdict) = postcard::from_bytes(payload).ok()?;
    Some(StoredVerdict { paths, verdict })
}

/// Encodes a payload as the bytes of a file to be stored under a key.
pub fn sealed(key: &VerdictKey, payload: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &seal(key, payload), payload].concat()
}

/// Returns the checksum of a payload and its key.
fn seal(key: &VerdictKey, payload: &[u8]) -> [u8; HASH] {
    Sha256::new().chain_update(key).chain_update(payload).finalize().into()
}
