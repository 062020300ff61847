//! `code profile starport size … "-" tech_level`: several statistics that an item writes as one text, a sign for each.
//!
//! The signs are the letters of a statistic that has letters, else digits and capital letters: 0 to 9, A for 10, B for 11 and
//! so on without I and O (R-N19).

use super::read::{Reader, declared_name};
use crate::check::errors;
use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::{Entry, ExprKind};

/// `code NAME part …`
#[derive(Clone, Debug)]
pub struct CodeRule {
    /// The word the author writes.
    pub name: EcoString,
    /// Its parts in order.
    pub parts: Vec<CodePart>,
    /// Where it is declared.
    pub span: Span,
}

/// A part of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodePart {
    /// One sign: the value of a statistic, by its place in the design.
    Stat(usize),
    /// Signs that simply stand there.
    Mark(EcoString),
}

impl Reader<'_, '_, '_> {
    /// Reads every `code`; statistics are known by then.
    pub(super) fn codes(&mut self) {
        let declared = self.declared;
        for entry in declared.entries.iter().filter(|entry| !entry.broken && entry.word() == "code") {
            self.code(entry);
        }
    }

    fn code(&mut self, entry: &Entry) {
        let Some(name) = declared_name(entry) else {
            self.out.push(errors::one_value(entry, "a word and statistics, as in `code profile size law`"));
            return;
        };
        let mut parts: Vec<CodePart> = Vec::new();
        for value in entry.values.iter().skip(1) {
            let part = match &value.expr.kind {
                ExprKind::Text(text) if !text.value.is_empty() => Some(CodePart::Mark(text.value.clone())),
                ExprKind::Name(word) => {
                    let stat = self.design.stats.iter().position(|stat| stat.name == *word);
                    if stat.is_none() {
                        let known = self.design.stats.iter().map(|stat| stat.name.as_str());
                        self.out.push(errors::unknown_statistic(value.expr.span, word, known));
                        return;
                    }
                    stat.map(CodePart::Stat)
                }
                _ => None,
            };
            match part {
                Some(part) if matches!(part, CodePart::Stat(_)) && parts.contains(&part) => {
                    self.out.push(errors::statistic_twice(value.expr.span));
                    return;
                }
                Some(part) => parts.push(part),
                None => {
                    self.out.push(errors::one_value(
                        entry,
                        "a word, then statistics and marks in quotes, as in `code profile size law \"-\" tech_level`",
                    ));
                    return;
                }
            }
        }
        if !parts.iter().any(|part| matches!(part, CodePart::Stat(_))) {
            self.out.push(errors::one_value(entry, "a word and statistics, as in `code profile size law`"));
            return;
        }
        for part in &parts {
            let CodePart::Stat(at) = part else { continue };
            if let Some(stat) = self.design.stats.get_mut(*at) {
                stat.needed = !stat.has_base;
            }
        }
        self.design.codes.push(CodeRule { name, parts, span: entry.span });
    }
}
