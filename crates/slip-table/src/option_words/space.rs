//! Words that players type for the options of space combat: a verb, and names as logs write them.

mod hints;

pub(super) use hints::{about, move_cost};

use super::option_phrase::{Phrase, PhrasePart, aspect};
use slip_dice::fate::{Holder, Slots};
use slip_play::choice::{Choice, Verb};
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, Id};
use slip_play::names::Names;
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::roster::Post;

/// Word for the default crew of a post.
const CREW: &str = "crew";

/// Returns the phrase of an option.
pub(super) fn phrase<'f>(fight: &'f Space, ask: &Ask, choice: Choice) -> Phrase<'f> {
    let (head, also) = verbs(ask.point, choice);
    Phrase { parts: parts(fight, ask, choice), ..Phrase::of(head, also) }
}

/// Returns the printed verb of an option, and the other verbs that may be typed for it.
const fn verbs(point: Point, choice: Choice) -> (&'static str, &'static [&'static str]) {
    match choice.verb {
        Verb::Pass => match point {
            Point::Shift => ("pass", &["none", "stay"]),
            Point::Adjust => ("pass", &[]),
            _ => ("pass", &["none"]),
        },
        Verb::Target => match point {
            Point::Place => ("place", &["ship"]),
            Point::Shift => ("shift", &[]),
            _ => ("on", &["target"]),
        },
        Verb::Begin => ("set_up", &["begin"]),
        Verb::Yes => match point {
            Point::Act => ("use", &["yes"]),
            Point::Adjust => ("reroll", &[]),
            _ => ("yes", &[]),
        },
        Verb::Refuse => match point {
            Point::AcceptConcession => ("refuse", &["reject"]),
            Point::AnswerCompel => ("refuse", &["refuse_compel"]),
            _ => ("refuse", &[]),
        },
        Verb::Accept => match point {
            Point::AcceptConcession => ("accept", &["accept_concession"]),
            Point::AnswerCompel => ("accept", &["accept_compel"]),
            _ => ("accept", &[]),
        },
        Verb::Invoke if choice.how == Choice::REROLL => ("spend_fate", &["invoke", "reroll"]),
        Verb::Tag if choice.how == Choice::REROLL => ("spend_fate", &["tag", "reroll"]),
        Verb::Free if choice.how == Choice::REROLL => ("free_tag", &["free", "reroll"]),
        Verb::Invoke => ("spend_fate", &["invoke"]),
        Verb::Tag => ("spend_fate", &["tag"]),
        Verb::Free => ("free_tag", &["free"]),
        Verb::Spin => ("spend_spin", &["spin"]),
        Verb::Take => ("consequence", &["take"]),
        verb => (verb.word(), &[]),
    }
}

fn parts<'f>(fight: &'f Space, ask: &Ask, choice: Choice) -> Vec<PhrasePart<'f>> {
    match choice.verb {
        Verb::Begin if choice.how == 0 => vec![PhrasePart::flag("done")],
        Verb::Begin => {
            let post = u8::try_from(choice.n).ok().and_then(Post::of);
            let who = hand(fight, choice.it);
            [who].into_iter().chain(post.map(|post| PhrasePart::flag(post.word()).after(&["at"]))).collect()
        }
        Verb::Start => vec![if choice.how == 0 { PhrasePart::flag("position") } else { PhrasePart::flag("ew").or("electronic_warfare") }],
        Verb::Band => vec![band(choice.n)],
        Verb::Burn | Verb::Value | Verb::Beams => vec![PhrasePart::flag(choice.n.to_string())],
        Verb::Spin => vec![PhrasePart::name(choice.n.to_string())],
        Verb::Counter => vec![PhrasePart::flag(choice.n.to_string())],
        Verb::Board => {
            let by_people = (choice.how == 1).then(|| PhrasePart::flag("in_person"));
            named(fight, choice.it).into_iter().chain(by_people).collect()
        }
        Verb::Compel => {
            let mut parts = aspect(&fight.state.aspects, choice, |holder| bearer(fight, holder));
            let shown = fight.roster.settings.zero_sum;
            parts.push(PhrasePart { needed: choice.n > 1, ..PhrasePart::name(choice.n.to_string()).after(&["for"]).shown_if(shown) });
            parts.extend(named(fight, choice.it).map(|part| part.after(&["against"])));
            parts
        }
        Verb::Invoke | Verb::Tag | Verb::Free => {
            let mut parts = aspect(&fight.state.aspects, choice, |holder| bearer(fight, holder));
            let bonus = format!("{:+}", fight.roster.settings.invoke_bonus);
            parts.push(if choice.how == Choice::REROLL { PhrasePart::flag("reroll") } else { PhrasePart::name("+2").or(bonus) });
            // The person who pays is written after `from`. If no person is named, the ship pays (R-S36).
            parts.extend(named(fight, choice.it).map(|part| PhrasePart { needed: true, ..part.after(&["from"]) }));
            parts
        }
        Verb::Take => {
            let set = Slots::from_number(choice.how);
            let mut parts: Vec<PhrasePart<'_>> = set.grades().map(|grade| PhrasePart::flag(grade.word())).collect();
            if parts.is_empty() {
                parts.push(PhrasePart::flag("none"));
            }
            parts
        }
        Verb::Outcome => {
            // Players need to type the state of the drives only if it is unusual. Usual are dead drives for a destroyed ship, and working
            // drives for any other ship.
            let usual = if fight.leaves_drives(choice.how) { Choice::DRIVES_WORK } else { Choice::DRIVES_DEAD };
            let word = if choice.n == Choice::DRIVES_WORK { "drives_work" } else { "drives_dead" };
            vec![
                PhrasePart::name(fight.outcome_tag(choice.how)),
                if choice.n == usual { PhrasePart::aside(word) } else { PhrasePart::flag(word) },
            ]
        }
        Verb::Repair => repair(fight, choice),
        Verb::Maneuver => {
            let name = fight.maneuver(choice.with).map(|maneuver| PhrasePart::flag(maneuver.name.as_str()).or(maneuver.title.as_str()));
            let own = choice.it == ask.me;
            let against = choice.it.actor().zip(ask.me.actor()).is_some_and(|(it, me)| fight.are_enemies(it, me));
            let keys: &[&str] = if against { &["against", "at"] } else { &["for"] };
            let on = named(fight, choice.it).map(|part| PhrasePart { needed: !own, shown: !own, ..part.after(keys) });
            name.into_iter().chain(on).collect()
        }
        Verb::Yes if choice.with != Choice::NOTHING => {
            let title = fight.line(choice.with);
            let before = (0..choice.with).filter(|&other| fight.line(other) == title).count();
            let on = named(fight, choice.it).map(|part| part.after(&["for"]));
            std::iter::once(PhrasePart::quote(title, before + 1)).chain(on).collect()
        }
        Verb::Concede => {
            let tag = choice.how.checked_sub(1).map(|tag| PhrasePart::flag(fight.outcome_tag(tag)));
            // The ship or person that is asked need not be named.
            let other = choice.it != ask.me;
            let who = named(fight, choice.it).map(|part| PhrasePart { needed: other, shown: other, ..part });
            who.into_iter().chain(tag).collect()
        }
        _ => named(fight, choice.it).into_iter().collect(),
    }
}

/// Returns the words of a band: `band -3`, and `band off+` for a band past the end of the map.
fn band(number: i16) -> PhrasePart<'static> {
    match number {
        5 => PhrasePart::flag("off+").or("5").or("off"),
        -5 => PhrasePart::flag("off-").or("-5").or("off"),
        0 => PhrasePart::flag("0"),
        number => PhrasePart::flag(number.to_string()).or(format!("{number:+}")),
    }
}

/// Returns the words that a player types for a ship or a person.
fn named(fight: &Space, it: Id) -> Option<PhrasePart<'_>> {
    let who = it.actor()?;
    let name = fight.roster.name_of(who);
    let kin = name.split_once('#').map_or("", |(kin, _)| kin);
    Some(PhrasePart { needed: true, ..PhrasePart::name(name).or(fight.roster.title_of(who)).or(kin) })
}

/// Returns the words that a player types for a person or for the crew.
fn hand(fight: &Space, it: Id) -> PhrasePart<'_> {
    named(fight, it).unwrap_or_else(|| PhrasePart::flag(CREW))
}

/// Returns the words of a repair: `frame with iveta`. The person need not be named if only one is free.
fn repair(fight: &Space, choice: Choice) -> Vec<PhrasePart<'_>> {
    let track = TrackId(u8::try_from(choice.n).unwrap_or(0));
    let with = match named(fight, choice.it) {
        Some(part) => part.after(&["with"]),
        None => PhrasePart::name(CREW).after(&["with"]).shown_if(false),
    };
    vec![PhrasePart::flag(fight.track(track)), PhrasePart { needed: choice.it != Id::None, ..with }]
}

/// Returns the name of the holder of an aspect.
fn bearer(fight: &Space, holder: Holder) -> &str {
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => fight.roster.name_of(ActorId(who)),
        Holder::Zone(_) => "band",
        Holder::Scene => "scene",
        Holder::System => "system",
        Holder::Campaign => "campaign",
    }
}
