//! Secret that a browser must know: 128 random bits of the operating system, written as 32 hexadecimal digits.

use std::fmt::Write;
use subtle::ConstantTimeEq;

/// Secret of a link.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    /// Draws a new token.
    ///
    /// # Errors
    /// A sentence if the operating system gives no random bits.
    pub(super) fn draw() -> Result<Token, String> {
        let mut bits = [0_u8; 16];
        getrandom::fill(&mut bits).map_err(|error| format!("the operating system gives no random numbers: {error}"))?;
        let mut text = String::new();
        for byte in bits {
            // Writing to memory cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Token(text))
    }

    /// Returns the token as it is written in an address.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// True if a text is this token. The time of the comparison does not depend on how much of it is right.
    pub(super) fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::Token;

    #[test]
    fn a_token_has_128_bits_and_no_two_are_alike() {
        let (one, other) = (Token::draw().unwrap(), Token::draw().unwrap());
        assert!(one.text().len() == 32 && one.text().bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(one.is(one.text()) && !one.is(other.text()) && !one.is("") && !one.is(&one.text().to_uppercase().replace('A', "b")));
    }
}
