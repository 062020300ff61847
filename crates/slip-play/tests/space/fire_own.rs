//! Tests the rulings on fire between ships that the rules leave open (`docs/book/rulings/space.md`).

use crate::space::fire::{duel, enter, fate, fire, hold, of, total};
use crate::space::table::{Craft, Fleet, Table, pack};
use slip_dice::fate::{Aspect, FreeTag, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, SpacePhase};
use slip_play::ids::{AspectId, Id, TableKey};
use slip_play::question::Point;
use slip_play::space::state::{Band, FRAME, HEAT, ShipLocation, ShipStatus};

fn with(table: &Table, verb: Verb) -> Vec<Choice> {
    table.options().into_iter().filter(|choice| choice.verb == verb).collect()
}

/// Small craft that live on their carrier.
pub const WING: &str = r#"
design wing "Wing" : ship { price 2; upkeep 1; track heat { base 2 }; effect charges consequences to carrier; effect charges fate to carrier or pilot }
ship stinger "Stinger" : wing { }
"#;

fn carrier() -> Table {
    let fighter = Craft::new("f").rated("beam", 2).tracks(2, 2, 2).fate(0).aspect("Bites").like(&pack(WING), "stinger");
    let fleet = Fleet::new().ship("red", Craft::new("c").fate(2).carries(fighter).at(0));
    fleet.ship("blue", Craft::new("b").rated("beam", 4).at(2)).sit()
}

/// Rules: R-VF1, R-VF2, R-VF3.
#[test]
fn r_vf1_a_fighter_lives_on_its_carrier_as_long_as_that_is_there() {
    let mut table = carrier();
    let (c, f) = (table.id("c"), table.id("f"));
    table.set("f", |ship| ship.berth = ShipLocation::Line(Band(2)));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[0, 1]);
    fire(&mut table, Verb::Beam, "f", "b", 2);
    assert_eq!(table.until(&[Point::Adjust]).map(|ask| ask.me), Some(Id::Actor(f)));
    let invoke = with(&table, Verb::Invoke)[0];
    table.take(invoke.into());
    assert_eq!(fate(&table, "c"), 1, "the carrier pays");
    assert_eq!(table.fight.free_slots(f), table.ship("c").slots, "and bears");
    table.fight.apply(&Event::Blow { who: f, track: FRAME, besides: slip_play::tracks::TrackSet::NONE, shifts: 2 });
    table.answer(Point::Mitigate, "f", of(Verb::Take).how(1));
    assert_eq!(table.ship("c").slots.number(), 6, "its mild consequence");
    let holder = table.fight.state.aspects.values().last().map(|aspect| aspect.holder);
    assert_eq!(holder, Some(Holder::Actor(c.0)));
    table.set("c", |ship| ship.status = ShipStatus::Escaped);
    assert_eq!((table.fight.funds(f), table.fight.free_slots(f).number()), (None, 0));
    // A compel on the fighter `f`, whose carrier is gone, is accepted. The points that are offered for it go to no ship.
    table.set("f", |ship| ship.tracks[0] = slip_dice::fate::Track::with_marked(2, &[]));
    let (b, before) = (table.on("b"), fate(&table, "b"));
    enter(&mut table, 2, SpacePhase::Beams);
    while table.until(&[Point::Compel]).is_some_and(|ask| ask.me != b) {
        table.take(of(Verb::Pass).into());
    }
    let compel = with(&table, Verb::Compel)[0];
    assert_eq!((compel.it, compel.n), (table.on("f"), 1));
    table.take(compel.into());
    table.until(&[Point::Compel, Point::Declare]);
    assert_eq!((fate(&table, "b"), fate(&table, "f")), (before - 1, 0));
}

/// R-VF1: a hit on a fighter is taken by its carrier, when shots are fired.
/// Rules: R-VF2, R-VF3.
#[test]
fn r_vf1_a_carrier_suffers_what_hits_its_fighter() {
    let mut table = carrier();
    table.set("f", |ship| ship.berth = ShipLocation::Line(Band(2)));
    enter(&mut table, 1, SpacePhase::Beams);
    table.dice(&[2, 0]);
    hold(&mut table);
    fire(&mut table, Verb::Beam, "b", "f", 4);
    let ask = table.until(&[Point::Mitigate]).expect("the fighter is hit");
    assert_eq!(ask.me, table.on("f"));
    let slots = table.ship("c").slots.number();
    let take = with(&table, Verb::Take).into_iter().find(|choice| choice.how == 1).expect("a mild consequence may be taken");
    table.take(take.into());
    assert!(table.ship("c").slots.number() < slots, "it is the carrier's");
    assert_eq!(table.ship("f").slots.number(), 0, "it has none of its own");
    let holder = table.fight.state.aspects.values().last().map(|aspect| aspect.holder);
    assert_eq!(holder, Some(Holder::Actor(table.id("c").0)));
}

/// Rules: R-VF1, R-VF2, R-VF3.
#[test]
fn r_vf2_in_a_tether_the_lead_alone_pays() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").at(0))
        .ship("red", Craft::new("b").at(0))
        .ship("blue", Craft::new("c").at(0))
        .ship("blue", Craft::new("d").aspect("Odd").at(2));
    let mut table = fleet.sit();
    let (a, b, c) = (table.id("a"), table.id("b"), table.id("c"));
    for name in ["a", "b", "c"] {
        table.set(name, |ship| ship.tether = Some(a));
    }
    assert_eq!([a, b, c].map(|ship| table.fight.funds(ship)), [Some(a), Some(a), None]);
    enter(&mut table, 1, SpacePhase::Ew);
    assert_eq!(table.until(&[Point::Compel]).map(|ask| ask.me), Some(Id::Actor(a)));
    table.take(of(Verb::Pass).into());
    assert!(table.until(&[Point::Compel]).is_some_and(|ask| ask.me == Id::Actor(a)), "b is not asked: the next is a, a phase later");
    assert_eq!(table.fight.state.stage, SpacePhase::Beams);
}

/// Rules: R-VF5, R-VF6.
#[test]
fn r_vf5_a_failure_to_act_is_final_and_rest_is_not() {
    let mut table = duel(Craft::new("a").aspect("Stubborn"), Craft::new("b").aspect("Calm"));
    enter(&mut table, 1, SpacePhase::Position);
    table.until(&[Point::Compel]);
    table.take(of(Verb::Pass).into());
    table.until(&[Point::Compel]);
    let compel = with(&table, Verb::Compel)[0];
    assert_eq!(compel.it, table.on("a"));
    table.take(compel.into());
    table.answer(Point::AnswerCompel, "a", of(Verb::Accept));
    table.plan(Point::Drive, "b", of(Verb::Coast));
    assert_eq!(table.until(&[Point::Adjust]).map(|ask| ask.me), Some(table.on("b")), "who rests may add");
    assert_eq!((total(&table, "a"), total(&table, "b")), (Some(-4), Some(-4)));
    assert!(table.options().iter().all(|choice| choice.how != Choice::REROLL), "there are no dice");
    table.take(of(Verb::Pass).into());
    assert_ne!(table.wait().map(|ask| ask.point), Some(Point::Adjust), "who fails to act may not");
}

/// Rules: R-VF7, R-VF8.
#[test]
fn r_vf7_r_vf8_points_only_change_hands_where_the_rules_say_so() {
    let fleet = Fleet::new()
        .rule("fate", "zero_sum")
        .ship("red", Craft::new("a").rated("torpedo", 2).aspect("Eager").fate(4).at(0))
        .ship("blue", Craft::new("b").aspect("Leaks").fate(3).slots(&[]).at(2));
    let mut table = fleet.sit();
    let leaks = table.fight.state.aspects.iter().find(|(_, aspect)| aspect.text == "Leaks").map(|(id, _)| id).unwrap();
    table.fight.apply(&Event::AspectFree { id: leaks, free: Some(FreeTag { sides: 0b01, from: 0 }), by: None });
    let id = AspectId::of(table.fight.state.aspects.len());
    let b = table.id("b");
    table.fight.apply(&Event::AspectAdd { id, aspect: Aspect::printed("Slow", Holder::Actor(b.0)) });
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.until(&[Point::Compel]);
    let compels = with(&table, Verb::Compel);
    let offered: Vec<(i16, u8)> = compels.iter().map(|choice| (choice.n, choice.how)).collect();
    assert_eq!(offered, [(1, 0), (2, 0), (3, 0), (0, Choice::BY_TAG)], "1 to 3 points, or the free tag");
    assert!(compels[..3].iter().all(|choice| choice.with == id.0), "points are not put behind what is free");
    table.take(compels[3].into());
    table.answer(Point::AnswerCompel, "b", of(Verb::Refuse));
    assert_eq!((fate(&table, "a"), fate(&table, "b")), (5, 2), "refused it brings one");
    table.wait();
    let two = with(&table, Verb::Compel).into_iter().find(|choice| choice.n == 2).expect("two points");
    table.take(two.into());
    table.answer(Point::AnswerCompel, "b", of(Verb::Refuse));
    assert_eq!((fate(&table, "a"), fate(&table, "b")), (7, 0), "as much as was put up");
    table.dice(&[-4, 4]);
    fire(&mut table, Verb::Torpedo, "a", "b", 0);
    table.until(&[Point::Adjust]);
    let invoke = with(&table, Verb::Invoke).into_iter().find(|choice| choice.how == Choice::PLUS_TWO).unwrap();
    table.take(invoke.into());
    assert_eq!((fate(&table, "a"), fate(&table, "b")), (6, 1), "whom it hurts");
}

/// Rules: R-VF1, R-VF2, R-VF3, R-VF9, R-VF10, R-VF11, R-VF12, R-VF13.
#[test]
fn r_vf11_what_lies_in_a_hangar_shares_what_becomes_of_the_ship() {
    let mut table = carrier();
    let c = table.id("c");
    table.fight.apply(&Event::Blow { who: c, track: HEAT, besides: slip_play::tracks::TrackSet::NONE, shifts: 20 });
    table.answer(Point::Mitigate, "c", of(Verb::Take));
    table.answer(Point::Beaten, "b", of(Verb::Outcome).how(2));
    let told = ShipStatus::TakenOut { by: None, track: HEAT, fate: Some(2) };
    assert_eq!((table.ship("c").status, table.ship("f").status), (told, told));
    assert!(table.fight.state.untold.is_empty(), "nobody is asked about the fighter");

    let mut table = carrier();
    enter(&mut table, 1, SpacePhase::Beams);
    table.until(&[Point::Declare]);
    table.fight.apply(&Event::Concession { by: c, to: None, terms: None, answer: None });
    table.answer(Point::AcceptConcession, "b", of(Verb::Accept));
    assert_eq!((table.ship("c").status, table.ship("f").status), (ShipStatus::Conceded, ShipStatus::Conceded));
}

/// Rules: R-VF1, R-VF2, R-VF3, R-VF9, R-VF10, R-VF11, R-VF12, R-VF13.
#[test]
fn r_vf12_an_attack_on_a_ship_that_its_own_beams_have_cooked_is_not_rolled() {
    let fleet = Fleet::new()
        .ship("red", Craft::new("a").rated("torpedo", 2).at(0))
        .ship("blue", Craft::new("b").rated("beam", 4).slots(&[]).at(2))
        .ship("blue", Craft::new("c").at(2));
    let mut table = fleet.sit();
    enter(&mut table, 1, SpacePhase::Torpedoes);
    table.set("b", |ship| ship.beam_used = 4);
    fire(&mut table, Verb::Torpedo, "a", "b", 0);
    table.answer(Point::TorpedoDefence, "b", of(Verb::Beams).n(4));
    // The ship takes 4 points of heat but has only three boxes. The opponents decide its outcome, and no dice are rolled.
    table.until(&[Point::Beaten]);
    table.take(of(Verb::Outcome).n(Choice::DRIVES_DEAD).into());
    table.until(&[Point::Stop]);
    assert_eq!((total(&table, "a"), table.ship("b").is_active()), (None, false));
    assert!(table.ship("a").fired, "it was the attack of the phase all the same");
}
