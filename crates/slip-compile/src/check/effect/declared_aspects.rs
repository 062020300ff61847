//! Collects the aspects that declarations have, give or place, and the parts of a game that can have them: a weapon, a person, ship or
//! unit, a zone, or the scene. A condition such as `own_zone has "Short fuse"` is never true if only people have this aspect.
//!
//! Texts that a person at the table chooses for an aspect are unknown, so they are not included.

use super::declared_marks::{EVERY, kind_of, own};
use super::kinds_of_play::{PLACED_BY_RULES, PROCEDURE_ASPECTS, is_place};
use crate::check::design;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::MarkBearer;
use slip_source::PackageId;
use slip_syntax::tree::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Source of an aspect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct AspectSource {
    package: PackageId,
    holder: MarkBearer,
    /// True for an aspect that an item has by itself, so that it occurs only in games with the item.
    innate: bool,
}

/// Aspects of the declarations of a program.
#[derive(Debug, Default)]
pub(super) struct DeclaredAspects {
    sources: BTreeMap<EcoString, BTreeSet<AspectSource>>,
    /// Texts in doctrines. A doctrine may use them as the aspects of maneuvers.
    worded: BTreeSet<EcoString>,
}

impl DeclaredAspects {
    /// Collects the aspects of all declarations.
    pub(super) fn of(program: &Program<'_>) -> DeclaredAspects {
        let mut aspects = DeclaredAspects::default();
        PROCEDURE_ASPECTS.iter().for_each(|text| aspects.add(text, PackageId::STD, &EVERY, false));
        let built: BTreeSet<&str> =
            program.of_kind("design").filter_map(|design| design.tree.design.as_ref()).map(|kind| kind.name.text.as_str()).collect();
        for declared in program.all() {
            if declared.kind() == "doctrine" {
                aspects.wordings(&declared.entries);
                continue;
            }
            let kinds = kinds(program, declared);
            let is_item = built.contains(declared.kind());
            aspects.entries(&declared.entries, (&kinds, declared.package, is_item));
        }
        aspects
    }

    fn add(&mut self, text: &str, package: PackageId, holders: &[MarkBearer], innate: bool) {
        let sources = holders.iter().map(|holder| AspectSource { package, holder: *holder, innate });
        self.sources.entry(text.into()).or_default().extend(sources);
    }

    fn entries(&mut self, entries: &[Entry], of: (&[EcoString], PackageId, bool)) {
        let (kinds, package, is_item) = of;
        for entry in entries {
            match entry.word() {
                "aspect" | "aspects" | "optional" => {
                    let texts = entry.values.iter().filter_map(|value| value.expr.text());
                    texts.for_each(|text| self.add(&text.value, package, &holders(kinds), is_item));
                }
                "effect" => self.given(entry, (kinds, package)),
                _ => {}
            }
            if let Some(block) = entry.block() {
                // The aspects in a block of an encounter are those of a ship, a party or a zone, and not of the scene.
                let inner = [EcoString::from(if entry.word() == "zone" { "zone" } else { "" })];
                let is_other = entry.word() == "zone" || kinds.iter().any(|kind| kind == "encounter");
                self.entries(&block.entries, (if is_other { &inner } else { kinds }, package, is_item));
            }
        }
    }

    /// Records the aspects that an effect gives or places.
    fn given(&mut self, entry: &Entry, (kinds, package): (&[EcoString], PackageId)) {
        for (place, value) in entry.values.iter().enumerate() {
            let Some(text) = value.expr.text() else { continue };
            let before = |back: usize| place.checked_sub(back).and_then(|at| entry.values.get(at)?.expr.name()).map(EcoString::as_str);
            let gives = before(1) == Some("aspect") && before(2) == Some("has") && before(3) != Some("never");
            // In `effect has aspect "…"` no subject is named, so the carrier of the effect gets the aspect.
            if gives && place == 2 {
                self.add(&text.value, package, &holders(kinds), false);
            } else if gives || before(1) == Some("place") {
                self.add(&text.value, package, &EVERY, false);
            }
        }
    }

    fn wordings(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.worded.extend(entry.values.iter().filter_map(|value| value.expr.text()).map(|text| text.value.clone()));
            if let Some(block) = entry.block() {
                self.wordings(&block.entries);
            }
        }
    }

    fn sources<'a>(&'a self, program: &'a Program<'_>, package: PackageId, text: &str) -> impl Iterator<Item = &'a AspectSource> {
        self.sources.get(text).into_iter().flatten().filter(move |source| program.bears_on(source.package, package))
    }

    /// True if some declaration that can apply in a package has, gives or places an aspect.
    pub(super) fn has(&self, program: &Program<'_>, package: PackageId, text: &str) -> bool {
        self.sources(program, package, text).next().is_some()
    }

    /// True if an aspect may occur in any game of a package, whatever items take part.
    pub(super) fn is_placed(&self, program: &Program<'_>, package: PackageId, text: &str) -> bool {
        let is_known = self.worded.contains(text) || PLACED_BY_RULES.contains(&text);
        is_known || self.sources(program, package, text).any(|source| !source.innate)
    }

    /// Returns the parts of a game that can have an aspect.
    pub(super) fn holders(&self, program: &Program<'_>, package: PackageId, text: &str) -> BTreeSet<MarkBearer> {
        let worded = if self.worded.contains(text) { &EVERY[..] } else { &[] };
        self.sources(program, package, text).map(|source| source.holder).chain(worded.iter().copied()).collect()
    }

    /// Returns the aspects that declarations have, give or place, in alphabetical order. Only declarations that can apply in the package
    /// are included.
    pub(super) fn texts<'a>(&'a self, program: &'a Program<'_>, package: PackageId) -> impl Iterator<Item = &'a str> {
        let bears = move |sources: &BTreeSet<AspectSource>| sources.iter().any(|source| program.bears_on(source.package, package));
        self.sources.iter().filter(move |(_, sources)| bears(sources)).map(|(text, _)| text.as_str())
    }
}

/// Returns the kinds of the carriers of a declaration's aspects and effects.
fn kinds(program: &Program<'_>, declared: &DeclaredItem<'_>) -> Vec<EcoString> {
    match declared.kind() {
        "design" => declared.tree.design.iter().map(|kind| kind.name.text.clone()).collect(),
        "stunt" => design::buyers(program, declared).iter().map(|buyer| kind_of(program, buyer)).collect(),
        kind => vec![kind.into()],
    }
}

/// Returns the parts of a game that bear the aspects of items of these kinds. The aspects of a thing also belong to its bearer. The aspects
/// of a place may be those of a zone or of the scene.
fn holders(kinds: &[EcoString]) -> Vec<MarkBearer> {
    let of_kind = |kind: &EcoString| match kind.as_str() {
        "zone" => vec![MarkBearer::Zone],
        "encounter" => vec![MarkBearer::Scene],
        "weapon" => vec![MarkBearer::Weapon, MarkBearer::Actor],
        place if is_place(place) => EVERY.to_vec(),
        "armour" | "character" | "npc" | "animal" | "mook" | "ship" | "vehicle" | "unit" | "platoon" => own(std::slice::from_ref(kind)),
        _ => EVERY.to_vec(),
    };
    if kinds.is_empty() { EVERY.to_vec() } else { kinds.iter().flat_map(of_kind).collect() }
}
