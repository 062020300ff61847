//! Reads map templates: `map inquest : tribunal { steps 3 }` (R-ZC1).
//!
//! A template has zones and borders like a map. It also has rows and stars; the map sets their number of zones. A zone of the map overrides
//! the template's zone of the same name. A border of the map overrides the template's border between the same zones.

use super::Placed;
use super::borders;
use crate::block_schema;
use crate::check::effect::{CarrierDeclaration, DeclaredNames, EffectScope};
use crate::check::map_template_errors as errors;
use crate::check::readable_names::readable;
use crate::check::simple_entries;
use crate::resolve::{DeclaredItem, Kinds, Program};
use ecow::eco_format;
use slip_limits::MAP_ZONES;
use slip_pack::Name;
use slip_pack::map::{Border, BorderValue, Zone};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostics};
use slip_syntax::tree::{Entry, Expr, ExprKind, NamePath};

/// Maximum number of zones of one row.
const LONGEST: i64 = 50;

/// Zones and borders that a map gets from its template.
pub(super) struct TemplateShape {
    /// Key of the template.
    pub template: Name,
    /// Zones in the order of the text, those of rows first.
    pub zones: Vec<Placed>,
    /// Borders; their zones are indices into `zones`.
    pub borders: Vec<Border>,
}

/// Row of zones, as written: `row rings 4..9 { default 6; first just_friends; each ring; last lovers }`.
struct Row<'e> {
    /// Word with which a map sets the number of zones of the row, such as `steps`.
    count: Name,
    least: i64,
    most: i64,
    usual: i64,
    first: Option<Named<'e>>,
    each: Option<Named<'e>>,
    last: Option<Named<'e>>,
    from: Option<&'e Expr>,
    to: Option<&'e Expr>,
    /// Zone in the middle of a star, which is written after `at`.
    at: Option<&'e Expr>,
}

/// Zone that is named in a row.
struct Named<'e> {
    name: Name,
    span: Span,
    title: Option<&'e str>,
}

/// Returns the template to which a path refers; reports an error if there is none.
pub(super) fn find<'p, 't>(
    program: &'p Program<'t>,
    map: &DeclaredItem<'_>,
    path: &NamePath,
    out: &mut Diagnostics,
) -> Option<&'p DeclaredItem<'t>> {
    match program.find(map.package, path, Kinds::One("template")) {
        Ok(id) => program.get(id),
        Err(diagnostic) => {
            // If the head of the map did not parse, the name of the template may be wrong only because of this.
            if !map.tree.broken {
                out.push(*diagnostic);
            }
            None
        }
    }
}

/// Checks a template by itself.
pub fn check(program: &Program<'_>, known: &DeclaredNames, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    simple_entries::check(&declared.entries, &block_schema::maps::TEMPLATE, out);
    if let (Some(design), false) = (&declared.tree.design, declared.tree.broken) {
        out.push(errors::template_of_template(design.span()));
    }
    let zones = shape(program, known, (declared, &[]), out).zones.len();
    if zones > MAP_ZONES && !out.iter().any(|found| found.code == Code::TooLarge) {
        out.push(crate::check::map_errors::too_many_zones(declared.tree.name.span, MAP_ZONES));
    }
    let zoned = |entry: &Entry| matches!(entry.word(), "zone" | "row" | "star");
    if !declared.entries.iter().any(zoned) && !declared.tree.broken {
        out.push(errors::no_zones(declared.tree.name.span, declared.name()));
    }
}

/// Returns the words with which a map sets the numbers of zones of a template.
pub(super) fn counts(template: &DeclaredItem<'_>) -> Vec<Name> {
    let mut words: Vec<Name> = Vec::new();
    for row in rows(template, &mut Diagnostics::new()) {
        if !words.contains(&row.count) {
            words.push(row.count);
        }
    }
    words
}

/// Reports a number of zones in a map that is outside the range that the template's row allows.
pub(super) fn check_counts(template: &DeclaredItem<'_>, own: &[Entry], out: &mut Diagnostics) {
    let mut said: Vec<Name> = Vec::new();
    for row in rows(template, &mut Diagnostics::new()) {
        // Several rows may have the same word for their number of zones. Each word is checked once.
        if !said.contains(&row.count) {
            count(&row, own, out);
            said.push(row.count);
        }
    }
}

/// Returns the zones and borders that a template gives to a map. `own` are the entries of the map; they set the numbers of zones.
pub(super) fn shape(
    program: &Program<'_>,
    known: &DeclaredNames,
    (template, own): (&DeclaredItem<'_>, &[Entry]),
    out: &mut Diagnostics,
) -> TemplateShape {
    let scope = EffectScope::new(program, known, template.package, CarrierDeclaration::Place("zone".into()));
    let mut zones: Vec<Placed> = Vec::new();
    let rows = rows(template, out);
    let mut lines: Vec<(Vec<usize>, &Row<'_>)> = Vec::new();
    // One row beyond the limit is enough to report too many zones.
    for row in &rows {
        if zones.len() > MAP_ZONES {
            break;
        }
        let count = count(row, own, out);
        lines.push((lay(row, count, &mut zones, out), row));
    }
    for placed in super::zones(&template.entries, &scope, out) {
        over(&mut zones, placed);
    }
    let mut joins: Vec<Border> = Vec::new();
    for (line, row) in &lines {
        join(line, row, &zones, &mut joins, out);
    }
    let written = borders::written(&template.entries, &zones, out);
    TemplateShape { template: program.key(template), borders: laid(joins, written), zones }
}

/// Replaces the zone of the template that has the same name. Properties that the map does not write are taken from the template.
pub(super) fn over(zones: &mut Vec<Placed>, own: Placed) {
    let Some(under) = zones.iter_mut().find(|placed| placed.zone.name == own.zone.name) else {
        zones.push(own);
        return;
    };
    let mut zone: Zone = own.zone;
    if !own.titled {
        zone.title.clone_from(&under.zone.title);
    }
    if zone.aspects.is_empty() {
        zone.aspects.clone_from(&under.zone.aspects);
    }
    if zone.effects.is_empty() {
        zone.effects.clone_from(&under.zone.effects);
    }
    *under = Placed { zone, ..own };
}

/// Merges two lists of borders: a border of `own` replaces the border of `under` between the same two zones.
pub(super) fn laid(under: Vec<Border>, own: Vec<Border>) -> Vec<Border> {
    let same = |one: &Border, other: &Border| (one.from, one.to) == (other.from, other.to) || (one.from, one.to) == (other.to, other.from);
    let mut borders = under;
    for border in own {
        match borders.iter_mut().find(|other| same(other, &border)) {
            Some(other) => *other = border,
            None => borders.push(border),
        }
    }
    borders
}

fn rows<'e>(template: &'e DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<Row<'e>> {
    let mut found = Vec::new();
    for entry in template.entries.iter().filter(|entry| matches!(entry.word(), "row" | "star")) {
        match row(entry, out) {
            Some(row) => found.push(row),
            None if entry.broken => {}
            None => out.push(errors::row_form(entry.values_span(), entry.word())),
        }
    }
    found
}

/// Reads a row or star: `row rings 4..9 { … }` or `star corners 2..8 { at floor; each corner }`.
fn row<'e>(entry: &'e Entry, out: &mut Diagnostics) -> Option<Row<'e>> {
    let [count, range] = entry.values.as_slice() else { return None };
    let ExprKind::Range(ends) = &range.expr.kind else { return None };
    let (least, most) = (ends.0.int()?, ends.1.int()?);
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    let star = entry.word() == "star";
    simple_entries::check(inner, if star { &block_schema::maps::STAR } else { &block_schema::maps::ROW }, out);
    let find = |key: &str| inner.iter().find(|entry| entry.word() == key);
    let zone = |key: &str| find(key).and_then(named_zone);
    let place = |key: &str| find(key).and_then(|entry| entry.only()).filter(|place| place.name().is_some());
    let usual = find("default").and_then(|entry| simple_entries::int(entry, least..=most, out)).unwrap_or(least);
    let row = Row {
        count: count.expr.name()?.clone(),
        least,
        most,
        usual,
        first: zone("first").filter(|_| !star),
        each: zone("each"),
        last: zone("last").filter(|_| !star),
        from: place("from"),
        to: place("to"),
        at: place("at").filter(|_| star),
    };
    let ends = i64::from(row.first.is_some()) + i64::from(row.last.is_some());
    let sound = least >= 1 && least >= ends && most >= least && most <= LONGEST && (row.each.is_some() || most <= ends);
    let shaped = !star || (row.at.is_some() && row.each.is_some());
    (sound && shaped).then_some(row)
}

/// Reads the name and title of a zone in a row: `lovers "Lovers"`.
fn named_zone(entry: &Entry) -> Option<Named<'_>> {
    let (name, title) = match entry.values.as_slice() {
        [name] => (&name.expr, None),
        [name, title] => (&name.expr, Some(title.expr.text()?.value.as_str())),
        _ => return None,
    };
    Some(Named { name: name.name()?.clone(), span: name.span, title })
}

/// Returns the number of zones in a row: the number that the map sets, or the default.
fn count(row: &Row<'_>, own: &[Entry], out: &mut Diagnostics) -> i64 {
    let said = own.iter().find(|entry| entry.word() == row.count);
    said.and_then(|entry| simple_entries::int(entry, row.least..=row.most, out)).unwrap_or(row.usual)
}

/// Adds the zones of a row. Returns their indices in order.
fn lay(row: &Row<'_>, count: i64, zones: &mut Vec<Placed>, out: &mut Diagnostics) -> Vec<usize> {
    let ends = i64::from(row.first.is_some()) + i64::from(row.last.is_some());
    let between = count.saturating_sub(ends);
    let mut line = Vec::new();
    let mut add = |name: Name, title: String, span: Span| {
        if let Some(first) = zones.iter().find(|placed| placed.zone.name == name) {
            out.push(crate::check::map_errors::zone_twice(span, &name, first.name));
            return;
        }
        line.push(zones.len());
        zones.push(Placed { zone: Zone { title, ..super::bare(name) }, name: span, letter: None, drawn: None, titled: true });
    };
    let titled = |named: &Named<'_>| named.title.map_or_else(|| readable(&named.name).to_string(), str::to_owned);
    if let Some(first) = &row.first {
        add(first.name.clone(), titled(first), first.span);
    }
    if let Some(each) = &row.each {
        for number in 1..=between {
            // If there are several zones between the first and the last, they are numbered. A single zone keeps its name.
            let (name, title) = match between {
                1 => (each.name.clone(), titled(each)),
                _ => (eco_format!("{}_{number}", each.name), format!("{} {number}", titled(each))),
            };
            add(name, title, each.span);
        }
    }
    if let Some(last) = &row.last {
        add(last.name.clone(), titled(last), last.span);
    }
    line
}

/// Adds the borders between neighbours in a row and to the zones at its ends, or between the centre of a star and its zones.
fn join(line: &[usize], row: &Row<'_>, zones: &[Placed], borders: &mut Vec<Border>, out: &mut Diagnostics) {
    let mut place = |expr: Option<&Expr>| {
        let word = expr.and_then(Expr::name)?;
        let found = zones.iter().position(|placed| placed.zone.name == *word);
        if let (None, Some(expr)) = (found, expr) {
            let names = zones.iter().map(|placed| placed.zone.name.as_str());
            out.push(crate::check::map_errors::unknown_zone(expr.span, word, names));
        }
        found
    };
    if let Some(middle) = place(row.at) {
        borders.extend(line.iter().map(|&zone| free(middle, zone)));
        return;
    }
    let (from, to) = (place(row.from), place(row.to));
    let whole: Vec<usize> = from.into_iter().chain(line.iter().copied()).chain(to).collect();
    borders.extend(whole.windows(2).filter_map(|pair| match pair {
        [one, other] => Some(free(*one, *other)),
        _ => None,
    }));
}

/// Creates a border that costs nothing.
fn free(from: usize, to: usize) -> Border {
    Border { from, to, one_way: false, value: BorderValue::Stateless(0), title: None, open: false, blocks_sight: None, cover: 0 }
}
