//! Reads references to other items, and the numbers taken from them.

use super::read_entries::PurchaseReader;
use super::{ItemPurchase, WrittenNumber};
use crate::check::build;
use crate::check::errors;
use crate::check::unknown_values::numbers_of;
use crate::resolve::errors::article;
use crate::resolve::{DeclId, Kinds};
use ecow::EcoString;
use slip_limits::REFERENCES_DEEP;
use slip_source::Span;
use slip_source::diagnostic::Code;
use slip_syntax::tree::{Entry, Expr};

impl PurchaseReader<'_, '_, '_> {
    /// Returns the item to which a reference entry refers.
    pub(super) fn referred(&mut self, at: usize, entry: &Entry, purchase: &mut ItemPurchase<'_>) -> Option<(DeclId, Span)> {
        let rule = self.design.refers.get(at)?;
        let mut values = entry.values.as_slice();
        if let (Some(stat), [first, number]) = (&rule.plus, values)
            && let (Some(value), false) = (number.expr.int(), first.expr.path().is_none() && first.expr.text().is_none())
        {
            let stat = self.design.stats.iter().position(|rule| rule.name == *stat);
            if i32::try_from(value).is_err() {
                self.out.push(errors::one_value(entry, "a name, with an optional small number such as `+1` after it"));
                return None;
            }
            if let Some(slot) = stat.and_then(|stat| purchase.bought.stats.get_mut(stat)) {
                *slot = Some(WrittenNumber { value, span: entry.span, at: number.expr.span });
            }
            values = std::slice::from_ref(first);
        }
        let only = match values {
            [only] => Some(&only.expr),
            _ => None,
        };
        if let (true, Some(text)) = (rule.worded, only.and_then(Expr::text)) {
            purchase.refer_words.push((rule.name.clone(), text.value.clone()));
            return None;
        }
        let Some(path) = only.and_then(Expr::path) else {
            let kinds = slip_suggest::alternatives(rule.kinds.iter().map(EcoString::as_str));
            let words = if rule.worded { " or words in quotes" } else { "" };
            let plus = if rule.plus.is_some() { ", with an optional number such as `+1` after it" } else { "" };
            self.out.push(errors::one_value(entry, &format!("the name of {}{words}{plus}", article(&kinds))));
            return None;
        };
        let kinds: Vec<&str> = rule.kinds.iter().map(EcoString::as_str).collect();
        match self.context.program.find(self.package, &path, Kinds::Any(&kinds)) {
            Ok(id) => {
                if rule.looked {
                    self.look_at(at, id, path.span(), purchase);
                }
                Some((id, path.span()))
            }
            Err(diagnostic) => {
                let quoted = format!("or write it as text: `{} \"{}\"`", rule.name, path.name.text.replace("_", " "));
                // A name that is similar to a known one is probably a misspelling, not a text.
                let may_be_text = rule.worded && diagnostic.fixes.is_empty() && diagnostic.code == Code::UnknownName;
                let help = may_be_text.then(|| match &diagnostic.help {
                    Some(help) => format!("{help}; {quoted}"),
                    None => quoted,
                });
                self.out.push(match help {
                    Some(help) => diagnostic.with_help(help),
                    None => *diagnostic,
                });
                None
            }
        }
    }

    /// Records the statistics and tracks of a referenced item. If items refer to each other in a circle, the numbers are unknown.
    fn look_at(&mut self, at: usize, id: DeclId, span: Span, purchase: &mut ItemPurchase<'_>) {
        // After one circle the numbers are unknown in any case; following further paths would take too long.
        if purchase.endless.is_some() && self.asked.is_some() {
            return;
        }
        let Some(other) = self.context.program.get(id) else { return };
        let depth = self.asked.map_or(1, |asked| asked.depth.saturating_add(1));
        let asked = build::QueryChain { by: self.own, before: self.asked.as_ref(), depth };
        match build::stats_of(self.context, other, asked) {
            Ok(numbers) => {
                purchase.chain_below = purchase.chain_below.max(numbers.chain_below.saturating_add(1));
                if let Some(slot) = purchase.refer_stats.get_mut(at) {
                    *slot = numbers.values;
                }
            }
            Err(endless) => {
                purchase.endless = Some(endless);
                purchase.unknown.lose(numbers_of(at));
                let found = match endless {
                    build::UncomputableNumbers::Circle => Some(errors::reference_circle(span, other.name())),
                    build::UncomputableNumbers::Deep => Some(errors::references_too_deep(span, other.name(), REFERENCES_DEEP)),
                    // The error was already reported at the item to which the reference leads.
                    build::UncomputableNumbers::Unread => None,
                };
                found.filter(|_| self.asked.is_none()).into_iter().for_each(|found| self.out.push(found));
            }
        }
    }
}
