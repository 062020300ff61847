//! The units of a platoon one by one: the leader, the others in the order of the text with those aboard behind their carrier,
//! then aircraft.

use slip_pack::effect::{Effect, Event, Happening, Op};
use slip_pack::encounter::Role;
use slip_pack::item::Gear;
use slip_pack::platoon::{Attached, Load, Platoon, Rank};
use slip_pack::{Item, Pack};

/// The mark of those who stand on a card beside the map.
const BATTERY: &str = "battery";

/// Where a unit begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// Nothing has said so yet.
    Unknown,
    /// In one of these zones of the map.
    Map(Vec<usize>),
    /// In a zone of the card.
    Card(usize),
    /// On the re-arm track.
    Track,
    /// In the carrier of this place in the platoon.
    Aboard(usize),
    /// Not on the map.
    Elsewhere,
}

/// A unit of a platoon.
pub(super) struct Post {
    /// Its pattern.
    pub gear: Gear,
    /// What it is there.
    pub role: Role,
    /// True if it is a gun, which stands on a card.
    pub gun: bool,
    /// On how many zones it may place an aspect before it begins.
    pub known: i64,
    /// Where it begins.
    pub spot: Spot,
    /// People who go with it, by number.
    pub characters: Vec<usize>,
}

impl Post {
    fn new(gear: &Gear, role: Role, item: Option<&Item>) -> Post {
        let marked = |item: &Item| item.effects.iter().any(|effect| matches!(&effect.op, Op::Is(mark) if mark.name == BATTERY));
        let spot = match role {
            Role::Aircraft => Spot::Track,
            Role::Director => Spot::Elsewhere,
            Role::Leader | Role::Unit => Spot::Unknown,
        };
        let known = item.map_or(0, known_by_heart);
        Post { gear: gear.clone(), role, gun: item.is_some_and(marked), known, spot, characters: Vec::new() }
    }

    /// True if it stands where the text puts it: neither flying, nor aboard, nor elsewhere.
    pub(super) const fn is_placed(&self) -> bool {
        !matches!(self.spot, Spot::Track | Spot::Aboard(_) | Spot::Elsewhere)
    }

    /// True if it leads.
    pub(super) const fn leads(&self) -> bool {
        matches!(self.role, Role::Leader | Role::Director)
    }
}

/// Every unit of the platoon.
pub(super) fn posts(pack: &Pack, platoon: &Platoon) -> Vec<Post> {
    let mut posts = Vec::new();
    if let Some(leader) = &platoon.leader {
        let role = if platoon.off_map { Role::Director } else { Role::Leader };
        posts.push(Post::new(&leader.unit, role, Some(&leader.item)));
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

fn enlist(pack: &Pack, rank: &Rank, role: Role, posts: &mut Vec<Post>) {
    for _ in 0..rank.count {
        let place = posts.len();
        posts.push(Post::new(&rank.unit, role, pack.item(&rank.unit)));
        board(pack, &rank.carrying, place, posts);
    }
}

/// Those aboard a carrier; the leader is there already.
fn board(pack: &Pack, carrying: &[Load], carrier: usize, posts: &mut Vec<Post>) {
    for load in carrying {
        let Some(unit) = &load.unit else {
            if let Some(leader) = posts.iter_mut().find(|post| post.leads()) {
                leader.spot = Spot::Aboard(carrier);
            }
            continue;
        };
        for _ in 0..load.count {
            posts.push(Post { spot: Spot::Aboard(carrier), ..Post::new(unit, Role::Unit, pack.item(unit)) });
        }
    }
}

/// Who goes with whom: of several units of a pattern the first has the first who serves on a skill, the second the second,
/// and the last all that are left.
fn attach(platoon: &Platoon, posts: &mut [Post]) {
    for (number, attached) in platoon.characters.iter().enumerate() {
        let alike = |other: &&Attached| other.unit == attached.unit && other.skill == attached.skill;
        let place = platoon.characters.iter().take(number).filter(alike).count();
        let serves = |post: &Post| match &attached.unit {
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

/// On how many zones of its choice a unit may place an aspect as the encounter is set up.
fn known_by_heart(item: &Item) -> i64 {
    let at_setup = |effect: &Effect| effect.moment.as_ref().is_some_and(|moment| moment.what == Happening::Event(Event::Setup));
    let zones = item.effects.iter().filter(|effect| at_setup(effect)).filter_map(|effect| match &effect.op {
        Op::Place(place) => Some(place.zones.saturating_mul(effect.count())),
        _ => None,
    });
    zones.fold(0, i64::saturating_add)
}
