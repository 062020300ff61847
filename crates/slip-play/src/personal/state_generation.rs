//! Generation numbers of states: states with the same generation are equal and need not be compared.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Generation number, unique in all fights. It does not count as a part of the state: no rule reads it, and two states with different
/// numbers can be equal.
#[derive(Clone, Copy)]
pub struct Generation(u64);

/// Number of generation numbers that a thread reserves in one step.
const AT_ONCE: u64 = 1 << 20;

/// Number of the next free batch of generation numbers. Each thread reserves whole batches.
static LOTS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static LAST: Cell<u64> = const { Cell::new(AT_ONCE - 1) };
}

impl Generation {
    /// Returns a generation number that was never used before.
    pub(super) fn now() -> Generation {
        let next = LAST.get() + 1;
        let moment = if next.is_multiple_of(AT_ONCE) { LOTS.fetch_add(1, Ordering::Relaxed) * AT_ONCE + 1 } else { next };
        LAST.set(moment);
        Generation(moment)
    }

    /// Returns the generation as a number, which is never 0.
    pub(super) const fn number(self) -> u64 {
        self.0
    }
}

impl PartialEq for Generation {
    fn eq(&self, _: &Generation) -> bool {
        true
    }
}

impl fmt::Debug for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Since")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::{AT_ONCE, Generation};
    use std::collections::BTreeSet;

    #[test]
    fn no_moment_comes_twice_on_however_many_threads() {
        let take = || (0..AT_ONCE + 3).map(|_| Generation::now().number()).collect::<BTreeSet<u64>>();
        let others = std::thread::spawn(take);
        let mut all = take();
        assert!(!all.contains(&0));
        all.extend(others.join().unwrap());
        assert_eq!(u64::try_from(all.len()), Ok(2 * (AT_ONCE + 3)));
        assert_eq!(Generation::now(), Generation::now(), "a state says nothing by it");
    }
}
