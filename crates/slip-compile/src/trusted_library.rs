//! Decides when the embedded standard library needs no checks: a test of this crate checks that it has no findings, and no other package
//! can cause findings in it without rules or patches (`package_groups`).
//!
//! Its designs are then read on their first use. Most packages use few of them, and reading all takes longer than checking a small package.

use super::package_groups::{PackageGroup, RULES};
use crate::check::design::{self, Designs};
use crate::check::effect::{self, DeclaredNames};
use crate::resolve::{DeclId, PLAIN_KINDS, Program};
use crate::stdlib;
use slip_pack::Name;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Sources};
use slip_syntax::tree::{File, Item};
use std::sync::Arc;

/// True if a group of packages is checked with the embedded library, does not contain it, and depends on no other rules.
pub(super) fn is_trusted_by(sources: &Sources, group: &PackageGroup) -> bool {
    group.plain && !group.roots.contains(&PackageId::STD) && stdlib::is_embedded(sources)
}

/// True if all packages beside the embedded library declare no rules and no patches, and there is at least one such package.
pub(super) fn is_beside_items(sources: &Sources, files: &[&File]) -> bool {
    let is_rule = |item: &Item| match item {
        Item::Patch(_) => true,
        Item::Declaration(declared) => RULES.contains(&declared.kind.text.as_str()),
        _ => false,
    };
    let is_own = |file: &&&File| sources.file(file.id).is_some_and(|file| file.package() != PackageId::STD);
    let is_alone = sources.packages().last().is_none_or(|(last, _)| last == PackageId::STD);
    !is_alone && stdlib::is_embedded(sources) && !files.iter().filter(is_own).any(|file| file.items.iter().any(is_rule))
}

/// True if packages beside the library declare anything other than items, such as encounters, tables or tests.
pub(super) fn has_users_beside_items(program: &Program<'_>) -> bool {
    let mut others = program.all().iter().filter(|declared| declared.package != PackageId::STD);
    others.any(|declared| PLAIN_KINDS.contains(&declared.kind())) || program.tests.iter().any(|(package, _)| *package != PackageId::STD)
}

/// Returns the designs of the library, which are read on their first use.
pub(super) fn designs<'p>(program: &'p Program<'_>, known: &Arc<DeclaredNames>, paths: &Arc<[Name]>) -> Designs<'p> {
    let (known, paths) = (Arc::clone(known), Arc::clone(paths));
    let surroundings = design::ProgramNames::of(program);
    let read = move |id: DeclId| {
        let declared = program.get(id)?;
        let mut design = design::read(program, &surroundings, declared, &paths, &mut Diagnostics::new())?;
        effect::attach_to(program, &known, declared, &mut design);
        Some(design)
    };
    let designs = program.of_kind("design").filter(|declared| !declared.tree.broken);
    Designs::on_demand(designs.filter_map(|declared| Some((declared.id, declared.tree.design.as_ref()?.name.text.clone()))), read)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use crate::check::context::CompilePurpose;
    use crate::{CompileOptions, Compiled, inspect_world, parse, stdlib, verdicts};
    use slip_source::{Package, PackageId, Sources};

    fn beside_library(text: &str) -> (Sources, PackageId) {
        let mut sources = Sources::new();
        let library = stdlib::add(&mut sources);
        let dependencies = vec![("std".to_owned(), library)];
        let package = sources.add_package(Package { name: "yard".to_owned(), dependencies, ..Package::default() });
        sources.add_file(package, "yard.slip", text);
        (sources, package)
    }

    fn compiled(sources: &Sources, keep: CompilePurpose, trusts: bool) -> Compiled {
        let (files, found) = parse(sources);
        let files: Vec<_> = files.iter().map(AsRef::as_ref).collect();
        let packages = sources.packages().map(|(id, _)| id).collect();
        inspect_world(sources, &files, &found, packages, CompileOptions::new(keep).trusting(trusts), |_| ()).0
    }

    #[test]
    fn the_embedded_library_has_no_findings() {
        let mut sources = Sources::new();
        let library = stdlib::add(&mut sources);
        assert!(stdlib::is_embedded(&sources));
        let found = verdicts(&sources, &[library]).diagnostics;
        assert!(found.iter().next().is_none(), "{:?}", found.iter().next());
    }

    const CATALOGUE: &str = "weapon long_arm \"Long arm\" : slug_thrower {\n  tech T1\n  harm 3\n  range 1..4\n}\n\n\
        npc guard \"Guard\" {\n  skills { 3 slug_throwers; 2 alertness }\n  gear long_arm, nothing\n}\n\n\
        ship tender : spacecraft {\n  tech T1\n  v_shift 2\n  trade 9\n}\n";

    const SCENE: &str = "table finds \"Finds\" {\n  1..6 \"a crate\"\n}\n\ntest \"a test\" {\n  expect long_arm.harm == 4\n}\n";

    #[test]
    fn packages_without_rules_get_the_same_verdict_from_a_library_that_is_not_checked() {
        for text in [String::new(), CATALOGUE.to_owned(), format!("{CATALOGUE}\n{SCENE}")] {
            let (sources, package) = beside_library(&text);
            let [trusting, checking] = [true, false].map(|trusts| compiled(&sources, CompilePurpose::Verdict, trusts));
            assert_eq!(trusting.diagnostics.iter().collect::<Vec<_>>(), checking.diagnostics.iter().collect::<Vec<_>>(), "{text}");
            assert_eq!(trusting.items.get(&package), checking.items.get(&package));
        }
    }

    #[test]
    fn packs_are_the_same_if_designs_are_read_on_demand() {
        for text in [CATALOGUE.to_owned(), format!("{CATALOGUE}\n{SCENE}")] {
            let (sources, _) = beside_library(&text);
            let [trusting, checking] = [true, false].map(|trusts| compiled(&sources, CompilePurpose::Pack, trusts));
            assert_eq!(trusting.diagnostics, checking.diagnostics, "{text}");
            assert_eq!(trusting.pack, checking.pack, "{text}");
        }
    }

    #[test]
    fn a_library_with_another_text_is_not_trusted() {
        let mut sources = Sources::new();
        let library = sources.add_package(Package { name: "std".to_owned(), ..Package::default() });
        sources.add_file(library, "std/doctrines/fate.slip", "mark odd \"is odd\"\n");
        assert!(!stdlib::is_embedded(&sources));
    }
}
