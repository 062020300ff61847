//! Identifies the state in which a view was shown, so that actions from an outdated page are refused.

use super::Board;
use super::actions::Refused;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Moment of a game. Question numbers are reused after an undo; moments are not, because an undo adds its own journal line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Number of the last journal line.
    line: usize,
    /// Number of actions since then that added no line: answers that wait for dice, incomplete dice.
    since: usize,
}

impl fmt::Display for Moment {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}.{}", self.line, self.since)
    }
}

impl FromStr for Moment {
    type Err = ();

    fn from_str(word: &str) -> Result<Moment, ()> {
        let (line, since) = word.split_once('.').ok_or(())?;
        let number = |digits: &str| digits.parse().map_err(|_| ());
        Ok(Moment { line: number(line)?, since: number(since)? })
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Board<'_> {
    /// Returns the current moment.
    pub fn now(&self) -> Moment {
        Moment { line: self.session.last_line(), since: self.since }
    }

    /// Refuses an action meant for another moment: an old page may show another question or other dice, or undo something that is gone.
    ///
    /// # Errors
    /// [`Refused::Late`].
    pub fn must_be(&self, moment: Moment) -> Result<(), Refused> {
        if self.now() == moment { Ok(()) } else { Err(Refused::Late) }
    }
}
