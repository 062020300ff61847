//! Reads the lists of units of a platoon: `units ridge_rifles x3, mule carrying mortar_team`. A platoon that is derived from a base can
//! extend or shorten the lists of the base.

use super::{Case, LEADER, UNIT};
use crate::check::errors::nothing_to_remove;
use crate::check::platoon_errors as errors;
use crate::check::simple_entries::member_span;
use crate::resolve::{DeclId, Kinds};
use slip_pack::Name;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, ExprKind, NamePath, Sign, Value};

/// Word that is written before the passengers of a unit.
pub(super) const CARRYING: &str = "carrying";

/// Member of a list: one or more units of the same declaration.
pub(super) struct UnitListMember {
    /// Declaration of the unit.
    pub id: DeclId,
    /// Name of the unit as written.
    pub path: NamePath,
    /// Number of units.
    pub count: u32,
    /// Passengers that each of the units carries.
    pub load: Vec<Passenger>,
    /// Span of the member.
    pub span: Span,
}

/// Passengers of a carrier that have the same declaration.
pub(super) struct Passenger {
    /// Unit that must fit into the carrier. For the leader as passenger, this is the leader's unit.
    pub unit: DeclId,
    /// Declaration of the passenger; `None` for the leader.
    pub id: Option<DeclId>,
    /// Name as written.
    pub name: Name,
    /// Number of passengers in each carrier.
    pub count: u32,
    /// Number of carriers, each of which carries these passengers.
    pub carriers: u32,
    /// Span of the passenger.
    pub span: Span,
}

/// Reads a list of units, including the changes by `from` and by patches.
pub(super) fn read(case: &Case<'_, '_, '_>, key: &str, out: &mut Diagnostics) -> Vec<UnitListMember> {
    let mut members: Vec<UnitListMember> = Vec::new();
    for entry in case.declared.entries_of(key).filter(|entry| !entry.broken) {
        if entry.values.is_empty() {
            out.push(errors::member_form(entry.values_span(), key));
        }
        match entry.sign() {
            Some((Sign::Minus, _)) => take_away(case, entry, key, &mut members, out),
            sign => {
                if sign.is_none() {
                    members.clear();
                }
                for more in listed(case, entry, key, out) {
                    // A unit that is in the list already is not added again; its count increases.
                    let same = |other: &&mut UnitListMember| other.id == more.id && other.load.is_empty() && more.load.is_empty();
                    match members.iter_mut().find(same).filter(|_| sign.is_some()) {
                        Some(there) => there.count = there.count.saturating_add(more.count),
                        None => members.push(more),
                    }
                }
            }
        }
    }
    members
}

fn listed(case: &Case<'_, '_, '_>, entry: &Entry, key: &str, out: &mut Diagnostics) -> Vec<UnitListMember> {
    let mut members: Vec<UnitListMember> = Vec::new();
    for values in entry.members() {
        let span = member_span(values, entry);
        let Some((path, count, load)) = split(values) else {
            if !values.iter().any(|value| matches!(value.expr.kind, ExprKind::Error)) {
                out.push(errors::member_form(span, key));
            }
            continue;
        };
        let load = aboard(case, load, count, out);
        let Some(id) = find(case, &path, out) else { continue };
        let same = members.iter().find(|other| other.id == id && other.load.is_empty() && load.is_empty());
        if let Some(first) = same {
            out.push(errors::listed_twice(path.span(), &path.name.text, first.path.span(), first.count.saturating_add(count)));
        }
        members.push(UnitListMember { id, path, count, load, span });
    }
    members
}

fn take_away(case: &Case<'_, '_, '_>, entry: &Entry, key: &str, members: &mut Vec<UnitListMember>, out: &mut Diagnostics) {
    for values in entry.members() {
        let Some((path, ..)) = split(values) else {
            out.push(errors::member_form(member_span(values, entry), key));
            continue;
        };
        case.context.program.note_seen(path.name.span, &[UNIT], &path.name.text);
        let before = members.len();
        members.retain(|member| member.path.name.text != path.name.text);
        // The list or the removal may use an old name of the unit.
        if let (true, Some(id)) = (members.len() == before, find(case, &path, &mut Diagnostics::new())) {
            members.retain(|member| member.id != id);
        }
        if members.len() == before {
            out.push(nothing_to_remove(path.name.span, &path.name.text, key));
        }
    }
}

/// Splits a member of the list: `NAME [xN] [carrying …]`.
fn split(values: &[Value]) -> Option<(NamePath, u32, &[Value])> {
    let at = values.iter().position(|value| value.expr.name().is_some_and(|word| word == CARRYING));
    let (own, load) = match at {
        Some(at) => values.split_at_checked(at).and_then(|(own, load)| Some((own, load.get(1..)?)))?,
        None => (values, &[][..]),
    };
    if at.is_some() && load.is_empty() {
        return None;
    }
    let (path, count) = one(own)?;
    Some((path, count, load))
}

/// Splits the name of a unit and its count: `NAME [xN]`.
fn one(values: &[Value]) -> Option<(NamePath, u32)> {
    match values {
        [name] => Some((name.expr.path()?, 1)),
        [name, count] => Some((name.expr.path()?, counted(count)?)),
        _ => None,
    }
}

fn counted(value: &Value) -> Option<u32> {
    match value.expr.kind {
        ExprKind::Count(count) => u32::try_from(count).ok().filter(|count| (1..=99).contains(count)),
        _ => None,
    }
}

/// Reads the passengers of carriers: names, each with an optional count.
pub(super) fn aboard(case: &Case<'_, '_, '_>, load: &[Value], carriers: u32, out: &mut Diagnostics) -> Vec<Passenger> {
    let mut passengers: Vec<Passenger> = Vec::new();
    for value in load {
        if let (ExprKind::Count(_), Some(last)) = (&value.expr.kind, passengers.last_mut()) {
            match counted(value) {
                Some(count) => last.count = count,
                None => out.push(errors::load_form(value.expr.span)),
            }
            last.span = last.span.to(value.expr.span);
            continue;
        }
        let Some(path) = value.expr.path() else {
            out.push(errors::load_form(value.expr.span));
            continue;
        };
        let (name, span) = (path.name.text.clone(), path.span());
        if path.package.is_none() && name == LEADER && case.context.program.lookup(case.declared.package, UNIT, LEADER).is_none() {
            // A missing leader was reported, so the passenger is not reported in addition.
            let Some(unit) = leading(case) else { continue };
            passengers.push(Passenger { unit, id: None, name, count: 1, carriers, span });
        } else if let Some(id) = find(case, &path, out) {
            passengers.push(Passenger { unit: id, id: Some(id), name, count: 1, carriers, span });
        }
    }
    passengers
}

/// Returns the unit that the `leader` entry names.
fn leading(case: &Case<'_, '_, '_>) -> Option<DeclId> {
    let path = case.declared.entry(LEADER)?.values.first()?.expr.path()?;
    case.context.program.find(case.declared.package, &path, Kinds::One(UNIT)).ok()
}

/// Returns the unit to which a name refers.
pub(super) fn find(case: &Case<'_, '_, '_>, path: &NamePath, out: &mut Diagnostics) -> Option<DeclId> {
    match case.context.program.find(case.declared.package, path, Kinds::One(UNIT)) {
        Ok(id) => Some(id),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    }
}
