//! The linked program: declarations with their full entries, and the look-up of names. Floor 3.

use super::{errors, suggest};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, PackageId, Sources};
use crate::syntax::tree::{Declaration, Entry, Path, Test};
use ecow::EcoString;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A declaration inside one [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DeclId(pub u32);

/// A declared item.
#[derive(Clone, Debug)]
pub struct Declared<'t> {
    /// Its id.
    pub id: DeclId,
    /// The package it is declared in.
    pub package: PackageId,
    /// The file it stands in.
    pub file: FileId,
    /// What the author wrote.
    pub tree: &'t Declaration,
    /// Its entries: those of its base with its own laid over them, then those of patches. Of a `doctrine` only its own,
    /// since a doctrine's base is consulted in play and not merged.
    pub entries: Cow<'t, [Entry]>,
    /// The item after `from`, if it was found.
    pub base: Option<DeclId>,
}

impl Declared<'_> {
    /// The kind it was declared with.
    pub fn kind(&self) -> &str {
        &self.tree.kind.text
    }

    /// Its name.
    pub fn name(&self) -> &EcoString {
        &self.tree.name.text
    }

    /// The name shown to people: its title, or its name.
    pub fn title(&self) -> &EcoString {
        self.tree.title.as_ref().map_or(&self.tree.name.text, |title| &title.value)
    }

    /// The entries with this key.
    pub fn entries_of<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.word() == key)
    }

    /// The last entry with this key, which is the one that counts where a key is written once.
    pub fn entry<'a>(&'a self, key: &'a str) -> Option<&'a Entry> {
        self.entries.iter().rev().find(|entry| entry.word() == key)
    }
}

/// Which kinds a place accepts.
#[derive(Clone, Copy, Debug)]
pub enum Kinds<'k> {
    /// One kind.
    One(&'k str),
    /// Any of these.
    Any(&'k [&'k str]),
    /// Anything built by a design: a kind that some design declares.
    Built,
}

/// What a package sees of others.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Packages by the name used here.
    pub packages: BTreeMap<EcoString, PackageId>,
    /// Packages whose names are all brought in.
    pub wholesale: Vec<PackageId>,
    /// Single names brought in, with the kind if one was written.
    pub names: Vec<(Option<EcoString>, EcoString, PackageId)>,
}

/// All declarations, linked.
#[derive(Debug)]
pub struct Program<'t> {
    /// The texts.
    pub sources: &'t Sources,
    /// `test` items with their package.
    pub tests: Vec<(PackageId, &'t Test)>,
    pub(super) declarations: Vec<Declared<'t>>,
    pub(super) by_kind: BTreeMap<EcoString, Vec<DeclId>>,
    pub(super) index: BTreeMap<(PackageId, EcoString), HashMap<EcoString, DeclId>>,
    pub(super) scopes: Vec<Scope>,
    pub(super) built_kinds: BTreeSet<EcoString>,
    pub(super) aliases: BTreeMap<(PackageId, EcoString, EcoString), DeclId>,
}

/// Kinds that are not built by a design.
pub const PLAIN_KINDS: &[&str] =
    &["design", "stunt", "skill", "mark", "ruleset", "map", "cluster", "encounter", "doctrine", "platoon", "table"];

impl<'t> Program<'t> {
    /// A declaration by id.
    pub fn get(&self, id: DeclId) -> Option<&Declared<'t>> {
        self.declarations.get(usize::try_from(id.0).ok()?)
    }

    /// Every declaration, in the order of files and text.
    pub fn all(&self) -> &[Declared<'t>] {
        &self.declarations
    }

    /// Every declaration of a kind, in the order of files and text.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Declared<'t>> {
        self.by_kind.get(kind).into_iter().flatten().filter_map(|id| self.get(*id))
    }

    /// Whether some design builds things of this kind.
    pub fn is_built_kind(&self, kind: &str) -> bool {
        self.built_kinds.contains(kind)
    }

    /// Every kind there is, plain and built.
    pub fn kinds(&self) -> Vec<EcoString> {
        PLAIN_KINDS.iter().map(|kind| EcoString::from(*kind)).chain(self.built_kinds.iter().cloned()).collect()
    }

    /// The name of a package.
    pub fn package_name(&self, package: PackageId) -> &str {
        self.sources.package(package).map_or("", |package| &package.name)
    }

    /// `package.name`, the key of a declaration in the pack.
    pub fn key(&self, declared: &Declared<'_>) -> EcoString {
        crate::pack::key(self.package_name(declared.package), declared.name())
    }

    /// What a name of a kind means in a package, without saying anything: its own, then what it uses, then `std`.
    pub fn lookup(&self, from: PackageId, kind: &str, name: &str) -> Option<DeclId> {
        if let Some(found) = self.own(from, kind, name) {
            return Some(found);
        }
        let scope = self.scope(from)?;
        let named = scope.names.iter().find(|(only, word, _)| word == name && only.as_deref().is_none_or(|only| only == kind));
        if let Some(found) = named.and_then(|(_, _, package)| self.own(*package, kind, name)) {
            return Some(found);
        }
        let wholesale = scope.wholesale.iter().find_map(|package| self.own(*package, kind, name));
        wholesale.or_else(|| self.own(PackageId::STD, kind, name))
    }

    /// What a path means in a package.
    ///
    /// # Errors
    /// A diagnostic that names the nearest visible names, or the package that is not a dependency.
    pub fn find(&self, from: PackageId, path: &Path, kinds: Kinds<'_>) -> Result<DeclId, Box<Diagnostic>> {
        let found = match &path.package {
            None => self.first(kinds, |kind| self.lookup(from, kind, &path.name.text)),
            Some(package) => {
                let target = self.package_called(from, &package.text).ok_or_else(|| {
                    let known = self.scope(from).map(|scope| scope.packages.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
                    Box::new(errors::unknown_package(package, &known))
                })?;
                self.first(kinds, |kind| self.own(target, kind, &path.name.text))
            }
        };
        found.ok_or_else(|| {
            let names = self.visible(from, kinds);
            let other = self.kinds().into_iter().find(|kind| self.lookup(from, kind, &path.name.text).is_some());
            let nearest = suggest::nearest(&path.name.text, names.iter().map(EcoString::as_str));
            Box::new(errors::unknown_name(path, &self.describe(kinds), nearest, other.as_deref()))
        })
    }

    /// Every name of these kinds that a package can write without a package in front, sorted.
    pub fn visible(&self, from: PackageId, kinds: Kinds<'_>) -> Vec<EcoString> {
        let mut names = BTreeSet::new();
        let scope = self.scope(from);
        for kind in self.list(kinds) {
            let mut packages = vec![from, PackageId::STD];
            packages.extend(scope.iter().flat_map(|scope| scope.wholesale.iter().copied()));
            for package in packages {
                if let Some(table) = self.index.get(&(package, kind.clone())) {
                    names.extend(table.keys().cloned());
                }
            }
            names.extend(scope.iter().flat_map(|scope| scope.names.iter().map(|(_, name, _)| name.clone())));
        }
        names.into_iter().collect()
    }

    /// The package a word means in a package: itself, `std`, or a dependency.
    pub fn package_called(&self, from: PackageId, name: &str) -> Option<PackageId> {
        if name == self.package_name(from) {
            return Some(from);
        }
        if name == "std" {
            return Some(PackageId::STD);
        }
        self.scope(from)?.packages.get(name).copied()
    }

    /// The kinds in words: `weapon`, `weapon or armour`.
    pub fn describe(&self, kinds: Kinds<'_>) -> String {
        match kinds {
            Kinds::One(kind) => kind.to_owned(),
            Kinds::Any(kinds) => suggest::alternatives(kinds.iter().copied()),
            Kinds::Built => "item".to_owned(),
        }
    }

    fn list(&self, kinds: Kinds<'_>) -> Vec<EcoString> {
        match kinds {
            Kinds::One(kind) => vec![kind.into()],
            Kinds::Any(kinds) => kinds.iter().map(|kind| EcoString::from(*kind)).collect(),
            Kinds::Built => self.built_kinds.iter().cloned().collect(),
        }
    }

    fn first(&self, kinds: Kinds<'_>, look: impl Fn(&str) -> Option<DeclId>) -> Option<DeclId> {
        match kinds {
            Kinds::One(kind) => look(kind),
            Kinds::Any(kinds) => kinds.iter().find_map(|kind| look(kind)),
            Kinds::Built => self.built_kinds.iter().find_map(|kind| look(kind)),
        }
    }

    fn scope(&self, package: PackageId) -> Option<&Scope> {
        self.scopes.get(usize::try_from(package.0).ok()?)
    }

    /// A declaration or alias of this very package.
    pub(super) fn own(&self, package: PackageId, kind: &str, name: &str) -> Option<DeclId> {
        let key = (package, EcoString::from(kind));
        let declared = self.index.get(&key).and_then(|table| table.get(name)).copied();
        declared.or_else(|| if self.aliases.is_empty() { None } else { self.aliases.get(&(key.0, key.1, name.into())).copied() })
    }
}
