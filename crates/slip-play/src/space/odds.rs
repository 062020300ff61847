//! Exact odds of a ship's actions, counted over all results of the dice.

use crate::event::SpacePhase;
use crate::ids::ActorId;
use crate::roll::Roll;
use crate::space::Space;
use crate::space::position_odds::DriveUse;
use crate::space::roster::{Rating, WeaponSystem};
use crate::space::state::{Drives, ShipHit, ShipState};
pub use slip_dice::fate::Odds;
use slip_dice::fate::Slots;

/// A probability as a fraction: favourable outcomes of the dice out of all outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Number of favourable outcomes.
    pub ways: u128,
    /// Number of all outcomes.
    pub all: u128,
}

impl Chance {
    /// Returns the probability in percent, rounded down.
    pub fn percent(self) -> i64 {
        let percent = self.ways.checked_mul(100).map_or_else(|| self.ways / (self.all / 100).max(1), |ways| ways / self.all.max(1));
        i64::try_from(percent).unwrap_or(100)
    }

    /// Returns the probability in percent for display, rounded half up.
    pub fn told(self) -> u128 {
        let all = self.all.max(1);
        let whole = |ways: u128| ways.checked_mul(200)?.checked_add(all)?.checked_div(all.checked_mul(2)?);
        whole(self.ways).unwrap_or_else(|| self.ways / (all / 100).max(1))
    }
}

impl Space {
    /// Returns the odds of an attack of one ship on another, with the declared value for beams. Rolls that are already made count as they
    /// are. A defence that is not chosen yet is taken from [`Space::likely_defence`].
    pub fn attack_odds(&self, me: ActorId, weapon: WeaponSystem, it: ActorId, value: i32) -> Odds {
        let stands = |who: ActorId| self.state.ship(who).and_then(|ship| ship.standing.as_ref()).filter(|_| weapon == WeaponSystem::Ew);
        let (attack, attack_rolls) = match stands(me) {
            Some(roll) => (roll.total(), 0),
            None => (self.attack_base(me, weapon, it, value).parts.total(), 1),
        };
        let chosen = !self.has_choice(it, weapon);
        let known = stands(it).or_else(|| self.state.ship(it).filter(|_| chosen).and_then(ShipState::defence_roll)).map(Roll::total);
        let (defence, defence_rolls) = match known {
            Some(total) => (total, 0),
            None => {
                let (total, flat) = self.likely_defence(it, weapon, me);
                (total, u8::from(!flat))
            }
        };
        Odds { edge: attack - defence, rolls: attack_rolls + defence_rolls, dice: self.roster.settings.dice }
    }

    /// Returns the total of a target's likely defence before dice, and true if it rolls no dice. It is the defence that the target has
    /// chosen; otherwise the best one that causes no heat.
    pub fn likely_defence(&self, it: ActorId, weapon: WeaponSystem, me: ActorId) -> (i32, bool) {
        let base = self.defence_base(it, weapon, me);
        let Some(ship) = self.state.ship(it) else { return (0, false) };
        let total = base.parts.total();
        match weapon {
            WeaponSystem::Ew => self.better_firewall(it, me).unwrap_or((total, base.flat)),
            WeaponSystem::Torpedo if !ship.fixed.torpedo && ship.beams_against.is_none() => {
                let fixed = self.fixed_defences(it, weapon, Some(me)).first().map_or(0, |fixed| fixed.value);
                let rolled = total + self.cool_beams(it, me).max(fixed);
                // A system that has rolled in this phase keeps the result of its roll.
                let stood = ship.stood.iter().flatten().map(Roll::total).max();
                stood.filter(|&stood| stood >= rolled).map_or((rolled, false), |stood| (stood, true))
            }
            WeaponSystem::Beam | WeaponSystem::Torpedo => (total, base.flat),
        }
    }

    /// Returns the total of a firewall before dice, and true if the firewall rolls no dice. Returns `None` if the ship cannot choose the
    /// firewall, or if the rating defends at least as well. At equal totals the rating is better, because it strikes back.
    pub fn better_firewall(&self, it: ActorId, me: ActorId) -> Option<(i32, bool)> {
        self.state.ship(it).filter(|ship| !ship.fixed.ew)?;
        let fixed = self.fixed_defences(it, WeaponSystem::Ew, Some(me)).into_iter().next()?;
        let firewall = self.firewall_base(it, me, Some(fixed));
        let (total, rated) = (firewall.parts.total(), self.defence_base(it, WeaponSystem::Ew, me).parts.total());
        (!fixed.by_choice || total > rated).then_some((total, firewall.flat))
    }

    /// Returns the total before dice of a defence that uses this value of beams against the torpedoes being fired.
    pub fn defends_with(&self, ship: ActorId, value: i32) -> i32 {
        self.beams_base(ship, self.state.declared.me.unwrap_or(ship), value).parts.total()
    }

    /// Returns the total, before dice, of a defence by beams against torpedoes. It uses as many beams as cause no heat.
    fn cool_beams(&self, ship: ActorId, me: ActorId) -> i32 {
        let Some(there) = self.state.ship(ship).filter(|_| self.can_defend_by_beams(ship)) else { return 0 };
        let used = i32::from(there.beam_used) + i32::from(there.beam_defended);
        let value = (self.rating(ship, Rating::Beam) - used).max(0);
        self.beams_base(ship, me, value).parts.total()
    }

    /// Returns the fewest shifts with which a blow takes a ship out, if no consequences are taken.
    pub fn shifts_to_take_out(&self, blow: ShipHit) -> i32 {
        let longest = self.state.ship(blow.who).map_or(0, |ship| i32::from(ship.track(blow.track).length()));
        (1..=longest).find(|&shifts| !self.survives(&ShipHit { shifts, ..blow }, Slots::NONE)).unwrap_or(longest + 1)
    }

    /// Returns the total of a ship's position roll before dice, if it burns `burn` points. Also returns true if the ship has yet to roll
    /// dice.
    pub(super) fn position_base(&self, ship: ActorId, burn: Option<i32>) -> (i32, bool) {
        let settings = &self.roster.settings;
        let Some(state) = self.state.ship(ship) else { return (settings.idle_total, false) };
        if let Some(roll) = state.standing.as_ref().filter(|_| self.state.stage == SpacePhase::Position) {
            return (roll.total(), false);
        }
        match (state.fails, state.drives) {
            (None, Drives::Coast) => (settings.coasting_total, false),
            (None, Drives::Drive | Drives::Unsaid) => match self.position_parts(ship) {
                Some((_, parts)) => (parts.total() + burn.map_or(0, |burn| burn - i32::from(state.burn)), true),
                None => (settings.idle_total, false),
            },
            _ => (settings.idle_total, false),
        }
    }

    /// Returns the odds of one ship's position roll against another ship's roll, if the first ship burns this much.
    pub fn position_odds(&self, me: ActorId, burn: i32, it: ActorId) -> Odds {
        let (own, own_rolls) = self.position_base(me, Some(burn));
        let (other, other_rolls) = self.position_base(it, None);
        Odds { edge: own - other, rolls: u8::from(own_rolls) + u8::from(other_rolls), dice: self.roster.settings.dice }
    }

    /// Returns the probability that a ship, with the ships that move with it, alone has the highest total if it burns this much. Equal
    /// totals cancel each other (R-S17); a win only because higher totals cancel each other is not counted.
    pub fn win_chance(&self, me: ActorId, burn: i32) -> Chance {
        self.race(me, DriveUse::Burn(burn)).chance(me, None, 0)
    }
}
