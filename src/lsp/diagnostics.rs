//! Diagnostics and locations in the protocol's format.

use super::convert_positions;
use super::worker::WorkerState;
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Position, Range};
use slip_ide::{ChangedFile, CurrentRange, FileView};
use slip_source::FileId;
use slip_source::diagnostic::{Diagnostic, Label, Severity};

/// Returns the range of a span in the protocol. For an open file it is a range of the current text, otherwise a range of the text as it was
/// compiled.
pub(super) fn range(keeper: &WorkerState<'_, '_, '_, '_>, view: &FileView<'_, '_, '_, '_>, spot: CurrentRange) -> Range {
    let position = |offset: u32| -> Position {
        let end = usize::try_from(offset).unwrap_or(usize::MAX);
        if spot.file == view.file {
            let (line, start) = view.line(offset);
            let before = view.text().get(usize::try_from(start).unwrap_or(usize::MAX)..end).unwrap_or_default();
            return Position::new(line.saturating_sub(1), keeper.encoding.width(before));
        }
        let Some(file) = keeper.ground.sources.file(spot.file) else { return Position::default() };
        let line = file.line(offset);
        let start = usize::try_from(file.line_start(line)).unwrap_or(usize::MAX);
        Position::new(line.saturating_sub(1), keeper.encoding.width(file.text().get(start..end).unwrap_or_default()))
    };
    Range::new(position(spot.start), position(spot.end))
}

/// Returns a span as a location, with the URI of its file.
pub(super) fn location(keeper: &WorkerState<'_, '_, '_, '_>, view: &FileView<'_, '_, '_, '_>, spot: CurrentRange) -> Option<Location> {
    let path = keeper.path(spot.file)?;
    Some(Location::new(convert_positions::uri(path)?, range(keeper, view, spot)))
}

/// Returns a finding as a protocol diagnostic.
pub(super) fn diagnostic(
    keeper: &WorkerState<'_, '_, '_, '_>,
    view: &FileView<'_, '_, '_, '_>,
    found: &Diagnostic,
) -> lsp_types::Diagnostic {
    let spot = view.spot(found.primary.span).unwrap_or(CurrentRange { file: view.file, start: 0, end: 0 });
    let related = |label: &Label| {
        let place = location(keeper, view, view.spot(label.span)?)?;
        let message = if label.text.is_empty() { "related place".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location: place, message })
    };
    let related: Vec<DiagnosticRelatedInformation> = found.secondary.iter().filter_map(related).collect();
    lsp_types::Diagnostic {
        range: range(keeper, view, spot),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.code.slug().to_owned())),
        source: Some("slipyard".to_owned()),
        message: words(found),
        related_information: Some(related).filter(|related| !related.is_empty()),
        tags: found.code.slug().starts_with("unused-").then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..lsp_types::Diagnostic::default()
    }
}

/// Returns the message of a finding with the label of its primary span.
fn words(found: &Diagnostic) -> String {
    let mut words = found.message.clone();
    if !found.primary.text.is_empty() {
        words.push_str(": ");
        words.push_str(&found.primary.text);
    }
    for note in &found.notes {
        words.push_str("\nnote: ");
        words.push_str(note);
    }
    if let Some(help) = &found.help {
        words.push_str("\nhelp: ");
        words.push_str(help);
    }
    words
}

/// Diagnostics of a file as compiled. They can be moved to their current positions after edits.
pub(super) struct ShownDiagnostics {
    found: Vec<(Diagnostic, lsp_types::Diagnostic)>,
}

impl ShownDiagnostics {
    pub(super) fn new(keeper: &WorkerState<'_, '_, '_, '_>, file: FileId) -> ShownDiagnostics {
        let Some(source) = keeper.ground.sources.file(file) else { return ShownDiagnostics { found: Vec::new() } };
        let settled = ChangedFile::new(keeper.world, file, &source.shared_text());
        let view = FileView::new(keeper.world, file, &settled);
        let shown = |found: &Diagnostic| (found.clone(), diagnostic(keeper, &view, found));
        ShownDiagnostics { found: keeper.found(file).iter().map(shown).collect() }
    }

    /// Returns the diagnostics of the compiled text at their current positions, and those of the part that was changed since then.
    pub(super) fn now(&self, keeper: &WorkerState<'_, '_, '_, '_>, view: &FileView<'_, '_, '_, '_>) -> Vec<lsp_types::Diagnostic> {
        let mut now: Vec<lsp_types::Diagnostic> = Vec::with_capacity(self.found.len());
        for (found, shown) in &self.found {
            let Some(spot) = view.spot(found.primary.span) else { continue };
            let mut shown = shown.clone();
            shown.range = range(keeper, view, spot);
            now.push(shown);
        }
        now.extend(view.findings(std::iter::empty()).into_iter().map(|(found, _)| diagnostic(keeper, view, found)));
        now.sort_by_key(|shown| (shown.range.start.line, shown.range.start.character));
        now
    }
}
