//! Steps that the dice on the table bring, as either party sees them: the next better outcome is the first step that leads
//! somewhere, and then the one that wins (R-ZD5).

use crate::personal::terms::Weigher;
use slip_pack::doctrine::UNIT;
use slip_play::choice::Verb;
use slip_play::ids::ActorId;
use slip_play::personal::state::Contest;

/// What being where one wins is worth besides the steps, in hundredths of boxes.
const WON: i64 = 3 * UNIT;
/// More points than a roll comes to.
const MOST: usize = 24;

/// What points bring, from none on, and how many of them win.
struct Paces {
    gains: Vec<i64>,
    wins: Option<usize>,
}

impl Paces {
    /// What so many points are worth, in hundredths of boxes: a step is worth a box.
    fn worth(&self, points: i32) -> i64 {
        let place = usize::try_from(points).ok().map(|points| points.min(MOST));
        let gain = place.and_then(|place| self.gains.get(place)).copied().unwrap_or(0);
        gain * UNIT + if place.zip(self.wins).is_some_and(|(place, wins)| place >= wins) { WON } else { 0 }
    }
}

impl Weigher<'_> {
    /// Whether what lies on the table moves somebody, and whom.
    pub(in crate::personal) fn walked(&self) -> Option<ActorId> {
        match self.fight.state.declared.act {
            Some(Verb::Push) => self.fight.pushed(),
            Some(Verb::Move) if self.is_social() => self.fight.state.actor,
            _ => None,
        }
    }

    /// What points of the roll on the table bring the side that moves somebody, and how many of them win.
    fn paces(&self, subject: ActorId) -> Option<Paces> {
        let side = self.fight.roster.side(self.fight.state.actor?);
        let from = self.fight.state.actors[subject].zone;
        let gains = self.gains_by_points(side, subject, from, MOST, <[i64]>::to_vec);
        let lacking = self.now().steps(side).filter(|&steps| steps > 0);
        let wins = lacking.and_then(|steps| gains.iter().position(|&gain| gain >= steps));
        Some(Paces { gains, wins })
    }

    /// How far the next better outcome of whoever moves somebody is, and what it is worth with all that purchases add up to.
    pub(in crate::personal) fn next_step(&self, subject: ActorId, points: i32, bonus: i32) -> Option<(i32, i64)> {
        let paces = self.paces(subject)?;
        let now = paces.worth(points);
        let first = if now == 0 { paces.gains.iter().position(|&gain| gain > 0) } else { paces.wins };
        let by = i32::try_from(first?).ok()? - points;
        let bought = (by + bonus - 1).div_euclid(bonus.max(1)) * bonus.max(1);
        (by > 0).then(|| (by, paces.worth(points + bought) - now))
    }

    /// What points are worth to whoever moves somebody by them.
    pub(in crate::personal) fn step_value(&self, subject: ActorId, points: i32) -> i64 {
        self.paces(subject).map_or(0, |paces| paces.worth(points))
    }

    /// Shifts of the roll on the table against somebody, by place, less what the distance takes off them.
    pub(in crate::personal) fn counted_shifts(&self, contest: &Contest, place: usize) -> i32 {
        let off = contest.defences.get(place).map_or(0, |defence| self.fight.range_off(defence.who));
        contest.shifts_against(Some(place)) - off
    }
}
