//! Tests of maneuvers that the author of an encounter allows (R-VN1), and of drives after a ship is taken out.

use crate::space::fire::{enter, of};
use crate::space::table::{Craft, Fleet, Table};
use slip_dice::fate::Holder;
use slip_pack::encounter::{Maneuver, ManeuverOn as On, ManeuverOpposition, ManeuverPhase};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, SpacePhase};
use slip_play::question::Point;
use slip_play::space::roster::Post;

const PILOT: usize = 1;
const COMM: usize = 2;
const COMPUTER: usize = 6;

fn ghosts() -> Maneuver {
    Maneuver {
        name: "ghosts".into(),
        title: "Ghosts".to_owned(),
        station: COMM,
        against: ManeuverOpposition::Difficulty(2),
        on: On::Enemy,
        aspect: "Ghosts on every screen".to_owned(),
        sides: Vec::new(),
        phases: vec![ManeuverPhase::Ew],
    }
}

fn fleet(maneuver: Maneuver) -> Fleet {
    let mut fleet = Fleet::new()
        .ship("red", Craft::new("a").rated("ew", 1).at(0))
        .ship("red", Craft::new("mate").nobody("comm").at(0))
        .ship("blue", Craft::new("b").nobody("comm").at(2));
    fleet.encounter.maneuvers.push(maneuver);
    fleet
}

fn in_ew(maneuver: Maneuver) -> Table {
    let mut table = fleet(maneuver).sit();
    enter(&mut table, 1, SpacePhase::Ew);
    table
}

fn tries(table: &Table) -> Vec<Choice> {
    table.options().into_iter().filter(|choice| choice.verb == Verb::Maneuver).collect()
}

/// True if the default crew of a post has worked it this turn.
fn has_worked(table: &Table, ship: &str, post: Post) -> bool {
    table.ship(ship).worked & post.bit() != 0
}

fn placed(table: &Table) -> Option<(Holder, u32)> {
    let found = table.fight.state.aspects.values().find(|aspect| aspect.present && aspect.text == "Ghosts on every screen");
    found.map(|aspect| (aspect.holder, aspect.free.map_or(0, |free| free.sides)))
}

#[test]
fn a_maneuver_is_an_act_at_a_station_and_leaves_an_aspect_free_to_tag_once() {
    let mut table = in_ew(ghosts());
    let (a, b) = (table.id("a"), table.id("b"));
    assert_eq!(table.until(&[Point::Act]).map(|ask| ask.me), Some(table.on("a")));
    assert_eq!(table.options()[0], of(Verb::Pass), "never by default");
    assert_eq!(tries(&table), [of(Verb::Maneuver).with(0).on(table.on("b"))]);
    let maneuver = tries(&table)[0];
    table.dice(&[0]).answer(Point::Act, "a", maneuver);
    assert!(!table.fight.can_act(a, Post::Comm) && !table.fight.can_fire(a), "it was the act of the phase");
    assert!(has_worked(&table, "a", Post::Comm));
    assert_ne!(table.wait().map(|ask| ask.point), Some(Point::Act), "there is nothing more to try");
    assert_eq!(placed(&table), Some((Holder::Actor(b.0), 1)), "as much as is to be reached is enough");
    assert_eq!(table.fight.state.hostile, 0, "and no attack");
}

#[test]
fn a_maneuver_that_fails_leaves_nothing_and_is_not_tried_again_in_the_phase() {
    let mut table = in_ew(ghosts());
    table.until(&[Point::Act]);
    let maneuver = tries(&table)[0];
    table.dice(&[-1]).answer(Point::Act, "a", maneuver);
    assert_ne!(table.wait().map(|ask| ask.point), Some(Point::Act));
    assert_eq!(placed(&table), None);
    enter(&mut table, 2, SpacePhase::Ew);
    assert_eq!(table.until(&[Point::Act]).map(|ask| ask.me), Some(table.on("a")), "but a turn later");
}

#[test]
fn a_station_resists_a_maneuver_with_a_roll_of_its_own() {
    for (dice, works) in [([0, 0], true), ([0, 1], false), ([1, -2], true)] {
        let mut table = in_ew(Maneuver { against: ManeuverOpposition::Station(COMPUTER), ..ghosts() });
        let b = table.id("b");
        table.until(&[Point::Act]);
        let maneuver = tries(&table)[0];
        table.dice(&dice).answer(Point::Act, "a", maneuver);
        table.wait();
        assert_eq!(placed(&table).is_some(), works, "{dice:?}");
        assert!(has_worked(&table, "b", Post::Computer), "it is work");
        assert!(table.fight.can_act(b, Post::Computer), "and nobody's act");
    }
    let mut alone = in_ew(Maneuver { against: ManeuverOpposition::Station(COMM), ..ghosts() });
    alone.until(&[Point::Act]);
    let maneuver = tries(&alone)[0];
    alone.dice(&[-2]).answer(Point::Act, "a", maneuver);
    alone.wait();
    assert!(placed(&alone).is_some(), "2 - 2 against nobody at the post: 0");
}

#[test]
fn a_maneuver_is_for_its_sides_and_phases_and_placed_where_it_says() {
    let mut other = in_ew(Maneuver { sides: vec![1], ..ghosts() });
    assert_ne!(other.wait().map(|ask| ask.point), Some(Point::Act), "blue has nobody at the station");
    let mut other = in_ew(Maneuver { phases: vec![ManeuverPhase::Beams, ManeuverPhase::Torpedoes], ..ghosts() });
    assert_ne!(other.wait().map(|ask| ask.point), Some(Point::Act));
    for (on, wanted) in [(On::Own, "a"), (On::Ally, "mate")] {
        let mut table = in_ew(Maneuver { on, ..ghosts() });
        table.until(&[Point::Act]);
        assert_eq!(tries(&table), [of(Verb::Maneuver).with(0).on(table.on(wanted))], "{on:?}");
    }
    let mut table = in_ew(Maneuver { on: On::Scene, ..ghosts() });
    table.until(&[Point::Act]);
    let maneuver = of(Verb::Maneuver).with(0);
    assert_eq!(tries(&table), [maneuver]);
    table.dice(&[0]).answer(Point::Act, "a", maneuver);
    table.wait();
    assert_eq!(placed(&table), Some((Holder::Scene, 1)));
}

/// R-VA12: the pilot has one act per phase, and a nameless crew member of another station stays at it.
#[test]
fn r_va12_a_maneuver_of_the_pilot_leaves_nobody_to_fly() {
    for (station, flies) in [(PILOT, false), (COMPUTER, true)] {
        let mut table = fleet(Maneuver { station, on: On::Scene, phases: vec![ManeuverPhase::Position], ..ghosts() }).sit();
        enter(&mut table, 1, SpacePhase::Position);
        assert_eq!(table.until(&[Point::Act]).map(|ask| ask.me), Some(table.on("a")));
        let maneuver = tries(&table)[0];
        table.dice(&[-1]).answer(Point::Act, "a", maneuver);
        assert_eq!(table.until(&[Point::Drive]).map(|ask| ask.me), Some(table.on("a")));
        let offered: Vec<Verb> = table.options().into_iter().map(|choice| choice.verb).collect();
        assert_eq!(offered.contains(&Verb::Drive), flies, "{offered:?}");
        assert!(offered.contains(&Verb::Coast));
    }
}

/// A ship that is taken out keeps working drives, unless it is destroyed or the opponents decide otherwise.
#[test]
fn drives_work_unless_it_is_said_otherwise() {
    let mut table = Fleet::new().ship("red", Craft::new("a").slots(&[]).at(0)).ship("blue", Craft::new("b").at(1)).sit();
    enter(&mut table, 1, SpacePhase::Position);
    let a = table.id("a");
    table.fight.apply(&Event::Blow {
        who: a,
        track: slip_play::space::state::FRAME,
        besides: slip_play::tracks::TrackSet::NONE,
        shifts: 4,
    });
    table.until(&[Point::Beaten]);
    let listed: Vec<(u8, i16)> = table.options().iter().map(|choice| (choice.how, choice.n)).collect();
    let (works, dead) = (Choice::DRIVES_WORK, Choice::DRIVES_DEAD);
    assert_eq!(listed[..5], [(0, dead), (1, works), (1, dead), (2, works), (2, dead)]);
    table.take(of(Verb::Outcome).how(1).into());
    assert!(table.ship("a").drive_ok);
}
