//! Choice of the opponents that a raise concerns (R-Q20).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Events, Phase, StakesEvent, StakesOp};
use crate::ids::{ActorId, Id};
use crate::stakes::StakesConflict;

impl StakesConflict {
    /// Lists the legal answers: all opponents have to see the raise, only one of them, or the raiser chooses for each in turn. In that last
    /// case the answers are yes and no for the next opponent.
    pub(super) fn legal_affected(&self, who: ActorId, out: &mut Options) {
        if let Some(next) = self.named_by_hand(who) {
            // A raise must concern an opponent. If all other opponents have been left out, the last one must be included.
            let named = self.state.raise.as_ref().is_some_and(|raise| !raise.affected.is_empty());
            out.push(Choice::of(Verb::Yes).on(Id::Actor(next)));
            if named || self.opponents(who).last() != Some(next) {
                out.push(Choice::of(Verb::No).on(Id::Actor(next)));
            }
            return;
        }
        out.push(Choice::of(Verb::All));
        for other in self.opponents(who) {
            out.push(Choice::of(Verb::Target).on(Id::Actor(other)));
        }
        if self.opponents(who).nth(2).is_some() {
            out.push(Choice::of(Verb::ByHand));
        }
    }

    /// Returns the opponent that the question is about, if opponents are chosen one by one; otherwise `None`.
    fn named_by_hand(&self, who: ActorId) -> Option<ActorId> {
        let place = usize::from(self.state.step.n).checked_sub(1)?;
        self.opponents(who).nth(place)
    }

    /// Applies the answer about the opponents that a raise concerns.
    pub(super) fn decide_affected(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let raise = |to: Vec<ActorId>| StakesEvent { to, ..StakesEvent::of(StakesOp::Raise, who) };
        match (choice.verb, choice.it.actor()) {
            (Verb::Target, Some(other)) => StakesConflict::tell(out, raise(vec![other])),
            (Verb::ByHand, _) => return StakesConflict::go(out, Phase::Affects, who, 1),
            (Verb::Yes | Verb::No, Some(other)) => {
                if choice.verb == Verb::Yes {
                    StakesConflict::tell(out, raise(vec![other]));
                }
                if self.opponents(who).last() != Some(other) {
                    return StakesConflict::go(out, Phase::Affects, who, self.state.step.n.saturating_add(1));
                }
            }
            _ => StakesConflict::tell(out, raise(self.opponents(who).collect())),
        }
        StakesConflict::on(out, Phase::Sees);
    }
}
