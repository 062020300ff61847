//! Semantic tokens for syntax highlighting.

use super::changed_part::index;
use super::file_view::{CurrentRange, FileView, OffsetMap};
use slip_source::Span;
use slip_syntax::tree::{Block, Entry, Expr, ExprKind, Item, Key, NamePath, Param, SpannedName};
use slip_syntax::visit;

/// Token types; their indexes are the numbers in [`SemanticToken::kind`].
pub const TOKENS: [&str; 11] =
    ["keyword", "type", "class", "property", "enumMember", "variable", "string", "number", "comment", "parameter", "namespace"];

const KEYWORD: usize = 0;
const TYPE: usize = 1;
const CLASS: usize = 2;
const PROPERTY: usize = 3;
const MEMBER: usize = 4;
const VARIABLE: usize = 5;
const STRING: usize = 6;
const NUMBER: usize = 7;
const COMMENT: usize = 8;
const PARAMETER: usize = 9;
const NAMESPACE: usize = 10;

/// Token of a highlighted text. A text of several lines has one token per line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SemanticToken {
    /// Range of the token, on one line.
    pub spot: CurrentRange,
    /// Index of the token type in [`TOKENS`].
    pub kind: usize,
}

/// Returns the semantic tokens between two offsets, in text order.
pub fn tokens<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, (from, to): (u32, u32)) -> Vec<SemanticToken> {
    let mut painter = Painter { view, frame: None, found: Vec::new() };
    for (item, frame) in view.items() {
        if frame.out(item.span().start) <= to && from <= frame.out(item.span().end) {
            painter.frame = Some(frame);
            painter.item(item);
        }
    }
    for (comment, frame) in view.comments() {
        painter.frame = Some(frame);
        painter.paint(comment.span, COMMENT);
    }
    let mut found = painter.found;
    found.retain(|token| from <= token.spot.end && token.spot.start <= to);
    found.sort_unstable();
    found.dedup_by_key(|token| token.spot.start);
    found
}

struct Painter<'v, 's, 'p, 't> {
    view: &'v FileView<'v, 's, 'p, 't>,
    frame: Option<OffsetMap>,
    found: Vec<SemanticToken>,
}

impl Painter<'_, '_, '_, '_> {
    /// Adds tokens for a span, one for each line of the span.
    fn paint(&mut self, span: Span, kind: usize) {
        let Some(frame) = self.frame else { return };
        let (start, end) = (frame.out(span.start), frame.out(span.end));
        let text = self.view.text().get(index(start)..index(end)).unwrap_or_default();
        let mut at = start;
        for line in text.split_inclusive('\n') {
            let length = u32::try_from(line.trim_end_matches(['\n', '\r']).len()).unwrap_or(0);
            if length > 0 {
                self.found
                    .push(SemanticToken { spot: CurrentRange { file: self.view.file, start: at, end: at.saturating_add(length) }, kind });
            }
            at = at.saturating_add(u32::try_from(line.len()).unwrap_or(0));
        }
    }

    fn name(&mut self, name: &SpannedName, kind: usize) {
        self.paint(name.span, kind);
    }

    fn path(&mut self, path: &NamePath, kind: usize) {
        if let Some(package) = &path.package {
            self.name(package, NAMESPACE);
        }
        self.name(&path.name, kind);
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            self.name(&param.name, PARAMETER);
            for kind in &param.types {
                self.name(kind, TYPE);
            }
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Declaration(tree) => {
                self.name(&tree.kind, KEYWORD);
                self.name(&tree.name, CLASS);
                self.params(&tree.params);
                if let Some(title) = &tree.title {
                    self.paint(title.span, STRING);
                }
                if let Some(design) = &tree.design {
                    self.path(design, TYPE);
                }
                if let Some(base) = &tree.base {
                    self.path(base, CLASS);
                }
            }
            Item::Use(item) => {
                self.name(&item.package, NAMESPACE);
                for name in item.names.iter().flatten() {
                    self.name(name, CLASS);
                }
            }
            Item::Alias(item) => {
                self.name(&item.name, CLASS);
                self.path(&item.target, CLASS);
            }
            Item::Patch(item) => self.path(&item.target, CLASS),
            Item::Test(item) => self.paint(item.title.span, STRING),
            Item::Error(_) => {}
        }
        if let Some(block) = visit::block(item) {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        for entry in &block.entries {
            self.entry(entry);
        }
    }

    fn entry(&mut self, entry: &Entry) {
        match &entry.key {
            Key::Word(word) => self.name(word, PROPERTY),
            Key::Rank(_, span) | Key::Range(_, _, span) => self.paint(*span, NUMBER),
        }
        for value in &entry.values {
            self.expr(&value.expr);
        }
        if let Some(condition) = entry.condition() {
            self.expr(condition);
        }
        if let Some(text) = entry.otherwise() {
            self.paint(text.span, STRING);
        }
        if let Some(block) = entry.block() {
            self.block(block);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Tech(_) | ExprKind::Count(_) | ExprKind::Dice(..) | ExprKind::Percent(_) | ExprKind::Border(_) => {
                self.paint(expr.span, NUMBER)
            }
            ExprKind::Text(_) => self.paint(expr.span, STRING),
            ExprKind::Code(_) => self.paint(expr.span, MEMBER),
            ExprKind::Name(_) => {
                let start = self.frame.map_or(0, |frame| frame.out(expr.span.start));
                let kind = if self.view.meant(start).is_some() { CLASS } else { VARIABLE };
                self.paint(expr.span, kind);
            }
            ExprKind::Path(path) => self.path(path, CLASS),
            ExprKind::Call(call) => {
                self.path(&call.name, MEMBER);
                self.params(&call.params);
                for arg in call.args.iter().flatten() {
                    self.expr(arg);
                }
            }
            _ => {
                for inner in visit::operands(expr) {
                    self.expr(inner);
                }
            }
        }
    }
}
