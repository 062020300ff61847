//! Reports aspects in victory conditions that nothing in the encounter has, gives or places.
//!
//! The finding is a warning, because a person at the table may choose the text of such an aspect for a maneuver or consequence.

use super::Scene;
use crate::check::encounter_errors as errors;
use slip_pack::encounter::Encounter;
use slip_pack::item::{BuiltItem, Gear};
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Expr;

/// Checks the aspect that a victory condition names.
pub(super) fn check(scene: &Scene<'_, '_>, encounter: &Encounter, text: &Expr, out: &mut Diagnostics) {
    let Some(words) = text.text().map(|text| &text.value) else { return };
    let (program, known, package) = (scene.context.program, scene.context.known, scene.declared.package);
    if known.is_aspect_placed(program, package, words) || is_of_actors(scene, encounter, words) {
        return;
    }
    let nearest = slip_suggest::nearest(words, known.aspects(program, package).filter(|other| *other != words.as_str()));
    out.push(errors::aspect_of_none(text.span, words, nearest));
}

/// True if an actor of the encounter, a person aboard a ship, or something that they carry has the aspect.
fn is_of_actors(scene: &Scene<'_, '_>, encounter: &Encounter, words: &str) -> bool {
    let pack = scene.context.pack;
    let has = |item: &BuiltItem| item.aspects.iter().any(|aspect| aspect.text == words);
    let carries = |item: &BuiltItem| item.gear.iter().any(|thing| pack.item(thing).is_some_and(has));
    let is_of = |item: &Gear| pack.item(item).is_none_or(|item| has(item) || carries(item));
    let actors = || encounter.sides.iter().flat_map(|side| &side.actors);
    let aboard = actors().filter_map(|actor| actor.ship.as_deref()).flat_map(|ship| &ship.people).map(|person| &person.item);
    let things = actors().flat_map(|actor| std::iter::once(&actor.item).chain(&actor.parts).chain(&actor.gear));
    things.chain(aboard).any(is_of)
}
