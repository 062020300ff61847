//! Computes verdicts: the findings of each of several packages. Each package is judged only under the rules of its dependencies. Its
//! verdict therefore does not depend on the other packages of the run or on their house rules. Packages that do not affect each other are
//! compiled together (`package_groups`).

use super::package_groups::{PackageGroup, groups};
use super::{CompileOptions, Compiled, Exceptions, Libraries, LibraryUsers, TreeCache, inspect_world, trusted_library};
use crate::check::context::CompilePurpose;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use slip_pack::Pack;
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use slip_source::{FileId, PackageId, Sources, Span};
use slip_syntax::tree::File;
use std::collections::{BTreeMap, BTreeSet};

/// Verdict: the findings of one package.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Verdict {
    /// Findings in the package, and findings in its dependencies that concern the package. Sorted by file and line.
    pub diagnostics: Diagnostics,
    /// Number of built items that the package declares.
    pub items: usize,
    /// Waivers and patches that the package declares.
    pub exceptions: Exceptions,
    /// Number of dependencies with errors. These errors are listed in the verdicts on the dependencies.
    pub faulty: usize,
}

/// Computes the verdicts on several packages. The pack of the result is empty.
pub fn verdicts(sources: &Sources, roots: &[PackageId]) -> Compiled {
    verdicts_again(&mut TreeCache::default(), sources, roots)
}

/// Like [`verdicts`], for repeated checks: texts that have not changed since the last call are not parsed again.
pub fn verdicts_again(trees: &mut TreeCache, sources: &Sources, roots: &[PackageId]) -> Compiled {
    let libraries = Libraries::new(sources, roots);
    let users = libraries.users();
    let verdicts = judge_again(trees, sources, &users);
    together(users.into_iter().zip(verdicts))
}

/// Returns a list of verdicts for each group of packages that use the same standard library. The list includes the verdicts on dependencies
/// with errors. Texts that have not changed since the last call are not parsed again.
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

fn verdicts_on(sources: &Sources, files: &[&File], parsed: &Diagnostics, group: &PackageGroup) -> Vec<(PackageId, Verdict)> {
    let packages = sources.closure_of(group.roots.iter().copied());
    let how = CompileOptions::new(CompilePurpose::Verdict).trusting(trusted_library::is_trusted_by(sources, group));
    let (compiled, ()) = inspect_world(sources, files, parsed, packages.clone(), how, |_| ());
    let Compiled { diagnostics: found, items, exceptions, .. } = compiled;
    let items = |package: PackageId| items.get(&package).copied().unwrap_or_default();
    let exceptions = |package: PackageId| exceptions.get(&package).cloned().unwrap_or_default();
    if !group.plain {
        // In this group, the rules of a package may cause findings in its dependencies. Each package therefore gets its own copy of these
        // findings.
        let verdict = |root: &PackageId| {
            let mut diagnostics = found.clone();
            diagnostics.retain(|found| sources.reaches(*root, owner(sources, found)) && is_business_of(*root, found, sources));
            (*root, Verdict { diagnostics, items: items(*root), exceptions: exceptions(*root), faulty: 0 })
        };
        return group.roots.iter().map(verdict).collect();
    }
    let mut owned = found.split(|found| owner(sources, found));
    let faulty: BTreeSet<PackageId> = owned.iter().filter(|(_, found)| has_any_error(found)).map(|(package, _)| *package).collect();
    let roots: BTreeSet<PackageId> = group.roots.iter().copied().collect();
    let wanted = packages.into_iter().filter(|package| roots.contains(package) || faulty.contains(package));
    wanted
        .map(|package| {
            let below = faulty.iter().filter(|other| **other != package && sources.reaches(package, **other)).count();
            let diagnostics = owned.remove(&package).unwrap_or_default();
            (package, Verdict { diagnostics, items: items(package), exceptions: exceptions(package), faulty: below })
        })
        .collect()
}

fn has_any_error(found: &Diagnostics) -> bool {
    let mut aside = found.suppressed().iter().map(|aside| &aside.finding);
    found.has_errors() || aside.any(|finding| finding.severity == Severity::Error)
}

/// Returns the package to which a finding belongs. If its labels are in several packages, this is the package that depends on all the
/// others.
pub(super) fn owner(sources: &Sources, found: &Diagnostic) -> PackageId {
    let package = |span: Span| package_of(sources, span.file);
    let labels = || std::iter::once(found.primary.span).chain(found.secondary.iter().map(|label| label.span)).map(package);
    let last = |one: &PackageId| labels().all(|other| sources.reaches(*one, other));
    labels().find(last).unwrap_or_else(|| package(found.primary.span))
}

fn package_of(sources: &Sources, file: FileId) -> PackageId {
    sources.file(file).map(|file| file.package()).unwrap_or_default()
}

/// True if a finding concerns the package `root`. All errors do. Warnings do if one of their labels is in `root`, and notes if their
/// primary label is (R-XTE1).
pub(super) fn is_business_of(root: PackageId, found: &Diagnostic, sources: &Sources) -> bool {
    let is_own = |span: Span| sources.file(span.file).is_some_and(|file| file.package() == root);
    match found.severity {
        Severity::Error => true,
        Severity::Warning => is_own(found.primary.span) || found.secondary.iter().any(|label| is_own(label.span)),
        Severity::Note => is_own(found.primary.span),
    }
}

/// Merges the verdicts on all groups of packages into one report. Findings about dependencies are reported only if they are errors.
pub fn together<'u>(verdicts: impl IntoIterator<Item = (LibraryUsers<'u>, Vec<(PackageId, Verdict)>)>) -> Compiled {
    let mut all = Compiled {
        pack: Pack::default(),
        diagnostics: Diagnostics::new(),
        items: BTreeMap::new(),
        exceptions: BTreeMap::new(),
        tests: Vec::new(),
    };
    for (users, verdicts) in verdicts {
        let roots: BTreeSet<PackageId> = users.roots.iter().copied().collect();
        for (package, mut verdict) in verdicts {
            let is_asked = roots.contains(&package);
            verdict
                .diagnostics
                .retain(|found| found.severity == Severity::Error || (is_asked && is_business_of(package, found, users.sources)));
            all.diagnostics.append(verdict.diagnostics);
            if is_asked && verdict.exceptions != Exceptions::default() {
                all.exceptions.insert(users.number_outside(package), verdict.exceptions);
            }
            if is_asked && verdict.items > 0 {
                all.items.insert(users.number_outside(package), verdict.items);
            }
        }
    }
    all.diagnostics.sort();
    all.diagnostics.dedup();
    all
}
