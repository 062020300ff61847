//! Intervals, quantiles and tests against values known from elsewhere, or reckoned by hand.

use slipyard::simulate::statistics::{holm, mcnemar, mean_and_deviation, measured, quantile, two_sided, wilson};

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

/// Exactly, by adding up the binomial distribution: how often an interval holds the chance it was made from.
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
    // The series and the fraction meet at 2 times the root of 2.
    close(two_sided(2.828_427), two_sided(2.828_428), 2e-8);
}

#[test]
fn pairs_that_differ_are_tested_exactly_while_they_are_few() {
    close(mcnemar(1, 6), 2.0 * (1.0 + 7.0) / 128.0, 1e-12);
    close(mcnemar(0, 5), 2.0 / 32.0, 1e-12);
    close(mcnemar(4, 4), 1.0, 1e-12);
    close(mcnemar(0, 0), 1.0, 0.0);
    // 121 against 59: chi square 21.36 with one degree of freedom.
    close(mcnemar(121, 59), 3.82e-6, 2e-8);
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
    // Four of a kind have none.
    assert_eq!(mean_and_deviation(12.0, 36.0, 4), (3.0, 0.0));
    assert_eq!(mean_and_deviation(0.0, 0.0, 0), (0.0, 0.0));
    let counts = [0, 1, 2, 0, 1];
    let at = |percent| quantile(&counts, percent);
    assert_eq!([at(0), at(25), at(50), at(75), at(95), at(100)], [1, 1, 2, 2, 4, 4]);
    assert_eq!(quantile(&[], 50), 0);
}

#[test]
fn differences_that_are_all_the_same_are_no_chance_and_none_at_all_are_nothing() {
    assert_eq!(measured(0, 0, 100).chance, 1.0);
    assert_eq!(measured(100, 100, 100).chance, 0.0);
    let half = measured(0, 100, 100);
    assert_eq!((half.mean, half.chance), (0.0, 1.0));
    assert!(half.interval.0 < 0.0 && half.interval.1 > 0.0);
}
