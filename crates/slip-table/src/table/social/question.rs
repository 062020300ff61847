//! Formats questions of social combat as a referee would ask them.

use crate::table::question::tracks_to_choose;
use crate::transcript::phrases::{counted, deed, fate, name, side, skill_title, thing, way, zone};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::event::Phase;
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{BorderId, Id};
use slip_play::personal::Personal;
use slip_play::question::{Ask, Point};

/// Returns the sentences about the situation, and the question; `None` if both are the same as in personal combat.
pub(in crate::table) fn question(fight: &Personal, ask: &Ask) -> Option<(String, String)> {
    fight.roster.social.as_ref()?;
    let me = ask.me.actor();
    let who = me.map_or("The table", |me| name(fight, me));
    let plain = |what: String| Some((String::new(), what));
    match ask.point {
        Point::Act => {
            let barred = me.and_then(|me| fight.state.actors[me].last).map(|last| skill_title(fight, last));
            let barred = barred.map(|skill| format!("{who} used {skill} last and has to use another skill now."));
            Some((barred.unwrap_or_default(), format!("What does {who} do?")))
        }
        Point::Whom => plain(match fight.state.declared.act {
            Some(Verb::Push) => format!("Who does {who} want to move?"),
            Some(Verb::Obstruct) => format!("Around which zone does {who} put obstacles?"),
            Some(Verb::Attack) => format!("Who does {who} attack?"),
            _ => return None,
        }),
        Point::Track => plain(format!("Which track does {who} attack: {}?", tracks_to_choose(fight, "or"))),
        Point::Skill => {
            let last = me.and_then(|me| fight.state.actors[me].last).map(|last| skill_title(fight, last));
            let not = last.map(|last| format!("Not {last}: the same skill cannot be used twice in a row."));
            let deed = me.map_or(String::new(), |me| deed(fight, me));
            Some((not.unwrap_or_default(), format!("{who} {deed}. With which skill?")))
        }
        Point::Term if fight.state.step.phase == Phase::Skill => {
            let it = ask.it.actor()?;
            plain(format!("{} {}. Does {who} agree that the skill fits?", name(fight, it), deed(fight, it)))
        }
        Point::Steps if fight.state.step.phase == Phase::Steps => {
            let points = counted(i64::from(fight.state.declared.movement), "point", "points");
            plain(match fight.pushed() {
                Some(pushed) => {
                    let from = zone(fight, fight.state.actors[pushed].zone);
                    format!("{who} has {points} to move {} from {from}. Where to?", name(fight, pushed))
                }
                None => {
                    let from = me.map_or("", |me| zone(fight, fight.state.actors[me].zone));
                    format!("{who} has {points} of movement from {from}. Where to?")
                }
            })
        }
        Point::Share => plain(share(fight, who)),
        Point::SetUp => {
            let side = side(fight, ask.seat);
            plain(format!("Before the start, {side} may put an aspect on a zone or make a border harder to cross. Which?"))
        }
        Point::Defend => {
            let total = fight.state.contest.as_ref().map_or(0, |contest| contest.roll.total());
            let off = me.map_or(0, |me| fight.range_off(me));
            let range = if off > 0 { format!(" and {off} fewer shifts because of the range") } else { String::new() };
            let deed = fight
                .state
                .actor
                .map_or_else(String::new, |by| format!("{} {}, with a total of {total}{range}.", name(fight, by), deed(fight, by)));
            Some((deed, format!("With which skill does {who} defend? Any skill is allowed.")))
        }
        Point::Beaten => Some(beaten(fight, ask, who)),
        _ => None,
    }
}

/// Describes the cost to cross a border; `None` outside of social combat.
pub(in crate::table) fn ways(fight: &Personal, border: BorderId) -> Option<String> {
    fight.roster.social.as_ref()?;
    Some(match fight.border_value(border) {
        0 => "free to enter".to_owned(),
        value => format!("{} to wear down the border first", counted(i64::from(value), "point", "points")),
    })
}

/// Returns the indices of the options whose skill the actor is trained in, and always that of the first option, the default. Empty outside
/// social encounters.
pub(in crate::table) fn taught<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> Vec<usize> {
    let (FightRef::Personal(people), Some(me)) = (fight.seen(), ask.me.actor()) else { return Vec::new() };
    if people.roster.social.is_none() || !matches!(ask.point, Point::Skill | Point::Defend) {
        return Vec::new();
    }
    let has = |choice: Choice| choice.skill().is_some_and(|skill| people.roster.trained(me, skill).is_some());
    (0..).zip(options.as_slice()).filter(|&(place, &choice)| place == 0 || has(choice)).map(|(place, _)| place).collect()
}

fn share(fight: &Personal, who: &str) -> String {
    let share = fight.state.declared.share;
    let rest = counted(i64::from(share.map_or(0, |share| share.rest)), "point", "points");
    let around = thing(fight, fight.state.declared.it);
    match fight.share_at() {
        Some(border) => format!("{who} has {rest} of obstacles left. How many go on {}?", way(fight, border)),
        None => format!("{who} has {rest} of obstacles for the borders of {around}. Where do they go?"),
    }
}

fn beaten(fight: &Personal, ask: &Ask, who: &str) -> (String, String) {
    let said = |number: usize| {
        fight.state.parley.get(number).map(|terms| {
            let say = terms.say.as_ref().map(|say| format!(", \"{say}\"")).unwrap_or_default();
            format!("{}{say}", fate(fight, terms.fate))
        })
    };
    let it = ask.it.actor().map_or("them", |it| name(fight, it));
    match (said(0), said(1)) {
        (Some(one), Some(other)) => (
            format!("Proposed for {it}: {one}. Counter-proposal: {other}."),
            format!("{who} decides: `accept` for the first, `alter` for the second."),
        ),
        (Some(one), None) => (format!("Proposed for {it}: {one}."), format!("Does {who} accept that, or propose something else?")),
        _ => (String::new(), format!("What happens to {it}? {who} proposes.")),
    }
}

/// Returns the prompt for the free text that an option needs; `None` if the option needs none, or if the prompt is the same as in personal
/// combat.
pub(in crate::table) fn wants_words(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    fight.roster.social.as_ref()?;
    match (ask.point, choice.verb) {
        (Point::SetUp, Verb::Maneuver) => {
            let there = if let Id::Zone(there) = choice.it { zone(fight, there) } else { "it" };
            Some(format!("What does the aspect on {there} say?"))
        }
        (Point::Act, Verb::BreakOff) => Some("What happens?".to_owned()),
        _ => None,
    }
}
