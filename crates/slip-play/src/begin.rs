//! Beginning of an encounter of any kind: the errors, and the steps that are common to all kinds.

use ecow::EcoString;
use slip_dice::fate::{Aspect, Holder};
use slip_pack::encounter::{Encounter, Play, SceneScope};
use std::fmt;

/// Reason why an encounter cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeginError {
    /// There is no encounter of this name.
    NoEncounter(EcoString),
    /// Several packages have an encounter of this name.
    SeveralEncounters(EcoString),
    /// The encounter is of a kind that cannot be played.
    NotPlayed(Play),
    /// The encounter has errors.
    Invalid(EcoString),
    /// The encounter has no map, or the pack does not contain it.
    NoMap,
    /// The encounter has too many things of one kind.
    TooMany {
        /// Name of the kind, for the message.
        what: &'static str,
        /// Largest number allowed of this kind.
        most: usize,
    },
    /// An actor is not in the pack, or has errors.
    NoItem(EcoString),
    /// An actor's zone is not on the map.
    NoZone(EcoString),
    /// A seat is assigned to a side that does not exist.
    NoSide(EcoString),
}

impl fmt::Display for BeginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeginError::NoEncounter(name) => write!(f, "there is no encounter `{name}`"),
            BeginError::SeveralEncounters(name) => write!(f, "several packages have an encounter `{name}`: write `PACKAGE.{name}`"),
            BeginError::NotPlayed(play) => write!(f, "`{}` encounters cannot be played yet", play.word()),
            BeginError::Invalid(name) => write!(f, "`{name}` has errors and cannot be played"),
            BeginError::NoMap => write!(f, "the encounter has no map"),
            BeginError::TooMany { what, most } => write!(f, "there are more than {most} {what}"),
            BeginError::NoItem(name) => write!(f, "`{name}` is not in the pack"),
            BeginError::NoZone(name) => write!(f, "`{name}` begins in a zone that is not on the map"),
            BeginError::NoSide(name) => write!(f, "there is no side `{name}`"),
        }
    }
}

impl std::error::Error for BeginError {}

/// Returns the aspects of the scene and of its surroundings, in the order of the text.
pub(crate) fn of_the_scene(encounter: &Encounter) -> impl Iterator<Item = Aspect> {
    encounter.aspects.iter().map(|aspect| {
        let holder = match aspect.scope {
            SceneScope::Scene => Holder::Scene,
            SceneScope::System => Holder::System,
            SceneScope::Campaign => Holder::Campaign,
        };
        Aspect::printed(aspect.text.as_str(), holder)
    })
}
