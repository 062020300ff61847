//! Lines that are offered to whoever is about to roll, and lines of some people about the rolls of others
//! (effects.md 2). Floor 5.
//!
//! What is offered is asked one by one between the choice of what to roll and the dice: the cap of a skill that stands in
//! (`or full for 1 fate`), and every line with a price or a limit. A line is used once for a roll at most, unless its own
//! limit counts in rolls.

use crate::pack::effect::Period;
use crate::play::choice::{Choice, Options, Verb};
use crate::play::effects::{Act, Line};
use crate::play::event::{Counter, Event, Events, Phase};
use crate::play::ids::{ActorId, Id, SkillId};
use crate::play::personal::Personal;
use crate::play::personal::rolls::Base;

impl Personal {
    /// What lines add to a roll: those about it that always apply, and those chosen for it.
    pub(super) fn lines_for(&self, who: ActorId, skill: Option<SkillId>, act: Act, weapon: Option<u8>) -> i32 {
        let preparing = &self.state.preparing;
        let chosen = |number: u16| match preparing.who == Some(who) {
            true => preparing.lines.iter().filter(|&&there| there == number).count(),
            false => 0,
        };
        let mut sum = 0;
        for (number, line) in (0_u16..).zip(&self.roster.lines) {
            let times = if line.choice { chosen(number) } else { usize::from(self.is_about(line, who)) };
            if times > 0 {
                sum += i32::try_from(times).unwrap_or(0) * by(line, who, skill, act, weapon);
            }
        }
        sum
    }

    /// Whether a line is about somebody now: its carrier is in the fight, and what it asks for is so.
    fn is_about(&self, line: &Line, who: ActorId) -> bool {
        line.whom.contains(&who)
            && self.state.actors[line.carrier].is_active()
            && line.condition.as_ref().is_none_or(|condition| self.holds(line.carrier, condition))
    }

    /// Lines somebody may still choose for a roll, with what each adds.
    fn open_lines(&self, who: ActorId, act: Act, base: &Base) -> impl Iterator<Item = (u16, &Line, i32)> {
        let skill = base.skill;
        let weapon = self.state.declared.using.filter(|_| act == Act::Attack).and_then(Choice::weapon);
        (0_u16..).zip(&self.roster.lines).filter_map(move |(number, line)| {
            let adds = by(line, who, skill, act, weapon);
            let open = line.choice && adds != 0 && self.is_about(line, who) && self.can_use(number, line, who);
            open.then_some((number, line, adds))
        })
    }

    fn can_use(&self, number: u16, line: &Line, who: ActorId) -> bool {
        let used = self.state.preparing.lines.iter().filter(|&&there| there == number).count();
        let used = i64::try_from(used).unwrap_or(i64::MAX);
        let uses = self.state.uses.get(usize::from(line.count)).copied().map_or(0, i64::from);
        let left = match line.limit {
            // A phase is something personal combat lacks, and so one roll (effects.md 2).
            Some((times, Period::Roll | Period::Phase)) => used < times,
            Some((times, _)) => used == 0 && uses < times,
            None => used == 0,
        };
        left && (line.price == 0 || self.state.actors[who].fate.can_pay(line.price))
    }

    fn can_lift(&self, who: ActorId, base: &Base) -> bool {
        base.full.is_some_and(|(price, _)| price == 0 || self.state.actors[who].fate.can_pay(price))
    }

    /// Whether anything may be offered for a roll.
    pub(super) fn has_offers_for(&self, who: ActorId, act: Act, base: &Base) -> bool {
        self.roster.offers
            && !(self.state.preparing.enough && self.state.preparing.who == Some(who))
            && (self.can_lift(who, base) || self.open_lines(who, act, base).next().is_some())
    }

    /// The roll that somebody is about to make.
    fn coming(&self, who: ActorId) -> Option<(Act, Base)> {
        match self.state.step.phase {
            Phase::Action => self.planned(who).map(|(act, base, _)| (act, base)),
            Phase::Defence => {
                let skill = self.defence(self.state.step.n)?.chosen?;
                Some((Act::Defence, self.defence_roll(who, skill)))
            }
            _ => None,
        }
    }

    /// Whether somebody is to be asked what they use for the roll they are about to make.
    pub(super) fn has_offers(&self, who: ActorId) -> bool {
        self.roster.offers && self.coming(who).is_some_and(|(act, base)| self.has_offers_for(who, act, &base))
    }

    /// What the best of what is offered adds to the roll to come; none if nothing is offered.
    pub fn offered(&self, who: ActorId) -> Option<i32> {
        let (act, base) = self.coming(who).filter(|(act, base)| self.has_offers_for(who, *act, base))?;
        let lift = base.full.filter(|_| self.can_lift(who, &base)).map(|(_, more)| more);
        self.open_lines(who, act, &base).map(|(_, _, adds)| adds).chain(lift).max()
    }

    /// What is offered; `false` if nothing is, so that something else is asked. What costs nothing is used unless somebody
    /// says no.
    pub(super) fn legal_offers(&self, me: Id, out: &mut Options) -> bool {
        let Some(who) = me.actor() else { return false };
        if !self.roster.offers {
            return false;
        }
        let Some((act, base)) = self.coming(who).filter(|(act, base)| self.has_offers_for(who, *act, base)) else {
            return false;
        };
        let mut default = Choice::of(Verb::No);
        out.push(default);
        if self.can_lift(who, &base) {
            out.push(Choice::of(Verb::Yes));
        }
        for (number, line, adds) in self.open_lines(who, act, &base) {
            let choice = Choice::of(Verb::Yes).with(number);
            if line.price == 0 && adds > 0 && default.verb == Verb::No {
                default = choice;
            }
            out.push(choice);
        }
        out.sort_with_default(Some(default));
        true
    }

    /// Takes one of what is offered, and pays for it.
    pub(super) fn take_offer(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let line = Some(choice.with).filter(|&number| number != Choice::NOTHING);
        let price = match line.and_then(|number| Some((number, self.roster.lines.get(usize::from(number))?))) {
            Some((number, line)) => {
                let uses = self.state.uses.get(usize::from(line.count)).copied().unwrap_or(0);
                let now = i32::try_from(uses).unwrap_or(i32::MAX).saturating_add(1);
                out.push(Event::Counter { who, what: Counter::Line(number), change: 1, now });
                line.price
            }
            None => {
                out.push(Event::Counter { who, what: Counter::Full, change: 1, now: 1 });
                self.coming(who).and_then(|(_, base)| base.full).map_or(0, |(price, _)| price)
            }
        };
        if price > 0 {
            self.pay(who, price, out);
        }
    }
}

/// What a line adds to a roll; 0 if the roll is none of those it is about.
fn by(line: &Line, who: ActorId, skill: Option<SkillId>, act: Act, weapon: Option<u8>) -> i32 {
    if line.weapon.is_some() && (line.carrier != who || line.weapon != weapon) {
        return 0;
    }
    let fits =
        line.rolls.iter().find(|roll| roll.skill.is_none_or(|wanted| Some(wanted) == skill) && roll.act.is_none_or(|wanted| wanted == act));
    fits.map_or(0, |roll| roll.by)
}
