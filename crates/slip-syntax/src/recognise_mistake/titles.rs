//! Titles and texts without their quotes, or with quotes inside.

use crate::diagnose::{UnparsedSlice, is_word, open_bracket};
use crate::expected_tokens::SyntaxContext;
use crate::recognised_mistake_errors as errors;
use slip_source::diagnostic::Diagnostic;

/// Reports a title without quotes that begins at `start`: in a head after the name, or in an entry where a text is expected. `found` is the
/// message about the first word of the title, which is not a valid name.
pub(crate) fn title(slice: &UnparsedSlice<'_>, start: usize, found: &Diagnostic) -> Option<Diagnostic> {
    let before = slice.before(start);
    let title = title_at(slice.after(start));
    let several = title.contains(' ');
    let first_value = before.trim_end().ends_with(',') || before.split_whitespace().count() == 1;
    let texts = match slice.place {
        SyntaxContext::Item => false,
        SyntaxContext::Head => before.split_whitespace().count() == 2 && !before.contains('"'),
        SyntaxContext::Entry => {
            let last = before.split_whitespace().next_back().unwrap_or_default();
            let gives_texts = GIVES_TEXTS.contains(&last);
            let in_sentence = before.starts_with("effect");
            gives_texts
                || asks_for_text(before)
                || first_value && is_code(title)
                || !in_sentence && first_value && (several || slice.words.contains('"') || before.starts_with("aspects"))
        }
    };
    let ranked = before.starts_with(|first: char| first.is_ascii_digit());
    let fits = texts && !before.is_empty() && !title.is_empty() && !ranked;
    fits.then(|| errors::unquoted(found, title, slice.at(start, start + title.len())))
}

/// Words that may be followed by a text: keys of entries, and others.
pub(super) const GIVES_TEXTS: &[&str] = &["aspect", "aspects", "place", "table", "free_tag"];

/// Functions whose last argument is a text.
const ASK_FOR_TEXT: &[&str] = &["has_aspect"];

/// True if the value after the text `before` is an argument of a call that requires a text in quotes.
pub(super) fn asks_for_text(before: &str) -> bool {
    let Some(open) = open_bracket(before, before.len()) else { return false };
    let (front, arguments) = before.split_at(open);
    let function = front.rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default();
    ASK_FOR_TEXT.contains(&function) && arguments.contains(',')
}

/// True if the word is a code such as `B867564-9`, which must be written in quotes.
fn is_code(title: &str) -> bool {
    let signs = |part: &str| !part.is_empty() && part.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit());
    title.split_once('-').is_some_and(|(front, back)| signs(front) && signs(back))
}

/// Words of an entry before which a title without quotes ends.
const ENDS_TITLE: &[&str] = &["when", "else", "once", "any", "per", "as", "from", "at", "with", "by"];

/// Returns the words at the beginning of a text that form a title.
pub(crate) fn title_at(rest: &str) -> &str {
    let stop = |letter: char| ",;:{}()[]\"=<>\n".contains(letter);
    let rest = rest.get(..rest.find(stop).unwrap_or(rest.len())).unwrap_or_default();
    let mut end = 0;
    for word in rest.split_inclusive([' ', '\t']) {
        let bare = word.trim();
        let counts = bare.strip_prefix('x').unwrap_or(bare).starts_with(|first: char| first.is_ascii_digit());
        if ENDS_TITLE.contains(&bare) || counts || bare.starts_with("--") || bare.starts_with("->") {
            break;
        }
        end += word.len();
    }
    rest.get(..end).unwrap_or_default().trim_end()
}

/// Returns the end of an unclosed text in the head of an item: before the colon.
pub(crate) fn title_end(slice: &UnparsedSlice<'_>, line: &str) -> Option<usize> {
    let before = |mark: &str| line.rfind(mark).map(|at| line.get(..at).unwrap_or_default().trim_end().len());
    (slice.place != SyntaxContext::Entry).then(|| before(" :").or_else(|| before(" from ")))?
}

/// Reports quotes inside a text that are not escaped: `"Says "hi" a lot"`. `at` is after the first of them.
pub(crate) fn inner_quotes(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let start = text_before(slice.words, at)?;
    let mut inner = Vec::new();
    let mut opening = at.checked_sub(1)?;
    let end = loop {
        // The quotes of a quoted word inside a text touch the word. A blank or the start of the text comes before the opening quote.
        let begins = slice.before(opening).ends_with([' ', '\t', '(']) || opening == start + 1;
        let quoted = slice.after(opening + 1);
        let closing =
            opening + 1 + quoted.find(['"', '\n']).filter(|length| quoted.get(*length..).is_some_and(|rest| rest.starts_with('"')))?;
        if !begins || slice.before(closing).ends_with([' ', '\t', ',']) {
            return None;
        }
        inner.extend([opening, closing]);
        let rest = slice.after(closing + 1);
        opening = closing + 1 + rest.find(['"', '\n']).filter(|length| rest.get(*length..).is_some_and(|rest| rest.starts_with('"')))?;
        if !slice.after(opening + 1).starts_with(is_word) {
            break opening + 1;
        }
    };
    let whole = slice.words.get(start..end).filter(|whole| !whole.contains('\\'))?;
    let right: String = whole
        .char_indices()
        .map(|(index, letter)| if inner.contains(&(start + index)) { format!("\\{letter}") } else { letter.to_string() })
        .collect();
    Some(errors::inner_quotes(&right, slice.at(at - 1, at), slice.at(start, end)))
}

/// Returns the start of the text literal that ends at `end`.
fn text_before(words: &str, end: usize) -> Option<usize> {
    let mut start = None;
    let mut escaped = false;
    for (index, letter) in words.char_indices().take_while(|(index, _)| *index < end) {
        match (start, letter) {
            (None, '"') => start = Some(index),
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(from), '"') if index + 1 == end => return Some(from),
            (Some(_), '"') => start = None,
            _ => {}
        }
    }
    None
}

/// Returns the text literal at the beginning of `text`, with its quotes.
pub(crate) fn text_at(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix('"').filter(|_| !rest.starts_with("\"\"\""))?;
    let line = inside.lines().next()?;
    if line.contains('\\') {
        return None;
    }
    rest.get(..line.find('"')?.checked_add(2)?)
}
