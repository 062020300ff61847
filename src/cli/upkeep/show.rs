//! Prints the state of a campaign, and its history.

use super::campaign_package::CampaignPackage;
use super::parse_choices::package;
use crate::cli::args::TextOrJson;
use crate::cli::args::upkeep::{HistoryOf, ShowState};
use crate::cli::stat_block_lines::field;
use crate::cli::{CommandStatus, Console, Stop};
use slip_campaign::state::{Campaign, CampaignPerson, CampaignShip, CommandRecord, SheetState};
use slip_export::cards::counted;
use slip_pack::BuiltItem;
use slip_pack::trip_effects::ReactionMass;
use std::io::{self, Write};

/// Prints the whole campaign, or one person, ship or place of it.
pub(super) fn run(
    wanted: &ShowState,
    format: TextOrJson,
    campaign: &Campaign,
    ground: &CampaignPackage,
    console: &mut Console<'_>,
) -> Result<CommandStatus, Stop> {
    let is_there = |who: &&str| campaign.standing(who).is_some() || campaign.places.contains_key(*who);
    if let Some(who) = wanted.who.as_deref().filter(|who| !is_there(who)) {
        let names = campaign.people.keys().chain(campaign.ships.keys()).chain(campaign.places.keys());
        let names: Vec<&str> = names.map(|name| name.as_str()).collect();
        return Err(Stop::because(format!("this campaign has no person, ship or place `{who}`; it has: {}", names.join(", "))));
    }
    if format == TextOrJson::Json {
        let text = match wanted.who.as_deref() {
            None => serde_json::to_string_pretty(campaign),
            Some(who) => match campaign.people.get(who) {
                Some(person) => serde_json::to_string_pretty(person),
                None => match campaign.ships.get(who) {
                    Some(ship) => serde_json::to_string_pretty(ship),
                    None => serde_json::to_string_pretty(&campaign.places.get(who)),
                },
            },
        };
        writeln!(console.out, "{}", text.map_err(Stop::because)?)?;
        return Ok(CommandStatus::Clean);
    }
    let out = &mut *console.out;
    let meant = |name: &str| wanted.who.as_deref().is_none_or(|who| who == name);
    if wanted.who.is_none() {
        let session = if campaign.playing { "is being played" } else { "has ended" };
        writeln!(
            out,
            "{}: session {} {session}, day {}, {} of downtime in this session",
            package(&campaign.package.name, &campaign.package.version),
            campaign.session,
            campaign.day,
            counted(campaign.downtime, "day")
        )?;
    }
    for (name, person) in campaign.people.iter().filter(|(name, _)| meant(name)) {
        person_in_words(name, person, campaign.item(&ground.pack, name), out)?;
    }
    for (name, ship) in campaign.ships.iter().filter(|(name, _)| meant(name)) {
        ship_in_words(name, ship, campaign.item(&ground.pack, name), out)?;
    }
    for (name, place) in campaign.places.iter().filter(|(name, _)| meant(name)) {
        let serves = |yes: bool| if yes { "yes" } else { "no" };
        writeln!(out, "{name}: a place of T{}, maintenance {}, repairs {}", place.tech, serves(place.maintenance), serves(place.repair))?;
    }
    if wanted.history || wanted.who.is_some() {
        history(&campaign.history, wanted.who.as_deref(), out)?;
    }
    Ok(CommandStatus::Clean)
}

fn title(name: &str, item: Option<&BuiltItem>) -> String {
    match item {
        Some(item) => format!("{} ({name}), {}", item.title, item.kind),
        None => name.to_owned(),
    }
}

fn standing(standing: &SheetState, item: Option<&BuiltItem>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(why) = &standing.out {
        field(out, "out", why)?;
    }
    field(out, "fate points", &standing.fate.to_string())?;
    let tracks = item.into_iter().flat_map(|item| &item.tracks).map(|(track, length)| {
        let boxes: Vec<&str> = (1..=*length)
            .map(|number| {
                if standing.marked.get(track).is_some_and(|marked| marked.iter().any(|one| i32::from(*one) == number)) { "x" } else { "." }
            })
            .collect();
        format!("{track} {}", boxes.concat())
    });
    field(out, "tracks", &tracks.collect::<Vec<_>>().join(", "))?;
    for one in &standing.consequences {
        let mending = one.mending.as_ref().map_or(String::new(), |work| format!(", treated until day {}", work.until_day));
        field(out, &one.grade, &format!("\"{}\" on {}, since session {}{mending}", one.text, one.track, one.session))?;
    }
    Ok(())
}

fn person_in_words(name: &str, person: &CampaignPerson, item: Option<&BuiltItem>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", title(name, item))?;
    standing(&person.standing, item, out)?;
    let may = [(person.may.swap, "a swap of skills"), (person.may.aspect, "an aspect"), (person.may.stunt, "a stunt")];
    let may: Vec<&str> = may.into_iter().filter(|(open, _)| *open).map(|(_, what)| what).collect();
    field(out, "may learn", &may.join(", "))?;
    field(out, "has", &person.belongings.join(", "))?;
    if person.stunts_owed > 0 {
        field(out, "chooses", &format!("{} in place of those that were lost when an item was sold", counted(person.stunts_owed, "stunt")))?;
    }
    Ok(())
}

fn ship_in_words(name: &str, ship: &CampaignShip, item: Option<&BuiltItem>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", title(name, item))?;
    standing(&ship.standing, item, out)?;
    let owners = ship.owners.iter().map(|owner| if owner.by_stunt { format!("{} (by stunt)", owner.who) } else { owner.who.to_string() });
    field(out, "owners", &owners.collect::<Vec<_>>().join(", "))?;
    field(out, "crew", &ship.crew.iter().map(|who| who.as_str()).collect::<Vec<_>>().join(", "))?;
    field(out, "at", ship.at.as_deref().unwrap_or_default())?;
    let tanks = match ship.r_mass {
        ReactionMass::Ok => "",
        ReactionMass::Low => "low",
        ReactionMass::Empty => "empty",
    };
    field(out, "tanks", tanks)?;
    let aspects: Vec<String> =
        ship.brought.iter().map(|aspect| &aspect.text).chain(&ship.aspects).map(|text| format!("\"{text}\"")).collect();
    field(out, "aspects", &aspects.join(", "))?;
    let sessions: Vec<String> = ship.checked.iter().map(u32::to_string).collect();
    field(out, "maintenance", &if sessions.is_empty() { "no session yet".to_owned() } else { format!("session {}", sessions.join(", ")) })?;
    // Only things with tracks, that is, ships, can carry freight or passengers. Other things may need maintenance too, but have no such
    // line.
    let business = match (item.is_none_or(|item| !item.tracks.is_empty()), ship.commercial_since_check) {
        (false, _) => "",
        (true, true) => "freight or passengers since the last check",
        (true, false) => "none since the last check",
    };
    field(out, "business", business)?;
    field(out, "due", &counted_alike(&ship.due).join(", "))
}

/// Combines equal maintenance checks that are due; each is listed with the number of such checks.
fn counted_alike(due: &[String]) -> Vec<String> {
    let mut kinds: Vec<(&String, usize)> = Vec::new();
    for what in due {
        match kinds.iter_mut().find(|(kind, _)| *kind == what) {
            Some((_, times)) => *times += 1,
            None => kinds.push((what, 1)),
        }
    }
    let words = |(kind, times): (&String, usize)| if times == 1 { kind.clone() } else { format!("{kind} ({times} times)") };
    kinds.into_iter().map(words).collect()
}

/// Prints the history or its last entries, and the number of changes that can be undone.
pub(super) fn history_of(
    wanted: &HistoryOf,
    format: TextOrJson,
    campaign: &Campaign,
    console: &mut Console<'_>,
) -> Result<CommandStatus, Stop> {
    let count = wanted.last.and_then(|last| usize::try_from(last).ok()).unwrap_or(usize::MAX);
    let last = campaign.history.get(campaign.history.len().saturating_sub(count)..).unwrap_or_default();
    if format == TextOrJson::Json {
        writeln!(console.out, "{}", serde_json::to_string_pretty(last).map_err(Stop::because)?)?;
        return Ok(CommandStatus::Clean);
    }
    history(last, None, console.out)?;
    match u32::try_from(campaign.earlier.len()).unwrap_or(u32::MAX) {
        0 => writeln!(console.out, "(no change can be taken back)")?,
        1 => writeln!(console.out, "(the last change can be taken back: `undo`)")?,
        kept => writeln!(console.out, "(the last {kept} changes can be taken back: `undo`, `undo --times {kept}`)")?,
    }
    Ok(CommandStatus::Clean)
}

/// Prints entries of the history; if a name is given, only those that contain it.
fn history(entries: &[CommandRecord], who: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let names =
        |line: &str| who.is_none_or(|who| line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '#').any(|word| word == who));
    for entry in entries.iter().filter(|entry| names(&entry.did) || entry.told.iter().any(|line| names(line))) {
        writeln!(out, "session {}, day {}: {}", entry.session, entry.day, entry.did)?;
        for line in &entry.told {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_again_and_again_is_written_once() {
        let due = ["a month of downtime", "the first call at haldane this session", "a month of downtime"].map(str::to_owned);
        assert_eq!(counted_alike(&due), ["a month of downtime (2 times)", "the first call at haldane this session"]);
        assert!(counted_alike(&[]).is_empty());
    }
}
