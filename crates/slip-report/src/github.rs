//! Writes findings as workflow commands of GitHub Actions: annotations on the lines of a pull request.

use super::ReportBase;
use super::source_excerpt;
use slip_source::Sources;
use slip_source::diagnostic::{Diagnostic, Severity};
use std::io::{self, Write};

/// Writes the workflow command for a finding.
///
/// # Errors
/// Errors of the writer.
pub(super) fn annotate(diagnostic: &Diagnostic, sources: &Sources, base: &ReportBase, out: &mut dyn Write) -> io::Result<()> {
    let word = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let code = diagnostic.code.slug();
    write!(out, "::{word} title={}", property(code))?;
    let span = diagnostic.primary.span;
    if let Some(file) = sources.file(span.file) {
        let (start, end) = (file.line_column(span.start), file.line_column(span.end));
        // A hidden character in a file name would mislead a reader of the log, so it is printed as an escape, as everywhere else.
        let located = base.of(file, sources);
        write!(out, ",file={},line={},endLine={}", property(&slip_printable::line(located.path())), start.line, end.line)?;
        // GitHub accepts column numbers only in an annotation for a single line.
        if start.line == end.line {
            write!(out, ",col={},endColumn={}", start.column, end.column)?;
        }
    }
    writeln!(out, "::{}", data(&super::whole_message(diagnostic)))
}

fn data(text: &str) -> String {
    source_excerpt::clean(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
