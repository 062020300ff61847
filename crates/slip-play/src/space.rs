//! Space combat as a state machine.
//!
//! Detection comes once. After it there are turns of five phases and a boarding step. A phase begins with compels, tethers and formations.
//! Its own questions, its dice and its hits follow, and then it closes.
//!
//! Interruptions come before all other questions: terms of concession, a compel, a denied free tag, a hit to mitigate, a ship taken out.
//! After them the sequence continues where it was.

mod action_declaration;
mod apply;
mod attack;
pub mod begin;
mod boarding;
mod build_effect_table;
mod carry_in;
mod compel;
mod concession;
mod crew;
mod damage;
mod damage_control;
mod defence;
mod detection;
mod drives;
pub mod effects;
mod eval_context;
pub mod fixed_numbers;
mod formation;
mod hangar;
mod maneuver;
mod names;
pub mod odds;
mod optional_effects;
mod phases;
mod placement;
pub mod policy_queries;
mod position_moves;
pub mod position_odds;
pub mod position_phase;
mod post_roll;
pub mod referee_overrides;
mod roll_kinds;
mod rolls;
pub mod roster;
pub mod settings;
mod skill_replacements;
pub mod state;
mod stop_offers;
mod targets;
mod tether;
mod triggers;
mod turn;
mod victory;

pub use roster::SpaceRoster;
pub use settings::SpaceSettings;
use state::ShipState;
pub use state::SpaceState;

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
    /// A space fight: the shared constant part and the current state.
    #[derive(Debug)]
    pub struct Space {
        /// Fixed part of the fight: ships, people and rules.
        pub roster: Arc<SpaceRoster>,
        /// Current state of the fight.
        pub state: SpaceState,
    }
}

impl PartialEq for Space {
    fn eq(&self, other: &Space) -> bool {
        (Arc::ptr_eq(&self.roster, &other.roster) || self.roster == other.roster) && self.state == other.state
    }
}

impl Space {
    /// Returns the current side of a ship, or of the ship that a person is aboard.
    pub fn side(&self, who: ActorId) -> Seat {
        let ship = self.roster.person(who).map_or(who, |person| person.ship);
        self.state.ship(ship).map_or(Seat(0), |ship| ship.side)
    }

    /// True if one player plays both ships. The ships must be on one side, and the encounter must not give one of them to another player. A
    /// captured ship is played by every player of its new side.
    pub(crate) fn is_one_player(&self, a: ActorId, b: ActorId) -> bool {
        let player = |ship: ActorId| self.roster.ships.row(ship).filter(|sheet| sheet.side == self.side(ship)).map(|sheet| sheet.player);
        self.side(a) == self.side(b) && player(a).zip(player(b)).is_none_or(|(one, other)| one == other)
    }

    /// True if two ships or people are on different sides.
    pub fn are_enemies(&self, a: ActorId, b: ActorId) -> bool {
        self.side(a) != self.side(b)
    }

    /// Returns a question at a decision point, which the side of a ship answers.
    fn asked(&self, point: Point, who: ActorId, it: Id) -> Question {
        Question::of(point, self.side(who), who, it)
    }

    /// Returns a question about a formation or a tether. It goes to the ship that may propose the formation, or to a side that has to agree
    /// to a proposal.
    fn agreed(&self, point: Point) -> Question {
        let step = self.state.step;
        let by = self.state.declared.me.filter(|_| step.m == formation::CONSENT);
        match step.who.actor() {
            Some(who) => self.asked(point, who, by.map_or(Id::None, Id::Actor)),
            None => Question::engine(Id::None),
        }
    }

    /// Returns the interruption that must be answered before the sequence continues, if there is one.
    fn owed(&self) -> Option<Question> {
        let state = &self.state;
        if let Some(terms) = state.terms {
            let me = self.speaker(terms.to).map_or(Id::None, Id::Actor);
            return Some(Question { point: Point::AcceptConcession, seat: terms.to, me, it: Id::Actor(terms.by) });
        }
        if let Some(offer) = state.offer {
            return Some(self.asked(Point::AnswerCompel, offer.on, Id::Actor(offer.by)));
        }
        if let Some(denial) = state.deny {
            return Some(self.asked(Point::Deny, denial.on, Id::Actor(denial.by)));
        }
        if let Some(blow) = state.blows.first() {
            return Some(self.asked(Point::Mitigate, blow.who, blow.by.map_or(Id::None, Id::Actor)));
        }
        let beaten = *state.untold.first()?;
        let (seat, me) = self.teller(beaten);
        Some(Question { point: Point::Beaten, seat, me, it: Id::Actor(beaten) })
    }

    /// Returns all choices that have the same result as a listed option. The option itself comes first. `decide` accepts any of these
    /// choices.
    pub fn class_members(&self, point: Point, option: Choice, options: &Options) -> Vec<Choice> {
        crate::post_roll::class_members(self, point, option, options)
    }

    /// Adds the event by which the fight goes on to a step.
    fn go(out: &mut Events, step: Step) {
        out.push(Event::Phase(step));
    }
}

impl ConflictRules for Space {
    fn question(&self) -> Question {
        let state = &self.state;
        let step = state.step;
        let engine = Question::engine(step.who);
        let asked = |point: Point| match step.who.actor() {
            // A ship that has left the fight gets no more questions, except for its answers to boarders.
            Some(who) if matches!(point, Point::Tether | Point::Adjust) || self.state.ship(who).is_none_or(ShipState::is_active) => {
                self.asked(point, who, self.state.declared.it)
            }
            _ => engine,
        };
        // In a question about a defence, `it` is the attacker.
        let against = |point: Point| Question { it: state.declared.me.map_or(Id::None, Id::Actor), ..asked(point) };
        if let Some(owed) = self.owed() {
            return owed;
        }
        match step.phase {
            Phase::SetUp => asked(Point::SetUp),
            Phase::Action => asked(Point::Act),
            Phase::Compel => asked(Point::Compel),
            Phase::Place => asked(Point::Place),
            Phase::Begin => asked(Point::Begin),
            Phase::Formation => self.agreed(Point::Formation),
            Phase::Tether => self.agreed(Point::Tether),
            // The question asks for the outcome of a boarding that is fought in a separate encounter.
            Phase::Board if step.n > 0 => asked(Point::Tether),
            Phase::Drive => asked(Point::Drive),
            Phase::Bid => asked(Point::Bid),
            Phase::Adjust => asked(Point::Adjust),
            Phase::Shift => asked(Point::Shift),
            Phase::Poll => asked(Point::Declare),
            Phase::Declare => asked(self.declare_point()),
            Phase::Defence => against(self.defence_point()),
            Phase::Overwatch => against(Point::Overwatch),
            Phase::Repair => asked(Point::Repair),
            Phase::Stop => asked(Point::Stop),
            _ => engine,
        }
    }

    fn known_default(&self, question: &Question) -> Option<Choice> {
        if question.point == Point::Adjust { crate::post_roll::known_default(self, self.state.step.n) } else { None }
    }

    fn list(&self, question: &Question, out: &mut Options) {
        match question.point {
            Point::SetUp => self.legal_set_up(out),
            Point::Act => self.legal_aid(out),
            Point::Compel => self.legal_compel(out),
            Point::AnswerCompel => self.legal_answer(out),
            Point::Place => self.legal_place(out),
            Point::Begin => {
                out.push(Choice::of(Verb::Start));
                out.push(Choice::of(Verb::Start).how(1));
            }
            Point::Formation => self.legal_formation(out),
            Point::Tether => self.legal_tether(out),
            Point::Drive => self.legal_drive(out),
            Point::Bid => self.legal_bid(out),
            Point::Adjust => self.legal_adjust(out),
            Point::Shift => self.legal_shift(out),
            Point::Declare | Point::Whom | Point::With => self.legal_declare(question.point, out),
            Point::EwDefence | Point::TorpedoDefence => self.legal_defence(question.point, out),
            Point::Overwatch => self.legal_overwatch(out),
            Point::Deny => {
                out.push(Choice::of(Verb::Deny));
                out.push(Choice::of(Verb::No));
            }
            Point::Mitigate => self.legal_mitigate(out),
            Point::Beaten => self.legal_beaten(out),
            Point::AcceptConcession => {
                out.push(Choice::of(Verb::Refuse));
                out.push(Choice::of(Verb::Accept));
            }
            Point::Repair => self.legal_repair(out),
            Point::Stop => {
                out.push(Choice::of(Verb::No));
                out.push(Choice::of(Verb::Yes));
            }
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
            Point::Act => return self.decide_aid(choice, dice, out),
            Point::Compel => self.decide_compel(answer, out),
            Point::AnswerCompel => self.decide_answer(choice, out),
            Point::Place => self.decide_place(choice, out),
            Point::Begin => self.decide_begin(choice, out),
            Point::Formation => self.decide_formation(choice, out),
            Point::Tether => self.decide_tether(choice, out),
            Point::Drive => self.decide_drive(choice, out),
            Point::Bid => self.decide_bid(choice, out),
            Point::Adjust => return self.decide_adjust(answer, dice, out),
            Point::Shift => self.decide_shift(choice, out),
            Point::Declare | Point::Whom | Point::With => self.decide_declare(question.point, answer, out),
            Point::EwDefence | Point::TorpedoDefence => self.decide_defence(choice, out),
            Point::Overwatch => self.decide_overwatch(choice, out),
            Point::Deny => return self.decide_deny(choice, dice, out),
            Point::Mitigate => self.decide_mitigate(answer, out),
            Point::Beaten => self.decide_beaten(answer, out),
            Point::AcceptConcession => self.decide_concession(answer, out),
            Point::Repair => return self.decide_repair(choice, dice, out),
            Point::Stop => self.decide_stop(choice, out),
            _ => {}
        }
        Ok(())
    }

    fn engine_step(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        match self.state.step.phase {
            Phase::Round => self.begin_turn(out),
            Phase::Stage => self.begin_stage(out),
            Phase::Throw => return self.throw(dice, out),
            Phase::Poll => self.resume_poll(out),
            Phase::Defence => self.resume_defence(out),
            Phase::Overwatch => self.resume_overwatch(out),
            Phase::Repair => self.resume_repairs(out),
            Phase::Adjust => self.first_to_adjust(out),
            Phase::Result => self.settle(out),
            Phase::Board => return self.board(dice, out),
            Phase::Place => return self.place_next(dice, out),
            Phase::Begin => self.open_forming(out),
            Phase::Formation => self.resume_formation(out),
            Phase::Tether => self.resume_tethers(out),
            Phase::Action => self.resume_aid(out),
            Phase::Drive => self.resume_drives(out),
            Phase::Bid => self.resume_bids(out),
            Phase::Shift => self.open_shift(out),
            Phase::StageEnd => self.end_stage(out),
            Phase::RoundEnd => self.end_turn(out),
            // No ship has a choice in this step any more.
            _ => self.pass_on(out),
        }
        Ok(())
    }

    fn set_off(&self, from: usize, out: &mut Events) {
        self.set_off_moments(from, out);
    }

    fn happen(&mut self, event: &Event) {
        apply::apply(&mut self.state, &self.roster, event);
        // The list of targets is fixed when they begin to defend. If a target is then taken out by its own heat, it stays in the list,
        // because shots refer to positions in the list (R-S38).
        let defence = Step::of(Phase::Defence, Id::None);
        if matches!(event, Event::Phase(step) if *step == defence) {
            self.state.struck = self.aimed_at();
        }
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
            _ if listed.contains(choice) => choice,
            Point::Compel => self.compel_listed_for(choice),
            Point::Adjust => crate::post_roll::representative(self, self.state.step.n, choice, listed),
            _ => choice,
        }
    }

    fn is_put_to_all(&self, _question: &Question) -> bool {
        // The outcome of a boarding is never left to a default answer.
        self.boarding_fight().is_some()
    }
}
