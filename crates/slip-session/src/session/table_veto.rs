//! Vetoes of the table: `veto` takes back the last answer of another side that needs the table's assent, and its player answers again.
//!
//! Such answers are uses of aspects, compels, wordings of consequences, outcomes, maneuvers, obstructions, facts, and skills in a talk. Nothing is paid and
//! nothing gained by an answer that was taken back. Each answer can be vetoed once.

use super::{Interjection, LogRecord, Session, UndoRecord};
use ecow::EcoString;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Fight;
use slip_play::ids::{Seat, TableKey};
use slip_play::log;
use slip_play::question::Ask;

/// Answer that the table has taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VetoedAnswer {
    /// Number of the question.
    number: u32,
    seat: Seat,
    choice: Choice,
    say: Option<EcoString>,
}

impl VetoedAnswer {
    /// True if this is the answer that was taken back. A consequence is another one if its wording is another one.
    fn is(&self, ask: &Ask, answer: &Answer) -> bool {
        let same = self.number == ask.number && self.seat == ask.seat && self.choice == answer.choice;
        same && (self.choice.verb != Verb::Take || self.say == answer.say)
    }
}

/// Returns the noun for an answer that needs the assent of the table; `None` for all other answers. In a talk the skills of actions and
/// defences need it, too.
fn judged(choice: Choice, say: Option<&EcoString>, is_talk: bool) -> Option<&'static str> {
    match choice.verb {
        Verb::Use | Verb::Defend => is_talk.then_some("skill"),
        Verb::Invoke | Verb::Tag | Verb::Free => Some("use of an aspect"),
        Verb::Compel => Some("compel"),
        Verb::Take => say.map(|_| "wording of a consequence"),
        Verb::Outcome => Some("outcome"),
        Verb::Maneuver => Some("maneuver"),
        Verb::Obstruct => Some("obstruction"),
        Verb::Fact => Some("fact"),
        _ => None,
    }
}

impl Session {
    /// Takes back the last answer of another side since the last answer of this seat, if it needs the assent of the table.
    ///
    /// # Errors
    /// A sentence for the player if there is no such answer, or it has been vetoed once already.
    pub(super) fn veto(&mut self, ask: &Ask, line: &str) -> Result<Interjection, String> {
        const NOTHING: &str = "there is nothing to veto: `veto` takes back the last use of an aspect, compel, maneuver, obstruction, fact, \
                               wording of a consequence or outcome of another side since your own last answer";
        let why = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim().trim_matches('"'));
        let recent = self.journal.iter().enumerate().rev().filter(|(_, entry)| entry.kept);
        let mut answers = recent.filter_map(|(place, entry)| match &entry.record {
            LogRecord::Event(Event::Answer { ask, seat, pick, say, .. }) => Some((place, entry.unasked, *ask, *seat, *pick, say.clone())),
            _ => None,
        });
        let is_talk = matches!(&self.fight, Fight::Personal(fight) if fight.roster.social.is_some());
        let own = |seat: Seat, unasked: bool| seat == ask.seat && !unasked;
        let found = answers.find(|(_, unasked, _, seat, pick, say)| {
            own(*seat, *unasked) || (*seat != ask.seat && judged(*pick, say.as_ref(), is_talk).is_some())
        });
        let (place, _, number, seat, choice, say) = found.filter(|(_, _, _, seat, ..)| *seat != ask.seat).ok_or(NOTHING)?;
        let noun = judged(choice, say.as_ref(), is_talk).ok_or(NOTHING)?;
        if self.vetoed.iter().any(|known| (known.number, known.seat) == (number, seat)) {
            return Err(format!("this {noun} stands: an answer to its question has been vetoed once"));
        }
        let side = |seat: Seat| self.header.seats.get(seat.place()).map_or_else(String::new, |seat| seat.side.to_string());
        let (by, whose) = (side(ask.seat), side(seat));
        let why = if why.is_empty() { format!("veto of this {noun}") } else { format!("veto of this {noun}: {why}") };
        let undo = UndoRecord { to: place, by: log::words_of(&by), why: Some(log::words_of(&why)), redraw: false, veto: true };
        self.take_back(&undo).map_err(|error| error.to_string())?;
        Ok(Interjection::Vetoed(format!("(vetoed: the {noun} of {whose} is taken back unpaid; its player decides again)")))
    }

    /// Returns the answer in the line after `to`, for a veto that takes it back.
    pub(super) fn answer_after(&self, to: usize) -> Option<VetoedAnswer> {
        match &self.journal.get(to)?.record {
            LogRecord::Event(Event::Answer { ask, seat, pick, say, .. }) => {
                Some(VetoedAnswer { number: *ask, seat: *seat, choice: *pick, say: say.clone() })
            }
            _ => None,
        }
    }

    /// True if the table has taken back this answer to the question.
    pub(super) fn is_vetoed(&self, ask: &Ask, answer: &Answer) -> bool {
        self.vetoed.iter().any(|known| known.is(ask, answer))
    }

    /// Returns the answer that a player of the program gives instead of one that the table has taken back: the same without its wording, or
    /// the default of the rest.
    pub(super) fn other_than(&self, ask: &Ask, answer: Answer) -> Answer {
        if !self.is_vetoed(ask, &answer) {
            return answer;
        }
        let plain = Answer::from(answer.choice);
        if !self.is_vetoed(ask, &plain) {
            return plain;
        }
        let mut options = Options::new();
        self.fight.legal(&mut options);
        let mut rest = options.as_slice().iter().copied().map(Answer::from);
        rest.find(|other| !self.is_vetoed(ask, other)).unwrap_or(answer)
    }
}
