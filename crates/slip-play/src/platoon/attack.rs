//! Settles the rolls of an attack (R-L24, R-L30).

use crate::choice::Verb;
use crate::effects::Act;
use crate::event::{Counter, Event, Events};
use crate::ids::ActorId;
use crate::platoon::PlatoonFight;
use crate::platoon::roll_kinds::UnitRoll;
use crate::platoon::state::{MORALE, bit};
use crate::roll::Roll;
use crate::tracks::TrackSet;

impl PlatoonFight {
    /// Compares the attack with each defence: deals a hit, or gives spin for a good defence. Records the attacker of each target.
    pub(super) fn settle_attack(&self, out: &mut Events) {
        if let Some((attack, defences)) = self.state.contest.as_ref().and_then(|contest| contest.rolls.split_first()) {
            for defence in defences {
                self.compare(attack, defence, out);
            }
            if self.roster.settings.fire_spotted_after
                && let Some(skill) = attack.skill
            {
                self.give_away(attack.who, Verb::Attack, skill, out);
            }
        }
        self.finish_action(out);
    }

    fn compare(&self, attack: &Roll, defence: &Roll, out: &mut Events) {
        let (me, it) = (attack.who, defence.who);
        let (counted, shifts) = self.state.counted_against(defence);
        out.push(Event::Result { roll: attack.id, against: Some(it), attack: counted, defence: defence.total(), shifts, ok: shifts >= 1 });
        self.remember(me, it, out);
        if shifts >= 1 {
            let roll = UnitRoll { act: Act::Attack, skill: attack.skill, against: None };
            let shifts = self.stress(me, roll, it, shifts, out);
            if shifts > 0 {
                out.push(Event::Blow { who: it, track: MORALE, besides: TrackSet::NONE, shifts });
            }
        } else {
            self.reward(attack, Act::Attack, it, shifts, out);
        }
    }

    /// Records which unit attacked another. Units may always shoot back at enemies that have attacked them.
    fn remember(&self, by: ActorId, who: ActorId, out: &mut Events) {
        let known = self.state.unit(who).is_none_or(|unit| unit.fired_on_by & bit(by) != 0);
        if !known && self.are_enemies(by, who) {
            out.push(Event::Counter { who, what: Counter::FiredOnBy(by), change: 1, now: 1 });
        }
    }
}
