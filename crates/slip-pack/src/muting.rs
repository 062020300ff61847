//! Mutes one effect in a pack, so that a fight with it can be compared with the same fight without it.

use super::Pack;
use super::effect::{Effect, EffectPlace};
use super::encounter::Encounter;
use super::item::BuiltItem;
use std::sync::Arc;

/// Mutes all effects that are written at one source position, in all things of a pack and in an encounter; or makes them act again.
pub fn mute(pack: &mut Pack, encounter: &mut Encounter, place: &EffectPlace, muted: bool) {
    let each = |effect: &mut Effect| {
        if effect.place == *place {
            effect.muted = muted;
        }
    };
    for item in pack.items.values_mut().flat_map(|kind| kind.values_mut()) {
        of_item(item, place, muted);
    }
    for leader in pack.platoons.values_mut().filter_map(|platoon| platoon.leader.as_mut()) {
        of_item(&mut leader.item, place, muted);
    }
    pack.maps.values_mut().flat_map(|map| &mut map.zones).flat_map(|zone| &mut zone.effects).for_each(each);
    for party in pack.parties.values_mut() {
        party.effects.iter_mut().for_each(each);
        party.things.iter_mut().flat_map(|thing| &mut thing.effects).for_each(each);
    }
    pack.backgrounds.values_mut().flat_map(|background| &mut background.effects).for_each(each);
    encounter.effects.iter_mut().for_each(each);
    encounter.rules.effects.iter_mut().for_each(each);
}

fn of_item(item: &mut BuiltItem, place: &EffectPlace, muted: bool) {
    let in_modes = item.modes.iter_mut().flat_map(|mode| &mut mode.effects);
    for effect in item.effects.iter_mut().chain(in_modes).filter(|effect| effect.place == *place) {
        Arc::make_mut(effect).muted = muted;
    }
}
