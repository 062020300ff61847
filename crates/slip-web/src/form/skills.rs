//! Table of the skills of an item, by rank.

use super::lists::span_of;
use super::subject::FormSubject;
use super::words::NamedWord;
use serde::Serialize;
use slip_compile::check::design::SkillShapeRule;
use slip_compile::check::skills::{is_in, is_off, is_open};
use slip_syntax::tree::{Entry, Key, Value};

/// Skills of an item.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct SkillTable {
    /// Ranks, the highest first.
    rows: Vec<SkillRow>,
    /// Skills that the item may have.
    usable: Vec<NamedWord>,
    /// Names of those usable skills that are written with a subject, such as a profession.
    with_subject: Vec<String>,
}

/// Skills of one rank.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct SkillRow {
    rank: i64,
    /// Number of skills that the shape asks for; `null` if any number is allowed.
    wanted: Option<i64>,
    skills: Vec<RankedSkillRow>,
}

/// Skill with its position, for changes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct RankedSkillRow {
    at: usize,
    /// Skill as the author wrote it, with its subjects.
    text: String,
}

/// Returns the members of a `skills` entry, each with its rank, in the order of the text.
pub(super) fn ranked(entry: &Entry) -> impl Iterator<Item = (i64, &Entry, &[Value])> {
    let lines = entry.block().into_iter().flat_map(|block| &block.entries);
    lines.flat_map(|line| {
        let rank = match line.key {
            Key::Rank(rank, _) => Some(rank),
            Key::Word(_) | Key::Range(..) => None,
        };
        rank.into_iter().flat_map(move |rank| line.members().map(move |member| (rank, line, member)))
    })
}

/// Returns the table of skills; `None` if the design has no skills, or gives all skills itself.
pub(super) fn of(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Option<SkillTable> {
    let shape = subject.design.shape.as_ref()?;
    let value = |formula| subject.values.eval(formula, 0).ok();
    let (low, top) = match shape {
        SkillShapeRule::Every(_) => return None,
        SkillShapeRule::Pyramid(cap) | SkillShapeRule::Column(cap) => (1, value(cap)),
        SkillShapeRule::Loose(low, high) => (value(low).unwrap_or(1), value(high)),
    };
    let written: Vec<(i64, String)> = subject
        .purchase
        .skills
        .into_iter()
        .flat_map(ranked)
        .filter_map(|(rank, _, member)| Some((rank, subject.slice(span_of(member)?).to_owned())))
        .collect();
    let top = top.unwrap_or(0);
    let highest = written.iter().map(|(rank, _)| *rank).max().unwrap_or(0).max(top).min(20);
    let lowest = written.iter().map(|(rank, _)| *rank).min().unwrap_or(low).min(low).max(0);
    let row = |rank: i64| SkillRow {
        rank,
        wanted: match shape {
            SkillShapeRule::Pyramid(_) => Some(top.saturating_add(1).saturating_sub(rank).max(0)),
            SkillShapeRule::Column(_) => Some(i64::from(rank <= top)),
            SkillShapeRule::Every(_) | SkillShapeRule::Loose(..) => None,
        },
        skills: written
            .iter()
            .enumerate()
            .filter(|(_, (of, _))| *of == rank)
            .map(|(at, (_, text))| RankedSkillRow { at, text: text.clone() })
            .collect(),
    };
    let usable = usable(subject);
    let with_subject = usable.iter().map(|skill| skill.word.clone()).filter(|skill| has_subjects(subject, skill)).collect();
    Some(SkillTable { rows: (lowest..=highest).rev().map(row).collect(), usable, with_subject })
}

fn has_subjects(subject: &FormSubject<'_, '_, '_, '_, '_>, skill: &str) -> bool {
    let program = subject.context.program;
    let declared = program.peek(subject.declared.package, "skill", skill).and_then(|id| program.get(id));
    declared.is_some_and(|skill| skill.entry("subjects").is_some())
}

/// Returns the skills that the item may have, by their titles.
pub(super) fn usable(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Vec<NamedWord> {
    let (program, package, design) = (subject.context.program, subject.declared.package, subject.design);
    let rules = subject.context.rules_of(package);
    let list = design.skill_list.as_ref();
    let is_usable = |skill: &&slip_compile::resolve::DeclaredItem<'_>| {
        list.is_none_or(|list| is_in(skill, list))
            && is_open(skill, &design.kind, design.skill_class.as_ref())
            && is_off(program, skill, rules).is_none()
    };
    let usable = program.in_sight(package, "skill").filter(is_usable);
    let mut named: Vec<NamedWord> =
        usable.map(|skill| NamedWord { word: skill.name().to_string(), title: skill.title().to_string() }).collect();
    named.sort_by(|one, other| (&one.title, &one.word).cmp(&(&other.title, &other.word)));
    named.dedup();
    named
}
