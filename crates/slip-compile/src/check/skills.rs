//! Reads and checks skills: their declarations, the ranks of items, and the shape of those ranks.
//!
//! Refuses unknown skills, a skill that is written twice, ranks below 1, and ranks that do not form the design's pyramid or column. The
//! rank of an unknown skill is still part of the shape, so that a misspelling is reported only once.

mod compile_skill;
mod lists;
mod optional_skills;

pub use compile_skill::{declare, texts_of};
pub use lists::{counts, elsewhere, is_in, lists_in_force, mapped, stands_for};
pub use optional_skills::is_off;

use super::aliases;
use super::errors::not_its_name;
use super::read_purchase::missing_comma;
use super::simple_entries;
use super::skill_and_gear_errors as errors;
use crate::resolve::{DeclaredItem, Kinds, Program};
use ecow::{EcoString, eco_format};
use slip_pack::item::FreeGear;
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, Key, SpannedName, Value};
use std::collections::BTreeMap;

/// Highest rank that can be written.
pub(super) const MOST_RANK: i32 = 20;

/// Skill with its rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedSkill {
    /// Name of the skill.
    pub skill: EcoString,
    /// Subjects, if the skill has any: `profession "salvage"`.
    pub subjects: Vec<EcoString>,
    /// Rank of the skill.
    pub rank: i32,
    /// Span of the skill.
    pub span: Span,
}

/// Shape of an item's skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillShape {
    /// Pyramid: rank r has cap + 1 - r skills, for r from 1 to cap.
    Pyramid(i32),
    /// Column: one skill at each rank from 1 to cap.
    Column(i32),
    /// Loose: any number of skills, at ranks from the first number to the second.
    Loose(i32, i32),
}

impl SkillShape {
    /// Returns the number of skills that an item must have at a rank; `None` if any number is allowed.
    fn wanted(self, rank: i32) -> Option<usize> {
        let inside = |cap: i32| rank >= 1 && rank <= cap;
        match self {
            SkillShape::Pyramid(cap) => {
                Some(if inside(cap) { usize::try_from(cap - rank).map_or(0, |above| above.saturating_add(1)) } else { 0 })
            }
            SkillShape::Column(cap) => Some(usize::from(inside(cap))),
            SkillShape::Loose(low, high) => {
                if (low..=high).contains(&rank) {
                    None
                } else {
                    Some(0)
                }
            }
        }
    }

    /// Returns the highest rank of the shape.
    pub(super) fn top(self) -> i32 {
        match self {
            SkillShape::Pyramid(cap) | SkillShape::Column(cap) => cap,
            SkillShape::Loose(_, high) => high,
        }
    }
}

/// Owner of skills: the kind, design and rules that decide which skills are allowed.
#[derive(Clone, Copy, Debug)]
pub struct SkillOwner<'o> {
    /// Kind of the owner.
    pub kind: &'o str,
    /// Design by which the owner is built.
    pub design: &'o str,
    /// Name of the owner's skill list; `None` if the owner may have skills of any list.
    pub list: Option<&'o str>,
    /// Skills that the owner's design suggests; empty if there are none.
    pub usual: &'o [EcoString],
    /// Skill lists of the other designs of this kind, each with a design that uses the list. An error about a skill can then suggest a
    /// design that has it.
    pub others: &'o [(EcoString, EcoString)],
    /// Rules of the owner's package, which decide about optional skills.
    pub rules: Option<&'o Rules>,
}

impl<'o> SkillOwner<'o> {
    /// Creates the owner for a design; `others` are [`Context::other_lists`](super::context::CheckContext::other_lists).
    pub fn of(design: &'o super::design::Design, others: &'o [(EcoString, EcoString)], rules: Option<&'o Rules>) -> Self {
        SkillOwner { kind: &design.kind, design: &design.name, list: design.skill_list.as_deref(), usual: &design.usual, others, rules }
    }
}

/// Reads the skills of an item: `skills { 3 slug_throwers; 2 resolve, intimidation }`.
pub fn read(program: &Program<'_>, package: PackageId, owner: SkillOwner<'_>, entry: &Entry, out: &mut Diagnostics) -> Vec<RankedSkill> {
    let mut ranks = Vec::new();
    if let (Some(first), false) = (entry.values.first(), entry.broken) {
        out.push(errors::skills_need_block(first.expr.span));
    }
    for line in entry.block().map_or(&[][..], |block| &block.entries) {
        match &line.key {
            Key::Rank(rank, span) => match i32::try_from(*rank) {
                Ok(value) if (1..=MOST_RANK).contains(&value) => read_line(program, package, owner, line, value, &mut ranks, out),
                _ => out.push(errors::rank_out_of_range(*span, *rank)),
            },
            Key::Word(_) | Key::Range(..) if line.broken => {}
            Key::Range(_, _, span) => out.push(errors::rank_is_one_number(*span)),
            Key::Word(key) => match ranks_behind(key, line) {
                Some(behind) => {
                    let lines = behind.chunk_by(|one, next| one.rank == next.rank).map(|same| {
                        let skills: Vec<&str> = same.iter().map(|skill| skill.skill.as_str()).collect();
                        format!("{} {}", same.first().map_or(0, |first| first.rank), skills.join(", "))
                    });
                    // A sign in between, as in `agility: 1`, is reported by the parser.
                    if !program.sources.slice(line.span).contains([':', '=']) {
                        out.push(errors::rank_behind(line.span, &key.text, &lines.collect::<Vec<_>>().join("; ")));
                    }
                    ranks.extend(behind);
                }
                None => out.push(errors::no_rank(key.span, &key.text)),
            },
        }
    }
    report_repeats(program, package, &ranks, out);
    ranks
}

/// Reads skills whose ranks are wrongly written after them: `gunnery 3`, `gunnery 1, resolve 1`. Returns `None` for other texts.
fn ranks_behind(key: &SpannedName, line: &Entry) -> Option<Vec<RankedSkill>> {
    let rank = |value: &Value| i32::try_from(value.expr.int()?).ok().filter(|rank| (1..=MOST_RANK).contains(rank));
    let ranked = |skill: &EcoString, rank, span| RankedSkill { skill: skill.clone(), subjects: Vec::new(), rank, span };
    let read = |(number, member): (usize, &[Value])| match member {
        [only] if number == 0 => Some(ranked(&key.text, rank(only)?, key.span)),
        [skill, behind] if number > 0 => Some(ranked(skill.expr.name()?, rank(behind)?, skill.expr.span)),
        _ => None,
    };
    line.members().enumerate().map(read).collect::<Option<Vec<_>>>().filter(|found| !found.is_empty())
}

fn read_line(
    program: &Program<'_>,
    package: PackageId,
    owner: SkillOwner<'_>,
    line: &Entry,
    rank: i32,
    ranks: &mut Vec<RankedSkill>,
    out: &mut Diagnostics,
) {
    if line.values.is_empty() && !line.broken {
        out.push(errors::rank_without_skill(line.key.span(), rank));
    }
    let mut rank = rank;
    for whole in line.members().flat_map(by_rank) {
        let next = next_rank(whole).filter(|_| !line.broken);
        let (at, member) = next.unwrap_or((rank, whole));
        if next.is_some() {
            let comma = whole.first().is_some_and(|rank| rank.comma);
            out.push(errors::rank_behind_comma(simple_entries::member_span(whole, line), at, comma, gap_before(whole, line)));
        }
        rank = at;
        let span = simple_entries::member_span(member, line);
        let Some((path, subjects)) = split_member(member) else {
            if !line.broken {
                misread(program, package, (member, span), rank, ranks, out);
            }
            continue;
        };
        let found = program.find(package, &path, Kinds::One("skill"));
        let skill = match found {
            Ok(id) => {
                if let Some(skill) = program.get(id) {
                    check_use(skill, owner, rank, &subjects, span, (program, package), out);
                }
                aliases::true_name(program, &path, id)
            }
            Err(diagnostic) => {
                out.push(errors::unknown_skill(*diagnostic));
                path.name.text
            }
        };
        ranks.push(RankedSkill { skill, subjects, rank, span });
    }
}

/// Splits a list member that wrongly begins with a rank into the rank and the rest. In `2 brawling, 1 alertness`, the second member begins
/// with the rank 1.
fn next_rank(member: &[Value]) -> Option<(i32, &[Value])> {
    let (first, rest) = member.split_first()?;
    let rank = i32::try_from(first.expr.int()?).ok().filter(|rank| (1..=MOST_RANK).contains(rank))?;
    split_member(rest).map(|_| (rank, rest))
}

/// Splits a list member at the rank that is wrongly written inside: `resolve 1 brawling`.
fn by_rank(member: &[Value]) -> impl Iterator<Item = &[Value]> {
    let begins = |value: &Value| value.expr.int().is_some();
    let whole = member.chunk_by(move |_, next| !begins(next)).skip(1).all(|part| next_rank(part).is_some());
    member.chunk_by(move |_, next| !whole || !begins(next))
}

/// Returns the span between a list member and the value before the member.
fn gap_before(member: &[Value], line: &Entry) -> Span {
    let start = simple_entries::member_span(member, line);
    let before = line.values.iter().rev().find(|value| value.expr.span.end <= start.start);
    Span { start: before.map_or(start.start, |value| value.expr.span.end), end: start.start, ..start }
}

/// Reports a malformed member in the skills of one rank, and reads the skills that the author probably meant.
fn misread(
    program: &Program<'_>,
    package: PackageId,
    (member, span): (&[Value], Span),
    rank: i32,
    ranks: &mut Vec<RankedSkill>,
    out: &mut Diagnostics,
) {
    // The title of the skill consists of the words before the texts; the texts are its subjects.
    let called = member.iter().take_while(|value| value.expr.text().is_none()).last().or(member.first());
    let place = called.map_or(span, |last| Span { end: last.expr.span.end, ..span });
    let written = program.sources.slice(place);
    // The name may be that of a skill whose head did not parse. That error was reported, so the name is not reported as well.
    if program.is_lost(package, written) {
        return;
    }
    let mean = |skill: EcoString, subjects: Vec<EcoString>, span: Span| RankedSkill { skill, subjects, rank, span };
    if let Some(name) = program.titled(package, Kinds::One("skill"), written) {
        out.push(not_its_name(place, written, &name));
        let behind = member.iter().filter(|value| value.expr.span.start >= place.end);
        let subjects = behind.filter_map(|value| value.expr.text().map(|text| text.value.clone())).collect();
        ranks.push(mean(name, subjects, span));
        return;
    }
    let parts: Vec<&[Value]> = member.chunk_by(|_, next| next.expr.text().is_some()).collect();
    let read = |part: &&[Value]| {
        let (path, subjects) = split_member(part)?;
        let id = program.find(package, &path, Kinds::One("skill")).ok()?;
        Some(mean(aliases::true_name(program, &path, id), subjects, path.span()))
    };
    let skills: Option<Vec<RankedSkill>> = parts.iter().map(read).collect();
    match (skills.filter(|skills| skills.len() > 1), missing_comma(program, &parts)) {
        (Some(skills), Some(found)) => {
            out.push(found);
            ranks.extend(skills);
        }
        _ => out.push(errors::not_a_skill(span)),
    }
}

/// Splits a skill into its name and the texts of its subjects.
fn split_member(member: &[Value]) -> Option<(slip_syntax::tree::NamePath, Vec<EcoString>)> {
    let (first, rest) = member.split_first()?;
    let path = first.expr.path()?;
    let subjects: Option<Vec<EcoString>> = rest.iter().map(|value| value.expr.text().map(|text| text.value.clone())).collect();
    Some((path, subjects?))
}

/// Checks the use of a skill: the owner may have it, it is usual for such owners, and its subjects are named.
fn check_use(
    skill: &DeclaredItem<'_>,
    owner: SkillOwner<'_>,
    rank: i32,
    subjects: &[EcoString],
    span: Span,
    (program, package): (&Program<'_>, PackageId),
    out: &mut Diagnostics,
) {
    let name = skill.name();
    let kind = owner.kind;
    if let Some(only) = skill.entry("for").filter(|entry| !names(entry).any(|word| word == kind || word == owner.design)) {
        let kinds: Vec<&str> = names(only).filter(|word| program.is_built_kind(word)).collect();
        out.push(errors::skill_of_other_kind(span, name, kind, &kinds));
    } else if let Some(list) = owner.list.filter(|list| !is_in(skill, list)) {
        out.push(lists::elsewhere(program, package, owner, skill, list, span));
        return;
    } else if !owner.usual.is_empty() && !owner.usual.contains(name) {
        out.push(errors::unexpected_skill(span, name, owner.design, owner.usual));
    } else if has_usual_skills(program, kind) && !skill.entries_of("usual").any(|entry| names(entry).any(|word| word == kind)) {
        out.push(errors::unusual_skill(span, name, kind));
    }
    if let Some(setting) = optional_skills::is_off(program, skill, owner.rules) {
        out.push(errors::skill_needs_setting(span, name, setting, skill.entry("only").map(|entry| entry.span)));
    }
    let wanted = skill.entry("subjects").and_then(|entry| entry.only()).map(|value| match value.int() {
        Some(count) => count,
        None => i64::from(rank),
    });
    match wanted {
        None if !subjects.is_empty() => out.push(errors::no_subjects(span, name)),
        Some(wanted) if usize::try_from(wanted).is_ok_and(|wanted| wanted != subjects.len()) => {
            out.push(errors::subjects_missing(span, name, wanted, subjects.len()));
        }
        _ => {}
    }
}

fn names(entry: &Entry) -> impl Iterator<Item = &str> {
    entry.values.iter().filter_map(|value| value.expr.name()).map(EcoString::as_str)
}

/// True if any skill lists this kind under `usual`, the kinds that usually have the skill. All skills that do not list the kind are then
/// unusual for it.
fn has_usual_skills(program: &Program<'_>, kind: &str) -> bool {
    program.of_kind("skill").any(|skill| skill.entries_of("usual").any(|entry| names(entry).any(|word| word == kind)))
}

fn report_repeats(program: &Program<'_>, package: PackageId, ranks: &[RankedSkill], out: &mut Diagnostics) {
    let mut seen: BTreeMap<(&EcoString, &[EcoString]), Span> = BTreeMap::new();
    for ranked in ranks {
        let repeatable = program
            .lookup(package, "skill", &ranked.skill)
            .and_then(|id| program.get(id))
            .is_some_and(|skill| skill.entry("many").is_some());
        let subjects = if repeatable { ranked.subjects.as_slice() } else { &[] };
        match seen.get(&(&ranked.skill, subjects)) {
            Some(first) => out.push(errors::skill_twice(ranked, *first)),
            None => {
                seen.insert((&ranked.skill, subjects), ranked.span);
            }
        }
    }
}

/// True if an item may have the skill: the skill is for the kind of the item, and belongs to the class that the item's design has.
pub fn is_open(skill: &DeclaredItem<'_>, kind: &str, class: Option<&EcoString>) -> bool {
    let classed = class.is_none_or(|class| skill.entries_of("class").any(|entry| names(entry).any(|word| word == class)));
    classed && skill.entry("for").is_none_or(|entry| names(entry).any(|word| word == kind))
}

/// Returns the skills of the class that the design of an item allows, for suggestions; empty if the design allows any class.
pub fn of_class(program: &Program<'_>, item: &DeclaredItem<'_>, class: Option<&EcoString>) -> Vec<EcoString> {
    let Some(class) = class else { return Vec::new() };
    let declared = |skill: &EcoString| program.lookup(item.package, "skill", skill).and_then(|id| program.get(id));
    let mut known = program.visible(item.package, Kinds::One("skill"));
    known.retain(|skill| declared(skill).is_some_and(|skill| is_open(skill, item.kind(), Some(class))));
    known
}

/// Reports skills outside the only class that a design allows.
pub fn check_class(program: &Program<'_>, package: PackageId, kind: &str, class: &EcoString, ranks: &[RankedSkill], out: &mut Diagnostics) {
    let declared = |skill: &EcoString| program.lookup(package, "skill", skill).and_then(|id| program.get(id));
    for ranked in ranks {
        // Unknown skills, and skills for other kinds, were reported.
        let Some(skill) = declared(&ranked.skill).filter(|skill| is_open(skill, kind, None)) else { continue };
        if !is_open(skill, kind, Some(class)) {
            let mut known = program.visible(package, Kinds::One("skill"));
            known.retain(|skill| declared(skill).is_some_and(|skill| is_open(skill, kind, Some(class))));
            out.push(errors::skill_of_other_class(ranked.span, &ranked.skill, kind, &known));
        }
    }
}

/// Returns the ranks by the names that play uses. The name is usually that of the skill; it is `profession(salvage)` for a skill with a
/// subject that may be taken several times. If a skill is written twice, the higher rank counts.
pub fn by_name(program: &Program<'_>, package: PackageId, ranks: &[RankedSkill]) -> BTreeMap<EcoString, i32> {
    let mut table: BTreeMap<EcoString, i32> = BTreeMap::new();
    for ranked in ranks {
        let skill = program.lookup(package, "skill", &ranked.skill).and_then(|id| program.get(id));
        let repeatable = skill.is_some_and(|skill| skill.entry("many").is_some());
        let name = match ranked.subjects.first() {
            Some(subject) if repeatable => eco_format!("{}({subject})", ranked.skill),
            _ => ranked.skill.clone(),
        };
        let rank = table.entry(name).or_insert(ranked.rank);
        *rank = (*rank).max(ranked.rank);
    }
    table
}

/// Skills that an item may have in addition to its pyramid or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraSkills {
    /// Maximum number of skills outside the shape.
    pub count: usize,
    /// Lowest rank of skills outside the shape.
    pub low: i32,
    /// Highest rank of skills outside the shape.
    pub high: i32,
}

/// Compares the ranks of skills with the required shape. Returns one message for the whole item. It is about the highest rank with a wrong
/// number of skills, and has a label for each other such rank. `at` is the span of the key `skills`, used for a rank without skills.
pub fn check_shape(item: &str, shape: SkillShape, beside: Option<ExtraSkills>, ranks: &[RankedSkill], at: Span) -> Option<Diagnostic> {
    let mut left = beside.map_or(0, |beside| beside.count);
    let in_shape = |ranked: &&RankedSkill| {
        let beside = left > 0 && beside.is_some_and(|beside| (beside.low..=beside.high).contains(&ranked.rank));
        left -= usize::from(beside);
        !beside
    };
    let ranks: Vec<RankedSkill> = ranks.iter().filter(in_shape).cloned().collect();
    let ranks = ranks.as_slice();
    // The cap may be far above all written ranks. To report the wrong shape, the ranks up to `MOST_RANK` are enough.
    let highest = ranks.iter().map(|ranked| ranked.rank).max().unwrap_or(0).max(shape.top().min(MOST_RANK));
    let mut wrong = Vec::new();
    for rank in (1..=highest).rev() {
        let found: Vec<&RankedSkill> = ranks.iter().filter(|ranked| ranked.rank == rank).collect();
        let Some(wanted) = shape.wanted(rank) else { continue };
        if found.len() != wanted {
            let span = match (found.first(), found.last()) {
                (Some(first), Some(last)) => first.span.to(last.span),
                _ => at,
            };
            wrong.push(WrongRank { rank, found: found.len(), wanted, span });
        }
    }
    let (first, others) = wrong.split_first()?;
    Some(errors::wrong_shape(item, shape, first, others))
}

/// Rank with a wrong number of skills.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrongRank {
    /// Rank with the wrong number of skills.
    pub rank: i32,
    /// Number of skills that the item has at this rank.
    pub found: usize,
    /// Number of skills that the shape requires at this rank.
    pub wanted: usize,
    /// Span of the skills at this rank; of the key `skills` if there are none.
    pub span: Span,
}

/// Returns the skills of a list that are open to a kind under the rules in force, ordered by name. Skills that need a subject are left out.
pub fn common(program: &Program<'_>, package: PackageId, kind: &str, list: Option<&str>, rules: Option<&Rules>) -> Vec<EcoString> {
    let fits = |name: &EcoString| {
        let skill = program.lookup(package, "skill", name).and_then(|id| program.get(id));
        skill.is_some_and(|skill| {
            is_open(skill, kind, None)
                && is_off(program, skill, rules).is_none()
                && list.is_none_or(|list| is_in(skill, list))
                && ["subjects", "passive", "sink"].iter().all(|key| skill.entry(key).is_none())
        })
    };
    program.visible(package, Kinds::One("skill")).into_iter().filter(fits).collect()
}

/// Returns the gear that skills give for free, each thing once. A skill list may replace the gear of a skill.
pub fn brings(program: &Program<'_>, package: PackageId, list: Option<&str>, ranks: &BTreeMap<EcoString, i64>) -> Vec<FreeGear> {
    let mut brings = Vec::new();
    for name in ranks.keys() {
        let word = name.split_once('(').map_or(name.as_str(), |(word, _)| word);
        let Some(skill) = program.lookup(package, "skill", word).and_then(|id| program.get(id)) else { continue };
        let kit = list.and_then(|list| lists::kit(skill, list)).unwrap_or_else(|| texts_of(skill, "gear"));
        brings.extend(kit.into_iter().map(|what| FreeGear { what: what.to_string(), by: name.clone() }));
    }
    brings
}

/// Returns the subjects of each skill that has any, in the order of the text.
pub fn subjects(ranks: &[RankedSkill]) -> BTreeMap<EcoString, Vec<String>> {
    let mut subjects: BTreeMap<EcoString, Vec<String>> = BTreeMap::new();
    for ranked in ranks.iter().filter(|ranked| !ranked.subjects.is_empty()) {
        subjects.entry(ranked.skill.clone()).or_default().extend(ranked.subjects.iter().map(ToString::to_string));
    }
    subjects
}
