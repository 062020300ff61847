//! Index of references: for each thing, the entries of a package that refer to it.

use super::package_entries::SiteEntry;
use super::paths::SitePackage;
use slip_pack::encounter::Encounter;
use slip_pack::item::Gear;
use slip_pack::platoon::Platoon;
use slip_pack::thing_view::Thing;
use std::collections::BTreeMap;

/// Kind, package and name of a thing.
type Key<'p> = (&'p str, &'p str, &'p str);

/// For each thing, the entries that refer to it, as indices into the entries of the package.
pub(super) struct Uses<'p> {
    by: BTreeMap<Key<'p>, Vec<usize>>,
}

impl<'p> Uses<'p> {
    pub(super) fn of(part: &SitePackage<'p>) -> Uses<'p> {
        let mut uses = Uses { by: BTreeMap::new() };
        for (at, entry) in part.entries.iter().enumerate() {
            match entry.thing {
                Thing::Built(item) => item.gear.iter().chain(item.refers.values()).for_each(|gear| uses.put(gear, at)),
                Thing::Encounter(scene) => uses.scene(scene, at),
                Thing::Platoon(platoon) => uses.platoon(platoon, at),
                Thing::Cluster(cluster) => cluster.systems.iter().for_each(|member| uses.put(&member.system, at)),
                Thing::Party(party) => party.background.iter().for_each(|from| uses.put(from, at)),
                Thing::Scenario(story) => story.steps.iter().for_each(|step| uses.named("encounter", &step.encounter, at)),
                _ => {}
            }
        }
        uses
    }

    /// Returns the entries that refer to a thing.
    pub(super) fn of_entry<'s>(&'s self, part: &'s SitePackage<'p>, entry: &'s SiteEntry<'_>) -> &'s [usize] {
        let package = part.chapter.pack.package.name.as_str();
        self.by.get(&(entry.kind, package, entry.name)).map_or(&[], Vec::as_slice)
    }

    fn scene(&mut self, scene: &'p Encounter, at: usize) {
        for side in &scene.sides {
            for actor in &side.actors {
                self.put(&actor.item, at);
                actor.gear.iter().chain(&actor.parts).for_each(|gear| self.put(gear, at));
                for ship in actor.ship.iter() {
                    ship.people.iter().for_each(|person| self.put(&person.item, at));
                    ship.fighters.iter().for_each(|fighter| self.put(&fighter.item, at));
                    ship.crew.iter().for_each(|crew| self.put(crew, at));
                }
            }
            side.platoons.iter().for_each(|deployed| self.named("platoon", &deployed.platoon, at));
            side.doctrine.iter().for_each(|key| self.named("doctrine", key, at));
        }
        scene.map.iter().for_each(|key| self.named("map", key, at));
        scene.rules.rulesets.iter().for_each(|key| self.named("ruleset", key, at));
    }

    fn platoon(&mut self, platoon: &'p Platoon, at: usize) {
        platoon.leader.iter().for_each(|leader| self.put(&leader.unit, at));
        for rank in platoon.units.iter().chain(&platoon.aircraft) {
            self.put(&rank.unit, at);
            rank.carrying.iter().filter_map(|load| load.unit.as_ref()).for_each(|unit| self.put(unit, at));
        }
        platoon.characters.iter().for_each(|attached| self.put(&attached.who, at));
    }

    fn put(&mut self, thing: &'p Gear, at: usize) {
        self.note((&thing.kind, &thing.package, &thing.name), at);
    }

    fn named(&mut self, kind: &'p str, key: &'p str, at: usize) {
        if let Some((package, name)) = key.rsplit_once('.') {
            self.note((kind, package, name), at);
        }
    }

    /// Records that an entry refers to a thing. Several references from the same entry are recorded once.
    fn note(&mut self, thing: Key<'p>, at: usize) {
        let places = self.by.entry(thing).or_default();
        if places.last() != Some(&at) {
            places.push(at);
        }
    }
}
