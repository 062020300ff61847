//! Compiles conditions and formulas of effects.
//!
//! These use the expression language of designs, extended with `ROLE is MARK`, `ROLE has "Aspect"`, `stat of ROLE`, `rules SETTING`, and
//! `table "…"`. Parameters can also be compared with words. Numbers and truth values cannot be mixed.

use super::effect_parser::EffectParser;
use super::tokens::Expected;
use super::word_lookup::type_of;
use crate::check::effect_errors as errors;
use crate::check::formula::op_of;
use slip_pack::Name;
use slip_pack::effect::vocabulary::PLAYED;
use slip_pack::effect::{EffectNumber, EffectText, MarkOperation, Role, State, Term, fold_constants};
use slip_pack::formula::{Formula, FormulaOperator, Function};
use slip_pack::ruleset::Setting;

use ecow::EcoString;
use slip_source::Span;
use slip_source::diagnostic::Diagnostic;
use slip_syntax::tree::{Call, Expr, ExprKind, Operator, Sign};
use std::collections::BTreeSet;

/// Largest number allowed in an effect. The smallest is the negative of it.
const HIGHEST_NUMBER: i64 = 1_000_000;

/// Type of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Number,
    Truth,
    /// A count that may be used as a number or as a truth value: a stunt, a choice.
    Count,
    /// A person or place, which can be compared with another.
    Role,
}

type Typed = (EffectNumber, Type);

impl EffectParser<'_, '_, '_, '_> {
    /// Compiles an expression whose value is a number.
    pub(super) fn formula(&mut self, expr: &Expr) -> Option<EffectNumber> {
        self.want_type(expr, false).map(|number| fold_constants::number(&number))
    }

    /// Compiles the condition after `when`.
    pub(super) fn condition(&mut self, expr: &Expr) -> Option<EffectNumber> {
        self.judges = true;
        let condition = self.want_type(expr, true);
        self.judges = false;
        condition
    }

    /// True if the word is the name of a number in this effect.
    pub(super) fn is_number_name(&self, word: &str) -> bool {
        self.look(word).is_some_and(|(_, found)| matches!(found, Type::Number | Type::Count))
    }

    fn want_type(&mut self, expr: &Expr, truth: bool) -> Option<EffectNumber> {
        let (number, found) = self.compile(expr)?;
        let fits = match found {
            Type::Count => true,
            Type::Role => false,
            Type::Truth => truth,
            Type::Number => !truth,
        };
        if fits {
            return Some(number);
        }
        self.out.push(errors::truth_or_number(expr.span, truth));
        None
    }

    fn compile(&mut self, expr: &Expr) -> Option<Typed> {
        match &expr.kind {
            ExprKind::Int(value) if !(-HIGHEST_NUMBER..=HIGHEST_NUMBER).contains(value) => {
                self.out.push(errors::number_too_large(expr.span, HIGHEST_NUMBER));
                None
            }
            ExprKind::Int(value) | ExprKind::Tech(value) => Some((Formula::Int(*value), Type::Number)),
            ExprKind::Dice(..) | ExprKind::Percent(_) => {
                self.out.push(errors::not_a_whole_number(expr.span, &super::tokens::shown(expr)));
                None
            }
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Group(inner) => self.compile(inner),
            ExprKind::Sign(Sign::Plus, inner) => Some((self.want_type(inner, false)?, Type::Number)),
            ExprKind::Sign(Sign::Minus, inner) => {
                let inner = self.want_type(inner, false)?;
                Some((fold_constants::number(&Formula::Negate(Box::new(inner))), Type::Number))
            }
            ExprKind::Not(inner) => Some((Formula::Not(Box::new(self.want_type(inner, true)?)), Type::Truth)),
            ExprKind::Binary(operator, sides) => self.binary(*operator, &sides.0, &sides.1),
            ExprKind::If(parts) => {
                let condition = self.want_type(&parts.0, true)?;
                let (then, found) = self.compile(&parts.1)?;
                let (otherwise, other) = self.compile(&parts.2)?;
                let kind = match (found, other) {
                    _ if found == other => found,
                    (Type::Count, Type::Number | Type::Truth) => other,
                    (Type::Number | Type::Truth, Type::Count) => found,
                    _ => {
                        self.out.push(errors::truth_or_number(parts.2.span, found == Type::Truth));
                        return None;
                    }
                };
                Some((Formula::If(Box::new((condition, then, otherwise))), kind))
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Index(parts) => self.index(&parts.0, &parts.1),
            ExprKind::Phrase(word, operands) => self.phrase(word, operands, expr.span),
            ExprKind::Error => None,
            _ => {
                self.out.push(errors::not_a_condition(expr.span));
                None
            }
        }
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Option<Typed> {
        let op = match operator {
            Operator::Is => return self.role_is(left, right),
            Operator::Has => return self.role_has(left, right),
            Operator::Of => return self.of_role(left, right),
            Operator::In => return self.between(left, right),
            // All other operators are operators of formulas.
            other => op_of(other)?,
        };
        let kind = match op {
            FormulaOperator::Add | FormulaOperator::Subtract | FormulaOperator::Multiply | FormulaOperator::Divide => Type::Number,
            _ => Type::Truth,
        };
        let pair = |a, b| Some((Formula::Binary(op, Box::new((a, b))), kind));
        if matches!(op, FormulaOperator::And | FormulaOperator::Or) {
            let (a, b) = (self.want_type(left, true), self.want_type(right, true));
            return pair(a?, b?);
        }
        if matches!(op, FormulaOperator::Equal | FormulaOperator::NotEqual) {
            if let Some((a, b)) = self.roles(left, right) {
                self.only_in(a.word(), left.span, a.plays());
                self.only_in(b.word(), right.span, b.plays());
                return pair(Formula::Value(Term::Role(a)), Formula::Value(Term::Role(b)));
            }
            if let Some(words) = self.words(left, right) {
                let (a, b) = words?;
                return pair(a, b);
            }
        }
        let (a, b) = (self.want_type(left, false), self.want_type(right, false));
        let (a, b) = (a?, b?);
        if op == FormulaOperator::Divide {
            self.divides(&b, left.span.to(right.span))?;
        }
        let is_number = |side: &EffectNumber| matches!(fold_constants::number(side), Formula::Int(_));
        if kind == Type::Truth && is_number(&a) && is_number(&b) {
            self.out.push(errors::compares_numbers(left.span.to(right.span)));
            return None;
        }
        pair(a, b)
    }

    /// Refuses a divisor that is always 0. A divisor that is 0 only for some ranks is reported at the items with that rank (module
    /// `division_by_zero`).
    fn divides(&mut self, divisor: &EffectNumber, span: Span) -> Option<()> {
        let certain = fold_constants::number(divisor) == Formula::Int(0);
        if certain {
            self.out.push(errors::divides_by_zero(span));
        }
        (!certain).then_some(())
    }

    /// Returns both sides of a comparison as roles, if both are people or places.
    fn roles(&self, left: &Expr, right: &Expr) -> Option<(Role, Role)> {
        let role = |expr: &Expr| expr.name().filter(|word| self.scope.param(word).is_none()).and_then(|word| Role::from_word(word));
        Some((role(left)?, role(right)?))
    }

    /// Compiles a comparison of a parameter with a word. Returns `None` if neither side is a parameter. Returns `Some(None)` if the
    /// comparison has an error, which is reported.
    fn words(&mut self, left: &Expr, right: &Expr) -> Option<Option<(EffectNumber, EffectNumber)>> {
        let worded = |this: &Self, expr: &Expr| {
            expr.name().is_some_and(|word| this.scope.is_param(word, &["skill", "stat", "track", "item", "choice of names"]))
        };
        let (a, b) = (worded(self, left), worded(self, right));
        let (parameter, other, swapped) = match (a, b) {
            (true, _) => (left, right, false),
            (false, true) => (right, left, true),
            _ => return None,
        };
        let (name, word) = (parameter.name()?, other.name()?);
        let parameter = Formula::Value(Term::Parameter(name.clone()));
        let word = self.compared_word(name, word, other.span).map(Formula::Value);
        Some(word.map(|word| if swapped { (word, parameter) } else { (parameter, word) }))
    }

    fn compared_word(&mut self, parameter: &str, word: &EcoString, span: Span) -> Option<Term> {
        if self.scope.param(word).is_some() {
            return Some(Term::Parameter(word.clone()));
        }
        let param = self.scope.param(parameter)?;
        let (wanted, known): (&str, Vec<EcoString>) = match type_of(param) {
            "skill" if self.scope.is_skill(word) => {
                self.scope.program.note_seen(span, &["skill"], word);
                return Some(Term::Word(self.scope.program.name_now(&["skill"], (word, span))));
            }
            "skill" => ("skill", self.scope.roll_names(word).into_iter().collect()),
            "track" => ("track", self.scope.tracks().0.iter().cloned().collect()),
            "stat" => ("statistic", self.scope.known.all().stats.iter().chain(&self.scope.names.stats).cloned().collect()),
            "item" => return Some(Term::Word(word.clone())),
            _ => ("choice", param.types.iter().map(|name| name.text.clone()).collect()),
        };
        if known.contains(word) {
            return Some(Term::Word(word.clone()));
        }
        let nearest = slip_suggest::nearest(word, known.iter().map(EcoString::as_str));
        let found = errors::unknown_name(span, word, wanted, nearest, None);
        self.out.push(found.completed_by(known.iter().map(EcoString::as_str)));
        None
    }

    fn want_role(&mut self, expr: &Expr) -> Option<Role> {
        let role = expr.name().and_then(|word| Role::from_word(word));
        if let Some(role) = role {
            self.only_in(role.word(), expr.span, role.plays());
        } else {
            let word = super::tokens::shown(expr);
            let nearest = slip_suggest::nearest(&word, Role::ALL.iter().map(|role| role.word()));
            let help = format!("one of {}", slip_suggest::alternatives(Role::ALL.iter().map(|role| role.word())));
            let found = errors::unknown_name(expr.span, &word, "person or place in a condition", nearest, Some(help));
            self.out.push(found.completed_by(Role::ALL.iter().map(|role| role.word())));
        }
        role
    }

    fn role_is(&mut self, left: &Expr, right: &Expr) -> Option<Typed> {
        let role = self.want_role(left)?;
        if let ExprKind::Phrase(word, operands) = &right.kind
            && let ("military", [skill]) = (word.as_str(), operands.as_slice())
        {
            let name = self.skill_of(skill)?;
            return Some((Formula::Value(Term::Is(role, MarkOperation { military: true, name })), Type::Truth));
        }
        let Some(word) = right.name() else {
            self.out.push(errors::not_a_condition(right.span));
            return None;
        };
        if State::from_word(word).is_some_and(is_number) {
            self.out.push(errors::not_a_mark(right.span, word));
            return None;
        }
        // Marks exist only in play, not while an item is built.
        self.only_in(format!("is {word}"), right.span, PLAYED);
        let name = match State::from_word(word) {
            Some(state) => {
                self.only_in(state.word(), right.span, state.plays());
                word.clone()
            }
            None if self.scope.known.is_design_or_kind(word) && self.scope.program.lookup(self.scope.package, "mark", word).is_none() => {
                self.note_design(right.span, word);
                return Some((Formula::Value(Term::IsA(role, word.clone())), Type::Truth));
            }
            None => self.known_mark(word.clone(), right.span, &[Expected::Mark])?,
        };
        Some((Formula::Value(Term::Is(role, MarkOperation { military: false, name })), Type::Truth))
    }

    fn role_has(&mut self, left: &Expr, right: &Expr) -> Option<Typed> {
        let role = self.want_role(left)?;
        let is_text = matches!(right.kind, ExprKind::Text(_)) || right.name().is_some_and(|word| self.scope.is_param(word, &["text"]));
        if !is_text {
            let found = errors::aspect_without_quotes(right.span, self.scope.program.sources.slice(right.span));
            self.report(found, &[Expected::Aspect]);
            return None;
        }
        let text = self.text_of(right)?;
        self.check_aspect(&text, right.span);
        self.only_in("has", right.span, PLAYED);
        Some((Formula::Value(Term::Has(role, text)), Type::Truth))
    }

    fn text_of(&mut self, expr: &Expr) -> Option<EffectText> {
        match &expr.kind {
            // Another check reports all empty texts, so nothing is reported here.
            ExprKind::Text(text) if text.value.trim().is_empty() => None,
            ExprKind::Text(text) => Some(EffectText::Words(text.value.to_string())),
            ExprKind::Name(word) if self.scope.is_param(word, &["text"]) => Some(EffectText::Parameter { parameter: word.clone() }),
            _ => {
                self.out.push(errors::not_a_condition(expr.span));
                None
            }
        }
    }

    fn of_role(&mut self, left: &Expr, right: &Expr) -> Option<Typed> {
        let role = self.want_role(right)?;
        let Some(word) = left.name() else {
            self.out.push(errors::not_a_condition(left.span));
            return None;
        };
        let term = match self.look(word) {
            Some((Term::Stat(name, _), _)) => Term::Stat(name, role),
            Some((Term::Boxes(name, _), _)) => Term::Boxes(name, role),
            Some((Term::Parameter(name), Type::Number)) => Term::Stat(name, role),
            _ if self.scope.known.all().tracks.contains(word) => Term::Boxes(word.clone(), role),
            _ => {
                let names = self.scope.roll_names(word);
                let nearest = slip_suggest::nearest(word, names.iter().map(EcoString::as_str));
                self.out.push(errors::unknown_name(left.span, word, "skill, statistic or track", nearest, None));
                return None;
            }
        };
        Some((Formula::Value(term), Type::Number))
    }

    /// Compiles a range test, both ends included, or a test for several values: `x in a..b`, `x in [a, b, c]`.
    fn between(&mut self, left: &Expr, right: &Expr) -> Option<Typed> {
        if let ExprKind::List(members) = &right.kind {
            return self.one_of(left, members);
        }
        let ExprKind::Range(ends) = &right.kind else {
            self.out.push(errors::not_a_condition(right.span));
            return None;
        };
        let value = self.want_type(left, false)?;
        let (low, high) = (self.want_type(&ends.0, false)?, self.want_type(&ends.1, false)?);
        let above = Formula::Binary(FormulaOperator::AtLeast, Box::new((value.clone(), low)));
        let below = Formula::Binary(FormulaOperator::AtMost, Box::new((value, high)));
        Some((Formula::Binary(FormulaOperator::And, Box::new((above, below))), Type::Truth))
    }

    fn one_of(&mut self, left: &Expr, members: &[Expr]) -> Option<Typed> {
        let value = self.want_type(left, false)?;
        let mut any: Option<EffectNumber> = None;
        for member in members {
            let member = self.want_type(member, false)?;
            let equal = Formula::Binary(FormulaOperator::Equal, Box::new((value.clone(), member)));
            any = Some(match any {
                Some(before) => Formula::Binary(FormulaOperator::Or, Box::new((before, equal))),
                None => equal,
            });
        }
        Some((any.unwrap_or(Formula::Int(0)), Type::Truth))
    }

    fn call(&mut self, call: &Call) -> Option<Typed> {
        let name = &call.name.name;
        let Some(function) = Function::from_name(&name.text) else {
            self.out.push(errors::unknown_function(name.span, &name.text));
            return None;
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            let [only] = arg.as_slice() else {
                self.out.push(errors::not_a_condition(name.span));
                return None;
            };
            args.push(self.want_type(only, false)?);
        }
        let (fits, wanted) = match function {
            Function::Min | Function::Max => (!args.is_empty(), "one number or more"),
            Function::Abs => (args.len() == 1, "one number"),
            Function::Clamp => (args.len() == 3, "three numbers: a value, its minimum and its maximum"),
            Function::Mod => (args.len() == 2, "two numbers"),
        };
        if !fits {
            self.out.push(errors::function_arguments(name.span, &name.text, wanted));
            return None;
        }
        if let (Function::Mod, [_, divisor]) = (function, args.as_slice()) {
            self.divides(divisor, name.span)?;
        }
        Some((Formula::Call(function, args), Type::Number))
    }

    fn index(&mut self, list: &Expr, index: &Expr) -> Option<Typed> {
        let ExprKind::List(members) = &list.kind else {
            self.out.push(errors::not_a_condition(list.span));
            return None;
        };
        let members: Option<Vec<_>> = members.iter().map(|member| self.want_type(member, false)).collect();
        let index = self.want_type(index, false)?;
        Some((Formula::Table(members?, Box::new(index)), Type::Number))
    }

    fn phrase(&mut self, word: &str, operands: &[Expr], span: Span) -> Option<Typed> {
        let truth = |term| Some((Formula::Value(term), Type::Truth));
        match (word, operands) {
            ("rules", [setting]) => truth(Term::Rules(self.setting(setting)?, None)),
            ("rules", [setting, value]) => {
                let setting = self.setting(setting)?;
                let value = match (&value.kind, value.int()) {
                    (ExprKind::Name(word), _) => Setting::Word(word.clone()),
                    (_, Some(value)) => Setting::Int(value),
                    _ => {
                        self.out.push(errors::not_a_condition(value.span));
                        return None;
                    }
                };
                truth(Term::Rules(setting, Some(value)))
            }
            ("table", [question]) => {
                self.only_in("table", span, PLAYED);
                truth(Term::Table(self.text_of(question)?))
            }
            ("trained", [skill]) => truth(Term::Trained(self.skill_of(skill)?)),
            ("military", [skill]) => truth(Term::Military(self.skill_of(skill)?)),
            _ => {
                self.out.push(errors::not_a_condition(span));
                None
            }
        }
    }

    fn setting(&mut self, expr: &Expr) -> Option<Name> {
        let Some(name) = expr.name() else {
            self.out.push(errors::not_a_condition(expr.span));
            return None;
        };
        let settings = self.scope.known.settings();
        if settings.is_empty() || settings.contains(name) {
            return Some(name.clone());
        }
        let nearest = slip_suggest::nearest(name, settings.iter().map(EcoString::as_str));
        let found = errors::unknown_name(expr.span, name, "setting", nearest, None);
        self.out.push(found.completed_by(settings.iter().map(EcoString::as_str)));
        None
    }

    fn skill_of(&mut self, expr: &Expr) -> Option<Name> {
        let Some(name) = expr.name() else {
            self.out.push(errors::not_a_condition(expr.span));
            return None;
        };
        if self.scope.is_param(name, &["skill", "choice of names"])
            || self.scope.is_skill(name)
            || self.scope.known.classes().contains(name)
        {
            self.scope.program.note_seen(expr.span, &["skill"], name);
            let is_word = self.scope.is_param(name, &["skill", "choice of names"]) || self.scope.known.classes().contains(name);
            return Some(if is_word { name.clone() } else { self.scope.program.name_now(&["skill"], (name, expr.span)) });
        }
        let names = self.scope.roll_names(name);
        let nearest = slip_suggest::nearest(name, names.iter().map(EcoString::as_str));
        let found = errors::unknown_name(expr.span, name, "skill", nearest, None);
        let known = if found.is_completion() { self.scope.skills() } else { Vec::new() };
        let classes = self.scope.known.classes().iter().map(EcoString::as_str);
        self.out.push(found.completed_by(known.iter().map(EcoString::as_str).chain(classes)));
        None
    }

    fn name(&mut self, name: &EcoString, span: Span) -> Option<Typed> {
        match name.as_str() {
            "yes" => return Some((Formula::Int(1), Type::Truth)),
            "no" => return Some((Formula::Int(0), Type::Truth)),
            _ => {}
        }
        if let Some((term, found)) = self.look(name) {
            match &term {
                Term::State(state) => {
                    self.only_in(state.word(), span, state.plays());
                    self.seen.push((*state, span));
                }
                Term::Choice(_) | Term::Is(..) => self.only_in(name.as_str(), span, PLAYED),
                Term::Stat(..) => self.scope.program.note_seen(span, &["skill"], name),
                Term::Kind(_) => self.note_design(span, name),
                Term::Role(role) => self.only_in(role.word(), span, role.plays()),
                _ => {}
            }
            if matches!(term, Term::Is(..)) {
                self.scope.program.note_seen(span, &["mark"], name);
            }
            if matches!(&term, Term::Stat(now, _) | Term::Is(_, MarkOperation { name: now, .. }) if now != name) {
                self.scope.program.find_old_word((name, span), |declared| matches!(declared.kind(), "skill" | "mark"));
            }
            return Some((Formula::Value(term), found));
        }
        if let Some(found) = self.number_of_another(name, span) {
            self.out.push(found);
            return None;
        }
        let mut names = self.scope.roll_names(name);
        for table in [&self.scope.names.tracks, &self.scope.names.stunts, &self.scope.names.counts, &self.scope.names.choices] {
            names.extend(table.iter().cloned());
        }
        names.extend(State::ALL.iter().map(|state| EcoString::from(state.word())));
        let nearest = slip_suggest::nearest(name, names.iter().map(EcoString::as_str));
        let what = if self.judges { errors::unknown_in_condition } else { errors::unknown_in_number };
        let found = what(span, name, nearest);
        let known = if found.is_completion() { self.scope.condition_words() } else { BTreeSet::new() };
        self.out.push(found.completed_by(known.iter().map(EcoString::as_str)));
        None
    }

    /// Reports a track that only people and vessels have, in an effect of a thing that they carry: `when health <= 3` for a weapon.
    fn number_of_another(&self, name: &EcoString, span: Span) -> Option<Diagnostic> {
        let is_carried = self.scope.carrier.kinds().iter().any(|kind| super::kinds_of_play::is_carried(kind));
        (is_carried && self.judges && self.scope.known.all().tracks.contains(name))
            .then(|| errors::track_of_bearer(span, name, &self.scope.carrier.described()))
    }

    /// True if a word has another meaning in conditions, so that it cannot be the name of a choice.
    pub(super) fn is_taken(&self, word: &str) -> bool {
        let scope = self.scope;
        // In conditions, `area` is true if the attack is on an area.
        word == "area"
            || scope.is_skill(word)
            || scope.known.is_design_or_kind(word)
            || scope.program.lookup(scope.package, "mark", word).is_some()
            || self.look(word).is_some_and(|(term, _)| !matches!(term, Term::Choice(_) | Term::Parameter(_)))
    }

    /// Returns the meaning of a single word. If it has several meanings, the first of these counts: a parameter, a name of the item itself,
    /// a state of play, another name.
    fn look(&self, word: &str) -> Option<(Term, Type)> {
        let scope = self.scope;
        if let Some(param) = scope.param(word) {
            let kind = match type_of(param) {
                "text" | "roll" | "item" | "schedule" => Type::Truth,
                _ => Type::Number,
            };
            return Some((Term::Parameter(word.into()), kind));
        }
        let name = EcoString::from(word);
        if scope.names.stats.contains(word) {
            return Some((Term::Stat(name, Role::Own), Type::Number));
        }
        if scope.names.counts.contains(word) {
            return Some((Term::Stat(name, Role::Own), Type::Count));
        }
        if scope.names.tracks.contains(word) {
            return Some((Term::Boxes(name, Role::Own), Type::Number));
        }
        if scope.names.stunts.contains(word) {
            return Some((Term::Stunt(name), Type::Count));
        }
        if let Some(state) = State::from_word(word) {
            return Some((Term::State(state), if is_number(state) { Type::Number } else { Type::Truth }));
        }
        if scope.names.choices.contains(word) {
            return Some((Term::Choice(name), Type::Truth));
        }
        if scope.is_skill(word) {
            return Some((Term::Stat(scope.as_now("skill", word), Role::Own), Type::Number));
        }
        // A mark without a role before it is tested on the carrier of the effect: `when not filtered`.
        if scope.program.lookup(scope.package, "mark", word).is_some() {
            return Some((Term::Is(Role::Own, MarkOperation { military: false, name: scope.as_now("mark", word) }), Type::Truth));
        }
        if scope.known.is_design_or_kind(word) {
            return Some((Term::Kind(name), Type::Truth));
        }
        if scope.known.all().stats.contains(word) {
            return Some((Term::Stat(name, Role::Own), Type::Number));
        }
        Some((Term::Role(Role::from_word(word)?), Type::Role))
    }
}

/// True if a state of play is a number. All other states are true or false.
const fn is_number(state: State) -> bool {
    matches!(state, State::Gravity | State::Shifts | State::Total | State::Range | State::Tech | State::Carried | State::Base)
}
