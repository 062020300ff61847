//! Phases of a turn in space, and groups of ships.

use slip_keyword::keyword_enum;

keyword_enum! {
    /// A phase of a turn in space combat, in order.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum SpacePhase {
        /// Detection, before the first turn: phase 0.
        #[default]
        Detection = "detection",
        /// Position phase: phase 1.
        Position = "position",
        /// Electronic warfare: phase 2.
        Ew = "ew",
        /// Beams: phase 3.
        Beams = "beams",
        /// Torpedoes: phase 4.
        Torpedoes = "torpedoes",
        /// Boarding, between phases 4 and 5.
        Boarding = "boarding",
        /// Damage control: phase 5.
        DamageControl = "damage_control",
    }

    /// Returns the word for the phase in the log.
    pub const fn word(self) -> &'static str;
}

impl SpacePhase {
    /// Returns the next phase of the same turn.
    pub const fn next(self) -> Option<SpacePhase> {
        match self {
            SpacePhase::Detection | SpacePhase::DamageControl => None,
            SpacePhase::Position => Some(SpacePhase::Ew),
            SpacePhase::Ew => Some(SpacePhase::Beams),
            SpacePhase::Beams => Some(SpacePhase::Torpedoes),
            SpacePhase::Torpedoes => Some(SpacePhase::Boarding),
            SpacePhase::Boarding => Some(SpacePhase::DamageControl),
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
        /// The first ship is coupled to the nose of the lead.
        Couple = "couple",
        /// The first ship is uncoupled from the lead.
        Decouple = "decouple",
        /// Fighters leave the hangar of the lead.
        Launch = "launch",
        /// Fighters return to the hangar of the lead.
        Dock = "dock",
        /// Boarders of the lead cross to the first ship.
        Board = "board",
        /// The boarders are repelled.
        Repel = "repel",
        /// The first ship is captured by the side of the lead.
        Capture = "capture",
        /// The lead is a platoon: the units of this group are under its command from now on, its other units are not.
        Command = "command",
        /// Units without a leader join the platoon of the lead.
        Adopt = "adopt",
        /// The lead is a carrier: it loads the first unit.
        Load = "load",
        /// The first unit is unloaded in the zone of the lead, its carrier.
        Unload = "unload",
    }

    /// Returns the word for the change in the log.
    pub const fn word(self) -> &'static str;
}
