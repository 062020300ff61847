//! Adds one fact to a draft, if the design of the draft has a place for the fact.

use crate::draft::{AspectDraft, Claim, Claimed, ItemDraft};
use crate::spelling::key;
use crate::stat_block::facts::{claimed, is_tech};
use crate::stat_block::lines::noted;
use crate::stat_block::stunt_text::stunts;
use crate::stat_block::values::{number, rung, tech};
use crate::stat_block::{Fact, FactKind};
use crate::vocabulary::{DesignLabel, DesignWords, Vocabulary};

/// Words that mean that a flag is set.
const YES: [&str; 4] = ["yes", "true", "x", "1"];

/// Adds a fact to a draft. Returns false if the design has no place for the fact. Misspelt words are accepted only if `may_guess` is true.
pub(super) fn apply(fact: &Fact, design: &DesignWords, words: &Vocabulary, draft: &mut ItemDraft, may_guess: bool) -> bool {
    let mut reader = FactReader { design, words, draft, may_guess, line: fact.line };
    match &fact.what {
        FactKind::Number { label, value } => reader.number(label, *value),
        FactKind::Pair { label, first, second } => reader.pair(label, *first, *second),
        FactKind::Boxes { label, boxes } => reader.number(label, *boxes),
        FactKind::Range { label, low, high } => reader.range(label, *low, *high),
        FactKind::Text { label, value } => reader.text(label, value),
        FactKind::Tech(rank) => reader.tech(*rank),
        FactKind::Skill { title, rank, note } => reader.skill(title, *rank, note),
        FactKind::Stunt(text) => reader.listed_stunt(text),
        FactKind::Aspect(text) => reader.aspect(text),
        FactKind::Gear(text) => reader.gear(text),
        FactKind::Consequences => reader.consequences(),
        FactKind::Triple(numbers) => reader.triple(*numbers),
        FactKind::Code(text) => reader.code(text),
        FactKind::TradeCode(code) => reader.trade_code(code),
        FactKind::Kind(text) => reader.kind(text),
        FactKind::Phrase(text) => reader.phrase(text),
    }
}

struct FactReader<'a> {
    design: &'a DesignWords,
    words: &'a Vocabulary,
    draft: &'a mut ItemDraft,
    may_guess: bool,
    line: usize,
}

impl FactReader<'_> {
    /// Returns the part of the design (statistic, track, flag and so on) that a label means.
    fn label(&mut self, label: &str) -> Option<DesignLabel> {
        if let Some(found) = self.design.labels.find(label) {
            return Some(found);
        }
        let initial = label.chars().next().filter(|_| label.len() == 1)?.to_ascii_lowercase();
        self.design.initials.get(&initial).map(|at| DesignLabel::Stat(*at))
    }

    /// Returns the part of the design whose name is most similar to a label, and adds a remark about this guess.
    fn guessed(&mut self, label: &str) -> Option<DesignLabel> {
        if !self.may_guess || label.len() < 4 {
            return None;
        }
        let (found, near) = self.design.labels.nearest(label)?;
        self.draft.remarks.push(format!("\"{}\" was read as {}", slip_printable::line(label), near.replace('_', " ")));
        Some(found)
    }

    fn number(&mut self, label: &str, value: i32) -> bool {
        if let Some(found) = self.design.labels.exact(label) {
            return self.set(found, value);
        }
        if self.skill(label, value, "") {
            return true;
        }
        let spelling = key(label);
        if is_tech(&spelling) && self.tech(value) {
            return true;
        }
        if let Some(of) = claimed(&spelling) {
            self.draft.claims.push(Claim { of, value });
            return true;
        }
        match self.label(label).or_else(|| self.guessed(label)) {
            Some(found) => self.set(found, value),
            None => false,
        }
    }

    /// Stores a number for a part of the design: a statistic, a track, a flag and so on.
    fn set(&mut self, label: DesignLabel, value: i32) -> bool {
        match label {
            DesignLabel::Stat(at) => self.stat(at, value),
            DesignLabel::Track(at) => {
                let Some((name, fixed)) = self.design.tracks.get(at) else { return false };
                if *fixed {
                    self.draft.claims.push(Claim { of: Claimed::Track(name.clone()), value });
                } else {
                    self.draft.tracks.want(name, value);
                }
                true
            }
            DesignLabel::Range(at) => {
                let Some((_, low, high)) = self.design.ranges.get(at) else { return false };
                self.stat(*low, value) && self.stat(*high, value)
            }
            DesignLabel::Row(at) => match self.design.rows.get(at).and_then(|(_, stats)| stats.first()) {
                Some(first) => self.stat(*first, value),
                None => false,
            },
            DesignLabel::Flag(at) if value == 1 => self.flag(at),
            _ => false,
        }
    }

    fn stat(&mut self, at: usize, value: i32) -> bool {
        let Some(stat) = self.design.stats.get(at) else { return false };
        if stat.fixed {
            self.draft.claims.push(Claim { of: Claimed::Stat(stat.name.clone()), value });
        } else {
            self.draft.stats.want(&stat.name, value);
            // The statistics of a range are always written in the text, even if the rules would give the same values. Readers look for a
            // range first.
            if self.design.ranges.iter().any(|(_, low, high)| *low == at || *high == at) {
                self.draft.stats.written.insert(stat.name.clone(), value);
            }
        }
        true
    }

    fn flag(&mut self, at: usize) -> bool {
        let name = self.design.flags.get(at).cloned();
        let is_there = name.is_some();
        self.draft.flags.extend(name);
        is_there
    }

    fn pair(&mut self, label: &str, first: i32, second: i32) -> bool {
        match self.design.labels.exact(label) {
            // `Health 3/5`: two of five boxes are marked.
            Some(found @ DesignLabel::Track(_)) => self.set(found, second),
            Some(DesignLabel::Range(_)) => self.range(label, first, second),
            Some(DesignLabel::Row(at)) => {
                let Some((_, stats)) = self.design.rows.get(at) else { return false };
                stats.iter().zip([first, second]).all(|(stat, value)| self.stat(*stat, value))
            }
            Some(_) => false,
            None => {
                let Some(of) = claimed(&key(label)) else { return false };
                let is_points = of == Claimed::Spent;
                self.draft.claims.push(Claim { of, value: first });
                if is_points {
                    self.draft.claims.push(Claim { of: Claimed::Budget, value: second });
                }
                true
            }
        }
    }

    fn range(&mut self, label: &str, low: i32, high: i32) -> bool {
        match self.label(label).or_else(|| self.guessed(label)) {
            Some(DesignLabel::Range(at)) => {
                let Some((_, least, most)) = self.design.ranges.get(at) else { return false };
                self.stat(*least, low) && self.stat(*most, high)
            }
            _ => false,
        }
    }

    fn text(&mut self, label: &str, value: &str) -> bool {
        if key(label) == "skill" && !self.design.skill.is_empty() {
            return self.words.skill(value, self.design).map(|(skill, _)| &skill.name).or(Some(&key(value))) == Some(&self.design.skill);
        }
        match self.label(label) {
            Some(DesignLabel::Choice(at)) => self.choice(at, value),
            Some(DesignLabel::Refer(at)) => self.refer(at, value),
            Some(DesignLabel::Code(_)) => self.code(value),
            Some(DesignLabel::Flag(at)) if YES.contains(&key(value).as_str()) => self.flag(at),
            Some(DesignLabel::Flag(_)) if key(value) == "no" => true,
            Some(DesignLabel::Hold(at)) => self.hold(at, value),
            Some(DesignLabel::Stat(at)) => match self.design.letter(at, value).or_else(|| rung(value)) {
                Some(rank) => self.stat(at, rank),
                None => self.noted_number(label, value),
            },
            Some(_) => self.noted_number(label, value),
            None => self.skill_with_note(label, value),
        }
    }

    /// Reads a number with a note, as in `Hull: 5 (reinforced)`: the number is used, and the note is kept as a comment.
    fn noted_number(&mut self, label: &str, value: &str) -> bool {
        let (bare, note) = noted(value);
        let Some(value) = number(bare) else { return false };
        let is_read = self.number(label, value);
        if is_read && !note.is_empty() {
            self.draft.unknown.push((self.line, format!("{label}: {note}")));
        }
        is_read
    }

    fn skill_with_note(&mut self, label: &str, value: &str) -> bool {
        let (bare, note) = noted(value);
        number(bare).or_else(|| rung(bare)).is_some_and(|rank| self.skill(label, rank, note))
    }

    fn choice(&mut self, at: usize, value: &str) -> bool {
        let Some((name, choices)) = self.design.choices.get(at) else { return false };
        let found = choices.iter().find(|word| key(word) == key(value));
        self.draft.choices.extend(found.map(|word| (name.clone(), word.clone())));
        found.is_some()
    }

    fn refer(&mut self, at: usize, value: &str) -> bool {
        let Some((name, kinds, worded)) = self.design.refers.get(at) else { return false };
        let text = match self.words.item(value, kinds) {
            Some(item) => item.path.clone(),
            None if *worded => slip_pack::quoted(&slip_printable::line(value)),
            None => return false,
        };
        self.draft.refers.insert(name.clone(), text);
        true
    }

    fn hold(&mut self, at: usize, value: &str) -> bool {
        let Some((list, _)) = self.design.holds.get(at) else { return false };
        for member in crate::arguments::members(value) {
            let (title, count) = match member.rsplit_once(['x', '\u{d7}']).and_then(|(title, count)| Some((title, count.parse().ok()?))) {
                Some((title, count)) => (title.trim(), count),
                None => (member, 1),
            };
            self.draft.holds.entry(list.clone()).or_default().push((title.to_owned(), count));
        }
        true
    }

    /// Reads a word that names a kind or a design. If it names neither this design nor its kind, it may be a stunt of this design.
    fn kind(&mut self, text: &str) -> bool {
        if !self.design.is_called(text) && self.design.stunt_names.exact(text).is_some() {
            self.stunt(text);
        }
        true
    }

    fn tech(&mut self, rank: i32) -> bool {
        let has = self.design.tech.is_some();
        if has {
            self.draft.tech = self.draft.tech.or(Some(rank));
        }
        has
    }

    fn skill(&mut self, title: &str, rank: i32, note: &str) -> bool {
        if self.design.skills.as_ref().is_none_or(|skills| skills.every) {
            return false;
        }
        let (title, subject) = match self.words.skill(title, self.design) {
            Some(_) => (title, ""),
            None => noted(title),
        };
        let Some((skill, true)) = self.words.skill(title, self.design) else { return false };
        let (name, has_subjects) = (skill.name.clone(), skill.has_subjects);
        self.draft.skills.want(&name, rank);
        for part in [subject, note].into_iter().filter(|part| !part.is_empty()) {
            let trained = self.training(part, &name);
            if !trained && has_subjects {
                self.draft.subjects.entry(name.clone()).or_default().push(part.to_owned());
            } else if !trained {
                self.draft.unknown.push((self.line, format!("{name}: {part}")));
            }
        }
        true
    }

    /// Reads `military-grade` after a skill: adds the stunt with this skill as its argument.
    fn training(&mut self, note: &str, skill: &str) -> bool {
        let rule = self.design.stunt_names.exact(note).and_then(|at| self.design.stunts.get(at));
        let Some(rule) = rule.filter(|rule| !rule.parameters.is_empty()) else { return false };
        let stunt = crate::draft::StuntDraft { name: rule.name.clone(), arguments: skill.to_owned(), count: 1 };
        self.draft.stunts.push(stunt);
        true
    }

    /// Reads a member of a list of stunts, which may be misspelt.
    fn listed_stunt(&mut self, text: &str) -> bool {
        self.stunt(text) || self.phrase(text) || self.guessed_stunt(text).map(|found| self.draft.stunts.extend(found)).is_some()
    }

    fn stunt(&mut self, text: &str) -> bool {
        let Some(found) = stunts(text, self.design, self.words) else { return false };
        for stunt in found {
            match self.draft.stunts.iter_mut().find(|other| other.name == stunt.name && other.arguments == stunt.arguments) {
                // The input lists a stunt twice that can be bought only once.
                Some(other) => {
                    let is_many = self.design.stunts.iter().any(|rule| rule.name == stunt.name && rule.many);
                    other.count = if is_many { other.count.saturating_add(stunt.count) } else { other.count.max(stunt.count) };
                }
                None => self.draft.stunts.push(stunt),
            }
        }
        true
    }

    /// Returns the stunt whose name is most similar to a text. Adds a remark that this is a guess.
    fn guessed_stunt(&mut self, text: &str) -> Option<Vec<crate::draft::StuntDraft>> {
        if !self.may_guess || text.len() < 4 || text.len() > 60 {
            return None;
        }
        let (at, near) = self.design.stunt_names.nearest(text)?;
        let rule = self.design.stunts.get(at).filter(|rule| rule.parameters.is_empty())?;
        self.draft.remarks.push(format!("\"{}\" was read as {}", slip_printable::line(text), near.replace('_', " ")));
        Some(vec![crate::draft::StuntDraft { name: rule.name.clone(), arguments: String::new(), count: 1 }])
    }

    fn aspect(&mut self, text: &str) -> bool {
        if !self.design.aspects {
            // Rules may give aspects to things that have no aspects of their own. Such aspects may be listed.
            let rule = self.design.derived_aspect(text).map(ToOwned::to_owned);
            let is_rule = rule.is_some();
            self.draft.aspects.extend(rule.map(|text| AspectDraft { text, is_given: true, ..AspectDraft::default() }));
            return is_rule;
        }
        let (bare, note) = noted(text);
        let mark =
            self.design.phases.iter().find(|(name, title)| key(title) == key(note) || *name == key(note)).map(|(name, _)| name.clone());
        let text = if mark.is_some() { bare } else { text };
        let is_new = self.draft.aspects.iter().all(|aspect| aspect.text != text);
        if is_new {
            self.draft.aspects.push(AspectDraft { text: text.to_owned(), mark, ..AspectDraft::default() });
        }
        true
    }

    fn gear(&mut self, text: &str) -> bool {
        if self.design.gear {
            self.draft.gear.push((self.line, text.to_owned()));
        }
        self.design.gear
    }

    fn consequences(&mut self) -> bool {
        if let Some(at) = self.design.flags.iter().position(|flag| flag == "consequences") {
            return self.flag(at);
        }
        self.design.takes_consequences
    }

    fn triple(&mut self, [first, second, third]: [i32; 3]) -> bool {
        let free: Vec<usize> = self.design.stats.iter().enumerate().filter(|(_, stat)| !stat.fixed).map(|(at, _)| at).collect();
        match free.as_slice() {
            [one, other] if self.design.tech.is_some() && self.design.ranges.is_empty() => {
                self.tech(first) && self.stat(*one, second) && self.stat(*other, third)
            }
            _ => false,
        }
    }

    fn code(&mut self, text: &str) -> bool {
        let name = self.design.code_of(text).map(ToOwned::to_owned);
        let is_code = name.is_some();
        self.draft.codes.extend(name.map(|name| (name, text.to_owned())));
        is_code
    }

    fn trade_code(&mut self, code: &str) -> bool {
        let rule = self.design.abbreviated_aspect(code).map(ToOwned::to_owned);
        let is_rule = rule.is_some();
        self.draft.aspects.extend(rule.map(|text| AspectDraft { text, is_given: true, ..AspectDraft::default() }));
        is_rule
    }

    /// Reads words without a number: a stunt, a flag, the word of a choice, an aspect of the rules.
    fn phrase(&mut self, text: &str) -> bool {
        if self.stunt(text) {
            return true;
        }
        if let Some(rank) = tech(text) {
            return self.tech(rank);
        }
        if let Some(DesignLabel::Flag(at)) = self.design.labels.exact(text) {
            return self.flag(at);
        }
        let choice = self.design.choices.iter().position(|(_, choices)| choices.iter().any(|word| key(word) == key(text)));
        if let Some(at) = choice {
            return self.choice(at, text);
        }
        if let Some(rule) = self.design.derived_aspect(text).map(ToOwned::to_owned) {
            return self.aspect(&rule);
        }
        false
    }
}
