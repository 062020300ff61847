//! What version control writes into a text when it cannot merge two sides: `<<<<<<<`, `=======`, `>>>>>>>`. Floor 6.

use std::ops::Range;

/// Whose the lines behind a mark are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Ours,
    /// What both began with, as some write it between the sides.
    Base,
    Theirs,
    /// What is no part of the conflict.
    Both,
}

/// The side that begins with a line, if that is a mark.
fn begins(line: &str) -> Option<Side> {
    let marks = [("<<<<<<<", Side::Ours), ("|||||||", Side::Base), ("=======", Side::Theirs), (">>>>>>>", Side::Both)];
    marks.into_iter().find(|(mark, _)| line.starts_with(mark)).map(|(_, side)| side)
}

/// The first mark, its whole line, if there is a conflict.
pub(super) fn mark(text: &str) -> Option<Range<usize>> {
    let mut start = 0_usize;
    for line in text.split_inclusive('\n') {
        if begins(line).is_some() {
            return Some(start..start.saturating_add(line.trim_end().len()));
        }
        start = start.saturating_add(line.len());
    }
    None
}

/// The text as the first side has it. What is left out is blank, so that every place stays where it is.
pub(super) fn first_side(text: &str) -> String {
    let mut side = Side::Both;
    let mut first = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mark = begins(line);
        side = mark.unwrap_or(side);
        if mark.is_some() || matches!(side, Side::Base | Side::Theirs) {
            first.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            first.push_str(line);
        }
    }
    first
}
