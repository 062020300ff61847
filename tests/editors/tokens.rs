//! Writes the positions of comments, texts and numbers to a file for the JavaScript tests of the VS Code extension.

use super::{outline, texts};
use slip_source::{PackageId, Sources, Span};

use slip_syntax::tree::{Entry, File, Item, Key};
use slip_syntax::visit::SyntaxNode;
use std::collections::BTreeMap;

const NUMBERS: [&str; 6] = ["integer", "tech", "count", "dice", "percent", "border"];

fn of_entry(entry: &Entry, found: &mut Vec<(&'static str, Span)>) {
    match &entry.key {
        Key::Word(_) => {}
        Key::Rank(_, span) | Key::Range(_, _, span) => found.push(("number", *span)),
    }
    found.extend(entry.otherwise().map(|words| ("text", words.span)));
}

fn tokens(file: &File) -> Vec<(&'static str, Span)> {
    let comments = file.comments.iter();
    let mut found: Vec<_> = comments.map(|comment| (if comment.doc { "doc_comment" } else { "comment" }, comment.span)).collect();
    outline::walk(file, |node| match node {
        SyntaxNode::Item(Item::Declaration(item)) => found.extend(item.title.as_ref().map(|title| ("text", title.span))),
        SyntaxNode::Item(Item::Test(item)) => found.push(("text", item.title.span)),
        SyntaxNode::Entry(entry) => of_entry(entry, &mut found),
        SyntaxNode::Expr(expr) if outline::kind(expr) == "text" => found.push(("text", expr.span)),
        SyntaxNode::Expr(expr) if NUMBERS.contains(&outline::kind(expr)) => found.push(("number", expr.span)),
        SyntaxNode::Item(_) | SyntaxNode::Block(_) | SyntaxNode::Expr(_) => {}
    });
    found.sort_by_key(|(_, span)| span.start);
    found
}

/// `target/tmp/slip-tokens.json`: kind and position of each token of every file without an error, in UTF-16 units as editors count.
#[test]
fn what_an_editor_should_colour_is_written_down() {
    let mut all = BTreeMap::new();
    for (place, text) in texts::files() {
        let mut sources = Sources::new();
        let id = sources.add_file(PackageId(0), "test.slip", text.as_str());
        let (file, mistakes) = slip_syntax::parse(id, sources.file(id).unwrap());
        if mistakes.into_iter().next().is_some() {
            continue;
        }
        let units = |at: u32| text[..usize::try_from(at).unwrap()].encode_utf16().count();
        let tokens: Vec<_> = tokens(&file).into_iter().map(|(kind, span)| (kind, units(span.start), units(span.end))).collect();
        all.insert(place.replace('\\', "/"), tokens);
    }
    let count: usize = all.values().map(Vec::len).sum();
    assert!(count > 5_000, "only {count} tokens were found");
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("slip-tokens.json");
    std::fs::write(path, serde_json::to_string(&all).unwrap()).unwrap();
}
