//! Replaces indices in the JSON of a pack by names: zones, sides, systems, steps. This way a mere change of order is not
//! reported as a difference.

use crate::cluster::Cluster;
use crate::encounter::{Deployed, Encounter, ShipSetup, Side, SocialTrigger, VictorySubject};
use crate::map::Map;
use crate::platoon::{Load, Platoon, Rank};
use crate::scenario::Scenario;
use crate::stakes_party::{Party, Stat};
use crate::{Name, Pack};
use serde_json::Value;

/// Replaces zone indices in the JSON of a map by names: in borders and lines of sight.
pub(super) fn map(map: &Map, value: &mut Value) {
    let zones = zones(map);
    for (zone, value) in map.zones.iter().zip(members(value, "zones")) {
        lines(value, &zone.effects);
        // The shape of a zone is compared as one value, so that a change is one difference, however many cells it has.
        for key in ["cells", "outline"] {
            if let Some(cells) = value.get_mut(key) {
                *cells = Value::from(cells.to_string());
            }
        }
    }
    for (border, value) in map.borders.iter().zip(members(value, "borders")) {
        let (from, to) = (called(&zones, border.from), called(&zones, border.to));
        let way = if border.one_way { format!("{from} -> {to}") } else { pair(from, to) };
        call(value, &way, &["from", "to", "one_way"]);
    }
    for (sight, value) in map.sight.iter().zip(members(value, "sight")) {
        named(value.get_mut("through"), &zones);
        call(value, &format!("{} to {}", called(&zones, sight.from), called(&zones, sight.to)), &["from", "to"]);
    }
}

/// Replaces system indices by names in the slipstreams of a cluster's JSON, and adds the names of the systems.
pub(super) fn cluster(cluster: &Cluster, value: &mut Value) {
    let systems: Vec<Name> = cluster.systems.iter().map(|member| member.system.name.clone()).collect();
    for (name, value) in systems.iter().zip(members(value, "systems")) {
        call(value, name, &["system"]);
    }
    pairs(value.get_mut("slipstreams"), &systems);
    pairs(value.get_mut("one_way"), &systems);
}

/// Replaces indices in the JSON of a platoon by names: units by their patterns, attached people by their own names.
pub(super) fn platoon(platoon: &Platoon, value: &mut Value) {
    for (list, ranks) in [("units", &platoon.units), ("aircraft", &platoon.aircraft)] {
        for (rank, value) in ranks.iter().zip(members(value, list)) {
            let Rank { unit, carrying, .. } = rank;
            call(value, &unit.name, &["unit"]);
            loads(value, carrying);
        }
    }
    for (attached, value) in platoon.characters.iter().zip(members(value, "characters")) {
        call(value, &attached.who.name, &["who"]);
    }
    if let (Some(leader), Some(value)) = (&platoon.leader, value.get_mut("leader")) {
        loads(value, &leader.carrying);
    }
}

fn loads(value: &mut Value, carrying: &[Load]) {
    for (load, value) in carrying.iter().zip(members(value, "carrying")) {
        call(value, load.unit.as_ref().map_or("leader", |unit| unit.name.as_str()), &["unit"]);
    }
}

/// In the JSON of a party, replaces the positions of dice by the names of the statistics.
pub(super) fn party(party: &Party, value: &mut Value) {
    let dice = Stat::ALL.into_iter().map(|stat| (stat.word().to_owned(), Value::from(party.stat(stat))));
    if let Some(stats) = value.get_mut("stats") {
        *stats = Value::Object(dice.collect());
    }
    for (thing, value) in party.things.iter().zip(members(value, "things")) {
        lines(value, &thing.effects);
    }
    lines(value, &party.effects);
}

/// Replaces all indices in the JSON of an encounter by names.
pub(super) fn encounter(pack: &Pack, encounter: &Encounter, value: &mut Value) {
    let zones = encounter.map.as_ref().and_then(|map| pack.maps.get(map)).map_or_else(Vec::new, zones);
    let sides: Vec<Name> = encounter.sides.iter().map(|side| side.name.clone()).collect();
    let stations: Vec<Name> = encounter.stations.iter().map(|station| station.name.clone()).collect();
    lines(value, &encounter.effects);
    for (of, value) in encounter.sides.iter().zip(members(value, "sides")) {
        side(pack, of, value, &zones, &stations);
    }
    for value in members(value, "tasks") {
        unordered(value.get_mut("zones"), &zones);
        unordered(value.get_mut("sides"), &sides);
    }
    for value in members(value, "maneuvers") {
        named(value.get_mut("station"), &stations);
        named(value.pointer_mut("/against/station"), &stations);
        unordered(value.get_mut("sides"), &sides);
    }
    for value in members(value, "victories") {
        named(value.get_mut("side"), &sides);
        as_written(value);
    }
    named(value.get_mut("priority"), &sides);
    unordered(value.pointer_mut("/battle/objectives"), &zones);
    named(value.pointer_mut("/battle/defender"), &sides);
    social(encounter, value, &zones, &sides);
    first_side(pack, encounter, value);
    if let Some((initiator, begins)) = encounter.wager.as_ref().and_then(|wager| wager.initiator).zip(value.pointer_mut("/wager/initiator"))
    {
        *begins = Value::from(somebody(encounter, initiator));
    }
}

/// Adds the name of the first side to the JSON of an encounter, if this side has a special role: it wins the stakes, or it boards the ships
/// (R-VC7).
fn first_side(pack: &Pack, encounter: &Encounter, value: &mut Value) {
    let is_boarding = || {
        let key = crate::key(&encounter.package, &encounter.name);
        pack.encounters.values().any(|other| other.boarding.as_ref() == Some(&key))
    };
    if let (Some(side), Value::Object(fields)) = (encounter.sides.first(), value)
        && (encounter.wager.is_some() || is_boarding())
    {
        fields.insert("first_side".to_owned(), Value::from(side.name.as_str()));
    }
}

fn side(pack: &Pack, side: &Side, value: &mut Value, zones: &[Name], stations: &[Name]) {
    let actors = numbered(side.actors.iter().map(|actor| &actor.name));
    let platoons = numbered(side.platoons.iter().map(|platoon| &platoon.name));
    let card_zones = numbered(side.platoons.iter().flat_map(on_card));
    let place = |leader: &Name| side.actors.iter().position(|actor| actor.name == *leader);
    for (leader, value) in side.more_leaders.iter().zip(members(value, "more_leaders")) {
        if let Some(leader) = place(leader) {
            *value = Value::from(called(&actors, leader));
        }
    }
    if let Some(leader) = side.leader.as_ref().and_then(place) {
        value.get_mut("leader").into_iter().for_each(|value| *value = Value::from(called(&actors, leader)));
    }
    for ((actor, name), value) in side.actors.iter().zip(&actors).zip(members(value, "actors")) {
        call(value, name, &[]);
        named(value.get_mut("zone"), zones);
        named(value.get_mut("or_zones"), zones);
        if let (Some(of), Some(value)) = (&actor.ship, value.get_mut("ship")) {
            named(value.get_mut("player"), &side.players);
            ship(of, value, stations);
        }
        if let (Some(unit), Some(value)) = (&actor.unit, value.get_mut("unit")) {
            let deployed = side.platoons.get(unit.platoon);
            let before: usize = side.platoons.iter().take(unit.platoon).map(|platoon| on_card(platoon).count()).sum();
            let characters =
                deployed.and_then(|deployed| pack.platoons.get(&deployed.platoon)).into_iter().flat_map(|platoon| &platoon.characters);
            let people: Vec<Name> = characters.map(|attached| attached.who.name.clone()).collect();
            named(value.get_mut("platoon"), &platoons);
            named(value.pointer_mut("/start/card"), card_zones.get(before..).unwrap_or_default());
            named(value.pointer_mut("/start/aboard"), &actors);
            unordered(value.get_mut("characters"), &people);
        }
    }
    let mut card_zones = card_zones.as_slice();
    for ((deployed, name), value) in side.platoons.iter().zip(&platoons).zip(members(value, "platoons")) {
        let (own, rest) = card_zones.split_at_checked(on_card(deployed).count()).unwrap_or_default();
        card_zones = rest;
        call(value, name, &[]);
        named(value.get_mut("locked_in"), zones);
        pairs(value.pointer_mut("/card/borders"), own);
        if let Some(card) = value.get_mut("card") {
            members(card, "zones").zip(own).for_each(|(zone, name)| call(zone, name, &[]));
        }
    }
}

/// Returns the names of the zones on a platoon's card.
fn on_card(deployed: &Deployed) -> impl Iterator<Item = &Name> {
    deployed.card.iter().flat_map(|card| &card.zones).map(|zone| &zone.name)
}

/// Numbers equal names within one side in the order of the text (R-YL6): `hand#1`, `hand#2`.
fn numbered<'n>(names: impl Iterator<Item = &'n Name>) -> Vec<Name> {
    let patterns: Vec<&str> = names.map(|name| name.split('#').next().unwrap_or(name)).collect();
    let count = |of: &[&str], pattern: &str| of.iter().filter(|other| **other == pattern).count();
    let name = |(place, pattern): (usize, &&str)| match count(&patterns, pattern) {
        1 => Name::from(*pattern),
        _ => ecow::eco_format!("{pattern}#{}", count(patterns.get(..=place).unwrap_or_default(), pattern)),
    };
    patterns.iter().enumerate().map(name).collect()
}

fn ship(ship: &ShipSetup, value: &mut Value, stations: &[Name]) {
    let people: Vec<Name> = ship.people.iter().map(|person| person.name.clone()).collect();
    posts(value, stations, &people);
    members(value, "fighters").for_each(|fighter| posts(fighter, stations, &people));
}

/// Adds the names of the people at the stations of a ship. A post has the same index as its station.
fn posts(value: &mut Value, stations: &[Name], people: &[Name]) {
    members(value, "posts").for_each(|post| named(post.pointer_mut("/by/person"), people));
    members(value, "posts").zip(stations).for_each(|(post, station)| call(post, station, &[]));
}

fn social(encounter: &Encounter, value: &mut Value, zones: &[Name], sides: &[Name]) {
    let (Some(social), Some(value)) = (&encounter.social, value.get_mut("social")) else { return };
    members(value, "pawns").for_each(|pawn| {
        named(pawn.get_mut("zone"), zones);
        named(pawn.get_mut("group"), &social.groups);
    });
    for (list, triggers) in [("falls", &social.falls), ("friend_zones", &social.friend_zones)] {
        let words =
            |SocialTrigger { objective, zone }: &SocialTrigger| format!("{} at {}", who(encounter, objective), called(zones, *zone));
        if let Some(list) = value.get_mut(list) {
            *list = sorted(triggers.iter().map(words));
        }
    }
    unordered(value.get_mut("groups"), &[]);
    named(value.pointer_mut("/broke_down/side"), sides);
    members(value, "grades").for_each(as_written);
}

/// Replaces indices in the JSON of a scenario by names. Steps get the names of their encounters; participants in conditions get their names
/// in those encounters.
pub(super) fn scenario(pack: &Pack, scenario: &Scenario, value: &mut Value) {
    let steps: Vec<Name> = scenario.steps.iter().map(|step| last(&step.encounter).into()).collect();
    let played: Vec<Option<&Encounter>> = scenario.steps.iter().map(|step| pack.encounters.get(&step.encounter)).collect();
    for ((step, name), value) in scenario.steps.iter().zip(&steps).zip(members(value, "steps")) {
        let here = pack.encounters.get(&step.encounter);
        for (given, value) in step.aspects.iter().zip(members(value, "aspects")) {
            if let (Some(here), Some(on)) = (here, value.get_mut("on")) {
                *on = sorted(given.on.iter().map(|who| somebody(here, *who)));
            }
            value.get_mut("when").into_iter().for_each(|when| facts(when, &steps, &played));
        }
        let Value::Object(fields) = value else { continue };
        // A condition is compared by its source text, so its compiled form is removed.
        fields.remove("when");
        call(value, name, &[]);
    }
}

/// Replaces step numbers by words in a condition that refers to earlier steps.
fn facts(value: &mut Value, steps: &[Name], played: &[Option<&Encounter>]) {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let step = |value: &Value| number(value).map_or("", |number| called(steps, number)).to_owned();
    let of = |value: &Value| number(value).and_then(|number| played.get(number).copied().flatten());
    let words = match value {
        Value::Object(fields) if fields.len() == 1 => fields.iter().next().and_then(|(word, asked)| match (word.as_str(), asked) {
            ("played" | "drawn", asked) => Some(format!("{word} {}", step(asked))),
            ("won", Value::Array(asked)) => {
                let [at, side] = asked.as_slice() else { return None };
                let side = of(at).zip(number(side)).and_then(|(encounter, side)| encounter.sides.get(side));
                Some(format!("won {} by {}", step(at), side.map_or("", |side| side.name.as_str())))
            }
            ("ended", Value::Array(asked)) => {
                let [at, how, Value::Array(list)] = asked.as_slice() else { return None };
                let pair = |who: &Value| Some((number(who.get(0)?)?, number(who.get(1)?)?));
                let names = list.iter().filter_map(pair).filter_map(|who| of(at).map(|encounter| somebody(encounter, who)));
                Some(format!("{} {} {}", how.as_str().unwrap_or_default(), step(at), names.collect::<Vec<_>>().join(" ")))
            }
            _ => None,
        }),
        _ => None,
    };
    match (words, value) {
        (Some(words), value) => *value = Value::from(words),
        (None, Value::Object(fields)) => fields.values_mut().for_each(|inner| facts(inner, steps, played)),
        (None, Value::Array(list)) => list.iter_mut().for_each(|inner| facts(inner, steps, played)),
        _ => {}
    }
}

fn zones(map: &Map) -> Vec<Name> {
    map.zones.iter().map(|zone| zone.name.clone()).collect()
}

fn called(names: &[Name], number: usize) -> &str {
    names.get(number).map_or("", Name::as_str)
}

/// Returns the name in a key `package.name`.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

fn somebody(encounter: &Encounter, (side, place): (usize, usize)) -> String {
    let Some(side) = encounter.sides.get(side) else { return String::new() };
    format!("{} {}", side.name, called(&numbered(side.actors.iter().map(|actor| &actor.name)), place))
}

fn who(encounter: &Encounter, who_is_meant: &VictorySubject) -> String {
    match who_is_meant {
        VictorySubject::Side(side) => encounter.sides.get(*side).map_or_else(String::new, |side| side.name.to_string()),
        VictorySubject::Actors(actors) => actors.iter().map(|actor| somebody(encounter, *actor)).collect::<Vec<_>>().join(", "),
        VictorySubject::Pawns(numbers) => {
            let pawns = encounter.social.as_ref().map_or(&[][..], |social| &social.pawns);
            numbers.iter().filter_map(|number| pawns.get(*number)).map(|pawn| pawn.name.as_str()).collect::<Vec<_>>().join(", ")
        }
        VictorySubject::AtLeast(count, among) => format!("{count} of {}", who(encounter, among)),
    }
}

fn members<'v>(value: &'v mut Value, key: &str) -> impl Iterator<Item = &'v mut Value> {
    value.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten()
}

/// Replaces an index, or each index of a list, by the name it refers to.
fn named(value: Option<&mut Value>, names: &[Name]) {
    match value {
        Some(Value::Array(list)) => list.iter_mut().for_each(|one| named(Some(one), names)),
        Some(value) => {
            let name = value.as_u64().and_then(|number| usize::try_from(number).ok()).and_then(|number| names.get(number));
            if let Some(name) = name {
                *value = Value::from(name.as_str());
            }
        }
        None => {}
    }
}

/// Replaces a list of indices by names and sorts them, for lists whose order has no meaning.
fn unordered(mut value: Option<&mut Value>, names: &[Name]) {
    named(value.as_deref_mut(), names);
    if let Some(Value::Array(list)) = value {
        list.sort_by(|one, other| one.as_str().cmp(&other.as_str()));
    }
}

/// Replaces pairs of indices by the two names that they join.
fn pairs(value: Option<&mut Value>, names: &[Name]) {
    let Some(value) = value else { return };
    let list: Vec<(usize, usize)> = serde_json::from_value(value.clone()).unwrap_or_default();
    *value = sorted(list.into_iter().map(|(from, to)| pair(called(names, from), called(names, to))));
}

/// Returns the text of a pair of names. The order of the two names makes no difference.
fn pair(from: &str, to: &str) -> String {
    format!("{} -- {}", from.min(to), from.max(to))
}

fn sorted(words: impl Iterator<Item = String>) -> Value {
    let mut list: Vec<String> = words.collect();
    list.sort();
    Value::from(list)
}

/// Sets the field `name`, which identifies the value when two versions are compared. Removes the fields that the name replaces.
fn call(value: &mut Value, name: &str, instead_of: &[&str]) {
    if let Value::Object(fields) = value {
        instead_of.iter().for_each(|key| drop(fields.remove(*key)));
        fields.insert("name".to_owned(), Value::from(name));
    }
}

/// Replaces a compiled condition by its source text, because the compiled form contains indices.
fn as_written(value: &mut Value) {
    if let Value::Object(fields) = value {
        fields.remove("condition");
        let text = fields.get("text").and_then(Value::as_str).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        fields.extend(text.map(|text| ("text".to_owned(), Value::from(text))));
    }
}

/// Replaces effects in the JSON by readable lines.
pub(super) fn lines<E: std::fmt::Display>(value: &mut Value, effects: &[E]) {
    if let (Value::Object(fields), false) = (value, effects.is_empty()) {
        fields.insert("effects".to_owned(), Value::from(effects.iter().map(E::to_string).collect::<Vec<_>>()));
    }
}
