//! `slipyard check`. Floor 9.

use super::args::{Check, Deny};
use super::{Console, Status, Stop, compiled};
use crate::diagnostic::Severity;
use crate::project;
use crate::report::{self, Picture, Style};
use std::time::{Duration, Instant};

/// Checks what was asked for and reports it.
pub(super) fn run(check: &Check, console: &mut Console<'_>) -> Result<Status, Stop> {
    let start = Instant::now();
    let mut project = project::load(&check.paths, console.input)?;
    if check.locked {
        project.require_locks();
    }
    let mut found = compiled::verdict(project);
    if check.deny == Some(Deny::Warnings) {
        for diagnostic in found.diagnostics.iter_mut() {
            if diagnostic.severity == Severity::Warning {
                diagnostic.severity = Severity::Error;
            }
        }
    }
    let summary = found.summary();
    let style = Style::from(check.format);
    let picture = Picture { colour: console.colour, ..Picture::default() };
    report::write(console.out, &found.diagnostics, &found.project.sources, style, picture, summary)?;
    console.out.flush()?;
    let looked_at = [(summary.packages, "package"), (summary.files, "file"), (summary.items, "item")];
    let looked_at = looked_at.map(|(number, word)| compiled::counted(number, word)).join(", ");
    writeln!(console.err, "checked {looked_at} in {}: {}", shown(start.elapsed()), compiled::counts(&found.diagnostics))?;
    Ok(if found.diagnostics.has_errors() { Status::Problems } else { Status::Clean })
}

/// Milliseconds below a second, tenths of a second above.
fn shown(time: Duration) -> String {
    let milliseconds = time.as_millis();
    if milliseconds < 1000 { format!("{milliseconds} ms") } else { format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100) }
}
