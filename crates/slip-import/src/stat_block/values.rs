//! Values behind labels: numbers, boxes, ranges, technologies and words of the ladder.

use slip_dice::fate::ladder;

/// Returns the rank of a word of the ladder. `Fair` is also accepted for 2, as in other games of the family.
pub(crate) fn rung(word: &str) -> Option<i32> {
    let word = word.trim();
    let known = (-2..=8).find(|rank| ladder::word(*rank).is_some_and(|known| known.eq_ignore_ascii_case(word)));
    known.or_else(|| word.eq_ignore_ascii_case("fair").then_some(2))
}

/// Returns a whole number with or without a sign.
pub(crate) fn number(text: &str) -> Option<i32> {
    let text = text.trim().trim_end_matches('.');
    let text = text.strip_prefix('\u{2212}').map_or_else(|| text.to_owned(), |rest| format!("-{rest}"));
    let digits = text.trim_start_matches(['+', '-']);
    let is_number =
        !digits.is_empty() && digits.len() + 1 >= text.len() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if is_number { text.trim_start_matches('+').replace('_', "").parse().ok() } else { None }
}

/// Returns the number of boxes that a text draws: `OOOO`, `[ ][ ]`, `☐☐`.
pub(crate) fn boxes(text: &str) -> Option<i32> {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let is_box = |sign: &char| matches!(sign, 'O' | 'o' | '\u{25a1}' | '\u{2610}' | '\u{25cb}' | '\u{25ef}' | '\u{25fb}' | '\u{2b1c}');
    if !signs.is_empty() && signs.iter().all(is_box) {
        return i32::try_from(signs.len()).ok();
    }
    let open = signs.iter().filter(|sign| matches!(sign, '[' | '(')).count();
    let is_drawn = open > 0
        && signs.iter().all(|sign| matches!(sign, '[' | ']' | '(' | ')' | '_' | 'O' | 'o'))
        && signs.len() <= open.saturating_mul(3);
    if is_drawn { i32::try_from(open).ok() } else { None }
}

/// Returns two numbers with a sign between them: `2-4`, `2..4`, `2 to 4`.
pub(crate) fn range(text: &str) -> Option<(i32, i32)> {
    let separators = ["..", "\u{2013}", "\u{2014}", " to ", "-"];
    separators.into_iter().find_map(|separator| {
        let (low, high) = text.split_once(separator)?;
        Some((number(low).filter(|low| *low >= 0)?, number(high).filter(|high| *high >= 0)?))
    })
}

/// Returns two numbers with a slash or a word between them: `17/19`, `17 of 19`.
pub(crate) fn pair(text: &str) -> Option<(i32, i32)> {
    let (first, second) = text.split_once('/').or_else(|| text.split_once(" of "))?;
    Some((number(first)?, number(second)?))
}

/// Returns three numbers with slashes between them: `1/-2/3`.
pub(crate) fn triple(text: &str) -> Option<[i32; 3]> {
    let numbers: Option<Vec<i32>> = text.split('/').map(|part| number(part.trim().trim_start_matches('T'))).collect();
    numbers?.try_into().ok()
}

/// Returns the technology of a text such as `T2` or `T-1`.
pub(crate) fn tech(text: &str) -> Option<i32> {
    let rank = text.strip_prefix(['T', 't'])?;
    let rank = rank.strip_prefix('L').unwrap_or(rank);
    number(rank).filter(|rank| (-9..=9).contains(rank))
}
