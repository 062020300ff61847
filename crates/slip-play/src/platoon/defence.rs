//! Defences: with which skill, and rolls that stand (platoon.md 5.2.5, D-L9, R-L1, R-L15, R-L22).
//!
//! A step of [`Phase::Defence`] has the place of a unit among those who are struck. Without a unit it is the engine's: it lets
//! those roll who have nothing to choose, and asks the next who has.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::Act;
use crate::event::{Counter, Event, Events, Parts, Phase, Step};
use crate::ids::{ActorId, Id, SkillId};
use crate::platoon::kinds::{UnitRoll, act_of};
use crate::platoon::lines::At;
use crate::platoon::roster::{Arm, Trade};
use crate::platoon::{Platoons, Way};
use crate::roll::Roll;
use slip_dice::Dice;

/// What is withstood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Whose doing.
    pub me: ActorId,
    /// What is done: an attack, jamming, spotting.
    pub act: Act,
    /// With which skill.
    pub with: SkillId,
    /// To everybody in the zone.
    pub area: bool,
}

impl Platoons {
    /// Skills with which a unit may withstand an act that is done with a skill, the usual one first. Guns may get away from fire
    /// over the hill and from being spotted (R-L22).
    pub fn defences(&self, it: ActorId, threat: Threat) -> Vec<Way> {
        let Threat { me, act, with, .. } = threat;
        let mut ways: Vec<Way> = Vec::new();
        let add = |way: Way, ways: &mut Vec<Way>| {
            if ways.iter().all(|there| there.skill != way.skill) {
                ways.push(way);
            }
        };
        self.defence_ways(it, act, with, me).for_each(|way| add(way, &mut ways));
        let found_by = act == Act::Spot || (act == Act::Attack && with == Trade::IndirectFire.skill());
        let movement = Trade::Movement.skill();
        let rank = self.roster.units.row(it).and_then(|sheet| sheet.rank(movement));
        if let Some(rank) = rank.filter(|_| found_by && self.roster.arm(it) == Arm::Battery) {
            add(Way::plain(movement, rank), &mut ways);
        }
        ways
    }

    /// The roll of a unit's with a skill that stands until the end of the turn.
    pub fn standing(&self, who: ActorId, skill: SkillId) -> Option<&Roll> {
        self.state.unit(who)?.defences.iter().find(|roll| roll.skill == Some(skill))
    }

    /// What a defence comes to: as it stands, or before dice.
    pub fn worth(&self, it: ActorId, way: Way, threat: Threat) -> i32 {
        match self.standing(it, way.skill) {
            Some(roll) => roll.total(),
            None => self.defence_parts(it, way, threat).total(),
        }
    }

    pub(super) fn defence_parts(&self, it: ActorId, way: Way, threat: Threat) -> Parts {
        let roll = UnitRoll::defence(way.skill, threat.act, threat.with);
        let at = At::rolling(it, roll).against(Some(threat.me)).upon(self.stands(it), threat.area);
        self.parts(&at, way, 0)
    }

    /// The defence that promises most; of several alike the usual one.
    pub fn best_defence(&self, it: ActorId, threat: Threat) -> Option<Way> {
        let mut best: Option<(i32, Way)> = None;
        for way in self.defences(it, threat) {
            let worth = self.worth(it, way, threat);
            if best.is_none_or(|(there, _)| worth > there) {
                best = Some((worth, way));
            }
        }
        best.map(|(_, way)| way)
    }

    /// What is withstood now.
    pub fn withstood(&self) -> Option<Threat> {
        let declared = &self.state.declared;
        Some(Threat { me: declared.me?, act: declared.act.and_then(act_of)?, with: declared.skill?, area: declared.area })
    }

    /// Skills to defend with; live records show their value.
    pub(super) fn legal_defence(&self, out: &mut Options) {
        let (Some(it), Some(threat)) = (self.state.step.who.actor(), self.withstood()) else { return };
        let choice = |way: Way| {
            let known = self.standing(it, way.skill).is_some();
            Choice::of(Verb::Defend).n(i16::from(way.skill.0)).how(u8::from(known))
        };
        self.defences(it, threat).into_iter().for_each(|way| {
            out.push(choice(way));
        });
        out.sort_with_default(self.best_defence(it, threat).map(choice));
    }

    /// It is said.
    pub(super) fn decide_defence(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        if let (Some(who), Some(skill)) = (step.who.actor(), choice.skill()) {
            out.push(Event::Counter { who, what: Counter::DefendsWith(skill), change: 1, now: 1 });
        }
        Platoons::go(out, Step::of(Phase::Defence, Id::None).n(step.n));
    }

    /// The next defender is asked or rolls; the window opens when all have.
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
            // Who has nothing to choose from has chosen; what they might use for it is asked at the same step.
            let asked = step.who == Id::Actor(it);
            let chooses = ways.len() > 1 || self.roster.lines.any_offered();
            let way = match said {
                Some(skill) => ways.iter().find(|way| way.skill == skill).copied(),
                None if chooses && !asked => {
                    Platoons::go(out, Step::of(Phase::Defence, Id::Actor(it)).n(place));
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

    /// A defence: as it stands, or the dice fall and it stands from now on.
    fn defend(&self, number: &mut u32, it: ActorId, way: Way, threat: Threat, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        if let Some(roll) = self.standing(it, way.skill) {
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
