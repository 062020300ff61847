//! Index of the stunts of an item by rule, name and arguments, so that the time to check many stunts is proportional to their number.

use super::design::Design;
use super::purchase::BoughtStunt;
use ecow::EcoString;
use slip_source::Span;
use std::collections::{BTreeSet, HashMap};

/// Index of the purchases of one item or mode. A purchase is identified by its position in their list.
pub(super) struct StuntIndex<'s> {
    stunts: &'s [BoughtStunt],
    /// Purchases of each stunt of the design.
    by_rule: HashMap<usize, Vec<usize>>,
    /// Stunts of the design by name.
    by_name: HashMap<&'s str, Vec<usize>>,
    /// For each name of a stunt, the stunts of the design that exclude it.
    excluding: HashMap<&'s str, Vec<usize>>,
    /// First purchase of each stunt with each list of arguments.
    first: HashMap<(usize, &'s [EcoString]), usize>,
    /// First purchase of each stunt with each value of each parameter.
    first_for: HashMap<(usize, usize, &'s str), usize>,
    design: &'s Design,
}

impl<'s> StuntIndex<'s> {
    pub(super) fn new(design: &'s Design, stunts: &'s [BoughtStunt]) -> StuntIndex<'s> {
        let mut index = StuntIndex {
            stunts,
            by_rule: HashMap::new(),
            by_name: HashMap::new(),
            excluding: HashMap::new(),
            first: HashMap::new(),
            first_for: HashMap::new(),
            design,
        };
        for (at, stunt) in stunts.iter().enumerate() {
            let of_rule = index.by_rule.entry(stunt.rule).or_default();
            of_rule.push(at);
            index.first.entry((stunt.rule, &stunt.args)).or_insert(at);
            for (param, value) in stunt.args.iter().enumerate() {
                index.first_for.entry((stunt.rule, param, value)).or_insert(at);
            }
            let Some(rule) = design.stunts.get(stunt.rule).filter(|_| of_rule.len() == 1) else { continue };
            index.by_name.entry(&rule.name).or_default().push(stunt.rule);
            let excluded: BTreeSet<&str> = rule.excludes.iter().map(|exclusion| exclusion.stunt.as_str()).collect();
            excluded.into_iter().for_each(|name| index.excluding.entry(name).or_default().push(stunt.rule));
        }
        index
    }

    /// Returns the span of a purchase.
    pub(super) fn span(&self, at: usize) -> Span {
        self.stunts.get(at).map(|stunt| stunt.span).unwrap_or_default()
    }

    /// Returns the purchases of all stunts with a name.
    pub(super) fn called(&self, name: &str) -> impl Iterator<Item = (usize, &'s BoughtStunt)> {
        let rules = self.by_name.get(name).into_iter().flatten();
        let places = rules.filter_map(|rule| self.by_rule.get(rule)).flatten();
        places.filter_map(|at| Some((*at, self.stunts.get(*at)?)))
    }

    /// Returns the first purchase of a stunt with the arguments `args`.
    pub(super) fn first_with(&self, rule: usize, args: &[EcoString]) -> Option<usize> {
        self.first.get(&(rule, args)).copied()
    }

    /// Returns the first purchase of a stunt with this value of a parameter.
    pub(super) fn first_for(&self, rule: usize, param: usize, value: &str) -> Option<usize> {
        self.first_for.get(&(rule, param, value)).copied()
    }

    /// True if no earlier purchase is of the same stunt with the same arguments.
    pub(super) fn is_first(&self, at: usize) -> bool {
        self.stunts.get(at).is_some_and(|stunt| self.first_with(stunt.rule, &stunt.args) == Some(at))
    }

    /// Returns the purchases before a position whose stunts exclude the stunt `rule` or are excluded by it, in order. Repeated purchases
    /// with the same arguments are left out.
    pub(super) fn may_exclude(&self, rule: usize, before: usize) -> impl Iterator<Item = (usize, &'s BoughtStunt)> {
        let own = self.design.stunts.get(rule);
        let excluded = own.into_iter().flat_map(|own| &own.excludes).filter_map(|exclusion| self.by_name.get(exclusion.stunt.as_str()));
        let excluding = own.and_then(|own| self.excluding.get(own.name.as_str()));
        let rules: BTreeSet<usize> = excluded.chain(excluding).flatten().copied().collect();
        let places = rules.iter().filter_map(|rule| self.by_rule.get(rule)).flatten().copied();
        let places: BTreeSet<usize> = places.filter(|at| *at < before && self.is_first(*at)).collect();
        places.into_iter().filter_map(|at| Some((at, self.stunts.get(at)?)))
    }
}
