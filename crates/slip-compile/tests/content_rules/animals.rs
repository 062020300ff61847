//! Tests of animals built from the classic tables: hits, wounds, weapons, armour, speed.

use crate::content_rules::compiled_text::{Written, written};
use slip_pack::BuiltItem;
use slip_play::personal::Personal;
use slip_session::run::{Seats, run};
use slip_source::diagnostic::{Code, Severity};

const HIDES: &str = "armour quilted : body_armour { tech T0; defense 1; stunts civilian }
armour war_frame : body_armour { tech T3; defense 5; stunts pressure_suit, power_suit, servos }
weapon boar_spear \"Boar spear\" : close_combat { tech T0; harm 1; penetration 1; range 0..1 }
";

fn beast(entries: &str) -> Written {
    written(&format!("{HIDES}animal beast \"Beast\" : classic_animal {{ hits 5 3; {entries} }}\n"))
}

fn item(found: &Written) -> &BuiltItem {
    &found.pack.items["animal"]["own.beast"]
}

/// Returns the rank in natural weapons of an animal with these entries. The animal must have no errors.
fn rank(entries: &str) -> i32 {
    let found = beast(entries);
    let errors: Vec<&str> =
        found.said.iter().filter(|(.., said)| said.severity == Severity::Error).map(|(.., said)| said.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new(), "{entries}");
    item(&found).skills["natural_weapons"]
}

/// Compares every row of the table of wounds. The table has no row for a roll of 13.
#[test]
fn every_size_roll_has_the_rank_of_the_table() {
    let table = [
        (1, -2),
        (2, -2),
        (3, -1),
        (4, 0),
        (5, 0),
        (6, 0),
        (7, 0),
        (8, 1),
        (9, 2),
        (10, 3),
        (11, 4),
        (12, 5),
        (14, 6),
        (15, 6),
        (16, 7),
        (17, 8),
        (18, 8),
        (19, 9),
        (20, 10),
    ];
    for (roll, expected) in table {
        assert_eq!(rank(&format!("size {roll}")), expected, "roll {roll}");
    }
}

/// R-N11: a size roll off the table is clamped to the nearest row.
#[test]
fn rn11_a_size_roll_off_the_table_counts_as_its_nearest() {
    assert_eq!(rank("size 0"), -2);
    assert_eq!(rank("size -7"), -2);
    assert_eq!(rank("size 21"), 10);
    assert_eq!(rank("size 33"), 10);
}

#[test]
fn a_thirteen_is_rolled_again_with_six_added() {
    for (second, expected) in [(-6, -2), (1, 0), (2, 1), (3, 2), (6, 5), (8, 6), (9, 6), (10, 7), (12, 8), (13, 9), (14, 10), (20, 10)] {
        assert_eq!(rank(&format!("size 13 {second}")), expected, "13, then {second}");
    }
    // After a 13, a 7 is rolled again too, because 7 and 6 make 13.
    assert_eq!(rank("size 13 7 2"), 1);
    assert_eq!(rank("size 13 7 7 4"), 3);
    assert_eq!(beast("size 13").messages(), ["`beast`: a 13 is rolled again: write the next roll behind it, as in `size 13 4`"]);
    assert_eq!(beast("size 13 7").messages(), ["`beast`: 7 and 6 make 13 again: write the next roll behind it"]);
    assert_eq!(beast("size 13 7 7").messages(), ["`beast`: 7 and 6 make 13 again: write the next roll behind it"]);
    assert_eq!(beast("size 13 7 7 7").messages(), ["`beast`: 13 four times over: roll the whole beast again"]);
    assert_eq!(beast("size 8 4").messages(), ["`beast`: only a 13 is rolled again"]);
    assert_eq!(beast("size 13 4 4").messages(), ["`beast`: only a 13 is rolled again"]);
}

#[test]
fn a_wounds_modifier_is_the_rank_itself() {
    for modifier in [-2, 0, 1, 4] {
        assert_eq!(rank(&format!("wounds {modifier}")), modifier);
    }
    let one = "`beast`: its wounds come from its size, such as `size 8`, or are written, such as `wounds 1`: one of the two";
    assert_eq!(beast("speed 2").messages(), [one]);
    assert_eq!(beast("size 8; wounds 1").messages(), [one]);
}

#[test]
fn a_number_behind_the_weapon_is_added_to_the_rank() {
    assert_eq!(rank("size 8; weapon \"Claws\" +1"), 2);
    assert_eq!(rank("size 1; weapon \"Teeth\" -1"), -3);
    let found = beast("size 8; weapon \"Claws\" +1");
    assert_eq!(item(&found).words["weapon"], "Claws");
}

/// R-N12: kinds of natural weapon do not differ: harm 0, penetration 0, range 0.
#[test]
fn rn12_natural_weapons_have_no_numbers_but_their_rank() {
    for words in ["\"Claws\"", "\"Teeth\"", "\"Horns\"", "\"Hooves\"", "\"Stinger\""] {
        let found = beast(&format!("size 8; weapon {words}"));
        assert_eq!(found.messages(), Vec::<&str>::new());
        let stats = ["harm", "penetration", "min_range", "max_range"].map(|stat| item(&found).stat(stat));
        assert_eq!(stats, [0, 0, 0, 0], "{words}");
    }
}

#[test]
fn a_weapon_as_a_real_one_has_the_numbers_of_that_one() {
    let found = beast("size 8; weapon boar_spear +2");
    assert_eq!(found.messages(), Vec::<&str>::new());
    let stats = ["harm", "penetration", "min_range", "max_range"].map(|stat| item(&found).stat(stat));
    assert_eq!(stats, [1, 1, 0, 1]);
    assert_eq!((item(&found).skills["natural_weapons"], item(&found).refers["weapon"].name.as_str()), (3, "boar_spear"));
}

/// R-N13: a rank above 6 gives only a warning, and no column of ranks is required.
#[test]
fn rn13_a_rank_above_six_is_advised_against_and_no_column_is_asked_for() {
    let found = beast("size 20; speed 4");
    let said = found.only(Code::Advice);
    assert_eq!(said.severity, Severity::Warning);
    assert_eq!(said.message, "`beast`: no skill of an SRD animal is above 6; the classic tables go to 10 and beyond");
    assert!(item(&found).valid);
    assert_eq!(beast("size 14; speed 4").messages(), Vec::<&str>::new());
    assert_eq!(beast("size 8; skills { 3 stealth, survival; 1 alertness }").messages(), Vec::<&str>::new());
}

/// R-N30: Defense is the value of the equivalent armour plus the number added to it; a bare hide has 0.
#[test]
fn rn30_defense_is_that_of_the_armour_and_the_number_behind_it() {
    let defense = |entries: &str| item(&beast(&format!("size 8; {entries}"))).stat("defense");
    assert_eq!(defense("speed 1"), 0);
    assert_eq!(defense("armour quilted"), 1);
    assert_eq!(defense("armour war_frame +4"), 9);
    assert_eq!(defense("armour quilted -3"), 0);
    assert_eq!(defense("defense 2"), 2);
}

#[test]
fn hits_are_health_and_composure_and_weight_is_nothing() {
    let found = beast("size 8; weight 200");
    let beast = item(&found);
    assert_eq!((beast.tracks["health"], beast.tracks["composure"], beast.fate), (5, 3, Some(0)));
    let text = "animal beast : classic_animal { size 8 }\n";
    assert_eq!(written(text).messages(), ["`beast`: a beast has hits of both kinds, such as `hits 5 3` for 5D/3D"]);
}

/// Sample table: weight, hits, size roll or wounds, weapon, armour, speed; then the results.
#[test]
fn the_sample_table_comes_out_as_the_rules_have_it() {
    // An animal of the table: name; weight in kg, and hits; wounds or size, and weapon; armour; speed; and the expected skill for natural
    // weapons, Defense and Agility.
    type Beast = (&'static str, &'static str, &'static str, &'static str, i32, i32, i32, i32);
    let rows: [Beast; 12] = [
        ("fen_glutton", "weight 200; hits 5 3", "size 8; weapon \"Teeth\"", "armour quilted", 2, 1, 1, 2),
        ("reed_hunter", "weight 12; hits 2 2", "wounds 0; weapon \"Claws\"", "", 1, 0, 0, 1),
        ("heap_turner", "weight 12; hits 2 2", "wounds 0; weapon \"Horns\"", "", 2, 0, 0, 2),
        ("kite_picker", "weight 3; hits 1 1", "size 1; weapon \"Claws\"", "", 1, -2, 0, 1),
        ("long_grazer", "weight 400; hits 6 3", "wounds 2; weapon \"Hooves\"", "", 4, 2, 0, 4),
        ("gust_nibbler", "weight 6; hits 1 2", "size 3; weapon \"Teeth\"", "", 2, -1, 0, 2),
        ("wall_grazer", "weight 1600; hits 8 3", "wounds 4; weapon \"Thrasher\"", "armour war_frame +4", 2, 4, 9, 2),
        ("lone_chaser", "weight 50; hits 4 2", "wounds 1; weapon \"Claws\"", "", 2, 1, 0, 2),
        ("pack_chaser", "weight 25; hits 3 2", "wounds 1; weapon \"Teeth\"", "armour quilted", 2, 1, 1, 2),
        ("ridge_killer", "weight 200; hits 5 3", "size 8; weapon \"Spear\"", "", 1, 1, 0, 1),
        // Worked case: 200 kg by a roll of 8, claws with +1.
        ("clawed_one", "weight 200; hits 5 3", "size 8; weapon \"Claws\" +1", "", 2, 2, 0, 2),
        // Without a weapon, only the wounds count.
        ("bare_one", "weight 200; hits 5 3", "size 8", "", 2, 1, 0, 2),
    ];
    for (name, hits, strikes, armour, speed, weapons, defense, agility) in rows {
        let text = format!("{HIDES}animal {name} : classic_animal {{ {hits}; {strikes}; {armour}; speed {speed} }}\n").replace("; ;", ";");
        let found = written(&text);
        assert_eq!(found.messages(), Vec::<&str>::new(), "{name}");
        let beast = &found.pack.items["animal"][format!("own.{name}").as_str()];
        let boxes = hits.rsplit_once("hits ").unwrap().1;
        assert_eq!(format!("{} {}", beast.tracks["health"], beast.tracks["composure"]), boxes, "{name}");
        assert_eq!((beast.skills["natural_weapons"], beast.stat("defense")), (weapons, defense), "{name}");
        assert_eq!(beast.skills["agility"], agility, "{name}");
        let weapon = strikes.split_once('"').map(|(_, rest)| rest.split('"').next().unwrap());
        assert_eq!(beast.words.get("weapon").map(|words| words.as_str()), weapon, "{name}");
        let weight = hits.split(';').next().unwrap().rsplit(' ').next().unwrap();
        assert_eq!(beast.stat("weight").to_string(), weight, "{name}");
    }
}

#[test]
fn a_beast_strikes_with_its_own_weapons_and_is_saved_by_its_own_hide() {
    let text = format!(
        "{HIDES}
animal stalker \"Moor stalker\" : classic_animal {{ hits 5 3; size 8; weapon \"Claws\" +1; armour quilted +1; speed 2 }}
animal spiker \"Spiker\" : classic_animal {{ hits 5 3; size 8; weapon boar_spear; speed 2 }}
npc ranger {{ cap 1; skills {{ 1 stamina }}; aspects \"Lost\" }}
map moor {{ zone pool; zone reed; border pool -- reed 0 }}
encounter hunt : personal {{
  map moor
  side beasts {{ actors stalker at pool, spiker at pool }}
  side people {{ actors ranger x2 at reed }}
  victory beasts when out(people)
  victory people when out(beasts)
}}
"
    );
    let found = written(&text);
    assert_eq!(found.messages(), Vec::<&str>::new());
    let fight = Personal::begin(&found.pack, &found.pack.encounters["own.hunt"]).unwrap();
    let sheets: Vec<_> = fight.roster.actors.values().collect();
    let claws = &sheets[0].weapons[0];
    let manner = &claws.modes[0].manners[0];
    assert_eq!((claws.title.as_str(), manner.harm, manner.range, manner.untrained), ("Claws", 0, (0, 0), false));
    assert_eq!(fight.roster.skills[manner.skill].name, "natural_weapons");
    assert_eq!(sheets[0].armour.as_ref().map(|armour| (armour.defense, armour.untrained)), Some((2, false)));
    let spear = &sheets[1].weapons[0];
    assert_eq!((spear.title.as_str(), spear.modes[0].manners[0].harm), ("Boar spear", 1));
    // A hide, unlike plate, does not slow its wearer.
    assert!(sheets[0].changes.is_empty(), "{:?}", sheets[0].changes);
    assert!(run(&found.pack, "hunt", 3, Seats::standard()).is_ok());
}

#[test]
fn what_a_reference_takes_is_said_where_it_does_not_fit() {
    let found = beast("size 8; weapon boar_sper");
    assert_eq!(found.messages(), ["there is no weapon called `boar_sper`"]);
    assert_eq!(found.only(Code::UnknownName).help.as_deref(), Some("did you mean `boar_spear`?"));
    let help = beast("size 8; weapon long_teeth").only(Code::UnknownName).help.clone();
    let help = help.unwrap_or_default();
    assert!(
        help.starts_with("write `boar_spear`, `line_rifle`") && help.ends_with("; or write it as text: `weapon \"long teeth\"`"),
        "{help}"
    );
    assert_eq!(beast("size 8; weapon 3").messages(), ["the value of `weapon` is not the name of a weapon or words in quotes"]);
    assert_eq!(beast("size 8; armour \"Plates\"").messages(), ["the value of `armour` is not the name of an armour"]);
    assert_eq!(beast("size 8 9 10 11 12").messages(), ["`size` cannot have this value"]);
    assert_eq!(beast("size 8; skills { 3 natural_weapons }").messages(), ["the rules already give `natural_weapons` rank 1"]);
    assert_eq!(beast("size 8; strike 4").messages(), ["an animal of the classic tables has no entry `strike`"]);
}

#[test]
fn things_that_take_their_numbers_from_each_other_are_refused() {
    let design = "design echo : echo { refers like to echo; stat tone { base stat(like, tone) } }\n";
    let found = written(&format!("{design}echo one {{ like two }}\necho two {{ like one }}\n"));
    let messages = found.messages();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[0], "`two` takes its numbers from itself, through other things");
    // A chain of bases that ends is legal.
    let found = written(&format!("{design}echo one {{ like two }}\necho two {{ like three }}\necho three {{ tone 4 }}\n"));
    assert_eq!(found.messages(), Vec::<&str>::new());
    assert_eq!(found.pack.items["echo"]["own.one"].stat("tone"), 4);
}

#[test]
fn a_formula_that_asks_a_reference_for_what_nothing_has_is_refused() {
    let said = |design: &str| written(design).messages().iter().map(|message| (*message).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        said("design echo : echo { refers like to echo; stat tone { base stat(like, tonne) } }\n"),
        ["a formula cannot use the `tonne` of a thing"]
    );
    assert_eq!(said("design echo : echo { stat tone { base stat(like, tone) } }\n"), ["`like` is not a reference of this design"]);
    assert_eq!(said("design echo : echo { stat tone { base written(ton) } }\n"), ["the design has no statistic `ton`"]);
}
