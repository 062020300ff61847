//! Every legal design of a design sequence, and those that no other one beats.
//!
//! What may be bought is a question to the check: `space` reads the design's own rules, `options` has each part of a design
//! reckoned and judged by the functions that judge an item. Parts that no rule ties to one another are looked at for themselves,
//! so that millions of designs are counted without being made; `front` puts together what is worth making. Nothing here knows a
//! statistic or a stunt by name, and what is shown went through the compiler as text.

pub mod against;
mod aims;
mod front;
mod options;
mod shop;
mod space;
mod text;

pub use aims::{Aim, Bound, Demand};

use slip_compile::check::build;
use slip_compile::check::context::Context;
use slip_compile::check::design::Design;

use slip_compile::resolve::{Declared, Kinds};
use slip_pack::Pack;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_source::{PackageId, Sources, Span};

use slip_syntax::tree::{Name, Path};
use std::collections::BTreeMap;
use std::fmt;

/// Why there is nothing to show: a sentence in lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(sentence.into()))
}

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The design, with or without its package.
    pub design: String,
    /// The technology, of a design that has one.
    pub tech: Option<i64>,
    /// What every design has.
    pub require: Vec<Demand>,
    /// Stunts that none has.
    pub forbid: Vec<String>,
    /// What more and what less is wanted of; if nothing is said, what the design's prices say.
    pub aims: Vec<Aim>,
    /// Build points to spend at most.
    pub budget: Option<i64>,
    /// Entries that every design has, as Slip.
    pub with: Vec<String>,
    /// How many designs are shown at most.
    pub limit: usize,
}

/// One number that is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    /// What it is called: a statistic, a track, a stunt, `price`, `upkeep` or `points`.
    pub what: String,
    /// True if more of it is better.
    pub more: bool,
    /// True if it is a stunt.
    pub stunt: bool,
}

/// A design that no other beats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The name it has in its text.
    pub name: String,
    /// Build points spent.
    pub points: i64,
    /// Purchase Cost, of what is for sale.
    pub price: Option<i64>,
    /// The rating that maintenance uses.
    pub upkeep: Option<i64>,
    /// Ranks.
    pub stats: Vec<(String, i64)>,
    /// Boxes.
    pub tracks: Vec<(String, i64)>,
    /// Flags and choices that are not as they are without a word: `turret yes`.
    pub words: Vec<String>,
    /// Stunts, as they are written.
    pub stunts: Vec<String>,
    /// Derived aspects.
    pub aspects: Vec<String>,
    /// The item.
    pub text: String,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The design's name.
    pub design: String,
    /// Its title.
    pub title: String,
    /// The kind of things it builds.
    pub kind: String,
    /// The technology, if it has one.
    pub tech: Option<i64>,
    /// Build points there are to spend.
    pub budget: Option<i64>,
    /// How many designs are legal.
    pub legal: u128,
    /// How many of them no other one beats.
    pub best: u128,
    /// Whether those shown were chosen among all of them, or among the first that were come by.
    pub complete: bool,
    /// What was compared.
    pub measured: Vec<Measured>,
    /// True if designs of different derived aspects, and of different ranks that have no price, were left apart.
    pub apart: bool,
    /// Of what has a price, what was not compared, and why.
    pub unheard: Vec<(String, String)>,
    /// Stunts that were left out, and why.
    pub left_out: Vec<(String, String)>,
    /// The designs, in the order of what was asked for.
    pub found: Vec<Found>,
    /// Errors of the content that was looked in.
    pub errors: usize,
}

/// The names of the two things that stand for what may be bought, in a text that is compiled along and never shown.
const BLANK: &str = "explore_blank_";
const SHOP: &str = "explore_shop_";

/// Explores a design as the last package of `sources` sees it.
///
/// # Errors
/// If there is no such design, if it cannot be built so, or if there is more to look at than can be.
pub fn explore(sources: &mut Sources, wish: &Wish) -> Result<Explored, Refusal> {
    let Some(package) = sources.packages().map(|(id, _)| id).last() else { return refuse("there is no package to look in") };
    let (_, probe) = slip_compile::inspect(sources, |context, _| probe(context, package, wish));
    let probe = probe?;
    let file = sources.add_file(package, "explore.slip", probe.text.as_str());
    let (compiled, explored) = slip_compile::inspect(sources, |context, _| look(context, package, wish, &probe));
    let explored = match explored {
        Ok(explored) => explored,
        Err(refusal) => {
            // What `--with` says may be at fault, and then the compiler has said so.
            let own = |found: &&slip_source::diagnostic::Diagnostic| {
                // What else is bought may meet a requirement.
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

/// Has the compiler check what is shown: a design that is not legal as it is printed would be a mistake of ours.
fn verify(sources: &mut Sources, package: PackageId, explored: &Explored, wish: &Wish) -> Result<(), Refusal> {
    let text: String = explored.found.iter().map(|found| found.text.as_str()).collect();
    let file = sources.add_file(package, "explored.slip", text);
    let said = slip_compile::verdict(sources).diagnostics;
    let wrong = said.iter().find(|found| found.primary.span.file == file && found.severity == Severity::Error);
    match wrong {
        // An entry that closes the item, for one, is read with what stands around it.
        Some(found) if !wish.with.is_empty() => {
            refuse(format!("no design can be written with what --with says: {} ({})", found.message, found.code))
        }
        Some(found) => refuse(format!(
            "the compiler refuses what was found, so its rules are not all followed here: {} ({})",
            found.message, found.code
        )),
        None => Ok(()),
    }
}

/// What is compiled along to learn what may be bought.
struct Probe {
    text: String,
    /// Where the blank thing ends in it.
    blank_ends: u32,
    /// Stunts that cannot be bought here, and why.
    left_out: Vec<(String, String)>,
}

fn find_design<'c>(context: &'c Context<'_, '_>, package: PackageId, word: &str) -> Result<&'c Design, Refusal> {
    let name = |text: &str| Name { text: text.into(), span: Span::default() };
    let path = match word.split_once('.') {
        Some((package, design)) => Path { package: Some(name(package)), name: name(design) },
        None => Path { package: None, name: name(word) },
    };
    let found = context.program.find(package, &path, Kinds::One("design")).ok();
    if let Some(design) = found.and_then(|id| context.designs.get(&id)) {
        return Ok(design);
    }
    let seen = |design: &&Design| context.program.peek(package, "design", &design.name) == Some(design.id);
    let known: Vec<&str> = context.designs.values().filter(seen).map(|design| design.name.as_str()).collect();
    match slip_suggest::nearest(word, known.iter().copied()) {
        Some(near) => refuse(format!("there is no design `{word}` here; did you mean `{near}`?")),
        None => refuse(format!("there is no design `{word}` here; there are {}", slip_suggest::enumerate(known.into_iter()))),
    }
}

fn probe(context: &Context<'_, '_>, package: PackageId, wish: &Wish) -> Result<Probe, Refusal> {
    let design = find_design(context, package, &wish.design)?;
    let tech = match (wish.tech, design.tech) {
        (None, Some((low, high, _))) => {
            return refuse(format!("say at which technology with --tech: `{}` works from T{low} to T{high}", design.name));
        }
        (Some(_), None) => return refuse(format!("things of `{}` have no technology: leave out --tech", design.name)),
        (Some(tech), Some((low, high, _))) if !(low..=high).contains(&tech) => {
            return refuse(format!("`{}` works from T{low} to T{high}, and not at T{tech}", design.name));
        }
        (Some(tech), Some(_)) => format!("  tech T{tech}\n"),
        (None, None) => String::new(),
    };
    let (offers, left_out) = shop::offers(design);
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

fn look(context: &Context<'_, '_>, package: PackageId, wish: &Wish, probe: &Probe) -> Result<Explored, Refusal> {
    let design = find_design(context, package, &wish.design)?;
    let declared = |name: &str| context.program.lookup(package, &design.kind, name).and_then(|id| context.program.get(id));
    let (Some(blank), Some(shop)) = (declared(BLANK), declared(SHOP)) else {
        return refuse(format!("`{}` cannot be looked at while the package does not compile", design.name));
    };
    let space = space::Space::open(context, design, (blank, shop), wish)?;
    let aims = aims::read(&space, wish)?;
    let mut left_out = probe.left_out.clone();
    left_out.extend(space.unread().map(|offer| (offer, "it cannot be read here".to_owned())));
    let parts = options::parts(&space, &aims)?;
    let front = front::Front::of(&space, &aims, &parts, wish.limit);
    let found = front.chosen.iter().zip(1_usize..).map(|(chosen, number)| text::found(&space, chosen, number, front.chosen.len(), wish));
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

/// What is wrong with the blank thing itself, whatever is bought.
fn wrong_from_the_start(found: &Diagnostics) -> Option<Refusal> {
    found.iter().find(|said| said.severity == Severity::Error).map(|said| Refusal(format!("{} ({})", of_all(&said.message), said.code)))
}

/// What is said of the thing that stands for every design, without its name.
fn of_all(message: &str) -> String {
    message.replace(&format!("`{BLANK}`"), "a design with nothing else")
}

/// Ranks of nobody: what is looked at has no skills of its own unless `--with` says so.
type Ranks = BTreeMap<ecow::EcoString, i64>;

fn ranks(context: &Context<'_, '_>, design: &Design, declared: &Declared<'_>) -> Ranks {
    build::ranks_of(context, design, declared)
}

/// The pack of a world with the designs that were found in it, for who wants to fight with them.
pub fn pack_with(sources: &mut Sources, explored: &Explored) -> Pack {
    let package = sources.packages().map(|(id, _)| id).last().unwrap_or(PackageId::STD);
    let text: String = explored.found.iter().map(|found| found.text.as_str()).collect();
    sources.add_file(package, "fighting.slip", text);
    slip_compile::compile(sources).pack
}
