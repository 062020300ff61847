//! What people call units, platoons and places. Floor 6.

use crate::play::ids::{ActorId, ZoneId};
use crate::play::names::{Names, Sort};
use crate::play::platoon::Platoons;
use crate::play::table::find::{list, one};
use crate::play::table::marks::Marks;

/// Who is meant by a word: a unit or a platoon, by name, title, mark or the beginning of a name that only one has.
pub(in crate::play::table) fn called(fight: &Platoons, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let everybody = || {
        let platoons = fight.roster.platoons.keys().map(|platoon| fight.state.id_of_platoon(platoon));
        fight.state.units.keys().chain(platoons)
    };
    let names = everybody().map(|who| (who, [fight.roster.name_of(who), fight.roster.title_of(who)]));
    let found = one(names, word).or_else(|| marks.whose(word));
    found.ok_or_else(|| format!("there is nobody called `{word}` here: {}", list(fight.all(Sort::Actor).into_iter())))
}

/// A zone of the map or of a card, or a box of the re-arm track.
pub(super) fn zone(fight: &Platoons, word: &str) -> Result<ZoneId, String> {
    let zones = &fight.roster.ground.zones;
    let names = zones.iter().map(|(id, zone)| (id, [zone.name.as_str(), zone.title.as_str()]));
    one(names, word).ok_or_else(|| format!("there is no zone `{word}`: {}", list(zones.values().map(|zone| zone.name.as_str()))))
}
