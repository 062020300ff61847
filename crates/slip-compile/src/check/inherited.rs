//! Inherited lines that are right where they stand and wrong in what is derived from it: said of the thing that makes them wrong,
//! with the line beside it (R-XD12).

use super::build;
use super::context::Context;
use crate::resolve::{DeclId, Declared};
use slip_limits::BASES;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Label};
use std::collections::{BTreeMap, BTreeSet};

/// Moves every finding about an inherited line to the name of the thing that makes the line wrong; what is wrong with the line in
/// the base as well stays where it is.
pub fn settle(context: &Context<'_, '_>, declared: &Declared<'_>, found: &mut Diagnostics) {
    if declared.base.is_none() {
        return;
    }
    let mut inherited = Inherited::of(context, declared);
    for diagnostic in found.iter_mut() {
        if let Some((wrong, owner)) = inherited.wrong(diagnostic) {
            move_to(diagnostic, wrong.unwrap_or(declared), owner);
        }
    }
}

/// What a thing inherits, and what of it is wrong.
pub(super) struct Inherited<'c, 'p, 't, 'd> {
    declared: &'d Declared<'t>,
    /// The nearest first.
    bases: Vec<&'c Declared<'t>>,
    mistakes: Mistakes<'c, 'p, 't>,
}

impl<'c, 'p, 't, 'd> Inherited<'c, 'p, 't, 'd> {
    pub(super) fn of(context: &'c Context<'p, 't>, declared: &'d Declared<'t>) -> Self {
        Inherited { declared, bases: bases(context, declared), mistakes: Mistakes { context, known: BTreeMap::new() } }
    }

    /// True if a finding is about an inherited line that is right in everything between its base and this thing.
    pub(super) fn is_wrong_only_here(&mut self, finding: &Diagnostic) -> bool {
        matches!(self.wrong(finding), Some((None, _)))
    }

    /// Of a finding about a line that is right where it stands: the base that makes it wrong, if it is not the thing itself; and whose
    /// line it is.
    fn wrong(&mut self, finding: &Diagnostic) -> Option<(Option<&'c Declared<'t>>, &'c Declared<'t>)> {
        let line = finding.primary.span;
        if self.declared.tree.span.holds(line) {
            return None;
        }
        let owner = self.bases.iter().position(|base| base.tree.span.holds(line))?;
        let (owner, between) = self.bases.get(..=owner)?.split_last()?;
        let mistakes = &mut self.mistakes;
        if mistakes.has(owner, finding) {
            return None;
        }
        Some((between.iter().rev().copied().find(|base| mistakes.has(base, finding)), *owner))
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
