//! Paths of a move: for each zone the cheapest path, and more expensive paths that enter fewer zones.

use crate::ids::{ActorId, ZoneId};
use crate::personal::Personal;
use crate::zone_map::ZoneExit;
use smallvec::SmallVec;

/// A zone that a move can reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachableZone {
    pub(super) zone: ZoneId,
    /// Cost to reach the zone.
    pub(super) cost: i32,
    /// Number of zones that the path to the zone enters.
    pub(super) entered: u8,
    /// Last step of the path, with the index of the stop that it comes from; `None` for the zone where the move begins.
    pub(super) last: Option<(usize, ZoneExit)>,
}

/// Stops of a move, ordered by the number of zones entered. If two stops are in the same zone, the later stop is cheaper but enters more
/// zones.
#[derive(Clone, Debug)]
pub(super) struct MoveStops(SmallVec<[ReachableZone; 16]>);

impl MoveStops {
    fn begin(here: ZoneId) -> MoveStops {
        let start = ReachableZone { zone: here, cost: 0, entered: 0, last: None };
        MoveStops(SmallVec::from_iter([start]))
    }

    /// Returns the cheapest stop in a zone; `None` if the move cannot reach the zone.
    pub(super) fn to(&self, zone: ZoneId) -> Option<&ReachableZone> {
        self.0.iter().rfind(|stop| stop.zone == zone)
    }

    /// Returns the steps of the cheapest path to a zone.
    pub(super) fn path(&self, zone: ZoneId) -> Vec<ZoneExit> {
        let mut path = Vec::new();
        let mut stop = self.to(zone);
        while let Some((before, way)) = stop.and_then(|stop| stop.last) {
            path.push(way);
            stop = self.0.get(before);
        }
        path.reverse();
        path
    }

    /// Adds a stop of a move, unless the zone can already be reached at this cost or less. Stops from the index `newest` on enter as many
    /// zones as this one.
    fn offer(&mut self, newest: usize, stop: ReachableZone) {
        let cheaper = self.to(stop.zone).is_none_or(|there| stop.cost < there.cost);
        let same = self.0.iter_mut().skip(newest).find(|there| there.zone == stop.zone);
        match same.filter(|_| cheaper) {
            Some(there) => *there = stop,
            None if cheaper => self.0.push(stop),
            None => {}
        }
    }
}

impl Personal {
    /// Returns the stops that an actor can reach with its remaining movement.
    ///
    /// A more expensive path through fewer zones is kept beside a cheaper one. If the number of zones is limited, only the path through
    /// fewer zones can continue.
    pub(super) fn going(&self, who: ActorId) -> MoveStops {
        let points = self.state.declared.movement;
        // The cheapest path enters no zone twice, so it cannot enter more zones than the map has.
        let most = self.zones_left(who).map_or(self.roster.map.zones.len(), usize::from);
        let mut going = MoveStops::begin(self.state.actors[who].zone);
        let mut first = 0;
        for _ in 0..most {
            let newest = going.0.len();
            for before in first..newest {
                let Some(&from) = going.0.get(before) else { break };
                for (way, step) in self.steps_out(who, from.zone) {
                    let (cost, entered) = (from.cost + step, from.entered.saturating_add(1));
                    if cost <= points {
                        going.offer(newest, ReachableZone { zone: way.to, cost, entered, last: Some((before, *way)) });
                    }
                }
            }
            if going.0.len() == newest {
                break;
            }
            // If several paths cost the same, the path through the zones with the lowest numbers is kept.
            if let Some(new) = going.0.get_mut(newest..) {
                new.sort_unstable_by_key(|stop| stop.zone);
            }
            first = newest;
        }
        going
    }

    /// Returns the zones that an actor can reach with its remaining movement. Each has its cheapest path.
    pub(super) fn stops<'a>(&'a self, going: &'a MoveStops) -> impl Iterator<Item = &'a ReachableZone> {
        self.roster.map.zones.keys().filter_map(|zone| going.to(zone))
    }
}
