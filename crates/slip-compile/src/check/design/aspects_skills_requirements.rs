//! Reads entries of a design that derive or require something: aspects, requirements, the shape of skills, and others.

use super::design_reader::DesignReader;
use super::{AspectRule, ChoiceRule, OptionalRule, PhaseRule, ReferRule, Requirement, SkillRank, SkillShapeRule};
use crate::block_schema::designs;
use crate::check::errors;
use crate::check::formula::FormulaVariable;
use crate::check::simple_entries::is_word;
use crate::resolve::Kinds;
use ecow::EcoString;
use slip_source::diagnostic::COMPLETION_WORD;
use slip_syntax::tree::{Entry, Expr, ExprKind, Value};

impl DesignReader<'_, '_, '_> {
    pub(super) fn aspect(&mut self, entry: &Entry) {
        let mut values = entry.values.iter();
        let text = values.next().and_then(|value| value.expr.text());
        let Some(text) = text.filter(|text| !text.value.trim().is_empty()) else {
            self.out.push(errors::one_value(entry, "an aspect in quotes"));
            return;
        };
        let (mut extra, mut renamable) = (false, false);
        for value in values {
            match value.expr.name().map(EcoString::as_str) {
                Some("extra") => extra = true,
                Some("renamable") => renamable = true,
                _ => self.out.push(errors::unknown_word(value.expr.span, &["extra", "renamable"])),
            }
        }
        let condition = self.condition(entry);
        if entry.condition().is_some() && condition.is_none() {
            return;
        }
        let values = self.placeholders(text);
        let rule = AspectRule { text: text.value.clone(), values, extra, renamable, condition, span: entry.span };
        self.design.aspects.push(rule);
    }

    pub(super) fn optional(&mut self, entry: &Entry) {
        let texts: Vec<EcoString> = entry.values.iter().filter_map(|value| value.expr.text()).map(|text| text.value.clone()).collect();
        if texts.len() != entry.values.len() || texts.is_empty() {
            self.out.push(errors::one_value(entry, "aspects in quotes"));
            return;
        }
        let condition = self.condition(entry);
        self.design.optionals.push(OptionalRule { texts, condition, span: entry.span });
    }

    pub(super) fn requirement(&mut self, entry: &Entry, advice: bool) {
        if let Some(rule) = self.required(entry, advice) {
            self.design.requirements.push(rule);
        }
    }

    /// Reads `require CONDITION [when CONDITION] else "…"`, or the same with `advise` if `advice` is true.
    pub(super) fn required(&mut self, entry: &Entry, advice: bool) -> Option<Requirement> {
        let (Some(expr), Some(message)) = (entry.only(), entry.otherwise()) else {
            if let Some(expr) = entry.only().filter(|expr| self.text(expr).contains(COMPLETION_WORD)) {
                self.truth(expr);
            }
            self.out.push(match entry.only().filter(|_| entry.otherwise().is_none()) {
                Some(expr) => errors::requirement_without_reason(entry, &self.text(expr)),
                None => errors::one_value(entry, "a condition and a message, as in `trade <= 3 else \"…\"`"),
            });
            return None;
        };
        let when = self.condition(entry);
        if entry.condition().is_some() && when.is_none() {
            return None;
        }
        let condition = self.truth(expr)?;
        Some(Requirement { condition, when, message: message.value.clone(), advice, span: entry.span })
    }

    /// Reads the skill list of a design: `skill_list far_future`.
    pub(super) fn skill_list(&mut self, entry: &Entry) {
        let Some(list) = entry.only().and_then(Expr::name).cloned() else {
            self.out.push(errors::one_value(entry, "the name of a list of skills, such as `srd`"));
            return;
        };
        let named = |skill: &crate::resolve::DeclaredItem<'_>| {
            skill.entries_of("list").any(|entry| entry.values.iter().any(|value| value.expr.name() == Some(&list)))
        };
        if !self.program.of_kind("skill").any(named) {
            let mut known: Vec<&EcoString> = Vec::new();
            for skill in self.program.of_kind("skill") {
                known.extend(skill.entries_of("list").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name()));
            }
            known.sort();
            known.dedup();
            self.out.push(errors::unknown_list(entry.values_span(), &list, known.into_iter().map(EcoString::as_str)));
            return;
        }
        self.design.skill_list = Some(list);
    }

    /// Reads the skills that a design suggests: `usual agility, alertness`.
    pub(super) fn usual(&mut self, entry: &Entry) {
        for value in &entry.values {
            match value.expr.path().map(|path| self.program.find(self.declared.package, &path, Kinds::One("skill"))) {
                Some(Ok(_)) => self.design.usual.extend(value.expr.name().cloned()),
                Some(Err(diagnostic)) => self.out.push(*diagnostic),
                None => self.out.push(errors::one_value(entry, "names of skills")),
            }
        }
    }

    /// Reads the shape of skills: `skills pyramid 5`, `skills column 4 of unit`, `skills pyramid 3 plus 1 at 4..5`.
    pub(super) fn shape(&mut self, entry: &Entry) {
        let class = |value: &Value| value.expr.name().cloned();
        let values = match entry.values.as_slice() {
            [shape @ .., of, class_name] if is_word(of, "of") => {
                self.design.skill_class = class(class_name);
                shape
            }
            whole => whole,
        };
        // `pyramid 3 plus 1 at 4..5`: one more skill, at one of the ranks 4 to 5.
        let (shape, beside) = match values {
            [word, cap, plus, count, at, ranks] if is_word(plus, "plus") && is_word(at, "at") => {
                let ends = self.ends(&ranks.expr);
                let beside = self.number(&count.expr).zip(ends);
                if beside.is_none() {
                    self.out.push(errors::one_value(entry, "a number of extra skills and their ranks, as in `plus 1 at 4..5`"));
                }
                (vec![word, cap], beside.map(|(count, (low, high))| (count, low, high)))
            }
            values => (values.iter().collect(), None),
        };
        self.design.beside = beside;
        let shape = match shape.as_slice() {
            [word, cap] => match word.expr.name().map(EcoString::as_str) {
                Some("pyramid") => self.number(&cap.expr).map(SkillShapeRule::Pyramid),
                Some("column") => self.number(&cap.expr).map(SkillShapeRule::Column),
                Some("every") => self.number(&cap.expr).map(SkillShapeRule::Every),
                Some("loose") => self.ends(&cap.expr).map(|(low, high)| SkillShapeRule::Loose(low, high)),
                _ => None,
            },
            _ => None,
        };
        match shape {
            Some(shape) => self.design.shape = Some(shape),
            None => self.out.push(errors::one_value(
                entry,
                "`pyramid` or `column` and its cap (with an optional `plus 1 at 4..5`), `loose` and a range, or `every` and one rank for \
                 all, with an optional `of` and a class of skills",
            )),
        }
    }

    /// Reads the number of aspect slots: `slots 3` or `slots 2..3`. The first number is the minimum that must be filled, the second the
    /// maximum.
    pub(super) fn slots(&mut self, entry: &Entry) {
        let Some((least, most)) = entry.only().and_then(|expr| self.in_order(expr)) else {
            self.design.slots = self.clause(entry);
            return;
        };
        self.design.slots_least = self.number(least);
        self.design.slots = self.clause_of(most);
    }

    /// Reads a choice: `choice size small, large`. Choices are read before everything else, because formulas may name their words.
    pub(super) fn choice(&mut self, entry: &Entry) {
        let words: Vec<EcoString> = entry.values.iter().filter_map(|value| value.expr.name().cloned()).collect();
        match words.split_first() {
            Some((name, words)) if words.len() >= 2 && words.len() + 1 == entry.values.len() => {
                self.offered_once(entry.values.get(1..).unwrap_or_default());
                self.design.choices.push(ChoiceRule { name: name.clone(), words: words.to_vec(), span: entry.span });
            }
            _ => self.out.push(errors::one_value(entry, "a word and two or more to choose from, as in `size small, large`")),
        }
    }

    /// Reads the declaration of a reference: `refers home to system, world { limits_tech }`.
    pub(super) fn refer(&mut self, entry: &Entry) {
        let words: Vec<&EcoString> = entry.values.iter().filter_map(|value| value.expr.name()).collect();
        let (Some((name, kinds)), true) = (
            match words.as_slice() {
                [name, to, kinds @ ..] if *to == "to" && !kinds.is_empty() => Some((*name, kinds)),
                _ => None,
            },
            words.len() == entry.values.len(),
        ) else {
            self.out.push(errors::one_value(entry, "a word and the kind of thing it names, as in `home to system`"));
            return;
        };
        let mut rule = ReferRule {
            name: name.clone(),
            kinds: Vec::new(),
            limits_tech: false,
            plus: None,
            worded: false,
            looked: false,
            span: entry.span,
        };
        let known = self.program.kinds();
        let places = entry.values.iter().skip(2).map(|value| value.expr.span);
        for (kind, span) in kinds.iter().zip(places) {
            if known.contains(*kind) {
                rule.kinds.push((*kind).clone());
            } else {
                let name = slip_syntax::tree::SpannedName { text: (*kind).clone(), span };
                self.out.push(crate::resolve::errors::unknown_kind(&name, &known));
            }
        }
        for inner in super::design_reader::inner(entry).iter().filter(|entry| !entry.broken) {
            self.unsigned(inner);
            match inner.word() {
                "limits_tech" => {
                    self.bare(inner);
                    rule.limits_tech = true;
                }
                "worded" => {
                    self.bare(inner);
                    rule.worded = true;
                }
                "plus" => match inner.only().and_then(Expr::name) {
                    Some(stat) if self.design.names.get(stat).is_some_and(|(known, _)| matches!(known, FormulaVariable::Stat(_))) => {
                        rule.plus = Some(stat.clone());
                    }
                    _ => self.out.push(errors::one_value(inner, "the name of one of the design's statistics")),
                },
                word => self.out.push(errors::unknown_key(word, inner.key.span(), designs::REFERENCE.title, designs::REFERENCE.words())),
            }
        }
        self.design.refers.push(rule);
    }

    /// Reads a skill rank that the rules give: `skill_rank natural_weapons wounds + bonus [when …]`.
    pub(super) fn skill_rank(&mut self, entry: &Entry) {
        let [skill, rank] = entry.values.as_slice() else {
            self.out.push(errors::one_value(entry, "a skill and a formula, as in `skill_rank agility speed`"));
            return;
        };
        let found = skill.expr.path().map(|path| self.program.find(self.declared.package, &path, Kinds::One("skill")));
        match found {
            Some(Ok(_)) => {}
            Some(Err(diagnostic)) => {
                self.out.push(*diagnostic);
                return;
            }
            None => {
                self.out.push(errors::one_value(entry, "a skill and a formula, as in `skill_rank agility speed`"));
                return;
            }
        }
        let condition = self.condition(entry);
        if entry.condition().is_some() && condition.is_none() {
            return;
        }
        let (Some(skill), Some(rank)) = (skill.expr.name().cloned(), self.number(&rank.expr)) else { return };
        self.design.skill_ranks.push(SkillRank { skill, rank, condition, span: entry.span });
    }

    /// Reads a life phase: `phase growing_up "Growing up" 2`.
    pub(super) fn phase(&mut self, entry: &Entry) {
        let (name, rest) = match entry.values.split_first() {
            Some((name, rest)) => (name.expr.name(), rest),
            None => (None, &[][..]),
        };
        let title = rest.first().and_then(|value| value.expr.text());
        let count = rest.last().and_then(|value| value.expr.int()).and_then(|count| usize::try_from(count).ok());
        match (name, count) {
            (Some(name), Some(count)) if rest.len() == 1 + usize::from(title.is_some()) => {
                let title = title.map_or_else(|| crate::check::readable_names::readable(name), |title| title.value.clone());
                self.design.phases.push(PhaseRule { name: name.clone(), title, count, span: entry.span });
            }
            _ => self.out.push(errors::one_value(
                entry,
                "a mark, its title and the number of aspects with it, as in `crisis \"Moment of crisis\" 2`",
            )),
        }
    }

    pub(super) fn stunt_count(&mut self, entry: &Entry) {
        let Some(expr) = entry.only() else {
            self.out.push(errors::one_value(entry, "a number or a range"));
            return;
        };
        self.design.stunt_count = match &expr.kind {
            ExprKind::Range(_) => self.ends(expr),
            _ => self.number(expr).map(|count| (count.clone(), count)),
        };
    }

    pub(super) fn consequences(&mut self, entry: &Entry) {
        self.grades(entry);
        let grades: Vec<EcoString> = entry.values.iter().filter_map(|value| value.expr.name().cloned()).collect();
        let condition = self.condition(entry);
        self.design.consequences = Some((grades, condition));
    }
}
