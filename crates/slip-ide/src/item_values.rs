//! Completion of the values of an item's entries: ranks and boxes with their cost, stunts with their price, technologies, and choices. Also
//! completes the aspects that the design allows or derives.

use super::complete::{List, SuggestionKind};
use super::cursor_context::Cursor;
use super::file_view::FileView;
use super::hover::{built, price, with_values};
use super::sheet;
use slip_compile::check::design::{Design, ItemKey};
use slip_compile::check::ledger::FormulaValues;
use slip_compile::resolve::DeclaredItem;
use slip_pack::item::{BuiltItem, ItemStunt};

/// Largest number of ranks of a statistic, or of ranges, that are suggested.
const RANKS: i64 = 40;

/// Largest number of bought boxes that is suggested for a track. The boxes that the design gives are not counted.
const BOXES: i64 = 10;

/// Suggests the values of a key of an item.
pub(super) fn of(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, design: &Design, declared: &DeclaredItem<'_>, list: &mut List<'_, '_>) {
    let Some(first) = cursor.entry.first() else { return };
    if cursor.blocks.last().is_some_and(|block| block == "tracks") {
        return boxes(view, design, declared, first, list);
    }
    let Some(key) = design.keys.get(first.as_str()) else { return };
    match key {
        ItemKey::Stunts if cursor.call.is_none() => match shrunk(view, cursor, declared) {
            Some(base) => base.stunts.iter().for_each(|stunt| list.add(SuggestionKind::Stunt, &purchased(stunt), "")),
            None => stunts(view, design, declared, list),
        },
        _ if !list.reach.is_bare() => {}
        ItemKey::Tech => {
            let (low, high) = design.tech.map_or((-4, 4), |(low, high, _)| (low, high));
            for tech in low..=high {
                let called = design.tech_called(tech).map(ToString::to_string).unwrap_or_default();
                list.add(SuggestionKind::Word, &format!("T{tech}"), called);
            }
        }
        ItemKey::Stat(at) if cursor.entry.len() == 1 => ranks(view, design, declared, *at, list),
        ItemKey::Choice(at) => {
            for word in design.choices.get(*at).into_iter().flat_map(|rule| &rule.words) {
                list.add(SuggestionKind::Word, word, "");
            }
        }
        ItemKey::Flag(_) if cursor.entry.len() == 1 => ["no", "yes"].iter().for_each(|word| list.add(SuggestionKind::Word, word, "")),
        ItemKey::Range(at) if cursor.entry.len() == 1 => ranges(view, design, declared, *at, list),
        ItemKey::Aspects => aspects(view, cursor, design, declared, list),
        ItemKey::Without => {
            let item = built(view, declared);
            for aspect in item.iter().flat_map(|item| &item.aspects).filter(|aspect| aspect.derived) {
                list.add(SuggestionKind::Word, &quoted(&aspect.text), "an aspect that the rules give");
            }
            for stunt in item.iter().flat_map(|item| &item.stunts).filter(|stunt| stunt.given) {
                list.add(SuggestionKind::Stunt, &stunt.name, "a stunt that the rules give");
            }
        }
        _ => {}
    }
}

/// Returns the base of a derived item, if the list at the cursor removes entries from the list of the base: `stunts - …`.
pub(super) fn shrunk(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, declared: &DeclaredItem<'_>) -> Option<BuiltItem> {
    let before = view.text().get(cursor.item..cursor.word.0)?;
    let entry = before.rsplit(['\n', ';', '{']).next().unwrap_or_default();
    if !entry.split_whitespace().any(|word| word == "-") {
        return None;
    }
    built(view, view.standing().context.program.get(declared.base?)?)
}

/// Returns a stunt as it is written in a list.
fn purchased(stunt: &ItemStunt) -> String {
    if stunt.args.is_empty() { stunt.name.to_string() } else { format!("{}({})", stunt.name, stunt.args.join(", ")) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn costs(cost: i64) -> String {
    match cost {
        0 => "free".to_owned(),
        1.. => format!("costs {cost}"),
        _ => format!("gives {}", cost.saturating_neg()),
    }
}

/// Suggests aspects of the design: optional ones, and derived ones that authors may rename. After an aspect in quotation marks, suggests
/// `as`.
fn aspects(view: &FileView<'_, '_, '_, '_>, cursor: &Cursor, design: &Design, declared: &DeclaredItem<'_>, list: &mut List<'_, '_>) {
    let renamable: Vec<String> = {
        let rules = design.aspects.iter().filter(|rule| rule.renamable);
        let item = built(view, declared);
        let has = |text: &str| item.as_ref().is_some_and(|item| item.aspects.iter().any(|aspect| aspect.derived && aspect.text == text));
        rules.filter(|rule| has(&rule.text)).map(|rule| rule.text.to_string()).collect()
    };
    match cursor.entry.last().map(String::as_str) {
        Some("\"") => {
            if !renamable.is_empty() {
                list.add(SuggestionKind::Keyword, "as", "another text for a derived aspect");
            }
            for phase in &design.phases {
                list.add(SuggestionKind::Word, &phase.name, phase.title.to_string());
            }
        }
        Some("as") => {}
        _ => {
            for text in &renamable {
                let insert = format!("{} as \"$1\"", quoted(text));
                list.add_with(SuggestionKind::Word, &quoted(text), "a derived aspect, renamed", String::new(), insert, true);
            }
            with_values(view, design, declared, |values| {
                let allowed = design.optionals.iter().filter(|rule| rule.condition.as_ref().is_none_or(|when| values.holds(&when.formula)));
                for text in allowed.flat_map(|rule| &rule.texts) {
                    list.add(SuggestionKind::Word, &quoted(text), "a reserved aspect that is allowed here");
                }
            });
        }
    }
}

/// Suggests numbers of boxes of a track, each with its cost.
fn boxes(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, track: &str, list: &mut List<'_, '_>) {
    let Some(rule) = design.track(track).and_then(|at| design.tracks.get(at)) else { return };
    with_values(view, design, declared, |values| {
        let Ok(base) = values.eval(&rule.base, 0) else { return };
        let cost = |boxes: i64| rule.cost.as_ref().and_then(|cost| values.eval(cost, boxes).ok());
        for boxes in base..=base.saturating_add(if rule.cost.is_some() { BOXES } else { 0 }) {
            list.add(SuggestionKind::Word, &boxes.to_string(), cost(boxes).map_or(String::new(), costs));
        }
    });
}

/// Returns the allowed ranks of a statistic, each with its cost.
fn priced(values: &FormulaValues<'_>, design: &Design, at: usize) -> Vec<(i64, i64)> {
    let Some(rule) = design.stats.get(at) else { return Vec::new() };
    let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, at)) else { return Vec::new() };
    let cost = |rank: i64| rule.cost.as_ref().and_then(|cost| values.eval(cost, rank).ok()).unwrap_or_default();
    (low..=high).map(|rank| (rank, cost(rank))).take(usize::try_from(RANKS).unwrap_or_default()).collect()
}

/// Suggests ranges such as `1..3`, whose ends are the ranks of two statistics, each range with the cost of both ranks.
fn ranges(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, at: usize, list: &mut List<'_, '_>) {
    let Some(rule) = design.ranges.get(at) else { return };
    with_values(view, design, declared, |values| {
        let (lows, highs) = (priced(values, design, rule.low), priced(values, design, rule.high));
        let pairs = lows.iter().flat_map(|low| highs.iter().filter(|high| high.0 >= low.0).map(move |high| (low, high)));
        for ((low, one), (high, other)) in pairs.take(usize::try_from(RANKS).unwrap_or_default()) {
            list.add(SuggestionKind::Word, &format!("{low}..{high}"), costs(one.saturating_add(*other)));
        }
    });
}

/// Suggests the ranks of a statistic, each with its cost.
fn ranks(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, at: usize, list: &mut List<'_, '_>) {
    let Some(rule) = design.stats.get(at) else { return };
    with_values(view, design, declared, |values| {
        let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, at)) else { return };
        for rank in (low..=high).take(usize::try_from(RANKS).unwrap_or_default()) {
            let letter = usize::try_from(rank).ok().and_then(|at| rule.letters.get(at));
            let written = letter.map_or_else(|| rank.to_string(), |letter| format!("\"{letter}\""));
            let detail = rule.cost.as_ref().and_then(|cost| values.eval(cost, rank).ok()).map_or(String::new(), costs);
            list.add(SuggestionKind::Word, &written, detail);
        }
    });
}

/// Suggests the stunts of a design with their prices and the build points left. Stunts declared outside designs are suggested like other
/// names.
fn stunts(view: &FileView<'_, '_, '_, '_>, design: &Design, declared: &DeclaredItem<'_>, list: &mut List<'_, '_>) {
    let item = built(view, declared);
    let left = item.as_ref().and_then(|item| Some(item.budget? - item.spent));
    let has = |name: &str| item.as_ref().is_some_and(|item| item.stunts.iter().any(|stunt| stunt.name == name));
    let program = view.standing().context.program;
    with_values(view, design, declared, |values| {
        for rule in design.stunts.iter().filter(|rule| rule.many || !rule.params.is_empty() || !has(&rule.name)) {
            if rule.only.as_ref().is_some_and(|only| !values.holds(&only.formula)) {
                continue;
            }
            let written = match rule.loose {
                Some(loose) => program.get(loose).and_then(|loose| list.reach.written(loose)),
                None => list.reach.is_bare().then(|| rule.name.to_string()),
            };
            let Some(written) = written else { continue };
            let cost = price(design, rule, values);
            let price = cost.map_or(String::new(), costs);
            let detail = match left.filter(|_| cost.is_some()) {
                Some(0..) => format!("{price}, {} left", left.unwrap_or_default()),
                Some(over) => format!("{price}; the item is already {} over its budget", over.saturating_neg()),
                None => price,
            };
            let doc = sheet::stunt_rule(view, design, rule, cost);
            let insert = if rule.params.is_empty() { written.clone() } else { format!("{written}($1)") };
            list.add_with(SuggestionKind::Stunt, &written, detail, doc, insert, !rule.params.is_empty());
        }
    });
}
