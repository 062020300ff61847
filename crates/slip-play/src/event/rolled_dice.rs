//! Dice that were rolled for an event. A replay uses them as its dice.

use super::{Event, StakesOp};
use slip_dice::{DiceKind, Faces};

/// A face that was rolled, and the size of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolledFace {
    /// Face that the die shows.
    pub face: i8,
    /// Number of faces of the die.
    pub sides: u8,
}

impl Event {
    /// Returns all dice rolled for this event, in order: dice of checks, and dice that stay on the table.
    pub fn fell(&self) -> Vec<RolledFace> {
        if let Event::Stakes(event) = self {
            let fallen = event.dice.iter().filter(|_| event.op == StakesOp::Roll);
            return fallen.map(|die| RolledFace { face: i8::try_from(die.face).unwrap_or(i8::MAX), sides: die.sides }).collect();
        }
        let sides = |kind: DiceKind| match kind {
            DiceKind::Fudge => 3,
            DiceKind::Difference | DiceKind::DifferenceCapped => 6,
        };
        let of = |faces: Faces| faces.faces().iter().map(|&face| RolledFace { face, sides: sides(faces.kind()) }).collect::<Vec<_>>();
        self.thrown().flat_map(of).collect()
    }

    /// Returns the dice of the rolls that were made for this event, in order. If a recorded defence is used again, no dice are rolled for
    /// it.
    pub fn thrown(&self) -> impl Iterator<Item = Faces> {
        let [first, second] = match self {
            Event::Roll { faces, standing: false, .. } | Event::Coin { faces, .. } => [Some(*faces), None],
            Event::Adjust { faces, .. } => [*faces, None],
            Event::Faces { danger, faces, .. } => [*danger, Some(*faces)],
            Event::Roll { standing: true, .. }
            | Event::Answer { .. }
            | Event::Phase(_)
            | Event::Round { .. }
            | Event::Declare { .. }
            | Event::Offer { .. }
            | Event::Reply { .. }
            | Event::Result { .. }
            | Event::Fate { .. }
            | Event::Due { .. }
            | Event::Spin { .. }
            | Event::AspectAdd { .. }
            | Event::AspectFree { .. }
            | Event::AspectDrop { .. }
            | Event::Hit { .. }
            | Event::Mark { .. }
            | Event::Consequence { .. }
            | Event::Recovered { .. }
            | Event::Out { .. }
            | Event::Move { .. }
            | Event::Border { .. }
            | Event::PassValue { .. }
            | Event::Counter { .. }
            | Event::Hold { .. }
            | Event::Concession { .. }
            | Event::Fact { .. }
            | Event::Veto { .. }
            | Event::Fires { .. }
            | Event::Settled
            | Event::Effect { .. }
            | Event::Blow { .. }
            | Event::Boxes { .. }
            | Event::Aside { .. }
            | Event::Resume
            | Event::Stage(_)
            | Event::Group { .. }
            | Event::Post { .. }
            | Event::Stakes(_)
            | Event::Social(_)
            | Event::Seat { .. }
            | Event::Override { .. }
            | Event::End { .. } => [None, None],
        };
        first.into_iter().chain(second)
    }
}
