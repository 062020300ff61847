//! What does not change in a fight: people, their gear, the map, the rules. Floor 5.

use crate::fate::Slots;
use crate::pack::encounter::Victory;
use crate::play::board::Map;
use crate::play::ids::{ActorId, Seat, SkillId, Table, ZoneId};
use crate::play::personal::settings::Settings;
use ecow::EcoString;

/// Who fights, where and by which rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// The encounter's name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// The sides.
    pub sides: Table<Seat, Side>,
    /// Everybody, side by side.
    pub actors: Table<ActorId, Sheet>,
    /// Skills somebody has or a rule names, by name.
    pub skills: Table<SkillId, Skill>,
    /// The map.
    pub map: Map,
    /// The settings in force.
    pub settings: Settings,
    /// Skills by their part in the procedure.
    pub parts: SkillParts,
    /// What ends it.
    pub victories: Vec<Victory>,
    /// Rounds after which it is a draw.
    pub limit: u32,
    /// Outcome tags of those taken out, the default first.
    pub outcomes: Vec<EcoString>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: EcoString,
    /// Who is on it.
    pub members: Vec<ActorId>,
}

/// A skill of the encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Whether weapons use it.
    pub combat: bool,
}

/// Skills by their part in the procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillParts {
    /// Moving.
    pub movement: SkillId,
    /// Dodging.
    pub dodge: SkillId,
    /// Keeping one's nerve.
    pub nerve: SkillId,
    /// Acting without weight.
    pub microgravity: SkillId,
    /// Fighting with the bare hand.
    pub unarmed: SkillId,
    /// Who goes first, and who among equals (R-P16).
    pub order: [SkillId; 2],
}

/// Somebody's sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The name in logs: `port_marshal#2`.
    pub name: EcoString,
    /// The name shown to people: `Port marshal #2`.
    pub title: EcoString,
    /// The side.
    pub side: Seat,
    /// Where they start.
    pub zone: ZoneId,
    /// Ranks by skill; `None` is untrained.
    pub ranks: Table<SkillId, Option<i8>>,
    /// Weapons carried, in the order of the file.
    pub weapons: Vec<Weapon>,
    /// Armour worn.
    pub armour: Option<Armour>,
    /// Boxes of Health and Composure at the start.
    pub boxes: [i32; 2],
    /// Consequence slots at the start.
    pub slots: Slots,
    /// Fate points at the start.
    pub fate: i32,
    /// Whether it is a group of mooks, whose rolls are their unmarked boxes (10.1).
    pub mooks: bool,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Its modes; one for most.
    pub modes: Vec<Mode>,
}

/// A weapon in one of its modes.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Its name; empty for a weapon without modes.
    pub name: EcoString,
    /// The skill it is used with.
    pub skill: SkillId,
    /// Harm.
    pub harm: i32,
    /// Penetration.
    pub penetration: i32,
    /// Range, both ends included.
    pub range: (u8, u8),
}

/// Armour.
#[derive(Clone, Debug, PartialEq)]
pub struct Armour {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Defense.
    pub defense: i32,
}
