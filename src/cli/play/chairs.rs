//! Who plays which side, as the command line and the table say it. Floor 8.

use crate::cli::Stop;
use crate::dice::Dice;
use crate::pack::Pack;
use crate::pack::encounter::Encounter;
use crate::play::ids::{Key, Seat};
use crate::play::policy::doctrine::DoctrineSeat;
use crate::play::session::Chair;
use crate::suggest;

/// The chairs of an encounter: those said, `human` for the side somebody wants (or the first, if nobody is said to be
/// human), doctrines elsewhere.
pub(super) fn chairs(pack: &Pack, encounter: &Encounter, said: &[String], side: Option<&str>, seed: u64) -> Result<Vec<Chair>, Stop> {
    let mut chairs: Vec<Option<Chair>> = encounter.sides.iter().map(|_| None).collect();
    for words in said {
        let (seat, chair) = chair(pack, encounter, words, seed).map_err(Stop::because)?;
        if let Some(place) = chairs.get_mut(seat.place()) {
            *place = Some(chair);
        }
    }
    let wanted = match side {
        Some(side) => Some(seat(encounter, side).map_err(Stop::because)?),
        None if said.is_empty() => Some(Seat(0)),
        None => None,
    };
    if let Some(place) = wanted.and_then(|seat| chairs.get_mut(seat.place())) {
        place.get_or_insert_with(Chair::human);
    }
    let others = chairs.into_iter().enumerate();
    Ok(others.map(|(number, chair)| chair.unwrap_or_else(|| Chair::of_side(pack, encounter, Seat::of(number), seed))).collect())
}

fn seat(encounter: &Encounter, word: &str) -> Result<Seat, String> {
    let found = encounter.sides.iter().position(|side| side.name == word);
    found.map(Seat::of).ok_or_else(|| {
        let names: Vec<&str> = encounter.sides.iter().map(|side| side.name.as_str()).collect();
        let near = suggest::nearest(word, names.iter().copied()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("there is no side `{word}` but {}{near}", suggest::enumerate(names.into_iter()))
    })
}

/// What players draw from, where the dice are drawn from this or typed in.
pub(super) fn seed(dice: Option<u64>) -> u64 {
    dice.unwrap_or(0)
}

/// `crew=human`
pub(super) fn chair(pack: &Pack, encounter: &Encounter, words: &str, seed: u64) -> Result<(Seat, Chair), String> {
    let (side, who) = words.split_once('=').ok_or_else(|| format!("`{words}` is no seat: write SIDE=WHO, such as `crew=human`"))?;
    let (seat, who) = (seat(encounter, side.trim())?, who.trim());
    let chair = match who {
        "human" => Chair::human(),
        "random" => Chair::random(seed, seat),
        "doctrine" => Chair::of_side(pack, encounter, seat, seed),
        name => {
            let known = pack.doctrines.values().filter(|doctrine| doctrine.kind.plays(encounter.play));
            let names: Vec<&str> = known.clone().map(|doctrine| doctrine.name.as_str()).collect();
            let found = known.clone().find(|doctrine| doctrine.name == name);
            let stream = Dice::seeded(seed, u64::from(seat.0) + 1);
            let made = found.and_then(|doctrine| DoctrineSeat::new(doctrine, stream)).map(Chair::played);
            made.ok_or_else(|| {
                let near = suggest::nearest(name, names.iter().copied().chain(["human", "random", "doctrine"]));
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                format!("nobody called `{name}` can play: human, doctrine, random, or a doctrine's name{near}")
            })?
        }
    };
    Ok((seat, chair))
}
