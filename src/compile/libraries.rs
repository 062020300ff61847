//! Packages that are checked with different standard libraries in one run. Floor 5.
//!
//! A world has one standard library, [`PackageId::STD`]. For every other library there is a view of the sources in which that library has
//! this number. Files have the same number in every view.

use crate::diagnostic::Diagnostics;
use crate::pack::{OtherRules, Pack};
use crate::source::{PackageId, Sources};
use crate::stdlib;
use std::collections::{BTreeMap, BTreeSet};

/// The sources as each of several packages sees them.
#[derive(Debug)]
pub struct Libraries<'s> {
    sources: &'s Sources,
    views: BTreeMap<PackageId, Sources>,
}

impl<'s> Libraries<'s> {
    /// Makes a view for every library of the packages.
    pub fn new(sources: &'s Sources, roots: &[PackageId]) -> Libraries<'s> {
        let libraries: BTreeSet<PackageId> = roots.iter().map(|root| sources.library_of(*root)).collect();
        let others = libraries.into_iter().filter(|library| *library != PackageId::STD);
        Libraries { sources, views: others.map(|library| (library, sources.with_library(library))).collect() }
    }

    /// Returns the sources that a package is checked in, and its number in them.
    pub fn view(&self, root: PackageId) -> (&Sources, PackageId) {
        let library = self.sources.library_of(root);
        match self.views.get(&library) {
            Some(view) => (view, if root == library { PackageId::STD } else { root }),
            None => (self.sources, root),
        }
    }
}

/// Returns the standard library of a world, if it is not the embedded one.
pub(super) fn other_rules(sources: &Sources) -> Option<OtherRules> {
    let package = sources.package(PackageId::STD)?;
    let hash = package.foreign.as_deref()?;
    Some(OtherRules { version: package.version.as_str().into(), hash: hash.into() })
}

/// Packages of a world that cannot be judged: their standard library cannot be used or is not that of the world, or they depend on such a
/// package.
fn unchecked(sources: &Sources, packages: &BTreeSet<PackageId>) -> BTreeSet<PackageId> {
    let foreign = sources.package(PackageId::STD).and_then(|package| package.foreign.as_deref());
    let differs = |hash: &String| *hash != foreign.unwrap_or_else(|| stdlib::hash());
    let mut unchecked = BTreeSet::new();
    // Every package has a higher number than those it depends on.
    for (id, package) in sources.packages().filter(|(id, _)| packages.contains(id)) {
        let is_lost = package.lost_library || package.pinned_library.as_ref().is_some_and(differs);
        if is_lost || package.dependencies.iter().any(|(_, other)| unchecked.contains(other)) {
            unchecked.insert(id);
        }
    }
    unchecked
}

/// Removes what was found in packages of a world that cannot be judged, and marks everything in them as not legal. The loader reported
/// why.
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
