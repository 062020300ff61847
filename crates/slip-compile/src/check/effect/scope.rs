//! The carrier of an effect, and the names that the effect may use.

use super::declared_names::{DeclaredDesignNames, DeclaredNames};
use super::{StuntText, kinds_of_play};
use crate::check::design::{self, Design};
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::Play;
use slip_source::PackageId;
use slip_syntax::tree::{Entry, ExprKind, Param};
use std::sync::Arc;

/// Carrier of an effect: the declaration that the effect is written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CarrierDeclaration {
    /// A design, with the kind that it builds. The effect applies to all items of the design.
    Design(EcoString),
    /// A stunt in a design, with the kind that the design builds.
    Stunt(EcoString),
    /// A stunt outside designs, with the kinds that are named after `for`.
    LooseStunt(Vec<EcoString>),
    /// An item, with its kind.
    Item(EcoString),
    /// A party of a raise-and-see conflict, a thing of the party, or its background; contains the kind. Effects of such carriers are paid
    /// for with dice.
    Party(EcoString),
    /// A raise-and-see conflict.
    Stakes,
    /// A ruleset.
    Ruleset,
    /// A place: `world`, `zone`, `scene`, `encounter` …
    Place(EcoString),
}

impl CarrierDeclaration {
    /// Returns the kinds of the carrier's items; empty for a ruleset.
    pub(super) fn kinds(&self) -> Vec<EcoString> {
        match self {
            CarrierDeclaration::Design(kind)
            | CarrierDeclaration::Stunt(kind)
            | CarrierDeclaration::Item(kind)
            | CarrierDeclaration::Place(kind)
            | CarrierDeclaration::Party(kind) => {
                vec![kind.clone()]
            }
            CarrierDeclaration::Stakes => vec!["encounter".into()],
            CarrierDeclaration::LooseStunt(kinds) => kinds.clone(),
            CarrierDeclaration::Ruleset => Vec::new(),
        }
    }

    /// Describes the carrier for messages: `ship`, `character or npc`.
    pub(super) fn described(&self) -> String {
        match self {
            CarrierDeclaration::Ruleset => "ruleset".to_owned(),
            _ => slip_suggest::alternatives(self.kinds().iter().map(EcoString::as_str)),
        }
    }

    /// True if the carrier is a person.
    pub(super) fn is_person(&self) -> bool {
        let kinds = self.kinds();
        !kinds.is_empty() && kinds.iter().all(|kind| kinds_of_play::is_person(kind))
    }

    /// True if the carrier is a thing that people carry.
    pub(super) fn is_carried(&self) -> bool {
        self.kinds().iter().any(|kind| kinds_of_play::is_carried(kind))
    }

    pub(super) fn has_self(&self) -> bool {
        match self {
            CarrierDeclaration::Ruleset | CarrierDeclaration::Place(_) | CarrierDeclaration::Stakes => false,
            CarrierDeclaration::Party(_) => true,
            CarrierDeclaration::Design(kind) | CarrierDeclaration::Stunt(kind) | CarrierDeclaration::Item(kind) => {
                kinds_of_play::has_self(kind)
            }
            CarrierDeclaration::LooseStunt(kinds) => kinds.iter().all(|kind| kinds_of_play::has_self(kind)),
        }
    }
}

/// Scope of an effect: the names that the effect may use.
#[derive(Clone, Debug)]
pub struct EffectScope<'a, 't> {
    /// Linked program, to look up skills, marks and items.
    pub program: &'a Program<'t>,
    /// Names that the designs and rulesets of the program declare.
    pub known: &'a DeclaredNames,
    /// Package that the effect is written in.
    pub package: PackageId,
    /// Carrier of the effect.
    pub carrier: CarrierDeclaration,
    /// Parameters of the stunt that has the effect.
    pub params: &'a [Param],
    /// Names of the design that the effect is for.
    pub(super) names: Arc<DeclaredDesignNames>,
    pub(super) plays: Vec<Play>,
    /// Name of the stunt that has the effect, and true if the stunt may be bought more than once.
    pub(super) own: Option<(EcoString, bool)>,
    /// Stunts that exclude the stunt with the effect.
    pub(super) excluded: Vec<EcoString>,
    /// Stunts that the stunt with the effect requires.
    pub(super) required: Vec<EcoString>,
    /// Lowest technology at which the stunt is sold.
    pub(super) least_tech: Option<i64>,
}

impl<'a, 't> EffectScope<'a, 't> {
    /// Creates a scope with the names of all designs of the carrier's kinds. The scope of a ruleset or a place has the names of all
    /// designs.
    pub fn new(program: &'a Program<'t>, known: &'a DeclaredNames, package: PackageId, carrier: CarrierDeclaration) -> Self {
        let kinds = carrier.kinds();
        let (names, plays) = if matches!(carrier, CarrierDeclaration::Party(_) | CarrierDeclaration::Stakes) {
            (Arc::new(DeclaredDesignNames::of_parties()), vec![Play::Stakes])
        } else if carrier.has_self() {
            (known.names_of_kinds(&kinds), known.plays_of_kinds(&kinds))
        } else if carrier == CarrierDeclaration::Ruleset {
            (known.shared(), kinds_of_play::ALL.to_vec())
        } else {
            // A place is not built by a design, so the names of all designs may be used.
            (known.shared(), kinds_of_play::PLAYED.to_vec())
        };
        EffectScope::with(program, known, package, carrier, (names, plays))
    }

    /// Creates the scope for the effects of an encounter, which apply only in its kind of play.
    pub fn of_scene(program: &'a Program<'t>, known: &'a DeclaredNames, package: PackageId, play: Play) -> Self {
        if play == Play::Stakes {
            return EffectScope::new(program, known, package, CarrierDeclaration::Stakes);
        }
        EffectScope { plays: vec![play], ..EffectScope::new(program, known, package, CarrierDeclaration::Place("encounter".into())) }
    }

    pub(super) fn with(
        program: &'a Program<'t>,
        known: &'a DeclaredNames,
        package: PackageId,
        carrier: CarrierDeclaration,
        (names, plays): (Arc<DeclaredDesignNames>, Vec<Play>),
    ) -> Self {
        EffectScope {
            program,
            known,
            package,
            carrier,
            params: &[],
            names,
            plays,
            own: None,
            excluded: Vec::new(),
            required: Vec::new(),
            least_tech: None,
        }
    }

    /// Creates the scope for effects of a design and, through [`stunt`](super::stunt), of its stunts.
    pub fn of_design(program: &'a Program<'t>, known: &'a DeclaredNames, declared: &DeclaredItem<'_>) -> Self {
        let kind = declared.tree.design.as_ref().map(|kind| kind.name.text.clone()).unwrap_or_default();
        let carrier = CarrierDeclaration::Design(kind.clone());
        if !carrier.has_self() {
            return EffectScope::new(program, known, declared.package, carrier);
        }
        let mut names = DeclaredDesignNames::of(&declared.entries);
        known.add_loose(&mut names, &kind, declared.name());
        let plays = known.plays_of_kinds(&carrier.kinds());
        EffectScope::with(program, known, declared.package, carrier, (Arc::new(names), plays))
    }

    /// Creates the scope for a stunt outside designs. The carriers of its effects are the kinds named after `for`, or all kinds.
    pub fn of_loose_stunt(program: &'a Program<'t>, known: &'a DeclaredNames, declared: &DeclaredItem<'_>) -> Self {
        let kinds = design::buyers(program, declared);
        if kinds.is_empty() {
            let mut scope = EffectScope::new(program, known, declared.package, CarrierDeclaration::LooseStunt(Vec::new()));
            scope.names = known.shared();
            scope.plays = kinds_of_play::ALL.to_vec();
            return scope;
        }
        EffectScope::new(program, known, declared.package, CarrierDeclaration::LooseStunt(kinds))
    }

    /// Creates the scope for effects of an item: the names of its design.
    pub fn of_item(program: &'a Program<'t>, known: &'a DeclaredNames, design: &Design, declared: &DeclaredItem<'_>) -> Self {
        let mut scope = EffectScope::new(program, known, declared.package, CarrierDeclaration::Item(declared.kind().into()));
        if let Some(design) = program.get(design.id).filter(|_| scope.carrier.has_self()) {
            let mut names = DeclaredDesignNames::of(&design.entries);
            known.add_loose(&mut names, declared.kind(), design.name());
            scope.names = Arc::new(names);
        }
        scope
    }

    pub(super) fn inside_stunt(&self, stunt: &StuntText<'a>) -> EffectScope<'a, 't> {
        let own = DeclaredDesignNames::of(stunt.entries);
        let mut scope = self.clone();
        scope.carrier = match &self.carrier {
            CarrierDeclaration::Design(kind) => CarrierDeclaration::Stunt(kind.clone()),
            other => other.clone(),
        };
        scope.params = stunt.params;
        if !own.choices.is_empty() || !own.asked.is_empty() {
            let names = Arc::make_mut(&mut scope.names);
            names.choices.extend(own.choices);
            names.asked.extend(own.asked);
        }
        scope.own = Some((stunt.name.clone(), entries_of(stunt.entries, "many").next().is_some()));
        scope.excluded = entries_of(stunt.entries, "excludes").flat_map(excluded).collect();
        scope.required = entries_of(stunt.entries, "requires").flat_map(excluded).collect();
        scope.least_tech = entries_of(stunt.entries, "tech").find_map(|entry| match entry.only().map(|expr| &expr.kind) {
            Some(ExprKind::Tech(tech)) => Some(*tech),
            _ => None,
        });
        scope
    }
}

pub(super) fn entries_of<'e>(entries: &'e [Entry], key: &'e str) -> impl Iterator<Item = &'e Entry> {
    entries.iter().filter(move |entry| entry.word() == key)
}

/// Returns the stunts that an entry `excludes` or `requires` without a condition on their arguments. Members such as `a per w` (only with
/// the same argument `w`) and `aspects crew` (aspects, not stunts) are left out.
pub(super) fn excluded(entry: &Entry) -> Vec<EcoString> {
    let members = entry.members().filter_map(|member| match member {
        [only] => only.expr.name().cloned(),
        _ => None,
    });
    members.collect()
}
