//! Writes drafts as Slip text.

use crate::draft::{AspectDraft, ItemDraft, ModeDraft, StuntDraft};
use crate::vocabulary::{DesignWords, Vocabulary};
use slip_pack::quoted;
use slip_printable::line as printable;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Width of a line of text in columns.
const WIDTH: usize = 110;

/// Returns the text of an item. `gear` and `holds` are names that have already been found.
pub(crate) fn item(draft: &ItemDraft, words: &Vocabulary, gear: &[String], holds: &BTreeMap<String, Vec<(String, i32)>>) -> String {
    let mut out = String::new();
    let Some(design) = words.designs.get(draft.design) else { return out };
    for line in by_line(&draft.unknown) {
        let _ = writeln!(out, "// {}", printable(&line));
    }
    for (at, paragraph) in draft.doc.iter().enumerate() {
        if at > 0 {
            out.push_str("///\n");
        }
        for line in wrapped(&printable(paragraph)) {
            let _ = writeln!(out, "/// {line}");
        }
    }
    let _ = writeln!(out, "{} {} {}{} {{", design.kind, draft.name, quoted(&printable(&draft.title)), built_by(design));
    for entry in entries(draft, design, gear, holds) {
        let _ = writeln!(out, "  {entry}");
    }
    out.push_str("}\n");
    out
}

/// Returns the parts of the input that were not understood; parts from one line are joined.
fn by_line(parts: &[(usize, String)]) -> Vec<String> {
    let mut lines: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (line, part) in parts {
        lines.entry(*line).or_default().push(part);
    }
    lines.into_values().map(|parts| parts.join(", ")).collect()
}

/// Returns the design in the head of an item; nothing if it is the default of its kind.
fn built_by(design: &DesignWords) -> String {
    if design.is_default || design.is_only { String::new() } else { format!(" : {}", design.path) }
}

fn entries(draft: &ItemDraft, design: &DesignWords, gear: &[String], holds: &BTreeMap<String, Vec<(String, i32)>>) -> Vec<String> {
    let mut out: Vec<String> = draft.tech.map(|tech| format!("tech T{tech}")).into_iter().collect();
    out.extend(draft.codes.iter().map(|(name, text)| format!("{name} {}", quoted(&printable(text)))));
    out.extend(draft.choices.iter().map(|(name, word)| format!("{name} {word}")));
    let stats = stats(&draft.stats.written, design);
    if !stats.is_empty() {
        out.push(stats.join("; "));
    }
    out.extend(draft.refers.iter().map(|(name, text)| format!("{name} {text}")));
    out.extend(draft.flags.iter().map(|flag| format!("{flag} yes")));
    let boxes = |(name, _): &(String, bool)| draft.tracks.written.get(name).map(|boxes| format!("{name} {boxes}"));
    let tracks: Vec<String> = design.tracks.iter().filter_map(boxes).collect();
    if !tracks.is_empty() {
        out.push(format!("tracks {{ {} }}", tracks.join("; ")));
    }
    out.extend(skills(draft));
    out.extend(list("stunts", draft.stunts.iter().map(stunt)));
    out.extend(list("without", draft.without.iter().cloned()));
    out.extend(list("aspects", draft.aspects.iter().filter(|aspect| !aspect.is_given).map(aspect)));
    out.extend(list("gear", gear.iter().cloned()));
    for (name, things) in holds {
        out.extend(list(name, things.iter().map(|(thing, count)| counted(thing, *count))));
    }
    out.extend(draft.modes.iter().map(|mode| self::mode(mode, design)));
    out.extend(draft.waivers.iter().map(|(code, reason)| format!("allow {code} {}", quoted(&printable(reason)))));
    out
}

/// Returns the entries of statistics in the order of the design; two that form a range become one entry.
fn stats(written: &BTreeMap<String, i32>, design: &DesignWords) -> Vec<String> {
    let name = |at: &usize| design.stats.get(*at).map_or("", |stat| stat.name.as_str());
    let mut in_range: Vec<&str> = Vec::new();
    let mut ranges: Vec<String> = Vec::new();
    for (entry, low, high) in &design.ranges {
        if let (Some(least), Some(most)) = (written.get(name(low)), written.get(name(high))) {
            in_range.extend([name(low), name(high)]);
            ranges.push(if least == most {
                format!("{entry} {least}")
            } else if least < most {
                format!("{entry} {least}..{most}")
            } else {
                format!("{} {least}; {} {most}", name(low), name(high))
            });
        }
    }
    for (entry, stats) in &design.rows {
        let numbers: Vec<i32> = stats.iter().map_while(|at| written.get(name(at)).copied()).collect();
        if !numbers.is_empty() {
            in_range.extend(stats.iter().take(numbers.len()).map(name));
            ranges.push(format!("{entry} {}", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")));
        }
    }
    let single = design.stats.iter().filter(|stat| !in_range.contains(&stat.name.as_str()));
    let entry = |stat: &crate::vocabulary::StatWords| {
        let number = written.get(&stat.name)?;
        let letter = usize::try_from(*number).ok().and_then(|place| stat.letters.get(place));
        Some(letter.map_or_else(|| format!("{} {number}", stat.name), |letter| format!("{} \"{letter}\"", stat.name)))
    };
    single.filter_map(entry).chain(ranges).collect()
}

fn skills(draft: &ItemDraft) -> Option<String> {
    let mut ranks: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for (skill, rank) in &draft.skills.written {
        let subjects = draft.subjects.get(skill).into_iter().flatten().map(|subject| format!(" {}", quoted(&printable(subject))));
        // `profession(salvage)` is the name of a built skill with a subject of its own.
        let skill = skill
            .strip_suffix(')')
            .and_then(|skill| skill.split_once('('))
            .map_or_else(|| skill.clone(), |(skill, subject)| format!("{skill} {}", quoted(&printable(subject))));
        ranks.entry(*rank).or_default().push(format!("{skill}{}", subjects.collect::<String>()));
    }
    let rows: Vec<String> = ranks.into_iter().rev().map(|(rank, skills)| format!("{rank} {}", skills.join(", "))).collect();
    (!rows.is_empty()).then(|| format!("skills {{ {} }}", rows.join("; ")))
}

fn stunt(stunt: &StuntDraft) -> String {
    let arguments = if stunt.arguments.is_empty() { String::new() } else { format!("({})", stunt.arguments) };
    counted(&format!("{}{arguments}", stunt.name), stunt.count)
}

fn counted(thing: &str, count: i32) -> String {
    if count > 1 { format!("{thing} x{count}") } else { thing.to_owned() }
}

fn aspect(aspect: &AspectDraft) -> String {
    if let Some(stat) = &aspect.phrase_of {
        return stat.clone();
    }
    let text = quoted(&printable(&aspect.text));
    let text = aspect.renamed_from.as_ref().map_or_else(|| text.clone(), |rule| format!("{} as {text}", quoted(&printable(rule))));
    aspect.mark.as_ref().map_or_else(|| text.clone(), |mark| format!("{text} {mark}"))
}

fn mode(mode: &ModeDraft, design: &DesignWords) -> String {
    let mut parts = stats(&mode.stats, design);
    if !mode.stunts.is_empty() {
        parts.push(format!("stunts {}", mode.stunts.iter().map(stunt).collect::<Vec<_>>().join(", ")));
    }
    format!("mode {} {{ {} }}", mode.name, parts.join("; "))
}

/// Returns the entry of a list, broken into lines of a readable width.
fn list(key: &str, members: impl Iterator<Item = String>) -> Option<String> {
    let mut out = key.to_owned();
    let (mut width, mut is_empty) = (key.len(), true);
    for member in members {
        let length = member.chars().count();
        if is_empty {
            out.push(' ');
        } else if width + length > WIDTH {
            out.push_str(",\n    ");
            width = 4;
        } else {
            out.push_str(", ");
        }
        width += length + 2;
        out.push_str(&member);
        is_empty = false;
    }
    (!is_empty).then_some(out)
}

/// Returns the lines of a paragraph.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            lines.push(String::new());
            width = 0;
        }
        if let Some(last) = lines.last_mut() {
            if width > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
        width += length + 1;
    }
    lines
}
