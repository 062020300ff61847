//! Prints maps and encounters in words: places, participants, equipment and endings.

mod platoons;
mod scenario;
mod ships;
mod social;

pub(super) use scenario::scenario;
pub(super) use ships::station;

use super::show_designs::TextStyles;
use super::show_parties;
use super::stat_block_lines::{allowed, doc, field};
use slip_export::cards::counted;
use slip_export::map_text;
use slip_pack::encounter::{Actor, Encounter, Play, SceneScope, Side};
use slip_pack::map::Map;
use slip_pack::ruleset::{Rules, Setting};
use slip_pack::{Name, Pack};
use slip_table::victory_sentence::{EncounterNames, victory_sentence};
use std::io::{self, Write};

/// Prints a map: its picture, then its zones, each with its borders.
pub(super) fn map(map: &Map, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    ink.head(&map.title, &map_text::what(map), &map.place, out)?;
    write!(out, "{}", map_text::body(map))
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
        let leads = if side.is_led_by(&actor.name) { ", leads" } else { "" };
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
