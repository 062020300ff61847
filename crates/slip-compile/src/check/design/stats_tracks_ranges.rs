//! Reads entries of a design that declare the numbers and lists of its items: statistics, tracks, ranges, held items.

use super::design_reader::{DesignReader, declared_name, find, inner};
use super::{Fixed, HoldRule, RangeRule, RowRule, StatRule, TrackRule};
use crate::block_schema::designs;
use crate::check::errors;
use crate::check::formula::FormulaVariable;
use crate::check::readable_names::readable;
use ecow::EcoString;
use slip_pack::formula::Formula;
use slip_syntax::tree::{Entry, Expr, ExprKind};

impl DesignReader<'_, '_, '_> {
    pub(super) fn stat(&mut self, entry: &Entry) {
        let Some(name) = declared_name(entry) else {
            self.out.push(errors::one_value(entry, "the name of the statistic"));
            return;
        };
        let title = entry.values.iter().find_map(|value| value.expr.text()).map(|text| text.value.clone());
        let mut rule = StatRule {
            title: title.unwrap_or_else(|| readable(&name)),
            also: None,
            low: Formula::Int(0),
            high: Formula::Int(i64::from(i32::MAX)),
            base: Formula::Int(0),
            has_base: find(inner(entry), "base").is_some(),
            cost: None,
            letters: self.design.letters.get(&name).cloned().unwrap_or_default(),
            words: Vec::new(),
            needed: false,
            fixed: false,
            span: entry.span,
            name,
        };
        let inner = inner(entry);
        if let Some(ranks) = find(inner, "ranks").and_then(Entry::only) {
            match self.in_order(ranks) {
                Some((low, high)) => {
                    rule.low = self.number(low).unwrap_or(rule.low);
                    rule.high = self.number(high).unwrap_or(rule.high);
                }
                None => self.out.push(errors::not_a_range(ranks, "`0..6`")),
            }
        }
        for entry in inner.iter().filter(|entry| !entry.broken) {
            self.unsigned(entry);
            match entry.word() {
                "ranks" if entry.only().is_none() => self.out.push(errors::one_value(entry, "a range, such as `0..6`")),
                "ranks" => {}
                "cost" if entry.only().is_none() => self.out.push(errors::one_value(entry, "a formula, or a list in `[ … ]`")),
                "base" => match entry.only() {
                    Some(base) => rule.base = self.number(base).unwrap_or(Formula::Int(0)),
                    None => self.out.push(errors::one_value(entry, "one formula, such as `2 * tech` or `stat(weapon, harm)`")),
                },
                "cost" => rule.cost = entry.only().and_then(|cost| self.cost(cost, &rule.low)),
                "also" => rule.also = entry.only().and_then(Expr::name).cloned(),
                "letters" => self.check_letters(entry),
                "words" => rule.words = self.word_list(entry),
                "fixed" => {
                    self.bare(entry);
                    rule.fixed = true;
                }
                word => self.out.push(errors::unknown_key(word, entry.key.span(), designs::STAT.title, designs::STAT.words())),
            }
        }
        if let (Some(last), None) = (rule.letters.len().checked_sub(1), find(inner, "ranks")) {
            rule.high = Formula::Int(i64::try_from(last).unwrap_or(i64::MAX));
        }
        let span = |word| find(inner, word).map(|entry| entry.span);
        self.check_base(&mut rule, span("base"), span("ranks"));
        self.check_word_count(&rule, find(inner, "words"));
        self.check_letter_count(&rule, find(inner, "letters").filter(|_| find(inner, "ranks").is_some()));
        self.costs_of_ranks(&rule, find(inner, "cost"));
        self.design.stats.push(rule);
    }

    pub(super) fn track(&mut self, entry: &Entry) {
        let Some(name) = declared_name(entry) else {
            self.out.push(errors::one_value(entry, "the name of the track"));
            return;
        };
        let mut rule = TrackRule { name, also: None, base: Formula::Int(0), sum: None, cost: None, fixed: Fixed::No, span: entry.span };
        for entry in inner(entry).iter().filter(|entry| !entry.broken) {
            self.unsigned(entry);
            match entry.word() {
                "base" => {
                    let clause = self.clause(entry);
                    rule.base = clause.as_ref().map_or(Formula::Int(0), |clause| clause.formula.clone());
                    rule.sum = clause.filter(|clause| clause.terms.len() > 1);
                }
                "cost" => rule.cost = entry.only().and_then(|cost| self.cost(cost, &Formula::Int(0))),
                "also" => rule.also = entry.only().and_then(Expr::name).cloned(),
                "fixed" => rule.fixed = self.condition(entry).map_or(Fixed::Always, Fixed::When),
                "repair" => self.known_skill(entry),
                word => self.out.push(errors::unknown_key(word, entry.key.span(), designs::TRACK.title, designs::TRACK.words())),
            }
        }
        self.design.tracks.push(rule);
    }

    /// Reads the declaration of an entry with two or more statistics: `entry range as min_range..max_range` or
    /// `entry hits as unconscious dead`.
    pub(super) fn range(&mut self, entry: &Entry) {
        let stat = |expr: &Expr| match expr.name().and_then(|name| self.design.names.get(name)) {
            Some((FormulaVariable::Stat(at), _)) => Some(*at),
            _ => None,
        };
        if let [name, word, first, second, others @ ..] = entry.values.as_slice()
            && word.expr.name().is_some_and(|word| word == "as")
        {
            let stats: Option<Vec<usize>> = [first, second].into_iter().chain(others).map(|value| stat(&value.expr)).collect();
            match (name.expr.name(), stats) {
                (Some(name), Some(stats)) => self.design.rows.push(RowRule { name: name.clone(), stats }),
                _ => self.out.push(errors::one_value(entry, "a word and statistics, as in `hits as unconscious dead`")),
            }
            return;
        }
        let rule = match entry.values.as_slice() {
            [name, word, range] if word.expr.name().is_some_and(|word| word == "as") => match (&name.expr.kind, &range.expr.kind) {
                (ExprKind::Name(name), ExprKind::Range(ends)) => match (stat(&ends.0), stat(&ends.1)) {
                    (Some(low), Some(high)) => {
                        let unwritten = entry.otherwise().map(|text| text.value.clone());
                        Some(RangeRule { name: name.clone(), low, high, unwritten })
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        match rule {
            Some(rule) => self.design.ranges.push(rule),
            None => self.out.push(errors::one_value(entry, "a word and two statistics, as in `range as min_range..max_range`")),
        }
    }

    /// Reads a list of held items, such as `holds fighters : fighter`. The syntax tree does not contain the colon, so there are two names.
    pub(super) fn hold(&mut self, entry: &Entry) {
        let names: Vec<&EcoString> = entry.values.iter().filter_map(|value| value.expr.name()).collect();
        match names.as_slice() {
            [name, wanted] => {
                if let Some(value) = entry.values.last() {
                    self.held_kind(wanted, value);
                }
                let rule = HoldRule { name: (*name).clone(), wanted: (*wanted).clone(), span: entry.span };
                self.design.holds.push(rule);
            }
            _ => self.out.push(errors::one_value(entry, "a word and the kind of thing it can hold, as in `holds fighters fighter`")),
        }
    }
}
