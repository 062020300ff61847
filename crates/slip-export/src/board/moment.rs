//! When something was shown, so that what is done there is meant for what stands now.

use super::Board;
use super::deeds::Refused;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A moment of a game. Numbers of questions come again when something is taken back; moments do not, for steps back are lines of
/// their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The last line there was.
    line: usize,
    /// How much was done since without a line: answers that wait for their dice, dice of which more are wanted.
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
    /// The moment that it is.
    pub fn now(&self) -> Moment {
        Moment { line: self.session.last_line(), since: self.since }
    }

    /// Refuses what was meant for another moment: an old page shows another question, other dice, or takes back what is gone.
    ///
    /// # Errors
    /// [`Refused::Late`].
    pub fn must_be(&self, moment: Moment) -> Result<(), Refused> {
        if self.now() == moment { Ok(()) } else { Err(Refused::Late) }
    }
}
