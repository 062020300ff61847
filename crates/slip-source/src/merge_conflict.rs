//! Finds the conflict marks that version control writes into a text when it cannot merge two versions: `<<<<<<<`, `=======`, `>>>>>>>`.
//!
//! No valid text has lines that begin with these marks. The conflict itself is therefore reported, and not seven stray `<`.

use std::ops::Range;

/// Version to which the lines after a conflict mark belong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Ours,
    /// The common ancestor, which some tools write between the two versions.
    Base,
    Theirs,
    /// Lines after the end of the conflict, which belong to both versions.
    Both,
}

/// Merge conflict, or a single mark of one, in a text. All ranges are ranges of bytes; the range of a mark excludes the end of its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leftover {
    /// Two versions of the same lines.
    Conflict {
        /// Range from the first mark to the end of the last mark's line.
        whole: Range<usize>,
        /// Ranges of the lines `<<<<<<<`, `=======` and `>>>>>>>`.
        marks: [Range<usize>; 3],
        /// Range of the lines of the first version.
        first: Range<usize>,
        /// Range of the lines of the second version.
        second: Range<usize>,
    },
    /// A single mark of a merge conflict without the other marks.
    Mark(Range<usize>),
}

impl Leftover {
    /// Returns the range of the first mark.
    pub fn mark(&self) -> Range<usize> {
        match self {
            Leftover::Conflict { marks: [first, ..], .. } => first.clone(),
            Leftover::Mark(mark) => mark.clone(),
        }
    }

    /// Returns the range of the whole conflict or mark.
    pub fn whole(&self) -> Range<usize> {
        match self {
            Leftover::Conflict { whole, .. } => whole.clone(),
            Leftover::Mark(mark) => mark.clone(),
        }
    }
}

/// Returns the version that begins after a line, if the line is a conflict mark.
fn begins(line: &str) -> Option<Side> {
    let marks = [("<<<<<<<", Side::Ours), ("|||||||", Side::Base), ("=======", Side::Theirs), (">>>>>>>", Side::Both)];
    let (rest, side) = marks.into_iter().find_map(|(mark, side)| Some((line.strip_prefix(mark)?, side)))?;
    rest.chars().next().is_none_or(char::is_whitespace).then_some(side)
}

/// Returns the lines of a text with their line ends, each with the offset of its start.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0_usize, |at, line| {
        let start = *at;
        *at = start.saturating_add(line.len());
        Some((start, line))
    })
}

/// Returns the range of a line, without the characters that end it.
fn shown(start: usize, line: &str) -> Range<usize> {
    start..start.saturating_add(line.trim_end().len())
}

/// Returns all merge conflicts and single conflict marks in a text, in order. A single `=======` is left out, because it may be a line of a
/// picture.
pub fn leftovers(text: &str) -> Vec<Leftover> {
    let mut found = Vec::new();
    if !text.contains("<<<<<<<") && !text.contains(">>>>>>>") {
        return found;
    }
    let mut open = OpenConflict::default();
    for (start, line) in lines(text) {
        let (mark, end) = (shown(start, line), start.saturating_add(line.len()));
        match begins(line) {
            None => {}
            Some(Side::Ours) => {
                open.abandoned(&mut found);
                open = OpenConflict { first: Some((mark, end)), ..OpenConflict::default() };
            }
            Some(Side::Base) => open.base = open.base.or(Some(start)),
            Some(Side::Theirs) => open.middle = open.middle.take().or(Some((mark, end))),
            Some(Side::Both) => match std::mem::take(&mut open) {
                OpenConflict { first: Some((first, behind_first)), base, middle: Some((middle, behind_middle)) } => {
                    found.push(Leftover::Conflict {
                        whole: first.start..end,
                        first: behind_first..base.unwrap_or(middle.start),
                        second: behind_middle..mark.start,
                        marks: [first, middle, mark],
                    });
                }
                half => {
                    half.abandoned(&mut found);
                    found.push(Leftover::Mark(mark));
                }
            },
        }
    }
    open.abandoned(&mut found);
    found
}

/// Merge conflict whose end has not been found yet: its marks, each with the start of the line after it.
#[derive(Default)]
struct OpenConflict {
    first: Option<(Range<usize>, usize)>,
    base: Option<usize>,
    middle: Option<(Range<usize>, usize)>,
}

impl OpenConflict {
    /// If a conflict has no end mark, reports its first mark alone.
    fn abandoned(&self, found: &mut Vec<Leftover>) {
        found.extend(self.first.iter().map(|(mark, _)| Leftover::Mark(mark.clone())));
    }
}

/// Returns a text without `leftovers`: of each conflict only the first version is kept. Removed parts become blanks, so that all offsets
/// stay valid.
pub fn without(text: &str, leftovers: &[Leftover]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    let mut keep = |until: usize, blank: bool| {
        let part = text.get(at..until).unwrap_or_default();
        if blank {
            kept.extend(part.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
        } else {
            kept.push_str(part);
        }
        at = until;
    };
    for leftover in leftovers {
        keep(leftover.whole().start, false);
        match leftover {
            Leftover::Conflict { whole, first, .. } => {
                keep(first.start, true);
                keep(first.end, false);
                keep(whole.end, true);
            }
            Leftover::Mark(mark) => keep(mark.end, true),
        }
    }
    keep(text.len(), false);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_versions_the_first_is_read_and_every_place_stays() {
        let text = "a\r\n<<<<<<< HEAD\r\né\r\n||||||| base\r\nc\r\n=======\r\nd\r\n>>>>>>> other\r\nb\n>>>>>>> left\n";
        let found = leftovers(text);
        let kept = without(text, &found);
        assert_eq!(kept.split_whitespace().collect::<Vec<_>>(), ["a", "é", "b"]);
        assert_eq!(kept.len(), text.len());
        assert_eq!(kept.find('b'), text.find("\r\nb\n").map(|at| at + 2));
        assert!(matches!(found.as_slice(), [Leftover::Conflict { .. }, Leftover::Mark(_)]), "{found:?}");
    }

    #[test]
    fn a_line_of_a_picture_is_no_mark() {
        assert!(leftovers("=======\n<<<<<<<<<<\n  <<<<<<< HEAD\n").is_empty());
    }
}
