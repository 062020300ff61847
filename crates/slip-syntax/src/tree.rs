//! Syntax tree: the text as an author wrote it, with a span on every node, without its meaning.
//!
//! One tree serves the checker, the formatter and the language server. It is lossless together with its source text: every
//! node has its span, comments are kept in [`File::comments`], and the text between nodes has no meaning. A part that did
//! not parse is an [`Item::Error`], an entry with [`Entry::broken`] set, or an [`ExprKind::Error`]; later phases report
//! nothing about such a node, because the parser has already reported it.
//!
//! The grammar is generic: the tree has items, entries and expressions, not ships or stunts.

mod expression;

pub use expression::{BorderLiteral, Call, Expr, ExprKind, Operator};

use ecow::EcoString;
use slip_source::{FileId, Span};

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Number of the file.
    pub id: FileId,
    /// Its items in the order of the text.
    pub items: Vec<Item>,
    /// Every comment, doc comments included, in the order of the text.
    pub comments: Vec<Comment>,
    /// Conflict marks left by version control: only the first version of each conflict is in the tree.
    pub unmerged: Vec<Span>,
}

/// A comment, from its slashes to the end of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its span.
    pub span: Span,
    /// True if it is `///` (and not `////`).
    pub doc: bool,
}

/// Word with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub text: EcoString,
    /// Its span.
    pub span: Span,
}

/// A text literal, unescaped; of a `"""` block the common indent is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Unescaped text.
    pub value: EcoString,
    /// Span of the literal with its quotes.
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
    /// Returns the span from the first to the last word.
    pub fn span(&self) -> Span {
        self.package.as_ref().map_or(self.name.span, |package| package.span.to(self.name.span))
    }
}

/// Item at the top level of a file.
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
    /// A part that did not parse at all.
    Error(Span),
}

impl Item {
    /// Returns the span of the whole item, without its doc comment.
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
    /// Span of the whole item, without the doc comment.
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
    /// Design, after the colon.
    pub design: Option<Path>,
    /// Base, after `from`.
    pub base: Option<Path>,
    /// The block; a `mark` has none.
    pub block: Option<Block>,
    /// True if a part of the head did not parse. Entries have their own flag.
    pub broken: bool,
    /// True if anything in it is in a wrong form, even if it parsed: two entries on a line, a blank title. It is checked as
    /// it was meant, but it is as illegal as text that did not parse.
    pub flawed: bool,
}

/// `use package`, `use package.item`, `use package.{a, b}`; a kind may precede the package.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// Span of the whole item.
    pub span: Span,
    /// Kind before the path.
    pub kind: Option<Name>,
    /// The package.
    pub package: Name,
    /// Names; `None` means all of the package.
    pub names: Option<Vec<Name>>,
}

/// `alias old for new`; a kind may come first.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// Span of the whole item.
    pub span: Span,
    /// Kind before the name.
    pub kind: Option<Name>,
    /// The old name.
    pub name: Name,
    /// The new name.
    pub target: Path,
}

/// `patch [KIND] package.item { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Span of the whole item.
    pub span: Span,
    /// Its doc comment.
    pub doc: Option<EcoString>,
    /// Kind before the path.
    pub kind: Option<Name>,
    /// Item that is patched.
    pub target: Path,
    /// Entries that are added or changed.
    pub block: Block,
}

/// `test "…" { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Span of the whole item.
    pub span: Span,
    /// Title of the test.
    pub title: Text,
    /// Its expectations.
    pub block: Block,
}

/// `{ entries }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// From `{` to `}`; to the end of the last entry if the `}` is missing.
    pub span: Span,
    /// Entries in the order of the text.
    pub entries: Vec<Entry>,
    /// True if the closing bracket is missing (already reported).
    pub unclosed: bool,
}

/// Key of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A word; empty in a broken entry without a key.
    Word(Name),
    /// A rank, as in `3 gunnery`.
    Rank(i64, Span),
    /// From one number to another, as in `1..3 ridge_cat`.
    Range(i64, i64, Span),
}

impl Key {
    /// Returns its span.
    pub fn span(&self) -> Span {
        match self {
            Key::Word(name) => name.span,
            Key::Rank(_, span) | Key::Range(_, _, span) => *span,
        }
    }

    /// Returns the word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Key::Word(name) => Some(&name.text),
            Key::Rank(..) | Key::Range(..) => None,
        }
    }
}

/// `+` or `-`.
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
    /// Span of the whole entry, without the doc comment.
    pub span: Span,
    /// The key.
    pub key: Key,
    /// Values in the order of the text; a comma before a value begins a new member of a list.
    pub values: Vec<Value>,
    /// Parts that most entries do not have.
    pub rest: Option<Box<Rest>>,
    /// True if a part of it did not parse (already reported). What did parse is kept.
    pub broken: bool,
    /// True if it follows another entry on its line, after a `;`.
    pub follows: bool,
}

/// Parts that most entries do not have.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Rest {
    /// Its doc comment.
    pub doc: Option<EcoString>,
    /// Span of a `+` before the key (`+ spend_fate when …`).
    pub lead: Option<Span>,
    /// A sign between key and values: `stunts + low_recoil`.
    pub sign: Option<(Sign, Span)>,
    /// Condition, after `when`.
    pub condition: Option<Expr>,
    /// Text, after `else`.
    pub otherwise: Option<Text>,
    /// Block of entries.
    pub block: Option<Block>,
}

impl Entry {
    /// Returns the key's word; empty for a number, and for a broken entry without a key.
    pub fn word(&self) -> &str {
        self.key.word().unwrap_or_default()
    }

    /// Returns the members of the list: values between commas. No member is empty.
    pub fn members(&self) -> impl Iterator<Item = &[Value]> {
        self.values.chunk_by(|_, next| !next.comma)
    }

    /// Returns the only value, if there is exactly one.
    pub fn only(&self) -> Option<&Expr> {
        match self.values.as_slice() {
            [value] => Some(&value.expr),
            _ => None,
        }
    }

    /// Returns the condition after `when`.
    pub fn condition(&self) -> Option<&Expr> {
        self.rest.as_ref().and_then(|rest| rest.condition.as_ref())
    }

    /// Returns the text after `else`.
    pub fn otherwise(&self) -> Option<&Text> {
        self.rest.as_ref().and_then(|rest| rest.otherwise.as_ref())
    }

    /// Returns the block of entries.
    pub fn block(&self) -> Option<&Block> {
        self.rest.as_ref().and_then(|rest| rest.block.as_ref())
    }

    /// Returns the sign between key and values.
    pub fn sign(&self) -> Option<(Sign, Span)> {
        self.rest.as_ref().and_then(|rest| rest.sign)
    }

    /// Returns the span of the `+` before the key.
    pub fn lead(&self) -> Option<Span> {
        self.rest.as_ref().and_then(|rest| rest.lead)
    }

    /// Returns its doc comment.
    pub fn doc(&self) -> Option<&EcoString> {
        self.rest.as_ref().and_then(|rest| rest.doc.as_ref())
    }

    /// Returns the span from the first to the last value; the end of the key if there are no values.
    pub fn values_span(&self) -> Span {
        match (self.values.first(), self.values.last()) {
            (Some(first), Some(last)) => first.expr.span.to(last.expr.span),
            _ => self.key.span().at_end(),
        }
    }
}

/// Value of an entry or argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The value.
    pub expr: Expr,
    /// True if a comma precedes it.
    pub comma: bool,
}

/// A parameter: `a: skill`, `w: beam | torpedo`, `t: text?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Span of the whole parameter.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// Its types, or the names to choose from.
    pub types: Vec<Name>,
    /// True if it may be left out.
    pub optional: bool,
}
