//! Inherited lines that are right where they stand and wrong in what is derived from it: said of the thing that makes them wrong,
//! with the line beside it (R-XD12). Floor 4.

use super::build;
use super::context::Context;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Label};
use crate::limits::BASES;
use crate::resolve::{DeclId, Declared};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Moves every finding about an inherited line to the name of the thing that makes the line wrong; what is wrong with the line in
/// the base as well stays where it is.
pub fn settle(context: &Context<'_, '_>, declared: &Declared<'_>, found: &mut Diagnostics) {
    if declared.base.is_none() {
        return;
    }
    let bases = bases(context, declared);
    let mut mistakes = Mistakes { context, known: BTreeMap::new() };
    for diagnostic in found.iter_mut().filter(|found| !declared.tree.span.holds(found.primary.span)) {
        let line = diagnostic.primary.span;
        let Some(owner) = bases.iter().position(|base| base.tree.span.holds(line)) else { continue };
        let Some((owner, between)) = bases.get(..=owner).and_then(<[_]>::split_last) else { continue };
        if mistakes.has(owner, diagnostic) {
            continue;
        }
        let first = between.iter().rev().find(|base| mistakes.has(base, diagnostic));
        move_to(diagnostic, first.copied().unwrap_or(declared), owner);
    }
}

/// What a thing is derived from, the nearest first.
fn bases<'c, 't>(context: &'c Context<'_, 't>, declared: &Declared<'_>) -> Vec<&'c Declared<'t>> {
    let base = |base: Option<DeclId>| base.and_then(|base| context.program.get(base));
    std::iter::successors(base(declared.base), |link| base(link.base)).take(BASES).collect()
}

/// What is wrong with bases, found when it is asked.
struct Mistakes<'c, 'p, 't> {
    context: &'c Context<'p, 't>,
    known: BTreeMap<DeclId, BTreeSet<(Code, Span)>>,
}

impl Mistakes<'_, '_, '_> {
    fn has(&mut self, base: &Declared<'_>, finding: &Diagnostic) -> bool {
        let context = self.context;
        let known = self.known.entry(base.id).or_insert_with(|| {
            let mut found = Diagnostics::new();
            build::build(context, base, &mut found);
            found.iter().map(|found| (found.code, found.primary.span)).collect()
        });
        known.contains(&(finding.code, finding.primary.span))
    }
}

fn move_to(finding: &mut Diagnostic, wrong: &Declared<'_>, owner: &Declared<'_>) {
    let (name, base) = (wrong.name(), owner.name());
    let here = Label { span: wrong.tree.name.span, text: format!("derived from `{base}`, and wrong only here") };
    let line = std::mem::replace(&mut finding.primary, here);
    let text = if line.text.is_empty() { "the inherited line".to_owned() } else { format!("inherited: {}", line.text) };
    finding.secondary.insert(0, Label { span: line.span, text });
    // It stands alone in a list.
    if !finding.message.contains(&format!("`{name}`")) {
        finding.message = format!("`{name}`: {}", finding.message);
    }
    // What is right where it stands is left there.
    finding.fixes.retain(|fix| fix.edits.iter().all(|edit| wrong.tree.span.holds(edit.span)));
}
