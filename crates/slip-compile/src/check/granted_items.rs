//! Checks the items that stunts grant, and further items that these items are granted by their own stunts.
//!
//! Refuses an owner that is granted itself, directly or through other items, and chains that are longer than the limit (R-XY14).

use super::build;
use super::context::CheckContext;
use super::design::Design;
use super::errors;
use super::gear;
use super::read_purchase::{self, Bought};
use crate::resolve::{DeclId, DeclaredItem};
use slip_limits::GIVERS;
use slip_pack::effect::PackOperation;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use std::collections::{BTreeSet, VecDeque};

/// Returns the items that an item in `package` gets through its stunts. Each has the span of the stunt's purchase.
pub(super) fn given<'p, 't>(
    context: &CheckContext<'p, 't>,
    package: PackageId,
    design: &Design,
    bought: &Bought,
) -> Vec<(&'p DeclaredItem<'t>, Span)> {
    let mut given = Vec::new();
    for stunt in &bought.stunts {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        given.extend(gear::granted(context.program, package, rule, stunt).into_iter().map(|thing| (thing, stunt.span)));
    }
    given
}

/// Follows the effects that grant items, from item to item. Each item is visited once. Reports circles, and chains that are too long.
pub(super) fn check<'p, 't>(
    context: &CheckContext<'p, 't>,
    owner: &DeclaredItem<'_>,
    given: Vec<(&'p DeclaredItem<'t>, Span)>,
    out: &mut Diagnostics,
) {
    let name = owner.name();
    let mut seen: BTreeSet<DeclId> = BTreeSet::new();
    let mut givers = 0;
    let mut ahead: VecDeque<(&DeclaredItem<'_>, &DeclaredItem<'_>, Span)> =
        given.into_iter().map(|(thing, span)| (thing, thing, span)).collect();
    while let Some((thing, first, span)) = ahead.pop_front() {
        if thing.id == owner.id {
            out.push(if first.id == owner.id { errors::given_itself(span, name) } else { errors::given_circle(span, name, first.name()) });
            return;
        }
        if !seen.insert(thing.id) {
            continue;
        }
        let next = given_by(context, thing);
        givers += usize::from(!next.is_empty());
        if givers > GIVERS {
            out.push(errors::given_without_end(span, name, GIVERS));
            return;
        }
        ahead.extend(next.into_iter().map(|next| (next, first, span)));
    }
}

/// Returns the items that the stunts of an item grant to it.
fn given_by<'p, 't>(context: &CheckContext<'p, 't>, thing: &DeclaredItem<'_>) -> Vec<&'p DeclaredItem<'t>> {
    let mut quiet = Diagnostics::new();
    let Some(design) = build::find_design(context, thing, &mut quiet) else { return Vec::new() };
    // This quick test avoids reading the item: few designs have stunts that grant items.
    let gives =
        |design: &Design| design.stunts.iter().flat_map(|rule| &rule.effects).any(|line| matches!(line.op, PackOperation::Grants(_)));
    if !gives(design) {
        return Vec::new();
    }
    let purchase = read_purchase::read(context, design, thing, &mut quiet);
    given(context, thing.package, design, &purchase.bought).into_iter().map(|(thing, _)| thing).collect()
}
