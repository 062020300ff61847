//! Go to definition, and find references.

use super::changed_part::index;
use super::cursor_context::word_at;
use super::declaration_members;
use super::file_view::{CurrentRange, FileView, OffsetMap};
use super::rename::Subject;
use slip_compile::resolve::{DeclId, DeclaredItem};
use slip_syntax::tree::{Declaration, Item};

/// Reference to a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameReference {
    /// Range of the text that refers to the declaration.
    pub spot: CurrentRange,
    /// True if the reference is the declaration itself.
    pub declares: bool,
}

/// Meaning of a position in a text.
pub(super) enum PositionMeaning<'v> {
    /// The position is in a name: the declaration that the name refers to, and the range of the name.
    Declared(DeclId, CurrentRange),
    /// The position is in the name of a declaration that was added or renamed after the world was compiled.
    Head(&'v Declaration, OffsetMap),
    /// The position is in the name of a member of a declaration: a stunt of a design, a zone of a map.
    Member(declaration_members::DeclarationMember<'v>, CurrentRange),
}

/// Returns the meaning of the word at an offset.
pub(super) fn meaning<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<PositionMeaning<'v>> {
    if let Some((item, frame)) = view.item_at(offset)
        && let Item::Declaration(tree) = item
        && touches(frame, tree, offset)
    {
        let spot = view.spot(tree.name.span)?;
        let declared = view.declared(tree, frame);
        let known = declared.and_then(|declared| view.standing().context.program.get(declared.id).map(|known| known.id));
        return Some(match known {
            Some(id) => PositionMeaning::Declared(id, spot),
            None => PositionMeaning::Head(tree, frame),
        });
    }
    if let Some((spot, id)) = view.meant(offset) {
        return Some(PositionMeaning::Declared(id, spot));
    }
    let spot = word(view, offset)?;
    if let Some(member) = declaration_members::at(view, offset) {
        return Some(PositionMeaning::Member(member, spot));
    }
    // The name may be that of a zone or side that is declared nowhere in the text, such as a zone in a row of a template. Such a name is
    // not looked up among other declarations.
    if view.part(offset).is_some_and(|(noted, _)| noted == spot) {
        return None;
    }
    by_name(view, spot).map(|id| PositionMeaning::Declared(id, spot))
}

fn touches(frame: OffsetMap, tree: &Declaration, offset: u32) -> bool {
    let touched = |start: u32, end: u32| frame.out(start) <= offset && offset <= frame.out(end);
    touched(tree.name.span.start, tree.name.span.end) || touched(tree.kind.span.start, tree.kind.span.end.saturating_sub(1))
}

/// Returns the word at an offset.
pub(super) fn word(view: &FileView<'_, '_, '_, '_>, offset: u32) -> Option<CurrentRange> {
    let (start, end) = word_at(view.text(), index(offset));
    let begins = view.text().get(start..end).is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()));
    let spot = CurrentRange { file: view.file, start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? };
    begins.then_some(spot)
}

/// Returns the declaration with this name if there is only one, for words that the compiler has not resolved.
fn by_name(view: &FileView<'_, '_, '_, '_>, spot: CurrentRange) -> Option<DeclId> {
    let program = view.standing().context.program;
    let word = view.words(spot);
    let kinds = program.kinds();
    let mut found: Vec<DeclId> = kinds.iter().filter_map(|kind| program.peek(view.package(), kind, word)).collect();
    found.dedup();
    match found.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// Returns the range of the name at an offset, and the range of its declaration.
pub fn definition<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<(CurrentRange, CurrentRange)> {
    match meaning(view, offset)? {
        PositionMeaning::Declared(id, origin) => {
            let declared = view.standing().context.program.get(id)?;
            Some((origin, view.spot(declared.tree.name.span)?))
        }
        PositionMeaning::Head(tree, _) => {
            let spot = view.spot(tree.name.span)?;
            Some((spot, spot))
        }
        PositionMeaning::Member(member, origin) => Some((origin, view.spot(member.span)?)),
    }
}

/// Returns every reference in the world to a declaration or member.
pub fn references<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, subject: &Subject) -> Vec<NameReference> {
    let Some(declared) = subject.declared(view.world) else { return Vec::new() };
    let mut uses: Vec<NameReference> = match &subject.member {
        None => {
            let named = view.named(declared.id).into_iter().filter(|spot| view.words(*spot) == subject.name);
            let own = view.spot(declared.tree.name.span).map(|spot| NameReference { spot, declares: true });
            named.map(|spot| NameReference { spot, declares: false }).chain(own).collect()
        }
        Some(member) => declaration_members::uses(view, declared, member),
    };
    uses.sort_unstable();
    uses.dedup_by_key(|used| used.spot);
    uses
}

impl Subject {
    /// Returns the declaration or member that the word at an offset names, for a rename.
    pub fn at<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, offset: u32) -> Option<(Subject, CurrentRange)> {
        let program = view.standing().context.program;
        let of = |declared: &DeclaredItem<'_>, member: Option<String>| Subject {
            package: program.package_name(declared.package).to_owned(),
            kind: declared.kind().to_owned(),
            name: declared.name().to_string(),
            file: program.sources.file(declared.file).map(|file| file.path().to_owned()).unwrap_or_default(),
            member,
        };
        match meaning(view, offset)? {
            PositionMeaning::Declared(id, spot) => {
                let declared = program.get(id)?;
                // An alias declares an old name, so it is not a reference to the current declaration.
                Some((of(declared, None), spot)).filter(|(subject, spot)| view.words(*spot) == subject.name)
            }
            PositionMeaning::Head(..) => None,
            PositionMeaning::Member(member, spot) => Some((of(program.get(member.of)?, Some(view.words(spot).to_owned())), spot)),
        }
    }
}
