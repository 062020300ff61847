//! `slipyard travel`: what a referee asks of a trip. How long, is it legal, can she come home, what does she arrive with.

mod asked;
mod words;

use super::args::{TextOrJson, Travel};
use super::{Console, Status, Stop, compiled};
use serde::Serialize;
use slip_campaign::travel::jump::{Fares, Fuel, Jump};
use slip_campaign::travel::landing::Landing;
use slip_campaign::travel::slip::{Barred, Orientation, Oriented};
use slip_campaign::travel::{Chart, Refusal, Trip};
use slip_pack::quantity::Time;

/// What there is to say, for programs as it stands and for people in words.
#[derive(Debug, Default, Serialize)]
struct Answer {
    /// The ship.
    #[serde(skip_serializing_if = "Option::is_none")]
    ship: Option<Ship>,
    /// The table in force, where nothing else was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Chart>,
    /// Every speed of the ship to every place, where nothing else was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    speeds: Vec<Speed>,
    /// The trip.
    #[serde(skip_serializing_if = "Option::is_none")]
    trip: Option<Trip>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Refusal>,
    /// Systems passed, by their titles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    route: Vec<String>,
    /// The passage through a knot.
    #[serde(skip_serializing_if = "Option::is_none")]
    slip: Option<Orientation>,
    /// Why she does not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    barred: Option<Barred>,
    /// The rolls that were made, one for each knot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    oriented: Vec<Oriented>,
    /// What the referee must decide, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// True if she lands.
    #[serde(skip_serializing_if = "Option::is_none")]
    landing: Option<Landing>,
    /// Where fuel is found there.
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel: Option<Fuel>,
    /// A jump.
    #[serde(skip_serializing_if = "Option::is_none")]
    jump: Option<Jump>,
    /// What passengers pay for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fares: Option<Fares>,
}

/// The ship asked about.
#[derive(Debug, Serialize)]
struct Ship {
    name: String,
    title: String,
    package: String,
    /// What rows of the table count.
    by: String,
    /// Her own thrust.
    v_shift: Option<i32>,
    /// What she has now.
    effective_v_shift: Option<i32>,
    /// Boxes of her tracks, for what is marked on arrival.
    tracks: std::collections::BTreeMap<String, u8>,
}

/// A speed of a ship.
#[derive(Debug, Serialize)]
struct Speed {
    speed: i32,
    overburn: bool,
    endurance: Option<Time>,
    ways: Vec<Possible>,
}

/// A way of a ship at one speed.
#[derive(Debug, Serialize)]
struct Possible {
    to: String,
    time: Option<Time>,
    legal: bool,
    can_return: bool,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
}

impl Answer {
    /// True if nothing forbids what was asked.
    fn is_legal(&self) -> bool {
        self.refusal.is_none() && self.barred.is_none() && self.landing.as_ref().is_none_or(|landing| landing.lands)
    }
}

/// Answers, and prints.
pub(super) fn run(travel: &Travel, console: &mut Console<'_>) -> Result<Status, Stop> {
    let (world, answer) = asked::answer(travel)?;
    match travel.format {
        TextOrJson::Text => words::tell(&answer, console.out)?,
        TextOrJson::Json => {
            let text = serde_json::to_string_pretty(&answer).map_err(Stop::because)?;
            writeln!(console.out, "{text}")?;
        }
    }
    console.out.flush()?;
    compiled::warn_of_errors(std::iter::once(&world), console)?;
    Ok(if answer.is_legal() { Status::Clean } else { Status::Problems })
}
