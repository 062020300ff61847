//! Writes findings as JUnit XML: every file is a test case of its package, and fails if it has errors.
//!
//! Warnings and notes do not fail a run, so they do not fail a test case: they are printed as its output.

use super::ReportBase;
use super::codespan;
use super::source_excerpt;
use super::xml::escaped;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{FileId, PackageId, SourceFile, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// Returns the whole JUnit report; `looked_at` are the files that were checked.
///
/// # Errors
/// None in practice: writing to memory does not fail.
pub(super) fn document(
    diagnostics: &Diagnostics,
    sources: &Sources,
    looked_at: &BTreeSet<FileId>,
    base: &ReportBase,
) -> io::Result<String> {
    let mut cases: BTreeMap<FileId, Vec<&Diagnostic>> = looked_at.iter().map(|id| (*id, Vec::new())).collect();
    for found in diagnostics.iter() {
        cases.entry(found.primary.span.file).or_default().push(found);
    }
    let mut suites: BTreeMap<Option<PackageId>, Vec<Case<'_>>> = BTreeMap::new();
    let path = |file: &SourceFile| slip_printable::line(base.of(file, sources).path()).into_owned();
    for (id, found) in cases {
        let file = sources.file(id);
        suites.entry(file.map(SourceFile::package)).or_default().push(Case { path: file.map_or_else(String::new, path), found });
    }
    let all = || suites.values().flatten();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str(&format!("<testsuites name=\"slipyard check\"{}>\n", counts(all())));
    for (package, cases) in &suites {
        let name = package.and_then(|package| sources.package(package)).map_or("", |package| package.name.as_str());
        out.push_str(&format!("  <testsuite name=\"{}\"{}>\n", escaped(name), counts(cases.iter())));
        for one in cases {
            case(one, name, sources, &mut out)?;
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    Ok(out)
}

/// Test case of the report: a file with its findings.
struct Case<'a> {
    /// Path of the file; empty for findings that are not about a file.
    path: String,
    found: Vec<&'a Diagnostic>,
}

impl Case<'_> {
    fn failures(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().copied().filter(|found| found.severity == Severity::Error)
    }
}

fn counts<'c>(cases: impl Iterator<Item = &'c Case<'c>>) -> String {
    let (mut tests, mut failures) = (0_usize, 0_usize);
    for case in cases {
        tests = tests.saturating_add(1);
        failures = failures.saturating_add(usize::from(case.failures().next().is_some()));
    }
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\"")
}

fn case(case: &Case<'_>, package: &str, sources: &Sources, out: &mut String) -> io::Result<()> {
    let path = escaped(&case.path);
    out.push_str(&format!("    <testcase classname=\"{}\" name=\"{path}\" file=\"{path}\"", escaped(package)));
    if case.found.is_empty() {
        out.push_str("/>\n");
        return Ok(());
    }
    out.push_str(">\n");
    if let Some(first) = case.failures().next() {
        let more = case.failures().count().saturating_sub(1);
        let message = source_excerpt::clean(&first.message);
        let message = if more == 0 { message } else { format!("{message}, and {more} more") };
        out.push_str(&format!("      <failure message=\"{}\" type=\"{}\">", escaped(&message), first.code));
        out.push_str(&escaped(&drawn(case.failures(), sources)?));
        out.push_str("</failure>\n");
    }
    let rest = drawn(case.found.iter().copied().filter(|found| found.severity != Severity::Error), sources)?;
    if !rest.is_empty() {
        out.push_str(&format!("      <system-out>{}</system-out>\n", escaped(&rest)));
    }
    out.push_str("    </testcase>\n");
    Ok(())
}

fn drawn<'d>(found: impl Iterator<Item = &'d Diagnostic>, sources: &Sources) -> io::Result<String> {
    let mut bytes = Vec::new();
    for one in found {
        codespan::plain(one, &source_excerpt::pages(one, sources), false, &mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
