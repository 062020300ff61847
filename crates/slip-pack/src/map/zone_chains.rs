//! Splits a map without drawing into rows of adjacent zones, each of which can be printed as a line. The longest row comes first, then its
//! branches.

use super::{BorderValue, Map};

impl Map {
    /// Returns the zones of the map in lines that can be printed one below another. Each line begins with a zone of an earlier line, except
    /// for the first line of each connected part of the map. Every border is in one of the lines; a border that closes a ring is a separate
    /// line.
    pub fn lines(&self) -> Vec<Vec<usize>> {
        let graph = Graph::of(self);
        let mut lines: Vec<Vec<usize>> = Vec::new();
        let mut drawn = vec![false; self.zones.len()];
        for zone in 0..self.zones.len() {
            if drawn.get(zone) == Some(&true) {
                continue;
            }
            let end = graph.farthest(&[zone], &drawn).last().copied().unwrap_or(zone);
            let mut line = graph.farthest(&[end], &drawn);
            if line.first() > line.last() {
                line.reverse();
            }
            mark(&line, &mut drawn);
            let mut part = line.clone();
            lines.push(line);
            loop {
                let branch = graph.farthest(&part, &drawn);
                if branch.len() < 2 {
                    break;
                }
                mark(&branch, &mut drawn);
                part.extend(branch.iter().skip(1));
                lines.push(branch);
            }
        }
        let closing: Vec<Vec<usize>> = graph.pairs().filter(|(one, other)| !joins(&lines, *one, *other)).map(|(a, b)| vec![a, b]).collect();
        lines.extend(closing);
        lines
    }
}

fn mark(line: &[usize], drawn: &mut [bool]) {
    for zone in line {
        if let Some(seen) = drawn.get_mut(*zone) {
            *seen = true;
        }
    }
}

/// True if some line has these two zones next to each other.
fn joins(lines: &[Vec<usize>], one: usize, other: usize) -> bool {
    let pair = |pair: &[usize]| pair == [one, other] || pair == [other, one];
    lines.iter().any(|line| line.windows(2).any(pair))
}

/// Graph of a map: the zones adjacent to each zone, across borders that can be crossed in at least one direction.
struct Graph {
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn of(map: &Map) -> Graph {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); map.zones.len()];
        for border in map.borders.iter().filter(|border| !matches!(border.value, BorderValue::Wall)) {
            for (from, to) in [(border.from, border.to), (border.to, border.from)] {
                if let Some(list) = next.get_mut(from).filter(|list| !list.contains(&to)) {
                    list.push(to);
                }
            }
        }
        Graph { next }
    }

    /// Returns a path across zones that are not drawn yet. It starts at the nearest of the given zones and leads to the zone that is
    /// farthest from all of them. If several zones are equally far, the first is used.
    fn farthest(&self, from: &[usize], drawn: &[bool]) -> Vec<usize> {
        let mut before: Vec<Option<usize>> = vec![None; self.next.len()];
        let mut seen = vec![false; self.next.len()];
        mark(from, &mut seen);
        let mut wave: Vec<usize> = from.to_vec();
        let mut last = from.first().copied().unwrap_or(0);
        while !wave.is_empty() {
            let mut beyond = Vec::new();
            for &zone in &wave {
                for &to in self.next.get(zone).into_iter().flatten() {
                    if seen.get(to) == Some(&false) && drawn.get(to) == Some(&false) {
                        mark(&[to], &mut seen);
                        if let Some(slot) = before.get_mut(to) {
                            *slot = Some(zone);
                        }
                        beyond.push(to);
                    }
                }
            }
            last = beyond.iter().min().copied().unwrap_or(last);
            wave = beyond;
        }
        let mut way = vec![last];
        while let Some(zone) = way.last().and_then(|zone| before.get(*zone).copied().flatten()) {
            way.push(zone);
        }
        way.reverse();
        way
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.next.iter().enumerate();
        all.flat_map(|(from, list)| list.iter().filter(move |to| from < **to).map(move |to| (from, *to)))
    }
}
