//! Lengths and times as authors and tables write them: `5 AU`, `0.4 Gm`, `6.5 d`, `88.7 h`. Stored as whole metres and
//! seconds.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Length in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Length(pub u64);

/// Time in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Time(pub u64);

/// Units of length with their size in metres, the smallest first.
const LENGTHS: [(&str, u64); 9] = [
    ("m", 1),
    ("km", 1_000),
    ("Mm", 1_000_000),
    ("Gm", 1_000_000_000),
    ("ls", 299_792_458),
    ("AU", 149_597_870_700),
    ("Tm", 1_000_000_000_000),
    ("ly", 9_460_730_472_580_800),
    ("pc", 30_856_775_814_913_673),
];

/// Units of time with their size in seconds, the smallest first. A month has 30 days (R-T1), a year 365.
const TIMES: [(&str, u64); 17] = [
    ("s", 1),
    ("min", 60),
    ("minute", 60),
    ("minutes", 60),
    ("h", HOUR),
    ("hour", HOUR),
    ("hours", HOUR),
    ("d", DAY),
    ("day", DAY),
    ("days", DAY),
    ("week", 7 * DAY),
    ("weeks", 7 * DAY),
    ("month", 30 * DAY),
    ("months", 30 * DAY),
    ("y", YEAR),
    ("year", YEAR),
    ("years", YEAR),
];

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;
const YEAR: u64 = 365 * DAY;

impl Length {
    /// Units of length to suggest in messages.
    pub const UNITS: &'static str = "`km`, `Mm`, `Gm`, `AU` or `ly`";

    /// Parses a length such as `5 AU`, `400_000 km`, `0.4Gm`; `None` for any other text, and for zero.
    pub fn parse(text: &str) -> Option<Length> {
        quantity(text, &LENGTHS).map(Length)
    }
}

impl Time {
    /// Units of time to suggest in messages.
    pub const UNITS: &'static str = "`min`, `h`, `d` or `y`";

    /// Parses a time such as `6.5 d`, `34 h`, `211 min` or `12.5 y`; `None` for any other text, and for zero.
    pub fn parse(text: &str) -> Option<Time> {
        quantity(text, &TIMES).map(Time)
    }

    /// Returns the time for a number of days.
    pub const fn days(days: u64) -> Time {
        Time(days.saturating_mul(DAY))
    }

    /// Returns the time for a number of hours.
    pub const fn hours(hours: u64) -> Time {
        Time(hours.saturating_mul(HOUR))
    }

    /// Returns the time for a number of years.
    pub const fn years(years: u64) -> Time {
        Time(years.saturating_mul(YEAR))
    }

    /// Returns the number of whole days in the time.
    pub const fn whole_days(self) -> u64 {
        self.0 / DAY
    }

    /// Multiplies the time by a number.
    #[must_use]
    pub const fn times(self, count: u64) -> Time {
        Time(self.0.saturating_mul(count))
    }
}

/// Parses a number of at most 18 digits, which may contain a point or underscores, and its unit. The result is above 0.
fn quantity(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == '_'))?;
    let (number, unit) = text.split_at_checked(end)?;
    let unit = unit.trim();
    let exact = units.iter().find(|(word, _)| *word == unit);
    let loose = || units.iter().find(|(word, _)| word.eq_ignore_ascii_case(unit) && word.len() > 1);
    let (_, each) = exact.or_else(loose)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits: String = whole.chars().chain(part.chars()).filter(|digit| *digit != '_').collect();
    if digits.is_empty() || digits.len() > 18 || part.contains(['.', '_']) {
        return None;
    }
    let scale = 10_u128.checked_pow(u32::try_from(part.len()).ok()?)?;
    let scaled = u128::from(digits.parse::<u64>().ok()?).checked_mul(u128::from(*each))?;
    // Rounds to the nearest whole number.
    let value = (scaled + scale / 2) / scale;
    u64::try_from(value).ok().filter(|value| *value > 0 && *value <= u64::MAX >> 1)
}

/// Formats a number of units to a tenth: `6.5`, `20`.
fn tenths(value: u64, unit: u64) -> String {
    let tenths = (u128::from(value) * 20 / u128::from(unit.max(1))).div_ceil(2);
    let (whole, part) = (tenths / 10, tenths % 10);
    if part == 0 || whole >= 1_000 { format!("{}", (tenths + 5) / 10) } else { format!("{whole}.{part}") }
}

impl fmt::Display for Length {
    /// Formats the length: `400,000 km`, `0.5 AU`, `30 AU`, `1 ly`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AU: u64 = 149_597_870_700;
        const LIGHT_YEAR: u64 = 9_460_730_472_580_800;
        match self.0 {
            0..1_000 => write!(f, "{} m", self.0),
            1_000..10_000_000_000 => write!(f, "{} km", grouped(self.0 / 1_000)),
            // A whole number of millions of kilometres is formatted in this unit, because it was probably written so.
            whole if whole < 2_000_000_000_000 && whole % 1_000_000_000 == 0 => write!(f, "{} million km", whole / 1_000_000_000),
            10_000_000_000..1_000_000_000_000_000 => write!(f, "{} AU", hundredths(self.0, AU)),
            _ => write!(f, "{} ly", hundredths(self.0, LIGHT_YEAR)),
        }
    }
}

/// Formats a number of units to a hundredth, without trailing zeros: `0.5`, `30`, `1.72`.
fn hundredths(value: u64, unit: u64) -> String {
    let hundredths = (u128::from(value) * 200 / u128::from(unit.max(1))).div_ceil(2);
    let (whole, part) = (hundredths / 100, hundredths % 100);
    match part {
        0 => whole.to_string(),
        part if part % 10 == 0 => format!("{whole}.{}", part / 10),
        part => format!("{whole}.{part:02}"),
    }
}

/// Formats a number with thousands separators: `400,000`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Time {
    /// Formats the time: `211 minutes`, `34 hours`, `6.5 days`, `12.5 years`: the unit that a table would use.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, word) = match self.0 {
            0..60 => (1, "second"),
            60..7_200 => (60, "minute"),
            // The author probably wrote minutes if the time is not a multiple of 0.1 hours, and hours if it is not a multiple of 0.1 days.
            7_200..21_600 if !self.0.is_multiple_of(HOUR / 10) => (60, "minute"),
            7_200..345_600 => (HOUR, "hour"),
            345_600..864_000 if !self.0.is_multiple_of(DAY / 10) && self.0.is_multiple_of(HOUR / 10) => (HOUR, "hour"),
            345_600..63_072_000 => (DAY, "day"),
            _ => (YEAR, "year"),
        };
        let number = tenths(self.0, unit);
        let plural = if number == "1" { "" } else { "s" };
        write!(f, "{number} {word}{plural}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read_exactly_and_printed_as_a_table_would() {
        let cases = [
            ("5 AU", "5 AU"),
            (".5AU", "0.5 AU"),
            ("0.4 Gm", "400,000 km"),
            ("400_000 km", "400,000 km"),
            ("1 ly", "1 ly"),
            ("255 Gm", "255 million km"),
            ("1_000 Gm", "1000 million km"),
            ("260.5 Gm", "1.74 AU"),
        ];
        for (text, shown) in cases {
            assert_eq!(Length::parse(text).map(|length| length.to_string()).as_deref(), Some(shown), "{text}");
        }
        let cases = [
            ("6.5 d", "6.5 days"),
            ("34 h", "34 hours"),
            ("2.8y", "2.8 years"),
            ("635254 s", "7.4 days"),
            ("149 min", "149 minutes"),
            ("167 h", "167 hours"),
            ("210 min", "3.5 hours"),
            ("86 min", "86 minutes"),
            ("1 week", "7 days"),
            ("1 month", "30 days"),
            ("1 year", "365 days"),
        ];
        for (text, shown) in cases {
            assert_eq!(Time::parse(text).map(|time| time.to_string()).as_deref(), Some(shown), "{text}");
        }
        assert_eq!(Length::parse("5 au"), Length::parse("5 AU"));
        assert_eq!(Length::parse("0.5 AU").map(|length| length.0), Some(74_798_935_350));
    }

    #[test]
    fn what_is_no_quantity_is_refused() {
        for text in ["", "AU", "5", "5 bananas", "5..5 AU", "0 AU", "-3 AU", "1.2.3 d", "99999999999999999999 km", "999999 pc", "5 AU 3"] {
            assert_eq!(Length::parse(text), None, "{text}");
            assert_eq!(Time::parse(text), None, "{text}");
        }
    }
}
