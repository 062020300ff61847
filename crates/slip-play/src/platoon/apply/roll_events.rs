//! Applies events about rolls: stores new rolls, and changes rolls that are not settled yet.

use super::change;
use super::counter_events::skill_bit;
use crate::choice::Verb;
use crate::event::{Buy, Event};
use crate::ids::ActorId;
use crate::platoon::roster::PlatoonRoster;
use crate::platoon::state::{BattleState, PlatoonContest, PlatoonRollSubject};
use crate::post_roll;
use crate::roll::Roll;
use slip_dice::fate::{AspectScope, Holder};

/// Returns the subject of the next roll: attack, jamming, spotting, or a fixed roll.
fn matter(state: &BattleState) -> PlatoonRollSubject {
    match state.declared.act {
        Some(Verb::Attack) => PlatoonRollSubject::Attack,
        Some(Verb::Jam) => PlatoonRollSubject::Jam,
        Some(Verb::Spot) => PlatoonRollSubject::Spot,
        _ => PlatoonRollSubject::Fixed,
    }
}

pub(super) fn rolled(state: &mut BattleState, roster: &PlatoonRoster, event: &Event) {
    let Event::Roll { roll: id, me, skill, faces, parts, against, standing, .. } = event else { return };
    let matter = matter(state);
    let defends = state.contest.is_some();
    let known = state.units.row(*me).and_then(|unit| unit.defences.iter().find(|known| known.id == *id && *standing));
    let fresh = || Roll::fallen(*id, *me, *skill, *faces, *parts);
    let roll = Roll { standing: *standing, ..known.cloned().unwrap_or_else(fresh) };
    state.rolls = state.rolls.max(roll.id + 1);
    if defends {
        change(state, *me, |unit| {
            unit.defended |= skill.map_or(0, skill_bit);
            if !*standing && (matter == PlatoonRollSubject::Attack || !roster.settings.standing_attacks_only) {
                unit.defences.push(roll.clone());
            }
        });
    }
    let contest = state.contest.get_or_insert(PlatoonContest { matter, rolls: Vec::new(), difficulty: *against, only: Vec::new() });
    contest.rolls.push(roll);
}

pub(super) fn adjusted(state: &mut BattleState, roster: &PlatoonRoster, event: &Event) {
    let Event::Adjust { roll: number, buy, aspect, only, amount, .. } = event else { return };
    if *buy == Buy::Pass {
        return;
    }
    let holder = aspect.and_then(|id| state.aspects.row(id)).map(|aspect| aspect.holder);
    let whose = state.contest.as_ref().and_then(|contest| contest.rolls.iter().find(|roll| roll.id == *number)).map(|roll| roll.who);
    let scope = whose.and_then(|who| Some(scope_of(state, roster, who, holder?)));
    let amend = |roll: &mut Roll| {
        if roll.id == *number {
            roll.amend(event, scope);
        }
    };
    if let Some(contest) = &mut state.contest {
        contest.rolls.iter_mut().for_each(amend);
        contest.only.extend(only.map(|only| (only, *amount)));
    }
    // A defence roll is kept for the whole turn. The bonus of an aspect stays in it for later attacks; the bonus of spin does not.
    if *buy == Buy::Spin {
        return;
    }
    if let Some(unit) = whose.and_then(|who| state.units.row_mut(who)) {
        unit.defences.iter_mut().for_each(amend);
    }
}

/// Returns the scope of an aspect for a roller: own, opponent, ally, zone and so on. The consequences of a platoon are aspects of each of
/// its units, but have a separate scope. A roll can therefore use such a consequence and an aspect of the unit (R-YC1).
pub(in crate::platoon) fn scope_of(state: &BattleState, roster: &PlatoonRoster, roller: ActorId, holder: Holder) -> AspectScope {
    let Holder::Actor(who) = holder else { return post_roll::scope_of(holder, roller, |_| false) };
    let who = ActorId(who);
    let own = state.unit(roller).is_some_and(|unit| state.id_of_platoon(unit.platoon) == who);
    let enemy = roster.side(who) != roster.side(roller);
    if roster.platoon_of_id(who).is_some() && (own || enemy) {
        return AspectScope::Gear(who.0, 0);
    }
    post_roll::scope_of(holder, roller, |who| roster.side(who) == roster.side(roller))
}
