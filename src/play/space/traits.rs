//! What the stunts of a ship make of it, read from its lines of effects: never from a stunt's name. Floor 5.

/// A defence that is a number and takes nobody's skill (space.md 5.3 to 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedDefence {
    /// The number rolled with.
    pub value: i32,
    /// Whether its owner may choose otherwise.
    pub by_choice: bool,
    /// Whether such a roll never strikes back (R-S19).
    pub harmless: bool,
    /// The line it comes from, by number in [`crate::play::space::Roster::lines`]; none if it is not listed there.
    pub line: Option<u16>,
}

/// Which tracks a weapon hits, a bit for each by the track's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hits {
    /// Instead of its usual one.
    pub only: Option<u8>,
    /// Besides (R-S27).
    pub also: Option<u8>,
}

/// What arriving through a slipknot does to the heat of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlipHeat {
    /// Nothing.
    #[default]
    None,
    /// The highest box is marked.
    Highest,
    /// All are.
    All,
}

/// What somebody at a post must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Trained to military grade to fly her (R-S4).
    pub military_pilot: bool,
    /// Trained to military grade to name an electronic target (R-S3).
    pub military_comm: bool,
    /// Guns may not be worked untrained.
    pub trained_guns: bool,
}

/// What a ship is by its lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traits {
    /// Fixed defence in electronic warfare.
    pub against_ew: Option<FixedDefence>,
    /// Fixed defence against beams.
    pub against_beams: Option<FixedDefence>,
    /// Fixed defence against torpedoes.
    pub against_torpedoes: Option<FixedDefence>,
    /// What electronic warfare hits besides or instead.
    pub ew_hits: Option<Hits>,
    /// What beams hit besides or instead.
    pub beam_hits: Option<Hits>,
    /// What torpedoes hit besides or instead.
    pub torpedo_hits: Option<Hits>,
    /// Its beams defend every ship of its tether, as often as needed.
    pub overwatch: bool,
    /// What posts need.
    pub needs: Needs,
    /// No posts are staffed by default.
    pub skeleton: bool,
    /// Its consequences are the parent's.
    pub consequences_to_parent: bool,
    /// Its fate points are the parent's, or its pilot's.
    pub fate_to_parent: bool,
    /// Heat on arrival through a slipknot.
    pub slip_heat: SlipHeat,
}
