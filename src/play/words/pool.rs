//! The phrase of every option of a raise-and-see conflict, and what it costs and promises. Floor 6.

use super::phrase::{Part, Phrase};
use crate::pack::party::{Approach, Sort};
use crate::play::ask::{Ask, Point};
use crate::play::choice::{Choice, Verb};
use crate::play::event::TrackId;
use crate::play::ids::{ActorId, Id};
use crate::play::names::Names;
use crate::play::pool::Pools;
use crate::play::pool::see::{FEWEST, LEAST};
use crate::play::transcript::phrases::counted;
use crate::play::transcript::pool::phrases::{dice_of_thing, faces, stat_title};

/// The words of an option.
pub(super) fn phrase<'f>(fight: &'f Pools, ask: &Ask, choice: Choice) -> Phrase<'f> {
    let (head, also): (&str, &[&str]) = match choice.verb {
        Verb::Aim => ("fallout", &["track"]),
        Verb::Target => ("at", &["on"]),
        Verb::Put => ("put", &["die"]),
        Verb::Stay => ("stay", &["enough", "stop"]),
        Verb::No if ask.point == Point::BringIn => ("no", &["go_on", "nothing"]),
        Verb::No => ("no", &["none", "stay"]),
        verb => (verb.word(), &[]),
    };
    Phrase { parts: parts(fight, ask, choice), ..Phrase::of(head, also) }
}

fn parts<'f>(fight: &'f Pools, ask: &Ask, choice: Choice) -> Vec<Part<'f>> {
    let face = |number: i16| Part::flag(number.to_string());
    match choice.verb {
        Verb::Approach | Verb::Escalate => approach(choice).map(|approach| Part::flag(approach.word())).into_iter().collect(),
        Verb::BringIn => {
            let sheet = ask.me.actor().and_then(|me| fight.roster.parties.row(me));
            let thing = sheet.zip(u8::try_from(choice.with).ok()).and_then(|(sheet, number)| sheet.thing(number));
            thing.map(|thing| Part::flag(thing.name.as_str()).or(thing.title.as_str())).into_iter().collect()
        }
        Verb::Raise | Verb::Block => vec![Part::flag(choice.with.to_string()), face(choice.n)],
        Verb::Reverse | Verb::Resist | Verb::Put => vec![face(choice.n)],
        Verb::Blow => vec![Part::flag(if choice.how == LEAST { "least" } else { "fewest" })],
        Verb::Aim => vec![Part::flag(fight.track(TrackId(u8::try_from(choice.n).unwrap_or(0))))],
        _ => named(fight, choice.it).into_iter().collect(),
    }
}

fn approach(choice: Choice) -> Option<Approach> {
    u8::try_from(choice.n).ok().and_then(Approach::of)
}

fn named(fight: &Pools, it: Id) -> Option<Part<'_>> {
    let who = it.actor()?;
    let sheet = fight.roster.parties.row(who)?;
    Some(Part { needed: true, ..Part::name(sheet.name.as_str()).or(sheet.title.as_str()) })
}

/// What an option costs and promises.
pub(super) fn about(fight: &Pools, ask: &Ask, choice: Choice) -> Option<String> {
    let me = ask.me.actor()?;
    match choice.verb {
        Verb::Approach => Some(dice_of(fight, me, approach(choice)?, true)),
        Verb::Escalate => Some(dice_of(fight, me, approach(choice)?, false)),
        Verb::BringIn => {
            let thing = fight.roster.parties.row(me)?.thing(u8::try_from(choice.with).ok()?)?;
            let danger = fight.is_dangerous(me, u8::try_from(choice.with).ok()?);
            let danger = if danger { "; dangerous: every blow is 1 worse" } else { "" };
            let whom = if thing.sort == Sort::Relationship { ", a relationship" } else { "" };
            Some(format!("rolls {}{whom}{danger}", dice_of_thing(thing)))
        }
        Verb::Raise => raise(fight, me, choice),
        Verb::Reverse => {
            let left = left(fight, me, 1);
            Some(format!("reverses the blow: the {} is kept for your next raise; {left}", choice.n))
        }
        Verb::Block => Some(format!("blocks with {}; {}", i32::from(choice.with) + i32::from(choice.n), left(fight, me, 2))),
        Verb::Blow => blow(fight, me, choice.how),
        Verb::ByHand if ask.point == Point::See => Some("choose die by die".to_owned()),
        Verb::Put => Some(format!("{} so far", put_forward(fight) + u32::try_from(choice.n).unwrap_or(0))),
        Verb::Stay => Some(see_so_far(fight, me)),
        Verb::Resist => Some(format!("cancels the fallout of {}", fight.state.blow.unwrap_or(0))),
        Verb::No if ask.point == Point::Resist => Some(format!("takes {} fallout", fight.state.blow.unwrap_or(0))),
        Verb::Aim => fallout(fight, me, u8::try_from(choice.n).ok()?),
        Verb::Give => Some("the stakes are lost, without more fallout".to_owned()),
        Verb::Lose => Some("no dice reach it: the stakes are lost".to_owned()),
        _ => None,
    }
}

/// `Mind 3d6 and Hard 3d6`, or what of it is new.
fn dice_of(fight: &Pools, me: ActorId, approach: Approach, start: bool) -> String {
    let rolled = fight.new_stats(me, approach).collect::<Vec<_>>();
    let stats = approach.stats().into_iter().filter(|stat| start || rolled.contains(stat));
    let words: Vec<String> = stats.map(|stat| format!("{} {}d6", stat_title(stat), fight.dice_of(me, stat))).collect();
    let roll = if words.is_empty() { "no new dice".to_owned() } else { format!("rolls {}", words.join(" and ")) };
    let before = fight.state.party(me).map(|party| party.in_play).unwrap_or_default();
    let worse = approach.stats().into_iter().filter(|&stat| stat.makes_blows_worse() && !before.has(stat)).count();
    match (start, worse) {
        (_, 0) => roll,
        (true, worse) => format!("{roll}; a blow is {} worse", worse),
        (false, worse) => format!("{roll}; a blow to you is {} worse from here on", worse),
    }
}

/// How opponents who see all dice would have to answer.
fn raise(fight: &Pools, me: ActorId, choice: Choice) -> Option<String> {
    let total = u32::from(choice.with) + u32::try_from(choice.n).ok()?;
    let mut words = vec![format!("a raise of {total}")];
    for other in fight.opponents(me) {
        let pool = &fight.state.party(other)?.pool;
        let who = &fight.roster.parties.row(other)?.title;
        let need = if !pool.alone(total).is_empty() {
            "can reverse it".to_owned()
        } else if !pool.blocks(total).is_empty() {
            "can block it".to_owned()
        } else if let Some(set) = pool.fewest(total, crate::play::pool::see::BLOW) {
            format!("needs {} dice, a blow of {}", set.len(), fight.blow_on(other))
        } else {
            "cannot see it with what lies there".to_owned()
        };
        words.push(format!("{who} {need}"));
    }
    Some(words.join("; "))
}

fn left(fight: &Pools, me: ActorId, less: usize) -> String {
    let dice = fight.state.party(me).map_or(0, |party| party.pool.len().saturating_sub(less));
    format!("leaves you {}", counted(i64::try_from(dice).unwrap_or(0), "die", "dice"))
}

fn blow(fight: &Pools, me: ActorId, how: u8) -> Option<String> {
    let [fewest, least] = fight.blows(me);
    let set = if how == FEWEST { fewest } else { least }?;
    Some(format!("with {}: {} fallout; {}", faces(&set), fight.blow_on(me), left(fight, me, set.len())))
}

fn put_forward(fight: &Pools) -> u32 {
    fight.state.by_hand.iter().map(|&face| u32::from(face)).sum()
}

fn see_so_far(fight: &Pools, me: ActorId) -> String {
    let count = fight.state.by_hand.len();
    let what = match count {
        0 | 1 => "reverses the blow".to_owned(),
        2 => "blocks".to_owned(),
        _ => format!("takes the blow, {} fallout", fight.blow_on(me)),
    };
    format!("{what} with {}; {}", faces(&fight.state.by_hand), left(fight, me, count))
}

fn fallout(fight: &Pools, me: ActorId, track: u8) -> Option<String> {
    let (due, room) = (fight.state.blow.unwrap_or(0), fight.open_boxes(me, track));
    let marked = fight.roster.boxes(me).checked_sub(room)?;
    let row = fight.roster.settings.row_size.max(1);
    let after = marked + due.min(room);
    let mut words = format!("{marked} of {} boxes marked, {after} after it", fight.roster.boxes(me));
    let rows = after / row - marked / row;
    if rows > 0 {
        words.push_str(&format!("; {} full", counted(i64::from(rows), "row", "rows")));
    }
    if due > room {
        words.push_str(&format!("; {} lost past the end", due - room));
    }
    Some(words)
}
