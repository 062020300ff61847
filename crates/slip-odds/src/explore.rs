//! Finds the legal designs of a design sequence that are not dominated by another one.
//!
//! The purchasable options are taken from the compiler's checks. The rules of the design are read as a space of variables, and the
//! functions that check an item also price and check each part of a design. Parts that no rule connects are searched separately and the
//! undominated ones are combined at the end, so millions of designs are counted without building them. The code knows no statistic or stunt
//! by name, and every design that is shown has been compiled as text.

mod buyable_stunts;
pub mod cheapest_design_that_wins;
mod compared_values;
mod design_as_source;
mod design_space;
mod pareto_front;
mod part_options;

pub use compared_values::{DesignRequirement, Objective, RequiredBound};

use slip_compile::check::build;
use slip_compile::check::context::CheckContext;
use slip_compile::check::design::Design;

use slip_compile::resolve::{DeclaredItem, Kinds};
use slip_pack::Pack;
use slip_pack::item::BuiltItem;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_source::{PackageId, Sources, Span};

use slip_syntax::tree::{NamePath, SpannedName};
use std::collections::BTreeMap;
use std::fmt;

/// Reason why an exploration of designs has no result: a sentence in lower case without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploreRefusal(pub String);

impl fmt::Display for ExploreRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for ExploreRefusal {}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, ExploreRefusal> {
    Err(ExploreRefusal(sentence.into()))
}

/// Request for an exploration of designs.
#[derive(Clone, Debug, Default)]
pub struct ExploreRequest {
    /// Name of the design, with or without its package.
    pub design: String,
    /// Technology level of the explored items, for designs that have one.
    pub tech: Option<i64>,
    /// Requirements that every item must meet.
    pub require: Vec<DesignRequirement>,
    /// Stunts that no item may have.
    pub forbid: Vec<String>,
    /// Values to maximise or minimise; if empty, they follow from the prices of the design.
    pub aims: Vec<Objective>,
    /// Maximum number of build points.
    pub budget: Option<i64>,
    /// Slip entries that every item gets.
    pub with: Vec<String>,
    /// Greatest number of items shown.
    pub limit: usize,
}

/// Value by which the explored items are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExploredValue {
    /// Name of the value: a statistic, a track, a stunt, `price`, `upkeep` or `points`.
    pub what: String,
    /// True if a higher value is better.
    pub more: bool,
    /// True if the value is a stunt.
    pub stunt: bool,
}

/// Item that no other item of the design dominates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndominatedItem {
    /// Name of the item in its source text.
    pub name: String,
    /// Build points spent on the item.
    pub points: i64,
    /// Purchase Cost of the item, if it is for sale.
    pub price: Option<i64>,
    /// Rating of the item that maintenance uses.
    pub upkeep: Option<i64>,
    /// Ranks of the item by statistic.
    pub stats: Vec<(String, i64)>,
    /// Boxes of the item by track.
    pub tracks: Vec<(String, i64)>,
    /// Flags and choices of the item that differ from their defaults, such as `turret yes`.
    pub words: Vec<String>,
    /// Stunts of the item in source form.
    pub stunts: Vec<String>,
    /// Derived aspects of the item.
    pub aspects: Vec<String>,
    /// Source text of the item.
    pub text: String,
}

/// Result of an exploration of designs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// Name of the design.
    pub design: String,
    /// Title of the design.
    pub title: String,
    /// Kind of the items that it builds.
    pub kind: String,
    /// Technology level of the explored items, if the design has one.
    pub tech: Option<i64>,
    /// Build points available for an item.
    pub budget: Option<i64>,
    /// Number of legal items that the design allows.
    pub legal: u128,
    /// Number of legal items that no other item dominates.
    pub best: u128,
    /// True if the shown items were chosen among all legal items; false if the search stopped early.
    pub complete: bool,
    /// Values by which the items were compared.
    pub measured: Vec<ExploredValue>,
    /// True if only items with the same derived aspects and the same ranks of unpriced values were compared.
    pub apart: bool,
    /// Priced values that were not compared, with the reason.
    pub unheard: Vec<(String, String)>,
    /// Stunts that were left out of the search, with the reason.
    pub left_out: Vec<(String, String)>,
    /// Items to show in the order of the requested values.
    pub found: Vec<UndominatedItem>,
    /// Number of errors in the package that was searched.
    pub errors: usize,
}

/// Names of the blank item, which has no purchases, and of the shop item, which has every stunt on offer. Both are compiled to find the
/// purchasable options; they are never shown.
const BLANK: &str = "explore_blank_";
const SHOP: &str = "explore_shop_";

/// Explores a design as it is visible from the last package of `sources`.
///
/// # Errors
/// Returns a refusal if the design does not exist, cannot be built as requested, or has too many options to search.
pub fn explore(sources: &mut Sources, wish: &ExploreRequest) -> Result<Explored, ExploreRefusal> {
    let Some(package) = sources.packages().map(|(id, _)| id).last() else { return refuse("there is no package to explore") };
    let (_, probe) = slip_compile::inspect(sources, |context, _| probe(context, package, wish));
    let probe = probe?;
    let file = sources.add_file(package, "explore.slip", probe.text.as_str());
    let (compiled, explored) = slip_compile::inspect(sources, |context, _| look(context, package, wish, &probe));
    let explored = match explored {
        Ok(explored) => explored,
        Err(refusal) => {
            // For an error in the `--with` entries, the compiler's own message is returned.
            let own = |found: &&slip_source::diagnostic::Diagnostic| {
                // A requirement may still be met by other purchases.
                found.primary.span.file == file && found.severity == Severity::Error && found.code != Code::RequirementFailed
            };
            let in_blank = |span: Span| span.start < probe.blank_ends;
            let said = compiled.diagnostics.iter().filter(own).find(|found| in_blank(found.primary.span));
            return match said.filter(|_| !wish.with.is_empty()) {
                Some(said) => refuse(format!("{} ({})", of_all(&said.message), said.code)),
                None => Err(refusal),
            };
        }
    };
    verify(sources, package, &explored, wish)?;
    let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error && found.primary.span.file != file);
    Ok(Explored { errors: errors.count(), ..explored })
}

/// Compiles the designs to be shown. A design that does not compile is a bug in this search.
fn verify(sources: &mut Sources, package: PackageId, explored: &Explored, wish: &ExploreRequest) -> Result<(), ExploreRefusal> {
    let text: String = explored.found.iter().map(|found| found.text.as_str()).collect();
    let file = sources.add_file(package, "explored.slip", text);
    let said = slip_compile::verdict(sources).diagnostics;
    let wrong = said.iter().find(|found| found.primary.span.file == file && found.severity == Severity::Error);
    match wrong {
        // The `--with` entries may cause the error. For example, an entry that closes the item affects the text around it.
        Some(found) if !wish.with.is_empty() => {
            refuse(format!("no design is possible with the entries of --with: {} ({})", found.message, found.code))
        }
        Some(found) => refuse(format!(
            "internal error: the compiler rejects a design that was found, please report it: {} ({})",
            found.message, found.code
        )),
        None => Ok(()),
    }
}

/// Source text of the blank item and the shop item, which is compiled to find the purchasable options.
struct Probe {
    text: String,
    /// Offset in the text at which the blank item ends.
    blank_ends: u32,
    /// Stunts that the search leaves out, with the reason.
    left_out: Vec<(String, String)>,
}

fn find_design<'c>(context: &'c CheckContext<'_, '_>, package: PackageId, word: &str) -> Result<&'c Design, ExploreRefusal> {
    let name = |text: &str| SpannedName { text: text.into(), span: Span::default() };
    let path = match word.split_once('.') {
        Some((package, design)) => NamePath { kind: None, package: Some(name(package)), name: name(design) },
        None => NamePath { kind: None, package: None, name: name(word) },
    };
    let found = context.program.find(package, &path, Kinds::One("design")).ok();
    if let Some(design) = found.and_then(|id| context.designs.get(&id)) {
        return Ok(design);
    }
    let seen = |design: &&Design| context.program.peek(package, "design", &design.name) == Some(design.id);
    let known: Vec<&str> = context.designs.values().filter(seen).map(|design| design.name.as_str()).collect();
    match slip_suggest::nearest(word, known.iter().copied()) {
        Some(near) => refuse(format!("there is no design `{word}` here; did you mean `{near}`?")),
        None => refuse(format!("there is no design `{word}` here; the designs are {}", slip_suggest::enumerate(known.into_iter()))),
    }
}

fn probe(context: &CheckContext<'_, '_>, package: PackageId, wish: &ExploreRequest) -> Result<Probe, ExploreRefusal> {
    let design = find_design(context, package, &wish.design)?;
    let tech = match (wish.tech, design.tech) {
        (None, Some((low, high, _))) => {
            return refuse(format!("add --tech: `{}` is available from T{low} to T{high}", design.name));
        }
        (Some(_), None) => return refuse(format!("items of `{}` have no technology level: leave out --tech", design.name)),
        (Some(tech), Some((low, high, _))) if !(low..=high).contains(&tech) => {
            return refuse(format!("`{}` is available from T{low} to T{high}, not at T{tech}", design.name));
        }
        (Some(tech), Some(_)) => format!("  tech T{tech}\n"),
        (None, None) => String::new(),
    };
    let (offers, left_out) = buyable_stunts::offers(design);
    let opening = |name: &str| format!("{} {name} : {} {{\n{tech}", design.kind, wish.design);
    let with: String = wish.with.iter().map(|entry| format!("  {entry}\n")).collect();
    let mut text = format!("{}{with}}}\n", opening(BLANK));
    let blank_ends = u32::try_from(text.len()).unwrap_or(u32::MAX);
    text.push_str(&opening(SHOP));
    if !offers.is_empty() {
        text.push_str(&format!("  stunts {}\n", offers.join(", ")));
    }
    text.push_str("}\n");
    Ok(Probe { text, blank_ends, left_out })
}

fn look(context: &CheckContext<'_, '_>, package: PackageId, wish: &ExploreRequest, probe: &Probe) -> Result<Explored, ExploreRefusal> {
    let design = find_design(context, package, &wish.design)?;
    let declared = |name: &str| context.program.lookup(package, &design.kind, name).and_then(|id| context.program.get(id));
    let (Some(blank), Some(shop)) = (declared(BLANK), declared(SHOP)) else {
        return refuse(format!("`{}` cannot be explored while the package has errors", design.name));
    };
    let space = design_space::DesignSpace::open(context, design, (blank, shop), wish)?;
    let aims = compared_values::read(&space, wish)?;
    let mut left_out = probe.left_out.clone();
    left_out.extend(space.unread().map(|offer| (offer, "its arguments are not valid here".to_owned())));
    let parts = part_options::parts(&space, &aims)?;
    let front = pareto_front::ParetoFront::of(&space, &aims, &parts, wish.limit);
    let found = front
        .chosen
        .iter()
        .zip(1_usize..)
        .map(|(chosen, number)| design_as_source::found(&space, chosen, number, front.chosen.len(), wish));
    Ok(Explored {
        design: design.name.to_string(),
        title: design.title.to_string(),
        kind: design.kind.to_string(),
        tech: wish.tech,
        budget: space.budget,
        legal: front.legal,
        best: front.best,
        complete: front.complete,
        measured: aims.measured(&space),
        apart: aims.apart,
        unheard: space.unheard.clone(),
        left_out,
        found: found.collect(),
        errors: 0,
    })
}

/// Returns the first error of the blank item that no purchase can remove.
fn wrong_from_the_start(found: &Diagnostics) -> Option<ExploreRefusal> {
    found
        .iter()
        .find(|said| said.severity == Severity::Error)
        .map(|said| ExploreRefusal(format!("{} ({})", of_all(&said.message), said.code)))
}

/// Rewrites a message about the blank item so that it is about every item of the design.
fn of_all(message: &str) -> String {
    message.replace(&format!("`{BLANK}`"), "a design without purchases")
}

/// Ranks of the person who designs the item: none, unless `--with` sets them.
type Ranks = BTreeMap<ecow::EcoString, i64>;

fn ranks(context: &CheckContext<'_, '_>, design: &Design, declared: &DeclaredItem<'_>) -> Ranks {
    build::ranks_of(context, design, declared)
}

/// Returns a requirement for designs: they must exceed a given item in the statistic that decides who chooses the range.
///
/// # Errors
/// Returns a refusal if the item does not have the statistic.
pub fn outrunning(pack: &Pack, item: &BuiltItem) -> Result<DesignRequirement, ExploreRefusal> {
    let stat = pack.rules.word("v_shift_stat", "v_shift");
    match item.stats.get(stat) {
        Some(rank) => {
            let least = RequiredBound::AtLeast(i64::from(*rank).saturating_add(1));
            Ok(DesignRequirement { what: stat.to_owned(), bound: Some(least) })
        }
        None => refuse(format!("`{}` has no {stat}, so no design can outrun it", item.name)),
    }
}

/// Compiles the found items into a pack so that they can fight.
pub fn pack_with(sources: &mut Sources, explored: &Explored) -> Pack {
    let package = sources.packages().map(|(id, _)| id).last().unwrap_or(PackageId::STD);
    let text: String = explored.found.iter().map(|found| found.text.as_str()).collect();
    sources.add_file(package, "fighting.slip", text);
    slip_compile::compile(sources).pack
}
