//! Verdicts on several packages. Each package is judged by what it depends on and nothing else, so that it has the same verdict
//! alone and beside others, whose house rules do not reach it. Packages that cannot tell one another's presence are judged
//! together (`groups`).

use super::groups::{Group, groups};
use super::{Compiled, Libraries, LibraryUsers, TreeCache, world};
use crate::check::context::Keep;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use slip_pack::Pack;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{FileId, PackageId, Sources, Span};
use slip_syntax::tree::File;
use std::collections::{BTreeMap, BTreeSet};

/// Findings that are a package's own.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Verdict {
    /// Findings in the package, and warnings elsewhere in which it has a part, in the order of files and lines.
    pub diagnostics: Diagnostics,
    /// Number of built things that it declares.
    pub items: usize,
    /// Number of packages with errors among those that it depends on. These errors are its business too and are found in
    /// the verdicts on those packages.
    pub faulty: usize,
}

/// Judges several packages. The pack stays empty.
pub fn verdicts(sources: &Sources, roots: &[PackageId]) -> Compiled {
    verdicts_again(&mut TreeCache::default(), sources, roots)
}

/// The same for repeated checks: only texts that have changed since the last time are parsed.
pub fn verdicts_again(trees: &mut TreeCache, sources: &Sources, roots: &[PackageId]) -> Compiled {
    let libraries = Libraries::new(sources, roots);
    let users = libraries.users();
    let verdicts = judge_again(trees, sources, &users);
    together(users.into_iter().zip(verdicts))
}

/// Returns verdicts on the packages of every library, and on what they depend on if that has errors. Only texts that have changed since
/// the last time are parsed.
pub fn judge_again(trees: &mut TreeCache, sources: &Sources, users: &[LibraryUsers<'_>]) -> Vec<Vec<(PackageId, Verdict)>> {
    let mut needed: BTreeSet<FileId> = BTreeSet::new();
    for LibraryUsers { sources, roots, .. } in users.iter().filter(|users| !users.roots.is_empty()) {
        let packages = sources.closure_of(roots.iter().copied());
        needed.extend(packages.into_iter().flat_map(|package| sources.files_of(package)).map(|(file, _)| file));
    }
    let (files, found) = trees.of(sources, |file| needed.contains(&file));
    let judge = |users: &LibraryUsers<'_>| {
        let groups = groups(users.sources, &files, &users.roots);
        groups.par_iter().flat_map_iter(|group| verdicts_on(users.sources, &files, &found, group)).collect()
    };
    users.par_iter().map(judge).collect()
}

fn verdicts_on(sources: &Sources, files: &[&File], parsed: &Diagnostics, group: &Group) -> Vec<(PackageId, Verdict)> {
    let packages = sources.closure_of(group.roots.iter().copied());
    let compiled = world(sources, files, parsed, packages.clone(), Keep::Verdict);
    let items = |package: PackageId| compiled.items.get(&package).copied().unwrap_or_default();
    if !group.plain {
        // A finding in a dependency may be caused by rules that it does not depend on, so each package has its own copy.
        let verdict = |root: &PackageId| {
            let mut diagnostics = compiled.diagnostics.clone();
            diagnostics.retain(|found| sources.reaches(*root, owner(sources, found)) && is_business_of(*root, found, sources));
            (*root, Verdict { diagnostics, items: items(*root), faulty: 0 })
        };
        return group.roots.iter().map(verdict).collect();
    }
    let mut owned = compiled.diagnostics.clone().split(|found| owner(sources, found));
    let faulty: BTreeSet<PackageId> = owned.iter().filter(|(_, found)| has_any_error(found)).map(|(package, _)| *package).collect();
    let roots: BTreeSet<PackageId> = group.roots.iter().copied().collect();
    let wanted = packages.into_iter().filter(|package| roots.contains(package) || faulty.contains(package));
    wanted
        .map(|package| {
            let below = faulty.iter().filter(|other| **other != package && sources.reaches(package, **other)).count();
            let diagnostics = owned.remove(&package).unwrap_or_default();
            (package, Verdict { diagnostics, items: items(package), faulty: below })
        })
        .collect()
}

fn has_any_error(found: &Diagnostics) -> bool {
    let mut aside = found.suppressed().iter().map(|aside| &aside.finding);
    found.has_errors() || aside.any(|finding| finding.severity == Severity::Error)
}

/// The package whose world a finding is of: of the packages that its labels point into, the one that depends on all the others.
pub(super) fn owner(sources: &Sources, found: &Diagnostic) -> PackageId {
    let package = |span: Span| package_of(sources, span.file);
    let labels = || std::iter::once(found.primary.span).chain(found.secondary.iter().map(|label| label.span)).map(package);
    let last = |one: &PackageId| labels().all(|other| sources.reaches(*one, other));
    labels().find(last).unwrap_or_else(|| package(found.primary.span))
}

fn package_of(sources: &Sources, file: FileId) -> PackageId {
    sources.file(file).map(|file| file.package()).unwrap_or_default()
}

/// True if a finding is a package's own business. Of what it depends on, errors are in its way, and warnings in which it has a part
/// are its own (R-XTE1); the rest is reported in that package's own world.
pub(super) fn is_business_of(root: PackageId, found: &Diagnostic, sources: &Sources) -> bool {
    let is_own = |span: Span| sources.file(span.file).is_some_and(|file| file.package() == root);
    match found.severity {
        Severity::Error => true,
        Severity::Warning => is_own(found.primary.span) || found.secondary.iter().any(|label| is_own(label.span)),
        Severity::Note => is_own(found.primary.span),
    }
}

/// Puts verdicts together to what is reported of the packages of every library: of the other verdicts only the errors count.
pub fn together<'u>(verdicts: impl IntoIterator<Item = (LibraryUsers<'u>, Vec<(PackageId, Verdict)>)>) -> Compiled {
    let mut all = Compiled { pack: Pack::default(), diagnostics: Diagnostics::new(), items: BTreeMap::new(), tests: Vec::new() };
    for (users, verdicts) in verdicts {
        let roots: BTreeSet<PackageId> = users.roots.iter().copied().collect();
        for (package, mut verdict) in verdicts {
            let is_asked = roots.contains(&package);
            verdict
                .diagnostics
                .retain(|found| found.severity == Severity::Error || (is_asked && is_business_of(package, found, users.sources)));
            all.diagnostics.append(verdict.diagnostics);
            if is_asked && verdict.items > 0 {
                all.items.insert(users.number_outside(package), verdict.items);
            }
        }
    }
    all.diagnostics.sort();
    all.diagnostics.dedup();
    all
}
