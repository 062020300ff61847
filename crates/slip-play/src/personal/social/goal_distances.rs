//! Distances of sides from their goals, in points of movement, for doctrines that ask for steps to the goal (R-ZD1, R-ZD2).

use crate::ids::{ActorId, Seat, TableKey, ZoneId};
use crate::personal::Personal;
use crate::personal::social::ZoneTrigger;
use slip_pack::encounter::{VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::VecDeque;

/// Movement points counted for a zone that cannot be reached: more than any path costs on any map.
const NO_WAY: i64 = 10_000;

/// Number of pawns for which no heap memory is needed; most conflicts have fewer.
const FEW: usize = 16;

/// Movement costs between zones with the present borders: a point for each zone entered, and the value of each border.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    rows: Vec<Vec<i64>>,
}

impl Costs {
    /// Returns the points from one zone to another; `None` if there is no path.
    pub fn between(&self, from: ZoneId, to: ZoneId) -> Option<i64> {
        let cost = self.rows.get(from.place())?.get(to.place()).copied()?;
        (cost < NO_WAY).then_some(cost)
    }

    fn far(&self, from: ZoneId, to: ZoneId) -> i64 {
        self.between(from, to).unwrap_or(NO_WAY)
    }

    fn nearest(&self, from: ZoneId, zones: &[usize]) -> i64 {
        zones.iter().map(|&zone| self.far(from, ZoneId::of(zone))).min().unwrap_or(NO_WAY)
    }
}

/// Cache of the movement points that sides need to win, or of values computed from them, by assumed position. It is valid until an actor
/// moves.
#[derive(Debug, Default)]
pub struct KnownSteps(RefCell<Vec<Option<Option<i64>>>>);

impl KnownSteps {
    /// Returns the cached value, or computes and caches it.
    pub fn get(&self, place: usize, reckon: impl FnOnce() -> Option<i64>) -> Option<i64> {
        let known = self.0.borrow().get(place).copied().flatten();
        known.unwrap_or_else(|| {
            let steps = reckon();
            let mut all = self.0.borrow_mut();
            if all.len() <= place {
                all.resize(place + 1, None);
            }
            if let Some(row) = all.get_mut(place) {
                *row = Some(steps);
            }
            steps
        })
    }
}

/// The zones of all actors, with one actor assumed to be in another zone.
#[derive(Clone, Copy, Debug)]
pub struct Position<'f> {
    fight: &'f Personal,
    costs: &'f Costs,
    known: Option<&'f KnownSteps>,
    moved: Option<(ActorId, ZoneId)>,
}

impl Personal {
    /// Returns the current movement costs.
    pub fn costs(&self) -> Costs {
        self.costs_with(None)
    }

    /// Returns the movement costs between zones. With `harder`, a border and a number, they are computed as if that border cost that many
    /// more points.
    pub fn costs_with(&self, harder: Option<(crate::ids::BorderId, i32)>) -> Costs {
        let map = &self.roster.map;
        let from = |start: ZoneId| {
            let mut row = vec![NO_WAY; map.zones.len()];
            let mut open = VecDeque::from([start]);
            if let Some(own) = row.get_mut(start.place()) {
                *own = 0;
            }
            while let Some(zone) = open.pop_front() {
                let here = row.get(zone.place()).copied().unwrap_or(NO_WAY);
                for way in map.zones[zone].ways.iter().filter(|way| way.out) {
                    let more = harder.filter(|&(border, _)| border == way.border).map_or(0, |(_, by)| by);
                    let cost = here + 1 + i64::from(self.border_value(way.border).max(0) + more);
                    if let Some(known) = row.get_mut(way.to.place()).filter(|known| cost < **known) {
                        *known = cost;
                        open.push_back(way.to);
                    }
                }
            }
            row
        };
        Costs { rows: map.zones.keys().map(from).collect() }
    }

    /// Returns the movement points that an actor's side needs for its victory conditions about places, if the actor were in the zone
    /// `from`; 0 if it has no such conditions.
    pub fn steps_to_win(&self, who: ActorId, from: ZoneId) -> i64 {
        let costs = self.costs();
        Position::of(self, &costs).with(who, from).steps(self.roster.side(who)).unwrap_or(0)
    }
}

impl<'f> Position<'f> {
    /// Returns the present position.
    pub const fn of(fight: &'f Personal, costs: &'f Costs) -> Position<'f> {
        Position { fight, costs, known: None, moved: None }
    }

    /// Returns the current position. Its results are kept in the cache `known`.
    pub const fn known(fight: &'f Personal, costs: &'f Costs, known: &'f KnownSteps) -> Position<'f> {
        Position { known: Some(known), ..Position::of(fight, costs) }
    }

    /// True if the results of the position are cached.
    pub const fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Returns a copy of the position in which one actor is assumed to be in another zone.
    #[must_use]
    pub const fn with(self, who: ActorId, zone: ZoneId) -> Position<'f> {
        Position { moved: Some((who, zone)), ..self }
    }

    fn zone(&self, who: ActorId) -> ZoneId {
        self.moved.filter(|(moved, _)| *moved == who).map_or_else(|| self.fight.state.actors[who].zone, |(_, zone)| zone)
    }

    /// Returns the movement points that a side needs to reach its nearest victory condition. `None` if none of its conditions depends on
    /// places.
    pub fn steps(&self, side: Seat) -> Option<i64> {
        let Some(known) = self.known else { return self.reckoned_steps(side) };
        known.get(self.place_of(side), || self.reckoned_steps(side))
    }

    /// Returns the index in the cache for this position and a side. The position is given by the actor that is assumed to be in another
    /// zone, and by that zone.
    pub fn place_of(&self, side: Seat) -> usize {
        let (zones, sides) = (self.fight.roster.map.zones.len(), self.fight.roster.sides.len());
        let at = self.moved.map_or(0, |(who, zone)| 1 + who.place() * zones + zone.place());
        at * sides + side.place()
    }

    fn reckoned_steps(&self, side: Seat) -> Option<i64> {
        let own = self.fight.roster.victories.iter().filter(|victory| victory.side.map(Seat::of) == Some(side));
        own.filter_map(|victory| self.asked(&victory.condition, side)).min().map(|steps| steps.min(NO_WAY))
    }

    /// Returns the movement points that the nearest other side needs to win.
    pub fn steps_of_others(&self, side: Seat) -> Option<i64> {
        self.fight.roster.sides.keys().filter(|&other| other != side).filter_map(|other| self.steps(other)).min()
    }

    /// Returns the number of a side's actors that friend zones (JUST FRIENDS) would remove now (R-SC14).
    pub fn in_danger(&self, side: Seat) -> i64 {
        let triggers = self.fight.roster.social.iter().flat_map(|social| &social.friend_zones);
        let caught = triggers.map(|trigger| {
            let objectives = self.fight.objectives(&trigger.objective);
            let there = |who: ActorId| self.zone(who) == trigger.zone;
            if !objectives.iter().any(|&who| there(who)) {
                return 0;
            }
            self.active(side).filter(|&who| there(who) && !objectives.contains(&who)).count()
        });
        i64::try_from(caught.sum::<usize>()).unwrap_or(0)
    }

    fn active(&self, side: Seat) -> impl Iterator<Item = ActorId> + 'f {
        let fight = self.fight;
        fight.active_people().filter(move |&who| fight.roster.side(who) == side)
    }

    /// Returns the movement points that a victory condition about places requires. For an `and` this is the sum of its parts, for an `or`
    /// the smallest part.
    fn asked(&self, condition: &Formula<VictoryTerm>, side: Seat) -> Option<i64> {
        match condition {
            Formula::Value(atom) => self.asked_by(atom, side),
            Formula::Binary(op, sides) => {
                let (left, right) = &**sides;
                match op {
                    FormulaOperator::And | FormulaOperator::Or => match (self.asked(left, side), self.asked(right, side)) {
                        (Some(left), Some(right)) => Some(if *op == FormulaOperator::And { left + right } else { left.min(right) }),
                        (left, right) => left.or(right),
                    },
                    FormulaOperator::More => self.counted(left, right, 1),
                    FormulaOperator::AtLeast => self.counted(left, right, 0),
                    FormulaOperator::Less => self.counted(right, left, 1),
                    FormulaOperator::AtMost => self.counted(right, left, 0),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn asked_by(&self, atom: &VictoryTerm, side: Seat) -> Option<i64> {
        let fight = self.fight;
        match atom {
            VictoryTerm::Reach { who, zones, at_least } => {
                let nearest = |who: ActorId| self.costs.nearest(self.zone(who), zones);
                let mut far: SmallVec<[i64; FEW]> = SmallVec::from_iter(fight.objectives(who).into_iter().map(nearest));
                far.sort_unstable();
                let needed = at_least.map_or(far.len(), |count| usize::try_from(count).unwrap_or(usize::MAX));
                (!far.is_empty()).then(|| far.iter().take(needed).sum())
            }
            VictoryTerm::Majority { group, zones } => {
                let count = fight.pawns_of(*group).count();
                self.moving(*group, zones, &[], i64::try_from(count / 2 + 1).unwrap_or(0) - self.inside(*group, zones))
            }
            VictoryTerm::Fallen { objective, zone, by } if by.map(Seat::of) == Some(side) => {
                let there = |who: ActorId| self.costs.far(self.zone(who), ZoneId::of(*zone));
                let objective = fight.objectives(objective).into_iter().map(there).min()?;
                Some(objective + self.active(side).map(there).min()?)
            }
            VictoryTerm::LastSuitor { side: own, objective } if Seat::of(*own) == side => self.sending_home(objective, side),
            VictoryTerm::Hold { side: own, zone, .. } | VictoryTerm::Control { side: own, zone } if Seat::of(*own) == side => {
                self.active(side).map(|who| self.costs.far(self.zone(who), ZoneId::of(*zone))).min()
            }
            _ => None,
        }
    }

    /// Returns the movement points that a side needs so that all rivals are removed. The side must move the rivals and the objective into a
    /// friend zone (R-SC14).
    fn sending_home(&self, objective: &VictorySubject, side: Seat) -> Option<i64> {
        let social = self.fight.roster.social.as_ref()?;
        let rivals = || self.fight.active_people().filter(|&who| self.fight.roster.side(who) != side);
        let sum = |trigger: &ZoneTrigger| {
            let meant = self.fight.objectives(&trigger.objective);
            let far = |who: ActorId| self.costs.far(self.zone(who), trigger.zone);
            let first = meant.iter().copied().map(far).min()?;
            Some(first + rivals().filter(|who| !meant.contains(who)).map(far).sum::<i64>())
        };
        social.friend_zones.iter().filter(|trigger| trigger.objective == *objective).filter_map(sum).min()
    }

    /// Returns the movement points that are needed until a number of pawns exceeds another by `by`. The other is a number of pawns, too, or
    /// a plain number.
    fn counted(&self, more: &Formula<VictoryTerm>, less: &Formula<VictoryTerm>, by: i64) -> Option<i64> {
        let Formula::Value(VictoryTerm::Pawns { group, zones }) = more else { return None };
        let own = self.inside(*group, zones);
        match less {
            Formula::Int(number) => self.moving(*group, zones, &[], number + by - own),
            Formula::Value(VictoryTerm::Pawns { group: other, zones: theirs }) if other == group => {
                self.moving(*group, zones, theirs, self.inside(*group, theirs) + by - own)
            }
            _ => None,
        }
    }

    fn inside(&self, group: usize, zones: &[usize]) -> i64 {
        let there = |who: &ActorId| zones.is_empty() || zones.contains(&self.zone(*who).place());
        i64::try_from(self.fight.pawns_of(group).filter(there).count()).unwrap_or(0)
    }

    /// Returns the movement points that are needed to bring `lacking` more pawns into the given zones. Taking a pawn out of one of the
    /// zones `theirs` counts as two pawns.
    fn moving(&self, group: usize, zones: &[usize], theirs: &[usize], lacking: i64) -> Option<i64> {
        let zones_of = self.fight.pawns_of(group).map(|who| self.zone(who)).filter(|zone| !zones.contains(&zone.place()));
        let cost_of = |zone: ZoneId| (self.costs.nearest(zone, zones), 1 + i64::from(theirs.contains(&zone.place())));
        let mut outside: SmallVec<[(i64, i64); FEW]> = SmallVec::from_iter(zones_of.map(cost_of));
        outside.sort_unstable_by_key(|&(cost, counts)| (cost, -counts));
        let (mut lacking, mut points) = (lacking, 0);
        for &(cost, counts) in outside.iter() {
            if lacking <= 0 {
                break;
            }
            lacking -= counts;
            points += cost;
        }
        Some(if lacking > 0 { points + NO_WAY } else { points })
    }
}
