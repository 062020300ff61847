//! Routes between systems along the slipstreams of a cluster.

use slip_pack::cluster::Cluster;
use std::collections::VecDeque;

/// Returns the systems on the shortest route through all stops, as indexes into the cluster. Of equally short routes, it returns the one
/// whose systems come first in the cluster's list.
///
/// # Errors
/// Returns two stops that no slipstreams connect.
pub fn through(cluster: &Cluster, stops: &[usize]) -> Result<Vec<usize>, (usize, usize)> {
    let mut way: Vec<usize> = stops.first().copied().into_iter().collect();
    for pair in stops.windows(2) {
        let [from, to] = pair else { continue };
        let leg = shortest(cluster, *from, *to).ok_or((*from, *to))?;
        way.extend(leg.into_iter().skip(1));
    }
    Ok(way)
}

/// Returns the shortest route between two systems. The route begins with the first and ends with the second.
fn shortest(cluster: &Cluster, from: usize, to: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; cluster.systems.len()];
    let mut seen = vec![false; cluster.systems.len()];
    *seen.get_mut(from)? = true;
    let mut waiting = VecDeque::from([from]);
    while let Some(at) = waiting.pop_front() {
        if at == to {
            let mut way = vec![at];
            while let Some(previous) = way.last().and_then(|last| before.get(*last).copied().flatten()) {
                way.push(previous);
            }
            way.reverse();
            return Some(way);
        }
        for next in cluster.neighbours(at) {
            if let Some(new) = seen.get_mut(next).filter(|seen| !**seen) {
                *new = true;
                if let Some(slot) = before.get_mut(next) {
                    *slot = Some(at);
                }
                waiting.push_back(next);
            }
        }
    }
    None
}
