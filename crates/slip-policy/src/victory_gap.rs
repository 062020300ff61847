//! Distance of a side from winning by reaching places. It is used so that a recommended step never serves the other side.

use crate::platoon;
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::names::NamedThingKind;
use slip_play::personal::social::goal_distances::Position;

/// Returns the number of steps that a side needs to win, minus the number that the other sides need (in a social conflict, only the nearest
/// of them). Steps are zones or bands, and in social combat points. Only `victory` conditions about places are counted. In a fight without
/// such conditions the result is constant.
pub fn victory_gap<F: Playable>(fight: &F, side: Seat) -> i64 {
    if let FightRef::Personal(people) = fight.seen()
        && people.roster.social.is_some()
    {
        let costs = people.costs();
        let now = Position::of(people, &costs);
        return now.steps(side).unwrap_or(0) - now.steps_of_others(side).unwrap_or(0);
    }
    if let FightRef::Platoon(units) = fight.seen() {
        let sides = units.roster.sides.keys();
        return sides.map(|other| platoon::distance_of_side(units, other) * if other == side { 1 } else { -1 }).sum();
    }
    let sum = |own: bool| -> i64 {
        let actors = (0..fight.count(NamedThingKind::Actor)).map(ActorId::of).filter(|&who| (fight.side_of(who) == side) == own);
        actors.map(|who| distance(fight, who)).sum()
    };
    sum(true) - sum(false)
}

/// Returns the distance of an actor from the nearest goal of its side. Returns 0 if the side has no goal for it or the actor is out of the
/// fight.
fn distance<F: Playable>(fight: &F, who: ActorId) -> i64 {
    match fight.seen() {
        FightRef::Personal(people) => {
            let there = people.active_people().find(|&active| active == who).and_then(|who| people.state.actors.row(who));
            there.map_or(0, |there| people.goal_distance(who, there.zone))
        }
        FightRef::Space(space) => space.state.ship(who).and_then(|ship| ship.band()).map_or(0, |band| space.goal_distance(who, band)),
        FightRef::Platoon(_) | FightRef::Stakes(_) => 0,
    }
}
