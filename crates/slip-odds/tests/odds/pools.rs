//! Tests of the odds of dice pools.

use crate::odds::packages_from_text::{strings, ways};
use slip_odds::Ratio;
use slip_odds::dice_pools::{SeeMethod, TooMuch, UnrolledPool};

fn dice(words: &str) -> UnrolledPool {
    UnrolledPool::read(words.split(' ')).unwrap()
}

#[test]
fn one_die_of_several() {
    for count in 1..=8_u32 {
        for face in 2..=6_u8 {
            let none = Ratio::of(u64::from(face - 1).pow(count), 6_u64.pow(count));
            assert_eq!(dice(&format!("{count}d6")).some_at_least(face), &Ratio::one() - &none, "{count}d6, {face}");
            let highest = dice(&format!("{count}d6")).highest(1).unwrap();
            assert_eq!(highest.at_least(i32::from(face)), &Ratio::one() - &none, "{count}d6, {face}");
        }
    }
    assert_eq!(dice("1d8").some_at_least(7), Ratio::of(1, 4));
    assert_eq!(dice("4d6 d8").some_at_least(7), Ratio::of(1, 4), "no d6 shows a 7");
    assert_eq!(dice("2d6 2d8").some_at_least(6), &Ratio::one() - &Ratio::of(25 * 25, 36 * 64));
}

#[test]
fn the_best_two() {
    assert_eq!(ways(&dice("4d6").highest(2).unwrap(), 2, 11, 1296), strings([1, 4, 15, 32, 65, 108, 171, 224, 261, 244, 171]));
    let six = dice("6d6").highest(2).unwrap();
    assert_eq!(ways(&six, 2, 11, 46656), strings([1, 6, 63, 192, 665, 1458, 3361, 5952, 10071, 12606, 12281]));
    assert_eq!(six.total(), Ratio::one());
}

#[test]
fn two_dice_raise_what_a_six_reverses_and_two_block() {
    let raise = dice("2d6").highest(2).unwrap();
    let between = |low: i32, high: i32| raise.when(|total| (low..=high).contains(total));
    assert_eq!([between(2, 6), between(7, 11), between(12, 12)], [15, 20, 1].map(|ways| Ratio::of(ways, 36)));
}

#[test]
fn small_conflicts_end_as_printed() {
    let two = dice("2d6").against(&dice("2d6")).unwrap();
    assert_eq!(two.first_wins, Ratio::of(109, 144));
    let four = dice("4d6").against(&dice("4d6")).unwrap();
    assert_eq!(four.first_wins, Ratio::of(838_243, 1_679_616));
    assert!(four.blows[0].is_zero());
    assert_eq!(four.blows[1].decimal(6), "0.329403");
    let six = dice("6d6").against(&dice("6d6")).unwrap();
    assert_eq!(six.first_wins, Ratio::of(265_745_303, 544_195_584));
    assert_eq!(six.blows.map(|blows| blows.decimal(6)), ["0.281313", "0.389927"]);
}

#[test]
fn a_raise_is_seen_in_one_of_four_ways() {
    let sees = dice("3d6").sees(11).unwrap();
    assert_eq!(sees.total(), Ratio::one());
    assert_eq!(sees.exactly(&SeeMethod::Reverse), Ratio::zero(), "no die shows 11");
    // A 6 with a 5 or a 6: three dice whose best two add up to 11 or 12.
    assert_eq!(sees.exactly(&SeeMethod::Block), dice("3d6").highest(2).unwrap().at_least(11));
    assert_eq!(&sees.exactly(&SeeMethod::Block) + &sees.exactly(&SeeMethod::Blow), dice("3d6").highest(3).unwrap().at_least(11));
}

#[test]
fn what_is_no_dice_or_too_many_is_refused() {
    for words in ["", "d", "3", "0d6", "2d1", "3x6", "99d6"] {
        assert_eq!(UnrolledPool::read([words]), Err(TooMuch::Dice), "{words}");
    }
    assert_eq!(dice("40d8").against(&dice("40d8")), Err(TooMuch::Ways));
}
