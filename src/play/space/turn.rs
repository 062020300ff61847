//! Turns: beginning, and end: boardings that succeed, spin that lapses, whether it is over (space.md 5.6.4, R-S35). Floor 5.

use crate::play::event::{Event, Events, Phase, Stage, Step};
use crate::play::ids::Id;
use crate::play::space::Space;

impl Space {
    /// Begins the next turn.
    pub(super) fn begin_turn(&self, out: &mut Events) {
        let round = self.state.turn + 1;
        let order = self.state.ships.iter().filter(|(_, ship)| ship.is_active()).map(|(id, _)| id).collect();
        out.push(Event::Round { round, order });
        let first = if round == 1 && self.state.skips_position { Stage::Ew } else { Stage::Position };
        out.push(Event::Stage(first));
        Space::go(out, Step::of(Phase::Stage, Id::None));
    }

    /// Ends a turn.
    pub(super) fn end_turn(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::Round, Id::None));
    }
}
