//! Skills with which a roll may be made: the usual one, and replacements by effects (`may use`, `must use`).
//!
//! `must use` is applied first; `may use` then applies to the new skill. Only trained skills may be rolled, except in defence, where
//! untrained counts as 0 (R-L1).

use crate::choice::Verb;
use crate::effects::{Act, Carrier, EffectHost, Hook, StandIn, TableEffect};
use crate::event::{Counter, Event, Events};
use crate::ids::{ActorId, SkillId};
use crate::platoon::PlatoonFight;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::roll_kinds::{UnitRoll, act_of};

/// One skill with which a roll may be made, with its rank and the effect that allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillReplacement {
    /// Skill that is rolled.
    pub skill: SkillId,
    /// Rank of the skill, including additions; 0 for an untrained defence.
    pub rank: i32,
    /// Effect that allows the skill; `None` for the skill with which the roll is usually made.
    pub line: Option<u16>,
    /// Number of fate points that this use of the skill costs.
    pub price: u16,
    /// Skill whose reach (range and sight) the roll has, if an effect says so (R-L49).
    pub within: Option<SkillId>,
    /// True if the roll deals no stress and gives no spin.
    pub harmless: bool,
}

impl SkillReplacement {
    /// Returns the roll of a skill at a rank, allowed without any effect.
    pub const fn plain(skill: SkillId, rank: i32) -> SkillReplacement {
        SkillReplacement { skill, rank, line: None, price: 0, within: None, harmless: false }
    }
}

impl PlatoonFight {
    /// Returns the skills with which a unit may make a roll, the usual one first. `roll` contains the skill that the rules name, without
    /// replacements. For a defence, `roll` contains the act that the unit defends against.
    pub fn ways(&self, unit: ActorId, roll: UnitRoll, foe: Option<ActorId>) -> impl Iterator<Item = SkillReplacement> + '_ {
        let at = UnitEffectQuery::rolling(unit, roll).against(foe);
        let must = self.stand_ins(at, true).next();
        let skill = must.map_or(roll.skill, |way| Some(way.skill));
        let own = if must.is_some() { must } else { skill.and_then(|skill| self.own_way(unit, roll.act, skill)) };
        let rewritten = UnitEffectQuery { roll: Some(UnitRoll { skill, ..roll }), ..at };
        own.into_iter().chain(self.stand_ins(rewritten, false).filter(move |way| way.price > 0 || Some(way.skill) != skill))
    }

    /// Returns the skills with which a unit may defend against an act, the usual skill first. The act is rolled with the skill `with`.
    pub fn defence_ways(&self, unit: ActorId, against: Act, with: SkillId, foe: ActorId) -> impl Iterator<Item = SkillReplacement> + '_ {
        self.ways(unit, UnitRoll::defence(PlatoonFight::usual_defence(against), against, with), Some(foe))
    }

    /// Returns the way to roll with the usual skill; `None` if the unit is untrained in it. A defence needs no training.
    fn own_way(&self, unit: ActorId, act: Act, skill: SkillId) -> Option<SkillReplacement> {
        let rank = self.roster.units.row(unit).and_then(|sheet| sheet.rank(skill));
        let rank = if act == Act::Defence { Some(rank.unwrap_or(0)) } else { rank };
        Some(SkillReplacement::plain(skill, rank?))
    }

    /// Returns the replacement skills that effects allow for a roll; if `must`, those that effects require.
    fn stand_ins(&self, at: UnitEffectQuery, must: bool) -> impl Iterator<Item = SkillReplacement> + '_ {
        self.roster.uses.iter().flat_map(move |(number, used)| self.way_by(*number, used, &at, must)).flatten()
    }

    /// Returns the rolls that one effect allows. One roll is limited by the cap of the effect. If a fate point lifts the cap, there is
    /// another roll without it.
    fn way_by(&self, number: u16, used: &StandIn, at: &UnitEffectQuery, must: bool) -> [Option<SkillReplacement>; 2] {
        let found = || {
            let line = self.roster.lines.get(number).filter(|_| used.must == must)?;
            if !self.serves(used, line.carrier, at) || !self.may_count(line, at) || !self.can_use(line, number, at.unit) {
                return None;
            }
            let full = self.rank_used(used, line, at)?;
            let capped = full.min(used.up_to.unwrap_or(i32::MAX));
            let way = |rank: i32, price: u16| SkillReplacement {
                skill: used.basis,
                rank: rank.saturating_add(used.plus),
                line: Some(number),
                price,
                within: used.within,
                harmless: used.harmless,
            };
            let lifted = used.full_for.filter(|_| full > capped).map(|price| way(full, line.price.saturating_add(price)));
            Some([Some(way(capped, line.price)), lifted.filter(|way| self.can_pay(at.unit, way.price))])
        };
        found().unwrap_or_default()
    }

    /// True if an effect that replaces the skill applies to this roll.
    fn serves(&self, used: &StandIn, carrier: Carrier, at: &UnitEffectQuery) -> bool {
        let Some(roll) = at.roll else { return false };
        used.act.is_none_or(|act| act == roll.act)
            && used.thing.is_none()
            && used.skill.is_none_or(|skill| Some(skill) == roll.skill)
            && (used.act.is_some() || used.skill.is_some())
            && used.against.as_ref().is_none_or(|against| PlatoonFight::fits_foe(against, carrier, at))
    }

    /// Returns the rank of a replacement skill. The rank is that of the unit itself, of a unit that lends the skill, or of the unit in a
    /// named role (`of carrier`). A plain number is its own rank.
    fn rank_used(&self, used: &StandIn, line: &TableEffect, at: &UnitEffectQuery) -> Option<i32> {
        let whose = match used.of {
            Some(role) => self.eye(line.carrier, at).unit_of(role)?,
            None => used.lender.unwrap_or(at.unit),
        };
        let skill = self.roster.skills.row(used.basis)?;
        let rank = self.roster.units.row(whose).and_then(|sheet| sheet.rank(used.basis));
        let untrained = at.is(Act::Defence).then_some(0);
        rank.or(skill.number).or(untrained)
    }

    /// Pays for a roll with a replacement skill and counts the use of the effect that allows the skill. This happens when the dice are
    /// rolled.
    pub(super) fn take_way(&self, unit: ActorId, way: SkillReplacement, out: &mut Events) {
        let Some((number, line)) = way.line.and_then(|number| Some((number, self.roster.lines.get(number)?))) else { return };
        if line.choice {
            self.count_use(unit, number, line, out);
        }
        if way.price > 0 {
            self.pay(unit, way.price, out);
        }
    }

    /// Pays the price of the effect by which a roll strikes a whole zone, and counts its use.
    pub(super) fn take_area(&self, unit: ActorId, act: Verb, skill: SkillId, out: &mut Events) {
        let area = act_of(act).and_then(|act| self.area(unit, UnitRoll::of(act, skill)));
        let chosen = |line: &u16| self.roster.lines.get(*line).is_some_and(|line| line.choice);
        if let Some(line) = area.map(|area| area.line).filter(chosen) {
            self.use_line(unit, line, out);
        }
    }

    /// Counts a use of an effect.
    pub(super) fn count_use(&self, unit: ActorId, number: u16, line: &TableEffect, out: &mut Events) {
        let uses = self.state.uses.get(usize::from(line.count)).copied().unwrap_or(0);
        let now = i32::try_from(uses).unwrap_or(i32::MAX).saturating_add(1);
        out.push(Event::Counter { who: unit, what: Counter::Line(number), change: 1, now });
    }

    /// Makes the platoon of a unit pay a price.
    pub(super) fn pay(&self, unit: ActorId, price: u16, out: &mut Events) {
        let Some(platoon) = self.platoon(unit) else { return };
        let has = self.state.platoons.row(platoon).map_or(0, |there| there.fate.points());
        let left = has.saturating_sub(price);
        let who = self.state.id_of_platoon(platoon);
        out.push(Event::Fate { who, change: -i32::from(price.min(has)), left, from: None });
    }

    /// True if a unit has the training that effects require for an act (`needs trained …`). A unit without it may not roll for the act
    /// (R-YE3).
    pub fn has_needs(&self, unit: ActorId, roll: UnitRoll) -> bool {
        if !self.roster.lines.any(Hook::Needs) {
            return true;
        }
        let at = UnitEffectQuery::rolling(unit, roll);
        self.lines_at(Hook::Needs, &at).all(|(_, line)| self.meets(line, unit))
    }

    fn meets(&self, line: &TableEffect, unit: ActorId) -> bool {
        use crate::effects::EffectOperation;
        let EffectOperation::Needs { marks, skills, .. } = &line.does else { return true };
        let trained = |name: &str| {
            let skill = self.roster.skill_of(name);
            skill.and_then(|skill| self.roster.units.row(unit)?.rank(skill)).is_some()
        };
        // All units are soldiers, so any training counts as military training.
        marks.iter().any(|mark| self.is_marked(unit, mark)) || skills.iter().any(|(name, _)| trained(name))
    }
}
