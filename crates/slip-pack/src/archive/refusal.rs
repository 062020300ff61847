//! Reasons for refusing an archive.

use super::byte_size_text::said;
use slip_keyword::keyword_enum;

use std::fmt;

keyword_enum! {
    /// Kind of fault in an archive.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ArchiveFault {
        /// The file is not a zip archive.
        NotAnArchive = "not-an-archive",
        /// The archive file ends too early.
        Truncated = "truncated",
        /// The file is a zip archive, but has features that Slipyard never writes.
        Foreign = "foreign",
        /// An archive member needs a password.
        Encrypted = "encrypted",
        /// An archive member is a symbolic link.
        Symlink = "symlink",
        /// The name of an archive member leads out of the archive, or is not a plain file name.
        Path = "path",
        /// Two archive members have the same name, or names that differ only in capitals.
        Duplicate = "duplicate",
        /// The archive, or a member, is larger than [`slip_limits`] allows.
        TooLarge = "too-large",
        /// An archive member unpacks to far more than its packed size.
        Bomb = "bomb",
        /// An archive member cannot be unpacked.
        Damaged = "damaged",
        /// The manifest of the archive is missing or invalid.
        Manifest = "manifest",
        /// The archive was written by a later version of Slipyard.
        Newer = "newer",
        /// The archive contains a member that the manifest does not list.
        Unlisted = "unlisted",
        /// The manifest lists a member that the archive does not contain.
        Missing = "missing",
        /// The content of an archive member does not match its hash in the manifest.
        WrongHash = "wrong-hash",
    }

    /// Returns the word for this kind of fault. It is meant for programs and never changes.
    pub const fn word(self) -> &'static str;
}

/// Reason for refusing an archive: the first fault found, or all members with a wrong hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchiveRefusal {
    /// Kind of fault in the archive.
    pub kind: ArchiveFault,
    /// Message about the fault, in lower case and without a full stop.
    pub message: String,
    /// Names of the members with the fault.
    pub members: Vec<String>,
}

impl fmt::Display for ArchiveRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for ArchiveRefusal {}

/// Returns a member's name in a form that is safe to print, whatever characters it contains.
fn shown(name: &str) -> String {
    let kept: String = name.chars().take(80).collect();
    let clean = slip_printable::line(&kept);
    if name.chars().count() > 80 { format!("`{clean}…`") } else { format!("`{clean}`") }
}

impl ArchiveRefusal {
    fn new(kind: ArchiveFault, message: impl Into<String>) -> ArchiveRefusal {
        let message = message.into();
        ArchiveRefusal { kind, message: slip_printable::line(&message).into_owned(), members: Vec::new() }
    }

    fn of(kind: ArchiveFault, name: &str, what: &str) -> ArchiveRefusal {
        ArchiveRefusal { kind, message: format!("{} {what}", shown(name)), members: vec![name.to_owned()] }
    }

    pub(super) fn not_an_archive() -> ArchiveRefusal {
        ArchiveRefusal::new(ArchiveFault::NotAnArchive, "it is not a pack: it does not begin like a zip archive")
    }

    pub(super) fn truncated() -> ArchiveRefusal {
        ArchiveRefusal::new(ArchiveFault::Truncated, "it is incomplete: part of the file is missing")
    }

    pub(super) fn foreign(what: &str) -> ArchiveRefusal {
        ArchiveRefusal::new(ArchiveFault::Foreign, format!("it was not written by Slipyard: {what}"))
    }

    pub(super) fn foreign_member(name: &str, what: &str) -> ArchiveRefusal {
        ArchiveRefusal { members: vec![name.to_owned()], ..ArchiveRefusal::foreign(&format!("{} {what}", shown(name))) }
    }

    pub(super) fn encrypted(name: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Encrypted, name, "is encrypted: packs must be readable by everybody")
    }

    pub(super) fn symlink(name: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Symlink, name, "is a link to another file: packs contain no links")
    }

    pub(super) fn path(name: &str, why: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Path, name, &format!("is not a valid file name: {why}"))
    }

    pub(super) fn twice(name: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Duplicate, name, "is in the pack twice")
    }

    pub(super) fn alike(one: &str, other: &str) -> ArchiveRefusal {
        let message = format!("{} and {} differ only in capitals: on many systems they are the same file", shown(one), shown(other));
        ArchiveRefusal { kind: ArchiveFault::Duplicate, message, members: vec![one.to_owned(), other.to_owned()] }
    }

    pub(super) fn file_too_large(size: u64) -> ArchiveRefusal {
        let message = format!("it is too large: a pack may have at most {}, this one has {}", said(slip_limits::PACK_BYTES), said(size));
        ArchiveRefusal::new(ArchiveFault::TooLarge, message)
    }

    pub(super) fn too_many(members: usize) -> ArchiveRefusal {
        ArchiveRefusal::new(
            ArchiveFault::TooLarge,
            format!("it is too large: a pack may have at most {} files, this one has {members}", slip_limits::PACK_MEMBERS),
        )
    }

    pub(super) fn member_too_large(name: &str, size: u64) -> ArchiveRefusal {
        let what =
            format!("is too large: a file may unpack to at most {}, this one to {}", said(slip_limits::PACK_MEMBER_BYTES), said(size));
        ArchiveRefusal::of(ArchiveFault::TooLarge, name, &what)
    }

    pub(super) fn total_too_large() -> ArchiveRefusal {
        let message = format!("it is too large: all its files together may unpack to at most {}", said(slip_limits::PACK_TOTAL_BYTES));
        ArchiveRefusal::new(ArchiveFault::TooLarge, message)
    }

    pub(super) fn bomb(name: &str, packed: u64, size: u64) -> ArchiveRefusal {
        let what = format!(
            "would unpack from {} to {}: at most {} times the packed size is allowed",
            said(packed),
            said(size),
            slip_limits::PACK_RATIO
        );
        ArchiveRefusal::of(ArchiveFault::Bomb, name, &what)
    }

    pub(super) fn lies(name: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Bomb, name, "unpacks to a different size than it declares")
    }

    pub(super) fn damaged(name: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Damaged, name, "is damaged: it cannot be unpacked")
    }

    pub(super) fn no_manifest() -> ArchiveRefusal {
        ArchiveRefusal::new(ArchiveFault::Manifest, format!("it is not a pack: its first file is not `{}`", super::MANIFEST))
    }

    pub(super) fn manifest(reason: &str) -> ArchiveRefusal {
        let message = format!("its `{}` was not written by Slipyard: {reason}", super::MANIFEST);
        ArchiveRefusal { kind: ArchiveFault::Manifest, message, members: vec![super::MANIFEST.to_owned()] }
    }

    pub(super) fn verdict(reason: &str) -> ArchiveRefusal {
        let message = format!("its `{}` was not written by Slipyard: {reason}", super::VERDICT);
        ArchiveRefusal { kind: ArchiveFault::Manifest, message, members: vec![super::VERDICT.to_owned()] }
    }

    pub(super) fn newer(format: u64, tool: &str) -> ArchiveRefusal {
        let by = if tool.is_empty() { "a later version of Slipyard".to_owned() } else { shown(tool) };
        let message = format!("it has format {format}, written by {by}; this version reads format {}", super::FORMAT);
        ArchiveRefusal::new(ArchiveFault::Newer, message)
    }

    pub(super) fn unlisted(name: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Unlisted, name, &format!("is in the pack, but `{}` does not list it", super::MANIFEST))
    }

    pub(super) fn missing(name: &str) -> ArchiveRefusal {
        ArchiveRefusal::of(ArchiveFault::Missing, name, &format!("is listed in `{}`, but is not in the pack", super::MANIFEST))
    }

    pub(super) fn wrong_hash(members: Vec<String>) -> ArchiveRefusal {
        let names: Vec<String> = members.iter().map(|name| shown(name)).collect();
        let (do_not, their) = if members.len() == 1 { ("does not", "its") } else { ("do not", "their") };
        let message = format!("{} {do_not} match `{}`: {their} content has a different hash", names.join(", "), super::MANIFEST);
        ArchiveRefusal { kind: ArchiveFault::WrongHash, message, members }
    }
}
