//! Beginning and end of turns: boardings that succeed, spin that lapses, and the check for victory (R-S35).

use crate::event::{Event, Events, Grouping, Phase, SpacePhase, Step, TurnOrder};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::victory::SpaceVictoryTime;

/// Number `n` of a step in [`Phase::RoundEnd`]: the step checks for victory.
const JUDGED: u8 = 1;

impl Space {
    /// Begins the next turn. Spin lasts for the rest of the turn in which it is earned, and for one full turn. Spin that exists now is
    /// therefore lost at the end of this turn (R-S35).
    pub(super) fn begin_turn(&self, out: &mut Events) {
        let round = self.state.turn + 1;
        let order = TurnOrder::from_iter(self.state.ships.keys().filter(|&id| self.takes_part(id)));
        out.push(Event::Round { round, order });
        let first = if round == 1 && self.state.skips_position { SpacePhase::Ew } else { SpacePhase::Position };
        out.push(Event::Stage(first));
        Space::go(out, Step::of(Phase::Stage, Id::None));
    }

    /// Ends a turn: boardings succeed, the captured ships change sides, and old spin is lost. Then victory is checked.
    pub(super) fn end_turn(&self, out: &mut Events) {
        if self.state.step.n < JUDGED {
            self.finish_boardings(out);
            self.change_hands(out);
            self.lapse(out);
            Space::go(out, Step::of(Phase::RoundEnd, Id::None).n(JUDGED));
            return;
        }
        match self.verdict(SpaceVictoryTime::Turn) {
            Some(end) => out.push(end),
            None => Space::go(out, Step::of(Phase::Round, Id::None)),
        }
    }

    /// Transfers each ship that was just captured to the side of its boarders.
    fn change_hands(&self, out: &mut Events) {
        let taken = |event: &Event| match event {
            Event::Out { who, by, fate: None, .. } => by.map(|by| (*who, by)),
            _ => None,
        };
        let taken: Vec<_> = out.iter().filter_map(taken).collect();
        out.extend(taken.into_iter().map(|(who, by)| Event::Group { what: Grouping::Capture, who: vec![who], lead: Some(by) }));
    }

    /// Removes spin that has lapsed.
    fn lapse(&self, out: &mut Events) {
        let mut owners: Vec<u8> = self.state.spin.iter().filter(|token| token.last_turn).map(|token| token.owner).collect();
        owners.sort_unstable();
        owners.dedup();
        for owner in owners {
            let own = self.state.spin.iter().filter(|token| token.last_turn && token.owner == owner);
            let left: i32 = own.map(|token| i32::from(token.left)).sum();
            out.push(Event::Spin { who: ActorId(owner), change: -left, lapsed: true });
        }
    }
}
