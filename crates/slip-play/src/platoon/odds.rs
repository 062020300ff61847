//! Exact odds of a unit's acts, counted over all results of the dice.
//!
//! Rolls that were already made are used as they are. A defence that is not chosen yet is replaced by the best defence.

use crate::choice::Verb;
use crate::effects::Act;
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::platoon::defence::Threat;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::roll_kinds::{UnitRoll, act_of};
use crate::platoon::state::MORALE;
use crate::platoon::{PlatoonFight, SkillReplacement};
use slip_dice::fate::track::TrackHit;
pub use slip_dice::fate::{Odds, Prospect};
use slip_dice::fate::{RollDistribution, Track};

impl PlatoonFight {
    /// Returns the odds of an act with a skill against an enemy's defence (attack, jam, spot) or a difficulty. `it` is the target: a unit,
    /// or a zone with `area`; `against` is the defender. `None` if the act is not possible.
    pub fn odds(&self, me: ActorId, act: Verb, skill: SkillId, (it, area): (Id, bool), against: Option<ActorId>) -> Option<Odds> {
        let attack = self.base(me, act, skill, it, area)?.parts.total();
        let dice = self.roster.settings.dice;
        let Some(against) = against.or(it.actor()).filter(|_| matches!(act, Verb::Attack | Verb::Jam | Verb::Spot)) else {
            return Some(Odds { edge: attack - self.difficulty(me, act, it), rolls: 1, dice });
        };
        let threat = Threat { me, act: act_of(act)?, with: skill, area };
        let way = self.best_defence(against, threat)?;
        let rolls = if self.standing(against, way.skill).is_some() { 1 } else { 2 };
        Some(Odds { edge: attack - self.worth(against, way, threat), rolls, dice })
    }

    /// Returns the odds of an attack on a unit with a skill.
    pub fn attack_odds(&self, me: ActorId, skill: SkillId, it: ActorId) -> Option<Odds> {
        self.odds(me, Verb::Attack, skill, (Id::Actor(it), false), None)
    }

    /// Returns the expected result of an attack against one of its targets: the chance of a hit, the boxes, and the probability that the
    /// unit is out whatever consequences its platoon takes. A hit past the end of a track counts as one more box.
    pub fn attack_prospect(&self, me: ActorId, skill: SkillId, aim: (Id, bool), against: ActorId) -> Option<Prospect> {
        let odds = self.odds(me, Verb::Attack, skill, aim, Some(against))?;
        let spread = if odds.rolls > 1 { RollDistribution::opposed(odds.dice) } else { RollDistribution::of(odds.dice) };
        let track = self.state.unit(against)?.morale;
        let boxes = |shifts: i32| boxes_marked(track, self.landing_on(against, MORALE, shifts));
        Some(Prospect::of(spread, odds.edge, boxes, |shifts| self.saving(against, MORALE, shifts).is_none()))
    }

    /// Returns the difference that effects make to the roll if a unit fires on a whole zone rather than on one unit there.
    pub fn area_change(&self, me: ActorId, skill: SkillId, zone: ZoneId) -> i32 {
        let rank = self.roster.units.row(me).and_then(|sheet| sheet.rank(skill)).unwrap_or(0);
        let total = |area: bool| {
            let at = UnitEffectQuery::rolling(me, UnitRoll::of(Act::Attack, skill)).upon(Some(zone), area);
            self.parts(&at, SkillReplacement::plain(skill, rank), 0).total()
        };
        total(true) - total(false)
    }

    /// Returns the expected result of fire on a zone for each unit that the fire strikes. The units may be of the own side.
    pub fn area_prospects(&self, me: ActorId, skill: SkillId, zone: ZoneId) -> Vec<(ActorId, Prospect)> {
        let aim = (Id::Zone(zone), true);
        let struck = self.stricken_in(me, Act::Attack, skill, zone).into_iter();
        struck.filter_map(|it| Some((it, self.attack_prospect(me, skill, aim, it)?))).collect()
    }

    /// Returns the fewest shifts that take a unit out if no consequences are taken.
    pub fn shifts_to_take_out(&self, it: ActorId) -> i32 {
        let length = self.state.unit(it).map_or(0, |unit| i32::from(unit.morale.length()));
        (1..=length).find(|&shifts| self.landing_on(it, MORALE, shifts) == TrackHit::Past).unwrap_or(length + 1)
    }
}

/// Returns the number of boxes that a hit marks in addition to those already marked. A hit past the end counts as all open boxes plus one.
fn boxes_marked(track: Track, landing: TrackHit) -> i64 {
    match landing {
        TrackHit::Nothing => 0,
        TrackHit::Box(number) => i64::from(track.open_up_to(number)),
        TrackHit::Past => i64::from(track.open()) + 1,
    }
}
