//! `check`: the findings about a package.

use crate::positions::{Places, TextEdit, TextRange};
use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_source::diagnostic::{Confidence, Diagnostic, Fix, Severity};

/// Package to check.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Check {
    /// Folder of the package.
    package: String,
}

/// Findings about a package.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Checked {
    findings: Vec<Finding>,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// Number of items that the package declares.
    items: usize,
}

/// Finding, as the page shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Finding {
    range: TextRange,
    /// Line of the range, from 1.
    line: u32,
    /// `error`, `warning` or `note`.
    severity: String,
    /// Slug of the code; `explain` has its page.
    code: String,
    message: String,
    /// Role of the range, in a few words; may be empty.
    label: String,
    notes: Vec<String>,
    help: Option<String>,
    related: Vec<Related>,
    fixes: Vec<FixEdits>,
}

/// Another range that a finding refers to, with its label.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Related {
    range: TextRange,
    text: String,
}

/// Fix of a finding.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct FixEdits {
    title: String,
    edits: Vec<TextEdit>,
}

/// Checks the package.
pub(crate) fn answer(session: &Session, asked: &Check) -> Result<Checked, String> {
    let world = session.world(&asked.package)?;
    let count = |severity: Severity| world.diagnostics.count(severity);
    Ok(Checked {
        findings: world.diagnostics.iter().filter_map(|found| finding(&*world, found)).collect(),
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        items: world.items,
    })
}

/// Returns a finding as the page shows it; `None` if its place was overwritten.
pub(crate) fn finding(places: &impl Places, found: &Diagnostic) -> Option<Finding> {
    let related = found.secondary.iter().filter_map(|label| Some(Related { range: places.range(label.span)?, text: label.text.clone() }));
    let fixes = found.fixes.iter().filter(|fix| fix.confidence != Confidence::Display);
    Some(Finding {
        range: places.range(found.primary.span)?,
        line: places.line(found.primary.span),
        severity: found.severity.word().to_owned(),
        code: found.code.slug().to_owned(),
        message: found.message.clone(),
        label: found.primary.text.clone(),
        notes: found.notes.clone(),
        help: found.help.clone(),
        related: related.collect(),
        fixes: fixes.filter_map(|fix| edits(places, fix)).collect(),
    })
}

fn edits(places: &impl Places, fix: &Fix) -> Option<FixEdits> {
    let edits = fix.edits.iter().map(|edit| Some(TextEdit { range: places.range(edit.span)?, text: edit.replacement.clone() }));
    Some(FixEdits { title: fix.title.clone(), edits: edits.collect::<Option<_>>()? })
}
