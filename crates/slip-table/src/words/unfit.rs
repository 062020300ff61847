//! Why words are no answer.

use slip_play::ask::Point;
use std::fmt;
use std::ops::Range;

/// What is wrong with words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// There are none.
    Nothing,
    /// A quotation mark has no partner.
    Unclosed,
    /// No question is ever answered with this verb.
    NoVerb,
    /// A word that fits no option.
    Foreign,
    /// An aspect that cannot be used on the roll, for this reason.
    Unused(String),
    /// An act that cannot be done now, for this reason.
    Undone(String),
    /// No option can be meant with so few words: this one is missing.
    Missing(String),
    /// Several options fit.
    Several(Vec<String>),
    /// There is only one way, which is not asked for, and it is another.
    Only(String),
    /// What is said of a chain beyond its end.
    Left,
}

/// Words that are no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// What is wrong.
    pub why: Misfit,
    /// The offending bytes.
    pub at: Range<usize>,
    /// The offending words.
    pub word: String,
    /// What was probably meant.
    pub near: Option<String>,
    /// What was asked.
    pub asked: Option<&'static str>,
    /// The words of every legal answer.
    pub legal: Vec<String>,
}

impl Unfit {
    /// The sentence, and what is legal if that is of a later question than the one that is put: it stands nowhere else.
    pub fn of_later(&self, put: Point) -> String {
        let later = self.asked.is_some_and(|asked| asked != put.word());
        let legal: String = self.legal.iter().filter(|_| later).map(|words| format!("\n      {words}")).collect();
        format!("{self}{legal}")
    }

    /// A misfit of these bytes of a text.
    pub(super) fn at(why: Misfit, at: Range<usize>, text: &str) -> Box<Unfit> {
        let word = text.get(at.clone()).unwrap_or_default().to_owned();
        Box::new(Unfit { why, at, word, near: None, asked: None, legal: Vec::new() })
    }
}

impl fmt::Display for Unfit {
    /// One sentence without what is legal, which is often long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = &self.word;
        match &self.why {
            Misfit::Nothing => write!(f, "nothing is said")?,
            Misfit::Unclosed => write!(f, "the quotation that begins here never ends")?,
            Misfit::NoVerb => write!(f, "no question is answered with `{word}`")?,
            Misfit::Foreign => match self.asked {
                Some(asked) => write!(f, "`{word}` is not among the answers to `{asked}`")?,
                None => write!(f, "`{word}` is not among the answers")?,
            },
            Misfit::Unused(why) => write!(f, "`{word}` cannot be used: {why}")?,
            Misfit::Undone(why) => write!(f, "`{word}` cannot be done: {why}")?,
            Misfit::Missing(missing) => write!(f, "`{word}` leaves open `{missing}`")?,
            Misfit::Several(fits) => {
                let fits: Vec<String> = fits.iter().map(|fit| format!("`{fit}`")).collect();
                write!(f, "`{word}` may mean {}", slip_suggest::alternatives(fits.iter().map(String::as_str)))?;
            }
            Misfit::Only(only) => write!(f, "`{word}` cannot be: `{only}` is all there is")?,
            Misfit::Left => write!(f, "nothing asks for `{word}`")?,
        }
        match &self.near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Unfit {}
