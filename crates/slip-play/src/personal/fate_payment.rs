//! Receiver of a spent fate point. It is the bank or, in games where points only change hands, an actor that is hurt by the use of the
//! point (R-P34).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::personal::Personal;

/// Largest number of receivers among which a payer chooses.
const MOST_PAYEES: usize = 8;

impl Personal {
    /// Returns the sum of all fate points.
    pub fn points_in_all(&self) -> u32 {
        self.state.actors.values().map(|actor| u32::from(actor.fate.points())).sum()
    }

    /// Returns the active enemies of an actor, in turn order after it.
    fn opponents(&self, who: ActorId) -> impl Iterator<Item = ActorId> {
        self.state.round_after(Some(who)).filter(move |&there| self.state.actors[there].is_active() && self.roster.are_enemies(who, there))
    }

    /// Returns the actor whose points pay for an actor. This is the actor itself, but for mooks the next person of their side.
    fn holder_of_points(&self, who: ActorId) -> ActorId {
        if !self.roster.actors[who].mooks {
            return who;
        }
        let person = |there: &ActorId| {
            self.state.actors[*there].is_active() && !self.roster.actors[*there].mooks && !self.roster.are_enemies(who, *there)
        };
        self.state.round_after(Some(who)).find(person).unwrap_or(who)
    }

    /// Returns the enemies that are hurt if the current act of an actor succeeds, in turn order. An attack hurts its targets, a defence the
    /// attacker, a maneuver or push its target. The removal of an aspect hurts the actor that placed the aspect. Every other act hurts all
    /// enemies. Empty if these actors are on the actor's own side.
    pub(super) fn hurt(&self, who: ActorId) -> Vec<ActorId> {
        let state = &self.state;
        let enemy = |there: &ActorId| state.actors[*there].is_active() && self.roster.are_enemies(who, *there);
        let defends = state.contest.as_ref().filter(|contest| contest.roll.who != who);
        if let Some(attacker) = defends.map(|contest| contest.roll.who).filter(enemy) {
            return vec![attacker];
        }
        let opponents = || self.opponents(who).take(MOST_PAYEES).collect();
        if state.actor != Some(who) {
            return opponents();
        }
        match (state.declared.act, state.declared.it) {
            // During a declared attack, a roll against a difficulty is a check of nerve, not the attack itself.
            _ if state.contest.as_ref().is_some_and(|contest| contest.difficulty.is_some()) && state.declared.act == Some(Verb::Attack) => {
                opponents()
            }
            (Some(Verb::Attack), Id::Actor(_) | Id::Zone(_)) => {
                let struck: Vec<ActorId> = match &state.contest {
                    Some(contest) => contest.defences.iter().map(|defence| defence.who).collect(),
                    None => self.struck().into_iter().collect(),
                };
                struck.into_iter().filter(enemy).take(MOST_PAYEES).collect()
            }
            (Some(Verb::Push), Id::Actor(target)) if state.actors[target].is_active() => Some(target).filter(enemy).into_iter().collect(),
            (Some(Verb::Maneuver), Id::Actor(target)) => Some(target).filter(enemy).into_iter().collect(),
            (Some(Verb::Remove), _) => {
                let placer = state.declared.aspect.and_then(|id| state.aspects.row(id)?.placer).map(ActorId);
                placer.filter(enemy).into_iter().collect()
            }
            _ => opponents(),
        }
    }

    /// True if the declared act succeeds without a roll, because it hurts no actor (R-P34).
    pub(super) fn is_unopposed(&self, who: ActorId) -> bool {
        let rolled = matches!(self.state.declared.act, Some(Verb::Maneuver | Verb::Remove));
        self.roster.settings.zero_sum && rolled && self.hurt(who).is_empty()
    }

    /// Completes the declared act without a roll.
    pub(super) fn succeed_unrolled(&self, who: ActorId, out: &mut Events) {
        out.push(Event::Counter { who, what: Counter::Unrolled, change: 0, now: 0 });
        match self.state.declared.act {
            Some(Verb::Maneuver) => self.place(who, out),
            _ => {
                if let Some(id) = self.state.declared.aspect {
                    out.push(Event::AspectDrop { id });
                }
            }
        }
        Personal::go(out, Step::of(Phase::End, Id::Actor(who)));
    }

    /// Returns the possible receivers of the points that an actor spends. If the points are for an addition against one defender (`only`),
    /// this defender receives them.
    fn payees(&self, who: ActorId, only: Option<ActorId>) -> Vec<ActorId> {
        let only = only.filter(|&there| self.roster.are_enemies(who, there));
        let mut hurt = only.map_or_else(|| self.hurt(who), |there| vec![there]);
        if hurt.is_empty() {
            hurt.extend(self.opponents(who).take(MOST_PAYEES));
        }
        let mut to: Vec<ActorId> = Vec::with_capacity(hurt.len());
        for there in hurt.into_iter().map(|there| self.holder_of_points(there)) {
            if !to.contains(&there) {
                to.push(there);
            }
        }
        to
    }

    /// Pays fate points to the bank. With `fate zero_sum` they go to an actor that is hurt by their use; if there is no such enemy, nothing
    /// is paid (R-P34).
    pub(super) fn pay(&self, who: ActorId, points: u16, out: &mut Events) {
        self.pay_against(who, points, None, out);
    }

    /// Pays points for an addition. If the addition counts only against one of several defenders (R-P30), the points go to that defender.
    pub(super) fn pay_against(&self, who: ActorId, points: u16, only: Option<ActorId>, out: &mut Events) {
        let in_hand = self.in_hand(who, out);
        let points = points.min(in_hand);
        if points == 0 {
            return;
        }
        if !self.roster.settings.zero_sum {
            return out.push(Event::Fate { who, change: -i32::from(points), left: in_hand - points, from: None });
        }
        match self.payees(who, only).as_slice() {
            [] => {}
            &[payee] => self.hand_over(who, payee, points, out),
            several => out.push(Event::Due { who, points, to: several.to_vec() }),
        }
    }

    /// Returns the points that an actor has after the events decided so far.
    fn in_hand(&self, who: ActorId, decided: &Events) -> u16 {
        let mut points = i32::from(self.state.actors[who].fate.points());
        for event in decided {
            match event {
                Event::Fate { who: there, change, .. } if *there == who => points += change,
                Event::Due { who: there, points: due, .. } if *there == who => points -= i32::from(*due),
                _ => {}
            }
        }
        u16::try_from(points.max(0)).unwrap_or(u16::MAX)
    }

    /// Pays points from one actor to another; does nothing for 0 points.
    pub(super) fn hand_over(&self, payer: ActorId, payee: ActorId, points: u16, out: &mut Events) {
        let paid = points.min(self.in_hand(payer, out));
        if paid == 0 {
            return;
        }
        let left = self.in_hand(payer, out) - paid;
        out.push(Event::Fate { who: payer, change: -i32::from(paid), left, from: Some(payee) });
        let left = self.in_hand(payee, out).saturating_add(paid);
        out.push(Event::Fate { who: payee, change: i32::from(paid), left, from: Some(payer) });
    }

    pub(super) fn legal_payee(&self, out: &mut Options) {
        let to = self.state.due.first().map_or(&[][..], |due| &due.to);
        for &who in to {
            out.push(Choice::of(Verb::Payee).on(Id::Actor(who)));
        }
        out.sort_with_default(out.get(0));
    }

    pub(super) fn decide_payee(&self, choice: Choice, out: &mut Events) {
        if let (Some(due), Some(payee)) = (self.state.due.first(), choice.it.actor()) {
            let points = due.points;
            let payer = due.who;
            let left = |who: ActorId, change: i32| {
                let points = i32::from(self.state.actors[who].fate.points()) + change;
                u16::try_from(points.max(0)).unwrap_or(u16::MAX)
            };
            let change = i32::from(points);
            out.push(Event::Fate { who: payer, change: -change, left: left(payer, -change), from: Some(payee) });
            out.push(Event::Fate { who: payee, change, left: left(payee, change), from: Some(payer) });
        }
    }
}
