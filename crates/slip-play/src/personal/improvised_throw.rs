//! The throw of whatever is at hand (R-XTD9).

use crate::personal::animal::BEAST;
use crate::personal::begin::plain_manner;
use crate::personal::roster::{ActorSheet, AttackProfile, PersonalRoster};

/// Word for this way of attacking.
pub const THROW: &str = "throw";
/// Lowest and highest range of a throw, in zones.
const RANGE: (u8, u8) = (1, 2);

/// Returns the way of attacking in which an actor throws whatever is at hand, if the rules allow it: no harm, no penetration, and a
/// penalty for each zone out of range, as for weapons that are thrown. Animals and groups of mooks do not throw.
pub(super) fn improvised_throw(roster: &PersonalRoster, sheet: &ActorSheet) -> Option<AttackProfile> {
    let throws = roster.settings.improvised_throws && !sheet.mooks && !sheet.is_a(BEAST);
    throws.then(|| AttackProfile {
        word: THROW.into(),
        out_of_range: roster.settings.out_of_range,
        per_zone: true,
        thrown: true,
        ..plain_manner(roster.parts.throwing, RANGE)
    })
}
