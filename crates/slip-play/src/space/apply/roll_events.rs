//! Applies events about rolls: stores new rolls, and changes them until they are settled.

use super::change;
use crate::choice::Verb;
use crate::event::{Buy, Event, Phase, SpacePhase, TrackId};
use crate::ids::{ActorId, Seat};
use crate::post_roll;
use crate::roll::Roll;
use crate::space::roster::SpaceRoster;
use crate::space::state::{SpaceContest, SpaceRollSubject, SpaceState, TorpedoSystem};
use slip_dice::fate::fate_points::spend_spin;
use slip_dice::fate::{AspectScope, Holder};

/// Returns the subject of the next roll: detection, position, an attack and so on.
fn matter(state: &SpaceState) -> SpaceRollSubject {
    if let Some(denial) = state.deny {
        return SpaceRollSubject::Deny(denial.aspect);
    }
    if state.declared.act == Some(Verb::Maneuver) {
        return SpaceRollSubject::Maneuver;
    }
    match state.stage {
        SpacePhase::Detection => SpaceRollSubject::Detection,
        SpacePhase::Position => SpaceRollSubject::Position,
        SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes => SpaceRollSubject::Attack,
        SpacePhase::Boarding => SpaceRollSubject::Boarding,
        SpacePhase::DamageControl => SpaceRollSubject::Repair(TrackId(state.step.n)),
    }
}

pub(super) fn rolled(state: &mut SpaceState, roster: &SpaceRoster, event: &Event) {
    let Event::Roll { roll, me, skill, faces, parts, against, standing, .. } = event else { return };
    // A roll that denies a free tag or places a ship is settled at once. Such a roll is not added to the rolls on the table.
    if state.deny.is_some() || state.step.phase == Phase::Place {
        state.rolls = state.rolls.max(*roll + 1);
        state.at_post = None;
        return;
    }
    let by = state.at_post.filter(|(ship, _)| ship == me).and_then(|(_, person)| person);
    let known = state.ships.row(*me).and_then(|ship| ship.kept_rolls().find(|known| known.id == *roll));
    let roll = match known {
        Some(known) if *standing => Roll { standing: true, ..known.clone() },
        _ => Roll { by, rolled: !*standing, ..Roll::fallen(*roll, *me, *skill, *faces, *parts) },
    };
    state.rolls = state.rolls.max(roll.id + 1);
    state.at_post = None;
    let matter = matter(state);
    keep(state, roster, matter, &roll);
    let contest = state.contest.get_or_insert(SpaceContest { matter, rolls: Vec::new(), difficulty: *against, compared: None });
    contest.rolls.push(roll);
}

/// Stores a roll in the state of its ship, because the roll is used again later in the same phase.
fn keep(state: &mut SpaceState, roster: &SpaceRoster, matter: SpaceRollSubject, roll: &Roll) {
    let stage = state.stage;
    // The first roll is that of the attacker, the next are those of the defenders. The rolls of ships that shoot for another ship come
    // last. A ship that makes such a roll does not defend itself with it.
    let fallen = state.contest.as_ref().map_or(0, |contest| contest.rolls.len());
    let defends = (1..=state.defending()).contains(&fallen);
    let stays = roster.settings.defence_by_system && stage == SpacePhase::Torpedoes;
    let shoots = stays && fallen > state.defending();
    change(state, roll.who, |ship| match (matter, stage) {
        (SpaceRollSubject::Detection | SpaceRollSubject::Position, _) | (SpaceRollSubject::Attack, SpacePhase::Ew) => {
            ship.standing = Some(roll.clone())
        }
        (SpaceRollSubject::Attack, _) if defends && ship.defence_roll().is_none() => ship.defence = Some(roll.clone()),
        (SpaceRollSubject::Attack, _) if shoots && ship.torpedo_system() != Some(TorpedoSystem::Beams) => {
            ship.keep_stood(TorpedoSystem::Beams, roll);
        }
        _ => {}
    });
}

pub(super) fn adjusted(state: &mut SpaceState, roster: &SpaceRoster, event: &Event) {
    let Event::Adjust { roll: number, by, buy, aspect, amount, .. } = event else { return };
    if *buy == Buy::Pass {
        return;
    }
    let scope = aspect.and_then(|id| state.aspects.row(id)).map(|aspect| aspect.holder);
    let whose = state.contest.as_ref().and_then(|contest| contest.rolls.iter().find(|roll| roll.id == *number)).map(|roll| roll.who);
    let scope = whose.and_then(|who| Some(scope_of(state, roster, who, scope?)));
    let amend = |roll: &mut Roll| {
        if roll.id == *number {
            roll.amend(event, scope);
        }
    };
    if let Some(contest) = &mut state.contest {
        contest.rolls.iter_mut().for_each(amend);
    }
    for ship in state.ships.values_mut() {
        ship.kept_rolls_mut().for_each(amend);
    }
    let side = state.ships.row(*by).map_or(Seat(0), |ship| ship.side);
    if *buy == Buy::Spin {
        spend_spin(&mut state.spin, |token| token.side == side.0, *amount);
    }
}

/// Returns the scope of an aspect for a roller: own, opponent, ally and so on. The aspects of a person aboard are a scope of their own, so
/// that they can be used in addition to those of the ship.
pub(in crate::space) fn scope_of(state: &SpaceState, roster: &SpaceRoster, roller: ActorId, holder: Holder) -> AspectScope {
    let side = |who: ActorId| state.ships.row(roster.person(who).map_or(who, |person| person.ship)).map(|ship| ship.side);
    let is_ally = |who: ActorId| side(who) == side(roller);
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => match roster.person(ActorId(who)) {
            Some(person) if person.ship == roller => AspectScope::Gear(roller.0, who),
            _ => post_roll::scope_of(Holder::Actor(who), roller, is_ally),
        },
        _ => post_roll::scope_of(holder, roller, is_ally),
    }
}
