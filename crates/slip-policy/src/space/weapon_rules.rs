//! Matches rules about weapons with declarations: weapon, target and rating.
//!
//! Some options are only the first of several choices. Such an option counts as its best continuation that the rule's words allow: a ship
//! that fires counts as the best of its targets, and a target as the best of the ratings with which it can be fired at.

use super::option_evaluator::{SpaceEvaluation, SpaceEvaluator, weapon_of};
use crate::shared_doctrine_parts::{ConditionEvaluator, Participants};
use slip_pack::doctrine::{DoctrineRule, OptionCriteria as Words, OptionOrder, Topic, UNIT};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::ActorId;
use slip_play::question::Point;
use slip_play::space::position_odds::DriveUse;
use slip_play::space::roster::WeaponSystem;

/// Returns the weapon to which the rules of a topic apply.
const fn weapon_of_topic(topic: Topic) -> Option<WeaponSystem> {
    match topic {
        Topic::Ew => Some(WeaponSystem::Ew),
        Topic::Beam => Some(WeaponSystem::Beam),
        Topic::Torpedo => Some(WeaponSystem::Torpedo),
        _ => None,
    }
}

impl SpaceEvaluator<'_> {
    /// True if a rule for a weapon fits an option of a declaration.
    pub(super) fn fire_fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let Some(weapon) = weapon_of_topic(row.topic) else { return false };
        let declared = self.fight.state.declared;
        match self.ask.point {
            Point::Declare => {
                weapon_of(option.verb) == Some(weapon) && {
                    let targets: Vec<ActorId> = self.enemies().collect();
                    targets.into_iter().any(|target| self.some_value_fits(row, weapon, target))
                }
            }
            _ if declared.act.and_then(weapon_of) != Some(weapon) => false,
            Point::Whom => option.it.actor().is_some_and(|target| self.some_value_fits(row, weapon, target)),
            Point::With => {
                let Some(target) = declared.it.actor() else { return false };
                option.verb == Verb::Value && self.value_fits(row, weapon, target, i32::from(option.n))
            }
            _ => false,
        }
    }

    /// Ranks an option by a doctrine rule for a weapon: the target to fire at, or the rating to fire with.
    pub(super) fn fire_rank(&self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
        match self.ask.point {
            Point::Whom => self.standing(row.choice.pick.as_ref()?.order?, option.it.actor()?),
            Point::With => amount_rank(&row.choice, option.n),
            _ => None,
        }
    }

    /// True if a weapon can be fired at the target with at least one rating that a rule for the weapon accepts.
    fn some_value_fits(&mut self, row: &DoctrineRule, weapon: WeaponSystem, target: ActorId) -> bool {
        let most = self.most_of(weapon);
        // Only beams can be fired below their full rating.
        let least = if weapon == WeaponSystem::Beam { 1 } else { most };
        (least..=most).rev().any(|value| self.value_fits(row, weapon, target, value))
    }

    fn value_fits(&mut self, row: &DoctrineRule, weapon: WeaponSystem, target: ActorId, value: i32) -> bool {
        if row.choice.pick.as_ref().is_some_and(|pick| !self.meant(pick, target)) {
            return false;
        }
        let counts = weapon == WeaponSystem::Beam;
        let heat = if counts { self.fight.heat_of_beams(self.me, value) } else { 0 };
        let weighed =
            SpaceEvaluation { it: Some(target), fire: Some((weapon, value)), plan: DriveUse::AsSaid, to: None, heat, compel: None };
        (!counts || self.amount_fits(&row.choice, value, &weighed)) && self.holds(row, &weighed)
    }

    /// True if the number fits the rule: either the rule requires no number, or its formula gives `number`.
    pub(super) fn amount_fits(&mut self, words: &Words, number: i32, weighed: &SpaceEvaluation) -> bool {
        let Some(amount) = &words.amount else { return true };
        let wanted = amount.eval(&mut |term| Ok::<i64, slip_pack::formula::FormulaError>(self.value(term, weighed)));
        wanted.is_ok_and(|wanted| wanted.div_euclid(UNIT) == i64::from(number))
    }
}

/// Ranks a number by a rule with the order `least` or `most`.
pub(super) fn amount_rank(words: &Words, number: i16) -> Option<(i64, i64)> {
    match words.order? {
        OptionOrder::Least => Some((-i64::from(number), 0)),
        OptionOrder::Most => Some((i64::from(number), 0)),
        _ => None,
    }
}
