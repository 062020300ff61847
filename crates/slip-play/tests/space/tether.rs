//! Tests of connected ships: tethers, coupling, boarding.

use crate::space::table::{Craft, Fleet, Table};
use slip_dice::fate::Track;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Grouping, SpacePhase};
use slip_play::question::{Ask, Point};
use slip_play::space::state::{FRAME, HEAT, ShipLocation, ShipStatus};

fn of(verb: Verb) -> Choice {
    Choice::of(verb)
}

/// Returns a fight with two enemies next to each other, at the question about drives in the first turn. The first ship leads a tether of
/// both, by consent.
fn tied(a: Craft, b: Craft) -> Table {
    tie(&Fleet::new().ship("red", a.at(0)).ship("blue", b.at(0)), &["a", "b"])
}

/// Returns a fight in which the first of these ships leads a tether of all of them, by consent. The other ships of the fleet are next to
/// them.
fn tie(fleet: &Fleet, names: &[&str]) -> Table {
    let mut table = fleet.sit();
    let ships = table.fight.roster.ships.len();
    let shows: Vec<i32> = (0..ships).map(|ship| 3 - i32::try_from(ship).unwrap()).collect();
    table.dice(&shows);
    for name in &names[1..] {
        let form = of(Verb::Form).on(table.on(name));
        table.plan(Point::Formation, names[0], form);
        if table.fight.are_enemies(table.id(names[0]), table.id(name)) {
            table.plan(Point::Formation, name, of(Verb::Accept));
            table.plan(Point::Tether, name, of(Verb::Accept));
        }
    }
    table.plan(Point::Tether, names[0], of(Verb::Tether));
    table.until(&[Point::Drive]);
    for name in names {
        assert_eq!(table.ship(name).tether, Some(table.id(names[0])), "{name} hangs on the tether");
    }
    table
}

/// Passes at the drives until a ship is asked at this point; returns the question.
fn rest_until(table: &mut Table, point: Point) -> Option<Ask> {
    while let Some(ask) = table.until(&[Point::Drive, point]) {
        if ask.point == point {
            return Some(ask);
        }
        table.take(of(Verb::Coast).into());
    }
    None
}

/// Goes to the boarding step of a turn, where a lead ship may send boarders.
fn at_boarding(table: &mut Table, turn: u32) {
    while let Some(ask) = rest_until(table, Point::Tether) {
        let board = table.options().iter().any(|choice| choice.verb == Verb::Board);
        if board && table.fight.state.turn == turn {
            return;
        }
        assert_eq!(ask.point, Point::Tether);
        table.take(of(Verb::Pass).into());
    }
    panic!("no boarding in turn {turn}");
}

fn board(table: &mut Table, turn: u32, shows: [i32; 2]) {
    at_boarding(table, turn);
    let board = of(Verb::Board).on(table.on("b"));
    table.dice(&shows).take(board.into());
    table.wait();
}

fn aspects(table: &Table, name: &str) -> Vec<String> {
    let holder = slip_dice::fate::Holder::Actor(table.id(name).0);
    let on = table.fight.state.aspects.values().filter(|aspect| aspect.present && aspect.holder == holder);
    on.map(|aspect| aspect.text.to_string()).collect()
}

/// Takes a ship out with this fate, and sets the state of its drives.
fn beaten(table: &mut Table, name: &str, drive_ok: bool) {
    let fate = table.fight.roster.outcomes.iter().position(|word| word == "derelict").and_then(|tag| u8::try_from(tag).ok());
    table.set(name, |ship| {
        ship.status = ShipStatus::TakenOut { by: None, track: FRAME, fate };
        ship.drive_ok = drive_ok;
    });
}

/// Rules: D-S7, D-S16, R-S24, R-S29, R-S43.
#[test]
fn a_tether_needs_everybody_and_shows() {
    let table = tied(Craft::new("a"), Craft::new("b"));
    assert_eq!((aspects(&table, "a"), aspects(&table, "b")), (vec!["Tethered".to_owned()], vec!["Tethered".to_owned()]));
    assert!(table.fight.are_tethered(table.id("a"), table.id("b")));
    // If the tether is refused, the ships do not get the aspect.
    let mut table = Fleet::new().ship("red", Craft::new("a").at(0)).ship("blue", Craft::new("b").at(0)).sit();
    table.dice(&[1, 0]);
    let form = of(Verb::Form).on(table.on("b"));
    table.plan(Point::Formation, "a", form).plan(Point::Formation, "b", of(Verb::Accept)).plan(Point::Tether, "a", of(Verb::Tether));
    let ask = table.until(&[Point::Tether]).unwrap();
    assert_eq!((ask.me, ask.it), (table.on("b"), table.on("a")));
    assert_eq!(table.options(), [of(Verb::Refuse), of(Verb::Accept)]);
    table.take(of(Verb::Refuse).into());
    table.until(&[Point::Drive]);
    assert_eq!(aspects(&table, "a"), Vec::<String>::new());
}

/// Rules: R-S24, R-S29, R-S43.
#[test]
fn only_the_lead_rolls_and_nobody_burns() {
    let mut table = tied(Craft::new("a").v_shift(3).crew("pilot", 3), Craft::new("b").v_shift(1));
    let ask = table.wait().unwrap();
    assert_eq!((ask.point, ask.me), (Point::Drive, table.on("a")));
    table.dice(&[0]).take(of(Verb::Drive).into());
    table.until(&[Point::Stop]);
    let bids = table.events.iter().filter(|event| matches!(event, Event::Answer { point: Point::Bid, .. })).count();
    assert_eq!(bids, 0);
    assert!(table.ship("b").standing.is_none());
}

/// Rules: D-S7, D-S16, R-S24, R-S29, R-S43.
#[test]
fn a_tether_has_its_leads_total_and_its_slowest_ships_speed() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").v_shift(3).crew("pilot", 3).at(0))
        .ship("red", Craft::new("b").v_shift(1).at(0))
        .ship("blue", Craft::new("c").at(2));
    let mut table = tie(&fleet, &["a", "b"]);
    table.dice(&[3, -3]).until(&[Point::Shift]);
    let totals: Vec<i32> = table.fight.entities().iter().map(|entity| entity.total).collect();
    assert_eq!(totals, [6, -1]);
    assert_eq!(table.fight.band_cap(&table.fight.entity(table.id("a"))), 1);
}

/// Rules: R-S24, R-S29, R-S43.
#[test]
fn r_s29_a_tether_rests_as_one() {
    let mut table = tied(Craft::new("a"), Craft::new("b"));
    for name in ["a", "b"] {
        table.set(name, |ship| ship.tracks[2] = Track::with_marked(3, &[1, 2]));
    }
    table.take(of(Verb::Coast).into());
    assert_eq!((table.boxes("a", HEAT), table.boxes("b", HEAT)), (vec![1], vec![1]));
}

/// Rules: R-S24, R-S29, R-S43.
#[test]
fn r_s43_the_lead_is_asked_at_the_start_of_every_phase_and_ends_it_alone() {
    let mut table = tied(Craft::new("a"), Craft::new("b"));
    let mut stages = Vec::new();
    while stages.len() < 6 {
        let ask = rest_until(&mut table, Point::Tether).unwrap();
        assert_eq!(ask.me, table.on("a"));
        stages.push(table.fight.state.stage);
        table.take(of(Verb::Pass).into());
    }
    assert_eq!(
        stages,
        [SpacePhase::Ew, SpacePhase::Beams, SpacePhase::Torpedoes, SpacePhase::Boarding, SpacePhase::DamageControl, SpacePhase::Position],
        "and before boarding rolls"
    );
    rest_until(&mut table, Point::Tether).unwrap();
    table.take(of(Verb::Release).into());
    assert_eq!((table.ship("a").tether, table.ship("b").tether), (None, None));
    assert_eq!(aspects(&table, "b"), Vec::<String>::new());
    assert_eq!(table.fight.entity(table.id("a")).len(), 2, "they still fly in formation");
}

/// Rules: R-S24, R-S29, R-S43.
#[test]
fn r_s43_a_ship_taken_out_is_taken_along_from_the_captors_band() {
    let mut table =
        Fleet::new().ship("red", Craft::new("a").at(0)).ship("blue", Craft::new("b").at(0)).ship("blue", Craft::new("c").at(2)).sit();
    table.drives_after(&[2, 1, 0]);
    beaten(&mut table, "b", false);
    let ask = rest_until(&mut table, Point::Tether).unwrap();
    assert_eq!(ask.me, table.on("a"));
    let wreck = of(Verb::Tether).on(table.on("b"));
    assert_eq!(table.options(), [of(Verb::Pass), wreck]);
    table.take(wreck.into());
    assert_eq!(table.fight.entity(table.id("a")), [table.id("a"), table.id("b")]);
    // A destroyed ship no longer exists.
    let mut table =
        Fleet::new().ship("red", Craft::new("a").at(0)).ship("blue", Craft::new("b").at(0)).ship("blue", Craft::new("c").at(2)).sit();
    table.drives_after(&[2, 1, 0]);
    let destroyed = table.fight.roster.outcomes.iter().position(|word| word == "destroyed").map(|tag| u8::try_from(tag).unwrap());
    table.set("b", |ship| ship.status = ShipStatus::TakenOut { by: None, track: FRAME, fate: destroyed });
    rest_until(&mut table, Point::Stop);
    assert!(!table.events.iter().any(|event| matches!(event, Event::Answer { point: Point::Tether, .. })));
}

/// Rules: R-S24, R-S29, R-S43.
#[test]
fn r_s24_a_wreck_slows_the_tether_only_if_its_drives_work() {
    let cap = |drive_ok: bool| {
        let mut table = tied(Craft::new("a").v_shift(3), Craft::new("b").v_shift(1));
        beaten(&mut table, "b", drive_ok);
        table.fight.band_cap(&table.fight.entity(table.id("a")))
    };
    assert_eq!((cap(true), cap(false)), (1, 3));
}

/// Rules: R-S18, R-S30, R-S32, R-S41.
#[test]
fn r_s18_r_s30_coupling_is_the_position_action_and_slows_the_lead() {
    let mut table = tied(Craft::new("a").v_shift(3).crew("pilot", 3), Craft::new("b"));
    table.set("a", |ship| ship.tracks[2] = Track::with_marked(3, &[1]));
    table.wait();
    let couple = of(Verb::Couple).on(table.on("b"));
    assert!(table.options().contains(&couple));
    table.take(couple.into());
    rest_until(&mut table, Point::Stop);
    assert_eq!(table.boxes("a", HEAT), [1], "the drives were engaged");
    assert_eq!(table.ship("b").berth, ShipLocation::Coupled(table.id("a")));
    assert!(aspects(&table, "a").contains(&"Slow to respond".to_owned()));
    assert_eq!((table.fight.v_shift(table.id("a")), table.fight.band_cap(&table.fight.entity(table.id("a")))), (1, 1));
    assert!(!table.fight.is_on_line(table.id("b")), "off the map, and does nothing");
    // The tether rolls with the remaining ships. The coupled ship is released by a position action, just as it was coupled.
    table.until(&[Point::Drive]);
    let mut driven = table.clone();
    driven.dice(&[0]).take(of(Verb::Drive).into());
    driven.until(&[Point::Stop]);
    let rolled = driven.events.iter().rev().find_map(|event| match event {
        Event::Roll { total, standing: false, .. } => Some(*total),
        _ => None,
    });
    assert_eq!(rolled, Some(1));
    let decouple = of(Verb::Decouple).on(table.on("b"));
    table.take(decouple.into());
    assert_eq!(table.band("b"), Some(0), "on the lead's band");
    assert_eq!(aspects(&table, "a"), ["Tethered"]);
    // A cap is never below 0.
    let mut slow = tied(Craft::new("a").v_shift(1), Craft::new("b"));
    let couple = of(Verb::Couple).on(slow.on("b"));
    slow.take(couple.into());
    assert_eq!((slow.fight.v_shift(slow.id("a")), slow.fight.band_cap(&slow.fight.entity(slow.id("a")))), (-1, 0));
}

/// Rules: D-S8, R-S30.
#[test]
fn r_s30_a_ship_that_couples_has_the_automatic_total() {
    let fleet = Fleet::new().ship("red", Craft::new("a").at(0)).ship("red", Craft::new("b").at(0)).ship("blue", Craft::new("c").at(2));
    let mut table = tie(&fleet, &["a", "b"]);
    let couple = of(Verb::Couple).on(table.on("b"));
    table.dice(&[0]).take(couple.into());
    table.until(&[Point::Shift]);
    assert_eq!(table.ship("a").standing.as_ref().map(|roll| (roll.rolled, roll.total())), Some((false, -4)));
}

#[test]
fn what_hangs_together_leaves_the_map_together() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").v_shift(3).crew("pilot", 3).at(4))
        .ship("blue", Craft::new("b").v_shift(3).at(4))
        .ship("green", Craft::new("c").at(0));
    let mut table = tie(&fleet, &["a", "b"]);
    table.dice(&[3, -3]).until(&[Point::Shift]);
    table.take(of(Verb::Target).on(table.on("a")).into());
    table.answer(Point::Shift, "a", of(Verb::Band).n(5));
    assert_eq!((table.ship("a").status, table.ship("b").status), (ShipStatus::Escaped, ShipStatus::DrivenOff));
}

// Boarding.

/// Rules: R-S26, R-S44, T-S12.
#[test]
fn t_s12_r_s26_r_s44_boarders_come_through_a_turn_later() {
    let mut table = tied(Craft::new("a"), Craft::new("b"));
    board(&mut table, 3, [0, 0]);
    assert_eq!(table.ship("b").boarding.map(|boarding| boarding.resisted), Some(1), "a tie is withstood");
    board(&mut table, 4, [-1, 1]);
    assert_eq!(table.ship("b").boarding.map(|boarding| boarding.resisted), Some(2));
    let mut lost = table.clone();
    board(&mut table, 5, [2, 0]);
    assert_eq!(table.ship("b").boarding.and_then(|boarding| boarding.succeeds), Some(6));
    let rolls = table.events.iter().filter(|event| matches!(event, Event::Roll { standing: false, .. })).count();
    assert_eq!(rolls, 2 + 6, "nobody's skill, and no further rolls");
    let ask = rest_until(&mut table, Point::Beaten).unwrap();
    assert_eq!((table.fight.state.turn, ask.me, ask.it), (6, table.on("a"), table.on("b")));
    let default = table.options()[0];
    assert_eq!(table.fight.roster.outcomes[usize::from(default.how)], "surrendered");
    assert!(matches!(table.ship("b").status, ShipStatus::TakenOut { by: Some(by), .. } if by == table.id("a")));
    // With a tie, the boarders would have been thrown out and the tether released.
    board(&mut lost, 5, [0, 0]);
    assert!(lost.events.iter().any(|event| matches!(event, Event::Group { what: Grouping::Repel, .. })));
    assert_eq!((lost.ship("b").tether, lost.ship("b").boarding, lost.ship("a").tether), (None, None, None));
    assert!(lost.ship("b").is_active());
}

/// Rules: R-S26, R-S44.
#[test]
fn r_s44_a_boarding_ends_with_its_tether() {
    let mut table = tied(Craft::new("a"), Craft::new("b"));
    board(&mut table, 1, [2, 0]);
    let ask = table.until(&[Point::Tether]).unwrap();
    assert_eq!(ask.me, table.on("a"), "may let go at the next phase");
    table.take(of(Verb::Release).into());
    for _ in 0..3 {
        rest_until(&mut table, Point::Stop).unwrap();
        table.take(of(Verb::No).into());
    }
    assert_eq!(table.ship("b").boarding, None);
    assert!(table.ship("b").is_active());
}

/// Rules: R-S26, R-S44, T-S12.
#[test]
fn t_s12_a_wreck_that_throws_them_out_stays_out_and_its_owner_tells_anew() {
    let mut table =
        Fleet::new().ship("red", Craft::new("a").at(0)).ship("blue", Craft::new("b").at(0)).ship("blue", Craft::new("c").at(2)).sit();
    table.drives_after(&[2, 1, 0]);
    beaten(&mut table, "b", false);
    rest_until(&mut table, Point::Tether).unwrap();
    let wreck = of(Verb::Tether).on(table.on("b"));
    table.take(wreck.into());
    board(&mut table, 1, [0, 1]);
    board(&mut table, 2, [0, 1]);
    board(&mut table, 3, [0, 1]);
    let ask = table.wait().unwrap();
    assert_eq!((ask.point, ask.seat, ask.it), (Point::Beaten, table.fight.side(table.id("b")), table.on("b")));
    table.take(table.options()[0].into());
    assert!(!table.ship("b").is_active());
    assert_eq!(table.ship("b").tether, None);
}

/// Rules: R-S26, R-S44.
#[test]
fn r_s26_aspects_help_boarders_and_the_tether_does_not() {
    let mut table = tied(Craft::new("a").aspect("Elite marines"), Craft::new("b"));
    board(&mut table, 1, [0, 0]);
    let ask = table.wait().unwrap();
    assert_eq!((ask.point, ask.me), (Point::Adjust, table.on("a")));
    let offered: Vec<&str> = table
        .options()
        .iter()
        .filter_map(|choice| table.fight.state.aspects.row(choice.aspect()?).map(|aspect| aspect.text.as_str()))
        .collect();
    assert!(offered.iter().all(|&text| text == "Elite marines"), "{offered:?}");
    table.take(of(Verb::Invoke).with(0).into());
    table.until(&[Point::Tether, Point::Stop]);
    assert!(table.ship("b").boarding.is_some_and(|boarding| boarding.succeeds.is_some()));
}

/// Rules: R-S26, R-S44.
#[test]
fn boardings_that_people_fight_out_wait_for_what_came_of_it() {
    let mut fleet = Fleet::new().rule("boarding", "personal").ship("red", Craft::new("a").at(0)).ship("blue", Craft::new("b").at(0));
    fleet.encounter.boarding = Some("t.locks".into());
    let mut table = tie(&fleet, &["a", "b"]);
    at_boarding(&mut table, 1);
    let board = of(Verb::Board).on(table.on("b")).how(1);
    assert!(table.options().contains(&board) && !table.options().contains(&board.how(0)));
    table.take(board.into());
    let waits = table.fight.boarding_fight().map(|(by, whom, fight)| (by, whom, fight.to_string()));
    assert_eq!(waits, Some((table.id("a"), table.id("b"), "t.locks".to_owned())));
    let ask = table.fight.waiting_for().unwrap();
    assert_eq!((ask.point, ask.me), (Point::Tether, table.on("b")));
    table.take(of(Verb::Yes).into());
    assert_eq!(table.ship("b").boarding.and_then(|boarding| boarding.succeeds), Some(2));
}
