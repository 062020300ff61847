//! Words that players type for the options of a raise-and-see conflict, and the costs and effects of the options.

use super::option_phrase::{Phrase, PhrasePart};
use crate::transcript::phrases::counted;
use crate::transcript::stakes::phrases::{dice_of_thing, faces, stat_title};
use slip_pack::stakes_party::{Approach, PartyThingKind};
use slip_play::choice::{Choice, Verb};
use slip_play::effects::Act;
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, Id};
use slip_play::names::Names;
use slip_play::question::{Ask, Point};
use slip_play::stakes::StakesConflict;
use slip_play::stakes::answer_raise::{BLOW, FEWEST, LEAST};
use slip_play::stakes::{TO_RAISE, TO_SEE};

/// Returns the phrase of an option.
pub(super) fn phrase<'f>(fight: &'f StakesConflict, ask: &Ask, choice: Choice) -> Phrase<'f> {
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

fn parts<'f>(fight: &'f StakesConflict, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    let face = |number: i16| PhrasePart::flag(number.to_string());
    match choice.verb {
        Verb::Approach | Verb::Escalate => approach(choice).map(|approach| PhrasePart::flag(approach.word())).into_iter().collect(),
        Verb::BringIn => {
            let sheet = ask.me.actor().and_then(|me| fight.roster.parties.row(me));
            let thing = sheet.zip(u8::try_from(choice.with).ok()).and_then(|(sheet, number)| sheet.thing(number));
            thing.map(|thing| PhrasePart::flag(thing.name.as_str()).or(thing.title.as_str())).into_iter().collect()
        }
        Verb::Raise | Verb::Block => vec![PhrasePart::flag(choice.with.to_string()), face(choice.n)],
        Verb::Reverse | Verb::Resist | Verb::Put => vec![face(choice.n)],
        Verb::Blow => vec![PhrasePart::flag(if choice.how == LEAST { "least" } else { "fewest" })],
        Verb::Aim => vec![PhrasePart::flag(fight.track(TrackId(u8::try_from(choice.n).unwrap_or(0))))],
        _ => named(fight, choice.it).into_iter().collect(),
    }
}

fn approach(choice: Choice) -> Option<Approach> {
    u8::try_from(choice.n).ok().and_then(Approach::of)
}

fn named(fight: &StakesConflict, it: Id) -> Option<PhrasePart<'_>> {
    let who = it.actor()?;
    let sheet = fight.roster.parties.row(who)?;
    Some(PhrasePart { needed: true, ..PhrasePart::name(sheet.name.as_str()).or(sheet.title.as_str()) })
}

/// Describes the cost and the effect of an option.
pub(super) fn about(fight: &StakesConflict, ask: &Ask, choice: Choice) -> Option<String> {
    let me = ask.me.actor()?;
    match choice.verb {
        Verb::Approach => Some(switched(fight, me, approach(choice)?, true)),
        Verb::Escalate => Some(switched(fight, me, approach(choice)?, false)),
        Verb::BringIn => thing(fight, me, u8::try_from(choice.with).ok()?),
        Verb::Raise => raise(fight, me, choice),
        Verb::Reverse => {
            let left = left(fight, me, &[face(choice.n)]);
            Some(format!("reverses the blow, no fallout: the {} is kept for your next raise; {left}", choice.n))
        }
        Verb::Block => {
            let left = left(fight, me, &[u8::try_from(choice.with).unwrap_or(0), face(choice.n)]);
            Some(format!("blocks with {}, no fallout; {left}", i32::from(choice.with) + i32::from(choice.n)))
        }
        Verb::Blow => blow(fight, me, choice.how),
        Verb::ByHand if ask.point == Point::See => Some("choose die by die".to_owned()),
        Verb::Put => Some(format!("{} so far, of {}", put_forward(fight) + u32::from(face(choice.n)), fight.needed_by(me))),
        Verb::Stay => Some(see_so_far(fight, me)),
        Verb::Resist => Some(format!("cancels {} fallout; {}", fight.state.blow.unwrap_or(0), left(fight, me, &[face(choice.n)]))),
        Verb::No if ask.point == Point::Resist => Some(format!("takes {} fallout", fight.state.blow.unwrap_or(0))),
        Verb::No if matches!(ask.point, Point::Escalate | Point::BringIn) => outlook(fight, me, fight.state.step.n),
        Verb::Aim => fallout(fight, me, u8::try_from(choice.n).ok()?),
        Verb::Give => Some("the stakes are lost, without more fallout".to_owned()),
        Verb::Lose => Some("no dice are enough: the stakes are lost".to_owned()),
        _ => None,
    }
}

fn face(number: i16) -> u8 {
    u8::try_from(number).unwrap_or(0)
}

/// Describes a change of the party's approach: `rolls Mind 3d6 and Hard 3d6; you take 2 fallout per blow`. At the start, both statistics of
/// the approach are rolled. Later, only a statistic that was not in play is rolled.
fn switched(fight: &StakesConflict, me: ActorId, approach: Approach, start: bool) -> String {
    let rolled = fight.new_stats(me, approach).collect::<Vec<_>>();
    let stats = approach.stats().into_iter().filter(|stat| start || rolled.contains(stat));
    let words: Vec<String> = stats.map(|stat| format!("{} {}d6", stat_title(stat), fight.dice_of(me, stat))).collect();
    let roll = if words.is_empty() { "no new dice".to_owned() } else { format!("rolls {}", words.join(" and ")) };
    let before = fight.state.party(me).map(|party| party.in_play).unwrap_or_default();
    let worse = approach.stats().into_iter().filter(|&stat| stat.makes_blows_worse() && !before.has(stat)).count();
    let then = usize::from(fight.blow_on(me)) + worse;
    let blow = match (start, worse) {
        (true, _) => format!("; you take {then} fallout per blow"),
        (false, 0) => String::new(),
        (false, _) => format!("; from now on you take {then} fallout per blow"),
    };
    let fit = |things: Vec<u8>| things.len();
    let (now, later) = (fit(fight.unused(me)), fit(fight.unused_under(me, approach)));
    let things = match later {
        0 if now > 0 && !start => "; none of your traits, objects and relationships fits this approach".to_owned(),
        later if later > now && !start => {
            format!("; you can then bring in {} of yours", counted(i64::try_from(later).unwrap_or(0), "thing", "things"))
        }
        _ => String::new(),
    };
    format!("{roll}{blow}{things}")
}

/// Describes a thing that can be brought into play: `Rope knife: rolls 1d4 and 1d6; dangerous: 1 more fallout per blow`.
fn thing(fight: &StakesConflict, me: ActorId, number: u8) -> Option<String> {
    let thing = fight.roster.parties.row(me)?.thing(number)?;
    let danger = if fight.is_dangerous(me, number) { "; dangerous: 1 more fallout per blow" } else { "" };
    let whom = if thing.sort == PartyThingKind::Relationship { ", a relationship" } else { "" };
    let title = if thing.title == thing.name.as_str() { String::new() } else { format!("{}: ", thing.title) };
    let lines: String = thing.effects.iter().map(|line| format!("; {}", line.text)).collect();
    Some(format!("{title}rolls {}{whom}{danger}{lines}", dice_of_thing(thing)))
}

/// Describes a raise: the answers that opponents would need, and the dice left to the raising party.
fn raise(fight: &StakesConflict, me: ActorId, choice: Choice) -> Option<String> {
    let (high, low) = (u8::try_from(choice.with).ok()?, u8::try_from(choice.n).ok()?);
    let total = fight.comes_to(me, Act::Raise, u32::from(high) + u32::from(low));
    let held = fight.state.party(me)?.held.len();
    let from_pool: &[u8] = match held {
        0 => &[high, low],
        1 => &[low],
        _ => &[],
    };
    let mut words = vec![format!("a raise of {total}; {}", left(fight, me, from_pool))];
    for other in fight.opponents(me) {
        let who = &fight.roster.parties.row(other)?.title;
        words.push(format!("{who} {}", answer(fight, other, fight.needed_against(other, total))));
    }
    Some(words.join("; "))
}

/// Describes how a party could see a raise with its dice.
fn answer(fight: &StakesConflict, who: ActorId, needed: u32) -> String {
    let Some(party) = fight.state.party(who) else { return String::new() };
    if !party.pool.alone(needed).is_empty() {
        "can reverse it".to_owned()
    } else if !party.pool.blocks(needed).is_empty() {
        "can block it".to_owned()
    } else if let Some(set) = party.pool.fewest(needed, BLOW) {
        format!("needs {} dice and takes {} fallout", set.len(), fight.blow_on(who))
    } else {
        "cannot see it with the dice on the table".to_owned()
    }
}

/// Describes the current situation of a party, before a raise or an answer to one.
fn outlook(fight: &StakesConflict, me: ActorId, n: u8) -> Option<String> {
    let party = fight.state.party(me)?;
    if n == TO_SEE {
        let words = answer(fight, me, fight.needed_by(me));
        let lost = if words.starts_with("cannot") { ": the stakes would be lost" } else { "" };
        return Some(format!("with your present dice you {}{lost}", words.replacen("needs", "need", 1).replacen("takes", "take", 1)));
    }
    let dice = party.pool.len() + party.held.len();
    (n == TO_RAISE && dice < 2).then(|| "a raise needs two dice: with your present dice you would have to give up the stakes".to_owned())
}

/// Formats the dice that remain: `leaves you 1 2 2`.
fn left(fight: &StakesConflict, me: ActorId, faces: &[u8]) -> String {
    let Some(party) = fight.state.party(me) else { return String::new() };
    let rest = party.pool.showing(faces).map_or_else(|| party.pool.clone(), |dice| party.pool.without(&dice));
    if rest.is_empty() { "leaves you no dice".to_owned() } else { format!("leaves you {rest}") }
}

fn blow(fight: &StakesConflict, me: ActorId, how: u8) -> Option<String> {
    let [fewest, least] = fight.blows(me);
    let set = if how == FEWEST { fewest } else { least }?;
    Some(format!("takes the blow with {}: {} fallout; {}", faces(&set), fight.blow_on(me), left(fight, me, &set)))
}

fn put_forward(fight: &StakesConflict) -> u32 {
    fight.state.by_hand.iter().map(|&face| u32::from(face)).sum()
}

fn see_so_far(fight: &StakesConflict, me: ActorId) -> String {
    let chosen = &fight.state.by_hand;
    let what = match chosen.len() {
        0 | 1 => "reverses the blow, no fallout".to_owned(),
        2 => "blocks, no fallout".to_owned(),
        _ => format!("takes the blow, {} fallout", fight.blow_on(me)),
    };
    format!("{what} with {}; {}", faces(chosen), left(fight, me, chosen))
}

fn fallout(fight: &StakesConflict, me: ActorId, track: u8) -> Option<String> {
    let (due, room) = (fight.state.blow.unwrap_or(0), fight.open_boxes(me, track));
    let marked = fight.roster.boxes(me).checked_sub(room)?;
    let row = fight.roster.settings.row_size.max(1);
    let after = marked + due.min(room);
    let mut words = format!("{marked} of {} boxes are marked now, {after} then", fight.roster.boxes(me));
    let rows = after / row - marked / row;
    if due >= room && fight.full_tracks(me) > 0 {
        words.push_str("; the second full track: death at the end");
    } else if rows > 0 {
        words.push_str(&format!("; {} full{}", counted(i64::from(rows), "row", "rows"), lost_dice(fight, me, track)));
    }
    if due > room {
        words.push_str(&format!("; {} more than fit", due - room));
    }
    Some(words)
}

/// Describes the statistic that loses dice because rows of a track are full: fewer dice are rolled from the next roll on.
fn lost_dice(fight: &StakesConflict, me: ActorId, track: u8) -> String {
    let operative = fight.roster.parties.row(me).is_some_and(slip_play::stakes::roster::PartySheet::is_operative);
    let stat = fight.roster.settings.reduces.get(usize::from(track)).filter(|_| operative);
    stat.map_or(String::new(), |stat| format!(": {} rolls fewer dice from the next roll on", stat_title(*stat)))
}
