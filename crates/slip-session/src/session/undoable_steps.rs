//! Lists the answers and rulings of people, which can be undone.

use super::{LogRecord, Session};
use slip_play::event::{Event, Phase};
use slip_play::ids::TableKey;
use slip_play::stored_seat::StoredSeat;

/// A player's answer or a referee's ruling, which can be undone.
pub(super) struct UndoableStep {
    /// Log line of the answer or ruling, from 1.
    pub(super) line: usize,
    /// Number of the turn in which the answer or ruling was given.
    pub(super) turn: usize,
    ruling: bool,
}

/// Returns the number of answers and the number of rulings of people after a log line.
pub(super) fn counted(done: &[UndoableStep], line: usize) -> (usize, usize) {
    let (rulings, answers): (Vec<&UndoableStep>, Vec<&UndoableStep>) =
        done.iter().filter(|one| one.line > line).partition(|one| one.ruling);
    (answers.len(), rulings.len())
}

impl Session {
    /// Returns the numbers of the log lines that have not been undone.
    pub(super) fn kept_lines(&self) -> impl Iterator<Item = usize> + '_ {
        (1..).zip(&self.journal).filter(|(_, entry)| entry.kept).map(|(line, _)| line)
    }

    /// Returns the answers and rulings of people among the given log lines. An answer is a person's answer if a person played the seat when
    /// it was given (R-XTT3). Default answers to questions that were not asked are left out.
    pub(super) fn done(&self, lines: impl Iterator<Item = usize>) -> Vec<UndoableStep> {
        let mut human: Vec<bool> = self.header.seats.iter().map(|seat| seat.player == StoredSeat::Human).collect();
        let mut turn = 0;
        let mut done = Vec::new();
        for line in lines {
            let Some(entry) = line.checked_sub(1).and_then(|place| self.journal.get(place)) else { continue };
            let LogRecord::Event(event) = &entry.record else { continue };
            match event {
                // Between people, a turn begins with the step of an actor; between ships, with the turn of all ships; between platoons,
                // with the choice of a unit.
                Event::Phase(step) if step.phase == Phase::Turn && step.who.actor().is_some() => turn += 1,
                Event::Phase(step) if step.phase == Phase::Unit => turn += 1,
                Event::Round { .. } => turn += 1,
                Event::Seat { seat, player, .. } => {
                    if let Some(sits) = human.get_mut(seat.place()) {
                        *sits = *player == StoredSeat::Human;
                    }
                }
                // An answer that no person gave is undone together with the answer before it.
                Event::Answer { seat, .. } if !entry.unasked && human.get(seat.place()) == Some(&true) => {
                    done.push(UndoableStep { line, turn, ruling: false })
                }
                Event::Override { .. } => done.push(UndoableStep { line, turn, ruling: true }),
                _ => {}
            }
        }
        done
    }
}
