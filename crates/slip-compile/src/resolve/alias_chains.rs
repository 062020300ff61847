//! Chains of aliases: the target of each alias, and the end of its chain.

use super::program::Program;
use slip_source::PackageId;
use slip_syntax::tree::Alias;
use std::collections::BTreeMap;

/// For each alias, the index of the alias to which it refers.
pub(super) struct AliasTargets {
    next: Vec<Option<usize>>,
}

/// End of the chain of aliases that begins at a given alias.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The chain ends at an alias that refers to no other alias.
    Nothing,
    /// The chain leads back to the first alias.
    Circle,
    /// The chain leads into a circle that does not contain the first alias.
    IntoCircle,
}

impl AliasTargets {
    /// Follows aliases to their targets. Each alias comes with its package. If a package has two aliases of the same name, the first is
    /// used.
    pub(super) fn of(program: &Program<'_>, aliases: &[(PackageId, &Alias)]) -> AliasTargets {
        let mut named: BTreeMap<(PackageId, &str), usize> = BTreeMap::new();
        for (at, (package, item)) in aliases.iter().enumerate() {
            named.entry((*package, item.name.text.as_str())).or_insert(at);
        }
        let stands_for = |(package, item): &(PackageId, &Alias)| {
            let of = match &item.target.package {
                None => *package,
                Some(of) => program.package_called(*package, &of.text)?,
            };
            named.get(&(of, item.target.name.text.as_str())).copied()
        };
        AliasTargets { next: aliases.iter().map(stands_for).collect() }
    }

    fn next(&self, at: usize) -> Option<usize> {
        self.next.get(at).copied().flatten()
    }

    /// Returns all aliases in such an order that the target of an alias comes before the alias.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut placed = vec![false; self.next.len()];
        let mut order = Vec::with_capacity(self.next.len());
        for start in 0..self.next.len() {
            let mut chain = Vec::new();
            let mut at = Some(start);
            while let Some(link) = at {
                match placed.get_mut(link) {
                    Some(placed) if !*placed => *placed = true,
                    _ => break,
                }
                chain.push(link);
                at = self.next(link);
            }
            order.extend(chain.into_iter().rev());
        }
        order
    }

    /// Returns, for each alias, the end of the chain that begins with this alias.
    pub(super) fn ends(&self) -> Vec<Option<End>> {
        let mut ends: Vec<Option<End>> = vec![None; self.next.len()];
        for start in 0..self.next.len() {
            let mut chain: Vec<usize> = Vec::new();
            let mut on_it: BTreeMap<usize, usize> = BTreeMap::new();
            let mut at = Some(start);
            // Index in `chain` at which a circle begins, and the end that is recorded for the aliases before this index.
            let (circle, end) = loop {
                let Some(link) = at else { break (chain.len(), End::Nothing) };
                match (ends.get(link).copied().flatten(), on_it.get(&link)) {
                    (Some(End::Nothing), _) => break (chain.len(), End::Nothing),
                    (Some(End::Circle | End::IntoCircle), _) => break (chain.len(), End::IntoCircle),
                    (None, Some(place)) => break (*place, End::IntoCircle),
                    (None, None) => {}
                }
                on_it.insert(link, chain.len());
                chain.push(link);
                at = self.next(link);
            };
            for (place, link) in chain.into_iter().enumerate() {
                if let Some(found) = ends.get_mut(link) {
                    *found = Some(if place >= circle { End::Circle } else { end });
                }
            }
        }
        ends
    }

    /// Returns the circle of aliases that contains the alias `at`, beginning with that alias.
    pub(super) fn circle(&self, at: usize) -> Vec<usize> {
        let mut links = vec![at];
        while let Some(link) = links.last().and_then(|last| self.next(*last)).filter(|link| *link != at && links.len() < self.next.len()) {
            links.push(link);
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use End::{Circle, IntoCircle, Nothing};

    #[test]
    fn a_chain_ends_in_nothing_or_in_a_circle_and_what_is_stood_for_comes_first() {
        // Alias 0 refers to 1, 1 to 2 and 2 to 1; 3 refers to 4; 5 refers to itself.
        let chains = AliasTargets { next: vec![Some(1), Some(2), Some(1), Some(4), None, Some(5)] };
        assert_eq!(chains.ends(), [IntoCircle, Circle, Circle, Nothing, Nothing, Circle].map(Some));
        assert_eq!((chains.circle(1), chains.circle(2), chains.circle(5)), (vec![1, 2], vec![2, 1], vec![5]));
        assert_eq!(chains.order(), [2, 1, 0, 4, 3, 5]);
    }

    #[test]
    fn long_chains_are_followed_once() {
        let long = 200_000;
        let chains = AliasTargets { next: (1..=long).map(|next| (next < long).then_some(next)).collect() };
        assert!(chains.ends().iter().all(|end| *end == Some(Nothing)));
        assert_eq!(chains.order().first(), Some(&(long - 1)));
    }
}
