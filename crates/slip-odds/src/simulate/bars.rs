//! Text bars, in eighths of a character.

/// Returns a bar for `count` out of `most`, at most `width` characters long: `█████▍`. Only a count of 0 gives an empty bar.
pub fn bar(count: u64, most: u64, width: u64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = u128::from(count) * u128::from(width) * 8 / u128::from(most.max(1));
    let eighths = usize::try_from(eighths).unwrap_or(0).max(usize::from(count > 0));
    format!("{}{}", "█".repeat(eighths / 8), PARTS.get(eighths % 8).copied().unwrap_or(""))
}

/// Returns the rows of a histogram, each with its smallest number, its largest number and its count. If there are more than `most`
/// different numbers, several share a row.
pub fn rows(counts: &[u64], most: usize) -> Vec<(usize, usize, u64)> {
    let Some(first) = counts.iter().position(|count| *count > 0) else { return Vec::new() };
    let used = counts.get(first..).unwrap_or(&[]);
    let each = used.len().div_ceil(most.max(1)).max(1);
    let row = |(number, chunk): (usize, &[u64])| {
        let from = first + number * each;
        (from, from + each - 1, chunk.iter().sum())
    };
    used.chunks(each).enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share_and_what_is_there_shows() {
        assert_eq!(bar(10, 10, 4), "████");
        assert_eq!(bar(5, 10, 3), "█▌");
        assert_eq!(bar(1, 1_000_000, 4), "▏");
        assert_eq!(bar(0, 10, 4), "");
        assert_eq!(bar(0, 0, 4), "");
    }

    #[test]
    fn rows_begin_at_the_first_number_that_came_and_lose_none() {
        assert_eq!(rows(&[0, 0, 3, 1], 10), [(2, 2, 3), (3, 3, 1)]);
        assert_eq!(rows(&[1, 2, 3, 4, 5], 2), [(0, 2, 6), (3, 5, 9)]);
        assert_eq!(rows(&[0, 0], 10), []);
    }
}
