//! Which options the words of a line fit in personal combat, and which of them is best. Floor 6.

use super::rows::Scales;
use super::terms::{Weighed, Weigher};
use crate::fate::{Grade, Slots};
use crate::pack::doctrine::{Before, Choice as Words, Order, Pick, Row, Topic, Using};
use crate::play::ask::Point;
use crate::play::choice::{Choice, Verb};
use crate::play::event::TrackId;
use crate::play::ids::{ActorId, BorderId, Id, ZoneId};
use crate::play::personal::state::{COMPOSURE, HEALTH};

impl Scales for Weigher<'_> {
    fn consent(&self, option: Choice) -> Option<Topic> {
        match (self.ask.point, option.verb) {
            (_, Verb::Concede) => Some(Topic::Concede),
            (Point::Adjust | Point::Compel, Verb::Compel) if option.how & Choice::OWN != 0 => Some(Topic::CompelSelf),
            (Point::Adjust, Verb::Compel) => Some(Topic::LateCompel),
            (Point::Fact, Verb::Accept) | (_, Verb::Fact) => Some(Topic::Fact),
            (Point::Adjust, Verb::Spin) => Some(Topic::SpendSpin),
            (Point::Adjust, Verb::Pass) => None,
            (Point::Adjust, _) if option.how == Choice::REROLL => Some(Topic::Reroll),
            (Point::Adjust, Verb::Free) => Some(Topic::FreeTag),
            (Point::Adjust, _) => Some(Topic::SpendFate),
            (Point::Mitigate, _) => (option.how != 0).then_some(Topic::Consequence),
            (Point::Compel, Verb::Compel) => Some(Topic::OfferCompel),
            // Of another's own compel one pays for what they ask.
            (Point::AnswerCompel, Verb::Accept | Verb::Counter) if self.pays_for_compel() => Some(Topic::PayCompel),
            (Point::AnswerCompel, Verb::Accept) => Some(Topic::AcceptCompel),
            (Point::AnswerCompel, Verb::Counter) => Some(Topic::CounterOffer),
            (Point::Haggle, Verb::Accept | Verb::Counter) => {
                Some(if self.pays_for_compel() { Topic::PayCompel } else { Topic::AcceptCompel })
            }
            (Point::AcceptConcession, Verb::Accept) => Some(Topic::AcceptConcession),
            (Point::PayAccess, Verb::Yes) => Some(Topic::PayAccess),
            (Point::Animal, Verb::Yes) => Some(Topic::Animal),
            _ => None,
        }
    }

    fn fits(&mut self, row: &Row, option: Choice) -> bool {
        let words = &row.choice;
        match row.topic {
            Topic::Act => self.act_fits(row, option),
            Topic::Target => {
                // Whose border to make harder is for `obstruct` to say.
                let obstructs = self.fight.state.declared.act == Some(Verb::Obstruct);
                option.verb == Verb::Target && !obstructs && self.is_meant(words.pick.as_ref(), option.it) && self.holds_for(row, option)
            }
            Topic::Fire => self.attacks() && self.fires(words, option) && self.holds_for(row, option),
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
            Topic::Consequence => self.consequence_fits(words, option) && self.holds_for(row, option),
            Topic::Beaten => {
                let tag = self.fight.roster.outcomes.get(usize::from(option.how));
                tag.is_some() && tag == words.word.as_ref() && self.holds_for(row, option)
            }
            Topic::Term => {
                let said = match words.word.as_deref() {
                    Some("veto") => option.verb == Verb::Veto,
                    word => option.verb == Verb::Term && option.how == u8::from(word == Some("transient")),
                };
                said && self.holds_for(row, option)
            }
            Topic::Obstruct => {
                let zone = self.fight.state.declared.act == Some(Verb::Obstruct) && option.it.zone().is_some();
                (option.verb == Verb::Border || zone) && self.holds_for(row, option)
            }
            Topic::LateCompel | Topic::CompelSelf => self.is_meant(words.pick.as_ref(), option.it) && self.holds_for(row, option),
            Topic::Payee => option.verb == Verb::Payee && self.is_meant(words.pick.as_ref(), option.it) && self.holds_for(row, option),
            Topic::Animal
            | Topic::Fact
            | Topic::OfferCompel
            | Topic::AcceptCompel
            | Topic::CounterOffer
            | Topic::PayCompel
            | Topic::AcceptConcession
            | Topic::PayAccess => self.holds_for(row, option) && self.is_the_one(words.pick.as_ref()),
            Topic::SetUp => self.is_begun_by(words, option) && self.holds_for(row, option),
            Topic::Order => {
                let how = u8::from(words.word.as_deref() == Some("seats"));
                words.word.is_some() && option.verb == Verb::Order && option.how == how && self.holds_for(row, option)
            }
            _ => row.topic.whether() && self.holds_for(row, option),
        }
    }

    fn rank(&mut self, row: &Row, option: Choice) -> Option<(i64, i64)> {
        let words = &row.choice;
        let pick_order = words.pick.as_ref().and_then(|pick| pick.order);
        match (row.topic, self.ask.point) {
            (Topic::Payee | Topic::LateCompel | Topic::CompelSelf, _) => self.standing(pick_order?, option.it.actor()?),
            (Topic::Act | Topic::Target, Point::Whom) => self.target_rank(pick_order?, option.it),
            (Topic::Act, Point::With) => match words.with {
                Some(Using::By(order)) => self.tool_rank(order, option),
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
            (Topic::Consequence, _) => {
                let set = Slots::from_number(option.how);
                Some((-i64::from(self.fight.absorbs_now(self.me, set)), -i64::from(set.count())))
            }
            _ => None,
        }
    }
}

impl Weigher<'_> {
    /// Whether a line's condition holds of an option.
    fn holds_for(&mut self, row: &Row, option: Choice) -> bool {
        if row.test.is_none() {
            return true;
        }
        let weighed = self.weigh(option);
        self.holds(row, &weighed)
    }

    /// Whether a line's condition holds. One that has no value does not.
    fn holds(&mut self, row: &Row, option: &Weighed) -> bool {
        match &row.test {
            None => true,
            Some(test) => test.eval(&mut |term| Ok(self.term(term, option))).is_ok_and(|value| value != 0),
        }
    }

    /// An option with what its attack promises, if it is part of one.
    fn weigh(&mut self, option: Choice) -> Weighed {
        let plain = self.plain(option);
        let declared = &self.fight.state.declared;
        let (it, using) = match option.verb {
            Verb::Target if self.attacks() => {
                self.take_aim();
                let shots = self.shots.iter().filter(|shot| shot.it == option.it);
                let best = shots.max_by_key(|shot| shot.prospect.expected);
                return Weighed { prospect: Some(best.map(|shot| shot.prospect).unwrap_or_default()), ..plain };
            }
            Verb::Use if self.attacks() => (declared.it, option),
            _ => match declared.using {
                Some(using) if self.attacks() && self.fight.state.actor == Some(self.me) => (declared.it, using),
                _ => return plain,
            },
        };
        let aimed = (option.verb == Verb::Aim).then(|| u8::try_from(option.n).ok().map(TrackId)).flatten();
        let prospect = match (aimed, it) {
            (Some(track), Id::Actor(target)) => {
                let zones = (plain.zone, self.fight.state.actors[target].zone);
                self.fight.prospect_at(self.me, using, target, track, zones, 0)
            }
            _ => self.best_from(using, it, plain.zone),
        };
        Weighed { prospect: Some(prospect), using: Some(using), ..plain }
    }

    /// What an attack promises from a zone; while it is being declared, from the best within the free point of movement.
    fn best_from(&mut self, using: Choice, it: Id, zone: ZoneId) -> crate::play::personal::prospect::Prospect {
        if self.ask.point == Point::With {
            self.take_aim();
            let shot = self.shots.iter().find(|shot| shot.it == it && shot.using == using);
            return shot.map(|shot| shot.prospect).unwrap_or_default();
        }
        self.fight.promise(self.me, using, it, zone)
    }

    /// Whether somebody in what an option is about is meant; without a pick everybody is.
    fn is_meant(&self, pick: Option<&Pick>, it: Id) -> bool {
        let Some(pick) = pick else { return true };
        match it {
            Id::Actor(who) => self.meant(pick, who),
            Id::Zone(zone) => self.all_meant(pick).any(|who| self.fight.state.actors[who].zone == zone),
            Id::Scene | Id::None => false,
        }
    }

    /// Whether the question is about the one a pick chooses: of several it means, the best by its order, and of equals
    /// the first. Without an order, one of those meant.
    fn is_the_one(&self, pick: Option<&Pick>) -> bool {
        let Some(pick) = pick else { return true };
        let Some(it) = self.ask.it.actor().filter(|&it| self.meant(pick, it)) else { return false };
        let Some(order) = pick.order else { return true };
        let Some(standing) = self.standing(order, it) else { return true };
        self.all_meant(pick).filter(|&other| other != it).all(|other| {
            self.standing(order, other).is_none_or(|there| (there, other.0) < (standing, other.0) || (there == standing && other > it))
        })
    }

    fn act_fits(&mut self, row: &Row, option: Choice) -> bool {
        let words = &row.choice;
        let verb = words.word.as_deref();
        let declared = self.fight.state.declared.act;
        match self.ask.point {
            Point::Act if Some(option.verb.word()) != verb => false,
            Point::Act => match option.verb {
                Verb::Attack => self.some_shot_fits(row),
                Verb::Maneuver => self.some_maneuver_fits(row),
                Verb::FirstAid => self.some_patient_fits(row),
                // Nobody works at what their side does not win by (R-XTD5).
                Verb::Task if !self.fight.wants_task(self.fight.roster.side(self.me), option.with) => false,
                _ => words.pick.is_none() && self.holds_for(row, option),
            },
            _ if declared.map(Verb::word) != verb => false,
            Point::Whom => {
                option.verb == Verb::Target
                    && self.is_meant(words.pick.as_ref(), option.it)
                    && self.could_be_done_with(words, option.it)
                    && self.holds_for(row, option)
            }
            Point::With => {
                self.is_meant(words.pick.as_ref(), self.fight.state.declared.it)
                    && self.is_with(words.with.as_ref(), option)
                    && (words.with.is_some() || row.test.is_some())
                    && self.holds_for(row, option)
            }
            _ => false,
        }
    }

    /// Whether any attack that the words allow meets the condition: an option stands for its continuations.
    fn some_shot_fits(&mut self, row: &Row) -> bool {
        self.take_aim();
        for place in 0..self.shots.len() {
            let Some(shot) = self.shots.get(place).copied() else { break };
            let words = &row.choice;
            if !self.is_meant(words.pick.as_ref(), shot.it) || !self.is_with(words.with.as_ref(), shot.using) {
                continue;
            }
            let weighed = Weighed { it: shot.it, zone: shot.from, prospect: Some(shot.prospect), using: Some(shot.using), compel: None };
            if self.holds(row, &weighed) {
                return true;
            }
        }
        false
    }

    /// The same for maneuvers: on those meant whom one sees, or, if the line does not say, on anything.
    fn some_maneuver_fits(&mut self, row: &Row) -> bool {
        let here = self.here;
        let plain = Weighed { it: Id::None, zone: here, prospect: None, using: None, compel: None };
        let Some(pick) = &row.choice.pick else { return self.holds(row, &plain) };
        for who in self.fight.roster.actors.keys() {
            let seen = self.fight.state.board.sees(here, self.fight.state.actors[who].zone);
            if seen && self.meant(pick, who) && self.holds(row, &Weighed { it: Id::Actor(who), ..plain }) {
                return true;
            }
        }
        false
    }

    /// The same for first aid.
    fn some_patient_fits(&mut self, row: &Row) -> bool {
        let fight = self.fight;
        let plain = Weighed { it: Id::None, zone: self.here, prospect: None, using: None, compel: None };
        let footholds = fight.footholds(self.me);
        fight.patients(self.me, &footholds).any(|who| {
            let meant = row.choice.pick.as_ref().is_none_or(|pick| self.meant(pick, who));
            meant && self.holds(row, &Weighed { it: Id::Actor(who), ..plain })
        })
    }

    /// Whether a way to begin is the one a line names; one that names none means any.
    fn is_begun_by(&self, words: &Words, option: Choice) -> bool {
        let roster = &self.fight.roster;
        let called = match (option.it, option.weapon()) {
            (Id::Zone(zone), _) => Some(&roster.map.zones[zone].name),
            (_, Some(number)) => {
                let modes = roster.actors[self.me].weapons.get(usize::from(number)).map(|weapon| &weapon.modes);
                usize::try_from(option.n).ok().and_then(|mode| modes?.get(mode)).map(|mode| &mode.name)
            }
            _ => None,
        };
        option.verb == Verb::Begin && words.word.as_ref().is_none_or(|word| called == Some(word))
    }

    /// How good a way to begin is: a zone by what can be done from there, else by what leads to the goal; a mode by what it
    /// does to whom it hits.
    fn begin_rank(&mut self, order: Order, option: Choice) -> Option<(i64, i64)> {
        if order != Order::Best {
            return None;
        }
        let fight = self.fight;
        if let Id::Zone(zone) = option.it {
            let to = |who: ActorId| fight.state.actors[who].zone;
            let shots = fight.enemies(self.me).map(|who| fight.best_prospect(self.me, who, zone, to(who), 0).expected);
            return Some((shots.max().unwrap_or(0), -fight.goal_distance(self.me, zone)));
        }
        let modes = fight.roster.actors[self.me].weapons.get(usize::from(option.weapon()?)).map(|weapon| &weapon.modes)?;
        let manner = modes.get(usize::try_from(option.n).ok()?)?.manners.first()?;
        Some((i64::from(manner.harm + manner.bonus), i64::from(manner.penetration)))
    }

    /// At `whom`: whether the weapon a line names reaches the target.
    fn could_be_done_with(&mut self, words: &Words, it: Id) -> bool {
        if words.with.is_none() || !self.attacks() {
            return true;
        }
        self.take_aim();
        self.shots.iter().any(|shot| shot.it == it && self.is_with(words.with.as_ref(), shot.using))
    }

    /// Whether a way of doing something is the one after `with`; an order word allows any.
    fn is_with(&self, with: Option<&Using>, using: Choice) -> bool {
        match with {
            Some(Using::Named(name)) => self.is_called(name, using),
            Some(Using::By(_)) | None => true,
        }
    }

    /// Whether a weapon or skill of a choice has this name.
    fn is_called(&self, name: &str, using: Choice) -> bool {
        let roster = &self.fight.roster;
        let weapon = using.weapon().and_then(|number| roster.actors[self.me].weapons.get(usize::from(number)));
        let skill = using.skill().and_then(|skill| roster.skills.row(skill));
        weapon.is_some_and(|weapon| weapon.name == name) || skill.is_some_and(|skill| skill.is_called(name))
    }

    fn fires(&self, words: &Words, option: Choice) -> bool {
        let area = words.word.as_deref() == Some("area");
        match option.verb {
            Verb::Target => area == matches!(option.it, Id::Zone(_)),
            Verb::Use => area == (option.how & Choice::AREA != 0),
            _ => false,
        }
    }

    fn tool_fits(&self, topic: Topic, words: &Words, option: Choice) -> bool {
        // `skill` chooses among skills, `weapon` among weapons, and where there are no weapons among skills.
        let armed = option.weapon().is_some();
        let right = topic == Topic::Weapon || !armed;
        option.verb == Verb::Use && right && words.word.as_deref().is_none_or(|name| self.is_called(name, option))
    }

    fn skill_fits(&self, words: &Words, option: Choice) -> bool {
        option.verb == Verb::Defend && words.word.as_deref().is_none_or(|name| self.is_called(name, option))
    }

    /// How good a weapon, skill or defence is by an order word.
    fn tool_rank(&mut self, order: Order, option: Choice) -> Option<(i64, i64)> {
        match order {
            Order::Best => Some(self.tool_worth(option)),
            Order::Save => {
                // The best is kept for later; of the rest the best.
                let worth = self.tool_worth(option);
                let verb = option.verb;
                let others: Vec<Choice> = self.options.iter().copied().filter(|other| other.verb == verb).collect();
                let most = others.into_iter().map(|other| self.tool_worth(other)).max();
                Some(if most == Some(worth) { (i64::MIN, 0) } else { worth })
            }
            _ => None,
        }
    }

    fn tool_worth(&mut self, option: Choice) -> (i64, i64) {
        match option.verb {
            Verb::Defend => (i64::from(self.fight.expected_defence(self.me, option.skill())), 0),
            Verb::Use if self.attacks() => {
                let prospect = self.weigh(option).prospect.unwrap_or_default();
                (prospect.expected, prospect.hit)
            }
            _ => (i64::from(self.fight.plain_total(self.me, option)), 0),
        }
    }

    fn track(&self, word: &str) -> Option<TrackId> {
        let names = &self.fight.roster.settings.names;
        if word == "health" || names.health == word {
            Some(HEALTH)
        } else if word == "composure" || names.composure == word {
            Some(COMPOSURE)
        } else {
            None
        }
    }

    /// How good a target is by an order word; a zone is as good as the best in it, and by what it promises as a whole.
    fn target_rank(&mut self, order: Order, it: Id) -> Option<(i64, i64)> {
        match it {
            Id::Actor(who) => {
                if self.attacks() {
                    self.take_aim();
                }
                self.standing(order, who)
            }
            Id::Zone(zone) if self.attacks() && matches!(order, Order::Best | Order::Easiest) => {
                self.take_aim();
                let shots = self.shots.iter().filter(|shot| shot.it == Id::Zone(zone));
                let best = shots.map(|shot| (shot.prospect.expected, shot.prospect.hit)).max().unwrap_or_default();
                Some(if order == Order::Best { best } else { (best.1, best.0) })
            }
            Id::Zone(zone) => {
                let there = |who: &ActorId| self.fight.state.actors[*who].zone == zone;
                let enemies = self.fight.enemies(self.me).filter(there);
                enemies.filter_map(|who| self.standing(order, who)).max().or(Some((i64::MIN, 0)))
            }
            Id::Scene | Id::None => Some((i64::MIN, 0)),
        }
    }

    /// The zone a step leads to; a point paid on a border leads nowhere yet.
    fn step_zone(&self, option: Choice) -> ZoneId {
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
                // A point towards a border is worth less than a step and more than nothing.
                let pays = option.verb == Verb::Pay && self.zone_beyond(option).is_some_and(|zone| distance(zone) < here);
                Some((-distance(self.step_zone(option)), i64::from(pays)))
            }
        }
    }

    /// How well a step keeps the range. A point paid towards a zone from which it is kept better is worth less than the
    /// step and more than standing still: doors are opened point by point.
    fn range_rank(&mut self, words: &Words, option: Choice) -> (i64, i64) {
        let (first, second) = self.range_kept(words, self.step_zone(option));
        let beyond = (option.verb == Verb::Pay).then(|| self.zone_beyond(option)).flatten();
        let pays = beyond.is_some_and(|zone| self.range_kept(words, zone) > (first, second));
        (first, 2 * second + i64::from(pays))
    }

    /// The zone behind the border of an option, as seen from here.
    fn zone_beyond(&self, option: Choice) -> Option<ZoneId> {
        let border = option.border()?;
        self.fight.roster.map.zones[self.here].ways.iter().find(|way| way.border == border).map(|way| way.to)
    }

    /// How well a zone keeps the range: the least outside it, or the most to expect from there, and then the nearest.
    fn range_kept(&mut self, words: &Words, zone: ZoneId) -> (i64, i64) {
        if let Some((low, high)) = words.range {
            let range = i64::from(self.fight.steps_to_enemy(self.me, zone));
            return (-(low - range).max(range - high).max(0), 0);
        }
        let declared = &self.fight.state.declared;
        let fight = self.fight;
        let best = match declared.using.filter(|_| self.attacks()) {
            Some(using) => fight.promise(self.me, using, declared.it, zone).expected,
            None => {
                let to = |who: ActorId| fight.state.actors[who].zone;
                let all = fight.enemies(self.me).map(|who| self.best(self.me, who, zone, to(who), 0).expected);
                all.max().unwrap_or(0)
            }
        };
        // Where nothing can be expected from anywhere, nearer is better.
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

    /// Whether a set of consequences is allowed and averts what it is taken against.
    fn consequence_fits(&self, words: &Words, option: Choice) -> bool {
        let set = Slots::from_number(option.how);
        let allowed = |grade: Grade| words.grades.iter().any(|word| *word == grade.word());
        if option.verb != Verb::Take || set == Slots::NONE || !set.grades().all(allowed) {
            return false;
        }
        let hit = self.fight.pending_hit();
        let left = hit - self.fight.absorbs_now(self.me, set);
        match words.before {
            None => true,
            Some(Before::TakenOut) => !self.fight.survives(self.me, hit) && self.fight.survives_with(self.me, hit, set),
            Some(Before::Box(number)) => {
                let reaches = |shifts: i32| i64::from(self.landing_box(shifts)) >= number;
                reaches(hit) && !reaches(left)
            }
        }
    }

    /// How well a border stands between: nearest to those meant, on this side of them or behind them.
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
