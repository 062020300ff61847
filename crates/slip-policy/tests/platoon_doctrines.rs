//! Tests of doctrines of platoon combat: the effect of each rule, the values of terms, and how the shipped doctrines fight.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking, and share modules of which each uses a part"
)]

use slip_test_support::platoon_table as table;

mod play;
mod terms;
mod topics;

use slip_dice::Dice;
use slip_play::choice::{Choice, Options};
use slip_play::conflict::Conflict;
use slip_policy::doctrine::DoctrineSeat;
use table::Table;

/// Returns seats that follow these rules, each on top of the standard.
fn seats(lines: &[&str]) -> Vec<DoctrineSeat> {
    let text: String = lines.iter().enumerate().map(|(number, lines)| format!("doctrine d{number} : platoon {{\n{lines}\n}}\n")).collect();
    let pack = table::pack(&format!("{}\n{}\n{text}", table::CAST, table::LANE));
    let seat = |number: usize| DoctrineSeat::new(&pack.doctrines[format!("t.d{number}").as_str()], Dice::seeded(1, 1)).unwrap();
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
