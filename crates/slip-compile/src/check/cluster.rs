//! Checks `cluster` declarations: systems in a line, and the slipstreams that join them.
//!
//! Refuses systems and slipstreams that are unknown or written twice, slipstreams that lead to their own start, and clusters that are not
//! connected.
//!
//! Warns of an unusual size, of more than five slipstreams at one system, and of two systems with the same initial (R-K6). Warns if no
//! system can build a ship with a slip drive (the slipstream guarantee, R-K2, R-K3).

use super::cluster_errors as errors;
use super::map::unbroken;
use super::simple_entries::{self, member_span};
use super::simple_entry_errors;
use crate::block_schema;
use crate::resolve::{DeclaredItem, Kinds, Program};
use ecow::EcoString;
use slip_pack::Pack;
use slip_pack::cluster::{Cluster, ClusterSystem, MOST_LINKS, RaisedSystems, SLIPSTREAM_TECH, USUAL_SYSTEMS, all_neighbours, guaranteed};
use slip_pack::item::{Gear, SourcePosition};
use slip_pack::ruleset::Rules;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_syntax::tree::{Entry, Expr, ExprKind, NamePath, Sign, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of systems of a cluster; a limit against mistakes and hostile input.
const MOST_SYSTEMS: usize = slip_limits::CLUSTER_SYSTEMS;

/// System that is listed in a cluster, with the span of its name.
struct Placed {
    member: ClusterSystem,
    span: Span,
    /// Span of the value of the system's `tech`; `None` if the system is not in the package of the cluster, because fixes edit only this
    /// package.
    tech: Option<Span>,
}

/// Compiles a cluster whose systems are in the pack. `place` is the declaration of the cluster, `rules` are the rules of its package.
pub fn check(
    program: &Program<'_>,
    pack: &Pack,
    rules: &Rules,
    declared: &DeclaredItem<'_>,
    place: SourcePosition,
    out: &mut Diagnostics,
) -> Cluster {
    let before = out.count(Severity::Error);
    simple_entries::check(&declared.entries, &block_schema::worlds::CLUSTER, out);
    if let (Some(design), false) = (&declared.tree.design, declared.tree.broken) {
        out.push(errors::no_design(design.span(), declared.name()));
    }
    let mut systems = Systems { program, pack, declared, placed: Vec::new(), places: Places::new(), unknown: 0, whole: true };
    for entry in declared.entries_of("systems") {
        systems.read(entry, out);
    }
    let Systems { placed, unknown, mut whole, .. } = systems;
    size(declared, placed.len().saturating_add(unknown), &mut whole, out);
    let mut one_way = Vec::new();
    let links = slipstreams(program, declared, &placed, (&mut whole, &mut one_way), out);
    if whole && !declared.tree.broken && declared.entries.iter().all(unbroken) {
        shape(declared, &placed, &links, out);
        if rules.is("slipstream_guarantee", "yes") {
            guarantee(declared, &placed, out);
        }
    }
    initials(&placed, out);
    Cluster {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: program.package_name(declared.package).into(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        systems: placed.into_iter().map(|placed| placed.member).collect(),
        slipstreams: links.iter().map(|(ends, _)| *ends).collect(),
        one_way,
        waivers: Vec::new(),
        valid: out.count(Severity::Error) == before && whole && !declared.tree.flawed && declared.entries.iter().all(unbroken),
        place,
    }
}

/// Index of each system of a cluster, by the name of the system and then by its package.
type Places = BTreeMap<EcoString, BTreeMap<EcoString, usize>>;

fn places(placed: &[Placed]) -> Places {
    let mut places = Places::new();
    for (at, placed) in placed.iter().enumerate() {
        let system = &placed.member.system;
        places.entry(system.name.clone()).or_default().entry(system.package.clone()).or_insert(at);
    }
    places
}

/// Returns the index of the first system with a name, in the named package if there is one.
fn place_of(places: &Places, name: &str, package: Option<&str>) -> Option<usize> {
    let all = places.get(name)?;
    match package {
        Some(package) => all.get(package).copied(),
        None => all.values().min().copied(),
    }
}

/// Systems that were read so far.
struct Systems<'c, 't> {
    program: &'c Program<'t>,
    pack: &'c Pack,
    declared: &'c DeclaredItem<'t>,
    placed: Vec<Placed>,
    /// Index of each system, by name and package.
    places: Places,
    /// Number of members that could not be read.
    unknown: usize,
    /// True if every member could be read.
    whole: bool,
}

impl Systems<'_, '_> {
    /// Reads the list `systems harrow, dunmore by "Nadia"`, also with `+` or `-` to extend or shorten the list.
    fn read(&mut self, entry: &Entry, out: &mut Diagnostics) {
        let removes = matches!(entry.sign(), Some((Sign::Minus, _)));
        if entry.sign().is_none() {
            // A second list of systems was already reported when the entries were read.
            if !self.placed.is_empty() {
                return;
            }
        }
        if entry.values.is_empty() && !entry.broken {
            out.push(errors::member_form(entry.values_span()));
        }
        for member in entry.members() {
            let Some((path, owner)) = written(member) else {
                self.lose();
                if !entry.broken {
                    out.push(errors::member_form(member_span(member, entry)));
                }
                continue;
            };
            if removes {
                self.remove(&path, out);
            } else {
                self.add(&path, owner, member_span(member, entry), out);
            }
        }
    }

    fn lose(&mut self) {
        self.unknown = self.unknown.saturating_add(1);
        self.whole = false;
    }

    fn remove(&mut self, path: &NamePath, out: &mut Diagnostics) {
        self.program.note_seen(path.name.span, &["system"], &path.name.text);
        let before = self.placed.len();
        self.placed.retain(|placed| placed.member.system.name != path.name.text);
        if let (true, Some(old)) = (self.placed.len() == before, by_old_name(self.program, path, &self.placed)) {
            self.placed.remove(old);
        }
        self.places = places(&self.placed);
        if self.placed.len() == before {
            out.push(errors::not_a_member(path.span(), &path.name.text, self.declared.name(), None, false));
        }
    }

    fn add(&mut self, path: &NamePath, owner: Option<String>, span: Span, out: &mut Diagnostics) {
        let found = match self.program.find(self.declared.package, path, Kinds::One("system")) {
            Ok(id) => self.program.get(id),
            Err(diagnostic) => {
                out.push(*diagnostic);
                None
            }
        };
        let Some(found) = found else {
            self.lose();
            return;
        };
        let package = self.program.package_name(found.package);
        if let Some(first) = place_of(&self.places, found.name(), Some(package)).and_then(|at| self.placed.get(at)) {
            out.push(errors::member_twice(span, found.name(), first.span));
            return;
        }
        if self.placed.len() >= MOST_SYSTEMS {
            if self.whole {
                out.push(errors::too_many_systems(span, MOST_SYSTEMS));
            }
            self.whole = false;
            return;
        }
        // A system whose design is not usable is not in the pack. This was reported at its declaration.
        let system = self.pack.items.get("system").and_then(|systems| systems.get(&slip_pack::key(package, found.name())));
        let Some(system) = system else {
            self.lose();
            return;
        };
        let tech = found.entry("tech").filter(|_| found.package == self.declared.package).and_then(Entry::only).map(|expr| expr.span);
        let member = ClusterSystem {
            system: Gear { kind: system.kind.clone(), package: system.package.clone(), name: system.name.clone() },
            title: system.title.clone(),
            tech: system.tech.unwrap_or(0),
            stats: system.stats.clone(),
            phrases: system.phrases.clone(),
            notes: system.notes.clone(),
            owner,
        };
        let own = self.places.entry(member.system.name.clone()).or_default();
        own.insert(member.system.package.clone(), self.placed.len());
        self.placed.push(Placed { member, span, tech });
    }
}

/// Reads a member of `systems`: `harrow` or `harrow by "Nadia"`.
fn written(member: &[Value]) -> Option<(NamePath, Option<String>)> {
    match member {
        [name] => Some((name.expr.path()?, None)),
        [name, by, owner] if by.expr.name().is_some_and(|word| word == "by") => {
            let owner = owner.expr.text().map(|text| text.value.trim()).filter(|text| !text.is_empty())?;
            Some((name.expr.path()?, Some(owner.to_owned())))
        }
        _ => None,
    }
}

/// Reads the slipstreams as pairs of system indices, the lower first, each with its span. Slipstreams with `->` are also added to
/// `one_way`, as pairs of start and end. Sets `whole` to false if an entry could not be read.
fn slipstreams(
    program: &Program<'_>,
    declared: &DeclaredItem<'_>,
    placed: &[Placed],
    (whole, one_way): (&mut bool, &mut Vec<(usize, usize)>),
    out: &mut Diagnostics,
) -> Vec<((usize, usize), Span)> {
    let mut links: Vec<((usize, usize), Span)> = Vec::new();
    let mut seen: BTreeMap<(usize, usize), Span> = BTreeMap::new();
    let line = Line { program, declared, placed, places: places(placed) };
    for entry in declared.entries_of("slipstream") {
        let values: Vec<&Expr> = entry.values.iter().map(|value| &value.expr).collect();
        let (from, way, to) = match values.as_slice() {
            [from, way, to] if from.path().is_some() && to.path().is_some() => (*from, *way, *to),
            _ => {
                *whole = false;
                if !entry.broken {
                    let found = errors::slipstream_form(entry.values_span());
                    out.push(simple_entries::hyphened(values.iter().copied(), found));
                }
                continue;
            }
        };
        match way.kind {
            ExprKind::BothWays | ExprKind::OneWay => {}
            _ => {
                *whole = false;
                out.push(errors::slipstream_form(entry.values_span()));
                continue;
            }
        }
        let ends = (line.end(from, *whole, out), line.end(to, *whole, out));
        let (Some(from), Some(to)) = ends else {
            *whole = false;
            continue;
        };
        let span = entry.values_span();
        if from == to {
            out.push(errors::to_itself(span, name(placed, from)));
            continue;
        }
        let pair = (from.min(to), from.max(to));
        if let Some(first) = seen.get(&pair) {
            let is_back = way.kind == ExprKind::OneWay && one_way.contains(&(to, from));
            out.push(errors::slipstream_twice(span, name(placed, from), name(placed, to), *first, is_back));
            continue;
        }
        if way.kind == ExprKind::OneWay {
            one_way.push((from, to));
        }
        seen.insert(pair, span);
        links.push((pair, span));
    }
    links
}

/// Systems of a cluster in the order of its list `systems`. Used to find the two systems of a slipstream.
struct Line<'c, 't> {
    program: &'c Program<'t>,
    declared: &'c DeclaredItem<'t>,
    placed: &'c [Placed],
    places: Places,
}

impl Line<'_, '_> {
    /// Returns the index of the system at one end of a slipstream. If some system of the cluster could not be read (`whole` is false), the
    /// end may be that system, so an unknown end is not reported.
    fn end(&self, expr: &Expr, whole: bool, out: &mut Diagnostics) -> Option<usize> {
        let path = expr.path()?;
        let package = path.package.as_ref().map(|package| package.text.as_str());
        let found = place_of(&self.places, &path.name.text, package).or_else(|| by_old_name(self.program, &path, self.placed));
        if let Some(system) = found.and_then(|at| self.placed.get(at)).map(|placed| &placed.member.system) {
            self.program.note_item(path.name.span, &system.package, &system.kind, &system.name);
        }
        if found.is_none() && whole {
            let nearest = slip_suggest::nearest(&path.name.text, self.placed.iter().map(|placed| placed.member.system.name.as_str()));
            out.push(errors::not_a_member(expr.span, &path.name.text, self.declared.name(), nearest, true));
        }
        found
    }
}

/// Returns the index of a system that is written with an old name.
fn by_old_name(program: &Program<'_>, path: &NamePath, placed: &[Placed]) -> Option<usize> {
    let is_it = |declared: &DeclaredItem<'_>| {
        let package = program.package_name(declared.package);
        let called = |placed: &Placed| (&placed.member.system.name, placed.member.system.package.as_str()) == (declared.name(), package);
        placed.iter().position(called).filter(|_| declared.kind() == "system")
    };
    let found = program.find_old(path, |declared| is_it(declared).is_some());
    found.first().and_then(|id| program.get(*id)).and_then(is_it)
}

fn name(placed: &[Placed], at: usize) -> &str {
    placed.get(at).map_or("", |placed| placed.member.system.name.as_str())
}

/// Reports an unusual number of systems. Without any system, sets `whole` to false, because the other checks need a system.
fn size(declared: &DeclaredItem<'_>, systems: usize, whole: &mut bool, out: &mut Diagnostics) {
    let at = declared.tree.name.span;
    if systems == 0 {
        if simple_entries::lacks(&declared.entries, &block_schema::worlds::CLUSTER, "systems") && !declared.tree.broken {
            out.push(simple_entry_errors::missing(
                at,
                &format!("the cluster `{}`", declared.name()),
                "systems",
                "systems harrow, dunmore, pell",
            ));
        }
        *whole = false;
    } else if !USUAL_SYSTEMS.contains(&systems) {
        out.push(errors::unusual_size(at, declared.name(), systems));
    }
}

/// Reports systems that no slipstream connects with the others, and systems with unusually many or few slipstreams.
fn shape(declared: &DeclaredItem<'_>, placed: &[Placed], links: &[((usize, usize), Span)], out: &mut Diagnostics) {
    let at = declared.tree.name.span;
    let parts = parts(placed.len(), links);
    if links.is_empty() && placed.len() > 1 && !simple_entries::lacks(&declared.entries, &block_schema::worlds::CLUSTER, "slipstream") {
        return;
    }
    if links.is_empty() && placed.len() > 1 {
        let example = format!("slipstream {} -- {}", name(placed, 0), name(placed, 1));
        out.push(simple_entry_errors::missing(at, &format!("the cluster `{}`", declared.name()), "slipstream", &example));
    } else if parts.len() > 1 {
        let named: Vec<Vec<&str>> = parts.iter().map(|part| part.iter().map(|system| name(placed, *system)).collect()).collect();
        let spans = parts.iter().skip(1).filter_map(|part| Some(placed.get(*part.first()?)?.span)).collect::<Vec<_>>();
        out.push(errors::apart(at, declared.name(), &named, &spans));
    }
    let mut at_each: Vec<Vec<Span>> = vec![Vec::new(); placed.len()];
    for ((from, to), span) in links {
        for end in [from, to] {
            at_each.get_mut(*end).into_iter().for_each(|here| here.push(*span));
        }
    }
    for (placed, here) in placed.iter().zip(at_each) {
        if here.len() > MOST_LINKS {
            out.push(errors::many_slipstreams(placed.span, &placed.member.system.name, MOST_LINKS, &here));
        }
    }
}

/// Returns the connected components of the cluster. Each is a list of the indexes of its systems, in ascending order.
fn parts(systems: usize, links: &[((usize, usize), Span)]) -> Vec<Vec<usize>> {
    let pairs: Vec<(usize, usize)> = links.iter().map(|(ends, _)| *ends).collect();
    let neighbours = all_neighbours(systems, &pairs);
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let mut parts = Vec::new();
    for start in 0..systems {
        let mut part = Vec::new();
        let mut waiting = vec![start];
        while let Some(system) = waiting.pop() {
            if seen.insert(system) {
                part.push(system);
                waiting.extend(neighbours.get(system).into_iter().flatten());
            }
        }
        if !part.is_empty() {
            part.sort_unstable();
            parts.push(part);
        }
    }
    parts
}

/// Reports two systems with the same initial. Systems are drawn in a line by their initials (R-K6), so the two could not be told apart.
fn initials(placed: &[Placed], out: &mut Diagnostics) {
    let initial = |placed: &Placed| {
        placed.member.title.chars().find(|letter| letter.is_alphanumeric()).map(|letter| letter.to_uppercase().collect::<String>())
    };
    let mut firsts: BTreeMap<String, &Placed> = BTreeMap::new();
    for system in placed {
        let Some(letter) = initial(system) else { continue };
        let first = *firsts.entry(letter.clone()).or_insert(system);
        if !std::ptr::eq(first, system) {
            out.push(errors::same_initial(system.span, &letter, (&first.member.title, first.span), &system.member.title));
        }
    }
}

/// Reports a cluster in which no system has the technology [`SLIPSTREAM_TECH`]. Names the two systems that the slipstream guarantee would
/// raise to this technology, and the reason.
fn guarantee(declared: &DeclaredItem<'_>, placed: &[Placed], out: &mut Diagnostics) {
    let ratings: Vec<_> = placed.iter().map(|placed| placed.member.ratings()).collect();
    let Some(RaisedSystems { lowest, highest }) = guaranteed(&ratings) else { return };
    let ends = [lowest, highest].into_iter().take(if lowest == highest { 1 } else { 2 });
    let raised: Vec<errors::RaisedSystem<'_>> = ends
        .filter_map(|at| {
            let (placed, own) = (placed.get(at)?, ratings.get(at)?);
            let equals = ratings.iter().filter(|other| other.sum == own.sum).count();
            Some(errors::RaisedSystem { name: &placed.member.system.name, sum: own.sum, equals, tech: placed.tech })
        })
        .collect();
    let reckoned: Vec<(Span, String)> = placed.iter().map(|placed| (placed.span, reckoning(&placed.member))).collect();
    out.push(errors::no_slipstream_tech(declared.tree.name.span, declared.name(), SLIPSTREAM_TECH, &raised, &reckoned));
}

/// Formats the sum of a system's ratings: `the ratings T1 - 1 + 2 give 2`.
fn reckoning(member: &ClusterSystem) -> String {
    let others: String =
        member.stats.values().map(|rank| if *rank < 0 { format!(" - {}", rank.unsigned_abs()) } else { format!(" + {rank}") }).collect();
    format!("the ratings T{}{others} give {}", member.tech, member.ratings().sum)
}
