//! Compilation in two steps: first the names are resolved, then everything is checked. After each step, a caller can keep the program and
//! check single items again.

use super::{CompileOptions, Compiled, KeptCompilation};
use super::{aliases, build_items, conflicts, declarations, declared_exceptions, doubt, grounds, levels, pack_of, scenarios};
use super::{resolve, standard_library_views, trusted_library};
use crate::check::context::{CheckContext, CompilePurpose};
use crate::check::ruleset::ProgramSettings;
use crate::check::{
    doctrine, empty_texts, expectation, hidden_unicode, house_rules, known_spellings, mark_names, partly_parsed_items, stakes_party,
    unread_names,
};
use crate::resolve::Program;
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, PackageId, Sources, Span};
use slip_syntax::tree::File;
use std::collections::{BTreeMap, BTreeSet};

/// Packages whose names are resolved, before their items are checked.
pub struct LinkedPackages<'t> {
    program: Program<'t>,
    files: Vec<&'t File>,
    packages: BTreeSet<PackageId>,
    /// Findings of the parser, for all files.
    parsed: &'t Diagnostics,
    /// Findings so far.
    found: Diagnostics,
    how: CompileOptions,
}

/// Designs and rules of checked packages, with which single items can be checked again.
pub struct CheckedPackages<'p, 't> {
    context: CheckContext<'p, 't>,
    settings: ProgramSettings,
}

impl<'t> LinkedPackages<'t> {
    /// Resolves the names of a package and its dependencies, and records to which declaration each name refers.
    pub fn new(sources: &'t Sources, files: &[&'t File], parsed: &'t Diagnostics, root: PackageId) -> Self {
        let how = CompileOptions { trail: true, ..CompileOptions::new(CompilePurpose::Pack) };
        LinkedPackages::with_options(sources, files, parsed, sources.closure(root), how)
    }

    pub(super) fn with_options(
        sources: &'t Sources,
        files: &[&'t File],
        parsed: &'t Diagnostics,
        packages: BTreeSet<PackageId>,
        how: CompileOptions,
    ) -> Self {
        let inside = |file: FileId| sources.file(file).is_some_and(|file| packages.contains(&file.package()));
        let files: Vec<&File> = files.iter().copied().filter(|file| inside(file.id)).collect();
        let mut diagnostics: Diagnostics = parsed.iter().filter(|found| inside(found.primary.span.file)).cloned().collect();
        // Resolve names: find the declarations and the meaning of every name, and merge each item with its base and patches.
        let (program, found) = resolve::resolve_world(sources, &files, &packages, how.trail);
        diagnostics.append(found);
        // Deceptive characters are checked here, because no later phase checks for them.
        hidden_unicode::check(&program, &packages, parsed, &mut diagnostics);
        LinkedPackages { program, files, packages, parsed, found: diagnostics, how }
    }

    /// Checks all items.
    pub fn check(&self) -> (CheckedPackages<'_, 't>, Compiled) {
        let LinkedPackages { program, files, packages, parsed, found, how } = self;
        let sources = program.sources;
        let mut diagnostics = found.clone();
        // While a package is edited, its author may add an encounter or platoon, which may need any item. Therefore all items are built in
        // full.
        let keep = if how.trail { CompilePurpose::Pack } else { how.keep };
        let (mut context, settings) = grounds(program, packages, CompileOptions { keep, ..*how }, &mut diagnostics);
        known_spellings::settle(program, &context.known, &mut diagnostics);
        // Build all items.
        let (items, found) = build_items::build(&mut context, files);
        diagnostics.append(found);
        let mut pack = pack_of(sources, items);
        pack.patches = house_rules::all(program, &context.paths);
        if how.keep == CompilePurpose::Pack {
            declarations(&context, &mut pack);
            aliases(program, &mut pack);
        }
        let mut tests = Vec::new();
        if how.keep == CompilePurpose::Pack || !how.trusts_library || trusted_library::has_users_beside_items(program) {
            // Check declarations that use items: maps, encounters, doctrines.
            conflicts(&context, &settings, &mut pack, &mut diagnostics);
            scenarios(&context, &mut pack, &mut diagnostics);
            // Compile the expectations in test blocks.
            tests = expectation::check(&context, &pack, &mut diagnostics);
        }
        // Report unused imports, which are known only after all look-ups.
        let mut leftovers = resolve::leftovers(program, files, packages);
        doubt(sources, &diagnostics, &mut leftovers);
        diagnostics.append(leftovers);
        mark_names::check(program, &mut diagnostics);
        unread_names::check(program, &mut diagnostics);
        doctrine::turn_limits::check(program, &pack, &mut diagnostics);
        empty_texts::check(sources, files, &mut diagnostics);
        // Drop diagnostics about missing parts in items that did not parse completely.
        let mut unread: Vec<Span> = files.iter().flat_map(|file| partly_parsed_items::places(file)).collect();
        unread.extend(partly_parsed_items::without_base(program));
        unread.sort_unstable();
        unread.dedup();
        partly_parsed_items::silence(&unread, &mut diagnostics);
        partly_parsed_items::silence_adrift(files, parsed, &mut diagnostics);
        house_rules::silence_missing(program, &mut diagnostics);
        // Add a note to every diagnostic that depends on a patch.
        house_rules::tell(program, &context.paths, &mut diagnostics);
        // Apply the lint levels of packages, then sort.
        levels(sources, &mut diagnostics);
        standard_library_views::set_aside_unchecked(sources, packages, &mut pack, &mut diagnostics);
        diagnostics.without_idle_edits(sources);
        // Several items may inherit the same entry. An error in the entry is kept only once.
        diagnostics.sort();
        diagnostics.dedup();
        let exceptions = declared_exceptions::of(program, files, &context.campaigns, packages);
        // Callers may look at single items later, so all items are compiled in full.
        context.keep = CompilePurpose::Pack;
        let compiled = Compiled { pack, diagnostics, items: item_counts(program), exceptions, tests };
        (CheckedPackages { context, settings }, compiled)
    }
}

impl<'p, 't> CheckedPackages<'p, 't> {
    /// Returns the data with which single items can be checked again. `compiled` is the result of the check of all packages.
    pub fn kept<'s>(&'s self, compiled: &'s Compiled) -> KeptCompilation<'s, 'p, 't> {
        KeptCompilation {
            context: &self.context,
            settings: &self.settings,
            pack: &compiled.pack,
            diagnostics: &compiled.diagnostics,
            exceptions: &compiled.exceptions,
        }
    }
}

/// Returns the number of built items of each package.
fn item_counts(program: &Program<'_>) -> BTreeMap<PackageId, usize> {
    let mut items = BTreeMap::new();
    let counts = |kind: &str| program.is_built_kind(kind) || kind == "background" || stakes_party::KINDS.contains(&kind);
    for declared in program.all().iter().filter(|declared| counts(declared.kind())) {
        *items.entry(declared.package).or_insert(0) += 1;
    }
    items
}
