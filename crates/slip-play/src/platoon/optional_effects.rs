//! Optional effects for the next roll: effects with a price or a limit.
//!
//! They are offered one by one between the declaration and the dice; a defender is asked before it chooses its defence. An effect that the
//! player uses applies to that roll only. Platoons pay the price; a unit that is cut off from its platoon cannot pay.

use crate::choice::{Choice, Options, Verb};
use crate::effects::{Act, EffectHost, EffectOperation, EvalContext, Hook, ModifiedQuantity, TableEffect};
use crate::event::{Events, Phase, Step};
use crate::ids::ActorId;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::roll_kinds::{UnitRoll, act_of};
use crate::platoon::{PlatoonFight, Question};
use crate::question::Point;
use slip_pack::effect::Period;

impl PlatoonFight {
    /// True if the platoon of the unit can pay a price. A unit that is not under command can pay nothing.
    pub(super) fn can_pay(&self, unit: ActorId, price: u16) -> bool {
        let purse = || {
            let there = self.state.unit(unit).filter(|there| there.member)?;
            self.state.platoons.row(there.platoon).map(|platoon| platoon.fate)
        };
        price == 0 || purse().is_some_and(|purse| purse.can_pay(price))
    }

    /// True if a unit can use an effect: the limit is not used up, and the unit can pay the price.
    pub(super) fn can_use(&self, line: &TableEffect, number: u16, unit: ActorId) -> bool {
        let uses = || self.state.uses.get(usize::from(line.count)).copied().map_or(0, i64::from);
        let now = || self.state.chosen.iter().filter(|chosen| **chosen == (number, unit)).count();
        let left = match line.limit {
            // Platoon combat has no phases: a limit for a phase (`per phase`) applies to a single roll.
            Some((times, Period::Roll | Period::Phase)) => i64::try_from(now()).is_ok_and(|now| now < times),
            Some((times, _)) => uses() < times,
            None => true,
        };
        left && !line.as_action && self.can_pay(unit, line.price)
    }

    /// True if a unit has chosen an effect for the roll that it has just made.
    pub(super) fn is_in_use(&self, number: u16, unit: ActorId) -> bool {
        let rolled = self.state.contest.is_some() && self.state.declared.me == Some(unit);
        rolled && self.state.chosen.contains(&(number, unit))
    }

    /// Returns the query about the roll that a unit has on the table or is about to make: of its own act, or of its defence.
    pub(super) fn roll_of(&self, unit: ActorId) -> Option<UnitEffectQuery> {
        let declared = &self.state.declared;
        let actor = declared.me?;
        if actor == unit {
            return self.declared_at(unit);
        }
        let (against, with) = (act_of(declared.act?)?, declared.skill?);
        let chosen = self.state.targets.iter().find(|target| target.who == unit).and_then(|target| target.skill);
        let skill = chosen.unwrap_or(PlatoonFight::usual_defence(against));
        Some(
            UnitEffectQuery::rolling(unit, UnitRoll::defence(skill, against, with))
                .against(Some(actor))
                .upon(self.place_of(unit), declared.area),
        )
    }

    /// Returns the effects that a unit may still choose for its roll, each with the amount that it adds to the roll. The amount is 0 if the
    /// effect changes another number.
    pub(super) fn open_lines(&self, unit: ActorId) -> Vec<(u16, i32)> {
        let Some(at) = self.roll_of(unit).filter(|_| self.roster.lines.any_offered()) else { return Vec::new() };
        let mut open = Vec::new();
        for (number, line) in self.roster.lines.offered() {
            let taken = self.state.chosen.contains(&(number, unit)) && line.limit.is_none();
            if taken || !is_of(&line.does, &at) || !self.may_count(line, &at) || !self.can_use(line, number, unit) {
                continue;
            }
            match &line.does {
                EffectOperation::Change(ModifiedQuantity::Roll(_), by) => {
                    let adds = self.eye(line.carrier, &at).number(by);
                    if adds != 0 {
                        open.push((number, adds));
                    }
                }
                _ => open.push((number, 0)),
            }
        }
        open
    }

    /// Returns the unit that must be asked about optional effects for the next roll, if any.
    pub(super) fn aided(&self) -> Option<ActorId> {
        if !self.roster.lines.any_offered() || self.state.step.m != 0 {
            return None;
        }
        let who = match self.state.step.phase {
            Phase::Throw => self.state.declared.me,
            Phase::Defence => self.state.step.who.actor(),
            _ => None,
        }?;
        let there = self.state.unit(who).is_some_and(|unit| unit.is_active());
        (there && !self.open_lines(who).is_empty()).then_some(who)
    }

    /// Returns the question that lets a unit choose an optional effect.
    pub(super) fn asked_for_aid(&self, who: ActorId) -> Question {
        self.asked(Point::PayAccess, who, self.state.declared.it)
    }

    /// Lists the legal answers: none, or one of the effects. An effect that is free and helps is the default.
    pub(super) fn legal_aid(&self, who: ActorId, out: &mut Options) {
        let mut default = Choice::of(Verb::No);
        out.push(default);
        for (number, adds) in self.open_lines(who) {
            let choice = Choice::of(Verb::Yes).with(number);
            let free = self.roster.lines.get(number).is_some_and(|line| line.price == 0);
            if free && adds > 0 && default.verb == Verb::No {
                default = choice;
            }
            out.push(choice);
        }
        out.sort_with_default(Some(default));
    }

    /// Uses an optional effect, or ends the choice.
    pub(super) fn decide_aid(&self, who: ActorId, choice: Choice, out: &mut Events) {
        if choice.verb == Verb::Yes {
            self.use_line(who, choice.with, out);
        } else {
            PlatoonFight::go(out, Step { m: 1, ..self.state.step });
        }
    }

    /// Returns the effects by which a unit may reroll the dice of its roll, with the price of each use.
    pub fn rerolls(&self, unit: ActorId) -> Vec<(u16, u16)> {
        let Some(at) = self.roll_of(unit).filter(|_| self.roster.lines.any(Hook::Reroll)) else { return Vec::new() };
        let open = self.listed(Hook::Reroll, &at).filter(|(number, line)| {
            let fresh = line.limit.is_some() || !self.state.chosen.contains(&(*number, unit));
            fresh && self.may_count(line, &at) && self.can_use(line, *number, unit)
        });
        open.map(|(number, line)| (number, line.price)).collect()
    }

    /// Records that a unit uses an effect, and pays the price of the effect.
    pub(super) fn use_line(&self, unit: ActorId, number: u16, out: &mut Events) {
        if let Some(line) = self.roster.lines.get(number) {
            self.count_use(unit, number, line, out);
            if line.price > 0 {
                self.pay(unit, line.price, out);
            }
        }
    }
}

/// True if an effect can change the result of a roll of this kind.
fn is_of(does: &EffectOperation, at: &UnitEffectQuery) -> bool {
    let defends = at.is(Act::Defence);
    match does {
        EffectOperation::Change(what, _) | EffectOperation::Set(what, ..) => match what {
            ModifiedQuantity::Roll(_) | ModifiedQuantity::Invoke(_) => true,
            ModifiedQuantity::StressOf(_) | ModifiedQuantity::Spin(_) | ModifiedQuantity::FreeRange => !defends,
            ModifiedQuantity::Stress | ModifiedQuantity::RollUp(_) => defends,
            ModifiedQuantity::MaxMove => at.is(Act::Move) || at.is(Act::March),
            ModifiedQuantity::Interdiction => at.is(Act::Interdict),
            _ => false,
        },
        EffectOperation::Blend { .. } | EffectOperation::Choose(_) => true,
        _ => false,
    }
}
