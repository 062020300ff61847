//! Checks: ranks, shifts, spin and the exact odds of 4dF.

/// Rank of an untrained skill.
pub const UNTRAINED: i32 = -1;

/// Number of ways, out of 81, in which 4dF gives -4 to +4.
pub const FUDGE: [u32; 9] = [1, 4, 10, 16, 19, 16, 10, 4, 1];

/// Number of ways, out of 6561, in which 4dF minus 4dF gives -8 to +8.
pub const OPPOSED: [u32; 17] = [1, 8, 36, 112, 266, 504, 784, 1016, 1107, 1016, 784, 504, 266, 112, 36, 8, 1];

/// Returns a skill limited by another: the lower of the two ranks.
pub fn limited(rank: i32, by: i32) -> i32 {
    rank.min(by)
}

/// Returns the rank of a skill amplified by another skill: one more than `rank` if `by` is strictly higher, by any amount.
pub fn amplified(rank: i32, by: i32) -> i32 {
    rank + i32::from(by > rank)
}

/// Returns the shifts of a roll against a difficulty or another roll.
pub fn shifts(total: i32, against: i32) -> i32 {
    total - against
}

/// Returns the spin from a successful defence. It is 1 for every `at` shifts by which the defence won (R-P3), or 1 in total with `single`
/// (R-C6). `shifts` are the shifts of the attacker.
pub fn spin(shifts: i32, at: i32, single: bool) -> i32 {
    if at <= 0 || shifts > -at {
        return 0;
    }
    if single { 1 } else { -shifts / at }
}

/// Returns the number of ways, out of 81, in which 4dF gives exactly `total`.
pub fn fudge_exactly(total: i32) -> u32 {
    usize::try_from(total + 4).ok().and_then(|place| FUDGE.get(place)).copied().unwrap_or(0)
}

/// Returns the number of ways, out of 81, in which 4dF gives `total` or more.
pub fn fudge_at_least(total: i32) -> u32 {
    (total.clamp(-4, 5)..=4).map(fudge_exactly).sum()
}

/// Returns the number of results, out of 6561, in which 4dF minus 4dF is exactly `margin`.
pub fn opposed_exactly(margin: i32) -> u32 {
    usize::try_from(margin + 8).ok().and_then(|place| OPPOSED.get(place)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_of_4df_and_of_two_of_them_are_exact() {
        let faces = [-1, 0, 1];
        let mut totals = Vec::new();
        for a in faces {
            for b in faces {
                for c in faces {
                    for d in faces {
                        totals.push(a + b + c + d);
                    }
                }
            }
        }
        for total in -5..=5 {
            let ways = totals.iter().filter(|&&sum| sum == total).count();
            assert_eq!(u32::try_from(ways), Ok(fudge_exactly(total)), "4dF == {total}");
        }
        for margin in -9..=9 {
            let ways: usize = totals.iter().map(|a| totals.iter().filter(|&&b| a - b == margin).count()).sum();
            assert_eq!(u32::try_from(ways), Ok(opposed_exactly(margin)), "4dF - 4dF == {margin}");
        }
    }

    fn opposed_at_least(margin: i32) -> u32 {
        (margin..=8).map(opposed_exactly).sum()
    }

    #[test]
    fn at_least_adds_up_as_the_table_of_13_1_prints_it() {
        let fixed: Vec<u32> = (-4..=4).map(fudge_at_least).collect();
        assert_eq!(fixed, [81, 80, 76, 66, 50, 31, 15, 5, 1]);
        let opposed: Vec<u32> = (-8..=8).map(opposed_at_least).collect();
        let printed = [6561, 6560, 6552, 6516, 6404, 6138, 5634, 4850, 3834, 2727, 1711, 927, 423, 157, 45, 9, 1];
        assert_eq!(opposed, printed);
        assert_eq!((fudge_at_least(-9), fudge_at_least(9)), (81, 0));
    }

    /// R-P3: a defence gives one token for every three shifts, not one in total; `spin = single` (R-C6) gives the other reading.
    #[test]
    fn spin_is_one_for_every_three_shifts_of_a_won_defence() {
        for (shifts, tokens) in [(0, 0), (-2, 0), (-3, 1), (-5, 1), (-6, 2), (-9, 3), (4, 0)] {
            assert_eq!(spin(shifts, 3, false), tokens, "{shifts} shifts");
        }
        assert_eq!(spin(-9, 3, true), 1);
        assert_eq!(spin(-2, 2, false), 1, "a ruleset may say spin at 2");
    }

    /// Rules: R-C3.
    #[test]
    fn amplified_is_one_at_most_and_limited_takes_the_lower() {
        assert_eq!((amplified(1, 5), amplified(3, 3), amplified(3, 2)), (2, 3, 3));
        assert_eq!((limited(3, 1), limited(1, 3)), (1, 1));
    }
}
