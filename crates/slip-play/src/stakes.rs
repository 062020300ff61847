//! The raise-and-see conflict as a state machine: dice are rolled once, then put forward two at a time and answered by opponents. It has no
//! fate points and no zones.
//!
//! First, each party chooses an approach and things to bring in, and rolls. Then parties raise in turn. The raiser, and each party that has
//! to see the raise, may escalate and bring in more things before it acts. The first party that has seen the raise is the next raiser. The
//! conflict ends when only one side is left.

pub mod answer_raise;
mod apply;
mod begin;
mod effects;
pub mod fallout;
mod names;
mod opening_rolls;
mod raise;
mod raise_targets;
pub mod referee_overrides;
pub mod roster;
pub mod settings;
pub mod state;
mod triggers;
mod turn_order;

pub use roster::StakesRoster;
pub use settings::StakesSettings;
pub use state::StakesState;

use crate::choice::{Answer, Choice, Options};
use crate::clone_from::refilled;
use crate::conflict::{Outcome, Refusal};
use crate::effects::{EffectHost, Hook};
use crate::event::{Event, Events, Phase, StakesEvent, Step};
use crate::ids::{ActorId, Id, IdVec, Seat, TableKey};
use crate::question::{Point, Points};
use crate::question_loop::{ConflictRules, Question};
use slip_dice::Dice;
use slip_pack::stakes_party::{Approach, Stat};
use std::sync::Arc;

/// Value of `n` of [`Phase::Escalate`] and [`Phase::BringIn`] steps before a party makes its own raise.
pub const TO_RAISE: u8 = 0;
/// Value of `n` of [`Phase::Escalate`] and [`Phase::BringIn`] steps before a party answers another party's raise.
pub const TO_SEE: u8 = 1;
/// Number `n` of the steps in [`Phase::BringIn`] before the opening rolls.
const AT_START: u8 = 2;

refilled! {
    /// A raise-and-see conflict: its constant part, which copies share, and its current state.
    #[derive(Debug)]
    pub struct StakesConflict {
        /// Fixed part of the conflict: parties and rules.
        pub roster: Arc<StakesRoster>,
        /// Current state of the conflict.
        pub state: StakesState,
    }
}

impl PartialEq for StakesConflict {
    fn eq(&self, other: &StakesConflict) -> bool {
        (Arc::ptr_eq(&self.roster, &other.roster) || self.roster == other.roster) && self.state == other.state
    }
}

impl StakesConflict {
    /// Returns the side of a party.
    pub fn side(&self, who: ActorId) -> Seat {
        self.roster.side(who)
    }

    /// Returns the parties in the conflict in seating order, beginning after `who`.
    pub fn active_after(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        let count = self.roster.parties.len();
        (1..=count).map(move |step| ActorId::of((who.place() + step) % count)).filter(|&party| self.state.is_active(party))
    }

    /// Returns the parties of other sides that are still in the conflict, in seating order after `who`.
    pub fn opponents(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        self.active_after(who).filter(move |&other| self.side(other) != self.side(who))
    }

    /// Returns the number of dice that a party rolls for a statistic. Full rows of its tracks reduce the number on its sheet (R-Q15,
    /// R-Q17).
    pub fn dice_of(&self, who: ActorId, stat: Stat) -> u8 {
        let (Some(sheet), Some(party)) = (self.roster.parties.row(who), self.state.party(who)) else { return 0 };
        let settings = &self.roster.settings;
        let [body, mind, soft, hard] = sheet.stats;
        let dice = [(Stat::Body, body), (Stat::Mind, mind), (Stat::Soft, soft), (Stat::Hard, hard)];
        let dice = dice.into_iter().find(|(named, _)| *named == stat).map_or(0, |(_, dice)| dice);
        let full = |boxes: u8| boxes / settings.row_size.max(1);
        if !sheet.is_operative() {
            let rows = if settings.opposition_reduces == Some(stat) { party.boxes.last().copied().map_or(0, full) } else { 0 };
            // From the third full row on, no dice are left, even if the track has more rows.
            return if rows >= settings::ROWS { 0 } else { dice.saturating_sub(rows) };
        }
        let rows = settings.reduces.iter().zip(party.boxes).filter(|(reduced, _)| **reduced == stat).map(|(_, boxes)| full(boxes));
        rows.fold(dice, |left, rows| if rows >= sheet.rows { 0 } else { left.saturating_sub(rows) })
    }

    /// Returns the statistics of an approach that a party has not rolled yet.
    pub fn new_stats(&self, who: ActorId, approach: Approach) -> impl Iterator<Item = Stat> {
        let rolled = self.state.party(who).map(|party| party.rolled).unwrap_or_default();
        approach.stats().into_iter().filter(move |&stat| !rolled.has(stat))
    }

    /// Returns the things that a party may bring in now, by number.
    pub fn unused(&self, who: ActorId) -> Vec<u8> {
        self.state.party(who).map_or_else(Vec::new, |party| self.unused_under(who, party.approach))
    }

    /// Returns the things that a party could bring in with this approach, by number.
    pub fn unused_under(&self, who: ActorId, approach: Approach) -> Vec<u8> {
        let (Some(sheet), Some(party)) = (self.roster.parties.row(who), self.state.party(who)) else { return Vec::new() };
        let fits = |&number: &u8| {
            sheet.has(number) && !party.has_used(number) && sheet.thing(number).is_some_and(|thing| thing.is_fit_for(approach))
        };
        (0..u8::try_from(sheet.things.len()).unwrap_or(u8::MAX)).filter(fits).collect()
    }

    /// True if parties are still choosing approaches and things before the opening rolls.
    pub fn is_before_the_roll(&self) -> bool {
        let step = self.state.step;
        matches!(step.phase, Phase::SetUp | Phase::Approach | Phase::OpeningRolls) || (step.phase == Phase::BringIn && step.n == AT_START)
    }

    /// True if a thing is dangerous in this encounter: as its text says, unless the referee has changed it.
    pub fn is_dangerous(&self, who: ActorId, thing: u8) -> bool {
        let text = self.roster.parties.row(who).and_then(|sheet| sheet.thing(thing)).is_some_and(|thing| thing.dangerous);
        text != self.state.party(who).is_some_and(|party| party.danger_turned >> thing.min(63) & 1 == 1)
    }

    /// Returns the number of a party's dangerous things in play.
    fn dangers_of(&self, who: ActorId) -> u32 {
        let Some(party) = self.state.party(who) else { return 0 };
        let in_play = (0..64).filter(|&thing| party.has_used(thing) && self.is_dangerous(who, thing)).count();
        u32::try_from(in_play).unwrap_or(u32::MAX)
    }

    /// Returns the fallout that a blow would cause now (R-Q2, R-Q10). Dangerous things count until the conflict ends, even if their owner
    /// has given up before (R-Q24).
    pub fn blow_on(&self, who: ActorId) -> u8 {
        let Some(party) = self.state.party(who) else { return 0 };
        let worse = Stat::ALL.into_iter().filter(|&stat| stat.makes_blows_worse() && party.in_play.has(stat)).count();
        let stats = u32::try_from(worse).unwrap_or(0);
        let stays = !self.roster.settings.dangerous_leaves;
        let dangers = if self.roster.settings.dangerous_own {
            self.dangers_of(who)
        } else {
            self.state.parties.iter().filter(|(_, party)| stays || party.is_active()).map(|(other, _)| self.dangers_of(other)).sum()
        };
        let basic = i32::try_from(1 + stats + dangers).unwrap_or(i32::MAX);
        u8::try_from(self.number(Hook::Fallout, &self.at(who, None), basic)).unwrap_or(u8::MAX)
    }

    /// Returns a question for a decision point. The side of the party answers it.
    fn asked(&self, point: Point, who: ActorId) -> Question {
        let it = self.state.raise.as_ref().filter(|raise| raise.by != who).map_or(Id::None, |raise| Id::Actor(raise.by));
        Question { point, seat: self.side(who), me: Id::Actor(who), it }
    }

    /// Adds the event by which the conflict enters a step of a party.
    fn go(out: &mut Events, phase: Phase, who: ActorId, n: u8) {
        out.push(Event::Phase(Step::of(phase, Id::Actor(who)).n(n)));
    }

    /// Adds the event by which the conflict enters a step without an acting party.
    fn on(out: &mut Events, phase: Phase) {
        out.push(Event::Phase(Step::of(phase, Id::None)));
    }

    /// Adds an event of dice to the list of events.
    fn tell(out: &mut Events, event: StakesEvent) {
        out.push(Event::Stakes(Box::new(event)));
    }
}

impl ConflictRules for StakesConflict {
    fn question(&self) -> Question {
        if let Some(who) = self.owes() {
            return Question::engine(who);
        }
        let step = self.state.step;
        let Some(who) = step.who.actor() else { return Question::engine(step.who) };
        match step.phase {
            Phase::Approach => self.asked(Point::Approach, who),
            Phase::Escalate => self.asked(Point::Escalate, who),
            Phase::BringIn => self.asked(Point::BringIn, who),
            Phase::Raise => self.asked(Point::Raise, who),
            Phase::Affects => self.asked(Point::Affected, who),
            Phase::See => self.asked(Point::See, who),
            Phase::Resist => self.asked(Point::Resist, who),
            Phase::Fallout => self.asked(Point::Track, who),
            _ => Question::engine(step.who),
        }
    }

    fn list(&self, question: &Question, out: &mut Options) {
        let Some(who) = question.me.actor() else { return };
        match question.point {
            Point::Approach => self.legal_approach(who, out),
            Point::Escalate => self.legal_escalation(who, out),
            Point::BringIn => self.legal_things(who, out),
            Point::Raise => self.legal_raise(who, out),
            Point::Affected => self.legal_affected(who, out),
            Point::See => self.legal_see(who, out),
            Point::Resist => self.legal_resist(who, out),
            Point::Track => self.legal_tracks(who, out),
            // The other decision points belong to other kinds of conflict.
            _ => {}
        }
    }

    fn bring_about(&self, question: &Question, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(who) = question.me.actor() else { return Ok(()) };
        let choice: Choice = answer.choice;
        match question.point {
            Point::Approach => self.decide_approach(who, choice, out),
            Point::Escalate => return self.decide_escalation(who, choice, dice, out),
            Point::BringIn => return self.decide_thing(who, choice, dice, out),
            Point::Raise => self.decide_raise(who, choice, out),
            Point::Affected => self.decide_affected(who, choice, out),
            Point::See => self.decide_see(who, choice, out),
            Point::Resist => self.decide_resist(who, choice, out),
            Point::Track => self.decide_track(who, answer, out),
            _ => {}
        }
        Ok(())
    }

    fn engine_step(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        if self.roll_owed(dice, out)? {
            return Ok(());
        }
        match self.state.step.phase {
            Phase::SetUp => self.resume_set_up(out),
            Phase::OpeningRolls => return self.roll_all(dice, out),
            Phase::Sees => self.resume_sees(out),
            _ => self.next_raise(out),
        }
        Ok(())
    }

    fn set_off(&self, from: usize, out: &mut Events) {
        self.set_off_lines(from, out);
    }

    fn happen(&mut self, event: &Event) {
        apply::apply(&mut self.state, &self.roster, event);
    }

    fn ended(&self) -> Option<Outcome> {
        self.state.outcome
    }

    fn questions_so_far(&self) -> u32 {
        self.state.asked
    }

    fn asked_points(&self) -> &IdVec<Seat, Points> {
        &self.state.asks
    }
}
