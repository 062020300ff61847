//! The file that keeps a game: every line is on the disk before the next question. Floor 8.

use crate::cli::Stop;
use crate::play::session::Sink;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A name in the current folder that no file has, and whether it is not the first that came to mind.
pub(super) fn free_name(encounter: &str, seed: Option<u64>) -> (PathBuf, bool) {
    let stem = match seed {
        Some(seed) => format!("{encounter}-{seed}"),
        None => format!("{encounter}-table"),
    };
    let first = PathBuf::from(format!("{stem}.jsonl"));
    if !first.exists() {
        return (first, false);
    }
    let mut others = (2_u32..).map(|number| PathBuf::from(format!("{stem}-{number}.jsonl")));
    (others.find(|path| !path.exists()).unwrap_or(first), true)
}

/// Makes the file; one that is there is left as it is.
pub(super) fn create(path: &Path) -> Result<Sink, Stop> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    match made {
        Ok(file) => Ok(sink(file)),
        Err(found) if found.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(Stop::because(format!("`{}` is there already, and nothing is written over: say another `--log`", path.display())))
        }
        Err(failure) => Err(Stop::because(format!("cannot write `{}`: {failure}", path.display()))),
    }
}

/// Lines go to the file and to the disk.
fn sink(mut file: File) -> Sink {
    Box::new(move |lines| {
        let kept = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        kept.map_err(|failure| failure.to_string())
    })
}
