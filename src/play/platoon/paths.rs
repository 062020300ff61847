//! The cheapest ways of a movement: how far shifts and zones reach, and by which step one begins (platoon.md 5.1). Floor 5.

use crate::play::ids::{ActorId, Key, ZoneId};
use crate::play::platoon::Platoons;
use crate::play::platoon::ground::{MOST_ZONES, Way};
use crate::play::platoon::state::Moving;

/// Zones entered in one movement, at most, that are looked at beforehand: one can always go on from there.
const MOST_STEPS: usize = 16;
/// A zone that is not reached.
const NEVER: u8 = u8::MAX;

/// What it costs at least to be in a zone after so many steps, for each number of steps.
pub(super) struct Paths {
    costs: [[u8; MOST_ZONES]; MOST_STEPS + 1],
    /// How many steps there are.
    steps: usize,
}

impl Paths {
    fn cost(&self, steps: usize, zone: ZoneId) -> u8 {
        self.costs.get(steps).and_then(|row| row.get(zone.place())).copied().unwrap_or(NEVER)
    }

    /// Lowers the cost of a zone; whether it was higher.
    fn lower(&mut self, steps: usize, zone: ZoneId, cost: u8) {
        if let Some(there) = self.costs.get_mut(steps).and_then(|row| row.get_mut(zone.place())) {
            *there = cost.min(*there);
        }
    }

    /// Zones that are reached by more than one step, and by none with one alone: a bit for each.
    pub(super) fn farther(&self) -> u128 {
        let reached = |steps: usize| {
            let row = self.costs.get(steps).into_iter().flatten().enumerate();
            row.filter(|(_, cost)| **cost < NEVER).fold(0_u128, |set, (zone, _)| set | 1 << zone)
        };
        let near = reached(0) | reached(1);
        (2..=self.steps).map(reached).fold(0, |set, row| set | row) & !near
    }

    /// The first step of the cheapest way to a zone: of several as cheap the one with the fewest steps, then that over zones that
    /// come first.
    pub(super) fn first_step<'p>(&self, fight: &'p Platoons, here: ZoneId, to: ZoneId) -> Option<&'p Way> {
        let ends = (1..=self.steps).filter(|&steps| self.cost(steps, to) < NEVER);
        let mut steps = ends.min_by_key(|&steps| (self.cost(steps, to), steps))?;
        let mut zone = to;
        while steps > 0 {
            let (before, way) = self.step_back(fight, steps, zone)?;
            if steps == 1 && before == here {
                return Some(way);
            }
            (zone, steps) = (before, steps - 1);
        }
        None
    }

    /// From where a zone is reached as cheaply as that with its last step.
    fn step_back<'p>(&self, fight: &'p Platoons, steps: usize, zone: ZoneId) -> Option<(ZoneId, &'p Way)> {
        let cost = i32::from(self.cost(steps, zone));
        let zones = fight.roster.ground.zones.iter().filter(|(id, _)| self.cost(steps - 1, *id) < NEVER);
        let mut ways = zones.flat_map(|(id, there)| there.ways.iter().map(move |way| (id, way)));
        ways.find(|(id, way)| {
            way.to == zone && fight.step_cost(way).is_some_and(|step| i32::from(self.cost(steps - 1, *id)).saturating_add(step) == cost)
        })
    }
}

impl Platoons {
    /// The shifts that the cheapest way to a zone takes of the movement under way; none if it does not reach so far.
    pub fn cost_to(&self, to: ZoneId) -> Option<i32> {
        let moving = self.state.moving.as_ref()?;
        let here = moving.who.first().and_then(|&who| self.zone_of(who))?;
        let paths = self.paths(moving, here);
        let least = (1..=paths.steps).map(|steps| paths.cost(steps, to)).min()?;
        (least < NEVER).then_some(i32::from(least))
    }

    /// Where a movement reaches from a zone. Who meets an enemy goes no farther, unless all of them go on past enemies.
    pub(super) fn paths(&self, moving: &Moving, here: ZoneId) -> Paths {
        let steps = usize::try_from(moving.steps.min(moving.shifts)).unwrap_or(0).min(MOST_STEPS);
        let mut paths = Paths { costs: [[NEVER; MOST_ZONES]; MOST_STEPS + 1], steps };
        paths.lower(0, here, 0);
        let side = moving.who.first().map(|&who| self.side(who));
        let pass = moving.who.iter().all(|&who: &ActorId| self.may_pass(who));
        for step in 0..steps {
            for from in self.roster.ground.zones.keys() {
                let cost = paths.cost(step, from);
                let held = || step > 0 && !pass && side.is_some_and(|side| self.enemies_in(from, side) > 0);
                if cost == NEVER || held() {
                    continue;
                }
                for way in self.roster.ground.ways(from) {
                    let Some(next) = self.step_cost(way).map(|step| step.saturating_add(i32::from(cost))) else { continue };
                    if next <= moving.shifts
                        && let Ok(next) = u8::try_from(next)
                    {
                        paths.lower(step + 1, way.to, next);
                    }
                }
            }
        }
        paths
    }
}
