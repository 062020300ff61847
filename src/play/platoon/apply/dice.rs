//! Rolls come onto the table, and change there. Floor 5.

use super::change;
use super::count::skill_bit;
use crate::fate::purse::Token;
use crate::fate::{Holder, Scope};
use crate::play::choice::Verb;
use crate::play::event::{Buy, Event, Part};
use crate::play::ids::{ActorId, SkillId};
use crate::play::platoon::roster::Roster;
use crate::play::platoon::state::{Contest, Matter, Roll, State};

/// What a roll that falls now is about.
fn matter(state: &State) -> Matter {
    match state.declared.act {
        Some(Verb::Attack) => Matter::Attack,
        Some(Verb::Jam) => Matter::Jam,
        Some(Verb::Spot) => Matter::Spot,
        _ => Matter::Fixed,
    }
}

pub(super) fn rolled(state: &mut State, event: &Event) {
    let Event::Roll { roll: id, me, skill, faces, parts, against, standing, .. } = event else { return };
    let skill = skill.unwrap_or(SkillId(0));
    let matter = matter(state);
    let defends = state.contest.is_some();
    let fresh = Roll { id: *id, who: *me, skill, faces: *faces, again: *standing, parts: *parts, paid: Vec::new(), used: Vec::new() };
    let known = state.units.row(*me).and_then(|unit| unit.defences.iter().find(|known| known.id == *id && *standing));
    let roll = known.map_or(fresh, |known| Roll { again: true, ..known.clone() });
    state.rolls = state.rolls.max(roll.id + 1);
    if defends {
        change(state, *me, |unit| {
            unit.defended |= skill_bit(skill);
            if !*standing {
                unit.defences.push(roll.clone());
            }
        });
    }
    let contest = state.contest.get_or_insert(Contest { matter, rolls: Vec::new(), difficulty: *against });
    contest.rolls.push(roll);
}

pub(super) fn adjusted(state: &mut State, roster: &Roster, event: &Event) {
    let Event::Adjust { roll: number, by, buy, aspect, amount, faces, cost, .. } = event else { return };
    if *buy == Buy::Pass {
        return;
    }
    let holder = aspect.and_then(|id| state.aspects.row(id)).map(|aspect| aspect.holder);
    let whose = state.contest.as_ref().and_then(|contest| contest.rolls.iter().find(|roll| roll.id == *number)).map(|roll| roll.who);
    let scope = whose.and_then(|who| Some(scope_of(state, roster, who, holder?)));
    let part = match buy {
        Buy::Spin => Part::Spin,
        Buy::Late => Part::Late,
        _ => Part::Aspect,
    };
    let amend = |roll: &mut Roll| {
        if roll.id != *number {
            return;
        }
        match faces {
            Some(faces) => roll.faces = *faces,
            None => roll.parts.add(part, *amount),
        }
        roll.used.extend(*aspect);
        roll.paid.extend(scope.filter(|_| *cost > 0));
    };
    if let Some(contest) = &mut state.contest {
        contest.rolls.iter_mut().for_each(amend);
    }
    // Aspects stay in a defence that stands (5.2.5).
    if let Some(unit) = whose.and_then(|who| state.units.row_mut(who)) {
        unit.defences.iter_mut().for_each(amend);
    }
    if *buy == Buy::Spin {
        spend(&mut state.spin, *by, *amount);
    }
}

/// Takes spin from a platoon's counters, those that lapse first before others.
fn spend(tokens: &mut Vec<Token>, owner: ActorId, amount: i32) {
    let mut rest = u8::try_from(amount.max(0)).unwrap_or(u8::MAX);
    for lapsing in [true, false] {
        for token in tokens.iter_mut().filter(|token| token.owner == owner.0 && token.last_turn == lapsing) {
            let taken = rest.min(token.left);
            token.left -= taken;
            rest -= taken;
        }
    }
    tokens.retain(|token| token.left > 0);
}

/// The scope of a holder as the roller sees it: a unit's own aspects and its platoon's are two.
pub(in crate::play::platoon) fn scope_of(state: &State, roster: &Roster, roller: ActorId, holder: Holder) -> Scope {
    let side = |who: ActorId| match roster.platoon_of_id(who) {
        Some(platoon) => roster.platoons.row(platoon).map(|platoon| platoon.side),
        None => roster.units.row(who).map(|unit| unit.side),
    };
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => {
            let who = ActorId(who);
            let own_platoon = state.unit(roller).map(|unit| state.id_of_platoon(unit.platoon));
            match who {
                who if who == roller => Scope::Own,
                who if own_platoon == Some(who) => Scope::Gear(roller.0, who.0),
                who if side(who) == side(roller) => Scope::Ally,
                _ => Scope::Opponent,
            }
        }
        Holder::Zone(_) => Scope::Zone,
        Holder::Scene => Scope::Scene,
        Holder::System => Scope::System,
        Holder::Campaign => Scope::Campaign,
    }
}
