//! Where the dice of a game come from: a seed, or people who type what lies on the table.

use super::Stand;
use slip_dice::{Dice, Place};
use slip_play::event::{Event, Fell};

/// What the dice are.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Drawn from a seed.
    Seed(u64),
    /// Typed in or scripted.
    Faces(Typed),
}

/// Faces that lie on the table, those of steps that were taken back among them.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    /// All so far.
    faces: Vec<i8>,
    /// Of the first of them, which have fallen in a step, the sides of the die.
    sides: Vec<u8>,
}

impl Source {
    /// The dice as they stand somewhere.
    pub(super) fn dice(&self, stand: Stand) -> Dice {
        match self {
            Source::Seed(seed) => Dice::seeded_at(*seed, stand.stream, stand.place),
            Source::Faces(typed) => Dice::scripted_at(&typed.faces, stand.place),
        }
    }
}

impl Typed {
    /// Lays aside whatever has not been used at a place.
    pub(super) fn lay_aside(&mut self, from: Place) {
        self.faces.truncate(used(from));
        self.sides.truncate(used(from));
    }

    /// Faces fall, in place of those that had not been used.
    pub(super) fn lay(&mut self, from: Place, faces: impl IntoIterator<Item = i8>) {
        self.lay_aside(from);
        self.faces.extend(faces);
    }

    /// True if these dice lie there from a place on. A face that a die showed stays that die's: one that fell on six sides does not
    /// lie there for eight (R-XTR4).
    pub(super) fn has(&self, from: Place, fell: &[Fell]) -> bool {
        let lies = |(place, fell): (usize, &Fell)| {
            let known = self.sides.get(place);
            self.faces.get(place) == Some(&fell.face) && known.is_none_or(|sides| *sides == fell.sides)
        };
        (used(from)..).zip(fell).all(lies)
    }

    /// The dice of a step have fallen.
    pub(super) fn keep(&mut self, from: Place, fell: &[Fell]) {
        for (place, fell) in (used(from)..).zip(fell) {
            if place == self.sides.len() {
                self.sides.push(fell.sides);
            }
        }
    }
}

/// How many faces have been used at a place.
fn used(place: Place) -> usize {
    usize::try_from(place.drawn).unwrap_or(usize::MAX)
}

/// Every die that falls in a step.
pub(super) fn fell(events: &[Event]) -> Vec<Fell> {
    events.iter().flat_map(Event::fell).collect()
}
