//! Finds ships, people aboard and bands by the names that people type.

use crate::table::actor_marks::Marks;
use crate::table::name_lookup::{one_or, with_marks};
use slip_dice::fate::Holder;
use slip_play::ids::{ActorId, TableKey};
use slip_play::space::Space;
use slip_play::space::state::Band;

/// Finds a ship or a person aboard by name, title, mark, or an unambiguous beginning of a name.
pub(in crate::table) fn called(fight: &Space, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let everybody = || {
        let ships = fight.state.ships.keys();
        ships.chain((0..fight.roster.people.len()).map(|number| ActorId::of(fight.roster.first_person() + number)))
    };
    let names = everybody().map(|who| (who, [fight.roster.name_of(who), fight.roster.title_of(who)]));
    let found = one_or(names, word, || marks.whose(word));
    found.ok_or_else(|| {
        let names = with_marks(marks, everybody().map(|who| (who, fight.roster.title_of(who))));
        format!("there is no ship or person `{word}`; choose from {names}")
    })
}

/// Finds a ship; rejects the name of a person aboard.
pub(super) fn ship(fight: &Space, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let who = called(fight, marks, word)?;
    match fight.roster.person(who) {
        None => Ok(who),
        Some(person) => Err(format!("{} is aboard {}: name the ship", person.title, fight.roster.title_of(person.ship))),
    }
}

/// Parses a band: `3`, `-2`, `band 0`.
pub(super) fn band(word: &str) -> Result<Band, String> {
    let bare = word.trim().strip_prefix("band").unwrap_or(word).trim();
    let found = bare.parse().ok().map(Band).filter(|band: &Band| band.is_on_map());
    found.ok_or_else(|| format!("there is no band `{bare}`; the bands are -{edge} to {edge}", edge = Band::EDGE))
}

/// Finds the holder of an aspect: the scene, a ship, or a person.
pub(super) fn bearer(fight: &Space, marks: &Marks, word: &str) -> Result<Holder, String> {
    if word.eq_ignore_ascii_case("scene") {
        return Ok(Holder::Scene);
    }
    called(fight, marks, word).map(|who| Holder::Actor(who.0)).map_err(|problem| format!("{problem}; `scene` is also possible"))
}
