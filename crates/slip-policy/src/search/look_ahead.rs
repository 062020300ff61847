//! Functions that a fight provides for look-ahead: the ends of turns, and the current score of an actor.

use crate::{platoon, stakes};
use slip_play::event::{Event, Phase};
use slip_play::fight::Playable;
use slip_play::ids::ActorId;
use slip_play::personal::Personal;
use slip_play::platoon::PlatoonFight;
use slip_play::space::Space;
use slip_play::stakes::StakesConflict;

/// Score of an actor while no side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionScore {
    /// Open boxes and consequence slots of the actor's side minus those of the other sides, in hundredths.
    pub score: i64,
    /// Fate points of the actor.
    pub points: u16,
    /// Number of steps from the actor to its nearest goal.
    pub distance: i64,
}

/// Fight that supports look-ahead.
pub(super) trait SupportsLookahead: Playable {
    /// True if the event, which is about to happen, ends a turn of the actor.
    fn ends_turn(&self, me: ActorId, event: &Event) -> bool;

    /// Returns the current score of an actor.
    fn standing_of(&self, me: ActorId) -> PositionScore;
}

impl SupportsLookahead for Personal {
    /// True if an event ends the actor's turn. For an actor who is out, the end of a round counts as the end of its turn (R-XTS4).
    fn ends_turn(&self, me: ActorId, event: &Event) -> bool {
        let state = &self.state;
        let leaves = matches!(event, Event::Phase(next) if next.phase != state.step.phase) && state.step.m == 1;
        let ends = match state.step.phase {
            Phase::End => state.actor == Some(me) && state.asides.is_empty(),
            Phase::RoundEnd => !state.actors[me].is_active(),
            _ => false,
        };
        leaves && ends
    }

    fn standing_of(&self, me: ActorId) -> PositionScore {
        let actor = &self.state.actors[me];
        PositionScore { score: self.score(self.roster.side(me)), points: actor.fate.points(), distance: self.goal_distance(me, actor.zone) }
    }
}

impl SupportsLookahead for Space {
    /// True at the start of the next turn. All ships act in the same turn, so the turn of every ship ends at that time.
    fn ends_turn(&self, _me: ActorId, event: &Event) -> bool {
        matches!(event, Event::Round { .. }) && self.state.turn > 0
    }

    fn standing_of(&self, me: ActorId) -> PositionScore {
        let distance = self.band_of(me).map_or(0, |band| self.goal_distance(me, band));
        PositionScore { score: self.score(self.side(me)), points: self.fate_of(me), distance }
    }
}

impl SupportsLookahead for PlatoonFight {
    /// True at the end of the platoon's activation, which is the turn of its units.
    fn ends_turn(&self, me: ActorId, event: &Event) -> bool {
        let over = matches!(event, Event::Phase(next) if next.phase == Phase::Activated);
        over && self.platoon(me).is_some_and(|platoon| self.state.acting == Some(platoon))
    }

    fn standing_of(&self, me: ActorId) -> PositionScore {
        let platoon = self.state.platoon_of_id(me).or_else(|| self.platoon(me));
        let points = platoon.and_then(|platoon| self.state.platoons.row(platoon)).map_or(0, |platoon| platoon.fate.points());
        PositionScore { score: self.score(self.side(me)), points, distance: platoon::distance(self, me) }
    }
}

impl SupportsLookahead for StakesConflict {
    /// True at the end of the party's raise, when all opponents have seen it and the next raise begins.
    fn ends_turn(&self, me: ActorId, event: &Event) -> bool {
        let over = self.state.step.phase == Phase::Next && matches!(event, Event::Phase(_));
        over && self.state.raise.as_ref().is_some_and(|raise| raise.by == me)
    }

    fn standing_of(&self, me: ActorId) -> PositionScore {
        PositionScore { score: stakes::score(self, me), points: 0, distance: 0 }
    }
}
