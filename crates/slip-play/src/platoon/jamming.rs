//! Signals: jamming units, and restoring their contact (R-L27, R-L36).

use crate::effects::Act;
use crate::event::{Event, Events};
use crate::ids::ActorId;
use crate::platoon::PlatoonFight;

impl PlatoonFight {
    /// Settles jamming: shifts raise the target's OOC (out of command) level, and a good defence gives spin.
    pub(super) fn settle_jam(&self, out: &mut Events) {
        if let Some((jam, defences)) = self.state.contest.as_ref().and_then(|contest| contest.rolls.split_first()) {
            for defence in defences {
                let (total, (attack, shifts)) = (defence.total(), self.state.counted_against(defence));
                out.push(Event::Result { roll: jam.id, against: Some(defence.who), attack, defence: total, shifts, ok: shifts >= 1 });
                if shifts >= 1 {
                    self.cut_off(defence.who, shifts, out);
                } else {
                    self.reward(jam, Act::Jam, defence.who, shifts, out);
                }
            }
        }
        self.finish_action(out);
    }

    /// Returns the units out of command that a unit may bring back. Usually it is only the unit itself; a leader may bring back all such
    /// units of its platoon, even those entirely out of command (R-L27).
    pub(super) fn cut_off_from(&self, me: ActorId) -> Vec<ActorId> {
        let cut_off = |who: ActorId| self.state.unit(who).is_some_and(|unit| unit.is_active() && unit.ooc > 0);
        let led = self.platoon(me).filter(|&platoon| self.leader_of(platoon) == Some(me));
        let all = self.state.units.iter().filter(|(id, unit)| *id == me || led == Some(unit.platoon));
        all.map(|(id, _)| id).filter(|&id| cut_off(id)).collect()
    }

    /// True if a unit can bring itself or others back into command.
    pub(super) fn has_to_unjam(&self, me: ActorId) -> bool {
        !self.cut_off_from(me).is_empty()
    }

    /// Applies the shifts of unjamming: to the only unit out of command, or to several units as their leader distributes them.
    pub(super) fn settle_unjam(&self, me: ActorId, shifts: i32, out: &mut Events) {
        match self.cut_off_from(me).as_slice() {
            [] => {}
            &[only] => self.cut_off(only, -shifts, out),
            _ => return self.open_share(shifts, out),
        }
        self.finish_action(out);
    }
}
