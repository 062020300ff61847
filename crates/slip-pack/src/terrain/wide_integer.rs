//! Whole numbers of up to 384 bits, for the exact comparison of lines between centres of gravity.
//!
//! The largest possible number is below 2^304. A corner has 20 bits; a centre of gravity of 64 corners is a fraction with 68 bits above
//! and 49 below; the value of a corner in the equation of a line has 140 bits; a crossing is a fraction with 161 bits above and 141
//! below; and the comparison of two crossings multiplies the upper part of each by the lower part of the other.
//!
//! Most maps need numbers of a few bits, so a number that fits into 128 bits is kept as such.

use std::cmp::Ordering;

const LIMBS: usize = 6;

/// Limbs of a number in two's complement, lowest first.
type Limbs = [u64; LIMBS];

/// Whole number of up to 384 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WideInteger {
    /// Any number that fits.
    Narrow(i128),
    /// Any other number.
    Wide(Limbs),
}

/// Returns the lower half of a 128-bit sum or product.
fn low(value: u128) -> u64 {
    u64::try_from(value & u128::from(u64::MAX)).unwrap_or(u64::MAX)
}

/// Returns the value of all limbs above those of a number of this sign.
const fn fill(negative: bool) -> u64 {
    if negative { u64::MAX } else { 0 }
}

fn is_negative(limbs: &Limbs) -> bool {
    limbs.last().is_some_and(|top| top >> 63 == 1)
}

fn sum(one: &Limbs, other: &Limbs) -> Limbs {
    let mut sum = *one;
    let mut carry = 0;
    for (limb, more) in sum.iter_mut().zip(other) {
        let total = u128::from(*limb) + u128::from(*more) + carry;
        *limb = low(total);
        carry = total >> 64;
    }
    sum
}

fn product(one: &Limbs, other: &Limbs) -> Limbs {
    let mut product = [0; LIMBS];
    for (shift, limb) in one.iter().enumerate().filter(|(_, limb)| **limb != 0) {
        let mut carry = 0;
        for (slot, factor) in product.iter_mut().skip(shift).zip(other) {
            // The sum is at most (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
            let total = u128::from(*limb) * u128::from(*factor) + u128::from(*slot) + carry;
            *slot = low(total);
            carry = total >> 64;
        }
    }
    product
}

impl WideInteger {
    pub(super) const ZERO: WideInteger = WideInteger::Narrow(0);

    /// Returns the number with these limbs in its only form: narrow if the number fits, otherwise wide.
    fn new(limbs: Limbs) -> WideInteger {
        let [lowest, second, rest @ ..] = limbs;
        let value = (u128::from(second) << 64 | u128::from(lowest)).cast_signed();
        if rest == [fill(value < 0); LIMBS - 2] { WideInteger::Narrow(value) } else { WideInteger::Wide(limbs) }
    }

    fn limbs(self) -> Limbs {
        match self {
            WideInteger::Wide(limbs) => limbs,
            WideInteger::Narrow(value) => {
                let bits = value.cast_unsigned();
                let mut limbs = [fill(value < 0); LIMBS];
                for (slot, limb) in limbs.iter_mut().zip([low(bits), low(bits >> 64)]) {
                    *slot = limb;
                }
                limbs
            }
        }
    }

    /// Compares the number with 0.
    pub(super) fn sign(self) -> Ordering {
        match self {
            WideInteger::Narrow(value) => value.cmp(&0),
            WideInteger::Wide(limbs) if is_negative(&limbs) => Ordering::Less,
            WideInteger::Wide(_) => Ordering::Greater,
        }
    }

    pub(super) fn plus(self, other: WideInteger) -> WideInteger {
        if let (WideInteger::Narrow(one), WideInteger::Narrow(another)) = (self, other)
            && let Some(sum) = one.checked_add(another)
        {
            return WideInteger::Narrow(sum);
        }
        WideInteger::new(sum(&self.limbs(), &other.limbs()))
    }

    pub(super) fn negated(self) -> WideInteger {
        if let WideInteger::Narrow(value) = self
            && let Some(negated) = value.checked_neg()
        {
            return WideInteger::Narrow(negated);
        }
        WideInteger::new(sum(&self.limbs().map(|limb| !limb), &WideInteger::Narrow(1).limbs()))
    }

    pub(super) fn minus(self, other: WideInteger) -> WideInteger {
        self.plus(other.negated())
    }

    pub(super) fn times(self, other: WideInteger) -> WideInteger {
        if let (WideInteger::Narrow(one), WideInteger::Narrow(another)) = (self, other)
            && let Some(product) = one.checked_mul(another)
        {
            return WideInteger::Narrow(product);
        }
        WideInteger::new(product(&self.limbs(), &other.limbs()))
    }
}

impl From<i128> for WideInteger {
    fn from(value: i128) -> WideInteger {
        WideInteger::Narrow(value)
    }
}

impl Ord for WideInteger {
    fn cmp(&self, other: &WideInteger) -> Ordering {
        match (self, other) {
            (WideInteger::Narrow(one), WideInteger::Narrow(another)) => one.cmp(another),
            _ => self.minus(*other).sign(),
        }
    }
}

impl PartialOrd for WideInteger {
    fn partial_cmp(&self, other: &WideInteger) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::WideInteger;
    use std::cmp::Ordering;

    fn wide(value: i128) -> WideInteger {
        WideInteger::from(value)
    }

    #[test]
    fn wide_numbers_reckon_like_narrow_ones_where_those_suffice() {
        let values = [0, 1, -1, 7, -12, i128::from(u64::MAX), -i128::from(u64::MAX) - 3, 1 << 62, -(1 << 61) + 5];
        for a in values {
            for b in values {
                assert_eq!(wide(a).plus(wide(b)), wide(a + b), "{a} + {b}");
                assert_eq!(wide(a).minus(wide(b)), wide(a - b), "{a} - {b}");
                assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b), "{a} and {b}");
                if let Some(product) = a.checked_mul(b) {
                    assert_eq!(wide(a).times(wide(b)), wide(product), "{a} * {b}");
                }
            }
        }
    }

    #[test]
    fn a_number_that_fits_into_128_bits_again_equals_the_narrow_one() {
        for value in [i128::MAX, i128::MIN] {
            let beyond = wide(value).plus(wide(value.signum()));
            assert!(matches!(beyond, WideInteger::Wide(_)), "{value}");
            assert_eq!(beyond.minus(wide(value.signum())), wide(value));
        }
        let past_the_least = wide(i128::MIN).negated();
        assert!(matches!(past_the_least, WideInteger::Wide(_)));
        assert_eq!(past_the_least.negated(), wide(i128::MIN));
        assert_eq!(past_the_least.plus(wide(i128::MIN)), WideInteger::ZERO);
        assert_eq!(wide(1 << 100).times(wide(1 << 100)).minus(wide(1 << 100).times(wide((1 << 100) - 1))), wide(1 << 100));
    }

    #[test]
    fn wide_products_keep_what_narrow_ones_lose() {
        let big = wide(i128::MAX);
        // The product (m + 1)(m - 1) = m^2 - 1 has some 254 bits.
        let square = big.times(big);
        let around = big.plus(wide(1)).times(big.minus(wide(1)));
        assert_eq!(square.minus(around), wide(1));
        assert_eq!(square.negated().sign(), Ordering::Less);
        assert_eq!(big.times(wide(-3)), wide(i128::MIN).plus(wide(1)).times(wide(3)));
    }
}
