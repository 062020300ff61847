//! `slipyard import`: writes Slip text from stat blocks, tables, cards and exports.
//!
//! Refuses an output file that exists: an import is a first draft, and never replaces somebody's text.

use super::args::ImportArgs;
use super::{CommandStatus, Console, Stop, generate, shown};
use crate::project;
use slip_import::{Difference, Import};
use slip_limits::IMPORT_BYTES;
use slip_printable::line as printable;
use slip_report::{DrawOptions, Style, Summary};
use slip_source::diagnostic::{Diagnostics, Severity};
use std::io::Read;
use std::path::Path;

/// Largest number of letters of a part of the input in a message.
const LONGEST_PART: usize = 100;
/// Largest number of messages of one sort; the rest is counted.
const MOST_MESSAGES: usize = 200;

/// Imports a file.
pub(super) fn run(asked: &ImportArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let out = asked.out.as_deref().filter(|out| out.as_os_str() != "-");
    if let Some(out) = out.filter(|out| out.symlink_metadata().is_ok()) {
        return Err(already_there(out));
    }
    let input = read(&asked.file, console)?;
    let sources = generate::surroundings(&asked.folder)?.into_sources();
    let name = out.map_or_else(|| "imported.slip".to_owned(), shown);
    let import = slip_import::import(sources, &input, &name).map_err(Stop::because)?;
    tell(&import, console)?;
    if import.items.is_empty() {
        writeln!(console.err, "nothing was understood, so nothing was written")?;
        return Ok(CommandStatus::Problems);
    }
    let own = || import.compiled.diagnostics.iter().filter(|found| found.primary.span.file == import.file);
    let found: Diagnostics = own().take(MOST_MESSAGES).cloned().collect();
    let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
    slip_report::write(console.err, &found, &import.sources, Style::Human, picture, &Summary::default())?;
    let more = own().count().saturating_sub(MOST_MESSAGES);
    if more > 0 {
        writeln!(console.err, "and {more} more findings: `slipyard check` lists all of them")?;
    }
    match out {
        Some(out) => {
            if !project::write_if_unchanged(out, None, import.text.as_bytes())? {
                return Err(already_there(out));
            }
            writeln!(console.err, "wrote `{}`", shown(out))?;
        }
        None => write!(console.out, "{}", import.text)?,
    }
    let has_errors = own().any(|found| found.severity == Severity::Error);
    Ok(if has_errors { CommandStatus::Problems } else { CommandStatus::Clean })
}

fn already_there(out: &Path) -> Stop {
    Stop::because(format!("`{}` already exists; choose another name for --out", shown(out)))
}

/// Returns the text of the input, up to its limit.
fn read(file: &Path, console: &mut Console<'_>) -> Result<String, Stop> {
    let bytes = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        console.input.take(IMPORT_BYTES.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| Stop::unread(file, &error))?;
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > IMPORT_BYTES {
            return Err(Stop::unread(file, &project::beyond(IMPORT_BYTES)));
        }
        bytes
    } else {
        project::read_files::of_any_package(file, IMPORT_BYTES).map_err(|denied| Stop::from(denied.failure("read", file)))?
    };
    String::from_utf8(bytes).map_err(|_| {
        let shown = if file.as_os_str() == "-" { "the standard input".to_owned() } else { format!("`{}`", shown(file)) };
        Stop::because(format!("{shown} is not UTF-8 text; save it as UTF-8 and import it again"))
    })
}

/// Prints what was understood, what was not, and what does not add up.
fn tell(import: &Import, console: &mut Console<'_>) -> Result<(), Stop> {
    let items = import.items.iter().map(|item| {
        let entries = slip_suggest::counted(item.understood, "entry");
        format!("line {}: {} `{}` \"{}\" ({}), {entries} understood", item.line, item.kind, item.name, printable(&item.title), item.design)
    });
    several(items, import.items.len(), "items", console)?;
    let remarks = import.remarks.iter().map(|remark| match remark.title.as_str() {
        "" => format!("note: {}", printable(&remark.text)),
        title => format!("note: {}: {}", printable(title), printable(&remark.text)),
    });
    several(remarks, import.remarks.len(), "notes", console)?;
    let unknown = import.unknown.iter().map(|part| format!("line {}: not understood: {}", part.line, short(&part.text)));
    several(unknown, import.unknown.len(), "lines that were not understood", console)?;
    several(import.differences.iter().map(difference), import.differences.len(), "differences", console)
}

/// Prints messages of one sort. Messages beyond the greatest number are only counted.
fn several(messages: impl Iterator<Item = String>, all: usize, what: &str, console: &mut Console<'_>) -> Result<(), Stop> {
    for message in messages.take(MOST_MESSAGES) {
        writeln!(console.err, "{message}")?;
    }
    if all > MOST_MESSAGES {
        writeln!(console.err, "and {} more {what}", all - MOST_MESSAGES)?;
    }
    Ok(())
}

/// Returns a part of the input for a message: on one line, and cut if it is long.
fn short(text: &str) -> String {
    let cut: String = text.chars().take(LONGEST_PART).collect();
    let more = if cut.len() < text.len() { " \u{2026}" } else { "" };
    format!("{}{more}", printable(&cut))
}

/// Describes a difference between a claimed and a computed number, with the ledger lines of the number.
fn difference(difference: &Difference) -> String {
    let Difference { line, title, what, claimed, computed, ledger } = difference;
    let computed = computed.as_ref().map_or_else(|| "the rules give none".to_owned(), |computed| format!("the rules give {computed}"));
    let mut text = format!("line {line}: {}: {} {}, but {computed}", printable(title), printable(what), printable(claimed));
    for (points, reason) in ledger {
        text.push_str(&format!("\n  {points:+4}  {}", printable(reason)));
    }
    text
}
