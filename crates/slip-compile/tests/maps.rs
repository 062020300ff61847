//! Tests of maps: the meaning of a picture, adjacent zones, costs of borders, and messages about typing errors.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::maps::{CUSTOMS, map};
use compiled_text::written;
use slip_pack::map::{BorderValue, Map};
use slip_source::diagnostic::{Code, Severity};

/// Returns `from-to value` of every border, with `>` for one direction.
fn borders(map: &Map) -> Vec<String> {
    let name = |zone: usize| map.zones[zone].name.as_str();
    let worth = |value: BorderValue| match value {
        BorderValue::Stateless(cost) => cost.to_string(),
        BorderValue::Stateful { open, pass, close } => format!("{open}/{pass}/{}", close.map_or("x".to_owned(), |close| close.to_string())),
        BorderValue::Wall => "x".to_owned(),
    };
    let way = |one_way| if one_way { '>' } else { '-' };
    map.borders
        .iter()
        .map(|border| format!("{}{}{} {}", name(border.from), way(border.one_way), name(border.to), worth(border.value)))
        .collect()
}

#[test]
fn a_picture_gives_every_zone_its_cells_and_its_neighbours() {
    let map = map(CUSTOMS);
    assert_eq!(map.title, "Customs dock");
    let zones: Vec<(&str, &str, usize)> =
        map.zones.iter().map(|zone| (zone.name.as_str(), zone.title.as_str(), zone.cells.len())).collect();
    assert_eq!(
        zones,
        [("dock", "Loading dock", 8), ("office", "Customs office", 6), ("corridor", "Corridor", 8), ("airlock", "Airlock", 2)]
    );
    assert_eq!(map.zones[3].cells, [(4, 3), (5, 3)]);
    assert_eq!(map.zones[0].aspects, ["Stacked crates"]);
    assert_eq!(map.picture, ["ddddoo", "ddddoo", "ccccoo", "ccccww"]);
    // Written borders first, in the order of the text; then adjacent zones without a written border, at no cost.
    assert_eq!(borders(&map), ["dock-office 4/0/4", "office>airlock 1", "dock-corridor 0", "office-corridor 0", "corridor-airlock 0"]);
    assert_eq!(map.borders[0].title.as_deref(), Some("Dogged hatch"));
}

#[test]
fn zones_have_heights_cover_and_levels() {
    let map = map(r#"
map ridge {
  picture """
    ffffrrrvvv
    ffffrrrvvv
    ppppprrvvv
  """
  zone f wood   { altitude 0; cover 2; aspects "Old forest" }
  zone r ridge  { altitude 2; level complicated }
  zone v valley { outdoor; level cluttered }
  zone p road   { exit; level open }
}
"#);
    let seen: Vec<(i32, i32, Option<i32>, bool, bool)> =
        map.zones.iter().map(|zone| (zone.altitude, zone.cover, zone.range_cap, zone.outdoor, zone.exit)).collect();
    assert_eq!(seen, [(0, 2, None, false, false), (2, 0, Some(1), false, false), (0, 0, Some(0), true, false), (0, 0, None, false, true)]);
}

/// Rules: R-XM2.
#[test]
fn corners_do_not_touch() {
    let map = map(
        "map hold {\n  picture \"\"\"\n    ab\n    ca\n  \"\"\"\n  zone a fore\n  zone b aft\n  zone c locker\n  allow zone-in-pieces \"the two rooms share a ceiling\"\n}\n",
    );
    assert_eq!(borders(&map), ["fore-aft 0", "fore-locker 0"]);
}

#[test]
fn void_cells_keep_zones_apart() {
    let text = "map hold {\n  picture \"\"\"\n    a.b\n    a b\n  \"\"\"\n  zone a fore\n  zone b aft\n  border fore -- aft 1\n  allow border-apart \"a gangway\"\n}\n";
    assert_eq!(borders(&map(text)), ["fore-aft 1"]);
}

#[test]
fn a_bare_graph_has_only_the_borders_that_are_written() {
    let map = map(r#"
map stair {
  zone ferry "Ferry steps"
  zone landing
  zone roofs
  border ferry -- landing
  border landing -- roofs 2 "Drainpipe" { sight }
  border roofs -> ferry 20/4/x "Trapdoor" { open; sight no }
  sight ferry roofs through landing
  aspects "A hundred witnesses"
}
"#);
    assert_eq!(borders(&map), ["ferry-landing 0", "landing-roofs 2", "roofs>ferry 20/4/x"]);
    assert_eq!(
        map.borders.iter().map(|border| (border.open, border.blocks_sight)).collect::<Vec<_>>(),
        [(false, None), (false, Some(false)), (true, Some(true))]
    );
    assert_eq!((map.sight[0].from, map.sight[0].to, map.sight[0].through.as_slice()), (0, 2, &[1][..]));
    assert_eq!(map.aspects, ["A hundred witnesses"]);
}

#[test]
fn a_hedge_on_a_border_has_a_height() {
    let map =
        map("map field { zone a; zone b; zone c\n border a -- b 1 \"Hedgerow\" { cover 2 }\n border b -> c { cover 1 }\n border c -> b }");
    assert_eq!(map.borders.iter().map(|border| border.cover).collect::<Vec<_>>(), [2, 1, 0]);
}

#[test]
fn outlines_touch_where_they_share_a_stretch_of_edge() {
    let map = map(r#"
map yard {
  zone slip  { outline 0 0, 4 0, 4 3, 0 3; centre 2 1 }
  zone crane { outline 4 1, 6 1, 6 5, 4 5 }
  zone shed  { outline 6 5, 8 5, 8 7 }
  border crane -- shed 1
}
"#);
    // The slip and the crane share the edge from (4, 1) to (4, 3); the crane and the shed touch only at a corner.
    assert_eq!(borders(&map), ["crane-shed 1", "slip-crane 0"]);
    assert_eq!(map.zones[0].centre, Some((2, 1)));
}

/// Rules: R-P18.
#[test]
fn equal_parts_are_one_price_paid_at_every_crossing() {
    let value = |text: &str| map(&format!("map m {{\n zone a\n zone b\n border a -- b {text}\n}}\n")).borders[0].value;
    assert_eq!(value("2/2/2"), BorderValue::Stateless(2));
    assert_eq!(value("2"), BorderValue::Stateless(2));
    assert_eq!(value("2/0/2"), BorderValue::Stateful { open: 2, pass: 0, close: Some(2) });
    assert_eq!(value("8/0/x"), BorderValue::Stateful { open: 8, pass: 0, close: None });
}

#[test]
fn a_finding_about_a_picture_points_at_its_letter() {
    let picture = |rows: &str, zones: &str| written(&format!("map hold {{\n  picture \"\"\"\n{rows}  \"\"\"\n{zones}}}\n"));
    let unknown = picture("    aab\n    aac\n", "  zone a fore\n  zone b aft\n");
    assert_eq!(unknown.findings(), ["4:7 letter-without-zone"]);
    let upper = picture("    aab\n    aaB\n", "  zone a fore\n  zone b aft\n");
    assert_eq!(upper.only(Code::LetterWithoutZone).help.as_deref(), Some("did you mean `b`, the zone `aft`?"));
    let pieces = picture("    abb\n    bba\n", "  zone a fore\n  zone b aft\n");
    assert_eq!(pieces.findings(), ["4:7 zone-in-pieces"]);
    assert_eq!(pieces.only(Code::ZoneInPieces).severity, Severity::Warning);
    let ragged = picture("    aabb\n    aab\n    aabb\n", "  zone a fore\n  zone b aft\n");
    assert_eq!(ragged.findings(), ["4:5 ragged-picture"]);
    assert_eq!(ragged.messages(), ["this row of the picture has 3 cells, but the other rows have 4"]);
    let missing = picture("    aab\n", "  zone a fore\n  zone b aft\n  zone c locker\n");
    assert!(missing.findings().contains(&"7:8 zone-not-drawn".to_owned()), "{:?}", missing.findings());
}

#[test]
fn every_slip_in_a_map_is_one_finding() {
    let cases: &[(&str, &[&str])] = &[
        ("zone a\n zone b\n border a -- c 2", &["the map has no zone called `c`"]),
        ("zone a\n zone a", &["the zone `a` is declared twice"]),
        ("zone a\n zone b\n border a -- b\n border b -- a 2", &["the border between these zones is written twice"]),
        ("zone a\n zone b\n border a -- b -3", &["this is not the value of a border"]),
        ("zone a\n zone b\n border a -- a", &["a border cannot join `a` to itself"]),
        ("zone a\n zone b\n border a -- b 2 { open }", &["this border cannot be opened"]),
        ("zone a\n zone b\n border a -- b\n zone c", &["no path leads to the zone `c`"]),
        ("zone a { level high }", &["this is not a level of a map"]),
        ("zone a { colour 3 }", &["a zone has no entry `colour`"]),
        ("zone a { outline 0 0, 4 0 }", &["`outline` has fewer than 3 points"]),
        ("zone a\n zon b", &["a map has no entry `zon`"]),
        ("zone a\n sight a", &["this `sight` line is not written correctly"]),
        ("aspects 3\n zone a", &["the value of `aspects` is not a text in quotes"]),
        ("zone a\n zone b\n border a b", &["this border is not written correctly"]),
        ("zone a { cover -1 }", &["the value of `cover` is not a whole number from 0 to 100"]),
        ("zone a\n zone b\n border a -- b { cover 101 }", &["the value of `cover` is not a whole number from 0 to 100"]),
        ("zone a { exit maybe }", &["`exit` cannot have this value"]),
    ];
    for (body, expected) in cases {
        let found = written(&format!("map m {{\n {body}\n}}\n"));
        let messages = found.messages();
        // A border with an unknown zone leaves its other zone unconnected; this is the one unavoidable follow-up finding, and it is
        // a warning.
        let errors: Vec<&str> =
            found.said.iter().filter(|(.., said)| said.severity == Severity::Error).map(|(.., said)| said.message.as_str()).collect();
        let first = if errors.is_empty() { messages.clone() } else { errors };
        assert_eq!(first, expected.to_vec(), "{body}");
    }
}

#[test]
fn a_map_without_zones_is_no_map() {
    assert_eq!(written("map m { }\n").messages(), ["the map `m` has no zones"]);
}

#[test]
fn a_waiver_of_nothing_is_a_finding_and_an_error_cannot_be_waived() {
    assert_eq!(written("map m {\n zone a\n allow border-apart \"why not\"\n}\n").findings(), ["3:2 unused-waiver"]);
    let found = written("map m {\n zone a\n zone b\n border a -- q 1\n border a -- b\n allow unknown-zone \"why not\"\n}\n");
    assert_eq!(found.findings(), ["4:14 unknown-zone", "6:2 unknown-code"]);
}

/// Returns the findings on a map of two zones.
fn of_two(text: &str) -> Vec<String> {
    written(text).messages().iter().map(ToString::to_string).collect()
}

#[test]
fn two_zones_of_one_letter_are_one_mistake() {
    let found = of_two("map h { picture \"eebb\"; zone e engines; zone e bridge }\n");
    assert_eq!(found, ["the letter `e` already belongs to the zone `engines`"]);
    let found = of_two("map h { picture \"eebbcc\"; zone e engines; zone e bridge }\n");
    assert_eq!(found, ["no zone has the letter `c`", "the letter `e` already belongs to the zone `engines`"]);
}

#[test]
fn a_capital_letter_draws_no_zone_and_one_edit_redraws_all_its_cells() {
    let found = written("map h { picture \"EEbb\"; zone e engines; zone b bridge }\n");
    assert_eq!(found.messages(), ["no zone has the letter `E`"]);
    let edits = &found.only(Code::LetterWithoutZone).fixes[0].edits;
    assert_eq!(edits.iter().map(|edit| edit.replacement.as_str()).collect::<Vec<_>>(), ["e", "e"]);
    let help = written("map h { picture \"Eb\"; zone b bridge }\n").only(Code::LetterWithoutZone).help.clone().unwrap();
    assert!(help.starts_with("write a small letter or a digit that a zone has"), "{help}");
}

#[test]
fn a_tab_in_front_of_some_rows_is_told_and_nothing_that_comes_of_it() {
    let tabs = |first: &str, second: &str| {
        of_two(&format!("map h {{\n  picture \"\"\"\n{first}eebb\n{second}eebb\n  \"\"\"\n  zone e engines\n  zone b bridge\n}}\n"))
    };
    let told = ["the picture contains a tab"];
    assert_eq!(tabs("\t\t", "    "), told);
    assert_eq!(tabs("  ", "\t"), told);
    assert_eq!(tabs("\t\t", "\t\t"), Vec::<String>::new());
}

#[test]
fn a_border_to_what_is_no_name_is_told_and_never_left_out() {
    let stair = |border: &str| {
        written(&format!(
            "map stair {{\n  zone lower; zone upper; zone tea_house\n  border lower -- upper; border upper -- tea_house\n  {border}\n}}\n"
        ))
    };
    for (wrong, meant) in [
        ("border lower -- tea-house 2", "tea_house"),
        ("border low-er -> tea_house", "lower"),
        ("sight lower tea_house through up-per", "upper"),
    ] {
        let said = stair(wrong);
        assert_eq!(said.findings().len(), 1, "{wrong}");
        assert_eq!(said.only(Code::UnknownZone).help.as_deref(), Some(format!("did you mean `{meant}`?").as_str()), "{wrong}");
    }
    for wrong in ["border lower -- 3", "border lower -- (tea_house) 1", "border lower -- tea_house(2)", "border lower -- tea_house + 1"] {
        let said = stair(wrong);
        assert_eq!(said.findings(), ["4:19 wrong-value"], "{wrong}");
        assert_eq!(said.only(Code::WrongValue).message, "this is not the name of a zone");
    }
    // A hyphenated name of a zone is also recognised in a map with a template.
    let text = "template deck \"Deck\" { zone hold; zone bow; border hold -- bow }\nmap ship : deck { zone sick_bay; border hold -- sick-bay; border bow -- sick_bay }\n";
    assert_eq!(written(text).only(Code::UnknownZone).help.as_deref(), Some("did you mean `sick_bay`?"));
}

/// "determined by the referee as the map is designed": the gravity of a map is one of the words that the setting `gravity` has.
/// Rules: R-P57.
#[test]
fn the_gravity_of_a_map_is_a_word_of_the_setting() {
    let ring = |gravity: &str| written(&format!("map ring {{ gravity {gravity}; zone a; zone b; border a -- b }}\n"));
    for word in ["normal", "none", "stuttering", "sloping", "low"] {
        assert_eq!(ring(word).findings(), Vec::<String>::new(), "{word}");
    }
    for wrong in ["heavy", "2", "low low"] {
        let said = ring(wrong).only(Code::WrongValue).message.clone();
        assert_eq!(said, "this is not a gravity of a map", "{wrong}");
    }
}
