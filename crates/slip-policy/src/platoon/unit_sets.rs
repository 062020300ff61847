//! Sets of the active units, the spotted units and so on, computed once for a question.

use slip_play::ids::{ActorId, Seat, TableKey, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::roster::Arm;
use slip_play::platoon::state::bit;
use slip_play::platoon::zones::Region;

/// Sets of units and of zones in a platoon combat. Each set has one bit for each unit or zone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnitSets {
    /// Active units of the deciding side.
    pub(super) ours: u128,
    /// Active units of the other sides.
    pub(super) theirs: u128,
    /// Units that are visible enough to be shot at: SPOTTED, or in the air.
    pub(super) spotted: u128,
    /// Aircraft over the map or a card.
    pub(super) aloft: u128,
    /// Units in a zone of the map or of a card.
    pub(super) placed: u128,
    /// Zones with a unit of the deciding side on the ground.
    pub(super) our_zones: u128,
    /// Zones with an enemy unit on the ground.
    pub(super) their_zones: u128,
}

impl UnitSets {
    /// Computes the sets for a side.
    pub(super) fn of(fight: &PlatoonFight, side: Seat) -> UnitSets {
        let mut survey = UnitSets::default();
        for (id, unit) in fight.state.units.iter() {
            if !unit.is_active() {
                continue;
            }
            let Some(sheet) = fight.roster.units.row(id) else { continue };
            let own = sheet.side == side;
            let here = bit(id);
            if own {
                survey.ours |= here;
            } else {
                survey.theirs |= here;
            }
            let Some(zone) = unit.zone().filter(|&zone| !matches!(fight.roster.ground.region(zone), Region::Track(_))) else { continue };
            survey.placed |= here;
            let flies = sheet.arm == Arm::Airborne;
            if flies {
                survey.aloft |= here;
            } else if own {
                survey.our_zones |= zone_bit(zone);
            } else {
                survey.their_zones |= zone_bit(zone);
            }
            if flies || unit.spotted > 0 {
                survey.spotted |= here;
            }
        }
        survey
    }
}

/// Returns the bit that represents a zone in a set of zones.
pub(super) const fn zone_bit(zone: ZoneId) -> u128 {
    if zone.0 < 128 { 1 << zone.0 } else { 0 }
}

/// Returns the units or zones in a set, in order.
pub(super) fn members<K: TableKey>(mut set: u128) -> impl Iterator<Item = K> {
    std::iter::from_fn(move || {
        let place = usize::try_from(set.trailing_zeros()).ok().filter(|_| set != 0)?;
        set &= set - 1;
        Some(K::of(place))
    })
}

/// True if a unit is in a set.
pub(super) const fn has(set: u128, who: ActorId) -> bool {
    set & bit(who) != 0
}
