//! The arithmetic of a purchase: what every stat, track and stunt costs, what may be spent, and the ledger of both.
//!
//! Legality is not asked here: an illegal rank is priced as if at its cap (R-D3), so that the other numbers stay useful.

use super::building;
use super::design::{Clause, Design, Fixed, StatRule, TrackRule, Valued, digit};
use super::formula::{DesignFormula, Part as ThingPart, Variable};
use super::purchase::{Bought, Purchase, Thing};
use super::unknown::Unknown;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Argument;
use slip_pack::formula::Fault;
use slip_pack::item::Account;
use slip_pack::ruleset::{Rules, Setting};
use slip_source::Span;
use std::collections::BTreeMap;

/// The values of a design's names for one item (or one mode of it).
#[derive(Clone, Debug)]
pub struct Values<'a> {
    /// Technology; 0 for designs without.
    pub tech: i64,
    /// Technology of the place where it is bought.
    pub local: i64,
    /// Ranks as bought.
    pub stats: Vec<i64>,
    /// How much effects lift the cap of each statistic; empty if none does.
    pub lifts: Vec<i64>,
    /// Which of the statistics the author wrote.
    pub written: Vec<bool>,
    /// Boxes as bought.
    pub tracks: Vec<i64>,
    /// Flags.
    pub flags: &'a [bool],
    /// Things held.
    pub holds: &'a [i64],
    /// Counts of stunts.
    pub stunts: Vec<i64>,
    /// How many stunts of each group.
    pub groups: BTreeMap<EcoString, i64>,
    /// Skill ranks.
    pub skills: &'a BTreeMap<EcoString, i64>,
    /// Words chosen, by their place from 1; 0 for none.
    pub choices: &'a [i64],
    /// Which references are written.
    pub refers: &'a [Option<(DeclId, Span)>],
    /// Statistics and tracks of what references name.
    pub refer_stats: &'a [BTreeMap<EcoString, i64>],
    /// Aspects the author wrote.
    pub aspects: i64,
    /// Rules in force.
    pub rules: Option<&'a Rules>,
    /// The arguments of the stunt under judgement.
    pub arguments: &'a [(EcoString, Argument)],
    /// What the things among them are, and the highest technology at which each may be had.
    pub things: &'a [(EcoString, Thing)],
    /// The highest technology at which things may be had where the owner lives.
    pub tech_limit: i64,
    /// How much further single things may go, by name.
    pub raised: &'a BTreeMap<EcoString, i64>,
    /// What has no value that anybody knows; a formula that reads it has none either.
    pub unknown: Unknown,
}

/// Nothing is ever above this technology.
pub const MOST_TECH: i64 = 4;

impl<'a> Values<'a> {
    /// Values of a question about the rules alone; `none` is a table without entries.
    pub fn of_rules(rules: Option<&'a Rules>, none: &'a BTreeMap<EcoString, i64>) -> Self {
        Values {
            tech: 0,
            local: 0,
            stats: Vec::new(),
            lifts: Vec::new(),
            written: Vec::new(),
            tracks: Vec::new(),
            flags: &[],
            holds: &[],
            stunts: Vec::new(),
            groups: BTreeMap::new(),
            skills: none,
            choices: &[],
            refers: &[],
            refer_stats: &[],
            aspects: 0,
            rules,
            arguments: &[],
            things: &[],
            tech_limit: MOST_TECH,
            raised: none,
            unknown: Unknown::default(),
        }
    }
}

impl Values<'_> {
    /// The value of a formula; `rank` is what is priced, in costs.
    ///
    /// # Errors
    /// The formula's own fault.
    pub fn eval(&self, formula: &DesignFormula, rank: i64) -> Result<i64, Fault> {
        formula.eval(&mut |variable| {
            let unknown = !self.unknown.is_empty() && self.unknown.covers(variable, self);
            if unknown { Err(Fault::Unknown) } else { Ok(self.look(variable, rank)) }
        })
    }

    /// The cap of a statistic with what effects lift it.
    ///
    /// # Errors
    /// The formula's own fault.
    pub fn high(&self, rule: &StatRule, at: usize) -> Result<i64, Fault> {
        // What lifts a cap may ask for what nobody knows.
        if !self.lifts.is_empty() && !self.unknown.is_certain() {
            return Err(Fault::Unknown);
        }
        Ok(self.eval(&rule.high, 0)?.saturating_add(self.lifts.get(at).copied().unwrap_or(0)))
    }

    /// True if a condition holds; one that has no value does not.
    pub fn holds(&self, formula: &DesignFormula) -> bool {
        self.eval(formula, 0).is_ok_and(|value| value != 0)
    }

    /// True if a condition does not hold, whatever it is that nobody knows.
    pub fn denies(&self, formula: &DesignFormula) -> bool {
        match self.eval(formula, 0) {
            Ok(value) => value == 0,
            Err(fault) => fault != Fault::Unknown,
        }
    }

    /// True if a formula rests on something that nobody knows.
    pub fn is_unsure(&self, formula: &DesignFormula) -> bool {
        self.eval(formula, 0) == Err(Fault::Unknown)
    }

    fn look(&self, variable: &Variable, rank: i64) -> i64 {
        let at = |list: &[i64], index: usize| list.get(index).copied().unwrap_or(0);
        match variable {
            Variable::Tech => self.tech,
            Variable::Local => self.local,
            Variable::Rank => rank,
            Variable::Stat(index) => at(&self.stats, *index),
            Variable::Track(index) => at(&self.tracks, *index),
            Variable::Flag(index) => i64::from(self.flags.get(*index).copied().unwrap_or(false)),
            Variable::Hold(index) => at(self.holds, *index),
            Variable::Stunt(index) => at(&self.stunts, *index),
            Variable::Group(name) => self.groups.get(name).copied().unwrap_or(0),
            Variable::Skill(name) => self.skills.get(name).copied().unwrap_or(0),
            Variable::Apex => self.skills.values().copied().max().unwrap_or(0),
            Variable::Aspects => self.aspects,
            Variable::Parameter(name) => self.parameter(name),
            Variable::PartOf(part, name) => self.part_of(*part, name),
            Variable::IsA(name, word) => i64::from(self.thing(name).is_some_and(|thing| thing.words.contains(word))),
            Variable::Choice(index) => at(self.choices, *index),
            Variable::Refers(index) => i64::from(self.refers.get(*index).is_some_and(Option::is_some)),
            Variable::Written(index) => i64::from(self.written.get(*index).copied().unwrap_or(false)),
            Variable::StatOf(index, stat) => self.refer_stats.get(*index).and_then(|stats| stats.get(stat)).copied().unwrap_or(0),
            Variable::Trained(skills) => {
                i64::try_from(skills.iter().filter(|skill| self.skills.get(*skill).is_some_and(|rank| *rank >= 1)).count()).unwrap_or(0)
            }
            Variable::Setting(name, value) => i64::from(self.setting(name, value)),
        }
    }

    /// A skill by its rank, anything else that counts by its number.
    fn parameter(&self, name: &str) -> i64 {
        match self.arguments.iter().find(|(param, _)| param == name) {
            Some((_, Argument::Number(value))) => *value,
            Some((_, Argument::Name(skill))) => self.skills.get(skill).copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn thing(&self, param: &str) -> Option<&Thing> {
        self.things.iter().find(|(name, _)| name == param).map(|(_, thing)| thing)
    }

    fn part_of(&self, part: ThingPart, param: &str) -> i64 {
        let named = self.arguments.iter().find(|(name, _)| name == param);
        match part {
            ThingPart::Tech => self.thing(param).map_or(0, |thing| thing.tech),
            ThingPart::TechLimit => {
                let raised = match named {
                    Some((_, Argument::Name(thing))) => self.raised.get(thing).copied().unwrap_or(0),
                    _ => 0,
                };
                self.tech_limit.saturating_add(raised).min(MOST_TECH)
            }
        }
    }

    fn setting(&self, name: &str, value: &str) -> bool {
        match self.rules.and_then(|rules| rules.settings.get(name)) {
            Some(Setting::Word(word)) => word == value,
            Some(Setting::Int(number)) => value.parse() == Ok(*number),
            None => false,
        }
    }
}

/// A sum as packs keep it; one that is farther from nothing than they can say is as far as they can.
pub fn clamped(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

/// One addend with its place in the text, if the author wrote it.
#[derive(Clone, Debug)]
pub struct Line {
    /// Which account.
    pub account: Account,
    /// What it is.
    pub what: EcoString,
    /// How much.
    pub points: i64,
    /// The author's line, or the design's where nobody wrote it.
    pub span: Span,
    /// True if the author wrote it.
    pub written: bool,
    /// What may be changed to lower it.
    pub part: Part,
}

/// Which purchase a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A stat.
    Stat(usize),
    /// A track.
    Track(usize),
    /// A purchase of a stunt, by its place in [`Bought::stunts`].
    Stunt(usize),
    /// Something else.
    Other,
}

/// The account of one item or mode.
#[derive(Clone, Debug)]
pub struct Reckoning<'a> {
    /// The values of names.
    pub values: Values<'a>,
    /// The addends of what is spent.
    pub lines: Vec<Line>,
    /// Their sum.
    pub spent: i64,
    /// True if a part of it rests on something that nobody knows.
    pub unsure: bool,
    /// Formulas that have no value: what, where the formula is, why.
    pub faults: Vec<(EcoString, Span, Fault)>,
}

/// Reckons what is spent.
pub fn reckon<'a>(
    design: &Design,
    purchase: &'a Purchase<'_>,
    bought: &Bought,
    skills: &'a BTreeMap<EcoString, i64>,
    rules: Option<&'a Rules>,
) -> Reckoning<'a> {
    let tech = purchase.tech.map_or(0, |tech| tech.value);
    let mut stunts = vec![0_i64; design.stunts.len()];
    let mut groups = BTreeMap::new();
    for stunt in &bought.stunts {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        if let Some(group) = &rule.group {
            let total: &mut i64 = groups.entry(group.clone()).or_default();
            // One that may be bought once only counts once, and its count is reported for itself.
            *total = total.saturating_add(if rule.many { stunt.count } else { 1 });
        }
        if let Some(count) = stunts.get_mut(stunt.rule) {
            *count = count.saturating_add(stunt.count);
        }
    }
    let values = Values {
        tech,
        local: tech,
        stats: vec![0; design.stats.len()],
        lifts: Vec::new(),
        written: bought.stats.iter().map(Option::is_some).collect(),
        tracks: vec![0; design.tracks.len()],
        flags: &purchase.flags,
        holds: &purchase.holds,
        stunts,
        groups,
        skills,
        choices: &purchase.choices,
        refers: &purchase.refers,
        refer_stats: &purchase.refer_stats,
        aspects: i64::try_from(purchase.aspects.len()).unwrap_or(i64::MAX),
        rules,
        arguments: &[],
        things: &[],
        tech_limit: purchase.tech_limit,
        raised: &purchase.raised,
        unknown: purchase.unknown.clone(),
    };
    let count = design.stats.len() + bought.stunts.len();
    let mut reckoning = Reckoning { values, lines: Vec::with_capacity(count), spent: 0, unsure: false, faults: Vec::new() };
    reckoning.values(design, purchase, bought);
    reckoning.stats(design, bought);
    reckoning.tracks(design, purchase);
    reckoning.stunts(design, bought);
    for (what, span) in &bought.foreign {
        reckoning.add(what.clone(), 0, *span, true, Part::Other);
    }
    // A stunt that could not be understood is priced at nothing, as one that is not sold (R-XD1); only what asks for it is not judged.
    reckoning.values.unknown.stunts = bought.misread;
    reckoning
}

impl Reckoning<'_> {
    fn add(&mut self, what: EcoString, points: i64, span: Span, written: bool, part: Part) {
        self.spent = self.spent.saturating_add(points);
        self.lines.push(Line { account: Account::Spent, what, points, span, written, part });
    }

    /// A formula's value, or 0 and a fault on record; none if it rests on something that nobody knows.
    fn known(&mut self, formula: &DesignFormula, rank: i64, what: &str, span: Span) -> Option<i64> {
        match self.values.eval(formula, rank) {
            Ok(value) => Some(value),
            Err(Fault::Unknown) => None,
            Err(fault) => {
                self.faults.push((what.into(), span, fault));
                Some(0)
            }
        }
    }

    /// What something costs; nothing if that is not known, and then the sum is not known either.
    fn cost(&mut self, formula: &DesignFormula, rank: i64, what: &str, span: Span) -> i64 {
        let cost = self.known(formula, rank, what, span);
        self.unsure |= cost.is_none();
        cost.unwrap_or(0)
    }

    /// Ranks and boxes, all before the first price: each where those are known that its base names.
    fn values(&mut self, design: &Design, purchase: &Purchase<'_>, bought: &Bought) {
        for valued in &design.order {
            match *valued {
                Valued::Stat(at) => self.rank(design, bought, at),
                Valued::Track(at) => self.boxes(design, purchase, at),
            }
        }
        self.values.lifts = building::lifts(design, bought, &self.values);
    }

    fn rank(&mut self, design: &Design, bought: &Bought, at: usize) {
        let (Some(rule), Some(written)) = (design.stats.get(at), bought.stats.get(at)) else { return };
        let rank = match written {
            Some(written) => Some(written.value),
            None if self.values.unknown.has(&Variable::Stat(at)) => None,
            None => self.known(&rule.base, 0, &rule.name, rule.span),
        };
        let Some(rank) = rank else {
            self.values.unknown.lose(Variable::Stat(at));
            return;
        };
        if let Some(slot) = self.values.stats.get_mut(at) {
            *slot = rank;
        }
    }

    fn boxes(&mut self, design: &Design, purchase: &Purchase<'_>, at: usize) {
        let (Some(rule), Some(written)) = (design.tracks.get(at), purchase.tracks.get(at)) else { return };
        let base = self.known(&rule.base, 0, &rule.name, rule.span);
        let Some(boxes) = written.filter(|_| !self.is_fixed(rule)).map(|written| written.value).or(base) else {
            self.values.unknown.lose(Variable::Track(at));
            return;
        };
        if let Some(slot) = self.values.tracks.get_mut(at) {
            *slot = boxes;
        }
    }

    /// A track that may not be changed stays as it is, and nothing is paid for it.
    fn is_fixed(&self, rule: &TrackRule) -> bool {
        match &rule.fixed {
            Fixed::No => false,
            Fixed::Always => true,
            Fixed::When(condition) => self.values.holds(&condition.formula),
        }
    }

    fn stats(&mut self, design: &Design, bought: &Bought) {
        for (at, (rule, written)) in design.stats.iter().zip(&bought.stats).enumerate() {
            let rank = self.values.stats.get(at).copied().unwrap_or(0);
            let Some(cost) = &rule.cost else { continue };
            if self.values.unknown.has(&Variable::Stat(at)) {
                self.unsure = true;
                continue;
            }
            let low = self.known(&rule.low, 0, &rule.name, rule.span);
            let lift = self.values.lifts.get(at).copied().unwrap_or(0);
            let high = self.known(&rule.high, 0, &rule.name, rule.span).map(|high| high.saturating_add(lift));
            let points = match (low, high) {
                (Some(low), Some(high)) if high < low => 0,
                (Some(low), Some(high)) => self.cost(cost, rank.clamp(low, high), &rule.name, rule.span),
                // A cap that nobody knows is not known to be passed.
                _ => self.values.eval(cost, rank).unwrap_or_else(|_| {
                    self.unsure = true;
                    0
                }),
            };
            if points != 0 || written.is_some() {
                let span = written.map_or(rule.span, |written| written.span);
                let what = ecow::eco_format!("{} {}", rule.name, digit(rank, &rule.letters));
                self.add(what, points, span, written.is_some(), Part::Stat(at));
            }
        }
    }

    fn tracks(&mut self, design: &Design, purchase: &Purchase<'_>) {
        for (at, (rule, written)) in design.tracks.iter().zip(&purchase.tracks).enumerate() {
            let (Some(cost), Some(written)) = (&rule.cost, written.filter(|_| !self.is_fixed(rule))) else { continue };
            let boxes = written.value;
            self.unsure |= matches!(&rule.fixed, Fixed::When(condition) if self.values.is_unsure(&condition.formula));
            let points = self.cost(cost, boxes.max(0), &rule.name, rule.span);
            self.add(ecow::eco_format!("{} {boxes}", rule.name), points, written.span, true, Part::Track(at));
        }
    }

    fn stunts(&mut self, design: &Design, bought: &Bought) {
        for (at, stunt) in bought.stunts.iter().enumerate() {
            let Some(rule) = design.stunts.get(stunt.rule).filter(|_| stunt.given.is_none()) else { continue };
            if rule.only.as_ref().is_some_and(|only| self.values.denies(&only.formula)) || rule.other_game(design).is_some() {
                // Not sold under the rules in force, or in this game: reported, and nothing is paid for it.
                self.add(stunt_words(&rule.name, stunt), 0, stunt.span, true, Part::Other);
                continue;
            }
            let each = match &rule.cost {
                Some(cost) => self.cost(&cost.formula, 0, &rule.name, cost.span),
                None => 0,
            };
            if rule.cost.is_none() && (design.budget.is_none() || rule.modes.is_some()) {
                continue;
            }
            self.add(stunt_words(&rule.name, stunt), each.saturating_mul(stunt.count), stunt.span, true, Part::Stunt(at));
        }
    }

    /// The value of a clause with a ledger line for each addend; none if it rests on something that nobody knows.
    pub fn clause(&mut self, clause: &Clause, account: Account) -> Option<i64> {
        let stunts = std::mem::take(&mut self.values.unknown.stunts);
        let total = self.sum(clause, account);
        self.values.unknown.stunts = stunts;
        total
    }

    fn sum(&mut self, clause: &Clause, account: Account) -> Option<i64> {
        let total = self.known(&clause.formula, 0, &clause.text, clause.span)?;
        for (sign, formula, text) in &clause.terms {
            let points = self.known(formula, 0, text, clause.span)?.saturating_mul(*sign);
            if points != 0 || clause.terms.len() == 1 {
                let line = Line { account, what: text.clone(), points, span: clause.span, written: false, part: Part::Other };
                self.lines.push(line);
            }
        }
        Some(total)
    }
}

/// `stunt military_grade(pilot) x2`
pub fn stunt_words(name: &str, stunt: &super::purchase::BoughtStunt) -> EcoString {
    let mut words = ecow::eco_format!("stunt {name}");
    if !stunt.args.is_empty() {
        words.push_str("(");
        words.push_str(&stunt.args.join(", "));
        words.push_str(")");
    }
    if stunt.count != 1 {
        words.push_str(&format!(" x{}", stunt.count));
    }
    words
}
