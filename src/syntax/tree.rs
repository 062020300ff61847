//! The syntax tree: what an author wrote, with a span on every node, and nothing about what it means. Floor 2.
//!
//! One tree serves the checker, the formatter and the language server. It is lossless together with its source text:
//! every node has its span, comments are kept in [`File::comments`], and nothing between nodes carries meaning.
//! A part that did not parse is an [`Item::Error`], an entry with [`Entry::broken`] set, or an [`ExprKind::Error`];
//! phases after this one say nothing about such a node, since the syntax phase has already spoken.
//!
//! The grammar is generic: the tree knows items, entries and expressions, not ships or stunts.

use crate::source::{FileId, Span};
use ecow::EcoString;

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Which file.
    pub id: FileId,
    /// Its items in the order of the text.
    pub items: Vec<Item>,
    /// Every comment, doc comments included, in the order of the text.
    pub comments: Vec<Comment>,
}

/// A comment, from its slashes to the end of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// Whether it is `///` (and not `////`).
    pub doc: bool,
}

/// A word in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub text: EcoString,
    /// Where it stands.
    pub span: Span,
}

/// A text literal, unescaped; of a `"""` block the common indent is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The words.
    pub value: EcoString,
    /// The literal with its quotes.
    pub span: Span,
    /// For a `"""` block the span of each line's text after the common indent, so that a message about a picture can
    /// point at a letter; empty otherwise.
    pub lines: Vec<Span>,
}

/// `name` or `package.name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The package, if written.
    pub package: Option<Name>,
    /// The name.
    pub name: Name,
}

impl Path {
    /// From the first to the last word.
    pub fn span(&self) -> Span {
        self.package.as_ref().map_or(self.name.span, |package| package.span.to(self.name.span))
    }
}

/// What stands at the top level of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `KIND name …`
    Declaration(Declaration),
    /// `use package.{a, b}`
    Use(Use),
    /// `alias old for new`
    Alias(Alias),
    /// `patch std.slug_thrower { … }`
    Patch(Patch),
    /// `test "…" { … }`
    Test(Test),
    /// Something that did not parse at all.
    Error(Span),
}

impl Item {
    /// The whole item, its doc comment excluded.
    pub fn span(&self) -> Span {
        match self {
            Item::Declaration(item) => item.span,
            Item::Use(item) => item.span,
            Item::Alias(item) => item.span,
            Item::Patch(item) => item.span,
            Item::Test(item) => item.span,
            Item::Error(span) => *span,
        }
    }
}

/// `KIND name[(parameters)] ["Display name"] [: DESIGN] [from BASE] [{ entries }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The whole of it, without the doc comment.
    pub span: Span,
    /// Its doc comment, lines joined by `\n`.
    pub doc: Option<EcoString>,
    /// The kind: `weapon`, `npc`, `design` …
    pub kind: Name,
    /// Its name.
    pub name: Name,
    /// Typed parameters (of stunts).
    pub params: Vec<Param>,
    /// The name shown to people, or the text of a `mark`.
    pub title: Option<Text>,
    /// After the colon.
    pub design: Option<Path>,
    /// After `from`.
    pub base: Option<Path>,
    /// The block; a `mark` has none.
    pub block: Option<Block>,
    /// Whether a part of the head did not parse. Entries have their own flag.
    pub broken: bool,
}

/// `use package`, `use package.item`, `use package.{a, b}`; the kind may stand before the package.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// The whole of it.
    pub span: Span,
    /// A kind in front of the path.
    pub kind: Option<Name>,
    /// The package.
    pub package: Name,
    /// The names; `None` for all of the package.
    pub names: Option<Vec<Name>>,
}

/// `alias old for new`; the kind may stand first.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// The whole of it.
    pub span: Span,
    /// A kind in front of the name.
    pub kind: Option<Name>,
    /// The old name.
    pub name: Name,
    /// What it means now.
    pub target: Path,
}

/// `patch [KIND] package.item { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The whole of it.
    pub span: Span,
    /// Its doc comment.
    pub doc: Option<EcoString>,
    /// A kind in front of the path.
    pub kind: Option<Name>,
    /// What is patched.
    pub target: Path,
    /// The entries laid over it.
    pub block: Block,
}

/// `test "…" { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The whole of it.
    pub span: Span,
    /// What the test says.
    pub title: Text,
    /// Its expectations.
    pub block: Block,
}

/// `{ entries }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// From `{` to `}`; to the end of the last entry if the `}` is missing.
    pub span: Span,
    /// In the order of the text.
    pub entries: Vec<Entry>,
    /// Whether the closing bracket is missing (already reported).
    pub unclosed: bool,
}

/// The key an entry starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A word its block knows; empty in a broken entry that has none.
    Word(Name),
    /// A rank, as in `3 gunnery`.
    Rank(i64, Span),
    /// From one number to another, as in `1..3 ridge_cat`.
    Range(i64, i64, Span),
}

impl Key {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Key::Word(name) => name.span,
            Key::Rank(_, span) | Key::Range(_, _, span) => *span,
        }
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Key::Word(name) => Some(&name.text),
            Key::Rank(..) | Key::Range(..) => None,
        }
    }
}

/// `+` or `-` with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// `KEY [values] [when CONDITION] [else "text"] [{ entries }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The whole of it, without the doc comment.
    pub span: Span,
    /// The key.
    pub key: Key,
    /// Values in the order of the text; a comma in front of a value starts a new member of a list.
    pub values: Vec<Value>,
    /// What most entries do not have.
    pub rest: Option<Box<Rest>>,
    /// Whether a part of it did not parse (already reported). What did parse is kept.
    pub broken: bool,
}

/// The parts that most entries do not have.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Rest {
    /// Its doc comment.
    pub doc: Option<EcoString>,
    /// A `+` in front of the key (`+ spend_fate when …`).
    pub lead: Option<Span>,
    /// A sign between key and values: `stunts + low_recoil`.
    pub sign: Option<(Sign, Span)>,
    /// After `when`.
    pub condition: Option<Expr>,
    /// After `else`.
    pub otherwise: Option<Text>,
    /// The entries inside.
    pub block: Option<Block>,
}

impl Entry {
    /// The key's word; empty for a number, and for a broken entry without a key.
    pub fn word(&self) -> &str {
        self.key.word().unwrap_or_default()
    }

    /// The list members: values between commas. Never an empty member.
    pub fn members(&self) -> impl Iterator<Item = &[Value]> {
        self.values.chunk_by(|_, next| !next.comma)
    }

    /// The only value, if there is exactly one.
    pub fn only(&self) -> Option<&Expr> {
        match self.values.as_slice() {
            [value] => Some(&value.expr),
            _ => None,
        }
    }

    /// The condition after `when`.
    pub fn condition(&self) -> Option<&Expr> {
        self.rest.as_ref().and_then(|rest| rest.condition.as_ref())
    }

    /// The text after `else`.
    pub fn otherwise(&self) -> Option<&Text> {
        self.rest.as_ref().and_then(|rest| rest.otherwise.as_ref())
    }

    /// The entries inside.
    pub fn block(&self) -> Option<&Block> {
        self.rest.as_ref().and_then(|rest| rest.block.as_ref())
    }

    /// The sign between key and values.
    pub fn sign(&self) -> Option<(Sign, Span)> {
        self.rest.as_ref().and_then(|rest| rest.sign)
    }

    /// The `+` in front of the key.
    pub fn lead(&self) -> Option<Span> {
        self.rest.as_ref().and_then(|rest| rest.lead)
    }

    /// Its doc comment.
    pub fn doc(&self) -> Option<&EcoString> {
        self.rest.as_ref().and_then(|rest| rest.doc.as_ref())
    }

    /// From the first to the last value; the end of the key if there is none.
    pub fn values_span(&self) -> Span {
        match (self.values.first(), self.values.last()) {
            (Some(first), Some(last)) => first.expr.span.to(last.expr.span),
            _ => self.key.span().at_end(),
        }
    }
}

/// One value of an entry or argument, and whether a comma stands before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The value.
    pub expr: Expr,
    /// Whether a comma stands before it.
    pub comma: bool,
}

/// A parameter: `a: skill`, `w: beam | torpedo`, `t: text?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The whole of it.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// The type, or the names to choose from.
    pub types: Vec<Name>,
    /// Whether it may be left out.
    pub optional: bool,
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
///
/// In an `effect` line the values are flat: the sentence's words are `Name` (also `or`, `in`, `and`, `not`, `if`), its
/// signed numbers `Sign(…)`, its bracketed formulas `Group`, and only those are parsed as expressions inside.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `3`, `20_000`
    Int(i64),
    /// `T2`, `T-1`
    Tech(i64),
    /// `x3`
    Count(i64),
    /// `4dF` has sides 0; `2d6` has sides 6.
    Dice(i64, i64),
    /// `45%`
    Percent(i64),
    /// `4/0/4`, `20/4/x` (no closing value).
    Border(Box<BorderLiteral>),
    /// `"…"`
    Text(Box<Text>),
    /// `over-budget`
    Code(EcoString),
    /// A word.
    Name(EcoString),
    /// `package.name`, `it.health_left`, `self.x`: exactly two words.
    Path(Box<Path>),
    /// `--`
    BothWays,
    /// `->`
    OneWay,
    /// `name(…)`: a call, a stunt with arguments, or a declared name with parameters.
    Call(Box<Call>),
    /// `prices[rank]`
    Index(Box<(Expr, Expr)>),
    /// `[1, 2, 3]`
    List(Vec<Expr>),
    /// `( … )`
    Group(Box<Expr>),
    /// `+x`, `-x` as a sign.
    Sign(Sign, Box<Expr>),
    /// `not x`
    Not(Box<Expr>),
    /// `a OP b`
    Binary(Operator, Box<(Expr, Expr)>),
    /// `a..b`, both ends included.
    Range(Box<(Expr, Expr)>),
    /// `if a then b else c`
    If(Box<(Expr, Expr, Expr)>),
    /// In a condition: `rules NAME [VALUE]`, `table "question"`, `trained NAME`, `military NAME`: a prefix word and its operands.
    Phrase(EcoString, Vec<Expr>),
    /// Something that did not parse.
    Error,
}

/// `open/pass/close`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderLiteral {
    /// Points to open it.
    pub open: i64,
    /// Points for each crossing.
    pub pass: i64,
    /// Points to close it; `None` for `x`, never.
    pub close: Option<i64>,
}

/// `name(arguments)`
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// What is called.
    pub name: Path,
    /// Arguments between commas; each is a sequence of values, since `at 2` and `weakest enemy visible` are one.
    pub args: Vec<Vec<Expr>>,
    /// Typed parameters, where the parenthesis declares them: `transfer_aspect(a: text)`.
    pub params: Vec<Param>,
}

/// Operators with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `in`, with a range (or a name list) on the right.
    In,
    /// `is`, in conditions: `target is recoilless`.
    Is,
    /// `has`, in conditions: `target has "Aspect"`.
    Has,
    /// `of`, in conditions: `camouflage of target`.
    Of,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounds down.
    Divide,
}

impl Operator {
    /// As it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::More => ">",
            Operator::AtLeast => ">=",
            Operator::In => "in",
            Operator::Is => "is",
            Operator::Has => "has",
            Operator::Of => "of",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
        }
    }
}

impl Expr {
    /// The bare word, if it is one.
    pub fn name(&self) -> Option<&EcoString> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&Text> {
        match &self.kind {
            ExprKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A name or a path as a path.
    pub fn path(&self) -> Option<Path> {
        match &self.kind {
            ExprKind::Name(name) => Some(Path { package: None, name: Name { text: name.clone(), span: self.span } }),
            ExprKind::Path(path) => Some((**path).clone()),
            _ => None,
        }
    }

    /// The whole number it is, with its sign; technology ratings and counts are not numbers here.
    pub fn int(&self) -> Option<i64> {
        match &self.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Sign(Sign::Minus, inner) => inner.int().and_then(i64::checked_neg),
            ExprKind::Sign(Sign::Plus, inner) => inner.int(),
            _ => None,
        }
    }
}
