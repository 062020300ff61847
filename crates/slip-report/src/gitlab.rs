//! Writes findings as a code quality report of GitLab. GitLab then shows the new and the fixed findings of a merge request.

use super::ReportBase;
use super::fingerprint::in_order;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};

use serde::Serialize;
use slip_source::Sources;

#[derive(Serialize)]
struct Issue {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    positions: Positions,
}

#[derive(Serialize)]
struct Positions {
    begin: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
}

/// Returns the whole GitLab report as JSON: an array, empty if there are no findings.
///
/// # Errors
/// Never: strings and numbers can always be written as JSON.
pub(super) fn document(diagnostics: &Diagnostics, sources: &Sources, base: &ReportBase) -> serde_json::Result<Vec<u8>> {
    let counting = in_order(diagnostics, sources).into_iter().filter(|(_, aside, _)| aside.is_none());
    let issues: Vec<Issue> = counting.map(|(found, _, print)| issue(found, print, sources, base)).collect();
    let document = serde_json::to_string_pretty(&issues)?;
    let mut bytes = slip_printable::json(document).into_bytes();
    bytes.push(b'\n');
    Ok(bytes)
}

fn issue(found: &Diagnostic, fingerprint: String, sources: &Sources, base: &ReportBase) -> Issue {
    let span = found.primary.span;
    let file = sources.file(span.file);
    let position = |offset: u32| {
        let place = file.map(|file| file.line_column(offset));
        Position { line: place.map_or(1, |place| place.line), column: place.map_or(1, |place| place.column) }
    };
    Issue {
        description: super::whole_message(found),
        check_name: found.code.slug(),
        fingerprint,
        severity: match found.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        },
        location: Location {
            path: file.map_or_else(String::new, |file| base.of(file, sources).path().to_owned()),
            positions: Positions { begin: position(span.start), end: position(span.end) },
        },
    }
}
