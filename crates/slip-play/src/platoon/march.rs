//! Marches: a platoon moves with its leader.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::platoon::PlatoonFight;
use crate::platoon::locations::each;
use crate::platoon::state::bit;

impl PlatoonFight {
    /// True if a unit could march as its action: the rules have marches, and the unit is a leader that can move.
    pub fn may_march(&self, unit: ActorId) -> bool {
        let walks = self.may_move(unit) || self.may_relocate(unit);
        !self.roster.settings.no_march && walks && self.is_leader(unit) && !self.is_orphan(unit)
    }

    /// Returns the units that could march with a leader, one bit for each. These are the units in the leader's zone and under its command
    /// that have not acted. Units that cannot move by themselves may march too.
    pub(super) fn marchers(&self, leader: ActorId) -> u128 {
        let (Some(platoon), Some(zone)) = (self.platoon(leader), self.zone_of(leader)) else { return 0 };
        let along = self.units_of(platoon).filter(|&unit| {
            let free = self.can_act(unit) && !self.is_orphan(unit) && !self.is_airborne(unit);
            unit != leader && free && self.zone_of(unit) == Some(zone) && self.most_steps(unit) > 0
        });
        along.fold(0, |set, unit| set | bit(unit))
    }

    /// Returns the units of a declared movement: in a march the leader first, then the marchers.
    pub(super) fn marching(&self, who: ActorId, act: Verb) -> Vec<ActorId> {
        let along = if act == Verb::March { self.state.marchers.unwrap_or(0) } else { 0 };
        std::iter::once(who).chain(each(along & !bit(who))).collect()
    }

    /// Returns the unit about which the player is asked when the units of a march are chosen one by one; `None` if all are chosen at once.
    fn named(&self) -> Option<ActorId> {
        let leader = self.state.step.who.actor()?;
        each(self.marchers(leader)).nth(usize::from(self.state.step.n.checked_sub(1)?))
    }

    /// Lists the legal answers. At first, all units that can march may come along, or the player chooses them one by one. After that
    /// choice, the answers for each unit are yes and no.
    pub(super) fn legal_muster(&self, out: &mut Options) {
        let Some(leader) = self.state.step.who.actor() else { return };
        match self.named() {
            Some(unit) => {
                out.push(Choice::of(Verb::Yes).on(Id::Actor(unit)));
                out.push(Choice::of(Verb::No).on(Id::Actor(unit)));
            }
            None => {
                out.push(Choice::of(Verb::All));
                if self.marchers(leader) != 0 {
                    out.push(Choice::of(Verb::ByHand));
                }
            }
        }
    }

    /// Records the units that march.
    pub(super) fn decide_muster(&self, choice: Choice, out: &mut Events) {
        let Step { who, n, .. } = self.state.step;
        let Some(leader) = who.actor() else { return };
        let all = self.marchers(leader);
        let along = |who: ActorId, now: i32| Event::Counter { who, what: Counter::Marches, change: now, now };
        match (choice.verb, choice.it.actor()) {
            (Verb::All, _) => out.extend(each(all).map(|unit| along(unit, 1))),
            (Verb::Yes, Some(unit)) => out.push(along(unit, 1)),
            _ => {}
        }
        let asked = u32::from(n);
        let next = match choice.verb {
            Verb::ByHand => Step::of(Phase::Muster, who).n(1),
            Verb::Yes | Verb::No if asked < all.count_ones() => Step::of(Phase::Muster, who).n(n.saturating_add(1)),
            _ => Step::of(Phase::Compel, Id::None),
        };
        PlatoonFight::go(out, next);
    }

    /// Marks all units that march with the leader: they have had their part of the turn. Their interdictions end and their OOC (out of
    /// command) levels fall, as at the start of every part.
    pub(super) fn march_off(&self, movers: &[ActorId], out: &mut Events) {
        for &who in movers.iter().skip(1) {
            out.push(Event::Counter { who, what: Counter::Activated, change: 1, now: 2 });
            self.keep_books(who, out);
        }
    }
}
