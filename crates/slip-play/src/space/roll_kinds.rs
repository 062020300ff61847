//! Kinds of rolls in space combat, and the words that effects use for them.

use crate::effects::Act;
use crate::event::SpacePhase;
use crate::space::roster::{Post, Rating, WeaponSystem};

/// Kind of a roll in space combat; rolls that effects treat alike have the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceRoll {
    /// Navigation in detection.
    Navigation,
    /// Roll of the position phase.
    Position,
    /// Attack by electronic warfare.
    Ew,
    /// Defence by electronic warfare.
    EwDefence,
    /// Attack with beams.
    Beam,
    /// Defence against beams.
    BeamDefence,
    /// Attack with torpedoes.
    Torpedo,
    /// Defence against torpedoes.
    TorpedoDefence,
    /// Repair in damage control.
    Repair,
    /// Boarding, by either side.
    Boarding,
    /// Maneuver that the author defines, rolled from this post.
    Maneuver(Post),
}

impl SpaceRoll {
    /// Returns the kinds of rolls that are made in a phase.
    pub const fn of_stage(stage: SpacePhase) -> &'static [SpaceRoll] {
        match stage {
            SpacePhase::Detection => &[SpaceRoll::Navigation],
            SpacePhase::Position => &[SpaceRoll::Position],
            SpacePhase::Ew => &[SpaceRoll::Ew, SpaceRoll::EwDefence],
            SpacePhase::Beams => &[SpaceRoll::Beam, SpaceRoll::BeamDefence],
            SpacePhase::Torpedoes => &[SpaceRoll::Torpedo, SpaceRoll::TorpedoDefence],
            SpacePhase::Boarding => &[SpaceRoll::Boarding],
            SpacePhase::DamageControl => &[SpaceRoll::Repair],
        }
    }

    /// Returns the weapon of an attack, or the weapon that a defence is against.
    pub(super) const fn weapon(self) -> Option<WeaponSystem> {
        match self {
            SpaceRoll::Ew | SpaceRoll::EwDefence => Some(WeaponSystem::Ew),
            SpaceRoll::Beam | SpaceRoll::BeamDefence => Some(WeaponSystem::Beam),
            SpaceRoll::Torpedo | SpaceRoll::TorpedoDefence => Some(WeaponSystem::Torpedo),
            _ => None,
        }
    }

    /// True if the roll is a defence.
    pub(super) const fn is_defence(self) -> bool {
        self.against().is_some()
    }

    /// Returns the kind of an attack with a weapon.
    pub const fn attack(weapon: WeaponSystem) -> SpaceRoll {
        match weapon {
            WeaponSystem::Ew => SpaceRoll::Ew,
            WeaponSystem::Beam => SpaceRoll::Beam,
            WeaponSystem::Torpedo => SpaceRoll::Torpedo,
        }
    }

    /// Returns the kind of a defence against a weapon.
    pub const fn defence(weapon: WeaponSystem) -> SpaceRoll {
        match weapon {
            WeaponSystem::Ew => SpaceRoll::EwDefence,
            WeaponSystem::Beam => SpaceRoll::BeamDefence,
            WeaponSystem::Torpedo => SpaceRoll::TorpedoDefence,
        }
    }

    /// Returns the words for the roll in effects.
    pub(super) const fn acts(self) -> &'static [Act] {
        match self {
            SpaceRoll::Navigation => &[Act::Detection, Act::Notice],
            SpaceRoll::Position => &[Act::Position, Act::Move],
            SpaceRoll::Ew => &[Act::Ew, Act::Attack],
            SpaceRoll::EwDefence => &[Act::Ew, Act::Defence],
            SpaceRoll::Beam => &[Act::Beam, Act::Attack],
            SpaceRoll::Torpedo => &[Act::Torpedo, Act::Attack],
            SpaceRoll::BeamDefence | SpaceRoll::TorpedoDefence => &[Act::Defence],
            SpaceRoll::Repair => &[Act::Repair],
            SpaceRoll::Boarding => &[Act::Board],
            SpaceRoll::Maneuver(_) => &[Act::Maneuver],
        }
    }

    /// Returns the rating and the act of the attack that this defence is made against; `None` if the roll is no defence.
    pub(super) const fn against(self) -> Option<(Rating, Act)> {
        match self {
            SpaceRoll::EwDefence => Some((Rating::Ew, Act::Ew)),
            SpaceRoll::BeamDefence => Some((Rating::Beam, Act::Beam)),
            SpaceRoll::TorpedoDefence => Some((Rating::Torpedo, Act::Torpedo)),
            _ => None,
        }
    }

    /// Returns the rating that the roll uses.
    pub(super) const fn rating(self) -> Option<Rating> {
        match self {
            SpaceRoll::Position => Some(Rating::VShift),
            SpaceRoll::Ew | SpaceRoll::EwDefence => Some(Rating::Ew),
            SpaceRoll::Beam | SpaceRoll::TorpedoDefence => Some(Rating::Beam),
            SpaceRoll::Torpedo => Some(Rating::Torpedo),
            SpaceRoll::Navigation | SpaceRoll::BeamDefence | SpaceRoll::Repair | SpaceRoll::Boarding | SpaceRoll::Maneuver(_) => None,
        }
    }

    /// Returns the post whose skill is rolled. For a repair it is `repairs`, the post that repairs the track.
    pub(super) const fn post(self, repairs: Post) -> Option<Post> {
        match self {
            SpaceRoll::Navigation => Some(Post::Navigation),
            SpaceRoll::Position => Some(Post::Pilot),
            SpaceRoll::Ew | SpaceRoll::EwDefence => Some(Post::Comm),
            SpaceRoll::Beam | SpaceRoll::TorpedoDefence => Some(Post::Beams),
            SpaceRoll::Torpedo => Some(Post::Torpedoes),
            SpaceRoll::Repair => Some(repairs),
            SpaceRoll::Maneuver(post) => Some(post),
            SpaceRoll::BeamDefence | SpaceRoll::Boarding => None,
        }
    }
}
