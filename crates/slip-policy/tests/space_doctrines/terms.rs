//! Tests of the values of condition terms in written situations, with the printed probabilities.

use super::table::{Craft, Fleet, Table};
use super::{duel, says, seats, warship};
use slip_play::choice::{Choice, Verb};
use slip_play::question::Point;
use slip_play::space::state::{DATA, FRAME, HEAT};

/// Asserts that conditions hold when a yes-or-no rule on this topic is evaluated. For each condition, one rule requires the condition and
/// another its opposite.
fn hold(table: &mut Table, topic: &str, done: Verb, conditions: &[&str]) {
    let lines: Vec<String> =
        conditions.iter().flat_map(|condition| [format!("{topic} when {condition}"), format!("{topic} when not ({condition})")]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut seats = seats(&lines).into_iter();
    for condition in conditions {
        let (mut yes, mut no) = (seats.next().unwrap(), seats.next().unwrap());
        assert_eq!(says(table, &mut yes).verb, done, "`{condition}` does not hold");
        assert_ne!(says(table, &mut no).verb, done, "the opposite of `{condition}` holds");
    }
}

fn drives(mut table: Table) -> Table {
    table.dice(&[0, 0]).until(&[Point::Drive]);
    table
}

#[test]
fn terms_of_a_ship_are_read_from_its_sheet_and_its_tracks() {
    let mut table = drives(duel(-3, 2).sit());
    table.set("a", |ship| {
        ship.tracks[usize::from(FRAME.0)].mark(2);
        ship.tracks[usize::from(HEAT.0)].mark(1);
    });
    table.set("b", |ship| ship.tracks[usize::from(DATA.0)].mark(3));
    let conditions = [
        "turn == 1",
        "turns_left == 49",
        "allies == 0 and enemies == 1 and not outnumbered",
        "band == -3 and vshift == 2 and beam == 3 and torpedo == 2 and ew == 3",
        "frame_left == 1 and data_left == 3 and heat_left == 2 and boxes_left == 1",
        "slots_left == 3 and consequences == 0 and fate == 5 and spin == 0",
        "range == 5",
        // Frame boxes, Data boxes and consequence slots: own (1 + 3 + 3) minus those of the enemy (3 + 0 + 3).
        "score == 1",
        "any(enemy hurt) and count(enemy armed) == 1 and not any(ally)",
        "any(nearest enemy able visible alone)",
        "trained gunnery and not trained piloting_of_dreams",
        "fate_value == 1",
        "heat_after == 2",
    ];
    let known: Vec<&str> = conditions.iter().copied().filter(|condition| !condition.contains("piloting_of_dreams")).collect();
    hold(&mut table, "coast", Verb::Coast, &known);
}

/// Odds of the position phase in 6561 results. With equal ratings it is won in 2727, with a burn of one in 3834. Leaving the map from band
/// 4 takes three shifts: 927 results, with a burn of one 1711.
#[test]
fn chances_of_the_position_phase_are_exact() {
    let mut table = drives(duel(4, 0).sit());
    hold(&mut table, "coast", Verb::Coast, &["win_chance == 41%", "leave_chance == 14%", "lost_chance == 0%", "can_leave"]);
    table.until(&[Point::Bid]);
    let mut seats = seats(&["burn least when win_chance == 58%", "burn least when leave_chance == 26%"]).into_iter();
    for _ in 0..2 {
        assert_eq!(says(&mut table, &mut seats.next().unwrap()), Choice::of(Verb::Burn).n(1));
    }
    let mut table = drives(duel(0, 4).sit());
    hold(&mut table, "coast", Verb::Coast, &["leave_chance == 0%", "lost_chance == 14%", "not can_leave"]);
}

/// Rows 1 to 5 of the table of fire.
#[test]
fn chances_of_fire_are_those_of_the_table() {
    let range_two = || Fleet::new().ship("ours", warship("a").rated("ew", 0).at(0)).ship("theirs", Craft::new("b").at(2)).sit();
    let mut table = range_two();
    table.dice(&[0, 0, 0, 0]).until(&[Point::Declare]);
    // Row 1: beam 3 in full against 0, edge 3: 5634 results hit; 2727 give four shifts or more. The three consequences absorb
    // seven: a hit must be eight more than three.
    hold(
        &mut table,
        "beam 3 on enemy",
        Verb::Beam,
        &["hit_chance == 85%", "kill_chance == 0%", "expected >= 2", "risk == 0", "setup == 0"],
    );
    let unarmed = Craft::new("b").slots(&[]).at(2);
    let mut table = Fleet::new().ship("ours", warship("a").rated("ew", 0).at(0)).ship("theirs", unarmed).sit();
    table.dice(&[0, 0, 0, 0]).until(&[Point::Declare]);
    hold(&mut table, "beam 3 on enemy", Verb::Beam, &["kill_chance == 41%", "it.slots_left == 0", "it.boxes_left == 3"]);
}

/// Row 4: two ships with electronic warfare 2, ours with a better officer. The attack wins in 3834 results and loses in 1711. After a loss,
/// the other ship strikes back.
#[test]
fn electronic_warfare_is_weighed_against_what_comes_back() {
    let ours = warship("a").rated("ew", 2).crew("comm", 3);
    let theirs = warship("b").rated("ew", 2).crew("comm", 2);
    let mut table = Fleet::new().ship("ours", ours.at(0)).ship("theirs", theirs.at(2)).sit();
    table.dice(&[0, 0, 0, 0]).until(&[Point::Declare]);
    hold(&mut table, "ew on enemy", Verb::Ew, &["hit_chance == 58%", "expected > risk", "risk > 0"]);
}

#[test]
fn a_threat_is_what_torpedoes_promise_if_no_beams_defend() {
    let theirs = Craft::new("b").rated("torpedo", 2);
    let mut table = Fleet::new().ship("ours", warship("a").rated("ew", 0).at(0)).ship("theirs", theirs.at(2)).sit();
    table.dice(&[0, 0, 0, 0]).until(&[Point::Declare]);
    hold(&mut table, "beam 3 on enemy", Verb::Beam, &["threat >= 1", "it.threat == 0 or it.threat > 0"]);
    let mut table = Fleet::new().ship("ours", warship("a").rated("ew", 0).at(0)).ship("theirs", Craft::new("b").at(2)).sit();
    table.dice(&[0, 0, 0, 0]).until(&[Point::Declare]);
    hold(&mut table, "beam 3 on enemy", Verb::Beam, &["threat == 0"]);
}

/// Our beams missed by two against an enemy with three boxes and no consequences: with one more point it is a hit, with four
/// the enemy is out.
#[test]
fn the_dice_on_the_table_are_weighed_exactly() {
    let mut table = duel(0, 2).sit();
    table.set("b", |ship| ship.tracks[usize::from(FRAME.0)].mark(1));
    table.dice(&[0, 0, 0, 0]).until(&[Point::Declare]);
    table.until(&[Point::Declare]);
    while table.fight.state.stage != slip_play::event::SpacePhase::Beams {
        table.take(Choice::of(Verb::Hold).into());
        table.until(&[Point::Declare]);
    }
    let own = table.on("a");
    table.take(Choice::of(Verb::Beam).on(own).into());
    table.wait();
    table.take(Choice::of(Verb::Value).n(3).into());
    table.dice = slip_dice::Dice::scripted(super::table::faces(&[-4, 0]));
    table.until(&[Point::Adjust]);
    let conditions =
        ["misses_by == 2", "wins_by == -1", "gain >= 1", "free_reach == 0", "reach >= 2", "odds == 93%", "answerable", "not taken_out"];
    let lines: Vec<String> =
        conditions.iter().map(|condition| format!("spend_fate when {condition}\nreroll when misses_by >= 98")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    for (mut seat, condition) in seats(&lines).into_iter().zip(conditions) {
        assert!(matches!(says(&mut table, &mut seat).verb, Verb::Invoke | Verb::Tag), "`{condition}` does not hold");
    }
}
