//! Reads pawns: markers on the map of a social encounter that actors move.

use super::resolve_names;
use crate::block_schema;
use crate::check::encounter::{MOST_ACTORS, Scene};
use crate::check::readable_names::readable;
use crate::check::simple_entries::{self, is_word, member_span};
use crate::check::social_errors as errors;
use ecow::eco_format;
use slip_pack::Name;
use slip_pack::encounter::{Encounter, Pawn, SocialEncounter, VictorySubject};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind, Value};

/// Reads pawns and their groups, in the order of the text.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &Encounter, social: &mut SocialEncounter, out: &mut Diagnostics) {
    let mut taken: Vec<(Name, Span)> = Vec::new();
    for entry in scene.declared.entries.iter().filter(|entry| matches!(entry.word(), "pawn" | "pawns")) {
        let Some((name, span)) = entry.values.first().and_then(|first| Some((first.expr.name()?.clone(), first.expr.span))) else {
            if !entry.broken {
                out.push(form(entry));
            }
            continue;
        };
        let first = taken.iter().find(|(other, _)| *other == name).map(|(_, first)| *first);
        if first.is_some() || is_taken(encounter, &name) {
            out.push(errors::pawn_twice(span, &name, first));
            continue;
        }
        taken.push((name.clone(), span));
        if entry.word() == "pawn" { one((scene, encounter), social, entry, &name, out) } else { group(scene, social, entry, &name, out) }
    }
    let actors: usize = encounter.sides.iter().map(|side| side.actors.len()).sum();
    if actors + social.pawns.len() > MOST_ACTORS {
        out.push(crate::check::encounter_errors::too_many_actors(scene.declared.tree.name.span, MOST_ACTORS));
        social.pawns.clear();
        social.groups.clear();
    }
}

/// True if a side or actor of the encounter already has this name.
fn is_taken(encounter: &Encounter, name: &Name) -> bool {
    encounter.sides.iter().any(|side| side.name == *name) || !encounter.called(name).is_empty()
}

fn form(entry: &Entry) -> slip_source::diagnostic::Diagnostic {
    errors::pawn_form(entry.values_span(), entry.word() == "pawns", MOST_ACTORS)
}

/// Reads a single pawn: `pawn marek "Marek" at lovers { suitor }`. `fixed` says that it cannot be pushed, `carried by mira` that an actor
/// has it.
fn one((scene, encounter): (&Scene<'_, '_>, &Encounter), social: &mut SocialEncounter, entry: &Entry, name: &Name, out: &mut Diagnostics) {
    let (title, rest) = titled(entry.values.get(1..).unwrap_or_default(), name);
    let place = match rest {
        [at, zone] if is_word(at, "at") && zone.expr.name().is_some() => &zone.expr,
        _ => {
            if !entry.broken {
                out.push(form(entry));
            }
            return;
        }
    };
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::talks::PAWN, out);
    let suitor = inner.iter().any(|entry| entry.word() == "suitor" && simple_entries::flag(entry, out));
    let fixed = inner.iter().any(|entry| entry.word() == "fixed" && simple_entries::flag(entry, out));
    let carrier = inner.iter().find(|entry| entry.word() == "carried").and_then(|entry| carrier((scene, encounter), entry, out));
    if let Some(zone) = resolve_names::zone(scene, place, out) {
        let start = carrier.and_then(|(side, at)| encounter.sides.get(side)?.actors.get(at)?.zone);
        if let Some(start) = start.filter(|start| *start != zone) {
            out.push(errors::carried_elsewhere(place.span, name, scene.map.and_then(|map| map.zones.get(start)).map(|zone| &zone.name)));
        }
        social.pawns.push(Pawn { name: name.clone(), title, zone, group: None, suitor, fixed, carrier });
    }
}

/// Reads the actor who carries a pawn: `carried by mira`.
fn carrier((scene, encounter): (&Scene<'_, '_>, &Encounter), entry: &Entry, out: &mut Diagnostics) -> Option<(usize, usize)> {
    let person = match entry.values.as_slice() {
        [by, person] if is_word(by, "by") && person.expr.name().is_some() => &person.expr,
        _ => {
            if !entry.broken {
                out.push(errors::carried_form(entry.values_span()));
            }
            return None;
        }
    };
    match resolve_names::somebody(scene, encounter, person, out)? {
        VictorySubject::Actors(actors) => actors.first().copied(),
        _ => None,
    }
}

/// Reads a group of pawns: `pawns jury "Juror" x3 at unsure, x2 at lean_1`.
fn group(scene: &Scene<'_, '_>, social: &mut SocialEncounter, entry: &Entry, name: &Name, out: &mut Diagnostics) {
    let (title, _) = titled(entry.values.get(1..).unwrap_or_default(), name);
    let mut found: Vec<usize> = Vec::new();
    for (number, member) in entry.members().enumerate() {
        let posts = if number == 0 { titled(member.get(1..).unwrap_or_default(), name).1 } else { member };
        let Some((count, place)) = posted(posts) else {
            if !entry.broken {
                out.push(errors::pawn_form(member_span(member, entry), true, MOST_ACTORS));
            }
            continue;
        };
        if let Some(zone) = resolve_names::zone(scene, place, out) {
            // One pawn above the limit is enough to report too many pawns.
            found.extend(std::iter::repeat_n(zone, count.min((MOST_ACTORS + 1).saturating_sub(found.len()))));
        }
    }
    let (group, several) = (social.groups.len(), found.len() > 1);
    social.groups.push(name.clone());
    for (zone, number) in found.into_iter().zip(1u32..) {
        let (name, title) =
            if several { (eco_format!("{name}#{number}"), format!("{title} #{number}")) } else { (name.clone(), title.clone()) };
        social.pawns.push(Pawn { name, title, zone, group: Some(group), suitor: false, fixed: false, carrier: None });
    }
}

/// Returns the title of a pawn, and the values after it.
fn titled<'e>(values: &'e [Value], name: &str) -> (String, &'e [Value]) {
    match values.split_first() {
        Some((title, rest)) if title.expr.text().is_some() => {
            (title.expr.text().map(|text| text.value.to_string()).unwrap_or_default(), rest)
        }
        _ => (readable(name).to_string(), values),
    }
}

/// Returns the number of a count such as `x3`; `None` if an encounter may not have that many pawns.
fn counted(value: &Value) -> Option<usize> {
    let ExprKind::Count(count) = value.expr.kind else { return None };
    usize::try_from(count).ok().filter(|count| (1..=MOST_ACTORS).contains(count))
}

/// Parses the count and zone of some pawns: `x3 at unsure` or `at unsure`.
fn posted(values: &[Value]) -> Option<(usize, &Expr)> {
    let (count, rest) = match values.split_first()? {
        (first, rest) if matches!(first.expr.kind, ExprKind::Count(_)) => (counted(first)?, rest),
        _ => (1, values),
    };
    match rest {
        [at, zone] if is_word(at, "at") && zone.expr.name().is_some() => Some((count, &zone.expr)),
        _ => None,
    }
}
