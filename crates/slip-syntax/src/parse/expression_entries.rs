//! Reads entries with expressions, conditions and effects without the grammar.
//!
//! The rules `entry`, `judged_entry` and `effect_entry` of the grammar define them. An entry with a mistake or a rare form is left to the
//! grammar.

use super::Builder;
use super::plain_expressions::{CONDITION, Place, PlainExpressions, VALUE};
use super::plain_items::{PlainRow, ends_line};
use crate::literal;
use crate::prescan::{is_blank, is_word, skip, skip_trivia};
use crate::recognise_mistake;
use crate::tree::{EntryExtras, Expr, ExprKind, Key, Sign, Text, Value};
use slip_source::Span;

/// Place of the formulas in an effect, which are in brackets.
const FORMULA: Place = Place { bracketed: true, condition: false };

impl Builder<'_> {
    /// Reads the entry at `at` up to its end or its block.
    pub(super) fn expression_entry(&self, at: usize, until: usize) -> Option<PlainRow> {
        let mut reader = PlainExpressions::new(self, until)?;
        let bytes = reader.bytes;
        let mut rest: Option<Box<EntryExtras>> = None;
        let mut start = at;
        if bytes.get(at) == Some(&b'+') {
            start = skip(bytes, at + 1, is_blank);
            if start == at + 1 {
                return None;
            }
            rest.get_or_insert_default().lead = Some(reader.span(at, at + 1));
        }
        let key = reader.key(start)?;
        let mut end = self.end_of(key.span());
        let word = key.word().unwrap_or_default();
        let is_judged = matches!(word, "require" | "advise");
        let values = match word {
            "effect" => reader.effect(end)?,
            "require" | "advise" => vec![Value { expr: reader.judged(end)?, comma: false }],
            _ => {
                if let Some((sign, span)) = reader.sign(end) {
                    rest.get_or_insert_default().sign = Some((sign, span));
                    end = self.end_of(span);
                }
                reader.values(end)?
            }
        };
        // These keys have rules of their own, in which there is neither a lead nor a sign.
        if rest.is_some() && (is_judged || word == "effect" || values.is_empty() && rest.as_ref().is_some_and(|rest| rest.sign.is_some())) {
            return None;
        }
        end = values.last().map_or(end, |value| reader.end(&value.expr));
        if let Some(condition) = reader.after_word(end, b"when")? {
            let condition = reader.expression(condition, CONDITION)?;
            end = reader.end(&condition);
            rest.get_or_insert_default().condition = Some(condition);
        }
        if let Some(text) = reader.after_word(end, b"else")? {
            let text = reader.text(text)?;
            end = self.end_of(text.span);
            rest.get_or_insert_default().otherwise = Some(text);
        }
        let opens = reader.opening_or_end(end)?;
        // A row of plain words is read as such, although it could be a phrase.
        let could_be_plain = |value: &Value| matches!(value.expr.kind, ExprKind::Phrase(..));
        if is_judged && rest.is_none() && opens.is_none() && values.iter().all(could_be_plain)
            || recognise_mistake::slash_below(self, &values).is_some()
        {
            return None;
        }
        Some(PlainRow { key, values, rest, end, opens })
    }
}

impl PlainExpressions<'_, '_> {
    /// Reads a key: a word, a rank, or a range of numbers.
    fn key(&self, at: usize) -> Option<Key> {
        let bytes = self.bytes;
        if bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
            return self.word_key(at);
        }
        let number = |at: usize| {
            let digits = at + usize::from(bytes.get(at) == Some(&b'-'));
            let end = skip(bytes, digits, |byte| byte.is_ascii_digit() || byte == b'_');
            let value = literal::int(self.slice(digits, end)).ok().filter(|_| bytes.get(digits).is_some_and(u8::is_ascii_digit))?;
            Some((if digits > at { -value } else { value }, end))
        };
        let (low, mut end) = number(at)?;
        let mut high = None;
        if bytes.get(end..).is_some_and(|rest| rest.starts_with(b"..")) {
            let (value, last) = number(end + 2)?;
            (high, end) = (Some(value), last);
        }
        if bytes.get(end).is_some_and(|byte| is_word(*byte) || b"/%.".contains(byte)) {
            return None;
        }
        let span = self.span(at, end);
        Some(match high {
            Some(high) => Key::Range(low, high, span),
            None => Key::Rank(low, span),
        })
    }

    /// Reads a sign between a key and its values: `stunts + low_recoil`.
    fn sign(&self, key_end: usize) -> Option<(Sign, Span)> {
        let bytes = self.bytes;
        let at = skip(bytes, key_end, is_blank);
        let sign = match bytes.get(at)? {
            b'+' => Sign::Plus,
            b'-' => Sign::Minus,
            _ => return None,
        };
        let is_alone = at > key_end && bytes.get(at + 1).is_some_and(|byte| is_blank(*byte));
        is_alone.then(|| (sign, self.span(at, at + 1)))
    }

    /// Reads the values after a key that ends at `end`.
    fn values(&mut self, end: usize) -> Option<Vec<Value>> {
        self.row(end, |reader, at| reader.value(at, VALUE))
    }

    /// Reads the tokens of an effect after its key.
    fn effect(&mut self, end: usize) -> Option<Vec<Value>> {
        self.row(end, PlainExpressions::effect_token)
    }

    /// Reads values in a row, with or without commas between them.
    fn row(&mut self, mut end: usize, read: impl Fn(&mut Self, usize) -> Option<Expr>) -> Option<Vec<Value>> {
        let bytes = self.bytes;
        let mut values = Vec::new();
        loop {
            let at = skip(bytes, end, is_blank);
            let byte = *bytes.get(at)?;
            let (at, comma) = match byte {
                b',' if !values.is_empty() => (self.gap(at + 1, VALUE)?, true),
                b';' | b'{' | b'}' | b'\n' => return Some(values),
                b'/' if bytes.get(at + 1) == Some(&b'/') => return Some(values),
                b'w' if self.is_word_at(at, b"when") => return Some(values),
                b'e' if self.is_word_at(at, b"else") => return Some(values),
                _ if at == end => return None,
                _ => (at, false),
            };
            let expr = read(self, at)?;
            end = self.end(&expr);
            values.push(Value { expr, comma });
        }
    }

    /// Reads a token of an effect: a word, a call, a literal, or a formula in brackets; with a sign, and as a range.
    fn effect_token(&mut self, at: usize) -> Option<Expr> {
        let low = self.effect_operand(at)?;
        let dots = self.end(&low);
        if !self.bytes.get(dots..).is_some_and(|rest| rest.starts_with(b"..")) {
            return Some(low);
        }
        let high = self.effect_operand(dots + 2)?;
        self.count_operator()?;
        Some(Expr { span: low.span.to(high.span), kind: ExprKind::Range(Box::new((low, high))) })
    }

    fn effect_operand(&mut self, at: usize) -> Option<Expr> {
        match self.bytes.get(at)? {
            b'+' | b'-' => self.signed(at, Self::unsigned_effect_operand),
            _ => self.unsigned_effect_operand(at),
        }
    }

    fn unsigned_effect_operand(&mut self, at: usize) -> Option<Expr> {
        match self.bytes.get(at)? {
            b'(' => self.group(at, FORMULA),
            b'a'..=b'z' => {
                let word = self.effect_word(at)?;
                if self.bytes.get(self.end(&word)) == Some(&b'(') { self.call(&word) } else { Some(word) }
            }
            _ => self.literal(at),
        }
    }

    /// Reads the condition after `require` or `advise`.
    fn judged(&mut self, key_end: usize) -> Option<Expr> {
        let at = skip(self.bytes, key_end, is_blank);
        if at == key_end { None } else { self.expression(at, CONDITION) }
    }

    /// Returns the offset after `word`, if it is the next token; `Some(None)` if it is not.
    fn after_word(&self, end: usize, word: &[u8]) -> Option<Option<usize>> {
        let at = skip_trivia(self.bytes, end);
        if !self.is_word_at(at, word) {
            return Some(None);
        }
        if self.is_at_margin(end, at) { None } else { Some(Some(self.gap(at + word.len(), VALUE)?)) }
    }

    fn text(&self, at: usize) -> Option<Text> {
        match self.literal(at)?.kind {
            ExprKind::Text(text) => Some(*text),
            _ => None,
        }
    }

    /// Returns the offset of the `{` after the entry, or `Some(None)` if the entry ends without a block.
    fn opening_or_end(&self, end: usize) -> Option<Option<usize>> {
        let bytes = self.bytes;
        let next = skip_trivia(bytes, end);
        if bytes.get(next) == Some(&b'{') {
            return if self.is_at_margin(end, next) { None } else { Some(Some(next)) };
        }
        let at = skip(bytes, end, is_blank);
        match bytes.get(at)? {
            b';' | b'}' => Some(None),
            b'\n' | b'/' if ends_line(bytes, at) => Some(None),
            _ => None,
        }
    }
}
