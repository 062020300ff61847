//! Errors in a log, with messages that show the line, the expected text and the text found.

use super::SessionError;
use slip_pack::Name;
use slip_play::conflict::Refusal;
use slip_play::log::RecordError;
use std::fmt;

/// The end of a log is missing because writing was interrupted. All lines before it are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Number of the first line that is missing or incomplete.
    pub line: usize,
    /// Number of lines of the last step that are missing but can be computed.
    pub unfinished: usize,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the log is cut off at line {}; everything before it is complete", self.line)
    }
}

/// Reason why a log cannot be read to its end. Lines count from 0, as the field `n` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogError {
    /// The log has no complete line.
    Empty,
    /// The log begins with a byte order mark.
    Mark,
    /// Lines of the log end with carriage returns.
    Returns {
        /// Number of the first such line.
        line: usize,
    },
    /// A line of the log is longer than the limit for a record.
    TooLong {
        /// Number of the first such line.
        line: usize,
    },
    /// The log has more undos than the limit allows. They are counted by the records that have to be applied again.
    TooManyUndos {
        /// Line of the log with the first undo over the limit.
        line: usize,
    },
    /// A line of the log is not a JSON object.
    NotJson {
        /// Number of the line.
        line: usize,
        /// Text of the line.
        found: String,
    },
    /// The log was written by a release of Slipyard with another format.
    Format(RecordError),
    /// The log is of another package, or another version or content of the package.
    OtherPack {
        /// Package that the log names.
        log: String,
        /// Package that the log is compared with.
        here: String,
    },
    /// The log is of another encounter.
    OtherEncounter {
        /// Encounter that the log names.
        log: String,
        /// Encounter that the log is compared with.
        here: String,
    },
    /// The sides in the log differ from the sides of the encounter.
    Seats {
        /// Sides that the log names.
        log: String,
        /// Sides of the encounter.
        here: String,
    },
    /// A side in the log plays by a doctrine that the pack does not have.
    Doctrine {
        /// Number of the line.
        line: usize,
        /// Path of the field in the line.
        field: String,
        /// Name of the side.
        side: Name,
        /// Name of the doctrine.
        name: Name,
    },
    /// The log has carried state for an actor that is not in the encounter.
    Nobody {
        /// Name of the actor.
        who: Name,
    },
    /// The carried state of the encounter differs from that in the log.
    OtherBrought,
    /// The encounter cannot begin.
    Begin(SessionError),
    /// The session cannot continue.
    Session(SessionError),
    /// The field `n` of a line is not the number of the line.
    Number {
        /// Number of the line by its position.
        line: usize,
        /// Number that the line contains.
        found: String,
        /// Text that was expected for the line, if known.
        expected: Option<String>,
        /// Text of the line.
        text: String,
    },
    /// A field of a line cannot be read.
    Line {
        /// Number of the line.
        line: usize,
        /// Field that cannot be read, and its fault.
        fault: Box<RecordError>,
        /// Text that was expected for the line, if known.
        expected: Option<String>,
        /// Text of the line.
        found: String,
    },
    /// A line is valid but does not follow from the lines before it.
    Differs {
        /// Number of the line.
        line: usize,
        /// Text that was expected for the line.
        expected: String,
        /// Text of the line.
        found: String,
    },
    /// A line has the expected text, but would be read as a different event. The log therefore cannot be read back.
    Ambiguous {
        /// Number of the line.
        line: usize,
        /// Text of the line.
        found: String,
        /// Ambiguous name in the line, if two things have the same name.
        name: Option<String>,
    },
    /// A player must answer, and the line of the log is not an answer.
    NoAnswer {
        /// Number of the line.
        line: usize,
        /// Name of the side that must answer.
        seat: String,
        /// Decision point of the question.
        point: &'static str,
        /// Text of the line.
        found: String,
    },
    /// The answer in a line is not legal.
    Refused {
        /// Number of the line.
        line: usize,
        /// Reason why the answer is refused.
        refusal: Refusal,
        /// Text of the line.
        found: String,
    },
    /// The log continues after the end of the fight.
    Over {
        /// Number of the first line after the end.
        line: usize,
        /// Text of the line.
        found: String,
    },
    /// The session refuses an undo or a ruling of the log.
    Table {
        /// Number of the line.
        line: usize,
        /// Reason why the session refuses it.
        why: SessionError,
    },
}

impl LogError {
    /// True if the logs were compared and a line differs. False if the logs could not be compared at all.
    pub const fn is_difference(&self) -> bool {
        match self {
            LogError::Number { .. }
            | LogError::Line { .. }
            | LogError::Differs { .. }
            | LogError::Ambiguous { .. }
            | LogError::NoAnswer { .. }
            | LogError::Refused { .. }
            | LogError::Over { .. }
            | LogError::Table { .. } => true,
            LogError::Empty
            | LogError::Mark
            | LogError::Returns { .. }
            | LogError::TooLong { .. }
            | LogError::TooManyUndos { .. }
            | LogError::NotJson { .. }
            | LogError::Format(_)
            | LogError::OtherPack { .. }
            | LogError::OtherEncounter { .. }
            | LogError::Seats { .. }
            | LogError::Doctrine { .. }
            | LogError::Nobody { .. }
            | LogError::OtherBrought
            | LogError::Begin(_)
            | LogError::Session(_) => false,
        }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = |f: &mut fmt::Formatter<'_>, expected: Option<&str>, found: &str| {
            if let Some(expected) = expected {
                write!(f, "\n  expected {expected}")?;
            }
            write!(f, "\n  found    {found}")
        };
        match self {
            LogError::Empty => write!(f, "the file contains no complete line of a log"),
            LogError::Mark => write!(f, "the file begins with a byte order mark: save it as UTF-8 without one"),
            LogError::Returns { line } => {
                write!(f, "line {line} ends with a carriage return: save the log with line feeds only, as it was written")
            }
            LogError::TooLong { line } => {
                write!(f, "line {line} has more than {} MiB, the limit of a record", slip_limits::LOG_RECORD_BYTES >> 20)
            }
            LogError::TooManyUndos { line } => {
                let most = slip_limits::LOG_RECORDS_AGAIN;
                write!(f, "line {line}: the undos of this log replay more than {most} records, the limit of a log")
            }
            LogError::NotJson { line, found } => {
                write!(f, "line {line} is not a JSON object: {}", slip_play::log::record_error::shortened(found))
            }
            LogError::Format(fault) => write!(f, "line 0: {fault}"),
            LogError::OtherPack { log, here } => {
                write!(f, "the log was written with another pack\n  the log  {log}\n  here     {here}")
            }
            LogError::OtherEncounter { log, here } => {
                write!(f, "line 0: `encounter`: the log belongs to the encounter `{log}`, not to `{here}`")
            }
            LogError::Seats { log, here } => write!(f, "line 0: `seats`: the sides are {log} in the log, but {here} in the encounter"),
            LogError::Doctrine { line, field, side, name } => {
                write!(f, "line {line}: `{field}`: the side `{side}` plays by the doctrine `{name}`, which is not in the pack")
            }
            LogError::Nobody { who } => {
                write!(f, "line 0: `brought`: `{who}` is not in the encounter, or not in this order")
            }
            LogError::OtherBrought => {
                write!(f, "line 0: `brought`: the state that the participants carry in differs from that of this game")
            }
            LogError::Begin(error) | LogError::Session(error) => error.fmt(f),
            LogError::Number { line, found, expected, text } => {
                write!(f, "line {line} has the number {found}: a line is missing, doubled or moved")?;
                both(f, expected.as_deref(), text)
            }
            LogError::Line { line, fault, expected, found } => {
                write!(f, "line {line}: {fault}")?;
                both(f, expected.as_deref(), found)
            }
            LogError::Differs { line, expected, found } => {
                write!(f, "line {line} does not follow from the lines before it")?;
                both(f, Some(expected), found)
            }
            LogError::Ambiguous { line, found, name } => {
                match name {
                    Some(name) => write!(f, "line {line} is ambiguous: `{name}` is the name of two things")?,
                    None => write!(f, "line {line} is ambiguous")?,
                }
                write!(f, ". This is an error in slipyard, not in the log; please report it with this file")?;
                both(f, None, found)
            }
            LogError::NoAnswer { line, seat, point, found } => {
                write!(f, "line {line}: the answer of {seat} to `{point}` is missing")?;
                both(f, None, found)
            }
            LogError::Refused { line, refusal, found } => {
                write!(f, "line {line}: the answer is refused: {refusal}")?;
                both(f, None, found)
            }
            LogError::Over { line, found } => {
                write!(f, "line {line}: the fight is over, but the log continues")?;
                both(f, None, found)
            }
            LogError::Table { line, why } => write!(f, "line {line}: {why}"),
        }
    }
}

impl std::error::Error for LogError {}
