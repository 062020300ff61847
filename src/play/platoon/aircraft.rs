//! Aircraft and the re-arm track, interceptors, carriers (platoon.md 5.1.6, 8). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::{Event, Events, Step};
use crate::play::ids::ActorId;
use crate::play::platoon::Platoons;
use crate::play::platoon::ground::REARM;

impl Platoons {
    /// An aircraft that was over the map for its part goes back to the first box of the track (4.9), unless it may stay.
    pub(super) fn fly_home(&self, who: ActorId, out: &mut Events) {
        if self.is_aloft(who) && !self.may_stay(who) {
            self.go_to_track(who, out);
        }
    }

    fn go_to_track(&self, who: ActorId, out: &mut Events) {
        if let (Some(from), Some(to)) = (self.zone_of(who), self.roster.ground.track(REARM)) {
            out.push(Event::Move { who, from, to, border: None, paid: 0, forced_by: None });
        }
    }

    /// An interceptor has had its shot.
    pub(super) fn land_interceptor(&self, _step: Step, _out: &mut Events) {}

    /// The next interceptor that may go up (R-L31); back to where the sequence stood when there is none.
    pub(super) fn resume_intercept(&self, _out: &mut Events) {}

    /// Stay, or go up.
    pub(super) fn legal_intercept(&self, _out: &mut Options) {}

    /// It goes up and attacks, or stays.
    pub(super) fn decide_intercept(&self, _choice: Choice, _out: &mut Events) {}
}
