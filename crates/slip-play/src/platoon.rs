//! Platoon combat as a state machine.
//!
//! In a turn the players pick one platoon after another. The units of a platoon act one after another: each has a free move and an action,
//! and a leader has an additional rally.
//!
//! Interruptions come before all other questions: terms of concession, a compel, a hit to mitigate, a unit taken out. After them the
//! sequence continues where it was.

mod action_declaration;
mod aircraft;
mod apply;
mod attached_people;
mod attack;
pub mod begin;
mod build_effect_table;
mod carrier;
mod carry_in;
mod command_and_adoption;
mod compel;
mod concession;
mod damage;
mod defence;
mod effects;
mod eval_context;
pub mod fixed_numbers;
mod jamming;
mod locations;
mod maneuver;
mod march;
mod movement;
mod names;
pub mod odds;
mod optional_effects;
mod paths;
mod permissions;
mod post_roll;
mod quantities;
mod rally;
pub mod referee_overrides;
pub mod roll_kinds;
mod rolls;
pub mod roster;
mod score;
pub mod settings;
mod setup;
mod shift_distribution;
mod skill_replacements;
pub mod spared_aspects;
mod spin;
mod spotting;
pub mod state;
mod stop_offers;
mod targets;
mod triggers;
mod turn;
mod turn_order;
mod victory;
pub mod zones;

pub use defence::Threat;
pub use permissions::{AreaEffect, SetupAspect};
pub use roster::PlatoonRoster;
pub use settings::PlatoonSettings;
pub use skill_replacements::SkillReplacement;
pub use state::BattleState;
use state::{PlatoonId, UnitState};
pub use targets::UnitShot;

use crate::choice::{Answer, Choice, Options, Verb};
use crate::clone_from::refilled;
use crate::conflict::{Outcome, Refusal};
use crate::event::{Event, Events, Phase, Step};
use crate::ids::{ActorId, Id, IdVec, Seat};
use crate::question::{Point, Points};
use crate::question_loop::{ConflictRules, Question};
use slip_dice::Dice;
use std::sync::Arc;

refilled! {
    /// A platoon fight: the shared constant part and the current state.
    #[derive(Debug)]
    pub struct PlatoonFight {
        /// Units, platoons, ground and rules.
        pub roster: Arc<PlatoonRoster>,
        /// Current state of the fight.
        pub state: BattleState,
    }
}

impl PartialEq for PlatoonFight {
    fn eq(&self, other: &PlatoonFight) -> bool {
        (Arc::ptr_eq(&self.roster, &other.roster) || self.roster == other.roster) && self.state == other.state
    }
}

impl PlatoonFight {
    /// Returns the side of a unit or a platoon.
    pub fn side(&self, who: ActorId) -> Seat {
        self.roster.side(who)
    }

    /// True if two units or platoons are on different sides.
    pub fn are_enemies(&self, a: ActorId, b: ActorId) -> bool {
        self.side(a) != self.side(b)
    }

    /// True if the same player plays both units or platoons. A side has one player, unless the encounter names more players for it.
    pub fn is_one_player(&self, a: ActorId, b: ActorId) -> bool {
        let player = |who: ActorId| {
            let platoon = self.state.platoon_of_id(who).or_else(|| self.platoon(who));
            platoon.and_then(|platoon| self.roster.platoons.row(platoon)).map(|platoon| platoon.player.clone())
        };
        !self.are_enemies(a, b) && player(a) == player(b)
    }

    /// Returns the platoon that a unit acts with now.
    pub fn platoon(&self, unit: ActorId) -> Option<PlatoonId> {
        self.state.unit(unit).map(|unit| unit.platoon)
    }

    /// Returns a question at a decision point, which the side of a unit or platoon answers.
    fn asked(&self, point: Point, who: ActorId, it: Id) -> Question {
        Question { point, seat: self.side(who), me: Id::Actor(who), it }
    }

    /// Returns the interruption that must be answered before the sequence of questions continues, if there is one.
    fn owed(&self) -> Option<Question> {
        let state = &self.state;
        if let Some(terms) = state.terms {
            let me = self.speaker(terms.to).map_or(Id::None, Id::Actor);
            return Some(Question { point: Point::AcceptConcession, seat: terms.to, me, it: Id::Actor(terms.by) });
        }
        if let Some(offer) = state.offer {
            return Some(self.asked(Point::AnswerCompel, offer.on, Id::Actor(offer.by)));
        }
        if let Some(blow) = state.blows.first() {
            return Some(self.asked(Point::Mitigate, blow.who, blow.by.map_or(Id::None, Id::Actor)));
        }
        let beaten = *state.untold.first()?;
        let (seat, me) = self.teller(beaten);
        Some(Question { point: Point::Beaten, seat, me, it: Id::Actor(beaten) })
    }

    /// Returns all choices that have the same result as a listed option. The listed option comes first. `decide` accepts any of the
    /// choices.
    pub fn class_members(&self, point: Point, option: Choice, options: &Options) -> Vec<Choice> {
        crate::post_roll::class_members(self, point, option, options)
    }

    /// Adds the event by which the fight enters a step.
    fn go(out: &mut Events, step: Step) {
        out.push(Event::Phase(step));
    }
}

impl ConflictRules for PlatoonFight {
    fn question(&self) -> Question {
        let state = &self.state;
        if let Some(owed) = self.owed() {
            return owed;
        }
        let step = state.step;
        let engine = Question::engine(step.who);
        let asked = |point: Point| match step.who.actor() {
            // A unit that has left the fight gets no more questions, except about dice on the table.
            Some(who) if point == Point::Adjust || state.unit(who).is_none_or(UnitState::is_active) => {
                self.asked(point, who, state.declared.it)
            }
            _ => engine,
        };
        // In a question about a defence, `it` is the attacker.
        let against = |point: Point| Question { it: state.declared.me.map_or(Id::None, Id::Actor), ..asked(point) };
        // In a question about a compel, `it` is the unit to compel. A platoon of another side is asked.
        let upon = |point: Point| Question { it: self.compelled().map_or(Id::None, Id::Actor), ..asked(point) };
        if let Some(who) = self.aided() {
            return self.asked_for_aid(who);
        }
        match step.phase {
            // Units that arrive later choose their starting zone at set-up, too.
            Phase::SetUp => step.who.actor().map_or(engine, |who| self.asked(Point::SetUp, who, Id::None)),
            Phase::Order if step.n > 0 => Question { point: Point::Order, seat: state.player, me: Id::None, it: Id::None },
            Phase::Adopt if step.n > 0 => asked(Point::Adopt),
            Phase::Unit if step.n > 0 => asked(Point::Unit),
            Phase::RallyToo => asked(Point::RallyToo),
            Phase::FreeMove | Phase::Steps if self.has_moved() => engine,
            Phase::FreeMove => asked(Point::FreeMove),
            Phase::Steps => asked(Point::Steps),
            Phase::Muster => asked(Point::Muster),
            Phase::Intercept if step.n > 0 => Question { it: state.intercepted.map_or(Id::None, Id::Actor), ..asked(Point::Intercept) },
            Phase::Declare => asked(self.declare_point()),
            Phase::Compel | Phase::Halt => upon(Point::Compel),
            Phase::Defence => against(Point::Defend),
            Phase::Adjust => asked(Point::Adjust),
            Phase::Share => asked(Point::Share),
            Phase::Engineer => asked(Point::Engineer),
            Phase::Stop => asked(Point::Stop),
            Phase::End if step.n == turn::ASKED_TO_STAY => asked(Point::FreeMove),
            _ => engine,
        }
    }

    fn known_default(&self, question: &Question) -> Option<Choice> {
        if question.point == Point::Adjust { crate::post_roll::known_default(self, self.state.step.n) } else { None }
    }

    fn list(&self, question: &Question, out: &mut Options) {
        match question.point {
            Point::SetUp => self.legal_set_up(out),
            Point::Order => self.legal_order(out),
            Point::Adopt => self.legal_adopt(out),
            Point::Unit => self.legal_unit(out),
            Point::RallyToo => self.legal_rally_too(out),
            Point::FreeMove if self.state.step.phase == Phase::End => self.legal_stay(out),
            Point::FreeMove => self.legal_free_move(out),
            Point::Steps => self.legal_steps(out),
            Point::Muster => self.legal_muster(out),
            Point::Intercept => self.legal_intercept(out),
            Point::Act | Point::Whom | Point::With | Point::Term => self.legal_declare(question.point, out),
            Point::PayAccess => question.me.actor().into_iter().for_each(|who| self.legal_aid(who, out)),
            Point::Compel => self.legal_compel(out),
            Point::AnswerCompel => self.legal_answer(out),
            Point::Defend => self.legal_defence(out),
            Point::Adjust => self.legal_adjust(out),
            Point::Mitigate => self.legal_mitigate(out),
            Point::Beaten => self.legal_beaten(out),
            Point::AcceptConcession => self.legal_concession(out),
            Point::Share => self.legal_share(out),
            Point::Engineer => self.legal_engineer(out),
            Point::Stop => self.legal_stop(out),
            // Decision points of other conflicts.
            _ => {}
        }
    }

    fn bring_about(&self, question: &Question, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        if choice.verb == Verb::Concede {
            self.concede(question, answer, out);
            return Ok(());
        }
        match question.point {
            Point::SetUp => self.decide_set_up(choice, out),
            Point::Order => self.decide_order(choice, out),
            Point::Adopt => self.decide_adopt(choice, out),
            Point::Unit => self.decide_unit(choice, out),
            Point::RallyToo => self.decide_rally_too(choice, out),
            Point::FreeMove if self.state.step.phase == Phase::End => self.decide_stay(choice, out),
            Point::FreeMove => self.decide_free_move(answer, out),
            Point::Steps => self.decide_steps(answer, out),
            Point::Muster => self.decide_muster(choice, out),
            Point::Intercept => self.decide_intercept(choice, out),
            Point::Act | Point::Whom | Point::With | Point::Term => self.decide_declare(question.point, answer, out),
            Point::PayAccess => question.me.actor().into_iter().for_each(|who| self.decide_aid(who, choice, out)),
            Point::Compel => self.decide_compel(answer, out),
            Point::AnswerCompel => self.decide_answer(choice, out),
            Point::Defend => self.decide_defence(choice, out),
            Point::Adjust => return self.decide_adjust(answer, dice, out),
            Point::Mitigate => self.decide_mitigate(answer, out),
            Point::Beaten => self.decide_beaten(answer, out),
            Point::AcceptConcession => self.decide_concession(answer, out),
            Point::Share => self.decide_share(choice, out),
            Point::Engineer => self.decide_engineer(choice, out),
            Point::Stop => self.decide_stop(choice, out),
            _ => {}
        }
        Ok(())
    }

    fn engine_step(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        match self.state.step.phase {
            Phase::SetUp => self.resume_set_up(out),
            Phase::Round => return self.begin_turn(dice, out),
            Phase::Order => self.resume_order(out),
            Phase::Turn => self.begin_platoon(out),
            Phase::Adopt => self.resume_adoption(out),
            Phase::Unit => self.resume_units(out),
            Phase::RallyToo => self.resume_rally_too(out),
            Phase::FreeMove | Phase::Steps => self.resume_movement(out),
            Phase::Halt => self.resume_halt(out),
            Phase::Compel => self.resume_compels(out),
            Phase::Throw => return self.throw(dice, out),
            Phase::Defence => return self.resume_defence(dice, out),
            Phase::Adjust => self.first_to_adjust(out),
            Phase::Result => self.settle(out),
            Phase::Intercept => self.resume_intercept(out),
            Phase::End => self.end_unit(out),
            Phase::Activated => self.end_platoon(out),
            Phase::RoundEnd => self.end_turn(out),
            Phase::Stop => self.resume_stops(out),
            // In all other steps no unit has a choice any more, so the action ends.
            _ => self.finish_action(out),
        }
        Ok(())
    }

    fn set_off(&self, from: usize, out: &mut Events) {
        self.empty_wrecks(from, out);
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

    fn representative(&self, point: Point, choice: Choice, listed: &Options) -> Choice {
        match point {
            Point::Compel => self.stands_for(choice, listed),
            Point::Adjust => crate::post_roll::representative(self, self.state.step.n, choice, listed),
            _ => choice,
        }
    }
}
