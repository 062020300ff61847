//! The file that keeps a game: every line is on the disk before the next question. Floor 9.

use crate::cli::Stop;
use crate::play::session::{Sink, Trouble};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A name in a folder that no file has, and whether it is not the first that came to mind.
pub(in crate::cli) fn free_name(folder: &Path, encounter: &str, seed: Option<u64>) -> (PathBuf, bool) {
    let stem = match seed {
        Some(seed) => format!("{encounter}-{seed}"),
        None => format!("{encounter}-table"),
    };
    let first = folder.join(format!("{stem}.jsonl"));
    if !first.exists() {
        return (first, false);
    }
    let mut others = (2_u32..).map(|number| folder.join(format!("{stem}-{number}.jsonl")));
    (others.find(|path| !path.exists()).unwrap_or(first), true)
}

/// Makes the file; one that is there is left as it is.
pub(in crate::cli) fn create(path: &Path) -> Result<Sink, Stop> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    match made {
        Ok(file) => Ok(sink(file)),
        Err(found) if found.kind() == std::io::ErrorKind::AlreadyExists => Err(Stop::because(format!(
            "`{0}` is there already: `slipyard play --resume {0}` goes on with it, another `--log` begins anew",
            path.display()
        ))),
        Err(failure) => Err(Stop::because(format!("cannot write `{}`: {failure}", path.display()))),
    }
}

/// The file of a game that goes on: what stands of it stays, and what was cut off is written anew.
pub(in crate::cli) fn append(path: &Path, stands: usize) -> Result<Sink, Stop> {
    let failed = |failure: std::io::Error| Stop::because(format!("cannot write `{}`: {failure}", path.display()));
    let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
    file.set_len(u64::try_from(stands).unwrap_or(u64::MAX)).map_err(failed)?;
    Ok(sink(file))
}

/// Why a log is not gone on with, and what would help.
pub(in crate::cli) fn explained(trouble: &Trouble) -> String {
    match trouble {
        Trouble::OtherPack { .. } => format!("{trouble}\nA game goes on with its package as it was when it began."),
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
