//! Exports documents for Foundry Virtual Tabletop: an Item or an Actor for everything that has a card, and journals of the cards.
//!
//! Each game system stores its own data in documents, so no system is known here: a [`Mapping`] defines the document for each kind and
//! the values under `system`. [`BUILT_IN`] has the mappings that come with the program, as text.

mod card_html;
mod field_names;
mod mapping;
mod system_paths;
mod system_values;

pub use field_names::RecordField;
pub use mapping::{DocumentPlan, Journals, Keys, Mapping, MappingLine, ValueSource};
pub use system_paths::FoundryPath;

use super::card_content::Card;
use super::cards;
use super::exported_things::{self, ExportedThing};
use slip_keyword::keyword_enum;
use slip_pack::{BuiltItem, Pack};

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Mapping that is used if none is given.
pub const DEFAULT: &str = include_str!("foundry/default.toml");
/// Built-in mappings by name: `simple`, which is used by default, and one for the game system Fate Core Official.
pub const BUILT_IN: &[(&str, &str)] = &[("simple", DEFAULT), ("fate-core-official", include_str!("foundry/fate-core-official.toml"))];
/// Version of the mapping format.
pub const FORMAT: u32 = 1;
/// Difference between the sort values of consecutive pages in a journal, so that other pages can be inserted.
const STEP: usize = 100_000;

keyword_enum! {
    /// Types of Foundry documents.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum DocumentType {
        /// Actor, which has tokens on maps and items of its own.
        Actor = "actors",
        /// Item, which an Actor can carry.
        Item = "items",
        /// Journal of pages to read.
        Journal = "journal",
    }

    /// Returns Foundry's name for the collection that these documents are in. It is the name of the folder of the files, and part of every
    /// key.
    pub const fn word(self) -> &'static str;
}

/// Foundry document with its file name.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundryDocument {
    /// Type of the document.
    pub sort: DocumentType,
    /// Name of the document's file, without a folder.
    pub file: String,
    /// Content of the document as JSON.
    pub says: Value,
}

/// Thing to export that has a card, with its pack.
#[derive(Clone, Debug)]
pub struct FoundryThing<'p> {
    /// Exported data of the thing.
    pub record: ExportedThing,
    /// Pack that declares the thing.
    pub pack: &'p Pack,
}

impl<'p> FoundryThing<'p> {
    fn card(&self) -> Option<Card> {
        cards::of(self.pack, &self.record.kind, &self.record.package, &self.record.name)
    }

    fn item(&self) -> Option<&'p BuiltItem> {
        let of_kind = self.pack.items.get(self.record.kind.as_str())?;
        of_kind.get(&slip_pack::key(&self.record.package, &self.record.name))
    }

    /// Returns the gear that the thing carries, in source order.
    fn gear(&self) -> Vec<FoundryThing<'p>> {
        let things = self.item().into_iter().flat_map(|item| self.pack.things_of(item));
        things.map(|item| FoundryThing { record: exported_things::item(item, self.pack), pack: self.pack }).collect()
    }

    /// Returns the title of the thing for Foundry, which refuses blank names.
    fn title(&self) -> String {
        let title = super::html::clean(&self.record.title);
        if title.trim().is_empty() { cards::spaced(&self.record.name) } else { title }
    }

    /// Returns the flags by which Slipyard recognises the document of the thing.
    fn flags(&self) -> Value {
        let ExportedThing { id, kind, package, name, valid, .. } = &self.record;
        let source = &self.pack.package;
        json!({ "slipyard": {
            "id": id, "kind": kind, "package": package, "name": name, "valid": valid,
            "from": source.name.to_string(), "version": source.version.to_string(), "pack": self.pack.hash(),
        } })
    }
}

/// Returns the documents for the given things: Actors and Items in the order of the things, then the journals.
#[must_use]
pub fn documents(things: &[FoundryThing<'_>], mapping: &Mapping) -> Vec<FoundryDocument> {
    let made = things.iter().filter_map(|thing| document(thing, mapping));
    made.chain(journals(things, mapping)).collect()
}

fn document(thing: &FoundryThing<'_>, mapping: &Mapping) -> Option<FoundryDocument> {
    let plan = mapping.plan(&thing.record.kind);
    let sort = plan.document?;
    let id = &thing.record.id;
    let mut says = body(thing, plan, mapping);
    says.insert("_key".to_owned(), format!("!{}!{id}", sort.word()).into());
    says.insert("folder".to_owned(), Value::Null);
    says.insert("sort".to_owned(), 0.into());
    says.insert("ownership".to_owned(), json!({ "default": 0 }));
    if sort == DocumentType::Actor {
        let gear = if plan.gear { thing.gear() } else { Vec::new() };
        says.insert("items".to_owned(), embedded(id, &gear, mapping).into());
        says.insert("prototypeToken".to_owned(), json!({ "name": thing.title() }));
    }
    Some(FoundryDocument { sort, file: file(&thing.record), says: says.into() })
}

/// Returns the fields of a thing's document that Items and Actors have in common.
fn body(thing: &FoundryThing<'_>, plan: &DocumentPlan, mapping: &Mapping) -> Map<String, Value> {
    let mut says = Map::new();
    says.insert("_id".to_owned(), thing.record.id.clone().into());
    says.insert("name".to_owned(), thing.title().into());
    says.insert("type".to_owned(), plan.sort_of_system.clone().into());
    if let Some(img) = &plan.img {
        says.insert("img".to_owned(), img.clone().into());
    }
    says.insert("system".to_owned(), system_values::system(thing, plan, mapping).into());
    says.insert("effects".to_owned(), json!([]));
    says.insert("flags".to_owned(), thing.flags());
    says
}

/// Returns the gear of an Actor as embedded items, each with its own id.
fn embedded(actor: &str, gear: &[FoundryThing<'_>], mapping: &Mapping) -> Vec<Value> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut items = Vec::new();
    for thing in gear {
        let plan = mapping.plan(&thing.record.kind);
        if plan.document != Some(DocumentType::Item) {
            continue;
        }
        let again = seen.entry(&thing.record.id).or_default();
        let id = if *again == 0 { thing.record.id.clone() } else { exported_things::id(&thing.record.id, "again", &again.to_string()) };
        *again += 1;
        let mut says = body(thing, plan, mapping);
        says.insert("_key".to_owned(), format!("!actors.items!{actor}.{id}").into());
        says.insert("_id".to_owned(), id.into());
        says.insert("sort".to_owned(), place(items.len()));
        items.push(says.into());
    }
    items
}

fn place(at: usize) -> Value {
    (at.saturating_add(1)).saturating_mul(STEP).into()
}

/// Returns the journals with the pages of the cards, grouped as the mapping requires.
fn journals(things: &[FoundryThing<'_>], mapping: &Mapping) -> Vec<FoundryDocument> {
    let mut bound: BTreeMap<(&str, &str), Vec<&FoundryThing<'_>>> = BTreeMap::new();
    for thing in things.iter().filter(|_| mapping.journals != Journals::None) {
        let kind = if mapping.journals == Journals::Kind { thing.record.kind.as_str() } else { "" };
        bound.entry((&thing.record.package, kind)).or_default().push(thing);
    }
    bound.into_iter().filter_map(|((package, kind), things)| journal(package, kind, &things)).collect()
}

fn journal(package: &str, kind: &str, things: &[&FoundryThing<'_>]) -> Option<FoundryDocument> {
    let pack = things.first()?.pack;
    let id = exported_things::id(package, "journal", kind);
    let name = if package.is_empty() { "Loose files".to_owned() } else { cards::spaced(package) };
    let name = if kind.is_empty() { name } else { format!("{name}: {}", cards::kinds_title(kind, pack)) };
    let pages: Vec<Value> = things.iter().enumerate().filter_map(|(at, thing)| page(&id, at, thing)).collect();
    let says = json!({
        "_id": id,
        "_key": format!("!journal!{id}"),
        "name": name,
        "pages": pages,
        "folder": null,
        "sort": 0,
        "ownership": { "default": 0 },
        "flags": { "slipyard": { "package": package, "kind": kind } },
    });
    let parts: Vec<&str> = [package, kind, "journal"].into_iter().filter(|part| !part.is_empty()).collect();
    Some(FoundryDocument { sort: DocumentType::Journal, file: format!("{}.json", parts.join("-")), says })
}

fn page(journal: &str, at: usize, thing: &FoundryThing<'_>) -> Option<Value> {
    let id = &thing.record.id;
    let text = card_html::page(&thing.card()?, &cards::sheet(thing.pack));
    Some(json!({
        "_id": id,
        "_key": format!("!journal.pages!{journal}.{id}"),
        "name": thing.title(),
        "type": "text",
        "title": { "show": true, "level": 1 },
        "text": { "format": 1, "content": text },
        "sort": place(at),
        "ownership": { "default": -1 },
        "flags": thing.flags(),
    }))
}

/// Returns the file name of a thing's document. The name does not change if other things are exported with it.
fn file(record: &ExportedThing) -> String {
    let parts = [record.package.as_str(), record.kind.as_str(), record.name.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}.json", parts.join("-"))
}

/// Returns a warning for every name in a mapping that looks like a typing error: it does not occur in the exported things, but resembles a
/// name that does.
#[must_use]
pub fn strange(things: &[FoundryThing<'_>], mapping: &Mapping) -> Vec<String> {
    let mut said = Vec::new();
    let kinds = kinds(things);
    for kind in mapping.kinds.keys().filter(|kind| !kinds.contains(kind.as_str())) {
        if let Some(near) = slip_suggest::nearest(kind, kinds.iter().map(String::as_str)) {
            said.push(format!("there is no kind `{kind}`; did you mean `{near}`?"));
        }
    }
    let mut asked: Vec<(usize, &RecordField)> = mapping.plans().flat_map(|plan| &plan.system).filter_map(MappingLine::word).collect();
    asked.sort_unstable();
    asked.dedup();
    for (line, word) in asked {
        let Some((family, name)) = word.named() else { continue };
        let names: BTreeSet<String> = things.iter().flat_map(|thing| field_names::names(thing, family)).collect();
        if let Some(near) = slip_suggest::nearest(name, names.iter().map(String::as_str)).filter(|_| !names.contains(name)) {
            said.push(format!("line {line}: no exported thing has `{family}.{name}`; did you mean `{family}.{near}`?"));
        }
    }
    said
}

/// Returns the kinds of the things, and the kinds that the rules allow.
fn kinds(things: &[FoundryThing<'_>]) -> BTreeSet<String> {
    let mut kinds: BTreeSet<String> = things.iter().map(|thing| thing.record.kind.clone()).collect();
    let mut packs: Vec<&Pack> = things.iter().map(|thing| thing.pack).collect();
    packs.dedup_by(|one, other| std::ptr::eq(*one, *other));
    let designs = packs.iter().filter_map(|pack| pack.declarations.get("design")).flat_map(|designs| designs.values());
    kinds.extend(designs.filter_map(|design| design.builds.as_ref()).map(ToString::to_string));
    kinds.extend(["background", "platoon", "cluster", "operative", "opposition"].map(str::to_owned));
    kinds
}
