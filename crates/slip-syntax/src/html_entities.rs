//! Recognises characters that a web page wrote as HTML, such as `&quot;`.

use super::diagnose::UnparsedSlice;
use super::prescan::offset;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};

/// Names of HTML entities, and the characters that they stand for.
const ENTITIES: &[(&str, &str)] = &[
    ("&quot;", "\""),
    ("&ldquo;", "\""),
    ("&rdquo;", "\""),
    ("&apos;", "'"),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&nbsp;", " "),
    ("&ndash;", "-"),
    ("&mdash;", "-"),
];

/// Returns the HTML entity (`&quot;`, `&#39;`, `&#x27;`) at the beginning of a text, and the character that it stands for.
fn entity(text: &str) -> Option<(&str, String)> {
    if let Some((shown, plain)) = ENTITIES.iter().find(|(shown, _)| text.starts_with(shown)) {
        return Some((*shown, (*plain).to_owned()));
    }
    let end = text.get(..text.len().min(10)).unwrap_or(text).find(';')?;
    let number = text.strip_prefix("&#")?.get(..end.checked_sub(2)?)?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    let plain = char::from_u32(code).filter(|plain| !plain.is_control())?;
    Some((text.get(..=end)?, plain.to_string()))
}

/// Reports all HTML characters from `at` to the end of the line in one message, and returns the offset of the end of the line. `text` is
/// the whole file.
pub(super) fn report(text: &str, slice: &UnparsedSlice<'_>, at: usize) -> Option<(Diagnostic, u32)> {
    let first = slice.at(at, at);
    let start = usize::try_from(first.start).ok()?;
    let line = text.get(start..)?.split('\n').next()?;
    let (shown, plain) = entity(line)?;
    let mut edits = Vec::new();
    for (found, _) in line.match_indices('&') {
        let Some((shown, plain)) = line.get(found..).and_then(entity) else { continue };
        let span = Span { start: offset(start + found), end: offset(start + found + shown.len()), ..first };
        edits.push(Edit { span, replacement: plain });
    }
    let span = Span { end: first.start.saturating_add(offset(shown.len())), ..first };
    let title = if edits.len() == 1 {
        format!("write `{plain}`")
    } else {
        format!("write the plain characters in all {} places of this line", edits.len())
    };
    let found = Diagnostic::new(Code::StrayCharacter, span, format!("`{shown}` is how a web page writes `{plain}`")).with_edits(
        title,
        Confidence::Unsafe,
        edits,
    );
    Some((found, offset(start + line.len())))
}
