//! Stores verdicts as files, each named by its key and protected by a checksum.

use super::key::Key;
use crate::project::{Writer, input};
use sha2::{Digest, Sha256};
use slip_compile::Verdict;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// First bytes of every file.
const MAGIC: &[u8; 8] = b"slipkept";
/// Length of the checksum that follows, in bytes.
const HASH: usize = 32;
/// Size limit of the whole cache in bytes; beyond it the least recently used files are removed.
const MOST_KEPT: u64 = 256 << 20;
/// Size limit of one verdict in bytes.
const MOST_OF_ONE: usize = 64 << 20;
/// File extension.
const END: &str = "verdict";

/// A verdict as it is kept.
#[derive(Debug)]
pub struct Kept {
    /// Paths of the files that it speaks of; their numbers in it are places in this list.
    pub paths: Vec<String>,
    /// The verdict.
    pub verdict: Verdict,
}

/// A folder of verdicts.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    writer: Writer,
}

impl Store {
    pub(super) fn new(folder: PathBuf) -> Store {
        Store { folder, writer: Writer::anywhere() }
    }

    /// Returns the entry of a key, if it exists and is undamaged.
    pub(super) fn read(&self, key: &Key) -> Option<Kept> {
        let path = self.path(key);
        let bytes = input::at_most(&path, u64::try_from(MOST_OF_ONE).ok()?).ok()?;
        if bytes.len() > MOST_OF_ONE {
            return None;
        }
        let kept = opened(key, &bytes)?;
        // Marks it as used. Where that cannot be done it is let go sooner, and no more.
        let _ = std::fs::File::options().append(true).open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(kept)
    }

    /// Keeps a verdict; it matters to nobody but the next run's patience if that fails.
    pub(super) fn write(&self, key: &Key, kept: &Kept) {
        let Ok(payload) = postcard::to_allocvec(&(&kept.paths, &kept.verdict)) else { return };
        let bytes = sealed(key, &payload);
        if bytes.len() <= MOST_OF_ONE {
            let _ = self.writer.write_lightly(&self.path(key), &bytes);
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        let mut name = String::with_capacity(2 * HASH + END.len());
        for byte in key {
            // Writing to a string cannot fail.
            let _ = write!(name, "{byte:02x}");
        }
        self.folder.join(format!("{name}.{END}"))
    }

    /// Lets go of what was not used for the longest time, until there is room.
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
            // Another run may have removed it already.
            let _ = std::fs::remove_file(path);
            bytes = bytes.saturating_sub(length);
        }
    }
}

/// Reads the bytes of a file that was kept under a key; `None` if they are not what was written.
pub fn opened(key: &Key, bytes: &[u8]) -> Option<Kept> {
    let (hash, payload) = bytes.strip_prefix(MAGIC)?.split_at_checked(HASH)?;
    if seal(key, payload) != hash {
        return None;
    }
    let (paths, verdict) = postcard::from_bytes(payload).ok()?;
    Some(Kept { paths, verdict })
}

/// Encodes a payload as a file to be stored under a key.
pub fn sealed(key: &Key, payload: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &seal(key, payload), payload].concat()
}

/// Returns the checksum of a payload and its key.
fn seal(key: &Key, payload: &[u8]) -> [u8; HASH] {
    Sha256::new().chain_update(key).chain_update(payload).finalize().into()
}
