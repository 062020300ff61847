//! A line on a terminal that is written over and over, and gone in the end.

use std::io::{IsTerminal, Write};

/// The line.
pub(super) struct StatusLine {
    /// Only where somebody watches.
    watched: bool,
    /// How long the line is that stands there.
    told: usize,
}

impl StatusLine {
    pub(super) fn new() -> StatusLine {
        StatusLine { watched: std::io::stderr().is_terminal(), told: 0 }
    }

    /// Writes it, if anybody watches.
    pub(super) fn show(&mut self, line: impl FnOnce() -> String, err: &mut dyn Write) {
        if self.watched {
            self.write_over(&line(), err);
        }
    }

    pub(super) fn clear(&mut self, err: &mut dyn Write) {
        if self.told > 0 {
            self.write_over("", err);
            let _ = write!(err, "\r").and_then(|()| err.flush());
        }
    }

    /// Spaces and no codes: with NO_COLOR none get through.
    fn write_over(&mut self, line: &str, err: &mut dyn Write) {
        let (before, now) = (self.told, line.chars().count());
        self.told = now;
        let rest = " ".repeat(before.saturating_sub(now));
        // A terminal that has gone away is no reason to stop.
        let _ = write!(err, "\r{line}{rest}").and_then(|()| err.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_leaves_nothing_behind() {
        let mut line = StatusLine { watched: true, told: 0 };
        let mut seen = Vec::new();
        line.show(|| "half of it ░".to_owned(), &mut seen);
        line.clear(&mut seen);
        let seen = String::from_utf8(seen).unwrap_or_default();
        let lines: Vec<&str> = seen.split('\r').collect();
        assert!(
            matches!(lines.as_slice(), ["", line, blank, ""] if line.chars().count() == blank.len() && blank.trim().is_empty()),
            "{seen:?}"
        );
    }

    #[test]
    fn nothing_is_written_where_nobody_watches() {
        let mut line = StatusLine { watched: false, told: 0 };
        let mut seen = Vec::new();
        line.show(|| "half of it".to_owned(), &mut seen);
        line.clear(&mut seen);
        assert!(seen.is_empty());
    }
}
