//! Content hash of a package: the hash that is pinned in lock files, packs and `[rules] std`.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Returns the SHA-256 of texts with their paths, as `sha256:` and 64 hexadecimal digits. The kind of line end is ignored, because it
/// depends on the machine where a repository is checked out.
pub fn hash<'t>(texts: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let mut files: Vec<(&str, String)> = texts.map(|(path, text)| (path, text.replace("\r\n", "\n"))).collect();
    files.sort_unstable();
    let mut hasher = Sha256::new();
    for (path, text) in files {
        // The lengths before each path and text make the input unambiguous: two different sets of files never give the same bytes.
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
