//! Applies the waivers (`allow CODE "why"`) of a built item.

use super::is_soundly_sold;
use crate::check::context::CheckContext;
use crate::check::design::Design;
use crate::check::errors;
use crate::check::partly_parsed_items;
use crate::check::read_purchase::ItemPurchase;
use crate::resolve::{DeclaredItem, Program};
use slip_pack::item::Waiver;
use slip_source::diagnostic::suppressed::Suppressor;
use slip_source::diagnostic::{Code, Diagnostics};
use slip_syntax::tree::{Entry, ExprKind};

/// Removes the errors that the author allows, and reports waivers that are not needed.
pub(super) fn waive(
    context: &CheckContext<'_, '_>,
    (design, declared): (&Design, &DeclaredItem<'_>),
    purchase: &ItemPurchase<'_>,
    found: &mut Diagnostics,
) -> Vec<Waiver> {
    let mut used = Vec::new();
    // Text that did not parse may contain the error that the waiver allows. The waiver is therefore not reported as unused.
    let unsure = || is_unsure(context.program, design, declared, purchase);
    for waiver in &purchase.waivers {
        match Code::from_slug(&waiver.code).filter(|code| code.waivable()) {
            None => found.push(errors::unwaivable(waiver)),
            // This waiver can be judged only after all items are built.
            Some(Code::DominatedDesign) => {}
            Some(code) => {
                if let Some(first) =
                    purchase.waivers.iter().find(|first| first.code == waiver.code).filter(|first| first.span != waiver.span)
                {
                    found.push(errors::repeated_waiver(waiver, first.span, &declared.tree.name, context.program.sources));
                    continue;
                }
                let before = found.len();
                found.suppress(Suppressor::Waiver, &waiver.reason, |diagnostic| diagnostic.code == code);
                if found.len() != before {
                    used.push(Waiver { code: waiver.code.to_string(), reason: waiver.reason.to_string() });
                } else if !unsure() {
                    let mut unused = errors::unused_waiver(waiver, &declared.tree.name, context.program.sources);
                    if found.has_errors() {
                        // Another error may hide the one that the waiver allows, so removing the waiver is not offered as a safe fix.
                        unused.doubt();
                    }
                    found.push(unused);
                }
            }
        }
    }
    unread(declared, purchase, found);
    used
}

/// True if parts of an item, its design or one of its stunts could not be read.
fn is_unsure(program: &Program<'_>, design: &Design, declared: &DeclaredItem<'_>, purchase: &ItemPurchase<'_>) -> bool {
    let of_design = || program.get(design.id).is_none_or(|design| partly_parsed_items::is_unread(program, design));
    partly_parsed_items::is_unread(program, declared) || !is_soundly_sold(design, purchase) || of_design()
}

/// Removes the errors that an incomplete `allow` entry names, so that only the entry is reported.
fn unread(declared: &DeclaredItem<'_>, purchase: &ItemPurchase<'_>, found: &mut Diagnostics) {
    let is_read = |entry: &Entry| purchase.waivers.iter().any(|waiver| waiver.span == entry.span);
    for entry in declared.entries_of("allow").filter(|entry| !is_read(entry)) {
        let code = entry.values.first().and_then(|value| match &value.expr.kind {
            ExprKind::Code(code) | ExprKind::Name(code) => Code::from_slug(code),
            _ => None,
        });
        if let Some(code) = code.filter(|code| code.waivable()) {
            found.retain(|diagnostic| diagnostic.code != code);
        }
    }
}
