//! Builds every item independently: an invalid item never stops the build of the next.

use super::{CompileOptions, grounds};
use crate::check::build;
use crate::check::campaign_limits::{self, CampaignLimits};
use crate::check::context::{CheckContext, CompilePurpose};
use crate::check::dominated_items::{self, ItemComparison};
use crate::check::house_rules::{self, AtHome, has_strangers};
use crate::check::{inherited_mistakes, repair};
use crate::resolve::{self, DeclId, DeclaredItem};
use rayon::prelude::*;
use slip_pack::item::{BuiltItem, Waiver};
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Sources};
use slip_syntax::tree::File;
use std::collections::BTreeSet;

/// Builds every item.
pub(super) fn build(context: &mut CheckContext<'_, '_>, files: &[&File]) -> (Vec<BuiltItem>, Diagnostics) {
    let program = context.program;
    let is_built = |declared: &&DeclaredItem<'_>| program.is_built_kind(declared.kind()) && context.builds_items_of(declared.package);
    let declared: Vec<&DeclaredItem<'_>> = program.all().iter().filter(is_built).collect();
    let mut built = several(context, &declared);
    let unproved = std::mem::take(&mut built.unproved);
    let mut packages: BTreeSet<PackageId> = unproved.iter().map(|declared| declared.package).collect();
    // Patches by other packages can make encounters and platoons break campaign limits. Their errors are compared with the errors that
    // occur when their package is compiled alone.
    let used = ["encounter", "platoon"].into_iter().flat_map(|kind| program.of_kind(kind)).map(|declared| declared.package);
    let judged = |package: &PackageId| context.campaign(*package).is_some_and(CampaignLimits::forbids) && has_strangers(program, *package);
    packages.extend(used.collect::<BTreeSet<_>>().into_iter().filter(judged));
    if !packages.is_empty() {
        context.at_home = packages.into_iter().map(|package| (package, at_home(program.sources, files, package))).collect();
        built.add(several(context, &unproved));
        // Sorts the items by declaration. If two items have the same name, the one declared first is used.
        built.items.sort_by_key(|(id, _)| *id);
        built.compared.sort_by_key(|one| one.id);
    }
    let Built { mut items, compared, found: mut diagnostics, .. } = built;
    // Checks that need all items.
    let allowed = dominated_items::check(context, &compared, &mut diagnostics);
    let reason = |id: DeclId| compared.iter().find(|one| one.id == id).and_then(|one| one.waiver.as_ref());
    for (id, item) in items.iter_mut().filter(|(id, _)| allowed.contains(id)) {
        item.waivers.extend(reason(*id).map(|waiver| Waiver { code: waiver.code.to_string(), reason: waiver.reason.to_string() }));
    }
    (items.into_iter().map(|(_, item)| item).collect(), diagnostics)
}

/// Results of building several items.
#[derive(Default)]
struct Built<'p, 't> {
    items: Vec<(DeclId, BuiltItem)>,
    compared: Vec<ItemComparison>,
    found: Diagnostics,
    /// Items that seem to be illegal only because of house rules of other packages. They are left out of the other fields, because they are
    /// built again after their package has been compiled alone.
    unproved: Vec<&'p DeclaredItem<'t>>,
}

impl Built<'_, '_> {
    fn add(&mut self, mut more: Self) {
        self.items.append(&mut more.items);
        self.compared.append(&mut more.compared);
        self.found.append(more.found);
        self.unproved.append(&mut more.unproved);
    }
}

/// Builds items in parallel. The result does not depend on the number of threads.
fn several<'p, 't>(context: &CheckContext<'_, '_>, declared: &[&'p DeclaredItem<'t>]) -> Built<'p, 't> {
    let stretches: Vec<Built<'p, 't>> = declared
        .par_chunks(512)
        .map(|chunk| {
            let mut built = Built::default();
            for declared in chunk {
                let mut found = Diagnostics::new();
                let (item, standing) = build::build_to_compare(context, declared, &mut found);
                if house_rules::is_unproved(context, declared, &found) {
                    built.unproved.push(declared);
                    continue;
                }
                repair::offer(context, declared, &mut found);
                if let Some(at_home) = context.at_home.get(&declared.package) {
                    at_home.reword(&mut found);
                }
                inherited_mistakes::settle(context, declared, &mut found);
                built.found.append(found);
                built.items.extend(item.map(|item| (declared.id, item)));
                built.compared.extend(standing);
            }
            built
        })
        .collect();
    let mut all = Built { items: Vec::with_capacity(declared.len()), ..Built::default() };
    stretches.into_iter().for_each(|stretch| all.add(stretch));
    all
}

/// Compiles a package together with only its own dependencies, so that house rules of other packages have no effect. Returns the errors in
/// the items, encounters and platoons of the package.
fn at_home(sources: &Sources, files: &[&File], package: PackageId) -> AtHome {
    let packages = sources.closure(package);
    let inside = |file: &&&File| sources.file(file.id).is_some_and(|file| packages.contains(&file.package()));
    let files: Vec<&File> = files.iter().filter(inside).copied().collect();
    let (program, _) = resolve::resolve_world(sources, &files, &packages, false);
    let (context, _) = grounds(&program, &packages, CompileOptions::new(CompilePurpose::Verdict), &mut Diagnostics::new());
    let mut found = Diagnostics::new();
    for declared in program.all().iter().filter(|declared| declared.package == package && program.is_built_kind(declared.kind())) {
        let mut own = Diagnostics::new();
        build::build(&context, declared, &mut own);
        repair::offer(&context, declared, &mut own);
        found.append(own);
    }
    for declared in program.all().iter().filter(|declared| declared.package == package) {
        match declared.kind() {
            "encounter" => campaign_limits::encounter(&context, declared, &mut found),
            "platoon" => campaign_limits::platoon(&context, declared, &mut found),
            _ => {}
        }
    }
    AtHome::of(found)
}
