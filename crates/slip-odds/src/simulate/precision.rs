//! Precision at which a simulation stops: `1%`, `0.5%`, `0.01`.

use std::fmt;
use std::str::FromStr;

/// Precision: half the width of a 95% interval, in units of 1/100,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Precision(u32);

impl Precision {
    /// Returns the precision as a fraction of 1.
    #[allow(clippy::float_arithmetic, reason = "a bound for measured shares; no rule depends on it")]
    pub fn share(self) -> f64 {
        f64::from(self.0) / 100_000.0
    }
}

impl fmt::Display for Precision {
    /// Formats the precision as `1%` or `0.25%`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        write!(f, "{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl FromStr for Precision {
    type Err = String;

    fn from_str(text: &str) -> Result<Precision, String> {
        let wrong = || format!("`{text}` is not a precision: write a share from 0.001% to 50%, such as `1%` or `0.01`");
        let (number, places) = match text.trim().strip_suffix('%') {
            Some(number) => (number.trim_end(), 3),
            None => (text.trim(), 5),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() && part.is_empty() || !digits(whole) || !digits(part) || part.len() > places {
            return Err(wrong());
        }
        let all = format!("{whole}{part:0<places$}");
        let thousandths: u32 = all.parse().map_err(|_| wrong())?;
        if (1..=50_000).contains(&thousandths) { Ok(Precision(thousandths)) } else { Err(wrong()) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::Precision;

    #[test]
    fn shares_are_read_exactly_and_said_in_percent() {
        let read = |text: &str| text.parse::<Precision>();
        for (text, said) in [("1%", "1%"), ("0.01", "1%"), (".5 %", "0.5%"), ("0.00025", "0.025%"), ("50%", "50%"), ("1.50%", "1.5%")] {
            assert_eq!(read(text).unwrap().to_string(), said);
        }
        for text in ["", "%", ".", "0%", "51%", "1", "-1%", "1e-3", "0.0001%", "a"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
