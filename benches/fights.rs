//! Benchmark of fights: `cargo bench --bench fights`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark, on fixed input")]

use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_play::{Fight, Playable};
use slip_policy::doctrine::DoctrineSeat;
use slip_session::Player;
use slip_session::run::play;
use slip_test_support::{shared_fights, shipped_packages};

fn main() {
    divan::main();
}

/// Shipped fights, three against three in a yard, and ships against ships.
const FIGHTS: [&str; 8] = [
    "customs_dock.customs_raid",
    "harrow_reach.arrears",
    "harrow_reach.toll",
    "deep_choir.glass_treaty",
    "own.three_each",
    "own.equals",
    "own.chase",
    "own.convoy",
];

const THREE_EACH: &str = "encounter three_each : personal {
  map yard
  side ours   { actors gunner x3 at near }
  side theirs { actors gunner x3 at far }
}";

fn pack(key: &str) -> Pack {
    match key.split_once('.') {
        Some(("own", _)) => shared_fights::compiled(&format!("{}{}{THREE_EACH}\n", shared_fights::YARD, shared_fights::SHIPS)),
        Some((name, _)) => shipped_packages::pack(name),
        None => unreachable!("keys name their package"),
    }
}

/// A fight before its beginning, with its players.
struct Table {
    start: Fight,
    pack: Pack,
    key: String,
}

impl Table {
    fn new(key: &str) -> Table {
        let pack = pack(key);
        let mut start = Fight::begin(&pack, &pack.encounters[key]).unwrap();
        let mut table = Table { start: start.clone(), pack, key: key.to_owned() };
        for (number, player) in table.players(0).iter().enumerate() {
            *start.asks_mut().row_mut(Seat::of(number)).unwrap() = player.asks();
        }
        table.start = start;
        table
    }

    fn encounter(&self) -> &Encounter {
        &self.pack.encounters[self.key.as_str()]
    }

    fn players(&self, seed: u64) -> Vec<Player> {
        let seat =
            |(number, side)| -> Player { Box::new(DoctrineSeat::of_side(&self.pack, self.encounter().play, side, seed, number).unwrap()) };
        (1..).zip(&self.encounter().sides).map(seat).collect()
    }

    /// Returns the fight after a number of events.
    fn later(&self, events: usize) -> Fight {
        let mut all: Vec<Event> = Vec::new();
        play(&mut self.start.clone(), &mut Dice::seeded(1, 0), &mut self.players(1), &mut |event| all.push(event.clone())).unwrap();
        let mut fight = self.start.clone();
        all.iter().take(events).for_each(|event| fight.apply(event));
        fight
    }
}

/// Benchmark of whole games by doctrine, without recording.
#[divan::bench(args = FIGHTS, sample_count = 20, sample_size = 20)]
fn fights(bencher: divan::Bencher<'_, '_>, key: &str) {
    let table = Table::new(key);
    let mut players = table.players(0);
    let mut seed = 0;
    bencher.counter(divan::counter::ItemsCount::new(1_usize)).bench_local(|| {
        seed += 1;
        let mut fight = table.start.clone();
        play(&mut fight, &mut Dice::seeded(seed, 0), &mut players, &mut |_| ()).unwrap()
    });
}

/// Benchmark of the players without the engine: all questions of one fight, answered again.
#[divan::bench(args = FIGHTS, sample_count = 20)]
fn answers(bencher: divan::Bencher<'_, '_>, key: &str) {
    let table = Table::new(key);
    let mut players = table.players(1);
    let mut asked = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    play(&mut table.start.clone(), &mut Dice::seeded(1, 0), &mut players, &mut |event| events.push(event.clone())).unwrap();
    let mut fight = table.start.clone();
    for event in &events {
        if let (Event::Answer { .. }, Some(ask)) = (event, fight.waiting_for()) {
            let mut options = Options::new();
            fight.legal(&mut options);
            asked.push((fight.clone(), ask, options));
        }
        fight.apply(event);
    }
    bencher.counter(divan::counter::ItemsCount::new(asked.len())).bench_local(|| {
        for (fight, ask, options) in &asked {
            divan::black_box(players[ask.seat.place()].choose(fight, ask, options));
        }
    });
}

/// A copy of the state in the middle of a fight, which every sample of a search makes.
#[divan::bench(args = FIGHTS, sample_count = 100)]
fn copy(bencher: divan::Bencher<'_, '_>, key: &str) {
    let fight = Table::new(key).later(200);
    bencher.bench_local(|| fight.clone());
}
