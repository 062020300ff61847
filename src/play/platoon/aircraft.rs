//! Aircraft and the re-arm track, interceptors, carriers (platoon.md 5.1.6, 8). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// The next interceptor that may go up (R-L31); back to where the sequence stood when there is none.
    pub(super) fn resume_intercept(&self, _out: &mut Events) {}

    /// Stay, or go up.
    pub(super) fn legal_intercept(&self, _out: &mut Options) {}

    /// It goes up and attacks, or stays.
    pub(super) fn decide_intercept(&self, _choice: Choice, _out: &mut Events) {}
}
