//! Tests of the round trip by the JSON and the tables of `slipyard export`.

use super::cards::{differences, package, packages};
use super::sources;
use slip_export::exported_things::{self, ExportedData, ExportedPackage};
use slip_export::{csv, exported_tables};
use slip_pack::BuiltItem;

/// Returns the reason why a field of an item cannot come back from an export; `None` if it comes back.
fn lost(item: &BuiltItem, field: &str, is_table: bool) -> Option<&'static str> {
    let is_renamed = item.aspects.iter().any(|aspect| aspect.renamed_from.is_some());
    let is_marked = item.aspects.iter().any(|aspect| aspect.mark.is_some());
    match field {
        "aspects" | "valid" | "notes" if is_renamed => Some("an export has the new text of a renamed aspect, and not the one of the rules"),
        "aspects" if is_marked => Some("an export has no marks behind aspects"),
        "subjects" => Some("an export has no subjects of skills"),
        "familiar" if !item.subjects.is_empty() => Some("the cultures that a person knows are subjects of a skill"),
        "waivers" | "valid" if is_table && item.waivers.iter().any(|waiver| waiver.reason.contains("; ")) => {
            Some("a cell has `; ` between waivers, and a reason may have it too")
        }
        "doc" => Some("an export joins the lines of a description"),
        _ => None,
    }
}

#[test]
fn every_item_of_every_package_comes_back_from_json() {
    for name in packages() {
        let (sources, pack) = package(&name);
        let export = ExportedData::of(vec![ExportedPackage::of(&pack)], exported_things::all(&pack, |of| of == name));
        let json = serde_json::to_string_pretty(&export).unwrap();
        let import = slip_import::import(sources, &json, "imported.slip").unwrap();
        assert_eq!(differences(&name, &pack, &import, |item, field| lost(item, field, false).is_some()), [""; 0], "content/{name}");
    }
}

#[test]
fn every_item_of_every_package_comes_back_from_tables() {
    for name in packages() {
        let (_, pack) = package(&name);
        let tables = exported_tables::by_kind(&exported_things::all(&pack, |of| of == name));
        for (kind, table) in tables.iter().filter(|(kind, _)| pack.items.contains_key(kind.as_str())) {
            let (sources, _) = package(&name);
            let import = slip_import::import(sources, &csv::file(table), "imported.slip").unwrap();
            let of_kind = |item: &BuiltItem, field: &str| item.kind != kind.as_str() || lost(item, field, true).is_some();
            let found: Vec<String> = differences(&name, &pack, &import, of_kind);
            let own = found.into_iter().filter(|found| !found.ends_with("did not come back")).collect::<Vec<_>>();
            assert_eq!(own, [""; 0], "content/{name}: {kind}");
        }
    }
}

#[test]
fn json_of_other_programs_is_refused_with_a_reason() {
    for (json, reason) in [
        ("{\"name\": \"Heron\"}", "this JSON is not an export of Slipyard"),
        ("{\"format\": 99, \"packages\": [], \"things\": []}", "this is an export of format 99, but only format 1 can be read"),
        ("{\"format\": 1, \"packages\": [", "this JSON is not complete or has a mistake"),
    ] {
        let refusal = slip_import::import(sources(""), json, "imported.slip").unwrap_err().to_string();
        assert!(refusal.starts_with(reason), "{refusal}");
    }
}

#[test]
fn a_record_of_an_unknown_design_is_named() {
    let csv = "kind,name,title,design,stat.harm\nweapon,hook,Hook,grapple,2\nplatoon,first,First,,\n";
    let import = super::imported(csv);
    let unknown: Vec<&str> = import.unknown.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(unknown, ["weapon \"Hook\": there is no design grapple here", "platoon \"First\": things of this kind cannot be imported"]);
}
