//! Finds the house rules (patches) that affect an item or a diagnostic. If only patches of other packages forbid an item, the item stays
//! legal.

use super::context::{CheckContext, place};
use super::design::Design;
use super::errors;
use super::ledger::{LedgerAddend, LedgerPurchase};
use super::legality::Case;
use super::read_purchase::{Bought, ItemPurchase};
use crate::resolve::{AppliedPatch, DeclId, DeclaredItem, Program};
use slip_pack::Name;
use slip_pack::item::Ledger;
use slip_pack::patch::{self, EffectivePatch as Shown};
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Label, Severity};
use slip_source::{PackageId, Span};
use std::collections::BTreeMap;

/// Converts a patch to the form in the pack.
pub fn shown(program: &Program<'_>, paths: &[Name], patch: &AppliedPatch) -> Shown {
    let target = program.get(patch.target).map_or_else(Name::default, |target| program.key(target));
    Shown { by: program.package_name(patch.package).into(), target, place: place(program, paths, patch.span) }
}

/// Returns all applied patches in the form in which the pack stores them.
pub fn all(program: &Program<'_>, paths: &[Name]) -> Vec<patch::PatchText> {
    let one = |patch: &AppliedPatch| {
        let kind = program.get(patch.target).map_or_else(Name::default, |target| target.kind().into());
        let last_line = place(program, paths, patch.span.at_end()).line;
        patch::PatchText { kind, patched: shown(program, paths, patch), last_line }
    };
    program.patches().iter().map(one).collect()
}

/// Returns the patch that changed a line of the ledger. The patch may change the author's entry, or the rule that determines its price.
pub fn of_line(context: &CheckContext<'_, '_>, design: &Design, bought: Option<&Bought>, line: &LedgerAddend) -> Option<Shown> {
    let program = context.program;
    if program.patches().is_empty() {
        return None;
    }
    let rule = match line.part {
        LedgerPurchase::Stat(at) => design.stats.get(at).map(|rule| rule.span),
        LedgerPurchase::Track(at) => design.tracks.get(at).map(|rule| rule.span),
        LedgerPurchase::Stunt(at) => {
            let stunt = bought.and_then(|bought| bought.stunts.get(at)).and_then(|stunt| design.stunts.get(stunt.rule));
            stunt.map(|stunt| stunt.cost.as_ref().map_or(stunt.span, |cost| cost.span))
        }
        LedgerPurchase::Other => None,
    };
    let patch = program.patch_at(line.span).or_else(|| rule.and_then(|rule| program.patch_at(rule)))?;
    Some(shown(program, &context.paths, patch))
}

/// Adds notes to a diagnostic about a sum. The notes name the house rules that the addends of the sum depend on.
pub fn with_notes<'l>(
    found: Diagnostic,
    case: &Case<'_, '_, '_>,
    bought: &Bought,
    lines: impl Iterator<Item = &'l LedgerAddend>,
) -> Diagnostic {
    if case.context.program.patches().is_empty() {
        return found;
    }
    let mut found = found;
    for patch in lines.filter_map(|line| of_line(case.context, case.design, Some(bought), line)) {
        let note = errors::patched_note(&patch);
        if !found.notes.contains(&note) {
            found.notes.push(note);
        }
    }
    found
}

/// Returns every patch that affects an item: the patches of the item and its bases, and those of its design. A patch of the design affects
/// the item only if it changes an entry that the item has.
pub fn of_item(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
    purchase: &ItemPurchase<'_>,
    ledger: &Ledger,
) -> Vec<Shown> {
    let program = context.program;
    if program.patches().is_empty() {
        return Vec::new();
    }
    let direct = chain(program, declared.id);
    let design_chain = chain(program, design.id);
    let bought = std::iter::once(&purchase.bought).chain(purchase.modes.iter().map(|mode| &mode.bought));
    let stunts: Vec<Span> =
        bought.flat_map(|bought| &bought.stunts).filter_map(|stunt| Some(design.stunts.get(stunt.rule)?.span)).collect();
    let loose: Vec<DeclId> = purchase.bought.stunts.iter().filter_map(|stunt| design.stunts.get(stunt.rule)?.loose).collect();
    let touches = |patch: &AppliedPatch| {
        let within = |span: &Span| span.file == patch.span.file && patch.span.start <= span.start && span.end <= patch.span.end;
        direct.contains(&patch.target)
            || loose.contains(&patch.target)
            || stunts.iter().any(within)
            || (design_chain.contains(&patch.target) && design.aspects.iter().map(|rule| &rule.span).any(within))
    };
    let mut found: Vec<Shown> = Vec::new();
    for patch in program.patches() {
        let shown = shown(program, &context.paths, patch);
        let counted = ledger.lines.iter().any(|line| line.patch.as_ref() == Some(&shown));
        if (counted || touches(patch)) && !found.contains(&shown) {
            found.push(shown);
        }
    }
    found
}

/// Errors that a package has when it is compiled only with its own dependencies.
#[derive(Clone, Debug, Default)]
pub struct AtHome(BTreeMap<Mistake, Diagnostic>);

/// Identity of an error, without the numbers in its message: its code, its span, and the span of the requirement. Several requirements may
/// fail at one span.
type Mistake = (Code, Span, Option<Span>);

fn mistake(found: &Diagnostic) -> Mistake {
    let rule = found.secondary.first().map(|label| label.span).filter(|_| found.code == Code::RequirementFailed);
    (found.code, found.primary.span, rule)
}

impl AtHome {
    /// Collects the errors of a compilation of the package with only its own dependencies.
    pub fn of(found: Diagnostics) -> AtHome {
        let errors = found.into_iter().filter(|found| found.severity == Severity::Error);
        AtHome(errors.map(|found| (mistake(&found), found)).collect())
    }

    /// Replaces an error of a package by the same error from a compilation of that package alone. An error then has the same text for
    /// everyone (R-XC13).
    pub fn reword(&self, found: &mut Diagnostics) {
        for diagnostic in found.iter_mut().filter(|found| found.severity == Severity::Error) {
            if let Some(known) = self.0.get(&mistake(diagnostic)) {
                diagnostic.clone_from(known);
            }
        }
    }
}

/// Turns errors into warnings if the item is legal under the rules of its own package, and only house rules of another package forbid it
/// (R-XQ4). Errors under the item's own rules remain errors.
pub fn grandfather(context: &CheckContext<'_, '_>, design: &Design, declared: &DeclaredItem<'_>, found: &mut Diagnostics) {
    let program = context.program;
    if !found.has_errors() || !has_strangers(program, declared.package) {
        return;
    }
    let near = stranger(program, design, declared);
    // The declaration may be a platoon whose leader is checked here. Then only patches of the leader's unit turn errors into warnings.
    if near.is_none() && program.get(declared.id).is_some_and(|of| of.kind() != declared.kind()) {
        return;
    }
    let note = near.map(|patch| errors::patched_note(&shown(program, &context.paths, patch)));
    for diagnostic in only_here(context, declared.package, found, is_judgement) {
        diagnostic.severity = Severity::Warning;
        // The note is added only once to a diagnostic.
        if let Some(note) = note.as_ref().filter(|note| !diagnostic.notes.contains(note)) {
            diagnostic.notes.push(note.clone());
        }
        // A label points to the patch if the patch changes the item itself, not its design or a base.
        if let Some(patch) = near.filter(|patch| patch.target == declared.id) {
            diagnostic.secondary.push(Label { span: patch.named, text: "patched here".to_owned() });
        }
    }
}

/// Turns some errors about campaign limits in encounters and platoons into warnings: those where the limit is exceeded only because of a
/// patch by a package on which `package` does not depend.
pub fn grandfather_uses(context: &CheckContext<'_, '_>, package: PackageId, found: &mut Diagnostics) {
    if !found.has_errors() || !has_strangers(context.program, package) {
        return;
    }
    let of_campaign = |code: Code| matches!(code, Code::TechAboveCampaign | Code::BannedItem);
    only_here(context, package, found, of_campaign).for_each(|found| found.severity = Severity::Warning);
}

/// Returns the errors with the codes that `of` selects. Errors that also occur when the package is compiled alone are left out.
fn only_here<'f>(
    context: &CheckContext<'_, '_>,
    package: PackageId,
    found: &'f mut Diagnostics,
    of: impl Fn(Code) -> bool,
) -> impl Iterator<Item = &'f mut Diagnostic> {
    let at_home = context.at_home.get(&package);
    let is_new = move |found: &Diagnostic| at_home.is_none_or(|at_home| !at_home.0.contains_key(&mistake(found)));
    found.iter_mut().filter(move |found| found.severity == Severity::Error && of(found.code) && is_new(found))
}

/// True if the code is about a violated rule, not about text that could not be understood.
fn is_judgement(code: Code) -> bool {
    code.waivable() || code == Code::SkillNotAllowed
}

/// True if the program contains patches by packages on which `package` does not depend.
pub fn has_strangers(program: &Program<'_>, package: PackageId) -> bool {
    if program.patches().is_empty() {
        return false;
    }
    program.patches().iter().any(|patch| !program.sources.reaches(package, patch.package))
}

/// True if the errors of an item are shown as warnings for now. Another package patches its rules, and the item's own package was not yet
/// compiled alone to confirm that the item is legal there.
pub fn is_unproved(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, found: &Diagnostics) -> bool {
    let was_let_pass = |found: &Diagnostic| found.severity == Severity::Warning && found.code.severity() == Severity::Error;
    !context.at_home.contains_key(&declared.package) && found.iter().any(was_let_pass) && has_strangers(context.program, declared.package)
}

/// Returns the first patch of the item, its design or one of their bases from a package on which the item's package does not depend.
fn stranger<'p>(program: &'p Program<'_>, design: &Design, declared: &DeclaredItem<'_>) -> Option<&'p AppliedPatch> {
    if program.patches().is_empty() {
        return None;
    }
    let mut changed = chain(program, declared.id);
    changed.extend(chain(program, design.id));
    let patches = changed.into_iter().flat_map(|id| program.patches_of(id));
    patches.filter(|patch| !program.sources.reaches(declared.package, patch.package)).min_by_key(|patch| patch.span)
}

/// Returns a declaration, its base, the base of that base, and so on.
fn chain(program: &Program<'_>, id: DeclId) -> Vec<DeclId> {
    let mut chain = vec![id];
    let mut at = id;
    while let Some(base) = program.get(at).and_then(|declared| declared.base).filter(|base| !chain.contains(base)) {
        chain.push(base);
        at = base;
    }
    chain
}

/// Adds a note with the package of a patch to every diagnostic with a span in the patch. Diagnostics about the patch itself get no note.
pub fn tell(program: &Program<'_>, paths: &[Name], diagnostics: &mut Diagnostics) {
    if program.patches().is_empty() {
        return;
    }
    for diagnostic in diagnostics.iter_mut() {
        if matches!(diagnostic.code, Code::ConflictingPatches | Code::UselessPatch | Code::OwnPatch) {
            continue;
        }
        let spans = std::iter::once(diagnostic.primary.span).chain(diagnostic.secondary.iter().map(|label| label.span));
        let mut notes: Vec<String> = Vec::new();
        for patch in spans.filter_map(|span| program.patch_at(span)) {
            let note = errors::patched_note(&shown(program, paths, patch));
            if !notes.contains(&note) && !diagnostic.notes.contains(&note) {
                notes.push(note);
            }
        }
        diagnostic.notes.extend(notes);
    }
}

/// Removes diagnostics whose cause is reported elsewhere. They are about packages that could not be loaded and names from such packages,
/// about names that several `use` import, and about names that cannot be resolved for a reported reason.
pub fn silence_missing(program: &Program<'_>, diagnostics: &mut Diagnostics) {
    program.silence_twice(diagnostics);
    program.silence_unfound(diagnostics);
    diagnostics.retain(|diagnostic| {
        let said = program.sources.slice(diagnostic.primary.span);
        let Some(from) = program.sources.file(diagnostic.primary.span.file).map(|file| file.package()) else { return true };
        let missing = program.sources.package(from).map_or(&[][..], |package| package.missing.as_slice());
        match diagnostic.code {
            Code::UnknownPackage => !missing.iter().any(|name| *name == said),
            Code::UnknownName | Code::StuntNotSold => !program.is_awaited(from, said) && !program.is_lost(from, said),
            Code::UnknownDesign => !program.is_awaited(from, said),
            _ => true,
        }
    });
}
