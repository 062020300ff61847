//! Lines of effects in space: what they add to rolls, forbid, mark and set (effects.md). Floor 5.

/// Rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpaceRoll {
    /// Detection.
    Navigation,
    /// Position.
    Position,
    /// Boarding.
    Boarding,
}
