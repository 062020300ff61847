//! What people carry into a fight and what its effects come to. Floor 5.

use crate::pack::encounter::Encounter;
use crate::pack::item::{Gear, Item};
use crate::pack::{Name, Pack};
use crate::play::personal::roster::{Roster, Sheet};
use std::collections::BTreeSet;

/// Quantities of personal combat (effects.md 3) as items of any design give them.
pub(super) const HARM: &str = "harm";
/// Taken off armour.
pub(super) const PENETRATION: &str = "penetration";
/// The near end of the range.
pub(super) const MIN_RANGE: &str = "min_range";
/// The far end of the range.
pub(super) const MAX_RANGE: &str = "max_range";
/// Armour.
pub(super) const DEFENSE: &str = "defense";

/// Skills that a thing's effects name.
pub(super) fn skills_named(_thing: &Item) -> Vec<Name> {
    Vec::new()
}

/// Aspects of a thing that only its use brings out, such as an empty magazine.
pub(super) fn comes_by_use(_thing: &Item) -> BTreeSet<&str> {
    BTreeSet::new()
}

/// Reckons the effects of a person and of what they carry into their sheet.
pub(super) fn compile(
    _pack: &Pack,
    _roster: &Roster,
    _item: &Item,
    _gear: &[&Gear],
    _encounter: &Encounter,
    _sheet: &mut Sheet,
) {
}
