//! `NAME-VERSION.slippack`: a built package as one file.
//!
//! A zip archive that any zip program opens, of one shape only: the manifest [`MANIFEST`] first, then what it lists, by name.
//! Time, mode and order are fixed, so that the same content gives the same bytes. Reading is as strict as writing: a file that
//! is of any other shape is refused, with a reason, before anything in it is unpacked, and what is unpacked is bounded by
//! [`slip_limits`] and compared with its hash. Nothing here touches a disk.

mod about;
mod directory;
mod names;
mod read;
mod refusal;
mod sizes;
mod write;

pub use about::{About, Finding, Member, Packed, Verdict, Waived};
pub use read::Archive;
pub use refusal::{Kind, Refusal};
pub use write::write;

/// The first member, which says what the others are.
pub const MANIFEST: &str = "slippack.json";
/// The compiled package.
pub const PACK: &str = "pack.json";
/// What checking the package said.
pub const VERDICT: &str = "verdict.json";
/// The folder of the texts, by package.
pub const SOURCES: &str = "sources";
/// The folder of the drawn maps.
pub const MAPS: &str = "maps";
/// The folder of licences and notices, by package.
pub const LICENCES: &str = "licences";
/// How the names of these files end.
pub const EXTENSION: &str = "slippack";
/// Version of the archive's form.
pub const FORMAT: u32 = 1;

/// A hash as it is written everywhere: `sha256:` and 64 hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    format!("sha256:{}", crate::hash::of_bytes(bytes))
}

/// True if a text is such a hash.
pub fn is_hash(text: &str) -> bool {
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.strip_prefix("sha256:").is_some_and(|digits| digits.len() == 64 && digits.bytes().all(hex))
}
