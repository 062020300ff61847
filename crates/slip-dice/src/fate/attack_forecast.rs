//! Expected result of an attack before the dice are rolled, in hundredths.

use crate::fate::RollDistribution;

/// One box, or a chance of 100 %, in a forecast. Forecasts count in hundredths.
const UNIT: i64 = 100;

/// Expected result of an attack, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// Chance of a hit, in hundredths.
    pub hit: i64,
    /// Chance of taking the target out, even if the target takes consequences.
    pub kill: i64,
    /// Chance of a hit for display, in percent, rounded half up. Doctrines use `hit`, which is rounded down.
    pub hit_told: i64,
    /// Chance of taking the target out, for display: in percent, rounded half up.
    pub kill_told: i64,
    /// Expected number of boxes. Taking the target out counts as one box beyond the end of the track.
    pub expected: i64,
}

impl Prospect {
    /// Computes the expected result of an attack. Before the dice, its total is `margin` above the defence; the dice have the distribution
    /// `spread`. `boxes` returns the number of boxes that a hit with a number of shifts marks; `kills` is true if such a hit takes the
    /// target out.
    pub fn of(spread: RollDistribution, margin: i32, boxes: impl Fn(i32) -> i64, kills: impl Fn(i32) -> bool) -> Prospect {
        let all = i64::from(spread.all());
        let mut sum = Prospect::default();
        for (total, ways) in spread.totals() {
            let shifts = margin + total;
            if shifts <= 0 {
                continue;
            }
            let ways = i64::from(ways);
            sum.hit += ways;
            sum.expected += ways * boxes(shifts);
            sum.kill += if kills(shifts) { ways } else { 0 };
        }
        let told = |ways: i64| (ways * UNIT * 2 + all) / (all * 2);
        Prospect {
            hit: sum.hit * UNIT / all,
            kill: sum.kill * UNIT / all,
            hit_told: told(sum.hit),
            kill_told: told(sum.kill),
            expected: sum.expected * UNIT / all,
        }
    }

    /// Returns the larger of two results, field by field.
    #[must_use]
    pub fn or(self, other: Prospect) -> Prospect {
        Prospect {
            hit: self.hit.max(other.hit),
            kill: self.kill.max(other.kill),
            hit_told: self.hit_told.max(other.hit_told),
            kill_told: self.kill_told.max(other.kill_told),
            expected: self.expected.max(other.expected),
        }
    }
}
