//! Lists of members in a text, and arguments of stunts.

use crate::vocabulary::{ParameterSort, StuntWords};
use slip_pack::quoted;

/// Returns the members of a list that is separated by commas or semicolons outside of brackets and quotes.
pub(crate) fn members(list: &str) -> Vec<&str> {
    split(list, |sign| matches!(sign, ',' | ';'))
}

/// Splits a text at signs outside of brackets and quotes. Empty parts are left out.
pub(crate) fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let mut state = Nesting::default();
    for (at, sign) in text.char_indices() {
        if state.is_outside() && is_separator(sign) {
            parts.extend(text.get(start..at));
            start = at + sign.len_utf8();
        }
        state.pass(sign);
    }
    parts.extend(text.get(start..));
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Splits a text at the bracket that closes an earlier opening bracket. Returns the text before the bracket and the text after it.
pub(crate) fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1_usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth = depth.saturating_add(1),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(..at)?, text.get(at + 1..)?));
        }
    }
    None
}

/// Brackets and quotes that are open at a position of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Nesting {
    depth: usize,
    quoted: bool,
}

impl Nesting {
    fn is_outside(self) -> bool {
        self.depth == 0 && !self.quoted
    }

    fn pass(&mut self, sign: char) {
        match sign {
            '"' => self.quoted = !self.quoted,
            '\u{201c}' | '\u{201e}' => self.quoted = true,
            '\u{201d}' => self.quoted = false,
            '(' | '[' if !self.quoted => self.depth = self.depth.saturating_add(1),
            ')' | ']' if !self.quoted => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// Returns the arguments of a stunt as they are written in Slip. `name` finds the name of an item or skill by its title.
pub(crate) fn written(text: &str, rule: &StuntWords, name: impl Fn(&str) -> String) -> String {
    let mut rest = text.trim();
    let mut arguments = Vec::new();
    for (at, (sort, _)) in rule.parameters.iter().enumerate() {
        let is_last = at + 1 == rule.parameters.len();
        let argument = if is_last { rest } else { members_first(rest) };
        rest = rest.get(argument.len()..).unwrap_or_default().trim_start_matches([',', ';', ' ']);
        if argument.is_empty() {
            break;
        }
        arguments.push(match sort {
            ParameterSort::Text => quoted(&slip_printable::line(unquoted(argument))),
            ParameterSort::Words => safe(argument.to_owned()),
            ParameterSort::Skill | ParameterSort::Item | ParameterSort::Name => safe(name(argument)),
        });
    }
    arguments.join(", ")
}

/// Returns a text that is safe as an argument. Words of the language stay unchanged. Any other text is put in quotes, so that it cannot end
/// the argument.
fn safe(words: String) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.' | ' ' | '/' | '+' | '-');
    let is_quoted = words.len() > 1 && words.starts_with('"') && words.ends_with('"');
    if is_quoted || words.chars().all(is_plain) && !words.contains("//") { words } else { quoted(&slip_printable::line(&words)) }
}

/// True if a text has the form of the code of a diagnostic, as waivers name it.
pub(crate) fn is_code(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'0'..=b'9'))
}

/// Returns the text up to the first comma or semicolon outside of brackets and quotes.
fn members_first(text: &str) -> &str {
    let mut state = Nesting::default();
    for (at, sign) in text.char_indices() {
        if state.is_outside() && matches!(sign, ',' | ';') {
            return text.get(..at).unwrap_or(text);
        }
        state.pass(sign);
    }
    text
}

/// Returns a text without the quotes around it.
pub(crate) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let pairs =
        [('"', '"'), ('\u{201c}', '\u{201d}'), ('\u{201e}', '\u{201c}'), ('\'', '\''), ('\u{2018}', '\u{2019}'), ('\u{ab}', '\u{bb}')];
    pairs.into_iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_brackets_and_quotes_separate_nothing() {
        assert_eq!(members("a, b (c, d), \"e, f\"; g"), ["a", "b (c, d)", "\"e, f\"", "g"]);
        assert_eq!(members(&"(".repeat(100_000)).len(), 1);
        assert_eq!(closed("a (b) c) d"), Some(("a (b) c", " d")));
    }

    #[test]
    fn arguments_are_written_by_the_sorts_of_the_parameters() {
        let rule = StuntWords { parameters: vec![(ParameterSort::Skill, false), (ParameterSort::Text, false)], ..StuntWords::default() };
        assert_eq!(written("Tactics, loud, very", &rule, str::to_lowercase), "tactics, \"loud, very\"");
        assert_eq!(written("Tactics", &rule, str::to_lowercase), "tactics");
    }
}
