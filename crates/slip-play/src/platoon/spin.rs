//! Spin of a platoon, which its units spend (R-L45, R-L46).
//!
//! Spin that a platoon earns in defence lasts to the end of its next turn; spin that it earns in its own turn lasts to the end of the turn
//! after that. In both cases this is the platoon's first turn that begins after the spin was earned.

use crate::event::{Event, Events};
use crate::ids::ActorId;
use crate::platoon::PlatoonFight;
use slip_dice::fate::check;

impl PlatoonFight {
    /// Returns the amount of spin of a platoon, given by its id as an actor.
    pub fn counters_of(&self, platoon: ActorId) -> i32 {
        self.state.spin.iter().filter(|token| token.owner == platoon.0).map(|token| i32::from(token.left)).sum()
    }

    /// Returns the platoons whose spin a unit may spend, its own first. Empty for a unit that is cut off.
    fn spinners(&self, unit: ActorId) -> impl Iterator<Item = ActorId> + '_ {
        let own = self.funds(unit);
        let allied = own.filter(|_| self.roster.settings.spin_allies).map(|own| self.side(own));
        let all = self.state.platoons.keys().map(|platoon| self.state.id_of_platoon(platoon));
        let others = all.filter(move |&platoon| Some(platoon) != own && allied == Some(self.side(platoon)));
        own.into_iter().chain(others)
    }

    /// Returns the spin a unit may spend on a roll (R-L45).
    pub fn spin_of(&self, unit: ActorId) -> i32 {
        self.spinners(unit).map(|platoon| self.counters_of(platoon)).sum()
    }

    /// Spends spin, that of the unit's own platoon first.
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

    /// Gives spin to the unit's platoon for exceeding a difficulty by `excess`. This happens only with the draft rules (R-L46).
    pub(super) fn flat_spin(&self, unit: ActorId, excess: i32, out: &mut Events) {
        let settings = &self.roster.settings;
        if settings.flat_spin {
            self.gain_spin(unit, check::spin(excess.saturating_neg(), settings.spin_at, settings.spin_single), out);
        }
    }

    /// Gives spin to a unit's platoon; a unit that is cut off gets none.
    pub(super) fn gain_spin(&self, unit: ActorId, earned: i32, out: &mut Events) {
        if let Some(platoon) = self.funds(unit).filter(|_| earned > 0) {
            out.push(Event::Spin { who: platoon, change: earned, lapsed: false });
        }
    }

    /// Removes the spin that lasts only to the end of this turn of the platoon.
    pub(super) fn lapse_spin(&self, platoon: ActorId, out: &mut Events) {
        let own = self.state.spin.iter().filter(|token| token.owner == platoon.0 && token.last_turn);
        let left: i32 = own.map(|token| i32::from(token.left)).sum();
        if left > 0 {
            out.push(Event::Spin { who: platoon, change: -left, lapsed: true });
        }
    }
}
