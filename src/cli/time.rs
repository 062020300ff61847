//! `slipyard time`: shows how long a task takes, by the time track of the standard library.

use super::args::TimeArgs;
use super::{CommandStatus, Console, Stop};

use slip_compile::stdlib;
use slip_dice::fate::time_track::{TaskTime, taken};
use slip_source::Sources;

/// Prints the line of the time track that is some shifts away from a base line, or the whole track.
pub(super) fn run(time: &TimeArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let compiled = slip_compile::compile(&sources);
    let lines = compiled.pack.time_track(&compiled.pack.rules);
    let (Some(base), Some(shifts)) = (&time.base, time.shifts) else {
        for (number, line) in (1..).zip(&lines) {
            writeln!(console.out, "{number:>2}  {line}")?;
        }
        return Ok(CommandStatus::Clean);
    };
    let named = lines.iter().position(|line| line.eq_ignore_ascii_case(base.trim())).map(|place| place + 1);
    let numbered = || base.trim().parse().ok().filter(|number| (1..=lines.len()).contains(number));
    let Some(number) = named.or_else(numbered) else {
        return Err(Stop::because(format!("the time track has no line `{base}`; `slipyard time` prints the track")));
    };
    match taken(number, shifts, lines.len(), time.may_fail) {
        TaskTime::Failed => writeln!(console.out, "the task fails")?,
        TaskTime::Line(line) => {
            let words = lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
            writeln!(console.out, "{words}")?;
        }
    }
    Ok(CommandStatus::Clean)
}
