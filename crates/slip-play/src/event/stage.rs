//! Phases of a turn in space, and groups of ships.

/// A phase of a turn in space combat, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Phase 0, before the first turn.
    #[default]
    Detection,
    /// Phase 1.
    Position,
    /// Phase 2.
    Ew,
    /// Phase 3.
    Beams,
    /// Phase 4.
    Torpedoes,
    /// Before phase 5.
    Boarding,
    /// Phase 5.
    DamageControl,
}

impl Stage {
    /// All phases, in order.
    pub const ALL: [Stage; Stage::DamageControl as usize + 1] =
        [Stage::Detection, Stage::Position, Stage::Ew, Stage::Beams, Stage::Torpedoes, Stage::Boarding, Stage::DamageControl];

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Detection => "detection",
            Stage::Position => "position",
            Stage::Ew => "ew",
            Stage::Beams => "beams",
            Stage::Torpedoes => "torpedoes",
            Stage::Boarding => "boarding",
            Stage::DamageControl => "damage_control",
        }
    }

    /// Returns the next phase of the same turn.
    pub const fn next(self) -> Option<Stage> {
        match self {
            Stage::Detection | Stage::DamageControl => None,
            Stage::Position => Some(Stage::Ew),
            Stage::Ew => Some(Stage::Beams),
            Stage::Beams => Some(Stage::Torpedoes),
            Stage::Torpedoes => Some(Stage::Boarding),
            Stage::Boarding => Some(Stage::DamageControl),
        }
    }
}

/// Change of a group of ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grouping {
    /// The ships fly in formation.
    Form,
    /// The ships leave the formation.
    Leave,
    /// The ships are tethered.
    Tether,
    /// The tether ends.
    Release,
    /// The first is coupled to the lead's nose.
    Couple,
    /// The first is uncoupled.
    Decouple,
    /// Fighters leave the hangar of the lead.
    Launch,
    /// Fighters return to the hangar of the lead.
    Dock,
    /// Boarders of the lead cross to the first.
    Board,
    /// The boarders are repelled.
    Repel,
    /// The first is captured by the lead's side.
    Capture,
    /// The leader's platoon is under command, with these members.
    Command,
    /// Orphans join the lead's platoon.
    Adopt,
    /// The first is carried by the lead.
    Load,
    /// It is unloaded in the lead's zone.
    Unload,
}

impl Grouping {
    /// All changes, in order.
    pub const ALL: [Grouping; Grouping::Unload as usize + 1] = [
        Grouping::Form,
        Grouping::Leave,
        Grouping::Tether,
        Grouping::Release,
        Grouping::Couple,
        Grouping::Decouple,
        Grouping::Launch,
        Grouping::Dock,
        Grouping::Board,
        Grouping::Repel,
        Grouping::Capture,
        Grouping::Command,
        Grouping::Adopt,
        Grouping::Load,
        Grouping::Unload,
    ];

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Grouping::Form => "form",
            Grouping::Leave => "leave",
            Grouping::Tether => "tether",
            Grouping::Release => "release",
            Grouping::Couple => "couple",
            Grouping::Decouple => "decouple",
            Grouping::Launch => "launch",
            Grouping::Dock => "dock",
            Grouping::Board => "board",
            Grouping::Repel => "repel",
            Grouping::Capture => "capture",
            Grouping::Command => "command",
            Grouping::Adopt => "adopt",
            Grouping::Load => "load",
            Grouping::Unload => "unload",
        }
    }
}
