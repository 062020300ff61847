//! Checks the words in designs and stunts: unknown skills, kinds, grades and kinds of play, unknown parameters of a stunt, and
//! values after words that take none.

use super::design_reader::DesignReader;
use super::{RelatedStunt, StatRule, StuntRule};
use crate::check::effect::is_person;
use crate::check::errors;
use crate::check::formula::DesignFormula;
use crate::resolve::errors::unknown_kind;
use crate::resolve::{DeclaredItem, Kinds};
use ecow::EcoString;
use slip_pack::effect::{Grade, Play};
use slip_pack::formula::Formula;
use slip_source::diagnostic::Code;
use slip_syntax::tree::{Entry, Expr, ExprKind, Param, SpannedName, Value};

/// Words that every item may write, whatever its design.
pub(super) const EVERY_ITEM: &[&str] = &["allow", "aspects", "effect", "stunts"];

impl DesignReader<'_, '_, '_> {
    /// Checks that a word such as `whole` has no value. `whole yes` is also allowed.
    pub(super) fn bare(&mut self, entry: &Entry) {
        let says_yes = entry.only().and_then(Expr::name).is_some_and(|word| word == "yes");
        if !entry.values.is_empty() && !says_yes {
            self.out.push(errors::no_value(entry));
        }
    }

    /// Checks the kinds of play in an entry such as `plays personal`.
    pub(super) fn plays(&mut self, entry: &Entry) {
        let words: Vec<&str> = Play::ALL.iter().map(|play| play.word()).collect();
        self.each_of(entry, &words, (Code::UnknownPlay, "the kinds of play"));
        self.design.plays.extend(entry.values.iter().filter_map(|value| value.expr.name().cloned()));
    }

    /// Checks that an entry such as `consequences mild, moderate` contains only grades of consequence.
    pub(super) fn grades(&mut self, entry: &Entry) {
        self.each_of(entry, Grade::WORDS, (Code::WrongValue, "the grades"));
    }

    fn each_of(&mut self, entry: &Entry, words: &[&str], (code, what): (Code, &str)) {
        for value in &entry.values {
            match value.expr.name() {
                Some(word) if words.contains(&word.as_str()) => {}
                Some(word) => self.out.push(errors::not_among(code, (entry.word(), word), value.expr.span, (words, what))),
                None => self.out.push(errors::unknown_word(value.expr.span, words)),
            }
        }
    }

    /// Reads the skill with which items of the design are used: `skill slug_throwers`.
    pub(super) fn used_skill(&mut self, entry: &Entry) {
        self.known_skill(entry);
        self.design.skill = entry.only().and_then(Expr::name).cloned();
    }

    /// Checks that an entry names a skill. The name is resolved in the package of the file that contains the entry.
    pub(super) fn known_skill(&mut self, entry: &Entry) {
        let home = self.program.sources.file(entry.span.file).map_or(self.declared.package, |file| file.package());
        match entry.only().and_then(Expr::path).map(|path| self.program.find(home, &path, Kinds::One("skill"))) {
            Some(Ok(_)) => {}
            Some(Err(diagnostic)) => self.out.push(*diagnostic),
            None => self.out.push(errors::one_value(entry, "the name of a skill")),
        }
    }

    /// Checks that the type of a held list is a kind or a design: `holds fighters : fighter`.
    pub(super) fn held_kind(&mut self, wanted: &EcoString, value: &Value) {
        let program = self.program;
        let is_design = |declared: &DeclaredItem<'_>| declared.name() == wanted;
        if !program.kinds().contains(wanted) && !program.of_kind("design").any(is_design) {
            let name = SpannedName { text: wanted.clone(), span: value.expr.span };
            self.out.push(unknown_kind(&name, &program.kinds()));
        }
    }

    /// Checks that no word of a choice such as `choice size small, large` is repeated.
    pub(super) fn offered_once(&mut self, values: &[Value]) {
        for (at, value) in values.iter().enumerate() {
            let Some(word) = value.expr.name() else { continue };
            if let Some(first) = values.iter().take(at).find(|first| first.expr.name() == Some(word)) {
                self.out.push(errors::said_again(word, value.expr.span, first.expr.span));
            }
        }
    }

    /// Checks that a list of costs such as `cost [0, 1, 2]` has one cost for every rank. Ranks that depend on a formula are not checked.
    pub(super) fn costs_of_ranks(&mut self, rule: &StatRule, cost: Option<&Entry>) {
        let Some(ExprKind::List(members)) = cost.and_then(Entry::only).map(|cost| &cost.kind) else { return };
        let (Some(cost), Formula::Int(low), Formula::Int(high)) = (cost, &rule.low, &rule.high) else { return };
        let ranks = high.saturating_sub(*low).saturating_add(1);
        // If the ranks are not declared, `high` is the greatest possible number, and no cost is missing.
        if ranks <= i64::from(i32::MAX) && i64::try_from(members.len()).is_ok_and(|members| members < ranks) {
            self.out.push(errors::too_few_costs(cost.values_span(), members.len(), ranks));
        }
    }

    /// Reports entries of a stunt that contradict each other.
    pub(super) fn stunt_slips(&mut self, rule: &StuntRule, entries: &[Entry]) {
        for (at, param) in rule.params.iter().enumerate() {
            if let Some(first) = rule.params.iter().take(at).find(|first| first.name.text == param.name.text) {
                self.out.push(errors::said_again(&param.name.text, param.name.span, first.name.span));
            }
        }
        for entry in entries.iter().filter(|entry| !entry.broken) {
            match entry.word() {
                "once" => entry.values.iter().for_each(|value| self.parameter(rule, value)),
                "excludes" | "requires" => {
                    let same = entry.members().filter_map(|member| match member {
                        [_, per, param] if per.expr.name().is_some_and(|word| word == "per") => Some(param),
                        _ => None,
                    });
                    same.for_each(|param| self.parameter(rule, param));
                    let own = entry.members().filter_map(|member| member.first()).find(|first| first.expr.name() == Some(&rule.name));
                    if let Some(own) = own.filter(|_| rule.params.is_empty()) {
                        self.out.push(errors::about_itself(own.expr.span, entry.word(), &rule.name));
                    }
                }
                "takes" if rule.takes.as_ref().is_some_and(is_negative) => self.out.push(errors::takes_less(entry.values_span())),
                _ => {}
            }
        }
        for wanted in rule.requires.iter().filter(|wanted| rule.excludes.iter().any(|other| excludes(other, wanted))) {
            self.out.push(errors::never_beside(rule.span, &rule.name, &wanted.stunt));
        }
    }

    /// Refuses entries of a stunt outside designs that mean nothing because all its buyers are people, whose designs have no technology
    /// and no modes.
    pub(super) fn entries_for_people(&mut self, stunt: &DeclaredItem<'_>) {
        let buyers = super::buyers(self.program, stunt);
        if buyers.is_empty() || !buyers.iter().all(|kind| is_person(kind)) {
            return;
        }
        let of_people = |design: &&DeclaredItem<'_>| design.tree.design.as_ref().is_some_and(|kind| is_person(&kind.name.text));
        let has_tech = self.program.of_kind("design").filter(of_people).any(|design| design.entry("tech").is_some());
        for entry in stunt.entries.iter().filter(|entry| !entry.broken) {
            if entry.word() == "whole" || entry.word() == "tech" && !has_tech {
                self.out.push(errors::nothing_for_people(entry.span, entry.word()));
            }
        }
    }

    /// Checks that a word after `per` is a parameter of the stunt.
    fn parameter(&mut self, rule: &StuntRule, value: &Value) {
        let Some(word) = value.expr.name().filter(|word| *word != "per") else { return };
        if !rule.params.iter().any(|param| param.name.text == *word) {
            let known: Vec<&str> = rule.params.iter().map(|param: &Param| param.name.text.as_str()).collect();
            self.out.push(errors::unknown_parameter(&rule.name, word, value.expr.span, &known));
        }
    }
}

/// True if the exclusion `excluded` matches every purchase that the requirement `required` demands. Both must be about the same stunt, and
/// the exclusion about all arguments or the same argument.
fn excludes(excluded: &RelatedStunt, required: &RelatedStunt) -> bool {
    excluded.stunt == required.stunt && (excluded.same.is_none() || excluded.same == required.same)
}

fn is_negative(formula: &DesignFormula) -> bool {
    matches!(formula, Formula::Int(value) if *value < 0)
}
