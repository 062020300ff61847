//! Reads expressions without the grammar: operands with operators, calls, lists and brackets.
//!
//! `expression` explains precedence. Every function returns `None` for text that has a mistake, and for rare forms; the grammar then reads
//! the entry and words the mistake.

use super::Builder;
use crate::RESERVED;
use crate::expression::{COMPARISON, Infix, is_comparison, level};
use crate::prescan::{is_blank, is_word, offset, skip, skip_trivia};
use crate::tree::{Call, Expr, ExprKind, Key, Operator, Sign};
use slip_limits::OPERATORS;
use slip_source::Span;

/// Words that may begin a phrase in a condition: `trained NAME`.
const PHRASES: [&[u8]; 4] = [b"rules", b"table", b"trained", b"military"];

/// Place of an expression, which decides where it ends and which operators it has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// True inside brackets, where a line end does not end the expression.
    pub(super) bracketed: bool,
    /// True in a condition, which has the operators `is`, `has` and `of`, and phrases.
    pub(super) condition: bool,
}

/// Value of an entry, outside brackets.
pub(super) const VALUE: Place = Place { bracketed: false, condition: false };
/// Condition of an entry, outside brackets.
pub(super) const CONDITION: Place = Place { bracketed: false, condition: true };
const ARGUMENT: Place = Place { bracketed: true, condition: false };

/// Reader of the expressions of one entry.
pub(super) struct PlainExpressions<'b, 't> {
    pub(super) builder: &'b Builder<'t>,
    pub(super) bytes: &'b [u8],
    /// Number of operators in the entry so far.
    operators: usize,
}

impl<'b, 't> PlainExpressions<'b, 't> {
    /// Creates a reader of the first `until` bytes of the text.
    pub(super) fn new(builder: &'b Builder<'t>, until: usize) -> Option<Self> {
        Some(PlainExpressions { builder, bytes: builder.text.as_bytes().get(..until)?, operators: 0 })
    }

    /// Returns the offset where an expression ends.
    pub(super) fn end(&self, expr: &Expr) -> usize {
        self.builder.end_of(expr.span)
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.builder.file, offset(start), offset(end))
    }

    /// Returns the text between two offsets.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.builder.slice(self.span(start, end))
    }

    /// Reads a key that is a word.
    pub(super) fn word_key(&self, at: usize) -> Option<Key> {
        self.builder.plain_name(self.bytes, at).map(Key::Word)
    }

    /// Returns the offset of the next token, also on a later line. `None` if that line begins at the left margin, where an item may begin.
    pub(super) fn gap(&self, at: usize, place: Place) -> Option<usize> {
        let next = skip_trivia(self.bytes, at);
        (place.bracketed || !self.is_at_margin(at, next)).then_some(next)
    }

    /// True if the token at `next` is the first of a line that begins after `at`, and is not indented.
    pub(super) fn is_at_margin(&self, at: usize, next: usize) -> bool {
        next > at && next.checked_sub(1).and_then(|before| self.bytes.get(before)) == Some(&b'\n')
    }

    /// True if the word at `at` is `word`.
    pub(super) fn is_word_at(&self, at: usize, word: &[u8]) -> bool {
        self.bytes.get(at..).is_some_and(|rest| rest.starts_with(word))
            && !self.bytes.get(at + word.len()).is_some_and(|byte| is_word(*byte))
    }

    /// Reads an expression.
    pub(super) fn expression(&mut self, at: usize, place: Place) -> Option<Expr> {
        if self.is_word_at(at, b"if") { self.choice(at) } else { self.climb(at, 0, place) }
    }

    /// Reads `if a then b else c`; a chain of `else if` nests to the right.
    fn choice(&mut self, start: usize) -> Option<Expr> {
        let mut branches = Vec::new();
        let mut at = start;
        let mut otherwise = loop {
            let test = self.climb(skip_trivia(self.bytes, at + 2), 0, CONDITION)?;
            let then = self.behind_word(self.end(&test), b"then")?;
            let then = self.climb(then, 0, VALUE)?;
            at = self.behind_word(self.end(&then), b"else")?;
            branches.push((test, then));
            if !self.is_word_at(at, b"if") {
                break self.climb(at, 0, VALUE)?;
            }
        };
        for (test, then) in branches.into_iter().rev() {
            self.count_operator()?;
            let span = test.span.to(otherwise.span);
            otherwise = Expr { kind: ExprKind::If(Box::new((test, then, otherwise))), span };
        }
        Some(Expr { span: self.span(start, self.end(&otherwise)), ..otherwise })
    }

    /// Returns the offset of the token after `word`, which must be the next word after `at`.
    fn behind_word(&self, at: usize, word: &[u8]) -> Option<usize> {
        let next = skip_trivia(self.bytes, at);
        self.is_word_at(next, word).then(|| skip_trivia(self.bytes, next + word.len()))
    }

    /// Reads a value: an expression, or one of the symbols `--` and `->`.
    pub(super) fn value(&mut self, at: usize, place: Place) -> Option<Expr> {
        let kind = match self.bytes.get(at..at + 2)? {
            b"--" => ExprKind::BothWays,
            b"->" => ExprKind::OneWay,
            _ => return self.expression(at, place),
        };
        Some(Expr { kind, span: self.span(at, at + 2) })
    }

    /// Reads operands and the operators between them that bind at least as tightly as `least`.
    fn climb(&mut self, at: usize, least: u8, place: Place) -> Option<Expr> {
        let mut left = self.operand(at, place)?;
        while let Some((infix, next)) = self.infix(self.end(&left), place)? {
            if infix.level() < least {
                break;
            }
            let right = self.climb(next, infix.level() + 1, place)?;
            self.count_operator()?;
            let span = left.span.to(right.span);
            let kind = match infix {
                Infix::Range if matches!(left.kind, ExprKind::Range(_)) => return None,
                Infix::Operator(operator) if level(operator) == COMPARISON && is_comparison(&left) => return None,
                Infix::Range => ExprKind::Range(Box::new((left, right))),
                Infix::Operator(operator) => ExprKind::Binary(operator, Box::new((left, right))),
            };
            left = Expr { span, kind };
        }
        Some(left)
    }

    pub(super) fn count_operator(&mut self) -> Option<()> {
        self.operators += 1;
        (self.operators <= OPERATORS).then_some(())
    }

    /// Reads the operator after an operand that ends at `end`. Returns it and the offset of the next operand; `Some(None)` if the
    /// expression ends here.
    fn infix(&self, end: usize, place: Place) -> Option<Option<(Infix, usize)>> {
        let found = |operator: Operator, next: usize| Some(Some((Infix::Operator(operator), self.gap(next, place)?)));
        if let Some(operator) = self.plus_or_minus(end) {
            return found(operator, end + 1);
        }
        let at = if place.bracketed { skip_trivia(self.bytes, end) } else { skip(self.bytes, end, is_blank) };
        if let Some((infix, next)) = self.symbol_or_word(at) {
            return Some(Some((infix, self.gap(next, place)?)));
        }
        if let Some(operator) = self.plus_or_minus(at)
            && self.is_before_gap(at + 1)
        {
            return found(operator, at + 1);
        }
        if self.is_word_at(at, b"in") && self.can_follow_in(at + 2, place)? {
            return Some(Some((Infix::Operator(Operator::In), self.gap(at + 2, place)?)));
        }
        if place.condition {
            for (word, operator) in [(&b"is"[..], Operator::Is), (b"has", Operator::Has), (b"of", Operator::Of)] {
                let next = at + word.len();
                if self.is_word_at(at, word) && self.bytes.get(next).is_some_and(|byte| is_blank(*byte)) {
                    let operand = if place.bracketed { skip_trivia(self.bytes, next) } else { skip(self.bytes, next, is_blank) };
                    return Some(Some((Infix::Operator(operator), operand)));
                }
            }
        }
        if place.bracketed || !self.ends_line(at) {
            return Some(None);
        }
        // A line may begin with an operator.
        let next = skip_trivia(self.bytes, at);
        let Some((infix, operand)) = self.symbol_or_word(next) else { return Some(None) };
        if self.is_at_margin(at, next) { None } else { Some(Some((infix, self.gap(operand, place)?))) }
    }

    /// Returns the operator `+` or `-` at `at`, which is no part of `--` or `->`.
    fn plus_or_minus(&self, at: usize) -> Option<Operator> {
        match (self.bytes.get(at)?, self.bytes.get(at + 1)) {
            (b'+', _) => Some(Operator::Add),
            (b'-', Some(b'-' | b'>')) => None,
            (b'-', _) => Some(Operator::Subtract),
            _ => None,
        }
    }

    fn is_before_gap(&self, at: usize) -> bool {
        self.bytes.get(at).is_some_and(|byte| is_blank(*byte) || *byte == b'\n') || self.is_comment(at)
    }

    fn is_comment(&self, at: usize) -> bool {
        self.bytes.get(at..).is_some_and(|rest| rest.starts_with(b"//"))
    }

    fn ends_line(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&b'\n') || self.is_comment(at)
    }

    /// Returns the operator of the grammar's rule `op` at `at`, and its end.
    fn symbol_or_word(&self, at: usize) -> Option<(Infix, usize)> {
        use Operator::{And, AtLeast, AtMost, Divide, Equal, Less, More, Multiply, NotEqual, Or};
        let (operator, length) = match (self.bytes.get(at)?, self.bytes.get(at + 1)) {
            (b'=', Some(b'=')) => (Equal, 2),
            (b'!', Some(b'=')) => (NotEqual, 2),
            (b'<', Some(b'=')) => (AtMost, 2),
            (b'>', Some(b'=')) => (AtLeast, 2),
            (b'<', _) => (Less, 1),
            (b'>', _) => (More, 1),
            (b'.', Some(b'.')) => return Some((Infix::Range, at + 2)),
            (b'*', _) => (Multiply, 1),
            (b'/', next) if next != Some(&b'/') => (Divide, 1),
            (b'o', _) if self.is_word_at(at, b"or") => (Or, 2),
            (b'a', _) if self.is_word_at(at, b"and") => (And, 3),
            _ => return None,
        };
        Some((Infix::Operator(operator), at + length))
    }

    /// True if the text after the word `in` makes it an operator. `None` for the rare case that only the grammar decides.
    fn can_follow_in(&self, at: usize, place: Place) -> Option<bool> {
        let next = skip(self.bytes, at, is_blank);
        if next == at {
            return if place.bracketed { None } else { Some(false) };
        }
        let word = self.bytes.get(next..skip(self.bytes, next, is_word)).unwrap_or_default();
        Some(match self.bytes.get(next)? {
            b'(' | b'[' | b'"' => true,
            b'-' => self.bytes.get(next + 1).is_some_and(u8::is_ascii_digit),
            byte => byte.is_ascii_alphanumeric() && !is_reserved(word),
        })
    }

    /// Reads one operand with its prefixes.
    fn operand(&mut self, at: usize, place: Place) -> Option<Expr> {
        match *self.bytes.get(at)? {
            b'n' if self.is_word_at(at, b"not") => {
                let next = self.gap(at + 3, place)?;
                if self.is_word_at(next, b"not") {
                    return None;
                }
                let inner = self.climb(next, COMPARISON, place)?;
                Some(Expr { span: self.span(at, at + 3).to(inner.span), kind: ExprKind::Not(Box::new(inner)) })
            }
            b'+' | b'-' => self.signed(at, |reader, next| reader.unsigned(next, place)),
            _ => self.unsigned(at, place),
        }
    }

    /// Reads a sign and the operand that it touches.
    pub(super) fn signed(&mut self, at: usize, operand: impl FnOnce(&mut Self, usize) -> Option<Expr>) -> Option<Expr> {
        let sign = match self.plus_or_minus(at)? {
            Operator::Subtract => Sign::Minus,
            _ => Sign::Plus,
        };
        let inner = operand(self, at + 1)?;
        Some(Expr { span: self.span(at, at + 1).to(inner.span), kind: ExprKind::Sign(sign, Box::new(inner)) })
    }

    fn unsigned(&mut self, at: usize, place: Place) -> Option<Expr> {
        match *self.bytes.get(at)? {
            b'(' => self.group(at, Place { bracketed: true, ..place }),
            b'[' => {
                let (members, end) = self.list(at)?;
                let list = Expr { kind: ExprKind::List(members), span: self.span(at, end) };
                self.indexed(list)
            }
            b'a'..=b'z' if place.condition && PHRASES.iter().any(|word| self.is_word_at(at, word)) => self.phrase(at),
            b'a'..=b'z' => {
                let word = self.word(at)?;
                self.called(word)
            }
            _ => self.literal(at),
        }
    }

    /// Reads an expression in round brackets.
    pub(super) fn group(&mut self, open: usize, place: Place) -> Option<Expr> {
        let inner = self.expression(skip_trivia(self.bytes, open + 1), place)?;
        let close = self.close(self.end(&inner), b')')?;
        Some(Expr { kind: ExprKind::Group(Box::new(inner)), span: self.span(open, close) })
    }

    /// Returns the offset after the bracket that follows `at`.
    fn close(&self, at: usize, bracket: u8) -> Option<usize> {
        let close = skip_trivia(self.bytes, at);
        (self.bytes.get(close) == Some(&bracket)).then_some(close + 1)
    }

    /// Reads the members of a list in square brackets; returns them and the end of the list.
    fn list(&mut self, open: usize) -> Option<(Vec<Expr>, usize)> {
        let mut members = Vec::new();
        let mut at = skip_trivia(self.bytes, open + 1);
        loop {
            if self.bytes.get(at) == Some(&b']') {
                return Some((members, at + 1));
            }
            let member = self.expression(at, ARGUMENT)?;
            at = skip_trivia(self.bytes, self.end(&member));
            members.push(member);
            match self.bytes.get(at)? {
                b',' => at = skip_trivia(self.bytes, at + 1),
                b']' => {}
                _ => return None,
            }
        }
    }

    /// Reads the indices directly after an operand.
    fn indexed(&mut self, mut operand: Expr) -> Option<Expr> {
        while self.bytes.get(self.end(&operand)) == Some(&b'[') {
            self.count_operator()?;
            let index = self.expression(skip_trivia(self.bytes, self.end(&operand) + 1), ARGUMENT)?;
            let span = Span { end: offset(self.close(self.end(&index), b']')?), ..operand.span };
            operand = Expr { kind: ExprKind::Index(Box::new((operand, index))), span };
        }
        Some(operand)
    }

    /// Reads the arguments and indices directly after a word.
    fn called(&mut self, word: Expr) -> Option<Expr> {
        let called = if self.bytes.get(self.end(&word)) == Some(&b'(') { self.call(&word)? } else { word };
        self.indexed(called)
    }

    /// Reads the arguments or parameters directly after a word.
    pub(super) fn call(&mut self, callee: &Expr) -> Option<Expr> {
        let name = callee.path()?;
        let open = self.end(callee);
        let first = skip_trivia(self.bytes, open + 1);
        if self.bytes.get(skip_trivia(self.bytes, skip(self.bytes, first, is_word))) == Some(&b':') {
            let (params, end) = self.params(open)?;
            let span = Span { end: offset(end), ..callee.span };
            return Some(Expr { kind: ExprKind::Call(Box::new(Call { name, args: Vec::new(), params })), span });
        }
        let mut args: Vec<Vec<Expr>> = Vec::with_capacity(1);
        let mut arg: Vec<Expr> = Vec::with_capacity(1);
        let mut at = open + 1;
        loop {
            let here = skip_trivia(self.bytes, at);
            match *self.bytes.get(here)? {
                b')' if arg.is_empty() && args.is_empty() => break at = here + 1,
                b',' | b')' if arg.is_empty() => return None,
                b',' => {
                    args.push(std::mem::take(&mut arg));
                    at = here + 1;
                }
                b')' => {
                    args.push(arg);
                    break at = here + 1;
                }
                _ if !arg.is_empty() && here == at => return None,
                _ => {
                    let value = self.value(here, ARGUMENT)?;
                    at = self.end(&value);
                    arg.push(value);
                }
            }
        }
        let span = Span { end: offset(at), ..callee.span };
        Some(Expr { kind: ExprKind::Call(Box::new(Call { name, args, params: Vec::new() })), span })
    }
}

pub(super) fn is_reserved(word: &[u8]) -> bool {
    RESERVED.iter().any(|reserved| word == reserved.as_bytes())
}
