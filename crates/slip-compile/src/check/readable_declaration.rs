//! Readable form of designs, stunts, marks, rulesets and doctrines for the pack: their entries, in the author's words.
//!
//! Refuses nothing: errors in a declaration are reported where the declaration is used.

use super::context::CheckContext;
use super::design;
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_pack::declaration::{DeclarationEntry, PackDeclaration};
use slip_syntax::on_one_line;
use slip_syntax::tree::{Entry, ExprKind, Key};

/// Kinds whose declarations are kept in the pack.
pub const KINDS: [&str; 6] = ["design", "doctrine", "mark", "ruleset", "stunt", "template"];

/// Returns the entries of a declaration after applying its base and patches.
pub fn read(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>) -> PackDeclaration {
    let tree = declared.tree;
    let package = context.program.sources.package(declared.package);
    let params: Vec<String> = tree.params.iter().map(|param| on_one_line(context.program.sources.slice(param.span), true)).collect();
    PackDeclaration {
        kind: declared.kind().into(),
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: package.map(|package| package.name.as_str().into()).unwrap_or_default(),
        builds: context.program.behind_colon(declared).map(|kind| kind.name.text.clone()),
        params: params.join(", "),
        doc: tree.doc.as_ref().map(ToString::to_string),
        lines: lines(context, &declared.entries),
        sells: sells(context, declared),
        place: context.place(tree.name.span),
    }
}

/// Returns the keys of the stunts outside designs that a design sells.
fn sells(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>) -> Vec<EcoString> {
    if declared.kind() != "design" {
        return Vec::new();
    }
    design::sold(context.program, declared).into_iter().map(|stunt| context.program.key(stunt)).collect()
}

fn lines(context: &CheckContext<'_, '_>, entries: &[Entry]) -> Vec<DeclarationEntry> {
    entries.iter().filter(|entry| !entry.broken).map(|entry| line(context, entry)).collect()
}

fn line(context: &CheckContext<'_, '_>, entry: &Entry) -> DeclarationEntry {
    let sources = context.program.sources;
    // The values, condition and block of an entry are read one by one, because a patch may have replaced only some of them.
    let mut behind = sources.slice(entry.values_span()).to_owned();
    if let Some(condition) = entry.condition() {
        behind.push_str(" when ");
        behind.push_str(sources.slice(condition.span));
    }
    if let Some(words) = entry.otherwise() {
        behind.push_str(" else ");
        behind.push_str(sources.slice(words.span));
    }
    DeclarationEntry {
        word: match &entry.key {
            Key::Word(word) if entry.lead().is_some() => ecow::eco_format!("+ {}", word.text),
            Key::Word(word) => word.text.clone(),
            Key::Rank(rank, _) => ecow::eco_format!("{rank}"),
            Key::Range(low, high, _) => ecow::eco_format!("{low}..{high}"),
        },
        name: named(entry),
        text: on_one_line(&behind, false),
        doc: entry.doc().map(ToString::to_string),
        lines: entry.block().map(|block| lines(context, &block.entries)).unwrap_or_default(),
        place: context.place(entry.key.span()),
    }
}

/// Returns the name that an entry declares, as in `stat harm` or `stunt sensors(w: beam | torpedo)`.
fn named(entry: &Entry) -> Option<EcoString> {
    if !["choice", "entry", "flag", "holds", "phase", "refers", "setting", "row", "star", "stat", "stunt", "track"].contains(&entry.word())
    {
        return None;
    }
    match &entry.values.first()?.expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Call(call) => Some(call.name.name.text.clone()),
        _ => None,
    }
}
