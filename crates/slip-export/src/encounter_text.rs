//! Describes the content of an encounter in words, for any printer: starting positions, station crews, and the stakes of a social
//! conflict.

use slip_pack::Pack;
use slip_pack::encounter::{
    Actor, AtRisk, Deployed, Encounter, Role, ShipSetup, Side, SocialEncounter, SocialTrigger, StationStaffing, StationWorker, UnitStart,
    VictorySubject,
};
use slip_pack::map::{Border, Map, Zone};
use slip_pack::ruleset::Rules;

/// Returns the title of a zone; `?` if the zone is not on the map.
#[must_use]
pub fn zone_title(map: Option<&Map>, zone: usize) -> &str {
    map.and_then(|map| map.zones.get(zone)).map_or("?", |zone| zone.title.as_str())
}

/// Returns the properties of a zone: `outdoors`, `exit`, `cover 2`.
#[must_use]
pub fn remarks(zone: &Zone) -> Vec<String> {
    let mut remarks = Vec::new();
    remarks.extend(zone.outdoor.then(|| "outdoors".to_owned()));
    remarks.extend(zone.exit.then(|| "exit".to_owned()));
    remarks.extend((zone.altitude != 0).then(|| format!("altitude {}", zone.altitude)));
    remarks.extend((zone.cover != 0).then(|| format!("cover {}", zone.cover)));
    remarks.extend(zone.range_cap.map(|cap| format!("range at most {cap}")));
    remarks
}

/// Returns the zone on the other side of a border, seen from a zone. `None` if the border is not at this zone, or can only be crossed in
/// the other direction.
#[must_use]
pub fn beyond(border: &Border, from: usize) -> Option<usize> {
    match (border.from == from, border.to == from) {
        (true, _) => Some(border.to),
        (_, true) if !border.one_way => Some(border.from),
        _ => None,
    }
}

/// Returns the time limit of a social conflict: `3 rounds, a few hours at most`.
#[must_use]
pub fn time(social: &SocialEncounter, rules: &Rules, pack: &Pack) -> String {
    let boxes = if social.time_boxes == 1 { "1 round".to_owned() } else { format!("{} rounds", social.time_boxes) };
    let longest = social.max_time.and_then(|line| of_track(pack, rules, line)).map_or(String::new(), |line| format!(", {line} at most"));
    format!("{boxes}{longest}")
}

/// Returns the text of an entry of the time track. `line` is the number of the entry, from 1.
fn of_track<'p>(pack: &'p Pack, rules: &Rules, line: usize) -> Option<&'p str> {
    pack.time_track(rules).get(line.checked_sub(1)?).copied()
}

/// Returns the tracks that attacks in a social conflict may hit.
#[must_use]
pub fn at_risk(social: &SocialEncounter) -> String {
    let by = || {
        if social.wealth_skills.is_empty() { String::new() } else { format!(", defended with {}", social.wealth_skills.join(", ")) }
    };
    match social.at_risk {
        AtRisk::Composure => "composure".to_owned(),
        AtRisk::Wealth => format!("wealth{}", by()),
        AtRisk::Both => format!("composure or wealth{}", by()),
    }
}

/// Returns, in words, the aspects that each side may place before a social conflict.
#[must_use]
pub fn contours(social: &SocialEncounter) -> &'static str {
    if social.contours { "each side places an aspect on a zone or a value of 2 on a border" } else { "" }
}

/// Returns the person and the zone of a trigger in words: `Iveta at The stairs`.
#[must_use]
pub fn friend_zone(scene: &Encounter, trigger: &SocialTrigger, map: Option<&Map>, pack: &Pack) -> String {
    format!("{} at {}", objective(scene, trigger, pack), zone_title(map, trigger.zone))
}

fn objective(scene: &Encounter, trigger: &SocialTrigger, pack: &Pack) -> String {
    let social = scene.social.as_ref();
    match &trigger.objective {
        VictorySubject::Actors(actors) => {
            let actor = actors.first().and_then(|(side, place)| scene.sides.get(*side)?.actors.get(*place));
            let title = |actor: &Actor| actor.title.clone().or_else(|| pack.item(&actor.item).map(|item| item.title.clone()));
            actor.map_or_else(String::new, |actor| title(actor).unwrap_or_else(|| actor.name.to_string()))
        }
        VictorySubject::Pawns(pawns) => {
            let pawn = pawns.first().and_then(|pawn| social?.pawns.get(*pawn));
            pawn.map_or(String::new(), |pawn| pawn.title.clone())
        }
        _ => String::new(),
    }
}

/// Returns, in words, the side that gets the stakes if a social conflict turns violent; empty if that is not declared.
#[must_use]
pub fn if_violent(scene: &Encounter, social: &SocialEncounter) -> String {
    let Some(broke) = social.broke_down else { return String::new() };
    let side = broke.side.map(|side| scene.sides.get(side).map_or("no side", |side| side.name.as_str()));
    side.map_or_else(|| "no side wins".to_owned(), |side| format!("{side} win and may not turn violent themselves"))
}

/// Returns groups of pawns with their zones: `guards: 2 at The gate, 1 at The stairs`.
pub fn groups(social: &SocialEncounter, map: Option<&Map>) -> Vec<String> {
    let of = |number: usize| social.pawns.iter().filter(move |pawn| pawn.group == Some(number)).map(|pawn| pawn.zone);
    let many = |zones: &[usize]| format!("{} at {}", zones.len(), zones.first().map_or("?", |zone| zone_title(map, *zone)));
    let told = |(number, name): (usize, &_)| {
        let zones: Vec<usize> = of(number).collect();
        let posts: Vec<String> = zones.chunk_by(|one, other| one == other).map(many).collect();
        format!("{name}: {}", posts.join(", "))
    };
    social.groups.iter().enumerate().map(told).collect()
}

/// Returns single pawns with their zones: `The clerk at The desk, a suitor`.
pub fn pawns(social: &SocialEncounter, map: Option<&Map>) -> Vec<String> {
    let alone = social.pawns.iter().filter(|pawn| pawn.group.is_none());
    let told = alone.map(|pawn| {
        let suitor = if pawn.suitor { ", a suitor" } else { "" };
        let fixed = if pawn.fixed { ", fixed" } else { "" };
        let carried = if pawn.carrier.is_some() { ", carried" } else { "" };
        format!("{} at {}{suitor}{fixed}{carried}", pawn.title, zone_title(map, pawn.zone))
    });
    told.collect()
}

/// Returns the crew of a ship in words. Each person has a line with the person's stations. The anonymous crew has a line, and so have the
/// stations without crew.
pub fn stations(posts: &[StationStaffing], ship: &ShipSetup, scene: &Encounter, pack: &Pack) -> (Vec<String>, Vec<String>) {
    let mut told: Vec<StationWorker> = Vec::new();
    let mut lines = Vec::new();
    for post in posts {
        if told.contains(&post.by) {
            continue;
        }
        told.push(post.by);
        let worked = scene.stations.iter().zip(posts).filter(|(_, other)| other.by == post.by);
        let words: Vec<String> = worked.map(|(station, post)| format!("{}{}", station.name, rank(post))).collect();
        let who = match post.by {
            StationWorker::Nobody => continue,
            StationWorker::Crew => {
                ship.crew.as_ref().and_then(|crew| pack.item(crew)).map_or_else(|| "crew".to_owned(), |crew| crew.title.clone())
            }
            StationWorker::Person(number) => ship.people.get(number).map_or_else(String::new, |person| {
                pack.item(&person.item).map_or_else(|| person.name.to_string(), |item| item.title.clone())
            }),
        };
        lines.push(format!("{who}: {}", words.join(", ")));
    }
    let empty =
        scene.stations.iter().zip(posts).filter(|(_, post)| post.by == StationWorker::Nobody).map(|(station, _)| station.name.to_string());
    (lines, empty.collect())
}

fn rank(post: &StationStaffing) -> String {
    let rank = post.rank.map_or(String::new(), |rank| format!(" {rank}"));
    match (post.trained, post.military) {
        (false, _) => format!("{rank} (untrained)"),
        (_, true) => format!("{rank} (military-grade)"),
        _ => rank,
    }
}

/// Returns a unit of a platoon in words: its type, its starting position, and the people with it.
#[must_use]
pub fn unit(side: &Side, at: usize, deployed: &Deployed, map: Option<&Map>, pack: &Pack) -> String {
    let Some((actor, unit)) = side.actors.get(at).and_then(|actor| Some((actor, actor.unit.as_ref()?))) else {
        return String::new();
    };
    let mut words = unit_title(side, at, pack);
    match unit.role {
        Role::Leader => words.push_str(", leads"),
        Role::Director => words.push_str(", directs"),
        Role::Unit | Role::Aircraft => {}
    }
    words.push_str(&match unit.start {
        UnitStart::Map => {
            let zones = side.starts(at);
            format!(" at {}", zones.iter().map(|zone| zone_title(map, *zone)).collect::<Vec<_>>().join(" or "))
        }
        UnitStart::Card(zone) => match &deployed.card {
            Some(card) if card.zones.len() > 1 => format!(" at {}", card.zones.get(zone).map_or("?", |zone| zone.title.as_str())),
            _ => " on the card".to_owned(),
        },
        UnitStart::Track => " on the re-arm track".to_owned(),
        UnitStart::Aboard(carrier) => format!(" aboard {}", unit_title(side, carrier, pack)),
        UnitStart::Elsewhere => " from elsewhere".to_owned(),
    });
    let platoon = pack.platoons.get(&deployed.platoon);
    let people = unit.characters.iter().filter_map(|number| platoon?.characters.get(*number));
    let people: Vec<String> =
        people.map(|attached| pack.item(&attached.who).map_or_else(|| attached.who.name.to_string(), |item| item.title.clone())).collect();
    if !people.is_empty() {
        words.push_str(&format!(" with {}", people.join(", ")));
    }
    if actor.carried.as_ref().is_some_and(|carried| carried.out.is_some()) {
        words.push_str(", takes no part");
    }
    words
}

fn unit_title(side: &Side, at: usize, pack: &Pack) -> String {
    let Some(actor) = side.actors.get(at) else { return String::new() };
    pack.fielded(side, actor).map_or_else(|| actor.item.name.to_string(), |item| item.title.clone())
}

/// Returns the units of a platoon, with equal units combined. Each entry has their number, the index of the first of them on the side, and
/// words for them.
pub fn units(side: &Side, number: usize, deployed: &Deployed, map: Option<&Map>, pack: &Pack) -> Vec<(usize, usize, String)> {
    let of = |(_, actor): &(usize, &Actor)| actor.unit.as_ref().is_some_and(|unit| unit.platoon == number);
    let mut lines: Vec<(usize, usize, String)> = Vec::new();
    for (at, _) in side.actors.iter().enumerate().filter(of) {
        let words = unit(side, at, deployed, map, pack);
        match lines.last_mut() {
            Some((count, _, last)) if *last == words => *count += 1,
            _ => lines.push((1, at, words)),
        }
    }
    lines
}
