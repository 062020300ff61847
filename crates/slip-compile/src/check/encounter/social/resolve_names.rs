//! Resolves names of sides, zones and people in the entries of a social encounter.

use crate::check::encounter::victory::DRAW;
use crate::check::encounter::{Scene, called};
use crate::check::encounter_errors as errors;
use slip_pack::Name;
use slip_pack::encounter::{Actor, Encounter, SocialEncounter, VictorySubject};
use slip_source::diagnostic::Diagnostics;

use slip_source::Span;
use slip_syntax::tree::{Expr, Value};

/// Returns a side by name. If `draw` is true, the word `draw` is allowed instead of a side, and may be suggested for a misspelt name.
pub(super) fn side(
    (scene, encounter): (&Scene<'_, '_>, &Encounter),
    word: &str,
    span: Span,
    draw: bool,
    out: &mut Diagnostics,
) -> Option<usize> {
    let found = encounter.sides.iter().position(|side| side.name == *word);
    if found.is_some() {
        scene.note_own_part(span);
    } else {
        let known = encounter.sides.iter().map(|side| side.name.as_str()).chain(draw.then_some(DRAW));
        let nearest = slip_suggest::nearest(word, known.clone());
        out.push(errors::unknown_side(span, word, nearest).completed_by(known));
    }
    found
}

/// Returns a zone of the map by name. If the map is missing or has errors, an unknown name is not reported.
pub(super) fn zone(scene: &Scene<'_, '_>, expr: &Expr, out: &mut Diagnostics) -> Option<usize> {
    let (path, map) = (expr.path()?, scene.map?);
    let word = &path.name.text;
    let found = map.zone(word).filter(|_| path.package.is_none());
    if found.is_some() {
        scene.note_zone(expr.span, word);
    }
    if found.is_none() && map.valid {
        out.push(errors::zone_not_on_map(expr.span, word, map));
    }
    found
}

/// Returns the pawns with this name: all pawns of a group, or a single pawn.
pub(in crate::check::encounter) fn pawns(social: &SocialEncounter, word: &str) -> Vec<usize> {
    let group = social.groups.iter().position(|group| group == word);
    let meant = |pawn: &slip_pack::encounter::Pawn| pawn.name == word || (group.is_some() && pawn.group == group);
    social.pawns.iter().enumerate().filter(|(_, pawn)| meant(pawn)).map(|(number, _)| number).collect()
}

/// Returns the names of all pawns and groups that conditions and triggers may use.
pub(in crate::check::encounter) fn pawn_names(encounter: &Encounter) -> impl Iterator<Item = &str> + Clone {
    let alone = encounter.social.iter().flat_map(|social| &social.pawns).filter(|pawn| pawn.group.is_none());
    let groups = encounter.social.iter().flat_map(|social| &social.groups);
    alone.map(|pawn| pawn.name.as_str()).chain(groups.map(Name::as_str))
}

/// Returns the actor or pawn with a name. Reports a name that fits no actor or pawn, or several.
pub(super) fn somebody(scene: &Scene<'_, '_>, encounter: &Encounter, expr: &Expr, out: &mut Diagnostics) -> Option<VictorySubject> {
    let word = expr.name()?;
    let actors = called(scene.context.program, encounter, (word, expr.span));
    let pawns = encounter.social.as_ref().map_or_else(Vec::new, |social| pawns(social, word));
    match (actors.len(), pawns.len()) {
        (1, _) => Some(VictorySubject::Actors(actors)),
        (0, 1) => Some(VictorySubject::Pawns(pawns)),
        (0, 0) => {
            let known = encounter.names().chain(pawn_names(encounter));
            let known: Vec<&str> = known.collect();
            let nearest = slip_suggest::nearest(word, known.iter().copied());
            out.push(crate::check::social_errors::nobody_there(expr.span, word, nearest).completed_by(known));
            None
        }
        (actors, pawns) => {
            out.push(crate::check::social_errors::one_objective(expr.span, word, actors.max(pawns)));
            None
        }
    }
}

/// Returns the title of an actor or pawn if the word refers to a single one; otherwise the word.
pub(super) fn title(scene: &Scene<'_, '_>, encounter: &Encounter, who: &VictorySubject, word: &str) -> String {
    let of = |actor: &Actor| scene.context.pack.actor_title(actor).to_string();
    let found = match who {
        VictorySubject::Actors(actors) => actors.first().and_then(|(side, at)| encounter.sides.get(*side)?.actors.get(*at)).map(of),
        VictorySubject::Pawns(pawns) => {
            let one = pawns.first().and_then(|number| encounter.social.as_ref()?.pawns.get(*number));
            one.map(|pawn| pawn.title.clone())
        }
        VictorySubject::Side(_) | VictorySubject::AtLeast(..) => None,
    };
    found.unwrap_or_else(|| word.to_owned())
}

/// Returns the title of a zone.
pub(super) fn zone_title(scene: &Scene<'_, '_>, zone: usize) -> String {
    scene.map.and_then(|map| map.zones.get(zone)).map_or_else(String::new, |zone| zone.title.clone())
}

/// Splits `WHO at ZONE` into the two names.
pub(super) fn who_at(values: &[Value]) -> Option<(&Expr, &Expr)> {
    match values {
        [who, at, zone] if at.expr.name().is_some_and(|word| word == "at") && who.expr.name().is_some() && zone.expr.name().is_some() => {
            Some((&who.expr, &zone.expr))
        }
        _ => None,
    }
}
