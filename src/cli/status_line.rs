//! Status line of a terminal: one line that is overwritten, and cleared at the end.

use std::io::{IsTerminal, Write};

/// Status line.
pub(super) struct StatusLine {
    /// True if the output is a terminal.
    watched: bool,
    /// Length of the current line in columns.
    told: usize,
}

impl StatusLine {
    pub(super) fn new() -> StatusLine {
        StatusLine { watched: std::io::stderr().is_terminal(), told: 0 }
    }

    /// Writes the line over the old one, if the output is a terminal.
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

    /// Overwrites the line with spaces instead of control sequences, which NO_COLOR would remove.
    fn write_over(&mut self, line: &str, err: &mut dyn Write) {
        let (before, now) = (self.told, line.chars().count());
        self.told = now;
        let rest = " ".repeat(before.saturating_sub(now));
        // Errors are ignored, because the terminal may have been closed.
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
