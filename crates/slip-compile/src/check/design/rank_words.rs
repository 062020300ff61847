//! Reads the words and letters that a design gives to ranks, and its notes about items.

use super::design_reader::{DesignReader, find, inner, names};
use super::{NoteRule, StatRule};
use crate::block_schema::designs;
use crate::check::errors;
use crate::check::formula::DesignFormula;
use ecow::EcoString;
use slip_pack::formula::Formula;
use slip_syntax::tree::Entry;

impl DesignReader<'_, '_, '_> {
    /// Reads the letters of a statistic. Formulas that compare the statistic with a letter can then be read. Reports nothing.
    pub(super) fn learn_letters(&mut self, name: &EcoString, entry: &Entry) {
        let Some(entry) = find(inner(entry), "letters") else { return };
        let letters: Vec<char> = entry.values.iter().filter_map(|value| single(&value.expr.text()?.value)).collect();
        if !letters.is_empty() {
            self.design.letters.insert(name.clone(), letters);
        }
    }

    /// Checks a list of letters such as `letters "A", "B", "X"`: each is a single character, and none is repeated.
    pub(super) fn check_letters(&mut self, entry: &Entry) {
        let mut seen: Vec<char> = Vec::new();
        for value in &entry.values {
            let letter = value.expr.text().and_then(|text| single(&text.value));
            match letter {
                Some(letter) if seen.contains(&letter) => self.out.push(errors::letter_again(value.expr.span, letter)),
                Some(letter) => seen.push(letter),
                None => self.out.push(errors::one_value(entry, "letters in quotes, as in `letters \"A\", \"B\", \"X\"`")),
            }
        }
        if entry.values.is_empty() {
            self.out.push(errors::one_value(entry, "letters in quotes, as in `letters \"A\", \"B\", \"X\"`"));
        }
    }

    /// Reads a list of words for ranks, the lowest rank first: `words "Barren", "Hostile", …`.
    pub(super) fn word_list(&mut self, entry: &Entry) -> Vec<EcoString> {
        let words: Vec<EcoString> = entry.values.iter().filter_map(|value| Some(value.expr.text()?.value.clone())).collect();
        if words.len() != entry.values.len() || words.is_empty() {
            self.out.push(errors::one_value(entry, "words in quotes, one for each rank from the lowest on"));
        }
        words
    }

    /// Checks that there is one word for each rank, if the ranks do not depend on a formula.
    pub(super) fn check_word_count(&mut self, rule: &StatRule, entry: Option<&Entry>) {
        if let (Some(entry), Some(ranks)) = (entry, fixed(&rule.low).zip(fixed(&rule.high))) {
            self.count_words(entry, rule.words.len(), ranks.1.saturating_sub(ranks.0).saturating_add(1));
        }
    }

    /// Checks that the highest rank has a letter. Letters stand for the numbers from 0 on, so a higher rank could be neither written nor
    /// shown.
    pub(super) fn check_letter_count(&mut self, rule: &StatRule, entry: Option<&Entry>) {
        let Some((entry, high)) = entry.zip(fixed(&rule.high)) else { return };
        let letters = rule.letters.len();
        if letters > 0 && letters == entry.values.len() && i64::try_from(letters) != Ok(high.saturating_add(1)) {
            self.out.push(errors::letter_count(entry.values_span(), letters, high));
        }
    }

    /// Reads the words of technologies: `tech T-4..T4 { words … }`.
    pub(super) fn tech_words(&mut self, entry: &Entry, ranks: i64) {
        for inner in inner(entry).iter().filter(|inner| !inner.broken) {
            self.unsigned(inner);
            match inner.word() {
                "words" => {
                    self.design.tech_words = self.word_list(inner);
                    self.count_words(inner, self.design.tech_words.len(), ranks);
                }
                word => self.out.push(errors::unknown_key(word, inner.key.span(), designs::TECH.title, designs::TECH.words())),
            }
        }
    }

    fn count_words(&mut self, entry: &Entry, words: usize, ranks: i64) {
        let all_texts = words == entry.values.len() && words > 0;
        if all_texts && i64::try_from(words) != Ok(ranks) {
            self.out.push(errors::word_count(entry.values_span(), words, ranks));
        }
    }

    /// Reads a note: `note "Lives on imports" when resources <= -2`.
    pub(super) fn note(&mut self, entry: &Entry) {
        let Some(text) = entry.only().and_then(slip_syntax::tree::Expr::text).filter(|text| !text.value.trim().is_empty()) else {
            self.out.push(errors::one_value(entry, "a note in quotes"));
            return;
        };
        let condition = self.condition(entry);
        if entry.condition().is_some() && condition.is_none() {
            return;
        }
        self.design.notes.push(NoteRule { text: text.value.clone(), condition });
    }

    /// Returns the placeholders in the text of an aspect, such as `{tech_level}`, each with its formula and letters.
    pub(super) fn placeholders(&mut self, text: &slip_syntax::tree::Text) -> Vec<(EcoString, DesignFormula, Vec<char>)> {
        let mut values = Vec::new();
        let mut rest = text.value.as_str();
        while let Some((_, after)) = rest.split_once('{') {
            let Some((name, after)) = after.split_once('}') else { break };
            rest = after;
            let known = names((self.program, self.package), &self.design, &self.skills, self.surroundings);
            match crate::check::formula::FormulaNames::look(&known, name) {
                Some((variable, _)) => {
                    let letters = self.design.letters.get(name).cloned().unwrap_or_default();
                    values.push((ecow::eco_format!("{{{name}}}"), Formula::Value(variable), letters));
                }
                None => {
                    let all = crate::check::formula::FormulaNames::all(&known);
                    self.out.push(errors::unknown_placeholder(text.span, name, all.iter().map(EcoString::as_str)));
                }
            }
        }
        values
    }
}

fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn fixed(formula: &DesignFormula) -> Option<i64> {
    match formula {
        Formula::Int(value) => Some(*value),
        Formula::Negate(inner) => fixed(inner).map(i64::saturating_neg),
        _ => None,
    }
}
