//! Matches weapons, skills, defences and set-up choices with the words of a doctrine's rule, and ranks the matches.

use super::condition_terms::PersonalEvaluator;
use crate::shared_doctrine_parts::ConditionEvaluator;
use slip_pack::doctrine::{OptionCriteria as Words, OptionOrder, Topic, WeaponOrSkill};
use slip_play::choice::{Choice, Verb};
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, Id};
use slip_play::personal::state::{COMPOSURE, HEALTH};

/// Number that is subtracted from the rank of a defence that costs a fate point, to rank it behind all other defences.
const PAID: i64 = 1_000_000;

impl PersonalEvaluator<'_> {
    /// True if an option of set-up is the zone or the weapon mode that a rule names. A rule that names neither accepts every option.
    pub(super) fn is_begun_by(&self, words: &Words, option: Choice) -> bool {
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

    /// Ranks an option of set-up. A starting zone is ranked by the best attack from it, then by its distance to the goal. A weapon mode is
    /// ranked by its effect.
    pub(super) fn begin_rank(&mut self, order: OptionOrder, option: Choice) -> Option<(i64, i64)> {
        if order != OptionOrder::Best {
            return None;
        }
        let fight = self.fight;
        if let Id::Zone(zone) = option.it {
            let to = |who: ActorId| fight.state.actors[who].zone;
            let shots = fight.enemies(self.me).map(|who| self.best(self.me, who, zone, to(who), 0).expected);
            return Some((shots.max().unwrap_or(0), -fight.goal_distance(self.me, zone)));
        }
        let modes = fight.roster.actors[self.me].weapons.get(usize::from(option.weapon()?)).map(|weapon| &weapon.modes)?;
        let manner = modes.get(usize::try_from(option.n).ok()?)?.manners.first()?;
        Some((i64::from(manner.harm + manner.plus + manner.bonus), i64::from(manner.penetration)))
    }

    /// True if the weapon that a rule names reaches the target. This is checked while the target is chosen, because the weapon is chosen
    /// after it.
    pub(super) fn could_be_done_with(&mut self, words: &Words, it: Id) -> bool {
        if words.with.is_none() || !self.attacks() {
            return true;
        }
        self.take_aim();
        self.shots.iter().any(|shot| shot.it == it && self.is_with(words.with.as_ref(), shot.using))
    }

    /// True if a weapon or skill fits the word after `with` in a rule. An order word there, such as `best`, fits every weapon.
    pub(super) fn is_with(&self, with: Option<&WeaponOrSkill>, using: Choice) -> bool {
        match with {
            Some(WeaponOrSkill::Named(name)) => self.is_called(name, using),
            Some(WeaponOrSkill::By(_)) | None => true,
        }
    }

    /// True if the weapon or skill of a choice has the given name.
    pub(super) fn is_called(&self, name: &str, using: Choice) -> bool {
        let roster = &self.fight.roster;
        let weapon = using.weapon().and_then(|number| roster.actors[self.me].weapons.get(usize::from(number)));
        let skill = using.skill().and_then(|skill| roster.skills.row(skill));
        weapon.is_some_and(|weapon| weapon.name == name) || skill.is_some_and(|skill| skill.is_called(name))
    }

    pub(super) fn tool_fits(&self, topic: Topic, words: &Words, option: Choice) -> bool {
        // Rules of the topic `skill` choose among skills. Rules of the topic `weapon` choose among weapons, and among skills if there are
        // no weapons.
        let armed = option.weapon().is_some();
        let right = topic == Topic::Weapon || !armed;
        option.verb == Verb::Use && right && words.word.as_deref().is_none_or(|name| self.is_called(name, option))
    }

    pub(super) fn skill_fits(&self, words: &Words, option: Choice) -> bool {
        option.verb == Verb::Defend && words.word.as_deref().is_none_or(|name| self.is_called(name, option))
    }

    /// Ranks a weapon, skill or defence by the order word of a rule.
    pub(super) fn tool_rank(&mut self, order: OptionOrder, option: Choice) -> Option<(i64, i64)> {
        match order {
            OptionOrder::Best => Some(self.tool_worth(option)),
            OptionOrder::Save if self.is_social() => Some(self.saved(option)),
            OptionOrder::Save => {
                // With `save`, the best weapon or skill is kept for later and ranks last. The others are ranked by their value.
                let worth = self.tool_worth(option);
                let verb = option.verb;
                let others: Vec<Choice> = self.options.iter().copied().filter(|other| other.verb == verb).collect();
                let most = others.into_iter().map(|other| self.tool_worth(other)).max();
                Some(if most == Some(worth) { (i64::MIN, 0) } else { worth })
            }
            _ => None,
        }
    }

    pub(super) fn tool_worth(&mut self, option: Choice) -> (i64, i64) {
        match option.verb {
            Verb::Defend => {
                let total = i64::from(self.fight.expected_defence(self.me, option.skill()));
                // A defence that costs a fate point is ranked last, so that it is made only if a rule names it.
                (if self.fight.is_defence_paid(self.me, option.skill()) { total - PAID } else { total }, 0)
            }
            Verb::Use if self.attacks() => {
                let prospect = self.weigh(option).prospect.unwrap_or_default();
                (prospect.expected, prospect.hit)
            }
            _ => (i64::from(self.fight.plain_total(self.me, option)), 0),
        }
    }

    pub(super) fn track(&self, word: &str) -> Option<TrackId> {
        let names = &self.fight.roster.settings.names;
        if word == "health" || names.health == word {
            Some(HEALTH)
        } else if word == "composure" || names.composure == word {
            Some(COMPOSURE)
        } else {
            self.fight.roster.tracks.find(word)
        }
    }
}
