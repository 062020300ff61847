//! Trait that every conflict implements, and the types of its results.

use crate::choice::{Answer, Options};
use crate::event::{Event, Events};
use crate::ids::Seat;
use crate::question::Ask;
use slip_dice::{Dice, ScriptExhausted};
use std::fmt;

/// A conflict as a state machine. A conflict never prompts or prints, and takes dice only from its caller.
pub trait Conflict: Clone + PartialEq {
    /// Returns the next question; `None` when the conflict is over.
    fn waiting_for(&self) -> Option<Ask>;

    /// Replaces the contents of `out` with the legal answers to the current question, default first.
    fn legal(&self, out: &mut Options);

    /// Returns the current question, and replaces the contents of `out` with its legal answers.
    fn next_question(&self, out: &mut Options) -> Option<Ask> {
        let ask = self.waiting_for();
        self.legal(out);
        ask
    }

    /// Like [`Conflict::next_question`], but cheaper for a seat that often takes the default. `out` contains only the default if the
    /// default is known without listing the answers and `_declines` returns true. `_declines` is only called for questions to its seat.
    fn next_question_unless(&self, out: &mut Options, _declines: &mut dyn FnMut(&Ask) -> bool) -> Option<Ask> {
        self.next_question(out)
    }

    /// Adds the events that an answer causes. Only the dice change; the state changes when the events are applied.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] in the words of the game. Then neither the state nor the dice have changed, and `out` is as it was before.
    fn decide(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal>;

    /// Like [`Conflict::decide`], for an answer that was taken from the list of legal answers: the list is not computed again.
    ///
    /// # Errors
    ///
    /// As [`Conflict::decide`].
    fn decide_listed(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        self.decide(answer, dice, out)
    }

    /// Like [`Conflict::decide_listed`], for an answer to the question just asked: the question is not computed again.
    ///
    /// # Errors
    /// As [`Conflict::decide`].
    fn decide_asked(&self, _ask: &Ask, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        self.decide_listed(answer, dice, out)
    }

    /// Applies an event. No other function changes the state.
    fn apply(&mut self, event: &Event);

    /// Returns the outcome, if the conflict is over.
    fn outcome(&self) -> Option<Outcome>;
}

/// Outcome of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// Reason why the conflict ended.
    pub why: EndReason,
    /// Number of rounds played, including the last one.
    pub rounds: u32,
}

/// Reason why a conflict ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A `victory` condition of the encounter is true. The conditions are counted from 0.
    Victory(u16),
    /// `victory` conditions of several sides became true at the same time, and the encounter has no order of priority.
    AtOnce,
    /// Only one side is left, and no `victory` condition decides otherwise.
    LastStanding,
    /// No side is left.
    NobodyLeft,
    /// The round limit is reached.
    Limit,
    /// All remaining sides agree to stop.
    Agreed,
    /// Social: the time is up.
    TimeOut,
    /// Social: the conflict has turned violent.
    BrokeDown,
}

/// Reason why an answer is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The conflict is over.
    Over,
    /// The answer is not legal for this question.
    NotLegal {
        /// Word of the decision point.
        point: &'static str,
        /// Word of the answer's verb.
        verb: &'static str,
    },
    /// The scripted dice have run out, or their next faces do not fit the roll.
    DiceRanOut,
}

impl From<ScriptExhausted> for Refusal {
    fn from(_: ScriptExhausted) -> Refusal {
        Refusal::DiceRanOut
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => write!(f, "the encounter is over"),
            Refusal::NotLegal { point, verb } => write!(f, "`{verb}` is not a possible answer to `{point}` now"),
            Refusal::DiceRanOut => write!(f, "the given dice have run out, or their faces do not fit the dice to roll"),
        }
    }
}

impl std::error::Error for Refusal {}
