//! Benchmark of a battle between two full companies: `cargo bench --bench battle`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark, on fixed input")]

use slip_dice::Dice;
use slip_pack::Pack;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_play::{Fight, Playable};
use slip_policy::doctrine::DoctrineSeat;
use slip_session::Player;
use slip_session::run::play;
use std::fmt::Write;
use std::path::PathBuf;

fn main() {
    divan::main();
}

/// Thirty units per side: three line platoons, one of armour and a battery, with aircraft on one side.
const COMPANIES: &str = r#"
platoon line "Line" {
  leader shore_levy with battlefield_genius "Runs the lifeboat"
  units shore_levy x2, gull_watch, kelp_cutters, sand_hauler
}
platoon haulers "Haulers" { leader sand_hauler with tactical_genius "Foreman"; units sand_hauler x3, shore_levy x2 }
platoon guns "Guns" { leader holiday_gun with logistics_genius "Powder"; units holiday_gun x3, gull_watch x2 }
platoon guard "Guard" {
  leader grey_coats with battlefield_genius "Sergeant"
  units grey_coats x2, line_office, pump_track
  aircraft tower_kite
}
platoon column "Column" { leader pump_track with tactical_genius "Signs"; units pump_track x3, pipe_crew x2 }
platoon tubes "Tubes" { leader works_mortar with not_a_genius "Figures"; units works_mortar x3, line_office x2 }
encounter companies "Two companies" : platoon {
  map field
  battle meeting
  side levy {
    platoon line at z0
    platoon line at z10
    platoon line at z20
    platoon haulers at z15
    platoon guns
  }
  side works {
    platoon guard at z4
    platoon guard at z14
    platoon guard at z24
    platoon column at z19
    platoon tubes
  }
  defender levy
  limit 10 turns
}
"#;

/// Returns a map of five by six zones of different heights.
fn field() -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz1234";
    let mut map = String::from("map field \"A field\" {\n  picture \"\"\"\n");
    for row in letters.as_bytes().chunks(5) {
        let line: String = row.iter().flat_map(|&letter| [char::from(letter); 2]).collect();
        writeln!(map, "    {line}\n    {line}").unwrap();
    }
    map.push_str("  \"\"\"\n");
    for (number, letter) in letters.chars().enumerate() {
        let (altitude, cover) = (number * 7 % 3, i32::from(number % 4 == 1));
        writeln!(map, "  zone {letter} z{number} {{ altitude {altitude}; cover {cover} }}").unwrap();
    }
    map + "}\n"
}

/// Returns the units of the Glass Shore, in companies.
fn pack() -> Pack {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("content/glass_shore");
    let mut project = slipyard::project::load(&[folder], &mut std::io::empty()).unwrap();
    project.add_file(project.roots[0], "companies.slip", format!("{}{COMPANIES}", field()));
    let compiled = slip_compile::compile(&project.sources);
    assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
    compiled.pack
}

/// A battle before its beginning, with its players.
struct Table {
    start: Fight,
    pack: Pack,
}

impl Table {
    fn new() -> Table {
        let pack = pack();
        let mut start = Fight::begin(&pack, &pack.encounters["glass_shore.companies"]).unwrap();
        for (number, player) in players(&pack, 0).iter().enumerate() {
            *start.asks_mut().row_mut(Seat::of(number)).unwrap() = player.asks();
        }
        Table { start, pack }
    }
}

fn players(pack: &Pack, seed: u64) -> Vec<Player> {
    let encounter = &pack.encounters["glass_shore.companies"];
    let seat = |(number, side)| -> Player { Box::new(DoctrineSeat::of_side(pack, encounter.play, side, seed, number).unwrap()) };
    (1..).zip(&encounter.sides).map(seat).collect()
}

/// Benchmark of whole games by doctrine, without recording.
#[divan::bench(sample_count = 20, sample_size = 4)]
fn battles(bencher: divan::Bencher<'_, '_>) {
    let table = Table::new();
    let mut players = players(&table.pack, 0);
    let mut seed = 0;
    bencher.counter(divan::counter::ItemsCount::new(1_usize)).bench_local(|| {
        seed += 1;
        let mut fight = table.start.clone();
        play(&mut fight, &mut Dice::seeded(seed, 0), &mut players, &mut |_| ()).unwrap()
    });
}

/// Benchmark of the players without the engine: all questions of one battle, answered again.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn answers(bencher: divan::Bencher<'_, '_>) {
    let table = Table::new();
    let mut players = players(&table.pack, 1);
    let mut events: Vec<Event> = Vec::new();
    play(&mut table.start.clone(), &mut Dice::seeded(1, 0), &mut players, &mut |event| events.push(event.clone())).unwrap();
    let mut asked = Vec::new();
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
