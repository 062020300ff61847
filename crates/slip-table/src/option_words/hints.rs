//! Describes the cost and the odds of an option in one line.
//!
//! Doctrines use the same numbers of the engine. They are exact for the current state of the actors and the dice, but leave out additions
//! that either side may make later.

use crate::transcript::phrases::{counted, skill_title, the};
use slip_dice::DiceKind;
use slip_dice::fate::fate_points::spin_of;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Holder, Prospect, RollDistribution, Slots, percent};
use slip_play::choice::{Choice, Verb};
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, BorderId, Id, ZoneId};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::attack_cache::AttackCaches;
use slip_play::personal::odds::{PersonalShot, Shots};
use slip_play::question::{Ask, Point};

/// Price of a roll with a weapon for which the actor has no training (R-P24).
const UNTRAINED: &str = "; costs 1 fate point for lack of training";

/// Describes the cost and the odds of an option; `None` if it has neither.
pub(super) fn about(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    let me = ask.me.actor()?;
    if let Some(own) = fight.roster.social.is_some().then(|| super::social::about(fight, ask, choice)).flatten() {
        return own;
    }
    match choice.verb {
        Verb::Attack => best_shot(fight, me, &|_| true).map(|shot| format!("at best {}", promise(shot.prospect))),
        Verb::Target if fight.state.declared.act == Some(Verb::Attack) => {
            best_shot(fight, me, &|shot| shot.it == choice.it).map(|shot| promise(shot.prospect))
        }
        Verb::Use if fight.state.declared.act == Some(Verb::Attack) => {
            let it = fight.state.declared.it;
            let shot = best_shot(fight, me, &|shot| shot.it == it && shot.using == choice)?;
            Some(format!("{}{}", promise(shot.prospect), bound(fight, me, &shot)))
        }
        Verb::Use => {
            let price = if fight.is_act_paid(me, choice.skill()) { UNTRAINED } else { "" };
            Some(format!("{}{price}", against(fight, fight.plain_total(me, choice))))
        }
        Verb::Aim => aim(fight, me, choice),
        Verb::Move => {
            let skill = skill_title(fight, fight.skill_of_move(me));
            Some(format!("roll {skill}: at least 1 point of movement, 1 more for each shift"))
        }
        Verb::Maneuver => Some(best_maneuver(fight, me)),
        Verb::Obstruct => Some(format!("a roll against {}", fight.roster.settings.obstruct_difficulty)),
        Verb::Remove => {
            let free = fight.state.aspects.row(choice.aspect()?)?.free.is_some();
            let difficulty = fight.roster.settings.maneuver_difficulty;
            Some(if free { "no roll needed while its free tag lasts".to_owned() } else { format!("a roll against {difficulty}") })
        }
        Verb::Yes => yes(fight, ask, choice),
        Verb::Accept if ask.point == Point::AcceptConcession => {
            let who = ask.it.actor().map(|who| fight.roster.actors[who].title.as_str())?;
            Some(format!("{who} leaves the fight on these terms"))
        }
        Verb::Enter | Verb::Go | Verb::Stay | Verb::Pay | Verb::Close if ask.point == Point::FreeMove && fight.loses_action(me, choice) => {
            let lost = lost(fight, me);
            let rest = if choice.verb == Verb::Stay { None } else { step(fight, me, choice) };
            Some(rest.map_or(lost.clone(), |rest| format!("{rest}; {lost}")))
        }
        Verb::Enter | Verb::Go | Verb::Pay | Verb::Close => step(fight, me, choice),

        Verb::Term => (!fight.is_judging()).then(|| term(fight, choice).to_owned()),
        Verb::Defend => {
            let total = fight.expected_defence(me, choice.skill());
            let price = if fight.is_defence_paid(me, choice.skill()) { UNTRAINED } else { "" };
            Some(if choice.how == 1 { format!("already rolled: {total}") } else { format!("{}{price}", dice_and(total)) })
        }
        Verb::Invoke | Verb::Tag | Verb::Free | Verb::Spin => adjust(fight, ask, me, choice),
        Verb::Take => Some(take(fight, me, choice)),
        Verb::Concede => Some("leaves the fight if every other side accepts".to_owned()),
        Verb::Fact => Some(stated(choice)),
        _ => super::compel_hints::about(fight, ask, choice),
    }
}

/// Returns the duration of a placed aspect or an obstacle. An obstacle that is not permanent is maintained (R-P29).
fn term(fight: &Personal, choice: Choice) -> &'static str {
    match (choice.how, fight.state.declared.act) {
        (0, _) => "for the whole fight",
        (_, Some(Verb::Obstruct)) => "as long as its maker does nothing else next to the border",
        _ => "until the end of the maker's next turn",
    }
}

/// Formats odds: `74% to hit, 10% to take out, 1.2 boxes of damage on average`.
pub(super) fn promise(prospect: Prospect) -> String {
    let out = if prospect.kill_told > 0 { format!(", {}% to take out", prospect.kill_told) } else { String::new() };
    format!("{}% to hit{out}, {}.{} boxes of damage on average", prospect.hit_told, prospect.expected / 100, prospect.expected % 100 / 10)
}

/// Formats dice with a fixed modifier: `dice + 4`, `dice - 1`.
pub(super) fn dice_and(amount: i32) -> String {
    let sign = if amount < 0 { '-' } else { '+' };
    format!("dice {sign} {}", amount.unsigned_abs())
}

/// Returns the probability that a roll of these dice reaches a total, in percent.
pub(super) fn chance(dice: DiceKind, total: i32) -> u64 {
    let spread = RollDistribution::of(dice);
    percent(spread.at_least(total), spread.all())
}

/// Formats the chance of success with the actor's best skill for a maneuver: `74% with the best skill`.
pub(super) fn best_maneuver(fight: &Personal, me: ActorId) -> String {
    let (ways, all) = fight.maneuver_ways(me, &mut AttackCaches::default());
    format!("{}% with the best skill", percent(ways, all))
}

fn best_shot(fight: &Personal, me: ActorId, meant: &dyn Fn(&PersonalShot) -> bool) -> Option<PersonalShot> {
    let mut shots = Shots::default();
    fight.shots(me, &mut shots, &mut AttackCaches::default());
    shots.iter().copied().filter(meant).max_by_key(|shot| (shot.prospect.expected, shot.prospect.hit))
}

/// Formats the probability of success against a fixed difficulty.
fn against(fight: &Personal, total: i32) -> String {
    let obstructs = fight.state.declared.act == Some(Verb::Obstruct);
    let settings = &fight.roster.settings;
    let difficulty = if obstructs { settings.obstruct_difficulty } else { settings.maneuver_difficulty };
    // An obstruction needs at least one shift; other acts need none.
    let needed = difficulty - total + i32::from(obstructs);
    format!("{}%: {} against {difficulty}", chance(settings.dice, needed), dice_and(total))
}

/// Returns a note if an attack is forbidden in some zones: in the zone of the actor, or in zones that its free move reaches.
fn bound(fight: &Personal, me: ActorId, shot: &PersonalShot) -> &'static str {
    let here = fight.state.actors[me].zone;
    let forbidden = |from: ZoneId| fight.is_aim_forbidden(me, shot.using, shot.it, from);
    let footholds = fight.footholds(me);
    let away: Vec<ZoneId> = footholds.into_iter().filter(|&zone| zone != here).collect();
    if forbidden(here) {
        "; allowed only after a free move"
    } else if away.iter().any(|&zone| forbidden(zone)) {
        "; forbidden from some zones that the free move reaches"
    } else {
        ""
    }
}

fn aim(fight: &Personal, me: ActorId, choice: Choice) -> Option<String> {
    let track = TrackId(u8::try_from(choice.n).ok()?);
    let (Id::Actor(target), using) = (fight.state.declared.it, fight.state.declared.using?) else { return None };
    let there = fight.state.actors[target].zone;
    let from = best_shot(fight, me, &|shot| shot.it == Id::Actor(target) && shot.using == using)?.from;
    Some(promise(fight.prospect_at(me, using, target, track, (from, there), 0, &mut AttackCaches::default())))
}

fn points(number: i32) -> String {
    counted(i64::from(number), "point", "points")
}

pub(super) fn fate(number: u16) -> String {
    counted(i64::from(number), "fate point", "fate points")
}

/// Describes the cost of a compel in space and platoon combat: fate points, or a free tag in place of a point. To refuse, the target pays
/// the same amount (R-VF7).
pub(super) fn compel(choice: Choice) -> String {
    if choice.how & Choice::BY_TAG != 0 {
        return "uses up the free tag; pays you 1 fate point if refused".to_owned();
    }
    let price = choice.n.unsigned_abs().max(1);
    format!("costs {} if accepted; pays you {price} if refused", fate(price))
}

/// Describes the cost of stating a fact, and its effect (R-P44).
fn stated(choice: Choice) -> String {
    let leaves = match choice.how {
        Choice::FACT_SCENE => "; if true, it becomes an aspect of the scene",
        Choice::FACT_ZONE => "; if true, it becomes an aspect of your zone",
        _ => "",
    };
    format!("costs {}, given back if the fact is altered{leaves}", fate(1))
}

/// Describes the price and the text of an optional effect.
fn yes(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    if choice.with == Choice::NOTHING {
        return (ask.point == Point::PayAccess).then(|| format!("costs {}", fate(1)));
    }
    let sentence = fight.sentence(choice.with);
    let price = fight.roster.lines.get(choice.with).map_or(0, |line| line.price);
    let price = if price > 0 { format!("costs {}; ", fate(price)) } else { String::new() };
    Some(format!("{price}{sentence}"))
}

/// Describes the cost of a step and its result: the zone that the actor enters, or the border that the actor closes or pays for.
fn step(fight: &Personal, me: ActorId, choice: Choice) -> Option<String> {
    match choice.verb {
        Verb::Pay => Some(pay(fight, me, choice.border()?)),
        Verb::Close => {
            let left = fight.state.board.borders.row(choice.border()?)?.to_close()?;
            Some(if left <= 1 { "closes the border".to_owned() } else { format!("{} more to close the border", points(left - 1)) })
        }
        _ => go(fight, me, choice),
    }
}

/// Warns that this free move makes the declared action illegal, so that no dice would be rolled.
fn lost(fight: &Personal, me: ActorId) -> String {
    format!("after this step {} is not allowed, and no dice are rolled", declared(fight, me))
}

/// Names the declared action: `the attack with the light gun`.
pub(crate) fn declared(fight: &Personal, me: ActorId) -> String {
    let using = fight.state.declared.using;
    let weapon = using.and_then(Choice::weapon).and_then(|number| fight.roster.actors[me].weapons.get(usize::from(number)));
    match (fight.state.declared.act, weapon) {
        (Some(Verb::Attack), Some(weapon)) => format!("the attack with {}", the(&weapon.title)),
        (Some(Verb::Attack), None) => "the attack".to_owned(),
        (Some(Verb::Maneuver), _) => "the maneuver".to_owned(),
        (Some(Verb::Obstruct), _) => "the obstruction".to_owned(),
        (Some(Verb::FirstAid), _) => "first aid".to_owned(),
        _ => "the action".to_owned(),
    }
}

/// Describes a step into a zone: the path, the cost, and the enemies and aspects there.
fn go(fight: &Personal, me: ActorId, choice: Choice) -> Option<String> {
    let to = choice.it.zone()?;
    let (cost, through) = match choice.border() {
        Some(border) => (fight.crossing_cost(me, border)?, String::new()),
        None => {
            let path = fight.path(me, to);
            let cost = path.iter().filter_map(|way| fight.crossing_cost(me, way.border)).sum();
            let zones: Vec<&str> = path.iter().filter(|way| way.to != to).map(|way| fight.zone(way.to)).collect();
            (cost, if zones.is_empty() { String::new() } else { format!(" through {}", zones.join(", ")) })
        }
    };
    Some(format!("{}{through}{}", points(cost), there(fight, me, to)))
}

/// Describes the enemies and aspects in a zone.
fn there(fight: &Personal, me: ActorId, zone: ZoneId) -> String {
    let mut words = String::new();
    let enemies = fight.enemies_in(me, zone);
    if enemies > 0 {
        words.push_str(&format!("; {enemies} {} there", if enemies == 1 { "enemy" } else { "enemies" }));
    }
    let aspects: Vec<String> = fight
        .state
        .aspects
        .values()
        .filter(|aspect| aspect.present && aspect.holder == Holder::Zone(zone.0))
        .map(|aspect| format!("\"{}\"", aspect.text))
        .collect();
    if !aspects.is_empty() {
        words.push_str(&format!("; {}", aspects.join(", ")));
    }
    words
}

fn pay(fight: &Personal, me: ActorId, border: BorderId) -> String {
    let opens = fight.state.board.borders.row(border).and_then(|state| state.to_open());
    match opens.filter(|&left| left > 0) {
        Some(left) if left <= 1 => "1 point opens the border".to_owned(),
        Some(left) => format!("1 point; {} more to open the border", points(left - 1)),
        None => {
            let left = fight.crossing_cost(me, border).map_or(0, |cost| cost - 1);
            format!("1 point towards crossing; {} more to cross", points(left))
        }
    }
}

/// Describes an addition to a roll after the dice: the gain, the cost, and any change of the result.
fn adjust(fight: &Personal, ask: &Ask, me: ActorId, choice: Choice) -> Option<String> {
    let contest = fight.state.contest.as_ref()?;
    let roll = contest.roll_of(fight.state.step.n)?;
    let own = fight.state.actors[me].fate.points();
    let cost = match choice.verb {
        Verb::Free => "uses up the free tag".to_owned(),
        Verb::Spin => {
            let left = i32::from(i16::try_from(spin_of(&fight.state.spin, ask.seat.0)).unwrap_or(i16::MAX)) - i32::from(choice.n);
            format!("leaves {left} spin")
        }
        _ => format!("costs 1 of {}", fate(own)),
    };
    if choice.how == Choice::REROLL && choice.verb != Verb::Spin {
        let now = roll.faces.total();
        let better = chance(fight.roster.settings.dice, now + 1);
        return Some(format!("{cost}; rolls the dice (now {now:+}) again, {better}% for a better roll"));
    }
    let gain = match choice.verb {
        Verb::Spin => i32::from(choice.n),
        _ => fight.roster.settings.bonus,
    };
    let part = match fight.state.declared.act {
        Some(Verb::Attack) if fight.state.step.n == 0 => RollPart::Attack,
        Some(Verb::Attack) => RollPart::Defence,
        _ => RollPart::Other,
    };
    let turns = part.change(fight.misses_by(), i64::from(gain));
    Some(format!("{cost}; {} becomes {}, {turns}", roll.total(), roll.total() + gain))
}

/// Part that a roll plays in an action. It decides the words that describe a change of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RollPart {
    /// Roll of an attacker.
    Attack,
    /// Roll of a defender.
    Defence,
    /// Any other roll.
    Other,
}

impl RollPart {
    /// Describes the effect of adding `gain` to a roll that needs `lacks` more to reach its next result: `hits instead of a miss`.
    pub(super) fn change(self, lacks: i64, gain: i64) -> String {
        let short = lacks - gain;
        match self {
            RollPart::Attack if lacks <= 0 => format!("hits already; {gain} more shifts"),
            RollPart::Attack if short <= 0 => "hits instead of a miss".to_owned(),
            RollPart::Attack => format!("still {short} short of a hit"),
            RollPart::Defence if lacks <= 0 => "the attack misses already".to_owned(),
            RollPart::Defence if short <= 0 => "the attack misses instead of hitting".to_owned(),
            RollPart::Defence => format!("still hit, {short} short"),
            RollPart::Other if lacks <= 0 => "already a success".to_owned(),
            RollPart::Other if short <= 0 => "succeeds instead of failing".to_owned(),
            RollPart::Other => format!("still {short} short"),
        }
    }
}

/// Describes the rest of a hit after the consequences of an option have absorbed their part.
fn take(fight: &Personal, me: ActorId, choice: Choice) -> String {
    let set = Slots::from_number(choice.how);
    let hit = fight.pending_hit();
    let elsewhere = choice.n == Choice::ELSEWHERE;
    let landings = fight.landings_with(me, hit, set, elsewhere).map(|(track, landing)| match landing {
        TrackHit::Nothing => format!("no box of {}", fight.track(track)),
        TrackHit::Box(number) => format!("box {number} of {}", fight.track(track)),
        TrackHit::Past => format!("past the end of {}: taken out", fight.track(track)),
    });
    let landings: Vec<String> = landings.collect();
    let left = fight.state.actors[me].slots.without(set).count();
    let slots = if set == Slots::NONE { String::new() } else { format!("; {} left", counted(i64::from(left), "slot", "slots")) };
    format!("a hit of {hit}: {}{slots}", landings.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_that_of_the_dice_in_force_to_the_nearest_percent() {
        assert_eq!([chance(DiceKind::Fudge, 1), chance(DiceKind::Difference, 1), chance(DiceKind::DifferenceCapped, 1)], [38, 42, 39]);
        assert_eq!([chance(DiceKind::Fudge, 5), chance(DiceKind::Difference, 5), chance(DiceKind::Difference, -5)], [0, 3, 100]);
    }
}
