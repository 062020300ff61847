//! What each package sees: dependencies, `use` and `alias`. Floor 3.

use super::errors;
use super::program::{DeclId, Kinds, Program, Scope};
use super::suggest;
use crate::diagnostic::Diagnostics;
use crate::source::PackageId;
use crate::syntax::tree::{Alias, File, Item, Name, Path, Use};
use ecow::EcoString;

/// Opens the scope of every package.
pub(super) fn open(program: &mut Program<'_>, files: &[File], diagnostics: &mut Diagnostics) {
    program.scopes = program.sources.packages().map(|(_, package)| dependencies(package)).collect();
    let owned: Vec<(PackageId, &File)> = files.iter().filter_map(|file| Some((program_package(file, program)?, file))).collect();
    for (package, file) in &owned {
        for item in &file.items {
            if let Item::Use(item) = item {
                bring_in(program, *package, item, diagnostics);
            }
        }
    }
    for (package, file) in &owned {
        for item in &file.items {
            if let Item::Alias(item) = item {
                give_alias(program, *package, item, diagnostics);
            }
        }
    }
}

fn program_package(file: &File, program: &Program<'_>) -> Option<PackageId> {
    program.sources.file(file.id).map(|file| file.package())
}

fn dependencies(package: &crate::source::Package) -> Scope {
    let packages = package.dependencies.iter().map(|(name, id)| (EcoString::from(name.as_str()), *id)).collect();
    Scope { packages, ..Scope::default() }
}

fn bring_in(program: &mut Program<'_>, package: PackageId, item: &Use, diagnostics: &mut Diagnostics) {
    let Some(target) = program.package_called(package, &item.package.text) else {
        let known: Vec<EcoString> = scope_of(program, package).map(|scope| scope.packages.keys().cloned().collect()).unwrap_or_default();
        diagnostics.push(errors::unknown_package(&item.package, &known));
        return;
    };
    let mut found = Vec::new();
    for name in item.names.iter().flatten() {
        if anything_called(program, target, item.kind.as_ref(), &name.text) {
            found.push((item.kind.as_ref().map(|kind| kind.text.clone()), name.text.clone(), target));
        } else {
            diagnostics.push(unknown_in_package(program, target, item, name));
        }
    }
    let Some(scope) = scope_of(program, package) else { return };
    match item.names {
        None => scope.wholesale.push(target),
        Some(_) => scope.names.extend(found),
    }
}

fn unknown_in_package(program: &Program<'_>, target: PackageId, item: &Use, name: &Name) -> crate::diagnostic::Diagnostic {
    let names = program.index.iter().filter(|((package, _), _)| *package == target);
    let mut names: Vec<&str> = names.flat_map(|(_, table)| table.keys().map(EcoString::as_str)).collect();
    names.sort_unstable();
    let wanted = item.kind.as_ref().map_or("item", |kind| kind.text.as_str());
    let path = Path { package: None, name: name.clone() };
    errors::unknown_name(&path, wanted, suggest::nearest(&name.text, names.into_iter()), None)
        .with_note(format!("looked for in the package `{}`", item.package.text))
}

fn anything_called(program: &Program<'_>, package: PackageId, kind: Option<&Name>, name: &str) -> bool {
    match kind {
        Some(kind) => program.own(package, &kind.text, name).is_some(),
        None => program.kinds().iter().any(|kind| program.own(package, kind, name).is_some()),
    }
}

fn scope_of<'a>(program: &'a mut Program<'_>, package: PackageId) -> Option<&'a mut Scope> {
    program.scopes.get_mut(usize::try_from(package.0).ok()?)
}

/// An alias holds for every kind that has the target, unless a kind is written.
fn give_alias(program: &mut Program<'_>, package: PackageId, item: &Alias, diagnostics: &mut Diagnostics) {
    let kinds = match &item.kind {
        Some(kind) => vec![kind.text.clone()],
        None => program.kinds(),
    };
    let mut found: Vec<(EcoString, DeclId)> = Vec::new();
    for kind in &kinds {
        if let Ok(id) = program.find(package, &item.target, Kinds::One(kind)) {
            found.push((kind.clone(), id));
        }
    }
    if found.is_empty() {
        let words: Vec<&str> = kinds.iter().map(EcoString::as_str).collect();
        if let Err(diagnostic) = program.find(package, &item.target, Kinds::Any(&words)) {
            diagnostics.push(*diagnostic);
        }
    }
    for (kind, id) in found {
        if let Some(first) = program.own(package, &kind, &item.name.text).and_then(|id| program.get(id)) {
            diagnostics.push(errors::duplicate_name(&kind, &item.name, first.tree.name.span));
        } else {
            program.aliases.insert((package, kind, item.name.text.clone()), id);
        }
    }
}
