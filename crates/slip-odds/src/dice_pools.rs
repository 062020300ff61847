//! Odds of dice pools that stay on the table: raises, sees, and the small conflict between two pools.

use crate::{Chances, Ratio};
use num_bigint::BigUint;
use slip_dice::pool::{Die, Pool};
use slip_keyword::keyword_enum;
use std::collections::BTreeMap;

/// Maximum number of distinct results of one pool. The next constant is the maximum for pairs of results of two pools.
const MOST_HANDS: usize = 60_000;
const MOST_PAIRS: usize = 600_000;

/// Pool of unrolled dice, by their numbers of sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnrolledPool(Vec<u8>);

/// Reason why the odds of dice pools cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// The dice are not written as in `3d6`.
    Dice,
    /// There are too many distinct results to compute.
    Ways,
}

keyword_enum! {
    /// Ways to see a raise, the best first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum SeeMethod {
        /// One die is enough to see the raise, and it is kept.
        Reverse = "reverse",
        /// Two dice are needed to see the raise.
        Block = "block",
        /// Three or more dice are needed to see the raise: the blow is taken.
        Blow = "take the blow",
        /// All dice together are not enough to see the raise.
        Cannot = "cannot see",
    }

    /// Returns the word for this way to see a raise.
    pub const fn word(self) -> &'static str;
}

/// Result of a small conflict between two pools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DicePoolDuel {
    /// Chance that the pool that raises first wins.
    pub first_wins: Ratio,
    /// Mean number of blows taken: by the pool that raises first, and by the other pool.
    pub blows: [Ratio; 2],
}

impl UnrolledPool {
    /// Greatest number of dice in a pool.
    pub const MOST: usize = 40;

    /// Parses words such as `3d6` and `d8` into one pool.
    ///
    /// # Errors
    /// [`TooMuch::Dice`] for other words and for dice with fewer than two sides.
    pub fn read<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<UnrolledPool, TooMuch> {
        let mut dice = Vec::new();
        for word in words {
            let (count, sides) = word.split_once('d').ok_or(TooMuch::Dice)?;
            let count: usize = if count.is_empty() { 1 } else { count.parse().map_err(|_| TooMuch::Dice)? };
            let sides: u8 = sides.parse().map_err(|_| TooMuch::Dice)?;
            if !(2..=100).contains(&sides) || count > UnrolledPool::MOST {
                return Err(TooMuch::Dice);
            }
            dice.extend(std::iter::repeat_n(sides, count));
        }
        let fits = !dice.is_empty() && dice.len() <= UnrolledPool::MOST;
        fits.then_some(UnrolledPool(dice)).ok_or(TooMuch::Dice)
    }

    /// Returns the number of dice in the pool.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    fn all(&self) -> BigUint {
        self.0.iter().map(|&sides| BigUint::from(sides)).product()
    }

    /// Returns every combination of the pool's highest `keep` faces, in descending order, with the number of ways to roll it.
    fn highest_sets(&self, keep: usize) -> Result<BTreeMap<Vec<u8>, BigUint>, TooMuch> {
        let mut sets = BTreeMap::from([(Vec::new(), BigUint::from(1_u8))]);
        for &sides in &self.0 {
            let mut next: BTreeMap<Vec<u8>, BigUint> = BTreeMap::new();
            for (faces, ways) in &sets {
                for face in 1..=sides {
                    let mut with = faces.clone();
                    let place = with.partition_point(|&other| other >= face);
                    with.insert(place, face);
                    with.truncate(keep);
                    *next.entry(with).or_default() += ways;
                }
            }
            if next.len() > MOST_HANDS {
                return Err(TooMuch::Ways);
            }
            sets = next;
        }
        Ok(sets)
    }

    /// Returns the distribution of the total of the highest `keep` dice.
    ///
    /// # Errors
    /// [`TooMuch::Ways`].
    pub fn highest(&self, keep: usize) -> Result<Chances<i32>, TooMuch> {
        let all = self.all();
        let sets = self.highest_sets(keep)?;
        let total = |faces: &[u8]| faces.iter().map(|&face| i32::from(face)).sum();
        Ok(sets.into_iter().map(|(faces, ways)| (total(&faces), Ratio::of(ways, all.clone()))).collect())
    }

    /// Returns the chance that at least one die shows a face of at least this number.
    pub fn some_at_least(&self, face: u8) -> Ratio {
        let below = |sides: u8| Ratio::of(u32::from(face.saturating_sub(1).min(sides)), u32::from(sides));
        let none = self.0.iter().fold(Ratio::one(), |none, &sides| &none * &below(sides));
        &Ratio::one() - &none
    }

    /// Returns the distribution of the ways in which the pool can best see a raise.
    ///
    /// # Errors
    /// [`TooMuch::Ways`].
    pub fn sees(&self, raise: u32) -> Result<Chances<SeeMethod>, TooMuch> {
        let all = self.all();
        let sets = self.highest_sets(self.count())?;
        Ok(sets.into_iter().map(|(faces, ways)| (best_see(&faces, raise), Ratio::of(ways, all.clone()))).collect())
    }

    /// Computes the result of a small conflict between two pools. Each raise uses the two highest dice. A raise is reversed with the lowest
    /// die that is enough. Otherwise it is seen with the cheapest pair, or else with the fewest dice. Neither side escalates or resists. A
    /// side that cannot act gives.
    ///
    /// # Errors
    /// [`TooMuch::Ways`].
    pub fn against(&self, other: &UnrolledPool) -> Result<DicePoolDuel, TooMuch> {
        let (own, theirs) = (self.highest_sets(self.count())?, other.highest_sets(other.count())?);
        if own.len().saturating_mul(theirs.len()) > MOST_PAIRS {
            return Err(TooMuch::Ways);
        }
        let all = self.all() * other.all();
        let mut known = Known::new();
        let [mut won, mut taken, mut given] = [BigUint::default(), BigUint::default(), BigUint::default()];
        for (first, ways) in &own {
            for (second, others) in &theirs {
                let end = play_out(first, second, None, &mut known);
                let weight = ways * others;
                won += &weight * u32::from(end.won);
                taken += &weight * end.blows;
                given += &weight * end.others;
            }
        }
        let share = |ways: BigUint| Ratio::of(ways, all.clone());
        Ok(DicePoolDuel { first_wins: share(won), blows: [share(taken), share(given)] })
    }
}

/// Returns the best way to see a raise with dice that show `faces`.
fn best_see(faces: &[u8], raise: u32) -> SeeMethod {
    let sum = |count: usize| faces.iter().take(count).map(|&face| u32::from(face)).sum::<u32>();
    if sum(1) >= raise {
        SeeMethod::Reverse
    } else if sum(2) >= raise {
        SeeMethod::Block
    } else if sum(faces.len()) >= raise {
        SeeMethod::Blow
    } else {
        SeeMethod::Cannot
    }
}

/// Result of a small conflict for the pool that raises: true if it wins, the blows that it takes, and the blows that the other pool takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    won: bool,
    blows: u32,
    others: u32,
}

type Known = BTreeMap<(Vec<u8>, Vec<u8>, Option<u8>), End>;

fn pool(faces: &[u8]) -> Pool {
    // After the roll only the faces matter, so each die gets its face as its number of sides.
    faces.iter().map(|&face| Die { face, sides: face }).collect()
}

fn rest(faces: &[u8], used: &[u8]) -> Vec<u8> {
    let mut left = faces.to_vec();
    for face in used {
        if let Some(place) = left.iter().position(|other| other == face) {
            left.remove(place);
        }
    }
    left
}

fn play_out(raiser: &[u8], seer: &[u8], held: Option<u8>, known: &mut Known) -> End {
    let key = (raiser.to_vec(), seer.to_vec(), held);
    if let Some(end) = known.get(&key) {
        return *end;
    }
    let end = raise(raiser, seer, held, known);
    known.insert(key, end);
    end
}

fn raise(raiser: &[u8], seer: &[u8], held: Option<u8>, known: &mut Known) -> End {
    // A raise consists of two dice. One of them may be a die that was kept from a reversal (R-Q4, R-Q5).
    let count = if held.is_some() { 1 } else { 2 };
    let used: Vec<u8> = raiser.iter().take(count).copied().collect();
    if used.len() < count {
        return End { won: false, blows: 0, others: 0 };
    }
    let total = used.iter().copied().chain(held).map(u32::from).sum();
    let theirs = pool(seer);
    let (set, kept, blow) = if let Some(&face) = theirs.alone(total).first() {
        (vec![face], Some(face), 0)
    } else if let Some(pair) = theirs.blocks(total).first() {
        (pair.to_vec(), None, 0)
    } else if let Some(set) = theirs.fewest(total, 3) {
        (set, None, 1)
    } else {
        return End { won: true, blows: 0, others: 0 };
    };
    let next = play_out(&rest(seer, &set), &rest(raiser, &used), kept, known);
    End { won: !next.won, blows: next.others, others: next.blows + blow }
}
