//! Cache of the points that every side still needs to win a social conflict. It is valid until an actor moves or leaves or a border
//! changes. Most questions are asked in the same positions as the question before.

use slip_play::ids::{ActorId, BorderId, Seat, TableKey, ZoneId};
use slip_play::personal::social::goal_distances::{Costs, KnownSteps, Position};
use slip_play::personal::{Personal, PersonalRoster};
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// Cache of movement costs, distances from winning and gains of moves; each value is computed on first use.
#[derive(Debug, Default)]
pub(in crate::personal) struct GoalDistanceCache {
    /// Roster of the fight that the cache belongs to.
    roster: Option<Arc<PersonalRoster>>,
    /// State for which the cache is valid: for each actor its zone and presence, then the value of each border.
    lies: Vec<i64>,
    costs: OnceCell<Costs>,
    steps: KnownSteps,
    worths: KnownSteps,
    away: KnownSteps,
    walkers: KnownSteps,
    promised: RefCell<Vec<ExpectedGain>>,
    gains: RefCell<Vec<(Walk, Vec<i64>)>>,
    bars: RefCell<Vec<(Seat, BorderId, i64)>>,
}

/// Move of an actor: the side whose points move the actor, the actor, and the zone where the move starts.
type Walk = (Seat, ActorId, ZoneId);

/// Expected gain of a push, or of the actor's own move. It is valid only in the game state that is stored with it.
#[derive(Clone, Debug)]
pub(super) struct ExpectedGain {
    pub(super) who: ActorId,
    pub(super) target: ActorId,
    pub(super) table: (u64, u64),
    pub(super) footholds: Vec<ZoneId>,
    pub(super) gain: i64,
}

/// Clones the cache as an empty one.
impl Clone for GoalDistanceCache {
    fn clone(&self) -> GoalDistanceCache {
        GoalDistanceCache::default()
    }
}

impl GoalDistanceCache {
    /// Clears the cache if it was made for another state than the current one.
    pub(in crate::personal) fn see(&mut self, fight: &Personal) {
        let same = self.roster.as_ref().is_some_and(|roster| Arc::ptr_eq(roster, &fight.roster));
        if same && told(fight).eq(self.lies.iter().copied()) {
            return;
        }
        let mut lies = std::mem::take(&mut self.lies);
        lies.clear();
        lies.extend(told(fight));
        *self = GoalDistanceCache { roster: Some(Arc::clone(&fight.roster)), lies, ..GoalDistanceCache::default() };
    }

    /// Returns the costs of moving between zones.
    pub(super) fn costs(&self, fight: &Personal) -> &Costs {
        self.costs.get_or_init(|| fight.costs())
    }

    /// Returns the current positions of all actors.
    pub(super) fn now<'f>(&'f self, fight: &'f Personal) -> Position<'f> {
        Position::known(fight, self.costs(fight), &self.steps)
    }

    /// Returns the value of the actors' positions to a side; it is computed on first use.
    pub(super) fn worth(&self, at: &Position<'_>, side: Seat, reckon: impl FnOnce() -> i64) -> i64 {
        self.worths.get(at.place_of(side), || Some(reckon())).unwrap_or(0)
    }

    /// Returns the number of zones between an actor and the nearest person whom its side wants in another zone. The number is computed on
    /// first use.
    pub(super) fn away(&self, at: usize, reckon: impl FnOnce() -> Option<i64>) -> Option<i64> {
        self.away.get(at, reckon)
    }

    /// True if an actor should walk to the people that the goal is about; computed on first use.
    pub(super) fn walks(&self, who: ActorId, reckon: impl FnOnce() -> bool) -> bool {
        self.walkers.get(who.place(), || Some(i64::from(reckon()))) == Some(1)
    }

    /// Returns the cached expected gain of a push or move in this state; `None` if it was not computed.
    pub(super) fn promised(&self, who: ActorId, target: ActorId, table: (u64, u64), footholds: &[ZoneId]) -> Option<i64> {
        let all = self.promised.borrow();
        let known = all.iter().find(|known| (known.who, known.target) == (who, target))?;
        (known.table == table && known.footholds == footholds).then_some(known.gain)
    }

    pub(super) fn promise(&self, promised: ExpectedGain) {
        let mut all = self.promised.borrow_mut();
        match all.iter_mut().find(|known| (known.who, known.target) == (promised.who, promised.target)) {
            Some(known) => *known = promised,
            None => all.push(promised),
        }
    }

    /// Calls `read` with the gains of a move: one gain for each number of points from 0 to `most`.
    pub(super) fn gains<T>(&self, walk: Walk, most: usize, reckon: impl FnOnce(usize) -> Vec<i64>, read: impl FnOnce(&[i64]) -> T) -> T {
        let place = self.gains.borrow().iter().position(|(known, gains)| *known == walk && gains.len() > most);
        let place = place.unwrap_or_else(|| {
            let gains = reckon(most.max(USUAL));
            let mut all = self.gains.borrow_mut();
            all.retain(|(known, _)| *known != walk);
            all.push((walk, gains));
            all.len() - 1
        });
        let all = self.gains.borrow();
        let gains = all.get(place).map_or(&[][..], |(_, gains)| gains.as_slice());
        read(gains.get(..=most).unwrap_or(gains))
    }

    /// Returns the value of obstructing a border for a side: the points that it costs rivals, minus those that it costs the side. The value
    /// is computed on first use.
    pub(super) fn bars(&self, side: Seat, border: BorderId, reckon: impl FnOnce() -> i64) -> i64 {
        let known = self.bars.borrow().iter().find(|(by, there, _)| (*by, *there) == (side, border)).map(|&(.., bars)| bars);
        known.unwrap_or_else(|| {
            let bars = reckon();
            self.bars.borrow_mut().push((side, border, bars));
            bars
        })
    }
}

/// Returns the part of the state on which the cached distances depend: for each actor its zone and presence, then the value of each border.
fn told(fight: &Personal) -> impl Iterator<Item = i64> + '_ {
    let people = fight.state.actors.values().map(|actor| {
        let is = i64::from(actor.is_active()) << 9 | i64::from(actor.is_there()) << 8;
        is | i64::from(actor.zone.0)
    });
    people.chain(fight.roster.map.borders.keys().map(|border| i64::from(fight.border_value(border))))
}

/// Usual number of entries in lists of gains. It is enough for the points of almost all rolls.
const USUAL: usize = 24;
