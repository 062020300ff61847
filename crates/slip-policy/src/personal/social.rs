//! Evaluates social combat for doctrines: the actors whose position decides the conflict, the progress that walking and pushing give, and
//! the sides for which a border is an obstacle.
//!
//! The value of a position to a side is the number of points by which the side is nearer to winning. If the side has no goal zone, or has
//! reached it, the value is the number of points that the other sides still need (R-ZD2). An actor in danger of being removed by a friend
//! zone (JUST FRIENDS) costs as many points as the map has zones.

mod goal_distance_cache;
pub(super) mod pending_rolls;
mod rule_matching;

use goal_distance_cache::ExpectedGain;
pub(super) use goal_distance_cache::GoalDistanceCache;

use super::condition_terms::{PersonalEvaluation, PersonalEvaluator};
use slip_pack::doctrine::{OptionOrder, UNIT};
use slip_play::choice::{Choice, Verb};
use slip_play::effects::Act;
use slip_play::ids::{ActorId, BorderId, Id, Seat, SkillId, ZoneId};
use slip_play::personal::social::goal_distances::{Costs, Position};
use slip_play::personal::social::odds::SocialRollOdds;
use slip_play::question::Point;
use smallvec::SmallVec;

/// Number of steps that is assumed for a rival without a goal zone.
const NOWHERE: i64 = 99;
/// Inline capacity of lists of zones, enough for most social maps.
const ZONES: usize = 16;
/// Assumed increase of a border's value when the effect of an obstruction is estimated.
const BARRED: i32 = 2;

impl PersonalEvaluator<'_> {
    /// True if the fight is a social conflict.
    pub(super) fn is_social(&self) -> bool {
        self.fight.roster.social.is_some()
    }

    fn costs(&self) -> &Costs {
        self.land.costs(self.fight)
    }

    /// Returns the current positions of all actors.
    fn now(&self) -> Position<'_> {
        self.land.now(self.fight)
    }

    fn side(&self) -> Seat {
        self.fight.roster.side(self.me)
    }

    /// Returns the points that the side of an actor would still need to win if the actor were in the zone `from`. If the goal is about the
    /// actor itself, returns the points that bring the actor to the zone where the deciding side wants it.
    pub(super) fn steps_from(&self, who: ActorId, from: ZoneId) -> i64 {
        if self.is_about(who) {
            let goals = self.fight.goals_of(self.side(), who);
            return goals.into_iter().filter_map(|goal| self.costs().between(from, goal)).min().unwrap_or(0);
        }
        self.now().with(who, from).steps(self.fight.roster.side(who)).unwrap_or(0)
    }

    /// Returns the points that the nearest rival still needs to win, in hundredths. If no rival has a goal zone, returns 99 points.
    pub(super) fn rival_steps(&self) -> i64 {
        self.now().steps_of_others(self.side()).unwrap_or(NOWHERE) * UNIT
    }

    /// Returns the lead of the deciding side over the nearest rival in the race to a goal zone, in hundredths of a point. Returns 0 if no
    /// rival has a goal zone.
    pub(super) fn lead(&self) -> i64 {
        let own = self.now().steps(self.side()).unwrap_or(0);
        self.now().steps_of_others(self.side()).map_or(0, |theirs| (theirs - own) * UNIT)
    }

    /// True if the actor's position matters for the goal. The deciding side must get the actor to a zone. If the side has no such goal, it
    /// must keep the actor away from the zone that others want for the actor.
    pub(super) fn is_about(&self, who: ActorId) -> bool {
        if !self.is_social() || !self.fight.state.actors[who].is_there() {
            return false;
        }
        let (own, theirs) = (self.side(), self.fight.roster.side(who));
        let wanted_by = |side: Seat| side != theirs && !self.fight.goals_of(side, who).is_empty();
        match self.now().steps(own) {
            Some(_) => wanted_by(own),
            None => theirs != own && self.fight.roster.sides.keys().any(|side| side != own && wanted_by(side)),
        }
    }

    /// True if a side has a goal zone and has not reached its goal yet.
    fn is_under_way(&self, side: Seat) -> bool {
        self.now().steps(side).is_some_and(|steps| steps > 0)
    }

    /// Returns the value of the positions of all actors to a side, in points.
    fn worth(&self, at: &Position<'_>, side: Seat) -> i64 {
        if at.is_known() { self.land.worth(at, side, || self.reckoned_worth(at, side)) } else { self.reckoned_worth(at, side) }
    }

    fn reckoned_worth(&self, at: &Position<'_>, side: Seat) -> i64 {
        let wide = i64::try_from(self.fight.roster.map.zones.len()).unwrap_or(i64::MAX);
        let own = at.steps(side);
        let there = match own {
            Some(own) if self.is_under_way(side) => -own,
            // For a side that has reached its goal, every step away from the goal costs as many points as the map has zones.
            _ => at.steps_of_others(side).unwrap_or(0).min(NOWHERE) - own.unwrap_or(0) * wide,
        };
        there - wide * at.in_danger(side)
    }

    /// Returns the expected gain of a roll with which a side moves an actor, in hundredths of points.
    fn mean_gain(&self, side: Seat, subject: ActorId, from: ZoneId, chance: SocialRollOdds) -> i64 {
        let most = usize::try_from(chance.most()).unwrap_or(0);
        self.gains_by_points(side, subject, from, most, |gains| {
            chance.mean(|points| usize::try_from(points).ok().and_then(|points| gains.get(points)).copied().unwrap_or(0))
        })
    }

    /// Passes a list to `read`: for each number of points from 0 to `most`, the greatest gain of a side if it moves an actor from a zone
    /// with these points.
    pub(super) fn gains_by_points<T>(&self, side: Seat, subject: ActorId, from: ZoneId, most: usize, read: impl FnOnce(&[i64]) -> T) -> T {
        self.land.gains((side, subject, from), most, |most| self.reckoned_gains(side, subject, from, most), read)
    }

    fn reckoned_gains(&self, side: Seat, subject: ActorId, from: ZoneId, most: usize) -> Vec<i64> {
        let base = self.worth(&self.now().with(subject, from), side);
        let zones = self.fight.roster.map.zones.keys();
        let reached = zones.filter_map(|zone| {
            let cost = self.costs().between(from, zone)?;
            Some((cost, self.worth(&self.now().with(subject, zone), side) - base))
        });
        let reached: SmallVec<[(i64, i64); ZONES]> = SmallVec::from_iter(reached);
        let bound = reached.iter().map(|&(_, gain)| gain).max().unwrap_or(0).max(0);
        // Points that are not enough to cross a border still lower its cost, so they count as progress.
        let part = |points: i64| if self.is_under_way(side) { points.min(bound) } else { 0 };
        let best = |points: i64| reached.iter().filter(|&&(cost, _)| cost <= points).map(|&(_, gain)| gain).max().unwrap_or(0);
        (0..=i64::try_from(most).unwrap_or(i64::MAX)).map(|points| best(points).max(part(points)).max(0)).collect()
    }

    /// True if an actor must walk to other people to reach its goal, because it cannot win by walking alone. Range reduces rolls with
    /// words, so the actor goes near (R-ZD6).
    fn walks_to_others(&self, who: ActorId) -> bool {
        self.land.walks(who, || self.has_to_walk(who))
    }

    fn has_to_walk(&self, who: ActorId) -> bool {
        let side = self.fight.roster.side(who);
        let zones = self.fight.roster.map.zones.keys();
        let alone = || zones.filter_map(|zone| self.now().with(who, zone).steps(side)).any(|steps| steps == 0);
        self.is_under_way(side) && self.nearest_away(who, self.fight.state.actors[who].zone).is_some() && !alone()
    }

    /// Returns the value of being in a zone to an actor, in points.
    fn worth_of_place(&self, who: ActorId, zone: ZoneId) -> i64 {
        let side = self.fight.roster.side(who);
        let there = self.now().with(who, zone);
        if !self.walks_to_others(who) {
            return self.worth(&there, side);
        }
        let wide = i64::try_from(self.fight.roster.map.zones.len()).unwrap_or(i64::MAX);
        -self.nearest_away(who, zone).unwrap_or(0) - wide * there.in_danger(side)
    }

    /// Returns the gain of a move action in addition to the free move that comes with every action.
    fn gain_of_move(&self, who: ActorId, skill: Option<SkillId>) -> i64 {
        let side = self.fight.roster.side(who);
        let here = self.fight.state.actors[who].zone;
        let best = self.fight.footholds(who).into_iter().rev().max_by_key(|&zone| self.worth_of_place(who, zone));
        let (from, chance) = (best.unwrap_or(here), self.fight.chance_by(who, skill, Act::Move, 0, &mut self.kept()));
        if !self.walks_to_others(who) {
            return self.mean_gain(side, who, from, chance);
        }
        let base = self.worth_of_place(who, from);
        let zones = self.fight.roster.map.zones.keys();
        let reached = zones.filter_map(|zone| Some((self.costs().between(from, zone)?, self.worth_of_place(who, zone) - base)));
        let reached: SmallVec<[(i64, i64); ZONES]> = SmallVec::from_iter(reached);
        let best = |points: i64| reached.iter().filter(|&&(cost, _)| cost <= points).map(|&(_, gain)| gain).max().unwrap_or(0);
        chance.mean(|points| best(i64::from(points)).max(0))
    }

    /// Returns the distance in zones from `from` to the nearest actor that the side of `who` wants to be elsewhere.
    fn nearest_away(&self, who: ActorId, from: ZoneId) -> Option<i64> {
        let side = self.fight.roster.side(who);
        self.land.away(self.now().with(who, from).place_of(side), || self.reckoned_away(side, from))
    }

    fn reckoned_away(&self, side: Seat, from: ZoneId) -> Option<i64> {
        let away = |&(there, actor): &(ActorId, &slip_play::personal::state::ActorState)| {
            let goals = || self.fight.goals_of(side, there);
            actor.is_there() && self.fight.roster.side(there) != side && !goals().is_empty() && !goals().contains(&actor.zone)
        };
        let far = |(_, actor): (ActorId, &slip_play::personal::state::ActorState)| i64::from(self.fight.roster.map.range(from, actor.zone));
        self.fight.state.actors.iter().filter(away).map(far).min()
    }

    /// True if the position of an actor matters: some zone would be better for the deciding side, or worse for its opponents, than the
    /// actor's zone.
    pub(super) fn matters(&self, who: ActorId) -> bool {
        let side = self.side();
        let (now, theirs) = (self.worth(&self.now(), side), self.now().steps_of_others(side));
        self.fight.roster.map.zones.keys().any(|zone| {
            let there = self.now().with(who, zone);
            self.worth(&there, side) > now || there.steps_of_others(side) > theirs
        })
    }

    /// Returns the gain of pushing an actor. The pusher is in the zone `from` or, if it is `None`, in the best zone that the free move
    /// reaches.
    fn gain_of_push(&self, who: ActorId, skill: Option<SkillId>, target: ActorId, from: Option<ZoneId>) -> i64 {
        let side = self.fight.roster.side(who);
        let there = self.fight.state.actors[target].zone;
        let range = |zone: &ZoneId| (self.fight.roster.map.range(*zone, there), *zone);
        let from = from.or_else(|| self.fight.footholds(who).into_iter().min_by_key(range));
        let from = from.unwrap_or(self.fight.state.actors[who].zone);
        let chance = self.fight.push_chance_by(who, skill, target, from, &mut self.kept());
        self.mean_gain(side, target, there, chance)
    }

    /// Like [`Self::gain_of_push`], but with the best skill. The result is cached for the question, and for later questions in the same
    /// state.
    fn known_gain(&self, who: ActorId, target: ActorId) -> i64 {
        let known = self.gains.borrow().iter().find(|(by, of, _)| (*by, *of) == (who, target)).map(|&(.., gain)| gain);
        known.unwrap_or_else(|| {
            let gain = self.promised_gain(who, target);
            self.gains.borrow_mut().push((who, target, gain));
            gain
        })
    }

    fn promised_gain(&self, who: ActorId, target: ActorId) -> i64 {
        let reckon = || if who == target { self.gain_of_move(who, None) } else { self.gain_of_push(who, None, target, None) };
        let Some(table) = self.kept().table() else { return reckon() };
        let footholds = self.fight.footholds(who);
        self.land.promised(who, target, table, &footholds).unwrap_or_else(|| {
            let gain = reckon();
            self.land.promise(ExpectedGain { who, target, table, footholds: footholds.to_vec(), gain });
            gain
        })
    }

    /// Returns the greatest gain that any act of an actor brings, in steps.
    pub(super) fn best_gain(&self, who: ActorId) -> i64 {
        let pushed = self.fight.social_targets(who, Verb::Push).into_iter().filter_map(Id::actor);
        pushed.map(|target| self.known_gain(who, target)).fold(self.known_gain(who, who), i64::max)
    }

    /// Returns the number of steps that an option is expected to bring the side closer to its goal.
    pub(super) fn gain_steps(&self, option: &PersonalEvaluation) -> i64 {
        let declared = self.fight.state.declared.using.filter(|_| self.fight.state.actor == Some(self.me));
        let skill = option.using.or(declared).and_then(Choice::skill);
        let rolled = self.ask.point != Point::Act && self.ask.point != Point::Whom;
        match (option.act, option.it) {
            (Some(Verb::Move), _) if skill.is_none() => self.known_gain(self.me, self.me),
            (Some(Verb::Move), _) => self.gain_of_move(self.me, skill),
            (Some(Verb::Push), Id::Actor(target)) if skill.is_none() && !rolled => self.known_gain(self.me, target),
            (Some(Verb::Push), Id::Actor(target)) => self.gain_of_push(self.me, skill, target, Some(option.zone)),
            _ => 0,
        }
    }

    /// Returns the current cost of the option's border. For a zone whose borders are obstructed, returns the cost of its hardest border.
    pub(super) fn border_cost(&self, option: &PersonalEvaluation) -> i64 {
        let of = |border: BorderId| i64::from(self.fight.border_value(border).max(0)) * UNIT;
        match (option.border, option.it) {
            (Some(border), _) => of(border),
            (None, Id::Zone(zone)) => self.fight.roster.map.zones[zone].ways.iter().map(|way| of(way.border)).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Ranks an actor as the target of a push, by the order word of a rule.
    pub(super) fn push_standing(&self, order: OptionOrder, who: ActorId) -> (i64, i64) {
        let gain = self.known_gain(self.me, who);
        let likely = || {
            let there = self.fight.state.actors[who].zone;
            let near = self.fight.footholds(self.me).into_iter().min_by_key(|&zone| (self.fight.roster.map.range(zone, there), zone));
            self.fight.push_chance_by(self.me, None, who, near.unwrap_or(self.here), &mut self.kept()).percent(1)
        };
        if order == OptionOrder::Easiest { (likely(), gain) } else { (gain, 0) }
    }

    /// Returns the points that obstructing a border costs the rivals, minus the points that it costs the deciding side.
    fn bars(&self, border: BorderId) -> i64 {
        self.land.bars(self.side(), border, || self.reckoned_bars(border))
    }

    fn reckoned_bars(&self, border: BorderId) -> i64 {
        let harder = self.fight.costs_with(Some((border, BARRED)));
        let (then, side) = (Position::of(self.fight, &harder), self.side());
        let more = |then: Option<i64>, now: Option<i64>| then.unwrap_or(0) - now.unwrap_or(0);
        more(then.steps_of_others(side), self.now().steps_of_others(side)) - more(then.steps(side), self.now().steps(side))
    }

    /// Ranks a skill for the word `save`. The best skill ranks last if the second best can be used now, so that the best is kept for the
    /// next turn (R-ZD4).
    pub(super) fn saved(&mut self, option: Choice) -> (i64, i64) {
        let worth = self.tool_worth(option);
        let kept = *self.spared.get_or_init(|| self.best_to_spare());
        if kept.is_some() && option.skill() == kept { (i64::MIN, 0) } else { worth }
    }

    /// Returns the best skill if it can be saved for later. This is so if the second-best skill has a lower total and may be used now.
    fn best_to_spare(&self) -> Option<SkillId> {
        let act = self.fight.declared_act().unwrap_or(Act::Maneuver);
        let open = self.fight.open_skills(self.me, act);
        let last = self.fight.state.actors[self.me].last;
        let total = |skill: SkillId| i64::from(self.fight.plain_total(self.me, Choice::of(Verb::Use).n(i16::from(skill.0))));
        let mut all: Vec<(i64, SkillId)> = open.iter().copied().chain(last).map(|skill| (total(skill), skill)).collect();
        all.sort_unstable_by_key(|&(total, skill)| (std::cmp::Reverse(total), skill));
        all.dedup();
        match all.as_slice() {
            [(most, best), (least, next), ..] if open.contains(next) && least < most => Some(*best),
            _ => None,
        }
    }

    /// Returns the number of zones to the nearest person of the goal who is not yet where the deciding side wants that person to be.
    fn range_to_nearest(&self, from: ZoneId) -> i64 {
        self.nearest_away(self.me, from).unwrap_or(0)
    }
}
