//! Entries of a package: everything declared that has a page.

use super::Chapter;

use slip_pack::item::{SourcePosition, Waiver};
use slip_pack::patch::EffectivePatch;
use slip_pack::thing_view::Thing;
use std::collections::BTreeMap;

/// Declared thing that has a page.
pub(super) struct SiteEntry<'p> {
    pub(super) kind: &'p str,
    pub(super) name: &'p str,
    pub(super) title: &'p str,
    pub(super) doc: Option<&'p str>,
    pub(super) place: Option<&'p SourcePosition>,
    pub(super) valid: bool,
    pub(super) waivers: &'p [Waiver],
    /// House rules that changed the thing.
    pub(super) patches: Vec<&'p EffectivePatch>,
    pub(super) thing: Thing<'p>,
}

/// Returns the entries of a package: encounters and scenarios first, then other things, and rules last, in source form.
pub(super) fn all<'p>(chapter: &Chapter<'p>) -> Vec<SiteEntry<'p>> {
    let pack = chapter.pack;
    let own = pack.package.name.as_str();
    // Rulesets and doctrines get pages with their source, like designs.
    let is_written = |thing: &Thing<'_>| matches!(thing, Thing::Doctrine(_) | Thing::Ruleset(_) | Thing::Declaration(_));
    let things = Thing::all(pack).filter(|thing| !is_written(thing));
    let rules = pack.declarations.values().flat_map(BTreeMap::values).map(Thing::Declaration);
    let entry = |thing: Thing<'p>| SiteEntry {
        kind: thing.kind(),
        name: thing.name(),
        title: thing.title(),
        doc: thing.doc(),
        place: thing.place(),
        valid: thing.is_valid(),
        waivers: thing.waivers(),
        patches: Vec::new(),
        thing,
    };
    let mut all: Vec<SiteEntry<'p>> = things.chain(rules).filter(|thing| thing.package() == own).map(entry).collect();
    house_rules(chapter, &mut all);
    // The sort is stable, so that names stay in order within a kind; kinds that share a list in the pack are separated.
    all.sort_by_key(|entry| (rank(entry), entry.kind));
    all
}

/// Records the house rules that changed each entry; items store theirs already.
fn house_rules<'p>(chapter: &Chapter<'p>, all: &mut [SiteEntry<'p>]) {
    let pack = chapter.pack;
    let mut changed: BTreeMap<(&str, &str), Vec<&'p EffectivePatch>> = BTreeMap::new();
    for patch in &pack.patches {
        changed.entry((patch.kind.as_str(), patch.patched.target.as_str())).or_default().push(&patch.patched);
    }
    for entry in all.iter_mut() {
        entry.patches = match entry.thing {
            Thing::Built(item) => item.patches.iter().collect(),
            _ => {
                let key = slip_pack::key(&pack.package.name, entry.name);
                changed.get(&(entry.kind, key.as_str())).cloned().unwrap_or_default()
            }
        };
    }
}

/// Returns the rank of an entry in the order of kinds.
fn rank(entry: &SiteEntry<'_>) -> u8 {
    match entry.thing {
        Thing::Encounter(_) => 0,
        Thing::Scenario(_) => 1,
        Thing::Built(_) => 2,
        Thing::Party(_) => 3,
        Thing::Background(_) => 4,
        Thing::Platoon(_) => 5,
        Thing::Cluster(_) => 6,
        Thing::Map(_) => 7,
        Thing::Station(_) => 8,
        Thing::Skill(_) => 9,
        Thing::Table(_) => 10,
        Thing::Doctrine(_) | Thing::Ruleset(_) | Thing::Declaration(_) | Thing::Sold(_) => 11,
    }
}

impl SiteEntry<'_> {
    /// Returns the words that mark an entry: errors, waivers, house rules.
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
