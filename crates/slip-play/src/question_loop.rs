//! The question loop of all conflicts. A conflict supplies its questions, legal answers and their results ([`ConflictRules`]). This module
//! checks and records answers, and undoes them if the dice run out.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::conflict::{Conflict, Outcome, Refusal};
use crate::event::{Event, Events};
use crate::ids::{ActorId, Id, IdVec, Seat};
use crate::question::{Ask, Point, Points};
use slip_dice::Dice;

/// A question whose legal answers are not listed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Decision point of the question.
    pub(crate) point: Point,
    /// Seat that answers.
    pub(crate) seat: Seat,
    /// Actor that decides.
    pub(crate) me: Id,
    /// Other subject of the question, such as the attacker in a question to a defender.
    pub(crate) it: Id,
}

impl Question {
    /// Returns the question of a step that the engine takes without asking.
    pub(crate) const fn engine(me: Id) -> Question {
        Question { point: Point::Engine, seat: Seat(0), me, it: Id::None }
    }

    /// Returns a question at a decision point, answered by a seat for one of its actors.
    pub(crate) const fn of(point: Point, seat: Seat, who: ActorId, it: Id) -> Question {
        Question { point, seat, me: Id::Actor(who), it }
    }
}

/// Rules of one kind of conflict, as the question loop needs them. Every implementor is a [`Conflict`].
pub trait ConflictRules: Clone + PartialEq {
    /// Returns the current question. Called only while the conflict is not over.
    fn question(&self) -> Question;

    /// Adds the legal answers to a question, default first. Not called for the engine's own steps.
    fn list(&self, question: &Question, out: &mut Options);

    /// Adds the events that a legal answer causes.
    ///
    /// # Errors
    /// If the dice run out.
    fn bring_about(&self, question: &Question, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal>;

    /// Adds the events of a step that the engine takes without asking.
    ///
    /// # Errors
    /// If the dice run out.
    fn engine_step(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal>;

    /// Adds the events that effects trigger in reaction to the new events: those in `out` from index `from` on.
    fn set_off(&self, from: usize, out: &mut Events);

    /// Applies an event. This is the only function that changes the state.
    fn happen(&mut self, event: &Event);

    /// Returns the outcome, once the conflict is over.
    fn ended(&self) -> Option<Outcome>;

    /// Returns the number of questions asked so far.
    fn questions_so_far(&self) -> u32;

    /// Returns the decision points at which each seat is asked.
    fn asked_points(&self) -> &IdVec<Seat, Points>;

    /// True if this question is asked of every seat, even a seat that takes the default at this decision point.
    fn is_put_to_all(&self, _question: &Question) -> bool {
        false
    }

    /// Returns the default answer, if a quick check shows that the question has other answers too. The answers then need not be listed.
    fn known_default(&self, _question: &Question) -> Option<Choice> {
        None
    }

    /// Returns the listed option that has the same meaning as a choice.
    fn representative(&self, _point: Point, choice: Choice, _listed: &Options) -> Choice {
        choice
    }
}

/// Returns the current question, unless the conflict is over.
fn open<C: ConflictRules>(fight: &C) -> Option<Question> {
    fight.ended().is_none().then(|| fight.question())
}

/// Replaces the contents of `out` with the legal answers to a question. The default answer comes first.
fn list<C: ConflictRules>(fight: &C, question: &Question, out: &mut Options) {
    out.clear();
    if question.point == Point::Engine {
        out.push(Choice::of(Verb::Engine));
    } else {
        fight.list(question, out);
    }
}

/// Records a legal answer and the events it causes; records nothing if the dice run out.
fn carry_out<C: ConflictRules>(fight: &C, question: &Question, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
    let (before, stood) = (out.len(), dice.place());
    let done = if question.point == Point::Engine {
        fight.engine_step(dice, out)
    } else {
        out.push(recorded(fight.questions_so_far(), question, answer));
        fight.bring_about(question, answer, dice, out)
    };
    match done {
        Ok(()) => fight.set_off(before, out),
        Err(_) => {
            out.truncate(before);
            // A scripted roll may have taken some dice before the script ran out. These dice are put back.
            dice.go_back(stood);
        }
    }
    done
}

/// Returns the event that records an answer in the log.
fn recorded(ask: u32, question: &Question, answer: &Answer) -> Event {
    let Question { point, seat, me, it } = *question;
    Event::Answer { ask, seat, point, me, it, pick: answer.choice, say: answer.say.clone(), why: None }
}

impl<C: ConflictRules> Conflict for C {
    fn waiting_for(&self) -> Option<Ask> {
        self.next_question(&mut Options::new())
    }

    fn next_question(&self, out: &mut Options) -> Option<Ask> {
        self.next_question_unless(out, &mut |_| false)
    }

    fn next_question_unless(&self, out: &mut Options, declines: &mut dyn FnMut(&Ask) -> bool) -> Option<Ask> {
        let question = open(self)?;
        let Question { point, seat, me, it } = question;
        let ask = Ask { seat, point, me, it, number: self.questions_so_far(), forced: None };
        let left_to_default = || !self.is_put_to_all(&question) && !self.asked_points().row(seat).is_some_and(|points| points.asks(point));
        if let Some(default) = self.known_default(&question)
            && !left_to_default()
            && declines(&ask)
        {
            out.clear();
            out.push(default);
            return Some(ask);
        }
        list(self, &question, out);
        let forced = if point == Point::Engine || out.len() == 1 || left_to_default() { out.default_choice() } else { None };
        Some(Ask { forced, ..ask })
    }

    fn legal(&self, out: &mut Options) {
        out.clear();
        if let Some(question) = open(self) {
            list(self, &question, out);
        }
    }

    fn decide(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let question = open(self).ok_or(Refusal::Over)?;
        let mut options = Options::new();
        list(self, &question, &mut options);
        if !options.contains(self.representative(question.point, answer.choice, &options)) {
            return Err(Refusal::NotLegal { point: question.point.word(), verb: answer.choice.verb.word() });
        }
        carry_out(self, &question, answer, dice, out)
    }

    fn decide_listed(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let question = open(self).ok_or(Refusal::Over)?;
        carry_out(self, &question, answer, dice, out)
    }

    fn decide_asked(&self, ask: &Ask, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Ask { seat, point, me, it, .. } = *ask;
        carry_out(self, &Question { point, seat, me, it }, answer, dice, out)
    }

    fn apply(&mut self, event: &Event) {
        self.happen(event);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended()
    }
}
