//! Members of declarations: statistics, tracks and stunts of a design, zones of a map, sides of an encounter.

use super::definition_and_references::NameReference;
use super::definition_and_references::word;
use super::file_view::FileView;
use slip_compile::check::build;
use slip_compile::check::design::Design;
use slip_compile::resolve::{DeclId, DeclaredItem};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind, Item};
use slip_syntax::visit::SyntaxNode;

/// Member of a declaration.
#[derive(Clone, Copy)]
pub(super) struct DeclarationMember<'v> {
    /// Declaration that has the member.
    pub(super) of: DeclId,
    /// Span of the name where it is declared.
    pub(super) span: Span,
    /// Entry of the declaration that declares the member.
    pub(super) entry: &'v Entry,
}

/// Returns the design of an item, if it has a valid one.
pub(super) fn design_of<'v>(view: &'v FileView<'v, '_, '_, '_>, declared: &DeclaredItem<'_>) -> Option<&'v Design> {
    let context = view.standing().context;
    if declared.kind() == "design" {
        return context.designs.get(&declared.id);
    }
    if !context.program.is_built_kind(declared.kind()) {
        return None;
    }
    build::find_design(context, declared, &mut Diagnostics::new())
}

/// Returns the member that the word at an offset refers to.
pub(super) fn at<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<DeclarationMember<'v>> {
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
    // The compiler recorded every reference to a side, so a word that it did not record is not a reference.
    let own = own.filter(|own| own.entry.word() != "side" || view.spot(own.span) == Some(spot));
    own.or_else(|| member(view, program.get(design_of(view, &declared)?.id)?, name))
}

/// Returns the member of a declaration with a name. An inherited member belongs to the base declaration whose text contains it.
fn member<'v>(view: &FileView<'v, '_, '_, '_>, declared: &'v DeclaredItem<'_>, name: &str) -> Option<DeclarationMember<'v>> {
    let (span, entry) = declared_in(declared, name)?;
    let writes = |other: &&DeclaredItem<'_>| {
        let tree = other.tree.span;
        tree.file == span.file && tree.start <= span.start && span.end <= tree.end
    };
    let of = view.standing().context.program.of_kind(declared.kind()).find(writes).map_or(declared.id, |other| other.id);
    Some(DeclarationMember { of, span, entry })
}

/// Returns the entry of a declaration that declares a name, and the span of the name.
pub(super) fn declared_in<'v>(declared: &'v DeclaredItem<'_>, name: &str) -> Option<(Span, &'v Entry)> {
    let named = declared.entries.iter().filter(|entry| is_declaring(entry));
    named.filter_map(|entry| Some((declared_name(entry).filter(|found| found.1 == name)?.0, entry))).next()
}

/// Keys of entries that declare a name.
const DECLARING: &[&str] =
    &["stat", "track", "flag", "entry", "stunt", "zone", "side", "mode", "holds", "choice", "refers", "phase", "setting", "code", "row"];

/// Returns the name that an entry declares: the first name in the entry or, for a zone, the last.
fn declared_name(entry: &Entry) -> Option<(Span, &str)> {
    let mut names = entry.values.iter().filter_map(|value| match &value.expr.kind {
        ExprKind::Name(name) => Some((value.expr.span, name.as_str())),
        ExprKind::Call(call) => Some((call.name.name.span, call.name.name.text.as_str())),
        _ => None,
    });
    if entry.word() == "zone" { names.next_back() } else { names.next() }
}

/// Returns every reference to a member: recorded references, words in items of the design, and words in the declaration itself.
pub(super) fn uses<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, declared: &DeclaredItem<'_>, name: &str) -> Vec<NameReference> {
    let program = view.standing().context.program;
    let Some((declares, entry)) = declared_in(declared, name) else { return Vec::new() };
    // Declarations derived from this one have the same member.
    let has_it = |other: &&DeclaredItem<'_>| other.id == declared.id || declared_in(other, name).is_some_and(|(span, _)| span == declares);
    let owners: Vec<&DeclaredItem<'_>> = program.of_kind(declared.kind()).filter(has_it).collect();
    let ids: Vec<DeclId> = owners.iter().map(|owner| owner.id).collect();
    let noted = view.parts(&ids).into_iter().filter(|spot| view.words(*spot) == name);
    let mut found: Vec<NameReference> = noted.map(|spot| NameReference { spot, declares: false }).collect();
    found.extend(view.spot(declares).map(|spot| NameReference { spot, declares: true }));
    // The compiler recorded all references to sides, so no words need to be searched.
    if entry.word() == "side" {
        return found;
    }
    let built =
        |thing: &DeclaredItem<'_>| declared.kind() == "design" && design_of(view, thing).is_some_and(|design| ids.contains(&design.id));
    let words = MemberSearch { name, zone: entry.word() == "zone" };
    for thing in program.all().iter().filter(|thing| ids.contains(&thing.id) || built(thing)) {
        let spans = words.inside(thing).into_iter().filter(|span| *span != declares && !view.means_a_declaration(*span));
        found.extend(spans.filter_map(|span| view.spot(span)).map(|spot| NameReference { spot, declares: false }));
    }
    found
}

fn is_declaring(entry: &Entry) -> bool {
    DECLARING.contains(&entry.word())
}

/// Searches a text for words that may refer to a member.
struct MemberSearch<'n> {
    name: &'n str,
    /// True if the member is a zone, whose name is never a key or a call.
    zone: bool,
}

impl MemberSearch<'_> {
    /// Returns the spans of the name in the block of a declaration.
    fn inside(&self, declared: &DeclaredItem<'_>) -> Vec<Span> {
        let mut waiting: Vec<SyntaxNode<'_>> = declared.tree.block.iter().map(SyntaxNode::Block).collect();
        let mut found = Vec::new();
        let mut letters: Vec<Span> = Vec::new();
        while let Some(node) = waiting.pop() {
            found.extend(self.named(node));
            if let SyntaxNode::Entry(entry) = node
                && self.zone
                && entry.word() == "zone"
            {
                // In a zone entry, the name comes after the letter that stands for the zone in the picture.
                let last = declared_name(entry).map(|(span, _)| span);
                letters.extend(entry.values.iter().map(|value| value.expr.span).filter(|span| Some(*span) != last));
            }
            waiting.extend(node.children());
        }
        found.retain(|span| !letters.contains(span));
        found
    }

    /// Returns the span of the name in a node of the tree: a key, a name or a call; `None` if the node does not have the name.
    fn named(&self, node: SyntaxNode<'_>) -> Option<Span> {
        match node {
            SyntaxNode::Entry(entry) => Some(entry.key.span()).filter(|_| !self.zone && entry.word() == self.name),
            SyntaxNode::Expr(expr) if self.zone => expr.name().filter(|word| *word == self.name).map(|_| expr.span),
            SyntaxNode::Expr(expr) => called(expr).filter(|(_, word)| *word == self.name).map(|(span, _)| span),
            _ => None,
        }
    }
}

/// Returns the name of a node that is a name or a call.
pub(super) fn called(expr: &Expr) -> Option<(Span, &str)> {
    match &expr.kind {
        ExprKind::Name(name) => Some((expr.span, name)),
        ExprKind::Call(call) => Some((call.name.name.span, &call.name.name.text)),
        _ => None,
    }
}
