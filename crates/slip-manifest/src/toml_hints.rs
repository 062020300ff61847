//! Hints for common values in a manifest that are not valid TOML: a folder with `\`, a version without quotation marks. Each hint has the
//! text that was meant.

use crate::errors;
use slip_source::Span;
use slip_source::diagnostic::Diagnostic;
use std::ops::Range;

/// Returns a diagnostic for a TOML error if the error is one of the known mistakes.
pub(crate) fn found(text: &str, at: &Range<usize>, span: impl Fn(&Range<usize>) -> Span) -> Option<Diagnostic> {
    let start = text.get(..at.start)?.rfind('\n').map_or(0, |end| end.saturating_add(1));
    let line = text.get(start..)?.lines().next()?;
    let here = at.start.checked_sub(start)?;
    let place = |from: usize, to: usize| span(&(start.saturating_add(from)..start.saturating_add(to)));
    if let Some((from, to)) = quoted(line, here).filter(|(from, to)| line.get(*from..*to).is_some_and(|words| words.contains('\\'))) {
        let written = line.get(from..to)?;
        return Some(errors::backslash(place(from, to), &written.replace("\\\\", "/").replace('\\', "/")));
    }
    let equals = line.find('=')?;
    let value = line.get(equals.checked_add(1)?..)?;
    let from = equals.checked_add(1)?.checked_add(value.len().checked_sub(value.trim_start().len())?)?;
    let value = value.split('#').next()?.trim();
    let numbers = value.split('.').all(|part| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit()));
    let is_version = numbers && value.contains('.');
    (is_version && here >= from).then(|| errors::bare_version(place(from, from.saturating_add(value.len())), value))
}

/// Returns the range of the quoted text around an offset of a line, with its quotes.
fn quoted(line: &str, here: usize) -> Option<(usize, usize)> {
    let marks: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    let pair = marks.chunks_exact(2).find_map(|pair| match pair {
        [from, to] if (*from..=*to).contains(&here) => Some((*from, *to)),
        _ => None,
    });
    pair.and_then(|(from, to)| Some((from, to.checked_add(1)?)))
}
