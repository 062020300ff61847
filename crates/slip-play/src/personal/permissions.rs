//! Effects that permit and forbid: acts, targets, uses of aspects, re-rolls (`may`, `cannot`, `tags`).

use crate::choice::{Choice, Verb};
use crate::effects::{Act, Carrier, CarrierSubject, EffectHost, EffectOperation, EvalContext, Hook, TableEffect};
use crate::ids::{ActorId, AspectId, Id, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::eval_context::PersonalEvalContext;
use crate::personal::roster::{AttackProfile, Switching};
use crate::personal::targets::Footholds;
use slip_dice::fate::Holder;
use slip_pack::effect::{ActionObject, Period, TagVerb};

impl Personal {
    /// True if an effect forbids an act by an actor, with an item, at a target.
    pub(super) fn is_forbidden(&self, at: &PersonalEffectQuery, it: Option<Id>) -> bool {
        self.roster.lines.at(Hook::Permit).any(|(number, line)| {
            let EffectOperation::Permit { cannot: true, acts, object, .. } = &line.does else { return false };
            if !self.has_come(number, line, at.who) {
                return false;
            }
            let about = acts.is_empty() || at.act.is_some_and(|act| acts.contains(&act));
            about && self.is_object(line, *object, at, it) && self.may_count(line, at)
        })
    }

    /// True if an effect of permission or ban concerns this target of an act: the target is the object that the effect names. An effect
    /// without an object concerns the act as a whole, so it applies only if no target is given.
    fn is_object(&self, line: &TableEffect, object: Option<ActionObject>, at: &PersonalEffectQuery, it: Option<Id>) -> bool {
        match (object, it) {
            (None, _) => it.is_none(),
            (Some(_), None) => false,
            (Some(ActionObject::This), Some(it)) => match line.carrier {
                Carrier::Zone(zone) => self.target_zone(it) == Some(zone),
                carrier => it.actor().is_some() && it.actor() == carrier.person(),
            },
            (Some(ActionObject::It), Some(it)) => it.actor().is_some() && it.actor() == self.state.actor,
            (Some(ActionObject::Zone(role)), Some(it)) => {
                let zone = self.eye(line.carrier, at).zone_of(role);
                zone.is_some() && self.target_zone(it) == zone
            }
        }
    }

    /// True if an actor cannot choose another actor as the target of an act (`others cannot attack this`).
    pub(super) fn is_beyond(&self, who: ActorId, target: ActorId, act: Act) -> bool {
        self.is_beyond_from(who, target, act, self.state.actors[who].zone)
    }

    /// Like [`Personal::is_beyond`], for an actor that may first walk to the zone `from` and act there.
    pub(super) fn is_beyond_from(&self, who: ActorId, target: ActorId, act: Act, from: ZoneId) -> bool {
        self.roster.lines.any(Hook::Permit)
            && self.is_forbidden(&PersonalEffectQuery::rolling(who, act, None).against(Some(target)).from(from), Some(Id::Actor(target)))
    }

    /// True if an actor cannot do an act at all in the current state.
    pub(super) fn is_barred_from(&self, who: ActorId, act: Act) -> bool {
        self.is_act_barred(who, act, self.state.actors[who].zone)
    }

    /// True if an actor may not do an act from the zone `from`, to which it may walk first.
    pub(super) fn is_act_barred(&self, who: ActorId, act: Act, from: ZoneId) -> bool {
        self.roster.lines.any(Hook::Permit) && self.is_forbidden(&PersonalEffectQuery::rolling(who, act, None).from(from), None)
    }

    /// True if an act is forbidden to an actor in every zone from which it could do the act this turn.
    pub(super) fn is_barred_this_turn(&self, who: ActorId, act: Act, footholds: &[ZoneId]) -> bool {
        let here = [self.state.actors[who].zone];
        // Most acts are made after the free move. A move, and any act in a social conflict, begins in the present zone.
        let walks = self.roster.social.is_none() && act != Act::Move;
        let footholds = if walks && !footholds.is_empty() { footholds } else { &here };
        self.roster.lines.any(Hook::Permit) && footholds.iter().all(|&from| self.is_act_barred(who, act, from))
    }

    /// True if a way of attacking can be forbidden: by a condition of the weapon or of the skill that replaces its skill, or by an effect.
    pub(super) fn may_be_barred(&self, who: ActorId, using: Choice) -> bool {
        let bound = |manner: &AttackProfile| manner.by.is_some() || !manner.barred_when.is_empty();
        self.roster.lines.any(Hook::Permit) || self.armed_manner(who, using).is_some_and(bound)
    }

    /// True if a condition of the weapon, or an effect, forbids a way of attacking from the zone `from`. The actor need not be in the zone
    /// yet.
    pub(super) fn is_way_barred(&self, who: ActorId, using: Choice, target: Option<ActorId>, from: ZoneId) -> bool {
        if !self.may_be_barred(who, using) {
            return false;
        }
        let manner = self.armed_manner(who, using);
        if manner.and_then(|manner| manner.by.as_deref()).is_some_and(|by| !self.stands_from(who, by, from)) {
            return true;
        }
        let at = PersonalEffectQuery::attacking(who, using, self.attacks_by(who, using)).against(target).from(from);
        let conditions = manner.map_or(&[][..], |manner| &manner.barred_when);
        let eye = PersonalEvalContext { weapon: using.weapon(), ..self.eye(Carrier::Person(who), &at) };
        conditions.iter().any(|condition| eye.holds(condition)) || (self.roster.lines.any(Hook::Permit) && self.is_forbidden(&at, None))
    }

    /// True if a way of attacking is forbidden against every enemy, from every zone that the actor can attack from this turn.
    pub(super) fn is_way_barred_this_turn(&self, who: ActorId, using: Choice) -> bool {
        if !self.may_be_barred(who, using) {
            return false;
        }
        let footholds =
            if self.state.actor == Some(who) { self.footholds(who) } else { Footholds::from_iter([self.state.actors[who].zone]) };
        let is_open = |target: Option<ActorId>| footholds.iter().any(|&from| !self.is_way_barred(who, using, target, from));
        let mut enemies = self.enemies(who).map(Some).peekable();
        if enemies.peek().is_none() { !is_open(None) } else { !enemies.any(is_open) }
    }

    /// Returns the way in which the mode of a weapon can be changed now, if the weapon or an effect allows a change.
    pub(super) fn switching(&self, who: ActorId, weapon: u8) -> Switching {
        let own = self.roster.actors[who].weapons.get(usize::from(weapon)).map_or(Switching::Never, |weapon| weapon.switching);
        let at = PersonalEffectQuery { weapon: Some(weapon), ..PersonalEffectQuery::rolling(who, Act::SwitchMode, None) };
        if self.is_barred_from(who, Act::SwitchMode) {
            return Switching::Never;
        }
        let its = |line: &TableEffect| match line.carrier {
            Carrier::Weapon(_, number, _) => number == weapon,
            _ => true,
        };
        let permits = |hook: Hook| {
            self.roster.lines.at(hook).any(|(_, line)| {
                matches!(&line.does, EffectOperation::Permit { cannot: false, acts, .. } if acts.contains(&Act::SwitchMode))
                    && its(line)
                    && self.may_count(line, &at)
            })
        };
        match own {
            Switching::Free => Switching::Free,
            _ if self.roster.lines.any(Hook::Act) && permits(Hook::Act) => Switching::Free,
            Switching::Never if self.roster.lines.any(Hook::Permit) && permits(Hook::Permit) => Switching::Action,
            own => own,
        }
    }

    /// True if an actor may not use an aspect in this way (`never tag`, `never invoke`, `never compel`, `never free_tag`).
    pub(super) fn never(&self, verb: TagVerb, aspect: AspectId, by: ActorId) -> bool {
        self.tag_lines(verb, aspect, by, true).next().is_some()
    }

    /// Returns the effects that allow an actor to use an aspect. With `never`, returns the effects that forbid the use.
    pub(super) fn tag_lines(&self, verb: TagVerb, aspect: AspectId, by: ActorId, never: bool) -> impl Iterator<Item = (u16, &TableEffect)> {
        let there = self.state.aspects.row(aspect);
        self.roster.lines.at(Hook::Tag).filter(move |(_, line)| {
            let EffectOperation::Tag { never: forbids, verb: wanted, aspect: words, by: whom } = &line.does else { return false };
            let Some(there) = there.filter(|there| there.present && there.text == *words) else { return false };
            *forbids == never && *wanted == verb && self.is_carried_now(line.carrier) && self.is_holder(line, there.holder) && {
                let means = match whom {
                    Some(CarrierSubject::Allies) => self.means_allies(line.carrier, there.holder, by),
                    Some(whom) => self.is_meant_by(line.carrier, whom, by),
                    None if never => true,
                    None => self.is_enemy_of(there.holder, by),
                };
                means && self.is_so(line, &PersonalEffectQuery::of(by))
            }
        })
    }

    /// True if `by allies` in an effect includes an actor. The carrier of the effect is included as well.
    fn means_allies(&self, carrier: Carrier, holder: Holder, by: ActorId) -> bool {
        match (carrier.person(), holder) {
            (Some(person), _) => !self.roster.are_enemies(person, by),
            (None, Holder::Actor(who) | Holder::Gear(who, _)) => !self.roster.are_enemies(ActorId(who), by),
            _ => true,
        }
    }

    fn is_enemy_of(&self, holder: Holder, by: ActorId) -> bool {
        match holder {
            Holder::Actor(who) | Holder::Gear(who, _) => self.roster.are_enemies(ActorId(who), by),
            _ => true,
        }
    }

    /// True if an aspect is on a subject of an effect, or in the place that carries the effect.
    fn is_holder(&self, line: &TableEffect, holder: Holder) -> bool {
        match (holder, line.carrier) {
            (Holder::Actor(who) | Holder::Gear(who, _), carrier) => {
                let who = ActorId(who);
                self.is_meant_by(carrier, &line.whom, who)
            }
            (Holder::Zone(there), Carrier::Zone(zone)) => zone.0 == there,
            (Holder::Zone(_) | Holder::Scene | Holder::System | Holder::Campaign, _) => true,
        }
    }

    /// Returns the number of an effect that lets an actor tag an aspect for free now, such as `free_tag "A" by allies once per round`.
    /// Effects whose limit is used up do not count.
    pub(super) fn free_line(&self, aspect: AspectId, by: ActorId) -> Option<u16> {
        if !self.roster.lines.any(Hook::Tag) {
            return None;
        }
        let mut lines = self.tag_lines(TagVerb::FreeTag, aspect, by, false);
        let open = |(number, line): (u16, &TableEffect)| (line.choice && self.can_use(number, line, by)).then_some(number);
        lines.find_map(open)
    }

    /// Returns the effects by which an actor may re-roll the dice of a roll.
    pub(super) fn rerolls(&self, at: &PersonalEffectQuery) -> Vec<u16> {
        if !self.roster.lines.any(Hook::Reroll) {
            return Vec::new();
        }
        let open = |(number, line): &(u16, &TableEffect)| {
            let once = self.chosen(*number, at.who) == 0;
            self.may_count(line, at) && self.can_use(*number, line, at.who) && (once || line.limit.is_some())
        };
        self.roster.lines.at(Hook::Reroll).filter(open).map(|(number, _)| number).collect()
    }

    /// Returns the effects that let an actor act immediately, or that it may use as the action of its turn.
    pub(super) fn act_lines(&self, who: ActorId) -> Vec<(u16, &TableEffect)> {
        let aside = !self.state.asides.is_empty();
        let open = |(number, line): &(u16, &TableEffect)| {
            if line.cue.is_some() || aside || !self.is_carried_now(line.carrier) || !self.is_so(line, &PersonalEffectQuery::of(who)) {
                return false;
            }
            let uses = self.state.uses.get(usize::from(line.count)).copied().map_or(0, i64::from);
            // Acts are limited by turns and longer periods; a limit in rolls does not count for them.
            let bound = line.limit.filter(|(_, period)| *period > Period::Phase);
            let left = bound.is_none_or(|(times, _)| uses < times) && self.state.actors[who].fate.can_pay(line.price);
            match &line.does {
                EffectOperation::Permit { cannot: false, acts, pace: Some(_), .. } => {
                    // An effect with `at once` is used only once a turn, unless it has a limit of its own (R-XF12).
                    let once = bound.is_some() || !self.state.declared.leaves.contains(number);
                    let known = acts.iter().any(|act| verb_of(*act).is_some());
                    known && once && left && !line.as_action && self.is_meant_by(line.carrier, &line.whom, who)
                }
                // A bonus to a number outside rolls is open to every subject of the effect that does not have it yet (R-XTE3). An effect
                // that costs an action (`as action`) is open to its carrier, unless an earlier action for this effect is still unused.
                _ if line.is_had_in_turn() && !line.as_action => {
                    left && self.roused(*number, who).is_none() && self.is_meant_by(line.carrier, &line.whom, who)
                }
                _ if line.as_action => left && line.carrier.person() == Some(who) && !self.state.granted.contains(number),
                // An optional effect without an action is used in the actor's own turn, at most once a turn.
                does => is_deed(does) && left && line.carrier.person() == Some(who) && !self.state.declared.leaves.contains(number),
            }
        };
        self.roster.lines.at(Hook::Act).filter(open).collect()
    }
}

/// True if an effect does something at one moment, such as dealing a hit or placing an aspect. False if it changes a value or a permission.
pub(super) const fn is_deed(does: &EffectOperation) -> bool {
    matches!(
        does,
        EffectOperation::Suffers(..)
            | EffectOperation::Boxes { .. }
            | EffectOperation::Faces { .. }
            | EffectOperation::Pays(_)
            | EffectOperation::Place { .. }
            | EffectOperation::Strip { instead: false, .. }
            | EffectOperation::Drops(_)
            | EffectOperation::Loses(_)
            | EffectOperation::Tag { never: false, verb: TagVerb::HasAspect, .. }
    )
}

/// Returns the verb that declares an act.
pub(super) const fn verb_of(act: Act) -> Option<Verb> {
    match act {
        Act::Attack => Some(Verb::Attack),
        Act::Move => Some(Verb::Move),
        Act::Maneuver => Some(Verb::Maneuver),
        Act::Obstruct => Some(Verb::Obstruct),
        Act::Seal => Some(Verb::Seal),
        Act::FirstAid => Some(Verb::FirstAid),
        Act::Task => Some(Verb::Task),
        Act::PickUp => Some(Verb::PickUp),
        _ => None,
    }
}

/// Returns the bit of an act in [`crate::event::Leave::acts`].
pub(super) const fn bit_of(act: Act) -> u8 {
    match act {
        Act::Attack => 1,
        Act::Move => 2,
        Act::Maneuver => 4,
        Act::Obstruct => 8,
        Act::Seal => 16,
        Act::FirstAid => 32,
        Act::Task => 64,
        Act::PickUp => 128,
        _ => 0,
    }
}
