//! Boarding: people of a tether's lead cross to another ship of the tether (R-S26, R-S44).
//!
//! Boardings are decided by dice or by a separate fight between people. With a separate fight, the step of [`Phase::Board`] has `n` 1 and
//! waits for the outcome of this fight.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::Act;
use crate::event::{Counter, Event, Events, Grouping, Phase, RollAddends, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::state::FRAME;
use slip_dice::Dice;
use slip_pack::Name;

/// Number `n` of a step in [`Phase::Board`]: the step waits for a separate fight between people.
const ELSEWHERE: u8 = 1;

impl Space {
    /// Opens the boarding step. The ships that board were chosen earlier, in the questions about tethers.
    pub(super) fn open_boarding(&self, out: &mut Events) {
        self.close_stage(out);
    }

    /// Lists the legal answers: the enemy ships of the tether that the lead's people may board. They may board each ship at most once a
    /// turn, and no ship with a boarding that has succeeded.
    pub(super) fn list_boardings(&self, lead: ActorId, out: &mut Options) {
        let how = u8::from(self.is_fought_elsewhere());
        for other in self.tether_of(lead) {
            let crossed = self.state.asked_in >> other.0.min(127) & 1 == 1;
            let won = self.state.ship(other).and_then(|other| other.boarding).is_some_and(|boarding| boarding.succeeds.is_some());
            if self.are_enemies(lead, other) && !crossed && !won && self.may_do(lead, Act::Board, Some(other)) {
                out.push(Choice::of(Verb::Board).on(Id::Actor(other)).how(how));
            }
        }
    }

    /// True if boardings are fought out by people in a separate encounter.
    fn is_fought_elsewhere(&self) -> bool {
        self.roster.settings.boarding_personal && self.roster.boarding.is_some()
    }

    /// If this fight waits for a boarding in a separate encounter, returns the boarding ship, the boarded ship and the encounter. The
    /// outcome of that encounter answers the question.
    pub fn boarding_fight(&self) -> Option<(ActorId, ActorId, &Name)> {
        let step = self.state.step;
        let waits = step.phase == Phase::Board && step.n == ELSEWHERE;
        let name = self.roster.boarding.as_ref().filter(|_| waits)?;
        Some((self.state.declared.me?, self.state.declared.it.actor()?, name))
    }

    pub(super) fn begin_boarding(&self, lead: ActorId, choice: Choice, out: &mut Events) {
        let Some(boarded) = choice.it.actor() else { return };
        let known = self.state.ship(boarded).and_then(|ship| ship.boarding).is_some_and(|boarding| boarding.by == lead);
        out.push(Space::declaring(lead, Some(Verb::Board), choice.it));
        if !known {
            out.push(Event::Group { what: Grouping::Board, who: vec![boarded], lead: Some(lead) });
        }
        out.push(Event::Counter { who: boarded, what: Counter::Asked, change: 1, now: i32::from(boarded.0) });
        match choice.how {
            0 => Space::go(out, Step::of(Phase::Board, Id::Actor(lead))),
            _ => Space::go(out, Step::of(Phase::Board, Id::Actor(boarded)).n(ELSEWHERE)),
        }
    }

    /// Rolls for the boarders and for the boarded ship: dice and effects, without a skill (R-S26).
    pub(super) fn board(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let (Some(lead), Some(boarded)) = (self.state.declared.me, self.state.declared.it.actor()) else {
            self.resume_tethers(out);
            return Ok(());
        };
        for (number, who, against) in [(0, lead, boarded), (1, boarded, lead)] {
            let mut parts = RollAddends::new();
            self.roll_lines(who, SpaceRoll::Boarding, Some(against), &mut parts);
            self.cast(self.state.rolls + number, who, None, parts, None, dice, out)?;
        }
        self.open_window(out);
        Ok(())
    }

    /// Compares the two rolls of a boarding.
    pub(super) fn settle_boarding(&self, out: &mut Events) {
        let Some([attack, defence]) = self.state.contest.as_ref().and_then(|contest| contest.rolls.first_chunk::<2>()) else {
            return self.pass_on(out);
        };
        let shifts = attack.total() - defence.total();
        out.push(Event::Result {
            roll: attack.id,
            against: Some(defence.who),
            attack: attack.total(),
            defence: defence.total(),
            shifts,
            ok: shifts > 0,
        });
        self.boarding_told(shifts > 0, out);
    }

    /// Applies the result of a boarding. After a success, the ship is captured some turns later (R-S44). After a failure, the boarders are
    /// thrown back. After several failures they leave the ship: the tether ends for it, and if it had been taken out, its own side chooses
    /// the outcome again.
    pub(super) fn boarding_told(&self, ok: bool, out: &mut Events) {
        let (Some(lead), Some(boarded)) = (self.state.declared.me, self.state.declared.it.actor()) else { return self.resume_tethers(out) };
        let settings = &self.roster.settings;
        Space::take_back(lead, out);
        let resisted = self.state.ship(boarded).and_then(|ship| ship.boarding).map_or(0, |boarding| i32::from(boarding.resisted));
        if ok {
            let turn = i32::try_from(self.state.turn).unwrap_or(i32::MAX).saturating_add(settings.boarding_turns);
            out.push(Event::Counter { who: boarded, what: Counter::Boarded, change: settings.boarding_turns, now: turn });
        } else {
            out.push(Event::Counter { who: boarded, what: Counter::Resisted, change: 1, now: resisted + 1 });
            if resisted + 1 >= settings.resist_turns {
                self.repel(boarded, out);
            }
        }
        Space::again(out, Step::of(Phase::Tether, Id::None), usize::from(lead.0));
    }

    fn repel(&self, boarded: ActorId, out: &mut Events) {
        out.push(Event::Group { what: Grouping::Repel, who: vec![boarded], lead: None });
        self.untie(boarded, out);
        if self.state.ship(boarded).is_some_and(|ship| !ship.is_active()) {
            Space::fall_to(boarded, boarded, out);
        }
    }

    /// Completes boardings that succeed at the end of this turn, if the tether still exists: the boarders take the ships out.
    pub(super) fn finish_boardings(&self, out: &mut Events) {
        for (who, ship) in self.state.ships.iter() {
            let Some(boarding) = ship.boarding else { continue };
            if boarding.succeeds == Some(self.state.turn) && self.lead_of(who) == Some(boarding.by) {
                self.cast_off(who, out);
                Space::fall_to(who, boarding.by, out);
            }
        }
    }

    /// Takes a ship out so that the ship `by` chooses its outcome.
    fn fall_to(who: ActorId, by: ActorId, out: &mut Events) {
        out.push(Event::Out { who, by: Some(by), track: FRAME, fate: None, beyond_saving: false, for_good: false, say: None });
    }
}
