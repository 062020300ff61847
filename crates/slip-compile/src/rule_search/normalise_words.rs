//! Normalises the words of a text for comparison: lower case, one spelling for American and British words, singular.

/// Alternative spellings of words; the second one is used for comparison.
const SPELLINGS: [(&str, &str); 7] = [
    ("defense", "defence"),
    ("offense", "offence"),
    ("armor", "armour"),
    ("manoeuvre", "maneuver"),
    ("licence", "license"),
    ("honor", "honour"),
    ("center", "centre"),
];

/// Returns every word of a text, in order.
pub(super) fn of(text: &str) -> Vec<String> {
    let parts = text.split(|sign: char| !sign.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(compared).collect()
}

/// Normalises a word.
pub(super) fn compared(word: &str) -> String {
    let small = word.to_lowercase();
    let single = match small.strip_suffix('s') {
        Some(rest) if rest.len() >= 3 && !rest.ends_with('s') && !rest.ends_with('u') => rest.to_owned(),
        _ => small,
    };
    let one = SPELLINGS.iter().find_map(|(other, own)| Some(format!("{own}{}", single.strip_prefix(other)?)));
    one.unwrap_or(single)
}

/// Splits a text into sentences.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    let mut rest = joined.as_str();
    while let Some((at, _)) = rest.match_indices(". ").find(|(at, _)| ends(rest, *at)) {
        let (sentence, after) = rest.split_at(at.saturating_add(1));
        found.push(sentence.to_owned());
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        found.push(rest.to_owned());
    }
    found
}

/// True if a full stop ends a sentence: the text after it does not begin with a lower-case letter.
fn ends(text: &str, at: usize) -> bool {
    let after = text.get(at.saturating_add(2)..).and_then(|rest| rest.chars().next());
    after.is_none_or(|sign| !sign.is_lowercase())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn spellings_and_plurals_are_one_word() {
        assert_eq!(of("Armors, armour; DEFENSES of the_bus"), ["armour", "armour", "defence", "of", "the", "bus"]);
    }

    #[test]
    fn a_sentence_ends_where_the_next_begins() {
        assert_eq!(sentences("Up to 1.5 g, i. e. little.\nNo more. Ever"), ["Up to 1.5 g, i. e. little.", "No more.", "Ever"]);
    }
}
