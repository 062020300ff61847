//! Converts lines to text and keeps the columns that an author aligned by hand.
//!
//! Two words in adjacent lines are aligned if they begin in the same column and one of them has more than one space before it. Two numbers
//! are also aligned if they end in the same column. The first word of a continuation line is aligned with a word above it.
//!
//! Words that are aligned with each other move by the same distance. It is the distance in the line with the first of them, or more if a
//! longer line requires it. A second pass therefore finds them in the same columns.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Line in a run of adjacent lines whose columns are aligned together.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunLine {
    /// Indentation of the entries around the line, in spaces.
    pub(super) base: usize,
    /// Indentation of the line itself, in spaces.
    pub(super) indent: usize,
    /// True if the line continues the entry of the previous line.
    pub(super) goes_on: bool,
    /// True if the line contains only a comment.
    pub(super) comment: bool,
    /// True if an empty line precedes the line.
    pub(super) blank: bool,
    /// True if the line was a part of another line in the source, so that its columns have no meaning.
    pub(super) moved: bool,
    /// Index of the first piece of the line.
    pub(super) pieces: usize,
}

/// Kind of piece, which decides with which other pieces it can be aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceKind {
    /// A word, which is aligned with words and numbers.
    Word,
    /// A number, which may also be aligned by its end.
    Number,
    /// Bracket of a block.
    Bracket,
    /// A comment.
    Comment,
}

impl PieceKind {
    fn goes_with(self, other: PieceKind) -> bool {
        let value = |sort| matches!(sort, PieceKind::Word | PieceKind::Number);
        self == other || value(self) && value(other)
    }
}

/// Piece of a line: a word with the space before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePiece {
    /// Offset of the first byte.
    pub(super) start: usize,
    /// Offset after the last byte.
    pub(super) end: usize,
    /// Minimum number of spaces before the piece.
    pub(super) gap: usize,
    /// Column of the piece in the source.
    pub(super) column: usize,
    /// True if the piece has more than one space before it in the source.
    pub(super) wide: bool,
    /// Kind of piece, for alignment.
    pub(super) sort: PieceKind,
    /// True if the piece was on another line in the source.
    pub(super) moved: bool,
    /// True if the piece is the `;` between two entries.
    pub(super) separator: bool,
}

/// Run: adjacent lines of the same depth.
#[derive(Default)]
pub(super) struct AlignedRun {
    lines: Vec<RunLine>,
    pieces: Vec<LinePiece>,
    begun: bool,
}

/// Position of a piece in a run: its line, and its index among all pieces.
type Place = (usize, usize);

/// Aligned piece: its group, its column in the source, and its position.
type Member = (usize, usize, Place);

impl AlignedRun {
    /// Begins a line. Earlier lines that cannot be aligned with the new line in columns are written first.
    pub(super) fn begin(&mut self, line: RunLine, text: &str, out: &mut String) {
        if line.blank || self.lines.last().is_some_and(|last| last.base != line.base) {
            self.write(text, out);
        }
        self.lines.push(RunLine { pieces: self.pieces.len(), ..line });
    }

    /// Appends a piece to the last line.
    pub(super) fn push(&mut self, piece: LinePiece) {
        self.pieces.push(piece);
    }

    /// Writes all lines of the run.
    pub(super) fn write(&mut self, text: &str, out: &mut String) {
        let columns = self.columns(text);
        for (index, line) in self.lines.iter().enumerate() {
            if self.begun {
                out.push('\n');
            }
            if line.blank && self.begun {
                out.push('\n');
            }
            self.begun = true;
            let mut at = 0;
            let range = self.range(index);
            for (place, piece) in range.clone().zip(self.pieces.get(range).unwrap_or_default()) {
                let word = word(piece, text);
                let natural = if place == line.pieces { line.indent } else { at + piece.gap };
                let column = columns.get(place).copied().flatten().map_or(natural, |column| column.max(natural));
                out.extend(std::iter::repeat_n(' ', column.saturating_sub(at)));
                out.push_str(word);
                at = after(column, word);
            }
        }
        self.lines.clear();
        self.pieces.clear();
    }

    fn range(&self, line: usize) -> std::ops::Range<usize> {
        let start = self.lines.get(line).map_or(0, |line| line.pieces);
        start..self.lines.get(line + 1).map_or(self.pieces.len(), |line| line.pieces)
    }

    /// Returns the column of each aligned piece; empty if nothing is aligned.
    fn columns(&self, text: &str) -> Vec<Option<usize>> {
        let lined_up = |line: &RunLine| line.goes_on && !line.moved;
        if self.lines.len() < 2 || !(self.pieces.iter().any(|piece| piece.wide) || self.lines.iter().any(lined_up)) {
            return Vec::new();
        }
        let mut groups = Groups::new(self.pieces.len());
        let mut above: Option<usize> = None;
        // Comments are aligned with each other even if lines without a comment are between them.
        let mut aside: Option<(usize, LinePiece)> = None;
        for (index, line) in self.lines.iter().enumerate() {
            if line.comment {
                continue;
            }
            if let Some(above) = above {
                self.link(above, index, text, &mut groups);
            }
            above = Some(index);
            let comment = self.standing(index).last().filter(|(_, piece)| piece.sort == PieceKind::Comment);
            let comment = comment.map(|(place, piece)| (place, *piece));
            if let (Some((upper, over)), Some((lower, under))) = (aside, comment)
                && over.column == under.column
                && (over.wide || under.wide)
            {
                groups.join(upper, lower);
            }
            aside = comment.or(aside);
        }
        self.place(&mut groups, text)
    }

    /// Returns the pieces of a line whose columns have a meaning, each with its index.
    fn standing(&self, line: usize) -> impl Iterator<Item = (usize, &LinePiece)> {
        let found = self.lines.get(line);
        let first = found.map_or(0, |line| line.pieces);
        let goes_on = found.is_some_and(|line| line.goes_on);
        let moved = found.is_none_or(|line| line.moved);
        let pieces = self.pieces.get(self.range(line)).unwrap_or_default();
        let pieces = pieces.iter().enumerate().take_while(move |(_, piece)| !moved && !piece.moved);
        pieces.map(move |(offset, piece)| (first + offset, piece)).filter(move |(place, piece)| {
            let beginning = *place == first;
            !piece.separator && if beginning { goes_on } else { piece.gap > 0 }
        })
    }

    /// Joins aligned pieces of two lines. Aligned are pieces that start in the same column, and numbers that end in the same column.
    fn link(&self, above: usize, below: usize, text: &str, groups: &mut Groups) {
        let first = |line: usize, place: usize| self.lines.get(line).is_some_and(|line| line.pieces == place);
        let mut uppers = self.standing(above).peekable();
        for (lower, under) in self.standing(below) {
            while uppers.next_if(|(_, over)| over.column < under.column).is_some() {}
            let Some((upper, over)) = uppers.peek().copied() else { break };
            let begins = first(below, lower);
            if over.column == under.column
                && over.sort.goes_with(under.sort)
                && (over.wide || under.wide || begins)
                && (begins || !first(above, upper))
            {
                groups.join(upper, lower);
            }
        }
        let end = |piece: &LinePiece| after(piece.column, word(piece, text));
        let numbers = |line| self.standing(line).filter(move |(place, piece)| piece.sort == PieceKind::Number && !first(line, *place));
        let mut uppers = numbers(above).peekable();
        for (lower, under) in numbers(below) {
            while uppers.next_if(|(_, over)| end(over) < end(under)).is_some() {}
            let Some((upper, over)) = uppers.peek().copied() else { break };
            if end(over) == end(under) && (over.wide || under.wide) {
                groups.join(upper, lower);
            }
        }
    }

    /// Assigns columns to the groups of aligned pieces, from left to right.
    fn place(&self, groups: &mut Groups, text: &str) -> Vec<Option<usize>> {
        let mut columns = vec![None; self.pieces.len()];
        let mut members: Vec<Member> = Vec::new();
        for line in 0..self.lines.len() {
            for (place, piece) in self.standing(line) {
                if let Some(group) = groups.of(place) {
                    members.push((group, piece.column, (line, place)));
                }
            }
        }
        members.sort_unstable();
        let mut gathered: Vec<&[Member]> = members.chunk_by(|one, next| one.0 == next.0).collect();
        gathered.sort_by_key(|members| members.first().map(|(_, column, place)| (*column, *place)));
        let mut cursors: Vec<(usize, usize)> = (0..self.lines.len()).map(|line| (self.range(line).start, 0)).collect();
        for members in in_order(&gathered) {
            let naturals = members.iter().filter_map(|(_, column, place)| {
                let natural = self.natural(*place, &mut cursors, &columns, text)?;
                Some((natural, *column))
            });
            // All pieces move by the same distance. Ends that were aligned therefore stay aligned.
            let needed = naturals.map(|(natural, column)| signed(natural) - signed(column)).max();
            let Some(shift) = needed.map(|needed| needed.max(self.drift(members, &columns))) else { continue };
            for (_, column, (_, place)) in members {
                if let Some(found) = columns.get_mut(*place) {
                    *found = usize::try_from(signed(*column) + shift).ok();
                }
            }
        }
        columns
    }

    /// Returns the number of columns by which the first line of a group is moved.
    fn drift(&self, members: &[Member], columns: &[Option<usize>]) -> i64 {
        let line = members.iter().map(|(_, _, (line, _))| *line).min().and_then(|line| self.lines.get(line));
        let first = line.and_then(|line| Some((line, self.pieces.get(line.pieces)?)));
        first.map_or(0, |(line, piece)| {
            let now = columns.get(line.pieces).copied().flatten().unwrap_or(line.indent);
            signed(now) - signed(piece.column)
        })
    }

    /// Returns the column that a piece would have without alignment.
    fn natural(&self, place: Place, cursors: &mut [(usize, usize)], columns: &[Option<usize>], text: &str) -> Option<usize> {
        let (line, place) = place;
        let (next, at) = cursors.get_mut(line)?;
        let found = self.lines.get(line)?;
        let beginning = |piece: usize, at: usize, gap: usize| if piece == found.pieces { found.indent } else { at + gap };
        while *next < place {
            let piece = self.pieces.get(*next)?;
            let column = columns.get(*next).copied().flatten().unwrap_or_else(|| beginning(*next, *at, piece.gap));
            *at = after(column, word(piece, text));
            *next += 1;
        }
        let piece = self.pieces.get(place)?;
        Some(beginning(place, *at, piece.gap))
    }
}

/// Sorts groups of aligned pieces so that the group on the left is placed first. Two groups cannot be sorted if each is left of the other
/// in some line; such groups are not aligned.
fn in_order<'g>(gathered: &[&'g [Member]]) -> Vec<&'g [Member]> {
    let numbered = |(group, members): (usize, &&'g [Member])| members.iter().map(move |(.., place)| (*place, group)).collect::<Vec<_>>();
    let mut in_lines: Vec<(Place, usize)> = gathered.iter().enumerate().flat_map(numbered).collect();
    in_lines.sort_unstable();
    let neighbours = in_lines.iter().zip(in_lines.iter().skip(1));
    let mut pairs: Vec<(usize, usize)> = neighbours
        .filter(|(((line, _), left), ((next, _), right))| line == next && left != right)
        .map(|((_, left), (_, right))| (*left, *right))
        .collect();
    pairs.sort_unstable();
    let mut waits_for = vec![0_usize; gathered.len()];
    for (_, right) in &pairs {
        waits_for.get_mut(*right).into_iter().for_each(|count| *count += 1);
    }
    let mut ready: BinaryHeap<Reverse<usize>> =
        waits_for.iter().enumerate().filter(|(_, count)| **count == 0).map(|(group, _)| Reverse(group)).collect();
    let mut ordered = Vec::with_capacity(gathered.len());
    while let Some(Reverse(group)) = ready.pop() {
        ordered.extend(gathered.get(group).copied());
        let from = pairs.partition_point(|(left, _)| *left < group);
        for (_, right) in pairs.iter().skip(from).take_while(|(left, _)| *left == group) {
            let Some(count) = waits_for.get_mut(*right) else { continue };
            *count -= 1;
            if *count == 0 {
                ready.push(Reverse(*right));
            }
        }
    }
    ordered
}

fn word<'t>(piece: &LinePiece, text: &'t str) -> &'t str {
    if piece.separator { ";" } else { text.get(piece.start..piece.end).unwrap_or_default() }
}

/// Returns the column after a word that begins in `column`. A picture has several lines, so the column in its last line is returned.
fn after(column: usize, word: &str) -> usize {
    match word.rsplit_once('\n') {
        Some((_, line)) => line.chars().count(),
        None if word.is_ascii() => column + word.len(),
        None => column + word.chars().count(),
    }
}

fn signed(column: usize) -> i64 {
    i64::try_from(column).unwrap_or(i64::MAX)
}

/// Groups of aligned pieces: a forest in which each tree is a group.
struct Groups {
    parents: Vec<usize>,
    joined: Vec<bool>,
}

impl Groups {
    fn new(pieces: usize) -> Self {
        Groups { parents: (0..pieces).collect(), joined: vec![false; pieces] }
    }

    fn root(&mut self, mut place: usize) -> usize {
        while let Some(parent) = self.parents.get(place).copied().filter(|parent| *parent != place) {
            let above = self.parents.get(parent).copied().unwrap_or(parent);
            self.parents.get_mut(place).into_iter().for_each(|link| *link = above);
            place = parent;
        }
        place
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one_root, other_root) = (self.root(one), self.root(other));
        self.parents.get_mut(other_root).into_iter().for_each(|parent| *parent = one_root);
        for place in [one, other] {
            self.joined.get_mut(place).into_iter().for_each(|joined| *joined = true);
        }
    }

    /// Returns the group of a piece; `None` if the piece is not aligned.
    fn of(&mut self, place: usize) -> Option<usize> {
        self.joined.get(place).copied().unwrap_or_default().then(|| self.root(place))
    }
}
