//! Playing an encounter from its first question to its last, and keeping the log.

use crate::scenario::boarding::{Boarded, Boarding, Boardings, Course};
use ecow::EcoString;
use slip_dice::Dice;
use slip_pack::encounter::{Encounter, Side};
use slip_pack::{Name, Pack};
use slip_play::ask::{Ask, Point};
use slip_play::begin::BeginError;
use slip_play::choice::{Answer, Options};
use slip_play::conflict::{Conflict, Outcome, Refusal};
use slip_play::event::{Event, Events};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{Key, Seat};
use slip_play::log;
use slip_play::log::head::{Header, SeatLine};
use slip_play::stored_seat::StoredSeat;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_policy::{Policy, Random, Standing, first};
use slip_table::transcript::Transcript;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// Somebody who plays a side.
pub type Player<C = Fight> = Box<dyn Policy<C>>;

/// Who plays which side.
#[derive(Default)]
pub struct Seats {
    named: BTreeMap<Name, Player>,
    random: bool,
}

impl Seats {
    /// Every side plays by the doctrine of its encounter.
    pub fn standard() -> Seats {
        Seats::default()
    }

    /// Every side plays at random.
    pub fn random() -> Seats {
        Seats { random: true, ..Seats::default() }
    }

    /// A side is played by somebody else.
    #[must_use]
    pub fn with(mut self, side: &str, player: Player) -> Seats {
        self.named.insert(side.into(), player);
        self
    }

    /// The players in the order of the sides.
    fn sit(mut self, pack: &Pack, encounter: &Encounter, seed: u64) -> Result<Vec<Player>, BeginError> {
        let mut players: Vec<Player> = Vec::new();
        for (number, side) in (1..).zip(&encounter.sides) {
            players.push(match self.named.remove(&side.name) {
                Some(player) => player,
                None if self.random => Box::new(Random::new(seed, number)),
                None => by_encounter(pack, encounter, players.len(), side, seed),
            });
        }
        match self.named.into_keys().next() {
            Some(side) => Err(BeginError::NoSide(side)),
            None => Ok(players),
        }
    }
}

/// The player a side has by its encounter.
fn by_encounter(pack: &Pack, encounter: &Encounter, number: usize, side: &Side, seed: u64) -> Player {
    if let Some(seat) = SearchSeat::of_side(pack, encounter, number, seed) {
        return Box::new(seat);
    }
    let stream = u64::try_from(number).unwrap_or(u64::MAX).saturating_add(1);
    match DoctrineSeat::of_side(pack, encounter.play, side, seed, stream) {
        Some(seat) => Box::new(seat),
        None => Box::new(Standing),
    }
}

/// Why a run came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// It could not begin.
    Begin(BeginError),
    /// An answer was not legal, or a script of dice ran out.
    Refused(Refusal),
    /// A script does not fit the game.
    Script(String),
    /// It did not end; a bound of the engine was reached.
    Endless,
}

impl From<BeginError> for RunError {
    fn from(error: BeginError) -> RunError {
        RunError::Begin(error)
    }
}

impl From<Refusal> for RunError {
    fn from(refusal: Refusal) -> RunError {
        RunError::Refused(refusal)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Begin(error) => error.fmt(f),
            RunError::Refused(refusal) => refusal.fmt(f),
            RunError::Script(problem) => f.write_str(problem),
            RunError::Endless => write!(f, "the encounter did not come to an end"),
        }
    }
}

impl std::error::Error for RunError {}

/// A played encounter.
#[derive(Clone, Debug)]
pub struct Run {
    /// The fight before its first event.
    pub start: Fight,
    /// Everything that happened.
    pub events: Events,
    /// How it ended.
    pub outcome: Outcome,
    /// What the log's first line says.
    pub header: Header,
    /// Boardings that people fought out in it, in order.
    pub boarded: Vec<Boarded>,
}

/// Most answers of one run: no encounter within its limits comes near.
pub(super) const MOST_STEPS: u32 = slip_limits::GAME_STEPS;

/// Plays an encounter with seeded dice. `encounter_key` is `package.name`, or a name that only one package has.
///
/// # Errors
/// [`RunError`]: there is no such encounter, it cannot begin, or a player's answers do not fit.
pub fn run(pack: &Pack, encounter_key: &str, seed: u64, seats: Seats) -> Result<Run, RunError> {
    let encounter = find(pack, encounter_key)?;
    let dice = Dice::seeded(seed, 0);
    run_with(pack, encounter, dice, Some(seed), seats)
}

/// Plays an encounter with dice of the caller's; `seed` goes into the log and seeds what players draw.
///
/// # Errors
/// As [`run`].
pub fn run_with(pack: &Pack, encounter: &Encounter, mut dice: Dice, seed: Option<u64>, seats: Seats) -> Result<Run, RunError> {
    let (start, mut company) = seated(pack, encounter, seed, seats)?;
    let mut fight = start.clone();
    let header = header(pack, encounter, seed, &company.players);
    let mut events = Events::new();
    let mut keep = |event: &Event| events.push(event.clone());
    let outcome = play(&mut fight, &mut dice, &mut company.players, &mut keep)?;
    let boarded = company.course.map_or_else(Vec::new, |course| std::mem::take(&mut course.borrow_mut().boarded));
    Ok(Run { start, events, outcome, header, boarded })
}

/// Who plays a fight, and the boardings that are fought out in it.
pub struct Company {
    /// In the order of the sides.
    pub players: Vec<Player>,
    course: Option<Rc<RefCell<Course>>>,
}

/// A fight before its first event, with everybody in their seats.
pub fn seated(pack: &Pack, encounter: &Encounter, seed: Option<u64>, seats: Seats) -> Result<(Fight, Company), BeginError> {
    let mut fight = Fight::begin(pack, encounter)?;
    let mut players = seats.sit(pack, encounter, seed.unwrap_or(0))?;
    let course = Boardings::of(pack, encounter, seed).map(|boardings| Rc::new(RefCell::new(Course::new(boardings))));
    if let Some(course) = &course {
        players = players.into_iter().map(|player| Boarding::beside(player, course)).collect();
    }
    for (number, player) in players.iter().enumerate() {
        if let Some(asks) = fight.asks_mut().row_mut(Seat::of(number)) {
            *asks = player.asks().heard();
        }
    }
    Ok((fight, Company { players, course }))
}

impl Company {
    /// Makes everybody what they were before their first question, for another game of the same encounter. `false` if
    /// somebody cannot be: then all are seated anew.
    pub fn anew(&mut self, seed: u64) -> bool {
        (1..).zip(&mut self.players).all(|(stream, player)| player.anew(seed, stream))
    }
}

/// Room that the loop needs, and may have again for the next game.
#[derive(Clone, Debug, Default)]
pub struct Room {
    options: Options,
    buffer: Events,
}

/// The one loop: ask, answer, decide, apply each event, clear the buffer (doctrines.md 6).
///
/// # Errors
/// [`RunError`] if a player's answer is refused or its script does not fit.
pub fn play<C: Conflict>(
    fight: &mut C,
    dice: &mut Dice,
    players: &mut [Player<C>],
    keep: &mut dyn FnMut(&Event),
) -> Result<Outcome, RunError> {
    play_in(&mut Room::default(), fight, dice, players, true, keep)
}

/// As [`play`], in room of the caller's. Without `reasons` nobody is asked why they answered as they did, and no event
/// says it: what nobody reads need not be written.
///
/// # Errors
/// As [`play`].
pub fn play_in<C: Conflict>(
    Room { options, buffer }: &mut Room,
    fight: &mut C,
    dice: &mut Dice,
    players: &mut [Player<C>],
    reasons: bool,
    keep: &mut dyn FnMut(&Event),
) -> Result<Outcome, RunError> {
    buffer.clear();
    for _ in 0..MOST_STEPS {
        let mut declined = false;
        let mut declines = |ask: &Ask| {
            declined = players.get_mut(ask.seat.place()).is_some_and(|player| player.declines(fight, ask));
            declined
        };
        let Some(ask) = fight.next_question_unless(options, &mut declines) else {
            players.iter_mut().for_each(|player| player.over(fight));
            if let Some(problem) = players.iter().find_map(|player| player.problem()) {
                return Err(RunError::Script(problem));
            }
            return fight.outcome().ok_or(RunError::Endless);
        };
        let mut reason = None;
        let answer: Answer = match ask.forced {
            Some(choice) => choice.into(),
            None if declined => first(options).into(),
            None => match players.get_mut(ask.seat.place()) {
                Some(player) => {
                    let answer = player.choose(fight, &ask, options);
                    reason = if reasons { player.why() } else { None };
                    if let Some(problem) = player.problem() {
                        return Err(RunError::Script(problem));
                    }
                    answer
                }
                None => first(options).into(),
            },
        };
        let listed = ask.forced.is_some() || options.contains(answer.choice);
        decided(fight, &ask, &answer, listed, reason, dice, buffer)?;
        for event in buffer.iter() {
            keep(event);
            fight.apply(event);
        }
        buffer.clear();
    }
    Err(RunError::Endless)
}

/// What an answer brings about, as the log has it: with the reason of who gave it, and without an answer that nobody
/// gave. Into an empty buffer. Legal answers are listed anew unless it is known that this one is among them.
pub(super) fn decided<C: Conflict>(
    fight: &C,
    ask: &Ask,
    answer: &Answer,
    listed: bool,
    mut reason: Option<EcoString>,
    dice: &mut Dice,
    buffer: &mut Events,
) -> Result<(), Refusal> {
    if listed {
        fight.decide_asked(ask, answer, dice, buffer)?;
    } else {
        fight.decide(answer, dice, buffer)?;
    }
    // The engine's own steps are no answers in the first place.
    if ask.forced.is_some() && ask.point != Point::Engine {
        buffer.retain(|event| !matches!(event, Event::Answer { .. }));
    }
    if reason.is_some() {
        for event in buffer {
            if let Event::Answer { why, .. } = event {
                *why = reason.take();
            }
        }
    }
    Ok(())
}

fn find<'a>(pack: &'a Pack, key: &'a str) -> Result<&'a Encounter, BeginError> {
    let missing = || BeginError::NoEncounter(key.into());
    match pack.encounters.get(key) {
        Some(encounter) => Ok(encounter),
        None => {
            let mut named = pack.encounters_named(key);
            let found = named.next().ok_or_else(missing)?;
            if named.next().is_some() { Err(BeginError::SeveralEncounters(key.into())) } else { Ok(found) }
        }
    }
}

fn header(pack: &Pack, encounter: &Encounter, seed: Option<u64>, players: &[Player]) -> Header {
    let seat = |(side, player): (&slip_pack::encounter::Side, &Player)| seat_line(&side.name, &**player);
    Header::new(pack, encounter, seed, encounter.sides.iter().zip(players).map(seat).collect())
}

/// Returns the line of the log about the player of a side.
pub(super) fn seat_line<C>(side: &Name, player: &dyn Policy<C>) -> SeatLine {
    SeatLine { side: side.clone(), player: StoredSeat::of_player(player.word(), player.doctrine()), asks: player.asks().heard() }
}

impl Run {
    /// The fight as it ended.
    pub fn end(&self) -> Fight {
        let mut fight = self.start.clone();
        self.events.iter().for_each(|event| fight.apply(event));
        fight
    }

    /// The log as JSON Lines.
    pub fn json_lines(&self) -> String {
        let mut out = self.header.line();
        let mut fight = self.start.clone();
        for (number, event) in (1..).zip(&self.events) {
            // The names of what an event brings are known once it is applied, its place in the sequence before.
            let (round, phase) = (fight.round(), fight.phase_word());
            fight.apply(event);
            out.push_str(&log::line(&fight, number, round, phase, event));
        }
        out
    }

    /// The log with those of the boardings that people fought out, one behind another.
    pub fn logs(&self) -> String {
        let mut out = self.json_lines();
        out.extend(self.boarded.iter().filter_map(Boarded::json_lines));
        out
    }

    /// The referee's account in words.
    pub fn transcript(&self) -> String {
        let mut fight = self.start.clone();
        let mut transcript = Transcript::new(&fight, &self.header.seats);
        for event in &self.events {
            transcript.tell(&fight, event);
            fight.apply(event);
        }
        transcript.finish()
    }
}
