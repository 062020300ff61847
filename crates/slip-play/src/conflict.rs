//! The trait every conflict implements, and what its callers get back (doctrines.md 6).

use crate::ask::Ask;
use crate::choice::{Answer, Options};
use crate::event::{Event, Events};
use crate::ids::Seat;
use slip_dice::{Dice, RanOut};
use std::fmt;

/// A conflict as a state machine. It never prompts, prints, or rolls on its own.
pub trait Conflict: Clone + PartialEq {
    /// Who must decide what now; `None` when it is over.
    fn waiting_for(&self) -> Option<Ask>;

    /// The legal answers to that, default first.
    fn legal(&self, out: &mut Options);

    /// Both at once, for loops: the question, and its legal answers into the caller's buffer.
    fn next_question(&self, out: &mut Options) -> Option<Ask> {
        let ask = self.waiting_for();
        self.legal(out);
        ask
    }

    /// The same, where `declines` may say, before they are listed, that the default is the answer whatever else is legal; it
    /// is asked only where there is more than that. Then the default alone is put into the buffer.
    fn next_question_unless(&self, out: &mut Options, _declines: &mut dyn FnMut(&Ask) -> bool) -> Option<Ask> {
        self.next_question(out)
    }

    /// What an answer brings about. Nothing changes but the dice; the events do that when they are applied.
    ///
    /// # Errors
    /// A [`Refusal`] in the game's words; neither state nor dice have changed then, and `out` is as it was.
    fn decide(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal>;

    /// As [`Conflict::decide`], for an answer that is known to be among the legal ones because it was just taken from
    /// them: they are not listed again.
    ///
    /// # Errors
    /// As [`Conflict::decide`].
    fn decide_listed(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        self.decide(answer, dice, out)
    }

    /// As [`Conflict::decide_listed`], for an answer to the question that was just asked: it is not looked up again.
    ///
    /// # Errors
    /// As [`Conflict::decide`].
    fn decide_asked(&self, _ask: &Ask, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        self.decide_listed(answer, dice, out)
    }

    /// The only mutation.
    fn apply(&mut self, event: &Event);

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
}

/// How a conflict ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; none for a draw.
    pub winner: Option<Seat>,
    /// The reason.
    pub why: Why,
    /// Rounds played, the last one included.
    pub rounds: u32,
}

/// Why a conflict ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// This `victory` line of the encounter holds, counted from 0.
    Victory(u16),
    /// Several `victory` lines of different sides hold at once, and nothing says who comes first.
    AtOnce,
    /// Only one side is left, and no `victory` line says anything else.
    LastStanding,
    /// Nobody is left.
    NobodyLeft,
    /// The limit on rounds is reached.
    Limit,
    /// All sides that are left agree to stop.
    Agreed,
    /// Social: the time is up.
    TimeOut,
    /// Social: it has turned violent.
    BrokeDown,
}

/// Why an answer is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is over.
    Over,
    /// Not among the legal answers to this question.
    NotLegal {
        /// The question's word.
        point: &'static str,
        /// The answer's word.
        verb: &'static str,
    },
    /// A script of dice has run out, or its next faces do not fit.
    DiceRanOut,
}

impl From<RanOut> for Refusal {
    fn from(_: RanOut) -> Refusal {
        Refusal::DiceRanOut
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => write!(f, "the encounter is over"),
            Refusal::NotLegal { point, verb } => write!(f, "`{verb}` is not open to you at `{point}` as things stand"),
            Refusal::DiceRanOut => write!(f, "the scripted dice have run out, or the next faces are not those of these dice"),
        }
    }
}

impl std::error::Error for Refusal {}
