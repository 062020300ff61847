//! Conversion between internal and protocol positions: byte offsets and lines with columns, paths and URIs.

use lsp_types::{Position, PositionEncodingKind, Range, Uri};
use slip_keyword::keyword_enum;
use slip_report::uri;
use std::path::{Path, PathBuf};

keyword_enum! {
    /// Unit in which the protocol counts columns.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(super) enum Encoding {
        /// Columns are bytes.
        Utf8 = "utf-8",
        /// Columns are UTF-16 code units, the default of the protocol.
        #[default]
        Utf16 = "utf-16",
        /// Columns are characters.
        Utf32 = "utf-32",
    }

    /// Returns the name of the unit in the protocol.
    pub(super) const fn name(self) -> &'static str;
}

impl Encoding {
    /// Returns the first unit of the editor's list that the server supports; UTF-16 if there is none.
    pub(super) fn chosen(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let offers = |kind: &PositionEncodingKind| offered.is_some_and(|offered| offered.contains(kind));
        if offers(&PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else if offers(&PositionEncodingKind::UTF32) && !offers(&PositionEncodingKind::UTF16) {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    /// Returns the width of a text in columns.
    pub(super) fn width(self, text: &str) -> u32 {
        let width = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        };
        u32::try_from(width).unwrap_or(u32::MAX)
    }

    /// Returns the byte offset of a column in a line. A column past the end means the end of the line; a column inside a character means
    /// the start of the character.
    pub(super) fn bytes(self, line: &str, column: u32) -> usize {
        let mut reached = 0;
        for (at, letter) in line.char_indices() {
            let mut buffer = [0; 4];
            let next = self.width(letter.encode_utf8(&mut buffer)).saturating_add(reached);
            if next > column {
                return at;
            }
            reached = next;
        }
        line.len()
    }

    /// Returns the byte offset of a position in a text. A position past the end of its line or of the text is moved back to that end.
    pub(super) fn offset(self, text: &str, position: Position) -> usize {
        let start = line_start(text, position.line);
        let line = text.get(start..).unwrap_or_default();
        let line = line.split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        start + self.bytes(line, position.character)
    }

    /// Returns the position of a byte offset in a text.
    pub(super) fn position(self, text: &str, offset: usize) -> Position {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        Position::new(u32::try_from(line).unwrap_or(u32::MAX), self.width(before.get(start..).unwrap_or_default()))
    }

    /// Returns the range between two byte offsets in a text.
    pub(super) fn range(self, text: &str, (start, end): (usize, usize)) -> Range {
        Range::new(self.position(text, start), self.position(text, end))
    }
}

/// Number of bytes that the search for line ends scans in one step.
const STEP: usize = 4096;

/// Returns the byte offset of a line, counted from 0.
fn line_start(text: &str, line: u32) -> usize {
    let bytes = text.as_bytes();
    let mut left = usize::try_from(line).unwrap_or(usize::MAX);
    let mut at = 0;
    for step in bytes.chunks(STEP) {
        let feeds = step.iter().filter(|byte| **byte == b'\n').count();
        if feeds >= left {
            break;
        }
        left -= feeds;
        at += step.len();
    }
    while left > 0 {
        let Some(length) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'\n')) else { return bytes.len() };
        at += length + 1;
        left -= 1;
    }
    at
}

/// Returns the path of a `file:` URI; `None` for any other URI.
///
/// Only files of this machine have a path; on Windows also those of a share. URIs with a query or fragment, or with `%2F` or `%00` in a
/// name, are refused. `.` and `..` are resolved, so that a file has only one path.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let (scheme, rest) = uri.as_str().split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") || rest.contains(['?', '#']) {
        return None;
    }
    let (host, rest) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        None => ("", rest),
    };
    let mut names: Vec<String> = Vec::new();
    for name in rest.strip_prefix('/')?.split('/') {
        match uri::decoded(name)?.as_str() {
            "." => {}
            ".." => {
                names.pop();
            }
            name if name.contains(['/', '\0']) => return None,
            name => names.push(name.to_owned()),
        }
    }
    let path = names.join("/");
    let is_local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    match (cfg!(windows), is_local) {
        // On Windows, the path of the URI has a drive letter: `/c:/folder`.
        (true, true) if path.as_bytes().get(1) == Some(&b':') => Some(PathBuf::from(path)),
        (_, true) => Some(PathBuf::from(format!("/{path}"))),
        (true, false) => Some(PathBuf::from(format!("//{host}/{path}"))),
        (false, false) => None,
    }
}

/// Returns the URI of a file.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    let shown = path.to_string_lossy().replace('\\', "/");
    let scheme = if shown.starts_with("//") { "file:" } else { "file://" };
    let root = if shown.starts_with('/') { "" } else { "/" };
    format!("{scheme}{root}{}", uri::encoded(&shown)).parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// The bell character is four bytes in UTF-8, two code units in UTF-16, and one character.
    const TEXT: &str = "ship a \"\u{1f514} é\" {\r\n  tech T1\r\n}\r\n";

    #[test]
    fn columns_count_what_was_agreed_on() {
        let behind_bell = TEXT.find('é').unwrap() - 1;
        for (encoding, column) in [(Encoding::Utf8, 12), (Encoding::Utf16, 10), (Encoding::Utf32, 9)] {
            let position = encoding.position(TEXT, behind_bell);
            assert_eq!((position.line, position.character), (0, column), "{encoding:?}");
            assert_eq!(encoding.offset(TEXT, position), behind_bell, "{encoding:?}");
        }
    }

    #[test]
    fn a_line_ends_before_its_carriage_return() {
        let end = Encoding::Utf16.offset(TEXT, Position::new(1, 999));
        assert_eq!(TEXT.get(end..end + 2), Some("\r\n"));
        assert_eq!(Encoding::Utf16.offset(TEXT, Position::new(99, 0)), TEXT.len());
    }

    #[test]
    fn a_column_inside_a_letter_is_that_before_it() {
        assert_eq!(Encoding::Utf16.bytes("\u{1f514}", 1), 0);
        assert_eq!(Encoding::Utf8.bytes("é", 1), 0);
    }

    #[test]
    fn every_line_is_found_in_long_texts() {
        let text = "0123456789\n".repeat(2000);
        for line in [0, 1, 371, 372, 373, 1999, 2000] {
            assert_eq!(Encoding::Utf8.offset(&text, Position::new(line, 0)), usize::try_from(line).unwrap() * 11);
        }
    }

    fn path_of(address: &str) -> Option<PathBuf> {
        address.parse().ok().and_then(|uri| super::path(&uri))
    }

    #[test]
    fn paths_become_addresses_and_back() {
        for path in ["/home/ada/far reach/größe.slip", "/a/100%.slip", "/a/%2e%2e/what?#.slip"] {
            assert_eq!(super::path(&uri(Path::new(path)).unwrap()).unwrap(), Path::new(path));
        }
        let drive = if cfg!(windows) { "c:/content/a.slip" } else { "/c:/content/a.slip" };
        assert_eq!(path_of("file:///c%3A/content/a.slip").unwrap(), Path::new(drive));
    }

    #[test]
    fn a_file_has_one_path_however_its_address_is_written() {
        for address in [
            "file:///a/b.slip",
            "file:/a/b.slip",
            "FILE:///a/b.slip",
            "file://localhost/a/b.slip",
            "file:///a/%62.slip",
            "file:///x/../a/./b.slip",
            "file:///x/%2e%2E/a/%2e/b.slip",
            "file:///../../a/b.slip",
        ] {
            assert_eq!(path_of(address).as_deref(), Some(Path::new("/a/b.slip")), "{address}");
        }
    }

    #[test]
    fn other_addresses_have_no_path() {
        for address in [
            "untitled:Untitled-1",
            "https://example.org/a.slip",
            "file:a.slip",
            "file://",
            "file:///a.slip?x",
            "file:///a.slip#x",
            "file:///a%2Fb.slip",
            "file:///a%00.slip",
            "file:///a%FF.slip",
            "vscode-remote:///a.slip",
        ] {
            assert_eq!(path_of(address), None, "{address}");
        }
        if !cfg!(windows) {
            assert_eq!(path_of("file://other/a.slip"), None);
        }
    }
}
