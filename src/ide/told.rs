//! Words that could stand where the checker knows none: its messages list what they would have taken. Floor 7.

use crate::check::doctrine::pick_words;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::doctrine::Kind;

/// Codes of messages that list the words of their place.
const LISTING: [Code; 6] =
    [Code::UnknownKey, Code::UnknownChoice, Code::UnknownTopic, Code::UnknownTerm, Code::UnknownQuestion, Code::SettingValue];

/// Behind which words a message lists what it would have taken.
const LEADS: [&str; 6] = [" may have ", "takes ", "topics are ", "words are ", "terms here are ", "expected "];

/// The same where it stands in several lists.
const ALL_LISTS: &str = "can ask about ";

/// The words that messages about `nobody` list, the word that nothing is called. `kind` is what a doctrine around it is for.
pub(super) fn listed<'d>(found: impl Iterator<Item = &'d Diagnostic>, nobody: &str, kind: Option<Kind>) -> Vec<&'d str> {
    let quoted = format!("`{nobody}`");
    let about = |found: &&Diagnostic| LISTING.contains(&found.code) && found.message.contains(&quoted);
    let mut words = Vec::new();
    for found in found.filter(about) {
        for text in [found.help.as_deref(), Some(found.primary.text.as_str())].into_iter().flatten() {
            words.extend(behind_lead(text));
            if text.contains("a choice of actors") && !text.contains("`on`") {
                words.extend(kind.into_iter().flat_map(pick_words).map(|word| -> &'d str { word }));
            }
        }
    }
    words
}

/// The single words of a list. Words of entries stand without backquotes where nothing else does.
fn behind_lead(text: &str) -> Vec<&str> {
    let list = match text.split_once(ALL_LISTS) {
        Some((_, list)) => list,
        None => match LEADS.iter().filter_map(|lead| text.split_once(lead)).min_by_key(|(before, _)| before.len()) {
            Some((_, list)) => list,
            None => return Vec::new(),
        },
    };
    let bare = !list.contains('`');
    let words = list.split(if bare { [',', ' '] } else { ['`', '`'] });
    let is_word = |word: &&str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    match bare {
        true => words.filter(|word| is_word(word) && *word != "and").collect(),
        // What stands between backquotes is every other piece.
        false => words.skip(1).step_by(2).filter(is_word).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::behind_lead;

    #[test]
    fn lists_are_read_as_messages_write_them() {
        assert_eq!(behind_lead("a map may have zone, border and allow"), ["zone", "border", "allow"]);
        assert_eq!(behind_lead("`act` takes `pass`, `move` or `on` with a choice of actors"), ["pass", "move", "on"]);
        assert_eq!(behind_lead("the words are `me` and `ally`"), ["me", "ally"]);
        assert_eq!(behind_lead("expected `once` or `no`"), ["once", "no"]);
        assert_eq!(behind_lead("`target` takes a choice of actors such as `weakest enemy visible`"), [""; 0]);
        assert_eq!(behind_lead("it can ask about what was built: `spent`; about exact odds: `hit`"), ["spent", "hit"]);
        assert_eq!(behind_lead("did you mean `targeted`?"), [""; 0]);
    }
}
