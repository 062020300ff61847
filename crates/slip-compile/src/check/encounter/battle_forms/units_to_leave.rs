//! Reads which units must leave the map: `units 3`, `units tin_mule, 2 ridge_rifles`, `exits north`.

use super::Case;
use crate::check::battle_form_errors as errors;
use crate::check::encounter::actor_names::taking_part;
use crate::check::encounter_errors;
use crate::check::simple_entries::{self, member_span};
use crate::resolve::DeclaredItem;
use slip_pack::Name;
use slip_pack::encounter::{Actor, Encounter, Role, Side, UnitStart, VictorySubject};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Value};

/// Group of units, some of which must leave the map.
pub(super) struct LeavingGroup {
    /// Members of the group.
    pub who: VictorySubject,
    /// Number of members.
    pub total: u32,
    /// Number of members that must leave.
    pub wanted: u32,
    /// Name of the group.
    pub name: String,
    /// Name of the group that is shown to people.
    pub title: String,
}

/// Units that must leave the map, and the exits that they may use.
pub(super) struct ExitGoal {
    /// Groups, all of which must leave.
    pub groups: Vec<LeavingGroup>,
    /// Indices of the zones by which units may leave; empty for all exits.
    pub exits: Vec<usize>,
    /// Names of the zones in `exits`.
    pub by: Vec<String>,
}

impl ExitGoal {
    /// Reads the units that must leave. `usual` computes their number if the entry states none.
    pub(super) fn read(case: &Case<'_, '_, '_>, side: usize, usual: fn(u32) -> u32, out: &mut Diagnostics) -> Option<ExitGoal> {
        let map = case.scene.map?;
        if map.valid && !map.zones.iter().any(|zone| zone.exit) {
            out.push(errors::no_exit(case.entry.values_span(), &map.name));
            return None;
        }
        let exits = match case.find("exits") {
            None => Vec::new(),
            Some(entry) => exits(case, entry, out)?,
        };
        // Units with errors could not be counted. Therefore the required number of units is not checked.
        if !case.sound {
            return None;
        }
        let all = movers(case.encounter, side);
        let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let name = case.encounter.sides.get(side).map_or("", |side| side.name.as_str());
        let whole = units(case.encounter, side) == total;
        let everybody = |wanted| {
            let who = if whole { VictorySubject::Side(side) } else { VictorySubject::Actors(all.clone()) };
            LeavingGroup { who, total, wanted, name: name.to_owned(), title: name.to_owned() }
        };
        let groups = match case.find("units") {
            None if total == 0 => {
                out.push(errors::nobody_leaves(case.entry.values_span(), name));
                return None;
            }
            None => vec![everybody(usual(total))],
            Some(entry) => match entry.only().and_then(|value| value.int()) {
                Some(_) => {
                    let wanted = simple_entries::int(entry, 1..=1000, out).and_then(|wanted| u32::try_from(wanted).ok())?;
                    vec![everybody(wanted)]
                }
                None => entry.members().map(|member| named(case, side, entry, member, out)).collect::<Option<Vec<_>>>()?,
            },
        };
        let mut fits = !groups.is_empty();
        for group in &groups {
            let span = case.find("units").map_or(case.entry.values_span(), Entry::values_span);
            if group.wanted > group.total {
                out.push(errors::too_many_wanted(span, group.wanted, group.total, &group.name, "leave"));
                fits = false;
            } else if able(case, group, &exits).is_some_and(|able| able < group.wanted) {
                out.push(encounter_errors::unreachable_goal(span, usize::try_from(group.wanted).unwrap_or(usize::MAX)));
                fits = false;
            }
        }
        let by = exits.iter().filter_map(|zone| map.zones.get(*zone)).map(|zone| zone.title.clone()).collect();
        fits.then_some(ExitGoal { groups, exits, by })
    }
}

/// Returns the number of units of a side. Leaders off the map are not counted.
pub(super) fn units(encounter: &Encounter, side: usize) -> u32 {
    let actors = encounter.sides.get(side).map_or(&[][..], |side| &side.actors);
    let count = actors.iter().filter(|actor| actor.unit.as_ref().is_some_and(|unit| unit.is_unit())).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the units of a side that can leave by an exit. Aircraft and units on cards cannot.
fn movers(encounter: &Encounter, side: usize) -> Vec<(usize, usize)> {
    let actors = encounter.sides.get(side).map_or(&[][..], |side| &side.actors);
    let leaves = |actor: &Actor| {
        actor.unit.as_ref().is_some_and(|unit| {
            matches!(unit.role, Role::Leader | Role::Unit) && matches!(unit.start, UnitStart::Map | UnitStart::Aboard(_))
        })
    };
    actors.iter().enumerate().filter(|(_, actor)| leaves(actor)).map(|(at, _)| (side, at)).collect()
}

/// Reads the units of one group: `tin_mule` for all units with this name, `2 tin_mule` for two of them.
fn named(case: &Case<'_, '_, '_>, side: usize, entry: &Entry, member: &[Value], out: &mut Diagnostics) -> Option<LeavingGroup> {
    let (count, name) = match member {
        [name] => (None, &name.expr),
        [count, name] => (Some(count.expr.int().and_then(|count| u32::try_from(count).ok()).filter(|count| *count > 0)), &name.expr),
        _ => (Some(None), &member.first()?.expr),
    };
    let (Some(word), None | Some(Some(_))) = (name.name(), count) else {
        if !entry.broken {
            out.push(errors::units_form(member_span(member, entry)));
        }
        return None;
    };
    let of = case.encounter.sides.get(side)?;
    // The word may be an old name of the units. It is replaced by the current name.
    let old = if of.actors.iter().any(|actor| is_called(of, actor, word)) { None } else { name_now(case, side, (word, name.span)) };
    let word = old.as_ref().unwrap_or(word);
    let called = |actor: &Actor| is_called(of, actor, word);
    let all = movers(case.encounter, side);
    let meant: Vec<(usize, usize)> = all.into_iter().filter(|(_, at)| of.actors.get(*at).is_some_and(called)).collect();
    if meant.is_empty() {
        let names = of.actors.iter().map(|actor| actor.item.name.as_str());
        if of.actors.iter().any(called) {
            out.push(errors::nobody_leaves(name.span, word));
        } else {
            let nearest = slip_suggest::nearest(word, names.clone());
            out.push(encounter_errors::nobody(name.span, word, nearest).completed_by(names));
        }
        return None;
    }
    crate::check::encounter::note_called(case.scene.context.program, case.encounter, (word, name.span), &meant);
    let total = u32::try_from(meant.len()).unwrap_or(u32::MAX);
    let item = meant.iter().filter_map(|(_, at)| of.actors.get(*at)).find(|actor| actor.item.name == *word);
    let item = item.and_then(|actor| case.scene.context.pack.item(&actor.item)).map(|item| item.title.clone());
    let platoon = || of.platoons.iter().find(|platoon| platoon.is_of(word)).map(|platoon| platoon.title.clone());
    let title = item.or_else(platoon).unwrap_or_else(|| word.to_string());
    Some(LeavingGroup {
        who: VictorySubject::Actors(meant),
        total,
        wanted: count.flatten().unwrap_or(total),
        name: word.to_string(),
        title,
    })
}

fn is_called(side: &Side, actor: &Actor, word: &str) -> bool {
    let platoon = actor.unit.as_ref().and_then(|unit| side.platoons.get(unit.platoon));
    actor.item.name == word || platoon.is_some_and(|platoon| platoon.is_of(word))
}

/// Returns the current name of the units or platoon of a side that an entry calls by an old name.
fn name_now(case: &Case<'_, '_, '_>, side: usize, (word, span): (&str, Span)) -> Option<Name> {
    let program = case.scene.context.program;
    let is_here = |declared: &DeclaredItem<'_>| taking_part(program, case.encounter, declared).iter().any(|(of, _)| *of == side);
    let found = program.find_old_word((word, span), is_here);
    found.first().and_then(|id| program.get(*id)).map(|declared| declared.name().clone())
}

/// Reads the exits by which units may leave.
fn exits(case: &Case<'_, '_, '_>, entry: &Entry, out: &mut Diagnostics) -> Option<Vec<usize>> {
    let map = case.scene.map?;
    let found = zones(case, entry, out);
    let mut good = !found.is_empty();
    for (zone, span) in &found {
        if let Some(zone) = map.zones.get(*zone).filter(|zone| map.valid && !zone.exit) {
            out.push(errors::not_an_exit(*span, &zone.name));
            good = false;
        }
    }
    good.then(|| found.into_iter().map(|(zone, _)| zone).collect())
}

/// Reads names of zones of the map, with their spans. A zone may be named only once.
pub(super) fn zones(case: &Case<'_, '_, '_>, entry: &Entry, out: &mut Diagnostics) -> Vec<(usize, Span)> {
    let Some(map) = case.scene.map else { return Vec::new() };
    let mut zones: Vec<(usize, Span)> = Vec::new();
    for path in simple_entries::paths(entry, "the name of a zone", out) {
        let word = &path.name.text;
        case.scene.note_zone(path.name.span, word);
        match map.zone(word) {
            Some(zone) if zones.iter().any(|(other, _)| *other == zone) => out.push(errors::zone_twice(path.span(), word)),
            Some(zone) => zones.push((zone, path.span())),
            None if is_on_a_card(case.encounter, word) => out.push(errors::zone_of_a_card(path.span(), word)),
            None if map.valid => out.push(encounter_errors::zone_not_on_map(path.span(), word, map)),
            None => {}
        }
    }
    zones
}

/// True if a zone is on the card of a platoon and not on the map.
fn is_on_a_card(encounter: &Encounter, word: &str) -> bool {
    let cards = encounter.sides.iter().flat_map(|side| &side.platoons).filter_map(|platoon| platoon.card.as_ref());
    // If several cards have a zone with this name, `#` and a number follow the name.
    cards.flat_map(|card| &card.zones).any(|zone| zone.name.split('#').next() == Some(word))
}

/// Returns the number of members that can get to an exit; `None` if it is unknown.
fn able(case: &Case<'_, '_, '_>, group: &LeavingGroup, exits: &[usize]) -> Option<u32> {
    let reach = case.scene.reach.as_ref()?;
    let map = case.scene.map?;
    let leaves = |zone: usize| if exits.is_empty() { map.zones.get(zone).is_some_and(|zone| zone.exit) } else { exits.contains(&zone) };
    let gets_there = |start: usize| (0..map.zones.len()).any(|zone| leaves(zone) && reach.joins(start, zone));
    let members = crate::check::encounter::victory::members(&group.who, case.encounter);
    let able = members.into_iter().filter(|(side, at)| {
        let Some(of) = case.encounter.sides.get(*side) else { return true };
        let starts = of.starts(*at);
        starts.is_empty() || starts.into_iter().any(gets_there)
    });
    u32::try_from(able.count()).ok()
}
