//! Prints our tree as lines, `what start..end`, parents before their children.

use slip_source::Span;
use slip_syntax::tree::{Declaration, Entry, Expr, ExprKind, File, Item, Key, NamePath, Operator, Param};
use slip_syntax::visit::SyntaxNode;

/// Calls `visit` for every node of a file, parents before their children, in the order of the text.
pub(crate) fn walk<'t>(file: &'t File, mut visit: impl FnMut(SyntaxNode<'t>)) {
    let mut waiting: Vec<SyntaxNode<'t>> = file.items.iter().rev().map(SyntaxNode::Item).collect();
    while let Some(node) = waiting.pop() {
        visit(node);
        waiting.extend(node.children().into_iter().rev());
    }
}

pub(crate) fn of(file: &File) -> Vec<String> {
    let mut lines = Vec::new();
    walk(file, |node| match node {
        SyntaxNode::Item(item) => of_item(item, &mut lines),
        SyntaxNode::Block(block) => line("block", block.span, &mut lines),
        SyntaxNode::Entry(entry) => of_entry(entry, &mut lines),
        SyntaxNode::Expr(expr) => line(kind(expr), expr.span, &mut lines),
    });
    let comments = file.comments.iter();
    lines.extend(comments.map(|found| written(if found.doc { "doc_comment" } else { "comment" }, found.span)));
    lines
}

fn written(what: &str, span: Span) -> String {
    format!("{what} {}..{}", span.start, span.end)
}

fn line(what: &str, span: Span, lines: &mut Vec<String>) {
    lines.push(written(what, span));
}

fn of_item(item: &Item, lines: &mut Vec<String>) {
    match item {
        Item::Declaration(item) => of_declaration(item, lines),
        Item::Use(item) => line("use_item", item.span, lines),
        Item::Alias(item) => line("alias_item", item.span, lines),
        Item::Patch(item) => line("patch_item", item.span, lines),
        Item::Test(item) => {
            line("test_item", item.span, lines);
            line("title", item.title.span, lines);
        }
        Item::Error(span) => line("error", *span, lines),
    }
}

fn of_declaration(item: &Declaration, lines: &mut Vec<String>) {
    line("declaration", item.span, lines);
    line("kind", item.kind.span, lines);
    line("name", item.name.span, lines);
    params(&item.params, lines);
    for (what, span) in [
        ("title", item.title.as_ref().map(|title| title.span)),
        ("design", item.design.as_ref().map(NamePath::span)),
        ("base", item.base.as_ref().map(NamePath::span)),
    ] {
        lines.extend(span.map(|span| written(what, span)));
    }
}

fn params(params: &[Param], lines: &mut Vec<String>) {
    for param in params {
        line("parameter", param.span, lines);
    }
}

fn of_entry(entry: &Entry, lines: &mut Vec<String>) {
    line("entry", entry.span, lines);
    match &entry.key {
        Key::Word(word) => line("key", word.span, lines),
        Key::Rank(_, span) => line("rank", *span, lines),
        Key::Range(_, _, span) => line("rank_range", *span, lines),
    }
    if let Some((_, sign)) = entry.sign() {
        line("list_sign", sign, lines);
    }
    if let Some(words) = entry.otherwise() {
        line("otherwise", words.span, lines);
    }
}

pub(crate) fn kind(expr: &Expr) -> &'static str {
    match &expr.kind {
        ExprKind::Int(_) => "integer",
        ExprKind::Tech(_) => "tech",
        ExprKind::Count(_) => "count",
        ExprKind::Dice(..) => "dice",
        ExprKind::Percent(_) => "percent",
        ExprKind::Border(_) => "border",
        ExprKind::Text(_) => "text",
        ExprKind::Code(_) => "code",
        ExprKind::Name(_) => "name",
        ExprKind::Path(_) => "path",
        ExprKind::BothWays => "both_ways",
        ExprKind::OneWay => "one_way",
        ExprKind::Call(_) => "call",
        ExprKind::Index(_) => "index",
        ExprKind::List(_) => "list",
        ExprKind::Group(_) => "group",
        ExprKind::Sign(..) => "signed",
        ExprKind::Not(_) => "not_expression",
        ExprKind::Binary(operator, _) => of_operator(*operator),
        ExprKind::Range(_) => "range",
        ExprKind::If(_) => "if_expression",
        ExprKind::Phrase(..) => "phrase",
        ExprKind::Error => "error",
    }
}

fn of_operator(operator: Operator) -> &'static str {
    match operator {
        Operator::Or => "or",
        Operator::And => "and",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::AtMost => "<=",
        Operator::More => ">",
        Operator::AtLeast => ">=",
        Operator::In => "in",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Is => "is",
        Operator::Has => "has",
        Operator::Of => "of",
    }
}
