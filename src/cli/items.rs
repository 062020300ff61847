//! Everything a pack holds under one roof, for `list` and for looking names up. Floor 8.

use super::compiled::World;
use crate::pack::doctrine::Doctrine;
use crate::pack::encounter::Encounter;
use crate::pack::map::Map;
use crate::pack::ruleset::Ruleset;
use crate::pack::{Item, Pack, Skill};
use crate::resolve::suggest;

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
    Encounter(&'p Encounter),
    Doctrine(&'p Doctrine),
    Ruleset(&'p Ruleset),
}

macro_rules! entry {
    ($thing:ident, $kind:expr, $variant:ident) => {
        Entry { kind: $kind, package: &$thing.package, name: &$thing.name, title: &$thing.title, thing: Thing::$variant($thing) }
    };
}

/// Built things by kind and name, then maps, encounters, doctrines, skills and rulesets.
pub(super) fn all(pack: &Pack) -> impl Iterator<Item = Entry<'_>> {
    let built = pack.items.values().flat_map(|of_kind| of_kind.values()).map(|item| entry!(item, &item.kind, Built));
    built
        .chain(pack.maps.values().map(|map| entry!(map, "map", Map)))
        .chain(pack.encounters.values().map(|encounter| entry!(encounter, "encounter", Encounter)))
        .chain(pack.doctrines.values().map(|doctrine| entry!(doctrine, "doctrine", Doctrine)))
        .chain(pack.skills.values().map(|skill| entry!(skill, "skill", Skill)))
        .chain(pack.rulesets.values().map(|ruleset| entry!(ruleset, "ruleset", Ruleset)))
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
        let named = all(&world.pack).filter(|entry| entry.name == name && package.is_none_or(|package| entry.package == package));
        for entry in named.filter(meant) {
            let same = |(_, other): &(&World, Entry<'_>)| other.package == entry.package && other.kind == entry.kind;
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
        candidates.extend(all(&world.pack).filter(meant).map(|entry| (!world.is_root(entry.package), entry.name)));
    }
    // The names of the packages asked for first: of two that are as near, the first is suggested.
    candidates.sort();
    let name = word.rsplit_once('.').map_or(word, |(_, name)| name);
    match suggest::nearest(name, candidates.iter().map(|(_, name)| *name)) {
        Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{word}`; `slipyard list` shows what there is"),
    }
}
