//! What a session cannot do, as sentences.

use slip_play::begin::BeginError;
use slip_play::conflict::Refusal;
use std::fmt;

/// Why a session does not do what was asked. Nothing of it has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// It cannot begin.
    Begin(BeginError),
    /// There are not as many chairs as sides.
    Chairs {
        /// Sides of the encounter.
        sides: usize,
        /// Chairs given.
        chairs: usize,
    },
    /// An answer is not legal, or dice are missing.
    Refused(Refusal),
    /// A script does not fit the game.
    Script(String),
    /// Nobody at the table is asked anything now.
    NobodyAsked,
    /// There is no such line.
    NoLine {
        /// The line named.
        to: usize,
        /// The last there is.
        last: usize,
    },
    /// The line was taken back itself.
    Struck(usize),
    /// The line is in the middle of a step; these are the ends of steps around it.
    Inside {
        /// The line named.
        to: usize,
        /// The end of the step before.
        before: usize,
        /// The end of that step.
        end: usize,
    },
    /// There is no such seat.
    NoSeat(u8),
    /// The referee's word is against the laws of the fight.
    Unlawful(String),
    /// Lines of the log could not be kept. The next call tries again.
    Sink(String),
    /// It did not come to a question or an end; a bound of the engine was reached.
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
            SessionError::Chairs { sides, chairs } => write!(f, "the encounter has {sides} sides, and {chairs} players were given"),
            SessionError::Refused(refusal) => refusal.fmt(f),
            SessionError::Script(problem) => f.write_str(problem),
            SessionError::NobodyAsked => write!(f, "nobody at the table is asked anything now"),
            SessionError::NoLine { to, last } => write!(f, "there is no line {to}; the last one is line {last}"),
            SessionError::Struck(to) => write!(f, "line {to} has been taken back itself"),
            SessionError::Inside { to, before, end } => {
                write!(f, "line {to} is in the middle of a step; steps end with line {before} and line {end}")
            }
            SessionError::NoSeat(seat) => write!(f, "there is no seat {seat}"),
            SessionError::Unlawful(why) => write!(f, "the referee cannot rule that: {why}"),
            SessionError::Sink(why) => write!(f, "the log cannot be written: {why}"),
            SessionError::Endless => write!(f, "the encounter did not come to an end"),
        }
    }
}

impl std::error::Error for SessionError {}
