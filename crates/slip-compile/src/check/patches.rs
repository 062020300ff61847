//! Whose house rules had a part in something: what diagnostics, sheets and lists say of patches.

use super::context::{Context, place};
use super::design::Design;
use super::errors;
use super::legality::Case;
use super::purchase::{Bought, Purchase};
use super::reckon::{Line, Part};
use crate::resolve::{DeclId, Declared, Patched, Program};
use slip_pack::Name;
use slip_pack::item::Ledger;
use slip_pack::patch::{self, Patched as Shown};
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Label, Severity};
use slip_source::{PackageId, Span};
use std::collections::BTreeMap;

/// A patch as the pack and people see it.
pub fn shown(program: &Program<'_>, paths: &[Name], patch: &Patched) -> Shown {
    let target = program.get(patch.target).map_or_else(Name::default, |target| program.key(target));
    Shown { by: program.package_name(patch.package).into(), target, place: place(program, paths, patch.span) }
}

/// All patches, for the pack.
pub fn all(program: &Program<'_>, paths: &[Name]) -> Vec<patch::Patch> {
    let one = |patch: &Patched| {
        let kind = program.get(patch.target).map_or_else(Name::default, |target| target.kind().into());
        let last_line = place(program, paths, patch.span.at_end()).line;
        patch::Patch { kind, patched: shown(program, paths, patch), last_line }
    };
    program.patches().iter().map(one).collect()
}

/// The patch that an addend rests on: its own line's, or that of the rule which prices it.
pub fn of_line(context: &Context<'_, '_>, design: &Design, bought: Option<&Bought>, line: &Line) -> Option<Shown> {
    let program = context.program;
    if program.patches().is_empty() {
        return None;
    }
    let rule = match line.part {
        Part::Stat(at) => design.stats.get(at).map(|rule| rule.span),
        Part::Track(at) => design.tracks.get(at).map(|rule| rule.span),
        Part::Stunt(at) => {
            let stunt = bought.and_then(|bought| bought.stunts.get(at)).and_then(|stunt| design.stunts.get(stunt.rule));
            stunt.map(|stunt| stunt.cost.as_ref().map_or(stunt.span, |cost| cost.span))
        }
        Part::Other => None,
    };
    let patch = program.patch_at(line.span).or_else(|| rule.and_then(|rule| program.patch_at(rule)))?;
    Some(shown(program, &context.paths, patch))
}

/// Says of a finding about a sum whose house rules its addends rest on.
pub fn with_notes<'l>(found: Diagnostic, case: &Case<'_, '_, '_>, bought: &Bought, lines: impl Iterator<Item = &'l Line>) -> Diagnostic {
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

/// Every patch that had a part in an item: of itself and of what it is derived from, and of its design where they touch
/// what the item has.
pub fn of_item(
    context: &Context<'_, '_>,
    design: &Design,
    declared: &Declared<'_>,
    purchase: &Purchase<'_>,
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
    let touches = |patch: &Patched| {
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

/// What is wrong with things of a package by the rules that the package knows itself.
#[derive(Clone, Debug, Default)]
pub struct AtHome(BTreeMap<Mistake, Diagnostic>);

/// Which mistake it is, whatever its numbers say: its code, its place, and of requirements, of which several may fail at one place, the
/// rule.
type Mistake = (Code, Span, Option<Span>);

fn mistake(found: &Diagnostic) -> Mistake {
    let rule = found.secondary.first().map(|label| label.span).filter(|_| found.code == Code::RequirementFailed);
    (found.code, found.primary.span, rule)
}

impl AtHome {
    /// The mistakes among what was found in a world of the package and of what it depends on.
    pub fn of(found: Diagnostics) -> AtHome {
        let errors = found.into_iter().filter(|found| found.severity == Severity::Error);
        AtHome(errors.map(|found| (mistake(&found), found)).collect())
    }

    /// Says what is wrong at home as it is said there, so that a mistake is one whoever looks at it (R-XC13).
    pub fn reword(&self, found: &mut Diagnostics) {
        for diagnostic in found.iter_mut().filter(|found| found.severity == Severity::Error) {
            if let Some(known) = self.0.get(&mistake(diagnostic)) {
                diagnostic.clone_from(known);
            }
        }
    }
}

/// What was built legally by the rules of its own package stays legal where somebody else's house rules would forbid it: that is
/// worth a warning to those who look, and nothing more (R-XQ4). What is wrong by its own rules stays wrong.
pub fn grandfather(context: &Context<'_, '_>, design: &Design, declared: &Declared<'_>, found: &mut Diagnostics) {
    let program = context.program;
    if !found.has_errors() || !has_strangers(program, declared.package) {
        return;
    }
    let near = stranger(program, design, declared);
    // Of the leader of a platoon its package is not asked: only house rules about the unit itself let it pass.
    if near.is_none() && program.get(declared.id).is_some_and(|of| of.kind() != declared.kind()) {
        return;
    }
    let note = near.map(|patch| errors::patched_note(&shown(program, &context.paths, patch)));
    for diagnostic in only_here(context, declared.package, found, is_judgement) {
        diagnostic.severity = Severity::Warning;
        // What rests on other patches points into them and is told whose they are.
        if let Some(note) = note.as_ref().filter(|note| !diagnostic.notes.contains(note)) {
            diagnostic.notes.push(note.clone());
        }
        // Who changed this very thing is told at their own patch.
        if let Some(patch) = near.filter(|patch| patch.target == declared.id) {
            diagnostic.secondary.push(Label { span: patch.named, text: "patched here".to_owned() });
        }
    }
}

/// The same of what the campaign of a package says about things that its encounters and platoons use of others.
pub fn grandfather_uses(context: &Context<'_, '_>, package: PackageId, found: &mut Diagnostics) {
    if !found.has_errors() || !has_strangers(context.program, package) {
        return;
    }
    let of_campaign = |code: Code| matches!(code, Code::TechAboveCampaign | Code::BannedItem);
    only_here(context, package, found, of_campaign).for_each(|found| found.severity = Severity::Warning);
}

/// Errors of these codes that the package does not have at home.
fn only_here<'f>(
    context: &Context<'_, '_>,
    package: PackageId,
    found: &'f mut Diagnostics,
    of: impl Fn(Code) -> bool,
) -> impl Iterator<Item = &'f mut Diagnostic> {
    let at_home = context.at_home.get(&package);
    let is_new = move |found: &Diagnostic| at_home.is_none_or(|at_home| !at_home.0.contains_key(&mistake(found)));
    found.iter_mut().filter(move |found| found.severity == Severity::Error && of(found.code) && is_new(found))
}

/// True if it says that something is against the rules: what cannot be understood is no judgement.
fn is_judgement(code: Code) -> bool {
    code.waivable() || code == Code::SkillNotAllowed
}

/// True if house rules are in force that a package does not know.
pub fn has_strangers(program: &Program<'_>, package: PackageId) -> bool {
    if program.patches().is_empty() {
        return false;
    }
    program.patches().iter().any(|patch| !program.sources.reaches(package, patch.package))
}

/// True if a thing was let pass for the sake of the rules its package knows, though nobody has asked yet what these say of it.
pub fn is_unproved(context: &Context<'_, '_>, declared: &Declared<'_>, found: &Diagnostics) -> bool {
    let was_let_pass = |found: &Diagnostic| found.severity == Severity::Warning && found.code.severity() == Severity::Error;
    !context.at_home.contains_key(&declared.package) && found.iter().any(was_let_pass) && has_strangers(context.program, declared.package)
}

/// A patch of a thing, of its design or of what either is derived from, that the thing's own package does not know.
fn stranger<'p>(program: &'p Program<'_>, design: &Design, declared: &Declared<'_>) -> Option<&'p Patched> {
    if program.patches().is_empty() {
        return None;
    }
    let mut changed = chain(program, declared.id);
    changed.extend(chain(program, design.id));
    let patches = changed.into_iter().flat_map(|id| program.patches_of(id));
    patches.filter(|patch| !program.sources.reaches(declared.package, patch.package)).min_by_key(|patch| patch.span)
}

/// A declaration and everything it is derived from.
fn chain(program: &Program<'_>, id: DeclId) -> Vec<DeclId> {
    let mut chain = vec![id];
    let mut at = id;
    while let Some(base) = program.get(at).and_then(|declared| declared.base).filter(|base| !chain.contains(base)) {
        chain.push(base);
        at = base;
    }
    chain
}

/// Adds to every finding that points into a patch whose it is, unless it is about the patch itself.
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

/// Takes back what was said about packages that the manifest names and that could not be used, and about names that would come
/// out of them: that was reported there. So were names that several `use` bring in, and those that none can.
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
