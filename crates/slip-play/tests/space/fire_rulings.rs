//! Tests of the rulings on compels, declarations, fire, heat, consequences and repairs, one test each.

use crate::space::fire::{STUNTS, duel, enter, fate, fire, hold, mark, of, shifts, stunts, total};
use crate::space::table::{Craft, Fleet, Table};
use slip_dice::fate::{Aspect, FreeTag, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Buy, Event, SpacePhase, TrackId};
use slip_play::ids::{ActorId, AspectId, Id, Seat, TableKey};
use slip_play::question::Point;
use slip_play::roll::Roll;
use slip_play::space::state::{Band, DATA, FRAME, Fails, HEAT, ShipLocation, ShipStatus};

/// Returns the options with this verb.
fn with(table: &Table, verb: Verb) -> Vec<Choice> {
    table.options().into_iter().filter(|choice| choice.verb == verb).collect()
}

fn spin_of(table: &Table) -> i32 {
    table.fight.state.spin.iter().map(|token| i32::from(token.left)).sum()
}

/// Puts an aspect on a ship, free to tag for these sides.
fn put(table: &mut Table, name: &str, text: &str, sides: u32) -> AspectId {
    let id = AspectId::of(table.fight.state.aspects.len());
    let free = (sides != 0).then_some(FreeTag { sides, from: 0 });
    let aspect = Aspect { free, ..Aspect::printed(text, Holder::Actor(table.id(name).0)) };
    table.fight.apply(&Event::AspectAdd { id, aspect });
    id
}

/// Rules: R-S1.
#[test]
fn r_s1_a_defence_earns_one_spin_for_every_three_it_wins_by() {
    for (dice, spin) in [([-2, 1], 0), ([-3, 1], 1), ([-4, 0], 1), ([-4, 3], 2)] {
        let mut table = duel(Craft::new("a").rated("beam", 1).crew("beams", 1), Craft::new("b"));
        enter(&mut table, 1, SpacePhase::Beams);
        table.dice(&dice);
        fire(&mut table, Verb::Beam, "a", "b", 1);
        table.until(&[Point::Repair, Point::Stop]);
        let won = dice[1] - dice[0] - 1;
        assert_eq!((shifts(&table), spin_of(&table)), (Some(-won), spin), "won by {won}");
    }
    let single = Fleet::new().rule("spin", "single").ship("red", Craft::new("a").rated("beam", 1).crew("beams", 1).at(0));
    let mut table = single.ship("blue", Craft::new("b").at(2)).sit();
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[-4, 3]);
    fire(&mut table, Verb::Beam, "a", "b", 1);
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(spin_of(&table), 1, "one in all, as the sidebar has it");
}

/// Rules: R-S1.
#[test]
fn r_s1_spin_is_spent_by_its_side_one_for_one() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").rated("beam", 3).at(0))
        .ship("blue", Craft::new("b").at(2))
        .ship("blue", Craft::new("c").at(2));
    let mut table = fleet.sit();
    let b = table.id("b");
    table.fight.apply(&Event::Spin { who: b, change: 2, lapsed: false });
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Beam, "a", "c", 3);
    let ask = table.until(&[Point::Adjust]).expect("the ally may spend it");
    assert_eq!(ask.me, table.on("c"));
    assert_eq!(with(&table, Verb::Spin).iter().map(|choice| choice.n).collect::<Vec<_>>(), [1, 2]);
    table.take(of(Verb::Spin).n(2).into());
    table.until(&[Point::Mitigate]);
    assert_eq!((shifts(&table), spin_of(&table)), (Some(1), 0));
}

/// Rules: D-S2, D-S3, R-S8, R-S12, R-S37.
#[test]
fn r_s8_compels_go_on_until_one_is_accepted_and_no_aspect_is_used_twice() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").at(0))
        .ship("blue", Craft::new("b").aspect("Leaks").aspect("Slow").at(2))
        .ship("blue", Craft::new("c").fate(0).at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Ew);
    let ask = table.until(&[Point::Compel]).expect("whoever has points is asked");
    assert_eq!(ask.me, table.on("a"));
    let compels = with(&table, Verb::Compel);
    assert_eq!(compels.len(), 1, "one option for each ship: {compels:?}");
    let first = compels[0];
    assert_eq!(first.it, table.on("b"));
    table.take(first.into());
    table.answer(Point::AnswerCompel, "b", of(Verb::Refuse));
    assert_eq!((fate(&table, "a"), fate(&table, "b")), (6, 4), "whoever refuses pays");
    table.wait();
    let second = with(&table, Verb::Compel)[0];
    assert_ne!(second.with, first.with, "by another aspect");
    table.take(second.into());
    table.answer(Point::AnswerCompel, "b", of(Verb::Accept));
    assert_eq!((fate(&table, "a"), fate(&table, "b"), table.ship("b").fails), (5, 5, Some(Fails::Compelled)));
    // A ship that accepted a compel is not compelled again; the next phase is another one.
    assert_eq!(table.wait().map(|ask| (ask.point, ask.me)), Some((Point::Compel, table.on("a"))));
    assert_eq!((table.fight.state.stage, table.ship("b").fails), (SpacePhase::Beams, None));
    assert_eq!(with(&table, Verb::Compel).len(), 1, "by the same aspects again");
}

/// R-VF7: "players can compel each other": an ally of another player compels as well, and no player compels a ship of their own.
#[test]
fn r_vf7_a_player_compels_the_ships_of_other_players_only() {
    let asked = |player: usize| {
        let fleet = Fleet::new()
            .ship("red", Craft::new("a").fate(0).at(0))
            .ship("blue", Craft::new("b").aspect("Leaks").at(2))
            .ship("blue", Craft::new("c").player(player).at(2));
        let mut table = fleet.sit();
        enter(&mut table, 1, SpacePhase::Ew);
        let ask = table.until(&[Point::Compel, Point::Stop]).filter(|ask| ask.point == Point::Compel);
        ask.map(|ask| (ask.me == table.on("c"), with(&table, Verb::Compel)[0].it == table.on("b")))
    };
    assert_eq!(asked(1), Some((true, true)), "another player's ship");
    assert_eq!(asked(0), None, "the same player's");
}

/// Rules: D-S4, D-S18, R-S1, R-S11, R-VF5, R-VF6.
#[test]
fn r_s11_a_tag_on_spent_fuel_may_be_denied_and_is_lost_then() {
    let low = |dice: &[i32]| {
        let mut table = duel(Craft::new("a").rated("beam", 2), Craft::new("b").slots(&[]));
        put(&mut table, "b", "Low on r-mass", 0b01);
        enter(&mut table, 1, SpacePhase::Beams);
        table.dice(dice);
        fire(&mut table, Verb::Beam, "a", "b", 2);
        table.until(&[Point::Adjust]);
        let free = with(&table, Verb::Free);
        let plain = free.into_iter().find(|choice| choice.how == Choice::PLUS_TWO).expect("a free tag");
        table.take(plain.into());
        table.answer(Point::Deny, "b", of(Verb::Deny));
        table.until(&[Point::Repair, Point::Stop]);
        table
    };
    let denied = low(&[0, 0, 1]);
    assert_eq!(shifts(&denied), Some(2), "2 + 1 is 3: no bonus");
    let vain = low(&[0, 0, 0]);
    assert_eq!(shifts(&vain), Some(4), "2 + 0 is less than 3: +2");
    for table in [denied, vain] {
        assert!(table.fight.state.aspects.values().all(|aspect| aspect.free.is_none()), "used up either way");
        assert!(table.ship("b").worked & 1 == 1, "the navigator has worked");
    }
}

/// Rules: D-S2, D-S3, R-S1, R-S8, R-S12, R-S25, R-S37.
#[test]
fn r_s12_whoever_is_compelled_in_damage_control_repairs_nothing() {
    let mut table = duel(Craft::new("a").aspect("Rusty"), Craft::new("b"));
    mark(&mut table, "a", 0, &[1]);
    enter(&mut table, 1, SpacePhase::DamageControl);
    table.until(&[Point::Compel]);
    let compel = with(&table, Verb::Compel)[0];
    table.take(compel.into());
    table.answer(Point::AnswerCompel, "a", of(Verb::Accept));
    let ask = table.until(&[Point::Repair, Point::Stop]).expect("the turn ends");
    assert_eq!(ask.point, Point::Stop);
}

/// Rules: D-S2, D-S3, R-S1, R-S8, R-S12, R-S25, R-S37.
#[test]
fn r_s12_whoever_is_compelled_names_no_target_but_still_defends() {
    let mut table = duel(Craft::new("a").rated("ew", 1).crew("comm", 1), Craft::new("b").rated("ew", 3).aspect("Loud"));
    enter(&mut table, 1, SpacePhase::Ew);
    table.until(&[Point::Compel]);
    let compel = with(&table, Verb::Compel)[0];
    table.take(compel.into());
    table.answer(Point::AnswerCompel, "b", of(Verb::Accept));
    assert!(!table.fight.can_fire(table.id("b")));
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Ew, "a", "b", 0);
    table.until(&[Point::Mitigate]);
    assert_eq!((total(&table, "b"), shifts(&table)), (Some(3), Some(-2)), "with its rating, and it strikes back");
}

/// Rules: D-S10, R-S1, R-S13, R-S14, R-VF9, R-VF10, R-VF11, R-VF12, R-VF13.
#[test]
fn r_s13_a_round_of_holds_brings_the_final_call_and_a_declaration_in_it_opens_the_polling_again() {
    let ready = |name: &str| Craft::new(name).rated("torpedo", 1).slots(&[]);
    let mut table = duel(ready("a"), ready("b"));
    enter(&mut table, 1, SpacePhase::Torpedoes);
    let mut asked = Vec::new();
    let poll = |table: &mut Table, asked: &mut Vec<u8>| {
        let ask = table.until(&[Point::Declare]).expect("somebody is polled");
        asked.push(ask.seat.0);
    };
    for _ in 0..3 {
        poll(&mut table, &mut asked);
        table.take(of(Verb::Hold).into());
    }
    assert_eq!(asked, [0, 1, 0], "a round of holds, then the final call in the same order");
    table.dice(&[-4, 4]);
    fire(&mut table, Verb::Torpedo, "b", "a", 0);
    // The declaration reopens: another round, and another final call, before the phase closes.
    asked.clear();
    for _ in 0..2 {
        poll(&mut table, &mut asked);
        assert_eq!(table.fight.state.stage, SpacePhase::Torpedoes);
        table.take(of(Verb::Hold).into());
    }
    assert_eq!(asked, [0, 0], "b has fired and has nothing left to say");
    table.until(&[Point::Stop]);
    assert_eq!(table.fight.state.stage, SpacePhase::DamageControl);
}

/// Rules: R-S1, R-S13, R-S14.
#[test]
fn r_s14_a_rating_once_declared_stands_and_is_what_was_used() {
    let mut table = duel(Craft::new("a").rated("beam", 4), Craft::new("b").aspect("Shiny"));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 1);
    let ask = table.until(&[Point::Adjust]).expect("the dice lie");
    assert_eq!(ask.me, table.on("a"));
    assert!(table.options().iter().all(|choice| matches!(choice.verb, Verb::Pass | Verb::Tag)), "nothing raises the rating any more");
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(table.ship("a").beam_used, 1);
}

/// Rules: D-S13, D-S15, D-S17, R-S1, R-S15, R-S27, R-S43.
#[test]
fn r_s15_a_ship_taken_out_by_its_own_heat_is_told_of_by_the_first_of_its_opponents() {
    let fleet =
        Fleet::new().ship("red", Craft::new("a").slots(&[]).at(0)).ship("blue", Craft::new("b").at(1)).ship("green", Craft::new("c").at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Position);
    let a = table.id("a");
    table.fight.apply(&Event::Blow { who: a, track: HEAT, besides: slip_play::tracks::TrackSet::NONE, shifts: 4 });
    let ask = table.until(&[Point::Beaten]).expect("somebody tells");
    assert_eq!((ask.seat, ask.it, table.on("b")), (Seat(1), table.on("a"), ask.me));
    assert_eq!(table.options()[0], of(Verb::Outcome).n(Choice::DRIVES_DEAD), "destroyed by default");
    let derelict = of(Verb::Outcome).how(1).n(Choice::DRIVES_WORK);
    assert!(table.options().contains(&derelict));
    table.take(derelict.into());
    assert_eq!(table.ship("a").status, ShipStatus::TakenOut { by: None, track: HEAT, fate: Some(1) });
    assert!(table.ship("a").drive_ok);
}

/// Rules: D-S11, D-S12, R-S1, R-S19, R-S40.
#[test]
fn r_s19_a_firewall_rolls_with_two_or_is_exactly_two() {
    let walled = || Craft::new("b").rated("ew", 1).crew("comm", 5).aspect("Paranoid").like(&stunts(), "walled");
    let fleet = |rule: &str| {
        let fleet = Fleet::of(STUNTS).rule("firewall", rule);
        fleet.ship("red", Craft::new("a").rated("ew", 4).crew("comm", 1).fate(0).at(0)).ship("blue", walled().at(2)).sit()
    };
    let mut table = fleet("rolled");
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[0, 1]);
    fire(&mut table, Verb::Ew, "a", "b", 0);
    table.answer(Point::EwDefence, "b", of(Verb::Firewall));
    assert_eq!(table.until(&[Point::Adjust]).map(|ask| ask.me), Some(table.on("b")), "aspects are allowed");
    assert_eq!(total(&table, "b"), Some(3), "never amplified");

    let mut table = fleet("flat");
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[0]);
    fire(&mut table, Verb::Ew, "a", "b", 0);
    table.answer(Point::EwDefence, "b", of(Verb::Firewall));
    let ask = table.until(&[Point::Adjust, Point::Mitigate]).expect("a hit");
    assert_eq!((ask.point, total(&table, "b"), shifts(&table)), (Point::Mitigate, Some(2), Some(2)), "no dice, no aspects");
}

/// Rules: R-S20, R-S21, R-S22.
#[test]
fn r_s20_a_ship_fires_its_beams_once() {
    let mut table = duel(Craft::new("a").rated("beam", 3), Craft::new("b").slots(&[]));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[-4, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 1);
    table.wait();
    assert!(!table.fight.can_fire(table.id("a")), "though two of the rating are left");
}

/// Rules: R-S20, R-S21, R-S22.
#[test]
fn r_s21_a_gunner_amplifies_the_rating_that_is_declared() {
    for (value, expected) in [(4, 4), (2, 3), (1, 2)] {
        let mut table = duel(Craft::new("a").rated("beam", 4).crew("beams", 3), Craft::new("b"));
        enter(&mut table, 1, SpacePhase::Beams);
        table.dice(&[0, 0]);
        fire(&mut table, Verb::Beam, "a", "b", value);
        table.until(&[Point::Mitigate]);
        assert_eq!(total(&table, "a"), Some(expected), "declared {value} of 4, Gunnery 3");
    }
}

/// Rules: R-S20, R-S21, R-S22.
#[test]
fn r_s22_beams_are_defended_without_skill_and_torpedoes_by_beams() {
    let armed = Craft::new("b").rated("beam", 3).rated("torpedo", 4).crew("beams", 5).crew("pilot", 5);
    let mut table = duel(Craft::new("a").rated("beam", 2).rated("torpedo", 2), armed);
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[-2, 1]);
    fire(&mut table, Verb::Beam, "a", "b", 2);
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(total(&table, "b"), Some(1), "nothing but dice against beams");
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.dice(&[0, 1]);
    fire(&mut table, Verb::Torpedo, "a", "b", 0);
    table.answer(Point::TorpedoDefence, "b", of(Verb::Beams).n(3));
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(total(&table, "b"), Some(5), "3, amplified, and the dice; the torpedo rating has no part in it");
}

/// Rules: R-S23, R-S38, R-S42.
#[test]
fn r_s23_consequences_buy_down_the_heat_of_beams() {
    let mut table = duel(Craft::new("a").rated("torpedo", 2).slots(&[]), Craft::new("b").rated("beam", 3));
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.set("b", |ship| ship.beam_used = 2);
    table.dice(&[-4, 0]);
    fire(&mut table, Verb::Torpedo, "a", "b", 0);
    table.answer(Point::TorpedoDefence, "b", of(Verb::Beams).n(3));
    table.answer(Point::Mitigate, "b", of(Verb::Take).how(2));
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(table.boxes("b", HEAT), Vec::<u8>::new(), "2 of heat, less 2");
    let aspect = table.fight.state.aspects.values().last().expect("the consequence is an aspect");
    assert!(aspect.free.is_some_and(|free| free.sides == 0b01), "free to tag for the others, once");
}

/// Rules: D-S13, D-S17, R-S12, R-S25.
#[test]
fn r_s25_a_repair_erases_marked_boxes_by_two_people() {
    let mut table = duel(Craft::new("a"), Craft::new("b"));
    mark(&mut table, "a", 0, &[2, 3]);
    mark(&mut table, "a", 1, &[1]);
    mark(&mut table, "a", 2, &[1]);
    enter(&mut table, 1, SpacePhase::DamageControl);
    table.dice(&[3, 0]);
    let asked: Vec<i16> = (0..2)
        .map(|_| {
            table.until(&[Point::Repair]);
            let repair = table.options()[0];
            table.take(repair.into());
            repair.n
        })
        .collect();
    table.until(&[Point::Stop]);
    assert_eq!(asked, [0, 1], "the hull by Engineering, data by Computer; heat is nobody's to repair");
    assert_eq!((table.boxes("a", FRAME), table.boxes("a", DATA), table.boxes("a", HEAT)), (vec![3], vec![], vec![1]));

    let one = Craft::new("a").person("tinker", &[("engineering", 2), ("computer", 2)], 0);
    let mut table = duel(one, Craft::new("b"));
    mark(&mut table, "a", 0, &[1]);
    mark(&mut table, "a", 1, &[1]);
    enter(&mut table, 1, SpacePhase::DamageControl);
    table.dice(&[-4]);
    table.until(&[Point::Repair]);
    assert_eq!(table.options()[0], of(Verb::Repair).on(table.on("tinker")).n(0));
    let repair = table.options()[0];
    table.take(repair.into());
    assert_eq!(table.until(&[Point::Repair, Point::Stop]).map(|ask| ask.point), Some(Point::Stop), "one person, one repair");
}

/// Rules: R-S15, R-S27.
#[test]
fn r_s27_altered_weapons_hit_other_tracks_and_none_that_is_not_there() {
    let mut table = duel(Craft::new("a").rated("beam", 2).like(&stunts(), "melter"), Craft::new("b"));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 2);
    table.until(&[Point::Mitigate]);
    assert_eq!((table.fight.state.blows[0].track, table.fight.state.blows[0].besides), (HEAT, slip_play::tracks::TrackSet::NONE));

    let cold = Craft::new("b").tracks(3, 3, 0).like(&stunts(), "sink");
    let mut table = duel(Craft::new("a").rated("beam", 2).like(&stunts(), "melter"), cold);
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[4, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 2);
    let ask = table.until(&[Point::Mitigate, Point::Stop]).expect("the turn goes on");
    assert_eq!(ask.point, Point::Stop, "six shifts of heat are nothing, and cost no consequence");
}

/// Rules: D-S4, D-S18, R-S36, R-VF1, R-VF2, R-VF3.
#[test]
fn r_s36_people_pay_for_what_they_roll_and_for_nothing_else() {
    let crewed = Craft::new("a").rated("beam", 2).fate(1).person("gun", &[("beams", 2)], 2).trait_of_person("Steady hands").aspect("Old");
    let mut table = duel(crewed, Craft::new("b").rated("ew", 2).rated("torpedo", 2).fate(0));
    let gun = table.on("gun");
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Ew, "b", "a", 0);
    table.until(&[Point::Adjust]);
    assert!(table.options().iter().all(|choice| choice.it == Id::None), "the gunner has no part in electronic warfare");
    assert!(!with(&table, Verb::Invoke).is_empty());
    table.take(of(Verb::Pass).into());
    table.plan(Point::Mitigate, "a", of(Verb::Take));
    table.until(&[Point::Declare]);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 2);
    table.until(&[Point::Adjust]);
    let invokes = with(&table, Verb::Invoke);
    let own = |choice: &Choice| choice.with;
    assert_eq!(invokes.len(), 2 * 2 * 2, "two aspects, two purses, +2 or again: {invokes:?}");
    let steady = invokes.iter().find(|choice| choice.it == gun && own(choice) != own(&invokes[0]) && choice.how == 0);
    table.take((*steady.expect("the gunner's own aspect")).into());
    assert_eq!((fate(&table, "gun"), fate(&table, "a")), (1, 1), "the gunner pays");
    let paid = table.events.iter().rev().find_map(|event| match event {
        Event::Adjust { by, buy: Buy::Invoke, cost: 1, .. } => Some(Id::Actor(*by)),
        _ => None,
    });
    assert_eq!(paid, Some(gun));
}

/// Rules: R-S8, R-S12, R-S37.
#[test]
fn r_s37_whoever_has_nothing_to_pay_with_gives_in() {
    let mut table = duel(Craft::new("a"), Craft::new("b").fate(0).aspect("Broke"));
    enter(&mut table, 1, SpacePhase::Beams);
    table.until(&[Point::Compel]);
    let compel = with(&table, Verb::Compel)[0];
    table.take(compel.into());
    assert_eq!(table.options(), [of(Verb::Accept)]);
    table.take(of(Verb::Accept).into());
    assert_eq!((fate(&table, "b"), table.ship("b").fails), (1, Some(Fails::Compelled)));
}

/// Two ships with torpedoes against a ship that another of its tether guards with beams.
pub fn watched(torpedo_defence: &str) -> Table {
    let fleet = Fleet::of(STUNTS)
        .rule("torpedo_defence", torpedo_defence)
        .ship("red", Craft::new("t").rated("torpedo", 3).at(0))
        .ship("red", Craft::new("u").rated("torpedo", 3).at(0))
        .ship("blue", Craft::new("d").slots(&[]).at(2))
        .ship("blue", Craft::new("w").rated("beam", 3).like(&stunts(), "watcher").at(2));
    let mut table = fleet.sit();
    let (d, w) = (table.id("d"), table.id("w"));
    table.set("d", |ship| ship.tether = Some(w)).set("w", |ship| ship.tether = Some(w));
    assert!(table.fight.are_tethered(d, w));
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table
}

/// Rules: D-S11, D-S12, R-S23, R-S38, R-S42, R-VF9, R-VF10, R-VF11, R-VF12, R-VF13.
#[test]
fn r_s38_another_of_the_tether_shoots_and_the_better_of_both_counts() {
    let mut table = watched("one");
    table.dice(&[0, -2, 1]);
    fire(&mut table, Verb::Torpedo, "t", "d", 0);
    table.answer(Point::Overwatch, "w", of(Verb::Beams).n(2));
    table.until(&[Point::Declare]);
    assert_eq!((total(&table, "d"), total(&table, "w"), shifts(&table)), (Some(-2), Some(3), Some(0)), "not added: the better");
    assert_eq!(table.ship("w").beam_defended, 2);
    assert!(table.ship("w").defence.is_none(), "a shot is no defence of its own");
    // The guard shoots at every opportunity. Each shot declares its own value, and only the increase of the value is new heat.
    table.dice(&[0, 0]);
    let (d, u) = (table.on("d"), table.on("u"));
    while !with(&table, Verb::Torpedo).contains(&of(Verb::Torpedo).on(u)) {
        table.take(of(Verb::Hold).into());
        table.until(&[Point::Declare]);
    }
    table.take(of(Verb::Torpedo).on(u).into());
    if table.wait().is_some_and(|ask| ask.point == Point::Whom) {
        table.take(of(Verb::Target).on(d).into());
    }
    table.answer(Point::Overwatch, "w", of(Verb::Beams).n(3));
    table.until(&[Point::Mitigate]);
    assert_eq!(table.fight.state.blows[0].shifts, 2, "2 + 3 - 3");
    table.take(of(Verb::Take).into());
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(table.boxes("w", HEAT), [1, 2]);
}

/// If electronic warfare hits several ships, each ship it loses against strikes back.
#[test]
fn electronic_warfare_over_a_band_is_struck_back_by_whom_it_lost_against() {
    let wide = crate::space::effects::acting("effect ew attack area band except allies always");
    let fleet = Fleet::of(STUNTS)
        .ship("red", Craft::new("a").like(&wide, "model").rated("ew", 2).crew("comm", 2).at(0))
        .ship("blue", Craft::new("d").rated("ew", 1).crew("comm", 1).at(2))
        .ship("blue", Craft::new("e").rated("ew", 1).crew("comm", 3).at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[-1, 0, 2]);
    fire(&mut table, Verb::Ew, "a", "d", 0);
    table.until(&[Point::Mitigate]);
    let blows: Vec<(ActorId, Option<ActorId>)> = table.fight.state.blows.iter().map(|blow| (blow.who, blow.by)).collect();
    let [a, e] = ["a", "e"].map(|name| table.id(name));
    assert_eq!(blows, [(a, Some(e))], "1 against 1 strikes nobody, 1 against 4 strikes back");
}

/// Shifts of a lost attack go back: they hit the track that the electronic warfare of the reflecting ship hits.
/// Rules: R-S51.
#[test]
fn what_is_reflected_hits_the_track_of_the_reflecting_ship() {
    for (effect, track) in [("effect ew attack hits heat only", HEAT), ("effect +1 to beam attack", DATA)] {
        let model = crate::space::effects::acting(effect);
        let fleet = Fleet::of(STUNTS)
            .ship("red", Craft::new("a").rated("ew", 1).crew("comm", 1).at(0))
            .ship("blue", Craft::new("d").like(&model, "model").rated("ew", 3).crew("comm", 3).at(0));
        let mut table = fleet.sit();
        enter(&mut table, 1, SpacePhase::Ew);
        table.dice(&[-1, 1]);
        fire(&mut table, Verb::Ew, "a", "d", 0);
        table.until(&[Point::Mitigate]);
        let blows: Vec<(ActorId, TrackId)> = table.fight.state.blows.iter().map(|blow| (blow.who, blow.track)).collect();
        assert_eq!(blows, [(table.id("a"), track)], "{effect}");
    }
}

/// Torpedoes at a whole band, against the target `d`, the guard `w` and `e`, all of one tether.
fn barrage() -> Table {
    let wide = crate::space::effects::acting("effect torpedo attack area band except allies always");
    let target = |name: &str| Craft::new(name).slots(&[]).at(2);
    let fleet = Fleet::of(STUNTS)
        .ship("red", Craft::new("t").like(&wide, "model").rated("torpedo", 3).at(0))
        .ship("blue", target("d"))
        .ship("blue", target("w").tracks(9, 3, 1).rated("beam", 3).like(&stunts(), "watcher"))
        .ship("blue", target("e"));
    let mut table = fleet.sit();
    let w = table.id("w");
    ["d", "w", "e"].into_iter().for_each(|name| {
        table.set(name, |ship| ship.tether = Some(w));
    });
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table
}

/// Returns the target and the defence of every comparison so far.
fn compared(table: &Table) -> Vec<(ActorId, i32)> {
    let compared = |event: &Event| match event {
        Event::Result { against: Some(it), defence, .. } => Some((*it, *defence)),
        _ => None,
    };
    table.events.iter().filter_map(compared).collect()
}

/// A guard that is hit too has a defence roll of its own, which counts in addition to the shots it fires for others.
/// Rules: D-S11, D-S12, R-S23, R-S38, R-S42, R-VF9, R-VF10, R-VF11, R-VF12, R-VF13.
#[test]
fn r_s38_a_guard_that_is_struck_too_defends_itself_and_shoots_for_another() {
    let mut table = barrage();
    table.dice(&[0, -2, -1, -2, 1]);
    fire(&mut table, Verb::Torpedo, "t", "d", 0);
    table.answer(Point::TorpedoDefence, "w", of(Verb::Nothing));
    table.answer(Point::Overwatch, "w", of(Verb::Beams).n(2));
    table.answer(Point::Overwatch, "w", of(Verb::No));
    table.until(&[Point::Mitigate]);
    let [d, w, e] = ["d", "w", "e"].map(|name| table.id(name));
    assert_eq!(compared(&table), [(d, 3), (w, -1), (e, -2)]);
    assert_eq!(table.ship("w").defence.as_ref().map(Roll::total), Some(-1), "it stands for the phase, and the shot does not");
}

/// A guard's shot still protects its ward if the guard's own heat takes it out before the dice are rolled.
/// Rules: D-S11, D-S12, R-S23, R-S38, R-S42, R-VF9, R-VF10, R-VF11, R-VF12, R-VF13.
#[test]
fn r_s38_a_shot_of_a_guard_that_is_out_meanwhile_is_for_whom_it_was_fired() {
    let mut table = barrage();
    table.dice(&[0, -2, -2, 1, 2]);
    fire(&mut table, Verb::Torpedo, "t", "d", 0);
    table.answer(Point::TorpedoDefence, "w", of(Verb::Nothing));
    table.answer(Point::Overwatch, "w", of(Verb::Beams).n(3));
    table.answer(Point::Overwatch, "w", of(Verb::Beams).n(3));
    table.until(&[Point::Declare, Point::Repair, Point::Stop]);
    assert!(!table.ship("w").is_active(), "six of three: heat 3 on one box");
    let [d, e] = ["d", "e"].map(|name| table.id(name));
    assert_eq!(compared(&table), [(d, 4), (e, 5)]);
}

/// Rules: R-S19, R-S40.
#[test]
fn r_s40_electronic_warfare_that_nobody_works_is_nothing() {
    let mut table = duel(Craft::new("a").rated("ew", 2), Craft::new("b").rated("ew", 3).nobody("comm"));
    assert!(!{
        enter(&mut table, 1, SpacePhase::Ew);
        table.fight.can_fire(table.id("b"))
    });
    table.dice(&[0, 1]);
    fire(&mut table, Verb::Ew, "a", "b", 0);
    table.until(&[Point::Mitigate]);
    assert_eq!(total(&table, "b"), Some(1), "dice alone");
    // A person at a station of rating 0 amplifies it to 1.
    let mut table = duel(Craft::new("a").rated("ew", 2), Craft::new("b").crew("comm", 1));
    enter(&mut table, 1, SpacePhase::Ew);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Ew, "a", "b", 0);
    table.until(&[Point::Mitigate]);
    assert_eq!(total(&table, "b"), Some(1));
}

/// Rules: D-S11, D-S12, R-S23, R-S38, R-S42.
#[test]
fn r_s42_no_beams_is_no_gunner() {
    let mut table = duel(Craft::new("a").rated("torpedo", 2), Craft::new("b").rated("beam", 2).crew("beams", 5).slots(&[]));
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.dice(&[0, 0]);
    fire(&mut table, Verb::Torpedo, "a", "b", 0);
    table.until(&[Point::TorpedoDefence]);
    assert_eq!(table.options()[0], of(Verb::Nothing), "the default");
    table.take(of(Verb::Nothing).into());
    table.until(&[Point::Mitigate, Point::Declare, Point::Stop]);
    assert_eq!((total(&table, "b"), table.ship("b").acted), (Some(0), 0), "never amplified, and nobody has acted");
}

/// Rules: R-S46.
#[test]
fn r_s46_whoever_holds_fire_may_not_attack_first() {
    let mut fleet =
        Fleet::new().ship("pirate", Craft::new("p").rated("torpedo", 2).at(0)).ship("victim", Craft::new("v").rated("torpedo", 2).at(2));
    fleet.encounter.sides[1].holds_fire = Some(slip_pack::encounter::HoldsFire::UntilAttacked);
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Torpedoes);
    assert!(!table.fight.can_fire(table.id("v")));
    table.dice(&[-4, 0]);
    fire(&mut table, Verb::Torpedo, "p", "v", 0);
    table.wait();
    assert!(table.fight.can_fire(table.id("v")), "a hostile act lets it loose");
}

/// Rules: D-S14.
#[test]
fn terms_are_asked_of_every_opposing_side_and_offered_once_a_phase() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").rated("beam", 1).at(0))
        .ship("blue", Craft::new("b").at(1))
        .ship("green", Craft::new("c").at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Beams);
    table.until(&[Point::Declare]);
    let a = table.on("a");
    let mut refused = table.clone();
    for table in [&mut table, &mut refused] {
        table.take(of(Verb::Concede).on(a).into());
        table.answer(Point::AcceptConcession, "b", of(Verb::Accept));
    }
    table.answer(Point::AcceptConcession, "c", of(Verb::Accept));
    assert_eq!(table.ship("a").status, ShipStatus::Conceded);
    refused.answer(Point::AcceptConcession, "c", of(Verb::Refuse));
    assert!(refused.ship("a").is_active());
    refused.until(&[Point::Declare]);
    assert!(with(&refused, Verb::Concede).iter().all(|choice| choice.how > 0), "terms not again in this phase");
}

/// Rules: D-S13, D-S14, D-S17.
#[test]
fn a_concession_may_answer_a_hit() {
    let mut table = duel(Craft::new("a").rated("beam", 3), Craft::new("b"));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[3, 0]);
    fire(&mut table, Verb::Beam, "a", "b", 3);
    table.answer(Point::Mitigate, "b", of(Verb::Concede));
    table.answer(Point::AcceptConcession, "a", of(Verb::Accept));
    assert_eq!((table.ship("b").status, table.fight.state.blows.len()), (ShipStatus::Conceded, 0), "and no damage is marked");
}

/// Rules: D-S15, R-S43, R-VF9, R-VF10, R-VF11, R-VF12, R-VF13.
#[test]
fn a_ship_can_be_led_away_by_whoever_took_it_out_in_its_band() {
    for (band, able) in [(0, true), (2, false)] {
        let mut table = duel(Craft::new("a").rated("beam", 3), Craft::new("b").slots(&[]));
        table.set("b", |ship| ship.berth = ShipLocation::Line(Band(band)));
        let fleet_mate = table.id("a");
        enter(&mut table, 1, SpacePhase::Beams);
        table.dice(&[4, 0]);
        fire(&mut table, Verb::Beam, "a", "b", 3);
        let ask = table.until(&[Point::Beaten]).expect("whoever scored tells");
        assert_eq!(ask.me, table.on("a"));
        let tethered = with(&table, Verb::Outcome).into_iter().find(|choice| choice.how == 3);
        assert_eq!(tethered.is_some(), able, "{band} bands apart");
        if let Some(tethered) = tethered {
            table.take(tethered.into());
            assert_eq!(table.ship("b").tether, Some(fleet_mate));
        }
    }
}

/// Each roll and each reroll uses four dice, and a standing roll uses none.
/// Rules: R-S36.
#[test]
fn section_14_dice_are_used_by_rolls_and_rolls_again_alone() {
    let fleet = Fleet::of(STUNTS)
        .ship("red", Craft::new("a").rated("ew", 2).aspect("Sharp").at(0))
        .ship("red", Craft::new("c").rated("ew", 2).at(0))
        .ship("blue", Craft::new("b").rated("ew", 2).slots(&[]).at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Ew);
    // The rolls are, in order: a, b, a again (the reroll), and then c. The roll of b is kept and counts against c too.
    table.dice(&[-1, 0, 0, 0]);
    fire(&mut table, Verb::Ew, "a", "b", 0);
    table.until(&[Point::Adjust]);
    let again = with(&table, Verb::Invoke).into_iter().find(|choice| choice.how == Choice::REROLL).expect("the dice may fall again");
    table.take(again.into());
    table.until(&[Point::Declare]);
    while !with(&table, Verb::Ew).contains(&of(Verb::Ew).on(table.on("c"))) {
        hold(&mut table);
        table.until(&[Point::Declare]);
    }
    let c = table.on("c");
    table.take(of(Verb::Ew).on(c).into());
    table.until(&[Point::Repair, Point::Stop]);
    assert_eq!(table.dice.left(), 0);
    let thrown: usize = table.events.iter().map(|event| event.thrown().count()).sum();
    assert_eq!(thrown, 4, "four rolls of four dice");
    assert_eq!(TrackId(1), DATA);
}
