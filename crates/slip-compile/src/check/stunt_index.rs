//! Index of the stunts of an item by rule, name and arguments, so that the time to check many stunts is proportional to their number.
//!
//! Most items have a few stunts, so the index is made of sorted lists.

use super::design::Design;
use super::read_purchase::BoughtStunt;
use ecow::EcoString;
use slip_source::Span;

/// Index of the purchases of one item or mode. A purchase is identified by its position in their list.
pub(super) struct StuntIndex<'s> {
    stunts: &'s [BoughtStunt],
    /// Pairs of a stunt's index in the design and a purchase of the stunt.
    by_rule: Vec<(usize, usize)>,
    /// Entries of the index by name: the name of a stunt, its first purchase, and its index in the design.
    by_name: Vec<(&'s str, usize, usize)>,
    /// Pairs of the name of an excluded stunt and the index of the stunt in the design that excludes it.
    excluding: Vec<(&'s str, usize)>,
    /// One record for each purchase: index of the stunt in the design, arguments, and index of the purchase.
    with_args: Vec<(usize, &'s [EcoString], usize)>,
    /// One record for each argument: index of the stunt in the design, index of the parameter, the argument, and the index of the purchase.
    with_value: Vec<(usize, usize, &'s str, usize)>,
    design: &'s Design,
}

impl<'s> StuntIndex<'s> {
    pub(super) fn new(design: &'s Design, stunts: &'s [BoughtStunt]) -> StuntIndex<'s> {
        let mut by_rule: Vec<(usize, usize)> = stunts.iter().enumerate().map(|(at, stunt)| (stunt.rule, at)).collect();
        by_rule.sort_unstable();
        let mut with_args: Vec<_> = stunts.iter().enumerate().map(|(at, stunt)| (stunt.rule, stunt.args.as_slice(), at)).collect();
        with_args.sort_unstable();
        let values = stunts
            .iter()
            .enumerate()
            .flat_map(|(at, stunt)| stunt.args.iter().enumerate().map(move |(param, value)| (stunt.rule, param, value.as_str(), at)));
        let mut with_value: Vec<_> = values.collect();
        with_value.sort_unstable();
        let firsts = by_rule.chunk_by(|one, next| one.0 == next.0).filter_map(|purchases| purchases.first());
        let bought: Vec<_> = firsts.filter_map(|(rule, first)| Some((*rule, *first, design.stunts.get(*rule)?))).collect();
        let mut by_name: Vec<_> = bought.iter().map(|(at, first, rule)| (rule.name.as_str(), *first, *at)).collect();
        by_name.sort_unstable();
        let excluded = bought.iter().flat_map(|(at, _, rule)| rule.excludes.iter().map(|exclusion| (exclusion.stunt.as_str(), *at)));
        let mut excluding: Vec<_> = excluded.collect();
        excluding.sort_unstable();
        excluding.dedup();
        StuntIndex { stunts, by_rule, by_name, excluding, with_args, with_value, design }
    }

    /// Returns the span of a purchase.
    pub(super) fn span(&self, at: usize) -> Span {
        self.stunts.get(at).map(|stunt| stunt.span).unwrap_or_default()
    }

    /// Returns the design indices of all bought stunts with this name, in the order of first purchase.
    fn rules_called(&self, name: &str) -> impl Iterator<Item = usize> {
        equal(&self.by_name, |known| known.0.cmp(name)).iter().map(|(_, _, rule)| *rule)
    }

    fn purchases(&self, rule: usize) -> impl Iterator<Item = usize> {
        equal(&self.by_rule, |known| known.0.cmp(&rule)).iter().map(|(_, at)| *at)
    }

    /// Returns the purchases of all stunts with this name.
    pub(super) fn called(&self, name: &str) -> impl Iterator<Item = (usize, &'s BoughtStunt)> {
        let places = self.rules_called(name).flat_map(|rule| self.purchases(rule));
        places.filter_map(|at| Some((at, self.stunts.get(at)?)))
    }

    /// Returns the first purchase of the stunt `rule` with the arguments `args`.
    pub(super) fn first_with(&self, rule: usize, args: &[EcoString]) -> Option<usize> {
        equal(&self.with_args, |known| (known.0, known.1).cmp(&(rule, args))).first().map(|(_, _, at)| *at)
    }

    /// Returns the first purchase of the stunt `rule` in which the parameter has this value.
    pub(super) fn first_for(&self, rule: usize, param: usize, value: &str) -> Option<usize> {
        equal(&self.with_value, |known| (known.0, known.1, known.2).cmp(&(rule, param, value))).first().map(|(.., at)| *at)
    }

    /// True if this is the first purchase of its stunt with its arguments.
    pub(super) fn is_first(&self, at: usize) -> bool {
        self.stunts.get(at).is_some_and(|stunt| self.first_with(stunt.rule, &stunt.args) == Some(at))
    }

    /// Returns the earlier purchases, before a position, that conflict with the stunt `rule`: one of the two stunts excludes the other.
    /// Repeated purchases with the same arguments are left out.
    pub(super) fn may_exclude(&self, rule: usize, before: usize) -> impl Iterator<Item = (usize, &'s BoughtStunt)> {
        let own = self.design.stunts.get(rule);
        let excluded = own.into_iter().flat_map(|own| &own.excludes).flat_map(|exclusion| self.rules_called(&exclusion.stunt));
        let excluding = own.map_or(&[][..], |own| equal(&self.excluding, |known| known.0.cmp(own.name.as_str())));
        let mut places: Vec<usize> =
            excluded.chain(excluding.iter().map(|(_, rule)| *rule)).flat_map(|rule| self.purchases(rule)).collect();
        places.retain(|at| *at < before && self.is_first(*at));
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|at| Some((at, self.stunts.get(at)?)))
    }
}

/// Returns the part of a sorted list in which every member compares as equal.
fn equal<T>(sorted: &[T], compare: impl Fn(&T) -> std::cmp::Ordering) -> &[T] {
    let start = sorted.partition_point(|member| compare(member).is_lt());
    let rest = sorted.get(start..).unwrap_or_default();
    rest.get(..rest.partition_point(|member| compare(member).is_eq())).unwrap_or_default()
}
