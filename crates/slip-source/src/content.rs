//! Content hash of a package: what locks, packs and `[rules] std` pin.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// SHA-256 over texts by path, as `sha256:` and 64 hexadecimal digits. The kind of line ends does not count: it changes with the machine
/// a repository is checked out on.
pub fn hash<'t>(texts: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let mut files: Vec<(&str, String)> = texts.map(|(path, text)| (path, text.replace("\r\n", "\n"))).collect();
    files.sort_unstable();
    let mut hasher = Sha256::new();
    for (path, text) in files {
        // With the lengths in front no two sets of files give the same bytes.
        hasher.update(format!("{} {}\n", path.len(), text.len()));
        hasher.update(path);
        hasher.update(text);
    }
    let mut hex = String::from("sha256:");
    for byte in hasher.finalize() {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
