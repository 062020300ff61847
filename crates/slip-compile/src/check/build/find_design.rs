//! Finds the design of an item: the design that the item names, that of its base, the only design of its kind, or the default.

use crate::check::context::CheckContext;
use crate::check::design::Design;
use crate::check::errors;
use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use slip_pack::ruleset::Rules;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostics};
use slip_syntax::tree::NamePath;

/// Returns the design of an item: the design that is written after the colon, the only design of the kind, or the design marked `default`.
pub fn find_design<'c>(context: &'c CheckContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<&'c Design> {
    let Some(path) = declared.tree.design.as_ref().filter(|path| is_guessed(context.program, declared, path)) else {
        return design_said(context, declared, declared.tree.design.as_ref(), out);
    };
    // The design may only be a guess, from an item head that did not parse. Errors about such a design are dropped.
    let found = design_said(context, declared, Some(path), &mut Diagnostics::new());
    found.or_else(|| design_said(context, declared, None, &mut Diagnostics::new()))
}

/// True if the head of the item did not parse, so that its design is only a guess from the words of the head.
fn is_guessed(program: &Program<'_>, declared: &DeclaredItem<'_>, path: &NamePath) -> bool {
    let span = path.span();
    let before = Span { start: declared.tree.span.start, end: span.start, ..span };
    let is_written = program.sources.slice(path.name.span) == path.name.text && program.sources.slice(before).trim_end().ends_with(':');
    declared.tree.broken && !is_written
}

fn design_said<'c>(
    context: &'c CheckContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    said: Option<&NamePath>,
    out: &mut Diagnostics,
) -> Option<&'c Design> {
    let kind = declared.kind();
    // Only designs that the package sees are candidates. Other designs cannot make the choice ambiguous.
    let seen = |id: &DeclId, design: &Design| context.program.peek(declared.package, "design", &design.name) == Some(*id);
    let of_kind = || context.designs.of_kind(kind).filter(|(id, design)| seen(id, design)).map(|(_, design)| design);
    if let Some(path) = said {
        let found = match context.program.find(declared.package, path, Kinds::One("design")) {
            Ok(id) => Some(id),
            // For other errors than an unknown name, the diagnostic already explains the cause. An example is an unknown package.
            Err(diagnostic) if diagnostic.code != Code::UnknownName => {
                out.push(*diagnostic);
                return None;
            }
            Err(_) => None,
        };
        let design = found.and_then(|id| context.designs.get(&id));
        return match design {
            Some(design) if design.kind == kind => Some(design),
            other => {
                // If the design is declared but has errors, this was reported at its declaration.
                if found.is_none() || other.is_some() {
                    let builds = other.map(|design| design.kind.as_str());
                    out.push(errors::unknown_design(path, kind, builds, of_kind().map(|design| design.name.as_str())));
                }
                None
            }
        };
    }
    // An unknown base was reported, and its design cannot be known.
    if declared.tree.base.is_some() && declared.base.is_none() {
        return None;
    }
    let inherited = declared.base.and_then(|base| context.program.get(base));
    if let Some(base) = inherited.filter(|base| base.id != declared.id) {
        return find_design(context, base, &mut Diagnostics::new());
    }
    let mut designs = of_kind();
    match (designs.next(), designs.next()) {
        (Some(only), None) => Some(chosen(context, declared, only)),
        (None, _) => {
            nothing_seen(context, declared, out);
            None
        }
        (Some(_), Some(_)) => {
            let rules = context.rules_of(declared.package);
            let default = of_kind().find(|design| design.is_default.holds_under(rules));
            // If the head of the item did not parse, it may have named a design that is now lost. The missing design is then not reported.
            if default.is_none() && !declared.tree.broken {
                out.push(errors::ambiguous_design(&declared.tree.kind, &declared.tree.name, &likeliest(of_kind(), declared, rules)));
            }
            default.map(|design| chosen(context, declared, design))
        }
    }
}

/// Returns the declaration of the design by which an item was built. `name` is the name of the design in the built item.
pub fn design_of<'p, 't>(program: &'p Program<'t>, declared: &DeclaredItem<'_>, name: &str) -> Option<&'p DeclaredItem<'t>> {
    if let Some(path) = &declared.tree.design {
        return program.get(program.find(declared.package, path, Kinds::One("design")).ok()?);
    }
    match declared.base.filter(|base| *base != declared.id).and_then(|base| program.get(base)) {
        Some(base) => design_of(program, base, name),
        // Neither the item nor its bases name a design, so it is one of those that the package sees.
        None => program.get(program.peek(declared.package, "design", name)?),
    }
}

/// Returns the designs to suggest for an item without a design. If there are designs in force, only these are suggested. Designs that have
/// more of the item's entries come first.
fn likeliest<'c>(designs: impl Iterator<Item = &'c Design> + Clone, declared: &DeclaredItem<'_>, rules: Option<&Rules>) -> Vec<&'c str> {
    let mut found: Vec<&Design> = designs.clone().filter(|design| design.may_be_used(rules)).collect();
    if found.is_empty() {
        found = designs.collect();
    }
    let known = |design: &Design| declared.entries.iter().filter(|entry| design.keys.contains_key(entry.word())).count();
    found.sort_by_key(|design| std::cmp::Reverse(known(design)));
    found.into_iter().map(|design| design.name.as_str()).collect()
}

/// Looks up a design that the item does not name. The `use` that imports the design is thus marked as used.
fn chosen<'c>(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, design: &'c Design) -> &'c Design {
    context.program.lookup(declared.package, "design", &design.name);
    design
}

/// Reports a kind whose designs are all in packages that this package does not use. If a visible design has errors, nothing is reported
/// here, because these errors were reported before.
fn nothing_seen(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    let program = context.program;
    let builds = |design: &&DeclaredItem<'_>| design.tree.design.as_ref().is_some_and(|kind| kind.name.text == declared.kind());
    let mut elsewhere = Vec::new();
    for design in program.of_kind("design").filter(builds) {
        if program.peek(declared.package, "design", design.name()) == Some(design.id) {
            return;
        }
        elsewhere.push((program.package_name(design.package), design.name().as_str()));
    }
    out.push(errors::design_elsewhere(&declared.tree.kind, &declared.tree.name, &elsewhere));
}
