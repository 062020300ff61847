//! Social encounters in words: what is at stake, how long it may take, who only stands there, what happens where. Floor 9.

use super::field;
use crate::pack::Pack;
use crate::pack::encounter::{Actor, AtRisk, Encounter, Social, Trigger, Who};
use crate::pack::map::Map;
use crate::pack::table::Found;
use std::io::{self, Write};

/// What is at stake and within which bounds; nothing for other encounters.
pub(super) fn at_stake(scene: &Encounter, map: Option<&Map>, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let Some(social) = &scene.social else { return Ok(()) };
    let boxes = if social.time_boxes == 1 { "1 round".to_owned() } else { format!("{} rounds", social.time_boxes) };
    let longest = social.max_time.and_then(|line| of_track(pack, line)).map_or(String::new(), |line| format!(", {line} at most"));
    field(out, "time", &format!("{boxes}{longest}"))?;
    field(out, "at risk", &at_risk(social))?;
    if social.contours {
        field(out, "before play", "each places an aspect on a zone, or 2 on a border")?;
    }
    pawns(social, map, out)?;
    let place = |zone: usize| map.and_then(|map| map.zones.get(zone)).map_or("?", |zone| zone.title.as_str());
    for trigger in &social.friend_zones {
        field(out, "friend zone", &format!("{} at {}", objective(scene, trigger), place(trigger.zone)))?;
    }
    if let Some(broke) = social.broke_down {
        let whose = broke.side.and_then(|side| scene.sides.get(side)).map_or("nobody wins", |side| side.name.as_str());
        let whose = if broke.side.is_some() { format!("{whose} win, and may not turn violent themselves") } else { whose.to_owned() };
        field(out, "if violent", &whose)?;
    }
    for grade in &social.grades {
        field(out, "grade", &format!("\"{}\" when {}", grade.words, grade.text))?;
    }
    Ok(())
}

/// The words of a line of the time track, from 1.
fn of_track(pack: &Pack, line: usize) -> Option<&str> {
    let row = pack.tables.get("std.time_track")?.rows.get(line.checked_sub(1)?)?;
    match row.found.first()? {
        Found::Text(text) => Some(text),
        _ => None,
    }
}

fn at_risk(social: &Social) -> String {
    let by = || {
        if social.wealth_skills.is_empty() { String::new() } else { format!(", defended with {}", social.wealth_skills.join(", ")) }
    };
    match social.at_risk {
        AtRisk::Composure => "composure".to_owned(),
        AtRisk::Wealth => format!("wealth{}", by()),
        AtRisk::Both => format!("composure or wealth{}", by()),
    }
}

/// Groups of pawns and those who stand alone, each with where they are.
fn pawns(social: &Social, map: Option<&Map>, out: &mut dyn Write) -> io::Result<()> {
    let place = |zone: usize| map.and_then(|map| map.zones.get(zone)).map_or("?", |zone| zone.title.as_str());
    for (number, name) in social.groups.iter().enumerate() {
        let of: Vec<usize> = social.pawns.iter().filter(|pawn| pawn.group == Some(number)).map(|pawn| pawn.zone).collect();
        let posts: Vec<String> =
            of.chunk_by(|one, other| one == other).map(|all| many(all.len(), all.first().map_or("?", |zone| place(*zone)))).collect();
        field(out, "pawns", &format!("{name}: {}", posts.join(", ")))?;
    }
    for pawn in social.pawns.iter().filter(|pawn| pawn.group.is_none()) {
        let suitor = if pawn.suitor { ", a suitor" } else { "" };
        field(out, "pawn", &format!("{} at {}{suitor}", pawn.title, place(pawn.zone)))?;
    }
    Ok(())
}

fn many(count: usize, place: &str) -> String {
    if count == 1 { format!("1 at {place}") } else { format!("{count} at {place}") }
}

fn objective(scene: &Encounter, trigger: &Trigger) -> String {
    let social = scene.social.as_ref();
    match &trigger.objective {
        Who::Actors(actors) => {
            let name = |(side, place): &(usize, usize)| scene.sides.get(*side)?.actors.get(*place).map(|actor| actor.name.to_string());
            actors.first().and_then(name).unwrap_or_default()
        }
        Who::Pawns(pawns) => {
            let pawn = pawns.first().and_then(|pawn| social?.pawns.get(*pawn));
            pawn.map_or(String::new(), |pawn| pawn.name.to_string())
        }
        _ => String::new(),
    }
}

/// What somebody in an encounter is called: of several who act as one, what they are called together and who they are.
pub(super) fn title(actor: &Actor, pack: &Pack) -> String {
    let called = |item: &crate::pack::item::Gear| pack.item(item).map_or(item.name.to_string(), |item| item.title.clone());
    if actor.parts.is_empty() {
        return called(&actor.item);
    }
    let parts: Vec<String> = std::iter::once(&actor.item).chain(&actor.parts).map(called).collect();
    format!("{} ({})", actor.title.as_deref().unwrap_or(&actor.name), parts.join(" and "))
}
