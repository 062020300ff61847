//! Reports texts without any word, wherever they are written.
//!
//! A text on a line with another error is left out: its quotes may belong to that error, as in `""Hi" she says"`.

use super::simple_entry_errors as errors;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_source::{FileId, PackageId, Sources, Span};
use slip_syntax::tree::{Block, Entry, Expr, File, Item, Text};
use slip_syntax::visit;
use std::collections::HashSet;

/// Reports the empty texts of files. The standard library is left out.
pub fn check(sources: &Sources, files: &[&File], out: &mut Diagnostics) {
    let mut empty = Vec::new();
    for file in files.iter().filter(|file| sources.file(file.id).is_some_and(|source| source.package() != PackageId::STD)) {
        file.items.iter().for_each(|item| of_item(item, &mut empty));
    }
    if empty.is_empty() {
        return;
    }
    let line = |span: Span| sources.file(span.file).map(|file| (span.file, file.line(span.start)));
    let errors = out.iter().filter(|found| found.severity == Severity::Error);
    let reported: HashSet<Option<(FileId, u32)>> = errors.map(|found| line(found.primary.span)).collect();
    for span in empty.into_iter().filter(|span| !reported.contains(&line(*span))) {
        out.push(errors::text_without_words(span));
    }
}

fn of_item(item: &Item, empty: &mut Vec<Span>) {
    match item {
        Item::Declaration(item) => item.title.iter().for_each(|title| of_text(title, empty)),
        Item::Test(item) => of_text(&item.title, empty),
        Item::Patch(_) | Item::Use(_) | Item::Alias(_) | Item::Error(_) => {}
    }
    visit::block(item).into_iter().for_each(|block| of_block(block, empty));
}

fn of_block(block: &Block, empty: &mut Vec<Span>) {
    for entry in &block.entries {
        of_entry(entry, empty);
    }
}

fn of_entry(entry: &Entry, empty: &mut Vec<Span>) {
    let values = entry.values.iter().map(|value| &value.expr);
    values.chain(entry.condition()).for_each(|expr| of_expression(expr, empty));
    entry.otherwise().into_iter().for_each(|text| of_text(text, empty));
    entry.block().into_iter().for_each(|block| of_block(block, empty));
}

fn of_expression(expr: &Expr, empty: &mut Vec<Span>) {
    expr.text().into_iter().for_each(|text| of_text(text, empty));
    visit::operands(expr).into_iter().for_each(|inner| of_expression(inner, empty));
}

fn of_text(text: &Text, empty: &mut Vec<Span>) {
    if text.value.trim().is_empty() {
        empty.push(text.span);
    }
}
