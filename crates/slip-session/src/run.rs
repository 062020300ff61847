//! Plays an encounter from its first question to its end and keeps the log.

use crate::effect_watch::EffectWatch;
use crate::scenario::boarding::{Boarded, BoardingPlayer, BoardingProgress, Boardings};
use ecow::EcoString;
use slip_dice::Dice;
use slip_pack::encounter::{Encounter, Side};
use slip_pack::{Name, Pack};
use slip_play::begin::BeginError;
use slip_play::choice::{Answer, Options};
use slip_play::conflict::{Conflict, Outcome, Refusal};
use slip_play::event::{Event, Events};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{Seat, TableKey};
use slip_play::log;
use slip_play::log::first_record::{Header, SeatLine};
use slip_play::question::{Ask, Point};
use slip_play::stored_seat::StoredSeat;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_policy::{DefaultPolicy, Policy, Random, first};
use slip_table::transcript::Transcript;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// Player: policy that answers the questions of one side.
pub type Player<C = Fight> = Box<dyn Policy<C>>;

/// Assignment of players to sides.
#[derive(Default)]
pub struct Seats {
    named: BTreeMap<Name, Player>,
    random: bool,
}

impl Seats {
    /// Returns seats in which each side is played by the doctrine that the encounter states for it.
    pub fn standard() -> Seats {
        Seats::default()
    }

    /// Returns seats in which every side has a random player.
    pub fn random() -> Seats {
        Seats { random: true, ..Seats::default() }
    }

    /// Assigns a player to one side, in place of the default player.
    #[must_use]
    pub fn with(mut self, side: &str, player: Player) -> Seats {
        self.named.insert(side.into(), player);
        self
    }

    /// Returns the players in the order of the sides.
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

/// Returns the player that the encounter assigns to a side.
fn by_encounter(pack: &Pack, encounter: &Encounter, number: usize, side: &Side, seed: u64) -> Player {
    if let Some(seat) = SearchSeat::of_side(pack, encounter, number, seed) {
        return Box::new(seat);
    }
    let stream = u64::try_from(number).unwrap_or(u64::MAX).saturating_add(1);
    match DoctrineSeat::of_side(pack, encounter.play, side, seed, stream) {
        Some(seat) => Box::new(seat),
        None => Box::new(DefaultPolicy),
    }
}

/// Reason why a run failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The encounter cannot begin.
    Begin(BeginError),
    /// An answer is not legal, or a dice script ran out of faces.
    Refused(Refusal),
    /// The answers in a script do not match the questions of the game.
    Script(String),
    /// The encounter did not end within the engine's step limit.
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

/// Result of a run: an encounter that was played to its end.
#[derive(Clone, Debug)]
pub struct Run {
    /// State of the fight before its first event.
    pub start: Fight,
    /// All events of the run, in order.
    pub events: Events,
    /// Outcome of the encounter.
    pub outcome: Outcome,
    /// Header of the run's log.
    pub header: Header,
    /// Boardings that were played as personal encounters during the run, in order.
    pub boarded: Vec<Boarded>,
}

/// Greatest number of steps of one run. An encounter within the content limits stays far below it.
pub(super) const MOST_STEPS: u32 = slip_limits::GAME_STEPS;

/// Plays an encounter with seeded dice. `encounter_key` is `package.name`, or a name that occurs in only one package.
///
/// # Errors
/// [`RunError`] if there is no such encounter, the encounter cannot begin, or a player's answers do not fit.
pub fn run(pack: &Pack, encounter_key: &str, seed: u64, seats: Seats) -> Result<Run, RunError> {
    let encounter = find(pack, encounter_key)?;
    let dice = Dice::seeded(seed, 0);
    run_with(pack, encounter, dice, Some(seed), seats)
}

/// Plays an encounter with the caller's dice. `seed` is written to the log and seeds the players' random choices.
///
/// # Errors
/// As [`run`].
pub fn run_with(pack: &Pack, encounter: &Encounter, dice: Dice, seed: Option<u64>, seats: Seats) -> Result<Run, RunError> {
    run_watched(pack, encounter, dice, seed, seats, None)
}

/// Plays like [`run_with`]; if there is a `watch` over this encounter, it counts the effects that act.
///
/// # Errors
/// As [`run`].
pub fn run_watched(
    pack: &Pack,
    encounter: &Encounter,
    mut dice: Dice,
    seed: Option<u64>,
    seats: Seats,
    watch: Option<&mut EffectWatch>,
) -> Result<Run, RunError> {
    let (start, mut company) = seated(pack, encounter, seed, seats)?;
    let mut fight = start.clone();
    let header = header(pack, encounter, seed, &company.players);
    let mut events = Events::new();
    let mut keep = |event: &Event| events.push(event.clone());
    let mut room = GameBuffers::default();
    let outcome = match watch {
        None => play_in(&mut room, &mut fight, &mut dice, &mut company.players, true, &mut keep)?,
        Some(watch) => {
            watch.begin();
            let mut step = |fight: &Fight, ask: &Ask, answer: &Answer, dice: &Dice| watch.step(fight, ask, answer, dice);
            play_watched(&mut room, &mut fight, &mut dice, &mut company.players, true, &mut keep, Some(&mut step))?
        }
    };
    let boarded = company.course.map_or_else(Vec::new, |course| std::mem::take(&mut course.borrow_mut().boarded));
    Ok(Run { start, events, outcome, header, boarded })
}

/// Players of a fight, and the boardings that are played out during it.
pub struct SeatedPlayers {
    /// Players of the sides, in the order of the sides.
    pub players: Vec<Player>,
    course: Option<Rc<RefCell<BoardingProgress>>>,
}

/// Returns the fight of an encounter before its first event, and its players.
pub fn seated(pack: &Pack, encounter: &Encounter, seed: Option<u64>, seats: Seats) -> Result<(Fight, SeatedPlayers), BeginError> {
    let mut fight = Fight::begin(pack, encounter)?;
    let mut players = seats.sit(pack, encounter, seed.unwrap_or(0))?;
    let course = Boardings::of(pack, encounter, seed).map(|boardings| Rc::new(RefCell::new(BoardingProgress::new(boardings))));
    if let Some(course) = &course {
        players = players.into_iter().map(|player| BoardingPlayer::beside(player, course)).collect();
    }
    for (number, player) in players.iter().enumerate() {
        if let Some(asks) = fight.asks_mut().row_mut(Seat::of(number)) {
            *asks = player.asks().heard();
        }
    }
    Ok((fight, SeatedPlayers { players, course }))
}

impl SeatedPlayers {
    /// Resets all players to their state before the first question, for another game of the same encounter. Returns `false` if a player
    /// cannot be reset; then the caller must seat all players again.
    pub fn anew(&mut self, seed: u64) -> bool {
        (1..).zip(&mut self.players).all(|(stream, player)| player.anew(seed, stream))
    }
}

/// Buffers of the game loop that can be reused for the next game.
#[derive(Clone, Debug, Default)]
pub struct GameBuffers {
    options: Options,
    buffer: Events,
}

/// Plays a fight to its end: asks a question, gets the answer, decides it, and applies each event. Each event is also passed to `keep`.
///
/// # Errors
/// [`RunError`] if a player's answer is refused, or a script does not match the game.
pub fn play<C: Conflict>(
    fight: &mut C,
    dice: &mut Dice,
    players: &mut [Player<C>],
    keep: &mut dyn FnMut(&Event),
) -> Result<Outcome, RunError> {
    play_in(&mut GameBuffers::default(), fight, dice, players, true, keep)
}

/// Function that is called before each step of a game is decided. Its arguments are the fight, the question, the answer and the dice.
pub type Watching<'w, C> = &'w mut dyn FnMut(&C, &Ask, &Answer, &Dice);

/// Plays as [`play`] does, with the caller's buffers. Without `reasons`, players are not asked for reasons and events contain none. This
/// saves time when the log is not read.
///
/// # Errors
/// As [`play`].
pub fn play_in<C: Conflict>(
    room: &mut GameBuffers,
    fight: &mut C,
    dice: &mut Dice,
    players: &mut [Player<C>],
    reasons: bool,
    keep: &mut dyn FnMut(&Event),
) -> Result<Outcome, RunError> {
    play_watched(room, fight, dice, players, reasons, keep, None)
}

/// Plays like [`play_in`], and passes each step to `watching` before it is decided.
///
/// # Errors
/// As [`play`].
pub fn play_watched<C: Conflict>(
    GameBuffers { options, buffer }: &mut GameBuffers,
    fight: &mut C,
    dice: &mut Dice,
    players: &mut [Player<C>],
    reasons: bool,
    keep: &mut dyn FnMut(&Event),
    mut watching: Option<Watching<'_, C>>,
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
        if let Some(watching) = watching.as_mut() {
            watching(fight, &ask, &answer, dice);
        }
        decided(fight, &ask, &answer, listed, reason, dice, buffer)?;
        for event in buffer.iter() {
            keep(event);
            fight.apply(event);
        }
        buffer.clear();
    }
    Err(RunError::Endless)
}

/// Decides an answer and writes the resulting events, as they appear in the log, into an empty buffer. The player's reason is added to the
/// answer. Forced answers are removed, because no player gave them. Unless `listed` is true, the legal answers are computed again to check
/// this answer.
pub(super) fn decided<C: Conflict>(
    fight: &C,
    ask: &Ask,
    answer: &Answer,
    listed: bool,
    mut reason: Option<EcoString>,
    dice: &mut Dice,
    buffer: &mut Events,
) -> Result<(), Refusal> {
    let printable = answer.say.as_deref().map(|say| Answer { say: Some(log::words_of(say)), ..Answer::from(answer.choice) });
    let answer = printable.as_ref().unwrap_or(answer);
    if listed {
        fight.decide_asked(ask, answer, dice, buffer)?;
    } else {
        fight.decide(answer, dice, buffer)?;
    }
    // A forced answer is not a player's answer, so its event is not recorded. Steps of the engine have no answer event.
    if ask.forced.is_some() && ask.point != Point::Engine {
        buffer.retain(|event| !matches!(event, Event::Answer { .. }));
    }
    if reason.is_some() {
        for event in buffer {
            if let Event::Answer { why, .. } = event {
                *why = reason.take().as_deref().map(log::words_of);
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

/// Returns the entry in the log header for the player of a side.
pub(super) fn seat_line<C>(side: &Name, player: &dyn Policy<C>) -> SeatLine {
    SeatLine { side: side.clone(), player: StoredSeat::of_player(player.word(), player.doctrine()), asks: player.asks().heard() }
}

impl Run {
    /// Returns the fight in its state after all events of the run.
    pub fn end(&self) -> Fight {
        let mut fight = self.start.clone();
        self.events.iter().for_each(|event| fight.apply(event));
        fight
    }

    /// Returns the log of the run as JSON Lines.
    pub fn json_lines(&self) -> String {
        let mut out = self.header.line();
        let mut fight = self.start.clone();
        for (number, event) in (1..).zip(&self.events) {
            // The log line contains names that the event introduces, so it is written after the event is applied. Its round and phase are
            // those before the event.
            let (round, phase) = (fight.round(), fight.phase_word());
            fight.apply(event);
            out.push_str(&log::line(&fight, number, round, phase, event));
        }
        out
    }

    /// Returns the log of the run, followed by the logs of the boardings that were played out.
    pub fn logs(&self) -> String {
        let mut out = self.json_lines();
        out.extend(self.boarded.iter().filter_map(Boarded::json_lines));
        out
    }

    /// Returns the transcript of the run in words.
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
