//! The trait that every conflict implements, and the types of its results.

use crate::ask::Ask;
use crate::choice::{Answer, Options};
use crate::event::{Event, Events};
use crate::ids::Seat;
use slip_dice::{Dice, ScriptExhausted};
use std::fmt;

/// A conflict as a state machine. It never prompts or prints, and never rolls by itself.
pub trait Conflict: Clone + PartialEq {
    /// Returns the next question; `None` when the conflict is over.
    fn waiting_for(&self) -> Option<Ask>;

    /// Adds the legal answers to it, default first.
    fn legal(&self, out: &mut Options);

    /// Returns the question and adds its legal answers, for loops.
    fn next_question(&self, out: &mut Options) -> Option<Ask> {
        let ask = self.waiting_for();
        self.legal(out);
        ask
    }

    /// As [`Conflict::next_question`], but `declines` may decide, before the answers are listed, that the default will be taken; it is
    /// called only if there are other answers. The buffer then has the default alone.
    fn next_question_unless(&self, out: &mut Options, _declines: &mut dyn FnMut(&Ask) -> bool) -> Option<Ask> {
        self.next_question(out)
    }

    /// Adds the events of an answer. Only the dice change; the state changes when the events are applied.
    ///
    /// # Errors
    /// A [`Refusal`] in the game's words; neither state nor dice have changed then, and `out` is as it was.
    fn decide(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal>;

    /// As [`Conflict::decide`], for an answer taken from the legal ones: they are not listed again.
    ///
    /// # Errors
    /// As [`Conflict::decide`].
    fn decide_listed(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        self.decide(answer, dice, out)
    }

    /// As [`Conflict::decide_listed`], for an answer to the question just asked: the question is not computed again.
    ///
    /// # Errors
    /// As [`Conflict::decide`].
    fn decide_asked(&self, _ask: &Ask, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        self.decide_listed(answer, dice, out)
    }

    /// Applies an event. This is the only mutation.
    fn apply(&mut self, event: &Event);

    /// Returns the outcome, if the conflict is over.
    fn outcome(&self) -> Option<Outcome>;
}

/// Outcome of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; none for a draw.
    pub winner: Option<Seat>,
    /// The reason.
    pub why: Why,
    /// Number of rounds played, with the last one.
    pub rounds: u32,
}

/// Reason why a conflict ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// This `victory` of the encounter is true, counted from 0.
    Victory(u16),
    /// Several `victory` conditions of different sides are true at once, without a priority.
    AtOnce,
    /// Only one side is left, and no `victory` decides otherwise.
    LastStanding,
    /// No side is left.
    NobodyLeft,
    /// The round limit is reached.
    Limit,
    /// All remaining sides agree to stop.
    Agreed,
    /// Social: the time is up.
    TimeOut,
    /// Social: it has turned violent.
    BrokeDown,
}

/// Reason why an answer is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The conflict is over.
    Over,
    /// The answer is not legal for this question.
    NotLegal {
        /// The question's word.
        point: &'static str,
        /// The answer's word.
        verb: &'static str,
    },
    /// Scripted dice have run out, or their next faces do not fit.
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
