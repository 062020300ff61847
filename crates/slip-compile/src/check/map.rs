//! Compiles `map` declarations to zone maps: drawn pictures, outlines, and graphs without a drawing.
//!
//! Refuses letters without a zone and zones without their letter, borders to unknown zones, borders written twice, and invalid values.
//! Warns of unreachable zones, zones drawn in pieces or over each other, and borders between zones that do not touch. Cells that share an
//! edge touch; corners do not (R-XM2). Zones that touch have a free border unless another one is declared.

mod borders;
mod outline;
mod picture;
mod reachability;
mod template;

pub(super) use reachability::ZoneReach;
pub use template::check as check_template;

use super::effect::{self, CarrierDeclaration, DeclaredNames, EffectScope};
use super::map_errors as errors;
use super::map_template_errors;
use super::missing_semicolons;
use super::simple_entries;
use crate::block_schema;
use crate::check::readable_names::readable;
use crate::resolve::{DeclaredItem, Program};
use picture::MapPicture;
use slip_limits::{MAP_POINTS, MAP_ZONES};
use slip_pack::Name;
use slip_pack::item::SourcePosition;
use slip_pack::map::{Map, Zone};
use slip_source::Span;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_syntax::tree::{Block, Entry, Expr, ExprKind, Key, Value};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Range of the cover that a zone gives.
const COVER: RangeInclusive<i64> = 0..=100;

/// Zone of a map, with its spans.
struct Placed {
    zone: Zone,
    /// Span of the zone's name.
    name: Span,
    /// Span of the zone's letter.
    letter: Option<Span>,
    /// Span of the zone's outline or centre.
    drawn: Option<Span>,
    /// True if the author wrote a title for the zone.
    titled: bool,
}

/// Returns the template from which a map is made, if the template has a zone with this name.
pub fn template_with_zone<'p, 't>(
    program: &'p Program<'t>,
    known: &DeclaredNames,
    map: &DeclaredItem<'t>,
    zone: &str,
) -> Option<&'p DeclaredItem<'t>> {
    let mut quiet = Diagnostics::new();
    let template = template::find(program, map, program.behind_colon(map)?, &mut quiet)?;
    let shape = template::shape(program, known, (template, &map.entries), &mut quiet);
    shape.zones.iter().any(|placed| placed.zone.name == zone).then_some(template)
}

/// Compiles a map. `place` is the declaration of the map.
pub fn check(
    program: &Program<'_>,
    known: &DeclaredNames,
    declared: &DeclaredItem<'_>,
    place: SourcePosition,
    out: &mut Diagnostics,
) -> Map {
    let before = out.count(Severity::Error);
    let scope = EffectScope::new(program, known, declared.package, CarrierDeclaration::Place("zone".into()));
    let mut zones = zones(&declared.entries, &scope, out);
    let too_many = zones.len() > MAP_ZONES;
    let mut shape = None;
    let mut given: Vec<Name> = Vec::new();
    if let Some(path) = program.behind_colon(declared) {
        let template = template::find(program, declared, path, out);
        check_keys(declared, template, out);
        shape = template.map(|template| template::shape(program, known, (template, &declared.entries), &mut Diagnostics::new()));
        if let (Some(template), Some(picture)) = (template, declared.entry("picture")) {
            out.push(map_template_errors::drawn_template(picture.span, template.name()));
        }
    } else {
        simple_entries::check(&declared.entries, &block_schema::maps::MAP, out);
    }
    if let Some(shape) = &mut shape {
        let own = std::mem::take(&mut zones);
        zones.append(&mut shape.zones);
        given.extend(zones.iter().map(|placed| placed.zone.name.clone()));
        own.into_iter().for_each(|zone| template::over(&mut zones, zone));
    }
    let picture = declared.entry("picture").and_then(|entry| picture::read(program, entry, out));
    if let Some(picture) = &picture {
        picture.give_cells(&mut zones, out);
    }
    if zones.is_empty()
        && declared.tree.design.is_none()
        && !declared.entries.iter().any(|entry| entry.word() == "zone")
        && !declared.tree.broken
    {
        out.push(errors::no_zones(declared.tree.name.span, declared.name()));
    }
    if zones.len() > MAP_ZONES && !too_many {
        out.push(errors::too_many_zones(declared.tree.name.span, MAP_ZONES));
    }
    let points: usize = zones.iter().map(|placed| placed.zone.outline.len()).sum();
    if points > MAP_POINTS {
        out.push(errors::too_many_points_together(declared.tree.name.span, declared.name()));
    }
    // A map with too many zones is compiled only in part, so references to its zones are not checked.
    let whole = zones.len() <= MAP_ZONES && points <= MAP_POINTS;
    zones.truncate(MAP_ZONES);
    let touching = if whole { touching(&zones, picture.as_ref()) } else { Vec::new() };
    let written = if whole { borders::read(&declared.entries, &zones, &touching, picture.is_some(), out) } else { Vec::new() };
    let (borders, template) = match shape {
        Some(shape) => (if whole { template::laid(shape.borders, written) } else { written }, Some(shape.template)),
        None => (written, None),
    };
    let sight = if whole { borders::sight(declared, &zones, out) } else { Vec::new() };
    if whole {
        for (first, second) in outline::overlapping(&zones) {
            if let (Some(first), Some(second)) = (zones.get(first), zones.get(second)) {
                let bare = second.zone.outline.is_empty();
                let (at, other) = (second.drawn.unwrap_or(second.name), first.drawn.unwrap_or(first.name));
                out.push(errors::overlapping(at, &second.zone.name, &first.zone.name, other, bare));
            }
        }
    }
    // In a map with errors, a border may be missing only because it could not be read. Reachability is not checked then.
    let sound = whole && out.count(Severity::Error) == before && declared.entries.iter().all(|entry| !entry.broken);
    for part in reachability::unreachable(if sound { zones.len() } else { 0 }, &borders) {
        unreachable(&part, &zones, &given, out);
    }
    let aspects = declared.entry("aspects").map_or_else(Vec::new, |entry| simple_entries::texts(entry, out));
    if let Some(entry) = declared.entry("gravity") {
        gravity(entry, out);
    }
    missing_semicolons::told(
        program.sources,
        (declared.tree.span, &declared.entries),
        &[&block_schema::maps::MAP, &block_schema::maps::ZONE],
        out,
    );
    Map {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: program.package_name(declared.package).into(),
        zones: zones.into_iter().map(|placed| placed.zone).collect(),
        borders,
        aspects: aspects.into_iter().map(|text| text.value.to_string()).collect(),
        sight,
        template,
        picture: picture.map(MapPicture::rows).unwrap_or_default(),
        waivers: Vec::new(),
        valid: out.count(Severity::Error) == before && !declared.tree.flawed && declared.entries.iter().all(unbroken),
        place,
    }
}

/// Words for the gravity of a map, as the setting `gravity` has them.
const GRAVITIES: [&str; 5] = ["normal", "none", "stuttering", "sloping", "low"];

/// Reads `gravity low`: the gravity of the scenes that take place on a map.
pub(super) fn gravity(entry: &Entry, out: &mut Diagnostics) -> Option<Name> {
    let word = entry.only().and_then(Expr::name).filter(|word| GRAVITIES.contains(&word.as_str()));
    if word.is_none() && !entry.broken {
        out.push(errors::gravity(entry.values_span(), GRAVITIES));
    }
    word.cloned()
}

/// Reports a connected group of zones that cannot be reached from the others.
fn unreachable(part: &[usize], zones: &[Placed], given: &[Name], out: &mut Diagnostics) {
    let placed = || part.iter().filter_map(|zone| zones.get(*zone));
    let mut told = false;
    for placed in placed().filter(|placed| !given.contains(&placed.zone.name)) {
        // A zone that cannot be reached may be a misspelt zone of the template. The misspelling then explains why.
        if let Some(meant) = slip_suggest::nearest(&placed.zone.name, given.iter().map(Name::as_str)) {
            out.push(map_template_errors::misspelt_zone(placed.name, &placed.zone.name, meant));
            told = true;
        }
    }
    let from = (0..zones.len()).find(|zone| !part.contains(zone)).and_then(|zone| zones.get(zone));
    if let (Some(first), Some(from), false) = (placed().next(), from, told) {
        let others: Vec<&str> = placed().skip(1).map(|other| other.zone.name.as_str()).collect();
        out.push(errors::unreachable(first.name, &first.zone.name, &others, &from.zone.name));
    }
}

/// True if an entry parsed completely.
pub(super) fn unbroken(entry: &Entry) -> bool {
    !entry.broken && entry.block().is_none_or(|block| block.entries.iter().all(unbroken))
}

/// Returns the key of a map in the pack.
pub fn key(map: &Map) -> Name {
    slip_pack::key(&map.package, &map.name)
}

/// Checks the keys of a map with a template. Allowed are the keys of all maps, and the words of the template that set the number of zones
/// in a row (`steps 3`).
fn check_keys(declared: &DeclaredItem<'_>, template: Option<&DeclaredItem<'_>>, out: &mut Diagnostics) {
    let counts = template.map(template::counts).unwrap_or_default();
    let mut said: Vec<(&str, Span)> = Vec::new();
    let mut others = Vec::new();
    for entry in declared.entries.iter() {
        let (word, known) = (entry.word(), block_schema::maps::MAP.entry(entry.word()).is_some());
        let Key::Word(key) = &entry.key else {
            others.push(entry.clone());
            continue;
        };
        if known || entry.broken {
            others.push(entry.clone());
        } else if !counts.iter().any(|count| count == word) {
            // If the template is unknown, its keys are unknown too, so no key is reported.
            let known = block_schema::maps::MAP.words().chain(counts.iter().map(Name::as_str));
            if template.is_some() {
                out.push(super::simple_entry_errors::unknown_key(key, "a map of this template", known));
            }
        } else if let Some((_, first)) = said.iter().find(|(other, _)| *other == word) {
            out.push(super::simple_entry_errors::written_twice(key, *first));
        } else {
            said.push((word, key.span));
            simple_entries::check_parts_none(entry, out);
        }
    }
    simple_entries::check(&others, &block_schema::maps::MAP, out);
    if let Some(template) = template {
        template::check_counts(template, &declared.entries, out);
    }
}

/// Reads the declared zones; a name that is declared twice counts once. Reading ends after the first zone above the limit, which is still
/// included.
fn zones(entries: &[Entry], scope: &EffectScope<'_, '_>, out: &mut Diagnostics) -> Vec<Placed> {
    let mut zones: Vec<Placed> = Vec::new();
    let mut taken = TakenNames::default();
    for entry in entries.iter().filter(|entry| entry.word() == "zone") {
        let written = apart(entry);
        if written.len() > 1 && !entry.broken {
            out.push(errors::zone_form(entry));
        }
        let told = written.len() > 1 || entry.broken;
        for (values, left) in written.iter().zip((0..written.len()).rev()) {
            let block = entry.block().filter(|_| left == 0);
            if let Some(placed) = zone((entry, values, block), told, scope, out) {
                place(placed, &mut zones, &mut taken, out);
            }
        }
        if zones.len() > MAP_ZONES {
            break;
        }
    }
    zones
}

/// Index of the zone that uses each name and each letter, for the zones that were read so far.
#[derive(Default)]
struct TakenNames {
    names: BTreeMap<Name, usize>,
    letters: BTreeMap<char, usize>,
}

/// Adds a zone to `zones` and reports a name or letter that another zone has.
fn place(mut placed: Placed, zones: &mut Vec<Placed>, taken: &mut TakenNames, out: &mut Diagnostics) {
    if let Some(first) = taken.names.get(&placed.zone.name).and_then(|at| zones.get(*at)) {
        out.push(errors::zone_twice(placed.name, &placed.zone.name, first.name));
        return;
    }
    taken.names.insert(placed.zone.name.clone(), zones.len());
    if let (Some(letter), Some(drawn)) = (placed.letter, placed.zone.letter)
        && let Some(first) = taken.letters.get(&drawn).and_then(|at| zones.get(*at))
    {
        out.push(errors::letter_twice(letter, placed.zone.letter.unwrap_or_default(), &first.zone.name, first.name));
        // The letter belongs to the first zone with this letter. The span of the letter is kept, so that no follow-up error is reported for
        // the picture.
        placed.zone.letter = None;
    }
    if let Some(drawn) = placed.zone.letter {
        taken.letters.entry(drawn).or_insert(zones.len());
    }
    let at = placed.name;
    zones.push(placed);
    if zones.len() == MAP_ZONES + 1 {
        out.push(errors::too_many_zones(at, MAP_ZONES));
    }
}

/// Splits an entry with several zones on one line into its zones.
fn apart(entry: &Entry) -> Vec<&[Value]> {
    let titled = entry.values.last().is_some_and(|value| value.expr.text().is_some());
    let next = |value: &Value| value.expr.name().is_some_and(|word| *word == entry.word());
    if entry.values.iter().any(|value| value.comma) {
        return in_list(&entry.values);
    }
    let several: Vec<&[Value]> = entry.values.split(next).collect();
    let is_one = entry.values.len() <= 2 + usize::from(titled) || several.iter().any(|values| values.is_empty());
    if is_one { vec![&entry.values] } else { several }
}

/// Splits values into groups at the commas between them.
fn in_list(values: &[Value]) -> Vec<&[Value]> {
    values.chunk_by(|_, next| !next.comma).collect()
}

/// Reads a zone: `zone d dock "Loading dock" { … }`, or `zone dock` without a picture. `told` is true if an error in the entry was reported
/// before.
fn zone(
    (entry, values, block): (&Entry, &[Value], Option<&Block>),
    told: bool,
    scope: &EffectScope<'_, '_>,
    out: &mut Diagnostics,
) -> Option<Placed> {
    let words: Vec<&Expr> = values.iter().map(|value| &value.expr).collect();
    let (head, title) = match words.split_last() {
        Some((last, head)) if last.text().is_some() => (head, last.text()),
        _ => (words.as_slice(), None),
    };
    let (letter, name) = match head {
        [name] => (None, *name),
        [letter, name] => (Some(*letter), *name),
        _ => {
            if !told {
                out.push(errors::zone_form(entry));
            }
            return None;
        }
    };
    let Some(word) = name.name() else {
        if !told {
            out.push(errors::zone_name(name.span));
        }
        return None;
    };
    let drawn = letter.and_then(|letter| {
        let found = single_letter(letter);
        if found.is_none() && !told {
            out.push(errors::not_a_letter(letter.span));
        }
        found
    });
    let mut zone = Zone { letter: drawn, ..bare(word.clone()) };
    if let Some(title) = title {
        zone.title = title.value.to_string();
    }
    if let Some(block) = block {
        simple_entries::check(&block.entries, &block_schema::maps::ZONE, out);
        for inner in &block.entries {
            fill(&mut zone, inner, out);
        }
        zone.effects = effect::lines(&block.entries, scope, out);
    }
    let inner = |word: &str| block?.entries.iter().find(|inner| inner.word() == word).map(Entry::values_span);
    Some(Placed {
        zone,
        name: name.span,
        // The span of an invalid letter is kept so that no follow-up error is reported for the picture.
        letter: letter.map(|letter| letter.span),
        drawn: inner("outline").or(inner("centre")),
        titled: title.is_some(),
    })
}

/// Creates a zone that has only a name.
fn bare(name: Name) -> Zone {
    Zone {
        title: readable(&name).to_string(),
        name,
        letter: None,
        aspects: Vec::new(),
        outdoor: false,
        exit: false,
        altitude: 0,
        cover: 0,
        range_cap: None,
        cells: Vec::new(),
        outline: Vec::new(),
        centre: None,
        effects: Vec::new(),
    }
}

/// Returns the letter or digit with which a zone is drawn in the picture.
fn single_letter(expr: &Expr) -> Option<char> {
    match &expr.kind {
        ExprKind::Name(name) => {
            let mut letters = name.chars();
            letters.next().filter(|_| letters.next().is_none())
        }
        ExprKind::Int(digit) => u32::try_from(*digit).ok().and_then(|digit| char::from_digit(digit, 10)),
        _ => None,
    }
}

fn fill(zone: &mut Zone, entry: &Entry, out: &mut Diagnostics) {
    match entry.word() {
        "aspects" => zone.aspects = simple_entries::texts(entry, out).into_iter().map(|text| text.value.to_string()).collect(),
        "altitude" => zone.altitude = small(simple_entries::int(entry, -100..=100, out)),
        "cover" => zone.cover = small(simple_entries::int(entry, COVER, out)),
        "outdoor" => zone.outdoor = simple_entries::flag(entry, out),
        "exit" => zone.exit = simple_entries::flag(entry, out),
        "level" => match entry.only().and_then(Expr::name).map(|word| word.as_str()) {
            Some("cluttered") => zone.range_cap = Some(0),
            Some("complicated") => zone.range_cap = Some(1),
            Some("open") => zone.range_cap = None,
            _ if entry.broken => {}
            _ => out.push(errors::level(entry.values_span())),
        },
        "outline" => zone.outline = outline::points(entry, 3, out),
        "centre" => zone.centre = outline::points(entry, 1, out).first().copied(),
        _ => {}
    }
}

fn small(value: Option<i64>) -> i32 {
    value.and_then(|value| i32::try_from(value).ok()).unwrap_or(0)
}

/// Returns the pairs of zones that touch, as indices with the lower first.
fn touching(zones: &[Placed], picture: Option<&MapPicture>) -> Vec<(usize, usize)> {
    let mut pairs = picture.map(|picture| picture.touching(zones)).unwrap_or_default();
    pairs.extend(outline::touching(zones));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
