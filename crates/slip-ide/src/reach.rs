//! How what is declared may be written at a place: by its bare name, or behind its package.

use slip_compile::resolve::{Declared, Kinds, Program};
use slip_source::PackageId;

/// Which names can be written at a place.
pub(super) struct Reach<'p, 't> {
    program: &'p Program<'t>,
    /// The package that is written.
    own: PackageId,
    before: Before,
}

/// What stands before a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    /// A package and its point.
    Package(PackageId),
    /// The point of [`IT`].
    It,
    /// A point behind something that is no package.
    Other,
}

/// Whom a line of a doctrine weighs: behind its point stand words and no names.
const IT: &str = "it";

impl<'p, 't> Reach<'p, 't> {
    /// Where no point stands before it.
    pub(super) fn bare(program: &'p Program<'t>, own: PackageId) -> Self {
        Reach { program, own, before: Before::Nothing }
    }

    /// Behind the point of a word.
    pub(super) fn behind(self, word: &str) -> Self {
        let before = match self.program.package_called(self.own, word) {
            Some(package) => Before::Package(package),
            None if word == IT => Before::It,
            None => Before::Other,
        };
        Reach { before, ..self }
    }

    /// True if no point stands before it: whatever is no name stands only there.
    pub(super) fn is_bare(&self) -> bool {
        self.before == Before::Nothing
    }

    /// True if words stand there that the checker lists.
    pub(super) fn has_words(&self) -> bool {
        matches!(self.before, Before::Nothing | Before::It)
    }

    /// What is written there for something; none if nothing means it. What a dependency has and nobody uses is written with its package.
    pub(super) fn written(&self, declared: &Declared<'_>) -> Option<String> {
        let name = declared.name();
        match self.before {
            Before::Package(package) => return (declared.package == package).then(|| name.to_string()),
            Before::It | Before::Other => return None,
            Before::Nothing => {}
        }
        let seen = self.program.peek(self.own, declared.kind(), name).and_then(|id| self.program.get(id));
        if seen.is_some_and(|seen| seen.package == declared.package && seen.name() == name) {
            return Some(name.to_string());
        }
        let dependencies = &self.program.sources.package(self.own)?.dependencies;
        let (package, _) = dependencies.iter().find(|(_, id)| *id == declared.package)?;
        Some(format!("{package}.{name}"))
    }

    /// Everything of these kinds that can be written there, and how.
    pub(super) fn names(&self, kinds: Kinds<'_>) -> Vec<(String, &'p Declared<'t>)> {
        let is_of = |kind: &str| match kinds {
            Kinds::One(one) => one == kind,
            Kinds::Any(several) => several.contains(&kind),
            Kinds::Built => self.program.is_built_kind(kind),
        };
        let all = self.program.all().iter().filter(|declared| is_of(declared.kind()));
        all.filter_map(|declared| Some((self.written(declared)?, declared))).collect()
    }
}
