//! Lists the possible changes of an item as chains of moves. All moves of a chain change the same part in the same direction, beginning
//! with the smallest change.

use super::MOST_CHAINS;
use super::purchase_change::RepairChange;
use super::source_edits::ChangeWriter;
use crate::check::context::CheckContext;
use crate::check::design::{Design, Fixed, StatRule};
use crate::check::formula::FormulaVariable;
use crate::check::ledger::FormulaValues;
use crate::check::ledger::stunt_words;
use crate::check::legality::is_broken;
use crate::check::read_purchase::{BoughtStunt, ItemPurchase, WrittenNumber};
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_source::Span;
use std::collections::{HashMap, HashSet};

/// Maximum change of a number that is tried. The ranks in lists end at 8, the digits of worlds at 33.
const FAR: usize = 40;

/// Possible move: a change and its description.
#[derive(Clone, Debug)]
pub(super) struct RepairMove {
    /// Change that the move makes.
    pub(super) change: RepairChange,
    /// Description in the imperative.
    pub(super) words: String,
    /// Amount by which a number changes; 1 if something is added or removed.
    pub(super) steps: i64,
}

/// Chain of moves: the possible changes of one part in one direction, the smallest first. A repair uses at most one move of a chain.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Index of the part that the chain changes. A repair never combines two chains of the same part.
    pub(super) thing: usize,
    /// Kind of the changes, by which repairs are ranked.
    pub(super) price: ChangeRank,
    /// Moves of the chain.
    pub(super) moves: Vec<RepairMove>,
}

/// Kinds of change, in the order of preference (R-XRP2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChangeRank {
    /// Changes a number.
    Number,
    /// Adds or removes a stunt, or removes an aspect.
    Part,
    /// Changes the technology. This makes it a different item, so such repairs come last.
    Technology,
}

/// Returns all possible changes that can be written in the item's own text, as chains. At most [`MOST_CHAINS`] are returned, because no
/// repairs are searched for an item with more.
pub(super) fn chains(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
    purchase: &ItemPurchase<'_>,
    values: &FormulaValues<'_>,
    pen: &ChangeWriter<'_>,
) -> Vec<Chain> {
    let mut found = Finder { context, design, declared, purchase, values, chains: Vec::new(), things: 0 };
    found.stats();
    found.tracks();
    found.counts_and_drops();
    found.additions();
    found.aspects();
    found.technology();
    let writable = |mut chain: Chain| {
        chain.moves.retain(|one| pen.can_write(&one.change));
        (!chain.moves.is_empty()).then_some(chain)
    };
    found.chains.into_iter().filter_map(writable).take(MOST_CHAINS.saturating_add(1)).collect()
}

struct Finder<'a, 'c, 'p, 't> {
    context: &'a CheckContext<'p, 't>,
    design: &'a Design,
    declared: &'a DeclaredItem<'t>,
    purchase: &'a ItemPurchase<'c>,
    values: &'a FormulaValues<'a>,
    chains: Vec<Chain>,
    things: usize,
}

impl Finder<'_, '_, '_, '_> {
    fn chain(&mut self, price: ChangeRank, moves: Vec<RepairMove>) {
        self.chains.push(Chain { thing: self.things, price, moves });
    }

    fn next_thing(&mut self) {
        self.things = self.things.saturating_add(1);
    }

    /// Adds two chains that increase and decrease a number within the allowed range. `say` returns the change to a new value and its
    /// description.
    fn both_ways(&mut self, price: ChangeRank, now: i64, (low, high): (i64, i64), say: impl Fn(i64) -> (RepairChange, String)) {
        let step = |to: i64| {
            let (change, words) = say(to);
            RepairMove { change, words, steps: to.saturating_sub(now).saturating_abs() }
        };
        let down: Vec<RepairMove> = (low..now.min(high.saturating_add(1))).rev().take(FAR).map(step).collect();
        let up: Vec<RepairMove> = (now.saturating_add(1).max(low)..=high).take(FAR).map(step).collect();
        self.chain(price, down);
        self.chain(price, up);
        self.next_thing();
    }

    fn technology(&mut self) {
        let (Some((low, high, _)), Some(tech)) = (self.design.tech, self.purchase.tech) else { return };
        self.both_ways(ChangeRank::Technology, tech.value, (low.max(-4), high.min(4)), |to| {
            let verb = if to < tech.value { "lower" } else { "raise" };
            (RepairChange::Number(tech.at, to), format!("{verb} `tech` from T{} to T{to}", tech.value))
        });
    }

    /// Adds chains for every written rank, and for every statistic without a written rank. A rank that several modes inherit is added only
    /// once; it is recognised by its span.
    fn stats(&mut self) {
        let mut seen: Vec<Span> = Vec::new();
        let modes: Vec<_> = self.purchase.modes.iter().map(|mode| (Some(mode), &mode.bought)).collect();
        let parts = if modes.is_empty() { vec![(None, &self.purchase.bought)] } else { modes };
        for (at, rule) in self.design.stats.iter().enumerate().filter(|(_, rule)| !rule.fixed) {
            let Some(ranks) = self.ranks(at, rule) else { continue };
            let mut unwritten = false;
            for (mode, bought) in &parts {
                let Some(written) = bought.stats.get(at).copied().flatten() else {
                    unwritten = true;
                    continue;
                };
                if seen.contains(&written.at) {
                    continue;
                }
                seen.push(written.at);
                let inside = mode.filter(|mode| written.span.start >= mode.span.start && written.span.end <= mode.span.end);
                let of = inside.map_or_else(String::new, |mode| format!(" in mode `{}`", mode.name.text));
                let name = self.design.called(at, self.context.program.sources.slice(written.span));
                self.rank((name, rule), written, &of, ranks);
            }
            if unwritten && parts.len() == 1 {
                let now = self.values.stats.get(at).copied().unwrap_or(0);
                self.both_ways(ChangeRank::Number, now, ranks, |to| {
                    (RepairChange::Stat(at, to), rank_words((&rule.name, rule), now, to, ""))
                });
            }
        }
    }

    fn rank(&mut self, called: (&str, &StatRule), written: WrittenNumber, of: &str, ranks: (i64, i64)) {
        let now = written.value;
        self.both_ways(ChangeRank::Number, now, ranks, |to| (RepairChange::Number(written.at, to), rank_words(called, now, to, of)));
    }

    /// Returns the lowest and the highest rank that a statistic can have, over all technologies of the design.
    fn ranks(&self, at: usize, rule: &StatRule) -> Option<(i64, i64)> {
        let here = (self.values.tech, self.values.tech);
        let (from, to) = self.design.tech.map_or(here, |(low, high, _)| (low.max(-4), high.min(4)));
        let mut ranks: Option<(i64, i64)> = None;
        for tech in (from..=to).chain([self.values.tech]) {
            let values = FormulaValues { tech, local: tech, ..self.values.clone() };
            let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, at)) else { continue };
            if low <= high {
                ranks = Some(ranks.map_or((low, high), |(least, most)| (least.min(low), most.max(high))));
            }
        }
        ranks
    }

    fn tracks(&mut self) {
        for (at, rule) in self.design.tracks.iter().enumerate() {
            let Ok(base) = self.values.eval(&rule.base, 0) else { continue };
            let fixed = match &rule.fixed {
                Fixed::No => false,
                Fixed::Always => true,
                Fixed::When(condition) => self.values.holds(&condition.formula),
            };
            let written = self.purchase.tracks.get(at).copied().flatten();
            let now = written.map_or(base, |written| written.value);
            let boxes = if fixed { (base, base) } else { (1, now.max(base).saturating_add(8)) };
            if fixed && now == base || !fixed && rule.cost.is_none() && written.is_none() {
                continue;
            }
            self.both_ways(ChangeRank::Number, now, boxes, |to| {
                let verb = if to < now { "shorten" } else { "lengthen" };
                let change = written.map_or(RepairChange::Track(at, to), |written| RepairChange::Number(written.at, to));
                (change, format!("{verb} `{}` from {now} to {to}", rule.name))
            });
        }
    }

    /// Returns the purchases of stunts by the whole item and by each mode, each purchase once.
    fn bought(&self) -> Vec<&BoughtStunt> {
        let mut seen: HashSet<Span> = HashSet::new();
        let modes = self.purchase.modes.iter().flat_map(|mode| &mode.own_stunts);
        let bought = self.purchase.bought.stunts.iter().chain(modes).filter(|stunt| stunt.given.is_none());
        bought.filter(|stunt| seen.insert(stunt.span)).collect()
    }

    fn counts_and_drops(&mut self) {
        let bought: Vec<BoughtStunt> = self.bought().into_iter().cloned().collect();
        let mut last: HashMap<(usize, &[EcoString]), Span> = HashMap::new();
        for stunt in &bought {
            let span = last.entry((stunt.rule, &stunt.args)).or_insert(stunt.span);
            *span = (*span).max(stunt.span);
        }
        for stunt in &bought {
            let Some(rule) = self.design.stunts.get(stunt.rule) else { continue };
            let words = stunt_words(&rule.name, &BoughtStunt { count: 1, ..stunt.clone() });
            let name = words.strip_prefix("stunt ").unwrap_or(&words);
            // If two stunts are equal, only the later purchase is proposed for removal.
            let twin = last.get(&(stunt.rule, stunt.args.as_slice())).is_some_and(|last| *last > stunt.span);
            if stunt.count > 1 {
                let fewer = (1..stunt.count).rev().take(FAR).map(|to| RepairMove {
                    change: RepairChange::Count(stunt.span, to),
                    words: format!("buy `{name}` {} instead of {}", times(to), times(stunt.count)),
                    steps: stunt.count.saturating_sub(to),
                });
                let fewer = fewer.collect();
                self.chain(ChangeRank::Number, fewer);
            }
            if !twin {
                let drop = RepairMove { change: RepairChange::Drop(stunt.span), words: format!("drop `{name}`"), steps: 1 };
                self.chain(ChangeRank::Part, vec![drop]);
            }
            self.next_thing();
        }
    }

    /// Adds chains of changes that buy a stunt. It may be a stunt that a bought stunt or the design requires, or a stunt that allows modes.
    fn additions(&mut self) {
        let rules = self.rules_by_name();
        let mut wanted: Vec<BoughtStunt> = Vec::new();
        for rule in self.design.requirements.iter().filter(|rule| !rule.advice && is_broken(rule, self.values)) {
            rule.condition.formula.names(&mut |name| {
                let asked = if let FormulaVariable::Stunt(at) = name { Some(*at) } else { None };
                let plain =
                    asked.filter(|at| self.design.stunts.get(*at).is_some_and(|rule| rule.params.iter().all(|param| param.optional)));
                wanted.extend(plain.and_then(|at| self.stunt(at)));
            });
        }
        let mut have: HashSet<(usize, Vec<EcoString>)> = HashSet::new();
        for stunt in self.bought() {
            have.insert((stunt.rule, stunt.args.clone()));
            let required = self.design.stunts.get(stunt.rule).into_iter().flat_map(|rule| &rule.requires);
            wanted.extend(required.filter_map(|other| self.needed(stunt, *rules.get(other.stunt.as_str())?, other.same.as_deref())));
        }
        // A required stunt may require further stunts, so they are added until there are no new ones.
        let mut known: HashSet<(usize, Vec<EcoString>)> = wanted.iter().map(|stunt| (stunt.rule, stunt.args.clone())).collect();
        let mut at = 0;
        while let Some(stunt) = wanted.get(at).cloned() {
            let required = self.design.stunts.get(stunt.rule).into_iter().flat_map(|rule| &rule.requires);
            let more = required.filter_map(|other| self.needed(&stunt, *rules.get(other.stunt.as_str())?, other.same.as_deref()));
            wanted.extend(more.filter(|more| known.insert((more.rule, more.args.clone()))));
            at = at.saturating_add(1);
        }
        if !self.purchase.modes.is_empty() {
            let modal = self.design.stunts.iter().enumerate().filter(|(_, rule)| rule.modes.is_some() && rule.params.is_empty());
            wanted.extend(modal.filter_map(|(at, _)| self.stunt(at)));
        }
        for stunt in wanted {
            if !have.insert((stunt.rule, stunt.args.clone())) {
                continue;
            }
            let Some(rule) = self.design.stunts.get(stunt.rule) else { continue };
            let words = stunt_words(&rule.name, &stunt);
            let name = words.strip_prefix("stunt ").unwrap_or(&words);
            let add = RepairMove { words: format!("add `{name}`"), change: RepairChange::Add(Box::new(stunt)), steps: 1 };
            self.chain(ChangeRank::Part, vec![add]);
            self.next_thing();
        }
    }

    /// Returns the first stunt of the design with each name, as its index.
    fn rules_by_name(&self) -> HashMap<&str, usize> {
        let mut rules = HashMap::new();
        for (at, rule) in self.design.stunts.iter().enumerate() {
            rules.entry(rule.name.as_str()).or_insert(at);
        }
        rules
    }

    /// Returns the stunt that another stunt requires, with the argument that both must have in common. `None` if the required stunt needs
    /// further arguments. `at` is the index of the required stunt in the design.
    fn needed(&self, by: &BoughtStunt, at: usize, same: Option<&str>) -> Option<BoughtStunt> {
        let (rule, asking) = (self.design.stunts.get(at)?, self.design.stunts.get(by.rule)?);
        let Some(param) = same else { return self.stunt(at).filter(|_| rule.params.iter().all(|param| param.optional)) };
        let shares = rule.params.first().is_some_and(|own| own.name.text == param);
        if !shares || rule.params.iter().skip(1).any(|param| !param.optional) {
            return None;
        }
        let place = asking.params.iter().position(|own| own.name.text == param)?;
        let filled = by.filled.iter().filter(|(name, _)| name == param).cloned().collect();
        let things = by.things.iter().filter(|(name, _)| name == param).cloned().collect();
        Some(BoughtStunt { args: vec![by.args.get(place)?.clone()], filled, things, ..self.stunt(at)? })
    }

    /// Returns a single purchase without arguments of a stunt that is visible to the item's package.
    fn stunt(&self, rule: usize) -> Option<BoughtStunt> {
        let loose = self.design.stunts.get(rule)?.loose;
        let seen = |name: &str| self.context.program.peek(self.declared.package, "stunt", name);
        if let Some(id) = loose
            && seen(&self.design.stunts.get(rule)?.name) != Some(id)
        {
            return None;
        }
        let span = self.declared.tree.name.span;
        Some(BoughtStunt { rule, args: Vec::new(), filled: Vec::new(), things: Vec::new(), count: 1, given: None, span })
    }

    fn aspects(&mut self) {
        let purchase = self.purchase;
        for aspect in &purchase.aspects {
            let words = format!("leave out the aspect \"{}\"", aspect.text);
            self.chain(ChangeRank::Part, vec![RepairMove { change: RepairChange::Unsay(aspect.span), words, steps: 1 }]);
            self.next_thing();
        }
    }
}

fn rank_words((name, rule): (&str, &StatRule), now: i64, to: i64, of: &str) -> String {
    let verb = if to < now { "lower" } else { "raise" };
    let shown = |rank: i64| {
        let letter = usize::try_from(rank).ok().and_then(|at| rule.letters.get(at));
        letter.map_or_else(|| rank.to_string(), char::to_string)
    };
    format!("{verb} `{name}` from {} to {}{of}", shown(now), shown(to))
}

fn times(count: i64) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}
