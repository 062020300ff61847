//! Exact chances of what a ship may do: ways the dice can fall, never an estimate (space.md 11).

use crate::event::Stage;
use crate::ids::ActorId;
use crate::roll::Roll;
use crate::space::Space;
use crate::space::race::Plan;
use crate::space::roster::{Rating, Weapon};
use crate::space::state::{Blow, Drives};
pub use slip_dice::fate::Odds;
use slip_dice::fate::Slots;

/// A chance as ways out of all ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Ways in which it happens.
    pub ways: u128,
    /// All ways.
    pub all: u128,
}

impl Chance {
    /// In hundredths, rounded down.
    pub fn percent(self) -> i64 {
        let percent = self.ways.checked_mul(100).map_or_else(|| self.ways / (self.all / 100).max(1), |ways| ways / self.all.max(1));
        i64::try_from(percent).unwrap_or(100)
    }

    /// The same as people read it: to the nearest, half up.
    pub fn told(self) -> u128 {
        let all = self.all.max(1);
        let whole = |ways: u128| ways.checked_mul(200)?.checked_add(all)?.checked_div(all.checked_mul(2)?);
        whole(self.ways).unwrap_or_else(|| self.ways / (all / 100).max(1))
    }
}

impl Space {
    /// An attack of one ship on another, at this declared value if it is one of beams: what stands is reckoned as it stands, a
    /// defence that is still to be chosen as [`Space::likely_defence`].
    pub fn attack_odds(&self, me: ActorId, weapon: Weapon, it: ActorId, value: i32) -> Odds {
        let stands = |who: ActorId| self.state.ship(who).and_then(|ship| ship.standing.as_ref()).filter(|_| weapon == Weapon::Ew);
        let (attack, attack_rolls) = match stands(me) {
            Some(roll) => (roll.total(), 0),
            None => (self.attack_base(me, weapon, it, value).parts.total(), 1),
        };
        let known = stands(it).or_else(|| self.state.ship(it).and_then(|ship| ship.defence.as_ref())).map(Roll::total);
        let (defence, defence_rolls) = match known {
            Some(total) => (total, 0),
            None => {
                let (total, flat) = self.likely_defence(it, weapon, me);
                (total, u8::from(!flat))
            }
        };
        Odds { edge: attack - defence, rolls: attack_rolls + defence_rolls, dice: self.roster.settings.dice }
    }

    /// What a defence will most likely be before dice: as it was chosen, else the best that costs no heat; and whether there are
    /// no dice to it.
    pub fn likely_defence(&self, it: ActorId, weapon: Weapon, me: ActorId) -> (i32, bool) {
        let base = self.defence_base(it, weapon, me);
        let Some(ship) = self.state.ship(it) else { return (0, false) };
        let total = base.parts.total();
        match weapon {
            Weapon::Ew => self.better_firewall(it, me).unwrap_or((total, base.flat)),
            Weapon::Torpedo if !ship.fixed.torpedo && ship.beams_against.is_none() => {
                let fixed = self.fixed_defences(it, weapon, Some(me)).first().map_or(0, |fixed| fixed.value);
                (total + self.cool_beams(it, me).max(fixed), false)
            }
            Weapon::Beam | Weapon::Torpedo => (total, base.flat),
        }
    }

    /// What a firewall comes to before dice, and whether there are none, where it is still to be chosen and is more than the
    /// rating: at no more the rating is kept, since it strikes back (5.3.4).
    pub fn better_firewall(&self, it: ActorId, me: ActorId) -> Option<(i32, bool)> {
        self.state.ship(it).filter(|ship| !ship.fixed.ew)?;
        let fixed = self.fixed_defences(it, Weapon::Ew, Some(me)).into_iter().next()?;
        let firewall = self.firewall_base(it, me, Some(fixed));
        let (total, rated) = (firewall.parts.total(), self.defence_base(it, Weapon::Ew, me).parts.total());
        (!fixed.by_choice || total > rated).then_some((total, firewall.flat))
    }

    /// What so much of the beams comes to before the dice against the torpedoes that are on their way.
    pub fn defends_with(&self, ship: ActorId, value: i32) -> i32 {
        self.beams_base(ship, self.state.declared.me.unwrap_or(ship), value).parts.total()
    }

    /// What beams come to against torpedoes at a value that makes no heat, amplified.
    fn cool_beams(&self, ship: ActorId, me: ActorId) -> i32 {
        let Some(there) = self.state.ship(ship).filter(|_| self.can_defend_by_beams(ship)) else { return 0 };
        let used = i32::from(there.beam_used) + i32::from(there.beam_defended);
        let value = (self.rating(ship, Rating::Beam) - used).max(0);
        self.beams_base(ship, me, value).parts.total()
    }

    /// The fewest shifts with which a blow takes a ship out, with nothing taken against them.
    pub fn shifts_to_take_out(&self, blow: Blow) -> i32 {
        let longest = self.state.ship(blow.who).map_or(0, |ship| i32::from(ship.track(blow.track).length()));
        (1..=longest).find(|&shifts| !self.survives(&Blow { shifts, ..blow }, Slots::NONE)).unwrap_or(longest + 1)
    }

    /// What a ship's position comes to before dice with this burn, and whether dice are still to fall.
    pub(super) fn position_base(&self, ship: ActorId, burn: Option<i32>) -> (i32, bool) {
        let settings = &self.roster.settings;
        let Some(state) = self.state.ship(ship) else { return (settings.idle_total, false) };
        if let Some(roll) = state.standing.as_ref().filter(|_| self.state.stage == Stage::Position) {
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

    /// The position of one ship against that of another, with this burn of the first.
    pub fn position_odds(&self, me: ActorId, burn: i32, it: ActorId) -> Odds {
        let (own, own_rolls) = self.position_base(me, Some(burn));
        let (other, other_rolls) = self.position_base(it, None);
        Odds { edge: own - other, rolls: u8::from(own_rolls) + u8::from(other_rolls), dice: self.roster.settings.dice }
    }

    /// The chance that what moves with a ship has the highest total of all, and shares it with nobody, with this burn of the
    /// ship (5.2.8). That totals shared above it may leave it the winner all the same (R-S17) is not in it.
    pub fn win_chance(&self, me: ActorId, burn: i32) -> Chance {
        self.race(me, Plan::Burn(burn)).chance(me, None, 0)
    }
}
