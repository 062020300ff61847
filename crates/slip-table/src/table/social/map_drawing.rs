//! Draws the map of social combat as text: its longest path straight down, and branches next to the zone that they leave.

use slip_play::ids::{BorderId, TableKey, ZoneId};
use slip_play::personal::Personal;

/// Row of the drawing: a zone, and the connecting lines that are drawn to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawingRow {
    /// Characters drawn before the zone's name.
    pub stem: String,
    /// Zone of the row.
    pub zone: ZoneId,
    /// Border by which the drawing reaches this zone. The flag is true if the border has its own line above the zone.
    pub over: Option<(BorderId, bool)>,
}

/// Returns the rows of a drawn map, starting at one end of its longest path. Also returns the borders that no row shows.
pub(super) fn rows(fight: &Personal) -> (Vec<DrawingRow>, Vec<BorderId>) {
    let mut drawing = Drawing { fight, seen: vec![false; fight.roster.map.zones.len()], used: Vec::new(), rows: Vec::new() };
    let mut zones: Vec<ZoneId> = fight.roster.map.zones.keys().collect();
    while let Some(&any) = zones.first() {
        // The parts of a disconnected map are drawn one after another.
        let piece = |from: ZoneId| fight.roster.map.zones.keys().filter(move |&to| reaches(fight, from, to));
        let spine = longest(fight, &piece(any).collect::<Vec<_>>());
        drawing.draw_spine(&spine);
        zones.retain(|&zone| !drawing.is_seen(zone));
    }
    let left = fight.roster.map.borders.keys().filter(|border| !drawing.used.contains(border));
    (drawing.rows, left.collect())
}

fn reaches(fight: &Personal, from: ZoneId, to: ZoneId) -> bool {
    fight.roster.map.range(from, to) != slip_play::zone_map::FAR
}

/// Finds the two zones that are farthest from each other, and returns the shortest path between them. It starts at the end that is written
/// first in the source.
fn longest(fight: &Personal, zones: &[ZoneId]) -> Vec<ZoneId> {
    let map = &fight.roster.map;
    let pairs = zones.iter().flat_map(|&from| zones.iter().map(move |&to| (from, to)));
    let far = |&(from, to): &(ZoneId, ZoneId)| (map.range(from, to), std::cmp::Reverse((from, to)));
    let Some((mut at, end)) = pairs.max_by_key(far) else { return Vec::new() };
    let mut way = vec![at];
    while at != end {
        let left = map.range(at, end);
        let Some(next) = map.zones[at].ways.iter().map(|way| way.to).find(|&to| map.range(to, end) < left) else { break };
        way.push(next);
        at = next;
    }
    way
}

struct Drawing<'f> {
    fight: &'f Personal,
    seen: Vec<bool>,
    used: Vec<BorderId>,
    rows: Vec<DrawingRow>,
}

impl Drawing<'_> {
    fn is_seen(&self, zone: ZoneId) -> bool {
        self.seen.get(zone.place()).copied().unwrap_or(true)
    }

    fn see(&mut self, zone: ZoneId) {
        if let Some(seen) = self.seen.get_mut(zone.place()) {
            *seen = true;
        }
    }

    /// Draws the longest path straight down, with the branches of each zone below it.
    fn draw_spine(&mut self, spine: &[ZoneId]) {
        spine.iter().for_each(|&zone| self.see(zone));
        let mut before: Option<ZoneId> = None;
        for &zone in spine {
            let over = before.and_then(|from| self.border(from, zone));
            self.used.extend(over);
            self.rows.push(DrawingRow { stem: String::new(), zone, over: over.map(|over| (over, true)) });
            let goes_on = spine.last() != Some(&zone);
            self.draw_branches(zone, if goes_on { "| " } else { "  " });
            before = Some(zone);
        }
    }

    /// Draws all zones connected to a zone that are not drawn yet.
    fn draw_branches(&mut self, zone: ZoneId, stem: &str) {
        let ways: Vec<(BorderId, ZoneId)> = self.fight.roster.map.zones[zone].ways.iter().map(|way| (way.border, way.to)).collect();
        for (border, to) in ways {
            if self.is_seen(to) {
                continue;
            }
            self.see(to);
            self.used.push(border);
            self.rows.push(DrawingRow { stem: format!("{stem}+- "), zone: to, over: Some((border, false)) });
            self.draw_branches(to, &format!("{stem}   "));
        }
    }

    fn border(&self, from: ZoneId, to: ZoneId) -> Option<BorderId> {
        self.fight.roster.map.zones[from].ways.iter().find(|way| way.to == to).map(|way| way.border)
    }
}
