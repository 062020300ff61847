//! What declarations declare inside: statistics, tracks and stunts of a design, zones of a map, sides of an encounter.
//! Floor 7.

use super::names::Use;
use super::names::word;
use super::view::{Spot, View};
use crate::check::build;
use crate::check::design::Design;
use crate::diagnostic::Diagnostics;
use crate::resolve::{DeclId, Declared};
use crate::source::Span;
use crate::syntax::tree::{Entry, Expr, ExprKind, Item};
use crate::syntax::visit::Node;

/// Something declared inside a declaration.
#[derive(Clone, Copy)]
pub(super) struct Member<'v> {
    /// The declaration.
    pub(super) of: DeclId,
    /// The name where it is declared.
    pub(super) span: Span,
    /// The entry that declares it.
    pub(super) entry: &'v Entry,
}

/// The design of a thing, if it is built by one that can be used.
pub(super) fn design_of<'v>(view: &'v View<'v, '_, '_, '_>, declared: &Declared<'_>) -> Option<&'v Design> {
    let context = view.standing().context;
    if declared.kind() == "design" {
        return context.designs.get(&declared.id);
    }
    if !context.program.is_built_kind(declared.kind()) {
        return None;
    }
    build::find_design(context, declared, &mut Diagnostics::new())
}

/// The member that the word at an offset names.
pub(super) fn at<'v, 't: 'v>(view: &'v View<'v, '_, '_, 't>, offset: u32) -> Option<Member<'v>> {
    let (item, frame) = view.item_at(offset)?;
    let Item::Declaration(tree) = item else { return None };
    let declared = view.declared(tree, frame)?;
    let spot = word(view, offset)?;
    let name = view.words(spot);
    let program = view.standing().context.program;
    let mut places = vec![declared.id];
    places.extend(design_of(view, &declared).map(|design| design.id));
    // What the declaration names may declare it: the map of an encounter.
    let inside = |spot: &Spot| spot.file == view.file && frame.out(tree.span.start) <= spot.start && spot.end <= frame.out(tree.span.end);
    places.extend(
        program
            .all()
            .iter()
            .filter(|other| other.kind() == "map")
            .map(|other| other.id)
            .filter(|id| {
                let is_named = |spots: Vec<Spot>| spots.iter().any(inside);
                !places.contains(id) && is_named(view.named(*id))
            })
            .collect::<Vec<_>>(),
    );
    places.into_iter().find_map(|of| declared_in(program.get(of)?, name).map(|(span, entry)| Member { of, span, entry }))
}

/// The entry of a declaration that declares a name, and the name's place.
pub(super) fn declared_in<'v>(declared: &'v Declared<'_>, name: &str) -> Option<(Span, &'v Entry)> {
    let named = declared.entries.iter().filter(|entry| DECLARING.contains(&entry.word()));
    named.filter_map(|entry| Some((declared_name(entry).filter(|found| found.1 == name)?.0, entry))).next()
}

/// Keys that declare what stands behind them.
const DECLARING: &[&str] =
    &["stat", "track", "flag", "entry", "stunt", "zone", "side", "mode", "holds", "choice", "refers", "phase", "setting", "code", "row"];

/// What an entry declares: its first name, of a zone its last.
fn declared_name(entry: &Entry) -> Option<(Span, &str)> {
    let mut names = entry.values.iter().filter_map(|value| match &value.expr.kind {
        ExprKind::Name(name) => Some((value.expr.span, name.as_str())),
        ExprKind::Call(call) => Some((call.name.name.span, call.name.name.text.as_str())),
        _ => None,
    });
    if entry.word() == "zone" { names.next_back() } else { names.next() }
}

/// Every place where things name a member: words of things of the design, and of the declaration itself.
pub(super) fn uses<'v, 't: 'v>(view: &'v View<'v, '_, '_, 't>, declared: &Declared<'_>, name: &str) -> Vec<Use> {
    let mut found: Vec<Use> =
        declared_in(declared, name).and_then(|(span, _)| view.spot(span)).map(|spot| Use { spot, declares: true }).into_iter().collect();
    let named_at = if declared.kind() == "map" { view.named(declared.id) } else { Vec::new() };
    for thing in view.standing().context.program.all() {
        let is_own = thing.id == declared.id;
        let holds = |spot: &Spot, whole: Spot| spot.file == whole.file && whole.start <= spot.start && spot.end <= whole.end;
        let names_it = view.spot(thing.tree.span).is_some_and(|whole| named_at.iter().any(|spot| holds(spot, whole)));
        if is_own || names_it || (declared.kind() == "design" && design_of(view, thing).is_some_and(|design| design.id == declared.id)) {
            let block = thing.tree.block.iter().map(Node::Block);
            let mut waiting: Vec<Node<'_>> = block.collect();
            while let Some(node) = waiting.pop() {
                found.extend(named(node, name).and_then(|span| view.spot(span)).map(|spot| Use { spot, declares: false }));
                waiting.extend(node.children());
            }
        }
    }
    found
}

/// The place of the name in a node itself.
fn named(node: Node<'_>, name: &str) -> Option<Span> {
    match node {
        Node::Entry(entry) => Some(entry.key.span()).filter(|_| entry.word() == name),
        Node::Expr(expr) => called(expr).filter(|(_, word)| *word == name).map(|(span, _)| span),
        _ => None,
    }
}

/// The name of a name or call.
pub(super) fn called(expr: &Expr) -> Option<(Span, &str)> {
    match &expr.kind {
        ExprKind::Name(name) => Some((expr.span, name)),
        ExprKind::Call(call) => Some((call.name.name.span, &call.name.name.text)),
        _ => None,
    }
}
