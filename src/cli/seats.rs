//! Seats of a game: turns `--seat SIDE=WHO` and `--script FILE` into players, for every command that plays.

mod external_program;
pub mod scripts;

use super::Stop;
use super::args::{SeatArgs, SeatOf, SeatPlayer};
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Side};
use slip_play::ids::{Seat, TableKey};
use slip_play::stored_seat::StoredSeat;
use slip_session::session::SeatAssignment;
use slip_session::session::create_players;

use external_program::ExternalPlayer;
use scripts::{ScriptFile, Scripts};

/// Players that the command line assigns to sides.
pub(super) struct RequestedSeats {
    /// Assigned player of each side, by the number of the side; `None` if the encounter determines the player.
    pub(super) chairs: Vec<Option<SeatAssignment>>,
    /// Scripts that play sides; one of them may also contain the results of the dice.
    pub(super) scripts: Scripts,
}

/// Reads the scripts and seats the requested players. `seed` is for the players' decisions if no script names a seed. `keyboard` is true if
/// a player at the keyboard can be asked.
pub(super) fn seat(
    pack: &Pack,
    encounter: &Encounter,
    asked: &SeatArgs,
    seed: Option<u64>,
    keyboard: bool,
) -> Result<RequestedSeats, Stop> {
    for (place, seat) in asked.seats.iter().enumerate() {
        side(encounter, &seat.side)?;
        if asked.seats.iter().take(place).any(|other| other.side == seat.side) {
            return Err(Stop::because(format!("the side `{}` has two players", seat.side)));
        }
        if seat.who == SeatPlayer::Stored(StoredSeat::Human) && !keyboard {
            return Err(Stop::because(format!("this command cannot ask a human player: play `{}` with `slipyard play`", seat.side)));
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
    Ok(RequestedSeats { chairs, scripts })
}

impl SeatPlayer {
    /// Returns the file of a script.
    fn script(&self) -> Option<&std::path::PathBuf> {
        match self {
            SeatPlayer::Script(file) => Some(file),
            _ => None,
        }
    }
}

/// Returns the seat of the side of this name.
pub(super) fn seat_of(encounter: &Encounter, name: &str) -> Result<Seat, Stop> {
    side(encounter, name)?;
    let found = encounter.sides.iter().position(|side| side.name == name);
    Ok(Seat::of(found.unwrap_or(0)))
}

/// Assigns a seat in the middle of a game.
pub(super) fn hand_over(pack: &Pack, encounter: &Encounter, said: SeatOf, seed: u64) -> Result<(Seat, SeatAssignment), Stop> {
    let at = seat_of(encounter, &said.side)?;
    let asked = SeatArgs { seats: vec![said], ..SeatArgs::default() };
    let mut chairs = seat(pack, encounter, &asked, Some(seed), true)?.chairs;
    let chair = chairs.get_mut(at.place()).and_then(Option::take);
    Ok((at, chair.unwrap_or_else(|| SeatAssignment::of_side(pack, encounter, at, seed))))
}

/// Returns the side of this name; an error if the encounter has no such side.
fn side<'e>(encounter: &'e Encounter, name: &str) -> Result<&'e Side, Stop> {
    let names = || encounter.sides.iter().map(|side| side.name.as_str());
    let found = encounter.sides.iter().find(|side| side.name == name);
    found.ok_or_else(|| {
        let all: Vec<String> = names().map(|name| format!("`{name}`")).collect();
        let all = slip_suggest::enumerate(all.iter().map(String::as_str));
        let near = slip_suggest::nearest(name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
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
) -> Result<SeatAssignment, Stop> {
    Ok(match &asked.who {
        SeatPlayer::Stored(stored) => create_players::chair(stored, pack, encounter, seat, seed).map_err(Stop::because)?,
        SeatPlayer::Script(file) => {
            scripts.play(file, seat, side).ok_or_else(|| Stop::because(format!("the script `{}` was not read", crate::cli::shown(file))))?
        }
        SeatPlayer::Program(command) => {
            let command = command.clone();
            let side = side.name.to_string();
            SeatAssignment::Played(Box::new(move || Box::new(ExternalPlayer::new(&command, &side))))
        }
    })
}

impl RequestedSeats {
    /// Returns the requested seed, or that of the scripts.
    pub(super) fn seed(&self, asked: Option<u64>) -> Result<u64, Stop> {
        Ok(asked.or(self.scripts.seed()?).unwrap_or(1))
    }

    /// Returns the script file that contains the results of the dice, if there is one.
    pub(super) fn dice(&self) -> Option<&ScriptFile> {
        self.scripts.dice()
    }
}
