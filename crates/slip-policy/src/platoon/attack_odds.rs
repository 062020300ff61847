//! Computes the odds of acts against units before the dice are rolled.
//!
//! The attacks that the deciding unit can make from its zone are computed once for a question. Attacks from other zones are computed when
//! they are needed.

use super::option_evaluator::PlatoonEvaluator;
use super::unit_sets::{has, members, zone_bit};
use crate::shared_doctrine_parts::HitEffects;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Prospect, RollDistribution};
use slip_pack::doctrine::UNIT;
use slip_play::choice::Verb;
use slip_play::ids::{ActorId, Id, SkillId, ZoneId};
use slip_play::platoon::roster::{Arm, CoreSkill};
use slip_play::platoon::state::MOST;
use slip_play::platoon::zones::Region;

/// An attack that the deciding unit can make: target, skill and odds.
#[derive(Clone, Copy, Debug)]
pub(super) struct RatedShot {
    /// Target of the attack.
    pub(super) it: ActorId,
    /// Skill of the attack.
    pub(super) skill: SkillId,
    /// Odds of the attack.
    pub(super) prospect: Prospect,
}

/// Assumptions under which the odds of an attack are computed. They may differ from the current state.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackAssumptions {
    /// Zone that the attacker is in.
    pub(super) from: ZoneId,
    /// Bonus to the roll.
    pub(super) plus: i32,
    /// True if the target counts as spotted, whatever the value of its SPOTTED counter.
    pub(super) seen: bool,
}

impl PlatoonEvaluator<'_> {
    /// Computes the attacks that the deciding unit can make from its zone, when they are first needed.
    pub(super) fn take_aim(&self) {
        if self.aimed.replace(true) {
            return;
        }
        let mut shots = self.room.shots.borrow_mut();
        shots.clear();
        let Some(from) = self.zone(self.me) else { return };
        let survey = self.survey();
        let foes = if self.is_theirs(self.me) { survey.ours } else { survey.theirs };
        for it in members::<ActorId>(foes & survey.placed & survey.spotted) {
            for trade in CoreSkill::ATTACKS {
                let promised = self.attack(self.me, trade, it, AttackAssumptions { from, plus: 0, seen: false });
                shots.extend(promised.map(|prospect| RatedShot { it, skill: trade.skill(), prospect }));
            }
        }
    }

    /// Passes the attacks that the deciding unit can make to `read`.
    pub(super) fn shots<T>(&self, read: impl FnOnce(&[RatedShot]) -> T) -> T {
        self.take_aim();
        read(&self.room.shots.borrow())
    }

    /// Returns the odds of the best attack that the deciding unit can make.
    pub(super) fn best_shot(&self) -> Prospect {
        self.shots(|shots| shots.iter().map(|shot| shot.prospect).fold(Prospect::default(), Prospect::or))
    }

    /// Returns the odds of the best attack that the deciding unit can make on another unit.
    pub(super) fn best_at(&self, who: ActorId) -> Prospect {
        self.shots(|shots| {
            let at = shots.iter().filter(|shot| shot.it == who);
            at.map(|shot| shot.prospect).max_by_key(|prospect| prospect.expected).unwrap_or_default()
        })
    }

    /// Returns the odds of the attack on a unit with a skill.
    pub(super) fn shot_with(&self, who: ActorId, skill: SkillId) -> Prospect {
        self.shots(|shots| {
            let with = shots.iter().find(|shot| shot.it == who && shot.skill == skill);
            with.map(|shot| shot.prospect).unwrap_or_default()
        })
    }

    /// Returns the best odds of one unit against another, under the given assumptions.
    pub(super) fn best_from(&self, me: ActorId, it: ActorId, attempt: AttackAssumptions) -> Prospect {
        let all = CoreSkill::ATTACKS.into_iter().filter_map(|trade| self.attack(me, trade, it, attempt));
        all.fold(Prospect::default(), Prospect::or)
    }

    /// Returns the best odds of a unit against any of its enemies, if no unit moves.
    pub(super) fn best_of(&self, who: ActorId) -> Prospect {
        let Some(from) = self.zone(who) else { return Prospect::default() };
        let survey = self.survey();
        let foes = if self.is_theirs(who) { survey.ours } else { survey.theirs };
        let targets = members::<ActorId>(foes & survey.placed & survey.spotted);
        targets.map(|it| self.best_from(who, it, AttackAssumptions { from, plus: 0, seen: false })).fold(Prospect::default(), Prospect::or)
    }

    /// True if range and sight allow a unit to attack another with any of its skills.
    pub(super) fn reaches(&self, me: ActorId, it: ActorId) -> bool {
        let Some(from) = self.zone(me) else { return false };
        CoreSkill::ATTACKS.into_iter().any(|trade| self.penalty(me, trade, from, it).is_some())
    }

    /// Returns the odds of an attack of a unit with a skill on another unit; `None` if it is impossible.
    pub(super) fn attack(&self, me: ActorId, trade: CoreSkill, it: ActorId, attempt: AttackAssumptions) -> Option<Prospect> {
        let rank = self.fight.roster.units.row(me)?.rank(trade.skill())?;
        let state = self.unit(me)?;
        let locked = state.defended >> trade.skill().0.min(63) & 1 == 1;
        if locked || !(attempt.seen || has(self.survey().spotted, it)) {
            return None;
        }
        let penalty = self.penalty(me, trade, attempt.from, it)?;
        let (defence, rolls) = self.defence(it);
        let margin = rank - penalty + attempt.plus - defence;
        let dice = self.fight.roster.settings.dice;
        let spread = if rolls { RollDistribution::opposed(dice) } else { RollDistribution::of(dice) };
        let track = self.unit(it)?.morale;
        let absorbs = self.absorbs(it, self.slots(it));
        let boxes = |shifts: i32| match track.landing(shifts) {
            TrackHit::Nothing => 0,
            TrackHit::Box(number) => i64::from(track.open_up_to(number)),
            TrackHit::Past => i64::from(track.open()) + 1,
        };
        Some(Prospect::of(spread, margin, boxes, |shifts| track.landing(shifts - absorbs) == TrackHit::Past))
    }

    /// Returns the range penalty of an attack; `None` if range, sight or the kind of target forbid it.
    fn penalty(&self, me: ActorId, trade: CoreSkill, from: ZoneId, it: ActorId) -> Option<i32> {
        let sheet = self.fight.roster.units.row(me)?;
        sheet.rank(trade.skill())?;
        let flies = self.arm(it) == Arm::Airborne;
        if flies != (trade == CoreSkill::AntiAir) {
            return None;
        }
        let range = i32::try_from(self.range_from(me, from, it)).ok()?;
        let least = match trade {
            CoreSkill::DirectFire => 1,
            CoreSkill::IndirectFire => 2,
            _ => 0,
        };
        // Batteries (artillery) fire from their card at targets that other units see.
        if sheet.arm == Arm::Battery && trade == CoreSkill::IndirectFire {
            return self.is_observed(me, it).then_some(0);
        }
        let in_range = if trade == CoreSkill::HandToHand { range == 0 } else { range >= least };
        if !in_range || (trade == CoreSkill::DirectFire && !self.sees_from(me, from, it)) {
            return None;
        }
        Some((range - least - self.fight.free_range(me)).max(0))
    }

    /// True if a target has an observer for the batteries (artillery) of a side: a unit under command that sees the target. A target on a
    /// card needs no observer (R-L21).
    pub(super) fn is_observed(&self, gun: ActorId, it: ActorId) -> bool {
        let Some(zone) = self.zone(it) else { return false };
        if matches!(self.fight.roster.ground.region(zone), Region::Card(_)) {
            return true;
        }
        self.watchers(gun).any(|(watcher, from)| self.sees_from(watcher, from, it))
    }

    /// Returns the units of a side that can observe for its batteries (artillery), each with its zone. They are under command, and their
    /// OOC (out of command) level is 0.
    pub(super) fn watchers(&self, of: ActorId) -> impl Iterator<Item = (ActorId, ZoneId)> + '_ {
        members::<ActorId>(self.survey_of(of) & self.survey().placed).filter_map(|unit| {
            let state = self.unit(unit).filter(|state| state.member && state.ooc == 0)?;
            state.zone().map(|zone| (unit, zone))
        })
    }

    /// Returns the value that a unit defends with against fire, and true if its defence is not rolled yet.
    fn defence(&self, it: ActorId) -> (i32, bool) {
        let armour = CoreSkill::Armour.skill();
        let standing = self.unit(it).and_then(|unit| unit.defences.iter().find(|roll| roll.skill == Some(armour)));
        match standing {
            Some(roll) => (roll.total(), false),
            None => (self.rank(it, CoreSkill::Armour), true),
        }
    }

    /// Returns the rank of a unit in a skill. An untrained unit has 0, as in defence (R-L1).
    pub(super) fn rank(&self, who: ActorId, trade: CoreSkill) -> i32 {
        self.fight.roster.units.row(who).and_then(|sheet| sheet.rank(trade.skill())).unwrap_or(0)
    }

    /// Returns the odds of an act other than an attack: its chance of success, and its expected effect. The effect of spotting is points of
    /// SPOTTED, of jamming points of OOC, and of rallying the boxes cleared.
    pub(super) fn deed(&self, act: Verb, it: ActorId) -> Prospect {
        let Some(there) = self.unit(it) else { return Prospect::default() };
        let dice = self.fight.roster.settings.dice;
        let room = |counter: u8| i64::from(MOST.saturating_sub(counter));
        let opposed = |own: CoreSkill, other: CoreSkill, most: i64| {
            let margin = self.rank(self.me, own) - self.rank(it, other);
            Prospect::of(RollDistribution::opposed(dice), margin, |shifts| i64::from(shifts).min(most), |_| false)
        };
        match act {
            Verb::Spot => opposed(CoreSkill::Observation, CoreSkill::Camouflage, room(there.spotted)),
            Verb::Jam => opposed(CoreSkill::Signals, CoreSkill::Signals, room(there.ooc)),
            Verb::Rally => {
                let highest = there.morale.boxes().last().map_or(0, i32::from);
                let erased = |shifts: i32| {
                    let mut track = there.morale;
                    i64::from(track.erase(u8::try_from(shifts).unwrap_or(u8::MAX)))
                };
                Prospect::of(RollDistribution::of(dice), self.rank(self.me, CoreSkill::Command) - highest, erased, |_| false)
            }
            _ => Prospect::default(),
        }
    }

    /// Returns the expected result of landing in a zone: the best attack from there, minus the expected damage taken there.
    pub(super) fn worth_of_landing(&self, zone: ZoneId) -> (i64, i64) {
        let survey = self.survey();
        let foes = || members::<ActorId>(survey.theirs & survey.placed);
        let there = |it: ActorId| self.zone(it).is_some_and(|at| zone_bit(at) == zone_bit(zone));
        let shots = foes().map(|it| self.best_from(self.me, it, AttackAssumptions { from: zone, plus: 0, seen: there(it) }).expected);
        let best = shots.max().unwrap_or(0);
        let back: i64 = foes()
            .filter_map(|foe| {
                let rank = self.fight.roster.units.row(foe)?.rank(CoreSkill::AntiAir.skill())?;
                let steps = i32::from(self.fight.roster.ground.range(self.zone(foe)?, zone));
                let up = i32::from(self.arm(foe) != Arm::Airborne);
                let margin = rank - steps - up - self.rank(self.me, CoreSkill::Armour);
                let dice = self.fight.roster.settings.dice;
                Some(Prospect::of(RollDistribution::opposed(dice), margin, |_| 1, |_| false).expected)
            })
            .sum();
        (best - back.min(UNIT), best)
    }

    /// Returns the odds of the declared act against a target.
    pub(super) fn promise(&self, it: Id) -> Prospect {
        let declared = &self.fight.state.declared;
        let Some(who) = it.actor() else { return Prospect::default() };
        match declared.act.filter(|_| declared.me == Some(self.me)) {
            Some(act @ (Verb::Jam | Verb::Spot | Verb::Rally)) => self.deed(act, who),
            Some(Verb::Attack) => match declared.skill {
                Some(skill) => self.shot_with(who, skill),
                None => self.best_at(who),
            },
            _ => self.best_at(who),
        }
    }
}
