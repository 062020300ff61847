//! Writes the transcript of a game, including a note about each undo.

use super::undoable_steps::counted;
use super::{Record, Session, Undo};
use slip_play::conflict::Conflict;
use slip_table::transcript::Transcript;

impl Session {
    /// Returns the transcript of the whole game.
    pub fn transcript(&self) -> String {
        self.account(0)
    }

    /// Returns the transcript of everything after a log line. Undone steps are not described; each undo is mentioned once with its reason,
    /// including undos that were themselves undone later.
    pub fn account(&self, since: usize) -> String {
        let mut fight = self.start.clone();
        let mut account = if since == 0 { Transcript::new(&fight, &self.header.seats) } else { Transcript::default() };
        let mut stood: Vec<usize> = Vec::new();
        let mut undone: Vec<(&Undo, (usize, usize))> = Vec::new();
        for (line, entry) in (1..).zip(&self.journal) {
            match &entry.record {
                Record::Event(event) => {
                    stood.push(line);
                    if !entry.kept {
                        continue;
                    }
                    if line > since {
                        account.tell(&fight, event);
                    }
                    fight.apply(event);
                }
                Record::Undo(undo) => {
                    undone.push((undo, counted(&self.done(stood.iter().copied()), undo.to)));
                    stood.retain(|line| *line <= undo.to);
                    if !entry.kept {
                        continue;
                    }
                    for (undo, taken) in undone.drain(..).filter(|_| line > since) {
                        account.taken_back(&undo.by, undo.why.as_deref(), taken, undo.redraw);
                    }
                }
            }
        }
        account.finish()
    }
}
