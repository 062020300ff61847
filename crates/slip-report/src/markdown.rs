//! Writes findings as Markdown for the summary of a job: a table of the packages, the findings of each, and all waivers.
//!
//! Every text of an author is escaped, so that it is shown as it is and cannot add a link, a picture or a mention.

use super::{Summary, source_excerpt};
use slip_source::diagnostic::suppressed::{Suppressed, Suppressor};
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{PackageId, Sources};
use std::collections::{BTreeMap, BTreeSet};

/// Greatest number of findings listed for each package, and of waivers listed in the whole summary; code hosts cut long summaries.
const MOST: usize = 50;

/// Returns the whole summary. Waivers of the embedded library are left out, since users cannot change this library.
pub(super) fn document(diagnostics: &Diagnostics, sources: &Sources, summary: &Summary) -> String {
    let mut of: BTreeMap<Option<PackageId>, Vec<&Diagnostic>> = BTreeMap::new();
    for found in diagnostics.iter() {
        of.entry(package(found, sources)).or_default().push(found);
    }
    let asked: BTreeSet<Option<PackageId>> = summary.files.iter().map(|id| sources.file(*id).map(|file| file.package())).collect();
    let waivers: Vec<&Suppressed> = diagnostics
        .suppressed()
        .iter()
        .filter(|aside| aside.by == Suppressor::Waiver && asked.contains(&package(&aside.finding, sources)))
        .collect();
    let known = diagnostics.suppressed().iter().filter(|aside| aside.by == Suppressor::Baseline).count();
    let mut out = format!("## Slipyard: {}\n\n", counts(diagnostics.iter()));
    out.push_str("| package | errors | warnings | notes | waivers |\n|---|--:|--:|--:|--:|\n");
    let packages: BTreeSet<Option<PackageId>> = asked.iter().copied().chain(of.keys().copied()).collect();
    for id in &packages {
        let found = of.get(id).map_or(&[][..], Vec::as_slice);
        let waived = waivers.iter().filter(|aside| package(&aside.finding, sources) == *id).count();
        let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| count(found, severity));
        out.push_str(&format!("| {} | {errors} | {warnings} | {notes} | {waived} |\n", escaped(&title(*id, sources))));
    }
    if known > 0 {
        let (findings, were) = if known == 1 { ("finding", "was") } else { ("findings", "were") };
        out.push_str(&format!("\n{known} {findings} {were} known before and not counted.\n"));
    }
    for (id, found) in &of {
        out.push_str(&format!("\n### {}\n\n| | place | finding |\n|---|---|---|\n", escaped(&title(*id, sources))));
        // Errors come first, because the end of the list may be cut off.
        let mut found = found.clone();
        found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        for finding in found.iter().take(MOST) {
            let message = source_excerpt::clean(&finding.message);
            let (place, word) = (place(finding, sources, summary), finding.severity.word());
            out.push_str(&format!("| {word} | {} | {} ({}) |\n", code(&place), escaped(&message), code(finding.code.slug())));
        }
        cut(found.len(), "findings", &mut out);
    }
    if !waivers.is_empty() {
        out.push_str("\n### Waivers\n\n| code | place | reason |\n|---|---|---|\n");
        for waiver in waivers.iter().take(MOST) {
            let (slug, place) = (code(waiver.finding.code.slug()), code(&place(&waiver.finding, sources, summary)));
            out.push_str(&format!("| {slug} | {place} | {} |\n", escaped(&source_excerpt::clean(&waiver.reason))));
        }
        cut(waivers.len(), "waivers", &mut out);
    }
    out
}

fn cut(total: usize, of: &str, out: &mut String) {
    let more = total.saturating_sub(MOST);
    if more > 0 {
        out.push_str(&format!("\nand {more} more {of}: `slipyard check --format short` lists all of them\n"));
    }
}

fn package(found: &Diagnostic, sources: &Sources) -> Option<PackageId> {
    sources.file(found.primary.span.file).map(|file| file.package())
}

fn title(id: Option<PackageId>, sources: &Sources) -> String {
    match id.and_then(|id| sources.package(id)) {
        Some(package) if !package.name.is_empty() => format!("{} {}", package.name, package.version).trim_end().to_owned(),
        _ => "files without a package".to_owned(),
    }
}

fn place(found: &Diagnostic, sources: &Sources, summary: &Summary) -> String {
    let span = found.primary.span;
    let Some(file) = sources.file(span.file) else { return String::new() };
    let start = file.line_column(span.start);
    format!("{}:{}:{}", slip_printable::line(summary.base.of(file, sources).path()), start.line, start.column)
}

fn count(found: &[&Diagnostic], severity: Severity) -> usize {
    found.iter().filter(|finding| finding.severity == severity).count()
}

fn counts<'d>(found: impl Iterator<Item = &'d Diagnostic>) -> String {
    let found: Vec<&Diagnostic> = found.collect();
    let counted = |severity: Severity| match count(&found, severity) {
        1 => format!("1 {}", severity.word()),
        number => format!("{number} {}s", severity.word()),
    };
    [Severity::Error, Severity::Warning, Severity::Note].map(counted).join(", ")
}

/// Returns a text as code in a table cell. A vertical bar would end the cell even inside code, so it is written as an escape.
fn code(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.saturating_add(1));
    let text = text.replace('|', "\\|").replace('\n', " ");
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    if text.is_empty() { String::new() } else { format!("{fence}{pad}{text}{pad}{fence}") }
}

/// Escapes a text so that a cell of a table shows it unchanged. Words in backquotes stay code, as in all messages.
fn escaped(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // An odd number of backquotes does not pair up, so it is unclear which words are code. The backquotes become apostrophes.
    if parts.len().is_multiple_of(2) {
        return plain(&text.replace('`', "'"));
    }
    let part = |(at, part): (usize, &&str)| if at % 2 == 1 { code(part) } else { plain(part) };
    parts.iter().enumerate().map(part).collect()
}

/// Escapes a text so that Markdown shows it as it is, in a line or in a cell of a table. Nothing in it becomes a link, a picture or the
/// mention of a person.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => out.push_str("<br>"),
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            // Code hosts would notify a person whose name follows an `@`, and would turn an address into a link.
            '@' => out.push_str("&#64;"),
            ':' if letters.peek() == Some(&'/') => out.push_str("&#58;"),
            '.' if out.ends_with("www") => out.push_str("&#46;"),
            letter if "\\*_[]>|#~".contains(letter) => {
                out.push('\\');
                out.push(letter);
            }
            letter => out.push(letter),
        }
    }
    out
}
