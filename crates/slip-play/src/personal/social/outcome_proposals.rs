//! Outcome of an actor taken out in a social conflict: the attacker proposes one, the actor may propose another, and then a side picks one
//! of the two (R-SC10).

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Event, Events, SocialEvent, SocialOp};
use crate::ids::{ActorId, Id, Seat};
use crate::personal::Personal;
use crate::personal::state::{ActorStatus, OutcomeProposal};
use crate::question::Point;
use crate::question_loop::Question;

impl Personal {
    /// Returns the next question about the outcome of an actor taken out. The attacker is asked first, then the actor, and then the side
    /// that picks one of the proposals.
    pub(in crate::personal) fn parley_question(&self, who: ActorId) -> Question {
        let winner = self.teller(who);
        match self.state.parley.len() {
            0 => Question::of(Point::Beaten, self.roster.side(winner), winner, Id::Actor(who)),
            1 => Question::of(Point::Beaten, self.roster.side(who), who, Id::Actor(winner)),
            _ => {
                let (seat, me) = self.picker(winner, who);
                Question { point: Point::Beaten, seat, me: me.map_or(Id::None, Id::Actor), it: Id::Actor(who) }
            }
        }
    }

    /// Returns the side that picks one of two proposals: a third side, or, if there is none, the first side in the file.
    fn picker(&self, winner: ActorId, who: ActorId) -> (Seat, Option<ActorId>) {
        let (one, another) = (self.roster.side(winner), self.roster.side(who));
        let free = |&side: &Seat| side != one && side != another && self.active(side) > 0;
        let seat = self.roster.sides.keys().find(free).unwrap_or(Seat(0));
        let member =
            self.roster.sides.row(seat).and_then(|side| side.members.iter().copied().find(|&it| self.state.actors[it].is_active()));
        (seat, member)
    }

    pub(super) fn legal_parley(&self, out: &mut Options) {
        if self.state.parley.len() < 2 {
            if !self.state.parley.is_empty() {
                out.push(Choice::of(Verb::Accept));
            }
            for number in (0_u8..).take(self.roster.outcomes.len()) {
                out.push(Choice::of(Verb::Outcome).how(number));
            }
            return;
        }
        out.push(Choice::of(Verb::Accept));
        out.push(Choice::of(Verb::Alter));
    }

    pub(super) fn decide_parley(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        let said = OutcomeProposal { fate: answer.choice.how, say: answer.say.clone() };
        match (self.state.parley.as_slice(), answer.choice.verb) {
            // There was no attacker: the actor chooses its own outcome.
            ([], _) if self.teller(who) == who => self.agree(who, &said, out),
            ([], _) => self.propose(SocialOp::Proposes, who, said, out),
            ([proposed], Verb::Accept) => self.agree(who, proposed, out),
            ([_], _) => self.propose(SocialOp::Counters, who, said, out),
            ([_, countered, ..], Verb::Alter) => self.agree(who, countered, out),
            ([proposed, ..], _) => self.agree(who, proposed, out),
        }
    }

    fn propose(&self, op: SocialOp, who: ActorId, terms: OutcomeProposal, out: &mut Events) {
        let left = self.state.boxes;
        out.push(Event::Social(Box::new(SocialEvent { left, fate: Some(terms.fate), say: terms.say, ..SocialEvent::to(op, who) })));
    }

    fn agree(&self, who: ActorId, terms: &OutcomeProposal, out: &mut Events) {
        if let ActorStatus::TakenOut { by, track, .. } = self.state.actors[who].status {
            let (fate, say) = (Some(terms.fate), terms.say.clone());
            out.push(Event::Out { who, by, track, fate, beyond_saving: false, for_good: false, say });
        }
        Personal::go(out, self.after_hit(self.state.step));
    }
}
