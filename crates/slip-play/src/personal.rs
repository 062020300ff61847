//! State machine of combat between people, with weapons or (in a social conflict) with words.
//!
//! In a round each actor takes one turn in order. A turn: declare, compels, free move, the action, damage, end.
//!
//! `roster` has the part of a fight that does not change and `state` the part that does; `begin` makes both. This module decides which seat
//! is asked which question; each step has a module that lists its answers and decides their results; `apply` alone changes the state.
//! Effects of content are evaluated in `effect_query` and `eval_context`, and triggered effects are executed in `triggers` and
//! `execute_effects`. Policies ask `policy_queries` and keep results in `attack_cache`.

mod action_declaration;
mod animal;
mod apply;
mod armour_help;
mod attack;
pub mod attack_cache;
pub mod begin;
mod build_effect_table;
mod cache;
mod carry_in;
pub mod closed_sheets;
mod compel;
mod compel_reply;
mod declared_facts;
pub mod defence;
mod effect_query;
mod eval_context;
mod execute_effects;
mod fate_payment;
mod first_aid;
mod gear;
pub mod improvised_throw;
mod interner;
mod interrupts;
mod morale_check;
mod movement;
mod names;
pub mod odds;
mod optional_effects;
mod paths;
mod permissions;
pub mod policy_queries;
pub mod post_roll;
mod post_roll_compel;
mod quantities;
mod range;
mod recorded_defence;
pub mod referee_overrides;
pub mod roll_base;
mod roll_results;
pub mod roster;
pub mod settings;
mod setup;
mod skill_set;
pub mod social;
mod standing_aspects;
pub mod state;
mod state_generation;
mod state_key;
mod targets;
mod task;
mod triggers;
mod turn;
mod usable_aspects;
mod vacuum;
mod victory;

pub use begin::BeginError;
pub use roster::PersonalRoster;
pub use settings::PersonalSettings;
pub use state::PersonalState;

use crate::choice::{Answer, Choice, Options, Verb};
use crate::clone_from::refilled;
use crate::conflict::{Outcome, Refusal};
use crate::event::{Event, Events, Phase, Step};
use crate::ids::{ActorId, Id, IdVec, Seat};
use crate::question::{Point, Points};
use crate::question_loop::{ConflictRules, Question};
use slip_dice::Dice;
use state_generation::Generation;
use std::sync::Arc;

refilled! {
    /// A fight: its fixed part, which is shared, and its state.
    #[derive(Debug)]
    pub struct Personal {
        /// Fixed part of the fight: people, map and rules.
        pub roster: Arc<PersonalRoster>,
        /// Current state of the fight.
        pub state: PersonalState,
    }
}

impl PartialEq for Personal {
    fn eq(&self, other: &Personal) -> bool {
        (Arc::ptr_eq(&self.roster, &other.roster) || self.roster == other.roster) && self.state == other.state
    }
}

impl Personal {
    /// Adds the event by which the fight enters a step.
    fn go(out: &mut Events, step: Step) {
        out.push(Event::Phase(step));
    }
}

impl ConflictRules for Personal {
    fn question(&self) -> Question {
        let state = &self.state;
        let step = state.step;
        let engine = Question::engine(step.who);
        let asked = |point: Point, who: ActorId, it: Id| Question::of(point, self.roster.side(who), who, it);
        if let Some(due) = state.due.first() {
            return asked(Point::Payee, due.who, Id::None);
        }
        if step.phase == Phase::Round && self.roster.settings.order_asked {
            let me = self.caller();
            return Question { point: Point::Order, seat: Seat(0), me: me.map_or(Id::None, Id::Actor), it: Id::None };
        }
        let Some(who) = step.who.actor() else { return engine };
        let actor = state.actor.map_or(Id::None, Id::Actor);
        match step.phase {
            Phase::Declare => {
                let point = self.declare_point();
                self.caller_question(point, who).unwrap_or_else(|| asked(point, who, state.declared.it))
            }
            Phase::Fact => {
                let judge = state.fact.as_ref().and_then(|fact| self.referee(fact.by));
                let (seat, me) = judge.map_or((Seat(step.n), Id::None), |(seat, judge)| (seat, Id::Actor(judge)));
                Question { point: Point::Fact, seat, me, it: step.who }
            }
            Phase::Compel => asked(Point::Compel, who, actor),
            Phase::Answer => asked(Point::AnswerCompel, who, state.declared.offer.map_or(Id::None, |o| Id::Actor(o.by))),
            Phase::Haggle => asked(Point::Haggle, who, state.declared.offer.map_or(Id::None, |o| Id::Actor(o.with.unwrap_or(o.on)))),
            Phase::FreeMove => asked(Point::FreeMove, who, Id::None),
            Phase::Steps if self.pushed().is_some() => asked(Point::Steps, who, state.declared.it),
            Phase::Steps | Phase::Forced => asked(Point::Steps, who, Id::None),
            Phase::Skill => self.skill_question(who),
            Phase::Share => asked(Point::Share, who, state.declared.it),
            Phase::Contour => asked(Point::SetUp, who, Id::None),
            Phase::Beaten if self.roster.social.is_some() => self.parley_question(who),
            Phase::Border => asked(Point::Border, who, state.declared.it),
            Phase::Defence => {
                let waits = self.defence(step.n).is_some_and(|defence| defence.chosen.is_some());
                match waits {
                    false => asked(Point::Defend, who, actor),
                    true if self.has_offers(who)
                        || self.asks_for_armour(who, self.defence(state.step.n).and_then(|defence| defence.chosen?)) =>
                    {
                        asked(Point::PayAccess, who, actor)
                    }
                    true => engine,
                }
            }
            Phase::Action if self.has_offers(who) => asked(Point::PayAccess, who, state.declared.it),
            Phase::Adjust => asked(Point::Adjust, who, actor),
            Phase::Hit if self.awaits_hunters(who) => asked(Point::Animal, state.actor.unwrap_or(who), Id::Actor(who)),
            Phase::Hit => asked(Point::Mitigate, who, actor),
            Phase::Beaten => asked(Point::Beaten, self.teller(who), Id::Actor(who)),
            Phase::SetUp => asked(Point::SetUp, who, Id::None),
            Phase::Fire => self.fire_question(),
            Phase::Concession => {
                let seat = Seat(step.n);
                let judge = self
                    .roster
                    .sides
                    .row(seat)
                    .and_then(|side| side.members.iter().copied().find(|&member| state.actors[member].is_active()));
                Question { point: Point::AcceptConcession, seat, me: judge.map_or(Id::None, Id::Actor), it: step.who }
            }
            // The engine takes these steps without a question. Some of them belong to other conflicts.
            _ => engine,
        }
    }

    fn known_default(&self, question: &Question) -> Option<Choice> {
        match question.point {
            _ if self.is_social_question(question.point) => None,
            Point::Adjust => crate::post_roll::known_default(self, self.state.step.n),
            Point::Compel if self.state.step.phase == Phase::Compel => self.known_not_compelling(),
            _ => None,
        }
    }

    fn list(&self, question: &Question, out: &mut Options) {
        match question.point {
            Point::Payee => self.legal_payee(out),
            _ if self.is_social_question(question.point) => self.legal_social(question.point, out),
            _ if self.state.step.phase == Phase::Fire => self.legal_fire(out),
            Point::Act | Point::Whom | Point::With | Point::Track | Point::Term => self.legal_declare(question.point, out),
            Point::PayAccess if self.legal_offers(question.me, out) => {}
            Point::SetUp => self.legal_set_up(out),
            Point::Order => self.legal_order(out),
            Point::PayAccess | Point::Animal => {
                out.push(Choice::of(Verb::No));
                out.push(Choice::of(Verb::Yes));
            }
            Point::Compel => self.legal_compel(out),
            Point::AnswerCompel => self.legal_answer(out),
            Point::Haggle => self.legal_haggle(out),
            Point::FreeMove => self.legal_free_move(out),
            Point::Steps => self.legal_steps(out),
            Point::Border => self.legal_border(out),
            Point::Defend => self.legal_defend(out),
            Point::Adjust => self.legal_adjust(out),
            Point::Mitigate => self.legal_mitigate(out),
            Point::Beaten => self.legal_beaten(out),
            Point::Fact => {
                out.push(Choice::of(Verb::Accept));
                out.push(Choice::of(Verb::Alter));
            }
            Point::AcceptConcession => {
                out.push(Choice::of(Verb::Refuse));
                out.push(Choice::of(Verb::Accept));
            }
            // The questions of other conflicts are never asked here, so they have no options.
            _ => {}
        }
        self.offer_fact(question, out);
    }

    fn bring_about(&self, question: &Question, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let choice = answer.choice;
        if choice.verb == Verb::Fact {
            self.state_fact(question, answer, out);
            return Ok(());
        }
        if choice.verb == Verb::Concede {
            self.concede(question, answer, out);
            return Ok(());
        }
        match question.point {
            Point::Payee => self.decide_payee(choice, out),
            _ if self.is_social_question(question.point) => self.decide_social(answer, out),
            _ if self.state.step.phase == Phase::Fire => self.decide_fire(choice, out),
            Point::Act | Point::Whom | Point::With | Point::Track | Point::Term => self.decide_declare(answer, out),
            Point::PayAccess if self.state.step.phase == Phase::Declare => self.decide_declare(answer, out),
            Point::PayAccess => return self.decide_before_roll(choice, dice, out),
            Point::SetUp => self.decide_set_up(choice, out),
            Point::Order => self.begin_round(choice, out),
            Point::Animal => self.decide_animal(choice, out),
            Point::Compel => self.decide_compel(answer, out),
            Point::AnswerCompel => self.decide_answer(choice, out),
            Point::Haggle => self.decide_haggle(choice, out),
            Point::FreeMove => self.decide_free_move(choice, out),
            Point::Steps => self.decide_steps(choice, out),
            Point::Border => self.decide_border(choice, out),
            Point::Defend => return self.decide_defend(choice, dice, out),
            Point::Adjust => return self.decide_adjust(answer, dice, out),
            Point::Mitigate => self.decide_mitigate(answer, out),
            Point::Beaten => self.decide_beaten(answer, out),
            Point::AcceptConcession => self.decide_concession(answer, out),
            Point::Fact => self.decide_fact(question, answer, out),
            // Questions of other conflicts are not answered here.
            _ => {}
        }
        Ok(())
    }

    fn engine_step(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        match self.state.step.phase {
            Phase::Round => self.begin_round(Choice::of(Verb::Order).how(u8::from(self.roster.settings.order_by_seats)), out),
            Phase::Turn => self.begin_turn(out),
            Phase::Action => return self.begin_action(dice, out),
            Phase::Defence => return self.roll_chosen_defence(dice, out),
            Phase::Adjust => self.open_window(out),
            Phase::Result => self.settle(out),
            Phase::After => self.after_attack(out),
            Phase::Morale => return self.check_nerve(dice, out),
            Phase::End => self.end_turn(out),
            Phase::RoundEnd => self.end_round(out),
            Phase::Timer => self.check_box(out),
            Phase::Fire => return self.run_fire(dice, out),
            // The engine has nothing to do in steps that ask a question, and at the end of the fight.
            _ => {}
        }
        Ok(())
    }

    fn set_off(&self, from: usize, out: &mut Events) {
        self.set_off_moments(from, out);
    }

    fn happen(&mut self, event: &Event) {
        if state_key::may_change(&self.state, event) {
            self.state.since = Generation::now();
        }
        // The defenders of an attack are decided when its dice are rolled.
        if matches!(event, Event::Roll { against: None, .. }) && self.state.step.phase == Phase::Action {
            let struck = self.struck();
            return apply::apply(&mut self.state, &self.roster, &struck, event);
        }
        apply::apply(&mut self.state, &self.roster, &[], event);
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
        self.class_representative(point, choice, listed)
    }
}
