//! Tests of crews: who works which post, and with which rank.

use crate::space::table::{Craft, Fleet, Table, pack};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Phase, SpacePhase, Step, TurnOrder};
use slip_play::ids::Id;
use slip_play::question::Point;
use slip_play::space::roster::Post;

fn works(table: &mut Table, ship: &str, post: Post) {
    let ship = table.id(ship);
    let by = table.fight.eff(ship, post).unwrap().1;
    let event = Event::Post { ship, post: post.number(), by, acts: true };
    table.fight.apply(&event);
}

fn rank(table: &Table, ship: &str, post: Post) -> Option<i32> {
    table.fight.eff(table.id(ship), post).map(|(rank, ..)| rank)
}

fn phase(table: &mut Table, stage: SpacePhase) {
    table.fight.apply(&Event::Stage(stage));
}

fn against_a_drone(craft: Craft) -> Table {
    Fleet::new().ship("ours", craft).ship("theirs", Craft::new("drone").at(0)).sit()
}

/// R-S2, R-S39: "there is a cumulative -1 penalty for each previously active phase"; detection counts in the first turn; a new turn begins
/// anew.
/// Rules: R-S40.
#[test]
fn r_s2_r_s39_every_earlier_phase_with_an_act_takes_one() {
    let solo = Craft::new("solo").person("ana", &[("navigation", 3), ("pilot", 3), ("beams", 3), ("torpedoes", 3)], 3).at(1);
    let mut table = against_a_drone(solo);
    works(&mut table, "solo", Post::Navigation);
    phase(&mut table, SpacePhase::Position);
    assert_eq!(rank(&table, "solo", Post::Pilot), Some(2), "detection counts");
    works(&mut table, "solo", Post::Pilot);
    phase(&mut table, SpacePhase::Beams);
    assert_eq!(rank(&table, "solo", Post::Beams), Some(1));
    table.fight.apply(&Event::Round { round: 1, order: TurnOrder::new() });
    assert_eq!(rank(&table, "solo", Post::Beams), Some(1), "the first turn goes on from detection");
    table.fight.apply(&Event::Round { round: 2, order: TurnOrder::new() });
    assert_eq!(rank(&table, "solo", Post::Beams), Some(3));
}

/// R-C3: the penalty for other stations applies to the rank first; the V-shift is limited by the result.
#[test]
fn r_c3_stations_cost_before_a_pilot_limits_the_v_shift() {
    let solo = Craft::new("solo").v_shift(3).person("ana", &[("navigation", 3), ("pilot", 3)], 3).at(1);
    let mut table = against_a_drone(solo);
    table.drives_after(&[1, 0]);
    let start = table.events.len();
    table.dice(&[0, 0]).until(&[Point::Shift, Point::Declare, Point::Stop]);
    let solo = table.id("solo");
    let rolled = table.events[start..].iter().find_map(|event| match event {
        Event::Roll { me, total, .. } if *me == solo => Some(*total),
        _ => None,
    });
    assert_eq!(rolled, Some(2), "Pilot 3 is 2 after navigating, and no more than 2 of V-shift 3 count");
}

/// R-S2: each member of a nameless crew has one station, and never a penalty.
/// Rules: R-S39, R-S40.
#[test]
fn r_s2_the_nameless_have_one_station_each() {
    let mut table = against_a_drone(Craft::new("liner").at(1));
    for post in Post::ALL {
        works(&mut table, "liner", post);
        phase(&mut table, SpacePhase::Position);
    }
    assert!(Post::ALL.into_iter().all(|post| rank(&table, "liner", post) == Some(2)));
}

/// T-S7: a skeleton crew with one gunner at both guns.
/// Rules: T-S15.
#[test]
fn t_s7_a_solo_gunner_is_better_at_the_guns_already_fired() {
    let solo = Craft::new("solo").rated("beam", 2).rated("torpedo", 2).person("ana", &[("beams", 3), ("torpedoes", 3)], 3).at(1);
    let mut table = against_a_drone(solo);
    phase(&mut table, SpacePhase::Beams);
    assert_eq!(rank(&table, "solo", Post::Beams), Some(3));
    works(&mut table, "solo", Post::Beams);
    phase(&mut table, SpacePhase::Torpedoes);
    assert_eq!(rank(&table, "solo", Post::Torpedoes), Some(2), "launching, at one less");
    assert_eq!(rank(&table, "solo", Post::Beams), Some(3), "or defending with the same station as before");
    works(&mut table, "solo", Post::Torpedoes);
    let solo = table.id("solo");
    assert!(!table.fight.can_act(solo, Post::Beams), "one act a phase: who launches fires no defensive beams");
}

/// R-S3, R-S4, R-S5: a ship that requires a military pilot is flown by one or not at all; a civilian ship does not require one.
/// Rules: R-D50, R-N3.
#[test]
fn r_s3_r_s4_r_s5_who_may_fly_what() {
    let text = "ship hound \"Hound\" : spacecraft { tech T2; v_shift 2; beam 1; torpedo 1; ew 1; trade 1; aspects \"A\", \"B\", \"C\", \"D\", \"E\"; stunts high_capacity_magazine }\nship hen \"Hen\" : spacecraft { tech T2; v_shift 2; beam 1; torpedo 1; ew 1; trade 1; aspects \"A\", \"B\", \"C\", \"D\", \"E\"; stunts civilian, high_capacity_magazine }\n";
    let pack = pack(text);
    let hound = |name: &str, trained: bool| Craft::new(name).like(&pack, "hound").military("pilot", trained).military("comm", false).at(0);
    let table = Fleet::new()
        .ship("a", hound("trained", true))
        .ship("b", hound("untrained", false))
        .ship("c", Craft::new("hen").like(&pack, "hen").military("pilot", false).military("comm", false).at(0))
        .sit();
    let fit = |name: &str, post: Post| table.fight.qualified(table.id(name), post);
    assert!(fit("trained", Post::Pilot) && !fit("untrained", Post::Pilot) && fit("hen", Post::Pilot));
    assert!(!fit("trained", Post::Comm), "R-S3: an electronic target takes military-grade Communications");
    assert!(!fit("hen", Post::Comm), "a civilian's licence is for flying");
}

/// A person is in one place in each phase; a nameless crew has one person for each station.
/// Rules: R-S2, R-S39, R-S40.
#[test]
fn one_act_a_person_and_phase() {
    let craft = Craft::new("solo").person("ana", &[("engineering", 2), ("computer", 2)], 3).at(1);
    let mut table = against_a_drone(craft);
    let solo = table.id("solo");
    phase(&mut table, SpacePhase::DamageControl);
    works(&mut table, "solo", Post::Engineering);
    assert!(!table.fight.can_act(solo, Post::Computer));
    phase(&mut table, SpacePhase::Position);
    assert!(table.fight.can_act(solo, Post::Computer));
    let mut liner = against_a_drone(Craft::new("liner").at(1));
    works(&mut liner, "liner", Post::Engineering);
    assert!(liner.fight.can_act(liner.id("liner"), Post::Computer));
}

/// A station without a qualified person is not worked.
/// Rules: R-S2, R-S39, R-S40.
#[test]
fn an_empty_post_stays_empty() {
    let table = against_a_drone(Craft::new("hulk").nobody("navigation").at(1));
    assert_eq!(rank(&table, "hulk", Post::Navigation), None);
    assert!(!table.fight.can_act(table.id("hulk"), Post::Navigation));
}

/// D-S1: before detection a side may assign its people to other posts than the text does; each post once.
#[test]
fn before_detection_people_may_change_places() {
    let craft = Craft::new("solo").person("ana", &[("pilot", 4)], 3).person("ben", &[("beams", 1)], 3).at(1);
    let mut table = against_a_drone(craft);
    let ana = table.on("ana");
    let there = Choice::of(Verb::Begin).on(ana).how(1).n(i16::from(Post::Beams.number()));
    table.answer(Point::SetUp, "solo", there);
    assert_eq!(rank(&table, "solo", Post::Beams), Some(-1), "ana has no Gunnery");
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::SetUp));
    assert!(table.options().iter().all(|choice| choice.how == 0 || choice.n > i16::from(Post::Beams.number())));
    table.answer(Point::SetUp, "solo", Choice::of(Verb::Begin));
    table.dice(&[0, 0]);
    assert_ne!(table.wait().map(|ask| ask.point), Some(Point::SetUp));
}

const WHISTLER: &str = "npc whistler \"Whistler\" { cap 3; skills { 3 communications; 2 computer, pilot; 1 resolve, stamina, agility }; stunts take_a_bonus(communications, pilot rolls); aspects \"Calm\", \"Cold\", \"Quick\" }\n";

/// T-S15: giving a bonus is an act of the phase, and one more station for the person who gives it.
/// Rules: T-S7.
#[test]
fn t_s15_a_bonus_is_an_act_and_a_station() {
    let pack = pack(WHISTLER);
    let craft = Craft::new("solo").person("mara", &[("comm", 3), ("computer", 2)], 3).person_like(&pack, "whistler").rated("ew", 2).at(1);
    let mut table = against_a_drone(craft);
    table.fight.apply(&Event::Stage(SpacePhase::Detection));
    table.dice(&[0, 0]).until(&[Point::Act]);
    let (mara, solo) = (table.id("mara"), table.id("solo"));
    let help = table.options().into_iter().find(|choice| choice.verb == Verb::Yes && choice.it == Id::Actor(solo)).unwrap();
    table.answer(Point::Act, "mara", help);
    assert!(table.fight.state.person(mara).unwrap().acted);
    assert!(!table.fight.can_act(solo, Post::Comm), "this phase she has acted");
    phase(&mut table, SpacePhase::Ew);
    assert_eq!(rank(&table, "solo", Post::Comm), Some(2), "EW 2 is not amplified then");
    works(&mut table, "solo", Post::Comm);
    phase(&mut table, SpacePhase::DamageControl);
    assert_eq!(rank(&table, "solo", Post::Computer), Some(0), "two phases with an act");
}

/// R-VA12: a person who has given a bonus cannot fly in that phase; coasting needs no pilot.
#[test]
fn r_va12_a_pilot_who_helps_does_not_fly_in_the_same_phase() {
    let pack = pack(WHISTLER);
    let craft = Craft::new("solo").person("mara", &[("pilot", 2)], 3).person_like(&pack, "whistler").at(1);
    let fleet = Fleet::new().ship("ours", craft).ship("ours", Craft::new("mate").at(1)).ship("theirs", Craft::new("drone").at(0));
    let mut table = fleet.sit();
    phase(&mut table, SpacePhase::Position);
    table.fight.apply(&Event::Phase(Step::of(Phase::Stage, Id::None)));
    let ask = table.until(&[Point::Act]).unwrap();
    let solo = table.id("solo");
    let help = Choice { it: table.on("mate"), ..table.options()[1] };
    assert!(help.verb == Verb::Yes && table.options().contains(&help));
    let told = slip_table::option_words::about(&table.fight, &ask, help).unwrap();
    assert!(told.ends_with("; leaves solo without a pilot"), "{told}");
    table.answer(Point::Act, "mara", help);
    assert_eq!(table.until(&[Point::Drive]).map(|ask| ask.me), Some(Id::Actor(solo)));
    assert_eq!(table.options()[0].verb, Verb::Coast);
    assert!(table.options().iter().all(|choice| choice.verb != Verb::Drive));
}

/// Another skill replaces that of the post, up to its cap, if it is better.
#[test]
fn another_skill_stands_in_at_a_post() {
    let pack = pack(
        "npc stoker \"Stoker\" { cap 4; skills { 4 tactics; 3 pilot, agility; 2 resolve, stamina, navigation; 1 alertness, computer, repair, brawling }; stunts swap_skill(tactics, navigation); aspects \"Calm\", \"Cold\", \"Quick\" }\n",
    );
    let craft = Craft::new("solo").person("mara", &[("navigation", 2)], 3).person_like(&pack, "stoker").at(1);
    let table = against_a_drone(craft);
    assert_eq!(rank(&table, "solo", Post::Navigation), Some(3), "Tactics 4, up to 3");
    assert_eq!(rank(&table, "solo", Post::Pilot), Some(2), "the nameless pilot gains nothing by it");
}
