//! Evaluates compels for the actor that decides. Considers the fate points that change hands, and the cost of doing what the compel
//! demands.

use super::condition_terms::{PersonalEvaluation, PersonalEvaluator};
use super::pending_rolls::cost_of_less;
use slip_pack::doctrine::UNIT;
use slip_play::choice::{Choice, Verb};
use slip_play::event::CompelDemand;
use slip_play::ids::ActorId;
use slip_play::question::Point;

impl PersonalEvaluator<'_> {
    /// True if the deciding actor would have to pay for the compel that is offered to it.
    pub(super) fn pays_for_compel(&self) -> bool {
        let offer = self.fight.state.declared.offer;
        offer.is_some_and(|offer| offer.with.unwrap_or(offer.by) == self.me)
    }

    /// Returns the fate points of a compel option: those that the option offers, asks for or pays.
    pub(super) fn points_of(&self, option: &PersonalEvaluation) -> i64 {
        let offer = self.fight.state.declared.offer;
        let points = match option.compel.map(|choice| (choice.verb, choice.n)) {
            Some((Verb::Compel | Verb::Counter, n)) => i64::from(n),
            _ => offer.map_or(0, |offer| {
                let asked = offer.asked.filter(|_| self.ask.point == Point::Haggle);
                i64::from(asked.unwrap_or(offer.points))
            }),
        };
        points * UNIT
    }

    /// Returns the cost of accepting a compel, in boxes. A compel before the dice costs the value of the lost turn; one after the dice
    /// costs the effect of the lower roll.
    pub(super) fn at_stake(&self, option: &PersonalEvaluation) -> i64 {
        let state = &self.fight.state;
        let (who, late) = match (self.ask.point, option.compel) {
            (Point::AnswerCompel | Point::Haggle, _) => {
                let Some(offer) = state.declared.offer else { return 0 };
                (offer.on, offer.demand == CompelDemand::Less)
            }
            (Point::Adjust, Some(choice)) if choice.verb == Verb::Compel => (self.compelled_by(choice), true),
            (Point::Adjust, _) => return 0,
            // A compel may be against an actor that does not act now.
            (Point::Compel, Some(Choice { verb: Verb::Compel, how, it, .. })) if how & Choice::OWN == 0 => {
                (it.actor().or(state.actor).unwrap_or(self.me), false)
            }
            _ => (state.actor.unwrap_or(self.me), false),
        };
        if !late {
            return self.turn_value(who);
        }
        let known = self.lost.get().filter(|(there, _)| *there == who).map(|(_, cost)| cost);
        let cost = known.unwrap_or_else(|| cost_of_less(self, who, self.fight.roster.settings.late_compel));
        self.lost.set(Some((who, cost)));
        cost
    }

    fn compelled_by(&self, choice: Choice) -> ActorId {
        let own = choice.how & Choice::OWN != 0;
        choice.it.actor().filter(|_| !own).unwrap_or(self.me)
    }
}
