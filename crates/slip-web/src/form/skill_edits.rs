//! Edits of the skills of an item.

use super::item_writer::ItemWriter;
use super::lists::span_of;
use super::skills::ranked;
use slip_pack::quoted;
use slip_source::Span;
use slip_source::diagnostic::{Edit, entry_edits};
use slip_syntax::tree::{Block, Entry, Key};

/// Highest rank that can be written.
const MOST_RANK: i64 = 20;

/// Adds a skill at a rank.
pub(super) fn add(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, (skill, subject): (&str, &str), rank: i64) -> Result<Vec<Edit>, String> {
    if skill.is_empty() || !skill.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '.')) {
        return Err("choose a skill first".to_owned());
    }
    let subject = subject.trim();
    let text = if subject.is_empty() { skill.to_owned() } else { format!("{skill} {}", quoted(subject)) };
    place_at(writer, &text, rank, None)
}

/// Moves a skill to another rank, or removes it.
pub(super) fn set(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, at: usize, rank: Option<i64>) -> Result<Vec<Edit>, String> {
    let entry = writer.subject.purchase.skills.ok_or_else(|| "the item has no skills".to_owned())?;
    let missing = || "the skills were changed meanwhile: try again".to_owned();
    let (_, line, member) = ranked(entry).nth(at).ok_or_else(missing)?;
    let span = span_of(member).ok_or_else(missing)?;
    if !writer.subject.is_own(entry.span) {
        let others = ranked(entry).enumerate().filter(|(other, _)| *other != at);
        let mut all: Vec<(i64, String)> = others.filter_map(|(_, (of, _, member))| Some((of, slice(writer, member)?))).collect();
        all.extend(rank.map(|rank| (rank, writer.subject.slice(span).to_owned())));
        return Ok(vec![whole(writer, &all)?]);
    }
    let is_alone = line.members().count() == 1;
    if let Some(rank) = rank.filter(|rank| is_alone && keeps_order(entry, line, *rank)) {
        return Ok(vec![Edit { span: line.key.span(), replacement: checked(rank)?.to_string() }]);
    }
    let mut edits = gone(writer, entry, line, span);
    if let Some(rank) = rank {
        edits.extend(place_at(writer, writer.subject.slice(span), rank, Some(line).filter(|_| is_alone))?);
    }
    Ok(edits)
}

/// True if a line can get another rank without a change in the order of the lines.
fn keeps_order(entry: &Entry, line: &Entry, rank: i64) -> bool {
    let lines = entry.block().into_iter().flat_map(|block| &block.entries);
    lines.filter(|other| other.span != line.span).all(|other| {
        let of = rank_of(other).unwrap_or(0);
        if other.span.start < line.span.start { of > rank } else { of < rank }
    })
}

/// Removes a skill from its line. If the line has no other skill, the whole line is removed.
fn gone(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, entry: &Entry, line: &Entry, span: Span) -> Vec<Edit> {
    let spans: Vec<Span> = line.members().filter_map(span_of).collect();
    let lines = entry.block().map_or(0, |block| block.entries.len());
    match spans.iter().position(|known| *known == span) {
        Some(at) if spans.len() > 1 => entry_edits::shorten(writer.sources(), &spans, &[at]),
        _ if lines == 1 => vec![writer.take_out(entry.span)],
        _ => vec![writer.take_out(line.span)],
    }
}

fn checked(rank: i64) -> Result<i64, String> {
    if (1..=MOST_RANK).contains(&rank) { Ok(rank) } else { Err(format!("a rank is a number from 1 to {MOST_RANK}")) }
}

/// Writes a skill at a rank. `leaving` is the line that is removed at the same time.
fn place_at(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, skill: &str, rank: i64, leaving: Option<&Entry>) -> Result<Vec<Edit>, String> {
    let rank = checked(rank)?;
    let container = writer.subject.container(None)?;
    let Some(entry) = writer.subject.purchase.skills else {
        return Ok(vec![writer.put_in(&container, format!("skills {{ {rank} {skill} }}"))]);
    };
    if !writer.subject.is_own(entry.span) {
        let mut all: Vec<(i64, String)> = ranked(entry).filter_map(|(rank, _, member)| Some((rank, slice(writer, member)?))).collect();
        all.push((rank, skill.to_owned()));
        return Ok(vec![whole(writer, &all)?]);
    }
    let block = entry.block().ok_or_else(|| "write the skills in brackets first".to_owned())?;
    let stays = |line: &&Entry| leaving.is_none_or(|leaving| leaving.span != line.span);
    let same = block.entries.iter().filter(stays).find(|line| rank_of(line) == Some(rank) && !line.values.is_empty());
    Ok(vec![match same {
        Some(line) => Edit { span: line.values_span().at_end(), replacement: format!(", {skill}") },
        None => new_line(
            writer,
            block,
            &format!("{rank} {skill}"),
            block.entries.iter().filter(stays).find(|line| rank_of(line).is_some_and(|of| of < rank)),
        ),
    }])
}

/// Inserts a line before the first line with a lower rank, or at the end.
fn new_line(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, block: &Block, text: &str, lower: Option<&Entry>) -> Edit {
    let Some(lower) = lower else {
        return entry_edits::put_in(writer.sources(), block.span, block.entries.last().map(|line| line.span), &[text.to_owned()]);
    };
    let file = writer.sources().file(lower.span.file);
    let before = file.map(|file| {
        let start = file.line_start(file.line(lower.span.start));
        file.slice(Span { start, end: lower.span.start, ..lower.span })
    });
    let indent = before.filter(|before| before.trim().is_empty() && !before.is_empty());
    let gap = indent.map_or_else(|| "; ".to_owned(), |indent| format!("\n{indent}"));
    Edit { span: lower.span.at_start(), replacement: format!("{text}{gap}") }
}

fn rank_of(line: &Entry) -> Option<i64> {
    match line.key {
        Key::Rank(rank, _) => Some(rank),
        Key::Word(_) | Key::Range(..) => None,
    }
}

fn slice(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, member: &[slip_syntax::tree::Value]) -> Option<String> {
    Some(writer.subject.slice(span_of(member)?).to_owned())
}

/// Writes out all inherited skills of an item, so that they can be changed.
fn whole(writer: &ItemWriter<'_, '_, '_, '_, '_, '_>, all: &[(i64, String)]) -> Result<Edit, String> {
    let mut ranks: Vec<i64> = all.iter().map(|(rank, _)| *rank).collect();
    ranks.sort_unstable_by(|one, other| other.cmp(one));
    ranks.dedup();
    let line = |rank: &i64| {
        let skills: Vec<&str> = all.iter().filter(|(of, _)| of == rank).map(|(_, skill)| skill.as_str()).collect();
        format!("{rank} {}", skills.join(", "))
    };
    let lines: Vec<String> = ranks.iter().map(line).collect();
    Ok(writer.put_in(&writer.subject.container(None)?, format!("skills {{ {} }}", lines.join("; "))))
}
