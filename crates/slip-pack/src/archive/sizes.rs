//! Size limits of archives, and sizes in words.

/// Size in bytes below which the compression ratio is not checked.
pub(super) const SMALL: u64 = 1 << 20;

/// Returns a number of bytes for people: `128 MiB`.
pub(super) fn said(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
