//! Writing results so that a reader never sees half of one. Floor 6.
//!
//! Links are followed and stay; what replaces a file has its permissions; devices, pipes and open streams are written to and stay
//! what they are.

use super::Failure;
use std::fs::{File, OpenOptions, Permissions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: into a neighbour first, which then takes its name.
///
/// # Errors
/// When the folder cannot be made or the file cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, bytes, Wait::ForTheDisk)
}

/// The same without waiting for the disk: for what can be made again and is looked over when it is read.
///
/// # Errors
/// As [`write_atomically`].
pub fn write_lightly(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, bytes, Wait::ForNothing)
}

/// Whether a name stands for what has no bytes to be replaced: a device, a pipe, a stream that is open already.
pub fn is_stream(path: &Path) -> bool {
    matches!(Place::of(path), Place::Stream)
}

/// What writing waits for.
#[derive(Clone, Copy)]
enum Wait {
    ForTheDisk,
    ForNothing,
}

/// What a name stands for.
enum Place {
    /// A file or nothing yet, behind all links.
    File(PathBuf),
    /// What bytes go through.
    Stream,
}

impl Place {
    fn of(path: &Path) -> Place {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let is_open = OPEN_STREAMS.iter().any(|folder| path.starts_with(folder));
            if is_open || std::fs::metadata(&path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
                return Place::Stream;
            }
            match std::fs::read_link(&path) {
                Ok(target) => path = folder_of(&path).join(target),
                Err(_) => return Place::File(path),
            }
        }
        // Links in a circle are nobody's file; opening them says so.
        Place::Stream
    }
}

/// Links behind one another, as many as systems follow.
const MOST_LINKS: usize = 40;

/// Where systems name the streams of a program. A file that is open under such a name is gone on with, and what was written to it
/// before stays.
const OPEN_STREAMS: [&str; 2] = ["/dev/fd", "/proc"];

fn write(path: &Path, bytes: &[u8], wait: Wait) -> Result<(), Failure> {
    let written = match Place::of(path) {
        Place::Stream => OpenOptions::new().append(true).open(path).and_then(|mut stream| stream.write_all(bytes)),
        Place::File(file) => replace(&file, bytes, wait),
    };
    written.map_err(|error| Failure::io("write", path, &error))
}

fn replace(path: &Path, bytes: &[u8], wait: Wait) -> std::io::Result<()> {
    std::fs::create_dir_all(folder_of(path))?;
    let neighbour = neighbour(path);
    let permissions = std::fs::metadata(path).ok().map(|there| there.permissions());
    let written = write_whole(&neighbour, bytes, wait, permissions).and_then(|()| std::fs::rename(&neighbour, path));
    if written.is_err() {
        // Whether the neighbour can be removed makes no difference to what is reported.
        let _ = std::fs::remove_file(&neighbour);
    }
    written
}

/// Writes a file that is gone on with, whole or not at all, if it still is what was read: nobody's work is written over. `read` is
/// what it was; none if there was no file. Says whether it was written.
///
/// The file itself is locked while it is compared and replaced. Whoever waited for the lock of a file that was replaced
/// meanwhile compares with the new one, since that is looked up by its name again.
///
/// # Errors
/// When it cannot be read or written, or is read-only.
pub fn write_if_unchanged(path: &Path, read: Option<&[u8]>, bytes: &[u8]) -> Result<bool, Failure> {
    // What a link points at is replaced, and not the link.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let failed = |error: std::io::Error| Failure::io("write", &path, &error);
    let Some(read) = read else { return write_new(&path, bytes) };
    let there = match File::open(&path) {
        Ok(there) => there,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(failed(error)),
    };
    // A neighbour could take its name all the same; whoever made it read-only meant something by it.
    if there.metadata().map_err(failed)?.permissions().readonly() {
        return Err(Failure::new(format!("cannot write `{}`: it is read-only", super::shown(&path))));
    }
    there.lock().map_err(failed)?;
    if std::fs::read(&path).map_err(failed)? != read {
        return Ok(false);
    }
    sweep(&path);
    write_atomically(&path, bytes)?;
    // The name must outlive a power cut as well as the bytes do; where folders cannot be synchronised nothing is lost by trying.
    let _ = File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
    Ok(true)
}

/// Writes a file that must not be there yet.
fn write_new(path: &Path, bytes: &[u8]) -> Result<bool, Failure> {
    let failed = |error: std::io::Error| Failure::io("write", path, &error);
    std::fs::create_dir_all(folder_of(path)).map_err(failed)?;
    let neighbour = neighbour(path);
    // A link is made only where nothing has the name.
    let written = write_whole(&neighbour, bytes, Wait::ForTheDisk, None).and_then(|()| std::fs::hard_link(&neighbour, path));
    let _ = std::fs::remove_file(&neighbour);
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

/// Writes a neighbour. It has its permissions before it has a byte: a private file is nobody else's for no moment.
fn write_whole(path: &Path, bytes: &[u8], wait: Wait, permissions: Option<Permissions>) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(bytes)?;
    match wait {
        Wait::ForTheDisk => file.sync_all(),
        Wait::ForNothing => Ok(()),
    }
}

fn folder_of(path: &Path) -> PathBuf {
    super::discover::real(path.parent().unwrap_or(Path::new("")))
}

fn neighbour(path: &Path) -> PathBuf {
    folder_of(path).join(format!("{}{}{END}", beginning(path), std::process::id()))
}

/// How the names of a file's neighbours begin and end.
fn beginning(path: &Path) -> String {
    format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

const END: &str = ".tmp";

/// Removes what writers left behind that were killed at it. Whoever holds the lock of the file is the only writer.
fn sweep(path: &Path) {
    let begins = beginning(path);
    let Ok(entries) = std::fs::read_dir(folder_of(path)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let number = name.strip_prefix(&begins).and_then(|rest| rest.strip_suffix(END));
        if number.is_some_and(|number| !number.is_empty() && number.chars().all(|sign| sign.is_ascii_digit())) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
