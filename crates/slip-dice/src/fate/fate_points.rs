//! Fate points and spin: how they are spent, and when spin expires.

/// Fate points of one owner. Never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Purse(u16);

impl Purse {
    /// Returns a purse with this many points; 0 for negative numbers.
    pub fn new(points: i32) -> Purse {
        Purse(u16::try_from(points.max(0)).unwrap_or(u16::MAX))
    }

    /// Returns the number of points.
    pub const fn points(self) -> u16 {
        self.0
    }

    /// True if the purse has at least this many points.
    pub const fn can_pay(self, price: u16) -> bool {
        self.0 >= price
    }

    /// Adds points or removes them. The result is at least 0.
    pub fn change(&mut self, by: i32) {
        *self = Purse::new(i32::from(self.0) + by);
    }
}

/// Token of spin that was earned by one defence (R-P3). The defender and its allies may spend it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpinToken {
    /// Number of the defender that earned the spin.
    pub owner: u8,
    /// Number of the owner's side.
    pub side: u8,
    /// Spin that is left of the token.
    pub left: u8,
    /// True if a turn of the owner has begun since the spin was earned. The spin expires with that turn (R-P4).
    pub last_turn: bool,
}

/// Returns the spin that a side has.
pub fn spin_of(tokens: &[SpinToken], side: u8) -> i32 {
    tokens.iter().filter(|token| token.side == side).map(|token| i32::from(token.left)).sum()
}

/// Removes spin from the tokens that may be spent, beginning with those that expire first. Empty tokens are dropped.
pub fn spend_spin(tokens: &mut Vec<SpinToken>, may: impl Fn(&SpinToken) -> bool, amount: i32) {
    let mut rest = u8::try_from(amount.max(0)).unwrap_or(u8::MAX);
    for lapsing in [true, false] {
        for token in tokens.iter_mut().filter(|token| may(token) && token.last_turn == lapsing) {
            let taken = rest.min(token.left);
            token.left -= taken;
            rest -= taken;
        }
    }
    tokens.retain(|token| token.left > 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purse_is_never_below_nothing() {
        let mut purse = Purse::new(2);
        purse.change(-5);
        assert_eq!(purse, Purse::new(0));
        assert!(!purse.can_pay(1));
    }

    #[test]
    fn spin_that_lapses_first_is_spent_first() {
        let token = |owner, last_turn| SpinToken { owner, side: 0, left: 2, last_turn };
        let mut tokens = vec![token(0, false), token(1, true), SpinToken { side: 1, ..token(2, true) }];
        assert_eq!(spin_of(&tokens, 0), 4);
        spend_spin(&mut tokens, |token| token.side == 0, 3);
        assert_eq!(tokens.iter().map(|token| (token.owner, token.left)).collect::<Vec<_>>(), [(0, 1), (2, 2)]);
    }
}
