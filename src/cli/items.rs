//! Everything a pack holds under one roof, for `list` and for looking names up. Floor 9.

use super::compiled::World;
use crate::pack::cluster::Cluster;
use crate::pack::declaration::{Declaration, Line};
use crate::pack::doctrine::Doctrine;
use crate::pack::encounter::Encounter;
use crate::pack::encounter::Station;
use crate::pack::map::Map;
use crate::pack::party::{Background, Party};
use crate::pack::patch::Patched;
use crate::pack::platoon::Platoon;
use crate::pack::ruleset::Ruleset;
use crate::pack::scenario::Scenario;
use crate::pack::table::Table;
use crate::pack::{self, Item, Pack, Skill};
use crate::resolve::suggest;
use std::path::Path;

/// One declared thing.
#[derive(Clone, Copy)]
pub(super) struct Entry<'p> {
    pub(super) kind: &'p str,
    pub(super) package: &'p str,
    pub(super) name: &'p str,
    pub(super) title: &'p str,
    pub(super) thing: Thing<'p>,
}

/// The thing itself.
#[derive(Clone, Copy)]
pub(super) enum Thing<'p> {
    Built(&'p Item),
    Skill(&'p Skill),
    Map(&'p Map),
    Cluster(&'p Cluster),
    Platoon(&'p Platoon),
    Encounter(&'p Encounter),
    Scenario(&'p Scenario),
    Station(&'p Station),
    Doctrine(&'p Doctrine),
    Ruleset(&'p Ruleset),
    Table(&'p Table),
    Party(&'p Party),
    Background(&'p Background),
    Declaration(&'p Declaration),
    Sold(Stunt<'p>),
}

impl<'p> Thing<'p> {
    /// The design that sells it, of a stunt inside one.
    fn seller(&self) -> Option<&'p str> {
        match self {
            Thing::Sold(stunt) => Some(&stunt.design.name),
            _ => None,
        }
    }
}

/// A stunt that a design sells.
#[derive(Clone, Copy)]
pub(super) struct Stunt<'p> {
    pub(super) design: &'p Declaration,
    pub(super) line: &'p Line,
}

macro_rules! entry {
    ($thing:ident, $kind:expr, $variant:ident) => {
        Entry { kind: $kind, package: &$thing.package, name: &$thing.name, title: &$thing.title, thing: Thing::$variant($thing) }
    };
}

/// Built things by kind and name, then parties, backgrounds, maps, clusters, platoons, encounters, scenarios, stations, doctrines, skills, rulesets and tables.
pub(super) fn all(pack: &Pack) -> impl Iterator<Item = Entry<'_>> {
    let built = pack.items.values().flat_map(|of_kind| of_kind.values()).map(|item| entry!(item, &item.kind, Built));
    built
        .chain(pack.parties.values().map(|party| entry!(party, &party.kind, Party)))
        .chain(pack.backgrounds.values().map(|background| entry!(background, "background", Background)))
        .chain(pack.maps.values().map(|map| entry!(map, "map", Map)))
        .chain(pack.clusters.values().map(|cluster| entry!(cluster, "cluster", Cluster)))
        .chain(pack.platoons.values().map(|platoon| entry!(platoon, "platoon", Platoon)))
        .chain(pack.encounters.values().map(|encounter| entry!(encounter, "encounter", Encounter)))
        .chain(pack.scenarios.values().map(|scenario| entry!(scenario, "scenario", Scenario)))
        .chain(pack.stations.values().map(|station| entry!(station, "station", Station)))
        .chain(pack.doctrines.values().map(|doctrine| entry!(doctrine, "doctrine", Doctrine)))
        .chain(pack.skills.values().map(|skill| entry!(skill, "skill", Skill)))
        .chain(pack.rulesets.values().map(|ruleset| entry!(ruleset, "ruleset", Ruleset)))
        .chain(pack.tables.values().map(|table| entry!(table, "table", Table)))
        .chain(declarations(pack).map(|rule| entry!(rule, &rule.kind, Declaration)))
}

/// Declarations that are nothing but that: rulesets and doctrines have shapes of their own.
fn declarations(pack: &Pack) -> impl Iterator<Item = &Declaration> {
    ["design", "mark", "stunt"].into_iter().filter_map(|kind| pack.declarations.get(kind)).flat_map(|of_kind| of_kind.values())
}

/// Stunts that designs sell: what they say of themselves stands in the design.
pub(super) fn sold(pack: &Pack) -> impl Iterator<Item = Entry<'_>> {
    let stunts = declarations(pack).flat_map(|design| design.lines_of("stunt").map(move |line| Stunt { design, line }));
    stunts.filter_map(|stunt| {
        let name = stunt.line.name.as_deref()?;
        Some(Entry { kind: "stunt", package: &stunt.design.package, name, title: name, thing: Thing::Sold(stunt) })
    })
}

/// Whose house rules had a part in a thing.
pub(super) fn patches<'p>(pack: &'p Pack, entry: &Entry<'p>) -> Vec<&'p Patched> {
    match entry.thing {
        Thing::Built(item) => item.patches.iter().collect(),
        Thing::Sold(stunt) => pack.patch_at(&stunt.line.place).into_iter().collect(),
        _ => {
            let key = pack::key(entry.package, entry.name);
            pack.patches
                .iter()
                .filter(|patch| patch.kind == entry.kind && patch.patched.target == key)
                .map(|patch| &patch.patched)
                .collect()
        }
    }
}

/// The things a word on the command line means, `name` or `package.name`, of those that could be meant. What the packages
/// asked for declare comes alone if there is any; else what they depend on, once.
pub(super) fn find<'w>(worlds: &'w [World], word: &str, meant: fn(&Entry<'_>) -> bool) -> Vec<(&'w World, Entry<'w>)> {
    let (package, name) = match word.split_once('.') {
        Some((package, name)) => (Some(package), name),
        None => (None, word),
    };
    let mut own = Vec::new();
    let mut others: Vec<(&World, Entry<'_>)> = Vec::new();
    for world in worlds {
        let every = all(&world.pack).chain(sold(&world.pack));
        let named = every.filter(|entry| entry.name == name && package.is_none_or(|package| entry.package == package));
        for entry in named.filter(meant) {
            let same = |(_, other): &(&World, Entry<'_>)| {
                (other.package, other.kind, other.thing.seller()) == (entry.package, entry.kind, entry.thing.seller())
            };
            if world.is_root(entry.package) {
                own.push((world, entry));
            } else if !others.iter().any(same) {
                others.push((world, entry));
            }
        }
    }
    if own.is_empty() { others } else { own }
}

/// The sentence for a word that means nothing; only what could be meant is suggested.
pub(super) fn unknown(worlds: &[World], what: &str, word: &str, meant: fn(&Entry<'_>) -> bool) -> String {
    let mut candidates: Vec<(bool, &str)> = Vec::new();
    for world in worlds {
        let every = all(&world.pack).chain(sold(&world.pack));
        candidates.extend(every.filter(meant).map(|entry| (!world.is_root(entry.package), entry.name)));
    }
    // The names of the packages asked for first: of two that are as near, the first is suggested.
    candidates.sort();
    let name = word.rsplit_once('.').map_or(word, |(_, name)| name);
    if Path::new(word).is_dir() {
        return format!("`{word}` is a folder: write `--in {word}` and the name of what is in it");
    }
    match suggest::nearest(name, candidates.iter().map(|(_, name)| *name)) {
        Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{word}`; `slipyard list` shows what there is"),
    }
}
