//! Phases of a turn in space, and groups of ships (space.md 5, 8).

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
    /// All, in order.
    pub const ALL: [Stage; Stage::DamageControl as usize + 1] =
        [Stage::Detection, Stage::Position, Stage::Ew, Stage::Beams, Stage::Torpedoes, Stage::Boarding, Stage::DamageControl];

    /// The word of the log.
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

    /// What comes after it in the same turn.
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

/// What happens to a group of ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grouping {
    /// They fly in formation.
    Form,
    /// They leave the formation.
    Leave,
    /// They are tethered.
    Tether,
    /// The tether ends.
    Release,
    /// The first is coupled to the lead's nose.
    Couple,
    /// It is let go.
    Decouple,
    /// Fighters leave the hangar of the lead.
    Launch,
    /// Fighters return to it.
    Dock,
    /// People of the lead cross to the first.
    Board,
    /// They are thrown back.
    Repel,
    /// The first is in the hands of the lead's side.
    Capture,
    /// The leader's platoon is under command: these are its members now (platoon.md 3.2).
    Command,
    /// Orphans join the lead's platoon (3.6).
    Adopt,
    /// The first rides in the lead.
    Load,
    /// It is put down where the lead is.
    Unload,
}

impl Grouping {
    /// All, in order.
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

    /// The word of the log.
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
