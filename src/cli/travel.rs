//! `slipyard travel`: answers a referee's questions about a trip: duration, legality, return, and state of the ship on arrival.

mod compute_trip;
mod text;

use super::args::{TextOrJson, Travel};
use super::{CommandStatus, Console, Stop, compile_projects};
use serde::Serialize;
use slip_campaign::travel::jump::{Fares, Fuel, Jump};
use slip_campaign::travel::landing::LandingAbility;
use slip_campaign::travel::slip_passage::{Barred, Orientation, Oriented};
use slip_campaign::travel::{TravelTable, Trip, TripRefusal};
use slip_pack::length_and_time::Time;

/// Answer about a trip: data for programs, and the source of the text for readers.
#[derive(Debug, Default, Serialize)]
struct Answer {
    /// Ship that the question is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    ship: Option<Ship>,
    /// Travel table in force, if no ship was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TravelTable>,
    /// Times of the ship at every speed to every place, if no trip was asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    speeds: Vec<Speed>,
    /// Trip, if it is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    trip: Option<Trip>,
    /// Reason why the trip is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<TripRefusal>,
    /// Titles of the systems that the ship passes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    route: Vec<String>,
    /// Roll for orientation after passing a slipknot.
    #[serde(skip_serializing_if = "Option::is_none")]
    slip: Option<Orientation>,
    /// Reason why the ship cannot pass a slipknot.
    #[serde(skip_serializing_if = "Option::is_none")]
    barred: Option<Barred>,
    /// Rolls that were made, one for each slipknot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    oriented: Vec<Oriented>,
    /// Decisions that the rules leave to the referee, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// Landing, if one was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    landing: Option<LandingAbility>,
    /// Sources of fuel at the destination.
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel: Option<Fuel>,
    /// Jumps over the distance, if the user asked for jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    jump: Option<Jump>,
    /// Fares of passengers for the jump.
    #[serde(skip_serializing_if = "Option::is_none")]
    fares: Option<Fares>,
}

/// Ship that the question is about.
#[derive(Debug, Serialize)]
struct Ship {
    name: String,
    title: String,
    package: String,
    /// Meaning of the row numbers of the travel table.
    by: String,
    /// V-shift with which the ship was built.
    v_shift: Option<i32>,
    /// Current V-shift of the ship.
    effective_v_shift: Option<i32>,
    /// Boxes of the ship's tracks, to show the stress that the ship has on arrival.
    tracks: std::collections::BTreeMap<String, u8>,
}

/// One speed of a ship.
#[derive(Debug, Serialize)]
struct Speed {
    speed: i32,
    overburn: bool,
    endurance: Option<Time>,
    ways: Vec<Possible>,
}

/// Trip of a ship at one speed.
#[derive(Debug, Serialize)]
struct Possible {
    to: String,
    time: Option<Time>,
    legal: bool,
    can_return: bool,
    /// Number of the ruling, or of the section of the rules, that forbids the trip; `None` if no rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
}

impl Answer {
    /// True if no rule forbids the trip that was asked about.
    fn is_legal(&self) -> bool {
        self.refusal.is_none() && self.barred.is_none() && self.landing.as_ref().is_none_or(|landing| landing.lands)
    }
}

/// Computes the answer and prints it.
pub(super) fn run(travel: &Travel, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let (world, answer) = compute_trip::answer(travel)?;
    match travel.format {
        TextOrJson::Text => text::tell(&answer, console.out)?,
        TextOrJson::Json => {
            let text = serde_json::to_string_pretty(&answer).map_err(Stop::because)?;
            writeln!(console.out, "{text}")?;
        }
    }
    console.out.flush()?;
    compile_projects::warn_of_errors(std::iter::once(&world), console)?;
    Ok(if answer.is_legal() { CommandStatus::Clean } else { CommandStatus::Problems })
}
