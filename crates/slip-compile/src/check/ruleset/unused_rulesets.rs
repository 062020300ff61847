//! Reports rulesets that are never in force. No encounter of their package, no manifest entry and no ruleset in use names them.
//!
//! Packages without encounters are skipped, because their rulesets are for packages that depend on them.

use super::{errors, variants};
use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, NamePath, SpannedName};
use std::collections::BTreeSet;

/// Reports the rulesets that are never in force.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    let playing: BTreeSet<PackageId> = program.of_kind("encounter").map(|declared| declared.package).collect();
    for package in playing.into_iter().filter(|package| *package != PackageId::STD) {
        let of_package = |declared: &&DeclaredItem<'_>| declared.package == package;
        let in_use = in_use(program, package);
        let unused = program.of_kind("ruleset").filter(of_package).filter(|declared| !in_use.contains(&declared.id));
        for declared in unused.filter(|declared| !declared.tree.broken && is_filled(declared)) {
            out.push(errors::unused(declared.tree.name.span, declared.name(), declared.entry("effect").is_some()));
        }
    }
}

/// True if a ruleset changes a setting or has effects. Other rulesets only declare settings. They need not be named, because declared
/// settings always exist.
fn is_filled(declared: &DeclaredItem<'_>) -> bool {
    declared.entries.iter().any(|entry| !matches!(entry.word(), "setting" | "default" | "allow"))
}

/// Returns the rulesets that the encounters and the manifest of a package name, and all rulesets that these rulesets use.
fn in_use(program: &Program<'_>, package: PackageId) -> BTreeSet<DeclId> {
    let encounters = program.of_kind("encounter").filter(|declared| declared.package == package);
    let paths = |entry: &Entry| entry.values.iter().filter_map(|value| value.expr.path()).collect::<Vec<_>>();
    let named = encounters.flat_map(|declared| declared.entries_of("rules").flat_map(paths).collect::<Vec<_>>());
    let mut open: Vec<DeclId> = named.chain(listed(program, package)).filter_map(|path| find(program, package, &path)).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        let Some(declared) = program.get(id).filter(|_| found.insert(id)) else { continue };
        open.extend(declared.entries_of("use").flat_map(paths).filter_map(|path| find(program, declared.package, &path)));
    }
    found
}

/// Returns the rulesets that the manifest of a package lists under `variants`.
fn listed(program: &Program<'_>, package: PackageId) -> Vec<NamePath> {
    let path = |(variant, span): (slip_pack::Name, slip_source::Span)| {
        let (of, name) = variant.split_once('.').map_or((None, variant.as_str()), |(of, name)| (Some(of), name));
        let word = |text: &str| SpannedName { text: text.into(), span };
        NamePath { kind: None, package: of.map(word), name: word(name) }
    };
    variants(program, package).into_iter().map(path).collect()
}

/// Returns the ruleset with this name. Unknown names are reported where they are read.
fn find(program: &Program<'_>, package: PackageId, path: &NamePath) -> Option<DeclId> {
    program.find(package, path, Kinds::One("ruleset")).ok()
}
