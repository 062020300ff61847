//! Counts the events of one game.

use super::total_counts::{ActorTally, Tally};
use slip_dice::fate::Grade;
use slip_play::conflict::Outcome;
use slip_play::event::{Counter, Event, StakesEvent, StakesOp};
use slip_play::ids::{ActorId, TableKey};

/// Counts of one game. An actor that was taken out twice is counted once.
#[derive(Clone, Debug, Default)]
pub(super) struct GameCounts {
    actors: Vec<ActorTally>,
    /// For each actor, the number of its side, and true if the actor fights.
    sides: Vec<(u64, bool)>,
}

impl GameCounts {
    pub(super) fn new(sides: Vec<(u64, bool)>) -> GameCounts {
        GameCounts { actors: vec![ActorTally::default(); sides.len()], sides }
    }

    /// Resets the counts before a new game.
    pub(super) fn clear(&mut self) {
        self.actors.iter_mut().for_each(|actor| *actor = ActorTally::default());
    }

    /// Counts an event.
    pub(super) fn see(&mut self, event: &Event) {
        match event {
            Event::Out { who, for_good, .. } => self.of(*who, |actor| {
                actor.out = 1;
                actor.lost |= u64::from(*for_good);
            }),
            Event::Consequence { who, grade, .. } => self.of(*who, |actor| match grade {
                Grade::Mild => actor.mild += 1,
                Grade::Moderate => actor.moderate += 1,
                Grade::Severe => actor.severe += 1,
            }),
            Event::Fate { who, change, .. } if *change < 0 => self.of(*who, |actor| actor.fate += u64::from(change.unsigned_abs())),
            Event::Roll { me, standing: false, .. } => self.of(*me, |actor| actor.rolls += 1),
            Event::Adjust { by, faces: Some(_), .. } => self.of(*by, |actor| actor.rolls += 1),
            // Each side that is asked about a concession answers with an event of its own. Only the event of the final answer has no `to`.
            Event::Concession { by, to: None, answer: Some(true), .. } => self.of(*by, |actor| actor.conceded = 1),
            Event::Counter { who, what: Counter::Escaped | Counter::Left | Counter::Exits(_), .. } => self.of(*who, |actor| actor.left = 1),
            Event::Stakes(pool) => self.see_pool(pool),
            _ => {}
        }
    }

    fn see_pool(&mut self, event: &StakesEvent) {
        self.of(event.party, |actor| match event.op {
            StakesOp::Roll => actor.dice += event.dice.iter().map(|_| 1).sum::<u64>(),
            StakesOp::Fallout => actor.fallout += u64::from(event.boxes),
            StakesOp::Give => actor.conceded = 1,
            StakesOp::Lose | StakesOp::Full => actor.out = 1,
            StakesOp::Die => actor.lost = 1,
            StakesOp::Approach
            | StakesOp::BringIn
            | StakesOp::Raise
            | StakesOp::See
            | StakesOp::Hold
            | StakesOp::Resist
            | StakesOp::Dangerous
            | StakesOp::Condition
            | StakesOp::Owed => {}
        });
    }

    fn of(&mut self, who: ActorId, note: impl FnOnce(&mut ActorTally)) {
        if let Some(actor) = self.actors.get_mut(who.place()) {
            note(actor);
        }
    }

    /// Returns the number of fighters of a side that were taken out in the game.
    pub(super) fn out(&self, side: usize) -> u64 {
        let of_side = |(_, (own, fights)): &(&ActorTally, &(u64, bool))| *fights && u64::try_from(side).is_ok_and(|side| side == *own);
        self.actors.iter().zip(&self.sides).filter(of_side).map(|(actor, _)| actor.out).sum()
    }

    /// Adds the counts of the finished game to those of the simulation.
    pub(super) fn over(&self, game: u64, outcome: Outcome, why: &str, tally: &mut Tally) {
        tally.note_end(game, outcome.winner.map(|seat| u64::from(seat.0)), why, u64::from(outcome.rounds));
        tally.actors.iter_mut().zip(&self.actors).for_each(|(to, from)| to.add(from));
        for (number, side) in (0_u64..).zip(&mut tally.sides) {
            let (mut out, mut consequences, mut fate) = (0, 0, 0);
            for (actor, (_, fights)) in self.actors.iter().zip(&self.sides).filter(|(_, (own, _))| *own == number) {
                out += actor.out * u64::from(*fights);
                consequences += actor.consequences();
                fate += actor.fate;
            }
            side.out.note(out);
            side.consequences.note(consequences);
            side.fate.note(fate);
        }
    }
}
