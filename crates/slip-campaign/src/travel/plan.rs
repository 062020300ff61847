//! Plans a trip inside a system: its legality at a speed, its duration, and its effects on the ship.

use super::ship_capabilities::Craft;
use super::travel_table::{Destination, TravelTable};
use serde::Serialize;
use slip_keyword::keyword_enum;
use slip_pack::effect::{Action, State};
use slip_pack::length_and_time::Time;
use slip_pack::trip_effects::{Arrival, ReactionMass, TripPart};

/// Request for a trip (D-T1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TripRequest {
    /// Destination of the trip.
    pub goal: Destination,
    /// Speed; `None` for the highest legal speed.
    pub speed: Option<i32>,
    /// True to go one V-shift faster than the thrust of the ship.
    pub overburn: bool,
    /// True to stay far enough below the thrust of the ship to save reaction mass.
    pub conserve: bool,
    /// Ways to be flown before the next resupply.
    pub ways: TripWays,
    /// Time for each way, if the referee sets it; it takes precedence over the table (R-T3).
    pub time: Option<Time>,
}

keyword_enum! {
    /// Ways of a trip that a ship flies on one load of reaction mass; all have the same length.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum TripWays {
        /// One way, without a return.
        #[default]
        There = "it takes",
        /// To the destination and back.
        ThereAndBack = "there and back takes",
        /// To the first slipknot of a route, and from the last slipknot to the destination (R-VT6).
        OutAndIn = "out to the first knot and in from the last takes",
        /// Along a route of slipknots, and back.
        OutAndInAndBack = "the route and back, with four ways between places and knots, takes",
    }

    /// Returns the beginning of the sentence about the duration of the trip: `there and back takes`.
    const fn words(self) -> &'static str;
}

impl TripWays {
    /// Returns the number of ways.
    pub fn count(self) -> u64 {
        match self {
            TripWays::There => 1,
            TripWays::ThereAndBack | TripWays::OutAndIn => 2,
            TripWays::OutAndInAndBack => 4,
        }
    }

    /// Returns the number of ways of the trip including the return.
    fn doubled(self) -> u64 {
        match self {
            TripWays::There | TripWays::ThereAndBack => TripWays::ThereAndBack.count(),
            TripWays::OutAndIn | TripWays::OutAndInAndBack => TripWays::OutAndInAndBack.count(),
        }
    }

    /// Returns in words the part of the trip that the ship cannot fly after an overburn, such as `come back`. `None` if there is no such
    /// part.
    fn after_an_overburn(self) -> Option<&'static str> {
        match self {
            TripWays::There => None,
            TripWays::ThereAndBack => Some("come back"),
            TripWays::OutAndIn | TripWays::OutAndInAndBack => Some("come in from the last knot"),
        }
    }
}

/// Mode of a trip, which follows from its speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TripMode {
    /// Cruising at a speed up to the ship's thrust.
    Cruising,
    /// Speed low enough for the reaction mass to last longer.
    Conserving,
    /// Overburn: a speed one above the ship's thrust.
    Overburn,
}

/// Source of the time of a trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeSource {
    /// Time set by the referee.
    Authored,
    /// Time read from the table.
    Table,
    /// Time computed from the table (R-T3).
    Computed,
}

/// Trip that is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trip {
    /// Destination of the trip.
    pub goal: Destination,
    /// Speed of the trip.
    pub speed: i32,
    /// Mode of the trip.
    pub manner: TripMode,
    /// Time for each way in seconds.
    pub time: Time,
    /// Source of the time that each way of the trip takes.
    pub time_from: TimeSource,
    /// Total time until the next resupply.
    pub under_way: Time,
    /// Endurance of the reaction mass at this speed; `None` if there is no limit.
    pub endurance: Option<Time>,
    /// Effects that changed the endurance of the reaction mass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub endurance_by: Vec<String>,
    /// Endurance of air and food aboard.
    pub life_support: Time,
    /// True if the ship could return at this speed without a resupply.
    pub can_return: bool,
    /// State of the ship on arrival.
    pub arrival: Arrival,
}

/// Refusal of a trip that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TripRefusal {
    /// Number of the ruling, or of the section of the rules, that forbids the trip.
    pub rule: &'static str,
    /// Reason for the refusal in a sentence.
    pub because: String,
    /// Legal alternatives, the fastest first.
    pub legal: Vec<Alternative>,
}

/// Legal alternative to a trip that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alternative {
    /// Speed of the alternative.
    pub speed: i32,
    /// Mode of the alternative.
    pub manner: TripMode,
    /// Time that each way of the trip takes in this alternative.
    pub time: Time,
}

/// Plans the requested trip, at the highest legal speed if none is given.
///
/// # Errors
/// Returns a [`TripRefusal`] with the rule that forbids the trip and the legal alternatives.
pub fn plan(craft: &Craft<'_>, chart: &TravelTable, wish: &TripRequest) -> Result<Trip, TripRefusal> {
    let Some(own) = craft.effective_v_shift() else {
        return Err(refusal("2", format!("{} has no thrust of her own", craft.item.title)));
    };
    let saving_by = i32::try_from(craft.rules.int("conserving_by", 2)).unwrap_or(2);
    let fastest = match (wish.overburn, wish.conserve) {
        (true, _) => own.saturating_add(1),
        (false, true) => own.saturating_sub(saving_by).max(0),
        (false, false) => own,
    };
    let tried = match wish.speed {
        Some(speed) => at(craft, chart, wish, speed),
        None => {
            // Tries the speeds from the highest down. If no speed is legal, returns the refusal of the highest.
            let lowest = if wish.overburn { fastest } else { 0 };
            let mut slower = (lowest..=fastest).rev().map(|speed| at(craft, chart, wish, speed));
            let first = slower.next().unwrap_or_else(|| at(craft, chart, wish, fastest));
            first.or_else(|refused| slower.find_map(Result::ok).ok_or(refused))
        }
    };
    tried.map_err(|refused| TripRefusal { legal: alternatives(craft, chart, wish, own), ..refused })
}

/// Returns every legal way to make the trip, the fastest first.
fn alternatives(craft: &Craft<'_>, chart: &TravelTable, wish: &TripRequest, own: i32) -> Vec<Alternative> {
    let mut legal = Vec::new();
    for (overburn, speed) in [(true, own.saturating_add(1))].into_iter().chain((0..=own).rev().map(|speed| (false, speed))) {
        let other = TripRequest { overburn, conserve: false, speed: Some(speed), ..wish.clone() };
        if let Ok(trip) = at(craft, chart, &other, speed) {
            legal.push(Alternative { speed, manner: trip.manner, time: trip.time });
        }
    }
    legal
}

fn refusal(rule: &'static str, because: String) -> TripRefusal {
    TripRefusal { rule, because, legal: Vec::new() }
}

/// Plans the trip at one given speed.
fn at(craft: &Craft<'_>, chart: &TravelTable, wish: &TripRequest, speed: i32) -> Result<Trip, TripRefusal> {
    let rules = craft.rules;
    let name = &craft.item.title;
    let own = craft.effective_v_shift().unwrap_or(0);
    let by = &chart.by;
    if speed < 0 || speed > own.saturating_add(i32::from(wish.overburn)) {
        let now = if craft.r_mass == ReactionMass::Empty { " until she is supplied" } else { "" };
        let may_be_more = speed == own.saturating_add(1) && may_overburn(craft, chart, speed).is_ok();
        let overburn = if may_be_more { ", or one more in an overburn" } else { "" };
        let speeds = if own > 0 { format!("at 0 to {own}") } else { "at 0".to_owned() };
        return Err(refusal("2.1", format!("{name} has {by} {own}{now}: she can go {speeds}{overburn}, not at {speed}")));
    }
    let overburns = wish.overburn && speed == own.saturating_add(1);
    if wish.overburn && !overburns {
        return Err(refusal("2.5", format!("an overburn is at {by} {}, one more than {name} has", own.saturating_add(1))));
    }
    if overburns {
        may_overburn(craft, chart, speed)?;
    }
    if chart.is_unreachable(&wish.goal) {
        return Err(refusal("2.7", format!("{} cannot be reached: no ship has enough reaction mass", wish.goal.title)));
    }
    let way = match wish.time {
        Some(time) => Some((time, TimeSource::Authored)),
        None => chart.way(speed, &wish.goal).map(|way| (way.time, if way.computed { TimeSource::Computed } else { TimeSource::Table })),
    };
    let Some((time, time_from)) = way else {
        return Err(refusal("2.2", format!("the table `{}` has no time for {by} {speed}", chart.name)));
    };
    sustained(craft, by, speed, time)?;
    let knot = chart.slipknot().and_then(|knot| chart.way(speed, &knot)).map(|way| way.time);
    if overburns && knot.is_some_and(|knot| time > knot) {
        let longest = knot.map_or(String::new(), |knot| knot.to_string());
        return Err(refusal(
            "2.5",
            format!("an overburn at {by} {speed} lasts at most {longest}, the time to a slipknot, but this takes {time}"),
        ));
    }
    let saving_by = saving_by(craft);
    if wish.conserve && !conserves(craft, speed) {
        let how = if rules.is("conserving", "exactly") { "exactly" } else { "at most" };
        let because = match own.saturating_sub(saving_by) {
            ..0 => format!("to save reaction mass a ship must stay {saving_by} below her own {by}, but {name} has only {own}"),
            most => format!("to save reaction mass {name} must go at {by} {most}, {how}"),
        };
        return Err(refusal("R-T24", because));
    }
    let Range { time: endurance, by: endurance_by, saving } = range(craft, chart, speed);
    let under_way = time.times(wish.ways.count());
    let (life_support, _) = craft.life_support();
    if let Some(endurance) = endurance.filter(|endurance| under_way > *endurance) {
        let way = wish.ways.words();
        return Err(refusal("2.3", format!("at {by} {speed} the reaction mass of {name} lasts {endurance}, but {way} {under_way}")));
    }
    if under_way > life_support {
        return Err(refusal("2.3", format!("air and food aboard {name} last {life_support}, but she would be under way for {under_way}")));
    }
    if let Some(more) = wish.ways.after_an_overburn().filter(|_| overburns) {
        return Err(refusal("2.5", format!("after an overburn {name} has no reaction mass to {more}")));
    }
    let long = speed == craft.v_shift().unwrap_or(own) && knot.is_some_and(|knot| under_way >= knot);
    let made = [(long, TripPart::LongBurn), (overburns, TripPart::Overburn)];
    let arrival = arrives(craft, made.into_iter().filter(|(made, _)| *made).map(|(_, passage)| passage));
    let fits = |bound: Option<Time>| bound.is_none_or(|bound| time.times(wish.ways.doubled()) <= bound);
    Ok(Trip {
        goal: wish.goal.clone(),
        speed,
        manner: match (overburns, saving) {
            (true, _) => TripMode::Overburn,
            (_, true) => TripMode::Conserving,
            _ => TripMode::Cruising,
        },
        time,
        time_from,
        under_way,
        endurance,
        endurance_by,
        life_support,
        can_return: !overburns && fits(endurance) && fits(Some(life_support)),
        arrival,
    })
}

/// Endurance of the reaction mass at a speed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Endurance; `None` if there is no limit or no reaction mass.
    pub time: Option<Time>,
    /// Effects and rules that changed the endurance.
    pub by: Vec<String>,
    /// True if the speed saves reaction mass.
    pub saving: bool,
}

/// Returns the number by which the speed of a ship must be below its thrust to save reaction mass.
fn saving_by(craft: &Craft<'_>) -> i32 {
    i32::try_from(craft.rules.int("conserving_by", 2)).unwrap_or(2)
}

/// True if a speed saves reaction mass (R-VT1).
fn conserves(craft: &Craft<'_>, speed: i32) -> bool {
    let (below, by) = (craft.effective_v_shift().unwrap_or(0).saturating_sub(speed), saving_by(craft));
    if craft.rules.is("conserving", "exactly") { below == by } else { below >= by }
}

/// Returns the endurance of a ship at a speed. The normal value comes from the table and effects; at a speed that saves reaction mass, the
/// extended value is used if it is larger (R-VT1). The endurance of an almost empty tank is left to the players (R-T23, R-VT3).
pub fn range(craft: &Craft<'_>, chart: &TravelTable, speed: i32) -> Range {
    let row = chart.row(speed);
    let conserving = conserves(craft, speed);
    let (normal, lines) = match row.and_then(|row| row.endurance) {
        Some(table) => {
            let (time, by) = craft.endurance(table);
            (Some(time), by)
        }
        None => (None, Vec::new()),
    };
    let extended = row.and_then(|row| row.extended).filter(|_| conserving);
    let time = normal.max(extended).filter(|_| craft.r_mass != ReactionMass::Empty);
    let by = if time > normal {
        let own = craft.effective_v_shift().unwrap_or(0);
        vec![format!("{} or more below {} {own}: the extended range", saving_by(craft), chart.by)]
    } else {
        lines
    };
    Range { time, by, saving: time > normal || extended.is_some() }
}

/// Returns the state of a ship after a trip: the state after an earlier trip, changed by each passage. Aspects from an earlier trip get no
/// new free tag (R-VT3).
fn arrives(craft: &Craft<'_>, passages: impl Iterator<Item = TripPart>) -> Arrival {
    let left = left_from_before(craft);
    passages.fold(left.clone(), |before, passage| {
        let mut after = Arrival::after(passage, craft.item, craft.rules);
        let again = after.aspects.iter_mut().filter(|aspect| left.aspects.iter().any(|there| there.text == aspect.text));
        again.for_each(|aspect| aspect.free_tags = 0);
        before.then(after)
    })
}

/// Returns the state left by an earlier trip, which lasts until a resupply (R-T17), without new free tags or heat.
fn left_from_before(craft: &Craft<'_>) -> Arrival {
    let mut left = match craft.r_mass {
        ReactionMass::Ok => return Arrival::default(),
        ReactionMass::Low => Arrival::after(TripPart::LongBurn, craft.item, craft.rules),
        ReactionMass::Empty => Arrival::after(TripPart::Overburn, craft.item, craft.rules),
    };
    left.boxes.clear();
    left.aspects.iter_mut().for_each(|aspect| aspect.free_tags = 0);
    left
}

/// Checks that a ship may overburn to this speed.
///
/// # Errors
/// Returns a [`TripRefusal`] with the rule that forbids it.
pub(crate) fn may_overburn(craft: &Craft<'_>, chart: &TravelTable, speed: i32) -> Result<(), TripRefusal> {
    let name = &craft.item.title;
    if craft.rules.is("overburn", "no") {
        return Err(refusal("2.5", "in these rules a ship cannot go faster than her own thrust".to_owned()));
    }
    if let Some(line) = craft.permission(Action::Overburn, &|_: State| 0).forbidden {
        return Err(refusal("2.5", format!("{name} cannot overburn ({line})")));
    }
    if craft.r_mass == ReactionMass::Empty {
        return Err(refusal("2.5", format!("{name} has no reaction mass left to overburn")));
    }
    if chart.row(speed).is_none() {
        return Err(refusal(
            "R-T4",
            format!("an overburn to {} {speed} is not possible: the table `{}` has no such row", chart.by, chart.name),
        ));
    }
    Ok(())
}

/// Checks that the ship does not exceed the cruise limit for more than a day (R-T2).
fn sustained(craft: &Craft<'_>, by: &str, speed: i32, time: Time) -> Result<(), TripRefusal> {
    let longest = Time::hours(u64::try_from(craft.rules.int("sustained_hours", 24)).unwrap_or(24));
    let limit = craft.cruise_speed();
    if time <= longest || i64::from(speed) <= limit.value {
        return Ok(());
    }
    let who = match limit.because.as_slice() {
        [] => "no ship can go".to_owned(),
        lines => format!("{} cannot go ({})", craft.item.title, lines.join("; ")),
    };
    Err(refusal("R-T2", format!("{who} faster than {by} {} for more than {longest}, but at {by} {speed} it takes {time}", limit.value)))
}
