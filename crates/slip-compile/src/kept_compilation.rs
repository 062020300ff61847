//! A compilation that stays in memory. While an author writes, single items are checked again with its program, designs and pack.

use super::package_verdicts::is_business_of;
use super::{CompileOptions, inspect_world, levels};
use crate::check::build;
use crate::check::campaign_limits;
use crate::check::cluster;
use crate::check::context::{CheckContext, CompilePurpose};
use crate::check::design;
use crate::check::doctrine;
use crate::check::effect;
use crate::check::empty_texts;
use crate::check::encounter;
use crate::check::expectation;
use crate::check::house_rules;
use crate::check::inherited_mistakes;
use crate::check::map;
use crate::check::partly_parsed_items;
use crate::check::ruleset::{self, ProgramSettings};
use crate::check::scenario;
use crate::check::skills;
use crate::check::station;
use crate::check::table;
use crate::check::waivers;
use crate::check::{platoon, stakes_party};
use crate::declared_exceptions::Exceptions;
use crate::resolve::{self, DeclaredItem};
use slip_pack::Pack;
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::{COMPLETION_WORD, Diagnostics};
use slip_source::{PackageId, Sources, Span};
use slip_syntax::tree::{Declaration, File, Item};
use std::collections::BTreeMap;

/// Data that stays after a compilation.
pub struct KeptCompilation<'s, 'p, 't> {
    /// Program, designs and rules. Items that are built with them later are built in full.
    pub context: &'s CheckContext<'p, 't>,
    /// Settings of all rulesets.
    pub settings: &'s ProgramSettings,
    /// Pack of the compilation. For an editor it has all items; for a verdict it has only items that other declarations need.
    pub pack: &'s Pack,
    /// All diagnostics, in the order of files and lines.
    pub diagnostics: &'s Diagnostics,
    /// Exceptions of each compiled package: waivers, patches, and those bans of the policy that match something which the package can use.
    pub exceptions: &'s BTreeMap<PackageId, Exceptions>,
}

/// Result of checking a draft against a kept compilation.
#[derive(Debug)]
pub struct Rechecked {
    /// Diagnostics in the draft.
    pub diagnostics: Diagnostics,
    /// True if `diagnostics` has all diagnostics in the draft. It is false if some checks need the whole sources. The effects of the draft
    /// on other texts are never checked.
    pub whole: bool,
}

/// Compiles a package with its dependencies, from parsed files, and calls `look` with the result. The result exists until `look` returns.
pub fn stand<T>(
    sources: &Sources,
    files: &[&File],
    parsed: &Diagnostics,
    root: PackageId,
    look: impl FnOnce(&KeptCompilation<'_, '_, '_>) -> T,
) -> T {
    inspect_world(
        sources,
        files,
        parsed,
        sources.closure(root),
        CompileOptions { trail: true, ..CompileOptions::new(CompilePurpose::Verdict) },
        look,
    )
    .1
}

impl<'t> KeptCompilation<'_, '_, 't> {
    /// Checks the items of a draft as if they replaced the items with the same names.
    pub fn recheck(&self, file: &File, parsed: &Diagnostics) -> Rechecked {
        let sources = self.context.program.sources;
        let mut found = parsed.clone();
        let mut whole = true;
        for item in &file.items {
            match item {
                Item::Declaration(tree) => match self.declared(file, tree) {
                    Some(declared) => whole &= self.check(&declared, &mut found),
                    None => whole = false,
                },
                Item::Error(_) => {}
                Item::Test(test) => {
                    whole = false;
                    if let Some(at) = sources.file(file.id) {
                        let joined = resolve::test_with(self.context.program, at.package(), test);
                        expectation::look(self.context, self.pack, at.package(), joined.as_ref().unwrap_or(test), &mut found);
                    }
                }
                _ => whole = false,
            }
        }
        empty_texts::check(sources, &[file], &mut found);
        found.sort();
        partly_parsed_items::silence(&partly_parsed_items::places(file), &mut found);
        partly_parsed_items::silence_adrift(&[file], parsed, &mut found);
        house_rules::silence_missing(self.context.program, &mut found);
        house_rules::tell(self.context.program, &self.context.paths, &mut found);
        levels(sources, &mut found);
        found.without_idle_edits(sources);
        found.dedup();
        Rechecked { diagnostics: found, whole }
    }

    /// Returns a declaration of a draft as if it was in the program.
    pub fn declared<'d>(&self, file: &File, tree: &'d Declaration) -> Option<DeclaredItem<'d>>
    where
        't: 'd,
    {
        let program = self.context.program;
        let package = program.sources.file(file.id)?.package();
        resolve::alone(program, (package, file.id), tree)
    }

    /// Checks one declaration. Returns false if its kind cannot be checked without the other declarations; then only errors in its own text
    /// are reported.
    fn check(&self, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> bool {
        let context = self.context;
        if context.program.is_built_kind(declared.kind()) {
            let mut found = Diagnostics::new();
            build::build(context, declared, &mut found);
            inherited_mistakes::settle(context, declared, &mut found);
            out.append(found);
            return true;
        }
        let place = context.place(Span::default());
        let mut found = Diagnostics::new();
        match declared.kind() {
            "map" => {
                map::check(context.program, &context.known, declared, place, &mut found);
            }
            "platoon" => {
                platoon::check(context, self.pack, declared, place, out);
                return true;
            }
            "operative" | "opposition" => {
                stakes_party::check(context, self.pack, declared, place, out);
                return true;
            }
            "encounter" => self.encounter(declared, &mut found),
            "scenario" => {
                scenario::check(context.program, self.pack, declared, place, &mut found);
            }
            kind => {
                match kind {
                    "doctrine" => doctrine::look(context.program, &self.pack.maps, declared, out),
                    "table" => table::look(context, declared, out),
                    "ruleset" => {
                        drop(ruleset::check(context.program, self.settings, declared, out));
                        self.complete(declared, out);
                    }
                    _ => self.complete(declared, out),
                }
                return false;
            }
        }
        waivers::settle(context.program.sources, declared, found, out);
        true
    }

    /// Checks a declaration of a kind that cannot be checked alone, for completion in an editor. Declarations in files without the word
    /// that completion inserts are skipped. Only diagnostics that list the allowed words are kept.
    fn complete(&self, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
        let context = self.context;
        let program = context.program;
        if !program.sources.file(declared.file).is_some_and(|file| file.text().contains(COMPLETION_WORD)) {
            return;
        }
        let mut found = Diagnostics::new();
        match declared.kind() {
            "design" => {
                design::read(program, &design::ProgramNames::of(program), declared, &context.paths, &mut found);
                effect::look(program, &context.known, declared, &context.designs, &mut found);
            }
            "stunt" => {
                design::look_at_stunt(program, &design::ProgramNames::of(program), declared, &context.paths, &mut found);
                effect::look(program, &context.known, declared, &context.designs, &mut found);
            }
            "cluster" => {
                let none = Rules::default();
                let rules = context.rules_of(declared.package).unwrap_or(&none);
                cluster::check(program, self.pack, rules, declared, context.place(Span::default()), &mut found);
            }
            "ruleset" => {
                let scope = effect::EffectScope::new(program, &context.known, declared.package, effect::CarrierDeclaration::Ruleset);
                drop(effect::lines(&declared.entries, &scope, &mut found));
            }
            "skill" => drop(skills::declare(program, declared, &mut found)),
            "station" => drop(station::check(program, declared, &mut found)),
            "template" => map::check_template(program, &context.known, declared, &mut found),
            "background" => drop(stakes_party::background(context, declared, context.place(Span::default()), &mut found)),
            _ => {}
        }
        found.retain(|found| found.is_completion() || !found.could_be.is_empty());
        out.append(found);
    }

    fn encounter(&self, declared: &DeclaredItem<'_>, found: &mut Diagnostics) {
        let none = Rules::default();
        let context = self.context;
        let rules = context.rules_of(declared.package).unwrap_or(&none);
        let scene = encounter::EncounterContext {
            program: context.program,
            known: &context.known,
            pack: self.pack,
            settings: self.settings,
            rules,
        };
        encounter::check(scene, declared, context.place(Span::default()), found);
        let mut uses = Diagnostics::new();
        campaign_limits::encounter(context, declared, &mut uses);
        house_rules::grandfather_uses(context, declared.package, &mut uses);
        found.append(uses);
    }

    /// Returns the diagnostics that concern a package: all errors, all warnings with a label in the package, and the notes about the
    /// package itself (R-XTE1).
    pub fn of_root(&self, root: PackageId) -> Diagnostics {
        let sources = self.context.program.sources;
        let wanted = self.diagnostics.iter().filter(|found| is_business_of(root, found, sources));
        wanted.cloned().collect()
    }
}
