//! Tests of the limits for untrusted input: each limit is enforced and is on its page, and input below the limits is read in bounded time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use slip_compile::stdlib;
use slip_compile::{Compiled, compile};
use slip_limits::Limit;
use slip_source::diagnostic::{Code, Diagnostic};
use slip_source::{Package, Sources};
use std::fmt::Write as _;

fn compiled(text: &str) -> Compiled {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "hostile".into(), edition: 1, ..Package::default() });
    sources.add_file(own, "hostile.slip", text);
    compile(&sources)
}

fn found(text: &str, code: Code) -> Vec<Diagnostic> {
    compiled(text).diagnostics.iter().filter(|found| found.code == code).cloned().collect()
}

fn only(text: &str, code: Code) -> Diagnostic {
    let mut found = found(text, code);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

/// Formats a limit: `256 MiB`, `5,000`.
fn said(most: u64, of: &str) -> String {
    match most {
        _ if !of.starts_with("Bytes") || most < 1 << 10 => grouped(most),
        _ if most.is_multiple_of(1 << 20) => format!("{} MiB", most >> 20),
        _ => format!("{} KiB", most >> 10),
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_page_lists_every_limit_as_it_is_in_the_code() {
    let mut table = String::new();
    for Limit { most, of, said: by, .. } in slip_limits::ALL {
        let of = of.trim();
        writeln!(table, "| {of} | {} | {by} |", said(*most, of)).unwrap();
    }
    let path = "docs/book/limits.md";
    let page = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let (before, rest) = page.split_once("|---|---:|---|\n").unwrap();
    let rows: String = rest.split_inclusive('\n').take_while(|line| line.starts_with('|')).collect();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|how| how == "always") {
        std::fs::write(path, format!("{before}|---|---:|---|\n{table}{}", &rest[rows.len()..])).unwrap();
        return;
    }
    assert_eq!(rows, table, "INSTA_UPDATE=always writes the table of {path}");
}

fn gun(name: &str, body: &str) -> String {
    format!("weapon {name} : slug_thrower {{\n  tech T0\n  {body}\n}}\n")
}

#[test]
fn an_item_of_too_many_entries_is_not_read_and_the_next_one_is() {
    let text = gun("long_arm", &"harm 1\n".repeat(slip_limits::ENTRIES)) + &gun("short_arm", "barrel 1");
    let said = only(&text, Code::TooLarge);
    assert_eq!(said.message, "this item has more than 5000 entries and is ignored");
    let known = compiled(&text).pack.items["weapon"]
        .values()
        .filter(|item| item.package == "hostile")
        .map(|item| item.name.to_string())
        .collect::<Vec<_>>();
    assert_eq!(known, ["short_arm"]);
}

#[test]
fn an_entry_of_too_many_values_and_a_name_that_never_ends_are_refused() {
    let values = "1 ".repeat(slip_limits::VALUES + 1);
    assert!(only(&gun("long_arm", &format!("harm {values}")), Code::TooLarge).message.contains("more than 1000 values"));
    assert!(found(&gun("long_arm", &format!("harm {}", "1 ".repeat(slip_limits::VALUES))), Code::TooLarge).is_empty());
    let name = "a".repeat(slip_limits::NAME_BYTES + 1);
    assert!(only(&gun(&name, "barrel 1"), Code::TooLarge).message.starts_with("this name has more than 200 letters"));
    assert!(found(&gun(&name[1..], "barrel 1"), Code::TooLarge).is_empty());
}

/// Returns the weapon `w0` and further weapons, each derived from the one before.
fn chain(links: usize) -> String {
    (1..=links).fold(gun("w0", "barrel 1"), |text, link| text + &format!("weapon w{link} from w{} {{\n}}\n", link - 1))
}

#[test]
fn a_chain_of_bases_is_laid_out_up_to_the_limit_and_refused_beyond() {
    assert!(found(&chain(slip_limits::BASES), Code::TooLarge).is_empty());
    let refused = found(&chain(5_000), Code::TooLarge);
    assert!(
        refused.first().is_some_and(|first| first.message == "`w101` is derived through more than 100 other items"),
        "{:?}",
        refused.first()
    );
}

/// Returns rulesets `r0` to `r{links}`, each of which uses the next.
fn rulesets(links: usize) -> String {
    (0..links).map(|link| format!("ruleset r{link} {{ use r{} }}\n", link + 1)).collect::<String>() + &format!("ruleset r{links} {{\n}}\n")
}

#[test]
fn a_chain_of_rulesets_is_followed_up_to_the_limit_and_refused_beyond() {
    assert!(found(&rulesets(slip_limits::RULESETS_DEEP), Code::TooLarge).is_empty());
    let said = only(&rulesets(slip_limits::RULESETS_DEEP + 1), Code::TooLarge).message;
    assert_eq!(said, "the ruleset `r0` uses more than 100 others, one through the other");
    // Two rulesets per level, which both use the two of the next level: too many paths to follow each.
    let both = |link: usize| format!("ruleset a{link} {{ use a{0}; use b{0} }}\nruleset b{link} {{ use a{0}; use b{0} }}\n", link + 1);
    let diamonds = (0..60).map(both).collect::<String>() + "ruleset a60 {\n}\nruleset b60 {\n}\n";
    assert!(found(&diamonds, Code::TooLarge).is_empty());
}

#[test]
fn a_map_has_as_many_zones_as_the_limit_says_with_all_their_borders() {
    let row = |zones: usize| {
        let zone = |at: usize| format!("zone z{at}\n");
        let border = |at: usize| format!("border z{at} -- z{} 1\n", at + 1);
        let text = (0..zones).map(zone).chain((0..zones - 1).map(border)).collect::<String>();
        compiled(&format!("map row {{\n{text}}}\n"))
    };
    let most = row(slip_limits::MAP_ZONES);
    let map = &most.pack.maps["hostile.row"];
    assert_eq!((map.zones.len(), map.borders.len()), (slip_limits::MAP_ZONES, slip_limits::MAP_ZONES - 1));
    assert!(most.diagnostics.iter().all(|found| found.code != Code::TooLarge));
    let more = row(slip_limits::MAP_ZONES + 1);
    assert_eq!(more.diagnostics.iter().filter(|found| found.code == Code::TooLarge).count(), 1);
}

#[test]
fn a_track_has_as_many_boxes_as_play_holds_whatever_made_it_so_long() {
    let golem = |base: &str, lines: &str| {
        format!("design golem : golem {{\n  track clay \"Clay\" {{ base {base} }}\n{lines}}}\ngolem one {{\n}}\n")
    };
    assert!(found(&golem("30", ""), Code::TooLarge).is_empty());
    let most = i64::from(slip_dice::fate::Track::MAX);
    assert_eq!(most, slip_limits::TRACK_BOXES + 1, "whoever is attached to a unit adds a box at most");
    for by in [golem("40 - 9", ""), golem("30", "  effect +1 to boxes of clay\n")] {
        assert_eq!(only(&by, Code::TooLarge).message, "the track `clay` has 31 boxes, but a track can have at most 30");
    }
    let bought = only("ship hulk : spacecraft {\n  tech T2\n  tracks { frame 40 }\n}\n", Code::TooLarge);
    assert_eq!(bought.message, "the track `frame` has 40 boxes, but a track can have at most 30");
}

#[test]
fn ranks_by_the_billion_end_in_a_message() {
    let text = "design mage : mage { skills pyramid 2_147_483_647 }\nmage one { skills { 2 gunnery; 1 pilot } }\n";
    assert!(!found(text, Code::SkillPyramid).is_empty());
    assert!(compiled(&gun("long_arm", "harm 2_000_000_000; range 2..4")).diagnostics.iter().any(|found| found.code == Code::StatAboveCap));
}

#[test]
fn a_circle_of_thousands_is_told_and_names_a_few() {
    let circle = |links: usize| (0..links).map(|link| format!("weapon w{link} from w{} {{\n}}\n", (link + 1) % links)).collect::<String>();
    let because = only(&circle(50), Code::FromCircle).primary.text;
    assert!(because.contains("`w11` → 38 more → `w0`"), "{because}");
    let large = compiled(&circle(5_000));
    assert!(large.diagnostics.iter().all(|found| matches!(found.code, Code::FromCircle | Code::TooLarge)));
}

#[test]
fn things_take_numbers_from_each_other_up_to_the_limit_and_no_circle_is_made_of_a_chain() {
    let design = "design echo : echo { refers like to echo; stat tone { base stat(like, tone) } }\n";
    let chain = |below: usize| {
        let links: String = (0..below).map(|link| format!("echo e{link} {{ like e{} }}\n", link + 1)).collect();
        format!("{design}{links}echo e{below} {{ tone 4 }}\n")
    };
    let most = compiled(&chain(slip_limits::REFERENCES_DEEP));
    assert_eq!(most.pack.items["echo"]["hostile.e0"].stat("tone"), 4);
    assert!(!most.diagnostics.has_errors());
    let refused = compiled(&chain(slip_limits::REFERENCES_DEEP + 1));
    let said: Vec<&str> = refused.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(said, ["`e1` takes its numbers through a chain of more than 16 things"]);
}

#[test]
fn things_that_refer_to_each_other_by_many_paths_are_computed_once_each() {
    let design = "design echo : echo { refers left to echo; refers right to echo; stat tone { base min(9, stat(left, tone) + stat(right, tone)) } }\n";
    let levels = slip_limits::REFERENCES_DEEP;
    let level = |link: usize| {
        let to = |side: &str| format!("echo {side}{link} {{ left a{0}; right b{0} }}\n", link + 1);
        to("a") + &to("b")
    };
    let text: String = (0..levels).map(level).collect();
    let built = compiled(&format!("{design}{text}echo a{levels} {{ tone 4 }}\necho b{levels} {{ tone 3 }}\n"));
    assert!(!built.diagnostics.has_errors(), "{:?}", built.diagnostics.iter().next());
    let last = levels - 1;
    assert_eq!(built.pack.items["echo"][&*format!("hostile.a{last}")].stat("tone"), 7);
    assert_eq!(built.pack.items["echo"]["hostile.b0"].stat("tone"), 9);
}

#[test]
fn a_circle_of_thousands_of_tables_is_told_in_time() {
    let circle =
        |tables: usize| (0..tables).map(|at| format!("table t{at} {{ one_of \"End\", t{} }}\n", (at + 1) % tables)).collect::<String>();
    let few = found(&circle(20), Code::TableCircle);
    assert_eq!(few.len(), 1);
    assert!(
        few[0].primary.text.starts_with("through `t1`, then `t2`, then `t3`") && few[0].primary.text.ends_with("then 8 more"),
        "{few:?}"
    );
    let begun = std::time::Instant::now();
    let many = found(&circle(4_000), Code::TableCircle);
    assert_eq!((many.len(), many[0].primary.text.as_str()), (1, "through `t1`, then 3999 more"));
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn thousands_of_unknown_names_among_as_many_known_ones_are_all_told() {
    let word = |number: usize, start: u8| -> String {
        (0..12)
            .map(|at| char::from(b'a' + start + u8::try_from((number / 5_usize.pow(at % 6) + number * 7 * at as usize) % 5).unwrap()))
            .collect()
    };
    let mut text = String::new();
    for number in 0..4_000 {
        writeln!(text, "weapon k{number}{} from {} {{\n}}", word(number, 0), word(number, 1)).unwrap();
    }
    assert_eq!(found(&text, Code::UnknownName).len(), 4_000);
}

#[test]
fn a_thousand_designs_of_one_kind_are_read() {
    let designs: String = (0..2_000).map(|number| format!("design d{number} : weapon {{\n  stat harm {{ cost rank }}\n}}\n")).collect();
    assert_eq!(compiled(&designs).diagnostics.iter().filter(|found| found.code == Code::TooLarge).count(), 0);
}

#[test]
fn brackets_operators_quotes_and_strays_by_the_ten_thousand_end_in_a_message() {
    for text in [
        gun("a", &format!("harm {}", "(".repeat(50_000))),
        gun("a", &format!("harm {}1", "1 + ".repeat(50_000))),
        "{".repeat(50_000),
        "}".repeat(50_000),
        "\"\n".repeat(10_000),
        "@".repeat(50_000),
        "weapon a : slug_thrower {\n".repeat(10_000),
        gun("a", &format!("harm {}", ",".repeat(50_000))),
    ] {
        assert!(compiled(&text).diagnostics.has_errors());
    }
}

/// Rules: R-XY14.
#[test]
fn what_people_have_is_followed_up_to_the_limit_and_never_runs_out_of_stack() {
    let person = |at: usize, has: &str| format!("npc g{at} {{ cap 1; skills {{ 1 brawling }}; {has}aspects \"A\" }}\n");
    let chain = |links: usize| {
        let links: String = (1..=links).map(|at| person(at, &format!("stunts have_a_thing(g{}); ", at - 1))).collect();
        person(0, "") + &links
    };
    assert!(!compiled(&chain(slip_limits::GIVERS + 1)).diagnostics.has_errors());
    let refused = only(&chain(slip_limits::GIVERS + 2), Code::TooLarge);
    assert_eq!(refused.message, "`g102` has a chain of more than 100 things, each given to the one before");
    assert_eq!(found(&chain(800), Code::TooLarge).len(), 800 - slip_limits::GIVERS - 1);
}

/// Returns tables, each of which names the next one twice in one text.
fn doubled(tables: usize) -> String {
    let table = |at: usize| format!("table t{at} {{ one_of \"{{t{0}}}{{t{0}}}\" }}\n", at + 1);
    (0..tables).map(table).collect::<String>() + &format!("table t{tables} {{ one_of \"x\" }}\n")
}

#[test]
fn texts_that_double_with_every_table_are_refused_at_the_first_table_beyond_the_limit() {
    assert!(found(&doubled(8), Code::TooLarge).is_empty());
    let refused = only(&doubled(60), Code::TooLarge);
    assert_eq!(refused.message, "one roll on `t51` may give more than 1000 results");
    let rolls = |at: usize| format!("table t{at} {{ roll 1d2; 1..2 t{0}, t{0} }}\n", at + 1);
    let things = (0..60).map(rolls).collect::<String>() + "table t60 { one_of \"x\" }\n";
    assert_eq!(only(&things, Code::TooLarge).message, "one roll on `t51` may give more than 1000 results");
    let table = |at: usize| format!("table t{at} {{ one_of \"x\", \"{{t{}}}\" }}\n", at + 1);
    let chain = (0..30_000).map(table).collect::<String>() + "table t30000 { one_of \"x\" }\n";
    assert_eq!(only(&chain, Code::TooLarge).message, "one roll on `t29000` may give more than 1000 results");
}

#[test]
fn a_roll_on_texts_that_double_ends_with_a_message() {
    use slip_dice::Dice;
    use slip_generate::random_draws::Roller;
    let pack = compiled(&doubled(60)).pack;
    let mut dice = Dice::seeded(1, 0);
    let refused = Roller { pack: &pack, dice: &mut dice, fills: &[] }.on(&pack.tables["hostile.t0"]);
    assert!(refused.is_err_and(|refusal| format!("{refusal:?}").contains("`t51` has errors")));
}

#[test]
fn the_text_of_one_roll_has_as_many_bytes_as_the_limit_says() {
    let words = "x".repeat(7_000);
    let ten = |at: usize| format!("table t{at} {{ one_of \"{}\" }}\n", format!("{{t{}}}", at + 1).repeat(10));
    let text = format!("{}table t1 {{ one_of \"{words}\" }}\n", ten(0));
    assert_eq!(only(&text, Code::TooLarge).message, "one roll on `t0` may give more than 64 KiB of text");
    assert!(found(&text.replace(&words, &words[..6_000]), Code::TooLarge).is_empty());
}

#[test]
fn a_scene_is_tried_with_as_many_rows_as_the_limit_says() {
    let scene = "scene personal { map m; side us { actors guard at a }; side met at b; victory us when out(met) }";
    let text = |tables: usize| {
        let rows = |at: usize| format!("table t{at} {{ one_of {} }}\n", vec!["guard"; 100].join(", "));
        let names: Vec<String> = (0..tables).map(|at| format!("t{at}")).collect();
        format!(
            "npc guard {{ cap 1; skills {{ 1 brawling }}; aspects \"A\" }}\nmap m {{ zone a; zone b; border a -- b 1 }}\n{}table met {{ one_of {}; {scene} }}\n",
            (0..tables).map(rows).collect::<String>(),
            names.join(", ")
        )
    };
    assert!(found(&text(4), Code::TooLarge).is_empty());
    assert_eq!(only(&text(5), Code::TooLarge).message, "the scene of `met` can meet more than 500 rows, which are too many");
}

#[test]
fn one_thing_is_patched_as_often_as_the_limit_says() {
    let patches = |count: usize| (0..count).map(|at| format!("patch std.survival {{ gear + \"rope {at}\" }}\n")).collect::<String>();
    assert!(found(&patches(slip_limits::PATCHES), Code::TooLarge).is_empty());
    let refused = only(&patches(slip_limits::PATCHES + 100), Code::TooLarge);
    assert_eq!(refused.message, "`std.survival` is changed by more than 500 patches");
}

#[test]
fn the_outlines_of_a_map_have_as_many_points_together_as_the_limit_says() {
    let zone = |at: usize| {
        let x = at * 10;
        let steps: Vec<String> = (0..60).map(|y| format!("{} {y}", x + y % 2)).collect();
        format!("zone z{at} {{ outline {}, {} 60 }}\n", steps.join(", "), x + 5)
    };
    let map = |zones: usize| format!("map m {{\n{}}}\n", (0..zones).map(zone).collect::<String>());
    assert!(found(&map(150), Code::TooLarge).is_empty(), "{:?}", found(&map(150), Code::TooLarge));
    assert_eq!(only(&map(200), Code::TooLarge).message, "the outlines of `m` have more than 10000 points in total");
}

#[test]
fn an_item_with_more_findings_than_anybody_mends_is_told_without_edits_for_all() {
    let stats: String = (0..1_500).map(|at| format!("  stat s{at} {{ ranks 0..3; cost rank }}\n")).collect();
    let bought: String = (0..1_500).map(|at| format!("  s{at} 9\n")).collect();
    let text = format!("design d : thing {{ budget 5\n{stats}}}\nthing x {{\n{bought}}}\n");
    let begun = std::time::Instant::now();
    assert_eq!(found(&text, Code::StatAboveCap).len(), 1_500);
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn twenty_thousand_errors_in_one_line_are_reported_in_every_style() {
    use slip_report::Style;
    let item =
        |at: usize| format!("weapon w{at} : slug_thrower {{ {} }} ", (0..4_000).map(|entry| format!("zz{entry} 1; ")).collect::<String>());
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "hostile".into(), edition: 1, ..Package::default() });
    sources.add_file(own, "hostile.slip", (0..5).map(item).collect::<String>());
    let found = compile(&sources).diagnostics;
    assert!(found.iter().filter(|found| found.code == Code::UnknownKey).count() >= 4_000);
    let begun = std::time::Instant::now();
    for style in [Style::Human, Style::Ledger, Style::Plain, Style::Short, Style::Narrated, Style::Json] {
        let shown = slip_report::report(&found, &sources, style, slip_report::DrawOptions::default(), &slip_report::Summary::default());
        assert!(shown.len() > 100_000);
    }
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
}
