//! Evaluates a roll of a social conflict that can still be changed, for either party, by the progress that the roll gives.
//!
//! The first better outcome is to make any progress. The next one is to win (R-ZD5).

use crate::personal::condition_terms::PersonalEvaluator;
use slip_pack::doctrine::UNIT;
use slip_play::choice::Verb;
use slip_play::ids::ActorId;
use slip_play::personal::state::PersonalContest;

/// Value of winning, in hundredths of boxes; it is added to the value of the progress.
const WON: i64 = 3 * UNIT;
/// Greatest number of points whose gains are computed. No roll gives as many.
const MOST: usize = 24;

/// Progress for each number of points from 0, and the smallest number of points that wins.
struct GainByPoints {
    gains: Vec<i64>,
    wins: Option<usize>,
}

impl GainByPoints {
    /// Returns the value of a number of points, in hundredths of boxes. One step of progress has the value of a box.
    fn worth(&self, points: i32) -> i64 {
        let place = usize::try_from(points).ok().map(|points| points.min(MOST));
        let gain = place.and_then(|place| self.gains.get(place)).copied().unwrap_or(0);
        gain * UNIT + if place.zip(self.wins).is_some_and(|(place, wins)| place >= wins) { WON } else { 0 }
    }
}

impl PersonalEvaluator<'_> {
    /// Returns the actor that would be moved if the roll succeeds; `None` if the roll moves no actor.
    pub(in crate::personal) fn walked(&self) -> Option<ActorId> {
        match self.fight.state.declared.act {
            Some(Verb::Push) => self.fight.pushed(),
            Some(Verb::Move) if self.is_social() => self.fight.state.actor,
            _ => None,
        }
    }

    /// Returns the progress that the roll gives to the side that moves the actor `subject`.
    fn paces(&self, subject: ActorId) -> Option<GainByPoints> {
        let side = self.fight.roster.side(self.fight.state.actor?);
        let from = self.fight.state.actors[subject].zone;
        let gains = self.gains_by_points(side, subject, from, MOST, <[i64]>::to_vec);
        let lacking = self.now().steps(side).filter(|&steps| steps > 0);
        let wins = lacking.and_then(|steps| gains.iter().position(|&gain| gain >= steps));
        Some(GainByPoints { gains, wins })
    }

    /// Returns the number of points that the moving side needs for the next better outcome, and the value of that outcome. Points can only
    /// be bought in multiples of `bonus`; the value includes all points of the last purchase.
    pub(in crate::personal) fn next_step(&self, subject: ActorId, points: i32, bonus: i32) -> Option<(i32, i64)> {
        let paces = self.paces(subject)?;
        let now = paces.worth(points);
        let first = if now == 0 { paces.gains.iter().position(|&gain| gain > 0) } else { paces.wins };
        let by = i32::try_from(first?).ok()? - points;
        let bought = (by + bonus - 1).div_euclid(bonus.max(1)) * bonus.max(1);
        (by > 0).then(|| (by, paces.worth(points + bought) - now))
    }

    /// Returns the value of some points of movement to the side that moves an actor.
    pub(in crate::personal) fn step_value(&self, subject: ActorId, points: i32) -> i64 {
        self.paces(subject).map_or(0, |paces| paces.worth(points))
    }

    /// Returns the shifts of the roll on the table against a defender, after the reduction for range.
    pub(in crate::personal) fn counted_shifts(&self, contest: &PersonalContest, place: usize) -> i32 {
        let off = contest.defences.get(place).map_or(0, |defence| self.fight.range_off(defence.who));
        contest.shifts_against(Some(place)) - off
    }
}
