//! What a name means where one sort of thing is asked for: a ship, somebody aboard, something to carry; and what an old name means
//! where a list knows things by the names they have now: who takes part, what is played.
//!
//! Names are unique per package and kind only, so a ship and her skipper may have the same. Knows no sorts: whoever asks says
//! what fits.

use super::program::{DeclId, Declared, Kinds, Program};
use ecow::EcoString;
use slip_source::diagnostic::Diagnostic;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Name, Path};

/// How far away a name was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// In the package itself, or in the one that the path names.
    Own,
    /// In what the package uses.
    Used,
    /// In the standard library.
    Library,
}

impl<'t> Program<'t> {
    /// What a path means of all that is built and called so: the nearest that fits, the package's own before what it uses and
    /// that before `std`. Where nothing fits, what [`Program::find`] finds, so that it can be said what that is.
    ///
    /// # Errors
    /// As [`Program::find`].
    pub fn find_fitting(&self, from: PackageId, path: &Path, fits: impl Fn(&Declared<'t>) -> bool) -> Result<DeclId, Box<Diagnostic>> {
        let called = self.called(from, path);
        let is_meant = |(_, id, _): &&(Nearness, DeclId, EcoString)| self.get(*id).is_some_and(&fits);
        let nearest = called.iter().filter(is_meant).min_by_key(|(nearness, ..)| *nearness);
        self.find(from, path, nearest.map_or(Kinds::Built, |(_, _, kind)| Kinds::One(kind)))
    }

    /// What an old name means that an alias keeps, one of a kind at most, of what fits: for those who have looked for the name in a
    /// list of things and found none. That the old name is still written is noted. Nothing where the path is no old name.
    pub fn find_old(&self, path: &Path, fits: impl Fn(&Declared<'t>) -> bool) -> Vec<DeclId> {
        let Some(from) = self.written_in(path.span()).filter(|_| !self.aliases.is_empty()) else { return Vec::new() };
        let name = &path.name.text;
        let named = path.package.as_ref().map(|package| self.package_called(from, &package.text));
        let is_meant = |kind: &EcoString| {
            let found = match named {
                Some(package) => package.and_then(|package| Some((package, self.own(package, kind, name)?))),
                None => self.seen(from, kind, name),
            };
            // What is declared by the name is called so now.
            let renamed = found.filter(|(package, _)| self.declared(*package, kind, name).is_none());
            renamed.and_then(|(_, id)| self.get(id)).is_some_and(&fits)
        };
        let kinds = self.kinds().into_iter().filter(is_meant);
        kinds.filter_map(|kind| self.find(from, path, Kinds::One(&kind)).ok()).collect()
    }

    /// The same for a word without a package in front.
    pub fn find_old_word(&self, (word, span): (&str, Span), fits: impl Fn(&Declared<'t>) -> bool) -> Vec<DeclId> {
        self.find_old(&Path { package: None, name: Name { text: word.into(), span } }, fits)
    }

    /// The name that something of these kinds has now which is written by an old one; the word itself where it is none.
    pub fn name_now(&self, kinds: &[&str], (word, span): (&EcoString, Span)) -> EcoString {
        let found = self.find_old_word((word, span), |declared| kinds.contains(&declared.kind()));
        found.first().and_then(|id| self.get(*id)).map_or_else(|| word.clone(), |declared| declared.name().clone())
    }

    /// All that is built and that a path may mean, one of a kind at most, in the order of kinds.
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
