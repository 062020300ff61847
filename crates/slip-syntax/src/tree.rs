//! Syntax tree: the text as an author wrote it, with a span on every node, without its meaning.
//!
//! One tree serves the checker, the formatter and the language server. It is lossless together with its source text: every node has its
//! span, comments are kept in [`File::comments`], and the text between nodes has no meaning. A part that did not parse is an
//! [`Item::Error`], an entry with [`Entry::broken`] set, or an [`ExprKind::Error`]. Later phases report nothing about such a node, because
//! the parser has already reported it.
//!
//! The grammar is generic: the tree has items, entries and expressions, not ships or stunts.

mod expression;

pub use expression::{BorderLiteral, Call, Expr, ExprKind, Operator};

use ecow::EcoString;
use slip_source::{FileId, Span};

/// Syntax tree of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Number of the file.
    pub id: FileId,
    /// Items in the order of the text.
    pub items: Vec<Item>,
    /// Every comment, also doc comments, in the order of the text.
    pub comments: Vec<Comment>,
    /// Conflict marks that version control left in the text. Of each conflict, only the first version is in the tree.
    pub unmerged: Vec<Span>,
}

/// A comment, from its slashes to the end of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Span of the comment.
    pub span: Span,
    /// True for a doc comment, which begins with `///` (but not `////`).
    pub doc: bool,
}

/// Word with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedName {
    /// Text of the word.
    pub text: EcoString,
    /// Span of the word.
    pub span: Span,
}

/// A text literal, with its escapes resolved. A text in triple quotes has its common indentation removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Text with its escapes resolved.
    pub value: EcoString,
    /// Span of the literal with its quotes.
    pub span: Span,
    /// Spans of the lines of a text in triple quotes, without the common indentation. A message about a picture can thus point at a letter.
    /// Empty for other texts.
    pub lines: Vec<Span>,
}

/// `name` or `package.name`, and in a linked program also with its kind in front: `weapon package.name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePath {
    /// The kind, if written. The parser does not know kinds: it reads two names, and the linker joins them.
    pub kind: Option<Box<SpannedName>>,
    /// The package, if written.
    pub package: Option<SpannedName>,
    /// Name, without its kind and package.
    pub name: SpannedName,
}

impl NamePath {
    /// Returns the span from the package to the name, without the kind.
    pub fn span(&self) -> Span {
        self.package.as_ref().map_or(self.name.span, |package| package.span.to(self.name.span))
    }
}

/// Item at the top level of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Declaration: `KIND name …`.
    Declaration(Declaration),
    /// Import: `use package.{a, b}`.
    Use(Use),
    /// Alias: `alias old for new`.
    Alias(Alias),
    /// Patch: `patch std.slug_thrower { … }`.
    Patch(Patch),
    /// Test: `test "…" { … }`.
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
    /// Doc comment of the item, its lines joined by `\n`.
    pub doc: Option<EcoString>,
    /// Kind of the item: `weapon`, `npc`, `design` …
    pub kind: SpannedName,
    /// Name of the item.
    pub name: SpannedName,
    /// Typed parameters, as stunts have.
    pub params: Vec<Param>,
    /// Name shown to people; for a `mark`, its text.
    pub title: Option<Text>,
    /// Design, which is written after the colon.
    pub design: Option<NamePath>,
    /// Base, which is written after `from`.
    pub base: Option<NamePath>,
    /// Block of entries; a `mark` has none.
    pub block: Option<Block>,
    /// True if a part of the head did not parse. Entries have a flag of their own.
    pub broken: bool,
    /// True if anything in the item is malformed although the item parsed, such as two entries on a line or an empty title. The probable
    /// meaning of such an item is checked, but the item is illegal, like an item that did not parse.
    pub flawed: bool,
}

/// `use package`, `use package.item`, `use package.{a, b}`; a kind may precede the package.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// Span of the whole item.
    pub span: Span,
    /// Kind before the path.
    pub kind: Option<SpannedName>,
    /// Package from which names are imported.
    pub package: SpannedName,
    /// Imported names; `None` for all names of the package.
    pub names: Option<Vec<SpannedName>>,
}

/// `alias old for new`; a kind may precede the old name.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// Span of the whole item.
    pub span: Span,
    /// Kind before the old name.
    pub kind: Option<SpannedName>,
    /// Old name.
    pub name: SpannedName,
    /// New name.
    pub target: NamePath,
}

/// `patch [KIND] package.item { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Span of the whole item.
    pub span: Span,
    /// Doc comment of the patch.
    pub doc: Option<EcoString>,
    /// Kind before the path.
    pub kind: Option<SpannedName>,
    /// Path of the patched item.
    pub target: NamePath,
    /// Entries that the patch adds or changes.
    pub block: Block,
}

/// `test "…" { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Span of the whole item.
    pub span: Span,
    /// Title of the test.
    pub title: Text,
    /// Expectations of the test.
    pub block: Block,
}

/// Block of entries: `{ entries }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Span from `{` to `}`; to the end of the last entry if the `}` is missing.
    pub span: Span,
    /// Entries in the order of the text.
    pub entries: Vec<Entry>,
    /// True if the closing bracket is missing, which was reported.
    pub unclosed: bool,
}

/// Key of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A word; empty in a broken entry that has no key.
    Word(SpannedName),
    /// A rank: the `3` of `3 gunnery`.
    Rank(i64, Span),
    /// A range of numbers: the `1..3` of `1..3 ridge_cat`.
    Range(i64, i64, Span),
}

impl Key {
    /// Returns the span of the key.
    pub fn span(&self) -> Span {
        match self {
            Key::Word(name) => name.span,
            Key::Rank(_, span) | Key::Range(_, _, span) => *span,
        }
    }

    /// Returns the word, if the key is a word.
    pub fn word(&self) -> Option<&str> {
        match self {
            Key::Word(name) => Some(&name.text),
            Key::Rank(..) | Key::Range(..) => None,
        }
    }
}

/// Sign: `+` or `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Plus: `+`.
    Plus,
    /// Minus: `-`.
    Minus,
}

/// `KEY [values] [when CONDITION] [else "text"] [{ entries }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Span of the whole entry, without the doc comment.
    pub span: Span,
    /// Key of the entry.
    pub key: Key,
    /// Values in the order of the text; a comma before a value begins a new member of a list.
    pub values: Vec<Value>,
    /// Optional parts that most entries do not have.
    pub rest: Option<Box<EntryExtras>>,
    /// True if a part of the entry did not parse, which was reported. The parts that parsed are kept.
    pub broken: bool,
    /// True if the entry follows another entry on the same line, after a `;`.
    pub follows: bool,
}

/// Optional parts of an entry. Most entries have none of them.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EntryExtras {
    /// Doc comment of the entry.
    pub doc: Option<EcoString>,
    /// Span of a `+` before the key: `+ spend_fate when …`.
    pub lead: Option<Span>,
    /// Sign between key and values: `stunts + low_recoil`.
    pub sign: Option<(Sign, Span)>,
    /// Condition after `when`.
    pub condition: Option<Expr>,
    /// Text after `else`.
    pub otherwise: Option<Text>,
    /// Block of inner entries.
    pub block: Option<Block>,
}

impl Entry {
    /// Returns the key as a word; empty for a number, and for a broken entry without a key.
    pub fn word(&self) -> &str {
        self.key.word().unwrap_or_default()
    }

    /// Returns the members of the entry's list, which are separated by commas. Each member is a sequence of at least one value.
    pub fn members(&self) -> impl Iterator<Item = &[Value]> {
        self.values.chunk_by(|_, next| !next.comma)
    }

    /// Returns the value of an entry with exactly one value.
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

    /// Returns the block of inner entries.
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

    /// Returns the doc comment of the entry.
    pub fn doc(&self) -> Option<&EcoString> {
        self.rest.as_ref().and_then(|rest| rest.doc.as_ref())
    }

    /// Returns the span of all values. Without values, returns the empty span at the end of the key.
    pub fn values_span(&self) -> Span {
        match (self.values.first(), self.values.last()) {
            (Some(first), Some(last)) => first.expr.span.to(last.expr.span),
            _ => self.key.span().at_end(),
        }
    }
}

/// Value of an entry or argument, and its comma.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Expression of the value.
    pub expr: Expr,
    /// True if a comma precedes the value.
    pub comma: bool,
}

/// A parameter: `a: skill`, `w: beam | torpedo`, `t: text?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Span of the whole parameter.
    pub span: Span,
    /// Name of the parameter.
    pub name: SpannedName,
    /// Types of the parameter, or the names to choose from.
    pub types: Vec<SpannedName>,
    /// True if the argument may be left out.
    pub optional: bool,
}
