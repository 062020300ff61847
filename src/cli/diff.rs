//! What a change to a file does, as a patch that `patch` and `git apply` take. Floor 9.

use anstyle::{AnsiColor, Style};
use similar::TextDiff;
use std::fmt::Write;

/// Lines shown around a change.
const AROUND: usize = 3;

/// The unified difference of two texts of one file; empty if they are the same.
pub(super) fn unified(path: &str, before: &str, after: &str, colour: bool) -> String {
    let diff = TextDiff::from_lines(before, after);
    let names = (format!("a/{path}"), format!("b/{path}"));
    let plain = diff.unified_diff().context_radius(AROUND).header(&names.0, &names.1).to_string();
    if !colour {
        return plain;
    }
    let mut painted = String::with_capacity(plain.len());
    for line in plain.split_inclusive('\n') {
        let style = match line.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => Style::new().bold(),
            [b'@', ..] => AnsiColor::Cyan.on_default(),
            [b'+', ..] => AnsiColor::Green.on_default(),
            [b'-', ..] => AnsiColor::Red.on_default(),
            _ => Style::new(),
        };
        let (words, end) = line.strip_suffix('\n').map_or((line, ""), |words| (words, "\n"));
        // Writing to a string does not fail.
        let _ = write!(painted, "{style}{words}{style:#}{end}");
    }
    painted
}
