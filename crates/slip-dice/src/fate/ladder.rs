//! Words of the ladder, for display only. Numbers off the ladder keep their value.

/// Returns the word for a total on the ladder; `None` outside -2..=8, where only the number is shown (R-C2).
pub const fn word(total: i32) -> Option<&'static str> {
    Some(match total {
        8 => "Legendary",
        7 => "Epic",
        6 => "Fantastic",
        5 => "Superb",
        4 => "Great",
        3 => "Good",
        2 => "Decent",
        1 => "Average",
        0 => "Mediocre",
        -1 => "Poor",
        -2 => "Terrible",
        _ => return None,
    })
}

/// Returns a total with its word on the ladder: `+3 (Good)`, or `+9` off the ladder.
pub fn rung(total: i32) -> String {
    match word(total) {
        Some(word) => format!("{total:+} ({word})"),
        None => format!("{total:+}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules: R-C2.
    #[test]
    fn the_ladder_has_words_only_between_its_ends() {
        let words: Vec<Option<&str>> = (-3..=9).map(word).collect();
        let expected = [
            None,
            Some("Terrible"),
            Some("Poor"),
            Some("Mediocre"),
            Some("Average"),
            Some("Decent"),
            Some("Good"),
            Some("Great"),
            Some("Superb"),
            Some("Fantastic"),
            Some("Epic"),
            Some("Legendary"),
            None,
        ];
        assert_eq!(words, expected);
        assert_eq!(rung(9), "+9");
        assert_eq!(rung(-1), "-1 (Poor)");
    }
}
