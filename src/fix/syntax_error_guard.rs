//! Protects items with syntax errors from all fixes except the fixes of these errors.
//!
//! The parser had to guess the structure of such an item, and of the text after it up to the next clear start of an item. Other findings
//! there may be wrong, and their fixes would make the text harder to repair.

use slip_format::GuessedParts;
use slip_source::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use slip_source::{FileId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Syntax errors of some files.
#[derive(Default)]
pub(super) struct SyntaxErrors {
    parts: BTreeMap<FileId, Vec<Span>>,
    findings: BTreeSet<(Code, Span, String)>,
    errors: usize,
}

impl SyntaxErrors {
    /// Parses the files again, and collects their syntax errors.
    pub(super) fn new(sources: &Sources, files: &BTreeSet<FileId>) -> SyntaxErrors {
        let mut broken = SyntaxErrors::default();
        for (id, file) in files.iter().filter_map(|id| Some((*id, sources.file(*id)?))) {
            let GuessedParts { parts, diagnostics } = slip_format::unsure(id, file);
            broken.errors = broken.errors.saturating_add(diagnostics.count(Severity::Error));
            broken.findings.extend(diagnostics.iter().map(key));
            broken.parts.insert(id, parts);
        }
        broken
    }

    /// Returns the number of syntax errors.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// True if a fix corrects a syntax error, or changes no item that has syntax errors.
    pub(super) fn permits(&self, found: &Diagnostic, fix: &Fix) -> bool {
        !fix.edits.iter().any(|edit| self.touches(edit)) || self.findings.contains(&key(found))
    }

    fn touches(&self, edit: &Edit) -> bool {
        let end = edit.span.end.max(edit.span.start.saturating_add(1));
        let parts = self.parts.get(&edit.span.file).into_iter().flatten();
        parts.into_iter().any(|part| edit.span.start < part.end && part.start < end)
    }
}

fn key(found: &Diagnostic) -> (Code, Span, String) {
    (found.code, found.primary.span, found.message.clone())
}
