//! Whole numbers of 384 bits, for the exact comparison of lines between centres of gravity.
//!
//! The largest possible number is below 2^304. A corner has 20 bits; a centre of gravity of 64 corners is a fraction with 68 bits above
//! and 49 below; the value of a corner in the equation of a line has 140 bits; a crossing is a fraction with 161 bits above and 141
//! below; and the comparison of two crossings multiplies the upper part of each by the lower part of the other.

use std::cmp::Ordering;

const LIMBS: usize = 6;

/// Whole number of 384 bits in two's complement, lowest limb first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WideInteger([u64; LIMBS]);

/// Returns the lower half of a 128-bit sum or product.
fn low(value: u128) -> u64 {
    u64::try_from(value & u128::from(u64::MAX)).unwrap_or(u64::MAX)
}

impl WideInteger {
    pub(super) const ZERO: WideInteger = WideInteger([0; LIMBS]);

    fn is_negative(self) -> bool {
        self.0.last().is_some_and(|top| top >> 63 == 1)
    }

    /// Compares the number with 0.
    pub(super) fn sign(self) -> Ordering {
        if self.is_negative() {
            Ordering::Less
        } else if self == WideInteger::ZERO {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }

    pub(super) fn plus(self, other: WideInteger) -> WideInteger {
        let mut sum = self;
        let mut carry = 0;
        for (limb, more) in sum.0.iter_mut().zip(other.0) {
            let total = u128::from(*limb) + u128::from(more) + carry;
            *limb = low(total);
            carry = total >> 64;
        }
        sum
    }

    pub(super) fn negated(self) -> WideInteger {
        WideInteger(self.0.map(|limb| !limb)).plus(WideInteger::from(1))
    }

    pub(super) fn minus(self, other: WideInteger) -> WideInteger {
        self.plus(other.negated())
    }

    /// Returns the number if it fits in 64 bits, as nearly all do.
    fn narrow(self) -> Option<i128> {
        let [lowest, rest @ ..] = self.0;
        let value = lowest.cast_signed();
        let fill = if value < 0 { u64::MAX } else { 0 };
        (rest == [fill; LIMBS - 1]).then_some(i128::from(value))
    }

    pub(super) fn times(self, other: WideInteger) -> WideInteger {
        if let (Some(one), Some(another)) = (self.narrow(), other.narrow()) {
            return WideInteger::from(one * another);
        }
        let mut product = WideInteger::ZERO;
        for (shift, limb) in self.0.into_iter().enumerate().filter(|(_, limb)| *limb != 0) {
            let mut carry = 0;
            for (slot, factor) in product.0.iter_mut().skip(shift).zip(other.0) {
                // The sum is at most (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
                let total = u128::from(limb) * u128::from(factor) + u128::from(*slot) + carry;
                *slot = low(total);
                carry = total >> 64;
            }
        }
        product
    }
}

impl From<i128> for WideInteger {
    fn from(value: i128) -> WideInteger {
        let bits = value.cast_unsigned();
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut limbs = [fill; LIMBS];
        for (slot, limb) in limbs.iter_mut().zip([low(bits), low(bits >> 64)]) {
            *slot = limb;
        }
        WideInteger(limbs)
    }
}

impl Ord for WideInteger {
    fn cmp(&self, other: &WideInteger) -> Ordering {
        self.minus(*other).sign()
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
