//! Replays a log. Each line is read; its step is decided and written again, and the bytes must be equal. The result is a session that can
//! continue.

use super::log_error::{Cut, LogError};
use super::{DiceSource, JournalEntry, LogRecord, SeatAssignment, Session, Sink};
use crate::run;
use crate::session::create_players;
use serde_json::{Map, Value};
use slip_limits::{LOG_RECORD_BYTES, LOG_RECORDS_AGAIN};
use slip_pack::encounter::Encounter;
use slip_pack::{Name, Pack};
use slip_play::choice::Answer;
use slip_play::conflict::{Conflict, Refusal};
use slip_play::event::{Event, Events, RolledFace};
use slip_play::fight::Playable;
use slip_play::ids::{Seat, TableKey};
use slip_play::log::first_record::{Header, SeatLine};
use slip_play::log::{self, quoted};
use slip_play::names::{Names, doubled};
use slip_play::stored_seat::StoredSeat;
use std::collections::VecDeque;

/// Options for replaying a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayOptions {
    /// Number of the line after which the replay stops; `None` for the whole log.
    pub until: Option<usize>,
    /// True if the log names another pack. Events are then applied as they are written, and steps are not decided again.
    pub events_only: bool,
}

/// Result of replaying a log.
pub struct Replayed {
    /// Game after the last line. Every seat is assigned to a person.
    pub session: Session,
    /// Number of bytes of the log that are valid: all, or those before a truncated line.
    pub stands: usize,
    /// Missing end of a truncated log; `None` if the log is complete.
    pub cut: Option<Cut>,
}

/// Reads only the header of a log, to find the pack.
///
/// # Errors
/// [`LogError`] if there is no header or this release cannot read it.
pub fn header(text: &str) -> Result<Header, LogError> {
    let (lines, _) = split(text)?;
    match lines.first() {
        Some(line) => head(line),
        None => Err(LogError::Empty),
    }
}

fn head(line: &str) -> Result<Header, LogError> {
    let fields = fields(0, line)?;
    log::first_record::read(fields).map_err(|fault| match fault.field.as_str() {
        "format" => LogError::Format(fault),
        _ => LogError::Line { line: 0, fault: Box::new(fault), expected: None, found: line.to_owned() },
    })
}

/// Splits a log into whole lines and a truncated last line, if any.
fn split(text: &str) -> Result<(Vec<&str>, Option<Cut>), LogError> {
    if text.starts_with('\u{feff}') {
        return Err(LogError::Mark);
    }
    if let Some(line) = text.split('\n').position(|line| line.ends_with('\r')) {
        return Err(LogError::Returns { line });
    }
    if let Some(line) = text.split('\n').position(|line| line.len() > LOG_RECORD_BYTES) {
        return Err(LogError::TooLong { line });
    }
    let (whole, rest) = text.rsplit_once('\n').map_or(("", text), |(whole, rest)| (whole, rest));
    let lines: Vec<&str> = if text.contains('\n') { whole.split('\n').collect() } else { Vec::new() };
    let cut = (!rest.is_empty()).then_some(Cut { line: lines.len(), unfinished: 0 });
    Ok((lines, cut))
}

fn fields(line: usize, text: &str) -> Result<Map<String, Value>, LogError> {
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) | Err(_) => Err(LogError::NotJson { line, found: text.to_owned() }),
    }
}

/// Error: the pack does not declare the doctrine that a log names for the encounter. The position in the log is not known yet.
struct Undeclared {
    side: Name,
    name: Name,
}

impl Undeclared {
    fn at(self, line: usize, field: impl Into<String>) -> LogError {
        LogError::Doctrine { line, field: field.into(), side: self.side, name: self.name }
    }
}

/// Checks that the pack declares the doctrine that a seat of a log names.
fn declared(pack: &Pack, encounter: &Encounter, (seat, side): (Seat, &str), player: &StoredSeat) -> Result<(), Undeclared> {
    let undeclared = |_| Undeclared { side: side.into(), name: player.doctrine_name().unwrap_or_default().into() };
    create_players::check(player, pack, encounter, seat).map_err(undeclared)
}

impl Session {
    /// Replays a log, line by line, against a pack and the encounter that it names.
    ///
    /// # Errors
    /// [`LogError`] if the log is of another pack or release, or a line is not the expected one.
    pub fn retrace(pack: &Pack, encounter: &Encounter, text: &str, how: ReplayOptions) -> Result<Replayed, LogError> {
        let (lines, mut cut) = split(text)?;
        let Some((first, rest)) = lines.split_first() else { return Err(LogError::Empty) };
        let header = head(first)?;
        let mut session = Session::of_header(pack, encounter, &header, how)?;
        if !how.events_only && session.header.line().trim_end() != *first {
            let expected = session.header.line().trim_end().to_owned();
            return Err(LogError::Differs { line: 0, expected, found: (*first).to_owned() });
        }
        let mut trace = ReplayState { pack, encounter, session: &mut session, due: VecDeque::new(), how, lines: rest, again: 0 };
        let mut stands = first.len() + 1;
        for (line, text) in (1..).zip(rest).take(how.until.unwrap_or(usize::MAX)) {
            if !trace.line(line, text)? {
                // If the log ends in the middle of a step whose dice are unknown, the step is left out.
                break;
            }
            stands += text.len() + 1;
        }
        let due: Events = trace.due.into_iter().collect();
        session.unwritten.clear();
        if how.until.is_some_and(|until| until < rest.len()) {
            return Ok(Replayed { session, stands, cut: None });
        }
        let whole = stands == text.len() && due.is_empty();
        cut = (!whole).then(|| Cut { line: session.next_line(), unfinished: due.len() }).or(cut);
        // The log may end in the middle of a step. The events that are missing were computed during the replay and are added here.
        let last = due.len();
        for (number, event) in (1..).zip(due) {
            session.enter(event, number == last);
        }
        Ok(Replayed { session, stands, cut })
    }

    /// Creates the session that a log header describes.
    fn of_header(pack: &Pack, encounter: &Encounter, header: &Header, how: ReplayOptions) -> Result<Session, LogError> {
        let here = Header::new(pack, encounter, header.seed, header.seats.clone());
        let laid = match (&header.brought, &here.brought) {
            (Some(log), Some(here)) if log != here => return Err(LogError::OtherBrought),
            (Some(log), None) => Some(log.lay_over(encounter).map_err(|who| LogError::Nobody { who })?),
            _ => None,
        };
        let encounter = laid.as_ref().unwrap_or(encounter);
        // Old logs have no field `brought` in the header, so the field is not compared.
        let here = Header { brought: header.brought.clone(), ..here };
        if here.package != header.package && !how.events_only {
            return Err(LogError::OtherPack { log: header.package.clone(), here: here.package });
        }
        if here.encounter != header.encounter {
            return Err(LogError::OtherEncounter { log: header.encounter.to_string(), here: here.encounter.to_string() });
        }
        let sides: Vec<&str> = encounter.sides.iter().map(|side| side.name.as_str()).collect();
        let seats: Vec<&str> = header.seats.iter().map(|seat| seat.side.as_str()).collect();
        if sides != seats {
            return Err(LogError::Seats { log: seats.join(", "), here: sides.join(", ") });
        }
        if !how.events_only {
            for (number, line) in header.seats.iter().enumerate() {
                let of = (Seat::of(number), line.side.as_str());
                declared(pack, encounter, of, &line.player).map_err(|why| why.at(0, format!("seats[{number}].doctrine")))?;
            }
        }
        let chairs = header.seats.iter().map(|seat| SeatAssignment::Human(seat.asks)).collect();
        // No lines are written while a log is read, so the sink discards them. `resume` sets the real sink later.
        let nowhere: Sink = Box::new(|_| Ok(()));
        let mut session = Session::seated(pack, encounter, header.seed, chairs, nowhere).map_err(LogError::Begin)?;
        for (sitting, line) in session.seats.iter_mut().zip(&header.seats) {
            sitting.line = line.clone();
        }
        session.header = if how.events_only { header.clone() } else { here };
        Ok(session)
    }

    /// Resumes a session from its log. `sit` returns the new player of each seat, given its last player; if they differ, a record is
    /// written. Unwritten lines of the last step are written first.
    ///
    /// # Errors
    /// [`LogError`] if the log is not one of this pack and encounter, or was altered.
    pub fn resume(
        pack: &Pack,
        encounter: &Encounter,
        text: &str,
        sit: &mut dyn FnMut(Seat, &SeatLine) -> SeatAssignment,
        sink: Sink,
    ) -> Result<Replayed, LogError> {
        let mut retraced = Session::retrace(pack, encounter, text, ReplayOptions::default())?;
        let session = &mut retraced.session;
        session.sink = sink;
        let held: Vec<(usize, SeatLine)> = session.seats.iter().map(|sitting| sitting.line.clone()).enumerate().collect();
        let next = session.next_line();
        let mut handed = Vec::new();
        for (number, line) in held {
            let since = session.seats.get(number).map_or(0, |sitting| sitting.since);
            let now = super::TableSeat::new(&line.side, sit(Seat::of(number), &line), since);
            if now.line != line {
                handed.push((Seat::of(number), now.line.clone()));
            }
            if let Some(sitting) = session.seats.get_mut(number) {
                *sitting = now;
            }
        }
        for (seat, SeatLine { player, asks, .. }) in handed {
            session.enter(Event::Seat { seat, player, asks }, true);
            if let Some(sitting) = session.seats.get_mut(seat.place()) {
                sitting.since = next;
            }
        }
        session.sit_again();
        session.flush().map_err(LogError::Session)?;
        Ok(retraced)
    }
}

/// State of replaying the lines of a log in a session.
struct ReplayState<'a> {
    pack: &'a Pack,
    encounter: &'a Encounter,
    session: &'a mut Session,
    /// Events of the current step that the next lines of the log must contain.
    due: VecDeque<Event>,
    how: ReplayOptions,
    /// All lines of the log after the header.
    lines: &'a [&'a str],
    /// Number of records that undos have applied again; the limit on undos counts them.
    again: u64,
}

impl ReplayState<'_> {
    /// Replays one line of the log. Returns `false` if its step cannot be decided because the log ends before its dice.
    fn line(&mut self, line: usize, text: &str) -> Result<bool, LogError> {
        let fields = fields(line, text)?;
        self.session.unwritten.clear();
        let class = fields.get("e").and_then(Value::as_str).unwrap_or_default().to_owned();
        let fault = |fault| LogError::Line { line, fault: Box::new(fault), expected: None, found: text.to_owned() };
        if fields.get("n").and_then(Value::as_u64) != u64::try_from(line).ok() {
            let found = fields.get("n").map_or("nothing".to_owned(), Value::to_string);
            let expected = self.expected(line);
            return Err(LogError::Number { line, found, expected, text: text.to_owned() });
        }
        if class == "undo" {
            let undo = log::read_undo(&self.session.fight, fields).map_err(fault)?;
            self.between(line, text)?;
            self.again = self.again.saturating_add(u64::try_from(line).unwrap_or(u64::MAX));
            if self.again > LOG_RECORDS_AGAIN {
                return Err(LogError::TooManyUndos { line });
            }
            self.session.stand_at(undo.to).map_err(|why| LogError::Table { line, why })?;
            self.session.go_back(&undo);
            self.same(line, text)?;
            return Ok(true);
        }
        let event = match log::read(&self.session.fight, fields) {
            Ok(event) => event,
            Err(fault) => {
                return Err(LogError::Line { line, fault: Box::new(fault), expected: self.expected(line), found: text.to_owned() });
            }
        };
        match event {
            Event::Seat { seat, ref player, asks } => {
                self.between(line, text)?;
                if !self.how.events_only {
                    let side = self.session.fight.side(seat);
                    declared(self.pack, self.encounter, (seat, side), player).map_err(|why| why.at(line, "doctrine"))?;
                }
                if let Some(sitting) = self.session.seats.get_mut(seat.place()) {
                    (sitting.line.player, sitting.line.asks) = (player.clone(), asks);
                    sitting.since = line;
                }
                self.session.enter(event, true);
            }
            Event::Override { ref events, .. } => {
                self.between(line, text)?;
                let judged = self.session.fight.judged(events.clone());
                let why = judged.err().map(|unlawful| super::SessionError::Unlawful(unlawful.to_string()));
                if let Some(why) = why.filter(|_| !self.how.events_only) {
                    return Err(LogError::Table { line, why });
                }
                self.session.enter(event, true);
            }
            event if self.how.events_only => self.session.enter(event, true),
            event => {
                if self.due.is_empty() && !self.decide(line, text, &event)? {
                    return Ok(false);
                }
                let expected = self.due.pop_front();
                let ends = self.due.is_empty();
                if let Some(expected) = expected {
                    let same = expected == event;
                    self.session.enter(expected, ends);
                    self.same(line, text)?;
                    if !same {
                        return Err(self.ambiguous(line, text));
                    }
                }
                return Ok(true);
            }
        }
        if !self.how.events_only {
            self.same(line, text)?;
        }
        Ok(true)
    }

    /// Checks that no step is in progress; an undo, for example, is only allowed between steps.
    fn between(&mut self, line: usize, text: &str) -> Result<(), LogError> {
        match self.expected(line) {
            Some(expected) if !self.due.is_empty() => Err(LogError::Differs { line, expected, found: text.to_owned() }),
            _ => Ok(()),
        }
    }

    /// Checks that the line written by the session equals the line that was read.
    fn same(&self, line: usize, text: &str) -> Result<(), LogError> {
        let expected = self.session.unwritten.trim_end();
        if expected == text {
            return Ok(());
        }
        Err(LogError::Differs { line, expected: expected.to_owned(), found: text.to_owned() })
    }

    /// Returns the error for a line with correct text that is nevertheless read as another event, because a name in it is ambiguous.
    fn ambiguous(&self, line: usize, text: &str) -> LogError {
        let doubled = doubled(&self.session.fight);
        let name = doubled.into_iter().map(|(_, name)| name).find(|name| text.contains(&quoted(name)));
        LogError::Ambiguous { line, found: text.to_owned(), name: name.map(str::to_owned) }
    }

    /// Returns the expected line if it is known: the next one of the current step, or of a step that needs no answer.
    fn expected(&mut self, line: usize) -> Option<String> {
        let session = &*self.session;
        let event = match self.due.front() {
            Some(event) => event.clone(),
            None => {
                let ask = session.fight.waiting_for()?;
                let mut buffer = Events::new();
                let answer: Answer = ask.forced?.into();
                run::decided(&session.fight, &ask, &answer, false, None, &mut session.dice.clone(), &mut buffer).ok()?;
                buffer.into_iter().next()?
            }
        };
        let (round, phase) = (session.fight.round(), session.fight.phase_word());
        let mut after = session.fight.clone();
        after.apply(&event);
        Some(log::line(&after, line, round, phase, &event).trim_end().to_owned())
    }

    /// Decides the next step of the log again: a step of the engine, or the answer in the line.
    fn decide(&mut self, line: usize, text: &str, event: &Event) -> Result<bool, LogError> {
        let Some(ask) = self.session.fight.waiting_for() else {
            return Err(LogError::Over { line, found: text.to_owned() });
        };
        let (answer, why): (Answer, _) = match (ask.forced, event) {
            (Some(choice), _) => (choice.into(), None),
            (None, Event::Answer { pick, say, why, .. }) => (Answer { choice: *pick, say: say.clone() }, why.clone()),
            (None, _) => {
                let seat = self.session.seats.get(ask.seat.place()).map_or(String::new(), |sitting| sitting.line.side.to_string());
                return Err(LogError::NoAnswer { line, seat, point: ask.point.word(), found: text.to_owned() });
            }
        };
        let mut buffer = Events::new();
        let goes_on = self.lay_dice(line);
        let session = &mut *self.session;
        let stood = session.stand();
        let done = run::decided(&session.fight, &ask, &answer, false, why, &mut session.dice, &mut buffer);
        match done.and_then(|()| session.keep_dice(stood, &buffer)) {
            Ok(()) => {
                self.due = buffer.into_iter().collect();
                Ok(true)
            }
            // The log ends here, so typed dice are missing. If another step followed, the dice were never rolled.
            Err(Refusal::DiceRanOut) if session.has_typed_dice() && !goes_on => Ok(false),
            Err(refusal) => Err(LogError::Refused { line, refusal, found: text.to_owned() }),
        }
    }

    /// Adds the typed dice that the following log lines contain, unless they are still stored from before an undo. Returns true if the log
    /// continues after this step.
    fn lay_dice(&mut self, line: usize) -> bool {
        let stand = self.session.stand();
        if !self.session.has_typed_dice() {
            return false;
        }
        let mut fallen: Vec<RolledFace> = Vec::new();
        let mut goes_on = false;
        for (number, text) in (line..).zip(self.lines.iter().skip(line.saturating_sub(1))) {
            // Errors of a later line are reported when that line is read.
            let Ok(fields) = fields(number, text) else { continue };
            let class = fields.get("e").and_then(Value::as_str).unwrap_or_default();
            if number > line && matches!(class, "answer" | "undo" | "override" | "seat") {
                goes_on = true;
                break;
            }
            fallen.extend(log::read(&self.session.fight, fields).iter().flat_map(Event::fell));
        }
        let DiceSource::Faces(typed) = &mut self.session.source else { return false };
        if !typed.has(stand.place, &fallen) {
            typed.lay(stand.place, fallen.iter().map(|fell| fell.face));
            self.session.dice = self.session.source.dice(stand);
        }
        goes_on
    }
}

/// Returns the events of a journal, except those that were undone.
pub fn kept(journal: &[JournalEntry]) -> impl Iterator<Item = &Event> {
    journal.iter().filter(|entry| entry.kept).filter_map(|entry| match &entry.record {
        LogRecord::Event(event) => Some(event),
        LogRecord::Undo(_) => None,
    })
}
