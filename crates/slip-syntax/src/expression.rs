//! Builds expressions from flat rows of operands and operators by precedence climbing.
//!
//! Operators from the loosest to the tightest: `or`, `and`, `not`, comparisons (never chained) and `in`, `..`, `+ -`, `* /`, `is has of`.
//! The grammar has checked that operands and operators alternate; if they do not, the result is [`ExprKind::Error`].

use super::errors;
use super::grammar::Rule;
use super::literal::{self, BadNumber, Fractions};
use super::parse::Builder;
use super::prescan::offset;
use super::recover;
use super::tree::{Call, Expr, ExprKind, NamePath, Operator, Param, Sign, SpannedName};
use super::{recognise_mistake, recognised_mistake_errors};
use ecow::EcoString;
use pest::iterators::{Pair, Pairs};
use slip_limits::OPERATORS;
use slip_source::Span;
use std::iter::Peekable;

/// Tokens of an expression without nested expressions, read one after another.
type Row<'i> = Peekable<Pairs<'i, Rule>>;

/// Returns the binding strength of an operator.
pub(super) const fn level(operator: Operator) -> u8 {
    match operator {
        Operator::Or => 1,
        Operator::And => 2,
        Operator::Equal | Operator::NotEqual | Operator::Less | Operator::AtMost | Operator::More | Operator::AtLeast | Operator::In => {
            COMPARISON
        }
        Operator::Add | Operator::Subtract => 6,
        Operator::Multiply | Operator::Divide => 7,
        Operator::Is | Operator::Has | Operator::Of => 8,
    }
}

/// Binding strength of comparisons. They bind more tightly than `and`, and more tightly than `not`, so that the operand of `not` can be a
/// comparison.
pub(super) const COMPARISON: u8 = 4;
const RANGE: u8 = 5;

/// Operator or range between two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Infix {
    Range,
    Operator(Operator),
}

impl Infix {
    fn read(pair: &Pair<'_, Rule>) -> Option<Infix> {
        Some(Infix::Operator(match (pair.as_rule(), pair.as_str()) {
            (Rule::op | Rule::range_op, "..") => return Some(Infix::Range),
            (Rule::op, "or") => Operator::Or,
            (Rule::op, "and") => Operator::And,
            (Rule::op, "==") => Operator::Equal,
            (Rule::op, "!=") => Operator::NotEqual,
            (Rule::op, "<") => Operator::Less,
            (Rule::op, "<=") => Operator::AtMost,
            (Rule::op, ">") => Operator::More,
            (Rule::op, ">=") => Operator::AtLeast,
            (Rule::op, "*") => Operator::Multiply,
            (Rule::op, "/") => Operator::Divide,
            (Rule::op_in, _) => Operator::In,
            (Rule::op_role, "is") => Operator::Is,
            (Rule::op_role, "has") => Operator::Has,
            (Rule::op_role, "of") => Operator::Of,
            (Rule::op_tight | Rule::op_loose, "+") => Operator::Add,
            (Rule::op_tight | Rule::op_loose, "-") => Operator::Subtract,
            _ => return None,
        }))
    }

    pub(super) const fn level(self) -> u8 {
        match self {
            Infix::Range => RANGE,
            Infix::Operator(operator) => level(operator),
        }
    }
}

impl Builder<'_> {
    /// Parses an expression of one of these rules of the grammar: `expr`, `bexpr`, `branch`, `cond`, `bcond`, `test`, `flat`.
    pub(super) fn expression(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut row = pair.into_inner().peekable();
        self.climb(&mut row, 0)
    }

    /// Parses operands and the operators between them that bind at least as tightly as `least`.
    fn climb(&mut self, row: &mut Row<'_>, least: u8) -> Expr {
        let mut left = self.operand(row);
        while let Some(pair) = row.peek() {
            let Some(infix) = Infix::read(pair).filter(|infix| infix.level() >= least) else { break };
            let sign = self.span(pair);
            row.next();
            let right = self.climb(row, infix.level() + 1);
            left = match infix {
                _ if !self.count_operator(sign) => Expr { span: left.span.to(right.span), kind: ExprKind::Error },
                Infix::Range if matches!(left.kind, ExprKind::Range(_)) => {
                    self.fault(errors::chained_range(sign, left.span.to(right.span)));
                    Expr { span: left.span.to(right.span), kind: ExprKind::Error }
                }
                Infix::Operator(operator) if level(operator) == COMPARISON && is_comparison(&left) => {
                    self.report_chain(&left, sign);
                    Expr { span: left.span.to(right.span), kind: ExprKind::Error }
                }
                Infix::Range => Expr { span: left.span.to(right.span), kind: ExprKind::Range(Box::new((left, right))) },
                Infix::Operator(operator) => {
                    Expr { span: left.span.to(right.span), kind: ExprKind::Binary(operator, Box::new((left, right))) }
                }
            };
        }
        left
    }

    fn report_chain(&mut self, left: &Expr, sign: Span) {
        let ExprKind::Binary(_, sides) = &left.kind else { return };
        let behind = self.slice(Span { start: sign.end, end: offset(self.text.len()), ..sign });
        if self.slice(sign) == "in" && recognise_mistake::runs(behind) {
            self.fault(recognised_mistake_errors::in_runs(sign, left.span));
            return;
        }
        let play = behind.trim_start().split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
        if self.slice(sign) == "in" && matches!(play, "personal" | "space" | "platoon" | "social") {
            self.fault(recognised_mistake_errors::play_behind_condition(sign, play));
            return;
        }
        let (first, middle) = (self.slice(left.span), self.slice(sides.1.span));
        self.fault(errors::chained_comparison(first, middle, left.span, sign));
    }

    /// Counts an operator of the entry, and reports the operator that exceeds the limit. Returns false if the limit is exceeded.
    fn count_operator(&mut self, sign: Span) -> bool {
        self.operators += 1;
        if self.operators == OPERATORS + 1 {
            self.fault(errors::too_many_operators(sign));
        }
        self.operators <= OPERATORS
    }

    /// Parses one operand with its prefixes, calls and indices.
    fn operand(&mut self, row: &mut Row<'_>) -> Expr {
        let Some(pair) = row.next() else { return self.nothing() };
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::not_op => {
                let inner = self.climb(row, COMPARISON);
                Expr { span: span.to(inner.span), kind: ExprKind::Not(Box::new(inner)) }
            }
            Rule::sign_op => {
                let sign = if pair.as_str() == "-" { Sign::Minus } else { Sign::Plus };
                let inner = self.operand(row);
                Expr { span: span.to(inner.span), kind: ExprKind::Sign(sign, Box::new(inner)) }
            }
            Rule::word | Rule::flat_word => {
                let first = self.word(&pair);
                self.touching(row, first)
            }
            Rule::list => {
                let members = self.members(pair);
                self.touching(row, Expr { span, kind: ExprKind::List(members) })
            }
            _ => self.value(pair),
        }
    }

    /// Parses the calls and indices directly after an operand.
    fn touching(&mut self, row: &mut Row<'_>, mut operand: Expr) -> Expr {
        while let Some(pair) = row.next_if(|pair| matches!(pair.as_rule(), Rule::call | Rule::index)) {
            let span = operand.span.to(self.span(&pair));
            let kind = if pair.as_rule() == Rule::call {
                self.call(pair, &operand)
            } else if self.count_operator(span) {
                let index = pair.into_inner().next().map(|pair| self.expression(pair)).unwrap_or_else(|| self.nothing());
                ExprKind::Index(Box::new((operand, index)))
            } else {
                ExprKind::Error
            };
            operand = Expr { span, kind };
        }
        operand
    }

    /// Parses a single value without operators.
    pub(super) fn value(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::word | Rule::flat_word | Rule::plain_word | Rule::phrase_name => return self.word(&pair),
            Rule::number | Rule::plain_number => return self.number(&pair),
            Rule::tech => literal::tech(pair.as_str()).unwrap_or_else(|why| self.bad_number(why, &pair)),
            Rule::text => ExprKind::Text(Box::new(self.text(&pair))),
            Rule::symbol if pair.as_str() == "->" => ExprKind::OneWay,
            Rule::symbol => ExprKind::BothWays,
            Rule::list => ExprKind::List(self.members(pair)),
            Rule::group | Rule::cond_group => match pair.into_inner().next() {
                Some(inner) => ExprKind::Group(Box::new(self.expression(inner))),
                None => ExprKind::Error,
            },
            Rule::if_expr => return self.if_expr(pair),
            Rule::phrase => self.phrase(pair),
            Rule::expr | Rule::bexpr | Rule::branch | Rule::cond | Rule::bcond | Rule::test | Rule::flat => {
                return self.expression(pair);
            }
            _ => ExprKind::Error,
        };
        Expr { span, kind }
    }

    /// Parses `name`, `package.name`, `over-budget`, `x3`.
    fn word(&mut self, pair: &Pair<'_, Rule>) -> Expr {
        let span = self.span(pair);
        let word = pair.as_str();
        let kind = if let Some(count) = literal::count(word) {
            count.map(ExprKind::Count).unwrap_or_else(|why| self.bad_number(why, pair))
        } else if word.contains('.') {
            ExprKind::Path(Box::new(self.path(pair)))
        } else if word.contains('-') {
            ExprKind::Code(EcoString::from(word))
        } else {
            ExprKind::Name(EcoString::from(word))
        };
        Expr { span, kind }
    }

    /// Parses a number token; in a plain entry also `1..3`.
    fn number(&mut self, pair: &Pair<'_, Rule>) -> Expr {
        let span = self.span(pair);
        let token = pair.as_str();
        let kind = match token.split_once("..").filter(|_| pair.as_rule() == Rule::plain_number) {
            None => literal::number(token),
            Some((low, high)) => literal::int(low).and_then(|from| {
                let (middle, end) = (super::prescan::offset(low.len()), super::prescan::offset(high.len()));
                let from = Expr { kind: ExprKind::Int(from), span: Span { end: span.start + middle, ..span } };
                let to = Expr { kind: ExprKind::Int(literal::int(high)?), span: Span { start: span.end.saturating_sub(end), ..span } };
                Ok(ExprKind::Range(Box::new((from, to))))
            }),
        };
        Expr { kind: kind.unwrap_or_else(|why| self.bad_number(why, pair)), span }
    }

    fn bad_number(&mut self, why: BadNumber, pair: &Pair<'_, Rule>) -> ExprKind {
        let span = self.span(pair);
        self.fault(match why {
            BadNumber::TooLarge => errors::number_too_large(pair.as_str(), span),
            BadNumber::Decimal => {
                let is_end = self.fractions == Fractions::Any && self.is_whole_range(span);
                let fractions = if is_end { Fractions::Ends } else { self.fractions };
                super::number_errors::decimal_number(pair.as_str(), fractions, span)
            }
        });
        ExprKind::Error
    }

    /// True if a decimal number is one end of a range and the other end is a whole number. The decimal number then cannot be a fraction.
    fn is_whole_range(&self, span: Span) -> bool {
        let (Ok(start), Ok(end)) = (usize::try_from(span.start), usize::try_from(span.end)) else { return false };
        let is_digit = |letter: char| letter.is_ascii_digit();
        let low = self.text.get(..start).and_then(|before| before.strip_suffix("..")).filter(|low| low.ends_with(is_digit));
        let high = self.text.get(end..).and_then(|behind| behind.strip_prefix("..")).filter(|high| high.starts_with(is_digit));
        low.is_some_and(|low| !low.trim_end_matches(is_digit).ends_with('.'))
            || high.is_some_and(|high| !high.trim_start_matches(is_digit).starts_with(['%', '.']))
    }

    /// Parses `name` or `package.name`.
    pub(super) fn path(&self, pair: &Pair<'_, Rule>) -> NamePath {
        Self::path_of(pair.as_str(), self.span(pair))
    }

    /// Returns the path that is written as `name` or `package.name` in a span.
    pub(super) fn path_of(word: &str, span: Span) -> NamePath {
        match word.split_once('.') {
            None => NamePath { kind: None, package: None, name: SpannedName { text: EcoString::from(word), span } },
            Some((package, name)) => {
                let dot = span.start.saturating_add(super::prescan::offset(package.len()));
                NamePath {
                    kind: None,
                    package: Some(SpannedName { text: EcoString::from(package), span: Span { end: dot, ..span } }),
                    name: SpannedName { text: EcoString::from(name), span: Span { start: dot.saturating_add(1), ..span } },
                }
            }
        }
    }

    fn members(&mut self, pair: Pair<'_, Rule>) -> Vec<Expr> {
        let members = pair.into_inner().filter(|pair| pair.as_rule() == Rule::bexpr);
        members.map(|pair| self.expression(pair)).collect()
    }

    /// Parses `name(…)`, with arguments or with parameters.
    fn call(&mut self, pair: Pair<'_, Rule>, callee: &Expr) -> ExprKind {
        let Some(name) = callee.path() else {
            self.fault(match &callee.kind {
                ExprKind::Code(name) => recognised_mistake_errors::hyphened_call(name, callee.span),
                _ => errors::not_callable(callee.span),
            });
            return ExprKind::Error;
        };
        let mut call = Call { name, args: Vec::new(), params: Vec::new() };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::arg => call.args.push(part.into_inner().map(|pair| self.value(pair)).collect()),
                Rule::param => {
                    if let Some(param) = self.param(part) {
                        call.params.push(param);
                    }
                }
                _ => {}
            }
        }
        ExprKind::Call(Box::new(call))
    }

    /// Parses `a: skill`, `w: beam | torpedo`, `t: text?`
    pub(super) fn param(&mut self, pair: Pair<'_, Rule>) -> Option<Param> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner().peekable();
        let name = parts.next().map(|pair| self.name(&pair))?;
        recover::is_reserved(self, &name);
        let mut param = Param { span, name, types: Vec::with_capacity(1), optional: false };
        for part in parts {
            match part.as_rule() {
                Rule::optional => param.optional = true,
                _ => param.types.push(self.name(&part)),
            }
        }
        Some(param)
    }

    /// Parses `if a then b else c`; a chain of `else if` nests to the right.
    fn if_expr(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let mut parts: Vec<Expr> = pair.into_inner().map(|pair| self.expression(pair)).collect();
        let Some(mut otherwise) = parts.pop() else { return Expr { kind: ExprKind::Error, span } };
        while let (Some(then), Some(test)) = (parts.pop(), parts.pop()) {
            let whole = test.span.to(otherwise.span);
            otherwise = if self.count_operator(whole) {
                Expr { kind: ExprKind::If(Box::new((test, then, otherwise))), span: whole }
            } else {
                Expr { kind: ExprKind::Error, span: whole }
            };
        }
        Expr { span, ..otherwise }
    }

    /// Parses `rules NAME [VALUE]`, `table "…"`, `trained NAME`, `military NAME`.
    fn phrase(&mut self, pair: Pair<'_, Rule>) -> ExprKind {
        let mut parts = pair.into_inner();
        let Some(word) = parts.next() else { return ExprKind::Error };
        let operands = parts.map(|pair| self.value(pair)).collect();
        ExprKind::Phrase(EcoString::from(word.as_str()), operands)
    }
}

pub(super) fn is_comparison(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(operator, _) if level(*operator) == COMPARISON)
}
