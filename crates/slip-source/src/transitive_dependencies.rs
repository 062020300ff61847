//! Computes once all packages that each package depends on, directly or through others, so that many questions about them are cheap.

use super::{Package, PackageId};

/// Number of bits in one word of a row.
const BITS: usize = 64;

/// One row of bits for each package: bit `n` is set if the package depends on package `n`.
#[derive(Debug, Default)]
pub(super) struct Closures {
    rows: Vec<Vec<u64>>,
}

impl Closures {
    /// Computes all rows. Each row is the union of the rows of the package's dependencies, so the work is one union per dependency.
    pub(super) fn new(packages: &[Package]) -> Closures {
        let mut closures = Closures { rows: Vec::with_capacity(packages.len()) };
        for (at, package) in packages.iter().enumerate() {
            let mut row = Vec::new();
            // Dependencies are loaded before their package and so have lower numbers. A dependency with a higher number can only be part of
            // a cycle and is added afterwards.
            let mut later = Vec::new();
            for dependency in package.dependencies.iter().map(|(_, id)| index(*id)) {
                set(&mut row, dependency);
                match closures.rows.get(dependency) {
                    Some(below) => unite(&mut row, below),
                    None if dependency != at => later.push(dependency),
                    None => {}
                }
            }
            while let Some(next) = later.pop() {
                for dependency in packages.get(next).into_iter().flat_map(|package| &package.dependencies).map(|(_, id)| index(*id)) {
                    if !is_set(&row, dependency) {
                        set(&mut row, dependency);
                        later.push(dependency);
                    }
                }
            }
            closures.rows.push(row);
        }
        closures
    }

    /// True if a package depends on another package, directly or through others.
    pub(super) fn contains(&self, from: PackageId, to: PackageId) -> bool {
        self.rows.get(index(from)).is_some_and(|row| is_set(row, index(to)))
    }
}

fn index(id: PackageId) -> usize {
    usize::try_from(id.0).unwrap_or(usize::MAX)
}

fn mask(at: usize) -> u64 {
    1 << (at % BITS)
}

fn is_set(row: &[u64], at: usize) -> bool {
    row.get(at / BITS).is_some_and(|word| word & mask(at) != 0)
}

fn set(row: &mut Vec<u64>, at: usize) {
    let word = at / BITS;
    if row.len() <= word {
        row.resize(word.saturating_add(1), 0);
    }
    if let Some(word) = row.get_mut(word) {
        *word |= mask(at);
    }
}

fn unite(row: &mut Vec<u64>, other: &[u64]) {
    if row.len() < other.len() {
        row.resize(other.len(), 0);
    }
    row.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sources;

    #[test]
    fn a_package_reaches_what_its_closure_contains_and_nothing_else() {
        let mut sources = Sources::new();
        let needs: [&[u32]; 7] = [&[], &[], &[1], &[1, 2], &[], &[3, 6], &[4]];
        for dependencies in needs {
            let dependencies = dependencies.iter().map(|id| (format!("p{id}"), PackageId(*id))).collect();
            sources.add_package(Package { dependencies, ..Package::default() });
        }
        let ids: Vec<PackageId> = sources.packages().map(|(id, _)| id).collect();
        for from in &ids {
            let closure = sources.closure(*from);
            for to in &ids {
                assert_eq!(sources.reaches(*from, *to), closure.contains(to), "{from:?} {to:?}");
            }
        }
    }
}
