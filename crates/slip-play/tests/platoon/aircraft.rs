//! Tests of aircraft: the cycle of the re-arm track, interceptors, air carriers, directors (T-L6, R-L7, R-L31, R-L32, R-L39).

use crate::platoon::table::{Field, Table};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Counter, Event};
use slip_play::ids::Id;
use slip_play::platoon::state::UnitStatus;
use slip_play::question::Point;

const FLOWN: &str = r#"
platoon flown "Flown" { leader rifles with not_a_genius "Radio"; aircraft bomber }
platoon hunters "Hunters" { leader rifles with not_a_genius "Radar"; aircraft fighter }
platoon drifters "Drifters" { leader rifles with not_a_genius "Wind sock"; aircraft balloon }
platoon lifted "Lifted" { leader rifles with not_a_genius "Ladder"; units rifles; aircraft lifter }
"#;

fn sides(red: &str, blue: &str) -> Table {
    let mut table = Field::sides(FLOWN, red, blue).sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel);
    table
}

fn to(table: &Table, zone: &str) -> Choice {
    Choice::of(Verb::Target).on(Id::Zone(table.zone(zone)))
}

/// Lets an aircraft deploy to a zone as its part of the turn.
fn deploys(table: &mut Table, who: &str, zone: &str) {
    table.part_of(who).until_asked(Point::Act, who);
    table.take(Choice::of(Verb::Deploy).into());
    let there = to(table, zone);
    table.answer(Point::Whom, who, there);
}

/// T-L6: deploying to a zone takes the whole turn. In the next turn, the aircraft acts and returns to the first box. Then the re-arm track
/// begins.
#[test]
fn tl6_aircraft_come_down_act_go_back_and_rearm() {
    let mut table = sides("platoon flown at a", "platoon lone at d");
    deploys(&mut table, "bomber", "d");
    table.until(&[Point::Unit, Point::Order, Point::Act]);
    assert_eq!(table.at("bomber"), Some("d"), "it stays there, exposed");
    assert_eq!(table.unit("rifles#2").spotted, 3);
    assert_eq!(table.unit("bomber").spotted, 0, "it is seen anyway, and has no markers");
    table.next_turn().part_of("bomber").until_asked(Point::Act, "bomber");
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::Act), "and it has no free move");
    assert!(!table.options().iter().any(|choice| matches!(choice.verb, Verb::Move | Verb::Deploy | Verb::Rearm)));
    // Direct Fire 4 at range 0 + 1: no penalty.
    table.dice(&[0, 4]).take(Choice::of(Verb::Attack).into());
    table.until(&[Point::Unit, Point::Order]);
    let totals: Vec<i32> =
        table.events.iter().filter_map(|event| if let Event::Roll { total, .. } = event { Some(*total) } else { None }).collect();
    assert_eq!(totals, [4, 5]);
    assert_eq!(table.at("bomber"), Some("box_1"));
    table.next_turn().part_of("bomber").until_asked(Point::Act, "bomber");
    table.dice(&[1]).take(Choice::of(Verb::Rearm).into());
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!(table.at("bomber"), Some("box_3"), "Movement 1 and 1");
    // Shifts beyond the last box are lost. Without a shift, the aircraft stays in its box.
    table.next_turn().part_of("bomber").until_asked(Point::Act, "bomber");
    table.dice(&[-1]).take(Choice::of(Verb::Rearm).into());
    table.next_turn().part_of("bomber").until_asked(Point::Act, "bomber");
    assert_eq!(table.at("bomber"), Some("box_3"));
    table.dice(&[4]).take(Choice::of(Verb::Rearm).into());
    table.next_turn();
    assert_eq!(table.at("bomber"), Some("box_6"));
}

/// Checks the box that an aircraft reaches, for every rank of Movement from 1 to 4 and every total of the dice. The table of probabilities
/// is about this step.
#[test]
fn a_roll_takes_an_aircraft_on_as_many_boxes_as_it_has_shifts() {
    for movement in 1..=4_i8 {
        for total in -4..=4_i32 {
            let mut table = sides("platoon flown at a", "platoon lone at e");
            table.rank("bomber", "movement", Some(movement)).put("bomber", "box_1");
            table.part_of("bomber").until_asked(Point::Act, "bomber");
            table.dice(&[total]).take(Choice::of(Verb::Rearm).into());
            table.until(&[Point::Unit, Point::Order]);
            let on = (1 + (i32::from(movement) + total).max(0)).min(6);
            assert_eq!(table.at("bomber"), Some(format!("box_{on}").as_str()), "Movement {movement}, {total}");
        }
    }
}

#[test]
fn row_7_aircraft_begin_on_the_last_box_or_in_the_draft_on_the_first() {
    for (value, first) in [("launch", "box_6"), ("rearm", "box_1")] {
        let table = Field::sides(FLOWN, "platoon flown at a", "platoon lone at e").rule("aircraft_start", value).sit();
        assert_eq!(table.at("bomber"), Some(first));
    }
}

#[test]
fn rl7_what_flies_over_the_map_sees_all_of_it_and_is_seen_from_all_of_it() {
    let hill =
        "map lane {\nzone a { centre 0 0 }\nzone b { centre 4 0; altitude 3 }\nzone c { centre 8 0 }\nborder a -- b; border b -- c\n}";
    let body = "defender red\nside red { platoon flown at a }\nside blue { platoon lone at c }";
    let mut table = Field::on(hill, FLOWN, body).sit();
    let sees = |table: &Table, from: &str, to: &str| table.fight.sees(table.id(from), table.id(to));
    assert!(!sees(&table, "rifles#1", "rifles#2"), "the hill is in the way");
    assert!(!sees(&table, "rifles#2", "bomber"), "nobody sees what is on the track");
    table.put("bomber", "a");
    assert!(sees(&table, "rifles#2", "bomber") && sees(&table, "bomber", "rifles#2"));
}

/// An aircraft that comes down also spots a battery that has never fired.
#[test]
fn rl39_aircraft_that_come_down_spot_whoever_is_there() {
    let cast = format!("{FLOWN}platoon battery \"Battery\" {{ leader gun with not_a_genius \"Telephone\"; units gun }}");
    let mut table = Field::sides(&cast, "platoon flown at a", "platoon battery; platoon lone at e").sit();
    table.leaves(1, Point::Compel);
    deploys(&mut table, "bomber", "card");
    table.next_turn();
    assert_eq!(["gun#1", "gun#2", "rifles#2"].map(|who| table.unit(who).spotted), [3, 3, 0]);
    table.part_of("bomber").until_asked(Point::Act, "bomber");
    let shots = table.fight.shots(table.id("bomber"), table.on("gun#2"));
    assert_eq!(shots.iter().map(|shot| shot.penalty).collect::<Vec<_>>(), [0], "and it may fire at them from there");
    // An aircraft above a card is out of range of all units on the map.
    table.rank("rifles#2", "anti_air", Some(3)).rank("gun#1", "anti_air", Some(1));
    let reaches = |table: &Table, who: &str| !table.fight.shots(table.id(who), table.on("bomber")).is_empty();
    assert!(!reaches(&table, "rifles#2") && reaches(&table, "gun#1"));
}

/// "Once an aircraft acts while on the map … it is returned": an aircraft that acts over a card goes home like one over the map.
/// Rules: R-L62.
#[test]
fn an_aircraft_that_acts_over_a_card_goes_home() {
    let cast = format!("{FLOWN}platoon battery \"Battery\" {{ leader gun with not_a_genius \"Telephone\"; units gun }}");
    let mut table = Field::sides(&cast, "platoon flown at a", "platoon battery; platoon lone at e").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel);
    deploys(&mut table, "bomber", "card");
    table.next_turn().part_of("bomber").until_asked(Point::Act, "bomber");
    table.dice(&[-4, 4]).take(Choice::of(Verb::Attack).into());
    if table.wait().is_some_and(|ask| ask.point == Point::Whom) {
        let gun = Choice::of(Verb::Target).on(table.on("gun#2"));
        table.answer(Point::Whom, "bomber", gun);
    }
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!(table.at("bomber"), Some("box_1"));
}

/// Returns a fight in which red's bomber is about to deploy where blue's fighter can intercept it.
fn intercepted(first: &str, launch: bool) -> Table {
    let body = format!("defender {first}\nside red {{ platoon flown at a }}\nside blue {{ platoon hunters at e }}");
    let mut table = Field::of(FLOWN, &body).sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel);
    deploys(&mut table, "bomber", "c");
    table.until_asked(Point::Intercept, "fighter");
    assert_eq!(table.options(), [Verb::No, Verb::Yes].map(Choice::of));
    if launch {
        // Anti-air 4 at range 0 against no Armour: 4 - 4 + 0 + 4.
        table.dice(&[-4, 4]);
    }
    table.take(Choice::of(if launch { Verb::Yes } else { Verb::No }).into());
    table
}

/// D-L12: an interceptor is launched at once, before the other can act; it does not need an unused part of the turn, and uses its
/// part if it has one.
#[test]
fn dl12_rl31_an_interceptor_goes_up_also_when_it_has_acted_already() {
    let mut table = intercepted("blue", true);
    table.next_turn();
    assert_eq!(table.at("fighter"), Some("box_1"), "and back to the track");
    assert_eq!(table.counted("fighter", Counter::Activated), [1], "it had its part before");
    assert_eq!(table.at("bomber"), Some("c"), "a defence that holds");
    let mut early = intercepted("red", true);
    early.until_asked(Point::FreeMove, "rifles#2");
    assert_eq!(early.counted("fighter", Counter::Activated), [2]);
    assert!(!early.fight.can_act(early.id("fighter")), "that was its part of this turn");
}

#[test]
fn dl12_an_interceptor_that_stays_keeps_its_part_of_the_turn() {
    let mut table = intercepted("red", false);
    table.part_of("fighter");
    assert_eq!(table.at("fighter"), Some("box_6"));
    assert_eq!(table.counted("fighter", Counter::Activated), [1], "its own part, and no other");
}

#[test]
fn what_may_stay_over_the_map_drifts_and_acts_and_stays() {
    let mut table = sides("platoon drifters at a", "platoon lone at e");
    deploys(&mut table, "balloon", "c");
    table.next_turn().part_of("balloon");
    let on = table.enter("c", "d");
    table.answer(Point::FreeMove, "balloon", on).next_turn();
    assert_eq!(table.at("balloon"), Some("d"));
}

/// Infantry that deploys with its carrier may act in its own part; the carrier does nothing else in that turn.
#[test]
fn infantry_that_is_flown_in_acts_in_its_own_part() {
    let mut table = sides("platoon lifted at a", "platoon lone at e");
    let (lifter, load) = (table.id("lifter"), table.id("rifles#2"));
    let lead = Some(lifter);
    table.happens(Event::Group { what: slip_play::event::Grouping::Load, who: vec![load], lead });
    deploys(&mut table, "lifter", "c");
    table.until(&[Point::Unit]);
    assert_eq!((table.at("lifter"), table.at("rifles#2")), (Some("c"), Some("c")));
    assert!(!table.offers(Verb::Unit, table.on("lifter")) && table.offers(Verb::Unit, table.on("rifles#2")));
    table.next_turn();
    assert_eq!(table.at("lifter"), Some("c"), "it stays until it has acted");
}

/// R-L32: if a carrier is lost over ground, its load is unloaded there.
#[test]
fn rl32_whoever_rides_in_a_carrier_that_is_lost_is_put_down_where_it_was() {
    let cast = "platoon motor \"Motor\" { leader rifles with not_a_genius \"Fare\"; units taxi carrying rifles }";
    let mut table = Field::sides(cast, "platoon lone at b", "platoon motor at c").sit();
    table.leaves(1, Point::Compel).set("taxi", |unit| unit.spotted = 1).rank("taxi", "armour", None);
    table.part_of("rifles#1").until_asked(Point::Act, "rifles#1");
    table.dice(&[4, -4]).take(Choice::of(Verb::Attack).into());
    table.plan(Point::Mitigate, "taxi", Choice::of(Verb::Take)).until(&[Point::Unit, Point::Order]);
    assert!(!table.unit("taxi").is_active());
    assert_eq!((table.at("rifles#3"), table.unit("rifles#3").carrier), (Some("c"), None));
}

/// R-YC11: a passenger of a unit that leaves the fight on terms leaves on the same terms, and is not unloaded.
#[test]
fn ryc11_whoever_rides_in_a_carrier_that_concedes_is_out_on_its_terms() {
    let cast = "platoon motor \"Motor\" { leader rifles with not_a_genius \"Fare\"; units taxi carrying rifles }";
    let mut table = Field::sides(cast, "platoon lone at b", "platoon motor at c").sit();
    table.leaves(1, Point::Compel).set("taxi", |unit| unit.spotted = 1).rank("taxi", "armour", None);
    table.part_of("rifles#1").until_asked(Point::Act, "rifles#1");
    table.dice(&[4, -4]).take(Choice::of(Verb::Attack).into());
    table.plan(Point::Mitigate, "taxi", Choice::of(Verb::Concede)).until(&[Point::AcceptConcession]);
    table.take(Choice::of(Verb::Accept).into());
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!([table.unit("taxi").status, table.unit("rifles#3").status], [UnitStatus::Conceded; 2]);
    let put_down = |event: &Event| matches!(event, Event::Group { what: slip_play::event::Grouping::Unload, .. });
    assert!(!table.events.iter().any(put_down));
}

/// On the re-arm track there is no zone to be unloaded in.
#[test]
fn rl32_whoever_rides_in_a_carrier_that_is_lost_on_the_track_is_lost() {
    let cast = r#"
stunt thin_wires "Thin wires" { for aircraft; effect after jam against this suffers shifts on morale }
unit frail "Frail lifters" : aircraft {
  tech T1
  skills { 4 observation; 3 direct_fire; 2 anti_air; 1 movement }
  stunts infantry_carrier, thin_wires
  aspects "String"
}
platoon hung "Hung" { leader rifles with not_a_genius "Rope"; aircraft frail carrying rifles }
"#;
    let mut table = Field::sides(cast, "platoon lone at b", "platoon hung at c").sit();
    table.leaves(1, Point::Compel).rank("rifles#1", "signals", Some(3));
    assert_eq!(table.unit("rifles#3").carrier, Some(table.id("frail")));
    table.part_of("rifles#1").until_asked(Point::Act, "rifles#1");
    table.take(Choice::of(Verb::Jam).into());
    let frail = Choice::of(Verb::Target).on(table.on("frail"));
    table.dice(&[4, -4]).answer(Point::Whom, "rifles#1", frail);
    table.plan(Point::Mitigate, "frail", Choice::of(Verb::Take)).until(&[Point::Unit, Point::Order]);
    let lost = ["frail", "rifles#3"].map(|who| matches!(table.unit(who).status, UnitStatus::Eliminated { .. }));
    assert_eq!(lost, [true, true]);
}
