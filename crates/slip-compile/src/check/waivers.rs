//! Applies `allow CODE "why"` in declarations without a design: maps, encounters, platoons.
//!
//! In maps and encounters only warnings and notes can be allowed, because a map or encounter with an error is unplayable. A waiver that
//! allows nothing is reported.

use super::errors;
use super::read_purchase::WaiverEntry;
use super::simple_entry_errors;
use crate::resolve::DeclaredItem;
use slip_pack::item::Waiver;
use slip_source::diagnostic::suppressed::Suppressor;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, ExprKind};
use slip_syntax::visit::is_whole_entry;
use std::collections::BTreeMap;

/// Removes the diagnostics that the author's waivers allow, and adds the others to `out`. Returns the waivers that were needed.
pub fn settle(sources: &Sources, declared: &DeclaredItem<'_>, found: Diagnostics, out: &mut Diagnostics) -> Vec<Waiver> {
    settle_with(sources, declared, found, |code| code.severity() != Severity::Error, out).0
}

/// Applies waivers as [`settle`] does, but also to errors: `may` selects the codes that can be waived. Returns the waivers that were
/// needed, and true if no error is left.
pub fn settle_with(
    sources: &Sources,
    declared: &DeclaredItem<'_>,
    mut found: Diagnostics,
    may: impl Fn(Code) -> bool,
    out: &mut Diagnostics,
) -> (Vec<Waiver>, bool) {
    let mut used = Vec::new();
    let mut earlier: BTreeMap<Code, Span> = BTreeMap::new();
    for entry in declared.entries_of("allow").filter(|entry| !entry.broken) {
        let Some(waiver) = read(entry) else {
            out.push(simple_entry_errors::wrong_value(entry.values_span(), "allow", "a code and the reason in quotes"));
            continue;
        };
        match Code::from_slug(&waiver.code).filter(|code| may(*code)) {
            None => out.push(errors::unwaivable(&waiver)),
            Some(code) => {
                if let Some(first) = earlier.get(&code) {
                    out.push(errors::repeated_waiver(&waiver, *first, &declared.tree.name, sources));
                    continue;
                }
                earlier.insert(code, waiver.span);
                let before = found.len();
                found.suppress(Suppressor::Waiver, &waiver.reason, |diagnostic| diagnostic.code == code);
                // After an error, or if a part did not parse, some checks were not made. A waiver may then only seem to be unused.
                let whole = !found.has_errors() && !declared.tree.flawed && declared.entries.iter().all(is_whole_entry);
                if found.len() == before && whole {
                    out.push(errors::unused_waiver(&waiver, &declared.tree.name, sources));
                } else {
                    used.push(Waiver { code: waiver.code.to_string(), reason: waiver.reason.to_string() });
                }
            }
        }
    }
    let sound = !found.has_errors();
    out.append(found);
    (used, sound)
}

fn read(entry: &Entry) -> Option<WaiverEntry> {
    let [code, reason] = entry.values.as_slice() else { return None };
    let word = match &code.expr.kind {
        ExprKind::Code(code) | ExprKind::Name(code) => code.clone(),
        _ => return None,
    };
    let reason = reason.expr.text().map(|text| text.value.clone()).filter(|reason| !reason.trim().is_empty())?;
    Some(WaiverEntry { code: word, reason, named: code.expr.span, span: entry.span })
}
