//! What people call ships and what is on them. Floor 6.

use crate::fate::Holder;
use crate::play::ids::{ActorId, AspectId, Key, Seat};
use crate::play::space::Space;
use crate::play::space::state::Band;
use crate::play::table::find::{list, one};
use crate::play::table::marks::Marks;
use crate::play::transcript::space::phrases::holder;

/// Who is meant by a word: a ship or somebody aboard, by name, title, mark or the beginning of a name that only one has.
pub(in crate::play::table) fn called(fight: &Space, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let everybody = || {
        let ships = fight.state.ships.keys();
        ships.chain((0..fight.roster.people.len()).map(|number| ActorId::of(fight.roster.first_person() + number)))
    };
    let names = everybody().map(|who| (who, [fight.roster.name_of(who), fight.roster.title_of(who)]));
    let found = one(names, word).or_else(|| marks.whose(word));
    found.ok_or_else(|| format!("there is nobody called `{word}` here: {}", list(everybody().map(|who| fight.roster.name_of(who)))))
}

/// A ship; nobody aboard one.
pub(super) fn ship(fight: &Space, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let who = called(fight, marks, word)?;
    match fight.roster.person(who) {
        None => Ok(who),
        Some(person) => Err(format!("{} is aboard {}: name the ship", person.title, fight.roster.title_of(person.ship))),
    }
}

/// A side.
pub(super) fn side(fight: &Space, word: &str) -> Result<Seat, String> {
    let sides = &fight.roster.sides;
    let names = sides.iter().map(|(id, side)| (id, [side.name.as_str(), side.name.as_str()]));
    one(names, word).ok_or_else(|| format!("there is no side `{word}`: {}", list(sides.values().map(|side| side.name.as_str()))))
}

/// A band: `3`, `-2`, `band 0`.
pub(super) fn band(word: &str) -> Result<Band, String> {
    let bare = word.trim().strip_prefix("band").unwrap_or(word).trim();
    let found = bare.parse().ok().map(Band).filter(|band: &Band| band.is_on_map());
    found.ok_or_else(|| format!("there is no band `{bare}`: -{edge} to {edge}", edge = Band::EDGE))
}

/// An aspect in play, on this or on anything.
pub(super) fn aspect(fight: &Space, text: &str, on: Option<Holder>) -> Result<AspectId, String> {
    let same = |words: &str| words.to_lowercase() == text.to_lowercase();
    let there = fight.state.aspects.iter().filter(|(_, aspect)| aspect.present && same(&aspect.text));
    let found: Vec<AspectId> = there.filter(|(_, aspect)| on.is_none_or(|on| aspect.holder == on)).map(|(id, _)| id).collect();
    match found.as_slice() {
        [id] => Ok(*id),
        [] => Err(format!("no aspect \"{text}\" is in play{}", on.map(|on| format!(" on {}", holder(fight, on))).unwrap_or_default())),
        several => {
            let holders = several.iter().filter_map(|&id| fight.state.aspects.row(id));
            let holders: Vec<String> = holders.map(|aspect| holder(fight, aspect.holder)).collect();
            Err(format!("\"{text}\" is on {}: add `on NAME`", holders.join(" and on ")))
        }
    }
}

/// What an aspect may be on: the scene or somebody.
pub(super) fn bearer(fight: &Space, marks: &Marks, word: &str) -> Result<Holder, String> {
    if word.eq_ignore_ascii_case("scene") {
        return Ok(Holder::Scene);
    }
    called(fight, marks, word).map(|who| Holder::Actor(who.0)).map_err(|problem| format!("{problem}; or `scene`"))
}
