//! What words promise before the dice: attacks with the range off their shifts, pushes, moves, what is tried against nothing
//! (social.md 5, 11.1).

use crate::choice::{Choice, Verb};
use crate::effects::Act;
use crate::event::TrackId;
use crate::ids::{ActorId, Id, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::prospect::{Guard, Shot};
use crate::personal::reckoned::Reckoned;
use crate::personal::state::{COMPOSURE, HEALTH};
use slip_dice::fate::{Prospect, Spread, percent};
use slip_pack::encounter::AtRisk;

/// A roll before the dice: what it leads by, and whether somebody rolls against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// What it comes to less what is set against it, range included, with dice that fall even.
    pub margin: i32,
    /// How the dice spread.
    pub spread: Spread,
}

impl Chance {
    /// Ways to come to so many points or more, of [`Spread::all`].
    pub fn at_least(self, points: i32) -> u32 {
        self.spread.at_least(points - self.margin)
    }

    /// The same in percent, rounded down.
    pub fn percent(self, points: i32) -> i64 {
        i64::from(self.at_least(points)) * 100 / i64::from(self.spread.all())
    }

    /// The same as people read it: to the nearest.
    pub fn told(self, points: i32) -> u64 {
        percent(self.at_least(points), self.spread.all())
    }

    /// The most points it can come to.
    pub fn most(self) -> i32 {
        (self.margin + self.spread.most()).max(0)
    }

    /// The mean of what points are worth, in hundredths; nothing below one.
    pub fn mean(self, worth: impl Fn(i32) -> i64) -> i64 {
        let sum: i64 = (1..=self.most()).map(|points| worth(points) * i64::from(self.spread.exactly(points - self.margin))).sum();
        sum * 100 / i64::from(self.spread.all())
    }
}

impl Personal {
    /// What the distance takes off the shifts of the roll on the table against somebody; nothing in a fight.
    pub fn range_off(&self, target: ActorId) -> i32 {
        let moves = self.state.declared.act == Some(Verb::Move);
        if moves { 0 } else { self.range_to(target) }
    }

    /// What an act of somebody comes to with a skill, or with the best that is open, dice left out.
    fn words_total(&self, who: ActorId, skill: Option<SkillId>, act: Act, kept: &mut Reckoned) -> i32 {
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

    /// The skill somebody would do best with of those that are open (R-SC6).
    pub fn best_skill(&self, who: ActorId, act: Act) -> Option<SkillId> {
        self.best_skill_by(who, act, &mut Reckoned::default())
    }

    fn best_skill_by(&self, who: ActorId, act: Act, kept: &mut Reckoned) -> Option<SkillId> {
        let open = self.open_skills(who, act);
        open.into_iter().max_by_key(|&skill| (self.words_total(who, Some(skill), act, kept), std::cmp::Reverse(skill)))
    }

    /// The chance of something tried against nothing: a move, a maneuver; an obstruction of a zone that is so far off.
    pub fn chance_of(&self, who: ActorId, skill: Option<SkillId>, act: Act, range: i32) -> Chance {
        self.chance_by(who, skill, act, range, &mut Reckoned::default())
    }

    /// The same for somebody who asks again and again.
    pub fn chance_by(&self, who: ActorId, skill: Option<SkillId>, act: Act, range: i32, kept: &mut Reckoned) -> Chance {
        Chance { margin: self.words_total(who, skill, act, kept) - range, spread: Spread::of(self.roster.settings.dice) }
    }

    /// The chance of a push from a zone: a pawn sets nothing against it (R-SC12).
    pub fn push_chance(&self, who: ActorId, skill: Option<SkillId>, target: ActorId, from: ZoneId) -> Chance {
        self.push_chance_by(who, skill, target, from, &mut Reckoned::default())
    }

    /// The same for somebody who asks again and again.
    pub fn push_chance_by(&self, who: ActorId, skill: Option<SkillId>, target: ActorId, from: ZoneId, kept: &mut Reckoned) -> Chance {
        let range = i32::from(self.roster.map.range(from, self.state.actors[target].zone));
        let margin = self.words_total(who, skill, Act::MoveAnother, kept) - range;
        let dice = self.roster.settings.dice;
        if !self.state.actors[target].is_active() {
            return Chance { margin, spread: Spread::of(dice) };
        }
        Chance { margin: margin - self.kept_guard_of_words(target, COMPOSURE, kept).total, spread: Spread::opposed(dice) }
    }

    fn kept_guard_of_words(&self, who: ActorId, track: TrackId, kept: &mut Reckoned) -> Guard {
        kept.guard(who, track).unwrap_or_else(|| {
            let guard = Guard { total: self.guard_by(who, track, kept), rolled: true };
            kept.keep_guard(who, track, guard);
            guard
        })
    }

    /// With what somebody may answer words aimed at a track, or a push.
    pub fn words_defences(&self, who: ActorId, track: TrackId) -> Vec<Option<SkillId>> {
        self.social_defences(who, track)
    }

    /// The best somebody sets against words aimed at a track, dice left out.
    pub fn guard_of_words(&self, who: ActorId, track: TrackId) -> i32 {
        self.guard_by(who, track, &mut Reckoned::default())
    }

    fn guard_by(&self, who: ActorId, track: TrackId, kept: &mut Reckoned) -> i32 {
        let mut total = |skill: Option<SkillId>| match self.state.actors[who].record(skill) {
            None if skill.is_some() => self.words_total(who, skill, Act::Defence, kept),
            _ => self.expected_defence(who, skill),
        };
        self.social_defences(who, track).into_iter().map(&mut total).max().unwrap_or(0)
    }

    /// The track words of somebody are aimed at: as declared, else the first at risk.
    pub fn words_track(&self, who: ActorId, target: ActorId) -> TrackId {
        let declared = self.state.declared.track.filter(|_| self.state.actor == Some(who));
        let usual = match self.roster.social.as_ref().map(|social| social.at_risk) {
            Some(AtRisk::Wealth) => HEALTH,
            _ => COMPOSURE,
        };
        let has = |&track: &TrackId| self.state.actors[target].track(track).length() > 0;
        declared.or(Some(usual).filter(has)).unwrap_or(HEALTH)
    }

    /// What words of somebody do to somebody, with the best skill or this one, from a zone at a zone.
    pub(in crate::personal) fn words_prospect(
        &self,
        who: ActorId,
        skill: Option<SkillId>,
        (target, track): (ActorId, TrackId),
        (from, to): (ZoneId, ZoneId),
        plus: i32,
        kept: &mut Reckoned,
    ) -> Prospect {
        let range = i32::from(self.roster.map.range(from, to));
        let plus = plus + kept.tags(self.roster.side(who), target, || self.free_tags_on(who, target)) * self.roster.settings.bonus;
        let guard = self.kept_guard_of_words(target, track, kept);
        let total = self.words_total(who, skill, Act::Attack, kept);
        let margin = total + plus - guard.total - range;
        self.outlook(target, track, margin, true)
    }

    /// Every attack by words that is open to somebody this turn, each from where it promises most.
    pub(in crate::personal) fn words_open(&self, who: ActorId, out: &mut Vec<Shot>, kept: &mut Reckoned) {
        let using = self
            .best_skill_by(who, Act::Attack, kept)
            .map_or(Choice::of(Verb::Use).n(-1), |skill| Choice::of(Verb::Use).n(i16::from(skill.0)));
        let chosen = self.state.declared.using.filter(|_| self.state.actor == Some(who)).unwrap_or(using);
        let footholds = self.footholds(who);
        for it in self.social_targets(who, Verb::Attack) {
            let Id::Actor(target) = it else { continue };
            let track = self.words_track(who, target);
            let to = self.state.actors[target].zone;
            let mut best: Option<Shot> = None;
            for &from in &footholds {
                let prospect = self.words_prospect(who, chosen.skill(), (target, track), (from, to), 0, kept);
                // Of places as good as each other the first: that is where they stand.
                if best.is_none_or(|best| prospect.expected > best.prospect.expected) {
                    best = Some(Shot { it, using: chosen, from, prospect });
                }
            }
            out.extend(best);
        }
    }
}
