//! Visits the tree: the nodes directly inside a node, and every node of a file.

use super::tree::{Block, Entry, Expr, ExprKind, Item};
use slip_source::Span;

/// Node of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SyntaxNode<'t> {
    /// An item.
    Item(&'t Item),
    /// The block of an item or entry.
    Block(&'t Block),
    /// An entry.
    Entry(&'t Entry),
    /// A value, condition or a part of one.
    Expr(&'t Expr),
}

impl<'t> SyntaxNode<'t> {
    /// Returns the span of the node.
    pub fn span(self) -> Span {
        match self {
            SyntaxNode::Item(item) => item.span(),
            SyntaxNode::Block(block) => block.span,
            SyntaxNode::Entry(entry) => entry.span,
            SyntaxNode::Expr(expr) => expr.span,
        }
    }

    /// Returns the nodes directly inside this one, in the order of the text.
    pub fn children(self) -> Vec<SyntaxNode<'t>> {
        match self {
            SyntaxNode::Item(item) => block(item).map(SyntaxNode::Block).into_iter().collect(),
            SyntaxNode::Block(block) => block.entries.iter().map(SyntaxNode::Entry).collect(),
            SyntaxNode::Entry(entry) => {
                let mut inside: Vec<SyntaxNode<'t>> = entry.values.iter().map(|value| SyntaxNode::Expr(&value.expr)).collect();
                inside.extend(entry.condition().map(SyntaxNode::Expr));
                inside.extend(entry.block().map(SyntaxNode::Block));
                inside
            }
            SyntaxNode::Expr(expr) => operands(expr).into_iter().map(SyntaxNode::Expr).collect(),
        }
    }
}

/// Returns the block of an item.
pub fn block(item: &Item) -> Option<&Block> {
    match item {
        Item::Declaration(item) => item.block.as_ref(),
        Item::Patch(item) => Some(&item.block),
        Item::Test(item) => Some(&item.block),
        Item::Use(_) | Item::Alias(_) | Item::Error(_) => None,
    }
}

/// True if the whole block parsed.
pub fn is_whole(block: &Block) -> bool {
    !block.unclosed && block.entries.iter().all(is_whole_entry)
}

/// True if the entry parsed without errors, including the entries in its block.
pub fn is_whole_entry(entry: &Entry) -> bool {
    !entry.broken && entry.block().is_none_or(is_whole)
}

/// Returns the expressions directly inside an expression, in the order of the text.
pub fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Tech(_)
        | ExprKind::Count(_)
        | ExprKind::Dice(..)
        | ExprKind::Percent(_)
        | ExprKind::Border(_)
        | ExprKind::Text(_)
        | ExprKind::Code(_)
        | ExprKind::Name(_)
        | ExprKind::Path(_)
        | ExprKind::BothWays
        | ExprKind::OneWay
        | ExprKind::Error => Vec::new(),
        ExprKind::Call(call) => call.args.iter().flatten().collect(),
        ExprKind::Index(sides) | ExprKind::Binary(_, sides) | ExprKind::Range(sides) => vec![&sides.0, &sides.1],
        ExprKind::List(members) | ExprKind::Phrase(_, members) => members.iter().collect(),
        ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => vec![inner],
        ExprKind::If(parts) => vec![&parts.0, &parts.1, &parts.2],
    }
}
