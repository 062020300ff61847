//! Builds the effect table of a platoon fight: effects of units, of zones, of the scene and of the rules.

use crate::effects::{self, Carrier, CarrierSubject, EffectInput, UnnumberedEffect};
use crate::ids::{ActorId, TableKey, ZoneId};
use crate::platoon::fixed_numbers::UnitNumbers;
use crate::platoon::names;
use crate::platoon::roster::{Attached, PlatoonRoster};
use slip_dice::fate::Aspect;
use slip_pack::effect::{Effect, Play};
use slip_pack::encounter::Encounter;
use slip_pack::item::BuiltItem;
use slip_pack::map::Map;
use slip_pack::ruleset::Rules;
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// Skill that makes the morale track of a unit longer.
const VETERAN: &str = "veteran";

/// Returns the number of morale boxes. A Veteran skill that attached people raise is considered.
pub(super) fn morale(item: &BuiltItem, attached: &[Attached], roster: &PlatoonRoster) -> i32 {
    let built = item.tracks.get(names::MORALE).copied().unwrap_or(0);
    let Some(veteran) = roster.skill_of(VETERAN) else { return built };
    let raises = attached.iter().filter(|person| person.skill == veteran).map(|person| person.raises).max().unwrap_or(0);
    let boxes = |rank: i32| ((rank + 1) / 2).clamp(0, 3);
    let rank = item.rank(VETERAN).unwrap_or(0);
    built + boxes(rank + raises) - boxes(rank)
}

/// Builds the effect table. `items` are the items of the units, in the order of their ids.
pub(super) fn lay_out(encounter: &Encounter, map: &Map, items: &[&BuiltItem], roster: &mut PlatoonRoster, aspects: &mut Vec<Aspect>) {
    let rules = &encounter.rules;
    let mut told: Vec<(u32, UnnumberedEffect)> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let who = ActorId::of(number);
        let lines = of_unit(roster, item, rules, who);
        told.extend(lines.into_iter().map(|told| (u32::from(who.0), told)));
    }
    for (number, zone) in map.zones.iter().enumerate() {
        let id = ZoneId::of(number);
        let lines = of_place(roster, rules, &zone.effects, Carrier::Zone(id));
        told.extend(lines.into_iter().map(|told| (ZONES + u32::from(id.0), told)));
    }
    told.extend(of_place(roster, rules, &encounter.effects, Carrier::Scene).into_iter().map(|told| (SCENE, told)));
    told.extend(of_place(roster, rules, &rules.effects, Carrier::Rules).into_iter().map(|told| (RULES, told)));
    let kinds = |who: ActorId| roster.units.row(who).map(|sheet| [&sheet.kind, &sheet.design]);
    let everybody = |whom: &CarrierSubject| -> Vec<ActorId> {
        roster.units.keys().filter(|&who| kinds(who).is_some_and(|kinds| whom.is_anybody_of(kinds))).collect()
    };
    (roster.lines, roster.uses) = effects::laid(told, &everybody, aspects);
    settle(items, roster);
}

/// Lowest item number of effects of zones. The next two constants are those of the scene and of the rules. Lower numbers are units, whose
/// item number is their id.
const ZONES: u32 = 1 << 16;
const SCENE: u32 = 2 << 16;
const RULES: u32 = 3 << 16;

fn of_unit(roster: &PlatoonRoster, item: &BuiltItem, rules: &Rules, who: ActorId) -> Vec<UnnumberedEffect> {
    let reader = EffectInput {
        play: Play::Platoon,
        placeless: false,
        bearer: item,
        thing: item,
        stunts: &item.stunts,
        military: &BTreeSet::new(),
        rules,
        choice: "",
        manners: &[],
        skill: &|name| roster.skill_of(item.known_as(name)),
        class: &|_| Vec::new(),
        track: &|name| roster.tracks.find(name).map(|track| track.0),
    };
    reader.told(&item.effects, Carrier::Person(who))
}

/// Compiles effects that no unit carries: of a zone, of the scene, of the rules.
fn of_place<E: Borrow<Effect>>(roster: &PlatoonRoster, rules: &Rules, effects: &[E], carrier: Carrier) -> Vec<UnnumberedEffect> {
    if effects.is_empty() {
        return Vec::new();
    }
    let nobody = BuiltItem::default();
    let reader = EffectInput {
        play: Play::Platoon,
        placeless: true,
        bearer: &nobody,
        thing: &nobody,
        stunts: &[],
        military: &BTreeSet::new(),
        rules,
        choice: "",
        manners: &[],
        skill: &|name| roster.skill_of(name),
        class: &|_| Vec::new(),
        track: &|name| roster.tracks.find(name).map(|track| track.0),
    };
    reader.told(effects, carrier)
}

/// Computes for each unit the numbers that do not change during the fight.
fn settle(items: &[&BuiltItem], roster: &mut PlatoonRoster) {
    for (number, item) in items.iter().enumerate() {
        let who = ActorId::of(number);
        let Some(arm) = roster.units.row(who).map(|sheet| sheet.arm) else { continue };
        let traits = UnitNumbers::settle(&roster.lines, who, arm, item);
        if let Some(sheet) = roster.units.row_mut(who) {
            sheet.traits = traits;
        }
    }
}
