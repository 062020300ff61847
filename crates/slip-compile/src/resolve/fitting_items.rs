//! Resolves names at places where only one sort of item is allowed (a ship, a crew member, gear). Also resolves old names in lists of items
//! that are stored under their current names.
//!
//! Names are unique only per package and kind, so a ship and her skipper may have the same name. The caller decides which sorts are
//! allowed. If both the ship and the skipper are allowed, the name is ambiguous, and the author must add the kind: `weapon nova`.

use super::errors;
use super::program::{Ambiguous, DeclId, DeclaredItem, ImportedName, Kinds, Program};
use ecow::EcoString;
use slip_source::diagnostic::{COMPLETION_WORD, Diagnostic};
use slip_source::{PackageId, Span};
use slip_syntax::tree::{NamePath, SpannedName};
use std::collections::BTreeSet;
use std::sync::PoisonError;

/// Distance between a name and its declaration; the nearest declaration wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameDistance {
    /// The item is in the package that contains the name, or in the package that the path states.
    Own,
    /// Imported by name.
    Named,
    /// In a package from which all names are imported.
    Wholesale,
    /// In the standard library.
    Library,
}

/// Declaration that a name may mean.
struct CandidateDeclaration {
    nearness: NameDistance,
    kind: EcoString,
    id: DeclId,
    /// True if this is an old name of the item, which an `alias` keeps valid. A declaration with the same name takes precedence.
    is_old: bool,
}

impl<'t> Program<'t> {
    /// Returns the nearest built item with this name for which `fits` is true: the package's own, then imported ones, then those of `std`
    /// (R-XC15). If there is none, returns the first item with the name, so that the caller can describe it.
    ///
    /// # Errors
    ///
    /// The errors of [`Program::find`], and an error if two such items are at the same distance.
    pub fn find_fitting(
        &self,
        from: PackageId,
        path: &NamePath,
        fits: impl Fn(&DeclaredItem<'t>) -> bool,
    ) -> Result<DeclId, Box<Diagnostic>> {
        self.note_fitting(path, &fits);
        match self.nearest_meanings(from, path, Kinds::Built, &fits)?.as_slice() {
            [only] => self.find_first(from, path, Kinds::One(only)),
            _ => match &path.kind {
                Some(kind) if self.is_built_kind(&kind.text) => self.find_first(from, path, Kinds::One(&kind.text)),
                Some(kind) => Err(Box::new(errors::kind_not_here(kind, &path.name, &self.describe(Kinds::Built)))),
                None => self.find_first(from, path, Kinds::Built),
            },
        }
    }

    /// Records, for completion in an editor, the built items that are allowed at a path. Does so only if the path is the word that
    /// completion inserts.
    fn note_fitting(&self, path: &NamePath, fits: impl Fn(&DeclaredItem<'t>) -> bool) {
        let Some(trail) = self.trail.as_ref().filter(|_| path.name.text == COMPLETION_WORD) else { return };
        let built = self.all().iter().filter(|declared| self.is_built_kind(declared.kind()) && fits(declared));
        let fitting: BTreeSet<DeclId> = built.map(|declared| declared.id).collect();
        trail.lock().unwrap_or_else(PoisonError::into_inner).fitting.push((path.name.span, fitting));
    }

    /// Returns all built items that a path may mean and that `fits` accepts, however far away they are declared.
    pub fn all_fitting(&self, from: PackageId, path: &NamePath, fits: impl Fn(&DeclaredItem<'t>) -> bool) -> Vec<DeclId> {
        let meanings = self.meanings(from, path, Kinds::Built);
        meanings.into_iter().map(|meaning| meaning.id).filter(|id| self.get(*id).is_some_and(&fits)).collect()
    }

    /// Returns the kind of the nearest declaration that a path may mean and that `fits` accepts; empty if there is none.
    ///
    /// # Errors
    ///
    /// An error if several declarations are equally near.
    pub(super) fn nearest_meanings(
        &self,
        from: PackageId,
        path: &NamePath,
        kinds: Kinds<'_>,
        fits: impl Fn(&DeclaredItem<'t>) -> bool,
    ) -> Result<Vec<EcoString>, Box<Diagnostic>> {
        let mut meanings = self.meanings(from, path, kinds);
        meanings.retain(|meaning| self.get(meaning.id).is_some_and(&fits));
        let Some(nearest) = meanings.iter().map(|meaning| meaning.nearness).min() else { return Ok(Vec::new()) };
        meanings.retain(|meaning| meaning.nearness == nearest);
        if meanings.iter().any(|meaning| !meaning.is_old) {
            meanings.retain(|meaning| !meaning.is_old);
        }
        let mut kinds: Vec<EcoString> = meanings.into_iter().map(|meaning| meaning.kind).collect();
        kinds.dedup();
        if kinds.len() > 1 {
            let words: Vec<&str> = kinds.iter().map(EcoString::as_str).collect();
            self.mark_all(from, Kinds::Any(&words), &path.name.text);
            return Err(Box::new(errors::ambiguous_kinds(path, &words)));
        }
        Ok(kinds)
    }

    /// Returns the items for which an alias keeps this old name and `fits` is true, at most one for each kind. Records the use of the old
    /// name. Empty if the name is not an old name. Callers should first look the name up among the current names.
    pub fn find_old(&self, path: &NamePath, fits: impl Fn(&DeclaredItem<'t>) -> bool) -> Vec<DeclId> {
        let name = &path.name.text;
        // This function is called for every word of every formula, so a quick test comes first.
        if !self.alias_words.contains(name) {
            return Vec::new();
        }
        let Some(from) = self.written_in(path.span()) else { return Vec::new() };
        let named = path.package.as_ref().map(|package| self.package_called(from, &package.text));
        let is_meant = |kind: &EcoString| {
            let found = match named {
                Some(package) => package.and_then(|package| Some((package, self.own(package, kind, name)?))),
                None => self.seen(from, kind, name),
            };
            // A declaration with this name takes precedence over an old name.
            let renamed = found.filter(|(package, _)| self.declared(*package, kind, name).is_none());
            renamed.and_then(|(_, id)| self.get(id)).is_some_and(&fits)
        };
        let kinds = self.kinds().into_iter().filter(is_meant);
        kinds.filter_map(|kind| self.find(from, path, Kinds::One(&kind)).ok()).collect()
    }

    /// Like [`Self::find_old`], but for a word without a package.
    pub fn find_old_word(&self, (word, span): (&str, Span), fits: impl Fn(&DeclaredItem<'t>) -> bool) -> Vec<DeclId> {
        self.find_old(&NamePath { kind: None, package: None, name: SpannedName { text: word.into(), span } }, fits)
    }

    /// Returns the current name of an item of these kinds that is written by an old name; any other word is returned unchanged.
    pub fn name_now(&self, kinds: &[&str], (word, span): (&EcoString, Span)) -> EcoString {
        let found = self.find_old_word((word, span), |declared| kinds.contains(&declared.kind()));
        found.first().and_then(|id| self.get(*id)).map_or_else(|| word.clone(), |declared| declared.name().clone())
    }

    /// Returns the declarations that a path may mean, in the order of the kinds. Two of them have the same kind only if two imported
    /// packages have the name.
    fn meanings(&self, from: PackageId, path: &NamePath, kinds: Kinds<'_>) -> Vec<CandidateDeclaration> {
        let from = self.written_in(path.span()).unwrap_or(from);
        let name = &path.name.text;
        let named = path.package.as_ref().map(|package| self.package_called(from, &package.text));
        let mut meanings = Vec::new();
        for kind in self.list(kinds) {
            if path.kind.as_ref().is_some_and(|written| written.text != kind) {
                continue;
            }
            let mut add = |package: PackageId, nearness| {
                let id = self.own(package, &kind, name);
                let is_old = self.declared(package, &kind, name).is_none();
                meanings.extend(id.map(|id| CandidateDeclaration { nearness, kind: kind.clone(), id, is_old }));
            };
            match named {
                Some(package) => package.into_iter().for_each(|package| add(package, NameDistance::Own)),
                None => match self.seek(from, &kind, name) {
                    Ok(None) => {}
                    Ok(Some(hit)) => add(hit.package, self.nearness(from, &kind, name, hit.package)),
                    Err(Ambiguous(first, second)) => {
                        [first, second].into_iter().for_each(|package| add(package, self.nearness(from, &kind, name, package)));
                    }
                },
            }
        }
        meanings
    }

    /// Returns the way in which the package `from` reaches a name of `package`: as its own name, by a named import, from the standard
    /// library, or by an import of all names.
    fn nearness(&self, from: PackageId, kind: &str, name: &str, package: PackageId) -> NameDistance {
        let mut brought = self.scope(from).and_then(|scope| scope.names.get(name)).into_iter().flatten();
        let is_named = |brought: &ImportedName| brought.from.package == package && brought.kind.as_deref().is_none_or(|only| only == kind);
        match package {
            own if own == from => NameDistance::Own,
            _ if brought.any(is_named) => NameDistance::Named,
            PackageId::STD => NameDistance::Library,
            _ => NameDistance::Wholesale,
        }
    }
}
