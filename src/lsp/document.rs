//! Text that is open in the editor.

use super::convert_positions::Encoding;
use slip_limits::FILE_BYTES;

use lsp_types::{Position, TextDocumentContentChangeEvent, Uri};
use ropey::Rope;
use std::sync::Arc;

/// Text that is open in the editor.
#[derive(Clone, Debug)]
pub(super) struct OpenDocument {
    /// URI of the text, as the editor writes it.
    pub(super) uri: Uri,
    /// Version number that the editor gave the text.
    pub(super) version: i32,
    /// Current text, as it is in the editor.
    pub(super) text: Arc<str>,
}

impl OpenDocument {
    /// Applies the changes of the editor in order; if one of them is invalid, none is applied.
    ///
    /// As in the protocol, positions past the end of a line or text mean its end, and the ends of a range may be swapped. A message whose
    /// version is not newer than the last one is a duplicate or late.
    pub(super) fn change(
        &mut self,
        encoding: Encoding,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Result<(), Unchanged> {
        if version <= self.version {
            return Err(Unchanged::Stale { known: self.version });
        }
        // Editors send thousands of changes in one message, for instance when a name is replaced everywhere. A rope applies each change in
        // logarithmic time.
        let mut text = Rope::from_str(&self.text);
        for change in changes {
            match change.range {
                None => text = Rope::from_str(slip_source::unmarked(&change.text)),
                Some(range) => {
                    let (start, end) = (character(&text, encoding, range.start), character(&text, encoding, range.end));
                    let replaced = start.min(end)..end.max(start);
                    text.try_remove(replaced.clone()).map_err(|_| Unchanged::TooLong)?;
                    text.try_insert(replaced.start, &change.text).map_err(|_| Unchanged::TooLong)?;
                }
            }
            if text.len_bytes() > FILE_BYTES {
                return Err(Unchanged::TooLong);
            }
        }
        self.text = Arc::from(String::from(text));
        self.version = version;
        Ok(())
    }
}

/// Returns the number of characters before a position. A position past the end of its line or of the text is moved back to that end. Lines
/// end with a line feed, as everywhere in Slip.
fn character(text: &Rope, encoding: Encoding, position: Position) -> usize {
    let number = usize::try_from(position.line).unwrap_or(usize::MAX);
    let (Some(line), Ok(start)) = (text.get_line(number), text.try_line_to_char(number)) else { return text.len_chars() };
    let mut length = line.len_chars();
    for end in ['\n', '\r'] {
        if length.checked_sub(1).and_then(|last| line.get_char(last)) == Some(end) {
            length -= 1;
        }
    }
    let column = usize::try_from(position.character).unwrap_or(usize::MAX);
    let inside = match encoding {
        Encoding::Utf8 => line.try_byte_to_char(column).unwrap_or(length),
        Encoding::Utf16 => line.try_utf16_cu_to_char(column).unwrap_or(length),
        Encoding::Utf32 => column,
    };
    start + inside.min(length)
}

/// Reason why a change is not applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unchanged {
    /// The version of the change is not newer than the last one.
    Stale {
        /// Version of the last change that was applied.
        known: i32,
    },
    /// The text would be longer than a Slip file may be.
    TooLong,
}

/// True if a text is longer than a Slip file may be.
pub(super) fn is_too_long(text: &str) -> bool {
    text.len() > FILE_BYTES
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use lsp_types::Range;

    fn document(text: &str) -> OpenDocument {
        OpenDocument { uri: "file:///a.slip".parse().unwrap(), version: 1, text: text.into() }
    }

    fn change((from_line, from): (u32, u32), (to_line, to): (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(from_line, from), Position::new(to_line, to))),
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn changes_follow_one_another() {
        let mut document = document("one\r\n\u{1f514}two\r\n");
        let changes = vec![change((1, 2), (1, 5), "2"), change((0, 0), (0, 3), "1\n1")];
        assert_eq!(document.change(Encoding::Utf16, 2, changes), Ok(()));
        assert_eq!((&*document.text, document.version), ("1\n1\r\n\u{1f514}2\r\n", 2));
    }

    #[test]
    fn a_version_that_is_not_newer_changes_nothing() {
        let mut document = document("one");
        assert_eq!(document.change(Encoding::Utf16, 5, vec![change((0, 0), (0, 0), "5")]), Ok(()));
        for version in [5, 4, 0, -1, i32::MIN] {
            let stale = document.change(Encoding::Utf16, version, vec![change((0, 0), (0, 0), "x")]);
            assert_eq!((stale, &*document.text, document.version), (Err(Unchanged::Stale { known: 5 }), "5one", 5));
        }
        assert_eq!(document.change(Encoding::Utf16, 9, vec![change((0, 0), (0, 1), "9")]), Ok(()));
        assert_eq!(&*document.text, "9one");
    }

    #[test]
    fn ranges_beyond_the_text_end_with_it_and_swapped_ends_are_put_in_order() {
        for (range, expected) in [
            (((0, 99), (0, 99)), "one!\n\u{1f514}two"),
            (((99, 0), (99, 9)), "one\n\u{1f514}two!"),
            (((0, 1), (u32::MAX, u32::MAX)), "o!"),
            (((1, 0), (0, 3)), "one!\u{1f514}two"),
            (((1, 1), (1, 1)), "one\n!\u{1f514}two"),
            (((1, 1), (1, 2)), "one\n!two"),
        ] {
            let mut document = document("one\n\u{1f514}two");
            assert_eq!(document.change(Encoding::Utf16, 2, vec![change(range.0, range.1, "!")]), Ok(()));
            assert_eq!(&*document.text, expected, "{range:?}");
        }
    }

    #[test]
    fn columns_are_counted_in_the_units_of_the_encoding() {
        let text = "a\u{e9}\u{1f514}b\rc\r\n\u{1f514}";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (line, column) in (0..3).flat_map(|line| (0..14).map(move |column| (line, column))) {
                let position = Position::new(line, column);
                let before = text.get(..encoding.offset(text, position)).unwrap();
                assert_eq!(character(&Rope::from_str(text), encoding, position), before.chars().count(), "{encoding:?} {position:?}");
            }
        }
    }

    #[test]
    fn a_change_that_makes_the_text_too_long_is_not_made() {
        let mut document = document("one");
        let whole = TextDocumentContentChangeEvent { range: None, range_length: None, text: "x".repeat(FILE_BYTES) };
        let changes = vec![whole, change((0, 0), (0, 0), "y")];
        assert_eq!(document.change(Encoding::Utf8, 2, changes), Err(Unchanged::TooLong));
        assert_eq!((&*document.text, document.version), ("one", 1));
    }
}
