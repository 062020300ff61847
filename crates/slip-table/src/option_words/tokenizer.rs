//! Splits a typed line into tokens: plain words and quotations, each with its position.

use super::input_error::{InputError, InputErrorKind};
use std::ops::Range;

/// Token of a typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InputToken {
    /// Text of the token without quotation marks; includes a following `#2`.
    pub(super) text: String,
    /// True if the token was in quotation marks.
    pub(super) quoted: bool,
    /// Byte range of the token in the line.
    pub(super) at: Range<usize>,
}

/// Splits a line at blanks and commas and keeps quotations whole. Inside a quotation, `\"` is a quotation mark, `\\` a backslash and `\n`
/// a line break.
pub(super) fn tokens(text: &str) -> Result<Vec<InputToken>, Box<InputError>> {
    let mut tokens = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some(&(start, letter)) = letters.peek() {
        if letter.is_whitespace() || letter == ',' {
            letters.next();
            continue;
        }
        if is_opening(letter) {
            let opening = letter;
            letters.next();
            let mut words = String::new();
            let mut closed = false;
            while let Some((_, letter)) = letters.next() {
                match letter {
                    '\\' => match letters.next() {
                        Some((_, 'n')) => words.push('\n'),
                        Some((_, 't')) => words.push('\t'),
                        Some((_, 'r')) => words.push('\r'),
                        Some((_, escaped)) => words.push(escaped),
                        None => break,
                    },
                    _ if closes(opening, letter) => {
                        closed = true;
                        break;
                    }
                    _ => words.push(letter),
                }
            }
            if !closed {
                return Err(InputError::at(InputErrorKind::Unclosed, start..text.len(), text));
            }
            // `#2` after a quotation is an ordinal among equal words.
            if letters.peek().is_some_and(|&(_, letter)| letter == '#') {
                while let Some(&(_, letter)) = letters.peek() {
                    if letter.is_whitespace() || letter == ',' {
                        break;
                    }
                    words.push(letter);
                    letters.next();
                }
            }
            let end = letters.peek().map_or(text.len(), |&(end, _)| end);
            tokens.push(InputToken { text: words, quoted: true, at: start..end });
            continue;
        }
        let mut end = start;
        while let Some(&(here, letter)) = letters.peek() {
            if letter.is_whitespace() || letter == ',' || is_opening(letter) {
                break;
            }
            end = here + letter.len_utf8();
            letters.next();
        }
        let words = text.get(start..end).unwrap_or_default();
        tokens.push(InputToken { text: words.to_owned(), quoted: false, at: start..end });
    }
    Ok(tokens)
}

const fn is_opening(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}' | '\u{201e}')
}

/// True if a quotation mark closes a quotation that begins with this opening mark. One mark can do both: it closes a German quotation and
/// opens an English one.
const fn closes(opening: char, letter: char) -> bool {
    matches!((opening, letter), (_, '"' | '\u{201d}') | ('\u{201e}', '\u{201c}'))
}

/// Scanner that reads a text letter by letter and tracks if it is inside a quotation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quotations {
    opening: Option<char>,
    escaped: bool,
}

impl Quotations {
    /// Reads the next letter of the text. Returns true if the letter is in a quotation or is one of its quotation marks.
    pub const fn hold(&mut self, letter: char) -> bool {
        match self.opening {
            None => {
                if is_opening(letter) {
                    self.opening = Some(letter);
                }
                self.opening.is_some()
            }
            Some(_) if self.escaped || letter == '\\' => {
                self.escaped = !self.escaped;
                true
            }
            Some(opening) => {
                if closes(opening, letter) {
                    self.opening = None;
                }
                true
            }
        }
    }
}

/// Formats words in quotation marks so that they can be parsed again.
pub fn quoted(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 2);
    out.push('"');
    for letter in words.chars() {
        match letter {
            '"' | '\\' | '\u{201d}' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn whatever_stands_in_quotation_marks_comes_back() {
        for words in
            ["", "Over the crates!", "\"no\"", "back\\slash", "two\nlines\tand a\rreturn", "curly \u{201c}marks\u{201d}", "#2 // x"]
        {
            let read = tokens(&format!("say {} on", quoted(words))).unwrap();
            let texts: Vec<(&str, bool)> = read.iter().map(|token| (token.text.as_str(), token.quoted)).collect();
            assert_eq!(texts, [("say", false), (words, true), ("on", false)]);
        }
    }

    #[test]
    fn quotations_are_read_with_the_marks_of_several_languages() {
        for text in ["say \"over there\" on", "say \u{201c}over there\u{201d} on", "say \u{201e}over there\u{201c} on"] {
            let read = tokens(text).unwrap();
            let texts: Vec<(&str, bool)> = read.iter().map(|token| (token.text.as_str(), token.quoted)).collect();
            assert_eq!(texts, [("say", false), ("over there", true), ("on", false)], "{text}");
        }
    }

    #[test]
    fn what_stands_in_quotations_is_told_from_what_does_not() {
        for text in ["a \"b \\\" b\" c", "a \u{201c}b \" c", "a \u{201e}b\u{201c} c", "a \"b\\\\\" c"] {
            let mut quotations = Quotations::default();
            let outside: String = text.chars().filter(|&letter| !quotations.hold(letter)).collect();
            assert_eq!(outside, "a  c", "{text}");
        }
    }

    #[test]
    fn a_quotation_without_an_end_is_an_error_at_its_beginning() {
        let unfit = tokens("concede \"we go").unwrap_err();
        assert_eq!((unfit.why, unfit.at), (InputErrorKind::Unclosed, 8..14));
    }
}
