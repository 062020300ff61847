//! Checks that actors can use their skills and gear in an encounter. They need a skill for their weapons, training for the gear that the
//! encounter hands out, and skills that work on this world.
//!
//! Refuses nothing; reports warnings and notes at the actor. Gear that actors have by themselves is checked at their declaration.

use super::Scene;
use crate::check::gear::{self, GearOwner};
use crate::check::{familiarity, skill_and_gear_errors as errors};
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_pack::BuiltItem;
use slip_pack::effect::{Grants, PackOperation};
use slip_pack::item::Gear;
use slip_pack::ruleset::Rules;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeMap;

/// Checks one actor. `rules` are the rules of the encounter, and `handed` are the items after `with`, each with its span.
pub(super) fn check(
    (scene, rules): (&Scene<'_, '_>, &Rules),
    item: &BuiltItem,
    span: Span,
    handed: &[(Gear, Span)],
    out: &mut Diagnostics,
) {
    // Mooks have no skills and need no training.
    if !item.valid || item.skills.is_empty() {
        return;
    }
    handed_out((scene, rules), item, handed, out);
    unskilled(scene, item, span, handed, out);
    strangers(scene, item, span, out);
}

/// Checks the training of an actor for items that the encounter gives to the actor.
fn handed_out((scene, rules): (&Scene<'_, '_>, &Rules), item: &BuiltItem, handed: &[(Gear, Span)], out: &mut Diagnostics) {
    let ranks: BTreeMap<EcoString, i64> = item.skills.iter().map(|(skill, rank)| (skill.clone(), i64::from(*rank))).collect();
    let owner = GearOwner { name: &item.name, ranks: &ranks, effects: &item.effects, familiar: None, unsure: false };
    let program = scene.context.program;
    for (thing, span) in handed {
        let Some(thing) = scene.context.pack.item(thing) else { continue };
        if let Some(need) = gear::unmet(program, scene.declared.package, owner, &thing.effects) {
            let forbidden = gear::is_access_forbidden(rules);
            out.push(errors::untrained_gear(*span, (&item.name, &thing.name, &gear::in_words(need)), None, forbidden));
        }
    }
}

/// Reports an actor who has weapons and is not trained in any of them.
fn unskilled(scene: &Scene<'_, '_>, item: &BuiltItem, span: Span, handed: &[(Gear, Span)], out: &mut Diagnostics) {
    let pack = scene.context.pack;
    let granted: Vec<&Grants> = item
        .effects
        .iter()
        .filter_map(|effect| match &effect.op {
            PackOperation::Grants(grants) => Some(grants),
            _ => None,
        })
        .collect();
    let carried = item.gear.iter().chain(handed.iter().map(|(thing, _)| thing)).filter_map(|thing| pack.item(thing));
    let things: Vec<&BuiltItem> = if granted.is_empty() {
        carried.collect()
    } else {
        // Several effects may grant the same item; the map keeps it only once, ordered by kind, then by key.
        let called: BTreeMap<(&str, EcoString), &BuiltItem> = granted.iter().flat_map(|grants| things_granted(scene, grants)).collect();
        carried.chain(called.into_values()).collect()
    };
    // A weapon is any item that is used with a skill of the class that the setting `familiar_class` names.
    let fights = |skill: &EcoString| {
        let class = scene.context.rules.word("familiar_class", "");
        pack.skills.values().any(|known| known.name == *skill && known.classes.iter().any(|word| word == class))
    };
    let weapons: Vec<(&BuiltItem, &EcoString)> = things
        .iter()
        .filter_map(|thing| Some((*thing, gear::used_with(thing.skill.as_ref().filter(|skill| fights(skill))?, &thing.effects))))
        .collect();
    let trained = |skill: &EcoString| item.rank(skill).is_some_and(|rank| rank >= 1);
    let served = |(thing, skill): &(&BuiltItem, &EcoString)| {
        gear::serves(&trained, &item.effects, skill, &thing.name) || gear::stands_in(&trained, &thing.effects)
    };
    if !weapons.is_empty() && !weapons.iter().any(served) {
        let weapons: Vec<(&str, &str)> = weapons.iter().map(|(thing, skill)| (thing.name.as_str(), skill.as_str())).collect();
        out.push(errors::unskilled_fighter(span, &item.name, &weapons));
    }
}

/// Returns the items that an effect such as `grants NAME` may mean, with their kind and key in the pack.
fn things_granted<'p>(scene: &Scene<'p, '_>, grants: &Grants) -> impl Iterator<Item = ((&'p str, EcoString), &'p BuiltItem)> {
    let (program, pack, here) = (scene.context.program, scene.context.pack, scene.declared.package);
    let meant = grants.thing.clone();
    let is_meant = move |found: &&'p DeclaredItem<'_>| {
        meant.as_ref().is_none_or(|thing| thing.kind == found.kind() && thing.package == program.package_name(found.package))
    };
    let (package, name) =
        grants.item.split_once('.').map_or((None, grants.item.as_str()), |(package, name)| (Some(package.to_owned()), name));
    let of_package = move |declared: &&'p DeclaredItem<'_>| match &package {
        Some(package) => program.package_name(declared.package) == package,
        None => program.bears_on(declared.package, here),
    };
    program.named(name).filter(of_package).filter(is_meant).filter_map(move |declared| {
        let key = program.key(declared);
        let item = pack.items.get(declared.kind())?.get(&key)?;
        Some(((declared.kind(), key), item))
    })
}

/// Reports skills that can be used only on familiar worlds, if the encounter's world is not familiar to the actor. An actor without a
/// declared home may come from this world. Nothing is reported for such an actor.
fn strangers(scene: &Scene<'_, '_>, item: &BuiltItem, span: Span, out: &mut Diagnostics) {
    let pack = scene.context.pack;
    for name in item.skills.keys() {
        let Some(skill) = pack.skills.values().find(|skill| skill.name == *name) else { continue };
        let Some(by) = skill.within.as_ref().and_then(|by| pack.skills.values().find(|skill| skill.name == *by)) else { continue };
        let at_home = |place: &Gear| item.refers.values().any(|home| home == place);
        let known = |place: &BuiltItem| {
            item.subjects.get(&by.name).is_some_and(|subjects| {
                subjects.iter().any(|subject| familiarity::same(subject, &place.title) || familiarity::same(subject, &place.name))
            })
        };
        let homes = item.refers.values().any(|home| by.covers.contains(&home.kind));
        for place in scene.places.iter().filter(|place| homes && by.covers.contains(&place.kind)) {
            let strange = pack.item(place).filter(|known_place| !at_home(place) && !known(known_place));
            if let Some(strange) = strange {
                out.push(errors::uncovered_skill(span, &item.name, name, &by.name, &strange.title));
            }
        }
    }
}
