//! Phrases of a transcript of a raise-and-see conflict.

use crate::transcript::phrases::listed;
use slip_dice::pool::Die;
use slip_pack::stakes_party::{Approach, PartyThing, Stat};
use slip_play::ids::ActorId;
use slip_play::stakes::StakesConflict;
use slip_play::stakes::fallout::{ONLY, track_word};
use slip_play::stakes::state::PartyStatus;

/// Returns the title of a party.
pub(crate) fn name(fight: &StakesConflict, who: ActorId) -> &str {
    fight.roster.parties.row(who).map_or("", |sheet| &sheet.title)
}

/// Words that begin the title of a party of several people.
const SEVERAL: [&str; 12] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "several"];

/// True if the title of a party names several people: `Two hold wardens`.
fn is_several(fight: &StakesConflict, who: ActorId) -> bool {
    let first = name(fight, who).split(' ').next().unwrap_or_default().to_lowercase();
    SEVERAL.contains(&first.as_str()) || first.parse::<u32>().is_ok_and(|count| count > 1)
}

/// Returns a verb that agrees with a party, from its form for one person: `takes` for Ilka Dorn, `take` for two hold wardens.
pub(crate) fn verb(fight: &StakesConflict, who: ActorId, of_one: &str) -> String {
    if is_several(fight, who) { of_several(of_one) } else { of_one.to_owned() }
}

fn of_several(of_one: &str) -> String {
    match of_one {
        "has" => "have".to_owned(),
        "is" => "are".to_owned(),
        "was" => "were".to_owned(),
        "does" => "do".to_owned(),
        "switches" => "switch".to_owned(),
        other => other.strip_suffix('s').unwrap_or(other).to_owned(),
    }
}

/// Returns an approach with its article: `the unopposed neutral approach (Mind and Soft)`.
pub(crate) fn the_approach(approach: Approach) -> String {
    let [one, other] = approach.stats().map(stat_title);
    format!("the {} approach ({one} and {other})", approach.word().replace('_', " "))
}

/// Returns the title of a statistic.
pub(crate) const fn stat_title(stat: Stat) -> &'static str {
    match stat {
        Stat::Body => "Body",
        Stat::Mind => "Mind",
        Stat::Soft => "Soft",
        Stat::Hard => "Hard",
    }
}

/// Returns the title of an approach: `opposed neutral (Mind and Hard)`.
pub(crate) fn approach_title(approach: Approach) -> String {
    let [one, other] = approach.stats().map(stat_title);
    format!("{} ({one} and {other})", approach.word().replace('_', " "))
}

/// Formats the dice of a thing: `1d4 and 1d8`.
pub(crate) fn dice_of_thing(thing: &PartyThing) -> String {
    let dice: Vec<String> = thing.dice.iter().map(ToString::to_string).collect();
    let dice: Vec<&str> = dice.iter().map(String::as_str).collect();
    listed(&dice)
}

/// Joins faces: `7, 3 and 2`.
pub(crate) fn faces(faces: &[u8]) -> String {
    let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
    let faces: Vec<&str> = faces.iter().map(String::as_str).collect();
    listed(&faces)
}

/// Formats dice in the order rolled, grouped by kind: `d6 1 3 4, d8 7`.
pub(super) fn fallen(dice: &[Die]) -> String {
    let mut words = String::new();
    let mut sides = 0;
    for die in dice {
        if die.sides != sides {
            words.push_str(if sides == 0 { "d" } else { ", d" });
            words.push_str(&die.sides.to_string());
            sides = die.sides;
        }
        words.push_str(&format!(" {}", die.face));
    }
    words
}

/// Returns the title of a track.
pub(crate) fn track_title(track: u8) -> String {
    if track == ONLY { "Fallout".to_owned() } else { super::title(track_word(track)) }
}

/// Formats the boxes of a track as they are after `more` further boxes are marked, with a stroke between rows: `[xxx|x--|---]`.
pub(crate) fn boxes(fight: &StakesConflict, who: ActorId, track: u8, more: u8) -> String {
    let all = fight.roster.boxes(who);
    let marked = all.saturating_sub(fight.open_boxes(who, track)).saturating_add(more);
    let row = fight.roster.settings.row_size.max(1);
    let mut words = "[".to_owned();
    for number in 0..all {
        if number > 0 && number % row == 0 {
            words.push('|');
        }
        words.push(if number < marked { 'x' } else { '-' });
    }
    words.push(']');
    words
}

/// Returns the status of a party.
pub(crate) fn status(fight: &StakesConflict, who: ActorId) -> &'static str {
    let Some(party) = fight.state.party(who) else { return "" };
    match party.status {
        _ if party.dead => "dead",
        PartyStatus::Active => "still in",
        PartyStatus::Gave => "has given",
        PartyStatus::Lost => "could not see a raise",
        PartyStatus::Away => "was already out",
        PartyStatus::Full => "had to give",
    }
}

/// Formats the tracks with marked boxes: `Physical [xxx|---|---]`.
pub(crate) fn tracks(fight: &StakesConflict, who: ActorId, all: bool) -> Vec<String> {
    let Some(sheet) = fight.roster.parties.row(who) else { return Vec::new() };
    let room = fight.roster.boxes(who);
    let shown = sheet.tracks().filter(|&track| all || fight.open_boxes(who, track) < room);
    shown.map(|track| format!("{} {}", track_title(track), boxes(fight, who, track, 0))).collect()
}

#[cfg(test)]
mod tests {
    use super::of_several;

    #[test]
    fn verbs_of_several_people_have_no_s() {
        let verbs = ["takes", "sees", "dies", "raises", "switches", "does", "has", "cannot"];
        let plural = ["take", "see", "die", "raise", "switch", "do", "have", "cannot"];
        assert_eq!(verbs.map(of_several), plural);
    }
}
