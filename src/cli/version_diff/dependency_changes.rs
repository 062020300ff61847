//! Compares the dependencies of two versions of a package: which are new or gone, and the exceptions (waivers and patches) in their texts,
//! which would otherwise remain unseen.
//!
//! The exceptions of a folder that is compared itself are left out here: they are listed at that package.

use crate::cli::compile_projects::CompiledProject;
use crate::project;
use slip_pack::changes::version_step::Bump;
use slip_pack::changes::{Category, PackageChange};
use slip_source::{Package, PackageId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Dependencies of a package by name, the dependencies of dependencies included.
pub(super) type Dependencies = BTreeMap<String, Dependency>;

/// Dependency of a compared package, with the exceptions in its texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dependency {
    version: String,
    hash: String,
    /// True if the dependency is a folder of the author, and not a pack or something that was fetched.
    is_folder: bool,
    /// Waivers as they are written.
    waivers: Vec<String>,
    /// Things that its patches change, by their full names.
    patches: BTreeSet<String>,
}

impl Dependency {
    fn of(world: &CompiledProject, id: PackageId, package: &Package) -> Dependency {
        let exceptions = world.exceptions.get(&id);
        let waivers = exceptions.into_iter().flat_map(|one| &one.waivers);
        let patches = exceptions.into_iter().flat_map(|one| &one.patches);
        Dependency {
            version: package.version.clone(),
            hash: world.project.hash_of(id),
            is_folder: !package.sealed && !project::is_fetched(Path::new(&package.root)),
            waivers: waivers.filter_map(|waiver| line(world, waiver.span)).collect(),
            patches: patches.map(|patch| format!("{}.{}", patch.package, patch.target)).collect(),
        }
    }
}

/// Returns the dependencies of the requested package of a project.
pub(super) fn of(world: &CompiledProject) -> Dependencies {
    let sources = &world.project.sources;
    let Some(root) = world.project.roots.first().copied() else { return Dependencies::new() };
    let others = sources.closure(root).into_iter().filter(|id| *id != root && *id != sources.library_of(root));
    let named = others.filter_map(|id| Some((id, sources.package(id).filter(|package| !package.name.is_empty())?)));
    named.map(|(id, package)| (package.name.clone(), Dependency::of(world, id, package))).collect()
}

/// Returns a line of a text with single blanks between the words.
pub(super) fn line(world: &CompiledProject, span: Span) -> Option<String> {
    let text = world.project.sources.file(span.file)?.text();
    let (start, end) = (usize::try_from(span.start).ok()?, usize::try_from(span.end).ok()?);
    text.get(start..end).map(|line| line.split_whitespace().collect::<Vec<&str>>().join(" "))
}

/// Returns the differences between the dependencies of two versions of a package. `old` is `None` if the package is new; then only the
/// exceptions of its dependencies are listed. Exceptions of a folder for which `is_compared` is true are listed at that package.
pub(super) fn changes(old: Option<&Dependencies>, new: &Dependencies, is_compared: impl Fn(&str) -> bool) -> Vec<PackageChange> {
    let none = Dependencies::new();
    let (is_new, old) = (old.is_none(), old.unwrap_or(&none));
    let mut found = Vec::new();
    for (name, dependency) in new {
        let before = old.get(name);
        if before.is_none() && !is_new {
            let version = if dependency.version.is_empty() { String::new() } else { format!(" {}", dependency.version) };
            found.push(change(Category::Identity, Bump::Patch, format!("depends on `{name}`{version}, which is new")));
        }
        if !(dependency.is_folder && is_compared(name)) {
            exceptions(name, before, dependency, &mut found);
        }
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        found.push(change(Category::Identity, Bump::Patch, format!("no longer depends on `{name}`")));
    }
    found
}

/// Adds the waivers and patches of a dependency that are new in this version. If the content of the dependency has changed, all its patches
/// are listed, because they may now change other things.
fn exceptions(name: &str, old: Option<&Dependency>, new: &Dependency, found: &mut Vec<PackageChange>) {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for waiver in old.into_iter().flat_map(|old| &old.waivers) {
        *known.entry(waiver).or_default() += 1;
    }
    for waiver in &new.waivers {
        if let Some(count) = known.get_mut(waiver.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            continue;
        }
        found.push(change(Category::Waivers, Bump::Minor, format!("has a new waiver from its dependency `{name}`: {waiver}")));
    }
    let is_changed = old.is_some_and(|old| old.hash != new.hash);
    for target in &new.patches {
        if !old.is_some_and(|old| old.patches.contains(target)) {
            found.push(change(Category::Patches, Bump::Minor, format!("has a new patch of `{target}` from its dependency `{name}`")));
        } else if is_changed {
            let what = format!("has a patch of `{target}` from its dependency `{name}`, which has changed");
            found.push(change(Category::Patches, Bump::Minor, what));
        }
    }
    for target in old.into_iter().flat_map(|old| old.patches.difference(&new.patches)) {
        found.push(change(Category::Patches, Bump::Minor, format!("no longer has a patch of `{target}` from its dependency `{name}`")));
    }
}

fn change(category: Category, asks: Bump, what: String) -> PackageChange {
    PackageChange { category, kind: "package".to_owned(), name: String::new(), what, asks }
}
