//! Tests of the values of condition terms in written situations.

use super::table::{Field, Table};
use super::{says, seats};
use slip_play::choice::Verb;
use slip_play::question::Point;

/// Asserts that conditions hold for a unit that is to act; each is tested by a doctrine rule with that condition.
fn hold(table: &mut Table, conditions: &[&str]) {
    let lines: Vec<String> = conditions
        .iter()
        .flat_map(|condition| [condition.to_string(), format!("not ({condition})")])
        .map(|condition| format!("act maneuver when {condition}\nact pass"))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut seats = seats(&lines).into_iter();
    for condition in conditions {
        let (mut yes, mut no) = (seats.next().unwrap(), seats.next().unwrap());
        assert_eq!(says(table, &mut yes).verb, Verb::Maneuver, "`{condition}` does not hold");
        assert_eq!(says(table, &mut no).verb, Verb::Pass, "the opposite of `{condition}` holds");
    }
}

const CAST: &str = "platoon mixed \"Mixed\" { leader rifles with not_a_genius \"Sergeant\"; units rifles, tank; aircraft bomber }
                    platoon battery \"Battery\" { leader gun with not_a_genius \"Layer\" }";

/// Red's second rifles are spotted, and were out of command by 1 before their part of the turn. They are about to act, one zone from their
/// leader. Blue has a spotted squad two zones away and a gun that has fired.
fn scene() -> Table {
    let red = "platoon mixed at b { place rifles at b }";
    let mut table = Field::sides(CAST, red, "platoon squad at d; platoon battery").limit(8).sit();
    table.leaves(1, Point::Compel);
    table.set("rifles#2", |unit| unit.spotted = 2).set("rifles#3", |unit| unit.spotted = 1);
    table.set("gun", |unit| unit.has_fired = true);
    table.part_of("rifles#2").until_asked(Point::Act, "rifles#2");
    table
}

#[test]
fn terms_of_a_unit_are_read_from_its_sheet_and_its_counters() {
    let mut table = scene();
    table.set("rifles#2", |unit| unit.ooc = 2);
    hold(
        &mut table,
        &[
            "turn == 1 and turns_left == 7",
            "allies == 3 and enemies == 4 and not outnumbered or enemies == 4",
            "spotted and in_sight and not unspotted",
            "ooc == 2 and jammed",
            "in_command and member and not orphan",
            "morale_left == 2 and boxes_left == 2",
            "observers == 2 and rearm_box == 0 and not has_fired",
            "infantry and not armour and not artillery and not aircraft and not leader",
            "count(ally armour) == 1 and count(ally aircraft) == 1 and count(ally infantry) == 1",
            "count(enemy artillery) == 1 and any(enemy artillery has_fired)",
            "count(enemy infantry) == 3 and count(enemy leader) == 2",
            "count(enemy spotted) == 1 and count(enemy unspotted) == 3",
            "count(ally leader) == 1 and count(ally member) == 3",
            "count(enemy visible) == 3",
            "count(ally in_zone) == 2",
            "trained observation and not trained signals",
            "range == 2",
            "fate_value == 1 and spin == 0 and slots_left == 3 and consequences == 0",
            // Five fate points: one for each of two units, one each for the leader and the aircraft, and one more for the leader.
            "fate == 5",
        ],
    );
}

#[test]
fn who_has_lost_touch_is_an_orphan_and_who_is_jammed_is_not_observed_for() {
    let mut table = scene();
    let id = table.id("rifles#2");
    table.fight.state.units[id].place = slip_play::platoon::zones::UnitLocation::Zone(table.zone("a"));
    hold(&mut table, &["not in_command", "goal_distance > 0"]);
    let mut alone = scene();
    alone.set("tank", |unit| {
        unit.member = false;
        unit.ooc = 3;
    });
    hold(&mut alone, &["any(ally orphan jammed) and count(ally orphan) == 1", "count(ally member) == 2"]);
}

#[test]
fn r_yd2_of_several_in_a_zone_to_be_held_the_first_holds_it_and_the_next_is_wanted_elsewhere() {
    let sides = "defender red\nside red { platoon mixed at b { place rifles at b } }\nside blue { platoon lone at e }";
    let field = Field::of(CAST, &format!("battle objectives {{ zones b, d }}\nlimit 8 turns\n{sides}"));
    let told = |who: &str, wanted: &str, held: &[(&str, &str)]| {
        let mut table = field.sit();
        table.leaves(1, Point::Compel);
        table.part_of(who).until_asked(Point::Act, who);
        for (unit, zone) in held {
            table.put(unit, zone);
        }
        hold(&mut table, &[wanted]);
    };
    told("rifles#1", "goal_distance == 0", &[]);
    told("rifles#2", "goal_distance == 2", &[]);
    // If every zone is held, there is no further goal, and the distance is 0.
    told("rifles#2", "goal_distance == 0", &[("tank", "d")]);
}

#[test]
fn guns_know_how_many_watch_for_them_and_aircraft_their_box() {
    let red = "platoon battery; platoon squad at b";
    let mut table = Field::sides(CAST, red, "platoon lone at d").sit();
    table.leaves(1, Point::Compel);
    table.set("gun", |unit| unit.has_fired = true).part_of("gun").until_asked(Point::Act, "gun");
    for who in ["rifles#1", "rifles#2", "rifles#3"] {
        table.set(who, |unit| unit.member = true);
    }
    hold(&mut table, &["observers == 3 and artillery and has_fired and not in_sight", "morale_left == 4"]);
    table.set("rifles#2", |unit| unit.ooc = 1);
    hold(&mut table, &["observers == 2"]);
    let mut flying = Field::sides(CAST, "platoon mixed at a", "platoon lone at e").sit();
    flying.leaves(1, Point::Compel);
    flying.part_of("bomber").until_asked(Point::Act, "bomber");
    let mut seats = seats(&["act enter when rearm_box == 6 and aircraft\nact pass", "act enter when rearm_box <= 5\nact pass"]).into_iter();
    assert_eq!(says(&mut flying, &mut seats.next().unwrap()).verb, Verb::Deploy);
    assert_eq!(says(&mut flying, &mut seats.next().unwrap()).verb, Verb::Pass);
}

/// Direct Fire 2 at range 2 against Armour 1 has edge 0: 2 - 1 - 1; 2727 of 6561 hit, and three shifts or more, 927, eliminate
/// without consequences.
#[test]
fn chances_of_fire_are_those_of_the_table() {
    let mut table = scene();
    hold(&mut table, &["hit_chance == 41%", "hit_chance >= 41% and kill_chance == 0%"]);
    let slots = slip_dice::fate::Slots::NONE;
    let blue = table.platoon("squad");
    table.fight.state.platoons[blue].slots = slots;
    // Only their leader is spotted, with four boxes; without two of them, a hit of three exceeds the track.
    table.set("rifles#3", |unit| unit.spotted = 0).set("rifles#4", |unit| unit.spotted = 1);
    hold(&mut table, &["kill_chance == 14%", "any(enemy spotted) and expected > 0"]);
}
