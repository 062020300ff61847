//! Creates players from the short forms in which files, commands and pages name them, such as `search`.

use crate::session::SeatAssignment;
use slip_pack::doctrine::Doctrine;
use slip_pack::encounter::{Encounter, Lookahead};
use slip_pack::{Name, Pack, key};
use slip_play::ids::{Seat, TableKey};
use slip_play::stored_seat::{CommandLinePlayer, StoredSeat};
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::search::SearchSeat;

use std::fmt;

/// Limits of the look-ahead for a player named `search` without parameters.
const USUAL: Lookahead = Lookahead { samples: Some(400), turns: 2 };

/// Checks that the pack declares the doctrine that a player names, for this kind of encounter.
///
/// # Errors
/// [`NotSeated`] with the reason.
pub fn check(player: &StoredSeat, pack: &Pack, encounter: &Encounter, seat: Seat) -> Result<(), NotSeated> {
    match player.doctrine_name() {
        Some(name) => doctrine(pack, encounter, seat, name).map(drop),
        None => Ok(()),
    }
}

/// Creates the player of a seat. `seed` is the seed of its random choices.
///
/// # Errors
/// [`NotSeated`] with the reason. A player outside the engine is never started here.
pub fn chair(player: &StoredSeat, pack: &Pack, encounter: &Encounter, seat: Seat, seed: u64) -> Result<SeatAssignment, NotSeated> {
    let side = encounter.sides.get(seat.place());
    match player {
        StoredSeat::Human => Ok(SeatAssignment::human()),
        StoredSeat::Random => Ok(SeatAssignment::random(seed, seat)),
        StoredSeat::Encounter => Ok(SeatAssignment::of_side(pack, encounter, seat, seed)),
        StoredSeat::Doctrine(name) => {
            let found = doctrine(pack, encounter, seat, name)?;
            let stream = u64::from(seat.0) + 1;
            let seated = DoctrineSeat::of_doctrine(pack, encounter.play, Some(found), seed, stream);
            seated.map(SeatAssignment::played).ok_or_else(|| NotSeated::Errors(name.clone()))
        }
        StoredSeat::Search(wanted) => {
            let own = || side.and_then(|side| side.doctrine.as_ref()).and_then(|key| pack.doctrines.get(key));
            let from = match wanted {
                Some(wanted) => Some(doctrine(pack, encounter, seat, &wanted.doctrine)?),
                None => own(),
            };
            let ahead = wanted.as_ref().map_or(USUAL, |wanted| wanted.ahead);
            let seated = SearchSeat::new(pack, encounter, seat.place(), from, ahead, seed);
            seated.map(SeatAssignment::played).ok_or_else(|| NotSeated::Errors(ecow::eco_format!("{player}")))
        }
        StoredSeat::Outside(outside) => Err(NotSeated::Outside(*outside)),
    }
}

/// Reason why a player cannot be seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSeated {
    /// The pack has no such doctrine.
    NoDoctrine {
        /// Name of the doctrine that was requested.
        name: Name,
        /// The known name that is most similar to the requested one: of a doctrine, or a keyword for a player.
        near: Option<String>,
        /// Names of the doctrines that can play the encounter.
        known: Vec<Name>,
    },
    /// The doctrine is for encounters of another kind.
    OtherKind {
        /// Name of the doctrine.
        name: Name,
        /// Kind of encounter that the doctrine is for.
        kind: &'static str,
    },
    /// The doctrine with this name has errors.
    Errors(Name),
    /// The player is a program outside the engine, which only the command line can start.
    Outside(CommandLinePlayer),
}

impl fmt::Display for NotSeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSeated::NoDoctrine { name, near, known } => {
                let near = near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                let list = slip_suggest::enumerate(list.iter().map(String::as_str));
                write!(f, "there is no doctrine `{name}`{near}\nDoctrines that can play here: {list}")
            }
            NotSeated::OtherKind { name, kind } => write!(f, "the doctrine `{name}` is for {kind} encounters"),
            NotSeated::Errors(name) => write!(f, "the doctrine `{name}` has errors; see `slipyard check`"),
            NotSeated::Outside(outside) => {
                write!(f, "a {} can play only from the command line: --seat SIDE={}:…", outside.word(), outside.word())
            }
        }
    }
}

impl std::error::Error for NotSeated {}

/// Finds a doctrine for this kind of encounter, by NAME or PACKAGE.NAME. If several doctrines have the name, the side's own doctrine comes
/// first, then a doctrine of the encounter's package, then one of the standard library.
fn doctrine<'p>(pack: &'p Pack, encounter: &Encounter, seat: Seat, name: &str) -> Result<&'p Doctrine, NotSeated> {
    let plays = |doctrine: &&Doctrine| doctrine.kind.plays(encounter.play);
    let (package, own) = name.split_once('.').map_or((None, name), |(package, own)| (Some(package), own));
    let named =
        || pack.doctrines.values().filter(|doctrine| doctrine.name == own && package.is_none_or(|package| doctrine.package == package));
    let of_side = encounter.sides.get(seat.place()).and_then(|side| side.doctrine.clone());
    let is_of_side = |doctrine: &Doctrine| of_side.as_ref().is_some_and(|side| *side == key(&doctrine.package, &doctrine.name));
    let rank = |doctrine: &&Doctrine| (is_of_side(doctrine), doctrine.package == encounter.package, doctrine.package == "std");
    if let Some(found) = named().filter(plays).max_by_key(rank) {
        return Ok(found);
    }
    if let Some(other) = named().next() {
        return Err(NotSeated::OtherKind { name: name.into(), kind: other.kind.word() });
    }
    let mut known: Vec<Name> = pack.doctrines.values().filter(plays).map(|doctrine| doctrine.name.clone()).collect();
    known.sort_unstable();
    known.dedup();
    let words = ["doctrine", "random", "human", "search"];
    let near = slip_suggest::nearest(own, known.iter().map(Name::as_str).chain(words));
    Err(NotSeated::NoDoctrine { name: name.into(), near, known })
}
