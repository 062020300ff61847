//! Prints the parts of people's sheets that are not numbers, and descriptions of skills.

use super::stat_block_lines::{doc, field, several};
use anstyle::Style;
use slip_pack::declaration::PackDeclaration;
use slip_pack::item::ItemAspect;
use slip_pack::skill::SkillUse;
use slip_pack::{BuiltItem, Name, Skill};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints a skill: its use and limits, the effect of training, and the skills or technologies that it includes.
pub(super) fn skill(skill: &Skill, bold: Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{bold}{}{bold:#} ({}), skill", skill.title, slip_pack::called(&skill.package, &skill.name))?;
    doc(out, skill.doc.as_deref())?;
    let texts = |texts: &[String]| texts.join(", ");
    let names = |names: &[Name]| names.join(", ");
    let uses = |uses: &[SkillUse]| uses.iter().map(SkillUse::in_words).collect::<Vec<_>>();
    field(out, "class", &names(&skill.classes))?;
    field(out, "lists", &names(&skill.lists))?;
    field(out, "counts as", skill.stands_for.as_deref().unwrap_or_default())?;
    field(out, "only when", skill.only.as_deref().unwrap_or_default())?;
    several(out, "for", uses(&skill.uses))?;
    several(out, "never for", uses(&skill.never))?;
    if skill.sink {
        field(out, "rolled", "never: this skill is meant to have no effect")?;
    } else if skill.passive {
        field(out, "rolled", "not by itself")?;
    }
    if let Some(by) = &skill.within {
        field(out, "only if", &format!("{by} covers the world"))?;
    }
    field(out, "covers", &covered(skill))?;
    field(out, "military", skill.military.as_deref().unwrap_or_default())?;
    if skill.familiar {
        field(out, "weapons", "of any technology level are familiar")?;
    }
    field(out, "serves for", &names(&skill.serves))?;
    field(out, "phrases", &skill.phrases.iter().map(|phrase| format!("\"{phrase}\"")).collect::<Vec<_>>().join(", "))?;
    field(out, "brings", &texts(&skill.gear))?;
    for (list, kit) in &skill.kits {
        field(out, "brings", &format!("{} (list {list})", texts(kit)))?;
    }
    Ok(())
}

/// Describes the places that a skill covers, and the ages that a sheet may name instead of a technology.
fn covered(skill: &Skill) -> String {
    let mut covered = Vec::new();
    if !skill.covers.is_empty() {
        covered.push(format!("home, and every {} that the skill names", skill.covers.join(" or ")));
    }
    covered.extend(skill.ages.iter().map(|age| format!("\"{}\" (all technologies from home to T{})", age.name, age.tech)));
    covered.join(", ")
}

/// Formats skills as the rulebook writes them: the ranks from the highest, each with its skills and their subjects.
pub(super) fn by_rank(item: &BuiltItem) -> String {
    if let Some(rank) = item.every_skill {
        return format!("{rank} in everything");
    }
    let mut rows: BTreeMap<std::cmp::Reverse<i32>, Vec<String>> = BTreeMap::new();
    for (skill, rank) in &item.skills {
        let about = item.subjects.get(skill).map_or(String::new(), |subjects| format!(" ({})", subjects.join(", ")));
        rows.entry(std::cmp::Reverse(*rank)).or_default().push(format!("{skill}{about}"));
    }
    rows.iter().map(|(rank, skills)| format!("{} {}", rank.0, skills.join(", "))).collect::<Vec<_>>().join("; ")
}

/// Formats an item's choices, references to places, and flags that are set.
pub(super) fn words(item: &BuiltItem, design: Option<&PackDeclaration>) -> String {
    let chosen = item.words.iter().map(|(choice, word)| format!("{choice} {word}"));
    let places = item.refers.iter().map(|(word, place)| format!("{word} {}", place.name));
    let flags = item.stats.iter().filter(|(flag, up)| is_flag(design, flag) && **up == 1).map(|(flag, _)| format!("{flag} yes"));
    chosen.chain(places).chain(flags).collect::<Vec<_>>().join(", ")
}

/// True if a number of the sheet is shown as words: a flag or a choice.
pub(super) fn is_worded(item: &BuiltItem, design: Option<&PackDeclaration>, name: &str) -> bool {
    item.words.contains_key(name) || is_flag(design, name)
}

fn is_flag(design: Option<&PackDeclaration>, name: &str) -> bool {
    design.is_some_and(|design| design.lines_of("flag").any(|line| line.name.as_deref() == Some(name)))
}

/// Returns the things that the item's skills bring for free, each with the skill.
pub(super) fn brings(item: &BuiltItem) -> String {
    if item.every_skill.is_some() {
        return String::new();
    }
    item.brings.iter().map(|brought| format!("{} ({})", brought.what, brought.by)).collect::<Vec<_>>().join(", ")
}

/// Returns the technologies whose weapons are familiar.
pub(super) fn familiar(item: &BuiltItem) -> String {
    match item.familiar {
        Some((low, high)) if low == high => format!("weapons of T{low}"),
        Some((low, high)) => format!("weapons of T{low} to T{high}"),
        None => String::new(),
    }
}

/// Returns the aspects of a person. If the aspects name life phases, they are in the order of the phases; otherwise they are in the order
/// written.
pub(super) fn in_phases<'i>(item: &'i BuiltItem, design: Option<&PackDeclaration>) -> Vec<&'i ItemAspect> {
    let phases: Vec<&str> =
        design.into_iter().flat_map(|design| design.lines_of("phase")).filter_map(|line| line.name.as_deref()).collect();
    let place = |aspect: &ItemAspect| {
        let phase = aspect.mark.as_deref().and_then(|mark| phases.iter().position(|phase| *phase == mark));
        phase.unwrap_or(usize::MAX)
    };
    let mut aspects: Vec<&ItemAspect> = item.aspects.iter().collect();
    aspects.sort_by_key(|aspect| place(aspect));
    aspects
}
