//! Converts between offsets of browsers, in UTF-16 units, and offsets of the compiler, in bytes.

use crate::world::World;
use serde::{Deserialize, Serialize};
use slip_source::{FileId, Sources, Span};

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

/// Converts an offset in bytes to UTF-16 units.
pub(crate) fn units(text: &str, bytes: u32) -> usize {
    let end = usize::try_from(bytes).unwrap_or(usize::MAX).min(text.len());
    let end = (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.get(..end).map_or(0, |before| before.encode_utf16().count())
}

/// Converts an offset in UTF-16 units to bytes.
pub(crate) fn bytes(text: &str, units: usize) -> u32 {
    let mut passed = 0_usize;
    for (at, letter) in text.char_indices() {
        if passed >= units {
            return u32::try_from(at).unwrap_or(u32::MAX);
        }
        passed = passed.saturating_add(letter.len_utf16());
    }
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// Returns a range of bytes of a file as a range of the page.
pub(crate) fn range(sources: &Sources, file: FileId, (start, end): (u32, u32)) -> TextRange {
    let Some(file) = sources.file(file) else { return TextRange { file: String::new(), from: 0, to: 0 } };
    TextRange { file: file.path().to_owned(), from: units(file.text(), start), to: units(file.text(), end) }
}

impl World {
    /// Returns a span as a range of the page.
    pub(crate) fn range(&self, span: Span) -> TextRange {
        range(&self.sources, span.file, (span.start, span.end))
    }
}
