//! Reports settings of a package that no formula, condition or doctrine of the package reads, so that their values change nothing.

use super::errors;
use crate::resolve::Program;
use ecow::EcoString;
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind};
use slip_syntax::visit::operands;
use std::collections::{BTreeMap, BTreeSet};

/// Checks the settings of all packages except the standard library, whose settings the engines read.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    let own = program.of_kind("ruleset").filter(|declared| declared.package != PackageId::STD);
    let declaring: BTreeSet<PackageId> =
        own.filter(|declared| declared.entry("setting").is_some()).map(|declared| declared.package).collect();
    if declaring.is_empty() {
        return;
    }
    let mut read: BTreeMap<PackageId, BTreeSet<&EcoString>> = BTreeMap::new();
    for declared in program.all().iter().filter(|declared| declaring.contains(&declared.package)) {
        let own = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
        asked(own, read.entry(declared.package).or_default());
    }
    for declared in program.of_kind("ruleset").filter(|declared| declaring.contains(&declared.package)) {
        let own = declared.tree.block.iter().flat_map(|block| &block.entries).filter(|entry| entry.word() == "setting" && !entry.broken);
        let is_later = |entry: &Entry| entry.block().is_some_and(|block| block.entries.iter().any(|inner| inner.word() == "later"));
        for entry in own.filter(|entry| !is_later(entry)) {
            let Some((name, span)) = entry.values.first().and_then(|value| Some((value.expr.name()?, value.expr.span))) else { continue };
            if !read.get(&declared.package).is_some_and(|read| read.contains(name)) {
                // The help of the message tests the setting for one of its values, which may be written as a range such as `0..4`.
                let value = entry.values.iter().skip(1).last().map_or("yes".to_owned(), |value| last_value(&value.expr));
                out.push(errors::setting_never_read(span, name, &value));
            }
        }
    }
}

/// Returns the last possible value of a setting: `4` for `0..4`; for other expressions, `yes`.
fn last_value(values: &Expr) -> String {
    match &values.kind {
        ExprKind::Range(ends) => last_value(&ends.1),
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Name(name) => name.to_string(),
        _ => "yes".to_owned(),
    }
}

/// Collects the settings after `rules` in the values and conditions of entries.
fn asked<'e>(entries: &'e [Entry], read: &mut BTreeSet<&'e EcoString>) {
    for entry in entries {
        entry.values.iter().for_each(|value| named(&value.expr, read));
        entry.condition().into_iter().for_each(|condition| named(condition, read));
        if let Some(block) = entry.block() {
            asked(&block.entries, read);
        }
    }
}

fn named<'e>(expr: &'e Expr, read: &mut BTreeSet<&'e EcoString>) {
    if let ExprKind::Phrase(word, parts) = &expr.kind
        && word == "rules"
    {
        read.extend(parts.first().and_then(Expr::name));
    }
    operands(expr).into_iter().for_each(|operand| named(operand, read));
}
