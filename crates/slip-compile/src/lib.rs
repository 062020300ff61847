//! The compiler: all phases from source texts to pack and diagnostics.

pub mod block_schema;
pub mod check;
pub mod pareto;
pub mod resolve;
pub mod rule_search;
pub mod stdlib;

mod build_items;
mod declared_exceptions;
mod kept_compilation;
mod linked_packages;
mod package_groups;
mod package_verdicts;
mod separate_compilation;
mod standard_library_views;
mod stdlib_trees;
mod tree_cache;
mod trusted_library;

pub use declared_exceptions::{Exceptions, WrittenPatch, WrittenWaiver};
pub use kept_compilation::{KeptCompilation, Rechecked, stand};
pub use linked_packages::{CheckedPackages, LinkedPackages};
pub use package_verdicts::{Verdict, judge_again, together, verdicts, verdicts_again};
pub use separate_compilation::compile_each;
pub use standard_library_views::{Libraries, LibraryUsers};
pub use tree_cache::TreeCache;

use crate::check::campaign_limits;
use crate::check::cluster;
use crate::check::context::{CheckContext, CompilePurpose};
use crate::check::design::{self, Design, Designs};
use crate::check::doctrine;
use crate::check::effect;
use crate::check::encounter;
use crate::check::expectation::TestBlock;
use crate::check::house_rules;
use crate::check::map;
use crate::check::readable_declaration;
use crate::check::ruleset::{self, ProgramSettings};
use crate::check::scenario;
use crate::check::skills;
use crate::check::station;
use crate::check::table;
use crate::check::waivers;
use crate::check::{platoon, stakes_party};
use crate::resolve::{DeclId, Program};
use rayon::prelude::*;
use slip_pack::encounter::Encounter;
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::Rules;
use slip_pack::{Name, Pack, PackageInfo};
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use slip_source::{PackageId, Sources};
use slip_syntax::tree::File;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};
use stdlib_trees::ParsedFile;

/// Result of a compilation.
#[derive(Debug)]
pub struct Compiled {
    /// Pack with everything that play and print need; complete even if some items have errors.
    pub pack: Pack,
    /// All diagnostics, in the order of files and lines.
    pub diagnostics: Diagnostics,
    /// Number of built items of each package. Parties and their backgrounds are included.
    pub items: BTreeMap<PackageId, usize>,
    /// Waivers and patches that each package declares; packages without any are left out.
    pub exceptions: BTreeMap<PackageId, Exceptions>,
    /// Tests of all packages, in the order of files and text.
    pub tests: Vec<TestBlock>,
}

/// Compiles all packages of `sources`. The pack has the name of the last package.
pub fn compile(sources: &Sources) -> Compiled {
    compile_all(sources, CompilePurpose::Pack)
}

/// Compiles only to get diagnostics, which are the same as those of [`compile`]. The pack contains items only if other declarations need
/// them.
pub fn verdict(sources: &Sources) -> Compiled {
    compile_all(sources, CompilePurpose::Verdict)
}

/// Compiles packages, and calls `look` with the linked program, the designs and the pack while these exist. Generators need this.
pub fn inspect<T>(sources: &Sources, look: impl FnOnce(&CheckContext<'_, '_>, &Pack) -> T) -> (Compiled, T) {
    let (files, found) = parse(sources);
    let files: Vec<&File> = files.iter().map(AsRef::as_ref).collect();
    let packages = sources.packages().map(|(id, _)| id).collect();
    let how = CompileOptions::new(CompilePurpose::Pack).trusting(trusted_library::is_beside_items(sources, &files));
    inspect_world(sources, &files, &found, packages, how, |world| look(world.context, world.pack))
}

fn compile_all(sources: &Sources, keep: CompilePurpose) -> Compiled {
    // Parse file by file. Parsing never fails: text that does not parse becomes a node and a diagnostic.
    let (files, found) = parse(sources);
    let files: Vec<&File> = files.iter().map(AsRef::as_ref).collect();
    let packages = sources.packages().map(|(id, _)| id).collect();
    let trusts = keep == CompilePurpose::Pack && trusted_library::is_beside_items(sources, &files);
    inspect_world(sources, &files, &found, packages, CompileOptions::new(keep).trusting(trusts), |_| ()).0
}

/// Options of a compilation.
#[derive(Clone, Copy)]
struct CompileOptions {
    keep: CompilePurpose,
    /// True to record the declaration to which every name refers.
    trail: bool,
    /// True if the standard library is known to have no errors here. Its designs are then read on their first use, and for a verdict its
    /// declarations are checked only if declarations of other packages need them.
    trusts_library: bool,
}

impl CompileOptions {
    fn new(keep: CompilePurpose) -> Self {
        CompileOptions { keep, trail: false, trusts_library: false }
    }

    fn trusting(self, trusts_library: bool) -> Self {
        CompileOptions { trusts_library, ..self }
    }
}

/// Compiles packages, and calls `look` with the result while the program exists.
fn inspect_world<T>(
    sources: &Sources,
    files: &[&File],
    parsed: &Diagnostics,
    packages: BTreeSet<PackageId>,
    how: CompileOptions,
    look: impl FnOnce(&KeptCompilation<'_, '_, '_>) -> T,
) -> (Compiled, T) {
    let linked = LinkedPackages::with_options(sources, files, parsed, packages, how);
    let (checked, compiled) = linked.check();
    let seen = look(&checked.kept(&compiled));
    (compiled, seen)
}

/// Lowers the confidence in the removal of an unused `use`, in packages that have errors or depend on a package with errors: a misspelt
/// name there may be the one that the `use` imports.
fn doubt(sources: &Sources, diagnostics: &Diagnostics, leftovers: &mut Diagnostics) {
    let package = |found: &Diagnostic| sources.file(found.primary.span.file).map(|file| file.package()).unwrap_or_default();
    let wrong: BTreeSet<PackageId> = diagnostics.iter().filter(|found| found.severity == Severity::Error).map(package).collect();
    // After such an error, a dependency that seems unused may still be named in the text that contains the error.
    let may_name = |code: Code| matches!(code, Code::UnknownPackage | Code::Syntax | Code::UnknownKey);
    let unclear: BTreeSet<PackageId> = diagnostics.iter().filter(|found| may_name(found.code)).map(package).collect();
    leftovers.retain(|found| found.code != Code::UnusedDependency || !unclear.contains(&package(found)));
    let mut doubtful: BTreeMap<PackageId, bool> = BTreeMap::new();
    for found in leftovers.iter_mut().filter(|found| found.code == Code::UnusedUse) {
        let user = package(found);
        let is_doubtful = doubtful.entry(user).or_insert_with(|| wrong.iter().any(|wrong| sources.reaches(user, *wrong)));
        if *is_doubtful {
            found.doubt();
        }
    }
}

/// Compiles the basis of all checks: the rules of each package, then the designs, because every item is built by a design.
fn grounds<'p, 't>(
    program: &'p Program<'t>,
    packages: &BTreeSet<PackageId>,
    how: CompileOptions,
    diagnostics: &mut Diagnostics,
) -> (CheckContext<'p, 't>, ProgramSettings) {
    let mut context = context(program, program.sources, how);
    context.known = Arc::new(effect::DeclaredNames::of(program));
    let settings = ProgramSettings::collect(program, &context.known, diagnostics);
    (context.rules, context.lost_settings) = rules(program, &settings, packages, diagnostics);
    ruleset::check_conditions(program, &settings, diagnostics);
    if how.trusts_library {
        context.designs = trusted_library::designs(program, &context.known, &context.paths);
    } else {
        context.designs = Designs::checked(designs(&context, diagnostics));
    }
    context.compared = context.designs.ids().map(|id| (id, OnceLock::new())).collect();
    context.campaigns = campaign_limits::read(program, &context.designs, packages, diagnostics);
    (context, settings)
}

/// Returns the rules of each package, and the settings whose value is unknown, by package number; empty for packages that are not compiled.
fn rules(
    program: &Program<'_>,
    settings: &ProgramSettings,
    packages: &BTreeSet<PackageId>,
    diagnostics: &mut Diagnostics,
) -> (Vec<Rules>, Vec<BTreeSet<Name>>) {
    let of = |id: PackageId| {
        if packages.contains(&id) { ruleset::of_package(program, settings, id, diagnostics) } else { <(Rules, BTreeSet<Name>)>::default() }
    };
    program.sources.packages().map(|(id, _)| id).map(of).unzip()
}

fn parse(sources: &Sources) -> (Vec<Cow<'static, File>>, Diagnostics) {
    let inputs: Vec<_> = sources.files().filter(|(_, file)| Sources::is_slip(file.path())).collect();
    let parsed: Vec<ParsedFile> = inputs.into_par_iter().map(|(id, file)| stdlib_trees::parsed(id, file)).collect();
    let mut diagnostics = Diagnostics::new();
    let mut files = Vec::with_capacity(parsed.len());
    for ParsedFile { tree, found } in parsed {
        files.push(tree);
        diagnostics.append(found);
    }
    (files, diagnostics)
}

fn context<'p, 't>(program: &'p Program<'t>, sources: &Sources, how: CompileOptions) -> CheckContext<'p, 't> {
    let CompileOptions { keep, trusts_library, .. } = how;
    let looked_at = looked_at(program, trusts_library);
    // A patch may insert a name of its package into any declaration, and the declaration may then use items of that package.
    let keep = if program.patches().is_empty() || looked_at.is_empty() { keep } else { CompilePurpose::Pack };
    let paths = sources.files().map(|(_, file)| Name::from(file.shown())).collect();
    let derived_notes = packages_with(sources, Code::DerivedAspect, |level| level != "allow");
    CheckContext {
        program,
        designs: Designs::default(),
        compared: BTreeMap::new(),
        uncompared: uncompared(program),
        known: Arc::default(),
        rules: Vec::new(),
        lost_settings: Vec::new(),
        campaigns: Vec::new(),
        at_home: BTreeMap::new(),
        paths,
        keep,
        trusts_library,
        looked_at,
        derived_notes,
        item_numbers: Mutex::default(),
    }
}

/// Returns the packages whose items must be in the pack, because other declarations use them. They are the packages with encounters,
/// platoons and similar declarations, and all packages on which these depend.
fn looked_at(program: &Program<'_>, trusts_library: bool) -> BTreeSet<PackageId> {
    let kinds = ["cluster", "encounter", "platoon", "operative", "opposition"];
    let of_kinds = kinds.iter().flat_map(|kind| program.of_kind(kind));
    let lookers = of_kinds.chain(program.of_kind("table").filter(|table| table.entry("scene").is_some())).map(|looker| looker.package);
    let mut lookers: BTreeSet<PackageId> = lookers.chain(program.tests.iter().map(|(package, _)| *package)).collect();
    if trusts_library {
        lookers.remove(&PackageId::STD);
    }
    program.sources.closure_of(lookers)
}

/// Returns the packages whose manifest sets the level of a lint, if `is_level` accepts the level.
fn packages_with(sources: &Sources, code: Code, is_level: impl Fn(&str) -> bool) -> BTreeSet<PackageId> {
    let sets = |package: &slip_source::Package| package.lints.iter().any(|(slug, level)| slug == code.slug() && is_level(level));
    sources.packages().filter(|(_, package)| sets(package)).map(|(id, _)| id).collect()
}

/// Returns the packages that switch off the lint for dominated items, so that their items need not be compared with each other. A package
/// with waivers is not included, because a waiver may be about this lint.
fn uncompared(program: &Program<'_>) -> BTreeSet<PackageId> {
    let mut off = packages_with(program.sources, Code::DominatedDesign, |level| level == "allow");
    if !off.is_empty() {
        let waives = |declared: &&resolve::DeclaredItem<'_>| declared.entries_of("allow").next().is_some();
        for declared in program.all().iter().filter(waives) {
            off.remove(&declared.package);
        }
    }
    off
}

fn designs(context: &CheckContext<'_, '_>, diagnostics: &mut Diagnostics) -> BTreeMap<DeclId, Design> {
    let program = context.program;
    let mut designs = BTreeMap::new();
    let surroundings = design::ProgramNames::of(program);
    for declared in program.of_kind("design").filter(|declared| !declared.tree.broken) {
        if let Some(design) = design::read(program, &surroundings, declared, &context.paths, diagnostics) {
            designs.insert(declared.id, design);
        }
    }
    design::check_buyers(program, diagnostics);
    design::check_twice(program, diagnostics);
    design::check_conditions(program, diagnostics);
    design::check_use(program, diagnostics);
    // Effects of designs and stunts are compiled after all designs are read, because they may use names of any design.
    effect::attach(program, &context.known, &mut designs, diagnostics);
    design::mark_faulty(program, diagnostics, &mut designs);
    designs
}

fn pack_of(sources: &Sources, items: Vec<BuiltItem>) -> Pack {
    let mut infos: Vec<PackageInfo> = sources.packages().map(|(_, package)| info(package)).collect();
    let package = infos.pop().unwrap_or_default();
    let other_rules = standard_library_views::other_rules(sources);
    let mut pack = Pack { format: slip_pack::FORMAT, package, dependencies: infos, other_rules, ..Pack::default() };
    for item in items {
        let key = slip_pack::key(&item.package, &item.name);
        // If two items have the same name, which was reported, the first one is used.
        pack.items.entry(item.kind.clone()).or_default().entry(key).or_insert(item);
    }
    pack
}

/// Adds designs, stunts and other rules to the pack in readable form, for look-up.
fn declarations(context: &CheckContext<'_, '_>, pack: &mut Pack) {
    let program = context.program;
    for kind in readable_declaration::KINDS {
        for declared in program.of_kind(kind).filter(|declared| !declared.tree.broken) {
            let of_kind = pack.declarations.entry(kind.into()).or_default();
            of_kind.entry(program.key(declared)).or_insert_with(|| readable_declaration::read(context, declared));
        }
    }
}

/// Adds to the pack the old names that aliases keep valid.
fn aliases(program: &Program<'_>, pack: &mut Pack) {
    for (kind, package, name, target) in program.old_names() {
        let (Some(package), Some(target)) = (program.sources.package(package), program.get(target)) else { continue };
        pack.aliases.entry(kind.into()).or_default().insert(slip_pack::key(&package.name, name), program.key(target));
    }
}

fn info(package: &slip_source::Package) -> PackageInfo {
    PackageInfo {
        name: package.name.as_str().into(),
        version: package.version.as_str().into(),
        edition: package.edition,
        licence: package.licence.clone(),
        authors: package.authors.clone(),
        description: package.description.clone(),
    }
}

/// Checks the declarations that encounters use (skills, rulesets, maps, platoons, doctrines, tables), then the encounters.
fn conflicts(context: &CheckContext<'_, '_>, settings: &ProgramSettings, pack: &mut Pack, diagnostics: &mut Diagnostics) {
    let program = context.program;
    for declared in program.of_kind("skill") {
        let skill = skills::declare(program, declared, diagnostics);
        pack.skills.entry(program.key(declared)).or_insert(skill);
    }
    for declared in program.of_kind("ruleset") {
        let ruleset = ruleset::check(program, settings, declared, diagnostics);
        pack.rulesets.entry(program.key(declared)).or_insert(ruleset);
    }
    ruleset::check_use(program, diagnostics);
    ruleset::check_settings(program, diagnostics);
    let faulty = ruleset::faulty(program, diagnostics);
    for declared in program.of_kind("station") {
        let station = station::check(program, declared, diagnostics);
        if let Some(station) = station {
            pack.stations.entry(program.key(declared)).or_insert(station);
        }
    }
    station::check_all(program, diagnostics);
    for declared in program.of_kind("template") {
        map::check_template(program, &context.known, declared, diagnostics);
    }
    for declared in program.of_kind("map") {
        let mut found = Diagnostics::new();
        let mut map = map::check(program, &context.known, declared, context.place(declared.tree.name.span), &mut found);
        map.waivers = waivers::settle(program.sources, declared, found, diagnostics);
        pack.maps.entry(program.key(declared)).or_insert(map);
    }
    for declared in program.of_kind("platoon") {
        let platoon = platoon::check(context, pack, declared, context.place(declared.tree.name.span), diagnostics);
        pack.platoons.entry(program.key(declared)).or_insert(platoon);
    }
    for declared in program.of_kind("background") {
        let background = stakes_party::background(context, declared, context.place(declared.tree.name.span), diagnostics);
        pack.backgrounds.entry(program.key(declared)).or_insert(background);
    }
    for declared in stakes_party::KINDS.iter().flat_map(|kind| program.of_kind(kind)) {
        let checked = stakes_party::check(context, pack, declared, context.place(declared.tree.name.span), diagnostics);
        pack.parties.entry(program.key(declared)).or_insert(checked);
    }
    pack.doctrines = doctrine::check(program, &pack.maps, diagnostics);
    pack.tables = table::check(context, settings, pack, diagnostics);
    let none = Rules::default();
    // The pack is named after the last package, and has its rules.
    pack.rules = program.sources.packages().last().and_then(|(id, _)| context.rules_of(id)).cloned().unwrap_or_default();
    for declared in program.of_kind("cluster") {
        let rules = context.rules_of(declared.package).unwrap_or(&none);
        let mut found = Diagnostics::new();
        let mut cluster = cluster::check(program, pack, rules, declared, context.place(declared.tree.name.span), &mut found);
        cluster.waivers = waivers::settle(program.sources, declared, found, diagnostics);
        pack.clusters.entry(program.key(declared)).or_insert(cluster);
    }
    let mut settled: BTreeMap<PackageId, bool> = BTreeMap::new();
    for declared in program.of_kind("encounter") {
        let rules = context.rules_of(declared.package).unwrap_or(&none);
        let scene = encounter::EncounterContext { program, known: &context.known, pack, settings, rules };
        let mut found = Diagnostics::new();
        let settled = *settled.entry(declared.package).or_insert_with_key(|&package| ruleset::is_settled(program, settings, package));
        let mut checked = encounter::check(scene, declared, context.place(declared.tree.name.span), &mut found);
        let mut uses = Diagnostics::new();
        campaign_limits::encounter(context, declared, &mut uses);
        house_rules::grandfather_uses(context, declared.package, &mut uses);
        if let Some(checked) = checked.as_mut() {
            // Settings with errors are left out of the rules. The fight would then have other rules than the author wrote, so the encounter
            // counts as having an error (R-XE9).
            let ruled = settled && !checked.rules.rulesets.iter().any(|ruleset| faulty.contains(ruleset));
            checked.valid &= ruled && !uses.has_errors();
        }
        found.append(uses);
        let waived = waivers::settle(program.sources, declared, found, diagnostics);
        if let Some(encounter) = checked {
            let encounter = Encounter { waivers: waived, ..encounter };
            pack.encounters.entry(program.key(declared)).or_insert(encounter);
        }
    }
}

/// Checks scenarios, after the encounters they use.
fn scenarios(context: &CheckContext<'_, '_>, pack: &mut Pack, diagnostics: &mut Diagnostics) {
    for declared in context.program.of_kind("scenario") {
        let mut found = Diagnostics::new();
        let mut scenario = scenario::check(context.program, pack, declared, context.place(declared.tree.name.span), &mut found);
        scenario.waivers = waivers::settle(context.program.sources, declared, found, diagnostics);
        pack.scenarios.entry(context.program.key(declared)).or_insert(scenario);
    }
}

/// Applies the lint levels of packages: allow, note, warn or deny. Errors about the game rules keep their severity.
pub fn levels(sources: &Sources, diagnostics: &mut Diagnostics) {
    let chosen: BTreeMap<(PackageId, Code), &str> = sources
        .packages()
        .flat_map(|(id, package)| {
            package.lints.iter().filter_map(move |(slug, level)| Some(((id, Code::from_slug(slug)?), level.as_str())))
        })
        .collect();
    let mut silenced = BTreeSet::new();
    for (at, diagnostic) in diagnostics.iter_mut().enumerate() {
        let package = sources.file(diagnostic.primary.span.file).map(|file| file.package());
        let level = package.and_then(|package| chosen.get(&(package, diagnostic.code)));
        match level {
            Some(&"allow") if diagnostic.severity != Severity::Error => {
                silenced.insert(at);
            }
            Some(&"note") if diagnostic.severity != Severity::Error => diagnostic.severity = Severity::Note,
            Some(&"warn") if diagnostic.severity != Severity::Error => diagnostic.severity = Severity::Warning,
            Some(&"deny") => diagnostic.severity = Severity::Error,
            None if diagnostic.code.off_by_default() => {
                silenced.insert(at);
            }
            _ => {}
        }
    }
    let mut at = 0_usize;
    diagnostics.retain(|_| {
        at += 1;
        !silenced.contains(&(at - 1))
    });
}
