//! Who plays which side at the table: what was said, and otherwise the first side at the keyboard. Floor 9.

use crate::cli::args::{SeatArgs, SeatOf, Who};
use crate::cli::{Stop, seats};
use crate::pack::Pack;
use crate::pack::encounter::Encounter;
use crate::play::ids::{Key, Seat};
use crate::play::run::SeatLine;
use crate::play::session::Chair;

/// Refuses a player beside the one who wants to play a side: of two that are asked for, one would sit there unsaid.
pub(in crate::cli) fn one_a_side(said: &SeatArgs, side: Option<&str>) -> Result<(), Stop> {
    let other = |seat: &&SeatOf| side == Some(seat.side.as_str()) && seat.who != Who::Human;
    match said.seats.iter().find(other) {
        Some(SeatOf { side, who }) => {
            Err(Stop::because(format!("two players are asked for at side `{side}`: you, by --as, and `{who}`; leave one of them out")))
        }
        None => Ok(()),
    }
}

/// The chairs of an encounter: those said, `human` for the side somebody wants (or the first, if nobody is said to be
/// anywhere), doctrines elsewhere. A script plays the sides that are left open, and not the one somebody wants.
pub(in crate::cli) fn chairs(
    pack: &Pack,
    encounter: &Encounter,
    said: &SeatArgs,
    side: Option<&str>,
    seed: u64,
) -> Result<Vec<Chair>, Stop> {
    let mut chairs = seats::seat(pack, encounter, said, Some(seed), true)?.chairs;
    let wanted = match side {
        Some(side) => Some(seats::seat_of(encounter, side)?),
        None if chairs.iter().all(Option::is_none) => Some(Seat(0)),
        None => None,
    };
    if let Some(place) = wanted.and_then(|seat| chairs.get_mut(seat.place())) {
        *place = Some(Chair::human());
    }
    let others = chairs.into_iter().enumerate();
    Ok(others.map(|(number, chair)| chair.unwrap_or_else(|| Chair::of_side(pack, encounter, Seat::of(number), seed))).collect())
}

/// What players draw from, where the dice are drawn from this or typed in.
pub(in crate::cli) fn seed(dice: Option<u64>) -> u64 {
    dice.unwrap_or(0)
}

/// Whoever played a side when the game was left. A player that cannot be made again gives the seat to the keyboard.
pub(in crate::cli) fn again(pack: &Pack, encounter: &Encounter, seat: Seat, line: &SeatLine, seed: u64) -> Chair {
    let own = encounter.sides.get(seat.place()).and_then(|side| side.doctrine.as_ref());
    let own = own.map(|key| key.rsplit('.').next().unwrap_or(key));
    let named =
        |who: &str| chair(pack, encounter, &format!("{}={who}", line.side), seed).map_or_else(|_| Chair::human(), |(_, chair)| chair);
    match (line.by.as_str(), line.doctrine.as_deref()) {
        ("human", _) => Chair::Human(line.asks),
        ("random", _) => Chair::random(seed, seat),
        ("default", _) => Chair::of_side(pack, encounter, seat, seed),
        ("doctrine", Some(name)) if own.is_none_or(|own| own == name) => Chair::of_side(pack, encounter, seat, seed),
        ("doctrine" | "search", Some(name)) => named(name),
        _ => Chair::human(),
    }
}

/// `crew=human`, said in the middle of a game.
pub(in crate::cli) fn chair(pack: &Pack, encounter: &Encounter, words: &str, seed: u64) -> Result<(Seat, Chair), String> {
    let said: SeatOf = words.parse()?;
    seats::hand_over(pack, encounter, said, seed).map_err(|stop| match stop {
        Stop::Because(reason) => reason,
        Stop::NobodyReads => String::new(),
    })
}
