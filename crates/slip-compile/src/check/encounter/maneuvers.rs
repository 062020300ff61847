//! Reads the maneuvers of a space encounter: `maneuver ghost_echoes { station comm; difficulty 3; on enemy; aspect "…" }`.
//!
//! Refuses unknown stations, sides and phases, a maneuver with no resistance or two, and a resisting station if the maneuver has no target.

use super::Scene;
use crate::block_schema;
use crate::check::simple_entries;
use crate::check::{encounter_errors as errors, maneuver_errors, simple_entry_errors};
use slip_pack::Name;
use slip_pack::encounter::{Encounter, Maneuver, ManeuverOn as On, ManeuverOpposition, ManeuverPhase as Phase, Play};
use slip_source::diagnostic::Diagnostics;

use slip_source::Span;
use slip_syntax::tree::Entry;

/// Maximum number of maneuvers of an encounter.
const MOST_MANEUVERS: usize = 16;

/// Reads the maneuvers, in the order of the text; incomplete ones are left out, after a diagnostic.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) {
    // In other kinds of encounter `maneuver` is an unknown key. This was reported already.
    if encounter.play != Play::Space {
        return;
    }
    let mut names: Vec<(Name, Span)> = Vec::new();
    for entry in scene.declared.entries_of("maneuver") {
        let Some((name, span)) = super::tasks::task_name(entry) else {
            if !entry.broken {
                out.push(maneuver_errors::form(entry.values_span()));
            }
            continue;
        };
        if let Some((_, first)) = names.iter().find(|(other, _)| *other == name) {
            out.push(maneuver_errors::twice(span, &name, *first));
            continue;
        }
        if names.len() >= MOST_MANEUVERS {
            out.push(maneuver_errors::too_many(span, MOST_MANEUVERS));
            break;
        }
        names.push((name.clone(), span));
        if let Some(maneuver) = maneuver(scene, encounter, entry, (name, span), out) {
            encounter.maneuvers.push(maneuver);
        }
    }
}

fn maneuver(
    scene: &Scene<'_, '_>,
    encounter: &Encounter,
    entry: &Entry,
    (name, span): (Name, Span),
    out: &mut Diagnostics,
) -> Option<Maneuver> {
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::space::MANEUVER, out);
    let find = |key: &str| inner.iter().find(|entry| entry.word() == key);
    let what = format!("the maneuver `{name}`");
    for (key, example) in [("station", "station comm"), ("on", "on enemy"), ("aspect", "aspect \"Ghosts on every screen\"")] {
        if find(key).is_none() && !entry.broken {
            out.push(simple_entry_errors::missing(span, &what, key, example));
        }
    }
    let title = entry.values.get(1).and_then(|title| title.expr.text()).map(|text| text.value.to_string());
    let station = find("station").and_then(|entry| station(encounter, entry, out));
    let on = find("on").and_then(|entry| on(entry, out));
    let against = against(encounter, (find("difficulty"), find("against")), on, (span, &what, entry.broken), out);
    let texts = find("aspect").map_or_else(Vec::new, |entry| simple_entries::texts(entry, out));
    if let (Some(entry), [_, _, ..]) = (find("aspect"), texts.as_slice()) {
        out.push(simple_entry_errors::wrong_value(entry.values_span(), "aspect", "one text in quotes"));
    }
    Some(Maneuver {
        sides: find("sides").map_or_else(Vec::new, |entry| sides(scene, encounter, entry, out)),
        phases: find("phase").map_or_else(Vec::new, |entry| phases(entry, out)),
        title: title.unwrap_or_else(|| crate::check::readable_names::readable(&name).to_string()),
        station: station?,
        against: against?,
        on: on?,
        aspect: texts.first()?.value.to_string(),
        name,
    })
}

/// Returns a station by its name.
fn station(encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Option<usize> {
    let path = simple_entries::path(entry, "the name of a station", out)?;
    let word = &path.name.text;
    let found = encounter.stations.iter().position(|station| path.package.is_none() && station.name == *word);
    if found.is_none() {
        // An author may write the skill in place of the station. The station with this skill is then suggested.
        let by_skill = encounter.stations.iter().find(|station| station.skill == *word).map(|station| station.name.to_string());
        let known = || encounter.stations.iter().map(|station| station.name.as_str());
        let nearest = by_skill.or_else(|| slip_suggest::nearest(word, known()));
        out.push(crate::check::space_errors::unknown_station(&path.name, nearest, known()));
    }
    found
}

/// Reads the resistance to a maneuver: `difficulty 3` or `against computer`. Exactly one of them is required; `against` is allowed only
/// against an enemy.
fn against(
    encounter: &Encounter,
    (difficulty, resists): (Option<&Entry>, Option<&Entry>),
    on: Option<On>,
    (span, what, broken): (Span, &str, bool),
    out: &mut Diagnostics,
) -> Option<ManeuverOpposition> {
    match (difficulty, resists) {
        (Some(difficulty), None) => {
            let number = simple_entries::int(difficulty, -10..=30, out)?;
            Some(ManeuverOpposition::Difficulty(i32::try_from(number).unwrap_or(0)))
        }
        (None, Some(resists)) => {
            if let Some(on) = on.filter(|on| *on != On::Enemy) {
                out.push(maneuver_errors::nobody_resists(resists.key.span().to(resists.values_span()), on));
            }
            station(encounter, resists, out).map(ManeuverOpposition::Station)
        }
        (Some(difficulty), Some(resists)) => {
            let first = difficulty.key.span().to(difficulty.values_span());
            out.push(maneuver_errors::both(resists.key.span().to(resists.values_span()), first));
            None
        }
        (None, None) => {
            if !broken {
                out.push(simple_entry_errors::missing(span, what, "difficulty", "difficulty 3` or, for a roll, `against computer"));
            }
            None
        }
    }
}

fn on(entry: &Entry, out: &mut Diagnostics) -> Option<On> {
    let path = simple_entries::path(entry, "`enemy`, `own`, `ally` or `scene`", out)?;
    let found = On::from_word(&path.name.text).filter(|_| path.package.is_none());
    if found.is_none() {
        out.push(maneuver_errors::unknown_word(path.span(), "`on` needs the target of the aspect", On::ALL.map(On::word).as_slice()));
    }
    found
}

fn sides(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Vec<usize> {
    let known = || encounter.sides.iter().map(|side| side.name.as_str());
    let mut found = Vec::new();
    for path in simple_entries::paths(entry, "the name of a side", out) {
        let word = &path.name.text;
        match encounter.sides.iter().position(|side| side.name == *word) {
            Some(side) => {
                scene.note_own_part(path.name.span);
                found.push(side);
            }
            None => {
                let unknown = errors::unknown_side(path.span(), word, slip_suggest::nearest(word, known()));
                out.push(unknown.completed_by(known()));
            }
        }
    }
    found
}

fn phases(entry: &Entry, out: &mut Diagnostics) -> Vec<Phase> {
    let mut found = Vec::new();
    for path in simple_entries::paths(entry, "the name of a phase", out) {
        match Phase::from_word(&path.name.text).filter(|_| path.package.is_none()) {
            Some(phase) => found.push(phase),
            None => {
                let known = Phase::ALL.map(Phase::word);
                out.push(maneuver_errors::unknown_word(
                    path.span(),
                    "`phase` needs the phases in which the maneuver may be made",
                    known.as_slice(),
                ));
            }
        }
    }
    found
}
