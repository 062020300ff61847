//! Reads composite parties. A composite party is several people who act as one: `composite bench "The bench" { of ama, bela }`.

use crate::block_schema;
use crate::check::encounter::Scene;
use crate::check::gear;
use crate::check::simple_entries;
use crate::check::social_errors as errors;
use crate::resolve::{DeclaredItem, Program};
use slip_pack::Name;
use slip_pack::encounter::{Actor, Encounter};
use slip_pack::item::Gear;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_syntax::tree::Entry;

/// Composite party: several people who act as one.
pub(in crate::check::encounter) struct Composite {
    /// Name of the party.
    pub name: Name,
    /// Name shown to people, if one is written.
    pub title: Option<String>,
    /// Members: at least two, unless there are errors.
    pub parts: Vec<(Gear, Span)>,
    /// Span of the name.
    pub span: Span,
}

/// Reads all composite parties, in the order of the text.
pub(in crate::check::encounter) fn read(program: &Program<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<Composite> {
    let mut found: Vec<Composite> = Vec::new();
    for entry in declared.entries_of("composite") {
        let Some((name, span, title)) = head(entry) else {
            if !entry.broken {
                out.push(errors::composite_form(entry.values_span()));
            }
            continue;
        };
        if let Some(first) = found.iter().find(|other| other.name == name) {
            out.push(errors::composite_twice(span, &name, first.span));
            continue;
        }
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        simple_entries::check(inner, &block_schema::talks::COMPOSITE, out);
        let of = inner.iter().find(|entry| entry.word() == "of");
        let named = of.map_or_else(Vec::new, |of| simple_entries::paths(of, "the name of an actor", out));
        let mut parts: Vec<(Gear, Span)> = Vec::new();
        for path in &named {
            let person = match program.find_fitting(declared.package, path, |found| gear::is_actor(program, found)) {
                Ok(id) => program.get(id),
                Err(diagnostic) => {
                    out.push(*diagnostic);
                    None
                }
            };
            let Some(person) = person else { continue };
            let package: Name = program.package_name(person.package).into();
            let gear = Gear { kind: person.kind().into(), package, name: person.name().clone() };
            match parts.iter().find(|(other, _)| *other == gear) {
                Some((_, first)) => out.push(errors::part_twice(path.span(), &gear.name, *first)),
                None => parts.push((gear, path.span())),
            }
        }
        let whole = !entry.broken && inner.iter().all(|entry| !entry.broken);
        if named.len() < 2 && whole {
            out.push(errors::lone_composite(span, &name));
        }
        // A party without members is kept too, so that the use of its name is not a second error.
        found.push(Composite { name, title, parts, span });
    }
    found
}

fn head(entry: &Entry) -> Option<(Name, Span, Option<String>)> {
    let (name, title) = match entry.values.as_slice() {
        [name] => (name, None),
        [name, title] => (name, Some(title.expr.text()?.value.to_string())),
        _ => return None,
    };
    Some((name.expr.name()?.clone(), name.expr.span, title))
}

/// Reports people who are in the encounter twice, and composite parties that are on no side.
pub(in crate::check::encounter) fn twice(scene: &Scene<'_, '_>, encounter: &Encounter, out: &mut Diagnostics) {
    let actors = || encounter.sides.iter().flat_map(|side| &side.actors);
    for composite in &scene.composites {
        if !actors().any(|actor| actor.name == composite.name) && out.count(Severity::Error) == 0 {
            out.push(errors::idle_composite(composite.span, &composite.name));
        }
        for (part, span) in &composite.parts {
            let elsewhere = |actor: &&Actor| actor.name != composite.name && (actor.item == *part || actor.parts.contains(part));
            if let Some(other) = actors().find(elsewhere) {
                out.push(errors::in_two(*span, &part.name, &composite.name, &other.name));
            }
        }
    }
}
