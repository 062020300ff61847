//! Reports texts without any word, wherever they are written.
//!
//! A text on a line with another error is not reported, because its quotes may belong to that error, as in `""Hi" she says"`.

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
    for text in empty.into_iter().filter(|text| !reported.contains(&line(text.span))) {
        out.push(errors::text_without_words(text.span, text.optional));
    }
}

/// Empty text, with a flag that is true if its line is complete without it.
struct Empty {
    span: Span,
    optional: bool,
}

fn of_item(item: &Item, empty: &mut Vec<Empty>) {
    match item {
        Item::Declaration(item) => item.title.iter().for_each(|title| of_text(title, true, empty)),
        Item::Test(item) => of_text(&item.title, false, empty),
        Item::Patch(_) | Item::Use(_) | Item::Alias(_) | Item::Error(_) => {}
    }
    visit::block(item).into_iter().for_each(|block| of_block(block, empty));
}

fn of_block(block: &Block, empty: &mut Vec<Empty>) {
    for entry in &block.entries {
        of_entry(entry, empty);
    }
}

/// Keys of entries that may end with a title.
const TITLED: [&str; 3] = ["zone", "border", "card"];

fn of_entry(entry: &Entry, empty: &mut Vec<Empty>) {
    // The author can leave out one of several texts in a list, and also a title after a name, as in `zone yard "The yard"`.
    let optional = TITLED.contains(&entry.word()) || entry.values.iter().any(|value| value.comma);
    entry.values.iter().for_each(|value| of_expression(&value.expr, optional, empty));
    entry.condition().into_iter().for_each(|expr| of_expression(expr, false, empty));
    entry.otherwise().into_iter().for_each(|text| of_text(text, false, empty));
    entry.block().into_iter().for_each(|block| of_block(block, empty));
}

fn of_expression(expr: &Expr, optional: bool, empty: &mut Vec<Empty>) {
    expr.text().into_iter().for_each(|text| of_text(text, optional, empty));
    visit::operands(expr).into_iter().for_each(|inner| of_expression(inner, false, empty));
}

fn of_text(text: &Text, optional: bool, empty: &mut Vec<Empty>) {
    if text.value.trim().is_empty() {
        empty.push(Empty { span: text.span, optional });
    }
}
