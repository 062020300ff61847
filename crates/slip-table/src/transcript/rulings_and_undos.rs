//! Describes changes to the course of a fight by the people at the table: rulings of the referee, and undone answers.

use super::Transcript;
use super::phrases::{counted, listed, title};
use slip_dice::fate::Track;
use slip_play::event::{Event, SocialOp, TrackId};
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, ZoneId};

impl Transcript {
    /// Writes a ruling of the referee, and each of its events.
    pub(super) fn override_by<F: Playable>(&mut self, fight: &F, by: &str, why: Option<&str>, events: &[Event]) {
        let because = because(why);
        self.line(&format!("{by} rules{because}:"));
        // In the transcripts of space and platoon combat, these lines are indented like the results of acts.
        let indent = if matches!(fight.seen(), FightRef::Space(_) | FightRef::Platoon(_)) { "    " } else { "  " };
        let mut fight = fight.clone();
        for event in events {
            match as_ruled(&fight, event) {
                Some(words) => self.line(&format!("{indent}{words}")),
                None => self.tell(&fight, event),
            }
            fight.apply(event);
        }
        self.close();
    }

    /// Writes that players took back answers or rulings; `answers` and `rulings` are the numbers of those that were removed.
    pub fn taken_back(&mut self, by: &str, why: Option<&str>, (answers, rulings): (usize, usize), redraw: bool) {
        let because = because(why);
        let dice = if redraw { "; the dice are rolled again" } else { "" };
        let what = gone_with(answers, rulings);
        self.line(&format!("(undone by {by}: {what}{because}{dice}.)"));
    }
}

/// Formats a reason in quotation marks; quotation marks inside the reason become single ones.
fn because(why: Option<&str>) -> String {
    why.map(|why| format!(", because \"{}\"", why.replace('"', "'"))).unwrap_or_default()
}

/// Formats the number of answers and rulings that were undone: `one answer`, `2 answers and one ruling`.
pub fn gone_with(answers: usize, rulings: usize) -> String {
    let count = |number: usize, one: &str| match number {
        0 => None,
        1 => Some(format!("one {one}")),
        many => Some(format!("{many} {one}s")),
    };
    let both: Vec<String> = [count(answers, "answer"), count(rulings, "ruling")].into_iter().flatten().collect();
    if both.is_empty() { "back to the last answer".to_owned() } else { both.join(" and ") }
}

/// Describes an event of a ruling. Returns text only for events that the transcript otherwise describes as a part of another event; `None`
/// for all other events.
fn as_ruled<F: Playable>(fight: &F, event: &Event) -> Option<String> {
    Some(match event {
        Event::Fate { who, change, left, from } => {
            let points = counted(i64::from(change.unsigned_abs()), "fate point", "fate points");
            let who = fight.title_of(*who);
            match (from.map(|from| fight.title_of(from)), *change > 0) {
                (None, true) => format!("{who} gains {points}, {left} now."),
                (None, false) => format!("{who} loses {points}, {left} now."),
                (Some(from), true) => format!("{who} gets {points} from {from}, {left} now."),
                (Some(to), false) => format!("{who} gives {points} to {to}, {left} now."),
            }
        }
        Event::Spin { who, change, lapsed: false } => {
            let does = if *change > 0 { "gains" } else { "loses" };
            format!("{} {does} {} spin.", fight.title_of(*who), change.unsigned_abs())
        }
        Event::Recovered { who, grade, .. } => format!("{} may take a {} consequence again.", fight.title_of(*who), grade.word()),
        Event::Boxes { who, track, boxes } => boxes_in_words(fight, *who, *track, *boxes)?,
        Event::Move { who, from, to, .. } if from != to => {
            let FightRef::Platoon(units) = fight.seen() else { return None };
            let title = |zone: ZoneId| super::platoon::phrases::zone(units, zone);
            format!("{} is moved from {} to {}.", fight.title_of(*who), title(*from), title(*to))
        }
        Event::Social(said) if said.op == SocialOp::Removed => format!("{} is out.", fight.title_of(said.who?)),
        _ => return None,
    })
}

/// Describes the boxes that a ruling marks and those that it clears.
fn boxes_in_words<F: Playable>(fight: &F, who: ActorId, track: TrackId, bits: u32) -> Option<String> {
    // In space and platoon combat the transcript itself describes changes of boxes.
    let FightRef::Personal(people) = fight.seen() else { return None };
    let before = people.state.actors.row(who)?.track(track);
    let after = before.with_bits(bits);
    let only = |this: Track, that: Track| {
        let numbers: Vec<String> = this.boxes().filter(|&number| !that.is_marked(number)).map(|number| number.to_string()).collect();
        let words: Vec<&str> = numbers.iter().map(String::as_str).collect();
        match words.as_slice() {
            [] => None,
            [one] => Some(format!("box {one} is")),
            several => Some(format!("boxes {} are", listed(several))),
        }
    };
    let marked = only(after, before).map(|boxes| format!("{boxes} marked"));
    let cleared = only(before, after).map(|boxes| format!("{boxes} cleared"));
    let done: Vec<String> = [cleared, marked].into_iter().flatten().collect();
    let done = if done.is_empty() { "nothing changes".to_owned() } else { done.join(", ") };
    Some(format!("{} of {}: {done}.", title(fight.track(track)), fight.title_of(who)))
}
