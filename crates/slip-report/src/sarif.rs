//! Writes findings as SARIF 2.1.0 for code hosts and editors: rules with their pages, edits, fingerprints, the lines around each finding,
//! and suppressed findings with the reason. The structs follow the order of the standard.
//!
//! Paths begin at the root of the repository, which the report calls `SRCROOT` and does not locate: the reader of the report knows where
//! the repository is, and a path of the machine that checked it would differ from run to run.

use super::fingerprint::{self, in_order};
use super::{Located, ReportBase, uri};
use slip_source::diagnostic::suppressed::{Suppressed, Suppressor};
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Diagnostics, Fix, Label, Severity};

use serde::Serialize;
use slip_source::{FileId, PackageId, SourceFile, Sources, Span};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Name of the repository's root in the report; this name is the convention of the standard's tools.
const ROOT: &str = "SRCROOT";
/// Number of lines before and after a finding that are quoted.
const CONTEXT_LINES: u32 = 2;
/// Greatest length of a quotation in bytes. Longer quotations are left out, because a file may be one line of a megabyte.
const QUOTED: usize = 4096;

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
    original_uri_base_ids: BTreeMap<&'static str, BaseId>,
    column_kind: &'static str,
    results: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct BaseId {
    description: Text<'static>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: String,
    short_description: Text<'static>,
    full_description: Text<'static>,
    help_uri: String,
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
    text: Cow<'a, str>,
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
    physical_location: PhysicalLocation<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'a> {
    artifact_location: Artifact,
    region: Region<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context_region: Option<Region<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region<'a> {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Text<'a>>,
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
    deleted_region: Region<'static>,
    inserted_content: Text<'a>,
}

#[derive(Serialize)]
struct Suppression<'a> {
    kind: &'static str,
    justification: &'a str,
}

/// Returns the whole SARIF report. Suppressed findings are in it, marked as suppressed.
///
/// # Errors
/// Never: strings and numbers can always be written as JSON.
pub(super) fn document(diagnostics: &Diagnostics, sources: &Sources, base: &ReportBase) -> serde_json::Result<Vec<u8>> {
    let all = in_order(diagnostics, sources);
    let codes: BTreeSet<Code> = all.iter().map(|(found, ..)| found.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let reader = Reader { sources, base };
    let results = all.iter().map(|(found, aside, print)| reader.entry(found, *aside, print.clone(), &codes));
    let driver = Driver {
        name: "slipyard",
        version: env!("CARGO_PKG_VERSION"),
        semantic_version: env!("CARGO_PKG_VERSION"),
        information_uri: env!("CARGO_PKG_REPOSITORY"),
        rules: codes.iter().map(|code| rule(*code)).collect(),
    };
    let root = BaseId { description: Text { text: "Root of the repository.".into() } };
    let run = Run {
        tool: Tool { driver },
        original_uri_base_ids: BTreeMap::from([(ROOT, root)]),
        column_kind: "unicodeCodePoints",
        results: results.collect(),
    };
    let document = serde_json::to_string_pretty(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] })?;
    let mut bytes = slip_printable::json(document).into_bytes();
    bytes.push(b'\n');
    Ok(bytes)
}

/// Returns the SARIF rule for a diagnostic code. Its text is from the page about the code, whose first paragraph describes the fault.
fn rule(code: Code) -> Rule {
    let page = code.page();
    let first = page.split("\n\n").nth(1).unwrap_or_default();
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    Rule {
        id: code.slug(),
        name: name(code.slug()),
        short_description: Text { text: first_sentence(&first).to_owned().into() },
        full_description: Text { text: first.into() },
        help_uri: format!("{}/blob/v{}/docs/codes/{}.md", env!("CARGO_PKG_REPOSITORY"), env!("CARGO_PKG_VERSION"), code.slug()),
        help: Help { text: page, markdown: page },
        default_configuration: Configuration { level: level(code.severity()) },
    }
}

/// Returns the name of a rule for people: the words of its slug, each with a capital. For a slug of one word, `Finding` is added, because
/// the standard's tools refuse a name that equals the slug.
fn name(slug: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    let name: String = slug.split('-').map(capital).collect();
    if slug.contains('-') { name } else { name + "Finding" }
}

/// Returns the first sentence of a paragraph.
fn first_sentence(paragraph: &str) -> &str {
    paragraph.find(". ").and_then(|stop| paragraph.get(..=stop)).unwrap_or(paragraph)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// True if a reader of the report can open the file of the label. The files of the embedded library, which has no manifest, cannot be
/// opened.
fn is_of_the_reader(label: &Label, sources: &Sources) -> bool {
    let package = sources.file(label.span.file).map(|file| file.package());
    package.is_some_and(|id| id != PackageId::STD || sources.package(id).is_some_and(|package| package.manifest.is_some()))
}

/// Escapes the brackets of a message that could be read as an embedded link: `[text](address)` in the text of an author.
fn without_links(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains("](") { text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]").into() } else { text }
}

fn suppression(aside: &Suppressed) -> Suppression<'_> {
    let kind = match aside.by {
        Suppressor::Waiver => "inSource",
        Suppressor::Baseline => "external",
    };
    Suppression { kind, justification: &aside.reason }
}

/// Source files as the reader of the report knows them.
struct Reader<'a> {
    sources: &'a Sources,
    base: &'a ReportBase,
}

impl<'a> Reader<'a> {
    fn entry(&self, found: &'a Diagnostic, aside: Option<&'a Suppressed>, fingerprint: String, codes: &[Code]) -> Entry<'a> {
        let related = found.secondary.iter().filter(|label| is_of_the_reader(label, self.sources));
        let related = related.enumerate().filter_map(|(number, label)| self.location(label, Some(number)));
        Entry {
            rule_id: found.code.slug(),
            rule_index: codes.iter().position(|code| *code == found.code).unwrap_or_default(),
            level: level(found.severity),
            message: Text { text: without_links(super::whole_message(found).into()) },
            locations: self.location(&found.primary, None).into_iter().collect(),
            related_locations: related.collect(),
            partial_fingerprints: BTreeMap::from([(fingerprint::NAME, fingerprint)]),
            fixes: found.fixes.iter().filter_map(|fix| self.repair(fix)).collect(),
            suppressions: aside.map(suppression).into_iter().collect(),
        }
    }

    fn location(&self, label: &'a Label, id: Option<usize>) -> Option<Location<'a>> {
        let file = self.sources.file(label.span.file)?;
        let region = Region { snippet: quoted(file.slice(label.span)), ..region(file, label.span) };
        let place = PhysicalLocation { artifact_location: self.artifact(file), context_region: context(file, &region), region };
        let message = (!label.text.is_empty()).then(|| Text { text: without_links(label.text.as_str().into()) });
        Some(Location { id, physical_location: place, message })
    }

    fn artifact(&self, file: &SourceFile) -> Artifact {
        match self.base.of(file, self.sources) {
            Located::Inside(path) => Artifact { uri: uri::encoded(&path).to_string(), uri_base_id: Some(ROOT) },
            Located::Outside(path) => Artifact { uri: uri::of_path(&path), uri_base_id: None },
            Located::NoFile(name) => Artifact { uri: uri::encoded(&name).to_string(), uri_base_id: None },
        }
    }

    /// Returns a fix as SARIF replacements, grouped by file. `None` if the fix is only a suggestion to display.
    fn repair(&self, fix: &'a Fix) -> Option<Repair<'a>> {
        if fix.confidence == Confidence::Display || fix.edits.is_empty() {
            return None;
        }
        let mut files: BTreeMap<FileId, Vec<Replacement<'a>>> = BTreeMap::new();
        for edit in &fix.edits {
            let deleted_region = region(self.sources.file(edit.span.file)?, edit.span);
            let replacement = Replacement { deleted_region, inserted_content: Text { text: edit.replacement.as_str().into() } };
            files.entry(edit.span.file).or_default().push(replacement);
        }
        let change = |(id, replacements): (FileId, Vec<Replacement<'a>>)| {
            Some(Change { artifact_location: self.artifact(self.sources.file(id)?), replacements })
        };
        let changes: Option<Vec<Change<'a>>> = files.into_iter().map(change).collect();
        Some(Repair { description: Text { text: without_links(fix.title.as_str().into()) }, artifact_changes: changes? })
    }
}

fn region<'a>(file: &SourceFile, span: Span) -> Region<'a> {
    let (start, end) = (file.line_column(span.start), file.line_column(span.end));
    Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column, snippet: None }
}

/// Returns the lines around a region. `None` if the region is the whole file, because the standard requires a context that is larger than
/// the region.
fn context<'a>(file: &'a SourceFile, around: &Region<'_>) -> Option<Region<'a>> {
    let last = u32::try_from(file.line_count()).unwrap_or(u32::MAX);
    let first_line = around.start_line.saturating_sub(CONTEXT_LINES).max(1);
    let last_line = around.end_line.saturating_add(CONTEXT_LINES).min(last).max(around.end_line);
    let start = file.line_start(first_line);
    let next = file.line_start(last_line.saturating_add(1));
    let at = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    let lines = file.text().get(at(start)..at(next))?.trim_end_matches(['\n', '\r']);
    // Blank lines at the end do not belong to the context.
    let end = start.saturating_add(u32::try_from(lines.len()).unwrap_or(u32::MAX));
    let end = file.line_column(end);
    let context = Region { start_line: first_line, start_column: 1, end_line: end.line, end_column: end.column, snippet: quoted(lines) };
    let begins = (context.start_line, context.start_column) <= (around.start_line, around.start_column);
    let ends = (context.end_line, context.end_column) >= (around.end_line, around.end_column);
    let is_same = (context.start_line, context.start_column, context.end_line, context.end_column)
        == (around.start_line, around.start_column, around.end_line, around.end_column);
    (begins && ends && !is_same).then_some(context)
}

/// Returns a text as a quotation; `None` if it is empty or longer than [`QUOTED`].
fn quoted(text: &str) -> Option<Text<'_>> {
    (!text.is_empty() && text.len() <= QUOTED).then(|| Text { text: text.into() })
}
