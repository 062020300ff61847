//! Resolves names where only one sort of item fits (a ship, a crew member, gear), and old names in lists where items have their current
//! names.
//!
//! Names are unique only in one package and kind, so a ship and her skipper may share a name. The caller decides which item fits.

use super::program::{DeclId, Declared, Kinds, Program};
use ecow::EcoString;
use slip_source::diagnostic::Diagnostic;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Name, Path};

/// Distance between a name and its declaration; the nearest declaration wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// In the package itself, or in the package that the path names.
    Own,
    /// In an imported package.
    Used,
    /// In the standard library.
    Library,
}

impl<'t> Program<'t> {
    /// Returns the nearest built item with this name that fits: the package's own items come first, then imported ones, then those of
    /// `std`. If none fits, returns the result of [`Program::find`], so that the caller can describe it.
    ///
    /// # Errors
    ///
    /// The errors of [`Program::find`].
    pub fn find_fitting(&self, from: PackageId, path: &Path, fits: impl Fn(&Declared<'t>) -> bool) -> Result<DeclId, Box<Diagnostic>> {
        let called = self.called(from, path);
        let is_meant = |(_, id, _): &&(Nearness, DeclId, EcoString)| self.get(*id).is_some_and(&fits);
        let nearest = called.iter().filter(is_meant).min_by_key(|(nearness, ..)| *nearness);
        self.find(from, path, nearest.map_or(Kinds::Built, |(_, _, kind)| Kinds::One(kind)))
    }

    /// Returns the items that fit an old name which an alias keeps, at most one for each kind; for callers that did not find the name in a
    /// list. Records the use of the old name. Empty if the name is not an old name.
    pub fn find_old(&self, path: &Path, fits: impl Fn(&Declared<'t>) -> bool) -> Vec<DeclId> {
        let Some(from) = self.written_in(path.span()).filter(|_| !self.aliases.is_empty()) else { return Vec::new() };
        let name = &path.name.text;
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

    /// As [`Self::find_old`], for a word without a package.
    pub fn find_old_word(&self, (word, span): (&str, Span), fits: impl Fn(&Declared<'t>) -> bool) -> Vec<DeclId> {
        self.find_old(&Path { package: None, name: Name { text: word.into(), span } }, fits)
    }

    /// Returns the current name of an item of these kinds that is written by an old name; any other word is returned unchanged.
    pub fn name_now(&self, kinds: &[&str], (word, span): (&EcoString, Span)) -> EcoString {
        let found = self.find_old_word((word, span), |declared| kinds.contains(&declared.kind()));
        found.first().and_then(|id| self.get(*id)).map_or_else(|| word.clone(), |declared| declared.name().clone())
    }

    /// Returns the built items to which a path may refer, at most one for each kind, in the order of kinds.
    fn called(&self, from: PackageId, path: &Path) -> Vec<(Nearness, DeclId, EcoString)> {
        let from = self.written_in(path.span()).unwrap_or(from);
        let name = &path.name.text;
        let named = path.package.as_ref().map(|package| self.package_called(from, &package.text));
        let look = |kind: EcoString| match named {
            Some(package) => self.own(package?, &kind, name).map(|id| (Nearness::Own, id, kind)),
            None => self.seen(from, &kind, name).map(|(package, id)| {
                let nearness = match package {
                    own if own == from => Nearness::Own,
                    PackageId::STD => Nearness::Library,
                    _ => Nearness::Used,
                };
                (nearness, id, kind)
            }),
        };
        self.list(Kinds::Built).into_iter().filter_map(look).collect()
    }
}
