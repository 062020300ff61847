//! What a seat has reckoned for a question: attacks that are open, what they promise, what somebody can still add.

use super::social::Land;
use super::terms::Weigher;
use crate::shared;
use slip_dice::fate::Prospect;
use slip_play::ask::Point;
use slip_play::choice::Choice;
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, Id, ZoneId};
use slip_play::personal::prospect::{Shot, Shots};
use slip_play::personal::reckoned::{Reckoned, Worth};
use std::cell::{Cell, RefCell, RefMut};

/// What a seat has reckoned, kept so that nothing is allocated for the next question.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// The attacks open this turn, while an action is being declared.
    pub(super) shots: Shots,
    /// What attacks promise.
    pub(super) reckoned: RefCell<Reckoned>,
    /// How the land lies, in social combat.
    pub(super) land: Land,
}

impl Default for Room {
    fn default() -> Room {
        Room { shots: Shots::default(), reckoned: RefCell::new(Reckoned::kept()), land: Land::default() }
    }
}

/// What parties can still add to what lies on the table, as far as it was asked: by free tags and spin, and with points.
#[derive(Clone, Debug, Default)]
pub(super) struct Reaches([Cell<Option<Reach>>; 3]);

/// A party, and what it can still add: without points and with them.
type Reach = (u8, (i32, i32));

impl Reaches {
    /// As it was found or as it is reckoned now.
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

/// How far the next outcome is, and what it is worth; none if there is none to be reached.
type Step = Option<(i32, i64)>;

impl Weigher<'_> {
    /// What has been reckoned, once it is seen how the table lies now.
    pub(super) fn kept(&self) -> RefMut<'_, Reckoned> {
        let mut kept = self.reckoned.borrow_mut();
        if !self.seen.replace(true) {
            kept.anew(self.fight);
        }
        kept
    }

    /// The attacks open this turn, reckoned at the first need.
    pub(super) fn take_aim(&mut self) -> &[Shot] {
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

    /// The best somebody can do against somebody, reckoned once a question.
    pub(super) fn best(&self, who: ActorId, target: ActorId, from: ZoneId, to: ZoneId, plus: i32) -> Prospect {
        self.fight.best_prospect(who, target, (from, to), plus, &mut self.kept())
    }

    /// What an attack on somebody or on everybody in a zone promises from a zone.
    pub(super) fn promise(&self, using: Choice, it: Id, from: ZoneId) -> Prospect {
        self.fight.promise(self.me, using, it, from, &mut self.kept())
    }

    /// What an attack on somebody promises at a track.
    pub(super) fn promise_at(&self, using: Choice, target: ActorId, track: TrackId, from: ZoneId) -> Prospect {
        let zones = (from, self.fight.state.actors[target].zone);
        self.fight.prospect_at(self.me, using, target, track, zones, 0, &mut self.kept())
    }

    /// What something is worth, reckoned once as long as the table lies as it does.
    pub(super) fn known_worth(&self, worth: Worth, reckon: impl FnOnce() -> i64) -> i64 {
        let known = self.kept().worth(worth);
        known.unwrap_or_else(|| {
            let value = reckon();
            self.kept().keep_worth(worth, value);
            value
        })
    }

    /// The chance of the actor's maneuvers.
    pub(super) fn maneuver_chance(&self) -> i64 {
        self.known_worth(Worth::Maneuver(self.me), || self.fight.maneuver_chance(self.me, &mut self.kept()))
    }

    /// What a party can still add, by free tags and spin, and with points besides.
    pub(super) fn reach_of(&self, party: u8) -> (i32, i32) {
        self.reaches.get(party, || self.fight.still_to_add(party))
    }

    /// How far somebody's next worse outcome is under a hit, and what it costs them.
    pub(super) fn next_worse(&self, who: ActorId, shifts: i32) -> Step {
        self.known_step(who, shifts, false, || shared::next_worse(self, who, shifts))
    }

    /// How far somebody's next better outcome is under a hit, and what it saves them.
    pub(super) fn next_better(&self, who: ActorId, shifts: i32) -> Step {
        self.known_step(who, shifts, true, || shared::next_better(self, who, shifts))
    }

    fn known_step(&self, who: ActorId, shifts: i32, better: bool, reckon: impl FnOnce() -> Step) -> Step {
        // While consequences are chosen they count on the track that is hit.
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
