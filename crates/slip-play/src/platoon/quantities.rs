//! Numbers of platoon combat that effects change, set or limit.
//!
//! Numbers that are fixed before the fight are read from the unit's sheet ([`UnitNumbers`]); all others are computed from the current
//! state.
//!
//! [`UnitNumbers`]: crate::platoon::fixed_numbers::UnitNumbers

use crate::effects::{Act, EffectHost, Hook, UNLIMITED};
use crate::event::{Event, Events, TrackId};
use crate::ids::{ActorId, AspectId, SkillId};
use crate::platoon::PlatoonFight;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::fixed_numbers::UnitNumbers;
use crate::platoon::roll_kinds::UnitRoll;
use crate::platoon::roster::CoreSkill;
use crate::platoon::state::UnitState;
use slip_dice::fate::track::TrackHit;

/// Amount by which the SPOTTED level of a unit rises if it meets an enemy in its zone.
const CONTACT: u8 = 3;

impl PlatoonFight {
    /// Returns a number of a unit: the fixed one, or one that is computed now.
    fn measured(&self, unit: ActorId, hook: Hook, settled: impl Fn(&UnitNumbers) -> Option<i32>, base: i32) -> i32 {
        let known = self.roster.units.row(unit).and_then(|sheet| settled(&sheet.traits));
        known.unwrap_or_else(|| self.number(hook, &UnitEffectQuery::of(unit), base))
    }

    /// Returns the number of zones that a unit may enter in one action; [`i32::MAX`] for no limit. For artillery on its card, it is the
    /// number of zones beyond those that its shifts pay for (R-L42).
    pub fn max_move(&self, unit: ActorId) -> i32 {
        let base = self.roster.units.row(unit).map_or(0, |sheet| sheet.traits.base.max_move);
        self.measured(unit, Hook::MaxMove, |traits| traits.max_move, base)
    }

    /// Returns the zones of a unit's free move (R-L13): 1, or 0 for aircraft that do not drift.
    pub fn free_move_zones(&self, unit: ActorId) -> i32 {
        let base = self.roster.units.row(unit).map_or(0, |sheet| sheet.traits.base.free_move);
        self.measured(unit, Hook::FreeMove, |traits| traits.free_move, base)
    }

    /// Returns the command range that a unit's effects give. The ranges of the leader and of the commanded unit are added.
    pub fn command_range_of(&self, unit: ActorId) -> i32 {
        self.measured(unit, Hook::CommandRange, |traits| traits.command_range, 0)
    }

    /// Returns the number of zones by which effects extend the range at which a unit fires without penalty.
    pub fn free_range(&self, unit: ActorId) -> i32 {
        self.measured(unit, Hook::FreeRange, |traits| traits.free_range, 0)
    }

    /// Returns the amount by which a unit's SPOTTED level rises when it meets an enemy: 3, or 0 if an effect prevents it.
    pub fn contact_spotted(&self, unit: ActorId) -> u8 {
        let met = self.measured(unit, Hook::ContactSpotted, |traits| traits.contact_spotted, 1);
        if met > 0 { CONTACT } else { 0 }
    }

    /// True if a unit becomes spotted by firing; [`PlatoonFight::exposure`] gives the amount.
    pub fn attack_spotted(&self, unit: ActorId) -> bool {
        self.measured(unit, Hook::AttackSpotted, |traits| traits.attack_spotted, 1) > 0
    }

    /// True if a unit's interdictions are permanent; otherwise they last until its next turn.
    pub fn interdiction_lasts(&self, unit: ActorId) -> bool {
        self.measured(unit, Hook::Interdiction, |traits| traits.interdiction, 1) == UNLIMITED
    }

    /// True if a unit counts as seen for the conditions of effects. Its SPOTTED level is above 0, or it is an aircraft over the map.
    pub fn is_seen(&self, unit: ActorId) -> bool {
        self.state.unit(unit).is_some_and(|there| there.spotted > 0) || self.is_aloft(unit)
    }

    /// Returns the bonus that using an aspect gives a unit's roll.
    pub fn invoke_bonus(&self, aspect: AspectId, unit: ActorId) -> i32 {
        self.number(Hook::Invoke, &UnitEffectQuery { aspect: Some(aspect), ..UnitEffectQuery::of(unit) }, self.roster.settings.invoke_bonus)
    }

    /// Returns the spin that a defender gets. `spin` is the amount by the rules. Effects on the attacker's roll `roll` may change it; each
    /// such effect is recorded.
    pub fn spin_given(&self, unit: ActorId, roll: UnitRoll, defender: ActorId, spin: i32, out: &mut Events) -> i32 {
        if !self.roster.lines.any(Hook::Spin) {
            return spin;
        }
        let at = UnitEffectQuery::rolling(unit, roll).against(Some(defender));
        self.reckon(Hook::Spin, &at, spin, &mut |line, amount| out.push(told(line, Some(defender), amount)))
    }

    /// Returns the stress that an attack with these shifts deals. Effects on stress dealt change the number first, then effects on stress
    /// suffered. Each effect is recorded.
    pub fn stress(&self, unit: ActorId, roll: UnitRoll, on: ActorId, shifts: i32, out: &mut Events) -> i32 {
        if shifts <= 0 || !(self.roster.lines.any(Hook::StressOf) || self.roster.lines.any(Hook::Stress)) {
            return shifts;
        }
        let at = UnitEffectQuery::rolling(unit, roll).against(Some(on)).upon(self.place_of(on), self.state.declared.area);
        let dealt = self.reckon(Hook::StressOf, &at, shifts, &mut |line, amount| out.push(told(line, Some(on), amount)));
        let withstands = UnitRoll { act: Act::Defence, skill: None, against: Some((roll.act, roll.skill)) };
        self.suffered(UnitEffectQuery::rolling(on, withstands).against(Some(unit)), dealt, out)
    }

    /// Returns the shifts of a hit after effects of the unit that suffers it. Each effect is recorded.
    pub(super) fn suffered(&self, at: UnitEffectQuery, shifts: i32, out: &mut Events) -> i32 {
        self.reckon(Hook::Stress, &at, shifts, &mut |line, amount| out.push(told(line, Some(at.unit), amount)))
    }

    /// Returns the box of a unit's track that a hit marks. If the box for the hit is already marked, an open box above it is marked
    /// instead, or one below it if an effect says so (R-L35).
    pub fn landing_on(&self, unit: ActorId, track: TrackId, shifts: i32) -> TrackHit {
        let there = self.state.unit(unit).map_or_else(Default::default, |there: &UnitState| there.track(track));
        let down = self.hits_go_down(&UnitEffectQuery { track: Some(track.0), ..UnitEffectQuery::of(unit) });
        if down { there.landing_below(shifts) } else { there.landing(shifts) }
    }

    /// True if a unit may still attack in this fight: effects may limit the number of attacks (`ammo is 6`).
    pub fn has_shots_left(&self, unit: ActorId) -> bool {
        let made = self.state.unit(unit).map_or(0, |there| i32::from(there.attacks));
        !self.roster.lines.any(Hook::Ammo) || self.number(Hook::Ammo, &UnitEffectQuery::of(unit), UNLIMITED) > made
    }

    /// Returns the roll with which a unit defends against another unit's act with a skill.
    pub fn withstanding(skill: SkillId, against: Act, with: SkillId) -> UnitRoll {
        UnitRoll::defence(skill, against, with)
    }

    /// Returns the usual skill of a defence: Armour against fire, Signals against jamming, Camouflage against spotting.
    pub const fn usual_defence(against: Act) -> SkillId {
        match against {
            Act::Jam => CoreSkill::Signals.skill(),
            Act::Spot => CoreSkill::Camouflage.skill(),
            _ => CoreSkill::Armour.skill(),
        }
    }
}

/// Returns the event which records that an effect was applied, with its amount.
pub(super) const fn told(line: u16, who: Option<ActorId>, amount: i32) -> Event {
    Event::Effect { line, who, amount, only: None }
}
