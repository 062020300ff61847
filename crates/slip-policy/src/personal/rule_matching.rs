//! Matches doctrine rules with options in personal combat and ranks the options that fit.

use super::condition_terms::{PersonalEvaluation, PersonalEvaluator};
use crate::option_narrowing::OptionScorer;
use crate::shared_doctrine_parts::{self, ConditionEvaluator, Participants};
use slip_pack::doctrine::{ActorSelection, DoctrineRule, OptionCriteria as Words, OptionOrder, RuleTerm, Topic, WeaponOrSkill};
use slip_play::choice::{Choice, Verb};
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, BorderId, Id, ZoneId};
use slip_play::personal::post_roll::PartyAddition;
use slip_play::question::Point;

impl OptionScorer for PersonalEvaluator<'_> {
    fn consent(&self, option: Choice) -> Option<Topic> {
        shared_doctrine_parts::consent(self.ask.point, option, || self.pays_for_compel())
    }

    fn may_come_up(&self, topic: Topic) -> bool {
        let how = match topic {
            _ if self.ask.point != Point::Adjust => return true,
            Topic::SpendSpin => PartyAddition::Spin,
            Topic::FreeTag => PartyAddition::FreeTag,
            Topic::SpendFate => PartyAddition::Paid,
            Topic::Reroll => PartyAddition::Reroll,
            Topic::LateCompel | Topic::CompelSelf => PartyAddition::Compel,
            _ => return true,
        };
        self.fight.may_add(self.me, how)
    }

    fn read(&mut self, line: usize, _: &DoctrineRule) -> bool {
        self.read_line(line)
    }

    fn fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let words = &row.choice;
        if let Some(fits) = self.is_social().then(|| self.social_fits(row, option)).flatten() {
            return fits;
        }
        match row.topic {
            Topic::Act => self.act_fits(row, option),
            Topic::Target => {
                // If the act obstructs borders, rules of the topic `obstruct` choose the target; rules of `target` are not used.
                let obstructs = self.fight.state.declared.act == Some(Verb::Obstruct);
                option.verb == Verb::Target && !obstructs && self.is_meant(words.pick.as_ref(), option.it) && self.holds_for(row, option)
            }
            Topic::Fire => self.attacks() && shared_doctrine_parts::fires(words, option) && self.holds_for(row, option),
            Topic::Weapon | Topic::Skill => self.tool_fits(row.topic, words, option) && self.holds_for(row, option),
            Topic::Track => {
                let wanted = words.word.as_deref().and_then(|word| self.track(word));
                let aimed = u8::try_from(option.n).ok().map(TrackId);
                option.verb == Verb::Aim && wanted.is_some() && wanted == aimed && self.holds_for(row, option)
            }
            Topic::Defend => self.skill_fits(words, option) && self.holds_for(row, option),
            Topic::Move => self.move_fits(words, option) && self.holds_for(row, option),
            Topic::KeepRange => self.holds_for(row, option),
            Topic::Stay => self.stay_fits(words, option) && self.holds_for(row, option),
            Topic::Obstruct => {
                let zone = self.fight.state.declared.act == Some(Verb::Obstruct) && option.it.zone().is_some();
                (option.verb == Verb::Border || zone) && self.holds_for(row, option)
            }
            Topic::SetUp => self.is_begun_by(words, option) && self.holds_for(row, option),
            _ => {
                let fight = self.fight;
                shared_doctrine_parts::fits(self, row, option, self.ask.it, &fight.roster.outcomes).unwrap_or(false)
            }
        }
    }

    fn rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
        let words = &row.choice;
        if let Some(rank) = self.is_social().then(|| self.social_rank(row, option)).flatten() {
            return rank;
        }
        let pick_order = words.pick.as_ref().and_then(|pick| pick.order);
        match (row.topic, self.ask.point) {
            (Topic::Act | Topic::Target, Point::Whom) => self.target_rank(pick_order?, option.it),
            (Topic::Act, Point::With) => match words.with {
                Some(WeaponOrSkill::By(order)) => self.tool_rank(order, option),
                _ => None,
            },
            (Topic::Weapon | Topic::Skill, _) => self.tool_rank(words.order?, option),
            (Topic::Defend, _) => self.tool_rank(words.order?, option),
            (Topic::SetUp, _) => self.begin_rank(words.order?, option),
            (Topic::Move, _) => self.move_rank(words, option),
            (Topic::KeepRange, _) => Some(self.range_rank(words, option)),
            (Topic::Obstruct, Point::Whom) => {
                let ways = &self.fight.roster.map.zones[option.it.zone()?].ways;
                ways.iter().filter_map(|way| self.border_rank(words, way.border)).max()
            }
            (Topic::Obstruct, _) => self.border_rank(words, option.border()?),
            _ => shared_doctrine_parts::rank(self, row, option),
        }
    }
}

impl ConditionEvaluator for PersonalEvaluator<'_> {
    type Weighed = PersonalEvaluation;

    /// Evaluates an option, with the odds of its attack if the option is part of an attack.
    fn weigh(&mut self, option: Choice) -> PersonalEvaluation {
        let plain = self.plain(option);
        let declared = &self.fight.state.declared;
        let (it, using) = match option.verb {
            Verb::Target if self.attacks() => {
                self.take_aim();
                let shots = self.shots.iter().filter(|shot| shot.it == option.it);
                let best = shots.max_by_key(|shot| shot.prospect.expected);
                return PersonalEvaluation { prospect: Some(best.map(|shot| shot.prospect).unwrap_or_default()), ..plain };
            }
            Verb::Use if self.attacks() => (declared.it, option),
            _ => match declared.using {
                Some(using) if self.attacks() && self.fight.state.actor == Some(self.me) => (declared.it, using),
                _ => return plain,
            },
        };
        let aimed = (option.verb == Verb::Aim).then(|| u8::try_from(option.n).ok().map(TrackId)).flatten();
        let prospect = match (aimed, it) {
            (Some(track), Id::Actor(target)) => self.promise_at(using, target, track, plain.zone),
            _ => self.best_from(using, it, plain.zone),
        };
        PersonalEvaluation { prospect: Some(prospect), using: Some(using), ..plain }
    }

    fn term(&mut self, term: &RuleTerm, option: &PersonalEvaluation) -> i64 {
        self.value(term, option)
    }

    fn holds(&mut self, row: &DoctrineRule, option: &PersonalEvaluation) -> bool {
        if row.test.is_none() {
            return true;
        }
        let Some(laid) = self.laid() else { return false };
        self.standing_holds() && self.all_hold(&laid.of_option, option)
    }

    fn holds_for(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        if row.test.is_none() {
            return true;
        }
        let Some(laid) = self.laid() else { return false };
        if !self.standing_holds() {
            return false;
        }
        if laid.of_option.is_empty() {
            return true;
        }
        let weighed = if laid.aims { self.weigh(option) } else { self.plain(option) };
        self.all_hold(&laid.of_option, &weighed)
    }
}

impl PersonalEvaluator<'_> {
    /// Returns the odds of an attack from a zone. During the declaration the actor can still make its free move; the odds are then those
    /// from the best zone within that move.
    fn best_from(&mut self, using: Choice, it: Id, zone: ZoneId) -> slip_dice::fate::Prospect {
        if self.ask.point == Point::With {
            self.take_aim();
            let shot = self.shots.iter().find(|shot| shot.it == it && shot.using == using);
            return shot.map(|shot| shot.prospect).unwrap_or_default();
        }
        self.promise(using, it, zone)
    }

    /// Returns the evaluation of an act whose target is not chosen yet.
    pub(super) const fn nothing(&self, act: Verb) -> PersonalEvaluation {
        PersonalEvaluation { it: Id::None, zone: self.here, prospect: None, using: None, compel: None, act: Some(act), border: None }
    }

    /// True if the option's target is an actor that a rule selects, such as `weakest enemy`, or a zone that contains such an actor. A rule
    /// that selects no actors (`pick` is `None`) accepts every target.
    pub(super) fn is_meant(&self, pick: Option<&ActorSelection>, it: Id) -> bool {
        let Some(pick) = pick else { return true };
        match it {
            Id::Actor(who) => self.meant(pick, who),
            Id::Zone(zone) => self.all_meant(pick).any(|who| self.fight.state.actors[who].zone == zone),
            Id::Scene | Id::None => false,
        }
    }

    /// Like [`Self::is_meant`], for the target of an act. A rule that selects actors accepts a zone with such an actor only for two acts:
    /// an attack on all in the zone, and an obstruction of a border of the zone. It does not accept a maneuver on the zone.
    pub(super) fn is_meant_at(&self, verb: Option<Verb>, pick: Option<&ActorSelection>, it: Id) -> bool {
        let as_zone = pick.is_none() || it.zone().is_none() || matches!(verb, Some(Verb::Attack | Verb::Obstruct));
        as_zone && self.is_meant(pick, it)
    }

    fn act_fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let words = &row.choice;
        let verb = self.laid().and_then(|laid| laid.verb);
        let declared = self.fight.state.declared.act;
        match self.ask.point {
            Point::Act if Some(option.verb) != verb => false,
            Point::Act => match option.verb {
                Verb::Attack => self.some_shot_fits(row),
                Verb::Maneuver => self.some_maneuver_fits(row),
                Verb::FirstAid => self.some_patient_fits(row),
                // A seat works only at tasks by which its own side can win (R-XTD5).
                Verb::Task if !self.fight.wants_task(self.fight.roster.side(self.me), option.with) => false,
                _ => words.pick.is_none() && self.holds_for(row, option),
            },
            _ if declared != verb => false,
            Point::Whom => {
                option.verb == Verb::Target
                    && self.is_meant_at(verb, words.pick.as_ref(), option.it)
                    && self.could_be_done_with(words, option.it)
                    && self.holds_for(row, option)
            }
            Point::With => {
                self.is_meant_at(verb, words.pick.as_ref(), self.fight.state.declared.it)
                    && self.is_with(words.with.as_ref(), option)
                    && (words.with.is_some() || row.test.is_some())
                    && self.holds_for(row, option)
            }
            _ => false,
        }
    }

    /// True if the rule's condition holds for one of the attacks that the rule allows. It is checked when the act is chosen, before a
    /// target is chosen.
    pub(super) fn some_shot_fits(&mut self, row: &DoctrineRule) -> bool {
        self.take_aim();
        for place in 0..self.shots.len() {
            let Some(shot) = self.shots.get(place).copied() else { break };
            let words = &row.choice;
            if !self.is_meant(words.pick.as_ref(), shot.it) || !self.is_with(words.with.as_ref(), shot.using) {
                continue;
            }
            let weighed = PersonalEvaluation {
                it: shot.it,
                zone: shot.from,
                prospect: Some(shot.prospect),
                using: Some(shot.using),
                ..self.nothing(Verb::Attack)
            };
            if self.holds(row, &weighed) {
                return true;
            }
        }
        false
    }

    /// Like [`Self::some_shot_fits`], for maneuvers: on visible actors that the rule selects, or on any target if the rule selects none.
    pub(super) fn some_maneuver_fits(&mut self, row: &DoctrineRule) -> bool {
        let here = self.here;
        let plain = self.nothing(Verb::Maneuver);
        let Some(pick) = &row.choice.pick else { return self.holds(row, &plain) };
        for who in self.fight.roster.actors.keys() {
            let seen = self.fight.state.board.sees(here, self.fight.state.actors[who].zone);
            if seen && self.meant(pick, who) && self.holds(row, &PersonalEvaluation { it: Id::Actor(who), ..plain }) {
                return true;
            }
        }
        false
    }

    /// Like [`Self::some_shot_fits`], for first aid.
    fn some_patient_fits(&mut self, row: &DoctrineRule) -> bool {
        let fight = self.fight;
        let plain = self.nothing(Verb::FirstAid);
        let footholds = fight.footholds(self.me);
        fight.patients(self.me, &footholds).any(|who| {
            let meant = row.choice.pick.as_ref().is_none_or(|pick| self.meant(pick, who));
            meant && self.holds(row, &PersonalEvaluation { it: Id::Actor(who), ..plain })
        })
    }

    /// Ranks a target by the order word of a rule, such as `nearest`. A zone has the rank of its best target. In an attack on a whole zone,
    /// `best` and `easiest` rank the odds of the whole attack.
    pub(super) fn target_rank(&mut self, order: OptionOrder, it: Id) -> Option<(i64, i64)> {
        match it {
            Id::Actor(who) => {
                if self.attacks() {
                    self.take_aim();
                }
                self.standing(order, who)
            }
            Id::Zone(zone) if self.attacks() && matches!(order, OptionOrder::Best | OptionOrder::Easiest) => {
                self.take_aim();
                let shots = self.shots.iter().filter(|shot| shot.it == Id::Zone(zone));
                let best = shots.map(|shot| (shot.prospect.expected, shot.prospect.hit)).max().unwrap_or_default();
                Some(if order == OptionOrder::Best { best } else { (best.1, best.0) })
            }
            Id::Zone(zone) => {
                let there = |who: &ActorId| self.fight.state.actors[*who].zone == zone;
                let enemies = self.fight.enemies(self.me).filter(there);
                enemies.filter_map(|who| self.standing(order, who)).max().or(Some((i64::MIN, 0)))
            }
            Id::Scene | Id::None => Some((i64::MIN, 0)),
        }
    }

    /// Returns the zone of the actor after a step of movement. A step that only pays a point towards a border leaves the actor in its zone.
    pub(super) fn step_zone(&self, option: Choice) -> ZoneId {
        match (option.verb, option.it) {
            (Verb::Enter | Verb::Go, Id::Zone(zone)) => zone,
            _ => self.here,
        }
    }

    fn move_fits(&self, words: &Words, option: Choice) -> bool {
        let zone = self.step_zone(option);
        match words.word.as_deref() {
            Some("goal") => option.verb != Verb::Close && !self.fight.goals(self.me).is_empty(),
            Some("cover") => self.is_cover(zone),
            Some("hidden") => self.is_hidden(zone),
            Some("exit") => option.verb != Verb::Close && self.fight.roster.map.zones.values().any(|zone| zone.exit),
            Some("towards" | "away_from") => {
                option.verb != Verb::Close && words.pick.as_ref().is_some_and(|pick| self.all_meant(pick).next().is_some())
            }
            Some(name) => option.verb != Verb::Close && self.fight.roster.map.zones.values().any(|zone| zone.name == name),
            None => false,
        }
    }

    fn is_hidden(&self, zone: ZoneId) -> bool {
        let state = &self.fight.state;
        !self.fight.enemies(self.me).any(|enemy| state.board.sees(state.actors[enemy].zone, zone))
    }

    fn move_rank(&mut self, words: &Words, option: Choice) -> Option<(i64, i64)> {
        let map = &self.fight.roster.map;
        let nearest = |from: ZoneId, fits: &dyn Fn(ZoneId) -> bool| {
            map.zones.keys().filter(|&to| fits(to)).map(|to| i64::from(map.range(from, to))).min().unwrap_or(0)
        };
        let distance = |from: ZoneId| -> i64 {
            match words.word.as_deref() {
                Some("goal") => self.fight.goal_distance(self.me, from),
                Some("exit") => nearest(from, &|to| map.zones[to].exit),
                Some("towards" | "away_from") => {
                    let meant = |to: ZoneId| {
                        words.pick.as_ref().is_some_and(|pick| self.all_meant(pick).any(|who| self.fight.state.actors[who].zone == to))
                    };
                    nearest(from, &meant)
                }
                Some(name) => nearest(from, &|to| map.zones[to].name == name),
                None => 0,
            }
        };
        match words.word.as_deref() {
            Some("cover" | "hidden") | None => None,
            Some("away_from") => Some((distance(self.step_zone(option)), 0)),
            _ => {
                let here = distance(self.here);
                // Paying a point for a border on the way is worse than a step that comes nearer, but better than staying.
                let pays = option.verb == Verb::Pay && self.zone_behind(option).is_some_and(|zone| distance(zone) < here);
                Some((-distance(self.step_zone(option)), i64::from(pays)))
            }
        }
    }

    /// Ranks a step of movement by the range to enemies after the step (see `range_kept`). Paying a point for a border to a better zone
    /// ranks above staying and below the step into that zone. A border is thus paid for point by point.
    fn range_rank(&mut self, words: &Words, option: Choice) -> (i64, i64) {
        let (first, second) = self.range_kept(words, self.step_zone(option));
        let beyond = (option.verb == Verb::Pay).then(|| self.zone_behind(option)).flatten();
        let pays = beyond.is_some_and(|zone| self.range_kept(words, zone) > (first, second));
        (first, 2 * second + i64::from(pays))
    }

    /// Returns the zone behind an option's border, seen from the actor's zone.
    fn zone_behind(&self, option: Choice) -> Option<ZoneId> {
        let border = option.border()?;
        self.fight.roster.map.zones[self.here].ways.iter().find(|way| way.border == border).map(|way| way.to)
    }

    /// Ranks a zone by range. If a range is wanted, the zone with the smallest difference from it is best. Otherwise the zone with the
    /// highest expected damage is best, and then the nearest.
    fn range_kept(&mut self, words: &Words, zone: ZoneId) -> (i64, i64) {
        if let Some((low, high)) = words.range {
            let range = i64::from(self.fight.steps_to_enemy(self.me, zone));
            return (-(low - range).max(range - high).max(0), 0);
        }
        let declared = &self.fight.state.declared;
        let fight = self.fight;
        let best = match declared.using.filter(|_| self.attacks()) {
            Some(using) => self.promise(using, declared.it, zone).expected,
            None => {
                let to = |who: ActorId| fight.state.actors[who].zone;
                let all = fight.enemies(self.me).map(|who| self.best(self.me, who, zone, to(who), 0).expected);
                all.max().unwrap_or(0)
            }
        };
        // If no zone promises any damage, a zone nearer to an enemy is better.
        (best, if best == 0 { -i64::from(fight.steps_to_enemy(self.me, zone)) } else { 0 })
    }

    fn stay_fits(&self, words: &Words, option: Choice) -> bool {
        let keeps = |zone: ZoneId| match words.word.as_deref() {
            Some("in_cover") => self.is_cover(zone),
            Some("hidden") => self.is_hidden(zone),
            _ => false,
        };
        if !keeps(self.here) {
            return true;
        }
        match self.ask.point {
            Point::Act => option.verb != Verb::Move,
            _ => keeps(self.step_zone(option)),
        }
    }

    /// Ranks a border by its distance to the actors that a rule selects: in front of them, towards the deciding actor, or behind them.
    fn border_rank(&self, words: &Words, border: BorderId) -> Option<(i64, i64)> {
        let border = self.fight.roster.map.borders.row(border)?;
        let pick = words.pick.as_ref()?;
        let map = &self.fight.roster.map;
        let zones = self.all_meant(pick).map(|who| self.fight.state.actors[who].zone);
        let near = zones.map(|zone| map.range(border.a, zone).min(map.range(border.b, zone))).min()?;
        let ours = i64::from(map.range(border.a, self.here)) + i64::from(map.range(border.b, self.here));
        Some((-i64::from(near), if words.word.as_deref() == Some("behind") { ours } else { -ours }))
    }
}
