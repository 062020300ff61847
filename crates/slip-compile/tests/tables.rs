//! Tests of tables: the allowed entries, the messages about mistakes, and the exact chances that `show` prints.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::written;
use slip_pack::table::{CopyCount, RowResult, Table};
use slip_source::diagnostic::Code;

/// A valley, a traveller, and the creatures met there.
const RIDGE: &str = r#"
map ridge { zone road; zone wood; zone valley; border road -- wood 1; border road -- valley }
npc traveller { cap 1; skills { 1 agility }; aspects "On the way" }
animal ridge_cat { skills { 2 natural_weapons; 1 stealth }; aspects "Hunts from above", "Hates engines" }
mook dock_gang { threat 3 }
"#;

const SCENE: &str = r#"
  scene personal {
    map ridge
    side travellers { actors traveller x2 at road }
    side met at wood, valley
    victory travellers when reach(any travellers, valley)
  }
"#;

fn table(text: &str) -> Table {
    written(text).clean().tables.remove("own.t").unwrap()
}

fn chances(table: &Table) -> Vec<String> {
    table.chances().unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn a_row_gives_things_with_counts_places_and_words() {
    let text = format!(
        "{RIDGE}weapon net : close_combat {{ tech T0; harm 1; penetration 0; range 0..1 }}\n\
         table t {{ roll 1d10\n 1..3 ridge_cat x2 at wood \"hunting\"\n 4 dock_gang, ridge_cat 1d6 + 1\n 5 dock_gang with net\n \
         6 nothing\n 7 -2\n 8 \"Howling in the night\"\n 9 again\n 10 rain }}\ntable rain {{ one_of \"Rain\", \"Hail\" }}\n"
    );
    let table = table(&text);
    assert!(table.valid);
    let RowResult::Thing(cat) = &table.rows[0].found[0] else { panic!() };
    assert_eq!((cat.item.kind.as_str(), &cat.count, cat.zone.as_deref()), ("animal", &CopyCount::Fixed(2), Some("wood")));
    assert_eq!(cat.note.as_deref(), Some("hunting"));
    let RowResult::Thing(cats) = &table.rows[1].found[1] else { panic!() };
    let CopyCount::Rolled(roll) = &cats.count else { panic!() };
    assert_eq!((roll.to_string().as_str(), table.rows[1].found.len()), ("1d6 + 1", 2));
    let RowResult::Thing(gang) = &table.rows[2].found[0] else { panic!() };
    assert_eq!(gang.with[0].name, "net");
    let found: Vec<&RowResult> = table.rows[3..].iter().map(|row| &row.found[0]).collect();
    let text = RowResult::Text("Howling in the night".into());
    assert_eq!(found, [&RowResult::Nothing, &RowResult::Number(-2), &text, &RowResult::Again(0), &RowResult::Table("own.rain".into())]);
}

#[test]
fn rolls_are_dice_of_any_size_fudge_dice_and_differences() {
    let rolled = |roll: &str, rows: &str| table(&format!("table t {{ roll {roll}\n{rows} }}\n"));
    assert_eq!(chances(&rolled("4dF", "-4..-1 \"a\"\n0 \"b\"\n1..4 \"c\"")), ["31/81", "19/81", "31/81"]);
    assert_eq!(chances(&rolled("d6-d6", "-5..-1 1\n0 2\n1..5 3")), ["5/12", "1/6", "5/12"]);
    assert_eq!(chances(&rolled("2d6 + 1", "3 1\n4..13 2")), ["1/36", "35/36"]);
    assert_eq!(chances(&rolled("1d6 - 1d6 + 6", "1 1\n2..11 2")), ["1/36", "35/36"]);
}

#[test]
fn an_event_may_wait_for_a_roll_of_skill_0_against_difficulty_0() {
    let table = table("table t { roll 1d4\n1..3 nothing\n4 \"Howling in the night\" when check(0, 0) else \"Only the wind\" }\n");
    let check = table.rows[1].check.as_ref().unwrap();
    assert_eq!(check.chance().unwrap().to_string(), "50/81");
    assert_eq!(table.rows[1].otherwise.as_deref(), Some("Only the wind"));
}

/// On a 13 a new roll + 6; a second 13 repeats; below 1 or above 20: clamp (R-N11).
#[test]
fn the_natural_weapon_table_rolls_again_on_a_13_and_clamps() {
    let rows = "1..2 -2\n3 -1\n4..7 0\n8 1\n9 2\n10 3\n11 4\n12 5\n13 again + 6\n14..15 6\n16 7\n17..18 8\n19 9\n20 10";
    let table = table(&format!("table t {{ roll 1d20; clamp\n{rows} }}\n"));
    let chances = chances(&table);
    // The second roll is 7 to 26, because 6 is added to it. A 7 has the result 0, a 13 is rolled again, and 20 or more (7 cases of 20) has
    // the result 10.
    assert_eq!((chances[0].as_str(), chances[8].as_str()), ("1/10", "0"));
    assert_eq!(chances[2], "77/380", "4 in 20, and 1 in 19 of the 13s");
    assert_eq!(chances[13], "13/190", "1 in 20, and 7 in 19 of the 13s");
}

#[test]
fn every_result_has_one_row() {
    let said =
        |rows: &str| written(&format!("table t {{ roll 1d10\n{rows} }}\n")).messages().iter().map(|m| (*m).to_owned()).collect::<Vec<_>>();
    assert_eq!(said("1..4 1\n6 1\n8..10 1"), ["the table `t` has no row for 5 and 7"]);
    assert_eq!(said("1..6 1\n4..10 1"), ["two rows cover the result 4..6"]);
    assert_eq!(said("1..10 1\n3 2"), ["two rows cover the result 3"]);
    assert_eq!(said("0..10 1\n11..13 2"), ["no roll on this table gives 0", "no roll on this table gives 11..13"]);
    assert_eq!(said("5..3 1\n1..10 2"), ["the numbers of this row are in the wrong order"]);
    assert_eq!(said("1..9 1\n10 again + 2"), ["the table `t` has no row for 11..12"]);
    assert_eq!(said("1..9 1\n10 again + 2\n11..12 3"), Vec::<String>::new());
    assert_eq!(said("clamp\n2..9 1"), Vec::<String>::new());
}

#[test]
fn a_roll_always_ends() {
    let codes = |text: &str| written(text).said.iter().map(|(.., said)| said.code).collect::<Vec<_>>();
    assert_eq!(codes("table t { one_of u, \"a\" }\ntable u { one_of t, \"b\" }\n"), [Code::TableCircle]);
    let circle = written("table t { one_of u, \"a\" }\ntable u { one_of t, \"b\" }\n").pack.tables;
    assert!(["own.t", "own.u"].iter().all(|name| !circle[*name].valid), "told at the first, and true of both");
    assert_eq!(codes("table t { one_of t, \"a\" }\n"), [Code::TableCircle]);
    assert_eq!(codes("table t { one_of \"a {t}\" }\n"), [Code::TableCircle]);
    assert_eq!(codes("table t { roll 1d4; clamp\n1..3 1\n4 again + 6 }\n"), [Code::TableCircle]);
}

#[test]
fn unknown_things_counts_and_forms_are_named() {
    let said = |rows: &str| {
        written(&format!("{RIDGE}table t {{ roll 1d2\n{rows} }}\n")).messages().iter().map(|m| (*m).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(said("1 ridge_cta\n2 nothing"), ["there is no item or table called `ridge_cta`"]);
    assert_eq!(said("1 ridge_cat x200\n2 nothing"), ["this cannot follow the result"]);
    assert_eq!(said("1 again, ridge_cat\n2 nothing"), ["`again` or `nothing` is written beside other results"]);
    assert_eq!(said("1\n2 nothing"), ["this row gives no result"]);
    assert_eq!(said("1 \"a\" when check(0)\n2 nothing"), ["the condition of this row is not a check"]);
    assert_eq!(said("1 \"a {rian}\"\n2 nothing"), ["there is no table called `rian` for this text"]);
    assert_eq!(written("table t { roll 20d200\n1 1 }\n").messages(), ["these dice have more than 1000000000 outcomes"]);
    assert_eq!(written("table t { roll ten\n1 1 }\n").messages(), ["the value of `roll` is not dice"]);
    assert_eq!(written("table t { 1 1 }\n").messages(), ["the table `t` has no `roll`"]);
    assert_eq!(written("table t { roll 1d2; one_of 1, 2 }\n").messages(), ["this table has both `roll` and `one_of`"]);
    assert_eq!(written("table t { one_of 1, 2; for npc nams }\n").messages(), ["a table cannot give `nams`"]);
    assert_eq!(written("table t { one_of 1, 2; for nqc names }\n").messages(), ["there is no kind, design, skill or stunt called `nqc`"]);
}

#[test]
fn every_row_is_tried_in_the_scene() {
    let with = |rows: &str, scene: &str| {
        let text = format!("{RIDGE}table t {{ roll 1d2\n{rows}{scene} }}\nweapon net : close_combat {{ tech T0; harm 1; range 0..1 }}\n");
        written(&text).messages().iter().map(|m| (*m).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(with("1 ridge_cat x2\n2 dock_gang at valley", SCENE), Vec::<String>::new());
    assert_eq!(with("1 net\n2 dock_gang", SCENE).len(), 1, "nobody fights a net");
    assert_eq!(with("1 ridge_cat at moon\n2 dock_gang", SCENE), ["the map `ridge` has no zone called `moon`"]);
    assert_eq!(with("1 ridge_cat\n2 dock_gang", &SCENE.replace("wood, valley", "wood, sea")), ["the map `ridge` has no zone called `sea`"]);
    assert_eq!(
        with("1 ridge_cat\n2 dock_gang", &SCENE.replace("side met at wood, valley", "")),
        ["no side of the scene takes its actors from the table"]
    );
    assert_eq!(with("1 \"Fog\"\n2 nothing", SCENE), ["the table `t` gives no actors for its scene"]);
    assert_eq!(with("1 ridge_cat\n2 dock_gang", &SCENE.replace("map ridge", "map rigde")), ["there is no map called `rigde`"]);
}

#[test]
fn a_derived_table_answers_the_same_numbers_anew_and_keeps_the_rest() {
    let base = "table base { roll 1d6\n1..4 \"Rope\"\n5..6 \"Rats\" }\n";
    let table = table(&format!("{base}table t from base {{ 5..6 \"Ghosts\" }}\n"));
    assert_eq!(table.rows.len(), 2);
    assert_eq!(table.rows[1].found, [RowResult::Text("Ghosts".into())]);
}

const TIMES: &str = "table t { by \"Speed\"\n column fuel as endurance\n column near \"Near\" at \"0.5 AU\"\n column note\n\
                     0 \"30 d\", \"17 d\", \"slow\"\n 1 nothing, \"88.7 h\", 2 }\n";

#[test]
fn a_table_of_columns_is_looked_up_by_row_and_column() {
    let table = table(TIMES);
    assert!(table.valid && table.is_looked_up());
    assert_eq!((table.by.as_deref(), table.columns[1].at), (Some("Speed"), slip_pack::length_and_time::Length::parse("0.5 AU")));
    assert_eq!(table.cell(1, 1), Some(&RowResult::Text("88.7 h".into())));
    assert_eq!((table.cell(1, 0), table.cell(1, 2)), (Some(&RowResult::Nothing), Some(&RowResult::Number(2))));
    assert_eq!((table.cell(2, 0), table.cell(0, 3)), (None, None));
}

#[test]
fn what_is_wrong_with_columns_is_said_where_it_stands() {
    let codes = |text: &str| written(text).said.iter().map(|(.., found)| found.code).collect::<Vec<Code>>();
    let changed = |from: &str, to: &str| {
        assert!(TIMES.contains(from), "{from}");
        codes(&TIMES.replacen(from, to, 1))
    };
    assert_eq!(changed("as endurance", "as endurence"), [Code::WrongValue], "an unknown role");
    assert_eq!(changed("\"0.5 AU\"", "\"0.5 parsnips\""), [Code::WrongValue], "no distance");
    assert_eq!(changed("\"17 d\"", "\"17\""), [Code::WrongValue], "a time without a unit");
    assert_eq!(changed("\"17 d\", ", ""), [Code::WrongValue], "a cell too few");
    assert_eq!(changed("column note", "column near"), [Code::DuplicateName], "two of one name");
    assert_eq!(changed("1 nothing", "0 nothing"), [Code::TableOverlap], "two rows of one number");
    assert_eq!(changed("by \"Speed\"", "roll 1d2"), [Code::WrongValue], "dice beside columns");
    assert_eq!(changed("2 }", "again }"), [Code::WrongValue], "no cell");
    assert_eq!(codes("table t { by \"Speed\"; column near at \"1 AU\" }\n"), [Code::MissingEntry], "no rows");
    assert_eq!(codes(&format!("{TIMES}table u {{ one_of \"a\", t }}\n")), [Code::WrongValue], "nobody rolls on it");
    assert_eq!(codes("ruleset r { travel_table no_such }\n"), [Code::SettingValue]);
}
