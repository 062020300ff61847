//! Counts of a simulation: integers that can be added in any order.

use super::comparison::ComparedCounts;
use super::participants::SimulatedEncounter;
use super::schema_struct_macro::records;
use super::shard::count;
use super::side_swap::SwappedSideCounts;

records! {
    /// Histogram of a number that has one value per game.
    pub struct Histogram {
        /// Number of games with the values 0, 1, 2 …; the last possible entry also counts all higher values.
        pub counts: Vec<u64>,
        /// Sum of the values of all games.
        pub sum: u64,
        /// Sum of the squares of the values.
        pub squares: u64,
    }

    /// Way in which games end: winner and reason, with the number of games.
    pub struct GameEnding {
        /// Number of the winning side; null for a draw.
        pub winner: Option<u64>,
        /// Reason of the ending, as in logs.
        pub why: String,
        /// Number of games with this ending.
        pub games: u64,
    }

    /// Counts of a side.
    pub struct SideTally {
        /// Number of games that the side wins.
        pub wins: u64,
        /// Number of the first game that the side wins; `None` if it wins no game.
        pub first_win: Option<u64>,
        /// Number of the side's fighters that are out at the end (taken out; in raise-and-see conflicts: lost).
        pub out: Histogram,
        /// Number of consequences that the side takes.
        pub consequences: Histogram,
        /// Number of fate points that the side spends.
        pub fate: Histogram,
    }

    /// Counts of an actor over all games.
    pub struct ActorTally {
        /// Number of games in which the actor was taken out (in raise-and-see conflicts: could not see, or had to give).
        pub out: u64,
        /// Number of games in which the actor was taken out and does not come back.
        pub lost: u64,
        /// Number of games in which the actor left the map.
        pub left: u64,
        /// Number of games in which the actor conceded or gave.
        pub conceded: u64,
        /// Number of mild consequences, over all games.
        pub mild: u64,
        /// Number of moderate consequences, over all games.
        pub moderate: u64,
        /// Number of severe consequences, over all games.
        pub severe: u64,
        /// Number of fate points spent, over all games.
        pub fate: u64,
        /// Number of checks rolled, over all games.
        pub rolls: u64,
        /// Number of dice added to the pool, over all games.
        pub dice: u64,
        /// Number of boxes of fallout marked, over all games.
        pub fallout: u64,
    }

    /// Shortest or longest game so far.
    pub struct ExtremeGame {
        /// Length of the game in rounds.
        pub rounds: u64,
        /// Number of the game; the lowest if several have this length.
        pub game: u64,
    }

    /// Counts of some games of one encounter.
    pub struct Tally {
        /// Number of games counted.
        pub games: u64,
        /// Number of games that no side wins.
        pub draws: u64,
        /// Endings, by winner and reason.
        pub endings: Vec<GameEnding>,
        /// Length of the games in rounds.
        pub length: Histogram,
        /// Shortest of the counted games.
        pub shortest: Option<ExtremeGame>,
        /// Longest of the counted games.
        pub longest: Option<ExtremeGame>,
        /// Counts by side, in the order of the encounter.
        pub sides: Vec<SideTally>,
        /// Counts by actor, in the order of logs.
        pub actors: Vec<ActorTally>,
    }

    /// All counts of some games of a simulation.
    pub struct SimulationCounts {
        /// Counts of the encounter.
        pub tally: Tally,
        /// Counts of the games with exchanged sides, if requested.
        pub mirror: Option<SwappedSideCounts>,
        /// Counts of the version to compare with, if requested.
        pub other: Option<ComparedCounts>,
    }
}

/// Greatest number of entries in a histogram: more than any fight has rounds, losses or points.
const MOST: usize = 1 << 10;

/// Adds two lists element by element.
pub(super) fn add_all<T: Clone>(to: &mut Vec<T>, from: &[T], blank: &T, add: impl Fn(&mut T, &T)) {
    if to.len() < from.len() {
        to.resize(from.len(), blank.clone());
    }
    to.iter_mut().zip(from).for_each(|(to, from)| add(to, from));
}

impl Histogram {
    /// Adds the value of one game to the histogram.
    pub fn note(&mut self, value: u64) {
        let place = usize::try_from(value).unwrap_or(MOST).min(MOST - 1);
        if self.counts.len() <= place {
            self.counts.resize(place + 1, 0);
        }
        if let Some(count) = self.counts.get_mut(place) {
            *count += 1;
        }
        self.sum = self.sum.saturating_add(value);
        self.squares = self.squares.saturating_add(value.saturating_mul(value));
    }

    /// Returns the number of values in the histogram.
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    fn add(&mut self, other: &Histogram) {
        add_all(&mut self.counts, &other.counts, &0, |to, from| *to = to.saturating_add(*from));
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    fn clear(&mut self) {
        self.counts.fill(0);
        (self.sum, self.squares) = (0, 0);
    }

    /// Removes empty entries at the end of the histogram. They remain from an earlier use.
    fn tidy(&mut self) {
        let used = self.counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        self.counts.truncate(used);
    }
}

impl SideTally {
    fn histograms(&mut self) -> [&mut Histogram; 3] {
        [&mut self.out, &mut self.consequences, &mut self.fate]
    }

    fn add(&mut self, other: &SideTally) {
        self.wins = self.wins.saturating_add(other.wins);
        self.first_win = first(self.first_win, other.first_win);
        self.out.add(&other.out);
        self.consequences.add(&other.consequences);
        self.fate.add(&other.fate);
    }
}

impl ActorTally {
    /// Returns all counts of the actor, in the order of the fields.
    fn counts(&mut self) -> [&mut u64; 11] {
        let ActorTally { out, lost, left, conceded, mild, moderate, severe, fate, rolls, dice, fallout } = self;
        [out, lost, left, conceded, mild, moderate, severe, fate, rolls, dice, fallout]
    }

    pub(super) fn add(&mut self, other: &ActorTally) {
        let mut other = other.clone();
        self.counts().into_iter().zip(other.counts()).for_each(|(to, from)| *to = to.saturating_add(*from));
    }

    /// Returns the number of consequences of all grades.
    pub(super) const fn consequences(&self) -> u64 {
        self.mild.saturating_add(self.moderate).saturating_add(self.severe)
    }
}

fn first(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

/// Greatest number of times that anything can be counted in one game.
const MOST_IN_A_GAME: u64 = 1 << 21;

impl Histogram {
    /// True if this histogram is possible for a number of games.
    fn is_of(&self, games: u64) -> bool {
        let most = games.saturating_mul(MOST_IN_A_GAME);
        self.counts.len() <= MOST && self.total() <= games && self.sum <= most
    }
}

impl Tally {
    /// True if a part with `games` games of this encounter can have these counts.
    pub(super) fn is_of(&self, cast: &SimulatedEncounter, games: u64) -> bool {
        let (sides, most) = (count(cast.sides.len()), games.saturating_mul(MOST_IN_A_GAME));
        let won = self.sides.iter().fold(self.draws, |sum, side| sum.saturating_add(side.wins));
        let ended = self.endings.iter().fold(0_u64, |sum, ending| sum.saturating_add(ending.games));
        let is_in = |extreme: &Option<ExtremeGame>| extreme.as_ref().is_none_or(|extreme| extreme.game < games && extreme.rounds <= most);
        let fits = |side: &SideTally| {
            let histograms = [&side.out, &side.consequences, &side.fate];
            side.first_win.is_none_or(|game| game < games) && histograms.into_iter().all(|histogram| histogram.is_of(self.games))
        };
        self.games <= games
            && won == self.games
            && ended == self.games
            && self.endings.iter().all(|ending| ending.winner.is_none_or(|winner| winner < sides))
            && (self.sides.len(), self.actors.len()) == (cast.sides.len(), cast.actors.len())
            && [&self.shortest, &self.longest].into_iter().all(is_in)
            && self.length.is_of(self.games)
            && self.sides.iter().all(fits)
            && self.actors.iter().all(|actor| actor.clone().counts().into_iter().all(|number| *number <= most))
    }

    /// Returns empty counts for a number of sides and actors.
    pub fn of(sides: usize, actors: usize) -> Tally {
        Tally { sides: vec![SideTally::default(); sides], actors: vec![ActorTally::default(); actors], ..Tally::default() }
    }

    /// Adds a game that ended in this way.
    pub(super) fn note_end(&mut self, game: u64, winner: Option<u64>, why: &str, rounds: u64) {
        self.games += 1;
        match winner.and_then(|winner| self.sides.get_mut(usize::try_from(winner).unwrap_or(usize::MAX))) {
            Some(side) => {
                side.wins += 1;
                side.first_win = first(side.first_win, Some(game));
            }
            None => self.draws += 1,
        }
        self.length.note(rounds);
        self.note_extremes(&ExtremeGame { rounds, game }, &ExtremeGame { rounds, game });
        self.note_ending(winner, why, 1);
    }

    fn note_extremes(&mut self, short: &ExtremeGame, long: &ExtremeGame) {
        if self.shortest.as_ref().is_none_or(|known| (short.rounds, short.game) < (known.rounds, known.game)) {
            self.shortest = Some(short.clone());
        }
        let later = |known: &ExtremeGame| (std::cmp::Reverse(long.rounds), long.game) < (std::cmp::Reverse(known.rounds), known.game);
        if self.longest.as_ref().is_none_or(later) {
            self.longest = Some(long.clone());
        }
    }

    fn note_ending(&mut self, winner: Option<u64>, why: &str, games: u64) {
        match self.endings.iter_mut().find(|ending| ending.winner == winner && ending.why == why) {
            Some(ending) => ending.games = ending.games.saturating_add(games),
            None => self.endings.push(GameEnding { winner, why: why.to_owned(), games }),
        }
    }

    /// Adds the counts of other games of the same encounter.
    pub fn add(&mut self, other: &Tally) {
        self.games = self.games.saturating_add(other.games);
        self.draws = self.draws.saturating_add(other.draws);
        self.length.add(&other.length);
        if let (Some(short), Some(long)) = (&other.shortest, &other.longest) {
            self.note_extremes(short, long);
        }
        for ending in &other.endings {
            self.note_ending(ending.winner, &ending.why, ending.games);
        }
        add_all(&mut self.sides, &other.sides, &SideTally::default(), SideTally::add);
        add_all(&mut self.actors, &other.actors, &ActorTally::default(), ActorTally::add);
    }

    /// Resets all counts and keeps the memory.
    pub(super) fn clear(&mut self) {
        (self.games, self.draws) = (0, 0);
        (self.shortest, self.longest) = (None, None);
        self.endings.iter_mut().for_each(|ending| ending.games = 0);
        self.length.clear();
        for side in &mut self.sides {
            (side.wins, side.first_win) = (0, None);
            side.histograms().into_iter().for_each(Histogram::clear);
        }
        self.actors.iter_mut().for_each(|actor| *actor = ActorTally::default());
    }

    /// Brings the counts into a canonical form, so that equal counts are equal values.
    pub(super) fn tidy(&mut self) {
        self.endings.retain(|ending| ending.games > 0);
        self.endings.sort_by(|one, other| (one.winner, &one.why).cmp(&(other.winner, &other.why)));
        self.length.tidy();
        self.sides.iter_mut().flat_map(SideTally::histograms).for_each(Histogram::tidy);
    }
}

impl SimulationCounts {
    /// Adds the counts of other games of the same simulation.
    pub fn add(&mut self, other: &SimulationCounts) {
        self.tally.add(&other.tally);
        if let (Some(to), Some(from)) = (&mut self.mirror, &other.mirror) {
            to.add(from);
        }
        if let (Some(to), Some(from)) = (&mut self.other, &other.other) {
            to.add(from);
        }
    }

    /// Resets all counts and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.tally.clear();
        self.mirror.iter_mut().for_each(SwappedSideCounts::clear);
        self.other.iter_mut().for_each(ComparedCounts::clear);
    }

    /// Brings the counts into a canonical form, so that counts with the same content are equal.
    pub(super) fn tidy(&mut self) {
        self.tally.tidy();
        self.other.iter_mut().for_each(ComparedCounts::tidy);
    }
}
