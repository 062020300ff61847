//! Reads the borders between zones, declared and implicit, and the lines of sight.

use super::Placed;
use crate::block_schema;
use crate::check::map_errors as errors;
use crate::check::simple_entries;
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_pack::map::{Border, BorderValue, LineOfSight};
use slip_source::Span;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_syntax::tree::{Entry, Expr, ExprKind};
use std::collections::BTreeMap;

/// Maximum of each number in the value of a border, such as `4/0/4`.
const HIGHEST: i64 = 1000;

/// Zones of a map, by name.
struct Zones<'z> {
    placed: &'z [Placed],
    by_name: BTreeMap<&'z str, usize>,
    /// False if the name of a zone of the map has an error. An unknown name may then mean this zone, so it is not reported.
    complete: bool,
}

impl<'z> Zones<'z> {
    fn new<'e>(placed: &'z [Placed], mut entries: impl Iterator<Item = &'e Entry>) -> Zones<'z> {
        // If two zones have the same name the first counts; the second was reported.
        let by_name = placed.iter().enumerate().rev().map(|(at, placed)| (placed.zone.name.as_str(), at)).collect();
        Zones { placed, by_name, complete: !entries.any(|entry| entry.word() == "zone" && entry.broken) }
    }

    fn names(&self) -> impl Iterator<Item = &'z str> + Clone {
        self.placed.iter().map(|placed| placed.zone.name.as_str())
    }
}

/// Returns the declared borders in the order of the text, and then a free border for each pair of touching zones without a declared border.
pub(super) fn read(entries: &[Entry], zones: &[Placed], touching: &[(usize, usize)], drawn: bool, out: &mut Diagnostics) -> Vec<Border> {
    let mut borders: Vec<Border> = Vec::new();
    let mut written: BTreeMap<(usize, usize), (bool, Span)> = BTreeMap::new();
    let found = Zones::new(zones, entries.iter());
    for entry in entries.iter().filter(|entry| entry.word() == "border") {
        let Some(border) = border(entry, &found, out) else { continue };
        let at = head_span(entry);
        let (a, b) = (border.from, border.to);
        // Two one-way borders in opposite directions are not a repetition.
        let reverse = written.get(&(b, a)).filter(|(one_way, _)| !(*one_way && border.one_way));
        if let Some((_, first)) = written.get(&(a, b)).or(reverse) {
            out.push(errors::border_twice(at, *first));
            continue;
        }
        let pair = (a.min(b), a.max(b));
        if drawn && touching.binary_search(&pair).is_err() && both_drawn(zones, a, b) && !matches!(border.value, BorderValue::Wall) {
            out.push(errors::border_apart(at, name(zones, a), name(zones, b)));
        }
        written.insert((a, b), (border.one_way, at));
        borders.push(border);
    }
    for (a, b) in touching {
        if !written.contains_key(&(*a, *b)) && !written.contains_key(&(*b, *a)) {
            borders.push(Border {
                from: *a,
                to: *b,
                one_way: false,
                value: BorderValue::Stateless(0),
                title: None,
                open: false,
                blocks_sight: None,
                cover: 0,
            });
        }
    }
    borders
}

/// Returns the borders that are declared, in the order of the text, without the implicit ones.
pub(super) fn written(entries: &[Entry], zones: &[Placed], out: &mut Diagnostics) -> Vec<Border> {
    read(entries, zones, &[], false, out)
}

fn both_drawn(zones: &[Placed], a: usize, b: usize) -> bool {
    [a, b].into_iter().all(|zone| zones.get(zone).is_some_and(|placed| !placed.zone.cells.is_empty()))
}

fn name(zones: &[Placed], zone: usize) -> &str {
    zones.get(zone).map_or("", |placed| placed.zone.name.as_str())
}

/// Returns the span of the two zones and the sign, without value and title: `dock -- office`.
fn head_span(entry: &Entry) -> Span {
    match (entry.values.first(), entry.values.get(2)) {
        (Some(first), Some(third)) => first.expr.span.to(third.expr.span),
        _ => entry.values_span(),
    }
}

/// Returns the span of the sign in `dock - office` including the spaces around it. A single dash parses as a subtraction, `dock and office`
/// as a condition, and `dock..office` as a range.
fn single_dash(value: &Expr) -> Option<Span> {
    let (ExprKind::Binary(_, ends) | ExprKind::Range(ends)) = &value.kind else { return None };
    let (from, to) = (&ends.0, &ends.1);
    (from.name().is_some() && to.name().is_some()).then(|| Span::new(value.span.file, from.span.end, to.span.start))
}

/// Returns the span between two zones that are joined by a word, by a comma or by nothing: `dock to office`, `dock, office`.
fn other_dash(values: &[&Expr], zones: &Zones<'_>) -> Option<Span> {
    let is_zone = |value: &&&Expr| value.name().is_some_and(|name| zones.by_name.contains_key(name.as_str()));
    let (from, rest) = values.split_first().filter(|(from, _)| is_zone(from))?;
    let to = rest.iter().take(2).find(is_zone)?;
    Some(Span::new(from.span.file, from.span.end, to.span.start))
}

/// Returns the error about zones that are not joined by `--` or `->`.
fn not_joined(entry: &Entry, values: &[&Expr], zones: &Zones<'_>) -> Diagnostic {
    match other_dash(values, zones) {
        Some(gap) => errors::single_dash(entry.values_span(), gap),
        None => errors::border_form(entry.values_span()),
    }
}

/// Reads a border: `border dock -- office 4/0/4 "Dogged hatch" { open; sight }`.
fn border(entry: &Entry, zones: &Zones<'_>, out: &mut Diagnostics) -> Option<Border> {
    let values: Vec<&Expr> = entry.values.iter().map(|value| &value.expr).collect();
    if let Some(gap) = values.first().and_then(|first| single_dash(first)) {
        out.push(errors::single_dash(entry.values_span(), gap));
        return None;
    }
    let [from, way, to, rest @ ..] = values.as_slice() else {
        if !entry.broken {
            out.push(not_joined(entry, &values, zones));
        }
        return None;
    };
    let one_way = match way.kind {
        ExprKind::BothWays => false,
        ExprKind::OneWay => true,
        _ => {
            if !entry.broken {
                out.push(not_joined(entry, &values, zones));
            }
            return None;
        }
    };
    let [from_zone, to_zone] = [from, to].map(|end| zone(end, zones, entry.broken, out));
    let (value, title) = match rest {
        [] => (None, None),
        [one] if one.text().is_some() => (None, one.text()),
        [value] => (Some(*value), None),
        [value, title] if title.text().is_some() => (Some(*value), title.text()),
        [_, extra, ..] => {
            if !entry.broken {
                out.push(errors::border_form(extra.span));
            }
            return None;
        }
    };
    let value = value.map_or(Some(BorderValue::Stateless(0)), |value| worth(value, entry.broken, out));
    let (from, to) = (from_zone?, to_zone?);
    if from == to {
        out.push(errors::border_to_itself(head_span(entry), name(zones.placed, from)));
        return None;
    }
    let mut border = Border {
        from,
        to,
        one_way,
        value: value?,
        title: title.map(|title| title.value.to_string()),
        open: false,
        blocks_sight: None,
        cover: 0,
    };
    if let Some(block) = entry.block() {
        simple_entries::check(&block.entries, &block_schema::maps::BORDER, out);
        for inner in &block.entries {
            match inner.word() {
                "open" if matches!(border.value, BorderValue::Stateful { .. }) => border.open = simple_entries::flag(inner, out),
                "open" => out.push(errors::nothing_to_open(inner.span)),
                "sight" => border.blocks_sight = Some(!simple_entries::flag(inner, out)),
                "cover" => border.cover = super::small(simple_entries::int(inner, super::COVER, out)),
                _ => {}
            }
        }
    }
    Some(border)
}

/// Reads the value of a border (R-P18): the costs to open it, to pass it and to close it. With a single number, or three equal numbers, the
/// cost must be paid at every crossing.
fn worth(value: &Expr, broken: bool, out: &mut Diagnostics) -> Option<BorderValue> {
    let part = |number: i64| i32::try_from(number).ok().filter(|number| (0..=HIGHEST).contains(&i64::from(*number)));
    let read = match &value.kind {
        ExprKind::Int(cost) => part(*cost).map(BorderValue::Stateless),
        ExprKind::Name(word) if word == "x" => Some(BorderValue::Wall),
        ExprKind::Border(literal) => match (part(literal.open), part(literal.pass), literal.close.map(part)) {
            (Some(open), Some(pass), Some(Some(close))) if open == pass && pass == close => Some(BorderValue::Stateless(pass)),
            (Some(open), Some(pass), Some(Some(close))) => Some(BorderValue::Stateful { open, pass, close: Some(close) }),
            (Some(open), Some(pass), None) => Some(BorderValue::Stateful { open, pass, close: None }),
            _ => None,
        },
        _ => None,
    };
    if read.is_none() && !broken {
        out.push(errors::border_value(value.span, HIGHEST));
    }
    read
}

/// Returns the text of an expression that is one word: a name such as `dock`, or an invalid name such as `sick-bay`.
fn word(expr: &Expr) -> Option<&EcoString> {
    match &expr.kind {
        ExprKind::Name(word) | ExprKind::Code(word) => Some(word),
        _ => None,
    }
}

fn zone(expr: &Expr, zones: &Zones<'_>, broken: bool, out: &mut Diagnostics) -> Option<usize> {
    let Some(word) = word(expr) else {
        if !broken {
            out.push(errors::not_a_zone(expr.span, zones.names()));
        }
        return None;
    };
    let found = zones.by_name.get(word.as_str()).copied();
    if found.is_none() {
        let by_letter = zones.placed.iter().find(|placed| placed.zone.letter.is_some_and(|letter| word.chars().eq([letter])));
        match by_letter {
            Some(placed) => out.push(errors::zone_by_letter(expr.span, word, &placed.zone.name)),
            // If the map has no zones, this was reported.
            None if zones.placed.is_empty() => {}
            None if zones.complete => out.push(errors::unknown_zone(expr.span, word, zones.names())),
            None => {}
        }
    }
    found
}

/// Reads a line of sight: in `sight a b through c, d` the line from a to b passes through c and d. Without `through`, it passes through no
/// other zone.
pub(super) fn sight(declared: &DeclaredItem<'_>, zones: &[Placed], out: &mut Diagnostics) -> Vec<LineOfSight> {
    let mut lines: Vec<LineOfSight> = Vec::new();
    let mut seen: BTreeMap<(usize, usize), Span> = BTreeMap::new();
    let zones = Zones::new(zones, declared.entries_of("zone"));
    for entry in declared.entries_of("sight") {
        let words: Vec<&Expr> = entry.values.iter().map(|value| &value.expr).collect();
        let (from, to, through) = match words.as_slice() {
            [from, to] => (*from, *to, &[][..]),
            [from, to, word, through @ ..] if word.name().is_some_and(|word| word == "through") && !through.is_empty() => {
                (*from, *to, through)
            }
            _ => {
                if !entry.broken {
                    out.push(errors::sight_form(entry.values_span()));
                }
                continue;
            }
        };
        if words.iter().any(|value| word(value).is_none()) {
            if !entry.broken {
                out.push(errors::sight_form(entry.values_span()));
            }
            continue;
        }
        let mut zone = |value: &Expr| zone(value, &zones, entry.broken, out);
        let ends = (zone(from), zone(to));
        let passed: Vec<Option<usize>> = through.iter().map(|word| zone(word)).collect();
        if let ((Some(from), Some(to)), Some(through)) = (ends, passed.into_iter().collect::<Option<Vec<_>>>()) {
            let places: Vec<usize> = [from, to].into_iter().chain(through.iter().copied()).collect();
            let named = words.iter().filter(|value| value.name().is_none_or(|word| word != "through"));
            let again = named.zip(&places).enumerate().find(|(at, (_, place))| places.iter().take(*at).any(|before| before == *place));
            if let Some((_, (value, _))) = again {
                out.push(errors::sight_in_itself(value.span, word(value).map_or("", EcoString::as_str)));
                continue;
            }
            if let Some(first) = seen.insert((from, to), entry.values_span()) {
                out.push(errors::sight_twice(entry.values_span(), first));
                continue;
            }
            lines.push(LineOfSight { from, to, through });
        }
    }
    lines
}
