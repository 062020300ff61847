//! Recognises characters that a web page wrote as HTML, such as `&quot;`.

use super::diagnose::Slice;
use super::scan::offset;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};

/// Names of characters in HTML, and the characters.
const ENTITIES: &[(&str, &str)] = &[
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&ldquo;", "\""),
    ("&rdquo;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&nbsp;", " "),
    ("&ndash;", "-"),
    ("&mdash;", "-"),
];

/// Reports the HTML characters from `at` on, all of the line. `text` is the whole file. Returns the end of the line too.
pub(super) fn report(text: &str, slice: &Slice<'_>, at: usize) -> Option<(Diagnostic, u32)> {
    let first = slice.at(at, at);
    let start = usize::try_from(first.start).ok()?;
    let line = text.get(start..)?.split('\n').next()?;
    let (shown, plain) = ENTITIES.iter().find(|(entity, _)| line.starts_with(entity))?;
    let mut edits = Vec::new();
    for (entity, plain) in ENTITIES {
        for (found, _) in line.match_indices(entity) {
            let span = Span { start: offset(start + found), end: offset(start + found + entity.len()), ..first };
            edits.push(Edit { span, replacement: (*plain).to_owned() });
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    let span = Span { end: first.start.saturating_add(offset(shown.len())), ..first };
    let title =
        if edits.len() == 1 { format!("write `{plain}`") } else { format!("write the plain characters, at all {} places", edits.len()) };
    let found = Diagnostic::new(Code::StrayCharacter, span, format!("`{shown}` is how a web page writes `{plain}`"))
        .with_help("write the plain character; texts are in double quotes")
        .with_edits(title, Confidence::Unsafe, edits);
    Some((found, offset(start + line.len())))
}
