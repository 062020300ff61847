//! Plays games of one encounter one after another and reuses the memory.
//!
//! No log is kept: events are counted as they happen and dropped. Players are reset to their initial state before each game, and created
//! again only if they cannot be reset.

use super::batches::SimulationError;
use super::game_counts::GameCounts;
use super::participants::SimulatedEncounter;
use super::seeds;
use super::total_counts::Tally;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::Answer;
use slip_play::conflict::{EndReason, Outcome};
use slip_play::fight::Fight;
use slip_play::names::Names;
use slip_play::question::Ask;
use slip_session::effect_watch::EffectWatch;
use slip_session::run::{GameBuffers, SeatedPlayers, play_in, play_watched, seated};
use slip_session::{Player, RunError, Seats};

/// Function that creates the players for a game with the given seed. Its error is the reason why they cannot be created.
pub type PlayersMaker<'a> = &'a (dyn Fn(u64) -> Result<Seats, String> + Sync);

/// Version of an encounter: the encounter and its players.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    /// Pack of the encounter.
    pub pack: &'a Pack,
    /// Encounter to play.
    pub encounter: &'a Encounter,
    /// Players requested by the user.
    pub seats: PlayersMaker<'a>,
}

/// Runner that plays games of one version of an encounter.
pub(super) struct GameRunner<'a> {
    pub(super) version: Version<'a>,
    /// State of the fight before its first event.
    pub(super) start: Fight,
    fight: Fight,
    company: SeatedPlayers,
    dice: Dice,
    room: GameBuffers,
    pub(super) watch: GameCounts,
    /// Wording of each reason for an ending, so that it is formatted only once.
    reasons: Vec<(EndReason, String)>,
}

impl<'a> GameRunner<'a> {
    /// Creates a runner, with the players of the version.
    pub(super) fn new(version: Version<'a>) -> Result<GameRunner<'a>, SimulationError> {
        let (start, company) = sit(version, 0)?;
        let fight = start.clone();
        let dice = Dice::seeded(0, 0);
        let mut stage = GameRunner {
            version,
            start,
            fight,
            company,
            dice,
            room: GameBuffers::default(),
            watch: GameCounts::default(),
            reasons: Vec::new(),
        };
        stage.watch = GameCounts::new(stage.cast().actors.iter().map(|actor| (actor.side, actor.fights)).collect());
        Ok(stage)
    }

    pub(super) fn players(&self) -> &[Player] {
        &self.company.players
    }

    /// Describes the encounter and its players as plain data.
    pub(super) fn cast(&self) -> SimulatedEncounter {
        SimulatedEncounter::of(self)
    }

    /// Returns empty counts for the encounter.
    pub(super) fn blank(&self) -> Tally {
        let cast = self.cast();
        Tally::of(cast.sides.len(), cast.actors.len())
    }

    /// Plays one game; its counts are then in [`GameRunner::watch`].
    pub(super) fn play(&mut self, seed: u64, game: u64) -> Result<Outcome, SimulationError> {
        let own = seeds::of_game(seed, game);
        if !self.company.anew(own) {
            (self.start, self.company) = sit(self.version, own)?;
        }
        self.fight.clone_from(&self.start);
        self.dice.reseed(own, 0);
        self.watch.clear();
        let GameRunner { fight, dice, company, room, watch, .. } = self;
        let played = play_in(room, fight, dice, &mut company.players, false, &mut |event| watch.see(event));
        played.map_err(|error| SimulationError::Game { game, seed: own, error })
    }

    /// Plays one game, and counts the effects that act in it.
    pub(super) fn play_with(&mut self, watch: &mut EffectWatch, seed: u64, game: u64) -> Result<(), SimulationError> {
        let own = seeds::of_game(seed, game);
        if !self.company.anew(own) {
            (self.start, self.company) = sit(self.version, own)?;
        }
        self.fight.clone_from(&self.start);
        self.dice.reseed(own, 0);
        watch.begin();
        let GameRunner { fight, dice, company, room, .. } = self;
        let mut step = |fight: &Fight, ask: &Ask, answer: &Answer, dice: &Dice| watch.step(fight, ask, answer, dice);
        let played = play_watched(room, fight, dice, &mut company.players, false, &mut |_| {}, Some(&mut step));
        played.map(|_| ()).map_err(|error| SimulationError::Game { game, seed: own, error })
    }

    /// Adds the counts of the game that was just played to those of the simulation.
    pub(super) fn count(&mut self, game: u64, outcome: Outcome, tally: &mut Tally) {
        if !self.reasons.iter().any(|(why, _)| *why == outcome.why) {
            self.reasons.push((outcome.why, self.fight.reason(outcome.why)));
        }
        let why = self.reasons.iter().find(|(why, _)| *why == outcome.why).map_or("", |(_, words)| words);
        self.watch.over(game, outcome, why, tally);
    }
}

fn sit(version: Version<'_>, seed: u64) -> Result<(Fight, SeatedPlayers), SimulationError> {
    let seats = (version.seats)(seed).map_err(SimulationError::Seats)?;
    seated(version.pack, version.encounter, Some(seed), seats).map_err(|error| SimulationError::Begin(RunError::Begin(error)))
}
