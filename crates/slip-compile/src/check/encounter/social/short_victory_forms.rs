//! Reads the short forms `falls_for`, `friend_zone`, `pawn_score` and `survive_timer`, and compiles them to ordinary victories. Also reads
//! the grades of the outcome.

use super::{resolve_names, victories};
use crate::check::encounter::{Scene, victory};
use crate::check::simple_entry_errors;
use crate::check::social_errors as errors;
use slip_pack::encounter::{Encounter, SocialEncounter, SocialTrigger, SuccessGrade, Victory};
use slip_source::diagnostic::Diagnostics;

use slip_source::Span;
use slip_syntax::on_one_line;
use slip_syntax::tree::{Entry, Key};

/// Adds the victories for short forms such as `falls_for`. Returns for each victory the span of its short form.
pub(in crate::check::encounter) fn lower(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) -> Vec<Span> {
    let (mut victories, mut lines): (Vec<Victory>, Vec<Span>) = (Vec::new(), Vec::new());
    let (mut falls, mut friends) = (Vec::new(), Vec::new());
    for entry in scene.declared.entries.iter() {
        let asked = match entry.word() {
            "falls_for" => match trigger(scene, encounter, entry, out) {
                Some((trigger, word)) => {
                    let called = resolve_names::title(scene, encounter, &trigger.objective, &word);
                    let place = resolve_names::zone_title(scene, trigger.zone);
                    let asked = victories::fallen(encounter, (&trigger.objective, &called), (trigger.zone, &place));
                    if asked.is_empty() {
                        out.push(errors::no_suitor(entry.values_span(), &word));
                    }
                    falls.push(trigger);
                    asked
                }
                None => continue,
            },
            "friend_zone" => {
                friends.extend(trigger(scene, encounter, entry, out).map(|(trigger, ..)| trigger));
                continue;
            }
            "pawn_score" => score(scene, encounter, entry, out),
            "survive_timer" => survivor(scene, encounter, entry, out).into_iter().collect(),
            _ => continue,
        };
        lines.extend(asked.iter().map(|_| entry.values_span()));
        victories.extend(asked);
    }
    encounter.victories.extend(victories);
    let grades: Vec<SuccessGrade> = scene.declared.entries_of("grade").filter_map(|entry| grade(scene, encounter, entry, out)).collect();
    if let Some(social) = &mut encounter.social {
        (social.falls, social.friend_zones, social.grades) = (falls, friends, grades);
    }
    lines
}

/// Reads `mr_v at lovers` after `falls_for` or `friend_zone`. Also returns the first name as written.
fn trigger(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Option<(SocialTrigger, String)> {
    let Some((who, place)) = resolve_names::who_at(&entry.values) else {
        if !entry.broken {
            let known: Vec<&str> =
                encounter.names().chain(resolve_names::pawn_names(encounter)).filter(|_| entry.values.len() == 1).collect();
            out.push(errors::trigger_form(entry.values_span(), entry.word()).could_be(known));
        }
        return None;
    };
    let (objective, zone) = (resolve_names::somebody(scene, encounter, who, out), resolve_names::zone(scene, place, out));
    Some((SocialTrigger { objective: objective?, zone: zone? }, who.name().map(ToString::to_string).unwrap_or_default()))
}

/// Reads `survive_timer them`: the named side wins if it is still present when time is up.
fn survivor(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Option<Victory> {
    let path = crate::check::simple_entries::path(entry, "the name of a side", out)?;
    let side = resolve_names::side((scene, encounter), &path.name.text, path.name.span, false, out)?;
    Some(victories::survived(side))
}

/// Reads the zones that count for each side: `pawn_score jury { us convince_1, lean_1; them convince_2, lean_2 }`.
fn score(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Vec<Victory> {
    let Some(social) = encounter.social.as_deref() else { return Vec::new() };
    let Some(group) = group(social, entry, out) else { return Vec::new() };
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    let mut camps: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut named: Vec<(usize, Span)> = Vec::new();
    let mut places: Vec<String> = Vec::new();
    let mut taken: Vec<(usize, Span)> = Vec::new();
    for camp in inner.iter().filter(|camp| !camp.broken) {
        let Key::Word(key) = &camp.key else {
            out.push(simple_entry_errors::rank_here(camp.key.span(), "`pawn_score`"));
            continue;
        };
        let Some(side) = resolve_names::side((scene, encounter), &key.text, key.span, false, out) else { continue };
        if let Some((_, first)) = named.iter().find(|(other, _)| *other == side) {
            out.push(simple_entry_errors::written_twice(key, *first));
            continue;
        }
        named.push((side, key.span));
        let mut zones = Vec::new();
        let paths = crate::check::simple_entries::paths(camp, "the name of a zone", out);
        for (path, value) in paths.iter().zip(&camp.values) {
            let Some(zone) = resolve_names::zone(scene, &value.expr, out) else { continue };
            if let Some((_, first)) = taken.iter().find(|(other, _)| *other == zone) {
                out.push(errors::zone_of_two(path.span(), &path.name.text, *first));
            }
            taken.push((zone, path.span()));
            zones.push(zone);
        }
        let called: Vec<String> = zones.iter().map(|&zone| resolve_names::zone_title(scene, zone)).collect();
        places.push(slip_suggest::alternatives(called.iter().map(String::as_str)));
        camps.push((side, zones));
    }
    if camps.len() < 2 {
        let whole = !entry.broken && inner.iter().all(|camp| !camp.broken) && inner.len() < 2;
        if whole {
            out.push(errors::score_form(entry.values_span()));
        }
        return Vec::new();
    }
    victories::score(encounter, social, group, &camps, &places)
}

/// Returns the group of pawns named by an entry.
fn group(social: &SocialEncounter, entry: &Entry, out: &mut Diagnostics) -> Option<usize> {
    let path = crate::check::simple_entries::path(entry, "the name of a group of pawns", out)?;
    let word = &path.name.text;
    let found = social.groups.iter().position(|group| group == word);
    if found.is_none() {
        let known = social.groups.iter().map(|group| group.as_str());
        let nearest = slip_suggest::nearest(word, known.clone());
        out.push(errors::unknown_group(path.span(), word, nearest, social.groups.is_empty()).completed_by(known));
    }
    found
}

/// Reads a grade of the outcome: `grade "The bench is unanimous" when pawns(jury, convince_1) >= 5`.
fn grade(scene: &Scene<'_, '_>, encounter: &Encounter, entry: &Entry, out: &mut Diagnostics) -> Option<SuccessGrade> {
    let words = entry.only().and_then(|value| value.text());
    let (Some(words), Some(condition)) = (words, entry.condition()) else {
        if !entry.broken {
            out.push(errors::grade_form(entry.values_span()));
        }
        return None;
    };
    let formula = victory::condition(scene, encounter, condition, out)?;
    let text = on_one_line(scene.context.program.sources.slice(condition.span), false);
    Some(SuccessGrade { words: words.value.to_string(), condition: formula, text })
}
