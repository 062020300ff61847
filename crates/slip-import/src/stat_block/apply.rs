//! Finds the design that fits a block best, and makes the draft of an item of this design.

mod fact;
mod score;

use super::StatBlock;
use crate::draft::ItemDraft;
use crate::vocabulary::Vocabulary;

/// Returns the drafts of a stat block by the designs that fit it best, the best first. Empty if nothing in the block is part of an item.
pub(crate) fn drafts(block: &StatBlock, words: &Vocabulary) -> Vec<ItemDraft> {
    score::best(block, words).into_iter().filter_map(|place| draft(block, place, words)).collect()
}

fn draft(block: &StatBlock, place: usize, words: &Vocabulary) -> Option<ItemDraft> {
    let design = words.designs.get(place)?;
    let mut draft = ItemDraft {
        design: place,
        title: block.title.clone(),
        line: block.line,
        doc: block.doc.iter().map(|(_, text)| text.clone()).collect(),
        unknown: block.unknown.clone(),
        ..ItemDraft::default()
    };
    for fact in &block.facts {
        if !fact::apply(fact, design, words, &mut draft, true) {
            draft.unknown.push((fact.line, fact.text.clone()));
        }
    }
    draft.unknown.sort_by_key(|(line, _)| *line);
    draft.unknown.dedup();
    if let Some(cap) = &design.cap
        && let Some(highest) = draft.skills.wanted.values().max().copied()
    {
        draft.stats.want(cap, highest);
    }
    let is_free = |skill: &&String| !design.given_skills.contains(skill.as_str());
    let written = draft.skills.wanted.iter().filter(|(skill, _)| is_free(skill));
    draft.skills.written = written.map(|(skill, rank)| (skill.clone(), *rank)).collect();
    Some(draft)
}
