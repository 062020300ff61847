//! Reads lines from the keyboard, or from a pipe.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};

/// Length in bytes of the longest line that is read.
const LONGEST: usize = slip_limits::TYPED_LINE;

/// Error of a line that is too long. No part of it is read as an answer (R-XTT4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the line is too long and was ignored: at most {LONGEST} bytes are allowed")
    }
}

/// Input of lines from the player.
pub(super) struct Input<'a> {
    lines: BufReader<&'a mut dyn Read>,
    /// True if each line is printed, because no terminal echoes the input.
    echo: bool,
}

impl<'a> Input<'a> {
    /// Reads lines from a stream. With `echo`, each line is also printed, so that the output of a piped session is complete.
    pub(super) fn new(stream: &'a mut dyn Read, echo: bool) -> Input<'a> {
        Input { lines: BufReader::new(stream), echo }
    }

    /// True if there may be input for a game that is over: always at a keyboard, but in a pipe only `undo` and `veto`, since any other line
    /// may be for the next game of a scenario.
    pub(super) fn may_go_back(&mut self) -> io::Result<bool> {
        let next = if self.echo { self.lines.fill_buf()? } else { return Ok(true) };
        Ok(next.starts_with(b"undo") || next.starts_with(b"veto"))
    }

    /// Reads the next line, trimmed and without control characters; `None` at the end of input.
    pub(super) fn line(&mut self, out: &mut dyn Write) -> io::Result<Option<Result<String, TooLong>>> {
        out.flush()?;
        let Some(bytes) = self.whole_line()? else {
            writeln!(out)?;
            return Ok(None);
        };
        let Ok(bytes) = bytes else {
            if self.echo {
                writeln!(out)?;
            }
            return Ok(Some(Err(TooLong)));
        };
        let text = String::from_utf8_lossy(&bytes);
        let plain: String =
            text.chars().filter(|letter| !letter.is_control() && !slip_printable::turns(*letter) || *letter == '\t').collect();
        let line = plain.replace('\t', " ").trim().to_owned();
        if self.echo {
            writeln!(out, "{line}")?;
        }
        Ok(Some(Ok(line)))
    }

    /// Reads up to the end of a line, even if the line is too long; otherwise the rest of the line would answer the next question. Returns
    /// `None` at the end of input.
    fn whole_line(&mut self) -> io::Result<Option<Result<Vec<u8>, TooLong>>> {
        let mut bytes = Vec::new();
        let mut begun = false;
        let mut too_long = false;
        loop {
            let here = match self.lines.fill_buf() {
                Err(stopped) if stopped.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if here.is_empty() && !begun {
                return Ok(None);
            }
            begun = true;
            let end = here.iter().position(|byte| *byte == b'\n');
            let part = end.and_then(|end| here.get(..end)).unwrap_or(here);
            too_long |= bytes.len() + part.len() > LONGEST;
            if !too_long {
                bytes.extend_from_slice(part);
            }
            let (used, ends) = (end.map_or(here.len(), |end| end + 1), end.is_some() || here.is_empty());
            self.lines.consume(used);
            if ends {
                return Ok(Some(if too_long { Err(TooLong) } else { Ok(bytes) }));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// Returns all lines that can be read from a stream.
    fn read(mut stream: &[u8]) -> Vec<Result<String, TooLong>> {
        let mut input = Input::new(&mut stream, false);
        let mut out = Vec::new();
        std::iter::from_fn(|| input.line(&mut out).unwrap()).collect()
    }

    #[test]
    fn rxtt4_a_line_that_is_too_long_is_one_line_of_which_nothing_counts() {
        let longest = "x".repeat(LONGEST);
        let read_of = |lines: &str| read(lines.as_bytes());
        assert_eq!(read_of(&format!("{longest}\nconcede\n")), [Ok(longest.clone()), Ok("concede".to_owned())]);
        assert_eq!(read_of(&format!("{longest}concede\nmove\n")), [Err(TooLong), Ok("move".to_owned())]);
        let several = longest.repeat(40);
        assert_eq!(
            read_of(&format!("move\n{several}\n\nmove")),
            [Ok("move".to_owned()), Err(TooLong), Ok(String::new()), Ok("move".to_owned())]
        );
        assert_eq!(read_of(&several), [Err(TooLong)]);
        assert_eq!(read_of(""), []);
    }
}
