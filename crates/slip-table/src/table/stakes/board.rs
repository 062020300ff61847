//! The board of a raise-and-see conflict: dice of all parties, things in play, and fallout.

use crate::table::actor_marks::Marks;
use crate::table::name_lookup::{one_or, with_marks};
use crate::table::style::ColourScheme;
use crate::transcript::phrases::listed;
use crate::transcript::stakes::phrases::{approach_title, dice_of_thing, faces, name, stat_title, status, tracks};
use crate::transcript::stakes::stands;
use slip_pack::stakes_party::{PartyThingKind, Stat};
use slip_play::ids::ActorId;
use slip_play::stakes::StakesConflict;
use slip_printable::{columns_of, padded};

/// Returns the dice of all parties and the current raise.
pub(in crate::table) fn board(fight: &StakesConflict, marks: &Marks, ink: &ColourScheme) -> String {
    let mut lines: Vec<String> = fight.roster.parties.keys().map(|who| stat_line(fight, who, marks, ink)).collect();
    if let Some(raise) = &fight.state.raise
        && !raise.waiting.is_empty()
    {
        let waiting: Vec<&str> = raise.waiting.iter().map(|&who| name(fight, who)).collect();
        lines.push(format!("{} has raised {}: {} to see it.", name(fight, raise.by), raise.total, listed(&waiting)));
    }
    lines.join("\n") + "\n"
}

/// Formats a party as one line: mark, name, dice, approach, and fallout.
pub(in crate::table) fn stat_line(fight: &StakesConflict, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    let Some(party) = fight.state.party(who) else { return String::new() };
    let pen = ink.side(fight.side(who));
    let widest = fight.roster.parties.keys().map(|other| columns_of(name(fight, other))).max().unwrap_or(0);
    let long = fight.roster.parties.keys().map(|other| columns_of(marks.mark(other))).max().unwrap_or(0);
    let mut words = vec![format!("{} {}", pen.write(&padded(marks.mark(who), long)), pen.write(&padded(name(fight, who), widest)))];
    if party.is_active() {
        let none = if fight.is_before_the_roll() { "no dice yet" } else { "no dice" };
        words.push(if party.pool.is_empty() { none.to_owned() } else { party.pool.to_string() });
    } else {
        words.push(status(fight, who).to_owned());
    }
    if !party.held.is_empty() {
        let held: Vec<u8> = party.held.iter().map(|die| die.face).collect();
        words.push(format!("{} kept", faces(&held)));
    }
    if party.is_active() && !party.in_play.is_empty() {
        words.push(party.approach.word().replace('_', " "));
        words.push(format!("takes {} fallout per blow", fight.blow_on(who)));
    }
    words.extend(tracks(fight, who, false));
    words.extend(party.conditions.iter().map(ToString::to_string));
    words.join("  ")
}

/// Returns the state of every party, one per line.
pub(in crate::table) fn standings(fight: &StakesConflict) -> String {
    fight.roster.parties.keys().map(|who| stands(fight, who) + "\n").collect()
}

/// Returns the complete sheet of a party.
pub(in crate::table) fn sheet(fight: &StakesConflict, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    let Some((sheet, party)) = fight.roster.parties.row(who).zip(fight.state.party(who)) else { return String::new() };
    let side = fight.roster.sides.row(sheet.side).map_or("", |side| side.name.as_str());
    let mut lines = vec![format!("{} ({}), of {side}, mark {}", ink.side(sheet.side).write(&sheet.title), sheet.name, marks.mark(who))];
    let mut field = |word: &str, what: String| {
        if !what.is_empty() {
            lines.push(format!("  {word:13} {what}"));
        }
    };
    let stats = Stat::ALL.into_iter().map(|stat| {
        let rolled = if party.rolled.has(stat) && fight.state.round > 0 { ", rolled" } else { "" };
        format!("{} {}d6{rolled}", stat_title(stat), fight.dice_of(who, stat))
    });
    field("state", status(fight, who).to_owned());
    field("approach", approach_title(party.approach));
    field("stats", stats.collect::<Vec<_>>().join(", "));
    field("dice", party.pool.to_string());
    let held: Vec<u8> = party.held.iter().map(|die| die.face).collect();
    field("kept", if held.is_empty() { String::new() } else { faces(&held) });
    for sort in [PartyThingKind::Trait, PartyThingKind::Object, PartyThingKind::Relationship] {
        let listed = (0_u8..).zip(&sheet.things).filter(|(number, thing)| thing.sort == sort && sheet.has(*number));
        let words = listed.map(|(number, thing)| {
            let danger = if fight.is_dangerous(who, number) { ", dangerous" } else { "" };
            let used = if party.has_used(number) { ", in play" } else { "" };
            format!("{} {}{danger}{used}", thing.title, dice_of_thing(thing))
        });
        field(sort.word(), words.collect::<Vec<_>>().join("\n                "));
    }
    field("a blow", format!("{} fallout", fight.blow_on(who)));
    field("fallout", tracks(fight, who, true).join("\n                "));
    field("conditions", party.conditions.iter().map(|condition| condition.as_str()).collect::<Vec<_>>().join(", "));
    field("ends in", sheet.stages.iter().map(|stage| stage.as_str()).collect::<Vec<_>>().join(", "));
    lines.join("\n") + "\n"
}

/// Finds a party by name, title, mark, or an unambiguous beginning of a name.
pub(in crate::table) fn called(fight: &StakesConflict, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let parties = || fight.roster.parties.iter();
    let names = parties().map(|(who, sheet)| (who, [sheet.name.as_str(), sheet.title.as_str()]));
    one_or(names, word, || marks.whose(word)).ok_or_else(|| {
        let names = with_marks(marks, parties().map(|(who, sheet)| (who, sheet.title.as_str())));
        format!("there is no `{word}` in this conflict; choose from {names}")
    })
}
