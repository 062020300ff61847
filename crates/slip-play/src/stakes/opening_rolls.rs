//! Choice of approach and things at the start of a raise-and-see conflict, the opening rolls, and later escalations.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::Refusal;
use crate::effects::{Act, EffectHost, Hook};
use crate::event::{Events, Phase, StakesEvent, StakesOp, Step};
use crate::ids::{ActorId, Id};
use crate::stakes::{AT_START, StakesConflict, TO_SEE};
use slip_dice::Dice;
use slip_dice::pool::{Die, sum};
use slip_pack::stakes_party::Approach;

/// Number of sides of the dice that statistics roll.
pub(super) const SIDES_OF_STATS: u8 = 6;

/// Maximum number of dice in one roll, after effects have added dice.
pub(super) const MOST_AT_ONCE: u8 = 60;

impl StakesConflict {
    /// Asks the next party for its approach. When all parties have chosen, they make their opening rolls.
    pub(super) fn resume_set_up(&self, out: &mut Events) {
        let next = self.roster.parties.keys().skip(usize::from(self.state.step.n)).find(|&who| self.state.is_active(who));
        match next {
            Some(who) => StakesConflict::go(out, Phase::Approach, who, 0),
            None => StakesConflict::on(out, Phase::OpeningRolls),
        }
    }

    /// Lists the legal answers: all approaches. The default is the approach that the encounter gives, otherwise the first.
    pub(super) fn legal_approach(&self, who: ActorId, out: &mut Options) {
        let usual = self.roster.parties.row(who).and_then(|sheet| sheet.approach).unwrap_or_default();
        approaches(Verb::Approach, |_| true, out);
        out.sort_with_default(Some(choice(Verb::Approach, usual)));
    }

    /// Takes an approach, and brings in those things that the encounter puts into play and that fit the approach. Things that do not fit it
    /// can be brought in after an escalation.
    pub(super) fn decide_approach(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let Some(approach) = approach_of(choice) else { return };
        take(out, who, approach);
        let fitting = self.unused_under(who, approach);
        let brings = self.roster.parties.row(who).into_iter().flat_map(|sheet| sheet.brings.iter().copied());
        for thing in brings.filter(|thing| fitting.contains(thing)) {
            StakesConflict::tell(out, StakesEvent { thing: Some(thing), ..StakesEvent::of(StakesOp::BringIn, who) });
        }
        StakesConflict::go(out, Phase::BringIn, who, AT_START);
    }

    /// Lists the legal answers: keep the current approach, or take another.
    pub(super) fn legal_escalation(&self, who: ActorId, out: &mut Options) {
        let own = self.state.party(who).map(|party| party.approach);
        out.push(Choice::of(Verb::No));
        if self.is_kept_from(who, Act::Escalate) {
            return;
        }
        approaches(Verb::Escalate, |approach| Some(approach) != own, out);
    }

    /// Takes another approach. Rolls those statistics of the new approach that have not been rolled yet.
    pub(super) fn decide_escalation(&self, who: ActorId, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        if let (Verb::Escalate, Some(approach)) = (choice.verb, approach_of(choice)) {
            take(out, who, approach);
            let count = self.new_stats(who, approach).map(|stat| usize::from(self.dice_of(who, stat))).sum();
            let mut fallen = Vec::new();
            for sides in self.with_lines(who, Act::Escalate, vec![SIDES_OF_STATS; count]) {
                roll(sides, dice, &mut fallen)?;
            }
            into_pool(out, who, fallen);
        }
        StakesConflict::go(out, Phase::BringIn, who, self.state.step.n);
        Ok(())
    }

    /// Lists the legal answers: bring in no more, or a thing that is not in play yet.
    pub(super) fn legal_things(&self, who: ActorId, out: &mut Options) {
        out.push(Choice::of(Verb::No));
        if self.is_kept_from(who, Act::BringIn) {
            return;
        }
        for thing in self.unused(who) {
            out.push(Choice::of(Verb::BringIn).with(u16::from(thing)));
        }
    }

    /// Brings a thing into play and rolls its dice, or ends this step.
    pub(super) fn decide_thing(&self, who: ActorId, choice: Choice, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let n = self.state.step.n;
        if let (Verb::BringIn, Ok(thing)) = (choice.verb, u8::try_from(choice.with)) {
            StakesConflict::tell(out, StakesEvent { thing: Some(thing), ..StakesEvent::of(StakesOp::BringIn, who) });
            if n != AT_START {
                let mut fallen = Vec::new();
                self.roll_thing(who, thing, dice, &mut fallen)?;
                into_pool(out, who, fallen);
            }
            StakesConflict::go(out, Phase::BringIn, who, n);
            return Ok(());
        }
        match n {
            AT_START => out.push(crate::event::Event::Phase(Step::of(Phase::SetUp, Id::None).n(who.0.saturating_add(1)))),
            TO_SEE => StakesConflict::go(out, Phase::See, who, 0),
            _ => StakesConflict::go(out, Phase::Raise, who, 0),
        }
        Ok(())
    }

    /// Rolls the dice of all parties: statistics and things in play.
    pub(super) fn roll_all(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        for (who, party) in self.state.parties.iter().filter(|(_, party)| party.is_active()) {
            let mut fallen = Vec::new();
            let count: i32 = party.approach.stats().into_iter().map(|stat| i32::from(self.dice_of(who, stat))).sum();
            for _ in 0..self.number(Hook::Pool, &self.at(who, None), count).clamp(0, i32::from(MOST_AT_ONCE)) {
                roll(SIDES_OF_STATS, dice, &mut fallen)?;
            }
            for thing in (0..64).filter(|&thing| party.has_used(thing)) {
                self.roll_thing(who, thing, dice, &mut fallen)?;
            }
            into_pool(out, who, fallen);
        }
        StakesConflict::on(out, Phase::Next);
        Ok(())
    }

    fn roll_thing(&self, who: ActorId, thing: u8, dice: &mut Dice, fallen: &mut Vec<Die>) -> Result<(), Refusal> {
        let thing = self.roster.parties.row(who).and_then(|sheet| sheet.thing(thing));
        let kinds = thing.into_iter().flat_map(|thing| &thing.dice);
        let sides = kinds.flat_map(|kind| std::iter::repeat_n(kind.sides, usize::from(kind.count))).collect();
        self.with_lines(who, Act::BringIn, sides).into_iter().try_for_each(|sides| roll(sides, dice, fallen))
    }
}

fn choice(verb: Verb, approach: Approach) -> Choice {
    Choice::of(verb).n(i16::from(approach.number()))
}

/// Returns the approach whose number is in a choice.
pub(super) fn approach_of(choice: Choice) -> Option<Approach> {
    u8::try_from(choice.n).ok().and_then(Approach::of)
}

fn approaches(verb: Verb, which: impl Fn(Approach) -> bool, out: &mut Options) {
    for approach in Approach::ALL.into_iter().filter(|&approach| which(approach)) {
        out.push(choice(verb, approach));
    }
}

fn take(out: &mut Events, who: ActorId, approach: Approach) {
    StakesConflict::tell(out, StakesEvent { approach: Some(approach.number()), ..StakesEvent::of(StakesOp::Approach, who) });
}

pub(super) fn roll(sides: u8, dice: &mut Dice, fallen: &mut Vec<Die>) -> Result<(), Refusal> {
    fallen.push(Die { face: dice.die(sides)?, sides });
    Ok(())
}

fn into_pool(out: &mut Events, who: ActorId, dice: Vec<Die>) {
    if !dice.is_empty() {
        StakesConflict::tell(out, StakesEvent { total: sum(&dice), dice, ..StakesEvent::of(StakesOp::Roll, who) });
    }
}
