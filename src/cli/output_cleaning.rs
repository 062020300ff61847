//! Cleans all output: text on a terminal loses control characters, and files are written byte for byte.
//!
//! Titles, descriptions and names come from unknown authors, and a terminal executes control characters in them. All text is therefore
//! cleaned in this one place, whatever its source: only colours pass, and only for commands that use them.

use super::args::{Command, DiffFormat, ExploreFormat, ExportFormat, Format, RunFormat, SimulateFormat, TestFormat, TextOrJson};

use std::io::{self, ErrorKind, Write};

/// Kind of cleaning that the output of a command gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputCleaning {
    /// All bytes pass unchanged.
    Exact,
    /// JSON: hidden characters become JSON escapes. A program reads the same data as without escapes, and a terminal or log cannot be
    /// harmed.
    Json,
    /// Text from which control sequences are removed.
    Plain,
    /// Text in which colours are kept, and all other control sequences are removed.
    Painted,
    /// Text that keeps its colours and its carriage returns. A status line is overwritten by a carriage return.
    Status,
    /// All bytes pass, for a command that clears the screen and cleans its text itself.
    Screen,
}

impl OutputCleaning {
    /// Returns the kind of cleaning for the standard output of a command. Documents pass unchanged to files and other programs, but are
    /// cleaned for a terminal.
    pub(super) fn of(command: &Command, is_terminal: bool) -> OutputCleaning {
        match command {
            Command::Watch(_) => OutputCleaning::Screen,
            _ if gives_json(command) => OutputCleaning::Json,
            _ if !is_terminal && gives_texts(command) => OutputCleaning::Exact,
            Command::Check(_)
            | Command::Fmt(_)
            | Command::Show(_)
            | Command::Map(_)
            | Command::Rules(_)
            | Command::Explain(_)
            | Command::Diff(_)
            | Command::Test(_)
            | Command::Play(_)
            | Command::Odds(_) => OutputCleaning::Painted,
            _ => OutputCleaning::Plain,
        }
    }
}

/// True if the output is an author's text or a document for another program.
fn gives_texts(command: &Command) -> bool {
    match command {
        Command::Fmt(_) | Command::Export(_) | Command::Completions(_) | Command::Man(_) | Command::Generate(_) | Command::Import(_) => {
            true
        }
        Command::Check(check) => check.diff || matches!(check.format, Format::Github | Format::Junit | Format::Markdown),
        Command::Test(test) => test.format == Some(TestFormat::Junit),
        Command::Simulate(simulate) => matches!(simulate.shown.format, Some(SimulateFormat::Csv | SimulateFormat::Html)),
        _ => false,
    }
}

/// True if the output is one JSON document.
fn gives_json(command: &Command) -> bool {
    match command {
        Command::Check(check) => !check.diff && matches!(check.format, Format::Json | Format::Sarif | Format::Gitlab),
        Command::Show(show) => show.format == TextOrJson::Json,
        Command::List(list) => list.format == TextOrJson::Json,
        Command::Rules(rules) => rules.format == TextOrJson::Json,
        Command::Inspect(inspect) => inspect.format == TextOrJson::Json,
        Command::Replay(replay) => replay.format == TextOrJson::Json,
        Command::Travel(travel) => travel.format == TextOrJson::Json,
        Command::Upkeep(upkeep) => upkeep.format == TextOrJson::Json,
        Command::Export(export) => export.out.is_none() && !export.print_map && export.format != Some(ExportFormat::Csv),
        Command::Run(run) => run.format == RunFormat::Json,
        Command::Diff(diff) => diff.format == DiffFormat::Json,
        Command::Explore(explore) => explore.format == ExploreFormat::Json,
        Command::Odds(odds) => odds.question.gives_json(),
        Command::Test(test) => test.format == Some(TestFormat::Json),
        Command::Simulate(simulate) => simulate.shown.format == Some(SimulateFormat::Json),
        _ => false,
    }
}

/// Reaction of a command to a closed output stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClosedStreamReaction {
    /// Finish the work and return the status as usual.
    GoOn,
    /// Stop, since the command only displays text.
    Stop,
}

impl ClosedStreamReaction {
    /// Returns the reaction of a command.
    pub(super) fn of(command: &Command) -> ClosedStreamReaction {
        match command {
            Command::Watch(_) | Command::Play(_) | Command::Serve(_) => ClosedStreamReaction::Stop,
            _ => ClosedStreamReaction::GoOn,
        }
    }
}

/// Output stream that cleans text.
pub(super) struct CleaningStream<W> {
    to: W,
    manner: OutputCleaning,
    unread: ClosedStreamReaction,
    gone: bool,
    /// Bytes at the end of the input so far that may be the beginning of a character, control sequence or command. They are kept until the
    /// rest is written.
    held: Vec<u8>,
    /// True if the current line contains only blanks so far, so that a command of a code host may begin.
    fresh: bool,
}

impl<W: Write> CleaningStream<W> {
    pub(super) fn new(to: W, manner: OutputCleaning, unread: ClosedStreamReaction) -> CleaningStream<W> {
        CleaningStream { to, manner, unread, gone: false, held: Vec::new(), fresh: true }
    }

    /// Writes bytes to the stream; does nothing once the stream is closed.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = if self.gone { Ok(()) } else { self.to.write_all(bytes) };
        self.unless_unread(written)
    }

    fn unless_unread(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe && self.unread == ClosedStreamReaction::GoOn => {
                self.gone = true;
                Ok(())
            }
            other => other,
        }
    }

    fn pass_cleaned(&mut self, end: End) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let (words, rest) = cleaned(&held, self.manner, end, &mut self.fresh);
        self.held = rest.to_vec();
        self.pass(words.as_bytes())
    }
}

impl<W: Write> Write for CleaningStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_harmless = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
        let passes = matches!(self.manner, OutputCleaning::Exact | OutputCleaning::Screen);
        if passes {
            self.pass(bytes)?;
        } else if self.held.is_empty() && bytes.iter().all(is_harmless) && !may_command(bytes) {
            self.pass(bytes)?;
            let line = bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
            self.fresh = (self.fresh || line.len() < bytes.len()) && line.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        } else {
            self.held.extend_from_slice(bytes);
            self.pass_cleaned(End::Open)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.held.is_empty() {
            self.pass_cleaned(End::Here)?;
        }
        let flushed = if self.gone { Ok(()) } else { self.to.flush() };
        self.unless_unread(flushed)
    }
}

/// Position in the input: more bytes may follow, or this is the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    Here,
}

/// Returns the cleaned text, and the bytes at the end that may be the beginning of a sequence.
fn cleaned<'b>(bytes: &'b [u8], manner: OutputCleaning, end: End, fresh: &mut bool) -> (String, &'b [u8]) {
    let mut words = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let text = match std::str::from_utf8(rest) {
            Ok(text) => text,
            Err(error) => match std::str::from_utf8(rest.get(..error.valid_up_to()).unwrap_or_default()) {
                Ok("") | Err(_) => {
                    let Some(length) = error.error_len().or((end == End::Here).then_some(rest.len())) else { return (words, rest) };
                    words.push(char::REPLACEMENT_CHARACTER);
                    *fresh = false;
                    rest = rest.get(length..).unwrap_or_default();
                    continue;
                }
                Ok(text) => text,
            },
        };
        let is_all = text.len() == rest.len();
        let taken = clean(text, manner, if is_all { end } else { End::Here }, fresh, &mut words);
        rest = rest.get(taken..).unwrap_or_default();
        if is_all {
            return (words, rest);
        }
    }
    (words, rest)
}

/// Appends the cleaned text to `words`. Returns the number of bytes of `text` that were cleaned. The rest may be the beginning of a
/// sequence.
fn clean(text: &str, manner: OutputCleaning, end: End, fresh: &mut bool, words: &mut String) -> usize {
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if !*fresh || manner == OutputCleaning::Json {
            // Most text needs no cleaning, so everything up to the next special character is copied at once.
            let is_special = |sign: char| matches!(sign, '\n' | '\t' | '\r' | '\u{1b}') || slip_printable::is_always_hidden(sign);
            let plain = rest.find(is_special).unwrap_or(rest.len());
            if plain > 0 {
                let (before, behind) = rest.split_at(plain);
                words.push_str(before);
                rest = behind;
                *fresh = false;
                continue;
            }
        }
        let mut length = sign.len_utf8();
        if *fresh && manner != OutputCleaning::Json {
            match command(rest) {
                LineStart::None => {}
                LineStart::Begun if end == End::Open => break,
                LineStart::Begun if sign != ':' => {}
                LineStart::Begun | LineStart::Whole => {
                    *fresh = false;
                    slip_printable::push_escape(sign, words);
                    rest = rest.get(length..).unwrap_or_default();
                    continue;
                }
            }
        }
        match sign {
            '\n' | '\t' => words.push(sign),
            '\r' if matches!(manner, OutputCleaning::Status | OutputCleaning::Json) => words.push(sign),
            '\r' if rest == "\r" && end == End::Open => break,
            '\r' if rest.starts_with("\r\n") => words.push(sign),
            '\u{1b}' if manner != OutputCleaning::Json => match colour(rest) {
                Code::Colour(code) if manner != OutputCleaning::Plain => {
                    words.push_str(code);
                    length = code.len();
                }
                Code::Begun if end == End::Open => break,
                _ => slip_printable::push_escape(sign, words),
            },
            sign if slip_printable::is_always_hidden(sign) && manner == OutputCleaning::Json => {
                slip_printable::push_json_escape(sign, words)
            }
            sign if slip_printable::is_always_hidden(sign) => slip_printable::push_escape(sign, words),
            sign => words.push(sign),
        }
        *fresh = matches!(sign, '\n' | '\r') || *fresh && matches!(sign, ' ' | '\t' | '\u{1b}');
        rest = rest.get(length..).unwrap_or_default();
    }
    text.len().saturating_sub(rest.len())
}

/// Meaning of the first characters of a line in the log of a code host such as GitHub, where they may be a command.
enum LineStart {
    None,
    /// The characters may be the beginning of a command.
    Begun,
    /// The line begins with a command: `::error …`, `##[error]`, `##vso[…]`
    Whole,
}

/// Tests if a line begins with a command of a code host, or with the first characters of one. Slipyard itself writes no such line, so the
/// line contains an author's text.
fn command(line: &str) -> LineStart {
    let is_name = |next: char| next == '[' || next.is_ascii_alphabetic();
    match (line, line.strip_prefix("##").map(|rest| rest.chars().next())) {
        (":" | "#" | "##", _) => LineStart::Begun,
        (_, Some(Some(next))) if is_name(next) => LineStart::Whole,
        _ if line.starts_with("::") => LineStart::Whole,
        _ => LineStart::None,
    }
}

/// True if bytes may contain a command of a code host, or a part of one.
fn may_command(bytes: &[u8]) -> bool {
    let is_sign = |byte: Option<&u8>| matches!(byte, Some(b':' | b'#'));
    is_sign(bytes.first()) || is_sign(bytes.last()) || bytes.windows(2).any(|two| matches!(two, b"::" | b"##"))
}

/// Control sequence, which begins with the escape character.
enum Code<'t> {
    /// The sequence changes the style of text without hiding it.
    Colour(&'t str),
    /// The sequence is not complete.
    Begun,
    Other,
}

/// Upper limit of the length of a colour sequence of slipyard, in bytes.
const LONGEST: usize = 24;

fn colour(text: &str) -> Code<'_> {
    let Some(inside) = text.strip_prefix('\u{1b}') else { return Code::Other };
    let Some(inside) = inside.strip_prefix('[') else { return if inside.is_empty() { Code::Begun } else { Code::Other } };
    let numbers = inside.find(|sign: char| !sign.is_ascii_digit() && sign != ';').and_then(|end| inside.split_at_checked(end));
    match numbers {
        None if inside.len() < LONGEST => Code::Begun,
        Some((numbers, behind)) if behind.starts_with('m') && numbers.len() < LONGEST && hides_nothing(numbers) => {
            // The sequence has two characters before the numbers and one after them.
            text.get(..numbers.len().saturating_add(3)).map_or(Code::Other, Code::Colour)
        }
        _ => Code::Other,
    }
}

/// True for bold, dim, italic, underline, a text colour, or the end of these; blinking, hidden text and background colours are refused.
fn hides_nothing(numbers: &str) -> bool {
    let palette = numbers.strip_prefix("38;5;").is_some_and(|colour| colour.parse::<u8>().is_ok());
    let one = |number: &str| matches!(number.parse::<u8>(), Ok(0..=4 | 22..=24 | 30..=37 | 39 | 90..=97));
    numbers.is_empty() || palette || numbers.split(';').all(one)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn said(manner: OutputCleaning, pieces: &[&[u8]]) -> String {
        let mut outlet = CleaningStream::new(Vec::new(), manner, ClosedStreamReaction::GoOn);
        for piece in pieces {
            outlet.write_all(piece).unwrap();
        }
        outlet.flush().unwrap();
        String::from_utf8(outlet.to).unwrap()
    }

    #[test]
    fn what_a_terminal_obeys_is_shown_instead() {
        let title = "a\u{1b}]0;title\u{7}b\u{1b}[2Jc\u{9b}2Kd\re\u{8}f";
        let shown = "a\\u{1B}]0;title\\u{7}b\\u{1B}[2Jc\\u{9B}2Kd\\re\\u{8}f";
        for manner in [OutputCleaning::Plain, OutputCleaning::Painted] {
            assert_eq!(said(manner, &[title.as_bytes()]), shown);
        }
        assert_eq!(said(OutputCleaning::Exact, &[title.as_bytes()]), title);
    }

    #[test]
    fn colours_get_through_where_we_paint_and_what_hides_letters_does_not() {
        assert_eq!(said(OutputCleaning::Painted, &[b"\x1b[1mBold\x1b[0m \x1b[38;5;12mblue"]), "\u{1b}[1mBold\u{1b}[0m \u{1b}[38;5;12mblue");
        assert_eq!(said(OutputCleaning::Painted, &[b"\x1b[8mhidden \x1b[40mblack"]), "\\u{1B}[8mhidden \\u{1B}[40mblack");
        assert_eq!(said(OutputCleaning::Plain, &[b"\x1b[31mred"]), "\\u{1B}[31mred");
    }

    #[test]
    fn no_line_begins_as_a_command_of_a_code_host() {
        let text = "a ::b\n::error::x\n  ::set-output\n##[group]\n##vso[task]\n## Heading\n### Heading\n: one\n";
        let shown = "a ::b\n\\u{3A}:error::x\n  \\u{3A}:set-output\n\\u{23}#[group]\n\\u{23}#vso[task]\n## Heading\n### Heading\n: one\n";
        for cut in 0..text.len() {
            let (one, other) = text.as_bytes().split_at(cut);
            assert_eq!(said(OutputCleaning::Plain, &[one, other]), shown, "cut at {cut}");
        }
        assert_eq!(said(OutputCleaning::Exact, &[text.as_bytes()]), text);
    }

    #[test]
    fn signs_and_codes_that_come_in_pieces_are_whole_again() {
        let whole = "Pörö \u{1b}[36mcyan\u{1b}[0m and 宇\r\n";
        for cut in 0..whole.len() {
            let (one, other) = whole.as_bytes().split_at(cut);
            assert_eq!(said(OutputCleaning::Painted, &[one, other]), whole, "cut at {cut}");
        }
        assert_eq!(said(OutputCleaning::Painted, &[b"left\x1b["]), "left\\u{1B}[");
        assert_eq!(said(OutputCleaning::Plain, &[b"no \xff text \xe5"]), "no \u{fffd} text \u{fffd}");
    }

    /// Writer for tests whose reader has closed the stream.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn work_is_finished_though_nobody_reads_and_what_is_only_read_stops() {
        let mut outlet = CleaningStream::new(Gone, OutputCleaning::Plain, ClosedStreamReaction::GoOn);
        assert!(outlet.write_all(b"words").is_ok() && outlet.flush().is_ok());
        assert!(CleaningStream::new(Gone, OutputCleaning::Plain, ClosedStreamReaction::Stop).write_all(b"words").is_err());
    }
}
