//! Compiles many packages. The results are the same as if each package was compiled alone.
//!
//! Packages that do not affect each other are compiled together ([`groups`]), so that common dependencies are compiled once. The pack and
//! the findings of each package are then extracted.

use super::package_groups::{PackageGroup, groups};
use super::package_verdicts::owner;
use super::{CompileOptions, Compiled, TreeCache, info, inspect_world, trusted_library};
use crate::check::context::CompilePurpose;
use rayon::prelude::*;
use slip_pack::PackageInfo;
use slip_pack::hash::ThingTexts;
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, PackageId, Sources};
use slip_syntax::tree::File;
use std::collections::{BTreeMap, BTreeSet};

/// Compiles packages with the standard library [`PackageId::STD`], each with its dependencies only. The results are in the order of
/// `roots`; each pack contains its content hash.
pub fn compile_each(sources: &Sources, roots: &[PackageId]) -> Vec<Compiled> {
    let packages = sources.closure_of(roots.iter().copied());
    let needed: BTreeSet<FileId> = packages.into_iter().flat_map(|package| sources.files_of(package)).map(|(file, _)| file).collect();
    let mut trees = TreeCache::default();
    let (files, found) = trees.of(sources, |file| needed.contains(&file));
    let groups = groups(sources, &files, roots);
    let mut compiled: BTreeMap<PackageId, Compiled> =
        groups.par_iter().flat_map_iter(|group| compile_group(sources, &files, &found, group)).collect();
    roots.iter().filter_map(|root| compiled.remove(root)).collect()
}

fn compile_group(sources: &Sources, files: &[&File], parsed: &Diagnostics, group: &PackageGroup) -> Vec<(PackageId, Compiled)> {
    let packages = sources.closure_of(group.roots.iter().copied());
    let rules = |root: &PackageId, of: Option<&Rules>| (*root, of.cloned().unwrap_or_default());
    let how = CompileOptions::new(CompilePurpose::Pack).trusting(trusted_library::is_trusted_by(sources, group));
    let (whole, rules) = inspect_world(sources, files, parsed, packages, how, |world| {
        group.roots.iter().map(|root| rules(root, world.context.rules_of(*root))).collect::<Vec<(PackageId, Rules)>>()
    });
    let group = CompiledGroup {
        sources,
        found: whole.diagnostics.clone().split(|found| owner(sources, found)),
        texts: ThingTexts::new(&whole.pack),
        whole,
    };
    rules.into_par_iter().map(|(root, rules)| (root, group.part(root, rules))).collect()
}

/// Result for the packages of a group, which were compiled together.
struct CompiledGroup<'s> {
    sources: &'s Sources,
    whole: Compiled,
    /// Findings, by the package that they belong to.
    found: BTreeMap<PackageId, Diagnostics>,
    texts: ThingTexts,
}

impl CompiledGroup<'_> {
    /// Extracts the result for one package from the result for its group.
    fn part(&self, root: PackageId, rules: Rules) -> Compiled {
        let CompiledGroup { sources, whole, found, texts } = self;
        let order = sources.loading_order(root);
        let mut infos: Vec<PackageInfo> = order.into_iter().filter_map(|id| sources.package(id)).map(info).collect();
        let package = infos.pop().unwrap_or_default();
        let pack = whole.pack.part(package, infos, rules);
        pack.hash_with(texts);
        let reaches = |package: PackageId| sources.reaches(root, package);
        let mut diagnostics = Diagnostics::new();
        found.iter().filter(|(owner, _)| reaches(**owner)).for_each(|(_, found)| diagnostics.append(found.clone()));
        diagnostics.sort();
        let is_reached = |file: FileId| sources.file(file).is_some_and(|file| reaches(file.package()));
        Compiled {
            pack,
            diagnostics,
            items: whole.items.iter().filter(|(package, _)| reaches(**package)).map(|(package, count)| (*package, *count)).collect(),
            exceptions: whole
                .exceptions
                .iter()
                .filter(|(package, _)| reaches(**package))
                .map(|(package, found)| (*package, found.clone()))
                .collect(),
            tests: whole.tests.iter().filter(|test| is_reached(test.span.file)).cloned().collect(),
        }
    }
}
