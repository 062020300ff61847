//! Breaks long lines at the width of the terminal, between words. The rest of a line is indented to the column where its text began, so
//! that lists stay readable. Output to a file or a pipe is not broken.

use std::io::{self, IsTerminal, Write};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Least width of a column of text; in a narrower column most lines would consist of one word.
const NARROWEST: usize = 28;
/// Indentation of the description of an option, if the description is on separate lines. It is a little more than the indentation of the
/// option.
const UNDER_A_SENTENCE: usize = 10;
/// Empty box of a track. It contains a no-break space, so that no line is broken inside it.
const EMPTY_BOX: &str = "[\u{a0}]";

/// Returns the width of the terminal that shows the standard output; `None` if it is not a terminal.
pub(super) fn terminal_width() -> Option<usize> {
    let size = || ratatui::crossterm::terminal::size().ok();
    let (columns, _) = io::stdout().is_terminal().then(size)??;
    Some(usize::from(columns)).filter(|columns| *columns >= NARROWEST)
}

/// Writer that breaks lines longer than `width` columns. A line is held back until it ends or the writer is flushed.
pub(super) struct Wrapped<'a> {
    out: &'a mut dyn Write,
    width: usize,
    line: Vec<u8>,
}

impl<'a> Wrapped<'a> {
    /// Creates a writer for a terminal of this width.
    pub(super) fn new(out: &'a mut dyn Write, width: usize) -> Wrapped<'a> {
        Wrapped { out, width, line: Vec::new() }
    }

    fn end_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        match std::str::from_utf8(&line) {
            Ok(text) => self.out.write_all(broken(text, self.width).as_bytes()),
            Err(_) => self.out.write_all(&line),
        }
    }
}

impl Write for Wrapped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, ends) = part.strip_suffix(b"\n").map_or((part, false), |text| (text, true));
            self.line.extend_from_slice(text);
            if ends {
                self.end_line()?;
                self.out.write_all(b"\n")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.end_line()?;
        self.out.flush()
    }
}

/// Returns a line with line ends between words, so that no part is wider than `width` unless a word is. Lines of a map stay whole.
fn broken(line: &str, width: usize) -> String {
    if display_width(line) <= width || is_drawing(line) {
        return line.to_owned();
    }
    let begins = columns(line);
    let first = begins.first().map_or(0, |begin| begin.column);
    match begins.last() {
        // The last column begins too far right for its text, so it is moved to a line of its own.
        Some(last) if last.column + NARROWEST > width => {
            let (before, rest) = line.split_at(last.byte);
            let rest = format!("{}{rest}", " ".repeat(UNDER_A_SENTENCE.min(width / 2)));
            let rest = filled(&rest, UNDER_A_SENTENCE.min(width / 2), width);
            if before.trim().is_empty() { rest } else { format!("{}\n{rest}", broken(before.trim_end(), width)) }
        }
        Some(last) if begins.len() > 1 => filled(line, last.column, width),
        // A line without columns is a sentence. If it is broken, its rest is indented a little more than its beginning.
        _ => filled(line, (first + 2).min(width / 2), width),
    }
}

/// Breaks a line between words; the lines after the first begin with `indent` blanks. A row of boxes, such as `[x][ ]`, is one word.
fn filled(line: &str, indent: usize, width: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(width)
        .subsequent_indent(&indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false);
    textwrap::wrap(&line.replace("[ ]", EMPTY_BOX), options).join("\n").replace(EMPTY_BOX, "[ ]")
}

/// True if a line is part of a drawn map.
fn is_drawing(line: &str) -> bool {
    line.trim_start().starts_with(['#', ':', '|'])
}

/// Beginning of a column of text in a line. Columns are separated by two blanks.
struct ColumnBegin {
    /// Column on the screen.
    column: usize,
    /// Byte offset in the line, before the escape sequence if the column begins with a colour.
    byte: usize,
}

/// Returns the beginning of each column of text in a line.
fn columns(line: &str) -> Vec<ColumnBegin> {
    let (mut begins, mut column, mut blanks, mut after_blank, mut is_escape) = (Vec::new(), 0, 2, 0, false);
    for (byte, letter) in line.char_indices() {
        match letter {
            '\u{1b}' => is_escape = true,
            'm' if is_escape => is_escape = false,
            _ if is_escape => {}
            ' ' => {
                (column, blanks, after_blank) = (column + 1, blanks + 1, byte + 1);
            }
            _ => {
                if blanks >= 2 {
                    begins.push(ColumnBegin { column, byte: after_blank });
                }
                (column, blanks) = (column + 1, 0);
            }
        }
    }
    begins
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn written(text: &str, width: usize) -> String {
        let mut out = Vec::new();
        let mut wrapped = Wrapped::new(&mut out, width);
        wrapped.write_all(text.as_bytes()).unwrap();
        wrapped.flush().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_long_sentence_is_broken_between_words_and_indented() {
        let shown = written("  Gull watch goes from West tower to the Dunes, then to Needle tower.\n", 40);
        assert_eq!(shown, "  Gull watch goes from West tower to the\n    Dunes, then to Needle tower.\n");
    }

    #[test]
    fn the_rest_of_an_option_stays_in_its_column() {
        let shown = written(" *  1  Move the unit  81%: dice and 2 with Movement against 0; 2 zones at most\n", 56);
        assert_eq!(shown, " *  1  Move the unit  81%: dice and 2 with Movement\n                      against 0; 2 zones at most\n");
    }

    #[test]
    fn a_description_that_is_far_right_goes_under_its_option() {
        let option = format!("    2  Tag \"Paid by the trip\" on Deckhand for +2{:20}costs 1 of 6 fate points\n", "");
        assert_eq!(written(&option, 60), "    2  Tag \"Paid by the trip\" on Deckhand for +2\n          costs 1 of 6 fate points\n");
        let alone = format!("{:56}costs 1 of 6 fate points; 5 becomes 7\n", "");
        assert_eq!(written(&alone, 60), "          costs 1 of 6 fate points; 5 becomes 7\n");
    }

    #[test]
    fn a_row_of_boxes_is_not_broken() {
        let row = "IM  Iveta Marsh  Loading dock  Composure [ ][x][ ][ ]\n";
        assert!(written(row, 48).contains("[ ][x][ ][ ]"), "{}", written(row, 48));
    }

    #[test]
    fn colours_count_nothing_and_a_prompt_is_shown_at_once() {
        assert_eq!(written("\u{1b}[1mTen letters\u{1b}[0m\n", 11), "\u{1b}[1mTen letters\u{1b}[0m\n");
        assert_eq!(written("Gull watch> ", 40), "Gull watch> ");
    }

    #[test]
    fn a_line_of_a_map_stays_whole() {
        let map = "  # North heath                   : Sheep uplands                 #\n";
        assert_eq!(written(map, 40), map);
    }
}
