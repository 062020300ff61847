//! Values of acts in platoon combat that do no harm by themselves, in hundredths of boxes. A value limits the amount that a doctrine spends
//! on the rolls of the act (R-YD4).

use super::option_evaluator::PlatoonEvaluator;
use crate::shared_doctrine_parts::Participants;
use slip_pack::doctrine::UNIT;
use slip_play::choice::Verb;
use slip_play::ids::ActorId;
use slip_play::platoon::state::{MOST, PlatoonContest, PlatoonRollSubject};

/// Value of spotting a target. [`SEEN_MORE`] is added for each point by which its SPOTTED level rises.
const SEEN: i64 = UNIT / 2;
const SEEN_MORE: i64 = UNIT / 10;

/// Value of putting a unit out of command; [`CUT_OFF_LEADER`] for a leader. [`CUT_OFF_MORE`] is added for each point of the unit's OOC (out
/// of command) level.
const CUT_OFF: i64 = UNIT / 2;
const CUT_OFF_LEADER: i64 = UNIT;
const CUT_OFF_MORE: i64 = UNIT / 4;

/// Value of a step of movement, of an aspect, of a point on a border and of a box of the re-arm track.
const STEP: i64 = UNIT / 4;
const ASPECT: i64 = UNIT / 2;

impl PlatoonEvaluator<'_> {
    /// Returns the value, to the acting unit, of a roll with this number of shifts. Attacks are evaluated elsewhere; their value is 0 here.
    pub(super) fn worth_of(&self, contest: &PlatoonContest, target: usize, shifts: i32) -> i64 {
        let who = contest.rolls.get(target).map_or(ActorId(u8::MAX), |roll| roll.who);
        match contest.matter {
            PlatoonRollSubject::Spot => self.worth_of_sight(who, shifts),
            PlatoonRollSubject::Jam => self.worth_of_jam(who, shifts),
            PlatoonRollSubject::Attack => 0,
            PlatoonRollSubject::Fixed => self.worth_of_deed(who, shifts),
        }
    }

    /// Returns the value of a roll that spots a unit with a number of shifts.
    fn worth_of_sight(&self, who: ActorId, shifts: i32) -> i64 {
        let Some(unit) = self.unit(who) else { return 0 };
        let gained = i64::from(shifts.max(0)).min(i64::from(MOST.saturating_sub(unit.spotted)));
        if gained == 0 {
            return 0;
        }
        gained * SEEN_MORE + if unit.spotted == 0 { SEEN } else { 0 }
    }

    /// Returns the value of jamming a unit by a number of shifts. The side's own units in a jammed zone count negatively.
    fn worth_of_jam(&self, who: ActorId, shifts: i32) -> i64 {
        let Some(unit) = self.unit(who) else { return 0 };
        let gained = i64::from(shifts.max(0)).min(i64::from(MOST.saturating_sub(unit.ooc)));
        if gained == 0 {
            return 0;
        }
        let leads = self.is(slip_pack::doctrine::DoctrineWord::Leader, who);
        let first = if leads { CUT_OFF_LEADER } else { CUT_OFF };
        gained * CUT_OFF_MORE + if unit.ooc == 0 { first } else { 0 }
    }

    /// Returns the value of the declared act if its roll against a fixed difficulty has this number of shifts.
    fn worth_of_deed(&self, who: ActorId, shifts: i32) -> i64 {
        let declared = &self.fight.state.declared;
        let unit = |id: ActorId| self.unit(id);
        let upto = |most: u8| i64::from(shifts.max(0)).min(i64::from(most));
        match declared.act {
            Some(Verb::Rally) => {
                let rallied = declared.it.actor().and_then(unit);
                rallied.map_or(0, |unit| {
                    let mut track = unit.morale;
                    i64::from(u8::try_from(shifts).map_or(0, |number| track.erase(number))) * UNIT
                })
            }
            Some(Verb::Unjam) => unit(who).map_or(0, |unit| {
                let left = upto(unit.ooc);
                left * CUT_OFF_MORE + if left > 0 && left == i64::from(unit.ooc) { CUT_OFF } else { 0 }
            }),
            Some(Verb::Cover | Verb::Displace) => unit(who).map_or(0, |unit| {
                let lost = upto(unit.spotted);
                lost * SEEN_MORE + if lost > 0 && lost == i64::from(unit.spotted) { SEEN } else { 0 }
            }),
            // A roll that equals the difficulty succeeds (R-L16).
            Some(Verb::Maneuver) if shifts >= 0 => ASPECT,
            Some(Verb::Move | Verb::March | Verb::Relocate) => {
                let most = self.fight.max_move(who).max(1);
                i64::from(shifts.clamp(0, most)) * STEP
            }
            Some(Verb::Interdict | Verb::Rearm) => upto(MOST) * STEP,
            _ => 0,
        }
    }
}
