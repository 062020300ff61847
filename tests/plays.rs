//! Personal combat: the worked traces of the rules with their numbers, its tables, its rulings.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name"
)]

#[path = "plays/table.rs"]
mod table;

use slipyard::play;

#[test]
fn try_it() {
    let pack = table::pack(
        r#"
npc guard "Guard" { cap 3; skills { 3 slug_throwers; 2 resolve, agility; 1 alertness, brawling, stamina }
  aspects "Seen it before", "Owes the harbourmaster", "By the book"; gear carbine, rig }
weapon carbine "Carbine" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
armour rig "Rig" : body_armour { tech T1; defense 4; stunts civilian, pressure_suit }
map yard "Yard" { zone a; zone b; zone c; border a -- b 0; border b -- c 2 }
encounter brawl "Brawl" : personal { map yard
  side left { actors guard x2 at a }
  side right { actors guard x2 at c }
  victory left when out(right)
  limit 12 turns
}"#,
    );
    let run = play::run(&pack, "brawl", 7, play::Seats::random()).unwrap();
    println!("{}", run.transcript());
    println!("{}", run.json_lines().lines().take(60).collect::<Vec<_>>().join("\n"));
}
