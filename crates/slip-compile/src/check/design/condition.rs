//! Conditions with their parts, so that a message or ledger line can show the deciding part with its numbers.
//!
//! A condition that only compares names with fixed values is shown as `atmosphere 8 in 4..9, population 7 in 5..7`; one with a
//! computed side as `trade >= 2 * tech, as 4 is at least 4`.

use super::design_reader::{DesignReader, names};
use crate::check::formula::{self, DesignFormula, FormulaNames};
use crate::check::ledger::FormulaValues;
use ecow::EcoString;
use slip_pack::formula::Formula;
use slip_syntax::tree::{Expr, ExprKind, Operator};

/// Condition with its parts, so that a message can show the deciding part with its numbers.
#[derive(Clone, Debug)]
pub struct DesignCondition {
    /// Formula of the condition.
    pub formula: DesignFormula,
    /// Text of the condition as written.
    pub text: EcoString,
    /// Alternatives, if the condition is joined by `or`.
    pub any: Vec<ConditionPart>,
    /// Required parts, if the condition is joined by `and`.
    pub all: Vec<ConditionPart>,
}

/// Part of a condition.
#[derive(Clone, Debug)]
pub struct ConditionPart {
    /// Formula of this part of the condition.
    pub formula: DesignFormula,
    /// Text of the part as written.
    pub text: EcoString,
    /// Left side, operator and right side, if the part compares numbers.
    pub sides: Option<(DesignFormula, &'static str, DesignFormula)>,
    /// True if both sides are technologies.
    pub is_technology: bool,
    /// Alternatives, if the part is joined by `or`. Each is a list of parts that must all be true.
    pub among: Vec<Vec<ConditionPart>>,
    /// Comparisons of names with fixed values; `None` if the part contains anything else.
    pub plain: Option<Vec<FixedComparison>>,
}

/// Comparison of a name with a fixed value: `atmosphere in 4..9`.
#[derive(Clone, Debug)]
pub struct FixedComparison {
    /// Name that is compared. For a setting, the whole test, such as `rules fighters yes`.
    pub name: EcoString,
    /// Value of the compared name, which messages show; `None` if it cannot be shown.
    pub value: Option<DesignFormula>,
    /// Letters in which the values of the name are shown.
    pub letters: Vec<char>,
    /// Comparison as text: ` in 4..9`, ` >= 7`; empty for equality.
    pub asked: EcoString,
}

impl DesignCondition {
    /// Returns the first part that makes the condition true, with its numbers: `trade >= 2 * tech, as 4 is at least 4`, `law 9 >= 7`.
    pub fn why_true(&self, values: &FormulaValues<'_>) -> EcoString {
        let part = self.any.iter().find(|part| values.holds(&part.formula));
        part.map_or_else(|| self.text.clone(), |part| part.shown(values))
    }

    /// Returns the first part that makes the condition false, with its numbers: `` `trade >= 3`, but `trade` is 2 ``. For an `or`,
    /// returns all parts.
    pub fn why_false(&self, values: &FormulaValues<'_>) -> EcoString {
        first_false(&self.all, values).unwrap_or_else(|| ecow::eco_format!("`{}`", self.text))
    }

    /// If the first false part of the condition compares two numbers, returns their distance.
    pub fn missed_by(&self, values: &FormulaValues<'_>) -> Option<u64> {
        let part = self.all.iter().find(|part| !values.holds(&part.formula))?;
        part.numbers(values).map(|(left, _, right)| left.abs_diff(right))
    }
}

/// Describes the first part that is false; all parts must be true.
fn first_false(parts: &[ConditionPart], values: &FormulaValues<'_>) -> Option<EcoString> {
    parts.iter().find(|part| !values.holds(&part.formula)).map(|part| part.refused(values))
}

impl ConditionPart {
    fn shown(&self, values: &FormulaValues<'_>) -> EcoString {
        match &self.plain {
            Some(parts) if parts.iter().any(|part| part.value.is_some()) => {
                let parts: Vec<String> = parts.iter().map(|part| part.shown(values)).collect();
                parts.join(", ").into()
            }
            _ => self.reckoned(values),
        }
    }

    /// Describes a part that is false, with its numbers.
    fn refused(&self, values: &FormulaValues<'_>) -> EcoString {
        let mut told: Vec<EcoString> = Vec::new();
        for parts in &self.among {
            let why = first_false(parts, values).unwrap_or_else(|| ecow::eco_format!("`{}`", self.text));
            if !told.contains(&why) {
                told.push(why);
            }
        }
        if told.is_empty() { self.failed(values) } else { told.join(", or ").into() }
    }

    fn reckoned(&self, values: &FormulaValues<'_>) -> EcoString {
        let Some((left, symbol, right)) = self.numbers(values) else { return self.text.clone() };
        let is = match symbol {
            "!=" => "is not",
            "<" => "is less than",
            "<=" => "is at most",
            ">" => "is more than",
            ">=" => "is at least",
            _ => "is",
        };
        ecow::eco_format!("{}, as {} {is} {}", self.text, self.number(left), self.number(right))
    }

    /// Describes a comparison that is false, with its numbers in words.
    fn failed(&self, values: &FormulaValues<'_>) -> EcoString {
        let why = self.numbers(values).and_then(|(left, symbol, right)| match symbol {
            "==" if left != right => Some((left, "is not", right)),
            "!=" if left == right => Some((left, "is", right)),
            "<" if left >= right => Some((left, "is not less than", right)),
            "<=" if left > right => Some((left, "is more than", right)),
            ">" if left <= right => Some((left, "is not more than", right)),
            ">=" if left < right => Some((left, "is less than", right)),
            _ => None,
        });
        match why {
            Some((left, is, right)) => self
                .with_values((left, right))
                .unwrap_or_else(|| ecow::eco_format!("`{}`, but {} {is} {}", self.text, self.number(left), self.number(right))),
            None => ecow::eco_format!("`{}`", self.text),
        }
    }

    /// Describes a comparison that is false by the values of its sides: `` `trade >= 3`, but `trade` is 2 ``. `None` if the text has more
    /// than one comparison.
    fn with_values(&self, (left, right): (i64, i64)) -> Option<EcoString> {
        let signs = [">=", "<=", "==", "!=", ">", "<"];
        let (before, after) = signs.iter().find_map(|sign| self.text.split_once(&format!(" {sign} ")))?;
        let sides = [(before.trim(), left), (after.trim(), right)];
        if sides.iter().any(|(text, _)| signs.iter().any(|sign| text.contains(&format!(" {sign} ")))) {
            return None;
        }
        let is_number = |text: &str| text.trim_start_matches(['T', '-']).bytes().all(|digit| digit.is_ascii_digit());
        let values = sides.iter().filter(|(text, _)| !is_number(text));
        let values: Vec<String> = values.map(|(text, value)| format!("`{text}` is {}", self.number(*value))).collect();
        (!values.is_empty()).then(|| ecow::eco_format!("`{}`, but {}", self.text, values.join(" and ")))
    }

    /// Formats the value of one side of the comparison: `T3` if the sides are technologies, otherwise `3`.
    fn number(&self, value: i64) -> String {
        if self.is_technology { format!("T{value}") } else { value.to_string() }
    }

    /// Returns the values of both sides of a comparison, and its operator.
    fn numbers(&self, values: &FormulaValues<'_>) -> Option<(i64, &'static str, i64)> {
        let (left, symbol, right) = self.sides.as_ref()?;
        Some((values.eval(left, 0).ok()?, symbol, values.eval(right, 0).ok()?))
    }
}

impl FixedComparison {
    fn shown(&self, values: &FormulaValues<'_>) -> String {
        let Some(value) = self.value.as_ref().and_then(|value| values.eval(value, 0).ok()) else { return self.name.to_string() };
        format!("{} {}{}", self.name, digit(value, &self.letters), self.asked)
    }
}

/// Formats a value as its letter, if the statistic has letters.
pub fn digit(value: i64, letters: &[char]) -> String {
    let letter = usize::try_from(value).ok().and_then(|at| letters.get(at));
    letter.map_or_else(|| value.to_string(), char::to_string)
}

impl DesignReader<'_, '_, '_> {
    pub(super) fn truth(&mut self, expr: &Expr) -> Option<DesignCondition> {
        let formula = formula::truth(expr, &names((self.program, self.package), &self.design, &self.skills, self.surroundings), self.out)?;
        self.looks(&formula);
        let (mut any, mut all) = (Vec::new(), Vec::new());
        self.parts(expr, Operator::Or, &mut any);
        self.parts(expr, Operator::And, &mut all);
        Some(DesignCondition { formula, text: self.text(expr), any, all })
    }

    /// Splits a condition at its `or` or at its `and`, and collects the parts.
    fn parts(&mut self, expr: &Expr, between: Operator, parts: &mut Vec<ConditionPart>) {
        match &expr.kind {
            ExprKind::Group(inner) => self.parts(inner, between, parts),
            ExprKind::Binary(operator, sides) if *operator == between => {
                self.parts(&sides.0, between, parts);
                self.parts(&sides.1, between, parts);
            }
            _ => {
                let known = names((self.program, self.package), &self.design, &self.skills, self.surroundings);
                let Some(formula) = formula::truth(expr, &known, self.out) else { return };
                // A part may contain several comparisons. Messages show the first comparison of numbers.
                let compared = first_comparison(expr);
                let sides = compared.and_then(|(operator, left, right, _)| {
                    let left = formula::number(left, &known, self.out)?;
                    let right = formula::number(right, &known, self.out)?;
                    Some((left, operator.symbol(), right))
                });
                let shown = compared.map_or(expr, |(_, _, _, whole)| whole);
                let text = self.text(shown);
                let mut plain = Vec::new();
                let plain = self.plain(expr, &mut plain).then_some(plain);
                let among = if between == Operator::And { self.among(expr) } else { Vec::new() };
                let is_technology = compared.is_some_and(|(_, left, right, _)| [left, right].into_iter().any(is_technology));
                parts.push(ConditionPart { formula, text, sides, is_technology, among, plain });
            }
        }
    }

    /// Returns the alternatives of an `or`, each with its parts; empty if there is no `or`.
    fn among(&mut self, expr: &Expr) -> Vec<Vec<ConditionPart>> {
        match &expr.kind {
            ExprKind::Group(inner) => self.among(inner),
            ExprKind::Binary(Operator::Or, sides) => {
                let mut all = Vec::new();
                for side in [&sides.0, &sides.1] {
                    let branches = self.among(side);
                    if branches.is_empty() {
                        let mut parts = Vec::new();
                        self.parts(side, Operator::And, &mut parts);
                        all.push(parts);
                    } else {
                        all.extend(branches);
                    }
                }
                all
            }
            _ => Vec::new(),
        }
    }

    /// Collects comparisons of names with fixed values that are joined by `and`. Returns false if there are other parts.
    fn plain(&self, expr: &Expr, parts: &mut Vec<FixedComparison>) -> bool {
        match &expr.kind {
            ExprKind::Group(inner) => self.plain(inner, parts),
            ExprKind::Binary(Operator::And, sides) => self.plain(&sides.0, parts) && self.plain(&sides.1, parts),
            ExprKind::Binary(operator, sides) => {
                let known = names((self.program, self.package), &self.design, &self.skills, self.surroundings);
                let name = sides.0.name();
                let Some((name, (variable, _))) = name.and_then(|name| Some((name, known.look(name)?))) else { return false };
                let asked = match (operator, &sides.1.kind) {
                    (Operator::In, ExprKind::Range(ends)) if is_fixed(&ends.0) && is_fixed(&ends.1) => {
                        let low = fixed_text(&ends.0, self.slice(&ends.0));
                        ecow::eco_format!(" in {low}..{}", fixed_text(&ends.1, self.slice(&ends.1)))
                    }
                    (Operator::In, ExprKind::List(members)) if members.iter().all(is_fixed) => {
                        let members: Vec<&str> = members.iter().map(|member| fixed_text(member, self.slice(member))).collect();
                        ecow::eco_format!(" in [{}]", members.join(", "))
                    }
                    (Operator::Equal, _) if is_fixed(&sides.1) => EcoString::new(),
                    (operator, _) if is_comparison(*operator) && is_fixed(&sides.1) => {
                        ecow::eco_format!(" {} {}", operator.symbol(), fixed_text(&sides.1, self.slice(&sides.1)))
                    }
                    _ => return false,
                };
                let letters = known.letters(name).to_vec();
                parts.push(FixedComparison { name: name.clone(), value: Some(Formula::Value(variable)), letters, asked });
                true
            }
            ExprKind::Phrase(word, _) if word == "rules" => {
                parts.push(FixedComparison { name: self.text(expr), value: None, letters: Vec::new(), asked: EcoString::new() });
                true
            }
            _ => false,
        }
    }

    fn slice(&self, expr: &Expr) -> &str {
        self.program.sources.slice(expr.span)
    }
}

/// True for a number or a letter in quotes, which have a fixed value.
fn is_fixed(expr: &Expr) -> bool {
    expr.int().is_some() || expr.text().is_some()
}

fn fixed_text<'e>(expr: &'e Expr, written: &'e str) -> &'e str {
    expr.text().map_or(written, |text| text.value.as_str())
}

/// Returns the first comparison of numbers in an expression, also inside `and`, `or` and brackets.
fn first_comparison(expr: &Expr) -> Option<(Operator, &Expr, &Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Group(inner) => first_comparison(inner),
        ExprKind::Binary(operator, sides) if is_comparison(*operator) && sides.0.text().is_none() && sides.1.text().is_none() => {
            Some((*operator, &sides.0, &sides.1, expr))
        }
        ExprKind::Binary(Operator::And | Operator::Or, sides) => first_comparison(&sides.0).or_else(|| first_comparison(&sides.1)),
        _ => None,
    }
}

/// True if the expression is a technology such as `T3`. In a comparison, the other side is then a technology, too.
fn is_technology(side: &Expr) -> bool {
    matches!(side.kind, ExprKind::Tech(_))
}

fn is_comparison(operator: Operator) -> bool {
    use Operator::{AtLeast, AtMost, Equal, Less, More, NotEqual};
    matches!(operator, Equal | NotEqual | Less | AtMost | More | AtLeast)
}
