//! A game at a table: steps are taken one by one, by people and by players of the engine's, every line of the log is
//! handed out before the next question, and steps can be taken back.
//!
//! The steps are those of [`mod@crate::run`]; what is added is who waits for whom, where the dice stood after each
//! step, and the records that only a table knows: steps taken back, the referee's word, seats handed over.

mod account;
mod back;
mod chair;
mod done;
mod error;
pub mod retrace;
pub mod seating;
mod source;
mod trouble;

pub use chair::{Chair, Maker};
pub use error::SessionError;
pub use trouble::{Cut, Trouble};

use crate::run::{self, MOST_STEPS, Player, RunError, seat_line};
use crate::scenario::boarding::{Boarded, Boardings, answers_itself};
use ecow::EcoString;
use slip_dice::{Dice, Place};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ask::{Ask, Points};
use slip_play::choice::{Answer, Options};
use slip_play::conflict::{Conflict, Outcome, Refusal};
use slip_play::event::{Event, Events};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{Key, Seat};
use slip_play::log;
use slip_play::log::Undo;
use slip_play::log::head::{Header, SeatLine};
use slip_play::stored_seat::StoredSeat;
use source::{Source, Typed};
use std::rc::Rc;

/// Where lines of the log go: one or more whole lines at a time, each once. What it cannot keep it says why.
pub type Sink = Box<dyn FnMut(&str) -> Result<(), String>>;

/// What one line of a log says, the first left aside.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// Something happened.
    Event(Event),
    /// Steps are taken back.
    Undo(Undo),
}

/// A line of the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it says.
    pub record: Record,
    /// True if it has not been taken back.
    pub kept: bool,
    /// Where the dice stand after it, if it ends a step: only there can the game go back to.
    pub after: Option<Stand>,
}

/// Where the dice stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stand {
    /// The stream of the seed; 0 until dice are drawn anew.
    pub stream: u64,
    /// The place in it, or in the faces of a script.
    pub place: Place,
}

/// A seat and who plays it.
struct Sitting {
    line: SeatLine,
    chair: Chair,
    /// The player of the engine's, as it stands.
    player: Option<Player>,
    /// The line since which they play.
    since: usize,
}

/// An answer of the engine's that waits for dice.
struct Pending {
    number: u32,
    answer: Answer,
    why: Option<EcoString>,
}

/// A game at a table.
pub struct Session {
    header: Header,
    start: Fight,
    fight: Fight,
    source: Source,
    stream: u64,
    dice: Dice,
    seats: Vec<Sitting>,
    journal: Vec<Entry>,
    sink: Sink,
    /// Lines that the sink has not taken yet.
    unwritten: String,
    pending: Option<Pending>,
    buffer: Events,
    /// How people fight out boardings, where they do.
    boardings: Option<Rc<Boardings>>,
}

impl Session {
    /// Begins: the first line of the log goes out. There is a chair for each side of the encounter.
    ///
    /// With a seed the dice are drawn from it, without one they are typed in: see [`Session::type_faces`].
    ///
    /// # Errors
    /// [`SessionError`]: the encounter cannot begin, chairs are missing, or the line cannot be kept.
    pub fn begin(pack: &Pack, encounter: &Encounter, seed: Option<u64>, chairs: Vec<Chair>, sink: Sink) -> Result<Session, SessionError> {
        let mut session = Session::seated(pack, encounter, seed, chairs, sink)?;
        session.unwritten = session.header.line();
        session.flush()?;
        Ok(session)
    }

    /// Everything as it is before the first line.
    fn seated(pack: &Pack, encounter: &Encounter, seed: Option<u64>, chairs: Vec<Chair>, sink: Sink) -> Result<Session, SessionError> {
        let mut start = Fight::begin(pack, encounter)?;
        if chairs.len() != encounter.sides.len() {
            return Err(SessionError::Chairs { sides: encounter.sides.len(), chairs: chairs.len() });
        }
        let seats: Vec<Sitting> = encounter.sides.iter().zip(chairs).map(|(side, chair)| Sitting::new(&side.name, chair, 0)).collect();
        for (number, sitting) in seats.iter().enumerate() {
            if let Some(asks) = start.asks_mut().row_mut(Seat::of(number)) {
                *asks = sitting.line.asks;
            }
        }
        let header = Header::new(pack, encounter, seed, seats.iter().map(|sitting| sitting.line.clone()).collect());
        let source = seed.map_or_else(|| Source::Faces(Typed::default()), Source::Seed);
        let dice = source.dice(Stand::default());
        Ok(Session {
            header,
            fight: start.clone(),
            start,
            source,
            stream: 0,
            dice,
            seats,
            journal: Vec::new(),
            sink,
            unwritten: String::new(),
            pending: None,
            buffer: Events::new(),
            boardings: Boardings::of(pack, encounter, seed).map(Rc::new),
        })
    }

    /// Takes every step that needs nobody at the table: those of the engine's own and those of its players. Stops at a
    /// question to a person, which it returns, and at the end, where it returns `None`. The lines are out when it returns.
    ///
    /// # Errors
    /// [`SessionError`]; what happened before it stands. With [`Refusal::DiceRanOut`] the same step waits until faces are typed
    /// in.
    pub fn advance(&mut self) -> Result<Option<Ask>, SessionError> {
        for _ in 0..MOST_STEPS {
            let Some(ask) = self.fight.waiting_for() else { return Ok(None) };
            if ask.forced.is_none() && self.seats.get(ask.seat.place()).is_none_or(|sitting| sitting.player.is_none()) {
                return Ok(Some(ask));
            }
            self.step(&ask)?;
        }
        Err(SessionError::Endless)
    }

    /// One step of the engine's or its players', if the next one is; whether it was.
    ///
    /// # Errors
    /// As [`Session::advance`].
    pub fn advance_one(&mut self) -> Result<bool, SessionError> {
        let Some(ask) = self.fight.waiting_for() else { return Ok(false) };
        if ask.forced.is_none() && self.seats.get(ask.seat.place()).is_none_or(|sitting| sitting.player.is_none()) {
            return Ok(false);
        }
        self.step(&ask)?;
        Ok(true)
    }

    /// A step that nobody at the table takes.
    fn step(&mut self, ask: &Ask) -> Result<(), SessionError> {
        let pending = match (ask.forced, self.pending.take()) {
            (Some(choice), _) => Pending { number: ask.number, answer: choice.into(), why: None },
            // It has been chosen already, and waits for its dice.
            (None, Some(pending)) if pending.number == ask.number => pending,
            (None, _) => self.chosen(ask)?,
        };
        let done = self.take(ask, &pending.answer, pending.why.clone());
        if done.is_err() && ask.forced.is_none() {
            self.pending = Some(pending);
        }
        done
    }

    fn chosen(&mut self, ask: &Ask) -> Result<Pending, SessionError> {
        let mut options = Options::new();
        self.fight.legal(&mut options);
        let player = self.seats.get(ask.seat.place()).and_then(|sitting| sitting.player.as_ref());
        let player = player.ok_or(SessionError::NobodyAsked)?;
        if !answers_itself(player.word())
            && let Fight::Space(space) = &self.fight
            && space.boarding_fight().is_some()
            && let Some(boarded) = self.fought_out(true).map_err(|error| SessionError::Script(error.to_string()))?.last()
        {
            return Ok(Pending { number: ask.number, answer: boarded.answer(), why: Some(boarded.why()) });
        }
        let player = self.seats.get_mut(ask.seat.place()).and_then(|sitting| sitting.player.as_mut());
        let player = player.ok_or(SessionError::NobodyAsked)?;
        let answer = player.choose(&self.fight, ask, &options);
        match player.problem() {
            Some(problem) => Err(SessionError::Script(problem)),
            None => Ok(Pending { number: ask.number, answer, why: player.why() }),
        }
    }

    /// An answer to the question that waits, by whoever sits at the table.
    ///
    /// # Errors
    /// [`SessionError::Refused`] in the game's words: nothing has changed then, dice included.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), SessionError> {
        let ask = self.question().ok_or(SessionError::NobodyAsked)?;
        self.take(&ask, answer, None)
    }

    fn take(&mut self, ask: &Ask, answer: &Answer, why: Option<EcoString>) -> Result<(), SessionError> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let stood = self.stand();
        let done = run::decided(&self.fight, ask, answer, false, why, &mut self.dice, &mut buffer);
        let done = done.and_then(|()| self.keep_dice(stood, &buffer));
        if done.is_ok() {
            let last = buffer.len();
            for (number, event) in (1..).zip(buffer.drain(..)) {
                self.enter(event, number == last);
            }
        }
        self.buffer = buffer;
        done?;
        self.flush()
    }

    /// Dice that were typed in have fallen for a step. Where those that lay there from before an undo are not the ones that it
    /// throws, they are laid aside, and it waits for others (R-XTR4).
    fn keep_dice(&mut self, stood: Stand, events: &[Event]) -> Result<(), Refusal> {
        let Source::Faces(typed) = &mut self.source else { return Ok(()) };
        let fell = source::fell(events);
        if typed.has(stood.place, &fell) {
            typed.keep(stood.place, &fell);
            return Ok(());
        }
        typed.lay_aside(stood.place);
        self.dice = self.source.dice(stood);
        Err(Refusal::DiceRanOut)
    }

    /// Applies an event and writes its line.
    fn enter(&mut self, event: Event, ends: bool) {
        let (round, phase) = (self.fight.round(), self.fight.phase_word());
        self.fight.apply(&event);
        self.unwritten.push_str(&log::line(&self.fight, self.next_line(), round, phase, &event));
        let after = ends.then(|| self.stand());
        self.journal.push(Entry { record: Record::Event(event), kept: true, after });
    }

    /// Hands out what is not written yet.
    fn flush(&mut self) -> Result<(), SessionError> {
        if !self.unwritten.is_empty() {
            (self.sink)(&self.unwritten).map_err(SessionError::Sink)?;
            self.unwritten.clear();
        }
        Ok(())
    }

    /// The number that the next line will have.
    fn next_line(&self) -> usize {
        self.journal.len() + 1
    }

    fn stand(&self) -> Stand {
        Stand { stream: self.stream, place: self.dice.place() }
    }

    /// Faces of real dice, in the order in which they fell, for the step that waits for them: all that it throws, since it takes
    /// all of them or none. Faces that were typed before and did not fit are laid aside. For dice of a seed there is nothing to type.
    pub fn type_faces(&mut self, faces: &[i8]) {
        let stand = self.stand();
        if let Source::Faces(typed) = &mut self.source {
            typed.lay(stand.place, faces.iter().copied());
            self.dice = self.source.dice(stand);
        }
    }

    /// True if dice are typed in.
    pub const fn has_typed_dice(&self) -> bool {
        matches!(self.source, Source::Faces(_))
    }

    /// The answer of one of the engine's players that waits for dice.
    pub fn waiting_answer(&self) -> Option<&Answer> {
        self.pending.as_ref().map(|pending| &pending.answer)
    }

    /// The question that waits for somebody at the table; none if the engine has steps to take, or it is over.
    pub fn question(&self) -> Option<Ask> {
        let ask = self.fight.waiting_for()?;
        let waits = self.seats.get(ask.seat.place()).is_none_or(|sitting| sitting.player.is_none());
        (ask.forced.is_none() && waits).then_some(ask)
    }

    /// Its legal answers.
    pub fn options(&self) -> Options {
        let mut options = Options::new();
        self.fight.legal(&mut options);
        options
    }

    /// The boardings that people fought out so far.
    ///
    /// # Errors
    /// [`RunError`] if one of them cannot be played, or the journal says that something else came of it.
    pub fn boarded(&self) -> Result<Vec<Boarded>, RunError> {
        self.fought_out(false)
    }

    fn fought_out(&self, waiting: bool) -> Result<Vec<Boarded>, RunError> {
        let events = retrace::kept(&self.journal);
        self.boardings.as_ref().map_or(Ok(Vec::new()), |boardings| boardings.all(&self.start, events, waiting))
    }

    /// The fight as it began.
    pub const fn start(&self) -> &Fight {
        &self.start
    }

    /// The fight as it stands.
    pub const fn fight(&self) -> &Fight {
        &self.fight
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.fight.outcome()
    }

    /// What the first line of the log says.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Who plays which side now.
    pub fn seats(&self) -> impl Iterator<Item = &SeatLine> {
        self.seats.iter().map(|sitting| &sitting.line)
    }

    /// The lines after the first, line 1 first.
    pub fn journal(&self) -> &[Entry] {
        &self.journal
    }

    /// The number of the last line; 0 is the first line of the log.
    pub fn last_line(&self) -> usize {
        self.journal.len()
    }

    /// Whether statistics may count this game: nobody has overruled it or drawn its dice anew.
    pub fn is_comparable(&self) -> bool {
        self.journal.iter().filter(|entry| entry.kept).all(|entry| match &entry.record {
            Record::Event(event) => !matches!(event, Event::Override { .. }),
            Record::Undo(undo) => !undo.redraw,
        })
    }
}

impl Sitting {
    fn new(side: &EcoString, chair: Chair, since: usize) -> Sitting {
        let player = chair.player();
        let human = |side: &EcoString| SeatLine { side: side.clone(), player: StoredSeat::Human, asks: Points::ALL };
        let line = match (&chair, &player) {
            (_, Some(player)) => seat_line(side, &**player),
            (Chair::Human(asks), None) => SeatLine { asks: asks.heard(), ..human(side) },
            (Chair::Played(_), None) => human(side),
        };
        Sitting { line, chair, player, since }
    }
}
