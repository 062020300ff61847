//! Computes the names that are visible in each package: through dependencies, `use` and `alias`.
//!
//! After all checks, reports `use` and dependencies that were not needed, and uses of old names.

use super::alias_chains::{AliasTargets, End};
use super::errors;
use super::program::{DeclId, ImportedName, Kinds, OldName, PackageScope, Program, VisiblePackage};

use ecow::EcoString;
use slip_source::diagnostic::{Confidence, Diagnostic, Diagnostics, entry_edits};
use slip_source::{FileId, PackageId, Span};
use slip_syntax::tree::{Alias, File, Item, NamePath, SpannedName, Use};
use slip_syntax::visit::is_whole;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

/// Computes the visible names of the given packages. Other packages get no visible names.
pub(super) fn open<'t>(program: &mut Program<'t>, files: &[&'t File], packages: &BTreeSet<PackageId>, diagnostics: &mut Diagnostics) {
    let opened = |(id, package)| if packages.contains(&id) { dependencies(package) } else { PackageScope::default() };
    program.scopes = program.sources.packages().map(opened).collect();
    let owned: Vec<(PackageId, &'t File)> = files.iter().filter_map(|file| Some((program_package(file, program)?, *file))).collect();
    for (package, file) in &owned {
        for item in &file.items {
            if let Item::Use(item) = item {
                bring_in(program, *package, item, diagnostics);
            }
        }
    }
    let mut aliases = Vec::new();
    for (package, file) in &owned {
        aliases.extend(file.items.iter().filter_map(|item| match item {
            Item::Alias(item) => Some((*package, item)),
            _ => None,
        }));
    }
    give_aliases(program, &aliases, diagnostics);
    ambiguous_uses(program, diagnostics);
}

fn program_package(file: &File, program: &Program<'_>) -> Option<PackageId> {
    program.sources.file(file.id).map(|file| file.package())
}

fn reached(package: PackageId, span: Span) -> VisiblePackage {
    VisiblePackage { package, span, used: AtomicBool::new(false) }
}

fn dependencies(package: &slip_source::Package) -> PackageScope {
    let place = |at: usize| package.places.dependencies.get(at).copied().unwrap_or_default();
    let named = package.dependencies.iter().enumerate();
    let packages = named.map(|(at, (name, id))| (EcoString::from(name.as_str()), reached(*id, place(at)))).collect();
    PackageScope { packages, ..PackageScope::default() }
}

fn bring_in(program: &mut Program<'_>, package: PackageId, item: &Use, diagnostics: &mut Diagnostics) {
    if let Some(kind) = &item.kind {
        if !program.kinds().contains(&kind.text) {
            diagnostics.push(errors::unknown_kind(kind, &program.kinds()));
        } else if item.names.is_none() {
            diagnostics.push(errors::kind_of_package(kind, &item.package));
        }
    }
    let Some(target) = program.package_called(package, &item.package.text) else {
        diagnostics.push(*program.unknown_package(package, &item.package));
        await_names(program, package, item);
        return;
    };
    if let Some(dependency) = scope_of(program, package).and_then(|scope| scope.packages.get(&item.package.text)) {
        // A `use` marks its dependency as used. If none of the imported names is needed, only the `use` is reported, not the dependency as
        // well.
        dependency.used.store(true, Ordering::Relaxed);
    }
    let (mut found, mut unfound) = (Vec::new(), Vec::new());
    for name in item.names.iter().flatten() {
        if anything_called(program, target, item.kind.as_ref(), &name.text) {
            for id in program.kinds().iter().filter_map(|kind| program.own(target, kind, &name.text)) {
                program.note(name.span, id);
            }
            let kind = item.kind.as_ref().map(|kind| kind.text.clone());
            found.push((name.text.clone(), ImportedName { kind, from: reached(target, name.span) }));
        } else {
            diagnostics.push(unknown_in_package(program, target, item, name));
            unfound.push(name);
        }
    }
    for name in unfound {
        program.unfound.entry((package, name.text.clone())).or_default().push(name.span);
    }
    let Some(scope) = scope_of(program, package) else { return };
    match item.names {
        None => scope.use_all(reached(target, item.span)),
        Some(_) => found.into_iter().for_each(|(name, brought)| scope.names.entry(name).or_default().push(brought)),
    }
}

/// Records the names that a `use` imports from a package with a loading error. These names are then not reported as unknown.
fn await_names(program: &mut Program<'_>, package: PackageId, item: &Use) {
    let missing = program.sources.package(package).is_some_and(|package| package.missing.iter().any(|name| *name == *item.package.text));
    match &item.names {
        _ if !missing => {}
        Some(names) => program.awaited.extend(names.iter().map(|name| (package, Some(name.text.clone())))),
        None => {
            program.awaited.insert((package, None));
        }
    }
}

fn unknown_in_package(program: &Program<'_>, target: PackageId, item: &Use, name: &SpannedName) -> Diagnostic {
    let wanted = |kind: &EcoString| item.kind.as_ref().is_none_or(|only| only.text == *kind);
    let own = program.index.range((target, EcoString::new())..).take_while(|((package, _), _)| *package == target);
    let tables = own.filter(|((_, kind), _)| wanted(kind));
    let names = tables.flat_map(|(_, names)| names.sorted()).map(|(name, glance)| (name.as_str(), *glance));
    let wanted = item.kind.as_ref().map_or("item", |kind| kind.text.as_str());
    let path = NamePath { kind: None, package: None, name: name.clone() };
    errors::unknown_name(&path, wanted, slip_suggest::nearest_at_a_glance(&name.text, names), None)
        .with_note(format!("looked for in the package `{}`", item.package.text))
}

fn anything_called(program: &Program<'_>, package: PackageId, kind: Option<&SpannedName>, name: &str) -> bool {
    // Aliases are resolved in a later step. Until then, the target of an alias is assumed to exist.
    if program.alias_names.contains(&(package, name.into())) {
        return true;
    }
    match kind {
        Some(kind) => program.own(package, &kind.text, name).is_some(),
        None => program.kinds().iter().any(|kind| program.own(package, kind, name).is_some()),
    }
}

fn scope_of<'a>(program: &'a mut Program<'_>, package: PackageId) -> Option<&'a mut PackageScope> {
    program.scopes.get_mut(usize::try_from(package.0).ok()?)
}

/// Resolves all aliases, including aliases of aliases. Reports those that have no target or refer to themselves.
fn give_aliases(program: &mut Program<'_>, aliases: &[(PackageId, &Alias)], diagnostics: &mut Diagnostics) {
    // In this order, the target of an alias comes before the alias. One pass therefore resolves nearly all aliases.
    let mut open = AliasTargets::of(program, aliases).order();
    loop {
        let before = open.len();
        open.retain(|at| aliases.get(*at).is_some_and(|(package, item)| !give_alias(program, *package, item, diagnostics)));
        if open.len() == before {
            break;
        }
    }
    open.sort_unstable();
    let open: Vec<(PackageId, &Alias)> = open.iter().filter_map(|at| aliases.get(*at)).copied().collect();
    let chains = AliasTargets::of(program, &open);
    let mut in_circles: BTreeSet<usize> = BTreeSet::new();
    for (at, ((package, item), end)) in open.iter().zip(chains.ends()).enumerate() {
        match end {
            // A circle is reported once, at its first alias.
            Some(End::Circle) if !in_circles.contains(&at) => {
                let circle = chains.circle(at);
                let links: Vec<&SpannedName> = circle.iter().filter_map(|link| open.get(*link)).map(|(_, link)| &link.name).collect();
                diagnostics.push(errors::alias_circle(&item.name, &links));
                in_circles.extend(circle);
            }
            Some(End::Circle | End::IntoCircle) => {}
            Some(End::Nothing) | None => report_missing(program, *package, item, diagnostics),
        }
    }
}

fn report_missing(program: &Program<'_>, package: PackageId, item: &Alias, diagnostics: &mut Diagnostics) {
    let kinds = kinds_of(program, item);
    let words: Vec<&str> = kinds.iter().map(EcoString::as_str).collect();
    let result = match words.as_slice() {
        [only] => program.find(package, &item.target, Kinds::One(only)),
        _ => program.find(package, &item.target, Kinds::Any(&words)),
    };
    if let Err(diagnostic) = result {
        diagnostics.push(errors::of_anything(*diagnostic, &item.target.name, item.kind.is_none()));
    }
}

fn kinds_of(program: &Program<'_>, item: &Alias) -> Vec<EcoString> {
    match &item.kind {
        Some(kind) => vec![kind.text.clone()],
        None => program.kinds(),
    }
}

/// Resolves an alias. An alias without a kind is valid for every kind in which its target exists. Returns true if the alias has a target.
fn give_alias(program: &mut Program<'_>, package: PackageId, item: &Alias, diagnostics: &mut Diagnostics) -> bool {
    let kinds = kinds_of(program, item);
    let mut found: Vec<(EcoString, DeclId)> = Vec::new();
    for kind in &kinds {
        let target = match &item.target.package {
            None => program.lookup(package, kind, &item.target.name.text),
            Some(of) => program.package_called(package, &of.text).and_then(|of| program.own(of, kind, &item.target.name.text)),
        };
        found.extend(target.map(|id| (kind.clone(), id)));
    }
    if found.is_empty() {
        return false;
    }
    if let Some(dependency) = item.target.package.as_ref().and_then(|of| scope_of(program, package)?.packages.get(&of.text)) {
        dependency.used.store(true, Ordering::Relaxed);
    }
    let mut said = false;
    for (kind, target) in found {
        program.note(item.target.name.span, target);
        let first = program.declared(package, &kind, &item.name.text).and_then(|id| program.get(id)).map(|first| first.tree.name.span);
        let first = first.or_else(|| program.old_name(package, &kind, &item.name.text).map(|old| old.span));
        match first {
            Some(first) if !said => {
                said = true;
                diagnostics.push(errors::duplicate_name(&kind, &item.name, first));
            }
            Some(_) => {}
            None => {
                program.aliases.insert((package, kind, item.name.text.clone()), OldName { target, span: item.name.span });
            }
        }
    }
    true
}

/// Reports two `use` that import the same name of the same kind from different packages.
fn ambiguous_uses(program: &mut Program<'_>, diagnostics: &mut Diagnostics) {
    let kinds = program.kinds();
    let mut twice: BTreeMap<(PackageId, EcoString), Vec<Span>> = BTreeMap::new();
    let scopes = program.sources.packages().map(|(id, _)| id).zip(&program.scopes);
    for (package, name, all) in scopes.flat_map(|(id, scope)| scope.names.iter().map(move |(name, all)| (id, name, all))) {
        for (at, brought) in all.iter().enumerate() {
            let clash = all.iter().take(at).find(|first| {
                let both = |kind: &EcoString| {
                    let meant = |brought: &ImportedName| {
                        let wanted = brought.kind.as_ref().is_none_or(|only| only == kind);
                        if wanted { program.own(brought.from.package, kind, name) } else { None }
                    };
                    matches!((meant(first), meant(brought)), (Some(one), Some(other)) if one != other)
                };
                kinds.iter().any(both)
            });
            if let Some(first) = clash {
                let names = (program.package_name(first.from.package), program.package_name(brought.from.package));
                diagnostics.push(errors::brought_twice(brought.from.span, name, names, first.from.span));
                for of in [first, brought] {
                    of.from.used.store(true, Ordering::Relaxed);
                }
                twice.entry((package, name.clone())).or_default().push(brought.from.span);
            }
        }
    }
    program.twice = twice;
}

/// Reports imports that were never used, and uses of old names. Must be called after all look-ups.
pub(super) fn leftovers(program: &Program<'_>, files: &[&File], packages: &BTreeSet<PackageId>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let old_uses = program.old_uses.lock().unwrap_or_else(PoisonError::into_inner);
    for old in old_uses.iter() {
        let Some(target) = program.get(old.target) else { continue };
        // In the `ban` of a manifest, a name without a package would match more things. If a package is written, the replacement therefore
        // keeps it.
        let has_package = program.sources.slice(old.span).contains('.');
        let seen = !has_package && program.peek(old.from, &old.kind, target.name()) == Some(old.target);
        let new = if seen { target.name().to_string() } else { program.key(target).to_string() };
        let alias = program.old_name(old.package, &old.kind, &old.name).map(|alias| alias.span);
        found.push(errors::old_name(old.span, &old.name, &new, alias));
    }
    let uses = Uses::of(files);
    for id in whole_packages(program, files, packages) {
        if let Some(scope) = program.scope(id) {
            unused(program, &uses, id, scope, &mut found);
        }
    }
    found
}

/// Returns the packages without syntax errors. In other packages an import may seem unused only because the text that uses it did not
/// parse.
fn whole_packages(program: &Program<'_>, files: &[&File], packages: &BTreeSet<PackageId>) -> BTreeSet<PackageId> {
    let is_sound = |item: &Item| match item {
        Item::Declaration(item) => !item.broken && item.block.as_ref().is_none_or(is_whole),
        Item::Patch(item) => is_whole(&item.block),
        Item::Test(item) => is_whole(&item.block),
        Item::Error(_) => false,
        Item::Use(_) | Item::Alias(_) => true,
    };
    let mut whole = packages.clone();
    for file in files {
        if let Some(package) = program_package(file, program).filter(|package| whole.contains(package))
            && !file.items.iter().all(is_sound)
        {
            whole.remove(&package);
        }
    }
    whole
}

/// Adds the edit that removes an unused name from its `use`, or the whole `use` if it imports nothing else.
fn taken_out(program: &Program<'_>, uses: &Uses<'_>, unused: Diagnostic) -> Diagnostic {
    let at = unused.primary.span;
    let Some(item) = uses.around(at) else { return unused };
    let members: Vec<Span> = item.names.iter().flatten().map(|name| name.span).collect();
    match members.iter().position(|member| *member == at) {
        Some(place) if members.len() > 1 => {
            let edits = entry_edits::shorten(program.sources, &members, &[place]);
            unused.with_edits("remove it from the `use` line", Confidence::Safe, edits)
        }
        _ => unused.taken_out("remove the `use` line", Confidence::Safe, program.sources, item.span),
    }
}

/// `use` items of all files, by their start.
struct Uses<'f>(BTreeMap<(FileId, u32), &'f Use>);

impl<'f> Uses<'f> {
    fn of(files: &[&'f File]) -> Uses<'f> {
        let items = files.iter().flat_map(|file| file.items.iter().map(move |item| (file.id, item)));
        let uses = items.filter_map(|(file, item)| if let Item::Use(item) = item { Some(((file, item.span.start), item)) } else { None });
        Uses(uses.collect())
    }

    /// Returns the `use` that contains a span.
    fn around(&self, at: Span) -> Option<&'f Use> {
        let (_, item) = self.0.range(..=(at.file, at.start)).next_back()?;
        (item.span.file == at.file && at.end <= item.span.end).then_some(*item)
    }
}

fn unused(program: &Program<'_>, uses: &Uses<'_>, id: PackageId, scope: &PackageScope, found: &mut Diagnostics) {
    let idle = |reached: &VisiblePackage| !reached.used.load(Ordering::Relaxed);
    let visible = |package: PackageId| match package {
        PackageId::STD => errors::VisibleWithoutUse::Library,
        own if own == id => errors::VisibleWithoutUse::OwnPackage,
        _ => errors::VisibleWithoutUse::No,
    };
    let needless = |package: PackageId| visible(package) != errors::VisibleWithoutUse::No;
    for (name, brought) in scope.names.iter().flat_map(|(name, all)| all.iter().map(move |brought| (name, brought))) {
        if needless(brought.from.package) || idle(&brought.from) {
            let unused = errors::unused_use(brought.from.span, name, visible(brought.from.package));
            found.push(taken_out(program, uses, unused));
        }
    }
    for reached in &scope.wholesale {
        if needless(reached.package) || idle(reached) {
            let unused = errors::unused_use(reached.span, program.package_name(reached.package), visible(reached.package));
            found.push(taken_out(program, uses, unused));
        }
    }
    let mut patching = None;
    for (name, reached) in &scope.packages {
        if idle(reached) && !reached.span.is_empty() {
            let patching = patching.get_or_insert_with(|| bring_patches(program, id));
            if !patching.contains(&reached.package) {
                found.push(errors::unused_dependency(reached.span, name));
            }
        }
    }
}

/// Returns the dependencies of a package that are the only source of some patch: without the dependency, the package would not get the
/// patch.
fn bring_patches(program: &Program<'_>, id: PackageId) -> BTreeSet<PackageId> {
    let patching: BTreeSet<PackageId> = program.patches.iter().map(|patch| patch.package).collect();
    let direct = program.sources.package(id).into_iter().flat_map(|package| &package.dependencies).map(|(_, dependency)| *dependency);
    let direct: BTreeSet<PackageId> = direct.collect();
    let only = |patching: PackageId| {
        let mut bringing = direct.iter().copied().filter(|dependency| program.sources.reaches(*dependency, patching));
        bringing.next().filter(|_| bringing.next().is_none())
    };
    patching.into_iter().filter_map(only).collect()
}
