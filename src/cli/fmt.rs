//! `slipyard fmt`: formats Slip files.

use super::args::Fmt;
use super::unified_diff::{self, PatchFolder};
use super::{CommandStatus, Console, Stop, shown};
use crate::project::{self, Boundary, Denied, SlipFile, Writer};
use rayon::prelude::*;
use slip_export::cards::counted;
use slip_format::format;
use slip_report::{DrawOptions, Style, Summary};
use slip_source::diagnostic::{Code, Diagnostics};
use slip_source::{FileId, Package, Sources};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// File that was read and formatted.
struct File {
    path: PathBuf,
    /// Boundary that contains the file; `None` for a file outside of packages that the user named.
    boundary: Option<Boundary>,
    /// Bytes of the file as read.
    read: Vec<u8>,
    /// Source that contains this file alone, for messages.
    sources: Sources,
    id: FileId,
    text: String,
    left: usize,
    diagnostics: Diagnostics,
}

impl File {
    /// Returns the path of the file for messages.
    fn shown(&self) -> &str {
        self.sources.file(self.id).map_or("", |file| file.shown())
    }

    fn before(&self) -> &str {
        std::str::from_utf8(&self.read).unwrap_or_default()
    }

    fn changes(&self) -> bool {
        self.read != self.text.as_bytes()
    }
}

/// Numbers of files in a run, by result.
#[derive(Default)]
struct Count {
    files: usize,
    changed: usize,
    left: usize,
    /// Number of links that lead out of their package.
    outside: usize,
    failed: usize,
}

/// Writers of files, by the root folder of the boundary that contains the files; `None` for files without a boundary.
#[derive(Default)]
struct Writers(BTreeMap<Option<PathBuf>, Writer>);

impl Writers {
    /// Returns the writer for the boundary that contains a file.
    fn of(&mut self, file: &File) -> &Writer {
        let boundary = file.boundary.as_ref();
        let key = boundary.map(|boundary| boundary.root().to_path_buf());
        self.0.entry(key).or_insert_with(|| boundary.cloned().map_or_else(Writer::anywhere, Writer::within))
    }
}

/// Reason why a file is not formatted.
enum NotFormatted {
    Outside(String),
    Because(String),
}

/// Formats the given paths.
pub(super) fn run(fmt: &Fmt, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mut count = Count::default();
    let writes = !fmt.check && !fmt.diff;
    let paths = project::files_to_change(&fmt.paths)?;
    let ground = PatchFolder::of(paths.iter().map(|found| found.path.as_path()));
    let mut writers = Writers::default();
    for path in paths.chunks(CHUNK) {
        for file in path.par_iter().map(read).collect::<Vec<_>>() {
            count.files += 1;
            match file {
                Ok(file) => one(&file, (fmt, &ground), writes.then_some(&mut writers), &mut count, console)?,
                Err(NotFormatted::Outside(reason)) => {
                    count.outside += 1;
                    writeln!(console.err, "error[{}]: {reason}", Code::OutsidePackage)?;
                }
                Err(NotFormatted::Because(reason)) => {
                    count.failed += 1;
                    writeln!(console.err, "error: {reason}")?;
                }
            }
        }
    }
    if fmt.paths.iter().any(|path| path.as_os_str() == "-") {
        let mut bytes = Vec::new();
        console.input.read_to_end(&mut bytes).map_err(|error| Stop::because(format!("cannot read the standard input: {error}")))?;
        count.files += 1;
        let file = laid_out(PathBuf::from(project::STDIN), None, bytes).map_err(Stop::Because)?;
        if writes {
            complain(&file, console)?;
            count.left += file.left;
            console.out.write_all(file.text.as_bytes())?;
        } else {
            one(&file, (fmt, &ground), None, &mut count, console)?;
        }
    }
    // A package may have no Slip file yet, which is not an error.
    if count.files == 0 && !fmt.paths.iter().any(|path| project::holds_package(path)) {
        let paths: Vec<String> = fmt.paths.iter().map(|path| format!("`{}`", shown(path))).collect();
        return Err(Stop::because(format!("there is no Slip file in {}", paths.join(", "))));
    }
    console.out.flush()?;
    if fmt.diff && count.changed > 0 {
        ground.tell(console)?;
    }
    let verb = if writes { "formatted" } else { "would format" };
    let left =
        if count.left == 0 { String::new() } else { format!(", {} left unchanged because of syntax errors", counted(count.left, "item")) };
    writeln!(console.err, "{verb} {} of {}{left}", count.changed, counted(count.files, "file"))?;
    Ok(match count {
        Count { failed, .. } if failed > 0 => CommandStatus::CouldNotRun,
        Count { left, outside, .. } if left > 0 || outside > 0 => CommandStatus::Problems,
        Count { changed, .. } if changed > 0 && !writes => CommandStatus::Problems,
        _ => CommandStatus::Clean,
    })
}

/// Number of files that are in memory at the same time.
const CHUNK: usize = 256;

/// Reports the result for one file, and writes the file if it has changed.
fn one(
    file: &File,
    (fmt, ground): (&Fmt, &PatchFolder),
    writers: Option<&mut Writers>,
    count: &mut Count,
    console: &mut Console<'_>,
) -> Result<(), Stop> {
    count.left += file.left;
    complain(file, console)?;
    if !file.changes() {
        return Ok(());
    }
    if let Some(writers) = writers {
        match writers.of(file).write_if_unchanged(&file.path, Some(&file.read), file.text.as_bytes()) {
            Ok(true) => {}
            Ok(false) => {
                count.failed += 1;
                writeln!(console.err, "error: `{}` was changed by another program in the meantime, and was not formatted", file.shown())?;
                return Ok(());
            }
            Err(failure) => {
                count.failed += 1;
                writeln!(console.err, "error: {failure}")?;
                return Ok(());
            }
        }
    }
    count.changed += 1;
    if fmt.diff {
        console.out.write_all(unified_diff::unified(ground, &file.path, file.before(), &file.text, console.colour).as_bytes())?;
    } else {
        writeln!(console.out, "{}", file.shown())?;
    }
    Ok(())
}

/// Reports the syntax errors of a file.
fn complain(file: &File, console: &mut Console<'_>) -> Result<(), Stop> {
    if file.left > 0 {
        let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
        slip_report::write(console.err, &file.diagnostics, &file.sources, Style::Human, picture, &Summary::default())?;
    }
    Ok(())
}

fn read(found: &SlipFile) -> Result<File, NotFormatted> {
    let unread = |denied: Denied| match denied {
        Denied::Outside(outside) => NotFormatted::Outside(format!("`{}` {}; it was not formatted", shown(&found.path), outside.reason())),
        denied => NotFormatted::Because(denied.failure("read", &found.path).message),
    };
    let (bytes, boundary) = found.read().map_err(unread)?;
    laid_out(found.path.clone(), boundary.cloned(), bytes).map_err(NotFormatted::Because)
}

fn laid_out(path: PathBuf, boundary: Option<Boundary>, read: Vec<u8>) -> Result<File, String> {
    let named = path.to_string_lossy().into_owned();
    let Ok(text) = std::str::from_utf8(&read) else {
        return Err(format!("`{}` is not UTF-8 text and was not formatted", shown(&path)));
    };
    let mut sources = Sources::new();
    let package = sources.add_package(Package::default());
    let id = sources.add_file(package, &named, text);
    let Some(file) = sources.file(id) else {
        return Err(format!("`{}` is too large", shown(&path)));
    };
    let formatted = format(id, file);
    Ok(File { path, boundary, read, id, text: formatted.text, left: formatted.left.len(), diagnostics: formatted.diagnostics, sources })
}
