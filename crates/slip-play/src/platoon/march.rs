//! A platoon marches with its leader (platoon.md 5.1, D-L5).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::platoon::Platoons;
use crate::platoon::reach::each;
use crate::platoon::state::bit;

impl Platoons {
    /// True if a unit could march as its action: a leader who is trained to move, where one can.
    pub fn may_march(&self, unit: ActorId) -> bool {
        let walks = self.may_move(unit) || self.may_relocate(unit);
        !self.roster.settings.no_march && walks && self.is_leader(unit) && !self.is_orphan(unit)
    }

    /// Who could march along with a leader, a bit for each: those in his zone who are under his command and have not acted.
    /// Units that cannot move by themselves may (5.1).
    pub(super) fn marchers(&self, leader: ActorId) -> u128 {
        let (Some(platoon), Some(zone)) = (self.platoon(leader), self.zone_of(leader)) else { return 0 };
        let along = self.units_of(platoon).filter(|&unit| {
            let free = self.can_act(unit) && !self.is_orphan(unit) && !self.is_airborne(unit);
            unit != leader && free && self.zone_of(unit) == Some(zone) && self.most_steps(unit) > 0
        });
        along.fold(0, |set, unit| set | bit(unit))
    }

    /// Who moves with whoever has declared a movement: the leader of a march first, then those who come along.
    pub(super) fn marching(&self, who: ActorId, act: Verb) -> Vec<ActorId> {
        let along = if act == Verb::March { self.state.marchers.unwrap_or(0) } else { 0 };
        std::iter::once(who).chain(each(along & !bit(who))).collect()
    }

    /// Whom the question about marchers is about, once they are named one by one.
    fn named(&self) -> Option<ActorId> {
        let leader = self.state.step.who.actor()?;
        each(self.marchers(leader)).nth(usize::from(self.state.step.n.checked_sub(1)?))
    }

    /// All who can, or one after the other by hand.
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

    /// Who marches along.
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
        Platoons::go(out, next);
    }

    /// Those who march along have had their part of the turn with that (5.1): what falls due in it does.
    pub(super) fn march_off(&self, movers: &[ActorId], out: &mut Events) {
        for &who in movers.iter().skip(1) {
            out.push(Event::Counter { who, what: Counter::Activated, change: 1, now: 2 });
            self.keep_books(who, out);
        }
    }
}
