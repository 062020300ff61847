//! Hits outside an encounter. Consequences are taken first, then a stress box is marked; past the end of the track the person is ruined.
//! Most of these hits are on Wealth.

use super::command_execution::{CommandExecution, CommandRefusal};
use super::output::counted;
use super::recovery::wealth_track;
use super::state::{Consequence, boxes_in_words};
use slip_dice::fate::Track;
use slip_dice::fate::consequence::{Grade, Schedule, Slots};
use slip_dice::fate::track::TrackHit;
use slip_pack::Name;
use std::collections::BTreeSet;

/// Decision of a player to take a consequence, or to take none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Name of the person; `None` if there is only one possible person.
    pub who: Option<Name>,
    /// Grade of the consequence; `None` to take no consequence.
    pub grade: Option<Grade>,
    /// Text of the consequence.
    pub text: Option<String>,
}

/// Returns the effect of a hit in words: the boxes that the hit marks.
fn lands(track: Track, shifts: i32) -> String {
    match track.landing(shifts) {
        TrackHit::Nothing => "nothing is marked".to_owned(),
        TrackHit::Past => "past the end of the track: ruined".to_owned(),
        TrackHit::Box(number) => {
            let mut after = track;
            after.mark(number);
            format!("{} -> {}", boxes_in_words(&track.boxes().collect()), boxes_in_words(&after.boxes().collect()))
        }
    }
}

/// Hit outside an encounter.
#[derive(Clone, Debug)]
pub struct Harm<'a> {
    /// Track that takes the hit.
    pub track: Name,
    /// Strength of the hit, in shifts.
    pub shifts: i32,
    /// Cause of the hit.
    pub why: &'a str,
    /// Word for a person who is hit past the end of the track, such as `ruined`.
    pub ends: &'a str,
}

/// Applies a hit on Wealth; the player chooses which consequences to take first.
///
/// # Errors
/// If the person has no Wealth track, or a choice is missing or not allowed.
pub fn hit(command: &mut CommandExecution<'_>, who: &str, shifts: i32, why: &str, chosen: &[Chosen]) -> Result<(), CommandRefusal> {
    let track = wealth_track(command.rules());
    take(command, who, &Harm { track, shifts, why, ends: "ruined" }, chosen)
}

/// Applies a hit on a track: first the chosen consequences, then a box. A person who is hit past the end of the track is out of the story.
///
/// # Errors
///
/// Returns a refusal if the person has no such track, or a choice is missing or not allowed.
pub fn take(command: &mut CommandExecution<'_>, who: &str, harm: &Harm<'_>, chosen: &[Chosen]) -> Result<(), CommandRefusal> {
    let Harm { track: name, shifts, why, ends } = harm;
    let shifts = *shifts;
    if shifts <= 0 {
        return Ok(());
    }
    let purse = *name == wealth_track(command.rules());
    let sheet = command.person(who)?;
    let Some(mut track) = sheet.track(name) else {
        let purse = if purse { ", so they cannot pay" } else { "" };
        return Err(CommandRefusal::because(format!("{who} has no track `{name}`{purse}")));
    };
    let (free, schedule) = (sheet.free(), sheet.schedule(command.rules(), name));
    let mine: Vec<&Chosen> = chosen.iter().filter(|choice| choice.who.as_deref().is_none_or(|name| name == who)).collect();
    if mine.is_empty() && free != Slots::NONE {
        return Err(CommandRefusal::choose(
            format!("{who} takes {shifts} on {name} ({why}): choose the consequences"),
            options(who, free, schedule, track, shifts),
        ));
    }
    let taken = mine.iter().filter_map(|choice| choice.grade).fold(Slots::NONE, Slots::with);
    if !free.covers(taken) {
        let free: Vec<&str> = free.grades().map(Grade::word).collect();
        let free = if free.is_empty() { "none".to_owned() } else { free.join(", ") };
        return Err(CommandRefusal::because(format!("{who} cannot take these consequences; free slots: {free}")));
    }
    let rest = (shifts - schedule.worth(taken)).max(0);
    let session = command.state.session;
    command.fact(format!("{who} takes {shifts} on {name}: {why}"));
    for choice in mine {
        let Some(grade) = choice.grade else { continue };
        let text = choice.text.clone().unwrap_or_else(|| if purse { format!("In debt: {why}") } else { format!("Hurt: {why}") });
        let less = schedule.worth(Slots::NONE.with(grade));
        command.fact(format!("{who} takes a {} consequence, \"{text}\", which absorbs {less}", grade.word()));
        let consequence = Consequence {
            grade: grade.word().into(),
            text,
            track: name.clone(),
            session,
            spared: 0,
            rested: 0,
            tried: None,
            tried_at: None,
            mending: None,
        };
        if let Some(standing) = command.state.standing_mut(who) {
            standing.consequences.push(consequence);
        }
    }
    let before: BTreeSet<u8> = track.boxes().collect();
    let landing = track.landing(rest);
    if let TrackHit::Box(number) = landing {
        track.mark(number);
    }
    if let Some(standing) = command.state.standing_mut(who) {
        standing.hit_this_session.insert(name.clone());
        standing.set_track(name, track);
    }
    match landing {
        TrackHit::Nothing => command.fact(format!("{who}: no box is marked, the consequences absorb it all")),
        TrackHit::Box(_) => {
            let after: BTreeSet<u8> = track.boxes().collect();
            command.fact(format!("{who}: {name} {} -> {} of {}", boxes_in_words(&before), boxes_in_words(&after), track.length()));
        }
        TrackHit::Past => {
            let tells = if purse { "the meaning of the debt" } else { "the outcome" };
            let end = counted(track.length(), "box", "boxes");
            command.fact(format!("{who} is {ends}: {rest} goes past the {end} of {name}; the table decides {tells}"));
            if let Some(standing) = command.state.standing_mut(who) {
                standing.out = Some(if purse { "ruined by debt".to_owned() } else { format!("{ends}: {why}") });
            }
        }
    }
    Ok(())
}

/// Lists every set of consequences that the person could take. Each is listed with the effect of the shifts that the set does not absorb.
fn options(who: &str, free: Slots, schedule: Schedule, track: Track, shifts: i32) -> Vec<String> {
    let one = |set: Slots| {
        let words: Vec<String> = if set == Slots::NONE {
            vec![format!("--consequence {who}:none")]
        } else {
            set.grades().map(|grade| format!("--consequence {who}:{}=\"…\"", grade.word())).collect()
        };
        let rest = (shifts - schedule.worth(set)).max(0);
        format!("{}  (hit of {rest}: {})", words.join(" "), lands(track, rest))
    };
    free.subsets().map(one).collect()
}
