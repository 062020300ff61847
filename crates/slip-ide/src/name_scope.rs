//! Spelling of declared names at a position in the text: the bare name, or the name with a package qualifier.

use slip_compile::resolve::{DeclaredItem, Kinds, Program};
use slip_source::PackageId;

/// Names that an author can write at a position in the text.
pub(super) struct NamesInScope<'p, 't> {
    program: &'p Program<'t>,
    /// Package of the edited file.
    own: PackageId,
    before: Before,
}

/// Qualifier before the position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    /// The qualifier is the name of a package, with a dot.
    Package(PackageId),
    /// The qualifier is [`IT`] followed by a dot.
    It,
    /// The qualifier is another word with a dot.
    Other,
}

/// Word for the candidate that a rule of a doctrine evaluates. `it.` is followed by a property, never by a name.
const IT: &str = "it";

impl<'p, 't> NamesInScope<'p, 't> {
    /// Creates the value for a position without a qualifier.
    pub(super) fn bare(program: &'p Program<'t>, own: PackageId) -> Self {
        NamesInScope { program, own, before: Before::Nothing }
    }

    /// Creates the value for a position after a word and a dot.
    pub(super) fn behind(self, word: &str) -> Self {
        let before = match self.program.package_called(self.own, word) {
            Some(package) => Before::Package(package),
            None if word == IT => Before::It,
            None => Before::Other,
        };
        NamesInScope { before, ..self }
    }

    /// True if there is no qualifier before the position. Keywords, numbers and snippets can be written only at such a position.
    pub(super) fn is_bare(&self) -> bool {
        self.before == Before::Nothing
    }

    /// True if the words that the checker accepts can be written at the position. The position must have no qualifier, or the qualifier
    /// [`IT`].
    pub(super) fn has_words(&self) -> bool {
        matches!(self.before, Before::Nothing | Before::It)
    }

    /// Returns the spelling of a declaration's name at the position; `None` if the name cannot be written there. If a name of a dependency
    /// is not imported, the package is written before it.
    pub(super) fn written(&self, declared: &DeclaredItem<'_>) -> Option<String> {
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

    /// Returns all declarations of these kinds that can be written at the position, each with the spelling of its name.
    pub(super) fn names(&self, kinds: Kinds<'_>) -> Vec<(String, &'p DeclaredItem<'t>)> {
        let is_of = |kind: &str| match kinds {
            Kinds::One(one) => one == kind,
            Kinds::Any(several) => several.contains(&kind),
            Kinds::Built => self.program.is_built_kind(kind),
        };
        let all = self.program.all().iter().filter(|declared| is_of(declared.kind()));
        all.filter_map(|declared| Some((self.written(declared)?, declared))).collect()
    }
}
