//! Checks characters that are attached to units: `characters iveta with ridge_rifles for observation`.
//!
//! A character raises one skill of one unit by one, if the character's own skill is higher than the unit's skill. After `amplified`, the
//! unit's skill lists the skills of characters that count. Refuses characters without such a skill, and a character in two places.

use super::{Case, LEADER};
use crate::check::errors::nothing_to_remove;
use crate::check::platoon_errors as errors;
use crate::check::simple_entries::{is_word, member_span};
use crate::resolve::{DeclaredItem, Kinds};
use slip_pack::effect::PackOperation;
use slip_pack::item::{BuiltItem, Gear};
use slip_pack::platoon::{AttachedPerson, Platoon};
use slip_pack::skill::{Amplifier, Skill};
use slip_pack::{Name, Pack};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{NamePath, Sign, Value};

/// Member of the list `characters`: a person, a unit, and the skill that is raised.
struct WrittenCharacter {
    who: NamePath,
    unit: NamePath,
    skill: NamePath,
    span: Span,
}

/// Reads and checks the list `characters`. Returns true if all characters in it are free of errors.
pub(super) fn read(case: &Case<'_, '_, '_>, platoon: &mut Platoon, out: &mut Diagnostics) -> bool {
    let mut sound = true;
    let members = members(case, out);
    // Spans of the characters attached so far.
    let mut places: Vec<Span> = Vec::new();
    for (at, member) in members.iter().enumerate() {
        let before = members.get(..at).unwrap_or_default();
        let who = &member.who.name.text;
        if let Some(first) = before.iter().find(|other| other.who.name.text == *who) {
            out.push(errors::attached_twice(member.who.span(), who, first.who.span()));
            continue;
        }
        let Some((reference, person)) = person(case, &member.who, out) else {
            sound = false;
            continue;
        };
        sound &= person.valid;
        let (Some(unit), Some(skill)) = (unit(case, platoon, &member.unit, out), skill(case, &member.skill, out)) else { continue };
        let Some((by, level)) = best(case.pack, person, &skill.amplified) else {
            out.push(errors::cannot_amplify(member.who.span(), who, skill));
            continue;
        };
        let served = unit.as_ref().map_or_else(|| platoon.leader.as_ref().map(|leader| &leader.item), |unit| case.pack.item(unit));
        let rank = served.and_then(|item| item.rank(&skill.name)).unwrap_or(0);
        let raises = i32::from(level > rank);
        if raises == 0 {
            out.push(errors::raises_nothing(member.span, who, (&by, level), (&skill.name, rank)));
        } else if let Some(first) = platoon.characters.iter().position(|other| other.unit == unit && other.skill == skill.name) {
            // Several characters may raise the same skill of one unit. Only the best of them counts, and this is reported (R-L30). Several
            // units with the same declaration may have one character each.
            let first = places.get(first).copied().unwrap_or(member.span);
            if unit.as_ref().is_none_or(|unit| count_of(platoon, unit) == 1) {
                out.push(errors::amplified_twice(member.span, &member.unit.name.text, &skill.name, first));
            }
        }
        places.push(member.span);
        platoon.characters.push(AttachedPerson { who: reference, unit, skill: skill.name.clone(), by, raises });
    }
    sound
}

/// Returns the number of units of one declaration in the platoon. Passengers and aircraft count too.
fn count_of(platoon: &Platoon, unit: &Gear) -> u32 {
    let ranks = || platoon.units.iter().chain(&platoon.aircraft);
    let listed: u32 = ranks().filter(|rank| rank.unit == *unit).map(|rank| rank.count).sum();
    let aboard: u32 = ranks()
        .flat_map(|rank| rank.carrying.iter().map(move |load| (rank.count, load)))
        .chain(platoon.leader.iter().flat_map(|leader| leader.carrying.iter().map(|load| (1, load))))
        .filter(|(_, load)| load.unit.as_ref() == Some(unit))
        .map(|(carriers, load)| carriers.saturating_mul(load.count))
        .sum();
    listed.saturating_add(aboard)
}

/// Returns the members of the list after all additions and removals.
fn members(case: &Case<'_, '_, '_>, out: &mut Diagnostics) -> Vec<WrittenCharacter> {
    let mut members: Vec<WrittenCharacter> = Vec::new();
    for entry in case.declared.entries_of("characters").filter(|entry| !entry.broken) {
        if entry.values.is_empty() {
            out.push(errors::attached_form(entry.values_span()));
        }
        let minus = matches!(entry.sign(), Some((Sign::Minus, _)));
        if entry.sign().is_none() {
            members.clear();
        }
        for values in entry.members() {
            let span = member_span(values, entry);
            match (minus, values) {
                (true, [who]) if who.expr.path().is_some() => take_away(case, who, &mut members, out),
                (false, _) => match split(values, span) {
                    Some(member) => members.push(member),
                    None => out.push(errors::attached_form(span)),
                },
                _ => out.push(errors::attached_form(span)),
            }
        }
    }
    members
}

fn take_away(case: &Case<'_, '_, '_>, who: &Value, members: &mut Vec<WrittenCharacter>, out: &mut Diagnostics) {
    let Some(path) = who.expr.path() else { return };
    let before = members.len();
    let meant = |path: &NamePath| case.context.program.find_fitting(case.declared.package, path, |found| is_person(case, found)).ok();
    // The list may contain the person under an old name, or with the kind before the name.
    match meant(&path) {
        Some(id) => members.retain(|member| meant(&member.who) != Some(id)),
        None => members.retain(|member| member.who.name.text != path.name.text),
    }
    if members.len() == before {
        out.push(nothing_to_remove(path.name.span, &path.name.text, "characters"));
    }
}

/// Splits a member of the list: `WHO with UNIT for SKILL`.
fn split(values: &[Value], span: Span) -> Option<WrittenCharacter> {
    let [who, with, unit, serves, skill] = values else { return None };
    if !is_word(with, "with") || !is_word(serves, "for") {
        return None;
    }
    Some(WrittenCharacter { who: who.expr.path()?, unit: unit.expr.path()?, skill: skill.expr.path()?, span })
}

fn built<'a>(case: &Case<'a, '_, '_>, found: &DeclaredItem<'_>) -> Option<&'a BuiltItem> {
    case.pack.items.get(found.kind())?.get(&case.context.program.key(found))
}

/// True if an item is a person: it has skills and is not a unit.
fn is_person(case: &Case<'_, '_, '_>, found: &DeclaredItem<'_>) -> bool {
    found.kind() != super::UNIT && built(case, found).is_some_and(|item| !item.skills.is_empty())
}

/// Returns a person: an item with skills that is not a unit.
fn person<'a>(case: &Case<'a, '_, '_>, path: &NamePath, out: &mut Diagnostics) -> Option<(Gear, &'a BuiltItem)> {
    let program = case.context.program;
    let found = match program.find_fitting(case.declared.package, path, |found| is_person(case, found)) {
        Ok(id) => program.get(id)?,
        Err(diagnostic) => {
            out.push(*diagnostic);
            return None;
        }
    };
    let package = program.package_name(found.package);
    let item = built(case, found)?;
    if found.kind() == super::UNIT || item.skills.is_empty() && item.valid {
        out.push(errors::not_a_person(path.span(), found.name(), found.kind()));
        return None;
    }
    Some((Gear { kind: found.kind().into(), package: package.into(), name: found.name().clone() }, item))
}

/// Returns the unit of the platoon with a name; `Some(None)` for the unit of the leader.
fn unit(case: &Case<'_, '_, '_>, platoon: &Platoon, path: &NamePath, out: &mut Diagnostics) -> Option<Option<Gear>> {
    let name = &path.name.text;
    if path.package.is_none() && name == LEADER {
        return Some(None);
    }
    let ranks = || platoon.units.iter().chain(&platoon.aircraft);
    let loads = ranks().flat_map(|rank| &rank.carrying).chain(platoon.leader.iter().flat_map(|leader| &leader.carrying));
    let units: Vec<&Gear> = ranks().map(|rank| &rank.unit).chain(loads.filter_map(|load| load.unit.as_ref())).collect();
    let program = case.context.program;
    let by_old_name = || {
        let is_it = |unit: &&&Gear, declared: &DeclaredItem<'_>| {
            let package = program.package_name(declared.package);
            unit.name == *declared.name() && unit.kind == declared.kind() && unit.package == package
        };
        let found = program.find_old(path, |declared| units.iter().any(|unit| is_it(&unit, declared)));
        let declared = found.first().and_then(|id| program.get(*id))?;
        units.iter().find(|unit| is_it(unit, declared))
    };
    let found = units.iter().find(|unit| unit.name == *name).or_else(by_old_name).copied();
    if let Some(unit) = found {
        program.note_item(path.name.span, &unit.package, &unit.kind, &unit.name);
    } else {
        let names = units.iter().map(|unit| unit.name.as_str()).chain([LEADER]);
        let nearest = slip_suggest::nearest(name, names.clone());
        out.push(errors::not_of_the_platoon(path.span(), name, case.declared.name(), nearest).completed_by(names));
    }
    found.cloned().map(Some)
}

/// Returns the unit skill with this name; reports an error if attached people cannot raise it.
fn skill<'a>(case: &Case<'a, '_, '_>, path: &NamePath, out: &mut Diagnostics) -> Option<&'a Skill> {
    let program = case.context.program;
    let skill = match program.find(case.declared.package, path, Kinds::One("skill")) {
        Ok(id) => case.pack.skills.get(&program.key(program.get(id)?))?,
        Err(diagnostic) => {
            out.push(*diagnostic);
            return None;
        }
    };
    if skill.amplified.is_empty() {
        let known = case.pack.skills.values().filter(|skill| !skill.amplified.is_empty()).map(|skill| skill.name.as_str());
        out.push(errors::nobody_amplifies(path.span(), &skill.name, known));
        return None;
    }
    Some(skill)
}

/// Returns the highest of the person's skills that can amplify the skill of the unit, with its rank.
fn best(pack: &Pack, person: &BuiltItem, amplified: &[Amplifier]) -> Option<(Name, i32)> {
    let counts_as = |skill: &Name, wanted: &Name| {
        skill == wanted || pack.skills.values().any(|known| known.name == *skill && known.stands_for.as_ref() == Some(wanted))
    };
    let military = |wanted: &Name| {
        person.effects.iter().any(|effect| matches!(&effect.op, PackOperation::Is(mark) if mark.military && counts_as(&mark.name, wanted)))
    };
    let serving = person.skills.iter().filter(|(skill, rank)| {
        **rank >= 1 && amplified.iter().any(|one| counts_as(skill, &one.skill) && (!one.military || military(&one.skill)))
    });
    serving.max_by_key(|(_, rank)| **rank).map(|(skill, rank)| (skill.clone(), *rank))
}
