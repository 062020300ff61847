//! Errors in typed answers.

use super::option_phrase::NameCandidate;
use slip_play::question::Point;
use std::fmt;
use std::ops::Range;

/// Kind of error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputErrorKind {
    /// The player typed nothing.
    Nothing,
    /// A quotation mark has no second mark that closes the quotation.
    Unclosed,
    /// The verb cannot answer any question.
    NoVerb,
    /// A word does not fit any option.
    Foreign,
    /// The aspect cannot be used on this roll, for the given reason.
    Unused(String),
    /// The act is impossible now, for the reason given.
    Undone(String),
    /// The act is impossible now.
    NotNow,
    /// The words are incomplete: this word is missing.
    Missing(String),
    /// Several options fit the typed words.
    Several(Vec<String>),
    /// The words mean an option that is not legal. Only one option was legal, and the engine has already taken it; its words are given.
    Only(String),
    /// Words remain after the end of a declaration.
    Left,
}

/// Error in the typed words of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Kind of error.
    pub why: InputErrorKind,
    /// Byte range of the error in the input.
    pub at: Range<usize>,
    /// Part of the input that is in the byte range `at`.
    pub word: String,
    /// Correction that the message suggests.
    pub near: Option<String>,
    /// Keyword of the question that the words were to answer.
    pub asked: Option<&'static str>,
    /// Words of every legal answer.
    pub legal: Vec<String>,
    /// Names that would fit in the place of the wrong word.
    pub(super) candidates: Vec<NameCandidate>,
}

impl InputError {
    /// True if the words were meant for a later question than `put`, the question that is displayed.
    pub fn is_later(&self, put: Point) -> bool {
        self.asked.is_some_and(|asked| asked != put.word())
    }

    /// Returns the message for people. It says `this question` instead of the keyword of the question, because people see the question.
    pub fn told(&self, put: Point) -> String {
        self.sentence(if self.is_later(put) { "the next question" } else { "this question" })
    }

    /// Returns the message for people, about an answer to any question.
    pub fn told_plainly(&self) -> String {
        self.sentence("this question")
    }

    /// Returns the message for people. If the message is about a later question than the displayed one, the legal answers follow.
    pub fn of_later(&self, put: Point) -> String {
        let legal: String = self.legal.iter().filter(|_| self.is_later(put)).map(|words| format!("\n      {words}")).collect();
        format!("{}{legal}", self.told(put))
    }

    /// Creates an error for a byte range of the input.
    pub(super) fn at(why: InputErrorKind, at: Range<usize>, text: &str) -> Box<InputError> {
        let word = text.get(at.clone()).unwrap_or_default().to_owned();
        Box::new(InputError { why, at, word, near: None, asked: None, legal: Vec::new(), candidates: Vec::new() })
    }
}

impl InputError {
    /// Returns the error as one sentence, without the list of legal answers, which can be long. `question` names the question that the
    /// input does not fit.
    fn sentence(&self, question: &str) -> String {
        let word = &self.word;
        let sentence = match &self.why {
            InputErrorKind::Nothing => "type an answer".to_owned(),
            InputErrorKind::Unclosed => "the closing quotation mark is missing".to_owned(),
            InputErrorKind::NoVerb => format!("there is no answer `{word}`"),
            InputErrorKind::Foreign if self.asked.is_some() => format!("`{word}` is not an answer to {question}"),
            InputErrorKind::Foreign => format!("`{word}` is not one of the answers"),
            InputErrorKind::Unused(why) => format!("`{word}` cannot be used: {why}"),
            InputErrorKind::Undone(why) => format!("`{word}` is not possible now: {why}"),
            InputErrorKind::NotNow => format!("`{word}` is not possible now"),
            InputErrorKind::Missing(missing) => format!("`{word}` is incomplete: add `{missing}`"),
            InputErrorKind::Several(fits) => {
                let fits: Vec<String> = fits.iter().map(|fit| format!("`{fit}`")).collect();
                format!("`{word}` is ambiguous: write {}", slip_suggest::alternatives(fits.iter().map(String::as_str)))
            }
            InputErrorKind::Only(only) => format!("`{word}` is not possible: the only answer is `{only}`"),
            InputErrorKind::Left => format!("`{word}` does not belong to this answer: type the answer without it"),
        };
        match &self.near {
            Some(near) => format!("{sentence}; did you mean `{near}`?"),
            None => sentence,
        }
    }
}

impl fmt::Display for InputError {
    /// Writes the error as one sentence, for a line of a script. The question is named by its keyword, as in logs and scripts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(&self.asked.map_or_else(String::new, |asked| format!("`{asked}`"))))
    }
}

impl std::error::Error for InputError {}
