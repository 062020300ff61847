//! Arranges tokens in lines: the beginning and depth of each line, and the spaces between tokens.

use super::aligned_columns::{AlignedRun, LinePiece, PieceKind, RunLine};
use slip_syntax::tokens::{Token, TokenKind, gap, tokens};

/// Number of spaces for each level of depth.
const INDENT: usize = 2;

/// Part of a file whose items are laid out one after another.
pub(super) struct Layout<'t> {
    text: &'t str,
    out: String,
    /// Offset up to which the text was read.
    reached: usize,
    /// Adjacent lines that may share columns.
    run: AlignedRun,
    /// Previous token. It may belong to the item before this one.
    last: Option<Token>,
    /// True if the previous item took several lines.
    several: bool,
    tokens: Vec<Token>,
    /// True for each token that opens a block of several lines.
    open: Vec<bool>,
}

/// Brackets that are open at a token of an item.
#[derive(Default)]
struct Around {
    /// For each open block, the outermost first: true if the block takes several lines.
    blocks: Vec<bool>,
    /// Number of round and square brackets open in the entry.
    rounds: usize,
    /// Number of line ends before a `;` that was not written yet.
    breaks: usize,
    /// True if a `;` precedes the next entry.
    semicolon: bool,
}

impl Around {
    fn depth(&self) -> usize {
        self.blocks.iter().filter(|several| **several).count()
    }
}

impl<'t> Layout<'t> {
    /// Begins a part at `from`, the start of a line, with about `length` bytes.
    pub(super) fn new(text: &'t str, from: usize, length: usize) -> Self {
        Layout {
            text,
            out: String::with_capacity(length + length / 16),
            reached: from,
            run: AlignedRun::default(),
            last: None,
            several: false,
            tokens: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Lays out an item with the comments before it. `starts` are the offsets of its entries.
    pub(super) fn item(&mut self, start: usize, end: usize, starts: &[usize]) {
        let mut tokens = std::mem::take(&mut self.tokens);
        tokens.clear();
        tokens_between(self.text, self.reached, start, end, &mut tokens);
        self.reached = end;
        self.blocks_of(&tokens);
        let mut around = Around::default();
        let begins = |token: &Token| token.start == start || starts.binary_search(&token.start).is_ok();
        let precede = precede_heads(&tokens, begins);
        for (index, token) in tokens.iter().enumerate() {
            if token.kind == TokenKind::Semicolon {
                around.semicolon = true;
                around.breaks += token.breaks;
                continue;
            }
            let outside = token.start < start;
            let heads = match token.kind {
                // A comment is indented like the token that follows it.
                TokenKind::Comment => outside || precede.get(index).is_some_and(|precedes| *precedes),
                _ => begins(token),
            };
            self.token(*token, index, heads, token.start == start, &mut around);
        }
        self.several = tokens.iter().any(|token| token.start > start && token.breaks > 0 && token.kind != TokenKind::Comment);
        self.tokens = tokens;
    }

    /// Lays out the remaining comments before `to`. Returns the text. Also returns true if an empty line belongs between it and the
    /// following text.
    pub(super) fn finish(mut self, to: usize) -> (String, bool) {
        self.comments(to);
        self.run.write(self.text, &mut self.out);
        if self.out.is_empty() {
            return (self.out, false);
        }
        self.out.push('\n');
        let rest = self.text.get(self.reached..to).unwrap_or_default();
        let breaks = rest.bytes().filter(|byte| *byte == b'\n').count();
        (self.out, self.several || breaks > 1)
    }

    /// Lays out the comments before `to`.
    fn comments(&mut self, to: usize) {
        let mut found = Vec::new();
        tokens(self.text, self.reached, to, &mut found);
        for (index, token) in found.iter().enumerate() {
            self.reached = token.end;
            self.token(*token, index, true, false, &mut Around::default());
        }
    }

    /// Finds the blocks that take several lines: those with a line end inside.
    fn blocks_of(&mut self, tokens: &[Token]) {
        self.open.clear();
        self.open.resize(tokens.len(), false);
        let mut around: Vec<(usize, bool)> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            // A `{` that is alone on its line is moved to the line of its head. Its line end then does not make the surrounding block a
            // block of several lines.
            let joins = token.kind == TokenKind::OpenBrace
                && index.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| before.kind != TokenKind::Comment);
            if token.breaks > 0 && !joins {
                around.last_mut().into_iter().for_each(|(_, several)| *several = true);
            }
            match token.kind {
                TokenKind::OpenBrace => around.push((index, false)),
                TokenKind::CloseBrace => {
                    let Some((open, several)) = around.pop() else { continue };
                    self.open.get_mut(open).into_iter().for_each(|found| *found = several);
                    around.last_mut().into_iter().for_each(|(_, outer)| *outer |= several);
                }
                _ => {}
            }
        }
    }

    fn token(&mut self, token: Token, index: usize, heads: bool, item: bool, around: &mut Around) {
        let breaks = token.breaks + std::mem::take(&mut around.breaks);
        let closes = token.kind == TokenKind::CloseBrace && around.blocks.last() == Some(&true);
        let opened = self.last.is_some_and(|last| last.kind == TokenKind::OpenBrace) && around.blocks.last() == Some(&true);
        let after_comment = self.last.is_some_and(|last| last.kind == TokenKind::Comment);
        let new_line = match token.kind {
            _ if self.last.is_none() => true,
            TokenKind::Comment => breaks > 0,
            _ if after_comment || item || opened || closes => true,
            TokenKind::OpenBrace | TokenKind::Comma => false,
            _ => breaks > 0,
        };
        if std::mem::take(&mut around.semicolon) && heads && !new_line && token.kind != TokenKind::Comment {
            let semicolon = Token { kind: TokenKind::Semicolon, end: token.start, ..token };
            self.run.push(LinePiece { separator: true, ..piece(semicolon, 0) });
            self.last = Some(semicolon);
        }
        if new_line {
            let apart = heads && self.apart(around);
            let blank = self.last.is_some() && !opened && !closes && heads && (breaks > 1 || apart);
            if token.kind == TokenKind::CloseBrace {
                around.blocks.pop();
            }
            self.begin(token, heads, closes, blank, breaks, around);
        } else if token.kind == TokenKind::CloseBrace {
            around.blocks.pop();
        }
        if heads && token.kind != TokenKind::Comment {
            around.rounds = 0;
        }
        let gap = if new_line { 0 } else { self.gap(token, breaks, around) };
        let moved = token.breaks > 0 && !new_line;
        self.run.push(LinePiece { moved, ..piece(token, gap) });
        match token.kind {
            TokenKind::OpenBrace => around.blocks.push(self.open.get(index).copied().unwrap_or_default()),
            TokenKind::OpenRound => around.rounds += 1,
            TokenKind::CloseRound => around.rounds = around.rounds.saturating_sub(1),
            _ => {}
        }
        self.last = Some(token);
    }

    /// True if the previous item took several lines and this is the beginning of the next one, so that an empty line belongs between them.
    fn apart(&mut self, around: &Around) -> bool {
        around.blocks.is_empty() && std::mem::take(&mut self.several)
    }

    fn begin(&mut self, token: Token, heads: bool, closes: bool, blank: bool, breaks: usize, around: &Around) {
        let base = around.depth() * INDENT;
        let goes_on = !heads && !closes && token.kind != TokenKind::OpenBrace;
        let brackets = around.rounds.saturating_sub(usize::from(token.kind == TokenKind::CloseRound));
        let deeper = if token.kind == TokenKind::CloseRound { brackets } else { brackets.max(1) };
        let indent = if goes_on { base + deeper * INDENT } else { base };
        let comment = token.kind == TokenKind::Comment;
        // No line end precedes the first line of a file, but it keeps its column all the same.
        let moved = breaks == 0 && self.last.is_some();
        self.run.begin(RunLine { base, indent, goes_on, comment, blank, moved, pieces: 0 }, self.text, &mut self.out);
    }

    /// Returns the number of spaces between the previous token and this token on the same line.
    fn gap(&self, token: Token, breaks: usize, around: &Around) -> usize {
        self.last.map_or(0, |last| gap(last, token, breaks, around.rounds > 0))
    }
}

/// One value for each token: true if the next token that is no comment and no `;` begins an entry or closes a block. Also true if there is
/// no next token.
fn precede_heads(tokens: &[Token], begins: impl Fn(&Token) -> bool) -> Vec<bool> {
    let mut precedes = true;
    let mut found: Vec<bool> = tokens
        .iter()
        .rev()
        .map(|token| {
            if !matches!(token.kind, TokenKind::Comment | TokenKind::Semicolon) {
                precedes = begins(token) || token.kind == TokenKind::CloseBrace;
            }
            precedes
        })
        .collect();
    found.reverse();
    found
}

/// Collects the tokens of an item and of the comments before it.
fn tokens_between(text: &str, from: usize, start: usize, end: usize, found: &mut Vec<Token>) {
    tokens(text, from, start, found);
    let before = found.len();
    let after = found.last().map_or(from, |last| last.end);
    tokens(text, start, end, found);
    let between = text.get(after..start).unwrap_or_default();
    if let Some(first) = found.get_mut(before) {
        first.breaks = between.bytes().filter(|byte| *byte == b'\n').count();
    }
}

fn piece(token: Token, gap: usize) -> LinePiece {
    let sort = match token.kind {
        TokenKind::Number => PieceKind::Number,
        TokenKind::OpenBrace | TokenKind::CloseBrace => PieceKind::Bracket,
        TokenKind::Comment => PieceKind::Comment,
        _ => PieceKind::Word,
    };
    LinePiece {
        start: token.start,
        end: token.end,
        gap,
        column: token.column,
        wide: token.blanks > 1 && token.breaks == 0,
        sort,
        moved: false,
        separator: false,
    }
}
