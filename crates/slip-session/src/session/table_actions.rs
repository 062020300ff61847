//! Actions that exist only at a table: undoing steps, referee rulings, and handing over a seat.

use super::undoable_steps::counted;
use super::{JournalEntry, LogRecord, SeatAssignment, Session, SessionError, StreamPosition, TableSeat, UndoRecord};
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Playable;
use slip_play::ids::{Seat, TableKey};
use slip_play::log;
use slip_play::log::first_record::SeatLine;

/// Base number of the dice streams for rerolls after an undo; the line number of the undo is added. It is far from the numbers of all
/// seats' streams.
const REDRAWN: u64 = 1 << 63;

impl Session {
    /// Undoes all lines after `to`, the last line that stays, and records the undo.
    ///
    /// The dice return to their position at that line, and the same steps get the same faces. With `redraw`, the dice use a new stream (or
    /// are typed in again). A seat that was handed over since then stays with its new player, and a new record of the hand-over is written.
    ///
    /// # Errors
    /// [`SessionError`] if the line does not exist, has been undone itself, or does not end a step.
    pub fn undo(&mut self, to: usize, by: &str, why: Option<&str>, redraw: bool) -> Result<(), SessionError> {
        self.take_back(&UndoRecord { to, by: log::words_of(by), why: why.map(log::words_of), redraw, veto: false })
    }

    /// Takes back lines as [`Session::undo`] or [`Session::veto`] does, and writes the record.
    pub(super) fn take_back(&mut self, undo: &UndoRecord) -> Result<(), SessionError> {
        self.stand_at(undo.to)?;
        let sitting: Vec<SeatLine> = self.seats.iter().map(|sitting| sitting.line.clone()).collect();
        self.go_back(undo);
        for (number, line) in sitting.into_iter().enumerate() {
            let seat = Seat::of(number);
            if self.line_of(seat).is_some_and(|written| written != line) {
                let SeatLine { player, asks, .. } = line;
                self.enter(Event::Seat { seat, player, asks }, true);
                if let Some(sitting) = self.seats.get_mut(number) {
                    sitting.since = self.journal.len();
                }
            }
        }
        self.sit_again();
        self.flush()
    }

    /// Returns the line to which an undo must go back. The undo removes the last `deeds` answers and rulings of people, or those of the
    /// current turn if `deeds` is `None`. Returns `None` if there are too few.
    pub fn line_before(&self, deeds: Option<usize>) -> Option<usize> {
        let done = self.done(self.kept_lines());
        let place = match deeds {
            Some(count) => done.len().checked_sub(count)?,
            None => done.iter().position(|one| done.last().is_some_and(|last| last.turn == one.turn))?,
        };
        done.get(place)?.line.checked_sub(1)
    }

    /// Returns the number of players' answers and the number of rulings after a line. An undo to that line would remove them.
    pub fn deeds_since(&self, line: usize) -> (usize, usize) {
        counted(&self.done(self.kept_lines()), line)
    }

    /// Returns the position of the dice after a line.
    pub(super) fn stand_at(&self, to: usize) -> Result<StreamPosition, SessionError> {
        let last = self.last_line();
        let Some(place) = to.checked_sub(1) else { return Ok(StreamPosition::default()) };
        let entry = self.journal.get(place).ok_or(SessionError::NoLine { to, last })?;
        if !entry.kept {
            return Err(SessionError::Struck(to));
        }
        let ends = |(_, entry): &(usize, &JournalEntry)| entry.after.is_some();
        entry.after.ok_or_else(|| {
            let before = (1..).zip(&self.journal).take(place).filter(ends).last().map_or(0, |(line, _)| line);
            let end = (1..).zip(&self.journal).skip(place).find(ends).map_or(last, |(line, _)| line);
            SessionError::Inside { to, before, end }
        })
    }

    /// Marks all lines after `undo.to` as undone, restores the state at that line, and records the undo. Replaying a log calls this too, so
    /// that vetoed answers stay vetoed when the game is resumed.
    pub(super) fn go_back(&mut self, undo: &UndoRecord) {
        let stand = self.stand_at(undo.to).unwrap_or_default();
        if undo.veto {
            self.note_veto(undo.to);
        } else {
            // After this undo, other questions may get the numbers of the vetoed questions.
            self.vetoed.clear();
        }
        for entry in self.journal.iter_mut().skip(undo.to) {
            entry.kept = false;
        }
        self.fight = self.start.clone();
        for entry in self.journal.iter().filter(|entry| entry.kept) {
            if let LogRecord::Event(event) = &entry.record {
                self.fight.apply(event);
            }
        }
        (self.pending, self.insisted) = (None, None);
        let line = self.next_line();
        let stand = match (undo.redraw, &mut self.source) {
            (true, super::DiceSource::Seed(_)) => StreamPosition {
                stream: REDRAWN | u64::try_from(line).unwrap_or(0),
                place: slip_dice::DicePosition { drawn: 0, ..stand.place },
            },
            (true, super::DiceSource::Faces(typed)) => {
                typed.lay_aside(stand.place);
                stand
            }
            (false, _) => stand,
        };
        self.stream = stand.stream;
        self.dice = self.source.dice(stand);
        let (round, phase) = (self.fight.round(), self.fight.phase_word());
        self.unwritten.push_str(&log::undo_line(&self.fight, line, round, phase, undo));
        self.journal.push(JournalEntry { record: LogRecord::Undo(undo.clone()), kept: true, unasked: false, after: Some(stand) });
    }

    /// Returns the player of a seat according to the log lines that have not been undone.
    fn line_of(&self, seat: Seat) -> Option<SeatLine> {
        let mut line = self.header.seats.get(seat.place())?.clone();
        for entry in self.journal.iter().filter(|entry| entry.kept) {
            if let LogRecord::Event(Event::Seat { seat: of, player, asks }) = &entry.record
                && *of == seat
            {
                (line.player, line.asks) = (player.clone(), *asks);
            }
        }
        Some(line)
    }

    /// Creates the players with memory again. They answer the questions in the kept lines once more, so that they reach the same state.
    pub(super) fn sit_again(&mut self) {
        let mut anew = Vec::new();
        for (number, sitting) in self.seats.iter_mut().enumerate() {
            if sitting.player.as_ref().is_some_and(|player| player.remembers()) {
                sitting.player = sitting.chair.player();
                anew.push(number);
            }
        }
        if anew.is_empty() {
            return;
        }
        let mut fight = self.start.clone();
        let mut options = Options::new();
        for (line, entry) in (1..).zip(&self.journal).filter(|(_, entry)| entry.kept) {
            let LogRecord::Event(event) = &entry.record else { continue };
            if let Event::Answer { seat, .. } = event
                && anew.contains(&seat.place())
                && let Some(sitting) = self.seats.get_mut(seat.place())
                && line > sitting.since
                && let (Some(player), Some(ask)) = (&mut sitting.player, fight.waiting_for())
            {
                fight.legal(&mut options);
                player.choose(&fight, &ask, &options);
            }
            fight.apply(event);
        }
    }

    /// Hands a seat over to another player. The new player begins with the next question.
    ///
    /// # Errors
    /// [`SessionError`] if there is no such seat, or the line cannot be stored.
    pub fn hand_over(&mut self, seat: Seat, chair: SeatAssignment) -> Result<(), SessionError> {
        let line = self.next_line();
        let sitting = self.seats.get_mut(seat.place()).ok_or(SessionError::NoSeat(seat.0))?;
        let advisor = sitting.advisor.take();
        *sitting = TableSeat { stops: sitting.stops, advisor, ..TableSeat::new(&sitting.line.side.clone(), chair, line) };
        let SeatLine { player, asks, .. } = sitting.line.clone();
        self.pending = None;
        self.enter(Event::Seat { seat, player, asks }, true);
        self.flush()
    }

    /// Applies a referee ruling: the given events happen without a player's decision, if the rules of the fight allow them. If the acting
    /// actor is out of the fight afterwards, the turn ends.
    ///
    /// # Errors
    /// [`SessionError::Unlawful`] with the reason. Then nothing has changed.
    pub fn override_with(&mut self, events: Vec<Event>, by: &str, why: Option<&str>) -> Result<(), SessionError> {
        let events = self.fight.judged(events).map_err(SessionError::Unlawful)?;
        self.pending = None;
        self.enter(Event::Override { by: log::words_of(by), why: why.map(log::words_of), events }, true);
        self.flush()
    }
}
