//! The `Pack`: everything a compilation gives to play, sheets and other programs. Plain data.
//!
//! Names are strings, order is stable, and the JSON of a pack is the same bytes on every machine. It knows no span and no
//! syntax node; places are a file and a line.

pub mod archive;
pub mod changes;
pub mod json;

pub mod arrival;
pub mod brought;
pub mod cluster;
pub mod declaration;
pub mod doctrine;
pub mod effect;
pub mod encounter;
pub mod formula;
pub mod hash;
pub mod item;
pub mod map;
pub mod modifier;
pub mod party;
pub mod patch;
pub mod platoon;
pub mod quantity;
mod read;
pub mod ruleset;
pub mod scenario;
pub mod skill;
pub mod table;
pub mod terrain;
pub mod thing;

pub use item::Item;
pub use skill::Skill;

use cluster::Cluster;
use declaration::Declaration;
use doctrine::Doctrine;
use encounter::{Actor, Encounter};
use item::Gear;
use map::Map;
use party::{Background, Party};
use patch::Patch;
use platoon::Platoon;
use ruleset::{Rules, Ruleset};
use scenario::Scenario;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Table;

/// A word of a pack.
pub type Name = ecow::EcoString;

/// Version of the pack's JSON.
pub const FORMAT: u32 = 1;

/// A compiled package with everything it depends on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    /// [`FORMAT`].
    pub format: u32,
    /// The package itself.
    pub package: PackageInfo,
    /// What it depends on, `std` first.
    pub dependencies: Vec<PackageInfo>,
    /// The standard library, if it is not the one of the slipyard that compiled the package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_rules: Option<OtherRules>,
    /// Built things by kind, then by `package.name`.
    pub items: BTreeMap<Name, BTreeMap<Name, Item>>,
    /// Skills by `package.name`.
    pub skills: BTreeMap<Name, Skill>,
    /// Stations aboard ships by `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stations: BTreeMap<Name, encounter::Station>,
    /// Maps by `package.name`.
    pub maps: BTreeMap<Name, Map>,
    /// Clusters by `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clusters: BTreeMap<Name, Cluster>,
    /// Platoons by `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub platoons: BTreeMap<Name, Platoon>,
    /// Parties of raise-and-see conflicts by `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parties: BTreeMap<Name, Party>,
    /// Where operatives come from, by `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub backgrounds: BTreeMap<Name, Background>,
    /// Encounters by `package.name`.
    pub encounters: BTreeMap<Name, Encounter>,
    /// Scenarios by `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scenarios: BTreeMap<Name, Scenario>,
    /// Doctrines by `package.name`.
    pub doctrines: BTreeMap<Name, Doctrine>,
    /// Rulesets by `package.name`.
    pub rulesets: BTreeMap<Name, Ruleset>,
    /// Tables by `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<Name, Table>,
    /// The rules the package itself plays by, outside encounters: the standard ones with its variants laid over them.
    #[serde(default, skip_serializing_if = "Rules::is_empty")]
    pub rules: Rules,
    /// Designs, stunts, marks, rulesets and doctrines as they are written, by kind, then by `package.name`.
    pub declarations: BTreeMap<Name, BTreeMap<Name, Declaration>>,
    /// Old names that are kept, by kind, then by `package.name`: what each stands for, as `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub aliases: BTreeMap<Name, BTreeMap<Name, Name>>,
    /// House rules in force, in the order in which they were laid over one another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<Patch>,
    /// The hash, once it was asked for.
    #[serde(skip)]
    pub hash: hash::Cached,
}

/// What a package says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageInfo {
    /// Its name.
    pub name: Name,
    /// Semantic version.
    pub version: Name,
    /// Language edition.
    pub edition: u32,
    /// Licence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub licence: String,
    /// Authors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// One line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// A standard library that a package is checked with in place of the one of slipyard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherRules {
    /// Its version.
    pub version: Name,
    /// Hash of its content, as `[rules] std` pins it.
    pub hash: Name,
}

impl OtherRules {
    /// Returns name, version and the whole hash: ``std 0.3.0 sha256:…``.
    pub fn named(&self) -> String {
        self.with_hash(&self.hash)
    }

    /// Returns the same with the beginning of the hash, for the foot of a card.
    pub fn short(&self) -> String {
        let digits: String = self.hash.trim_start_matches("sha256:").chars().take(12).collect();
        self.with_hash(&format!("#{digits}"))
    }

    fn with_hash(&self, hash: &str) -> String {
        if self.version.is_empty() { format!("std {hash}") } else { format!("std {} {hash}", self.version) }
    }
}

impl Pack {
    /// Returns what a log and a report call a pack: name, version and hash, and the rules if they are not those of slipyard.
    pub fn signature(&self) -> String {
        let own = format!("{} {} sha256:{}", self.package.name, self.package.version, self.hash());
        match &self.other_rules {
            Some(rules) => format!("{own} with the rules of {}", rules.named()),
            None => own,
        }
    }
}

/// A text as an author writes it: in quotes, on one line.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// `package.name`, the key of things in a pack.
pub fn key(package: &str, name: &str) -> Name {
    ecow::eco_format!("{package}.{name}")
}

/// The same for people: what belongs to no package is called by its name alone.
pub fn called(package: &str, name: &str) -> Name {
    if package.is_empty() { name.into() } else { key(package, name) }
}

/// A key as people say it: as [`called`] calls the thing.
pub fn spoken_key(key: &str) -> &str {
    key.strip_prefix('.').unwrap_or(key)
}

/// The title of one of several: `Port marshal #2` of `port_marshal#2`.
pub fn numbered(title: &str, name: &str) -> Name {
    match name.rsplit_once('#') {
        Some((_, number)) => ecow::eco_format!("{title} #{number}"),
        None => title.into(),
    }
}

impl Pack {
    /// What people call somebody or something of an encounter, by what it is and its name there.
    pub fn title_of(&self, item: &Gear, name: &str) -> Name {
        self.item(item).map_or_else(|| name.into(), |item| numbered(&item.title, name))
    }

    /// What people call an actor, by a title of its own if the encounter gives one.
    pub fn actor_title(&self, actor: &Actor) -> Name {
        let own = actor.title.as_ref().map(|title| numbered(title, &actor.name));
        own.unwrap_or_else(|| self.title_of(&actor.item, &actor.name))
    }

    /// The built thing a reference means.
    pub fn item(&self, reference: &Gear) -> Option<&Item> {
        self.items.get(&reference.kind)?.get(&key(&reference.package, &reference.name))
    }

    /// The design that an item is built by, as it is written. Of several of one name it is the item's own package's, else that of
    /// `std`, as an item means it that says no more.
    pub fn design_of(&self, item: &Item) -> Option<&Declaration> {
        let designs = self.declarations.get("design")?;
        let builds = |design: &&Declaration| design.name == item.design && design.builds.as_ref() == Some(&item.kind);
        let of = |package: &str| designs.get(&key(package, &item.design)).filter(builds);
        of(&item.package).or_else(|| of("std")).or_else(|| designs.values().find(builds))
    }

    /// A table by its name: the package's own, else that of whatever it depends on, the nearest first.
    pub fn table_called(&self, name: &str) -> Option<&Table> {
        self.table_of(name, |_| true)
    }

    /// The same among the packages whose names are let through.
    fn table_of(&self, name: &str, is_near: impl Fn(&str) -> bool) -> Option<&Table> {
        let near = std::iter::once(&self.package).chain(self.dependencies.iter().rev()).filter(|package| is_near(&package.name));
        near.filter_map(|package| self.tables.get(&key(&package.name, name))).find(|table| table.valid)
    }

    /// The lines of the time track that rules name, the fastest first (core.md 13).
    pub fn time_track(&self, rules: &Rules) -> Vec<&str> {
        self.time_track_of(rules, |_| true)
    }

    /// The same if only tables of the packages count whose names are let through.
    pub fn time_track_of(&self, rules: &Rules, is_near: impl Fn(&str) -> bool) -> Vec<&str> {
        fn words(row: &table::Row) -> Option<&str> {
            match row.found.first()? {
                table::Found::Text(words) => Some(words),
                _ => None,
            }
        }
        self.table_of(rules.word("time_track", "time_track"), is_near).into_iter().flat_map(|table| &table.rows).filter_map(words).collect()
    }

    /// The encounters of a name, wherever they are.
    pub fn encounters_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Encounter> {
        self.encounters.values().filter(move |encounter| encounter.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_built_by_the_design_that_its_own_package_means() {
        let design = |package: &str, title: &str| Declaration {
            kind: "design".into(),
            name: "slug_thrower".into(),
            title: title.to_owned(),
            package: package.into(),
            builds: Some("weapon".into()),
            params: String::new(),
            doc: None,
            lines: Vec::new(),
            sells: Vec::new(),
            place: item::Place::default(),
        };
        let mut pack = Pack::default();
        let designs = pack.declarations.entry("design".into()).or_default();
        for (package, title) in [("own", "Ours"), ("std", "Usual")] {
            designs.insert(key(package, "slug_thrower"), design(package, title));
        }
        let title = |package: &str| {
            let item = Item { kind: "weapon".into(), package: package.into(), design: "slug_thrower".into(), ..Item::default() };
            pack.design_of(&item).map(|design| design.title.as_str())
        };
        assert_eq!((title("own"), title("std"), title("yards")), (Some("Ours"), Some("Usual"), Some("Usual")));
    }

    #[test]
    fn a_text_in_quotes_reads_back_as_it_is() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
    }
}
