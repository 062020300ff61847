//! Describes the cost and the odds of an option of platoon combat in one line.
//!
//! The numbers are those of the engine ([`slip_play::platoon::odds`]). They are exact for the current state of the units and the dice, but
//! do not consider additions that either side may make later.

mod after_declaration;
mod movement;
mod target_odds;

use crate::option_words::hints::{compel, fate as points};
use crate::transcript::phrases::{counted, listed};
use crate::transcript::platoon::phrases::{name, whereabouts};
use slip_dice::fate::Odds;
use slip_play::choice::{Choice, Verb};
use slip_play::event::Phase;
use slip_play::ids::{ActorId, Id};
use slip_play::platoon::PlatoonFight;
use slip_play::question::{Ask, Point};

/// Describes the cost and the odds of an option; `None` if it has neither.
pub(in crate::option_words) fn about(fight: &PlatoonFight, ask: &Ask, choice: Choice) -> Option<String> {
    let me = ask.me.actor();
    match choice.verb {
        Verb::Begin => movement::begins(fight, choice),
        Verb::Command => command(fight, choice.it.actor()?),
        Verb::Adopt => Some("acts with this platoon and uses its fate points".to_owned()),
        Verb::Unit => stands(fight, choice.it.actor()?),
        Verb::Enter | Verb::Go => movement::enter(fight, me?, choice),
        Verb::Exit if fight.state.step.phase == Phase::End => Some("back to the first box of the re-arm track".to_owned()),
        Verb::Exit => Some("off the map for good".to_owned()),
        Verb::Load | Verb::Unload => Some(format!("{} does not act in this turn", name(fight, choice.it.actor()?))),
        Verb::Rally if ask.point == Point::RallyToo => target_odds::fixed(fight, me?, Verb::Rally, choice.it),
        Verb::Again if ask.point == Point::Engineer => target_odds::fixed(fight, me?, Verb::Maneuver, fight.state.declared.it),
        Verb::Again => Some("one more action of any kind".to_owned()),
        Verb::Target => target_odds::aim(fight, fight.state.declared.me.or(me)?, choice.it),
        Verb::Use => target_odds::with(fight, fight.state.declared.me.or(me)?, choice),
        Verb::Term if choice.how == 0 => Some("for the whole fight".to_owned()),
        Verb::Term => Some("until the end of the unit's next turn".to_owned()),
        Verb::Defend => after_declaration::defend(fight, me?, choice),
        Verb::Invoke | Verb::Tag | Verb::Free | Verb::Spin => after_declaration::adjust(fight, choice),
        Verb::Take => after_declaration::take(fight, choice),
        Verb::All | Verb::Put => after_declaration::put(fight, choice),
        Verb::Even => Some("as evenly as possible".to_owned()),
        Verb::Maneuver if ask.point == Point::Engineer => Some("the aspect is placed, free to tag once".to_owned()),
        Verb::Strip => Some("removes the free tag instead of placing an aspect".to_owned()),
        Verb::Yes | Verb::No => yes(fight, ask, choice),
        Verb::Concede => Some("leaves the fight if every other side accepts".to_owned()),
        Verb::Compel => Some(compel(choice)),
        Verb::Refuse if ask.point == Point::AnswerCompel => Some(format!("costs {}", points(fight.state.offer?.points.max(1)))),
        Verb::Accept if ask.point == Point::AnswerCompel => accept(fight),
        Verb::Accept if ask.point == Point::AcceptConcession => {
            Some(format!("{} leaves the fight on these terms", name(fight, ask.it.actor()?)))
        }
        verb if ask.point == Point::Act => target_odds::act(fight, me?, verb),
        _ => None,
    }
}

/// Returns the probability of a roll with at least `shifts` shifts, in percent.
fn percent(odds: Odds, shifts: i32) -> u64 {
    slip_dice::fate::percent(odds.at_least(shifts), odds.all())
}

/// Describes how many units of a platoon would now be in reach of orders from its leader.
fn command(fight: &PlatoonFight, who: ActorId) -> Option<String> {
    let platoon = fight.state.platoon_of_id(who)?;
    let able: Vec<ActorId> = fight.units_of(platoon).filter(|&unit| fight.can_act(unit)).collect();
    let (heard, lost): (Vec<ActorId>, Vec<ActorId>) = able.iter().partition(|&&unit| fight.is_member_now(platoon, unit));
    let lost: Vec<&str> = lost.iter().map(|&unit| name(fight, unit)).collect();
    let without = if lost.is_empty() { String::new() } else { format!("; without orders: {}", listed(&lost)) };
    Some(format!("{} of {} can be given orders{without}", heard.len(), counted(i64::try_from(able.len()).ok()?, "unit", "units")))
}

/// Describes the location of a unit and its handicaps: SPOTTED, OOC, no orders.
fn stands(fight: &PlatoonFight, who: ActorId) -> Option<String> {
    let unit = fight.state.unit(who)?;
    let mut words = vec![whereabouts(fight, who)];
    if unit.spotted > 0 {
        words.push(format!("SPOTTED {}", unit.spotted));
    }
    if unit.ooc > 0 {
        words.push(format!("OOC {}", unit.ooc));
    }
    if fight.is_orphan(who) {
        words.push("without orders: one free move or one action".to_owned());
    }
    Some(words.join(", "))
}

/// Describes the cost of accepting or refusing a compel.
fn yes(fight: &PlatoonFight, ask: &Ask, choice: Choice) -> Option<String> {
    if choice.with != Choice::NOTHING {
        let price = fight.roster.lines.get(choice.with).map_or(0, |line| line.price);
        let price = if price > 0 { format!("costs {}; ", points(price)) } else { String::new() };
        let sentence = fight.roster.lines.get(choice.with).map_or("", |line| &line.text);
        return Some(format!("{price}{sentence}"));
    }
    match (ask.point, choice.verb) {
        (Point::Stop, Verb::Yes) => Some("the fight ends here if every side agrees".to_owned()),
        (Point::Intercept, Verb::Yes) => {
            Some("one attack in the air, then back to box 1 of the re-arm track; the unit has then acted".to_owned())
        }
        (Point::Muster, Verb::Yes) => Some("joins the march; the unit has then acted".to_owned()),
        _ => None,
    }
}

/// Describes the effect of obeying a compel.
fn accept(fight: &PlatoonFight) -> Option<String> {
    let offer = fight.state.offer?;
    let end = if fight.state.step.phase == Phase::Halt { "stops there" } else { "loses its action" };
    let gets = if offer.points > 0 { format!("gives you {}; ", points(offer.points)) } else { String::new() };
    Some(format!("{gets}{} {end}", name(fight, offer.on)))
}

/// Returns the zone with an id, or the zone of the unit with the id.
fn zone_of(fight: &PlatoonFight, it: Id) -> Option<slip_play::ids::ZoneId> {
    match it {
        Id::Zone(zone) => Some(zone),
        Id::Actor(who) => fight.stands(who),
        Id::Scene | Id::None => None,
    }
}
