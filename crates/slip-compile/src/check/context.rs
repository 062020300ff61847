//! Shared data of all checks: the program, the designs, and the rules of each package.

use super::build::ItemNumbers;
use super::campaign_limits::CampaignLimits;
use super::design::{Design, Designs};
use super::dominated_items::ComparedNumbers;
use super::effect::DeclaredNames;
use super::house_rules::AtHome;
use crate::resolve::{DeclId, Program};
use slip_pack::Name;
use slip_pack::item::SourcePosition;
use slip_pack::ruleset::Rules;
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

/// Purpose of a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompilePurpose {
    /// Build the pack, with every item and its ledger.
    Pack,
    /// Only report diagnostics. If no other item uses an item, the item is discarded after its check, so that large catalogues need less
    /// memory.
    Verdict,
}

/// Data shared by all checks of one compilation. While items are built, only `item_numbers` changes.
pub struct CheckContext<'p, 't> {
    /// Linked program with all declarations.
    pub program: &'p Program<'t>,
    /// Usable designs, by their declaration.
    pub designs: Designs<'p>,
    /// For each design, the numbers by which its items are compared; computed on first use.
    pub compared: BTreeMap<DeclId, OnceLock<ComparedNumbers>>,
    /// Packages whose items are not compared, because these packages switch off the lint for dominated items.
    pub uncompared: BTreeSet<PackageId>,
    /// Names that designs, rulesets and aspects provide for effects.
    pub known: Arc<DeclaredNames>,
    /// Rules in force in each package, by package number.
    pub rules: Vec<Rules>,
    /// For each package, by its number, the settings whose value is unknown because of an error.
    pub lost_settings: Vec<BTreeSet<Name>>,
    /// Campaign limits of each package, by package number.
    pub campaigns: Vec<CampaignLimits>,
    /// Errors that some packages have when they are compiled alone, under their own rules.
    pub at_home: BTreeMap<PackageId, AtHome>,
    /// Display path of each file, shared by all locations in the file.
    pub paths: Arc<[Name]>,
    /// Purpose of the compilation.
    pub keep: CompilePurpose,
    /// True if the standard library is known to have no errors, so that a verdict needs no checks of it.
    pub trusts_library: bool,
    /// Packages whose items are built completely even for a verdict, because a check needs the built items.
    pub looked_at: BTreeSet<PackageId>,
    /// Packages that enable the notes about derived aspects, which are off by default.
    pub derived_notes: BTreeSet<PackageId>,
    /// Numbers of items that other items have used so far; each is computed once.
    pub item_numbers: Mutex<BTreeMap<DeclId, ItemNumbers>>,
}

impl CheckContext<'_, '_> {
    /// Returns the file and line of a span.
    pub fn place(&self, span: Span) -> SourcePosition {
        place(self.program, &self.paths, span)
    }

    /// Returns the numbers by which the items of a design are compared, under the rules of the design's package.
    pub fn compared_numbers(&self, design: &Design) -> Option<&ComparedNumbers> {
        let compared = self.compared.get(&design.id)?;
        Some(compared.get_or_init(|| ComparedNumbers::new(design, self.rules_of(design.package))))
    }

    /// Returns the purpose for which the items of a package are built. It may be `Pack` even if the compilation is for a verdict.
    pub fn purpose(&self, package: PackageId) -> CompilePurpose {
        if self.looked_at.contains(&package) { CompilePurpose::Pack } else { self.keep }
    }

    /// True if the items of a package are built. For a verdict, items of a library without errors are built only if another check needs the
    /// built items.
    pub fn builds_items_of(&self, package: PackageId) -> bool {
        let is_trusted = self.trusts_library && package == PackageId::STD;
        !is_trusted || self.purpose(package) == CompilePurpose::Pack
    }

    /// Returns the campaign limits of a package.
    pub fn campaign(&self, package: PackageId) -> Option<&CampaignLimits> {
        self.campaigns.get(usize::try_from(package.0).ok()?)
    }

    /// Returns the skill lists that other designs of the same kind use, each with one design that uses it.
    pub fn other_lists(&self, design: &Design) -> Vec<(ecow::EcoString, ecow::EcoString)> {
        let others = self.designs.of_kind(&design.kind).filter(|(_, other)| other.name != design.name);
        others.filter_map(|(_, other)| Some((other.skill_list.clone()?, other.name.clone()))).collect()
    }

    /// Returns the settings of a package whose value is unknown; they were reported where they are written.
    pub fn lost_settings(&self, package: PackageId) -> Option<&BTreeSet<Name>> {
        self.lost_settings.get(usize::try_from(package.0).ok()?)
    }

    /// Returns the rules of a package; `None` if the package has no rules of its own.
    pub fn rules_of(&self, package: PackageId) -> Option<&Rules> {
        self.rules.get(usize::try_from(package.0).ok()?)
    }
}

/// Returns the file and line of a span.
pub fn place(program: &Program<'_>, paths: &[Name], span: Span) -> SourcePosition {
    let file = usize::try_from(span.file.0).ok().and_then(|index| paths.get(index)).cloned().unwrap_or_default();
    let line = program.sources.file(span.file).map_or(0, |source| source.line(span.start));
    SourcePosition { file, line }
}
