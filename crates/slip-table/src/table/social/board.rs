//! The board of social combat: the map with the actors and the values of borders, the time track, and the stakes.

use super::map_drawing::{DrawingRow, rows};
use crate::table::actor_marks::Marks;
use crate::table::sheet::aspect;
use crate::table::style::ColourScheme;
use crate::transcript::phrases::{name, skill_title, title};
use slip_dice::fate::Holder;
use slip_pack::encounter::AtRisk;
use slip_play::ids::{ActorId, BorderId, ZoneId};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::{ActorStatus, COMPOSURE, HEALTH};
use slip_printable::{columns_of, padded};

/// Returns the time track and the stress track that attacks hit.
pub(in crate::table) fn head(fight: &Personal) -> String {
    let Some(social) = &fight.roster.social else { return String::new() };
    let left = fight.time_left();
    let gone = social.time_boxes.saturating_sub(left);
    let boxes: String = (0..social.time_boxes.max(left)).map(|place| if place < gone { "[x]" } else { "[ ]" }).collect();
    let of = |track| title(fight.track(track));
    let risk = match social.at_risk {
        AtRisk::Composure => of(COMPOSURE),
        AtRisk::Wealth => of(HEALTH),
        AtRisk::Both => format!("{} or {}", of(HEALTH), of(COMPOSURE)),
    };
    format!("Time {boxes}   at risk: {risk}\n\n")
}

/// Returns the stakes: what a side wins if it succeeds, and loses if it fails.
pub(in crate::table) fn stakes(fight: &Personal) -> String {
    let Some(social) = &fight.roster.social else { return String::new() };
    let lines = [("If won", &social.wager.win), ("If lost", &social.wager.lose)].into_iter().filter(|(_, text)| !text.is_empty());
    let lines: String = lines.map(|(word, text)| format!("{word:7}  {text}\n")).collect();
    if lines.is_empty() { lines } else { format!("{lines}\n") }
}

/// Returns the map as text: the actors in each zone, and the cost to move on to the next.
pub(in crate::table) fn board(fight: &Personal, marks: &Marks, ink: &ColourScheme) -> String {
    let (rows, left) = rows(fight);
    let zones = || fight.roster.map.zones.iter();
    let stem = |row: &DrawingRow| columns_of(&row.stem);
    let names = rows.iter().map(|row| stem(row) + columns_of(fight.zone(row.zone))).max().unwrap_or(0);
    let titles = zones().map(|(_, zone)| columns_of(&zone.title)).max().unwrap_or(0);
    let mut out = String::new();
    for row in &rows {
        if let Some((border, true)) = row.over {
            out.push_str(format!("  |{}", worth(fight, border)).trim_end());
            out.push('\n');
        }
        let zone = fight.zone(row.zone);
        let wide = names.saturating_sub(stem(row));
        let called = ink.strong.write(&padded(&fight.roster.map.zones[row.zone].title, titles));
        let over = row.over.filter(|&(_, above)| !above).map(|(border, _)| worth(fight, border)).unwrap_or_default();
        let mut words = Vec::new();
        words.extend(Some(standing(fight, row.zone, marks, ink)).filter(|there| !there.is_empty()));
        words.extend(Some(over.trim().to_owned()).filter(|over| !over.is_empty()));
        let held = fight.state.aspects.values().filter(|there| there.present && there.holder == Holder::Zone(row.zone.0));
        words.extend(held.map(|there| aspect(fight, there)));
        let line = format!("  {}{}  {called}  {}", row.stem, padded(zone, wide), words.join(", "));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if !left.is_empty() {
        out.push_str("  Other neighbouring zones\n");
        for border in left {
            out.push_str(format!("    {}{}", ends(fight, border), worth(fight, border)).trim_end());
            out.push('\n');
        }
    }
    out
}

/// Formats the value of a border, `  worth 2`; empty if it has no extra cost.
fn worth(fight: &Personal, border: BorderId) -> String {
    let there = fight.roster.map.borders.row(border);
    let titled = there.filter(|there| there.titled).map(|there| format!("  \"{}\"", there.title)).unwrap_or_default();
    match fight.border_value(border) {
        0 => titled,
        value => format!("{titled}  worth {value}"),
    }
}

fn ends(fight: &Personal, border: BorderId) -> String {
    let there = fight.roster.map.borders.row(border);
    there.map(|there| format!("{} -- {}", fight.zone(there.a), fight.zone(there.b))).unwrap_or_default()
}

/// Returns the marks of the actors in a zone: people first, then pawns.
fn standing(fight: &Personal, zone: ZoneId, marks: &Marks, ink: &ColourScheme) -> String {
    let there = |who: &ActorId| fight.state.actors[*who].is_there() && fight.state.actors[*who].zone == zone;
    let people = fight.roster.people().filter(there).map(|who| ink.side(fight.roster.side(who)).write(marks.mark(who)));
    let pawns = fight.roster.pawns().filter(there).map(|who| ink.faint.write(marks.mark(who)));
    people.chain(pawns).collect::<Vec<_>>().join(" ")
}

/// Returns the pawns with their marks and names on one line; empty if there are none.
pub(in crate::table) fn pawns(fight: &Personal, marks: &Marks) -> String {
    let suitor = |place: usize| fight.roster.social.as_ref().and_then(|social| social.pawns.get(place)).is_some_and(|pawn| pawn.suitor);
    let words = fight.roster.pawns().enumerate().map(|(place, who)| {
        let gone = fight.state.actors[who].status == ActorStatus::Removed;
        let what = if gone {
            " (out)"
        } else if suitor(place) {
            " (a suitor)"
        } else {
            ""
        };
        format!("{} {}{what}", marks.mark(who), name(fight, who))
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        return String::new();
    }
    let lines = crate::table::sheet::wrapped(&words, 94);
    format!("Pawns\n{}", lines.iter().map(|line| format!("  {line}\n")).collect::<String>())
}

/// Returns a note about the skill that the actor used last and may not use next.
pub(in crate::table) fn last_skill(fight: &Personal, who: ActorId) -> Option<String> {
    fight.roster.social.as_ref()?;
    fight.state.actors[who].last.map(|skill| format!("may not use {} next", skill_title(fight, skill)))
}
