//! Runs a command on a package of several sizes and fits the exponent of its processor time.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Exponents up to this are taken for n log n, since the measurement is rough.
pub const TOLERATED: f64 = 1.25;
/// Seconds of one run after which no larger size is measured.
const ENOUGH: f64 = 1.5;
/// Shorter measurements, in seconds, are noise: the system counts in hundredths.
const LEAST: f64 = 0.1;
/// Number of the largest sizes that the exponent is fitted to.
const FITTED: usize = 3;
/// Time in seconds. If the largest size takes at least this long, two sizes are enough to fit an exponent.
const CLEAR: f64 = 0.5;

/// Rows of the benchmark whose time grows steeply up to a limit of `docs/book/limits.md`, and no longer above it.
const BOUNDED: &[(&str, &str)] = &[
    ("scenes in a chain", "at most 500 rows are checked with a scene"),
    ("map of a cluster", "a fixed number of tries"),
    ("map of a graph", "a fixed number of tries"),
    ("answers undone", "all undos of a log replay at most 50,000,000 records"),
    ("a game of a crowd", "at most 128 actors, each of which looks at every other"),
];

/// A kind of input, and the command that reads it.
pub struct Row {
    pub name: &'static str,
    /// Returns the text of the package's only file for a given size.
    pub text: fn(usize) -> String,
    /// Arguments; `{log}` is a log of the encounter `e`, written by `run --format json` beforehand.
    pub command: &'static [&'static str],
    /// Text for the standard input, if the command reads it.
    pub input: Option<fn(&str, &Path) -> Vec<u8>>,
    pub first: usize,
    /// Largest size: a limit of the book, or enough to see the exponent.
    pub last: usize,
}

/// Returns a row for the command `check`.
pub const fn check(name: &'static str, text: fn(usize) -> String, first: usize, last: usize) -> Row {
    command(name, text, &["check", "--no-cache", "--format", "short"], first, last)
}

/// Returns a row for any command.
pub const fn command(name: &'static str, text: fn(usize) -> String, command: &'static [&'static str], first: usize, last: usize) -> Row {
    Row { name, text, command, input: None, first, last }
}

/// Fitted exponent and largest size measured.
pub struct Growth {
    exponent: Option<f64>,
    size: usize,
    seconds: f64,
    bytes: usize,
    bound: Option<&'static str>,
}

impl Growth {
    pub fn is_steep(&self) -> bool {
        self.bound.is_none() && self.exponent.is_some_and(|exponent| exponent > TOLERATED)
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponent = self.exponent.map_or_else(|| "-".to_owned(), |exponent| format!("{exponent:.2}"));
        write!(out, "{exponent:>8}  {:>10} {:>10.0} {:>10}", self.size, self.seconds * 1e3, self.bytes)?;
        match self.bound {
            Some(bound) => write!(out, "  {bound}"),
            None if self.is_steep() => write!(out, "  <"),
            None => Ok(()),
        }
    }
}

/// Measures a row with doubling sizes.
pub fn growth(row: &Row) -> Growth {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let without = seconds(row, 1, &folder).min(seconds(row, 1, &folder));
    let mut points: Vec<(f64, f64)> = Vec::new();
    let bound = BOUNDED.iter().find(|(name, _)| *name == row.name).map(|(_, bound)| *bound);
    let mut growth = Growth { exponent: None, size: 0, seconds: 0.0, bytes: 0, bound };
    let mut size = row.first;
    loop {
        let size_now = size.min(row.last);
        let taken = (seconds(row, size_now, &folder) - without).max(0.0);
        growth = Growth { size: size_now, seconds: taken, bytes: (row.text)(size_now).len(), ..growth };
        if taken > LEAST {
            points.push((f64::from(u32::try_from(size_now).unwrap_or(u32::MAX)).ln(), taken.ln()));
        }
        if size >= row.last || taken > ENOUGH {
            break;
        }
        size = size.saturating_mul(2);
    }
    if points.len() >= FITTED || growth.seconds > CLEAR {
        growth.exponent = fitted(points.get(points.len().saturating_sub(FITTED)..).unwrap_or_default());
    }
    growth
}

/// Returns the slope of the least squares line through points.
fn fitted(points: &[(f64, f64)]) -> Option<f64> {
    let count = f64::from(u32::try_from(points.len()).unwrap_or(0));
    if points.len() < 2 {
        return None;
    }
    let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let above = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>();
    let below = points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    (below > 0.0).then(|| above / below)
}

const MANIFEST: &str =
    "[package]\nname = \"hostile\"\nversion = \"0.1.0\"\nedition = 1\nlicence = \"CC0-1.0\"\nauthors = [\"A\"]\ndescription = \"D\"\n";

/// Returns the processor time of one run, in seconds.
fn seconds(row: &Row, size: usize, folder: &Path) -> f64 {
    let text = (row.text)(size);
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(folder.join("slipyard.toml"), MANIFEST))
        .and_then(|()| std::fs::write(folder.join("a.slip"), &text));
    if written.is_err() {
        return 0.0;
    }
    // A game is not written over an earlier one.
    let _ = std::fs::remove_file(folder.join("game.jsonl"));
    let log = folder.join("log.jsonl");
    if row.command.contains(&"{log}") {
        let out = std::fs::File::create(&log).map_or_else(|_| Stdio::null(), Stdio::from);
        run(&["run", "e", "--format", "json"].map(PathBuf::from), folder, out, &[]);
    }
    let arguments: Vec<PathBuf> = row.command.iter().map(|word| if *word == "{log}" { log.clone() } else { PathBuf::from(word) }).collect();
    let input = row.input.map(|input| input(&text, &folder.join("a.slip"))).unwrap_or_default();
    run(&arguments, folder, Stdio::null(), &input)
}

fn run(arguments: &[PathBuf], folder: &Path, out: Stdio, input: &[u8]) -> f64 {
    use std::io::Write as _;
    let (before, begun) = (processor_seconds(), Instant::now());
    let child = Command::new(env!("CARGO_BIN_EXE_slipyard"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = child {
        if let Some(mut into) = child.stdin.take() {
            let _ = into.write_all(input);
        }
        let _ = child.wait();
    }
    match (before, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => begun.elapsed().as_secs_f64(),
    }
}

/// Returns the processor time of all ended child processes, if the system reports it; wall time depends on the load of the machine.
fn processor_seconds() -> Option<f64> {
    const TICKS: f64 = 100.0;
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Skips the process name, which is in brackets. The 14th and 15th of the fields after it are the times of the child processes.
    let fields: Vec<&str> = status.rsplit_once(')')?.1.split_whitespace().collect();
    let time = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((time(13)? + time(14)?) / TICKS)
}
