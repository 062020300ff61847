//! The dice that fell in an event: what a log of real dice feeds in again. Floor 4.

use super::Event;
use crate::dice::Faces;

impl Event {
    /// The faces that were rolled for this event, in the order in which they fell. A record read again rolls nothing.
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
