//! Tests of properties that every distribution must have.

use proptest::prelude::*;
use slip_dice::DiceKind;
use slip_odds::dice_pools::UnrolledPool;
use slip_odds::social;
use slip_odds::{Chances, Ratio};

fn kinds() -> impl Strategy<Value = DiceKind> {
    prop_oneof![Just(DiceKind::Fudge), Just(DiceKind::Difference), Just(DiceKind::DifferenceCapped)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn chances_are_one_in_all_and_more_skill_is_never_worse(dice in kinds(), edge in -12..12_i32, least in -12..12_i32, range in 0..6_i32) {
        for one in [Chances::roll(dice, edge), Chances::opposed(dice, edge), social::effect(dice, edge, range)] {
            prop_assert_eq!(one.total(), Ratio::one());
            prop_assert_eq!(&one.at_least(least) + &one.at_most(least - 1), Ratio::one());
        }
        prop_assert!(Chances::opposed(dice, edge).at_least(least) <= Chances::opposed(dice, edge + 1).at_least(least));
        prop_assert!(Chances::roll(dice, edge).at_least(least) <= Chances::roll(dice, edge + 1).at_least(least));
        prop_assert!(social::effect(dice, edge, range).at_least(1) >= social::effect(dice, edge, range + 1).at_least(1));
    }

    #[test]
    fn a_further_die_never_lowers_the_highest_two(six in 2..6_usize, eight in 0..3_usize, least in 2..16_i32) {
        let dice = |six: usize, eight: usize| {
            let words = [format!("{six}d6"), format!("{eight}d8")];
            UnrolledPool::read(words.iter().map(String::as_str).filter(|word| !word.starts_with('0'))).unwrap().highest(2).unwrap()
        };
        let (before, after) = (dice(six, eight), dice(six, eight + 1));
        prop_assert_eq!(before.total(), Ratio::one());
        prop_assert!(before.at_least(least) <= after.at_least(least));
    }
}
