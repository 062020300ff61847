//! What is wrong with a log, as sentences that say which line, what belongs there and what is there.

use super::SessionError;
use slip_pack::Name;
use slip_play::conflict::Refusal;
use slip_play::log::Fault;
use std::fmt;

/// The end of a log that is not whole: somebody was interrupted while they wrote. Everything before it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The first line that is not there as a whole.
    pub line: usize,
    /// Lines of the last step that are missing and known all the same.
    pub unfinished: usize,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the log is cut off at line {}; everything before it stands", self.line)
    }
}

/// Why a log is not read to its end. Lines count from 0, as `n` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is not one whole line.
    Empty,
    /// It begins with a byte order mark.
    Mark,
    /// Lines end with carriage returns.
    Returns {
        /// The first.
        line: usize,
    },
    /// A line is longer than any record of a log.
    TooLong {
        /// The first.
        line: usize,
    },
    /// The undos of the log go through more records again than is allowed.
    TooManyUndos {
        /// The undo that is too many.
        line: usize,
    },
    /// A line is not a JSON object.
    NotJson {
        /// Which.
        line: usize,
        /// What it is.
        found: String,
    },
    /// It is a log of another release.
    Format(Fault),
    /// It is a log of another package, version or hash.
    OtherPack {
        /// What the log names.
        log: String,
        /// What is at hand.
        here: String,
    },
    /// It is a log of another encounter.
    OtherEncounter {
        /// What the log names.
        log: String,
        /// What is at hand.
        here: String,
    },
    /// The sides are others.
    Seats {
        /// What the log names.
        log: String,
        /// What is at hand.
        here: String,
    },
    /// A side plays by a doctrine that the pack does not have.
    Doctrine {
        /// The line.
        line: usize,
        /// The field of it.
        field: String,
        /// The side.
        side: Name,
        /// The doctrine.
        name: Name,
    },
    /// The log has somebody bring something along who is not in the encounter.
    Nobody {
        /// Who.
        who: Name,
    },
    /// What was brought into the encounter is not what the log says.
    OtherBrought,
    /// The encounter cannot begin.
    Begin(SessionError),
    /// The session cannot go on.
    Session(SessionError),
    /// A line does not have the number that its place has.
    Number {
        /// The place.
        line: usize,
        /// The number it has.
        found: String,
        /// The line that belongs there, where that is known.
        expected: Option<String>,
        /// What it is.
        text: String,
    },
    /// A field of a line cannot be read.
    Line {
        /// Which.
        line: usize,
        /// The field.
        fault: Box<Fault>,
        /// The line that belongs there, where that is known.
        expected: Option<String>,
        /// What it is.
        found: String,
    },
    /// A line can be read, and is not what follows from those before it.
    Differs {
        /// Which.
        line: usize,
        /// What follows.
        expected: String,
        /// What it is.
        found: String,
    },
    /// A line is the very one that follows, and means something else: what is written cannot be read back.
    Ambiguous {
        /// Which.
        line: usize,
        /// What it is.
        found: String,
        /// A name in it that two things have, if that is why.
        name: Option<String>,
    },
    /// Somebody must answer, and the line is no answer.
    NoAnswer {
        /// Which.
        line: usize,
        /// Who must answer.
        seat: String,
        /// What they are asked.
        point: &'static str,
        /// What it is.
        found: String,
    },
    /// The answer is not legal.
    Refused {
        /// Which.
        line: usize,
        /// Why.
        refusal: Refusal,
        /// What it is.
        found: String,
    },
    /// The fight is over, and the log goes on.
    Over {
        /// The line after the end.
        line: usize,
        /// What it is.
        found: String,
    },
    /// Steps taken back or a ruling that the table would have refused.
    Table {
        /// Which.
        line: usize,
        /// Why.
        why: SessionError,
    },
}

impl Trouble {
    /// True if the log was read and is not what follows from it; otherwise it could not be compared at all.
    pub const fn is_difference(&self) -> bool {
        match self {
            Trouble::Number { .. }
            | Trouble::Line { .. }
            | Trouble::Differs { .. }
            | Trouble::Ambiguous { .. }
            | Trouble::NoAnswer { .. }
            | Trouble::Refused { .. }
            | Trouble::Over { .. }
            | Trouble::Table { .. } => true,
            Trouble::Empty
            | Trouble::Mark
            | Trouble::Returns { .. }
            | Trouble::TooLong { .. }
            | Trouble::TooManyUndos { .. }
            | Trouble::NotJson { .. }
            | Trouble::Format(_)
            | Trouble::OtherPack { .. }
            | Trouble::OtherEncounter { .. }
            | Trouble::Seats { .. }
            | Trouble::Doctrine { .. }
            | Trouble::Nobody { .. }
            | Trouble::OtherBrought
            | Trouble::Begin(_)
            | Trouble::Session(_) => false,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = |f: &mut fmt::Formatter<'_>, expected: Option<&str>, found: &str| {
            if let Some(expected) = expected {
                write!(f, "\n  expected {expected}")?;
            }
            write!(f, "\n  found    {found}")
        };
        match self {
            Trouble::Empty => write!(f, "there is not one whole line of a log"),
            Trouble::Mark => write!(f, "the file begins with a byte order mark, which logs do not have: save it as UTF-8 without one"),
            Trouble::Returns { line } => {
                write!(f, "line {line} ends with a carriage return: the lines of a log end with a line feed alone, as they were written")
            }
            Trouble::TooLong { line } => {
                write!(f, "line {line} has more than {} MiB, the limit of a record", slip_limits::LOG_RECORD_BYTES >> 20)
            }
            Trouble::TooManyUndos { line } => {
                let most = slip_limits::LOG_RECORDS_AGAIN;
                write!(f, "line {line}: the undos of this log go through more than {most} records again, the limit of a log")
            }
            Trouble::NotJson { line, found } => {
                write!(f, "line {line} is not a JSON object: {}", slip_play::log::fault::shortened(found))
            }
            Trouble::Format(fault) => write!(f, "line 0: {fault}"),
            Trouble::OtherPack { log, here } => {
                write!(f, "the log was written with another pack\n  the log  {log}\n  at hand  {here}")
            }
            Trouble::OtherEncounter { log, here } => {
                write!(f, "line 0: `encounter`: the log is one of the encounter `{log}`, not of `{here}`")
            }
            Trouble::Seats { log, here } => write!(f, "line 0: `seats`: the sides of the log are {log}, those of the encounter {here}"),
            Trouble::Doctrine { line, field, side, name } => {
                write!(
                    f,
                    "line {line}: `{field}`: the log has the side `{side}` play by the doctrine `{name}`, which the pack does not have"
                )
            }
            Trouble::Nobody { who } => {
                write!(f, "the log says what `{who}` brings along, who is not in the encounter, or not in this order")
            }
            Trouble::OtherBrought => write!(f, "the log says that other things were brought along than those at hand"),
            Trouble::Begin(error) | Trouble::Session(error) => error.fmt(f),
            Trouble::Number { line, found, expected, text } => {
                write!(f, "line {line} says that it is line {found}: a line is missing, is there twice or was moved")?;
                both(f, expected.as_deref(), text)
            }
            Trouble::Line { line, fault, expected, found } => {
                write!(f, "line {line}: {fault}")?;
                both(f, expected.as_deref(), found)
            }
            Trouble::Differs { line, expected, found } => {
                write!(f, "line {line} is not what follows from the lines before it")?;
                both(f, Some(expected), found)
            }
            Trouble::Ambiguous { line, found, name } => {
                match name {
                    Some(name) => write!(f, "line {line} does not mean what was written: `{name}` names two things")?,
                    None => write!(f, "line {line} does not mean what was written")?,
                }
                write!(f, ". That is a fault of the program, not of the log")?;
                both(f, None, found)
            }
            Trouble::NoAnswer { line, seat, point, found } => {
                write!(f, "line {line}: {seat} is asked `{point}`, and there is no answer")?;
                both(f, None, found)
            }
            Trouble::Refused { line, refusal, found } => {
                write!(f, "line {line}: the answer is refused: {refusal}")?;
                both(f, None, found)
            }
            Trouble::Over { line, found } => {
                write!(f, "line {line}: the fight is over, and the log goes on")?;
                both(f, None, found)
            }
            Trouble::Table { line, why } => write!(f, "line {line}: {why}"),
        }
    }
}

impl std::error::Error for Trouble {}
