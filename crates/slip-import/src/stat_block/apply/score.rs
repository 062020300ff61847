//! Scores of designs for a stat block: how much of the block each design understands.

use super::fact;
use crate::draft::ItemDraft;
use crate::spelling::key;
use crate::stat_block::{FactKind, StatBlock};
use crate::vocabulary::{DesignWords, Vocabulary};
use std::collections::BTreeSet;

/// Points for a fact that the design understands.
const UNDERSTOOD: i64 = 20;
/// Points for two words of the input: one that names the design, and one that names its kind.
const NAMED: (i64, i64) = (10_000, 5_000);
/// Points off for a number that the design does not allow.
const BEYOND: i64 = 12;
/// Largest number of designs among which the compiler chooses the one that fits best.
const MOST_DESIGNS: usize = 4;
/// Points for a word of the title that is in the description of the design.
const HINT: i64 = 4;

/// Returns the designs that fit a stat block, the best first. Empty if no design has a place for any value of the block.
pub(super) fn best(block: &StatBlock, words: &Vocabulary) -> Vec<usize> {
    let hints: BTreeSet<String> = key(&block.title).split('_').map(|word| word.trim_end_matches('s').to_owned()).collect();
    let mut scores: Vec<(i64, usize)> = Vec::new();
    for (place, design) in words.designs.iter().enumerate() {
        if let Some(score) = score(block, design, words, &hints) {
            scores.push((score, place));
        }
    }
    scores.sort_by_key(|(score, place)| (std::cmp::Reverse(*score), *place));
    let top = scores.first().map_or(0, |(score, _)| *score);
    let near = scores.into_iter().take_while(|(score, _)| top - score < UNDERSTOOD).take(MOST_DESIGNS);
    near.map(|(_, place)| place).collect()
}

/// Returns the score of a design; `None` if the design recognises none of the facts that an item needs.
fn score(block: &StatBlock, design: &DesignWords, words: &Vocabulary, hints: &BTreeSet<String>) -> Option<i64> {
    let mut draft = ItemDraft::default();
    let (mut score, mut understood) = (0_i64, 0_usize);
    let mut is_named = false;
    for fact in &block.facts {
        if let FactKind::Kind(named) = &fact.what {
            let points = kind_score(named, design);
            let is_stunt = points < 0 && design.stunt_names.exact(named).is_some();
            score += if is_stunt { UNDERSTOOD } else { points };
            is_named |= points > 0;
            continue;
        }
        if fact::apply(fact, design, words, &mut draft, false) {
            score += UNDERSTOOD;
            // Aspects, gear and technology do not show that the design is the right one, because every kind of item may have them.
            let is_common = matches!(fact.what, FactKind::Aspect(_) | FactKind::Gear(_) | FactKind::Tech(_) | FactKind::Consequences);
            understood += usize::from(!is_common);
        }
    }
    if !is_named && (understood == 0 || !design.is_usable) {
        return None;
    }
    score -= beyond(&draft, design) * BEYOND;
    score += HINT * i64::try_from(hints.intersection(&design.hints).count()).unwrap_or(0);
    score += shape(&draft, design);
    Some(score)
}

fn kind_score(named: &str, design: &DesignWords) -> i64 {
    let parts = crate::arguments::split(named, |sign| matches!(sign, ',' | '(' | ')' | '/'));
    let of = |part: &&str| match part {
        part if design.is_called(part) || part.strip_suffix('s').is_some_and(|part| design.is_called(part)) => NAMED.0,
        part if key(part) == design.kind || key(part).strip_suffix('s') == Some(&design.kind) => NAMED.1,
        _ => 0,
    };
    match parts.iter().map(of).max() {
        Some(points) if points > 0 => points,
        _ => -NAMED.1,
    }
}

/// Returns the number of values that are beyond the ranks of the design.
fn beyond(draft: &ItemDraft, design: &DesignWords) -> i64 {
    let stats = draft
        .stats
        .wanted
        .iter()
        .filter(|(name, rank)| design.stat(name).and_then(|stat| stat.most).is_some_and(|most| i64::from(**rank) > most));
    let tech = match (draft.tech, design.tech) {
        (Some(tech), Some((low, high))) => usize::from(!(low..=high).contains(&i64::from(tech))),
        (Some(_), None) => 1,
        _ => 0,
    };
    i64::try_from(stats.count() + tech).unwrap_or(i64::MAX)
}

/// Returns points for a design that has as many aspects and skills as the stat block, and for the usual design of a kind.
fn shape(draft: &ItemDraft, design: &DesignWords) -> i64 {
    let aspects = i64::try_from(draft.aspects.len()).unwrap_or(0);
    let mut score = 0;
    score += if design.fixed_slots == Some(aspects) && aspects > 0 { 5 } else { 0 };
    if let (Some(skills), Some(highest)) = (&design.skills, draft.skills.wanted.values().max()) {
        score += match skills.most {
            Some(most) if most == i64::from(*highest) => 3,
            Some(_) => 0,
            None => 2,
        };
    }
    score += if design.is_default { 2 } else { 0 };
    score - if design.path.contains('.') { 1 } else { 0 }
}
