//! Reads `code profile starport size … "-" tech_level`. An item writes these statistics as one text with one character for each.
//!
//! If the statistic has letters of its own, the character is one of them. Otherwise it is a digit or capital letter: 0 to 9, A for 10, B
//! for 11 and so on, without I and O (R-N19).

use super::design_reader::{DesignReader, declared_name};
use crate::check::errors;
use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::{Entry, ExprKind};

/// Declared code: `code NAME part …`.
#[derive(Clone, Debug)]
pub struct CodeRule {
    /// Name of the entry in items.
    pub name: EcoString,
    /// Parts of the code, in order.
    pub parts: Vec<CodePart>,
    /// Span of the declaration.
    pub span: Span,
}

/// Part of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodePart {
    /// One character: the value of the statistic with this index in the design.
    Stat(usize),
    /// Fixed characters, such as `-`, that every code has at this place.
    Mark(EcoString),
}

impl DesignReader<'_, '_, '_> {
    /// Reads every `code` entry, after the statistics.
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
