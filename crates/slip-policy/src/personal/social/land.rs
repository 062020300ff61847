//! How far everybody is from where their side wins, kept as long as nobody walks or leaves and no way is barred or cleared:
//! most questions of a talk are asked where the last was.

use slip_play::ids::{ActorId, BorderId, Key, Seat, ZoneId};
use slip_play::personal::social::goals::{Costs, KnownSteps, Position};
use slip_play::personal::{Personal, Roster};
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// What walking costs, how far sides are from winning and what walks bring, as far as it was asked.
#[derive(Debug, Default)]
pub(in crate::personal) struct Land {
    /// Of which talk.
    roster: Option<Arc<Roster>>,
    /// Where everybody is, if they are there, and what borders are worth.
    lies: Vec<i64>,
    costs: OnceCell<Costs>,
    steps: KnownSteps,
    worths: KnownSteps,
    away: KnownSteps,
    walkers: KnownSteps,
    promised: RefCell<Vec<Promised>>,
    gains: RefCell<Vec<(Walk, Vec<i64>)>>,
    bars: RefCell<Vec<(Seat, BorderId, i64)>>,
}

/// Whose points walk somebody from where.
type Walk = (Seat, ActorId, ZoneId);

/// What somebody's push of somebody or own walk is expected to bring, and of which table.
#[derive(Clone, Debug)]
pub(super) struct Promised {
    pub(super) who: ActorId,
    pub(super) target: ActorId,
    pub(super) table: (u64, u64),
    pub(super) footholds: Vec<ZoneId>,
    pub(super) gain: i64,
}

/// It is told by what one seat has asked: whoever is copied asks again.
impl Clone for Land {
    fn clone(&self) -> Land {
        Land::default()
    }
}

impl Land {
    /// Takes in how the land lies now, and forgets what may be otherwise.
    pub(in crate::personal) fn see(&mut self, fight: &Personal) {
        let same = self.roster.as_ref().is_some_and(|roster| Arc::ptr_eq(roster, &fight.roster));
        if same && told(fight).eq(self.lies.iter().copied()) {
            return;
        }
        let mut lies = std::mem::take(&mut self.lies);
        lies.clear();
        lies.extend(told(fight));
        *self = Land { roster: Some(Arc::clone(&fight.roster)), lies, ..Land::default() };
    }

    /// What walking costs.
    pub(super) fn costs(&self, fight: &Personal) -> &Costs {
        self.costs.get_or_init(|| fight.costs())
    }

    /// Everybody where they stand.
    pub(super) fn now<'f>(&'f self, fight: &'f Personal) -> Position<'f> {
        Position::known(fight, self.costs(fight), &self.steps)
    }

    /// What a position is worth to a side, as it was found or as it is reckoned now.
    pub(super) fn worth(&self, at: &Position<'_>, side: Seat, reckon: impl FnOnce() -> i64) -> i64 {
        self.worths.get(at.place_of(side), || Some(reckon())).unwrap_or(0)
    }

    /// How far somebody in a zone is from others, as it was found or as it is reckoned now.
    pub(super) fn away(&self, at: usize, reckon: impl FnOnce() -> Option<i64>) -> Option<i64> {
        self.away.get(at, reckon)
    }

    /// Whether somebody walks to others, as it was found or as it is reckoned now.
    pub(super) fn walks(&self, who: ActorId, reckon: impl FnOnce() -> bool) -> bool {
        self.walkers.get(who.place(), || Some(i64::from(reckon()))) == Some(1)
    }

    /// What somebody's push of somebody is expected to bring, if that is known of this table.
    pub(super) fn promised(&self, who: ActorId, target: ActorId, table: (u64, u64), footholds: &[ZoneId]) -> Option<i64> {
        let all = self.promised.borrow();
        let known = all.iter().find(|known| (known.who, known.target) == (who, target))?;
        (known.table == table && known.footholds == footholds).then_some(known.gain)
    }

    pub(super) fn promise(&self, promised: Promised) {
        let mut all = self.promised.borrow_mut();
        match all.iter_mut().find(|known| (known.who, known.target) == (promised.who, promised.target)) {
            Some(known) => *known = promised,
            None => all.push(promised),
        }
    }

    /// What so many points bring by a walk, from none to `most`.
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

    /// How a border bars the ways of others, as it was found or as it is reckoned now.
    pub(super) fn bars(&self, side: Seat, border: BorderId, reckon: impl FnOnce() -> i64) -> i64 {
        let known = self.bars.borrow().iter().find(|(by, there, _)| (*by, *there) == (side, border)).map(|&(.., bars)| bars);
        known.unwrap_or_else(|| {
            let bars = reckon();
            self.bars.borrow_mut().push((side, border, bars));
            bars
        })
    }
}

/// Where everybody is, if they are there, and what borders are worth.
fn told(fight: &Personal) -> impl Iterator<Item = i64> + '_ {
    let people = fight.state.actors.values().map(|actor| {
        let is = i64::from(actor.is_active()) << 9 | i64::from(actor.is_there()) << 8;
        is | i64::from(actor.zone.0)
    });
    people.chain(fight.roster.map.borders.keys().map(|border| i64::from(fight.border_value(border))))
}

/// Points that rolls of one walk come to: longer lists are seldom asked for.
const USUAL: usize = 24;
