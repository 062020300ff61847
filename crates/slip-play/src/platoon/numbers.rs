//! The numbers of platoon combat that lines change, set and bound, each asked where it is used (effects.md 3).
//!
//! What is settled before the fight begins is read off the unit's sheet ([`Traits`]); all else is reckoned as things stand.
//!
//! [`Traits`]: crate::platoon::traits::Traits

use crate::effects::{Act, Hook, UNLIMITED, Witness};
use crate::event::{Event, Events};
use crate::ids::{ActorId, AspectId, SkillId};
use crate::platoon::Platoons;
use crate::platoon::kinds::UnitRoll;
use crate::platoon::lines::At;
use crate::platoon::roster::Trade;
use crate::platoon::state::UnitState;
use crate::platoon::traits::Traits;
use slip_dice::fate::track::Landing;

/// SPOTTED that comes of sharing a zone with an enemy (platoon.md 5.1.3).
const CONTACT: u8 = 3;

impl Platoons {
    /// A number of a unit: as settled, or reckoned now.
    fn measured(&self, unit: ActorId, hook: Hook, settled: impl Fn(&Traits) -> Option<i32>, base: i32) -> i32 {
        let known = self.roster.units.row(unit).and_then(|sheet| settled(&sheet.traits));
        known.unwrap_or_else(|| self.number(hook, &At::of(unit), base))
    }

    /// Zones a unit may enter in one action (5.1): as many as it likes where this is [`i32::MAX`]. Of a battery on its card: zones
    /// beyond those its shifts pay for (R-L42).
    pub fn max_move(&self, unit: ActorId) -> i32 {
        let base = self.roster.units.row(unit).map_or(0, |sheet| sheet.traits.base.max_move);
        self.measured(unit, Hook::MaxMove, |traits| traits.max_move, base)
    }

    /// Zones of a unit's free move (R-L13): 1, none for aircraft but those that drift.
    pub fn free_move_zones(&self, unit: ActorId) -> i32 {
        let base = self.roster.units.row(unit).map_or(0, |sheet| sheet.traits.base.free_move);
        self.measured(unit, Hook::FreeMove, |traits| traits.free_move, base)
    }

    /// What a unit's lines say of the range of command: a leader's and those of whom he commands add up (3.1).
    pub fn command_range_of(&self, unit: ActorId) -> i32 {
        self.measured(unit, Hook::CommandRange, |traits| traits.command_range, 0)
    }

    /// Zones of range that cost a unit's fire nothing, besides what its skill allows (5.2.3).
    pub fn free_range(&self, unit: ActorId) -> i32 {
        self.measured(unit, Hook::FreeRange, |traits| traits.free_range, 0)
    }

    /// SPOTTED that a unit gains where it meets the enemy (5.1.3): 3, or nothing.
    pub fn contact_spotted(&self, unit: ActorId) -> u8 {
        let met = self.measured(unit, Hook::ContactSpotted, |traits| traits.contact_spotted, 1);
        if met > 0 { CONTACT } else { 0 }
    }

    /// True if a unit's fire makes it seen (5.2.1): how much says the procedure.
    pub fn attack_spotted(&self, unit: ActorId) -> bool {
        self.measured(unit, Hook::AttackSpotted, |traits| traits.attack_spotted, 1) > 0
    }

    /// Whether what a unit interdicts stays so for good (5.3); otherwise it lasts until the unit's next turn.
    pub fn interdiction_lasts(&self, unit: ActorId) -> bool {
        self.measured(unit, Hook::Interdiction, |traits| traits.interdiction, 1) == UNLIMITED
    }

    /// True if a unit is seen, as lines ask for it: aircraft over the map are never hidden (5.7).
    pub fn is_seen(&self, unit: ActorId) -> bool {
        self.state.unit(unit).is_some_and(|there| there.spotted > 0) || self.is_aloft(unit)
    }

    /// What using an aspect adds to a roll of a unit.
    pub fn invoke_bonus(&self, aspect: AspectId, unit: ActorId) -> i32 {
        self.number(Hook::Invoke, &At { aspect: Some(aspect), ..At::of(unit) }, self.roster.settings.invoke_bonus)
    }

    /// Spin that withstanding a roll gives, after lines about that roll; each line is told. `roll` is the roll of the unit that
    /// acts, `spin` what the rules give (5.2.6).
    pub fn spin_given(&self, unit: ActorId, roll: UnitRoll, defender: ActorId, spin: i32, out: &mut Events) -> i32 {
        if !self.roster.lines.any(Hook::Spin) {
            return spin;
        }
        let at = At::rolling(unit, roll).against(Some(defender));
        self.reckon(Hook::Spin, &at, spin, &mut |line, amount| out.push(told(line, Some(defender), amount)))
    }

    /// What shifts of an attack come to: stress it deals, then stress its target suffers; each line is told.
    pub fn stress(&self, unit: ActorId, roll: UnitRoll, on: ActorId, shifts: i32, out: &mut Events) -> i32 {
        if shifts <= 0 || !(self.roster.lines.any(Hook::StressOf) || self.roster.lines.any(Hook::Stress)) {
            return shifts;
        }
        let at = At::rolling(unit, roll).against(Some(on)).upon(self.place_of(on), self.state.declared.area);
        let dealt = self.reckon(Hook::StressOf, &at, shifts, &mut |line, amount| out.push(told(line, Some(on), amount)));
        let withstands = UnitRoll { act: Act::Defence, skill: None, against: Some((roll.act, roll.skill)) };
        self.suffered(At::rolling(on, withstands).against(Some(unit)), dealt, out)
    }

    /// What shifts of a hit come to for whoever suffers it; each line is told.
    pub(super) fn suffered(&self, at: At, shifts: i32, out: &mut Events) -> i32 {
        self.reckon(Hook::Stress, &at, shifts, &mut |line, amount| out.push(told(line, Some(at.unit), amount)))
    }

    /// Where a hit lands on a unit's morale: on an open box above a marked one, or below it where a line says so (R-L35).
    pub fn landing_on(&self, unit: ActorId, shifts: i32) -> Landing {
        let morale = self.state.unit(unit).map_or_else(Default::default, |there: &UnitState| there.morale);
        if self.hits_go_down(&At::of(unit)) { morale.landing_below(shifts) } else { morale.landing(shifts) }
    }

    /// True if a unit may still attack in this fight: its lines may count how often (`ammo is 6`).
    pub fn has_shots_left(&self, unit: ActorId) -> bool {
        let made = self.state.unit(unit).map_or(0, |there| i32::from(there.attacks));
        !self.roster.lines.any(Hook::Ammo) || self.number(Hook::Ammo, &At::of(unit), UNLIMITED) > made
    }

    /// The roll with which a unit withstands another's act by a skill.
    pub fn withstanding(skill: SkillId, against: Act, with: SkillId) -> UnitRoll {
        UnitRoll::defence(skill, against, with)
    }

    /// The skill with which an act is usually withstood: fire by Armour, jamming by Signals, spotting by Camouflage (5).
    pub const fn usual_defence(against: Act) -> SkillId {
        match against {
            Act::Jam => Trade::Signals.skill(),
            Act::Spot => Trade::Camouflage.skill(),
            _ => Trade::Armour.skill(),
        }
    }
}

/// A line that has counted.
pub(super) const fn told(line: u16, who: Option<ActorId>, amount: i32) -> Event {
    Event::Effect { line, who, amount, only: None }
}
