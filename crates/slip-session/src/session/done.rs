//! What people at a table did, and may take back: their answers, and the referee's word.

use super::{Record, Session};
use slip_play::event::{Event, Phase};
use slip_play::ids::Key;
use slip_play::stored_seat::StoredSeat;

/// An answer that somebody at the table gave, or a ruling.
pub(super) struct Done {
    /// Its line, from 1.
    pub(super) line: usize,
    /// The turn it was done in.
    pub(super) turn: usize,
    ruling: bool,
}

/// How many answers, and how many rulings, stand after a line.
pub(super) fn counted(done: &[Done], line: usize) -> (usize, usize) {
    let (rulings, answers): (Vec<&Done>, Vec<&Done>) = done.iter().filter(|one| one.line > line).partition(|one| one.ruling);
    (answers.len(), rulings.len())
}

impl Session {
    /// The lines that have not been taken back.
    pub(super) fn kept_lines(&self) -> impl Iterator<Item = usize> + '_ {
        (1..).zip(&self.journal).filter(|(_, entry)| entry.kept).map(|(line, _)| line)
    }

    /// What people did in some lines of the game. An answer is theirs if they played the seat when it was given (R-XTT3).
    pub(super) fn done(&self, lines: impl Iterator<Item = usize>) -> Vec<Done> {
        let mut human: Vec<bool> = self.header.seats.iter().map(|seat| seat.player == StoredSeat::Human).collect();
        let mut turn = 0;
        let mut done = Vec::new();
        for line in lines {
            let record = line.checked_sub(1).and_then(|place| self.journal.get(place)).map(|entry| &entry.record);
            let Some(Record::Event(event)) = record else { continue };
            match event {
                Event::Phase(step) if step.phase == Phase::Turn && step.who.actor().is_some() => turn += 1,
                Event::Seat { seat, player, .. } => {
                    if let Some(sits) = human.get_mut(seat.place()) {
                        *sits = *player == StoredSeat::Human;
                    }
                }
                Event::Answer { seat, .. } if human.get(seat.place()) == Some(&true) => done.push(Done { line, turn, ruling: false }),
                Event::Override { .. } => done.push(Done { line, turn, ruling: true }),
                _ => {}
            }
        }
        done
    }
}
