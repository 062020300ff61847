//! Reports effects with an area in social encounters, in which every attack has one target.

use crate::check::encounter::Scene;
use crate::check::social_errors as errors;
use slip_pack::effect::{Effect, PackOperation, Play};
use slip_pack::encounter::Encounter;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeSet;

/// Reports a note for each area effect of the scene and of the actors, because social encounters do not use them.
pub(in crate::check::encounter) fn note(scene: &Scene<'_, '_>, encounter: &Encounter, out: &mut Diagnostics) {
    let strikes_several =
        |line: &&Effect| line.acts_in(Play::Social) && !line.runs_in(Play::Social) && matches!(line.op, PackOperation::Area(_));
    let actors = encounter.sides.iter().flat_map(|side| &side.actors);
    let items = actors.flat_map(|actor| std::iter::once(&actor.item).chain(&actor.parts));
    let owned = items.filter_map(|item| scene.context.pack.item(item)).flat_map(|item| &item.effects).map(|line| &**line);
    let lines: BTreeSet<&str> = encounter.effects.iter().chain(owned).filter(strikes_several).map(|line| line.text.as_str()).collect();
    for line in lines {
        out.push(errors::no_areas(scene.declared.tree.name.span, line));
    }
}
