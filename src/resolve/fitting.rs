//! What a name means where one sort of thing is asked for: a ship, somebody aboard, something to carry. Floor 3.
//!
//! Names are unique per package and kind only, so a ship and her skipper may have the same. Knows no sorts: whoever asks says
//! what fits.

use super::program::{DeclId, Declared, Kinds, Program};
use crate::diagnostic::Diagnostic;
use crate::source::PackageId;
use crate::syntax::tree::Path;
use ecow::EcoString;

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
