//! Common view of all things that a pack declares: for lists, look-ups and pages.

use super::cluster::Cluster;
use super::declaration::{DeclarationEntry, PackDeclaration};
use super::doctrine::Doctrine;
use super::encounter::{Encounter, Station};
use super::item::{SourcePosition, Waiver};
use super::map::Map;
use super::platoon::Platoon;
use super::ruleset::Ruleset;
use super::scenario::Scenario;
use super::stakes_party::{Background, Party};
use super::table::Table;
use super::{BuiltItem, Pack, Skill};

/// Thing that a pack declares, of any kind.
#[derive(Clone, Copy, Debug)]
pub enum Thing<'p> {
    /// An item built by a design.
    Built(&'p BuiltItem),
    /// A party of raise-and-see conflicts: an operative or an opposition.
    Party(&'p Party),
    /// A background of operatives.
    Background(&'p Background),
    /// A map of zones and borders.
    Map(&'p Map),
    /// A cluster of systems and slipstreams.
    Cluster(&'p Cluster),
    /// A platoon: units under a leader.
    Platoon(&'p Platoon),
    /// An encounter.
    Encounter(&'p Encounter),
    /// A scenario: a series of encounters.
    Scenario(&'p Scenario),
    /// A station aboard ships.
    Station(&'p Station),
    /// A doctrine: how the engine plays a side.
    Doctrine(&'p Doctrine),
    /// A skill.
    Skill(&'p Skill),
    /// A ruleset: settings and effects.
    Ruleset(&'p Ruleset),
    /// A table to roll on, or to look something up in.
    Table(&'p Table),
    /// A design, mark, stunt or template as written, which has no compiled form.
    Declaration(&'p PackDeclaration),
    /// A stunt declared inside a design.
    Sold(SoldStunt<'p>),
}

/// Stunt that a design sells, declared inside the design.
#[derive(Clone, Copy, Debug)]
pub struct SoldStunt<'p> {
    /// Design that sells the stunt.
    pub design: &'p PackDeclaration,
    /// Entry of the stunt in the design.
    pub line: &'p DeclarationEntry,
    /// Name of the stunt.
    pub name: &'p str,
}

/// Evaluates an expression for the value inside any kind of [`Thing`], for fields that all kinds have.
macro_rules! each {
    ($thing:expr, $one:ident => $value:expr, $sold:ident => $of_sold:expr) => {
        match $thing {
            Thing::Built($one) => $value,
            Thing::Party($one) => $value,
            Thing::Background($one) => $value,
            Thing::Map($one) => $value,
            Thing::Cluster($one) => $value,
            Thing::Platoon($one) => $value,
            Thing::Encounter($one) => $value,
            Thing::Scenario($one) => $value,
            Thing::Station($one) => $value,
            Thing::Doctrine($one) => $value,
            Thing::Skill($one) => $value,
            Thing::Ruleset($one) => $value,
            Thing::Table($one) => $value,
            Thing::Declaration($one) => $value,
            Thing::Sold($sold) => $of_sold,
        }
    };
}

/// Kinds of things that exist in a pack only as written text, without a compiled form.
const WRITTEN: [&str; 4] = ["design", "mark", "stunt", "template"];

impl<'p> Thing<'p> {
    /// Returns all things of a pack, each once: built items by kind and name, then parties, backgrounds, maps, clusters, platoons,
    /// encounters, scenarios, stations, doctrines, skills, rulesets, tables, and last the things that exist only as written text.
    pub fn all(pack: &'p Pack) -> impl Iterator<Item = Thing<'p>> {
        let built = pack.items.values().flat_map(|of_kind| of_kind.values()).map(Thing::Built);
        built
            .chain(pack.parties.values().map(Thing::Party))
            .chain(pack.backgrounds.values().map(Thing::Background))
            .chain(pack.maps.values().map(Thing::Map))
            .chain(pack.clusters.values().map(Thing::Cluster))
            .chain(pack.platoons.values().map(Thing::Platoon))
            .chain(pack.encounters.values().map(Thing::Encounter))
            .chain(pack.scenarios.values().map(Thing::Scenario))
            .chain(pack.stations.values().map(Thing::Station))
            .chain(pack.doctrines.values().map(Thing::Doctrine))
            .chain(pack.skills.values().map(Thing::Skill))
            .chain(pack.rulesets.values().map(Thing::Ruleset))
            .chain(pack.tables.values().map(Thing::Table))
            .chain(written(pack).map(Thing::Declaration))
    }

    /// Returns the stunts that designs of the pack sell.
    pub fn sold(pack: &'p Pack) -> impl Iterator<Item = Thing<'p>> {
        let lines = written(pack).flat_map(|design| design.lines_of("stunt").map(move |line| (design, line)));
        lines.filter_map(|(design, line)| Some(Thing::Sold(SoldStunt { design, line, name: line.name.as_deref()? })))
    }

    /// Returns the kind of the thing: `weapon`, `encounter`, `design` …
    pub fn kind(self) -> &'p str {
        match self {
            Thing::Built(item) => &item.kind,
            Thing::Party(party) => &party.kind,
            Thing::Declaration(rule) => &rule.kind,
            Thing::Background(_) => "background",
            Thing::Map(_) => "map",
            Thing::Cluster(_) => "cluster",
            Thing::Platoon(_) => "platoon",
            Thing::Encounter(_) => "encounter",
            Thing::Scenario(_) => "scenario",
            Thing::Station(_) => "station",
            Thing::Doctrine(_) => "doctrine",
            Thing::Skill(_) => "skill",
            Thing::Ruleset(_) => "ruleset",
            Thing::Table(_) => "table",
            Thing::Sold(_) => "stunt",
        }
    }

    /// Returns the package that declares the thing.
    pub fn package(self) -> &'p str {
        each!(self, one => &one.package, sold => &sold.design.package)
    }

    /// Returns the name of the thing in its package.
    pub fn name(self) -> &'p str {
        each!(self, one => &one.name, sold => sold.name)
    }

    /// Returns the title of the thing, the name shown to people.
    pub fn title(self) -> &'p str {
        each!(self, one => &one.title, sold => sold.name)
    }

    /// Returns the doc comment of the thing.
    pub fn doc(self) -> Option<&'p str> {
        match self {
            Thing::Built(item) => item.doc.as_deref(),
            Thing::Party(party) => party.doc.as_deref(),
            Thing::Background(background) => background.doc.as_deref(),
            Thing::Cluster(cluster) => cluster.doc.as_deref(),
            Thing::Platoon(platoon) => platoon.doc.as_deref(),
            Thing::Encounter(scene) => scene.doc.as_deref(),
            Thing::Scenario(story) => story.doc.as_deref(),
            Thing::Station(station) => station.doc.as_deref(),
            Thing::Doctrine(doctrine) => doctrine.doc.as_deref(),
            Thing::Skill(skill) => skill.doc.as_deref(),
            Thing::Table(table) => table.doc.as_deref(),
            Thing::Declaration(rule) => rule.doc.as_deref(),
            Thing::Sold(sold) => sold.line.doc.as_deref(),
            Thing::Map(_) | Thing::Ruleset(_) => None,
        }
    }

    /// Returns the source position of the thing's declaration, if the pack has one.
    pub fn place(self) -> Option<&'p SourcePosition> {
        match self {
            Thing::Built(item) => Some(&item.place),
            Thing::Party(party) => Some(&party.place),
            Thing::Background(background) => Some(&background.place),
            Thing::Map(map) => Some(&map.place),
            Thing::Cluster(cluster) => Some(&cluster.place),
            Thing::Platoon(platoon) => Some(&platoon.place),
            Thing::Encounter(scene) => Some(&scene.place),
            Thing::Scenario(story) => Some(&story.place),
            Thing::Doctrine(doctrine) => Some(&doctrine.place),
            Thing::Table(table) => Some(&table.place),
            Thing::Declaration(rule) => Some(&rule.place),
            Thing::Sold(sold) => Some(&sold.line.place),
            Thing::Station(_) | Thing::Skill(_) | Thing::Ruleset(_) => None,
        }
    }

    /// True if the pack records no errors in the thing.
    pub fn is_valid(self) -> bool {
        match self {
            Thing::Built(item) => item.valid,
            Thing::Party(party) => party.valid,
            Thing::Map(map) => map.valid,
            Thing::Cluster(cluster) => cluster.valid,
            Thing::Platoon(platoon) => platoon.valid,
            Thing::Encounter(scene) => scene.valid,
            Thing::Scenario(story) => story.valid,
            Thing::Doctrine(doctrine) => doctrine.valid,
            Thing::Table(table) => table.valid,
            Thing::Background(_) | Thing::Station(_) | Thing::Skill(_) | Thing::Ruleset(_) | Thing::Declaration(_) | Thing::Sold(_) => true,
        }
    }

    /// Returns the waivers of the thing.
    pub fn waivers(self) -> &'p [Waiver] {
        match self {
            Thing::Built(item) => &item.waivers,
            Thing::Party(party) => &party.waivers,
            Thing::Platoon(platoon) => &platoon.waivers,
            Thing::Map(map) => &map.waivers,
            Thing::Cluster(cluster) => &cluster.waivers,
            Thing::Encounter(scene) => &scene.waivers,
            Thing::Scenario(story) => &story.waivers,
            Thing::Table(table) => &table.waivers,
            _ => &[],
        }
    }
}

/// Returns the things of a pack that exist only as written text.
fn written(pack: &Pack) -> impl Iterator<Item = &PackDeclaration> {
    WRITTEN.into_iter().filter_map(|kind| pack.declarations.get(kind)).flat_map(|of_kind| of_kind.values())
}
