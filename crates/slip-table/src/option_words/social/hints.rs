//! Describes the cost and the odds of an option of social combat in one line.

use crate::option_words::hints::{best_maneuver, dice_and};
use crate::transcript::phrases::{counted, fate, name, skill_title, zone};
use slip_play::choice::{Choice, Verb};
use slip_play::effects::Act;
use slip_play::event::Phase;
use slip_play::ids::{ActorId, BorderId, Id, SkillId, ZoneId};
use slip_play::personal::Personal;
use slip_play::personal::attack_cache::AttackCaches;
use slip_play::personal::odds::Shots;
use slip_play::personal::social::odds::SocialRollOdds;
use slip_play::personal::state::COMPOSURE;
use slip_play::question::{Ask, Point};

/// Describes the cost and the odds of an option in social combat. The outer `None` means that the description of personal combat applies.
pub(in crate::option_words) fn about(fight: &Personal, ask: &Ask, choice: Choice) -> Option<Option<String>> {
    let me = ask.me.actor()?;
    Some(match (ask.point, choice.verb) {
        (Point::Act, Verb::Move) => best(fight, me, Act::Move).map(|skill| {
            let chance = fight.chance_of(me, Some(skill), Act::Move, 0);
            format!("{}: {}, after the free step", rated(fight, me, skill, Act::Move), walks(chance))
        }),
        (Point::Act, Verb::Push) => {
            likeliest(fight, me).map(|(target, chance)| format!("at best {}: {}", name(fight, target), walks(chance)))
        }
        (Point::Act, Verb::Obstruct) => Some("adds the total of the roll, minus the range, to borders of a zone".to_owned()),
        (Point::Act, Verb::Maneuver) => Some(best_maneuver(fight, me)),
        (Point::Act, Verb::Remove) => {
            let free = fight.state.aspects.row(choice.aspect()?)?.free.is_some();
            let roll = best_maneuver(fight, me);
            Some(if free { "no roll needed while its free tag lasts".to_owned() } else { roll })
        }
        (Point::Act, Verb::BreakOff) => Some(breaks_off(fight)),
        (Point::Whom, Verb::Target) => return whom(fight, me, choice),
        (Point::Skill, Verb::Use) => with(fight, me, choice),
        (Point::Share, _) => shared(fight, choice),
        (Point::Steps | Point::FreeMove, Verb::Enter | Verb::Go) => step(fight, me, choice),
        (Point::Steps | Point::FreeMove, Verb::Pay) => choice.border().map(|border| {
            let left = fight.border_value(border) - 1;
            format!("1 point; lowers the value of the border to {left} for everyone")
        }),
        (Point::SetUp, Verb::Maneuver) => Some("an aspect with a free tag for your side".to_owned()),
        (Point::SetUp, Verb::Border) => Some("raises the value of the border to 2: it costs 2 more points to cross".to_owned()),
        (Point::Beaten, Verb::Accept) => terms(fight, 0),
        (Point::Beaten, Verb::Alter) => terms(fight, 1),
        (Point::Term, Verb::Term) if fight.state.step.phase == Phase::Skill => Some("the skill fits".to_owned()),
        (Point::Term, Verb::Veto) if fight.state.step.phase == Phase::Skill => {
            Some("the skill does not fit: another skill must be used".to_owned())
        }
        (Point::Defend, Verb::Defend) => Some(dice_and(fight.expected_defence(me, choice.skill()))),
        _ => return None,
    })
}

fn best(fight: &Personal, me: ActorId, act: Act) -> Option<SkillId> {
    fight.best_skill(me, act)
}

/// Formats a skill with its total for an act: `Charm 3`.
fn rated(fight: &Personal, me: ActorId, skill: SkillId, act: Act) -> String {
    let total = fight.chance_of(me, Some(skill), act, 0).margin;
    format!("{} {total}", skill_title(fight, skill))
}

/// Formats the odds of a push: `94% to move, 3.0 points expected`.
fn walks(chance: SocialRollOdds) -> String {
    format!("{}% to move, {} expected", chance.told(1), points(chance.mean(i64::from)))
}

/// Formats hundredths as points: `1.4 points`.
fn points(hundredths: i64) -> String {
    format!("{}.{} points", hundredths / 100, hundredths % 100 / 10)
}

/// Returns the person or pawn that a push of the actor is most likely to move.
fn likeliest(fight: &Personal, me: ActorId) -> Option<(ActorId, SocialRollOdds)> {
    let chance = |target: ActorId| (target, fight.push_chance(me, None, target, nearest(fight, me, fight.state.actors[target].zone)));
    let targets = fight.social_targets(me, Verb::Push).into_iter().filter_map(Id::actor).map(chance);
    // If a side must bring a person or pawn to a zone, this target is preferred to all others.
    let wanted = |target: ActorId| fight.roster.sides.keys().any(|side| !fight.goals_of(side, target).is_empty());
    targets.rev().max_by_key(|(target, chance)| (wanted(*target), chance.percent(1), chance.mean(i64::from)))
}

/// Returns the zone nearest to a given zone, among the zones that the free move reaches.
fn nearest(fight: &Personal, me: ActorId, to: ZoneId) -> ZoneId {
    let near = fight.footholds(me).into_iter().min_by_key(|&from| (fight.roster.map.range(from, to), from));
    near.unwrap_or(fight.state.actors[me].zone)
}

/// Describes the range of an act, and the range after the free step if that is smaller.
fn range(fight: &Personal, me: ActorId, to: ZoneId) -> String {
    let here = fight.roster.map.range(fight.state.actors[me].zone, to);
    let near = fight.roster.map.range(nearest(fight, me, to), to);
    match (here, near) {
        (0, _) => "in the same zone".to_owned(),
        (here, near) if near < here => format!("range {here}, {near} after the free step"),
        (here, _) => format!("range {here}"),
    }
}

fn whom(fight: &Personal, me: ActorId, choice: Choice) -> Option<Option<String>> {
    match (fight.state.declared.act?, choice.it) {
        (Verb::Push, Id::Actor(target)) => {
            let there = fight.state.actors[target].zone;
            let chance = fight.push_chance(me, None, target, nearest(fight, me, there));
            Some(Some(format!("in {}, {}: {}, {}", zone(fight, there), range(fight, me, there), resists(fight, target), walks(chance))))
        }
        (Verb::Attack, Id::Actor(target)) => {
            let mut shots = Shots::default();
            fight.shots(me, &mut shots, &mut AttackCaches::default());
            let shot = shots.iter().find(|shot| shot.it == choice.it)?;
            let there = fight.state.actors[target].zone;
            Some(Some(format!("{}: {}", range(fight, me, there), crate::option_words::hints::promise(shot.prospect))))
        }
        (Verb::Obstruct, Id::Zone(there)) => {
            let off = i32::from(fight.roster.map.range(nearest(fight, me, there), there));
            let chance = fight.chance_of(me, None, Act::Obstruct, off);
            let ways = fight.roster.map.zones[there].ways.len();
            let borders = counted(i64::try_from(ways).unwrap_or(0), "border", "borders");
            let sum = points(chance.mean(i64::from));
            Some(Some(format!("{borders}, {}: {}% to put up an obstacle, {sum} expected", range(fight, me, there), chance.told(1))))
        }
        _ => None,
    }
}

/// Describes the skill with which a target resists a push.
fn resists(fight: &Personal, target: ActorId) -> String {
    if !fight.state.actors[target].is_active() {
        return "does not resist".to_owned();
    }
    let skills = fight.words_defences(target, COMPOSURE);
    let best = skills.into_iter().max_by_key(|&skill| (fight.expected_defence(target, skill), std::cmp::Reverse(skill)));
    let total = fight.guard_of_words(target, COMPOSURE);
    match best.flatten() {
        Some(skill) => format!("resists with {} {total}", skill_title(fight, skill)),
        None => format!("resists with {total}"),
    }
}

/// Describes the odds of a skill for the declared act.
fn with(fight: &Personal, me: ActorId, choice: Choice) -> Option<String> {
    let skill = choice.skill();
    let declared = &fight.state.declared;
    let here = fight.state.actors[me].zone;
    let act = fight.declared_act()?;
    let rank = fight.chance_of(me, skill, act, 0).margin;
    let ranked = |rest: String| Some(format!("{rank:+}: {rest}"));
    match (declared.act?, declared.it) {
        (Verb::Attack, Id::Actor(target)) => {
            let track = fight.words_track(me, target);
            let zones = (here, fight.state.actors[target].zone);
            ranked(crate::option_words::hints::promise(fight.prospect_at(
                me,
                choice,
                target,
                track,
                zones,
                0,
                &mut AttackCaches::default(),
            )))
        }
        (Verb::Push, Id::Actor(target)) => ranked(walks(fight.push_chance(me, skill, target, here))),
        (Verb::Move, _) => ranked(walks(fight.chance_of(me, skill, act, 0))),
        (Verb::Obstruct, Id::Zone(there)) => {
            let off = i32::from(fight.roster.map.range(here, there));
            let chance = fight.chance_of(me, skill, act, off);
            ranked(format!("{}%, {} expected", chance.told(1), points(chance.mean(i64::from))))
        }
        _ => ranked(format!("{}%", fight.chance_of(me, skill, act, 0).told(1))),
    }
}

/// Describes the new values of borders.
fn shared(fight: &Personal, choice: Choice) -> Option<String> {
    let rest = fight.state.declared.share.map_or(0, |share| share.rest);
    let becomes = |border: BorderId, by: i32| format!("{} becomes {}", fight.border_value(border), fight.border_value(border) + by);
    match choice.verb {
        Verb::All => Some(becomes(choice.border()?, rest)),
        Verb::Put => {
            let left = rest - i32::from(choice.n);
            Some(format!("{}, {left} left to place", becomes(choice.border()?, i32::from(choice.n))))
        }
        Verb::Even => {
            Some(format!("{rest} in all, shared among all borders of the zone; if the shares are not equal, the first borders get more"))
        }
        Verb::ByHand => Some("choose for each border, 0 or more".to_owned()),
        _ => None,
    }
}

/// Describes the cost of a step, the borders that the step wears down, and the people in the zone.
fn step(fight: &Personal, me: ActorId, choice: Choice) -> Option<String> {
    let to = choice.it.zone()?;
    let walker = fight.pushed().filter(|_| fight.state.step.phase == Phase::Steps).unwrap_or(me);
    let (cost, worn) = match choice.border() {
        Some(border) => (1, fight.border_value(border).max(0)),
        None => {
            let path = fight.path(walker, to);
            let worn = path.iter().map(|way| fight.border_value(way.border).max(0)).sum::<i32>();
            (i32::try_from(path.len()).unwrap_or(0), worn)
        }
    };
    let worn_down = if worn > 0 { format!(", {worn} of which wear down the border") } else { String::new() };
    let free = fight.state.step.phase == Phase::FreeMove;
    let price = if free { "free".to_owned() } else { format!("{}{worn_down}", counted(i64::from(cost + worn), "point", "points")) };
    let there = fight.state.actors.iter().filter(|(who, actor)| *who != walker && actor.is_there() && actor.zone == to);
    let there: Vec<&str> = there.map(|(who, _)| name(fight, who)).collect();
    let met = match there.as_slice() {
        [] => String::new(),
        few if few.len() <= 4 => format!("; there: {}", few.join(", ")),
        many => format!("; {} people there", many.len()),
    };
    Some(format!("{price}{met}"))
}

fn breaks_off(fight: &Personal) -> String {
    let stakes = fight.roster.social.as_ref().and_then(|social| social.broke_down.flatten());
    let whose = stakes.and_then(|side| fight.roster.sides.row(side));
    match whose {
        Some(side) => format!("the conflict turns violent, and the stakes go to {}", side.name.as_str().replace('_', " ")),
        None => "the conflict turns violent, and no side gets the stakes".to_owned(),
    }
}

/// Describes proposed terms for a defeated actor.
fn terms(fight: &Personal, number: usize) -> Option<String> {
    let terms = fight.state.parley.get(number)?;
    let tag = fate(fight, terms.fate);
    let say = terms.say.as_ref().map(|say| format!(", \"{say}\"")).unwrap_or_default();
    Some(format!("{tag}{say}"))
}
