//! Compiles expressions of designs to integer formulas, and checks that numbers and truth values are not mixed.

use super::errors;
use slip_keyword::keyword_enum;
use slip_pack::formula::{Formula, FormulaOperator, Function};
use slip_source::diagnostic::Diagnostics;

use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::{Call, Expr, ExprKind, Operator, Sign};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Meaning of a name in a formula of a design: the value that is inserted for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaVariable {
    /// The technology of the item.
    Tech,
    /// Technology of the place where the item is bought.
    Local,
    /// In a cost: the rank whose cost is computed.
    Rank,
    /// A statistic, as its index in the design.
    Stat(usize),
    /// Boxes of a track, as the index of the track in the design.
    Track(usize),
    /// A flag of the item, as its index in the design; the value is 0 or 1.
    Flag(usize),
    /// Number of items in a list such as `fighters`, by the index of the list in the design.
    Hold(usize),
    /// Number of purchases of a stunt, by the index of the stunt in the design.
    Stunt(usize),
    /// Number of bought stunts of a group.
    Group(EcoString),
    /// Number of all bought stunts, as the design's entry `stunt_count` counts them.
    Stunts,
    /// A skill's rank, 0 if untrained.
    Skill(EcoString),
    /// Highest rank of all skills of the item; 0 for an item without skills.
    Apex,
    /// Number of aspects that the author wrote.
    Aspects,
    /// Parameter of a stunt. Its value is the argument of the purchase: a number, or the rank of the given skill.
    Parameter(EcoString),
    /// In a stunt, a number such as `tech of i` of the item that a parameter stands for.
    PartOf(ItemNumber, EcoString),
    /// In a stunt: tests the item or skill that a parameter stands for. True if it has this kind, design, class or name.
    IsA(EcoString, EcoString),
    /// Word of a `choice`, by the index of the choice in the design. The value is 0 if no word was written, otherwise the position of the
    /// word, counted from 1.
    Choice(usize),
    /// True if the author wrote a reference. The number is the index of the reference in the design.
    Refers(usize),
    /// True if the author wrote a statistic. The number is the index of the statistic in the design.
    Written(usize),
    /// A statistic or track of the item that a reference names. The reference is given by its index. The value is 0 if no reference is
    /// written.
    StatOf(usize, EcoString),
    /// Number of skills of a list in which the item is trained.
    Trained(Arc<[EcoString]>),
    /// True if a setting has a certain value. The first text is the name of the setting, the second the value.
    Setting(EcoString, EcoString),
}

keyword_enum! {
    /// Property of an item that a stunt's formula can read as a number: `tech of i`, where the parameter `i` stands for the item.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ItemNumber {
        /// `tech of i`: the technology of the item; below every technology level if the item has none.
        Tech = "tech",
        /// `tech_limit of i`: the highest technology at which the owner may have the item.
        TechLimit = "tech_limit",
    }

    /// Returns the word that is written before `of`.
    pub const fn word(self) -> &'static str;

    /// Returns the number for the word before `of`.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// Formula of a design.
pub type DesignFormula = Formula<FormulaVariable>;

/// Kind of value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number.
    Number,
    /// True or false.
    Truth,
    /// A number that may also be used as a truth value: `civilian` is 0 or 1.
    Count,
    /// An item or skill, of which only properties can be used: `i is ship`, `tech of i`.
    Thing,
}

impl Type {
    fn is_truth(self) -> bool {
        matches!(self, Type::Truth | Type::Count)
    }

    fn is_number(self) -> bool {
        matches!(self, Type::Number | Type::Count)
    }

    /// Returns the common type of two expressions, such as the branches of a choice; `None` if their types differ. A count can take the
    /// type of the other expression.
    fn or(self, other: Type) -> Option<Type> {
        match (self, other) {
            _ if self == other => Some(self),
            (Type::Count, Type::Number | Type::Truth) => Some(other),
            (Type::Number | Type::Truth, Type::Count) => Some(self),
            _ => None,
        }
    }
}

/// Names that the formulas of a design may use.
pub trait FormulaNames {
    /// Returns the meaning of a name and its type.
    fn look(&self, name: &str) -> Option<(FormulaVariable, Type)>;
    /// Returns the letters in which the values of a name are written (`starport == "B"`); empty for most names.
    fn letters(&self, _name: &str) -> &[char] {
        &[]
    }
    /// Returns every name that formulas may use, for suggestions.
    fn all(&self) -> Vec<EcoString>;
    /// Returns the formula for the test `NAME is WORD`. `None` means that NAME cannot be tested. `Err` contains the allowed words, if WORD
    /// is not allowed.
    fn is_a(&self, _name: &str, _word: &str) -> Option<Result<DesignFormula, Vec<EcoString>>> {
        None
    }
    /// Returns the names of the statistics and tracks of all designs, to recognise a name of another design.
    fn stats_elsewhere(&self) -> BTreeSet<EcoString> {
        BTreeSet::new()
    }
    /// Records that a skill or design is named at a span, for editors that jump from a name to its declaration.
    fn named(&self, _name: &str, _span: Span) {}
    /// Returns the skills of a class, or the skill with this name.
    fn skills_of(&self, _class: &str) -> Result<Arc<[EcoString]>, Vec<EcoString>> {
        Err(Vec::new())
    }
}

/// Compiles a formula whose value is a number. `None` after a diagnostic, or silently if a part did not parse.
pub fn number(expr: &Expr, names: &dyn FormulaNames, out: &mut Diagnostics) -> Option<DesignFormula> {
    Compiler { names, out }.want(expr, Type::Number).map(fold)
}

/// Compiles a formula whose value is true or false.
pub fn truth(expr: &Expr, names: &dyn FormulaNames, out: &mut Diagnostics) -> Option<DesignFormula> {
    Compiler { names, out }.want(expr, Type::Truth).map(fold)
}

/// Compiles a cost: a formula, or a list that begins with the cost of the rank `low`.
pub fn cost(expr: &Expr, low: &DesignFormula, names: &dyn FormulaNames, out: &mut Diagnostics) -> Option<DesignFormula> {
    let ExprKind::List(members) = &expr.kind else { return number(expr, names, out) };
    let members: Option<Vec<_>> = members.iter().map(|member| number(member, names, out)).collect();
    let rank = Formula::Value(FormulaVariable::Rank);
    let index = match low {
        Formula::Int(0) => rank,
        low => Formula::Binary(FormulaOperator::Subtract, Box::new((rank, low.clone()))),
    };
    Some(Formula::Table(members?, Box::new(index)))
}

struct Compiler<'a> {
    names: &'a dyn FormulaNames,
    out: &'a mut Diagnostics,
}

type Typed = (DesignFormula, Type);

impl Compiler<'_> {
    fn want(&mut self, expr: &Expr, wanted: Type) -> Option<DesignFormula> {
        let (formula, found) = self.compile(expr)?;
        let fits = if wanted == Type::Truth { found.is_truth() } else { found.is_number() };
        if !fits {
            self.out.push(errors::formula_type(expr.span, wanted));
            return None;
        }
        Some(formula)
    }

    fn compile(&mut self, expr: &Expr) -> Option<Typed> {
        match &expr.kind {
            ExprKind::Int(value) | ExprKind::Tech(value) => Some((Formula::Int(*value), Type::Number)),
            ExprKind::Name(name) => self.name(name, expr),
            ExprKind::Group(inner) => self.compile(inner),
            ExprKind::Sign(sign, inner) => {
                let inner = self.want(inner, Type::Number)?;
                Some((if *sign == Sign::Minus { Formula::Negate(Box::new(inner)) } else { inner }, Type::Number))
            }
            ExprKind::Not(inner) => Some((Formula::Not(Box::new(self.want(inner, Type::Truth)?)), Type::Truth)),
            ExprKind::Binary(Operator::In, sides) => self.within(&sides.0, &sides.1),
            ExprKind::Binary(Operator::Of, sides) => self.part_of(&sides.0, &sides.1, expr),
            ExprKind::Binary(Operator::Is, sides) => self.is_a(&sides.0, &sides.1, expr),
            ExprKind::Binary(operator, sides) => self.binary(*operator, &sides.0, &sides.1, expr),
            ExprKind::If(parts) => {
                let condition = self.want(&parts.0, Type::Truth)?;
                let (then, found) = self.compile(&parts.1)?;
                let (otherwise, other) = self.compile(&parts.2)?;
                let Some(kind) = found.or(other) else {
                    self.out.push(errors::formula_type(parts.2.span, if found.is_truth() { Type::Truth } else { Type::Number }));
                    return None;
                };
                Some((Formula::If(Box::new((condition, then, otherwise))), kind))
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Index(parts) => self.index(&parts.0, &parts.1),
            ExprKind::Phrase(word, operands) if word == "rules" => self.setting(operands),
            ExprKind::Phrase(word, operands) if word == "trained" => self.trained(operands, expr),
            ExprKind::Error => None,
            ExprKind::Text(text) => {
                self.out.push(errors::formula_in_quotes(expr.span, &text.value));
                None
            }
            ExprKind::Percent(percent) => {
                self.out.push(errors::percent_in_formula(expr.span, *percent));
                None
            }
            _ => {
                self.out.push(errors::not_a_formula(expr.span));
                None
            }
        }
    }

    fn stat_of(&mut self, refer: usize, word: &EcoString, span: Span) -> Option<Typed> {
        let known = self.names.stats_elsewhere();
        if known.contains(word) {
            return Some((Formula::Value(FormulaVariable::StatOf(refer, word.clone())), Type::Number));
        }
        let known: Vec<&str> = known.iter().map(EcoString::as_str).collect();
        self.out.push(errors::unknown_part(word, span, &known));
        None
    }

    /// Compiles the two functions of formulas. `stat(weapon, harm)` is the statistic `harm` of the item that the reference `weapon` names.
    /// `written(size)` is true if the author wrote the statistic `size`. The outer `None` means that the function is unknown; the inner
    /// `None` means that an error was reported.
    fn asks(&mut self, call: &Call) -> Option<Option<Typed>> {
        let names: Vec<Option<(&EcoString, Span)>> = call
            .args
            .iter()
            .map(|arg| match arg.as_slice() {
                [only] => Some((only.name()?, only.span)),
                _ => None,
            })
            .collect();
        match (call.name.name.text.as_str(), names.as_slice()) {
            ("stat", [Some((refer, span)), Some((word, at))]) => match self.names.look(refer) {
                Some((FormulaVariable::Refers(refer), _)) => Some(self.stat_of(refer, word, *at)),
                _ => {
                    let known = self.names_of(|variable| matches!(variable, FormulaVariable::Refers(_)));
                    self.out.push(errors::not_a_reference(refer, *span).completed_by(known.iter().map(EcoString::as_str)));
                    Some(None)
                }
            },
            ("written", [Some((stat, span))]) => match self.names.look(stat) {
                Some((FormulaVariable::Stat(at), _)) => Some(Some((Formula::Value(FormulaVariable::Written(at)), Type::Count))),
                _ => {
                    let known = self.names_of(|variable| matches!(variable, FormulaVariable::Stat(_)));
                    self.out.push(errors::not_a_stat(stat, *span).completed_by(known.iter().map(EcoString::as_str)));
                    Some(None)
                }
            },
            _ => None,
        }
    }

    /// Returns the names whose meaning satisfies `fits`, for suggestions.
    fn names_of(&self, fits: impl Fn(&FormulaVariable) -> bool) -> Vec<EcoString> {
        let mut names = self.names.all();
        names.retain(|name| self.names.look(name).is_some_and(|(variable, _)| fits(&variable)));
        names
    }

    fn call(&mut self, call: &Call) -> Option<Typed> {
        if let Some(asked) = self.asks(call) {
            return asked;
        }
        let name = &call.name.name;
        let Some(function) = Function::from_name(&name.text) else {
            let is_factor = call.args.len() == 1 && self.names.look(&name.text).is_some();
            self.out.push(if is_factor { errors::missing_times(name) } else { errors::unknown_function(name) });
            return None;
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            let [only] = arg.as_slice() else {
                self.out.push(errors::not_a_formula(name.span));
                return None;
            };
            args.push(self.want(only, Type::Number)?);
        }
        let fits = match function {
            Function::Min | Function::Max => !args.is_empty(),
            Function::Abs => args.len() == 1,
            Function::Clamp => args.len() == 3,
            Function::Mod => args.len() == 2,
        };
        if !fits {
            self.out.push(errors::function_arguments(name, args.len()));
            return None;
        }
        Some((Formula::Call(function, args), Type::Number))
    }

    fn index(&mut self, list: &Expr, index: &Expr) -> Option<Typed> {
        let ExprKind::List(members) = &list.kind else {
            self.out.push(errors::not_a_list(list.span));
            return None;
        };
        let members: Option<Vec<_>> = members.iter().map(|member| self.want(member, Type::Number)).collect();
        let index = self.want(index, Type::Number)?;
        Some((Formula::Table(members?, Box::new(index)), Type::Number))
    }

    /// Compiles a number such as `tech of i`, a property of the item in the parameter `i`.
    fn part_of(&mut self, part: &Expr, thing: &Expr, whole: &Expr) -> Option<Typed> {
        let (Some(word), Some(param)) = (part.name(), thing.name()) else {
            self.out.push(errors::not_a_formula(whole.span));
            return None;
        };
        match self.names.look(param) {
            Some((FormulaVariable::Parameter(param), Type::Thing)) => match ItemNumber::from_word(word) {
                Some(part) => Some((Formula::Value(FormulaVariable::PartOf(part, param)), Type::Number)),
                None => {
                    self.out.push(errors::unknown_part(word, part.span, ItemNumber::WORDS));
                    None
                }
            },
            Some((FormulaVariable::Refers(at), _)) => self.stat_of(at, word, part.span),
            _ => {
                self.out.push(errors::not_a_thing(thing.span));
                None
            }
        }
    }

    /// Compiles a test for a name, such as `i is ship`, `s is combat` or `size is large`.
    fn is_a(&mut self, thing: &Expr, word: &Expr, whole: &Expr) -> Option<Typed> {
        if let (Some(name), ExprKind::Int(number)) = (thing.name(), &word.kind) {
            self.out.push(errors::is_for_equals(whole.span, name, *number));
            return None;
        }
        let (Some(name), Some(wanted)) = (thing.name(), word.name()) else {
            self.out.push(errors::not_a_formula(whole.span));
            return None;
        };
        match self.names.is_a(name, wanted) {
            Some(Ok(formula)) => {
                self.names.named(wanted, word.span);
                Some((formula, Type::Truth))
            }
            Some(Err(words)) => {
                self.out.push(errors::is_no_such_thing(wanted, word.span, words.iter().map(EcoString::as_str)));
                None
            }
            None => {
                self.out.push(errors::not_a_thing(thing.span));
                None
            }
        }
    }

    /// Compiles `trained combat`: the number of skills of a class in which the item is trained.
    fn trained(&mut self, operands: &[Expr], whole: &Expr) -> Option<Typed> {
        let [only] = operands else {
            self.out.push(errors::not_a_formula(whole.span));
            return None;
        };
        let class = only.name()?;
        match self.names.skills_of(class) {
            Ok(skills) => {
                self.names.named(class, only.span);
                Some((Formula::Value(FormulaVariable::Trained(skills)), Type::Count))
            }
            Err(words) => {
                self.out.push(errors::no_such_class(class, only.span, words.iter().map(EcoString::as_str)));
                None
            }
        }
    }

    fn setting(&mut self, operands: &[Expr]) -> Option<Typed> {
        let name = operands.first()?.name()?.clone();
        let value = match operands.get(1).map(|value| &value.kind) {
            None => EcoString::from("yes"),
            Some(ExprKind::Name(word)) => word.clone(),
            Some(ExprKind::Int(value)) => ecow::eco_format!("{value}"),
            Some(_) => return None,
        };
        Some((Formula::Value(FormulaVariable::Setting(name, value)), Type::Truth))
    }

    fn name(&mut self, name: &EcoString, expr: &Expr) -> Option<Typed> {
        match name.as_str() {
            "yes" => return Some((Formula::Int(1), Type::Truth)),
            "no" => return Some((Formula::Int(0), Type::Truth)),
            _ => {}
        }
        if let Some((variable, kind)) = self.names.look(name) {
            if matches!(variable, FormulaVariable::Skill(_)) {
                self.names.named(name, expr.span);
            }
            return Some((Formula::Value(variable), kind));
        }
        let all = self.names.all();
        let nearest = slip_suggest::nearest(name, all.iter().map(EcoString::as_str));
        self.out.push(errors::unknown_formula_name(name, expr.span, nearest).completed_by(all.iter().map(EcoString::as_str)));
        None
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr, whole: &Expr) -> Option<Typed> {
        let Some(op) = op_of(operator) else {
            self.out.push(errors::not_a_formula(whole.span));
            return None;
        };
        let side = if matches!(op, FormulaOperator::And | FormulaOperator::Or) { Type::Truth } else { Type::Number };
        let names = self.names;
        let letters = if is_comparison(op) { left.name().map_or(&[][..], |name| names.letters(name)) } else { &[] };
        let a = self.want(left, side);
        let b = match right.text() {
            Some(_) if !letters.is_empty() => self.letter(right, letters),
            _ => self.want(right, side),
        };
        let kind = match op {
            FormulaOperator::Add | FormulaOperator::Subtract | FormulaOperator::Multiply | FormulaOperator::Divide => Type::Number,
            _ => Type::Truth,
        };
        Some((Formula::Binary(op, Box::new((a?, b?))), kind))
    }

    /// Compiles the tests `x in a..b`, both ends included, and `x in [a, b, c]`.
    fn within(&mut self, left: &Expr, right: &Expr) -> Option<Typed> {
        let value = self.want(left, Type::Number)?;
        let names = self.names;
        let letters = left.name().map_or(&[][..], |name| names.letters(name));
        let mut side = |expr: &Expr| match expr.text() {
            Some(_) if !letters.is_empty() => self.letter(expr, letters),
            _ => self.want(expr, Type::Number),
        };
        let binary = |op, left, right| Formula::Binary(op, Box::new((left, right)));
        match &right.kind {
            ExprKind::Range(ends) => {
                let (low, high) = (side(&ends.0)?, side(&ends.1)?);
                let both = binary(
                    FormulaOperator::And,
                    binary(FormulaOperator::AtLeast, value.clone(), low),
                    binary(FormulaOperator::AtMost, value, high),
                );
                Some((both, Type::Truth))
            }
            ExprKind::List(members) if !members.is_empty() => {
                let members: Option<Vec<DesignFormula>> = members.iter().map(side).collect();
                let equal = members?.into_iter().map(|member| binary(FormulaOperator::Equal, value.clone(), member));
                let any = equal.reduce(|one, other| binary(FormulaOperator::Or, one, other))?;
                Some((any, Type::Truth))
            }
            _ => {
                self.out.push(errors::not_a_formula(right.span));
                None
            }
        }
    }

    /// Returns the index of a quoted letter (`"B"`). `letters` are the letters in which the compared value is written.
    fn letter(&mut self, expr: &Expr, letters: &[char]) -> Option<DesignFormula> {
        let text = expr.text()?;
        let found = letters.iter().position(|letter| text.value.chars().eq([*letter]));
        if found.is_none() {
            self.out.push(errors::not_a_letter(expr.span, &text.value, letters));
        }
        found.and_then(|at| i64::try_from(at).ok()).map(Formula::Int)
    }
}

fn is_comparison(op: FormulaOperator) -> bool {
    matches!(
        op,
        FormulaOperator::Equal
            | FormulaOperator::NotEqual
            | FormulaOperator::Less
            | FormulaOperator::AtMost
            | FormulaOperator::More
            | FormulaOperator::AtLeast
    )
}

/// Converts an operator of the syntax tree to one of formulas; `None` if formulas do not have it.
pub fn op_of(operator: Operator) -> Option<FormulaOperator> {
    Some(match operator {
        Operator::Or => FormulaOperator::Or,
        Operator::And => FormulaOperator::And,
        Operator::Equal => FormulaOperator::Equal,
        Operator::NotEqual => FormulaOperator::NotEqual,
        Operator::Less => FormulaOperator::Less,
        Operator::AtMost => FormulaOperator::AtMost,
        Operator::More => FormulaOperator::More,
        Operator::AtLeast => FormulaOperator::AtLeast,
        Operator::Add => FormulaOperator::Add,
        Operator::Subtract => FormulaOperator::Subtract,
        Operator::Multiply => FormulaOperator::Multiply,
        Operator::Divide => FormulaOperator::Divide,
        Operator::In | Operator::Is | Operator::Has | Operator::Of => return None,
    })
}

/// Replaces a formula without variables by its value, so that the value is computed only once.
fn fold(formula: DesignFormula) -> DesignFormula {
    let mut constant = true;
    formula.names(&mut |_| constant = false);
    if !constant {
        return formula;
    }
    match formula.eval(&mut |_| Ok(0)) {
        Ok(value) => Formula::Int(value),
        Err(_) => formula,
    }
}
