//! Counts the wins of fights between equal sides: `cargo run --release --example duels [OURS [THEIRS [SEEDS [ENCOUNTER]]]]`.
//!
//! OURS and THEIRS are `random`, a doctrine's key (`std.standard_personal`), or `search(std.standard_personal, 400 samples, 2 turns)`. With
//! `show` and a seed instead of a number of seeds, the account of that fight is printed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::print_stdout,
    missing_docs,
    reason = "a program for the desk, on fixed input"
)]

use slip_play::stored_seat::SearchRequest;
use slip_test_support::equal_fights::{Who, account, as_shipped, duel, equal, shipped};

fn who(text: &str) -> Who {
    match text.parse::<SearchRequest>() {
        Ok(wanted) => Who::Search(wanted.doctrine, wanted.ahead),
        Err(_) if text == "random" => Who::Random,
        Err(_) => Who::Doctrine(text.to_owned()),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize, default: &str| arguments.get(place).cloned().unwrap_or_else(|| default.to_owned());
    let (ours, theirs) = (who(&word(0, "std.standard_personal")), who(&word(1, "random")));
    let (seeds, only) = (word(2, "100"), word(3, ""));
    for (pack, key) in shipped() {
        if !key.contains(&only) {
            continue;
        }
        if let Some(seed) = seeds.strip_prefix("show") {
            let encounter = &pack.encounters[key.as_str()];
            let seed = seed.trim().parse().unwrap();
            println!("{}", account(&pack, encounter, 0, &ours, &theirs, seed));
            println!("{}", account(&pack, &equal(&pack, &key, 0), 0, &ours, &theirs, seed));
            continue;
        }
        let seeds = seeds.parse().unwrap();
        let started = std::time::Instant::now();
        let tally = duel(&pack, &key, &ours, &theirs, 0..seeds);
        let (least, most) = tally.interval();
        let each = started.elapsed().as_secs_f64() * 1000.0 / f64::from(tally.fights());
        println!("{key:32} equal sides {:5.1}% ({least:.1} to {most:.1}), {tally:?}, {each:.2} ms a fight", tally.share());
        for side in 0..2 {
            let tally = as_shipped(&pack, &key, side, &ours, &theirs, 0..seeds);
            let base = as_shipped(&pack, &key, side, &theirs, &theirs, 0..seeds);
            let name = &pack.encounters[key.as_str()].sides[side].name;
            println!("{:32} as shipped, {name}: {:5.1}%, the other way of playing {:5.1}%", "", tally.share(), base.share());
        }
    }
}
