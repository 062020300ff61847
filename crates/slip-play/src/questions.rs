//! The loop of question and answer that all conflicts go through: a conflict says what it asks, what may be answered and what
//! comes of it ([`Questions`]); that answers are judged, recorded and undone where the dice run out is said here.

use crate::ask::{Ask, Point, Points};
use crate::choice::{Answer, Choice, Options, Verb};
use crate::conflict::{Conflict, Outcome, Refusal};
use crate::event::{Event, Events};
use crate::ids::{ActorId, Id, Seat, Table};
use slip_dice::Dice;

/// A question before it is known whether it is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub(crate) point: Point,
    /// Who answers.
    pub(crate) seat: Seat,
    /// Whom it is about.
    pub(crate) me: Id,
    /// What it concerns besides.
    pub(crate) it: Id,
}

impl Question {
    /// A step the engine takes by itself.
    pub(crate) const fn engine(me: Id) -> Question {
        Question { point: Point::Engine, seat: Seat(0), me, it: Id::None }
    }

    /// A question of a point that a seat answers for somebody.
    pub(crate) const fn of(point: Point, seat: Seat, who: ActorId, it: Id) -> Question {
        Question { point, seat, me: Id::Actor(who), it }
    }
}

/// What a conflict says of itself. It is a [`Conflict`] by that.
pub trait Questions: Clone + PartialEq {
    /// Who is asked what where the fight stands; asked only while it is not over.
    fn question(&self) -> Question;

    /// Adds the legal answers to a question, default first. The engine's own steps are not asked for.
    fn list(&self, question: &Question, out: &mut Options);

    /// What an answer that is legal brings about.
    ///
    /// # Errors
    /// If the dice run out.
    fn bring_about(&self, question: &Question, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal>;

    /// The steps the engine takes by itself.
    ///
    /// # Errors
    /// If the dice run out.
    fn engine_step(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal>;

    /// What the events from a place on set off besides.
    fn set_off(&self, from: usize, out: &mut Events);

    /// The only mutation: an event happens.
    fn happen(&mut self, event: &Event);

    /// How it ended, once it has.
    fn ended(&self) -> Option<Outcome>;

    /// Questions so far.
    fn questions_so_far(&self) -> u32;

    /// Which points each seat is asked at.
    fn asked_points(&self) -> &Table<Seat, Points>;

    /// True if a question is put even to those who have left its point to the default.
    fn is_put_to_all(&self, _question: &Question) -> bool {
        false
    }

    /// The default of a question, if it is known without listing them that there are other answers.
    fn known_default(&self, _question: &Question) -> Option<Choice> {
        None
    }

    /// The listed option that stands for a choice.
    fn representative(&self, _point: Point, choice: Choice, _listed: &Options) -> Choice {
        choice
    }
}

/// The question that is open, unless the fight is over.
fn open<C: Questions>(fight: &C) -> Option<Question> {
    fight.ended().is_none().then(|| fight.question())
}

/// The legal answers to a question, default first, in place of what was there.
fn list<C: Questions>(fight: &C, question: &Question, out: &mut Options) {
    out.clear();
    if question.point == Point::Engine {
        out.push(Choice::of(Verb::Engine));
    } else {
        fight.list(question, out);
    }
}

/// Records a legal answer and what it brings about; nothing if the dice run out.
fn carry_out<C: Questions>(fight: &C, question: &Question, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
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
            // Of several dice some may have fallen before one was missing.
            dice.go_back(stood);
        }
    }
    done
}

/// What the log keeps of an answer.
fn recorded(ask: u32, question: &Question, answer: &Answer) -> Event {
    let Question { point, seat, me, it } = *question;
    Event::Answer { ask, seat, point, me, it, pick: answer.choice, say: answer.say.clone(), why: None }
}

impl<C: Questions> Conflict for C {
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
