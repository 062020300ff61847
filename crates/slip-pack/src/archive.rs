//! Reads and writes `NAME-VERSION.slippack`: a built package as one file.
//!
//! It is a zip archive of a fixed shape: the manifest [`MANIFEST`] first, then its members in the order of their names.
//! Times, modes and order are fixed, so the same content gives the same bytes. A file of any other shape is refused with a
//! reason before it is unpacked; unpacked data is bounded by [`slip_limits`] and compared with its hash. Nothing here
//! accesses a disk.

mod byte_size_text;
mod directory;
mod manifest;
mod member_names;
mod read;
mod refusal;
mod write;

pub use manifest::{ArchiveManifest, ArchiveMember, CheckResults, FindingCount, Packed, Waived};
pub use member_names::{fault as name_fault, is_device};
pub use read::Archive;
pub use refusal::{ArchiveFault, ArchiveRefusal};
pub use write::write;

/// Name of the first archive member: the manifest, which lists the other members.
pub const MANIFEST: &str = "slippack.json";
/// Name of the archive member with the compiled package.
pub const PACK: &str = "pack.json";
/// Name of the archive member with the results of checking the package.
pub const VERDICT: &str = "verdict.json";
/// Archive folder of the source texts, with a subfolder for each package.
pub const SOURCES: &str = "sources";
/// Archive folder of the drawn maps.
pub const MAPS: &str = "maps";
/// Archive folder of licences and notices, with a subfolder for each package.
pub const LICENCES: &str = "licences";
/// File name extension of archives.
pub const EXTENSION: &str = "slippack";
/// Version of the archive format.
pub const FORMAT: u32 = 1;

/// Returns the hash of the given bytes in the form of all stored hashes: `sha256:` and 64 hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    format!("sha256:{}", crate::hash::of_bytes(bytes))
}

/// True if a text is a hash: `sha256:` and 64 hexadecimal digits.
pub fn is_hash(text: &str) -> bool {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.strip_prefix("sha256:").is_some_and(|digits| digits.len() == 64 && digits.bytes().all(hex))
}
