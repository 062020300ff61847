//! Compares typed words with the names of a thing. People may type names with other blanks and capitals, in the plural, or in part.

use crate::option_words::option_phrase::NameCandidate;

/// Smallest number of letters in a part of a title that is taken for the title.
const SHORTEST_PART: usize = 3;

/// Quality of the match of typed words with a name; a smaller value is a closer match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameMatch {
    /// The words differ from the name in capitals, blanks and signs only.
    Same,
    /// The words are the name in the plural.
    Plural,
    /// The words are one or more whole words of the name.
    Part,
    /// The words are whole words of the name in the plural.
    PluralPart,
    /// The name, or a word of the name, begins with the words.
    Beginning,
}

/// Returns the closeness of typed words to the closest name of a candidate; `None` if they do not fit any of its names.
pub(super) fn of_candidate(typed: &[&str], candidate: &NameCandidate) -> Option<NameMatch> {
    candidate.names.iter().chain([&candidate.words]).filter_map(|name| of_name(typed, name)).min()
}

fn of_name(typed: &[&str], name: &str) -> Option<NameMatch> {
    let (said, whole) = (joined(&typed.concat()), joined(name));
    if said.is_empty() {
        return None;
    }
    let one = singular(&said);
    if said == whole {
        return Some(NameMatch::Same);
    }
    if one.contains(&whole) {
        return Some(NameMatch::Plural);
    }
    if said.chars().count() < SHORTEST_PART {
        return None;
    }
    let words: Vec<String> = name.split(|letter: char| !letter.is_alphanumeric()).map(joined).filter(|word| !word.is_empty()).collect();
    let runs = |said: &str| {
        let starts = 0..words.len();
        starts.into_iter().any(|start| (start + 1..=words.len()).any(|end| words.get(start..end).is_some_and(|run| run.concat() == said)))
    };
    if runs(&said) {
        return Some(NameMatch::Part);
    }
    if one.iter().any(|one| one.chars().count() >= SHORTEST_PART && runs(one)) {
        return Some(NameMatch::PluralPart);
    }
    let begins = whole.starts_with(&said) || words.iter().any(|word| word.starts_with(&said));
    begins.then_some(NameMatch::Beginning)
}

/// Returns the candidates that typed words name most closely.
pub(super) fn closest<'c>(typed: &[&str], candidates: &'c [NameCandidate]) -> (Option<NameMatch>, Vec<&'c NameCandidate>) {
    let fits = candidates.iter().filter_map(|candidate| Some((of_candidate(typed, candidate)?, candidate)));
    let fits: Vec<(NameMatch, &NameCandidate)> = fits.collect();
    let best = fits.iter().map(|(fit, _)| *fit).min();
    (best, fits.into_iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, candidate)| candidate).collect())
}

/// Returns a name in small letters, without blanks and signs.
fn joined(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns possible singular forms of a word that may be a plural.
fn singular(word: &str) -> Vec<String> {
    let endings = [("s", ""), ("es", ""), ("ies", "y"), ("men", "man"), ("women", "woman")];
    endings.into_iter().filter_map(|(many, one)| word.strip_suffix(many).map(|stem| format!("{stem}{one}"))).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn candidate(name: &str, title: &str) -> NameCandidate {
        NameCandidate { words: name.to_owned(), names: vec![name.to_owned(), title.to_owned()] }
    }

    #[test]
    fn a_name_is_known_by_its_title_its_plural_and_its_parts() {
        let guard = candidate("lamp_guard#2", "Lamp guard #2");
        let quality = |typed: &str| of_candidate(&typed.split(' ').collect::<Vec<_>>(), &guard);
        assert_eq!(quality("lampguard 2"), Some(NameMatch::Same));
        assert_eq!(quality("lamp guard"), Some(NameMatch::Part));
        assert_eq!(quality("guards"), Some(NameMatch::PluralPart));
        assert_eq!(quality("gua"), Some(NameMatch::Beginning));
        assert_eq!([quality("gu"), quality("ghost"), quality("")], [None, None, None]);
        assert_eq!(of_candidate(&["watchmen"], &candidate("watchman", "Watchman")), Some(NameMatch::Plural));
    }

    #[test]
    fn the_closest_names_are_found() {
        let all = [candidate("lock", "Lock"), candidate("lock_house", "Lock house"), candidate("quay", "Quay")];
        let named = |typed: &str| closest(&[typed], &all).1.iter().map(|candidate| candidate.words.as_str()).collect::<Vec<_>>();
        assert_eq!(named("Lock"), ["lock"]);
        assert_eq!(named("house"), ["lock_house"]);
        assert_eq!(named("loc"), ["lock", "lock_house"]);
    }
}
