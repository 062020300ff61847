//! Finds units, platoons and zones by the names that people type.

use crate::table::actor_marks::Marks;
use crate::table::name_lookup::{list, one, one_or, with_marks};
use slip_dice::fate::Holder;
use slip_play::ids::{ActorId, ZoneId};
use slip_play::platoon::PlatoonFight;

/// Finds a unit or platoon by name, title, mark, or an unambiguous beginning of a name.
pub(in crate::table) fn called(fight: &PlatoonFight, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let found = one_or(everybody(fight), word, || marks.whose(word));
    found.ok_or_else(|| {
        let names = with_marks(marks, everybody(fight).map(|(who, [_, title])| (who, title)));
        format!("there is no unit or platoon `{word}`; choose from {names}")
    })
}

/// Returns the units and platoons with their names and titles.
fn everybody(fight: &PlatoonFight) -> impl Iterator<Item = (ActorId, [&str; 2])> {
    let platoons = fight.roster.platoons.keys().map(|platoon| fight.state.id_of_platoon(platoon));
    let all = fight.state.units.keys().chain(platoons);
    all.map(|who| (who, [fight.roster.name_of(who), fight.roster.title_of(who)]))
}

/// Returns the zones with their names and titles.
fn zones(fight: &PlatoonFight) -> impl Iterator<Item = (ZoneId, [&str; 2])> {
    fight.roster.ground.zones.iter().map(|(id, zone)| (id, [zone.name.as_str(), zone.title.as_str()]))
}

/// Finds the holder of an aspect: the scene, a zone, a unit or a platoon.
pub(super) fn bearer(fight: &PlatoonFight, marks: &Marks, word: &str) -> Result<Holder, String> {
    if word.eq_ignore_ascii_case("scene") {
        return Ok(Holder::Scene);
    }
    // A complete name of a zone or unit takes precedence over the beginning of another name.
    let zones = zones(fight).map(|(zone, names)| (Holder::Zone(zone.0), names));
    let all = zones.chain(everybody(fight).map(|(who, names)| (Holder::Actor(who.0), names)));
    if let Some(found) = one_or(all, word, || marks.whose(word).map(|who| Holder::Actor(who.0))) {
        return Ok(found);
    }
    match zone(fight, word) {
        Ok(there) => Ok(Holder::Zone(there.0)),
        Err(_) => {
            let who = called(fight, marks, word).map(|who| Holder::Actor(who.0));
            who.map_err(|problem| format!("{problem}; a zone or `scene` is also possible"))
        }
    }
}

/// Finds a zone of the map or of a card, or a box of the re-arm track.
pub(super) fn zone(fight: &PlatoonFight, word: &str) -> Result<ZoneId, String> {
    let found = one(zones(fight), word);
    found.ok_or_else(|| {
        format!("there is no zone `{word}`; the zones are {}", list(fight.roster.ground.zones.values().map(|zone| zone.title.as_str())))
    })
}
