//! Cache of values that are computed while one question is answered: attacks that the actor can make, their odds, and the bonuses that
//! parties can still add.

use super::condition_terms::PersonalEvaluator;
use super::social::GoalDistanceCache;
use crate::shared_doctrine_parts;
use slip_dice::fate::Prospect;
use slip_play::choice::Choice;
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, Id, ZoneId};
use slip_play::personal::attack_cache::{AttackCaches, ComparedValueKey};
use slip_play::personal::odds::{PersonalShot, Shots};
use slip_play::question::Point;
use std::cell::{Cell, RefCell, RefMut};

/// Cache for the values of one question. Its buffers are kept for the next question.
#[derive(Clone, Debug)]
pub(crate) struct PersonalQuestionCache {
    /// Attacks that the actor can make this turn. They are used while the actor declares an action.
    pub(super) shots: Shots,
    /// Odds of attacks that were computed for this question.
    pub(super) reckoned: RefCell<AttackCaches>,
    /// Distances and values of positions in social combat.
    pub(super) land: GoalDistanceCache,
}

impl Default for PersonalQuestionCache {
    fn default() -> PersonalQuestionCache {
        PersonalQuestionCache { shots: Shots::default(), reckoned: RefCell::new(AttackCaches::kept()), land: GoalDistanceCache::default() }
    }
}

/// Bonuses that up to three parties can still add to the roll. Each bonus is computed on first use.
#[derive(Clone, Debug, Default)]
pub(super) struct RemainingBonuses([Cell<Option<Reach>>; 3]);

/// Number of a party, and two bonuses that it can still add: the bonus without fate points, and the bonus with them.
type Reach = (u8, (i32, i32));

impl RemainingBonuses {
    /// Returns the bonus that a party can still add: without fate points, and with them. It is computed on first use and then cached.
    fn get(&self, party: u8, reckon: impl FnOnce() -> (i32, i32)) -> (i32, i32) {
        if let Some((_, reach)) = self.0.iter().filter_map(Cell::get).find(|(there, _)| *there == party) {
            return reach;
        }
        let reach = reckon();
        if let Some(room) = self.0.iter().find(|room| room.get().is_none()) {
            room.set(Some((party, reach)));
        }
        reach
    }
}

/// Next outcome of a hit: the number of shifts to it and its value; `None` if there is no such outcome.
type Step = Option<(i32, i64)>;

impl PersonalEvaluator<'_> {
    /// Returns the cache of attacks. Before its first use for a question, it is compared with the current state.
    pub(super) fn kept(&self) -> RefMut<'_, AttackCaches> {
        let mut kept = self.reckoned.borrow_mut();
        if !self.seen.replace(true) {
            kept.anew(self.fight);
        }
        kept
    }

    /// Returns the attacks that the actor can make this turn; they are computed on first use.
    pub(super) fn take_aim(&mut self) -> &[PersonalShot] {
        if !self.aimed {
            let mut kept = self.reckoned.borrow_mut();
            if !self.seen.replace(true) {
                kept.anew(self.fight);
            }
            self.fight.shots(self.me, self.shots, &mut kept);
            self.aimed = true;
        }
        self.shots
    }

    /// Returns the best odds of one actor against another if the actors are in the zones `from` and `to`, with a bonus of `plus`.
    pub(super) fn best(&self, who: ActorId, target: ActorId, from: ZoneId, to: ZoneId, plus: i32) -> Prospect {
        self.fight.best_prospect(who, target, (from, to), plus, &mut self.kept())
    }

    /// Returns the odds of an attack from a zone, on one actor or on all in a zone.
    pub(super) fn promise(&self, using: Choice, it: Id, from: ZoneId) -> Prospect {
        self.fight.promise(self.me, using, it, from, &mut self.kept())
    }

    /// Returns the odds of an attack that is aimed at one stress track of an actor.
    pub(super) fn promise_at(&self, using: Choice, target: ActorId, track: TrackId, from: ZoneId) -> Prospect {
        let zones = (from, self.fight.state.actors[target].zone);
        self.fight.prospect_at(self.me, using, target, track, zones, 0, &mut self.kept())
    }

    /// Returns a cached value, or computes and caches it. Cached values are valid until the state changes.
    pub(super) fn known_worth(&self, worth: ComparedValueKey, reckon: impl FnOnce() -> i64) -> i64 {
        let known = self.kept().worth(worth);
        known.unwrap_or_else(|| {
            let value = reckon();
            self.kept().keep_worth(worth, value);
            value
        })
    }

    /// Returns the deciding actor's chance of success with a maneuver.
    pub(super) fn maneuver_chance(&self) -> i64 {
        self.known_worth(ComparedValueKey::Maneuver(self.me), || self.fight.maneuver_chance(self.me, &mut self.kept()))
    }

    /// Returns the bonus that a party can still add to its roll: without fate points, and with them.
    pub(super) fn reach_of(&self, party: u8) -> (i32, i32) {
        self.reaches.get(party, || self.fight.still_to_add(party))
    }

    /// Returns the shifts that must be added to a hit for the next worse outcome for an actor, and the cost of that outcome.
    pub(super) fn next_worse(&self, who: ActorId, shifts: i32) -> Step {
        self.known_step(who, shifts, false, || shared_doctrine_parts::next_worse(self, who, shifts))
    }

    /// Returns the number of shifts by which a hit must become weaker so that an actor gets the next better outcome, and the cost that this
    /// saves.
    pub(super) fn next_better(&self, who: ActorId, shifts: i32) -> Step {
        self.known_step(who, shifts, true, || shared_doctrine_parts::next_better(self, who, shifts))
    }

    fn known_step(&self, who: ActorId, shifts: i32, better: bool, reckon: impl FnOnce() -> Step) -> Step {
        // While consequences are chosen, the result depends on the track that is hit.
        let key = self.fight.hit_key(who, shifts, better).filter(|_| self.ask.point != Point::Mitigate);
        let mut kept = self.reckoned.borrow_mut();
        kept.turn_to(&self.fight.roster);
        kept.step(key).unwrap_or_else(|| {
            let step = reckon();
            kept.keep_step(key, step);
            step
        })
    }
}
