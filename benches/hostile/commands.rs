//! Rows about commands that show, draw and export.

use super::hostile_texts::{GUARD, chain_of_stats, cluster, gun, lines, listed, row_of_zones, stunts_bought};
use super::measure_growth::{Row, command};

fn people(count: usize) -> String {
    lines(count, |at| GUARD.replacen("guard", &format!("g{at}"), 1))
}

fn of_zones(zones: usize) -> String {
    row_of_zones(zones)
}

fn skills(count: usize) -> String {
    let skills = lines(count, |at| format!("skill k{at} {{ class combat }}\n"));
    let people = |at: usize| format!("npc p{at} {{ cap 1; skills {{ 1 k{at} }}; aspects \"A\" }}\n");
    skills + &lines(count, people)
}

fn tables(count: usize) -> String {
    let rows = listed(100, |at| format!("\"x{at}\""));
    lines(count, |at| format!("table t{at} {{ one_of {rows} }}\n"))
}

fn doubled(tables: usize) -> String {
    let table = |at: usize| format!("table t{at} {{ one_of \"{{t{0}}}{{t{0}}}\" }}\n", at + 1);
    format!("table s {{ for cluster names; one_of \"{{t0}}\" }}\n{}table t{tables} {{ one_of \"x\" }}\n", lines(tables, table))
}

pub const ROWS: &[Row] = &[
    command("show a chain of statistics", chain_of_stats, &["show", "x"], 200, 1_600),
    command("show a thing of many stunts", stunts_bought, &["show", "x"], 120, 960),
    command("sheet of a thing of many stunts", stunts_bought, &["sheet", "x"], 120, 960),
    command("show a cluster", cluster, &["show", "rim"], 120, 960),
    command("sheet of a cluster", cluster, &["sheet", "rim"], 120, 960),
    command("map of a cluster", cluster, &["map", "rim"], 30, 960),
    command("export of a cluster", cluster, &["export", "--format", "json"], 120, 960),
    command("show a map", of_zones, &["show", "m"], 120, 960),
    command("sheet of a map", of_zones, &["sheet", "m"], 120, 960),
    command("map of a graph", of_zones, &["map", "m"], 30, 960),
    command("list", people, &["list"], 1_000, 8_000),
    command("sheets of all", people, &["sheet"], 500, 4_000),
    command("sheets of own skills", skills, &["sheet"], 250, 2_000),
    command("export of all as json", people, &["export", "--format", "json"], 500, 4_000),
    command("export of all as csv", people, &["export", "--format", "csv"], 500, 4_000),
    command("export of all for foundry", people, &["export", "--format", "foundry"], 250, 2_000),
    command("show one of many", people, &["show", "g0"], 1_000, 8_000),
    command("rules", people, &["rules", "brawling"], 1_000, 8_000),
    command("tables shown", tables, &["list", "--kind", "table"], 200, 1_600),
    command("generate from texts that double", doubled, &["generate", "cluster"], 4, 64),
    command(
        "tests run",
        |n| gun("g", "harm 1") + &lines(n, |i| format!("test \"T{i}\" {{ expect harm of g == 1 }}\n")),
        &["test"],
        500,
        4_000,
    ),
];
