//! Reads tasks, and the order of sides that would win at the same time: `task sabotage { … }`, `priority crew, draw`.
//!
//! Refuses tasks without a skill, unknown skills, zones and sides, and tasks that no allowed actor can get to. Warns of tasks that have no
//! effect on the game.

use super::{Scene, victory, victory_bounds};
use crate::block_schema;
use crate::check::encounter_errors as errors;
use crate::check::simple_entries;
use crate::check::simple_entry_errors;
use crate::resolve::{DeclaredItem, Kinds};
use slip_limits::BASES;
use slip_pack::Name;
use slip_pack::encounter::{Encounter, Task, VictoryTerm};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Call, Entry, Expr, ExprKind, NamePath};
use slip_syntax::visit::operands;

/// Maximum number of tasks of an encounter.
const MOST_TASKS: usize = 32;

/// Reads the tasks, in the order of the text.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) {
    let mut names: Vec<(Name, Span)> = Vec::new();
    for entry in scene.declared.entries_of("task") {
        let Some((name, span)) = task_name(entry) else {
            if !entry.broken {
                out.push(errors::task_form(entry.values_span()));
            }
            continue;
        };
        if let Some((_, first)) = names.iter().find(|(other, _)| *other == name) {
            out.push(errors::task_twice(span, &name, *first));
            continue;
        }
        if names.len() >= MOST_TASKS {
            out.push(errors::too_many_tasks(span, MOST_TASKS));
            break;
        }
        names.push((name.clone(), span));
        let task = task(scene, encounter, entry, (name, span), out);
        encounter.tasks.push(task);
    }
}

/// Reads the name and title of a task: `task sabotage "Cut the coolant" { … }`.
pub(super) fn task_name(entry: &Entry) -> Option<(Name, Span)> {
    match entry.values.as_slice() {
        [name] => Some((name.expr.name()?.clone(), name.expr.span)),
        [name, title] => title.expr.text().and(Some((name.expr.name()?.clone(), name.expr.span))),
        _ => None,
    }
}

fn task(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, (name, span): (Name, Span), out: &mut Diagnostics) -> Task {
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::sides::TASK, out);
    let find = |key: &str| inner.iter().find(|entry| entry.word() == key);
    let title = entry.values.get(1).and_then(|title| title.expr.text()).map(|text| text.value.to_string());
    let mut task = Task {
        title: title.unwrap_or_else(|| crate::check::readable_names::readable(&name).to_string()),
        name,
        skills: find("skills").map_or_else(Vec::new, |skills| read_skills(scene, skills, out)),
        difficulty: find("difficulty").and_then(|entry| simple_entries::int(entry, -10..=30, out)).map_or(0, small),
        successes: find("successes")
            .and_then(|entry| simple_entries::int(entry, 1..=1000, out))
            .map_or(1, |n| u32::try_from(n).unwrap_or(1)),
        zones: Vec::new(),
        sides: Vec::new(),
    };
    let lists = ["skills", "zones", "sides"].into_iter().filter_map(find);
    lists.for_each(|list| twice(list, out));
    if find("skills").is_none() && !entry.broken {
        out.push(simple_entry_errors::missing(span, &format!("the task `{}`", task.name), "skills", "skills engineering, computer"));
    }
    if let Some(sides) = find("sides") {
        let known = || encounter.sides.iter().map(|side| side.name.as_str());
        for path in simple_entries::paths(sides, "the name of a side", out) {
            let word = &path.name.text;
            match encounter.sides.iter().position(|side| side.name == *word) {
                Some(side) => {
                    scene.note_own_part(path.name.span);
                    task.sides.push(side);
                }
                None => {
                    let unknown = errors::unknown_side(path.span(), word, slip_suggest::nearest(word, known()));
                    out.push(unknown.completed_by(known()));
                }
            }
        }
    }
    if let (Some(zones), Some(map)) = (find("zones"), scene.map) {
        for path in simple_entries::paths(zones, "the name of a zone", out) {
            let word = &path.name.text;
            scene.note_zone(path.name.span, word);
            match map.zone(word) {
                Some(zone) => task.zones.push(zone),
                None if map.valid => out.push(errors::zone_not_on_map(path.span(), word, map)),
                None => {}
            }
        }
        if !is_within_reach(scene, encounter, &task) {
            out.push(errors::unreachable_goal(zones.values_span(), 1));
        }
    }
    task
}

/// Reports tasks that need more successes than the encounter allows: an actor rolls once a round, and a roll gives at most one success.
pub(super) fn too_long(scene: &Scene<'_, '_>, encounter: &Encounter, out: &mut Diagnostics) {
    let rounds = victory_bounds::last_turn(encounter);
    // An inherited task is reported in the encounter that declares it.
    let own = scene.declared.tree.block.iter().flat_map(|block| &block.entries).filter(|entry| entry.word() == "task");
    for (entry, name) in own.filter_map(|entry| Some((entry, task_name(entry)?.0))) {
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        let written = inner.iter().find(|entry| entry.word() == "successes");
        let (Some(task), Some(written)) = (encounter.tasks.iter().find(|task| task.name == name), written) else { continue };
        let sides = encounter.sides.iter().enumerate().filter(|(side, _)| task.sides.is_empty() || task.sides.contains(side));
        let actors = sides.map(|(_, side)| side.actors.len()).fold(0, usize::saturating_add);
        let rolls = rounds.saturating_mul(i64::try_from(actors).unwrap_or(i64::MAX));
        if i64::from(task.successes) > rolls {
            out.push(errors::too_many_successes(written.values_span(), &name, (task.successes, rolls)));
        }
    }
}

/// Reports tasks that change nothing when they are done. A task matters if a victory condition or an effect uses it. This may be in this
/// encounter, or in one of the package that is derived from it.
pub(super) fn idle(scene: &Scene<'_, '_>, encounter: &Encounter, out: &mut Diagnostics) {
    let is_asked = |task: usize| {
        let mut asked = false;
        encounter.victories.iter().for_each(|victory| {
            victory.condition.names(&mut |term| asked |= matches!(term, VictoryTerm::Done(known) if *known == task));
        });
        asked
    };
    // An inherited task is reported in the encounter that declares it.
    let own = scene.declared.tree.block.iter().flat_map(|block| &block.entries);
    let named: Vec<(Name, Span)> = own.filter(|entry| entry.word() == "task").filter_map(task_name).collect();
    let program = scene.context.program;
    let follows = || {
        let bearing = program.all().iter().filter(|declared| program.bears_on(declared.package, scene.declared.package));
        bearing.into_iter().any(|declared| has_task_effect(&declared.entries))
    };
    for (_, task) in encounter.tasks.iter().enumerate().filter(|(number, _)| !is_asked(*number)) {
        let Some((_, span)) = named.iter().find(|(name, _)| *name == task.name) else { continue };
        if is_asked_in_derived(scene, &task.name) {
            continue;
        }
        let side = task.sides.first().and_then(|side| encounter.sides.get(*side)).or_else(|| encounter.sides.first());
        if !follows() {
            out.push(errors::idle_task(*span, &task.name, side.map_or("red", |side| side.name.as_str())));
        }
    }
}

/// True if a victory condition uses the task. The condition is in an encounter of the same package that is derived from this one.
fn is_asked_in_derived(scene: &Scene<'_, '_>, task: &Name) -> bool {
    let program = scene.context.program;
    let is_derived = |declared: &&DeclaredItem<'_>| {
        let bases = std::iter::successors(declared.base, |base| program.get(*base).and_then(|found| found.base));
        declared.package == scene.declared.package && bases.take(BASES).any(|base| base == scene.declared.id)
    };
    let mut derived = program.of_kind("encounter").filter(is_derived);
    derived.any(|declared| {
        let mut victories = declared.entries_of("victory");
        victories.any(|victory| victory.condition().is_some_and(|condition| asks_for_task(condition, task)))
    })
}

/// True if a condition contains `done(TASK)`.
fn asks_for_task(condition: &Expr, task: &Name) -> bool {
    let is_call = |call: &Call| call.name.name.text == "done" && call.args.iter().flatten().any(|arg| arg.name() == Some(task));
    matches!(&condition.kind, ExprKind::Call(call) if is_call(call))
        || operands(condition).into_iter().any(|part| asks_for_task(part, task))
}

/// True if any effect acts when an actor rolls for a task, as in `after task pays 1 fate`.
fn has_task_effect(entries: &[Entry]) -> bool {
    let is_word = |entry: &Entry, place: usize, words: &[&str]| {
        entry.values.get(place).and_then(|value| value.expr.name()).is_some_and(|name| words.contains(&name.as_str()))
    };
    entries.iter().any(|entry| {
        let is_effect = entry.word() == "effect" && is_word(entry, 0, &["before", "after", "at", "each"]);
        (is_effect && (1..entry.values.len()).any(|place| is_word(entry, place, &["task"])))
            || entry.block().is_some_and(|block| has_task_effect(&block.entries))
    })
}

/// Reports names that a list contains twice.
fn twice(list: &Entry, out: &mut Diagnostics) {
    let names: Vec<_> = list.values.iter().filter_map(|value| Some((value.expr.name()?, value.expr.span))).collect();
    for (place, (name, span)) in names.iter().enumerate() {
        if names.iter().take(place).any(|(other, _)| other == name) {
            out.push(errors::name_twice(*span, name));
        }
    }
}

fn small(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(0)
}

fn read_skills(scene: &Scene<'_, '_>, entry: &Entry, out: &mut Diagnostics) -> Vec<Name> {
    let program = scene.context.program;
    let find = |path: NamePath, out: &mut Diagnostics| match program.find(scene.declared.package, &path, Kinds::One("skill")) {
        Ok(id) => program.get(id).map(|found| found.name().clone()),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    };
    let paths = simple_entries::paths(entry, "the name of a skill", out);
    paths.into_iter().filter_map(|path| find(path, out)).collect()
}

/// True if an actor who is allowed to do the task can get to it, or if the zones that can be reached are unknown.
fn is_within_reach(scene: &Scene<'_, '_>, encounter: &Encounter, task: &Task) -> bool {
    let Some(reach) = &scene.reach else { return true };
    let may = |side: &usize| task.sides.is_empty() || task.sides.contains(side);
    let actors = encounter.sides.iter().enumerate().filter(|(side, _)| may(side)).flat_map(|(_, side)| &side.actors);
    let mut starts = actors.flat_map(|actor| actor.zone.into_iter().chain(actor.or_zones.iter().copied()));
    task.zones.is_empty() || starts.any(|start| task.zones.iter().any(|&zone| reach.joins(start, zone)))
}

/// Reads `priority crew, draw`: if several sides would win at the same time, the side that is named first wins.
pub(super) fn priority(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) {
    let Some(entry) = scene.declared.entry("priority") else { return };
    for path in simple_entries::paths(entry, "the name of a side, or `draw`", out) {
        let word = &path.name.text;
        let found = encounter.sides.iter().position(|side| side.name == *word);
        if found.is_none() && word != victory::DRAW {
            let known = encounter.sides.iter().map(|side| side.name.as_str()).chain([victory::DRAW]);
            let nearest = slip_suggest::nearest(word, known.clone());
            out.push(errors::unknown_side(path.span(), word, nearest).completed_by(known));
            continue;
        }
        if found.is_some() {
            scene.note_own_part(path.name.span);
        }
        if encounter.priority.contains(&found) {
            out.push(errors::priority_twice(path.span(), word));
            continue;
        }
        encounter.priority.push(found);
    }
}
