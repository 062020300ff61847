//! Writes a design as an item that can be pasted into a package.

use super::design_space::{DesignSpace, VariableId};
use super::{ExploreRequest, UndominatedItem};
use slip_compile::check::ledger::FormulaValues;
use slip_pack::quoted;

/// Returns a found design: its values, and its source text as an item.
pub(super) fn found(
    space: &DesignSpace<'_, '_, '_>,
    chosen: &[(VariableId, i64)],
    number: usize,
    of: usize,
    wish: &ExploreRequest,
) -> UndominatedItem {
    let design = space.design;
    let purchase = space.purchase(chosen);
    let reckoning = space.reckon(&purchase);
    let values = &reckoning.values;
    let name = name(space, number, of, wish.tech);
    let stunts: Vec<String> = said_stunts(space, chosen);
    let words = said_words(space, chosen);
    let aspects = design.aspects.iter().filter(|rule| rule.reason(values).is_some()).map(|rule| rule.words(values).to_string()).collect();
    let stats = design.stats.iter().zip(&values.stats).map(|(rule, rank)| (rule.name.to_string(), *rank)).collect();
    let tracks = design.tracks.iter().zip(&values.tracks).map(|(rule, boxes)| (rule.name.to_string(), *boxes)).collect();
    let text = written(space, chosen, values, &name, (number, &stunts, &words), wish);
    UndominatedItem {
        text,
        name,
        points: reckoning.spent,
        price: space.price(values),
        upkeep: design.upkeep.as_ref().and_then(|clause| values.eval(&clause.formula, 0).ok()),
        stats,
        tracks,
        words,
        stunts: space.fixed_stunts().into_iter().chain(stunts).collect(),
        aspects,
    }
}

/// Returns an unused name for an item, such as `slug_thrower_t4_07`.
fn name(space: &DesignSpace<'_, '_, '_>, number: usize, of: usize, tech: Option<i64>) -> String {
    let tech = tech.map_or_else(String::new, |tech| if tech < 0 { format!("_tm{}", tech.unsigned_abs()) } else { format!("_t{tech}") });
    let digits = of.to_string().len();
    let wanted = format!("{}{tech}_{number:0digits$}", space.design.name);
    let others = (2_u32..).map(|other| format!("{wanted}_{other}"));
    std::iter::once(wanted.clone()).chain(others).find(|name| space.is_free(name)).unwrap_or(wanted)
}

fn said_stunts(space: &DesignSpace<'_, '_, '_>, chosen: &[(VariableId, i64)]) -> Vec<String> {
    let stunts = chosen.iter().filter_map(|(what, times)| match what {
        VariableId::Offer(at) if *times > 0 => {
            let words = &space.offers.get(*at)?.words;
            Some((*at, if *times == 1 { words.clone() } else { format!("{words} x{times}") }))
        }
        _ => None,
    });
    let mut stunts: Vec<(usize, String)> = stunts.collect();
    stunts.sort();
    stunts.into_iter().map(|(_, words)| words).collect()
}

fn said_words(space: &DesignSpace<'_, '_, '_>, chosen: &[(VariableId, i64)]) -> Vec<String> {
    let said = chosen.iter().filter_map(|(what, value)| match what {
        VariableId::Flag(at) if *value > 0 => Some(format!("{} yes", space.design.flags.get(*at)?)),
        VariableId::Choice(at) if *value > 0 => {
            let rule = space.design.choices.get(*at)?;
            let place = usize::try_from(*value).ok()?.checked_sub(1)?;
            Some(format!("{} {}", rule.name, rule.words.get(place)?))
        }
        _ => None,
    });
    said.collect()
}

type Said<'s> = (usize, &'s [String], &'s [String]);

fn written(
    space: &DesignSpace<'_, '_, '_>,
    chosen: &[(VariableId, i64)],
    values: &FormulaValues<'_>,
    name: &str,
    (number, stunts, words): Said<'_>,
    wish: &ExploreRequest,
) -> String {
    let design = space.design;
    let title = match wish.tech {
        Some(tech) => format!("{}, T{tech}, no. {number}", design.title),
        None => format!("{}, no. {number}", design.title),
    };
    let mut lines = Vec::new();
    lines.extend(wish.tech.map(|tech| format!("tech T{tech}")));
    let rank = |at: usize| chosen.iter().find_map(|(what, value)| (*what == VariableId::Stat(at)).then_some(*value));
    // Both ends of a range are written, even if one of them has its default value.
    let mut ranged = Vec::new();
    let mut ranges = Vec::new();
    for range in &design.ranges {
        let wanted = rank(range.low).is_some() || rank(range.high).is_some() || range.unwritten.is_some();
        let free = space.has(VariableId::Stat(range.low)) && space.has(VariableId::Stat(range.high));
        let (Some(low), Some(high)) = (values.stats.get(range.low), values.stats.get(range.high)) else { continue };
        if wanted && free && low <= high {
            ranges.push(format!("{} {low}..{high}", range.name));
            ranged.extend([range.low, range.high]);
        }
    }
    let stats = (0..design.stats.len()).filter(|at| !ranged.contains(at));
    let stats: Vec<String> = stats.filter_map(|at| Some(format!("{} {}", design.stats.get(at)?.name, rank(at)?))).collect();
    lines.extend((!stats.is_empty()).then(|| stats.join("; ")));
    lines.extend(ranges);
    let tracks = chosen.iter().filter_map(|(what, boxes)| match what {
        VariableId::Track(at) => Some(format!("{} {boxes}", design.tracks.get(*at)?.name)),
        _ => None,
    });
    let tracks: Vec<String> = tracks.collect();
    lines.extend((!tracks.is_empty()).then(|| format!("tracks {{ {} }}", tracks.join("; "))));
    lines.extend(words.iter().cloned());
    let fixed = space.fixed_stunts();
    if !stunts.is_empty() || !fixed.is_empty() {
        lines.push(format!("stunts {}", fixed.iter().chain(stunts).cloned().collect::<Vec<_>>().join(", ")));
    }
    // `stunts` entries of `--with` are left out, because their stunts are already in the list above.
    lines.extend(wish.with.iter().filter(|entry| !entry.trim_start().starts_with("stunts ")).cloned());
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{} {name} {} : {} {{\n{lines}}}\n", design.kind, quoted(&title), wish.design)
}
