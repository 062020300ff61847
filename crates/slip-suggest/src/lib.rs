//! Did-you-mean suggestions, lists in words, and counts with their nouns.

mod counted_nouns;

pub use counted_nouns::{counted, plural};

/// Maximum number of candidates to consider. The limit bounds the cost of a message: a package with a million names is not searched for
/// every typing error.
const CANDIDATE_LIMIT: usize = 20_000;

/// Maximum number of candidates that are compared letter by letter, the most similar first.
const COMPARED_LIMIT: usize = 200;

/// Endings of words that are derived from a name: `piloting` from `pilot`.
const ENDINGS: [&str; 7] = ["s", "es", "ed", "er", "ers", "ing", "ist"];

/// Maximum length of a word to find suggestions for.
const LONGEST: usize = 64;

/// Returns the candidate nearest to a misspelt word, if one is near enough: at most a third of its letters differ, it
/// begins with the word, or the word is the candidate with an ending. Among equally near candidates, the one with the most similar length
/// is returned, then the first.
///
/// ```
/// use slip_suggest::nearest;
/// assert_eq!(nearest("civillian", ["cheap", "civilian"].into_iter()), Some("civilian".to_owned()));
/// assert_eq!(nearest("piloting", ["pilot", "plotting_table"].into_iter()), Some("pilot".to_owned()));
/// assert_eq!(nearest("zeppelin", ["cheap", "civilian"].into_iter()), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<String> {
    nearest_at_a_glance(word, candidates.map(|candidate| (candidate, LetterCounts::of(candidate))))
}

/// Like [`nearest`], for repeated searches. The caller has computed the letter counts ([`LetterCounts`]) of the candidates before.
pub fn nearest_at_a_glance<'c>(word: &str, candidates: impl Iterator<Item = (&'c str, LetterCounts)>) -> Option<String> {
    let wanted = MisspeltWord::of(word)?;
    let least = |(candidate, glance): (&'c str, LetterCounts)| Some((wanted.least(candidate, glance)?, candidate));
    let near: Vec<(usize, &str)> = candidates.take(CANDIDATE_LIMIT).filter_map(least).collect();
    let mut compared = 0;
    let mut best: Option<((usize, usize), &str)> = None;
    for bound in 0..=wanted.allowed {
        for (_, candidate) in near.iter().filter(|(least, _)| *least == bound) {
            if compared == COMPARED_LIMIT {
                break;
            }
            compared += 1;
            let found = (wanted.distance(candidate), candidate.chars().count().abs_diff(wanted.glance.length));
            if found.0 <= wanted.allowed && best.is_none_or(|(least, _)| found < least) {
                best = Some((found, candidate));
            }
        }
        // Every remaining candidate differs in at least as many letters as the best one so far.
        if best.is_some_and(|((distance, _), _)| distance <= bound) {
            break;
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

/// Letter counts of a word, by which clearly different words are excluded without comparing them in full.
///
/// ```
/// use slip_suggest::{LetterCounts, nearest_at_a_glance};
/// let names = ["cheap", "civilian"].map(|name| (name, LetterCounts::of(name)));
/// assert_eq!(nearest_at_a_glance("civillian", names.into_iter()), Some("civilian".to_owned()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LetterCounts {
    /// Number of letters.
    length: usize,
    /// Two bits for each letter. The first is set if the letter occurs, the second if it occurs at least twice. Capital letters are counted
    /// as small ones, and underscores are ignored.
    letters: u64,
}

impl LetterCounts {
    /// Computes the letter counts of a word. Words with very different counts need not be compared in full.
    pub fn of(word: &str) -> LetterCounts {
        let (mut length, mut once, mut again) = (0, 0_u32, 0_u32);
        for letter in word.chars() {
            length += 1;
            if letter != '_' {
                let bit = 1 << (u32::from(letter) & 31);
                again |= once & bit;
                once |= bit;
            }
        }
        LetterCounts { length, letters: u64::from(again) << 32 | u64::from(once) }
    }

    /// Returns two numbers: of letters that only this word has, and of letters that only the other word has.
    fn apart(self, other: LetterCounts) -> (u32, u32) {
        ((self.letters & !other.letters).count_ones(), (other.letters & !self.letters).count_ones())
    }
}

/// Word that may be misspelt, prepared for comparisons.
struct MisspeltWord<'w> {
    word: &'w str,
    glance: LetterCounts,
    /// Maximum number of letters that may differ.
    allowed: usize,
}

impl<'w> MisspeltWord<'w> {
    /// Prepares a word; `None` if the word is too long.
    fn of(word: &'w str) -> Option<MisspeltWord<'w>> {
        let glance = LetterCounts::of(word);
        // Every single letter is one edit away from every other, so similarity gives no hint.
        let allowed = if glance.length == 1 { 0 } else { (glance.length / 3).max(1) };
        (glance.length <= LONGEST).then_some(MisspeltWord { word, glance, allowed })
    }

    /// Returns a lower bound for the number of edits between a name and the word; `None` if the bound is above the maximum. An edit removes
    /// one letter and adds one.
    fn least(&self, name: &str, glance: LetterCounts) -> Option<usize> {
        let (lost, come) = self.glance.apart(glance);
        if lost == 0 && (come == 0 && is_spelt(name, self.word) || self.is_begun(name)) || come == 0 && self.is_stem(name) {
            return Some(0);
        }
        let letters = usize::try_from(lost.max(come)).unwrap_or(usize::MAX);
        let least = letters.max(glance.length.abs_diff(self.glance.length));
        (least <= self.allowed).then_some(least)
    }

    /// Returns the number of letters in which a name differs from the word: 0 for another spelling of the word, 1 for a name that begins
    /// with the word.
    fn distance(&self, name: &str) -> usize {
        match name {
            _ if is_spelt(name, self.word) => 0,
            _ if self.is_begun(name) || self.is_stem(name) => 1,
            _ => strsim::osa_distance(self.word, name),
        }
    }

    /// True if the word is a name with an ending: `piloting`.
    fn is_stem(&self, name: &str) -> bool {
        name.len() >= 4 && self.word.strip_prefix(name).is_some_and(|ending| ENDINGS.contains(&ending))
    }

    /// True if a name begins with the word.
    fn is_begun(&self, name: &str) -> bool {
        self.glance.length >= 3 && name.starts_with(self.word)
    }
}

/// True if two words differ only in underscores and capitals.
fn is_spelt(one: &str, other: &str) -> bool {
    plain(one).eq(plain(other))
}

fn plain(word: &str) -> impl Iterator<Item = char> {
    word.chars().filter(|letter| *letter != '_').flat_map(char::to_lowercase)
}

/// True if two texts have the same words. Punctuation between words does not matter: `Culture/Tech` has the words of `culture_tech`.
/// Punctuation inside a word matters: `r*esolve` is not `resolve`.
pub fn same_words(one: &str, other: &str) -> bool {
    words(one).map(str::to_lowercase).eq(words(other).map(str::to_lowercase)) && words(one).next().is_some()
}

fn words(writing: &str) -> impl Iterator<Item = &str> {
    writing.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Joins words with `or`: `a`, `a or b`, `a, b or c`.
pub fn alternatives<'c>(words: impl Iterator<Item = &'c str>) -> String {
    join(words, "or")
}

/// Joins words with `and`: `a`, `a and b`, `a, b and c`.
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
    fn a_glance_passes_over_no_name_that_could_be_meant() {
        let names = [
            "armour",
            "armor",
            "harm",
            "arm",
            "hull",
            "v_shift",
            "max_range",
            "crew",
            "créw",
            "naïve",
            "naive",
            "ém",
            "em",
            "zoé",
            "zoe",
            "MaxRange",
            "aaa",
            "aaaa",
            "aab",
            "ab_a",
        ];
        for word in names {
            let wanted = MisspeltWord::of(word).unwrap();
            for name in names {
                let least = wanted.least(name, LetterCounts::of(name));
                let distance = wanted.distance(name);
                assert!(least.map_or(distance > wanted.allowed, |least| least <= distance), "`{name}` for `{word}`");
            }
        }
    }

    #[test]
    fn those_most_like_the_word_are_compared_first() {
        let strangers: Vec<String> = (0..2_000).map(|number| format!("hill{number:04}")).collect();
        let names = strangers.iter().map(String::as_str).chain(["hull0000a"]);
        assert_eq!(nearest("hlul0000a", names), Some("hull0000a".to_owned()));
    }

    #[test]
    fn words_are_the_same_whatever_stands_between_them() {
        assert!(same_words("Culture/Tech", "culture_tech"));
        assert!(same_words("\"Brine gun\"", "brine_gun"));
        assert!(!same_words("Brine guns", "brine_gun"));
        assert!(!same_words("/", "_"));
        assert!(!same_words("r*esolve", "resolve"));
    }

    #[test]
    fn an_accent_too_many_is_one_letter() {
        assert_eq!(nearest("créw", ["hull", "crew"].into_iter()), Some("crew".to_owned()));
        assert_eq!(nearest("zoé", ["hull", "zoe"].into_iter()), Some("zoe".to_owned()));
    }
}
