//! Scans the bytes in one linear pass before parsing: finds the comments, and the items that are nested too deeply to be
//! parsed.
//!
//! It uses the grammar's rules for texts, comments and the end of a block without its `}`, so that its depth is never less
//! than the parser's. It reports nothing.

use super::entries_at_left_margin::{Braces, FlatItem};
use super::tree::Comment;
use slip_limits::BRACKET_DEPTH;
use slip_source::{FileId, Span};

/// Stretch of text that the parser does not see, because its brackets are nested too deeply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooDeepText {
    /// Earliest possible start of the item that contains the deep brackets.
    pub(super) start: usize,
    /// First bracket beyond the limit.
    pub(super) at: usize,
    /// Offset where parsing continues: the next item at the left margin, or the end.
    pub(super) end: usize,
}

/// Result of the scan: comments, text that the parser does not see, and items whose blocks end only at their `}`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// All comments, in the order of the text.
    pub(super) comments: Vec<Comment>,
    /// Stretches that the parser must not see, in the order of the text.
    pub(super) deep: Vec<TooDeepText>,
    /// Items whose blocks end only at their `}`, in the order of the text.
    pub(super) flat: Vec<FlatItem>,
    /// True if the text after this stretch may change the meaning of the stretch: a long text or a bracket is not closed in it.
    pub(super) is_open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenBracket {
    /// A round or square bracket: `(` or `[`.
    Round,
    /// A `{` with indented entries. It is ended by its `}`, or by the next item at the left margin.
    Block,
    /// A `{` whose first entry is at the left margin; only its `}` ends it.
    Flat,
}

/// Scans `text[from..to]`, which begins between two items. All offsets are offsets in `text`.
pub(super) fn scan(text: &str, file: FileId, from: usize, to: usize) -> Scan {
    let bytes = text.as_bytes().get(..to).unwrap_or_default();
    let mut found = Scan::default();
    let mut open: Vec<OpenBracket> = Vec::with_capacity(8);
    let mut between = from;
    let mut at = from;
    // Offset of the `{` of the current item, and its matching brackets. The brackets are computed only when a line at the left margin needs
    // them.
    let mut outer = from;
    let mut braces: Option<Braces<'_>> = None;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = text_end(bytes, at, &mut found.is_open);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = line_end(bytes, at);
                found.comments.push(comment(bytes, file, at, end));
                at = end;
                continue;
            }
            b'(' | b'[' | b'{' => {
                if open.len() >= BRACKET_DEPTH {
                    let end = next_item(bytes, at);
                    found.deep.push(TooDeepText { start: between, at, end });
                    open.clear();
                    at = end;
                    between = end;
                    continue;
                }
                if open.is_empty() {
                    outer = at;
                }
                open.push(if *byte != b'{' {
                    OpenBracket::Round
                } else if begins_flat(bytes, at + 1) {
                    OpenBracket::Flat
                } else {
                    OpenBracket::Block
                });
            }
            b')' | b']' => {
                open.pop_if(|top| *top == OpenBracket::Round);
            }
            b';' => drop_round(&mut open),
            b'}' => {
                drop_round(&mut open);
                open.pop();
                if open.is_empty() {
                    between = at + 1;
                }
            }
            b'\n' => {
                let ends = open.last().is_some_and(|top| *top != OpenBracket::Flat) && is_margin(bytes, at + 1);
                if ends && found.flat.last().is_none_or(|flat| flat.open != outer) {
                    let braces = braces.get_or_insert_with(|| Braces::new(bytes, from));
                    let flat = braces.flat_item(bytes, between, outer);
                    found.is_open |= flat.is_none();
                    match flat {
                        Some(flat) => found.flat.push(flat),
                        None => while open.pop_if(|top| *top != OpenBracket::Flat).is_some() {},
                    }
                }
                if open.is_empty() {
                    between = at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found.is_open |= !open.is_empty();
    found
}

fn drop_round(open: &mut Vec<OpenBracket>) {
    while open.pop_if(|top| *top == OpenBracket::Round).is_some() {}
}

fn comment(bytes: &[u8], file: FileId, start: usize, end: usize) -> Comment {
    let words = bytes.get(start..end).unwrap_or_default();
    let words = words.strip_suffix(b"\r").unwrap_or(words);
    let doc = words.starts_with(b"///") && !words.starts_with(b"////");
    Comment { span: Span::new(file, offset(start), offset(start + words.len())), doc }
}

/// Converts a byte offset to the type of span offsets; larger files were refused before.
pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Returns the offset of the first line feed at or after `at`, or the end of the text.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length)
}

/// Returns the end of the text literal that begins at `at`. For an unclosed literal, returns the offset where the parser continues.
pub(super) fn text_end(bytes: &[u8], at: usize, open: &mut bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    if rest.starts_with(b"\"\"\"") {
        return long_text_end(bytes, at + 3).unwrap_or_else(|| {
            *open = true;
            unclosed_long_end(bytes, at)
        });
    }
    let mut escaped = false;
    for (length, byte) in rest.iter().enumerate().skip(1) {
        match byte {
            b'\n' => return open_text_end(bytes, at, at + length),
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + length + 1,
            _ => {}
        }
    }
    open_text_end(bytes, at, bytes.len())
}

/// Returns the end of a text without its closing quote. The text ends before the closing brackets at the end of its line, or before a `{`
/// at the end of the line.
fn open_text_end(bytes: &[u8], at: usize, line_end: usize) -> usize {
    let line = bytes.get(..line_end).unwrap_or_default();
    let mut next = at + 1;
    while let Some(length) = line.get(next..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'}' | b'{'))) {
        let bracket = next + length;
        next = skip(line, bracket + 1, is_blank);
        let is_run = line.get(bracket) == Some(&b'}') && line.get(next) == Some(&b'}');
        if next >= line_end || is_run {
            return bracket;
        }
    }
    line_end
}

/// Returns the end of a text in triple quotes whose content begins at `at`. Returns `None` if the first line of an item or the end of the
/// file comes before the closing quotes.
fn long_text_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..).unwrap_or_default();
    for (length, byte) in rest.iter().enumerate() {
        match byte {
            b'"' if rest.get(length..).is_some_and(|rest| rest.starts_with(b"\"\"\"")) => return Some(at + length + 3),
            b'\n' if is_item_head(bytes, at + length + 1) => return None,
            _ => {}
        }
    }
    None
}

/// True if the line at `at` is the head of an item at the left margin that opens a block: the grammar's `item_head`.
fn is_item_head(bytes: &[u8], at: usize) -> bool {
    let line = bytes.get(at..line_end(bytes, at)).unwrap_or_default();
    is_margin(bytes, at) && line.trim_ascii_end().ends_with(b"{")
}

/// Returns the offset where parsing continues after an unclosed text in triple quotes. This is the line end before the next item at the
/// left margin, or before the comments above that item.
fn unclosed_long_end(bytes: &[u8], at: usize) -> usize {
    let mut end = line_end(bytes, at);
    let mut before_comments = end;
    while end < bytes.len() {
        let line = end + 1;
        if is_margin(bytes, line) {
            return before_comments;
        }
        let first = skip(bytes, line, is_blank);
        end = line_end(bytes, line);
        let is_comment = bytes.get(first..).is_some_and(|rest| rest.starts_with(b"//"));
        if first < end && !is_comment {
            before_comments = end;
        }
    }
    bytes.len()
}

/// Returns the offset of the first byte at or after `at` that is neither blank nor comment.
pub(super) fn skip_trivia(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
            Some(b'/') if bytes.get(at + 1) == Some(&b'/') => at = line_end(bytes, at),
            _ => return at,
        }
    }
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

pub(super) fn skip(bytes: &[u8], at: usize, test: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| !test(*byte)).map_or(bytes.len(), |length| at + length)
}

/// True if an item begins at `at`, the start of a line: the grammar's `item_start`.
pub(super) fn is_margin(bytes: &[u8], at: usize) -> bool {
    if !bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
        return false;
    }
    let word = skip(bytes, at, is_word);
    let next = skip(bytes, word, is_blank);
    let is_head = next > word && bytes.get(next).is_some_and(|byte| byte.is_ascii_lowercase() || *byte == b'"');
    is_head && !is_plain_entry(bytes, next)
}

/// True if a line can only be an entry, not the head of an item: its second word, at `at`, ends the line or is followed by a comma, `--` or
/// `->`. The rule `entry_line` of the grammar decides in the same way.
fn is_plain_entry(bytes: &[u8], at: usize) -> bool {
    let line = bytes.get(..line_end(bytes, at)).unwrap_or_default();
    let word = skip(line, at, is_word);
    let end = skip(line, word, is_blank);
    let rest = line.get(end..).unwrap_or_default();
    word > at && [&b","[..], b"--", b"->"].iter().any(|mark| rest.starts_with(mark))
}

/// True if the first entry after a `{` is at the left margin: the grammar's `flat_start`. The test accepts slightly more than the grammar,
/// so the computed depth may be too high. This matters only for text with errors.
fn begins_flat(bytes: &[u8], at: usize) -> bool {
    let mut line = at;
    loop {
        let mut next = skip(bytes, line, is_blank);
        if bytes.get(next) == Some(&b'/') && bytes.get(next + 1) == Some(&b'/') {
            next = line_end(bytes, next);
        }
        if bytes.get(next) != Some(&b'\n') {
            return line > at && next == line && bytes.get(line).is_some_and(u8::is_ascii_lowercase);
        }
        line = next + 1;
    }
}

/// Returns the start of the next item at the left margin, or of the comments above it; the end of the text if there is no such item.
pub(super) fn next_item(bytes: &[u8], at: usize) -> usize {
    let mut comments = None;
    let mut line = line_end(bytes, at) + 1;
    while line < bytes.len() {
        if is_margin(bytes, line) {
            return comments.unwrap_or(line);
        }
        let is_comment = bytes.get(line..).is_some_and(|rest| rest.starts_with(b"//"));
        comments = if is_comment { comments.or(Some(line)) } else { None };
        line = line_end(bytes, line) + 1;
    }
    bytes.len()
}
