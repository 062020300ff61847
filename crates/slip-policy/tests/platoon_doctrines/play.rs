//! Tests of whole battles by doctrines.

use super::table::{CAST, pack};
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event};
use slip_play::ids::Seat;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::UnitStatus;
use slip_policy::Random;
use slip_policy::doctrine::DoctrineSeat;
use slip_session::{Player, Run, Seats, run};

/// Two equal platoons on a field of four by three; runners who must pass three blockers; an ambush.
const SCENES: &str = r#"
map meadow "A meadow" {
  picture """
    aaabbbcccddd
    aaabbbcccddd
    eeefffggghhh
    eeefffggghhh
    iiijjjkkklll
    iiijjjkkklll
  """
  zone a a1; zone b b1 { altitude 1 }; zone c c1; zone d d1 { exit }
  zone e a2 { altitude 1 }; zone f b2; zone g c2 { altitude 1 }; zone h d2 { exit }
  zone i a3; zone j b3 { cover 1 }; zone k c3 { cover 1 }; zone l d3 { exit }
}
unit rovers "Rovers" : infantry {
  tech T0
  skills { 3 direct_fire; 2 armour, movement; 1 observation, signals, camouflage }
  aspects "Muddy"
}
unit watchers "Watchers" : infantry {
  tech T0
  skills { 3 observation; 2 signals, camouflage; 1 movement, direct_fire, command }
  aspects "Patient"
}
platoon band "Band" { leader rovers with battlefield_genius "First"; units rovers x2, watchers, tank }
platoon picket "Picket" { leader watchers with battlefield_genius "Eyes"; units rovers x2 }
encounter equals : platoon {
  map meadow
  battle meeting
  side ours   { platoon band at a2 }
  side theirs { platoon band at d2 }
  limit 10 turns
}
encounter run : platoon {
  map meadow
  battle breakthrough { runners ours; units 3; exits d1, d2, d3 }
  side ours   { platoon band at a2 }
  side theirs { platoon picket at c2 }
  limit 10 turns
}
encounter trap : platoon {
  map meadow
  battle ambush { ambushers ours; patrol theirs; losses 1; units 1 }
  side ours   { platoon band at c3 }
  side theirs { platoon picket at b1 }
  limit 10 turns
}
"#;

fn scenes() -> Pack {
    pack(&format!("{CAST}\n{SCENES}"))
}

fn encounter<'p>(pack: &'p Pack, name: &str) -> &'p Encounter {
    &pack.encounters[format!("t.{name}").as_str()]
}

fn player(pack: &Pack, doctrine: &str, seed: u64, stream: u64) -> Player {
    match doctrine {
        "random" => Box::new(Random::new(seed, stream)),
        name => Box::new(DoctrineSeat::new(&pack.doctrines[format!("std.{name}").as_str()], Dice::seeded(seed, stream)).unwrap()),
    }
}

fn fight(pack: &Pack, name: &str, doctrines: [&str; 2], seed: u64) -> Run {
    let mut seats = Seats::standard();
    for ((side, doctrine), stream) in encounter(pack, name).sides.iter().zip(doctrines).zip(1..) {
        seats = seats.with(&side.name, player(pack, doctrine, seed, stream));
    }
    run(pack, &format!("t.{name}"), seed, seats).unwrap()
}

#[test]
fn the_standard_beats_random_on_equal_platoons() {
    let pack = scenes();
    let mut won = 0;
    for seed in 0..20 {
        won += usize::from(fight(&pack, "equals", ["standard_platoon", "random"], seed).outcome.winner == Some(Seat(0)));
        won += usize::from(fight(&pack, "equals", ["random", "standard_platoon"], seed).outcome.winner == Some(Seat(1)));
    }
    assert!(won >= 35, "{won} of 40");
}

#[test]
fn battles_between_doctrines_end_and_the_log_says_by_which_lines() {
    let pack = scenes();
    for (name, doctrines, lines) in [
        ("equals", ["standard_platoon", "standard_platoon"], &["standard_platoon:"][..]),
        ("equals", ["harass", "dug_in"], &["harass:", "dug_in:", "standard_platoon:"]),
        ("run", ["spearhead", "dug_in"], &["spearhead:", "dug_in:"]),
        ("trap", ["harass", "standard_platoon"], &["harass:"]),
    ] {
        let mut bloody = 0;
        for seed in 0..6 {
            let game = fight(&pack, name, doctrines, seed);
            bloody += usize::from(game.events.iter().any(|event| matches!(event, Event::Hit { .. })));
            assert_eq!(game.json_lines(), fight(&pack, name, doctrines, seed).json_lines(), "the same seed, the same bytes");
            for line in lines {
                let why = |event: &Event| matches!(event, Event::Answer { why: Some(why), .. } if why.starts_with(line));
                assert!(game.events.iter().any(why), "{name}, seed {seed}: no line of {line} decided anything");
            }
        }
        assert!(bloody >= 4, "{name}: of six battles by {doctrines:?} there was a hit in {bloody}");
    }
}

/// Every answer of every shipped doctrine is legal, and no law of play is broken.
#[test]
fn doctrines_answer_with_what_is_legal_and_break_no_law() {
    let pack = scenes();
    let shipped = ["standard_platoon", "dug_in", "spearhead", "harass"];
    for (number, one) in shipped.into_iter().enumerate() {
        for (other, name) in shipped.into_iter().zip(["equals", "run", "trap", "equals"]) {
            let seed = u64::try_from(number).unwrap();
            let game = fight(&pack, name, [one, other], seed);
            let mut table = PlatoonFight::begin(&pack, encounter(&pack, name)).unwrap();
            for event in &game.events {
                if let Event::Answer { pick: choice, .. } = event {
                    let mut options = slip_play::choice::Options::new();
                    table.legal(&mut options);
                    assert!(options.as_slice().contains(choice), "{one} against {other} in {name}: {choice:?} was not open");
                }
                table.apply(event);
                assert_eq!(table.broken_law(), None, "{one} against {other} in {name}");
            }
        }
    }
}

/// Returns the number of own units off the map after twenty battles, and the number of wins.
fn away(pack: &Pack, name: &str, doctrines: [&str; 2]) -> (usize, usize) {
    let (mut gone, mut won) = (0, 0);
    for seed in 0..20 {
        let game = fight(pack, name, doctrines, seed);
        let mut end = PlatoonFight::begin(pack, encounter(pack, name)).unwrap();
        game.events.iter().for_each(|event| end.apply(event));
        won += usize::from(game.outcome.winner == Some(Seat(0)));
        gone += end.state.units.values().filter(|unit| matches!(unit.status, UnitStatus::Exited(_))).count();
    }
    (gone, won)
}

#[test]
fn a_spearhead_gets_more_units_through_than_whoever_digs_in() {
    let pack = scenes();
    let (through, won) = away(&pack, "run", ["spearhead", "standard_platoon"]);
    let (staying, _) = away(&pack, "run", ["dug_in", "standard_platoon"]);
    assert!(through > staying + 10 && won >= 5, "{through} gone by spearhead in {won} wins, {staying} gone otherwise");
}

/// R-YD7: a side that must inflict losses and leave does it in that order.
#[test]
fn ryd7_ambushers_leave_when_the_losses_are_inflicted_and_not_before() {
    let pack = scenes();
    let mut left = 0;
    for seed in 0..20 {
        let game = fight(&pack, "trap", ["harass", "standard_platoon"], seed);
        let mut table = PlatoonFight::begin(&pack, encounter(&pack, "trap")).unwrap();
        for event in &game.events {
            if matches!(event, Event::Counter { what: Counter::Exits(_), .. }) {
                left += 1;
                let theirs = table.state.units.iter().filter(|(id, _)| table.side(*id) == Seat(1));
                let lost = theirs.filter(|(_, unit)| matches!(unit.status, UnitStatus::Eliminated { .. })).count();
                assert!(lost >= 1, "seed {seed}: somebody went home with nothing done");
            }
            table.apply(event);
        }
    }
    assert!(left > 0, "nobody ever got away");
}

/// R-YD9: a unit cannot leave without a leader, so the leader leaves with the platoon or after it.
#[test]
fn ryd9_a_leader_leaves_nobody_behind_who_stands_where_he_does() {
    let pack = scenes();
    let mut left = 0;
    for seed in 0..20 {
        let game = fight(&pack, "run", ["spearhead", "standard_platoon"], seed);
        let mut table = PlatoonFight::begin(&pack, encounter(&pack, "run")).unwrap();
        let mut edge = None;
        for event in &game.events {
            let exits = matches!(event, Event::Counter { what: Counter::Exits(_), .. });
            if let Some(zone) = edge.take_if(|_| !exits) {
                let stand = |who| table.zone_of(who) == Some(zone) && table.side(who) == Seat(0);
                assert!(!table.state.units.keys().any(stand), "seed {seed}: somebody was left behind");
            }
            if let Event::Counter { who, what: Counter::Exits(zone), .. } = event
                && table.roster.platoons.values().any(|platoon| platoon.leader == Some(*who))
            {
                (edge, left) = (Some(*zone), left + 1);
            }
            table.apply(event);
        }
    }
    assert!(left > 0, "no leader ever left");
}

/// Returns the number of zones that units of the first side enter, by free moves and moves, in ten battles.
fn restless(pack: &Pack, doctrine: &str) -> usize {
    let moves = |seed: u64| {
        let game = fight(pack, "equals", [doctrine, "standard_platoon"], seed);
        let table = PlatoonFight::begin(pack, encounter(pack, "equals")).unwrap();
        game.events.iter().filter(|event| matches!(event, Event::Move { who, .. } if table.side(*who) == Seat(0))).count()
    };
    (0..10).map(moves).sum()
}

#[test]
fn whoever_is_dug_in_stays_more_than_whoever_is_not() {
    let pack = scenes();
    let (dug_in, standard) = (restless(&pack, "dug_in"), restless(&pack, "standard_platoon"));
    assert!(dug_in < standard, "{dug_in} zones dug in, {standard} otherwise");
}
