//! Everything a pack holds under one roof, for `list` and for looking names up. Floor 8.

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

/// The things a word on the command line means: `name`, `package.name`. Those of the packages asked for come alone if
/// there are any.
pub(super) fn find<'p>(pack: &'p Pack, roots: &[&str], word: &str) -> Vec<Entry<'p>> {
    let (package, name) = match word.split_once('.') {
        Some((package, name)) => (Some(package), name),
        None => (None, word),
    };
    let named: Vec<Entry<'p>> = all(pack).filter(|entry| entry.name == name && package.is_none_or(|package| entry.package == package)).collect();
    let own: Vec<Entry<'p>> = named.iter().copied().filter(|entry| roots.contains(&entry.package)).collect();
    if own.is_empty() { named } else { own }
}

/// The sentence for a word that means nothing.
pub(super) fn unknown(pack: &Pack, roots: &[&str], what: &str, word: &str) -> String {
    let mut candidates: Vec<Entry<'_>> = all(pack).collect();
    candidates.sort_by_key(|entry| !roots.contains(&entry.package));
    let name = word.rsplit_once('.').map_or(word, |(_, name)| name);
    match suggest::nearest(name, candidates.iter().map(|entry| entry.name)) {
        Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{word}`; `slipyard list` shows what there is"),
    }
}
