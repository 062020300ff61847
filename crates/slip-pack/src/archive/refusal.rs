//! Reasons for refusing an archive.

use super::sizes::said;
use slip_keyword::keyword_enum;

use std::fmt;

keyword_enum! {
    /// Kind of fault in an archive.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Kind {
        /// The file is not a zip archive.
        NotAnArchive = "not-an-archive",
        /// The archive file ends too early.
        Truncated = "truncated",
        /// The file is a zip archive, but of a shape that Slipyard never writes.
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

    /// Returns the word for this kind of fault, which never changes, for programs.
    pub const fn word(self) -> &'static str;
}

/// Reason for refusing an archive: the first fault found, or all members with a wrong hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Kind of fault in the archive.
    pub kind: Kind,
    /// Message about the fault, in lower case and without a full stop.
    pub message: String,
    /// Names of the members with the fault.
    pub members: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// Returns a member's name in a form that is safe to print, whatever characters it contains.
fn shown(name: &str) -> String {
    let kept: String = name.chars().take(80).collect();
    let clean = slip_printable::line(&kept);
    if name.chars().count() > 80 { format!("`{clean}…`") } else { format!("`{clean}`") }
}

impl Refusal {
    fn new(kind: Kind, message: impl Into<String>) -> Refusal {
        let message = message.into();
        Refusal { kind, message: slip_printable::line(&message).into_owned(), members: Vec::new() }
    }

    fn of(kind: Kind, name: &str, what: &str) -> Refusal {
        Refusal { kind, message: format!("{} {what}", shown(name)), members: vec![name.to_owned()] }
    }

    pub(super) fn not_an_archive() -> Refusal {
        Refusal::new(Kind::NotAnArchive, "it is not a pack: it does not begin like a zip archive")
    }

    pub(super) fn truncated() -> Refusal {
        Refusal::new(Kind::Truncated, "it is incomplete: part of the file is missing")
    }

    pub(super) fn foreign(what: &str) -> Refusal {
        Refusal::new(Kind::Foreign, format!("it was not written by Slipyard: {what}"))
    }

    pub(super) fn foreign_member(name: &str, what: &str) -> Refusal {
        Refusal { members: vec![name.to_owned()], ..Refusal::foreign(&format!("{} {what}", shown(name))) }
    }

    pub(super) fn encrypted(name: &str) -> Refusal {
        Refusal::of(Kind::Encrypted, name, "is encrypted: packs must be readable by everybody")
    }

    pub(super) fn symlink(name: &str) -> Refusal {
        Refusal::of(Kind::Symlink, name, "is a link to another file: packs contain no links")
    }

    pub(super) fn path(name: &str, why: &str) -> Refusal {
        Refusal::of(Kind::Path, name, &format!("is not a valid file name: {why}"))
    }

    pub(super) fn twice(name: &str) -> Refusal {
        Refusal::of(Kind::Duplicate, name, "is in the pack twice")
    }

    pub(super) fn alike(one: &str, other: &str) -> Refusal {
        let message = format!("{} and {} differ only in capitals: on many systems they are the same file", shown(one), shown(other));
        Refusal { kind: Kind::Duplicate, message, members: vec![one.to_owned(), other.to_owned()] }
    }

    pub(super) fn file_too_large(size: u64) -> Refusal {
        let message = format!("it is too large: a pack may have at most {}, this one has {}", said(slip_limits::PACK_BYTES), said(size));
        Refusal::new(Kind::TooLarge, message)
    }

    pub(super) fn too_many(members: usize) -> Refusal {
        Refusal::new(
            Kind::TooLarge,
            format!("it is too large: a pack may have at most {} files, this one has {members}", slip_limits::PACK_MEMBERS),
        )
    }

    pub(super) fn member_too_large(name: &str, size: u64) -> Refusal {
        let what =
            format!("is too large: a file may unpack to at most {}, this one to {}", said(slip_limits::PACK_MEMBER_BYTES), said(size));
        Refusal::of(Kind::TooLarge, name, &what)
    }

    pub(super) fn total_too_large() -> Refusal {
        let message = format!("it is too large: all its files together may unpack to at most {}", said(slip_limits::PACK_TOTAL_BYTES));
        Refusal::new(Kind::TooLarge, message)
    }

    pub(super) fn bomb(name: &str, packed: u64, size: u64) -> Refusal {
        let what = format!(
            "would unpack from {} to {}: at most {} times the packed size is allowed",
            said(packed),
            said(size),
            slip_limits::PACK_RATIO
        );
        Refusal::of(Kind::Bomb, name, &what)
    }

    pub(super) fn lies(name: &str) -> Refusal {
        Refusal::of(Kind::Bomb, name, "unpacks to a different size than it declares")
    }

    pub(super) fn damaged(name: &str) -> Refusal {
        Refusal::of(Kind::Damaged, name, "is damaged: it cannot be unpacked")
    }

    pub(super) fn no_manifest() -> Refusal {
        Refusal::new(Kind::Manifest, format!("it is not a pack: its first file is not `{}`", super::MANIFEST))
    }

    pub(super) fn manifest(reason: &str) -> Refusal {
        let message = format!("its `{}` was not written by Slipyard: {reason}", super::MANIFEST);
        Refusal { kind: Kind::Manifest, message, members: vec![super::MANIFEST.to_owned()] }
    }

    pub(super) fn verdict(reason: &str) -> Refusal {
        let message = format!("its `{}` was not written by Slipyard: {reason}", super::VERDICT);
        Refusal { kind: Kind::Manifest, message, members: vec![super::VERDICT.to_owned()] }
    }

    pub(super) fn newer(format: u64, tool: &str) -> Refusal {
        let by = if tool.is_empty() { "a later version of Slipyard".to_owned() } else { shown(tool) };
        let message = format!("it has format {format}, written by {by}; this version reads format {}", super::FORMAT);
        Refusal::new(Kind::Newer, message)
    }

    pub(super) fn unlisted(name: &str) -> Refusal {
        Refusal::of(Kind::Unlisted, name, &format!("is in the pack, but `{}` does not list it", super::MANIFEST))
    }

    pub(super) fn missing(name: &str) -> Refusal {
        Refusal::of(Kind::Missing, name, &format!("is listed in `{}`, but is not in the pack", super::MANIFEST))
    }

    pub(super) fn wrong_hash(members: Vec<String>) -> Refusal {
        let names: Vec<String> = members.iter().map(|name| shown(name)).collect();
        let (do_not, their) = if members.len() == 1 { ("does not", "its") } else { ("do not", "their") };
        let message = format!("{} {do_not} match `{}`: {their} content has a different hash", names.join(", "), super::MANIFEST);
        Refusal { kind: Kind::WrongHash, message, members }
    }
}
