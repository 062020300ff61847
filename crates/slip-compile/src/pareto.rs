//! Finds Pareto-dominated points. A point is dominated if another point is at least as good in every number and better in one.
//!
//! A point is a list of whole numbers, and higher numbers are better. A tree indexes the points. Each branch stores the best value of each
//! number among the points below it, so that a hundred thousand items can be compared.

/// Maximum number of points in a leaf of the tree.
const FEW: usize = 12;

/// Index of points, in the order of preference.
#[derive(Debug)]
pub struct ParetoIndex {
    kinds: usize,
    /// Number of leading numbers in which a point can be better. In the other numbers a point only must not be worse.
    counted: usize,
    /// Indices of the points, leaf after leaf, and the points in the same order.
    places: Vec<usize>,
    numbers: Vec<i32>,
    root: Option<Branch>,
}

#[derive(Debug)]
struct Branch {
    /// For each compared number, the best value among the points below the branch.
    corner: Vec<i32>,
    /// Smallest index of a point below the branch.
    first: usize,
    start: usize,
    end: usize,
    halves: Option<Box<(Branch, Branch)>>,
}

impl ParetoIndex {
    /// Creates the index of points of equal length. In the first `counted` numbers a point can be better; in the others it only must not be
    /// worse.
    pub fn of(points: &[Vec<i32>], counted: usize) -> ParetoIndex {
        let kinds = points.first().map_or(0, Vec::len);
        let mut places: Vec<usize> = (0..points.len()).collect();
        let root = (!points.is_empty()).then(|| Branch::grow(points, &mut places, 0, kinds));
        let numbers = places.iter().filter_map(|place| points.get(*place)).flatten().copied().collect();
        ParetoIndex { kinds, counted: counted.min(kinds), places, numbers, root }
    }

    /// Returns the index of the first point that dominates `point`: it is at least as good in every number, and better in a counted number.
    pub fn first_above(&self, point: &[i32]) -> Option<usize> {
        let mut best = None;
        self.seek(self.root.as_ref()?, point, &mut best);
        best
    }

    fn is_above(&self, other: &[i32], point: &[i32]) -> bool {
        let pairs = || other.iter().zip(point);
        pairs().all(|(other, own)| other >= own) && pairs().take(self.counted).any(|(other, own)| other > own)
    }

    fn seek(&self, branch: &Branch, point: &[i32], best: &mut Option<usize>) {
        let too_late = |first: usize, best: &Option<usize>| best.is_some_and(|best| best <= first);
        if too_late(branch.first, best) || !self.is_above(&branch.corner, point) {
            return;
        }
        if let Some(halves) = &branch.halves {
            let (one, other) = &**halves;
            let (sooner, later) = if one.first <= other.first { (one, other) } else { (other, one) };
            self.seek(sooner, point, best);
            self.seek(later, point, best);
            return;
        }
        let rows = self.numbers.get(branch.start.saturating_mul(self.kinds)..branch.end.saturating_mul(self.kinds)).unwrap_or_default();
        let places = self.places.get(branch.start..branch.end).unwrap_or_default();
        for (place, row) in places.iter().zip(rows.chunks_exact(self.kinds.max(1))) {
            if !too_late(*place, best) && self.is_above(row, point) {
                *best = Some(*place);
            }
        }
    }
}

impl Branch {
    fn grow(points: &[Vec<i32>], places: &mut [usize], start: usize, kinds: usize) -> Branch {
        let mut corner = vec![i32::MIN; kinds];
        let mut least = vec![i32::MAX; kinds];
        for point in places.iter().filter_map(|place| points.get(*place)) {
            for ((most, least), number) in corner.iter_mut().zip(&mut least).zip(point) {
                *most = (*most).max(*number);
                *least = (*least).min(*number);
            }
        }
        let first = places.iter().copied().min().unwrap_or(0);
        let end = start.saturating_add(places.len());
        let spread = corner.iter().zip(&least).map(|(most, least)| i64::from(*most) - i64::from(*least));
        let widest = spread.enumerate().max_by_key(|(kind, spread)| (*spread, std::cmp::Reverse(*kind)));
        let halves = widest.filter(|(_, spread)| *spread > 0 && places.len() > FEW).map(|(kind, _)| {
            let half = places.len() / 2;
            let number = |place: &usize| points.get(*place).and_then(|point| point.get(kind)).copied();
            places.select_nth_unstable_by_key(half, |place| (number(place), *place));
            let (low, high) = places.split_at_mut(half);
            Box::new((Branch::grow(points, low, start, kinds), Branch::grow(points, high, start.saturating_add(half), kinds)))
        });
        Branch { corner, first, start, end, halves }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test")]
mod tests {
    use super::*;

    /// Returns pseudo-random points that are the same on every run.
    fn points(count: usize, kinds: usize, most: u64) -> Vec<Vec<i32>> {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i32::try_from((state >> 33) % most).unwrap_or(0)
        };
        (0..count).map(|_| (0..kinds).map(|_| next()).collect()).collect()
    }

    #[test]
    fn the_first_point_above_is_the_one_that_looking_at_all_of_them_finds() {
        for (count, kinds, most, counted) in [(1, 2, 3, 2), (400, 3, 9, 3), (700, 5, 4, 3), (300, 2, 2, 1)] {
            let points = points(count, kinds, most);
            let skyline = ParetoIndex::of(&points, counted);
            for point in &points {
                let above = |other: &Vec<i32>| {
                    other.iter().zip(point).all(|(a, b)| a >= b) && other[..counted].iter().zip(&point[..counted]).any(|(a, b)| a > b)
                };
                assert_eq!(skyline.first_above(point), points.iter().position(above), "{point:?} of {count} points of {kinds} kinds");
            }
        }
    }

    #[test]
    fn nothing_is_above_itself_or_its_twin() {
        let points = vec![vec![2, 2], vec![2, 2], vec![1, 3]];
        let skyline = ParetoIndex::of(&points, 2);
        assert_eq!(points.iter().map(|point| skyline.first_above(point)).collect::<Vec<_>>(), [None, None, None]);
    }
}
