//! What every check may look at: the program, the designs, the rules each package plays by.

use super::campaign::Campaign;
use super::design::Design;
use super::effect::Known;
use super::patches::AtHome;
use super::worth::Senses;
use crate::resolve::{DeclId, Program};
use slip_pack::Name;
use slip_pack::item::Place;
use slip_pack::ruleset::Rules;
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What a compilation is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// The pack with every item and ledger.
    Pack,
    /// Only what there is to say: items that nothing else looks at are judged and forgotten, which keeps the memory for a
    /// great catalogue small.
    Verdict,
}

/// Shared by all checks of one compilation; read only while items are built.
pub struct Context<'p, 't> {
    /// The linked program.
    pub program: &'p Program<'t>,
    /// Every usable design by its declaration.
    pub designs: BTreeMap<DeclId, Design>,
    /// Which way is better in things of each design, by the rules it is declared under.
    pub senses: BTreeMap<DeclId, Senses>,
    /// What designs, rulesets and aspects offer to the names of effect lines.
    pub known: Known,
    /// The rules in force in each package, by its number.
    pub rules: Vec<Rules>,
    /// The settings of each package of which nobody knows the value, by its number.
    pub lost_settings: Vec<BTreeSet<Name>>,
    /// The campaign's caps of each package, by its number.
    pub campaigns: Vec<Campaign>,
    /// What is wrong with the things of packages by the rules they know themselves, where that was asked.
    pub at_home: BTreeMap<PackageId, AtHome>,
    /// Display path of each file, shared by all places in it.
    pub paths: Vec<Name>,
    /// What is wanted of built things.
    pub keep: Keep,
    /// True if notes that are off by default are wanted in some package.
    pub derived_notes: bool,
}

impl Context<'_, '_> {
    /// File and line of a span.
    pub fn place(&self, span: Span) -> Place {
        place(self.program, &self.paths, span)
    }

    /// The caps of a package's campaign.
    pub fn campaign(&self, package: PackageId) -> Option<&Campaign> {
        self.campaigns.get(usize::try_from(package.0).ok()?)
    }

    /// Lists of skills that other designs of the same kind use, each with such a design.
    pub fn other_lists(&self, design: &Design) -> Vec<(ecow::EcoString, ecow::EcoString)> {
        let others = self.designs.values().filter(|other| other.kind == design.kind && other.name != design.name);
        others.filter_map(|other| Some((other.skill_list.clone()?, other.name.clone()))).collect()
    }

    /// The settings of a package of which nobody knows the value; that was reported where they are written.
    pub fn lost_settings(&self, package: PackageId) -> Option<&BTreeSet<Name>> {
        self.lost_settings.get(usize::try_from(package.0).ok()?)
    }

    /// The rules of a package; none if it has no rules of its own.
    pub fn rules_of(&self, package: PackageId) -> Option<&Rules> {
        self.rules.get(usize::try_from(package.0).ok()?)
    }
}

/// File and line of a span.
pub fn place(program: &Program<'_>, paths: &[Name], span: Span) -> Place {
    let file = usize::try_from(span.file.0).ok().and_then(|index| paths.get(index)).cloned().unwrap_or_default();
    let line = program.sources.file(span.file).map_or(0, |source| source.line(span.start));
    Place { file, line }
}
