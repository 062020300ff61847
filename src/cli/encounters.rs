//! Prints maps and encounters in words: places, participants, equipment and endings.

mod platoons;
mod scenario;
mod ships;
mod social;
mod zone_lines;

pub(super) use scenario::scenario;
pub(super) use ships::station;

use super::show_designs::TextStyles;
use super::show_parties;
use super::stat_block_lines::{allowed, doc, field};
use slip_export::cards::counted;
use slip_export::encounter_text as told;
use slip_pack::encounter::{Actor, Encounter, Play, SceneScope, Side};
use slip_pack::map::{Border, BorderValue, Map, Zone};
use slip_pack::ruleset::{Rules, Setting};
use slip_pack::terrain::{SightRules, Terrain, ZoneSight};
use slip_pack::{Name, Pack};
use slip_table::victory_sentence::{EncounterNames, victory_sentence};
use std::io::{self, Write};

/// Prints a map: its picture, then its zones, each with its borders.
pub(super) fn map(map: &Map, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    ink.head(&map.title, &format!("({}), map", slip_pack::called(&map.package, &map.name)), &map.place, out)?;
    for row in &map.picture {
        writeln!(out, "    {row}")?;
    }
    field(out, "template", map.template.as_ref().map_or("", last))?;
    for line in zone_lines::drawn(map) {
        writeln!(out, "    {line}")?;
    }
    field(out, "aspects", &quoted(&map.aspects))?;
    let sight = lie_of_the_land(map);
    let borders = borders_by_zone(map);
    for ((zone, number), borders) in map.zones.iter().zip(0..).zip(&borders) {
        let letter = zone.letter.map_or(String::new(), |letter| format!("{letter}  "));
        writeln!(out, "  {letter}{}{}", zone.title, remarks(zone))?;
        for text in &zone.aspects {
            writeln!(out, "       \"{text}\"")?;
        }
        for border in borders {
            ways(map, border, number, out)?;
        }
        if let Some((terrain, sight)) = &sight {
            writeln!(out, "       in sight: {}", in_sight(map, terrain, sight, number))?;
        }
        for effect in &zone.effects {
            writeln!(out, "       effect {}", effect.text)?;
        }
    }
    for sight in &map.sight {
        let name = |zone: &usize| map.zones.get(*zone).map_or("?", |zone| zone.title.as_str());
        let through: Vec<&str> = sight.through.iter().map(name).collect();
        let through = if through.is_empty() { String::new() } else { format!(" through {}", through.join(", ")) };
        writeln!(out, "  sight {} to {}{through}", name(&sight.from), name(&sight.to))?;
    }
    allowed(out, &map.waivers)
}

/// Returns the borders of each zone, in the order of the map.
fn borders_by_zone(map: &Map) -> Vec<Vec<&Border>> {
    let mut at_zones = vec![Vec::new(); map.zones.len()];
    for border in &map.borders {
        for zone in [border.from, border.to] {
            at_zones.get_mut(zone).into_iter().for_each(|borders| borders.push(border));
        }
    }
    at_zones
}

/// Returns terrain and visibility by the usual rules; `None` for a map without heights, where nothing blocks the view.
fn lie_of_the_land(map: &Map) -> Option<(Terrain, ZoneSight)> {
    let uneven = !map.sight.is_empty() || map.zones.iter().any(|zone| zone.altitude != 0 || zone.cover != 0);
    let terrain = Terrain::new(map).filter(|_| uneven && map.valid)?;
    let sight = terrain.sight(SightRules::default());
    Some((terrain, sight))
}

/// Returns the zones visible from a zone, without its neighbours, which are always visible.
fn in_sight(map: &Map, terrain: &Terrain, sight: &ZoneSight, from: usize) -> String {
    let beyond = |to: &usize| *to != from && !terrain.adjacent(from, *to);
    let far: Vec<usize> = (0..map.zones.len()).filter(beyond).collect();
    let seen: Vec<&str> =
        far.iter().filter(|to| sight.sees(from, **to)).filter_map(|to| map.zones.get(*to)).map(|zone| zone.title.as_str()).collect();
    match (seen.len(), far.len()) {
        (0, 0) => "the whole map: every other zone is next to it".to_owned(),
        (0, _) => "only the zones next to it".to_owned(),
        (some, all) if some == all => "the whole map".to_owned(),
        _ => format!("the zones next to it, {}", seen.join(", ")),
    }
}

/// Returns the name of a zone, if it differs from its title, and its properties.
fn remarks(zone: &Zone) -> String {
    let name = (zone.title != zone.name.as_str()).then(|| zone.name.to_string());
    let remarks: Vec<String> = name.into_iter().chain(told::remarks(zone)).collect();
    if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) }
}

/// Prints the border that leads from a zone to a neighbour.
fn ways(map: &Map, border: &Border, from: usize, out: &mut dyn Write) -> io::Result<()> {
    let Some(zone) = told::beyond(border, from).and_then(|to| map.zones.get(to)) else { return Ok(()) };
    let cost = match border.value {
        BorderValue::Stateless(0) => String::new(),
        BorderValue::Stateless(cost) => format!(" {cost}"),
        BorderValue::Stateful { open, pass, close } => {
            format!(" {open}/{pass}/{}{}", close.map_or("x".to_owned(), |close| close.to_string()), if border.open { " open" } else { "" })
        }
        BorderValue::Wall => " x".to_owned(),
    };
    let title = border.title.as_ref().map_or(String::new(), |title| format!(" \"{title}\""));
    let hedge = if border.cover == 0 { String::new() } else { format!(", cover {}", border.cover) };
    writeln!(out, "       -> {}{cost}{title}{hedge}", zone.title)
}

/// Prints an encounter: place, participants, doctrines, endings, and the rules that differ from the usual ones.
pub(super) fn encounter(scene: &Encounter, pack: &Pack, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    ink.head(
        &scene.title,
        &format!("({}), {} encounter", slip_pack::called(&scene.package, &scene.name), scene.play.word()),
        &scene.place,
        out,
    )?;
    doc(out, scene.doc.as_deref())?;
    if !scene.valid {
        writeln!(out, "  not playable, see `slipyard check`")?;
    }
    let map = scene.map.as_ref().and_then(|key| pack.maps.get(key));
    field(out, "map", &map.map_or(String::new(), |map| format!("{} ({})", map.title, map.name)))?;
    for (scope, word) in [(SceneScope::Scene, "aspects"), (SceneScope::System, "place"), (SceneScope::Campaign, "campaign")] {
        let texts: Vec<&String> = scene.aspects.iter().filter(|aspect| aspect.scope == scope).map(|aspect| &aspect.text).collect();
        field(out, word, &quoted(texts))?;
    }
    platoons::battle(scene, map, out)?;
    if let Some(wager) = &scene.wager {
        show_parties::wager(wager, scene, out)?;
    }
    social::at_stake(scene, map, pack, out)?;
    let names = EncounterNames { pack, encounter: scene };
    for (side, number) in scene.sides.iter().zip(0..) {
        self::side((side, number), scene, map, pack, out)?;
        for victory in scene.victories.iter().filter(|victory| victory.side == Some(number)) {
            writeln!(out, "    wins when {}", victory_sentence(&names, victory))?;
        }
    }
    for victory in scene.victories.iter().filter(|victory| victory.side.is_none()) {
        field(out, "draw", &format!("when {}", victory_sentence(&names, victory)))?;
    }
    for maneuver in &scene.maneuvers {
        field(out, "maneuver", &ships::maneuver(maneuver, scene))?;
    }
    field(out, "boarding", &scene.boarding.as_ref().map_or(String::new(), |key| format!("is played as {}", last(key))))?;
    field(out, "limit", &scene.limit.map_or(String::new(), |turns| counted(turns, "turn")))?;
    for effect in &scene.effects {
        field(out, "effect", &effect.text)?;
    }
    allowed(out, &scene.waivers)?;
    unusual(&scene.rules, pack, out)
}

fn side((side, number): (&Side, usize), scene: &Encounter, map: Option<&Map>, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let doctrine = side.doctrine.as_ref().map_or("the standard doctrine", |key| last(key));
    let held = format!("{}{}", ships::holds_fire(side), platoons::worth(scene, pack, number));
    match side.search {
        Some(ahead) => writeln!(out, "  {}, by search({doctrine}, {ahead}){held}", side.name)?,
        None => writeln!(out, "  {}, by {doctrine}{held}", side.name)?,
    }
    platoons::platoons((side, number), scene, pack, out)?;
    if scene.play == Play::Stakes {
        return side.actors.iter().filter_map(|actor| show_parties::entered(actor, pack)).try_for_each(|line| writeln!(out, "    {line}"));
    }
    // Actors that are units were printed with their platoons above.
    let alone: Vec<&Actor> = side.actors.iter().filter(|actor| actor.unit.is_none()).collect();
    let mut at = 0;
    while let Some(actor) = alone.get(at).copied() {
        let alike = |other: &&&Actor| {
            let with = other.gear == actor.gear && other.parts == actor.parts;
            other.item == actor.item && other.zone == actor.zone && with && ships::alike(actor, other)
        };
        let count = alone.iter().skip(at).take_while(alike).count();
        let title = social::title(actor, pack);
        let many = if count > 1 { format!(" x{count}") } else { String::new() };
        let zone = actor.zone.and_then(|zone| map?.zones.get(zone));
        let zone = zone.map_or(String::new(), |zone| format!(" at {}", zone.title));
        let gear: Vec<&str> = actor.gear.iter().map(|gear| gear.name.as_str()).collect();
        let gear = if gear.is_empty() { String::new() } else { format!(" with {}", gear.join(", ")) };
        let leads = if side.leader.as_ref() == Some(&actor.name) { ", leads" } else { "" };
        let begins = ships::begins(actor, side);
        writeln!(out, "    {title}{many}{zone}{begins}{gear}{leads}")?;
        ships::aboard(actor, scene, pack, out)?;
        at += count.max(1);
    }
    Ok(())
}

/// Prints the rulesets and settings of an encounter that are not always in force.
fn unusual(rules: &Rules, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let everywhere =
        || pack.rulesets.values().filter(|ruleset| ruleset.package == "std" && is_default(pack, ruleset.package.as_str(), &ruleset.name));
    let usual = |name: &Name, value: &Setting| everywhere().any(|ruleset| ruleset.rules.settings.get(name) == Some(value));
    let own: Vec<&str> = rules
        .rulesets
        .iter()
        .filter(|key| !key.split_once('.').is_some_and(|(package, name)| is_default(pack, package, name)))
        .map(last)
        .collect();
    field(out, "rules", &own.join(", "))?;
    let changed: Vec<String> =
        rules.settings.iter().filter(|(name, value)| !usual(name, value)).map(|(name, value)| format!("{name} {value}")).collect();
    field(out, "settings", &changed.join(", "))?;
    for effect in rules.effects.iter().filter(|effect| !everywhere().any(|ruleset| ruleset.rules.effects.contains(effect))) {
        field(out, "house rule", &effect.text)?;
    }
    Ok(())
}

/// True if a ruleset is declared to be always in force.
fn is_default(pack: &Pack, package: &str, name: &str) -> bool {
    let declared = pack.declarations.get("ruleset").and_then(|rulesets| rulesets.get(&slip_pack::key(package, name)));
    declared.is_some_and(|ruleset| ruleset.lines_of("default").next().is_some())
}

/// Returns the name in a key `package.name`, without the package.
fn last(key: &Name) -> &str {
    key.rsplit_once('.').map_or(key.as_str(), |(_, name)| name)
}

fn quoted<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    texts.into_iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
}
