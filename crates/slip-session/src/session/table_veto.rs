//! Vetoes of the table. `veto` takes back the last answer of another side that needs the table's assent; its player then answers again.
//!
//! Answers that need assent are uses of aspects, compels, wordings of consequences, outcomes, maneuvers, obstructions, facts, and skills in
//! a talk. An answer that was taken back costs nothing and gains nothing. Each answer can be vetoed once.
//!
//! A use of an aspect that was taken back cannot be repeated in any form for the same roll, even if a second veto goes further back
//! (R-P58).

use super::{Interjection, LogRecord, Session, UndoRecord};
use ecow::EcoString;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{Seat, TableKey};
use slip_play::log;
use slip_play::question::Ask;
use slip_table::table::{self, Marks, TypedLine};

/// Answer that the table has taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VetoedAnswer {
    /// Number of the question.
    number: u32,
    /// Number of the earliest question to which a later veto went back.
    first: u32,
    /// Number of rolls before the question.
    rolls: usize,
    seat: Seat,
    choice: Choice,
    say: Option<EcoString>,
}

impl VetoedAnswer {
    /// True if the answer is the one that the table has vetoed. `number` is the number of the question, and `rolls` the number of rolls
    /// before it.
    ///
    /// A consequence with another wording is another answer. An aspect is vetoed for the whole roll, whether it is invoked or tagged, and
    /// for any gain.
    fn bars(&self, seat: Seat, number: u32, answer: &Answer, rolls: usize) -> bool {
        let uses = |choice: Choice| matches!(choice.verb, Verb::Invoke | Verb::Tag | Verb::Free);
        if self.seat != seat {
            return false;
        }
        if uses(self.choice) {
            return self.rolls == rolls && uses(answer.choice) && self.choice.with == answer.choice.with;
        }
        let same = (self.first..=self.number).contains(&number) && self.choice == answer.choice;
        same && (self.choice.verb != Verb::Take || self.say == answer.say)
    }
}

/// Returns the noun for an answer to which the table must agree; `None` for all other answers. In a talk, the table must also agree to the
/// skills of actions and defences.
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
    /// Vetoes the last answer that another side has given since the last answer of this seat. Only an answer that needs the assent of the
    /// table can be vetoed.
    ///
    /// # Errors
    /// A sentence for the player if there is no such answer, or it has been vetoed once already.
    pub(super) fn veto(&mut self, by: Seat, line: &str) -> Result<Interjection, String> {
        const NOTHING: &str = "there is nothing to veto: `veto` takes back the last use of an aspect, compel, maneuver, obstruction, fact, \
                               wording of a consequence or outcome of another side since your own last answer";
        let why = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim().trim_matches('"'));
        let recent = self.journal.iter().enumerate().rev().filter(|(_, entry)| entry.kept);
        let mut answers = recent.filter_map(|(place, entry)| match &entry.record {
            LogRecord::Event(Event::Answer { ask, seat, pick, say, .. }) => Some((place, entry.unasked, *ask, *seat, *pick, say.clone())),
            _ => None,
        });
        let is_talk = matches!(&self.fight, Fight::Personal(fight) if fight.roster.social.is_some());
        let own = |seat: Seat, unasked: bool| seat == by && !unasked;
        let found = answers.find(|(_, unasked, _, seat, pick, say)| {
            own(*seat, *unasked) || (*seat != by && judged(*pick, say.as_ref(), is_talk).is_some())
        });
        let (place, _, number, seat, choice, say) = found.filter(|(_, _, _, seat, ..)| *seat != by).ok_or(NOTHING)?;
        let noun = judged(choice, say.as_ref(), is_talk).ok_or(NOTHING)?;
        if self.vetoed.iter().any(|known| (known.number, known.seat) == (number, seat)) {
            return Err(format!("this {noun} stands: an answer to its question has been vetoed once"));
        }
        let side = |seat: Seat| self.header.seats.get(seat.place()).map_or_else(String::new, |seat| seat.side.to_string());
        let (by, whose) = (side(by), side(seat));
        let why = if why.is_empty() { format!("veto of this {noun}") } else { format!("veto of this {noun}: {why}") };
        let undo = UndoRecord { to: place, by: log::words_of(&by), why: Some(log::words_of(&why)), redraw: false, veto: true };
        self.take_back(&undo).map_err(|error| error.to_string())?;
        Ok(Interjection::Vetoed(format!("(vetoed: the {noun} of {whose} is taken back unpaid; its player decides again)")))
    }

    /// Vetoes an answer of a game that is over, such as the outcome of the last actor taken out. The veto is made for the first person at
    /// the table who has an answer to veto.
    ///
    /// # Errors
    /// A sentence for the players if there is no such answer, or it has been vetoed once already.
    pub fn veto_at_end(&mut self, line: &str) -> Result<Interjection, String> {
        let people = self.seats.iter().enumerate().filter(|(_, sitting)| sitting.player.is_none()).map(|(number, _)| Seat::of(number));
        let mut last = Err("no one at this table can veto".to_owned());
        for seat in people.collect::<Vec<_>>() {
            last = self.veto(seat, line);
            if last.is_ok() {
                break;
            }
        }
        last
    }

    /// Records the veto of the answer in the line after `to`. Later questions may now get other numbers. Therefore earlier vetoes of
    /// answers to later questions apply from this question on.
    pub(super) fn note_veto(&mut self, to: usize) {
        let Some(LogRecord::Event(Event::Answer { ask, seat, pick, say, .. })) = self.journal.get(to).map(|entry| &entry.record) else {
            return;
        };
        let rolls = self.rolls_before(to);
        let vetoed = VetoedAnswer { number: *ask, first: *ask, rolls, seat: *seat, choice: *pick, say: say.clone() };
        for known in &mut self.vetoed {
            known.first = known.first.min(vetoed.number);
        }
        self.vetoed.push(vetoed);
    }

    /// Returns the number of rolls in the log before a line.
    fn rolls_before(&self, line: usize) -> usize {
        let kept = self.journal.iter().take(line).filter(|entry| entry.kept);
        kept.filter(|entry| matches!(&entry.record, LogRecord::Event(Event::Roll { .. }))).count()
    }

    /// True if the table has taken back this answer to the question.
    pub(super) fn is_vetoed(&self, ask: &Ask, answer: &Answer) -> bool {
        if self.vetoed.is_empty() {
            return false;
        }
        let rolls = self.rolls_before(self.journal.len());
        self.vetoed.iter().any(|known| known.bars(ask.seat, ask.number, answer, rolls))
    }

    /// True if the table has taken back this answer to the question that the log line after `line` answers.
    pub(super) fn is_vetoed_after(&self, line: usize, answer: &Answer) -> bool {
        let Some(LogRecord::Event(Event::Answer { ask, seat, .. })) = self.journal.get(line).map(|entry| &entry.record) else {
            return false;
        };
        !self.vetoed.is_empty() && {
            let rolls = self.rolls_before(line);
            self.vetoed.iter().any(|known| known.bars(*seat, *ask, answer, rolls))
        }
    }

    /// Returns the options of a question without those that the table has taken back, so that a person is not offered them again. An option
    /// that stands for several aspects stays with another of them, and a consequence stays, because it can have another wording.
    pub(super) fn without_vetoed(&self, ask: &Ask, options: Options) -> Options {
        if self.vetoed.is_empty() {
            return options;
        }
        let mut left = Options::new();
        for &choice in options.as_slice() {
            let is_open = |other: &Choice| !self.is_vetoed(ask, &Answer::from(*other));
            let open = if is_open(&choice) {
                Some(choice)
            } else {
                self.fight.members_of_class(ask.point, choice, &options).into_iter().find(is_open)
            };
            if let Some(open) = open.filter(|&open| !left.contains(open)) {
                left.push(open);
            }
        }
        if left.is_empty() { options } else { left }
    }

    /// True if a typed line is an answer to this question that the table has taken back.
    pub fn names_vetoed(&self, ask: &Ask, line: &str) -> bool {
        if self.vetoed.is_empty() {
            return false;
        }
        let typed = table::typed_line(&self.fight, &Marks::of(&self.start), ask, &self.plain_options(), line);
        matches!(typed, TypedLine::Whole(_, answer) if self.is_vetoed(ask, &answer))
    }

    /// Returns the answer of an automatic player after the table has taken an answer back. It is the same answer without its wording. If
    /// that was taken back too, it is the first option that was not.
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
