//! Spin: counters of a platoon, which its units spend (platoon.md 1.2, R-L45, R-L46).
//!
//! What is earned in defence lasts to the end of the platoon's next turn, what is earned in its own turn to the end of the one
//! after it: both are the first turn that begins after they came.

use crate::event::{Event, Events};
use crate::ids::ActorId;
use crate::platoon::Platoons;
use slip_dice::fate::check;

impl Platoons {
    /// The counters of a platoon, by its id as an actor.
    pub fn counters_of(&self, platoon: ActorId) -> i32 {
        self.state.spin.iter().filter(|token| token.owner == platoon.0).map(|token| i32::from(token.left)).sum()
    }

    /// Platoons whose counters a unit may spend, its own first; none for a unit that is cut off (3.5).
    fn spinners(&self, unit: ActorId) -> impl Iterator<Item = ActorId> + '_ {
        let own = self.funds(unit);
        let allied = own.filter(|_| self.roster.settings.spin_allies).map(|own| self.side(own));
        let all = self.state.platoons.keys().map(|platoon| self.state.id_of_platoon(platoon));
        let others = all.filter(move |&platoon| Some(platoon) != own && allied == Some(self.side(platoon)));
        own.into_iter().chain(others)
    }

    /// The spin a unit may spend on a roll (R-L45).
    pub fn spin_of(&self, unit: ActorId) -> i32 {
        self.spinners(unit).map(|platoon| self.counters_of(platoon)).sum()
    }

    /// Spin is spent: that of the unit's own platoon first.
    pub(super) fn spend_spin(&self, unit: ActorId, amount: i32, out: &mut Events) {
        let mut rest = amount;
        for platoon in self.spinners(unit) {
            let spent = rest.min(self.counters_of(platoon));
            if spent > 0 {
                out.push(Event::Spin { who: platoon, change: -spent, lapsed: false });
                rest -= spent;
            }
        }
    }

    /// What was done went very well, by so much more than was wanted (R-L46): in the draft, spin for the platoon.
    pub(super) fn flat_spin(&self, unit: ActorId, excess: i32, out: &mut Events) {
        let settings = &self.roster.settings;
        if settings.flat_spin {
            self.gain_spin(unit, check::spin(excess.saturating_neg(), settings.spin_at, settings.spin_single), out);
        }
    }

    /// So much spin for a unit's platoon; none for who is cut off.
    pub(super) fn gain_spin(&self, unit: ActorId, earned: i32, out: &mut Events) {
        if let Some(platoon) = self.funds(unit).filter(|_| earned > 0) {
            out.push(Event::Spin { who: platoon, change: earned, lapsed: false });
        }
    }

    /// A platoon's turn is over: the spin that was there when it began is gone.
    pub(super) fn lapse_spin(&self, platoon: ActorId, out: &mut Events) {
        let own = self.state.spin.iter().filter(|token| token.owner == platoon.0 && token.last_turn);
        let left: i32 = own.map(|token| i32::from(token.left)).sum();
        if left > 0 {
            out.push(Event::Spin { who: platoon, change: -left, lapsed: true });
        }
    }
}
