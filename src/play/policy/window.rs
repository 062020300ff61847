//! What the dice on the table mean to one party: how far the next better outcome is, and what it is worth. Floor 6.

use crate::fate::Spread;
use crate::pack::doctrine::{UNIT, Word};

/// Farther than any purchase reaches.
pub(super) const NEVER: i32 = 99;

/// The roll on the table as one party sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Points to the next better outcome.
    pub(super) misses_by: i32,
    /// Points by which it is won.
    pub(super) wins_by: i32,
    /// What the next better outcome is worth.
    pub(super) gain: i64,
    /// What can be added without points.
    pub(super) free_reach: i32,
    /// What can be added with points as well.
    pub(super) reach: i32,
    /// The chance of a re-roll reaching it.
    pub(super) odds: i64,
    /// Whether somebody can buy it back.
    pub(super) answerable: bool,
    /// Whether the roll takes the party out as it stands.
    pub(super) taken_out: bool,
}

/// What purchases are measured against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purchases {
    /// What the party can still add, without and with points.
    pub(super) own: (i32, i32),
    /// What the other one can still add.
    pub(super) answer: i32,
    /// What one purchase adds.
    pub(super) bonus: i32,
    /// The party's dice, if they may be rolled again, and how such dice spread.
    pub(super) again: Option<(i32, Spread)>,
}

impl Window {
    /// Nothing to be had.
    pub(super) const EMPTY: Window =
        Window { misses_by: NEVER, wins_by: 0, gain: 0, free_reach: 0, reach: 0, odds: 0, answerable: false, taken_out: false };

    /// For a party whose next better outcome is `by` away and worth `gain`.
    pub(super) fn of((by, gain): (i32, i64), wins_by: i32, purchases: Purchases) -> Window {
        let bonus = purchases.bonus.max(1);
        // Purchases come in steps: what goes past the mark must be bought back as well.
        let spare = (bonus - by % bonus) % bonus;
        let odds = purchases.again.map_or(0, |(dice, spread)| i64::from(spread.at_least(dice + by)) * UNIT / i64::from(spread.all()));
        let (free_reach, reach) = purchases.own;
        Window { misses_by: by, wins_by, gain, free_reach, reach, odds, answerable: purchases.answer > spare, taken_out: false }
    }

    /// The value of one of its terms, in hundredths.
    pub(super) fn term(&self, word: Word) -> i64 {
        match word {
            Word::MissesBy => i64::from(self.misses_by) * UNIT,
            Word::WinsBy => i64::from(self.wins_by) * UNIT,
            Word::Gain => self.gain,
            Word::FreeReach => i64::from(self.free_reach) * UNIT,
            Word::Reach => i64::from(self.reach) * UNIT,
            Word::Odds => self.odds,
            Word::Answerable => i64::from(self.answerable),
            Word::TakenOut => i64::from(self.taken_out),
            _ => 0,
        }
    }
}
