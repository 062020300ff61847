//! Lists the units of a platoon. The leader comes first, then the others in the order of the text, then aircraft. Passengers come directly
//! after their carrier.

use slip_pack::effect::{Effect, Event, Occurrence, PackOperation};
use slip_pack::encounter::Role;
use slip_pack::item::Gear;
use slip_pack::platoon::{AttachedPerson, Load, Platoon, Rank};
use slip_pack::{BuiltItem, Pack};

/// Mark of artillery units, which begin on a card beside the map.
const BATTERY: &str = "battery";

/// Starting place of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StartingPlace {
    /// Not placed yet.
    Unknown,
    /// In one of the listed zones of the map.
    Map(Vec<usize>),
    /// In the zone with this index on the platoon's card.
    Card(usize),
    /// On the re-arm track, as aircraft do.
    Track,
    /// In the carrier with this index in the platoon.
    Aboard(usize),
    /// Off the map, as a leader who directs aircraft.
    Elsewhere,
}

/// Unit of a platoon.
pub(super) struct PlatoonUnit {
    /// Item from which the unit was built.
    pub gear: Gear,
    /// Role of the unit in the platoon.
    pub role: Role,
    /// True if the unit is artillery, which starts on a card.
    pub gun: bool,
    /// Number of zones in which the unit may place an aspect at set-up (`locked_in`).
    pub known: i64,
    /// Starting place of the unit.
    pub spot: StartingPlace,
    /// Indices of the characters that are attached to the unit.
    pub characters: Vec<usize>,
}

impl PlatoonUnit {
    fn new(gear: &Gear, role: Role, item: Option<&BuiltItem>) -> PlatoonUnit {
        let marked =
            |item: &BuiltItem| item.effects.iter().any(|effect| matches!(&effect.op, PackOperation::Is(mark) if mark.name == BATTERY));
        let spot = match role {
            Role::Aircraft => StartingPlace::Track,
            Role::Director => StartingPlace::Elsewhere,
            Role::Leader | Role::Unit => StartingPlace::Unknown,
        };
        let known = item.map_or(0, known_by_heart);
        PlatoonUnit { gear: gear.clone(), role, gun: item.is_some_and(marked), known, spot, characters: Vec::new() }
    }

    /// True if the author must say where the unit starts. Aircraft, passengers and leaders off the map need no starting place.
    pub(super) const fn is_placed(&self) -> bool {
        !matches!(self.spot, StartingPlace::Track | StartingPlace::Aboard(_) | StartingPlace::Elsewhere)
    }

    /// True if the unit leads the platoon.
    pub(super) const fn leads(&self) -> bool {
        matches!(self.role, Role::Leader | Role::Director)
    }
}

/// Returns every unit of the platoon.
pub(super) fn posts(pack: &Pack, platoon: &Platoon) -> Vec<PlatoonUnit> {
    let mut posts = Vec::new();
    if let Some(leader) = &platoon.leader {
        let role = if platoon.off_map { Role::Director } else { Role::Leader };
        posts.push(PlatoonUnit::new(&leader.unit, role, Some(&leader.item)));
        board(pack, &leader.carrying, 0, &mut posts);
    }
    for (ranks, role) in [(&platoon.units, Role::Unit), (&platoon.aircraft, Role::Aircraft)] {
        for rank in ranks {
            enlist(pack, rank, role, &mut posts);
        }
    }
    attach(platoon, &mut posts);
    posts
}

fn enlist(pack: &Pack, rank: &Rank, role: Role, posts: &mut Vec<PlatoonUnit>) {
    for _ in 0..rank.count {
        let place = posts.len();
        posts.push(PlatoonUnit::new(&rank.unit, role, pack.item(&rank.unit)));
        board(pack, &rank.carrying, place, posts);
    }
}

/// Adds the passengers of a carrier to the list. A leader of the platoon is already in the list, so only the leader's starting place is
/// changed.
fn board(pack: &Pack, carrying: &[Load], carrier: usize, posts: &mut Vec<PlatoonUnit>) {
    for load in carrying {
        let Some(unit) = &load.unit else {
            if let Some(leader) = posts.iter_mut().find(|post| post.leads()) {
                leader.spot = StartingPlace::Aboard(carrier);
            }
            continue;
        };
        for _ in 0..load.count {
            posts.push(PlatoonUnit { spot: StartingPlace::Aboard(carrier), ..PlatoonUnit::new(unit, Role::Unit, pack.item(unit)) });
        }
    }
}

/// Assigns attached characters to units. Several units may have the same item, and several characters may raise the same skill. Then each
/// unit gets one of these characters, and the last unit gets all that are left.
fn attach(platoon: &Platoon, posts: &mut [PlatoonUnit]) {
    for (number, attached) in platoon.characters.iter().enumerate() {
        let alike = |other: &&AttachedPerson| other.unit == attached.unit && other.skill == attached.skill;
        let place = platoon.characters.iter().take(number).filter(alike).count();
        let serves = |post: &PlatoonUnit| match &attached.unit {
            None => post.leads(),
            Some(unit) => !post.leads() && post.gear == *unit,
        };
        let count = posts.iter().filter(|post| serves(post)).count();
        let served = posts.iter_mut().filter(|post| serves(post)).nth(place.min(count.saturating_sub(1)));
        if let Some(post) = served {
            post.characters.push(number);
        }
    }
}

/// Returns the number of zones that a unit knows by heart: those in which its effects place an aspect at set-up.
fn known_by_heart(item: &BuiltItem) -> i64 {
    let at_setup = |effect: &Effect| effect.moment.as_ref().is_some_and(|moment| moment.what == Occurrence::Event(Event::Setup));
    let zones = item.effects.iter().filter(|effect| at_setup(effect)).filter_map(|effect| match &effect.op {
        PackOperation::Place(place) => Some(place.zones.saturating_mul(effect.count())),
        _ => None,
    });
    zones.fold(0, i64::saturating_add)
}
