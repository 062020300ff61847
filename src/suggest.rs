//! Did-you-mean: the nearest names, and lists in words. Floor 0.

/// How many candidates are compared before a suggestion is given up: keeps the cost of a message bounded (a package of
/// a million names is not searched for every typing error).
const CANDIDATE_LIMIT: usize = 20_000;

/// The candidate nearest to a misspelt word, if one is near enough to be meant: at most a third of its letters differ.
/// Ties go to the candidate of more nearly the same length, then to the one that comes first.
///
/// ```
/// use slipyard::suggest::nearest;
/// assert_eq!(nearest("civillian", ["cheap", "civilian"].into_iter()), Some("civilian".to_owned()));
/// assert_eq!(nearest("zeppelin", ["cheap", "civilian"].into_iter()), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<String> {
    let length = word.chars().count();
    if length > 64 {
        return None;
    }
    let allowed = (length / 3).max(1);
    let mut best: Option<((usize, usize), &str)> = None;
    for candidate in candidates.take(CANDIDATE_LIMIT) {
        let difference = candidate.chars().count().abs_diff(length);
        if difference > allowed && !candidate.starts_with(word) {
            continue;
        }
        let distance = if candidate.replace('_', "") == word.replace('_', "").to_lowercase() {
            0
        } else if length >= 3 && candidate.starts_with(word) {
            1
        } else {
            strsim::damerau_levenshtein(word, candidate)
        };
        if distance <= allowed && best.is_none_or(|(least, _)| (distance, difference) < least) {
            best = Some(((distance, difference), candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

/// `a`, `a or b`, `a, b or c`.
pub fn alternatives<'c>(words: impl Iterator<Item = &'c str>) -> String {
    join(words, "or")
}

/// `a`, `a and b`, `a, b and c`.
pub fn enumerate<'c>(words: impl Iterator<Item = &'c str>) -> String {
    join(words, "and")
}

fn join<'c>(words: impl Iterator<Item = &'c str>, last: &str) -> String {
    let words: Vec<&str> = words.collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
