//! Reads social encounters: stakes, time limit, pawns, and victories. Short forms such as `pawn_score` are compiled to ordinary victories,
//! so that the engine needs no code for them.

mod composite_parties;
mod map_checks;
mod pawns;
mod resolve_names;
mod short_victory_forms;
mod time_limit;
mod unused_area_effects;
mod victories;

pub(super) use self::composite_parties::{Composite, read as composites, twice};
pub(super) use self::map_checks::lint;
pub(super) use self::resolve_names::{pawn_names, pawns};
pub(super) use self::short_victory_forms::lower;
pub(super) use self::unused_area_effects::note as areas;
pub(super) use self::victories::{pawn_suitors, suitors};

use super::{Scene, stakes_conflict};
use crate::check::simple_entries;
use crate::check::social_errors as errors;
use crate::resolve::Kinds;
use slip_pack::Name;
use slip_pack::encounter::{AtRisk, BrokeDown, Encounter, SocialEncounter, Wager};
use slip_pack::item::BuiltItem;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr};

/// Words that may follow `track_at_risk`.
const RISKS: [(&str, AtRisk); 3] = [("composure", AtRisk::Composure), ("wealth", AtRisk::Wealth), ("both", AtRisk::Both)];

/// Maximum number of time boxes. There is one round for each box, and no real game is as long as this.
const MOST_BOXES: i64 = 100;

/// Reads the parts of a social encounter, except its sides and victories. The sides must be read before this call, the victories after it.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) {
    let declared = scene.declared;
    let (win, lose) = stakes_conflict::texts(scene, out);
    encounter.wager = Some(Box::new(Wager { win, lose, ..Wager::default() }));
    let zones = scene.map.map_or(1, |map| u32::try_from(map.zones.len()).unwrap_or(u32::MAX)).max(1);
    let mut social = SocialEncounter {
        time_boxes: declared.entry("time_boxes").and_then(|entry| boxes(entry, out)).unwrap_or(zones),
        max_time: declared.entry("max_time").and_then(|entry| time_limit::line(scene, &encounter.rules, entry, out)),
        at_risk: at_risk(scene, out),
        contours: declared.entry("contours").is_some_and(|entry| simple_entries::flag(entry, out)),
        ..SocialEncounter::default()
    };
    social.wealth_skills = wealth_skills(scene, social.at_risk, out);
    pawns::read(scene, encounter, &mut social, out);
    social.broke_down = declared.entry("broke_down").and_then(|entry| broke_down(scene, encounter, entry, out));
    encounter.social = Some(Box::new(social));
    map_checks::borders(scene, out);
    // In a social encounter the time boxes set the number of rounds, so a `limit` is an error.
    if let Some(limit) = declared.entry("limit").filter(|limit| !limit.broken) {
        out.push(errors::limit_here(limit.span));
    }
}

fn boxes(entry: &Entry, out: &mut Diagnostics) -> Option<u32> {
    simple_entries::int(entry, 1..=MOST_BOXES, out).and_then(|boxes| u32::try_from(boxes).ok())
}

/// Reads the tracks that attacks hit: `track_at_risk both`. The function `tracks` also calls this one and drops its errors, which are
/// reported only once.
fn at_risk(scene: &Scene<'_, '_>, out: &mut Diagnostics) -> AtRisk {
    let Some(entry) = scene.declared.entry("track_at_risk") else { return AtRisk::default() };
    let word = entry.only().and_then(Expr::name);
    if let Some((_, risk)) = word.and_then(|word| RISKS.iter().find(|(known, _)| known == word)) {
        return *risk;
    }
    if !entry.broken {
        let word = word.map_or("", |word| word.as_str());
        let known = RISKS.iter().map(|(known, _)| *known);
        out.push(errors::no_risk(entry.values_span(), word, slip_suggest::nearest(word, known.clone()), known));
    }
    AtRisk::default()
}

/// Returns the tracks that attacks in the encounter can hit. Every actor must have at least one of them.
pub(super) fn tracks<'s>(scene: &Scene<'_, '_>, encounter: &'s Encounter) -> Vec<&'s str> {
    let wealth = encounter.rules.word("wealth_track", "wealth");
    let composure = encounter.rules.word("composure_track", "composure");
    match at_risk(scene, &mut Diagnostics::new()) {
        AtRisk::Composure => vec![composure],
        AtRisk::Wealth => vec![wealth],
        AtRisk::Both => vec![composure, wealth],
    }
}

/// Checks that an actor has a track that attacks can hit.
pub(super) fn can_be_struck(
    scene: &Scene<'_, '_>,
    encounter: &Encounter,
    (item, span): (&BuiltItem, slip_source::Span),
    out: &mut Diagnostics,
) {
    let tracks = tracks(scene, encounter);
    if item.valid && !tracks.iter().any(|track| item.tracks.contains_key(*track)) {
        out.push(errors::nothing_at_risk(span, &item.name, &item.kind, &tracks));
    }
}

/// Reads the skills that defend wealth: `wealth_defence assets, bureaucracy` (R-SC17).
fn wealth_skills(scene: &Scene<'_, '_>, risk: AtRisk, out: &mut Diagnostics) -> Vec<Name> {
    let Some(entry) = scene.declared.entry("wealth_defence") else { return Vec::new() };
    if risk == AtRisk::Composure && !entry.broken {
        out.push(errors::wealth_not_at_risk(entry.span));
    }
    let program = scene.context.program;
    let mut skills = Vec::new();
    for path in simple_entries::paths(entry, "the name of a skill", out) {
        match program.find(scene.declared.package, &path, Kinds::One("skill")) {
            Ok(id) => skills.extend(program.get(id).map(|found| found.name().clone())),
            Err(diagnostic) => out.push(*diagnostic),
        }
    }
    skills
}

/// Reads who gets the stakes if a talk turns violent: `broke_down draw` or `broke_down them` (R-SC18).
fn broke_down(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Option<BrokeDown> {
    let path = simple_entries::path(entry, "the side that gets the stakes if the talk turns violent, or `draw`", out)?;
    if path.name.text == super::victory::DRAW {
        return Some(BrokeDown { side: None });
    }
    resolve_names::side((scene, encounter), &path.name.text, path.name.span, true, out).map(|side| BrokeDown { side: Some(side) })
}
