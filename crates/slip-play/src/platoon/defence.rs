//! Defences: the choice of a skill, and rolls that count until the end of the turn (R-L1, R-L15, R-L22).
//!
//! In a step of [`Phase::Defence`], `n` is the index of a defender in the list of targets. A step that names a unit asks this unit for its
//! skill. A step that names no unit is taken by the engine. From index `n` on, it rolls for each defender that has only one skill, and
//! stops at the first defender that has a choice.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::Act;
use crate::event::{Counter, Event, Events, Phase, RollAddends, Step};
use crate::ids::{ActorId, Id, SkillId};
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::roll_kinds::{UnitRoll, act_of};
use crate::platoon::roster::{Arm, CoreSkill};
use crate::platoon::{PlatoonFight, SkillReplacement};
use crate::roll::Roll;
use slip_dice::Dice;

/// The act that a unit defends against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Unit that acts.
    pub me: ActorId,
    /// Act of that unit: an attack, jamming or spotting.
    pub act: Act,
    /// Skill of the act.
    pub with: SkillId,
    /// True if the act affects every unit of the zone.
    pub area: bool,
}

impl PlatoonFight {
    /// Returns the skills with which a unit may defend against an act, the usual one first. Artillery may use Movement against indirect
    /// fire and spotting (R-L22).
    pub fn defences(&self, it: ActorId, threat: Threat) -> Vec<SkillReplacement> {
        let Threat { me, act, with, .. } = threat;
        let mut ways: Vec<SkillReplacement> = Vec::new();
        let add = |way: SkillReplacement, ways: &mut Vec<SkillReplacement>| {
            if ways.iter().all(|there| there.skill != way.skill) {
                ways.push(way);
            }
        };
        self.defence_ways(it, act, with, me).for_each(|way| add(way, &mut ways));
        let found_by = act == Act::Spot || (act == Act::Attack && with == CoreSkill::IndirectFire.skill());
        let movement = CoreSkill::Movement.skill();
        let rank = self.roster.units.row(it).and_then(|sheet| sheet.rank(movement));
        if let Some(rank) = rank.filter(|_| found_by && self.roster.arm(it) == Arm::Battery) {
            add(SkillReplacement::plain(movement, rank), &mut ways);
        }
        ways
    }

    /// Returns the defence roll that a unit has made with a skill; it counts until the end of the turn.
    pub fn standing(&self, who: ActorId, skill: SkillId) -> Option<&Roll> {
        self.state.unit(who)?.defences.iter().find(|roll| roll.skill == Some(skill))
    }

    /// Like [`PlatoonFight::standing`], but `None` if the recorded roll may not be used against this act. With the setting
    /// `standing attacks`, it may be used only against attacks (R-L54).
    pub fn standing_against(&self, who: ActorId, skill: SkillId, threat: Threat) -> Option<&Roll> {
        let counts = threat.act == Act::Attack || !self.roster.settings.standing_attacks_only;
        self.standing(who, skill).filter(|_| counts)
    }

    /// Returns the total of a defence. If the roll has been made this turn, its dice are included, otherwise no dice.
    pub fn worth(&self, it: ActorId, way: SkillReplacement, threat: Threat) -> i32 {
        match self.standing_against(it, way.skill, threat) {
            Some(roll) => roll.total(),
            None => self.defence_parts(it, way, threat).total(),
        }
    }

    pub(super) fn defence_parts(&self, it: ActorId, way: SkillReplacement, threat: Threat) -> RollAddends {
        let roll = UnitRoll::defence(way.skill, threat.act, threat.with);
        let at = UnitEffectQuery::rolling(it, roll).against(Some(threat.me)).upon(self.stands(it), threat.area);
        self.parts(&at, way, 0)
    }

    /// Returns the defence with the best total; if several are equally good, the one with the usual skill.
    pub fn best_defence(&self, it: ActorId, threat: Threat) -> Option<SkillReplacement> {
        let mut best: Option<(i32, SkillReplacement)> = None;
        for way in self.defences(it, threat) {
            let worth = self.worth(it, way, threat);
            if best.is_none_or(|(there, _)| worth > there) {
                best = Some((worth, way));
            }
        }
        best.map(|(_, way)| way)
    }

    /// Returns the act against which the current question asks for a defence.
    pub fn withstood(&self) -> Option<Threat> {
        let declared = &self.state.declared;
        Some(Threat { me: declared.me?, act: declared.act.and_then(act_of)?, with: declared.skill?, area: declared.area })
    }

    /// Lists the legal answers: the skills to defend with. `how` of an option is 1 if a defence with this skill was already rolled this
    /// turn. That defence is then used again.
    pub(super) fn legal_defence(&self, out: &mut Options) {
        let (Some(it), Some(threat)) = (self.state.step.who.actor(), self.withstood()) else { return };
        let choice = |way: SkillReplacement| {
            let known = self.standing_against(it, way.skill, threat).is_some();
            Choice::of(Verb::Defend).n(i16::from(way.skill.0)).how(u8::from(known))
        };
        self.defences(it, threat).into_iter().for_each(|way| {
            out.push(choice(way));
        });
        out.sort_with_default(self.best_defence(it, threat).map(choice));
    }

    /// Records the skill chosen for a defence.
    pub(super) fn decide_defence(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        if let (Some(who), Some(skill)) = (step.who.actor(), choice.skill()) {
            out.push(Event::Counter { who, what: Counter::DefendsWith(skill), change: 1, now: 1 });
        }
        PlatoonFight::go(out, Step::of(Phase::Defence, Id::None).n(step.n));
    }

    /// Rolls for the next defender, or asks its seat for a skill. When all have rolled, the purchases begin.
    pub(super) fn resume_defence(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(threat) = self.withstood() else {
            self.finish_action(out);
            return Ok(());
        };
        let step = self.state.step;
        let mut number = self.state.rolls;
        for (place, it) in (0_u8..).zip(self.stricken()).skip(usize::from(step.n)) {
            let said = self.state.targets.iter().find(|target| target.who == it).and_then(|target| target.skill);
            let ways = self.defences(it, threat);
            // A defender with only one skill is not asked for the skill. If there are optional effects, the step is still entered, because
            // it offers these effects.
            let asked = step.who == Id::Actor(it);
            let chooses = ways.len() > 1 || self.roster.lines.any_offered();
            let way = match said {
                Some(skill) => ways.iter().find(|way| way.skill == skill).copied(),
                None if chooses && !asked => {
                    PlatoonFight::go(out, Step::of(Phase::Defence, Id::Actor(it)).n(place));
                    return Ok(());
                }
                None => self.best_defence(it, threat),
            };
            if let Some(way) = way {
                self.defend(&mut number, it, way, threat, dice, out)?;
            }
        }
        self.open_window(out);
        Ok(())
    }

    /// Makes a defence. Uses the roll already made, or makes a roll that is used for the rest of the turn.
    fn defend(
        &self,
        number: &mut u32,
        it: ActorId,
        way: SkillReplacement,
        threat: Threat,
        dice: &mut Dice,
        out: &mut Events,
    ) -> Result<(), Refusal> {
        if let Some(roll) = self.standing_against(it, way.skill, threat) {
            let (skill, total) = (roll.skill, roll.total());
            out.push(Event::Roll {
                roll: roll.id,
                me: it,
                skill,
                faces: roll.faces,
                parts: roll.parts,
                total,
                against: None,
                standing: true,
            });
            return Ok(());
        }
        self.take_way(it, way, out);
        let parts = self.defence_parts(it, way, threat);
        self.cast(*number, it, way.skill, parts, None, dice, out)?;
        *number = number.saturating_add(1);
        Ok(())
    }
}
