//! Applies patches, `patch package.item { … }`: changes to declarations of other packages, for all packages that depend on the patch.
//!
//! Patches are applied in the order of packages, each package after its dependencies, so that the patch of the package nearest to the
//! checked package wins. Two packages that do not depend on each other may not change the same thing differently, unless a package that
//! depends on both decides. A patch may not change items of its own package, and an entry that changes nothing is reported.

use super::merge_entries::{ADDED, MERGED, MergeKind, OWN, is_same, names_only, overlay, same_numbers, subject};
use super::program::{AppliedPatch, DeclId, DeclaredItem, Kinds, Program};
use super::{errors, patch_errors, tree_equality};
use ecow::{EcoString, eco_format};
use slip_limits::PATCHES;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, File, Item, Patch, Sign};
use slip_syntax::visit;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Path to an entry that a patch changes: the words of the entries around it, outermost first, as in `stunt civilian`, `cost`.
type Place = Vec<EcoString>;

/// Change made by a patch.
struct PatchChange<'t> {
    /// Index of the patch in the program.
    patch: usize,
    package: PackageId,
    deed: PatchChangeKind,
    entries: Vec<&'t Entry>,
    span: Span,
    /// Span of an equal entry in the declaration before the patch; `None` if there is none.
    there: Option<Span>,
}

/// Kind of change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PatchChangeKind {
    /// Sets or replaces an entry.
    Set,
    /// Adds a member to a list.
    Join,
    /// Removes a member from a list.
    Leave,
    /// Adds an entry without replacing others. Two such changes never conflict.
    Add,
}

/// Changes of all patches, grouped by the entry that they change.
type Touches<'t> = BTreeMap<(DeclId, Place), Vec<PatchChange<'t>>>;

/// Applies every patch, in the order of packages and text.
pub(super) fn apply<'t>(program: &mut Program<'t>, files: &[&'t File], diagnostics: &mut Diagnostics) {
    let mut patches: Vec<(&'t Patch, DeclId)> = Vec::new();
    let mut counts: BTreeMap<DeclId, usize> = BTreeMap::new();
    for file in files {
        let Some(package) = program.sources.file(file.id).map(|file| file.package()) else { continue };
        for item in &file.items {
            let Item::Patch(patch) = item else { continue };
            let Some(target) = target(program, package, patch, diagnostics) else { continue };
            let count = counts.entry(target).or_insert(0);
            *count = count.saturating_add(1);
            // Each patch is merged with all entries of its target, so the number of patches is limited. The first patch beyond the limit is
            // reported.
            if *count > PATCHES {
                if let Some(declared) = program.get(target).filter(|_| *count == PATCHES + 1) {
                    diagnostics.push(patch_errors::too_many(patch.target.span(), &program.key(declared)));
                }
                continue;
            }
            let whole = visit::is_whole(&patch.block);
            let at = program.patches.len();
            program.patches.push(AppliedPatch { package, span: patch.span, named: patch.target.span(), target, whole });
            program.patch_places.insert((patch.span.file, patch.span.start), at);
            program.patches_by_target.entry(target).or_default().push(at);
            patches.push((patch, target));
        }
    }
    let mut touches = Touches::new();
    for (at, ((patch, target), patched)) in patches.iter().zip(&program.patches).enumerate() {
        let Some(declared) = program.get(*target) else { continue };
        // A derived item has not been merged with its base yet, so the entries that the patch changes may be missing here.
        let under = declared.tree.base.is_none().then(|| &*declared.entries);
        let mut reader =
            Reader { program, at, package: patched.package, target: *target, over: over(declared.kind()), touches: &mut touches };
        reader.read(&patch.block.entries, under, &Vec::new(), diagnostics);
        if patch.block.entries.is_empty() && !patch.block.unclosed {
            diagnostics.push(patch_errors::useless(patch.target.span(), &program.key(declared), &[], None));
        }
    }
    judge(program, &touches, diagnostics);
    drop(touches);
    for (patch, target) in patches {
        let merged = program.get(target).map(|declared| overlay(&declared.entries, &patch.block.entries, over(declared.kind())));
        let declared = usize::try_from(target.0).ok().and_then(|index| program.declarations.get_mut(index));
        if let (Some(merged), Some(declared)) = (merged, declared) {
            declared.entries = Cow::Owned(merged);
        }
    }
}

impl Program<'_> {
    /// Returns the applied patches, in order.
    pub fn patches(&self) -> &[AppliedPatch] {
        &self.patches
    }

    /// Returns the patch whose text contains a span.
    pub fn patch_at(&self, span: Span) -> Option<&AppliedPatch> {
        // Patches never overlap. Therefore only the last patch that begins before the span can contain it.
        let (_, at) = self.patch_places.range(..=(span.file, span.start)).next_back()?;
        self.patches.get(*at).filter(|patch| patch.span.file == span.file && span.end <= patch.span.end)
    }

    /// Returns the patches whose target is this declaration.
    pub fn patches_of(&self, id: DeclId) -> impl Iterator<Item = &AppliedPatch> {
        self.patches_by_target.get(&id).into_iter().flatten().filter_map(move |at| self.patches.get(*at))
    }
}

fn over(kind: &str) -> MergeKind {
    if kind == "doctrine" { MergeKind::Doctrine } else { MergeKind::Patch }
}

/// True if an entry has the form `stunt NAME { … }` with this name.
fn declares(entry: &Entry, name: &str) -> bool {
    entry.values.first().and_then(|value| value.expr.name()).is_some_and(|word| word == name)
}

/// Returns the target of a patch. Reports a target that is unknown, ambiguous, or in the package of the patch.
fn target(program: &Program<'_>, package: PackageId, patch: &Patch, diagnostics: &mut Diagnostics) -> Option<DeclId> {
    let kinds = match &patch.kind {
        Some(kind) => vec![kind.text.clone()],
        None => program.kinds(),
    };
    let path = &patch.target;
    let meant: Vec<&str> = kinds.iter().map(EcoString::as_str).filter(|kind| means(program, package, path, kind)).collect();
    let found = match meant.as_slice() {
        [one] => program.find(package, path, Kinds::One(one)),
        [_, _, ..] => {
            diagnostics.push(errors::ambiguous_kind(path, &meant, "patch"));
            return None;
        }
        [] => {
            let words: Vec<&str> = kinds.iter().map(EcoString::as_str).collect();
            program.find(package, path, Kinds::Any(&words))
        }
    };
    let id = match found {
        Ok(id) => id,
        Err(diagnostic) => {
            let unknown = errors::of_anything(*diagnostic, &path.name, patch.kind.is_none());
            let sells = |design: &&DeclaredItem<'_>| design.entries_of("stunt").any(|stunt| declares(stunt, &path.name.text));
            diagnostics.push(match program.of_kind("design").find(sells) {
                Some(design) => patch_errors::stunt_of_design(unknown, &path.name.text, &program.key(design)),
                None => unknown,
            });
            return None;
        }
    };
    let declared = program.get(id)?;
    if declared.package == package {
        diagnostics.push(patch_errors::own_patch(path, declared.tree.name.span));
        return None;
    }
    Some(id)
}

fn means(program: &Program<'_>, package: PackageId, path: &slip_syntax::tree::NamePath, kind: &str) -> bool {
    match &path.package {
        None => program.peek(package, kind, &path.name.text).is_some(),
        Some(of) => program.package_called(package, &of.text).is_some_and(|of| program.own(of, kind, &path.name.text).is_some()),
    }
}

/// Reader for the changes of one patch.
struct Reader<'r, 't> {
    program: &'r Program<'t>,
    at: usize,
    package: PackageId,
    target: DeclId,
    over: MergeKind,
    touches: &'r mut Touches<'t>,
}

impl<'t> Reader<'_, 't> {
    fn touch(&mut self, place: Place, deed: PatchChangeKind, entry: &'t Entry, span: Span, there: Option<Span>) {
        let of_place = self.touches.entry((self.target, place)).or_default();
        match of_place.last_mut() {
            // Several entries with the same key in one patch count as one change of the key.
            Some(last) if last.patch == self.at && last.deed == PatchChangeKind::Set && deed == PatchChangeKind::Set => {
                last.entries.push(entry);
                last.span = last.span.to(span);
            }
            _ => of_place.push(PatchChange { patch: self.at, package: self.package, deed, entries: vec![entry], span, there }),
        }
    }

    /// Reads the changes that a patch makes with the given entries. `under` are the entries that are changed; `None` if they are not known.
    fn read(&mut self, entries: &'t [Entry], under: Option<&[Entry]>, place: &Place, diagnostics: &mut Diagnostics) {
        let over = self.over;
        for entry in entries.iter().filter(|entry| !entry.broken) {
            let word = over.word(entry);
            let inside = |last: EcoString| place.iter().cloned().chain([last]).collect::<Place>();
            let below = || under.into_iter().flatten().filter(move |other| over.word(other) == word);
            if let Some((sign, _)) = entry.sign() {
                let there: Vec<&Entry> = below().collect();
                self.members(entry, sign, &there, under.is_some(), &inside(word.into()));
            } else if ADDED.contains(&word) || OWN.contains(&word) || (over == MergeKind::Doctrine && entry.lead().is_some()) {
                let there = below().find(|other| tree_equality::entries(other, entry)).map(|other| other.span);
                self.touch(inside(word.into()), PatchChangeKind::Add, entry, entry.span, there);
            } else if MERGED.contains(&word) {
                let of_all = |name: &str| {
                    let blocks = under.into_iter().flatten().filter(|other| other.word() == word).filter_map(Entry::block);
                    blocks.flat_map(|block| &block.entries).rfind(|other| other.word() == name)
                };
                let inner = entry.block().map_or(&[][..], |block| &block.entries);
                for part in inner {
                    let there = of_all(part.word()).filter(|other| tree_equality::entries(other, part)).map(|other| other.span);
                    let place = inside(word.into()).into_iter().chain([part.word().into()]).collect();
                    self.touch(place, PatchChangeKind::Set, part, part.span, there);
                }
            } else if over.names(word) {
                self.named(entry, under, place, diagnostics);
            } else if entry.key.word().is_none() {
                // Rows of tables are the only entries without a word as key. They are identified by their numbers.
                let same = below().find(|other| same_numbers(&other.key, &entry.key)).filter(|other| tree_equality::entries(other, entry));
                let row = self.program.sources.slice(entry.key.span()).into();
                self.touch(inside(row), PatchChangeKind::Set, entry, entry.span, same.map(|other| other.span));
            } else {
                let about = over.is_about(word);
                let of_it = |other: &&Entry| over.word(other) == word && (!about || is_same(other, entry));
                let own: Vec<&Entry> = entries.iter().filter(|other| of_it(other) && other.sign().is_none()).collect();
                let there: Vec<&Entry> = under.into_iter().flatten().filter(of_it).collect();
                let same = !there.is_empty() && tree_equality::lists(&own, &there);
                let there = if same { there.first().map(|first| first.span) } else { None };
                let what = if about { called(entry) } else { word.into() };
                self.touch(inside(what), PatchChangeKind::Set, entry, entry.span, there);
            }
        }
    }

    fn members(&mut self, entry: &'t Entry, sign: Sign, there: &[&Entry], known: bool, place: &Place) {
        for member in entry.members() {
            let (Some(first), Some(last)) = (member.first(), member.last()) else { continue };
            let span = first.expr.span.to(last.expr.span);
            let text = self.program.sources.slice(span).trim();
            let says = |other: &&Entry| {
                let found = other.members().find(|other| self.is_member(other, text));
                found.and_then(|found| found.first()).map(|found| found.expr.span)
            };
            let found = there.iter().rev().find_map(says);
            let deed = if sign == Sign::Plus { PatchChangeKind::Join } else { PatchChangeKind::Leave };
            let useless = match deed {
                PatchChangeKind::Join => found,
                _ if known && found.is_none() => Some(span),
                _ => None,
            };
            let place = place.iter().cloned().chain([text.into()]).collect();
            self.touch(place, deed, entry, span, useless);
        }
    }

    fn is_member(&self, member: &[slip_syntax::tree::Value], text: &str) -> bool {
        let (Some(first), Some(last)) = (member.first(), member.last()) else { return false };
        self.program.sources.slice(first.expr.span.to(last.expr.span)).trim() == text
    }

    /// Reads an entry that declares a named thing. If the entry has a block, each entry in the block is a separate change; otherwise the
    /// whole entry is one change.
    fn named(&mut self, entry: &'t Entry, under: Option<&[Entry]>, place: &Place, diagnostics: &mut Diagnostics) {
        let word = entry.word();
        let about = subject(entry);
        let place: Place = place.iter().cloned().chain([called(entry)]).collect();
        let of_word = || under.into_iter().flatten().filter(|other| other.word() == word);
        let base = of_word().find(|other| subject(other) == about);
        let Some(block) = entry.block() else {
            let there = base.filter(|base| tree_equality::entries(base, entry)).map(|base| base.span);
            return self.touch(place, PatchChangeKind::Set, entry, entry.span, there);
        };
        if !names_only(entry) {
            let head = place.iter().cloned().chain(["itself".into()]).collect();
            self.touch(head, PatchChangeKind::Set, entry, entry.values_span(), None);
        }
        match base {
            Some(base) => self.read(&block.entries, Some(base.block().map_or(&[][..], |block| &block.entries)), &place, diagnostics),
            None => {
                if let (Some(_), [only]) = (under, about.as_slice()) {
                    self.nearly(entry, only, of_word().filter_map(|other| subject(other).into_iter().next()), diagnostics);
                }
                self.read(&block.entries, None, &place, diagnostics);
            }
        }
    }

    /// Reports a new name that is similar to an existing name, because it is probably a misspelling.
    fn nearly(&self, entry: &Entry, name: &str, there: impl Iterator<Item = EcoString>, diagnostics: &mut Diagnostics) {
        let names: Vec<EcoString> = there.collect();
        let near = slip_suggest::nearest(name, names.iter().map(EcoString::as_str));
        if let (Some(near), Some(declared)) = (near, self.program.get(self.target)) {
            let what = format!("{} {name}", entry.word());
            diagnostics.push(patch_errors::nearly(entry.values_span(), &self.program.key(declared), &what, &near));
        }
    }
}

/// Returns the text that identifies an entry: `stunt civilian`, `victory crew`.
fn called(entry: &Entry) -> EcoString {
    eco_format!("{} {}", entry.word(), subject(entry).join(" "))
}

/// True if a package depends on another one, directly or through others.
fn depends(program: &Program<'_>, package: PackageId, on: PackageId) -> bool {
    package != on && program.sources.reaches(package, on)
}

/// Reports entries of patches that change nothing, and conflicts between two patches.
fn judge(program: &Program<'_>, touches: &Touches<'_>, diagnostics: &mut Diagnostics) {
    for ((target, place), of_place) in touches {
        let Some(declared) = program.get(*target) else { continue };
        let key = program.key(declared);
        // A conflict is also possible between a patch that replaces a list and one that extends it.
        let outer = place.split_last().map(|(_, outer)| outer.to_vec()).and_then(|outer| touches.get(&(*target, outer)));
        let is_member = |touch: &PatchChange<'_>| matches!(touch.deed, PatchChangeKind::Join | PatchChangeKind::Leave);
        for (at, touch) in of_place.iter().enumerate() {
            if let Some(there) = touch.there
                && !others_touch(of_place, touch)
            {
                let there = (there != touch.span).then_some(there);
                diagnostics.push(patch_errors::useless(touch.span, &key, place, there));
            }
            let whole = outer
                .into_iter()
                .flatten()
                .filter(|first| is_member(touch) && first.deed == PatchChangeKind::Set && first.patch != touch.patch);
            let before = of_place.iter().take(at).chain(whole);
            let clash = before.into_iter().find(|first| {
                disagree(first, touch)
                    && !depends(program, touch.package, first.package)
                    && !depends(program, first.package, touch.package)
                    && !is_decided(program, of_place, first, touch)
            });
            if let Some(first) = clash {
                let name = |touch: &PatchChange<'_>| (program.package_name(touch.package).to_owned(), touch.span);
                let ((second_name, second), (first_name, first)) = (name(touch), name(first));
                diagnostics.push(patch_errors::conflicting((&second_name, second), (&first_name, first), &key, place));
            }
        }
    }
}

fn others_touch(of_place: &[PatchChange<'_>], touch: &PatchChange<'_>) -> bool {
    of_place.iter().any(|other| other.patch != touch.patch && other.deed != PatchChangeKind::Add)
}

fn disagree(first: &PatchChange<'_>, second: &PatchChange<'_>) -> bool {
    match (first.deed, second.deed) {
        (PatchChangeKind::Add, _) | (_, PatchChangeKind::Add) => false,
        (PatchChangeKind::Set, PatchChangeKind::Set) => !tree_equality::lists(&first.entries, &second.entries),
        (one, other) => one != other,
    }
}

/// True if a third package that depends on both patches sets the entry itself, which decides the conflict.
fn is_decided(program: &Program<'_>, of_place: &[PatchChange<'_>], first: &PatchChange<'_>, second: &PatchChange<'_>) -> bool {
    let above = |touch: &PatchChange<'_>| depends(program, touch.package, first.package) && depends(program, touch.package, second.package);
    of_place.iter().any(|touch| touch.deed == PatchChangeKind::Set && above(touch))
}
