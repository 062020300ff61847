//! Prints the platoons of an encounter in words: kind of battle, starting zones of the units, and cards.

use super::quoted;
use crate::cli::show_people::by_rank;
use crate::cli::show_platoon::state;
use crate::cli::stat_block_lines::field;
use slip_export::cards::counted;
use slip_export::encounter_text::{units, zone_title};
use slip_pack::Pack;
use slip_pack::encounter::{Actor, Deployed, Encounter, MapCard, Role, Side, in_units};
use slip_pack::item::Gear;
use slip_pack::map::Map;
use slip_pack::platoon::Platoon;
use std::io::{self, Write};

/// Prints the formations, the marked zones, and the side that acts first.
pub(super) fn battle(scene: &Encounter, map: Option<&Map>, out: &mut dyn Write) -> io::Result<()> {
    let Some(battle) = &scene.battle else { return Ok(()) };
    field(out, "battle", &battle.forms.iter().map(|form| form.word()).collect::<Vec<_>>().join(", "))?;
    field(out, "objectives", &battle.objectives.iter().map(|zone| zone_title(map, *zone)).collect::<Vec<_>>().join(", "))?;
    let first = match battle.defender.and_then(|side| scene.sides.get(side)) {
        Some(_) if scene.rules.is("first_player", "coin") => "by a coin".to_owned(),
        Some(side) => side.name.to_string(),
        None => "by a coin".to_owned(),
    };
    field(out, "first", &first)
}

/// Formats the worth of a side for the line of its doctrine: `, worth 8 1/4`. Returns an empty text if the units have no worth.
pub(super) fn worth(scene: &Encounter, pack: &Pack, side: usize) -> String {
    let worth = pack.worth(scene, side);
    if scene.battle.is_some() && worth > 0 { format!(", worth {}", in_units(worth)) } else { String::new() }
}

/// Prints the platoons of a side with their units; a property that several units share is printed once.
pub(super) fn platoons((side, of_side): (&Side, usize), scene: &Encounter, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let map = scene.map.as_ref().and_then(|key| pack.maps.get(key));
    for (number, deployed) in side.platoons.iter().enumerate() {
        let platoon = pack.platoons.get(&deployed.platoon);
        let worth = pack.worth_of(scene, of_side, |actor| of(actor, number));
        writeln!(out, "    {}{}", deployed.title, remarks(deployed, platoon, worth, map))?;
        if let Some(card) = deployed.card.as_ref().filter(|card| !is_plain(card)) {
            writeln!(out, "      {}: {}", card.title, on_card(card))?;
        }
        let view = View { side, pack, lowest: pack.lowest_tech(scene) };
        let mut told: Vec<(&Gear, bool)> = Vec::new();
        for (count, at, words) in units(side, number, deployed, map, pack) {
            let many = if count > 1 { format!("{count} x ") } else { String::new() };
            writeln!(out, "      {many}{words}{}", view.strength(at))?;
            view.skills(at, &mut told, out)?;
        }
    }
    Ok(())
}

fn of(actor: &Actor, platoon: usize) -> bool {
    actor.unit.as_ref().is_some_and(|unit| unit.platoon == platoon)
}

/// Returns remarks on a platoon: its name, worth, fate points, command range, turn of arrival, and the zones that its guns are locked in
/// on.
fn remarks(deployed: &Deployed, platoon: Option<&Platoon>, worth: i64, map: Option<&Map>) -> String {
    let mut remarks = vec![deployed.name.to_string(), format!("worth {}", in_units(worth))];
    if let Some(platoon) = platoon {
        remarks.push(counted(platoon.fate, "fate point"));
        remarks.push(format!("command range {}", platoon.command_range));
    }
    remarks.extend(deployed.arrives.map(|turn| format!("arrives in turn {turn}")));
    let choices = |zones: &Vec<usize>| zones.iter().map(|zone| zone_title(map, *zone)).collect::<Vec<_>>().join(" or ");
    if !deployed.locked_in.is_empty() {
        remarks.push(format!("locked in: {}", deployed.locked_in.iter().map(choices).collect::<Vec<_>>().join(", ")));
    }
    format!(" ({})", remarks.join(", "))
}

/// True if a card has a single zone with the title of the card and without aspects.
fn is_plain(card: &MapCard) -> bool {
    matches!(card.zones.as_slice(), [zone] if zone.aspects.is_empty() && zone.title == card.title)
}

/// Formats the zones of a card beside the map, and their borders: `The pit, left; The pit -- left`.
fn on_card(card: &MapCard) -> String {
    let zones = card.zones.iter().map(|zone| {
        let aspects = if zone.aspects.is_empty() { String::new() } else { format!(" ({})", quoted(&zone.aspects)) };
        format!("{}{aspects}", zone.title)
    });
    let title = |zone: usize| card.zones.get(zone).map_or("?", |zone| zone.title.as_str());
    let borders = card.borders.iter().map(|(a, b)| format!("; {} -- {}", title(*a), title(*b)));
    format!("{}{}", zones.collect::<Vec<_>>().join(", "), borders.collect::<String>())
}

struct View<'v> {
    side: &'v Side,
    pack: &'v Pack,
    /// Lowest technology level of the encounter, from which the worth of units is counted.
    lowest: i32,
}

impl<'v> View<'v> {
    /// Returns kind, boxes, reach and worth of a unit: ` (infantry T0, worth 2: morale 4, move 2)`.
    fn strength(&self, at: usize) -> String {
        let Some(actor) = self.side.actors.get(at) else { return String::new() };
        let (Some(unit), Some(item)) = (&actor.unit, self.pack.fielded(self.side, actor)) else { return String::new() };
        let tech = item.tech.unwrap_or(self.lowest);
        let worth = unit.worth(tech.saturating_sub(self.lowest));
        let worth = if worth > 0 { format!(", worth {}", in_units(worth)) } else { String::new() };
        format!(" ({} T{tech}{worth}: {})", item.design, state(item).join(", "))
    }

    /// Prints the skills of a unit, if it is the first unit of its kind.
    fn skills(&self, at: usize, told: &mut Vec<(&'v Gear, bool)>, out: &mut dyn Write) -> io::Result<()> {
        let Some(actor) = self.side.actors.get(at) else { return Ok(()) };
        let leads = actor.unit.as_ref().is_some_and(|unit| matches!(unit.role, Role::Leader | Role::Director));
        if told.contains(&(&actor.item, leads)) {
            return Ok(());
        }
        told.push((&actor.item, leads));
        let skills = self.pack.fielded(self.side, actor).map_or_else(String::new, by_rank);
        if skills.is_empty() { Ok(()) } else { writeln!(out, "        {skills}") }
    }
}
