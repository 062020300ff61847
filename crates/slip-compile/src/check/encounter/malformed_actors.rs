//! Reports malformed members of `actors`, with the corrected text. Examples are counts without `x` or in the wrong position, zones without
//! `at`, and gear after a comma.

use super::Scene;
use crate::check::encounter::MOST_ACTORS;
use crate::check::encounter_errors as errors;
use crate::check::errors::lists;
use crate::check::{gear, simple_entries};
use slip_pack::item::Gear;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_syntax::tree::{Expr, ExprKind, Operator, Value};

/// Words that authors write in place of `at`.
const AT: &[&str] = &["at", "in", "on"];

/// Returns the message for a malformed member of the list `actors`.
pub(super) fn misread(scene: &Scene<'_, '_>, member: &[Value], span: Span) -> Diagnostic {
    let mut parts = Vec::new();
    for value in member {
        flatten(&value.expr, &mut parts);
    }
    if let Some(count) = parts.iter().find(|part| part.count(true).is_some_and(|count| !(1..=MOST_ACTORS).contains(&count))) {
        return errors::actor_count(count.span, MOST_ACTORS);
    }
    let comma = parts.first().filter(|first| first.is("with")).and_then(|_| comma_before(scene, span));
    if let Some(comma) = comma {
        return errors::with_behind_comma(span, comma);
    }
    if let Some((gap, next)) = missing_comma(scene, &parts) {
        let shown = |span: Span| scene.context.program.sources.slice(span).to_owned();
        return lists::missing_comma(&[gap], next, (&shown(gap), &shown(next)));
    }
    match set_right(scene, &parts) {
        Some(right) => errors::actor_written(span, &right),
        None => {
            let is_written = |word: &str| parts.iter().any(|part| part.is(word));
            let next: &[&str] = match (is_written("at"), is_written("with")) {
                (_, true) => &[],
                (true, false) => &["or", "with"],
                (false, false) => &["at", "with"],
            };
            let found = errors::actor_form(span, MOST_ACTORS).could_be(next.iter().copied());
            simple_entries::hyphened(member.iter().map(|value| &value.expr), found)
        }
    }
}

/// Returns the span of the comma before a member.
fn comma_before(scene: &Scene<'_, '_>, member: Span) -> Option<Span> {
    let text = scene.context.program.sources.file(member.file)?.text();
    let before = text.get(..usize::try_from(member.start).ok()?)?.trim_end();
    let end = u32::try_from(before.len()).ok()?;
    before.ends_with(',').then(|| Span { start: end.saturating_sub(1), end, ..member })
}

/// Returns the item that a member of `actors` consists of, such as the `spear` after `ben at hall with vest,`. The author probably meant
/// the item as gear of the actor before it.
pub(super) fn thing_alone(scene: &Scene<'_, '_>, member: &[Value]) -> Option<Gear> {
    let [name] = member else { return None };
    gear::find(scene.context.program, scene.declared.package, name, &mut Diagnostics::new()).map(|(_, thing)| thing)
}

/// Word or other value in a member of the list `actors`.
#[derive(Clone, Copy)]
struct Part<'e> {
    expr: Option<&'e Expr>,
    word: Option<&'e str>,
    span: Span,
}

impl Part<'_> {
    /// Returns the count in a part, such as 2 for `x2`. If `plain` is true, `2` is also accepted as a count.
    fn count(&self, plain: bool) -> Option<usize> {
        match self.expr.map(|expr| &expr.kind) {
            Some(ExprKind::Count(count)) => Some(usize::try_from(*count).unwrap_or(usize::MAX)),
            Some(ExprKind::Int(count)) if plain => Some(usize::try_from(*count).unwrap_or(usize::MAX)),
            _ => None,
        }
    }

    fn is(&self, word: &str) -> bool {
        self.word == Some(word)
    }
}

/// Splits a value into its parts: `x2 in engines` has three.
fn flatten<'e>(expr: &'e Expr, parts: &mut Vec<Part<'e>>) {
    match &expr.kind {
        ExprKind::Binary(Operator::In, sides) => {
            flatten(&sides.0, parts);
            let span = Span { start: sides.0.span.end, end: sides.1.span.start, ..expr.span };
            parts.push(Part { expr: None, word: Some("in"), span });
            flatten(&sides.1, parts);
        }
        _ => parts.push(Part { expr: Some(expr), word: expr.name().map(|name| name.as_str()), span: expr.span }),
    }
}

/// Finds a missing comma between two actors. Returns the span of the last part of the first actor and the span of the name of the second.
fn missing_comma(scene: &Scene<'_, '_>, parts: &[Part<'_>]) -> Option<(Span, Span)> {
    let places: Vec<usize> = (0..parts.len()).filter(|at| parts.get(*at).is_some_and(|part| AT.iter().any(|word| part.is(word)))).collect();
    let [first, second, ..] = places.as_slice() else { return None };
    // The name of the second actor comes before its `at`, or before its count if it has one.
    let before = second.checked_sub(1)?;
    let is_count = parts.get(before)?.count(true).is_some();
    let name = if is_count { before.checked_sub(1)? } else { before };
    let (gap, next) = (parts.get(name.checked_sub(1)?)?, parts.get(name)?);
    let is_actor = next.word.is_some() && !next.is("or") && !next.is("with") && !gap.is("or") && !gap.is("with");
    let is_zone = |part: &Part<'_>| part.word.is_some_and(|word| scene.map.is_some_and(|map| map.zone(word).is_some()));
    (name > first.saturating_add(1) && is_actor && !is_zone(next)).then_some((gap.span, next.span))
}

/// Returns a corrected form of the malformed member. `None` if it cannot be split into an actor, a count, a zone and gear.
fn set_right(scene: &Scene<'_, '_>, parts: &[Part<'_>]) -> Option<String> {
    let sources = scene.context.program.sources;
    let mut rest = parts;
    let mut count = None;
    if let [first, behind @ ..] = rest
        && let Some(number) = first.count(true)
    {
        (count, rest) = (Some(number), behind);
    }
    let (who, mut rest) = rest.split_first()?;
    who.expr.and_then(Expr::path)?;
    // In `picker at hall, at dock`, the second member begins with a zone. It therefore names no actor.
    let names_nobody = AT.iter().any(|word| who.is(word)) && !rest.first().is_some_and(|next| AT.iter().any(|word| next.is(word)));
    if names_nobody {
        return None;
    }
    let mut right = sources.slice(who.span).to_owned();
    if let [sign, behind @ ..] = rest
        && sign.is("x")
        && behind.first().is_some_and(|number| number.count(true).is_some())
    {
        rest = behind;
    }
    if let (None, [number, behind @ ..]) = (count, rest)
        && let Some(number) = number.count(true)
    {
        (count, rest) = (Some(number), behind);
    }
    if let Some(count) = count {
        right.push_str(&format!(" x{count}"));
    }
    let is_zone = |part: &Part<'_>| part.word.is_some_and(|word| scene.map.is_some_and(|map| map.zone(word).is_some()));
    if let [at, zone, behind @ ..] = rest
        && AT.iter().any(|word| at.is(word))
    {
        right.push_str(&format!(" at {}", sources.slice(zone.span)));
        rest = behind;
    } else if let [zone, behind @ ..] = rest
        && is_zone(zone)
    {
        right.push_str(&format!(" at {}", sources.slice(zone.span)));
        rest = behind;
    }
    match rest {
        [] => Some(right),
        [with, .., last] if with.is("with") => Some(format!("{right} {}", sources.slice(with.span.to(last.span)))),
        _ => None,
    }
}
