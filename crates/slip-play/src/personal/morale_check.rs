//! Checks of nerve: an actor that sees a friend fall may lose heart (R-P37, R-P38, R-N14).
//!
//! When an actor falls, its friends' checks are queued. They are rolled after the effects that caused the fall, before the turn ends. A
//! check is a roll against a number with its own window after the dice. A shortfall is a hit on Composure.

use crate::conflict::Refusal;
use crate::effects::Act;
use crate::event::{Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::personal::Personal;
use crate::personal::roster::PersonalRoster;
use crate::personal::state::{COMPOSURE, NerveCheck, PersonalState};
use slip_dice::Dice;

/// Returns the checks after a fall, in turn order after the current actor: one for each active member of the same side that sees the fall,
/// except mooks. Only the fall of a peer or of a leader counts: a leader does not check for those below, and another leader is a peer (R-P37).
/// A fall of mooks causes no checks, unless they lead the side.
pub(super) fn shaken(state: &PersonalState, roster: &PersonalRoster, fallen: ActorId) -> Vec<NerveCheck> {
    let Some(numbers) = roster.settings.morale else { return Vec::new() };
    let side = roster.side(fallen);
    let is_leader = |who: ActorId| roster.sides.row(side).is_some_and(|side| side.leaders.contains(&who));
    let leads = is_leader(fallen);
    if roster.actors[fallen].mooks && !leads {
        return Vec::new();
    }
    let there = state.actors[fallen].zone;
    let check = |who: ActorId| {
        let actor = &state.actors[who];
        let minds =
            (leads || !is_leader(who)) && who != fallen && roster.side(who) == side && actor.is_active() && !roster.actors[who].mooks;
        let here = actor.zone == there;
        let against = match (leads && !is_leader(who), here) {
            (false, true) => numbers.peer_here,
            (false, false) => numbers.peer_seen,
            (true, true) => numbers.leader_here,
            (true, false) => numbers.leader_seen,
        };
        (minds && (here || state.board.sees(actor.zone, there))).then_some(NerveCheck { who, fallen, against })
    };
    if state.order.is_empty() {
        return roster.actors.keys().filter_map(check).collect();
    }
    state.round_after(state.actor).filter_map(check).collect()
}

impl Personal {
    /// Goes to the checks of nerve that must be made before the turn ends. Returns true if there are any.
    pub(super) fn asks_nerve(&self, out: &mut Events) -> bool {
        let waiting = !self.state.nerve.queue.is_empty();
        if waiting {
            Personal::go(out, Step::of(Phase::Morale, Id::None));
        }
        waiting
    }

    /// Rolls the next check, or returns to the step before the checks.
    pub(super) fn check_nerve(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let nerve = &self.state.nerve;
        let back = nerve.back.unwrap_or(Step::of(Phase::End, self.state.actor.map_or(Id::None, Id::Actor)));
        let next = nerve.queue.iter().find(|check| self.state.actors[check.who].is_active());
        let Some(&NerveCheck { who, against, .. }) = next else {
            Personal::go(out, back);
            return Ok(());
        };
        // A check of nerve is not an act, so it does not use up the skill (R-P38).
        let base = self.plain_roll(who, Some(self.roster.parts.nerve), Act::Check);
        self.roll(who, base, Some(against), dice, out)?;
        Personal::go(out, Step::of(Phase::Adjust, Id::None));
        Ok(())
    }

    /// Settles a check: a shortfall hits Composure. A check gives no spin.
    pub(super) fn settle_nerve(&self, check: NerveCheck, out: &mut Events) {
        let Some(contest) = &self.state.contest else { return };
        let attack = contest.roll.total();
        let shifts = attack - check.against;
        out.push(Event::Result { roll: contest.roll.id, against: None, attack, defence: check.against, shifts, ok: shifts >= 0 });
        if shifts < 0 {
            return self.strike(check.who, COMPOSURE, -shifts, out);
        }
        Personal::go(out, Step::of(Phase::Morale, Id::None));
    }

    /// Returns the current check of nerve.
    pub fn nerve_check(&self) -> Option<NerveCheck> {
        self.state.nerve.at
    }
}
