//! What stunts make of a unit all along: numbers and permissions without a condition, read once. Floor 5.

/// What a unit's lines make of it as long as it fights; what depends on something is asked of the lines (`lines`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Zones it may enter in one action (5.1).
    pub max_move: i32,
    /// What its own lines add to the range of command (3.1).
    pub command_range: i32,
    /// Zones of range without penalty, besides the skill's own (5.2.3).
    pub free_range: i32,
    /// SPOTTED that it gains by contact.
    pub contact_spotted: i32,
    /// Whether it goes on past enemies.
    pub passes: bool,
    /// Units of infantry it can carry.
    pub carries: i32,
    /// Zones of its free move.
    pub free_move: i32,
    /// Whether it stays over the map.
    pub stays: bool,
}

use crate::pack::effect::Measure;
use crate::pack::item::Item;
use crate::pack::platoon::change;
use crate::pack::ruleset::Rules;
use crate::play::platoon::roster::Roster;

impl Traits {
    /// Reads what a unit is all along.
    pub(super) fn read(_roster: &Roster, item: &Item, _rules: &Rules) -> Traits {
        Traits {
            max_move: item.stat("max_move").saturating_add(change(item, Measure::MaxMove)),
            command_range: change(item, Measure::CommandRange),
            free_range: change(item, Measure::FreeRange),
            contact_spotted: 3,
            passes: false,
            carries: 0,
            free_move: 1,
            stays: false,
        }
    }
}
