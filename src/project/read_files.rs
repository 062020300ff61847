//! Opens files for reading.
//!
//! Only regular files are read, and only up to a size limit. Devices, pipes, sockets and the system's own folders are refused. A package
//! may come from anyone, and such a file may have no end or contain secrets of this machine.

use super::boundary::{self, Boundary, Denied};
use super::discover_packages;
use slip_limits::FILE_BYTES;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{Error, Read, Result};
use std::path::Path;

/// Folders of the system whose files are not real files.
const SYSTEM: [&str; 2] = ["/proc", "/sys"];
/// Names of the streams that a program has open.
const STREAMS: [&str; 4] = ["/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr"];
/// Largest number of attempts to open a file that other programs keep replacing.
const TRIES: usize = 5;

/// Returns the bytes of a file named by the user. It reads at most one byte more than the size limit of Slip files; this extra byte shows
/// that a file is too large.
///
/// # Errors
/// When it cannot be read, or is not a regular file.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    at_most(path, u64::try_from(FILE_BYTES).unwrap_or(u64::MAX))
}

/// Returns the text of a file that slipyard wrote, up to a size limit: a log, a lock of a game, a campaign, a part of a simulation.
///
/// # Errors
/// When the file cannot be read, is not a regular file, has more bytes than `most`, or is not UTF-8 text.
pub fn stored_text(path: &Path, most: u64) -> Result<String> {
    to_text(stored_bytes(path, most)?)
}

/// Returns the bytes of a file that has at most `most` bytes.
///
/// # Errors
/// When the file cannot be read, is not a regular file, or has more bytes than `most`.
pub fn stored_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    not_beyond(at_most(path, most)?, most)
}

/// Returns the error for a file that has more bytes than its limit.
pub fn beyond(most: u64) -> Error {
    Error::other(format!("it is larger than {} MiB, the limit for this kind of file", most >> 20))
}

/// Returns the bytes of a file that the user names. If the file is in a package, it must not be a link that leads out of the package.
///
/// # Errors
/// As [`stored_bytes`], and when the file is a link that leads out of its package.
pub fn of_any_package(path: &Path, most: u64) -> std::result::Result<Vec<u8>, Denied> {
    let bytes = match Boundary::around(path) {
        Some(boundary) => within(&boundary, path, most)?,
        None => at_most(path, most).map_err(Denied::Failed)?,
    };
    not_beyond(bytes, most).map_err(Denied::Failed)
}

/// Returns the text of a file that the user named. The file may be part of a package, and then no link may lead out of the package.
///
/// # Errors
/// As [`of_any_package`], and when the file is not UTF-8 text.
pub fn text_of_any_package(path: &Path, most: u64) -> std::result::Result<String, Denied> {
    to_text(of_any_package(path, most)?).map_err(Denied::Failed)
}

/// Returns the bytes of a file inside a boundary, at most `most` and one more. The extra byte shows that the file is too large.
///
/// # Errors
/// When the file is outside, cannot be read, or is not a regular file.
pub fn within(boundary: &Boundary, path: &Path, most: u64) -> std::result::Result<Vec<u8>, Denied> {
    read(open_within(boundary, path)?, most).map_err(Denied::Failed)
}

/// Opens a file named by the user.
///
/// # Errors
/// When it cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> Result<File> {
    let path = discover_packages::real(path);
    let mut steps = boundary::steps(&path)?;
    steps.extend(std::fs::canonicalize(&path).ok());
    steps.iter().try_for_each(|step| must_be_named_as_file(step))?;
    open_regular(&path)
}

/// Opens a file inside a boundary. Another program could meanwhile replace the file by a link, so the opened file is compared with the path
/// again.
pub fn open_within(boundary: &Boundary, path: &Path) -> std::result::Result<File, Denied> {
    for _ in 0..TRIES {
        let real = match boundary.real(path) {
            Ok(real) => real,
            Err(denied) => return Err(refusal_of_device(path).unwrap_or(denied)),
        };
        let file = must_be_named_as_file(&real).and_then(|()| open_regular(&real)).map_err(Denied::Failed)?;
        if boundary.holds(&real) && is_at(&file, &real) {
            return Ok(file);
        }
    }
    Err(Denied::Failed(Error::other("it was replaced while it was read")))
}

/// Returns the refusal of a link that leads out of a boundary to a device or another special file. Such files are refused everywhere.
fn refusal_of_device(path: &Path) -> Option<Denied> {
    let kind = std::fs::metadata(path).ok()?.file_type();
    let what = if kind.is_file() || kind.is_dir() { None } else { Some(special(kind)) };
    what.map(|what| {
        let why = format!("it is a link to {what} outside the package (see `slipyard explain outside-package`)");
        Denied::Failed(Error::other(why))
    })
}

/// Returns the bytes of a file named by the user, at most one byte more than `most`. If this extra byte exists, the file is too large.
///
/// # Errors
/// As [`bytes`].
pub fn at_most(path: &Path, most: u64) -> Result<Vec<u8>> {
    read(open(path)?, most)
}

fn read(file: File, most: u64) -> Result<Vec<u8>> {
    let size = usize::try_from(file.metadata()?.len().min(most)).unwrap_or(0);
    let mut bytes = Vec::with_capacity(size.saturating_add(1));
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn not_beyond(bytes: Vec<u8>, most: u64) -> Result<Vec<u8>> {
    if u64::try_from(bytes.len()).is_ok_and(|length| length > most) { Err(beyond(most)) } else { Ok(bytes) }
}

fn to_text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::other("it is not UTF-8 text"))
}

fn open_regular(path: &Path) -> Result<File> {
    // The path is checked before it is opened, because opening a device may have side effects.
    must_be_file(&std::fs::metadata(path)?)?;
    let file = OpenOptions::new().read(true).without_waiting().open(path)?;
    let about = file.metadata()?;
    must_be_file(&about)?;
    if is_of_system(&about) { Err(Error::other(OF_SYSTEM)) } else { Ok(file) }
}

const OF_SYSTEM: &str = "it belongs to the system; only regular files are read";

/// Refuses paths that are names of open streams or of files of the system.
fn must_be_named_as_file(path: &Path) -> Result<()> {
    if STREAMS.iter().any(|folder| path.starts_with(folder)) {
        return Err(Error::other("it is an open stream; write `-` for the standard input"));
    }
    if SYSTEM.iter().any(|folder| path.starts_with(folder)) { Err(Error::other(OF_SYSTEM)) } else { Ok(()) }
}

fn must_be_file(about: &Metadata) -> Result<()> {
    if about.is_file() {
        return Ok(());
    }
    Err(Error::other(format!("it is {}; only regular files are read", kind(about.file_type()))))
}

fn kind(kind: FileType) -> &'static str {
    if kind.is_dir() { "a folder" } else { special(kind) }
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "a device"
}

/// True if the file is on the process file system, wherever that is mounted.
#[cfg(unix)]
fn is_of_system(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let root = std::fs::metadata("/").map(|root| root.dev()).ok();
    let of = |folder: &&'static str| std::fs::metadata(folder).ok().map(|folder| folder.dev()).filter(|device| Some(*device) != root);
    SYSTEM.iter().filter_map(of).any(|device| device == about.dev())
}

#[cfg(not(unix))]
fn is_of_system(_: &Metadata) -> bool {
    false
}

/// True if the opened file is the file at this path now, and was not replaced after it was opened.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |about: Metadata| (about.dev(), about.ino());
    let there = std::fs::symlink_metadata(path).map(identity).ok();
    there.is_some() && file.metadata().map(identity).ok() == there
}

/// True if an opened file seems to be the file at the path now. Systems without inode numbers compare size and time.
#[cfg(not(unix))]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let identity = |about: Metadata| (about.is_file(), about.len(), about.modified().ok());
    let there = std::fs::symlink_metadata(path).map(identity).ok();
    there.is_some() && file.metadata().map(identity).ok() == there
}

/// Flag of the system to open a file without waiting for the other end of a pipe.
pub(super) trait WithoutWaiting {
    /// Sets the flag for opening without waiting, if the system has one.
    fn without_waiting(&mut self) -> &mut Self;
}

#[cfg(unix)]
impl WithoutWaiting for OpenOptions {
    fn without_waiting(&mut self) -> &mut Self {
        std::os::unix::fs::OpenOptionsExt::custom_flags(self, NONBLOCK)
    }
}

#[cfg(not(unix))]
impl WithoutWaiting for OpenOptions {
    fn without_waiting(&mut self) -> &mut Self {
        self
    }
}

/// Value of `O_NONBLOCK`, which has no effect on regular files.
#[cfg(unix)]
const NONBLOCK: i32 = if cfg!(target_vendor = "apple")
    || cfg!(any(target_os = "freebsd", target_os = "netbsd", target_os = "openbsd", target_os = "dragonfly"))
{
    0x4
} else if cfg!(any(target_os = "linux", target_os = "android"))
    && cfg!(any(target_arch = "x86", target_arch = "x86_64", target_arch = "arm", target_arch = "aarch64", target_arch = "riscv64"))
{
    0o4000
} else {
    0
};
