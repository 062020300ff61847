//! Reads a `stunt`, in a design or declared on its own, into a [`StuntRule`].

use super::design_reader::{DesignReader, declared_name, inner};
use super::{Fixed, RelatedStunt, StuntRule, campaign_or_wargame};
use crate::block_schema::designs;
use crate::check::errors;
use crate::check::formula::{FormulaVariable, Type};
use crate::check::readable_names::readable;
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_source::Span;
use slip_syntax::tree::{Entry, Expr, ExprKind, Param, Value};
use std::sync::OnceLock;

/// Reads a stunt that is declared in a design.
pub(super) fn read(reader: &mut DesignReader<'_, '_, '_>, entry: &Entry) -> Option<StuntRule> {
    let Some(name) = declared_name(entry) else {
        reader.out.push(errors::one_value(entry, "the name of the stunt"));
        return None;
    };
    let params = entry.values.iter().find_map(|value| match &value.expr.kind {
        ExprKind::Call(call) => Some(call.params.clone()),
        _ => None,
    });
    let title = entry.values.iter().find_map(|value| value.expr.text()).map(|text| text.value.clone());
    let rule = blank(name, title, params.unwrap_or_default(), entry.key.span().to(entry.values_span()));
    Some(fill(reader, rule, inner(entry)))
}

/// Reads a stunt that is declared outside designs.
pub(super) fn read_loose(reader: &mut DesignReader<'_, '_, '_>, declared: &DeclaredItem<'_>) -> StuntRule {
    let title = declared.tree.title.as_ref().map(|title| title.value.clone());
    let mut rule = blank(declared.name().clone(), title, declared.tree.params.clone(), declared.tree.name.span);
    rule.loose = Some(declared.id);
    fill(reader, rule, &declared.entries)
}

fn blank(name: EcoString, title: Option<EcoString>, params: Vec<Param>, span: Span) -> StuntRule {
    StuntRule {
        title: title.unwrap_or_else(|| readable(&name)),
        name,
        params,
        cost: None,
        tech: None,
        excludes: Vec::new(),
        excluded_marks: Vec::new(),
        suspect: Vec::new(),
        requires: Vec::new(),
        takes: None,
        many: false,
        most: None,
        group: None,
        once_per: Vec::new(),
        only: None,
        game: None,
        idle: None,
        inherent: Fixed::No,
        requirements: Vec::new(),
        modes: None,
        whole: false,
        sink: false,
        effects: Vec::new(),
        bought_once: OnceLock::new(),
        faulty: false,
        span,
        loose: None,
    }
}

fn fill(reader: &mut DesignReader<'_, '_, '_>, mut rule: StuntRule, entries: &[Entry]) -> StuntRule {
    for entry in entries.iter().filter(|entry| !entry.broken) {
        reader.unsigned(entry);
        match entry.word() {
            "cost" => rule.cost = with_parameters(reader, &rule.params, |reader| reader.clause(entry)),
            "tech" => match entry.only().map(|expr| &expr.kind) {
                Some(ExprKind::Tech(tech)) if !(-4..=4).contains(tech) => {
                    reader.out.push(errors::no_such_technology(entry.values_span()));
                }
                Some(ExprKind::Tech(tech)) => rule.tech = Some((*tech, entry.span)),
                _ => reader.out.push(errors::one_value(entry, "a technology, such as `T2`")),
            },
            "excludes" => excludes(reader, &mut rule, entry),
            "requires" => requires(reader, &mut rule, entry),
            "takes" => rule.takes = with_parameters(reader, &rule.params, |reader| entry.only().and_then(|expr| reader.number(expr))),
            "many" => many(reader, &mut rule, entry),
            "group" => {
                rule.group = entry.only().and_then(Expr::name).cloned();
                if rule.group.is_none() {
                    reader.out.push(errors::one_value(entry, "the name of a group of stunts"));
                }
            }
            "once" => rule.once_per.extend(parameters(entry)),
            "only" => rule.only = reader.condition(entry),
            "idle" => rule.idle = reader.condition(entry),
            "inherent" => rule.inherent = reader.condition(entry).map_or(Fixed::Always, Fixed::When),
            "advise" => rule.requirements.extend(with_parameters(reader, &rule.params, |reader| reader.required(entry, true))),
            "require" => rule.requirements.extend(with_parameters(reader, &rule.params, |reader| reader.required(entry, false))),
            "whole" => {
                reader.bare(entry);
                rule.whole = true;
            }
            "modes" => rule.modes = entry.only().and_then(|expr| reader.number(expr)),
            "suspect" => rule.suspect.extend(entry.values.iter().filter_map(|value| Some(value.expr.text()?.value.clone()))),
            "sink" => {
                reader.bare(entry);
                rule.sink = true;
            }
            "in" => rule.game = campaign_or_wargame::read(reader, entry),
            "effect" | "for" | "limit" => {}
            "" => reader.out.push(errors::number_first(entry.key.span(), "a stunt")),
            word => reader.out.push(errors::unknown_key(word, entry.key.span(), designs::STUNT.title, designs::STUNT.words())),
        }
    }
    reader.stunt_slips(&rule, entries);
    rule
}

/// Reads how often a stunt may be bought: `many` or `many 2`.
fn many(reader: &mut DesignReader<'_, '_, '_>, rule: &mut StuntRule, entry: &Entry) {
    rule.many = true;
    if entry.values.is_empty() {
        return;
    }
    rule.most = entry.only().and_then(Expr::int).filter(|most| *most >= 2);
    if rule.most.is_none() {
        reader.out.push(errors::one_value(entry, "nothing, or the highest count, such as `many 2`"));
    }
}

/// Returns the group that the entries of a stunt name.
pub(super) fn group(entries: &[Entry]) -> Option<EcoString> {
    entries.iter().find(|entry| entry.word() == "group").and_then(Entry::only).and_then(Expr::name).cloned()
}

/// Reads the parameters in `once per w`. Every purchase of the stunt must have a different argument for these parameters.
fn parameters(entry: &Entry) -> Vec<EcoString> {
    entry.values.iter().filter_map(|value| value.expr.name()).filter(|word| *word != "per").cloned().collect()
}

/// Reads excluded stunts or marks: `excludes a, b(w)` or `excludes aspects crew`.
fn excludes(reader: &mut DesignReader<'_, '_, '_>, rule: &mut StuntRule, entry: &Entry) {
    for member in entry.members() {
        match member {
            [word, mark] if word.expr.name().is_some_and(|word| word == "aspects") => {
                rule.excluded_marks.extend(mark.expr.name().cloned());
            }
            member => match other(member) {
                Some(other) => rule.excludes.push(other),
                None => reader.out.push(errors::one_value(entry, "stunts")),
            },
        }
    }
}

/// Reads required stunts: `requires a, b per i`.
fn requires(reader: &mut DesignReader<'_, '_, '_>, rule: &mut StuntRule, entry: &Entry) {
    for member in entry.members() {
        match other(member) {
            Some(other) => rule.requires.push(other),
            None => reader.out.push(errors::one_value(entry, "stunts")),
        }
    }
}

/// Reads a reference to another stunt: `a`, or `a per w` if both must have the same argument.
fn other(member: &[Value]) -> Option<RelatedStunt> {
    match member {
        [only] => Some(RelatedStunt { stunt: only.expr.name()?.clone(), same: None }),
        [other, per, param] if per.expr.name().is_some_and(|word| word == "per") => {
            Some(RelatedStunt { stunt: other.expr.name()?.clone(), same: Some(param.expr.name()?.clone()) })
        }
        _ => None,
    }
}

/// Calls `read` while the parameters of the stunt are names in formulas. A parameter of type `skill` or `number` is a number there: the
/// rank of the skill, or the number itself. Every other parameter is a thing whose properties can be tested.
fn with_parameters<R>(reader: &mut DesignReader<'_, '_, '_>, params: &[Param], read: impl FnOnce(&mut DesignReader<'_, '_, '_>) -> R) -> R {
    let mut hidden = Vec::with_capacity(params.len());
    for param in params {
        let variable = FormulaVariable::Parameter(param.name.text.clone());
        let kind = match param.types.as_slice() {
            [only] if matches!(only.text.as_str(), "skill" | "number") => Type::Number,
            _ => Type::Thing,
        };
        let name = param.name.text.clone();
        hidden.push((name.clone(), reader.design.names.insert(name, (variable, kind))));
    }
    let result = read(reader);
    // Restores the meaning of names that parameters had replaced. The order is reversed, because two parameters may have the same name.
    for (name, before) in hidden.into_iter().rev() {
        match before {
            Some(before) => reader.design.names.insert(name, before),
            None => reader.design.names.remove(&name),
        };
    }
    result
}
