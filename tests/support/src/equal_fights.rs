//! Fights between equal sides on the shipped maps. Both sides have the people of one side of the encounter and begin in their own starting
//! zones; the last side that is left wins.
#![allow(clippy::float_arithmetic, reason = "chances are floats")]

use crate::shipped_packages;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Lookahead, Play};
use slip_play::ids::{Seat, TableKey};
use slip_play::{Fight, Playable};
use slip_policy::Random;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;
use slip_session::run::play;
use slip_session::{Player, Seats, run::run_with};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// File of the encounters that only show an effect. They are left out, because the result of such a fight depends little on how well a side
/// plays.
const TRIALS: &str = "trials.slip";

/// Returns every shipped encounter of personal combat except trials: package and key.
pub fn shipped() -> Vec<(Pack, String)> {
    let mut all = Vec::new();
    for package in shipped_packages::names() {
        let pack = shipped_packages::pack(&package);
        let is_fight = |encounter: &Encounter| encounter.valid && encounter.play == Play::Personal;
        let is_own = |encounter: &Encounter| encounter.package == package.as_str() && !encounter.place.file.as_str().ends_with(TRIALS);
        let own = |encounter: &&Encounter| is_fight(encounter) && is_own(encounter);
        let keys: Vec<String> = pack.encounters.values().filter(own).map(|encounter| format!("{package}.{}", encounter.name)).collect();
        all.extend(keys.into_iter().map(|key| (pack.clone(), key)));
    }
    all
}

/// Calls a function for each shipped encounter, on two threads; returns the results.
pub fn of_each<T: Send>(look: impl Fn(&Pack, &str) -> T + Sync) -> Vec<(String, T)> {
    let (all, next, seen) = (shipped(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((pack, key)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = look(pack, key);
                    seen.lock().unwrap().push((key.clone(), found));
                }
            });
        }
    });
    seen.into_inner().unwrap()
}

/// Returns an encounter in which both sides have the people of one side. A side can win only by being the last side left.
pub fn equal(pack: &Pack, key: &str, people: usize) -> Encounter {
    let mut encounter = pack.encounters[key].clone();
    let there: Vec<Vec<Option<usize>>> = encounter.sides.iter().map(|side| side.actors.iter().map(|actor| actor.zone).collect()).collect();
    let roster = encounter.sides[people].actors.clone();
    for (number, side) in encounter.sides.iter_mut().enumerate() {
        side.leader = None;
        side.search = None;
        side.actors = roster.clone();
        for (place, actor) in side.actors.iter_mut().enumerate() {
            actor.name = format!("{}_{}", actor.name, side.name).as_str().into();
            actor.zone = there[number][place % there[number].len()];
        }
    }
    encounter.victories.clear();
    encounter.limit = None;
    encounter
}

/// Player of a side.
#[derive(Clone, Debug)]
pub enum Who {
    Random,
    /// Plays by the doctrine of this key.
    Doctrine(String),
    /// Plays by the doctrine of this key, with a search that plays games ahead.
    Search(String, Lookahead),
}

impl Who {
    pub fn player(&self, pack: &Pack, encounter: &Encounter, side: usize, seed: u64) -> Player {
        let stream = side as u64 + 1;
        match self {
            Who::Random => Box::new(Random::new(seed, stream)),
            Who::Doctrine(key) => Box::new(DoctrineSeat::new(&pack.doctrines[key.as_str()], Dice::seeded(seed, stream)).unwrap()),
            Who::Search(key, ahead) => {
                let doctrine = &pack.doctrines[key.as_str()];
                Box::new(SearchSeat::new(pack, encounter, side, Some(doctrine), *ahead, seed).unwrap())
            }
        }
    }
}

/// Number of fights won, drawn and lost by a player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl Tally {
    pub fn fights(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Share of won fights, with draws as halves, in percent.
    pub fn share(self) -> f64 {
        f64::from(2 * self.won + self.drawn) * 50.0 / f64::from(self.fights().max(1))
    }

    /// Returns the 95% confidence interval (Wilson) of the share of won fights, in percent.
    pub fn interval(self) -> (f64, f64) {
        let (n, p, z) = (f64::from(self.fights().max(1)), self.share() / 100.0, 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        (100.0 * (middle - half), 100.0 * (middle + half))
    }
}

/// Plays fights between equal sides: with the people of each side, and with the player `ours` on each side, once with each seed. Returns
/// the results of `ours`.
pub fn duel(pack: &Pack, key: &str, ours: &Who, theirs: &Who, seeds: std::ops::Range<u64>) -> Tally {
    let of = |people: usize| duel_of(pack, key, people, ours, theirs, seeds.clone());
    let (one, other) = (of(0), of(1));
    Tally { won: one.won + other.won, drawn: one.drawn + other.drawn, lost: one.lost + other.lost }
}

/// Like `duel`, but both sides always have the people of side `people`.
pub fn duel_of(pack: &Pack, key: &str, people: usize, ours: &Who, theirs: &Who, seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    let encounter = equal(pack, key, people);
    for own in 0..2 {
        for seed in seeds.clone() {
            match winner(pack, &encounter, own, ours, theirs, seed) {
                Some(seat) if seat == Seat::of(own) => tally.won += 1,
                Some(_) => tally.lost += 1,
                None => tally.drawn += 1,
            }
        }
    }
    tally
}

/// Plays an encounter unchanged, with the player `ours` on side `own`, once with each seed.
pub fn as_shipped(pack: &Pack, key: &str, own: usize, ours: &Who, theirs: &Who, seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    let encounter = &pack.encounters[key];
    for seed in seeds {
        match winner(pack, encounter, own, ours, theirs, seed) {
            Some(seat) if seat == Seat::of(own) => tally.won += 1,
            Some(_) => tally.lost += 1,
            None => tally.drawn += 1,
        }
    }
    tally
}

fn winner(pack: &Pack, encounter: &Encounter, own: usize, ours: &Who, theirs: &Who, seed: u64) -> Option<Seat> {
    let mut fight = Fight::begin(pack, encounter).unwrap();
    let who = |side: usize| if side == own { ours } else { theirs };
    let mut players: Vec<Player> = (0..encounter.sides.len()).map(|side| who(side).player(pack, encounter, side, seed)).collect();
    for (asks, player) in fight.asks_mut().values_mut().zip(&players) {
        *asks = player.asks();
    }
    play(&mut fight, &mut Dice::seeded(seed, 0), &mut players, &mut |_| ()).unwrap().winner
}

/// Returns the account of one fight with these players and this seed.
pub fn account(pack: &Pack, encounter: &Encounter, own: usize, ours: &Who, theirs: &Who, seed: u64) -> String {
    let mut seats = Seats::standard();
    for (side, there) in encounter.sides.iter().enumerate() {
        let who = if side == own { ours } else { theirs };
        seats = seats.with(&there.name, who.player(pack, encounter, side, seed));
    }
    run_with(pack, encounter, Dice::seeded(seed, 0), Some(seed), seats).unwrap().transcript()
}
