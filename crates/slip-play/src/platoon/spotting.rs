//! Spotting of enemy units (R-L44).

use crate::effects::Act;
use crate::event::{Event, Events};
use crate::platoon::PlatoonFight;

impl PlatoonFight {
    /// Settles spotting. The shifts raise the SPOTTED level of the target; a good defence gives spin. With the draft rules any success is
    /// enough.
    pub(super) fn settle_spotting(&self, out: &mut Events) {
        if let Some((spot, defences)) = self.state.contest.as_ref().and_then(|contest| contest.rolls.split_first()) {
            for defence in defences {
                let (total, (attack, shifts)) = (defence.total(), self.state.counted_against(defence));
                let seen = self.spotted_by(shifts, self.state.unit(defence.who).is_some_and(|unit| unit.spotted > 0));
                out.push(Event::Result { roll: spot.id, against: Some(defence.who), attack, defence: total, shifts, ok: seen > 0 });
                if seen > 0 {
                    self.see(defence.who, seen, out);
                } else {
                    self.reward(spot, Act::Spot, defence.who, shifts, out);
                }
            }
        }
        self.finish_action(out);
    }

    /// Returns the amount that a spotting roll adds to the SPOTTED level: its shifts. Under the draft rules, a success with 0 shifts adds 1
    /// if the target is not spotted yet (R-L44).
    pub(super) fn spotted_by(&self, shifts: i32, known: bool) -> i32 {
        let least = i32::from(self.roster.settings.spotting_success && shifts >= 0 && !known);
        shifts.max(least)
    }
}
