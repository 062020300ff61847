//! Tests of common mistakes of authors: each gives one finding, which shows what to write, and no follow-up findings.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod brackets;
mod conflicts;
mod entries;
mod lost;
mod margin;
mod misplaced_words;
mod other_notations;
mod repairs;
mod right_texts;
mod slips;
use slip_test_support::compiled_text;

use compiled_text::{one, written, written_in};
use slip_source::Package;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

const GUN: &str =
    "weapon brine_gun \"Brine gun\" : slug_thrower {\n  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n}\n";
const KELPER: &str = "npc kelper \"Kelper\" {\n  cap 2\n  skills { 2 slug_throwers; 1 stamina, eva }\n  aspects \"Green\", \"Hungry\"\n  gear brine_gun\n}\n";
const ROW: &str = "map hall \"Hall\" {\n  picture \"\"\"\n    eebb\n    eebb\n  \"\"\"\n  zone e engines \"Engines\"\n  \
                   zone b bridge \"Bridge\" { exit yes }\n  border engines -- bridge 2 \"Ladder\"\n}\n\
                   encounter row \"Row\" : personal {\n  map hall\n  side reds { actors kelper x2 at engines }\n  \
                   side blues { actors kelper x2 at bridge }\n  victory reds when out(blues)\n  victory blues when out(reds) or turn > 6\n}\n";
const PIKE: &str = "ship pike \"Pike\" : spacecraft {\n  tech T1\n  v_shift 2; beam 3; torpedo 1\n  tracks { frame 4 }\n  stunts firewall\n  \
                    aspects \"A\", \"B\", \"C\", \"D\"\n}\n";

/// Returns the valid text with one piece replaced by a mistake.
fn with(right: &str, wrong: &str) -> String {
    let whole = format!("{GUN}{KELPER}{ROW}{PIKE}");
    assert!(whole.contains(right), "{right}");
    whole.replacen(right, wrong, 1)
}

/// Returns the advice of a finding: the titles of its fixes, or its help.
fn advice(found: &Diagnostic) -> String {
    match found.fixes.first() {
        Some(fix) => fix.title.clone(),
        None => found.help.clone().unwrap_or_default(),
    }
}

/// Returns the text after the first fix of its only finding.
#[track_caller]
fn mended(text: &str) -> String {
    let found = one(text);
    let mut edits = found.fixes.first().unwrap_or_else(|| panic!("no edit: {found:#?}")).edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
    }
    text
}

#[test]
fn what_is_written_right_is_not_spoken_of() {
    assert!(written(&with("harm 1", "harm 1")).said.is_empty());
}

#[test]
fn an_edit_makes_of_each_mistake_what_was_meant() {
    let cases = [
        // Too few commas, and too many.
        ("\"Green\", \"Hungry\"", "\"Green\" \"Hungry\""),
        ("1 stamina, eva", "1 stamina eva"),
        ("\"Green\", \"Hungry\"", "\"Green\", \"Hungry\","),
        ("harm 1\n", "harm 1,\n"),
        // Ranges.
        ("range 0..2", "range 0 to 2"),
        ("range 0..2", "range 0, 2"),
        ("range 0..2", "range 0/2"),
        ("range 0..2", "range 0 2"),
        ("range 0..2", "range 0...2"),
        ("range 0..2", "range 0–2"),
        ("engines -- bridge", "engines — bridge"),
        ("engines -- bridge", "engines - bridge"),
        // Entries separated by commas, as members are.
        ("v_shift 2; beam 3; torpedo 1", "v_shift 2, beam 3; torpedo 1"),
        ("v_shift 2; beam 3; torpedo 1", "v_shift 2, beam 3, torpedo 1"),
        // Technologies, and numbers in front of their words.
        ("tech T1", "tech T 1"),
        ("tech T1", "tech T+1"),
        ("tech T1", "tech TL1"),
        ("harm 1\n", "1 harm\n"),
        ("frame 4", "4 frame"),
        // Counts and zones of actors.
        ("kelper x2 at engines", "kelper 2 at engines"),
        ("kelper x2 at engines", "2 kelper at engines"),
        ("kelper x2 at engines", "kelper x 2 at engines"),
        ("kelper x2 at engines", "kelper x2 in engines"),
        ("kelper x2 at engines", "kelper 2 engines"),
        // Titles in place of names.
        ("gear brine_gun", "gear \"Brine gun\""),
        ("gear brine_gun", "gear brine gun"),
        ("stunts firewall", "stunts \"Firewall\""),
        ("2 slug_throwers", "2 \"Slug throwers\""),
        ("2 slug_throwers", "2 slug throwers"),
        // Texts without quotes, and parts of an item head in another order.
        ("\"Green\", \"Hungry\"", "\"Green\", Hungry"),
        ("ship pike \"Pike\" :", "ship pike Pike :"),
        ("weapon brine_gun \"Brine gun\" :", "weapon brine_gun \"Brine gun :"),
        ("weapon brine_gun \"Brine gun\" :", "weapon \"Brine gun\" brine_gun :"),
        ("weapon brine_gun", "weapon brine-gun"),
        ("weapon brine_gun", "Weapon brine_gun"),
        ("weapon brine_gun", "weapn brine_gun"),
        // Brackets of another shape, and missing ones.
        ("skills { 2 slug_throwers; 1 stamina, eva }", "skills [ 2 slug_throwers; 1 stamina, eva ]"),
        ("skills { 2 slug_throwers; 1 stamina, eva }", "skills 2 slug_throwers; 1 stamina, eva"),
        ("skills { 2 slug_throwers; 1 stamina, eva }", "skills 2 slug_throwers, 1 stamina, eva"),
        // Punctuation between a key and its value, and around lists.
        ("skills { 2", "skills: { 2"),
        ("skills { 2", "skills = { 2"),
        ("tracks { frame 4 }", "tracks:\n  { frame 4 }"),
        ("npc kelper \"Kelper\" {", "npc kelper = \"Kelper\" {"),
        ("stunts civilian", "stunts [civilian]"),
        ("stunts civilian", "stunts, civilian"),
        ("\"Green\", \"Hungry\"", "[\"Green\", \"Hungry\"]"),
        ("gear brine_gun", "gear [brine_gun]"),
        ("2 slug_throwers; 1 stamina, eva", "2 slug_throwers; stamina 1, eva 1"),
        // Arrows of other languages.
        ("engines -- bridge", "engines <-> bridge"),
        ("engines -- bridge", "engines<=>bridge"),
        // Misspelt words.
        ("aspects \"A\"", "aspect \"A\""),
        ("stunts civilian", "stunts civillian"),
        ("2 slug_throwers", "2 slug_throwerz"),
    ];
    for (right, wrong) in cases {
        let text = with(right, wrong);
        let plain = |text: &str| text.replace("tracks\n  {", "tracks {").replace("tracks \n  {", "tracks {");
        assert_eq!(plain(&mended(&text)), with(right, right), "{wrong}");
    }
}

#[test]
fn an_arrow_between_two_zones_is_one_of_borders_and_compares_nothing() {
    for wrong in ["=>", "-->", "~>"] {
        let text = with("engines -- bridge", &format!("engines {wrong} bridge"));
        assert_eq!(mended(&text), with("engines -- bridge", "engines -> bridge"), "{wrong}");
        assert_eq!(one(&text).fixes[0].confidence, Confidence::Unsafe, "{wrong}");
    }
    let sight = |line: &str| with("  border engines", &format!("  {line}\n  border engines"));
    assert_eq!(mended(&sight("sight engines => bridge")), sight("sight engines bridge"));
    // In a condition, `=>` is read as a comparison.
    assert_eq!(mended(&with("turn > 6", "turn => 6")), with("turn > 6", "turn >= 6"));
}

#[test]
fn a_technology_with_a_dash_of_a_word_processor_or_a_point_is_named() {
    let system = |tech: &str| format!("system ash \"Ash\" {{ tech {tech}; aspects \"A\", \"B\", \"C\" }}\n");
    for wrong in ["T\u{2212}1", "T\u{2013}1"] {
        let found = one(&system(wrong));
        assert_eq!((found.code, found.fixes[0].confidence), (Code::TypographicMark, Confidence::Safe), "{wrong}");
        assert_eq!(mended(&system(wrong)), system("T-1"), "{wrong}");
    }
    let found = written(&system("T1.5"));
    assert_eq!(advice(found.only(Code::DecimalNumber)), "write `T1`, or the technology above it");
    assert_eq!(
        written(&with("harm 1\n", "harm .5\n")).only(Code::DecimalNumber).message,
        "`.5` has a decimal point, but numbers must be whole"
    );
}

#[test]
fn of_a_number_that_cannot_be_it_is_told_what_is_wrong_with_it() {
    let message = |wrong: &str| one(&with("harm 1\n", &format!("{wrong}\n"))).message;
    assert_eq!(message("harm 3_000_000_000"), "the number 3_000_000_000 of `harm` is too large or too small");
    assert_eq!(message("harm 1 1"), "`harm` has 2 numbers, but can have only one");
    assert_eq!(message("harm 1,5"), "`1,5` has a decimal comma, but numbers must be whole");
    assert_eq!(message("harm two"), "the value of `harm` is not a whole number");
    assert_eq!(one(&with("turn > 6\n", "turn > 6\n  limit 1,5 turns\n")).code, Code::WrongValue);
    assert_eq!(advice(&one(&with("stunts firewall", "stunts firewall x0"))), "write `firewall` without a count, or leave it out");
}

#[test]
fn of_a_range_the_end_that_is_wrong_is_pointed_at() {
    let at = |range: &str, code: Code| {
        let said = written(&with("range 0..2", range)).said;
        let found: Vec<(u32, u32)> =
            said.iter().filter(|(.., found)| found.code == code).map(|(line, column, _)| (*line, *column)).collect();
        found
    };
    assert_eq!(at("range 2..9", Code::StatAboveCap), [(5, 12)]);
    assert_eq!(at("range 7..9", Code::StatAboveCap), [(5, 9), (5, 12)]);
    assert_eq!(at("range -1..2", Code::StatBelowZero), [(5, 9)]);
    assert_eq!(at("range 0..far", Code::WrongValue), [(5, 12)]);
    assert_eq!(at("range 0..3_000_000_000", Code::NumberTooLarge), [(5, 12)]);
}

#[test]
fn a_name_with_letters_that_names_have_not_is_written_without_them_and_called_in_full() {
    let person = |name: &str| format!("npc {name} \"Größe\" {{ cap 1; skills {{ 1 stamina }}; aspects \"A\" }}\n");
    for (wrong, right) in [("größe", "groesse"), ("Señal", "senal"), ("łódź_2", "lodz_2")] {
        assert_eq!(mended(&person(wrong)), person(right));
    }
    let found = one(&person("größe"));
    assert_eq!(found.message, "`größe` contains `ö`");
    assert!(one(&person("渡")).fixes.is_empty());
    let other = written(&person("größe").replace("\"A\"", "\"A\", \"B\""));
    assert_eq!(other.only(Code::TooManyAspects).message, "`größe` has 2 aspects, but only 1 fits");
}

#[test]
fn what_rests_on_a_setting_that_cannot_be_read_is_not_told_besides() {
    let own = |variant: &str, ruleset: &str| {
        let package = Package { name: "own".to_owned(), edition: 1, variants: vec![variant.to_owned()], ..Package::default() };
        let text = format!("ruleset house {{ {ruleset} }}\nship wasp \"Wasp\" : fighter {{ tech T2; v_shift 1; aspects \"A\" }}\n");
        written_in(package, &text).findings()
    };
    assert_eq!(own("house", "fighters yes"), Vec::<String>::new());
    assert_eq!(own("house", "fighters yess"), ["1:26 setting-value"]);
    assert_eq!(own("house", "fightrs yes"), ["1:17 unknown-setting"]);
    assert_eq!(own("house", "fighters no"), ["2:6 setting-off"]);
    assert_eq!(own("hous", "fighters yes").len(), 1);
    assert_eq!(own("house", "use hous"), ["1:21 unknown-name"]);
    assert_eq!(own("house", "use 3"), ["1:21 wrong-value"]);
    assert_eq!(own("house", "use hous; fighters no"), ["1:21 unknown-name", "2:6 setting-off"]);
}

#[test]
fn of_a_picture_that_is_too_large_nothing_else_is_told() {
    let row = "a".repeat(501);
    let map = format!("map m {{\n  picture \"\"\"\n    {row}\n    b\n  \"\"\"\n  zone a aft\n  zone b bow\n}}\n");
    assert_eq!(written(&map).messages(), ["the picture has more than 500 rows or more than 500 cells in a row"]);
}

#[test]
fn an_aspect_that_rules_derive_is_told_of_where_a_thing_has_no_slots_too() {
    let armour = |defense: i64, aspects: &str| {
        let text = format!("armour shell \"Shell\" : body_armour {{ tech T1; defense {defense}; aspects {aspects} }}\n");
        let said = written(&text).said;
        let codes = said.iter().map(|(.., found)| found.code).filter(|code| *code != Code::UnspentPoints);
        codes.collect::<Vec<_>>()
    };
    assert_eq!(armour(5, "\"Very heavy\""), [Code::DerivedAspectWritten]);
    assert_eq!(armour(1, "\"Very heavy\""), [Code::UnearnedAspect]);
    assert_eq!(armour(5, "\"My own\""), [Code::TooManyAspects]);
    assert_eq!(armour(5, "\"Very heavy\", \"My own\""), [Code::TooManyAspects]);
}

#[test]
fn aspects_are_told_apart_by_what_people_read_and_one_written_twice_is_not_missing_besides() {
    let ship = |aspects: &str| {
        let text = format!("ship twin \"Twin\" : spacecraft {{ tech T3; v_shift 1; trade 4; stunts cheap; aspects {aspects} }}\n");
        written(&text).messages().join("; ")
    };
    assert_eq!(ship("\"Falling apart\" as \"Fine\", \"A\", \"B\", \"C\", \"D\""), "");
    assert_eq!(ship("\"Falling apart\" as \"Fine\", \"A\", \"B\", \"C\", \"Fine\""), "the aspect `Fine` is written twice");
    assert_eq!(one(&with("\"Green\", \"Hungry\"", "\"Green\", \"Green\"")).code, Code::DuplicateEntry);
    let renamed = with("\"Green\", \"Hungry\"", r#""Green" as "Called \"Sir\"", "Hungry""#);
    assert_eq!(mended(&renamed), with("\"Green\", \"Hungry\"", r#""Called \"Sir\"", "Hungry""#));
}

#[test]
fn a_stunt_that_cannot_be_understood_may_be_the_one_that_modes_need() {
    let gun = |stunts: &str| {
        let text = format!(
            "weapon two \"Two\" : slug_thrower {{ tech T2; range 2..4; stunts {stunts}; mode a {{ harm 1 }}; mode b {{ harm 1 }} }}\n"
        );
        written(&text).messages().join("; ")
    };
    assert_eq!(gun("modal"), "");
    assert_eq!(gun("civilian"), "`two` has modes, but no stunt that allows them");
    assert_eq!(gun("modal_weapon"), "there is no stunt `modal_weapon` for a slug thrower");
}

#[test]
fn ranks_side_by_side_are_called_by_the_word_they_stand_behind() {
    let goods = |cost: &str| format!("goods hut \"Hut\" : everyday {{ {cost} }}\n");
    let found = written(&goods("cost 0"));
    let below = found.only(Code::StatBelowMinimum);
    assert_eq!((below.message.as_str(), advice(below).as_str()), ("`cost` is 0, below the minimum of 1", "raise `cost` from 0 to 1"));
    assert_eq!(written(&goods("cost 3 9")).only(Code::StatAboveCap).message, "`cost` is 9, above the cap of 8");
    assert_eq!(written(&goods("cheaper 9")).only(Code::StatAboveCap).message, "`cheaper` is 9, above the cap of 8");
}

#[test]
fn a_leader_who_is_misspelt_as_an_actor_is_told_of_there() {
    let side = "side reds { actors kelper x2 at engines }";
    let both = written(&with(side, "side reds { actors kelperr x2 at engines; leader kelperr }"));
    assert_eq!(both.messages(), ["there is no item called `kelperr`"]);
    let leader = written(&with(side, "side reds { actors kelper x2 at engines; leader kelperr }"));
    assert_eq!(leader.messages(), ["the side `reds` has no actor called `kelperr`"]);
    let of_own = written(&with(side, "side reds { actors own.kelperr at engines; leader own.kelperr }"));
    assert_eq!(of_own.said.len(), 1, "{:#?}", of_own.said);
}

#[test]
fn who_leads_is_an_actor_and_no_zone_nor_thing_nor_somebody_of_another_package() {
    for (actors, leader) in [
        ("kelper x2 at engines", "engines"),
        ("kelper at engines, kelper at bridge with brine_gun", "brine_gun"),
        ("own.kelper x2 at engines", "std.kelper"),
    ] {
        let found = written(&with("actors kelper x2 at engines", &format!("actors {actors}; leader {leader}")));
        let name = leader.trim_start_matches("std.");
        assert_eq!(found.messages(), [format!("the side `reds` has no actor called `{name}`")]);
    }
}

#[test]
fn ranks_of_letters_are_told_by_their_letters() {
    let cart = "design cart \"Cart\" : gadget { budget 2; stat grade \"Grade\" { letters \"A\", \"B\", \"C\"; base 2; cost [6, 3, 1] }; slots 0 }\n\
                gadget tub \"Tub\" : cart { grade \"B\" }\n";
    let written = written(cart);
    assert_eq!(written.only(Code::OverBudget).secondary[0].text, "`grade B` costs 3");
    assert_eq!(written.pack.items["gadget"]["own.tub"].ledger.lines[1].what, "grade B");
}

#[test]
fn what_is_no_comment_is_told_wherever_it_stands() {
    for (mark, text) in
        [("/*", format!("/* guns */\n{GUN}")), ("/*", format!("{} /* guns */\n", GUN.trim_end())), ("#", format!("# guns\n{GUN}"))]
    {
        assert_eq!(one(&text).message, format!("`{mark}` does not begin a comment"), "{text}");
    }
}

#[test]
fn one_letter_is_no_misspelling_of_another() {
    let map = |border: &str| format!("map hall {{ zone a; zone b; border a -- b; {border} }}\n");
    assert_eq!(one(&map("border b -- q")).help.as_deref(), Some("the zones of the map are `a` and `b`"));
}

#[test]
fn a_zone_with_an_error_in_its_name_is_missing_in_no_border() {
    let found = one("map hall { zone Dock \"Dock\"; zone b; border dock -- b; sight dock b }\n");
    assert_eq!((found.code, found.message.as_str()), (Code::BadName, "`Dock` begins with a capital letter"));
}

#[test]
fn zones_that_hang_together_are_unreachable_once() {
    let found = one("map hall { zone a; zone b; zone c; zone d; border a -- b; border c -- d }\n");
    assert_eq!(found.message, "no path leads to the zone `c`");
    assert!(advice(&found).ends_with("`border a -- c`"), "{found:#?}");
    assert_eq!(found.notes, ["no path leads to `d` either, which are connected with this zone"]);
}

#[test]
fn what_is_misspelt_is_not_missing_besides() {
    assert_eq!(one(&with("  map hall\n", "  mapp hall\n")).code, Code::UnknownKey);
    assert_eq!(written("table t { rol 1d6; 1..6 \"A\" }\n").messages(), ["a table has no entry `rol`"]);
    assert_eq!(written("cluster q { sytems a, b }\n").messages(), ["a cluster has no entry `sytems`"]);
    let drawn = "map m {\n  picture \"\"\"\n    dd\n  \"\"\"\n  zone dd dock\n}\n";
    assert_eq!(written(drawn).messages(), ["this is not a single letter"]);
    assert_eq!(written("background b { stat_die 14; trait_dice 6 }\n").messages(), ["a background has no entry `stat_die`"]);
}

#[test]
fn stunts_are_told_apart_from_what_they_are_about() {
    let fix = |wrong: &str| mended(&with("  stunts firewall\n", &format!("  stunts {wrong}\n")));
    let cheap = |text: &str| text.replace("torpedo 1", "torpedo 0");
    assert!(mended(&cheap(&with("stunts firewall", "stunts firewall point_defense"))).contains("stunts firewall, point_defense\n"));
    assert!(fix("point defense").contains("stunts point_defense\n"));
    assert!(fix("\"Point defense\"").contains("stunts point_defense\n"));
    let other = with("stunts firewall", "stunts attacks_different_track(beam heat)").replace("beam 3", "beam 1");
    assert!(mended(&other).contains("stunts attacks_different_track(beam, heat)\n"));
    let trained = |wrong: &str| mended(&with("  gear brine_gun\n", &format!("  stunts {wrong}\n")));
    assert!(trained("military_grade slug_throwers").contains("stunts military_grade(slug_throwers)\n"));
    assert!(trained("military-grade(slug_throwers)").contains("stunts military_grade(slug_throwers)\n"));
}

#[test]
fn a_base_and_a_design_stand_in_their_order() {
    let ship = |head: &str| mended(&format!("{PIKE}{head} {{ }}\n"));
    assert!(ship("ship mk2 \"Mk 2\" from pike : spacecraft").contains("ship mk2 \"Mk 2\" : spacecraft from pike {"));
    assert!(ship("ship mk2 from pike \"Mk 2\"").contains("ship mk2 \"Mk 2\" from pike {"));
}

#[test]
fn what_is_expected_stands_behind_expect_and_runs_behind_over() {
    let test = |line: &str| format!("{GUN}{KELPER}{ROW}{PIKE}test \"fair\" {{\n  {line}\n}}\n");
    let right = "expect wins(row, reds) in 5%..95% over 200 runs";
    assert_eq!(mended(&test("wins(row, reds) in 5%..95% over 200 runs")), test(right));
    assert_eq!(mended(&test("expect wins(row, reds) in 5%..95% in 200 runs")), test(right));
}

#[test]
fn advice_is_true() {
    let stunt = |line: &str| format!("stunt loud \"Loud\" {{\n  for npc\n  {line}\n}}\n");
    assert_eq!(advice(&one(&stunt("effect +1 health"))), "write `+1 to boxes of health`");
    assert_eq!(advice(&one(&stunt("effect +1 to health"))), "write `+1 to boxes of health`");
    assert_eq!(advice(&one(&stunt("effect +1 agility"))), "write `+1 to agility rolls`");
    assert!(
        advice(&one(&stunt("effect +1 to boxes of health once per scene")))
            .starts_with("remove the price or limit, because this number is fixed")
    );
    assert!(advice(&one(&stunt("effect has aspect Big"))).contains("\"Big\""));
    assert_eq!(one(&stunt("effects +1 to agility rolls")).code, Code::UnknownKey);
    let listed = "`slipyard list --kind skill --all` lists all skills";
    assert_eq!(advice(&one(&with("2 slug_throwers", "2 guns"))), listed);
    assert_eq!(
        mended(&with("1 stamina, eva", "1 stamina, culture/tech \"Pell\"")),
        with("1 stamina, eva", "1 stamina, culture_tech \"Pell\"")
    );
    let culture = written(&with("2 slug_throwers", "2 culture_tech \"Pell\""));
    assert_eq!(advice(culture.only(Code::SkillSubjects)), "write `culture_tech \"…\" \"…\"` with a subject in each pair of quotes");
    for count in ["x0", "x999"] {
        assert_eq!(
            one(&with("kelper x2 at engines", &format!("kelper {count} at engines"))).message,
            "this number of actors is not possible"
        );
    }
}

#[test]
fn a_track_that_a_stunt_takes_away_has_no_boxes_to_write() {
    let ship = with("stunts firewall", "stunts dimensional_heat_dump").replace("tracks { frame 4 }", "tracks { frame 4; heat 5 }");
    let found = written(&ship);
    let said = found.only(Code::FixedTrack);
    assert_eq!(said.message, "the track `heat` does not exist, because the stunt `dimensional_heat_dump` removes it");
    assert_eq!(advice(said), "remove this entry");
}

#[test]
fn what_follows_from_a_mistake_is_not_told_again() {
    assert_eq!(one(&with("tech T1", "tech T9")).code, Code::TechOutOfRange);
    assert_eq!(one(&with("v_shift 2; beam 3; torpedo 1", "v_shift 2, beam 3, torpedo 1")).code, Code::WrongValue);
    assert_eq!(one(&with("weapon brine_gun", "weapon brine gun")).code, Code::Syntax);
    for line in ["+1 to attack when prone once per encounter", "when prone +1 to attack"] {
        let found = one(&format!("stunt low {{ for npc; effect {line} }}\n"));
        assert!(found.message.ends_with("cannot follow a condition"), "{}", found.message);
    }
    let mark = one("stunt low { for npc; effect +1 to attack when 5 % 3 }\n");
    assert_eq!(mark.message, "`%` does not belong here");
    assert_eq!(
        one(&with("skills { 2 slug_throwers; 1 stamina, eva }", "skills\n    2 slug_throwers\n    1 stamina, eva")).code,
        Code::WrongValue
    );
    // An unrelated mistake is still reported.
    let both = with("tech T1", "tech TL1").replace("gear brine_gun", "gear brine_gunn, crowbar");
    assert_eq!(written(&both).said.len(), 3);
}

#[test]
fn two_members_without_a_comma_are_surely_two() {
    assert_eq!(one(&with("1 stamina, eva", "1 stamina eva")).fixes[0].confidence, Confidence::Safe);
    assert_eq!(one(&with("harm 1\n", "harm 1,\n")).fixes[0].confidence, Confidence::Safe);
}

#[test]
fn what_belongs_in_a_side_and_stands_around_it_is_told_where_it_belongs() {
    let found = one(&with("  map hall\n", "  map hall\n  doctrine standard_personal\n"));
    assert_eq!(found.code, Code::UnknownKey);
    assert_eq!(advice(&found), "write it inside, as in `side red { doctrine … }`");
}

#[test]
fn two_zones_on_one_line_are_told_where_the_first_one_ends() {
    let found = one(&with("\n  zone b bridge \"Bridge\" { exit yes }", " zone b bridge \"Bridge\" { exit yes }"));
    assert_eq!(advice(&found), "if `zone` begins another entry, write `;` or a new line before it");
}

#[test]
fn what_no_side_of_a_kind_of_play_has_is_not_sent_there() {
    let side = "side navy { ship pike }\n  side raiders { ship pike }";
    for (entry, belongs) in [("holds_fire yes", true), ("doctrine flee", true), ("leader pike", false), ("actors pike", false)] {
        let text = format!("{PIKE}encounter chase \"Chase\" : space {{\n  {entry}\n  {side}\n}}\n");
        assert_eq!(advice(&one(&text)).starts_with("write it inside, as in `side red {"), belongs, "{entry}");
    }
}

#[test]
fn a_zone_called_zone_is_one_and_what_is_no_zone_is_told() {
    let engines = "zone e engines \"Engines\"";
    let renamed = with(engines, "zone e zone \"Engines\"").replace("border engines", "border zone").replace("at engines", "at zone");
    assert_eq!(written(&renamed).said, []);
    for wrong in ["zone e engines zone", "zone zone zone zone"] {
        let said = written(&with(engines, wrong)).said;
        assert!(said.iter().any(|(.., found)| found.message == "this zone is not written correctly"), "{wrong}: {said:#?}");
    }
}

/// Returns a design with one more line in it.
fn jar(line: &str) -> String {
    format!(
        "design jar \"Jar\" : container {{\n  tech T0..T2\n  budget 9\n  slots 2\n  stat size \"Size\" {{ ranks 0..4; cost rank }}\n  \
         track hull \"Hull\" {{ base 3 }}\n  stunt lid \"Lid\" {{ cost 1; sink }}\n  {line}\n}}\n"
    )
}

#[test]
fn what_a_design_writes_once_is_not_written_twice() {
    assert!(written(&jar("price 1")).said.is_empty());
    for (line, code) in [
        ("budget 4", Code::DuplicateEntry),
        ("slots 3", Code::DuplicateEntry),
        ("tech T0..T2", Code::DuplicateEntry),
        ("price 1; price 2", Code::DuplicateEntry),
        ("gear; gear", Code::DuplicateEntry),
        ("uniform; uniform", Code::DuplicateEntry),
        ("without; without", Code::DuplicateEntry),
        ("stat lift { ranks 0..4; ranks 0..9; cost rank }", Code::DuplicateEntry),
        ("stunt cork { cost 1; cost 5; sink }", Code::DuplicateEntry),
        ("stat size { ranks 0..4; cost 2 }", Code::DuplicateName),
        ("flag size", Code::DuplicateName),
        ("track hull { base 4 }", Code::DuplicateName),
        ("stunt lid { cost 5; sink }", Code::DuplicateName),
    ] {
        assert_eq!(one(&jar(line)).code, code, "{line}");
    }
    // A derived design, or a patch, may replace the declaration.
    let heir = "design urn \"Urn\" : container from jar {\n  budget 4\n  stat size { ranks 0..9 }\n}\n";
    assert!(written(&format!("{}{heir}", jar("price 1"))).said.is_empty());
    let again = heir.replace("budget 4", "budget 4; budget 5");
    assert_eq!(one(&format!("{}{again}", jar("price 1"))).code, Code::DuplicateEntry);
}

#[test]
fn a_stunt_is_asked_for_and_excluded_by_a_name_that_there_is() {
    assert!(written(&jar("stunt cork { cost 1; excludes lid; sink }")).said.is_empty());
    for line in ["stunt cork { cost 1; excludes lidd; sink }", "stunt cork { cost 1; requires lids; sink }"] {
        let found = one(&jar(line));
        assert_eq!((found.code, advice(&found).as_str()), (Code::UnknownName, "write `lid`"), "{line}");
    }
    // The name of a stunt is also known if only a derived design has the stunt.
    let heir = "design urn \"Urn\" : container from jar {\n  stunt seal { cost 1; sink }\n}\n";
    assert!(written(&format!("{}{heir}", jar("stunt cork { cost 1; excludes seal; sink }"))).said.is_empty());
}

#[test]
fn a_range_of_a_design_begins_with_its_lower_end() {
    for (right, wrong) in [
        ("stat lift { ranks 0..4; cost rank }", "stat lift { ranks 4..0; cost rank }"),
        ("platoon 2..6", "platoon 6..2"),
        ("stunt_count 1..2", "stunt_count 2..1"),
        ("skills loose 0..5", "skills loose 5..0"),
    ] {
        assert_eq!(one(&jar(wrong)).code, Code::EmptyRange, "{wrong}");
        assert_eq!(mended(&jar(wrong)), jar(right));
    }
    // No findings are reported that only follow from the swapped range.
    let pot = "container pot \"Pot\" : jar {\n  tech T1\n  size 4\n  stunts lid\n  aspects \"A\", \"B\"\n}\n";
    let whole = |technologies: &str| format!("{}{pot}", jar("price 1").replace("T0..T2", technologies).replace("budget 9", "budget 5"));
    assert!(written(&whole("T0..T2")).said.is_empty());
    assert_eq!(mended(&whole("T2..T0")), whole("T0..T2"));
    assert_eq!(one(&jar("stat lift { ranks 0..4; base 7; cost rank }")).code, Code::WrongValue);
    let said = written(&jar("stat lift { ranks 1..4; base 0; cost rank }")).said;
    assert!(said.iter().all(|(.., found)| found.code == Code::NotRead), "{said:#?}");
}

#[test]
fn an_item_says_a_statistic_once_by_whichever_word() {
    for wrong in ["range 0..2\n  min_range 0", "range 0..2; max_range 2", "max_range 2; range 0..2"] {
        assert_eq!(one(&with("range 0..2", wrong)).code, Code::DuplicateEntry, "{wrong}");
    }
    // An entry of the base may be overridden.
    let heir = format!("{GUN}weapon long_gun \"Long gun\" : slug_thrower from brine_gun {{\n  max_range 3\n}}\n");
    assert!(written(&heir).said.iter().all(|(.., found)| found.code != Code::DuplicateEntry));
}

#[test]
fn a_text_with_quotes_inside_is_one_text() {
    let aspects = |written: &str| with("\"Green\", \"Hungry\"", &format!("\"Green\", {written}"));
    for (wrong, right) in [
        (r#""Says "hi" a lot""#, r#""Says \"hi\" a lot""#),
        (r#""says "hi"""#, r#""says \"hi\"""#),
        (r#"""Hi" she says""#, r#""\"Hi\" she says""#),
        (r#""A "b, c" d "e" f""#, r#""A \"b, c\" d \"e\" f""#),
    ] {
        assert_eq!(mended(&aspects(wrong)), aspects(right));
        assert_eq!(one(&aspects(wrong)).fixes[0].confidence, Confidence::Unsafe, "{wrong}");
    }
    // Where a text may continue, a space changes the meaning.
    for wrong in [r#""Says"hi"a lot""#, r#""Says ""hi"" a lot""#] {
        assert!(one(&aspects(wrong)).fixes.iter().all(|fix| fix.confidence == Confidence::Unsafe), "{wrong}");
    }
}

#[test]
fn what_is_a_text_is_not_written_small() {
    let test = |fact: &str| format!("{GUN}{KELPER}test \"bare\" {{\n  expect not has_aspect(kelper, {fact})\n}}\n");
    assert_eq!(mended(&test("Huge Crates")), test("\"Huge Crates\""));
    let world = |code: &str| format!("world wend \"Wend\" {{\n  profile {code}\n}}\n");
    assert_eq!(advice(&one(&world("B867564-9"))), "write `\"B867564-9\"`");
}

#[test]
fn a_dash_between_numbers_that_go_down_is_no_range() {
    let found = one(&with("harm 1\n", "harm 2 – 1\n"));
    assert_eq!(found.fixes[0].edits[0].replacement, "-");
    assert_eq!(one(&with("harm 1\n", "harm 2 - 1\n")).fixes, []);
}

#[test]
fn what_could_not_be_written_where_it_is_used_is_refused_where_it_is_declared() {
    for name in ["x3", "not", "when"] {
        let text = with("weapon brine_gun", &format!("weapon {name}"));
        let text = if name == "x3" { text.replace("gear brine_gun", "gear x3") } else { text.replace("  gear brine_gun\n", "") };
        let found = one(&text);
        assert_eq!(found.code, Code::BadName, "{name}");
        assert!(found.message.contains(&format!("`{name}`")) && found.message.ends_with("cannot be a name"), "{}", found.message);
    }
    assert_eq!(one("stunt loud(x3: skill) \"Loud\" {\n  for npc\n  cost 1\n  sink\n}\n").code, Code::BadName);
    assert_eq!(one(&format!("{GUN}alias x3 for brine_gun\n")).code, Code::BadName);
}

#[test]
fn a_head_with_a_word_too_many_says_which_it_is() {
    let gun = |head: &str| GUN.replace("weapon brine_gun \"Brine gun\" : slug_thrower", head);
    assert_eq!(mended(&gun("weapon brine_gun \"Brine gun\" : slug thrower")), GUN);
    assert_eq!(mended(&gun("weapon brine_gun \"Brine gun\" slug_thrower")), GUN);
    let derived = |word: &str| format!("{GUN}weapon long_gun : slug_thrower {word} brine_gun {{\n  harm 1\n}}\n");
    assert_eq!(mended(&derived("extends")), derived("from"));
    let heir = |base: &str| format!("{GUN}weapon long_gun \"Long gun\" from {base} {{\n  stunts civilian\n}}\n");
    assert_eq!(mended(&heir("brine gun")), heir("brine_gun"));
    // The block is checked by the rules of the design that the author meant.
    assert_eq!(written(&gun("weapon brine_gun \"Brine gun\" slug_thrower").replace("harm 1", "harms 1")).said.len(), 2);
}

#[test]
fn names_that_are_used_and_not_closed_are_told_once() {
    let text = |used: &str| format!("{used}\n{GUN}{KELPER}");
    let found = one(&text("use std.{slug_thrower, civilian"));
    assert_eq!((found.code, advice(&found).as_str()), (Code::UnclosedBlock, "put `}` after the last name"));
    assert!(mended(&text("use std.{slug_thrower, civilian")).starts_with("use std.{slug_thrower, civilian}\nweapon"));
}

#[test]
fn two_entries_of_an_item_on_one_line_are_told_where_the_first_one_ends() {
    for (right, wrong) in [
        ("cap 2\n  skills", "cap 2 skills"),
        ("tech T1\n  harm 1\n", "tech T1 harm 1\n"),
        ("range 0..2\n  stunts civilian", "range 0..2 stunts civilian"),
    ] {
        let found = one(&with(right, wrong));
        assert_eq!((found.code, found.fixes[0].confidence), (Code::WrongValue, Confidence::Safe), "{wrong}");
        assert_eq!(mended(&with(right, wrong)), with(right, &right.replacen("\n ", ";", 1)), "{wrong}");
    }
}

#[test]
fn nothing_untrue_is_said_behind_a_step_that_is_not_known() {
    let play = |steps: &str| format!("{GUN}{KELPER}{ROW}scenario story \"Story\" {{\n  {steps}\n}}\n");
    assert!(written(&play("play row")).said.is_empty());
    for steps in ["play rwo\n  then row { carry stress }", "play rwo\n  then row when won(rwo, reds)\n  otherwise row2"] {
        let said = written(&play(steps)).said;
        assert!(said.iter().all(|(.., found)| found.code == Code::UnknownName), "{steps}: {said:#?}");
    }
    assert_eq!(one(&play("then row")).message, "the first step of a scenario must be `play`");
}

#[test]
fn what_is_derived_from_itself_lacks_nothing_besides() {
    let gun = |name: &str, base: &str| format!("weapon {name} : slug_thrower from {base} {{\n  harm 1\n}}\n");
    assert_eq!(one(&format!("{}{}{}", gun("a1", "a2"), gun("a2", "a1"), gun("a3", "a1"))).code, Code::FromCircle);
}

#[test]
fn advice_on_topics_and_actors_leaves_nothing_wrong() {
    let doctrine = |line: &str| format!("doctrine calm \"Calm\" : personal {{\n  {line}\n}}\n");
    assert_eq!(mended(&doctrine("keep range 1..2")), doctrine("keep_range 1..2"));
    let found = one(&with("actors kelper x2 at engines", "actors kelper x2 at engines, at bridge"));
    assert_eq!((found.code, found.fixes.len()), (Code::WrongValue, 0));
}

#[test]
fn at_a_technology_at_which_nothing_can_be_bought_no_cap_is_told() {
    let gun = |rest: &str| {
        format!("ship pike \"Pike\" : spacecraft {{\n  tech T-3\n  torpedo 0{rest}\n  aspects \"A\", \"B\", \"C\", \"D\"\n}}\n")
    };
    let codes = |text: &str| written(text).said.into_iter().map(|(.., found)| found.code).collect::<Vec<_>>();
    assert!(codes(&gun("")).contains(&Code::TechOutOfRange));
    assert!(!codes(&gun("")).contains(&Code::StatAboveCap));
    // If a waiver allows the technology out of range, the message about the cap is unchanged.
    let said = written(&gun("\n  allow tech-out-of-range \"a relic\""));
    assert_eq!(said.only(Code::StatAboveCap).message, "`torpedo` is 0, above the cap of -1");
}

#[test]
fn what_is_said_of_effects_and_rolls_is_said_in_the_words_that_were_written() {
    let line = |effect: &str| format!("stunt odd \"Odd\" {{\n  for npc\n  effect {effect}\n}}\n");
    assert_eq!(one(&line("consequences of health is 2/4")).message, "`consequences of health is 2/4` has no meaning");
    assert_eq!(advice(&one(&line("afer attack pays 1 fate"))), "write `after`");
    let bought = |roll: &str| {
        let stunts = format!("  stunts take_a_bonus(slug_throwers, {roll})\n  gear brine_gun\n");
        one(&with("  gear brine_gun\n", &stunts)).message
    };
    assert_eq!(bought("\"attack\""), "a roll cannot start with `\"attack\"`");
    assert_eq!(bought("slug_throwers attak"), "`attak` cannot follow `slug_throwers` in a roll");
}

#[test]
fn a_second_waiver_of_the_same_is_told_with_the_first() {
    let gun = |waivers: &str| GUN.replace("harm 1", "harm 4").replace("civilian\n", &format!("civilian\n{waivers}"));
    let once = gun("  allow over-budget \"a gift\"\n");
    assert!(written(&once).said.is_empty());
    let twice = gun("  allow over-budget \"a gift\"\n  allow over-budget \"still\"\n");
    let found = one(&twice);
    assert_eq!((found.code, found.message.as_str()), (Code::UnusedWaiver, "`brine_gun` allows `over-budget` twice"));
    assert_eq!(found.secondary[0].text, "allowed here");
    assert_eq!(mended(&twice), once);
}

#[test]
fn what_excludes_a_stunt_that_is_bought_twice_is_told_once() {
    for stunts in ["low_recoil, high_recoil, low_recoil", "low_recoil, low_recoil, high_recoil"] {
        let said = written(&GUN.replace("tech T1", "tech T3").replace("civilian", stunts)).said;
        let of = |code: Code| said.iter().filter(|(.., found)| found.code == code).count();
        assert_eq!((of(Code::ExcludedStunt), of(Code::RepeatedStunt)), (1, 1), "{stunts}: {said:#?}");
    }
}

#[test]
fn a_stunt_that_does_nothing_is_found_whatever_else_has_its_name() {
    // `s` is a parameter of a stunt for people, `heat` a track of ships.
    for name in ["zz", "s", "heat"] {
        assert_eq!(one(&format!("stunt {name} {{\n  for npc\n}}\n")).code, Code::IdleStunt, "{name}");
    }
    // The formula `2 + odd` refers to the stunt. It is in a design that offers the stunt.
    let priced = "design rig \"Rig\" : tool {\n  budget 3\n  price 2 + odd\n}\nstunt odd \"Odd\" {\n  for tool\n  cost 1\n}\n";
    assert!(!written(priced).said.iter().any(|(.., found)| found.code == Code::IdleStunt));
}

#[test]
fn a_sign_that_clings_to_a_name_is_parted_from_it() {
    let lesser = |stunts: &str| format!("{GUN}weapon lesser \"Lesser\" from brine_gun {{\n  harm 2\n  {stunts}\n}}\n");
    for (wrong, right) in [("stunts -civilian", "stunts - civilian"), ("stunts +high_capacity", "stunts + high_capacity")] {
        assert_eq!(mended(&lesser(wrong)), lesser(right));
    }
    let gear = with("gear brine_gun\n", "gear +brine_gun\n");
    assert_eq!(mended(&gear), with("gear brine_gun\n", "gear + brine_gun\n"));
    let found = one(&lesser("stunts civilian, -high_capacity").replace("harm 2", "harm 1"));
    assert!(found.fixes.is_empty() && advice(&found).contains("a separate line for each sign: `stunts - …`"), "{found:#?}");
    // A sign inside a word splits it into other words.
    let found = one(&with("1 stamina, eva", "1 st*amina, eva"));
    assert!(!found.message.contains("is what"), "{found:#?}");
}

#[test]
fn a_title_without_words_is_refused_and_the_name_stands_for_it() {
    for blank in ["\"\"", "\" \\n\"", "\"\"\"\n  \"\"\""] {
        let text = GUN.replace("\"Brine gun\"", blank);
        let found = one(&text);
        assert_eq!((found.code, found.message.as_str()), (Code::WrongValue, "this title is empty"), "{text}");
        assert_eq!(mended(&text), GUN.replace("\"Brine gun\"", ""));
    }
}

/// Lists, accounts and scripts print a title on one line.
#[test]
fn a_title_stands_on_one_line_and_is_shown_so_meanwhile() {
    for broken in ["\"Brine\\ngun\"", "\"Brine \\n\\n gun\\n\"", "\"\"\"\n  Brine\n  gun\n  \"\"\""] {
        let text = GUN.replace("\"Brine gun\"", broken);
        let found = one(&text);
        assert_eq!((found.code, found.message.as_str()), (Code::WrongValue, "this title has several lines"), "{text}");
        assert_eq!(mended(&text), GUN);
        assert_eq!(written(&text).pack.items["weapon"]["own.brine_gun"].title, "Brine gun");
    }
    let quoted = GUN.replace("Brine gun", "The \\\"long\\\"\\n\\\\ gun");
    assert_eq!(mended(&quoted), quoted.replace("\\n", " "));
    let test = |title: &str| format!("{GUN}test \"{title}\" {{ expect spent(brine_gun) <= 17 }}\n");
    assert_eq!(mended(&test("it\\nfires")), test("it fires"));
}

#[test]
fn what_stands_behind_the_end_of_a_list_belongs_to_it() {
    let salt_gun = GUN.replace("brine_gun", "salt_gun").replace("Brine gun", "Salt gun");
    let text = with("gear brine_gun", "gear brine_gun; salt_gun") + &salt_gun;
    assert_eq!(mended(&text), with("gear brine_gun", "gear brine_gun, salt_gun") + &salt_gun);
    assert_eq!(mended(&text.replace("gun; salt", "gun ;   salt")), mended(&text));
    // A word on a line of its own, or one similar to a key, is not part of the list.
    for (wrong, advised) in
        [("gear brine_gun\n  salt_gun", "its entries are `allow`"), ("gear brine_gun; aspekts \"A\"", "write `aspects`")]
    {
        let found = one(&(with("gear brine_gun", wrong) + &salt_gun));
        assert!(advice(&found).starts_with(advised), "{found:#?}");
    }
    // A word on a line of its own is not part of the list, even if the line is indented by only one blank or a tab.
    for line in ["\n salt_gun", "\n\tsalt_gun"] {
        let gear = one(&(with("gear brine_gun", &format!("gear brine_gun{line}")) + &salt_gun));
        let actors = one(&(with("actors kelper x2 at engines", &format!("actors kelper x2 at engines{line}")) + &salt_gun));
        assert!(gear.fixes.is_empty() && actors.message.starts_with("`actors` is missing before `salt_gun`"), "{gear:#?}\n{actors:#?}");
    }
}

#[test]
fn a_zone_like_none_of_the_map_is_answered_with_all_of_them() {
    let found = one(&with("x2 at bridge", "x2 at cellar"));
    assert_eq!(found.help.as_deref(), Some("its zones are `engines` and `bridge`"));
    let found = one(&with("border engines -- bridge", "border engines -- cellar"));
    assert_eq!(found.help.as_deref(), Some("the zones of the map are `engines` and `bridge`"));
}

#[test]
fn ranks_above_a_cap_that_nobody_wrote_name_the_cap() {
    let notes = |text: &str| {
        let said = written(text).said;
        said.into_iter().map(|(.., found)| found).find(|found| found.code == Code::SkillPyramid).unwrap().notes
    };
    assert_eq!(notes(&with("  cap 2\n", "")), ["the cap is 1, because no `cap` is written; for skills up to rank 2 write `cap 2`"]);
    assert!(notes(&with("cap 2", "cap 1")).is_empty());
}

#[test]
fn what_people_are_in_is_no_gear_and_called_a_place_where_it_is_one() {
    let built = |kind: &str| {
        let design = format!("design made \"Made\" : {kind} {{ budget 1; slots 0; stat grade \"Grade\" {{ base 1; cost 1 }} }}\n");
        let text = with("gear brine_gun", "gear big") + &design + &format!("{kind} big \"Big\" : made {{ grade 1 }}\n");
        written(&text).only(Code::NotGear).message.clone()
    };
    assert_eq!(built("world"), "`big` is a world, and a place cannot be gear");
    assert_eq!(built("campaign"), "`big` is a campaign, and cannot be gear");
}

#[test]
fn things_behind_a_comma_are_those_of_the_actor_in_front() {
    assert_eq!(mended(&with("x2 at bridge", "x2 at bridge, with brine_gun")), with("x2 at bridge", "x2 at bridge with brine_gun"));
}
