//! Matches doctrine rules with options in platoon combat and ranks the options that fit.

use super::option_evaluator::PlatoonEvaluator;
use crate::option_narrowing::OptionScorer;
use crate::pending_roll_view::RollRules;
use crate::shared_doctrine_parts::{self, ConditionEvaluator, Participants};
use slip_pack::doctrine::{ActorSelection, DoctrineRule, OptionCriteria as Words, OptionOrder, Topic, WeaponOrSkill};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id};
use slip_play::question::Point;

impl OptionScorer for PlatoonEvaluator<'_> {
    fn consent(&self, option: Choice) -> Option<Topic> {
        match (self.ask.point, option.verb) {
            (Point::Adopt, Verb::Adopt) => Some(Topic::Adopt),
            (Point::Intercept, Verb::Yes) => Some(Topic::Intercept),
            (Point::RallyToo, Verb::Rally) => Some(Topic::RallyToo),
            (point, _) => shared_doctrine_parts::consent(point, option, || false),
        }
    }

    /// False for topics about compels after the dice, because a party cannot make such compels in platoon combat.
    fn may_come_up(&self, topic: Topic) -> bool {
        self.ask.point != Point::Adjust || !matches!(topic, Topic::LateCompel | Topic::CompelSelf)
    }

    fn read(&mut self, line: usize, row: &DoctrineRule) -> bool {
        if self.ask.point != Point::Adjust {
            return true;
        }
        if let Some(may_fit) = self.roll_rules.get(line) {
            return may_fit;
        }
        let may_fit = !RollRules::is_same_for_all(row) || self.holds_for(row, Choice::of(Verb::Pass));
        self.roll_rules.keep(line, may_fit);
        may_fit
    }

    fn fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let words = &row.choice;
        match row.topic {
            Topic::Act => self.act_fits(row, option),
            Topic::Target => option.verb == Verb::Target && self.is_meant(words.pick.as_ref(), option.it) && self.holds_for(row, option),
            Topic::Fire => self.attacks() && shared_doctrine_parts::fires(words, option) && self.holds_for(row, option),
            Topic::Weapon | Topic::Skill => {
                option.verb == Verb::Use && self.is_called_so(words.word.as_deref(), option) && self.holds_for(row, option)
            }
            Topic::Defend => option.verb == Verb::Defend && self.is_called_so(words.word.as_deref(), option) && self.holds_for(row, option),
            Topic::Move => self.move_fits(words, option) && self.holds_for(row, option),
            Topic::Stay => self.stay_fits(words, option) && self.holds_for(row, option),
            Topic::KeepRange => self.is_step(option) && self.holds_for(row, option),
            Topic::Interdict => self.interdicts(option) && self.holds_for(row, option),
            Topic::Unit => option.verb == Verb::Unit && self.is_meant(words.pick.as_ref(), option.it) && self.holds_for(row, option),
            Topic::Order => option.verb == Verb::Command && self.is_of(words.pick.as_ref(), option) && self.holds_for(row, option),
            Topic::Adopt | Topic::RallyToo => {
                let verb = if row.topic == Topic::Adopt { Verb::Adopt } else { Verb::Rally };
                option.verb == verb && self.is_meant(words.pick.as_ref(), option.it) && self.holds_for(row, option)
            }
            Topic::Intercept => {
                let it = self.about(self.ask.it);
                let meant = words.pick.as_ref().is_none_or(|pick| it.is_some_and(|it| self.meant(pick, it)));
                option.verb == Verb::Yes && meant && self.holds_for(row, option)
            }
            Topic::Engineer => self.engineers(words, option) && self.holds_for(row, option),
            Topic::SetUp => self.is_begun_by(words, option) && self.holds_for(row, option),
            _ => {
                let (fight, about) = (self.fight, self.subject(option));
                shared_doctrine_parts::fits(self, row, option, about, &fight.roster.outcomes).unwrap_or(false)
            }
        }
    }

    fn rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
        let words = &row.choice;
        let order = words.pick.as_ref().and_then(|pick| pick.order);
        match (row.topic, self.ask.point) {
            (Topic::Act | Topic::Target, Point::Whom) => self.target_rank(order?, option.it),
            (Topic::Act, Point::With) => match words.with {
                Some(WeaponOrSkill::By(order)) => self.tool_rank(order, option),
                _ => None,
            },
            (Topic::Weapon | Topic::Skill | Topic::Defend, _) => self.tool_rank(words.order?, option),
            (Topic::Move, _) => self.move_rank(words, option),
            (Topic::KeepRange, _) => Some(self.range_rank(words, option)),
            (Topic::Interdict, Point::Whom) => self.zone_rank(words, option.it.zone()?),
            (Topic::Interdict, _) => self.border_rank(words, option),
            (Topic::Unit | Topic::Order | Topic::Adopt | Topic::RallyToo, _) => self.standing(order?, self.about(option.it)?),
            (Topic::SetUp, _) => self.begin_rank(words.order?, option),
            _ => shared_doctrine_parts::rank(self, row, option),
        }
    }
}

impl PlatoonEvaluator<'_> {
    /// Returns the actor that a question is about; for compels, the actor that the option names.
    fn subject(&self, option: Choice) -> Id {
        let it = match (self.ask.point, option.it) {
            (Point::Compel, Id::Actor(_)) => option.it,
            _ => self.ask.it,
        };
        self.about(it).map_or(it, Id::Actor)
    }

    /// True if the option's target is a unit that a rule selects, such as `weakest enemy`, or a zone that contains such a unit. A rule that
    /// selects no units (`pick` is `None`) accepts every target.
    pub(super) fn is_meant(&self, pick: Option<&ActorSelection>, it: Id) -> bool {
        let Some(pick) = pick else { return true };
        match it {
            Id::Actor(_) => self.about(it).is_some_and(|who| self.meant(pick, who)),
            Id::Zone(zone) => self.all_meant(pick).any(|who| self.zone(who) == Some(zone)),
            Id::Scene | Id::None => false,
        }
    }

    /// True if an option names a platoon of which a rule selects any unit.
    fn is_of(&self, pick: Option<&ActorSelection>, option: Choice) -> bool {
        let Some(pick) = pick else { return true };
        let platoon = option.it.actor().and_then(|who| self.fight.roster.platoon_of_id(who));
        let sheet = platoon.and_then(|platoon| self.fight.roster.platoons.row(platoon));
        sheet.is_some_and(|sheet| sheet.units.iter().any(|&unit| self.meant(pick, unit)))
    }

    pub(super) fn attacks(&self) -> bool {
        self.fight.state.declared.act == Some(Verb::Attack)
    }

    /// True if the skill of an option has the given name. Without a name, every skill fits.
    pub(super) fn is_called_so(&self, name: Option<&str>, option: Choice) -> bool {
        let skill = || option.skill().and_then(|skill| self.fight.roster.skills.row(skill));
        name.is_none_or(|name| skill().is_some_and(|skill| skill.name == name))
    }

    /// Ranks a skill by the order word of a rule, such as `best`.
    pub(super) fn tool_rank(&mut self, order: OptionOrder, option: Choice) -> Option<(i64, i64)> {
        match order {
            OptionOrder::Best => Some(self.tool_worth(option)),
            OptionOrder::Save => {
                // With the word `save`, the best skill ranks last; the others are ranked by their value.
                let worth = self.tool_worth(option);
                let (options, verb) = (self.options, option.verb);
                let most = options.iter().filter(|other| other.verb == verb).map(|&other| self.tool_worth(other)).max();
                Some(if most == Some(worth) { (i64::MIN, 0) } else { worth })
            }
            _ => None,
        }
    }

    fn tool_worth(&mut self, option: Choice) -> (i64, i64) {
        let rank = |who: ActorId| {
            let rank = option.skill().and_then(|skill| self.fight.roster.units.row(who)?.rank(skill));
            i64::from(rank.unwrap_or(0))
        };
        match option.verb {
            Verb::Defend => {
                // If the unit has already rolled this defence in this turn, the option is ranked by the total of the earlier roll.
                let standing = |roll: &&slip_play::roll::Roll| roll.skill == option.skill() && option.how == 1;
                let known = self.unit(self.me).and_then(|unit| unit.defences.iter().find(standing));
                (known.map_or_else(|| rank(self.me), |roll| i64::from(roll.total())), 0)
            }
            Verb::Use if self.attacks() => {
                let prospect = self.weigh(option).prospect.unwrap_or_default();
                (prospect.expected, prospect.hit)
            }
            _ => (rank(self.me), 0),
        }
    }

    /// True if the option after an engineers' maneuver is the one that a rule names. A rule that selects another unit means the removal of
    /// a free tag that this unit has placed. A rule that selects the unit itself means a second maneuver (R-YD5).
    fn engineers(&self, words: &Words, option: Choice) -> bool {
        match option.verb {
            Verb::Strip => {
                let aspect = option.aspect().and_then(|id| self.fight.state.aspects.row(id));
                let placer = aspect.and_then(|aspect| aspect.placer).map(ActorId);
                words.pick.as_ref().is_none_or(|pick| placer.is_some_and(|placer| self.is_whom(pick, placer)))
            }
            Verb::Again => words.pick.as_ref().is_some_and(|pick| self.is_whom(pick, self.me)),
            _ => false,
        }
    }

    /// True if a starting zone is the zone that a rule names, or if the rule names none.
    fn is_begun_by(&self, words: &Words, option: Choice) -> bool {
        let zone = option.it.zone().and_then(|zone| self.fight.roster.ground.zones.row(zone));
        option.verb == Verb::Begin && words.word.as_ref().is_none_or(|word| zone.is_some_and(|zone| zone.name == *word))
    }

    /// Ranks a starting zone. A zone nearer to the goal ranks higher; between equal ones, a zone with cover does.
    fn begin_rank(&self, order: OptionOrder, option: Choice) -> Option<(i64, i64)> {
        let zone = option.it.zone().filter(|_| order == OptionOrder::Best)?;
        // If artillery chooses zones that it knows by heart, those on the enemy's way are best.
        if option.n > 0 {
            return Some((-self.nearest_enemy(zone), i64::from(self.is_cover(zone))));
        }
        Some((-self.goal_gap(self.me, zone), i64::from(self.is_cover(zone))))
    }
}
