//! How large an archive may be: what a file from a stranger can cost. Floor 1.

/// Bytes of the file itself.
pub const FILE: u64 = 128 << 20;
/// Members in it.
pub const MEMBERS: usize = 10_000;
/// Bytes of one member, unpacked.
pub const MEMBER: u64 = 256 << 20;
/// Bytes of all members together, unpacked.
pub const TOTAL: u64 = 512 << 20;
/// How many times larger than packed a member may be, if it is larger than [`SMALL`]. Text packs 5 to 50 times.
pub const RATIO: u64 = 200;
/// What is smaller than this many bytes may pack as well as it likes.
pub const SMALL: u64 = 1 << 20;
/// Bytes of a member's name.
pub const NAME: usize = 240;

/// A number of bytes as people say it: `128 MiB`.
pub fn said(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
