//! What a roll against somebody promises before the dice fall, in hundredths.

use crate::fate::Spread;

/// One box, or certainty.
const UNIT: i64 = 100;

/// What an attack promises, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// Chance of a hit.
    pub hit: i64,
    /// Chance of taking the target out whatever consequences it takes.
    pub kill: i64,
    /// The chance of a hit as people read it: in percent, half up. What doctrines weigh is cut off.
    pub hit_told: i64,
    /// And that of taking the target out.
    pub kill_told: i64,
    /// Boxes to expect; one past the end of a track counts as one box more.
    pub expected: i64,
}

impl Prospect {
    /// Of a roll that leads by `margin` before dice that spread like this: what `boxes` of a hit of so many shifts are, and
    /// whether it `kills`.
    pub fn of(spread: Spread, margin: i32, boxes: impl Fn(i32) -> i64, kills: impl Fn(i32) -> bool) -> Prospect {
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

    /// The better of two, number by number.
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
