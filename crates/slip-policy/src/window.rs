//! What the dice on the table mean to one party: how far the next better outcome is, and what it is worth.

use slip_dice::fate::Spread;
use slip_pack::doctrine::{UNIT, Word};

/// Farther than any purchase reaches.
pub(super) const NEVER: i32 = 99;

/// The roll on the table as one party sees it. What parties can still add is asked for only where it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// Points to the next better outcome.
    pub(super) misses_by: i32,
    /// Points by which it is won.
    pub(super) wins_by: i32,
    /// What the next better outcome is worth.
    pub(super) gain: i64,
    /// The party that adds, if it can.
    pub(super) own: Option<u8>,
    /// Parties that can buy it back, a bit for each.
    pub(super) others: u128,
    /// By how much what is bought goes past the mark: so much they have to buy back besides.
    pub(super) spare: i32,
    /// The party's dice, if they may be rolled again, and how such dice spread.
    pub(super) again: Option<(i32, Spread)>,
    /// True if the roll takes the party out as it stands.
    pub(super) taken_out: bool,
}

/// Who purchases, and what they are measured against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purchases {
    /// The party.
    pub(super) own: u8,
    /// Those who answer it, a bit for each.
    pub(super) others: u128,
    /// What one purchase adds.
    pub(super) bonus: i32,
    /// The party's dice, if they may be rolled again, and how such dice spread.
    pub(super) again: Option<(i32, Spread)>,
}

impl Window {
    /// Nothing to be had.
    pub(super) const EMPTY: Window =
        Window { misses_by: NEVER, wins_by: 0, gain: 0, own: None, others: 0, spare: 0, again: None, taken_out: false };

    /// For a party whose next better outcome is `by` away and worth `gain`.
    pub(super) fn of((by, gain): (i32, i64), wins_by: i32, purchases: Purchases) -> Window {
        let bonus = purchases.bonus.max(1);
        // Purchases come in steps: what goes past the mark must be bought back as well.
        let spare = (bonus - by % bonus) % bonus;
        let Purchases { own, others, again, .. } = purchases;
        Window { misses_by: by, wins_by, gain, own: Some(own), others, spare, again, taken_out: false }
    }

    /// The value of one of its terms, in hundredths; `reach` is what a party can still add, without points and with them.
    pub(super) fn term(&self, word: Word, reach: impl Fn(u8) -> (i32, i32)) -> i64 {
        match word {
            Word::MissesBy => i64::from(self.misses_by) * UNIT,
            Word::WinsBy => i64::from(self.wins_by) * UNIT,
            Word::Gain => self.gain,
            Word::FreeReach => self.own.map_or(0, |own| i64::from(reach(own).0)) * UNIT,
            Word::Reach => self.own.map_or(0, |own| i64::from(reach(own).1)) * UNIT,
            Word::Odds => {
                self.again.map_or(0, |(dice, spread)| i64::from(spread.at_least(dice + self.misses_by)) * UNIT / i64::from(spread.all()))
            }
            Word::Answerable => i64::from(self.is_answerable(|party| reach(party).1 > self.spare)),
            Word::TakenOut => i64::from(self.taken_out),
            _ => 0,
        }
    }

    /// True if any of those who can buy it back is so.
    pub(super) fn is_answerable(&self, is_so: impl Fn(u8) -> bool) -> bool {
        let mut others = (0..128_u8).filter(|&party| self.others >> party & 1 == 1);
        self.others != 0 && others.any(is_so)
    }
}

/// A set of parties.
pub(super) fn parties(all: impl Iterator<Item = u8>) -> u128 {
    all.fold(0, |all, party| all | 1_u128.checked_shl(u32::from(party)).unwrap_or(0))
}
