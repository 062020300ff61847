//! The file that keeps a game: every line is on the disk before the next question, and one at a time plays with it.
//!
//! Whoever plays holds the file: by a lock that goes with the open file, so that of a program that was killed nothing stays behind. Others may
//! read it, as `replay` and the list of games do.

use crate::cli::Stop;
use crate::project::{self, input};
use slip_limits::LOG_BYTES;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_session::session::{Chair, Session, Sink, Trouble};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A name in a folder that is not taken, and whether it is not the first that came to mind.
pub(in crate::cli) fn free_name(folder: &Path, encounter: &str, seed: Option<u64>, is_taken: impl Fn(&Path) -> bool) -> (PathBuf, bool) {
    let stem = match seed {
        Some(seed) => format!("{encounter}-{seed}"),
        None => format!("{encounter}-table"),
    };
    // The program has chosen the name: a link of that name, which may lead anywhere, is none of its files.
    let is_taken = |path: &Path| path.is_symlink() || is_taken(path);
    let first = folder.join(format!("{stem}.jsonl"));
    if !is_taken(&first) {
        return (first, false);
    }
    let mut others = (2_u32..).map(|number| folder.join(format!("{stem}-{number}.jsonl")));
    (others.find(|path| !is_taken(path)).unwrap_or(first), true)
}

/// How every log begins.
const BEGINNING: &[u8] = br#"{"n":0,"e":"begin""#;

/// The first line of a log is shorter: in a longer one there is something else.
pub(in crate::cli) const FIRST_LINE: u64 = 64 << 10;

/// Whether a game may begin in a file: there is none, or nothing of a game is in it, since whoever made it was killed before its first line
/// was whole. Whoever holds it is about to write that line.
pub(in crate::cli) fn may_begin(path: &Path) -> bool {
    !path.exists() || (has_not_begun(path) && is_free(path))
}

/// Whether a file has less than the first line of a log in it. What is no file may have no end, or keep us waiting.
fn has_not_begun(path: &Path) -> bool {
    let read = || {
        let mut bytes = Vec::new();
        input::open(path)?.take(FIRST_LINE).read_to_end(&mut bytes).map(|_| bytes)
    };
    let is_short = |bytes: &[u8]| u64::try_from(bytes.len()).is_ok_and(|length| length < FIRST_LINE);
    path.is_file() && read().is_ok_and(|bytes| is_short(&bytes) && is_unbegun(&bytes))
}

/// True if nobody holds a file.
fn is_free(path: &Path) -> bool {
    held(OpenOptions::new().read(true)).open(path).is_ok_and(|file| hold(&file, path).is_ok())
}

/// True if this is less than the first line of a log, and nothing else that somebody may want to keep.
fn is_unbegun(bytes: &[u8]) -> bool {
    !bytes.contains(&b'\n') && (bytes.starts_with(BEGINNING) || BEGINNING.starts_with(bytes))
}

/// Begins a game in a file of its own. One that cannot begin leaves no file behind, which would only be in the way.
pub(in crate::cli) fn begin(
    pack: &Pack,
    encounter: &Encounter,
    seed: Option<u64>,
    chairs: Vec<Chair>,
    path: &Path,
) -> Result<Session, Stop> {
    let begun = Session::begin(pack, encounter, seed, chairs, create(path)?);
    if begun.is_err() {
        let _ = std::fs::remove_file(path);
    }
    begun.map_err(Stop::because)
}

/// Makes the file; one with a game in it is left as it is.
fn create(path: &Path) -> Result<Sink, Stop> {
    if has_not_begun(path) {
        let kept = Kept::open(path)?;
        // Whoever held it until now may have begun.
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
            "`{0}` is there already: `slipyard play --resume {0}` goes on with it, another `--log` begins anew",
            crate::cli::shown(path)
        ))),
        Err(failure) => Err(Stop::unwritten(path, &failure)),
    }
}

/// The file of a game, held so that nobody else goes on with it, and what it says.
pub(in crate::cli) struct Kept {
    file: File,
    path: PathBuf,
    pub(in crate::cli) text: String,
    /// What is no text behind it: what was being written when a program was killed may end inside a letter.
    tail: Vec<u8>,
}

impl Kept {
    /// Opens a game that is to go on. What it says is read only when nobody else can write any more.
    ///
    /// # Errors
    /// When somebody plays it, it cannot be read or written, or a whole line of it is no text.
    pub(in crate::cli) fn open(path: &Path) -> Result<Kept, Stop> {
        // It is opened once more to be written to, which must not wait for a pipe.
        drop(input::open(path).map_err(|failure| if is_taken(&failure) { taken(path) } else { Stop::unread(path, &failure) })?);
        let mut file = held(OpenOptions::new().read(true).append(true)).open(path).map_err(|failure| match () {
            () if is_taken(&failure) => taken(path),
            // What may be read is only not to be written.
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
        // Whatever follows would be cut off with it; of a line that is not whole nothing is lost.
        let tail = bytes.split_off(whole);
        if tail.contains(&b'\n') {
            return Err(Stop::because(format!("{} is not UTF-8 text: byte {whole} is not", crate::cli::shown(path))));
        }
        Ok(Kept { file, path: path.to_owned(), text: String::from_utf8(bytes).map_err(Stop::because)?, tail })
    }

    /// Goes on with it: what stands of it stays, and what was cut off is written anew. Whole lines that do not stand are laid
    /// aside in a file of their own, so that whatever somebody played is still somewhere.
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

/// A name beside a game for what is cut off it: one that no file has, so that what was cut off before stays, too.
fn aside(path: &Path) -> PathBuf {
    let first = path.with_extension("jsonl.cut");
    // A link without a target has a name, too, and would be written through.
    let is_free = |path: &Path| !path.exists() && !path.is_symlink();
    if is_free(&first) {
        return first;
    }
    let mut others = (2_u32..).map(|number| path.with_extension(format!("jsonl.cut{number}")));
    others.find(|path| is_free(path)).unwrap_or(first)
}

/// Somebody else plays with the file.
fn taken(path: &Path) -> Stop {
    let name = crate::cli::shown(path);
    Stop::because(format!(
        "`{name}` is being played: at the board of a `slipyard serve`, or in another `slipyard play`. End that first; what is played there is kept"
    ))
}

/// Holds an open file for as long as it is open.
#[cfg(not(windows))]
fn hold(file: &File, path: &Path) -> Result<(), Stop> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(taken(path)),
        // On a disk that knows no locks a game is played all the same.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(()),
    }
}

/// There a lock would keep others from reading, too; that nobody else writes is said as the file is opened.
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
    /// Others may read.
    const FILE_SHARE_READ: u32 = 1;
    options.share_mode(FILE_SHARE_READ)
}

/// True if a file could not be opened since somebody holds it.
fn is_taken(failure: &std::io::Error) -> bool {
    /// `ERROR_SHARING_VIOLATION`
    const SHARING: i32 = 32;
    cfg!(windows) && failure.raw_os_error() == Some(SHARING)
}

/// Why a log is not gone on with, and what would help.
pub(in crate::cli) fn explained(trouble: &Trouble) -> String {
    match trouble {
        Trouble::OtherPack { .. } => format!("{trouble}\nA game goes on with its package as it was when it began."),
        Trouble::Empty => format!("{trouble}\nNothing was played in it yet: the command that was to begin the game begins it."),
        _ => trouble.to_string(),
    }
}

/// Lines go to the file and to the disk.
fn sink(mut file: File) -> Sink {
    Box::new(move |lines| {
        let kept = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        kept.map_err(|failure| failure.to_string())
    })
}
