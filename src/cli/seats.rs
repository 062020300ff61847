//! Who sits where: `--seat SIDE=WHO` and `--script FILE` made into players, for every command that plays. Floor 9.

mod program;
pub mod scripts;

use super::Stop;
use super::args::{SeatArgs, SeatOf, Who};
use crate::pack::Pack;
use crate::pack::doctrine::Doctrine;
use crate::pack::encounter::{Encounter, Lookahead, Side};
use crate::play::ids::{Key, Seat};
use crate::play::policy::doctrine::DoctrineSeat;
use crate::play::policy::search::{SearchSeat, Wanted};
use crate::play::session::Chair;
use crate::suggest;
use program::Program;
use scripts::{ScriptFile, Scripts};

/// Looking ahead, as far as it does unless more is said.
const SEARCH: &str = "search";
const AHEAD: Lookahead = Lookahead { samples: Some(400), turns: 2 };

/// Where a table sits that takes its players from the command line.
pub(super) struct Seating {
    /// The chairs that were asked for, by the number of their side; the others are for the encounter to fill.
    pub(super) chairs: Vec<Option<Chair>>,
    /// The scripts that are played by.
    pub(super) scripts: Scripts,
}

/// Reads the scripts and seats whoever was asked for. `seed` is for what players draw, if no script names one;
/// `keyboard` is whether anybody sits there to be asked.
pub(super) fn seat(pack: &Pack, encounter: &Encounter, asked: &SeatArgs, seed: Option<u64>, keyboard: bool) -> Result<Seating, Stop> {
    for (place, seat) in asked.seats.iter().enumerate() {
        side(encounter, &seat.side)?;
        if asked.seats.iter().take(place).any(|other| other.side == seat.side) {
            return Err(Stop::because(format!("two players are asked for at side `{}`", seat.side)));
        }
        if seat.who == Who::Human && !keyboard {
            return Err(Stop::because(format!("nobody is asked at the keyboard here: play `{}` with `slipyard play`", seat.side)));
        }
    }
    let mut scripts = Scripts::default();
    for file in asked.script.iter().chain(asked.seats.iter().filter_map(|seat| seat.who.script())) {
        scripts.read(file)?;
    }
    let seed = seed.or(scripts.seed()?).unwrap_or(1);
    let mut chairs = Vec::new();
    for (number, side) in encounter.sides.iter().enumerate() {
        let seat = Seat::of(number);
        let who = asked.seats.iter().find(|asked| side.name == asked.side.as_str());
        chairs.push(match (who, &asked.script) {
            (Some(asked), _) => Some(chair(pack, encounter, (seat, side), asked, seed, &mut scripts)?),
            (None, Some(file)) => scripts.play(file, seat, side),
            (None, None) => None,
        });
    }
    Ok(Seating { chairs, scripts })
}

impl Who {
    /// The file of a script.
    fn script(&self) -> Option<&std::path::PathBuf> {
        match self {
            Who::Script(file) => Some(file),
            _ => None,
        }
    }
}

/// The seat of a side by name.
pub(super) fn seat_of(encounter: &Encounter, name: &str) -> Result<Seat, Stop> {
    side(encounter, name)?;
    let found = encounter.sides.iter().position(|side| side.name == name);
    Ok(Seat::of(found.unwrap_or(0)))
}

/// Seats somebody in the middle of a game.
pub(super) fn hand_over(pack: &Pack, encounter: &Encounter, said: SeatOf, seed: u64) -> Result<(Seat, Chair), Stop> {
    let at = seat_of(encounter, &said.side)?;
    let asked = SeatArgs { seats: vec![said], ..SeatArgs::default() };
    let mut chairs = seat(pack, encounter, &asked, Some(seed), true)?.chairs;
    let chair = chairs.get_mut(at.place()).and_then(Option::take);
    Ok((at, chair.unwrap_or_else(|| Chair::of_side(pack, encounter, at, seed))))
}

/// A side by name.
fn side<'e>(encounter: &'e Encounter, name: &str) -> Result<&'e Side, Stop> {
    let names = || encounter.sides.iter().map(|side| side.name.as_str());
    let found = encounter.sides.iter().find(|side| side.name == name);
    found.ok_or_else(|| {
        let all: Vec<String> = names().map(|name| format!("`{name}`")).collect();
        let all = suggest::enumerate(all.iter().map(String::as_str));
        let near = suggest::nearest(name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Stop::because(format!("`{}` has no side `{name}`{near}\nIts sides are {all}", encounter.name))
    })
}

fn chair(
    pack: &Pack,
    encounter: &Encounter,
    (seat, side): (Seat, &Side),
    asked: &SeatOf,
    seed: u64,
    scripts: &mut Scripts,
) -> Result<Chair, Stop> {
    let stream = u64::from(seat.0) + 1;
    Ok(match &asked.who {
        Who::Human => Chair::human(),
        Who::Random => Chair::random(seed, seat),
        Who::Doctrine => Chair::of_side(pack, encounter, seat, seed),
        Who::Named(name) => {
            let found = doctrine(pack, encounter, name)?;
            let key = crate::pack::key(&found.package, &found.name);
            let side = Side { doctrine: Some(key.as_str().into()), ..side.clone() };
            let player = DoctrineSeat::of_side(pack, encounter.play, &side, seed, stream);
            Chair::played(player.ok_or_else(|| Stop::because(format!("the doctrine `{name}` has errors; see `slipyard check`")))?)
        }
        Who::Script(file) => {
            scripts.play(file, seat, side).ok_or_else(|| Stop::because(format!("the script `{}` was not read", file.display())))?
        }
        Who::Search(text) => {
            // Alone it looks ahead from whatever doctrine the side has.
            let wanted: Option<Wanted> = if text == SEARCH { None } else { Some(text.parse().map_err(Stop::because)?) };
            let named = wanted.as_ref().map(|wanted| doctrine(pack, encounter, &wanted.doctrine)).transpose()?;
            let own = || side.doctrine.as_ref().and_then(|key| pack.doctrines.get(key));
            let ahead = wanted.as_ref().map_or(AHEAD, |wanted| wanted.ahead);
            let player = SearchSeat::new(pack, encounter, seat.place(), named.or_else(own), ahead, seed);
            Chair::played(player.ok_or_else(|| Stop::because(format!("a doctrine of `{text}` has errors; see `slipyard check`")))?)
        }
        Who::Program(command) => {
            let command = command.clone();
            let side = side.name.to_string();
            Chair::Played(Box::new(move || Box::new(Program::new(&command, &side))))
        }
    })
}

/// A doctrine that plays this kind of encounter, by its name or with its package; of several of a name, that of the
/// encounter's own package, else of the standard library.
fn doctrine<'p>(pack: &'p Pack, encounter: &Encounter, name: &str) -> Result<&'p Doctrine, Stop> {
    let plays = |doctrine: &&Doctrine| doctrine.kind.plays(encounter.play);
    let (package, own) = name.split_once('.').map_or((None, name), |(package, own)| (Some(package), own));
    let named =
        || pack.doctrines.values().filter(|doctrine| doctrine.name == own && package.is_none_or(|package| doctrine.package == package));
    let rank = |doctrine: &&Doctrine| (doctrine.package == encounter.package, doctrine.package == "std");
    if let Some(found) = named().filter(plays).max_by_key(rank) {
        return Ok(found);
    }
    if let Some(other) = named().next() {
        return Err(Stop::because(format!("the doctrine `{name}` is for {} encounters", other.kind.word())));
    }
    let mut all: Vec<&str> = pack.doctrines.values().filter(plays).map(|doctrine| doctrine.name.as_str()).collect();
    all.sort_unstable();
    all.dedup();
    let words = ["doctrine", "random", "human", "search"];
    let near = suggest::nearest(own, all.iter().copied().chain(words));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let list: Vec<String> = all.iter().map(|name| format!("`{name}`")).collect();
    let list = suggest::enumerate(list.iter().map(String::as_str));
    Err(Stop::because(format!("there is no doctrine `{name}`{near}\nDoctrines that can play here: {list}")))
}

impl Seating {
    /// The scripts' own seed, or the one asked for.
    pub(super) fn seed(&self, asked: Option<u64>) -> Result<u64, Stop> {
        Ok(asked.or(self.scripts.seed()?).unwrap_or(1))
    }

    /// The file of the script that scripts the dice, if one does.
    pub(super) fn dice(&self) -> Option<&ScriptFile> {
        self.scripts.dice()
    }
}
