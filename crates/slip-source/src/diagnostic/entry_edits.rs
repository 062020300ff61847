//! Edits that insert and remove whole entries and list members. Comments and the kind of line end of the file are kept.

use super::{Diagnostics, Edit, Fix};
use crate::{SourceFile, Sources, Span};

/// True if a fix would change no text.
pub fn is_idle(sources: &Sources, fix: &Fix) -> bool {
    !fix.edits.is_empty() && fix.edits.iter().all(|edit| sources.slice(edit.span) == edit.replacement)
}

impl Diagnostics {
    /// Removes fixes that change nothing, because a program that applies fixes repeatedly would never end.
    pub fn without_idle_edits(&mut self, sources: &Sources) {
        self.list.iter_mut().for_each(|found| found.fixes.retain(|fix| !is_idle(sources, fix)));
    }
}

/// Returns the edit that removes an entry or item: with its whole line if nothing else is on the line, otherwise with its `;`. A comment
/// after the entry is kept.
pub fn take_out(sources: &Sources, span: Span) -> Edit {
    let nothing = |start: u32, end: u32| Edit { span: Span { start, end, ..span }, replacement: String::new() };
    let Some(file) = sources.file(span.file) else { return nothing(span.start, span.end) };
    let line = file.line(span.end.saturating_sub(1).max(span.start));
    let next = file.line_start(line.saturating_add(1));
    let begin = file.line_start(file.line(span.start));
    let slice = |start: u32, end: u32| file.slice(Span { start, end, ..span });
    let (before, after) = (slice(begin, span.start), slice(span.end, next));
    let rest = after.trim();
    if before.trim().is_empty() && (rest.is_empty() || rest == ";") {
        // If the last line of a file has no line break, the line break before that line is removed.
        let start = if after.ends_with('\n') || begin == 0 { begin } else { begin.saturating_sub(break_before(file, begin)) };
        return nothing(start, next);
    }
    let blanks = |text: &str| length(text).saturating_sub(length(text.trim_start_matches([' ', '\t'])));
    if after.trim_start_matches([' ', '\t']).starts_with(';') {
        let past = span.end.saturating_add(blanks(after)).saturating_add(1);
        return nothing(span.start, past.saturating_add(blanks(slice(past, next))));
    }
    if before.trim_end().ends_with(';') {
        return nothing(begin.saturating_add(length(before.trim_end())).saturating_sub(1), span.end);
    }
    nothing(span.start, span.end.saturating_add(blanks(after)))
}

/// Returns the length in bytes of the line break that ends at `begin`.
fn break_before(file: &SourceFile, begin: u32) -> u32 {
    let before = file.slice(Span::new(crate::FileId(0), 0, begin));
    if before.ends_with("\r\n") { 2 } else { u32::from(before.ends_with('\n')) }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// Returns the edit that inserts entries at the end of a block. If the block has several lines, each entry gets a line of its own;
/// otherwise it follows a `;`. `last` is the last existing entry.
pub fn put_in(sources: &Sources, block: Span, last: Option<Span>, entries: &[String]) -> Edit {
    let insert = |at: u32, text: String| Edit { span: Span { start: at, end: at, ..block }, replacement: text };
    let close = block.end.saturating_sub(1);
    let joined = entries.join("; ");
    let Some(file) = sources.file(block.file) else { return insert(close, joined) };
    let line = file.line_start(file.line(close));
    let margin = file.slice(Span { start: line, end: close, ..block });
    if margin.trim().is_empty() && line > block.start {
        let indent = last.map_or_else(|| format!("{margin}  "), |last| indent_of(file, last));
        let end = if break_before(file, line) == 2 { "\r\n" } else { "\n" };
        return insert(line, entries.iter().map(|entry| format!("{indent}{entry}{end}")).collect());
    }
    let Some(last) = last else { return insert(block.start.saturating_add(1), format!(" {joined}")) };
    let between = file.slice(Span { start: last.end, end: close, ..block });
    match between.find(';') {
        Some(at) => {
            let at = u32::try_from(at).unwrap_or(0).saturating_add(1);
            insert(last.end.saturating_add(at), format!(" {joined}"))
        }
        None => insert(last.end, format!("; {joined}")),
    }
}

/// Returns the indentation of the line on which an entry starts.
fn indent_of(file: &SourceFile, entry: Span) -> String {
    let text = file.line_text(file.line(entry.start));
    text.chars().take_while(|sign| *sign == ' ' || *sign == '\t').collect()
}

/// Returns the edits that remove members from a list, each with one comma. `members` are all members in order, `gone` the indices of the
/// members to remove. At least one member must be kept.
pub fn shorten(sources: &Sources, members: &[Span], gone: &[usize]) -> Vec<Edit> {
    let nothing = |span: Span| Edit { span, replacement: String::new() };
    let first_kept = (0..members.len()).find(|at| !gone.contains(at)).unwrap_or(0);
    let mut edits = Vec::new();
    for at in gone {
        let neighbour = if *at < first_kept { at.checked_add(1) } else { at.checked_sub(1) };
        let (Some(member), Some(neighbour)) = (members.get(*at), neighbour.and_then(|at| members.get(at))) else { continue };
        let with_gap = if *at < first_kept { Span { end: neighbour.start, ..*member } } else { Span { start: neighbour.end, ..*member } };
        let gap = if *at < first_kept { Span { start: member.end, ..with_gap } } else { Span { end: member.start, ..with_gap } };
        match comma(sources.slice(gap)) {
            // A comment between the members is kept.
            Some(comma) if sources.slice(gap).contains("//") => {
                let start = gap.start.saturating_add(comma);
                edits.push(nothing(Span { start, end: start.saturating_add(1), ..gap }));
                edits.push(nothing(*member));
            }
            _ => edits.push(nothing(with_gap)),
        }
    }
    edits
}

/// Returns the offset of the first comma outside of comments.
fn comma(gap: &str) -> Option<u32> {
    let mut at = 0_usize;
    for line in gap.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        if let Some(found) = code.find(',') {
            return u32::try_from(at.saturating_add(found)).ok();
        }
        at = at.saturating_add(line.len());
    }
    None
}
