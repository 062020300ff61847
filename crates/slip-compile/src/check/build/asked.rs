//! What others ask of a thing: its lines, its numbers, what it is by itself. Nothing is said about it here.

use super::{assemble, effects, find_design, given, read_skills};
use crate::check::context::{Context, Keep};
use crate::check::design::Design;
use crate::check::legality::Case;
use crate::check::reckon::reckon;
use crate::check::{home, purchase};
use crate::resolve::{DeclId, Declared};
use ecow::EcoString;
use slip_limits::REFERENCES_DEEP;
use slip_pack::effect::{Effect, Role, State, Term};
use slip_pack::item::Item;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A thing with its numbers. What it carries and what its stunts give is not looked at, so that asking ends where things give each
/// other.
pub(in crate::check) fn alone(context: &Context<'_, '_>, declared: &Declared<'_>) -> Option<Item> {
    let mut quiet = Diagnostics::new();
    let design = find_design(context, declared, &mut quiet)?;
    let mut purchase = purchase::read(context, design, declared, &mut quiet);
    home::tech_limit(context, design, declared, &mut purchase);
    let ranks = read_skills(context, design, declared, &purchase, &mut quiet).ranks;
    given::give(design, &mut purchase, &ranks, context.rules_of(declared.package));
    let case = Case { context, design, declared, purchase: &purchase, keep: Keep::Pack };
    assemble(&case, &ranks, &mut None, &mut quiet)
}

/// What a built thing does in play, of a modal weapon in its first mode, without saying anything about it.
pub fn effects_of(context: &Context<'_, '_>, declared: &Declared<'_>) -> Vec<Arc<Effect>> {
    let mut quiet = Diagnostics::new();
    let Some(design) = find_design(context, declared, &mut quiet) else { return Vec::new() };
    let purchase = purchase::read(context, design, declared, &mut quiet);
    let bought = purchase.first_part();
    effects(design, &purchase, bought)
}

/// What the names of a thing's lines mean that the thing itself knows: its ranks, stunts, technology and kind.
pub(in crate::check) fn own_terms(context: &Context<'_, '_>, design: &Design, declared: &Declared<'_>) -> impl Fn(&Term) -> Option<i64> {
    let purchase = purchase::read(context, design, declared, &mut Diagnostics::new());
    let bought = purchase.first_part();
    let none = BTreeMap::new();
    let values = reckon(design, &purchase, bought, &none, context.rules_of(declared.package)).values;
    let stats = design.stats.iter().zip(&values.stats).map(|(rule, rank)| (rule.name.clone(), *rank));
    let flags = design.flags.iter().zip(values.flags).map(|(flag, on)| (flag.clone(), i64::from(*on)));
    let stats: BTreeMap<EcoString, i64> = stats.chain(flags).collect();
    let stunts: BTreeMap<EcoString, i64> =
        design.stunts.iter().zip(&values.stunts).map(|(rule, count)| (rule.name.clone(), *count)).collect();
    let (tech, kind, name) = (values.tech, design.kind.clone(), design.name.clone());
    move |term| match term {
        Term::Stat(stat, Role::Own) => stats.get(stat).copied(),
        Term::Stunt(stunt) => stunts.get(stunt).copied(),
        Term::State(State::Tech) => Some(tech),
        Term::Kind(word) if *word == kind || *word == name => Some(1),
        _ => None,
    }
}

/// The statistics and tracks of a built thing, of a modal one in its first mode, without saying anything about it. `asked` are those
/// that take their numbers from it, each from the next.
///
/// # Errors
/// Why they cannot be known.
pub fn stats_of(context: &Context<'_, '_>, declared: &Declared<'_>, asked: Asked<'_>) -> Result<BTreeMap<EcoString, i64>, Endless> {
    if asked.is_one_of_them(declared.id) {
        return Err(Endless::Circle);
    }
    if asked.depth > REFERENCES_DEEP {
        return Err(Endless::Deep);
    }
    let mut quiet = Diagnostics::new();
    let Some(design) = find_design(context, declared, &mut quiet) else { return Ok(BTreeMap::new()) };
    let purchase = purchase::read_at(context, design, declared, Some(asked), &mut quiet);
    if let Some(endless) = purchase.endless {
        return Err(endless);
    }
    let bought = purchase.first_part();
    let none = BTreeMap::new();
    let reckoning = reckon(design, &purchase, bought, &none, context.rules_of(declared.package));
    if !reckoning.values.unknown.is_certain() {
        return Err(Endless::Unread);
    }
    let stats = design.stats.iter().zip(&reckoning.values.stats).map(|(rule, value)| (rule.name.clone(), *value));
    let tracks = design.tracks.iter().zip(&reckoning.values.tracks).map(|(rule, value)| (rule.name.clone(), *value));
    Ok(stats.chain(tracks).collect())
}

/// Whoever takes numbers from a thing, and who takes them from that one.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The one that refers to it.
    pub by: DeclId,
    /// Those that led there.
    pub before: Option<&'a Asked<'a>>,
    /// How many they are.
    pub depth: usize,
}

impl Asked<'_> {
    fn is_one_of_them(&self, id: DeclId) -> bool {
        self.by == id || self.before.is_some_and(|before| before.is_one_of_them(id))
    }
}

/// Why numbers that are taken from something else cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// They lead back to where they are taken from.
    Circle,
    /// Something that they rest on could not be read.
    Unread,
    /// More things lie between than are looked along.
    Deep,
}
