//! The smallest edits that make an item over its budget legal. Floor 4.
//!
//! One edit is looked for first: a stat moved, a track shortened, a stunt left out, the technology raised. Where no single
//! edit is enough, pairs of lowered stats and dropped stunts. Found edits are ranked by how little they take away.

use super::design::Design;
use super::purchase::{Bought, Purchase};
use super::reckon::{Part, Reckoning, Values};
use crate::source::Span;

/// How many repairs a message offers.
const OFFERED: usize = 3;

/// One edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What to do, as an order.
    pub words: String,
    /// Build points it gains.
    pub gain: i64,
    /// The text to replace and the new text; none for a repair that is not one replacement.
    pub edit: Option<(Span, String)>,
}

/// Edits that bring `spent` down to `budget`, best first.
pub fn over_budget(design: &Design, purchase: &Purchase<'_>, bought: &Bought, reckoning: &Reckoning<'_>, excess: i64) -> Vec<Repair> {
    let mut enough = Vec::new();
    let mut partial = Vec::new();
    let mut offer = |repair: Repair| {
        if repair.gain >= excess {
            enough.push(repair);
        } else if repair.gain > 0 {
            partial.push(repair);
        }
    };
    stats(design, bought, &reckoning.values, excess, &mut offer);
    tracks(design, purchase, &reckoning.values, excess, &mut offer);
    stunts(design, bought, reckoning, &mut offer);
    if let Some(repair) = technology(design, purchase, reckoning) {
        enough.push(repair);
    }
    if enough.is_empty() {
        enough = pairs(&partial, excess);
    }
    enough.sort_by_key(|repair| repair.gain);
    enough.truncate(OFFERED);
    enough
}

/// The nearest rank on either side that gains enough; failing that, the one that gains most.
fn stats(design: &Design, bought: &Bought, values: &Values<'_>, excess: i64, offer: &mut impl FnMut(Repair)) {
    for (at, rule) in design.stats.iter().enumerate() {
        let (Some(cost), Some(rank)) = (&rule.cost, values.stats.get(at).copied()) else { continue };
        let (Ok(low), Ok(high)) = (values.eval(&rule.low, 0), values.high(rule, at)) else { continue };
        if high < low {
            continue;
        }
        let rank_now = rank.clamp(low, high);
        let Ok(now) = values.eval(cost, rank_now) else { continue };
        let mut best: Option<(i64, i64)> = None;
        // Ranks are few (tables end at 8); far ones are never the smallest edit.
        for step in 1..=8 {
            for other in [rank_now.saturating_sub(step), rank_now.saturating_add(step)] {
                if !(low..=high).contains(&other) || breaks_range(design, values, at, other) {
                    continue;
                }
                let Ok(then) = values.eval(cost, other) else { continue };
                let gain = now.saturating_sub(then);
                if gain > best.map_or(0, |(_, best)| best) && best.is_none_or(|(_, best)| best < excess) {
                    best = Some((other, gain));
                }
            }
        }
        let Some((other, gain)) = best else { continue };
        let verb = if other < rank { "lower" } else { "raise" };
        let words = format!("{verb} `{}` from {rank} to {other}", rule.name);
        let edit = bought.stats.get(at).copied().flatten().map(|written| (written.at, other.to_string()));
        offer(Repair { words, gain, edit });
    }
}

/// Whether a new rank would put the lower end of a range above the upper.
fn breaks_range(design: &Design, values: &Values<'_>, stat: usize, rank: i64) -> bool {
    design.ranges.iter().any(|range| {
        let at = |index: usize| if index == stat { rank } else { values.stats.get(index).copied().unwrap_or(0) };
        (range.low == stat || range.high == stat) && at(range.low) > at(range.high)
    })
}

fn tracks(design: &Design, purchase: &Purchase<'_>, values: &Values<'_>, excess: i64, offer: &mut impl FnMut(Repair)) {
    for (at, rule) in design.tracks.iter().enumerate() {
        let (Some(cost), Some(Some(written))) = (&rule.cost, purchase.tracks.get(at)) else { continue };
        let Ok(now) = values.eval(cost, written.value) else { continue };
        let shorter = (1..written.value).rev().take(8).find_map(|boxes| {
            let gain = now.saturating_sub(values.eval(cost, boxes).ok()?);
            (gain >= excess).then_some((boxes, gain))
        });
        let Some((boxes, gain)) = shorter else { continue };
        let words = format!("shorten `{}` from {} to {boxes}", rule.name, written.value);
        offer(Repair { words, gain, edit: Some((written.at, boxes.to_string())) });
    }
}

fn stunts(design: &Design, bought: &Bought, reckoning: &Reckoning<'_>, offer: &mut impl FnMut(Repair)) {
    for line in &reckoning.lines {
        let Part::Stunt(at) = line.part else { continue };
        let Some(rule) = bought.stunts.get(at).and_then(|stunt| design.stunts.get(stunt.rule)) else { continue };
        let needed = bought
            .stunts
            .iter()
            .any(|stunt| design.stunts.get(stunt.rule).is_some_and(|other| other.requires.iter().any(|wanted| wanted.stunt == rule.name)));
        if !needed {
            offer(Repair { words: format!("drop `{}`", rule.name), gain: line.points, edit: None });
        }
    }
}

/// The lowest technology above the item's at which the same purchase fits.
fn technology(design: &Design, purchase: &Purchase<'_>, reckoning: &Reckoning<'_>) -> Option<Repair> {
    let (_, most, _) = design.tech?;
    let written = purchase.tech?;
    let budget = design.budget.as_ref()?;
    for tech in written.value.saturating_add(1)..=most.min(4) {
        let values = Values { tech, local: tech, ..reckoning.values.clone() };
        let allowed = values.eval(&budget.formula, 0).ok()?;
        let spent = spent_at(design, &values, reckoning)?;
        if spent <= allowed {
            let words = format!("raise `tech` from T{} to T{tech}", written.value);
            return Some(Repair { words, gain: i64::from(i32::MAX), edit: Some((written.at, format!("T{tech}"))) });
        }
    }
    None
}

fn spent_at(design: &Design, values: &Values<'_>, reckoning: &Reckoning<'_>) -> Option<i64> {
    let mut spent = 0_i64;
    for line in &reckoning.lines {
        let points = match line.part {
            Part::Stat(at) => {
                let rule = design.stats.get(at)?;
                let (low, high) = (values.eval(&rule.low, 0).ok()?, values.high(rule, at).ok()?);
                let rank = values.stats.get(at).copied()?;
                if high < low { 0 } else { values.eval(rule.cost.as_ref()?, rank.clamp(low, high)).ok()? }
            }
            _ => line.points,
        };
        spent = spent.saturating_add(points);
    }
    Some(spent)
}

/// The two partial repairs that together gain enough with the least to spare.
fn pairs(partial: &[Repair], excess: i64) -> Vec<Repair> {
    let mut found = Vec::new();
    for (at, first) in partial.iter().enumerate().take(12) {
        for second in partial.iter().skip(at + 1).take(12) {
            let gain = first.gain.saturating_add(second.gain);
            if gain >= excess {
                found.push(Repair { words: format!("{} and {}", first.words, second.words), gain, edit: None });
            }
        }
    }
    found
}
