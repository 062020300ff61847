//! Checks the export for other programs: JSON matches its schema, tables are read back to the same cells, and ids are stable.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod fate_core_official;
mod foundry;
use crate::harness::package_folder;
use crate::harness::published_schemas;

use package_folder::Shelf;
use published_schemas::{Published, assert_fits};
use slip_export::csv::{self, Cell, CellTable};
use slip_export::exported_tables;
use slip_export::exported_things::{self, ExportedData, ExportedPackage};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn export() -> Published {
    Published {
        file: "docs/schema/export.schema.json",
        of: ["exported_things.ExportedData", "crates/slip-export/src/exported_things.rs", "crates/slip-export/src/exported_things"],
        title: format!("What slipyard exports, format {}", exported_things::FORMAT),
    }
}

/// Returns the exports of all published packages, with everything that they declare.
fn content() -> Vec<ExportedData> {
    let folders = std::fs::read_dir("content").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let export = |name: String| {
        let project = slipyard::project::load(&[PathBuf::from("content").join(&name)], &mut std::io::empty()).unwrap();
        let pack = slip_compile::compile(&project.sources).pack;
        let things = exported_things::all(&pack, |package| package == pack.package.name);
        assert!(!things.is_empty(), "{name}");
        ExportedData::of(vec![ExportedPackage::of(&pack)], things)
    };
    folders.map(export).collect()
}

/// Parses CSV strictly according to RFC 4180.
fn read(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut signs = text.chars().peekable();
    loop {
        if signs.next_if_eq(&'"').is_some() {
            loop {
                match signs.next().expect("a quote is closed") {
                    '"' if signs.next_if_eq(&'"').is_some() => cell.push('"'),
                    '"' => break,
                    sign => cell.push(sign),
                }
            }
        } else {
            while let Some(sign) = signs.next_if(|sign| !matches!(sign, ',' | '\r')) {
                assert!(!matches!(sign, '"' | '\n'), "a bare {sign:?} in {cell}");
                cell.push(sign);
            }
        }
        row.push(std::mem::take(&mut cell));
        match signs.next() {
            Some(',') => {}
            Some('\r') => {
                assert_eq!(signs.next(), Some('\n'));
                rows.push(std::mem::take(&mut row));
                if signs.peek().is_none() {
                    return rows;
                }
            }
            other => panic!("{other:?} behind a cell"),
        }
    }
}

fn assert_read_back(grid: &CellTable) {
    let rows = read(&csv::file(grid));
    assert_eq!(rows[0], grid.heads);
    assert_eq!(rows.len(), grid.rows.len() + 1);
    for (read, row) in rows[1..].iter().zip(&grid.rows) {
        assert_eq!(read.len(), grid.heads.len());
        for (text, cell) in read.iter().zip(row) {
            match cell {
                Cell::Empty => assert_eq!(text, ""),
                Cell::Number(number) => assert_eq!(text.parse::<i32>().unwrap(), *number),
                Cell::Words(words) => {
                    assert_eq!(text.strip_prefix('\'').unwrap_or(text), words);
                    assert!(!text.trim_start().starts_with(['=', '+', '-', '@']), "{text} would be reckoned");
                }
            }
        }
    }
}

#[test]
fn the_schema_in_the_documentation_is_the_one_that_the_structs_give() {
    export().assert_is_documented();
}

#[test]
fn every_published_package_is_exported_as_the_schema_says_and_read_again() {
    let validator = export().validator();
    for export in content() {
        let mut value = serde_json::to_value(&export).unwrap();
        assert_fits(&validator, &value, &export.packages[0].name);
        assert_eq!(serde_json::from_value::<ExportedData>(value.clone()).unwrap(), export);
        value["things"][0]["nonsense"] = true.into();
        assert!(!validator.is_valid(&value));
    }
}

#[test]
fn the_tables_of_every_published_package_are_read_back_to_the_same_cells() {
    let mut tables = 0;
    for export in content() {
        let grids = exported_tables::by_kind(&export.things);
        assert_eq!(grids.values().map(|grid| grid.rows.len()).sum::<usize>(), export.things.len());
        tables += grids.len();
        grids.values().for_each(assert_read_back);
    }
    assert!(tables > 20, "{tables}");
}

#[test]
fn what_authors_write_is_never_a_formula_nor_another_cell() {
    let words =
        ["=HYPERLINK(\"x\")", "+1", "-1", "@a", "'tis", " =1", "a;=b", "a,\"b\"", "a\r\n=b", "\t=1", "\n=1", "ünïcode ×2", "\"", "\r"];
    let row: Vec<Cell> = words.iter().map(|word| Cell::of(*word)).chain([Cell::Number(-4), Cell::Empty]).collect();
    let heads = (0..row.len()).map(|at| format!("column {at}")).collect();
    assert_read_back(&CellTable { heads, rows: vec![row] });
}

#[test]
fn ids_of_all_published_things_are_different_and_the_same_every_time() {
    let ids = || content().into_iter().flat_map(|export| export.things).map(|thing| thing.id).collect::<Vec<_>>();
    let first = ids();
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), first.len());
    assert_eq!(first, ids());
}

#[test]
fn a_record_has_the_numbers_of_the_thing() {
    let shelf = Shelf::new("export-numbers", &[]);
    shelf.copy("tests/cli/sheet.in");
    let (code, text) = shelf.says(&["export", "slow_promise", "--in", "tests/cli/sheet.in"]);
    assert_eq!(code, 0, "{text}");
    let json = &text[text.find('{').unwrap()..];
    let export: ExportedData = serde_json::from_str(json).unwrap();
    let [ship] = export.things.as_slice() else { panic!("{export:?}") };
    assert_eq!((ship.kind.as_str(), ship.tech, ship.budget, ship.spent, ship.price), ("ship", Some(2), Some(17), Some(16), Some(6)));
    assert_eq!((ship.stats["beam"], ship.tracks["frame"], ship.aspects.len()), (2, 4, 5));
    assert_eq!(ship.consequences, ["mild", "moderate", "severe"]);
}

#[test]
fn several_tables_go_to_a_folder_and_one_to_a_file() {
    let shelf = Shelf::new("export-tables", &[]);
    shelf.copy("tests/cli/sheet.in");
    let ask = |rest: &[&str]| shelf.says(&[&["export", "--in", "tests/cli/sheet.in", "--format", "csv"], rest].concat());
    let (code, text) = ask(&[]);
    assert!(code == 2 && text.contains("--out FOLDER"), "{text}");
    assert_eq!(ask(&["--out", "all.csv"]).0, 2);
    assert_eq!(ask(&["--out", "tables"]).0, 0);
    assert_eq!(ask(&["--kind", "ship", "--out", "one.csv"]).0, 0);
    assert_eq!(shelf.read("tables/ship.csv"), shelf.read("one.csv"));
    let (code, text) = ask(&["--kind", "shop"]);
    assert!(code == 2 && text.contains("did you mean `ship`?"), "{text}");
}
