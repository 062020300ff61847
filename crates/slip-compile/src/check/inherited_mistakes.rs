//! Handles inherited entries that are valid in the base but wrong in a derived item. The error is reported at the derived item, with a
//! label at the entry (R-XD12).

use super::build;
use super::context::CheckContext;
use crate::resolve::{DeclId, DeclaredItem};
use slip_limits::BASES;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Label};
use std::collections::{BTreeMap, BTreeSet};

/// Moves each diagnostic about an inherited entry to the name of the item in which the entry becomes wrong. Errors that the base has too
/// are not moved.
pub fn settle(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, found: &mut Diagnostics) {
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

/// Bases of an item, and the errors of each.
pub(super) struct Inherited<'c, 'p, 't, 'd> {
    declared: &'d DeclaredItem<'t>,
    /// Bases of the item, nearest first.
    bases: Vec<&'c DeclaredItem<'t>>,
    mistakes: Mistakes<'c, 'p, 't>,
}

impl<'c, 'p, 't, 'd> Inherited<'c, 'p, 't, 'd> {
    pub(super) fn of(context: &'c CheckContext<'p, 't>, declared: &'d DeclaredItem<'t>) -> Self {
        Inherited { declared, bases: bases(context, declared), mistakes: Mistakes { context, known: BTreeMap::new() } }
    }

    /// True if a diagnostic is about an inherited entry that is valid in every base of this item, and so is only wrong in the item itself.
    pub(super) fn is_wrong_only_here(&mut self, finding: &Diagnostic) -> bool {
        matches!(self.wrong(finding), Some((None, _)))
    }

    /// For a diagnostic about an inherited entry, returns two items. The first is the item in which the entry first becomes wrong (`None`
    /// for this item itself), the second is the base that contains the entry. Returns `None` if the entry is not inherited, or is already
    /// wrong in the base that contains it.
    fn wrong(&mut self, finding: &Diagnostic) -> Option<(Option<&'c DeclaredItem<'t>>, &'c DeclaredItem<'t>)> {
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

/// Returns the bases of an item, nearest first.
fn bases<'c, 't>(context: &'c CheckContext<'_, 't>, declared: &DeclaredItem<'_>) -> Vec<&'c DeclaredItem<'t>> {
    let base = |base: Option<DeclId>| base.and_then(|base| context.program.get(base));
    std::iter::successors(base(declared.base), |link| base(link.base)).take(BASES).collect()
}

/// Cache of the errors of each base, which are computed when needed.
struct Mistakes<'c, 'p, 't> {
    context: &'c CheckContext<'p, 't>,
    known: BTreeMap<DeclId, BTreeSet<(Code, Span)>>,
}

impl Mistakes<'_, '_, '_> {
    fn has(&mut self, base: &DeclaredItem<'_>, finding: &Diagnostic) -> bool {
        let context = self.context;
        let known = self.known.entry(base.id).or_insert_with(|| {
            let mut found = Diagnostics::new();
            build::build(context, base, &mut found);
            found.iter().map(|found| (found.code, found.primary.span)).collect()
        });
        known.contains(&(finding.code, finding.primary.span))
    }
}

fn move_to(finding: &mut Diagnostic, wrong: &DeclaredItem<'_>, owner: &DeclaredItem<'_>) {
    let (name, base) = (wrong.name(), owner.name());
    let here = Label { span: wrong.tree.name.span, text: format!("derived from `{base}`, which does not have this error") };
    let line = std::mem::replace(&mut finding.primary, here);
    let text = if line.text.is_empty() { "the inherited line".to_owned() } else { format!("inherited: {}", line.text) };
    finding.secondary.insert(0, Label { span: line.span, text });
    // Diagnostics are also printed in lists without a text excerpt, so the message must name the item.
    if !finding.message.contains(&format!("`{name}`")) {
        finding.message = format!("`{name}`: {}", finding.message);
    }
    // Fixes in the text of the base are removed. A fix may edit only the item whose entry is wrong.
    finding.fixes.retain(|fix| fix.edits.iter().all(|edit| wrong.tree.span.holds(edit.span)));
}
