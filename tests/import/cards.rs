//! Tests of the round trip by text cards: what a design builds is printed, imported, and is the same again.

use slip_export::cards::{self, CardOptions};
use slip_export::text;
use slip_import::Import;
use slip_pack::{BuiltItem, Pack};
use slip_source::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Fields of a built item that no card has, with the reason for each.
const NOT_ON_A_CARD: &[(&str, &str)] = &[
    ("name", "a twin of an item of the package is numbered"),
    ("package", "the same package, and not part of the text"),
    ("place", "the lines of another file"),
    ("ledger", "its lines name places and the order of the text"),
    ("patches", "house rules apply to the imported text too, or name the original"),
];

/// Returns the names of the packages in `content/`.
pub(super) fn packages() -> Vec<String> {
    let folders = std::fs::read_dir("content").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = folders.collect();
    names.sort();
    names
}

/// Returns the sources of a package of `content/`, and its pack.
pub(super) fn package(name: &str) -> (Sources, Pack) {
    let project = slipyard::project::load(&[PathBuf::from("content").join(name)], &mut std::io::empty()).unwrap();
    let pack = slip_compile::compile(&project.sources).pack;
    ((*project.sources).clone(), pack)
}

/// Returns the items that a package builds itself, in the order of cards.
pub(super) fn own_items<'p>(pack: &'p Pack, package: &str) -> Vec<&'p BuiltItem> {
    let of_kind = pack.items.values().flat_map(|items| items.values());
    of_kind.filter(|item| item.package == package && !item.name.ends_with(IMPORTED)).collect()
}

/// Ending of the names of imported twins.
const IMPORTED: &str = "_2";

/// Returns the fields of an item that must be the same after a round trip; names of imported twins are replaced by those of the originals.
pub(super) fn fields(item: &BuiltItem, originals: &BTreeMap<String, String>) -> serde_json::Map<String, serde_json::Value> {
    let serde_json::Value::Object(mut fields) = serde_json::to_value(item).unwrap() else { panic!("an item is an object") };
    NOT_ON_A_CARD.iter().for_each(|(field, _)| drop(fields.remove(*field)));
    if let Some(serde_json::Value::String(doc)) = fields.get_mut("doc") {
        *doc = cards::paragraphs(Some(doc)).join("\n");
    }
    fields.values_mut().for_each(|value| clean(value, originals));
    fields
}

/// Removes source positions, and replaces the names of imported twins by those of the originals.
fn clean(value: &mut serde_json::Value, originals: &BTreeMap<String, String>) {
    match value {
        serde_json::Value::String(text) => {
            let word = |part: &str| originals.get(part).cloned().unwrap_or_else(|| part.to_owned());
            let is_end = |sign: char| !(sign.is_ascii_alphanumeric() || sign == '_');
            *text = text
                .split_inclusive(is_end)
                .map(|part| {
                    let bare = part.trim_end_matches(is_end);
                    format!("{}{}", word(bare), &part[bare.len()..])
                })
                .collect();
        }
        serde_json::Value::Array(values) => values.iter_mut().for_each(|value| clean(value, originals)),
        serde_json::Value::Object(fields) => {
            fields.remove("place");
            fields.values_mut().for_each(|value| clean(value, originals));
        }
        _ => {}
    }
}

/// Compares the items of a package with their imported twins; returns what differs.
pub(super) fn differences(package: &str, pack: &Pack, import: &Import, is_excused: impl Fn(&BuiltItem, &str) -> bool) -> Vec<String> {
    let names: BTreeSet<String> = import.items.iter().map(|item| item.name.clone()).collect();
    let originals: BTreeMap<String, String> =
        names.iter().filter_map(|name| Some((name.clone(), name.strip_suffix(IMPORTED)?.to_owned()))).collect();
    let mut found = Vec::new();
    for item in own_items(pack, package) {
        let twin = import.compiled.pack.items[&item.kind].get(&slip_pack::key(package, &format!("{}{IMPORTED}", item.name)));
        let Some(twin) = twin else {
            found.push(format!("{} did not come back", item.name));
            continue;
        };
        let (before, after) = (fields(item, &BTreeMap::new()), fields(twin, &originals));
        let all: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for field in all {
            if before.get(field) != after.get(field) && !is_excused(item, field) {
                found.push(format!("{}: {field}: {:?} became {:?}", item.name, before.get(field), after.get(field)));
            }
        }
    }
    found
}

#[test]
fn every_item_of_every_package_comes_back_from_its_card() {
    for name in packages() {
        let (sources, pack) = package(&name);
        let mut sheet = cards::sheet(&pack);
        sheet.cards = cards::all(&pack, CardOptions::default(), |of| of == name).into_iter().map(|(_, card)| card).collect();
        let import = slip_import::import(sources, &text::page(&sheet), "imported.slip").unwrap();
        assert_eq!(differences(&name, &pack, &import, |_, _| false), [""; 0], "content/{name}");
        assert_eq!(super::findings(&import), [""; 0], "content/{name}");
        let claims: Vec<_> = import.differences.iter().map(|difference| (&difference.title, &difference.what)).collect();
        assert_eq!(claims, [], "content/{name}");
    }
}

#[test]
fn a_cluster_comes_back_with_its_slipstreams() {
    let (sources, pack) = package("harrow_reach");
    let mut sheet = cards::sheet(&pack);
    sheet.cards = cards::all(&pack, CardOptions::default(), |of| of == "harrow_reach").into_iter().map(|(_, card)| card).collect();
    let import = slip_import::import(sources, &text::page(&sheet), "imported.slip").unwrap();
    let (before, after) = (&pack.clusters["harrow_reach.reach"], &import.compiled.pack.clusters["harrow_reach.reach_2"]);
    let titles = |cluster: &slip_pack::cluster::Cluster| -> Vec<String> {
        cluster
            .systems
            .iter()
            .map(|system| system.title.clone())
            .chain(cluster.all_neighbour_titles().concat().iter().map(|title| (*title).to_owned()))
            .collect()
    };
    assert_eq!(titles(after), titles(before));
    assert_eq!(after.doc, before.doc.as_deref().map(|doc| cards::paragraphs(Some(doc)).join("\n")));
}

#[test]
fn cards_of_other_things_are_named_and_not_taken_for_items() {
    let (sources, pack) = package("quiet_docket");
    let mut sheet = cards::sheet(&pack);
    sheet.cards = cards::all(&pack, CardOptions::default(), |of| of == "quiet_docket").into_iter().map(|(_, card)| card).collect();
    let import = slip_import::import(sources, &text::page(&sheet), "imported.slip").unwrap();
    assert!(import.items.is_empty(), "{:#?}", import.items);
    assert_eq!(import.unknown.len(), sheet.cards.len(), "one line for each card: {:#?}", import.unknown);
}
