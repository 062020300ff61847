//! Everything a package declares that has a page. Floor 8.

use super::Chapter;
use crate::pack::cluster::Cluster;
use crate::pack::declaration::Declaration;
use crate::pack::encounter::{Encounter, Station};
use crate::pack::item::{Place, Waiver};
use crate::pack::map::Map;
use crate::pack::party::{Background, Party};
use crate::pack::patch::Patched;
use crate::pack::platoon::Platoon;
use crate::pack::scenario::Scenario;
use crate::pack::table::Table;
use crate::pack::{self, Item, Pack, Skill};

/// One declared thing.
pub(super) struct Entry<'p> {
    pub(super) kind: &'p str,
    pub(super) name: &'p str,
    pub(super) title: &'p str,
    pub(super) doc: Option<&'p str>,
    pub(super) place: Option<&'p Place>,
    pub(super) valid: bool,
    pub(super) waivers: &'p [Waiver],
    pub(super) patches: Vec<&'p Patched>,
    pub(super) thing: Thing<'p>,
}

/// The thing itself.
#[derive(Clone, Copy)]
pub(super) enum Thing<'p> {
    Item(&'p Item),
    Party(&'p Party),
    Background(&'p Background),
    Platoon(&'p Platoon),
    Cluster(&'p Cluster),
    Map(&'p Map),
    Encounter(&'p Encounter),
    Scenario(&'p Scenario),
    Station(&'p Station),
    Skill(&'p Skill),
    Table(&'p Table),
    Rule(&'p Declaration),
}

macro_rules! entry {
    ($thing:ident, $kind:expr, $variant:ident, $doc:expr, $place:expr, $valid:expr, $waivers:expr) => {
        Entry {
            kind: $kind,
            name: &$thing.name,
            title: &$thing.title,
            doc: $doc,
            place: $place,
            valid: $valid,
            waivers: $waivers,
            patches: Vec::new(),
            thing: Thing::$variant($thing),
        }
    };
}

/// What the package of a chapter declares: built things by kind and name, then what stands by itself.
pub(super) fn all<'p>(chapter: &Chapter<'p>) -> Vec<Entry<'p>> {
    let pack = chapter.pack;
    let own = &pack.package.name;
    let mut all: Vec<Entry<'p>> = Vec::new();
    for item in pack.items.values().flat_map(|kind| kind.values()).filter(|item| item.package == *own) {
        let entry = entry!(item, &item.kind, Item, item.doc.as_deref(), Some(&item.place), item.valid, &item.waivers);
        all.push(Entry { patches: item.patches.iter().collect(), ..entry });
    }
    for party in pack.parties.values().filter(|party| party.package == *own) {
        all.push(entry!(party, &party.kind, Party, party.doc.as_deref(), Some(&party.place), party.valid, &party.waivers));
    }
    for from in pack.backgrounds.values().filter(|from| from.package == *own) {
        all.push(entry!(from, "background", Background, from.doc.as_deref(), Some(&from.place), true, &[]));
    }
    for platoon in pack.platoons.values().filter(|platoon| platoon.package == *own) {
        let doc = platoon.doc.as_deref();
        all.push(entry!(platoon, "platoon", Platoon, doc, Some(&platoon.place), platoon.valid, &platoon.waivers));
    }
    for cluster in pack.clusters.values().filter(|cluster| cluster.package == *own) {
        all.push(entry!(cluster, "cluster", Cluster, cluster.doc.as_deref(), Some(&cluster.place), cluster.valid, &[]));
    }
    for map in pack.maps.values().filter(|map| map.package == *own) {
        all.push(entry!(map, "map", Map, None, Some(&map.place), map.valid, &[]));
    }
    for scene in pack.encounters.values().filter(|scene| scene.package == *own) {
        all.push(entry!(scene, "encounter", Encounter, scene.doc.as_deref(), Some(&scene.place), scene.valid, &[]));
    }
    for story in pack.scenarios.values().filter(|story| story.package == *own) {
        all.push(entry!(story, "scenario", Scenario, story.doc.as_deref(), Some(&story.place), story.valid, &[]));
    }
    for station in pack.stations.values().filter(|station| station.package == *own) {
        all.push(entry!(station, "station", Station, station.doc.as_deref(), None, true, &[]));
    }
    for skill in pack.skills.values().filter(|skill| skill.package == *own) {
        all.push(entry!(skill, "skill", Skill, skill.doc.as_deref(), None, true, &[]));
    }
    for table in pack.tables.values().filter(|table| table.package == *own) {
        all.push(entry!(table, "table", Table, table.doc.as_deref(), Some(&table.place), table.valid, &[]));
    }
    for (kind, rules) in &pack.declarations {
        for rule in rules.values().filter(|rule| rule.package == *own) {
            all.push(entry!(rule, kind, Rule, rule.doc.as_deref(), Some(&rule.place), true, &[]));
        }
    }
    house_rules(pack, &mut all);
    // Stable, so that of one kind names stay in order.
    all.sort_by_key(|entry| rank(entry));
    all
}

/// Marks what a house rule changes; what is built knows it already.
fn house_rules<'p>(pack: &'p Pack, all: &mut [Entry<'p>]) {
    for entry in all.iter_mut().filter(|entry| !matches!(entry.thing, Thing::Item(_))) {
        let key = pack::key(&pack.package.name, entry.name);
        let of = pack.patches.iter().filter(|patch| patch.kind == entry.kind && patch.patched.target == key);
        entry.patches = of.map(|patch| &patch.patched).collect();
    }
}

/// What people come for first.
fn rank(entry: &Entry<'_>) -> u8 {
    match entry.thing {
        Thing::Encounter(_) => 0,
        Thing::Scenario(_) => 1,
        Thing::Item(_) => 2,
        Thing::Party(_) | Thing::Background(_) => 3,
        Thing::Platoon(_) => 4,
        Thing::Cluster(_) => 5,
        Thing::Map(_) => 6,
        Thing::Station(_) | Thing::Skill(_) => 7,
        Thing::Table(_) => 8,
        Thing::Rule(_) => 9,
    }
}

impl Entry<'_> {
    /// What is particular about it, in a word each: it has errors, a waiver, a house rule.
    pub(super) fn marks(&self) -> Vec<&'static str> {
        let mut marks = Vec::new();
        if !self.valid {
            marks.push("not legal");
        }
        if !self.waivers.is_empty() {
            marks.push("waiver");
        }
        if !self.patches.is_empty() {
            marks.push("house rule");
        }
        marks
    }
}
