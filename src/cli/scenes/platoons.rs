//! Platoons of an encounter in words: what sort of battle it is, where each unit begins, and cards. Floor 9.

use super::{field, quoted};
use crate::cli::order::state;
use crate::cli::people::by_rank;
use crate::pack::Pack;
use crate::pack::encounter::{Actor, Card, Deployed, Encounter, Role, Side, Start, in_units};
use crate::pack::item::Gear;
use crate::pack::map::Map;
use crate::pack::platoon::Platoon;
use std::io::{self, Write};

/// Forms, marked zones, and who acts first.
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

/// `worth 8 1/4`, behind the side's doctrine.
pub(super) fn worth(scene: &Encounter, pack: &Pack, side: usize) -> String {
    let worth = pack.worth(scene, side);
    if scene.battle.is_some() && worth > 0 { format!(", worth {}", in_units(worth)) } else { String::new() }
}

fn zone_title(map: Option<&Map>, zone: usize) -> &str {
    map.and_then(|map| map.zones.get(zone)).map_or("?", |zone| zone.title.as_str())
}

/// The platoons of a side, each with its units; what is the same of several is said once.
pub(super) fn platoons((side, of_side): (&Side, usize), scene: &Encounter, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let map = scene.map.as_ref().and_then(|key| pack.maps.get(key));
    for (number, deployed) in side.platoons.iter().enumerate() {
        let platoon = pack.platoons.get(&deployed.platoon);
        let worth = pack.worth_of(scene, of_side, |actor| of(actor, number));
        writeln!(out, "    {}{}", deployed.title, remarks(deployed, platoon, worth, map))?;
        if let Some(card) = deployed.card.as_ref().filter(|card| !is_plain(card)) {
            writeln!(out, "      {}: {}", card.title, on_card(card))?;
        }
        let view = View { side, deployed, platoon, map, pack, lowest: pack.lowest_tech(scene) };
        let mut told: Vec<(&Gear, bool)> = Vec::new();
        let all = side.actors.iter().enumerate();
        let own: Vec<usize> = all.filter(|(_, actor)| of(actor, number)).map(|(at, _)| at).collect();
        let mut at = 0;
        while let Some(first) = own.get(at).copied() {
            let words = view.unit(first);
            let alike = own.iter().skip(at).take_while(|other| view.unit(**other) == words).count().max(1);
            let many = if alike > 1 { format!("{alike} x ") } else { String::new() };
            writeln!(out, "      {many}{words}{}", view.strength(first))?;
            view.skills(first, &mut told, out)?;
            at += alike;
        }
    }
    Ok(())
}

fn of(actor: &Actor, platoon: usize) -> bool {
    actor.unit.as_ref().is_some_and(|unit| unit.platoon == platoon)
}

/// Its worth, its points and reach, when it comes, and what it knows by heart.
fn remarks(deployed: &Deployed, platoon: Option<&Platoon>, worth: i64, map: Option<&Map>) -> String {
    let mut remarks = vec![deployed.name.to_string(), format!("worth {}", in_units(worth))];
    if let Some(platoon) = platoon {
        remarks.push(format!("{} fate point{}", platoon.fate, if platoon.fate == 1 { "" } else { "s" }));
        remarks.push(format!("command range {}", platoon.command_range));
    }
    remarks.extend(deployed.arrives.map(|turn| format!("arrives with turn {turn}")));
    let choices = |zones: &Vec<usize>| zones.iter().map(|zone| zone_title(map, *zone)).collect::<Vec<_>>().join(" or ");
    if !deployed.locked_in.is_empty() {
        remarks.push(format!("locked in: {}", deployed.locked_in.iter().map(choices).collect::<Vec<_>>().join(", ")));
    }
    format!(" ({})", remarks.join(", "))
}

/// Whether nothing was written about it.
fn is_plain(card: &Card) -> bool {
    matches!(card.zones.as_slice(), [zone] if zone.aspects.is_empty() && zone.title == card.title)
}

/// `The pit, left; The pit -- left`
fn on_card(card: &Card) -> String {
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
    deployed: &'v Deployed,
    platoon: Option<&'v Platoon>,
    map: Option<&'v Map>,
    pack: &'v Pack,
    /// The technology from which worth is counted.
    lowest: i32,
}

impl<'v> View<'v> {
    /// What it is, its boxes and its reach, and what it is worth: ` (infantry T0, worth 2: morale 4, move 2)`.
    fn strength(&self, at: usize) -> String {
        let Some(actor) = self.side.actors.get(at) else { return String::new() };
        let (Some(unit), Some(item)) = (&actor.unit, self.pack.fielded(self.side, actor)) else { return String::new() };
        let tech = item.tech.unwrap_or(self.lowest);
        let worth = unit.worth(tech.saturating_sub(self.lowest));
        let worth = if worth > 0 { format!(", worth {}", in_units(worth)) } else { String::new() };
        format!(" ({} T{tech}{worth}: {})", item.design, state(item).join(", "))
    }

    /// Its skills, the first time that there is one like it.
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

    /// One unit: what it is, where it begins, who goes with it.
    fn unit(&self, at: usize) -> String {
        let Some((actor, unit)) = self.side.actors.get(at).and_then(|actor| Some((actor, actor.unit.as_ref()?))) else {
            return String::new();
        };
        let mut words = self.title(at);
        match unit.role {
            Role::Leader => words.push_str(", leads"),
            Role::Director => words.push_str(", directs"),
            Role::Unit | Role::Aircraft => {}
        }
        words.push_str(&match unit.start {
            Start::Map => {
                let zones = self.side.starts(at);
                format!(" at {}", zones.iter().map(|zone| zone_title(self.map, *zone)).collect::<Vec<_>>().join(" or "))
            }
            Start::Card(zone) => match &self.deployed.card {
                Some(card) if card.zones.len() > 1 => format!(" at {}", card.zones.get(zone).map_or("?", |zone| zone.title.as_str())),
                _ => " on the card".to_owned(),
            },
            Start::Track => " on the re-arm track".to_owned(),
            Start::Aboard(carrier) => format!(" aboard {}", self.title(carrier)),
            Start::Elsewhere => " from elsewhere".to_owned(),
        });
        let people = unit.characters.iter().filter_map(|number| self.platoon?.characters.get(*number));
        let people: Vec<String> = people
            .map(|attached| self.pack.item(&attached.who).map_or_else(|| attached.who.name.to_string(), |item| item.title.clone()))
            .collect();
        if !people.is_empty() {
            words.push_str(&format!(" with {}", people.join(", ")));
        }
        if actor.carried.as_ref().is_some_and(|carried| carried.out.is_some()) {
            words.push_str(", takes no part");
        }
        words
    }

    fn title(&self, at: usize) -> String {
        let Some(actor) = self.side.actors.get(at) else { return String::new() };
        self.pack.fielded(self.side, actor).map_or_else(|| actor.item.name.to_string(), |item| item.title.clone())
    }
}
