//! Reads the parts of expressions that have no operators without the grammar: words, numbers, texts, phrases and parameters.

use super::Builder;
use super::plain_expressions::{PlainExpressions, is_reserved};
use super::plain_items::is_good_name;
use crate::literal;
use crate::prescan::{is_blank, is_word, offset, skip, skip_trivia};
use crate::tree::{Expr, ExprKind, Param, SpannedName};
use ecow::EcoString;

impl PlainExpressions<'_, '_> {
    /// Reads parameters with their types in brackets: `(w: beam | torpedo, t: text?)`. Returns them and the end of the bracket.
    pub(super) fn params(&self, open: usize) -> Option<(Vec<Param>, usize)> {
        let mut params = Vec::with_capacity(1);
        let mut at = open;
        loop {
            let name = self.builder.plain_name(self.bytes, skip_trivia(self.bytes, at + 1)).filter(|name| is_good_name(&name.text))?;
            let mut end = skip_trivia(self.bytes, self.builder.end_of(name.span));
            let mut types: Vec<SpannedName> = Vec::with_capacity(1);
            let mut mark = b':';
            while self.bytes.get(end) == Some(&mark) {
                let one = self.builder.plain_name(self.bytes, skip_trivia(self.bytes, end + 1))?;
                end = skip_trivia(self.bytes, self.builder.end_of(one.span));
                types.push(one);
                mark = b'|';
            }
            let mut span = name.span.to(types.last()?.span);
            let optional = self.bytes.get(self.builder.end_of(span)) == Some(&b'?');
            if optional {
                end = self.builder.end_of(span) + 1;
                span.end = offset(end);
            }
            params.push(Param { span, name, types, optional });
            at = skip_trivia(self.bytes, end);
            match self.bytes.get(at)? {
                b',' => {}
                b')' => return Some((params, at + 1)),
                _ => return None,
            }
        }
    }

    /// Reads a phrase: `rules NAME [VALUE]`, `trained NAME`, `table "question"`.
    pub(super) fn phrase(&mut self, at: usize) -> Option<Expr> {
        let end = skip(self.bytes, at, is_word);
        let is_rules = self.is_word_at(at, b"rules");
        let first = self.phrase_operand(end, |byte| !is_rules && byte == b'"')??;
        let mut operands = vec![first];
        if is_rules {
            let behind = operands.last().map_or(end, |first| self.end(first));
            operands.extend(self.phrase_operand(behind, |byte| byte == b'"' || byte.is_ascii_digit())?);
        }
        let last = operands.last()?.span;
        let word = EcoString::from(self.slice(at, end));
        Some(Expr { kind: ExprKind::Phrase(word, operands), span: self.span(at, end).to(last) })
    }

    /// Reads a name after a blank, or a literal if its first byte is accepted; `Some(None)` if there is neither.
    fn phrase_operand(&self, end: usize, literal: impl Fn(u8) -> bool) -> Option<Option<Expr>> {
        let at = skip(self.bytes, end, is_blank);
        let byte = *self.bytes.get(at)?;
        if at == end {
            return Some(None);
        }
        if literal(byte) {
            return Some(Some(self.literal(at)?));
        }
        let word = self.bytes.get(at..skip(self.bytes, at, is_word))?;
        let is_name = byte.is_ascii_lowercase() && !matches!(word, b"is" | b"has" | b"of" | b"in") && !is_reserved(word);
        Some(if is_name { Some(self.word(at)?) } else { None })
    }

    /// Reads `name`, `package.name`, `over-budget` or `x3`.
    pub(super) fn word(&self, at: usize) -> Option<Expr> {
        let first = skip(self.bytes, at, is_word);
        if is_reserved(self.bytes.get(at..first)?) {
            return None;
        }
        let is_letter = |at: usize| self.bytes.get(at).is_some_and(u8::is_ascii_lowercase);
        let mut end = first;
        if self.bytes.get(end) == Some(&b'.') && is_letter(end + 1) {
            end = skip(self.bytes, end + 1, is_word);
        } else {
            while self.bytes.get(end) == Some(&b'-') && is_letter(end + 1) {
                end = skip(self.bytes, end + 1, is_word);
            }
        }
        self.word_of(at, end)
    }

    /// Reads a word of an effect, which may be reserved elsewhere: `name` or `package.name`.
    pub(super) fn effect_word(&self, at: usize) -> Option<Expr> {
        let is_letter = |at: usize| self.bytes.get(at).is_some_and(u8::is_ascii_lowercase);
        let first = skip(self.bytes, at, is_word);
        if !is_letter(at) || matches!(self.bytes.get(at..first)?, b"when" | b"else") {
            return None;
        }
        let is_path = self.bytes.get(first) == Some(&b'.') && is_letter(first + 1);
        self.word_of(at, if is_path { skip(self.bytes, first + 1, is_word) } else { first })
    }

    fn word_of(&self, start: usize, end: usize) -> Option<Expr> {
        let span = self.span(start, end);
        let word = self.builder.slice(span);
        let kind = if let Some(count) = literal::count(word) {
            ExprKind::Count(count.ok()?)
        } else if word.contains('.') {
            ExprKind::Path(Box::new(Builder::path_of(word, span)))
        } else if word.contains('-') {
            ExprKind::Code(EcoString::from(word))
        } else {
            ExprKind::Name(EcoString::from(word))
        };
        Some(Expr { kind, span })
    }

    /// Reads a number, a technology or a text in one line.
    pub(super) fn literal(&self, at: usize) -> Option<Expr> {
        let (end, kind) = match *self.bytes.get(at)? {
            b'"' => {
                let end = self.text_end(at)?;
                let span = self.span(at, end);
                (end, ExprKind::Text(Box::new(literal::text(self.builder.slice(span), span))))
            }
            b'T' => {
                let digits = at + 1 + usize::from(self.bytes.get(at + 1) == Some(&b'-'));
                let end = skip(self.bytes, digits, |byte| byte.is_ascii_digit());
                let kind = literal::tech(self.slice(at, end)).ok().filter(|_| end > digits)?;
                (end, kind)
            }
            b'0'..=b'9' => {
                let end = self.number_end(at);
                (end, literal::number(self.slice(at, end)).ok()?)
            }
            _ => return None,
        };
        let is_cut = matches!(kind, ExprKind::Text(_)) || !self.bytes.get(end).is_some_and(|byte| is_word(*byte));
        is_cut.then(|| Expr { kind, span: self.span(at, end) })
    }

    /// Returns the end of the number at `at`: `3`, `45%`, `4dF`, `2d6`, `4/0/4`, `20/4/x`.
    fn number_end(&self, at: usize) -> usize {
        let digits = |at: usize| skip(self.bytes, at, |byte| byte.is_ascii_digit() || byte == b'_');
        let is_digit = |at: usize| self.bytes.get(at).is_some_and(u8::is_ascii_digit);
        let end = digits(at);
        match (self.bytes.get(end), self.bytes.get(end + 1)) {
            (Some(b'%'), _) => end + 1,
            (Some(b'd'), Some(b'F')) => end + 2,
            (Some(b'd' | b'.'), Some(b'0'..=b'9')) => digits(end + 1),
            (Some(b'/'), Some(b'0'..=b'9')) => {
                let pass = digits(end + 1);
                match (self.bytes.get(pass), self.bytes.get(pass + 1)) {
                    (Some(b'/'), Some(b'x')) => pass + 2,
                    (Some(b'/'), _) if is_digit(pass + 1) => digits(pass + 1),
                    _ => end,
                }
            }
            _ => end,
        }
    }

    /// Returns the end of a text in one line. Long texts are left to the grammar.
    fn text_end(&self, at: usize) -> Option<usize> {
        let mut end = at + 1;
        loop {
            match *self.bytes.get(end)? {
                b'\n' => return None,
                b'\\' if self.bytes.get(end + 1) == Some(&b'\n') => return None,
                b'\\' => end += 2,
                b'"' => break,
                _ => end += 1,
            }
        }
        let is_long = end == at + 1 && self.bytes.get(end + 1) == Some(&b'"');
        (!is_long).then_some(end + 1)
    }
}
