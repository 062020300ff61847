//! Index of all declarations by package, kind and name.

use super::errors;
use super::program::{DeclId, DeclaredItem, PLAIN_KINDS, Program};
use super::unparsed_names;
use ecow::EcoString;
use slip_source::Sources;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Declaration, File, Item};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Mutex, OnceLock};

/// Collects the declarations. Reports unknown kinds, and declarations with the same name, of which the first counts.
pub(super) fn declare<'t>(sources: &'t Sources, files: &[&'t File], diagnostics: &mut Diagnostics) -> Program<'t> {
    let built_kinds = built_kinds(files);
    let mut program = Program {
        sources,
        tests: Vec::new(),
        declarations: Vec::with_capacity(files.iter().map(|file| file.items.len()).sum()),
        by_kind: BTreeMap::new(),
        index: BTreeMap::new(),
        scopes: Vec::new(),
        built_kinds,
        aliases: BTreeMap::new(),
        holders: OnceLock::new(),
        alias_names: BTreeSet::new(),
        alias_words: HashSet::new(),
        awaited: BTreeSet::new(),
        unfound: BTreeMap::new(),
        lost: BTreeMap::new(),
        twice: BTreeMap::new(),
        patches: Vec::new(),
        patch_places: BTreeMap::new(),
        patches_by_target: BTreeMap::new(),
        old_uses: Mutex::default(),
        heirs: OnceLock::new(),
        uniform: OnceLock::new(),
        by_name: OnceLock::new(),
        by_home: OnceLock::new(),
        packages_by_name: OnceLock::new(),
        trail: None,
    };
    for file in files {
        let Some(package) = sources.file(file.id).map(|file| file.package()) else { continue };
        for item in &file.items {
            match item {
                Item::Declaration(tree) => declare_one(&mut program, package, (file, files), tree, diagnostics),
                Item::Error(span) => unparsed_names::note(sources, (package, *span), &mut program.lost),
                Item::Test(test) => program.tests.push((package, Cow::Borrowed(test))),
                Item::Alias(alias) => {
                    program.alias_names.insert((package, alias.name.text.clone()));
                    program.alias_words.insert(alias.name.text.clone());
                }
                _ => {}
            }
        }
    }
    program
}

fn declare_one<'t>(
    program: &mut Program<'t>,
    package: slip_source::PackageId,
    (file, files): (&'t File, &[&'t File]),
    tree: &'t Declaration,
    diagnostics: &mut Diagnostics,
) {
    let kind = &tree.kind;
    if tree.broken {
        unparsed_names::note(program.sources, (package, tree.span), &mut program.lost);
    }
    if !PLAIN_KINDS.contains(&kind.text.as_str()) && !program.built_kinds.contains(&kind.text) {
        diagnostics.push(match built_by(files, &kind.text) {
            Some(builds) => errors::design_as_kind(kind, &tree.name, builds),
            None if program.kinds().contains(&tree.name.text) => errors::name_before_kind(kind, &tree.name),
            None => errors::unknown_kind(kind, &program.kinds()),
        });
        unparsed_names::note(program.sources, (package, tree.span), &mut program.lost);
        return;
    }
    let id = DeclId(u32::try_from(program.declarations.len()).unwrap_or(u32::MAX));
    let names = program.index.entry((package, kind.text.clone())).or_default();
    let first = names.add(&tree.name.text, id).and_then(|first| program.get(first));
    if let Some(first) = first {
        diagnostics.push(errors::duplicate_name(&kind.text, &tree.name, first.tree.name.span));
    }
    program.by_kind.entry(kind.text.clone()).or_default().push(id);
    let entries = tree.block.as_ref().map_or(&[][..], |block| &block.entries);
    program.declarations.push(DeclaredItem { id, package, file: file.id, tree, entries: Cow::Borrowed(entries), base: None });
}

/// Returns the kind that the design with this name builds.
fn built_by<'t>(files: &[&'t File], design: &str) -> Option<&'t EcoString> {
    files.iter().flat_map(|file| &file.items).find_map(|item| match item {
        Item::Declaration(tree) if tree.kind.text == "design" && tree.name.text == design => Some(&tree.design.as_ref()?.name.text),
        _ => None,
    })
}

/// Returns the kinds that designs build: `design slug_thrower : weapon` makes `weapon` such a kind.
fn built_kinds(files: &[&File]) -> BTreeSet<EcoString> {
    let declarations = files.iter().flat_map(|file| &file.items).filter_map(|item| match item {
        Item::Declaration(declaration) if declaration.kind.text == "design" => Some(declaration),
        _ => None,
    });
    declarations.filter_map(|design| design.design.as_ref().map(|kind| kind.name.text.clone())).collect()
}
