//! Fields for the technology, the statistics and the tracks of an item.

use super::subject::FormSubject;
use serde::Serialize;
use slip_compile::check::design::{Fixed, StatRule, TrackRule};
use slip_compile::check::ledger::FormulaValues;
use slip_compile::check::read_purchase::{WrittenMode, WrittenNumber};

/// Largest number of values that a field of the form lists.
const MOST_VALUES: usize = 41;

/// Number of boxes above the present ones that a track offers.
const MORE_BOXES: i64 = 8;

/// Field for a number: the technology, a statistic, or the boxes of a track.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct NumberField {
    /// Name of the field in changes; that of a track begins with `tracks.`.
    key: String,
    title: String,
    /// Doc comment; may be empty.
    doc: String,
    value: i64,
    /// Value as players read it, such as a letter.
    label: String,
    /// True if the item's own text has the number.
    written: bool,
    /// Allowed values, the lowest first; empty if the number is fixed.
    values: Vec<NumberOption>,
    /// Reason why the number cannot be changed; empty if it can.
    fixed: String,
}

/// Allowed value of a number.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct NumberOption {
    value: i64,
    label: String,
    /// Points that the value costs; `null` if the design has no prices for it.
    cost: Option<i64>,
}

/// Returns the fields for the technology and the statistics, of the whole item or of one mode.
pub(super) fn of(subject: &FormSubject<'_, '_, '_, '_, '_>, mode: Option<&WrittenMode>) -> Vec<NumberField> {
    let tech = technology(subject).filter(|_| mode.is_none());
    let stats = subject.design.stats.iter().enumerate().filter(|(_, rule)| !rule.fixed);
    tech.into_iter().chain(stats.map(|(at, rule)| stat(subject, mode, (at, rule)))).collect()
}

fn technology(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Option<NumberField> {
    let (low, high, _) = subject.design.tech?;
    let written = subject.purchase.tech;
    let label = |tech: i64| match subject.design.tech_called(tech) {
        Some(words) => format!("T{tech} {words}"),
        None => format!("T{tech}"),
    };
    let values = (low.max(-4)..=high.min(4)).map(|tech| NumberOption { value: tech, label: label(tech), cost: None });
    let value = written.map_or(low, |written| written.value);
    Some(NumberField {
        key: "tech".to_owned(),
        title: "Technology".to_owned(),
        doc: String::new(),
        value,
        label: written.map_or_else(|| "not written".to_owned(), |written| label(written.value)),
        written: is_written(subject, written),
        values: values.collect(),
        fixed: String::new(),
    })
}

fn stat(subject: &FormSubject<'_, '_, '_, '_, '_>, mode: Option<&WrittenMode>, (at, rule): (usize, &StatRule)) -> NumberField {
    let bought = mode.map_or(&subject.purchase.bought, |mode| &mode.bought);
    let written = bought.stats.get(at).copied().flatten();
    let base = subject.values.eval(&rule.base, 0).unwrap_or(0);
    let value = written.map_or(base, |written| written.value);
    let low = subject.values.eval(&rule.low, 0);
    let range = low.and_then(|low| Ok((low, subject.values.high(rule, at)?)));
    let label = |rank: i64| label(subject, (at, rule), rank, range.map_or(0, |(low, _)| low));
    let option = |rank: i64| NumberOption { value: rank, label: label(rank), cost: cost(subject.values, rule, rank) };
    let values = range.map(|(low, high)| (low..=high).take(MOST_VALUES).map(option).collect()).unwrap_or_default();
    NumberField {
        key: rule.name.to_string(),
        title: rule.title.to_string(),
        doc: subject.doc_of(&rule.name),
        value,
        label: label(value),
        written: mode.is_none_or(|mode| written.is_some_and(|written| mode.span.holds(written.at))) && is_written(subject, written),
        values,
        fixed: if range.is_ok() { String::new() } else { "its ranks depend on something that is not known yet".to_owned() },
    }
}

fn cost(values: &FormulaValues<'_>, rule: &StatRule, rank: i64) -> Option<i64> {
    values.eval(rule.cost.as_ref()?, rank).ok()
}

/// Returns a rank in the form in which players read it: a letter, or a number with its words.
fn label(subject: &FormSubject<'_, '_, '_, '_, '_>, (at, rule): (usize, &StatRule), rank: i64, low: i64) -> String {
    let letter = usize::try_from(rank).ok().and_then(|rank| rule.letters.get(rank));
    match (letter, subject.design.rank_called(at, rank, low)) {
        (Some(letter), _) => letter.to_string(),
        (None, Some(words)) => format!("{rank} {words}"),
        (None, None) => rank.to_string(),
    }
}

/// Returns the fields for the tracks.
pub(super) fn tracks(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Vec<NumberField> {
    subject.design.tracks.iter().enumerate().map(|(at, rule)| track(subject, (at, rule))).collect()
}

fn track(subject: &FormSubject<'_, '_, '_, '_, '_>, (at, rule): (usize, &TrackRule)) -> NumberField {
    let written = subject.purchase.tracks.get(at).copied().flatten();
    let base = subject.values.eval(&rule.base, 0).unwrap_or(0);
    let value = written.map_or(base, |written| written.value);
    let fixed = match &rule.fixed {
        Fixed::No => String::new(),
        Fixed::Always => "the rules give its boxes".to_owned(),
        Fixed::When(condition) if subject.values.holds(&condition.formula) => format!("fixed by `{}`", condition.text),
        Fixed::When(_) => String::new(),
    };
    let cost = |boxes: i64| rule.cost.as_ref().and_then(|cost| subject.values.eval(cost, boxes).ok());
    let boxes = 1..=base.max(value).saturating_add(MORE_BOXES).min(30);
    let option = |boxes: i64| NumberOption { value: boxes, label: boxes.to_string(), cost: cost(boxes) };
    NumberField {
        key: format!("tracks.{}", rule.name),
        title: title(subject, &rule.name),
        doc: subject.doc_of(&rule.name),
        value,
        label: value.to_string(),
        written: is_written(subject, written),
        values: if fixed.is_empty() { boxes.map(option).collect() } else { Vec::new() },
        fixed,
    }
}

/// Returns the title of a track from its design; the track's name if it has no title.
fn title(subject: &FormSubject<'_, '_, '_, '_, '_>, track: &str) -> String {
    let design = subject.context.program.get(subject.design.id);
    let declares =
        |entry: &&slip_syntax::tree::Entry| entry.values.first().and_then(|value| value.expr.name()).is_some_and(|name| name == track);
    let entry = design.and_then(|design| design.entries_of("track").find(declares));
    let text = entry.and_then(|entry| entry.values.get(1)).and_then(|value| value.expr.text());
    text.map_or_else(|| track.to_owned(), |text| text.value.to_string())
}

fn is_written(subject: &FormSubject<'_, '_, '_, '_, '_>, written: Option<WrittenNumber>) -> bool {
    written.is_some_and(|written| subject.is_own(written.at))
}
