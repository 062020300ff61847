//! Options as sentences for the list of a question: `Compel Iveta Marsh: "Born on the ice" (1 fate point)`.
//!
//! Options without a sentence are listed by the words that may be typed for them.

mod common_options;
mod platoon;
mod space;
mod stakes;

use super::hints::fate as fate_points;
use crate::transcript::phrases::{bearer, fate, name, side, skill_title, the, thing, title, way};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{CompelDemand, TrackId};
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, Id, Seat};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::roster::PersonalWeapon;
use slip_play::question::{Ask, Point};

/// Returns an option as a sentence. `None` if the words to type for the option are easy to read themselves.
pub(super) fn sentence<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<String> {
    let own = match fight.seen() {
        FightRef::Personal(fight) => personal(fight, ask, choice),
        FightRef::Space(fight) => space::sentence(fight, ask, choice),
        FightRef::Platoon(fight) => platoon::sentence(fight, ask, choice),
        FightRef::Stakes(fight) => stakes::sentence(fight, ask, choice),
    };
    own.or_else(|| common_options::sentence(ask.point, choice))
}

fn personal(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    let me = ask.me.actor();
    let border = || choice.border().map(|id| way(fight, id));
    Some(match choice.verb {
        Verb::FirstAid => "Give first aid".to_owned(),
        Verb::PickUp => format!("Pick up {}", the(&weapon(fight, me?, choice)?.title)),
        Verb::Term if fight.is_judging() => "Accept: it is reasonable".to_owned(),
        Verb::Task => format!("Work at \"{}\"", fight.task(choice.with)?.title),
        Verb::Stance => either(choice.how == 1, "Lie down", "Stand up"),
        Verb::Switch => switch(fight, me?, choice)?,
        Verb::Begin if choice.it == Id::None => switch(fight, me?, choice)?,
        Verb::Begin => format!("Begin in {}", thing(fight, choice.it)),
        Verb::Order if choice.how == 0 => "Turns in the order of skill".to_owned(),
        Verb::Order => format!("Turns in the order of seats, {} first", side(fight, Seat(u8::try_from(choice.n).ok()?))),
        Verb::Target if fight.state.declared.act == Some(Verb::Attack) && choice.it.zone().is_some() => {
            format!("Everyone in {}", thing(fight, choice.it))
        }
        Verb::Target | Verb::Payee => title(thing(fight, choice.it)),
        Verb::Use => using(fight, me?, choice),
        Verb::Aim => title(Names::track(fight, TrackId(u8::try_from(choice.n).ok()?))),
        Verb::Compel => compel(fight, choice)?,
        Verb::Counter => counter(fight, ask, choice),
        Verb::Go => format!("Go to {}", thing(fight, choice.it)),
        Verb::Enter => enter(fight, choice),
        Verb::Pay => format!("Pay 1 point for {}", border()?),
        Verb::Close => format!("Pay 1 point to close {}", border()?),
        Verb::Border if ask.point == Point::SetUp => format!("Make {} harder to cross", border()?),
        Verb::Border => title(&border()?),
        Verb::Defend => match choice.skill() {
            Some(skill) => format!("Defend with {}", skill_title(fight, skill)),
            None => "Defend without a skill".to_owned(),
        },
        Verb::Invoke | Verb::Tag | Verb::Free => {
            let id = choice.aspect()?;
            use_of(choice, Names::aspect(fight, id), &bearer(fight, id), fight.roster.settings.bonus)
        }
        Verb::Spin => format!("Spend {} spin", choice.n),
        Verb::Outcome if choice.n == Choice::FOR_GOOD => format!("{}, for good", title(fate(fight, choice.how))),
        Verb::Outcome => title(fate(fight, choice.how)),
        Verb::Concede => format!("Concede: {}", fate(fight, choice.how.checked_sub(1)?)),
        Verb::Remove => format!("Remove \"{}\"", Names::aspect(fight, choice.aspect()?)),
        Verb::Yes if choice.with != Choice::NOTHING => format!("Use \"{}\"", Names::line(fight, choice.with)),
        Verb::Yes if ask.point == Point::PayAccess => "Yes, pay a fate point".to_owned(),
        Verb::Push => format!("Push {}", name(fight, choice.it.actor()?)),
        Verb::Fact => fact(choice.how).to_owned(),
        Verb::BreakOff => "Turn violent".to_owned(),
        Verb::Maneuver if ask.point == Point::SetUp => format!("Put an aspect on {}", thing(fight, choice.it)),
        Verb::All => format!("Put all shifts on {}", border()?),
        Verb::Put => format!("Put {} on {}", choice.n, border()?),
        Verb::Even => "Share the shifts evenly".to_owned(),
        Verb::ByHand => "Choose the shifts for each border separately".to_owned(),
        _ => return None,
    })
}

/// Returns `one` if `first` is true, otherwise `other`.
fn either(first: bool, one: &str, other: &str) -> String {
    if first { one.to_owned() } else { other.to_owned() }
}

fn weapon(fight: &Personal, me: ActorId, choice: Choice) -> Option<&PersonalWeapon> {
    fight.roster.actors[me].weapons.get(usize::from(choice.weapon()?))
}

/// Describes a change of a weapon's mode.
fn switch(fight: &Personal, me: ActorId, choice: Choice) -> Option<String> {
    let weapon = weapon(fight, me, choice)?;
    let mode = weapon.modes.get(usize::try_from(choice.n).ok()?)?;
    Some(format!("Switch {} to {}", the(&weapon.title), mode.name))
}

/// Describes the means of an attack: a weapon with its skill, bare hands, or a skill alone.
fn using(fight: &Personal, me: ActorId, choice: Choice) -> String {
    let skill = choice.skill().map(|skill| skill_title(fight, skill));
    let with = skill.map(|skill| format!(" with {skill}")).unwrap_or_default();
    let area = if choice.how & Choice::AREA != 0 { ", at the whole zone" } else { "" };
    let profile = fight.manner(me, choice);
    let armour = fight.roster.actors[me].armour.as_ref().filter(|_| profile.is_some_and(|profile| profile.armour_paid));
    let help = armour.map(|armour| format!(", helped by {}", the(&armour.title))).unwrap_or_default();
    if let Some(weapon) = weapon(fight, me, choice) {
        let word = profile.filter(|profile| !profile.armour_paid).map_or("", |profile| profile.word.as_str());
        let manner = if word.is_empty() { String::new() } else { format!(" ({})", word.replace('_', " ")) };
        return format!("{}{manner}{with}{area}{help}", weapon.title);
    }
    if fight.state.declared.act == Some(Verb::Attack) && !fight.is_words(me, choice) {
        let means = if profile.is_some_and(|profile| profile.thrown) { "Something thrown" } else { "Bare hands" };
        return format!("{means}{with}{area}{help}");
    }
    skill.unwrap_or("No skill").to_owned()
}

/// Describes a step into a neighbouring zone, with the border if it has a name.
fn enter(fight: &Personal, choice: Choice) -> String {
    let to = thing(fight, choice.it);
    let border = choice.border().and_then(|id| fight.roster.map.borders.row(id)).filter(|border| border.titled);
    match border {
        Some(border) => format!("Enter {to} over {}", border.title),
        None => format!("Enter {to}"),
    }
}

/// Describes a compel: its target, the demand, the aspect, and the price.
fn compel(fight: &Personal, choice: Choice) -> Option<String> {
    let text = Names::aspect(fight, choice.aspect()?);
    let price = price(choice);
    let (demand, on) = match choice.demand() {
        CompelDemand::Stop => ("", choice.it.actor().or(fight.state.actor)),
        CompelDemand::Leave => (" to leave the zone", fight.state.actor),
        CompelDemand::Less => (" on this roll", choice.it.actor()),
    };
    if choice.how & Choice::OWN != 0 {
        return Some(format!("Compel yourself{demand}: \"{text}\", a deal with {} ({price})", name(fight, choice.it.actor()?)));
    }
    Some(format!("Compel {}{demand}: \"{text}\" ({price})", name(fight, on?)))
}

/// Describes a counter-proposal for the price of a compel. The player who pays or the player who is paid makes it.
fn counter(fight: &Personal, ask: &Ask, choice: Choice) -> String {
    let own = fight.state.declared.offer.is_some_and(|offer| offer.with.is_some());
    let pays = (ask.point == Point::Haggle) != own;
    let points = fate_points(choice.n.unsigned_abs());
    if pays { format!("Offer {points}") } else { format!("Ask for {points}") }
}

const fn fact(how: u8) -> &'static str {
    match how {
        Choice::FACT_SCENE => "State a fact as an aspect of the scene",
        Choice::FACT_ZONE => "State a fact as an aspect of your zone",
        _ => "State a fact",
    }
}

/// Formats the price of a compel.
fn price(choice: Choice) -> String {
    if choice.how & Choice::BY_TAG != 0 { "its free tag".to_owned() } else { fate_points(choice.n.unsigned_abs().max(1)) }
}

/// Describes the use of an aspect after the dice: `Tag "Wet deck" on Dock for +2`.
fn use_of(choice: Choice, text: &str, bearer: &str, bonus: i32) -> String {
    let what = match choice.verb {
        Verb::Invoke => format!("Invoke \"{text}\""),
        Verb::Tag => format!("Tag \"{text}\" on {bearer}"),
        _ => format!("Use the free tag of \"{text}\" on {bearer}"),
    };
    if choice.how == Choice::REROLL { format!("{what} to roll again") } else { format!("{what} for {bonus:+}") }
}
