//! Square brackets in place of braces or round brackets.

use crate::diagnose::{UnparsedSlice, is_word, open_bracket};
use crate::expected_tokens::SyntaxContext;
use crate::parse::Builder;
use crate::prescan::offset;
use crate::recognised_mistake_errors as errors;
use slip_source::Span;
use slip_source::diagnostic::Diagnostic;

/// Reports entries in the wrong kind of brackets: `skills [ 2 pilot; 1 stamina ]`.
pub(crate) fn square(builder: &Builder<'_>, slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let open = open_bracket(slice.words, at)?;
    let key = slice.before(open).trim_end();
    let inside = slice.after(open + 1).trim_start();
    let square = slice.after(open).starts_with('[');
    let is_key = !key.is_empty() && key.chars().all(is_word) && key.starts_with(|first: char| first.is_ascii_lowercase());
    let is_entry = match square {
        true => holds_entries(inside),
        false => key.len() < slice.before(open).len() && inside.starts_with(|first: char| first.is_ascii_digit()),
    };
    if slice.place != SyntaxContext::Entry || !is_key || !is_entry {
        return None;
    }
    let opening = slice.at(open, open + 1);
    let closing = if square { ']' } else { ')' };
    let from = usize::try_from(opening.end).ok()?;
    let rest = builder.text.get(from..)?;
    let end = rest.find(['[', ']', '(', ')', '{', '}']).filter(|end| rest.get(*end..).is_some_and(|rest| rest.starts_with(closing)));
    let closing = end.map(|end| offset(from + end)).map(|start| Span { start, end: start.saturating_add(1), ..opening });
    Some(errors::square(key, opening, closing))
}

/// True if the text after `[` begins with an entry (`2 pilot`, `frame 4`). Then the author wrote a block in square brackets; the values of
/// a list are separated by commas.
fn holds_entries(inside: &str) -> bool {
    let end = inside.find([';', ']', '}', '\n']).unwrap_or(inside.len());
    let first = inside.get(..end).unwrap_or_default();
    let mut words = first.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let (begins, next) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |word: &str| word.starts_with(|letter: char| letter.is_ascii_lowercase()) && word.chars().all(is_word);
    let lists = first.get(..first.find(next).unwrap_or(0)).is_some_and(|front| front.contains(','));
    !lists && (is_number(begins) && is_name(next) || is_name(begins) && !next.is_empty() && !first.contains(','))
}

/// Reports two values in square brackets without a comma: `cost [-1, 0 2, 4]`.
pub(crate) fn in_square_brackets(slice: &UnparsedSlice<'_>, at: usize) -> Option<Diagnostic> {
    let open = open_bracket(slice.words, at).filter(|open| slice.place == SyntaxContext::Entry && slice.after(*open).starts_with('['))?;
    let rest = slice.after(at);
    let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
    let next = rest.get(..length).filter(|next| !next.is_empty())?;
    let front = slice.before(at).trim_end();
    let value = front.get(open + 1..)?.rsplit([',', '[', ' ', '\t', '\n']).next().unwrap_or_default();
    let stands = front.len() < at && front.ends_with(|letter: char| is_word(letter) || letter == '%' || letter == ')');
    let reserved = |word: &str| matches!(word, "and" | "or" | "not" | "if" | "then" | "else" | "when" | "is" | "has" | "of" | "in");
    if !stands || reserved(value) || reserved(next) {
        return None;
    }
    let first = slice.at(front.len() - value.len(), front.len());
    Some(errors::missing_comma((value, next), first, slice.at(at, at + length)))
}
