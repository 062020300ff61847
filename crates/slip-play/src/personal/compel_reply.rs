//! Replies to a compel: accept, refuse, or ask another price; and their results (R-P20, R-P21, R-P35).
//!
//! The exchange is bounded: an offer, a counter-offer, a reply (which may name a price in between), then yes or no.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Buy, CompelDemand, CompelReply, Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::personal::Personal;
use crate::personal::state::PersonalCompel;

impl Personal {
    /// Returns the actor that gets the points of an accepted offer, and the actor that pays them.
    const fn deal(offer: &PersonalCompel) -> (ActorId, ActorId) {
        match offer.with {
            // The actor compels its own aspect by agreement, and gets the points from the other actor of the deal.
            Some(with) => (offer.by, with),
            None => (offer.on, offer.by),
        }
    }

    /// Lists the replies to a compel. Refusing costs a point, so an actor without points cannot refuse (R-P21). For the partner in a deal,
    /// refusing is free: this is an actor that is asked to pay for a compel of the other actor's own aspect.
    pub(super) fn legal_answer(&self, out: &mut Options) {
        let Some(offer) = self.state.declared.offer else { return };
        let can_refuse = offer.with.is_some() || self.state.actors[offer.on].fate.can_pay(1);
        let (refuse, accept) = (Choice::of(Verb::Refuse), Choice::of(Verb::Accept));
        if can_refuse {
            out.push(refuse);
        }
        out.push(accept);
        if self.roster.settings.zero_sum && !offer.settled {
            let prices = match offer.with {
                Some(_) => 1..offer.points,
                None => offer.points + 1..self.most_offered(offer.by) + 1,
            };
            push_prices(prices, out);
        }
        out.sort_with_default(Some(if can_refuse { refuse } else { accept }));
    }

    pub(super) fn decide_answer(&self, choice: Choice, out: &mut Events) {
        let (Some(who), Some(offer)) = (self.state.step.who.actor(), self.state.declared.offer) else { return };
        if choice.verb == Verb::Counter {
            let points = u16::try_from(choice.n).unwrap_or(1);
            out.push(Event::Reply { who, answer: CompelReply::Counter, points });
            return Personal::go(out, Step::of(Phase::Haggle, Id::Actor(offer.by)));
        }
        let accepted = choice.verb == Verb::Accept;
        self.conclude(who, &offer, accepted, offer.points, out);
    }

    /// Lists the replies to a counter-offer: the asked price, the old offer, or one price in between.
    pub(super) fn legal_haggle(&self, out: &mut Options) {
        let Some((offer, asked)) = self.state.declared.offer.and_then(|offer| Some((offer, offer.asked?))) else { return };
        out.push(Choice::of(Verb::Refuse));
        out.push(Choice::of(Verb::Accept));
        push_prices(offer.points.min(asked) + 1..offer.points.max(asked), out);
    }

    pub(super) fn decide_haggle(&self, choice: Choice, out: &mut Events) {
        let Some((offer, asked)) = self.state.declared.offer.and_then(|offer| Some((offer, offer.asked?))) else { return };
        let (answer, points) = match choice.verb {
            Verb::Accept => return self.conclude(offer.by, &offer, true, asked, out),
            Verb::Counter => (CompelReply::Counter, u16::try_from(choice.n).unwrap_or(1)),
            _ => (CompelReply::Refuse, offer.points),
        };
        out.push(Event::Reply { who: offer.by, answer, points });
        Personal::go(out, Step::of(Phase::Answer, Id::Actor(offer.with.unwrap_or(offer.on))));
    }

    /// Concludes a compel: points change hands, and an actor that accepted does what the compel demands.
    fn conclude(&self, who: ActorId, offer: &PersonalCompel, accepted: bool, points: u16, out: &mut Events) {
        let (gets, pays) = Personal::deal(offer);
        let (payer, payee, points) = if accepted { (pays, gets, points) } else { (gets, pays, 1) };
        let answer = if accepted { CompelReply::Accept } else { CompelReply::Refuse };
        out.push(Event::Reply { who, answer, points });
        self.hand_over(payer, payee, points, out);
        if offer.demand == CompelDemand::Less {
            return self.conclude_late(offer, accepted, points, out);
        }
        let me = Id::Actor(offer.on);
        if self.state.actor != Some(offer.on) {
            if accepted {
                out.push(Event::Counter { who: offer.on, what: Counter::Forfeits, change: 1, now: 1 });
            }
            return Personal::go(out, self.after_compeller(offer.by));
        }
        let next = match (accepted, offer.demand) {
            (false, _) => self.after_refusal(offer),
            (true, CompelDemand::Leave) if self.can_leave(offer.on) => {
                let points = self.forced_points(offer.on);
                out.push(Event::Phase(Step::of(Phase::Forced, me)));
                if points != self.roster.settings.zones_per_turn {
                    out.push(Event::Counter { who: offer.on, what: Counter::Movement, change: points, now: points });
                }
                return;
            }
            // The turn is lost, or with `compel_loss action` only the action (R-P20).
            (true, _) if self.roster.settings.compel_loses_action_only => Step::of(Phase::FreeMove, me),
            (true, _) => Step::of(Phase::End, me),
        };
        Personal::go(out, next);
    }

    /// Returns the step after a refusal. The same actor may offer a compel with another aspect (R-C12); then the next actor may offer one.
    /// An actor may compel its own aspect only once a turn.
    fn after_refusal(&self, offer: &PersonalCompel) -> Step {
        let more = offer.with.is_none() && self.compellable().any(|id| id != offer.aspect);
        let next = if more { Some(offer.by) } else { None };
        match next {
            Some(by) if self.compellable().any(|id| self.may_compel_by(by, id)) => Step::of(Phase::Compel, Id::Actor(by)),
            Some(by) => self.after_compeller(by),
            None => self.after_compels(self.state.declared.act),
        }
    }

    /// Returns the step after the compels of an actor: the next actor may compel, or the action goes on.
    fn after_compeller(&self, by: ActorId) -> Step {
        let next = if self.state.actor == Some(by) { None } else { self.next_compeller(Some(by)) };
        next.map_or_else(|| self.after_compels(self.state.declared.act), |next| Step::of(Phase::Compel, Id::Actor(next)))
    }

    /// Concludes a compel after the dice. If the compel is accepted, the roll is lowered. Then the next party may add to its roll.
    fn conclude_late(&self, offer: &PersonalCompel, accepted: bool, points: u16, out: &mut Events) {
        if let Some(roll) = self.roll_on_table(offer.on).filter(|_| accepted) {
            let amount = -self.roster.settings.late_compel;
            out.push(Event::Adjust {
                roll: roll.id,
                by: offer.by,
                buy: Buy::Late,
                aspect: Some(offer.aspect),
                only: None,
                amount,
                faces: None,
                cost: points,
                total: roll.total() + amount,
                say: None,
            });
        }
        self.next_party(offer.party, out);
    }
}

fn push_prices(prices: std::ops::Range<u16>, out: &mut Options) {
    for price in prices {
        out.push(Choice::of(Verb::Counter).n(i16::try_from(price).unwrap_or(1)));
    }
}
