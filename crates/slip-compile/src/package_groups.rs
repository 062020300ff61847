//! Groups packages that can be checked together, so that their common dependencies are compiled once.
//!
//! A package is affected only by its dependencies. Names are looked up among the packages that a package sees. Packages that declare only
//! items, such as weapons, people and encounters, therefore do not affect each other and can be in one group.
//!
//! Rules and patches affect all packages of their group. Packages are therefore in one group only if they depend on the same packages with
//! rules or patches.

use crate::resolve::program::PLAIN_KINDS;
use slip_source::{PackageId, Sources};
use slip_syntax::tree::{Declaration, File, Item};
use std::collections::{BTreeMap, BTreeSet};

/// Kinds of declarations that affect all packages compiled together, even packages that do not name them.
pub(super) const RULES: [&str; 6] = ["design", "stunt", "skill", "mark", "ruleset", "station"];

/// Packages that are judged together with everything that they depend on.
#[derive(Debug)]
pub(super) struct PackageGroup {
    /// Packages of the group, in order.
    pub(super) roots: Vec<PackageId>,
    /// True if the only rules on which the packages of the group depend are those of the standard library. Each dependency then has the
    /// same findings in the group as alone.
    pub(super) plain: bool,
}

/// Divides packages into groups, in the order of the first package of each group.
pub(super) fn groups(sources: &Sources, files: &[&File], roots: &[PackageId]) -> Vec<PackageGroup> {
    let reach = UnnamedInfluences::of(sources, files);
    let mut groups: Vec<PackageGroup> = Vec::new();
    let mut by_rules: BTreeMap<Vec<PackageId>, usize> = BTreeMap::new();
    for root in roots {
        let rules: Vec<PackageId> = reach.rules.iter().copied().filter(|ruling| sources.reaches(*root, *ruling)).collect();
        let plain = rules.is_empty();
        let at = *by_rules.entry(rules).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.roots.push(*root),
            None => groups.push(PackageGroup { roots: vec![*root], plain }),
        }
    }
    groups
}

/// Packages whose declarations can affect packages that do not name them. The standard library is left out, because every package depends
/// on it.
struct UnnamedInfluences {
    rules: BTreeSet<PackageId>,
}

impl UnnamedInfluences {
    fn of(sources: &Sources, files: &[&File]) -> UnnamedInfluences {
        let mut reach = UnnamedInfluences { rules: nameless(sources) };
        let mut names: BTreeMap<PackageId, BTreeSet<(&str, &str)>> = BTreeMap::new();
        let mut derived: Vec<(PackageId, &Declaration)> = Vec::new();
        for file in files {
            let package = sources.file(file.id).map(|file| file.package()).unwrap_or_default();
            for item in &file.items {
                match item {
                    Item::Patch(_) => _ = reach.rules.insert(package),
                    Item::Declaration(declared) if RULES.contains(&declared.kind.text.as_str()) => _ = reach.rules.insert(package),
                    Item::Declaration(declared) => {
                        names.entry(package).or_default().insert((&declared.kind.text, &declared.name.text));
                        // A declaration without a design may inherit an entry with an error. The error is then reported at the entry
                        // itself, which may be in another package.
                        if declared.base.is_some() && PLAIN_KINDS.contains(&declared.kind.text.as_str()) {
                            derived.push((package, declared));
                        }
                    }
                    _ => {}
                }
            }
        }
        let has = |package: PackageId, declared: &Declaration, base: &str| {
            names.get(&package).is_some_and(|names| names.contains(&(declared.kind.text.as_str(), base)))
        };
        // If there are patches, an entry of the standard library may come from another package.
        let is_patched = files.iter().any(|file| file.items.iter().any(|item| matches!(item, Item::Patch(_))));
        for (package, declared) in derived {
            let Some(base) = &declared.base else { continue };
            let is_near = match &base.package {
                Some(of) => of.text == "std" && !is_patched,
                None => has(package, declared, &base.name.text) || (has(PackageId::STD, declared, &base.name.text) && !is_patched),
            };
            if !is_near {
                reach.rules.insert(package);
            }
        }
        reach.rules.remove(&PackageId::STD);
        reach
    }
}

/// Returns the packages that must be compiled apart from others, because they have no name or the name of another package.
fn nameless(sources: &Sources) -> BTreeSet<PackageId> {
    let mut by_name: BTreeMap<&str, Vec<PackageId>> = BTreeMap::new();
    for (id, package) in sources.packages() {
        by_name.entry(package.name.as_str()).or_default().push(id);
    }
    by_name.into_iter().filter(|(name, ids)| name.is_empty() || ids.len() > 1).flat_map(|(_, ids)| ids).collect()
}
