//! Writes reports as plain prose for screen readers: no frames, no columns, one sentence per line.

use super::{help_text, note_lines, source_excerpt};
use slip_source::Sources;
use slip_source::diagnostic::{Diagnostic, Label, Severity};
use std::fmt::{self, Write};

/// Appends one diagnostic as prose; it is the `number`th of `total`.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub(super) fn narrate(diagnostic: &Diagnostic, sources: &Sources, number: usize, total: usize, out: &mut String) -> fmt::Result {
    let word = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    };
    writeln!(out, "{word}, {number} of {total}: {}", sentence(&diagnostic.message))?;
    let primary = &diagnostic.primary;
    let mut file = None;
    if let (Some(source), Some(place)) = (sources.file(primary.span.file), sources.line_column(primary.span)) {
        file = Some(primary.span.file);
        write!(out, "In {}, line {}, column {}", source.shown(), place.line, place.column)?;
        let words = words_of(primary, sources);
        if !words.is_empty() {
            write!(out, ", at `{words}`")?;
        }
        if primary.text.is_empty() {
            writeln!(out, ".")?;
        } else {
            writeln!(out, ": {}", sentence(&primary.text))?;
        }
    }
    let mut others: Vec<&Label> = diagnostic.secondary.iter().collect();
    others.sort_by_key(|label| (Some(label.span.file) != file, label.span));
    for label in others {
        let (Some(source), Some(place)) = (sources.file(label.span.file), sources.line_column(label.span)) else { continue };
        if file == Some(label.span.file) {
            write!(out, "Line {}", place.line)?;
        } else {
            write!(out, "In {}, line {}", source.shown(), place.line)?;
            file = Some(label.span.file);
        }
        let words = words_of(label, sources);
        if !words.is_empty() {
            write!(out, ", at `{words}`")?;
        }
        if !label.text.is_empty() {
            writeln!(out, ": {}", sentence(&label.text))?;
        } else {
            writeln!(out, ".")?;
        }
    }
    for note in note_lines(diagnostic) {
        writeln!(out, "Note: {}", sentence(&note))?;
    }
    if let Some(help) = help_text(diagnostic) {
        writeln!(out, "Help: {}", sentence(&help))?;
    }
    writeln!(out, "Code {}.", diagnostic.code)?;
    out.push('\n');
    Ok(())
}

/// Returns the first line of the source text under a label, if it is short enough to read aloud.
fn words_of(label: &Label, sources: &Sources) -> String {
    let text = sources.slice(label.span).lines().next().unwrap_or_default().trim();
    if text.chars().count() > 60 { String::new() } else { source_excerpt::clean(text) }
}

/// Returns the text as one line that ends like a sentence.
fn sentence(text: &str) -> String {
    let line = source_excerpt::clean(text).replace(":\n", ": ").replace('\n', "; ");
    let line = line.trim_end();
    if line.ends_with(['.', '?', '!']) { line.to_owned() } else { format!("{line}.") }
}
