//! Tests of the table as players see it: the board, sheets, arithmetic, and the referee's rulings (`src/play/table`).

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_pack::Pack;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::personal::Personal;
use slip_table::table::{ColourScheme, Marks, Pen, PersonalLookup, board, sheet, ways};
use slipyard::project;
use std::path::Path;

fn pack(package: &str) -> Pack {
    let project = project::load_package(&Path::new("content").join(package)).unwrap();
    compile(&project.sources).pack
}

fn fight(pack: &Pack, encounter: &str) -> Personal {
    let encounter = pack.encounters_named(encounter).next().unwrap();
    Personal::begin(pack, encounter).unwrap()
}

fn drawn(pack: &Pack, fight: &Personal, map: &str) -> String {
    let map = pack.maps.values().find(|known| known.name == map);
    board::board(fight, map, &Marks::of(fight), &ColourScheme::PLAIN, true)
}

#[test]
fn the_board_of_a_drawn_map_is_its_picture_with_everybody_on_it() {
    let pack = pack("harrow_reach");
    let fight = fight(&pack, "arrears");
    insta::assert_snapshot!(drawn(&pack, &fight, "ninth_lamp"));
}

#[test]
fn the_board_of_a_map_without_picture_lists_zones_and_borders() {
    let pack = pack("harrow_reach");
    let fight = fight(&pack, "toll");
    insta::assert_snapshot!(drawn(&pack, &fight, "long_stair"));
}

#[test]
fn colours_change_no_letter() {
    let pack = pack("harrow_reach");
    let fight = fight(&pack, "arrears");
    let pen = Pen { on: "<", off: ">" };
    let ink = ColourScheme { strong: pen, faint: pen, ask: pen, bad: pen, sides: [pen; 4] };
    let map = pack.maps.values().find(|known| known.name == "ninth_lamp");
    let coloured = board::board(&fight, map, &Marks::of(&fight), &ink, true);
    assert!(coloured.contains("<SO>"), "{coloured}");
    assert_eq!(coloured.replace(['<', '>'], ""), drawn(&pack, &fight, "ninth_lamp"));
}

#[test]
fn a_sheet_says_everything_about_somebody() {
    let pack = pack("harrow_reach");
    let fight = fight(&pack, "arrears");
    let marks = Marks::of(&fight);
    let find = PersonalLookup { fight: &fight, marks: &marks };
    let who = find.actor("SO").unwrap();
    insta::assert_snapshot!(sheet(&fight, who, &marks, &ColourScheme::PLAIN));
}

/// Parses a ruling of the referee and applies its events to the fight; returns the events.
fn ruled(fight: &mut Personal, words: &str) -> Result<Vec<Event>, String> {
    let marks = Marks::of(fight);
    let ruled = slip_table::table::ruled(fight, &marks, words)?;
    ruled.events.iter().for_each(|event| fight.apply(event));
    Ok(ruled.events)
}

#[test]
fn rxtt1_the_referees_word_changes_the_state_and_keeps_its_laws() {
    let pack = pack("harrow_reach");
    let mut fight = fight(&pack, "arrears");
    let marks = Marks::of(&fight);
    let sefa = PersonalLookup { fight: &fight, marks: &marks }.actor("sefa_orrin").unwrap();
    let good = [
        "mark health 3 of sefa_orrin",
        "mark composure 1-2 of SO because she saw it coming",
        "clear composure 1 of sefa",
        "fate sefa_orrin +2",
        "fate davit_kole -1 from sefa_orrin",
        "spin bailiff_sergeant +2",
        "spin bailiff_sergeant -1",
        "move \"Trust bailiff #3\" to lamp_room",
        "aspect \"On fire\" on spine free for crew",
        "aspect \"In the dark\" on scene",
        "aspect \"Out of breath\" on nuria_vell",
        "drop aspect \"alarm bells\"",
        "consequence mild \"Singed\" of sefa_orrin",
        "border spine -- lamp_room open",
        "border berth -- spine closed",
        "border Conveyor +1",
        "border quarters -- lamp_room -1",
        "out davit_kole captured \"Sat on\"",
        "back davit_kole",
        "out nuria_vell",
    ];
    for words in good {
        ruled(&mut fight, words).unwrap_or_else(|problem| panic!("{words}: {problem}"));
    }
    assert_eq!(fight.state.actors[sefa].tracks[0].boxes().collect::<Vec<_>>(), [3]);
    assert_eq!(fight.state.actors[sefa].tracks[1].boxes().collect::<Vec<_>>(), [2]);
    insta::assert_snapshot!(drawn(&pack, &fight, "ninth_lamp"));
}

#[test]
fn of_two_aspects_of_the_same_words_on_the_same_thing_one_is_dropped_at_a_time() {
    let pack = pack("harrow_reach");
    let mut fight = fight(&pack, "arrears");
    let fogs = |fight: &Personal| fight.state.aspects.values().filter(|there| there.present && there.text == "Fog").count();
    for words in ["aspect \"Fog\" on scene", "aspect \"Fog\" on scene"] {
        ruled(&mut fight, words).unwrap();
    }
    ruled(&mut fight, "drop aspect \"Fog\" on scene").unwrap();
    assert_eq!(fogs(&fight), 1);
    ruled(&mut fight, "aspect \"Fog\" on lamp_room").unwrap();
    assert!(ruled(&mut fight, "drop aspect \"Fog\"").unwrap_err().contains("add `on NAME`"));
    ruled(&mut fight, "drop aspect \"Fog\" on lamp_room").unwrap();
    ruled(&mut fight, "drop aspect \"Fog\"").unwrap();
    assert_eq!(fogs(&fight), 0);
}

#[test]
fn a_border_that_goes_one_way_only_is_no_way_from_behind_it() {
    let pack = pack("customs_dock");
    let mut fight = fight(&pack, "customs_raid");
    let marks = Marks::of(&fight);
    let iveta = PersonalLookup { fight: &fight, marks: &marks }.actor("iveta").unwrap();
    let way = |fight: &Personal, to: &str| ways(fight, iveta).into_iter().find(|way| way.starts_with(to)).unwrap();
    ruled(&mut fight, "move iveta to office").unwrap();
    assert_eq!(way(&fight, "Airlock"), "Airlock: 1 point to cross, one way only");
    ruled(&mut fight, "move iveta to airlock").unwrap();
    assert_eq!(way(&fight, "Customs office"), "Customs office: no way from here");
}

#[test]
fn what_a_referee_cannot_say_is_refused_with_the_reason() {
    let pack = pack("harrow_reach");
    let mut fight = fight(&pack, "arrears");
    let before = fight.clone();
    let bad = [
        "",
        "smite SO",
        "mark health 9 of sefa_orrin",
        "mark health of sefa_orrin",
        "mark courage 1 of sefa_orrin",
        "mark health 1 of nobody",
        "mark health 0 of sefa_orrin",
        "fate sefa_orrin -9",
        "fate sefa_orrin much",
        "fate sefa_orrin +1 from sefa_orrin",
        "spin crew -1",
        "move sefa_orrin to moon",
        "move sefa_orrin to berth",
        "move sefa_orrin",
        "aspect On fire on spine",
        "aspect \"On fire\" on the moon",
        "aspect \"On fire\" on spine transient",
        "aspect \" \" on spine",
        "drop aspect \"Nothing of the kind\"",
        "drop aspect \"Only doing the round\"",
        "consequence grave \"Singed\" of sefa_orrin",
        "consequence mild \"Singed\" of bailiff#1",
        "border spine -- lamp_room closed",
        "border berth -- lamp_room open",
        "border cargo -- spine open",
        "border berth -- galley +0",
        "border berth -- galley -1",
        "border Conveyor -5",
        "border spine -- lamp_room -9",
        "back sefa_orrin",
    ];
    let mut said = String::new();
    for words in bad {
        let problem = ruled(&mut fight, words).err().unwrap_or_else(|| panic!("`{words}` is taken"));
        said.push_str(&format!("override {words}\n    {problem}\n"));
    }
    assert!(fight == before);
    insta::assert_snapshot!(said);
}
