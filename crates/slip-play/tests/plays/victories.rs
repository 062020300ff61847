//! Tests of victory conditions: each is played until it becomes true, and must not be true before (R-P42).

use crate::plays::table::{Person, Scene, Table};
use slip_dice::fate::{Aspect, AspectOrigin, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::EndReason;
use slip_play::ids::{Id, Seat};
use slip_play::personal::state::ActorStatus;
use slip_play::question::Point;

/// Returns a fight on a map with a passage to an exit and with a gate. Red begins in zone `a`, blue in zone `b`.
fn fight(conditions: &str) -> Table {
    let text = format!(
        r#"
mook nobody {{ threat 3 }}
map yard "Yard" {{
  zone a
  zone b {{ exit }}
  zone c
  border a -- b 0
  border a -- c 2/0/2 "Gate"
}}
encounter e "E" : personal {{
  map yard
  side red {{ actors nobody at a }}
  side blue {{ actors nobody at c }}
  {conditions}
}}
"#
    );
    let mut scene = Scene::new(&text);
    scene.encounter.victories = scene.pack.encounters["t.e"].victories.clone();
    let red = Person::new("red").skill("alertness", 2);
    let mut table = scene.person("red", "a", red).person("blue", "c", Person::new("blue")).sit();
    table.wait();
    table
}

/// Plays the turn of the acting actor: it passes its action, and answers the free move with `free`.
fn turn(table: &mut Table, free: Choice) {
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Pass)).answer(Point::FreeMove, free);
    table.wait();
}

fn stay(table: &mut Table) {
    turn(table, Choice::of(Verb::Stay));
}

fn enter(table: &mut Table, zone: &str) {
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Pass)).wait();
    let zone = Id::Zone(table.zone(zone));
    let step = table.options().into_iter().find(|option| option.verb == Verb::Enter && option.it == zone).expect("a way there");
    table.answer(Point::FreeMove, step);
    table.wait();
}

fn winner(table: &Table) -> Option<(Option<Seat>, EndReason)> {
    table.fight.state.outcome.map(|outcome| (outcome.winner, outcome.why))
}

const RED: Option<(Option<Seat>, EndReason)> = Some((Some(Seat(0)), EndReason::Victory(0)));

/// An actor fulfils `left_map` when it leaves the map by an exit, at the end of its turn there. An exit that no victory condition uses is
/// an ordinary zone.
#[test]
fn left_map_is_won_by_whoever_walks_out() {
    let mut table = fight("victory red when left_map(red)");
    enter(&mut table, "b");
    assert_eq!(table.fight.state.actors[table.actor("red")].status, ActorStatus::Escaped);
    assert_eq!(winner(&table), RED);

    let mut table = fight("victory red when taken_out(blue)");
    enter(&mut table, "b");
    assert!(table.fight.state.actors[table.actor("red")].is_active());
    assert_eq!(winner(&table), None);
}

/// `reach` is checked at the end of a turn, `control` and `hold` at the end of the round.
#[test]
fn places_are_won_by_standing_in_them() {
    for (condition, after_turn, rounds) in [("reach(red, b)", true, 1), ("control(red, b)", false, 1), ("hold(red, b, 2)", false, 2)] {
        let mut table = fight(&format!("victory red when {condition}"));
        enter(&mut table, "b");
        assert_eq!(winner(&table).is_some(), after_turn, "{condition}: after the turn");
        let mut played = 1;
        while winner(&table).is_none() {
            assert!(played <= rounds, "{condition}");
            stay(&mut table);
            if winner(&table).is_none() {
                stay(&mut table);
                played += 1;
            }
        }
        assert_eq!((winner(&table), played), (RED, rounds), "{condition}");
        assert_eq!(table.fight.state.outcome.unwrap().rounds, rounds);
    }
}

/// An enemy in the zone prevents `control`, and restarts the count of `hold`.
#[test]
fn an_enemy_in_the_zone_spoils_it() {
    for condition in ["control(red, b)", "hold(red, b, 2)"] {
        let mut table = fight(&format!("victory red when {condition}"));
        let [red, blue] = ["red", "blue"].map(|name| table.actor(name));
        let [a, b, c] = ["a", "b", "c"].map(|name| table.zone(name));
        table.fight.state.actors[red].zone = b;
        if condition.starts_with("hold") {
            stay(&mut table);
            stay(&mut table);
        }
        table.fight.state.actors[blue].zone = b;
        stay(&mut table);
        stay(&mut table);
        assert_eq!(winner(&table), None, "{condition}: they share it");
        table.fight.state.actors[blue].zone = if condition.starts_with("hold") { a } else { c };
        stay(&mut table);
        stay(&mut table);
        let again = condition.starts_with("hold");
        assert_eq!(winner(&table).is_none(), again, "{condition}");
        if again {
            stay(&mut table);
            stay(&mut table);
            assert_eq!(winner(&table), RED, "two rounds alone, counted anew");
        }
    }
}

/// `open`: a border that opens and stays open until the end of the round; one point does not open a gate of two.
#[test]
fn open_is_won_when_the_gate_stands_open() {
    let mut table = fight("victory red when open(a, c)");
    let pay = Choice::of(Verb::Pay).with(1);
    turn(&mut table, pay);
    stay(&mut table);
    assert_eq!(winner(&table), None, "one point of two");
    turn(&mut table, pay);
    assert_eq!(winner(&table), None, "what may be undone waits for the end of the round");
    stay(&mut table);
    assert_eq!(winner(&table), RED);
}

/// `aspect`, `active`, `conceded`, `turn`; if several conditions hold, the first counts.
#[test]
fn other_conditions() {
    let mut table = fight("victory red when aspect(\"Alarm\")");
    stay(&mut table);
    stay(&mut table);
    assert_eq!(winner(&table), None);
    table.fight.state.aspects.push(Aspect { origin: AspectOrigin::Maneuver, ..Aspect::printed("Alarm", Holder::Scene) });
    stay(&mut table);
    stay(&mut table);
    assert_eq!(winner(&table), RED);

    let mut table = fight("victory blue when conceded(red)");
    table.answer(Point::Act, Choice::of(Verb::Concede)).answer(Point::AcceptConcession, Choice::of(Verb::Accept));
    table.wait();
    assert_eq!(winner(&table), Some((Some(Seat(1)), EndReason::Victory(0))));

    let mut table = fight("victory draw when turn > 1\n  victory red when active(blue) > 0 and turn > 1");
    for _ in 0..2 {
        assert_eq!(winner(&table), None);
        stay(&mut table);
        assert_eq!(winner(&table), None);
        stay(&mut table);
    }
    assert_eq!(winner(&table), Some((None, EndReason::Victory(0))), "the first in the text");
}
