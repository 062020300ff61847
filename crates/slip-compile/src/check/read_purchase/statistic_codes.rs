//! Reads codes, which write several statistics as one text with one character for each: `profile "B867564-9"`.
//!
//! If a code and an entry write the same statistic, the later of the two applies. Derived items and patches can thus change a single
//! character. If both are in one text, the second is reported.

use super::read_entries::PurchaseReader;
use super::{ItemPurchase, WrittenNumber};
use crate::check::design::{CodePart, CodeRule, StatRule};
use crate::check::errors;
use crate::check::formula::FormulaVariable;
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::{Entry, Expr};

/// Digits that codes may contain, without I and O (R-N19).
const DIGITS: &str = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Character for a statistic whose value is not known: `profile "X758???-?"`.
pub const UNKNOWN: char = '?';

/// Returns the value of a digit.
pub fn value_of(sign: char) -> Option<i64> {
    DIGITS.chars().position(|digit| digit == sign).and_then(|value| i64::try_from(value).ok())
}

/// Returns the digit for a value; `None` if there is none.
pub fn digit_of(value: i64) -> Option<char> {
    DIGITS.chars().nth(usize::try_from(value).ok()?)
}

/// Characters of a code with their spans, which are read one after another.
struct CodeReader<'e> {
    text: &'e str,
    signs: Vec<char>,
    next: usize,
    /// Offset of the first character. It is `None` if the text has escapes, because the spans of the characters are then unknown.
    start: Option<u32>,
    whole: Span,
}

impl<'e> CodeReader<'e> {
    fn rest(&self) -> &'e str {
        let at: usize = self.signs.iter().take(self.next).map(|sign| sign.len_utf8()).sum();
        self.text.get(at..).unwrap_or_default()
    }

    /// Returns the span of the next `count` characters. If the code is shorter, returns the span of its last character.
    fn span(&self, count: usize) -> Span {
        let Some(start) = self.start else { return self.whole };
        let bytes = |signs: &[char]| signs.iter().map(|sign| sign.len_utf8()).sum::<usize>();
        let from = bytes(self.signs.get(..self.next).unwrap_or_default());
        let length = bytes(self.signs.get(self.next..).unwrap_or_default().get(..count).unwrap_or_default());
        let (Ok(from), Ok(length)) = (u32::try_from(from), u32::try_from(length)) else { return self.whole };
        let from = start.saturating_add(from);
        Span { start: from, end: from.saturating_add(length), ..self.whole }
    }
}

impl PurchaseReader<'_, '_, '_> {
    pub(super) fn code(&mut self, purchase: &mut ItemPurchase<'_>, at: usize, entry: &Entry) {
        let design = self.design;
        let Some(rule) = design.codes.get(at) else { return };
        let Some(text) = entry.only().and_then(Expr::text) else {
            self.out.push(errors::code_form(entry.values_span(), rule, design));
            return;
        };
        let quoted = self.context.program.sources.slice(text.span);
        let plain = quoted.get(1..quoted.len().saturating_sub(1)) == Some(text.value.as_str());
        let signs = CodeReader {
            text: &text.value,
            signs: text.value.chars().collect(),
            next: 0,
            start: plain.then(|| text.span.start.saturating_add(1)),
            whole: text.span,
        };
        self.signs(purchase, rule, signs, entry);
    }

    fn signs(&mut self, purchase: &mut ItemPurchase<'_>, rule: &CodeRule, mut signs: CodeReader<'_>, entry: &Entry) {
        let design = self.design;
        let mut part = 0;
        while let Some(wanted) = rule.parts.get(part) {
            let Some(sign) = signs.signs.get(signs.next).copied() else {
                let end = signs.start.map_or(signs.whole, |_| Span { start: signs.whole.end.saturating_sub(1), ..signs.whole });
                self.out.push(errors::short_code(end, rule, rule.parts.get(part..).unwrap_or_default(), design));
                return;
            };
            match wanted {
                CodePart::Mark(mark) => {
                    if !self.mark(rule, part, mark, &mut signs) {
                        return;
                    }
                }
                CodePart::Stat(at) => {
                    let Some(stat) = design.stats.get(*at) else { return };
                    let value = if stat.letters.is_empty() {
                        value_of(sign)
                    } else {
                        stat.letters.iter().position(|letter| *letter == sign).and_then(|value| i64::try_from(value).ok())
                    };
                    // A character that is no value may begin a later mark, such as `-`. Then the characters before this mark are missing.
                    let early =
                        rule.parts.iter().skip(part).position(|later| matches!(later, CodePart::Mark(mark) if mark.starts_with(sign)));
                    match (value, early) {
                        (Some(value), _) => {
                            let written = WrittenNumber { value, span: entry.span, at: signs.span(1) };
                            self.coded(purchase, *at, written, entry);
                            signs.next += 1;
                        }
                        (None, Some(count)) => {
                            let missing = rule.parts.get(part..part.saturating_add(count)).unwrap_or_default();
                            self.out.push(errors::short_code(signs.span(1), rule, missing, design));
                            part = part.saturating_add(count);
                            continue;
                        }
                        (None, None) if sign == UNKNOWN => {
                            if let Some(slot) = purchase.bought.stats.get_mut(*at) {
                                *slot = None;
                            }
                            purchase.blanks.push((*at, signs.span(1)));
                            signs.next += 1;
                        }
                        (None, None) => {
                            self.out.push(errors::wrong_digit(signs.span(1), sign, stat));
                            signs.next += 1;
                        }
                    }
                }
            }
            part += 1;
        }
        if signs.next < signs.signs.len() {
            let rest = signs.rest();
            self.out.push(errors::long_code(signs.span(rest.chars().count()), rest, rule, None, design));
        }
    }

    /// Reads a mark: fixed characters in a code, such as `-`. Too many characters before the mark are reported. Returns true if the rest of
    /// the code can be read, even if the mark itself is missing.
    fn mark(&mut self, rule: &CodeRule, part: usize, mark: &EcoString, signs: &mut CodeReader<'_>) -> bool {
        let rest = signs.rest();
        match rest.find(mark.as_str()) {
            Some(before) => {
                let over = rest.get(..before).unwrap_or_default();
                let count = over.chars().count();
                if count > 0 {
                    self.out.push(errors::long_code(signs.span(count), over, rule, Some(mark), self.design));
                }
                signs.next = signs.next.saturating_add(count).saturating_add(mark.chars().count());
                true
            }
            None => {
                // If the code has the right number of characters, this character was written in place of the mark.
                let parts = rule.parts.get(part..).unwrap_or_default();
                let wanted: usize = parts.iter().map(|part| if let CodePart::Mark(mark) = part { mark.chars().count() } else { 1 }).sum();
                if rest.chars().count() == wanted {
                    let length = mark.chars().count();
                    self.out.push(errors::wrong_mark(signs.span(length), mark, rule));
                    signs.next = signs.next.saturating_add(length);
                    return true;
                }
                let follows = match rule.parts.get(part.saturating_add(1)) {
                    Some(CodePart::Stat(at)) => self.design.stats.get(*at).map(|stat| stat.title.to_lowercase()),
                    _ => None,
                };
                self.out.push(errors::missing_mark(signs.span(1), mark, rule, follows.as_deref()));
                follows.is_some()
            }
        }
    }

    /// Records the value of a statistic that a code writes.
    fn coded(&mut self, purchase: &mut ItemPurchase<'_>, at: usize, written: WrittenNumber, entry: &Entry) {
        let Some(slot) = purchase.bought.stats.get_mut(at) else { return };
        if let Some(first) = slot.filter(|first| self.is_own(first.span) && self.is_own(entry.span)) {
            let stat = self.design.stats.get(at).map_or("", |stat| stat.name.as_str());
            self.out.push(errors::said_twice(first.span, stat, entry.word(), written.at));
        }
        *slot = Some(written);
    }

    /// Reports that a code in the item's own text already writes the statistic, and returns true; returns false if no code does.
    pub(super) fn said_by_code(&mut self, purchase: &ItemPurchase<'_>, at: usize, entry: &Entry) -> bool {
        let Some(first) = purchase.bought.stats.get(at).copied().flatten() else { return false };
        let code = purchase.codes.iter().find(|(_, span)| *span == first.span);
        let Some((code, _)) = code.filter(|(_, span)| self.is_own(*span) && self.is_own(entry.span)) else { return false };
        self.out.push(errors::said_twice(entry.span, entry.word(), code, first.at));
        true
    }

    /// Records as unknown the statistics for which a code has `?` and no entry has a value. Reports one note about all of them.
    pub(super) fn unknown_signs(&mut self, purchase: &mut ItemPurchase<'_>, declared: &DeclaredItem<'_>) {
        let is_open = |at: usize| purchase.bought.stats.get(at).is_some_and(Option::is_none);
        let open: Vec<(usize, Span)> = std::mem::take(&mut purchase.blanks).into_iter().filter(|(at, _)| is_open(*at)).collect();
        open.iter().for_each(|(at, _)| purchase.unknown.lose(FormulaVariable::Stat(*at)));
        let titles: Vec<String> =
            open.iter().filter_map(|(at, _)| self.design.stats.get(*at)).map(|stat| stat.title.to_lowercase().to_string()).collect();
        if let Some((_, first)) = open.first() {
            self.out.push(errors::unknown_signs(*first, &declared.tree.name, &titles));
        }
    }

    /// Reports statistics that the design requires and the item does not write.
    pub(super) fn unwritten(&mut self, purchase: &ItemPurchase<'_>, declared: &DeclaredItem<'_>) {
        if declared.tree.broken || declared.entries.iter().any(|entry| entry.broken) {
            return;
        }
        for rule in &self.design.codes {
            if purchase.codes.iter().any(|(name, _)| *name == rule.name) {
                continue;
            }
            let stats = rule.parts.iter().filter_map(|part| match part {
                CodePart::Stat(at) => self.design.stats.get(*at).map(|stat| (*at, stat)),
                CodePart::Mark(_) => None,
            });
            let stats: Vec<_> = stats.filter(|(_, stat)| stat.needed).collect();
            // A statistic whose entry was refused is not reported as missing in addition.
            let said = |(at, stat): &&(usize, &StatRule)| {
                purchase.bought.stats.get(*at).is_some_and(Option::is_some) || declared.entry(&stat.name).is_some()
            };
            let missing: Vec<&str> = stats.iter().filter(|stat| !said(stat)).map(|(_, stat)| stat.name.as_str()).collect();
            if !missing.is_empty() {
                let all = missing.len() == stats.len();
                self.out.push(errors::unwritten(&declared.tree.name, rule, &missing, all, self.design));
            }
        }
    }
}
