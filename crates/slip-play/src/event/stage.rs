//! Phases of a turn in space, and groups of ships.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// A phase of a turn in space combat, in order.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Stage {
        /// Phase 0, before the first turn.
        #[default]
        Detection = "detection",
        /// Phase 1.
        Position = "position",
        /// Phase 2.
        Ew = "ew",
        /// Phase 3.
        Beams = "beams",
        /// Phase 4.
        Torpedoes = "torpedoes",
        /// Before phase 5.
        Boarding = "boarding",
        /// Phase 5.
        DamageControl = "damage_control",
    }

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}

impl Stage {
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

keyword_enum! {
    /// Change of a group of ships.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Grouping {
        /// The ships fly in formation.
        Form = "form",
        /// The ships leave the formation.
        Leave = "leave",
        /// The ships are tethered.
        Tether = "tether",
        /// The tether ends.
        Release = "release",
        /// The first is coupled to the lead's nose.
        Couple = "couple",
        /// The first is uncoupled.
        Decouple = "decouple",
        /// Fighters leave the hangar of the lead.
        Launch = "launch",
        /// Fighters return to the hangar of the lead.
        Dock = "dock",
        /// Boarders of the lead cross to the first.
        Board = "board",
        /// The boarders are repelled.
        Repel = "repel",
        /// The first is captured by the lead's side.
        Capture = "capture",
        /// The leader's platoon is under command, with these members.
        Command = "command",
        /// Orphans join the lead's platoon.
        Adopt = "adopt",
        /// The first is carried by the lead.
        Load = "load",
        /// It is unloaded in the lead's zone.
        Unload = "unload",
    }

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}
