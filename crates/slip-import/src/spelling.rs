//! Spellings by which names and titles are compared, and names that are made from titles.

use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Maximum number of bytes of a name that is made from a title.
const NAME_BYTES: usize = 60;
/// Minimum number of letters of an abbreviation, such as `Pen` for `Penetration`.
const ABBREVIATION: usize = 3;

/// Returns the spelling of a text for comparisons: small letters and digits, with `_` between words. `V-shift` and `v shift` are equal.
pub(crate) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    let letters = text.nfkd().filter(|letter| !is_combining_mark(*letter) && !matches!(letter, '\'' | '\u{2019}'));
    for letter in letters.flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            key.push(letter);
        } else if !key.is_empty() && !key.ends_with('_') {
            key.push('_');
        }
    }
    key.truncate(key.trim_end_matches('_').len());
    key
}

/// Returns the name of an item with a title: `Élan, Mk II` becomes `elan_mk_ii`. A title without usable letters gets the name of its kind.
pub(crate) fn name(title: &str, kind: &str) -> String {
    let letters: String = key(title).chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').take(NAME_BYTES).collect();
    let words: Vec<&str> = letters.split('_').filter(|word| !word.is_empty()).collect();
    let name = words.join("_");
    if slip_compile::resolve::is_name(&name) {
        return name;
    }
    if name.is_empty() { kind.to_owned() } else { format!("{kind}_{name}") }
}

/// Returns the key itself, then the words of which it may be the plural.
pub(crate) fn forms(key: &str) -> impl Iterator<Item = &str> {
    let endings = ["", "s", "es"];
    endings.into_iter().filter_map(move |ending| key.strip_suffix(ending)).filter(|form| !form.is_empty())
}

/// Index of the names and titles under which a thing is known.
#[derive(Clone, Debug)]
pub(crate) struct TitleIndex<T> {
    by_key: BTreeMap<String, T>,
}

impl<T> Default for TitleIndex<T> {
    fn default() -> Self {
        TitleIndex { by_key: BTreeMap::new() }
    }
}

impl<T: Copy + PartialEq> TitleIndex<T> {
    /// Adds a name or title. If two things have the same spelling, the first one is kept.
    pub(crate) fn add(&mut self, title: &str, thing: T) {
        let key = key(title);
        if !key.is_empty() {
            self.by_key.entry(key).or_insert(thing);
        }
    }

    /// Returns the thing with exactly this name or title, in the singular or plural.
    pub(crate) fn exact(&self, title: &str) -> Option<T> {
        let key = key(title);
        forms(&key).find_map(|form| self.by_key.get(form).copied())
    }

    /// Returns the thing with this name or title, or the only one whose name begins with the word: `Pen` for `Penetration`.
    pub(crate) fn find(&self, title: &str) -> Option<T> {
        self.exact(title).or_else(|| self.abbreviated(&key(title)))
    }

    fn abbreviated(&self, key: &str) -> Option<T> {
        if key.chars().count() < ABBREVIATION {
            return None;
        }
        let mut found = self.by_key.range(key.to_owned()..).take_while(|(known, _)| known.starts_with(key)).map(|(_, thing)| *thing);
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }

    /// For a misspelt word, returns the thing with the most similar name, and this name.
    pub(crate) fn nearest(&self, title: &str) -> Option<(T, String)> {
        let near = slip_suggest::nearest(&key(title), self.by_key.keys().map(String::as_str))?;
        self.by_key.get(&near).map(|thing| (*thing, near.clone()))
    }

    /// Returns the thing whose title is the longest beginning of a text of several words, and the number of words of that beginning.
    pub(crate) fn beginning(&self, words: &[&str]) -> Option<(T, usize)> {
        (1..=words.len().min(8)).rev().find_map(|count| {
            let text = words.get(..count)?.join(" ");
            self.exact(&text).map(|thing| (thing, count))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_are_equal() {
        assert_eq!(key("V-shift"), key("v  Shift"));
        assert_eq!(key("Captain\u{2019}s Élan (old)"), "captains_elan_old");
        assert_eq!(key("--"), "");
    }

    #[test]
    fn names_are_legal_whatever_the_title_is() {
        assert_eq!(name("Élan, Mk II", "ship"), "elan_mk_ii");
        assert_eq!(name("if", "ship"), "ship_if");
        assert_eq!(name("9th Lamp", "ship"), "ship_9th_lamp");
        assert_eq!(name("\u{5149}", "ship"), "ship");
        assert!(slip_compile::resolve::is_name(&name(&"long ".repeat(5_000), "ship")));
    }

    #[test]
    fn plurals_and_abbreviations_find_their_thing() {
        let mut index = TitleIndex::default();
        for (place, title) in ["Torpedo", "Penetration", "Beam", "Personal"].into_iter().enumerate() {
            index.add(title, place);
        }
        assert_eq!([index.find("torpedoes"), index.find("Beams"), index.find("pen"), index.find("pe")], [Some(0), Some(2), Some(1), None]);
        assert_eq!(index.nearest("Penetratoin").map(|(place, _)| place), Some(1));
        assert_eq!(index.beginning(&["Beam", "of", "light"]), Some((2, 1)));
    }
}
