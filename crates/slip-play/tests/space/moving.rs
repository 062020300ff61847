//! Tests of detection and movement: detection, placement, drives, position, formations.

use crate::space::table::{Craft, Fleet, Table};
use slip_dice::DiceKind;
use slip_dice::fate::Track;
use slip_dice::fate::distribution::RollDistribution;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, Grouping, RollAddend, SpacePhase};
use slip_play::ids::Id;
use slip_play::question::Point;
use slip_play::space::state::{DATA, FRAME, HEAT, ShipStatus};

fn duel(a: Craft, b: Craft) -> Table {
    Fleet::new().ship("red", a).ship("blue", b).sit()
}

fn of(verb: Verb) -> Choice {
    Choice::of(verb)
}

/// Returns the bands to which this target can be moved by the shift.
fn bands(table: &Table, target: &str) -> Vec<i16> {
    let mut table = table.clone();
    let target = of(Verb::Target).on(table.on(target));
    table.take(target.into());
    let mut bands: Vec<i16> = match table.wait() {
        Some(ask) if ask.point == Point::Shift => table.options().iter().map(|choice| choice.n).collect(),
        _ => table.events.iter().rev().find_map(only_band).into_iter().collect(),
    };
    bands.sort_unstable();
    bands
}

/// Returns the band of a shift for which only one band was possible.
fn only_band(event: &Event) -> Option<i16> {
    match event {
        Event::Answer { point: Point::Shift, pick, .. } if pick.verb == Verb::Band => Some(pick.n),
        _ => None,
    }
}

/// Returns the ships that the winner may move.
fn movable(table: &Table) -> Vec<String> {
    let name = |choice: &Choice| choice.it.actor().map(|who| table.fight.roster.name_of(who).to_owned());
    table.options().iter().filter_map(name).collect()
}

/// Moves a ship to a band at the shift.
fn shift(table: &mut Table, target: &str, band: i16) {
    let target = of(Verb::Target).on(table.on(target));
    table.take(target.into());
    if table.fight.waiting_for().is_some_and(|ask| ask.forced.is_none()) {
        table.take(of(Verb::Band).n(band).into());
    }
}

fn answers(table: &Table, point: Point) -> usize {
    table.events.iter().filter(|event| matches!(event, Event::Answer { point: there, .. } if *there == point)).count()
}

fn groups(table: &Table, what: Grouping) -> usize {
    table.events.iter().filter(|event| matches!(event, Event::Group { what: there, .. } if *there == what)).count()
}

fn total(table: &Table, name: &str) -> Option<i32> {
    table.ship(name).standing.as_ref().map(slip_play::roll::Roll::total)
}

// Detection.

/// Rules: R-S8, R-S9, R-S10, T-S1, T-S2, T-S3, T-S8, T-S9, T-S11.
#[test]
fn t_s1_r_s10_a_tie_of_detection_falls_where_the_dice_say() {
    let mut table = duel(Craft::new("a").aspect("Old sensors"), Craft::new("b").aspect("New sensors"));
    table.dice(&[1, 1, -4, 1]).until(&[Point::Drive]);
    assert!(answers(&table, Point::Adjust) >= 2, "both are offered their aspects, and decline");
    assert_eq!((table.band("a"), table.band("b")), (Some(-4), Some(1)));
    assert_eq!(table.fight.range(table.id("a"), table.id("b")), Some(5));
    assert_eq!((table.fight.state.turn, table.fight.state.stage), (1, SpacePhase::Position), "the first turn begins with phase 1");
    assert_eq!(answers(&table, Point::Begin), 0, "nobody chooses");
    assert_eq!((table.ship("a").rank, table.ship("b").rank), (1, 1));
}

/// Rules: D-S5, D-S6.
#[test]
fn the_first_places_both_and_says_where_the_first_turn_begins() {
    let mut table = duel(Craft::new("a"), Craft::new("b"));
    table.dice(&[0, 2]);
    let ask = table.until(&[Point::Place]).unwrap();
    assert_eq!(ask.me, table.on("b"));
    let both = [table.on("b"), table.on("a")];
    assert_eq!(table.options(), both.map(|ship| of(Verb::Target).on(ship)), "one's own first");
    table.take(of(Verb::Target).on(table.on("a")).into());
    let ask = table.wait().unwrap();
    assert_eq!((ask.point, ask.it), (Point::Place, table.on("a")));
    let mut offered: Vec<i16> = table.options().iter().map(|choice| choice.n).collect();
    offered.sort_unstable();
    assert_eq!(offered, [-3, -2, -1, 0, 1, 2, 3]);
    table.take(of(Verb::Band).n(-3).into());
    assert_eq!(table.band("a"), Some(-3));
    table.answer(Point::Place, "b", of(Verb::Band).n(2));
    table.answer(Point::Begin, "b", of(Verb::Start).how(1));
    table.until(&[Point::Drive, Point::Declare]);
    assert!(table.fight.state.skips_position);
    assert_eq!((table.band("a"), table.band("b")), (Some(-3), Some(2)));
}

/// Rules: D-S5, D-S6.
#[test]
fn each_rank_places_one_and_the_last_none() {
    let fleet = ["a", "b", "c", "d"].iter().fold(Fleet::new(), |fleet, name| fleet.ship(name, Craft::new(name)));
    let mut table = fleet.sit();
    table.dice(&[3, 2, 1, 0]).until(&[Point::Begin]);
    let placed: Vec<_> = table
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Counter { who, what: Counter::Placed, now, .. } => Some((who.0, *now)),
            _ => None,
        })
        .collect();
    assert_eq!(placed, [(0, 1), (1, 1), (2, 3 - 1), (3, 3)], "by default one's own, then the first");
}

/// Rules: R-S10.
#[test]
fn r_s10_ties_in_the_ranks_fall_by_dice_and_later_ranks_go_on() {
    let fleet = ["a", "b", "c", "d"].iter().fold(Fleet::new(), |fleet, name| fleet.ship(name, Craft::new(name)));
    // Tied for first place: a and b are placed by dice; c places one ship; the one left for the last is placed by dice too.
    let mut table = fleet.sit();
    table.dice(&[2, 2, 1, 0, 4, -4, 3]).until(&[Point::Drive]);
    assert_eq!((table.band("a"), table.band("b")), (Some(4), Some(-4)), "the only way to begin on the outermost bands");
    assert_eq!((table.band("c"), table.band("d")), (Some(0), Some(3)));
    assert_eq!(answers(&table, Point::Begin), 0);
    // Tied in the middle: `a` places itself and `b`. Of the tied ships, `c` is left over and is placed by dice. `d` is left for the last
    // ship, which places none, so `d` is placed by dice too.
    let mut table = fleet.sit();
    table.dice(&[2, 1, 1, 0, -1, -2]).until(&[Point::Begin]);
    assert_eq!((table.band("c"), table.band("d")), (Some(-1), Some(-2)));
    let ranks: Vec<u8> = ["a", "b", "c", "d"].iter().map(|name| table.ship(name).rank).collect();
    assert_eq!(ranks, [1, 2, 2, 3]);
}

/// Rules: R-S8, R-S9.
#[test]
fn a_better_navigator_breaks_a_tie_whatever_posts_have_cost() {
    let mut table = duel(Craft::new("a").crew("navigation", 1), Craft::new("b"));
    table.dice(&[1, 0]).until(&[Point::Begin]);
    assert_eq!((table.ship("a").rank, table.ship("b").rank), (2, 1), "both have 2");
}

/// Rules: R-S8, R-S9.
#[test]
fn r_s9_without_a_navigator_it_is_the_automatic_result() {
    let mut table = duel(Craft::new("a").nobody("navigation"), Craft::new("b").crew("navigation", 0));
    table.dice(&[-3]).until(&[Point::Place]);
    let automatic = table.events.iter().find_map(|event| match event {
        Event::Roll { total, parts, standing: true, .. } => Some((*total, parts.of(RollAddend::Automatic))),
        _ => None,
    });
    assert_eq!(automatic, Some((-4, -4)));
    assert_eq!((table.ship("a").rank, table.ship("b").rank), (2, 1));
}

/// Rules: R-S8, R-S9.
#[test]
fn r_s8_any_aspect_once_until_one_is_accepted() {
    let mut table = duel(Craft::new("a").aspect("Deaf in one ear").aspect("Proud"), Craft::new("b"));
    let by = |table: &Table, place: usize| {
        let compel = table.options().iter().filter(|choice| choice.verb == Verb::Compel).nth(place).copied();
        compel.unwrap_or_else(|| panic!("a compel in {:?}", table.options()))
    };
    let ask = table.until(&[Point::Compel]).unwrap();
    assert_eq!((ask.me, table.fight.state.stage), (table.on("b"), SpacePhase::Detection));
    let first = by(&table, 0);
    table.take(first.into());
    table.answer(Point::AnswerCompel, "a", of(Verb::Refuse));
    assert_eq!(table.until(&[Point::Compel]).unwrap().me, table.on("b"), "one after another");
    assert!(!table.options().contains(&first), "the same aspect not twice");
    let second = by(&table, 0);
    table.take(second.into());
    table.answer(Point::AnswerCompel, "a", of(Verb::Accept));
    table.dice(&[0]).until(&[Point::Place]);
    assert_eq!(table.ship("a").rank, 2, "-4 with no dice");
}

// Position.

/// "He may move himself the difference": up to it, as the text says of others.
/// Rules: R-S50.
#[test]
fn the_winner_moves_itself_up_to_the_difference() {
    let mut table = duel(Craft::new("a").v_shift(3).crew("pilot", 3).at(0), Craft::new("b").at(2));
    table.drives_after(&[1, 0]);
    table.plan(Point::Drive, "a", of(Verb::Drive)).plan(Point::Drive, "b", of(Verb::Drive));
    table.dice(&[2, 0]).until(&[Point::Shift]);
    let difference = total(&table, "a").unwrap() - total(&table, "b").unwrap();
    assert!(difference >= 2, "{difference}");
    for moved in 1..=difference.min(3) {
        let there = i16::try_from(moved).unwrap();
        assert!(bands(&table, "a").contains(&there) && bands(&table, "a").contains(&-there), "{moved} of {difference}");
    }
}

/// Rules: D-S9, R-S17, R-S18, R-S32, R-S41, T-S1, T-S2, T-S3, T-S8, T-S9, T-S11.
#[test]
fn t_s2_the_edge_between_three_and_four_costs_two() {
    let play = |b_shows: i32| {
        let mut table = duel(Craft::new("a").v_shift(3).crew("pilot", 3).at(2), Craft::new("b").at(0));
        table.drives_after(&[1, 0]);
        table.plan(Point::Drive, "a", of(Verb::Drive)).plan(Point::Drive, "b", of(Verb::Drive));
        table.plan(Point::Bid, "a", of(Verb::Burn).n(1));
        table.dice(&[1, b_shows]).until(&[Point::Shift]);
        table
    };
    let table = play(1);
    assert_eq!(table.boxes("a", HEAT), [1]);
    assert_eq!((total(&table, "a"), total(&table, "b")), (Some(5), Some(3)));
    assert_eq!(movable(&table), ["a", "b"]);
    assert_eq!(bands(&table, "a"), [0, 1, 3], "4 would cost 3 shifts, and there are 2");
    assert_eq!(bands(&table, "b"), [-2, -1, 1, 2]);
    let mut table = play(0);
    assert!(bands(&table, "a").contains(&4), "3 shifts, 2 bands");
    shift(&mut table, "a", 4);
    assert_eq!(table.band("a"), Some(4));
}

/// Rules: R-S6, R-S7, R-S18, R-S32, R-S41, T-S1, T-S2, T-S3, T-S8, T-S9, T-S11.
#[test]
fn t_s3_r_s7_leaving_the_map_is_a_band_and_limited_by_the_movers_own_v_shift() {
    let play = |v_shift: i32, burn: i16, band: i32, shows: [i32; 2]| {
        let mut table = duel(Craft::new("a").v_shift(v_shift).at(0), Craft::new("b").at(band));
        table.drives_after(&[1, 0]);
        if burn > 0 {
            table.plan(Point::Bid, "a", of(Verb::Burn).n(burn));
        }
        table.dice(&shows).until(&[Point::Shift]);
        table
    };
    let table = play(2, 2, 2, [4, -1]);
    assert_eq!((total(&table, "a"), total(&table, "b")), (Some(8), Some(1)));
    assert_eq!(bands(&table, "b"), [0, 1, 3, 4], "off the map costs 6 of 7 shifts, but is three bands");
    let mut table = play(2, 2, 3, [4, -1]);
    assert!(bands(&table, "b").contains(&5), "5 shifts, two bands");
    shift(&mut table, "b", 5);
    assert_eq!(table.ship("b").status, ShipStatus::DrivenOff);
    assert_eq!(table.band("b"), None);
    let table = play(1, 0, 4, [2, -2]);
    assert_eq!((total(&table, "a"), total(&table, "b")), (Some(3), Some(0)));
    assert_eq!(bands(&table, "b"), [3, 5], "3 shifts, one band");
}

/// Rules: R-S6, R-S7.
#[test]
fn r_s6_the_dear_edges_do_not_lengthen_range() {
    let mut table = duel(Craft::new("a").at(4), Craft::new("b").at(2));
    table.drives_after(&[1, 0]);
    assert_eq!(table.fight.range(table.id("a"), table.id("b")), Some(2));
    use slip_play::space::state::Band;
    assert_eq!(table.fight.way(Band(2), Band(4)), (3, 2));
    assert_eq!(table.fight.way(Band(0), Band(4)), (5, 4));
    assert_eq!(table.fight.way(Band(3), Band(5)), (5, 2));
    assert_eq!(table.fight.way(Band(4), Band(5)), (3, 1));
    assert_eq!(table.fight.way(Band(2), Band(5)), (6, 3));
    assert_eq!(table.fight.way(Band(-4), Band(-3)), (2, 1), "both ways the same");
    assert_eq!(table.fight.way(Band(-5), Band(-4)), (3, 1));
}

/// Rules: R-S17, T-S1, T-S2, T-S3, T-S8, T-S9, T-S11.
#[test]
fn t_s9_r_s17_tied_winners_and_whoever_is_next() {
    let four = |shows: &[i32]| {
        let craft = |name: &str, band: i32| Craft::new(name).at(band);
        let fleet = Fleet::new().ship("w", craft("a", 0)).ship("x", craft("b", 1)).ship("y", craft("c", -1)).ship("z", craft("d", 2));
        let mut table = fleet.sit();
        table.drives_after(&[3, 2, 1, 0]);
        table.dice(shows);
        table
    };
    let mut table = four(&[3, 3, 1, -1]);
    let ask = table.until(&[Point::Shift]).unwrap();
    assert_eq!(ask.me, table.on("c"));
    assert_eq!(movable(&table), ["c", "d"], "who has more cannot be moved");
    assert_eq!(bands(&table, "c"), [-3, -2, 0, 1], "by 2");
    assert_eq!(bands(&table, "d"), [0, 1, 3], "by 2, and the edge to 4 costs 2");
    // If c has 5 too, the winner is d with a margin of 0.
    let mut table = four(&[3, 3, 3, -1]);
    table.until(&[Point::Shift, Point::Stop]);
    assert_eq!(answers(&table, Point::Shift), 0);
    // With four equal rolls, no ship moves.
    let mut table = four(&[1, 1, 1, 1]);
    table.until(&[Point::Shift, Point::Stop]);
    assert_eq!(answers(&table, Point::Shift), 0);
}

/// Rules: R-S17, R-S28, T-S1, T-S2, T-S3, T-S8, T-S9, T-S11.
#[test]
fn t_s11_r_s41_a_formation_has_its_lowest_total_and_whoever_leaves_stands_on_its_own() {
    let mut table = Fleet::new()
        .ship("red", Craft::new("a").v_shift(3).crew("pilot", 3).at(1))
        .ship("red", Craft::new("b").v_shift(1).at(1))
        .ship("blue", Craft::new("c").at(0))
        .sit();
    table.dice(&[2, 1, 0]);
    let form = of(Verb::Form).on(table.on("b"));
    table.plan(Point::Formation, "a", form).until(&[Point::Drive]);
    assert_eq!(table.fight.entity(table.id("b")), [table.id("a"), table.id("b")]);
    table.dice(&[3, 1, 2]).until(&[Point::Formation]);
    let mut together = table.clone();
    let ask = together.until(&[Point::Shift]).unwrap();
    let totals: Vec<i32> = together.fight.entities().iter().map(|entity| entity.total).collect();
    assert_eq!((totals, ask.me), (vec![2, 4], together.on("c")));
    assert_eq!(movable(&together), ["a", "c"]);
    assert_eq!(bands(&together, "c"), [-2, -1, 1, 2]);
    assert_eq!(bands(&together, "a"), [-1, 0, 2, 3]);
    shift(&mut together, "a", 3);
    assert_eq!((together.band("a"), together.band("b")), (Some(3), Some(3)), "both ships together");
    // In formation window B, ship `a` leaves the formation and keeps its own total of 6.
    let mut apart = table;
    apart.answer(Point::Formation, "a", of(Verb::Leave));
    let ask = apart.until(&[Point::Shift]).unwrap();
    assert_eq!(ask.me, apart.on("a"));
    assert_eq!(movable(&apart), ["a", "b", "c"]);
    assert_eq!(bands(&apart, "a"), [-2, -1, 0, 2, 3, 4], "4 shifts, 3 bands");
    assert_eq!(bands(&apart, "c"), [-2, -1, 1, 2]);
    assert!(bands(&apart, "b").contains(&4));
}

/// Rules: R-S3, R-S4, R-S5, R-S18, R-S32, R-S33, R-S34, R-S41.
#[test]
fn r_s41_the_owner_of_the_lowest_decides_ties_by_ship() {
    let play = |shows: &[i32]| {
        let mut table =
            Fleet::new().ship("red", Craft::new("a").at(0)).ship("green", Craft::new("b").at(0)).ship("blue", Craft::new("c").at(2)).sit();
        table.dice(&[2, 1, 0]);
        let form = of(Verb::Form).on(table.on("b"));
        table.plan(Point::Formation, "a", form).plan(Point::Formation, "b", of(Verb::Accept)).until(&[Point::Drive]);
        table.dice(shows).until(&[Point::Shift]).map(|ask| (ask.me, ask.seat.0))
    };
    assert_eq!(play(&[2, 1, -2]), Some((Id::Actor(slip_play::ids::ActorId(1)), 1)), "b's roll has won");
    assert_eq!(play(&[1, 1, -2]), Some((Id::Actor(slip_play::ids::ActorId(0)), 0)));
}

/// Rules: R-S28.
#[test]
fn r_s28_formations_need_consent_and_are_not_asked_twice() {
    let mut table = duel(Craft::new("a").at(0), Craft::new("b").at(0));
    table.dice(&[1, 0]);
    let form = of(Verb::Form).on(table.on("b"));
    table.until(&[Point::Formation]);
    table.answer(Point::Formation, "a", form);
    let ask = table.wait().unwrap();
    assert_eq!((ask.point, ask.me, ask.it), (Point::Formation, table.on("b"), table.on("a")));
    table.take(of(Verb::Refuse).into());
    table.until(&[Point::Drive]);
    assert_eq!(groups(&table, Grouping::Form), 0);
    assert_eq!(table.fight.entity(table.id("a")), [table.id("a")]);
}

/// Rules: D-S7, D-S16, R-S28.
#[test]
fn ships_form_up_when_one_of_them_is_moved_to_the_middle() {
    let play = |from: i32| {
        let mut table =
            Fleet::new().ship("red", Craft::new("a").at(from)).ship("red", Craft::new("b").at(0)).ship("blue", Craft::new("c").at(2)).sit();
        table.drives_after(&[2, 1, 0]);
        table.dice(&[2, -1, -2]).until(&[Point::Shift]);
        table
    };
    let mut table = play(1);
    shift(&mut table, "a", 0);
    let ask = table.wait().unwrap();
    assert_eq!((ask.point, ask.me), (Point::Formation, table.on("a")));
    assert_eq!(table.options(), [of(Verb::Pass), of(Verb::Form).on(table.on("b"))]);
    table.take(of(Verb::Form).on(table.on("b")).into());
    assert_eq!(table.fight.entity(table.id("a")).len(), 2);
    // In the other phases, ships cannot form up.
    let mut table = play(1);
    shift(&mut table, "b", 1);
    table.until(&[Point::Stop]);
    assert_eq!(groups(&table, Grouping::Form), 0);
    assert_eq!(answers(&table, Point::Formation), 0);
}

// Drives, burns, heat.

/// Rules: D-S8, R-S14, R-S15, R-S16.
#[test]
fn r_s14_burns_are_raised_until_all_hold_and_stand_when_the_dice_have_fallen() {
    let mut table = duel(Craft::new("a").at(0), Craft::new("b").at(2));
    table.drives_after(&[1, 0]).until(&[Point::Bid]);
    table.answer(Point::Bid, "a", of(Verb::Hold));
    table.answer(Point::Bid, "b", of(Verb::Burn).n(2));
    table.wait();
    assert!(!table.options().contains(&of(Verb::Burn).n(0)));
    table.answer(Point::Bid, "a", of(Verb::Burn).n(1));
    table.wait();
    assert_eq!(table.options()[..2], [of(Verb::Hold), of(Verb::Burn).n(3)], "never less than was said");
    table.answer(Point::Bid, "b", of(Verb::Hold));
    table.dice(&[0, 0]).until(&[Point::Shift]);
    assert_eq!((table.boxes("a", HEAT), table.boxes("b", HEAT)), (vec![1], vec![1, 2]));
    assert_eq!((total(&table, "a"), total(&table, "b")), (Some(3), Some(4)));
    assert_eq!(answers(&table, Point::Bid), 4);
}

/// Rules: D-S8, R-S14, R-S15, R-S16.
#[test]
fn r_s14_where_the_caller_lets_burns_be_lowered_once() {
    let fleet = Fleet::new().rule("burn_negotiation", "yes");
    let mut table = fleet.ship("red", Craft::new("a").at(0)).ship("blue", Craft::new("b").at(2)).sit();
    table.drives_after(&[1, 0]).until(&[Point::Bid]);
    table.answer(Point::Bid, "a", of(Verb::Burn).n(3));
    table.answer(Point::Bid, "b", of(Verb::Burn).n(1));
    table.answer(Point::Bid, "a", of(Verb::Burn).n(1));
    table.dice(&[0, 0]).until(&[Point::Stop]);
    assert_eq!((table.boxes("a", HEAT), table.boxes("b", HEAT)), (vec![1], vec![1]));
}

/// Rules: R-S14, R-S15, R-S16.
#[test]
fn r_s16_a_burn_is_limited_by_heat_and_the_consequences_that_are_left() {
    let table = duel(Craft::new("a"), Craft::new("b").slots(&["moderate"]));
    assert_eq!((table.fight.most_burn(table.id("a")), table.fight.most_burn(table.id("b"))), (3 + 7, 3 + 2));
    let dump = "ship x \"X\" : spacecraft { tech T4; v_shift 4; stunts dimensional_heat_dump; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }";
    let fleet = Fleet::of(dump);
    let cool = Craft::new("a").like(&fleet.pack, "x").v_shift(5).crew("pilot", 5).at(0);
    let mut table = fleet.ship("red", cool).ship("blue", Craft::new("b").at(2)).sit();
    assert_eq!(table.fight.most_burn(table.id("a")), 5, "no heat: what the drives give");
    table.drives_after(&[1, 0]).until(&[Point::Bid]);
    table.answer(Point::Bid, "a", of(Verb::Burn).n(5));
    table.dice(&[0, 0]).until(&[Point::Shift]);
    assert_eq!(answers(&table, Point::Mitigate), 0, "hits on heat are nothing");
    assert_eq!(total(&table, "a"), Some(10));
}

/// Rules: R-S14, R-S15, R-S16.
#[test]
fn r_s15_a_ship_can_burn_itself_out_before_the_roll() {
    let mut table = duel(Craft::new("a").slots(&[]).at(0), Craft::new("b").at(2));
    let marked = Track::with_marked(3, &[2, 3]);
    table.set("a", |ship| ship.tracks[2] = marked);
    table.drives_after(&[1, 0]).plan(Point::Bid, "a", of(Verb::Burn).n(2));
    let ask = table.until(&[Point::Beaten]).unwrap();
    assert_eq!((ask.seat, ask.me, ask.it), (table.fight.side(table.id("b")), table.on("b"), table.on("a")));
    assert!(matches!(table.ship("a").status, ShipStatus::TakenOut { by: None, track: HEAT, .. }));
    assert_eq!(total(&table, "a"), None, "out before the roll");
}

/// Rules: T-S1, T-S2, T-S3, T-S8, T-S9, T-S11.
#[test]
fn t_s8_a_slip_arrival_marks_only_the_highest_box() {
    let text = "ship x \"X\" : spacecraft { tech T3; v_shift 2; stunts slipstream_t3; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }";
    let play = |burn: i16| {
        let fleet = Fleet::of(text);
        let craft = Craft::new("a").like(&fleet.pack, "x").at(0).slipped();
        let mut table = fleet.ship("red", craft).ship("blue", Craft::new("b").at(2)).sit();
        table.drives_after(&[1, 0]);
        assert_eq!(table.boxes("a", HEAT), [3]);
        table.plan(Point::Bid, "a", of(Verb::Burn).n(burn));
        table
    };
    let mut table = play(2);
    table.until(&[Point::Mitigate]);
    table.take(of(Verb::Take).into());
    assert_eq!(table.boxes("a", HEAT), [1, 2, 3]);
    let mut table = play(3);
    table.until(&[Point::Mitigate]);
    let default = table.options()[0];
    assert_eq!(default, of(Verb::Take).how(1), "the cheapest that saves: bought down to 2");
    table.take(of(Verb::Take).into());
    assert!(!table.ship("a").is_active(), "4 is past the end");
}

/// Rules: D-S8, R-S4, R-S33, R-S34.
#[test]
fn a_coasting_ship_bleeds_its_highest_box_and_has_the_automatic_total() {
    let mut table = duel(Craft::new("a").at(0), Craft::new("b").at(2));
    table.set("a", |ship| ship.tracks[2] = Track::with_marked(3, &[1, 3]));
    table.drives_after(&[1, 0]).plan(Point::Drive, "a", of(Verb::Coast));
    table.dice(&[0]).until(&[Point::Shift]);
    assert_eq!(table.boxes("a", HEAT), [1]);
    assert_eq!((total(&table, "a"), total(&table, "b")), (Some(-4), Some(2)));
    assert_eq!(table.ship("a").worked & 2, 0, "no skill is used");
}

/// Rules: R-S4, R-S33, R-S34.
#[test]
fn r_s33_a_compelled_ship_neither_rolls_nor_bleeds_heat() {
    let mut table = duel(Craft::new("a").aspect("Late again").at(0), Craft::new("b").at(2));
    table.set("a", |ship| ship.tracks[2] = Track::with_marked(3, &[1, 2]));
    table.dice(&[1, 0]).until(&[Point::Compel]);
    table.take(of(Verb::Pass).into());
    table.until(&[Point::Compel]);
    let compel = *table.options().iter().find(|choice| choice.verb == Verb::Compel).unwrap();
    table.take(compel.into());
    table.answer(Point::AnswerCompel, "a", of(Verb::Accept));
    let ask = table.until(&[Point::Drive]).unwrap();
    assert_eq!(ask.me, table.on("b"), "a is not asked");
    table.dice(&[0]).until(&[Point::Shift]);
    assert_eq!((total(&table, "a"), table.boxes("a", HEAT)), (Some(-4), vec![1, 2]));
}

/// Rules: R-S4, R-S33, R-S34.
#[test]
fn r_s34_no_phase_no_bleeding() {
    let mut table = duel(Craft::new("a").at(0), Craft::new("b").at(2));
    table.set("a", |ship| ship.tracks[2] = Track::with_marked(3, &[1, 2]));
    table.plan(Point::Begin, "a", of(Verb::Start).how(1));
    table.dice(&[1, 0]).until(&[Point::Stop]);
    assert_eq!((table.fight.state.turn, answers(&table, Point::Drive)), (1, 0));
    assert_eq!(table.boxes("a", HEAT), [1, 2]);
    table.until(&[Point::Drive]);
    assert_eq!(table.fight.state.turn, 2, "skipped in the first turn only");
}

/// Rules: R-S3, R-S4, R-S5, R-S33, R-S34.
#[test]
fn r_s4_whom_nobody_may_fly_fails_to_act_and_may_still_coast() {
    let text = "ship x \"X\" : spacecraft { tech T2; v_shift 2; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }";
    let fleet = Fleet::of(text);
    let craft = Craft::new("a").like(&fleet.pack, "x").military("pilot", false).at(0);
    let mut table = fleet.ship("red", craft).ship("blue", Craft::new("b").at(2)).sit();
    table.set("a", |ship| ship.tracks[2] = Track::with_marked(3, &[1, 2]));
    table.dice(&[1, 0]).until(&[Point::Drive]);
    table.dice(&[-4]).until(&[Point::Shift, Point::Stop]);
    assert_eq!((total(&table, "a"), table.boxes("a", HEAT)), (Some(-4), vec![1]));
    assert_eq!(table.fight.band_cap(&[table.id("a")]), 0);
}

/// Rules: R-S18, R-S32, R-S41.
#[test]
fn r_s32_driven_off_is_off_the_map_and_the_setting_says_whether_it_is_escape() {
    let mut table = duel(Craft::new("a").at(4), Craft::new("b").at(3));
    table.drives_after(&[1, 0]);
    table.dice(&[3, -2]).until(&[Point::Shift]);
    let mut flown = table.clone();
    shift(&mut flown, "a", 5);
    assert_eq!(flown.ship("a").status, ShipStatus::Escaped);
    let mut pushed = table;
    shift(&mut pushed, "b", 5);
    assert_eq!(pushed.ship("b").status, ShipStatus::DrivenOff);
    assert!(pushed.fight.roster.settings.driven_off_counts);
    let fleet = Fleet::new().rule("driven_off_counts", "no").ship("red", Craft::new("a")).ship("blue", Craft::new("b"));
    assert!(!fleet.sit().fight.roster.settings.driven_off_counts);
}

// Probabilities.

/// The table of the rules, over all 6561 results: win, tie, margins of 3 and of 5 with a burn on one side.
const ODDS: [(i32, u32, u32, u32, u32); 5] = [
    (0, 2727, 1107, 927, 157),
    (1, 3834, 1016, 1711, 423),
    (2, 4850, 784, 2727, 927),
    (3, 5634, 504, 3834, 1711),
    (4, 6138, 266, 4850, 2727),
];

#[test]
fn the_odds_of_position_are_those_of_the_page() {
    let both = RollDistribution::opposed(DiceKind::Fudge);
    for (burn, win, tie, three, five) in ODDS {
        let reckoned = (both.at_least(1 - burn), both.exactly(-burn), both.at_least(3 - burn), both.at_least(5 - burn));
        assert_eq!(reckoned, (win, tie, three, five), "burn {burn}");
    }
    assert_eq!(RollDistribution::of(DiceKind::Fudge).at_least(5 - 6), 66, "rating 2 against a ship at rest");
}

#[test]
fn the_engine_has_the_odds_of_the_page() {
    let one = RollDistribution::of(DiceKind::Fudge);
    for (burn, win, tie, three, five) in ODDS {
        let mut table = duel(Craft::new("a").at(0), Craft::new("b").at(2));
        table.drives_after(&[1, 0]);
        table.plan(Point::Drive, "a", of(Verb::Drive)).plan(Point::Drive, "b", of(Verb::Drive));
        if burn > 0 {
            table.plan(Point::Bid, "a", of(Verb::Burn).n(i16::try_from(burn).unwrap()));
        }
        let mut counts = (0, 0, 0, 0);
        for (a, ways) in one.totals() {
            for (b, more) in one.totals() {
                let mut table = table.clone();
                let ask = table.dice(&[a, b]).until(&[Point::Shift, Point::Stop]).unwrap();
                // A winner can always move a ship, and so is asked.
                let margin = if ask.point == Point::Shift {
                    let entities = table.fight.entities();
                    let margin = entities[0].total - entities[1].total;
                    assert_eq!(ask.me, table.on(if margin > 0 { "a" } else { "b" }));
                    margin
                } else {
                    0
                };
                let ways = ways * more;
                counts.0 += if margin > 0 { ways } else { 0 };
                counts.1 += if margin == 0 { ways } else { 0 };
                counts.2 += if margin >= 3 { ways } else { 0 };
                counts.3 += if margin >= 5 { ways } else { 0 };
            }
        }
        assert_eq!(counts, (win, tie, three, five), "burn {burn}");
    }
}

#[test]
fn a_fight_begins_with_whole_tracks() {
    let table = duel(Craft::new("a"), Craft::new("b"));
    for track in [FRAME, DATA, HEAT] {
        assert_eq!(table.boxes("a", track), Vec::<u8>::new());
    }
}
