//! `slipyard time`: how long a task takes, by the time track of the standard library. Floor 9.

use super::args::Time;
use super::{Console, Status, Stop};
use crate::compile;
use crate::fate::time::{Taken, taken};
use crate::pack::table::{Found, Table};
use crate::source::Sources;
use crate::stdlib;

/// The table whose rows are the track, the fastest first.
const TRACK: &str = "std.time_track";

/// Prints the line that a base line and shifts lead to, or the track.
pub(super) fn run(time: &Time, console: &mut Console<'_>) -> Result<Status, Stop> {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let compiled = compile::compile(&sources);
    let lines = compiled.pack.tables.get(TRACK).map(words).unwrap_or_default();
    let (Some(base), Some(shifts)) = (&time.base, time.shifts) else {
        for (number, line) in (1..).zip(&lines) {
            writeln!(console.out, "{number:>2}  {line}")?;
        }
        return Ok(Status::Clean);
    };
    let named = lines.iter().position(|line| line.eq_ignore_ascii_case(base.trim())).map(|place| place + 1);
    let numbered = || base.trim().parse().ok().filter(|number| (1..=lines.len()).contains(number));
    let Some(number) = named.or_else(numbered) else {
        return Err(Stop::because(format!("the time track has no line `{base}`; `slipyard time` shows them")));
    };
    match taken(number, shifts, lines.len(), time.may_fail) {
        Taken::Failed => writeln!(console.out, "it fails")?,
        Taken::Line(line) => {
            let words = lines.get(line.saturating_sub(1)).map_or("", String::as_str);
            writeln!(console.out, "{words}")?;
        }
    }
    Ok(Status::Clean)
}

/// The words of a table's rows.
fn words(table: &Table) -> Vec<String> {
    let word = |found: &Found| match found {
        Found::Text(text) => Some(text.clone()),
        _ => None,
    };
    table.rows.iter().filter_map(|row| row.found.first().and_then(word)).collect()
}
