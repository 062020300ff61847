//! Checks `station` declarations: posts aboard ships, with their skill and duties.
//!
//! A package may declare its own stations. They take over their duties from the stations of `std`, and a `std` station that has no duties
//! left is dropped. Refuses unknown duties and skills, and two stations of one package with the same duty.

use super::simple_entries::{self, member_span};
use super::simple_entry_errors;
use super::space_errors as errors;
use crate::block_schema;
use crate::resolve::{DeclaredItem, Kinds, Program};
use slip_pack::Name;
use slip_pack::encounter::{Duty, Station};
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, Value};
use std::collections::BTreeSet;

/// Duties that are a single word.
const DUTIES: &[Duty] = &[Duty::Detection, Duty::Position, Duty::Ew, Duty::Beam, Duty::Torpedo];
/// Word of the duty to repair a track.
const REPAIR: &str = "repair";

/// Compiles a station. Returns `None` if the station has no skill or no duty.
pub fn check(program: &Program<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<Station> {
    simple_entries::check(&declared.entries, &block_schema::people::STATION, out);
    let whole = !declared.tree.flawed && !declared.entries.iter().any(|entry| entry.broken);
    let what = || format!("the station `{}`", declared.name());
    for (key, example) in [("skill", "skill gunnery"), ("duties", "duties beam, torpedo")] {
        if declared.entry(key).is_none() && whole {
            out.push(simple_entry_errors::missing(declared.tree.name.span, &what(), key, example));
        }
    }
    let skill = declared.entry("skill").and_then(|entry| skill(program, declared.package, entry, out));
    let mut duties: Vec<Duty> = Vec::new();
    for entry in declared.entries_of("duties") {
        for (duty, span) in read_duties(program, entry, out) {
            if duties.contains(&duty) {
                out.push(errors::duty_twice(span, &duty));
            } else {
                duties.push(duty);
            }
        }
    }
    let rated = declared.entry("rated").and_then(|entry| simple_entries::path(entry, "a statistic of crews, such as `gunnery`", out));
    let name = declared.name().clone();
    Some(Station {
        title: declared.title().to_string(),
        package: program.package_name(declared.package).into(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        skill: skill?,
        duties: Some(duties).filter(|duties| !duties.is_empty())?,
        rated: rated.map_or_else(|| name.clone(), |path| path.name.text),
        name,
    })
}

fn skill(program: &Program<'_>, package: PackageId, entry: &Entry, out: &mut Diagnostics) -> Option<Name> {
    let path = simple_entries::path(entry, "the name of a skill", out)?;
    match program.find(package, &path, Kinds::One("skill")) {
        Ok(id) => program.get(id).map(|found| found.name().clone()),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    }
}

/// Reads the duties of a station: `detection, beam, repair frame`.
fn read_duties(program: &Program<'_>, entry: &Entry, out: &mut Diagnostics) -> Vec<(Duty, Span)> {
    let mut duties = Vec::new();
    if entry.values.is_empty() && !entry.broken {
        out.push(errors::duty_form(entry.key.span(), None, words()));
    }
    for member in entry.members() {
        let span = member_span(member, entry);
        match duty(member) {
            Some(Duty::Repair(track)) if !is_track(program, &track) => {
                let tracks = tracks(program);
                out.push(errors::no_such_track(span, &track).completed_by(tracks.iter().map(|track| track.as_str())));
            }
            Some(duty) => duties.push((duty, span)),
            None if entry.broken => {}
            None => {
                let word = member.first().and_then(|value| value.expr.name());
                let nearest = word.filter(|_| member.len() == 1).and_then(|word| slip_suggest::nearest(word, words()));
                out.push(errors::duty_form(span, nearest, words()));
            }
        }
    }
    duties
}

fn words() -> impl Iterator<Item = &'static str> + Clone {
    DUTIES.iter().map(Duty::word).chain([REPAIR])
}

fn duty(member: &[Value]) -> Option<Duty> {
    match member {
        [word] => {
            let word = word.expr.name()?;
            DUTIES.iter().find(|duty| duty.word() == word).cloned()
        }
        [word, track] if word.expr.name().is_some_and(|word| word == REPAIR) => Some(Duty::Repair(track.expr.name()?.clone())),
        _ => None,
    }
}

/// True if some design has a track with this name.
pub(super) fn is_track(program: &Program<'_>, track: &str) -> bool {
    tracks(program).iter().any(|name| name.as_str() == track)
}

/// Returns the tracks of all designs.
fn tracks<'p>(program: &'p Program<'_>) -> BTreeSet<&'p Name> {
    let named = |entry: &'p Entry| entry.values.first().and_then(|value| value.expr.name());
    program.of_kind("design").flat_map(|design| design.entries_of("track")).filter_map(named).collect()
}

/// Reports stations of one package with the same duty.
pub fn check_all(program: &Program<'_>, out: &mut Diagnostics) {
    let mut seen: Vec<(PackageId, Duty, &DeclaredItem<'_>)> = Vec::new();
    for declared in program.of_kind("station") {
        for entry in declared.entries_of("duties") {
            for (duty, span) in read_duties(program, entry, &mut Diagnostics::new()) {
                let first = seen.iter().find(|(package, other, by)| *package == declared.package && *other == duty && by.id != declared.id);
                match first {
                    Some((_, _, first)) => out.push(errors::same_duty(span, &duty, first.name(), first.tree.name.span)),
                    None => seen.push((declared.package, duty, declared)),
                }
            }
        }
    }
}

/// Returns the stations aboard the ships of a package: its own, then those of packages from which it imports all names, then those of
/// `std`. If two stations have the same duty, only the first one keeps it.
pub fn of_package(program: &Program<'_>, package: PackageId) -> Vec<Station> {
    let mut stations: Vec<(PackageId, Station)> = Vec::new();
    for declared in program.of_kind("station") {
        if program.peek(package, "station", declared.name()) == Some(declared.id) {
            stations.extend(check(program, declared, &mut Diagnostics::new()).map(|station| (declared.package, station)));
        }
    }
    let nearness = |from: PackageId| {
        if from == package {
            0
        } else if from == PackageId::STD {
            2
        } else {
            1
        }
    };
    let all = stations.clone();
    let taken = |from: PackageId, duty: &Duty| {
        let mut nearer = all.iter().filter(|(other, _)| nearness(*other) < nearness(from));
        nearer.any(|(_, station)| station.duties.contains(duty))
    };
    for (from, station) in &mut stations {
        station.duties.retain(|duty| !taken(*from, duty));
    }
    stations.into_iter().map(|(_, station)| station).filter(|station| !station.duties.is_empty()).collect()
}
