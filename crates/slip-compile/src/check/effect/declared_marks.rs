//! Collects the marks that declarations give, and the parts of a game that can have them: a weapon, a person, ship or unit, a zone, or the
//! whole scene.
//!
//! If only suits and zones are given a mark `sealed`, a condition such as `weapon is sealed` is never true.

use super::kinds_of_play::{has_self, is_place, plays_of};
use crate::check::design;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::{MarkBearer, Play};
use slip_source::PackageId;
use slip_syntax::tree::{Entry, Expr, ExprKind};
use slip_syntax::visit::operands;
use std::collections::{BTreeMap, BTreeSet};

/// All parts of a game that can have a mark or an aspect.
pub(super) const EVERY: [MarkBearer; 4] = [MarkBearer::Weapon, MarkBearer::Actor, MarkBearer::Zone, MarkBearer::Scene];

/// Marks that declarations give or test.
#[derive(Debug, Default)]
pub(super) struct DeclaredMarks {
    /// Marks that are given, each with the packages that give it and the parts of a game that get it.
    given: BTreeMap<EcoString, BTreeSet<(PackageId, MarkBearer)>>,
    /// Names in conditions and after `needs`. Each comes with the package, and with the kinds of the items whose effects contain it.
    asked: BTreeMap<EcoString, BTreeSet<(PackageId, Vec<EcoString>)>>,
}

impl DeclaredMarks {
    /// Adds the marks of a declaration.
    pub(super) fn read(&mut self, program: &Program<'_>, declared: &DeclaredItem<'_>) {
        let kinds = match declared.kind() {
            "design" => declared.tree.design.iter().map(|kind| kind.name.text.clone()).collect(),
            "stunt" => design::buyers(program, declared).iter().map(|buyer| kind_of(program, buyer)).collect(),
            kind => vec![kind.into()],
        };
        self.entries(&declared.entries, &kinds, declared.package);
    }

    fn entries(&mut self, entries: &[Entry], kinds: &[EcoString], package: PackageId) {
        for entry in entries {
            if let Some(block) = entry.block() {
                let zone = [EcoString::from("zone")];
                self.entries(&block.entries, if entry.word() == "zone" { &zone } else { kinds }, package);
            }
            entry.condition().into_iter().for_each(|condition| self.ask(condition, kinds, package));
            if entry.word() == "effect" {
                self.effect(entry, kinds, package);
            }
        }
    }

    fn effect(&mut self, entry: &Entry, kinds: &[EcoString], package: PackageId) {
        let words: Vec<Option<&EcoString>> = entry.values.iter().map(|value| value.expr.name()).collect();
        let mut after = None;
        for (place, word) in words.iter().enumerate() {
            let Some(name) = word else { continue };
            match after {
                Some("is") => {
                    let bearers = if place == 1 { own(kinds) } else { EVERY.to_vec() };
                    self.given.entry((*name).clone()).or_default().extend(bearers.into_iter().map(|bearer| (package, bearer)));
                }
                Some(_) => _ = self.asked.entry((*name).clone()).or_default().insert((package, kinds.to_vec())),
                None => {}
            }
            // After `needs`, the names may be joined by `or`: `needs sealed or compressor`. Each of these names is a requirement.
            after = match name.as_str() {
                "is" => Some("is"),
                "needs" => Some("needs"),
                "or" => after.filter(|word| *word == "needs").or(Some("or")),
                _ => after.filter(|word| *word == "needs"),
            };
        }
    }

    /// Records the names in a condition.
    fn ask(&mut self, expr: &Expr, kinds: &[EcoString], package: PackageId) {
        if let ExprKind::Name(name) = &expr.kind {
            self.asked.entry(name.clone()).or_default().insert((package, kinds.to_vec()));
        }
        operands(expr).into_iter().for_each(|operand| self.ask(operand, kinds, package));
    }

    /// Returns the parts of a game that an effect can mark with `mark`. Only effects that can apply in the package count.
    pub(super) fn bearers(&self, program: &Program<'_>, package: PackageId, mark: &str) -> BTreeSet<MarkBearer> {
        let given = self.given.get(mark).into_iter().flatten();
        given.filter(|(of, _)| program.bears_on(*of, package)).map(|(_, bearer)| *bearer).collect()
    }

    /// True if an effect or condition that can apply in a package tests a mark in one of these kinds of play. For packages other than the
    /// standard library, the kind of play does not matter.
    pub(super) fn is_asked(&self, program: &Program<'_>, package: PackageId, mark: &str, plays: &[Play]) -> bool {
        let in_play = |kind: &EcoString| plays_of(kind).is_none_or(|known| known.iter().any(|play| plays.contains(play)));
        let asks = |(of, kinds): &(PackageId, Vec<EcoString>)| {
            program.bears_on(*of, package) && (*of != PackageId::STD || kinds.is_empty() || kinds.iter().any(in_play))
        };
        self.asked.get(mark).into_iter().flatten().any(asks)
    }
}

/// Returns the kind that the design with this name builds. A word that is not the name of a design is a kind itself.
pub(super) fn kind_of(program: &Program<'_>, word: &EcoString) -> EcoString {
    let kind = |declared: &DeclaredItem<'_>| declared.tree.design.as_ref().map(|kind| kind.name.text.clone());
    let designs = || program.of_kind("design");
    if designs().any(|declared| kind(declared).as_ref() == Some(word)) {
        return word.clone();
    }
    designs().find(|declared| declared.name() == word).and_then(kind).unwrap_or_else(|| word.clone())
}

/// Returns the parts of a game that an effect without a subject can mark, if its carriers are of these kinds.
pub(super) fn own(kinds: &[EcoString]) -> Vec<MarkBearer> {
    let of_kind = |kind: &EcoString| match kind.as_str() {
        "weapon" => vec![MarkBearer::Weapon],
        // A condition about an actor in the zone also finds a mark of the zone.
        "zone" => vec![MarkBearer::Zone, MarkBearer::Actor],
        place if is_place(place) || !has_self(place) => vec![MarkBearer::Zone, MarkBearer::Scene, MarkBearer::Actor],
        "gear" => EVERY.to_vec(),
        "armour" | "character" | "npc" | "animal" | "mook" | "ship" | "vehicle" | "unit" | "platoon" => vec![MarkBearer::Actor],
        _ => EVERY.to_vec(),
    };
    if kinds.is_empty() { EVERY.to_vec() } else { kinds.iter().flat_map(of_kind).collect() }
}
