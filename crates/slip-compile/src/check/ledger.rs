//! Computes the points of an item: the cost of every statistic, track and stunt, the budget, and the ledger lines of both.
//!
//! Rules are not checked here. An illegal rank costs as much as its cap (R-D3), so that the other numbers stay useful.

use super::building_effects;
use super::design::{Clause, Design, Fixed, StatRule, TrackRule, Valued, digit};
use super::formula::{DesignFormula, FormulaVariable, ItemNumber as ThingPart};
use super::read_purchase::{ArgumentThing, Bought, BoughtStunt, ItemPurchase};
use super::unknown_values::Unknown;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Argument;
use slip_pack::formula::FormulaError;
use slip_pack::item::Account;
use slip_pack::ruleset::{Rules, Setting};
use slip_source::Span;
use std::collections::BTreeMap;

/// Values of all names that formulas of a design may use, for one item or mode.
#[derive(Clone, Debug)]
pub struct FormulaValues<'a> {
    /// Technology of the item; 0 for designs without technology.
    pub tech: i64,
    /// Technology of the place where the item is bought.
    pub local: i64,
    /// Rank of each statistic as bought, before effects.
    pub stats: Vec<i64>,
    /// Amount by which effects raise the cap of each statistic; empty if effects raise no cap.
    pub lifts: Vec<i64>,
    /// For each statistic, true if the author wrote its rank.
    pub written: Vec<bool>,
    /// Boxes of the tracks as bought, before effects.
    pub tracks: Vec<i64>,
    /// Value of each flag of the design.
    pub flags: &'a [bool],
    /// Number of items in each list of the design, such as `fighters`.
    pub holds: &'a [i64],
    /// Number of purchases of each stunt.
    pub stunts: Vec<i64>,
    /// Number of bought stunts in each group.
    pub groups: BTreeMap<EcoString, i64>,
    /// Number of bought stunts, as the design's entry `stunt_count` counts them.
    pub bought: i64,
    /// Rank of each skill.
    pub skills: &'a BTreeMap<EcoString, i64>,
    /// For each choice, the position of the chosen word, counted from 1; 0 if no word was chosen.
    pub choices: &'a [i64],
    /// Items that the author's references name, each with its span; `None` if a reference is not written.
    pub refers: &'a [Option<(DeclId, Span)>],
    /// For each reference, the statistics and tracks of the referenced item.
    pub refer_stats: &'a [BTreeMap<EcoString, i64>],
    /// Number of aspects that the author wrote.
    pub aspects: i64,
    /// Rules in force for the item.
    pub rules: Option<&'a Rules>,
    /// Arguments of the stunt that is being checked.
    pub arguments: &'a [(EcoString, Argument)],
    /// For each parameter of the stunt, the item or skill that is its argument.
    pub things: &'a [(EcoString, ArgumentThing)],
    /// Highest technology available in the place where the owner lives.
    pub tech_limit: i64,
    /// For each item by name, the amount by which effects raise `tech_limit` for this item alone.
    pub raised: &'a BTreeMap<EcoString, i64>,
    /// Values that are unknown; a formula that uses one of these has no value.
    pub unknown: Unknown,
}

/// Highest technology level.
pub const MOST_TECH: i64 = 4;

impl<'a> FormulaValues<'a> {
    /// Creates the values for conditions that depend only on rules and not on an item. The result borrows the empty table `none`.
    pub fn of_rules(rules: Option<&'a Rules>, none: &'a BTreeMap<EcoString, i64>) -> Self {
        FormulaValues {
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
            bought: 0,
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

impl FormulaValues<'_> {
    /// Returns the value of a formula; `rank` is the rank whose cost is computed.
    ///
    /// # Errors
    ///
    /// An error if the formula has a fault, or if it depends on an unknown value.
    pub fn eval(&self, formula: &DesignFormula, rank: i64) -> Result<i64, FormulaError> {
        formula.eval(&mut |variable| {
            let unknown = !self.unknown.is_empty() && self.unknown.covers(variable, self);
            if unknown { Err(FormulaError::Unknown) } else { Ok(self.look(variable, rank)) }
        })
    }

    /// Returns the highest rank that a statistic may have (its cap), with the amounts by which effects raise it.
    ///
    /// # Errors
    ///
    /// An error if the formula has a fault, or if it depends on an unknown value.
    pub fn high(&self, rule: &StatRule, at: usize) -> Result<i64, FormulaError> {
        // If effects raise caps and any number is unknown, the cap is unknown too.
        if !self.lifts.is_empty() && !self.unknown.is_certain() {
            return Err(FormulaError::Unknown);
        }
        Ok(self.eval(&rule.high, 0)?.saturating_add(self.lifts.get(at).copied().unwrap_or(0)))
    }

    /// Returns the number by which a purchase increases the count of an item's stunts. Each purchase counts as the stunt's entry `takes`
    /// states, or as 1. A stunt that the design gives for free counts as 0.
    pub fn taken(&self, design: &Design, stunt: &BoughtStunt) -> i64 {
        if stunt.given.is_some() {
            return 0;
        }
        let takes = design.stunts.get(stunt.rule).and_then(|rule| rule.takes.as_ref());
        let with_arguments = || FormulaValues { arguments: &stunt.filled, things: &stunt.things, ..self.clone() };
        let each = takes.map_or(1, |takes| with_arguments().eval(takes, 0).unwrap_or(1));
        each.max(0).saturating_mul(stunt.count)
    }

    /// True if a condition is true; false if the condition has no value.
    pub fn holds(&self, formula: &DesignFormula) -> bool {
        self.eval(formula, 0).is_ok_and(|value| value != 0)
    }

    /// True if a condition is false or has a fault. If a condition depends on an unknown value, the result is false.
    pub fn denies(&self, formula: &DesignFormula) -> bool {
        match self.eval(formula, 0) {
            Ok(value) => value == 0,
            Err(fault) => fault != FormulaError::Unknown,
        }
    }

    /// True if the value of a formula is unknown, because it depends on an unknown value.
    pub fn is_unsure(&self, formula: &DesignFormula) -> bool {
        self.eval(formula, 0) == Err(FormulaError::Unknown)
    }

    fn look(&self, variable: &FormulaVariable, rank: i64) -> i64 {
        let at = |list: &[i64], index: usize| list.get(index).copied().unwrap_or(0);
        match variable {
            FormulaVariable::Tech => self.tech,
            FormulaVariable::Local => self.local,
            FormulaVariable::Rank => rank,
            FormulaVariable::Stat(index) => at(&self.stats, *index),
            FormulaVariable::Track(index) => at(&self.tracks, *index),
            FormulaVariable::Flag(index) => i64::from(self.flags.get(*index).copied().unwrap_or(false)),
            FormulaVariable::Hold(index) => at(self.holds, *index),
            FormulaVariable::Stunt(index) => at(&self.stunts, *index),
            FormulaVariable::Group(name) => self.groups.get(name).copied().unwrap_or(0),
            FormulaVariable::Skill(name) => self.skills.get(name).copied().unwrap_or(0),
            FormulaVariable::Apex => self.skills.values().copied().max().unwrap_or(0),
            FormulaVariable::Stunts => self.bought,
            FormulaVariable::Aspects => self.aspects,
            FormulaVariable::Parameter(name) => self.parameter(name),
            FormulaVariable::PartOf(part, name) => self.part_of(*part, name),
            FormulaVariable::IsA(name, word) => i64::from(self.thing(name).is_some_and(|thing| thing.words.contains(word))),
            FormulaVariable::Choice(index) => at(self.choices, *index),
            FormulaVariable::Refers(index) => i64::from(self.refers.get(*index).is_some_and(Option::is_some)),
            FormulaVariable::Written(index) => i64::from(self.written.get(*index).copied().unwrap_or(false)),
            FormulaVariable::StatOf(index, stat) => self.refer_stats.get(*index).and_then(|stats| stats.get(stat)).copied().unwrap_or(0),
            FormulaVariable::Trained(skills) => {
                i64::try_from(skills.iter().filter(|skill| self.skills.get(*skill).is_some_and(|rank| *rank >= 1)).count()).unwrap_or(0)
            }
            FormulaVariable::Setting(name, value) => i64::from(self.setting(name, value)),
        }
    }

    /// Returns the value of a stunt's parameter: the rank of a skill, or a number.
    fn parameter(&self, name: &str) -> i64 {
        match self.arguments.iter().find(|(param, _)| param == name) {
            Some((_, Argument::Number(value))) => *value,
            Some((_, Argument::Name(skill))) => self.skills.get(skill).copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn thing(&self, param: &str) -> Option<&ArgumentThing> {
        self.things.iter().find(|(name, _)| name == param).map(|(_, thing)| thing)
    }

    fn part_of(&self, part: ThingPart, param: &str) -> i64 {
        let named = self.arguments.iter().find(|(name, _)| name == param);
        match part {
            ThingPart::Tech => self.thing(param).map_or(0, |thing| thing.tech),
            ThingPart::TechLimit => {
                let raised = match named {
                    Some((_, Argument::Name(name))) => {
                        let key = self.thing(param).filter(|thing| thing.id.is_some()).map_or_else(|| name.clone(), ArgumentThing::key);
                        self.raised.get(&key).copied().unwrap_or(0)
                    }
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

/// Clamps a sum to the range that packs can store.
pub fn clamped(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

/// Line of a ledger: an amount that is added to the sum of its account.
#[derive(Clone, Debug)]
pub struct LedgerAddend {
    /// Account that the addend belongs to.
    pub account: Account,
    /// Description of the addend.
    pub what: EcoString,
    /// Points of the addend.
    pub points: i64,
    /// Span of the author's entry, or of the design's entry if the author wrote none.
    pub span: Span,
    /// True if the addend comes from an entry that the author wrote.
    pub written: bool,
    /// Purchase that can be changed to lower the addend.
    pub part: LedgerPurchase,
}

/// Purchase that a ledger line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerPurchase {
    /// A statistic, by its index in the design.
    Stat(usize),
    /// A stress track, by its index in the design.
    Track(usize),
    /// The purchase of a stunt, by its index in [`Bought::stunts`].
    Stunt(usize),
    /// Part of a cost that no single purchase causes.
    Other,
}

/// Points of one item or mode: the sum, its addends and the faults.
#[derive(Clone, Debug)]
pub struct PointsSum<'a> {
    /// Values of the names in formulas.
    pub values: FormulaValues<'a>,
    /// Addends of the points spent.
    pub lines: Vec<LedgerAddend>,
    /// Sum of the points spent.
    pub spent: i64,
    /// True if a part of the sum depends on an unknown value.
    pub unsure: bool,
    /// Formulas that could not be computed: the description, span and error of each.
    pub faults: Vec<(EcoString, Span, FormulaError)>,
}

/// Computes the points spent by one item or mode.
pub fn reckon<'a>(
    design: &Design,
    purchase: &'a ItemPurchase<'_>,
    bought: &Bought,
    skills: &'a BTreeMap<EcoString, i64>,
    rules: Option<&'a Rules>,
) -> PointsSum<'a> {
    let tech = purchase.tech.map_or(0, |tech| tech.value);
    let mut stunts = vec![0_i64; design.stunts.len()];
    let mut groups = BTreeMap::new();
    for stunt in &bought.stunts {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        if let Some(group) = &rule.group {
            let total: &mut i64 = groups.entry(group.clone()).or_default();
            // A stunt that may be bought only once counts once here. A higher count is reported separately.
            *total = total.saturating_add(if rule.many { stunt.count } else { 1 });
        }
        if let Some(count) = stunts.get_mut(stunt.rule) {
            *count = count.saturating_add(stunt.count);
        }
    }
    let values = FormulaValues {
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
        bought: 0,
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
    let mut reckoning = PointsSum { values, lines: Vec::with_capacity(count), spent: 0, unsure: false, faults: Vec::new() };
    let taken = bought.stunts.iter().map(|stunt| reckoning.values.taken(design, stunt)).fold(0, i64::saturating_add);
    reckoning.values.bought = taken;
    reckoning.values(design, purchase, bought);
    reckoning.stats(design, bought);
    reckoning.tracks(design, purchase);
    reckoning.stunts(design, bought);
    for (what, span) in &bought.foreign {
        reckoning.add(what.clone(), 0, *span, true, LedgerPurchase::Other);
    }
    // A stunt that could not be understood has so far counted as free, like a stunt that is not sold (R-XD1). From here on, the number of
    // purchases of every stunt is unknown, so that no stunt is reported as missing.
    reckoning.values.unknown.stunts = bought.misread;
    reckoning
}

impl PointsSum<'_> {
    fn add(&mut self, what: EcoString, points: i64, span: Span, written: bool, part: LedgerPurchase) {
        self.spent = self.spent.saturating_add(points);
        self.lines.push(LedgerAddend { account: Account::Spent, what, points, span, written, part });
    }

    /// Returns the value of a formula. If the formula has a fault, the fault is recorded and the value is 0. Returns `None` if the formula
    /// depends on an unknown value.
    fn known(&mut self, formula: &DesignFormula, rank: i64, what: &str, span: Span) -> Option<i64> {
        let value = self.values.eval(formula, rank);
        self.noted(value, what, span)
    }

    /// Returns a computed value. If the formula has a fault, records the fault and returns 0. `None` if the formula depends on an unknown
    /// value.
    fn noted(&mut self, value: Result<i64, FormulaError>, what: &str, span: Span) -> Option<i64> {
        match value {
            Ok(value) => Some(value),
            Err(FormulaError::Unknown) => None,
            Err(fault) => {
                self.faults.push((what.into(), span, fault));
                Some(0)
            }
        }
    }

    /// Returns a cost; 0 if the cost is unknown, in which case the sum is marked as unsure.
    fn cost(&mut self, formula: &DesignFormula, rank: i64, what: &str, span: Span) -> i64 {
        let cost = self.known(formula, rank, what, span);
        self.unsure |= cost.is_none();
        cost.unwrap_or(0)
    }

    /// Returns the cost of one purchase of a stunt as a formula. The parameters of the stunt may occur in the formula.
    fn cost_of_stunt(&mut self, cost: &Clause, stunt: &BoughtStunt, what: &str) -> i64 {
        if !names_parameters(&cost.formula) {
            return self.cost(&cost.formula, 0, what, cost.span);
        }
        let values = FormulaValues { arguments: &stunt.filled, things: &stunt.things, ..self.values.clone() };
        let value = values.eval(&cost.formula, 0);
        let cost = self.noted(value, what, cost.span);
        self.unsure |= cost.is_none();
        cost.unwrap_or(0)
    }

    /// Computes all ranks and boxes; the costs are computed from them. The order follows the base formulas: a value comes after the values
    /// that its formula uses.
    fn values(&mut self, design: &Design, purchase: &ItemPurchase<'_>, bought: &Bought) {
        for valued in &design.order {
            match *valued {
                Valued::Stat(at) => self.rank(design, bought, at),
                Valued::Track(at) => self.boxes(design, purchase, at),
            }
        }
        self.values.lifts = building_effects::lifts(design, bought, &self.values);
    }

    fn rank(&mut self, design: &Design, bought: &Bought, at: usize) {
        let (Some(rule), Some(written)) = (design.stats.get(at), bought.stats.get(at)) else { return };
        let rank = match written {
            Some(written) => Some(written.value),
            None if self.values.unknown.has(&FormulaVariable::Stat(at)) => None,
            None => self.known(&rule.base, 0, &rule.name, rule.span),
        };
        let Some(rank) = rank else {
            self.values.unknown.lose(FormulaVariable::Stat(at));
            return;
        };
        if let Some(slot) = self.values.stats.get_mut(at) {
            *slot = rank;
        }
    }

    fn boxes(&mut self, design: &Design, purchase: &ItemPurchase<'_>, at: usize) {
        let (Some(rule), Some(written)) = (design.tracks.get(at), purchase.tracks.get(at)) else { return };
        let base = self.known(&rule.base, 0, &rule.name, rule.span);
        let Some(boxes) = written.filter(|_| !self.is_fixed(rule)).map(|written| written.value).or(base) else {
            self.values.unknown.lose(FormulaVariable::Track(at));
            return;
        };
        if let Some(slot) = self.values.tracks.get_mut(at) {
            *slot = boxes;
        }
    }

    /// True if the number of boxes of a track may not be changed; the track then costs nothing.
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
            if self.values.unknown.has(&FormulaVariable::Stat(at)) {
                self.unsure = true;
                continue;
            }
            let low = self.known(&rule.low, 0, &rule.name, rule.span);
            let lift = self.values.lifts.get(at).copied().unwrap_or(0);
            let high = self.known(&rule.high, 0, &rule.name, rule.span).map(|high| high.saturating_add(lift));
            let points = match (low, high) {
                (Some(low), Some(high)) if high < low => 0,
                (Some(low), Some(high)) => self.cost(cost, rank.clamp(low, high), &rule.name, rule.span),
                // The limits of the statistic are unknown too, so the rank is not clamped to them before its cost is computed.
                _ => self.values.eval(cost, rank).unwrap_or_else(|_| {
                    self.unsure = true;
                    0
                }),
            };
            if points != 0 || written.is_some() {
                let span = written.map_or(rule.span, |written| written.span);
                let what = ecow::eco_format!("{} {}", rule.name, digit(rank, &rule.letters));
                self.add(what, points, span, written.is_some(), LedgerPurchase::Stat(at));
            }
        }
    }

    fn tracks(&mut self, design: &Design, purchase: &ItemPurchase<'_>) {
        for (at, (rule, written)) in design.tracks.iter().zip(&purchase.tracks).enumerate() {
            let (Some(cost), Some(written)) = (&rule.cost, written.filter(|_| !self.is_fixed(rule))) else { continue };
            let boxes = written.value;
            self.unsure |= matches!(&rule.fixed, Fixed::When(condition) if self.values.is_unsure(&condition.formula));
            let points = self.cost(cost, boxes.max(0), &rule.name, rule.span);
            self.add(ecow::eco_format!("{} {boxes}", rule.name), points, written.span, true, LedgerPurchase::Track(at));
        }
    }

    fn stunts(&mut self, design: &Design, bought: &Bought) {
        for (at, stunt) in bought.stunts.iter().enumerate() {
            let Some(rule) = design.stunts.get(stunt.rule).filter(|_| stunt.given.is_none()) else { continue };
            if rule.only.as_ref().is_some_and(|only| self.values.denies(&only.formula))
                || rule.other_game(design, self.values.rules).is_some()
            {
                // The design does not sell this stunt under these rules or in this game. That was reported, so the purchase costs nothing.
                self.add(stunt_words(&rule.name, stunt), 0, stunt.span, true, LedgerPurchase::Other);
                continue;
            }
            let each = match &rule.cost {
                Some(cost) => self.cost_of_stunt(cost, stunt, &rule.name),
                None => 0,
            };
            if rule.cost.is_none() && (design.budget.is_none() || rule.modes.is_some()) {
                continue;
            }
            self.add(stunt_words(&rule.name, stunt), each.saturating_mul(stunt.count), stunt.span, true, LedgerPurchase::Stunt(at));
        }
    }

    /// Returns the value of a formula with a ledger line for each addend; `None` if the formula depends on an unknown value.
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
                let line =
                    LedgerAddend { account, what: text.clone(), points, span: clause.span, written: false, part: LedgerPurchase::Other };
                self.lines.push(line);
            }
        }
        Some(total)
    }
}

/// True if the value of a formula depends on the arguments of a stunt.
fn names_parameters(formula: &DesignFormula) -> bool {
    let mut found = false;
    formula
        .names(&mut |name| found |= matches!(name, FormulaVariable::Parameter(_) | FormulaVariable::PartOf(..) | FormulaVariable::IsA(..)));
    found
}

/// Formats the purchase of a stunt: `stunt military_grade(pilot) x2`.
pub fn stunt_words(name: &str, stunt: &super::read_purchase::BoughtStunt) -> EcoString {
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
