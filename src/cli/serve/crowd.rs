//! How many requests are answered at once: each has a thread of its own, so that what takes long, or never comes to an end, keeps nobody
//! waiting. Floor 9.

use std::sync::{Condvar, Mutex, PoisonError};

/// The most of them.
const MOST: usize = crate::limits::REQUESTS_TO_BOARD;

/// Those who are being answered.
#[derive(Default)]
pub(super) struct Crowd {
    here: Mutex<usize>,
    left: Condvar,
}

/// A place among them, until it is dropped.
pub(super) struct Place<'c>(&'c Crowd);

impl Crowd {
    /// Waits for a place.
    pub(super) fn enter(&self) -> Place<'_> {
        let here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let mut here = self.left.wait_while(here, |here| *here >= MOST).unwrap_or_else(PoisonError::into_inner);
        *here += 1;
        Place(self)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *self.0.here.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.left.notify_one();
    }
}
