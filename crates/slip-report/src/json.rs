//! Writes the report as JSON. The report has structs of its own, so that the diagnostics themselves do not depend on serde; it has all its
//! fields even if there are no findings.
//!
//! Lines and columns are one-based, columns count characters, offsets count bytes of the file without its byte-order mark.
//! `schema_version` is raised when a field is removed or changes its meaning, not when one is added.

use super::Summary;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Edit, Fix, Label, Severity};

use serde::Serialize;
use slip_source::{Sources, Span};

/// Version of the JSON format of the report.
pub const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    diagnostics: Vec<Entry<'a>>,
    summary: Totals,
}

#[derive(Serialize)]
struct Entry<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    labels: Vec<Pointer<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
    fixes: Vec<Repair<'a>>,
    explain: String,
}

#[derive(Serialize)]
struct Place<'a> {
    file: Option<&'a str>,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    offset: u32,
    end_offset: u32,
}

#[derive(Serialize)]
struct Pointer<'a> {
    primary: bool,
    text: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
}

#[derive(Serialize)]
struct Repair<'a> {
    title: &'a str,
    confidence: &'static str,
    edits: Vec<Change<'a>>,
}

#[derive(Serialize)]
struct Change<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    replacement: &'a str,
}

#[derive(Serialize)]
struct Totals {
    errors: usize,
    warnings: usize,
    notes: usize,
    packages: usize,
    files: usize,
    items: usize,
    waivers: usize,
    policies: Vec<String>,
}

/// Returns the whole report as one JSON document, ending in a line break.
///
/// # Errors
/// Never: strings and numbers can always be written as JSON.
pub fn document(diagnostics: &Diagnostics, sources: &Sources, summary: &Summary) -> serde_json::Result<Vec<u8>> {
    let document = Document {
        schema_version: SCHEMA_VERSION,
        diagnostics: diagnostics.iter().map(|diagnostic| entry(diagnostic, sources)).collect(),
        summary: Totals {
            errors: diagnostics.count(Severity::Error),
            warnings: diagnostics.count(Severity::Warning),
            notes: diagnostics.count(Severity::Note),
            packages: summary.packages,
            files: summary.files.len(),
            items: summary.items,
            waivers: summary.waivers,
            policies: summary.policies.clone(),
        },
    };
    let document = serde_json::to_string_pretty(&document)?;
    let mut bytes = slip_printable::json(document).into_bytes();
    bytes.push(b'\n');
    Ok(bytes)
}

fn entry<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Entry<'a> {
    let pointer = |primary: bool, label: &'a Label| Pointer { primary, text: &label.text, place: place(label.span, sources) };
    let labels = std::iter::once(pointer(true, &diagnostic.primary)).chain(diagnostic.secondary.iter().map(|label| pointer(false, label)));
    Entry {
        code: diagnostic.code.slug(),
        severity: diagnostic.severity.word(),
        message: &diagnostic.message,
        place: place(diagnostic.primary.span, sources),
        labels: labels.collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
        fixes: diagnostic.fixes.iter().map(|fix| repair(fix, sources)).collect(),
        explain: format!("slipyard explain {}", diagnostic.code),
    }
}

fn repair<'a>(fix: &'a Fix, sources: &'a Sources) -> Repair<'a> {
    let change = |edit: &'a Edit| Change { place: place(edit.span, sources), replacement: &edit.replacement };
    Repair { title: &fix.title, confidence: fix.confidence.word(), edits: fix.edits.iter().map(change).collect() }
}

fn place(span: Span, sources: &Sources) -> Place<'_> {
    let file = sources.file(span.file);
    let start = file.map(|file| file.line_column(span.start));
    let end = file.map(|file| file.line_column(span.end));
    Place {
        file: file.map(|file| file.path()),
        line: start.map_or(0, |place| place.line),
        column: start.map_or(0, |place| place.column),
        end_line: end.map_or(0, |place| place.line),
        end_column: end.map_or(0, |place| place.column),
        offset: span.start,
        end_offset: span.end,
    }
}
