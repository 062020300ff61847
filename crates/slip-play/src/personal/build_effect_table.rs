//! Builds the effect table of a fight: the effects carried by people and gear, zones, scene and rules.

use crate::effects::{
    self, Act, Carrier, CarrierSubject, ConditionVariable, EffectInput, EffectNumbering, EffectTable, Hook, StandIn, UnnumberedEffect,
};
use crate::ids::{ActorId, TableKey, ZoneId};
use crate::personal::gear::{self, Bearer, stood_in, word_of};
use crate::personal::roster::{ActorSheet, AttackProfile, PersonalRoster};
use crate::personal::social;
use slip_pack::Pack;
use slip_pack::effect::Effect;
use slip_pack::encounter::{Actor, Encounter};
use slip_pack::item::BuiltItem;
use slip_pack::map::Map as PackMap;
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// Builds the effect table. Also adds skill substitutions to the sheets of the actors to which they apply.
pub(super) fn lay_out(pack: &Pack, encounter: &Encounter, map: &PackMap, roster: &mut PersonalRoster) {
    let people: Vec<&Actor> = encounter.sides.iter().flat_map(|side| &side.actors).collect();
    let mut told: Vec<(u32, UnnumberedEffect)> = Vec::new();
    let mut names: Vec<(ActorId, Vec<(usize, UnnumberedEffect)>)> = Vec::new();
    for (number, actor) in people.iter().enumerate() {
        if let Some(item) = social::read_encounter::person(pack, actor) {
            let bearer = Bearer { pack, roster, item: &item, rules: &encounter.rules };
            let who = ActorId::of(number);
            told.extend(of_person(&bearer, who, &gear::gear(pack, &item, &actor.gear)));
            names.push((who, of_sheet(&bearer, who)));
        }
    }
    let place = |effects: &[Effect], carrier: Carrier| of_place(roster, encounter, effects, carrier);
    for (number, zone) in map.zones.iter().enumerate() {
        told.extend(place(&zone.effects, Carrier::Zone(ZoneId::of(number))));
    }
    told.extend(place(&encounter.effects, Carrier::Scene));
    told.extend(place(&encounter.rules.effects, Carrier::Rules));
    let mut laying = EffectNumbering::default();
    let mut lent: Vec<(ActorId, StandIn)> = Vec::new();
    for (place, told) in told {
        let (carrier, my) = (told.line.carrier, told.my);
        let meant = |whom: &CarrierSubject| roster.actors.keys().filter(|&who| could_mean(roster, carrier, whom, who)).collect::<Vec<_>>();
        let those = if told.uses.is_empty() { Vec::new() } else { meant(&told.line.whom) };
        let Some((number, stand_ins)) = laying.lay(place, told) else { break };
        for stand_in in stand_ins {
            for &who in &those {
                let lender = carrier.person().filter(|&lender| my && lender != who);
                lent.push((who, StandIn { lender, line: Some(number), ..stand_in.clone() }));
            }
        }
    }
    for (who, told) in names {
        if let Some(sheet) = roster.actors.row_mut(who) {
            name_changes(sheet, who, told, &mut laying);
        }
    }
    roster.lines = EffectTable::new(laying.into_lines());
    for (who, stand_in) in lent {
        lend(roster, who, stand_in);
    }
    let capped = |sheet: &ActorSheet| sheet.uses.iter().any(|there| there.full_for.is_some());
    let offered = roster.lines.iter().any(|(_, line)| line.choice || line.as_action)
        || roster.lines.any(Hook::Choose)
        || roster.lines.any(Hook::Needs);
    roster.offers = offered || roster.actors.values().any(capped);
    let mut prone = false;
    for (_, line) in roster.lines.iter() {
        if let Some(condition) = &line.condition {
            condition.names(&mut |live| prone |= asks_who_lies_down(live));
        }
    }
    if prone {
        roster.actors.values_mut().for_each(|sheet| sheet.lies_down = true);
    }
}

fn asks_who_lies_down(live: &ConditionVariable) -> bool {
    use slip_pack::effect::State;
    matches!(live, ConditionVariable::Prone | ConditionVariable::Of(_, effects::RoleFact::State(State::Prone)))
}

/// Returns the effects of an actor and its gear, each with the number of its item.
fn of_person(bearer: &Bearer<'_>, who: ActorId, gear: &[&BuiltItem]) -> Vec<(u32, UnnumberedEffect)> {
    let military = gear::military(bearer.pack, bearer.item);
    let mut told = Vec::new();
    let mut weapons = 0_u8;
    for (place, thing) in std::iter::once(bearer.item).chain(gear.iter().copied()).enumerate() {
        let place = u32::from(who.0) << 16 | u32::try_from(place).unwrap_or(u32::MAX) & 0xFFFF;
        let mut read = |thing: &BuiltItem, stunts: &[slip_pack::item::ItemStunt], lines: &[std::sync::Arc<Effect>], carrier: Carrier| {
            let lines = bearer.reading(thing, stunts, "", &military, |reader| reader.told(lines, carrier));
            told.extend(lines.into_iter().map(|told| (place, told)));
        };
        if place & 0xFFFF == 0 {
            read(thing, &thing.stunts, &thing.effects, Carrier::Person(who));
        } else if thing.skill.is_some() {
            let number = weapons;
            weapons = weapons.saturating_add(1);
            // An actor's own effects are read once, even if it is its own weapon.
            if thing.modes.is_empty() && !std::ptr::eq(thing, bearer.item) {
                read(thing, &thing.stunts, &thing.effects, Carrier::Weapon(who, number, None));
            }
            for (mode, of) in (0_u8..).zip(&thing.modes) {
                read(thing, &of.stunts, &of.effects, Carrier::Weapon(who, number, Some(mode)));
            }
        } else {
            let worn = thing.stats.contains_key(gear::DEFENSE);
            read(thing, &thing.stunts, &thing.effects, if worn { Carrier::Worn(who) } else { Carrier::Gear(who) });
        }
    }
    told
}

/// Returns the effects of an actor that are on its sheet. Each has the number of its roll modifiers there.
fn of_sheet(bearer: &Bearer<'_>, who: ActorId) -> Vec<(usize, UnnumberedEffect)> {
    let (item, military) = (bearer.item, gear::military(bearer.pack, bearer.item));
    bearer.reading(item, &item.stunts, "", &military, |reader| reader.on_sheet(&item.effects, Carrier::Person(who)))
}

/// Numbers the effects of a sheet, beginning after the last number of the table, and stores the numbers in the modifiers of the sheet. The
/// actor's own modifiers come before those of its gear.
fn name_changes(sheet: &mut ActorSheet, who: ActorId, told: Vec<(usize, UnnumberedEffect)>, laying: &mut EffectNumbering) {
    let mut changes = sheet.changes.iter_mut();
    for (count, told) in told {
        let number = laying.lay(u32::from(who.0) << 16, told).map(|(number, _)| number);
        changes.by_ref().take(count).for_each(|change| change.line = number);
    }
}

/// Returns the effects of a zone, of the encounter or of the rules in force, which no actor carries.
fn of_place<E: Borrow<Effect>>(
    roster: &PersonalRoster,
    encounter: &Encounter,
    effects: &[E],
    carrier: Carrier,
) -> Vec<(u32, UnnumberedEffect)> {
    if effects.is_empty() {
        return Vec::new();
    }
    let nobody = BuiltItem::default();
    let none = BTreeSet::new();
    let reader = EffectInput {
        play: gear::play(roster),
        placeless: true,
        bearer: &nobody,
        thing: &nobody,
        stunts: &[],
        military: &none,
        rules: &encounter.rules,
        choice: "",
        manners: &[],
        skill: &|name| gear::skill(roster, name),
        class: &|_| Vec::new(),
        track: &|name| gear::track(roster, name),
    };
    let place = match carrier {
        Carrier::Zone(zone) => 0x0100_0000 + u32::from(zone.0),
        Carrier::Scene => 0x0200_0000,
        _ => 0x0300_0000,
    };
    reader.told(effects, carrier).into_iter().map(|told| (place, told)).collect()
}

/// True if an effect could ever apply to an actor.
fn could_mean(roster: &PersonalRoster, carrier: Carrier, whom: &CarrierSubject, who: ActorId) -> bool {
    let Some(person) = carrier.person() else { return true };
    let enemies = roster.are_enemies(person, who);
    match whom {
        CarrierSubject::Own => person == who,
        CarrierSubject::Allies => person != who && !enemies,
        CarrierSubject::Enemies => enemies,
        CarrierSubject::Others => person != who,
        CarrierSubject::Everyone | CarrierSubject::Actor | CarrierSubject::Target => true,
        CarrierSubject::Allied(kind) => person != who && !enemies && roster.actors[who].is_a(kind),
        CarrierSubject::Enemy(kind) => enemies && roster.actors[who].is_a(kind),
        CarrierSubject::Crew | CarrierSubject::Tethered | CarrierSubject::Carrier | CarrierSubject::Attached | CarrierSubject::Platoon => {
            false
        }
    }
}

/// Adds a substitute skill to an actor's sheet. Its weapons and bare hand get the skill as one more way of using them.
fn lend(roster: &mut PersonalRoster, who: ActorId, mut stand_in: StandIn) {
    let word = word_of(roster, &stand_in);
    let line = stand_in.line.and_then(|number| roster.lines.get(number));
    let own = line.filter(|line| line.whom == CarrierSubject::Own).and_then(|line| match line.carrier {
        Carrier::Weapon(_, number, mode) => Some((number, mode)),
        _ => None,
    });
    let Some(sheet) = roster.actors.row_mut(who) else { return };
    let mut plain = sheet.weapons.iter().flat_map(|weapon| &weapon.modes).filter_map(|mode| mode.manners.first());
    let within = stand_in.within.and_then(|skill| plain.find(|manner| manner.skill == skill)).cloned();
    let reach = |mut manner: AttackProfile| {
        if let Some(there) = &within {
            (manner.range, manner.out_of_range, manner.per_zone, manner.hand) =
                (there.range, there.out_of_range, there.per_zone, there.hand);
            (manner.set.range, manner.set.out_of_range) = (there.set.range, there.set.out_of_range);
        }
        manner
    };
    if stand_in.act.is_none_or(|act| act == Act::Attack) {
        for (number, weapon) in (0_u8..).zip(&mut sheet.weapons) {
            let thing = weapon.name.clone();
            for (place, mode) in (0_u8..).zip(&mut weapon.modes) {
                if let Some((its, in_mode)) = own {
                    if its != number || in_mode.is_some_and(|wanted| wanted != place) {
                        continue;
                    }
                    // An effect of a weapon about its own attacks applies to that weapon only.
                    let here = StandIn { thing: Some(thing.clone()), ..stand_in.clone() };
                    mode.manners.extend(stood_in(&mode.manners, &here, &word, &thing).into_iter().map(reach));
                    continue;
                }
                mode.manners.extend(stood_in(&mode.manners, &stand_in, &word, &thing).into_iter().map(reach));
            }
        }
        if own.is_none() {
            let bare = stood_in(std::slice::from_ref(&sheet.bare), &stand_in, &word, "");
            sheet.bare_more.extend(bare.into_iter().map(reach));
        }
    }
    if own.is_some() && stand_in.act == Some(Act::Attack) {
        // The attack profiles of the weapon already include optional substitutions. Only `must` substitutions are also added to the sheet.
        let name = own.and_then(|(number, _)| sheet.weapons.get(usize::from(number))).map(|weapon| weapon.name.clone());
        stand_in.thing = name;
        if !stand_in.must {
            return;
        }
    }
    sheet.uses.push(stand_in);
}
