//! Compiled package ([`Pack`]) as plain data: the output of the compiler and the input of play, sheets and other programs.
//!
//! References are names, order is stable, and the JSON of a pack has the same bytes on every machine. A pack contains no
//! span and no syntax node; a source position is a file and a line.

pub mod archive;
pub mod changes;
pub mod json_reader;

pub mod built_values;
pub mod carry_in;
pub mod cluster;
pub mod declaration;
pub mod doctrine;
pub mod effect;
pub mod encounter;
pub mod formula;
pub mod gear_modifier;
pub mod hash;
pub mod item;
pub mod length_and_time;
pub mod map;
pub mod muting;
pub mod nameless_crew;
mod pack_json;
pub mod patch;
pub mod platoon;
pub mod ruleset;
pub mod scenario;
mod single_package;
pub mod skill;
pub mod stakes_party;
pub mod table;
pub mod terrain;
pub mod thing_view;
pub mod trip_effects;

pub use item::BuiltItem;
pub use skill::Skill;

use cluster::Cluster;
use declaration::PackDeclaration;
use doctrine::Doctrine;
use encounter::{Actor, Encounter};
use item::Gear;
use map::Map;
use patch::PatchText;
use platoon::Platoon;
use ruleset::{Rules, Ruleset};
use scenario::Scenario;
use serde::{Deserialize, Serialize};
use stakes_party::{Background, Party};
use std::collections::BTreeMap;
use table::Table;

/// Name or other short word in a pack, a string that is cheap to copy.
pub type Name = ecow::EcoString;

/// Version of the pack's JSON.
pub const FORMAT: u32 = 1;

/// A compiled package with everything it depends on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    /// Version of the JSON format: [`FORMAT`].
    pub format: u32,
    /// Name, version and other facts about the package itself.
    pub package: PackageInfo,
    /// Packages that the package depends on, `std` first.
    pub dependencies: Vec<PackageInfo>,
    /// Standard library that the package was compiled with, if it is not the one built into Slipyard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_rules: Option<OtherRules>,
    /// Built items by kind, then by `package.name`.
    pub items: BTreeMap<Name, BTreeMap<Name, BuiltItem>>,
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
    /// Backgrounds of operatives by `package.name`.
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
    /// Rules that apply to the package outside encounters: the standard rules with the package's variants applied.
    #[serde(default, skip_serializing_if = "Rules::is_empty")]
    pub rules: Rules,
    /// Designs, stunts, marks, rulesets and doctrines as written, by kind, then by `package.name`.
    pub declarations: BTreeMap<Name, BTreeMap<Name, PackDeclaration>>,
    /// Old names of things that are kept as aliases, by kind, then by `package.name`. The value is the new name, as `package.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub aliases: BTreeMap<Name, BTreeMap<Name, Name>>,
    /// House rules in force, in the order in which they were applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<PatchText>,
    /// Hash of the pack, set when it is first computed.
    #[serde(skip)]
    pub hash: hash::Cached,
}

/// Name, version and other facts from the manifest of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageInfo {
    /// Name of the package.
    pub name: Name,
    /// Version of the package (semantic versioning).
    pub version: Name,
    /// Language edition that the package is written in.
    pub edition: u32,
    /// Licence of the package.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub licence: String,
    /// Authors of the package.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Description of the package in one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// Standard library that replaces the one built into slipyard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherRules {
    /// Version of the standard library.
    pub version: Name,
    /// Hash of the library's content, as `[rules] std` pins it.
    pub hash: Name,
}

impl OtherRules {
    /// Returns name, version and the whole hash of the library: ``std 0.3.0 sha256:…``.
    pub fn named(&self) -> String {
        self.with_hash(&self.hash)
    }

    /// Returns name, version and a short hash of the library, for the foot of a card.
    pub fn short(&self) -> String {
        let digits: String = self.hash.trim_start_matches("sha256:").chars().take(12).collect();
        self.with_hash(&format!("#{digits}"))
    }

    fn with_hash(&self, hash: &str) -> String {
        if self.version.is_empty() { format!("std {hash}") } else { format!("std {} {hash}", self.version) }
    }
}

impl Pack {
    /// Returns the identification of a pack in logs and reports: name, version, hash, and the standard library if it was
    /// replaced.
    pub fn signature(&self) -> String {
        let own = format!("{} {} sha256:{}", self.package.name, self.package.version, self.hash());
        match &self.other_rules {
            Some(rules) => format!("{own} with the rules of {}", rules.named()),
            None => own,
        }
    }
}

/// Returns a text as an author writes it: in quotes, on one line.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// Returns the key of a thing in a pack: `package.name`.
pub fn key(package: &str, name: &str) -> Name {
    ecow::eco_format!("{package}.{name}")
}

/// Returns the name of a thing to show to people: `package.name`, or the name alone if it has no package.
pub fn called(package: &str, name: &str) -> Name {
    if package.is_empty() { name.into() } else { key(package, name) }
}

/// Returns the name to show to people for the thing with this key, in the form that [`called`] returns.
pub fn spoken_key(key: &str) -> &str {
    key.strip_prefix('.').unwrap_or(key)
}

/// Returns the title of one of several copies: `Port marshal #2` for `port_marshal#2`.
pub fn numbered(title: &str, name: &str) -> Name {
    match name.rsplit_once('#') {
        Some((_, number)) => ecow::eco_format!("{title} #{number}"),
        None => title.into(),
    }
}

impl Pack {
    /// Returns the title of a participant of an encounter, from the item that the participant is built from and the participant's name in
    /// the encounter.
    pub fn title_of(&self, item: &Gear, name: &str) -> Name {
        self.item(item).map_or_else(|| name.into(), |item| numbered(&item.title, name))
    }

    /// Returns the title of an actor: its own title if the encounter gives one, else that of its item.
    pub fn actor_title(&self, actor: &Actor) -> Name {
        let own = actor.title.as_ref().map(|title| numbered(title, &actor.name));
        own.unwrap_or_else(|| self.title_of(&actor.item, &actor.name))
    }

    /// Returns the built item that a reference names.
    pub fn item(&self, reference: &Gear) -> Option<&BuiltItem> {
        self.items.get(&reference.kind)?.get(&key(&reference.package, &reference.name))
    }

    /// Returns the design of an item, as written. If several designs have its name, the one of the item's own package is
    /// preferred, then that of `std`, as when an item names a design without a package.
    pub fn design_of(&self, item: &BuiltItem) -> Option<&PackDeclaration> {
        let designs = self.declarations.get("design")?;
        let builds = |design: &&PackDeclaration| design.name == item.design && design.builds.as_ref() == Some(&item.kind);
        let of = |package: &str| designs.get(&key(package, &item.design)).filter(builds);
        of(&item.package).or_else(|| of("std")).or_else(|| designs.values().find(builds))
    }

    /// Returns a table by name: from the package itself, else from the nearest dependency that has such a table.
    pub fn table_called(&self, name: &str) -> Option<&Table> {
        self.table_of(name, |_| true)
    }

    /// Returns a table by name, as [`Pack::table_called`]. Searches only the package itself and the packages for which `is_near` returns
    /// true.
    fn table_of(&self, name: &str, is_near: impl Fn(&str) -> bool) -> Option<&Table> {
        let near = std::iter::once(&self.package).chain(self.dependencies.iter().rev()).filter(|package| is_near(&package.name));
        near.filter_map(|package| self.tables.get(&key(&package.name, name))).find(|table| table.valid)
    }

    /// Returns the entries of the time track that a setting of the rules names, the shortest time first.
    pub fn time_track(&self, rules: &Rules) -> Vec<&str> {
        self.time_track_of(rules, |_| true)
    }

    /// Returns the entries of the time track, as [`Pack::time_track`], but only from the package itself and the packages for which
    /// `is_near` is true.
    pub fn time_track_of(&self, rules: &Rules, is_near: impl Fn(&str) -> bool) -> Vec<&str> {
        fn words(row: &table::TableRow) -> Option<&str> {
            match row.found.first()? {
                table::RowResult::Text(words) => Some(words),
                _ => None,
            }
        }
        self.table_of(rules.word("time_track", "time_track"), is_near).into_iter().flat_map(|table| &table.rows).filter_map(words).collect()
    }

    /// Returns the encounters with a name, from any package.
    pub fn encounters_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Encounter> {
        self.encounters.values().filter(move |encounter| encounter.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_built_by_the_design_that_its_own_package_means() {
        let design = |package: &str, title: &str| PackDeclaration {
            kind: "design".into(),
            name: "slug_thrower".into(),
            title: title.to_owned(),
            package: package.into(),
            builds: Some("weapon".into()),
            params: String::new(),
            doc: None,
            lines: Vec::new(),
            sells: Vec::new(),
            place: item::SourcePosition::default(),
        };
        let mut pack = Pack::default();
        let designs = pack.declarations.entry("design".into()).or_default();
        for (package, title) in [("own", "Ours"), ("std", "Usual")] {
            designs.insert(key(package, "slug_thrower"), design(package, title));
        }
        let title = |package: &str| {
            let item = BuiltItem { kind: "weapon".into(), package: package.into(), design: "slug_thrower".into(), ..BuiltItem::default() };
            pack.design_of(&item).map(|design| design.title.as_str())
        };
        assert_eq!((title("own"), title("std"), title("yards")), (Some("Ours"), Some("Usual"), Some("Usual")));
    }

    #[test]
    fn a_text_in_quotes_reads_back_as_it_is() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
    }
}
