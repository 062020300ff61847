//! Tests of the catalogue in the standard library: typical units, beasts, borders and oppositions, with the figures of the rules.

use crate::content_rules::compiled_text::written;
use slip_pack::map::BorderValue;

/// "Typical infantry Skill tree: Camouflage 3, Direct Fire 2, Observation 2, Armour 1, Hand-to-Hand 1, Command 1", and the other arms.
#[test]
fn typical_units_have_the_skill_trees_of_the_rules() {
    let pack = written("").pack;
    type Tree<'a> = (&'a str, &'a str, &'a [(&'a str, i32)]);
    let trees: &[Tree<'_>] = &[
        (
            "hedgerow_foot",
            "infantry",
            &[("camouflage", 3), ("direct_fire", 2), ("observation", 2), ("armour", 1), ("hand_to_hand", 1), ("command", 1)],
        ),
        ("breach_tank", "armour", &[("armour", 4), ("direct_fire", 3), ("movement", 2), ("anti_air", 1)]),
        ("ambush_tank", "armour", &[("direct_fire", 4), ("armour", 3), ("movement", 2), ("anti_air", 1)]),
        ("orchard_battery", "artillery", &[("indirect_fire", 3), ("camouflage", 2), ("movement", 1)]),
        ("plough_flight", "aircraft", &[("direct_fire", 4), ("observation", 3), ("anti_air", 2), ("movement", 1)]),
        ("lantern_flight", "aircraft", &[("observation", 4), ("direct_fire", 3), ("anti_air", 2), ("movement", 1)]),
        ("shrike_flight", "aircraft", &[("anti_air", 4), ("direct_fire", 3), ("observation", 2), ("movement", 1)]),
    ];
    for (name, design, skills) in trees {
        let unit = &pack.items["unit"][format!("std.{name}").as_str()];
        assert!(unit.design.ends_with(design), "{name}");
        let mut found: Vec<(&str, i32)> = unit.skills.iter().map(|(skill, rank)| (skill.as_str(), *rank)).collect();
        let mut wanted = skills.to_vec();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{name}");
    }
    // "mortar or grenade launcher crews": an Indirect Fire skill on an infantry unit; crews of guns on the map have Specialist on top.
    let top = |name: &str, skill: &str| pack.items["unit"][format!("std.{name}").as_str()].skills[skill];
    assert_eq!((top("tube_carriers", "indirect_fire"), top("gun_layers", "specialist")), (3, 3));
}

/// "8 1 Grazer 1600kg 8H 3C Defense-9 (battle dress+4 result), Thrasher-4, Dexterity-2", and the other rows of clear terrain.
#[test]
fn beasts_of_open_ground_have_the_figures_of_the_table() {
    let pack = written("").pack;
    let rows: &[(&str, i32, i32, i32, i32, i32, i32)] = &[
        ("cart_thief", 200, 5, 3, 1, 1, 2),
        ("reed_hunter", 12, 2, 2, 0, 0, 1),
        ("bone_sweeper", 12, 2, 2, 0, 0, 2),
        ("button_bird", 3, 1, 1, 0, -2, 1),
        ("slope_herd", 400, 6, 3, 0, 2, 4),
        ("top_flock", 6, 1, 2, 0, -1, 2),
        ("gate_beast", 1600, 8, 3, 9, 4, 2),
        ("dust_runner", 50, 4, 2, 0, 1, 2),
        ("pack_runner", 25, 3, 2, 1, 1, 2),
        ("lance_head", 200, 5, 3, 0, 1, 1),
    ];
    for (name, weight, health, composure, defense, strike, speed) in rows {
        let beast = &pack.items["animal"][format!("std.{name}").as_str()];
        let stat = |stat: &str| beast.stats.get(stat).copied().unwrap_or(0);
        assert_eq!((beast.tracks["health"], beast.tracks["composure"]), (*health, *composure), "{name}");
        assert_eq!((stat("weight"), stat("defense"), stat("strike"), stat("speed")), (*weight, *defense, *strike, *speed), "{name}");
    }
}

/// "2 1 Hijacker", "3 2 Hunters", "6 8 Grazers", "10 Event: Howling Carnivores! … skill zero success against difficulty zero": the keys and
/// the numbers of beasts of clear terrain.
#[test]
fn beasts_of_open_ground_come_in_the_numbers_of_the_table() {
    let pack = written("").pack;
    let table = &pack.tables["std.open_ground_beasts"];
    let count = |row: &slip_pack::table::TableRow| match row.found.as_slice() {
        [slip_pack::table::RowResult::Thing(thing)] => thing.count.clone(),
        other => panic!("{other:?}"),
    };
    let found: Vec<_> = table.rows.iter().map(|row| (row.from, row.to, count(row))).collect();
    let numbers: [u8; 11] = [1, 2, 1, 1, 8, 7, 1, 1, 2, 6, 1];
    let wanted: Vec<_> = (2..).zip(numbers).map(|(key, number)| (key, key, slip_pack::table::CopyCount::Fixed(number))).collect();
    assert_eq!(found, wanted);
    let checked: Vec<_> = table.rows.iter().filter_map(|row| Some((row.from, row.check.as_ref()?))).collect();
    assert!(matches!(checked.as_slice(), [(10, check)] if (check.skill, check.difficulty) == (0, 0)), "{checked:?}");
    assert!(table.rows[8].otherwise.is_some(), "otherwise they are only heard");
}

/// "A dogged hatch … 4/0/4", "an automatic door/hatch … 1/1/1", "a barrier of burning tires … 8/0/X", "20/4/X".
#[test]
fn the_border_samples_have_the_values_of_the_rules() {
    let pack = written("").pack;
    let map = &pack.maps["std.border_samples"];
    let values: Vec<BorderValue> = map.borders.iter().map(|border| border.value).collect();
    let stateful = |open, pass, close| BorderValue::Stateful { open, pass, close };
    let stateless = BorderValue::Stateless;
    let wanted = [
        stateful(4, 0, Some(4)),
        stateless(1),
        stateful(8, 0, None),
        stateless(2),
        stateful(20, 4, None),
        stateless(1),
        stateless(2),
        stateful(2, 0, Some(2)),
        stateless(0),
        stateless(0),
        stateless(0),
    ];
    assert_eq!(values, wanted);
}

/// Things of "1d8", "2d6", "2d8", and a dangerous one of "1d4 plus 1d8"; four kinds of trouble.
#[test]
fn the_oppositions_have_things_of_the_example() {
    let pack = written("").pack;
    for name in ["far_table", "den_mother", "warrant_party", "grey_fever"] {
        assert!(pack.parties.contains_key(format!("std.{name}").as_str()), "{name}");
    }
    assert_eq!(pack.tables["std.ship_scenarios"].rows.len(), 4);
    assert_eq!(pack.tables["std.platoon_scenarios"].rows.len(), 5);
}
