//! Applies the events of social conflicts.

use crate::event::{SocialEvent, SocialOp};
use crate::personal::state::{ActorStatus, OutcomeProposal, PersonalState};

pub(in crate::personal) fn social(state: &mut PersonalState, event: &SocialEvent) {
    match (event.op, event.who) {
        (SocialOp::Box, _) => state.boxes = event.left,
        (SocialOp::Removed, Some(who)) => {
            if let Some(there) = state.actors.row_mut(who) {
                there.status = ActorStatus::Removed;
            }
        }
        (SocialOp::Proposes | SocialOp::Counters, _) => {
            state.parley.push(OutcomeProposal { fate: event.fate.unwrap_or(0), say: event.say.clone() });
        }
        (SocialOp::Removed, None) | (SocialOp::BrokeDown | SocialOp::Elapsed | SocialOp::Grade, _) => {}
    }
}
