//! Members of declarations: statistics, tracks and stunts of a design, zones of a map, sides of an encounter.

use super::definition_and_references::NameReference;
use super::definition_and_references::word;
use super::file_view::{CurrentRange, FileView};
use super::zone_words::zone_words;
use slip_compile::check::build;
use slip_compile::check::design::Design;
use slip_compile::check::map::template_with_zone;
use slip_compile::resolve::{DeclId, DeclaredItem, Program};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Block, Entry, Expr, ExprKind, Item, Patch};
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
    let tree = match item {
        Item::Declaration(tree) => tree,
        Item::Patch(patch) if frame.spans == view.file => return in_patch(view, patch, spot),
        _ => return None,
    };
    let declared = view.declared(tree, frame)?;
    let own = program.get(declared.id).and_then(|known| member(view, known, name));
    // The compiler recorded every reference to a side, and names of zones were found by their positions. Other words are not references.
    let own = own.filter(|own| match own.entry.word() {
        "side" => view.spot(own.span) == Some(spot),
        "zone" => tree.block.as_ref().is_some_and(|block| names_zone(view, block, spot)),
        _ => true,
    });
    own.or_else(|| member(view, program.get(design_of(view, &declared)?.id)?, name))
}

/// Returns the member of the patched declaration that a word in a patch names.
fn in_patch<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, patch: &Patch, spot: CurrentRange) -> Option<DeclarationMember<'v>> {
    let program = view.standing().context.program;
    let target = program.get(program.patch_at(patch.span)?.target)?;
    let found = member(view, target, view.words(spot))?;
    match found.entry.word() {
        "side" => None,
        "zone" => names_zone(view, &patch.block, spot).then_some(found),
        _ => Some(found),
    }
}

/// True if a range is the name of a zone in a block.
fn names_zone(view: &FileView<'_, '_, '_, '_>, block: &Block, spot: CurrentRange) -> bool {
    zone_words(block).iter().any(|(span, _)| view.spot(*span) == Some(spot))
}

/// Returns the member with a name of a declaration. An inherited member is returned with the base declaration that contains its text.
fn member<'v>(view: &FileView<'v, '_, '_, '_>, declared: &'v DeclaredItem<'_>, name: &str) -> Option<DeclarationMember<'v>> {
    let context = view.standing().context;
    let Some((span, entry)) = declared_in(declared, name) else {
        // A zone that the map itself does not declare comes from the map's template.
        let template = template_with_zone(context.program, &context.known, declared, name).filter(|_| declared.kind() == "map")?;
        let (span, entry) = declared_in(template, name)?;
        return Some(DeclarationMember { of: template.id, span, entry });
    };
    let writes = |other: &&DeclaredItem<'_>| {
        let tree = other.tree.span;
        tree.file == span.file && tree.start <= span.start && span.end <= tree.end
    };
    let of = context.program.of_kind(declared.kind()).find(writes).map_or(declared.id, |other| other.id);
    Some(DeclarationMember { of, span, entry })
}

/// Returns the entry of a declaration that declares a name, and the span of the name.
pub(super) fn declared_in<'v>(declared: &'v DeclaredItem<'_>, name: &str) -> Option<(Span, &'v Entry)> {
    let named = declared.entries.iter().filter(|entry| is_declaring(entry));
    named.chain(card_zones(declared)).filter_map(|entry| Some((declared_name(entry).filter(|found| found.1 == name)?.0, entry))).next()
}

/// Returns the entries of the zones on the cards of an encounter's platoons.
pub(super) fn card_zones<'v>(declared: &'v DeclaredItem<'_>) -> impl Iterator<Item = &'v Entry> {
    let inner = |entry: &'v Entry, key: &'static str| {
        let entries = entry.block().into_iter().flat_map(|block| &block.entries);
        entries.filter(move |inner| inner.word() == key)
    };
    let sides = declared.entries.iter().filter(|entry| entry.word() == "side");
    sides
        .flat_map(move |side| inner(side, "platoon"))
        .flat_map(move |platoon| inner(platoon, "card"))
        .flat_map(move |card| inner(card, "zone"))
}

/// Keys of entries that declare a name.
const DECLARING: &[&str] =
    &["stat", "track", "flag", "entry", "stunt", "zone", "side", "mode", "holds", "choice", "refers", "phase", "setting", "code", "row"];

/// Returns the name that an entry declares: the first name in the entry or, for a zone, the last.
pub(super) fn declared_name(entry: &Entry) -> Option<(Span, &str)> {
    let mut names = entry.values.iter().filter_map(|value| match &value.expr.kind {
        ExprKind::Name(name) => Some((value.expr.span, name.as_str())),
        ExprKind::Call(call) => Some((call.name.name.span, call.name.name.text.as_str())),
        _ => None,
    });
    if entry.word() == "zone" { names.next_back() } else { names.next() }
}

/// Returns the declarations that have a member in common: the declaration itself, its bases, and the declarations derived from it. For a
/// zone of a template, the maps that take the zone from the template are included.
pub(super) fn owners<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, declared: &DeclaredItem<'_>, name: &str) -> Vec<&'v DeclaredItem<'t>> {
    let context = view.standing().context;
    let program = context.program;
    let first = first_with(program, declared, name);
    let has_it = |other: &&DeclaredItem<'_>| declared_in(other, name).is_some() && first_with(program, other, name) == first;
    let mut owners: Vec<&DeclaredItem<'t>> = program.of_kind(declared.kind()).filter(has_it).collect();
    if declared.kind() == "template" {
        let takes = |map: &&DeclaredItem<'t>| {
            let template = template_with_zone(program, &context.known, map, name);
            declared_in(map, name).is_none() && template.is_some_and(|template| template.id == declared.id)
        };
        owners.extend(program.of_kind("map").filter(takes));
    }
    owners
}

/// Returns the first declaration in a chain of bases that has a member.
fn first_with(program: &Program<'_>, declared: &DeclaredItem<'_>, name: &str) -> DeclId {
    let (mut first, mut base) = (declared.id, declared.base);
    // This loop ends, because circular bases were reported and removed before.
    while let Some(next) = base.and_then(|base| program.get(base)).filter(|next| declared_in(next, name).is_some()) {
        (first, base) = (next.id, next.base);
    }
    first
}

/// Returns every reference to a member: recorded references, words in items of the design, and words in the declaration itself.
pub(super) fn uses<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, declared: &DeclaredItem<'_>, name: &str) -> Vec<NameReference> {
    let program = view.standing().context.program;
    let Some((declares, entry)) = declared_in(declared, name) else { return Vec::new() };
    let owners = owners(view, declared, name);
    let ids: Vec<DeclId> = owners.iter().map(|owner| owner.id).collect();
    let noted = view.parts(&ids).into_iter().filter(|spot| view.words(*spot) == name);
    let mut found: Vec<NameReference> = noted.map(|spot| NameReference { spot, declares: false }).collect();
    found.extend(view.spot(declares).map(|spot| NameReference { spot, declares: true }));
    // A derived declaration may declare the same member again.
    let again = owners.iter().filter_map(|owner| declared_in(owner, name)).map(|(span, _)| span);
    // The compiler has recorded all references to sides, so the texts need not be searched.
    if entry.word() == "side" {
        found.extend(
            again.filter(|span| *span != declares).filter_map(|span| view.spot(span)).map(|spot| NameReference { spot, declares: false }),
        );
        return found;
    }
    let built =
        |thing: &DeclaredItem<'_>| declared.kind() == "design" && design_of(view, thing).is_some_and(|design| ids.contains(&design.id));
    let texts = program.all().iter().filter(|thing| ids.contains(&thing.id) || built(thing)).filter_map(|thing| thing.tree.block.as_ref());
    let mut spans: Vec<Span> = again.collect();
    for block in texts.chain(patches(view, &ids)) {
        match entry.word() {
            "zone" => spans.extend(zone_words(block).into_iter().filter(|(_, word)| *word == name).map(|(span, _)| span)),
            _ => spans.extend(words_in(block, name)),
        }
    }
    spans.retain(|span| *span != declares && !view.means_a_declaration(*span));
    found.extend(spans.into_iter().filter_map(|span| view.spot(span)).map(|spot| NameReference { spot, declares: false }));
    found
}

/// Returns the blocks of the patches of some declarations.
fn patches<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, of: &[DeclId]) -> impl Iterator<Item = &'v Block> {
    let program = view.standing().context.program;
    let spans: Vec<Span> = of.iter().flat_map(|id| program.patches_of(*id)).map(|patch| patch.span).collect();
    let trees = view.world.trees.iter().filter(|_| !spans.is_empty()).flat_map(|tree| &tree.items).collect::<Vec<_>>();
    trees.into_iter().filter_map(move |item| match item {
        Item::Patch(patch) => spans.contains(&patch.span).then_some(&patch.block),
        _ => None,
    })
}

fn is_declaring(entry: &Entry) -> bool {
    DECLARING.contains(&entry.word())
}

/// Returns the spans of a name in a block: keys, names and calls.
fn words_in(block: &Block, name: &str) -> Vec<Span> {
    let mut waiting: Vec<SyntaxNode<'_>> = vec![SyntaxNode::Block(block)];
    let mut found = Vec::new();
    while let Some(node) = waiting.pop() {
        found.extend(match node {
            SyntaxNode::Entry(entry) => Some(entry.key.span()).filter(|_| entry.word() == name),
            SyntaxNode::Expr(expr) => called(expr).filter(|(_, word)| *word == name).map(|(span, _)| span),
            _ => None,
        });
        waiting.extend(node.children());
    }
    found
}

/// Returns the name of a node that is a name or a call.
pub(super) fn called(expr: &Expr) -> Option<(Span, &str)> {
    match &expr.kind {
        ExprKind::Name(name) => Some((expr.span, name)),
        ExprKind::Call(call) => Some((call.name.name.span, &call.name.name.text)),
        _ => None,
    }
}
