//! Prints the ships of a space encounter in words: starting positions, and crew at the stations.

use crate::cli::stat_block_lines::{doc, field};
use slip_export::cards::counted;
use slip_export::encounter_text as told;
use slip_pack::Pack;
use slip_pack::encounter::{
    Actor, Encounter, HoldsFire, Maneuver, ManeuverOpposition, ManeuverPhase, ShipSetup, Side, Station, StationStaffing,
};
use std::io::{self, Write};

/// Returns words such as `, holds its fire`, which follow the doctrine of a side. They are empty if the side's ships may attack.
pub(super) fn holds_fire(side: &Side) -> &'static str {
    match side.holds_fire {
        Some(HoldsFire::UntilAttacked) => ", holds its fire until it is attacked",
        Some(HoldsFire::Always) => ", holds its fire",
        None => "",
    }
}

/// Formats a maneuver: `Ghost echoes: comm against 3, an aspect on enemy, "Ghosts on every screen"; by wardens; in ew, beams`.
pub(super) fn maneuver(maneuver: &Maneuver, scene: &Encounter) -> String {
    let station = |number: usize| scene.stations.get(number).map_or("no one", |station| station.name.as_str());
    let against = match maneuver.against {
        ManeuverOpposition::Difficulty(number) => number.to_string(),
        ManeuverOpposition::Station(number) => station(number).to_owned(),
    };
    let Maneuver { title, aspect, on, .. } = maneuver;
    let mut words = format!("{title}: {} against {against}, an aspect on {}, \"{aspect}\"", station(maneuver.station), on.word());
    let sides: Vec<&str> = maneuver.sides.iter().filter_map(|&side| scene.sides.get(side)).map(|side| side.name.as_str()).collect();
    if !sides.is_empty() {
        words.push_str(&format!("; by {}", sides.join(", ")));
    }
    let phases: Vec<&str> = maneuver.phases.iter().copied().map(ManeuverPhase::word).collect();
    if !phases.is_empty() {
        words.push_str(&format!("; in {}", phases.join(", ")));
    }
    words
}

/// True if two ships begin in the same state, so that one line describes both.
pub(super) fn alike(one: &Actor, other: &Actor) -> bool {
    let apart = |actor: &Actor| {
        let mut ship = actor.ship.clone();
        for ship in ship.iter_mut() {
            ship.people.iter_mut().for_each(|person| person.name = person.item.name.clone());
            ship.fighters.iter_mut().for_each(|craft| craft.name = craft.item.name.clone());
        }
        ship
    };
    apart(one) == apart(other)
}

/// Returns the words that follow a ship's name: player, starting position, and state after the approach.
pub(super) fn begins(actor: &Actor, side: &Side) -> String {
    let Some(ship) = &actor.ship else { return String::new() };
    let mut words = String::new();
    if let Some(player) = side.players.get(ship.player).filter(|player| **player != side.name) {
        words.push_str(&format!(", played by {player}"));
    }
    if let Some(band) = ship.band {
        words.push_str(&format!(", in band {band}"));
    }
    match (ship.slipped, ship.overburnt) {
        (true, true) => words.push_str(", just out of the slipknot and low on r-mass"),
        (true, false) => words.push_str(", just out of the slipknot"),
        (false, true) => words.push_str(", low on r-mass"),
        (false, false) => {}
    }
    if let Some(fate) = ship.fate {
        words.push_str(&format!(", with {}", counted(fate, "fate point")));
    }
    words
}

/// Prints the crew at the stations of a ship, its aspects in this encounter, and its hangar.
pub(super) fn aboard(actor: &Actor, scene: &Encounter, pack: &Pack, out: &mut dyn Write) -> io::Result<()> {
    let Some(ship) = &actor.ship else { return Ok(()) };
    if !ship.aspects.is_empty() {
        writeln!(out, "      {}", super::quoted(&ship.aspects))?;
    }
    stations(&ship.posts, ship, scene, pack, "      ", out)?;
    let mut at = 0;
    while let Some(craft) = ship.fighters.get(at) {
        let count = ship.fighters.iter().skip(at).take_while(|other| other.item == craft.item && other.posts == craft.posts).count();
        let title = pack.item(&craft.item).map_or(craft.item.name.as_str(), |item| &item.title);
        let many = if count > 1 { format!(" x{count}") } else { String::new() };
        writeln!(out, "      in the hangar: {title}{many}")?;
        stations(&craft.posts, ship, scene, pack, "        ", out)?;
        at += count.max(1);
    }
    Ok(())
}

/// Prints one line for each crew member with the member's stations, and one line for the stations without crew.
fn stations(
    posts: &[StationStaffing],
    ship: &ShipSetup,
    scene: &Encounter,
    pack: &Pack,
    indent: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (lines, empty) = told::stations(posts, ship, scene, pack);
    lines.iter().try_for_each(|line| writeln!(out, "{indent}{line}"))?;
    // Unmanned stations of fighters are not listed.
    if !empty.is_empty() && indent.len() == 6 {
        writeln!(out, "{indent}unmanned: {}", empty.join(", "))?;
    }
    Ok(())
}

/// Prints a station: its skill, and the actions taken from it.
pub(in crate::cli) fn station(station: &Station, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} ({}), station", station.title, slip_pack::called(&station.package, &station.name))?;
    doc(out, station.doc.as_deref())?;
    let duties: Vec<String> = station.duties.iter().map(ToString::to_string).collect();
    field(out, "skill", &station.skill)?;
    field(out, "duties", &duties.join(", "))?;
    let rated = if station.rated == station.name { String::new() } else { station.rated.to_string() };
    field(out, "in a crew", &rated)
}
