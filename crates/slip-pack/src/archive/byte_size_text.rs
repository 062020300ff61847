//! Sizes in bytes, written in words. Contains the size below which an archive's compression is not checked.

/// Size in bytes up to which the compression ratio of an archive member is not checked.
pub(super) const SMALL: u64 = 1 << 20;

/// Formats a number of bytes for readers: `128 MiB`.
pub(super) fn said(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
