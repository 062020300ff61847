//! Prints the parties of raise-and-see conflicts in words: their dice, the things that they may bring in, and the budget that paid for
//! them.

use super::show::reasons;
use super::show_designs::TextStyles;
use super::stat_block_lines::{allowed, doc, field, several};
use slip_pack::Pack;
use slip_pack::encounter::{Actor, Encounter, Wager};
use slip_pack::item::Account;
use slip_pack::stakes_party::{Approach, Background, Party, PartyThing, PartyThingKind, Stat};
use std::io::{self, Write};

/// Prints a background of operatives: the dice that it gives, its effects, and the operatives that have it.
pub(super) fn background(background: &Background, pack: &Pack, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    ink.head(
        &background.title,
        &format!("({}), background", slip_pack::called(&background.package, &background.name)),
        &background.place,
        out,
    )?;
    doc(out, background.doc.as_deref())?;
    field(out, "gives", &format!("{} for the four statistics, {} for traits", dice(background.stat_dice), dice(background.trait_dice)))?;
    several(out, "in play", background.effects.iter().map(|line| line.text.clone()))?;
    let is_of =
        |party: &&Party| party.background.as_ref().is_some_and(|from| from.package == background.package && from.name == background.name);
    field(out, "taken by", &pack.parties.values().filter(is_of).map(|party| party.name.as_str()).collect::<Vec<_>>().join(", "))
}

/// Prints an operative or an opposition, as a sheet to play from.
pub(super) fn sheet(party: &Party, pack: &Pack, ink: TextStyles, out: &mut dyn Write) -> io::Result<()> {
    let from = party.background.as_ref().and_then(|from| pack.backgrounds.get(&slip_pack::key(&from.package, &from.name)));
    let by = from.map_or(String::new(), |from| format!(", {}", from.title));
    let TextStyles { bold, dim } = ink;
    writeln!(out, "{bold}{}{bold:#} ({}), {}{by}", party.title, slip_pack::called(&party.package, &party.name), party.kind)?;
    doc(out, party.doc.as_deref())?;
    if !party.valid {
        writeln!(out, "  not playable, see `slipyard check`")?;
    }
    field(out, "hope", party.hope.as_deref().unwrap_or_default())?;
    let given = |account: fn(&Background) -> u32| from.map_or(String::new(), |from| format!(" of {}", account(from)));
    let stats: Vec<String> = Stat::ALL.into_iter().map(|stat| format!("{} {}d6", stat.word(), party.stat(stat))).collect();
    let spent: u32 = party.stats.iter().map(|&stat| u32::from(stat)).sum();
    field(out, "stats", &format!("{} ({spent}{} dice)", stats.join(", "), given(|from| from.stat_dice)))?;
    let rolls = |approach: Approach| {
        let count: u32 = approach.stats().into_iter().map(|stat| u32::from(party.stat(stat))).sum();
        format!("{} {count}d6", approach.word())
    };
    several(out, "approaches", Approach::ALL.into_iter().map(rolls))?;
    for (sort, word) in [(PartyThingKind::Trait, "traits"), (PartyThingKind::Object, "objects"), (PartyThingKind::Relationship, "knows")] {
        several(out, word, party.things.iter().filter(|thing| thing.sort == sort).map(thing))?;
    }
    if from.is_some() {
        let traits: u32 = party.things.iter().filter(|thing| thing.sort == PartyThingKind::Trait).map(count).sum();
        field(out, "trait dice", &format!("{traits}{}", given(|from| from.trait_dice)))?;
    }
    field(out, "family", &party.family.join(", "))?;
    field(out, "fallout", &fallout(party))?;
    several(out, "in play", party.effects.iter().map(|line| line.text.clone()))?;
    allowed(out, &party.waivers)?;
    // The ledger is printed only if it has lines about a budget, since the dice of traits were printed above.
    if party.ledger.iter().any(|line| line.account == Account::Budget) {
        return reasons(&party.ledger, out, dim);
    }
    Ok(())
}

/// Prints the stakes of a raise-and-see encounter, and the side that begins.
pub(super) fn wager(wager: &Wager, scene: &Encounter, out: &mut dyn Write) -> io::Result<()> {
    let winners = scene.sides.first().map_or("", |side| side.name.as_str());
    field(out, "if they win", &if wager.win.is_empty() { String::new() } else { format!("{} ({winners})", wager.win) })?;
    field(out, "if not", &wager.lose)?;
    // A social encounter has no dice on the table, and its order of actions follows from skills, so no side begins.
    if scene.social.is_some() {
        return Ok(());
    }
    let begins = wager.initiator.and_then(|(side, at)| scene.sides.get(side)?.actors.get(at));
    field(out, "begins", begins.map_or("the actor with the two highest dice", |actor| actor.name.as_str()))?;
    field(out, "about", &wager.about.join(", "))
}

/// Describes how a party enters the encounter: its title, its approach, and its things in play from the start.
pub(super) fn entered(actor: &Actor, pack: &Pack) -> Option<String> {
    let entered = actor.party.as_deref()?;
    let party = pack.parties.get(&slip_pack::key(&actor.item.package, &actor.item.name))?;
    let approach = entered.approach.map_or(String::new(), |approach| format!(", {}", approach.word()));
    let brings = if entered.brings.is_empty() { String::new() } else { format!(", brings {}", entered.brings.join(", ")) };
    Some(format!("{}{approach}{brings}", party.title))
}

/// Formats an asset: `Imre Vass 1d8 (vass, dangerous; fits opposed_physical)`.
fn thing(thing: &PartyThing) -> String {
    let all: Vec<String> = thing.dice.iter().map(ToString::to_string).collect();
    let danger = if thing.dangerous { ", dangerous" } else { "" };
    let fits: Vec<&str> = thing.fits.iter().map(|approach| approach.word()).collect();
    let fits = if fits.is_empty() { String::new() } else { format!("; fits {}", fits.join(", ")) };
    let lines: String = thing.effects.iter().map(|line| format!("; {}", line.text)).collect();
    format!("{} {} ({}{danger}{fits}{lines})", thing.title, all.join(" + "), thing.name)
}

fn count(thing: &PartyThing) -> u32 {
    thing.dice.iter().map(|dice| u32::from(dice.count)).sum()
}

/// Describes the four tracks of an operative, or the stages of the only track of an opposition.
fn fallout(party: &Party) -> String {
    if party.is_operative() {
        return "physical, mental, social and societal, three rows each".to_owned();
    }
    let rows = match party.stages.len() {
        1 => "one row".to_owned(),
        rows => format!("{rows} rows"),
    };
    let named: Vec<&str> = party.stages.iter().map(String::as_str).filter(|stage| !stage.is_empty()).collect();
    if named.is_empty() { format!("one track of {rows}") } else { format!("one track of {rows}: {}", named.join(", ")) }
}

fn dice(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}
