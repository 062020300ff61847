//! Distribution of shifts: of interdictions over borders, of a leader's unjamming over units (R-L26).
//!
//! A manual distribution asks for each place in order: each border of the zone inwards, then outwards; or each unit.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, BorderId, Id, ZoneId};
use crate::platoon::PlatoonFight;

/// A place that can be given shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// A border, against movement into this zone.
    Border(BorderId, ZoneId),
    /// A unit whose jamming is reduced.
    Unit(ActorId),
}

impl Slot {
    /// Returns the choice with this verb that names the place.
    fn choice(self, verb: Verb) -> Choice {
        match self {
            Slot::Border(border, to) => Choice::of(verb).on(Id::Zone(to)).with(border.0),
            Slot::Unit(who) => Choice::of(verb).on(Id::Actor(who)),
        }
    }
}

impl PlatoonFight {
    /// Begins to distribute shifts.
    pub(super) fn open_share(&self, shifts: i32, out: &mut Events) {
        let Some(me) = self.state.declared.me else { return self.finish_action(out) };
        out.push(Event::Counter { who: me, what: Counter::Rest, change: shifts, now: shifts });
        PlatoonFight::go(out, Step::of(Phase::Share, Id::Actor(me)));
    }

    /// Returns the places that can be given shifts: both directions of each border of the zone, those into the zone first; or units out of
    /// command.
    fn slots(&self) -> Vec<Slot> {
        let declared = &self.state.declared;
        match (declared.act, declared.it, declared.me) {
            (Some(Verb::Interdict), Id::Zone(zone), _) => {
                let ways = || self.roster.ground.ways(zone).iter();
                let into = ways().map(|way| Slot::Border(way.border, zone));
                into.chain(ways().map(|way| Slot::Border(way.border, way.to))).collect()
            }
            (Some(Verb::Unjam), _, Some(me)) => self.cut_off_from(me).into_iter().map(Slot::Unit).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the place that the current question is about, in a manual distribution. The first [`Counter::Rest`] only begins the
    /// distribution.
    fn slot(&self) -> Option<Slot> {
        let share = self.state.share.as_ref()?;
        let place = usize::from(share.at).checked_sub(1)?;
        self.slots().get(place).copied()
    }

    fn rest(&self) -> i32 {
        self.state.share.as_ref().map_or(0, |share| share.rest)
    }

    /// Adds the answers: all shifts on one place, evenly, or a manual distribution.
    pub(super) fn legal_share(&self, out: &mut Options) {
        if let Some(slot) = self.slot() {
            let most = i16::try_from(self.rest()).unwrap_or(0);
            (0..=most).for_each(|amount| {
                out.push(slot.choice(Verb::Put).n(amount));
            });
            return;
        }
        let slots = self.slots();
        for slot in &slots {
            out.push(slot.choice(Verb::All));
        }
        if slots.len() > 1 {
            out.push(Choice::of(Verb::Even));
            out.push(Choice::of(Verb::ByHand));
        }
        let own = self.state.declared.me.map(|me| Slot::Unit(me).choice(Verb::All));
        let first = own.filter(|own| out.contains(*own)).or_else(|| slots.first().map(|slot| slot.choice(Verb::All)));
        out.sort_with_default(first);
    }

    /// Applies the answer to the question how shifts are distributed.
    pub(super) fn decide_share(&self, choice: Choice, out: &mut Events) {
        let Some(me) = self.state.declared.me else { return self.finish_action(out) };
        let (rest, slots) = (self.rest(), self.slots());
        match choice.verb {
            Verb::ByHand => self.share_on(me, 0, rest, out),
            Verb::Put => {
                let put = i32::from(choice.n);
                if let Some(slot) = self.slot() {
                    self.put(me, slot, put, out);
                }
                let at = self.state.share.as_ref().map_or(0, |share| usize::from(share.at));
                if rest > put && at < slots.len() {
                    self.share_on(me, put, rest - put, out);
                } else {
                    self.finish_action(out);
                }
            }
            Verb::Even => {
                for (slot, amount) in slots.iter().zip(evenly(rest, self.even_over(&slots))) {
                    self.put(me, *slot, amount, out);
                }
                self.finish_action(out);
            }
            _ => {
                if let Some(slot) = slots.into_iter().find(|slot| slot.choice(Verb::All) == choice) {
                    self.put(me, slot, rest, out);
                }
                self.finish_action(out);
            }
        }
    }

    /// Returns the number of places in an even distribution: for a zone the ways into it, for units all of them.
    fn even_over(&self, slots: &[Slot]) -> usize {
        let inwards = slots.iter().filter(|slot| matches!(slot, Slot::Border(_, to) if self.state.declared.it == Id::Zone(*to))).count();
        if inwards > 0 { inwards } else { slots.len() }
    }

    /// Asks for the shifts of the next place.
    fn share_on(&self, me: ActorId, put: i32, rest: i32, out: &mut Events) {
        out.push(Event::Counter { who: me, what: Counter::Rest, change: -put, now: rest });
        PlatoonFight::go(out, Step::of(Phase::Share, Id::Actor(me)));
    }

    fn put(&self, me: ActorId, slot: Slot, amount: i32, out: &mut Events) {
        if amount <= 0 {
            return;
        }
        match slot {
            Slot::Border(border, to) => {
                let value = i16::try_from(amount).unwrap_or(i16::MAX);
                out.push(Event::PassValue { border, to, by: me, value, lasting: self.interdiction_lasts(me) });
            }
            Slot::Unit(who) => self.cut_off(who, -amount, out),
        }
    }
}

/// Divides an amount evenly; the first places get the remainder.
fn evenly(rest: i32, over: usize) -> impl Iterator<Item = i32> {
    let places = i32::try_from(over).unwrap_or(i32::MAX).max(1);
    let (each, more) = (rest / places, rest % places);
    (0..places).map(move |place| each + i32::from(place < more))
}
