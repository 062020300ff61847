//! Odds of acts with words before the dice: attacks with range subtracted, pushes, moves, and unopposed actions.

use crate::choice::{Choice, Verb};
use crate::effects::Act;
use crate::event::TrackId;
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::attack_cache::AttackCaches;
use crate::personal::defence::IncomingAttack;
use crate::personal::odds::{ExpectedDefence, PersonalShot};
use crate::personal::state::{COMPOSURE, HEALTH};
use slip_dice::fate::{Prospect, RollDistribution, percent};
use slip_pack::encounter::AtRisk;

/// Odds of a roll before the dice: the margin without dice, and the distribution of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocialRollOdds {
    /// Lead of the roll over the defence, less the range, if all dice show 0.
    pub margin: i32,
    /// Distribution of the dice.
    pub spread: RollDistribution,
}

impl SocialRollOdds {
    /// Returns the number of rolls that give at least this many points, out of [`RollDistribution::all`].
    pub fn at_least(self, points: i32) -> u32 {
        self.spread.at_least(points - self.margin)
    }

    /// Returns the chance of at least this many points, in percent, rounded down.
    pub fn percent(self, points: i32) -> i64 {
        i64::from(self.at_least(points)) * 100 / i64::from(self.spread.all())
    }

    /// Returns the chance of at least this many points, in percent, rounded to the nearest, for display.
    pub fn told(self, points: i32) -> u64 {
        percent(self.at_least(points), self.spread.all())
    }

    /// Returns the most points that the roll can reach.
    pub fn most(self) -> i32 {
        (self.margin + self.spread.most()).max(0)
    }

    /// Returns the mean of `worth` over all results of the roll, in hundredths. A result below one point has the value 0.
    pub fn mean(self, worth: impl Fn(i32) -> i64) -> i64 {
        let sum: i64 = (1..=self.most()).map(|points| worth(points) * i64::from(self.spread.exactly(points - self.margin))).sum();
        sum * 100 / i64::from(self.spread.all())
    }
}

impl Personal {
    /// Returns the shifts that distance takes off the current roll against an actor; 0 in a fight with weapons.
    pub fn range_off(&self, target: ActorId) -> i32 {
        let moves = self.state.declared.act == Some(Verb::Move);
        if moves { 0 } else { self.range_to(target) }
    }

    /// Returns the total of an actor's act without dice, with a skill or with the best skill that is open.
    fn words_total(&self, who: ActorId, skill: Option<SkillId>, act: Act, kept: &mut AttackCaches) -> i32 {
        let key = kept.words_key(who, skill, act, self.state.actors[who].is_active());
        kept.words(key).unwrap_or_else(|| {
            let total = match skill.or_else(|| self.best_skill_by(who, act, kept)) {
                best if best != skill => self.words_total(who, best, act, kept),
                known => self.plain_roll(who, known, act).parts.total(),
            };
            kept.keep_words(key, total);
            total
        })
    }

    /// Returns the best open skill of an actor for an act (R-SC6).
    pub fn best_skill(&self, who: ActorId, act: Act) -> Option<SkillId> {
        self.best_skill_by(who, act, &mut AttackCaches::default())
    }

    fn best_skill_by(&self, who: ActorId, act: Act, kept: &mut AttackCaches) -> Option<SkillId> {
        let open = self.open_skills(who, act);
        open.into_iter().max_by_key(|&skill| (self.words_total(who, Some(skill), act, kept), std::cmp::Reverse(skill)))
    }

    /// Returns the chance of an unopposed action: a move, a maneuver, or an obstruction of a zone at a distance.
    pub fn chance_of(&self, who: ActorId, skill: Option<SkillId>, act: Act, range: i32) -> SocialRollOdds {
        self.chance_by(who, skill, act, range, &mut AttackCaches::default())
    }

    /// Like [`Personal::chance_of`], with a cache.
    pub fn chance_by(&self, who: ActorId, skill: Option<SkillId>, act: Act, range: i32, kept: &mut AttackCaches) -> SocialRollOdds {
        SocialRollOdds { margin: self.words_total(who, skill, act, kept) - range, spread: RollDistribution::of(self.roster.settings.dice) }
    }

    /// Returns the chance of a push from a zone. A pawn does not defend (R-SC12).
    pub fn push_chance(&self, who: ActorId, skill: Option<SkillId>, target: ActorId, from: ZoneId) -> SocialRollOdds {
        self.push_chance_by(who, skill, target, from, &mut AttackCaches::default())
    }

    /// Like [`Personal::push_chance`], with a cache.
    pub fn push_chance_by(
        &self,
        who: ActorId,
        skill: Option<SkillId>,
        target: ActorId,
        from: ZoneId,
        kept: &mut AttackCaches,
    ) -> SocialRollOdds {
        let range = i32::from(self.roster.map.range(from, self.state.actors[target].zone));
        let margin = self.words_total(who, skill, Act::MoveAnother, kept) - range;
        let dice = self.roster.settings.dice;
        if !self.state.actors[target].is_active() {
            return SocialRollOdds { margin, spread: RollDistribution::of(dice) };
        }
        SocialRollOdds { margin: margin - self.kept_guard_of_words(target, COMPOSURE, kept).total, spread: RollDistribution::opposed(dice) }
    }

    fn kept_guard_of_words(&self, who: ActorId, track: TrackId, kept: &mut AttackCaches) -> ExpectedDefence {
        // Attacks with words reach every zone, so any zones can be used here.
        let here = self.state.actors[who].zone;
        let attack = IncomingAttack { by: None, from: here, at: here, track };
        kept.guard(who, &attack).unwrap_or_else(|| {
            let guard = ExpectedDefence { total: self.guard_by(who, track, kept), rolled: true };
            kept.keep_guard(who, &attack, guard);
            guard
        })
    }

    /// Returns the skills with which an actor may defend against words aimed at a track, or against a push.
    pub fn words_defences(&self, who: ActorId, track: TrackId) -> Vec<Option<SkillId>> {
        self.social_defences(who, track)
    }

    /// Returns the best defence of an actor against words aimed at a track, without dice.
    pub fn guard_of_words(&self, who: ActorId, track: TrackId) -> i32 {
        self.guard_by(who, track, &mut AttackCaches::default())
    }

    fn guard_by(&self, who: ActorId, track: TrackId, kept: &mut AttackCaches) -> i32 {
        let mut total = |skill: Option<SkillId>| match self.state.actors[who].record(skill) {
            None if skill.is_some() => self.words_total(who, skill, Act::Defence, kept),
            _ => self.expected_defence(who, skill),
        };
        self.social_defences(who, track).into_iter().map(&mut total).max().unwrap_or(0)
    }

    /// Returns the track at which an actor aims words: the declared track, otherwise the first track at risk.
    pub fn words_track(&self, who: ActorId, target: ActorId) -> TrackId {
        let declared = self.state.declared.track.filter(|_| self.state.actor == Some(who));
        let usual = match self.roster.social.as_ref().map(|social| social.at_risk) {
            Some(AtRisk::Wealth) => HEALTH,
            _ => COMPOSURE,
        };
        let has = |&track: &TrackId| self.state.actors[target].track(track).length() > 0;
        let reach = self.tracks_in_reach(who, Some(target));
        declared.or(Some(usual).filter(has).filter(|usual| reach.has(*usual))).or(reach.first()).unwrap_or(HEALTH)
    }

    /// Returns the odds of an attack with words, with the actor in the zone `from` and the target in the zone `to`. Without a skill, the
    /// best skill is used.
    pub(in crate::personal) fn words_prospect(
        &self,
        who: ActorId,
        skill: Option<SkillId>,
        (target, track): (ActorId, TrackId),
        (from, to): (ZoneId, ZoneId),
        plus: i32,
        kept: &mut AttackCaches,
    ) -> Prospect {
        let range = i32::from(self.roster.map.range(from, to));
        let plus = plus + kept.tags(self.roster.side(who), target, || self.free_tags_on(who, target)) * self.roster.settings.bonus;
        let guard = self.kept_guard_of_words(target, track, kept);
        let total = self.words_total(who, skill, Act::Attack, kept);
        let margin = total + plus - guard.total - range;
        self.outlook(target, track, margin, true)
    }

    /// Adds to `out` all attacks with words that an actor can make this turn, each from the zone with the best odds.
    pub(in crate::personal) fn words_open(&self, who: ActorId, out: &mut Vec<PersonalShot>, kept: &mut AttackCaches) {
        let using = self
            .best_skill_by(who, Act::Attack, kept)
            .map_or(Choice::of(Verb::Use).n(-1), |skill| Choice::of(Verb::Use).n(i16::from(skill.0)));
        let chosen = self.state.declared.using.filter(|_| self.state.actor == Some(who)).unwrap_or(using);
        let footholds = self.footholds(who);
        for it in self.social_targets(who, Verb::Attack) {
            let Id::Actor(target) = it else { continue };
            let track = self.words_track(who, target);
            let to = self.state.actors[target].zone;
            let mut best: Option<PersonalShot> = None;
            for &from in &footholds {
                let prospect = self.words_prospect(who, chosen.skill(), (target, track), (from, to), 0, kept);
                // Of equally good zones the first one is chosen, which is the actor's own.
                if best.is_none_or(|best| prospect.expected > best.prospect.expected) {
                    best = Some(PersonalShot { it, using: chosen, from, prospect });
                }
            }
            out.extend(best);
        }
    }
}
