//! Who is in the fight and who is seen, as sets: reckoned once a question.

use slip_play::ids::{ActorId, Key, Seat, ZoneId};
use slip_play::platoon::Platoons;
use slip_play::platoon::ground::Region;
use slip_play::platoon::roster::Arm;
use slip_play::platoon::state::bit;

/// Sets of units, a bit for each, and of zones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey {
    /// In the fight, of the side that looks.
    pub(super) ours: u128,
    /// In the fight, of the others.
    pub(super) theirs: u128,
    /// Who can be shot at as far as seeing goes: SPOTTED, or in the air.
    pub(super) spotted: u128,
    /// Aircraft over the map or a card.
    pub(super) aloft: u128,
    /// Who stands in a zone of the map or of a card.
    pub(super) placed: u128,
    /// Zones in which one of ours stands on the ground.
    pub(super) our_zones: u128,
    /// Zones in which one of theirs does.
    pub(super) their_zones: u128,
}

impl Survey {
    /// As a side sees the field.
    pub(super) fn of(fight: &Platoons, side: Seat) -> Survey {
        let mut survey = Survey::default();
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

/// The bit of a zone in a set.
pub(super) const fn zone_bit(zone: ZoneId) -> u128 {
    if zone.0 < 128 { 1 << zone.0 } else { 0 }
}

/// The members of a set, in order.
pub(super) fn members<K: Key>(mut set: u128) -> impl Iterator<Item = K> {
    std::iter::from_fn(move || {
        let place = usize::try_from(set.trailing_zeros()).ok().filter(|_| set != 0)?;
        set &= set - 1;
        Some(K::of(place))
    })
}

/// True if somebody is in a set.
pub(super) const fn has(set: u128, who: ActorId) -> bool {
    set & bit(who) != 0
}
