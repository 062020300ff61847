//! Reports malformed members of lists: members without a comma between them, titles in place of names, arguments without brackets.

use super::lists::{aspect, stunt_path};
use super::read_entries::PurchaseReader;
use super::{Bought, ItemPurchase};
use crate::check::errors;
use crate::check::simple_entries::is_word;
use crate::resolve::Program;
use slip_source::Span;
use slip_suggest::same_words;
use slip_syntax::tree::{Expr, ExprKind, Value};

impl PurchaseReader<'_, '_, '_> {
    /// Reports a malformed member of `stunts`.
    pub(super) fn misread_stunt(&mut self, bought: &mut Bought, member: &[Value]) {
        // Until the error is fixed, any stunt may be meant, so no stunt is reported as missing.
        let misread = std::mem::replace(&mut bought.misread, true);
        bought.unread = bought.unread.saturating_add(1);
        if member.is_empty() || member.iter().any(|value| matches!(value.expr.kind, ExprKind::Error)) {
            return;
        }
        let parts: Vec<&[Value]> = member.chunk_by(|_, next| matches!(next.expr.kind, ExprKind::Count(_))).collect();
        let sold = |part: &&[Value]| {
            part.len() <= 2 && part.first().and_then(|value| stunt_path(&value.expr)).is_some_and(|path| self.stunt_called(&path).is_some())
        };
        let is_name = |part: &&[Value]| part.len() <= 2 && part.first().is_some_and(|value| stunt_path(&value.expr).is_some());
        let takes_none = |part: &&[Value]| {
            let path = part.first().and_then(|value| stunt_path(&value.expr));
            let rule = path.and_then(|path| self.stunt_called(&path)).and_then(|at| self.design.stunts.get(at));
            rule.is_some_and(|rule| rule.params.is_empty())
        };
        // A stunt without parameters has no arguments. The next name can therefore only be another stunt.
        let names = parts.first().is_some_and(takes_none) && parts.iter().all(is_name);
        if parts.len() > 1 && (names || parts.iter().all(sold)) {
            bought.unread = bought.unread.saturating_sub(1);
            bought.misread = misread;
            missing_comma(self.context.program, &parts).into_iter().for_each(|found| self.out.push(found));
            for part in parts {
                self.buy_stunt(bought, part);
            }
            return;
        }
        if let Some(found) = errors::bracketed(member) {
            self.out.push(found);
            return;
        }
        let whole = span_of(member);
        let written = self.context.program.sources.slice(whole);
        if let [what, Value { expr: Expr { kind: ExprKind::Count(_), span }, .. }] = member
            && stunt_path(&what.expr).is_some()
        {
            self.out.push(errors::counted_none(*span, self.context.program.sources.slice(what.expr.span)));
            return;
        }
        // The name may be that of a stunt whose first line did not parse. That error was reported, so nothing is reported here.
        if self.context.program.is_lost(self.package, written) {
            return;
        }
        if let Some(rule) = self.design.stunts.iter().find(|rule| same_words(&rule.title, written) || same_words(&rule.name, written)) {
            self.out.push(errors::not_its_name(whole, written, &rule.name));
            return;
        }
        let wrong = member.iter().find(|value| stunt_path(&value.expr).is_none()).or_else(|| member.get(1)).or_else(|| member.first());
        let found = self.unbracketed(member);
        self.out.push(found.unwrap_or_else(|| errors::stunt_form(wrong.map_or(whole, |value| value.expr.span))));
    }

    /// Recognises a stunt whose argument has no brackets: `military_grade slug_throwers`.
    fn unbracketed(&self, member: &[Value]) -> Option<slip_source::diagnostic::Diagnostic> {
        let (first, rest) = member.split_first()?;
        let path = first.expr.path()?;
        let rule = self.design.stunts.get(self.stunt_called(&path)?)?;
        let fits = (1..=rule.params.len()).contains(&rest.len());
        let sources = self.context.program.sources;
        let arguments: Vec<&str> = rest.iter().map(|value| sources.slice(value.expr.span)).collect();
        let right = format!("{}({})", sources.slice(first.expr.span), arguments.join(", "));
        fits.then(|| errors::unbracketed(span_of(member), &rule.name, &right))
    }

    /// Reports aspects that have no commas between them, and reads all of them. Returns true if there were any.
    pub(super) fn aspects_without_commas(&mut self, purchase: &mut ItemPurchase<'_>, member: &[Value]) -> bool {
        let mut parts: Vec<&[Value]> = Vec::new();
        let mut from = 0;
        for at in 1..=member.len() {
            let begins = member.get(at).is_none_or(|value| value.expr.text().is_some());
            let renamed = member.get(at.saturating_sub(1)).is_some_and(|before| is_word(before, "as"));
            if begins && !renamed {
                parts.extend(member.get(from..at));
                from = at;
            }
        }
        let read: Option<Vec<_>> = parts.iter().map(|part| aspect(part)).collect();
        let Some(read) = read.filter(|read| read.len() > 1) else { return false };
        missing_comma(self.context.program, &parts).into_iter().for_each(|found| self.out.push(found));
        for aspect in read {
            self.write_aspect(purchase, aspect);
        }
        true
    }
}

/// Returns the message about missing commas between `parts` of a list.
pub(in crate::check) fn missing_comma(program: &Program<'_>, parts: &[&[Value]]) -> Option<slip_source::diagnostic::Diagnostic> {
    let spans: Vec<Span> = parts.iter().map(|part| span_of(part)).collect();
    let (gaps, [first, second, ..]) = (spans.get(..spans.len().saturating_sub(1))?, spans.as_slice()) else { return None };
    Some(errors::missing_comma(gaps, *second, (program.sources.slice(*first), program.sources.slice(*second))))
}

fn span_of(member: &[Value]) -> Span {
    match (member.first(), member.last()) {
        (Some(first), Some(last)) => first.expr.span.to(last.expr.span),
        _ => Span::default(),
    }
}
