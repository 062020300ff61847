//! Worked traces of fire between ships, in phases 2 to 5.

use crate::space::table::{Craft, Fleet, Table};
use slip_pack::Pack;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Phase, SpacePhase, Step};
use slip_play::ids::Id;
use slip_play::question::Point;
use slip_play::space::state::{Band, DATA, FRAME, HEAT, ShipLocation};

/// Ships from which a craft takes its stunts.
pub const STUNTS: &str = r#"
ship walled "Walled" : spacecraft { tech T2; stunts firewall; aspects "A", "B", "C", "D", "E" }
ship dodger "Dodger" : spacecraft { tech T2; stunts vector_randomizer; aspects "A", "B", "C", "D", "E" }
ship spitter "Spitter" : spacecraft { tech T2; stunts point_defense; aspects "A", "B", "C", "D", "E" }
ship watcher "Watcher" : spacecraft { tech T2; beam 2; stunts overwatch; aspects "A", "B", "C", "D", "E" }
ship melter "Melter" : spacecraft { tech T2; beam 2; stunts attacks_different_track(beam, heat); aspects "A", "B", "C", "D", "E" }
ship fuser "Fuser" : spacecraft { tech T2; beam 2; stunts attacks_additional_track(beam, data); aspects "A", "B", "C", "D", "E" }
ship sink "Sink" : spacecraft { tech T4; stunts dimensional_heat_dump; aspects "A", "B", "C", "D", "E" }
"#;

pub fn stunts() -> Pack {
    crate::space::table::pack(STUNTS)
}

pub fn of(verb: Verb) -> Choice {
    Choice::of(verb)
}

pub fn duel(a: Craft, b: Craft) -> Table {
    Fleet::of(STUNTS).ship("red", a.at(0)).ship("blue", b.at(2)).sit()
}

/// Goes to the beginning of a phase of this turn.
pub fn enter(table: &mut Table, turn: u32, stage: SpacePhase) {
    let order = table.fight.roster.ships.keys().collect();
    if table.fight.state.turn != turn {
        table.fight.apply(&Event::Round { round: turn, order });
    }
    table.fight.apply(&Event::Stage(stage));
    table.fight.apply(&Event::Phase(Step::of(Phase::Stage, Id::None)));
}

/// Declares a ship's fire at another; for beams, at this value.
pub fn fire(table: &mut Table, verb: Verb, me: &str, it: &str, value: i16) {
    let ask = table.until(&[Point::Declare]).expect("somebody is polled");
    assert_eq!(ask.seat, table.fight.side(table.id(me)), "{me} is polled");
    let (own, target) = (table.on(me), table.on(it));
    table.take(of(verb).on(own).into());
    if table.wait().is_some_and(|ask| ask.point == Point::Whom) {
        table.take(of(Verb::Target).on(target).into());
    }
    if verb == Verb::Beam && table.wait().is_some_and(|ask| ask.point == Point::With) {
        table.take(of(Verb::Value).n(value).into());
    }
}

/// The next polled ship passes.
pub fn hold(table: &mut Table) {
    table.until(&[Point::Declare]).expect("somebody is polled");
    table.take(of(Verb::Hold).into());
}

/// Returns the shifts of the last comparison.
pub fn shifts(table: &Table) -> Option<i32> {
    table.events.iter().rev().find_map(|event| match event {
        Event::Result { shifts, .. } => Some(*shifts),
        _ => None,
    })
}

/// Returns the last total of a ship, rolled or used again.
pub fn total(table: &Table, name: &str) -> Option<i32> {
    let who = table.id(name);
    table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, total, .. } if *me == who => Some(*total),
        _ => None,
    })
}

pub fn fate(table: &Table, name: &str) -> u16 {
    table.fight.points(table.id(name))
}

/// Marks boxes of a track.
pub fn mark(table: &mut Table, name: &str, track: usize, boxes: &[u8]) {
    table.set(name, |ship| ship.tracks[track] = slip_dice::fate::Track::with_marked(i32::from(ship.tracks[track].length()), boxes));
}

/// Takes consequences against the next hit, by the number of the set.
fn take(table: &mut Table, who: &str, set: u8) {
    table.until(&[Point::Mitigate]);
    table.answer(Point::Mitigate, who, of(Verb::Take).how(set));
}

fn burning() -> Table {
    let mut table = duel(Craft::new("a"), Craft::new("b"));
    mark(&mut table, "a", 2, &[1]);
    enter(&mut table, 1, SpacePhase::Position);
    table.plan(Point::Bid, "a", of(Verb::Burn).n(4));
    table.dice(&[0, 0]);
    table
}

/// Rules: R-S15, R-S27, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s4_a_burn_is_bought_down_or_takes_the_ship_out_before_the_roll() {
    let mut table = burning();
    take(&mut table, "a", 1);
    table.until(&[Point::Shift]);
    assert_eq!(table.boxes("a", HEAT), [1, 2, 3], "a mild consequence leaves 3");
    assert_eq!(total(&table, "a"), Some(6), "the roll has all of the burn");

    let mut table = burning();
    take(&mut table, "a", 2);
    table.until(&[Point::Shift]);
    assert_eq!(table.boxes("a", HEAT), [1, 2], "a moderate one leaves 2");
    assert_eq!(total(&table, "a"), Some(6));

    let mut table = burning();
    take(&mut table, "a", 0);
    table.until(&[Point::Repair, Point::Stop]);
    assert!(!table.ship("a").is_active(), "4 is more than three boxes");
    assert_eq!(total(&table, "a"), None, "out before the roll");
}

/// Rules: R-S15, R-S27, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s4_whoever_coasts_the_turn_after_clears_a_box() {
    let mut table = duel(Craft::new("a"), Craft::new("b"));
    mark(&mut table, "a", 2, &[1, 2, 3]);
    enter(&mut table, 1, SpacePhase::Position);
    table.plan(Point::Drive, "a", of(Verb::Coast));
    table.dice(&[0]).until(&[Point::Shift]);
    assert_eq!((total(&table, "a"), table.boxes("a", HEAT)), (Some(-4), vec![1, 2]));
}

/// Rules: R-S19, R-S36, R-S40, R-VF4, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s5_electronic_warfare_strikes_back_and_pairs_are_not_opened_again() {
    let fleet = Fleet::of(STUNTS)
        .ship("red", Craft::new("a").rated("ew", 2).crew("comm", 2).at(0))
        .ship("red", Craft::new("c").rated("ew", 3).crew("comm", 2).fate(0).at(0))
        .ship("blue", Craft::new("d").rated("ew", 1).crew("comm", 3).aspect("Listens well").at(2));
    let mut table = fleet.sit();
    mark(&mut table, "a", 1, &[1, 2]);
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[-1, 2]);
    fire(&mut table, Verb::Ew, "a", "d", 0);
    table.until(&[Point::Mitigate]);
    assert_eq!((total(&table, "a"), total(&table, "d"), shifts(&table)), (Some(1), Some(4), Some(-3)));
    table.take(of(Verb::Take).how(0).into());
    hold(&mut table);
    assert_eq!(table.boxes("a", DATA), [1, 2, 3]);
    assert_eq!(table.fight.state.spin, [], "no spin");
    // The one roll of the phase counts in both roles; an aspect bought later counts from then on.
    table.dice(&[2]);
    fire(&mut table, Verb::Ew, "c", "d", 0);
    let ask = table.until(&[Point::Adjust]).expect("d may add");
    assert_eq!(ask.me, table.on("d"));
    let verbs: Vec<(Verb, u8)> = table.options().iter().map(|choice| (choice.verb, choice.how)).collect();
    assert!(!verbs.contains(&(Verb::Invoke, Choice::REROLL)), "the dice of a standing roll lie");
    let invoke = table.options().into_iter().find(|choice| choice.verb == Verb::Invoke).expect("its own aspect");
    table.take(invoke.into());
    table.until(&[Point::Mitigate]);
    assert_eq!((shifts(&table), fate(&table, "d")), (Some(-1), 4));
    table.take(of(Verb::Take).how(0).into());
    assert_eq!((table.boxes("c", DATA), table.boxes("a", DATA)), (vec![1], vec![1, 2, 3]));
}

/// Rules: R-S19, R-S36, R-S40, R-VF4, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s5_a_firewall_does_not_strike_back() {
    let mut table = duel(Craft::new("a").rated("ew", 2), Craft::new("d").rated("ew", 1).crew("comm", 3).like(&stunts(), "walled"));
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[-1, 2]);
    fire(&mut table, Verb::Ew, "a", "d", 0);
    table.answer(Point::EwDefence, "d", of(Verb::Firewall));
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!((total(&table, "d"), shifts(&table), table.boxes("a", DATA)), (Some(4), Some(-3), Vec::new()));
}

fn shot_at(heat: &[u8], value: i16, dice: &[i32]) -> Table {
    let mut table = duel(Craft::new("d").rated("beam", 3), Craft::new("a").rated("torpedo", 3));
    table.set("a", |ship| ship.berth = ShipLocation::Line(Band(1)));
    mark(&mut table, "d", 2, heat);
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.set("d", |ship| ship.beam_used = 3);
    table.dice(dice);
    fire(&mut table, Verb::Torpedo, "a", "d", 0);
    table.answer(Point::TorpedoDefence, "d", of(Verb::Beams).n(value));
    table
}

/// Rules: R-S23, R-S38, R-S42, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s6_beams_fired_twice_in_a_turn_are_heat_for_what_is_above_the_rating() {
    let mut table = shot_at(&[1], 2, &[0, 1]);
    let ask = table.wait().expect("heat comes at once");
    assert_eq!((ask.point, ask.it), (Point::Mitigate, Id::None), "a hit of one's own");
    assert_eq!(table.fight.state.blows[0].shifts, 2);
    table.take(of(Verb::Take).how(0).into());
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(table.boxes("d", HEAT), [1, 2]);
    assert_eq!((total(&table, "a"), total(&table, "d"), shifts(&table)), (Some(1), Some(3), Some(-2)));
    assert_eq!((table.boxes("d", FRAME), table.fight.state.spin.len()), (Vec::new(), 0), "no damage, no spin");
}

/// Rules: R-S23, R-S38, R-S42, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s6_a_second_torpedo_meets_the_same_total_and_no_new_heat() {
    let fleet = Fleet::of(STUNTS)
        .ship("red", Craft::new("a").rated("torpedo", 3).at(0))
        .ship("red", Craft::new("c").rated("torpedo", 3).at(3))
        .ship("blue", Craft::new("d").rated("beam", 3).at(1));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.set("d", |ship| ship.beam_used = 3);
    table.dice(&[0, 1, 2]);
    fire(&mut table, Verb::Torpedo, "a", "d", 0);
    table.answer(Point::TorpedoDefence, "d", of(Verb::Beams).n(2));
    table.answer(Point::Mitigate, "d", of(Verb::Take));
    fire(&mut table, Verb::Torpedo, "c", "d", 0);
    table.until(&[Point::Mitigate]);
    assert_eq!((total(&table, "c"), shifts(&table)), (Some(5), Some(2)), "against a standing 3");
    assert_eq!((table.fight.state.blows[0].track, table.boxes("d", HEAT)), (FRAME, vec![1, 2]));
}

/// Rules: T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s7_a_lone_gunner_fires_or_defends() {
    let gunner = Craft::new("g").rated("beam", 2).rated("torpedo", 2).person("gun", &[("beams", 3), ("torpedoes", 3)], 0);
    let mut table = Fleet::of(STUNTS).ship("red", gunner.at(0)).ship("blue", Craft::new("b").rated("torpedo", 2).at(2)).sit();
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Beam, "g", "b", 2);
    table.until(&[Point::Mitigate]);
    assert_eq!(total(&table, "g"), Some(3), "3 is above 2");
    table.take(of(Verb::Take).into());
    enter(&mut table, 1, SpacePhase::Torpedoes);
    let mut fired = table.clone();
    fired.dice(&[0, 0, 0, 0]);
    fire(&mut fired, Verb::Torpedo, "g", "b", 0);
    hold_until_fired(&mut fired);
    // The pilot has launched: no crew is left for the beams, and there is nothing to choose.
    assert_eq!(total(&fired, "g"), Some(0), "defence base 0");
    table.dice(&[0, 0]);
    hold(&mut table);
    fire(&mut table, Verb::Torpedo, "b", "g", 0);
    table.answer(Point::TorpedoDefence, "g", of(Verb::Beams).n(2));
    table.until(&[Point::Mitigate]);
    assert_eq!(table.fight.state.blows[0].shifts, 2, "2 + 2 - 2 heat");
    table.take(of(Verb::Take).into());
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(total(&table, "g"), Some(3));
}

fn hold_until_fired(table: &mut Table) {
    table.until(&[Point::Declare]);
    assert_eq!(total(table, "g"), Some(2), "a second station: 2 is not above 2");
    let b = table.on("b");
    table.take(of(Verb::Torpedo).on(b).into());
    table.until(&[Point::Mitigate, Point::Declare, Point::Drive]);
}

/// Rules: R-S12, R-S25, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s10_damage_control_erases_from_the_box_of_the_shifts_down() {
    let mut table = duel(Craft::new("a").tracks(4, 3, 3), Craft::new("b"));
    mark(&mut table, "a", 0, &[1, 2, 3]);
    enter(&mut table, 1, SpacePhase::DamageControl);
    table.dice(&[3]);
    table.until(&[Point::Repair]);
    assert_eq!(table.options(), [of(Verb::Repair).n(0), of(Verb::Pass)], "the best free person first");
    table.take(of(Verb::Repair).n(0).into());
    table.wait();
    assert_eq!((total(&table, "a"), shifts(&table), table.boxes("a", FRAME)), (Some(5), Some(2), vec![3]));
    let mut track = table.ship("a").tracks[0];
    track.mark(1);
    assert_eq!(track.landing(3), slip_dice::fate::track::TrackHit::Box(4), "a later 3 rolls up");
}

/// Rules: R-S15, R-S27, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s13_an_additional_track_costs_its_consequence_once() {
    let mut table = duel(Craft::new("a").rated("beam", 2).like(&stunts(), "fuser"), Craft::new("b"));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[1, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 2);
    table.until(&[Point::Mitigate]);
    assert_eq!((table.fight.state.blows[0].shifts, table.fight.state.blows[0].besides), (3, slip_play::tracks::TrackSet::of(DATA)));
    table.take(of(Verb::Take).how(2).into());
    assert_eq!((table.boxes("b", FRAME), table.boxes("b", DATA)), (vec![1], vec![1]));
    let marked = table.events.iter().filter(|event| matches!(event, Event::Consequence { .. })).count();
    assert_eq!(marked, 1);
}

/// Rules: R-S19, R-S40, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s14_one_roll_a_phase_a_firewall_and_a_negative_total() {
    let fleet = Fleet::of(STUNTS)
        .ship("red", Craft::new("a").rated("ew", 2).at(0))
        .ship("blue", Craft::new("d").rated("ew", 3).crew("comm", 2).like(&stunts(), "walled").at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[2, 0]);
    fire(&mut table, Verb::Ew, "a", "d", 0);
    table.answer(Point::EwDefence, "d", of(Verb::Firewall));
    table.until(&[Point::Mitigate]);
    assert_eq!((total(&table, "a"), total(&table, "d"), table.fight.state.blows[0].shifts), (Some(4), Some(2), 2));
    table.take(of(Verb::Take).into());
    assert!(!table.fight.can_fire(table.id("d")), "having chosen the firewall it names no target");
    // The next turn it attacks first, and defends with that roll.
    enter(&mut table, 2, SpacePhase::Ew);
    table.dice(&[-1, 4]);
    hold(&mut table);
    fire(&mut table, Verb::Ew, "d", "a", 0);
    table.until(&[Point::Declare, Point::Repair, Point::Stop]);
    assert_eq!((total(&table, "d"), total(&table, "a"), shifts(&table)), (Some(2), Some(6), Some(-4)));
}

/// Rules: R-S19, R-S40, T-S4, T-S5, T-S6, T-S7, T-S10, T-S13, T-S14.
#[test]
fn t_s14_whoever_has_attacked_defends_with_that_roll() {
    let fleet = Fleet::of(STUNTS)
        .ship("red", Craft::new("d").rated("ew", 3).crew("comm", 2).like(&stunts(), "walled").at(0))
        .ship("blue", Craft::new("a").rated("ew", 1).crew("comm", 1).at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[-1, 0]);
    fire(&mut table, Verb::Ew, "d", "a", 0);
    table.until(&[Point::Mitigate]);
    assert_eq!((total(&table, "d"), shifts(&table)), (Some(2), Some(1)));
    table.take(of(Verb::Take).into());
    fire(&mut table, Verb::Ew, "a", "d", 0);
    table.until(&[Point::Mitigate]);
    assert_eq!(shifts(&table), Some(-1), "reflective: it is no firewall roll");
    assert_eq!(table.fight.state.blows[0].who, table.id("a"));
}
