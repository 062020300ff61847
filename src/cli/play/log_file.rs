//! Log file of a game: every line is on the disk before the next question, and only one program plays the game at a time.
//!
//! The player's program holds a file lock, which the system releases when the program ends. Other programs may read the file, as `replay`
//! and the list of games do.

use crate::cli::Stop;
use crate::project::{self, read_files};
use slip_limits::LOG_BYTES;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_session::session::{LogError, SeatAssignment, Session, Sink};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Returns a free file name for a game in a folder, and true if it is not the usual name.
pub(in crate::cli) fn free_name(folder: &Path, encounter: &str, seed: Option<u64>, is_taken: impl Fn(&Path) -> bool) -> (PathBuf, bool) {
    let stem = match seed {
        Some(seed) => format!("{encounter}-{seed}"),
        None => format!("{encounter}-table"),
    };
    // Slipyard and not the user chose this name. A link of this name may lead anywhere, so it is not followed, and the name is treated as
    // taken.
    let is_taken = |path: &Path| path.is_symlink() || is_taken(path);
    let first = folder.join(format!("{stem}.jsonl"));
    if !is_taken(&first) {
        return (first, false);
    }
    let mut others = (2_u32..).map(|number| folder.join(format!("{stem}-{number}.jsonl")));
    (others.find(|path| !is_taken(path)).unwrap_or(first), true)
}

/// Bytes with which every log of a game begins.
const BEGINNING: &[u8] = br#"{"n":0,"e":"begin""#;

/// Upper limit in bytes for the first line of a log; a file with a longer line is not a log.
pub(in crate::cli) const FIRST_LINE: u64 = 64 << 10;

/// True if a game may begin in a file: the file does not exist, or its writer was killed before the first line was complete. A locked file
/// is not free, since its owner is about to write that line.
pub(in crate::cli) fn may_begin(path: &Path) -> bool {
    !path.exists() || (has_not_begun(path) && is_free(path))
}

/// True if a file contains less than the first line of a log. Devices and pipes are refused, since they may block or have no end.
fn has_not_begun(path: &Path) -> bool {
    let read = || {
        let mut bytes = Vec::new();
        read_files::open(path)?.take(FIRST_LINE).read_to_end(&mut bytes).map(|_| bytes)
    };
    let is_short = |bytes: &[u8]| u64::try_from(bytes.len()).is_ok_and(|length| length < FIRST_LINE);
    path.is_file() && read().is_ok_and(|bytes| is_short(&bytes) && is_unbegun(&bytes))
}

/// True if no program has locked a file.
fn is_free(path: &Path) -> bool {
    held(OpenOptions::new().read(true)).open(path).is_ok_and(|file| hold(&file, path).is_ok())
}

/// True if a file has only an incomplete first line of a log. It can be overwritten without a loss.
fn is_unbegun(bytes: &[u8]) -> bool {
    !bytes.contains(&b'\n') && (bytes.starts_with(BEGINNING) || BEGINNING.starts_with(bytes))
}

/// Creates the file of a new game and begins the game. If the game cannot begin, the file is removed.
pub(in crate::cli) fn begin(
    pack: &Pack,
    encounter: &Encounter,
    seed: Option<u64>,
    chairs: Vec<SeatAssignment>,
    path: &Path,
) -> Result<Session, Stop> {
    let begun = Session::begin(pack, encounter, seed, chairs, create(path)?);
    if begun.is_err() {
        let _ = std::fs::remove_file(path);
    }
    begun.map_err(Stop::because)
}

/// Creates the file of a game. An existing file with a game is left as it is.
fn create(path: &Path) -> Result<Sink, Stop> {
    if has_not_begun(path) {
        let kept = LockedLogFile::open(path)?;
        // Another program may have begun a game in the file before this program got the lock.
        if is_unbegun(&[kept.text.as_bytes(), &kept.tail].concat()) {
            return kept.go_on(0);
        }
    }
    let made = held(OpenOptions::new().write(true).create_new(true)).open(path);
    match made {
        Ok(file) => {
            hold(&file, path)?;
            Ok(sink(file))
        }
        Err(found) if found.kind() == std::io::ErrorKind::AlreadyExists => Err(Stop::because(format!(
            "`{0}` already exists: continue that game with `slipyard play --resume {0}`, or choose another `--log`",
            crate::cli::shown(path)
        ))),
        Err(failure) => Err(Stop::unwritten(path, &failure)),
    }
}

/// File of a game, which is locked, and its text.
pub(in crate::cli) struct LockedLogFile {
    file: File,
    path: PathBuf,
    pub(in crate::cli) text: String,
    /// Bytes after the text that are not UTF-8: the last write may have been cut off inside a character.
    tail: Vec<u8>,
}

impl LockedLogFile {
    /// Opens the file of a game to continue the game. The file is read only after it is locked.
    ///
    /// # Errors
    ///
    /// If another process plays the game, or the file cannot be read or written, or the file contains a complete line that is not UTF-8.
    pub(in crate::cli) fn open(path: &Path) -> Result<LockedLogFile, Stop> {
        project::must_stay_inside(path)?;
        // The file is opened again for writing below; checking it first avoids waiting for a pipe.
        drop(read_files::open(path).map_err(|failure| if is_taken(&failure) { taken(path) } else { Stop::unread(path, &failure) })?);
        let mut file = held(OpenOptions::new().read(true).append(true)).open(path).map_err(|failure| match () {
            () if is_taken(&failure) => taken(path),
            // The file can be read, so the error is about writing it.
            () if failure.kind() != ErrorKind::NotFound && File::open(path).is_ok() => Stop::unwritten(path, &failure),
            () => Stop::unread(path, &failure),
        })?;
        hold(&file, path)?;
        let mut bytes = Vec::new();
        Read::take(&mut file, LOG_BYTES + 1).read_to_end(&mut bytes).map_err(|failure| Stop::unread(path, &failure))?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > LOG_BYTES) {
            return Err(Stop::unread(path, &project::beyond(LOG_BYTES)));
        }
        let whole = match std::str::from_utf8(&bytes) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        // Only an incomplete last line is dropped. If an invalid line were dropped, all lines after it would be lost.
        let tail = bytes.split_off(whole);
        if tail.contains(&b'\n') {
            return Err(Stop::because(format!(
                "{} is not UTF-8 text: the first invalid byte has the offset {whole}",
                crate::cli::shown(path)
            )));
        }
        Ok(LockedLogFile { file, path: path.to_owned(), text: String::from_utf8(bytes).map_err(Stop::because)?, tail })
    }

    /// Continues the game of the file. The first `stands` bytes are valid records and are kept. A record that was cut off is written again.
    /// Complete but invalid lines are moved to a separate file, so that nothing is lost.
    pub(in crate::cli) fn go_on(self, stands: usize) -> Result<Sink, Stop> {
        let rest = self.text.get(stands..).unwrap_or_default();
        if rest.contains('\n') {
            project::write_atomically(&aside(&self.path), &[rest.as_bytes(), &self.tail].concat())?;
        }
        let failed = |failure: std::io::Error| Stop::unwritten(&self.path, &failure);
        self.file.set_len(u64::try_from(stands).unwrap_or(u64::MAX)).map_err(failed)?;
        Ok(sink(self.file))
    }
}

/// Renames the log of a game that an undo has abandoned. The encounter can then begin again, and nothing is lost.
pub(in crate::cli) fn set_aside(path: &Path) -> Result<(), Stop> {
    std::fs::rename(path, aside(path)).map_err(|failure| Stop::unwritten(path, &failure))
}

/// Returns a free file name beside the file of a game, for lines that are removed from that file.
fn aside(path: &Path) -> PathBuf {
    let first = path.with_extension("jsonl.cut");
    // A link without a target counts as a file here, since writing to its name would follow the link.
    let is_free = |path: &Path| !path.exists() && !path.is_symlink();
    if is_free(&first) {
        return first;
    }
    let mut others = (2_u32..).map(|number| path.with_extension(format!("jsonl.cut{number}")));
    others.find(|path| is_free(path)).unwrap_or(first)
}

/// Returns the error for a game that another program is playing.
fn taken(path: &Path) -> Stop {
    let name = crate::cli::shown(path);
    Stop::because(format!(
        "`{name}` is open in another `slipyard play` or at the board of `slipyard serve`: close that game first; it is saved"
    ))
}

/// Locks an open file until the file is closed.
#[cfg(not(windows))]
fn hold(file: &File, path: &Path) -> Result<(), Stop> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(taken(path)),
        // On a file system without locks the game is played without a lock.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(()),
    }
}

/// Does nothing on Windows. A file lock would also stop readers there, so the share mode excludes other writers when the file is opened.
#[cfg(windows)]
fn hold(_: &File, _: &Path) -> Result<(), Stop> {
    Ok(())
}

#[cfg(not(windows))]
fn held(options: &mut OpenOptions) -> &OpenOptions {
    options
}

#[cfg(windows)]
fn held(options: &mut OpenOptions) -> &OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    /// Share mode of Windows that lets other programs read the file.
    const FILE_SHARE_READ: u32 = 1;
    options.share_mode(FILE_SHARE_READ)
}

/// True if an error means that another program holds the file.
fn is_taken(failure: &std::io::Error) -> bool {
    /// Error number `ERROR_SHARING_VIOLATION` of Windows.
    const SHARING: i32 = 32;
    cfg!(windows) && failure.raw_os_error() == Some(SHARING)
}

/// Returns the reason why a log cannot be continued, with advice.
pub(in crate::cli) fn explained(trouble: &LogError) -> String {
    match trouble {
        LogError::OtherPack { .. } => format!("{trouble}\nA game can only continue with the package as it was when the game began."),
        LogError::Empty => format!("{trouble}\nThe game has not begun: use the command that begins it."),
        _ => trouble.to_string(),
    }
}

/// Returns a log sink that writes lines to the file and flushes them to the disk.
fn sink(mut file: File) -> Sink {
    Box::new(move |lines| {
        let kept = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        kept.map_err(|failure| failure.to_string())
    })
}
