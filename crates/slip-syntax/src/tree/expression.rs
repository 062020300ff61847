//! Expressions with their spans.

use super::{NamePath, Param, Sign, SpannedName, Text};
use ecow::EcoString;
use slip_keyword::keyword_enum;
use slip_source::Span;

/// Expression with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Kind of the expression.
    pub kind: ExprKind,
    /// Span of the expression.
    pub span: Span,
}

/// Kind of expression.
///
/// In an `effect` the values are flat. The words of the sentence are `Name` (also `or`, `in`, `and`, `not`, `if`), its signed numbers are
/// `Sign(…)`, its bracketed formulas `Group`. Only the content of the formulas is parsed as expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Whole number: `3`, `20_000`.
    Int(i64),
    /// Technology: `T2`, `T-1`.
    Tech(i64),
    /// Count: `x3`.
    Count(i64),
    /// Dice: their number, and the sides of each; 0 sides stand for `F` in `4dF`.
    Dice(i64, i64),
    /// Percentage: `45%`.
    Percent(i64),
    /// Value of a border: `4/0/4`, or `20/4/x` if it cannot be closed.
    Border(Box<BorderLiteral>),
    /// Text in quotes.
    Text(Box<Text>),
    /// Hyphenated code: `over-budget`.
    Code(EcoString),
    /// A word.
    Name(EcoString),
    /// Two words with a dot: `package.name`, `it.health_left`, `self.x`.
    Path(Box<NamePath>),
    /// The symbol `--`, which joins two names.
    BothWays,
    /// The symbol `->`, which joins two names.
    OneWay,
    /// `name(…)`: a call, a stunt with arguments, or a declared name with parameters.
    Call(Box<Call>),
    /// Index: `prices[rank]`.
    Index(Box<(Expr, Expr)>),
    /// List in square brackets: `[1, 2, 3]`.
    List(Vec<Expr>),
    /// Expression in brackets.
    Group(Box<Expr>),
    /// Signed value: `+x`, `-x`.
    Sign(Sign, Box<Expr>),
    /// Negation: `not x`.
    Not(Box<Expr>),
    /// Two operands with an operator: `a + b`.
    Binary(Operator, Box<(Expr, Expr)>),
    /// Range such as `a..b`, with both ends included.
    Range(Box<(Expr, Expr)>),
    /// Choice by a condition: `if a then b else c`.
    If(Box<(Expr, Expr, Expr)>),
    /// In a condition, a prefix word with its operands: `rules NAME [VALUE]`, `table "question"`, `trained NAME`, `military NAME`.
    Phrase(EcoString, Vec<Expr>),
    /// A part that did not parse. The error has been reported.
    Error,
}

/// Value of a border: `open/pass/close`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderLiteral {
    /// Points to open the border.
    pub open: i64,
    /// Points for each crossing.
    pub pass: i64,
    /// Points to close the border; `None` for `x`, a border that cannot be closed.
    pub close: Option<i64>,
}

/// Name with arguments in brackets: `name(arguments)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Name before the brackets.
    pub name: NamePath,
    /// Arguments, separated by commas. Each argument is a sequence of values: `weakest enemy visible` is one argument.
    pub args: Vec<Vec<Expr>>,
    /// Typed parameters, if the brackets declare parameters: `transfer_aspect(a: text)`.
    pub params: Vec<Param>,
}

keyword_enum! {
    /// Operator between two operands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Operator {
        /// Logical or: `or`.
        Or = "or",
        /// Logical and: `and`.
        And = "and",
        /// Equal: `==`.
        Equal = "==",
        /// Not equal: `!=`.
        NotEqual = "!=",
        /// Less than: `<`.
        Less = "<",
        /// Less than or equal: `<=`.
        AtMost = "<=",
        /// Greater than: `>`.
        More = ">",
        /// Greater than or equal: `>=`.
        AtLeast = ">=",
        /// `in`, with a range (or a name list) on the right.
        In = "in",
        /// `is`, in conditions: `target is recoilless`.
        Is = "is",
        /// `has`, in conditions: `target has "Aspect"`.
        Has = "has",
        /// `of`, in conditions: `camouflage of target`.
        Of = "of",
        /// Addition: `+`.
        Add = "+",
        /// Subtraction: `-`.
        Subtract = "-",
        /// Multiplication: `*`.
        Multiply = "*",
        /// Division, rounded down: `/`.
        Divide = "/",
    }

    /// Returns the operator as authors write it.
    pub const fn symbol(self) -> &'static str;
}

impl Expr {
    /// Returns the word of an expression that is a single word.
    pub fn name(&self) -> Option<&EcoString> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the text of an expression that is a text in quotes.
    pub fn text(&self) -> Option<&Text> {
        match &self.kind {
            ExprKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the path of an expression that is `name` or `package.name`.
    pub fn path(&self) -> Option<NamePath> {
        match &self.kind {
            ExprKind::Name(name) => Some(NamePath { kind: None, package: None, name: SpannedName { text: name.clone(), span: self.span } }),
            ExprKind::Path(path) => Some((**path).clone()),
            _ => None,
        }
    }

    /// Returns the value of a whole number, with its sign; `None` for every other expression. A technology such as `T1` or a count such as
    /// `x2` is not a number here.
    pub fn int(&self) -> Option<i64> {
        match &self.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Sign(Sign::Minus, inner) => inner.int().and_then(i64::checked_neg),
            ExprKind::Sign(Sign::Plus, inner) => inner.int(),
            _ => None,
        }
    }
}
