//! The same games of another version of the encounter: what a change did to the odds.
//!
//! Game `k` has the same seed in both, so differences are taken game by game. Where the change is small some of the luck
//! is the same in both and falls out of the difference; where dice are rolled in another order it is not, and nothing is lost.

use super::cast::Cast;
use super::mirror::Differences;
use super::record::records;
use super::tally::{Tally, add_all};

records! {
    /// Counts of the other version, and of both game by game.
    pub struct Compared {
        /// Of the other alone.
        pub tally: Tally,
        /// How often the one ended so and the other so: a row for each side that wins the one, the last for a draw; in it a
        /// place for each side that wins the other, the last for a draw.
        pub both: Vec<Vec<u64>>,
        /// Rounds of the one less rounds of the other.
        pub length: Differences,
        /// By side, how many were taken out in the one less in the other.
        pub out: Vec<Differences>,
    }
}

/// What is compared of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) winner: Option<u64>,
    pub(super) rounds: u32,
    /// By side.
    pub(super) out: Vec<u64>,
}

impl Compared {
    /// Returns true if it can be that of a part of `games` games, the other version having this cast.
    pub(super) fn is_of(&self, cast: &Cast, games: u64) -> bool {
        let sides = cast.sides.len();
        let ends = self.both.iter().flatten().fold(0_u64, |sum, count| sum.saturating_add(*count));
        self.tally.is_of(cast, games)
            && (self.both.len(), self.out.len()) == (sides + 1, sides)
            && self.both.iter().all(|row| row.len() == sides + 1)
            && ends == self.tally.games
    }

    pub(super) fn of(blank: Tally) -> Compared {
        let sides = blank.sides.len();
        Compared {
            tally: blank,
            both: vec![vec![0; sides + 1]; sides + 1],
            length: Differences::default(),
            out: vec![Differences::default(); sides],
        }
    }

    /// One more game, as it went in the one and in the other.
    pub(super) fn note(&mut self, one: &Seen, other: &Seen) {
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

    pub(super) fn add(&mut self, other: &Compared) {
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
