//! Compiles `test` blocks to [`TestBlock`]s, and checks the kind of value of each part.

use super::question_arguments::{QuestionArguments, sort_words};
use super::questions::question_of;
use super::{AnswerKind, ClaimPart, ClaimPartKind, Expectation, Family, QUESTIONS, Sampling, TestBlock};
use crate::check::context::CheckContext;
use crate::check::expectation_errors as errors;
use slip_pack::Pack;
use slip_source::diagnostic::Diagnostics;

use slip_source::{PackageId, Span};
use slip_syntax::tree::{self, Call, Entry, Expr, ExprKind, Operator, Sign};

/// Word of the claim that a stunt acts in an encounter. The encounter is written after `in`.
const ACTS: &str = "acts";

/// Reader of the tests of one package.
pub(super) struct TestReader<'a, 'p, 't> {
    pub(super) context: &'a CheckContext<'p, 't>,
    pub(super) pack: &'a Pack,
    pub(super) package: PackageId,
    pub(super) out: &'a mut Diagnostics,
}

/// Reads one test.
pub(super) fn test(
    context: &CheckContext<'_, '_>,
    pack: &Pack,
    package: PackageId,
    test: &tree::Test,
    diagnostics: &mut Diagnostics,
) -> TestBlock {
    let mut reader = TestReader { context, pack, package, out: diagnostics };
    if test.block.entries.is_empty() {
        reader.out.push(errors::empty_test(test.title.span, &test.title.value));
    }
    let written = test.block.entries.iter().filter(|entry| entry.word() == "expect").count();
    let expectations = test.block.entries.iter().filter_map(|entry| reader.expectation(entry)).collect();
    TestBlock { package, title: test.title.value.clone(), span: test.title.span, expectations, written }
}

impl TestReader<'_, '_, '_> {
    fn expectation(&mut self, entry: &Entry) -> Option<Expectation> {
        if entry.broken {
            return None;
        }
        if entry.word() != "expect" {
            self.out.push(errors::not_expect(entry.key.span(), self.text(entry.key.span())));
            return None;
        }
        if let Some(span) = self.misplaced(entry) {
            self.out.push(errors::misplaced_part(span));
            return None;
        }
        let Some((claim, rest)) = entry.values.split_first() else {
            self.out.push(errors::no_claim(entry.key.span()));
            return None;
        };
        let rest: Vec<&Expr> = rest.iter().map(|value| &value.expr).collect();
        let before = self.out.len();
        let read = self.node(&claim.expr);
        let asked = self.sampling(&rest);
        let (node, sort) = read?;
        if sort != AnswerKind::Truth {
            self.out.push(errors::no_truth(node.span, self.text(node.span), sort, sort_words(sort)));
            return None;
        }
        let (runs, error) = asked?;
        let sampled = node.is_sampled();
        if let Some(span) = runs.map(|(_, span)| span).or(error.map(|(_, span)| span)).filter(|_| !sampled) {
            self.out.push(errors::nothing_sampled(span));
            return None;
        }
        let usual = if node.has_counts() { Sampling::RUNS } else { Sampling::ACTS_RUNS };
        let sampling = Sampling { runs: runs.map_or(usual, |(runs, _)| runs), error: error.map_or(Sampling::ERROR, |(of, _)| of) };
        let words = entry.otherwise().map(|text| text.value.clone());
        (self.out.len() == before).then(|| Expectation {
            span: entry.span,
            key: entry.key.span(),
            claim: node,
            sampling: sampled.then_some(sampling),
            words,
        })
    }

    /// Returns the span of a comma, sign, condition or block in an expectation, where none of these is allowed.
    fn misplaced(&self, entry: &Entry) -> Option<Span> {
        let comma = entry.values.iter().find(|value| value.comma).map(|value| value.expr.span);
        let condition = entry.condition().map(|condition| condition.span);
        entry.lead().or(entry.sign().map(|(_, span)| span)).or(comma).or(condition).or(entry.block().map(|block| block.span))
    }

    /// Reads the options `over N runs` and `error 1 in N` of an expectation, each with its span.
    #[allow(clippy::type_complexity, reason = "two optional numbers, each with its span")]
    fn sampling(&mut self, mut rest: &[&Expr]) -> Option<(Option<(u64, Span)>, Option<(u64, Span)>)> {
        let is = |expr: &Expr, word: &str| expr.name().is_some_and(|name| name == word);
        let (mut runs, mut error) = (None, None);
        while let [first, others @ ..] = rest {
            match others {
                [count, unit, left @ ..] if is(first, "over") && is(unit, "runs") => {
                    let span = first.span.to(unit.span);
                    let number = count.int().and_then(|count| u64::try_from(count).ok());
                    match number.filter(|number| (1..=Sampling::MOST_RUNS).contains(number)) {
                        Some(number) => runs = Some((number, span)),
                        None => {
                            self.out.push(errors::run_count(count.span));
                            return None;
                        }
                    }
                    rest = left;
                }
                [rate, left @ ..] if is(first, "error") => {
                    match one_in(rate) {
                        Some(of) => error = Some((of, first.span.to(rate.span))),
                        None => {
                            self.out.push(errors::error_rate(rate.span));
                            return None;
                        }
                    }
                    rest = left;
                }
                [count, unit, ..] if is(first, "over") && count.int().is_some() && opens(unit).is_some_and(|word| word == "runs") => {
                    self.out.push(errors::goes_on(first.span.to(unit.span), self.text(first.span.to(count.span))));
                    return None;
                }
                [count, ..] if is(first, "over") && count.int().is_some() => {
                    self.out.push(errors::runs_missing(first.span.to(count.span), self.text(count.span), count.span.at_end()));
                    return None;
                }
                _ if is(first, "over") => {
                    self.out.push(errors::run_count(first.span));
                    return None;
                }
                [] if is(first, "error") => {
                    self.out.push(errors::error_rate(first.span));
                    return None;
                }
                _ => {
                    let word = first.name().map_or("", |name| name.as_str());
                    self.out.push(errors::unexpected(
                        first.span,
                        self.text(first.span),
                        slip_suggest::nearest(word, ["over", "error"].into_iter()),
                    ));
                    return None;
                }
            }
        }
        Some((runs, error))
    }

    /// Returns the text of a span.
    pub(super) fn text(&self, span: Span) -> &'_ str {
        self.context.program.sources.slice(span)
    }

    /// Compiles an expression of a claim. Also returns the kind of its value.
    fn node(&mut self, expr: &Expr) -> Option<(ClaimPart, AnswerKind)> {
        let at = |what: ClaimPartKind| ClaimPart { span: expr.span, what };
        Some(match &expr.kind {
            ExprKind::Int(number) => (at(ClaimPartKind::Number(*number)), AnswerKind::Number),
            ExprKind::Percent(number) => (at(ClaimPartKind::Percent(*number)), AnswerKind::Share),
            ExprKind::Tech(number) => (at(ClaimPartKind::Number(*number)), AnswerKind::Number),
            ExprKind::Text(text) => (at(ClaimPartKind::Text(text.value.clone())), AnswerKind::Text),
            ExprKind::Group(inner) => {
                let (node, sort) = self.node(inner)?;
                (ClaimPart { span: expr.span, ..node }, sort)
            }
            ExprKind::Call(call) => self.question(call, expr.span)?,
            ExprKind::Not(inner) => {
                let (inner, sort) = self.node(inner)?;
                self.must_be(&inner, sort, AnswerKind::Truth)?;
                (at(ClaimPartKind::Not(Box::new(inner))), AnswerKind::Truth)
            }
            ExprKind::Sign(Sign::Plus, inner) => self.node(inner)?,
            ExprKind::Sign(Sign::Minus, inner) => {
                let (inner, sort) = self.node(inner)?;
                self.must_be_number(&inner, sort)?;
                (at(ClaimPartKind::Minus(Box::new(inner))), sort)
            }
            ExprKind::Binary(Operator::In, sides) => self.within(expr, &sides.0, &sides.1)?,
            ExprKind::Binary(operator, sides) => self.binary(expr, *operator, &sides.0, &sides.1)?,
            ExprKind::Error => return None,
            ExprKind::Name(name) => {
                self.out.push(errors::bare_name(
                    expr.span,
                    name,
                    slip_suggest::nearest(name, QUESTIONS.iter().map(|question| question.word)),
                ));
                return None;
            }
            _ => {
                self.out.push(errors::not_a_value(expr.span, self.text(expr.span)));
                return None;
            }
        })
    }

    fn question(&mut self, call: &Call, span: Span) -> Option<(ClaimPart, AnswerKind)> {
        let word = &call.name.name.text;
        let found = question_of(word).filter(|_| call.name.package.is_none() && call.params.is_empty());
        let Some(question) = found else {
            let nearest = slip_suggest::nearest(word, QUESTIONS.iter().map(|question| question.word));
            self.out.push(errors::unknown_question(call.name.span(), word, nearest));
            return None;
        };
        let mut arguments = QuestionArguments::of(question, call, span);
        if question.word == ACTS {
            self.out.push(errors::argument_form(span, "`in` and the name of an encounter after it", question));
            return None;
        }
        let what = match question.family {
            Family::Built => self.fact(&mut arguments)?,
            Family::Exact => self.chance(&mut arguments)?,
            Family::Sampled => self.sample(&mut arguments)?,
        };
        Some((ClaimPart { span, what }, question.sort))
    }

    /// Compiles a range test: `a in b..c`.
    fn within(&mut self, expr: &Expr, of: &Expr, range: &Expr) -> Option<(ClaimPart, AnswerKind)> {
        if let ExprKind::Call(call) = &of.kind
            && let Some(question) = question_of(&call.name.name.text).filter(|question| question.word == ACTS)
        {
            let mut arguments = QuestionArguments::of(question, call, of.span);
            let what = self.acts(&mut arguments, range)?;
            return Some((ClaimPart { span: expr.span, what }, AnswerKind::Truth));
        }
        let ExprKind::Range(ends) = &range.kind else {
            if !matches!(range.kind, ExprKind::Error) {
                self.out.push(errors::no_range(range.span));
            }
            return None;
        };
        let (of, sort) = self.node(of)?;
        self.must_be_number(&of, sort)?;
        let ((low, low_sort), (high, high_sort)) = (self.node(&ends.0)?, self.node(&ends.1)?);
        for (end, end_sort) in [(&low, low_sort), (&high, high_sort)] {
            self.must_be_number(end, end_sort)?;
            self.fits(&of, sort, end, end_sort)?;
        }
        if let (Some(least), Some(most)) = (low.hundredths(), high.hundredths())
            && least > most
        {
            self.out.push(crate::check::errors::empty_range(range.span, self.text(low.span), self.text(high.span)));
            return None;
        }
        let operator = self.operator_between(Operator::In, of.span, range.span);
        Some((ClaimPart { span: expr.span, what: ClaimPartKind::Within(operator, Box::new((of, low, high))) }, AnswerKind::Truth))
    }

    fn binary(&mut self, expr: &Expr, operator: Operator, left: &Expr, right: &Expr) -> Option<(ClaimPart, AnswerKind)> {
        let (left, right) = (self.node(left), self.node(right));
        let ((left, left_sort), (right, right_sort)) = (left?, right?);
        let sort = match operator {
            Operator::And | Operator::Or => {
                self.must_be(&left, left_sort, AnswerKind::Truth)?;
                self.must_be(&right, right_sort, AnswerKind::Truth)?;
                AnswerKind::Truth
            }
            Operator::Equal | Operator::NotEqual if left_sort == AnswerKind::Text => {
                self.must_be(&right, right_sort, AnswerKind::Text)?;
                AnswerKind::Truth
            }
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide => {
                self.must_be_number(&left, left_sort)?;
                self.must_be_number(&right, right_sort)?;
                let both_shares = left_sort == AnswerKind::Share && right_sort == AnswerKind::Share && operator != Operator::Divide;
                if both_shares { AnswerKind::Share } else { AnswerKind::Number }
            }
            _ => {
                self.must_be_number(&left, left_sort)?;
                self.must_be_number(&right, right_sort)?;
                self.fits(&left, left_sort, &right, right_sort)?;
                self.fits(&right, right_sort, &left, left_sort)?;
                AnswerKind::Truth
            }
        };
        let at = self.operator_between(operator, left.span, right.span);
        let exact = matches!(operator, Operator::Equal | Operator::NotEqual);
        if exact && (left.is_sampled() || right.is_sampled()) {
            self.out.push(errors::sampled_equality(at, operator.symbol()));
            return None;
        }
        Some((ClaimPart { span: expr.span, what: ClaimPartKind::Binary(operator, at, Box::new((left, right))) }, sort))
    }

    /// Returns the span of the operator between two operands.
    fn operator_between(&self, operator: Operator, left: Span, right: Span) -> Span {
        let gap = Span { start: left.end, end: right.start, ..left };
        let found = self.text(gap).find(operator.symbol()).and_then(|at| u32::try_from(at).ok());
        let length = u32::try_from(operator.symbol().len()).unwrap_or(0);
        found.map_or(gap, |at| Span { start: gap.start + at, end: gap.start + at + length, ..gap })
    }

    fn must_be(&mut self, node: &ClaimPart, sort: AnswerKind, wanted: AnswerKind) -> Option<()> {
        if sort == wanted {
            return Some(());
        }
        self.out.push(errors::wrong_sort(node.span, self.text(node.span), sort_words(sort), sort_words(wanted)));
        None
    }

    fn must_be_number(&mut self, node: &ClaimPart, sort: AnswerKind) -> Option<()> {
        if sort == AnswerKind::Share { Some(()) } else { self.must_be(node, sort, AnswerKind::Number) }
    }

    /// Checks that a constant is of the same kind as the compared value. A probability is compared with a percentage, all other numbers
    /// with plain numbers.
    fn fits(&mut self, of: &ClaimPart, sort: AnswerKind, bound: &ClaimPart, bound_sort: AnswerKind) -> Option<()> {
        let asked = !of.is_written();
        match (sort, &bound.what) {
            (AnswerKind::Share, ClaimPartKind::Number(number)) if asked && !(0..=1).contains(number) => {
                self.out.push(errors::share_as_number(bound.span, *number, self.text(of.span)));
                None
            }
            (AnswerKind::Share, ClaimPartKind::Percent(number)) if asked && *number > 100 && of.is_asked() => {
                self.out.push(errors::beyond_certainty(bound.span, *number));
                None
            }
            (AnswerKind::Number, ClaimPartKind::Percent(number)) if of.is_asked() && bound_sort == AnswerKind::Share => {
                self.out.push(errors::number_as_share(bound.span, *number, self.text(of.span)));
                None
            }
            _ => Some(()),
        }
    }
}

/// Returns the first word of an expression.
fn opens(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Binary(_, sides) => opens(&sides.0),
        _ => expr.name().map(|name| name.as_str()),
    }
}

/// Reads `1 in N`.
fn one_in(expr: &Expr) -> Option<u64> {
    let ExprKind::Binary(Operator::In, sides) = &expr.kind else { return None };
    let of = sides.1.int().and_then(|of| u64::try_from(of).ok());
    of.filter(|of| sides.0.int() == Some(1) && (2..=Sampling::RAREST_ERROR).contains(of))
}

impl ClaimPart {
    /// True if any part of the claim needs sampled games.
    pub fn is_sampled(&self) -> bool {
        match &self.what {
            ClaimPartKind::Sample(_) | ClaimPartKind::Acts(_) => true,
            ClaimPartKind::Not(inner) | ClaimPartKind::Minus(inner) => inner.is_sampled(),
            ClaimPartKind::Binary(_, _, sides) => sides.0.is_sampled() || sides.1.is_sampled(),
            ClaimPartKind::Within(_, parts) => parts.0.is_sampled() || parts.1.is_sampled() || parts.2.is_sampled(),
            ClaimPartKind::Number(_)
            | ClaimPartKind::Percent(_)
            | ClaimPartKind::Text(_)
            | ClaimPartKind::Fact(_)
            | ClaimPartKind::Chance(_) => false,
        }
    }

    /// True if any part of the claim is a proportion or an average over games.
    fn has_counts(&self) -> bool {
        match &self.what {
            ClaimPartKind::Sample(_) => true,
            ClaimPartKind::Not(inner) | ClaimPartKind::Minus(inner) => inner.has_counts(),
            ClaimPartKind::Binary(_, _, sides) => sides.0.has_counts() || sides.1.has_counts(),
            ClaimPartKind::Within(_, parts) => parts.0.has_counts() || parts.1.has_counts() || parts.2.has_counts(),
            _ => false,
        }
    }

    /// True if the claim consists of one question only.
    fn is_asked(&self) -> bool {
        matches!(self.what, ClaimPartKind::Fact(_) | ClaimPartKind::Chance(_) | ClaimPartKind::Sample(_) | ClaimPartKind::Acts(_))
    }

    /// True if a part is constant. Its value need not be shown to explain a verdict.
    pub fn is_written(&self) -> bool {
        match &self.what {
            ClaimPartKind::Number(_) | ClaimPartKind::Percent(_) | ClaimPartKind::Text(_) => true,
            ClaimPartKind::Minus(inner) => inner.is_written(),
            ClaimPartKind::Binary(_, _, sides) => sides.0.is_written() && sides.1.is_written(),
            _ => false,
        }
    }

    /// Returns the value of a constant number, in hundredths.
    fn hundredths(&self) -> Option<i64> {
        match &self.what {
            ClaimPartKind::Number(number) => number.checked_mul(100),
            ClaimPartKind::Percent(number) => Some(*number),
            ClaimPartKind::Minus(inner) => inner.hundredths().and_then(i64::checked_neg),
            _ => None,
        }
    }
}
