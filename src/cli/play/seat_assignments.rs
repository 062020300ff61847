//! Players of the sides at the table: those that the options name, and the first side at the keyboard unless an option names its player.

use crate::cli::args::{SeatArgs, SeatOf, SeatPlayer};
use crate::cli::{Stop, seats};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ids::{Seat, TableKey};
use slip_play::log::first_record::SeatLine;
use slip_play::stored_seat::StoredSeat;
use slip_session::session::SeatAssignment;
use slip_session::session::create_players::{self, NotSeated};

/// Refuses a `--seat` for the side that `--as` names, since only one of the two options could have an effect.
pub(in crate::cli) fn one_a_side(said: &SeatArgs, side: Option<&str>) -> Result<(), Stop> {
    let other = |seat: &&SeatOf| side == Some(seat.side.as_str()) && seat.who != SeatPlayer::Stored(StoredSeat::Human);
    match said.seats.iter().find(other) {
        Some(SeatOf { side, who }) => {
            Err(Stop::because(format!("the side `{side}` has two players, you (--as) and `{who}`: leave one of them out")))
        }
        None => Ok(()),
    }
}

/// Returns the player of each side. The side of `--as` gets `human`. Every other side gets the player of `--seat`, of the script, or of its
/// doctrine, in this order. Without `--as`, the first side is `human` unless an option names its player.
pub(in crate::cli) fn chairs(
    pack: &Pack,
    encounter: &Encounter,
    said: &SeatArgs,
    side: Option<&str>,
    seed: u64,
) -> Result<Vec<SeatAssignment>, Stop> {
    let mut chairs = seats::seat(pack, encounter, said, Some(seed), true)?.chairs;
    let wanted = match side {
        Some(side) => Some(seats::seat_of(encounter, side)?),
        None => chairs.first().is_some_and(Option::is_none).then_some(Seat(0)),
    };
    if let Some(place) = wanted.and_then(|seat| chairs.get_mut(seat.place())) {
        *place = Some(SeatAssignment::human());
    }
    let others = chairs.into_iter().enumerate();
    Ok(others.map(|(number, chair)| chair.unwrap_or_else(|| SeatAssignment::of_side(pack, encounter, Seat::of(number), seed))).collect())
}

/// Returns the seed for the players' decisions: the seed of the dice, or 0 if the dice are typed.
pub(in crate::cli) fn seed(dice: Option<u64>) -> u64 {
    dice.unwrap_or(0)
}

/// Assigns the players of a log to their seats again. If a player cannot be started from a log, the player at the keyboard takes the seat,
/// and `notes` has a message about it.
pub(in crate::cli) struct ResumedSeats<'a> {
    pub(in crate::cli) pack: &'a Pack,
    pub(in crate::cli) encounter: &'a Encounter,
    /// Seed for the decisions of players.
    pub(in crate::cli) seed: u64,
    /// Messages about replaced players.
    pub(in crate::cli) notes: Vec<String>,
}

impl<'a> ResumedSeats<'a> {
    /// Creates the value; no players are seated yet.
    pub(in crate::cli) const fn new(pack: &'a Pack, encounter: &'a Encounter, seed: u64) -> ResumedSeats<'a> {
        ResumedSeats { pack, encounter, seed, notes: Vec::new() }
    }

    /// Assigns to a side the last player that the log names for this side.
    pub(in crate::cli) fn sit(&mut self, seat: Seat, line: &SeatLine) -> SeatAssignment {
        if line.player == StoredSeat::Human {
            return SeatAssignment::Human(line.asks);
        }
        create_players::chair(&line.player, self.pack, self.encounter, seat, self.seed).unwrap_or_else(|why| {
            let side = &line.side;
            self.notes.push(match why {
                NotSeated::Outside(outside) => {
                    let word = outside.word();
                    format!(
                        "`{side}` was played by a {word}, which a log cannot start: you play the side now; type `seat {side}={word}:…` in \
                         the game to give it back to the {word}"
                    )
                }
                other => format!("the player of `{side}` cannot be restored: {other}; you play the side now"),
            });
            SeatAssignment::human()
        })
    }
}

/// Parses a change of seat such as `crew=human`, typed during a game.
pub(in crate::cli) fn chair(pack: &Pack, encounter: &Encounter, words: &str, seed: u64) -> Result<(Seat, SeatAssignment), String> {
    let said: SeatOf = words.parse()?;
    seats::hand_over(pack, encounter, said, seed).map_err(|stop| match stop {
        Stop::Because(reason) => reason,
        Stop::NobodyReads => String::new(),
    })
}
