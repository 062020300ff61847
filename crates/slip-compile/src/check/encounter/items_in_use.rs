//! Checks that all items, places and doctrines that an encounter uses have no errors (R-XE9).
//!
//! The errors were reported at the declarations; here they only make the encounter unplayable. Otherwise play would leave out an item and
//! give results for a different fight.

use super::Scene;
use slip_pack::doctrine::DoctrineKind;
use slip_pack::effect::{Grants, PackOperation};
use slip_pack::encounter::Encounter;
use slip_pack::item::{BuiltItem, Gear};
use slip_pack::{Name, Pack};

/// True if the gear, places and doctrines of all sides have no errors.
pub(super) fn is_free_of_errors(scene: &Scene<'_, '_>, encounter: &Encounter) -> bool {
    let pack = scene.context.pack;
    let actors = || encounter.sides.iter().flat_map(|side| &side.actors);
    let aboard = actors().filter_map(|actor| actor.ship.as_deref()).flat_map(|ship| &ship.people).map(|person| &person.item);
    let mut people = actors().flat_map(|actor| std::iter::once(&actor.item).chain(&actor.parts)).chain(aboard);
    let mut handed = actors().flat_map(|actor| &actor.gear);
    handed.all(|thing| is_whole(pack, thing))
        && scene.places.iter().all(|place| is_whole(pack, place))
        && people.all(|person| pack.item(person).is_none_or(|person| is_equipped(scene, person)))
        && encounter.sides.iter().all(|side| plays(pack, encounter, side.doctrine.as_ref()))
}

/// True if all items that an actor carries, or that an effect grants the actor, have no errors.
fn is_equipped(scene: &Scene<'_, '_>, person: &BuiltItem) -> bool {
    let pack = scene.context.pack;
    let given = person.effects.iter().filter_map(|line| match &line.op {
        PackOperation::Grants(grants) => Some(grants),
        _ => None,
    });
    person.gear.iter().all(|thing| is_whole(pack, thing)) && given.clone().all(|grants| is_given_whole(scene, person, grants))
}

/// True if an item has no errors. False also for an item that was not built; the error was reported where the encounter names it.
fn is_whole(pack: &Pack, thing: &Gear) -> bool {
    pack.item(thing).is_none_or(|thing| thing.valid)
}

/// True if the item that an effect grants has no errors. If several packages have items with this name, one without errors is enough, but
/// items of the bearer's own package come first. An item that does not exist causes no error here.
fn is_given_whole(scene: &Scene<'_, '_>, bearer: &BuiltItem, grants: &Grants) -> bool {
    let (program, pack) = (scene.context.program, scene.context.pack);
    if let Some(thing) = &grants.thing {
        return is_whole(pack, thing);
    }
    let name = &grants.item;
    let is_near = |package: &&slip_pack::PackageInfo| program.named_bears_on(&package.name, scene.declared.package);
    let of = |package: &Name| {
        let key = if name.contains('.') { name.clone() } else { slip_pack::key(package, name) };
        pack.items.values().filter_map(|kind| kind.get(&key)).collect::<Vec<&BuiltItem>>()
    };
    let own = of(&bearer.package);
    let others = || pack.dependencies.iter().chain([&pack.package]).filter(is_near).flat_map(|package| of(&package.name)).collect();
    let called: Vec<&BuiltItem> = if own.is_empty() { others() } else { own };
    called.is_empty() || called.iter().any(|thing| thing.valid)
}

/// True if a doctrine has no errors. `None` is the standard doctrine of the encounter's kind of play.
fn plays(pack: &Pack, encounter: &Encounter, doctrine: Option<&Name>) -> bool {
    let standard = || {
        let key = DoctrineKind::from_word(encounter.play.word()).map(|kind| slip_pack::key("std", &kind.standard()));
        key.and_then(|key| pack.doctrines.get(&key)).is_none_or(|standard| standard.valid)
    };
    match doctrine {
        None => standard(),
        // A doctrine without a kind of play has errors, which were reported.
        Some(key) => pack.doctrines.get(key).is_some_and(|known| known.valid && (known.kind != DoctrineKind::Fate || standard())),
    }
}
