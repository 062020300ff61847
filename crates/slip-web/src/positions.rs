//! Converts between offsets of browsers, in UTF-16 units, and offsets of the compiler, in bytes.

use crate::world::World;
use serde::{Deserialize, Serialize};
use slip_source::Span;
use std::sync::Arc;

/// Range of a text of the page, in UTF-16 units from its start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct TextRange {
    /// Path of the file.
    pub(crate) file: String,
    /// Offset of the first unit.
    pub(crate) from: usize,
    /// Offset after the last unit.
    pub(crate) to: usize,
}

/// Replacement of a range of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct TextEdit {
    /// Range to replace.
    pub(crate) range: TextRange,
    /// New text of the range.
    pub(crate) text: String,
}

/// Conversion of spans to ranges of the page, for a compiled package or for the current state of a file.
pub(crate) trait Places {
    /// Returns the range of a span in the current text. `None` if the text of the span was overwritten.
    fn range(&self, span: Span) -> Option<TextRange>;
    /// Returns the line of the start of a span, from 1.
    fn line(&self, span: Span) -> u32;
}

impl Places for World {
    fn range(&self, span: Span) -> Option<TextRange> {
        let file = self.sources.file(span.file)?;
        let units = self.units(span.file)?;
        Some(TextRange { file: file.path().to_owned(), from: units.units(span.start), to: units.units(span.end) })
    }

    fn line(&self, span: Span) -> u32 {
        self.sources.line_column(span).map_or(1, |at| at.line)
    }
}

/// Number of bytes between two entries of the index.
const STEP: usize = 512;

/// Index of a text that makes conversions of positions fast. Without it, each conversion would count from the start of the text.
#[derive(Debug)]
pub(crate) struct UnitIndex {
    text: Arc<str>,
    /// Number of units before each multiple of [`STEP`] bytes, or before the character that contains it; empty for a text of ASCII alone.
    steps: Vec<usize>,
}

impl UnitIndex {
    pub(crate) fn new(text: Arc<str>) -> UnitIndex {
        let mut steps = Vec::new();
        if !text.is_ascii() {
            let (mut passed, mut next) = (0_usize, 0_usize);
            for (at, letter) in text.char_indices() {
                while at.saturating_add(letter.len_utf8()) > next {
                    steps.push(passed);
                    next = next.saturating_add(STEP);
                }
                passed = passed.saturating_add(letter.len_utf16());
            }
        }
        UnitIndex { text, steps }
    }

    /// Converts an offset in bytes to UTF-16 units. An offset inside a character counts as the start of the character.
    pub(crate) fn units(&self, bytes: u32) -> usize {
        let end = self.text.floor_char_boundary(usize::try_from(bytes).unwrap_or(usize::MAX));
        if self.steps.is_empty() {
            return end;
        }
        let step = end.checked_div(STEP).unwrap_or(0).min(self.steps.len().saturating_sub(1));
        let start = self.text.floor_char_boundary(step.saturating_mul(STEP)).min(end);
        let before = self.steps.get(step).copied().unwrap_or(0);
        before.saturating_add(self.text.get(start..end).map_or(0, |rest| rest.encode_utf16().count()))
    }

    /// Converts an offset in UTF-16 units to bytes.
    pub(crate) fn bytes(&self, units: usize) -> u32 {
        let to_u32 = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        if self.steps.is_empty() {
            return to_u32(units.min(self.text.len()));
        }
        let step = self.steps.partition_point(|passed| *passed <= units).saturating_sub(1);
        let start = self.text.floor_char_boundary(step.saturating_mul(STEP));
        let mut passed = self.steps.get(step).copied().unwrap_or(0);
        for (at, letter) in self.text.get(start..).unwrap_or_default().char_indices() {
            if passed >= units {
                return to_u32(start.saturating_add(at));
            }
            passed = passed.saturating_add(letter.len_utf16());
        }
        to_u32(self.text.len())
    }
}
