//! The dice that fell in an event: what a log of real dice feeds in again.

use super::{Event, PoolOp};
use slip_dice::{Faces, Kind};

/// A face that fell, and of which die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fell {
    /// What it shows.
    pub face: i8,
    /// How many faces the die has.
    pub sides: u8,
}

impl Event {
    /// Every die that fell for this event, in order: those of checks, and those that stay on the table (dice-pool.md 2).
    pub fn fell(&self) -> Vec<Fell> {
        if let Event::Pool(event) = self {
            let fallen = event.dice.iter().filter(|_| event.op == PoolOp::Roll);
            return fallen.map(|die| Fell { face: i8::try_from(die.face).unwrap_or(i8::MAX), sides: die.sides }).collect();
        }
        let sides = |kind: Kind| match kind {
            Kind::Fudge => 3,
            Kind::Difference | Kind::DifferenceCapped => 6,
        };
        let of = |faces: Faces| faces.faces().iter().map(|&face| Fell { face, sides: sides(faces.kind()) }).collect::<Vec<_>>();
        self.thrown().flat_map(of).collect()
    }

    /// The rolls of checks that were made for this event, in the order in which they fell. A record read again rolls nothing.
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
            | Event::Pool(_)
            | Event::Social(_)
            | Event::Seat { .. }
            | Event::Override { .. }
            | Event::End { .. } => [None, None],
        };
        first.into_iter().chain(second)
    }
}
