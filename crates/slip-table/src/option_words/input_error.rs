//! Errors in typed answers.

use slip_play::question::Point;
use std::fmt;
use std::ops::Range;

/// Kind of error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
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
    /// The words are incomplete: the given word is missing.
    Missing(String),
    /// Several options fit the typed words.
    Several(Vec<String>),
    /// The words mean an option that is not legal: the engine has already taken the only legal one, whose words are given.
    Only(String),
    /// Words remain after the end of a declaration.
    Left,
}

/// Error in the typed words of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Kind of error.
    pub why: Misfit,
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
}

impl InputError {
    /// Returns the message, followed by the legal answers if they belong to a later question than the displayed one.
    pub fn of_later(&self, put: Point) -> String {
        let later = self.asked.is_some_and(|asked| asked != put.word());
        let legal: String = self.legal.iter().filter(|_| later).map(|words| format!("\n      {words}")).collect();
        format!("{self}{legal}")
    }

    /// Creates an error for a byte range of the input.
    pub(super) fn at(why: Misfit, at: Range<usize>, text: &str) -> Box<InputError> {
        let word = text.get(at.clone()).unwrap_or_default().to_owned();
        Box::new(InputError { why, at, word, near: None, asked: None, legal: Vec::new() })
    }
}

impl fmt::Display for InputError {
    /// Writes the error as one sentence, without the list of legal answers, which can be long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = &self.word;
        match &self.why {
            Misfit::Nothing => write!(f, "type an answer")?,
            Misfit::Unclosed => write!(f, "the closing quotation mark is missing")?,
            Misfit::NoVerb => write!(f, "there is no answer `{word}`")?,
            Misfit::Foreign => match self.asked {
                Some(asked) => write!(f, "`{word}` is not an answer to `{asked}`")?,
                None => write!(f, "`{word}` is not one of the answers")?,
            },
            Misfit::Unused(why) => write!(f, "`{word}` cannot be used: {why}")?,
            Misfit::Undone(why) => write!(f, "`{word}` is not possible now: {why}")?,
            Misfit::Missing(missing) => write!(f, "`{word}` is incomplete: add `{missing}`")?,
            Misfit::Several(fits) => {
                let fits: Vec<String> = fits.iter().map(|fit| format!("`{fit}`")).collect();
                write!(f, "`{word}` is ambiguous: write {}", slip_suggest::alternatives(fits.iter().map(String::as_str)))?;
            }
            Misfit::Only(only) => write!(f, "`{word}` is not possible: the only answer is `{only}`")?,
            Misfit::Left => write!(f, "`{word}` does not belong to this answer: type the answer without it")?,
        }
        match &self.near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}
