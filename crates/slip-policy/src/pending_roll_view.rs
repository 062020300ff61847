//! Roll window: a roll that can still be changed, from the view of one party. It has the next better outcome for this party, and the value
//! of that outcome.

use slip_dice::fate::RollDistribution;
use slip_pack::doctrine::{DoctrineRule, DoctrineWord, RuleTerm, UNIT};

/// Value of [`RollWindow::misses_by`] if there is no better outcome.
pub(super) const NEVER: i32 = 99;

/// A roll that can still be changed, from the view of one party. The bonuses that the parties could add are computed only when needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RollWindow {
    /// Points that must be added for the next better outcome for this party.
    pub(super) misses_by: i32,
    /// Points by which the party wins the roll.
    pub(super) wins_by: i32,
    /// Value of the next better outcome to this party, in hundredths of boxes.
    pub(super) gain: i64,
    /// Number of this party, if it can add to its roll.
    pub(super) own: Option<u8>,
    /// Parties that can answer a purchase of this party with a purchase of their own, one bit for each.
    pub(super) others: u128,
    /// Points that a purchase adds beyond the next better outcome. To undo the outcome, an opponent must add more than this.
    pub(super) spare: i32,
    /// Total of the party's dice and the probabilities of a new roll, if the party may roll them again.
    pub(super) again: Option<(i32, RollDistribution)>,
    /// True if the roll takes the party out, unless the party adds points.
    pub(super) taken_out: bool,
}

/// Results of the first 64 rules about a roll that can still be changed. If the condition of a rule is only about the roll and the party,
/// its result is the same for all purchases.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RollRules {
    /// Rules whose result is known, one bit for each.
    known: u64,
    /// Rules among the `known` ones that may fit a purchase, one bit each.
    may_fit: u64,
}

impl RollRules {
    /// Returns `false` if a rule is known to fit no purchase; `None` if its result is not known yet.
    pub(super) fn get(self, line: usize) -> Option<bool> {
        let bit = RollRules::bit(line);
        (self.known & bit != 0).then_some(self.may_fit & bit != 0)
    }

    pub(super) fn keep(&mut self, line: usize, may_fit: bool) {
        let bit = RollRules::bit(line);
        self.known |= bit;
        self.may_fit |= if may_fit { bit } else { 0 };
    }

    fn bit(line: usize) -> u64 {
        u32::try_from(line).ok().and_then(|line| 1_u64.checked_shl(line)).unwrap_or(0)
    }

    /// True if the condition of a rule has the same value for all purchases.
    pub(super) fn is_same_for_all(row: &DoctrineRule) -> bool {
        let mut same = row.test.is_some();
        if let Some(test) = &row.test {
            test.names(&mut |term| same &= matches!(term, RuleTerm::Own(word) if is_about_roll(*word)));
        }
        same
    }
}

/// True if a word has the same value for all purchases.
const fn is_about_roll(word: DoctrineWord) -> bool {
    use DoctrineWord as W;
    matches!(
        word,
        W::MissesBy
            | W::WinsBy
            | W::Gain
            | W::FreeReach
            | W::Reach
            | W::Odds
            | W::Answerable
            | W::TakenOut
            | W::Spin
            | W::Fate
            | W::FateValue
            | W::Turn
            | W::TurnsLeft
            | W::Consequences
            | W::SlotsLeft
            | W::BoxesLeft
    )
}

/// Facts about the purchases that a party can make for its roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purchases {
    /// Party that may buy.
    pub(super) own: u8,
    /// Other parties that can reply to a purchase by buying something for their own rolls, one bit for each party.
    pub(super) others: u128,
    /// Bonus that one purchase gives.
    pub(super) bonus: i32,
    /// Total of the party's dice and the probabilities of a new roll, if the party may roll them again.
    pub(super) again: Option<(i32, RollDistribution)>,
}

impl RollWindow {
    /// Window of a roll that has no better outcome.
    pub(super) const EMPTY: RollWindow =
        RollWindow { misses_by: NEVER, wins_by: 0, gain: 0, own: None, others: 0, spare: 0, again: None, taken_out: false };

    /// Creates the roll window of a party. The party needs `by` points for its next better outcome, which has the value `gain`.
    pub(super) fn of((by, gain): (i32, i64), wins_by: i32, purchases: Purchases) -> RollWindow {
        let bonus = purchases.bonus.max(1);
        // One purchase adds a fixed bonus, which is often more than the points needed. An opponent has to make up for the excess too.
        let spare = (bonus - by % bonus) % bonus;
        let Purchases { own, others, again, .. } = purchases;
        RollWindow { misses_by: by, wins_by, gain, own: Some(own), others, spare, again, taken_out: false }
    }

    /// Returns the value of a doctrine word about the roll, such as `misses_by`, in hundredths. `reach` returns the bonus that a party can
    /// still add: without fate points, and with them.
    pub(super) fn term(&self, word: DoctrineWord, reach: impl Fn(u8) -> (i32, i32)) -> i64 {
        match word {
            DoctrineWord::MissesBy => i64::from(self.misses_by) * UNIT,
            DoctrineWord::WinsBy => i64::from(self.wins_by) * UNIT,
            DoctrineWord::Gain => self.gain,
            DoctrineWord::FreeReach => self.own.map_or(0, |own| i64::from(reach(own).0)) * UNIT,
            DoctrineWord::Reach => self.own.map_or(0, |own| i64::from(reach(own).1)) * UNIT,
            DoctrineWord::Odds => {
                self.again.map_or(0, |(dice, spread)| i64::from(spread.at_least(dice + self.misses_by)) * UNIT / i64::from(spread.all()))
            }
            DoctrineWord::Answerable => i64::from(self.is_answerable(|party| reach(party).1 > self.spare)),
            DoctrineWord::TakenOut => i64::from(self.taken_out),
            _ => 0,
        }
    }

    /// True if `is_so` is true of at least one party that can react to a purchase.
    pub(super) fn is_answerable(&self, is_so: impl Fn(u8) -> bool) -> bool {
        let mut others = (0..128_u8).filter(|&party| self.others >> party & 1 == 1);
        self.others != 0 && others.any(is_so)
    }
}

/// Returns a set of parties, one bit for each.
pub(super) fn parties(all: impl Iterator<Item = u8>) -> u128 {
    all.fold(0, |all, party| all | 1_u128.checked_shl(u32::from(party)).unwrap_or(0))
}
