//! Errors of a session.

use slip_play::begin::BeginError;
use slip_play::conflict::Refusal;
use std::fmt;

/// Reason why a session refuses a call. The session is unchanged then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The encounter cannot begin.
    Begin(BeginError),
    /// The number of seat assignments differs from the number of sides.
    Chairs {
        /// Number of sides of the encounter.
        sides: usize,
        /// Number of seat assignments given.
        chairs: usize,
    },
    /// An answer is not legal, or dice are missing.
    Refused(Refusal),
    /// The answers in a script do not match the questions of the game.
    Script(String),
    /// No person at the table has a question to answer.
    NobodyAsked,
    /// The log has no such line.
    NoLine {
        /// Number of the requested line.
        to: usize,
        /// Number of the last existing line.
        last: usize,
    },
    /// The requested line itself was undone.
    Struck(usize),
    /// The requested line is in the middle of a step.
    Inside {
        /// Number of the requested line.
        to: usize,
        /// Number of the last line of the step before.
        before: usize,
        /// Number of the last line of this step.
        end: usize,
    },
    /// The table has taken back this answer to the question.
    Vetoed,
    /// The encounter has no seat with this number.
    NoSeat(u8),
    /// A referee's ruling is not possible by the rules of the fight; contains the reason.
    Unlawful(String),
    /// Log lines could not be stored. The next call tries again.
    Sink(String),
    /// The game reached neither a question nor an end within the engine's step limit.
    Endless,
}

impl From<BeginError> for SessionError {
    fn from(error: BeginError) -> SessionError {
        SessionError::Begin(error)
    }
}

impl From<Refusal> for SessionError {
    fn from(refusal: Refusal) -> SessionError {
        SessionError::Refused(refusal)
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Begin(error) => error.fmt(f),
            SessionError::Chairs { sides, chairs } => write!(f, "the encounter has {sides} sides, but {chairs} players were given"),
            SessionError::Refused(refusal) => refusal.fmt(f),
            SessionError::Script(problem) => f.write_str(problem),
            SessionError::NobodyAsked => write!(f, "there is no question to answer now"),
            SessionError::NoLine { to, last } => write!(f, "there is no line {to}; the last one is line {last}"),
            SessionError::Struck(to) => write!(f, "line {to} has already been undone"),
            SessionError::Inside { to, before, end } => {
                write!(f, "line {to} is in the middle of a step; steps end with line {before} and line {end}")
            }
            SessionError::Vetoed => write!(f, "this answer has been vetoed: choose another one"),
            SessionError::NoSeat(seat) => write!(f, "there is no seat {seat}"),
            SessionError::Unlawful(why) => write!(f, "the referee cannot rule that: {why}"),
            SessionError::Sink(why) => write!(f, "the log cannot be written: {why}"),
            SessionError::Endless => write!(f, "the encounter did not come to an end"),
        }
    }
}

impl std::error::Error for SessionError {}
