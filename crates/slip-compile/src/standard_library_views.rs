//! Views of the sources, for packages that use different standard libraries in one run.
//!
//! Packages that are compiled together have one standard library, which has the number [`PackageId::STD`]. For every other library there is
//! a view. In a view, this library and [`PackageId::STD`] have exchanged their numbers. Files have the same number in every view.
//!
//! A verdict is never shared between views. If packages with different libraries use the same dependency, the dependency has a verdict in
//! each view.

use crate::stdlib;
use slip_pack::{OtherRules, Pack};
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Sources};
use std::collections::{BTreeMap, BTreeSet};

/// Packages to be checked, grouped by the standard library with which they are checked.
#[derive(Debug)]
pub struct Libraries<'s> {
    sources: &'s Sources,
    /// Packages of each library, in order.
    roots: BTreeMap<PackageId, Vec<PackageId>>,
    /// View for every library other than [`PackageId::STD`].
    views: BTreeMap<PackageId, Sources>,
}

/// Packages that are checked with the same standard library, and the view in which this library is [`PackageId::STD`].
#[derive(Clone, Debug)]
pub struct LibraryUsers<'s> {
    /// View of the sources.
    pub sources: &'s Sources,
    /// Packages, by their numbers in the view.
    pub roots: Vec<PackageId>,
    /// Id that the library has in the complete sources.
    library: PackageId,
}

impl<'s> Libraries<'s> {
    /// Groups packages by their library, and creates the view of every library.
    pub fn new(sources: &'s Sources, packages: &[PackageId]) -> Libraries<'s> {
        let mut roots: BTreeMap<PackageId, Vec<PackageId>> = BTreeMap::new();
        packages.iter().for_each(|root| roots.entry(sources.library_of(*root)).or_default().push(*root));
        let others = roots.keys().copied().filter(|library| *library != PackageId::STD);
        let views = others.map(|library| (library, sources.with_library(library))).collect();
        Libraries { sources, roots, views }
    }

    /// Returns, for each standard library, the packages that use it and the sources as they see them.
    pub fn users(&self) -> Vec<LibraryUsers<'_>> {
        let users = |(library, roots): (&PackageId, &Vec<PackageId>)| LibraryUsers {
            sources: self.views.get(library).unwrap_or(self.sources),
            roots: roots.iter().map(|root| exchanged(*root, *library)).collect(),
            library: *library,
        };
        self.roots.iter().map(users).collect()
    }
}

impl<'s> LibraryUsers<'s> {
    /// Returns a copy of the view that checks other packages.
    #[must_use]
    pub fn only(&self, roots: Vec<PackageId>) -> LibraryUsers<'s> {
        LibraryUsers { roots, ..self.clone() }
    }

    /// Returns the id that a package of this view has in the complete sources.
    pub(super) fn number_outside(&self, package: PackageId) -> PackageId {
        exchanged(package, self.library)
    }
}

/// Converts a package number between the sources and a view. In the view, the library and [`PackageId::STD`] have each other's number.
fn exchanged(package: PackageId, library: PackageId) -> PackageId {
    match package {
        PackageId::STD => library,
        package if package == library => PackageId::STD,
        package => package,
    }
}

/// Returns version and hash of the standard library of a compilation; `None` if it is the embedded one.
pub(super) fn other_rules(sources: &Sources) -> Option<OtherRules> {
    let package = sources.package(PackageId::STD)?;
    let hash = package.foreign.as_deref()?;
    Some(OtherRules { version: package.version.as_str().into(), hash: hash.into() })
}

/// Returns the packages that cannot be checked. Their standard library is unusable or not the one of this compilation, or they depend on
/// such a package.
fn unchecked(sources: &Sources, packages: &BTreeSet<PackageId>) -> BTreeSet<PackageId> {
    let foreign = sources.package(PackageId::STD).and_then(|package| package.foreign.as_deref());
    let differs = |hash: &String| *hash != foreign.unwrap_or_else(|| stdlib::hash());
    let mut unchecked = BTreeSet::new();
    // Dependencies have lower numbers than the packages that need them, so they come first.
    for (id, package) in sources.packages().filter(|(id, _)| packages.contains(id)) {
        let is_lost = package.lost_library || package.pinned_library.as_ref().is_some_and(differs);
        if is_lost || package.dependencies.iter().any(|(_, other)| unchecked.contains(other)) {
            unchecked.insert(id);
        }
    }
    unchecked
}

/// Removes the diagnostics in packages that cannot be checked, and marks all their items as invalid. The reason was reported by the loader.
pub(super) fn set_aside_unchecked(sources: &Sources, packages: &BTreeSet<PackageId>, pack: &mut Pack, diagnostics: &mut Diagnostics) {
    let ids = unchecked(sources, packages);
    if ids.is_empty() {
        return;
    }
    let names: BTreeSet<&str> = ids.iter().filter_map(|id| Some(sources.package(*id)?.name.as_str())).collect();
    diagnostics.retain(|found| sources.file(found.primary.span.file).is_none_or(|file| !ids.contains(&file.package())));
    let of_lost = |package: &str| names.contains(package);
    let items = pack.items.values_mut().flat_map(BTreeMap::values_mut);
    items.filter(|item| of_lost(&item.package)).for_each(|item| item.valid = false);
    macro_rules! invalid {
        ($($kind:ident)*) => {
            $(pack.$kind.values_mut().filter(|thing| of_lost(&thing.package)).for_each(|thing| thing.valid = false);)*
        };
    }
    invalid!(platoons parties maps clusters tables doctrines encounters scenarios);
}
