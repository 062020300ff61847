//! Compares the design sequences with the printed tables and the worked examples of the rules: points, prices, aspects, and
//! refusals. Every `crates/slip-compile/tests/srd/*.toml` contains cases (one item each) and grids (one item per cell).
//! Rules: R-D1, R-D3, R-D4, R-D5, R-D6, R-D8, R-D9, R-D10, R-D11, R-D12, R-D13, R-D14, R-D15, R-D16, R-D17, R-D18, R-D19, R-D20, R-D21,
//! R-D22, R-D24, R-D25, R-D26, R-D27, R-D28, R-D29, R-D30, R-D31, R-D32, R-D33, R-D34, R-D35, R-D36, R-D37, R-D38, R-D39, R-D40, R-D41,
//! R-D42, R-D43, R-D44, R-D45, R-D46, R-D47, R-D48, R-D49, R-D50, R-D51, R-N3.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests fail by panicking")]

use slip_pack::Pack;
use slip_pack::item::BuiltItem;
use slip_source::diagnostic::{Diagnostic, Severity};
use slip_source::{Package, Sources};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use toml::{Table, Value};

mod compare;

use compare::{read, same_findings, same_ledger};

/// Compiles text as package `test` on top of the standard library, with the settings in a ruleset of its own.
fn compile(slip: &str, rules: Option<&Value>) -> (Pack, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let mut package = Package { name: "test".into(), version: "0.1.0".into(), edition: 1, ..Package::default() };
    let mut text = slip.to_owned();
    if let Some(rules) = rules {
        package.variants = vec!["table_rules".into()];
        write!(text, "\nruleset table_rules {{ {} }}\n", words(rules).join("; ")).unwrap();
    }
    let package = sources.add_package(package);
    let file = sources.add_file(package, "test.slip", text);
    let compiled = slip_compile::compile(&sources);
    (compiled.pack, compiled.diagnostics.into_iter().filter(|finding| finding.primary.span.file == file).collect())
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

fn item<'a>(pack: &'a Pack, name: &str) -> &'a BuiltItem {
    let key = format!("test.{name}");
    pack.items.values().find_map(|kind| kind.get(key.as_str())).unwrap_or_else(|| panic!("{name} is not in the pack"))
}

fn check_case(case: &Table) -> Vec<String> {
    let (pack, findings) = compile(case["slip"].as_str().unwrap(), case.get("rules"));
    let item = item(&pack, case["item"].as_str().unwrap());
    let list = |key: &str| case.get(key).map(words).unwrap_or_default();
    let (notes, loud): (Vec<&Diagnostic>, Vec<&Diagnostic>) = findings.iter().partition(|finding| finding.severity == Severity::Note);
    let mut wrong = Vec::new();
    same_findings(&loud, &list("diagnostics"), &mut wrong);
    let aspects = |derived: bool, slot: bool| {
        let chosen = item.aspects.iter().filter(move |aspect| aspect.derived == derived && aspect.slot == slot);
        chosen.map(|aspect| aspect.text.clone()).collect::<BTreeSet<_>>()
    };
    let (own, claimed) = (aspects(false, true), BTreeSet::from_iter(list("claimed")));
    let mut same = |key: &str, found: Value, expected: &Value| {
        if found != *expected {
            wrong.push(format!("{key}: found {found}, expected {expected}"));
        }
    };
    for (key, slot) in [("derived", true), ("extra", false)] {
        if case.contains_key(key) || loud.is_empty() {
            let sorted = BTreeSet::from_iter(list(key)).into_iter().collect::<Vec<_>>();
            same(key, aspects(true, slot).into_iter().collect::<Vec<_>>().into(), &sorted.into());
        }
    }
    same("claimed", own.is_superset(&claimed).into(), &true.into());
    for (key, value) in case {
        match (key.as_str(), value) {
            ("free", _) => same(key, i64::try_from(own.difference(&claimed).count()).unwrap().into(), value),
            ("price", Value::Table(places)) if places.is_empty() => same(key, read(item, key), &"none".into()),
            ("effects", _) => same(key, item.effects.iter().map(|effect| effect.text.clone()).collect::<Vec<_>>().into(), value),
            ("price" | "tracks" | "stats" | "rolls", Value::Table(parts)) => {
                parts.iter().for_each(|(part, number)| same(part, read(item, &format!("{key} {part}")), number));
            }
            ("spent" | "budget" | "upkeep" | "fate", _) => same(key, read(item, key), value),
            ("ledger" | "modes" | "notes" | "name" | "item" | "slip" | "rules" | "diagnostics" | "claimed" | "derived" | "extra", _) => {}
            _ => panic!("no such key of a case: {key}"),
        }
    }
    case.get("notes").into_iter().for_each(|expected| same_findings(&notes, &words(expected), &mut wrong));
    case.get("ledger").into_iter().for_each(|lines| same_ledger(item, None, lines, &mut wrong));
    let modes = case.get("modes").and_then(Value::as_table).into_iter().flatten();
    modes.for_each(|(mode, lines)| same_ledger(item, Some(mode), lines, &mut wrong));
    wrong
}

fn check_grid(grid: &Table) -> Vec<String> {
    let fill = |key: &str, row: &str, column: &str| grid[key].as_str().unwrap().replace("ROW", row).replace("COL", column);
    let (mut text, mut cells) = (String::new(), Vec::new());
    for (row, values) in grid["rows"].as_table().unwrap() {
        let (columns, values) = (words(&grid["columns"]), values.as_str().unwrap().split(' ').collect::<Vec<_>>());
        assert_eq!(columns.len(), values.len(), "row {row} of {}", grid["name"]);
        for (column, value) in columns.into_iter().zip(values) {
            let name = format!("cell_{}", cells.len());
            let start = u32::try_from(text.len()).unwrap();
            writeln!(text, "{}", fill("slip", row, &column).replace("NAME", &name)).unwrap();
            cells.push((
                name,
                start..u32::try_from(text.len()).unwrap(),
                fill("value", row, &column),
                format!("row {row}, {column}"),
                value,
            ));
        }
    }
    let (pack, findings) = compile(&text, grid.get("rules"));
    let mut wrong = Vec::new();
    for (name, span, what, place, expected) in cells {
        let here = findings.iter().filter(|finding| finding.severity == Severity::Error && span.contains(&finding.primary.span.start));
        let codes: Vec<&str> = here.map(|finding| finding.code.slug()).filter(|code| *code != "over-budget").collect();
        let refused = grid.get("refused").is_some_and(|code| codes.contains(&code.as_str().unwrap()));
        let found = if refused { "x".to_owned() } else { read(item(&pack, &name), &what).to_string() };
        // A cell may have the error that the grid is about and still be asked for its number (`despite`).
        let despite = grid.get("despite").and_then(Value::as_str);
        if found != expected || codes.iter().any(|code| !refused && Some(*code) != despite) {
            wrong.push(format!("{place}: found {found} {codes:?}, expected {expected}"));
        }
    }
    wrong
}

fn check_file(text: &str) {
    let file: Table = text.parse().unwrap();
    let entries =
        file.iter().flat_map(|(kind, entries)| entries.as_array().unwrap().iter().map(move |entry| (kind, entry.as_table().unwrap())));
    let wrong = entries.flat_map(|(kind, entry)| {
        let wrong = if kind == "case" { check_case(entry) } else { check_grid(entry) };
        wrong.into_iter().map(|line| format!("{}: {line}\n", entry["name"].as_str().unwrap()))
    });
    let wrong: String = wrong.collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

macro_rules! files {
    ($($name:ident)*) => { $(#[test] fn $name() { check_file(include_str!(concat!("srd/", stringify!($name), ".toml"))); })* };
}

files! { spacecraft fighters hand_weapons guns armour rulings tables }
