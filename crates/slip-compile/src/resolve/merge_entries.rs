//! Merges the entries of an item with those of its base (`from`) or of a `patch`.
//!
//! A list with a sign extends or shortens the list of the base. A named entry (`stat`, `zone`, `mode` …) replaces the base's entry with the
//! same name. The two are merged instead if the base is a design or the change is a patch. An entry about a subject (`victory crew when …`)
//! replaces all entries of the base about this subject. `tracks` are merged track by track. Entries such as `effect` and `require` are
//! added to those of the base. Waivers apply only where they are written. Any other entry replaces the base's.

use super::program::{DeclId, DeclaredItem, Kinds, PLAIN_KINDS, Program};
use super::{errors, join_kind_and_name, patch};
use ecow::EcoString;
use slip_limits::BASES;
use slip_source::diagnostic::{Code, Diagnostics};
use slip_source::{FileId, PackageId};
use slip_syntax::tree::{Declaration, Entry, Expr, ExprKind, File, Key, NamePath, Value};
use std::borrow::Cow;
use std::collections::btree_map::Entry as Place;
use std::collections::{BTreeMap, BTreeSet};

/// Keys that declare one named thing each.
pub(super) const NAMED: &[&str] = &[
    "stat",
    "track",
    "flag",
    "entry",
    "stunt",
    "zone",
    "side",
    "mode",
    "holds",
    "choice",
    "refers",
    "phase",
    "setting",
    "border",
    "sight",
    "slipstream",
    "code",
    "row",
    "star",
    "task",
    "maneuver",
    "pawn",
    "pawns",
    "pawn_score",
    "composite",
    "trait",
    "object",
    "relationship",
];
/// Keys of entries that are about one side, person or text each. Such an entry replaces the entry of the base about the same subject.
pub(super) const ABOUT: &[&str] = &["victory", "grade", "falls_for", "friend_zone", "survive_timer"];
/// Keys whose entries are added to those of the base.
pub(super) const ADDED: &[&str] = &["effect", "require", "advise", "aspect", "optional", "note"];
/// Keys whose entries are not inherited.
pub(super) const OWN: &[&str] = &["allow", "default"];
/// Keys whose blocks are merged entry by entry.
pub(super) const MERGED: &[&str] = &["tracks"];

/// Completes the entries of derived declarations, then applies patches in the order of packages and text.
pub(super) fn apply<'t>(program: &mut Program<'t>, files: &[&'t File], diagnostics: &mut Diagnostics) {
    let derived: Vec<DeclId> =
        program.declarations.iter().filter(|declared| declared.tree.base.is_some()).map(|declared| declared.id).collect();
    let mut bases = BTreeMap::new();
    for id in &derived {
        if let Some(base) = base_of(program, *id, diagnostics) {
            bases.insert(*id, base);
        }
    }
    patch::apply(program, files, diagnostics);
    let mut done = BTreeMap::new();
    for id in derived {
        derive(program, id, &bases, &mut done, diagnostics);
    }
}

fn base_of(program: &Program<'_>, id: DeclId, diagnostics: &mut Diagnostics) -> Option<DeclId> {
    let declared = program.get(id)?;
    let path = declared.tree.base.as_ref()?;
    let kind = declared.kind();
    match program.find(declared.package, path, Kinds::One(kind)) {
        Ok(base) => Some(base),
        Err(diagnostic) => {
            let other = program.find(declared.package, path, Kinds::Built).ok().and_then(|other| program.get(other));
            match other {
                Some(other) => diagnostics.push(errors::base_of_other_kind(path, kind, other.kind())),
                // If the first line of the declaration did not parse, the unknown name was already reported as a syntax error.
                None if declared.tree.broken && program.sources.slice(path.name.span) != path.name.text => {}
                None if diagnostic.code == Code::UnknownName => {
                    diagnostics.push(program.unknown_name(declared.package, path, Kinds::One(kind), Some(declared.name())));
                }
                None => diagnostics.push(*diagnostic),
            }
            None
        }
    }
}

/// State of a declaration after it was merged with its base.
#[derive(Clone, Copy)]
enum Derived {
    /// Merged with its base. The number counts all bases of the declaration: its base, the base of its base, and so on.
    Laid(usize),
    /// Not merged, because the chain of bases is circular or too long. This was already reported.
    Endless,
}

/// Merges a declaration and all its bases, the deepest base first. Uses a loop, because recursion could overflow the stack.
fn derive(
    program: &mut Program<'_>,
    id: DeclId,
    bases: &BTreeMap<DeclId, DeclId>,
    done: &mut BTreeMap<DeclId, Derived>,
    diagnostics: &mut Diagnostics,
) {
    let mut chain = vec![id];
    let mut below = 0;
    let mut at = id;
    let mut on_it = BTreeSet::from([id]);
    while let Some(base) = bases.get(&at) {
        let known = done.get(base).copied();
        if let Some(Derived::Laid(links)) = known {
            below = links + 1;
        }
        if !on_it.insert(*base) || chain.len() + below.saturating_sub(1) > BASES {
            let circle = links(id, bases);
            if let Some(declared) = program.get(id) {
                diagnostics.push(match &circle {
                    Some(circle) => errors::circle(&declared.tree.name, &named(program, circle)),
                    None => errors::chain_too_long(&declared.tree.name, BASES),
                });
            }
            done.insert(id, Derived::Endless);
            return;
        }
        if known.is_some() {
            break;
        }
        chain.push(*base);
        at = *base;
    }
    for link in chain.into_iter().rev() {
        if let Place::Vacant(place) = done.entry(link) {
            place.insert(Derived::Laid(below));
            lay_over_base(program, link, bases.get(&link).copied());
            below += 1;
        }
    }
}

/// Returns the chain of bases of a declaration, if it is circular; `None` if no circle is found within [`BASES`] steps.
fn links(id: DeclId, bases: &BTreeMap<DeclId, DeclId>) -> Option<Vec<DeclId>> {
    let mut chain = vec![id];
    let mut on_it = BTreeSet::from([id]);
    while let Some(base) = chain.last().and_then(|last| bases.get(last)) {
        if !on_it.insert(*base) {
            return Some(chain);
        }
        if chain.len() == BASES {
            return None;
        }
        chain.push(*base);
    }
    None
}

fn named(program: &Program<'_>, chain: &[DeclId]) -> Vec<EcoString> {
    chain.iter().filter_map(|id| program.get(*id)).map(|link| link.name().clone()).collect()
}

fn lay_over_base(program: &mut Program<'_>, id: DeclId, base: Option<DeclId>) {
    let Some((base_id, base)) = base.and_then(|base| Some((base, program.get(base)?))) else { return };
    let Some(declared) = program.get(id) else { return };
    let merged = match declared.kind() {
        "doctrine" => None,
        "design" => Some(overlay(&base.entries, &declared.entries, MergeKind::Design)),
        _ => Some(overlay(&base.entries, &declared.entries, MergeKind::Item)),
    };
    let Some(declared) = usize::try_from(id.0).ok().and_then(|index| program.declarations.get_mut(index)) else { return };
    declared.base = Some(base_id);
    if let Some(merged) = merged {
        declared.entries = Cow::Owned(merged);
    }
}

impl Program<'_> {
    /// Returns the design that a declaration names after its colon. If it names none, the nearest base that names a design decides.
    pub fn behind_colon<'d>(&'d self, declared: &'d DeclaredItem<'d>) -> Option<&'d NamePath> {
        let mut at = Some(declared);
        // This loop ends, because circular bases were reported and removed.
        while let Some(here) = at {
            if let Some(path) = &here.tree.design {
                return Some(path);
            }
            at = here.base.and_then(|base| self.get(base));
        }
        None
    }
}

/// Returns a declaration that is not in the program as if it were in it, with the entries of its base. It gets the id of the declaration of
/// the same name, which it would replace. Returns `None` if a patch changes that declaration, or if the kind is unknown.
pub fn alone<'t>(program: &Program<'t>, (package, file): (PackageId, FileId), tree: &'t Declaration) -> Option<DeclaredItem<'t>> {
    let kind = tree.kind.text.as_str();
    if !program.is_built_kind(kind) && !PLAIN_KINDS.contains(&kind) {
        return None;
    }
    let id = program.declared(package, kind, &tree.name.text);
    if id.is_some_and(|id| program.patches_of(id).next().is_some()) {
        return None;
    }
    let own = tree.block.as_ref().map_or(&[][..], |block| &block.entries);
    let base = tree.base.as_ref().and_then(|path| program.find(package, path, Kinds::One(kind)).ok());
    let base = base.and_then(|base| program.get(base));
    let entries = match base {
        Some(base) if kind != "doctrine" => {
            Cow::Owned(overlay(&base.entries, own, if kind == "design" { MergeKind::Design } else { MergeKind::Item }))
        }
        _ => Cow::Borrowed(own),
    };
    let entries = join_kind_and_name::joined_entries(program, package, kind, entries);
    Some(DeclaredItem { id: id.unwrap_or(DeclId(u32::MAX)), package, file, tree, entries, base: base.map(|base| base.id) })
}

/// Kind of merge, which decides how named entries and waivers are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MergeKind {
    /// An item with its base.
    Item,
    /// A design with its base. A named entry is merged with the entry of the base that has the same name; it does not replace it.
    Design,
    /// A patch with an item. Its entries are merged as for `Design`, but waivers of the item are kept.
    Patch,
    /// A patch with a doctrine, whose rules are distinguished by their topics.
    Doctrine,
}

impl MergeKind {
    fn is_patch(self) -> bool {
        matches!(self, MergeKind::Patch | MergeKind::Doctrine)
    }

    /// Returns the word that identifies an entry: its key; for a rule of a doctrine, its topic.
    pub(super) fn word(self, entry: &Entry) -> &str {
        let word = entry.word();
        match entry.values.first().and_then(|value| value.expr.name()) {
            Some(topic) if self == MergeKind::Doctrine && word == "avoid" => topic,
            _ => word,
        }
    }

    /// True if entries with this key declare a named thing. False in doctrines, whose keys are topics.
    pub(super) fn names(self, word: &str) -> bool {
        self != MergeKind::Doctrine && NAMED.contains(&word)
    }

    /// True if entries with this key may occur several times, once for each subject.
    pub(super) fn is_about(self, word: &str) -> bool {
        self != MergeKind::Doctrine && ABOUT.contains(&word)
    }
}

/// Merges the entries of an item with the entries of its base, as `from` does.
pub fn laid_over(base: &[Entry], own: &[Entry]) -> Vec<Entry> {
    overlay(base, own, MergeKind::Item)
}

/// Entry with a flag: true if a declaration inherits the entry from its base without a change.
struct MergedEntry {
    entry: Entry,
    inherited: bool,
}

/// Index of entries by key and subject, which is computed when needed. Entries at the end that are not indexed yet are added at the next
/// look-up.
#[derive(Default)]
struct Subjects {
    places: BTreeMap<(EcoString, Vec<EcoString>), Vec<usize>>,
    known: usize,
}

impl Subjects {
    /// Clears the index after positions changed.
    fn forget(&mut self) {
        *self = Subjects::default();
    }

    /// Returns the positions of the entries that declare the same named thing as `entry`, in order.
    fn places(&mut self, merged: &[MergedEntry], entry: &Entry) -> &[usize] {
        for (place, other) in merged.iter().enumerate().skip(self.known) {
            let word = other.entry.word();
            if NAMED.contains(&word) {
                self.places.entry((word.into(), subject(&other.entry))).or_default().push(place);
            }
        }
        self.known = merged.len();
        self.places.get(&(entry.word().into(), subject(entry))).map_or(&[], Vec::as_slice)
    }
}

/// Merges the entries `own` with the entries `base`.
pub(super) fn overlay(base: &[Entry], own: &[Entry], over: MergeKind) -> Vec<Entry> {
    let kept = base.iter().filter(|entry| over.is_patch() || !OWN.contains(&entry.word()));
    let mut merged: Vec<MergedEntry> = kept.map(|entry| MergedEntry { entry: entry.clone(), inherited: true }).collect();
    let mut subjects = Subjects::default();
    let mut replaced: BTreeSet<&str> = BTreeSet::new();
    for entry in own {
        let word = over.word(entry);
        let laid = MergedEntry { entry: entry.clone(), inherited: false };
        if over == MergeKind::Doctrine && entry.lead().is_some() {
            let front = merged.iter().position(|other| over.word(&other.entry) == word).unwrap_or(merged.len());
            merged.insert(front, laid);
            subjects.forget();
        } else if entry.sign().is_some() || ADDED.contains(&word) || OWN.contains(&word) || MERGED.contains(&word) {
            merged.push(laid);
        } else if over.names(word) {
            // Only inherited entries are replaced. Duplicates within the item's own entries are kept, so that they are reported.
            let open = |other: &MergedEntry| over != MergeKind::Item || other.inherited;
            let mut places = subjects.places(&merged, entry).iter().copied();
            let place = places.find(|place| merged.get(*place).is_some_and(open));
            match place.and_then(|place| merged.get_mut(place)) {
                Some(other) if over != MergeKind::Item => other.entry = lay_entry(&other.entry, entry, over),
                Some(other) => *other = laid,
                None => merged.push(laid),
            }
        } else if over.is_about(word) {
            let place = merged.iter().position(|other| other.inherited && is_same(&other.entry, entry));
            merged.retain(|other| !(other.inherited && is_same(&other.entry, entry)));
            let behind = || merged.iter().rposition(|other| is_same(&other.entry, entry)).map(|last| last + 1);
            let place = place.or_else(behind).unwrap_or(merged.len());
            merged.insert(place, laid);
            subjects.forget();
        } else if entry.key.word().is_none() {
            // A row of a table replaces the base's row with the same numbers.
            let is_row =
                |other: &MergedEntry| other.inherited && other.entry.key.word().is_none() && same_numbers(&other.entry.key, &entry.key);
            match merged.iter_mut().find(|other| is_row(other)) {
                Some(other) => other.entry = laid.entry,
                None => merged.push(laid),
            }
        } else {
            if replaced.insert(word) {
                let before = merged.len();
                merged.retain(|other| over.word(&other.entry) != word);
                if merged.len() < before {
                    subjects.forget();
                }
            }
            merged.push(laid);
        }
    }
    merged.into_iter().map(|laid| laid.entry).collect()
}

/// True if two entries have the same key and are about the same thing.
pub(super) fn is_same(one: &Entry, other: &Entry) -> bool {
    one.word() == other.word() && about(one).eq(about(other))
}

/// True if two rows of a table have the same numbers.
pub(super) fn same_numbers(one: &Key, other: &Key) -> bool {
    let ends = |key: &Key| match key {
        Key::Rank(number, _) => Some((*number, *number)),
        Key::Range(low, high, _) => Some((*low, *high)),
        Key::Word(_) => None,
    };
    ends(one) == ends(other)
}

fn lay_entry(base: &Entry, own: &Entry, over: MergeKind) -> Entry {
    let Some(inner) = own.block() else { return own.clone() };
    let under = base.block().map_or(&[][..], |block| &block.entries);
    let mut merged = own.clone();
    if let Some(block) = merged.rest.as_mut().and_then(|rest| rest.block.as_mut()) {
        block.entries = overlay(under, &inner.entries, over);
    }
    if names_only(own) {
        merged.values.clone_from(&base.values);
    }
    merged
}

/// True if a named entry has only its name before the block.
pub(super) fn names_only(entry: &Entry) -> bool {
    entry.values.is_empty() || matches!(entry.values.as_slice(), [only] if only.expr.name().is_some())
}

/// Returns the subject of an entry: for a named entry its first word; for a border its two zones; for a grade its text.
pub(super) fn subject(entry: &Entry) -> Vec<EcoString> {
    about(entry).cloned().collect()
}

fn about(entry: &Entry) -> impl Iterator<Item = &EcoString> {
    fn named(value: &Value) -> Option<&EcoString> {
        match &value.expr.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Call(call) => Some(&call.name.name.text),
            ExprKind::Path(path) => Some(&path.name.text),
            _ => None,
        }
    }
    let text = if entry.word() == "grade" { entry.only().and_then(Expr::text).map(|text| &text.value) } else { None };
    // The name of a zone is the last word: `zone d dock`.
    let zone = if entry.word() == "zone" { entry.values.iter().rev().find_map(|value| value.expr.name()) } else { None };
    let count = match entry.word() {
        "border" | "sight" | "slipstream" => 3,
        "zone" => 0,
        _ => 1,
    };
    zone.into_iter().chain(text).chain(entry.values.iter().take(count).filter_map(named))
}
