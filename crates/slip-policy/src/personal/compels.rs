//! What compels are worth to a seat: the points that move, and what obeying costs whoever obeys.

use super::terms::{Weighed, Weigher};
use super::window::cost_of_less;
use slip_pack::doctrine::UNIT;
use slip_play::ask::Point;
use slip_play::choice::{Choice, Verb};
use slip_play::event::Demand;
use slip_play::ids::ActorId;

impl Weigher<'_> {
    /// Whether whoever decides is the one who would pay for the compel on the table.
    pub(super) fn pays_for_compel(&self) -> bool {
        let offer = self.fight.state.declared.offer;
        offer.is_some_and(|offer| offer.with.unwrap_or(offer.by) == self.me)
    }

    /// The fate points that an option of a compel offers, asks for or pays.
    pub(super) fn points_of(&self, option: &Weighed) -> i64 {
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

    /// Boxes that obeying would cost: before the dice the turn, after them what is taken off the roll.
    pub(super) fn at_stake(&self, option: &Weighed) -> i64 {
        let state = &self.fight.state;
        let (who, late) = match (self.ask.point, option.compel) {
            (Point::AnswerCompel | Point::Haggle, _) => {
                let Some(offer) = state.declared.offer else { return 0 };
                (offer.on, offer.demand == Demand::Less)
            }
            (Point::Adjust, Some(choice)) if choice.verb == Verb::Compel => (self.compelled_by(choice), true),
            (Point::Adjust, _) => return 0,
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
