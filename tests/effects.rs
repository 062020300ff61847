//! Effect lines: the standard stunts compile, the canonical sentence reads back as itself, and every mistake is named.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slipyard::check::effect::{self, Known, Scope, StuntText};
use slipyard::diagnostic::Diagnostics;
use slipyard::pack::effect::Effect;
use slipyard::resolve::{self, Program};
use slipyard::source::{Package, Sources};
use slipyard::syntax;
use slipyard::syntax::tree::{ExprKind, File, Param};

const STANDARD: &str = include_str!("effects/standard.slip");

fn sources(files: &[(&str, &str)]) -> Sources {
    let mut sources = Sources::new();
    let package = sources.add_package(Package { name: "std".into(), ..Package::default() });
    for (path, text) in files {
        sources.add_file(package, path, *text);
    }
    sources
}

fn parsed(sources: &Sources) -> (Vec<File>, Diagnostics) {
    let mut out = Diagnostics::new();
    let files = sources
        .files()
        .map(|(id, file)| {
            let (tree, found) = syntax::parse(id, file);
            out.append(found);
            tree
        })
        .collect();
    (files, out)
}

/// Compiles every effect line of every design, stunt and ruleset, as the checker does.
fn compile_all(program: &Program<'_>, out: &mut Diagnostics) -> Vec<(String, Effect)> {
    let known = Known::of(program);
    let mut found = Vec::new();
    for declared in program.all() {
        match declared.kind() {
            "design" => {
                let scope = Scope::of_design(program, &known, declared);
                found.extend(effect::lines(&declared.entries, &scope, out).into_iter().map(|line| (declared.name().to_string(), line)));
                for entry in declared.entries_of("stunt") {
                    let head = &entry.values[0].expr;
                    let (name, params): (_, &[Param]) = match &head.kind {
                        ExprKind::Name(name) => (name.clone(), &[]),
                        ExprKind::Call(call) => (call.name.name.text.clone(), &call.params),
                        other => panic!("a stunt called {other:?}"),
                    };
                    let entries = entry.block().map_or(&[][..], |block| &block.entries);
                    let named = effect::names_stunt(&declared.entries, &name);
                    let text = StuntText { name: name.clone(), span: head.span, params, entries, named };
                    let compiled = effect::stunt(&text, &scope, out);
                    found.extend(compiled.effects.into_iter().map(|line| (name.to_string(), line)));
                }
            }
            "stunt" => {
                let scope = Scope::of_loose_stunt(program, &known, declared);
                let name = declared.name().clone();
                let text = StuntText { name, span: declared.tree.name.span, params: &declared.tree.params, entries: &declared.entries, named: false };
                let compiled = effect::stunt(&text, &scope, out);
                found.extend(compiled.effects.into_iter().map(|line| (declared.name().to_string(), line)));
            }
            "ruleset" => {
                let scope = Scope::new(program, &known, declared.package, effect::Carrier::Ruleset);
                found.extend(effect::lines(&declared.entries, &scope, out).into_iter().map(|line| (declared.name().to_string(), line)));
            }
            _ => {}
        }
    }
    found
}

fn compile(files: &[(&str, &str)]) -> (Vec<(String, Effect)>, Diagnostics, Sources) {
    let sources = sources(files);
    let (trees, mut out) = parsed(&sources);
    let (program, found) = resolve::resolve(&sources, &trees);
    out.append(found);
    let effects = compile_all(&program, &mut out);
    drop(program);
    out.sort();
    (effects, out, sources)
}

/// Diagnostics as lines: code, message, what is underlined and why, help.
fn report(out: &Diagnostics, sources: &Sources) -> String {
    let mut text = String::new();
    for found in out.iter() {
        text += &format!("{}[{}]: {}\n", found.severity.word(), found.code, found.message);
        text += &format!("  at `{}`: {}\n", sources.slice(found.primary.span), found.primary.text);
        for label in &found.secondary {
            text += &format!("  and `{}`: {}\n", sources.slice(label.span), label.text);
        }
        if let Some(help) = &found.help {
            text += &format!("  help: {help}\n");
        }
    }
    text
}

#[test]
fn every_standard_stunt_compiles() {
    let (effects, out, sources) = compile(&[("standard.slip", STANDARD)]);
    assert_eq!(report(&out, &sources), "");
    let written = STANDARD.matches("effect ").count();
    // The first line of the file is a comment with the word in it.
    assert_eq!(effects.len(), written - 1);
}

#[test]
fn every_line_of_the_standard_library_compiles() {
    let (effects, out, sources) = compile(slipyard::stdlib::FILES);
    assert_eq!(report(&out, &sources), "");
    assert!(effects.len() > 80, "only {} lines", effects.len());
}
