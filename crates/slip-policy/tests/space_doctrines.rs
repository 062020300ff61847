//! Tests of doctrines of space combat: the effect of each rule, the values of terms, and how the shipped doctrines fight.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    unreachable_pub,
    reason = "tests fail by panicking, and share modules of which each uses a part"
)]

use slip_test_support::shared_fights;

use slip_test_support::space_table as table;

mod play;
mod terms;
mod topics;

use shared_fights::compiled;
use slip_dice::Dice;
use slip_play::choice::{Choice, Options};
use slip_play::conflict::Conflict;
use slip_policy::doctrine::DoctrineSeat;
use table::{Craft, Fleet, Table};

/// Returns one seat for each of the rule texts. Each seat follows these rules in addition to the standard doctrine.
fn seats(lines: &[&str]) -> Vec<DoctrineSeat> {
    let text: String = lines.iter().enumerate().map(|(number, lines)| format!("doctrine d{number} : space {{\n{lines}\n}}\n")).collect();
    let pack = compiled(&text);
    let seat = |number: usize| DoctrineSeat::new(&pack.doctrines[format!("own.d{number}").as_str()], Dice::seeded(1, 1)).unwrap();
    (0..lines.len()).map(seat).collect()
}

/// Returns a seat's answer to the pending question.
fn says(table: &mut Table, seat: &mut DoctrineSeat) -> Choice {
    let ask = table.wait().expect("a question");
    let mut options = Options::new();
    table.fight.legal(&mut options);
    let choice = seat.decide(&table.fight, &ask, &options).expect("an answer").choice;
    assert!(options.as_slice().contains(&choice), "{choice:?} is not legal at {ask:?}");
    choice
}

/// A warship: V-shift 2, beams 3, torpedoes 2, electronic warfare 3.
fn warship(name: &str) -> Craft {
    Craft::new(name).rated("beam", 3).rated("torpedo", 2).rated("ew", 3).aspect("Quick on the trigger").aspect("A long way from home")
}

/// Returns a fleet of two warships on these bands.
fn duel(ours: i32, theirs: i32) -> Fleet {
    Fleet::new().ship("ours", warship("a").at(ours)).ship("theirs", warship("b").at(theirs))
}
