//! Distribution of the shifts of a roll: of an interdiction over borders, or of a leader's unjamming over units (R-L26).
//!
//! Shifts can be put on a single border or unit, divided evenly, or distributed by hand. By hand, the player is asked about each unit once.
//! For borders of a zone, the player is asked twice: first for movement into the zone, then for movement out of it.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, BorderId, Id, ZoneId};
use crate::platoon::PlatoonFight;

/// A border or a unit to which shifts can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShiftTarget {
    /// A border; the shifts are added to its pass value for movement into this zone.
    Border(BorderId, ZoneId),
    /// A unit; the shifts lower its OOC (out of command) level.
    Unit(ActorId),
}

impl ShiftTarget {
    /// Returns the choice with this verb that names the border or the unit.
    fn choice(self, verb: Verb) -> Choice {
        match self {
            ShiftTarget::Border(border, to) => Choice::of(verb).on(Id::Zone(to)).with(border.0),
            ShiftTarget::Unit(who) => Choice::of(verb).on(Id::Actor(who)),
        }
    }
}

impl PlatoonFight {
    /// Begins to distribute this number of shifts.
    pub(super) fn open_share(&self, shifts: i32, out: &mut Events) {
        let Some(me) = self.state.declared.me else { return self.finish_action(out) };
        out.push(Event::Counter { who: me, what: Counter::Rest, change: shifts, now: shifts });
        PlatoonFight::go(out, Step::of(Phase::Share, Id::Actor(me)));
    }

    /// Returns everything to which shifts can be given. For unjamming, these are the units out of command. For an interdiction, these are
    /// the borders of the zone: each once for movement into the zone, and then once for movement out of it.
    fn slots(&self) -> Vec<ShiftTarget> {
        let declared = &self.state.declared;
        match (declared.act, declared.it, declared.me) {
            (Some(Verb::Interdict), Id::Zone(zone), _) => {
                let ways = || self.roster.ground.ways(zone).iter();
                let into = ways().map(|way| ShiftTarget::Border(way.border, zone));
                into.chain(ways().map(|way| ShiftTarget::Border(way.border, way.to))).collect()
            }
            (Some(Verb::Unjam), _, Some(me)) => self.cut_off_from(me).into_iter().map(ShiftTarget::Unit).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the border or unit that the current question is about, if the shifts are distributed by hand; `None` while the kind of
    /// distribution is still to be chosen.
    fn slot(&self) -> Option<ShiftTarget> {
        let share = self.state.share.as_ref()?;
        let place = usize::from(share.at).checked_sub(1)?;
        self.slots().get(place).copied()
    }

    fn rest(&self) -> i32 {
        self.state.share.as_ref().map_or(0, |share| share.rest)
    }

    /// Lists the legal answers: all shifts to one border or unit, an even division, or a distribution by hand. While the player distributes
    /// by hand, the answers are the numbers of shifts.
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
        let own = self.state.declared.me.map(|me| ShiftTarget::Unit(me).choice(Verb::All));
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

    /// Returns the number of equal shares: one for each border that leads into the zone or, if there is no such border, one for each border
    /// or unit.
    fn even_over(&self, slots: &[ShiftTarget]) -> usize {
        let inwards =
            slots.iter().filter(|slot| matches!(slot, ShiftTarget::Border(_, to) if self.state.declared.it == Id::Zone(*to))).count();
        if inwards > 0 { inwards } else { slots.len() }
    }

    /// Asks for the number of shifts of the next border or unit. `put` shifts were just given, `rest` are left.
    fn share_on(&self, me: ActorId, put: i32, rest: i32, out: &mut Events) {
        out.push(Event::Counter { who: me, what: Counter::Rest, change: -put, now: rest });
        PlatoonFight::go(out, Step::of(Phase::Share, Id::Actor(me)));
    }

    fn put(&self, me: ActorId, slot: ShiftTarget, amount: i32, out: &mut Events) {
        if amount <= 0 {
            return;
        }
        match slot {
            ShiftTarget::Border(border, to) => {
                let value = i16::try_from(amount).unwrap_or(i16::MAX);
                out.push(Event::PassValue { border, to, by: me, value, lasting: self.interdiction_lasts(me) });
            }
            ShiftTarget::Unit(who) => self.cut_off(who, -amount, out),
        }
    }
}

/// Divides `rest` into `over` equal shares; the first shares get one more each until the remainder is used up.
fn evenly(rest: i32, over: usize) -> impl Iterator<Item = i32> {
    let places = i32::try_from(over).unwrap_or(i32::MAX).max(1);
    let (each, more) = (rest / places, rest % places);
    (0..places).map(move |place| each + i32::from(place < more))
}
