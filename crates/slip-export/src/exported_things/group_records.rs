//! Creates the exported records of groups: parties, backgrounds, platoons, clusters.

use super::item_records::{authors, named, waivers};
use super::{ExportedPart, ExportedThing};
use crate::cards;
use slip_pack::cluster::{Cluster, ClusterSystem};
use slip_pack::item::Gear;
use slip_pack::platoon::{AttachedPerson, Platoon, Rank};
use slip_pack::stakes_party::{Background, Party, PartyThing, Stat};
use slip_pack::{Name, Pack};

/// Returns the record of a party, with its dice as statistics and its fallout boxes as tracks.
#[must_use]
pub fn party(party: &Party, pack: &Pack) -> ExportedThing {
    let mut record = ExportedThing {
        valid: party.valid,
        stats: Stat::ALL.into_iter().map(|stat| (stat.word().to_owned(), i32::from(party.stat(stat)))).collect(),
        tracks: cards::fallout(party, pack)
            .into_iter()
            .map(|track| (word(&track.label), i32::try_from(track.boxes).unwrap_or(0)))
            .collect(),
        effects: party.effects.iter().map(|effect| effect.text.to_string()).collect(),
        parts: party.things.iter().map(brought).collect(),
        notes: party.stages.clone(),
        waivers: waivers(&party.waivers),
        patches: house_rules(&party.kind, &party.package, &party.name, pack),
        ..named(&party.package, &party.kind, &party.name, &party.title, party.doc.as_deref())
    };
    record.refers.extend(party.background.as_ref().map(|from| ("background".to_owned(), key(from))));
    record.aspects.extend(party.hope.clone());
    record
}

/// Converts a label of a card to a name for programs.
fn word(label: &str) -> String {
    label.to_lowercase().replace(' ', "_")
}

fn brought(thing: &PartyThing) -> ExportedPart {
    let dice: Vec<String> = thing.dice.iter().map(ToString::to_string).collect();
    ExportedPart {
        role: thing.sort.word().to_owned(),
        name: thing.name.to_string(),
        title: thing.title.clone(),
        count: 1,
        brings: dice.join(" + "),
    }
}

/// Returns the record of a background.
#[must_use]
pub fn background(background: &Background, pack: &Pack) -> ExportedThing {
    let dice = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    let stats = [("stat_dice", dice(background.stat_dice)), ("trait_dice", dice(background.trait_dice))];
    ExportedThing {
        valid: true,
        stats: stats.into_iter().map(|(name, count)| (name.to_owned(), count)).collect(),
        effects: background.effects.iter().map(|effect| effect.text.to_string()).collect(),
        patches: house_rules("background", &background.package, &background.name, pack),
        ..named(&background.package, "background", &background.name, &background.title, background.doc.as_deref())
    }
}

/// Returns the record of a platoon: its leader, then units, aircraft and characters in source order.
#[must_use]
pub fn platoon(platoon: &Platoon, pack: &Pack) -> ExportedThing {
    let mut record = ExportedThing {
        valid: platoon.valid,
        fate: Some(platoon.fate),
        waivers: waivers(&platoon.waivers),
        patches: house_rules("platoon", &platoon.package, &platoon.name, pack),
        ..named(&platoon.package, "platoon", &platoon.name, &platoon.title, platoon.doc.as_deref())
    };
    record.stats.insert("command_range".to_owned(), platoon.command_range);
    record.parts.extend(platoon.leader.as_ref().map(|leader| part("leader", &leader.unit, 1, pack)));
    record.parts.extend(platoon.units.iter().map(|rank| ranked("unit", rank, pack)));
    record.parts.extend(platoon.aircraft.iter().map(|rank| ranked("aircraft", rank, pack)));
    record.parts.extend(platoon.characters.iter().map(|person| attached(person, pack)));
    record
}

fn ranked(role: &str, rank: &Rank, pack: &Pack) -> ExportedPart {
    part(role, &rank.unit, rank.count, pack)
}

fn attached(person: &AttachedPerson, pack: &Pack) -> ExportedPart {
    let with = person.unit.as_ref().map_or(String::new(), |unit| format!(" of {}", key(unit)));
    ExportedPart { brings: format!("{} {:+}{with}", person.skill, person.raises), ..part("character", &person.who, 1, pack) }
}

/// Returns the record of a part, given the role of the part and a reference to its thing.
pub(super) fn part(role: &str, thing: &Gear, count: u32, pack: &Pack) -> ExportedPart {
    let title = pack.item(thing).map_or_else(|| cards::spaced(&thing.name), |item| item.title.clone());
    ExportedPart { role: role.to_owned(), name: key(thing), title, count, brings: String::new() }
}

fn key(thing: &Gear) -> String {
    slip_pack::key(&thing.package, &thing.name).to_string()
}

/// Returns the record of a cluster: its systems and its slipstreams.
#[must_use]
pub fn cluster(cluster: &Cluster, pack: &Pack) -> ExportedThing {
    let title = |place: usize| cluster.systems.get(place).map_or("", |system| system.title.as_str());
    ExportedThing {
        valid: cluster.valid,
        waivers: waivers(&cluster.waivers),
        parts: cluster.systems.iter().map(system).collect(),
        notes: cluster
            .directed()
            .map(|(from, to, one_way)| {
                let only = if one_way { ", one way" } else { "" };
                format!("slipstream {} to {}{only}", title(from), title(to))
            })
            .collect(),
        patches: house_rules("cluster", &cluster.package, &cluster.name, pack),
        ..named(&cluster.package, "cluster", &cluster.name, &cluster.title, cluster.doc.as_deref())
    }
}

fn system(member: &ClusterSystem) -> ExportedPart {
    ExportedPart {
        role: "system".to_owned(),
        name: key(&member.system),
        title: member.title.clone(),
        count: 1,
        brings: format!("T{}", member.tech),
    }
}

/// Returns the packages whose house rules changed a thing that is not an item.
fn house_rules(kind: &str, package: &Name, name: &Name, pack: &Pack) -> Vec<String> {
    authors(cards::house_rules(pack, kind, &slip_pack::key(package, name)).into_iter())
}
