//! Change numbers of a game, for pages that wait for changes. One number grows with each change of the game, the other with each change of
//! its participants.

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Subject of a change: the game, or the people who take part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeKind {
    /// The game.
    Game,
    /// The people at the game: a link was opened or withdrawn, a page came or went.
    People,
}

/// Numbers of the last changes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ChangeNumbers {
    game: u64,
    people: u64,
}

impl fmt::Display for ChangeNumbers {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} {}", self.game, self.people)
    }
}

/// Changes of a game.
#[derive(Default)]
pub(super) struct Changes {
    numbers: Mutex<ChangeNumbers>,
    grown: Condvar,
}

impl Changes {
    fn numbers(&self) -> MutexGuard<'_, ChangeNumbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the numbers of the last changes.
    pub(super) fn now(&self) -> ChangeNumbers {
        *self.numbers()
    }

    /// Counts a change, and wakes all that wait for one.
    pub(super) fn announce(&self, kind: ChangeKind) {
        let mut numbers = self.numbers();
        match kind {
            ChangeKind::Game => numbers.game = numbers.game.wrapping_add(1),
            ChangeKind::People => numbers.people = numbers.people.wrapping_add(1),
        }
        self.grown.notify_all();
    }

    /// Waits until the numbers of the last changes differ from `seen`, for at most `at_most`. Returns the current numbers.
    pub(super) fn wait(&self, seen: ChangeNumbers, at_most: Duration) -> ChangeNumbers {
        let waited = self.grown.wait_timeout_while(self.numbers(), at_most, |numbers| *numbers == seen);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
