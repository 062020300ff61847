//! Compels after the dice, in games where fate points only change hands. An accepted compel lowers the roll (R-P50).
//!
//! They are offered in the window after the roll: in an opposed roll by the other side, and in a roll against a difficulty by the actors
//! that its success would hurt. The roller replies as to any compel.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id};
use crate::personal::Personal;
use crate::personal::state::PersonalContest;
use crate::roll::Roll;
use slip_dice::fate::Holder;

/// Largest number of defenders whose rolls can be compelled after the dice. Further defenders cannot be compelled.
const MOST_ROLLERS: usize = 8;
/// Largest number of rolls for which compels are offered at every price. If there are more rolls, a compel of each is offered for one point
/// only.
const FEW: usize = 2;

impl Personal {
    /// Returns the parties of the window after the roll that have not rolled themselves. For a roll against a difficulty, they are the
    /// actors that its success would hurt.
    pub(super) fn onlookers(&self, contest: &PersonalContest) -> Vec<ActorId> {
        if !self.roster.settings.zero_sum || contest.difficulty.is_none() {
            return Vec::new();
        }
        self.hurt(contest.roll.who)
    }

    /// Returns the current roll of an actor.
    pub(super) fn roll_on_table(&self, who: ActorId) -> Option<&Roll> {
        let contest = self.state.contest.as_ref()?;
        if contest.roll.who == who {
            return Some(&contest.roll);
        }
        contest.defences.iter().find(|defence| defence.who == who)?.roll.as_ref()
    }

    /// Returns the opponents of a party whose rolls an actor may compel now.
    fn rollers(&self, contest: &PersonalContest, party: u8, by: ActorId) -> Vec<ActorId> {
        let open =
            |&who: &ActorId| self.roster.are_enemies(who, by) && !self.roster.actors[who].mooks && self.state.actors[who].is_active();
        if party > 0 {
            return Some(contest.roll.who).filter(open).into_iter().collect();
        }
        contest
            .defences
            .iter()
            .filter(|defence| defence.roll.is_some())
            .map(|defence| defence.who)
            .filter(open)
            .take(MOST_ROLLERS)
            .collect()
    }

    /// Returns the aspects by which a roll of an actor can still be compelled: not those used on it (R-C10) or compelled already.
    pub(super) fn late_on(&self, who: ActorId) -> impl Iterator<Item = AspectId> {
        let contest = self.state.contest.as_ref();
        let roll = self.roll_on_table(who);
        let declared = &self.state.declared;
        self.compellable_on(who).filter(move |&id| {
            let before = self.state.actor == Some(who) && declared.compelled.contains(&id);
            let after = contest.is_some_and(|contest| contest.compelled.contains(&(id, who)));
            let used = roll.is_none_or(|roll| roll.used.contains(&id));
            !before && !after && !used
        })
    }

    /// True if an actor can offer a compel after the roll.
    pub(super) fn can_compel_late(&self, contest: &PersonalContest, party: u8, by: ActorId) -> bool {
        if !self.roster.settings.zero_sum {
            return false;
        }
        let points = self.state.actors[by].fate.can_pay(1);
        let rollers = self.rollers(contest, party, by);
        let other = |&who: &ActorId| self.has_handle(by, self.late_on(who));
        rollers.iter().any(other) || (points && self.deals_late(&rollers, by).next().is_some() && self.own_late(by).is_some())
    }

    /// Returns the actors of the other side with whom an actor may make a deal about a compel of its own roll. Only actors that can pay are
    /// included.
    fn deals_late<'a>(&'a self, rollers: &'a [ActorId], by: ActorId) -> impl Iterator<Item = ActorId> + 'a {
        let rolled = self.roll_on_table(by).is_some();
        rollers.iter().copied().filter(move |&who| rolled && self.state.actors[who].fate.can_pay(1))
    }

    /// Returns an aspect of its own with which an actor may compel itself to lower its roll.
    fn own_late(&self, by: ActorId) -> Option<AspectId> {
        let own = |id: &AspectId| matches!(self.state.aspects[*id].holder, Holder::Actor(there) | Holder::Gear(there, _) if there == by.0);
        self.late_on(by).filter(own).find(|&id| self.may_compel_by(by, id))
    }

    /// Lists the legal answers: the compels that the asked party may offer after the dice.
    pub(super) fn legal_late(&self, contest: &PersonalContest, by: ActorId, out: &mut Options) {
        if !self.roster.settings.zero_sum {
            return;
        }
        let compel =
            |bits: u8, id: AspectId, n: u16| Choice::of(Verb::Compel).how(Choice::LATE | bits).with(id.0).n(i16::try_from(n).unwrap_or(1));
        let rollers = self.rollers(contest, self.state.step.n, by);
        let most = |who: ActorId| if rollers.len() > FEW { self.most_offered(who).min(1) } else { self.most_offered(who) };
        for &who in &rollers {
            let handles = self.handles(by, self.late_on(who));
            if let Some(id) = handles.paid {
                for points in 1..=most(by) {
                    out.push(compel(0, id, points).on(Id::Actor(who)));
                }
            }
            if let Some(id) = handles.tagged {
                out.push(compel(Choice::BY_TAG, id, 0).on(Id::Actor(who)));
            }
        }
        let Some(id) = self.own_late(by).filter(|_| self.state.actors[by].fate.can_pay(1)) else { return };
        for with in self.deals_late(&rollers, by) {
            for points in 1..=most(with) {
                out.push(compel(Choice::OWN, id, points).on(Id::Actor(with)));
            }
        }
    }

    /// Offers a compel on a roll. The actor who rolled replies, or the actor with whom the deal is made.
    pub(super) fn decide_late(&self, by: ActorId, answer: &Answer, out: &mut Events) {
        let Some(it) = answer.choice.it.actor() else { return };
        let own = answer.choice.how & Choice::OWN != 0;
        let (on, with) = if own { (by, Some(it)) } else { (it, None) };
        self.put_offer(by, on, with, answer, out);
        Personal::go(out, Step::of(Phase::Answer, Id::Actor(it)));
    }
}
