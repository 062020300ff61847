//! The syntax tree: what an author wrote, with a span on every node, and nothing about what it means.
//!
//! One tree serves the checker, the formatter and the language server. It is lossless together with its source text:
//! every node has its span, comments are kept in [`File::comments`], and nothing between nodes carries meaning.
//! A part that did not parse is an [`Item::Error`], an entry with [`Entry::broken`] set, or an [`ExprKind::Error`];
//! phases after this one say nothing about such a node, since the syntax phase has already spoken.
//!
//! The grammar is generic: the tree knows items, entries and expressions, not ships or stunts.

mod expression;

pub use expression::{BorderLiteral, Call, Expr, ExprKind, Operator};

use ecow::EcoString;
use slip_source::{FileId, Span};

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Which file.
    pub id: FileId,
    /// Its items in the order of the text.
    pub items: Vec<Item>,
    /// Every comment, doc comments included, in the order of the text.
    pub comments: Vec<Comment>,
    /// What version control left between its lines: of each conflict only the first version is in the tree.
    pub unmerged: Vec<Span>,
}

/// A comment, from its slashes to the end of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// True if it is `///` (and not `////`).
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
    /// True if a part of the head did not parse. Entries have their own flag.
    pub broken: bool,
    /// True if anything in it is not as it should be written, even if it parsed: two entries on a line, a title of blanks. It is judged as
    /// it was meant, and is no more legal than what did not parse.
    pub flawed: bool,
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
    /// True if the closing bracket is missing (already reported).
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
    /// True if a part of it did not parse (already reported). What did parse is kept.
    pub broken: bool,
    /// True if it follows another one on its line, behind a `;`.
    pub follows: bool,
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
    /// True if a comma stands before it.
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
    /// True if it may be left out.
    pub optional: bool,
}
