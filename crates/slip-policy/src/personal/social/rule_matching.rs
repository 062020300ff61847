//! Matches doctrine rules with options in social combat and ranks the options that fit.

use crate::personal::condition_terms::{PersonalEvaluation, PersonalEvaluator};
use crate::shared_doctrine_parts::{ConditionEvaluator, Participants};
use slip_pack::doctrine::{ActorGroup, DoctrineRule, DoctrineWord, Filter, OptionCriteria as Words, Topic, UNIT, WeaponOrSkill};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, BorderId, Id, ZoneId};
use slip_play::personal::social::goal_distances::Position;
use slip_play::question::Point;

/// Rank of an option by a rule; `None` if the rule does not distinguish the options.
type Rank = Option<(i64, i64)>;

impl PersonalEvaluator<'_> {
    /// Returns true or false if a rule has its own meaning in social combat and fits, or does not fit, an option. `None` if the rule means
    /// the same as in personal combat.
    pub(in crate::personal) fn social_fits(&mut self, row: &DoctrineRule, option: Choice) -> Option<bool> {
        let words = &row.choice;
        let fits = match row.topic {
            Topic::Act => return Some(self.act_of_words_fits(row, option)),
            // The target of a push is chosen by rules of `push`, the target of an obstruction by rules of `obstruct`. A rule of `target`
            // applies to a push only if it selects a group other than enemies.
            Topic::Target => match self.fight.state.declared.act {
                Some(Verb::Obstruct) => false,
                Some(Verb::Push) if words.pick.as_ref().is_none_or(|pick| pick.who == ActorGroup::Enemy) => false,
                _ => return None,
            },
            Topic::Push => self.fight.pushed().is_some() && option.verb != Verb::Close && self.is_pushed_by(words),
            Topic::Move if self.fight.pushed().is_some() && self.ask.point == Point::Steps => false,
            Topic::Move if words.word.as_deref() == Some("goal") => true,
            Topic::Obstruct => self.bars_by(words, option),
            _ => return None,
        };
        Some(fits && self.holds_for(row, option))
    }

    /// Ranks an option by a rule that has its own meaning in social combat. `None` for rules that mean the same as in personal combat.
    pub(in crate::personal) fn social_rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<Rank> {
        let words = &row.choice;
        match (row.topic, self.ask.point) {
            (Topic::Act, Point::Skill) => Some(match words.with {
                Some(WeaponOrSkill::By(order)) => self.tool_rank(order, option),
                _ => None,
            }),
            (Topic::Push, _) => Some(self.push_rank(words, option)),
            (Topic::Move, _) if words.word.as_deref() == Some("goal") => Some(Some(self.step_rank(option))),
            (Topic::Obstruct, _) => Some(self.bar_rank(words, option)),
            _ => None,
        }
    }

    fn act_of_words_fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let words = &row.choice;
        let verb = words.word.as_deref();
        let act = self.fight.state.declared.act;
        match self.ask.point {
            Point::Act if Some(option.verb.word()) != verb => false,
            Point::Act => match option.verb {
                Verb::Attack => self.some_shot_fits(row),
                // The seat makes an obstruction only if it delays rivals more than its own side (R-ZD3).
                Verb::Obstruct if !self.some_border_bars() => false,
                Verb::Push | Verb::Obstruct => self.some_target_fits(row, option.verb),
                Verb::Maneuver if words.pick.is_some() => self.some_target_fits(row, option.verb),
                _ => words.pick.is_none() && self.holds_for(row, option),
            },
            _ if act.map(Verb::word) != verb => false,
            Point::Whom => {
                option.verb == Verb::Target && self.is_meant_at(act, words.pick.as_ref(), option.it) && self.holds_for(row, option)
            }
            Point::Skill => {
                option.verb == Verb::Use
                    && words.with.is_some()
                    && self.is_meant_at(act, words.pick.as_ref(), self.fight.state.declared.it)
                    && self.is_with(words.with.as_ref(), option)
                    && self.holds_for(row, option)
            }
            _ => false,
        }
    }

    /// True if an act has a target that fits the rule: the rule selects the target, and its condition is true for it.
    fn some_target_fits(&mut self, row: &DoctrineRule, act: Verb) -> bool {
        let targets = self.fight.social_targets(self.me, act);
        targets.into_iter().any(|it| {
            self.is_meant_at(Some(act), row.choice.pick.as_ref(), it) && {
                // The seat does not push an actor whose zone does not matter (R-ZD3).
                let idle = act == Verb::Push && it.actor().is_some_and(|who| !self.matters(who));
                let weighed = PersonalEvaluation { it, ..self.nothing(act) };
                !idle && self.holds(row, &weighed)
            }
        })
    }

    fn some_border_bars(&self) -> bool {
        self.fight.roster.map.borders.keys().any(|border| self.bars(border) > 0)
    }

    /// True if the direction in which a rule pushes is possible now. The direction is towards the goal, or towards or away from an actor
    /// that the rule selects.
    fn is_pushed_by(&self, words: &Words) -> bool {
        is_goal(words) || words.pick.as_ref().is_some_and(|pick| self.all_meant(pick).next().is_some())
    }

    /// Returns the zone of the moved actor after a step.
    fn zone_after(&self, walker: ActorId, option: Choice) -> ZoneId {
        match (option.verb, option.it) {
            (Verb::Enter | Verb::Go, Id::Zone(zone)) => zone,
            _ => self.fight.state.actors[walker].zone,
        }
    }

    /// Returns the value of a step of movement. It is the value of the zone that the step enters, or of the point by which the step lowers
    /// the cost of a border.
    fn worth_of_step(&self, walker: ActorId, option: Choice) -> i64 {
        let side = self.side();
        let zone = self.zone_after(walker, option);
        match option.border().filter(|_| option.verb == Verb::Pay) {
            _ if walker == self.me && self.walks_to_others(walker) => self.worth_of_place(walker, zone),
            Some(border) => {
                let costs = self.fight.costs_with(Some((border, -1)));
                self.worth(&Position::of(self.fight, &costs).with(walker, zone), side)
            }
            None => self.worth(&self.now().with(walker, zone), side),
        }
    }

    fn push_rank(&self, words: &Words, option: Choice) -> Rank {
        let walker = self.fight.pushed()?;
        if is_goal(words) {
            let zone = self.zone_after(walker, option);
            let theirs = self.now().with(walker, zone).steps_of_others(self.side()).unwrap_or(0);
            return Some((self.worth_of_step(walker, option), theirs));
        }
        let pick = words.pick.as_ref()?;
        let zone = self.zone_after(walker, option);
        let far = |who: ActorId| i64::from(self.fight.roster.map.range(zone, self.fight.state.actors[who].zone));
        let near = self.all_meant(pick).filter(|&who| who != walker).map(far).min()?;
        Some((if words.word.as_deref() == Some("away_from") { near } else { -near }, 0))
    }

    /// Ranks a step of the deciding actor. The rank depends on the zone that the step enters, and on the targets in range from there.
    fn step_rank(&self, option: Choice) -> (i64, i64) {
        let zone = self.zone_after(self.me, option);
        let declared = &self.fight.state.declared;
        let to_come = match (declared.act, declared.it) {
            _ if self.ask.point != Point::FreeMove => 0,
            (Some(Verb::Push), Id::Actor(target)) => self.gain_of_push(self.me, None, target, Some(zone)),
            (Some(Verb::Attack), Id::Actor(target)) => self.best(self.me, target, zone, self.fight.state.actors[target].zone, 0).expected,
            _ => 0,
        };
        let range = match declared.it {
            Id::Zone(there) if declared.act == Some(Verb::Obstruct) => i64::from(self.fight.roster.map.range(zone, there)),
            _ => self.range_to_nearest(zone),
        };
        // Paying a point for the border to a better zone makes some progress. It ranks below the step into that zone.
        let beyond = option.border().filter(|_| option.verb == Verb::Pay).and_then(|border| self.zone_beyond(border));
        let pays = beyond.is_some_and(|beyond| self.worth_of_place(self.me, beyond) > self.worth_of_place(self.me, zone));
        (self.worth_of_step(self.me, option) * UNIT + to_come, i64::from(pays) - 2 * range)
    }

    /// Returns the zone behind a border, seen from the actor's zone.
    fn zone_beyond(&self, border: BorderId) -> Option<ZoneId> {
        self.fight.roster.map.zones[self.here].ways.iter().find(|way| way.border == border).map(|way| way.to)
    }

    /// True if an option obstructs in the way that a rule names: all borders of a zone, a single border, or the points divided evenly among
    /// borders.
    fn bars_by(&self, words: &Words, option: Choice) -> bool {
        let obstructs = self.fight.state.declared.act == Some(Verb::Obstruct);
        if words.word.as_deref() == Some("even") {
            return obstructs && option.verb == Verb::Even;
        }
        let place = match option.verb {
            Verb::Target => option.it.zone().is_some(),
            verb => verb == Verb::All,
        };
        obstructs && place && words.pick.as_ref().is_none_or(|pick| self.all_meant(pick).next().is_some())
    }

    /// Ranks an option by the value of the border that it obstructs. A zone has the value of its best border. Among equal zones, the nearer
    /// zone ranks higher.
    fn bar_rank(&self, words: &Words, option: Choice) -> Rank {
        match option.it {
            Id::Zone(zone) => {
                let best = self.fight.roster.map.zones[zone].ways.iter().map(|way| self.bar_worth(words, way.border)).max()?;
                Some((best, -i64::from(self.fight.roster.map.range(self.here, zone))))
            }
            _ if option.verb == Verb::Even => None,
            _ => Some((self.bar_worth(words, option.border()?), 0)),
        }
    }

    /// Returns the value of obstructing a border, usually the extra cost for rivals. With the word `behind`, it is the loss that the
    /// obstruction prevents: the loss if an actor that the rule selects were moved across the border.
    fn bar_worth(&self, words: &Words, border: BorderId) -> i64 {
        let Some(pick) = words.pick.as_ref().filter(|_| words.word.as_deref() == Some("behind")) else { return self.bars(border) };
        let Some(there) = self.fight.roster.map.borders.row(border) else { return 0 };
        let lost = |who: ActorId| {
            let zone = self.fight.state.actors[who].zone;
            let beyond = if there.a == zone {
                there.b
            } else if there.b == zone {
                there.a
            } else {
                return 0;
            };
            self.worth(&self.now(), self.side()) - self.worth(&self.now().with(who, beyond), self.side())
        };
        self.all_meant(pick).map(lost).max().unwrap_or(0).max(0) + self.bars(border).min(0)
    }
}

/// True for the words `push towards goal`: the actor is pushed to the zone where the deciding side wants it.
fn is_goal(words: &Words) -> bool {
    let goal =
        |pick: &slip_pack::doctrine::ActorSelection| pick.who == ActorGroup::Anyone && pick.filters == [Filter::Is(DoctrineWord::Goal)];
    words.word.as_deref() == Some("towards") && words.pick.as_ref().is_some_and(goal)
}
