//! Compiles the effects of every design and stunt once, to be shared by all items.

use super::{DeclaredNames, EffectScope, StuntText, lines, names_stunt, stunt};
use crate::check::design::{Design, Designs, is_for};
use crate::resolve::{DeclId, DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::{Effect, EffectOrigin, UseLimit};
use slip_source::Span;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_syntax::tree::{Entry, ExprKind, Param};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Compiles the effects of designs and of their stunts, and reports errors in them.
pub fn attach(program: &Program<'_>, known: &DeclaredNames, designs: &mut BTreeMap<DeclId, Design>, out: &mut Diagnostics) {
    let mut found = Diagnostics::new();
    for declared in program.of_kind("design").filter(|declared| !declared.tree.broken) {
        if let Some(design) = designs.get_mut(&declared.id) {
            attach_design(program, known, declared, design, &mut found);
        }
    }
    let stunts = program.of_kind("stunt").filter(|declared| !declared.tree.broken);
    let loose: BTreeMap<DeclId, Vec<Arc<Effect>>> = stunts
        .map(|declared| {
            let named = is_named_where_sold(program, declared, |id| designs.get(&id));
            (declared.id, loose_stunt(program, known, declared, named, &mut found))
        })
        .collect();
    for rule in designs.values_mut().flat_map(|design| &mut design.stunts) {
        if let Some(effects) = rule.loose.and_then(|id| loose.get(&id)) {
            rule.effects.clone_from(effects);
        }
    }
    // A derived design also has the effects of its base, so the same error may be found several times. It is reported once.
    let mut said: BTreeMap<Span, Vec<Diagnostic>> = BTreeMap::new();
    for diagnostic in found {
        let here = said.entry(diagnostic.primary.span).or_default();
        if !here.contains(&diagnostic) {
            here.push(diagnostic.clone());
            out.push(diagnostic);
        }
    }
}

/// Compiles the effects of one design and of its stunts, all of which are known to have no errors.
pub fn attach_to(program: &Program<'_>, known: &DeclaredNames, declared: &DeclaredItem<'_>, design: &mut Design) {
    let mut none = Diagnostics::new();
    attach_design(program, known, declared, design, &mut none);
    for rule in &mut design.stunts {
        if let Some(stunt) = rule.loose.and_then(|id| program.get(id)) {
            rule.effects = loose_stunt(program, known, stunt, true, &mut none);
        }
    }
}

fn attach_design(program: &Program<'_>, known: &DeclaredNames, declared: &DeclaredItem<'_>, design: &mut Design, out: &mut Diagnostics) {
    let scope = EffectScope::of_design(program, known, declared);
    let origin = EffectOrigin::new("design", design.name.clone(), design.title.to_string(), None);
    design.effects = shared(lines(&declared.entries, &scope, out), &origin);
    for entry in declared.entries_of("stunt").filter(|entry| !entry.broken) {
        let Some((name, params)) = head(entry) else { continue };
        let Some(rule) = design.own_stunt(&name).and_then(|at| design.stunts.get_mut(at)) else { continue };
        let entries = entry.block().map_or(&[][..], |block| &block.entries);
        let named = names_stunt(&declared.entries, &name);
        let span = entry.values.first().map_or(entry.span, |value| value.expr.span);
        let compiled = stunt(&StuntText { name: name.clone(), span, params, entries, named }, &scope, out);
        rule.effects = shared(compiled.effects, &bought(&name, &rule.title, compiled.limit));
    }
}

/// Reports errors in the effects of one declaration that is being edited: a design, or a stunt outside designs.
pub fn look(program: &Program<'_>, known: &DeclaredNames, declared: &DeclaredItem<'_>, designs: &Designs<'_>, out: &mut Diagnostics) {
    if declared.kind() == "stunt" {
        let named = is_named_where_sold(program, declared, |id| designs.get(&id));
        loose_stunt(program, known, declared, named, out);
        return;
    }
    let scope = EffectScope::of_design(program, known, declared);
    lines(&declared.entries, &scope, out);
    for entry in declared.entries_of("stunt").filter(|entry| !entry.broken) {
        let Some((name, params)) = head(entry) else { continue };
        let entries = entry.block().map_or(&[][..], |block| &block.entries);
        stunt(&StuntText { name, span: entry.span, params, entries, named: true }, &scope, out);
    }
}

/// Compiles the effects that an item itself has, and reports that they are not paid for.
pub fn of_item(
    program: &Program<'_>,
    known: &DeclaredNames,
    design: &Design,
    declared: &DeclaredItem<'_>,
    out: &mut Diagnostics,
) -> Vec<Arc<Effect>> {
    if declared.entries_of("effect").next().is_none() {
        return Vec::new();
    }
    let scope = EffectScope::of_item(program, known, design, declared);
    let origin = EffectOrigin::new(declared.kind(), declared.name().clone(), declared.title().to_string(), None);
    shared(lines(&declared.entries, &scope, out), &origin)
}

fn loose_stunt(
    program: &Program<'_>,
    known: &DeclaredNames,
    declared: &DeclaredItem<'_>,
    named: bool,
    out: &mut Diagnostics,
) -> Vec<Arc<Effect>> {
    let scope = EffectScope::of_loose_stunt(program, known, declared);
    let text = StuntText {
        name: declared.name().clone(),
        span: declared.tree.name.span,
        params: &declared.tree.params,
        entries: &declared.entries,
        named,
    };
    let compiled = stunt(&text, &scope, out);
    shared(compiled.effects, &bought(declared.name(), declared.title(), compiled.limit))
}

/// True if a design that sells a stunt names it in a formula. Only these designs count: in other designs, the same name may mean something
/// else. A design that is missing from `designs` has errors; it may sell the stunt.
fn is_named_where_sold<'d>(program: &Program<'_>, declared: &DeclaredItem<'_>, design: impl Fn(DeclId) -> Option<&'d Design>) -> bool {
    let sells = |id: DeclId| design(id).is_none_or(|design| is_for(program, declared, &design.kind, &design.family));
    program.of_kind("design").any(|design| sells(design.id) && names_stunt(&design.entries, declared.name()))
}

fn head(entry: &Entry) -> Option<(EcoString, &[Param])> {
    match &entry.values.first()?.expr.kind {
        ExprKind::Name(name) => Some((name.clone(), &[])),
        ExprKind::Call(call) => Some((call.name.name.text.clone(), &call.params)),
        _ => None,
    }
}

fn bought(name: &EcoString, title: &str, limit: Option<UseLimit>) -> EffectOrigin {
    EffectOrigin::new("stunt", name.clone(), title.to_owned(), limit)
}

fn shared(effects: Vec<Effect>, origin: &EffectOrigin) -> Vec<Arc<Effect>> {
    effects.into_iter().map(|effect| Arc::new(Effect { origin: Some(origin.clone()), ..effect })).collect()
}
