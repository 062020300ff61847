//! A text that is open in the editor. Floor 8.

use super::convert::Encoding;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::sync::Arc;

/// An open text.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// The address by which the editor knows it.
    pub(super) uri: Uri,
    /// The editor's number of its state.
    pub(super) version: i32,
    /// The words, as they are in the editor.
    pub(super) text: Arc<str>,
}

impl Document {
    /// Applies what the editor says was changed, one after the other.
    pub(super) fn change(&mut self, encoding: Encoding, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let mut text = String::from(&*self.text);
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let (start, end) = (encoding.offset(&text, range.start), encoding.offset(&text, range.end));
                    text.replace_range(start.min(end)..end.max(start), &change.text);
                }
            }
        }
        self.text = Arc::from(text);
        self.version = version;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};

    #[test]
    fn changes_follow_one_another() {
        let mut document = Document { uri: "file:///a.slip".parse().unwrap(), version: 1, text: "one\r\n\u{1f514}two\r\n".into() };
        let change = |line: u32, from: u32, to: u32, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(line, from), Position::new(line, to))),
            range_length: None,
            text: text.to_owned(),
        };
        document.change(Encoding::Utf16, 2, vec![change(1, 2, 5, "2"), change(0, 0, 3, "1\n1")]);
        assert_eq!((&*document.text, document.version), ("1\n1\r\n\u{1f514}2\r\n", 2));
    }
}
