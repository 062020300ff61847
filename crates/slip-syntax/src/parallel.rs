//! Parses big files in several threads: cuts the text where an item seems to end, parses each stretch separately, and keeps the stretches
//! that fit.
//!
//! A cut is a guess: it may be inside a long text, or in a block without indentation. A stretch is therefore kept only if the previous
//! stretch ends exactly where it begins. If a stretch does not fit, the file is parsed in one piece from there on. The result is always the
//! same as that of parsing the whole file at once.

use super::parse::{ParsedText, stretch};
use super::prescan::skip_trivia;
use super::prescan::{is_margin, line_end};
use super::tree::File;
use rayon::prelude::*;
use slip_source::FileId;
use slip_source::diagnostic::Diagnostics;

/// Size of a stretch in bytes. Files larger than two stretches are parsed in several threads.
const CHUNK_BYTES: usize = 256 << 10;

/// Parses a text, in several threads if it is big.
pub(super) fn parse(text: &str, id: FileId) -> (File, Diagnostics) {
    if text.len() <= 2 * CHUNK_BYTES {
        return join(id, vec![stretch(text, id, 0, text.len(), text.len())]);
    }
    in_stretches(text, id, CHUNK_BYTES)
}

/// Parses a text in stretches of about `bytes` bytes.
fn in_stretches(text: &str, id: FileId, bytes: usize) -> (File, Diagnostics) {
    let mut starts = vec![0usize];
    while let Some(next) = starts.last().and_then(|last| cut(text.as_bytes(), last.saturating_add(bytes.max(1)))) {
        starts.push(next);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let places: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    let parsed: Vec<ParsedText> = places.par_iter().map(|(from, to)| stretch(text, id, *from, *to, seen(text, *to))).collect();

    let mut kept: Vec<ParsedText> = Vec::with_capacity(parsed.len());
    let mut last = 0;
    for (part, (from, _)) in parsed.into_iter().zip(&places) {
        if let Some(before) = kept.last()
            && (before.unsure || before.end != skip_trivia(text.as_bytes(), *from))
        {
            kept.pop();
            kept.push(stretch(text, id, last, text.len(), text.len()));
            break;
        }
        last = *from;
        kept.push(part);
    }
    join(id, kept)
}

/// Returns the first offset at or after `at` where an item seems to end. It is after a line with only `}`, if the next item begins at the
/// left margin.
fn cut(bytes: &[u8], at: usize) -> Option<usize> {
    let mut line = line_end(bytes, at) + 1;
    while line < bytes.len() {
        let end = line_end(bytes, line);
        let next = end + 1;
        if bytes.get(line..end).is_some_and(|line| line.trim_ascii_end() == b"}") {
            let item = skip_trivia(bytes, next);
            if is_margin(bytes, item) && item.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\n') {
                return Some(next);
            }
        }
        line = next;
    }
    None
}

/// Returns the end of the text that may be read while one stretch (part of the file) is parsed. It is the end of the next item's first
/// line, because the parser must recognise the start of that item.
fn seen(text: &str, to: usize) -> usize {
    line_end(text.as_bytes(), skip_trivia(text.as_bytes(), to)).min(text.len())
}

/// Joins the parsed stretches of one file.
fn join(id: FileId, parts: Vec<ParsedText>) -> (File, Diagnostics) {
    let more: usize = parts.iter().skip(1).map(|part| part.items.len()).sum();
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else {
        return (File { id, items: Vec::new(), comments: Vec::new(), unmerged: Vec::new() }, Diagnostics::new());
    };
    let mut file = File { id, items: first.items, comments: first.comments, unmerged: Vec::new() };
    file.items.reserve_exact(more);
    let mut diagnostics = first.diagnostics;
    for part in parts {
        file.items.extend(part.items);
        file.comments.extend(part.comments);
        diagnostics.append(part.diagnostics);
    }
    file.comments.shrink_to_fit();
    (file, diagnostics)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(text: &str) -> (File, Diagnostics) {
        join(FileId(0), vec![stretch(text, FileId(0), 0, text.len(), text.len())])
    }

    #[test]
    fn a_cut_inside_a_long_text_is_not_believed() {
        let text = "map a {\n  picture \"\"\"\n}\nzone b of c\n}\nzone d of e\n  \"\"\"\n}\n\nmark f \"g\"\n";
        assert_eq!(cut(text.as_bytes(), 0), Some(24));
        assert_eq!(in_stretches(text, FileId(0), 1), whole(text));
    }

    #[test]
    fn a_cut_inside_a_block_without_indentation_is_not_believed() {
        let text = "design a : b {\nstat c {\ncost 1\n}\nstat d { cost 2 }\nstat e f\n}\nweapon g : a {\n  tech T1\n}\n";
        assert_eq!(in_stretches(text, FileId(0), 1), whole(text));
    }

    proptest! {
        /// Tests lines that open, close, break and begin items and texts, combined in any order. Parsing in stretches, with cuts anywhere,
        /// must give the same tree as parsing in one piece.
        #[test]
        fn stretches_are_the_whole(
            lines in proptest::collection::vec(proptest::sample::select(vec![
                "}", "}", "}", "weapon a : b {", "weapon c \"C\" : b {", "  tech T1", "  tracks {", "  }", "mark m \"text\"",
                "/// doc", "// comment", "  picture \"\"\"", "  \"\"\"", "harm 3", "  cost (1", "  ]", "", "{", "  beam = 3",
                "} /// after", "} mark n \"n\"", "stat x y {", "  ((((((((", "use std.a", "  stunts a,", "  \"open",
            ]), 0..60),
            bytes in 1usize..200,
        ) {
            let text = lines.join("\n");
            prop_assert_eq!(in_stretches(&text, FileId(0), bytes), whole(&text));
        }
    }
}
