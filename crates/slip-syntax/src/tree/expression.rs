//! Expressions with their spans.

use super::{Name, Param, Path, Sign, Text};
use ecow::EcoString;
use slip_keyword::keyword_enum;
use slip_source::Span;

/// Expression with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Kind of expression.
    pub kind: ExprKind,
    /// Its span.
    pub span: Span,
}

/// Kind of expression.
///
/// In an `effect` the values are flat: the words of the sentence are `Name` (also `or`, `in`, `and`, `not`, `if`), its
/// signed numbers `Sign(…)`, its bracketed formulas `Group`. Only the content of the formulas is parsed as expressions.
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
    /// A part that did not parse.
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
    /// Name of the call.
    pub name: Path,
    /// Arguments between commas. Each is a sequence of values, because `at 2` and `weakest enemy visible` are one argument.
    pub args: Vec<Vec<Expr>>,
    /// Typed parameters, if the brackets declare them: `transfer_aspect(a: text)`.
    pub params: Vec<Param>,
}

keyword_enum! {
    /// Operators with two sides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Operator {
        /// `or`
        Or = "or",
        /// `and`
        And = "and",
        /// `==`
        Equal = "==",
        /// `!=`
        NotEqual = "!=",
        /// `<`
        Less = "<",
        /// `<=`
        AtMost = "<=",
        /// `>`
        More = ">",
        /// `>=`
        AtLeast = ">=",
        /// `in`, with a range (or a name list) on the right.
        In = "in",
        /// `is`, in conditions: `target is recoilless`.
        Is = "is",
        /// `has`, in conditions: `target has "Aspect"`.
        Has = "has",
        /// `of`, in conditions: `camouflage of target`.
        Of = "of",
        /// `+`
        Add = "+",
        /// `-`
        Subtract = "-",
        /// `*`
        Multiply = "*",
        /// `/`, rounds down.
        Divide = "/",
    }

    /// Returns the operator as it is written.
    pub const fn symbol(self) -> &'static str;
}

impl Expr {
    /// Returns the word, if it is a single one.
    pub fn name(&self) -> Option<&EcoString> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the text, if it is one.
    pub fn text(&self) -> Option<&Text> {
        match &self.kind {
            ExprKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a name or a path as a path.
    pub fn path(&self) -> Option<Path> {
        match &self.kind {
            ExprKind::Name(name) => Some(Path { package: None, name: Name { text: name.clone(), span: self.span } }),
            ExprKind::Path(path) => Some((**path).clone()),
            _ => None,
        }
    }

    /// Returns the whole number with its sign, if it is one; technology ratings and counts are not numbers here.
    pub fn int(&self) -> Option<i64> {
        match &self.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Sign(Sign::Minus, inner) => inner.int().and_then(i64::checked_neg),
            ExprKind::Sign(Sign::Plus, inner) => inner.int(),
            _ => None,
        }
    }
}
