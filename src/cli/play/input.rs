//! Lines from whoever sits at the keyboard, or from a pipe. Floor 9.

use std::io::{self, BufRead, BufReader, Read, Write};

/// The longest line that is read; a longer one is nobody's answer.
const LONGEST: u64 = crate::limits::TYPED_LINE;

/// The keyboard.
pub(super) struct Input<'a> {
    lines: BufReader<&'a mut dyn Read>,
    /// Whether what is typed is not on the screen by itself.
    echo: bool,
}

impl<'a> Input<'a> {
    /// Reads from a stream; with `echo` each line is written out, so that an account of a piped session reads whole.
    pub(super) fn new(stream: &'a mut dyn Read, echo: bool) -> Input<'a> {
        Input { lines: BufReader::new(stream), echo }
    }

    /// The next line without the blanks around it; none at the end of input. A line that is not text reads as what is
    /// left of it.
    pub(super) fn line(&mut self, out: &mut dyn Write) -> io::Result<Option<String>> {
        out.flush()?;
        let mut bytes = Vec::new();
        let read = loop {
            match (&mut self.lines).take(LONGEST).read_until(b'\n', &mut bytes) {
                Err(stopped) if stopped.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        if read == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&bytes);
        let plain: String = text.chars().filter(|letter| !letter.is_control() || *letter == '\t').collect();
        let line = plain.replace('\t', " ").trim().to_owned();
        if self.echo {
            writeln!(out, "{line}")?;
        }
        Ok(Some(line))
    }
}
