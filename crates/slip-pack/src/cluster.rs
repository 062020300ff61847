//! Clusters: systems joined by slipstreams. Contains the two parts of cluster creation that need no dice: deriving links from rolls, and
//! choosing the systems that the slipstream guarantee raises.
//!
//! A generator passes in its rolls; the checker compares an author's cluster with the guarantee.

use super::item::{Gear, SourcePosition, Waiver};
use super::{BuiltItem, Name, Pack};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Usual number of systems in a cluster.
pub const USUAL_SYSTEMS: RangeInclusive<usize> = 6..=10;

/// Greatest number of slipstreams at one system.
pub const MOST_LINKS: usize = 5;

/// Technology that slipstream travel needs. If no system of a cluster has it, the slipstream guarantee raises two systems to it (R-K3).
pub const SLIPSTREAM_TECH: i32 = 2;

/// A cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cluster {
    /// Name of the cluster in its package.
    pub name: Name,
    /// Title of the cluster, the name shown to people.
    pub title: String,
    /// Package that declares the cluster.
    pub package: Name,
    /// Doc comment of the cluster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Systems of the cluster in the order of the text, which is the order in which they are linked (R-K7).
    pub systems: Vec<ClusterSystem>,
    /// Slipstreams as pairs of indices into `systems`, the lower index first, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slipstreams: Vec<(usize, usize)>,
    /// One-way slipstreams among `slipstreams`, as pairs of start and end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_way: Vec<(usize, usize)>,
    /// Waivers of the cluster: findings that the author allows, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if the cluster is free of errors.
    pub valid: bool,
    /// Source position of the declaration of the cluster.
    pub place: SourcePosition,
}

/// A system of a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterSystem {
    /// Item of the system (see [`super::Pack::item`]).
    pub system: Gear,
    /// Title of the system, the name shown to people.
    pub title: String,
    /// Technology of the system, -4 to 4.
    pub tech: i32,
    /// Ratings of the system other than technology.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stats: BTreeMap<Name, i32>,
    /// Words that describe each rating of the system and its technology.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phrases: BTreeMap<Name, String>,
    /// Notes that the system's design makes about the system, such as its dependence on imports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Creator of the system, if the author names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

impl ClusterSystem {
    /// Returns the ratings of the system that the slipstream guarantee compares.
    pub fn ratings(&self) -> Ratings {
        Ratings::new(self.tech, self.stats.values().copied())
    }
}

/// Ratings of a system that the slipstream guarantee uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// Technology of the system.
    pub tech: i32,
    /// Sum of the system's technology, environment and resources.
    pub sum: i32,
}

impl Ratings {
    /// Returns ratings from the technology and the other ratings.
    pub fn new(tech: i32, others: impl IntoIterator<Item = i32>) -> Ratings {
        Ratings { tech, sum: others.into_iter().fold(tech, i32::saturating_add) }
    }
}

impl Cluster {
    /// Returns the names of the statistics of the cluster's systems, in the order of their design.
    pub fn statistics(&self, pack: &Pack) -> Vec<Name> {
        let first = self.systems.first().and_then(|member| pack.item(&member.system));
        let declared = first.and_then(|item| pack.design_of(item)).into_iter().flat_map(|design| design.lines_of("stat"));
        let mut stats: Vec<Name> = declared.filter_map(|line| line.name.clone()).collect();
        for stat in self.systems.iter().flat_map(|member| member.stats.keys()) {
            if !stats.contains(stat) {
                stats.push(stat.clone());
            }
        }
        stats
    }

    /// Returns the titles of the systems to which slipstreams lead from the system at an index.
    pub fn neighbour_titles(&self, at: usize) -> Vec<&str> {
        self.titles(&self.neighbours(at))
    }

    /// Returns, for each system, the titles of the systems to which slipstreams lead from it, in the order of the cluster.
    pub fn all_neighbour_titles(&self) -> Vec<Vec<&str>> {
        let all = all_neighbours(self.systems.len(), &self.slipstreams);
        let leads_to = |(from, mut places): (usize, Vec<usize>)| {
            places.retain(|to| self.leads(from, *to));
            self.titles(&places)
        };
        all.into_iter().enumerate().map(leads_to).collect()
    }

    /// Returns the slipstreams with start, end and true if they go one way only.
    pub fn directed(&self) -> impl Iterator<Item = (usize, usize, bool)> {
        self.slipstreams.iter().map(|(from, to)| match (self.leads(*from, *to), self.leads(*to, *from)) {
            (true, true) => (*from, *to, false),
            (true, false) => (*from, *to, true),
            (false, _) => (*to, *from, true),
        })
    }

    /// True if the slipstream between two systems can be travelled from the first to the second.
    pub fn leads(&self, from: usize, to: usize) -> bool {
        !self.one_way.contains(&(to, from))
    }

    fn titles(&self, places: &[usize]) -> Vec<&str> {
        places.iter().filter_map(|place| self.systems.get(*place)).map(|member| member.title.as_str()).collect()
    }

    /// Returns the index of a system in the cluster.
    pub fn place_of(&self, system: &BuiltItem) -> Option<usize> {
        let is_it = |member: &ClusterSystem| {
            let own = &member.system;
            own.kind == system.kind && own.package == system.package && own.name == system.name
        };
        self.systems.iter().position(is_it)
    }

    /// Returns the highest technology of the cluster's systems; `None` if there are no systems.
    pub fn highest_tech(&self) -> Option<i32> {
        self.systems.iter().map(|member| member.tech).max()
    }

    /// Returns the indices of the systems to which slipstreams lead from a system, in the order of the cluster.
    pub fn neighbours(&self, system: usize) -> Vec<usize> {
        let mut near = neighbours(self.systems.len(), &self.slipstreams, system);
        near.retain(|to| self.leads(system, *to));
        near
    }
}

/// Returns the neighbours of a system, the systems that a link joins to it, in the order of the cluster; `systems` is the number of
/// systems.
pub fn neighbours(systems: usize, links: &[(usize, usize)], system: usize) -> Vec<usize> {
    let other = |(from, to): &(usize, usize)| match (*from == system, *to == system) {
        (true, _) => Some(*to),
        (_, true) => Some(*from),
        _ => None,
    };
    let joined: BTreeSet<usize> = links.iter().filter_map(other).filter(|place| *place < systems).collect();
    joined.into_iter().collect()
}

/// Returns the neighbours of each system, the systems that a link joins to it, in the order of the cluster; `systems` is the number of
/// systems.
pub fn all_neighbours(systems: usize, links: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); systems];
    for (from, to) in links.iter().filter(|(from, to)| *from < systems && *to < systems) {
        for (end, other) in [(from, to), (to, from)] {
            if let Some(places) = all.get_mut(*end) {
                places.push(*other);
            }
        }
    }
    for places in &mut all {
        places.sort_unstable();
        places.dedup();
    }
    all
}

/// Point at which the procedure that links the systems of a cluster stops (setting `link_stop`, R-K1). It goes through the systems in their
/// order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkStop {
    /// The linking stops at the second-to-last system.
    #[default]
    End,
    /// The linking stops as soon as every system has a link.
    Early,
}

/// Returns links between systems, made by going through the systems in order. `roll` returns the 4dF roll of the system at an index; it is
/// called once for each of the first `systems - 2` systems, in order, unless the linking stops early. Links are pairs of indices, the lower
/// first, in the order in which they are made. They connect all systems, and no system has more than [`MOST_LINKS`].
pub fn linked(systems: usize, stop: LinkStop, mut roll: impl FnMut(usize) -> i32) -> Vec<(usize, usize)> {
    let mut walk = Walk { joined: vec![false; systems], links: Vec::with_capacity(systems.saturating_mul(2)) };
    for at in 0..systems.saturating_sub(1) {
        walk.join(at, at + 1);
        // The last system but one is joined to its neighbour without a roll.
        if at + 2 == systems || walk.is_over(stop) {
            break;
        }
        let rolled = roll(at);
        if rolled >= 0 {
            walk.jump(at);
        }
        if rolled > 0 {
            walk.jump(at);
        }
        if walk.is_over(stop) {
            break;
        }
    }
    walk.links
}

/// Returns the links between systems for known rolls, as [`linked`] does; `None` if there are too few rolls.
pub fn links_from_rolls(systems: usize, stop: LinkStop, rolls: &[i32]) -> Option<Vec<(usize, usize)>> {
    let mut enough = true;
    let links = linked(systems, stop, |at| {
        enough &= at < rolls.len();
        rolls.get(at).copied().unwrap_or(-1)
    });
    enough.then_some(links)
}

/// State of the procedure that links the systems of a cluster one after another.
struct Walk {
    /// True for each system that has a link.
    joined: Vec<bool>,
    links: Vec<(usize, usize)>,
}

impl Walk {
    fn join(&mut self, from: usize, to: usize) {
        for end in [from, to] {
            if let Some(joined) = self.joined.get_mut(end) {
                *joined = true;
            }
        }
        self.links.push((from, to));
    }

    /// Joins a system to the nearest later system without a link, if there is one (R-K4, R-K5).
    fn jump(&mut self, from: usize) {
        let next = self.joined.iter().enumerate().skip(from + 2).find(|(_, joined)| !**joined);
        if let Some((to, _)) = next {
            self.join(from, to);
        }
    }

    fn is_over(&self, stop: LinkStop) -> bool {
        stop == LinkStop::Early && self.joined.iter().all(|joined| *joined)
    }
}

/// Systems that the slipstream guarantee raises to [`SLIPSTREAM_TECH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaisedSystems {
    /// Index of the system with the lowest sum of ratings; the first if several are equal (R-K2).
    pub lowest: usize,
    /// Index of the system with the highest sum of ratings; the last if several are equal. It equals `lowest` only in a cluster of one
    /// system.
    pub highest: usize,
}

/// Returns the systems that the slipstream guarantee raises. `None` if some system already has [`SLIPSTREAM_TECH`], or if there are no
/// systems. The sums of ratings are compared as they were before any system is raised (R-K2, R-N18).
pub fn guaranteed(ratings: &[Ratings]) -> Option<RaisedSystems> {
    if ratings.iter().any(|ratings| ratings.tech >= SLIPSTREAM_TECH) {
        return None;
    }
    let sums = || ratings.iter().map(|ratings| ratings.sum).enumerate();
    // Of several equal systems, `min_by_key` returns the first and `max_by_key` the last.
    let (lowest, _) = sums().min_by_key(|(_, sum)| *sum)?;
    let (highest, _) = sums().max_by_key(|(_, sum)| *sum)?;
    Some(RaisedSystems { lowest, highest })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn links(systems: usize, stop: LinkStop, rolls: &[i32]) -> String {
        let letter = |at: usize| "ABCDEFGHIJ".chars().nth(at).unwrap();
        let mut links = links_from_rolls(systems, stop, rolls).unwrap();
        links.sort_unstable();
        links.iter().map(|(from, to)| format!("{}{}", letter(*from), letter(*to))).collect::<Vec<_>>().join(" ")
    }

    fn degrees(systems: usize, links: &[(usize, usize)]) -> Vec<usize> {
        (0..systems).map(|system| neighbours(systems, links, system).len()).collect()
    }

    #[test]
    fn the_neighbours_of_all_systems_are_those_of_each() {
        let links = [(0, 2), (2, 3), (0, 3), (1, 2)];
        let each: Vec<Vec<usize>> = (0..5).map(|system| neighbours(5, &links, system)).collect();
        assert_eq!(all_neighbours(5, &links), each);
        assert_eq!(each, [vec![2, 3], vec![2], vec![0, 1, 3], vec![0, 2], vec![]]);
    }

    /// Rules: R-K1, R-K4, R-K5, T-K1, T-K2, T-K3, T-K4, T-K5.
    #[test]
    fn the_worked_traces_come_out() {
        // Example T-K1.
        assert_eq!(links(6, LinkStop::End, &[1, -2, 0, 3]), "AB AC AD BC CD CE DE DF EF");
        assert_eq!(degrees(6, &links_from_rolls(6, LinkStop::End, &[1, -2, 0, 3]).unwrap()), [3, 2, 4, 4, 3, 2]);
        // Example T-K2.
        assert_eq!(links(5, LinkStop::End, &[4, -1, 2]), "AB AC AD BC CD CE DE");
        assert_eq!(degrees(5, &links_from_rolls(5, LinkStop::End, &[4, -1, 2]).unwrap()), [3, 2, 4, 3, 2]);
        // Example T-K4. With the early stop, all links start at the first system.
        assert_eq!(links(4, LinkStop::End, &[1, 2]), "AB AC AD BC CD");
        assert_eq!(links(4, LinkStop::Early, &[1, 2]), "AB AC AD");
        // Example T-K5.
        assert_eq!(links(3, LinkStop::End, &[0]), "AB AC BC");
        assert_eq!(links(3, LinkStop::End, &[-1]), "AB BC");
        // Five systems, with a positive, a zero and a negative roll.
        assert_eq!(links(5, LinkStop::End, &[1, 0, -2]), "AB AC AD BC BE CD DE");
    }

    #[test]
    fn small_lines_have_their_edge_cases() {
        assert_eq!(linked(0, LinkStop::End, |_| panic!("no roll")), []);
        assert_eq!(linked(1, LinkStop::End, |_| panic!("no roll")), []);
        assert_eq!(linked(2, LinkStop::End, |_| panic!("no roll")), [(0, 1)]);
        assert_eq!(links_from_rolls(4, LinkStop::End, &[1]), None, "two rolls are needed");
    }

    /// For every pattern of negative, zero and positive rolls, all systems are connected, no link is repeated, and the number of links
    /// stays within bounds. Rules: R-K4, R-K5.
    #[test]
    fn every_pattern_of_rolls_keeps_the_bounds() {
        for systems in 2..=10_usize {
            let rolls = systems.saturating_sub(2);
            for pattern in 0..3_usize.pow(u32::try_from(rolls).unwrap()) {
                let mut asked = Vec::new();
                let links = linked(systems, LinkStop::End, |at| {
                    asked.push(at);
                    [-1, 0, 1][pattern / 3_usize.pow(u32::try_from(at).unwrap()) % 3]
                });
                assert_eq!(asked, (0..rolls).collect::<Vec<_>>(), "one roll for each but the last two, in order");
                let mut once = links.clone();
                once.sort_unstable();
                once.dedup();
                assert_eq!(once.len(), links.len(), "no link comes twice");
                assert!(links.iter().all(|(from, to)| from < to && *to < systems));
                assert!((systems - 1..=(2 * systems).saturating_sub(3)).contains(&links.len()), "{} of {systems}", links.len());
                let degrees = degrees(systems, &links);
                for (at, degree) in degrees.iter().enumerate() {
                    let most = match (at, systems - 1 - at) {
                        (0, after) => [0, 1, 2, 3][after.min(3)],
                        (1, after) => [2, 2, 3, 4][after.min(3)].max(1),
                        (_, 0) => 2,
                        (_, 1) => 3,
                        (_, 2) => 4,
                        _ => MOST_LINKS,
                    };
                    assert!((1..=most).contains(degree), "place {at} of {systems}: {degree} links, at most {most}");
                }
            }
        }
    }

    /// Rules: R-K2, T-K1, T-K2, T-K3, T-K4, T-K5.
    #[test]
    fn the_guarantee_raises_the_lowest_and_the_highest() {
        let of = |tech, environment, resources| Ratings::new(tech, [environment, resources]);
        // Example T-K3: of several equal systems, the first is the lowest and the last the highest.
        let tied = [of(-1, 0, 1), of(1, 1, 1), of(0, 1, 2), of(-2, 1, 1)];
        assert_eq!(guaranteed(&tied), Some(RaisedSystems { lowest: 0, highest: 2 }));
        assert_eq!(guaranteed(&[of(1, 0, 0); 3]), Some(RaisedSystems { lowest: 0, highest: 2 }), "all equal: two different systems");
        assert_eq!(guaranteed(&[of(1, 0, 0)]), Some(RaisedSystems { lowest: 0, highest: 0 }), "one system alone");
        assert_eq!(guaranteed(&[of(-4, 0, 0), of(2, -4, -4)]), None, "somebody has it");
        assert_eq!(guaranteed(&[]), None);
    }
}
