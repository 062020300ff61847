//! Did-you-mean: the nearest names, and lists in words. Floor 0.

/// How many candidates are compared before a suggestion is given up: keeps the cost of a message bounded (a package of
/// a million names is not searched for every typing error).
const CANDIDATE_LIMIT: usize = 20_000;

/// How many of them are compared letter by letter, after those that cannot be meant: in real packages a few.
const COMPARED_LIMIT: usize = 500;

/// The longest word that is looked for.
const LONGEST: usize = 64;

/// The candidate nearest to a misspelt word, if one is near enough to be meant: at most a third of its letters differ, or it goes on
/// where the word ends.
/// Ties go to the candidate of more nearly the same length, then to the one that comes first.
///
/// ```
/// use slipyard::suggest::nearest;
/// assert_eq!(nearest("civillian", ["cheap", "civilian"].into_iter()), Some("civilian".to_owned()));
/// assert_eq!(nearest("zeppelin", ["cheap", "civilian"].into_iter()), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<String> {
    let sieve = Sieve::of(word)?;
    let mut compared = 0;
    let mut best: Option<((usize, usize), &str)> = None;
    for candidate in candidates.take(CANDIDATE_LIMIT).filter(|candidate| sieve.lets_through(candidate)) {
        let difference = candidate.chars().count().abs_diff(sieve.length);
        let distance = if is_spelt(candidate, &sieve.plain) {
            0
        } else if sieve.length >= 3 && candidate.starts_with(word) {
            1
        } else if compared == COMPARED_LIMIT {
            continue;
        } else {
            compared += 1;
            strsim::damerau_levenshtein(word, candidate)
        };
        if distance <= sieve.allowed && best.is_none_or(|(least, _)| (distance, difference) < least) {
            best = Some(((distance, difference), candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

/// What a misspelt word may have meant, seen at a glance: most names are no more like it than any others.
#[derive(Clone, Debug)]
pub struct Sieve<'w> {
    word: &'w str,
    /// The word without underscores, in small letters.
    plain: String,
    length: usize,
    letters: Letters,
    /// How many letters may differ.
    allowed: usize,
}

impl<'w> Sieve<'w> {
    /// The sieve of a word; none for a word that is too long to be looked for.
    pub fn of(word: &'w str) -> Option<Sieve<'w>> {
        let length = word.chars().count();
        let plain = word.replace('_', "").to_lowercase();
        (length <= LONGEST).then(|| Sieve { word, plain, length, letters: Letters::of(word), allowed: (length / 3).max(1) })
    }

    /// Whether a name is worth a closer look.
    pub fn lets_through(&self, candidate: &str) -> bool {
        if candidate.starts_with(self.word) {
            return true;
        }
        let near = candidate.chars().count().abs_diff(self.length) <= self.allowed;
        near && (self.letters.at_least(Letters::of(candidate)) <= self.allowed || is_spelt(candidate, &self.plain))
    }
}

/// Whether a candidate is a word but for its underscores; `plain` is the word without any, in small letters.
fn is_spelt(candidate: &str, plain: &str) -> bool {
    candidate.chars().filter(|letter| *letter != '_').eq(plain.chars())
}

/// Which letters a word has, as bits: enough to see quickly that two words are far from one another.
#[derive(Clone, Copy, Debug)]
struct Letters(u64);

impl Letters {
    fn of(word: &str) -> Letters {
        Letters(word.chars().fold(0, |bits, letter| bits | 1 << (u32::from(letter) & 63)))
    }

    /// The least number of edits between words of these letters: an edit takes one letter away and brings one.
    fn at_least(self, other: Letters) -> usize {
        let (lost, come) = (self.0 & !other.0, other.0 & !self.0);
        usize::try_from(lost.count_ones().max(come.count_ones())).unwrap_or(usize::MAX)
    }
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn the_sieve_holds_back_no_name_that_could_be_meant() {
        let names =
            ["armour", "armor", "harm", "arm", "hull", "v_shift", "max_range", "crew", "créw", "naïve", "naive", "ém", "em", "zoé", "zoe"];
        for word in names {
            let sieve = Sieve::of(word).unwrap();
            for name in names {
                let near = strsim::damerau_levenshtein(word, name) <= sieve.allowed;
                assert!(!near || sieve.lets_through(name), "`{name}` for `{word}`");
            }
        }
    }

    #[test]
    fn an_accent_too_many_is_one_letter() {
        assert_eq!(nearest("créw", ["hull", "crew"].into_iter()), Some("crew".to_owned()));
        assert_eq!(nearest("zoé", ["hull", "zoe"].into_iter()), Some("zoe".to_owned()));
    }
}
