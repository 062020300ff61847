//! Sizes of archives, and in words.

/// What is smaller than this many bytes may pack as well as it likes.
pub(super) const SMALL: u64 = 1 << 20;

/// A number of bytes as people say it: `128 MiB`.
pub(super) fn said(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
