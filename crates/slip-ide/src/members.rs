//! What declarations declare inside: statistics, tracks and stunts of a design, zones of a map, sides of an encounter.

use super::names::Use;
use super::names::word;
use super::view::View;
use slip_compile::check::build;
use slip_compile::check::design::Design;
use slip_compile::resolve::{DeclId, Declared};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind, Item};
use slip_syntax::visit::Node;

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
    let program = view.standing().context.program;
    let spot = word(view, offset)?;
    let name = view.words(spot);
    if let Some((_, of)) = view.part(offset).filter(|(noted, _)| view.words(*noted) == name) {
        return member(view, program.get(of)?, name);
    }
    let (item, frame) = view.item_at(offset)?;
    let Item::Declaration(tree) = item else { return None };
    let declared = view.declared(tree, frame)?;
    let own = program.get(declared.id).and_then(|known| member(view, known, name));
    // What is a side is noted wherever it is named: the same word elsewhere is something else.
    let own = own.filter(|own| own.entry.word() != "side" || view.spot(own.span) == Some(spot));
    own.or_else(|| member(view, program.get(design_of(view, &declared)?.id)?, name))
}

/// A member by its name, of the declaration in whose text it stands: what is derived from that has it as well.
fn member<'v>(view: &View<'v, '_, '_, '_>, declared: &'v Declared<'_>, name: &str) -> Option<Member<'v>> {
    let (span, entry) = declared_in(declared, name)?;
    let writes = |other: &&Declared<'_>| {
        let tree = other.tree.span;
        tree.file == span.file && tree.start <= span.start && span.end <= tree.end
    };
    let of = view.standing().context.program.of_kind(declared.kind()).find(writes).map_or(declared.id, |other| other.id);
    Some(Member { of, span, entry })
}

/// The entry of a declaration that declares a name, and the name's place.
pub(super) fn declared_in<'v>(declared: &'v Declared<'_>, name: &str) -> Option<(Span, &'v Entry)> {
    let named = declared.entries.iter().filter(|entry| is_declaring(entry));
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

/// Every place where things name a member: places that were noted, words of things of the design, and of the declaration itself.
pub(super) fn uses<'v, 't: 'v>(view: &'v View<'v, '_, '_, 't>, declared: &Declared<'_>, name: &str) -> Vec<Use> {
    let program = view.standing().context.program;
    let Some((declares, entry)) = declared_in(declared, name) else { return Vec::new() };
    // What is derived from the declaration has the same member.
    let has_it = |other: &&Declared<'_>| other.id == declared.id || declared_in(other, name).is_some_and(|(span, _)| span == declares);
    let owners: Vec<&Declared<'_>> = program.of_kind(declared.kind()).filter(has_it).collect();
    let ids: Vec<DeclId> = owners.iter().map(|owner| owner.id).collect();
    let noted = view.parts(&ids).into_iter().filter(|spot| view.words(*spot) == name);
    let mut found: Vec<Use> = noted.map(|spot| Use { spot, declares: false }).collect();
    found.extend(view.spot(declares).map(|spot| Use { spot, declares: true }));
    // Sides are noted wherever they are named.
    if entry.word() == "side" {
        return found;
    }
    let built = |thing: &Declared<'_>| declared.kind() == "design" && design_of(view, thing).is_some_and(|design| ids.contains(&design.id));
    let words = Words { name, zone: entry.word() == "zone" };
    for thing in program.all().iter().filter(|thing| ids.contains(&thing.id) || built(thing)) {
        let spans = words.inside(thing).into_iter().filter(|span| *span != declares && !view.means_a_declaration(*span));
        found.extend(spans.filter_map(|span| view.spot(span)).map(|spot| Use { spot, declares: false }));
    }
    found
}

fn is_declaring(entry: &Entry) -> bool {
    DECLARING.contains(&entry.word())
}

/// The words of a text that may name a member.
struct Words<'n> {
    name: &'n str,
    /// True if it is a zone, which is never called and is nobody's key.
    zone: bool,
}

impl Words<'_> {
    /// The places of the name in the block of a declaration.
    fn inside(&self, declared: &Declared<'_>) -> Vec<Span> {
        let mut waiting: Vec<Node<'_>> = declared.tree.block.iter().map(Node::Block).collect();
        let mut found = Vec::new();
        let mut letters: Vec<Span> = Vec::new();
        while let Some(node) = waiting.pop() {
            found.extend(self.named(node));
            if let Node::Entry(entry) = node
                && self.zone
                && entry.word() == "zone"
            {
                // Before the name of a zone stands its letter in the picture.
                let last = declared_name(entry).map(|(span, _)| span);
                letters.extend(entry.values.iter().map(|value| value.expr.span).filter(|span| Some(*span) != last));
            }
            waiting.extend(node.children());
        }
        found.retain(|span| !letters.contains(span));
        found
    }

    /// The place of the name in a node itself.
    fn named(&self, node: Node<'_>) -> Option<Span> {
        match node {
            Node::Entry(entry) => Some(entry.key.span()).filter(|_| !self.zone && entry.word() == self.name),
            Node::Expr(expr) if self.zone => expr.name().filter(|word| *word == self.name).map(|_| expr.span),
            Node::Expr(expr) => called(expr).filter(|(_, word)| *word == self.name).map(|(span, _)| span),
            _ => None,
        }
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
