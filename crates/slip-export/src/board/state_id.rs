//! Identifies the state in which a view was shown, so that actions from an outdated page are refused.

use super::Board;
use super::actions::Refused;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Identifier of a state of a game. Numbers of questions are used again after an undo. These identifiers are not, because an undo adds its
/// own journal line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateId {
    /// Number of the last journal line.
    line: usize,
    /// Number of actions after the last journal line that did not add a line, such as an answer that still waits for dice.
    since: usize,
}

impl StateId {
    /// Returns the number of the last journal line.
    pub(super) const fn line(self) -> usize {
        self.line
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}.{}", self.line, self.since)
    }
}

impl FromStr for StateId {
    type Err = ();

    fn from_str(word: &str) -> Result<StateId, ()> {
        let (line, since) = word.split_once('.').ok_or(())?;
        let number = |digits: &str| digits.parse().map_err(|_| ());
        Ok(StateId { line: number(line)?, since: number(since)? })
    }
}

impl Serialize for StateId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Board<'_> {
    /// Returns the identifier of the current state.
    pub fn now(&self) -> StateId {
        StateId { line: self.session.last_line(), since: self.since }
    }

    /// Checks that an action is meant for the current state: an old page may show another question or other dice, or undo something that is
    /// already undone.
    ///
    /// # Errors
    /// [`Refused::Late`].
    pub fn must_be(&self, moment: StateId) -> Result<(), Refused> {
        if self.now() == moment { Ok(()) } else { Err(Refused::Late) }
    }
}
