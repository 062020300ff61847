//! Parts (shards) of a simulation that are played separately and merged.
//!
//! Shard `i` of `m` plays the games from `N(i-1)/m` to `Ni/m`, rounded down. A part contains the description of the simulation, its range
//! of games and its counts. It ends with a hash of these, so that a damaged or altered part is rejected.

use super::batches::SimulationResult;
use super::participants::SimulationDescription;
use super::schema_struct_macro::records;
use super::total_counts::SimulationCounts;
use slip_limits::GAMES;
use slip_pack::hash;
use slip_pack::json_reader;
use slip_play::stored_seat::StoredSeat;
use std::fmt;
use std::ops::Range;

/// Version of the file format of a part.
pub const FORMAT: u64 = 1;

records! {
    /// Part of a simulation: games that were played separately, with their counts.
    pub struct SimulationPart {
        /// Version of the file format.
        pub slipyard_part: u64,
        /// Description of the whole simulation.
        pub head: SimulationDescription,
        /// First game of the part.
        pub from: u64,
        /// One past the last game of the part.
        pub to: u64,
        /// Counts of the part.
        pub counts: SimulationCounts,
        /// SHA-256 hash of all other fields.
        pub hash: String,
    }
}

/// Shard of a simulation: its number and the number of shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Number of the shard, from 1.
    pub number: u64,
    /// Number of shards.
    pub of: u64,
}

impl Shard {
    /// Returns the range of games of the shard; `all` is the number of games of the whole simulation.
    pub fn games(self, all: u64) -> Range<u64> {
        let edge = |number: u64| {
            let edge = u128::from(all) * u128::from(number) / u128::from(self.of.max(1));
            u64::try_from(edge).unwrap_or(all).min(all)
        };
        edge(self.number.saturating_sub(1))..edge(self.number)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let read = |text: &str| text.trim().parse::<u64>().ok();
        let pair = text.split_once('/').and_then(|(number, of)| read(number).zip(read(of)));
        match pair {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(format!("`{text}` is not a shard: write its number and the number of shards, such as `3/16`")),
        }
    }
}

/// Reason why the parts of a simulation cannot be merged. A part is named by its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmergeable {
    /// No parts were given.
    Nothing,
    /// One of the parts belongs to another simulation than the first part.
    OtherRun {
        /// Index of the part.
        part: usize,
        /// Difference between the two simulations.
        what: &'static str,
    },
    /// Two parts contain the same games.
    Twice {
        /// Index of the part.
        part: usize,
        /// Index of the other part.
        other: usize,
    },
    /// The games of this range are missing: no part contains them.
    Missing(Range<u64>),
}

impl SimulationPart {
    /// Creates one part of a simulation from the counts of its games.
    pub fn new(done: SimulationResult, games: Range<u64>) -> SimulationPart {
        let mut part = SimulationPart {
            slipyard_part: FORMAT,
            head: done.head,
            from: games.start,
            to: games.end,
            counts: done.counts,
            hash: String::new(),
        };
        part.hash = part.reckoned();
        part
    }

    /// Computes the hash of all other fields of the part.
    fn reckoned(&self) -> String {
        let bare = SimulationPart { hash: String::new(), ..self.clone() };
        // Data that consists only of strings and numbers can always be serialised.
        format!("sha256:{}", hash::of_bytes(serde_json::to_string(&bare).unwrap_or_default().as_bytes()))
    }

    /// Returns the part as one line of JSON.
    pub fn written(&self) -> String {
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// Parses a part of a simulation.
    ///
    /// # Errors
    /// A sentence, if the text is not a part or is damaged.
    pub fn read(text: &str) -> Result<SimulationPart, String> {
        let damaged = |unread: json_reader::JsonError| format!("it is damaged: {unread}");
        let head: Form = json_reader::read(text).map_err(damaged)?;
        match head.slipyard_part {
            None => return Err("it is not a part of a simulation".to_owned()),
            Some(FORMAT) => {}
            Some(format) => return Err(format!("it has version {format}, but this release reads version {FORMAT}")),
        }
        let part: SimulationPart = json_reader::read(text).map_err(damaged)?;
        if let Some(fault) = part.seat_fault() {
            return Err(format!("it is damaged: {fault}"));
        }
        if let Some(field) = part.impossible() {
            return Err(format!("it is damaged: `{field}` is impossible for this simulation"));
        }
        let games = part.to.checked_sub(part.from);
        if part.hash != part.reckoned() || games != Some(part.counts.tally.games) || part.to > part.head.games {
            return Err("it is damaged: its hash does not match its content".to_owned());
        }
        Ok(part)
    }
}

/// Format version of a part. It is read first, because the other fields depend on it.
#[derive(serde::Deserialize)]
struct Form {
    #[serde(default)]
    slipyard_part: Option<u64>,
}

impl SimulationPart {
    /// Returns the name of the first field that contradicts the description of the simulation.
    fn impossible(&self) -> Option<&'static str> {
        let SimulationPart { head, counts, .. } = self;
        let other = head.other.as_ref().map(|other| &other.cast);
        let has_mirror = counts.mirror.is_some() == head.mirror && (!head.mirror || head.cast.sides.len() == 2);
        let fields = [
            ("head.games", (1..=GAMES).contains(&head.games)),
            ("head.cast.actors.side", head.cast.actors.iter().all(|actor| actor.side < count(head.cast.sides.len()))),
            ("head.other.cast.sides", other.is_none_or(|other| head.cast.has_sides_of(other))),
            ("counts.tally", counts.tally.is_of(&head.cast, head.games)),
            ("counts.mirror", has_mirror && counts.mirror.as_ref().is_none_or(|mirror| mirror.is_of(counts.tally.games))),
            ("counts.other", counts.other.is_some() == other.is_some()),
            ("counts.other", counts.other.as_ref().zip(other).is_none_or(|(counts, cast)| counts.is_of(cast, head.games))),
        ];
        fields.iter().find(|(_, may_be)| !may_be).map(|(field, _)| *field)
    }
}

impl SimulationPart {
    /// Returns the fault of the first invalid player. Players are checked here because the report prints them as part of a shell command.
    fn seat_fault(&self) -> Option<String> {
        let SimulationDescription { cast, other, seats, .. } = &self.head;
        let asked = seats.iter().enumerate().find_map(|(number, seat)| {
            let (side, who) = seat.split_once('=').unwrap_or(("", seat));
            let is_side = cast.sides.iter().any(|known| known.name == side);
            let read = who.parse::<StoredSeat>().map_err(|why| why.to_string());
            let fault = if is_side { read.err()? } else { "expected a side, `=` and its player".to_owned() };
            Some(format!("`head.seats[{number}]`: {fault}"))
        });
        let casts = std::iter::once(("head.cast", cast)).chain(other.iter().map(|other| ("head.other.cast", &other.cast)));
        let mut sides = casts.flat_map(|(field, cast)| cast.sides.iter().enumerate().map(move |(number, side)| (field, number, side)));
        asked.or_else(|| {
            sides.find_map(|(field, number, side)| {
                let fault = match StoredSeat::from_log(&side.by, side.doctrine.as_deref().map(Into::into)) {
                    Ok(StoredSeat::Outside(outside)) => format!("a part cannot have a {}", outside.word()),
                    Ok(_) => return None,
                    Err(fault) => fault.to_string(),
                };
                Some(format!("`{field}.sides[{number}]`: {fault}"))
            })
        })
    }
}

/// Returns a length as `u64`.
pub(super) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Returns the difference between two simulations, if there is one.
fn difference(one: &SimulationDescription, other: &SimulationDescription) -> Option<&'static str> {
    let (mine, theirs) = (&one.cast, &other.cast);
    [
        (one.slipyard != other.slipyard, "the release of Slipyard"),
        (mine.encounter != theirs.encounter, "the encounter"),
        (mine.package != theirs.package, "the package"),
        (mine.sides != theirs.sides || one.seats != other.seats, "the players"),
        (one.seed != other.seed, "the seed"),
        (one.games != other.games, "the number of games"),
        (one.mirror != other.mirror, "the option --mirror"),
        (one.other != other.other, "the version it is compared with"),
        (one != other, "the encounter as it was played"),
    ]
    .into_iter()
    .find_map(|(differs, what)| differs.then_some(what))
}

/// Merges the parts of a simulation; the result is exactly that of playing the whole simulation.
///
/// # Errors
/// [`Unmergeable`] unless the parts belong to one simulation and contain each game exactly once.
pub fn merge(parts: &[SimulationPart]) -> Result<SimulationResult, Unmergeable> {
    let Some(first) = parts.first() else { return Err(Unmergeable::Nothing) };
    for (part, other) in parts.iter().enumerate() {
        if let Some(what) = difference(&first.head, &other.head) {
            return Err(Unmergeable::OtherRun { part, what });
        }
    }
    // If there are few games, some shards are empty; these are skipped.
    let mut order: Vec<(usize, &SimulationPart)> = parts.iter().enumerate().filter(|(_, part)| part.from < part.to).collect();
    order.sort_by_key(|(place, part)| (part.from, *place));
    let (mut next, mut before) = (0, 0);
    for &(place, part) in &order {
        if part.from > next {
            return Err(Unmergeable::Missing(next..part.from));
        }
        if part.from < next {
            return Err(Unmergeable::Twice { part: place, other: before });
        }
        (next, before) = (part.to, place);
    }
    if next != first.head.games {
        return Err(Unmergeable::Missing(next..first.head.games));
    }
    let mut counts = first.counts.clone();
    counts.clear();
    order.iter().for_each(|(_, part)| counts.add(&part.counts));
    counts.tidy();
    Ok(SimulationResult { head: first.head.clone(), counts })
}

impl fmt::Display for Unmergeable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unmergeable::Nothing => f.write_str("there are no parts"),
            Unmergeable::OtherRun { part, what } => write!(f, "part {} belongs to another simulation: {what} differs", part + 1),
            Unmergeable::Twice { part, other } => write!(f, "parts {} and {} have games in common", other + 1, part + 1),
            Unmergeable::Missing(games) => write!(f, "no part contains the games {} to {}", games.start, games.end.saturating_sub(1)),
        }
    }
}
