//! Tests of intervals, quantiles and significance tests against published values, or values computed by hand.

use slip_odds::simulate::statistics::{Paired, holm, mcnemar, mean_and_deviation, paired, quantile, two_sided, wilson};

fn close(value: f64, known: f64, by: f64) {
    assert!((value - known).abs() <= by, "{value} is not {known}");
}

#[test]
fn wilson_intervals_are_those_of_the_tables() {
    for (count, of, low, high) in [
        (0, 10, 0.0, 0.277_533),
        (1, 10, 0.017_876, 0.404_150),
        (5, 10, 0.236_593, 0.763_407),
        (10, 10, 0.722_467, 1.0),
        (81, 263, 0.255_289, 0.366_208),
    ] {
        let (from, to) = wilson(count, of);
        close(from, low, 2e-6);
        close(to, high, 2e-6);
    }
    assert_eq!(wilson(0, 0), (0.0, 1.0), "of nothing nothing is known");
}

/// Checks how often an interval contains the chance that it was made from. The frequency is computed exactly, by summing the binomial
/// distribution.
#[test]
fn an_interval_holds_the_chance_about_19_times_in_20() {
    for (chance, games) in [(0.5, 250_u64), (0.1, 250), (0.02, 500), (0.7, 400)] {
        let (mut term, mut held) = ((1.0_f64 - chance).powi(i32::try_from(games).unwrap()), 0.0);
        for won in 0..=games {
            let (low, high) = wilson(won, games);
            if (low..=high).contains(&chance) {
                held += term;
            }
            term *= (games - won) as f64 / (won + 1) as f64 * chance / (1.0 - chance);
        }
        assert!((0.925..0.975).contains(&held), "{chance} in {games}: {held}");
    }
}

#[test]
fn tails_of_the_normal_distribution_are_those_of_the_tables() {
    for (z, chance) in [
        (0.0, 1.0),
        (1.0, 0.317_310_5),
        (1.959_963_985, 0.05),
        (2.575_829_304, 0.01),
        (3.290_526_731, 0.001),
        (-1.0, 0.317_310_5),
        (5.0, 5.733_031e-7),
    ] {
        close(two_sided(z), chance, 1e-7 * chance.max(1e-3));
    }
    // The series and the continued fraction meet at 2 times the root of 2.
    close(two_sided(2.828_427), two_sided(2.828_428), 2e-8);
}

#[test]
fn pairs_that_differ_are_tested_exactly_while_they_are_few() {
    close(mcnemar(1, 6), 2.0 * (1.0 + 7.0) / 128.0, 1e-12);
    close(mcnemar(0, 5), 2.0 / 32.0, 1e-12);
    close(mcnemar(4, 4), 1.0, 1e-12);
    close(mcnemar(0, 0), 1.0, 0.0);
    close(mcnemar(0, 4), 0.125, 1e-12);
    close(mcnemar(121, 59), 4.434_449e-6, 1e-11);
    // The approximation by the normal distribution is nearly the same.
    close(mcnemar(530, 471), 0.066_719, 2e-4);
    close(mcnemar(59, 121), mcnemar(121, 59), 0.0);
}

#[test]
fn looking_at_several_chances_makes_each_less_of_a_surprise() {
    let corrected = holm(&[0.01, 0.04, 0.03]);
    for (value, known) in corrected.iter().zip([0.03, 0.06, 0.06]) {
        close(*value, known, 1e-12);
    }
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    assert!(holm(&[]).is_empty());
}

#[test]
fn means_deviations_and_quantiles_are_those_of_a_reckoning_by_hand() {
    // 1, 2, 3, 4: mean 2.5, variance 5/3.
    let (mean, deviation) = mean_and_deviation(10.0, 30.0, 4);
    close(mean, 2.5, 0.0);
    close(deviation, (5.0_f64 / 3.0).sqrt(), 1e-12);
    // Four equal numbers have a deviation of 0.
    assert_eq!(mean_and_deviation(12.0, 36.0, 4), (3.0, 0.0));
    assert_eq!(mean_and_deviation(0.0, 0.0, 0), (0.0, 0.0));
    let counts = [0, 1, 2, 0, 1];
    let at = |percent| quantile(&counts, percent);
    assert_eq!([at(0), at(25), at(50), at(75), at(95), at(100)], [1, 1, 2, 2, 4, 4]);
    assert_eq!(quantile(&[], 50), 0);
}

/// Returns sums of differences of single numbers, as games add them up.
fn sums(differences: &[i64], reach: u64) -> Paired {
    let seen = differences.iter().map(|difference| difference.unsigned_abs()).max().unwrap();
    let squares = differences.iter().map(|difference| difference.unsigned_abs().pow(2)).sum();
    Paired { sum: differences.iter().sum(), squares, games: differences.len().try_into().unwrap(), seen, reach }
}

fn holds(of: &Paired, value: f64) -> bool {
    let (low, high) = of.measured().interval;
    low <= value && value <= high && low < high
}

#[test]
fn of_one_game_or_few_that_differ_nothing_is_proved() {
    // One game, two, three: all in one direction.
    for (games, chance) in [(1_usize, 1.0), (2, 0.5), (3, 0.25)] {
        close(sums(&vec![-1; games], 1).measured().chance, chance, 1e-12);
        let longer = sums(&vec![5; games], 12).measured();
        assert!(longer.chance >= chance - 1e-9, "{games}: {longer:?}");
        assert!(holds(&sums(&vec![5; games], 12), 0.0) && holds(&sums(&vec![5; games], 12), 5.0), "{games}: {longer:?}");
    }
    // Four of forty differences are not zero, and all four have the same sign. By chance this happens one time in eight, for any size of
    // the side.
    let mut few = vec![0; 36];
    few.extend([1; 4]);
    close(sums(&few, 1).measured().chance, 0.125, 1e-12);
    close(sums(&few, 5).measured().chance, 0.125, 1e-12);
    few.extend([3, 3, 3, 3, 3]);
    assert!(sums(&few, 5).measured().chance < 0.05, "nine of nine are no chance");
    assert!(sums(&few[32..40], 5).measured().chance > 0.05);
}

#[test]
fn what_all_games_say_holds_for_them_and_others_may_say_otherwise() {
    for of in [sums(&[0; 300], 1), sums(&[0; 300], 7)] {
        let same = of.measured();
        assert_eq!((same.mean, same.chance), (0.0, 1.0));
        assert!(holds(&of, 0.01) && holds(&of, -0.01) && !holds(&of, 0.2), "{same:?}");
    }
    let one_more = sums(&[1; 300], 20);
    assert!(one_more.measured().chance < 1e-20);
    assert!(holds(&one_more, 1.0) && !holds(&one_more, 0.5));
}

/// The quantile of Student's t with 59 degrees of freedom is 2.0010.
#[test]
fn many_games_are_measured_by_students_t() {
    let differences: Vec<i64> = (0..60).map(|game| [3, -1, 2, -2, 1, -1][game % 6]).collect();
    let of = sums(&differences, 9);
    let (mean, deviation) = mean_and_deviation(of.sum as f64, of.squares as f64, 60);
    let measured = of.measured();
    close(measured.interval.1 - mean, 2.001 * deviation / 60_f64.sqrt(), 1e-4);
    // t is 1.4264, and a larger one occurs by chance 15.90% of the time.
    close(mean / deviation * 60_f64.sqrt(), 1.4264, 1e-4);
    close(measured.chance, 0.1590, 3e-4);
}

/// Tango's interval with the correction for whole games: never outside the possible range, never empty, and in agreement with the
/// sign test.
#[test]
fn the_interval_of_paired_shares_agrees_with_their_test() {
    let (low, high) = paired(9, 1, 50);
    close(low, 0.019_984, 1e-6);
    close(high, 0.315_024, 1e-6);
    for (one, other, games) in [(0_u64, 0_u64, 300), (1, 0, 1), (4, 0, 40), (14, 5, 54), (5, 0, 300), (0, 6, 40), (43, 0, 60), (60, 0, 60)]
    {
        let (low, high) = paired(one, other, games);
        assert!((-1.0..=1.0).contains(&low) && (-1.0..=1.0).contains(&high) && low < high, "{one}, {other} of {games}: {low} to {high}");
        assert_eq!(mcnemar(one, other) < 0.05, low > 0.0 || high < 0.0, "{one}, {other} of {games}: {low} to {high}");
    }
}
