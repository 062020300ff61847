//! Where a move can come to: for each zone the cheapest way, and the cheaper ones through more zones (personal.md 6.2).

use crate::board::Way;
use crate::few::Few;
use crate::ids::{ActorId, ZoneId};
use crate::personal::Personal;

/// A zone that a move can come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) zone: ZoneId,
    /// What it costs to come there.
    pub(super) cost: i32,
    /// How many zones are entered on the way.
    pub(super) entered: u8,
    /// The last step, and the stop before it, by its place in the list; none where the move begins.
    pub(super) last: Option<(usize, Way)>,
}

/// Where a move can come to: the stops in the order in which so many zones lead there. Of two for the same zone the later one is the
/// cheaper, through more zones.
#[derive(Clone, Debug)]
pub(super) struct Going(Few<Stop, 16>);

impl Going {
    fn begin(here: ZoneId) -> Going {
        let start = Stop { zone: here, cost: 0, entered: 0, last: None };
        Going(Few::of(start, [start]))
    }

    /// The cheapest way to a zone.
    pub(super) fn to(&self, zone: ZoneId) -> Option<&Stop> {
        self.0.iter().rfind(|stop| stop.zone == zone)
    }

    /// The steps of the cheapest way to a zone.
    pub(super) fn path(&self, zone: ZoneId) -> Vec<Way> {
        let mut path = Vec::new();
        let mut stop = self.to(zone);
        while let Some((before, way)) = stop.and_then(|stop| stop.last) {
            path.push(way);
            stop = self.0.get(before);
        }
        path.reverse();
        path
    }

    /// Takes in a stop, unless the zone is reached as cheaply already; those from `newest` on enter as many zones as it does.
    fn offer(&mut self, newest: usize, stop: Stop) {
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
    /// Where somebody can come to with what is left this turn.
    ///
    /// A dearer way through fewer zones is kept beside a cheaper one: where the zones that may be entered are few, only it leads on.
    pub(super) fn going(&self, who: ActorId) -> Going {
        let points = self.state.declared.movement;
        // The cheapest way enters no zone twice.
        let most = self.zones_left(who).map_or(self.roster.map.zones.len(), usize::from);
        let mut going = Going::begin(self.state.actors[who].zone);
        let mut first = 0;
        for _ in 0..most {
            let newest = going.0.len();
            for before in first..newest {
                let Some(&from) = going.0.get(before) else { break };
                for (way, step) in self.steps_out(who, from.zone) {
                    let (cost, entered) = (from.cost + step, from.entered.saturating_add(1));
                    if cost <= points {
                        going.offer(newest, Stop { zone: way.to, cost, entered, last: Some((before, *way)) });
                    }
                }
            }
            if going.0.len() == newest {
                break;
            }
            // Of ways that cost the same, the one over the first zones is gone.
            if let Some(new) = going.0.get_mut(newest..) {
                new.sort_unstable_by_key(|stop| stop.zone);
            }
            first = newest;
        }
        going
    }

    /// The zones somebody can come to with what is left this turn, each by its cheapest way.
    pub(super) fn stops<'a>(&'a self, going: &'a Going) -> impl Iterator<Item = &'a Stop> {
        self.roster.map.zones.keys().filter_map(|zone| going.to(zone))
    }
}
