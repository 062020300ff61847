//! Where games of one encounter are played one after another, in the same room.
//!
//! No log is kept: events are counted as they happen and forgotten. Players are made what they were before their first
//! question, and made anew only if they cannot be.

use super::batches::Trouble;
use super::cast::Cast;
use super::seeds;
use super::tally::Tally;
use super::watch::Watch;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::conflict::{Outcome, Why};
use slip_play::fight::Fight;
use slip_play::names::Names;
use slip_session::run::{Company, Room, play_in, seated};
use slip_session::{Player, RunError, Seats};

/// Seats people for a game of this seed; what it says otherwise is why it cannot.
pub type Making<'a> = &'a (dyn Fn(u64) -> Result<Seats, String> + Sync);

/// An encounter, and who plays it.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    /// The pack it is in.
    pub pack: &'a Pack,
    /// The encounter.
    pub encounter: &'a Encounter,
    /// Who plays, where it is not for the encounter to say.
    pub seats: Making<'a>,
}

/// A version in play.
pub(super) struct Stage<'a> {
    pub(super) version: Version<'a>,
    /// The fight before its first event.
    pub(super) start: Fight,
    fight: Fight,
    company: Company,
    dice: Dice,
    room: Room,
    pub(super) watch: Watch,
    /// Reasons of ending as they came up: each is put into words once.
    reasons: Vec<(Why, String)>,
}

impl<'a> Stage<'a> {
    /// Everybody in their seats.
    pub(super) fn new(version: Version<'a>) -> Result<Stage<'a>, Trouble> {
        let (start, company) = sit(version, 0)?;
        let fight = start.clone();
        let dice = Dice::seeded(0, 0);
        let mut stage = Stage { version, start, fight, company, dice, room: Room::default(), watch: Watch::default(), reasons: Vec::new() };
        stage.watch = Watch::new(stage.cast().actors.iter().map(|actor| (actor.side, actor.fights)).collect());
        Ok(stage)
    }

    pub(super) fn players(&self) -> &[Player] {
        &self.company.players
    }

    /// What is played, and by whom.
    pub(super) fn cast(&self) -> Cast {
        Cast::of(self)
    }

    /// Nothing counted yet.
    pub(super) fn blank(&self) -> Tally {
        let cast = self.cast();
        Tally::of(cast.sides.len(), cast.actors.len())
    }

    /// Plays a game of a run; [`Stage::watch`] has seen it then.
    pub(super) fn play(&mut self, seed: u64, game: u64) -> Result<Outcome, Trouble> {
        let own = seeds::of_game(seed, game);
        if !self.company.anew(own) {
            (self.start, self.company) = sit(self.version, own)?;
        }
        self.fight.clone_from(&self.start);
        self.dice.reseed(own, 0);
        self.watch.clear();
        let Stage { fight, dice, company, room, watch, .. } = self;
        let played = play_in(room, fight, dice, &mut company.players, false, &mut |event| watch.see(event));
        played.map_err(|error| Trouble::Game { game, seed: own, error })
    }

    /// Adds the game that was just played to a tally.
    pub(super) fn count(&mut self, game: u64, outcome: Outcome, tally: &mut Tally) {
        if !self.reasons.iter().any(|(why, _)| *why == outcome.why) {
            self.reasons.push((outcome.why, self.fight.reason(outcome.why)));
        }
        let why = self.reasons.iter().find(|(why, _)| *why == outcome.why).map_or("", |(_, words)| words);
        self.watch.over(game, outcome, why, tally);
    }
}

fn sit(version: Version<'_>, seed: u64) -> Result<(Fight, Company), Trouble> {
    let seats = (version.seats)(seed).map_err(Trouble::Seats)?;
    seated(version.pack, version.encounter, Some(seed), seats).map_err(|error| Trouble::Begin(RunError::Begin(error)))
}
