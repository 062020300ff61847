//! Names that a package gets from other packages: imports, dependencies and old names.

use super::program::DeclId;
use ecow::EcoString;
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// Names of other packages that are visible in a package.
#[derive(Debug, Default)]
pub(super) struct PackageScope {
    /// Packages, by the name that this package uses for them.
    pub packages: BTreeMap<EcoString, VisiblePackage>,
    /// Packages from which all names are imported.
    pub wholesale: Vec<VisiblePackage>,
    /// Positions in `wholesale`, by package.
    pub wholesale_places: BTreeMap<PackageId, Vec<usize>>,
    /// Names that are imported one by one. Each name has an element for every `use` that imports it.
    pub names: BTreeMap<EcoString, Vec<ImportedName>>,
}

impl PackageScope {
    /// Imports all names of a package.
    pub(super) fn use_all(&mut self, reached: VisiblePackage) {
        self.wholesale_places.entry(reached.package).or_default().push(self.wholesale.len());
        self.wholesale.push(reached);
    }

    /// Selects, from the given packages, those from which all names are imported, in the order of their `use`.
    pub(super) fn wholesale_of(&self, packages: impl Iterator<Item = PackageId>) -> impl Iterator<Item = &VisiblePackage> {
        let places: BTreeSet<usize> = packages.filter_map(|package| self.wholesale_places.get(&package)).flatten().copied().collect();
        places.into_iter().filter_map(move |at| self.wholesale.get(at))
    }
}

/// Visible package, with a flag that is set when a name is found through it.
#[derive(Debug)]
pub(super) struct VisiblePackage {
    pub package: PackageId,
    /// Span of the `use`; for a dependency, its span in the manifest.
    pub span: Span,
    pub used: AtomicBool,
}

/// Import of a name by a `use`.
#[derive(Debug)]
pub(super) struct ImportedName {
    /// Kind that the `use` states, if any.
    pub kind: Option<EcoString>,
    pub from: VisiblePackage,
}

/// Old name of a declaration, which an alias keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldName {
    pub target: DeclId,
    pub span: Span,
}

/// Use of an old name, with the declaration to which it refers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OldUse {
    pub span: Span,
    pub kind: EcoString,
    pub name: EcoString,
    /// Package that declares the alias.
    pub package: PackageId,
    /// Package that uses the old name.
    pub from: PackageId,
    pub target: DeclId,
}
