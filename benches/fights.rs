//! How long fights take: `cargo bench --bench fights`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark, on fixed input")]

use slipyard::dice::Dice;
use slipyard::pack::Pack;
use slipyard::pack::encounter::Encounter;
use slipyard::play::Player;
use slipyard::play::choice::Options;
use slipyard::play::conflict::Conflict;
use slipyard::play::event::Event;
use slipyard::play::ids::{Key, Seat};
use slipyard::play::personal::Personal;
use slipyard::play::policy::doctrine::DoctrineSeat;
use slipyard::play::run::play;
use std::path::PathBuf;

fn main() {
    divan::main();
}

/// The shipped fights, and three against three in a yard.
const FIGHTS: [&str; 5] =
    ["customs_dock.customs_raid", "harrow_reach.arrears", "harrow_reach.toll", "deep_choir.glass_treaty", "yard.three_each"];

const YARD: &str = r#"
map yard {
  zone near
  zone middle { aspects "Stacked crates" }
  zone far
  border near -- middle
  border middle -- far
}
weapon carbine : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
npc gunner "Gunner" {
  cap 3
  skills { 3 slug_throwers; 2 agility, resolve; 1 intimidation, stealth, stamina }
  aspects "One", "Two", "Three"
  gear carbine
}
encounter three_each : personal {
  map yard
  side ours   { actors gunner x3 at near }
  side theirs { actors gunner x3 at far }
}
"#;

fn pack(name: &str) -> Pack {
    if name == "yard" {
        let mut sources = slipyard::source::Sources::new();
        slipyard::stdlib::add(&mut sources);
        let own = sources.add_package(slipyard::source::Package { name: name.to_owned(), ..slipyard::source::Package::default() });
        sources.add_file(own, "own.slip", YARD.to_owned());
        return slipyard::compile::compile(&sources).pack;
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("content").join(name);
    let project = slipyard::project::load(&[folder], &mut std::io::empty()).unwrap();
    slipyard::compile::compile(&project.sources).pack
}

/// A fight that has not begun, and who plays it.
struct Table {
    start: Personal,
    pack: Pack,
    key: String,
}

impl Table {
    fn new(key: &str) -> Table {
        let pack = pack(key.split_once('.').unwrap().0);
        let mut start = Personal::begin(&pack, &pack.encounters[key]).unwrap();
        let mut table = Table { start: start.clone(), pack, key: key.to_owned() };
        for (number, player) in table.players(0).iter().enumerate() {
            *start.state.asks.row_mut(Seat::of(number)).unwrap() = player.asks();
        }
        table.start = start;
        table
    }

    fn encounter(&self) -> &Encounter {
        &self.pack.encounters[self.key.as_str()]
    }

    fn players(&self, seed: u64) -> Vec<Player<Personal>> {
        let seat = |(number, side)| -> Player<Personal> {
            Box::new(DoctrineSeat::of_side(&self.pack, self.encounter().play, side, seed, number).unwrap())
        };
        (1..).zip(&self.encounter().sides).map(seat).collect()
    }

    /// The fight after some events of a game.
    fn later(&self, events: usize) -> Personal {
        let mut all: Vec<Event> = Vec::new();
        play(&mut self.start.clone(), &mut Dice::seeded(1, 0), &mut self.players(1), &mut |event| all.push(event.clone())).unwrap();
        let mut fight = self.start.clone();
        all.iter().take(events).for_each(|event| fight.apply(event));
        fight
    }
}

/// Whole fights by their doctrines, nothing kept.
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

/// All questions of one fight, asked and answered once more: what seats cost, without the engine.
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

/// A copy of the state in mid-fight, which every sample of a search makes.
#[divan::bench(args = FIGHTS, sample_count = 100)]
fn copy(bencher: divan::Bencher<'_, '_>, key: &str) {
    let fight = Table::new(key).later(200);
    bencher.bench_local(|| fight.clone());
}
