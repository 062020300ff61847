//! Creates the exported records of items.

use super::group_records::part;
use super::id::id;
use super::{
    ExportedData, ExportedMode, ExportedPackage, ExportedPart, ExportedStunt, ExportedThing, ExportedWaiver, FORMAT, background, cluster,
    party, platoon,
};
use crate::cards::paragraphs;
use slip_pack::built_values;
use slip_pack::patch::EffectivePatch;
use slip_pack::{BuiltItem, Name, Pack};
use std::collections::{BTreeMap, BTreeSet};

/// Returns a record with only the names of a thing: package, kind, name, title.
pub(super) fn named(package: &Name, kind: &str, name: &Name, title: &str, doc: Option<&str>) -> ExportedThing {
    ExportedThing {
        id: id(package, kind, name),
        kind: kind.to_owned(),
        package: package.to_string(),
        name: name.to_string(),
        title: title.to_owned(),
        doc: paragraphs(doc).join("\n"),
        ..ExportedThing::default()
    }
}

/// Returns the record of an item.
#[must_use]
pub fn item(item: &BuiltItem, pack: &Pack) -> ExportedThing {
    ExportedThing {
        design: item.design.to_string(),
        valid: item.valid,
        tech: item.tech,
        budget: item.budget,
        spent: item.budget.map(|_| item.spent),
        price: item.price,
        upkeep: item.upkeep,
        fate: item.fate,
        skill: item.skill.as_ref().map_or(String::new(), ToString::to_string),
        stats: ranks(&built_values::ranks(item)),
        letters: texts(&item.letters),
        codes: texts(&item.codes),
        words: texts(&item.words),
        refers: item
            .refers
            .iter()
            .map(|(word, thing)| (word.to_string(), slip_pack::key(&thing.package, &thing.name).to_string()))
            .collect(),
        skills: ranks(&item.skills),
        tracks: ranks(&item.tracks),
        consequences: item.consequences.iter().map(ToString::to_string).collect(),
        stunts: stunts(&item.stunts),
        aspects: item.aspects.iter().map(|aspect| aspect.text.clone()).collect(),
        effects: item.effects.iter().map(|effect| effect.text.to_string()).collect(),
        modes: item.modes.iter().map(|of| mode(item, of)).collect(),
        gear: pack.things_of(item).into_iter().map(|thing| slip_pack::key(&thing.package, &thing.name).to_string()).collect(),
        parts: held(item, pack),
        notes: item.notes.clone(),
        waivers: waivers(&item.waivers),
        patches: authors(item.patches.iter()),
        ..named(&item.package, &item.kind, &item.name, &item.title, item.doc.as_deref())
    }
}

/// Returns the things that an item holds. The role of each is the name of the list that contains it.
fn held(item: &BuiltItem, pack: &Pack) -> Vec<ExportedPart> {
    let lists = item.holds.iter().flat_map(|(list, things)| things.iter().map(move |held| (list, held)));
    lists.map(|(list, held)| part(list, &held.thing, u32::try_from(held.count).unwrap_or(0), pack)).collect()
}

fn mode(item: &BuiltItem, mode: &slip_pack::item::Mode) -> ExportedMode {
    let stats = ranks(&built_values::ranks_in_mode(item, mode));
    ExportedMode { name: mode.name.to_string(), spent: mode.spent, stats, stunts: stunts(&mode.stunts) }
}

fn stunts(stunts: &[slip_pack::item::ItemStunt]) -> Vec<ExportedStunt> {
    let stunt = |stunt: &slip_pack::item::ItemStunt| ExportedStunt {
        name: stunt.name.to_string(),
        title: stunt.title.clone(),
        args: stunt.args.clone(),
        count: stunt.count,
    };
    stunts.iter().map(stunt).collect()
}

pub(super) fn waivers(waivers: &[slip_pack::item::Waiver]) -> Vec<ExportedWaiver> {
    waivers.iter().map(|waiver| ExportedWaiver { code: waiver.code.clone(), reason: waiver.reason.clone() }).collect()
}

/// Returns the packages of house rules, each once.
pub(super) fn authors<'p>(patches: impl Iterator<Item = &'p EffectivePatch>) -> Vec<String> {
    patches.map(|patch| patch.by.to_string()).collect::<BTreeSet<_>>().into_iter().collect()
}

fn ranks(ranks: &BTreeMap<Name, i32>) -> BTreeMap<String, i32> {
    ranks.iter().map(|(name, rank)| (name.to_string(), *rank)).collect()
}

fn texts<T: ToString>(texts: &BTreeMap<Name, T>) -> BTreeMap<String, String> {
    texts.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
}

/// Returns the records of all things declared in the given packages, in the order of cards.
pub fn all(pack: &Pack, of: impl Fn(&str) -> bool) -> Vec<ExportedThing> {
    let built = pack.items.values().flat_map(|kind| kind.values()).map(|thing| item(thing, pack));
    let parties = pack.parties.values().map(|thing| party(thing, pack));
    let backgrounds = pack.backgrounds.values().map(|thing| background(thing, pack));
    let platoons = pack.platoons.values().map(|thing| platoon(thing, pack));
    let clusters = pack.clusters.values().map(|thing| cluster(thing, pack));
    let every = built.chain(parties).chain(backgrounds).chain(platoons).chain(clusters);
    every.filter(|record| of(&record.package)).collect()
}

impl ExportedPackage {
    /// Returns the package that a pack was compiled from, as exports describe it.
    #[must_use]
    pub fn of(pack: &Pack) -> ExportedPackage {
        let package = &pack.package;
        ExportedPackage {
            name: package.name.to_string(),
            version: package.version.to_string(),
            licence: package.licence.clone(),
            hash: pack.hash().to_owned(),
        }
    }
}

impl ExportedData {
    /// Creates an export from the records of things and the packages that the things come from.
    #[must_use]
    pub fn of(packages: Vec<ExportedPackage>, things: Vec<ExportedThing>) -> ExportedData {
        ExportedData { format: FORMAT, packages, things }
    }
}
