//! Compares two versions of an encounter game by game to show the effect of a change.
//!
//! Game `k` has the same seed in both versions, so differences are taken per game. If the change is small, part of the luck is the same in
//! both games and cancels out. If dice are rolled in another order, the luck does not cancel out; the result is then less precise but still
//! correct.

use super::participants::SimulatedEncounter;
use super::schema_struct_macro::records;
use super::side_swap::Differences;
use super::total_counts::{Tally, add_all};

records! {
    /// Counts of the second version of an encounter, and of both versions game by game.
    pub struct ComparedCounts {
        /// Counts of the second version.
        pub tally: Tally,
        /// Number of games by both results: one row per winner of the first version and one column per winner of the second; the last row
        /// and column are draws.
        pub both: Vec<Vec<u64>>,
        /// Rounds of the first version minus rounds of the second.
        pub length: Differences,
        /// Number of fighters taken out in the first version minus those in the second, by side.
        pub out: Vec<Differences>,
    }
}

/// Values of one game by which two versions are compared.
#[derive(Clone, Debug, Default)]
pub(super) struct GameValues {
    pub(super) winner: Option<u64>,
    pub(super) rounds: u32,
    /// Number of fighters taken out in the game, by side.
    pub(super) out: Vec<u64>,
}

impl ComparedCounts {
    /// True if a part with `games` games can have these counts. `cast` is the encounter of the second version.
    pub(super) fn is_of(&self, cast: &SimulatedEncounter, games: u64) -> bool {
        let sides = cast.sides.len();
        let ends = self.both.iter().flatten().fold(0_u64, |sum, count| sum.saturating_add(*count));
        self.tally.is_of(cast, games)
            && (self.both.len(), self.out.len()) == (sides + 1, sides)
            && self.both.iter().all(|row| row.len() == sides + 1)
            && ends == self.tally.games
    }

    pub(super) fn of(blank: Tally) -> ComparedCounts {
        let sides = blank.sides.len();
        ComparedCounts {
            tally: blank,
            both: vec![vec![0; sides + 1]; sides + 1],
            length: Differences::default(),
            out: vec![Differences::default(); sides],
        }
    }

    /// Adds a game, with its values in both versions.
    pub(super) fn note(&mut self, one: &GameValues, other: &GameValues) {
        let draw = self.out.len();
        let place = |winner: Option<u64>| winner.and_then(|winner| usize::try_from(winner).ok()).unwrap_or(draw);
        if let Some(count) = self.both.get_mut(place(one.winner)).and_then(|row| row.get_mut(place(other.winner))) {
            *count += 1;
        }
        self.length.note(i64::from(one.rounds) - i64::from(other.rounds));
        for (differences, (one, other)) in self.out.iter_mut().zip(one.out.iter().zip(&other.out)) {
            differences.note(one.cast_signed().saturating_sub(other.cast_signed()));
        }
    }

    pub(super) fn add(&mut self, other: &ComparedCounts) {
        self.tally.add(&other.tally);
        add_all(&mut self.both, &other.both, &Vec::new(), |to, from| add_all(to, from, &0, |to, from| *to = to.saturating_add(*from)));
        self.length.add(&other.length);
        add_all(&mut self.out, &other.out, &Differences::default(), Differences::add);
    }

    pub(super) fn clear(&mut self) {
        self.tally.clear();
        self.both.iter_mut().for_each(|row| row.fill(0));
        self.length = Differences::default();
        self.out.iter_mut().for_each(|differences| *differences = Differences::default());
    }

    pub(super) fn tidy(&mut self) {
        self.tally.tidy();
    }
}
