//! Rows about lists of the language: each kind of list, at its greatest length.

use super::hostile_texts::{GUARD, chain_of_stats, cluster, gun, lines, listed, row_of_zones, stunts_bought};
use super::measure_growth::{Row, check};

/// Returns a person with aspects in entries of 500.
fn aspects_added(aspects: usize) -> String {
    let entry = |at| format!("  aspects + {}\n", listed(500, |text| format!("\"A{at} {text}\"")));
    format!("npc p {{ skills {{ 1 brawling }}\n{}}}\n", lines(aspects / 500, entry))
}

pub const ROWS: &[Row] = &[
    // Items.
    check("items", |n| lines(n, |i| gun(&format!("w{i}"), "harm 1")), 2_000, 16_000),
    check("items of one name", |n| lines(n, |_| gun("w", "harm 1")), 2_000, 16_000),
    check("people", |n| lines(n, |i| GUARD.replacen("guard", &format!("g{i}"), 1)), 1_000, 8_000),
    check(
        "things had",
        |n| {
            gun("w", "harm 1")
                + &lines(n, |i| GUARD.replacen("guard", &format!("g{i}"), 1).replace("aspects", "stunts have_a_thing(w); aspects"))
        },
        500,
        4_000,
    ),
    check("entries", |n| format!("npc p {{\n{}}}\n", lines(n, |i| format!("  aspects \"A{i}\"\n"))), 600, 4_900),
    check("aspects", aspects_added, 2_000, 32_000),
    check("exceptions", |n| format!("npc p {{\n{}}}\n", lines(n, |i| format!("  allow over-budget \"A{i}\"\n"))), 600, 4_900),
    check("skills", |n| lines(n, |i| format!("skill s{i} \"S{i}\" {{\n}}\n")), 2_000, 16_000),
    check("marks", |n| lines(n, |i| format!("mark k{i} \"M\"\n")), 2_000, 16_000),
    check("worlds", |n| lines(n, |i| format!("world w{i} {{ profile \"B867564-9\" }}\n")), 500, 4_000),
    check("stations", |n| lines(n, |i| format!("  station k{i} {{ skill gunnery; duties beam }}\n")), 500, 4_000),
    check("packages used", |n| lines(n, |i| format!("use pkg{i}\n")), 2_000, 16_000),
    // Things that depend on others.
    check("bases in a chain", |n| gun("w0", "harm 1") + &lines(n, |i| format!("weapon w{} from w{i} {{ }}\n", i + 1)), 1_000, 8_000),
    check("one base for all", |n| gun("w", "harm 1") + &lines(n, |i| format!("weapon w{i} from w {{ }}\n")), 1_000, 8_000),
    check("a circle of bases", |n| lines(n, |i| format!("weapon w{i} from w{} {{ }}\n", (i + 1) % n)), 1_000, 8_000),
    check("patches of one thing", |n| lines(n, |i| format!("patch std.survival {{ gear + \"rope {i}\" }}\n")), 500, 4_000),
    check("patches of own things", |n| gun("w", "harm 1") + &lines(n, |i| format!("patch weapon w {{ harm {} }}\n", i % 3)), 1_000, 8_000),
    check("other names", |n| gun("w", "harm 1") + &lines(n, |i| format!("alias weapon a{i} for w\n")), 2_000, 16_000),
    check("other names in a chain", |n| gun("a0", "harm 1") + &lines(n, |i| format!("alias weapon a{} for a{i}\n", i + 1)), 2_000, 16_000),
    check(
        "rulesets in a chain",
        |n| lines(n, |i| format!("ruleset r{i} {{ use r{} }}\n", i + 1)) + &format!("ruleset r{n} {{ }}\n"),
        500,
        4_000,
    ),
    check("settings", |n| format!("ruleset r {{\n{}}}\n", lines(n, |i| format!("  setting k{i} 0..3 {{ default 1 }}\n"))), 600, 4_900),
    // Designs.
    check("designs", |n| lines(n, |i| format!("design d{i} : thing {{ stat s {{ cost rank }} }}\n")), 500, 4_000),
    check(
        "designs of one base",
        |n| {
            "design d : thing { stat s { cost rank } }\n".to_owned()
                + &lines(n, |i| format!("design d{i} : thing from d {{ stat s{i} {{ cost rank }} }}\n"))
        },
        500,
        4_000,
    ),
    check(
        "stunts of the author's own bought",
        |n| {
            let stunts = lines(n, |i| format!("stunt s{i} \"S\" {{ for thing; cost 0; sink }}\n"));
            format!(
                "design d : thing {{ budget 5 }}\n{stunts}{}",
                lines(5, |at| format!("thing x{at} {{ stunts {} }}\n", listed(n, |i| format!("s{i}"))))
            )
        },
        120,
        960,
    ),
    check(
        "many things of one person",
        |n| {
            let person = |at: usize| {
                let had = listed(n, |i| format!("have_a_thing(w{i})"));
                format!("npc p{at} {{ cap 2; skills {{ 2 brawling; 1 alertness, stamina }}; stunts {had} }}\n")
            };
            lines(n, |i| gun(&format!("w{i}"), "harm 1")) + &lines(5, person)
        },
        120,
        960,
    ),
    check("statistics in a chain", chain_of_stats, 200, 1_600),
    check(
        "statistics over budget",
        |n| {
            let stats = lines(n, |i| format!("  stat s{i} {{ ranks 0..3; cost rank }}\n"));
            format!("design d : thing {{ budget 5\n{stats}}}\nthing x {{\n{}}}\n", lines(n, |i| format!("  s{i} 2\n")))
        },
        200,
        1_600,
    ),
    check(
        "statistics above their caps",
        |n| {
            let stats = lines(n, |i| format!("  stat s{i} {{ ranks 0..3; cost rank }}\n"));
            format!("design d : thing {{ budget 5\n{stats}}}\nthing x {{\n{}}}\n", lines(n, |i| format!("  s{i} 9\n")))
        },
        200,
        1_600,
    ),
    check(
        "requirements that fail",
        |n| {
            format!(
                "design d : thing {{ budget 5; stat q {{ ranks 0..3; cost rank }}\n{}}}\nthing x {{ }}\n",
                lines(n, |i| format!("  require q >= {i} + 1 else \"no\"\n"))
            )
        },
        200,
        1_600,
    ),
    check("stunts of a design", stunts_bought, 120, 960),
    check(
        "stunts for a kind",
        |n| "design d : thing { budget 5 }\n".to_owned() + &lines(n, |i| format!("stunt s{i} \"S\" {{ for thing; cost 1; sink }}\n")),
        500,
        4_000,
    ),
    check("stunts that require the next", |n| stunts_bought(n).replace("cost 1;", "cost 1; requires s0;"), 120, 960),
    check("stunts of one group", |n| stunts_bought(n).replace("cost 1;", "cost 1; group g; require g <= 1 else \"no\";"), 120, 960),
    check(
        "effects of a stunt",
        |n| format!("stunt s {{ for npc; cost 1;\n{}}}\n", lines(n, |_| "  effect +1 to attack\n".to_owned())),
        600,
        4_900,
    ),
    check(
        "effects of a design",
        |n| format!("design d : thing {{ stat q {{ cost rank }}\n{}}}\nthing x {{ }}\n", lines(n, |_| "  effect +1 to q\n".to_owned())),
        300,
        2_400,
    ),
    check(
        "rules of a doctrine",
        |n| format!("doctrine d : personal {{\n{}}}\n", lines(n, |i| format!("  target weakest visible when turn > {i}\n"))),
        600,
        4_900,
    ),
    // Places.
    check("zones", row_of_zones, 120, 960),
    check(
        "borders",
        |n| {
            format!(
                "map m {{\n{}{}}}\n",
                lines(900, |i| format!("  zone z{i}\n")),
                lines(n, |i| format!("  border z{} -- z{} 1\n", i % 900, (i + 1 + i / 900) % 900))
            )
        },
        500,
        4_000,
    ),
    check("zones nobody reaches", |n| format!("map m {{\n{}}}\n", lines(n, |i| format!("  zone z{i}\n"))), 120, 960),
    check(
        "outlines",
        |n| {
            format!(
                "map m {{\n{}}}\n",
                lines(n, |i| {
                    let x = i * 4;
                    format!("  zone z{i} {{ outline {x} 0, {} 0, {} 4, {x} 4 }}\n", x + 4, x + 4)
                })
            )
        },
        120,
        960,
    ),
    check("systems of a cluster", cluster, 120, 960),
    // Tables.
    check(
        "tables in a chain",
        |n| lines(n, |i| format!("table t{i} {{ one_of \"A\", t{} }}\n", i + 1)) + &format!("table t{n} {{ one_of \"x\" }}\n"),
        1_000,
        8_000,
    ),
    check(
        "texts in a chain",
        |n| lines(n, |i| format!("table t{i} {{ one_of \"A\", \"{{t{}}}\" }}\n", i + 1)) + &format!("table t{n} {{ one_of \"x\" }}\n"),
        1_000,
        8_000,
    ),
    check(
        "texts that double",
        |n| lines(n, |i| format!("table t{i} {{ one_of \"{{t{0}}}{{t{0}}}\" }}\n", i + 1)) + &format!("table t{n} {{ one_of \"x\" }}\n"),
        1_000,
        8_000,
    ),
    check(
        "rows of tables",
        |n| lines(n / 100, |j| format!("table t{j} {{ one_of {} }}\n", listed(100, |i| format!("\"x{i}\"")))),
        10_000,
        80_000,
    ),
    check(
        "scenes in a chain",
        |n| {
            let scene = "scene personal { map m; side us { actors guard at a }; side met at b; victory us when out(met) }";
            let table = |i| format!("table t{i} {{ one_of guard, t{}; {scene} }}\n", i + 1);
            format!("{GUARD}map m {{ zone a; zone b; border a -- b 1 }}\n{}table t{n} {{ one_of guard }}\n", lines(n, table))
        },
        20,
        160,
    ),
    // Participants.
    check(
        "sides",
        |n| {
            format!(
                "{GUARD}map m {{ zone a; zone b; border a -- b 1 }}\nencounter e : personal {{ map m\n{}}}\n",
                lines(n, |i| format!("  side s{i} {{ actors guard at a }}\n"))
            )
        },
        16,
        128,
    ),
    check(
        "ways to win",
        |n| {
            format!(
                "{GUARD}map m {{ zone a; zone b; border a -- b 1 }}\nencounter e : personal {{ map m\nside u {{ actors guard at a }}\nside v {{ actors guard at b }}\n{}}}\n",
                lines(n, |i| format!("  victory u when turn > {i}\n"))
            )
        },
        600,
        4_900,
    ),
    check(
        "encounters",
        |n| {
            format!(
                "{GUARD}map m {{ zone a; zone b; border a -- b 1 }}\n{}",
                lines(n, |i| format!(
                    "encounter e{i} : personal {{ map m; side u {{ actors guard at a }}; side v {{ actors guard at b }} }}\n"
                ))
            )
        },
        500,
        4_000,
    ),
    check("tests", |n| gun("g", "harm 1") + &lines(n, |i| format!("test \"T{i}\" {{ expect harm of g == 1 }}\n")), 500, 4_000),
];
