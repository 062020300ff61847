//! The linked program: all declarations with their complete entries, and the look-up of names.

use super::errors;
pub(super) use super::imports::{ImportedName, OldName, OldUse, PackageScope, VisiblePackage};
use super::name_table::DeclarationNames;
use super::reference_log::ReferenceLog;
use ecow::EcoString;
use slip_source::diagnostic::Diagnostic;
use slip_source::{FileId, PackageId, Sources, Span};
use slip_syntax::tree::{Declaration, Entry, NamePath, SpannedName, Test};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Id of a declaration in a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DeclId(pub u32);

/// Declared item with its complete entries.
#[derive(Clone, Debug)]
pub struct DeclaredItem<'t> {
    /// Id of the declaration.
    pub id: DeclId,
    /// Package in which the item is declared.
    pub package: PackageId,
    /// File in which the item is declared.
    pub file: FileId,
    /// Syntax tree as written.
    pub tree: &'t Declaration,
    /// Entries of the declaration: those of its base merged with its own, then changed by patches. A `doctrine` has only its own entries,
    /// because its base is read during play.
    pub entries: Cow<'t, [Entry]>,
    /// Base: the declaration after `from`, if it was found.
    pub base: Option<DeclId>,
}

impl DeclaredItem<'_> {
    /// Returns the kind of the declaration.
    pub fn kind(&self) -> &str {
        &self.tree.kind.text
    }

    /// Returns the name of the declaration.
    pub fn name(&self) -> &EcoString {
        &self.tree.name.text
    }

    /// Returns the name that is shown to people: the title, or else the name.
    pub fn title(&self) -> &EcoString {
        self.tree.title.as_ref().map_or(&self.tree.name.text, |title| &title.value)
    }

    /// Returns the entries with this key.
    pub fn entries_of<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.word() == key)
    }

    /// Returns the last entry with this key. For keys that may be written only once, the last entry counts.
    pub fn entry<'a>(&'a self, key: &'a str) -> Option<&'a Entry> {
        self.entries.iter().rev().find(|entry| entry.word() == key)
    }
}

/// Kinds of declarations that are accepted at a position.
#[derive(Clone, Copy, Debug)]
pub enum Kinds<'k> {
    /// One kind.
    One(&'k str),
    /// Any of several kinds.
    Any(&'k [&'k str]),
    /// Any kind whose items are built by a design.
    Built,
}

/// Patch that was applied.
#[derive(Clone, Copy, Debug)]
pub struct AppliedPatch {
    /// Package that contains the patch.
    pub package: PackageId,
    /// Span of the patch.
    pub span: Span,
    /// Span of the target's name in the patch.
    pub named: Span,
    /// Declaration that the patch changes.
    pub target: DeclId,
    /// True if the patch parsed completely.
    pub whole: bool,
}

/// Declaration that was found for a name, with the path by which it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<'s> {
    pub id: DeclId,
    /// Package in which the name was found.
    pub package: PackageId,
    /// Flag of the import through which the name was found. It is set when the import is used.
    through: Option<&'s AtomicBool>,
    /// True if the name is an old name, declared by an alias.
    old: bool,
}

impl Hit<'_> {
    fn mark(&self) {
        if let Some(used) = self.through {
            used.store(true, Ordering::Relaxed);
        }
    }
}

/// Error that the name is in two imported packages, which are given.
pub(super) struct Ambiguous(pub PackageId, pub PackageId);

/// All declarations of the compiled packages, linked.
#[derive(Debug)]
pub struct Program<'t> {
    /// Source texts of all packages.
    pub sources: &'t Sources,
    /// `test` items with their package.
    pub tests: Vec<(PackageId, Cow<'t, Test>)>,
    pub(super) declarations: Vec<DeclaredItem<'t>>,
    pub(super) by_kind: BTreeMap<EcoString, Vec<DeclId>>,
    pub(super) index: BTreeMap<(PackageId, EcoString), DeclarationNames>,
    pub(super) scopes: Vec<PackageScope>,
    pub(super) built_kinds: BTreeSet<EcoString>,
    pub(super) aliases: BTreeMap<(PackageId, EcoString, EcoString), OldName>,
    /// For each name, the packages in which a declaration or an alias of any kind has this name; computed on first use.
    pub(super) holders: OnceLock<HashMap<EcoString, BTreeSet<PackageId>>>,
    /// Names of all aliases, including aliases that refer to nothing.
    pub(super) alias_names: BTreeSet<(PackageId, EcoString)>,
    /// Names of all aliases of all packages, to test quickly if a word may be an alias.
    pub(super) alias_words: HashSet<EcoString>,
    pub(super) patches: Vec<AppliedPatch>,
    /// Indices into `patches`, by the start of the patch.
    pub(super) patch_places: BTreeMap<(FileId, u32), usize>,
    /// Indices into `patches`, by the declaration that they change, in order.
    pub(super) patches_by_target: BTreeMap<DeclId, Vec<usize>>,
    /// Names that a package imports from packages that could not be loaded. `None` means that the package imports all names of such a
    /// package.
    pub(super) awaited: BTreeSet<(PackageId, Option<EcoString>)>,
    /// Names that a `use` imports from a package in vain, because the package does not have them. Each has the spans at which this was
    /// reported.
    pub(super) unfound: BTreeMap<(PackageId, EcoString), Vec<Span>>,
    /// Names in heads that could not be parsed, each with the package of the head.
    pub(super) lost: BTreeMap<EcoString, BTreeSet<PackageId>>,
    /// Uses of old names, which are recorded during look-ups.
    pub(super) old_uses: Mutex<BTreeSet<OldUse>>,
    /// Names that a package imports from several packages, with the spans at which this was reported.
    pub(super) twice: BTreeMap<(PackageId, EcoString), Vec<Span>>,
    /// For each base, the declarations that are derived from it; computed on first use.
    pub(super) heirs: OnceLock<BTreeMap<DeclId, Vec<DeclId>>>,
    /// Designs with the entry `uniform`, by the kind that they build.
    pub(super) uniform: OnceLock<BTreeMap<EcoString, Vec<DeclId>>>,
    /// Declarations by name, of any kind and package, in the order of files and text; computed on first use.
    pub(super) by_name: OnceLock<HashMap<EcoString, Vec<DeclId>>>,
    /// Declarations by kind and package, in the order of files and text; computed on first use.
    pub(super) by_home: OnceLock<HashMap<(EcoString, PackageId), Vec<DeclId>>>,
    /// Packages by name; computed on first use.
    pub(super) packages_by_name: OnceLock<HashMap<EcoString, Vec<PackageId>>>,
    /// Log of the references from names to declarations; `None` if it is not needed.
    pub(super) trail: Option<Mutex<ReferenceLog>>,
}

/// Kinds whose declarations are not built by a design.
pub const PLAIN_KINDS: &[&str] = &[
    "design",
    "stunt",
    "skill",
    "mark",
    "ruleset",
    "station",
    "map",
    "template",
    "cluster",
    "encounter",
    "scenario",
    "doctrine",
    "platoon",
    "table",
    "background",
    "operative",
    "opposition",
];

impl<'t> Program<'t> {
    /// Returns the declaration with this id.
    pub fn get(&self, id: DeclId) -> Option<&DeclaredItem<'t>> {
        self.declarations.get(usize::try_from(id.0).ok()?)
    }

    /// Returns every declaration, in the order of files and text.
    pub fn all(&self) -> &[DeclaredItem<'t>] {
        &self.declarations
    }

    /// Returns every declaration of a kind, in the order of files and text.
    pub fn of_kind<'a>(&'a self, kind: &str) -> impl Iterator<Item = &'a DeclaredItem<'t>> {
        self.by_kind.get(kind).into_iter().flatten().filter_map(|id| self.get(*id))
    }

    /// Returns the designs of a kind with the entry `uniform`.
    pub fn uniform_designs<'a>(&'a self, kind: &str) -> impl Iterator<Item = &'a DeclaredItem<'t>> {
        let uniform = self.uniform.get_or_init(|| {
            let mut uniform: BTreeMap<EcoString, Vec<DeclId>> = BTreeMap::new();
            for design in self.of_kind("design").filter(|design| design.entry("uniform").is_some()) {
                if let Some(built) = &design.tree.design {
                    uniform.entry(built.name.text.clone()).or_default().push(design.id);
                }
            }
            uniform
        });
        uniform.get(kind).into_iter().flatten().filter_map(|id| self.get(*id))
    }

    /// Returns everything that is declared with a name, of any kind and in any package, in the order of files and text.
    pub fn named<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a DeclaredItem<'t>> + use<'a, 't> {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: HashMap<EcoString, Vec<DeclId>> = HashMap::new();
            for declared in &self.declarations {
                by_name.entry(declared.name().clone()).or_default().push(declared.id);
            }
            by_name
        });
        by_name.get(name).into_iter().flatten().filter_map(move |id| self.get(*id))
    }

    /// Returns every declaration of a kind that a package can see: its own declarations, those of the standard library, and those of
    /// packages that it uses. They are in the order of files and text.
    pub(super) fn near(&self, from: PackageId, kind: &str) -> impl Iterator<Item = &DeclaredItem<'t>> {
        let by_home = self.by_home.get_or_init(|| {
            let mut by_home: HashMap<(EcoString, PackageId), Vec<DeclId>> = HashMap::new();
            for declared in &self.declarations {
                by_home.entry((declared.kind().into(), declared.package)).or_default().push(declared.id);
            }
            by_home
        });
        let mut packages = BTreeSet::from([from, PackageId::STD]);
        if let Some(scope) = self.scope(from) {
            let brought = scope.names.values().flatten().map(|brought| &brought.from);
            packages.extend(scope.wholesale.iter().chain(brought).map(|reached| reached.package));
        }
        let mut ids = BTreeSet::new();
        for package in packages {
            ids.extend(by_home.get(&(EcoString::from(kind), package)).into_iter().flatten());
            // Declarations of other packages are included if an alias of the package refers to them.
            let aliases = self.aliases.range((package, EcoString::from(kind), EcoString::new())..);
            ids.extend(aliases.take_while(|((of, known, _), _)| *of == package && known.as_str() == kind).map(|(_, old)| old.target));
        }
        ids.into_iter().filter_map(move |id| self.get(id))
    }

    /// Returns every declaration of a kind that can be named without a package in the package `from`, in the order of files and text.
    pub fn in_sight<'p>(&'p self, from: PackageId, kind: &'p str) -> impl Iterator<Item = &'p DeclaredItem<'t>> {
        self.near(from, kind).filter(move |thing| self.peek(from, kind, thing.name()) == Some(thing.id))
    }

    /// True if declarations of the package `of` can affect the package `on`. This is so if both are the same package, if `on` depends on
    /// `of`, or if `of` is the standard library. If the program has patches, every package can affect every other.
    ///
    /// Findings in a package must depend only on packages that can affect it. Many packages can then be checked together, and each gets the
    /// findings that it would get alone.
    pub fn bears_on(&self, of: PackageId, on: PackageId) -> bool {
        of == PackageId::STD || !self.patches.is_empty() || self.sources.reaches(on, of)
    }

    /// Like [`Self::bears_on`], but with the name of the first package.
    pub fn named_bears_on(&self, of: &str, on: PackageId) -> bool {
        let by_name = self.packages_by_name.get_or_init(|| {
            let mut by_name: HashMap<EcoString, Vec<PackageId>> = HashMap::new();
            for (id, package) in self.sources.packages() {
                by_name.entry(package.name.as_str().into()).or_default().push(id);
            }
            by_name
        });
        by_name.get(of).into_iter().flatten().any(|of| self.bears_on(*of, on))
    }

    /// Returns all declarations that are derived from a declaration, directly or indirectly.
    pub fn heirs(&self, of: DeclId) -> impl Iterator<Item = &DeclaredItem<'t>> {
        let heirs = self.heirs.get_or_init(|| {
            let mut heirs: BTreeMap<DeclId, Vec<DeclId>> = BTreeMap::new();
            for (heir, base) in self.declarations.iter().filter_map(|declared| Some((declared.id, declared.base?))) {
                heirs.entry(base).or_default().push(heir);
            }
            heirs
        });
        let (mut open, mut known) = (vec![of], BTreeSet::from([of]));
        std::iter::from_fn(move || {
            let base = open.pop()?;
            open.extend(heirs.get(&base).into_iter().flatten().filter(|heir| known.insert(**heir)));
            Some(base)
        })
        .skip(1)
        .filter_map(|id| self.get(id))
    }

    /// True if a design builds items of this kind.
    pub fn is_built_kind(&self, kind: &str) -> bool {
        self.built_kinds.contains(kind)
    }

    /// True if the word is a kind of declaration, plain or built by designs.
    pub fn is_kind(&self, word: &str) -> bool {
        self.is_built_kind(word) || PLAIN_KINDS.contains(&word)
    }

    /// True if a path in the package `from` refers to a declaration of this kind.
    pub fn has_meaning(&self, from: PackageId, kind: &str, path: &NamePath) -> bool {
        match &path.package {
            None => !matches!(self.seek(from, kind, &path.name.text), Ok(None)),
            Some(package) => self.package_called(from, &package.text).is_some_and(|of| self.own(of, kind, &path.name.text).is_some()),
        }
    }

    /// Returns every kind, plain and built.
    pub fn kinds(&self) -> Vec<EcoString> {
        PLAIN_KINDS.iter().map(|kind| EcoString::from(*kind)).chain(self.built_kinds.iter().cloned()).collect()
    }

    /// Returns the name of a package.
    pub fn package_name(&self, package: PackageId) -> &str {
        self.sources.package(package).map_or("", |package| &package.name)
    }

    /// Returns the key of a declaration in the pack: `package.name`.
    pub fn key(&self, declared: &DeclaredItem<'_>) -> EcoString {
        slip_pack::key(self.package_name(declared.package), declared.name())
    }

    /// Returns the declaration to which a name of a kind refers in a package, without diagnostics. The package's own declarations come
    /// first, then imported ones, then those of `std`. If two imported packages have the name, the first package counts.
    pub fn lookup(&self, from: PackageId, kind: &str, name: &str) -> Option<DeclId> {
        let hit = match self.seek(from, kind, name) {
            Ok(hit) => hit?,
            Err(Ambiguous(first, _)) => self.hit(first, kind, name, None)?,
        };
        hit.mark();
        Some(hit.id)
    }

    /// Like [`Self::lookup`], without marking the import as used.
    pub fn peek(&self, from: PackageId, kind: &str, name: &str) -> Option<DeclId> {
        self.seen(from, kind, name).map(|(_, id)| id)
    }

    /// Like [`Self::peek`]; also returns the package that has the name.
    pub(super) fn seen(&self, from: PackageId, kind: &str, name: &str) -> Option<(PackageId, DeclId)> {
        self.seek(from, kind, name).ok().flatten().map(|hit| (hit.package, hit.id))
    }

    /// Returns the declaration to which a path refers in a package. A path in the text of another package (an inherited text or a patch) is
    /// resolved in that package.
    ///
    /// # Errors
    /// A diagnostic that names the nearest visible names, the package that is not a dependency, the two packages that both have
    /// the name, or the kinds that both have it.
    pub fn find(&self, from: PackageId, path: &NamePath, kinds: Kinds<'_>) -> Result<DeclId, Box<Diagnostic>> {
        if let Some(kind) = &path.kind {
            return self.find_of_kind(from, path, kind, kinds);
        }
        match kinds {
            Kinds::One(_) => self.find_first(from, path, kinds),
            Kinds::Any(_) | Kinds::Built => match self.nearest_meanings(from, path, kinds, |_| true)?.as_slice() {
                [only] => self.find_first(from, path, Kinds::One(only)),
                _ => self.find_first(from, path, kinds),
            },
        }
    }

    /// Returns the declaration that a path with a kind refers to, if the kind is one of `kinds`.
    fn find_of_kind(&self, from: PackageId, path: &NamePath, kind: &SpannedName, kinds: Kinds<'_>) -> Result<DeclId, Box<Diagnostic>> {
        if self.first(kinds, |known| (kind.text == known).then_some(())).is_none() {
            return Err(Box::new(errors::kind_not_here(kind, &path.name, &self.describe(kinds))));
        }
        self.find_first(from, path, Kinds::One(&kind.text))
    }

    /// Like [`Self::find`], but if the name exists in several kinds, the first kind counts. This is for callers that only need to know if
    /// the name exists.
    pub fn find_first(&self, from: PackageId, path: &NamePath, kinds: Kinds<'_>) -> Result<DeclId, Box<Diagnostic>> {
        let from = self.written_in(path.span()).unwrap_or(from);
        let found = match &path.package {
            None => self.first(kinds, |kind| self.seek(from, kind, &path.name.text).map(|hit| Some((kind.into(), hit?))).transpose()),
            Some(package) => {
                let (target, through) = self.package_reached(from, &package.text).ok_or_else(|| self.unknown_package(from, package))?;
                // A path with a package counts as a use of the package, even if the name is not found.
                through.into_iter().for_each(|used| used.store(true, Ordering::Relaxed));
                self.first(kinds, |kind| self.hit(target, kind, &path.name.text, through).map(|hit| Ok((EcoString::from(kind), hit))))
            }
        };
        match found {
            Some(Ok((kind, hit))) => {
                hit.mark();
                self.note(path.name.span, hit.id);
                if hit.old {
                    self.note_old(from, path, kind, hit);
                }
                Ok(hit.id)
            }
            Some(Err(Ambiguous(first, second))) => {
                self.mark_all(from, kinds, &path.name.text);
                let names = (self.package_name(first), self.package_name(second));
                Err(Box::new(errors::ambiguous_between(&path.name, names)))
            }
            None => {
                self.note_wanted(path.name.span, kinds);
                Err(Box::new(self.unknown_name(from, path, kinds, None)))
            }
        }
    }

    /// Returns the package whose text contains a span; `None` for an empty span.
    pub(super) fn written_in(&self, span: Span) -> Option<PackageId> {
        if span.is_empty() {
            return None;
        }
        self.sources.file(span.file).map(|file| file.package())
    }

    fn note_old(&self, from: PackageId, path: &NamePath, kind: EcoString, hit: Hit<'_>) {
        let old = OldUse { span: path.span(), kind, name: path.name.text.clone(), package: hit.package, from, target: hit.id };
        // Entries are inserted only when complete, so even a thread that panicked cannot have left a half-written one.
        self.old_uses.lock().unwrap_or_else(PoisonError::into_inner).insert(old);
    }

    /// Returns the tables of names of a kind that are visible as a whole in a package. These are its own tables, the tables of the standard
    /// library, and the tables of packages from which it imports all names.
    pub(super) fn tables<'p>(&'p self, from: PackageId, kind: &EcoString) -> impl Iterator<Item = &'p DeclarationNames> + use<'p, 't> {
        let used = self.scope(from).into_iter().flat_map(|scope| scope.wholesale.iter().map(|reached| reached.package));
        let kind = kind.clone();
        [from, PackageId::STD].into_iter().chain(used).filter_map(move |package| self.index.get(&(package, kind.clone())))
    }

    /// Returns the names of a kind that are imported one by one.
    pub(super) fn brought<'p>(
        &'p self,
        from: PackageId,
        kind: &EcoString,
    ) -> impl Iterator<Item = (&'p EcoString, &'p Vec<ImportedName>)> + use<'p, 't> {
        let kind = kind.clone();
        let is_there =
            move |name: &EcoString, all: &[ImportedName]| all.iter().any(|one| self.own(one.from.package, &kind, name).is_some());
        self.scope(from).into_iter().flat_map(|scope| &scope.names).filter(move |(name, all)| is_there(name, all))
    }

    /// Returns the package that a word means in a package: this package itself, `std`, or one of its dependencies.
    pub fn package_called(&self, from: PackageId, name: &str) -> Option<PackageId> {
        self.package_reached(from, name).map(|(package, _)| package)
    }

    pub(super) fn package_reached(&self, from: PackageId, name: &str) -> Option<(PackageId, Option<&AtomicBool>)> {
        if name == self.package_name(from) {
            return Some((from, None));
        }
        if name == "std" {
            return Some((PackageId::STD, None));
        }
        self.scope(from)?.packages.get(name).map(|reached| (reached.package, Some(&reached.used)))
    }

    /// Describes the kinds for messages: `weapon`, `weapon or armour`.
    pub fn describe(&self, kinds: Kinds<'_>) -> String {
        match kinds {
            Kinds::One(kind) => kind.to_owned(),
            Kinds::Any(kinds) => slip_suggest::alternatives(kinds.iter().copied()),
            Kinds::Built => "item".to_owned(),
        }
    }

    pub(super) fn list(&self, kinds: Kinds<'_>) -> Vec<EcoString> {
        match kinds {
            Kinds::One(kind) => vec![kind.into()],
            Kinds::Any(kinds) => kinds.iter().map(|kind| EcoString::from(*kind)).collect(),
            Kinds::Built => self.built_kinds.iter().cloned().collect(),
        }
    }

    pub(super) fn first<T>(&self, kinds: Kinds<'_>, look: impl Fn(&str) -> Option<T>) -> Option<T> {
        match kinds {
            Kinds::One(kind) => look(kind),
            Kinds::Any(kinds) => kinds.iter().find_map(|kind| look(kind)),
            Kinds::Built => self.built_kinds.iter().find_map(|kind| look(kind)),
        }
    }

    /// Finds the declaration that a name of a kind refers to in the package `from`.
    pub(super) fn seek(&self, from: PackageId, kind: &str, name: &str) -> Result<Option<Hit<'_>>, Ambiguous> {
        if let Some(own) = self.hit(from, kind, name, None) {
            return Ok(Some(own));
        }
        let Some(scope) = self.scope(from) else { return Ok(None) };
        if let Some(brought) = scope.names.get(name) {
            let named = brought.iter().filter(|brought| brought.kind.as_deref().is_none_or(|only| only == kind));
            let hits = named.filter_map(|brought| self.hit(brought.from.package, kind, name, Some(&brought.from.used)));
            if let Some(hit) = one_of(hits)? {
                return Ok(Some(hit));
            }
        }
        if !scope.wholesale.is_empty() {
            let reached = scope.wholesale_of(self.holders(name));
            let hits = reached.filter_map(|reached| self.hit(reached.package, kind, name, Some(&reached.used)));
            if let Some(hit) = one_of(hits)? {
                return Ok(Some(hit));
            }
        }
        Ok(self.hit(PackageId::STD, kind, name, None))
    }

    /// Returns the packages that have a declaration or an alias with this name, of any kind.
    fn holders(&self, name: &str) -> impl Iterator<Item = PackageId> {
        let holders = self.holders.get_or_init(|| {
            let declared = self.declarations.iter().map(|declared| (declared.package, declared.name()));
            let mut holders: HashMap<EcoString, BTreeSet<PackageId>> = HashMap::new();
            for (package, name) in declared.chain(self.alias_names.iter().map(|(package, name)| (*package, name))) {
                holders.entry(name.clone()).or_default().insert(package);
            }
            holders
        });
        holders.get(name).into_iter().flatten().copied()
    }

    /// Finds a declaration of `package` itself, or the target of one of its aliases. `through` is the flag of the import that leads to the
    /// package.
    fn hit<'s>(&self, package: PackageId, kind: &str, name: &str, through: Option<&'s AtomicBool>) -> Option<Hit<'s>> {
        if let Some(id) = self.declared(package, kind, name) {
            return Some(Hit { id, package, through, old: false });
        }
        self.old_name(package, kind, name).map(|old| Hit { id: old.target, package, through, old: true })
    }

    pub(super) fn scope(&self, package: PackageId) -> Option<&PackageScope> {
        self.scopes.get(usize::try_from(package.0).ok()?)
    }

    /// Returns a declaration that `package` itself contains. Declarations of other packages are not considered.
    pub(super) fn declared(&self, package: PackageId, kind: &str, name: &str) -> Option<DeclId> {
        self.index.get(&(package, EcoString::from(kind))).and_then(|names| names.get(name))
    }

    /// Returns an alias of `package` itself.
    pub(super) fn old_name(&self, package: PackageId, kind: &str, name: &str) -> Option<OldName> {
        if self.aliases.is_empty() {
            return None;
        }
        self.aliases.get(&(package, kind.into(), name.into())).copied()
    }

    /// Returns every old name: its kind, its package, the name, and its target.
    pub fn old_names(&self) -> impl Iterator<Item = (&str, PackageId, &str, DeclId)> {
        self.aliases.iter().map(|((package, kind, name), old)| (kind.as_str(), *package, name.as_str(), old.target))
    }

    /// Returns a declaration of `package`. If the package has no such declaration, returns the target of its alias of this name.
    pub(super) fn own(&self, package: PackageId, kind: &str, name: &str) -> Option<DeclId> {
        self.declared(package, kind, name).or_else(|| self.old_name(package, kind, name).map(|old| old.target))
    }
}

/// Returns the declaration to which several imports lead. `Err` if they lead to different declarations. All these imports are marked as
/// used.
fn one_of<'s>(hits: impl Iterator<Item = Hit<'s>>) -> Result<Option<Hit<'s>>, Ambiguous> {
    let mut found: Option<Hit<'s>> = None;
    for hit in hits {
        match found {
            Some(first) if first.id != hit.id => return Err(Ambiguous(first.package, hit.package)),
            Some(_) => hit.mark(),
            None => found = Some(hit),
        }
    }
    Ok(found)
}
