//! A game at a table. People and the engine's players take steps one at a time. Every log record is written before the next question. Steps
//! can be undone.
//!
//! The steps are those of [`mod@crate::run`]. This module adds the questions to people, the dice position after each step, and the records
//! that only a game at a table has: undos, referee rulings, and seats handed over.

mod advice;
mod best_choice;
pub mod create_players;
mod dice_source;
mod error;
mod fact_in_words;
mod foresight;
mod interjection;
mod log_error;
pub mod question_stops;
pub mod replay;
mod seat_assignment;
mod table_actions;
mod table_veto;
mod undoable_steps;
mod write_transcript;

pub use error::SessionError;
pub use foresight::TargetQuestion;
pub use interjection::Interjection;
pub use log_error::{Cut, LogError};
pub use seat_assignment::{PlayerMaker, SeatAssignment};

use crate::run::{self, MOST_STEPS, Player, RunError, seat_line};
use crate::scenario::boarding::{Boarded, Boardings, answers_itself};
use advice::Advisor;
use dice_source::{DiceSource, TypedDice};
use ecow::EcoString;
use interjection::{Noted, NotedAnswer};
use question_stops::{RankedAnswers, Stops};
use slip_dice::{Dice, DicePosition};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::{Answer, Options};
use slip_play::conflict::{Conflict, Outcome, Refusal};
use slip_play::event::{Event, Events};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{Seat, TableKey};
use slip_play::log;
use slip_play::log::UndoRecord;
use slip_play::log::first_record::{Header, SeatLine};
use slip_play::question::{Ask, Points};
use slip_play::stored_seat::StoredSeat;
use std::rc::Rc;
use table_veto::VetoedAnswer;

/// Receiver of log lines: gets one or more whole lines at a time, each line exactly once. Returns the reason if it cannot store them.
pub type Sink = Box<dyn FnMut(&str) -> Result<(), String>>;

/// Content of one log line after the header.
#[derive(Clone, Debug, PartialEq)]
pub enum LogRecord {
    /// Event of the fight.
    Event(Event),
    /// An undo, which strikes earlier steps.
    Undo(UndoRecord),
}

/// Entry of the journal: a log line, and its state.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalEntry {
    /// Content of the log line.
    pub record: LogRecord,
    /// True if the entry has not been undone.
    pub kept: bool,
    /// True if the question was not asked, because the [`Stops`] of the seat leave it out. The entry is then the default answer.
    pub unasked: bool,
    /// Position of the dice after the entry; `None` if the entry does not end a step. The game can only be undone to the end of a step.
    pub after: Option<StreamPosition>,
}

/// Position of the dice: stream, and place in the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamPosition {
    /// Random stream of the seed; 0 until dice are rerolled on a new stream.
    pub stream: u64,
    /// Position in the stream of dice, or in the typed faces.
    pub place: DicePosition,
}

/// Seat in a game at a table, with its player.
struct TableSeat {
    line: SeatLine,
    chair: SeatAssignment,
    /// Engine player of the seat in its current state; `None` for a person.
    player: Option<Player>,
    /// Number of the log line after which the player took over the seat.
    since: usize,
    /// Stops of the seat: the settings that decide which questions its person is asked.
    stops: Stops,
    /// Doctrine that recommends answers to the person.
    advisor: Option<Advisor>,
}

/// Answer of an engine player that waits for dice to be typed in.
struct Pending {
    number: u32,
    answer: Answer,
    why: Option<EcoString>,
}

/// Game at a table, with its log, its players and its dice.
pub struct Session {
    header: Header,
    start: Fight,
    fight: Fight,
    source: DiceSource,
    stream: u64,
    dice: Dice,
    seats: Vec<TableSeat>,
    journal: Vec<JournalEntry>,
    sink: Sink,
    /// Log lines that the sink has not received yet.
    unwritten: String,
    pending: Option<Pending>,
    /// Commands that players typed ahead for a later question, such as a compel.
    noted: Vec<Noted>,
    /// Answers that the table has taken back and that are not given again.
    vetoed: Vec<VetoedAnswer>,
    /// Keyword of a question that is asked whatever the stops say.
    insisted: Option<&'static str>,
    buffer: Events,
    /// Setup of the boardings, if the encounter plays them out.
    boardings: Option<Rc<Boardings>>,
}

impl Session {
    /// Begins a game and writes the log header. `chairs` assigns a player to each side of the encounter.
    ///
    /// With a seed, the dice are generated from the seed. Without one, players type the dice in; see [`Session::type_faces`].
    ///
    /// # Errors
    ///
    /// [`SessionError`] if the encounter cannot begin, the number of `chairs` is wrong, or the header cannot be stored.
    pub fn begin(
        pack: &Pack,
        encounter: &Encounter,
        seed: Option<u64>,
        chairs: Vec<SeatAssignment>,
        sink: Sink,
    ) -> Result<Session, SessionError> {
        let mut session = Session::seated(pack, encounter, seed, chairs, sink)?;
        session.unwritten = session.header.line();
        session.flush()?;
        Ok(session)
    }

    /// Returns the session of a game before the log header is written.
    fn seated(
        pack: &Pack,
        encounter: &Encounter,
        seed: Option<u64>,
        chairs: Vec<SeatAssignment>,
        sink: Sink,
    ) -> Result<Session, SessionError> {
        let mut start = Fight::begin(pack, encounter)?;
        if chairs.len() != encounter.sides.len() {
            return Err(SessionError::Chairs { sides: encounter.sides.len(), chairs: chairs.len() });
        }
        let seats: Vec<TableSeat> = encounter.sides.iter().zip(chairs).map(|(side, chair)| TableSeat::new(&side.name, chair, 0)).collect();
        for (number, sitting) in seats.iter().enumerate() {
            if let Some(asks) = start.asks_mut().row_mut(Seat::of(number)) {
                *asks = sitting.line.asks;
            }
        }
        let header = Header::new(pack, encounter, seed, seats.iter().map(|sitting| sitting.line.clone()).collect());
        let source = seed.map_or_else(|| DiceSource::Faces(TypedDice::default()), DiceSource::Seed);
        let dice = source.dice(StreamPosition::default());
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
            noted: Vec::new(),
            vetoed: Vec::new(),
            insisted: None,
            buffer: Events::new(),
            boardings: Boardings::of(pack, encounter, seed).map(Rc::new),
        })
    }

    /// Takes every step that needs no person at the table: the steps of the engine and of automatic players. Returns the question as soon
    /// as a person is asked, and `None` at the end of the game. All log lines are written when this function returns.
    ///
    /// # Errors
    /// [`SessionError`]; earlier steps stay valid. After [`Refusal::DiceRanOut`], the same step waits until faces are typed in.
    pub fn advance(&mut self) -> Result<Option<Ask>, SessionError> {
        for _ in 0..MOST_STEPS {
            let Some(ask) = self.fight.waiting_for() else { return Ok(None) };
            if self.is_for_person(&ask) && self.is_put(&ask) {
                return Ok(Some(ask));
            }
            self.step(&ask)?;
        }
        Err(SessionError::Endless)
    }

    /// Takes the next step if the engine or a player of the engine takes it. Returns true if a step was taken.
    ///
    /// # Errors
    ///
    /// Like [`Session::advance`].
    pub fn advance_one(&mut self) -> Result<bool, SessionError> {
        let Some(ask) = self.fight.waiting_for() else { return Ok(false) };
        if self.is_for_person(&ask) && self.is_put(&ask) {
            return Ok(false);
        }
        self.step(&ask)?;
        Ok(true)
    }

    /// Takes a step that needs no person at the table.
    fn step(&mut self, ask: &Ask) -> Result<(), SessionError> {
        let pending = match (ask.forced, self.pending.take()) {
            (Some(choice), _) => Pending { number: ask.number, answer: choice.into(), why: None },
            // The answer has been chosen already and waits for its dice.
            (None, Some(pending)) if pending.number == ask.number => pending,
            (None, _) if self.is_for_person(ask) => {
                let default = || {
                    let usual = self.usual_answer(&self.fight, ask, &self.plain_options())?;
                    Some(self.other_than(ask, usual.into()))
                };
                let answer = match self.noted_answer(ask) {
                    NotedAnswer::Fits(answer) => Some(answer),
                    NotedAnswer::Nothing | NotedAnswer::Unfit => default(),
                };
                Pending { number: ask.number, answer: answer.ok_or(SessionError::NobodyAsked)?, why: None }
            }
            (None, _) => self.chosen(ask)?,
        };
        let unasked = self.is_for_person(ask) && matches!(self.noted_answer(ask), NotedAnswer::Nothing);
        let first = self.journal.len();
        let done = self.take(ask, &pending.answer, pending.why.clone());
        if unasked && done.is_ok() {
            self.mark_unasked(first);
        }
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
        let (problem, why) = (player.problem(), player.why());
        match problem {
            Some(problem) => Err(SessionError::Script(problem)),
            None => Ok(Pending { number: ask.number, answer: self.other_than(ask, answer), why }),
        }
    }

    /// Answers the current question for the person at the table.
    ///
    /// # Errors
    /// [`SessionError::Refused`] with the game's reason. Then nothing has changed, including the dice.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), SessionError> {
        // A typed line may answer several questions at once, including questions that the stops of the seat leave out.
        let ask = self.open_question().ok_or(SessionError::NobodyAsked)?;
        if self.is_vetoed(&ask, answer) {
            return Err(SessionError::Vetoed);
        }
        self.take(&ask, answer, None)
    }

    fn take(&mut self, ask: &Ask, answer: &Answer, why: Option<EcoString>) -> Result<(), SessionError> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let stood = self.stand();
        let done = run::decided(&self.fight, ask, answer, false, why, &mut self.dice, &mut buffer);
        let done = done.and_then(|()| self.keep_dice(stood, &buffer));
        if done.is_ok() {
            if !self.noted.is_empty() && self.is_for_person(ask) {
                self.forget_noted(ask);
            }
            if self.insisted == Some(ask.point.word()) || buffer.iter().any(|event| matches!(event, Event::Roll { .. })) {
                self.insisted = None;
            }
            let last = buffer.len();
            for (number, event) in (1..).zip(buffer.drain(..)) {
                self.enter(event, number == last);
            }
        }
        self.buffer = buffer;
        done?;
        self.flush()
    }

    /// Records typed dice as used by a step. Faces that are left from before an undo may not fit the dice that this step rolls. Then the
    /// faces are discarded and the step waits for new ones (R-XTR4).
    fn keep_dice(&mut self, stood: StreamPosition, events: &[Event]) -> Result<(), Refusal> {
        let DiceSource::Faces(typed) = &mut self.source else { return Ok(()) };
        let fell = dice_source::fell(events);
        if typed.has(stood.place, &fell) {
            typed.keep(stood.place, &fell);
            return Ok(());
        }
        typed.lay_aside(stood.place);
        self.dice = self.source.dice(stood);
        Err(Refusal::DiceRanOut)
    }

    /// Applies an event and appends its log line; `ends` is true for the last event of a step.
    fn enter(&mut self, event: Event, ends: bool) {
        let (round, phase) = (self.fight.round(), self.fight.phase_word());
        self.fight.apply(&event);
        self.unwritten.push_str(&log::line(&self.fight, self.next_line(), round, phase, &event));
        let after = ends.then(|| self.stand());
        self.journal.push(JournalEntry { record: LogRecord::Event(event), kept: true, unasked: false, after });
    }

    /// Writes all pending log lines to the sink.
    fn flush(&mut self) -> Result<(), SessionError> {
        if !self.unwritten.is_empty() {
            (self.sink)(&self.unwritten).map_err(SessionError::Sink)?;
            self.unwritten.clear();
        }
        Ok(())
    }

    /// Returns the number of the next log line.
    fn next_line(&self) -> usize {
        self.journal.len() + 1
    }

    fn stand(&self) -> StreamPosition {
        StreamPosition { stream: self.stream, place: self.dice.place() }
    }

    /// Adds typed faces of real dice, in the order rolled, for the step that waits for them. A step needs all of its dice at once. Faces
    /// from earlier input that did not fit are discarded. Does nothing for seeded dice.
    pub fn type_faces(&mut self, faces: &[i8]) {
        let stand = self.stand();
        if let DiceSource::Faces(typed) = &mut self.source {
            typed.lay(stand.place, faces.iter().copied());
            self.dice = self.source.dice(stand);
        }
    }

    /// True if the dice are typed in, false if they are seeded.
    pub const fn has_typed_dice(&self) -> bool {
        matches!(self.source, DiceSource::Faces(_))
    }

    /// Returns the answer of an engine player that waits for dice.
    pub fn waiting_answer(&self) -> Option<&Answer> {
        self.pending.as_ref().map(|pending| &pending.answer)
    }

    /// Returns the question for a person at the table; `None` if the engine has steps to take or the game is over.
    pub fn question(&self) -> Option<Ask> {
        self.open_question().filter(|ask| self.is_put(ask))
    }

    /// Like [`Session::question`], but also returns questions that are not asked because of the [`Stops`] of the seat.
    pub fn open_question(&self) -> Option<Ask> {
        self.fight.waiting_for().filter(|ask| self.is_for_person(ask))
    }

    /// Returns the legal answers to the current question, in the order in which a person sees the answers.
    pub fn options(&self) -> Options {
        self.ranked_options().options
    }

    /// Like [`Session::options`], with the number of answers that are shown at first.
    pub fn ranked_options(&self) -> RankedAnswers {
        let mut options = Options::new();
        let ask = self.fight.next_question(&mut options);
        let Some(ask) = ask.filter(|ask| self.is_for_person(ask)) else {
            return RankedAnswers { options, shown: None };
        };
        let options = self.without_vetoed(&ask, options);
        let best = self.usual_answer(&self.fight, &ask, &options).filter(|usual| options.default_choice() != Some(*usual));
        let recommended = || self.recommended(&self.fight, self.journal.len(), &ask, &options);
        let advised = best.or_else(|| {
            let recommended = recommended();
            self.marked_target(&self.fight, &ask, recommended, &options).or(recommended)
        });
        let ranked = match self.stops_of(ask.seat).at(ask.point) {
            question_stops::StopSetting::Matters => question_stops::ranked(&self.fight, &ask, options),
            question_stops::StopSetting::Always | question_stops::StopSetting::Never => RankedAnswers { options, shown: None },
        };
        match advised {
            Some(first) => RankedAnswers { options: advice::put_first(&ranked.options, first), ..ranked },
            None => ranked,
        }
    }

    /// Returns the legal answers to the current question, with the default of the rules first.
    fn plain_options(&self) -> Options {
        let mut options = Options::new();
        self.fight.legal(&mut options);
        options
    }

    /// True if a question is put to a person. It is if the [`Stops`] of the seat allow it and no stored command answers it, or if the
    /// stored command is not a legal answer.
    fn is_put(&self, ask: &Ask) -> bool {
        match self.noted_answer(ask) {
            NotedAnswer::Nothing => self.opens(ask),
            NotedAnswer::Fits(_) => false,
            NotedAnswer::Unfit => true,
        }
    }

    /// True if a question is for a person at the table, even if it is not asked because of the [`Stops`] of the seat.
    fn is_for_person(&self, ask: &Ask) -> bool {
        ask.forced.is_none() && self.seats.get(ask.seat.place()).is_none_or(|sitting| sitting.player.is_none())
    }

    /// Returns the boardings that have been played out so far.
    ///
    /// # Errors
    /// [`RunError`] if a boarding cannot be played, or the journal records a different result.
    pub fn boarded(&self) -> Result<Vec<Boarded>, RunError> {
        self.fought_out(false)
    }

    fn fought_out(&self, waiting: bool) -> Result<Vec<Boarded>, RunError> {
        let events = replay::kept(&self.journal);
        self.boardings.as_ref().map_or(Ok(Vec::new()), |boardings| boardings.all(&self.start, events, waiting))
    }

    /// Returns the fight in its initial state.
    pub const fn start(&self) -> &Fight {
        &self.start
    }

    /// Returns the fight in its current state.
    pub const fn fight(&self) -> &Fight {
        &self.fight
    }

    /// Returns the outcome once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.fight.outcome()
    }

    /// Returns the log header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the current players of all sides.
    pub fn seats(&self) -> impl Iterator<Item = &SeatLine> {
        self.seats.iter().map(|sitting| &sitting.line)
    }

    /// Returns the journal of the game; its first entry is log line 1.
    pub fn journal(&self) -> &[JournalEntry] {
        &self.journal
    }

    /// Returns the number of the last log line; 0 is the log header.
    pub fn last_line(&self) -> usize {
        self.journal.len()
    }

    /// True if statistics may count this game: no ruling changed it and no dice were rerolled on a new stream.
    pub fn is_comparable(&self) -> bool {
        self.journal.iter().filter(|entry| entry.kept).all(|entry| match &entry.record {
            LogRecord::Event(event) => !matches!(event, Event::Override { .. }),
            LogRecord::Undo(undo) => !undo.redraw,
        })
    }
}

impl TableSeat {
    fn new(side: &EcoString, chair: SeatAssignment, since: usize) -> TableSeat {
        let player = chair.player();
        let human = |side: &EcoString| SeatLine { side: side.clone(), player: StoredSeat::Human, asks: Points::ALL };
        let line = match (&chair, &player) {
            (_, Some(player)) => seat_line(side, &**player),
            (SeatAssignment::Human(asks), None) => SeatLine { asks: asks.heard(), ..human(side) },
            (SeatAssignment::Played(_), None) => human(side),
        };
        TableSeat { line, chair, player, since, stops: Stops::default(), advisor: None }
    }
}
