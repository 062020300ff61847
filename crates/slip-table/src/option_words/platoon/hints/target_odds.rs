//! Describes the odds of acts, targets and skills in platoon combat: probability, range, and how firing reveals a unit.

use super::{percent, zone_of};
use crate::option_words::hints::{dice_and, promise};
use crate::transcript::phrases::{counted, listed};
use crate::transcript::platoon::phrases::{boxes, name, skill_title, thing};
use slip_dice::fate::{Odds, Prospect};
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id, SkillId, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::MOST;
use slip_play::platoon::zones::Region;
use std::cmp::Reverse;

/// Odds of an act, with the best skill against the best target.
#[derive(Clone, Copy)]
struct Best {
    skill: SkillId,
    odds: Odds,
}

/// Describes the best odds of an act, before the target is chosen.
pub(super) fn act(fight: &PlatoonFight, me: ActorId, act: Verb) -> Option<String> {
    match act {
        Verb::Attack => attack(fight, me),
        Verb::Jam | Verb::Spot | Verb::Rally | Verb::Maneuver | Verb::Interdict => {
            let (it, best) = best_target(fight, me, act)?;
            let at = if matches!(act, Verb::Maneuver | Verb::Interdict) { "in" } else { "on" };
            let whom = if it == Id::Actor(me) { "itself" } else { thing(fight, it) };
            Some(format!("best {at} {whom}: {}", sentence(fight, me, act, it, best)))
        }
        Verb::Deploy => Some("no roll: the unit comes onto the map, enemies in the zone gain SPOTTED, and the unit's turn ends".to_owned()),
        _ => fixed(fight, me, act, Id::None),
    }
}

fn attack(fight: &PlatoonFight, me: ActorId) -> Option<String> {
    let units = fight.state.units.keys();
    let shots = units.filter_map(|it| {
        let shots = fight.shots(me, Id::Actor(it)).into_iter();
        let prospects = shots.filter_map(move |shot| fight.attack_prospect(me, shot.way.skill, (Id::Actor(it), false), it));
        Some((it, prospects.max_by_key(|prospect| (prospect.expected, prospect.hit))?))
    });
    match shots.max_by_key(|(_, prospect)| (prospect.expected, prospect.hit)) {
        Some((it, prospect)) => Some(format!("at best {}, on {}", promise(prospect), name(fight, it))),
        None => Some("can only attack all units in a zone at once".to_owned()),
    }
}

/// Returns the target against which an act has the best odds.
fn best_target(fight: &PlatoonFight, me: ActorId, act: Verb) -> Option<(Id, Best)> {
    let units = fight.state.units.keys().map(Id::Actor);
    let all = units.chain(fight.roster.ground.zones.keys().map(Id::Zone));
    let fits = |it: &Id| match act {
        Verb::Rally => it.actor().is_some_and(|it| fight.can_be_rallied(me, it)),
        Verb::Maneuver | Verb::Interdict => it.zone().is_some(),
        _ => it.actor().is_some(),
    };
    let there = all.filter(fits).filter_map(|it| Some((it, best(fight, me, act, it)?)));
    there.fold(None, |so_far: Option<(Id, Best)>, (it, best)| match so_far {
        Some((_, there)) if percent(there.odds, 1) >= percent(best.odds, 1) => so_far,
        _ => Some((it, best)),
    })
}

/// Returns the skill with the best odds for an act against a target.
fn best(fight: &PlatoonFight, me: ActorId, act: Verb, it: Id) -> Option<Best> {
    let ways = fight.withs(me, act, it).into_iter();
    let odds = ways.filter_map(|(skill, area, _)| Some(Best { skill, odds: fight.odds(me, act, skill, (it, area), None)? }));
    odds.max_by_key(|best| (best.odds.edge, Reverse(best.odds.rolls), Reverse(fight.exposure(me, act, best.skill))))
}

/// Describes an act that no unit opposes: roll, difficulty, and effect.
pub(super) fn fixed(fight: &PlatoonFight, me: ActorId, act: Verb, it: Id) -> Option<String> {
    let best = best(fight, me, act, it)?;
    Some(sentence(fight, me, act, it, best))
}

/// Formats the odds of an act against a difficulty: `66%: dice + 2 with Movement against 0`.
fn chance(fight: &PlatoonFight, me: ActorId, act: Verb, it: Id, best: Best) -> String {
    let against = fight.difficulty(me, act, it);
    let (least, _) = means(fight, me, act, it, best.odds);
    let title = skill_title(fight, best.skill);
    format!("{}%: {} with {title} against {against}", percent(best.odds, least), dice_and(best.odds.edge + against))
}

/// Formats the odds of an act: `66%: dice + 2 with Movement against 0; 2 zones at most`.
fn sentence(fight: &PlatoonFight, me: ActorId, act: Verb, it: Id, best: Best) -> String {
    let Best { skill, odds, .. } = best;
    let (least, rest) = means(fight, me, act, it, odds);
    let chance = percent(odds, least);
    let title = skill_title(fight, skill);
    if odds.rolls > 1 || matches!(act, Verb::Jam | Verb::Spot | Verb::Attack) {
        return format!("{chance}% with {title}{rest}{}", shows(fight, me, act, skill));
    }
    format!("{}{rest}{}", self::chance(fight, me, act, it, best), shows(fight, me, act, skill))
}

/// Returns the number of shifts with which an act succeeds, and the description of its effect.
fn means(fight: &PlatoonFight, me: ActorId, act: Verb, it: Id, odds: Odds) -> (i32, String) {
    let spotted = fight.state.unit(me).map_or(0, |unit| i32::from(unit.spotted));
    let steps = |who: ActorId| match fight.most_steps(who) {
        i32::MAX => "as many zones as the shifts allow".to_owned(),
        most => format!("{} at most", counted(i64::from(most), "zone", "zones")),
    };
    let rest = match act {
        Verb::Move | Verb::Relocate => format!("; {}, {}% for more than one", steps(me), percent(odds, 2)),
        Verb::March => "; all units on the march have then acted".to_owned(),
        Verb::Rearm => format!("; {}% to be ready again", percent(odds, boxes_to_go(fight, me))),
        Verb::Cover | Verb::Displace => format!("; {}% to lower SPOTTED from {spotted} to 0", percent(odds, spotted)),
        Verb::Unjam => "; OOC falls by the shifts".to_owned(),
        Verb::Interdict => "; the shifts make borders of the zone harder to cross".to_owned(),
        Verb::Maneuver => return (0, "; places an aspect, free to tag once".to_owned()),
        Verb::Rally => it.actor().and_then(|it| fight.state.unit(it)).map_or_else(String::new, |unit| {
            let highest = unit.morale.boxes().last().map_or(0, i32::from);
            format!("; {}% to clear all of {}", percent(odds, highest), boxes(unit.morale))
        }),
        Verb::Spot => room(fight.state.unit(it.actor().unwrap_or(me)).map_or(0, |unit| unit.spotted), "SPOTTED", odds),
        Verb::Jam => room(fight.state.unit(it.actor().unwrap_or(me)).map_or(0, |unit| unit.ooc), "OOC", odds),
        _ => String::new(),
    };
    (1, rest)
}

/// Formats a marker and the probability that the act brings it to its maximum: `; SPOTTED is 1, 31% to raise it to 4`.
fn room(now: u8, marker: &str, odds: Odds) -> String {
    format!("; {marker} is {now}, {}% to raise it to {MOST}", percent(odds, i32::from(MOST.saturating_sub(now)).max(1)))
}

fn boxes_to_go(fight: &PlatoonFight, me: ActorId) -> i32 {
    match fight.zone_of(me).map(|zone| fight.roster.ground.region(zone)) {
        Some(Region::Track(number)) => (6 - i32::from(number)).max(1),
        _ => 1,
    }
}

/// Formats `; SPOTTED of this unit goes from 1 to 2` if an act reveals the acting unit.
fn shows(fight: &PlatoonFight, me: ActorId, act: Verb, skill: SkillId) -> String {
    let before = fight.state.unit(me).map_or(0, |unit| i32::from(unit.spotted));
    let after = before.saturating_add(fight.exposure(me, act, skill)).min(i32::from(MOST));
    if after == before { String::new() } else { format!("; SPOTTED of this unit goes from {before} to {after}") }
}

/// Describes the odds of an attack on a target.
pub(super) fn aim(fight: &PlatoonFight, me: ActorId, it: Id) -> Option<String> {
    let act = fight.state.declared.act?;
    match (act, it) {
        (Verb::Attack, Id::Actor(target)) => {
            let shots = fight.shots(me, it).into_iter();
            let shots = shots.filter_map(|shot| Some((shot, fight.attack_prospect(me, shot.way.skill, (it, false), target)?)));
            let (shot, prospect) = shots.max_by_key(|(_, prospect)| (prospect.expected, prospect.hit))?;
            Some(format!("{}{}{}", promise(prospect), far(fight, me, it, shot.penalty), whom(fight, target)))
        }
        (Verb::Attack, Id::Zone(zone)) => {
            let shot = fight.shots(me, it).into_iter().next()?;
            Some(format!("{}{}", everybody(fight, me, shot.way.skill, zone), far(fight, me, it, shot.penalty)))
        }
        (Verb::Deploy, Id::Zone(zone)) => super::movement::comes_down(fight, me, zone),
        (Verb::Jam, Id::Zone(zone)) => {
            let there = fight.withs(me, act, it).first().map(|&(skill, ..)| {
                let struck = fight.stricken_in(me, slip_play::effects::Act::Jam, skill, zone);
                struck.iter().map(|&it| name(fight, it)).collect::<Vec<_>>().join(", ")
            })?;
            Some(format!("all units there: {there}"))
        }
        _ => {
            let best = best(fight, me, act, it)?;
            let far = it.zone().map_or_else(String::new, |zone| far(fight, me, it, zone_penalty(fight, me, zone, best.skill)));
            if matches!(act, Verb::Interdict | Verb::Maneuver) {
                // The effect does not depend on the zone. It was described with the act and is not repeated here.
                return Some(format!("{}{far}", chance(fight, me, act, it, best)));
            }
            Some(format!("{}{far}", sentence(fight, me, act, it, best)))
        }
    }
}

/// Returns the range penalty for a maneuver in a zone or an interdiction of its borders.
fn zone_penalty(fight: &PlatoonFight, me: ActorId, zone: ZoneId, skill: SkillId) -> i32 {
    match fight.state.declared.act {
        Some(Verb::Interdict) => fight.interdictions(me, zone).iter().find(|shot| shot.way.skill == skill).map_or(0, |shot| shot.penalty),
        _ => fight.maneuver_penalty(me, zone).unwrap_or(0),
    }
}

/// Formats the range and its penalty: `; range 2, penalty -1`.
fn far(fight: &PlatoonFight, me: ActorId, it: Id, penalty: i32) -> String {
    let range = match it {
        Id::Actor(it) => fight.range_between(me, it),
        _ => zone_of(fight, it).and_then(|zone| fight.range_to(me, zone)),
    };
    let Some(range) = range else { return String::new() };
    if penalty > 0 { format!("; range {range}, penalty -{penalty}") } else { format!("; range {range}") }
}

/// Describes the remaining morale of an enemy, and the defence roll that is still in effect.
fn whom(fight: &PlatoonFight, it: ActorId) -> String {
    let Some(unit) = fight.state.unit(it) else { return String::new() };
    let stands: Vec<String> =
        unit.defences.iter().filter_map(|roll| Some(format!("{} {}", skill_title(fight, roll.skill?), roll.total()))).collect();
    let stands = if stands.is_empty() { String::new() } else { format!("; already rolled: {}", stands.join(", ")) };
    let seen = if fight.is_airborne(it) { String::new() } else { format!("; SPOTTED {}", unit.spotted) };
    let out = counted(i64::from(fight.shifts_to_take_out(it)), "shift takes", "shifts take");
    format!("{seen}; morale {}, {out} it out{stands}", boxes(unit.morale))
}

/// Describes the odds against every unit that an attack on a zone strikes, with own units marked.
fn everybody(fight: &PlatoonFight, me: ActorId, skill: SkillId, zone: ZoneId) -> String {
    let one = |(it, prospect): (ActorId, Prospect)| {
        let ours = if fight.are_enemies(me, it) { "" } else { " (your own)" };
        let out = if prospect.kill_told > 0 { format!(", {}% out", prospect.kill_told) } else { String::new() };
        format!("{}{ours} {}% hit{out}", name(fight, it), prospect.hit_told)
    };
    let all: Vec<String> = fight.area_prospects(me, skill, zone).into_iter().map(one).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    format!("all units there: {}", listed(&all))
}

/// Describes the odds of a skill after the target is chosen.
pub(super) fn with(fight: &PlatoonFight, me: ActorId, choice: Choice) -> Option<String> {
    let (act, it, skill, area) = (fight.state.declared.act?, fight.state.declared.it, choice.skill()?, choice.how == Choice::AREA);
    let shows = shows(fight, me, act, skill);
    match (act, it) {
        (Verb::Attack, Id::Actor(target)) => Some(format!("{}{shows}", promise(fight.attack_prospect(me, skill, (it, false), target)?))),
        (Verb::Attack, Id::Zone(zone)) => Some(format!("{}{shows}", everybody(fight, me, skill, zone))),
        _ => {
            let odds = fight.odds(me, act, skill, (it, area), None)?;
            Some(sentence(fight, me, act, it, Best { skill, odds }))
        }
    }
}
