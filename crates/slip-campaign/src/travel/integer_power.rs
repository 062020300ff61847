//! Powers and logarithms in integers, so that a trip takes the same time on every machine (R-T3).
//!
//! A power law through two points is a straight line in logarithms. The logarithms are binary, in fixed point, and computed bit by bit.

/// Number of fractional bits of a logarithm.
const FRACTION: u32 = 56;
/// The number 1 in fixed point with [`FRACTION`] bits.
const ONE: i128 = 1 << FRACTION;

/// Returns the binary logarithm of a positive integer in fixed point; 0 is treated as 1.
fn logarithm(number: u64) -> i128 {
    let number = u128::from(number.max(1));
    let whole = number.ilog2();
    // Mantissa from 1 to below 2, with 62 fractional bits, so that its square fits.
    let mut mantissa = (number << (126 - whole)) >> 64;
    let mut fraction: i128 = 0;
    for _ in 0..FRACTION {
        mantissa = (mantissa * mantissa) >> 62;
        fraction <<= 1;
        if mantissa >> 63 != 0 {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    (i128::from(whole) << FRACTION) + fraction
}

/// Returns the integer nearest to the number with this binary logarithm; at least 1.
fn number(logarithm_wanted: i128) -> u64 {
    // Finds twice the number by bisection, then rounds the half to the nearest integer.
    let doubled = logarithm_wanted.saturating_add(ONE);
    let (mut low, mut high) = (1_u64, u64::MAX >> 1);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if logarithm(middle) <= doubled {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low.div_ceil(2).max(1)
}

/// Point of a power law: a distance and the time it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PowerLawPoint {
    /// Distance; greater than 0.
    pub(super) far: u64,
    /// Time for the distance; greater than 0.
    pub(super) long: u64,
}

/// Returns the time for a distance by a power law through two points, where `ln t` is linear in `ln d`. Returns `None` if both points have
/// the same distance, or if a value is 0.
pub(super) fn through(near: PowerLawPoint, beyond: PowerLawPoint, far: u64) -> Option<u64> {
    if [near.far, near.long, beyond.far, beyond.long, far].contains(&0) {
        return None;
    }
    let [start, end] = [near.far, beyond.far].map(logarithm);
    let [from, to] = [near.long, beyond.long].map(logarithm);
    // Differences are below 2^62. One bit of each factor and two bits of the divisor are dropped, so that the product cannot overflow.
    let part = ((logarithm(far) - start) >> 1).checked_mul((to - from) >> 1)?;
    let rise = part.checked_div((end - start) >> 2)?;
    Some(number(from.saturating_add(rise)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_powers_of_two_are_exact_and_others_lie_between() {
        for bits in 0..63 {
            assert_eq!(logarithm(1 << bits), i128::from(bits) << FRACTION);
        }
        // log2(10) = 3.3219280948873623…
        let ten = logarithm(10);
        assert_eq!((ten * 1_000_000_000_000) >> FRACTION, 3_321_928_094_887);
        assert_eq!((logarithm(1_000_000) - 6 * ten).abs() >> 8, 0, "log2(10^6) is 6 log2(10) to 48 bits");
    }

    #[test]
    fn a_number_is_found_again_from_its_logarithm() {
        for wanted in [1, 2, 3, 7, 59, 86_399, 777_600, 1_261_440_000, 9_460_730_472_580_800] {
            assert_eq!(number(logarithm(wanted)), wanted);
        }
    }

    #[test]
    fn a_power_law_goes_through_both_its_points_and_keeps_its_slope() {
        let at = |far: u64, long: u64| PowerLawPoint { far, long };
        let (near, beyond) = (at(10, 100), at(1_000, 10_000));
        assert_eq!([1, 10, 100, 1_000, 10_000].map(|far| through(near, beyond, far).unwrap()), [10, 100, 1_000, 10_000, 100_000]);
        // The time grows with the square root of the distance: four times the distance takes twice the time.
        let (near, beyond) = (at(100, 1_000_000), at(400, 2_000_000));
        assert_eq!(through(near, beyond, 2_500), Some(5_000_000));
        assert_eq!(through(near, beyond, 200), Some(1_414_214));
        assert_eq!(through(near, near, 200), None);
        assert_eq!(through(near, beyond, 0), None);
    }
}
