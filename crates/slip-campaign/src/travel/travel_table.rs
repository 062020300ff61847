//! Travel table in force: the speeds, the time to each place, and the endurance of reaction mass.

use super::integer_power::{PowerLawPoint, through};
use slip_pack::length_and_time::{Length, Time};
use slip_pack::ruleset::Rules;
use slip_pack::table::{Column, ColumnRole, RowResult, Table};
use slip_pack::{Name, Pack};

use serde::Serialize;

/// Travel table that was read from the package: speeds, places, and times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TravelTable {
    /// Name of the table.
    pub name: Name,
    /// Display name.
    pub title: String,
    /// Quantity that the rows of the table are indexed by, such as `V-shift`.
    pub by: String,
    /// Places, in the order of the table.
    pub places: Vec<TravelPlace>,
    /// Speeds, the lowest first.
    pub rows: Vec<SpeedRow>,
}

/// Place with times in the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TravelPlace {
    /// Name in the table.
    pub name: Name,
    /// Display name.
    pub title: String,
    /// Distance to the place in metres.
    pub far: Length,
    /// True if the place is a slipknot.
    pub slipknot: bool,
    /// True if the place cannot be reached.
    pub unreachable: bool,
}

/// Row of the table: data for one speed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpeedRow {
    /// Speed of the row.
    pub speed: i32,
    /// Endurance of the reaction mass in seconds; `None` if there is no limit.
    pub endurance: Option<Time>,
    /// Endurance in seconds if the ship saves reaction mass.
    pub extended: Option<Time>,
    /// Travel time to each place; `None` if the table has no time for the place.
    pub times: Vec<Option<Time>>,
}

/// Duration of one way of a trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TripDuration {
    /// Time of the way in seconds.
    pub time: Time,
    /// True if the time was computed from times of the table, false if the table contains it (R-T3).
    pub computed: bool,
}

/// Destination of a trip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Destination {
    /// Display name of the destination: a place of the table, or a distance.
    pub title: String,
    /// Distance to the destination in metres.
    pub far: Length,
    /// Index of the place in the table.
    #[serde(skip)]
    pub place: Option<usize>,
}

impl TravelTable {
    /// Returns the travel table that the setting `travel_table` names.
    ///
    /// # Errors
    /// Returns a sentence if there is no such table, or if the table has no columns with distances.
    pub fn of(pack: &Pack, rules: &Rules) -> Result<TravelTable, String> {
        let name = rules.word("travel_table", "travel_times");
        let table = pack.table_called(name).ok_or_else(|| format!("there is no table `{name}`, which the setting `travel_table` names"))?;
        let chart = TravelTable::read(table);
        if chart.places.is_empty() || chart.rows.is_empty() {
            return Err(format!("the table `{name}`, which the setting `travel_table` names, has no column with `at` and a distance"));
        }
        Ok(chart)
    }

    fn read(table: &Table) -> TravelTable {
        let time = |found: Option<&RowResult>| match found {
            Some(RowResult::Text(text)) => Time::parse(text),
            _ => None,
        };
        let with_role = |role: ColumnRole| table.columns.iter().position(|column| column.role == Some(role));
        let places: Vec<(usize, TravelPlace)> =
            table.columns.iter().enumerate().filter_map(|(at, column)| Some((at, place(column)?))).collect();
        let row = |row: &slip_pack::table::TableRow| {
            let of = |column: Option<usize>| column.and_then(|column| time(row.found.get(column)));
            let times = places.iter().map(|(at, _)| of(Some(*at))).collect();
            let (endurance, extended) = (of(with_role(ColumnRole::Endurance)), of(with_role(ColumnRole::Extended)));
            (row.from..=row.to.min(row.from.saturating_add(MOST_ROWS)))
                .map(move |speed| (speed, endurance, extended))
                .zip(std::iter::repeat(times))
        };
        let mut rows: Vec<SpeedRow> = Vec::new();
        for ((speed, endurance, extended), times) in table.rows.iter().flat_map(|found| row(found).collect::<Vec<((i32, _, _), Vec<_>)>>())
        {
            rows.push(SpeedRow { speed, endurance, extended, times });
        }
        rows.sort_by_key(|row| row.speed);
        TravelTable {
            name: table.name.clone(),
            title: table.title.clone(),
            by: table.by.clone().unwrap_or_else(|| "speed".to_owned()),
            places: places.into_iter().map(|(_, place)| place).collect(),
            rows,
        }
    }

    /// Returns the row for a speed.
    pub fn row(&self, speed: i32) -> Option<&SpeedRow> {
        self.rows.iter().find(|row| row.speed == speed)
    }

    /// Parses a destination: the name or title of a place, or a distance such as `1 AU`.
    ///
    /// # Errors
    /// Returns a sentence that lists the possible destinations.
    pub fn goal(&self, word: &str) -> Result<Destination, String> {
        let is_called = |place: &TravelPlace| place.name == *word || place.title.eq_ignore_ascii_case(word);
        if let Some((at, place)) = self.places.iter().enumerate().find(|(_, place)| is_called(place)) {
            return Ok(Destination { title: place.title.clone(), far: place.far, place: Some(at) });
        }
        if let Some(far) = Length::parse(word) {
            let place = self.places.iter().position(|place| place.far == far);
            return Ok(Destination { title: far.to_string(), far, place });
        }
        let names = || self.places.iter().map(|place| place.name.as_str());
        let near = slip_suggest::nearest(word, names()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
        Err(format!(
            "`{word}` is neither a place nor a distance: {near}{} has {}; write a distance for example as `1.5 AU` or `400_000 km`",
            self.name,
            names().collect::<Vec<_>>().join(", ")
        ))
    }

    /// Returns the slipknot as a destination, if the table has one.
    pub fn slipknot(&self) -> Option<Destination> {
        let (at, place) = self.places.iter().enumerate().find(|(_, place)| place.slipknot)?;
        Some(Destination { title: place.title.clone(), far: place.far, place: Some(at) })
    }

    /// True if the destination cannot be reached: it is at least as far as an unreachable place.
    pub fn is_unreachable(&self, goal: &Destination) -> bool {
        match goal.place.and_then(|at| self.places.get(at)) {
            Some(place) => place.unreachable,
            None => self.places.iter().any(|place| place.unreachable && place.far <= goal.far),
        }
    }

    /// Returns the duration of one way at a speed: the time in the table, or a power-law interpolation between the two nearest places. Past
    /// the ends of the table, it is an extrapolation. Returns `None` if there is no such speed or there are no times to compute from.
    pub fn way(&self, speed: i32, goal: &Destination) -> Option<TripDuration> {
        let row = self.row(speed)?;
        if let Some(time) = goal.place.and_then(|at| *row.times.get(at)?) {
            return Some(TripDuration { time, computed: false });
        }
        let known = self.places.iter().zip(&row.times).filter(|(place, _)| !place.unreachable);
        let mut points: Vec<PowerLawPoint> =
            known.filter_map(|(place, time)| Some(PowerLawPoint { far: place.far.0, long: (*time)?.0 })).collect();
        points.sort_by_key(|point| point.far);
        points.dedup_by_key(|point| point.far);
        if let Some(point) = points.iter().find(|point| point.far == goal.far.0) {
            return Some(TripDuration { time: Time(point.long), computed: false });
        }
        let pair =
            points.windows(2).find(|pair| pair.last().is_some_and(|beyond| goal.far.0 <= beyond.far)).or_else(|| points.windows(2).last());
        match pair {
            Some([near, beyond]) => through(*near, *beyond, goal.far.0).map(|time| TripDuration { time: Time(time), computed: true }),
            _ => None,
        }
    }
}

/// Largest number of speeds that one row of the table covers.
const MOST_ROWS: i32 = 100;

fn place(column: &Column) -> Option<TravelPlace> {
    Some(TravelPlace {
        name: column.name.clone(),
        title: column.title.clone(),
        far: column.at?,
        slipknot: column.role == Some(ColumnRole::Slipknot),
        unreachable: column.role == Some(ColumnRole::Unreachable),
    })
}
