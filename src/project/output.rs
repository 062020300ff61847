//! Writing results so that a reader never sees half of one. Floor 6.

use super::Failure;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: into a neighbour first, which then takes its name.
///
/// # Errors
/// When the folder cannot be made or the file cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_by(path, |neighbour| write_whole(neighbour, bytes))
}

/// The same without waiting for the disk: for what can be made again and is looked over when it is read.
///
/// # Errors
/// As [`write_atomically`].
pub fn write_lightly(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_by(path, |neighbour| std::fs::write(neighbour, bytes))
}

fn write_by(path: &Path, write: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io("write", path, &error);
    let folder = folder_of(path);
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let neighbour = neighbour(path);
    let written = write(&neighbour).and_then(|()| std::fs::rename(&neighbour, path));
    if let Err(error) = written {
        // Whether the neighbour can be removed makes no difference to what is reported.
        let _ = std::fs::remove_file(&neighbour);
        return Err(failed(error));
    }
    Ok(())
}

/// Writes a file that is gone on with, whole or not at all, if it still is what was read: nobody's work is written over. `read` is
/// what it was; none if there was no file. Says whether it was written.
///
/// The file itself is locked while it is compared and replaced. Whoever waited for the lock of a file that was replaced
/// meanwhile compares with the new one, since that is looked up by its name again.
///
/// # Errors
/// When it cannot be read or written.
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
    let written = write_whole(&neighbour, bytes).and_then(|()| std::fs::hard_link(&neighbour, path));
    let _ = std::fs::remove_file(&neighbour);
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
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
