//! Source of the dice of a game: a seed, or people who type the faces of real dice.

use super::StreamPosition;
use slip_dice::{Dice, DicePosition};
use slip_play::event::{Event, RolledFace};

/// Source of the dice of a game.
#[derive(Clone, Debug)]
pub(super) enum DiceSource {
    /// The dice are drawn from a seed.
    Seed(u64),
    /// The dice are typed in or scripted.
    Faces(TypedDice),
}

/// Faces of dice that were typed in, including those of steps that were undone.
#[derive(Clone, Debug, Default)]
pub(super) struct TypedDice {
    /// All faces that were typed in so far.
    faces: Vec<i8>,
    /// Number of sides of each die that a step has used, in the order of `faces`.
    sides: Vec<u8>,
}

impl DiceSource {
    /// Returns the dice at a position.
    pub(super) fn dice(&self, stand: StreamPosition) -> Dice {
        match self {
            DiceSource::Seed(seed) => Dice::seeded_at(*seed, stand.stream, stand.place),
            DiceSource::Faces(typed) => Dice::scripted_at(&typed.faces, stand.place),
        }
    }
}

impl TypedDice {
    /// Discards all faces that are not used before a position.
    pub(super) fn lay_aside(&mut self, from: DicePosition) {
        self.faces.truncate(used(from));
        self.sides.truncate(used(from));
    }

    /// Discards the unused faces before a position, and adds new faces at that position.
    pub(super) fn lay(&mut self, from: DicePosition, faces: impl IntoIterator<Item = i8>) {
        self.lay_aside(from);
        self.faces.extend(faces);
    }

    /// True if the rolled dice `fell` match the typed faces from a position on. A face is valid only for dice of the same size: a face of a
    /// d6 is not accepted for a d8 (R-XTR4).
    pub(super) fn has(&self, from: DicePosition, fell: &[RolledFace]) -> bool {
        let lies = |(place, fell): (usize, &RolledFace)| {
            let known = self.sides.get(place);
            self.faces.get(place) == Some(&fell.face) && known.is_none_or(|sides| *sides == fell.sides)
        };
        (used(from)..).zip(fell).all(lies)
    }

    /// Records the dice of a step as used.
    pub(super) fn keep(&mut self, from: DicePosition, fell: &[RolledFace]) {
        for (place, fell) in (used(from)..).zip(fell) {
            if place == self.sides.len() {
                self.sides.push(fell.sides);
            }
        }
    }
}

/// Returns the number of faces used before a position.
fn used(place: DicePosition) -> usize {
    usize::try_from(place.drawn).unwrap_or(usize::MAX)
}

/// Returns all dice that a step rolls.
pub(super) fn fell(events: &[Event]) -> Vec<RolledFace> {
    events.iter().flat_map(Event::fell).collect()
}
