//! The travel table that is in force: which speeds there are, how long each takes, how long the reaction mass lasts.

use super::power::{Point, through};
use slip_pack::quantity::{Length, Time};
use slip_pack::ruleset::Rules;
use slip_pack::table::{Column, ColumnRole, Found, Table};
use slip_pack::{Name, Pack};

use serde::Serialize;

/// A travel table, read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chart {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// What its rows count: `V-shift`.
    pub by: String,
    /// The places, in the order of the table.
    pub places: Vec<Place>,
    /// The speeds, the lowest first.
    pub rows: Vec<Row>,
}

/// A place that the table has times for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its name in the table.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// How far away it is, in metres.
    pub far: Length,
    /// True if it is a slipknot.
    pub slipknot: bool,
    /// True if nobody gets there.
    pub unreachable: bool,
}

/// What a speed comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The speed.
    pub speed: i32,
    /// How long the reaction mass lasts, in seconds; none: nobody counts.
    pub endurance: Option<Time>,
    /// How long it lasts a ship that saves it.
    pub extended: Option<Time>,
    /// How long the way to each place takes; none where there is no time.
    pub times: Vec<Option<Time>>,
}

/// How long a way takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// How long, in seconds.
    pub time: Time,
    /// True if the time is reckoned from those of the table, and does not stand in it (R-T3).
    pub computed: bool,
}

/// Where a trip goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Goal {
    /// What it is called: a place of the table, or a distance.
    pub title: String,
    /// How far, in metres.
    pub far: Length,
    /// The place of the table it is, by its number.
    #[serde(skip)]
    pub place: Option<usize>,
}

impl Chart {
    /// The table that the setting `travel_table` names.
    ///
    /// # Errors
    /// A sentence, if there is no such table or it has no columns with distances.
    pub fn of(pack: &Pack, rules: &Rules) -> Result<Chart, String> {
        let name = rules.word("travel_table", "travel_times");
        let table = pack.table_called(name).ok_or_else(|| format!("there is no table `{name}`, which `travel_table` names"))?;
        let chart = Chart::read(table);
        if chart.places.is_empty() || chart.rows.is_empty() {
            return Err(format!("the table `{name}`, which `travel_table` names, has no column `at` a distance"));
        }
        Ok(chart)
    }

    fn read(table: &Table) -> Chart {
        let time = |found: Option<&Found>| match found {
            Some(Found::Text(text)) => Time::parse(text),
            _ => None,
        };
        let with_role = |role: ColumnRole| table.columns.iter().position(|column| column.role == Some(role));
        let places: Vec<(usize, Place)> = table.columns.iter().enumerate().filter_map(|(at, column)| Some((at, place(column)?))).collect();
        let row = |row: &slip_pack::table::Row| {
            let of = |column: Option<usize>| column.and_then(|column| time(row.found.get(column)));
            let times = places.iter().map(|(at, _)| of(Some(*at))).collect();
            let (endurance, extended) = (of(with_role(ColumnRole::Endurance)), of(with_role(ColumnRole::Extended)));
            (row.from..=row.to.min(row.from.saturating_add(MOST_ROWS)))
                .map(move |speed| (speed, endurance, extended))
                .zip(std::iter::repeat(times))
        };
        let mut rows: Vec<Row> = Vec::new();
        for ((speed, endurance, extended), times) in table.rows.iter().flat_map(|found| row(found).collect::<Vec<((i32, _, _), Vec<_>)>>())
        {
            rows.push(Row { speed, endurance, extended, times });
        }
        rows.sort_by_key(|row| row.speed);
        Chart {
            name: table.name.clone(),
            title: table.title.clone(),
            by: table.by.clone().unwrap_or_else(|| "speed".to_owned()),
            places: places.into_iter().map(|(_, place)| place).collect(),
            rows,
        }
    }

    /// What a speed comes to.
    pub fn row(&self, speed: i32) -> Option<&Row> {
        self.rows.iter().find(|row| row.speed == speed)
    }

    /// Where a word leads: the name or title of a place, or a distance such as `1 AU`.
    ///
    /// # Errors
    /// A sentence that says what there is.
    pub fn goal(&self, word: &str) -> Result<Goal, String> {
        let is_called = |place: &Place| place.name == *word || place.title.eq_ignore_ascii_case(word);
        if let Some((at, place)) = self.places.iter().enumerate().find(|(_, place)| is_called(place)) {
            return Ok(Goal { title: place.title.clone(), far: place.far, place: Some(at) });
        }
        if let Some(far) = Length::parse(word) {
            let place = self.places.iter().position(|place| place.far == far);
            return Ok(Goal { title: far.to_string(), far, place });
        }
        let names = || self.places.iter().map(|place| place.name.as_str());
        let near = slip_suggest::nearest(word, names()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
        Err(format!(
            "`{word}` is neither a place nor a distance: {near}{} has {}; a distance is written for instance `1.5 AU` or `400_000 km`",
            self.name,
            names().collect::<Vec<_>>().join(", ")
        ))
    }

    /// The way to a slipknot, if the table has one.
    pub fn slipknot(&self) -> Option<Goal> {
        let (at, place) = self.places.iter().enumerate().find(|(_, place)| place.slipknot)?;
        Some(Goal { title: place.title.clone(), far: place.far, place: Some(at) })
    }

    /// True if nobody gets so far: it is as far as a place that nobody reaches.
    pub fn is_unreachable(&self, goal: &Goal) -> bool {
        match goal.place.and_then(|at| self.places.get(at)) {
            Some(place) => place.unreachable,
            None => self.places.iter().any(|place| place.unreachable && place.far <= goal.far),
        }
    }

    /// How long a way takes at a speed: the time of the table, or by the power law between the times of the two places between
    /// which it lies (beyond the ends by the slope there). None if there is no such speed, or no time to reckon from.
    pub fn way(&self, speed: i32, goal: &Goal) -> Option<Way> {
        let row = self.row(speed)?;
        if let Some(time) = goal.place.and_then(|at| *row.times.get(at)?) {
            return Some(Way { time, computed: false });
        }
        let known = self.places.iter().zip(&row.times).filter(|(place, _)| !place.unreachable);
        let mut points: Vec<Point> = known.filter_map(|(place, time)| Some(Point { far: place.far.0, long: (*time)?.0 })).collect();
        points.sort_by_key(|point| point.far);
        points.dedup_by_key(|point| point.far);
        if let Some(point) = points.iter().find(|point| point.far == goal.far.0) {
            return Some(Way { time: Time(point.long), computed: false });
        }
        let pair =
            points.windows(2).find(|pair| pair.last().is_some_and(|beyond| goal.far.0 <= beyond.far)).or_else(|| points.windows(2).last());
        match pair {
            Some([near, beyond]) => through(*near, *beyond, goal.far.0).map(|time| Way { time: Time(time), computed: true }),
            _ => None,
        }
    }
}

/// The most speeds that one row may stand for.
const MOST_ROWS: i32 = 100;

fn place(column: &Column) -> Option<Place> {
    Some(Place {
        name: column.name.clone(),
        title: column.title.clone(),
        far: column.at?,
        slipknot: column.role == Some(ColumnRole::Slipknot),
        unreachable: column.role == Some(ColumnRole::Unreachable),
    })
}
