//! Checks that the units of a platoon begin within the command range of their leader.

use super::PlatoonContext;
use super::unit_list::{PlatoonUnit, StartingPlace};
use crate::check::platoon_encounter_errors as errors;
use slip_pack::effect::Measure;
use slip_pack::encounter::MapCard;
use slip_pack::platoon::change;
use slip_pack::terrain::{FAR, ZoneRanges};
use slip_source::diagnostic::Diagnostics;

impl PlatoonContext<'_, '_, '_> {
    /// Warns of units that begin outside the command range of their leader.
    pub(super) fn command(&self, posts: &[PlatoonUnit], out: &mut Diagnostics) {
        let (Some(map), true) = (self.scene.map.filter(|map| map.valid), self.platoon.valid) else { return };
        let ranges = ZoneRanges::new(map);
        let Some(leader) = posts.iter().find(|post| post.leads()).and_then(|leader| spot(posts, leader)) else { return };
        let mut lost: Vec<(&str, usize)> = Vec::new();
        for post in posts.iter().filter(|post| !post.leads()) {
            let Some(at) = spot(posts, post) else { continue };
            let own = self.scene.context.pack.item(&post.gear).map_or(0, |item| change(item, Measure::CommandRange));
            let reach = self.platoon.command_range.saturating_add(own);
            if is_commanded(ranges.as_ref(), self.card.as_ref().map(|written| &written.card), post, (leader, at), reach) {
                continue;
            }
            match lost.iter_mut().find(|(name, _)| *name == post.gear.name) {
                Some((_, count)) => *count += 1,
                None => lost.push((&post.gear.name, 1)),
            }
        }
        if !lost.is_empty() {
            out.push(errors::out_of_command(self.entry.values_span(), &self.platoon.name, &lost, self.platoon.command_range));
        }
    }
}

/// Returns the starting zone of a unit. A unit aboard a carrier on the map has the carrier's zone. `None` for units that need no leader.
fn spot<'p>(posts: &'p [PlatoonUnit], post: &'p PlatoonUnit) -> Option<&'p StartingPlace> {
    match &post.spot {
        StartingPlace::Aboard(carrier) => {
            posts.get(*carrier).map(|carrier| &carrier.spot).filter(|spot| matches!(spot, StartingPlace::Map(_)))
        }
        StartingPlace::Map(zones) if zones.is_empty() => None,
        StartingPlace::Map(_) | StartingPlace::Card(_) => Some(&post.spot),
        StartingPlace::Unknown | StartingPlace::Track | StartingPlace::Elsewhere => None,
    }
}

fn is_commanded(
    ranges: Option<&ZoneRanges>,
    card: Option<&MapCard>,
    post: &PlatoonUnit,
    (leader, at): (&StartingPlace, &StartingPlace),
    reach: i32,
) -> bool {
    match (leader, at) {
        (StartingPlace::Map(leader), StartingPlace::Map(zones)) => leader.iter().any(|from| {
            zones.iter().any(|to| {
                let range = ranges.map_or(0, |ranges| ranges.between(*from, *to));
                range != FAR && i32::from(range) <= reach
            })
        }),
        // Without a stunt of longer range, artillery on the card is always in range of a leader on the card.
        (StartingPlace::Card(_), StartingPlace::Card(_)) if post.gun && reach == 0 => true,
        (StartingPlace::Card(from), StartingPlace::Card(to)) => {
            card.and_then(|card| steps(card, *from, *to)).is_some_and(|steps| steps <= reach)
        }
        _ => false,
    }
}

/// Returns the number of steps between two zones of a card.
fn steps(card: &MapCard, from: usize, to: usize) -> Option<i32> {
    let mut reached = vec![from];
    for step in 0..=card.zones.len() {
        if reached.contains(&to) {
            return i32::try_from(step).ok();
        }
        let beside = |zone: &usize| {
            let zone = *zone;
            card.borders.iter().filter_map(move |&(a, b)| if a == zone { Some(b) } else { (b == zone).then_some(a) })
        };
        let next: Vec<usize> = reached.iter().flat_map(beside).collect();
        reached.extend(next);
        reached.sort_unstable();
        reached.dedup();
    }
    None
}
