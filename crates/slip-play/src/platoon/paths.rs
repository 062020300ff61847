//! Cheapest paths of a movement: the zones that the shifts and the limit of zones allow, and the first step of each path.

use crate::ids::{ActorId, Seat, TableKey, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::state::Moving;
use crate::platoon::zones::{GroundExit, MOST_ZONES};

/// Maximum number of steps of a path. A movement that is longer continues with a new path from the last zone.
const MOST_STEPS: usize = 16;
/// Cost of a zone that cannot be reached.
const NEVER: u8 = u8::MAX;

/// Lowest cost in shifts of reaching each zone, in a separate table for each number of steps.
pub(super) struct Paths {
    costs: [[u8; MOST_ZONES]; MOST_STEPS + 1],
    /// Number of steps searched.
    steps: usize,
    /// Zones with enemies, in which the movement has to stop; one bit for each zone.
    held: u128,
}

impl Paths {
    fn cost(&self, steps: usize, zone: ZoneId) -> u8 {
        self.costs.get(steps).and_then(|row| row.get(zone.place())).copied().unwrap_or(NEVER)
    }

    /// Lowers the cost of a zone to `cost`, if it was higher.
    fn lower(&mut self, steps: usize, zone: ZoneId, cost: u8) {
        if let Some(there) = self.costs.get_mut(steps).and_then(|row| row.get_mut(zone.place())) {
            *there = cost.min(*there);
        }
    }

    /// Returns the zones that the movement reaches only with more than one step, one bit each.
    pub(super) fn farther(&self) -> u128 {
        let reached = |steps: usize| {
            let row = self.costs.get(steps).into_iter().flatten().enumerate();
            row.filter(|(_, cost)| **cost < NEVER).fold(0_u128, |set, (zone, _)| set | 1 << zone)
        };
        let near = reached(0) | reached(1);
        (2..=self.steps).map(reached).fold(0, |set, row| set | row) & !near
    }

    /// Returns the first step of the cheapest path to a zone; of equally cheap paths the one with the fewest steps, then with the lowest
    /// zone ids.
    pub(super) fn first_step<'p>(&self, fight: &'p PlatoonFight, here: ZoneId, to: ZoneId) -> Option<&'p GroundExit> {
        let ends = (0..=self.steps).filter(|&steps| self.cost(steps, to) < NEVER);
        let mut steps = ends.min_by_key(|&steps| (self.cost(steps, to), steps))?;
        let mut zone = to;
        while self.cost(steps, zone) > 0 {
            let (before, way, left) = self.step_back(fight, steps, zone)?;
            if left == 0 && before == here && self.cost(left, before) == 0 {
                return Some(way);
            }
            (zone, steps) = (before, left);
        }
        None
    }

    /// True if the movement may go on from a zone that is reached after this many steps at this cost.
    fn goes_on(&self, steps: usize, zone: ZoneId) -> bool {
        self.cost(steps, zone) == 0 || self.held >> zone.0 & 1 == 0
    }

    /// Returns the last step of the cheapest path to `zone`. The result is the zone that the step leaves, the border that it crosses, and
    /// the number of steps before it.
    fn step_back<'p>(&self, fight: &'p PlatoonFight, steps: usize, zone: ZoneId) -> Option<(ZoneId, &'p GroundExit, usize)> {
        let cost = i32::from(self.cost(steps, zone));
        let zones = fight.roster.ground.zones.iter();
        let mut ways = zones.flat_map(|(id, there)| there.ways.iter().map(move |way| (id, way)));
        ways.find_map(|(id, way)| {
            let left = if fight.is_counted(way) { steps.checked_sub(1)? } else { steps };
            let gone_on = way.to == zone && self.cost(left, id) < NEVER && self.goes_on(left, id);
            let fits = gone_on && fight.step_cost(way).is_some_and(|step| i32::from(self.cost(left, id)).saturating_add(step) == cost);
            fits.then_some((id, way, left))
        })
    }
}

impl PlatoonFight {
    /// Returns the shifts that the cheapest path to a zone costs the movement under way; `None` if the zone is out of reach.
    pub fn cost_to(&self, to: ZoneId) -> Option<i32> {
        let moving = self.state.moving.as_ref()?;
        let here = moving.who.first().and_then(|&who| self.zone_of(who))?;
        let paths = self.paths(moving, here);
        let least = (0..=paths.steps).map(|steps| paths.cost(steps, to)).filter(|&cost| cost > 0).min()?;
        (least < NEVER).then_some(i32::from(least))
    }

    /// Returns the zones that a movement can reach from a zone. Units that meet an enemy stop, unless all of them may pass enemies.
    pub(super) fn paths(&self, moving: &Moving, here: ZoneId) -> Paths {
        let steps = usize::try_from(moving.steps.min(moving.shifts)).unwrap_or(0).min(MOST_STEPS);
        let pass = moving.who.iter().all(|&who: &ActorId| self.may_pass(who));
        let side = moving.who.first().filter(|_| !pass).map(|&who| self.side(who));
        let held = side.map_or(0, |side| self.held_against(side));
        let mut paths = Paths { costs: [[NEVER; MOST_ZONES]; MOST_STEPS + 1], steps, held };
        paths.lower(0, here, 0);
        for step in 0..=steps {
            // Some steps do not count against the maximum of zones. They lead to zones with the same number of steps, so the search is
            // repeated until no cost falls.
            while self.search_row(moving, &mut paths, step, false) {}
            if step < steps {
                self.search_row(moving, &mut paths, step, true);
            }
        }
        paths
    }

    /// Extends all paths of `step` steps by one step. With `counted`, only by steps that count against the maximum of zones, otherwise only
    /// by the others. Returns true if a zone becomes reachable at a lower cost.
    fn search_row(&self, moving: &Moving, paths: &mut Paths, step: usize, counted: bool) -> bool {
        if !counted && !self.roster.settings.pass_steps_uncounted {
            return false;
        }
        let mut changed = false;
        for from in self.roster.ground.zones.keys() {
            let cost = paths.cost(step, from);
            if cost == NEVER || !paths.goes_on(step, from) {
                continue;
            }
            for way in self.roster.ground.ways(from).iter().filter(|way| self.is_counted(way) == counted) {
                let Some(next) = self.step_cost(way).map(|step| step.saturating_add(i32::from(cost))) else { continue };
                let to = step + usize::from(counted);
                if next <= moving.shifts
                    && let Ok(next) = u8::try_from(next)
                {
                    changed |= next < paths.cost(to, way.to);
                    paths.lower(to, way.to, next);
                }
            }
        }
        changed
    }

    /// Returns the zones with enemies of a side, one bit each.
    fn held_against(&self, side: Seat) -> u128 {
        let enemies = self.state.units.iter().filter(|(id, _)| self.side(*id) != side);
        enemies.filter_map(|(_, unit)| unit.zone()).fold(0, |held, zone| held | 1_u128.checked_shl(u32::from(zone.0)).unwrap_or(0))
    }
}
