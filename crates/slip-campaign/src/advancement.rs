//! Advancement: a swap of neighbouring skills, a replaced aspect and a replaced stunt, once each per refresh (R-C15).
//!
//! A swap of neighbouring skills keeps the pyramid, so it is not checked here; the compiler checks all other rules on the Slip text of
//! [`overlay`].

use super::command_execution::{CommandExecution, CommandRefusal};
use super::state::{CampaignPerson, SheetAdvances};
use slip_pack::item::{Gear, ItemAspect, ItemStunt};
use slip_pack::{BuiltItem, Name, Pack, quoted};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Changes that a person makes by advancement; each of the three is optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct AdvancementChanges<'a> {
    /// Two skills on adjacent ranks that swap their ranks: first the skill that rises, then the skill that falls.
    pub swap: Option<(&'a str, &'a str)>,
    /// Aspect that is replaced, and the new aspect.
    pub aspect: Option<(&'a str, &'a str)>,
    /// Stunt that is replaced, and the new stunt, both in source form. The first is `None` if the old stunt was sold already.
    pub stunt: Option<(Option<&'a str>, &'a str)>,
}

/// Applies the changes to a person.
///
/// # Errors
/// Returns a refusal if this kind of change was already made since the last refresh, or is not possible.
pub fn learn(command: &mut CommandExecution<'_>, who: &str, lesson: AdvancementChanges<'_>) -> Result<(), CommandRefusal> {
    command.person(who)?;
    if lesson.swap.is_none() && lesson.aspect.is_none() && lesson.stunt.is_none() {
        let legal = ["--raise SKILL --lower SKILL", "--drop-aspect \"…\" --aspect \"…\"", "--drop-stunt STUNT --stunt STUNT"];
        return Err(CommandRefusal::choose(
            format!("choose what {who} learns, at most one of each kind per refresh"),
            legal.map(str::to_owned).into(),
        ));
    }
    own_sheet(command, who)?;
    if let Some((raise, lower)) = lesson.swap {
        swap(command, who, raise, lower)?;
    }
    if let Some((old, new)) = lesson.aspect {
        aspect(command, who, old, new)?;
    }
    if let Some((old, new)) = lesson.stunt {
        stunt(command, who, old, new)?;
    }
    Ok(())
}

/// Checks that only this person uses the sheet, because a change of a shared sheet would affect both people.
///
/// # Errors
/// If another person uses the same item.
pub(crate) fn own_sheet(command: &CommandExecution<'_>, who: &str) -> Result<(), CommandRefusal> {
    let item = command.state.people.get(who).map(|person| &person.item);
    match command.state.people.iter().find(|(name, other)| *name != who && Some(&other.item) == item) {
        None => Ok(()),
        Some((twin, _)) => {
            Err(CommandRefusal::because(format!("{who} and {twin} share one sheet: give one of them their own sheet in the package first")))
        }
    }
}

/// Checks that a new person may use the sheet of another person.
///
/// # Errors
/// Returns a refusal if advancement has already changed the sheet for the other person, because the new person would get the changes, too.
pub fn may_share(command: &CommandExecution<'_>, item: &Gear) -> Result<(), CommandRefusal> {
    match command.state.people.iter().find(|(_, person)| person.item == *item && !person.changes.is_empty()) {
        None => Ok(()),
        Some((first, _)) => Err(CommandRefusal::because(format!(
            "{first} has changed the sheet `{}` by learning or selling: give the new person their own sheet in the package",
            item.name
        ))),
    }
}

fn spent(who: &str, what: &str) -> CommandRefusal {
    CommandRefusal::because(format!("{who} has no {what} left: one comes with each refresh"))
}

/// Raises a skill and lowers its neighbour: only skills at adjacent ranks may be swapped (R-C15, R-C16).
fn swap(command: &mut CommandExecution<'_>, who: &str, raise: &str, lower: &str) -> Result<(), CommandRefusal> {
    let item = command.person(who)?.item;
    let Some(person) = command.state.people.get(who) else { return Ok(()) };
    if !person.may.swap {
        return Err(spent(who, "swap of skills"));
    }
    if item.every_skill.is_some() {
        return Err(CommandRefusal::because(format!("{who} has one rank for everything, and no skills to swap")));
    }
    let mut skills = skills(person, item).clone();
    let rank = skills.get(raise).copied().unwrap_or(0);
    let above = rank.saturating_add(1);
    if skills.get(lower) != Some(&above) {
        let neighbours = skills.iter().filter(|(_, of)| **of == above).map(|(skill, _)| format!("--raise {raise} --lower {skill}"));
        let from = skills.get(lower).map_or("untrained".to_owned(), |rank| format!("at {rank}"));
        let why = format!("{raise} is at {rank} and can only change places with a skill at {above}; {lower} is {from}");
        return Err(CommandRefusal::choose(why, neighbours.collect()));
    }
    skills.insert(raise.into(), above);
    if rank == 0 {
        skills.remove(lower);
    } else {
        skills.insert(lower.into(), rank);
    }
    let now = if rank == 0 { "untrained".to_owned() } else { rank.to_string() };
    command.fact(format!("{who}: {raise} {rank} -> {above}, {lower} {above} -> {now}; the pyramid is unchanged"));
    if let Some(person) = command.state.people.get_mut(who) {
        person.changes.skills = skills;
        person.may.swap = false;
    }
    Ok(())
}

fn aspect(command: &mut CommandExecution<'_>, who: &str, old: &str, new: &str) -> Result<(), CommandRefusal> {
    let item = command.person(who)?.item;
    let Some(person) = command.state.people.get(who) else { return Ok(()) };
    if !person.may.aspect {
        return Err(spent(who, "change of aspect"));
    }
    let own: Vec<ItemAspect> = aspects(person, item);
    if !own.iter().any(|aspect| !aspect.derived && aspect.text == old) {
        let own = own.into_iter().filter(|aspect| !aspect.derived).map(|aspect| format!("\"{}\"", aspect.text));
        return Err(CommandRefusal::choose(format!("{who} has no aspect \"{old}\" to give up; the aspects are"), own.collect()));
    }
    if new.trim().is_empty() || own.iter().any(|aspect| aspect.text == new) {
        return Err(CommandRefusal::because("write a new aspect that the person does not have yet"));
    }
    command.fact(format!("{who}: \"{old}\" becomes \"{new}\""));
    if let Some(person) = command.state.people.get_mut(who) {
        person.changes.aspects.push((old.to_owned(), new.to_owned()));
        person.may.aspect = false;
    }
    Ok(())
}

fn stunt(command: &mut CommandExecution<'_>, who: &str, old: Option<&str>, new: &str) -> Result<(), CommandRefusal> {
    let item = command.person(who)?.item;
    let Some(person) = command.state.people.get(who) else { return Ok(()) };
    let own = stunts(command.pack, person, item);
    let Some(old) = old else {
        if person.stunts_owed == 0 {
            let own = own.iter().map(|stunt| format!("--drop-stunt '{stunt}' --stunt '{new}'")).collect();
            return Err(CommandRefusal::choose(format!("a new stunt replaces another one: choose the stunt that {who} gives up"), own));
        }
        if command.state.playing {
            return Err(CommandRefusal::because("the stunt that replaces a sold one is chosen at the end of the session"));
        }
        command.fact(format!("{who} learns {new} in place of the stunt that was sold"));
        if let Some(person) = command.state.people.get_mut(who) {
            person.stunts_owed -= 1;
            person.changes.stunts_new.push(new.to_owned());
        }
        return Ok(());
    };
    if !person.may.stunt {
        return Err(spent(who, "exchange of stunts"));
    }
    let Some(old) = own.iter().find(|stunt| bare(stunt) == bare(old)).cloned() else {
        return Err(CommandRefusal::among_stunts(who, format!("{who} has no stunt `{old}` to give up"), own));
    };
    command.fact(format!("{who} gives up {old} and learns {new}"));
    if let Some(person) = command.state.people.get_mut(who) {
        lose(&mut person.changes, &old);
        person.changes.stunts_new.push(new.to_owned());
        person.may.stunt = false;
    }
    Ok(())
}

/// Removes a stunt. A learned stunt is deleted; a stunt from the sheet is recorded as lost.
pub(crate) fn lose(changes: &mut SheetAdvances, stunt: &str) {
    match changes.stunts_new.iter().position(|one| bare(one) == bare(stunt)) {
        Some(at) => {
            changes.stunts_new.remove(at);
        }
        None => changes.stunts_lost.push(stunt.to_owned()),
    }
}

/// Returns the source form of a stunt without whitespace, for comparison.
pub(crate) fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Returns a stunt in source form, with text arguments in quotes.
pub fn as_written(pack: &Pack, stunt: &ItemStunt) -> String {
    let args: Vec<String> = stunt.args.iter().enumerate().map(|(place, arg)| argument(pack, stunt, place, arg)).collect();
    let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
    let count = if stunt.count > 1 { format!(" x{}", stunt.count) } else { String::new() };
    format!("{}{args}{count}", stunt.name)
}

/// Returns one argument of a stunt; the argument is quoted if the stunt expects text there or if it is not a plain name.
fn argument(pack: &Pack, stunt: &ItemStunt, place: usize, arg: &str) -> String {
    let declared = pack.declarations.get("stunt").into_iter().flat_map(|stunts| stunts.values()).find(|one| one.name == stunt.name);
    let kind = declared.and_then(|one| one.params.split(',').nth(place)?.split(':').nth(1)).map(str::trim);
    let is_name = arg.chars().all(|sign| sign.is_ascii_alphanumeric() || "_.-".contains(sign));
    if kind.is_some_and(|kind| kind.starts_with("text")) || !is_name { quoted(arg) } else { arg.to_owned() }
}

/// Returns the current skills of a person.
fn skills<'s>(person: &'s CampaignPerson, item: &'s BuiltItem) -> &'s BTreeMap<Name, i32> {
    if person.changes.skills.is_empty() { &item.skills } else { &person.changes.skills }
}

/// Returns the current aspects of a person.
fn aspects(person: &CampaignPerson, item: &BuiltItem) -> Vec<ItemAspect> {
    let mut aspects = item.aspects.clone();
    for (old, new) in &person.changes.aspects {
        if let Some(aspect) = aspects.iter_mut().find(|aspect| aspect.text == *old && !aspect.derived) {
            aspect.text.clone_from(new);
        }
    }
    aspects
}

/// Returns the current stunts of a person, in source form.
pub(crate) fn stunts(pack: &Pack, person: &CampaignPerson, item: &BuiltItem) -> Vec<String> {
    let mut stunts: Vec<String> = item.stunts.iter().filter(|stunt| !stunt.given).map(|stunt| as_written(pack, stunt)).collect();
    for lost in &person.changes.stunts_lost {
        if let Some(at) = stunts.iter().position(|stunt| bare(stunt) == bare(lost)) {
            stunts.remove(at);
        }
    }
    for new in &person.changes.stunts_new {
        if !stunts.iter().any(|stunt| bare(stunt) == bare(new)) {
            stunts.push(new.clone());
        }
    }
    stunts
}

/// Returns a person's current sheet as Slip text, which the compiler checks and builds. The text derives from `item`, the person's item in
/// the package.
pub fn overlay(pack: &Pack, name: &str, person: &CampaignPerson, item: &BuiltItem) -> String {
    let mut text = format!("{} {name} {} from {}.{} {{\n", item.kind, quoted(&item.title), item.package, item.name);
    if !person.changes.skills.is_empty() {
        let mut rows: BTreeMap<std::cmp::Reverse<i32>, Vec<String>> = BTreeMap::new();
        for (skill, rank) in &person.changes.skills {
            rows.entry(std::cmp::Reverse(*rank)).or_default().push(skill_as_written(skill, item));
        }
        let rows: Vec<String> = rows.iter().map(|(rank, skills)| format!("{} {}", rank.0, skills.join(", "))).collect();
        let _ = writeln!(text, "  skills {{ {} }}", rows.join("; "));
    }
    if !person.changes.aspects.is_empty() {
        let written: Vec<String> = aspects(person, item).iter().filter_map(aspect_as_written).collect();
        let _ = writeln!(text, "  aspects {}", written.join(", "));
    }
    if !person.changes.stunts_lost.is_empty() || !person.changes.stunts_new.is_empty() {
        let _ = writeln!(text, "  stunts {}", stunts(pack, person, item).join(", "));
    }
    for waiver in &item.waivers {
        let _ = writeln!(text, "  allow {} {}", waiver.code, quoted(&waiver.reason));
    }
    if waits_for_stunts(pack, person, item) && item.waivers.iter().all(|waiver| waiver.code != STUNT_COUNT) {
        let _ = writeln!(text, "  allow {STUNT_COUNT} {}", quoted("another stunt is chosen at the end of the session"));
    }
    text.push_str("}\n");
    text
}

/// Diagnostic code for too few stunts.
const STUNT_COUNT: &str = "too-few-stunts";

/// True if a person has too few stunts only because sold stunts are not replaced yet. Such a person is accepted until they are replaced.
fn waits_for_stunts(pack: &Pack, person: &CampaignPerson, item: &BuiltItem) -> bool {
    let printed: u32 = item.stunts.iter().filter(|stunt| !stunt.given).map(|stunt| u32::try_from(stunt.count).unwrap_or(0)).sum();
    let now: u32 = stunts(pack, person, item).iter().map(|stunt| times(stunt)).sum();
    person.stunts_owed > 0 && now.saturating_add(person.stunts_owed) <= printed
}

/// Returns the count of a stunt in source form, such as 2 for `foo x2`.
pub(crate) fn times(stunt: &str) -> u32 {
    stunt.rsplit_once(" x").and_then(|(_, times)| times.parse().ok()).unwrap_or(1)
}

/// Returns a skill with its subjects: `profession "salvage"`, `culture_tech "Pell" "Dunmore"`.
fn skill_as_written(skill: &str, item: &BuiltItem) -> String {
    if let Some((skill, subject)) = skill.strip_suffix(')').and_then(|skill| skill.split_once('(')) {
        return format!("{skill} {}", quoted(subject));
    }
    let subjects = item.subjects.get(skill).into_iter().flatten().map(|subject| format!(" {}", quoted(subject)));
    std::iter::once(skill.to_owned()).chain(subjects).collect()
}

/// Returns an aspect as it is written in Slip, with its mark. An aspect that a rule derives is only written if it was renamed.
fn aspect_as_written(aspect: &ItemAspect) -> Option<String> {
    let mark = aspect.mark.as_ref().map_or(String::new(), |mark| format!(" {mark}"));
    match &aspect.renamed_from {
        Some(from) => Some(format!("{} as {}{mark}", quoted(from), quoted(&aspect.text))),
        None if aspect.derived => None,
        None => Some(format!("{}{mark}", quoted(&aspect.text))),
    }
}
