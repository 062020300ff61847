//! Resolves names of actors in an encounter, finds the designs by which they were built, and checks that these designs may take part.

use super::Scene;
use super::social::pawns;
use crate::check::build;
use crate::check::encounter_errors as errors;
use crate::resolve::errors::ambiguous_between;
use crate::resolve::{DeclaredItem, Program};
use slip_pack::encounter::{Actor, Encounter, Play, Side};
use slip_pack::item::{BuiltItem, Gear};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_syntax::tree::NamePath;
use std::collections::BTreeSet;

/// Kind of a platoon, which takes part in an encounter as its units.
const PLATOON: &str = "platoon";

/// Returns the item among `here` to which a path refers, by ordinary name resolution. If the package of the item is not visible, the item
/// is found by its name alone; all items with this name must then be from one package.
///
/// # Errors
///
/// If the name is ambiguous, or its package is unknown.
pub(super) fn meant<'g>(
    scene: &Scene<'_, '_>,
    path: &NamePath,
    here: impl Iterator<Item = &'g Gear>,
) -> Result<Option<&'g Gear>, Box<Diagnostic>> {
    let program = scene.context.program;
    let here: Vec<&Gear> = here.collect();
    let is_it = |gear: &Gear, found: &DeclaredItem<'_>| is_of(program, gear, found);
    match program.find_fitting(scene.declared.package, path, |found| here.iter().any(|gear| is_it(gear, found))) {
        Ok(id) => Ok(program.get(id).and_then(|found| here.into_iter().find(|gear| is_it(gear, found)))),
        Err(diagnostic) if diagnostic.code != Code::UnknownName => Err(diagnostic),
        Err(_) => {
            let mut called = here.into_iter().filter(|gear| path.package.is_none() && gear.name == path.name.text);
            let first = called.next();
            match first.and_then(|first| Some((first, called.find(|other| other.package != first.package)?))) {
                Some((first, other)) => Err(Box::new(ambiguous_between(&path.name, (&first.package, &other.package)))),
                None => {
                    first.into_iter().for_each(|gear| scene.note_actor(path.name.span, gear));
                    Ok(first)
                }
            }
        }
    }
}

/// True if an item was built from this declaration.
pub(super) fn is_of(program: &Program<'_>, gear: &Gear, declared: &DeclaredItem<'_>) -> bool {
    gear.name == *declared.name() && gear.kind == declared.kind() && gear.package == program.package_name(declared.package)
}

/// Returns all actors that a word refers to, as side and index. The word is the name of an actor or platoon, or an old name for which there
/// is an alias.
pub fn called(program: &Program<'_>, encounter: &Encounter, (word, span): (&str, Span)) -> Vec<(usize, usize)> {
    let found = encounter.called(word);
    let is_pawn = || encounter.social.as_ref().is_some_and(|social| !pawns(social, word).is_empty());
    if !found.is_empty() || is_pawn() {
        note_called(program, encounter, (word, span), &found);
        return found;
    }
    let old = program.find_old_word((word, span), |declared| !taking_part(program, encounter, declared).is_empty());
    let old = old.into_iter().filter_map(|id| program.get(id));
    let found: BTreeSet<(usize, usize)> = old.flat_map(|declared| taking_part(program, encounter, declared)).collect();
    found.into_iter().collect()
}

/// Returns all actors that were built from this declaration, by side and index. If the declaration is a platoon, returns its units.
pub(super) fn taking_part(program: &Program<'_>, encounter: &Encounter, declared: &DeclaredItem<'_>) -> Vec<(usize, usize)> {
    let is_it = |side: &Side, actor: &Actor| {
        let platoon = actor.unit.as_ref().and_then(|unit| side.platoons.get(unit.platoon));
        let of_platoon = declared.kind() == PLATOON && platoon.is_some_and(|platoon| platoon.platoon == program.key(declared));
        of_platoon || is_of(program, &actor.item, declared)
    };
    let sides = encounter.sides.iter().enumerate();
    let all = sides.flat_map(|(number, side)| side.actors.iter().enumerate().map(move |(at, actor)| (number, side, at, actor)));
    all.filter(|(_, side, _, actor)| is_it(side, actor)).map(|(number, _, at, _)| (number, at)).collect()
}

/// Records for editors that a word refers to an actor or platoon. `called` are the actors that the word refers to.
pub fn note_called(program: &Program<'_>, encounter: &Encounter, (word, span): (&str, Span), called: &[(usize, usize)]) {
    for (side, at) in called {
        let Some(side) = encounter.sides.get(*side) else { continue };
        let Some(actor) = side.actors.get(*at) else { continue };
        let platoon = actor.unit.as_ref().and_then(|unit| side.platoons.get(unit.platoon));
        match platoon.filter(|platoon| platoon.is_of(word)).and_then(|platoon| platoon.platoon.rsplit_once('.')) {
            Some((package, name)) => program.note_item(span, package, PLATOON, name),
            None if actor.item.name == word => program.note_item(span, &actor.item.package, &actor.item.kind, &actor.item.name),
            None => {}
        }
    }
}

/// Returns the declaration from which an actor was built.
pub(super) fn declared<'c, 't>(scene: &Scene<'c, 't>, gear: &Gear) -> Option<&'c DeclaredItem<'t>> {
    let program = scene.context.program;
    let package = program.package_called(scene.declared.package, &gear.package);
    let seen = package.and_then(|package| program.peek(package, &gear.kind, &gear.name));
    let is_it = |declared: &&DeclaredItem<'_>| declared.kind() == gear.kind && program.package_name(declared.package) == gear.package;
    // The package of the item may be a dependency of a dependency, from which names are not visible here. The item is then searched in all
    // packages.
    program.get(seen.or_else(|| Some(program.named(&gear.name).find(is_it)?.id))?)
}

/// Returns the design by which an actor was built.
pub(super) fn design<'c, 't>(scene: &Scene<'c, 't>, item: &BuiltItem) -> Option<&'c DeclaredItem<'t>> {
    let gear = Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() };
    build::design_of(scene.context.program, declared(scene, &gear)?, &item.design)
}

/// Returns the name of an actor's design if the design lists a kind of play after `plays`.
pub(super) fn design_for_play<'c>(scene: &Scene<'c, '_>, play: Play, item: &BuiltItem) -> Option<&'c str> {
    let design = design(scene, item)?;
    let mut words = design.entries_of("plays").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name());
    words.any(|word| word == play.word()).then(|| design.name().as_str())
}

/// Reports an actor whose design takes part only in other kinds of play.
pub(super) fn plays_here(scene: &Scene<'_, '_>, play: Play, (item, span): (&BuiltItem, Span), out: &mut Diagnostics) {
    let Some(design) = design(scene, item) else { return };
    let written = design.entries_of("plays").filter(|entry| !entry.broken).flat_map(|entry| &entry.values);
    let words = written.filter_map(|value| value.expr.name()).map(|word| word.as_str());
    // An unknown kind of play in the design was reported. It restricts nothing.
    let known: Vec<&str> = words.filter(|word| Play::from_word(word).is_some()).collect();
    if item.valid && !known.is_empty() && !known.contains(&play.word()) {
        out.push(errors::of_other_play(span, &item.name, design.name(), (play.word(), &known), design.tree.name.span));
    }
}
