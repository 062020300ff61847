//! Writes findings as SARIF 2.1.0 for code hosts and editors: rules with their pages, edits, fingerprints, and suppressed
//! findings with the reason. The structs follow the order of the standard.

use super::fingerprint::{self, in_order};
use super::uri;
use slip_source::diagnostic::suppressed::{Suppressed, Suppressor};
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Fix, Label, Severity};

use serde::Serialize;
use slip_source::{FileId, PackageId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Text<'static>,
    help: Help,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Help {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Text<'a> {
    text: std::borrow::Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text<'a>,
    locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Repair<'a>>,
    suppressions: Vec<Suppression<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Repair<'a> {
    description: Text<'a>,
    artifact_changes: Vec<Change<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Text<'a>,
}

#[derive(Serialize)]
struct Suppression<'a> {
    kind: &'static str,
    justification: &'a str,
}

/// Returns the whole SARIF report. Suppressed findings are included and marked.
///
/// # Errors
/// Never: strings and numbers can always be written as JSON.
pub(super) fn document(diagnostics: &Diagnostics, sources: &Sources) -> serde_json::Result<Vec<u8>> {
    let all = in_order(diagnostics, sources);
    let codes: BTreeSet<Code> = all.iter().map(|(found, ..)| found.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let results = all.iter().map(|(found, aside, print)| entry(found, *aside, print.clone(), &codes, sources));
    let driver =
        Driver { name: "slipyard", semantic_version: env!("CARGO_PKG_VERSION"), rules: codes.iter().map(|code| rule(*code)).collect() };
    let run = Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results: results.collect() };
    let document = serde_json::to_string_pretty(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] })?;
    let mut bytes = slip_printable::json(document).into_bytes();
    bytes.push(b'\n');
    Ok(bytes)
}

/// Returns the SARIF rule for a diagnostic code, with the code's page: the first paragraph describes the fault.
fn rule(code: Code) -> Rule {
    let page = code.page();
    let first = page.split("\n\n").nth(1).unwrap_or_default();
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    Rule {
        id: code.slug(),
        short_description: Text { text: first.into() },
        help: Help { text: page, markdown: page },
        default_configuration: Configuration { level: level(code.severity()) },
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn entry<'a>(found: &'a Diagnostic, aside: Option<&'a Suppressed>, fingerprint: String, codes: &[Code], sources: &'a Sources) -> Entry<'a> {
    let related = found.secondary.iter().filter(|label| is_of_the_reader(label, sources));
    let related = related.enumerate().filter_map(|(number, label)| location(label, Some(number), sources));
    Entry {
        rule_id: found.code.slug(),
        rule_index: codes.iter().position(|code| *code == found.code).unwrap_or_default(),
        level: level(found.severity),
        message: Text { text: super::whole_message(found).into() },
        locations: location(&found.primary, None, sources).into_iter().collect(),
        related_locations: related.collect(),
        partial_fingerprints: BTreeMap::from([(fingerprint::NAME, fingerprint)]),
        fixes: found.fixes.iter().filter_map(|fix| repair(fix, sources)).collect(),
        suppressions: aside.map(suppression).into_iter().collect(),
    }
}

/// True if a label is in a file that a reader of the report can open. Files of the embedded library, which has no manifest, cannot be
/// opened.
fn is_of_the_reader(label: &Label, sources: &Sources) -> bool {
    let package = sources.file(label.span.file).map(|file| file.package());
    package.is_some_and(|id| id != PackageId::STD || sources.package(id).is_some_and(|package| package.manifest.is_some()))
}

fn suppression(aside: &Suppressed) -> Suppression<'_> {
    let kind = match aside.by {
        Suppressor::Waiver => "inSource",
        Suppressor::Baseline => "external",
    };
    Suppression { kind, justification: &aside.reason }
}

fn location<'a>(label: &'a Label, id: Option<usize>, sources: &Sources) -> Option<Location<'a>> {
    let place = Place { artifact_location: artifact(label.span.file, sources)?, region: region(label.span, sources)? };
    let message = (!label.text.is_empty()).then(|| Text { text: label.text.as_str().into() });
    Some(Location { id, physical_location: place, message })
}

fn artifact(id: FileId, sources: &Sources) -> Option<Artifact> {
    sources.file(id).map(|file| Artifact { uri: uri::of_path(file.path()) })
}

fn region(span: Span, sources: &Sources) -> Option<Region> {
    let file = sources.file(span.file)?;
    let (start, end) = (file.line_column(span.start), file.line_column(span.end));
    Some(Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column })
}

/// Returns a fix as SARIF replacements, file by file; none if people must complete the fix.
fn repair<'a>(fix: &'a Fix, sources: &'a Sources) -> Option<Repair<'a>> {
    if fix.confidence == Confidence::Display || fix.edits.is_empty() {
        return None;
    }
    let mut files: BTreeMap<FileId, Vec<Replacement<'a>>> = BTreeMap::new();
    for edit in &fix.edits {
        let replacement =
            Replacement { deleted_region: region(edit.span, sources)?, inserted_content: Text { text: edit.replacement.as_str().into() } };
        files.entry(edit.span.file).or_default().push(replacement);
    }
    let change =
        |(id, replacements): (FileId, Vec<Replacement<'a>>)| Some(Change { artifact_location: artifact(id, sources)?, replacements });
    let changes: Option<Vec<Change<'a>>> = files.into_iter().map(change).collect();
    Some(Repair { description: Text { text: fix.title.as_str().into() }, artifact_changes: changes? })
}
