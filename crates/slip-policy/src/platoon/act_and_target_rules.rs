//! Matches rules of the topics `act` and `target` in platoon combat with options: the act and its target.
//!
//! Some options are only the first of several choices, such as an act before its target. They have the value of the best continuation that
//! the rule's words allow.

use super::attack_odds::AttackAssumptions;
use super::option_evaluator::{PlatoonEvaluation, PlatoonEvaluator};
use super::unit_sets::members;
use crate::shared_doctrine_parts::{ConditionEvaluator, Participants};
use slip_dice::fate::Prospect;
use slip_pack::doctrine::{DoctrineRule, OptionOrder, WeaponOrSkill};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id, SkillId, ZoneId};
use slip_play::platoon::roster::CoreSkill;
use slip_play::platoon::state::{MOST, bit};
use slip_play::question::Point;

/// Returns the doctrine keyword of an act; the keyword for landing on the map is `enter`.
const fn act_word(act: Verb) -> &'static str {
    match act {
        Verb::Deploy => "enter",
        act => act.word(),
    }
}

impl PlatoonEvaluator<'_> {
    /// True if an option fits a rule about acts (topic `act`).
    pub(super) fn act_fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
        let words = &row.choice;
        let verb = words.word.as_deref();
        match self.ask.point {
            Point::Act if Some(act_word(option.verb)) != verb => false,
            Point::Act => self.could_be_done(row, option.verb),
            _ if self.declared().map(act_word) != verb => false,
            Point::Whom => {
                option.verb == Verb::Target
                    && self.is_meant(words.pick.as_ref(), option.it)
                    && self.could_be_with(row, option.it)
                    && self.holds_for(row, option)
            }
            Point::With => {
                option.verb == Verb::Use
                    && (words.with.is_some() || row.test.is_some())
                    && self.is_meant(words.pick.as_ref(), self.fight.state.declared.it)
                    && self.is_with(row, option.skill())
                    && self.holds_for(row, option)
            }
            _ => false,
        }
    }

    /// True if the deciding unit has an option for the act that fits a rule.
    fn could_be_done(&mut self, row: &DoctrineRule, verb: Verb) -> bool {
        match verb {
            Verb::Attack => self.some_shot_fits(row),
            Verb::Spot | Verb::Jam | Verb::Rally => self.some_deed_fits(row, verb),
            Verb::Move | Verb::March | Verb::Relocate => {
                let plain = self.plain(None);
                row.choice.pick.is_none() && self.holds(row, &plain) && self.leads_somewhere()
            }
            _ => {
                let plain = self.plain(None);
                let Some(pick) = &row.choice.pick else { return self.holds(row, &plain) };
                let all: u128 = self.all_meant(pick).fold(0, |set, who| set | bit(who));
                members::<ActorId>(all).any(|who| {
                    let weighed = self.plain(Some(who));
                    self.holds(row, &weighed)
                })
            }
        }
    }

    /// True if any attack that the rule allows meets its condition.
    fn some_shot_fits(&mut self, row: &DoctrineRule) -> bool {
        // A rule without a condition, selection or skill also fits an attack on a whole zone, which needs no visible target.
        if row.test.is_none() && row.choice.pick.is_none() && row.choice.with.is_none() {
            return true;
        }
        self.take_aim();
        for place in 0..self.room.shots.borrow().len() {
            let Some(shot) = self.room.shots.borrow().get(place).copied() else { break };
            let meant = row.choice.pick.as_ref().is_none_or(|pick| self.meant(pick, shot.it));
            if !meant || !self.is_with(row, Some(shot.skill)) {
                continue;
            }
            let weighed = PlatoonEvaluation { prospect: Some(shot.prospect), ..self.plain(Some(shot.it)) };
            if self.holds(row, &weighed) {
                return true;
            }
        }
        false
    }

    /// True if the act (spotting, jamming or rallying) is possible on some unit that a rule selects. The unit must also meet the rule's
    /// condition.
    fn some_deed_fits(&mut self, row: &DoctrineRule, verb: Verb) -> bool {
        // The facts that do not depend on the target are computed before the loop over targets.
        let survey = *self.survey();
        let platoon = self.unit(self.me).map(|unit| unit.platoon);
        let all = match verb {
            Verb::Rally => survey.ours,
            Verb::Spot => survey.theirs & survey.placed & !survey.aloft,
            _ => survey.theirs,
        };
        members::<ActorId>(all).any(|who| {
            let open = match verb {
                Verb::Rally => self.unit(who).is_some_and(|unit| Some(unit.platoon) == platoon && unit.morale.marked() > 0),
                Verb::Spot => self.can_spot(who),
                _ => true,
            };
            open && self.is_meant_of(row, who) && {
                let weighed = if row.test.is_none() { self.plain(Some(who)) } else { self.weighed_deed(verb, who) };
                self.holds(row, &weighed)
            }
        })
    }

    fn weighed_deed(&self, verb: Verb, who: ActorId) -> PlatoonEvaluation {
        PlatoonEvaluation { prospect: Some(self.deed(verb, who)), ..self.plain(Some(who)) }
    }

    fn is_meant_of(&self, row: &DoctrineRule, who: ActorId) -> bool {
        row.choice.pick.as_ref().is_none_or(|pick| self.meant(pick, who))
    }

    /// True if the SPOTTED counter of a unit can be raised: the unit is in sight, or is a battery that has fired, and the counter is not at
    /// its maximum.
    pub(super) fn can_spot(&self, who: ActorId) -> bool {
        let Some(unit) = self.unit(who).filter(|unit| unit.spotted < MOST) else { return false };
        unit.has_fired || self.zone(self.me).is_some_and(|from| self.sees_from(self.me, from, who))
    }

    /// True if the skill that a rule names can reach the target. The skill is chosen after the target, so this is checked while the target
    /// is chosen.
    fn could_be_with(&self, row: &DoctrineRule, it: Id) -> bool {
        match (&row.choice.with, it) {
            (Some(WeaponOrSkill::Named(_)), Id::Actor(who)) if self.attacks() => {
                self.shots(|shots| shots.iter().any(|shot| shot.it == who && self.is_with(row, Some(shot.skill))))
            }
            _ => true,
        }
    }

    /// True if a rule's `with` matches a skill. After `with` the rule has either the name of a skill or an order word such as `best`, which
    /// every skill matches.
    fn is_with(&self, row: &DoctrineRule, skill: Option<SkillId>) -> bool {
        match &row.choice.with {
            Some(WeaponOrSkill::Named(name)) => {
                let skill = skill.and_then(|skill| self.fight.roster.skills.row(skill));
                skill.is_some_and(|skill| skill.name == *name)
            }
            Some(WeaponOrSkill::By(_)) | None => true,
        }
    }

    /// Ranks a target by the order word of a rule, such as `nearest`. A zone has the rank of the best unit in it. For landing, a zone is
    /// ranked by the acts that the unit could do from there.
    pub(super) fn target_rank(&self, order: OptionOrder, it: Id) -> Option<(i64, i64)> {
        match it {
            Id::Actor(_) => self.standing(order, self.about(it)?),
            Id::Zone(zone) if self.declared() == Some(Verb::Deploy) => Some(self.worth_of_landing(zone)),
            Id::Zone(zone) if self.attacks() && matches!(order, OptionOrder::Best | OptionOrder::Easiest) => {
                Some(self.worth_of_salvo(zone))
            }
            Id::Zone(zone) => {
                let there = members::<ActorId>(self.survey().theirs).filter(|&who| self.zone(who) == Some(zone));
                there.filter_map(|who| self.standing(order, who)).max().or(Some((i64::MIN, 0)))
            }
            Id::Scene | Id::None => Some((i64::MIN, 0)),
        }
    }

    /// Returns two values of an attack on a whole zone: the expected damage to enemies there minus the expected damage to own units, and
    /// the greatest chance to hit an enemy.
    fn worth_of_salvo(&self, zone: ZoneId) -> (i64, i64) {
        let Some(from) = self.zone(self.me) else { return (0, 0) };
        let survey = self.survey();
        let there = |set: u128| members::<ActorId>(set & survey.placed).filter(|&who| self.zone(who) == Some(zone));
        let fire = CoreSkill::ATTACKS.map(|trade| (trade, self.fight.area_change(self.me, trade.skill(), zone)));
        let shot = |who: ActorId| {
            let all =
                fire.into_iter().filter_map(|(trade, plus)| self.attack(self.me, trade, who, AttackAssumptions { from, plus, seen: true }));
            all.fold(Prospect::default(), Prospect::or)
        };
        let gain: i64 = there(survey.theirs).map(|who| shot(who).expected).sum();
        let loss: i64 = there(survey.ours).map(|who| shot(who).expected).sum();
        (gain - loss, there(survey.theirs).map(|who| shot(who).hit).max().unwrap_or(0))
    }
}
