//! Writes the transcript of a game, including a note about each undo.

use super::undoable_steps::counted;
use super::{LogRecord, Session, UndoRecord};
use slip_play::conflict::Conflict;
use slip_table::transcript::Transcript;

impl Session {
    /// Returns the transcript of the whole game.
    pub fn transcript(&self) -> String {
        self.account(0)
    }

    /// Returns the transcript of everything after a log line. Undone steps are left out. Each undo is mentioned once with its reason, even
    /// if it was itself undone later.
    pub fn account(&self, since: usize) -> String {
        let mut fight = self.start.clone();
        let mut account = if since == 0 { Transcript::new(&fight, &self.header.seats) } else { Transcript::default() };
        let mut stood: Vec<usize> = Vec::new();
        let mut undone: Vec<(&UndoRecord, (usize, usize))> = Vec::new();
        // Undos that follow each other directly are printed as one line.
        let mut together: Vec<Undone<'_>> = Vec::new();
        for (line, entry) in (1..).zip(&self.journal) {
            match &entry.record {
                LogRecord::Event(event) => {
                    stood.push(line);
                    if !entry.kept {
                        continue;
                    }
                    if line > since {
                        tell(&mut account, &mut together);
                        account.tell(&fight, event);
                    }
                    fight.apply(event);
                }
                LogRecord::Undo(undo) => {
                    undone.push((undo, counted(&self.done(stood.iter().copied()), undo.to)));
                    stood.retain(|line| *line <= undo.to);
                    if !entry.kept {
                        continue;
                    }
                    let told = undone.drain(..).filter(|_| line > since);
                    together.extend(told.map(|(undo, taken)| Undone { undo, taken, redraw: undo.redraw }));
                }
            }
        }
        tell(&mut account, &mut together);
        account.finish()
    }
}

/// Undo that the account mentions in one line. Several undos by one player without a reason are combined.
struct Undone<'a> {
    undo: &'a UndoRecord,
    /// Numbers of answers and of rulings that are taken back.
    taken: (usize, usize),
    redraw: bool,
}

/// Writes one line for the undos since the last event. An undo that takes back no answer or ruling of a person is left out: the game only
/// went back to a question that it had skipped.
fn tell(account: &mut Transcript, together: &mut Vec<Undone<'_>>) {
    let mut lines: Vec<Undone<'_>> = Vec::new();
    for next in together.drain(..).filter(|one| one.taken != (0, 0) || one.redraw) {
        match lines.last_mut().filter(|last| last.undo.why.is_none() && next.undo.why.is_none() && last.undo.by == next.undo.by) {
            Some(last) => {
                last.taken = (last.taken.0 + next.taken.0, last.taken.1 + next.taken.1);
                last.redraw |= next.redraw;
            }
            None => lines.push(next),
        }
    }
    for Undone { undo, taken, redraw } in lines {
        account.taken_back(&undo.by, undo.why.as_deref(), taken, redraw);
    }
}
